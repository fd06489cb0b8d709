/* The course of play: who is asked what, and what a step does.
 *
 * Nothing here depends on who is looking: the same code runs on full states and on views, where
 * a hidden step (`draw ?`) only changes what can be counted. */
#include "core/ensure.h"
#include "games/template/template.h"

#include <string.h>

static void ask(struct template *s, enum template_phase phase, unsigned seats) {
    s->phase = (uint8_t)phase;
    s->asked = s->open = (uint8_t)seats;
}

static unsigned template_to_move(const void *state) {
    const struct template *s = state;
    return s->phase == PHASE_DEAL || s->phase == PHASE_REDRAW ? CHANCE_BIT : s->open;
}

static unsigned template_asked(const void *state) {
    return ((const struct template *)state)->asked;
}

/* Every draw is a chance step of its own: nothing secret exists before it has to. */
static void template_setup(void *state, unsigned players, const uint8_t *options) {
    struct template *s = state;
    ensure(players >= 2 && players <= TEMPLATE_SEATS);
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->joker = options[0];
    for (unsigned seat = 0; seat < players; seat++) s->seats[seat].due = 1;
}

static unsigned list_cards(unsigned cards, unsigned first, uint16_t *list) {
    unsigned count = 0;
    for (; cards; cards &= cards - 1)
        list[count++] = (uint16_t)(first + (unsigned)__builtin_ctz(cards));
    return count;
}

/* In ascending order. A viewer who does not know a card lists every card that it may turn out to
 * be. */
static unsigned template_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct template *s = state;
    if (!(s->open & SEAT_BIT(seat))) return 0;
    if (s->phase == PHASE_SHOW)
        return list_cards(hidden_from_viewer(s, seat) ? template_unseen(s)
                                                      : 1u << s->seats[seat].card >> 1,
                          DO_SHOW, list);
    list[0] = DO_KEEP;
    list[1] = DO_SWAP;
    return 2;
}

static void template_chance(const void *state, struct outcomes *out) {
    const struct template *s = state;
    uint32_t weight = s->viewer == 0; /* nobody draws from a view */
    bool veiled = hidden_from_viewer(s, template_drawing(s));
    out->count =
        (uint16_t)list_cards(veiled ? 1u << VEILED : template_unseen(s), DO_DRAW, out->actions);
    out->stream = 0;
    out->total = weight * out->count;
    for (unsigned i = 0; i < out->count; i++) out->weights[i] = weight;
}

static void draw(struct template *s, unsigned place, struct sink *sink) {
    unsigned seat = template_drawing(s);
    struct template_seat *t = &s->seats[seat];
    t->due = 0;
    t->aside = t->card;
    t->card = (uint8_t)(place == VEILED ? 0 : place + 1);
    if (sink && place == VEILED)
        sink_tell(sink, seat, true, MESSAGE("template.event.draw_hidden", SEAT("who", seat)));
    else if (sink)
        sink_tell(sink, seat, true,
                  MESSAGE("template.event.draw", SEAT("who", seat),
                          THING("card", &template_cards, place)));
    for (; seat < s->players; seat++)
        if (s->seats[seat].due) return;
    if (s->phase == PHASE_DEAL) ask(s, PHASE_CHOOSE, (1u << s->players) - 1);
    else ask(s, PHASE_SHOW, SEAT_BIT(0));
}

/* The reveal. Answers are kept until the last one is in and then applied in seat order, so that
 * the order in which they arrived changes nothing. */
static void close_choose(struct template *s, struct sink *sink) {
    unsigned due = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct template_seat *t = &s->seats[seat];
        t->swapped = t->due = t->answer == DO_SWAP + 1;
        t->answer = 0;
        due |= t->due;
        if (sink && t->swapped)
            sink_tell(sink, seat, true, MESSAGE("template.event.swap", SEAT("who", seat)));
        else if (sink)
            sink_tell(sink, seat, true, MESSAGE("template.event.keep", SEAT("who", seat)));
    }
    if (due) ask(s, PHASE_REDRAW, 0);
    else ask(s, PHASE_SHOW, SEAT_BIT(0));
}

static void show(struct template *s, unsigned seat, unsigned card, struct sink *sink) {
    s->seats[seat].card = (uint8_t)(card + 1); /* a view learns it here */
    s->seats[seat].shown = 1;
    if (sink)
        sink_tell(sink, seat, true,
                  MESSAGE("template.event.show", SEAT("who", seat),
                          THING("card", &template_cards, card)));
    if (seat + 1 < s->players) ask(s, PHASE_SHOW, SEAT_BIT(seat + 1));
    else ask(s, PHASE_OVER, 0);
}

static bool template_apply(void *state, unsigned by, uint16_t action, struct sink *sink) {
    struct template *s = state;
    if (by == BY_CHANCE) {
        draw(s, action - DO_DRAW, sink);
        return false;
    }
    ensure(s->open & SEAT_BIT(by));
    if (s->phase == PHASE_SHOW) {
        show(s, by, action - DO_SHOW, sink);
        return true;
    }
    s->seats[by].answer = (uint8_t)(action + 1);
    s->open &= (uint8_t)~SEAT_BIT(by);
    if (s->open) return false;
    close_choose(s, sink);
    return true;
}

/* ---- the game ---- */

static const char *const flag_values[] = {"false", "true"};
static const struct option options[] = {
    {.key = "joker", .values = flag_values, .count = 2, .fallback = 0, .flag = true}};
static const char *const part_names[PARTS] = {[PART_CARD] = "card", [PART_SWAPPED] = "swapped"};

const struct game template_game = {
    .id = "template",
    .name = "Höchste Karte",
    .rules = 1,
    .players_min = 2,
    .players_max = TEMPLATE_SEATS,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .state_size = sizeof(struct template),
    .steps_max = 4 * TEMPLATE_SEATS,
    .parts = part_names,
    .part_count = PARTS,
    .notation = &template_notation,
    .fields = &template_fields,
    .setup = template_setup,
    .to_move = template_to_move,
    .asked = template_asked,
    .legal = template_legal,
    .chance = template_chance,
    .apply = template_apply,
    .why_not = template_why_not,
    .view = template_view,
    .witness = template_witness,
    .determinise = template_determinise,
    .result = template_result,
    .ask = template_ask,
    .preview = template_preview,
    .describe = template_describe,
    .check = template_check,
    .components = template_components,
};
