/* The full-screen face: seats, board, log, the question with its choices, and an input line.
 *
 *     ┌────────────────────────────┐      with 104 columns or more the log is beside the board
 *     │ seats and scores           │
 *     │ board (scrolls)            │      screen.c          modes, keys, the terminal itself
 *     │ log                        │      screen_table.c    layout and painting
 *     │ question                   │      screen_choices.c  input line and pointer
 *     │ choices                    │      screen_pages.c    score, log, position, rules, help
 *     │ > typed                    │      paint.c           text on the terminal
 *     │ keys                       │
 *     └────────────────────────────┘ */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "terminal/front.h"

#include <curses.h>

enum { TYPED_MAX = 64, SAID_MAX = 2048 };

enum mode { MODE_PLAY, MODE_CONFIRM, MODE_LEAVE, MODE_CURTAIN, MODE_PAGE, MODE_SAY };

/* A page of paragraphs that covers the board, wrapped to the window. */
struct page {
    const char *title;
    struct line {
        char *text;
        enum style style;
        unsigned indent;
    } *lines;
    unsigned count, room;
    unsigned top;
};

struct screen {
    enum mode mode;
    unsigned observer; /* whose view is shown; NOBODY at first */
    unsigned question; /* 1 + the question that `matches` belongs to */
    char typed[TYPED_MAX];
    char said[SAID_MAX]; /* the line after a slash */
    unsigned matches[LEGAL_MAX]; /* choices that match the typed text */
    unsigned match_count;
    /* The list: each item is a choice, or the first of several that begin alike, if there are too
     * many to show. `first` counts in `matches`. */
    struct item {
        unsigned first, count;
    } items[LEGAL_MAX];
    unsigned item_count, pointer;
    struct { /* where the list was painted, for the mouse */
        unsigned row, rows;
        uint16_t items[64]; /* the item of each row */
    } list;
    bool moved; /* the pointer has moved since the last typed character */
    unsigned board_top, board_rows; /* the first visible row; how many are visible */
    unsigned fresh; /* the first log entry since the player last acted */
    bool revealing; /* entries appear one after the other, and board and scores with them */
    unsigned shown; /* how many have appeared */
    uint64_t shown_ms; /* when the latest appeared */
    bool result_shown;
    struct page page;
    struct canvas canvas;
    SCREEN *terminal;
};

static inline unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static inline struct screen *of(const struct front *f) {
    return f->face;
}

static inline const struct watch *watch_of(const struct front *f) {
    return &f->session.watches[of(f)->observer];
}

/* Whether the board and the scores are those of an earlier moment, because entries of the log are
 * still to appear. */
static inline bool is_behind(const struct front *f) {
    return of(f)->shown && of(f)->shown < watch_of(f)->log_count;
}

static inline bool is_asked(const struct front *f) {
    return of(f)->observer < SEATS_MAX && watch_of(f)->asked;
}

/* The choice that an item stands for, or begins with. */
static inline unsigned choice_at(const struct screen *v, unsigned item) {
    return v->matches[v->items[item].first];
}

/* Edits an input line. Bytes arrive one by one; deleting removes a whole character. */
void screen_add_letter(char *text, size_t size, int key);
void screen_erase_letter(char *text);

/* The name of a seat. */
void screen_seat_name(const struct front *f, unsigned seat, char *text, size_t size);

/* ---- screen_table.c ---- */

void table_paint(struct front *f);
void table_scroll(struct front *f, int way);

/* ---- screen_choices.c ---- */

void choices_begin(struct front *f); /* starts over, for instance with a new question */
void choices_type(struct front *f, int key);
void choices_erase(struct front *f);
void choices_complete(struct front *f); /* as far as all matches agree */
void choices_point(struct front *f, uint16_t action); /* moves the pointer to a choice */
bool choices_click(struct front *f, unsigned row); /* true if the pointer was there already */
void choices_move(struct front *f, int by);
void choices_jump(struct front *f, int way); /* to the next choice of another kind */
/* answers, asks for confirmation, or says why not */
void choices_choose(struct front *f);
void choices_answer(struct front *f);
uint16_t choices_pointed(const struct front *f); /* the action at the pointer, or NOTATION_NONE */
/* possible continuations of the typed notation */
bool choices_rest(const struct front *f, char text[NOTATION_MAX]);
unsigned choices_rows(const struct front *f,
                      unsigned columns); /* needed to show all choices in full */
void choices_paint(struct front *f, unsigned row, unsigned rows, unsigned columns);

/* ---- screen_pages.c ---- */

void page_score(struct front *f);
void page_log(struct front *f);
void page_view(struct front *f);
void page_rules(struct front *f);
void page_help(struct front *f);
void page_paint(struct front *f);
bool page_scroll(struct front *f, int key); /* false if the key does not scroll */
void page_clear(struct page *page);

#endif
