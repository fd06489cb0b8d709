/* Duell der Baumeister in notation, JSON and words. */
#include "core/ensure.h"
#include "games/duell/duell.h"
#include "games/duell/fight.h"

/* ---- things ---- */

static const char *const card_codes[] = {
    "archdeacon", "architect",  "builder", "carpenter1", "cellarer", "countess", "foreman",
    "founder2",   "founder3",   "gold3",   "gold4",      "gold5",    "gold6",    "herbwife",
    "influence",  "journeyman", "labour",  "lucky",      "market2",  "market3",  "mason1",
    "mixer1",     "ore",        "power",   "sand",       "sheriff",  "site",     "steward",
    "stone",      "tithe",      "weaver1", "weaver2",    "wood",     "wool",     "wooltrader",
};
static const char *const once_codes[] = {"journeyman", "labour", "lucky", "site", "tithe"};
static const char *const material_codes[] = {"ore", "sand", "stone", "wood", "wool"};
static const char *const worked_codes[] = {"bars", "mortar", "ashlar", "beam", "cloth", "bell"};
static const char *const seal_codes[] = {"05", "14", "23", "own"};
static const char *const section_codes[] = {"I", "II", "III"};
static const char *const line_codes[] = {"c1", "c2", "c3", "d1", "d2", "r1", "r2", "r3"};
static const char *const position_codes[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const side_codes[] = {"0", "1", "2", "3", "4", "5"};
static const char *const stack_codes[] = {"A", "B"};
static const char *const building_codes[] = {"castle", "cathedral"};
static const char *const phase_codes[] = {"stack", "deal",  "claim",    "flip", "side",
                                          "lucky", "keep",  "evaluate", "card", "free",
                                          "give",  "build", "over"};

const struct things duell_cards = THINGS_OF("duell", "card", card_codes);
const struct things duell_onces = THINGS_OF("duell", "card", once_codes);
const struct things duell_materials = THINGS_OF("duell", "material", material_codes);
const struct things duell_worked = THINGS_OF("duell", "worked", worked_codes);
const struct things duell_seals = THINGS_OF("duell", "seal", seal_codes);
const struct things duell_sections = THINGS_OF("duell", "section", section_codes);
const struct things duell_lines_things = THINGS_OF("duell", "line", line_codes);
const struct things duell_positions = THINGS_OF("duell", "position", position_codes);
const struct things duell_stacks = THINGS_OF("duell", "stack", stack_codes);
const struct things duell_buildings = THINGS_OF("duell", "building", building_codes);
static const struct things neutral_seals = {
    .game = "duell", .type = "seal", .codes = seal_codes, .count = NEUTRALS};
static const struct things sides = THINGS_OF("duell", "side", side_codes);
static const struct things phases = THINGS_OF("duell", "phase", phase_codes);

_Static_assert(sizeof card_codes / sizeof card_codes[0] == CARDS, "a code a card");
_Static_assert(sizeof phase_codes / sizeof phase_codes[0] == PHASES, "a code a phase");

/* The worked sides are in the order of their materials; Philip's bell comes last. */
unsigned duell_worked_thing(unsigned seat, unsigned material) {
    return seat == BLUE && material == ORE ? MATERIALS : material;
}

/* ---- notation ---- */

/* clang-format off */
static const struct notation_verb verbs[] = {
    /* first      word       chance parts */
    {DO_BUILD,   "build",   false, {{&duell_sections}, {&duell_materials}}},
    {DO_BUY,     "buy",     false, {{&duell_materials, .optional = true}}},
    {DO_CLAIM,   "claim",   false, {{&duell_lines_things}}},
    {DO_CONVERT, "convert", false, {{0}}},
    {DO_DEAL,    "deal",    true,  {{&duell_cards}}},
    {DO_DONE,    "done",    false, {{0}}},
    {DO_END,     "end",     false, {{0}}},
    {DO_ENOUGH,  "enough",  false, {{0}}},
    {DO_FETCH,   "fetch",   false, {{&duell_materials}}},
    {DO_FLIP,    "flip",    false, {{&duell_seals}}},
    {DO_FREE,    "free",    false, {{&duell_materials}}},
    {DO_GIVE,    "give",    false, {{&neutral_seals}}},
    {DO_KEEP,    "keep",    false, {{&neutral_seals}}},
    {DO_LUCKY,   "lucky",   false, {{0}}},
    {DO_PLAY,    "play",    false, {{&duell_onces}, {&duell_materials, .optional = true}}},
    {DO_SELL,    "sell",    false, {{0}}},
    {DO_SIDE,    "side",    true,  {{&sides}}},
    {DO_STACK,   "stack",   true,  {{&neutral_seals}}},
    {DO_STAND,   "stand",   false, {{0}}},
    {DO_USE,     "use",     false, {{&duell_positions}}},
    {DO_YIELD,   "yield",   false, {{0}}},
};
/* clang-format on */

const struct notation duell_notation = {
    .verbs = verbs, .verb_count = sizeof verbs / sizeof verbs[0], .actions = DO_ACTIONS};

/* ---- members ---- */

static const struct field state_fields[] = {
    FIELD(struct duell, NUMBER, viewer, 0, SPECTATOR + 1),
    FIELD(struct duell, NUMBER, players, DUELL_SEATS, DUELL_SEATS),
    FIELD_OF(struct duell, INDEX, phase, &phases),
    FIELD(struct duell, NUMBER, round, 0, ROUNDS),
    FIELD(struct duell, NUMBER, sign, 0, 1),
    FIELD(struct duell, NUMBER, holder, 0, 1),
    FIELD(struct duell, NUMBER, seat, 0, 1),
    FIELD(struct duell, NUMBER, bank, 0, GOLD_ALL),
    FIELD_OF(struct duell, SET, deck, &duell_cards),
    FIELD_OF(struct duell, LIST, stack, &neutral_seals),
    FIELD(struct duell, NUMBER, stack_count, 0, NEUTRAL_SEALS),
    FIELD_OF(struct duell, LIST, layout, &duell_cards),
    FIELD(struct duell, NUMBER, dealt, 0, POSITIONS),
    FIELD(struct duell, NUMBER, side, 0, 5),
    FIELD_OF(struct duell, THING, card, &duell_cards),
    FIELD(struct duell, FLAG, buying, 0, 0),
    FIELD(struct duell, FLAG, selling, 0, 0),
    FIELD(struct duell, NUMBER, allowance, 0, 2),
    FIELD(struct duell, FLAG, cheap, 0, 0),
    FIELD(struct duell, FLAG, site, 0, 0),
    FIELD(struct duell, FLAG, labour, 0, 0),
    FIELD(struct duell, NUMBER, pieces, 0, SECTION_PIECES),
    FIELD_OF(struct duell, SET, sections, &duell_sections),
    FIELD(struct duell, SPARE, spare, 0, 0),
};

static const struct field seat_fields[] = {
    FIELD_OF(struct duell_seat, SET, cards, &duell_positions),
    FIELD(struct duell_seat, NUMBER, gold, 0, GOLD_ALL),
    FIELD(struct duell_seat, NUMBER, seals, 0, NEUTRAL_SEALS),
    FIELD(struct duell_seat, NUMBER, supply, 0, MARKERS),
    FIELD(struct duell_seat, NUMBER, raw, 0, MARKERS),
    FIELD(struct duell_seat, NUMBER, worked, 0, MARKERS),
    FIELD_OF(struct duell_seat, SET, built, &duell_materials),
    FIELD_OF(struct duell_seat, SET, hand, &duell_onces),
    FIELD(struct duell_seat, FLAG, tithe, 0, 0),
    FIELD_OF(struct duell_seat, LIST, flipped, &duell_seals),
    FIELD(struct duell_seat, NUMBER, flips, 0, FLIPS_MAX),
    FIELD(struct duell_seat, NUMBER, sum, 0, 41),
    FIELD(struct duell_seat, SPARE, spare, 0, 0),
};

const struct fields duell_fields = FIELDS_OF(duell, DUELL_SEATS);

/* ---- events ---- */

#define CARD(number) THING("card", &duell_cards, number)
#define MATERIAL(number) THING("material", &duell_materials, number)
#define SEAL(number) THING("seal", &duell_seals, number)
#define SECTION(number) THING("section", &duell_sections, number)
#define WORKED(seat, material) THING("worked", &duell_worked, duell_worked_thing(seat, material))

/* ---- why not ---- */

static bool no_gold(struct message *reason, const struct duell_seat *t, unsigned need) {
    return message_set(reason,
                       MESSAGE("duell.whynot.gold", NUMBER("need", need), NUMBER("have", t->gold)));
}

#define PHASE(name) (1u << PHASE_##name)

/* The phases in which a seat can use each verb, and the message for any other phase. */
static const struct verb_phase {
    uint16_t first, last;
    unsigned phases;
    const char *wrong_time;
} verb_phases[] = {
    {DO_BUILD, DO_BUY - 1, PHASE(BUILD), "duell.whynot.when_build"},
    {DO_BUY, DO_CLAIM - 1, PHASE(CARD), "duell.whynot.when_buy"},
    {DO_CLAIM, DO_CONVERT - 1, PHASE(CLAIM), "duell.whynot.when_claim"},
    {DO_CONVERT, DO_CONVERT, PHASE(CARD), "duell.whynot.when_convert"},
    {DO_DONE, DO_DONE, PHASE(EVALUATE), "duell.whynot.when_done"},
    {DO_END, DO_END, PHASE(BUILD), "duell.whynot.when_end"},
    {DO_ENOUGH, DO_ENOUGH, PHASE(CARD) | PHASE(FREE), "duell.whynot.when_enough"},
    {DO_FETCH, DO_FLIP - 1, PHASE(CARD), "duell.whynot.when_fetch"},
    {DO_FLIP, DO_FREE - 1, PHASE(FLIP), "duell.whynot.when_flip"},
    {DO_FREE, DO_GIVE - 1, PHASE(FREE), "duell.whynot.when_free"},
    {DO_GIVE, DO_KEEP - 1, PHASE(GIVE), "duell.whynot.when_give"},
    {DO_KEEP, DO_LUCKY - 1, PHASE(KEEP), "duell.whynot.when_keep"},
    {DO_LUCKY, DO_LUCKY, PHASE(LUCKY), "duell.whynot.when_lucky"},
    {DO_PLAY, DO_SELL - 1, PHASE(EVALUATE) | PHASE(BUILD), "duell.whynot.when_play"},
    {DO_SELL, DO_SELL, PHASE(CARD), "duell.whynot.when_sell"},
    {DO_STAND, DO_STAND, PHASE(LUCKY), "duell.whynot.when_lucky"},
    {DO_USE, DO_YIELD - 1, PHASE(EVALUATE), "duell.whynot.when_use"},
    {DO_YIELD, DO_YIELD, PHASE(FLIP), "duell.whynot.when_yield"},
};

static const struct verb_phase *verb_phase(uint16_t action) {
    size_t i = 0;
    while (action < verb_phases[i].first || action > verb_phases[i].last)
        ensure(++i < sizeof verb_phases / sizeof verb_phases[0]);
    return &verb_phases[i];
}

static bool why_not_claim(const struct duell *s, unsigned line, struct message *reason) {
    bool same = duell_lines[line] == s->seats[s->holder].cards;
    return message_set(reason, MESSAGE(same ? "duell.whynot.same_line" : "duell.whynot.parallel",
                                       THING("line", &duell_lines_things, line)));
}

static bool why_not_use(const struct duell *s, unsigned seat, unsigned position,
                        struct message *reason) {
    if (s->seats[seat].cards >> position & 1)
        return message_set(reason, MESSAGE("duell.whynot.colour", CARD(s->layout[position] - 1)));
    if (s->seats[!seat].cards >> position & 1)
        return message_set(reason, MESSAGE("duell.whynot.theirs", CARD(s->layout[position] - 1)));
    return message_set(reason, MESSAGE("duell.whynot.not_yours", CARD(s->layout[position] - 1),
                                       THING("position", &duell_positions, position)));
}

static bool why_not_journeyman(const struct duell_seat *t, unsigned material,
                               struct message *reason) {
    if (material == MATERIALS) return message_set(reason, MESSAGE("duell.whynot.journeyman_what"));
    if (!t->raw[material])
        return message_set(reason, MESSAGE("duell.whynot.no_raw", MATERIAL(material)));
    return no_gold(reason, t, duell_card_table[CARD_JOURNEYMAN].gold);
}

static bool why_not_play(const struct duell *s, const struct duell_seat *t, unsigned number,
                         struct message *reason) {
    unsigned once = number / (1 + MATERIALS), place = number % (1 + MATERIALS),
             material = place ? place - 1 : MATERIALS;
    if (once == ONCE_LUCKY) return message_set(reason, MESSAGE("duell.whynot.when_lucky"));
    if (!(t->hand >> once & 1))
        return message_set(reason,
                           MESSAGE("duell.whynot.not_in_hand", THING("card", &duell_onces, once)));
    if (once == ONCE_JOURNEYMAN) return why_not_journeyman(t, material, reason);
    if (material != MATERIALS)
        return message_set(
            reason, MESSAGE("duell.whynot.play_material", THING("card", &duell_onces, once)));
    return message_set(reason, MESSAGE(s->phase == PHASE_EVALUATE ? "duell.whynot.tithe_income"
                                                                  : "duell.whynot.tithe_when"));
}

static bool why_not_buy_material(const struct duell *s, const struct duell_seat *t,
                                 unsigned material, struct message *reason) {
    unsigned price = duell_market_table[duell_card_table[s->card - 1].which].price[material];
    if (s->selling) return message_set(reason, MESSAGE("duell.whynot.market_sells"));
    if (!price)
        return message_set(reason, MESSAGE("duell.whynot.market_lacks", MATERIAL(material)));
    if (!t->supply[material])
        return message_set(reason, MESSAGE("duell.whynot.no_supply", MATERIAL(material)));
    return no_gold(reason, t, price);
}

static bool why_not_buy(const struct duell *s, const struct duell_seat *t, unsigned place,
                        struct message *reason) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    if (card->kind == KIND_MARKET)
        return place ? why_not_buy_material(s, t, place - 1, reason)
                     : message_set(reason, MESSAGE("duell.whynot.buy_what"));
    if (card->kind != KIND_INFLUENCE) return message_set(reason, MESSAGE("duell.whynot.when_buy"));
    if (place) return message_set(reason, MESSAGE("duell.whynot.buy_seals_only"));
    if (!s->stack_count) return message_set(reason, MESSAGE("duell.whynot.stack_empty"));
    return no_gold(reason, t, card->gold);
}

