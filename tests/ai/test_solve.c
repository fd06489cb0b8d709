/* Exact play: matrix games, Tallinn's last rounds, Duell's fight. */
#include "ai/solve.h"
#include "games/duell/fight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

extern const struct game tallinn_game;

static struct solver solver;

static void expect_near(double found, double expected) {
    if (found > expected + 1e-9 || found < expected - 1e-9)
        fail_msg("%.12f instead of %.12f", found, expected);
}

/* ---- matrix games ---- */

static void of_two_coins_each_side_is_shown_half_the_time(void **state) {
    (void)state;
    double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX] = {{1, 0}, {0, 1}},
           shares[SOLVE_ACTIONS_MAX], denies[SOLVE_ACTIONS_MAX];
    expect_near(solve_matrix(worth, 2, 2, shares, denies), 0.5);
    expect_near(shares[0], 0.5);
    expect_near(shares[1], 0.5);
}

static void what_wins_less_is_played_more(void **state) {
    (void)state;
    double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX] = {{1, 0}, {0, 0.25}},
           shares[SOLVE_ACTIONS_MAX], denies[SOLVE_ACTIONS_MAX];
    expect_near(solve_matrix(worth, 2, 2, shares, denies), 0.2);
    expect_near(shares[0], 0.2);
    expect_near(shares[1], 0.8);
}

static void a_row_that_is_best_against_everything_is_always_taken(void **state) {
    (void)state;
    double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX] = {{0.2, 0.9, 0.1}, {0.5, 0.6, 0.4}},
           shares[SOLVE_ACTIONS_MAX], denies[SOLVE_ACTIONS_MAX];
    expect_near(solve_matrix(worth, 2, 3, shares, denies), 0.4);
    expect_near(shares[1], 1);
}

/* Neither side can do better: the mixture of the rows guarantees the value against every column,
 * and that of the columns against every row. */
static void a_mixture_warrants_its_value_whatever_the_other_does(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 3);
    for (unsigned n = 0; n < 3000; n++) {
        double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX],
            turned[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], rows_mix[SOLVE_ACTIONS_MAX],
            columns_mix[SOLVE_ACTIONS_MAX], denies[SOLVE_ACTIONS_MAX], unused[SOLVE_ACTIONS_MAX];
        unsigned rows = 1 + generator_below(&g, SOLVE_ACTIONS_MAX),
                 columns = 1 + generator_below(&g, SOLVE_ACTIONS_MAX);
        unsigned steps = 1 + generator_below(&g, 20); /* few different numbers give many ties */
        for (unsigned i = 0; i < rows; i++)
            for (unsigned j = 0; j < columns; j++) {
                worth[i][j] = generator_below(&g, steps + 1) / (double)steps;
                turned[j][i] = 1 - worth[i][j];
            }
        double value = solve_matrix(worth, rows, columns, rows_mix, denies);
        expect_near(1 - solve_matrix(turned, columns, rows, columns_mix, unused), value);
        double sum = 0;
        for (unsigned i = 0; i < rows; i++) sum += rows_mix[i];
        expect_near(sum, 1);
        for (unsigned i = 0; i < rows; i++) {
            double with = 0;
            for (unsigned j = 0; j < columns; j++) with += denies[j] * worth[i][j];
            assert_true(with <= value + 1e-9);
        }
        for (unsigned j = 0; j < columns; j++) {
            double against = 0;
            for (unsigned i = 0; i < rows; i++) against += rows_mix[i] * worth[i][j];
            assert_true(against >= value - 1e-9);
        }
    }
}

/* ---- random games up to a solvable part ---- */

static void step_at_random(const struct game *game, void *position, struct generator *g) {
    uint16_t list[LEGAL_MAX];
    struct outcomes outcomes;
    unsigned to_move = game->to_move(position), seat = (unsigned)__builtin_ctz(to_move);
    if (to_move & CHANCE_BIT) {
        game->chance(position, &outcomes);
        game->apply(position, BY_CHANCE, outcomes_draw(&outcomes, g), NULL);
    } else {
        unsigned count = game->legal(position, seat, list);
        game->apply(position, seat, list[generator_below(g, count)], NULL);
    }
}

