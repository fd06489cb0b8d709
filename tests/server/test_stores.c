/* Compares PostgreSQL with SQLite: the same random batches must give the same results. The
 * PostgreSQL server is the one that tests/server/cluster.py starts and names in the environment. */
#include "store/sqlite.h"
#include "tests/server/memory_store.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATCHES = 4000, OPS_MAX = 4 };

static uint32_t seed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static unsigned notices;

static unsigned draw(unsigned below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void notify(void *context) {
    (void)context;
    pthread_mutex_lock(&mutex);
    notices++;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&mutex);
}

static void wait_done(struct store *store) {
    do {
        pthread_mutex_lock(&mutex);
        while (!notices) pthread_cond_wait(&some, &mutex);
        notices = 0;
        pthread_mutex_unlock(&mutex);
    } while (!store_completed(store));
}

/* Uses few values, so that rows collide. */
static void fill(enum store_type type, union store_row *row) {
    static const char *const texts[] = {"", "a", "b", "c"};
    const struct store_columns *c = &store_columns[type];
    for (unsigned i = 0; i < c->count; i++) {
        char *value = (char *)row + c->columns[i].offset;
        switch (c->columns[i].kind) {
        /* an empty id is not a person */
        case STORE_TEXT:
            strcpy(value, texts[type == STORE_PERSON && i == 0 ? 1 + draw(3) : draw(4)]);
            break;
        case STORE_NUMBER: *(int64_t *)value = draw(4); break;
        case STORE_REAL: *(double *)value = draw(4); break;
        case STORE_BYTES: memset(value, (int)draw(3), c->columns[i].size); break;
        }
    }
}

static void random_key(bool is_token, char key[STORE_KEY]) {
    unsigned pick = draw(4);
    snprintf(key, STORE_KEY, "%.*s", pick ? 1 : 0, pick == 1 ? "a" : pick == 2 ? "b" : "c");
    if (!is_token) return;
    for (unsigned i = 0; i < STORE_HASH; i++) sprintf(key + 2 * i, "%02x", pick % 3);
}

static void add_op(struct store_batch *batch) {
    enum store_type type = draw(STORE_TYPE_COUNT);
    char key[STORE_KEY];
    switch (draw(11)) {
    case 10:
        random_key(false, key);
        store_limit(batch, key, draw(2) ? "a" : "b", draw(3));
        break;
    case 0:
    case 1:
    case 2: /* entries can only be added */
        fill(type, type == STORE_ENTRY ? store_add(batch, type) : store_put(batch, type));
        break;
    case 3:
    case 4: fill(type, store_add(batch, type)); break;
    case 5: fill(type, store_remove(batch, type)); break;
    case 6: {
        enum store_sweep sweep = draw(STORE_SWEEPS);
        do random_key(sweep == STORE_TOUCH, key);
        while (!key[0]);
        store_sweep(batch, sweep, key, draw(4));
        break;
    }
    default: {
        enum store_query query = draw(STORE_QUERY_COUNT);
        do random_key(store_query_by_token(query), key);
        /* no query searches for an empty key */
        while (!key[0] && query != STORE_OPEN_TABLES && query != STORE_SEATS_OF_OPEN &&
               query != STORE_RUNNING_TABLES && query != STORE_SEATS_OF_RUNNING &&
               query != STORE_STUDIES && !store_query_by_row(query));
        bool of_round = query == STORE_TABLES_OF_ROUND || query == STORE_SEATS_OF_ROUND;
        int64_t number = (int64_t)draw(4) - (of_round ? 1 : 0);
        if (store_query_by_row(query))
            fill(store_query_types[query], store_find_like(batch, query, key, number, draw(3)));
        else store_find(batch, query, key, number, draw(3));
        break;
    }
    }
}

static struct store_batch *copy(const struct store_batch *from) {
    struct store_batch *batch = store_batch(NULL);
    batch->ops = malloc(from->count * sizeof *batch->ops);
    assert_non_null(batch->ops);
    memcpy(batch->ops, from->ops, from->count * sizeof *batch->ops);
    batch->count = batch->capacity = from->count;
    return batch;
}

static size_t row_size;

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, row_size);
}

/* Queries without a defined order; with a limit even the selection is undefined. */
static bool is_unordered(enum store_query query) {
    return query == STORE_SESSIONS_OF || query == STORE_CHAT_OF || query == STORE_JOBS_OF ||
           query == STORE_TABLES_TAKEN || query == STORE_JOBS_TAKEN;
}

