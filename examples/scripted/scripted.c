#include "examples/scripted/scripted.h"

#include <string.h>

/* meson.build lists the games that have a file here: X(GAME) … */
#define X(game) extern const struct scripted_game scripted_##game;
SCRIPTED_GAMES
#undef X

static const struct scripted_game *const games[] = {
#define X(game) &scripted_##game,
    SCRIPTED_GAMES
#undef X
};

const struct script *scripted_of(const struct game *game, unsigned *count) {
    *count = 0;
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        if (games[i]->game == game) {
            *count = games[i]->count;
            return games[i]->scripts;
        }
    return NULL;
}

const struct script *scripted_strangers(const struct game *game, unsigned *count) {
    unsigned all, known = 0;
    const struct script *scripts = scripted_of(game, &all);
    while (known < all && !scripts[known].stranger) known++;
    *count = all - known;
    return scripts ? scripts + known : NULL;
}

const struct script *scripted_find(const struct game *game, const char *name, size_t length) {
    unsigned count;
    const struct script *scripts = scripted_of(game, &count);
    for (unsigned i = 0; i < count; i++)
        if (strlen(scripts[i].name) == length && memcmp(scripts[i].name, name, length) == 0)
            return &scripts[i];
    return NULL;
}

uint16_t scripted_best(const struct script *script, const struct game *game, const void *view,
                       unsigned seat, scripted_worth *worth, struct generator *generator) {
    uint16_t list[LEGAL_MAX], best = 0;
    unsigned count = game->legal(view, seat, list), equals = 0;
    double most = 0;
    for (unsigned i = 0; i < count; i++) {
        double here = worth(script, view, seat, list[i]);
        if (i == 0 || here > most) most = here, equals = 0;
        if (here == most && generator_below(generator, ++equals) == 0) best = list[i];
    }
    return best;
}
