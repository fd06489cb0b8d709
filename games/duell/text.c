/* Duell der Baumeister in notation, JSON and words. */
#include "games/duell/duell.h"
#include "games/duell/fight.h"

/* ---- things ---- */

static const char *const card_codes[] = {DUELL_CARD_LIST(DUELL_CARD_CODE)};
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

GAME_TABLES(duell, DUELL);

/* The worked sides are in the order of their materials; Philip's bell comes last. */
unsigned duell_worked_thing(unsigned seat, unsigned material) {
    return seat == BLUE && material == ORE ? MATERIALS : material;
}

/* ---- events ---- */

#define CARD(number) THING("card", &duell_cards, number)
#define MATERIAL(number) THING("material", &duell_materials, number)
#define SEAL(number) THING("seal", &duell_seals, number)
#define SECTION(number) THING("section", &duell_sections, number)
#define WORKED(seat, material) THING("worked", &duell_worked, duell_worked_thing(seat, material))

/* ---- why not ---- */

static struct message no_gold(const struct duell_seat *t, unsigned need) {
    return MESSAGE("duell.whynot.gold", NUMBER("need", need), NUMBER("have", t->gold));
}

static struct message why_not_claim(const struct duell *s, unsigned line) {
    bool same = duell_lines[line] == s->seats[s->holder].cards;
    return MESSAGE(same ? "duell.whynot.same_line" : "duell.whynot.parallel",
                   THING("line", &duell_lines_things, line));
}

static struct message why_not_use(const struct duell *s, unsigned seat, unsigned position) {
    if (s->seats[seat].cards >> position & 1)
        return MESSAGE("duell.whynot.colour", CARD(s->layout[position] - 1));
    if (s->seats[!seat].cards >> position & 1)
        return MESSAGE("duell.whynot.theirs", CARD(s->layout[position] - 1));
    return MESSAGE("duell.whynot.not_yours", CARD(s->layout[position] - 1),
                   THING("position", &duell_positions, position));
}

static struct message why_not_journeyman(const struct duell_seat *t, unsigned material) {
    if (material == MATERIALS) return MESSAGE("duell.whynot.journeyman_what");
    if (!t->raw[material]) return MESSAGE("duell.whynot.no_raw", MATERIAL(material));
    return no_gold(t, duell_card_table[CARD_JOURNEYMAN].gold);
}

static struct message why_not_play(const struct duell *s, const struct duell_seat *t,
                                   unsigned number) {
    unsigned once = number / (1 + MATERIALS), place = number % (1 + MATERIALS),
             material = place ? place - 1 : MATERIALS;
    if (once == ONCE_LUCKY) return MESSAGE("duell.whynot.when_lucky");
    if (!(t->hand >> once & 1))
        return MESSAGE("duell.whynot.not_in_hand", THING("card", &duell_onces, once));
    if (once == ONCE_JOURNEYMAN) return why_not_journeyman(t, material);
    if (material != MATERIALS)
        return MESSAGE("duell.whynot.play_material", THING("card", &duell_onces, once));
    return MESSAGE(s->phase == PHASE_EVALUATE ? "duell.whynot.tithe_income"
                                              : "duell.whynot.tithe_when");
}

static struct message why_not_buy_material(const struct duell *s, const struct duell_seat *t,
                                           unsigned material) {
    unsigned price = duell_market_table[duell_card_table[s->card - 1].which].price[material];
    if (s->selling) return MESSAGE("duell.whynot.market_sells");
    if (!price) return MESSAGE("duell.whynot.market_lacks", MATERIAL(material));
    if (!t->supply[material]) return MESSAGE("duell.whynot.no_supply", MATERIAL(material));
    return no_gold(t, price);
}

static struct message why_not_buy(const struct duell *s, const struct duell_seat *t,
                                  unsigned place) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    if (card->kind == KIND_MARKET)
        return place ? why_not_buy_material(s, t, place - 1) : MESSAGE("duell.whynot.buy_what");
    if (card->kind != KIND_INFLUENCE) return MESSAGE("duell.whynot.when_buy");
    if (place) return MESSAGE("duell.whynot.buy_seals_only");
    if (!s->stack_count) return MESSAGE("duell.whynot.stack_empty");
    return no_gold(t, card->gold);
}

