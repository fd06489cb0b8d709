/* The store in PostgreSQL, shared by any number of servers.
 *
 * A group of batches is one pipeline and one transaction: one round trip. If a statement fails
 * because of a conflict, the group is rolled back and its batches run one by one. Each commit also
 * notifies the other servers of what it changed (ids only). A separate thread listens for that;
 * after a lost connection it reports that anything may have changed. */
#include "store/sqlite.h"

#include "core/ensure.h"
#include "core/hex.h"

#include <endian.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SQL_MAX = POSTGRES_SQL_MAX,
    NAME_MAX_LENGTH = 24, /* of a prepared statement */
    COLUMNS_MAX = 40,
    GROUP_MAX = 400, /* batches in one commit */
    ANSWER_MS = 5 * 1000, /* without a response for this time the connection is closed */
    LISTEN_MS = 200, /* poll interval of the listener: closing waits this long at most */
    AGAIN_MS = 500, /* between attempts to connect the listener */
    TRIES = 5, /* of a batch that ended in a deadlock */
    NOTIFY_MAX = 7900, /* bytes per notification */
    TYPE_TEXT = 25,
    TYPE_NUMBER = 20,
    TYPE_REAL = 701,
    TYPE_BYTES = 17,
};

#define CHANNEL "tafelrunde"

struct server {
    struct backend backend; /* first member */
    struct store *store;
    char *url;
    PGconn *db; /* NULL: not connected */
    bool silent; /* it did not respond within ANSWER_MS */
    atomic_int pid; /* of db's backend process: its notifications are our own */
    pthread_t listener;
    bool listens;
    atomic_bool closing;
};

/* ---- translation of the schema ---- */

/* Terms of SQLite and of PostgreSQL. */
static const char *const dialect[][2] = {
    {" STRICT, WITHOUT ROWID", ""},
    {"INTEGER", "BIGINT"},
    {"REAL", "DOUBLE PRECISION"},
    {"BLOB", "BYTEA"},
    {"TEXT", "TEXT COLLATE \"C\""},
    {STORE_LOCK, "FOR UPDATE SKIP LOCKED"},
    {"?", "$"},
};

void postgres_translate(const char *sql, char out[POSTGRES_SQL_MAX]) {
    size_t at = 0;
    while (*sql) {
        size_t i = 0, count = sizeof dialect / sizeof dialect[0];
        while (i < count && strncmp(sql, dialect[i][0], strlen(dialect[i][0])) != 0) i++;
        at += (size_t)snprintf(out + at, SQL_MAX - at, "%.*s",
                               i < count ? (int)strlen(dialect[i][1]) : 1,
                               i < count ? dialect[i][1] : sql);
        ensure(at < SQL_MAX);
        sql += i < count ? strlen(dialect[i][0]) : 1;
    }
    out[at] = 0;
}

/* ---- results ---- */

static bool is_lost(const struct server *s) {
    return s->silent || PQstatus(s->db) != CONNECTION_OK;
}

/* The next result; NULL: the statement has no more, or the connection is lost. */
static PGresult *next_result(struct server *s) {
    while (!s->silent && PQisBusy(s->db)) {
        int unsent = PQflush(s->db);
        struct pollfd socket = {.fd = PQsocket(s->db),
                                .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))};
        s->silent = unsent < 0 || poll(&socket, 1, ANSWER_MS) <= 0 || !PQconsumeInput(s->db);
    }
    return s->silent ? NULL : PQgetResult(s->db);
}

