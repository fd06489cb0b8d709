/* A grid of styled characters on which boards are drawn. The screen shows and scrolls it. It does
 * not depend on a terminal, so that tests can read what a board draws. */
#ifndef TERMINAL_CANVAS_H
#define TERMINAL_CANVAS_H

#include "core/game.h"
#include "core/text.h"

#include <wchar.h>

enum { CANVAS_ROWS = 96, CANVAS_COLUMNS = 200 };

/* Every style is visible without colours, too: by weight, underline or a mark. */
enum style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_HEAD, /* heading of a list or a box */
    STYLE_LEGAL, /* can be chosen now */
    STYLE_CHOSEN, /* part of the choice at the pointer */
    STYLE_WARN,
    STYLE_SEAT, /* + seat */
    STYLE_TINT = STYLE_SEAT + SEATS_MAX, /* + one of the game's own colours for cards, classes … */
    STYLE_TINTS = 6,
    STYLES = STYLE_TINT + STYLE_TINTS
};

struct cell {
    wchar_t c; /* 0: empty */
    uint8_t style;
};

struct canvas {
    unsigned columns; /* width */
    unsigned room; /* rows visible without scrolling */
    unsigned rows; /* rows drawn so far */
    const struct reader *reader;
    const struct game *game;
    const uint16_t *legal; /* legal actions, which the board marks */
    unsigned legal_count;
    uint16_t chosen; /* the action at the pointer, or NOTATION_NONE */
    struct cell cells[CANVAS_ROWS][CANVAS_COLUMNS];
};

extern const char *const seat_marks[SEATS_MAX]; /* ● ■ ▲ ◆ ✚ */

void canvas_begin(struct canvas *c, unsigned columns, unsigned room);

/* Writes text, cut at the edge. Returns the column after it. */
unsigned canvas_put(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const char *text);
/* The same, cut after this many columns. */
unsigned canvas_cut(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                    enum style style, const char *text);
unsigned canvas_print(struct canvas *c, unsigned row, unsigned column, enum style style,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same for a sentence of the catalogue. */
unsigned canvas_say(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const struct message *message);
/* Wraps a sentence over rows, all but the first indented by `indent`. Returns the row after it. */
unsigned canvas_wrap(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned indent, enum style style, const char *text);

/* Restyles a text wherever it stands as a whole word in these columns of a row. */
void canvas_restyle(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                    enum style style, const char *text);

/* Writes things side by side in this many columns. If they do not fit, all names are cut to the
 * same length. Returns the column after them. */
struct word {
    char lead[8]; /* a sign or a count; never cut */
    const char *name;
    enum style style;
};
unsigned canvas_words(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                      const struct word *words, unsigned count);

/* Writes a seat's mark and name in its colour, cut to this many columns. */
unsigned canvas_seat(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned seat);

/* A text of the catalogue without parameters. */
const char *canvas_word(const struct canvas *c, const char *key);

/* Draws the frame of a box; its inside stays as it is. */
void canvas_box(struct canvas *c, unsigned row, unsigned column, unsigned rows, unsigned columns,
                enum style style);

/* STYLE_CHOSEN if the thing is part of the choice at the pointer, STYLE_LEGAL if it is part of a
 * legal action, else `otherwise`. */
enum style canvas_mark(const struct canvas *c, const char *type, const char *code,
                       enum style otherwise);

/* Whether an action has this thing among its parts. */
bool action_has(const struct game *game, uint16_t action, const char *type, const char *code);

/* Columns that a text takes. */
unsigned text_columns(const char *text);

/* Cuts a text in place to this many columns and ends it with "…". The buffer must have room for
 * that. */
void text_shorten(char *text, unsigned columns);

/* The name of a thing in a grammatical form; "" is the basic one. */
const char *thing_name(const struct canvas *c, const struct things *things, unsigned number,
                       const char *form);

#endif
