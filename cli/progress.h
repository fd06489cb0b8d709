/* Long commands: a progress bar on standard error if that is a terminal, and stopping on Ctrl-C. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "program/cli.h"

struct progress {
    const struct cli *cli;
    bool shown;
    double started, last;
};

double seconds_now(void); /* of a monotonic clock */

/* Also lets Ctrl-C and SIGTERM stop the command gently; a second one ends the program. */
void progress_begin(struct progress *progress, const struct cli *cli);
/* redraws at most ten times per second */
void progress_at(struct progress *progress, unsigned long done, unsigned long all);
void progress_end(struct progress *progress);

enum { EXIT_INTERRUPTED = 130 };

/* Whether Ctrl-C was pressed. The command then keeps its results so far and leaves. */
bool progress_stopped(void);

/* Says on standard error that the command was stopped, and how to resume. Returns the exit
 * status. */
int progress_leave(const struct cli *cli, const struct message *how);

#endif
