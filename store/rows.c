/* The columns of every row type, and operations on batches in memory. */
#include "store/store.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(row, member) \
    {#member, STORE_TEXT, offsetof(struct row, member), sizeof(((struct row *)0)->member)}
#define NUMBER(row, member) {#member, STORE_NUMBER, offsetof(struct row, member), sizeof(int64_t)}
#define REAL(row, member) {#member, STORE_REAL, offsetof(struct row, member), sizeof(double)}
#define BYTES(row, member) \
    {#member, STORE_BYTES, offsetof(struct row, member), sizeof(((struct row *)0)->member)}

/* Key columns come first. */
static const struct store_column persons[] = {
    TEXT(store_person, id),        TEXT(store_person, name),         TEXT(store_person, folded),
    TEXT(store_person, password),  NUMBER(store_person, created_ms), NUMBER(store_person, seen_ms),
    NUMBER(store_person, blocked),
};

static const struct store_column sessions[] = {
    BYTES(store_session, token),    TEXT(store_session, person), NUMBER(store_session, created_ms),
    NUMBER(store_session, seen_ms), TEXT(store_session, device),
};

static const struct store_column tables[] = {
    TEXT(store_table, id),           TEXT(store_table, secret),
    TEXT(store_table, game),         TEXT(store_table, components),
    NUMBER(store_table, rules),      NUMBER(store_table, players),
    BYTES(store_table, options),     BYTES(store_table, seed),
    BYTES(store_table, reserve),     NUMBER(store_table, pace),
    NUMBER(store_table, time_ms),    NUMBER(store_table, increment_ms),
    NUMBER(store_table, rated),      NUMBER(store_table, hints),
    TEXT(store_table, host),         TEXT(store_table, rematch),
    NUMBER(store_table, phase),      NUMBER(store_table, entries),
    NUMBER(store_table, waiting),    NUMBER(store_table, proposal),
    NUMBER(store_table, agreed),     NUMBER(store_table, created_ms),
    NUMBER(store_table, changed_ms), NUMBER(store_table, wake_ms),
    NUMBER(store_table, revision),   TEXT(store_table, keeper),
    NUMBER(store_table, kept_ms),    NUMBER(store_table, log_rows),
    TEXT(store_table, log_hash),     TEXT(store_table, event),
    NUMBER(store_table, round),      NUMBER(store_table, sealed),
    NUMBER(store_table, delay_ms),
};

static const struct store_column seats[] = {
    TEXT(store_seat, at),           NUMBER(store_seat, seat),    TEXT(store_seat, person),
    TEXT(store_seat, name),         NUMBER(store_seat, guest),   TEXT(store_seat, first),
    TEXT(store_seat, level),        NUMBER(store_seat, hashed),  NUMBER(store_seat, revealed),
    BYTES(store_seat, hash),        BYTES(store_seat, entropy),  NUMBER(store_seat, left_ms),
    NUMBER(store_seat, running_ms), NUMBER(store_seat, expired), NUMBER(store_seat, score),
    NUMBER(store_seat, place),      TEXT(store_seat, here),      NUMBER(store_seat, losses),
};

static const struct store_column entries[] = {
    TEXT(store_entry, at),   NUMBER(store_entry, version), NUMBER(store_entry, kind),
    NUMBER(store_entry, by), NUMBER(store_entry, action),  NUMBER(store_entry, forced),
    TEXT(store_entry, id),
};

static const struct store_column chat[] = {
    TEXT(store_chat, at),   NUMBER(store_chat, number), TEXT(store_chat, person),
    TEXT(store_chat, name), TEXT(store_chat, text),     NUMBER(store_chat, said_ms),
};

static const struct store_column ratings[] = {
    TEXT(store_rating, game),         TEXT(store_rating, person), TEXT(store_rating, name),
    REAL(store_rating, mu),           REAL(store_rating, sigma),  NUMBER(store_rating, games),
    NUMBER(store_rating, changed_ms),
};

static const struct store_column history[] = {
    TEXT(store_history, person),    TEXT(store_history, at),         TEXT(store_history, game),
    REAL(store_history, mu),        REAL(store_history, sigma),      NUMBER(store_history, place),
    NUMBER(store_history, players), NUMBER(store_history, ended_ms),
};

static const struct store_column jobs[] = {
    TEXT(store_job, id),   TEXT(store_job, kind),     TEXT(store_job, person),
    TEXT(store_job, data), NUMBER(store_job, due_ms), NUMBER(store_job, tries),
};

static const struct store_column targets[] = {
    TEXT(store_target, id),           TEXT(store_target, person), TEXT(store_target, kind),
    TEXT(store_target, url),          TEXT(store_target, secret), TEXT(store_target, auth),
    NUMBER(store_target, created_ms),
};

static const struct store_column blocks[] = {
    TEXT(store_block, person),
    TEXT(store_block, other),
    TEXT(store_block, name),
    NUMBER(store_block, created_ms),
};

static const struct store_column origins[] = {
    TEXT(store_origin, person),
    TEXT(store_origin, origin),
    NUMBER(store_origin, seen_ms),
};

static const struct store_column codes[] = {
    TEXT(store_code, person),
    BYTES(store_code, hash),
    NUMBER(store_code, created_ms),
};

static const struct store_column tournaments[] = {
    TEXT(store_tournament, id),           TEXT(store_tournament, name),
    TEXT(store_tournament, note),         TEXT(store_tournament, host),
    TEXT(store_tournament, host_name),    TEXT(store_tournament, game),
    TEXT(store_tournament, level),        NUMBER(store_tournament, players),
    BYTES(store_tournament, options),     NUMBER(store_tournament, pace),
    NUMBER(store_tournament, time_ms),    NUMBER(store_tournament, increment_ms),
    NUMBER(store_tournament, rated),      NUMBER(store_tournament, equal_deals),
    NUMBER(store_tournament, listed),     NUMBER(store_tournament, system),
    NUMBER(store_tournament, rounds),     NUMBER(store_tournament, starts_ms),
    NUMBER(store_tournament, ends_ms),    NUMBER(store_tournament, pause_ms),
    BYTES(store_tournament, seed),        NUMBER(store_tournament, stage),
    NUMBER(store_tournament, drawn),      NUMBER(store_tournament, finished),
    NUMBER(store_tournament, ending),     NUMBER(store_tournament, next_ms),
    NUMBER(store_tournament, entrants),   NUMBER(store_tournament, pairings),
    NUMBER(store_tournament, notes),      NUMBER(store_tournament, created_ms),
    NUMBER(store_tournament, changed_ms), NUMBER(store_tournament, wake_ms),
    NUMBER(store_tournament, revision),
};

static const struct store_column entrants[] = {
    TEXT(store_entrant, at),           TEXT(store_entrant, person),
    TEXT(store_entrant, name),         NUMBER(store_entrant, guest),
    NUMBER(store_entrant, number),     NUMBER(store_entrant, withdrawn),
    NUMBER(store_entrant, entered_ms),
};

static const struct store_column pairings[] = {
    TEXT(store_pairing, at),          NUMBER(store_pairing, number),
    NUMBER(store_pairing, round),     TEXT(store_pairing, table_id),
    BYTES(store_pairing, entrants),   NUMBER(store_pairing, finished),
    NUMBER(store_pairing, corrected), BYTES(store_pairing, places),
    BYTES(store_pairing, scores),     NUMBER(store_pairing, lost),
};

static const struct store_column notes[] = {
    TEXT(store_note, at),        NUMBER(store_note, number), TEXT(store_note, person),
    TEXT(store_note, name),      TEXT(store_note, what),     TEXT(store_note, data),
    NUMBER(store_note, made_ms),
};

static const struct store_column days[] = {
    TEXT(store_day, day),      TEXT(store_day, game),     BYTES(store_day, seed),
    NUMBER(store_day, closed), NUMBER(store_day, played), TEXT(store_day, scores),
};

static const struct store_column attempts[] = {
    TEXT(store_attempt, day),     TEXT(store_attempt, person),     TEXT(store_attempt, name),
    TEXT(store_attempt, at),      NUMBER(store_attempt, begun_ms), NUMBER(store_attempt, ended_ms),
    NUMBER(store_attempt, score), NUMBER(store_attempt, place),
};

static const struct store_column marks[] = {
    TEXT(store_mark, kind),       TEXT(store_mark, subject),      TEXT(store_mark, why),
    NUMBER(store_mark, until_ms), NUMBER(store_mark, created_ms),
};

static const struct store_column reports[] = {
    TEXT(store_report, id),           TEXT(store_report, kind),
    TEXT(store_report, reason),       TEXT(store_report, by),
    TEXT(store_report, by_name),      TEXT(store_report, about),
    TEXT(store_report, about_name),   TEXT(store_report, at),
    NUMBER(store_report, number),     TEXT(store_report, text),
    NUMBER(store_report, created_ms), NUMBER(store_report, closed_ms),
};

static const struct store_column actions[] = {
    TEXT(store_action, id),         NUMBER(store_action, at_ms), TEXT(store_action, by),
    TEXT(store_action, by_name),    TEXT(store_action, what),    TEXT(store_action, about),
    TEXT(store_action, about_name), TEXT(store_action, why),     TEXT(store_action, report),
};

static const struct store_column passkeys[] = {
    TEXT(store_passkey, id),     TEXT(store_passkey, person),       TEXT(store_passkey, credential),
    TEXT(store_passkey, key),    NUMBER(store_passkey, algorithm),  NUMBER(store_passkey, counter),
    TEXT(store_passkey, device), NUMBER(store_passkey, created_ms), NUMBER(store_passkey, seen_ms),
};

static const struct store_column challenges[] = {
    TEXT(store_challenge, id),
    TEXT(store_challenge, bound),
    NUMBER(store_challenge, until_ms),
};

static const struct store_column studies[] = {
    TEXT(store_study, id),           TEXT(store_study, person),    TEXT(store_study, name),
    TEXT(store_study, game),         TEXT(store_study, title),     NUMBER(store_study, listed),
    NUMBER(store_study, created_ms), NUMBER(store_study, seen_ms),
};

static const struct store_column study_parts[] = {
    TEXT(store_part, at),
    NUMBER(store_part, number),
    TEXT(store_part, text),
};

static const struct store_column settings[] = {TEXT(store_value, key), TEXT(store_value, data)};

#define ROW(type, name, row, key_columns, counted) \
    [type] = {#name, sizeof(struct row), sizeof name / sizeof name[0], key_columns, counted, name}

const struct store_columns store_columns[STORE_TYPE_COUNT] = {
    ROW(STORE_PERSON, persons, store_person, 1, NULL),
    ROW(STORE_SESSION, sessions, store_session, 1, NULL),
    ROW(STORE_TABLE, tables, store_table, 1, "revision"),
    ROW(STORE_SEAT, seats, store_seat, 2, NULL),
    ROW(STORE_ENTRY, entries, store_entry, 2, NULL),
    ROW(STORE_CHAT, chat, store_chat, 2, NULL),
    ROW(STORE_RATING, ratings, store_rating, 2, "games"),
    ROW(STORE_HISTORY, history, store_history, 2, NULL),
    ROW(STORE_JOB, jobs, store_job, 1, NULL),
    ROW(STORE_VALUE, settings, store_value, 1, NULL),
    ROW(STORE_TARGET, targets, store_target, 1, NULL),
    ROW(STORE_BLOCK, blocks, store_block, 2, NULL),
    ROW(STORE_ORIGIN, origins, store_origin, 2, NULL),
    ROW(STORE_CODE, codes, store_code, 2, NULL),
    ROW(STORE_TOURNAMENT, tournaments, store_tournament, 1, "revision"),
    ROW(STORE_ENTRANT, entrants, store_entrant, 2, NULL),
    ROW(STORE_PAIRING, pairings, store_pairing, 2, NULL),
    ROW(STORE_NOTE, notes, store_note, 2, NULL),
    ROW(STORE_DAY_ROW, days, store_day, 1, NULL),
    ROW(STORE_ATTEMPT, attempts, store_attempt, 2, NULL),
    ROW(STORE_MARK, marks, store_mark, 2, NULL),
    ROW(STORE_REPORT, reports, store_report, 1, NULL),
    ROW(STORE_ACTION, actions, store_action, 1, NULL),
    ROW(STORE_PASSKEY, passkeys, store_passkey, 1, NULL),
    ROW(STORE_CHALLENGE, challenges, store_challenge, 1, NULL),
    ROW(STORE_STUDY, studies, store_study, 1, NULL),
    ROW(STORE_PART, study_parts, store_part, 2, NULL),
};

#define GIVES(query, type) [query] = type,
const enum store_type store_query_types[STORE_QUERY_COUNT] = {STORE_QUERIES(GIVES)};
#undef GIVES

/* ---- batches ---- */

bool store_query_by_token(enum store_query query) {
    return query == STORE_PERSON_OF_SESSION || query == STORE_SESSION_AT ||
           query == STORE_MARKS_OF_SESSION || query == STORE_BLOCKS_OF_SESSION;
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

static bool is_awaited(const struct store_op *op) {
    return op->does == STORE_PUT && op->type == STORE_SEAT && op->row.seat.running_ms;
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
    if (op->does == STORE_PUT && op->type == STORE_TABLE &&
        !has_awaited_seat(batch, op->row.table.id))
        *table = op->row.table.id;
    if (op->does == STORE_REMOVE && op->type == STORE_SESSION) *person = op->row.session.person;
    if (op->does != STORE_FIND && op->type == STORE_MARK && is_person_mark(&op->row.mark))
        *person = op->row.mark.subject;
    if (op->does != STORE_FIND && op->type == STORE_BLOCK) *person = op->row.block.person;
    if (op->does == STORE_SWEEP &&
        (op->sweep == STORE_RENAME || op->sweep == STORE_FORGET || op->sweep == STORE_END_SESSIONS))
        *person = op->key;
    if (op->does == STORE_SWEEP && op->sweep == STORE_OPEN_ROUND) *person = op->key;
    return *table[0] || *person[0];
}

struct store_batch *store_batch(void *context) {
    struct store_batch *batch = calloc(1, sizeof *batch);
    ensure(batch);
    batch->context = context;
    return batch;
}

static struct store_op *next_op(struct store_batch *batch, enum store_does does) {
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 4;
        batch->ops = realloc(batch->ops, batch->capacity * sizeof *batch->ops);
        ensure(batch->ops);
    }
    struct store_op *op = &batch->ops[batch->count++];
    memset(op, 0, sizeof *op);
    op->does = does;
    return op;
}

static union store_row *row_op(struct store_batch *batch, enum store_does does,
                               enum store_type type) {
    struct store_op *op = next_op(batch, does);
    op->type = type;
    return &op->row;
}

union store_row *store_put(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_PUT, type);
}

union store_row *store_add(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_ADD, type);
}

union store_row *store_remove(struct store_batch *batch, enum store_type type) {
    return row_op(batch, STORE_REMOVE, type);
}

void store_find(struct store_batch *batch, enum store_query query, const char *key, int64_t number,
                int64_t limit) {
    struct store_op *op = next_op(batch, STORE_FIND);
    ensure(strlen(key) < sizeof op->key);
    op->query = query;
    op->type = store_query_types[query];
    strcpy(op->key, key);
    op->number = number;
    op->limit = limit;
}

void store_sweep(struct store_batch *batch, enum store_sweep sweep, const char *key,
                 int64_t number) {
    struct store_op *op = next_op(batch, STORE_SWEEP);
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
    struct store_op *op = next_op(batch, STORE_LIMIT);
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
