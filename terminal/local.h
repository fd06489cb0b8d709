/* A table in this process: its opponents, and the file it is kept in. */
#ifndef TERMINAL_LOCAL_H
#define TERMINAL_LOCAL_H

#include "program/cli.h"
#include "terminal/session.h"
#include "terminal/think.h"

struct local {
    struct table_output output; /* first */
    struct session *session;
    const struct cli *cli;
    uv_loop_t *loop;
    const char *path; /* --record, or NULL */
    char *stored; /* what was left there; an error may point into it */
    struct table table;
    struct bot bots[SEATS_MAX];
    struct thought thought;
    char *queue[64]; /* messages of the person's that the table has not read */
    unsigned queued;
    unsigned saved; /* entries of the log that are on the disk */
    bool unsaved; /* the file could not be written; said already */
    char buffer[TABLE_MESSAGE_MAX];
};

/* Opens it, or takes up the game of --record where it was left. False with the reason; then,
 * too, it is to be closed. */
bool local_open(struct local *l, struct session *s, const struct cli *cli, uv_loop_t *loop,
                const struct game_choice *choice, struct message *error)
    __attribute__((warn_unused_result));
void local_close(struct local *l);

/* All that the table does by itself before it waits for somebody. */
void local_work(struct local *l);

/* Writes what is not yet on the disk; false: it could not. */
bool local_save(struct local *l) __attribute__((warn_unused_result));

#endif
