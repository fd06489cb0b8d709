/* Net files, training files and training itself. A damaged file is refused as a whole. The same
 * seed gives the same weights, whatever the number of threads, the order of the games, or a pause
 * in between. */
#include "ai/search.h"
#include "ai/train.h"
#include "core/blake2b.h"
#include "games/registry.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATCH = 4, BATCHES = 3, HIDDEN = NET_HIDDEN_STEP };

static const uint8_t seed[32] = {3, 1, 4};

/* Trained on a few games. */
static struct trainer trainer, other;
static struct net net, again;
static char bytes[TRAIN_FILE_MAX], copy[TRAIN_FILE_MAX];

static size_t write_net_of(const struct game *game, unsigned players, unsigned hidden) {
    char origin[NET_ORIGIN_MAX];
    train_begin(&trainer, game, players, hidden, seed);
    train_net(&trainer, &net);
    snprintf(origin, sizeof origin,
             "{\"game\":\"%s\",\"players\":%u,\"revision\":%u,\"features\":%u,\"hidden\":%u}",
             game->id, players, game->tuning->feature_revision, feature_count(game), hidden);
    return net_write(&net, origin, bytes);
}

static size_t write_some_net(const struct game *game, unsigned players) {
    return write_net_of(game, players, TRAIN_HIDDEN);
}

/* ---- judging ---- */

/* Judges every quiet position of a random game twice: with the memory of all earlier ones, and
 * without. */
static void a_judgement_does_not_depend_on_earlier_ones(void **state) {
    const struct game *game = *state;
    _Alignas(8) uint8_t position[STATE_MAX];
    uint8_t options[OPTIONS_MAX] = {0};
    uint16_t list[LEGAL_MAX];
    struct net_memory memory = {0};
    struct judgement alone, next;
    struct generator generator;
    unsigned judged = 0, players = game->players_max;
    write_some_net(game, players);
    /* its outputs, which training has not touched yet */
    for (unsigned i = 0; i < NET_OUTPUTS * net.hidden; i++)
        net.out[i % NET_OUTPUTS][i / NET_OUTPUTS] = (int16_t)(i * 7919 % 2001 - 1000);
    generator_seed(&generator, 5);
    game->setup(position, players, options);
    play_to_quiet(game, position, false, &generator);
    for (unsigned to_move; (to_move = game->to_move(position)); judged++) {
        net_judge(&net, position, &alone);
        net_judge_next(&net, &memory, position, &next);
        assert_memory_equal(next.first, alone.first, players * sizeof *alone.first);
        assert_memory_equal(next.score, alone.score, players * sizeof *alone.score);
        unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(position, seat, list);
        bool several = game_asks_several(game, position),
             closed = game->apply(position, seat, list[generator_below(&generator, count)], NULL);
        play_to_quiet(game, position, several && !closed, &generator);
    }
    assert_true(judged > 10);
}

/* ---- nets ---- */

static void a_net_is_read_as_it_was_written(void **state) {
    const struct game *game = *state;
    struct message error;
    struct json head;
    char origin[NET_ORIGIN_MAX];
    for (unsigned hidden = NET_HIDDEN_STEP; hidden <= NET_HIDDEN_MAX; hidden += NET_HIDDEN_STEP) {
        size_t size = write_net_of(game, game->players_max, hidden);
        assert_true(net_read(&again, game, game->players_max, bytes, size, origin, &error));
        assert_int_equal(again.hidden, hidden);
        assert_memory_equal(again.weights, net.weights, sizeof net.weights);
        assert_memory_equal(again.bias, net.bias, sizeof net.bias);
        assert_memory_equal(again.out, net.out, sizeof net.out);
        assert_true(net_head(bytes, size, &head));
        assert_true(json_is(json_get(head, "game"), game->id));
        assert_int_equal(net_write(&again, origin, copy), size);
        assert_memory_equal(copy, bytes, size);
    }
}

static void refuse_net(const struct game *game, unsigned players, const char *text, size_t size,
                       const char *key) {
    struct message error = {0};
    char origin[NET_ORIGIN_MAX] = "untouched", *exact = malloc(size ? size : 1);
    memcpy(exact, text, size);
    assert_false(net_read(&again, game, players, exact, size, origin, &error));
    assert_null(again.game);
    assert_string_equal(origin, "untouched");
    if (key) assert_string_equal(error.key, key);
    else assert_true(strncmp(error.key, "error.net.", 10) == 0);
    free(exact);
}

