/* The store in an SQLite file: WAL, synced at every commit, STRICT tables. An older version of the
 * file is backed up and migrated in one transaction; a newer one is refused. A lock file prevents
 * two servers on one file. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/run.h"

/* For `admin`. A server may be running. Each returns false with the reason. */
bool store_backup(const char *path, const char *to, struct message *error)
    __attribute__((warn_unused_result));
/* Refused while a server is running. */
bool store_restore(const char *from, const char *path, struct message *error)
    __attribute__((warn_unused_result));
/* Is it an intact database of this program? */
bool store_check(const char *path, struct message *error) __attribute__((warn_unused_result));

/* Migrations, and queries and sweeps in SQL (store/schema.c). */
enum { STORE_APPLICATION = 0x7461666c }; /* "tafl", in the file's head */
extern const char *const store_migrations[];
extern const unsigned store_versions;
/* Follows SELECT …, or precedes RETURNING …; ?1 key, ?2 number, ?3 limit. */
extern const char *const store_query_sql[STORE_QUERY_COUNT];

/* Marks where PostgreSQL locks the rows that are taken, against servers that take at the same
 * time. */
#define STORE_LOCK "/* lock */"

/* A statement of these in the terms of PostgreSQL. */
enum { POSTGRES_SQL_MAX = 8192 };
void postgres_translate(const char *sql, char out[POSTGRES_SQL_MAX]);

enum { STORE_SWEEPS = STORE_PRUNE_STUDIES + 1, STORE_SWEEP_STEPS = 30 };
extern const char *const store_sweep_sql[STORE_SWEEPS][STORE_SWEEP_STEPS]; /* ?1 key, ?2 number */
/* Counts the other tables of STORE_LIMIT; ?1 person, ?2 table. */
extern const char *const store_limit_sql;
/* Removes the rows that belong to a table; ?1 its id. */
extern const char *const store_remove_table_sql[STORE_SWEEP_STEPS];

#endif