static bool why_not_card(const struct duell *s, const struct duell_seat *t, unsigned action,
                         struct message *reason) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    if (action < DO_CLAIM) return why_not_buy(s, t, action - DO_BUY, reason);
    if (action == DO_CONVERT) {
        if (card->kind != KIND_CRAFTSMAN)
            return message_set(reason, MESSAGE("duell.whynot.when_convert"));
        if (!t->raw[card->which])
            return message_set(reason, MESSAGE("duell.whynot.no_raw", MATERIAL(card->which)));
        return no_gold(reason, t, card->gold);
    }
    if (action == DO_SELL) {
        if (card->kind != KIND_MARKET && card->kind != KIND_WOOLTRADER)
            return message_set(reason, MESSAGE("duell.whynot.when_sell"));
        return message_set(reason, s->buying ? MESSAGE("duell.whynot.market_buys")
                                             : MESSAGE("duell.whynot.no_raw", MATERIAL(WOOL)));
    }
    unsigned material = action - DO_FETCH;
    if (card->kind != KIND_FETCH) return message_set(reason, MESSAGE("duell.whynot.when_fetch"));
    if (!(BASIC >> material & 1))
        return message_set(reason, MESSAGE("duell.whynot.basic_only", MATERIAL(material)));
    return message_set(reason, MESSAGE("duell.whynot.no_supply", MATERIAL(material)));
}

