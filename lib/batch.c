/* Many games at once, for learning programs (tafelrunde.h): one action per game and call, split
 * between threads that wait on a condition. Nothing is allocated after opening the threads. */
#include "lib/internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORTION = 64, /* games that a thread takes at a time */
    CHECK_SPLIT = 512 * 1024, /* masks that fit a cache are checked faster than threads wake up */
};

/* ---- threads ---- */

typedef void portion_function(void *context, size_t from, size_t to);

struct tafelrunde_threads {
    pthread_mutex_t mutex;
    pthread_cond_t wake, finished;
    unsigned count; /* of helpers; the calling thread works, too */
    unsigned round; /* counts calls, so that a helper knows a new one */
    unsigned busy; /* helpers that have not finished this round */
    bool closing;
    portion_function *work;
    void *context;
    size_t total;
    atomic_size_t next;
    pthread_t ids[TAFELRUNDE_THREADS_MAX];
};

static void work_off(struct tafelrunde_threads *t) {
    for (size_t from; (from = atomic_fetch_add(&t->next, PORTION)) < t->total;)
        t->work(t->context, from, from + PORTION < t->total ? from + PORTION : t->total);
}

static void *help(void *context) {
    struct tafelrunde_threads *t = context;
    pthread_mutex_lock(&t->mutex);
    for (unsigned round = 0;;) {
        while (t->round == round && !t->closing) pthread_cond_wait(&t->wake, &t->mutex);
        if (t->closing) break;
        round = t->round;
        pthread_mutex_unlock(&t->mutex);
        work_off(t);
        pthread_mutex_lock(&t->mutex);
        if (--t->busy == 0) pthread_cond_signal(&t->finished);
    }
    pthread_mutex_unlock(&t->mutex);
    return NULL;
}

struct tafelrunde_threads *tafelrunde_threads_open(unsigned count) {
    if (count == 0 || count > TAFELRUNDE_THREADS_MAX) return NULL;
    struct tafelrunde_threads *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->wake, NULL);
    pthread_cond_init(&t->finished, NULL);
    while (t->count + 1 < count && pthread_create(&t->ids[t->count], NULL, help, t) == 0)
        t->count++;
    if (t->count + 1 == count) return t;
    tafelrunde_threads_close(t);
    return NULL;
}

void tafelrunde_threads_close(struct tafelrunde_threads *t) {
    if (!t) return;
    pthread_mutex_lock(&t->mutex);
    t->closing = true;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->mutex);
    for (unsigned i = 0; i < t->count; i++) pthread_join(t->ids[i], NULL);
    pthread_cond_destroy(&t->wake);
    pthread_cond_destroy(&t->finished);
    pthread_mutex_destroy(&t->mutex);
    free(t);
}

/* Does all portions, with helpers if there are any and more than one portion. */
static void do_all(struct tafelrunde_threads *t, portion_function *work, void *context,
                   size_t total) {
    if (!t || t->count == 0 || total <= PORTION) {
        work(context, 0, total);
        return;
    }
    pthread_mutex_lock(&t->mutex);
    t->work = work;
    t->context = context;
    t->total = total;
    atomic_store(&t->next, 0);
    t->busy = t->count;
    t->round++;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->mutex);
    work_off(t);
    pthread_mutex_lock(&t->mutex);
    while (t->busy) pthread_cond_wait(&t->finished, &t->mutex);
    pthread_mutex_unlock(&t->mutex);
}

/* ---- one game ---- */

struct job {
    const struct game *game;
    const struct tafelrunde_batch *batch;
    size_t row; /* bytes of a position */
    unsigned played; /* mask */
    atomic_size_t wrong; /* the first game whose action is not legal; or the number of games */
};

/* A game's generator: seeded by its word in `seeds` when it is first needed, which then becomes
 * the generator's next number. */
struct luck {
    struct generator generator;
    uint64_t *seed;
    bool used;
};

static struct generator *draw_from(struct luck *luck) {
    if (!luck->used) generator_seed(&luck->generator, *luck->seed);
    luck->used = true;
    return &luck->generator;
}

