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

#include "core/declare.h"
#include "games/duell/components.h"

enum { ROUNDS = 12, PASS_ROUNDS = 3, POSITIONS = 9, LINES = 8 };

/* clang-format off */

#define DUELL_PHASES(X)                                                                     \
    X(STACK,    "stack",    CHANCE) /* the four seals of the stack */                       \
    X(DEAL,     "deal",     CHANCE) /* nine cards */                                        \
    X(CLAIM,    "claim",    SEATS)  /* a line */                                            \
    X(FLIP,     "flip",     SEATS)  /* the seat that must flip first or is behind */        \
    X(SIDE,     "side",     CHANCE) /* the side of the seal in the air */                   \
    X(LUCKY,    "lucky",    SEATS)  /* the seat that flipped and has `lucky` */             \
    X(KEEP,     "keep",     SEATS)  /* the loser of the fight, if there is a choice */      \
    X(EVALUATE, "evaluate", SEATS)  /* one of its cards, or done */                         \
    X(CARD,     "card",     SEATS)  /* inside a card: buy, sell, convert, fetch */          \
    X(FREE,     "free",     SEATS)  /* free conversions, of a person card or of bonus III */ \
    X(GIVE,     "give",     SEATS)  /* the opponent: a seal */                              \
    X(BUILD,    "build",    SEATS)  /* pieces, or end */                                    \
    X(OVER,     "over",     NOBODY)

#define DUELL_VERBS(X)                                                                                \
    /* name    word       actions                  who     phases and the reason in others           parts */ \
    X(BUILD,   "build",   SECTIONS * MATERIALS,    SEAT,   DURING(BUILD),    "duell.whynot.when_build",   {&duell_sections}, {&duell_materials}) \
    X(BUY,     "buy",     1 + MATERIALS,           SEAT,   DURING(CARD),     "duell.whynot.when_buy",     {&duell_materials, .optional = true}) \
    X(CLAIM,   "claim",   LINES,                   SEAT,   DURING(CLAIM),    "duell.whynot.when_claim",   {&duell_lines_things}) \
    X(CONVERT, "convert", 1,                       SEAT,   DURING(CARD),     "duell.whynot.when_convert") \
    X(DEAL,    "deal",    CARDS,                   CHANCE, 0,                NULL,                        {&duell_cards}) \
    X(DONE,    "done",    1,                       SEAT,   DURING(EVALUATE), "duell.whynot.when_done")    \
    X(END,     "end",     1,                       SEAT,   DURING(BUILD),    "duell.whynot.when_end")     \
    X(ENOUGH,  "enough",  1,                       SEAT,   DURING(CARD) | DURING(FREE), "duell.whynot.when_enough") \
    X(FETCH,   "fetch",   MATERIALS,               SEAT,   DURING(CARD),     "duell.whynot.when_fetch",   {&duell_materials}) \
    X(FLIP,    "flip",    SEALS,                   SEAT,   DURING(FLIP),     "duell.whynot.when_flip",    {&duell_seals}) \
    X(FREE,    "free",    MATERIALS,               SEAT,   DURING(FREE),     "duell.whynot.when_free",    {&duell_materials}) \
    X(GIVE,    "give",    NEUTRALS,                SEAT,   DURING(GIVE),     "duell.whynot.when_give",    {&neutral_seals}) \
    X(KEEP,    "keep",    NEUTRALS,                SEAT,   DURING(KEEP),     "duell.whynot.when_keep",    {&neutral_seals}) \
    X(LUCKY,   "lucky",   1,                       SEAT,   DURING(LUCKY),    "duell.whynot.when_lucky")   \
    X(PLAY,    "play",    ONCES * (1 + MATERIALS), SEAT,   DURING(EVALUATE) | DURING(BUILD), "duell.whynot.when_play", {&duell_onces}, {&duell_materials, .optional = true}) \
    X(SELL,    "sell",    1,                       SEAT,   DURING(CARD),     "duell.whynot.when_sell")    \
    X(SIDE,    "side",    6,                       CHANCE, 0,                NULL,                        {&sides}) \
    X(STACK,   "stack",   NEUTRALS,                CHANCE, 0,                NULL,                        {&neutral_seals}) \
    X(STAND,   "stand",   1,                       SEAT,   DURING(LUCKY),    "duell.whynot.when_lucky")   \
    X(USE,     "use",     POSITIONS,               SEAT,   DURING(EVALUATE), "duell.whynot.when_use",     {&duell_positions}) \
    X(YIELD,   "yield",   1,                       SEAT,   DURING(FLIP),     "duell.whynot.when_yield")

