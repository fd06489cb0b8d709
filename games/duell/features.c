/* The net's inputs: both seats' means to build, whose turn it is, and the layout. */
#include "games/duell/features.h"

#include "core/bits.h"
#include "games/duell/fight.h"

#include <string.h>

enum { YES = 64 };

static FEATURES_NAMES(duell_turn_section_features, DUELL_TURN_SECTION_FEATURES);
static FEATURES_NAMES(duell_seal_features, DUELL_SEAL_FEATURES);
static FEATURES_NAMES(duell_material_features, DUELL_MATERIAL_FEATURES);
static FEATURES_NAMES(duell_section_features, DUELL_SECTION_FEATURES);
static FEATURES_NAMES(duell_seat_features, DUELL_SEAT_FEATURES);
FEATURES_NAMES(duell_features, DUELL_FEATURES_LIST);

static int16_t clip(int value) {
    return (int16_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

static int16_t yes(bool is) {
    return is ? YES : 0;
}

static int16_t plus_or_minus(bool is) {
    return is ? YES : -YES;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* ---- cards, by what they do ---- */

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

/* One card with its weight (YES: certainly the seat's). Cards that the seat cannot use count
 * nothing. */
static void count_card(int16_t slots[SLOTS], unsigned card, unsigned seat, unsigned weight) {
    const struct duell_card *row = &duell_card_table[card];
    unsigned one_by_one =
        row->kind == KIND_MATERIAL || row->kind == KIND_CRAFTSMAN || row->kind == KIND_ONCE;
    unsigned slot = kind_slots[row->kind] + one_by_one * row->which;
    unsigned worth = slot == SLOT_GOLD ? weight * row->gold / 6 : weight;
    slots[slot] = (int16_t)(slots[slot] + (duell_blocked(row, seat) ? 0 : (int)worth));
}

/* The weight with which a seat gets each card of the layout, out of YES. Before it has claimed:
 * a third; a claimed card may still be contested. */
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

/* How many markers of a material the building needs that are missing, and how many of the
 * present ones are unworked. */
struct needs {
    uint8_t absent[MATERIALS], raw[MATERIALS];
};

/* A material that is not needed, or a craftsman without work, counts little. */
static void weigh_by_needs(int16_t slots[SLOTS], const struct needs *n) {
    for (unsigned m = 0; m < MATERIALS; m++) {
        slots[SLOT_MATERIAL + m] =
            (int16_t)(slots[SLOT_MATERIAL + m] * (1 + 3 * (n->absent[m] > 0)) / 4);
        slots[SLOT_CRAFTSMAN + m] = (int16_t)(slots[SLOT_CRAFTSMAN + m] * (1 + 3 * n->raw[m]) / 4);
    }
}

static void write_cards(const struct duell *s, unsigned seat, unsigned contested,
                        const struct needs *needs, int16_t out[SLOTS]) {
    uint8_t weights[POSITIONS];
    memset(out, 0, SLOTS * sizeof *out);
    card_weights(s, seat, contested, weights);
    for (unsigned i = 0; i < POSITIONS; i++)
        if (weights[i]) count_card(out, s->layout[i] - 1u, seat, weights[i]);
    /* it is in use, and asks for more */
    if (s->card && s->seat == seat) count_card(out, s->card - 1u, seat, YES);
    weigh_by_needs(out, needs);
    for (unsigned i = 0; i < SLOTS; i++) out[i] = clip(out[i]);
}

static void write_deck(const struct duell *s, unsigned seat, int16_t out[SLOTS]) {
    memset(out, 0, SLOTS * sizeof *out);
    for (uint64_t set = s->deck[0]; set; set &= set - 1) {
        unsigned card = (unsigned)__builtin_ctzll(set);
        count_card(out, card, seat, (unsigned)(YES / 2) << (s->deck[1] >> card & 1));
    }
    for (unsigned i = 0; i < SLOTS; i++) out[i] = clip(out[i]);
}

/* ---- a seat ---- */

static void write_gold(unsigned gold, struct duell_seat_features *f) {
    static const uint8_t steps[GOLD_STEPS] = {2, 4, 6, 9, 12};
    f->gold = clip(4 * (int)gold);
    for (unsigned i = 0; i < GOLD_STEPS; i++) f->gold_steps[i] = yes(gold >= steps[i]);
}

static void write_materials(const struct duell_seat *t, struct needs *needs,
                            struct duell_seat_features *f) {
    unsigned spare = 0;
    for (unsigned m = 0; m < MATERIALS; m++) {
        unsigned lacks = 0;
        for (unsigned i = 0; i < SECTIONS; i++)
            lacks += (unsigned)(duell_section_table[i].needs & ~t->built[i]) >> m & 1;
        unsigned worked = least(t->worked[m], lacks), raw = least(t->raw[m], lacks - worked);
        f->materials[m].lacks = (int16_t)(lacks * 32);
        f->materials[m].worked = (int16_t)(worked * 32);
        f->materials[m].raw = (int16_t)(raw * 32);
        needs->raw[m] = (uint8_t)raw;
        needs->absent[m] = (uint8_t)(lacks - worked - raw);
        if (m == WOOL) spare = t->raw[m] - raw;
    }
    f->spare_wool = (int16_t)(spare * 24);
}

static void write_sections(const struct duell_seat *t, struct duell_seat_features *f) {
    unsigned worked = duell_any(t->worked), pieces = 0, finished = 0;
    for (unsigned i = 0; i < SECTIONS; i++) {
        unsigned needs = duell_section_table[i].needs, missing = needs & ~(unsigned)t->built[i],
                 count = duell_popcount(missing), price = 0;
        for (unsigned n = 0; n < count; n++) price += duell_piece_price(n);
        bool ready = !(missing & ~worked);
        pieces += SECTION_PIECES - count;
        finished += count == 0;
        f->sections[i].pieces = (int16_t)((SECTION_PIECES - count) * 32);
        f->sections[i].ready = yes(ready);
        f->sections[i].affordable = yes(ready && t->gold >= price);
    }
    f->pieces = (int16_t)(pieces * 12);
    f->finished = (int16_t)(finished * 42);
}

static void write_seat(const struct duell *s, unsigned seat, unsigned contested,
                       struct duell_seat_features *f) {
    const struct duell_seat *t = &s->seats[seat];
    struct needs needs;
    write_gold(t->gold, f);
    for (unsigned i = 0; i < NEUTRALS; i++) f->seals[i] = (int16_t)(t->seals[i] * 32);
    write_materials(t, &needs, f);
    write_sections(t, f);
    for (unsigned i = 0; i < ONCES; i++) f->hand[i] = yes(t->hand >> i & 1);
    f->tithe = yes(t->tithe);
    write_cards(s, seat, contested, &needs, f->cards);
}

/* ---- the fight ---- */

/* Without a fight: the chance if one began now. `lucky` is ignored, because it would take too
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

static void write_fight(const struct duell *s, unsigned seat, unsigned chance,
                        struct duell_features *f) {
    const struct duell_seat *mine = &s->seats[seat], *theirs = &s->seats[seat ^ 1];
    int even = (int)(chance * 2 * YES / FIGHT_ONE) - YES;
    bool fighting = duell_fighting(s);
    f->fight = (int16_t)(fighting ? even : 0);
    f->next_fight = (int16_t)(fighting ? 0 : even);
    f->fight_sum = clip(12 * ((int)mine->sum - (int)theirs->sum));
    f->flips = clip(24 * mine->flips);
    f->other_flips = clip(24 * theirs->flips);
}

/* ---- who is ahead ---- */

static bool turn_to_come(const struct duell *s, unsigned seat) {
    return s->phase < PHASE_EVALUATE || (s->seat == s->holder && s->seat != seat);
}

/* A seat's final standing if it built all it can right now. */
struct standing {
    unsigned sections, pieces, gold;
    int progress; /* its investment in the building so far, in gold */
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

static void write_ahead(const struct duell *s, unsigned seat, struct duell_features *f) {
    bool mine_to_build = turn_to_come(s, seat) || s->seat == seat,
         theirs_to_build = turn_to_come(s, seat ^ 1) || s->seat != seat;
    struct standing mine = standing_of(&s->seats[seat], mine_to_build),
                    theirs = standing_of(&s->seats[seat ^ 1], theirs_to_build);
    int left = ROUNDS - s->round, sections = (int)mine.sections - (int)theirs.sections,
        pieces = (int)mine.pieces - (int)theirs.pieces;
    int gold = (int)mine.gold - (int)theirs.gold, order = sections ? sections
                                                          : pieces ? pieces
                                                                   : gold;
    f->ahead = (int16_t)(order > 0 ? YES : order < 0 ? -YES : 0);
    f->ahead_sections = clip(40 * sections);
    f->ahead_pieces = clip(16 * pieces);
    f->ahead_gold = clip(4 * gold);
    f->ahead_progress = clip(2 * (mine.progress - theirs.progress));
    f->ahead_late = clip(16 * (mine.progress - theirs.progress) / (2 + left));
    f->ahead_built = clip((120 * sections + 24 * pieces) / (1 + left));
}

/* ---- the course ---- */

static const uint8_t asked_phases[ASKED_PHASES] = {PHASE_CLAIM, PHASE_FLIP,     PHASE_LUCKY,
                                                   PHASE_KEEP,  PHASE_EVALUATE, PHASE_CARD,
                                                   PHASE_FREE,  PHASE_GIVE,     PHASE_BUILD};

static void write_rounds(const struct duell *s, struct duell_features *f) {
    unsigned left = ROUNDS - s->round;
    f->rounds_left = (int16_t)(left * 10);
    f->last_round = yes(left == 0);
    f->last_but_one = yes(left == 1);
    f->last_pass = yes(left < PASS_ROUNDS);
    for (unsigned i = 0; i < PASS_ROUNDS; i++)
        f->round_of_pass[i] = yes((s->round - 1u) % PASS_ROUNDS == i);
    f->stack_b = yes(duell_pass_stack(s) == STACK_B);
    for (unsigned i = 0; i < STACK_TOP; i++)
        for (unsigned seal = 0; seal < NEUTRALS; seal++)
            f->stack[i].seal[seal] = yes(s->stack[i] == seal + 1);
    f->stack_count = (int16_t)(s->stack_count * 12);
}

static void write_course(const struct duell *s, unsigned seat, struct duell_features *f) {
    unsigned actor = s->seat ^ (s->phase == PHASE_GIVE);
    int turn = s->seat == seat ? YES : -YES;
    const char *by;
    f->blue = yes(seat == BLUE);
    f->acts = plus_or_minus(actor == seat);
    f->holder = plus_or_minus(s->holder == seat);
    f->sign = plus_or_minus(s->sign == seat);
    f->turn_to_come = yes(turn_to_come(s, seat));
    f->other_turn_to_come = yes(turn_to_come(s, seat ^ 1));
    f->winning = plus_or_minus((duell_compare(s, &by) > 0) == (seat == RED));
    f->claims_second = yes(s->phase == PHASE_CLAIM && s->seat != s->holder);
    for (unsigned i = 0; i < ASKED_PHASES; i++) f->phase[i] = yes(s->phase == asked_phases[i]);
    for (unsigned i = 0; i < SECTIONS; i++) {
        f->sections[i].open =
            yes(!duell_finished(&s->seats[seat], i) && !duell_finished(&s->seats[seat ^ 1], i));
        f->sections[i].built = (int16_t)(s->sections >> i & 1 ? turn : 0);
    }
    f->cheap = (int16_t)(s->cheap ? turn : 0);
    f->site = (int16_t)(s->site ? turn : 0);
    f->labour = (int16_t)(s->labour ? turn : 0);
    f->pieces = (int16_t)(s->pieces * turn / 2);
    f->allowance = (int16_t)(s->allowance * turn / 2);
    f->buying = (int16_t)(s->buying ? turn : 0);
    f->selling = (int16_t)(s->selling ? turn : 0);
}

/* ---- all ---- */

static void write_features(const struct duell *s, unsigned seat, struct duell_features *f) {
    unsigned chance = fight_chance(s, seat), mine = chance * YES / FIGHT_ONE, theirs = YES - mine;
    if (s->phase == PHASE_KEEP) { /* the loser is asked */
        mine = s->seat == seat ? 0 : YES;
        theirs = YES - mine;
    }
    write_course(s, seat, f);
    write_rounds(s, f);
    write_ahead(s, seat, f);
    write_fight(s, seat, chance, f);
    write_seat(s, seat, mine, &f->seats[0]);
    write_seat(s, seat ^ 1, theirs, &f->seats[1]);
    write_deck(s, seat, f->deck);
}

void duell_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++)
        write_features(state, seat, (struct duell_features *)features[seat]);
}
