/* The SQLite store: rows, conflicts, queries, sweeps, old files, backups, full disks, and a crash
 * at every sync. */
#include "core/ensure.h"
#include "store/sqlite.h"
#include "tests/server/lossy.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64], path[128];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static unsigned notices;

static void notify(void *context) {
    (void)context;
    pthread_mutex_lock(&mutex);
    notices++;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&mutex);
}

static struct store *open_or_null(const char *where, unsigned versions, struct message *error) {
    return store_open(&(struct store_config){.path = where, .versions = versions, .notify = notify},
                      error);
}

static struct store *open_store(void) {
    struct message error;
    struct store *store = open_or_null(path, 0, &error);
    if (!store) fail_msg("%s", error.key);
    return store;
}

/* Waits for completed batches and returns them as a list. */
static struct store_batch *wait_some(struct store *store) {
    for (;;) {
        struct store_batch *done = store_completed(store);
        if (done) return done;
        pthread_mutex_lock(&mutex);
        while (!notices) pthread_cond_wait(&some, &mutex);
        notices = 0;
        pthread_mutex_unlock(&mutex);
    }
}

static struct store_batch *wait_for(struct store *store, struct store_batch *batch) {
    store_submit(store, batch);
    struct store_batch *done = wait_some(store);
    assert_ptr_equal(done, batch);
    assert_null(done->next);
    return done;
}

static enum store_status submit(struct store *store, struct store_batch *batch) {
    enum store_status status = wait_for(store, batch)->status;
    store_batch_free(batch);
    return status;
}

/* Runs one query; ops[0] of the batch holds the rows. */
static struct store_batch *ask(struct store *store, enum store_query query, const char *key,
                               int64_t number, int64_t limit) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, query, key, number, limit);
    assert_int_equal(wait_for(store, batch)->status, STORE_DONE);
    return batch;
}

static unsigned count(struct store *store, enum store_query query, const char *key, int64_t number,
                      int64_t limit) {
    struct store_batch *batch = ask(store, query, key, number, limit);
    unsigned rows = batch->ops[0].count;
    store_batch_free(batch);
    return rows;
}

static int begin(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/test_store.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/t.db", folder);
    return 0;
}

