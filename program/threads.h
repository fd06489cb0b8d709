/* All cores, for an opponent with a time to think. */
#ifndef PROGRAM_THREADS_H
#define PROGRAM_THREADS_H

#include "program/cli.h"

struct bot_crew *threads_of_all_cores(void);

#endif
