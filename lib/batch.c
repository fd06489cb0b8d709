/* Many games at once, for learning programs (tafelrunde.h): one action per game and call, split
 * between threads. Nothing is allocated after opening the threads.
 *
 * A step in 2048 games takes about 100 µs on two cores, and waking a sleeping thread takes half of
 * that. So threads look for work for a while before they sleep, and each begins with the same games
 * in every step, because those are in its core's cache.
 *
 * The calling thread opens a gate, works, closes the gate when no work is left, and waits for the
 * helpers that are inside. A helper that other programs keep from running stays outside and delays
 * nobody; its games are done by the others. */
#include "lib/internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORTION = 64, /* games that a thread takes at a time */
    CACHE_LINE = 64,
    /* before a thread sleeps: about 0.2 ms, longer than Python needs between steps */
    LOOKS = 20000,
    GATE_OPEN = 1 << 16, /* added to the number of helpers inside */
};

/* ---- threads ---- */

typedef void portion_function(void *context, size_t from, size_t to);

/* The games that one thread does first. When it has finished, it helps with the others' shares. */
struct share {
    _Alignas(CACHE_LINE) atomic_size_t next;
    size_t end;
};

struct helper {
    struct tafelrunde_threads *threads;
    unsigned share;
    pthread_t id;
};

struct tafelrunde_threads {
    struct share shares[TAFELRUNDE_THREADS_MAX]; /* the calling thread's is the first */
    struct helper helpers[TAFELRUNDE_THREADS_MAX];
    unsigned count; /* of helpers; the calling thread works, too */
    portion_function *work;
    void *context;
    _Alignas(CACHE_LINE) atomic_uint round; /* counts calls, so that a helper knows a new one */
    _Alignas(CACHE_LINE) atomic_uint gate; /* helpers at work, and GATE_OPEN while more may enter */
    atomic_bool closing;
    pthread_mutex_t mutex; /* only for sleeping */
    pthread_cond_t wake, finished;
};

static void look_again_soon(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Waits until *value is no longer `old` (`until_changed`), or until it is `old`. */
static void wait_for(struct tafelrunde_threads *t, pthread_cond_t *condition, atomic_uint *value,
                     unsigned old, bool until_changed) {
    for (unsigned looks = 0; looks < LOOKS; looks++) {
        if ((atomic_load(value) != old) == until_changed) return;
        look_again_soon();
    }
    pthread_mutex_lock(&t->mutex);
    while ((atomic_load(value) != old) != until_changed) pthread_cond_wait(condition, &t->mutex);
    pthread_mutex_unlock(&t->mutex);
}

static void wake_up(struct tafelrunde_threads *t, pthread_cond_t *condition) {
    pthread_mutex_lock(&t->mutex);
    pthread_cond_broadcast(condition);
    pthread_mutex_unlock(&t->mutex);
}

static void work_off(struct tafelrunde_threads *t, unsigned first) {
    for (unsigned i = 0; i <= t->count; i++) {
        struct share *share = &t->shares[(first + i) % (t->count + 1)];
        for (size_t from; (from = atomic_fetch_add(&share->next, PORTION)) < share->end;)
            t->work(t->context, from, from + PORTION < share->end ? from + PORTION : share->end);
    }
}

/* False: the gate is closed. */
static bool enter(struct tafelrunde_threads *t) {
    unsigned gate = atomic_load(&t->gate);
    while (gate & GATE_OPEN)
        if (atomic_compare_exchange_weak(&t->gate, &gate, gate + 1)) return true;
    return false;
}

static void *help(void *context) {
    const struct helper *self = context;
    struct tafelrunde_threads *t = self->threads;
    for (unsigned round = 0;;) {
        wait_for(t, &t->wake, &t->round, round, true);
        round = atomic_load(&t->round);
        if (atomic_load(&t->closing)) return NULL;
        if (!enter(t)) continue;
        work_off(t, self->share);
        if (atomic_fetch_sub(&t->gate, 1) == 1) wake_up(t, &t->finished);
    }
}

static bool add_helper(struct tafelrunde_threads *t) {
    struct helper *helper = &t->helpers[t->count];
    *helper = (struct helper){.threads = t, .share = t->count + 1};
    if (pthread_create(&helper->id, NULL, help, helper) != 0) return false;
    t->count++;
    return true;
}

struct tafelrunde_threads *tafelrunde_threads_open(unsigned count) {
    if (count == 0 || count > TAFELRUNDE_THREADS_MAX) return NULL;
    struct tafelrunde_threads *t = aligned_alloc(CACHE_LINE, sizeof *t);
    if (!t) return NULL;
    memset(t, 0, sizeof *t);
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->wake, NULL);
    pthread_cond_init(&t->finished, NULL);
    while (t->count + 1 < count && add_helper(t)) continue;
    if (t->count + 1 == count) return t;
    tafelrunde_threads_close(t);
    return NULL;
}