static bool why_not_build(const struct duell *s, unsigned seat, unsigned section, unsigned material,
                          struct message *reason) {
    const struct duell_seat *t = &s->seats[seat];
    if (duell_finished(t, section))
        return message_set(reason, MESSAGE("duell.whynot.section_finished", SECTION(section)));
    if (!(duell_section_table[section].needs >> material & 1))
        return message_set(
            reason, MESSAGE("duell.whynot.not_needed", WORKED(seat, material), SECTION(section)));
    if (t->built[section] >> material & 1)
        return message_set(
            reason, MESSAGE("duell.whynot.place_taken", WORKED(seat, material), SECTION(section)));
    if (s->pieces == SECTION_PIECES)
        return message_set(reason, MESSAGE("duell.whynot.three_pieces"));
    if (duell_popcount(s->sections | 1u << section) > 1u + s->site)
        return message_set(
            reason, MESSAGE(s->site ? "duell.whynot.two_sections" : "duell.whynot.one_section"));
    if (!t->worked[material])
        return message_set(reason, MESSAGE("duell.whynot.not_worked", WORKED(seat, material)));
    return no_gold(reason, t, duell_price(s));
}

static bool why_not_free(unsigned material, struct message *reason) {
    bool basic = BASIC >> material & 1;
    return message_set(reason, MESSAGE(basic ? "duell.whynot.no_raw" : "duell.whynot.basic_only",
                                       MATERIAL(material)));
}