static struct message why_not_card(const struct duell *s, const struct duell_seat *t,
                                   unsigned action) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    if (action < DO_CLAIM) return why_not_buy(s, t, action - DO_BUY);
    if (action == DO_CONVERT) {
        if (card->kind != KIND_CRAFTSMAN) return MESSAGE("duell.whynot.when_convert");
        if (!t->raw[card->which]) return MESSAGE("duell.whynot.no_raw", MATERIAL(card->which));
        return no_gold(t, card->gold);
    }
    if (action == DO_SELL) {
        if (card->kind != KIND_MARKET && card->kind != KIND_WOOLTRADER)
            return MESSAGE("duell.whynot.when_sell");
        return s->buying ? MESSAGE("duell.whynot.market_buys")
                         : MESSAGE("duell.whynot.no_raw", MATERIAL(WOOL));
    }
    unsigned material = action - DO_FETCH;
    if (card->kind != KIND_FETCH) return MESSAGE("duell.whynot.when_fetch");
    if (!(BASIC >> material & 1)) return MESSAGE("duell.whynot.basic_only", MATERIAL(material));
    return MESSAGE("duell.whynot.no_supply", MATERIAL(material));
}

static struct message why_not_build(const struct duell *s, unsigned seat, unsigned number) {
    unsigned section = number / MATERIALS, material = number % MATERIALS;
    const struct duell_seat *t = &s->seats[seat];
    if (duell_finished(t, section))
        return MESSAGE("duell.whynot.section_finished", SECTION(section));
    if (!(duell_section_table[section].needs >> material & 1))
        return MESSAGE("duell.whynot.not_needed", WORKED(seat, material), SECTION(section));
    if (t->built[section] >> material & 1)
        return MESSAGE("duell.whynot.place_taken", WORKED(seat, material), SECTION(section));
    if (s->pieces == SECTION_PIECES) return MESSAGE("duell.whynot.three_pieces");
    if (duell_popcount(s->sections | 1u << section) > 1u + s->site)
        return MESSAGE(s->site ? "duell.whynot.two_sections" : "duell.whynot.one_section");
    if (!t->worked[material]) return MESSAGE("duell.whynot.not_worked", WORKED(seat, material));
    return no_gold(t, duell_price(s));
}

static struct message why_not_free(unsigned material) {
    bool basic = BASIC >> material & 1;
    return MESSAGE(basic ? "duell.whynot.no_raw" : "duell.whynot.basic_only", MATERIAL(material));
}

struct message duell_why_not(const void *state, unsigned seat, uint16_t action) {
    const struct duell *s = state;
    const struct duell_seat *t = &s->seats[seat];
    switch (notation_split(&duell_notation, action).verb->first) {
    case DO_BUILD: return why_not_build(s, seat, action - DO_BUILD);
    case DO_CLAIM: return why_not_claim(s, action - DO_CLAIM);
    case DO_DONE: return MESSAGE("duell.whynot.power_unused");
    case DO_FLIP: return MESSAGE("duell.whynot.no_seal", SEAL(action - DO_FLIP));
    case DO_FREE: return why_not_free(action - DO_FREE);
    case DO_GIVE: return MESSAGE("duell.whynot.no_seal", SEAL(action - DO_GIVE));
    case DO_KEEP: return MESSAGE("duell.whynot.not_flipped", SEAL(action - DO_KEEP));
    case DO_PLAY: return why_not_play(s, t, action - DO_PLAY);
    case DO_USE: return why_not_use(s, seat, action - DO_USE);
    case DO_YIELD: return MESSAGE("duell.whynot.must_flip");
    default: return why_not_card(s, t, action);
    }
}

/* ---- questions ---- */

