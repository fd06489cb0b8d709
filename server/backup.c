#include "server/backup.h"

#include "core/ensure.h"
#include "server/log.h"
#include "store/sqlite.h"
#include "store/verify.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAME_LENGTH = 30, PATH_LENGTH = 4096, RETRY_S = 60 };
static const char name_format[] = "tafelrunde-%Y%m%dT%H%M%SZ.db";

struct backup {
    struct backup_config config;
    const char *database;
    uv_timer_t timer;
    uv_work_t work;
    time_t last; /* when the last good backup was made; 0: there is none */
    time_t made; /* set by the thread: when it made one; 0: it failed */
    unsigned damaged; /* set by the thread: damaged tables in the copy */
    uint64_t failures;
};

/* ---- the folder ---- */

/* Reads the time from the name of a backup; 0: it is another file. */
static time_t time_of(const char *name) {
    struct tm tm = {0};
    const char *end = strlen(name) == NAME_LENGTH ? strptime(name, name_format, &tm) : NULL;
    return end && !*end ? timegm(&tm) : 0;
}

static int is_backup(const struct dirent *entry) {
    return time_of(entry->d_name) != 0;
}

/* The names of all backups, oldest first; negative: the folder cannot be read. */
static int list(const char *folder, struct dirent ***names) {
    return scandir(folder, names, is_backup, alphasort);
}

static void forget(struct dirent **names, int count) {
    for (int i = 0; i < count; i++) free(names[i]);
    if (count >= 0) free(names);
}

static time_t newest(const char *folder) {
    struct dirent **names;
    int count = list(folder, &names);
    time_t at = count > 0 ? time_of(names[count - 1]->d_name) : 0;
    forget(names, count);
    return at;
}

static void remove_oldest(const struct backup_config *config) {
    struct dirent **names;
    char path[PATH_LENGTH];
    int count = list(config->folder, &names);
    for (int i = 0; i + (int)config->keep < count; i++) {
        snprintf(path, sizeof path, "%s/%s", config->folder, names[i]->d_name);
        unlink(path);
    }
    forget(names, count);
}

/* ---- one backup, in a thread ---- */

/* A copy with damaged tables has the latest moves of all others, so the newest one is kept, but it
 * displaces no good backup. */
static void set_aside(const struct backup_config *config, const char *path) {
    char aside[PATH_LENGTH];
    snprintf(aside, sizeof aside, "%s/tafelrunde-damaged.db", config->folder);
    if (rename(path, aside) != 0) unlink(path);
}

static void run(uv_work_t *work) {
    struct backup *b = work->data;
    char name[NAME_LENGTH + 1], path[PATH_LENGTH];
    struct message error;
    struct tm tm;
    time_t now = time(NULL);
    ensure(strftime(name, sizeof name, name_format, gmtime_r(&now, &tm)) == NAME_LENGTH);
    snprintf(path, sizeof path, "%s/%s", b->config.folder, name);
    struct store_verdict verdict = {0};
    bool written = store_backup(b->database, path, &error),
         good = written && store_verify(path, &verdict, &error) && verdict.damaged == 0;
    b->made = good ? now : 0;
    b->damaged = written ? verdict.damaged : 0;
    if (good) remove_oldest(&b->config);
    else if (written) set_aside(&b->config, path);
}

static void start(uv_timer_t *timer);

static void done(uv_work_t *work, int status) {
    struct backup *b = work->data;
    bool good = status == 0 && b->made;
    if (good) b->last = b->made;
    else b->failures++;
    log_number(good         ? "backup"
               : b->damaged ? "backup_damaged"
                            : "backup_failed",
               "", b->damaged ? "tables" : "failures",
               (int64_t)(b->damaged ? b->damaged : b->failures));
    bool soon = !good && !b->damaged && b->config.every_s > RETRY_S;
    unsigned pause = soon ? RETRY_S : b->config.every_s;
    if (!uv_is_closing((uv_handle_t *)&b->timer))
        uv_timer_start(&b->timer, start, 1000 * (uint64_t)pause, 0);
}

static void start(uv_timer_t *timer) {
    struct backup *b = timer->data;
    ensure(uv_queue_work(timer->loop, &b->work, run, done) == 0);
}

/* ---- opening and closing ---- */

struct backup *backup_open(const struct backup_config *config, const char *database,
                           uv_loop_t *loop, struct message *error) {
    if (store_is_shared(database)) {
        *error = MESSAGE("error.store.pg_dump");
        return NULL;
    }
    struct backup *b = access(config->folder, W_OK | X_OK) == 0 ? calloc(1, sizeof *b) : NULL;
    if (!b) {
        const char *why = strerror(errno);
        *error = MESSAGE("cli.error.file", TEXT("file", config->folder, strlen(config->folder)),
                         TEXT("why", why, strlen(why)));
        return NULL;
    }
    b->config = *config;
    b->database = database;
    b->last = newest(config->folder);
    uv_timer_init(loop, &b->timer);
    b->timer.data = b->work.data = b;
    time_t due = b->last ? b->last + (time_t)config->every_s - time(NULL) : 0;
    uv_timer_start(&b->timer, start, due > 0 ? 1000 * (uint64_t)due : 0, 0);
    return b;
}

struct backup_figures backup_figures(const struct backup *b) {
    return (struct backup_figures){.age_s = b->last ? difftime(time(NULL), b->last) : INFINITY,
                                   .failures = b->failures};
}

void backup_close(struct backup *b) {
    if (b) uv_close((uv_handle_t *)&b->timer, NULL);
}

void backup_free(struct backup *b) {
    free(b);
}
