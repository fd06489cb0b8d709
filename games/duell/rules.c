/* The course of play of Duell der Baumeister: who is asked what, and what a step does. Section
 * names are those of the rules. */
#include "games/duell/duell.h"

#define CARD(number) THING("card", &duell_cards, number)
#define MATERIAL(number) THING("material", &duell_materials, number)
#define SEAL(number) THING("seal", &duell_seals, number)
#define SECTION(number) THING("section", &duell_sections, number)

/* The seat that is asked. */
static inline unsigned asked_seat(const struct duell *s) {
    return s->seat ^ (s->phase == PHASE_GIVE);
}

/* ---- setup ---- */

static void duell_begin(struct duell *s, const uint8_t *options) {
    (void)options;
    s->bank = GOLD_ALL - DUELL_SEATS * GOLD_START;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        struct duell_seat *t = &s->seats[seat];
        t->gold = GOLD_START;
        for (unsigned i = 0; i < NEUTRALS; i++) t->seals[i] = duell_seal_table[i].start;
        for (unsigned m = 0; m < MATERIALS; m++) {
            t->raw[m] = duell_material_table[m].camp;
            t->supply[m] = (uint8_t)(duell_material_table[m].markers - t->raw[m]);
        }
    }
}

/* ---- legal actions ---- */

static unsigned list_set(unsigned set, unsigned first, uint16_t *list) {
    unsigned count = 0;
    FOR_EACH_BIT (i, set) list[count++] = (uint16_t)(first + i);
    return count;
}

OWN_FRAME static unsigned list_claims(const struct duell *s, uint16_t *list) {
    unsigned first = s->seats[s->holder].cards, lines = 0;
    if (!first) return list_set((1u << LINES) - 1, DO_CLAIM, list);
    for (unsigned i = 0; i < LINES; i++) lines |= (unsigned)duell_cross(duell_lines[i], first) << i;
    return list_set(lines, DO_CLAIM, list);
}

static unsigned list_flips(const struct duell_seat *t, uint16_t *list) {
    unsigned count = list_set(duell_any_seal(t) | 1u << SEAL_OWN, DO_FLIP, list);
    if (t->flips) list[count++] = DO_YIELD;
    return count;
}

static bool has_unused(const struct duell *s, unsigned seat, enum card_kind kind) {
    FOR_EACH_BIT (position, s->seats[seat].cards)
        if (duell_card_at(s, position)->kind == kind) return true;
    return false;
}

/* Section "1 × cards": beside use / done and build / end. */
static unsigned list_plays(const struct duell *s, unsigned seat, uint16_t *list) {
    const struct duell_seat *t = &s->seats[seat];
    unsigned count = 0;
    if (!(t->hand & ~(1u << ONCE_LUCKY))) return 0;
    if (t->hand >> ONCE_JOURNEYMAN & 1 && t->gold >= duell_card_table[CARD_JOURNEYMAN].gold)
        count = list_set(duell_any(t->raw), DO_PLAY + ONCE_JOURNEYMAN * (1 + MATERIALS) + 1, list);
    if (t->hand >> ONCE_LABOUR & 1) list[count++] = DO_PLAY + ONCE_LABOUR * (1 + MATERIALS);
    if (t->hand >> ONCE_SITE & 1) list[count++] = DO_PLAY + ONCE_SITE * (1 + MATERIALS);
    if (t->hand >> ONCE_TITHE & 1 && s->phase == PHASE_EVALUATE && has_unused(s, seat, KIND_INCOME))
        list[count++] = DO_PLAY + ONCE_TITHE * (1 + MATERIALS);
    return count;
}

OWN_FRAME static unsigned list_evaluation(const struct duell *s, unsigned seat, uint16_t *list) {
    unsigned count = 0, uses = 0;
    bool power = false;
    FOR_EACH_BIT (position, s->seats[seat].cards) {
        const struct duell_card *card = duell_card_at(s, position);
        uses |= (unsigned)!duell_blocked(card, seat) << position;
        power |= card->kind == KIND_POWER;
    }
    if (!power) list[count++] = DO_DONE;
    count += list_plays(s, seat, list + count);
    return count + list_set(uses, DO_USE, list + count);
}

/* What a market offers that the seat can pay for and take. */
static unsigned market_goods(const struct duell_market *market, const struct duell_seat *t) {
    unsigned set = 0;
    for (unsigned m = 0; m < MATERIALS; m++)
        set |= (unsigned)(market->price[m] && market->price[m] <= t->gold && t->supply[m]) << m;
    return set;
}

