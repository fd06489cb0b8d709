/* A novice beats random play in every game. The seeds are fixed, so the outcome is, too. */
#include "games/registry.h"
#include "tests/ai/playing.h"

enum { GAMES = 40, GAMES_SHORT = 200, STEPS_SHORT = 50, VISITS = 50 };

/* Uses fewer iterations than a novice to save time; long runs and short games use all. */
static struct game quick;
static struct tuning fewer;

static void shorten_search(const struct game *game) {
    quick = *game;
    fewer = *tuning_of(game);
    quick.tuning = &fewer;
    uint32_t iterations = play_scale(VISITS);
    uint32_t *own = &fewer.visits[quick.players_min][TUNING_NOVICE];
    if (iterations < *own && game->steps_max > STEPS_SHORT) *own = iterations;
}

/* Plays one deal and returns the share of first place of the novice in this seat. */
static double play_deal(struct bot *novice, struct bot *random, unsigned deal, unsigned seat) {
    struct bot *bots[SEATS_MAX] = {random, random, random, random, random};
    uint8_t options[OPTIONS_MAX] = {0};
    bots[seat] = novice;
    default_options(&quick, options);
    return play_between(&quick, quick.players_min, options, bots, deal, NULL).first[seat];
}

/* The novice plays every seat of every deal once. It must win one and a half times its fair share;
 * less in short games, which are mostly luck. */
static void a_novice_beats_random_choices(void **state) {
    struct bot novice, random;
    double first = 0;
    shorten_search(*state);
    bool luck = quick.steps_max <= STEPS_SHORT;
    unsigned players = quick.players_min,
             deals = ((luck ? GAMES_SHORT : GAMES) + players - 1) / players;
    assert_true(bot_open(&novice, (struct bot_level){.kind = BOT_NOVICE}, &quick, NULL) &&
                bot_open(&random, (struct bot_level){.kind = BOT_RANDOM}, &quick, NULL));
    for (unsigned deal = 0; deal < deals; deal++)
        for (unsigned seat = 0; seat < players; seat++)
            first += play_deal(&novice, &random, deal, seat);
    bot_close(&novice);
    bot_close(&random);
    double share = first / (deals * players);
    print_message("# %s: %.1f of %u first places, %u iterations\n", quick.id, first,
                  deals * players, fewer.visits[players][TUNING_NOVICE]);
    assert_true(share * players >= (luck ? 1.2 : 1.5));
}

int main(void) {
    static struct CMUnitTest tests[16];
    static char names[16][120];
    unsigned count = 0;
    for (; count < games_count && count < 16; count++) {
        snprintf(names[count], sizeof names[count], "%s: a novice beats random choices",
                 games[count]->id);
        tests[count] = (struct CMUnitTest){.name = names[count],
                                           .test_func = a_novice_beats_random_choices,
                                           .initial_state = (void *)(uintptr_t)games[count]};
    }
    return _cmocka_run_group_tests("strength", tests, count, NULL, NULL);
}