static void finish_game(const struct job *job, size_t i, const void *state) {
    const struct tafelrunde_batch *b = job->batch;
    struct result result;
    double utility[SEATS_MAX];
    job->game->result(state, &result);
    utility_of(&result, b->players, utility);
    b->dones[i] = 1;
    for (unsigned seat = 0; seat < b->players; seat++) {
        if (b->rewards) b->rewards[i * b->players + seat] = (float)utility[seat];
        if (b->scores) b->scores[i * b->players + seat] = result.score[seat];
    }
}

/* Writes what the caller needs to know before the seat acts. */
static void show_game(const struct job *job, size_t i, const void *state, unsigned seat) {
    const struct game *g = job->game;
    const struct tafelrunde_batch *b = job->batch;
    _Alignas(64) uint8_t own[STATE_MAX];
    uint8_t *view = b->observations ? (uint8_t *)b->observations + i * job->row : own;
    b->seats[i] = (uint8_t)seat;
    if (b->masks) {
        uint16_t list[LEGAL_MAX];
        uint8_t *mask = b->masks + i * g->notation->actions;
        memset(mask, 0, g->notation->actions);
        for (unsigned n = g->legal(state, seat, list); n-- > 0;) mask[list[n]] = 1;
    }
    if (!b->observations && !b->features) return;
    memcpy(view, state, job->row);
    g->view(view, seat);
    if (b->features && feature_count(g)) {
        int16_t rows[SEATS_MAX][FEATURES_MAX];
        int8_t *features = b->features + i * feature_count(g);
        g->tuning->features(view, rows);
        for (unsigned n = 0; n < feature_count(g); n++) features[n] = (int8_t)rows[seat][n];
    }
}

/* Draws and plays for others until a seat of the caller is to act, in the next game if need be. */
static unsigned advance(const struct job *job, size_t i, void *state, struct luck *luck) {
    const struct game *g = job->game;
    struct outcomes outcomes;
    uint16_t list[LEGAL_MAX];
    for (;;) {
        unsigned to_move = g->to_move(state);
        if (to_move & CHANCE_BIT) {
            g->chance(state, &outcomes);
            g->apply(state, BY_CHANCE, outcomes_draw(&outcomes, draw_from(luck)), NULL);
        } else if (to_move & job->played) {
            return (unsigned)__builtin_ctz(to_move & job->played);
        } else if (to_move) {
            unsigned seat = (unsigned)__builtin_ctz(to_move), count = g->legal(state, seat, list);
            g->apply(state, seat, list[generator_below(draw_from(luck), count)], NULL);
        } else {
            finish_game(job, i, state);
            g->setup(state, job->batch->players, job->batch->options);
        }
    }
}

static void go_on(const struct job *job, size_t i, void *state) {
    struct luck luck = {.seed = &job->batch->seeds[i]};
    unsigned seat = advance(job, i, state, &luck);
    if (luck.used) *luck.seed = generator_next(&luck.generator);
    show_game(job, i, state, seat);
}

static void *state_of(const struct job *job, size_t i) {
    return (uint8_t *)job->batch->states + i * job->row;
}

static void clear_results(const struct tafelrunde_batch *b, size_t from, size_t to) {
    memset(b->dones + from, 0, to - from);
    if (b->rewards)
        memset(b->rewards + from * b->players, 0, (to - from) * b->players * sizeof *b->rewards);
}

static void reset_portion(void *context, size_t from, size_t to) {
    const struct job *job = context;
    clear_results(job->batch, from, to);
    for (size_t i = from; i < to; i++) {
        memset(state_of(job, i), 0, job->row);
        job->game->setup(state_of(job, i), job->batch->players, job->batch->options);
        go_on(job, i, state_of(job, i));
    }
}

static void step_portion(void *context, size_t from, size_t to) {
    const struct job *job = context;
    const struct tafelrunde_batch *b = job->batch;
    clear_results(b, from, to);
    for (size_t i = from; i < to; i++) {
        job->game->apply(state_of(job, i), b->seats[i], (uint16_t)b->actions[i], NULL);
        go_on(job, i, state_of(job, i));
    }
}

