/* Uses the library as a C program does, through its public header only. */
#define _POSIX_C_SOURCE 200809L /* fork */

#include "lib/tafelrunde.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { STATE_BYTES = 512, JSON_BYTES = 16384, GAMES = 50 };

struct position {
    const struct tafelrunde_game *game;
    struct tafelrunde_info info;
    _Alignas(8) uint8_t state[STATE_BYTES];
};

static struct position begin(const struct tafelrunde_game *game, unsigned players) {
    struct position p = {.game = game};
    tafelrunde_info(game, &p.info);
    assert_int_equal(tafelrunde_setup(game, players, NULL, p.state, NULL), TAFELRUNDE_OK);
    return p;
}

/* Takes the middle step of each list, for this many steps or to the end, and checks general
 * properties. */
static void go_on(struct position *p, unsigned steps) {
    uint16_t list[TAFELRUNDE_LEGAL_MAX], few[2];
    uint32_t weights[TAFELRUNDE_OUTCOMES_MAX];
    unsigned stream;
    for (unsigned to_move; steps-- && (to_move = tafelrunde_to_move(p->game, p->state));) {
        unsigned by =
            to_move >> TAFELRUNDE_CHANCE & 1 ? TAFELRUNDE_CHANCE : (unsigned)__builtin_ctz(to_move);
        unsigned count = by == TAFELRUNDE_CHANCE
                             ? tafelrunde_outcomes(p->game, p->state, list, weights,
                                                   TAFELRUNDE_OUTCOMES_MAX, &stream)
                             : tafelrunde_legal(p->game, p->state, by, list, TAFELRUNDE_LEGAL_MAX);
        assert_true(count > 0);
        assert_int_equal(by == TAFELRUNDE_CHANCE
                             ? tafelrunde_outcomes(p->game, p->state, NULL, NULL, 0, NULL)
                             : tafelrunde_legal(p->game, p->state, by, NULL, 0),
                         count);
        few[1] = TAFELRUNDE_NONE;
        assert_int_equal(by == TAFELRUNDE_CHANCE
                             ? tafelrunde_outcomes(p->game, p->state, few, NULL, 1, NULL)
                             : tafelrunde_legal(p->game, p->state, by, few, 1),
                         count);
        assert_int_equal(few[0], list[0]);
        assert_int_equal(few[1], TAFELRUNDE_NONE);
        for (unsigned i = 1; i < count; i++) assert_true(list[i - 1] < list[i]);
        for (unsigned i = 0; by == TAFELRUNDE_CHANCE && i < count; i++) assert_true(weights[i] > 0);
        if (by != TAFELRUNDE_CHANCE) assert_true(tafelrunde_asked(p->game, p->state) >> by & 1);
        assert_int_equal(tafelrunde_why_not(p->game, p->state, by, list[count / 2], NULL),
                         TAFELRUNDE_OK);
        if (steps % 2) tafelrunde_apply_listed(p->game, p->state, by, list[count / 2]);
        else
            assert_int_equal(tafelrunde_apply(p->game, p->state, by, list[count / 2], NULL),
                             TAFELRUNDE_OK);
    }
}

#define EACH_GAME(name)                                      \
    const struct tafelrunde_game *name = tafelrunde_game(0); \
    for (unsigned each = 0; (name = tafelrunde_game(each)); each++)

