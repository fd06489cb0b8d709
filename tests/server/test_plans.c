/* How the database finds the rows of every statement in store/schema.c: by an index, never by
 * reading a whole table. A query whose plan changes is seen here, not when the tables have grown.
 *
 * PostgreSQL chooses by what a table contains, so it is told to avoid scans and asked whether it
 * can (TAFELRUNDE_POSTGRES, see cluster.py). */
#include "core/ensure.h"
#include "store/sqlite.h"

#include <libpq-fe.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { SQL_MAX = POSTGRES_SQL_MAX, TYPES_MAX = 400 };

/* Parameters of a statement: a key, a number and a limit. */
#define BY_KEY "TEXT, BIGINT, BIGINT"
#define BY_TOKEN "BYTEA, BIGINT, BIGINT"

/* Indexes that a statement may go through from end to end. */
static const struct {
    const char *index, *why;
} whole[] = {
    {"tables_open", "in the order of the lobby, up to its limit"},
    {"tables_running", "in the order of the list, up to its limit"},
    {"tournaments_changed", "in the order of the list, up to its limit"},
    {"studies_listed", "in the order of the list, up to its limit"},
    {"reports_open", "open reports only"},
    {"persons_blocked", "blocked persons only"},
    {"actions_at", "newest first, up to the limit"},
    {"targets_person", "once an hour, for targets of persons that no longer exist"},
    {"blocks_other", "the same for blocks"},
    {"origins_seen", "the same for origins"},
    {"marks_subject", "the same for marks"},
};

struct explainer {
    void (*explain)(struct explainer *e, const char *sql, const char *types);
    sqlite3 *file;
    PGconn *server;
    unsigned scans, statements;
};

static bool may_scan(const char *detail) {
    for (unsigned i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (strstr(detail, whole[i].index)) return true;
    return false;
}

static void explain_in_file(struct explainer *e, const char *sql, const char *types) {
    char text[SQL_MAX];
    sqlite3_stmt *statement;
    (void)types;
    snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", sql);
    assert_int_equal(sqlite3_prepare_v2(e->file, text, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(statement, 3);
        /* "latest" is a subquery with a limit */
        bool scans = strncmp(detail, "SCAN ", 5) == 0 && !may_scan(detail) &&
                     strcmp(detail, "SCAN CONSTANT ROW") != 0 && strcmp(detail, "SCAN latest") != 0;
        if (scans) print_message("%s: %s\n", detail, sql);
        e->scans += scans;
    }
    sqlite3_finalize(statement);
}

static PGresult *ask_server(struct explainer *e, const char *sql) {
    PGresult *result = PQexec(e->server, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(e->server));
    return result;
}

static void explain_at_server(struct explainer *e, const char *sql, const char *types) {
    char text[SQL_MAX], named[SQL_MAX + TYPES_MAX], executed[TYPES_MAX];
    postgres_translate(sql, text);
    snprintf(named, sizeof named, "PREPARE one (%s) AS %s", types, text);
    PQclear(ask_server(e, named));
    strcpy(executed, "EXPLAIN EXECUTE one (NULL");
    for (const char *type = types; (type = strchr(type, ',')); type++) strcat(executed, ", NULL");
    PGresult *plan = ask_server(e, strcat(executed, ")"));
    for (int row = 0; row < PQntuples(plan); row++) {
        const char *detail = PQgetvalue(plan, row, 0);
        if (!strstr(detail, "Seq Scan")) continue;
        print_message("%s: %s\n", detail, text);
        e->scans++;
    }
    PQclear(plan);
    PQclear(ask_server(e, "DEALLOCATE one"));
}

static void explain(struct explainer *e, const char *sql, const char *types) {
    e->explain(e, sql, types);
    e->statements++;
}

static void explain_steps(struct explainer *e, const char *const *steps, const char *types) {
    for (; *steps; steps++) explain(e, *steps, types);
}

/* The types of a query's parameters; those of some go on with the columns of a row. */
static void write_types(enum store_query query, char types[TYPES_MAX]) {
    static const char *const names[] = {[STORE_TEXT] = ", TEXT",
                                        [STORE_NUMBER] = ", BIGINT",
                                        [STORE_REAL] = ", DOUBLE PRECISION",
                                        [STORE_BYTES] = ", BYTEA"};
    const struct store_columns *c = &store_columns[store_query_types[query]];
    strcpy(types, store_query_by_token(query) ? BY_TOKEN : BY_KEY);
    for (unsigned i = 0; store_query_by_row(query) && i < c->count; i++)
        strcat(types, names[c->columns[i].kind]);
}

static void explain_all(struct explainer *e) {
    for (unsigned query = 0; query < STORE_QUERY_COUNT; query++) {
        char sql[SQL_MAX], types[TYPES_MAX];
        write_types(query, types);
        snprintf(sql, sizeof sql, "%s%s", store_query_takes(query) ? "" : "SELECT * ",
                 store_query_sql[query]);
        explain(e, sql, types);
    }
    for (unsigned sweep = 0; sweep < STORE_SWEEPS; sweep++)
        explain_steps(e, store_sweep_sql[sweep], sweep == STORE_TOUCH ? BY_TOKEN : BY_KEY);
    explain_steps(e, store_remove_table_sql, BY_KEY);
    assert_true(e->statements > STORE_QUERY_COUNT + STORE_SWEEPS);
    assert_int_equal(e->scans, 0);
}

static void every_statement_has_an_index_in_a_file(void **state) {
    struct explainer e = {.explain = explain_in_file};
    (void)state;
    assert_int_equal(sqlite3_open(":memory:", &e.file), SQLITE_OK);
    for (unsigned i = 0; i < store_versions; i++)
        assert_int_equal(sqlite3_exec(e.file, store_migrations[i], NULL, NULL, NULL), SQLITE_OK);
    explain(&e, store_limit_sql, BY_KEY);
    explain_all(&e);
    sqlite3_close(e.file);
}

static void notify(void *context) {
    (void)context;
}

static void every_statement_has_an_index_at_a_server(void **state) {
    const char *url = getenv("TAFELRUNDE_POSTGRES");
    struct explainer e = {.explain = explain_at_server};
    struct message error;
    (void)state;
    if (!url) return;
    struct store *store =
        store_open(&(struct store_config){.path = url, .shared = true, .notify = notify}, &error);
    assert_non_null(store);
    store_close(store);
    e.server = PQconnectdb(url);
    PQclear(ask_server(&e, "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"));
    explain_all(&e);
    PQfinish(e.server);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_statement_has_an_index_in_a_file),
                                       cmocka_unit_test(every_statement_has_an_index_at_a_server)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
