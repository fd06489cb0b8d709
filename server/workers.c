#include "server/workers.h"

#include "core/ensure.h"
#include "server/signature.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LANES = 4096,
    THREADS_MAX = 64,
    PASSWORD_THREADS = 2,
    NOTICE_THREADS = 4,
    THINKER_NICENESS = 10
};

struct lane {
    struct core_work *first, **last;
    struct lane *next; /* in the ring of lanes that are not empty */
};

struct work_queue {
    struct core_work *first, **last;
    pthread_cond_t some;
};

struct workers {
    struct http_client client;
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
    void (*notify)(void *context);
    void *context;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t think_ready;
    struct lane lanes[LANES];
    struct lane *ring, **ring_end;
    struct work_queue passwords, notices;
    struct core_work *done, **done_last;
    unsigned waiting;
    bool closing;
};

/* ---- queues, with the mutex held ---- */

static void put_think(struct workers *w, struct core_work *work) {
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

static struct core_work *take_think(struct workers *w) {
    struct lane *lane = w->ring;
    if (!lane) return NULL;
    struct core_work *work = lane->first;
    lane->first = work->next;
    w->waiting--;
    w->ring = lane->next;
    if (!w->ring) w->ring_end = &w->ring;
    if (lane->first) { /* the lane goes to the end of the ring */
        lane->next = NULL;
        *w->ring_end = lane;
        w->ring_end = &lane->next;
    }
    return work;
}

static void queue_put(struct work_queue *queue, struct core_work *work) {
    *queue->last = work;
    queue->last = &work->next;
    pthread_cond_signal(&queue->some);
}

static struct core_work *queue_take(struct work_queue *queue) {
    struct core_work *work = queue->first;
    if (!work) return NULL;
    queue->first = work->next;
    if (!queue->first) queue->last = &queue->first;
    return work;
}

static struct core_work *take_password(struct workers *w) {
    return queue_take(&w->passwords);
}

static struct core_work *take_notice(struct workers *w) {
    return queue_take(&w->notices);
}

/* ---- threads ---- */

static void do_password(struct workers *w, struct core_work *work) {
    (void)w;
    if (work->kind == CORE_PASSKEY) {
        signature_check(work);
        return;
    }
    if (work->kind == CORE_HASH) {
        work->secret.good =
            crypto_pwhash_str(work->secret.hashed, work->secret.password, work->secret.length,
                              crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    } else {
        work->secret.good = crypto_pwhash_str_verify(work->secret.hashed, work->secret.password,
                                                     work->secret.length) == 0;
    }
    sodium_memzero(work->secret.password, sizeof work->secret.password);
}

static void do_think(struct workers *w, struct core_work *work) {
    (void)w;
    core_think(work);
}

static void do_notice(struct workers *w, struct core_work *work) {
    http_client_do(&w->client, work);
}

static void work_on(struct workers *w, struct core_work *(*take)(struct workers *w),
                    pthread_cond_t *some,
                    void (*work_at)(struct workers *w, struct core_work *work)) {
    pthread_mutex_lock(&w->mutex);
    while (!w->closing) {
        struct core_work *work = take(w);
        if (!work) {
            pthread_cond_wait(some, &w->mutex);
            continue;
        }
        pthread_mutex_unlock(&w->mutex);
        work_at(w, work);
        work->next = NULL;
        pthread_mutex_lock(&w->mutex);
        *w->done_last = work;
        w->done_last = &work->next;
        w->notify(w->context);
    }
    pthread_mutex_unlock(&w->mutex);
}

/* On Linux niceness is per thread. Handling moves comes first. */
static void *think(void *argument) {
    struct workers *w = argument;
    setpriority(PRIO_PROCESS, (id_t)gettid(), THINKER_NICENESS);
    work_on(w, take_think, &w->think_ready, do_think);
    return NULL;
}

static void *hash_passwords(void *argument) {
    struct workers *w = argument;
    work_on(w, take_password, &w->passwords.some, do_password);
    return NULL;
}

static void *send_notices(void *argument) {
    struct workers *w = argument;
    work_on(w, take_notice, &w->notices.some, do_notice);
    return NULL;
}

/* ---- the interface ---- */

static void queue_open(struct work_queue *queue) {
    queue->last = &queue->first;
    pthread_cond_init(&queue->some, NULL);
}

/* Starts `count` threads; false: one could not be created. */
static bool start(struct workers *w, unsigned count, void *(*run)(void *argument)) {
    for (; count && w->thread_count < THREADS_MAX; count--)
        if (pthread_create(&w->threads[w->thread_count], NULL, run, w) == 0) w->thread_count++;
        else return false;
    return true;
}

struct workers *workers_open(const struct workers_config *config) {
    _Static_assert(STORE_PASSWORD >= crypto_pwhash_STRBYTES, "a hashed password fits");
    struct workers *w = sodium_init() >= 0 && http_client_start() ? calloc(1, sizeof *w) : NULL;
    if (!w) return NULL;
    w->client = config->client;
    w->notify = config->notify;
    w->context = config->context;
    w->ring_end = &w->ring;
    w->done_last = &w->done;
    queue_open(&w->passwords);
    queue_open(&w->notices);
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->think_ready, NULL);
    if (start(w, PASSWORD_THREADS, hash_passwords) && start(w, NOTICE_THREADS, send_notices) &&
        start(w, config->thinkers, think))
        return w;
    (void)workers_close(w);
    return NULL;
}

void workers_submit(struct workers *w, struct core_work *work) {
    work->next = NULL;
    pthread_mutex_lock(&w->mutex);
    switch (work->kind) {
    case CORE_THINK:
        put_think(w, work);
        pthread_cond_signal(&w->think_ready);
        break;
    case CORE_HASH:
    case CORE_VERIFY:
    case CORE_PASSKEY: queue_put(&w->passwords, work); break;
    case CORE_KEYS:
    case CORE_NOTIFY: queue_put(&w->notices, work); break;
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
    pthread_cond_broadcast(&w->think_ready);
    pthread_cond_broadcast(&w->passwords.some);
    pthread_cond_broadcast(&w->notices.some);
    pthread_mutex_unlock(&w->mutex);
    for (unsigned i = 0; i < w->thread_count; i++) pthread_join(w->threads[i], NULL);
    bool idle = !w->ring && !w->passwords.first && !w->notices.first && !w->done;
    pthread_cond_destroy(&w->think_ready);
    pthread_cond_destroy(&w->passwords.some);
    pthread_cond_destroy(&w->notices.some);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return idle;
}
