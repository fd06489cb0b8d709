/* The game as a full screen: seats above, the board, the log, what is asked with its choices,
 * and one line to type in.
 *
 *     ┌────────────────────────────┐      with 104 columns or more the log is beside the board
 *     │ seats and scores           │
 *     │ board (scrolls)            │      screen.c          modes, keys, the terminal itself
 *     │ log                        │      screen_table.c    layout and painting
 *     │ question                   │      screen_choices.c  what is typed and pointed at
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

/* A page over the board: paragraphs, wrapped as the window is. */
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
    unsigned observer; /* whose table is shown; NOBODY before the first */
    unsigned question; /* of `matches`, + 1 */
    char typed[TYPED_MAX];
    char said[SAID_MAX]; /* after a slash */
    unsigned matches[LEGAL_MAX]; /* choices that what is typed leaves */
    unsigned match_count, pointer;
    bool moved; /* the pointer, since something was typed */
    unsigned board_top, board_rows; /* first row shown; how many can be */
    unsigned fresh; /* log entries that were there when the person last acted */
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

static inline bool is_asked(const struct front *f) {
    return of(f)->observer < SEATS_MAX && watch_of(f)->asked;
}

/* A line that is typed: bytes come one by one, letters go whole. */
void screen_add_letter(char *text, size_t size, int key);
void screen_erase_letter(char *text);

/* What a seat is called here. */
void screen_seat_name(const struct front *f, unsigned seat, char *text, size_t size);

/* ---- screen_table.c ---- */

void table_paint(struct front *f);
void table_scroll(struct front *f, int way);

/* ---- screen_choices.c ---- */

void choices_begin(struct front *f); /* of a new question, or from the beginning again */
void choices_type(struct front *f, int key);
void choices_erase(struct front *f);
void choices_complete(struct front *f); /* as far as all that fit agree */
void choices_move(struct front *f, int by);
void choices_jump(struct front *f, int way); /* to the next of another kind */
/* answers, or asks for a confirmation, or says why not */
void choices_choose(struct front *f);
void choices_answer(struct front *f);
uint16_t choices_pointed(const struct front *f); /* NOTATION_NONE: nothing */
/* how the notation goes on after what is typed */
bool choices_rest(const struct front *f, char text[NOTATION_MAX]);
unsigned choices_rows(const struct front *f, unsigned columns); /* that show all of them whole */
void choices_paint(const struct front *f, unsigned row, unsigned rows, unsigned columns);

/* ---- screen_pages.c ---- */

void page_score(struct front *f);
void page_log(struct front *f);
void page_view(struct front *f);
void page_rules(struct front *f);
void page_help(struct front *f);
void page_paint(struct front *f);
bool page_scroll(struct front *f, int key); /* false: no key of a page's */
void page_clear(struct page *page);

#endif
