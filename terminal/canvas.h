/* What a board is drawn on: a grid of characters with styles, which the screen shows as far as
 * there is room and scrolls. No terminal in here, so a board knows no escape sequence, and what
 * it draws can be read in a test. */
#ifndef TERMINAL_CANVAS_H
#define TERMINAL_CANVAS_H

#include "core/game.h"
#include "core/text.h"

#include <wchar.h>

enum { CANVAS_ROWS = 96, CANVAS_COLUMNS = 200 };

/* Every style also shows without colours: by weight, underline or a mark beside it. */
enum style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_HEAD, /* of a list or a box */
    STYLE_LEGAL, /* can be chosen now */
    STYLE_CHOSEN, /* part of the choice that the pointer is on */
    STYLE_WARN,
    STYLE_SEAT, /* and the seats after it */
    STYLE_TINT = STYLE_SEAT + SEATS_MAX, /* the game's own colours: cards, classes … */
    STYLE_TINTS = 6,
    STYLES = STYLE_TINT + STYLE_TINTS
};

struct cell {
    wchar_t c; /* 0: empty */
    uint8_t style;
};

struct canvas {
    unsigned columns; /* there are */
    unsigned room; /* rows that can be seen without scrolling */
    unsigned rows; /* used */
    const struct reader *reader;
    const struct game *game;
    const uint16_t *legal; /* what can be chosen now: marked on the board */
    unsigned legal_count;
    uint16_t chosen; /* what the pointer is on, or NOTATION_NONE */
    struct cell cells[CANVAS_ROWS][CANVAS_COLUMNS];
};

extern const char *const seat_marks[SEATS_MAX]; /* ● ■ ▲ ◆ ✚ */

void canvas_begin(struct canvas *c, unsigned columns, unsigned room);

/* Writes text at a place, cut at the edge; returns the column after it. */
unsigned canvas_put(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const char *text);
/* The same, cut after so many columns. */
unsigned canvas_cut(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                    enum style style, const char *text);
unsigned canvas_print(struct canvas *c, unsigned row, unsigned column, enum style style,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same for a sentence of the catalogue. */
unsigned canvas_say(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const struct message *message);
/* A sentence in as many rows as it takes, those after the first `indent` further right; returns
 * the row after it. */
unsigned canvas_wrap(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned indent, enum style style, const char *text);

/* Things side by side in so many columns: whole if they fit, else their names cut to as many
 * letters as do; returns the column after them. */
struct word {
    char lead[8]; /* a sign, or how many: never cut */
    const char *name;
    enum style style;
};
unsigned canvas_words(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                      const struct word *words, unsigned count);

/* A seat's mark and name, in its colour and in so many columns. */
unsigned canvas_seat(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned seat);

/* A text of the catalogue without parameters. */
const char *canvas_word(const struct canvas *c, const char *key);

/* A box of lines; what is inside is the caller's. */
void canvas_box(struct canvas *c, unsigned row, unsigned column, unsigned rows, unsigned columns,
                enum style style);

/* How a thing shows that it takes part in what can be chosen: STYLE_CHOSEN, STYLE_LEGAL, or
 * `otherwise`. */
enum style canvas_mark(const struct canvas *c, const char *type, const char *code,
                       enum style otherwise);

/* Does an action have this thing among its parts? */
bool action_has(const struct game *game, uint16_t action, const char *type, const char *code);

/* Columns that a text takes. */
unsigned text_columns(const char *text);

/* Cuts a text that takes more than so many; it ends in "…" then. There is room for that. */
void text_shorten(char *text, unsigned columns);

/* The name of a thing, in a form; "" is the first. */
const char *thing_name(const struct canvas *c, const struct things *things, unsigned number,
                       const char *form);

#endif
