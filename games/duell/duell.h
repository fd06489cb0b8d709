/* Duell der Baumeister: the state, and what its files share.
 *
 * 136 bytes; about 300 steps per game. Nothing is hidden: a view differs only in its viewer's
 * byte.
 *
 *     STACK ─ a round:  DEAL ─ CLAIM ─ FLIP ⇄ SIDE [LUCKY] ─ [KEEP] ─┐
 *               ▲                                                   │
 *               │     twice, the holder first: ┌────────────────────┘
 *               │                              ▼
 *               └──────────────── BUILD ─ EVALUATE ⇄ CARD, FREE, GIVE ─ OVER
 */
#ifndef GAMES_DUELL_H
#define GAMES_DUELL_H

#include "core/game.h"
#include "games/duell/components.h"

enum { ROUNDS = 12, PASS_ROUNDS = 3, POSITIONS = 9, LINES = 8 };

enum duell_phase {
    PHASE_STACK, /* chance: the four seals of the stack */
    PHASE_DEAL, /* chance: nine cards */
    PHASE_CLAIM, /* a line */
    PHASE_FLIP, /* the seat that must flip first or is behind */
    PHASE_SIDE, /* chance: the side of the seal in the air */
    PHASE_LUCKY, /* the seat that flipped and has `lucky` */
    PHASE_KEEP, /* the loser of the fight, if there is a choice */
    PHASE_EVALUATE, /* one of its cards, or done */
    PHASE_CARD, /* inside a card: buy, sell, convert, fetch */
    PHASE_FREE, /* free conversions, of a person card or of bonus III */
    PHASE_GIVE, /* the opponent: a seal */
    PHASE_BUILD, /* pieces, or end */
    PHASE_OVER,
    PHASES
};

enum duell_part { PART_SECTIONS, PART_MATERIALS, PART_GOLD, PARTS };

struct duell_seat {
    /* this seat's unused positions: bit 0 is position 1 */
    uint16_t cards;
    uint8_t gold;
    uint8_t seals[NEUTRALS]; /* neutral seals, without those in a fight */
    /* markers by location; those of finished sections stay in `built` */
    uint8_t supply[MATERIALS];
    uint8_t raw[MATERIALS]; /* camp */
    uint8_t worked[MATERIALS]; /* camp */
    uint8_t built[SECTIONS]; /* sets of materials */
    uint8_t hand; /* set of "1 ×" cards */
    uint8_t tithe; /* the next income pays twice */
    uint8_t flipped[FLIPS_MAX]; /* flipped in this fight, in order: seal + 1 */
    uint8_t flips; /* number of them */
    uint8_t sum; /* sum of their sides */
    uint8_t spare;
};

struct duell {
    uint8_t viewer;
    uint8_t players;
    uint8_t phase;
    uint8_t round; /* 1 … 12; 0 before the first */
    uint8_t sign; /* holder of the power sign */
    uint8_t holder; /* holder when the round began */
    uint8_t seat; /* the seat on turn: it claims, flips or evaluates */
    uint8_t bank;
    /* cards of this pass not yet dealt: first copies, second copies */
    uint64_t deck[2];
    uint8_t stack[NEUTRAL_SEALS]; /* the stack of seals, top first: seal + 1 */
    uint8_t stack_count;
    uint8_t layout[POSITIONS]; /* card + 1 */
    uint8_t dealt;
    uint8_t side; /* PHASE_LUCKY: the side shown */
    uint8_t card; /* PHASE_CARD, _FREE, _GIVE: card + 1; 0: bonus III */
    uint8_t buying, selling; /* PHASE_CARD: how a market was used */
    uint8_t allowance; /* PHASE_FREE: conversions left */
    uint8_t cheap, site, labour; /* in this turn */
    uint8_t pieces, sections; /* built in this turn: count and section */
    uint8_t spare;
    struct duell_seat seats[DUELL_SEATS];
};

_Static_assert(sizeof(struct duell_seat) == 40, "no padding");
_Static_assert(sizeof(struct duell) == 56 + DUELL_SEATS * sizeof(struct duell_seat), "no padding");

/* Numbers of actions. The rows are in the byte order of notation; see text.c. */
enum {
    DO_BUILD = 0, /* build I ore … III wool */
    DO_BUY = DO_BUILD + SECTIONS * MATERIALS, /* buy; buy ore … wool */
    DO_CLAIM = DO_BUY + 1 + MATERIALS, /* claim c1 … c3 d1 d2 r1 … r3 */
    DO_CONVERT = DO_CLAIM + LINES,
    DO_DEAL = DO_CONVERT + 1, /* deal archdeacon … */
    DO_DONE = DO_DEAL + CARDS,
    DO_END = DO_DONE + 1,
    DO_ENOUGH = DO_END + 1,
    DO_FETCH = DO_ENOUGH + 1, /* fetch ore … wool */
    DO_FLIP = DO_FETCH + MATERIALS, /* flip 05 14 23 own */
    DO_FREE = DO_FLIP + SEALS, /* free ore … wool */
    DO_GIVE = DO_FREE + MATERIALS, /* give 05 14 23 */
    DO_KEEP = DO_GIVE + NEUTRALS, /* keep 05 14 23 */
    DO_LUCKY = DO_KEEP + NEUTRALS,
    DO_PLAY = DO_LUCKY + 1, /* play journeyman; play journeyman ore … */
    DO_SELL = DO_PLAY + ONCES * (1 + MATERIALS),
    DO_SIDE = DO_SELL + 1, /* side 0 … 5 */
    DO_STACK = DO_SIDE + 6, /* stack 05 14 23 */
    DO_STAND = DO_STACK + NEUTRALS,
    DO_USE = DO_STAND + 1, /* use 1 … 9 */
    DO_YIELD = DO_USE + POSITIONS,
    DO_ACTIONS
};

