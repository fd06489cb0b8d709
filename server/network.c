/* libwebsockets on our libuv loop. The messages of one call of the core are one frame per
 * connection, a line each, which is written at once if the socket takes it. Waiting
 * for writability costs five system calls, so only slow sockets do that, with one write per
 * callback. Fragments are joined. Messages are not compressed: that would take 100 KiB per
 * connection. */
#include "server/network.h"

#include "core/ensure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum {
    ACCEPT_BATCH = 64, /* connections accepted per turn of the loop */
    PIECE = 16 * 1024, /* bytes of a body per write */
    PACKET_ROOM = 8 * 1024, /* messages that are sent together have at most this many bytes */
    ADDRESS_BUCKETS = 4096,
    HEAD_MAX = 4096, /* bytes of a response's head */
    REQUEST_TIMEOUT_S = 20,
    BODY_TIMEOUT_MS = 20 * 1000, /* for all of a request's body */
    KEEP_ALIVE_S = 30,
    PING_AFTER_S = 30,
    GONE_AFTER_S = 75,
    CLOSE_TIMEOUT_S = 2,
};

/* Counts connections per address. IPv6 addresses count by /64, which one customer gets. */
struct address {
    struct address *next;
    uint8_t bytes[16];
    unsigned count;
};

/* A frame with one or more messages, each on a line of its own. */
struct packet {
    struct packet *next;
    size_t length, size;
    unsigned char bytes[]; /* LWS_PRE in front */
};

struct headers {
    struct network_request request;
    char path[NETWORK_HEADER_MAX], query[NETWORK_HEADER_MAX], host[256], origin[256],
        cookie[NETWORK_HEADER_MAX], authorization[256], match[256], encodings[256], languages[256],
        type[128], agent[256], forwarded[256], address[NETWORK_ADDRESS_MAX];
};

struct socket {
    struct lws *wsi;
    uint64_t id;
    struct address *address; /* where it is counted; NULL: not counted */
    struct headers *headers; /* of a request whose body is still being received */
    char *in; /* the part of the body or message received so far */
    size_t in_length, in_size;
    struct packet *open; /* the messages since the last network_flush; NULL: none */
    struct packet *first, **last; /* unsent frames */
    size_t queued;
    unsigned status; /* WebSocket: to be closed with this status; 0: open */
    bool websocket, asked, answered, too_long, no_body, to_close, killed, close_sent;
    bool paused; /* nothing is read from it */
    const char *body; /* of the response */
    size_t body_length, body_sent;
    char *owned; /* the body, if it must be freed */
    uint64_t body_deadline_ms; /* in the loop's time: when the request's body must be complete */
    unsigned char *head; /* the response's head until it is written */
    size_t head_length;
    char peer[NETWORK_ADDRESS_MAX];
};

struct network {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct network_handler *handler;
    uv_loop_t *loop;
    uv_poll_t poll;
    /* reserve: closed to accept and refuse a connection when file descriptors run out */
    int listener, reserve;
    bool listening, polled;
    char trusted[NETWORK_ADDRESS_MAX];
    unsigned per_address_max;
    struct socket **slots;
    unsigned slot_count, free_hint;
    uint64_t *unflushed; /* ids of sockets that have had an open packet since the last flush */
    unsigned unflushed_count, unflushed_size;
    uint32_t generation;
    struct address *addresses[ADDRESS_BUCKETS];
    struct network_counts counts;
    struct headers scratch;
    unsigned char piece[LWS_PRE + PIECE];
    struct lws_protocol_vhost_options headers[10];
};

/* ---- addresses ---- */

static void address_bytes(const struct sockaddr_storage *from, uint8_t bytes[16]) {
    memset(bytes, 0, 16);
    if (from->ss_family == AF_INET) {
        memcpy(bytes + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
        bytes[10] = bytes[11] = 0xff;
    } else if (from->ss_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)from)->sin6_addr, 16);
    }
}

