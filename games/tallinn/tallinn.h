/* Tallinn: the state, and what its files share.
 *
 * 166 bytes; about 60 steps per game with two players. Cards are numbered in the byte order of
 * their codes (1, 10, 2, …, 9, L), and so are classes (k, m, o).
 *
 *     a round:  PLAY ─ CONTEST (legate) ─ [LOTS] TOWER ─ DRAW ─ DROP (chronicle) ─┐
 *       ▲                                                                        │
 *       └──────────────────────────────────────────────────┴─ LEGATE ─ OVER
 */
#ifndef GAMES_TALLINN_H
#define GAMES_TALLINN_H

#include "core/game.h"
#include "games/tallinn/components.h"

enum { TALLINN_SEATS = 4, TALLINN_HAND = 3, TALLINN_START_POINTS = 4 };

/* Points of a comparison; from this lead on the other seat pays a point. */
enum {
    WIN_CONTEST = 2,
    TIE_CONTEST = 1,
    WIN_CLASS = 4,
    TIE_CLASS = 2,
    WIN_TOWERS = 6,
    TIE_TOWERS = 3,
    TRIBUTE_LEAD = 5
};

enum tallinn_phase {
    PHASE_START, /* chance: start cards */
    PHASE_CHRONICLE, /* chance: the two chronicle cards */
    PHASE_DEAL, /* chance: three cards per seat */
    PHASE_EXCHANGE, /* all: put cards under the pile */
    PHASE_REDRAW, /* chance: as many cards as were put under */
    PHASE_PLAY, /* all seats with a hand: a card and a half */
    PHASE_CONTEST, /* the seat that has just played the shields: a class */
    PHASE_LOTS, /* chance: which of the tied seats decides first */
    PHASE_TOWER, /* the seats that triggered a contest */
    PHASE_DRAW, /* chance: one card per seat */
    PHASE_DROP, /* all: give up cards for the chronicle */
    PHASE_LEGATE, /* the seat with the shields and several least frequent classes */
    PHASE_OVER,
    PHASES
};

enum tallinn_part {
    PART_START,
    PART_CONTESTS,
    PART_CHRONICLE,
    PART_MERCHANTS,
    PART_KNIGHTS,
    PART_MONKS,
    PART_TOWERS,
    PARTS
};

struct tallinn_seat {
    uint16_t hand; /* sets of cards; zero where the viewer may not know */
    uint16_t pile; /* without those put under */
    uint16_t shown[2]; /* display, by the visible half */
    uint16_t towers; /* turned from the display, so public */
    uint16_t secret; /* towers from the hand */
    uint16_t dropped; /* given up for the chronicle */
    uint16_t dropping; /* secret answers: to be given up */
    uint16_t answer; /* secret answer: the action + 1 */
    uint8_t under[TALLINN_HAND]; /* cards under the pile, next to be drawn first: number + 1 */
    uint8_t hand_count, pile_count, under_count, secret_count; /* public */
    uint8_t due; /* cards still to draw now */
    uint8_t start; /* start card: number + 1 */
    uint8_t contest; /* class of the contest triggered this round: number + 1 */
    uint8_t persons[CLASSES]; /* visible in the display, start card included */
    int8_t parts[PARTS]; /* points by source */
};

struct tallinn {
    uint8_t viewer;
    uint8_t players;
    uint8_t legate, chronicle, leader; /* options */
    uint8_t phase;
    uint8_t round; /* 1, 2, …; 0 before the first */
    uint8_t asked, open; /* seats that were asked; those that have not finished answering */
    uint8_t waiting; /* towers = leader: the seats that decide later */
    uint8_t drawing; /* seats that still have cards to draw now */
    uint8_t spare;
    uint8_t chronicles[2]; /* card number + 1 */
    struct tallinn_seat seats[TALLINN_SEATS];
};

_Static_assert(sizeof(struct tallinn_seat) == 38, "no padding");
_Static_assert(sizeof(struct tallinn) == 14 + TALLINN_SEATS * sizeof(struct tallinn_seat),
               "no padding");

/* Numbers of actions. The rows are in the byte order of notation; see text.c. */
enum {
    DO_CHRONICLE = 0, /* chronicle C1 C2: 36 */
    DO_CONTEST = DO_CHRONICLE + CHRONICLES * CHRONICLES, /* contest k m none o */
    DO_DONE = DO_CONTEST + CLASSES + 1,
    DO_DRAW = DO_DONE + 1, /* draw 1 … 9 ? L */
    DO_DROP = DO_DRAW + CARDS + 1, /* drop 1 … 9 L */
    DO_EXCHANGE = DO_DROP + CARDS, /* exchange 1 … 9 ? L */
    DO_FIRST = DO_EXCHANGE + CARDS + 1, /* first 0 … 3 */
    DO_LEGATE = DO_FIRST + TALLINN_SEATS, /* legate k m o */
    DO_PLAY = DO_LEGATE + CLASSES, /* play 10a 10b 1a … */
    DO_START = DO_PLAY + 2 * CARDS, /* start 1 … 6 */
    DO_TOWER = DO_START + STARTS, /* tower 1 … 9 L */
    DO_TOWER_HAND = DO_TOWER + CARDS, /* tower hand 1 … ? L */
    DO_TOWER_NONE = DO_TOWER_HAND + CARDS + 1,
    DO_ACTIONS
};