static int end(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- rows ---- */

/* Fills every column of a row; `salt` makes rows differ. */
static void fill(enum store_type type, unsigned salt, union store_row *row) {
    const struct store_columns *c = &store_columns[type];
    memset(row, 0, sizeof *row);
    for (unsigned i = 0; i < c->count; i++) {
        const struct store_column *column = &c->columns[i];
        char *value = (char *)row + column->offset;
        switch (column->kind) {
        case STORE_TEXT: memset(value, (int)('a' + (i + salt) % 26), column->size - 1); break;
        case STORE_NUMBER: *(int64_t *)value = (int64_t)(salt * 1000 + i) - 5; break;
        case STORE_REAL: *(double *)value = salt + i / 8.0; break;
        case STORE_BYTES: memset(value, (int)(salt + 3 * i), column->size); break;
        }
    }
}

static void every_type_comes_back_as_it_was_written(void **state) {
    (void)state;
    static const struct {
        enum store_query query;
        int64_t number;
    } asks[STORE_TYPE_COUNT] = {
        [STORE_PERSON] = {STORE_PERSON_AT},
        [STORE_SESSION] = {STORE_SESSIONS_OF},
        [STORE_TABLE] = {STORE_TABLE_AT},
        [STORE_SEAT] = {STORE_SEATS_AT},
        [STORE_ENTRY] = {STORE_ENTRIES_AT},
        [STORE_CHAT] = {STORE_CHAT_AT},
        [STORE_RATING] = {STORE_LEADERS},
        [STORE_HISTORY] = {STORE_HISTORY_OF},
        [STORE_JOB] = {STORE_JOBS_OF},
        [STORE_VALUE] = {STORE_VALUE_AT},
        [STORE_TARGET] = {STORE_TARGET_AT},
        [STORE_BLOCK] = {STORE_BLOCKS_OF},
        [STORE_ORIGIN] = {STORE_ORIGINS_OF},
        [STORE_CODE] = {STORE_CODES_OF},
        [STORE_TOURNAMENT] = {STORE_TOURNAMENT_AT},
        [STORE_ENTRANT] = {STORE_ENTRANTS_AT},
        [STORE_PAIRING] = {STORE_PAIRINGS_AT},
        [STORE_NOTE] = {STORE_NOTES_AT},
        [STORE_DAY_ROW] = {STORE_DAY_AT},
        [STORE_ATTEMPT] = {STORE_ATTEMPTS_AT},
        [STORE_MARK] = {STORE_MARKS_OF},
        [STORE_REPORT] = {STORE_REPORT_AT},
        [STORE_ACTION] = {STORE_ACTIONS},
        [STORE_PASSKEY] = {STORE_PASSKEY_AT},
        [STORE_CHALLENGE] = {STORE_CHALLENGE_TAKEN, -1},
        [STORE_STUDY] = {STORE_STUDY_AT},
        [STORE_PART] = {STORE_PARTS_AT},
        [STORE_PLAYED] = {STORE_PLAYED_OF},
        [STORE_OPENING] = {STORE_OPENINGS_AT},
    };
    struct store *store = open_store();
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++)
        for (unsigned salt = 0; salt < 2; salt++) { /* insert, then replace */
            const struct store_columns *c = &store_columns[type];
            union store_row row, *put;
            struct store_batch *batch = store_batch(NULL);
            fill(type, 7 + salt, &row);
            /* the key and the blocked flag stay */
            for (unsigned i = 0; i < c->count; i++) {
                union store_row first;
                fill(type, 7, &first);
                if (i < c->keys || strcmp(c->columns[i].name, "blocked") == 0)
                    memcpy((char *)&row + c->columns[i].offset,
                           (char *)&first + c->columns[i].offset, c->columns[i].size);
                if (c->counted && strcmp(c->columns[i].name, c->counted) == 0)
                    *(int64_t *)((char *)&row + c->columns[i].offset) = salt + 1;
            }
            put = salt ? store_put(batch, type) : store_add(batch, type);
            memcpy(put, &row, c->size);
            const struct store_column *key = &c->columns[type == STORE_SESSION ? 1
                                                         : type == STORE_JOB   ? 2
                                                                               : 0];
            char text[STORE_KEY];
            snprintf(text, sizeof text, "%.64s", (char *)&row + key->offset);
            if (type == STORE_PLAYED) { /* asks with a row like this one, before a later time */
                struct store_played *like =
                    &store_find_like(batch, asks[type].query, "", 0, 0)->played;
                *like = row.played;
                like->ended_ms++;
            } else {
                store_find(batch, asks[type].query, text, asks[type].number, 0);
            }
            for (unsigned i = c->keys; salt && store_adds(type) && i < c->count; i++) {
                union store_row first;
                fill(type, 7, &first);
                *(int64_t *)((char *)&row + c->columns[i].offset) +=
                    *(int64_t *)((char *)&first + c->columns[i].offset);
            }
            assert_int_equal(wait_for(store, batch)->status, STORE_DONE);
            assert_int_equal(batch->ops[1].count, 1);
            if (type == STORE_CHALLENGE) row.challenge.until_ms = 0; /* asking uses it up */
            assert_memory_equal(batch->ops[1].rows, &row, c->size);
            store_batch_free(batch);
        }
    store_close(store);
}

static void the_schema_has_the_columns_of_the_rows(void **state) {
    (void)state;
    static const char *const kinds[] = {[STORE_TEXT] = "TEXT",
                                        [STORE_NUMBER] = "INTEGER",
                                        [STORE_REAL] = "REAL",
                                        [STORE_BYTES] = "BLOB"};
    store_close(open_store());
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++) {
        char sql[100];
        sqlite3_stmt *statement;
        unsigned at = 0;
        snprintf(sql, sizeof sql, "SELECT name, type, pk FROM pragma_table_info('%s') ORDER BY cid",
                 store_columns[type].name);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
        for (; sqlite3_step(statement) == SQLITE_ROW; at++) {
            assert_true(at < store_columns[type].count);
            assert_string_equal((const char *)sqlite3_column_text(statement, 0),
                                store_columns[type].columns[at].name);
            assert_string_equal((const char *)sqlite3_column_text(statement, 1),
                                kinds[store_columns[type].columns[at].kind]);
            assert_int_equal(sqlite3_column_int(statement, 2) > 0, at < store_columns[type].keys);
        }
        assert_int_equal(at, store_columns[type].count);
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
}

/* ---- conflicts ---- */

static struct store_batch *entry_batch(const char *at, int64_t version, const char *id) {
    struct store_batch *batch = store_batch(NULL);
    struct store_entry *entry = &store_add(batch, STORE_ENTRY)->entry;
    snprintf(entry->at, sizeof entry->at, "%s", at);
    snprintf(entry->id, sizeof entry->id, "%s", id);
    entry->version = version;
    return batch;
}