/* ---- the batch ---- */

size_t tafelrunde_row_size(const struct tafelrunde_game *game) {
    return (of(game)->state_size + 7) / 8 * 8;
}

static int begin_job(struct job *job, const struct tafelrunde_game *game,
                     const struct tafelrunde_batch *b, struct tafelrunde_error *error) {
    int code = check_setup(of(game), b->players, b->options, error);
    unsigned all = SEAT_BIT(b->players) - 1;
    job->game = of(game);
    job->batch = b;
    job->row = tafelrunde_row_size(game);
    job->played = b->played ? b->played : all;
    if (code) return code;
    if (job->played & ~all) return fail_seat(error, b->players);
    if (b->games && b->states && b->seeds && b->seats && b->dones) return TAFELRUNDE_OK;
    return fail(error, TAFELRUNDE_BAD_BATCH, NOBODY, &MESSAGE("library.error.batch"));
}

int tafelrunde_batch_reset(const struct tafelrunde_game *game, const struct tafelrunde_batch *batch,
                           struct tafelrunde_threads *threads, struct tafelrunde_error *error) {
    struct job job;
    int code = begin_job(&job, game, batch, error);
    if (code == TAFELRUNDE_OK) do_all(threads, reset_portion, &job, batch->games);
    return code;
}

static bool allows(const struct job *job, size_t i) {
    const struct tafelrunde_batch *b = job->batch;
    unsigned actions = job->game->notation->actions;
    if (b->actions[i] < 0 || (unsigned)b->actions[i] >= actions) return false;
    if (b->masks) return b->masks[i * actions + (unsigned)b->actions[i]];
    return game_allows(job->game, state_of(job, i), b->seats[i], (uint16_t)b->actions[i]);
}

/* Checks first what is cheap to check, so that a step happens in all games or in none. */
static void check_portion(void *context, size_t from, size_t to) {
    struct job *job = context;
    while (from < to && allows(job, from)) from++;
    for (size_t seen = atomic_load(&job->wrong); from < to && from < seen;)
        if (atomic_compare_exchange_weak(&job->wrong, &seen, from)) break;
}

static int fail_action(const struct tafelrunde_game *game, const struct job *job, size_t i,
                       struct tafelrunde_error *error) {
    int32_t action = job->batch->actions[i];
    int code = tafelrunde_why_not(game, state_of(job, i), job->batch->seats[i],
                                  action < 0 ? TAFELRUNDE_NONE : (unsigned)action, error);
    return code ? code : fail(error, TAFELRUNDE_BAD_BATCH, NOBODY, &MESSAGE("library.error.batch"));
}

int tafelrunde_batch_step(const struct tafelrunde_game *game, const struct tafelrunde_batch *batch,
                          struct tafelrunde_threads *threads, struct tafelrunde_error *error) {
    struct job job;
    int code = begin_job(&job, game, batch, error);
    if (code) return code;
    if (!batch->actions)
        return fail(error, TAFELRUNDE_BAD_BATCH, NOBODY, &MESSAGE("library.error.batch"));
    atomic_store(&job.wrong, batch->games);
    bool large = batch->games * job.game->notation->actions > CHECK_SPLIT;
    do_all(large ? threads : NULL, check_portion, &job, batch->games);
    if (job.wrong < batch->games) return fail_action(game, &job, job.wrong, error);
    do_all(threads, step_portion, &job, batch->games);
    return TAFELRUNDE_OK;
}

void tafelrunde_batch_sample(const struct tafelrunde_game *game,
                             const struct tafelrunde_batch *batch, uint64_t seed,
                             int32_t *actions) {
    const struct job job = {
        .game = of(game), .batch = batch, .row = tafelrunde_row_size(game), .played = 0};
    uint16_t list[LEGAL_MAX];
    struct generator generator;
    generator_seed(&generator, seed);
    for (size_t i = 0; i < batch->games; i++) {
        unsigned count = job.game->legal(state_of(&job, i), batch->seats[i], list);
        actions[i] = list[generator_below(&generator, count)];
    }
}
