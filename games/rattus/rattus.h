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

#include "core/declare.h"
#include "games/rattus/components.h"

enum { RATTUS_SEATS_MIN = 2, SLOTS = REGIONS * RATS_MAX };
enum { SETTLE_CUBES = 2, SPREAD_MAX = 2, KNIGHT_CUBES = 2, MERCHANT_MAX = 3 };

enum { ORIGIN_NONE, ORIGIN_START, ORIGIN_SUPPLY };

/* The streams of draws: where the plague begins, faces, and which token is turned up. */
enum { STREAM_START, STREAM_FACES, STREAM_ORDER };

/* clang-format off */

#define RATTUS_PHASES(X)                                                                            \
    X(START,  "start",  CHANCE) /* where the plague begins */                                       \
    X(SETTLE, "settle", SEATS)  /* each seat places two cubes in turn, then again in reverse order */ \
    X(FREE,   "free",   SEATS)  /* before the plague moves: class, cubes and powers in any order */ \
    X(PEEK,   "peek",   CHANCE) /* the face of the token that the witch looks at */                 \
    X(LOOK,   "look",   SEATS)  /* the witch looks at a second token, or stops */                   \
    X(SWAP,   "swap",   SEATS)  /* the witch swaps the two tokens, or keeps them */                 \
    X(SPREAD, "spread", SEATS)  /* the seat puts new tokens into neighbouring regions */            \
    X(KNIGHT, "knight", SEATS)  /* does the plague piece count as two cubes? */                     \
    X(TURN,   "turn",   CHANCE) /* which token of the region is turned up */                        \
    X(REVEAL, "reveal", CHANCE) /* the face of that token */                                        \
    X(LAST,   "last",   SEATS)  /* a seat's turn in the last round */                               \
    X(OVER,   "over",   NOBODY)

/* While the witch's power is in progress, why_not says what has to wait for its end. */
#define WITCHING (DURING(LOOK) | DURING(SWAP))
#define IN_TURN (DURING(FREE) | WITCHING)
#define IN_LAST (DURING(LAST) | WITCHING)

/* `plague GA` is a step of chance before the first turn, and a seat's step in every turn. A verb
 * has only one entry, so it is listed as a seat's. */
#define RATTUS_VERBS(X)                                                                             \
    /* name        word          actions                         who     phases and the reason in others                        parts */ \
    X(CLASS,      "class",      CLASSES,                         SEAT,   IN_TURN,           "rattus.whynot.when_class",         {&rattus_classes}) \
    X(DONE,       "done",       1,                               SEAT,   IN_LAST,           "rattus.whynot.when_done") \
    X(GROW,       "grow",       2 * REGIONS,                     SEAT,   IN_TURN,           "rattus.whynot.when_grow",          {&rattus_regions}, {&peasants, .optional = true}) \
    X(KEEP,       "keep",       1,                               SEAT,   DURING(SWAP),      "rattus.whynot.when_swap") \
    X(KING,       "king",       REGIONS,                         SEAT,   IN_TURN | IN_LAST, "rattus.whynot.when_power",         {&rattus_regions}) \
    X(KNIGHT,     "knight",     REGIONS,                         SEAT,   IN_LAST,           "rattus.whynot.when_last_knight",   {&rattus_regions}) \
    X(KNIGHT_NO,  "knight no",  1,                               SEAT,   DURING(KNIGHT),    "rattus.whynot.when_knight") \
    X(KNIGHT_YES, "knight yes", 1,                               SEAT,   DURING(KNIGHT),    "rattus.whynot.when_knight") \
    X(MERCHANT,   "merchant",   REGIONS * REGIONS * MERCHANT_MAX, SEAT,  IN_TURN | IN_LAST, "rattus.whynot.when_power",         {&rattus_regions}, {&rattus_regions, .name = "region2"}, {&cubes}) \
    X(MONK,       "monk",       SLOTS * REGIONS,                 SEAT,   IN_TURN | IN_LAST, "rattus.whynot.when_power",         {&rattus_regions}, {&positions}, {&rattus_regions, .name = "region2"}) \
    X(PEASANT,    "peasant",    REGIONS,                         SEAT,   IN_LAST,           "rattus.whynot.when_peasant",       {&rattus_regions}) \
    X(PEEK,       "peek",       1 + FACES,                       CHANCE, 0,                 NULL,                               {&veiled_faces}) \
    X(PLAGUE,     "plague",     REGIONS,                         BOTH,   IN_TURN,           "rattus.whynot.when_plague",        {&rattus_regions}) \
    X(RAT,        "rat",        REGIONS,                         SEAT,   DURING(SPREAD),    "rattus.whynot.when_rat",           {&rattus_regions}) \
    X(REVEAL,     "reveal",     FACES,                           CHANCE, 0,                 NULL,                               {&rattus_faces}) \
    X(SETTLE,     "settle",     REGIONS,                         SEAT,   DURING(SETTLE),    "rattus.whynot.when_settle",        {&rattus_regions}) \
    X(SWAP,       "swap",       1,                               SEAT,   DURING(SWAP),      "rattus.whynot.when_swap") \
    X(TURN,       "turn",       RATS_MAX,                        CHANCE, 0,                 NULL,                               {&positions}) \
    X(WITCH,      "witch",      SLOTS,                           SEAT,   IN_TURN | IN_LAST, "rattus.whynot.when_power",         {&rattus_regions}, {&positions}) \
    X(WITCH_STOP, "witch stop", 1,                               SEAT,   DURING(LOOK),      "rattus.whynot.when_stop")