OWN_FRAME static unsigned list_card(const struct duell *s, const struct duell_seat *t,
                                    uint16_t *list) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    unsigned count = 0;
    bool sell = false;
    if (card->kind == KIND_INFLUENCE && t->gold >= card->gold && s->stack_count)
        list[count++] = DO_BUY;
    if (card->kind == KIND_MARKET) {
        if (!s->selling)
            count = list_set(market_goods(&duell_market_table[card->which], t), DO_BUY + 1, list);
        sell = !s->buying;
    }
    if (card->kind == KIND_CRAFTSMAN && t->gold >= card->gold && t->raw[card->which])
        list[count++] = DO_CONVERT;
    list[count++] = DO_ENOUGH;
    if (card->kind == KIND_FETCH)
        count += list_set(duell_any(t->supply) & BASIC, DO_FETCH, list + count);
    if ((sell || card->kind == KIND_WOOLTRADER) && t->raw[WOOL]) list[count++] = DO_SELL;
    return count;
}

/* Section "Building": at most three pieces of one section; with `site`, of two. */
OWN_FRAME static unsigned list_building(const struct duell *s, unsigned seat, uint16_t *list) {
    const struct duell_seat *t = &s->seats[seat];
    unsigned count = 0, worked = duell_any(t->worked), begun = s->sections;
    bool another = !begun || (s->site && !(begun & (begun - 1)));
    if (worked && s->pieces < SECTION_PIECES && t->gold >= duell_price(s))
        for (unsigned i = 0; i < SECTIONS; i++) {
            if (!another && !(begun >> i & 1)) continue;
            count += list_set(worked & duell_section_table[i].needs & ~(unsigned)t->built[i],
                              DO_BUILD + i * MATERIALS, list + count);
        }
    list[count++] = DO_END;
    return count + list_plays(s, seat, list + count);
}

static unsigned list_free(const struct duell_seat *t, uint16_t *list) {
    list[0] = DO_ENOUGH;
    return 1 + list_set(duell_any(t->raw) & BASIC, DO_FREE, list + 1);
}

static unsigned list_lucky(uint16_t *list) {
    list[0] = DO_LUCKY;
    list[1] = DO_STAND;
    return 2;
}

static unsigned duell_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct duell *s = state;
    const struct duell_seat *t = &s->seats[seat];
    if (seat != asked_seat(s)) return 0;
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM: return list_claims(s, list);
    case PHASE_FLIP: return list_flips(t, list);
    case PHASE_LUCKY: return list_lucky(list);
    case PHASE_KEEP: return list_set(duell_used_kinds(t), DO_KEEP, list);
    case PHASE_EVALUATE: return list_evaluation(s, seat, list);
    case PHASE_CARD: return list_card(s, t, list);
    case PHASE_FREE: return list_free(t, list);
    case PHASE_GIVE: return list_set(duell_any_seal(t), DO_GIVE, list);
    case PHASE_BUILD: return list_building(s, seat, list);
    default: return 0;
    }
}

/* ---- chance ---- */

/* The seals of the stack that have not come up yet. */
static uint64_t stack_left(const struct duell *s) {
    uint64_t left = 0;
    for (unsigned i = 0; i < NEUTRALS; i++) left += (uint64_t)duell_seal_table[i].stack << 8 * i;
    for (unsigned i = 0; i < s->stack_count; i++) left -= (uint64_t)1 << 8 * (s->stack[i] - 1);
    return left;
}

static unsigned stack_total(const struct duell *s) {
    unsigned total = 0;
    for (unsigned i = 0; i < NEUTRALS; i++) total += duell_seal_table[i].stack;
    return total - s->stack_count;
}

/* Cards of this pass that are not dealt yet. */
static unsigned cards_left(const struct duell *s) {
    return STACK_CARDS - POSITIONS * ((s->round - 1u) % PASS_ROUNDS) - s->dealt;
}

static void duell_chance(const void *state, struct outcomes *out) {
    const struct duell *s = state;
    if (s->phase == PHASE_STACK) {
        *out =
            (struct outcomes){.total = stack_total(s), .first = DO_STACK, .counts = stack_left(s)};
    } else if (s->phase == PHASE_DEAL) {
        *out = (struct outcomes){.total = cards_left(s),
                                 .stream = 1,
                                 .first = DO_DEAL,
                                 .sets = {s->deck[0], s->deck[1]},
                                 .weights = {1, 1}};
    } else {
        const struct duell_seat *t = &s->seats[s->seat];
        const uint8_t *sides = duell_seal_table[t->flipped[t->flips - 1] - 1].sides;
        outcomes_counted(out, 1u << sides[0] | 1u << sides[1], 1u + (sides[0] != sides[1]), DO_SIDE,
                         2u + s->seat);
    }
}

