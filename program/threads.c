#include "program/threads.h"

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

/* What no thread could be started for is done here, after the rest. */
static void together(struct bot_crew *crew, void (*do_one)(void *context, unsigned i),
                     void *context, unsigned count) {
    pthread_t threads[BOT_CREW_MAX];
    struct share shares[BOT_CREW_MAX];
    unsigned started = 1;
    (void)crew;
    for (unsigned i = 0; i < count; i++) shares[i] = (struct share){do_one, context, i};
    while (started < count && pthread_create(&threads[started], NULL, work, &shares[started]) == 0)
        started++;
    work(&shares[0]);
    for (unsigned i = started; i < count; i++) work(&shares[i]);
    for (unsigned i = 1; i < started; i++) pthread_join(threads[i], NULL);
}

struct bot_crew *threads_of_all_cores(void) {
    static struct bot_crew crew = {.together = together};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    crew.count = cores < 1 ? 1 : cores > BOT_CREW_MAX ? BOT_CREW_MAX : (unsigned)cores;
    return &crew;
}
