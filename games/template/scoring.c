/* Current points and places. A card counts once it is shown, so that nothing hidden leaks. */
#include "games/template/template.h"

void template_result(const void *state, struct result *result) {
    const struct template *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct template_seat *t = &s->seats[seat];
        result->score[seat] = t->shown ? template_card_table[t->card - 1].value : 0;
        result->parts[PART_CARD][seat] = result->score[seat];
        result->parts[PART_SWAPPED][seat] = t->swapped;
    }
    places_by_score(result, s->players, NULL);
}
