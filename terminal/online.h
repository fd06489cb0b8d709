/* A table at a server, over a WebSocket. The player's session is stored for the next time. */
#ifndef TERMINAL_ONLINE_H
#define TERMINAL_ONLINE_H

#include "terminal/identity.h"
#include "terminal/session.h"

struct online {
    struct session *session;
    const struct cli *cli;
    uv_loop_t *loop;
    struct identity me;
    struct websocket *socket; /* NULL while waiting to reconnect */
    uv_timer_t reconnect_timer; /* runs while waiting to reconnect */
    unsigned reconnect_ms; /* until the next attempt to connect */
    char secret[64]; /* from the link; "" for a public table */
    const char *path; /* --record, or NULL */
    long wanted_seat; /* --seat, counted from 0; -1 takes the first free seat */
    unsigned greeted; /* seats that said hello on this connection, as bits */
    bool sat, lost, asked_record, closing;
    bool hints; /* allowed at this table */
    char address[256]; /* the server's address as typed */
    unsigned proposal; /* the proposal announced last; 0 if there is none */
    char rematch[TABLE_ID_LENGTH + 1]; /* id of the rematch's table, or "" */
    bool resigning; /* asked to confirm resigning */
    bool wants_rematch; /* asked for one */
    bool joins_rematch; /* leaves for the rematch's table */
    bool is_rematch; /* so its record is appended to the file */
};

/* Signs in as a guest if necessary and starts to connect. `link` is a whole link, its path, or
 * ID#SECRET. False with the reason. */
bool online_open(struct online *o, struct session *s, const struct cli *cli, uv_loop_t *loop,
                 const char *url, const char *link, struct message *error)
    __attribute__((warn_unused_result));
void online_close(struct online *o);

/* Runs a line that began with a slash (without it): chat ("/ Hallo") or a command ("/resign"). */
void online_command(struct online *o, const char *line);

/* Asks for the record once the game is over. */
void online_work(struct online *o);

/* Writes the record of a finished game to --record, if given. False if that failed. */
bool online_save(struct online *o) __attribute__((warn_unused_result));

#endif
