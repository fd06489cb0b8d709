#include "store/sqlite.h"

#include "core/ensure.h"
#include "core/hex.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SQL_MAX = 4096,
    LOCK_NAME_MAX = 2 * SQL_MAX,
    GROUP_MAX = 2000, /* batches in one commit */
    CHECKPOINT_PAGES = 4000, /* 16 MiB of log: the thread checkpoints while commits go on */
    LOG_PAGES_MAX = 16 * 1024, /* then a commit checkpoints the little that is left */
    CHECKED_BYTES = 256 * 1024 * 1024, /* a larger file is not read through at the start */
    BUSY_MS = 10000, /* wait for a lock of another process, such as a backup */
};

struct file {
    struct backend backend; /* first member */
    sqlite3 *db;
    int lock;
    sqlite3_stmt *put[STORE_TYPE_COUNT], *move[STORE_TYPE_COUNT], *add[STORE_TYPE_COUNT],
        *remove[STORE_TYPE_COUNT];
    sqlite3_stmt *query[STORE_QUERY_COUNT];
    sqlite3_stmt *sweep[STORE_SWEEPS][STORE_SWEEP_STEPS], *with_table[STORE_SWEEP_STEPS];
    sqlite3_stmt *begin, *commit, *rollback, *savepoint, *release, *undo, *data_version, *limit;
    int64_t seen_version;
    char *path; /* where the file must be; NULL: not watched */
    dev_t device;
    ino_t inode;
    sqlite3 *checkpointer; /* the checkpoint thread's own handle; NULL: commits checkpoint */
    pthread_t thread;
    sem_t wanted;
    atomic_bool checkpointing, closing;
};

/* ---- statements ---- */

static bool prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK;
}

/* Runs a statement that returns no rows. */
static int run(sqlite3_stmt *statement) {
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    return result;
}

/* Writes the column names from `from` on, each by `format`, separated by commas. */
static int list(char *sql, int at, const struct store_columns *c, unsigned from,
                const char *format) {
    for (unsigned i = from; i < c->count; i++) {
        const char *name = c->columns[i].name;
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), i > from ? "," : "");
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), format, name, name, name);
        ensure(at < SQL_MAX);
    }
    return at;
}

/* The key columns are ?1 and ?2, the moving ones follow. */
static bool prepare_move(struct file *s, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    const struct store_moving *moving = &store_moving[type];
    char sql[SQL_MAX];
    int at = snprintf(sql, SQL_MAX, "UPDATE %s SET ", c->name), counted = 0;
    if (!moving->count) return true;
    for (unsigned i = 0; i < moving->count; i++) {
        const char *name = moving->columns[i].name;
        if (c->counted && strcmp(name, c->counted) == 0) counted = (int)(c->keys + i + 1);
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), "%s\"%s\"=?%u", i ? "," : "", name,
                       c->keys + i + 1);
    }
    for (unsigned i = 0; i < c->keys; i++)
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), " %s \"%s\"=?%u", i ? "AND" : "WHERE",
                       c->columns[i].name, i + 1);
    if (counted) snprintf(sql + at, (size_t)(SQL_MAX - at), " AND %s=?%d-1", c->counted, counted);
    return prepare(s->db, sql, &s->move[type]);
}

static bool prepare_type(struct file *s, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    char sql[SQL_MAX];
    int at = snprintf(sql, SQL_MAX, "INSERT INTO %s VALUES (", c->name);
    for (unsigned i = 1; i <= c->count; i++)
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), "%s?%u", i > 1 ? "," : "", i);
    at += snprintf(sql + at, (size_t)(SQL_MAX - at), ")");
    if (!prepare(s->db, sql, &s->add[type])) return false;
    at +=
        snprintf(sql + at, (size_t)(SQL_MAX - at), " ON CONFLICT (%s%s%s) DO UPDATE SET ",
                 c->columns[0].name, c->keys > 1 ? "," : "", c->keys > 1 ? c->columns[1].name : "");
    /* Only the operator sets `blocked`, the last column: a server's put must not reset it. */
    struct store_columns updated = *c;
    if (type == STORE_PERSON) updated.count--;
    char add[64];
    snprintf(add, sizeof add, "\"%%s\"=%s.\"%%s\"+excluded.\"%%s\"", c->name);
    at = list(sql, at, &updated, c->keys, store_adds(type) ? add : "\"%s\"=excluded.\"%s\"");
    if (c->counted)
        snprintf(sql + at, (size_t)(SQL_MAX - at), " WHERE %s.%s=excluded.%s-1", c->name,
                 c->counted, c->counted);
    if (!prepare(s->db, sql, &s->put[type])) return false;
    at = snprintf(sql, SQL_MAX, "DELETE FROM %s WHERE %s=?1", c->name, c->columns[0].name);
    if (c->keys > 1) snprintf(sql + at, (size_t)(SQL_MAX - at), " AND %s=?2", c->columns[1].name);
    return prepare(s->db, sql, &s->remove[type]) && prepare_move(s, type);
}