static bool is_mapped(const uint8_t bytes[16]) {
    static const uint8_t prefix[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(bytes, prefix, sizeof prefix) == 0;
}

static void address_text(const uint8_t bytes[16], char text[NETWORK_ADDRESS_MAX]) {
    if (is_mapped(bytes)) inet_ntop(AF_INET, bytes + 12, text, NETWORK_ADDRESS_MAX);
    else inet_ntop(AF_INET6, bytes, text, NETWORK_ADDRESS_MAX);
}

/* False: not an address. */
static bool address_read(const char *text, uint8_t bytes[16]) {
    memset(bytes, 0, 16);
    if (inet_pton(AF_INET6, text, bytes) == 1) return true;
    bytes[10] = bytes[11] = 0xff;
    return inet_pton(AF_INET, text, bytes + 12) == 1;
}

static struct address **address_find(struct network *network, const uint8_t key[16]) {
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < 16; i++) hash = (hash ^ key[i]) * 16777619u;
    struct address **at = &network->addresses[hash % ADDRESS_BUCKETS];
    while (*at && memcmp((*at)->bytes, key, 16) != 0) at = &(*at)->next;
    return at;
}

/* Counts one more connection of this address; NULL: the limit is reached, or there is no memory. */
static struct address *address_take(struct network *network, const uint8_t bytes[16]) {
    uint8_t key[16];
    memcpy(key, bytes, 16);
    if (!is_mapped(key)) memset(key + 8, 0, 8);
    struct address **at = address_find(network, key);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at) return NULL;
        memcpy((*at)->bytes, key, 16);
    }
    if ((*at)->count >= network->per_address_max) return NULL;
    (*at)->count++;
    return *at;
}

static void address_give(struct network *network, struct address *address) {
    if (!address || --address->count) return;
    struct address **at = address_find(network, address->bytes);
    *at = address->next;
    free(address);
}

/* ---- connections ---- */

static struct socket *find(struct network *network, uint64_t id) {
    uint32_t slot = (uint32_t)id;
    struct socket *c = slot < network->slot_count ? network->slots[slot] : NULL;
    return c && c->id == id ? c : NULL;
}

static bool grow(struct network *network) {
    unsigned count = network->slot_count ? 2 * network->slot_count : 256;
    struct socket **slots = realloc(network->slots, count * sizeof *slots);
    if (!slots) return false;
    memset(slots + network->slot_count, 0, (count - network->slot_count) * sizeof *slots);
    network->slots = slots;
    network->slot_count = count;
    return true;
}

static struct socket *socket_new(struct network *network) {
    unsigned slot = network->free_hint;
    while (slot < network->slot_count && network->slots[slot]) slot++;
    if (slot == network->slot_count && !grow(network)) return NULL;
    struct socket *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    network->free_hint = slot + 1;
    network->slots[slot] = c;
    c->id = (uint64_t)++network->generation << 32 | slot;
    c->last = &c->first;
    network->counts.open++;
    return c;
}

static void drop_queue(struct network *network, struct socket *c) {
    while (c->first) {
        struct packet *packet = c->first;
        c->first = packet->next;
        free(packet);
    }
    free(c->open);
    c->open = NULL;
    c->last = &c->first;
    network->counts.queued -= c->queued;
    c->queued = 0;
}

static void drop_response(struct socket *c) {
    free(c->owned);
    free(c->head);
    c->owned = NULL;
    c->head = NULL;
    c->body = NULL;
}

static void drop_input(struct socket *c) {
    free(c->in);
    free(c->headers);
    c->in = NULL;
    c->headers = NULL;
    c->in_length = c->in_size = 0;
    c->too_long = false;
}

static void socket_free(struct network *network, struct socket *c) {
    uint32_t slot = (uint32_t)c->id;
    drop_queue(network, c);
    drop_response(c);
    drop_input(c);
    address_give(network, c->address);
    network->slots[slot] = NULL;
    if (slot < network->free_hint) network->free_hint = slot;
    network->counts.open--;
    free(c);
}