/* Tries every bit of the head, and a sample of those of the weights and the hash. */
static void a_net_with_one_bit_changed_is_refused(void **state) {
    const struct game *game = *state;
    size_t size = write_some_net(game, game->players_min);
    memcpy(copy, bytes, size);
    for (size_t at = 0; at < size; at += at < 200 || at + HASH_SIZE >= size ? 1 : 61) {
        copy[at] ^= (char)(1 << at % 8);
        refuse_net(game, game->players_min, copy, size, NULL);
        copy[at] = bytes[at];
    }
}

static void a_net_cut_off_is_refused(void **state) {
    const struct game *game = *state;
    size_t size = write_some_net(game, game->players_min);
    for (size_t length = 0; length < size; length += length < 200 || length + 64 > size ? 1 : 977)
        refuse_net(game, game->players_min, bytes, length, NULL);
    memset(bytes + size, 0, 1);
    refuse_net(game, game->players_min, bytes, size + 1, "error.net.broken");
}

static void a_net_of_something_else_is_refused(void **state) {
    const struct game *game = *state;
    size_t size = write_some_net(game, game->players_min);
    struct game newer = *game, longer = *game;
    struct tuning newer_tuning = *game->tuning, longer_tuning = *game->tuning;
    newer.tuning = &newer_tuning;
    longer.tuning = &longer_tuning;
    newer_tuning.feature_revision++;
    longer_tuning.feature_count++;
    refuse_net(&newer, game->players_min, bytes, size, "error.net.other");
    refuse_net(&longer, game->players_min, bytes, size, "error.net.other");
    refuse_net(game, game->players_min + 1, bytes, size, "error.net.other");
    for (unsigned g = 0; g < games_count; g++)
        if (feature_count(games[g]) && games[g] != game)
            refuse_net(games[g], game->players_min, bytes, size, "error.net.other");
}

/* ---- learning ---- */

struct half {
    const struct trainer *t;
    const struct train_cast *cast;
    struct episode *episodes;
    unsigned first, step;
};

static void *play_half(void *argument) {
    const struct half *half = argument;
    struct search_slot *slots = malloc(TRAIN_SLOTS * sizeof *slots);
    for (unsigned i = half->first; i < BATCH; i += half->step)
        train_play(half->t, half->cast, half->t->games + i, slots, &half->episodes[i]);
    free(slots);
    return NULL;
}

/* Trains on one more batch, with its games played by this many threads. */
static void learn(struct trainer *t, unsigned threads) {
    struct episode episodes[BATCH];
    struct half halves[2];
    pthread_t thread;
    static struct train_cast cast;
    train_cast(t, NULL, 0, &cast);
    for (unsigned i = 0; i < BATCH; i++) assert_true(episode_open(&episodes[i]));
    for (unsigned i = 0; i < threads; i++)
        halves[i] = (struct half){t, &cast, episodes, i, threads};
    if (threads == 2) assert_int_equal(pthread_create(&thread, NULL, play_half, &halves[1]), 0);
    play_half(&halves[0]);
    if (threads == 2) pthread_join(thread, NULL);
    train_learn(t, episodes, BATCH);
    for (unsigned i = 0; i < BATCH; i++) episode_close(&episodes[i]);
}

static void the_same_seed_gives_the_same_weights(void **state) {
    const struct game *game = *state;
    struct message error;
    train_begin(&trainer, game, game->players_min, HIDDEN, seed);
    train_begin(&other, game, game->players_min, HIDDEN, seed);
    for (unsigned i = 0; i < BATCHES; i++) {
        learn(&trainer, 1);
        learn(&other, 2);
        size_t size = train_write(&other, bytes); /* a pause: continue with what was read */
        assert_true(train_read(&other, game, game->players_min, bytes, size, &error));
    }
    size_t size = train_write(&trainer, bytes);
    assert_int_equal(train_write(&other, copy), size);
    assert_memory_equal(bytes, copy, size);
    assert_int_equal(trainer.games, BATCH * BATCHES);
    train_begin(&other, game, game->players_min, HIDDEN, (const uint8_t[32]){2, 7});
    for (unsigned i = 0; i < BATCHES; i++) learn(&other, 1);
    assert_memory_not_equal(other.weights, trainer.weights, sizeof trainer.weights);
}

