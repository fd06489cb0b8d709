/* Opponents. A bot is handed a view of its seat, never a full state; its choices come from a seed of its own. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "ai/search.h"

/* Weakest first. */
enum bot_level { BOT_RANDOM, BOT_NOVICE, BOT_LEVELS };
extern const char *const bot_level_names[BOT_LEVELS];

struct bot {
    enum bot_level level;
    const struct game *game;
    struct generator generator;
    struct search search;       /* of a level that thinks */
    struct search_slot *slots;
};

/* The level with this name; false if there is none. */
bool bot_find(const char *name, size_t length, enum bot_level *level) __attribute__((warn_unused_result));

/* False: there is not enough memory. */
bool bot_open(struct bot *bot, enum bot_level level, const struct game *game) __attribute__((warn_unused_result));
void bot_close(struct bot *bot);

/* Before each game: the same seed, the same choices. */
void bot_seed(struct bot *bot, const uint8_t seed[32]);

/* A legal action of the viewing seat, which is to move. Nothing is allocated here. */
uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat);

#endif