static bool prepare_all(struct file *s) {
    bool done = prepare(s->db, "BEGIN IMMEDIATE", &s->begin) &&
                prepare(s->db, "COMMIT", &s->commit) && prepare(s->db, "ROLLBACK", &s->rollback) &&
                prepare(s->db, "SAVEPOINT batch", &s->savepoint) &&
                prepare(s->db, "RELEASE batch", &s->release) &&
                prepare(s->db, "ROLLBACK TO batch", &s->undo) &&
                prepare(s->db, "PRAGMA data_version", &s->data_version) &&
                prepare(s->db, store_limit_sql, &s->limit);
    for (unsigned type = 0; done && type < STORE_TYPE_COUNT; type++) done = prepare_type(s, type);
    for (unsigned query = 0; done && query < STORE_QUERY_COUNT; query++) {
        char sql[SQL_MAX];
        bool takes = store_query_takes(query);
        int at = takes ? snprintf(sql, SQL_MAX, "%s RETURNING ", store_query_sql[query])
                       : snprintf(sql, SQL_MAX, "SELECT ");
        at = list(sql, at, &store_columns[store_query_types[query]], 0, "\"%s\"");
        if (!takes) snprintf(sql + at, (size_t)(SQL_MAX - at), " %s", store_query_sql[query]);
        done = prepare(s->db, sql, &s->query[query]);
    }
    for (unsigned sweep = 0; done && sweep < STORE_SWEEPS; sweep++)
        for (unsigned i = 0; done && store_sweep_sql[sweep][i]; i++)
            done = prepare(s->db, store_sweep_sql[sweep][i], &s->sweep[sweep][i]);
    for (unsigned i = 0; done && store_remove_table_sql[i]; i++)
        done = prepare(s->db, store_remove_table_sql[i], &s->with_table[i]);
    return done;
}

static void finalize_all(struct file *s) {
    sqlite3_stmt *statement;
    while ((statement = sqlite3_next_stmt(s->db, NULL))) sqlite3_finalize(statement);
}

/* ---- rows ---- */

/* The parameters begin behind `before`. */
static void bind_columns(sqlite3_stmt *statement, unsigned before,
                         const struct store_column *columns, unsigned count,
                         const union store_row *row) {
    for (unsigned i = 0; i < count; i++) {
        const struct store_column *column = &columns[i];
        const char *value = (const char *)row + column->offset;
        int place = (int)(before + i) + 1, result = SQLITE_OK;
        switch (column->kind) {
        case STORE_TEXT:
            result = sqlite3_bind_text(statement, place, value, (int)strnlen(value, column->size),
                                       SQLITE_STATIC);
            break;
        case STORE_NUMBER:
            result = sqlite3_bind_int64(statement, place, *(const int64_t *)value);
            break;
        case STORE_REAL:
            result = sqlite3_bind_double(statement, place, *(const double *)value);
            break;
        case STORE_BYTES:
            result = sqlite3_bind_blob(statement, place, value, (int)column->size, SQLITE_STATIC);
            break;
        }
        ensure(result == SQLITE_OK);
    }
}

/* False: the file contains data that this program never wrote. */
static bool read_row(sqlite3_stmt *statement, const struct store_columns *c, char *row) {
    memset(row, 0, c->size);
    for (unsigned i = 0; i < c->count; i++) {
        const struct store_column *column = &c->columns[i];
        char *value = row + column->offset;
        int place = (int)i;
        size_t size;
        switch (column->kind) {
        case STORE_NUMBER: *(int64_t *)value = sqlite3_column_int64(statement, place); break;
        case STORE_REAL: *(double *)value = sqlite3_column_double(statement, place); break;
        case STORE_TEXT:
            size = (size_t)sqlite3_column_bytes(statement, place);
            if (size >= column->size) return false;
            if (size) memcpy(value, sqlite3_column_text(statement, place), size);
            break;
        case STORE_BYTES:
            if ((size_t)sqlite3_column_bytes(statement, place) != column->size) return false;
            memcpy(value, sqlite3_column_blob(statement, place), column->size);
            break;
        }
    }
    return true;
}

