/* The store in a file of SQLite: one thread writes; whatever was submitted while it synced goes into its next commit.
 *
 *     loop thread          store_submit ──▶ queue ──▶ writer: BEGIN, batch, batch, …, COMMIT (one sync)
 *                          store_completed ◀── list ◀── notify()
 *
 * WAL, synced at every commit, STRICT tables. The file has a version; an older one is copied aside and brought up to
 * date in one transaction, a newer one is refused. A lock file keeps two servers apart. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "core/message.h"
#include "store/store.h"

struct store_config {
    const char *path;
    const char *vfs;               /* NULL: the system's; tests hand in one that loses what was not synced */
    bool shared;                   /* beside a running server: for one batch of an operator                */
    unsigned versions;             /* bring the file up to this version; 0: the newest                     */
    unsigned checkpoint_pages;     /* of log before the file is brought up to date; 0: as is good          */
    void (*notify)(void *context); /* from the writer's thread: something is completed                     */
    void *context;
};

struct store_figures {
    uint64_t batches, commits, conflicts, failures;
    uint64_t commit_us;            /* spent in commits, all together */
    uint64_t commit_worst_us;
    uint64_t outside;              /* times that another process was seen to have written */
    bool failing;                  /* the last commit failed         */
};

struct store;

/* NULL with the reason; its texts point into the config or at constants. */
struct store *store_open(const struct store_config *config, struct message *error) __attribute__((warn_unused_result));
void store_submit(struct store *store, struct store_batch *batch);
struct store_batch *store_completed(struct store *store); /* a list by `next`, in order; NULL: nothing new */
struct store_figures store_figures(struct store *store);
void store_close(struct store *store);                    /* after what was submitted is done; what nobody fetched is freed */

/* For `admin`, beside a running server or without one; each returns false with the reason. */
bool store_backup(const char *path, const char *to, struct message *error) __attribute__((warn_unused_result));
bool store_restore(const char *from, const char *path, struct message *error) __attribute__((warn_unused_result)); /* not beside one */
bool store_check(const char *path, struct message *error) __attribute__((warn_unused_result)); /* is it a whole file of ours? */

/* The schema, version by version, and what queries and sweeps are in SQL (store/schema.c). */
enum { STORE_APPLICATION = 0x7461666c }; /* "tafl", in the file's head */
extern const char *const store_migrations[];
extern const unsigned store_versions;
extern const char *const store_query_sql[STORE_QUERY_COUNT];  /* after SELECT …, or before RETURNING …; ?1 key, ?2 number, ?3 limit */

#define STORE_LOCK "/* lock */" /* where rows that are taken are locked, should others read them at the same time */

enum { STORE_SWEEPS = STORE_PRUNE_OVER + 1, STORE_SWEEP_STEPS = 10 };
extern const char *const store_sweep_sql[STORE_SWEEPS][STORE_SWEEP_STEPS]; /* ?1 key, ?2 number */
extern const char *const store_table_sql[STORE_SWEEP_STEPS];               /* what goes with a table; ?1 its id */

#endif
