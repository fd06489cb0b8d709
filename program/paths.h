/* Where settings and files are found, for all commands. */
#ifndef PROGRAM_PATHS_H
#define PROGRAM_PATHS_H

#include "program/cli.h"

enum { PATHS_MAX = 4096 };

/* An option, else its environment variable (TAFELRUNDE_PUBLIC_URL for public-url), else NULL. */
const char *paths_setting(const struct cli *cli, const char *name);

/* The path $XDG_STATE_HOME/tafelrunde/NAME. Creates its folder. */
bool paths_state(const char *name, char path[PATHS_MAX], struct message *error)
    __attribute__((warn_unused_result));

/* The file of --database, else one in the user's state folder. */
bool paths_database(const struct cli *cli, char path[PATHS_MAX], struct message *error)
    __attribute__((warn_unused_result));

#endif
