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
    for (unsigned a = 0; a < s->players; a++) {
        result->place[a] = 1;
        for (unsigned b = 0; b < s->players; b++)
            result->place[a] = (uint8_t)(result->place[a] + (result->score[b] > result->score[a]));
    }
}