#define DUELL_STATE(X)                                                                               \
    X(EVERYONE, INDEX,  uint8_t,  phase,,  .things = &phases)                                        \
    X(EVERYONE, NUMBER, uint8_t,  round,,  .max = ROUNDS) /* 0 before the first */                   \
    X(EVERYONE, NUMBER, uint8_t,  sign,,   .max = 1) /* holder of the power sign */                  \
    X(EVERYONE, NUMBER, uint8_t,  holder,, .max = 1) /* holder when the round began */               \
    X(EVERYONE, NUMBER, uint8_t,  seat,,   .max = 1) /* the seat on turn: it claims, flips or evaluates */ \
    X(EVERYONE, NUMBER, uint8_t,  bank,,   .max = GOLD_ALL)                                          \
    X(EVERYONE, SET,    uint64_t, deck, [2], .things = &duell_cards) /* of this pass, not yet dealt: first copies, second copies */ \
    X(EVERYONE, LIST,   uint8_t,  stack, [NEUTRAL_SEALS], .things = &neutral_seals) /* of seals, top first */ \
    X(EVERYONE, NUMBER, uint8_t,  stack_count,, .max = NEUTRAL_SEALS)                                \
    X(EVERYONE, LIST,   uint8_t,  layout, [POSITIONS], .things = &duell_cards)                       \
    X(EVERYONE, NUMBER, uint8_t,  dealt,,  .max = POSITIONS)                                         \
    X(EVERYONE, NUMBER, uint8_t,  side,,   .max = 5) /* LUCKY: the side shown */                     \
    X(EVERYONE, THING,  uint8_t,  card,,   .things = &duell_cards) /* CARD, FREE, GIVE; none: bonus III */ \
    X(EVERYONE, FLAG,   uint8_t,  buying,,) /* CARD: how a market was used */                        \
    X(EVERYONE, FLAG,   uint8_t,  selling,,)                                                         \
    X(EVERYONE, NUMBER, uint8_t,  allowance,, .max = 2) /* FREE: conversions left */                 \
    X(EVERYONE, FLAG,   uint8_t,  cheap,,) /* in this turn: the price of a piece, */                 \
    X(EVERYONE, FLAG,   uint8_t,  site,,) /* a second section, */                                    \
    X(EVERYONE, FLAG,   uint8_t,  labour,,) /* a cheaper piece; */                                   \
    X(EVERYONE, NUMBER, uint8_t,  pieces,, .max = SECTION_PIECES) /* built in this turn */           \
    X(EVERYONE, SET,    uint8_t,  sections,, .things = &duell_sections) /* likewise */               \
    X(EVERYONE, SPARE,  uint8_t,  spare,,)

#define DUELL_SEAT(X)                                                                                \
    X(EVERYONE, SET,    uint16_t, cards,, .things = &duell_positions) /* its positions not used yet */ \
    X(EVERYONE, NUMBER, uint8_t,  gold,,  .max = GOLD_ALL)                                           \
    X(EVERYONE, NUMBER, uint8_t,  seals, [NEUTRALS],   .max = NEUTRAL_SEALS) /* without those in a fight */ \
    X(EVERYONE, NUMBER, uint8_t,  supply, [MATERIALS], .max = MARKERS) /* markers by location */     \
    X(EVERYONE, NUMBER, uint8_t,  raw, [MATERIALS],    .max = MARKERS) /* camp */                    \
    X(EVERYONE, NUMBER, uint8_t,  worked, [MATERIALS], .max = MARKERS) /* camp */                    \
    X(EVERYONE, SET,    uint8_t,  built, [SECTIONS],   .things = &duell_materials) /* finished sections stay */ \
    X(EVERYONE, SET,    uint8_t,  hand,,  .things = &duell_onces) /* "1 ×" cards */                  \
    X(EVERYONE, FLAG,   uint8_t,  tithe,,) /* the next income pays twice */                          \
    X(EVERYONE, LIST,   uint8_t,  flipped, [FLIPS_MAX], .things = &duell_seals) /* in this fight, in order */ \
    X(EVERYONE, NUMBER, uint8_t,  flips,, .max = FLIPS_MAX) /* number of them */                     \
    X(EVERYONE, NUMBER, uint8_t,  sum,,   .max = 41) /* sum of their sides */                        \
    X(EVERYONE, SPARE,  uint8_t,  spare,,)

#define DUELL_PARTS(X) X(SECTIONS, "sections") X(MATERIALS, "materials") X(GOLD, "gold")

/* clang-format on */

enum { DUELL_SEATS_MIN = DUELL_SEATS };

GAME_TYPES(duell, DUELL);

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

/* fight.c: identifies the situation of a fight, for ai/solve.h */
uint32_t duell_situation(const void *state);

/* text.c */
extern const struct things duell_cards, duell_onces, duell_materials, duell_worked, duell_seals,
    duell_sections, duell_lines_things, duell_positions, duell_stacks, duell_buildings;
unsigned duell_worked_thing(unsigned seat, unsigned material); /* its number in duell_worked */
void duell_standing(const void *view, struct json_out *out);

extern const struct tuning duell_tuning;

#endif
