/* Threads for slow work. Opponents search on (cores − 1) threads with low priority; passwords are
 * hashed and notices sent on further ones.
 *
 * CORE_THINK works wait in lanes, one per table (tables whose ids collide share one). The lanes
 * take turns, so that one busy table does not delay the others. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include "server/core.h"
#include "server/http_client.h"

struct workers;

struct workers_config {
    unsigned thinkers; /* threads for opponents */
    struct http_client client; /* sends notices */
    void (*notify)(void *context); /* called from the threads when work is completed */
    void *context;
};

/* NULL: out of threads or memory. */
struct workers *workers_open(const struct workers_config *config)
    __attribute__((warn_unused_result));
void workers_submit(struct workers *workers, struct core_work *work);
/* Takes the completed works as a list by `next`; NULL: none. */
struct core_work *workers_completed(struct workers *workers);
unsigned workers_waiting(struct workers *workers); /* CORE_THINK works in the queue */
/* Waits for the works in progress. False: some were left undone. */
bool workers_close(struct workers *workers);

#endif
