/* HTTP and WebSocket on an event loop. Only network.c knows which library is used.
 *
 * Everything happens on the loop's thread. Ids of connections are never reused, so a late response
 * to a closed connection is dropped. Responses and messages are copied, unless the body is marked
 * as lasting. A connection takes about 0.3 KiB here and 5 KiB in the library. */
#ifndef SERVER_NETWORK_H
#define SERVER_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NETWORK_ADDRESS_MAX = 46, /* an IPv6 address as text, with zero */
    NETWORK_HEADER_MAX = 1024, /* bytes of a header's value */
    NETWORK_BODY_MAX = 64 * 1024, /* bytes of a request's body */
    NETWORK_MESSAGE_MAX = 64 * 1024, /* bytes of a WebSocket message to the server */
    /* a connection with more unsent bytes is closed: it does not read */
    NETWORK_QUEUE_MAX = 8 * 1024 * 1024,
    /* with more unsent bytes in all, connections above NETWORK_QUEUE_SHARE are closed */
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

/* Missing parts are "". Valid only during the call. */
struct network_request {
    enum network_method method;
    const char *path; /* decoded, without ".." segments */
    const char *query; /* after the "?", still encoded */
    const char *host, *origin, *cookie, *authorization, *match, *encodings, *languages, *type,
        *agent;
    const char *address; /* the client's: the peer, or what a trusted proxy reports */
    const char *body;
    size_t length;
};

struct network_response {
    unsigned status;
    const char *type; /* Content-Type; the others may be NULL */
    const char *cache, *etag, *encoding, *cookie, *device, *allow, *disposition;
    const char *body;
    size_t length;
    bool lasting; /* the body stays valid while the server runs, so it is not copied */
    unsigned retry_s; /* Retry-After, if not 0 */
};

struct network_handler {
    /* Answer it with network_respond, now or later. */
    void (*request)(struct network_handler *handler, uint64_t id,
                    const struct network_request *request);
    /* A client asks for a WebSocket: return 0, or the HTTP status of the refusal. `opened` follows;
     * from then on network_send works. */
    unsigned (*open)(struct network_handler *handler, uint64_t id,
                     const struct network_request *request);
    void (*opened)(struct network_handler *handler, uint64_t id);
    void (*message)(struct network_handler *handler, uint64_t id, const char *text, size_t length);
    void (*close)(struct network_handler *handler,
                  uint64_t id); /* of a WebSocket that was opened */
    /* The client has closed the request: no response is needed. */
    void (*gone)(struct network_handler *handler, uint64_t id);
};

struct network_config {
    const char *host, *port; /* port "0": any free one */
    const char *trusted; /* address of the trusted proxy, or NULL */
    bool secure; /* the public URL is https: send HSTS */
    unsigned per_address_max; /* connections from one address */
    struct network_handler *handler;
    void *loop; /* uv_loop_t */
};

struct network_counts {
    uint64_t accepted, refused, requests, messages_in, messages_out, frames_out, bytes_out,
        dropped_slow;
    unsigned open, sockets;
    size_t queued;
};

struct network;

/* NULL: failed, with the system's reason in `why`. */
struct network *network_open(const struct network_config *config, const char **why)
    __attribute__((warn_unused_result));
unsigned network_port(const struct network *network);
struct network_counts network_counts(const struct network *network);

void network_respond(struct network *network, uint64_t id, const struct network_response *response);

/* Sends a message at the next network_flush, in one frame with others. */
void network_send(struct network *network, uint64_t id, const char *text, size_t length);
void network_flush(struct network *network);

/* Does the connection have unsent data? Until that is sent, nothing is read from it. */
bool network_is_congested(struct network *network, uint64_t id);

/* Closes a WebSocket with this status (RFC 6455) after the queued messages. */
void network_end(struct network *network, uint64_t id, unsigned status);

/* Accepts no more connections and closes the open ones. */
void network_stop(struct network *network);
/* Closes everything. Run the loop to its end, then call network_free. */
void network_close(struct network *network);
void network_free(struct network *network);

#endif
