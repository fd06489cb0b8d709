#include "server/shell.h"

#include "core/ensure.h"
#include "server/files.h"
#include "server/log.h"
#include "server/net.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct shell {
    struct net_handler handler;
    const struct shell_config *config;
    uv_loop_t loop;
    uv_signal_t signals[2];
    struct net *net;
    struct files *page;
};

/* ---- requests ---- */

static void respond_text(struct shell *s, uint64_t id, unsigned status, const char *text) {
    net_respond(s->net, id, &(struct net_response){.status = status, .type = "text/plain; charset=utf-8", .body = text, .length = strlen(text)});
}

static void on_request(struct net_handler *handler, uint64_t id, const struct net_request *request) {
    struct shell *s = (struct shell *)handler;
    struct net_response response;
    if (request->method != NET_GET && request->method != NET_HEAD) {
        net_respond(s->net, id, &(struct net_response){.status = 405, .allow = "GET, HEAD"});
    } else if (strcmp(request->path, "/healthz") == 0) {
        respond_text(s, id, 200, "ok\n");
    } else if (files_respond(s->page, request, &response)) {
        net_respond(s->net, id, &response);
    } else {
        respond_text(s, id, 404, "404\n");
    }
}

static unsigned on_open(struct net_handler *handler, uint64_t id, const struct net_request *request) {
    (void)handler, (void)id, (void)request;
    return 503;
}

static void on_message(struct net_handler *handler, uint64_t id, const char *text, size_t length) {
    (void)handler, (void)id, (void)text, (void)length;
}

static void on_close(struct net_handler *handler, uint64_t id) {
    (void)handler, (void)id;
}

static void on_gone(struct net_handler *handler, uint64_t id) {
    (void)handler, (void)id;
}

/* ---- life ---- */

static void on_signal(uv_signal_t *signal, int number) {
    struct shell *s = signal->data;
    log_number("stopping", "", "signal", number);
    for (unsigned i = 0; i < 2; i++) uv_close((uv_handle_t *)&s->signals[i], NULL);
    net_stop(s->net);
    net_close(s->net);
}

bool shell_run(const struct shell_config *config, struct message *error) {
    static const int stops[2] = {SIGTERM, SIGINT};
    struct shell shell = {.handler = {on_request, on_open, on_message, on_close, on_gone}, .config = config}, *s = &shell;
    const char *why;
    signal(SIGPIPE, SIG_IGN);
    s->page = files_open(config->web, &why);
    if (!s->page) {
        *error = MESSAGE("cli.error.file", TEXT("file", config->web, strlen(config->web)), TEXT("why", why, strlen(why)));
        return false;
    }
    ensure(uv_loop_init(&s->loop) == 0);
    struct net_config net = {.host = config->host, .port = config->port, .trusted = config->trusted_proxy, .per_address_max = config->per_address_max,
                             .secure = config->public_url && strncmp(config->public_url, "https:", 6) == 0, .handler = &s->handler, .loop = &s->loop};
    s->net = net_open(&net, &why);
    if (!s->net) {
        *error = MESSAGE("cli.error.listen", TEXT("host", config->host, strlen(config->host)), TEXT("port", config->port, strlen(config->port)), TEXT("why", why, strlen(why)));
        files_close(s->page);
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        ensure(uv_signal_init(&s->loop, &s->signals[i]) == 0);
        s->signals[i].data = s;
        ensure(uv_signal_start(&s->signals[i], on_signal, stops[i]) == 0);
    }
    config->ready(config, net_port(s->net));
    uv_run(&s->loop, UV_RUN_DEFAULT);
    net_free(s->net);
    ensure(uv_loop_close(&s->loop) == 0);
    files_close(s->page);
    return true;
}