/* ---- operations; each returns SQLITE_OK, SQLITE_CONSTRAINT or another error ---- */

static int finish_row(struct file *s, sqlite3_stmt *statement) {
    int result = run(statement);
    /* revision conflict: another server bumped the revision first */
    if (result == SQLITE_DONE && sqlite3_changes(s->db) == 0) return SQLITE_CONSTRAINT;
    return result == SQLITE_DONE ? SQLITE_OK : result & 0xff;
}

static int write_row(struct file *s, sqlite3_stmt *statement, const struct store_op *op) {
    const struct store_columns *c = &store_columns[op->type];
    bind_columns(statement, 0, c->columns, c->count, &op->row);
    return finish_row(s, statement);
}

static int move_row(struct file *s, const struct store_op *op) {
    const struct store_columns *c = &store_columns[op->type];
    const struct store_moving *moving = &store_moving[op->type];
    bind_columns(s->move[op->type], 0, c->columns, c->keys, &op->row);
    bind_columns(s->move[op->type], c->keys, moving->columns, moving->count, &op->row);
    return finish_row(s, s->move[op->type]);
}

/* Tokens are bytes in the file and hex digits in a key. A malformed token matches nothing. */
static void bind_key(sqlite3_stmt *statement, const char *key, bool is_token,
                     uint8_t token[STORE_HASH]) {
    if (!is_token) sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    else if (hex_read(key, token, STORE_HASH))
        sqlite3_bind_blob(statement, 1, token, STORE_HASH, SQLITE_STATIC);
    else sqlite3_bind_null(statement, 1);
}

static int run_steps(sqlite3_stmt *const *steps, const char *key, bool is_token, int64_t number) {
    uint8_t token[STORE_HASH];
    for (; *steps; steps++) {
        bind_key(*steps, key, is_token, token);
        if (sqlite3_bind_parameter_count(*steps) > 1) sqlite3_bind_int64(*steps, 2, number);
        int result = run(*steps);
        if (result != SQLITE_DONE) return result & 0xff;
    }
    return SQLITE_OK;
}

static int remove_row(struct file *s, const struct store_op *op) {
    const struct store_columns *c = &store_columns[op->type];
    if (op->type == STORE_TABLE) {
        int result = run_steps(s->with_table, op->row.table.id, false, 0);
        if (result != SQLITE_OK) return result;
    }
    bind_columns(s->remove[op->type], 0, c->columns, c->keys, &op->row);
    int result = run(s->remove[op->type]);
    return result == SQLITE_DONE ? SQLITE_OK : result & 0xff;
}

static void bind_query(sqlite3_stmt *statement, const struct store_op *op,
                       uint8_t token[STORE_HASH]) {
    int count = sqlite3_bind_parameter_count(statement);
    bind_key(statement, op->key, store_query_by_token(op->query), token);
    if (count > 1) sqlite3_bind_int64(statement, 2, op->number);
    if (count > 2) sqlite3_bind_int64(statement, 3, op->limit ? op->limit : -1);
    const struct store_columns *c = &store_columns[op->type];
    if (store_query_by_row(op->query)) bind_columns(statement, 3, c->columns, c->count, &op->row);
}

static int find_rows(struct file *s, struct store_op *op) {
    sqlite3_stmt *statement = s->query[op->query];
    const struct store_columns *c = &store_columns[store_query_types[op->query]];
    uint8_t token[STORE_HASH];
    unsigned capacity = 0;
    int result;
    bind_query(statement, op, token);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        if (op->count == capacity) {
            capacity = capacity ? 2 * capacity : 4;
            op->rows = realloc(op->rows, capacity * c->size);
            ensure(op->rows);
        }
        if (!read_row(statement, c, (char *)op->rows + op->count * c->size)) {
            result = SQLITE_CORRUPT;
            break;
        }
        op->count++;
    }
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result & 0xff;
}

