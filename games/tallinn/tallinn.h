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

#include "core/declare.h"
#include "games/tallinn/components.h"

enum { TALLINN_SEATS_MIN = 2, TALLINN_SEATS = 4, TALLINN_HAND = 3, TALLINN_START_POINTS = 4 };

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

/* clang-format off */

#define TALLINN_PHASES(X)                                                                \
    X(START,     "start",     CHANCE) /* start cards */                                  \
    X(CHRONICLE, "chronicle", CHANCE) /* the two chronicle cards */                      \
    X(DEAL,      "deal",      CHANCE) /* three cards per seat */                         \
    X(EXCHANGE,  "exchange",  SEATS)  /* all: put cards under the pile */                \
    X(REDRAW,    "redraw",    CHANCE) /* as many cards as were put under */              \
    X(PLAY,      "play",      SEATS)  /* all seats with a hand: a card and a half */     \
    X(CONTEST,   "contest",   SEATS)  /* who has just played the shields: a class */     \
    X(LOTS,      "lots",      CHANCE) /* which of the tied seats decides first */        \
    X(TOWER,     "tower",     SEATS)  /* the seats that triggered a contest */           \
    X(DRAW,      "draw",      CHANCE) /* one card per seat */                            \
    X(DROP,      "drop",      SEATS)  /* all: give up cards for the chronicle */         \
    X(LEGATE,    "legate",    SEATS)  /* who has the shields and several least frequent classes */ \
    X(OVER,      "over",      NOBODY)

#define TALLINN_VERBS(X)                                                                            \
    /* name       word          actions                  who     phases and the reason in others  parts */ \
    X(CHRONICLE,  "chronicle",  CHRONICLES * CHRONICLES, CHANCE, 0, NULL, {&tallinn_chronicles}, {&tallinn_chronicles, .name = "chronicle2"}) \
    X(CONTEST,    "contest",    CLASSES + 1,             SEAT,   DURING(CONTEST),  "tallinn.whynot.when_contest",  {&contest_classes}) \
    X(DONE,       "done",       1,                       SEAT,   DURING(EXCHANGE) | DURING(DROP), "tallinn.whynot.when_done") \
    X(DRAW,       "draw",       CARDS + 1,               CHANCE, 0, NULL, {&veiled_cards})          \
    X(DROP,       "drop",       CARDS,                   SEAT,   DURING(DROP),     "tallinn.whynot.when_drop",     {&tallinn_cards}) \
    X(EXCHANGE,   "exchange",   CARDS + 1,               SEAT,   DURING(EXCHANGE), "tallinn.whynot.when_exchange", {&veiled_cards}) \
    X(FIRST,      "first",      TALLINN_SEATS,           CHANCE, 0, NULL, {&seats})                 \
    X(LEGATE,     "legate",     CLASSES,                 SEAT,   DURING(LEGATE),   "tallinn.whynot.when_legate",   {&tallinn_classes}) \
    X(PLAY,       "play",       2 * CARDS,               SEAT,   DURING(PLAY),     "tallinn.whynot.when_play",     {&play_cards}, {&tallinn_halves, .glued = true}) \
    X(START,      "start",      STARTS,                  CHANCE, 0, NULL, {&tallinn_starts})        \
    X(TOWER,      "tower",      CARDS,                   SEAT,   DURING(TOWER),    "tallinn.whynot.when_tower",    {&tallinn_cards}) \
    X(TOWER_HAND, "tower hand", CARDS + 1,               SEAT,   DURING(TOWER),    "tallinn.whynot.when_tower",    {&veiled_cards}) \
    X(TOWER_NONE, "tower none", 1,                       SEAT,   DURING(TOWER),    "tallinn.whynot.when_tower")