static void view_of(const struct game *game, const void *position, unsigned seat, void *view) {
    memcpy(view, position, game->state_size);
    game->view(view, seat);
}

/* ---- Tallinn ---- */

static double judge_first(const void *context, const void *position) {
    struct result result = {0};
    (void)context;
    assert_int_equal(tallinn_game.to_move(position), 0); /* the solved rounds are the last ones */
    tallinn_game.result(position, &result);
    return result.place[0] == result.place[1] ? 0.5 : result.place[0] == 1;
}

static void in_tallinns_last_rounds_both_seats_know_the_same_worth(void **state) {
    (void)state;
    struct generator g;
    unsigned solved = 0, together = 0;
    generator_seed(&g, 8);
    solver = (struct solver){.game = &tallinn_game, .judge = judge_first};
    for (unsigned n = 0; n < 400; n++) {
        _Alignas(8) uint8_t position[STATE_MAX], view[STATE_MAX];
        const uint8_t options[] = {n & 1, n >> 1 & 1, n >> 2 & 1};
        tallinn_game.setup(position, 2, options);
        for (unsigned to_move; (to_move = tallinn_game.to_move(position));
             step_at_random(&tallinn_game, position, &g)) {
            struct solution mine, theirs;
            if (to_move & CHANCE_BIT || to_move != tallinn_game.asked(position)) continue;
            unsigned seat = (unsigned)__builtin_ctz(to_move);
            view_of(&tallinn_game, position, seat, view);
            if (!solve(&solver, view, seat, &mine)) continue;
            solved++;
            if (to_move != 3) continue;
            view_of(&tallinn_game, position, 1, view);
            assert_true(solve(&solver, view, 1, &theirs));
            expect_near(mine.worth + theirs.worth, 1);
            together++;
        }
    }
    assert_true(solved > 200 && together > 50);
}

/* ---- Duell ---- */

/* The seat that holds the contested card after the fight has won it. */
static double judge_contested(const void *context, const void *position) {
    const struct duell *s = position;
    const unsigned *contested = context;
    assert_true((s->seats[0].cards & *contested) != (s->seats[1].cards & *contested));
    return (s->seats[0].cards & *contested) != 0;
}

static void a_fight_for_nothing_but_the_card_is_won_as_often_as_it_can_be(void **state) {
    (void)state;
    struct generator g;
    unsigned contested, solved = 0, lucky = 0;
    generator_seed(&g, 5);
    solver = (struct solver){.game = &duell_game, .judge = judge_contested, .context = &contested};
    for (unsigned n = 0; n < 12; n++) {
        _Alignas(8) uint8_t position[STATE_MAX], view[STATE_MAX];
        const struct duell *s = (const struct duell *)position;
        duell_game.setup(position, 2, NULL);
        for (; duell_game.to_move(position); step_at_random(&duell_game, position, &g)) {
            struct solution solution;
            if (s->phase != PHASE_FLIP && s->phase != PHASE_LUCKY) continue;
            contested = s->seats[0].cards & s->seats[1].cards;
            view_of(&duell_game, position, s->seat, view);
            assert_true(solve(&solver, view, s->seat, &solution));
            expect_near(solution.worth,
                        (double)duell_fight_of_seat(s, s->seat) / (double)FIGHT_ONE);
            solved++;
            lucky += (s->seats[0].hand | s->seats[1].hand) >> ONCE_LUCKY & 1;
        }
    }
    assert_true(solved > 100 && lucky > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_coins_each_side_is_shown_half_the_time),
        cmocka_unit_test(what_wins_less_is_played_more),
        cmocka_unit_test(a_row_that_is_best_against_everything_is_always_taken),
        cmocka_unit_test(a_mixture_warrants_its_value_whatever_the_other_does),
        cmocka_unit_test(in_tallinns_last_rounds_both_seats_know_the_same_worth),
        cmocka_unit_test(a_fight_for_nothing_but_the_card_is_won_as_often_as_it_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
