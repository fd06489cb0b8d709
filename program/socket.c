#include "program/socket.h"

#include "core/ensure.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAME_HEAD_MAX = 14, READ_SIZE = 64 * 1024 };

static int connect_to(const struct sockaddr *address, socklen_t length) {
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, address, length) == 0) return fd;
    close(fd);
    return -1;
}

/* Finds the first address that accepts connections; if none does, the last one. */
static bool resolve(struct socket_server *server, int port) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found;
    char number[8];
    int fd = -1;
    snprintf(number, sizeof number, "%d", port);
    if (getaddrinfo(server->name, number, &hints, &found) != 0) return false;
    for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
        memcpy(&server->address, at->ai_addr, at->ai_addrlen);
        server->address_length = at->ai_addrlen;
        if (found->ai_next) fd = connect_to(at->ai_addr, at->ai_addrlen);
    }
    freeaddrinfo(found);
    if (fd >= 0) close(fd);
    return true;
}

bool socket_find(const char *url, struct socket_server *server) {
    int used = 0;
    server->tls = strncmp(url, "https://", 8) == 0;
    int port = server->tls ? 443 : 80;
    if (!server->tls && strncmp(url, "http://", 7) != 0) return false;
    url += server->tls ? 8 : 7;
    bool six = *url == '[';
    if (sscanf(url, six ? "[%99[^]/]]%n" : "%99[^:/]%n", server->name, &used) != 1 || !used)
        return false;
    const char *rest = url + used;
    if (*rest == ':' && sscanf(rest, ":%d%n", &port, &used) == 1) rest += used;
    if ((*rest && strcmp(rest, "/") != 0) || port < 1 || port > 65535) return false;
    snprintf(server->host, sizeof server->host, six ? "[%s]:%d" : "%s:%d", server->name, port);
    return resolve(server, port);
}

/* ---- TLS ---- */

/* A TLS connection that requires a certificate for the server's name from an authority that the
 * system or SSL_CERT_FILE trusts. */
static SSL *begin_tls(const struct socket_server *server) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    ensure(context && SSL_CTX_set_default_verify_paths(context) == 1);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL *tls = SSL_new(context);
    SSL_CTX_free(context); /* the connection holds its own reference */
    ensure(tls && SSL_set_min_proto_version(tls, TLS1_2_VERSION) == 1 &&
           SSL_set_tlsext_host_name(tls, server->name) == 1 &&
           SSL_set1_host(tls, server->name) == 1);
    SSL_set_connect_state(tls);
    return tls;
}

/* ---- requests ---- */

/* A blocking connection. */
struct wire {
    int fd;
    SSL *tls; /* NULL for plain HTTP */
};

static ssize_t wire_read(const struct wire *wire, void *bytes, size_t size) {
    return wire->tls ? SSL_read(wire->tls, bytes, (int)size) : read(wire->fd, bytes, size);
}

static bool wire_write(const struct wire *wire, const void *bytes, size_t size) {
    return (wire->tls ? SSL_write(wire->tls, bytes, (int)size) : write(wire->fd, bytes, size)) ==
           (ssize_t)size;
}

static bool read_reply(const struct wire *wire, char *reply) {
    size_t used = 0, body = 0, length = 0;
    while (!body || used < body + length) {
        ssize_t got = wire_read(wire, reply + used, SOCKET_REPLY_MAX - 1 - used);
        if (got <= 0) return false;
        used += (size_t)got;
        reply[used] = 0;
        const char *end = strstr(reply, "\r\n\r\n"), *stated = strcasestr(reply, "content-length:");
        if (body || !end) continue;
        body = (size_t)(end - reply) + 4;
        length = stated && stated < end ? strtoul(stated + 15, NULL, 10) : 0;
        if (length >= SOCKET_REPLY_MAX - body) return false;
    }
    bool good = strncmp(reply, "HTTP/1.1 200", 12) == 0;
    memmove(reply, reply + body, length + 1);
    return good;
}

/* Makes one request over TLS, on its own connection. */
static bool request_tls(const struct socket_server *server, int fd, const char *request,
                        size_t length, char *reply) {
    struct wire wire = {.fd = fd, .tls = begin_tls(server)};
    bool good = SSL_set_fd(wire.tls, fd) == 1 && SSL_connect(wire.tls) == 1 &&
                wire_write(&wire, request, length) && read_reply(&wire, reply);
    SSL_free(wire.tls);
    close(fd);
    return good;
}