#define TALLINN_STATE(X)                                                                            \
    X(EVERYONE, FLAG,   uint8_t, legate,,) /* options */                                            \
    X(EVERYONE, FLAG,   uint8_t, chronicle,,)                                                       \
    X(EVERYONE, FLAG,   uint8_t, leader,,)                                                          \
    X(EVERYONE, INDEX,  uint8_t, phase,, .things = &phases)                                         \
    X(EVERYONE, NUMBER, uint8_t, round,, .max = CARDS) /* 1, 2, …; 0 before the first */            \
    QUESTION(X)                                                                                     \
    X(EVERYONE, SEATS,  uint8_t, waiting,,) /* towers = leader: the seats that decide later */      \
    X(EVERYONE, SEATS,  uint8_t, drawing,,) /* seats that still have cards to draw now */           \
    X(EVERYONE, SPARE,  uint8_t, spare,,)                                                           \
    X(EVERYONE, LIST,   uint8_t, chronicles, [2], .things = &tallinn_chronicles)

/* What can be counted is public (…_count). While cards are exchanged, `under` is an answer. */
#define TALLINN_SEAT(X)                                                                             \
    X(OWNER,    SET,    uint16_t, hand,,     .things = &tallinn_cards)                              \
    X(OWNER,    SET,    uint16_t, pile,,     .things = &tallinn_cards) /* without those put under */ \
    X(EVERYONE, SET,    uint16_t, shown, [2], .things = &tallinn_cards) /* display, by the visible half */ \
    X(EVERYONE, SET,    uint16_t, towers,,   .things = &tallinn_cards) /* turned from the display */ \
    X(OWNER,    SET,    uint16_t, secret,,   .things = &tallinn_cards) /* towers from the hand */   \
    X(EVERYONE, SET,    uint16_t, dropped,,  .things = &tallinn_cards) /* given up for the chronicle */ \
    X(OWNER,    SET,    uint16_t, dropping,, .things = &tallinn_cards) /* the answer: to be given up */ \
    ANSWER(X, uint16_t)                                                                             \
    X(OWNER,    LIST,   uint8_t, under, [TALLINN_HAND], .things = &tallinn_cards) /* under the pile, next first */ \
    X(EVERYONE, NUMBER, uint8_t, hand_count,,   .max = TALLINN_HAND)                                \
    X(EVERYONE, NUMBER, uint8_t, pile_count,,   .max = CARDS)                                       \
    X(EVERYONE, NUMBER, uint8_t, under_count,,  .max = TALLINN_HAND)                                \
    X(EVERYONE, NUMBER, uint8_t, secret_count,, .max = CARDS)                                       \
    X(EVERYONE, NUMBER, uint8_t, due,,          .max = TALLINN_HAND) /* cards still to draw now */  \
    X(EVERYONE, THING,  uint8_t, start,,        .things = &tallinn_starts)                          \
    X(EVERYONE, THING,  uint8_t, contest,,      .things = &tallinn_classes) /* triggered this round */ \
    X(EVERYONE, NUMBER, uint8_t, persons, [CLASSES], .max = 40) /* in the display, with the start card */ \
    X(EVERYONE, NUMBER, int8_t,  parts, [PARTS], .min = -30, .max = 60) /* points by source */

#define TALLINN_PARTS(X)                                                                            \
    X(START, "start") X(CONTESTS, "contests") X(CHRONICLE, "chronicle") X(MERCHANTS, "merchants")   \
    X(KNIGHTS, "knights") X(MONKS, "monks") X(TOWERS, "towers")

/* clang-format on */

GAME_TYPES(tallinn, TALLINN);

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

/* knowledge.c */
/* the last rounds with two players, in which nothing is hidden: for ai/solve.h */
uint32_t tallinn_situation(const void *state);

/* text.c: things and events */
extern const struct things tallinn_cards, tallinn_classes, tallinn_halves, tallinn_starts,
    tallinn_chronicles;
void tallinn_tell_chronicle(struct sink *sink, unsigned card, bool second);
void tallinn_tell_play(struct sink *sink, unsigned seat, unsigned card, unsigned half);

extern const struct tuning tallinn_tuning;

#endif
