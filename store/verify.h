/* Compares the log of every table with its hash (store/log.h), for `admin check` and backups. */
#ifndef STORE_VERIFY_H
#define STORE_VERIFY_H

#include "core/message.h"
#include "store/store.h"

struct store_verdict {
    unsigned tables, damaged; /* counted by store_verify */
    /* Called with the id of each damaged table; may be NULL. */
    void (*name)(void *context, const char *table);
    void *context;
};

/* Reads all tables of a file or a PostgreSQL database, also while a server is running. Changes
 * nothing. False with the reason: it could not be read. */
bool store_verify(const char *path, struct store_verdict *report, struct message *error)
    __attribute__((warn_unused_result));

#endif