static bool is_good(const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Takes the results of a statement outside a pipeline: did it succeed? */
static bool is_done(struct server *s) {
    bool good = true, any = false;
    for (PGresult *result; (result = next_result(s)); PQclear(result)) {
        any = true;
        good &= is_good(result);
    }
    return good && any;
}

static bool command(struct server *s, const char *sql) {
    return PQsendQuery(s->db, sql) == 1 && is_done(s);
}

/* ---- statements ---- */

static Oid type_of(enum store_column_kind kind) {
    static const Oid types[] = {[STORE_TEXT] = TYPE_TEXT,
                                [STORE_NUMBER] = TYPE_NUMBER,
                                [STORE_REAL] = TYPE_REAL,
                                [STORE_BYTES] = TYPE_BYTES};
    return types[kind];
}

static bool prepare(struct server *s, const char *name, const char *sql, int count,
                    const Oid *types) {
    char text[SQL_MAX];
    postgres_translate(sql, text);
    return PQsendPrepare(s->db, name, text, count, types) == 1 && is_done(s);
}

static void name_of(char name[NAME_MAX_LENGTH], const char *what, unsigned number, unsigned step) {
    snprintf(name, NAME_MAX_LENGTH, "%s_%u_%u", what, number, step);
}

static int add_names(char *sql, int at, const struct store_columns *c, unsigned from, unsigned to,
                     const char *format) {
    for (unsigned i = from; i < to; i++) {
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), i > from ? "," : "");
        const char *name = c->columns[i].name;
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), format, name, name, name);
        ensure(at < SQL_MAX);
    }
    return at;
}

/* A statement that must change a row: if there is none, because of a revision conflict, the
 * division by zero makes it fail. */
static void must_change(char sql[SQL_MAX]) {
    char change[SQL_MAX];
    strcpy(change, sql);
    int length = snprintf(sql, SQL_MAX,
                          "WITH done AS (%s RETURNING 1) SELECT 1 / count(*) FROM done", change);
    ensure(length < SQL_MAX);
}

/* The key columns are $1 and $2, the moving ones follow. */
static bool prepare_move(struct server *s, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    const struct store_moving *moving = &store_moving[type];
    char sql[SQL_MAX], name[NAME_MAX_LENGTH];
    Oid types[COLUMNS_MAX];
    unsigned counted = 0;
    if (!moving->count) return true;
    int at = snprintf(sql, SQL_MAX, "UPDATE %s SET ", c->name);
    for (unsigned i = 0; i < c->keys; i++) types[i] = type_of(c->columns[i].kind);
    for (unsigned i = 0; i < moving->count; i++) {
        const struct store_column *column = &moving->columns[i];
        unsigned place = c->keys + i + 1;
        types[place - 1] = type_of(column->kind);
        if (c->counted && strcmp(column->name, c->counted) == 0) counted = place;
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), "%s\"%s\"=$%u", i ? "," : "", column->name,
                       place);
    }
    for (unsigned i = 0; i < c->keys; i++)
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), " %s \"%s\"=$%u", i ? "AND" : "WHERE",
                       c->columns[i].name, i + 1);
    if (counted) snprintf(sql + at, (size_t)(SQL_MAX - at), " AND %s=$%u-1", c->counted, counted);
    must_change(sql);
    name_of(name, "move", type, 0);
    return prepare(s, name, sql, (int)(c->keys + moving->count), types);
}