static struct message ask_flip(const struct duell *s, unsigned seat) {
    const struct duell_seat *t = &s->seats[seat], *other = &s->seats[seat ^ 1];
    unsigned position = (unsigned)__builtin_ctz((unsigned)(t->cards & other->cards));
    struct param card = CARD(s->layout[position] - 1);
    if (!t->flips) return MESSAGE("duell.ask.flip_first", card);
    return MESSAGE("duell.ask.flip", card, NUMBER("mine", t->sum), NUMBER("theirs", other->sum));
}

static struct message ask_card(const struct duell *s) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    struct param of = CARD(s->card - 1);
    switch ((enum card_kind)card->kind) {
    case KIND_INFLUENCE: return MESSAGE("duell.ask.influence", of, NUMBER("gold", card->gold));
    case KIND_CRAFTSMAN:
        return MESSAGE("duell.ask.craftsman", of, MATERIAL(card->which),
                       NUMBER("gold", card->gold));
    case KIND_FETCH: return MESSAGE("duell.ask.fetch", of);
    case KIND_WOOLTRADER: return MESSAGE("duell.ask.sell", of, NUMBER("gold", card->gold));
    default:
        if (s->buying) return MESSAGE("duell.ask.market_buy", of);
        if (s->selling)
            return MESSAGE("duell.ask.sell", of,
                           NUMBER("gold", duell_market_table[card->which].wool));
        return MESSAGE("duell.ask.market", of,
                       NUMBER("gold", duell_market_table[card->which].wool));
    }
}

struct message duell_ask(const void *view, unsigned seat) {
    const struct duell *s = view;
    const struct duell_seat *t = &s->seats[seat];
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM:
        return seat == s->holder ? MESSAGE("duell.ask.claim") : MESSAGE("duell.ask.claim_crossing");
    case PHASE_FLIP: return ask_flip(s, seat);
    case PHASE_LUCKY:
        return MESSAGE("duell.ask.lucky", SEAL(t->flipped[t->flips - 1] - 1),
                       NUMBER("side", s->side));
    case PHASE_KEEP: return MESSAGE("duell.ask.keep");
    case PHASE_EVALUATE: return MESSAGE("duell.ask.evaluate");
    case PHASE_CARD: return ask_card(s);
    case PHASE_FREE: return MESSAGE("duell.ask.free", NUMBER("n", s->allowance));
    case PHASE_GIVE: return MESSAGE("duell.ask.give", CARD(s->card - 1));
    default:
        if (s->pieces == SECTION_PIECES) return MESSAGE("duell.ask.build_full");
        return MESSAGE("duell.ask.build", NUMBER("gold", duell_price(s)));
    }
}

/* ---- previews ---- */

static struct message preview_gain(unsigned gold) {
    return MESSAGE("duell.preview.gain", NUMBER("gold", gold));
}

static struct message preview_pay(unsigned gold) {
    return MESSAGE("duell.preview.pay", NUMBER("gold", gold));
}

/* The chance to win a fight that is not over. It is never certain either way: the opponent may not
 * play as expected. */
static unsigned fight_percent(const struct duell *s, unsigned seat) {
    unsigned percent = (duell_fight_of_seat(s, seat) * 100 + FIGHT_ONE / 2) / FIGHT_ONE;
    return percent < 1 ? 1 : percent > 99 ? 99 : percent;
}

/* The chance to win the fight after this step, with best play of both. */
static struct message preview_fight(const struct duell *s, unsigned seat, uint16_t action) {
    struct duell next = *s;
    duell_game.apply(&next, seat, action, NULL);
    unsigned percent = 100;
    if (duell_fighting(&next)) percent = fight_percent(&next, seat);
    else if (next.phase == PHASE_KEEP
                 ? next.seat == seat
                 : !(next.seats[seat].cards & s->seats[0].cards & s->seats[1].cards))
        percent = 0;
    return MESSAGE("duell.preview.chance", NUMBER("percent", percent));
}