static void compare(struct store_batch *a, struct store_batch *b) {
    if (a->status != b->status || (a->status == STORE_CONFLICT && a->failed != b->failed)) {
        for (unsigned i = 0; i < a->count; i++)
            print_message("# does %d, type %d, query %d, sweep %d, key “%s”\n", a->ops[i].does,
                          a->ops[i].type, a->ops[i].query, a->ops[i].sweep, a->ops[i].key);
        fail_msg("status %d and %d, at %u and %u", a->status, b->status, a->failed, b->failed);
    }
    for (unsigned i = 0; a->status == STORE_DONE && i < a->count; i++) {
        struct store_op *one = &a->ops[i], *two = &b->ops[i];
        if (one->does != STORE_FIND) continue;
        row_size = store_columns[one->type].size;
        if (one->count != two->count)
            fail_msg("query %u key “%s” number %d limit %d: %u rows and %u", one->query, one->key,
                     (int)one->number, (int)one->limit, one->count, two->count);
        if (is_unordered(one->query) && one->limit && !store_query_takes(one->query)) continue;
        /* in any order of tables */
        bool by_table = one->query == STORE_SEATS_OF_OPEN ||
                        one->query == STORE_SEATS_OF_TABLES_OF ||
                        one->query == STORE_SEATS_OF_RUNNING || one->query == STORE_SEATS_OF_ROUND;
        if ((is_unordered(one->query) || by_table) && one->count) {
            qsort(one->rows, one->count, row_size, by_bytes);
            qsort(two->rows, two->count, row_size, by_bytes);
        }
        if (one->count && memcmp(one->rows, two->rows, one->count * row_size) != 0)
            fail_msg("query %u key “%s” number %d limit %d", one->query, one->key, (int)one->number,
                     (int)one->limit);
    }
}

static const char *postgres_path(void) {
    const char *path = getenv("TAFELRUNDE_POSTGRES");
    if (!path) fail_msg("TAFELRUNDE_POSTGRES is not set; cluster.py sets it");
    return path;
}

static struct store *open_postgres(unsigned version, struct message *error) {
    return store_open(
        &(struct store_config){
            .path = postgres_path(), .versions = version, .shared = true, .notify = notify},
        error);
}

static void empty(struct store *store) {
    static const char *const keys[] = {"", "a", "b", "c"};
    struct store_batch *batch = store_batch(NULL);
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++)
        for (unsigned i = 0; i < 4 * 4 * 3; i++) { /* every key that `fill` can produce */
            union store_row *row = store_remove(batch, type);
            for (unsigned k = 0; k < store_columns[type].keys; k++) {
                const struct store_column *column = &store_columns[type].columns[k];
                char *value = (char *)row + column->offset;
                unsigned pick = k ? i / 4 % 4 : i % 4;
                if (column->kind == STORE_TEXT) strcpy(value, keys[pick]);
                if (column->kind == STORE_NUMBER) *(int64_t *)value = pick;
                if (column->kind == STORE_BYTES) memset(value, (int)pick, column->size);
            }
        }
    store_submit(store, batch);
    wait_done(store);
    assert_int_equal(batch->status, STORE_DONE);
    store_batch_free(batch);
}

enum { COMPLETE = 11 }; /* the first version with everything that queries need */

/* Upgrades go from version to version, never back. */
static void an_older_database_is_brought_up_to_date(void **state) {
    struct message error;
    (void)state;
    for (unsigned version = 1; version <= store_versions; version++) {
        struct store *store = open_postgres(version, &error);
        assert_int_equal(store != NULL, version >= COMPLETE);
        if (store) store_close(store);
    }
    assert_null(open_postgres(1, &error));
    assert_string_equal(error.key, "error.store.newer");
}

static void both_stores_answer_alike(void **state) {
    (void)state;
    unsigned conflicts = 0, rows = 0;
    struct message error;
    for (unsigned run = 1; run <= 3; run++) {
        seed = run;
        struct store *store = open_postgres(0, &error);
        if (!store) fail_msg("%s", error.key);
        struct memory_store *memory = memory_store_open();
        empty(store);
        for (unsigned i = 0; i < BATCHES; i++) {
            struct store_batch *batch = store_batch(NULL);
            for (unsigned ops = 1 + draw(OPS_MAX); ops; ops--) add_op(batch);
            struct store_batch *twin = copy(batch);
            store_submit(store, batch);
            memory_store_do(memory, twin);
            wait_done(store);
            compare(batch, twin);
            conflicts += batch->status == STORE_CONFLICT;
            for (unsigned op = 0; op < batch->count; op++) rows += batch->ops[op].count;
            store_batch_free(batch);
            store_batch_free(twin);
        }
        store_close(store);
        memory_store_close(memory);
    }
    print_message("# %u conflicts, %u rows found\n", conflicts, rows);
    assert_true(conflicts > 500 && rows > 3000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_older_database_is_brought_up_to_date),
                                       cmocka_unit_test(both_stores_answer_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
