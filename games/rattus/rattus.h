/* Rattus: the state, and what its files share.
 *
 * 216 bytes; 220 to 280 steps per game. Regions, classes and faces are numbered in the byte order
 * of their codes. A slot is a place for a token: 3 · region + position. Positions count from 0
 * here and from 1 in notation, in the order of arrival; they only name the tokens.
 *
 *     START ─ SETTLE ─ FREE ─ SPREAD ─ KNIGHT ─ TURN ─ REVEAL ─┬─ (next turn) FREE
 *                        │                                     └─ LAST … TURN ─ REVEAL … OVER
 *          FREE or LAST ─┴─ PEEK ─ LOOK ─ PEEK ─ SWAP ─ FREE or LAST
 *
 * TURN is left out where a single token lies, SWAP where both tokens lie in one region.
 *
 * A token lies face down with an origin only. A face is drawn when somebody sees it; `seen` says
 * who has looked, which everybody may know, and `face` what it is, which in a view is zero
 * unless the viewer has looked. `unseen`, `start_left` and `other_left` are always as of whoever
 * the state belongs to: in the full state they count what nobody has seen, in a view what the
 * viewer has not. */
#ifndef GAMES_RATTUS_H
#define GAMES_RATTUS_H

#include "core/game.h"
#include "games/rattus/components.h"

enum {
    SLOTS = REGIONS * RATS_MAX,
    SETTLE_CUBES = 2,
    SPREAD_MAX = 2,
    KNIGHT_CUBES = 2,
    MERCHANT_MAX = 3
};

enum rattus_phase {
    PHASE_START, /* chance: where the plague begins */
    PHASE_SETTLE, /* two cubes into a region, there and back */
    PHASE_FREE, /* the free part of a turn */
    PHASE_PEEK, /* chance: the face of the token looked at */
    PHASE_LOOK, /* the witch: another token, or stop */
    PHASE_SWAP, /* the witch: swap the two, or keep */
    PHASE_SPREAD, /* new tokens into neighbours */
    PHASE_KNIGHT, /* does the piece count as two cubes? */
    PHASE_TURN, /* chance: which token of the region is turned up */
    PHASE_REVEAL, /* chance: the face of that token */
    PHASE_LAST, /* a seat of the last round */
    PHASE_OVER,
    PHASES
};

enum { ORIGIN_NONE, ORIGIN_START, ORIGIN_SUPPLY };

enum rattus_part { PART_REGIONS, PART_CASTLE, PART_SUPPLY, PARTS };

struct rattus_seat {
    uint16_t present; /* regions with a cube of this seat: follows from `cubes` */
    uint8_t cubes[REGIONS];
    uint8_t castle, supply;
    uint8_t classes; /* set of class cards */
    uint8_t spare;
};

struct rattus {
    uint8_t viewer;
    uint8_t players;
    uint8_t phase;
    uint8_t seat; /* whose turn it is; in the final plague and after it, the ender */
    uint8_t plague; /* where the piece stands: region + 1 */
    uint8_t ravage; /* PHASE_TURN, PHASE_REVEAL: the region + 1 */
    uint8_t ender; /* who ended the game: seat + 1; 0 before the last round */
    uint8_t supply; /* tokens in the supply */
    uint64_t unseen; /* set of faces */
    uint16_t rats[RATS_MAX]; /* regions with a token at position 1, 2, 3 */
    uint16_t looked[2]; /* the witch at work: `witch GA 2`, action + 1 */
    /* faces of each kind among the faceless tokens of the supply and from it: s and k */
    uint8_t start_left, other_left;
    uint8_t took, grew; /* in the free part: a class is taken, cubes are placed */
    uint8_t used; /* set of classes whose power is spent this turn */
    uint8_t spread; /* tokens still to come */
    /* the piece counts as two cubes; in the last round, wherever it will stand at its end */
    uint8_t knight;
    /* of each token: ORIGIN_…, a mask of seats, number + 1 */
    uint8_t origin[SLOTS], seen[SLOTS], face[SLOTS];
    uint8_t turned; /* PHASE_REVEAL: the token's position + 1 */
    uint8_t spare[2];
    struct rattus_seat seats[RATTUS_SEATS];
};

_Static_assert(sizeof(struct rattus_seat) == 18, "no padding");
_Static_assert(sizeof(struct rattus) == 36 + 3 * SLOTS + RATTUS_SEATS * sizeof(struct rattus_seat),
               "no padding");

/* Numbers of actions. The rows are in the byte order of notation; see text.c. */
enum {
    DO_CLASS = 0, /* class B */
    DO_DONE = DO_CLASS + CLASSES,
    DO_GROW = DO_DONE + 1, /* grow AN, grow AN P */
    DO_KEEP = DO_GROW + 2 * REGIONS,
    DO_KING = DO_KEEP + 1, /* king AN */
    DO_KNIGHT = DO_KING + REGIONS, /* knight AN: last round */
    DO_KNIGHT_NO = DO_KNIGHT + REGIONS,
    DO_KNIGHT_YES = DO_KNIGHT_NO + 1,
    DO_MERCHANT = DO_KNIGHT_YES + 1, /* merchant AN GA 1 */
    DO_MONK = DO_MERCHANT + REGIONS * REGIONS * MERCHANT_MAX, /* monk AN 1 GA */
    DO_PEASANT = DO_MONK + SLOTS * REGIONS, /* peasant AN */
    DO_PEEK = DO_PEASANT + REGIONS, /* peek ?, peek N01 … */
    DO_PLAGUE = DO_PEEK + 1 + FACES, /* plague AN */
    DO_RAT = DO_PLAGUE + REGIONS, /* rat AN */
    DO_REVEAL = DO_RAT + REGIONS, /* reveal N01 */
    DO_SETTLE = DO_REVEAL + FACES, /* settle AN */
    DO_SWAP = DO_SETTLE + REGIONS,
    DO_TURN = DO_SWAP + 1, /* turn 1 */
    DO_WITCH = DO_TURN + RATS_MAX, /* witch AN 1 */
    DO_WITCH_STOP = DO_WITCH + SLOTS,
    DO_ACTIONS
};