bool duell_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason) {
    const struct duell *s = state;
    const struct duell_seat *t = &s->seats[seat];
    if (game_allows(&duell_game, s, seat, action)) return false;
    const struct verb_phase *verb = verb_phase(action);
    if (!(verb->phases >> s->phase & 1)) return message_set(reason, MESSAGE(verb->wrong_time));
    switch (verb->first) {
    case DO_BUILD: return why_not_build(s, seat, action / MATERIALS, action % MATERIALS, reason);
    case DO_CLAIM: return why_not_claim(s, action - DO_CLAIM, reason);
    case DO_DONE: return message_set(reason, MESSAGE("duell.whynot.power_unused"));
    case DO_FLIP:
        return message_set(reason, MESSAGE("duell.whynot.no_seal", SEAL(action - DO_FLIP)));
    case DO_FREE: return why_not_free(action - DO_FREE, reason);
    case DO_GIVE:
        return message_set(reason, MESSAGE("duell.whynot.no_seal", SEAL(action - DO_GIVE)));
    case DO_KEEP:
        return message_set(reason, MESSAGE("duell.whynot.not_flipped", SEAL(action - DO_KEEP)));
    case DO_PLAY: return why_not_play(s, t, action - DO_PLAY, reason);
    case DO_USE: return why_not_use(s, seat, action - DO_USE, reason);
    case DO_YIELD: return message_set(reason, MESSAGE("duell.whynot.must_flip"));
    default: return why_not_card(s, t, action, reason);
    }
}