static void games_are_listed_and_found(void **unused) {
    (void)unused;
    struct tafelrunde_info info;
    struct tafelrunde_option option;
    assert_int_equal(tafelrunde_abi(), TAFELRUNDE_ABI);
    assert_string_equal(tafelrunde_version(), TAFELRUNDE_BUILD);
    assert_true(tafelrunde_games() >= 4);
    assert_null(tafelrunde_game(tafelrunde_games()));
    assert_null(tafelrunde_find("chess"));
    assert_null(tafelrunde_find(""));
    EACH_GAME (game) {
        tafelrunde_info(game, &info);
        assert_ptr_equal(tafelrunde_find(info.id), game);
        assert_int_equal(strlen(info.components), 16);
        assert_true(info.players_min >= 2 && info.players_min <= info.players_max &&
                    info.players_max <= TAFELRUNDE_SEATS_MAX);
        assert_true(tafelrunde_state_size(game) > 0 && tafelrunde_state_size(game) <= STATE_BYTES);
        for (unsigned i = 0; i < info.options; i++) {
            assert_true(tafelrunde_option(game, i, &option));
            assert_true(option.count > 1 && option.fallback < option.count);
            if (option.flag) assert_string_equal(option.values[1], "true");
        }
        assert_false(tafelrunde_option(game, info.options, &option));
        for (unsigned i = 0; i < info.parts; i++) assert_true(strlen(tafelrunde_part(game, i)) > 0);
        assert_null(tafelrunde_part(game, info.parts));
    }
}

static void options_are_chosen_by_name(void **unused) {
    (void)unused;
    const struct tafelrunde_game *tallinn = tafelrunde_find("tallinn");
    struct tafelrunde_error error;
    uint8_t options[TAFELRUNDE_OPTIONS_MAX];
    struct position p = begin(tallinn, 2), other = p;
    tafelrunde_defaults(tallinn, options);
    assert_int_equal(tafelrunde_setup(tallinn, 2, options, other.state, &error), TAFELRUNDE_OK);
    assert_memory_equal(p.state, other.state, tafelrunde_state_size(tallinn));
    assert_int_equal(tafelrunde_choose(tallinn, "legate", "true", options, &error), TAFELRUNDE_OK);
    assert_int_equal(tafelrunde_setup(tallinn, 2, options, other.state, &error), TAFELRUNDE_OK);
    assert_memory_not_equal(p.state, other.state, tafelrunde_state_size(tallinn));
    assert_int_equal(tafelrunde_choose(tallinn, "legate", "perhaps", options, &error),
                     TAFELRUNDE_BAD_OPTION);
    assert_string_equal(error.text[TAFELRUNDE_DE],
                        "Den Wert „perhaps“ hat die Option „legate“ nicht; sie hat: false, true.");
    assert_int_equal(tafelrunde_choose(tallinn, "envoy", "true", options, NULL),
                     TAFELRUNDE_BAD_OPTION);
}

static void a_refused_setup_changes_nothing(void **unused) {
    (void)unused;
    struct tafelrunde_error error;
    uint8_t wrong[TAFELRUNDE_OPTIONS_MAX] = {200, 200, 200, 200};
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        struct position p = begin(game, info.players_min), before = p;
        assert_int_equal(tafelrunde_setup(game, p.info.players_max + 1, NULL, p.state, &error),
                         TAFELRUNDE_BAD_PLAYERS);
        assert_int_equal(error.code, TAFELRUNDE_BAD_PLAYERS);
        assert_string_equal(error.key, "error.record.players");
        assert_int_equal(tafelrunde_setup(game, 0, NULL, p.state, NULL), TAFELRUNDE_BAD_PLAYERS);
        if (p.info.options)
            assert_int_equal(tafelrunde_setup(game, p.info.players_min, wrong, p.state, &error),
                             TAFELRUNDE_BAD_OPTION);
        assert_int_equal(
            tafelrunde_playouts(game, 9, NULL, 0, 1, &(struct tafelrunde_tally){0}, &error),
            TAFELRUNDE_BAD_PLAYERS);
        assert_memory_equal(p.state, before.state, sizeof p.state);
    }
}

static void whole_games_end_with_a_result(void **unused) {
    (void)unused;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        for (unsigned players = info.players_min; players <= info.players_max; players++) {
            struct position p = begin(game, players);
            struct tafelrunde_result result;
            unsigned first = 0;
            assert_int_equal(tafelrunde_players(game, p.state), players);
            go_on(&p, info.steps_max);
            assert_int_equal(tafelrunde_to_move(game, p.state), 0);
            tafelrunde_result(game, p.state, &result);
            for (unsigned seat = 0; seat < players; seat++) first += result.place[seat] == 1;
            assert_true(first > 0);
            assert_int_equal(tafelrunde_outcomes(game, p.state, NULL, NULL, 0, NULL), 0);
            assert_int_equal(tafelrunde_legal(game, p.state, 0, NULL, 0), 0);
        }
    }
}

