/* Rattus: the state, and the functions that the game's files share.
 *
 * A state has 216 bytes; a game has 220 to 280 steps. Regions, classes and faces are numbered in
 * the byte order of their codes. A slot is a place for a token: 3 · region + position. Positions
 * count from 0 here and from 1 in notation. They follow the order of arrival and serve only to
 * tell the tokens of a region apart.
 *
 *     START ─ SETTLE ─ FREE ─ SPREAD ─ KNIGHT ─ TURN ─ REVEAL ─┬─ (next turn) FREE
 *                        │                                     └─ LAST … TURN ─ REVEAL … OVER
 *          FREE or LAST ─┴─ PEEK ─ LOOK ─ PEEK ─ SWAP ─ FREE or LAST
 *
 * A region with a single token skips TURN. The witch skips SWAP if both tokens lie in one region.
 *
 * A face-down token has only an origin; its face is drawn when a seat first sees it. `seen` holds
 * the seats that have looked, which is public. `face` holds the face; in a view it is zero unless
 * the viewer has looked. `unseen`, `start_left` and `other_left` count what nobody has seen in the
 * full state, and what the viewer has not seen in a view. */
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
    PHASE_SETTLE, /* each seat places two cubes in turn, then again in reverse order */
    PHASE_FREE, /* a turn before the plague moves: class, cubes and powers in any order */
    PHASE_PEEK, /* chance: the face of the token that the witch looks at */
    PHASE_LOOK, /* the witch looks at a second token, or stops */
    PHASE_SWAP, /* the witch swaps the two tokens, or keeps them */
    PHASE_SPREAD, /* the seat puts new tokens into neighbouring regions */
    PHASE_KNIGHT, /* the seat decides whether the plague piece counts as two cubes */
    PHASE_TURN, /* chance: which token of the region is turned up */
    PHASE_REVEAL, /* chance: the face of that token */
    PHASE_LAST, /* a seat's turn in the last round */
    PHASE_OVER,
    PHASES
};

enum { ORIGIN_NONE, ORIGIN_START, ORIGIN_SUPPLY };

enum rattus_part { PART_REGIONS, PART_CASTLE, PART_SUPPLY, PARTS };

struct rattus_seat {
    uint16_t present; /* set of regions with a cube of this seat; follows from `cubes` */
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
    uint8_t plague; /* the plague piece's region + 1; 0 in PHASE_START */
    uint8_t ravage; /* in PHASE_TURN and PHASE_REVEAL, the region being ravaged + 1; else 0 */
    uint8_t ender; /* the seat that ended the game + 1; 0 before the last round */
    uint8_t supply; /* number of tokens in the supply */
    uint64_t unseen; /* set of faces not yet seen, see above */
    uint16_t rats[RATS_MAX]; /* set of regions with a token at position 1, 2, 3 */
    uint16_t looked[2]; /* the witch's tokens, as action + 1 of `witch GA 2`; else 0 */
    /* start faces and other faces among the unseen tokens that are in the supply or came from it:
     * s and k in knowledge.c */
    uint8_t start_left, other_left;
    uint8_t took, grew; /* flags: this turn the seat has taken a class, has placed cubes */
    uint8_t used; /* set of classes whose power has been used this turn */
    uint8_t spread; /* in PHASE_SPREAD, the number of tokens still to be placed; else 0 */
    /* the plague piece counts as two cubes; in the last round: it will in the final plague, in the
     * region where it then stands */
    uint8_t knight;
    /* per slot: ORIGIN_…; the seats that have looked, one bit each; the face + 1, or 0 */
    uint8_t origin[SLOTS], seen[SLOTS], face[SLOTS];
    uint8_t turned; /* in PHASE_REVEAL, the token's position + 1; else 0 */
    uint8_t spare[2];
    struct rattus_seat seats[RATTUS_SEATS];
};

_Static_assert(sizeof(struct rattus_seat) == 18, "no padding");
_Static_assert(sizeof(struct rattus) == 36 + 3 * SLOTS + RATTUS_SEATS * sizeof(struct rattus_seat),
               "no padding");

/* The first action number of each verb, in the byte order of the notation in text.c. */
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

/* The set of regions with at least one cube. */
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

/* The slot whose face the pending chance step names: in PHASE_REVEAL the token turned up, in
 * PHASE_PEEK the token that the witch chose last. */
static inline unsigned rattus_chance_slot(const struct rattus *s) {
    if (s->phase == PHASE_REVEAL) return (s->ravage - 1u) * RATS_MAX + s->turned - 1u;
    return (s->looked[1] ? s->looked[1] : s->looked[0]) - 1u - DO_WITCH;
}

/* The count, `start_left` or `other_left`, that a face belongs to. */
static inline uint8_t *rattus_left(struct rattus *s, unsigned face) {
    return face >= FACE_S01 ? &s->start_left : &s->other_left;
}

