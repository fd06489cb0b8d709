#include "store/run.h"

#include "core/ensure.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOK_EVERY_US = 1000000 };

struct store {
    struct backend *backend;
    void (*notify)(void *context);
    void *context;
    pthread_t thread;
    bool running;
    uint64_t looked_us; /* used by the thread alone */
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t some;
    struct store_batch *queue, **queue_end;
    struct store_batch *done, **done_end;
    struct store_change *changes;
    struct store_figures figures;
    bool closing;
};

uint64_t store_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

void store_batch_forget(struct store_batch *batch) {
    for (unsigned i = 0; i < batch->count; i++) {
        free(batch->ops[i].rows);
        batch->ops[i].rows = NULL;
        batch->ops[i].count = 0;
    }
}

/* ---- the thread ---- */

static void do_group(struct store *s, struct store_batch *group) {
    uint64_t commit_us = 0, count = 0, conflicts = 0, failures = 0;
    bool wrote = false, failed = false;
    s->backend->do_group(s->backend, group, &commit_us);
    for (struct store_batch *batch = group; batch; batch = batch->next) {
        bool writes = store_writes(batch);
        count++;
        conflicts += batch->status == STORE_CONFLICT;
        failures += batch->status == STORE_FAILED || batch->status == STORE_DAMAGED;
        wrote |= batch->status == STORE_DONE && writes;
        failed |= batch->status == STORE_FAILED && writes;
    }
    pthread_mutex_lock(&s->mutex);
    s->figures.batches += count;
    s->figures.commits += wrote;
    s->figures.conflicts += conflicts;
    s->figures.failures += failures;
    /* a full disk can still be read: only writes tell */
    if (wrote || failed) s->figures.failing = failed;
    s->figures.commit_us += commit_us;
    if (commit_us > s->figures.commit_worst_us) s->figures.commit_worst_us = commit_us;
    pthread_mutex_unlock(&s->mutex);
}

static void poll_changes(struct store *s) {
    if (store_now_us() - s->looked_us < LOOK_EVERY_US) return;
    s->looked_us = store_now_us();
    if (s->backend->poll_changes && s->backend->poll_changes(s->backend))
        store_add_change(s, "", "");
}

/* Takes waiting batches, at most group_max; NULL: the store is closing and none is left. */
static struct store_batch *take_group(struct store *s) {
    pthread_mutex_lock(&s->mutex);
    while (!s->queue && !s->closing) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&s->some, &s->mutex, &until) != ETIMEDOUT) continue;
        pthread_mutex_unlock(&s->mutex);
        poll_changes(s);
        pthread_mutex_lock(&s->mutex);
    }
    struct store_batch *group = s->queue, **end = &s->queue;
    for (unsigned i = 0; i < s->backend->group_max && *end; i++) end = &(*end)->next;
    s->queue = *end;
    *end = NULL;
    if (!s->queue) s->queue_end = &s->queue;
    pthread_mutex_unlock(&s->mutex);
    return group;
}

static void *do_groups(void *argument) {
    struct store *s = argument;
    struct store_batch *group;
    while ((group = take_group(s))) {
        do_group(s, group);
        pthread_mutex_lock(&s->mutex);
        *s->done_end = group;
        while (*s->done_end) s->done_end = &(*s->done_end)->next;
        pthread_mutex_unlock(&s->mutex);
        s->notify(s->context);
        poll_changes(s);
    }
    return NULL;
}

void store_submit(struct store *s, struct store_batch *batch) {
    batch->next = NULL;
    pthread_mutex_lock(&s->mutex);
    *s->queue_end = batch;
    s->queue_end = &batch->next;
    pthread_cond_signal(&s->some);
    pthread_mutex_unlock(&s->mutex);
}

struct store_batch *store_completed(struct store *s) {
    pthread_mutex_lock(&s->mutex);
    struct store_batch *done = s->done;
    s->done = NULL;
    s->done_end = &s->done;
    pthread_mutex_unlock(&s->mutex);
    return done;
}

struct store_figures store_figures(struct store *s) {
    pthread_mutex_lock(&s->mutex);
    struct store_figures figures = s->figures;
    pthread_mutex_unlock(&s->mutex);
    return figures;
}

/* ---- changes by others ---- */

void store_add_change(struct store *s, const char *table, const char *person) {
    struct store_change *changes = calloc(1, sizeof *changes);
    ensure(changes && strlen(table) < sizeof changes->table &&
           strlen(person) < sizeof changes->person);
    strcpy(changes->table, table);
    strcpy(changes->person, person);
    pthread_mutex_lock(&s->mutex);
    changes->next = s->changes;
    s->changes = changes;
    pthread_mutex_unlock(&s->mutex);
    s->notify(s->context);
}

struct store_change *store_changes(struct store *s) {
    pthread_mutex_lock(&s->mutex);
    struct store_change *changes = s->changes;
    s->changes = NULL;
    pthread_mutex_unlock(&s->mutex);
    return changes;
}

/* ---- opening and closing ---- */

bool store_is_shared(const char *path) {
    return strncmp(path, "postgres://", 11) == 0 || strncmp(path, "postgresql://", 13) == 0;
}

const char *store_name(const char *path) {
    return store_is_shared(path) ? "PostgreSQL" : path;
}

struct store *store_open(const struct store_config *config, struct message *error) {
    struct store *s = calloc(1, sizeof *s);
    *error = MESSAGE("error.memory");
    if (!s) return NULL;
    s->notify = config->notify;
    s->context = config->context;
    s->queue_end = &s->queue;
    s->done_end = &s->done;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_condattr_t monotonic; /* setting the machine's clock must not delay a wait */
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->some, &monotonic);
    pthread_condattr_destroy(&monotonic);
    s->backend = store_is_shared(config->path) ? postgres_open(config, s, error)
                                               : sqlite_open(config, error);
    if (s->backend && pthread_create(&s->thread, NULL, do_groups, s) == 0) {
        s->running = true;
        return s;
    }
    store_close(s);
    return NULL;
}

void store_close(struct store *s) {
    pthread_mutex_lock(&s->mutex);
    s->closing = true;
    pthread_cond_signal(&s->some);
    pthread_mutex_unlock(&s->mutex);
    if (s->running) pthread_join(s->thread, NULL);
    if (s->backend) s->backend->close(s->backend);
    for (struct store_batch *batch = s->done, *next; batch; batch = next) {
        next = batch->next;
        store_batch_free(batch);
    }
    for (struct store_change *changes = s->changes, *next; changes; changes = next) {
        next = changes->next;
        free(changes);
    }
    pthread_cond_destroy(&s->some);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}