void tafelrunde_threads_close(struct tafelrunde_threads *t) {
    if (!t) return;
    atomic_store(&t->closing, true);
    atomic_fetch_add(&t->round, 1);
    wake_up(t, &t->wake);
    for (unsigned i = 0; i < t->count; i++) pthread_join(t->helpers[i].id, NULL);
    pthread_cond_destroy(&t->wake);
    pthread_cond_destroy(&t->finished);
    pthread_mutex_destroy(&t->mutex);
    free(t);
}

/* Gives every thread whole portions, so that no two write to the same cache line. */
static void share_out(struct tafelrunde_threads *t, size_t total) {
    size_t portions = (total + PORTION - 1) / PORTION, from = 0;
    for (unsigned i = 0; i <= t->count; i++) {
        size_t end = portions * (i + 1) / (t->count + 1) * PORTION;
        atomic_store(&t->shares[i].next, from);
        t->shares[i].end = from = end < total ? end : total;
    }
}

/* Does all portions, with helpers if there are any and more than one portion. */
static void do_all(struct tafelrunde_threads *t, portion_function *work, void *context,
                   size_t total) {
    if (!t || t->count == 0 || total <= PORTION) {
        work(context, 0, total);
        return;
    }
    t->work = work;
    t->context = context;
    share_out(t, total);
    atomic_store(&t->gate, GATE_OPEN);
    atomic_fetch_add(&t->round, 1);
    wake_up(t, &t->wake);
    work_off(t, 0);
    atomic_fetch_sub(&t->gate, GATE_OPEN);
    wait_for(t, &t->finished, &t->gate, 0, false);
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
struct game_random {
    struct generator generator;
    uint64_t *seed;
    bool used;
};

static struct generator *draw_from(struct game_random *random) {
    if (!random->used) generator_seed(&random->generator, *random->seed);
    random->used = true;
    return &random->generator;
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
static unsigned advance(const struct job *job, size_t i, void *state, struct game_random *random) {
    const struct game *g = job->game;
    struct outcomes outcomes;
    uint16_t list[LEGAL_MAX];
    for (;;) {
        unsigned to_move = g->to_move(state);
        if (to_move & CHANCE_BIT) {
            g->chance(state, &outcomes);
            g->apply(state, BY_CHANCE, outcomes_draw(&outcomes, draw_from(random)), NULL);
        } else if (to_move & job->played) {
            return (unsigned)__builtin_ctz(to_move & job->played);
        } else if (to_move) {
            unsigned seat = (unsigned)__builtin_ctz(to_move), count = g->legal(state, seat, list);
            g->apply(state, seat, list[generator_below(draw_from(random), count)], NULL);
        } else {
            finish_game(job, i, state);
            g->setup(state, job->batch->players, job->batch->options);
        }
    }
}

static void go_on(const struct job *job, size_t i, void *state) {
    struct game_random random = {.seed = &job->batch->seeds[i]};
    unsigned seat = advance(job, i, state, &random);
    if (random.used) *random.seed = generator_next(&random.generator);
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
    do_all(threads, check_portion, &job, batch->games);
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