static void a_batch_in_conflict_does_nothing_and_harms_no_other(void **state) {
    (void)state;
    struct store *store = open_store();
    struct store_batch *batches[4] = {entry_batch("a", 0, "x"), entry_batch("a", 1, ""),
                                      entry_batch("b", 0, "x"), entry_batch("a", 2, "")};
    /* an existing version */
    struct store_entry *twice = &store_add(batches[1], STORE_ENTRY)->entry;
    strcpy(twice->at, "a");
    store_find(batches[1], STORE_ENTRIES_AT, "a", 0, 0);
    for (unsigned i = 0; i < 4; i++) store_submit(store, batches[i]);
    for (unsigned back = 0; back < 4;)
        for (struct store_batch *batch = wait_some(store), *next; batch; batch = next) {
            next = batch->next;
            assert_ptr_equal(batch, batches[back]); /* in the order of submission */
            assert_int_equal(batch->status, back == 1 ? STORE_CONFLICT : STORE_DONE);
            if (back == 1) assert_int_equal(batch->failed, 1);
            store_batch_free(batch);
            back++;
        }
    struct store_batch *found = ask(store, STORE_ENTRIES_AT, "a", 0, 0);
    struct store_entry *rows = found->ops[0].rows;
    assert_int_equal(found->ops[0].count, 2);
    assert_int_equal(rows[0].version, 0);
    assert_int_equal(rows[1].version, 2);
    store_batch_free(found);
    store_close(store);
}

static void versions_of_a_log_and_names_of_accounts_are_unique(void **state) {
    (void)state;
    struct store *store = open_store();
    assert_int_equal(submit(store, entry_batch("a", 0, "x")), STORE_DONE);
    assert_int_equal(submit(store, entry_batch("a", 0, "y")), STORE_CONFLICT);
    assert_int_equal(submit(store, entry_batch("b", 0, "x")), STORE_DONE);
    assert_int_equal(submit(store, entry_batch("a", 1, "")), STORE_DONE);
    const struct {
        const char *id, *folded;
        enum store_status status;
    } people[] = {{"1", "anna", STORE_DONE}, {"2", "anna", STORE_CONFLICT},
                  {"2", "", STORE_DONE},     {"3", "", STORE_DONE},
                  {"1", "anna", STORE_DONE}, {"3", "anna", STORE_CONFLICT}};
    for (unsigned i = 0; i < sizeof people / sizeof people[0]; i++) {
        struct store_batch *batch = store_batch(NULL);
        struct store_person *person = &store_put(batch, STORE_PERSON)->person;
        strcpy(person->id, people[i].id);
        strcpy(person->folded, people[i].folded);
        assert_int_equal(submit(store, batch), people[i].status);
    }
    assert_int_equal(count(store, STORE_PERSON_NAMED, "anna", 0, 0), 1);
    assert_int_equal(count(store, STORE_PERSON_NAMED, "", 0, 0), 0);
    store_close(store);
}

static struct store_batch *table_batch(enum store_does does, const char *id, int64_t revision) {
    struct store_batch *batch = store_batch(NULL);
    struct store_table *table = does == STORE_MOVE ? &store_move(batch, STORE_TABLE)->table
                                                   : &store_put(batch, STORE_TABLE)->table;
    strcpy(table->id, id);
    strcpy(table->game, does == STORE_MOVE ? "moved" : "put");
    table->revision = revision;
    table->entries = 10 * revision;
    table->changed_ms = 7 * revision;
    return batch;
}

static void a_move_writes_its_columns_only(void **state) {
    (void)state;
    struct store *store = open_store();
    assert_int_equal(submit(store, table_batch(STORE_MOVE, "a", 1)), STORE_CONFLICT);
    assert_int_equal(count(store, STORE_TABLE_AT, "a", 0, 0), 0);
    assert_int_equal(submit(store, table_batch(STORE_PUT, "a", 1)), STORE_DONE);
    assert_int_equal(submit(store, table_batch(STORE_MOVE, "a", 1)), STORE_CONFLICT);
    assert_int_equal(submit(store, table_batch(STORE_MOVE, "a", 3)), STORE_CONFLICT);
    assert_int_equal(submit(store, table_batch(STORE_MOVE, "a", 2)), STORE_DONE);
    struct store_batch *batch = ask(store, STORE_TABLE_AT, "a", 0, 0);
    const struct store_table *table = batch->ops[0].rows;
    assert_int_equal(table->revision, 2);
    assert_int_equal(table->entries, 20);
    assert_int_equal(table->changed_ms, 7);
    assert_string_equal(table->game, "put");
    store_batch_free(batch);
    store_close(store);
}