/* Tries every step: illegal ones are refused by name and change nothing. Returns the number of
 * legal ones. */
static unsigned try_every_step(const struct tafelrunde_game *game, unsigned steps,
                               const struct position *p, unsigned by) {
    struct tafelrunde_error error;
    unsigned legal = 0;
    for (unsigned step = 0; step < steps; step++) {
        struct position twin = *p;
        memset(&error, 0, sizeof error);
        if (tafelrunde_apply(game, twin.state, by, step, &error) == TAFELRUNDE_OK) {
            legal++;
            continue;
        }
        assert_int_equal(error.code, TAFELRUNDE_ILLEGAL);
        assert_true(strstr(error.key, ".whynot.") && error.text[0][0] && error.text[1][0]);
        assert_null(strstr(error.text[TAFELRUNDE_DE], "⟨"));
        assert_memory_equal(twin.state, p->state, sizeof p->state);
    }
    return legal;
}

static void what_is_not_legal_is_refused_with_a_reason(void **unused) {
    (void)unused;
    struct tafelrunde_error error;
    uint16_t list[TAFELRUNDE_LEGAL_MAX];
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        struct position p = begin(game, info.players_min), before;
        for (unsigned round = 0; round < 40; round++, go_on(&p, 1)) {
            unsigned by = round % info.players_min;
            before = p;
            assert_int_equal(try_every_step(game, info.actions, &p, by),
                             tafelrunde_legal(game, p.state, by, list, TAFELRUNDE_LEGAL_MAX));
            assert_int_equal(tafelrunde_apply(game, p.state, by, info.actions, &error),
                             TAFELRUNDE_BAD_STEP);
            assert_int_equal(tafelrunde_apply(game, p.state, by, TAFELRUNDE_NONE, NULL),
                             TAFELRUNDE_BAD_STEP);
            assert_int_equal(tafelrunde_apply(game, p.state, info.players_min, 0, &error),
                             TAFELRUNDE_BAD_SEAT);
            assert_int_equal(tafelrunde_apply(game, p.state, TAFELRUNDE_CHANCE + 1, 0, &error),
                             TAFELRUNDE_BAD_SEAT);
            assert_int_equal(
                tafelrunde_legal(game, p.state, info.players_min, list, TAFELRUNDE_LEGAL_MAX), 0);
            assert_memory_equal(before.state, p.state, sizeof p.state);
        }
        go_on(&p, info.steps_max);
        assert_int_equal(tafelrunde_apply(game, p.state, TAFELRUNDE_CHANCE, 0, &error),
                         TAFELRUNDE_ILLEGAL);
        assert_string_equal(error.key, "common.whynot.over");
        p = begin(game, info.players_min);
        while (tafelrunde_to_move(game, p.state) >> TAFELRUNDE_CHANCE) go_on(&p, 1);
        assert_int_equal(tafelrunde_apply(game, p.state, TAFELRUNDE_CHANCE, 0, &error),
                         TAFELRUNDE_ILLEGAL);
    }
}

