#include "tests/server/memory_store.h"

#include "core/ensure.h"
#include "store/run.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQL_MAX = 2048 };

struct memory_store {
    struct backend *backend;
    sqlite3 *reader; /* another connection to the same database, for memory_store_rows */
    sqlite3_stmt *all[STORE_TYPE_COUNT];
    struct {
        char *rows;
        unsigned count;
        bool read; /* as they are in the database */
    } cache[STORE_TYPE_COUNT];
};

/* The last closed store, emptied: opening one takes longer than a short evening. */
static struct memory_store *spare;

/* SQLite's VFS "memdb" shares a database among all connections of the process that use the same
 * name, and forgets it with the last one. */
static struct memory_store *open_named(const char *name) {
    struct memory_store *store = calloc(1, sizeof *store);
    struct message error;
    ensure(store);
    store->backend = sqlite_open(
        &(struct store_config){.path = name, .vfs = "memdb", .checkpoint_pages = 1000}, &error);
    ensure(store->backend);
    ensure(sqlite3_open_v2(name, &store->reader, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                           "memdb") == SQLITE_OK);
    return store;
}

struct memory_store *memory_store_open(void) {
    static unsigned opened;
    char name[32];
    struct memory_store *store = spare;
    spare = NULL;
    if (store) return store;
    snprintf(name, sizeof name, "/store-%u", opened++);
    return open_named(name);
}

static void forget_cache(struct memory_store *store) {
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++) store->cache[type].read = false;
}

static void empty(struct memory_store *store) {
    char sql[64];
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s", store_columns[type].name);
        ensure(sqlite3_exec(store->reader, sql, NULL, NULL, NULL) == SQLITE_OK);
    }
    forget_cache(store);
}

static void free_store(struct memory_store *store) {
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++) {
        sqlite3_finalize(store->all[type]);
        free(store->cache[type].rows);
    }
    sqlite3_close(store->reader);
    store->backend->close(store->backend);
    free(store);
}

void memory_store_close(struct memory_store *store) {
    if (spare) {
        free_store(store);
        return;
    }
    empty(store);
    spare = store;
}

void memory_store_do(struct memory_store *store, struct store_batch *batch) {
    struct store_batch *next = batch->next; /* it may stand in a queue */
    uint64_t commit_us;
    batch->next = NULL;
    store->backend->do_group(store->backend, batch, &commit_us);
    batch->next = next;
    if (store_writes(batch)) forget_cache(store);
}

static sqlite3_stmt *select_all(struct memory_store *store, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    char sql[SQL_MAX] = "SELECT ";
    int at = (int)strlen(sql);
    if (store->all[type]) return store->all[type];
    for (unsigned i = 0; i < c->count; i++)
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), "%s\"%s\"", i ? "," : "",
                       c->columns[i].name);
    snprintf(sql + at, (size_t)(SQL_MAX - at), " FROM %s", c->name);
    ensure(sqlite3_prepare_v2(store->reader, sql, -1, &store->all[type], NULL) == SQLITE_OK);
    return store->all[type];
}

static void read_column(sqlite3_stmt *statement, int i, const struct store_column *column,
                        char *value) {
    size_t size;
    switch (column->kind) {
    case STORE_NUMBER: *(int64_t *)value = sqlite3_column_int64(statement, i); break;
    case STORE_REAL: *(double *)value = sqlite3_column_double(statement, i); break;
    case STORE_TEXT:
    case STORE_BYTES:
        size = (size_t)sqlite3_column_bytes(statement, i);
        ensure(size <= column->size);
        if (size) memcpy(value, sqlite3_column_blob(statement, i), size);
        break;
    }
}

static void read_all(struct memory_store *store, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    sqlite3_stmt *statement = select_all(store, type);
    char *rows = store->cache[type].rows;
    unsigned count = 0;
    for (; sqlite3_step(statement) == SQLITE_ROW; count++) {
        if ((count & (count - 1)) == 0) {
            rows = realloc(rows, (count ? 2 * count : 1) * c->size);
            ensure(rows);
        }
        char *row = rows + count * c->size;
        memset(row, 0, c->size);
        for (unsigned i = 0; i < c->count; i++)
            read_column(statement, (int)i, &c->columns[i], row + c->columns[i].offset);
    }
    sqlite3_reset(statement);
    store->cache[type].rows = rows;
    store->cache[type].count = count;
    store->cache[type].read = true;
}

const void *memory_store_rows(struct memory_store *store, enum store_type type, unsigned *count) {
    if (!store->cache[type].read) read_all(store, type);
    *count = store->cache[type].count;
    return store->cache[type].rows;
}
