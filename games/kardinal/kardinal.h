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

#include "core/game.h"
#include "games/kardinal/components.h"

enum {
    KARDINAL_SEATS = 5,
    KARDINAL_SEATS_MIN = 3,
    KARDINAL_HAND = 3,
    KARDINAL_OPEN = 2,
    KARDINAL_CHAIN = 4
};

enum kardinal_phase {
    PHASE_DEAL, /* chance: three cards per seat */
    PHASE_LAY, /* chance: the first two open cards */
    PHASE_PLACE, /* the seat on turn: a first piece, swap or pass */
    PHASE_MORE, /* the same: a second piece in that country, or done */
    PHASE_DRAW, /* the same: an open card, or blind */
    PHASE_BLIND, /* chance: the card drawn blind */
    PHASE_REFILL, /* chance: open cards up to two again */
    PHASE_OVER,
    PHASES
};

enum kardinal_part {
    PART_CLOISTERS_FIRST,
    PART_CLOISTERS_FINAL,
    PART_ALLIANCES,
    PART_CHAINS,
    PART_SUPPLY,
    PARTS
};

struct kardinal_seat {
    uint64_t cloisters; /* the spaces with its cloisters */
    uint8_t cloisters_in[COUNTRIES]; /* number of them per country */
    uint8_t councillors_in[COUNTRIES];
    uint8_t hand[COLOURS]; /* cards by colour; zero where the viewer may not know */
    uint8_t known[COLOURS]; /* of these, taken openly and not played yet: public */
    uint8_t hand_count; /* public */
    uint8_t cloisters_left, councillors_left;
    uint8_t first; /* points of the interim scoring */
};

struct kardinal {
    uint8_t viewer;
    uint8_t players;
    uint8_t phase;
    uint8_t turn; /* the seat on turn; while dealing, the seat that gets cards */
    uint8_t country; /* MORE: where this turn's first piece went, number + 1 */
    uint8_t runs; /* number of times the pile has run out */
    uint8_t pile_count;
    /* the pile is public: it is the reshuffled discards, and nobody has drawn blind since */
    uint8_t pile_known;
    uint8_t open[KARDINAL_OPEN]; /* colour + 1, sorted, 0 after the last */
    uint8_t pile[COLOURS]; /* zero on a view unless it is public */
    uint8_t discards[COLOURS];
    /* councillors that a country still takes: most cloisters − councillors */
    uint8_t room[COUNTRIES];
    uint8_t spare[3];
    struct kardinal_seat seats[KARDINAL_SEATS];
};

_Static_assert(sizeof(struct kardinal_seat) == 40, "no padding");
_Static_assert(sizeof(struct kardinal) == 32 + KARDINAL_SEATS * sizeof(struct kardinal_seat),
               "no padding");

/* A payment is one card, or a pair of one colour as a joker: BB, BB+BB, ES, ES+ES, … */
enum { PAYMENTS = 2 * COLOURS };

/* Numbers of actions. The rows are in the byte order of notation; see text.c. */
enum {
    DO_BLIND = 0,
    DO_CLOISTER = DO_BLIND + 1, /* c AR1 BB … c SC4 LI+LI */
    DO_DONE = DO_CLOISTER + SPACES * PAYMENTS,
    DO_DRAW = DO_DONE + 1, /* draw ? BB … LI */
    DO_OPEN = DO_DRAW + 1 + COLOURS, /* open BB … LI */
    DO_PASS = DO_OPEN + COLOURS,
    DO_COUNCILLOR = DO_PASS + 1, /* r AR BB … r SC LI+LI */
    DO_SWAP = DO_COUNCILLOR + COUNTRIES * PAYMENTS, /* swap BB … LI */
    DO_TAKE = DO_SWAP + COLOURS, /* take BB … LI */
    DO_ACTIONS = DO_TAKE + COLOURS
};