static int keep_limit(struct file *s, const struct store_op *op) {
    sqlite3_bind_text(s->limit, 1, op->row.seat.person, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->limit, 2, op->row.seat.at, -1, SQLITE_STATIC);
    int result = sqlite3_step(s->limit);
    bool within = result == SQLITE_ROW && sqlite3_column_int64(s->limit, 0) < op->number;
    sqlite3_reset(s->limit);
    if (result != SQLITE_ROW) return result & 0xff;
    return within ? SQLITE_OK : SQLITE_CONSTRAINT;
}

static int do_op(struct file *s, struct store_op *op) {
    switch (op->does) {
    case STORE_PUT: return write_row(s, s->put[op->type], op);
    case STORE_MOVE: return move_row(s, op);
    case STORE_ADD: return write_row(s, s->add[op->type], op);
    case STORE_REMOVE: return remove_row(s, op);
    case STORE_FIND: return find_rows(s, op);
    case STORE_SWEEP:
        return run_steps(s->sweep[op->sweep], op->key, op->sweep == STORE_TOUCH, op->number);
    case STORE_LIMIT: return keep_limit(s, op);
    }
    never();
}

/* ---- batches and groups ---- */

/* A batch that only reads fails alone. */
static bool fail_reading(struct file *s, struct store_batch *batch, int result, bool within) {
    batch->status =
        result == SQLITE_CORRUPT || result == SQLITE_NOTADB ? STORE_DAMAGED : STORE_FAILED;
    store_batch_forget(batch);
    return !within || !sqlite3_get_autocommit(s->db);
}

enum group_result {
    GROUP_DONE,
    GROUP_CONFLICT, /* without savepoints: one of the batches is in conflict */
    GROUP_FAILED, /* a serious error: roll it back */
};

/* `within`: there is a transaction of the group. `careful`: a conflict undoes the batch alone. */
static enum group_result do_batch(struct file *s, struct store_batch *batch, bool within,
                                  bool careful) {
    bool changes = store_writes(batch);
    int result = SQLITE_OK;
    batch->status = STORE_DONE;
    if (changes && careful && run(s->savepoint) != SQLITE_DONE) return GROUP_FAILED;
    for (unsigned i = 0; i < batch->count && result == SQLITE_OK; i++) {
        result = do_op(s, &batch->ops[i]);
        batch->failed = i;
    }
    if (result == SQLITE_OK)
        return !changes || !careful || run(s->release) == SQLITE_DONE ? GROUP_DONE : GROUP_FAILED;
    if (!changes) return fail_reading(s, batch, result, within) ? GROUP_DONE : GROUP_FAILED;
    if (result != SQLITE_CONSTRAINT) return GROUP_FAILED;
    if (!careful) return GROUP_CONFLICT;
    batch->status = STORE_CONFLICT;
    store_batch_forget(batch);
    return run(s->undo) == SQLITE_DONE && run(s->release) == SQLITE_DONE ? GROUP_DONE
                                                                         : GROUP_FAILED;
}

static enum group_result do_batches(struct file *s, struct store_batch *group, bool changes,
                                    bool careful) {
    enum group_result result = GROUP_DONE;
    if (changes && run(s->begin) != SQLITE_DONE) return GROUP_FAILED;
    for (struct store_batch *batch = group; batch && result == GROUP_DONE; batch = batch->next)
        result = do_batch(s, batch, changes, careful);
    return result;
}

static void forget_all(struct store_batch *group) {
    for (struct store_batch *batch = group; batch; batch = batch->next) store_batch_forget(batch);
}

/* Is the open file still the one that its name stands for? What is written to a file that was
 * removed or replaced is lost when the server ends. */
static bool is_in_place(const struct file *s) {
    struct stat now;
    return !s->path ||
           (stat(s->path, &now) == 0 && now.st_dev == s->device && now.st_ino == s->inode);
}

/* A savepoint copies every page that its batch changes, and conflicts are rare: only a group with
 * one is done again with a savepoint per batch. */
