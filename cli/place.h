/* Where a server's things lie, for all commands that look for them. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli/cli.h"

enum { PLACE_MAX = 4096 };

/* The flag, else the environment's word (--public-url: TAFELRUNDE_PUBLIC_URL), else NULL. */
const char *place_setting(const struct cli *cli, const char *name);

/* The file of --database, else one of this person's own, whose folder is made. */
bool place_database(const struct cli *cli, char path[PLACE_MAX], struct message *error) __attribute__((warn_unused_result));

#endif