/* Of a group in one commit; see many_batches_share_a_commit. */
static void a_conflict_undoes_one_batch_of_a_group(void **state) {
    (void)state;
    enum { MANY = 300, BAD = 100 };
    struct store *store = open_store();
    unsigned back = 0, bad = 0;
    assert_int_equal(submit(store, entry_batch("a", BAD, "")), STORE_DONE);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < MANY; i++) {
        struct store_batch *batch = entry_batch("b", i, "");
        memcpy(&store_add(batch, STORE_ENTRY)->entry, &batch->ops[0].row.entry,
               sizeof(struct store_entry));
        strcpy(batch->ops[1].row.entry.at, "a");
        store_submit(store, batch);
    }
    pthread_mutex_unlock(&mutex);
    while (back < MANY)
        for (struct store_batch *batch = wait_some(store), *next; batch; batch = next) {
            next = batch->next;
            bad += batch->status == STORE_CONFLICT && batch->failed == 1;
            assert_true(batch->status == STORE_DONE || batch->ops[0].row.entry.version == BAD);
            store_batch_free(batch);
            back++;
        }
    assert_int_equal(bad, 1);
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), MANY);
    assert_int_equal(count(store, STORE_ENTRIES_AT, "b", 0, 0), MANY - 1);
    store_close(store);
}

static void many_batches_share_a_commit(void **state) {
    (void)state;
    enum { MANY = 3000 };
    struct store *store = open_store();
    unsigned back = 0;
    /* The writer cannot go on after its first commit until notify gets the mutex, so the other
     * batches wait in the queue together, however fast the disk is. */
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < MANY; i++) store_submit(store, entry_batch("a", i, ""));
    pthread_mutex_unlock(&mutex);
    while (back < MANY)
        for (struct store_batch *batch = wait_some(store), *next; batch; batch = next) {
            next = batch->next;
            assert_int_equal(batch->status, STORE_DONE);
            store_batch_free(batch);
            back++;
        }
    struct store_figures figures = store_figures(store);
    assert_int_equal(figures.batches, MANY);
    assert_true(figures.commits < MANY / 10);
    store_close(store);
    store = open_store();
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), MANY);
    store_close(store);
}

/* ---- queries and sweeps ---- */

static void put_table(struct store_batch *batch, const char *id, const char *secret,
                      const char *game, int64_t phase, int64_t created, int64_t wake) {
    struct store_table *table = &store_put(batch, STORE_TABLE)->table;
    strcpy(table->id, id);
    strcpy(table->secret, secret);
    strcpy(table->game, game);
    table->phase = phase;
    table->created_ms = table->changed_ms = created;
    table->wake_ms = wake;
    for (unsigned i = 0; i < 2; i++) {
        struct store_seat *seat = &store_put(batch, STORE_SEAT)->seat;
        strcpy(seat->at, id);
        seat->seat = i;
        strcpy(seat->person, i ? "" : "anna");
        strcpy(seat->name, i ? "" : "Anna");
    }
}

static void some_tables(struct store *store) {
    struct store_batch *batch = store_batch(NULL);
    put_table(batch, "a", "", "duell", STORE_SEATING, 10, 0);
    put_table(batch, "b", "", "rattus", STORE_SEATING, 20, 50);
    put_table(batch, "c", "geheim", "duell", STORE_SEATING, 30, 40);
    put_table(batch, "d", "", "duell", STORE_PLAYING, 40, 0);
    put_table(batch, "e", "", "duell", STORE_OVER, 50, 0);
    assert_int_equal(submit(store, batch), STORE_DONE);
}

/* Expects these ids, one letter each, in order. */
static void found(struct store *store, enum store_query query, const char *key, int64_t number,
                  int64_t limit, const char *ids) {
    struct store_batch *batch = ask(store, query, key, number, limit);
    char text[20] = "";
    for (unsigned i = 0; i < batch->ops[0].count; i++) {
        if (batch->ops[0].type == STORE_TABLE)
            strcat(text, ((struct store_table *)batch->ops[0].rows)[i].id);
        else strcat(text, ((struct store_seat *)batch->ops[0].rows)[i].at);
    }
    assert_string_equal(text, ids);
    store_batch_free(batch);
}

static void tables_are_found_by_what_they_are(void **state) {
    (void)state;
    struct store *store = open_store();
    some_tables(store);
    found(store, STORE_OPEN_TABLES, "", 0, 0, "ba");
    found(store, STORE_OPEN_TABLES, "duell", 0, 0, "a");
    found(store, STORE_OPEN_TABLES, "", 20, 0, "a");
    found(store, STORE_OPEN_TABLES, "", 0, 1, "b");
    found(store, STORE_SEATS_OF_OPEN, "", 0, 1, "bb");
    found(store, STORE_SEATS_OF_OPEN, "", 0, 0, "aabb");
    found(store, STORE_TABLES_OF, "anna", 0, 0, "dcba");
    found(store, STORE_TABLES_OF, "anna", 1, 0, "e");
    found(store, STORE_TABLES_OF, "", 0, 0, "");
    found(store, STORE_SEATS_OF_TABLES_OF, "anna", 0, 2, "ccdd");
    found(store, STORE_TABLES_DUE, "", 49, 0, "c");
    found(store, STORE_TABLES_DUE, "", 50, 0, "cb");
    /* leased, so no other server takes it for a while */
    found(store, STORE_TABLES_TAKEN, "server", 49, 0, "c");
    found(store, STORE_TABLES_TAKEN, "other", 50, 0, "b");
    found(store, STORE_TABLES_TAKEN, "other", 49 + STORE_TABLE_LEASE_MS, 1, "c");
    store_close(store);
}

