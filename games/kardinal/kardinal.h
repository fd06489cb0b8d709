/* Kardinal & König: the state, and what its files share.
 *
 * 232 bytes; about 250 steps per game. Colours, countries and spaces are numbered in the byte
 * order of their codes.
 *
 *     DEAL ─ LAY ─ a turn:  PLACE ─ [MORE] ─┬─ DRAW ─ [BLIND] ─┐
 *                    ▲                      ▲                  │
 *                    │                      └──────────────────┤
 *                    └───────────────────── [REFILL] ──────────┴─ OVER
 */
#ifndef GAMES_KARDINAL_H
#define GAMES_KARDINAL_H

#include "core/declare.h"
#include "games/kardinal/components.h"

enum { KARDINAL_SEATS_MIN = 3, KARDINAL_SEATS = 5 };
enum { KARDINAL_HAND = 3, KARDINAL_OPEN = 2, KARDINAL_CHAIN = 4 };

/* A payment is one card, or a pair of one colour as a joker: BB, BB+BB, ES, ES+ES, … */
enum { PAYMENTS = 2 * COLOURS };

/* clang-format off */

#define KARDINAL_PHASES(X)                                                               \
    X(DEAL,   "deal",   CHANCE) /* three cards per seat */                               \
    X(LAY,    "lay",    CHANCE) /* the first two open cards */                           \
    X(PLACE,  "place",  SEATS)  /* the seat on turn: a first piece, swap or pass */      \
    X(MORE,   "more",   SEATS)  /* the same: a second piece in that country, or done */  \
    X(DRAW,   "draw",   SEATS)  /* the same: an open card, or blind */                   \
    X(BLIND,  "blind",  CHANCE) /* the card drawn blind */                               \
    X(REFILL, "refill", CHANCE) /* open cards up to two again */                         \
    X(OVER,   "over",   NOBODY)

/* What is wrong depends on more than the phase, so why_not names all reasons. */
#define KARDINAL_VERBS(X)                                                                           \
    /* name       word     actions               who              parts */                          \
    X(BLIND,      "blind", 1,                    SEAT,   0, NULL)                                   \
    X(CLOISTER,   "c",     SPACES * PAYMENTS,    SEAT,   0, NULL, {&kardinal_spaces}, {&kardinal_payments}) \
    X(DONE,       "done",  1,                    SEAT,   0, NULL)                                   \
    X(DRAW,       "draw",  1 + COLOURS,          CHANCE, 0, NULL, {&veiled_colours})                \
    X(OPEN,       "open",  COLOURS,              CHANCE, 0, NULL, {&kardinal_colours})              \
    X(PASS,       "pass",  1,                    SEAT,   0, NULL)                                   \
    X(COUNCILLOR, "r",     COUNTRIES * PAYMENTS, SEAT,   0, NULL, {&kardinal_countries}, {&kardinal_payments}) \
    X(SWAP,       "swap",  COLOURS,              SEAT,   0, NULL, {&kardinal_colours})              \
    X(TAKE,       "take",  COLOURS,              SEAT,   0, NULL, {&kardinal_colours})

#define KARDINAL_STATE(X)                                                                           \
    X(EVERYONE, INDEX,  uint8_t, phase,,      .things = &phases)                                    \
    X(EVERYONE, NUMBER, uint8_t, turn,,       .max = KARDINAL_SEATS - 1) /* while dealing, who gets cards */ \
    X(EVERYONE, THING,  uint8_t, country,,    .things = &kardinal_countries) /* MORE: of this turn's first piece */ \
    X(EVERYONE, NUMBER, uint8_t, runs,,       .max = 2) /* number of times the pile has run out */  \
    X(EVERYONE, NUMBER, uint8_t, pile_count,, .max = 55)                                            \
    X(EVERYONE, FLAG,   uint8_t, pile_known,,) /* the reshuffled discards, and nobody has drawn blind since */ \
    X(EVERYONE, LIST,   uint8_t, open, [KARDINAL_OPEN], .things = &kardinal_colours) /* sorted */   \
    X(NOBODY,   NUMBER, uint8_t, pile, [COLOURS],     .max = 13) /* public if `pile_known` */       \
    X(EVERYONE, NUMBER, uint8_t, discards, [COLOURS], .max = 13)                                    \
    X(EVERYONE, NUMBER, uint8_t, room, [COUNTRIES],   .max = 8) /* for councillors: most cloisters − councillors */ \
    X(EVERYONE, SPARE,  uint8_t, spare, [3],)