static void do_group(struct backend *backend, struct store_batch *group, uint64_t *commit_us) {
    struct file *s = (struct file *)backend;
    bool changes = false;
    for (struct store_batch *batch = group; batch; batch = batch->next)
        changes |= store_writes(batch);
    bool done = !changes || is_in_place(s);
    if (done) {
        enum group_result result = do_batches(s, group, changes, false);
        if (result == GROUP_CONFLICT && run(s->rollback) == SQLITE_DONE) {
            forget_all(group);
            result = do_batches(s, group, changes, true);
        }
        done = result == GROUP_DONE;
    }
    if (changes && done) {
        uint64_t began = store_now_us();
        done = run(s->commit) == SQLITE_DONE;
        *commit_us = store_now_us() - began;
    }
    if (!done && !sqlite3_get_autocommit(s->db)) run(s->rollback);
    if (done) return;
    forget_all(group);
    for (struct store_batch *batch = group; batch; batch = batch->next)
        batch->status = STORE_FAILED;
}

/* Has another process, such as an operator's command, written to the file? */
static bool poll_changes(struct backend *backend) {
    struct file *s = (struct file *)backend;
    int64_t version = -1;
    if (sqlite3_step(s->data_version) == SQLITE_ROW)
        version = sqlite3_column_int64(s->data_version, 0);
    sqlite3_reset(s->data_version);
    bool changed = version != s->seen_version;
    s->seen_version = version;
    return changed;
}

/* ---- opening ---- */

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

static bool refuse_file(struct message *error, const char *key, const char *path) {
    return refuse(error, MESSAGE(key, TEXT("file", path, strlen(path))));
}

static bool refuse_why(struct message *error, const char *path, const char *why) {
    return refuse(error, MESSAGE("cli.error.file", TEXT("file", path, strlen(path)),
                                 TEXT("why", why, strlen(why))));
}

/* Translates an SQLite error. */
static bool refuse_code(struct message *error, const char *path, int code) {
    code &= 0xff;
    if (code == SQLITE_NOTADB) return refuse_file(error, "error.store.foreign", path);
    if (code == SQLITE_CORRUPT) return refuse_file(error, "error.store.damaged", path);
    return refuse_why(error, path, sqlite3_errstr(code));
}

