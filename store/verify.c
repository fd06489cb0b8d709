#include "store/verify.h"

#include "core/ensure.h"
#include "store/log.h"
#include "store/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_AT_ONCE = 100 };

struct waiting {
    pthread_mutex_t mutex;
    pthread_cond_t completed;
};

static void notify(void *context) {
    struct waiting *w = context;
    pthread_mutex_lock(&w->mutex);
    pthread_cond_signal(&w->completed);
    pthread_mutex_unlock(&w->mutex);
}

static void do_batch(struct store *store, struct waiting *w, struct store_batch *batch) {
    struct store_batch *done;
    store_submit(store, batch);
    pthread_mutex_lock(&w->mutex);
    while (!(done = store_completed(store))) pthread_cond_wait(&w->completed, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
    ensure(done == batch);
}

/* The row is read again together with its log: a server may have written in between. */
static bool is_whole(struct store *store, struct waiting *w, const char *table) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, table, 0, 1);
    store_find(batch, STORE_ENTRIES_AT, table, 0, 0);
    store_find(batch, STORE_TABLE_AT, table, 0, 1);
    do_batch(store, w, batch);
    const struct store_op *first = &batch->ops[0], *entries = &batch->ops[1],
                          *second = &batch->ops[2];
    const struct store_table *before = first->rows, *after = second->rows;
    bool damaged = batch->status == STORE_DAMAGED,
         changed = !before || !after || before->revision != after->revision,
         whole =
             damaged ? false : changed || store_log_is_whole(before, entries->rows, entries->count);
    bool again = batch->status == STORE_DONE && changed && before && after;
    store_batch_free(batch);
    return again ? is_whole(store, w, table) : whole;
}

static bool verify_all(struct store *store, struct waiting *w, struct store_verdict *report) {
    char after[STORE_KEY] = "";
    for (;;) {
        struct store_batch *batch = store_batch(NULL);
        store_find(batch, STORE_TABLES_AFTER, after, 0, TABLES_AT_ONCE);
        do_batch(store, w, batch);
        const struct store_table *rows = batch->ops[0].rows;
        unsigned count = batch->ops[0].count;
        bool good = batch->status == STORE_DONE;
        for (unsigned i = 0; i < count; i++) {
            report->tables++;
            if (is_whole(store, w, rows[i].id)) continue;
            report->damaged++;
            if (report->name) report->name(report->context, rows[i].id);
        }
        if (count) strcpy(after, rows[count - 1].id);
        store_batch_free(batch);
        if (!good || count == 0) return good;
    }
}

bool store_verify(const char *path, struct store_verdict *report, struct message *error) {
    struct waiting w = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
    struct store *store = store_open(
        &(struct store_config){
            .path = path, .shared = true, .reads = true, .notify = notify, .context = &w},
        error);
    if (!store) return false;
    bool good = verify_all(store, &w, report);
    store_close(store);
    if (!good)
        *error = MESSAGE("error.store.damaged",
                         TEXT("file", store_name(path), strlen(store_name(path))));
    return good;
}
