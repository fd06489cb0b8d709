/* admin: maintenance of a server's database. Everything but restore works while it runs. */
#include "cli/admin.h"
#include "core/ensure.h"
#include "store/sqlite.h"
#include "store/verify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static void notify(void *context) {
    struct admin *a = context;
    pthread_mutex_lock(&a->mutex);
    pthread_cond_signal(&a->completed);
    pthread_mutex_unlock(&a->mutex);
}

bool admin_do(struct admin *a, struct store_batch *batch, struct message *error) {
    struct store *store = store_open(
        &(struct store_config){.path = a->database, .shared = true, .notify = notify, .context = a},
        error);
    if (!store) return false;
    store_submit(store, batch);
    struct store_batch *done;
    pthread_mutex_lock(&a->mutex);
    while (!(done = store_completed(store))) pthread_cond_wait(&a->completed, &a->mutex);
    pthread_mutex_unlock(&a->mutex);
    ensure(done == batch);
    store_close(store);
    if (batch->status == STORE_DONE) return true;
    *error = MESSAGE("cli.error.write",
                     TEXT("file", store_name(a->database), strlen(store_name(a->database))));
    return false;
}

static bool is_file(const struct admin *a, struct message *error) {
    *error = MESSAGE("error.store.pg_dump");
    return !store_is_shared(a->database);
}

static void name_damaged(void *context, const char *table) {
    struct admin *a = context;
    say(a->cli, stderr, &MESSAGE("cli.admin.damaged", TEXT("table", table, strlen(table))));
}

/* Compares every table at `path` with its hash; false with the reason: some are damaged. */
static bool verify(struct admin *a, const char *path, unsigned *tables, struct message *error) {
    struct store_verdict report = {.name = name_damaged, .context = a};
    if (!store_verify(path, &report, error)) return false;
    *tables = report.tables;
    if (report.damaged == 0) return true;
    const char *name = store_name(path);
    *error = MESSAGE("cli.error.check", TEXT("file", name, strlen(name)),
                     NUMBER("tables", report.tables), NUMBER("damaged", report.damaged));
    return false;
}

static bool check(struct admin *a, struct message *error) {
    unsigned tables;
    if ((!store_is_shared(a->database) && !store_check(a->database, error)) ||
        !verify(a, a->database, &tables, error))
        return false;
    say(a->cli, stdout, &MESSAGE("cli.admin.check", NUMBER("tables", tables)));
    return true;
}

/* A copy with damaged tables is kept: the others may be needed. The exit status tells. */
static bool backup(struct admin *a, struct message *error) {
    unsigned tables;
    if (!is_file(a, error) || !store_backup(a->database, a->word, error)) return false;
    say(a->cli, stdout, &MESSAGE("cli.admin.backup", TEXT("file", a->word, strlen(a->word))));
    return verify(a, a->word, &tables, error);
}

static bool restore(struct admin *a, struct message *error) {
    if (!is_file(a, error) || !store_restore(a->word, a->database, error)) return false;
    say(a->cli, stdout,
        &MESSAGE("cli.admin.restore", TEXT("file", a->database, strlen(a->database))));
    return true;
}

/* Removes sessions, tables and guests that nobody has used for this many days. */
static bool prune(struct admin *a, struct message *error) {
    char *end;
    long days = strtol(a->word, &end, 10);
    if (*end || days < 1 || days > 36500) {
        *error = MESSAGE("cli.error.days", TEXT("word", a->word, strlen(a->word)));
        return false;
    }
    struct store_batch *batch = store_batch(NULL);
    int64_t before = ((int64_t)time(NULL) - (int64_t)days * 24 * 3600) * 1000;
    static const enum store_sweep sweeps[] = {STORE_PRUNE_SESSIONS, STORE_PRUNE_OPEN,
                                              STORE_PRUNE_OVER, STORE_PRUNE_GUESTS};
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++)
        store_sweep(batch, sweeps[i], "", before);
    bool done = admin_do(a, batch, error);
    store_batch_free(batch);
    if (done) say(a->cli, stdout, &MESSAGE("cli.admin.prune", NUMBER("days", days)));
    return done;
}

static const struct {
    const char *name;
    unsigned words; /* the name and its argument */
    admin_command_run *run;
} commands[] = {
    {"backup", 2, backup},         {"restore", 2, restore},       {"check", 1, check},
    {"prune", 2, prune},           {"block", 2, admin_block},     {"unblock", 2, admin_unblock},
    {"blocked", 1, admin_blocked}, {"people", 2, admin_people},   {"grant", 2, admin_grant},
    {"revoke", 2, admin_revoke},   {"reports", 1, admin_reports}, {"log", 1, admin_log},
};

static int admin(struct cli *cli) {
    struct admin a = {
        .cli = cli, .mutex = PTHREAD_MUTEX_INITIALIZER, .completed = PTHREAD_COND_INITIALIZER};
    struct message error;
    const struct args *args = &cli->args;
    umask(077); /* copies are for their owner alone */
    a.word = args->words[1];
    if (!paths_database(cli, a.database, &error)) return fail(cli, &error);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (args->word_count == commands[i].words && strcmp(commands[i].name, args->words[0]) == 0)
            return commands[i].run(&a, &error) ? EXIT_SUCCESS : fail(cli, &error);
    return fail_usage(cli, &MESSAGE("cli.error.admin"));
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"database", "cli.value.file", "cli.default.database", "cli.arg.database", NULL},
    {"why",      "cli.value.text", NULL,                   "cli.arg.why",      NULL},
    {0},
};
/* clang-format on */

const struct command admin_command = {.name = "admin",
                                      .help = "cli.help.admin",
                                      .words = "cli.words.admin",
                                      .examples = "admin backup tables.backup\n"
                                                  "admin prune 90",
                                      .known = known,
                                      .run = admin};
