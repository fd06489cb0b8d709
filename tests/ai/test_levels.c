/* Levels by name: which exist, how much they search, and which names are refused. */
#include "ai/bot.h"
#include "games/registry.h"
#include "tests/properties.h"

static void a_level_has_one_name(void **state) {
    static const char *const names[] = {
        "random",       "novice",          "club",      "master",      "novice:1",   "club:300",
        "master:5000",  "master:99999999", "master:1s", "master:1.5s", "club:0.05s", "master:600s",
        "novice:0.001s"};
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct bot_level level;
        char written[BOT_NAME_MAX + 1];
        assert_true(bot_find(names[i], strlen(names[i]), &level));
        bot_name(level, written);
        assert_string_equal(written, names[i]);
    }
}

static void what_is_no_level_is_refused(void **state) {
    static const char *const names[] = {
        "",           "expert",        "Master",         "master:",     "master:0",
        "master:-1",  "master:5k",     "master:1.5",     "master:s",    "master:.5s",
        "master:1.s", "master:0s",     "master:0.0001s", "master:601s", "master:123456789",
        "random:5",   "master:1.2.3s", "master:5000 ",   "person",      ":5"};
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct bot_level level;
        if (bot_find(names[i], strlen(names[i]), &level))
            fail_msg("“%s” is taken for a level", names[i]);
    }
}

static void a_time_is_written_in_its_shortest_form(void **state) {
    struct bot_level level;
    char written[BOT_NAME_MAX + 1];
    (void)state;
    assert_true(bot_find("master:01.50s", 13, &level));
    assert_int_equal(level.milliseconds, 1500);
    bot_name(level, written);
    assert_string_equal(written, "master:1.5s");
}

static void stronger_levels_think_more(void **state) {
    (void)state;
    for (unsigned i = 0; i < games_count; i++)
        for (unsigned players = games[i]->players_min; players <= games[i]->players_max; players++)
            for (int kind = BOT_NOVICE; kind < BOT_KINDS; kind++) {
                uint32_t less =
                    kind == BOT_NOVICE
                        ? 0
                        : bot_visits((struct bot_level){.kind = kind - 1}, games[i], players);
                assert_true(bot_visits((struct bot_level){.kind = kind}, games[i], players) > less);
            }
}

static bool asks_a_net(const struct game *game, int kind) {
    struct net net = {.game = game, .players = game->players_min};
    struct bot bot;
    assert_true(
        bot_open(&bot, (struct bot_level){.kind = kind}, game, &(struct bot_means){.net = &net}));
    bool asks = bot.net == &net;
    bot_seed(&bot, (const uint8_t[32]){1});
    if (kind >= BOT_NOVICE)
        assert_int_equal(100 * bot.search->rollout_share,
                         100 * tuning_of(game)->rollout_share[kind - BOT_NOVICE]);
    if (kind >= BOT_NOVICE)
        assert_int_equal(100 * bot.search->prior_temperature,
                         asks ? 100 * tuning_of(game)->prior_temperature : 0);
    bot_close(&bot);
    return asks;
}

/* Without them its opponents would not search. */
static void a_game_with_a_table_has_visits_for_every_number_of_players(void **state) {
    (void)state;
    struct game untuned = *games[0];
    untuned.tuning = NULL;
    assert_true(tuning_of(&untuned)->visits[untuned.players_max][TUNING_MASTER] > 0);
    for (unsigned i = 0; i < games_count; i++) {
        if (!games[i]->tuning) continue;
        assert_true(tuning_of(games[i]) == games[i]->tuning);
        for (unsigned n = games[i]->players_min; n <= games[i]->players_max; n++)
            for (unsigned level = 0; level < TUNING_LEVELS; level++)
                assert_true(games[i]->tuning->visits[n][level] > 0);
    }
}

static void levels_ask_a_net_as_the_game_says(void **state) {
    (void)state;
    for (unsigned i = 0; i < games_count; i++) {
        assert_true(asks_a_net(games[i], BOT_MASTER));
        for (int kind = BOT_NOVICE; kind < BOT_KINDS; kind++)
            assert_true(asks_a_net(games[i], kind) ==
                        (tuning_of(games[i])->rollout_share[kind - BOT_NOVICE] < 1));
        assert_false(asks_a_net(games[i], BOT_RANDOM));
    }
}

/* ---- levels with a time limit ---- */

static uint64_t now;
static unsigned readings;

static uint64_t slow_clock(void) {
    readings++;
    return now += 10;
}

static const struct game *first_game(uint8_t *view, unsigned *seat) {
    const struct game *game = games[0];
    struct play play;
    uint16_t list[LEGAL_MAX], action;
    play_begin(&play, game, 0, 1);
    while (play_choose(&play, seat, &action) &&
           (*seat == BY_CHANCE || game->legal(play.state, *seat, list) < 2))
        play_apply(&play, *seat, action, NULL);
    view_of(game, play.state, *seat, view);
    return game;
}

static void a_time_is_kept(void **state) {
    _Alignas(8) uint8_t view[STATE_MAX];
    unsigned seat;
    const struct game *game = first_game(view, &seat);
    struct bot bot;
    struct bot_means means = {.clock = slow_clock};
    (void)state;
    assert_true(
        bot_open(&bot, (struct bot_level){.kind = BOT_NOVICE, .milliseconds = 100}, game, &means));
    bot_seed(&bot, (const uint8_t[32]){1});
    readings = 0;
    bot_choose(&bot, view, seat);
    assert_in_range(readings, 10, 12); /* once at the start, then after every slice, 10 ms each */
    uint32_t visits = search_visits(bot.search);
    readings = 0;
    bot_choose(&bot, view, seat); /* the same position needs no further search */
    assert_in_range(readings, 1, 3);
    assert_true(search_visits(bot.search) >= visits);
    bot_close(&bot);
}

static void what_a_turn_has_learnt_counts(void **state) {
    _Alignas(8) uint8_t view[STATE_MAX];
    unsigned seat;
    const struct game *game = first_game(view, &seat);
    struct bot bot;
    (void)state;
    assert_true(bot_open(&bot, (struct bot_level){.kind = BOT_NOVICE, .visits = 50}, game, NULL));
    bot_seed(&bot, (const uint8_t[32]){1});
    bot_choose(&bot, view, seat);
    assert_int_equal(search_visits(bot.search), 50);
    bot_choose(&bot, view, seat);
    assert_int_equal(search_visits(bot.search), 50);
    bot_close(&bot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_has_one_name),
        cmocka_unit_test(what_is_no_level_is_refused),
        cmocka_unit_test(a_time_is_written_in_its_shortest_form),
        cmocka_unit_test(stronger_levels_think_more),
        cmocka_unit_test(a_game_with_a_table_has_visits_for_every_number_of_players),
        cmocka_unit_test(levels_ask_a_net_as_the_game_says),
        cmocka_unit_test(a_time_is_kept),
        cmocka_unit_test(what_a_turn_has_learnt_counts),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