/* What an observer may know depends on `seen`, so rattus_view hides it. */
#define RATTUS_STATE(X)                                                                             \
    X(EVERYONE, INDEX,  uint8_t,  phase,,  .things = &phases)                                       \
    X(EVERYONE, INDEX,  uint8_t,  seat,,   .things = &seats) /* on turn; in the final plague and after it, the ender */ \
    X(EVERYONE, THING,  uint8_t,  plague,, .things = &rattus_regions) /* the plague piece; none in PHASE_START */ \
    X(EVERYONE, THING,  uint8_t,  ravage,, .things = &rattus_regions) /* TURN, REVEAL: being ravaged */ \
    X(EVERYONE, THING,  uint8_t,  ender,,  .things = &seats) /* who ended the game; none before the last round */ \
    X(EVERYONE, NUMBER, uint8_t,  supply,, .max = FACES) /* number of tokens */                     \
    X(EVERYONE, SET,    uint64_t, unseen,, .things = &rattus_faces) /* faces not yet seen, see above */ \
    X(EVERYONE, SET,    uint16_t, rats, [RATS_MAX], .things = &rattus_regions) /* regions with a token at position 1, 2, 3 */ \
    X(EVERYONE, ACTION, uint16_t, looked, [2],) /* the witch's tokens, as `witch GA 2` */           \
    X(EVERYONE, NUMBER, uint8_t,  start_left,, .max = FACES_START) /* among the unseen tokens in or from the supply: */ \
    X(EVERYONE, NUMBER, uint8_t,  other_left,, .max = FACES_OTHER) /* s and k in knowledge.c */     \
    X(EVERYONE, FLAG,   uint8_t,  took,,) /* this turn the seat has taken a class, */               \
    X(EVERYONE, FLAG,   uint8_t,  grew,,) /* has placed cubes */                                    \
    X(EVERYONE, SET,    uint8_t,  used,,   .things = &rattus_classes) /* powers used this turn */   \
    X(EVERYONE, NUMBER, uint8_t,  spread,, .max = SPREAD_MAX) /* SPREAD: tokens still to be placed */ \
    X(EVERYONE, FLAG,   uint8_t,  knight,,) /* the plague piece counts as two cubes; last round: will count where it then stands */ \
    X(EVERYONE, THING,  uint8_t,  origin, [SLOTS], .things = &origins)                              \
    X(EVERYONE, SEATS,  uint8_t,  seen, [SLOTS],) /* the seats that have looked */                  \
    X(EVERYONE, THING,  uint8_t,  face, [SLOTS],   .things = &rattus_faces)                         \
    X(EVERYONE, THING,  uint8_t,  turned,, .things = &positions) /* REVEAL: the token's position */ \
    X(EVERYONE, SPARE,  uint8_t,  spare, [2],)

#define RATTUS_SEAT(X)                                                                              \
    X(EVERYONE, SET,    uint16_t, present,, .things = &rattus_regions) /* follows from `cubes` */   \
    X(EVERYONE, NUMBER, uint8_t,  cubes, [REGIONS], .max = RATTUS_CUBES)                            \
    X(EVERYONE, NUMBER, uint8_t,  castle,,  .max = RATTUS_CUBES)                                    \
    X(EVERYONE, NUMBER, uint8_t,  supply,,  .max = RATTUS_CUBES)                                    \
    X(EVERYONE, SET,    uint8_t,  classes,, .things = &rattus_classes)                              \
    X(EVERYONE, SPARE,  uint8_t,  spare,,)

#define RATTUS_PARTS(X) X(REGIONS, "regions") X(CASTLE, "castle") X(SUPPLY, "supply")

/* clang-format on */

GAME_TYPES(rattus, RATTUS);

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

/* The slots whose tokens have a face, because somebody has looked at them. */
static inline uint64_t rattus_seen_slots(const struct rattus *s) {
    uint64_t set = 0;
    _Static_assert(SLOTS % 8 == 4, "whole words, and half of one");
    for (unsigned first = 0; first + 8 <= SLOTS; first += 8)
        set |= (uint64_t)bits_nonzero(bits_word(s->face + first)) << first;
    for (unsigned slot = SLOTS - 4; slot < SLOTS; slot++)
        set |= (uint64_t)(s->face[slot] != 0) << slot;
    return set;
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

/* knowledge.c */
/* The possible faces of a token with their weights, on full states and on views. `first` is the
 * action number of face 0. */
void rattus_weigh(const struct rattus *s, unsigned slot, unsigned first, struct outcomes *out);
void rattus_learn(struct rattus *s, unsigned slot, unsigned face);

/* text.c */
extern const struct things rattus_regions, rattus_classes, rattus_faces;
void rattus_standing(const void *view, struct json_out *out);

extern const struct tuning rattus_tuning;

#endif
