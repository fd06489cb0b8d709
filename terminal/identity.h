/* Who the player is at a server: the session that the server gave, stored for the next time. */
#ifndef TERMINAL_IDENTITY_H
#define TERMINAL_IDENTITY_H

#include "program/paths.h"
#include "program/socket.h"

struct identity {
    const struct cli *cli;
    struct socket_server server;
    char token[SOCKET_TOKEN_MAX];
    uint8_t secret[SEED_SIZE]; /* the random bytes of the player's seats are derived from it */
    char state[PATHS_MAX]; /* file that stores token and secret */
};

/* Finds the server and signs in as a guest if there is no valid session. False with the reason. */
bool identity_open(struct identity *me, const struct cli *cli, const char *url,
                   struct message *error) __attribute__((warn_unused_result));

/* Makes a request; without a body it is a GET. False with the reason that the server gave. The
 * reason refers to a static buffer. */
bool identity_request(const struct identity *me, const char *path, const char *body,
                      char reply[SOCKET_REPLY_MAX], struct message *error)
    __attribute__((warn_unused_result));

#endif