/* Wood, sand and stone: what the countess fetches and what is converted free. */
enum { BASIC = 1u << WOOD | 1u << SAND | 1u << STONE };

/* The positions of a line, bit 0 is position 1: c1 c2 c3 d1 d2 r1 r2 r3. */
static const uint16_t duell_lines[LINES] = {0111, 0222, 0444, 0421, 0124, 0007, 0070, 0700};

static inline unsigned duell_popcount(unsigned set) {
    return (unsigned)__builtin_popcount(set);
}

/* Do two lines cross: have they exactly one card in common? */
static inline bool duell_cross(unsigned a, unsigned b) {
    unsigned common = a & b;
    return common && !(common & (common - 1));
}

static inline unsigned duell_pass_stack(const struct duell *s) {
    return (s->round - 1u) / PASS_ROUNDS % STACKS;
}

/* Section "Fight": the seat that must flip. Each flips at least once, the holder first; then the
 * seat that is behind. The holder wins ties. */
static inline unsigned duell_flipper(const struct duell *s) {
    unsigned holder = s->holder, other = holder ^ 1;
    if (!s->seats[holder].flips) return holder;
    if (!s->seats[other].flips) return other;
    return s->seats[other].sum <= s->seats[holder].sum ? other : holder;
}

/* A seat that has flipped its personal seal flips nothing more; until then it always has that
 * one. */
static inline bool duell_can_flip(const struct duell_seat *t) {
    return !t->flips || t->flipped[t->flips - 1] != SEAL_OWN + 1;
}

/* The kinds of which there is at least one. */
static inline unsigned duell_any(const uint8_t counts[MATERIALS]) {
    unsigned set = 0;
    for (unsigned m = 0; m < MATERIALS; m++) set |= (unsigned)(counts[m] != 0) << m;
    return set;
}

static inline unsigned duell_any_seal(const struct duell_seat *t) {
    return (unsigned)(t->seals[0] != 0) | (unsigned)(t->seals[1] != 0) << 1 |
           (unsigned)(t->seals[2] != 0) << 2;
}

/* The kinds of neutral seals that a seat has flipped in this fight. */
static inline unsigned duell_used_kinds(const struct duell_seat *t) {
    unsigned kinds = 0;
    for (unsigned i = 0; i < t->flips; i++) kinds |= 1u << (t->flipped[i] - 1);
    return kinds & ~(1u << SEAL_OWN);
}

static inline const struct duell_card *duell_card_at(const struct duell *s, unsigned position) {
    return &duell_card_table[s->layout[position] - 1];
}

/* Is this a person card of the other colour, which can be claimed but not used? */
static inline bool duell_blocked(const struct duell_card *card, unsigned seat) {
    return card->colour != ANY_COLOUR && card->colour != seat;
}

/* Of the first, second, third piece in a round, from 0. */
static inline unsigned duell_piece_price(unsigned piece) {
    return duell_number_table[NUMBER_PIECE + piece].number;
}

/* Section "Building": the price of the next piece; fewer than three were built. */
static inline unsigned duell_price(const struct duell *s) {
    unsigned helper = s->seat == RED ? CARD_STEWARD : CARD_ARCHITECT;
    unsigned price = s->cheap ? duell_card_table[helper].gold : duell_piece_price(s->pieces);
    unsigned less = s->labour ? duell_card_table[CARD_LABOUR].gold : 0;
    return price > less ? price - less : 0;
}

static inline bool duell_finished(const struct duell_seat *t, unsigned section) {
    return t->built[section] == duell_section_table[section].needs;
}

static inline unsigned duell_finished_sections(const struct duell_seat *t) {
    unsigned count = 0;
    for (unsigned i = 0; i < SECTIONS; i++) count += duell_finished(t, i);
    return count;
}

/* scoring.c */
/* > 0: seat 0 is ahead; never 0. `by`: the key of the event that names the tie-break */
int duell_compare(const struct duell *s, const char **by);
void duell_result(const void *state, struct result *result);

/* knowledge.c */
void duell_view(void *state, unsigned observer);
uint16_t duell_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void duell_determinise(void *view, struct generator *generator);
bool duell_check(const void *state, struct message *error);

/* features.c: the net's inputs */
enum { DUELL_FEATURES = 216, DUELL_FEATURE_REVISION = 2 };
void duell_features(const void *state, int16_t (*features)[FEATURES_MAX]);

/* fight.c: identifies the situation of a fight, for ai/solve.h */
uint32_t duell_situation(const void *state);

/* text.c: notation, members and sentences */
extern const struct things duell_cards, duell_onces, duell_materials, duell_worked, duell_seals,
    duell_sections, duell_lines_things, duell_positions, duell_stacks, duell_buildings;
extern const struct notation duell_notation;
extern const struct fields duell_fields;
unsigned duell_worked_thing(unsigned seat, unsigned material); /* its number in duell_worked */
bool duell_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason);
void duell_ask(const void *view, unsigned seat, struct message *message);
bool duell_preview(const void *view, unsigned seat, uint16_t action, struct message *message);
void duell_describe(const void *view, struct sink *sink);
void duell_standing(const void *view, struct json_out *out);

extern const struct tuning duell_tuning;
extern const struct game duell_game;

#endif