static struct message preview_claim(const struct duell *s, unsigned seat, unsigned line) {
    unsigned cards[3], count = 0;
    for (unsigned set = duell_lines[line]; set; set &= set - 1)
        cards[count++] = s->layout[__builtin_ctz(set)] - 1u;
    struct param first = THING("first", &duell_cards, cards[0]),
                 second = THING("second", &duell_cards, cards[1]),
                 third = THING("third", &duell_cards, cards[2]);
    if (seat == s->holder) return MESSAGE("duell.preview.claim", first, second, third);
    struct duell next = *s;
    duell_game.apply(&next, seat, (uint16_t)(DO_CLAIM + line), NULL);
    unsigned contested =
        (unsigned)__builtin_ctz((unsigned)(next.seats[0].cards & next.seats[1].cards));
    return MESSAGE("duell.preview.claim_fight", first, second, third,
                   CARD(s->layout[contested] - 1), NUMBER("percent", fight_percent(&next, seat)));
}

static unsigned at_most(unsigned amount, unsigned there) {
    return amount < there ? amount : there;
}

static struct message preview_use(const struct duell *s, unsigned seat, unsigned position) {
    const struct duell_seat *t = &s->seats[seat];
    unsigned number = s->layout[position] - 1u;
    const struct duell_card *card = &duell_card_table[number];
    if (card->kind == KIND_INCOME)
        return MESSAGE("duell.preview.card_gold", CARD(number),
                       NUMBER("gold", at_most(card->gold * (1u + t->tithe), s->bank)));
    if (card->kind == KIND_GIFT || card->kind == KIND_FETCH)
        return MESSAGE("duell.preview.card_gold", CARD(number),
                       NUMBER("gold", at_most(card->gold, s->bank)));
    if (card->kind == KIND_ROB)
        return MESSAGE("duell.preview.card_gold", CARD(number),
                       NUMBER("gold", at_most(card->gold, s->seats[seat ^ 1].gold)));
    if (card->kind == KIND_MATERIAL || card->kind == KIND_WOOLTRADER)
        return MESSAGE("duell.preview.card_material", CARD(number), MATERIAL(card->which),
                       NUMBER("n", at_most(card->amount, t->supply[card->which])));
    return MESSAGE("duell.preview.card", CARD(number));
}

static struct message preview_build(const struct duell *s, unsigned seat, unsigned number) {
    unsigned section = number / MATERIALS, material = number % MATERIALS;
    const struct duell_seat *t = &s->seats[seat];
    bool finishes = (t->built[section] | 1u << material) == duell_section_table[section].needs,
         first = !duell_finished(&s->seats[seat ^ 1], section);
    const char *key = !finishes ? "duell.preview.pay"
                      : first   ? "duell.preview.build_first"
                                : "duell.preview.build_finish";
    if (finishes && duell_finished_sections(t) == SECTIONS - 1) key = "duell.preview.build_win";
    return MESSAGE(key, NUMBER("gold", duell_price(s)));
}

static struct message preview_card(const struct duell *s, unsigned action) {
    const struct duell_card *card = &duell_card_table[s->card - 1];
    bool market = card->kind == KIND_MARKET;
    if (action == DO_SELL)
        return preview_gain(
            at_most(market ? duell_market_table[card->which].wool : card->gold, s->bank));
    if (action > DO_BUY && action < DO_CLAIM)
        return preview_pay(duell_market_table[card->which].price[action - DO_BUY - 1]);
    if (action == DO_CONVERT) return preview_pay(card->gold);
    if (action != DO_BUY) return MESSAGE_NONE;
    return MESSAGE("duell.preview.seal", SEAL(s->stack[0] - 1), NUMBER("gold", card->gold));
}

struct message duell_preview(const void *view, unsigned seat, uint16_t action) {
    const struct duell *s = view;
    switch ((enum duell_phase)s->phase) {
    case PHASE_CLAIM: return preview_claim(s, seat, action - DO_CLAIM);
    case PHASE_FLIP:
    case PHASE_LUCKY: return preview_fight(s, seat, action);
    case PHASE_CARD: return preview_card(s, action);
    case PHASE_EVALUATE:
        if (action >= DO_USE) return preview_use(s, seat, action - DO_USE);
        break;
    case PHASE_BUILD:
        if (IS(action, BUILD)) return preview_build(s, seat, action - DO_BUILD);
        break;
    default: return MESSAGE_NONE;
    }
    if (action >= DO_PLAY && action < DO_PLAY + 1 + MATERIALS)
        return preview_pay(duell_card_table[CARD_JOURNEYMAN].gold);
    return MESSAGE_NONE;
}

