/* The end of Duell der Baumeister: what is built, and who is ahead. */
#include "games/duell/duell.h"

static unsigned materials_built(const struct duell_seat *t) {
    unsigned count = 0;
    for (unsigned i = 0; i < SECTIONS; i++) count += duell_popcount(t->built[i]);
    return count;
}

/* Section "The end": finished sections, materials built in, gold, Philip. */
int duell_compare(const struct duell *s, const char **by) {
    const struct duell_seat *red = &s->seats[RED], *blue = &s->seats[BLUE];
    const struct {
        unsigned red, blue;
        const char *key;
    } rules[] = {
        {duell_finished_sections(red), duell_finished_sections(blue), "duell.event.won_sections"},
        {materials_built(red), materials_built(blue), "duell.event.won_materials"},
        {red->gold, blue->gold, "duell.event.won_gold"},
        {0, 1, "duell.event.won_philip"},
    };
    unsigned i = 0;
    while (rules[i].red == rules[i].blue) i++;
    *by = rules[i].key;
    return rules[i].red > rules[i].blue ? 1 : -1;
}

void duell_result(const void *state, struct result *result) {
    const struct duell *s = state;
    const char *by;
    bool red_ahead = duell_compare(s, &by) > 0;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        const struct duell_seat *t = &s->seats[seat];
        unsigned materials = materials_built(t);
        result->score[seat] = (int16_t)materials;
        result->place[seat] = (uint8_t)(red_ahead == (seat == RED) ? 1 : 2);
        result->parts[PART_SECTIONS][seat] = (int16_t)duell_finished_sections(t);
        result->parts[PART_MATERIALS][seat] = (int16_t)materials;
        result->parts[PART_GOLD][seat] = t->gold;
    }
}