/* ---- gold, seals and markers ---- */

/* The bank pays as much as it has; returns what it paid. */
static unsigned income(struct duell *s, unsigned seat, unsigned amount) {
    unsigned paid = amount < s->bank ? amount : s->bank;
    s->bank = (uint8_t)(s->bank - paid);
    s->seats[seat].gold = (uint8_t)(s->seats[seat].gold + paid);
    return paid;
}

static void pay(struct duell *s, unsigned seat, unsigned amount) {
    ensure(s->seats[seat].gold >= amount);
    s->seats[seat].gold = (uint8_t)(s->seats[seat].gold - amount);
    s->bank = (uint8_t)(s->bank + amount);
}

static void put_under(struct duell *s, unsigned seal) {
    ensure(s->stack_count < NEUTRAL_SEALS);
    s->stack[s->stack_count++] = (uint8_t)(seal + 1);
}

/* Takes the top seal of the stack, if there is one; returns how many were taken. */
static unsigned take_top(struct duell *s, unsigned seat, struct sink *sink) {
    if (!s->stack_count) {
        TELL(seat, false, "duell.event.stack_empty", SEAT("who", seat));
        return 0;
    }
    unsigned seal = s->stack[0] - 1u;
    memmove(s->stack, s->stack + 1, sizeof s->stack - 1);
    s->stack[NEUTRAL_SEALS - 1] = 0;
    s->stack_count--;
    s->seats[seat].seals[seal]++;
    TELL(seat, false, "duell.event.seal_taken", SEAT("who", seat), SEAL(seal));
    return 1;
}

static unsigned to_camp(struct duell_seat *t, unsigned material, unsigned number) {
    unsigned moved = number < t->supply[material] ? number : t->supply[material];
    t->supply[material] = (uint8_t)(t->supply[material] - moved);
    t->raw[material] = (uint8_t)(t->raw[material] + moved);
    return moved;
}

static void convert(struct duell *s, unsigned seat, unsigned material, unsigned price,
                    struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    pay(s, seat, price);
    t->raw[material]--;
    t->worked[material]++;
    TELL(seat, false, "duell.event.convert", SEAT("who", seat), MATERIAL(material),
         THING("worked", &duell_worked, duell_worked_thing(seat, material)), NUMBER("gold", price));
}

/* ---- rounds and turns ---- */

/* The copies of a stack: which cards it has one of, and which two. */
static void shuffle_stack(struct duell *s, unsigned stack) {
    uint64_t one = 0, two = 0;
    for (unsigned card = CARDS; card-- > 0;) {
        unsigned copies = duell_card_table[card].copies[stack];
        one = one * 2 + (copies > 0);
        two = two * 2 + (copies > 1);
    }
    s->deck[0] = one;
    s->deck[1] = two;
}

/* Section "A round": before a stack's second pass its "1 ×" cards come back. */
static void hand_back(struct duell *s, unsigned stack, struct sink *sink) {
    unsigned once = 0;
    if (!(s->seats[0].hand | s->seats[1].hand)) return;
    for (unsigned card = 0; card < CARDS; card++)
        if (duell_card_table[card].kind == KIND_ONCE && duell_card_table[card].copies[stack])
            once |= 1u << duell_card_table[card].which;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        struct duell_seat *t = &s->seats[seat];
        unsigned back = t->hand & once;
        t->hand = (uint8_t)(t->hand & ~once);
        if (back)
            TELL(seat, true, "duell.event.handed_back", SEAT("who", seat),
                 THINGS("cards", &duell_onces, back));
    }
}

static void begin_round(struct duell *s, struct sink *sink) {
    s->round++;
    s->phase = PHASE_DEAL;
    s->holder = s->seat = s->sign;
    memset(s->layout, 0, sizeof s->layout);
    s->dealt = 0;
    unsigned stack = duell_pass_stack(s);
    TELL(NOBODY, true, "duell.event.round", NUMBER("round", s->round),
         THING("stack", &duell_stacks, stack), SEAT("who", s->holder));
    if ((s->round - 1u) % PASS_ROUNDS) return;
    shuffle_stack(s, stack);
    hand_back(s, stack, sink);
}