static bool prepare_type(struct server *s, enum store_type type) {
    const struct store_columns *c = &store_columns[type];
    char sql[SQL_MAX], name[NAME_MAX_LENGTH];
    Oid types[COLUMNS_MAX];
    ensure(c->count <= COLUMNS_MAX);
    for (unsigned i = 0; i < c->count; i++) types[i] = type_of(c->columns[i].kind);
    int at = snprintf(sql, SQL_MAX, "INSERT INTO %s VALUES (", c->name);
    for (unsigned i = 1; i <= c->count; i++)
        at += snprintf(sql + at, (size_t)(SQL_MAX - at), "%s$%u", i > 1 ? "," : "", i);
    at += snprintf(sql + at, (size_t)(SQL_MAX - at), ")");
    name_of(name, "add", type, 0);
    if (!prepare(s, name, sql, (int)c->count, types)) return false;
    at += snprintf(sql + at, (size_t)(SQL_MAX - at), " ON CONFLICT (");
    at = add_names(sql, at, c, 0, c->keys, "\"%s\"");
    at += snprintf(sql + at, (size_t)(SQL_MAX - at), ") DO UPDATE SET ");
    char add[64];
    snprintf(add, sizeof add, "\"%%s\"=%s.\"%%s\"+excluded.\"%%s\"", c->name);
    /* only the operator sets `blocked`, the last column */
    at = add_names(sql, at, c, c->keys, type == STORE_PERSON ? c->count - 1 : c->count,
                   store_adds(type) ? add : "\"%s\"=excluded.\"%s\"");
    if (c->counted) {
        snprintf(sql + at, (size_t)(SQL_MAX - at), " WHERE %s.%s=excluded.%s-1", c->name,
                 c->counted, c->counted);
        must_change(sql);
    }
    name_of(name, "put", type, 0);
    if (!prepare(s, name, sql, (int)c->count, types)) return false;
    at = snprintf(sql, SQL_MAX, "DELETE FROM %s WHERE \"%s\"=$1", c->name, c->columns[0].name);
    if (c->keys > 1)
        snprintf(sql + at, (size_t)(SQL_MAX - at), " AND \"%s\"=$2", c->columns[1].name);
    name_of(name, "remove", type, 0);
    return prepare(s, name, sql, (int)c->keys, types) && prepare_move(s, type);
}

static bool is_token(const struct store_op *op) {
    return op->does == STORE_FIND ? store_query_by_token(op->query)
                                  : op->does == STORE_SWEEP && op->sweep == STORE_TOUCH;
}

static bool prepare_steps(struct server *s, const char *what, unsigned number,
                          const char *const *steps, bool token) {
    const Oid types[] = {token ? TYPE_BYTES : TYPE_TEXT, TYPE_NUMBER};
    char name[NAME_MAX_LENGTH];
    bool good = true;
    for (unsigned i = 0; good && steps[i]; i++) {
        name_of(name, what, number, i);
        good = prepare(s, name, steps[i], 2, types);
    }
    return good;
}

/* As with revisions, a division by zero is the conflict. */
static bool prepare_limit(struct server *s) {
    const Oid types[] = {TYPE_TEXT, TYPE_TEXT, TYPE_NUMBER};
    char sql[SQL_MAX];
    snprintf(sql, sizeof sql, "SELECT 1 / CASE WHEN (%s) < ?3 THEN 1 ELSE 0 END", store_limit_sql);
    return prepare(s, "limit", sql, 3, types);
}

/* Number of parameters of a query. */
static int parameters(enum store_query query) {
    return 3 + (store_query_by_row(query) ? (int)store_columns[store_query_types[query]].count : 0);
}

static bool prepare_all(struct server *s) {
    bool good = true;
    for (unsigned type = 0; good && type < STORE_TYPE_COUNT; type++) good = prepare_type(s, type);
    for (unsigned query = 0; good && query < STORE_QUERY_COUNT; query++) {
        const struct store_columns *c = &store_columns[store_query_types[query]];
        Oid types[COLUMNS_MAX] = {store_query_by_token(query) ? TYPE_BYTES : TYPE_TEXT, TYPE_NUMBER,
                                  TYPE_NUMBER};
        int count = parameters(query);
        for (int i = 3; i < count; i++) types[i] = type_of(c->columns[i - 3].kind);
        char sql[SQL_MAX], name[NAME_MAX_LENGTH];
        bool takes = store_query_takes(query);
        int at = takes ? snprintf(sql, SQL_MAX, "%s RETURNING ", store_query_sql[query])
                       : snprintf(sql, SQL_MAX, "SELECT ");
        at = add_names(sql, at, c, 0, c->count, "\"%s\"");
        if (!takes) snprintf(sql + at, (size_t)(SQL_MAX - at), " %s", store_query_sql[query]);
        name_of(name, "find", query, 0);
        good = prepare(s, name, sql, count, types);
    }
    for (unsigned sweep = 0; good && sweep < STORE_SWEEPS; sweep++)
        good = prepare_steps(s, "sweep", sweep, store_sweep_sql[sweep], sweep == STORE_TOUCH);
    const Oid text = TYPE_TEXT;
    return good && prepare_limit(s) &&
           prepare(s, "notify", "SELECT pg_notify('" CHANNEL "', $1)", 1, &text) &&
           prepare_steps(s, "table", 0, store_remove_table_sql, false);
}

