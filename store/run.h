/* A store that runs: one thread hands what was submitted to a backend, group by group; whatever
 * was submitted while it synced is in its next commit.
 *
 *     loop thread          store_submit ──▶ queue ──▶ thread: BEGIN, batch, batch, …, COMMIT (one sync)
 *                          store_completed ◀── list ◀── notify()
 *                          store_heard     ◀── what others did to the same data
 *
 * Two backends: a file of SQLite (store/sqlite.c), and PostgreSQL (store/postgres.c), which any
 * number of servers share. */
#ifndef STORE_RUN_H
#define STORE_RUN_H

#include "core/message.h"
#include "store/store.h"

struct store_config {
    const char *path; /* a file, or postgres://… */
    /* NULL: the system's; tests hand in one that loses what was not synced */
    const char *vfs;
    bool shared; /* beside a running server: for one batch of an operator */
    unsigned versions; /* bring the file up to this version; 0: the newest */
    /* of log before a commit brings the file up to date; 0: that is done beside the commits */
    unsigned checkpoint_pages;
    void (*notify)(void *context); /* from another thread: something is completed, or heard */
    void *context;
};

struct store_figures {
    uint64_t batches, commits, conflicts, failures;
    uint64_t commit_us; /* spent in commits, all together */
    uint64_t commit_worst_us;
    bool failing; /* the last group failed */
};

/* What others did (store_announces); both "": anything may have changed. */
struct store_change {
    struct store_change *next;
    char table[STORE_ID], person[STORE_ID];
};

struct store;

/* NULL with the reason; its texts point into the config, at constants or into static memory. */
struct store *store_open(const struct store_config *config, struct message *error)
    __attribute__((warn_unused_result));
bool store_is_shared(const char *path); /* can several servers use it at once? */
/* for messages: an address may hold a password */
const char *store_name(const char *path);
void store_submit(struct store *store, struct store_batch *batch);
/* a list by `next`, in order; NULL: nothing new */
struct store_batch *store_completed(struct store *store);
struct store_change *store_changes(struct store *store); /* likewise, to be freed one by one */
struct store_figures store_figures(struct store *store);
/* after what was submitted is done; what nobody fetched is freed */
void store_close(struct store *store);

/* ---- for backends ---- */

struct backend {
    unsigned group_max; /* batches in one commit */
    /* fills in every batch's status; false: it failed */
    bool (*do_group)(struct backend *backend, struct store_batch *group, uint64_t *commit_us);
    /* has somebody else written? Asked once a second; may be NULL */
    bool (*poll_changes)(struct backend *backend);
    void (*close)(struct backend *backend);
};

struct backend *sqlite_open(const struct store_config *config, struct message *error)
    __attribute__((warn_unused_result));
struct backend *postgres_open(const struct store_config *config, struct store *store,
                              struct message *error) __attribute__((warn_unused_result));

void store_add_change(struct store *store, const char *table,
                      const char *person); /* from any thread */
void store_batch_forget(struct store_batch *batch); /* the rows found */
uint64_t store_now_us(void);

#endif
