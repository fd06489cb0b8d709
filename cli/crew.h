/* All cores, for an opponent with a time to think. */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "cli/cli.h"

struct bot_crew *crew_of_all_cores(void);

#endif