/* ---- connecting ---- */

static PGconn *connect_to(const char *url) {
    static const char *const keys[] = {
        "dbname",  "connect_timeout", "application_name", "client_encoding",
        "options", "keepalives_idle", "tcp_user_timeout", NULL};
    const char *const values[] = {
        url,
        "3",
        "tafelrunde",
        "UTF8",
        "-c statement_timeout=5s -c lock_timeout=3s -c idle_in_transaction_session_timeout=20s -c "
        "default_transaction_isolation=read\\ committed",
        "10",
        "10000",
        NULL};
    return PQconnectdbParams(keys, values, 1);
}

static void hang_up(struct server *s) {
    PQfinish(s->db);
    s->db = NULL;
    s->silent = false;
    atomic_store(&s->pid, 0);
}

static bool connect_again(struct server *s) {
    if (s->db && PQstatus(s->db) == CONNECTION_OK) return true;
    hang_up(s);
    s->db = connect_to(s->url);
    if (PQstatus(s->db) == CONNECTION_OK && prepare_all(s)) {
        atomic_store(&s->pid, PQbackendPID(s->db));
        return true;
    }
    hang_up(s);
    return false;
}

/* ---- operations: one or more statements each, with one result per statement ---- */

/* Numbers are sent as eight bytes, high byte first. */
struct values {
    const char *texts[COLUMNS_MAX];
    int lengths[COLUMNS_MAX], formats[COLUMNS_MAX];
    uint64_t numbers[COLUMNS_MAX];
    uint8_t token[STORE_HASH];
};

static void bind_number(struct values *v, unsigned place, const void *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    v->numbers[place] = htobe64(bits);
    v->texts[place] = (const char *)&v->numbers[place];
    v->lengths[place] = sizeof bits;
    v->formats[place] = 1;
}

/* The parameters begin behind `before`. */
static void bind_columns(struct values *v, unsigned before, const struct store_column *columns,
                         unsigned count, const union store_row *row) {
    for (unsigned i = 0; i < count; i++) {
        const struct store_column *column = &columns[i];
        unsigned place = before + i;
        const char *value = (const char *)row + column->offset;
        if (column->kind == STORE_NUMBER || column->kind == STORE_REAL) {
            bind_number(v, place, value);
            continue;
        }
        v->formats[place] = column->kind == STORE_BYTES;
        v->lengths[place] = (int)column->size;
        v->texts[place] = value;
    }
}

/* Binds key, number and limit (0: no limit). A malformed token matches nothing. */
static void bind_key(struct values *v, const struct store_op *op, const char *key) {
    v->texts[0] = key;
    v->formats[0] = 0;
    if (is_token(op)) {
        v->formats[0] = 1;
        v->lengths[0] = STORE_HASH;
        v->texts[0] = hex_read(op->key, v->token, STORE_HASH) ? (const char *)v->token : NULL;
    }
    bind_number(v, 1, &op->number);
    bind_number(v, 2, &op->limit);
    if (!op->limit) v->texts[2] = NULL;
}

static bool send(struct server *s, const char *name, unsigned count, const struct values *v) {
    return PQsendQueryPrepared(s->db, name, (int)count, v->texts, v->lengths, v->formats, 0) == 1;
}

