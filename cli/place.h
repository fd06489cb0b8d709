/* Where things lie that are kept, for all commands that look for them. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli/cli.h"

enum { PLACE_MAX = 4096 };

/* The flag, else the environment's word (--public-url: TAFELRUNDE_PUBLIC_URL), else NULL. */
const char *place_setting(const struct cli *cli, const char *name);

/* A file of this person's own, whose folder is made: $XDG_STATE_HOME/tafelrunde/NAME. */
bool place_state(const char *name, char path[PLACE_MAX], struct message *error)
    __attribute__((warn_unused_result));

/* The file of --database, else one of this person's own. */
bool place_database(const struct cli *cli, char path[PLACE_MAX], struct message *error)
    __attribute__((warn_unused_result));

#endif
