/* Opponents. A bot is handed a view of its seat, never a full state, and a generator of its own. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "core/game.h"

enum bot_level { BOT_RANDOM, BOT_LEVELS };
extern const char *const bot_level_names[BOT_LEVELS];

/* The level with this name; false if there is none. */
bool bot_find(const char *name, size_t length, enum bot_level *level) __attribute__((warn_unused_result));

/* A legal action of the viewing seat, which is to move. */
uint16_t bot_choose(enum bot_level level, const struct game *game, const void *view, unsigned seat, struct generator *generator);

#endif
