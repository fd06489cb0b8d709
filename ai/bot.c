#include "ai/bot.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 16 }; /* 1.5 MiB */

const char *const bot_level_names[BOT_LEVELS] = {"random", "novice"};

bool bot_find(const char *name, size_t length, enum bot_level *level) {
    for (unsigned i = 0; i < BOT_LEVELS; i++)
        if (strlen(bot_level_names[i]) == length && memcmp(bot_level_names[i], name, length) == 0) {
            *level = (enum bot_level)i;
            return true;
        }
    return false;
}

bool bot_open(struct bot *bot, enum bot_level level, const struct game *game) {
    memset(bot, 0, sizeof *bot);
    bot->level = level;
    bot->game = game;
    if (level != BOT_RANDOM) bot->slots = malloc(SLOTS * sizeof *bot->slots);
    return level == BOT_RANDOM || bot->slots;
}

void bot_seed(struct bot *bot, const uint8_t seed[32]) {
    uint8_t thoughts[32]; /* what it thinks and what it picks are drawn apart */
    generator_seed_hash(&bot->generator, seed);
    for (unsigned i = 0; i < sizeof thoughts; i++) thoughts[i] = (uint8_t)generator_next(&bot->generator);
    if (bot->slots) search_open(&bot->search, bot->game, bot->slots, SLOTS, thoughts);
}

void bot_close(struct bot *bot) {
    free(bot->slots);
    bot->slots = NULL;
}

/* A novice knows the rules and looks a little ahead. It varies: any choice that it has tried enough and thinks nearly as good as
 * the best may be taken, the better the likelier; never one that it thinks 15 points of win chance worse. */
static uint16_t choose_varied(struct bot *bot, const struct search_choice *choices, unsigned count) {
    static const double tolerance = 0.15;
    uint32_t weights[LEGAL_MAX], sum = 0;
    double best = choices[0].value;
    for (unsigned i = 1; i < count && choices[i].visits >= choices[0].visits / 4; i++)
        if (choices[i].value > best) best = choices[i].value;
    for (unsigned i = 0; i < count; i++) {
        double near = (choices[i].value - best + tolerance) / tolerance;
        bool tried = choices[i].visits > 0 && choices[i].visits >= choices[0].visits / 4;
        weights[i] = tried && near > 0 ? (uint32_t)(1000 * near * near * near) : 0;
        sum += weights[i];
    }
    if (sum == 0) return choices[0].action;
    uint32_t at = generator_below(&bot->generator, sum);
    unsigned i = 0;
    while (at >= weights[i]) at -= weights[i++];
    return choices[i].action;
}

uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat) {
    uint16_t list[LEGAL_MAX];
    ensure(state_viewer(view) == seat + 1);
    unsigned count = bot->game->legal(view, seat, list);
    ensure(count > 0);
    if (count == 1) return list[0];
    if (bot->level == BOT_RANDOM) return list[generator_below(&bot->generator, count)];
    struct search_choice choices[LEGAL_MAX];
    search_begin(&bot->search, view, seat);
    search_run(&bot->search, bot->game->iterations);
    return choose_varied(bot, choices, search_choices(&bot->search, choices));
}
