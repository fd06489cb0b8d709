/* The game in notation, JSON and words. Sentences are in messages/template.json. */
#include "games/template/template.h"

/* Codes are in the byte order of notation: digits, then "?". */
static const char *const card_codes[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "?"};
static const char *const phase_codes[PHASES] = {"deal", "choose", "redraw", "show", "over"};

const struct things template_cards = {"template", "card", card_codes, CARDS};
static const struct things veiled_cards = {"template", "card", card_codes, CARDS + 1};
static const struct things phases = {"template", "phase", phase_codes, PHASES};

/* clang-format off */
static const struct notation_verb verbs[] = {
    /* first   word    chance parts */
    {DO_DRAW, "draw", true,  {{&veiled_cards}}},
    {DO_KEEP, "keep", false, {{0}}},
    {DO_SHOW, "show", false, {{&template_cards}}},
    {DO_SWAP, "swap", false, {{0}}},
};
/* clang-format on */

const struct notation template_notation = {
    .verbs = verbs, .verb_count = sizeof verbs / sizeof verbs[0], .actions = DO_ACTIONS};

/* Every member of the state: reading and writing positions needs nothing else. */
static const struct field state_fields[] = {
    FIELD(struct template, NUMBER, viewer, 0, SPECTATOR + 1),
    FIELD(struct template, NUMBER, players, 2, TEMPLATE_SEATS),
    FIELD(struct template, FLAG, joker, 0, 0),
    FIELD_OF(struct template, INDEX, phase, &phases),
    FIELD(struct template, SEATS, asked, 0, 0),
    FIELD(struct template, SEATS, open, 0, 0),
};

static const struct field seat_fields[] = {
    FIELD_OF(struct template_seat, THING, card, &template_cards),
    FIELD_OF(struct template_seat, THING, aside, &template_cards),
    FIELD(struct template_seat, ACTION, answer, 0, 0),
    FIELD(struct template_seat, NUMBER, due, 0, 1),
    FIELD(struct template_seat, FLAG, swapped, 0, 0),
    FIELD(struct template_seat, FLAG, shown, 0, 0),
};

const struct fields template_fields = FIELDS_OF(template, TEMPLATE_SEATS);

/* The rule that an action breaks. game_why_not has already handled what is common to all games. */
bool template_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason) {
    const struct template *s = state;
    bool shows = action >= DO_SHOW && action < DO_SWAP;
    if (game_allows(&template_game, s, seat, action)) return false;
    if (!shows) *reason = MESSAGE("template.whynot.when_choose");
    else if (s->phase != PHASE_SHOW) *reason = MESSAGE("template.whynot.when_show");
    else
        *reason =
            MESSAGE("template.whynot.not_yours", THING("card", &template_cards, action - DO_SHOW));
    return true;
}

void template_ask(const void *view, unsigned seat, struct message *message) {
    const struct template *s = view;
    if (s->phase == PHASE_CHOOSE)
        *message =
            MESSAGE("template.ask.choose", THING("card", &template_cards, s->seats[seat].card - 1));
    else *message = MESSAGE("template.ask.show");
}

bool template_preview(const void *view, unsigned seat, uint16_t action, struct message *message) {
    const struct template *s = view;
    if (action == DO_SWAP || !s->seats[seat].card) return false;
    *message = MESSAGE("template.preview.points",
                       NUMBER("points", template_card_table[s->seats[seat].card - 1].value));
    return true;
}

/* Lists with headings: a heading is `apart`. */
void template_describe(const void *view, struct sink *sink) {
    const struct template *s = view;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct template_seat *t = &s->seats[seat];
        sink_tell(sink, seat, true, MESSAGE("template.view.seat", SEAT("who", seat)));
        if (t->card)
            sink_tell(sink, seat, false,
                      MESSAGE("template.view.card", THING("card", &template_cards, t->card - 1)));
        else if (s->phase != PHASE_DEAL || !t->due)
            sink_tell(sink, seat, false, MESSAGE("template.view.hidden"));
        if (t->aside)
            sink_tell(sink, seat, false,
                      MESSAGE("template.view.aside", THING("card", &template_cards, t->aside - 1)));
        else if (t->swapped) sink_tell(sink, seat, false, MESSAGE("template.view.swapped"));
    }
}