static void steps_are_numbers_and_text(void **unused) {
    (void)unused;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        struct tafelrunde_token tokens[TAFELRUNDE_TOKENS_MAX];
        char text[64], cut[4], sentence[512];
        tafelrunde_info(game, &info);
        for (unsigned step = 0; step < info.actions; step++) {
            size_t length = tafelrunde_notation(game, step, text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(tafelrunde_step(game, text), step);
            assert_int_equal(tafelrunde_notation(game, step, cut, sizeof cut), length);
            assert_memory_equal(cut, text, length < 3 ? length + 1 : 3);
            assert_int_equal(cut[length < 3 ? length : 3], 0);
            assert_int_equal(tafelrunde_notation(game, step, NULL, 0), length);
            unsigned count = tafelrunde_tokens(game, step, tokens);
            assert_true(count >= 1 && count <= TAFELRUNDE_TOKENS_MAX);
            assert_string_equal(tokens[0].type, "verb");
            assert_memory_equal(tokens[0].code, text, strlen(tokens[0].code));
            for (int language = TAFELRUNDE_DE; language <= TAFELRUNDE_EN; language++) {
                assert_true(tafelrunde_sentence(game, step, language, sentence, sizeof sentence) <
                            sizeof sentence);
                assert_true(sentence[0] && !strstr(sentence, "⟨"));
            }
        }
        assert_int_equal(tafelrunde_notation(game, info.actions, text, sizeof text), 0);
        assert_string_equal(text, "");
        assert_int_equal(tafelrunde_sentence(game, info.actions, TAFELRUNDE_DE, text, sizeof text),
                         0);
        assert_int_equal(tafelrunde_tokens(game, info.actions, tokens), 0);
        assert_int_equal(tafelrunde_step(game, "nothing of the kind"), TAFELRUNDE_NONE);
    }
}

static void positions_are_json_and_back(void **unused) {
    (void)unused;
    static char text[JSON_BYTES], cut[8];
    struct tafelrunde_error error;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        struct position p = begin(game, info.players_max), read = p;
        for (unsigned i = 0; i < 30; i++, go_on(&p, 3)) {
            size_t length = tafelrunde_write_json(game, p.state, text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(tafelrunde_write_json(game, p.state, NULL, 0), length);
            assert_int_equal(tafelrunde_write_json(game, p.state, cut, sizeof cut), length);
            assert_int_equal(strlen(cut), sizeof cut - 1);
            assert_int_equal(tafelrunde_read_json(game, text, length, read.state, &error),
                             TAFELRUNDE_OK);
            assert_memory_equal(p.state, read.state, tafelrunde_state_size(game));
            assert_true(tafelrunde_hash(game, p.state) == tafelrunde_hash(game, read.state));
            assert_int_equal(tafelrunde_read_json(game, text, length - 1, read.state, &error),
                             TAFELRUNDE_BAD_JSON);
            assert_string_equal(error.key, "error.json.cut_off");
            assert_int_equal(tafelrunde_read_json(game, "{}", 2, read.state, &error),
                             TAFELRUNDE_BAD_JSON);
            assert_int_equal(tafelrunde_read_json(game, "", 0, read.state, NULL),
                             TAFELRUNDE_BAD_JSON);
            assert_memory_equal(p.state, read.state, tafelrunde_state_size(game));
        }
    }
}

static void views_hide_and_are_enough_to_play_from(void **unused) {
    (void)unused;
    struct tafelrunde_error error;
    uint16_t full[TAFELRUNDE_LEGAL_MAX], seen[TAFELRUNDE_LEGAL_MAX];
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        size_t size = tafelrunde_state_size(game);
        struct position p = begin(game, info.players_min);
        for (unsigned i = 0; i < 60; i++, go_on(&p, 1)) {
            assert_int_equal(tafelrunde_viewer(p.state), -1);
            for (unsigned seat = 0; seat < info.players_min; seat++) {
                struct position view = p, twin;
                assert_int_equal(tafelrunde_view(game, view.state, seat, &error), TAFELRUNDE_OK);
                assert_int_equal(tafelrunde_viewer(view.state), seat);
                unsigned count = tafelrunde_legal(game, p.state, seat, full, TAFELRUNDE_LEGAL_MAX);
                assert_int_equal(
                    tafelrunde_legal(game, view.state, seat, seen, TAFELRUNDE_LEGAL_MAX), count);
                assert_memory_equal(full, seen, count * sizeof full[0]);
                twin = view;
                tafelrunde_determinise(game, twin.state, i);
                assert_int_equal(tafelrunde_viewer(twin.state), -1);
                assert_int_equal(tafelrunde_view(game, twin.state, seat, NULL), TAFELRUNDE_OK);
                assert_memory_equal(twin.state, view.state, size);
                assert_int_equal(
                    tafelrunde_view(game, twin.state, (seat + 1) % info.players_min, &error),
                    TAFELRUNDE_BAD_VIEW);
                assert_string_equal(error.key, "library.error.view");
                assert_int_equal(tafelrunde_view(game, twin.state, TAFELRUNDE_SPECTATOR, &error),
                                 TAFELRUNDE_OK);
                assert_int_equal(tafelrunde_viewer(twin.state), TAFELRUNDE_SPECTATOR);
            }
            struct position same = p;
            tafelrunde_determinise(game, same.state, 1);
            assert_memory_equal(same.state, p.state, size);
            assert_int_equal(tafelrunde_view(game, same.state, info.players_min, &error),
                             TAFELRUNDE_BAD_SEAT);
            assert_int_equal(tafelrunde_view(game, same.state, TAFELRUNDE_CHANCE, &error),
                             TAFELRUNDE_BAD_SEAT);
        }
    }
}