static void begin_turn(struct duell *s, unsigned seat) {
    s->seat = (uint8_t)seat;
    s->phase = PHASE_EVALUATE;
}

static void clear_turn(struct duell *s) {
    s->cheap = s->site = s->labour = s->pieces = s->sections = 0;
}

static void end_game(struct duell *s) {
    clear_turn(s);
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) s->seats[seat].cards = 0;
    s->phase = PHASE_OVER;
}

static void end_turn(struct duell *s, struct sink *sink) {
    clear_turn(s);
    if (s->seat == s->holder) {
        begin_turn(s, s->holder ^ 1u);
    } else if (s->round < ROUNDS) {
        begin_round(s, sink);
    } else {
        end_game(s);
        const char *by;
        unsigned winner = duell_compare(s, &by) > 0 ? RED : BLUE;
        TELL(winner, true, by, SEAT("who", winner));
    }
}

/* ---- chance steps of the layout ---- */

static void stack_seal(struct duell *s, unsigned seal, struct sink *sink) {
    put_under(s, seal);
    TELL(NOBODY, false, "duell.event.stack", SEAL(seal), NUMBER("n", s->stack_count));
    unsigned all = 0;
    for (unsigned i = 0; i < NEUTRALS; i++) all += duell_seal_table[i].stack;
    if (s->stack_count == all) begin_round(s, sink);
}

static void deal_card(struct duell *s, unsigned card, struct sink *sink) {
    uint64_t bit = (uint64_t)1 << card;
    if (s->deck[1] & bit) s->deck[1] ^= bit;
    else s->deck[0] ^= bit;
    s->layout[s->dealt++] = (uint8_t)(card + 1);
    if (sink && s->dealt % 3 == 0)
        TELL(NOBODY, false, "duell.event.row", NUMBER("row", s->dealt / 3),
             THING("first", &duell_cards, s->layout[s->dealt - 3] - 1),
             THING("second", &duell_cards, s->layout[s->dealt - 2] - 1),
             THING("third", &duell_cards, card));
    if (s->dealt == POSITIONS) s->phase = PHASE_CLAIM;
}

/* ---- claim and fight ---- */

static void tell_claim(const struct duell *s, unsigned line, struct sink *sink) {
    unsigned cards[3], count = 0, contested = s->seats[0].cards & s->seats[1].cards;
    FOR_EACH_BIT (position, duell_lines[line]) cards[count++] = s->layout[position] - 1u;
    TELL(s->seat, true, "duell.event.claim", SEAT("who", s->seat),
         THING("line", &duell_lines_things, line), THING("first", &duell_cards, cards[0]),
         THING("second", &duell_cards, cards[1]), THING("third", &duell_cards, cards[2]));
    if (!contested) return;
    unsigned position = (unsigned)__builtin_ctz(contested);
    TELL(NOBODY, true, "duell.event.contested", CARD(s->layout[position] - 1),
         THING("position", &duell_positions, position));
}

static void claim(struct duell *s, unsigned line, struct sink *sink) {
    s->seats[s->seat].cards = duell_lines[line];
    if (sink) tell_claim(s, line, sink);
    if (s->seat == s->holder) {
        s->seat ^= 1;
        return;
    }
    s->seat = s->holder;
    s->phase = PHASE_FLIP;
}

/* Section "Fight", afterwards: all used seals except the kept one go under the stack, in the
 * order of flipping. */
static void spend_seals(struct duell *s, unsigned seat, unsigned kept, struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    unsigned spent = 0;
    for (unsigned i = 0; i < t->flips; i++) {
        unsigned seal = t->flipped[i] - 1u;
        if (seal >= NEUTRALS) continue; /* its personal seal */
        if (seal == kept) {
            t->seals[seal]++;
            kept = SEALS;
            TELL(seat, false, "duell.event.keep", SEAT("who", seat), SEAL(seal));
            continue;
        }
        put_under(s, seal);
        spent++;
    }
    if (spent) TELL(seat, false, "duell.event.spent", SEAT("who", seat), NUMBER("n", spent));
    memset(t->flipped, 0, sizeof t->flipped);
    t->flips = t->sum = 0;
}