static unsigned count_steps(const char *const *steps) {
    unsigned count = 0;
    while (steps[count]) count++;
    return count;
}

/* Number of statements of an operation. */
static unsigned statements(const struct store_op *op) {
    if (op->does == STORE_SWEEP) return count_steps(store_sweep_sql[op->sweep]);
    return op->does == STORE_REMOVE && op->type == STORE_TABLE
               ? 1 + count_steps(store_remove_table_sql)
               : 1;
}

static bool send_steps(struct server *s, const char *what, unsigned number,
                       const char *const *steps, const struct values *v) {
    char name[NAME_MAX_LENGTH];
    bool sent = true;
    for (unsigned i = 0; sent && steps[i]; i++) {
        name_of(name, what, number, i);
        sent = send(s, name, 2, v);
    }
    return sent;
}

static bool send_limit(struct server *s, const struct store_op *op, struct values *v) {
    bind_key(v, op, op->row.seat.person);
    v->texts[1] = op->row.seat.at;
    v->formats[1] = 0;
    bind_number(v, 2, &op->number);
    return send(s, "limit", 3, v);
}

/* Writes or removes a row. */
static bool send_row(struct server *s, const struct store_op *op, struct values *v) {
    static const char *const names[] = {
        [STORE_PUT] = "put", [STORE_MOVE] = "move", [STORE_ADD] = "add", [STORE_REMOVE] = "remove"};
    const struct store_columns *c = &store_columns[op->type];
    const struct store_moving *moving = &store_moving[op->type];
    char name[NAME_MAX_LENGTH];
    unsigned count = op->does == STORE_PUT || op->does == STORE_ADD ? c->count : c->keys;
    bind_columns(v, 0, c->columns, count, &op->row);
    if (op->does == STORE_MOVE) {
        bind_columns(v, count, moving->columns, moving->count, &op->row);
        count += moving->count;
    }
    name_of(name, names[op->does], op->type, 0);
    return send(s, name, count, v);
}

static bool send_op(struct server *s, const struct store_op *op) {
    char name[NAME_MAX_LENGTH];
    struct values v;
    if (op->does == STORE_LIMIT) return send_limit(s, op, &v);
    if (op->does == STORE_FIND || op->does == STORE_SWEEP) bind_key(&v, op, op->key);
    if (op->does == STORE_SWEEP)
        return send_steps(s, "sweep", op->sweep, store_sweep_sql[op->sweep], &v);
    if (op->does == STORE_FIND) {
        const struct store_columns *c = &store_columns[op->type];
        unsigned count = (unsigned)parameters(op->query);
        name_of(name, "find", op->query, 0);
        if (count > 3) bind_columns(&v, 3, c->columns, c->count, &op->row);
        return send(s, name, count, &v);
    }
    if (op->does == STORE_REMOVE && op->type == STORE_TABLE) {
        bind_key(&v, op, op->row.table.id);
        if (!send_steps(s, "table", 0, store_remove_table_sql, &v)) return false;
    }
    return send_row(s, op, &v);
}

/* False: the database contains data that this program never wrote. */
static bool read_row(const PGresult *result, int at, const struct store_columns *c, char *row) {
    memset(row, 0, c->size);
    for (unsigned i = 0; i < c->count; i++) {
        const struct store_column *column = &c->columns[i];
        const char *text = PQgetvalue(result, at, (int)i);
        size_t length = (size_t)PQgetlength(result, at, (int)i);
        char *value = row + column->offset;
        switch (column->kind) {
        case STORE_NUMBER: *(int64_t *)value = strtoll(text, NULL, 10); break;
        case STORE_REAL: *(double *)value = strtod(text, NULL); break;
        case STORE_TEXT:
            if (length >= column->size) return false;
            memcpy(value, text, length);
            break;
        case STORE_BYTES: /* \x and hex digits */
            if (length != 2 + 2 * column->size ||
                !hex_read(text + 2, (uint8_t *)value, column->size))
                return false;
            break;
        }
    }
    return true;
}