/* Closes as soon as possible and drops unsent data. */
static void kill_socket(struct socket *c) {
    if (c->killed) return;
    c->killed = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* ---- input ---- */

/* False: too long, or out of memory. */
static bool take_input(struct socket *c, const void *bytes, size_t length, size_t max) {
    if (c->in_length + length > max) return false;
    if (c->in_length + length > c->in_size) {
        size_t size = c->in_size ? c->in_size : 512;
        while (size < c->in_length + length) size *= 2;
        char *in = realloc(c->in, size);
        if (!in) return false;
        c->in = in;
        c->in_size = size;
    }
    if (length) memcpy(c->in + c->in_length, bytes, length);
    c->in_length += length;
    return true;
}

static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *text, int size) {
    if (lws_hdr_copy(wsi, text, size, token) < 0) text[0] = 0;
}

/* The library keeps the parameters of a query apart and would join them with commas. */
static void copy_query(struct lws *wsi, char *text, int size) {
    int at = 0, length;
    for (int i = 0; size - at > 1; i++) {
        length = lws_hdr_copy_fragment(wsi, text + at, size - at, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length < 0) break;
        at += length;
        text[at++] = '&';
    }
    text[at ? at - 1 : 0] = 0;
}

/* The same for a header whose absence would mean something else; false: it is too long. */
static bool copy_whole(struct lws *wsi, enum lws_token_indexes token, char *text, int size) {
    copy_header(wsi, token, text, size);
    return text[0] || lws_hdr_total_length(wsi, token) == 0;
}

/* The client's address: behind the trusted proxy, the last one in X-Forwarded-For. NULL: it cannot
 * be read, and must not count as the proxy's own. */
static const char *requester(const struct network *network, const struct socket *c,
                             struct headers *h) {
    if (!network->trusted[0] || strcmp(network->trusted, c->peer) != 0) return c->peer;
    uint8_t bytes[16];
    if (!copy_whole(c->wsi, WSI_TOKEN_X_FORWARDED_FOR, h->forwarded, sizeof h->forwarded))
        return NULL;
    if (!h->forwarded[0]) return c->peer;
    const char *last = strrchr(h->forwarded, ',');
    last = last ? last + 1 : h->forwarded;
    while (*last == ' ') last++;
    if (!address_read(last, bytes)) return NULL;
    address_text(bytes, h->address);
    return h->address;
}

/* Is there exactly one readable length, and none in another form? Two readers of an ambiguous
 * request could see different requests. */
static bool has_clear_length(struct lws *wsi) {
    char text[16];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return false;
    int length = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (length == 0) return true;
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
           text[strspn(text, "0123456789")] == 0;
}

static enum network_method method_of(struct lws *wsi) {
    static const struct {
        enum lws_token_indexes token;
        enum network_method method;
    } methods[] = {
        {WSI_TOKEN_GET_URI, NETWORK_GET},       {WSI_TOKEN_HEAD_URI, NETWORK_HEAD},
        {WSI_TOKEN_POST_URI, NETWORK_POST},     {WSI_TOKEN_PUT_URI, NETWORK_PUT},
        {WSI_TOKEN_DELETE_URI, NETWORK_DELETE},
    };
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (lws_hdr_total_length(wsi, methods[i].token)) return methods[i].method;
    return NETWORK_OTHER;
}

