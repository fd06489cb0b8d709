#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30 };

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(struct progress *progress) {
    progress->shown = isatty(STDERR_FILENO);
    progress->started = progress->last = seconds_now();
}

void progress_at(struct progress *progress, unsigned long done, unsigned long all) {
    if (!progress->shown || all == 0) return;
    double now = seconds_now();
    if (now - progress->last < 0.1) return;
    progress->last = now;
    double share = (double)done / (double)all,
           left = share > 0 ? (now - progress->started) * (1 - share) / share : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++) bar[i] = (double)i < share * (double)BAR ? '#' : '.';
    bar[BAR] = 0;
    fprintf(stderr, "\r[%s] %3.0f %%  %lu/%lu  -%.0f s ", bar, 100 * share, done, all, left);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->shown) fprintf(stderr, "\r\033[K");
}
