#include "program/pool.h"

#include <pthread.h>
#include <unistd.h>

struct share {
    void (*do_one)(void *context, unsigned i);
    void *context;
    unsigned i;
};

static void *work(void *argument) {
    const struct share *share = argument;
    share->do_one(share->context, share->i);
    return NULL;
}

/* If a thread cannot be started, its share runs on this thread afterwards. */
static void run(struct bot_pool *pool, void (*do_one)(void *context, unsigned i), void *context,
                unsigned count) {
    pthread_t threads[BOT_POOL_MAX];
    struct share shares[BOT_POOL_MAX];
    unsigned started = 1;
    (void)pool;
    for (unsigned i = 0; i < count; i++) shares[i] = (struct share){do_one, context, i};
    while (started < count && pthread_create(&threads[started], NULL, work, &shares[started]) == 0)
        started++;
    work(&shares[0]);
    for (unsigned i = started; i < count; i++) work(&shares[i]);
    for (unsigned i = 1; i < started; i++) pthread_join(threads[i], NULL);
}

struct bot_pool *pool_of_all_cores(void) {
    static struct bot_pool pool = {.run = run};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    pool.count = cores < 1 ? 1 : cores > BOT_POOL_MAX ? BOT_POOL_MAX : (unsigned)cores;
    return &pool;
}