#define KARDINAL_SEAT(X)                                                                            \
    X(EVERYONE, SET,    uint64_t, cloisters,, .things = &kardinal_spaces)                           \
    X(EVERYONE, NUMBER, uint8_t, cloisters_in, [COUNTRIES],   .max = 8) /* how many per country */  \
    X(EVERYONE, NUMBER, uint8_t, councillors_in, [COUNTRIES], .max = KARDINAL_COUNCILLORS)          \
    X(OWNER,    NUMBER, uint8_t, hand, [COLOURS],  .max = KARDINAL_HAND) /* cards by colour */      \
    X(EVERYONE, NUMBER, uint8_t, known, [COLOURS], .max = KARDINAL_HAND) /* of these, taken openly and not played yet */ \
    X(EVERYONE, NUMBER, uint8_t, hand_count,,       .max = KARDINAL_HAND)                           \
    X(EVERYONE, NUMBER, uint8_t, cloisters_left,,   .max = KARDINAL_CLOISTERS)                      \
    X(EVERYONE, NUMBER, uint8_t, councillors_left,, .max = KARDINAL_COUNCILLORS)                    \
    X(EVERYONE, NUMBER, uint8_t, first,,            .max = SPACES) /* points of the interim scoring */

#define KARDINAL_PARTS(X)                                                                           \
    X(CLOISTERS_FIRST, "cloisters_first") X(CLOISTERS_FINAL, "cloisters_final")                     \
    X(ALLIANCES, "alliances") X(CHAINS, "chains") X(SUPPLY, "supply")

/* clang-format on */

GAME_TYPES(kardinal, KARDINAL);

enum { DRAW_VEILED = DO_DRAW, DRAW_FIRST = DO_DRAW + 1 };

/* A placement, decomposed. */
struct kardinal_piece {
    bool councillor, pair;
    uint8_t space, country, colour;
};

static inline bool kardinal_places(unsigned action) {
    return IS(action, CLOISTER) || IS(action, COUNCILLOR);
}

static inline struct kardinal_piece kardinal_piece(unsigned action) {
    bool councillor = action >= DO_COUNCILLOR;
    unsigned rest = action - (councillor ? DO_COUNCILLOR : DO_CLOISTER), payment = rest % PAYMENTS,
             where = rest / PAYMENTS;
    return (struct kardinal_piece){
        .councillor = councillor,
        .pair = payment % 2,
        .space = (uint8_t)(councillor ? 0 : where),
        .country = (uint8_t)(councillor ? where : space_countries[where]),
        .colour = (uint8_t)(payment / 2),
    };
}

static inline uint64_t kardinal_taken(const struct kardinal *s) {
    uint64_t taken = 0;
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++) taken |= s->seats[seat].cloisters;
    return taken;
}

/* With four players one card of each colour is removed, with three players two. */
static inline unsigned kardinal_deck(const struct kardinal *s, unsigned colour) {
    return card_colours[colour].cards - (KARDINAL_SEATS - 0u - s->players);
}

static inline unsigned kardinal_open_count(const struct kardinal *s) {
    return s->open[0] == 0 ? 0 : s->open[1] == 0 ? 1 : 2;
}

/* Open cards of one colour. */
static inline unsigned kardinal_open_of(const struct kardinal *s, unsigned colour) {
    return (s->open[0] == colour + 1 ? 1u : 0u) + (s->open[1] == colour + 1 ? 1u : 0u);
}

static inline bool kardinal_can_draw(const struct kardinal *s) {
    return s->open[0] || s->pile_count;
}

/* rules.c */
/* the piece without its payment */
void kardinal_put(struct kardinal *s, unsigned seat, struct kardinal_piece piece);
bool kardinal_nobody_can_place(const struct kardinal *s);

/* scoring.c */
unsigned kardinal_chains(uint64_t owned); /* the greatest total over all sets of disjoint chains */
/* the length of a longest chain in such a set; 0: there is none */
uint64_t kardinal_best_chain(uint64_t owned);
void kardinal_interim(struct kardinal *s, struct sink *sink);

/* What a seat's cloisters in a country bring; rank 0: it has none there. */
struct kardinal_claim {
    unsigned rank, points;
};
struct kardinal_claim kardinal_cloisters(const struct kardinal *s, unsigned seat, unsigned country);

/* The councillors in a country. Seats that tie for most share the majority; nobody has it where
 * there are none. */
struct kardinal_court {
    unsigned councillors, majority; /* of all seats; a mask of seats */
};
struct kardinal_court kardinal_court(const struct kardinal *s, unsigned country);

/* knowledge.c */
/* cards whose location the viewer does not know */
void kardinal_unseen(const struct kardinal *s, uint8_t unseen[COLOURS]);
/* cards in a hand, or the most it may hold if hidden */
void kardinal_cards(const struct kardinal *s, unsigned seat, uint8_t most[COLOURS]);

/* text.c: things, and the events of scorings */
extern const struct things kardinal_colours, kardinal_payments, kardinal_countries, kardinal_spaces;
void kardinal_tell_interim(const struct kardinal *s, struct sink *sink);
void kardinal_tell_final(const struct kardinal *s, struct sink *sink);
void kardinal_standing(const void *view, struct json_out *out);

extern const struct tuning kardinal_tuning;

#endif
