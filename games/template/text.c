/* The game in notation, JSON and words. Sentences are in messages/template.json. */
#include "games/template/template.h"

/* Codes are in the byte order of notation: digits, then "?". */
static const char *const card_codes[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "?"};

const struct things template_cards = {"template", "card", card_codes, CARDS};
static const struct things veiled_cards = {"template", "card", card_codes, CARDS + 1};

GAME_TABLES(template, TEMPLATE);

/* The rule that an action breaks: the only rule beyond the phases of the verbs. */
struct message template_why_not(const void *state, unsigned seat, uint16_t action) {
    (void)state, (void)seat;
    return MESSAGE("template.whynot.not_yours", THING("card", &template_cards, action - DO_SHOW));
}

struct message template_ask(const void *view, unsigned seat) {
    const struct template *s = view;
    if (s->phase == PHASE_SHOW) return MESSAGE("template.ask.show");
    return MESSAGE("template.ask.choose", THING("card", &template_cards, s->seats[seat].card - 1));
}

struct message template_preview(const void *view, unsigned seat, uint16_t action) {
    const struct template *s = view;
    if (action == DO_SWAP || !s->seats[seat].card) return MESSAGE_NONE;
    return MESSAGE("template.preview.points",
                   NUMBER("points", template_card_table[s->seats[seat].card - 1].value));
}

/* Lists with headings: a heading is `apart`. */
void template_describe(const void *view, struct sink *sink) {
    const struct template *s = view;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct template_seat *t = &s->seats[seat];
        TELL(seat, true, "template.view.seat", SEAT("who", seat));
        if (t->card)
            TELL(seat, false, "template.view.card", THING("card", &template_cards, t->card - 1));
        else if (s->phase != PHASE_DEAL || !t->due) TELL(seat, false, "template.view.hidden");
        if (t->aside)
            TELL(seat, false, "template.view.aside", THING("card", &template_cards, t->aside - 1));
        else if (t->swapped) TELL(seat, false, "template.view.swapped");
    }
}