/* ---- questions ---- */

static void ask_flip(const struct duell *s, unsigned seat, struct message *message) {
    const struct duell_seat *t = &s->seats[seat], *other = &s->seats[seat ^ 1];
    unsigned position = (unsigned)__builtin_ctz((unsigned)(t->cards & other->cards));
    struct param card = CARD(s->layout[position] - 1);
    if (!t->flips) *message = MESSAGE("duell.ask.flip_first", card);
    else
        *message =
            MESSAGE("duell.ask.flip", card, NUMBER("mine", t->sum), NUMBER("theirs", other->sum));
}

static void ask_card(const struct duell *s, struct message *message) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    struct param of = CARD(s->card - 1);
    switch ((enum card_kind)card->kind) {
    case KIND_INFLUENCE:
        *message = MESSAGE("duell.ask.influence", of, NUMBER("gold", card->gold));
        break;
    case KIND_CRAFTSMAN:
        *message =
            MESSAGE("duell.ask.craftsman", of, MATERIAL(card->which), NUMBER("gold", card->gold));
        break;
    case KIND_FETCH: *message = MESSAGE("duell.ask.fetch", of); break;
    case KIND_WOOLTRADER:
        *message = MESSAGE("duell.ask.sell", of, NUMBER("gold", card->gold));
        break;
    default:
        if (s->buying) *message = MESSAGE("duell.ask.market_buy", of);
        else if (s->selling)
            *message =
                MESSAGE("duell.ask.sell", of, NUMBER("gold", duell_market_table[card->which].wool));
        else
            *message = MESSAGE("duell.ask.market", of,
                               NUMBER("gold", duell_market_table[card->which].wool));
    }
}