/* False: one of those that decide about access is ambiguous, too long or unreadable. */
static bool read_headers(struct network *network, struct socket *c, struct headers *h) {
    static const enum lws_token_indexes paths[] = {WSI_TOKEN_GET_URI,    WSI_TOKEN_HEAD_URI,
                                                   WSI_TOKEN_POST_URI,   WSI_TOKEN_PUT_URI,
                                                   WSI_TOKEN_DELETE_URI, WSI_TOKEN_OPTIONS_URI};
    struct lws *wsi = c->wsi;
    memset(&h->request, 0, sizeof h->request);
    h->path[0] = 0;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0] && !h->path[0]; i++)
        copy_header(wsi, paths[i], h->path, sizeof h->path);
    copy_query(wsi, h->query, sizeof h->query);
    copy_header(wsi, WSI_TOKEN_HOST, h->host, sizeof h->host);
    bool clear =
        copy_whole(wsi, WSI_TOKEN_ORIGIN, h->origin, sizeof h->origin) && has_clear_length(wsi);
    copy_header(wsi, WSI_TOKEN_HTTP_COOKIE, h->cookie, sizeof h->cookie);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, h->authorization, sizeof h->authorization);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, h->match, sizeof h->match);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, h->encodings, sizeof h->encodings);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, h->languages, sizeof h->languages);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, h->type, sizeof h->type);
    copy_header(wsi, WSI_TOKEN_HTTP_USER_AGENT, h->agent, sizeof h->agent);
    h->request = (struct network_request){
        .method = method_of(wsi),
        .path = h->path,
        .query = h->query,
        .host = h->host,
        .origin = h->origin,
        .cookie = h->cookie,
        .authorization = h->authorization,
        .match = h->match,
        .encodings = h->encodings,
        .languages = h->languages,
        .type = h->type,
        .agent = h->agent,
        .address = requester(network, c, h),
        .body = "",
    };
    return clear && h->request.address;
}

/* ---- HTTP ---- */