/* positions of "?" among cards and of "none" among classes */
enum { VEILED = CARD_L, CONTEST_NONE = 2 };

/* The position of "?" among the cards, before the legate: a card's place in draw, exchange and
 * tower hand. */
static inline unsigned veiled_place(unsigned card) {
    return card + (card >= VEILED);
}

static inline unsigned veiled_card(unsigned place) {
    return place - (place > VEILED);
}

/* "10a" precedes "1a" in byte order, so these two are swapped in play. */
static inline unsigned play_place(unsigned card) {
    return card < 2 ? card ^ 1u : card;
}

static inline unsigned play_card(unsigned action) {
    return play_place((action - DO_PLAY) / 2);
}

static inline unsigned play_half(unsigned action) {
    return (action - DO_PLAY) % 2;
}

static inline uint16_t tallinn_deck(const struct tallinn *s) {
    return s->legate ? (1u << CARDS) - 1 : (1u << CARD_L) - 1;
}

/* The cards of a seat that are not public. */
static inline uint16_t tallinn_unseen(const struct tallinn *s, unsigned seat) {
    const struct tallinn_seat *t = &s->seats[seat];
    return tallinn_deck(s) & (uint16_t)~(t->shown[0] | t->shown[1] | t->towers | t->dropped);
}

static inline int tallinn_points(const struct tallinn_seat *seat) {
    int sum = 0;
    for (unsigned i = 0; i < PARTS; i++) sum += seat->parts[i];
    return sum;
}

/* The seat that draws in a chance phase: seat 0 first. */
static inline unsigned tallinn_drawing(const struct tallinn *s) {
    return (unsigned)__builtin_ctz(s->drawing);
}

/* The chronicle card scored after this round, or NULL; `second`: as II. */
static inline const struct chronicle_card *tallinn_chronicle(const struct tallinn *s,
                                                             bool *second) {
    *second = s->round == 7u + s->legate;
    if (!s->chronicle) return NULL;
    if (s->round != 4 && !*second) return NULL;
    return &chronicle_cards[s->chronicles[*second] - 1];
}

/* Points of a comparison for the first of the two. */
static inline int tallinn_compare(unsigned mine, unsigned theirs, int win, int tie) {
    return (mine > theirs) * win + ((mine == theirs) & (mine > 0)) * tie;
}

/* scoring.c */
void tallinn_contests(struct tallinn *s, unsigned with_legate, struct sink *sink);
/* the waiting seats that may decide now; several if tied */
unsigned tallinn_leaders(const struct tallinn *s);
unsigned tallinn_chronicle_persons(const struct tallinn_seat *seat, uint16_t cards, unsigned class);
void tallinn_chronicle_pay(struct tallinn *s, unsigned seat, const struct chronicle_card *card,
                           bool second, unsigned persons, struct sink *sink);
unsigned tallinn_least(const struct tallinn_seat *seat); /* a mask of classes */
void tallinn_final(struct tallinn *s, struct sink *sink);
/* their sum */
unsigned tallinn_tower_persons(const struct tallinn_seat *seat, unsigned persons[CLASSES]);
void tallinn_result(const void *state, struct result *result);

/* knowledge.c */
void tallinn_view(void *state, unsigned observer);
uint16_t tallinn_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void tallinn_determinise(void *view, struct generator *generator);
struct message tallinn_check(const void *state);
/* the last rounds with two players, in which nothing is hidden: for ai/solve.h */
uint32_t tallinn_situation(const void *state);

/* features.c: the net's inputs */
enum { TALLINN_FEATURES = 212, TALLINN_FEATURE_REVISION = 2 };
void tallinn_features(const void *state, int16_t (*features)[FEATURES_MAX]);

/* text.c: notation, members, events and sentences */
extern const struct things tallinn_cards, tallinn_classes, tallinn_halves, tallinn_starts,
    tallinn_chronicles;
extern const struct notation tallinn_notation;
extern const struct fields tallinn_fields;
struct message tallinn_why_not(const void *state, unsigned seat, uint16_t action);
struct message tallinn_ask(const void *view, unsigned seat);
struct message tallinn_preview(const void *view, unsigned seat, uint16_t action);
void tallinn_describe(const void *view, struct sink *sink);
void tallinn_tell_chronicle(struct sink *sink, unsigned card, bool second);
void tallinn_tell_play(struct sink *sink, unsigned seat, unsigned card, unsigned half);

extern const struct tuning tallinn_tuning;
extern const struct game tallinn_game;

#endif
