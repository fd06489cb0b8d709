/* The columns of every row type, and operations on batches in memory. */
#include "store/store.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

/* A column gets its kind from the type of its member. */
#define KIND(value)            \
    _Generic((value),          \
        char *: STORE_TEXT,    \
        int64_t: STORE_NUMBER, \
        double: STORE_REAL,    \
        uint8_t *: STORE_BYTES)
#define MEMBER(row, member) ((struct row *)0)->member
#define COLUMN(row, member) \
    {#member, KIND(MEMBER(row, member)), offsetof(struct row, member), sizeof MEMBER(row, member)},

/* COLUMNS(row, a, b, c) is COLUMN(row, a) COLUMN(row, b) COLUMN(row, c), for up to 64 members: each
 * scan of the text expands one more. */
#define COLUMNS(row, ...) SCAN(COLUMNS_OF(row, __VA_ARGS__))
#define COLUMNS_OF(row, member, ...) \
    COLUMN(row, member) __VA_OPT__(COLUMNS_AGAIN PARENTHESES(row, __VA_ARGS__))
#define COLUMNS_AGAIN() COLUMNS_OF
#define PARENTHESES ()
#define SCAN(...) SCAN_16(SCAN_16(SCAN_16(SCAN_16(__VA_ARGS__))))
#define SCAN_16(...) SCAN_4(SCAN_4(SCAN_4(SCAN_4(__VA_ARGS__))))
#define SCAN_4(...) SCAN_1(SCAN_1(SCAN_1(SCAN_1(__VA_ARGS__))))
#define SCAN_1(...) __VA_ARGS__

#define ROW(type, table, row, key_columns, counted_column, ...)                           \
    [type] = {.name = #table,                                                             \
              .size = sizeof(struct row),                                                 \
              .count = sizeof((const struct store_column[]){COLUMNS(row, __VA_ARGS__)}) / \
                       sizeof(struct store_column),                                       \
              .keys = key_columns,                                                        \
              .counted = counted_column,                                                  \
              .columns = (const struct store_column[]){COLUMNS(row, __VA_ARGS__)}}

/* The columns of each row type: first those of the key, of which there are `key`. */
/* clang-format off */
const struct store_columns store_columns[STORE_TYPE_COUNT] = {
    /*  type              table        struct            key counted */
    ROW(STORE_PERSON,     persons,     store_person,     1,  NULL,
        id, name, folded, password, created_ms, seen_ms, blocked),
    ROW(STORE_SESSION,    sessions,    store_session,    1,  NULL,
        token, person, created_ms, seen_ms, device),
    ROW(STORE_TABLE,      tables,      store_table,      1,  "revision",
        id, secret, game, components, rules, players, options, seed, reserve, pace, time_ms,
        increment_ms, rated, hints, host, rematch, phase, entries, waiting, proposal, agreed,
        created_ms, changed_ms, wake_ms, revision, keeper, kept_ms, log_rows, log_hash, event,
        round, sealed, delay_ms),
    ROW(STORE_SEAT,       seats,       store_seat,       2,  NULL,
        at, seat, person, name, guest, first, level, hashed, revealed, hash, entropy, left_ms,
        running_ms, expired, score, place, here, losses),
    ROW(STORE_ENTRY,      entries,     store_entry,      2,  NULL,
        at, version, kind, by, action, forced, id),
    ROW(STORE_CHAT,       chat,        store_chat,       2,  NULL,
        at, number, person, name, text, said_ms),
    ROW(STORE_RATING,     ratings,     store_rating,     2,  "games",
        game, person, name, mu, sigma, games, changed_ms),
    ROW(STORE_HISTORY,    history,     store_history,    2,  NULL,
        person, at, game, mu, sigma, place, players, ended_ms),
    ROW(STORE_JOB,        jobs,        store_job,        1,  NULL,
        id, kind, person, data, due_ms, tries),
    ROW(STORE_VALUE,      settings,    store_value,      1,  NULL,
        key, data),
    ROW(STORE_TARGET,     targets,     store_target,     1,  NULL,
        id, person, kind, url, secret, auth, created_ms),
    ROW(STORE_BLOCK,      blocks,      store_block,      2,  NULL,
        person, other, name, created_ms),
    ROW(STORE_ORIGIN,     origins,     store_origin,     2,  NULL,
        person, origin, seen_ms),
    ROW(STORE_CODE,       codes,       store_code,       2,  NULL,
        person, hash, created_ms),
    ROW(STORE_TOURNAMENT, tournaments, store_tournament, 1,  "revision",
        id, name, note, host, host_name, game, level, players, options, pace, time_ms, increment_ms,
        rated, equal_deals, listed, system, rounds, starts_ms, ends_ms, pause_ms, seed, stage,
        drawn, finished, ending, next_ms, entrants, pairings, notes, created_ms, changed_ms,
        wake_ms, revision),
    ROW(STORE_ENTRANT,    entrants,    store_entrant,    2,  NULL,
        at, person, name, guest, number, withdrawn, entered_ms),
    ROW(STORE_PAIRING,    pairings,    store_pairing,    2,  NULL,
        at, number, round, table_id, entrants, finished, corrected, places, scores, lost),
    ROW(STORE_NOTE,       notes,       store_note,       2,  NULL,
        at, number, person, name, what, data, made_ms),
    ROW(STORE_DAY_ROW,    days,        store_day,        1,  NULL,
        day, game, seed, closed, played, scores),
    ROW(STORE_ATTEMPT,    attempts,    store_attempt,    2,  NULL,
        day, person, name, at, begun_ms, ended_ms, score, place),
    ROW(STORE_MARK,       marks,       store_mark,       2,  NULL,
        kind, subject, why, until_ms, created_ms),
    ROW(STORE_REPORT,     reports,     store_report,     1,  NULL,
        id, kind, reason, by, by_name, about, about_name, at, number, text, created_ms, closed_ms),
    ROW(STORE_ACTION,     actions,     store_action,     1,  NULL,
        id, at_ms, by, by_name, what, about, about_name, why, report),
    ROW(STORE_PASSKEY,    passkeys,    store_passkey,    1,  NULL,
        id, person, credential, key, algorithm, counter, device, created_ms, seen_ms),
    ROW(STORE_CHALLENGE,  challenges,  store_challenge,  1,  NULL,
        id, bound, until_ms),
    ROW(STORE_STUDY,      studies,     store_study,      1,  NULL,
        id, person, name, game, title, listed, created_ms, seen_ms),
    ROW(STORE_PART,       study_parts, store_part,       2,  NULL,
        at, number, text),
    ROW(STORE_PLAYED,     played,      store_played,     2,  NULL,
        at, seat, person, game, result, listed, ended_ms),
    ROW(STORE_OPENING,    openings,    store_opening,    2,  NULL,
        node, choice, offered, chosen, firsts),
};
/* clang-format on */

#define MOVING(row, ...)                                                            \
    {                                                                               \
        .count = sizeof((const struct store_column[]){COLUMNS(row, __VA_ARGS__)}) / \
                 sizeof(struct store_column),                                       \
        .columns = (const struct store_column[]) {                                  \
            COLUMNS(row, __VA_ARGS__)                                               \
        }                                                                           \
    }

const struct store_moving store_moving[STORE_TYPE_COUNT] = {
    [STORE_TABLE] =
        MOVING(store_table, entries, waiting, wake_ms, revision, kept_ms, log_rows, log_hash),
    [STORE_SEAT] = MOVING(store_seat, left_ms, running_ms),
};

#define GIVES(query, type) [query] = type,
const enum store_type store_query_types[STORE_QUERY_COUNT] = {STORE_QUERIES(GIVES)};
#undef GIVES

/* ---- batches ---- */

bool store_query_by_token(enum store_query query) {
    return query == STORE_PERSON_OF_SESSION || query == STORE_SESSION_AT ||
           query == STORE_MARKS_OF_SESSION || query == STORE_BLOCKS_OF_SESSION;
}

bool store_query_by_row(enum store_query query) {
    return query == STORE_PLAYED_OF || query == STORE_PLAYED_LISTED;
}

bool store_adds(enum store_type type) {
    return type == STORE_OPENING;
}

bool store_query_takes(enum store_query query) {
    return query == STORE_TABLES_TAKEN || query == STORE_JOBS_TAKEN ||
           query == STORE_CHALLENGE_TAKEN;
}

bool store_writes(const struct store_batch *batch) {
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->ops[i].does != STORE_FIND || store_query_takes(batch->ops[i].query)) return true;
    return false;
}

