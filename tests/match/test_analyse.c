/* Analyses random games of every registered game: their figures must add up, whatever the values
 * are. */
#include "ai/train.h"
#include "games/registry.h"
#include "match/analyse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RECORD_MAX = 256 * 1024, VISITS = 12 };

static char text[RECORD_MAX];
static struct net net;

/* Returns an untrained net that judges positions differently. */
static const struct net *some_net(const struct game *game, unsigned players) {
    static struct trainer trainer;
    if (!feature_count(game)) return NULL;
    train_begin(&trainer, game, players, TRAIN_HIDDEN, (const uint8_t[32]){9});
    for (unsigned i = 0; i < TRAIN_HIDDEN; i++)
        trainer.weights[train_outputs_at(&trainer) + i] = i % 2 ? 1 : -1;
    train_net(&trainer, &net);
    return &net;
}

/* Records a random game, or its first `steps`. */
static void make_record(const struct game *game, unsigned players, unsigned number, unsigned steps,
                        struct record *record) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct record head = {.game = game, .players = players, .has_seed = true, .seat = -1};
    struct json_out out;
    struct generator generator;
    struct message error;
    generator_seed(&generator, number);
    for (unsigned i = 0; i < game->option_count; i++) head.options[i] = game->options[i].fallback;
    game_components_hash(game, head.components);
    draws_simulated("analyse", number, head.seed, head.table);
    draws_commitment(head.table, head.seed, head.commitment);
    game->setup(state, players, head.options);
    json_begin(&out, text, sizeof text);
    record_begin(&out, NULL, &head);
    for (unsigned to_move; steps-- && (to_move = game->to_move(state));) {
        uint16_t list[LEGAL_MAX], action;
        unsigned by = BY_CHANCE;
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            game->chance(state, &outcomes);
            action = outcomes_draw(&outcomes, &generator);
        } else {
            by = (unsigned)__builtin_ctz(to_move);
            action = list[generator_below(&generator, game->legal(state, by, list))];
        }
        record_add_step(&out, game, by, action);
        game->apply(state, by, action, NULL);
    }
    record_end(&out, game, players, state);
    assert_true(out.length <= out.size);
    assert_true(record_read(record, text, out.length, &error));
}

static void open_analysis(struct analysis *a, const struct record *record, const struct net *by,
                          uint32_t visits) {
    struct record_error error;
    assert_true(analysis_open(a, record, by, visits, &error));
}

static void analyse(struct analysis *a, const struct record *record, const struct net *by,
                    uint32_t visits) {
    open_analysis(a, record, by, visits);
    unsigned steps = a->count;
    while (analysis_run(a)) assert_int_equal(a->left, --steps);
    assert_int_equal(a->left, 0);
}

static void check_steps(const struct analysis *a) {
    const int32_t *before = a->values[0];
    for (unsigned i = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->steps[i];
        int32_t value = 0, change = 0;
        for (unsigned seat = 0; seat < a->players; seat++) {
            assert_int_equal(step->value[seat], before[seat] + step->change[seat]);
            value += step->value[seat];
            change += step->change[seat];
        }
        assert_int_equal(value, analysis_one);
        assert_int_equal(change, 0);
        assert_true(step->cost >= 0 && step->cost <= analysis_one && step->error >= 0);
        int32_t effect = 0;
        for (unsigned seat = 0; seat < a->players; seat++) effect += step->effect[seat];
        assert_int_equal(effect, 0);
        if (step->by != BY_CHANCE) assert_int_equal(step->effect[step->by], -step->cost);
        assert_true(step->cost == 0 ? step->by == BY_CHANCE || step->best == step->action
                                    : step->best != step->action && step->choices > 1);
        if (step->choices == 1 && !step->several)
            for (unsigned seat = 0; seat < a->players; seat++)
                assert_int_equal(step->change[seat], 0);
        before = step->value;
    }
    for (unsigned seat = 0; seat < a->players; seat++)
        assert_int_equal(before[seat], a->values[a->count][seat]);
}