static bool read_rows(const PGresult *result, struct store_op *op) {
    const struct store_columns *c = &store_columns[op->type];
    int count = PQntuples(result);
    bool good = true;
    if (count == 0) return true;
    op->rows = malloc((size_t)count * c->size);
    if (!op->rows) return false;
    for (int i = 0; good && i < count; i++)
        good = read_row(result, i, c, (char *)op->rows + (size_t)i * c->size);
    op->count = good ? (unsigned)count : 0;
    return good;
}

/* ---- groups ---- */

enum outcome { OUTCOME_GOOD, OUTCOME_CONFLICT, OUTCOME_DAMAGED, OUTCOME_AGAIN, OUTCOME_BROKEN };

static enum outcome outcome_of(const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (is_good(result)) return OUTCOME_GOOD;
    if (state && (strcmp(state, "23505") == 0 || strcmp(state, "22012") == 0))
        return OUTCOME_CONFLICT;
    if (state && (strcmp(state, "XX001") == 0 || strcmp(state, "XX002") == 0))
        return OUTCOME_DAMAGED;
    if (state && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0)) return OUTCOME_AGAIN;
    return OUTCOME_BROKEN;
}

/* Takes one statement's result from the pipeline. */
static enum outcome take(struct server *s, struct store_op *op) {
    PGresult *result = next_result(s);
    if (!result) return OUTCOME_BROKEN;
    enum outcome outcome = outcome_of(result);
    if (outcome == OUTCOME_GOOD && op && op->does == STORE_FIND && !read_rows(result, op))
        outcome = OUTCOME_BROKEN;
    PQclear(result);
    while ((result = next_result(s))) PQclear(result);
    return outcome;
}

static bool notify(struct server *s, const char *words) {
    return PQsendQueryPrepared(s->db, "notify", 1, &words, NULL, NULL, 0) == 1;
}

/* Sends the group's changes in as few notifications as possible: TABLE, TABLE:PERSON or :PERSON,
 * separated by spaces. */
static bool notify_changes(struct server *s, const struct store_batch *group, unsigned *notices) {
    char words[NOTIFY_MAX + 1];
    size_t at = 0;
    bool sent = true;
    *notices = 0;
    for (; group; group = group->next)
        for (unsigned i = 0; sent && i < group->count; i++) {
            const char *table, *person;
            if (!store_announces(group, i, &table, &person)) continue;
            if (at + 2 * STORE_ID > NOTIFY_MAX) {
                sent = notify(s, words);
                ++*notices;
                at = 0;
            }
            at += (size_t)sprintf(words + at, "%s%s%s ", table, person[0] ? ":" : "", person);
        }
    if (at == 0 || !sent) return sent;
    ++*notices;
    return notify(s, words);
}

static bool send_group(struct server *s, const struct store_batch *group, unsigned *notices) {
    bool sent = PQenterPipelineMode(s->db) == 1;
    for (const struct store_batch *batch = group; batch && sent; batch = batch->next)
        for (unsigned i = 0; sent && i < batch->count; i++) sent = send_op(s, &batch->ops[i]);
    return sent && notify_changes(s, group, notices) && PQpipelineSync(s->db) == 1;
}

/* Takes the results of all statements: the first failure, or OUTCOME_GOOD. */
static enum outcome take_group(struct server *s, struct store_batch *group, unsigned notices) {
    enum outcome worst = OUTCOME_GOOD;
    for (struct store_batch *batch = group; batch; batch = batch->next)
        for (unsigned i = 0; i < batch->count; i++)
            for (unsigned left = statements(&batch->ops[i]); left; left--) {
                struct store_op *op = &batch->ops[i];
                enum outcome outcome = take(s, op);
                if (worst == OUTCOME_GOOD && outcome != OUTCOME_GOOD) {
                    worst = outcome;
                    batch->failed = i;
                }
                if (is_lost(s)) return OUTCOME_BROKEN;
            }
    for (; notices; notices--) {
        enum outcome outcome = take(s, NULL);
        if (worst == OUTCOME_GOOD) worst = outcome;
    }
    PGresult *end = next_result(s);
    /* the commit failed */
    if (worst == OUTCOME_GOOD && PQresultStatus(end) != PGRES_PIPELINE_SYNC) worst = OUTCOME_BROKEN;
    PQclear(end);
    return worst;
}