static void a_person_is_found_by_a_fresh_session_only(void **state) {
    (void)state;
    struct store *store = open_store();
    struct store_batch *batch = store_batch(NULL);
    strcpy(store_put(batch, STORE_PERSON)->person.id, "anna");
    struct store_session *session = &store_put(batch, STORE_SESSION)->session;
    memset(session->token, 0xab, STORE_HASH);
    strcpy(session->person, "anna");
    session->seen_ms = 100;
    assert_int_equal(submit(store, batch), STORE_DONE);
    char token[2 * STORE_HASH + 1];
    for (unsigned i = 0; i < STORE_HASH; i++) strcpy(token + 2 * i, "ab");
    assert_int_equal(count(store, STORE_PERSON_OF_SESSION, token, 100, 0), 1);
    assert_int_equal(count(store, STORE_PERSON_OF_SESSION, token, 101, 0), 0);
    token[5] = 'c';
    assert_int_equal(count(store, STORE_PERSON_OF_SESSION, token, 0, 0), 0);
    assert_int_equal(count(store, STORE_PERSON_OF_SESSION, "x' OR 1", 0, 0), 0);
    store_close(store);
}

static void chat_gives_the_last_lines_in_order(void **state) {
    (void)state;
    struct store *store = open_store();
    struct store_batch *batch = store_batch(NULL);
    for (int64_t i = 0; i < 5; i++) {
        struct store_chat *chat = &store_add(batch, STORE_CHAT)->chat;
        strcpy(chat->at, "a");
        chat->number = i;
    }
    store_find(batch, STORE_CHAT_AT, "a", 0, 2);
    assert_int_equal(wait_for(store, batch)->status, STORE_DONE);
    struct store_chat *lines = batch->ops[5].rows;
    assert_int_equal(batch->ops[5].count, 2);
    assert_int_equal(lines[0].number, 3);
    assert_int_equal(lines[1].number, 4);
    store_batch_free(batch);
    store_close(store);
}

static enum store_status sweep(struct store *store, enum store_sweep what, const char *key,
                               int64_t number) {
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, what, key, number);
    return submit(store, batch);
}

static void a_person_is_forgotten_everywhere(void **state) {
    (void)state;
    struct store *store = open_store();
    struct store_batch *batch = store_batch(NULL);
    struct store_person *person = &store_put(batch, STORE_PERSON)->person;
    strcpy(person->id, "anna");
    strcpy(person->folded, "anna");
    strcpy(person->password, "x");
    strcpy(store_put(batch, STORE_SESSION)->session.person, "anna");
    strcpy(store_put(batch, STORE_JOB)->job.person, "anna");
    struct store_rating *rating = &store_put(batch, STORE_RATING)->rating;
    strcpy(rating->person, "anna");
    strcpy(rating->game, "duell");
    strcpy(store_put(batch, STORE_HISTORY)->history.person, "anna");
    assert_int_equal(submit(store, batch), STORE_DONE);
    some_tables(store);
    assert_int_equal(sweep(store, STORE_FORGET, "anna", 0), STORE_DONE);
    assert_int_equal(count(store, STORE_PERSON_NAMED, "anna", 0, 0), 0);
    assert_int_equal(count(store, STORE_SESSIONS_OF, "anna", 0, 0), 0);
    assert_int_equal(count(store, STORE_JOBS_OF, "anna", 0, 0), 0);
    assert_int_equal(count(store, STORE_RATINGS_OF, "anna", 0, 0), 0);
    assert_int_equal(count(store, STORE_HISTORY_OF, "anna", 0, 0), 0);
    batch = ask(store, STORE_SEATS_AT, "a", 0, 0);
    assert_string_equal(((struct store_seat *)batch->ops[0].rows)[0].name, "");
    assert_string_equal(((struct store_seat *)batch->ops[0].rows)[0].person, "anna");
    store_batch_free(batch);
    store_close(store);
}

