/* The server around its core: event loop, sockets, store, threads, clock and random source. */
#ifndef SERVER_SHELL_H
#define SERVER_SHELL_H

#include "ai/net.h"

#include <stdbool.h>

struct shell_config {
    const char *host, *port; /* where to listen */
    const char *public_url; /* how people come here: "https://…"; NULL: as they came */
    const char *trusted_proxy; /* its address, or NULL */
    const char *database; /* file */
    const char *web; /* folder of the page; NULL: there is none */
    const char *pages; /* folder of the operator's own pages, or NULL */
    struct net_source *nets; /* of the opponents */
    unsigned per_address_max; /* connections */
    unsigned thinkers; /* threads for opponents; 0: one less than there are cores */
    unsigned silence_s; /* without pace: then others may replace or close; 0: as usual */
    bool unlimited; /* no limits by address: for load tests */
    bool push, webhooks; /* notices go out that way */
    const char *notice_ca; /* tests: also to this machine, if signed by this file; or NULL */
    bool no_pauses; /* opponents and forced steps without a pause: likewise */
    void (*ready)(const struct shell_config *config, unsigned port);
};

/* Serves until it is told to stop (SIGTERM, SIGINT). False: it could not begin, with the reason. */
bool shell_run(const struct shell_config *config, struct message *error)
    __attribute__((warn_unused_result));

#endif
