/* What the test of determinisation cannot know by itself about a game. Most games need nothing of
 * it; the others have a tests/games/belief_GAME.c
 * with a `const struct belief_rules GAME_belief`. */
#ifndef TESTS_BELIEF_H
#define TESTS_BELIEF_H

#include "core/game.h"

struct belief_rules {
    const char *game;
    /* How many choices an action stands for, because the cards behind it look alike; NULL: one. */
    double (*ways)(const struct game *game, const uint8_t *state, unsigned seat, uint16_t action);
    /* Whether determinisation claims to be exact from here on; NULL: always. */
    bool (*exact)(const struct game *game, const uint8_t *state);
};

#endif
