/* What the server says to others by itself: notices, by https to addresses that people named.
 *
 * There is one way out, and it is narrow: https with a checked certificate, no redirects, no
 * proxy, 5 s, and no address of this machine or of the network behind it. The address is looked
 * at when the socket is opened, after the name was resolved, so a name that changes its mind
 * between looking and connecting gains nothing. */
#ifndef SERVER_HTTP_CLIENT_H
#define SERVER_HTTP_CLIENT_H

#include "server/core.h"

struct sockaddr;

struct http_client {
    const char *contact; /* who runs this server, for push services: a URL, or NULL */
    /* tests: this file signs certificates, and this machine may be spoken to; or NULL */
    const char *ca;
};

bool http_client_start(void)
    __attribute__((warn_unused_result)); /* once, before there are threads */
/* a CORE_KEYS or CORE_NOTIFY, on a thread of its own */
void http_client_do(const struct http_client *client, struct core_work *work);

/* Is it somewhere in the world, and not this machine, its network, or nowhere? */
bool address_is_public(const struct sockaddr *address);

#endif
