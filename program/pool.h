/* A thread pool over all cores, for opponents with a time limit. */
#ifndef PROGRAM_POOL_H
#define PROGRAM_POOL_H

#include "program/cli.h"

struct bot_pool *pool_of_all_cores(void);

#endif
