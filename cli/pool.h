/* A thread pool over all cores, for opponents with a time limit. */
#ifndef CLI_POOL_H
#define CLI_POOL_H

#include "cli/cli.h"

struct bot_pool *pool_of_all_cores(void);

#endif
