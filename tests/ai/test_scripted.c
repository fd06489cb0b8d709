/* The scripted players: every game has at least two, they answer every question legally and from
 * their seat's view alone, and they beat random play. Fixed seeds make the outcome fixed. */
#include "examples/scripted/scripted.h"
#include "games/registry.h"
#include "tests/ai/playing.h"

enum { GAMES = 40 };

static void every_game_with_nets_has_two(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++) {
        unsigned count;
        const struct script *scripts = scripted_of(games[g], &count);
        if (feature_count(games[g])) assert_true(count >= 2);
        for (unsigned i = 0; i < count; i++) {
            struct bot_level level = {.kind = BOT_RANDOM, .script = &scripts[i]};
            char name[BOT_NAME_MAX + 1], expected[64];
            bot_name(level, name);
            snprintf(expected, sizeof expected, "scripted:%s", scripts[i].name);
            assert_string_equal(name, expected);
            assert_ptr_equal(scripted_find(games[g], scripts[i].name, strlen(scripts[i].name)),
                             &scripts[i]);
        }
        assert_null(scripted_find(games[g], "nobody", 6));
    }
}

/* Plays one game; returns the script's share of first place. */
static double play_one(const struct game *game, struct bot *script, struct bot *random,
                       unsigned deal, unsigned seat) {
    struct bot *bots[SEATS_MAX] = {random, random, random, random, random};
    uint8_t options[OPTIONS_MAX] = {0};
    bots[seat] = script;
    for (unsigned i = 0; i < game->option_count; i++)
        options[i] = (uint8_t)(deal % game->options[i].count); /* every question of every variant */
    return play_between(game, game->players_min, options, bots, deal, NULL).first[seat];
}

static void scripts_beat_random_play(void **state) {
    const struct game *game = *state;
    unsigned count, players = game->players_min;
    const struct script *scripts = scripted_of(game, &count);
    for (unsigned i = 0; i < count; i++) {
        struct bot script, random;
        double first = 0;
        assert_true(bot_open(&script, (struct bot_level){.script = &scripts[i]}, game, NULL) &&
                    bot_open(&random, (struct bot_level){.kind = BOT_RANDOM}, game, NULL));
        for (unsigned n = 0; n < GAMES; n++)
            first += play_one(game, &script, &random, n / players, n % players);
        print_message("# %s, %s: %.1f of %d first places\n", game->id, scripts[i].name, first,
                      GAMES);
        assert_true(first * players >= 1.3 * (double)GAMES);
        bot_close(&script);
        bot_close(&random);
    }
}

int main(void) {
    static struct CMUnitTest tests[16];
    static char names[16][120];
    unsigned count = 0, scripts;
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(every_game_with_nets_has_two);
    for (unsigned g = 0; g < games_count && count < 16; g++) {
        if (!scripted_of(games[g], &scripts)) continue;
        snprintf(names[count], sizeof names[count], "%s: scripts beat random play", games[g]->id);
        tests[count] = (struct CMUnitTest){.name = names[count],
                                           .test_func = scripts_beat_random_play,
                                           .initial_state = (void *)(uintptr_t)games[g]};
        count++;
    }
    return _cmocka_run_group_tests("scripted", tests, count, NULL, NULL);
}
