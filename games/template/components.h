/* The components, with the provenance of each row: S stated by the rulebook, I follows from it,
 * R reconstructed. */
#ifndef GAMES_TEMPLATE_COMPONENTS_H
#define GAMES_TEMPLATE_COMPONENTS_H

#include "core/components.h"

enum { CARDS = 9 }; /* the last one is the joker */

struct template_card {
    const char *code;
    uint8_t value;
    char mark;
    const char *note;
};

extern const struct template_card template_card_table[CARDS];

#endif
