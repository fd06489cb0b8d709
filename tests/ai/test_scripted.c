/* The scripted players: every game has at least two, they answer every question legally and from
 * their seat's view alone, and they beat random play. Fixed seeds make the outcome fixed. */
#include "examples/scripted/scripted.h"
#include "games/registry.h"
#include "tests/properties.h"

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
    struct generator draws;
    struct outcomes outcomes;
    struct judgement end;
    uint8_t options[OPTIONS_MAX] = {0}, seed[32] = {(uint8_t)deal, (uint8_t)(seat + 1)};
    _Alignas(8) uint8_t state[STATE_MAX], view[STATE_MAX];
    generator_seed(&draws, deal);
    bot_seed(script, seed);
    bot_seed(random, seed);
    for (unsigned i = 0; i < game->option_count; i++)
        options[i] = (uint8_t)(deal % game->options[i].count); /* every question of every variant */
    game->setup(state, game->players_min, options);
    for (unsigned to_move; (to_move = game->to_move(state));) {
        unsigned by = (unsigned)__builtin_ctz(to_move);
        if (to_move & CHANCE_BIT) {
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &draws), NULL);
            continue;
        }
        view_of(game, state, by, view);
        uint16_t action = bot_choose(by == seat ? script : random, view, by);
        assert_true(game_allows(game, state, by, action));
        game->apply(state, by, action, NULL);
    }
    judge_result(game, state, game->players_min, &end);
    return end.first[seat];
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
