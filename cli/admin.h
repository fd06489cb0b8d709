/* What the files of `admin` share. */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#include "program/cli.h"
#include "program/paths.h"
#include "store/store.h"

#include <pthread.h>

struct admin {
    struct cli *cli;
    char database[PATHS_MAX];
    const char *word; /* the argument of the subcommand */
    pthread_mutex_t mutex;
    pthread_cond_t completed;
};

/* Runs one batch while the server may be running. False with the reason. The caller still owns the
 * batch. */
bool admin_do(struct admin *admin, struct store_batch *batch, struct message *error)
    __attribute__((warn_unused_result));

/* ---- moderate.c: people and addresses; each returns false with the reason ---- */

typedef bool admin_command_run(struct admin *admin, struct message *error);
admin_command_run admin_block, admin_unblock, admin_blocked, admin_people, admin_grant,
    admin_revoke, admin_reports, admin_log;

#endif
