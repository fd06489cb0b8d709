#include "ai/bot.h"

#include "core/ensure.h"

#include <string.h>

const char *const bot_level_names[BOT_LEVELS] = {"random"};

bool bot_find(const char *name, size_t length, enum bot_level *level) {
    for (unsigned i = 0; i < BOT_LEVELS; i++)
        if (strlen(bot_level_names[i]) == length && memcmp(bot_level_names[i], name, length) == 0) {
            *level = (enum bot_level)i;
            return true;
        }
    return false;
}

uint16_t bot_choose(enum bot_level level, const struct game *game, const void *view, unsigned seat, struct generator *generator) {
    uint16_t list[LEGAL_MAX];
    ensure(level == BOT_RANDOM && state_viewer(view) == seat + 1);
    unsigned count = game->legal(view, seat, list);
    ensure(count > 0);
    return list[generator_below(generator, count)];
}