void duell_ask(const void *view, unsigned seat, struct message *message) {
    const struct duell *s = view;
    const struct duell_seat *t = &s->seats[seat];
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM:
        *message =
            seat == s->holder ? MESSAGE("duell.ask.claim") : MESSAGE("duell.ask.claim_crossing");
        break;
    case PHASE_FLIP: ask_flip(s, seat, message); break;
    case PHASE_LUCKY:
        *message =
            MESSAGE("duell.ask.lucky", SEAL(t->flipped[t->flips - 1] - 1), NUMBER("side", s->side));
        break;
    case PHASE_KEEP: *message = MESSAGE("duell.ask.keep"); break;
    case PHASE_EVALUATE: *message = MESSAGE("duell.ask.evaluate"); break;
    case PHASE_CARD: ask_card(s, message); break;
    case PHASE_FREE: *message = MESSAGE("duell.ask.free", NUMBER("n", s->allowance)); break;
    case PHASE_GIVE: *message = MESSAGE("duell.ask.give", CARD(s->card - 1)); break;
    default:
        if (s->pieces == SECTION_PIECES) *message = MESSAGE("duell.ask.build_full");
        else *message = MESSAGE("duell.ask.build", NUMBER("gold", duell_price(s)));
    }
}

/* ---- previews ---- */

static bool preview_gain(unsigned gold, struct message *message) {
    *message = MESSAGE("duell.preview.gain", NUMBER("gold", gold));
    return true;
}

static bool preview_pay(unsigned gold, struct message *message) {
    *message = MESSAGE("duell.preview.pay", NUMBER("gold", gold));
    return true;
}

/* The chance to win a fight that is not over. It is never certain either way: the opponent may not
 * play as expected. */
static unsigned fight_percent(const struct duell *s, unsigned seat) {
    unsigned percent = (duell_fight_of_seat(s, seat) * 100 + FIGHT_ONE / 2) / FIGHT_ONE;
    return percent < 1 ? 1 : percent > 99 ? 99 : percent;
}

/* The chance to win the fight after this step, with best play of both. */
static bool preview_fight(const struct duell *s, unsigned seat, uint16_t action,
                          struct message *message) {
    struct duell next = *s;
    duell_game.apply(&next, seat, action, NULL);
    unsigned percent = 100;
    if (duell_fighting(&next)) percent = fight_percent(&next, seat);
    else if (next.phase == PHASE_KEEP
                 ? next.seat == seat
                 : !(next.seats[seat].cards & s->seats[0].cards & s->seats[1].cards))
        percent = 0;
    *message = MESSAGE("duell.preview.chance", NUMBER("percent", percent));
    return true;
}

static bool preview_claim(const struct duell *s, unsigned seat, unsigned line,
                          struct message *message) {
    unsigned cards[3], count = 0;
    for (unsigned set = duell_lines[line]; set; set &= set - 1)
        cards[count++] = s->layout[__builtin_ctz(set)] - 1u;
    struct param first = THING("first", &duell_cards, cards[0]),
                 second = THING("second", &duell_cards, cards[1]),
                 third = THING("third", &duell_cards, cards[2]);
    *message = MESSAGE("duell.preview.claim", first, second, third);
    if (seat == s->holder) return true;
    struct duell next = *s;
    duell_game.apply(&next, seat, (uint16_t)(DO_CLAIM + line), NULL);
    unsigned contested =
        (unsigned)__builtin_ctz((unsigned)(next.seats[0].cards & next.seats[1].cards));
    *message =
        MESSAGE("duell.preview.claim_fight", first, second, third, CARD(s->layout[contested] - 1),
                NUMBER("percent", fight_percent(&next, seat)));
    return true;
}

static unsigned at_most(unsigned amount, unsigned there) {
    return amount < there ? amount : there;
}