bool socket_request(const struct socket_server *server, int *fd, const char *path,
                    const char *token, const char *body, char reply[SOCKET_REPLY_MAX]) {
    char request[4096];
    if (*fd < 0) {
        *fd = connect_to((const struct sockaddr *)&server->address, server->address_length);
        if (*fd < 0) return false;
    }
    int length = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s%s",
                          body ? "POST" : "GET", path, server->host,
                          *token ? "Authorization: Bearer " : "", token, *token ? "\r\n" : "");
    if (body)
        length += snprintf(request + length, sizeof request - (size_t)length,
                           "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                           strlen(body), body);
    else length += snprintf(request + length, sizeof request - (size_t)length, "\r\n");
    ensure((size_t)length < sizeof request);
    int once = *fd;
    if (server->tls) *fd = -1;
    return server->tls ? request_tls(server, once, request, (size_t)length, reply)
                       : wire_write(&(struct wire){.fd = *fd}, request, (size_t)length) &&
                             read_reply(&(struct wire){.fd = *fd}, reply);
}

/* ---- WebSocket ---- */

struct outgoing {
    uv_write_t write;
    char bytes[];
};

static void on_written(uv_write_t *write, int status) {
    (void)status;
    free(write);
}

static void write_raw(struct websocket *s, struct outgoing *out, size_t length) {
    uv_buf_t buffer = uv_buf_init(out->bytes, (unsigned)length);
    if (uv_write(&out->write, (uv_stream_t *)&s->tcp, &buffer, 1, on_written) != 0) free(out);
}

/* Sends the bytes that TLS has produced. */
static void flush_tls(struct websocket *s) {
    size_t length = BIO_ctrl_pending(SSL_get_wbio(s->tls));
    if (!length) return;
    struct outgoing *out = malloc(sizeof *out + length);
    ensure(out && BIO_read(SSL_get_wbio(s->tls), out->bytes, (int)length) == (int)length);
    write_raw(s, out, length);
}

static void write_bytes(struct websocket *s, struct outgoing *out, size_t length) {
    if (!s->tls) {
        write_raw(s, out, length);
        return;
    }
    SSL_write(s->tls, out->bytes, (int)length);
    free(out);
    flush_tls(s);
}

/* Clients must mask their frames. A mask of zero is allowed and leaves the bytes as they are. */
static void send_frame(struct websocket *s, unsigned opcode, const char *text, size_t length) {
    struct outgoing *out = malloc(sizeof *out + FRAME_HEAD_MAX + length);
    size_t at = 0;
    ensure(out && length < 65536);
    out->bytes[at++] = (char)(0x80 | opcode);
    if (length < 126) {
        out->bytes[at++] = (char)(0x80 | length);
    } else {
        out->bytes[at++] = (char)(0x80 | 126);
        out->bytes[at++] = (char)(length >> 8);
        out->bytes[at++] = (char)length;
    }
    memset(out->bytes + at, 0, 4);
    at += 4;
    if (length) memcpy(out->bytes + at, text, length);
    write_bytes(s, out, at + length);
}

void websocket_send(struct websocket *s, const char *text, size_t length) {
    if (s->open && !s->closed) send_frame(s, 1, text, length);
}

static void on_closed(uv_handle_t *handle) {
    struct websocket *s = handle->data;
    free(s->in);
    s->in = NULL;
    SSL_free(s->tls);
    s->tls = NULL;
}

void websocket_close(struct websocket *s) {
    if (s->closed) return;
    s->closed = true;
    uv_close((uv_handle_t *)&s->tcp, on_closed);
}

static void lose(struct websocket *s) {
    if (s->closed) return;
    websocket_close(s);
    s->lost(s);
}

/* A frame has one message per line. */
static void take_messages(struct websocket *s, const char *text, size_t length) {
    const char *end = text + length;
    for (const char *line = text, *next; line <= end && !s->closed; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next) next = end;
        s->message(s, line, (size_t)(next - line));
    }
}