/* ---- the view as headed lists ---- */

static void describe_layout(const struct duell *s, struct sink *sink) {
    if (s->dealt) TELL(NOBODY, true, "duell.view.layout");
    for (unsigned i = 0; i + 2 < s->dealt; i += 3)
        TELL(NOBODY, false, "duell.view.row", NUMBER("row", i / 3 + 1),
             THING("first", &duell_cards, s->layout[i] - 1),
             THING("second", &duell_cards, s->layout[i + 1] - 1),
             THING("third", &duell_cards, s->layout[i + 2] - 1));
}

static void describe_stack(const struct duell *s, struct sink *sink) {
    TELL(NOBODY, false, "duell.view.bank", NUMBER("gold", s->bank), NUMBER("n", s->stack_count));
    for (unsigned i = 0; i < s->stack_count; i++)
        TELL(NOBODY, false, "duell.view.stack", NUMBER("place", i + 1), SEAL(s->stack[i] - 1));
}

#define COUNTS(list)                                                                            \
    NUMBER("wood", (list)[WOOD]), NUMBER("sand", (list)[SAND]), NUMBER("stone", (list)[STONE]), \
        NUMBER("ore", (list)[ORE]), NUMBER("wool", (list)[WOOL])

static void describe_built(const struct duell *s, unsigned seat, struct sink *sink) {
    const struct duell_seat *t = &s->seats[seat];
    for (unsigned i = 0; i < SECTIONS; i++) {
        if (duell_finished(t, i)) {
            TELL(seat, false, "duell.view.finished", SECTION(i));
            continue;
        }
        unsigned open = duell_section_table[i].needs & ~(unsigned)t->built[i], works = 0;
        for (unsigned m = 0; m < MATERIALS; m++)
            works |= (open >> m & 1) << duell_worked_thing(seat, m);
        TELL(seat, false, "duell.view.section", SECTION(i), THINGS("works", &duell_worked, works));
    }
}

static void describe_seat(const struct duell *s, unsigned seat, struct sink *sink) {
    const struct duell_seat *t = &s->seats[seat];
    TELL(seat, true, "duell.view.seat", SEAT("who", seat),
         THING("building", &duell_buildings, seat), NUMBER("gold", t->gold));
    TELL(seat, false, "duell.view.seals", NUMBER("n05", t->seals[SEAL_05]),
         NUMBER("n14", t->seals[SEAL_14]), NUMBER("n23", t->seals[SEAL_23]));
    TELL(seat, false, "duell.view.raw", COUNTS(t->raw));
    TELL(seat, false, seat == BLUE ? "duell.view.worked_blue" : "duell.view.worked_red",
         COUNTS(t->worked));
    TELL(seat, false, "duell.view.supply", COUNTS(t->supply));
    describe_built(s, seat, sink);
    if (t->hand) TELL(seat, false, "duell.view.hand", THINGS("cards", &duell_onces, t->hand));
    if (t->tithe) TELL(seat, false, "duell.view.tithe");
    if (t->cards)
        TELL(seat, false, "duell.view.cards", THINGS("positions", &duell_positions, t->cards));
    if (t->flips) TELL(seat, false, "duell.view.sum", NUMBER("sum", t->sum), NUMBER("n", t->flips));
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
        TELL(NOBODY, true, "duell.view.round", NUMBER("round", s->round),
             THING("stack", &duell_stacks, duell_pass_stack(s)));
        TELL(NOBODY, false, "duell.view.sign", SEAT("who", s->sign));
    } else {
        TELL(NOBODY, true, "duell.view.setup");
    }
    describe_stack(s, sink);
    describe_layout(s, sink);
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) describe_seat(s, seat, sink);
}