static int64_t pragma(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    int64_t value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static bool is_whole(sqlite3 *db, const char *check) {
    sqlite3_stmt *statement;
    bool whole = false;
    if (sqlite3_prepare_v2(db, check, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        whole = strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    sqlite3_finalize(statement);
    return whole;
}

/* Small enough to be checked at every start? Backups and `admin check` check files of any size. */
static bool is_small(sqlite3 *db) {
    return pragma(db, "PRAGMA page_count") * pragma(db, "PRAGMA page_size") <= CHECKED_BYTES;
}

/* Is it a file of this program, and not newer? */
static bool check_head(sqlite3 *db, const char *path, struct message *error) {
    if (pragma(db, "PRAGMA application_id") != STORE_APPLICATION)
        return refuse_file(error, "error.store.foreign", path);
    return pragma(db, "PRAGMA user_version") <= store_versions ||
           refuse_file(error, "error.store.newer", path);
}

/* Two names of one file have one lock. If there is no such file yet, its folder decides. */
static void lock_name(const char *path, char name[LOCK_NAME_MAX]) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    char folder[SQL_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
    char *whole = realpath(path, NULL), *real = whole ? NULL : realpath(folder, NULL);
    if (whole) snprintf(name, LOCK_NAME_MAX, "%s.lock", whole);
    else snprintf(name, LOCK_NAME_MAX, "%s/%s.lock", real ? real : folder, file);
    free(whole);
    free(real);
}

/* Holds the lock while this process has the file. -1: another process has it, or an error. */
static int take_lock(const char *path, struct message *error) {
    char name[LOCK_NAME_MAX];
    lock_name(path, name);
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        (void)refuse_why(error, path, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    (void)refuse_file(error, "error.store.used", path);
    close(fd);
    return -1;
}

static sqlite3 *open_file(const char *path, const char *vfs, int flags, struct message *error) {
    sqlite3 *db;
    int result =
        sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs);
    if (result == SQLITE_OK) {
        sqlite3_busy_timeout(db, BUSY_MS);
        return db;
    }
    sqlite3_close(db);
    (void)refuse_code(error, path, result);
    return NULL;
}

/* Backs up a file of an older version once before it is migrated. */
static bool copy_aside(struct file *s, const char *path, int64_t version, struct message *error) {
    char copy[SQL_MAX], sql[2 * SQL_MAX];
    snprintf(copy, sizeof copy, "%s.version-%d", path, (int)version);
    if (access(copy, F_OK) == 0) return true;
    sqlite3_snprintf(sizeof sql, sql, "VACUUM INTO %Q", copy);
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    return refuse_code(error, path, sqlite3_errcode(s->db));
}

/* Migrates the schema in one transaction. */
static bool migrate(struct file *s, const struct store_config *config, struct message *error) {
    int64_t version = pragma(s->db, "PRAGMA user_version"),
            application = pragma(s->db, "PRAGMA application_id"),
            tables = pragma(s->db, "SELECT count(*) FROM sqlite_schema");
    unsigned newest = config->versions ? config->versions : store_versions;
    char sql[160];
    if (version < 0 || tables < 0) return refuse_code(error, config->path, sqlite3_errcode(s->db));
    if (tables > 0 && application != STORE_APPLICATION)
        return refuse_file(error, "error.store.foreign", config->path);
    if (version > newest) return refuse_file(error, "error.store.newer", config->path);
    if (version == newest) return true;
    if (version > 0 && !copy_aside(s, config->path, version, error)) return false;
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%u", STORE_APPLICATION,
             newest);
    int result = sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int64_t i = version; i < newest && result == SQLITE_OK; i++)
        result = sqlite3_exec(s->db, store_migrations[i], NULL, NULL, NULL);
    if (result == SQLITE_OK) result = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    if (result == SQLITE_OK) result = sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    return result == SQLITE_OK || refuse_code(error, config->path, result);
}

static bool configure(struct file *s, unsigned checkpoint_pages) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=%u; PRAGMA cache_size=-32768; "
             "PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF",
             checkpoint_pages);
    return sqlite3_exec(s->db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* A commit waits for one sync, of the log. Syncing the many pages of the file itself is left to
 * this thread. */
static void *checkpoint_log(void *argument) {
    struct file *s = argument;
    for (;;) {
        while (sem_wait(&s->wanted) != 0) {}
        if (atomic_load(&s->closing)) return NULL;
        sqlite3_wal_checkpoint_v2(s->checkpointer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        atomic_store(&s->checkpointing, false);
    }
}

static int on_log(void *context, sqlite3 *db, const char *name, int pages) {
    struct file *s = context;
    if (pages >= LOG_PAGES_MAX)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    else if (pages >= CHECKPOINT_PAGES && !atomic_exchange(&s->checkpointing, true))
        sem_post(&s->wanted);
    return SQLITE_OK;
}

static bool start_sweeping(struct file *s, const char *path, struct message *error) {
    sqlite3 *checkpointer = open_file(path, NULL, SQLITE_OPEN_READWRITE, error);
    if (!checkpointer) return false;
    sem_init(&s->wanted, 0, 0);
    s->checkpointer = checkpointer;
    if (pthread_create(&s->thread, NULL, checkpoint_log, s) == 0) {
        sqlite3_wal_hook(s->db, on_log, s);
        return true;
    }
    sqlite3_close(checkpointer);
    s->checkpointer = NULL;
    *error = MESSAGE("error.memory");
    return false;
}

static void stop_sweeping(struct file *s) {
    if (!s->checkpointer) return;
    atomic_store(&s->closing, true);
    sem_post(&s->wanted);
    pthread_join(s->thread, NULL);
    sqlite3_close(s->checkpointer);
    sem_destroy(&s->wanted);
}

/* Opens a file of the newest version as it is. */
static bool open_to_read(struct file *s, const struct store_config *config, struct message *error) {
    s->db = open_file(config->path, NULL, SQLITE_OPEN_READONLY, error);
    if (!s->db) return false;
    if (!check_head(s->db, config->path, error)) return false;
    if (pragma(s->db, "PRAGMA user_version") < store_versions)
        return refuse_file(error, "error.store.older", config->path);
    return prepare_all(s) || refuse_code(error, config->path, sqlite3_errcode(s->db));
}

static bool open_all(struct file *s, const struct store_config *config, struct message *error) {
    if (config->reads) return open_to_read(s, config, error);
    if (config->shared && access(config->path, F_OK) != 0)
        return refuse_why(error, config->path, strerror(errno));
    if (!config->vfs && !config->shared) {
        s->lock = take_lock(config->path, error);
        if (s->lock < 0) return false;
        int fd = open(config->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0) return refuse_why(error, config->path, strerror(errno));
        struct stat file;
        s->path = fstat(fd, &file) == 0 ? strdup(config->path) : NULL;
        s->device = file.st_dev;
        s->inode = file.st_ino;
        close(fd);
        if (!s->path) return refuse(error, MESSAGE("error.memory"));
    }
    s->db = open_file(config->path, config->vfs, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!s->db) return false;
    if (!configure(s, config->checkpoint_pages ? config->checkpoint_pages : CHECKPOINT_PAGES))
        return refuse_code(error, config->path, sqlite3_errcode(s->db));
    if (!config->shared && is_small(s->db) && !is_whole(s->db, "PRAGMA quick_check(1)"))
        return refuse_file(error, "error.store.damaged", config->path);
    if (!migrate(s, config, error)) return false;
    /* Tests open older versions, which do not have all database tables yet. */
    if (config->versions && config->versions < store_versions)
        return prepare(s->db, "PRAGMA data_version", &s->data_version);
    if (prepare_all(s)) {
        (void)poll_changes(&s->backend);
        return config->checkpoint_pages || config->shared || start_sweeping(s, config->path, error);
    }
    return refuse_code(error, config->path, sqlite3_errcode(s->db));
}

static void close_file(struct backend *backend) {
    struct file *s = (struct file *)backend;
    stop_sweeping(s);
    if (s->db) {
        finalize_all(s);
        sqlite3_close(s->db);
    }
    if (s->lock >= 0) close(s->lock);
    free(s->path);
    free(s);
}

struct backend *sqlite_open(const struct store_config *config, struct message *error) {
    struct file *s = calloc(1, sizeof *s);
    *error = MESSAGE("error.memory");
    if (!s) return NULL;
    s->backend = (struct backend){.group_max = GROUP_MAX,
                                  .do_group = do_group,
                                  .poll_changes = poll_changes,
                                  .close = close_file};
    s->lock = -1;
    if (open_all(s, config, error)) return &s->backend;
    close_file(&s->backend);
    return NULL;
}

/* ---- for the operator ---- */

static bool check_open(sqlite3 *db, const char *path, struct message *error) {
    if (!check_head(db, path, error)) return false;
    return is_whole(db, "PRAGMA integrity_check(1)") ||
           refuse_file(error, "error.store.damaged", path);
}

bool store_check(const char *path, struct message *error) {
    sqlite3 *db = open_file(path, NULL, SQLITE_OPEN_READONLY, error);
    if (!db) return false;
    bool good = check_open(db, path, error);
    sqlite3_close(db);
    return good;
}

static bool sync_file(const char *path) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return done;
}

/* Makes a snapshot while the server runs. The copy appears complete or not at all. */
bool store_backup(const char *path, const char *to, struct message *error) {
    char part[SQL_MAX], sql[2 * SQL_MAX];
    sqlite3 *db = open_file(path, NULL, SQLITE_OPEN_READWRITE, error);
    if (!db) return false;
    snprintf(part, sizeof part, "%s.part", to);
    unlink(part);
    sqlite3_snprintf(sizeof sql, sql, "VACUUM INTO %Q", part);
    bool done = pragma(db, "PRAGMA application_id") == STORE_APPLICATION ||
                refuse_file(error, "error.store.foreign", path);
    if (done && sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        done = refuse_code(error, to, sqlite3_errcode(db));
    sqlite3_close(db);
    if (!done) return false;
    if (store_check(part, error) && chmod(part, 0600) == 0 && sync_file(part) &&
        rename(part, to) == 0)
        return true;
    unlink(part);
    return refuse_file(error, "cli.error.write", to);
}

bool store_restore(const char *from, const char *path, struct message *error) {
    char part[SQL_MAX], beside[SQL_MAX];
    int lock = take_lock(path, error);
    if (lock < 0) return false;
    snprintf(part, sizeof part, "%s.restored", path);
    bool done = store_check(from, error) && store_backup(from, part, error);
    for (unsigned i = 0; done && i < 2; i++) {
        snprintf(beside, sizeof beside, "%s%s", path, i ? "-shm" : "-wal");
        done =
            unlink(beside) == 0 || errno == ENOENT || refuse_file(error, "cli.error.write", beside);
    }
    if (done && rename(part, path) != 0) done = refuse_file(error, "cli.error.write", path);
    close(lock);
    return done;
}