/* Runs a group as one transaction. Rows found are kept only on success. */
static enum outcome do_once(struct server *s, struct store_batch *group, uint64_t *commit_us) {
    unsigned notices;
    bool changes = false;
    for (const struct store_batch *batch = group; batch; batch = batch->next)
        changes |= store_writes(batch);
    if (!connect_again(s)) return OUTCOME_BROKEN;
    uint64_t began = store_now_us();
    enum outcome outcome =
        send_group(s, group, &notices) ? take_group(s, group, notices) : OUTCOME_BROKEN;
    if (is_lost(s) || PQexitPipelineMode(s->db) != 1) outcome = OUTCOME_BROKEN;
    if (changes && outcome == OUTCOME_GOOD) *commit_us += store_now_us() - began;
    if (outcome == OUTCOME_BROKEN)
        hang_up(s); /* reconnect: the state of the connection is unknown */
    for (struct store_batch *batch = group; batch && outcome != OUTCOME_GOOD; batch = batch->next)
        store_batch_forget(batch);
    return outcome;
}

static enum store_status status_of(enum outcome outcome) {
    static const enum store_status statuses[] = {[OUTCOME_GOOD] = STORE_DONE,
                                                 [OUTCOME_CONFLICT] = STORE_CONFLICT,
                                                 [OUTCOME_DAMAGED] = STORE_DAMAGED,
                                                 [OUTCOME_AGAIN] = STORE_FAILED,
                                                 [OUTCOME_BROKEN] = STORE_FAILED};
    return statuses[outcome];
}

static void do_alone(struct server *s, struct store_batch *batch, uint64_t *commit_us) {
    enum outcome outcome = OUTCOME_AGAIN;
    for (unsigned tries = TRIES; tries && outcome == OUTCOME_AGAIN; tries--)
        outcome = do_once(s, batch, commit_us);
    batch->status = status_of(outcome);
}

static void do_group(struct backend *backend, struct store_batch *group, uint64_t *commit_us) {
    struct server *s = (struct server *)backend;
    enum outcome outcome = do_once(s, group, commit_us);
    bool alone = !group->next && outcome != OUTCOME_AGAIN;
    for (struct store_batch *batch = group; batch; batch = batch->next)
        batch->status = status_of(outcome);
    if (outcome == OUTCOME_GOOD || outcome == OUTCOME_BROKEN || alone) return;
    for (struct store_batch *batch = group, *next; batch; batch = next) {
        next = batch->next;
        batch->next = NULL;
        do_alone(s, batch, commit_us);
        batch->next = next;
    }
}

/* ---- listening ---- */

static void take_notifications(struct server *s, PGconn *listening) {
    for (PGnotify *notice; (notice = PQnotifies(listening)); PQfreemem(notice)) {
        if (notice->be_pid == atomic_load(&s->pid)) continue;
        for (char *rest = notice->extra, *table; (table = strtok_r(rest, " ", &rest));) {
            char *person = table + strcspn(table, ":");
            if (*person) *person++ = 0;
            if (strlen(table) < STORE_ID && strlen(person) < STORE_ID && (table[0] || person[0]))
                store_add_change(s->store, table, person);
        }
    }
}

static bool start_listening(PGconn *listening) {
    PGresult *result = PQexec(listening, "LISTEN " CHANNEL);
    bool good = PQstatus(listening) == CONNECTION_OK && is_good(result);
    PQclear(result);
    return good;
}

