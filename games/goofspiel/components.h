/* Goofspiel's cards: thirteen per suit, one suit for each seat and one of prizes. */
#ifndef GAMES_GOOFSPIEL_COMPONENTS_H
#define GAMES_GOOFSPIEL_COMPONENTS_H

#include "core/components.h"
#include "core/declare.h"

enum { GOOFSPIEL_SEATS_MIN = 2, GOOFSPIEL_SEATS = 4 };
enum { CARDS = 13, ALL_CARDS = (1 << CARDS) - 1 };

struct goofspiel_card {
    const char *code;
    uint8_t value;
    char mark; /* S stated by the rules, I follows from them, R reconstructed */
};

extern const struct goofspiel_card goofspiel_card_table[CARDS];
/* "?" is a card that an observer does not see. */
extern const struct things goofspiel_cards, goofspiel_prizes, goofspiel_veiled;

#endif