/* The size of the first frame of the input, or 0 if it is incomplete. */
static size_t take_frame(struct websocket *s, const uint8_t *in, size_t length) {
    if (length < 2) return 0;
    size_t head = 2, payload = in[1] & 127;
    if (payload == 126) {
        if (length < 4) return 0;
        head = 4;
        payload = (size_t)in[2] << 8 | in[3];
    } else if (payload == 127) {
        if (length < 10) return 0;
        head = 10;
        payload = 0;
        for (unsigned i = 2; i < 10; i++) payload = payload << 8 | in[i];
    }
    if (payload > length - head) return 0; /* a sum could overflow */
    unsigned opcode = in[0] & 15;
    if (opcode == 1) take_messages(s, (const char *)in + head, payload);
    if (opcode == 9) send_frame(s, 10, (const char *)in + head, payload < 126 ? payload : 0);
    if (opcode == 8) lose(s);
    return head + payload;
}

static void take_input(struct websocket *s) {
    size_t at = 0, taken;
    if (!s->open) {
        const char *end = memmem(s->in, s->in_length, "\r\n\r\n", 4);
        if (!end) return;
        if (strncmp(s->in, "HTTP/1.1 101", 12) != 0) {
            lose(s);
            return;
        }
        at = (size_t)(end - s->in) + 4;
        s->open = true;
        s->opened(s);
    }
    while (!s->closed && (taken = take_frame(s, (const uint8_t *)s->in + at, s->in_length - at)))
        at += taken;
    if (s->closed) return;
    s->in_length -= at;
    memmove(s->in, s->in + at, s->in_length);
    if (s->in_length == 0 &&
        s->in_size > READ_SIZE) { /* frees a large buffer: there may be many connections */
        free(s->in);
        s->in = NULL;
        s->in_size = 0;
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    static char shared[READ_SIZE];
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(shared, sizeof shared);
}

static void take_bytes(struct websocket *s, const char *bytes, size_t length) {
    size_t wanted = s->in_length + length;
    if (wanted > s->in_size) {
        size_t size = s->in_size ? s->in_size : 1024;
        while (size < wanted) size *= 2;
        s->in = realloc(s->in, size);
        ensure(s->in);
        s->in_size = size;
    }
    if (length) memcpy(s->in + s->in_length, bytes, length);
    s->in_length = wanted;
    take_input(s);
}

static void ask_for_websocket(struct websocket *s) {
    struct outgoing *out = malloc(sizeof *out + 1024);
    ensure(out);
    s->asked = true;
    int length = snprintf(out->bytes, 1024,
                          "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: "
                          "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                          "dGFmZWxydW5kZSBsb2FkIQ==\r\n%s%s%s\r\n",
                          s->server->host, s->token[0] ? "Authorization: Bearer " : "", s->token,
                          s->token[0] ? "\r\n" : "");
    write_bytes(s, out, (size_t)length);
}

/* Continues the handshake or decrypts input, then sends what TLS has produced. */
static void take_tls(struct websocket *s, const char *bytes, size_t length) {
    static char plain[READ_SIZE];
    ensure(BIO_write(SSL_get_rbio(s->tls), bytes, (int)length) == (int)length || length == 0);
    int done = SSL_do_handshake(s->tls);
    flush_tls(s);
    if (done != 1) {
        int why = SSL_get_error(s->tls, done);
        if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) lose(s);
        return;
    }
    if (!s->asked) ask_for_websocket(s);
    for (int got; !s->closed && (got = SSL_read(s->tls, plain, sizeof plain)) > 0;)
        take_bytes(s, plain, (size_t)got);
    if (!s->closed) flush_tls(s);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    struct websocket *s = stream->data;
    if (length < 0) lose(s);
    else if (s->tls) take_tls(s, buffer->base, (size_t)length);
    else take_bytes(s, buffer->base, (size_t)length);
}

static void on_connected(uv_connect_t *connect, int status) {
    struct websocket *s = connect->data;
    if (s->closed) return;
    if (status != 0 || uv_read_start((uv_stream_t *)&s->tcp, on_alloc, on_read) != 0) lose(s);
    else if (s->tls) take_tls(s, NULL, 0);
    else ask_for_websocket(s);
}

bool websocket_open(struct websocket *s, uv_loop_t *loop, const struct socket_server *server) {
    if (uv_tcp_init(loop, &s->tcp) != 0) return false;
    s->tcp.data = s->connect.data = s;
    s->server = server;
    if (server->tls) {
        s->tls = begin_tls(server);
        SSL_set_bio(s->tls, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    }
    uv_tcp_nodelay(&s->tcp, 1);
    return uv_tcp_connect(&s->connect, &s->tcp, (const struct sockaddr *)&server->address,
                          on_connected) == 0;
}