static void *listen_to(void *argument) {
    struct server *s = argument;
    while (!atomic_load(&s->closing)) {
        PGconn *listening = connect_to(s->url);
        bool good = start_listening(listening);
        if (good) store_add_change(s->store, "", ""); /* notifications may have been missed */
        while (good && !atomic_load(&s->closing)) {
            struct pollfd socket = {.fd = PQsocket(listening), .events = POLLIN};
            if (poll(&socket, 1, LISTEN_MS) > 0) good = PQconsumeInput(listening) == 1;
            take_notifications(s, listening);
        }
        PQfinish(listening);
        if (!atomic_load(&s->closing))
            nanosleep(&(struct timespec){.tv_nsec = AGAIN_MS * 1000000L}, NULL);
    }
    return NULL;
}

/* ---- opening ---- */

static bool refuse(struct message *error, const char *why) {
    static char kept[400]; /* a store is opened once per process */
    snprintf(kept, sizeof kept, "%s", why);
    kept[strcspn(kept, "\n")] = 0;
    *error = MESSAGE("error.store.postgres", TEXT("why", kept, strlen(kept)));
    return false;
}

static int64_t read_version(struct server *s) {
    PGresult *result = PQexec(s->db, "SELECT version FROM tafelrunde");
    int64_t version =
        is_good(result) && PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return version;
}

/* Migrates the schema in one transaction; an advisory lock admits one server at a time. */
static bool migrate(struct server *s, const struct store_config *config, struct message *error) {
    unsigned newest = config->versions ? config->versions : store_versions;
    char sql[SQL_MAX];
    snprintf(sql, sizeof sql,
             "BEGIN; SELECT pg_advisory_xact_lock(%d); SET LOCAL client_min_messages = warning; "
             "CREATE TABLE IF NOT EXISTS tafelrunde (version BIGINT NOT NULL)",
             STORE_APPLICATION);
    bool good = command(s, sql);
    int64_t version = read_version(s);
    if (good && version > newest) {
        *error = MESSAGE("error.store.newer",
                         TEXT("file", store_name(config->path), strlen(store_name(config->path))));
        return false;
    }
    for (int64_t i = version; good && i < newest; i++) {
        postgres_translate(store_migrations[i], sql);
        good = command(s, sql);
    }
    snprintf(sql, sizeof sql, "DELETE FROM tafelrunde; INSERT INTO tafelrunde VALUES (%u); COMMIT",
             newest);
    return (good && command(s, sql)) || refuse(error, PQerrorMessage(s->db));
}

static void close_server(struct backend *backend) {
    struct server *s = (struct server *)backend;
    atomic_store(&s->closing, true);
    if (s->listens) pthread_join(s->listener, NULL);
    hang_up(s);
    free(s->url);
    free(s);
}

static bool open_server(struct server *s, const struct store_config *config,
                        struct message *error) {
    s->db = connect_to(s->url);
    if (PQstatus(s->db) != CONNECTION_OK) return refuse(error, PQerrorMessage(s->db));
    if (!migrate(s, config, error)) return false;
    if (!prepare_all(s)) return refuse(error, PQerrorMessage(s->db));
    atomic_store(&s->pid, PQbackendPID(s->db));
    if (config->shared) return true;
    s->listens = pthread_create(&s->listener, NULL, listen_to, s) == 0;
    return s->listens;
}

struct backend *postgres_open(const struct store_config *config, struct store *store,
                              struct message *error) {
    struct server *s = calloc(1, sizeof *s);
    *error = MESSAGE("error.memory");
    if (!s) return NULL;
    s->backend =
        (struct backend){.group_max = GROUP_MAX, .do_group = do_group, .close = close_server};
    s->store = store;
    s->url = strdup(config->path);
    if (s->url && open_server(s, config, error)) return &s->backend;
    close_server(&s->backend);
    return NULL;
}