static bool preview_use(const struct duell *s, unsigned seat, unsigned position,
                        struct message *message) {
    const struct duell_seat *t = &s->seats[seat];
    unsigned number = s->layout[position] - 1u;
    const struct duell_card *card = &duell_card_table[number];
    *message = MESSAGE("duell.preview.card", CARD(number));
    if (card->kind == KIND_INCOME)
        *message = MESSAGE("duell.preview.card_gold", CARD(number),
                           NUMBER("gold", at_most(card->gold * (1u + t->tithe), s->bank)));
    else if (card->kind == KIND_GIFT || card->kind == KIND_FETCH)
        *message = MESSAGE("duell.preview.card_gold", CARD(number),
                           NUMBER("gold", at_most(card->gold, s->bank)));
    else if (card->kind == KIND_ROB)
        *message = MESSAGE("duell.preview.card_gold", CARD(number),
                           NUMBER("gold", at_most(card->gold, s->seats[seat ^ 1].gold)));
    else if (card->kind == KIND_MATERIAL || card->kind == KIND_WOOLTRADER)
        *message = MESSAGE("duell.preview.card_material", CARD(number), MATERIAL(card->which),
                           NUMBER("n", at_most(card->amount, t->supply[card->which])));
    return true;
}

static bool preview_build(const struct duell *s, unsigned seat, unsigned section, unsigned material,
                          struct message *message) {
    const struct duell_seat *t = &s->seats[seat];
    bool finishes = (t->built[section] | 1u << material) == duell_section_table[section].needs,
         first = !duell_finished(&s->seats[seat ^ 1], section);
    const char *key = !finishes ? "duell.preview.pay"
                      : first   ? "duell.preview.build_first"
                                : "duell.preview.build_finish";
    if (finishes && duell_finished_sections(t) == SECTIONS - 1) key = "duell.preview.build_win";
    *message = MESSAGE(key, NUMBER("gold", duell_price(s)));
    return true;
}

static bool preview_card(const struct duell *s, unsigned action, struct message *message) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    bool market = card->kind == KIND_MARKET;
    if (action == DO_SELL)
        return preview_gain(
            at_most(market ? duell_market_table[card->which].wool : card->gold, s->bank), message);
    if (action > DO_BUY && action < DO_CLAIM)
        return preview_pay(duell_market_table[card->which].price[action - DO_BUY - 1], message);
    if (action == DO_CONVERT) return preview_pay(card->gold, message);
    if (action != DO_BUY) return false;
    *message = MESSAGE("duell.preview.seal", SEAL(s->stack[0] - 1), NUMBER("gold", card->gold));
    return true;
}

bool duell_preview(const void *view, unsigned seat, uint16_t action, struct message *message) {
    const struct duell *s = view;
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM: return preview_claim(s, seat, action - DO_CLAIM, message);
    case PHASE_FLIP:
    case PHASE_LUCKY: return preview_fight(s, seat, action, message);
    case PHASE_CARD: return preview_card(s, action, message);
    case PHASE_EVALUATE:
        if (action >= DO_USE) return preview_use(s, seat, action - DO_USE, message);
        break;
    case PHASE_BUILD:
        if (action < DO_BUY)
            return preview_build(s, seat, action / MATERIALS, action % MATERIALS, message);
        break;
    default: return false;
    }
    if (action >= DO_PLAY && action < DO_PLAY + 1 + MATERIALS)
        return preview_pay(duell_card_table[CARD_JOURNEYMAN].gold, message);
    return false;
}

/* ---- the view as headed lists ---- */

static void describe_layout(const struct duell *s, struct sink *sink) {
    if (s->dealt) sink_tell(sink, NOBODY, true, MESSAGE("duell.view.layout"));
    for (unsigned i = 0; i + 2 < s->dealt; i += 3)
        sink_tell(sink, NOBODY, false,
                  MESSAGE("duell.view.row", NUMBER("row", i / 3 + 1),
                          THING("first", &duell_cards, s->layout[i] - 1),
                          THING("second", &duell_cards, s->layout[i + 1] - 1),
                          THING("third", &duell_cards, s->layout[i + 2] - 1)));
}