struct made {
    int16_t scores[GAMES * TAFELRUNDE_SEATS_MAX];
    uint8_t places[GAMES * TAFELRUNDE_SEATS_MAX];
    uint32_t decisions[GAMES];
};

static struct tafelrunde_tally tally_of(struct made *made, size_t from, unsigned players) {
    return (struct tafelrunde_tally){made->scores + from * players, made->places + from * players,
                                     made->decisions + from};
}

static void bulk_play_depends_on_its_seed_alone(void **unused) {
    (void)unused;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        unsigned players = info.players_max;
        struct made whole = {0}, halves = {0}, played_on = {0};
        struct tafelrunde_tally all = tally_of(&whole, 0, players),
                                left = tally_of(&halves, 0, players),
                                right = tally_of(&halves, GAMES / 2, players),
                                on = tally_of(&played_on, 0, players), nothing = {0};
        assert_int_equal(tafelrunde_playouts(game, players, NULL, 7, GAMES, &all, NULL),
                         TAFELRUNDE_OK);
        assert_int_equal(tafelrunde_playouts(game, players, NULL, 7, GAMES / 2, &left, NULL),
                         TAFELRUNDE_OK);
        assert_int_equal(
            tafelrunde_playouts(game, players, NULL, 7 + GAMES / 2, GAMES / 2, &right, NULL),
            TAFELRUNDE_OK);
        assert_memory_equal(&whole, &halves, sizeof whole);
        assert_int_equal(tafelrunde_playouts(game, players, NULL, 7, 1, &nothing, NULL),
                         TAFELRUNDE_OK);
        struct position p = begin(game, players), before;
        go_on(&p, 10);
        assert_int_equal(tafelrunde_view(game, p.state, 0, NULL), TAFELRUNDE_OK);
        before = p;
        tafelrunde_playouts_from(game, p.state, 1, GAMES, &on);
        assert_memory_equal(&p.state, &before.state, sizeof p.state);
        for (unsigned i = 0; i < GAMES * players; i++)
            assert_true(played_on.places[i] >= 1 && played_on.places[i] <= players);
    }
}

/* ---- many games at once ---- */

enum { ROWS = 150, WAIT_S = 60 };

/* All arrays of a batch, exactly as large as they must be, so that a sanitizer sees every byte
 * beyond. */
static struct tafelrunde_batch batch_of(const struct tafelrunde_game *game, unsigned players) {
    struct tafelrunde_info info;
    tafelrunde_info(game, &info);
    struct tafelrunde_batch b = {.games = ROWS, .players = players};
    tafelrunde_defaults(game, b.options);
    b.states = calloc(ROWS, tafelrunde_row_size(game));
    b.observations = calloc(ROWS, tafelrunde_row_size(game));
    b.seeds = calloc(ROWS, sizeof *b.seeds);
    b.actions = calloc(ROWS, sizeof *b.actions);
    b.seats = calloc(ROWS, 1);
    b.dones = calloc(ROWS, 1);
    b.masks = calloc(ROWS, info.actions);
    b.features = calloc(ROWS, info.features + 1);
    b.rewards = calloc(ROWS * players, sizeof *b.rewards);
    b.scores = calloc(ROWS * players, sizeof *b.scores);
    for (unsigned i = 0; i < ROWS; i++) b.seeds[i] = 3 + i;
    return b;
}