/* The latest weights oscillate around the optimum; their mean does not. */
static void what_plays_is_the_mean_of_the_last_weights(void **state) {
    const struct game *game = *state;
    static struct net mean, same;
    double apart = 0, moved = 0;
    train_begin(&trainer, game, game->players_min, HIDDEN, seed);
    train_begin(&other, game, game->players_min, HIDDEN, seed);
    for (unsigned i = 0; i < BATCHES; i++) learn(&trainer, 1);
    assert_true(trainer.changes > 1);
    for (unsigned i = 0; i < TRAIN_WEIGHTS_MAX; i++) {
        double swing = (double)trainer.weights[i] - (double)trainer.average[i],
               way = (double)trainer.weights[i] - (double)other.weights[i];
        apart += swing * swing;
        moved += way * way;
    }
    assert_true(apart > 0 && apart < moved);
    train_net(&trainer, &mean);
    memset(trainer.weights, 0, sizeof trainer.weights);
    train_net(&trainer, &same);
    assert_memory_equal(&mean, &same, sizeof mean);
    trainer.average[0] += 1;
    train_net(&trainer, &same);
    assert_memory_not_equal(&mean, &same, sizeof mean);
}

static void refuse_training(const struct game *game, unsigned players, const char *text,
                            size_t size) {
    struct message error = {0};
    char *exact = malloc(size ? size : 1);
    memcpy(exact, text, size);
    assert_false(train_read(&other, game, players, exact, size, &error));
    assert_string_equal(error.key, "error.train.file");
    free(exact);
}

static void broken_training_is_refused(void **state) {
    const struct game *game = *state;
    train_begin(&trainer, game, game->players_min, HIDDEN, seed);
    size_t size = train_write(&trainer, bytes);
    memcpy(copy, bytes, size);
    for (size_t at = 0; at < size; at += at < 64 ? 1 : size / 50) {
        copy[at] ^= (char)(1 << at % 8);
        refuse_training(game, game->players_min, copy, size);
        copy[at] = bytes[at];
    }
    for (size_t length = 0; length < size; length += length < 200 ? 7 : size / 30)
        refuse_training(game, game->players_min, bytes, length);
    struct game newer = *game;
    struct tuning newer_tuning = *game->tuning;
    newer.tuning = &newer_tuning;
    newer_tuning.feature_revision++;
    refuse_training(&newer, game->players_min, bytes, size);
    refuse_training(game, game->players_min + 1, bytes, size);
}

int main(void) {
    static const struct {
        const char *name;
        void (*test)(void **state);
    } properties[] = {
        {"a judgement does not depend on earlier ones",
         a_judgement_does_not_depend_on_earlier_ones},
        {"a net is read as it was written", a_net_is_read_as_it_was_written},
        {"a net with one bit changed is refused", a_net_with_one_bit_changed_is_refused},
        {"a net cut off is refused", a_net_cut_off_is_refused},
        {"a net of something else is refused", a_net_of_something_else_is_refused},
        {"the same seed gives the same weights, with one thread or two, with a rest or without",
         the_same_seed_gives_the_same_weights},
        {"what plays is the mean of the last weights", what_plays_is_the_mean_of_the_last_weights},
        {"broken training is refused", broken_training_is_refused},
    };
    enum { PROPERTIES = sizeof properties / sizeof properties[0], TESTS_MAX = 100 };
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][120];
    unsigned count = 0;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned p = 0; feature_count(games[g]) && p < PROPERTIES && count < TESTS_MAX;
             p++, count++) {
            snprintf(names[count], sizeof names[count], "%s: %s", games[g]->id, properties[p].name);
            tests[count] = (struct CMUnitTest){.name = names[count],
                                               .test_func = properties[p].test,
                                               .initial_state = (void *)(uintptr_t)games[g]};
        }
    return _cmocka_run_group_tests("nets", tests, count, NULL, NULL);
}
