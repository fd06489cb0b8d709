/* The server's only outgoing requests: notices, by https to URLs that people subscribed.
 *
 * Requests are restricted against abuse: verified certificates, no redirects, no proxy, 5 s, and
 * public addresses only. The address is checked when the socket is opened, after the name was
 * resolved, so DNS rebinding gains nothing. */
#ifndef SERVER_HTTP_CLIENT_H
#define SERVER_HTTP_CLIENT_H

#include "server/core.h"

struct sockaddr;

struct http_client {
    const char *contact; /* the operator's URL, for push services; or NULL */
    /* tests: a CA certificate; with it, requests to this machine are allowed; or NULL */
    const char *ca;
};

bool http_client_start(void)
    __attribute__((warn_unused_result)); /* once, before there are threads */
/* Does a CORE_KEYS or CORE_NOTIFY. Blocks, so call it from a worker thread. */
void http_client_do(const struct http_client *client, struct core_work *work);

/* Is it a public address: not this machine, a private network or a reserved range? */
bool address_is_public(const struct sockaddr *address);

#endif
