/* The list of games, and the only place outside a game's own folders that names one. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "core/game.h"

/* In the order in which people are offered them; the first is what they get if they do not choose.
 * Samples come last: they show how a game is built and are played only by name. */
extern const struct game *const games[];
extern const unsigned games_count;
extern const unsigned games_offered; /* the number of games before the samples */

bool games_is_sample(const struct game *game);

/* The game with this id, or NULL. */
const struct game *games_find(const char *id, size_t length);

#endif