static void free_batch(struct tafelrunde_batch *b) {
    void *const all[] = {b->states, b->observations, b->seeds,    (void *)b->actions, b->seats,
                         b->dones,  b->masks,        b->features, b->rewards,         b->scores};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

/* Threads that find nothing to do for a fraction of a millisecond sleep until they are woken. */
static void let_threads_sleep(void) {
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

static void a_batch_plays_whole_games(void **unused) {
    (void)unused;
    struct tafelrunde_threads *threads = tafelrunde_threads_open(3);
    assert_non_null(threads);
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        struct tafelrunde_batch one = batch_of(game, info.players_max),
                                many = batch_of(game, info.players_max);
        assert_int_equal(tafelrunde_batch_reset(game, &one, NULL, NULL), TAFELRUNDE_OK);
        assert_int_equal(tafelrunde_batch_reset(game, &many, threads, NULL), TAFELRUNDE_OK);
        unsigned ended = 0;
        for (unsigned step = 0; step < 300; step++) {
            if (step % 100 == 0) let_threads_sleep();
            tafelrunde_batch_sample(game, &one, step, (int32_t *)one.actions);
            tafelrunde_batch_sample(game, &many, step, (int32_t *)many.actions);
            assert_int_equal(tafelrunde_batch_step(game, &one, NULL, NULL), TAFELRUNDE_OK);
            assert_int_equal(tafelrunde_batch_step(game, &many, threads, NULL), TAFELRUNDE_OK);
            for (unsigned i = 0; i < ROWS; i++) ended += one.dones[i];
        }
        assert_true(ended > 0);
        assert_memory_equal(one.states, many.states, ROWS * tafelrunde_row_size(game));
        assert_memory_equal(one.masks, many.masks, ROWS * info.actions);
        assert_memory_equal(one.features, many.features, ROWS * info.features);
        assert_memory_equal(one.scores, many.scores, ROWS * info.players_max * sizeof(int16_t));
        free_batch(&one);
        free_batch(&many);
    }
    tafelrunde_threads_close(threads);
    tafelrunde_threads_close(NULL);
    assert_null(tafelrunde_threads_open(0));
    assert_null(tafelrunde_threads_open(TAFELRUNDE_THREADS_MAX + 1));
}

/* After a fork only the calling thread exists: helpers that never come, as on a machine where
 * other programs keep them from running. */
static void a_helper_that_does_not_run_delays_nobody(void **unused) {
    (void)unused;
    const struct tafelrunde_game *game = tafelrunde_game(0);
    struct tafelrunde_info info;
    tafelrunde_info(game, &info);
    struct tafelrunde_threads *threads = tafelrunde_threads_open(3);
    struct tafelrunde_batch b = batch_of(game, info.players_max);
    assert_int_equal(tafelrunde_batch_reset(game, &b, threads, NULL), TAFELRUNDE_OK);
    tafelrunde_batch_sample(game, &b, 1, (int32_t *)b.actions);
    let_threads_sleep(); /* a helper that is awake might hold a lock that the child inherits */
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(WAIT_S);
        _exit(tafelrunde_batch_step(game, &b, threads, NULL) == TAFELRUNDE_OK ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tafelrunde_threads_close(threads);
    free_batch(&b);
}

static void a_batch_refuses_what_is_wrong(void **unused) {
    (void)unused;
    const struct tafelrunde_game *game = tafelrunde_game(0);
    struct tafelrunde_error error;
    struct tafelrunde_info info;
    tafelrunde_info(game, &info);
    struct tafelrunde_batch b = batch_of(game, info.players_min), wrong = b;
    wrong.players = info.players_max + 1;
    assert_int_equal(tafelrunde_batch_reset(game, &wrong, NULL, &error), TAFELRUNDE_BAD_PLAYERS);
    wrong = b;
    wrong.played = 1u << info.players_min;
    assert_int_equal(tafelrunde_batch_reset(game, &wrong, NULL, &error), TAFELRUNDE_BAD_SEAT);
    wrong = b;
    wrong.seeds = NULL;
    assert_int_equal(tafelrunde_batch_reset(game, &wrong, NULL, &error), TAFELRUNDE_BAD_BATCH);
    assert_int_equal(tafelrunde_batch_reset(game, &b, NULL, &error), TAFELRUNDE_OK);
    int32_t *actions = (int32_t *)b.actions;
    for (unsigned masked = 0; masked < 2; masked++) {
        wrong = b;
        if (!masked) wrong.masks = NULL;
        tafelrunde_batch_sample(game, &b, 1, actions);
        unsigned illegal = 0;
        while (b.masks[(ROWS - 1) * info.actions + illegal]) illegal++;
        actions[ROWS - 1] = (int32_t)illegal;
        assert_int_equal(tafelrunde_batch_step(game, &wrong, NULL, &error), TAFELRUNDE_ILLEGAL);
        actions[ROWS - 1] = -1;
        assert_int_equal(tafelrunde_batch_step(game, &wrong, NULL, &error), TAFELRUNDE_BAD_STEP);
        actions[ROWS - 1] = (int32_t)info.actions;
        assert_int_equal(tafelrunde_batch_step(game, &wrong, NULL, &error), TAFELRUNDE_BAD_STEP);
    }
    free_batch(&b);
}

/* ---- our players ---- */

static void a_player_thinks_about_every_game(void **unused) {
    (void)unused;
    struct tafelrunde_choice choices[TAFELRUNDE_LEGAL_MAX];
    struct tafelrunde_error error;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        tafelrunde_info(game, &info);
        for (unsigned players = info.players_min; players <= info.players_max; players++) {
            struct position p = begin(game, players);
            unsigned count, step, again;
            while (tafelrunde_to_move(game, p.state) >> TAFELRUNDE_CHANCE & 1) go_on(&p, 1);
            unsigned seat = (unsigned)__builtin_ctz(tafelrunde_to_move(game, p.state));
            struct tafelrunde_thinker *t =
                tafelrunde_thinker_open(game, players, "club:100", NULL, 0, &error);
            assert_non_null(t);
            assert_int_equal(tafelrunde_think(t, p.state, seat, 4, choices, &count, &step, &error),
                             TAFELRUNDE_OK);
            assert_int_equal(count, tafelrunde_legal(game, p.state, seat, NULL, 0));
            assert_int_equal(tafelrunde_why_not(game, p.state, seat, step, NULL), TAFELRUNDE_OK);
            assert_int_equal(tafelrunde_think(t, p.state, seat, 4, NULL, NULL, &again, NULL),
                             TAFELRUNDE_OK);
            assert_int_equal(step, again);
            assert_int_equal(tafelrunde_think(t, p.state, players, 4, NULL, NULL, NULL, &error),
                             TAFELRUNDE_BAD_SEAT);
            tafelrunde_thinker_close(t);
        }
        assert_null(tafelrunde_thinker_open(game, info.players_min, "pro", NULL, 0, &error));
        assert_int_equal(error.code, TAFELRUNDE_BAD_LEVEL);
        assert_null(tafelrunde_thinker_open(game, info.players_min, "club", "x", 1, NULL));
    }
}

/* ---- knowledge ---- */

static void an_information_state_is_cut_like_any_text(void **unused) {
    (void)unused;
    EACH_GAME (game) {
        struct tafelrunde_info info;
        char text[4096], part[40];
        size_t length, again;
        tafelrunde_info(game, &info);
        struct position p = begin(game, info.players_min);
        uint16_t list[TAFELRUNDE_LEGAL_MAX];
        struct tafelrunde_move moves[20];
        size_t taken = 0;
        while (taken < 20) {
            unsigned by = (unsigned)__builtin_ctz(tafelrunde_to_move(game, p.state));
            if (by == TAFELRUNDE_CHANCE)
                tafelrunde_outcomes(game, p.state, list, NULL, TAFELRUNDE_LEGAL_MAX, NULL);
            else tafelrunde_legal(game, p.state, by, list, TAFELRUNDE_LEGAL_MAX);
            moves[taken++] = (struct tafelrunde_move){(uint16_t)by, list[0]};
            assert_int_not_equal(tafelrunde_witness(game, p.state, by, list[0], 0),
                                 TAFELRUNDE_NONE);
            if (tafelrunde_apply(game, p.state, by, list[0], NULL) ||
                !tafelrunde_to_move(game, p.state))
                break;
        }
        assert_int_equal(tafelrunde_information_state(game, info.players_min, NULL, moves, taken, 0,
                                                      text, sizeof text, &length, NULL),
                         TAFELRUNDE_OK);
        assert_int_equal(strlen(text), length);
        assert_int_equal(tafelrunde_information_state(game, info.players_min, NULL, moves, taken, 0,
                                                      part, sizeof part, &again, NULL),
                         TAFELRUNDE_OK);
        assert_int_equal(length, again);
        assert_int_equal(strlen(part), sizeof part - 1);
        assert_memory_equal(part, text, sizeof part - 1);
        assert_int_equal(tafelrunde_information_state(game, info.players_min, NULL, NULL, 0, 9,
                                                      NULL, 0, &again, NULL),
                         TAFELRUNDE_BAD_SEAT);
        assert_int_equal(tafelrunde_witness(game, p.state, 0, 0, TAFELRUNDE_CHANCE),
                         TAFELRUNDE_NONE);
        assert_true(tafelrunde_text(game, p.state, TAFELRUNDE_DE, text, sizeof text) > 20);
        assert_true(tafelrunde_text(game, p.state, TAFELRUNDE_EN, NULL, 0) > 20);
    }
}

/* Every feature has a name of its own, and nothing else has one. */
static void features_have_names(void **state) {
    (void)state;
    const struct tafelrunde_game *game;
    for (unsigned g = 0; (game = tafelrunde_game(g)); g++) {
        struct tafelrunde_info info;
        char name[64], before[64] = "", cut[4];
        tafelrunde_info(game, &info);
        for (unsigned i = 0; i < info.features; i++) {
            size_t length = tafelrunde_feature_name(game, i, name, sizeof name);
            assert_in_range(length, 1, sizeof name - 1);
            assert_int_equal(length, strlen(name));
            assert_string_not_equal(name, before);
            strcpy(before, name);
            assert_int_equal(tafelrunde_feature_name(game, i, cut, sizeof cut), length);
            assert_int_equal(strlen(cut), length < 3 ? length : 3);
            assert_memory_equal(cut, name, strlen(cut));
        }
        assert_int_equal(tafelrunde_feature_name(game, info.features, name, sizeof name), 0);
        assert_string_equal(name, "");
    }
}

static void the_hash_of_a_commitment(void **unused) {
    (void)unused;
    uint8_t hash[32];
    tafelrunde_blake2b("abc", 3, hash);
    assert_int_equal(hash[0], 0xbd); /* BLAKE2b-256("abc") = bddd813c… */
    assert_int_equal(hash[1], 0xdd);
    assert_int_equal(hash[2], 0x81);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_listed_and_found),
        cmocka_unit_test(options_are_chosen_by_name),
        cmocka_unit_test(a_refused_setup_changes_nothing),
        cmocka_unit_test(whole_games_end_with_a_result),
        cmocka_unit_test(what_is_not_legal_is_refused_with_a_reason),
        cmocka_unit_test(steps_are_numbers_and_text),
        cmocka_unit_test(positions_are_json_and_back),
        cmocka_unit_test(views_hide_and_are_enough_to_play_from),
        cmocka_unit_test(bulk_play_depends_on_its_seed_alone),
        cmocka_unit_test(a_batch_plays_whole_games),
        cmocka_unit_test(a_helper_that_does_not_run_delays_nobody),
        cmocka_unit_test(a_batch_refuses_what_is_wrong),
        cmocka_unit_test(a_player_thinks_about_every_game),
        cmocka_unit_test(an_information_state_is_cut_like_any_text),
        cmocka_unit_test(features_have_names),
        cmocka_unit_test(the_hash_of_a_commitment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
