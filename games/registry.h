/* The list of games, and the only place outside a game's own folders that names one. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "core/game.h"

extern const struct game *const games[];
extern const unsigned games_count;

/* The game with this id, or NULL. */
const struct game *games_find(const char *id, size_t length);

#endif