static void check_sums(const struct analysis *a, const struct record *record) {
    struct judgement end = {0};
    if (a->over)
        judge_result(record->game, a->states + (size_t)a->count * STATE_MAX, a->players, &end);
    int32_t rest = 0;
    for (unsigned seat = 0; seat < a->players; seat++) {
        struct analysis_seat s = analysis_seat(a, seat);
        assert_int_equal(s.start + s.luck + s.own + s.others + s.rest, s.result);
        assert_true(s.own <= 0 && s.error >= 0);
        assert_int_equal(s.best + s.good + s.mistakes, s.decisions);
        assert_true(s.grade <= ANALYSIS_GRADE_MAX && (s.grade < 0 || s.decisions >= 10));
        if (s.grade >= 0) assert_true(s.grade_low <= s.grade && s.grade <= s.grade_high);
        rest += s.rest;
        if (a->over)
            assert_true(s.result >= end.first[seat] * analysis_one - 2 &&
                        s.result <= end.first[seat] * analysis_one + 2);
    }
    assert_int_equal(rest, 0); /* what one seat lost is what the others gained */
}

static void luck_and_choices_add_up(void **state) {
    const struct game *game = *state;
    for (unsigned players = game->players_min; players <= game->players_max; players++)
        /* without a net it is slow */
        for (unsigned with = players > game->players_min; with < 2; with++) {
            struct record record;
            struct analysis a;
            make_record(game, players, players, UINT32_MAX, &record);
            analyse(&a, &record, with ? some_net(game, players) : NULL, VISITS);
            assert_true(a.over && a.count > 0);
            check_steps(&a);
            check_sums(&a, &record);
            analysis_close(&a);
        }
}

static void with_games_played_on_it_adds_up_too(void **state) {
    const struct game *game = *state;
    struct record record;
    struct analysis a;
    make_record(game, game->players_min, 5, 12, &record);
    analyse(&a, &record, some_net(game, game->players_min), 512);
    check_steps(&a);
    check_sums(&a, &record);
    analysis_close(&a);
}

static void any_beginning_of_a_game_can_be_analysed(void **state) {
    const struct game *game = *state;
    for (unsigned steps = 0; steps < 30; steps += 3) {
        struct record record;
        struct analysis a;
        make_record(game, game->players_max, 3, steps, &record);
        analyse(&a, &record, some_net(game, game->players_max), 2);
        assert_true(a.count <= steps);
        check_steps(&a);
        check_sums(&a, &record);
        analysis_close(&a);
    }
}

static void the_same_record_gives_the_same_numbers(void **state) {
    const struct game *game = *state;
    static char one[RECORD_MAX * 4], other[RECORD_MAX * 4];
    struct json_out outs[2];
    struct record record;
    struct analysis a;
    make_record(game, game->players_min, 8, 60, &record);
    json_begin(&outs[0], one, sizeof one);
    json_begin(&outs[1], other, sizeof other);
    for (unsigned i = 0; i < 2; i++) {
        analyse(&a, &record, some_net(game, game->players_min), VISITS);
        analysis_write(&a, &outs[i], NULL);
        analysis_close(&a);
    }
    assert_true(outs[0].length <= sizeof one);
    assert_int_equal(outs[0].length, outs[1].length);
    assert_memory_equal(one, other, outs[0].length);
}

/* Luck is zero on average: the mean over all possible outcomes, each in place of the real one, is
 * zero. */
static void luck_is_nothing_on_average(void **state) {
    const struct game *game = *state;
    struct record record;
    struct analysis a;
    unsigned tried = 0;
    make_record(game, game->players_min, 6, UINT32_MAX, &record);
    open_analysis(&a, &record, some_net(game, game->players_min), 1);
    for (unsigned at = 0; at < a.count && tried < 12; at++) {
        struct outcome_list outcomes;
        double sum = 0;
        if (a.steps[at].by != BY_CHANCE || a.steps[at].choices == 1) continue;
        game_outcomes(game, a.states + (size_t)at * STATE_MAX, &outcomes);
        for (unsigned i = 0; i < outcomes.count; i++) {
            a.steps[at].action = outcomes.actions[i];
            memset(a.values[at + 1], 0, sizeof a.values[at + 1]);
            a.left = at + 1;
            analysis_run(&a);
            sum += (double)a.steps[at].change[0] * outcomes.weights[i] / outcomes.total;
        }
        assert_true(sum > -1 && sum < 1); /* each is rounded to a whole millionth */
        tried++;
    }
    assert_true(tried > 0);
    analysis_close(&a);
}