static void end_fight(struct duell *s, unsigned loser, unsigned kept, struct sink *sink) {
    unsigned winner = loser ^ 1u, contested = s->seats[0].cards & s->seats[1].cards;
    TELL(winner, true, "duell.event.fight_won", SEAT("who", winner),
         NUMBER("mine", s->seats[winner].sum), NUMBER("theirs", s->seats[loser].sum),
         CARD(s->layout[__builtin_ctz(contested)] - 1));
    spend_seals(s, winner, SEALS, sink);
    spend_seals(s, loser, kept, sink);
    s->seats[loser].cards = (uint16_t)(s->seats[loser].cards & ~contested);
    begin_turn(s, s->holder);
}

/* The loser keeps one of its neutral seals, and is asked only if they are of different kinds. */
static void lose_fight(struct duell *s, unsigned loser, struct sink *sink) {
    unsigned kinds = duell_used_kinds(&s->seats[loser]);
    if (kinds & (kinds - 1)) {
        s->seat = (uint8_t)loser;
        s->phase = PHASE_KEEP;
    } else {
        end_fight(s, loser, kinds ? (unsigned)__builtin_ctz(kinds) : SEALS, sink);
    }
}

static void next_flip(struct duell *s, struct sink *sink) {
    unsigned seat = duell_flipper(s);
    const struct duell_seat *mine = &s->seats[seat], *theirs = &s->seats[seat ^ 1];
    bool can = duell_can_flip(mine);
    if (mine->flips)
        TELL(seat, true, can ? "duell.event.behind" : "duell.event.beaten", SEAT("who", seat),
             NUMBER("mine", mine->sum), NUMBER("theirs", theirs->sum));
    if (!can) {
        lose_fight(s, seat, sink);
        return;
    }
    s->seat = (uint8_t)seat;
    s->phase = PHASE_FLIP;
}

static void flip(struct duell *s, unsigned seal, struct sink *sink) {
    struct duell_seat *t = &s->seats[s->seat];
    if (seal != SEAL_OWN) t->seals[seal]--;
    ensure(t->flips < FLIPS_MAX);
    t->flipped[t->flips++] = (uint8_t)(seal + 1);
    s->phase = PHASE_SIDE;
    TELL(s->seat, true, "duell.event.flip", SEAT("who", s->seat), SEAL(seal));
}

static void show_side(struct duell *s, unsigned side, struct sink *sink) {
    struct duell_seat *t = &s->seats[s->seat];
    t->sum = (uint8_t)(t->sum + side);
    TELL(s->seat, false, "duell.event.side", SEAT("who", s->seat), NUMBER("side", side),
         NUMBER("sum", t->sum));
    if (t->hand >> ONCE_LUCKY & 1) {
        s->side = (uint8_t)side;
        s->phase = PHASE_LUCKY;
    } else {
        next_flip(s, sink);
    }
}

static void flip_again(struct duell *s, struct sink *sink) {
    struct duell_seat *t = &s->seats[s->seat];
    t->hand = (uint8_t)(t->hand & ~(1u << ONCE_LUCKY));
    t->sum = (uint8_t)(t->sum - s->side);
    s->side = 0;
    s->phase = PHASE_SIDE;
    TELL(s->seat, true, "duell.event.lucky", SEAT("who", s->seat),
         SEAL(t->flipped[t->flips - 1] - 1));
}

static void stand(struct duell *s, struct sink *sink) {
    s->side = 0;
    TELL(s->seat, false, "duell.event.stand", SEAT("who", s->seat));
    next_flip(s, sink);
}

/* ---- evaluation ---- */

static void open_card(struct duell *s, enum duell_phase phase, unsigned card) {
    s->card = (uint8_t)(card + 1);
    s->phase = (uint8_t)phase;
}

/* Ends the extra questions of a card or of bonus III: then evaluation or building continues. */
static void close_card(struct duell *s) {
    s->phase = s->card ? PHASE_EVALUATE : PHASE_BUILD;
    s->card = s->buying = s->selling = s->allowance = 0;
}

static void use_income(struct duell *s, unsigned seat, unsigned card, struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    bool twice = t->tithe;
    t->tithe = 0;
    unsigned paid = income(s, seat, duell_card_table[card].gold * (1u + twice));
    TELL(seat, true, twice ? "duell.event.income_twice" : "duell.event.income", SEAT("who", seat),
         CARD(card), NUMBER("gold", paid));
}