static bool writes_row(const struct store_op *op) {
    return op->does == STORE_PUT || op->does == STORE_MOVE;
}

static bool is_awaited(const struct store_op *op) {
    return writes_row(op) && op->type == STORE_SEAT && op->row.seat.running_ms;
}

/* Then the seat's announcement covers the table's. */
static bool has_awaited_seat(const struct store_batch *batch, const char *table) {
    for (unsigned i = 0; i < batch->count; i++)
        if (is_awaited(&batch->ops[i]) && strcmp(batch->ops[i].row.seat.at, table) == 0)
            return true;
    return false;
}

static bool is_person_mark(const struct store_mark *mark) {
    return strcmp(mark->kind, MARK_ADDRESS) != 0;
}

bool store_announces(const struct store_batch *batch, unsigned number, const char **table,
                     const char **person) {
    const struct store_op *op = &batch->ops[number];
    *table = *person = "";
    if (is_awaited(op)) {
        *table = op->row.seat.at;
        *person = op->row.seat.person;
    }
    if (writes_row(op) && op->type == STORE_TABLE && !has_awaited_seat(batch, op->row.table.id))
        *table = op->row.table.id;
    if (op->does == STORE_REMOVE && op->type == STORE_SESSION) *person = op->row.session.person;
    if (op->does != STORE_FIND && op->type == STORE_MARK && is_person_mark(&op->row.mark))
        *person = op->row.mark.subject;
    if (op->does != STORE_FIND && op->type == STORE_BLOCK) *person = op->row.block.person;
    if (op->does == STORE_SWEEP &&
        (op->sweep == STORE_RENAME || op->sweep == STORE_FORGET || op->sweep == STORE_END_SESSIONS))
        *person = op->key;
    if (op->does == STORE_SWEEP && op->sweep == STORE_OPEN_ROUND) *person = op->key;
    if (op->does == STORE_SWEEP && op->sweep == STORE_STOP_TABLE) *table = op->key;
    return *table[0] || *person[0];
}

