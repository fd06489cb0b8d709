/* Threads for what takes long: opponents think on cores − 1 of them with low priority, passwords
 * are hashed on others, notices sent from yet others.
 *
 * Thoughts wait in lanes, one a table (tables whose ids collide share one), and the lanes take
 * turns: a table that asks much does not keep others waiting. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include "server/core.h"
#include "server/http_client.h"

struct workers;

/* workers_open: NULL: threads or memory are short. `notify` is called from the threads:
 * something is completed. */
struct workers_config {
    unsigned thinkers;
    struct http_client client; /* how notices are sent */
    void (*notify)(void *context);
    void *context;
};

struct workers *workers_open(const struct workers_config *config)
    __attribute__((warn_unused_result));
void workers_submit(struct workers *workers, struct core_work *work);
/* a list by `next`; NULL: nothing new */
struct core_work *workers_completed(struct workers *workers);
unsigned workers_waiting(struct workers *workers); /* thoughts that nobody has begun */
/* after what is being done; false: something was left undone */
bool workers_close(struct workers *workers);

#endif
