/* A progress bar with an estimate of the time left, on standard error if that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
    bool shown;
    double started, last;
};

double seconds_now(void); /* of a monotonic clock */

void progress_begin(struct progress *progress);
/* redraws at most ten times per second */
void progress_at(struct progress *progress, unsigned long done, unsigned long all);
void progress_end(struct progress *progress);

#endif
