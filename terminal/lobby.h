/* The open tables of a server, in plain lines: sit down at one, or open a new one. */
#ifndef TERMINAL_LOBBY_H
#define TERMINAL_LOBBY_H

#include "program/cli.h"

enum { LINK_MAX = 512 };

/* Writes the link to the chosen table. Without --server it asks for the address first. False if the
 * player leaves, or with the reason if the server cannot be used; error->key is NULL otherwise. */
bool lobby_run(const struct cli *cli, char link[LINK_MAX], struct message *error)
    __attribute__((warn_unused_result));

#endif
