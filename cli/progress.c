#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30 };

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static volatile sig_atomic_t stopped;

static void stop(int signal) {
    (void)signal;
    stopped = 1;
}

bool progress_stopped(void) {
    return stopped;
}

int progress_leave(const struct cli *cli, const struct message *how) {
    say(cli, stderr, how);
    return EXIT_INTERRUPTED;
}

void progress_begin(struct progress *progress, const struct cli *cli) {
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    progress->cli = cli;
    progress->shown = isatty(STDERR_FILENO);
    progress->started = progress->last = seconds_now();
}

void progress_at(struct progress *progress, unsigned long done, unsigned long all) {
    if (!progress->shown || all == 0) return;
    double now = seconds_now();
    if (now - progress->last < 0.1) return;
    progress->last = now;
    double share = done < all ? (double)done / (double)all : 1,
           left = share > 0 ? (now - progress->started) * (1 - share) / share : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++) bar[i] = (double)i < share * (double)BAR ? '#' : '.';
    bar[BAR] = 0;
    char text[64];
    text_format(&progress->cli->reader, &MESSAGE("cli.progress.left", NUMBER("seconds", left)),
                text, sizeof text);
    fprintf(stderr, "\r[%s] %3.0f %%  %lu/%lu  %s \033[K", bar, 100 * share, done, all, text);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->shown) fprintf(stderr, "\r\033[K");
}