static void a_session_is_touched_and_a_name_followed_everywhere(void **state) {
    (void)state;
    struct store *store = open_store();
    struct store_batch *batch = store_batch(NULL);
    struct store_person *person = &store_put(batch, STORE_PERSON)->person;
    strcpy(person->id, "anna");
    strcpy(person->name, "Annette");
    strcpy(person->password, "x");
    struct store_session *session = &store_put(batch, STORE_SESSION)->session;
    strcpy(session->person, "anna");
    memset(session->token, 0x11, STORE_HASH);
    assert_int_equal(submit(store, batch), STORE_DONE);
    some_tables(store);
    char token[2 * STORE_HASH + 1];
    for (unsigned i = 0; i < STORE_HASH; i++) strcpy(token + 2 * i, "11");
    assert_int_equal(sweep(store, STORE_TOUCH, token, 77), STORE_DONE);
    assert_int_equal(sweep(store, STORE_RENAME, "anna", 0), STORE_DONE);
    assert_int_equal(sweep(store, STORE_RENAME, "nobody", 0), STORE_DONE);
    assert_int_equal(count(store, STORE_PERSON_OF_SESSION, token, 77, 0), 1);
    batch = ask(store, STORE_PERSON_AT, "anna", 0, 0);
    assert_int_equal(((struct store_person *)batch->ops[0].rows)[0].seen_ms, 77);
    store_batch_free(batch);
    batch = ask(store, STORE_SEATS_AT, "a", 0, 0);
    assert_string_equal(((struct store_seat *)batch->ops[0].rows)[0].name, "Annette");
    assert_int_equal(((struct store_seat *)batch->ops[0].rows)[0].guest, 0);
    assert_string_equal(((struct store_seat *)batch->ops[0].rows)[1].name, "");
    store_batch_free(batch);
    store_close(store);
}

static void pruning_takes_what_is_old_and_nothing_else(void **state) {
    (void)state;
    struct store *store = open_store();
    some_tables(store);
    struct store_batch *batch = entry_batch("a", 0, "");
    for (unsigned i = 0; i < 3; i++) {
        /* anna has seats, berta a session, carl nothing */
        struct store_person *person = &store_put(batch, STORE_PERSON)->person;
        strcpy(person->id, i == 0 ? "anna" : i == 1 ? "berta" : "carl");
        person->seen_ms = 5;
    }
    strcpy(store_put(batch, STORE_SESSION)->session.person, "berta");
    assert_int_equal(submit(store, batch), STORE_DONE);
    assert_int_equal(sweep(store, STORE_PRUNE_GUESTS, "", 5), STORE_DONE);
    assert_int_equal(count(store, STORE_PERSON_AT, "carl", 0, 0), 1);
    assert_int_equal(sweep(store, STORE_PRUNE_GUESTS, "", 6), STORE_DONE);
    assert_int_equal(count(store, STORE_PERSON_AT, "carl", 0, 0), 0);
    assert_int_equal(count(store, STORE_PERSON_AT, "berta", 0, 0), 1);
    assert_int_equal(count(store, STORE_PERSON_AT, "anna", 0, 0), 1);
    assert_int_equal(sweep(store, STORE_PRUNE_OPEN, "", 20), STORE_DONE);
    found(store, STORE_TABLES_OF, "anna", 0, 0, "dcb");
    assert_int_equal(count(store, STORE_SEATS_AT, "a", 0, 0), 0);
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), 0);
    assert_int_equal(sweep(store, STORE_PRUNE_OVER, "", 1000), STORE_DONE);
    found(store, STORE_TABLES_OF, "anna", 1, 0, "");
    found(store, STORE_TABLES_OF, "anna", 0, 0, "dcb");
    batch = store_batch(NULL);
    strcpy(store_remove(batch, STORE_TABLE)->table.id, "d");
    assert_int_equal(submit(store, batch), STORE_DONE);
    found(store, STORE_TABLES_OF, "anna", 0, 0, "cb");
    assert_int_equal(count(store, STORE_SEATS_AT, "d", 0, 0), 0);
    store_close(store);
}

/* ---- files ---- */

static void an_older_file_is_copied_and_brought_up_to_date(void **state) {
    (void)state;
    static const char rows[] = "INSERT INTO settings VALUES ('k', 'v');"
                               "INSERT INTO persons VALUES ('p', 'Eva', 'eva', 'x', 1, 2, 0)";
    struct message error;
    char copy[200];
    for (unsigned version = 1; version < store_versions; version++) {
        struct store *store = open_or_null(path, version, &error);
        sqlite3 *db;
        assert_non_null(store);
        store_close(store);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, rows, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        store = open_store();
        assert_int_equal(count(store, STORE_VALUE_AT, "k", 0, 0), 1);
        assert_int_equal(count(store, STORE_PERSON_NAMED, "eva", 0, 0), 1);
        for (unsigned query = 0; query < STORE_QUERY_COUNT; query++)
            assert_int_equal(count(store, query, "", 0, 0) > 1, 0); /* every query works */
        store_close(store);
        snprintf(copy, sizeof copy, "%s.version-%u", path, version);
        assert_true(store_check(copy, &error));
        assert_int_equal(unlink(path), 0);
    }
}

