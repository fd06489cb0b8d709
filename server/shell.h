/* The server around its core: event loop, sockets, store, threads, clock and random source. */
#ifndef SERVER_SHELL_H
#define SERVER_SHELL_H

#include "ai/net.h"
#include "server/backup.h"

#include <stdbool.h>

struct shell_config {
    const char *host, *port; /* where to listen */
    const char *metrics_host, *metrics_port; /* the operator's own listener; NULL: none */
    const char *public_url; /* "https://…"; NULL: taken from each request's Host */
    const char *trusted_proxy; /* its address, or NULL */
    const char *database; /* a file, or postgres://… */
    const char *web; /* folder of the built web page; NULL: none */
    const char *pages; /* folder of the operator's own pages, or NULL */
    struct backup_config backup;
    struct net_source *nets; /* for the opponents */
    unsigned per_address_max; /* connections per address */
    unsigned thinkers; /* threads for opponents; 0: one less than there are cores */
    unsigned silence_s; /* core_settings.silence_ms in seconds; 0: the default */
    bool unlimited; /* no rate limits: for load tests */
    bool push, webhooks; /* which kinds of notices are enabled */
    const char *notice_ca; /* tests: http_client.ca; or NULL */
    bool no_pauses; /* tests: opponents and forced steps without delay */
    void (*ready)(const struct shell_config *config, unsigned port, unsigned metrics_port);
};

/* Serves until SIGTERM or SIGINT. False, with the reason: it could not start. */
bool shell_run(const struct shell_config *config, struct message *error)
    __attribute__((warn_unused_result));

#endif
