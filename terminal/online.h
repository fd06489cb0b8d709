/* A table at a server: by WebSocket, with a session of this person's own, which is kept for the
 * next time. */
#ifndef TERMINAL_ONLINE_H
#define TERMINAL_ONLINE_H

#include "program/paths.h"
#include "program/socket.h"
#include "terminal/session.h"

struct online {
    struct session *session;
    const struct cli *cli;
    uv_loop_t *loop;
    struct socket_server server;
    struct websocket *socket; /* NULL: between two tries */
    uv_timer_t again;
    unsigned pause_ms; /* until the next try */
    char token[SOCKET_TOKEN_MAX];
    char secret[64]; /* of the link; "" for a public table */
    char state[PATHS_MAX]; /* the file of token and secret */
    const char *path; /* --record, or NULL */
    long wanted; /* --seat, or -1: the first that is free */
    unsigned greeted; /* seats for which hello was said on this connection */
    bool sat, lost, asked_record, closing;
    bool hints; /* may be asked for at this table */
    char where[256]; /* the server's address, as the person gave it */
    unsigned proposal; /* what was last told of one; 0: there is none */
    char rematch[TABLE_ID_LENGTH + 1]; /* where the same people play again; "" */
    bool sure; /* was asked whether to give up */
    bool wants, moves; /* a rematch; there now */
    bool follows; /* is a rematch: its record is added to the file */
};

/* Signs in as a guest if need be and begins to connect. False with the reason. `link`: a whole
 * link, its path, or ID#SECRET. */
bool online_open(struct online *o, struct session *s, const struct cli *cli, uv_loop_t *loop,
                 const char *url, const char *link, struct message *error)
    __attribute__((warn_unused_result));
void online_close(struct online *o);

/* What a person says or does besides playing: what came after the slash of "/ Hallo" or
 * "/resign". */
void online_deed(struct online *o, const char *line);

/* What follows from what came: asks for the record when the game is over. */
void online_work(struct online *o);

/* The record into --record, if the game is over and one was wished for; false: it could not be
 * written. */
bool online_save(struct online *o) __attribute__((warn_unused_result));

#endif