static void newer_and_foreign_files_are_left_alone(void **state) {
    (void)state;
    struct message error;
    sqlite3 *db;
    store_close(open_store());
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(open_or_null(path, 0, &error));
    assert_string_equal(error.key, "error.store.newer");
    char other[200];
    snprintf(other, sizeof other, "%s/other.db", folder);
    assert_int_equal(sqlite3_open(other, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE cats (name)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(open_or_null(other, 0, &error));
    assert_string_equal(error.key, "error.store.foreign");
    FILE *file = fopen(other, "w");
    for (unsigned i = 0; i < 1000; i++) fputs("no database ", file);
    fclose(file);
    assert_null(open_or_null(other, 0, &error));
    assert_string_equal(error.key, "error.store.foreign");
}

static void one_file_serves_one_server(void **state) {
    (void)state;
    struct message error;
    struct stat about;
    struct store *store = open_store();
    assert_null(open_or_null(path, 0, &error));
    assert_string_equal(error.key, "error.store.used");
    assert_false(store_restore(path, path, &error));
    assert_string_equal(error.key, "error.store.used");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
    store_close(store);
}

static void a_backup_is_taken_beside_a_running_server_and_restored(void **state) {
    (void)state;
    struct message error;
    char copy[200];
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    struct store *store = open_store();
    assert_int_equal(submit(store, entry_batch("a", 0, "")), STORE_DONE);
    for (int i = 1; i < 500; i++) store_submit(store, entry_batch("a", i, ""));
    assert_true(store_backup(path, copy, &error));
    for (unsigned back = 0; back < 499;)
        for (struct store_batch *batch = wait_some(store), *next; batch; batch = next, back++) {
            next = batch->next;
            store_batch_free(batch);
        }
    store_close(store);
    assert_true(store_check(copy, &error));
    assert_true(store_restore(copy, path, &error));
    store = open_store();
    unsigned kept = count(store, STORE_ENTRIES_AT, "a", 0, 0);
    assert_true(kept >= 1 && kept <= 500);
    store_close(store);
    assert_int_equal(truncate(copy, 10000), 0);
    assert_false(store_restore(copy, path, &error));
    store = open_store();
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), kept);
    store_close(store);
}

/* ---- crashes ---- */

enum { CRASH_TABLES = 3, CRASH_MOVES = 40 };

struct crash_run {
    unsigned submitted[CRASH_TABLES], confirmed[CRASH_TABLES];
};

static struct store *open_lossy(struct message *error) {
    return store_open(
        &(struct store_config){
            .path = "t.db", .vfs = LOSSY_VFS, .checkpoint_pages = 6, .notify = notify},
        error);
}

static void take_confirmed(struct store *store, struct crash_run *run, unsigned *flying) {
    for (struct store_batch *batch = wait_some(store), *next; batch; batch = next) {
        next = batch->next;
        if (batch->status == STORE_DONE) run->confirmed[batch->ops[0].row.entry.at[0] - 'a']++;
        else assert_int_equal(batch->status, STORE_FAILED);
        store_batch_free(batch);
        --*flying;
    }
}

/* Makes moves at three tables, some in one commit, until all are done or the disk dies. */
static void play_until_death(struct store *store, struct crash_run *run) {
    unsigned flying = 0;
    for (unsigned i = 0; i < CRASH_MOVES && !lossy_is_dead(); i++) {
        unsigned table = i % CRASH_TABLES;
        char id[2] = {(char)('a' + table)};
        struct store_batch *batch = entry_batch(id, run->submitted[table], "");
        struct store_table *row = &store_put(batch, STORE_TABLE)->table;
        strcpy(row->id, id);
        row->entries = row->revision = ++run->submitted[table];
        store_submit(store, batch);
        flying++;
        if (i % 5 == 4)
            while (flying) take_confirmed(store, run, &flying);
    }
    while (flying) take_confirmed(store, run, &flying);
}

/* Confirmed moves are stored; unconfirmed ones are stored completely or not at all, without gaps.
 * */
