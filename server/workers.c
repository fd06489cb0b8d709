#include "server/workers.h"

#include "core/ensure.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LANES = 4096, THREADS_MAX = 64, SECRET_THREADS = 2, THINKER_NICENESS = 10 };

struct lane {
    struct core_work *first, **last;
    struct lane *next; /* in the ring of those that have something */
};

struct workers {
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
    void (*notify)(void *context);
    void *context;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t thoughts, secrets;
    struct lane lanes[LANES];
    struct lane *ring, **ring_end;
    struct core_work *secret_first, **secret_last;
    struct core_work *done, **done_last;
    unsigned waiting;
    bool closing;
};

/* ---- queues, with the mutex held ---- */

static void put_thought(struct workers *w, struct core_work *work) {
    uint32_t hash = 2166136261u;
    for (const char *at = work->think.table; *at; at++) hash = (hash ^ (uint8_t)*at) * 16777619u;
    struct lane *lane = &w->lanes[hash % LANES];
    bool idle = !lane->first;
    if (idle) lane->last = &lane->first;
    *lane->last = work;
    lane->last = &work->next;
    w->waiting++;
    if (!idle) return;
    lane->next = NULL;
    *w->ring_end = lane;
    w->ring_end = &lane->next;
}

static struct core_work *take_thought(struct workers *w) {
    struct lane *lane = w->ring;
    if (!lane) return NULL;
    struct core_work *work = lane->first;
    lane->first = work->next;
    w->waiting--;
    w->ring = lane->next;
    if (!w->ring) w->ring_end = &w->ring;
    if (lane->first) { /* to the end of the ring */
        lane->next = NULL;
        *w->ring_end = lane;
        w->ring_end = &lane->next;
    }
    return work;
}

static struct core_work *take_secret(struct workers *w) {
    struct core_work *work = w->secret_first;
    if (!work) return NULL;
    w->secret_first = work->next;
    if (!w->secret_first) w->secret_last = &w->secret_first;
    return work;
}

/* ---- threads ---- */

static void do_secret(struct core_work *work) {
    if (work->kind == CORE_HASH) {
        work->secret.good = crypto_pwhash_str(work->secret.hashed, work->secret.password, work->secret.length, crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    } else {
        work->secret.good = crypto_pwhash_str_verify(work->secret.hashed, work->secret.password, work->secret.length) == 0;
    }
    sodium_memzero(work->secret.password, sizeof work->secret.password);
}

static void work_on(struct workers *w, struct core_work *(*take)(struct workers *w), pthread_cond_t *some, void (*work_at)(struct core_work *work)) {
    pthread_mutex_lock(&w->mutex);
    while (!w->closing) {
        struct core_work *work = take(w);
        if (!work) {
            pthread_cond_wait(some, &w->mutex);
            continue;
        }
        pthread_mutex_unlock(&w->mutex);
        work_at(work);
        work->next = NULL;
        pthread_mutex_lock(&w->mutex);
        *w->done_last = work;
        w->done_last = &work->next;
        w->notify(w->context);
    }
    pthread_mutex_unlock(&w->mutex);
}

/* On Linux a thread has a niceness of its own: people's moves come first. */
static void *think(void *argument) {
    struct workers *w = argument;
    setpriority(PRIO_PROCESS, (id_t)gettid(), THINKER_NICENESS);
    work_on(w, take_thought, &w->thoughts, core_think);
    return NULL;
}

static void *keep_secrets(void *argument) {
    struct workers *w = argument;
    work_on(w, take_secret, &w->secrets, do_secret);
    return NULL;
}

/* ---- outside ---- */

struct workers *workers_open(unsigned thinkers, void (*notify)(void *context), void *context) {
    _Static_assert(STORE_PASSWORD >= crypto_pwhash_STRBYTES, "a hashed password fits");
    struct workers *w = sodium_init() >= 0 ? calloc(1, sizeof *w) : NULL;
    if (!w) return NULL;
    w->notify = notify;
    w->context = context;
    w->ring_end = &w->ring;
    w->secret_last = &w->secret_first;
    w->done_last = &w->done;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->thoughts, NULL);
    pthread_cond_init(&w->secrets, NULL);
    unsigned count = (thinkers < THREADS_MAX - SECRET_THREADS ? thinkers : THREADS_MAX - SECRET_THREADS) + SECRET_THREADS;
    while (w->thread_count < count && pthread_create(&w->threads[w->thread_count], NULL, w->thread_count < SECRET_THREADS ? keep_secrets : think, w) == 0) w->thread_count++;
    if (w->thread_count == count) return w;
    (void)workers_close(w);
    return NULL;
}

void workers_submit(struct workers *w, struct core_work *work) {
    work->next = NULL;
    pthread_mutex_lock(&w->mutex);
    if (work->kind == CORE_THINK) {
        put_thought(w, work);
        pthread_cond_signal(&w->thoughts);
    } else {
        *w->secret_last = work;
        w->secret_last = &work->next;
        pthread_cond_signal(&w->secrets);
    }
    pthread_mutex_unlock(&w->mutex);
}

struct core_work *workers_completed(struct workers *w) {
    pthread_mutex_lock(&w->mutex);
    struct core_work *done = w->done;
    w->done = NULL;
    w->done_last = &w->done;
    pthread_mutex_unlock(&w->mutex);
    return done;
}

unsigned workers_waiting(struct workers *w) {
    pthread_mutex_lock(&w->mutex);
    unsigned waiting = w->waiting;
    pthread_mutex_unlock(&w->mutex);
    return waiting;
}

bool workers_close(struct workers *w) {
    pthread_mutex_lock(&w->mutex);
    w->closing = true;
    pthread_cond_broadcast(&w->thoughts);
    pthread_cond_broadcast(&w->secrets);
    pthread_mutex_unlock(&w->mutex);
    for (unsigned i = 0; i < w->thread_count; i++) pthread_join(w->threads[i], NULL);
    bool idle = !w->ring && !w->secret_first && !w->done;
    pthread_cond_destroy(&w->thoughts);
    pthread_cond_destroy(&w->secrets);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return idle;
}
