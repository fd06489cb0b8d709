/* What a net is told of a position: both seats' means to build, whose turn it is, and what lies
 * there.
 *
 * Numbers are about 64 for "yes" or "much". Where it is one seat or the other, +64 is the seat
 * that looks, −64 its opponent. */
#include "core/bits.h"
#include "core/ensure.h"
#include "games/duell/duell.h"
#include "games/duell/fight.h"

#include <string.h>

enum { YES = 64 };

static int16_t clip(int value) {
    return (int16_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

static int16_t yes(bool is) {
    return is ? YES : 0;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* ---- cards, by what they do ---- */

/* Where a kind of card is counted; materials, craftsmen and "1 ×" cards one by one. */
enum {
    SLOT_POWER,
    SLOT_GOLD,
    SLOT_INFLUENCE,
    SLOT_MARKET,
    SLOT_FREE,
    SLOT_FETCH,
    SLOT_WOOLTRADER,
    SLOT_CHEAP,
    SLOT_SEAL,
    SLOT_ROB,
    SLOT_MATERIAL,
    SLOT_CRAFTSMAN = SLOT_MATERIAL + MATERIALS,
    SLOT_ONCE = SLOT_CRAFTSMAN + MATERIALS,
    SLOTS = SLOT_ONCE + ONCES
};

static const uint8_t kind_slots[] = {
    [KIND_POWER] = SLOT_POWER,
    [KIND_INCOME] = SLOT_GOLD,
    [KIND_GIFT] = SLOT_GOLD,
    [KIND_INFLUENCE] = SLOT_INFLUENCE,
    [KIND_MARKET] = SLOT_MARKET,
    [KIND_FREE] = SLOT_FREE,
    [KIND_FETCH] = SLOT_FETCH,
    [KIND_WOOLTRADER] = SLOT_WOOLTRADER,
    [KIND_CHEAP] = SLOT_CHEAP,
    [KIND_SEAL] = SLOT_SEAL,
    [KIND_ROB] = SLOT_ROB,
    [KIND_MATERIAL] = SLOT_MATERIAL,
    [KIND_CRAFTSMAN] = SLOT_CRAFTSMAN,
    [KIND_ONCE] = SLOT_ONCE,
};

/* One card, by its weight (YES: surely the seat's); what the seat cannot use is nothing to it. */
static void count_card(int16_t slots[SLOTS], unsigned card, unsigned seat, unsigned weight) {
    const struct duell_card *row = &duell_card_table[card];
    unsigned one_by_one =
        row->kind == KIND_MATERIAL || row->kind == KIND_CRAFTSMAN || row->kind == KIND_ONCE;
    unsigned slot = kind_slots[row->kind] + one_by_one * row->which;
    unsigned worth = slot == SLOT_GOLD ? weight * row->gold / 6 : weight;
    slots[slot] = (int16_t)(slots[slot] + (duell_blocked(row, seat) ? 0 : (int)worth));
}

/* How surely a seat gets each card of the layout, of YES. Before it has claimed: a third; a
 * claimed card may yet be contested. */
static void card_weights(const struct duell *s, unsigned seat, unsigned contested,
                         uint8_t weights[POSITIONS]) {
    enum { UNCLAIMED = YES / 3, UNCONTESTED = YES * 5 / 6 };
    bool claiming = s->phase == PHASE_CLAIM;
    unsigned mine = s->seats[seat].cards, both = mine & s->seats[seat ^ 1].cards,
             open = claiming && !mine;
    for (unsigned i = 0; i < POSITIONS; i++) {
        unsigned sure = both >> i & 1 ? contested : claiming ? UNCONTESTED : YES;
        weights[i] = (uint8_t)(open ? UNCLAIMED : mine >> i & 1 ? sure : 0);
    }
}

/* How many markers of a material the building lacks that are not there, and how many of those
 * there are raw. */
struct needs {
    uint8_t absent[MATERIALS], raw[MATERIALS];
};

/* A material that is not needed, or a craftsman without work, is worth little. */
static void weigh_by_needs(int16_t slots[SLOTS], const struct needs *n) {
    for (unsigned m = 0; m < MATERIALS; m++) {
        slots[SLOT_MATERIAL + m] =
            (int16_t)(slots[SLOT_MATERIAL + m] * (1 + 3 * (n->absent[m] > 0)) / 4);
        slots[SLOT_CRAFTSMAN + m] = (int16_t)(slots[SLOT_CRAFTSMAN + m] * (1 + 3 * n->raw[m]) / 4);
    }
}

static int16_t *put_cards(const struct duell *s, unsigned seat, unsigned contested,
                          const struct needs *needs, int16_t *out) {
    uint8_t weights[POSITIONS];
    memset(out, 0, SLOTS * sizeof *out);
    card_weights(s, seat, contested, weights);
    for (unsigned i = 0; i < POSITIONS; i++)
        if (weights[i]) count_card(out, s->layout[i] - 1u, seat, weights[i]);
    /* it is in use, and asks for more */
    if (s->card && s->seat == seat) count_card(out, s->card - 1u, seat, YES);
    weigh_by_needs(out, needs);
    for (unsigned i = 0; i < SLOTS; i++) out[i] = clip(out[i]);
    return out + SLOTS;
}

/* What may yet be dealt in this pass. */
static int16_t *put_deck(const struct duell *s, unsigned seat, int16_t *out) {
    memset(out, 0, SLOTS * sizeof *out);
    for (uint64_t set = s->deck[0]; set; set &= set - 1) {
        unsigned card = (unsigned)__builtin_ctzll(set);
        count_card(out, card, seat, (unsigned)(YES / 2) << (s->deck[1] >> card & 1));
    }
    for (unsigned i = 0; i < SLOTS; i++) out[i] = clip(out[i]);
    return out + SLOTS;
}

/* ---- a seat ---- */

enum {
    GOLD_STEPS = 5,
    SEAT_FEATURES =
        1 + GOLD_STEPS + NEUTRALS + 3 * MATERIALS + 1 + 3 * SECTIONS + 2 + ONCES + 1 + SLOTS
};

static int16_t *put_gold(unsigned gold, int16_t *out) {
    static const uint8_t steps[GOLD_STEPS] = {2, 4, 6, 9, 12};
    *out++ = clip(4 * (int)gold);
    for (unsigned i = 0; i < GOLD_STEPS; i++) *out++ = yes(gold >= steps[i]);
    return out;
}

/* Of each material: what the building still lacks, and how much of that is there worked, or raw. */
static int16_t *put_materials(const struct duell_seat *t, struct needs *needs, int16_t *out) {
    unsigned spare = 0;
    for (unsigned m = 0; m < MATERIALS; m++) {
        unsigned lacks = 0;
        for (unsigned i = 0; i < SECTIONS; i++)
            lacks += (unsigned)(duell_section_table[i].needs & ~t->built[i]) >> m & 1;
        unsigned worked = least(t->worked[m], lacks), raw = least(t->raw[m], lacks - worked);
        *out++ = (int16_t)(lacks * 32);
        *out++ = (int16_t)(worked * 32);
        *out++ = (int16_t)(raw * 32);
        needs->raw[m] = (uint8_t)raw;
        needs->absent[m] = (uint8_t)(lacks - worked - raw);
        if (m == WOOL) spare = t->raw[m] - raw;
    }
    *out++ = (int16_t)(spare * 24); /* wool to sell */
    return out;
}

/* How far each section is, and whether it could be finished at once: with what is worked, and
 * with the gold for it. */
static int16_t *put_sections(const struct duell_seat *t, int16_t *out) {
    unsigned worked = duell_any(t->worked), pieces = 0, finished = 0;
    for (unsigned i = 0; i < SECTIONS; i++) {
        unsigned needs = duell_section_table[i].needs, missing = needs & ~(unsigned)t->built[i],
                 count = duell_popcount(missing), price = 0;
        for (unsigned n = 0; n < count; n++) price += duell_piece_price(n);
        bool ready = !(missing & ~worked);
        pieces += SECTION_PIECES - count;
        finished += count == 0;
        *out++ = (int16_t)((SECTION_PIECES - count) * 32);
        *out++ = yes(ready);
        *out++ = yes(ready && t->gold >= price);
    }
    *out++ = (int16_t)(pieces * 12);
    *out++ = (int16_t)(finished * 42);
    return out;
}

static int16_t *put_seat(const struct duell *s, unsigned seat, unsigned contested, int16_t *out) {
    const struct duell_seat *t = &s->seats[seat];
    struct needs needs;
    out = put_gold(t->gold, out);
    for (unsigned i = 0; i < NEUTRALS; i++) *out++ = (int16_t)(t->seals[i] * 32);
    out = put_materials(t, &needs, out);
    out = put_sections(t, out);
    for (unsigned i = 0; i < ONCES; i++) *out++ = yes(t->hand >> i & 1);
    *out++ = yes(t->tithe);
    return put_cards(s, seat, contested, &needs, out);
}

/* ---- the fight ---- */

/* Where there is none: what it would be if it began now. `lucky` is left out, it would take too
 * long. */
static unsigned fight_chance(const struct duell *s, unsigned seat) {
    struct duell_fight f = {0};
    unsigned holder = s->sign;
    if (duell_fighting(s)) {
        f = duell_fight_of(s);
        holder = s->holder;
    } else {
        memcpy(f.seals[ROLE_HOLDER], s->seats[holder].seals, NEUTRALS);
        memcpy(f.seals[ROLE_OTHER], s->seats[holder ^ 1].seals, NEUTRALS);
    }
    unsigned chance = duell_fight_by_totals(&f);
    return seat == holder ? chance : FIGHT_ONE - chance;
}

enum { FIGHT_FEATURES = 5 };

static int16_t *put_fight(const struct duell *s, unsigned seat, unsigned chance, int16_t *out) {
    const struct duell_seat *mine = &s->seats[seat], *theirs = &s->seats[seat ^ 1];
    int even = (int)(chance * 2 * YES / FIGHT_ONE) - YES;
    bool fighting = duell_fighting(s);
    *out++ = (int16_t)(fighting ? even : 0);
    *out++ = (int16_t)(fighting ? 0 : even);
    *out++ = clip(12 * ((int)mine->sum - (int)theirs->sum));
    *out++ = clip(24 * mine->flips);
    *out++ = clip(24 * theirs->flips);
    return out;
}

/* ---- who is ahead ---- */

static bool turn_to_come(const struct duell *s, unsigned seat) {
    return s->phase < PHASE_EVALUATE || (s->seat == s->holder && s->seat != seat);
}

/* How a seat would stand at the end of the game if it built all it can right now. */
struct standing {
    unsigned sections, pieces, gold;
    int progress; /* what it has done for its building so far, in gold */
};

static struct standing standing_of(const struct duell_seat *t, bool builds) {
    struct standing s = {.gold = t->gold};
    unsigned worked = duell_any(t->worked), most = 0, price_of_most = 0;
    bool finishes = false;
    for (unsigned i = 0; i < SECTIONS; i++) {
        unsigned missing = duell_section_table[i].needs & ~(unsigned)t->built[i],
                 count = duell_popcount(missing);
        unsigned there = duell_popcount(missing & worked), built = 0, price = 0;
        while (built < there && price + duell_piece_price(built) <= t->gold)
            price += duell_piece_price(built++);
        bool finish = count && built == count;
        s.sections += count == 0;
        s.pieces += SECTION_PIECES - count;
        if (finish > finishes || (finish == finishes && built > most))
            most = built, price_of_most = price, finishes = finish;
    }
    s.progress = (int)(6 * s.pieces + s.gold);
    for (unsigned m = 0; m < MATERIALS; m++)
        s.progress += (m == ORE || m == WOOL ? 3 : 2) * t->raw[m] + 4 * t->worked[m];
    if (!builds) return s;
    s.sections += finishes;
    s.pieces += most;
    s.gold -= price_of_most;
    return s;
}

enum { AHEAD_FEATURES = 7 };

static int16_t *put_ahead(const struct duell *s, unsigned seat, int16_t *out) {
    bool mine_to_build = turn_to_come(s, seat) || s->seat == seat,
         theirs_to_build = turn_to_come(s, seat ^ 1) || s->seat != seat;
    struct standing mine = standing_of(&s->seats[seat], mine_to_build),
                    theirs = standing_of(&s->seats[seat ^ 1], theirs_to_build);
    int left = ROUNDS - s->round, sections = (int)mine.sections - (int)theirs.sections,
        pieces = (int)mine.pieces - (int)theirs.pieces;
    int gold = (int)mine.gold - (int)theirs.gold, order = sections ? sections
                                                          : pieces ? pieces
                                                                   : gold;
    *out++ = (int16_t)(order > 0 ? YES : order < 0 ? -YES : 0);
    *out++ = clip(40 * sections);
    *out++ = clip(16 * pieces);
    *out++ = clip(4 * gold);
    *out++ = clip(2 * (mine.progress - theirs.progress));
    *out++ = clip(16 * (mine.progress - theirs.progress) / (2 + left));
    *out++ = clip((120 * sections + 24 * pieces) / (1 + left));
    return out;
}

/* ---- the course ---- */

static const uint8_t asked_phases[] = {PHASE_CLAIM, PHASE_FLIP,     PHASE_LUCKY,
                                       PHASE_KEEP,  PHASE_EVALUATE, PHASE_CARD,
                                       PHASE_FREE,  PHASE_GIVE,     PHASE_BUILD};

enum {
    STACK_TOP = 2,
    COURSE_FEATURES =
        13 + PASS_ROUNDS + sizeof asked_phases + 2 * SECTIONS + STACK_TOP * NEUTRALS + 8
};

static int16_t *put_course(const struct duell *s, unsigned seat, int16_t *out) {
    unsigned left = ROUNDS - s->round, actor = s->seat ^ (s->phase == PHASE_GIVE);
    int turn = s->seat == seat ? YES : -YES;
    const char *by;
    *out++ = yes(seat == BLUE);
    *out++ = actor == seat ? YES : -YES;
    *out++ = s->holder == seat ? YES : -YES;
    *out++ = s->sign == seat ? YES : -YES;
    *out++ = yes(turn_to_come(s, seat));
    *out++ = yes(turn_to_come(s, seat ^ 1));
    *out++ = (duell_compare(s, &by) > 0) == (seat == RED) ? YES : -YES; /* if the game ended now */
    *out++ = (int16_t)(left * 10);
    *out++ = yes(left == 0);
    *out++ = yes(left == 1);
    *out++ = yes(left < PASS_ROUNDS);
    *out++ = yes(s->phase == PHASE_CLAIM && s->seat != s->holder);
    for (unsigned i = 0; i < PASS_ROUNDS; i++) *out++ = yes((s->round - 1u) % PASS_ROUNDS == i);
    *out++ = yes(duell_pass_stack(s) == STACK_B);
    for (unsigned i = 0; i < sizeof asked_phases; i++) *out++ = yes(s->phase == asked_phases[i]);
    for (unsigned i = 0; i < SECTIONS; i++) { /* who got, or can still get, a bonus */
        bool mine = duell_finished(&s->seats[seat], i),
             theirs = duell_finished(&s->seats[seat ^ 1], i);
        *out++ = yes(!mine && !theirs);
        *out++ = (int16_t)(s->sections >> i & 1 ? turn : 0);
    }
    for (unsigned i = 0; i < STACK_TOP; i++)
        for (unsigned seal = 0; seal < NEUTRALS; seal++) *out++ = yes(s->stack[i] == seal + 1);
    *out++ = (int16_t)(s->stack_count * 12);
    *out++ = (int16_t)(s->cheap ? turn : 0);
    *out++ = (int16_t)(s->site ? turn : 0);
    *out++ = (int16_t)(s->labour ? turn : 0);
    *out++ = (int16_t)(s->pieces * turn / 2);
    *out++ = (int16_t)(s->allowance * turn / 2);
    *out++ = (int16_t)(s->buying ? turn : 0);
    *out++ = (int16_t)(s->selling ? turn : 0);
    return out;
}

/* ---- all ---- */

enum {
    FEATURES =
        COURSE_FEATURES + AHEAD_FEATURES + FIGHT_FEATURES + DUELL_SEATS * SEAT_FEATURES + SLOTS
};
_Static_assert((int)FEATURES == DUELL_FEATURES, "the header says how many there are");

static void tell_one(const struct duell *s, unsigned seat, int16_t *features) {
    unsigned chance = fight_chance(s, seat), mine = chance * YES / FIGHT_ONE, theirs = YES - mine;
    if (s->phase == PHASE_KEEP) { /* the loser is asked */
        mine = s->seat == seat ? 0 : YES;
        theirs = YES - mine;
    }
    int16_t *out = put_course(s, seat, features);
    out = put_ahead(s, seat, out);
    out = put_fight(s, seat, chance, out);
    out = put_seat(s, seat, mine, out);
    out = put_seat(s, seat ^ 1, theirs, out);
    out = put_deck(s, seat, out);
    ensure(out == features + DUELL_FEATURES);
}

void duell_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) tell_one(state, seat, features[seat]);
}