static void use_seal(struct duell *s, unsigned seat, unsigned card, struct sink *sink) {
    TELL(seat, true, "duell.event.use", SEAT("who", seat), CARD(card));
    if (duell_any_seal(&s->seats[seat ^ 1])) open_card(s, PHASE_GIVE, card);
    else take_top(s, seat, sink);
}

static void use_rob(struct duell *s, unsigned seat, unsigned card, struct sink *sink) {
    struct duell_seat *t = &s->seats[seat], *other = &s->seats[seat ^ 1];
    unsigned amount =
        duell_card_table[card].gold < other->gold ? duell_card_table[card].gold : other->gold;
    other->gold = (uint8_t)(other->gold - amount);
    t->gold = (uint8_t)(t->gold + amount);
    TELL(seat, true, "duell.event.rob", SEAT("who", seat), CARD(card), SEAT("from", seat ^ 1),
         NUMBER("gold", amount));
}

/* Moves a card's markers to the camp, as far as there are any. */
static void use_material(struct duell *s, unsigned seat, unsigned number, struct sink *sink) {
    const struct duell_card *card = &duell_card_table[number];
    unsigned moved = to_camp(&s->seats[seat], card->which, card->amount);
    TELL(seat, true, "duell.event.material", SEAT("who", seat), CARD(number), MATERIAL(card->which),
         NUMBER("n", moved));
}

/* Gold of a person card is no income, so a tithe does not double it. */
static void use_gift(struct duell *s, unsigned seat, unsigned card, struct sink *sink) {
    unsigned paid = income(s, seat, duell_card_table[card].gold);
    TELL(seat, true, "duell.event.income", SEAT("who", seat), CARD(card), NUMBER("gold", paid));
}

static void use_power(struct duell *s, unsigned seat, struct sink *sink) {
    TELL(seat, true, s->sign == seat ? "duell.event.power_kept" : "duell.event.power",
         SEAT("who", seat));
    s->sign = (uint8_t)seat;
}

static void use(struct duell *s, unsigned seat, unsigned position, struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    unsigned number = s->layout[position] - 1u;
    const struct duell_card *card = &duell_card_table[number];
    t->cards = (uint16_t)(t->cards & ~(1u << position));
    switch ((enum card_kind)card->kind) {
    case KIND_POWER: use_power(s, seat, sink); break;
    case KIND_INCOME: use_income(s, seat, number, sink); break;
    case KIND_MATERIAL: use_material(s, seat, number, sink); break;
    case KIND_WOOLTRADER:
        use_material(s, seat, number, sink);
        open_card(s, PHASE_CARD, number);
        break;
    case KIND_FETCH:
        use_gift(s, seat, number, sink);
        open_card(s, PHASE_CARD, number);
        break;
    case KIND_SEAL: use_seal(s, seat, number, sink); break;
    case KIND_ROB: use_rob(s, seat, number, sink); break;
    case KIND_GIFT: use_gift(s, seat, number, sink); break;
    case KIND_CHEAP:
        s->cheap = 1;
        TELL(seat, true, "duell.event.cheap", SEAT("who", seat), CARD(number),
             NUMBER("gold", card->gold));
        break;
    case KIND_ONCE:
        t->hand = (uint8_t)(t->hand | 1u << card->which);
        TELL(seat, true, "duell.event.once", SEAT("who", seat), CARD(number));
        break;
    case KIND_FREE:
        s->allowance = card->amount;
        open_card(s, PHASE_FREE, number);
        TELL(seat, true, "duell.event.use", SEAT("who", seat), CARD(number));
        break;
    case KIND_INFLUENCE:
    case KIND_CRAFTSMAN:
    case KIND_MARKET:
        open_card(s, PHASE_CARD, number);
        TELL(seat, true, "duell.event.use", SEAT("who", seat), CARD(number));
        break;
    }
}

static void tell_forgone(const struct duell *s, unsigned seat, struct sink *sink) {
    uint64_t blocked = 0, forgone = 0;
    FOR_EACH_BIT (position, s->seats[seat].cards) {
        uint64_t bit = (uint64_t)1 << (s->layout[position] - 1);
        if (duell_blocked(duell_card_at(s, position), seat)) blocked |= bit;
        else forgone |= bit;
    }
    if (blocked)
        TELL(seat, true, "duell.event.blocked", SEAT("who", seat),
             THINGS("cards", &duell_cards, blocked));
    if (forgone)
        TELL(seat, true, "duell.event.forgone", SEAT("who", seat),
             THINGS("cards", &duell_cards, forgone));
}

