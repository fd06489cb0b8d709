/* Automatic backups of a database file: written by a thread, verified like `admin check`, and the
 * oldest removed. Names sort by time: tafelrunde-20260131T235959Z.db. A copy with damaged tables
 * counts as failed and becomes tafelrunde-damaged.db. */
#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

#include "core/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct backup_config {
    const char *folder; /* NULL: no backups */
    unsigned every_s, keep;
};

struct backup_figures {
    double age_s; /* of the last good backup; infinite: there is none */
    uint64_t failures;
};

struct backup;

/* The first backup is due `every_s` after the newest one in the folder. NULL with the reason: the
 * folder cannot be used. */
struct backup *backup_open(const struct backup_config *config, const char *database,
                           uv_loop_t *loop, struct message *error)
    __attribute__((warn_unused_result));
struct backup_figures backup_figures(const struct backup *backup);
/* Starts no more. Run the loop until it is empty, then free it. NULL: nothing. */
void backup_close(struct backup *backup);
void backup_free(struct backup *backup);

#endif
