#include "games/registry.h"

#include <string.h>

extern const struct game duell_game, kardinal_game, rattus_game, tallinn_game, template_game;

const struct game *const games[] = {&kardinal_game, &duell_game, &tallinn_game, &rattus_game,
                                    &template_game};
const unsigned games_count = sizeof games / sizeof games[0];
enum { SAMPLES = 1 };
const unsigned games_offered = sizeof games / sizeof games[0] - SAMPLES;

bool games_is_sample(const struct game *game) {
    for (unsigned i = games_offered; i < games_count; i++)
        if (games[i] == game) return true;
    return false;
}

const struct game *games_find(const char *id, size_t length) {
    for (unsigned i = 0; i < games_count; i++)
        if (strlen(games[i]->id) == length && memcmp(games[i]->id, id, length) == 0)
            return games[i];
    return NULL;
}