static void describe_stack(const struct duell *s, struct sink *sink) {
    sink_tell(sink, NOBODY, false,
              MESSAGE("duell.view.bank", NUMBER("gold", s->bank), NUMBER("n", s->stack_count)));
    for (unsigned i = 0; i < s->stack_count; i++)
        sink_tell(sink, NOBODY, false,
                  MESSAGE("duell.view.stack", NUMBER("place", i + 1), SEAL(s->stack[i] - 1)));
}

#define COUNTS(list)                                                                            \
    NUMBER("wood", (list)[WOOD]), NUMBER("sand", (list)[SAND]), NUMBER("stone", (list)[STONE]), \
        NUMBER("ore", (list)[ORE]), NUMBER("wool", (list)[WOOL])

static void describe_built(const struct duell *s, unsigned seat, struct sink *sink) {
    const struct duell_seat *t = &s->seats[seat];
    for (unsigned i = 0; i < SECTIONS; i++) {
        if (duell_finished(t, i)) {
            sink_tell(sink, seat, false, MESSAGE("duell.view.finished", SECTION(i)));
            continue;
        }
        unsigned open = duell_section_table[i].needs & ~(unsigned)t->built[i], works = 0;
        for (unsigned m = 0; m < MATERIALS; m++)
            works |= (open >> m & 1) << duell_worked_thing(seat, m);
        sink_tell(sink, seat, false,
                  MESSAGE("duell.view.section", SECTION(i), THINGS("works", &duell_worked, works)));
    }
}

static void describe_seat(const struct duell *s, unsigned seat, struct sink *sink) {
    const struct duell_seat *t = &s->seats[seat];
    sink_tell(sink, seat, true,
              MESSAGE("duell.view.seat", SEAT("who", seat),
                      THING("building", &duell_buildings, seat), NUMBER("gold", t->gold)));
    sink_tell(sink, seat, false,
              MESSAGE("duell.view.seals", NUMBER("n05", t->seals[SEAL_05]),
                      NUMBER("n14", t->seals[SEAL_14]), NUMBER("n23", t->seals[SEAL_23])));
    sink_tell(sink, seat, false, MESSAGE("duell.view.raw", COUNTS(t->raw)));
    sink_tell(sink, seat, false,
              MESSAGE(seat == BLUE ? "duell.view.worked_blue" : "duell.view.worked_red",
                      COUNTS(t->worked)));
    sink_tell(sink, seat, false, MESSAGE("duell.view.supply", COUNTS(t->supply)));
    describe_built(s, seat, sink);
    if (t->hand)
        sink_tell(sink, seat, false,
                  MESSAGE("duell.view.hand", THINGS("cards", &duell_onces, t->hand)));
    if (t->tithe) sink_tell(sink, seat, false, MESSAGE("duell.view.tithe"));
    if (t->cards)
        sink_tell(sink, seat, false,
                  MESSAGE("duell.view.cards", THINGS("positions", &duell_positions, t->cards)));
    if (t->flips)
        sink_tell(sink, seat, false,
                  MESSAGE("duell.view.sum", NUMBER("sum", t->sum), NUMBER("n", t->flips)));
}

/* The stack of cards that this round is dealt from. */
void duell_standing(const void *view, struct json_out *out) {
    const struct duell *s = view;
    if (s->round) json_text(out, "stack", stack_codes[duell_pass_stack(s)]);
    else json_null(out, "stack");
}

void duell_describe(const void *view, struct sink *sink) {
    const struct duell *s = view;
    if (s->round) {
        sink_tell(sink, NOBODY, true,
                  MESSAGE("duell.view.round", NUMBER("round", s->round),
                          THING("stack", &duell_stacks, duell_pass_stack(s))));
        sink_tell(sink, NOBODY, false, MESSAGE("duell.view.sign", SEAT("who", s->sign)));
    } else {
        sink_tell(sink, NOBODY, true, MESSAGE("duell.view.setup"));
    }
    describe_stack(s, sink);
    describe_layout(s, sink);
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) describe_seat(s, seat, sink);
}
