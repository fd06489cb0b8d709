/* Runs a store: one thread hands submitted batches to a backend in groups. Batches that arrive
 * during a sync go into the next commit.
 *
 *     loop thread     store_submit    ──▶ queue ──▶ thread: BEGIN, batch, …, COMMIT (one sync)
 *                     store_completed ◀── list  ◀── notify()
 *                     store_changes   ◀── changes by other processes
 *
 * There are two backends: SQLite (store/sqlite.c), and PostgreSQL (store/postgres.c), which any
 * number of servers can share. */
#ifndef STORE_RUN_H
#define STORE_RUN_H

#include "core/message.h"
#include "store/store.h"

struct store_config {
    const char *path; /* a file, or postgres://… */
    const char *vfs; /* SQLite's VFS; NULL: the default. Tests use one that loses unsynced data */
    bool shared; /* opened by an operator's command while a server may be running */
    bool reads; /* the same, and nothing is written: neither migrated nor configured */
    unsigned versions; /* migrate to this version; 0: the newest */
    unsigned checkpoint_pages; /* log pages before a commit checkpoints; 0: a thread does it */
    void (*notify)(void *context); /* from another thread: something is completed or changed */
    void *context;
};

struct store_figures {
    uint64_t batches, commits, conflicts, failures;
    uint64_t commit_us; /* total time spent in commits */
    uint64_t commit_worst_us;
    bool failing; /* the last write failed */
};

/* A change by another process (store_announces); both "": anything may have changed. */
struct store_change {
    struct store_change *next;
    char table[STORE_ID], person[STORE_ID];
};

struct store;

/* NULL with the reason, whose texts point into the config, to constants or to static memory. */
struct store *store_open(const struct store_config *config, struct message *error)
    __attribute__((warn_unused_result));
bool store_is_shared(const char *path); /* can several servers use it at once? */
/* The path for messages: without the URL, which may contain a password. */
const char *store_name(const char *path);
void store_submit(struct store *store, struct store_batch *batch);
/* Takes the completed batches as a list by `next`, in order; NULL: none. */
struct store_batch *store_completed(struct store *store);
struct store_change *store_changes(
    struct store *store); /* the same for changes; the caller frees them */
struct store_figures store_figures(struct store *store);
/* Waits for the submitted batches and frees those that were not taken. */
void store_close(struct store *store);

/* ---- for backends ---- */

struct backend {
    unsigned group_max; /* batches in one commit */
    /* Sets every batch's status. */
    void (*do_group)(struct backend *backend, struct store_batch *group, uint64_t *commit_us);
    /* Has another process written? Called once a second; may be NULL. */
    bool (*poll_changes)(struct backend *backend);
    void (*close)(struct backend *backend);
};

struct backend *sqlite_open(const struct store_config *config, struct message *error)
    __attribute__((warn_unused_result));
struct backend *postgres_open(const struct store_config *config, struct store *store,
                              struct message *error) __attribute__((warn_unused_result));

void store_add_change(struct store *store, const char *table,
                      const char *person); /* from any thread */
void store_batch_forget(struct store_batch *batch); /* frees the rows found */
uint64_t store_now_us(void);

#endif