struct store_batch *store_batch(void *context) {
    struct store_batch *batch = calloc(1, sizeof *batch);
    ensure(batch);
    batch->context = context;
    return batch;
}

/* Zeroes only `size` bytes of the row: the largest rows have kilobytes. */
static struct store_op *next_op(struct store_batch *batch, enum store_does does, size_t size) {
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 8; /* a move has five */
        batch->ops = realloc(batch->ops, batch->capacity * sizeof *batch->ops);
        ensure(batch->ops);
    }
    struct store_op *op = &batch->ops[batch->count++];
    memset(op, 0, offsetof(struct store_op, row) + size);
    op->does = does;
    return op;
}

static union store_row *row_op(struct store_batch *batch, enum store_does does,
                               enum store_type type) {
    struct store_op *op = next_op(batch, does, store_columns[type].size);
    op->type = type;
    return &op->row;
}

union store_row *store_put(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_PUT, type);
}

union store_row *store_move(struct store_batch *batch, enum store_type type) {
    ensure(store_moving[type].count);
    return row_op(batch, STORE_MOVE, type);
}

union store_row *store_add(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_ADD, type);
}

union store_row *store_remove(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_REMOVE, type);
}

void store_find(struct store_batch *batch, enum store_query query, const char *key, int64_t number,
                int64_t limit) {
    struct store_op *op = next_op(batch, STORE_FIND, 0);
    ensure(strlen(key) < sizeof op->key);
    op->query = query;
    op->type = store_query_types[query];
    strcpy(op->key, key);
    op->number = number;
    op->limit = limit;
}

union store_row *store_find_like(struct store_batch *batch, enum store_query query, const char *key,
                                 int64_t number, int64_t limit) {
    ensure(store_query_by_row(query));
    store_find(batch, query, key, number, limit);
    union store_row *row = &batch->ops[batch->count - 1].row;
    memset(row, 0, store_columns[store_query_types[query]].size);
    return row;
}

void store_sweep(struct store_batch *batch, enum store_sweep sweep, const char *key,
                 int64_t number) {
    struct store_op *op = next_op(batch, STORE_SWEEP, 0);
    ensure(strlen(key) < sizeof op->key);
    op->sweep = sweep;
    strcpy(op->key, key);
    op->number = number;
}

void store_put_blocked(struct store_batch *batch, const struct store_person *person, bool blocked) {
    struct store_person changed = *person;
    changed.blocked = blocked;
    store_remove(batch, STORE_PERSON)->person = changed;
    store_add(batch, STORE_PERSON)->person = changed;
    if (blocked) store_sweep(batch, STORE_END_SESSIONS, changed.id, 0);
}

void store_limit(struct store_batch *batch, const char *person, const char *table, int64_t most) {
    struct store_op *op = next_op(batch, STORE_LIMIT, sizeof(struct store_seat));
    op->type = STORE_SEAT;
    strcpy(op->row.seat.person, person);
    strcpy(op->row.seat.at, table);
    op->number = most;
}

static const struct store_op *find_from(const struct store_batch *batch, unsigned from,
                                        enum store_query query, const char *key) {
    for (unsigned i = from; i < batch->count; i++) {
        const struct store_op *op = &batch->ops[i];
        if (op->does == STORE_FIND && op->query == query && (!key || strcmp(op->key, key) == 0))
            return op;
    }
    return NULL;
}

const struct store_op *store_found(const struct store_batch *batch, enum store_query query,
                                   const char *key) {
    return find_from(batch, 0, query, key);
}

const struct store_op *store_found_next(const struct store_batch *batch,
                                        const struct store_op *op) {
    return find_from(batch, (unsigned)(op - batch->ops) + 1, op->query, NULL);
}

const union store_row *store_written(const struct store_batch *batch, enum store_type type) {
    for (unsigned i = 0; i < batch->count; i++)
        if ((batch->ops[i].does == STORE_PUT || batch->ops[i].does == STORE_ADD) &&
            batch->ops[i].type == type)
            return &batch->ops[i].row;
    return NULL;
}

void store_batch_free(struct store_batch *batch) {
    for (unsigned i = 0; i < batch->count; i++) free(batch->ops[i].rows);
    free(batch->ops);
    free(batch);
}