static void done(struct duell *s, unsigned seat, struct sink *sink) {
    if (sink) tell_forgone(s, seat, sink);
    s->seats[seat].cards = 0;
    s->phase = PHASE_BUILD;
}

/* ---- inside a card ---- */

static void buy_seal(struct duell *s, unsigned seat, struct sink *sink) {
    unsigned price = duell_card_table[s->card - 1].gold;
    pay(s, seat, price);
    TELL(seat, false, "duell.event.pay", SEAT("who", seat), NUMBER("gold", price));
    take_top(s, seat, sink);
}

static void buy_material(struct duell *s, unsigned seat, unsigned material, struct sink *sink) {
    unsigned price = duell_market_table[duell_card_table[s->card - 1].which].price[material];
    s->buying = 1;
    pay(s, seat, price);
    to_camp(&s->seats[seat], material, 1);
    TELL(seat, false, "duell.event.buy", SEAT("who", seat), MATERIAL(material),
         NUMBER("gold", price));
}

static void sell(struct duell *s, unsigned seat, struct sink *sink) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    struct duell_seat *t = &s->seats[seat];
    bool market = card->kind == KIND_MARKET;
    s->selling = market;
    t->raw[WOOL]--;
    t->supply[WOOL]++;
    unsigned paid = income(s, seat, market ? duell_market_table[card->which].wool : card->gold);
    TELL(seat, false, "duell.event.sell", SEAT("who", seat), NUMBER("gold", paid));
}

static void fetch(struct duell *s, unsigned seat, unsigned material, struct sink *sink) {
    to_camp(&s->seats[seat], material, 1);
    close_card(s);
    TELL(seat, false, "duell.event.fetch", SEAT("who", seat), MATERIAL(material));
}

static void apply_card(struct duell *s, unsigned seat, unsigned action, struct sink *sink) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    if (action == DO_ENOUGH) close_card(s);
    else if (action == DO_BUY) buy_seal(s, seat, sink);
    else if (action < DO_CLAIM) buy_material(s, seat, action - DO_BUY - 1, sink);
    else if (action == DO_CONVERT) convert(s, seat, card->which, card->gold, sink);
    else if (action == DO_SELL) sell(s, seat, sink);
    else fetch(s, seat, action - DO_FETCH, sink);
}

static void apply_free(struct duell *s, unsigned seat, unsigned action, struct sink *sink) {
    if (action != DO_ENOUGH) {
        convert(s, seat, action - DO_FREE, 0, sink);
        if (--s->allowance) return;
    }
    close_card(s);
}

/* The opponent of the seat whose turn it is has chosen. */
static void give(struct duell *s, unsigned giver, unsigned seal, struct sink *sink) {
    s->seats[giver].seals[seal]--;
    put_under(s, seal);
    TELL(giver, true, "duell.event.give", SEAT("who", giver), SEAL(seal));
    close_card(s);
    take_top(s, s->seat, sink);
}

/* ---- "1 ×" cards ---- */

static void play(struct duell *s, unsigned seat, unsigned once, unsigned material,
                 struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    t->hand = (uint8_t)(t->hand & ~(1u << once));
    TELL(seat, true, "duell.event.play", SEAT("who", seat), THING("card", &duell_onces, once));
    if (once == ONCE_SITE) s->site = 1;
    else if (once == ONCE_LABOUR) s->labour = 1;
    else if (once == ONCE_TITHE) t->tithe = 1;
    else convert(s, seat, material, duell_card_table[CARD_JOURNEYMAN].gold, sink);
}

static void apply_play(struct duell *s, unsigned seat, unsigned action, struct sink *sink) {
    unsigned number = action - DO_PLAY;
    play(s, seat, number / (1 + MATERIALS), number % (1 + MATERIALS) - 1, sink);
}

/* ---- building ---- */

static void bonus(struct duell *s, unsigned seat, unsigned section, struct sink *sink) {
    unsigned amount = duell_section_table[section].bonus_amount;
    switch ((enum section_bonus)duell_section_table[section].bonus) {
    case BONUS_SEALS:
        TELL(seat, true, "duell.event.bonus_seals", SEAT("who", seat), SECTION(section),
             NUMBER("n", amount));
        while (amount && take_top(s, seat, sink)) amount--;
        break;
    case BONUS_GOLD:
        amount = income(s, seat, amount);
        TELL(seat, true, "duell.event.bonus_gold", SEAT("who", seat), SECTION(section),
             NUMBER("gold", amount));
        break;
    case BONUS_FREE:
        s->allowance = (uint8_t)amount;
        s->phase = PHASE_FREE;
        TELL(seat, true, "duell.event.bonus_free", SEAT("who", seat), SECTION(section),
             NUMBER("n", amount));
        break;
    }
}