enum { DO_PEEK_VEILED = DO_PEEK, DO_PEEK_FACE = DO_PEEK + 1 };

static inline uint16_t rattus_in_play(const struct rattus *s) {
    return rattus_sizes[s->players].regions;
}

static inline unsigned rattus_neighbours(const struct rattus *s, unsigned region) {
    return rattus_borders[region] & rattus_in_play(s);
}

static inline unsigned rattus_rats(const struct rattus *s, unsigned region) {
    return (s->rats[0] >> region & 1u) + (s->rats[1] >> region & 1u) + (s->rats[2] >> region & 1u);
}

/* Regions with a cube of anybody. */
static inline unsigned rattus_peopled(const struct rattus *s) {
    return s->seats[0].present | s->seats[1].present | s->seats[2].present | s->seats[3].present;
}

static inline unsigned rattus_cubes_in(const struct rattus *s, unsigned region) {
    unsigned sum = 0;
    for (unsigned seat = 0; seat < s->players; seat++) sum += s->seats[seat].cubes[region];
    return sum;
}

static inline bool rattus_has(const struct rattus *s, unsigned seat, unsigned class) {
    return s->seats[seat].classes >> class & 1;
}

/* The token whose face a chance step names: the latest one looked at, or the one that is turned
 * up. */
static inline unsigned rattus_chance_slot(const struct rattus *s) {
    if (s->phase == PHASE_REVEAL) return (s->ravage - 1u) * RATS_MAX + s->turned - 1u;
    return (s->looked[1] ? s->looked[1] : s->looked[0]) - 1u - DO_WITCH;
}

/* Of the faces of a token that came from the supply, how many of that kind are left. */
static inline uint8_t *rattus_left(struct rattus *s, unsigned face) {
    return face >= FACE_S01 ? &s->start_left : &s->other_left;
}

/* rules.c */
bool rattus_final_knight(const struct rattus *s); /* in the final plague the piece counts */
/* regions so many steps from the piece, its own included */
unsigned rattus_reach(const struct rattus *s, unsigned steps);
/* regions, and those with `P` */
unsigned rattus_growable(const struct rattus *s, const struct rattus_seat *t, unsigned *peasants);

/* scoring.c */
void rattus_strike(struct rattus *s, unsigned region, unsigned face, struct sink *sink);
void rattus_result(const void *state, struct result *result);

/* knowledge.c */
/* with weights, on views too */
void rattus_weigh(const struct rattus *s, unsigned slot, unsigned first, struct outcomes *out);
void rattus_learn(struct rattus *s, unsigned slot, unsigned face);
void rattus_view(void *state, unsigned observer);
uint16_t rattus_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void rattus_determinise(void *view, struct generator *generator);
bool rattus_check(const void *state, struct message *error);

/* features.c */

/* The cubes that seats lose on average if the plague ravages every region now, as one seat knows
 * the tokens: in 1/256ths, by region and seat. Exact where one token lies; after that as if the
 * cubes left were the average ones. */
enum { LOSS_ONE = 256 };
void rattus_expected_losses(const struct rattus *s, unsigned seat,
                            uint16_t losses[REGIONS][RATTUS_SEATS]);

enum { RATTUS_RINGS = 4, RATTUS_STAGES = 4, RATTUS_FEATURE_REVISION = 1 };

/* What a net is told, as one seat looks at it. */
struct rattus_features {
    struct rattus_told_seat {
        int16_t there, to_move, ender, last_to_come; /* a turn in the last round */
        /* of whoever looks, expected losses taken off; its own: its score */
        int16_t ahead;
        /* on the board; where no rat is; in the final plague, were it now */
        int16_t cubes, castle, sheltered, loss;
        int16_t supply, supply_low;
        int16_t imminent; /* loss where the plague is about to ravage */
        int16_t worst; /* loss next to the plague */
        int16_t regions;
        int16_t classes[CLASSES];
        /* so many steps from the plague */
        int16_t ring_cubes[RATTUS_RINGS], ring_loss[RATTUS_RINGS];
    } seats[RATTUS_SEATS];
    /* over the best of the others: the later, the more it tells */
    int16_t lead[RATTUS_STAGES], second_lead;
    int16_t stage[RATTUS_STAGES];
    int16_t tokens, tokens_low;
    /* regions with so many or more; with two or more, far from the plague */
    int16_t rats[RATS_MAX], far_rats;
    int16_t settle, free, witch, spread, knight;
    int16_t took, grew, powers; /* of the turn: what is done; powers not yet used */
};
enum { RATTUS_FEATURES = sizeof(struct rattus_features) / sizeof(int16_t) };
_Static_assert(RATTUS_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
void rattus_features(const void *state, int16_t (*features)[FEATURES_MAX]);

/* text.c: notation, members, events, and all that is said to a person */
extern const struct things rattus_regions, rattus_classes, rattus_faces;
extern const struct notation rattus_notation;
extern const struct fields rattus_fields;
bool rattus_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason);
void rattus_ask(const void *view, unsigned seat, struct message *message);
bool rattus_preview(const void *view, unsigned seat, uint16_t action, struct message *message);
void rattus_describe(const void *view, struct sink *sink);

extern const struct tuning rattus_tuning;
extern const struct game rattus_game;

#endif
