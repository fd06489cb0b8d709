#include "server/backup.h"

#include "core/ensure.h"
#include "server/log.h"
#include "store/sqlite.h"

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

static void run(uv_work_t *work) {
    struct backup *b = work->data;
    char name[NAME_LENGTH + 1], path[PATH_LENGTH];
    struct message error;
    struct tm tm;
    time_t now = time(NULL);
    ensure(strftime(name, sizeof name, name_format, gmtime_r(&now, &tm)) == NAME_LENGTH);
    snprintf(path, sizeof path, "%s/%s", b->config.folder, name);
    b->made = store_backup(b->database, path, &error) ? now : 0;
    if (b->made) remove_oldest(&b->config);
}

static void start(uv_timer_t *timer);

static void done(uv_work_t *work, int status) {
    struct backup *b = work->data;
    bool good = status == 0 && b->made;
    if (good) b->last = b->made;
    else b->failures++;
    log_number(good ? "backup" : "backup_failed", "", "failures", (int64_t)b->failures);
    unsigned pause = good || b->config.every_s < RETRY_S ? b->config.every_s : RETRY_S;
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
