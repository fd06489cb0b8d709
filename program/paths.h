/* Where things lie that are kept, for all commands that look for them. */
#ifndef PROGRAM_PATHS_H
#define PROGRAM_PATHS_H

#include "program/cli.h"

enum { PATHS_MAX = 4096 };

/* The flag, else the environment's word (--public-url: TAFELRUNDE_PUBLIC_URL), else NULL. */
const char *paths_setting(const struct cli *cli, const char *name);

/* A file of this person's own, whose folder is made: $XDG_STATE_HOME/tafelrunde/NAME. */
bool paths_state(const char *name, char path[PATHS_MAX], struct message *error)
    __attribute__((warn_unused_result));

/* The file of --database, else one of this person's own. */
bool paths_database(const struct cli *cli, char path[PATHS_MAX], struct message *error)
    __attribute__((warn_unused_result));

#endif
