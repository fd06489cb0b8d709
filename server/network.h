/* HTTP and WebSocket on an event loop: the one file behind this header knows which library does
 * it.
 *
 * Everything happens on the loop's thread. A connection has a number that is never used again,
 * so an answer that comes late, after the other side has gone, finds nobody and does no harm. A
 * response and a message are copied when they are handed over, unless the body is marked as
 * lasting. About 0.3 KiB a connection here and 5 KiB in the library. */
#ifndef SERVER_NETWORK_H
#define SERVER_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NETWORK_ADDRESS_MAX = 46, /* an IPv6 address as text, with zero */
    NETWORK_HEADER_MAX = 1024, /* of any one header that is looked at */
    NETWORK_BODY_MAX = 64 * 1024, /* of a request */
    NETWORK_MESSAGE_MAX = 64 * 1024, /* of a WebSocket, to the server */
    /* waiting for one connection that does not read: then it goes */
    NETWORK_QUEUE_MAX = 8 * 1024 * 1024,
    /* waiting for all; then whoever has more than its share goes */
    NETWORK_QUEUES_MAX = 256 * 1024 * 1024,
    NETWORK_QUEUE_SHARE = 64 * 1024,
};

enum network_method {
    NETWORK_GET,
    NETWORK_HEAD,
    NETWORK_POST,
    NETWORK_PUT,
    NETWORK_DELETE,
    NETWORK_OTHER
};

/* What is not there is "". Valid during the call only. */
struct network_request {
    enum network_method method;
    const char *path; /* %XX read, no dots that lead upwards */
    const char *query; /* what stands after "?" */
    const char *host, *origin, *cookie, *authorization, *match, *encodings, *languages, *type;
    const char *address; /* whose: the peer's, or what a trusted proxy says */
    const char *body;
    size_t length;
};

struct network_response {
    unsigned status;
    const char *type; /* Content-Type; the others may be NULL */
    const char *cache, *etag, *encoding, *cookie, *allow, *disposition;
    const char *body;
    size_t length;
    bool lasting; /* the body stays as it is as long as the server runs: not copied */
    unsigned retry_s; /* Retry-After, if not 0 */
};

struct network_handler {
    /* Answered with network_respond, now or later. */
    void (*request)(struct network_handler *handler, uint64_t id,
                    const struct network_request *request);
    /* A WebSocket is to be opened: 0, or the HTTP status it is refused with. Then it is open,
     * and one may send. */
    unsigned (*open)(struct network_handler *handler, uint64_t id,
                     const struct network_request *request);
    void (*opened)(struct network_handler *handler, uint64_t id);
    void (*message)(struct network_handler *handler, uint64_t id, const char *text, size_t length);
    void (*close)(struct network_handler *handler,
                  uint64_t id); /* of a WebSocket that was opened */
    /* nobody waits for the response any more */
    void (*gone)(struct network_handler *handler, uint64_t id);
};

struct network_config {
    const char *host, *port; /* port "0": any that is free */
    const char *trusted; /* address of a proxy that is believed, or NULL */
    bool secure; /* people come by https */
    unsigned per_address_max; /* connections from one address */
    struct network_handler *handler;
    void *loop; /* uv_loop_t */
};

struct network_counts {
    uint64_t accepted, refused, requests, messages_in, messages_out, bytes_out, dropped_slow;
    unsigned open, sockets;
    size_t queued;
};

struct network;

/* NULL with the reason in words of the system. */
struct network *network_open(const struct network_config *config, const char **why)
    __attribute__((warn_unused_result));
unsigned network_port(const struct network *network);
struct network_counts network_counts(const struct network *network);

void network_respond(struct network *network, uint64_t id, const struct network_response *response);

/* False: nobody is there any more, or the connection was given up because it does not read. */
bool network_send(struct network *network, uint64_t id, const char *text, size_t length);

/* Ends a WebSocket after what was sent, with this status (RFC 6455). */
void network_end(struct network *network, uint64_t id, unsigned status);

/* No new connections; those that are open are ended. */
void network_stop(struct network *network);
/* Closes everything; when the loop has run to its end, network_free gives the memory back. */
void network_close(struct network *network);
void network_free(struct network *network);

#endif