enum { DRAW_VEILED = DO_DRAW, DRAW_FIRST = DO_DRAW + 1 };

/* A placement, decomposed. */
struct kardinal_piece {
    bool councillor, pair;
    uint8_t space, country, colour;
};

static inline bool kardinal_places(unsigned action) {
    return (action >= DO_CLOISTER && action < DO_DONE) ||
           (action >= DO_COUNCILLOR && action < DO_SWAP);
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

void kardinal_result(const void *state, struct result *result);

/* knowledge.c */
/* cards whose location the viewer does not know */
void kardinal_unseen(const struct kardinal *s, uint8_t unseen[COLOURS]);
/* cards in a hand, or the most it may hold if hidden */
void kardinal_cards(const struct kardinal *s, unsigned seat, uint8_t most[COLOURS]);
void kardinal_view(void *state, unsigned observer);
uint16_t kardinal_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void kardinal_determinise(void *view, struct generator *generator);
struct message kardinal_check(const void *state);

/* features.c */

/* What a seat would score now, the part of it that nothing can change any more, and the free
 * spaces where a cloister would help its chains. */
struct kardinal_prospect {
    uint16_t cloisters, alliances, chains;
    uint16_t settled; /* plus the interim points: its certain score */
    uint64_t make, lengthen; /* would join clusters into a new chain; would lengthen a chain */
};
void kardinal_prospects(const struct kardinal *s, struct kardinal_prospect all[KARDINAL_SEATS]);

enum { KARDINAL_STAGES = 5, KARDINAL_FEATURE_REVISION = 2 };

/* The net's inputs, from one seat's perspective. */
struct kardinal_features {
    struct kardinal_told_seat {
        int16_t place, more, draw; /* the rest of its turn */
        int16_t turn_to_come; /* of this round; decides who moves last */
        int16_t ahead; /* the viewer's; for itself: its score */
        int16_t first, cloisters, alliances, chains, settled;
        /* held; alliance points within reach of one councillor, for itself and for others */
        int16_t courts, court_gain, risk;
        int16_t cloisters_left, councillors_left;
        int16_t make, make_two, lengthen; /* chains: is there a space for each? */
    } seats[KARDINAL_SEATS];
    struct kardinal_told_country {
        /* own; gap to the strongest other seat; gain from a cloister */
        int16_t cloisters, margin, free, gain;
        int16_t councillors, court_margin, holds, room;
        /* alliance points that a councillor would bring; those that depend on this court */
        int16_t court_gain, court_stake;
        int16_t payable; /* pieces that the hand can pay for */
    } countries[COUNTRIES];
    /* over the best other seat; tells more as the game goes on */
    int16_t lead[KARDINAL_STAGES], second_lead;
    int16_t best_piece; /* points that the hand can reach */
    int16_t hand[COLOURS], pair, open[COLOURS];
    int16_t stage[KARDINAL_STAGES], pile;
};
enum { KARDINAL_FEATURES = sizeof(struct kardinal_features) / sizeof(int16_t) };
_Static_assert(KARDINAL_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
void kardinal_features(const void *state, int16_t (*features)[FEATURES_MAX]);

/* text.c: notation, members, events and sentences */
extern const struct things kardinal_colours, kardinal_payments, kardinal_countries, kardinal_spaces;
extern const struct notation kardinal_notation;
extern const struct fields kardinal_fields;
struct message kardinal_why_not(const void *state, unsigned seat, uint16_t action);
struct message kardinal_ask(const void *view, unsigned seat);
struct message kardinal_preview(const void *view, unsigned seat, uint16_t action);
void kardinal_tell_interim(const struct kardinal *s, struct sink *sink);
void kardinal_tell_final(const struct kardinal *s, struct sink *sink);
void kardinal_describe(const void *view, struct sink *sink);
void kardinal_standing(const void *view, struct json_out *out);

extern const struct tuning kardinal_tuning;
extern const struct game kardinal_game;

#endif