static bool add_header(struct socket *c, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    if (!value) return true;
    return lws_add_http_header_by_name(c->wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool write_head(struct socket *c, const struct network_response *r) {
    unsigned char *bytes = malloc(LWS_PRE + HEAD_MAX);
    if (!bytes) return false;
    unsigned char *at = bytes + LWS_PRE, *end = bytes + LWS_PRE + HEAD_MAX;
    char retry[16], length[24];
    snprintf(retry, sizeof retry, "%u", r->retry_s);
    snprintf(length, sizeof length, "%zu", r->length);
    bool done =
        lws_add_http_header_status(c->wsi, r->status | LWSAHH_FLAG_NO_SERVER_NAME, &at, end) == 0 &&
        add_header(c, "content-type:", r->type, &at, end) &&
        add_header(c, "cache-control:", r->cache ? r->cache : "no-store", &at, end) &&
        add_header(c, "etag:", r->etag, &at, end) &&
        add_header(c, "content-encoding:", r->encoding, &at, end) &&
        add_header(c, "vary:", r->etag ? "accept-encoding" : NULL, &at, end) &&
        add_header(c, "set-cookie:", r->cookie, &at, end) &&
        add_header(c, "set-cookie:", r->device, &at, end) &&
        add_header(c, "content-disposition:", r->disposition, &at, end) &&
        add_header(c, "allow:", r->allow, &at, end) &&
        add_header(c, "retry-after:", r->retry_s ? retry : NULL, &at, end) &&
        add_header(c, "connection:", c->to_close ? "close" : NULL, &at, end) &&
        add_header(c, "content-length:", r->status == 304 ? NULL : length, &at, end) &&
        lws_finalize_http_header(c->wsi, &at, end) == 0;
    if (!done) {
        free(bytes);
        return false;
    }
    c->head = bytes;
    c->head_length = (size_t)(at - bytes) - LWS_PRE;
    return true;
}

void network_respond(struct network *network, uint64_t id, const struct network_response *r) {
    struct socket *c = find(network, id);
    if (!c || c->answered || c->killed) return;
    c->answered = true;
    c->body_length = c->no_body || r->status == 304 ? 0 : r->length;
    c->body_sent = 0;
    if (r->lasting) {
        c->body = r->body;
    } else if (c->body_length) {
        c->owned = malloc(c->body_length);
        if (c->owned) memcpy(c->owned, r->body, c->body_length);
        c->body = c->owned;
    }
    if ((c->body_length && !c->body) || !write_head(c, r)) {
        kill_socket(c);
        return;
    }
    lws_callback_on_writable(c->wsi);
}

static int finish_response(struct socket *c) {
    drop_response(c);
    drop_input(c);
    c->asked = c->answered = false;
    if (c->to_close) return -1;
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

/* Writes the next piece of a response: first the head, then the body. */
static int write_response(struct network *network, struct socket *c) {
    if (!c->answered) return 0;
    if (c->head) {
        int written = lws_write(c->wsi, c->head + LWS_PRE, c->head_length, LWS_WRITE_HTTP_HEADERS);
        free(c->head);
        c->head = NULL;
        if (written < 0) return -1;
        if (c->body_length == 0) return finish_response(c);
    } else {
        size_t left = c->body_length - c->body_sent, length = left < PIECE ? left : PIECE;
        memcpy(network->piece + LWS_PRE, c->body + c->body_sent, length);
        if (lws_write(c->wsi, network->piece + LWS_PRE, length,
                      length == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
            return -1;
        network->counts.bytes_out += length;
        c->body_sent += length;
        if (c->body_sent == c->body_length) return finish_response(c);
    }
    lws_callback_on_writable(c->wsi);
    return 0;
}

static void respond_status(struct network *network, struct socket *c, unsigned status) {
    c->to_close = true;
    network_respond(network, c->id,
                    &(struct network_response){.status = status, .type = "text/plain"});
}

static int on_request(struct network *network, struct socket *c) {
    struct headers *h = &network->scratch;
    network->counts.requests++;
    bool clear = read_headers(network, c, h);
    c->no_body = h->request.method == NETWORK_HEAD;
    bool sends = h->request.method == NETWORK_POST || h->request.method == NETWORK_PUT;
    if (!clear) {
        respond_status(network, c, 400);
    } else if (h->request.method == NETWORK_OTHER) {
        respond_status(network, c, 405);
    } else if (sends && !lws_hdr_total_length(c->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) {
        respond_status(network, c, 411);
    } else if (sends) {
        c->headers = malloc(sizeof *c->headers);
        if (!c->headers) return -1;
        (void)read_headers(network, c, c->headers);
        c->body_deadline_ms = uv_now(network->loop) + BODY_TIMEOUT_MS;
    } else {
        c->asked = true;
        network->handler->request(network->handler, c->id, &h->request);
    }
    return 0;
}

static int on_body_end(struct network *network, struct socket *c) {
    if (!c->headers || c->too_long) return 0;
    struct network_request *r = &c->headers->request;
    c->asked = true;
    r->body = c->in ? c->in : "";
    r->length = c->in_length;
    network->handler->request(network->handler, c->id, r);
    return 0;
}

static int on_body(struct network *network, struct socket *c, const void *bytes, size_t length) {
    /* the library's time-out begins again with every byte */
    if (c->headers && uv_now(network->loop) > c->body_deadline_ms) return -1;
    if (c->too_long || !c->headers || take_input(c, bytes, length, NETWORK_BODY_MAX)) return 0;
    c->too_long = true;
    respond_status(network, c, 413);
    return 0;
}

/* ---- WebSocket ---- */

/* Nonzero: refused with a response. */
static int on_upgrade(struct network *network, struct socket *c, const char *protocol) {
    unsigned status = 400;
    if (strcasecmp(protocol, "websocket") == 0) {
        uint8_t bytes[16];
        struct headers *h = &network->scratch;
        bool clear = read_headers(network, c, h);
        if (clear && !c->address)
            c->address =
                address_read(h->request.address, bytes) ? address_take(network, bytes) : NULL;
        if (clear)
            status =
                c->address ? network->handler->open(network->handler, c->id, &h->request) : 429;
        if (status == 0) return 0;
    }
    network->counts.refused++;
    return lws_return_http_status(c->wsi, status, NULL) ? -1 : 1;
}

static int on_message(struct network *network, struct socket *c, const void *bytes, size_t length) {
    if (c->status) return 0; /* it is being closed */
    if (lws_frame_is_binary(c->wsi)) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (!take_input(c, bytes, length, NETWORK_MESSAGE_MAX)) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (!lws_is_final_fragment(c->wsi) || lws_remaining_packet_payload(c->wsi)) return 0;
    network->counts.messages_in++;
    char *in = c->in;
    size_t in_length = c->in_length;
    c->in = NULL;
    c->in_length = c->in_size = 0;
    network->handler->message(network->handler, c->id, in ? in : "", in_length);
    free(in);
    return 0;
}

/* Writes the close frame to the socket directly: if the callback ended the connection here, the
 * library would assume a failed write and send none. The client then has time to reply. */
static int write_close_frame(struct socket *c) {
    const uint8_t frame[4] = {0x88, 2, (uint8_t)(c->status >> 8), (uint8_t)c->status};
    c->close_sent = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_TIMEOUT_S);
    return send(lws_get_socket_fd(c->wsi), frame, sizeof frame, MSG_NOSIGNAL) == sizeof frame ? 0
                                                                                              : -1;
}

/* The library buffers what the socket does not take; see lws_partial_buffered. */
static bool write_frame(struct network *network, struct socket *c, unsigned char *bytes,
                        size_t length) {
    network->counts.frames_out++;
    network->counts.bytes_out += length;
    return lws_write(c->wsi, bytes + LWS_PRE, length, LWS_WRITE_TEXT) >= 0;
}

static bool is_congested(struct socket *c) {
    return c->first || lws_partial_buffered(c->wsi);
}

/* Backpressure: a client that does not read is not read from. Otherwise short messages could order
 * any amount of output. */
static void wait_for_reader(struct socket *c) {
    if (!c->paused) lws_rx_flow_control(c->wsi, 0);
    c->paused = true;
    lws_callback_on_writable(c->wsi);
}

static int write_message(struct network *network, struct socket *c) {
    struct packet *packet = c->first;
    if (packet) {
        c->first = packet->next;
        if (!c->first) c->last = &c->first;
        c->queued -= packet->length;
        network->counts.queued -= packet->length;
        bool written = write_frame(network, c, packet->bytes, packet->length);
        free(packet);
        if (!written) return -1;
    }
    if (is_congested(c) || (c->status && packet)) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (c->paused) lws_rx_flow_control(c->wsi, 1);
    c->paused = false;
    return c->status && !c->close_sent ? write_close_frame(c) : 0;
}

bool network_is_congested(struct network *network, uint64_t id) {
    struct socket *c = find(network, id);
    return c && c->websocket && is_congested(c);
}

/* Writes a frame, or queues it for a slow socket. Takes the packet. */
static void send_packet(struct network *network, struct socket *c, struct packet *packet) {
    size_t queued = c->queued + packet->length;
    if (packet->length <= PIECE && !is_congested(c)) {
        bool written = write_frame(network, c, packet->bytes, packet->length);
        free(packet);
        if (!written) kill_socket(c);
        else if (is_congested(c)) wait_for_reader(c);
    } else if (queued <= NETWORK_QUEUE_MAX &&
               (network->counts.queued + packet->length <= NETWORK_QUEUES_MAX ||
                queued <= NETWORK_QUEUE_SHARE)) {
        *c->last = packet;
        c->last = &packet->next;
        c->queued = queued;
        network->counts.queued += packet->length;
        wait_for_reader(c);
    } else {
        free(packet);
        network->counts.dropped_slow++;
        kill_socket(c);
    }
}

static void flush_socket(struct network *network, struct socket *c) {
    struct packet *packet = c->open;
    c->open = NULL;
    if (packet && !c->killed) send_packet(network, c, packet);
    else free(packet);
}

static void note_unflushed(struct network *network, uint64_t id) {
    if (network->unflushed_count == network->unflushed_size) {
        unsigned size = network->unflushed_size ? 2 * network->unflushed_size : 64;
        uint64_t *unflushed = realloc(network->unflushed, size * sizeof *unflushed);
        ensure(unflushed);
        network->unflushed = unflushed;
        network->unflushed_size = size;
    }
    network->unflushed[network->unflushed_count++] = id;
}

/* A packet with room for this many bytes more, after those of an open one. */
static struct packet *open_packet(struct network *network, struct socket *c, size_t length) {
    size_t size = length > PACKET_ROOM ? length : PACKET_ROOM;
    if (c->open && c->open->length + 1 + length > c->open->size) flush_socket(network, c);
    if (c->open) {
        c->open->bytes[LWS_PRE + c->open->length++] = '\n';
        return c->open;
    }
    struct packet *packet = malloc(sizeof *packet + LWS_PRE + size);
    ensure(packet);
    *packet = (struct packet){.size = size};
    note_unflushed(network, c->id);
    return c->open = packet;
}

void network_send(struct network *network, uint64_t id, const char *text, size_t length) {
    struct socket *c = find(network, id);
    if (!c || !c->websocket || c->killed || c->status) return;
    struct packet *packet = open_packet(network, c, length);
    memcpy(packet->bytes + LWS_PRE + packet->length, text, length);
    packet->length += length;
    network->counts.messages_out++;
}

void network_flush(struct network *network) {
    for (unsigned i = 0; i < network->unflushed_count; i++) {
        struct socket *c = find(network, network->unflushed[i]);
        if (c) flush_socket(network, c);
    }
    network->unflushed_count = 0;
}

void network_end(struct network *network, uint64_t id, unsigned status) {
    struct socket *c = find(network, id);
    if (!c || !c->websocket || c->status) return;
    flush_socket(network, c);
    c->status = status;
    lws_callback_on_writable(c->wsi);
}

/* ---- the library's callback ---- */

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    struct socket *c = lws_get_opaque_user_data(wsi);
    struct network *network = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (!c) return lws_callback_http_dummy(wsi, reason, user, in, length);
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return on_request(network, c);
    case LWS_CALLBACK_HTTP_BODY: return on_body(network, c, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return on_body_end(network, c);
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_response(network, c);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(network, c, in);
    case LWS_CALLBACK_ESTABLISHED:
        c->websocket = true;
        network->counts.sockets++;
        network->handler->opened(network->handler, c->id);
        return 0;
    case LWS_CALLBACK_RECEIVE: return on_message(network, c, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return write_message(network, c);
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        if (c->websocket) {
            network->counts.sockets--;
            network->handler->close(network->handler, c->id);
        } else if (c->asked && !c->answered) {
            network->handler->gone(network->handler, c->id);
        }
        socket_free(network, c);
        return 0;
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

/* ---- accepting ---- */

/* Accepts one connection; false: none is waiting. */
static bool accept_one(struct network *network) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    uint8_t bytes[16];
    int fd =
        accept4(network->listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && network->reserve >= 0) {
        close(network->reserve);
        fd = accept4(network->listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd >= 0) close(fd);
        network->reserve = dup(network->listener);
        network->counts.refused++;
        return fd >= 0;
    }
    if (fd < 0) return errno == ECONNABORTED || errno == EINTR;
    network->counts.accepted++;
    struct socket *c = socket_new(network);
    if (!c) {
        close(fd);
        return true;
    }
    address_bytes(&from, bytes);
    address_text(bytes, c->peer);
    bool trusted = network->trusted[0] && strcmp(network->trusted, c->peer) == 0;
    if (!trusted && !(c->address = address_take(network, bytes))) {
        network->counts.refused++;
        socket_free(network, c);
        close(fd);
        return true;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    c->wsi = lws_adopt_socket_vhost(network->vhost, fd);
    if (c->wsi) lws_set_opaque_user_data(c->wsi, c);
    else socket_free(network, c);
    return true;
}

static void on_listener_readable(uv_poll_t *poll, int status, int events) {
    struct network *network = poll->data;
    (void)events;
    for (unsigned i = 0; status == 0 && i < ACCEPT_BATCH && accept_one(network); i++) continue;
}

static int listen_at(const struct addrinfo *at) {
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static int open_listener(const struct network_config *config, const char **why) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    int problem = getaddrinfo(config->host, config->port, &hints, &found), fd = -1;
    if (problem) {
        *why = gai_strerror(problem);
        return -1;
    }
    for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next) fd = listen_at(at);
    if (fd < 0) *why = strerror(errno);
    freeaddrinfo(found);
    return fd;
}

/* ---- opening and closing ---- */

/* Headers of every response, also of those the library writes. The web page is allowed only what
 * it needs. */
static void list_headers(struct network *network, bool secure) {
    static const struct {
        const char *name, *value;
    } always[] = {
        {"content-security-policy:",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src "
         "'self'; img-src 'self' data: blob:; font-src 'self'; "
         "media-src blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
         "'self'; frame-ancestors 'none'"},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"x-frame-options:", "DENY"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
        {"strict-transport-security:", "max-age=31536000"},
    };
    unsigned count = sizeof always / sizeof always[0] - !secure;
    for (unsigned i = 0; i < count; i++)
        network->headers[i] = (struct lws_protocol_vhost_options){
            .next = i + 1 < count ? &network->headers[i + 1] : NULL,
            .name = always[i].name,
            .value = always[i].value};
}

static bool open_context(struct network *network, bool secure) {
    static const struct lws_protocols protocols[] = {
        {.name = "tafelrunde", .callback = callback, .rx_buffer_size = 4096}, {0}};
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = PING_AFTER_S,
                                        .secs_since_valid_hangup = GONE_AFTER_S};
    void *loops[1] = {network->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .user = network,
        .pcontext = &network->context,
        .gid = (__typeof__(info.gid))-1, /* the type's signedness depends on the version */
        .uid = (__typeof__(info.uid))-1,
        .timeout_secs = REQUEST_TIMEOUT_S,
        .keepalive_timeout = KEEP_ALIVE_S,
        .retry_and_idle_policy = &idle,
        .headers = network->headers,
        .pt_serv_buf_size = 8192,
    };
    list_headers(network, secure);
    lws_set_log_level(0, NULL);
    network->context = lws_create_context(&info);
    if (!network->context) return false;
    network->vhost = lws_create_vhost(network->context, &info);
    return network->vhost != NULL;
}

struct network *network_open(const struct network_config *config, const char **why) {
    struct network *network = calloc(1, sizeof *network);
    uint8_t bytes[16];
    *why = strerror(ENOMEM);
    if (!network) return NULL;
    network->handler = config->handler;
    network->loop = config->loop;
    network->per_address_max = config->per_address_max;
    network->listener = open_listener(config, why);
    if (network->listener < 0) {
        free(network);
        return NULL;
    }
    network->reserve = dup(network->listener);
    if (config->trusted && address_read(config->trusted, bytes))
        address_text(bytes, network->trusted);
    if (!open_context(network, config->secure) ||
        uv_poll_init(network->loop, &network->poll, network->listener) != 0) {
        network_close(network);
        uv_run(network->loop, UV_RUN_DEFAULT);
        network_free(network);
        return NULL;
    }
    network->polled = true;
    network->poll.data = network;
    ensure(uv_poll_start(&network->poll, UV_READABLE, on_listener_readable) == 0);
    network->listening = true;
    return network;
}

unsigned network_port(const struct network *network) {
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    if (getsockname(network->listener, (struct sockaddr *)&at, &size) != 0) return 0;
    if (at.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&at)->sin6_port);
    return ntohs(((struct sockaddr_in *)&at)->sin_port);
}

struct network_counts network_counts(const struct network *network) {
    return network->counts;
}

void network_stop(struct network *network) {
    if (network->listening) uv_poll_stop(&network->poll);
    network->listening = false;
    for (unsigned slot = 0; slot < network->slot_count; slot++) {
        struct socket *c = network->slots[slot];
        if (!c) continue;
        if (c->websocket) network_end(network, c->id, LWS_CLOSE_STATUS_GOINGAWAY);
        else if (!c->answered && !c->headers) kill_socket(c);
    }
}

void network_close(struct network *network) {
    if (network->context) lws_context_destroy(network->context);
    if (network->polled) uv_close((uv_handle_t *)&network->poll, NULL);
    network->polled = false;
}

void network_free(struct network *network) {
    if (network->context) lws_context_destroy(network->context);
    close(network->listener);
    close(network->reserve);
    free(network->slots);
    free(network->unflushed);
    free(network);
}