static void check_after(const struct crash_run *run) {
    struct message error;
    struct store *store = open_lossy(&error);
    if (!store) fail_msg("%s", error.key);
    for (unsigned table = 0; table < CRASH_TABLES; table++) {
        char id[2] = {(char)('a' + table)};
        struct store_batch *entries = ask(store, STORE_ENTRIES_AT, id, 0, 0),
                           *row = ask(store, STORE_TABLE_AT, id, 0, 0);
        unsigned there = entries->ops[0].count;
        for (unsigned i = 0; i < there; i++)
            assert_int_equal(((struct store_entry *)entries->ops[0].rows)[i].version, i);
        assert_true(there >= run->confirmed[table] && there <= run->submitted[table]);
        assert_int_equal(
            row->ops[0].count ? ((struct store_table *)row->ops[0].rows)[0].entries : 0, there);
        store_batch_free(entries);
        store_batch_free(row);
    }
    store_close(store);
}

/* One run until a crash at this sync and the check after it; 0: no crash. Returns the number of
 * syncs. */
static unsigned crash(unsigned sync, enum lossy_death how, unsigned *deaths) {
    struct crash_run run = {0};
    struct message error;
    lossy_format();
    lossy_die_at(sync, how, sync * 7 + how);
    struct store *store = open_lossy(&error);
    if (store) {
        play_until_death(store, &run);
        store_close(store);
    }
    unsigned syncs = lossy_syncs();
    *deaths += lossy_is_dead();
    lossy_reboot();
    check_after(&run);
    if (!sync)
        assert_int_equal(run.confirmed[0] + run.confirmed[1] + run.confirmed[2], CRASH_MOVES);
    return syncs;
}

/* Crashes at every sync that the first run needed, and further until a run needs no more. The
 * threads decide which moves share a commit, so a run may need fewer syncs. */
static void no_confirmed_move_is_lost_at_any_sync(void **state) {
    (void)state;
    unsigned deaths = 0, before;
    lossy_install();
    unsigned syncs = crash(0, LOSSY_BEFORE, &deaths);
    for (unsigned how = 0; how < LOSSY_DEATHS; how++) {
        unsigned sync = 0;
        do {
            before = deaths;
            crash(++sync, how, &deaths);
        } while (sync < syncs || deaths > before);
    }
    lossy_format();
    print_message("# %u syncs, %u deaths\n", syncs, deaths);
    assert_true(deaths > LOSSY_DEATHS * CRASH_MOVES / 5);
}

static void a_full_disk_fails_the_batch_and_heals(void **state) {
    (void)state;
    struct message error;
    lossy_install();
    lossy_format();
    struct store *store = open_lossy(&error);
    assert_non_null(store);
    assert_int_equal(submit(store, entry_batch("a", 0, "")), STORE_DONE);
    lossy_fill_at(1);
    assert_int_equal(submit(store, entry_batch("a", 1, "")), STORE_FAILED);
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), 1);
    lossy_fill_at(0);
    assert_int_equal(submit(store, entry_batch("a", 1, "")), STORE_DONE);
    assert_int_equal(count(store, STORE_ENTRIES_AT, "a", 0, 0), 2);
    store_close(store);
    lossy_format();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_type_comes_back_as_it_was_written, begin, end),
        cmocka_unit_test_setup_teardown(the_schema_has_the_columns_of_the_rows, begin, end),
        cmocka_unit_test_setup_teardown(a_batch_in_conflict_does_nothing_and_harms_no_other, begin,
                                        end),
        cmocka_unit_test_setup_teardown(versions_of_a_log_and_names_of_accounts_are_unique, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_move_writes_its_columns_only, begin, end),
        cmocka_unit_test_setup_teardown(a_conflict_undoes_one_batch_of_a_group, begin, end),
        cmocka_unit_test_setup_teardown(many_batches_share_a_commit, begin, end),
        cmocka_unit_test_setup_teardown(tables_are_found_by_what_they_are, begin, end),
        cmocka_unit_test_setup_teardown(a_person_is_found_by_a_fresh_session_only, begin, end),
        cmocka_unit_test_setup_teardown(chat_gives_the_last_lines_in_order, begin, end),
        cmocka_unit_test_setup_teardown(a_person_is_forgotten_everywhere, begin, end),
        cmocka_unit_test_setup_teardown(a_session_is_touched_and_a_name_followed_everywhere, begin,
                                        end),
        cmocka_unit_test_setup_teardown(pruning_takes_what_is_old_and_nothing_else, begin, end),
        cmocka_unit_test_setup_teardown(an_older_file_is_copied_and_brought_up_to_date, begin, end),
        cmocka_unit_test_setup_teardown(newer_and_foreign_files_are_left_alone, begin, end),
        cmocka_unit_test_setup_teardown(one_file_serves_one_server, begin, end),
        cmocka_unit_test_setup_teardown(a_backup_is_taken_beside_a_running_server_and_restored,
                                        begin, end),
        cmocka_unit_test(no_confirmed_move_is_lost_at_any_sync),
        cmocka_unit_test(a_full_disk_fails_the_batch_and_heals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
