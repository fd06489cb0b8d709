/* A client of a server: blocking requests, and WebSockets on a libuv loop, with TLS for https. */
#ifndef PROGRAM_SOCKET_H
#define PROGRAM_SOCKET_H

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { SOCKET_TOKEN_MAX = 64, SOCKET_REPLY_MAX = 64 * 1024 };

/* A server's address: "http://127.0.0.1:8080", "http://[::1]:8080", "https://spiel.example".
 * If a name has several addresses, this is the first that accepts connections. */
struct socket_server {
    struct sockaddr_storage address;
    socklen_t address_length;
    char name[100]; /* the name its certificate must have */
    char host[128]; /* as in the URL, with the port */
    bool tls;
};
bool socket_find(const char *url, struct socket_server *server) __attribute__((warn_unused_result));

/* Makes one request and keeps the connection in `*fd` (-1 at first); with TLS each request has its
 * own. Without a body it is a GET. False if it failed or the status is not 200. */
bool socket_request(const struct socket_server *server, int *fd, const char *path,
                    const char *token, const char *body, char reply[SOCKET_REPLY_MAX])
    __attribute__((warn_unused_result));

struct websocket {
    uv_tcp_t tcp;
    uv_connect_t connect;
    const struct socket_server *server;
    char token[SOCKET_TOKEN_MAX];
    SSL *tls; /* NULL for plain HTTP; uses memory buffers, and libuv does the I/O */
    char *in;
    size_t in_length, in_size;
    bool open, closed, asked; /* asked: the upgrade request has been sent */
    void (*opened)(struct websocket *socket);
    void (*message)(struct websocket *socket, const char *text, size_t length);
    void (*lost)(struct websocket *socket);
};

/* The caller sets token and callbacks and zeroes the rest. */
bool websocket_open(struct websocket *socket, uv_loop_t *loop, const struct socket_server *server)
    __attribute__((warn_unused_result));
void websocket_send(struct websocket *socket, const char *text, size_t length);
void websocket_close(struct websocket *socket);

#endif
