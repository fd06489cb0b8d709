/* Games between opponents, for tests: the deal's number decides all draws and all seeds. */
#ifndef TESTS_AI_PLAYING_H
#define TESTS_AI_PLAYING_H

#include "ai/bot.h"
#include "tests/properties.h"

/* Called before each step of a seat. */
struct observer {
    void (*step)(struct observer *observer, const void *state, unsigned seat, uint16_t action);
};

/* Plays one game and returns its result; `options` has one value per option of the game. */
static inline struct judgement play_between(const struct game *game, unsigned players,
                                            const uint8_t options[OPTIONS_MAX],
                                            struct bot *const bots[SEATS_MAX], unsigned deal,
                                            struct observer *observer) {
    struct generator draws;
    struct outcomes outcomes;
    struct judgement end;
    _Alignas(8) uint8_t state[STATE_MAX], view[STATE_MAX];
    generator_seed(&draws, deal);
    for (unsigned seat = 0; seat < players; seat++)
        bot_seed(bots[seat],
                 (const uint8_t[32]){(uint8_t)deal, (uint8_t)(deal >> 8), (uint8_t)(seat + 1)});
    game->setup(state, players, options);
    for (unsigned to_move; (to_move = game->to_move(state));) {
        unsigned by = (unsigned)__builtin_ctz(to_move);
        if (to_move & CHANCE_BIT) {
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &draws), NULL);
            continue;
        }
        view_of(game, state, by, view);
        uint16_t action = bot_choose(bots[by], view, by);
        assert_true(game_allows(game, state, by, action));
        if (observer) observer->step(observer, state, by, action);
        game->apply(state, by, action, NULL);
    }
    judge_result(game, state, players, &end);
    return end;
}

static inline void default_options(const struct game *game, uint8_t options[OPTIONS_MAX]) {
    for (unsigned i = 0; i < OPTIONS_MAX; i++)
        options[i] = i < game->option_count ? game->options[i].fallback : 0;
}

#endif
