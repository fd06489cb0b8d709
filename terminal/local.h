/* A table in this process, with its opponents and the file that stores it. */
#ifndef TERMINAL_LOCAL_H
#define TERMINAL_LOCAL_H

#include "program/paths.h"
#include "terminal/session.h"
#include "terminal/think.h"

struct local {
    struct table_output output; /* first */
    struct session *session;
    const struct cli *cli;
    uv_loop_t *loop;
    const char *path; /* --record, else where the game is saved automatically, or NULL */
    bool automatic; /* saved without being asked: the path is not the player's --record */
    char own_path[PATHS_MAX];
    char *stored; /* the stored game's text; an error may point into it */
    struct table table;
    struct bot bots[SEATS_MAX];
    struct think_job thinking;
    char *queue[64]; /* messages from the player that the table has not read yet */
    unsigned queued;
    unsigned saved; /* log entries written to disk */
    bool paced; /* one step at a time, so that the eye can follow */
    uint64_t next_ms, held_ms; /* the next step waits until then, and until the face is ready */
    bool unsaved; /* writing failed, and the player knows */
    char buffer[TABLE_MESSAGE_MAX];
};

/* Opens a table, or resumes the game of --record. Without --record `saves` saves it automatically.
 * False with the reason. Close it in both cases. */
bool local_open(struct local *l, struct session *s, const struct cli *cli, uv_loop_t *loop,
                const struct game_choice *choice, bool saves, struct message *error)
    __attribute__((warn_unused_result));
void local_close(struct local *l);

/* Delays the next step of a `paced` table by `ms`; 0 ends a delay. */
void local_hold(struct local *l, unsigned ms);

/* Lets the table and its opponents act until it waits for the player; if `paced`, for one step. */
void local_work(struct local *l);

/* Milliseconds until the next step of the table; 0 if none is waiting. */
uint64_t local_pause_ms(const struct local *l);

/* Writes the game to disk. False if that failed. */
bool local_save(struct local *l) __attribute__((warn_unused_result));

#endif