/* However the visits are divided among calls, the numbers are the same; and the best five get
 * comparable visits. */
static void weighing_does_not_depend_on_slices(void **state) {
    enum { ALL = 1000 };
    const struct game *game = *state;
    static struct weighing one, other;
    static struct search_slot slots[2][WEIGH_SLOTS];
    static char texts[2][WEIGHED_MAX];
    struct json_out outs[2];
    struct record record;
    struct analysis a;
    _Alignas(8) uint8_t view[STATE_MAX];
    unsigned at = 0;
    make_record(game, game->players_min, 6, UINT32_MAX, &record);
    open_analysis(&a, &record, some_net(game, game->players_min), 1);
    while (a.steps[at].by == BY_CHANCE || a.steps[at].choices < 2) at++;
    memcpy(view, analysis_state(&a, at), game->state_size);
    game->view(view, a.steps[at].by);
    weigh_begin(&one, game, a.net, slots[0], view, a.steps[at].by, 0);
    weigh_evenly(&one, ALL);
    weigh_begin(&other, game, a.net, slots[1], view, a.steps[at].by, 0);
    for (unsigned done = 0, slice = 1; done < ALL; done += slice, slice = slice * 3 % 97) {
        if (slice > ALL - done) slice = ALL - done;
        weigh_evenly(&other, slice);
    }
    for (unsigned i = 0; i < 2; i++) json_begin(&outs[i], texts[i], sizeof texts[i]);
    weigh_write(&one, &outs[0], NULL);
    weigh_write(&other, &outs[1], NULL);
    assert_true(outs[0].length <= outs[0].size && outs[0].length == outs[1].length);
    assert_memory_equal(texts[0], texts[1], outs[0].length);
    struct weighed choices[LEGAL_MAX];
    unsigned count = weigh_choices(&one, choices);
    unsigned last = (count < WEIGH_BEST ? count : WEIGH_BEST) - 1;
    assert_true(choices[last].visits >= ALL / 4 / WEIGH_BEST);
    analysis_close(&a);
}

static void what_one_seat_saw_is_refused(void **state) {
    const struct game *game = *state;
    struct record record;
    struct record_error error;
    struct analysis a;
    make_record(game, game->players_min, 2, 0, &record);
    record.seat = 0;
    assert_false(analysis_open(&a, &record, NULL, 1, &error));
    assert_string_equal(error.message.key, "error.analyse.whole");
    assert_null(a.steps);
}

int main(void) {
    static const struct {
        const char *name;
        void (*test)(void **state);
    } properties[] = {
        {"luck and choices add up", luck_and_choices_add_up},
        {"with games played on it adds up, too", with_games_played_on_it_adds_up_too},
        {"any beginning of a game can be analysed", any_beginning_of_a_game_can_be_analysed},
        {"the same record gives the same numbers", the_same_record_gives_the_same_numbers},
        {"luck is nothing on average", luck_is_nothing_on_average},
        {"weighing does not depend on slices", weighing_does_not_depend_on_slices},
        {"what one seat saw is refused", what_one_seat_saw_is_refused},
    };
    enum { PROPERTIES = sizeof properties / sizeof properties[0], TESTS_MAX = 100 };
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][80];
    unsigned count = 0;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned p = 0; p < PROPERTIES && count < TESTS_MAX; p++, count++) {
            snprintf(names[count], sizeof names[count], "%s: %s", games[g]->id, properties[p].name);
            tests[count] = (struct CMUnitTest){.name = names[count],
                                               .test_func = properties[p].test,
                                               .initial_state = (void *)(uintptr_t)games[g]};
        }
    return _cmocka_run_group_tests("analyse", tests, count, NULL, NULL);
}
