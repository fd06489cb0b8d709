#include "server/metrics.h"

#include "core/ensure.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Resident memory of the process in bytes. */
static double resident(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long all, pages = 0;
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &all, &pages) != 2) pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static double cpu_seconds(void) {
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
    return (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

struct metric {
    const char *name, *type, *help; /* name NULL: not measured */
    double value;
};

static size_t write_rows(const struct metric *rows, size_t count, char text[METRICS_MAX]) {
    int at = 0;
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].name) continue;
        at += snprintf(text + at, (size_t)(METRICS_MAX - at),
                       "# HELP tafelrunde_%s %s\n# TYPE tafelrunde_%s %s\ntafelrunde_%s %.17g\n",
                       rows[i].name, rows[i].help, rows[i].name, rows[i].type, rows[i].name,
                       rows[i].value);
        ensure(at < METRICS_MAX);
    }
    return (size_t)at;
}

size_t metrics_write(const struct metrics *m, char text[METRICS_MAX]) {
    const struct metric rows[] = {
        {"connections", "gauge", "open connections", m->net.open},
        {"websockets", "gauge", "open WebSockets", m->net.sockets},
        {"accepted_total", "counter", "connections accepted", (double)m->net.accepted},
        {"turned_away_total", "counter", "connections refused", (double)m->net.refused},
        {"slow_total", "counter", "connections given up because they did not read",
         (double)m->net.dropped_slow},
        {"http_requests_total", "counter", "requests", (double)m->net.requests},
        {"messages_in_total", "counter", "WebSocket messages received", (double)m->net.messages_in},
        {"messages_out_total", "counter", "messages sent", (double)m->net.messages_out},
        {"frames_out_total", "counter", "WebSocket frames sent, of one or more messages each",
         (double)m->net.frames_out},
        {"bytes_out_total", "counter", "bytes of messages and bodies sent",
         (double)m->net.bytes_out},
        {"queued_bytes", "gauge", "bytes waiting to be sent", (double)m->net.queued},
        {"tables_awake", "gauge", "tables in memory", (double)m->core.tables_awake},
        {"tables_damaged", "gauge", "tables set aside because their log is damaged",
         (double)m->core.tables_damaged},
        {"callback_worst_seconds", "gauge", "the longest time that one event held up all others",
         (double)m->worst_us / 1e6},
        {"callback_worst_cpu_seconds", "gauge", "the longest event in processor time",
         (double)m->worst_cpu_us / 1e6},
        {"moves_total", "counter", "moves stored and sent", (double)m->core.moves},
        {"refused_total", "counter", "messages and requests refused", (double)m->core.refused},
        {"thoughts_total", "counter", "answers of opponents", (double)m->core.opponent_answers},
        {"thoughts_waiting", "gauge", "opponents that wait to think", m->opponents_waiting},
        {"notices_total", "counter", "notices that went through", (double)m->core.notices},
        {"chat_total", "counter", "lines of chat", (double)m->core.chat},
        {"store_batches_total", "counter", "batches stored", (double)m->store.batches},
        {"store_commits_total", "counter", "commits, each with one sync", (double)m->store.commits},
        {"store_conflicts_total", "counter", "batches in conflict", (double)m->store.conflicts},
        {"store_failures_total", "counter", "batches that the storage failed",
         (double)m->store.failures},
        {"store_commit_seconds_total", "counter", "time spent in commits",
         (double)m->store.commit_us / 1e6},
        {"store_commit_worst_seconds", "gauge", "the longest commit",
         (double)m->store.commit_worst_us / 1e6},
        {m->backups ? "backup_age_seconds" : NULL, "gauge", "age of the last good backup",
         m->backup.age_s},
        {m->backups ? "backup_failures_total" : NULL, "counter", "backups that failed",
         (double)m->backup.failures},
        {"cpu_seconds_total", "counter", "processor time of the process", cpu_seconds()},
        {"resident_bytes", "gauge", "memory of the process", resident()},
    };
    return write_rows(rows, sizeof rows / sizeof rows[0], text);
}
