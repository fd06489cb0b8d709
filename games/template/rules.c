/* The course of play: who is asked what, and what a step does.
 *
 * Nothing here depends on who is looking: the same code runs on full states and on views, where
 * a hidden step (`draw ?`) only changes what can be counted. */
#include "games/template/template.h"

/* Every draw is a chance step of its own: nothing secret exists before it has to. */
static void template_begin(struct template *s, const uint8_t *options) {
    s->joker = options[0];
    for (unsigned seat = 0; seat < s->players; seat++) s->seats[seat].due = 1;
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
    bool veiled = hidden_from_viewer(s, template_drawing(s));
    outcomes_uniform(out, veiled ? 1u << VEILED : template_unseen(s), DO_DRAW, 0);
}

static void template_draw(struct template *s, unsigned action, struct sink *sink) {
    unsigned place = action - DO_DRAW, seat = template_drawing(s);
    struct template_seat *t = &s->seats[seat];
    t->due = 0;
    t->aside = t->card;
    t->card = (uint8_t)(place == VEILED ? 0 : place + 1);
    if (place == VEILED) TELL(seat, true, "template.event.draw_hidden", SEAT("who", seat));
    else
        TELL(seat, true, "template.event.draw", SEAT("who", seat),
             THING("card", &template_cards, place));
    for (; seat < s->players; seat++)
        if (s->seats[seat].due) return;
    if (s->phase == PHASE_DEAL) ASK(s, PHASE_CHOOSE, (1u << s->players) - 1);
    else ASK(s, PHASE_SHOW, SEAT_BIT(0));
}

/* The reveal: answers are applied in seat order. */
static void close_choose(struct template *s, struct sink *sink) {
    unsigned due = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct template_seat *t = &s->seats[seat];
        t->swapped = t->due = ANSWER_OF(s, seat) == DO_SWAP;
        due |= t->due;
        TELL(seat, true, t->swapped ? "template.event.swap" : "template.event.keep",
             SEAT("who", seat));
    }
    if (due) ASK(s, PHASE_REDRAW, 0);
    else ASK(s, PHASE_SHOW, SEAT_BIT(0));
}

static void show(struct template *s, unsigned seat, unsigned card, struct sink *sink) {
    s->seats[seat].card = (uint8_t)(card + 1); /* a view learns it here */
    s->seats[seat].shown = 1;
    TELL(seat, true, "template.event.show", SEAT("who", seat),
         THING("card", &template_cards, card));
    if (seat + 1 < s->players) ASK(s, PHASE_SHOW, SEAT_BIT(seat + 1));
    else ASK(s, PHASE_OVER, 0);
}

static void template_close(struct template *s, unsigned asked, struct sink *sink) {
    unsigned seat = (unsigned)__builtin_ctz(asked);
    if (s->phase == PHASE_CHOOSE) close_choose(s, sink);
    else show(s, seat, ANSWER_OF(s, seat) - DO_SHOW, sink);
}

COURSE_TOGETHER(template, TEMPLATE, ANSWER_IN_ONE_STEP)

/* ---- the game ---- */

static const struct option options[] = {OPTION_FLAG("joker")};

const struct game template_game = {
    GAME_DERIVED(template, TEMPLATE),
    GAME_HIDES(template),
    .name = "Höchste Karte",
    .rules = 1,
    .options = options,
    .option_count = 1,
    .steps_max = 4 * TEMPLATE_SEATS,
    .preview = template_preview,
    .check = template_check,
};