/* rules.c */
/* Does the plague piece count as two cubes in the final plague? */
bool rattus_final_knight(const struct rattus *s);
/* The set of regions within `steps` of the plague piece, including its own. */
unsigned rattus_reach(const struct rattus *s, unsigned steps);
/* The set of regions where the seat may `grow AN`; `peasants` gets the set for `grow AN P`. */
unsigned rattus_growable(const struct rattus *s, const struct rattus_seat *t, unsigned *peasants);

/* scoring.c */
void rattus_strike(struct rattus *s, unsigned region, unsigned face, struct sink *sink);
void rattus_result(const void *state, struct result *result);

/* knowledge.c */
/* Lists the possible faces of a token with their weights, on full states and on views. `first` is
 * the action number of face 0. */
void rattus_weigh(const struct rattus *s, unsigned slot, unsigned first, struct outcomes *out);
void rattus_learn(struct rattus *s, unsigned slot, unsigned face);
void rattus_view(void *state, unsigned observer);
uint16_t rattus_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void rattus_determinise(void *view, struct generator *generator);
bool rattus_check(const void *state, struct message *error);

/* features.c */

/* The cubes that each seat is expected to lose per region if the plague ravaged every region now,
 * in 1/256ths, given what one seat knows of the tokens. The first token of a region is exact. The
 * later ones are approximate: they strike the average number of cubes that are left. */
enum { LOSS_ONE = 256 };
void rattus_expected_losses(const struct rattus *s, unsigned seat,
                            uint16_t losses[REGIONS][RATTUS_SEATS]);

enum { RATTUS_RINGS = 4, RATTUS_STAGES = 4, RATTUS_FEATURE_REVISION = 2 };

/* A net's inputs, from one seat's point of view. That seat comes first, the others clockwise. */
struct rattus_features {
    struct rattus_told_seat {
        int16_t there; /* constant for each seat of the game, else 0 */
        int16_t to_move, ender; /* it is this seat's turn; this seat ended the game */
        int16_t last_to_come; /* the seat still has its turn in the last round */
        /* The score if the final plague came now. Other seats: minus the first seat's score. */
        int16_t ahead;
        int16_t cubes; /* in regions and in the castle */
        int16_t castle;
        int16_t sheltered; /* cubes in the castle and in regions without rats */
        int16_t loss; /* expected loss if the final plague came now */
        int16_t supply, supply_low; /* supply_low rises as the supply drops below six cubes */
        int16_t imminent; /* expected loss in the region that the plague is about to ravage */
        int16_t worst; /* largest expected loss in a region next to the plague */
        int16_t regions; /* number of regions with cubes of the seat */
        int16_t classes[CLASSES];
        /* cubes and expected loss in the plague's region, one step away, two steps, further */
        int16_t ring_cubes[RATTUS_RINGS], ring_loss[RATTUS_RINGS];
    } seats[RATTUS_SEATS];
    /* The lead over the best other seat. Only the current stage's entry is set, so that a net can
     * weigh a late lead more. */
    int16_t lead[RATTUS_STAGES];
    int16_t second_lead; /* the lead over the second best other seat */
    int16_t stage[RATTUS_STAGES]; /* only the current stage's entry is set */
    int16_t tokens, tokens_low; /* in the supply; tokens_low rises as it drops below six */
    int16_t rats[RATS_MAX]; /* number of regions with at least one, two, three tokens */
    int16_t far_rats; /* regions with two tokens or more, at least two steps from the plague */
    int16_t settle, free, witch, spread, knight; /* the phase */
    int16_t took, grew; /* this turn a class has been taken, cubes have been placed */
    int16_t powers; /* number of powers that the seat to move has not used yet */
    /* what each seat can do and must fear next, the first seat first */
    struct rattus_told_outlook {
        int16_t
            strike; /* the most that the others lose, less its own loss, if it moved the plague */
        int16_t exposed; /* its largest expected loss where the others could move the plague */
        int16_t growth; /* the most cubes that it can place in one region */
        int16_t safe_growth; /* the same where no other seat could move the plague */
        int16_t haven; /* cubes in regions without rats, which a king could take into the castle */
        int16_t crowd; /* its cubes in the region where it has most */
        int16_t majorities; /* regions with rats in which nobody has more cubes */
        int16_t unused; /* powers not used yet in its turn */
    } outlook[RATTUS_SEATS];
    struct rattus_told_region {
        int16_t rats, own, others; /* tokens, cubes of the first seat, cubes of the others */
        int16_t plague;
    } regions[REGIONS];
};
enum { RATTUS_FEATURES = sizeof(struct rattus_features) / sizeof(int16_t) };
_Static_assert(RATTUS_FEATURES - 0u <= FEATURES_MAX - 0u, "the features fit the inputs of a net");
void rattus_features(const void *state, int16_t (*features)[FEATURES_MAX]);

/* text.c: notation, JSON members, and all messages for people */
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
