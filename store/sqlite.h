/* The store in a file of SQLite: WAL, synced at every commit, STRICT tables. The file has a
 * version; an older one is copied aside and brought up to date in one transaction, a newer one
 * is refused. A lock file keeps two servers apart. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/run.h"

/* For `admin`, beside a running server or without one; each returns false with the reason. */
bool store_backup(const char *path, const char *to, struct message *error)
    __attribute__((warn_unused_result));
/* not beside one */
bool store_restore(const char *from, const char *path, struct message *error)
    __attribute__((warn_unused_result));
/* is it a whole file of ours? */
bool store_check(const char *path, struct message *error) __attribute__((warn_unused_result));

/* The schema, version by version, and what queries and sweeps are in SQL (store/schema.c). */
enum { STORE_APPLICATION = 0x7461666c }; /* "tafl", in the file's head */
extern const char *const store_migrations[];
extern const unsigned store_versions;
/* after SELECT …, or before RETURNING …; ?1 key, ?2 number, ?3 limit */
extern const char *const store_query_sql[STORE_QUERY_COUNT];

#define STORE_LOCK \
    "/* lock */" /* where rows that are taken are locked, should others read them at the same time */

enum { STORE_SWEEPS = STORE_PRUNE_OVER + 1, STORE_SWEEP_STEPS = 10 };
extern const char *const store_sweep_sql[STORE_SWEEPS][STORE_SWEEP_STEPS]; /* ?1 key, ?2 number */
/* what goes with a table; ?1 its id */
extern const char *const store_remove_table_sql[STORE_SWEEP_STEPS];

#endif