static void build(struct duell *s, unsigned seat, unsigned section, unsigned material,
                  struct sink *sink) {
    struct duell_seat *t = &s->seats[seat];
    unsigned price = duell_price(s);
    pay(s, seat, price);
    s->labour = 0;
    s->pieces++;
    s->sections = (uint8_t)(s->sections | 1u << section);
    t->worked[material]--;
    t->built[section] = (uint8_t)(t->built[section] | 1u << material);
    TELL(seat, true, "duell.event.build", SEAT("who", seat),
         THING("worked", &duell_worked, duell_worked_thing(seat, material)), SECTION(section),
         NUMBER("gold", price));
    if (!duell_finished(t, section)) return;
    TELL(seat, false, "duell.event.section", SEAT("who", seat), SECTION(section));
    if (duell_finished_sections(t) == SECTIONS) {
        end_game(s);
        TELL(seat, true, "duell.event.won_building", SEAT("who", seat),
             THING("building", &duell_buildings, seat));
    } else if (!duell_finished(&s->seats[seat ^ 1], section)) {
        bonus(s, seat, section, sink);
    }
}

/* ---- steps ---- */

static void apply_fight(struct duell *s, unsigned seat, unsigned action, struct sink *sink) {
    if (action == DO_YIELD) {
        TELL(seat, true, "duell.event.yield", SEAT("who", seat));
        lose_fight(s, seat, sink);
    } else if (action == DO_LUCKY) {
        flip_again(s, sink);
    } else if (action == DO_STAND) {
        stand(s, sink);
    } else {
        flip(s, action - DO_FLIP, sink);
    }
}

static void apply_turn(struct duell *s, unsigned seat, unsigned action, struct sink *sink) {
    if (action >= DO_USE) use(s, seat, action - DO_USE, sink);
    else if (action >= DO_PLAY) apply_play(s, seat, action, sink);
    else if (action == DO_DONE) done(s, seat, sink);
    else if (action == DO_END) end_turn(s, sink);
    else build(s, seat, (action - DO_BUILD) / MATERIALS, (action - DO_BUILD) % MATERIALS, sink);
}

static void duell_draw(struct duell *s, unsigned action, struct sink *sink) {
    if (s->phase == PHASE_DEAL) deal_card(s, action - DO_DEAL, sink);
    else if (s->phase == PHASE_SIDE) show_side(s, action - DO_SIDE, sink);
    else stack_seal(s, action - DO_STACK, sink);
}

static void duell_answer(struct duell *s, unsigned by, unsigned action, struct sink *sink) {
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM: claim(s, action - DO_CLAIM, sink); break;
    case PHASE_FLIP:
    case PHASE_LUCKY: apply_fight(s, by, action, sink); break;
    case PHASE_KEEP: end_fight(s, by, action - DO_KEEP, sink); break;
    case PHASE_EVALUATE:
    case PHASE_BUILD: apply_turn(s, by, action, sink); break;
    case PHASE_CARD: apply_card(s, by, action, sink); break;
    case PHASE_FREE: apply_free(s, by, action, sink); break;
    case PHASE_GIVE: give(s, by, action - DO_GIVE, sink); break;
    default: never();
    }
}

COURSE_IN_TURN(duell, DUELL, asked_seat(s))

/* ---- the game ---- */

/* 4 seals; per round at most 9 cards, 2 claims, a fight of 13 flips, and two turns of three
 * cards. */
enum {
    STEPS_FIGHT = 13 + 13 + 12 + 2,
    STEPS_CARD = 2 + NEUTRAL_SEALS,
    STEPS_TURN = 3 * STEPS_CARD + 4 + 3 + 3 + 2
};

const struct game duell_game = {
    GAME_DERIVED(duell, DUELL),
    GAME_IS_OPEN,
    .name = "Die Säulen der Erde: Duell der Baumeister",
    .rules = 1,
    .steps_max = 4 + ROUNDS * (POSITIONS + 2 + STEPS_FIGHT + 2 * STEPS_TURN),
    .tuning = &duell_tuning,
    .preview = duell_preview,
    .standing = duell_standing,
    .check = duell_check,
};
