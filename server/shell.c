#include "server/shell.h"

#include "core/ensure.h"
#include "core/json.h"
#include "core/text.h"
#include "server/core.h"
#include "server/access.h"
#include "server/files.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/network.h"
#include "server/workers.h"
#include "store/run.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum {
    STOP_MS = 10000,
    STOP_POLL_MS = 20,
    SITE_PAGES = 20,
    SITE_MAX = 16 * 1024,
    MANY_SOCKETS = 200,
    TURN_US = 3000, /* for completed batches, before others get their turn */
};

/* Data of a WebSocket's request, kept until the WebSocket is open. */
struct upgrade {
    char token[CORE_TOKEN_LENGTH + 1], device[CORE_TOKEN_LENGTH + 1];
    char address[NETWORK_ADDRESS_MAX];
};

struct shell {
    struct core_shell effects;
    struct network_handler handler, inside_handler;
    const struct shell_config *config;
    bool secure;
    uv_loop_t loop;
    uv_signal_t signals[2];
    uv_timer_t tick, stop;
    uv_prepare_t prepare;
    uv_async_t stored, worked;
    struct network *network, *inside; /* for everybody, and for the operator (NULL: closed) */
    struct store *store;
    struct workers *workers;
    struct backup *backup; /* NULL: none are made */
    struct core *core;
    struct files *page, *pages;
    struct upgrade *upgrades; /* indexed by the low half of the connection's id */
    unsigned upgrade_count;
    int64_t began_ms; /* time of day when the monotonic clock was 0 */
    int64_t next_ms; /* when the timer fires */
    uint64_t entered_us, entered_cpu_us; /* when the present call of the core began */
    uint64_t worst_us,
        worst_cpu_us; /* the longest call so far, by the clock and by the processor */
    unsigned most_open; /* WebSockets, since memory was last returned */
    struct store_batch *done; /* completed batches that the core has not got yet */
    bool announced; /* config.ready was called */
    bool stopping;
    unsigned stop_polls;
};

/* ---- time ---- */

static uint64_t clock_us(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Time of day at the start plus monotonic time since: setting the machine's clock changes nobody's
 * game clock. */
static int64_t now_ms(const struct shell *s) {
    return s->began_ms + clock_ms(CLOCK_MONOTONIC);
}

/* Sets the core's time; used for every call of the core. */
static struct core *core_at_now(struct shell *s) {
    s->entered_us = clock_us(CLOCK_MONOTONIC);
    s->entered_cpu_us = clock_us(CLOCK_THREAD_CPUTIME_ID);
    core_now(s->core, now_ms(s));
    return s->core;
}

/* The end of a call of the core: sends its messages. While it runs, nobody else is served. */
static void core_left(struct shell *s) {
    network_flush(s->network);
    uint64_t took_us = clock_us(CLOCK_MONOTONIC) - s->entered_us,
             took_cpu_us = clock_us(CLOCK_THREAD_CPUTIME_ID) - s->entered_cpu_us;
    if (took_us > s->worst_us) s->worst_us = took_us;
    if (took_cpu_us > s->worst_cpu_us) s->worst_cpu_us = took_cpu_us;
}

static void on_tick(uv_timer_t *timer) {
    struct shell *s = timer->data;
    s->next_ms = 0;
    core_tick(core_at_now(s));
    core_left(s);
}

/* Before the loop sleeps: sets the timer for the core's next deadline. */
static void on_prepare(uv_prepare_t *prepare) {
    struct shell *s = prepare->data;
    int64_t next = core_next(s->core);
    if (!s->announced && core_is_ready(s->core)) {
        s->announced = true;
        s->config->ready(s->config, network_port(s->network),
                         s->inside ? network_port(s->inside) : 0);
    }
    if (core_has_failed(s->core)) uv_stop(&s->loop);
    if (next == s->next_ms) return;
    s->next_ms = next;
    uv_timer_stop(&s->tick);
    if (next == INT64_MAX) return;
    int64_t wait = next - now_ms(s);
    uv_update_time(&s->loop);
    uv_timer_start(&s->tick, on_tick, wait > 0 ? (uint64_t)wait : 0, 0);
}

/* ---- effects of the core ---- */

static struct shell *shell_from(struct core_shell *effects) {
    return (struct shell *)effects;
}

static void do_send(struct core_shell *effects, uint64_t connection, const char *text,
                    size_t length) {
    network_send(shell_from(effects)->network, connection, text, length);
}

static void do_close(struct core_shell *effects, uint64_t connection, unsigned code) {
    network_end(shell_from(effects)->network, connection, code);
}

static void do_reply(struct core_shell *effects, uint64_t request, const struct core_reply *reply) {
    struct shell *s = shell_from(effects);
    char cookie[ACCESS_COOKIE_MAX], device[ACCESS_COOKIE_MAX], disposition[200];
    if (reply->set_device) access_device_cookie(reply->set_device, s->secure, device);
    if (reply->set_token) access_cookie(reply->set_token, s->secure, cookie);
    if (reply->download)
        snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"", reply->download);
    network_respond(s->network, request,
                    &(struct network_response){
                        .status = reply->status,
                        .type = reply->type ? reply->type : "application/json",
                        .cookie = reply->set_token ? cookie : NULL,
                        .device = reply->set_device ? device : NULL,
                        .disposition = reply->download ? disposition : NULL,
                        .body = reply->body,
                        .length = reply->length,
                        .retry_s = reply->retry_s,
                    });
}

static void do_submit(struct core_shell *effects, struct store_batch *batch) {
    store_submit(shell_from(effects)->store, batch);
}

static void do_work(struct core_shell *effects, struct core_work *work) {
    workers_submit(shell_from(effects)->workers, work);
}

static void do_random(struct core_shell *effects, void *bytes, size_t size) {
    (void)effects;
    ensure(getrandom(bytes, size, 0) == (ssize_t)size);
}

static void do_log(struct core_shell *effects, const char *what, const char *table,
                   int64_t number) {
    (void)effects;
    log_number(what, table, "number", number);
}

static bool do_is_congested(struct core_shell *effects, uint64_t connection) {
    return network_is_congested(shell_from(effects)->network, connection);
}

/* ---- completions from threads ---- */

static void wake(void *async) {
    uv_async_send(async);
}

/* One commit may complete two thousand batches, so other work comes in between. */
static void on_stored(uv_async_t *async) {
    struct shell *s = async->data;
    struct store_batch **end = &s->done;
    uint64_t began_us = clock_us(CLOCK_MONOTONIC);
    while (*end) end = &(*end)->next;
    *end = store_completed(s->store);
    while (s->done && clock_us(CLOCK_MONOTONIC) - began_us < TURN_US) {
        struct store_batch *batch = s->done;
        s->done = batch->next;
        core_stored(core_at_now(s), batch);
        core_left(s);
    }
    if (s->done) {
        uv_async_send(&s->stored);
        return;
    }
    for (struct store_change *change = store_changes(s->store), *next; change; change = next) {
        next = change->next;
        core_store_changed(core_at_now(s), change->table, change->person);
        core_left(s);
        free(change);
    }
}

static void on_worked(uv_async_t *async) {
    struct shell *s = async->data;
    for (struct core_work *work = workers_completed(s->workers), *next; work; work = next) {
        next = work->next;
        core_worked(core_at_now(s), work);
        core_left(s);
    }
}

/* ---- requests ---- */

static struct shell *shell_of(struct network_handler *handler) {
    return (struct shell *)((char *)handler - offsetof(struct shell, handler));
}

/* An error of /api/ in the same form as the core's. */
static void respond_error(struct shell *s, uint64_t id, unsigned status, const char *key) {
    char text[200];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    message_write(&out, "error", &MESSAGE(key));
    json_object_end(&out);
    network_respond(
        s->network, id,
        &(struct network_response){
            .status = status, .type = "application/json", .body = text, .length = out.length});
}

/* An error as a sentence in the reader's language, for requests outside /api/. */
static void respond_sentence(struct shell *s, uint64_t id, const struct network_request *request,
                             unsigned status, const char *key) {
    char text[500];
    struct reader reader = {
        .language = strncasecmp(request->languages, "de", 2) == 0 ? LANGUAGE_DE : LANGUAGE_EN};
    size_t length = text_format(&reader, &MESSAGE(key), text, sizeof text - 1);
    text[length++] = '\n';
    network_respond(
        s->network, id,
        &(struct network_response){
            .status = status, .type = "text/plain; charset=utf-8", .body = text, .length = length});
}

/* What the web page needs to know about its server: the build, and the operator's pages to link. */
static void on_site(struct shell *s, uint64_t id) {
    char text[SITE_MAX];
    struct json_out out;
    const char *name;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "build", TAFELRUNDE_BUILD);
    json_array(&out, "pages");
    for (unsigned i = 0; s->pages && i < SITE_PAGES && (name = files_name(s->pages, i)); i++)
        json_text(&out, NULL, name);
    json_array_end(&out);
    json_object_end(&out);
    ensure(out.length <= out.size);
    network_respond(
        s->network, id,
        &(struct network_response){
            .status = 200, .type = "application/json", .body = text, .length = out.length});
}

static void on_api(struct shell *s, uint64_t id, const struct network_request *request) {
    static const char *const methods[] = {[NETWORK_GET] = "GET",
                                          [NETWORK_HEAD] = "GET",
                                          [NETWORK_POST] = "POST",
                                          [NETWORK_PUT] = "PUT",
                                          [NETWORK_DELETE] = "DELETE"};
    char token[CORE_TOKEN_LENGTH + 1], device[CORE_TOKEN_LENGTH + 1];
    if (strcmp(request->path, "/api/site") == 0 && request->method == NETWORK_GET) {
        on_site(s, id);
    } else if (s->stopping) {
        respond_error(s, id, 503, "error.http.stopping");
    } else if (!access_is_ours(request, s->config->public_url)) {
        respond_error(s, id, 403, "error.http.origin");
    } else if (!access_is_json(request)) {
        respond_error(s, id, 415, "error.http.json");
    } else {
        access_token(request, s->config->public_url, token);
        access_device(request, s->config->public_url, device);
        core_request(core_at_now(s), &(struct core_request){
                                         .id = id,
                                         .method = methods[request->method],
                                         .path = request->path,
                                         .query = request->query,
                                         .origin = request->origin,
                                         .visitor = {.address = request->address,
                                                     .token = token,
                                                     .device = device,
                                                     .agent = request->agent},
                                         .body = request->body,
                                         .length = request->length,
                                     });
        core_left(s);
    }
}

static void on_metrics(struct shell *s, uint64_t id) {
    char text[METRICS_MAX];
    struct metrics metrics = {.net = network_counts(s->network),
                              .core = core_figures(s->core),
                              .store = store_figures(s->store),
                              .opponents_waiting = workers_waiting(s->workers),
                              .worst_us = s->worst_us,
                              .worst_cpu_us = s->worst_cpu_us,
                              .backups = s->backup != NULL};
    if (s->backup) metrics.backup = backup_figures(s->backup);
    size_t length = metrics_write(&metrics, text);
    network_respond(
        s->inside, id,
        &(struct network_response){
            .status = 200, .type = "text/plain; version=0.0.4", .body = text, .length = length});
}

/* The operator's own listener has the figures and nothing else. */
static void on_inside_request(struct network_handler *handler, uint64_t id,
                              const struct network_request *request) {
    struct shell *s = (struct shell *)((char *)handler - offsetof(struct shell, inside_handler));
    bool reads = request->method == NETWORK_GET || request->method == NETWORK_HEAD;
    if (reads && strcmp(request->path, "/metrics") == 0) on_metrics(s, id);
    else network_respond(s->inside, id, &(struct network_response){.status = 404});
}

static unsigned on_inside_open(struct network_handler *handler, uint64_t id,
                               const struct network_request *request) {
    (void)handler, (void)id, (void)request;
    return 404; /* no WebSockets here, so the other calls never come */
}

static void on_inside_gone(struct network_handler *handler, uint64_t id) {
    (void)handler, (void)id;
}

/* Can it do its work? */
static bool is_ready(const struct shell *s) {
    return core_is_ready(s->core) && !s->stopping && !store_figures(s->store).failing;
}

static void on_health(struct shell *s, uint64_t id, bool well) {
    const char *text = well ? "ok\n" : "not ok\n";
    network_respond(s->network, id,
                    &(struct network_response){.status = well ? 200 : 503,
                                               .type = "text/plain",
                                               .body = text,
                                               .length = strlen(text)});
}

/* For an unknown link the web page shows the error; for a missing file the server does. */
static bool respond_lost(const struct shell *s, const struct network_request *request,
                         struct network_response *response) {
    if (strchr(request->path, '.') || !files_respond_with(s->page, "index.html", request, response))
        return false;
    response->status = 404;
    response->etag = NULL;
    return true;
}

static void on_request(struct network_handler *handler, uint64_t id,
                       const struct network_request *request) {
    struct shell *s = shell_of(handler);
    struct network_response response;
    if (strncmp(request->path, "/api/", 5) == 0) {
        on_api(s, id, request);
    } else if (request->method != NETWORK_GET && request->method != NETWORK_HEAD) {
        network_respond(s->network, id,
                        &(struct network_response){.status = 405, .allow = "GET, HEAD"});
    } else if (strcmp(request->path, "/livez") == 0) {
        on_health(s, id, true);
    } else if (strcmp(request->path, "/readyz") == 0 || strcmp(request->path, "/healthz") == 0) {
        on_health(s, id, is_ready(s));
    } else if (s->pages && strncmp(request->path, "/pages/", 7) == 0 &&
               files_respond_with(s->pages, request->path + 7, request, &response)) {
        network_respond(s->network, id, &response);
    } else if (files_respond(s->page, request, &response) || respond_lost(s, request, &response)) {
        network_respond(s->network, id, &response);
    } else {
        respond_sentence(s, id, request, 404, "error.http.not_found");
    }
}

static void on_gone(struct network_handler *handler, uint64_t id) {
    struct shell *s = shell_of(handler);
    if (!s->core) return;
    core_request_gone(core_at_now(s), id);
    core_left(s);
}

/* ---- WebSockets ---- */

static unsigned on_open(struct network_handler *handler, uint64_t id,
                        const struct network_request *request) {
    struct shell *s = shell_of(handler);
    uint32_t place = (uint32_t)id;
    if (strcmp(request->path, "/ws") != 0) return 404;
    if (s->stopping) return 503;
    if (!access_is_ours(request, s->config->public_url)) return 403;
    if (place >= s->upgrade_count) {
        unsigned count = place + 1 > 2 * s->upgrade_count ? place + 1 : 2 * s->upgrade_count;
        struct upgrade *upgrades = realloc(s->upgrades, count * sizeof *upgrades);
        if (!upgrades) return 503;
        memset(upgrades + s->upgrade_count, 0, (count - s->upgrade_count) * sizeof *upgrades);
        s->upgrades = upgrades;
        s->upgrade_count = count;
    }
    struct upgrade *upgrade = &s->upgrades[place];
    /* As in a POST, a cookie counts only with an Origin of ours: any site can make a browser send
     * the cookie. */
    struct network_request post = *request;
    post.method = NETWORK_POST;
    access_token(&post, s->config->public_url, upgrade->token);
    access_device(request, s->config->public_url, upgrade->device);
    snprintf(upgrade->address, sizeof upgrade->address, "%s", request->address);
    return 0;
}

/* When most connections of a flood are gone, the system gets their memory back. */
static void return_memory(struct shell *s) {
    unsigned open = network_counts(s->network).sockets;
    if (open > s->most_open) s->most_open = open;
    if (s->most_open < MANY_SOCKETS || open > s->most_open / 4) return;
    s->most_open = open;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void on_opened(struct network_handler *handler, uint64_t id) {
    struct shell *s = shell_of(handler);
    struct upgrade *upgrade = &s->upgrades[(uint32_t)id];
    return_memory(s);
    core_connected(core_at_now(s), id,
                   &(struct core_visitor){.address = upgrade->address,
                                          .token = upgrade->token,
                                          .device = upgrade->device});
    core_left(s);
    memset(upgrade->token, 0, sizeof upgrade->token);
}

static void on_message(struct network_handler *handler, uint64_t id, const char *text,
                       size_t length) {
    struct shell *s = shell_of(handler);
    core_text(core_at_now(s), id, text, length);
    core_left(s);
}

static void on_close(struct network_handler *handler, uint64_t id) {
    struct shell *s = shell_of(handler);
    if (!s->core) return;
    core_closed(core_at_now(s), id);
    core_left(s);
    return_memory(s);
}

/* ---- starting and stopping ---- */

/* Ends the loop when all batches are written, or after STOP_MS. */
static void on_stop(uv_timer_t *timer) {
    struct shell *s = timer->data;
    bool written = core_stop(core_at_now(s)) && network_counts(s->network).sockets == 0;
    if (!written && ++s->stop_polls * STOP_POLL_MS < STOP_MS) return;
    uv_stop(&s->loop);
}

static void on_signal(uv_signal_t *signal, int number) {
    struct shell *s = signal->data;
    if (s->stopping) return;
    s->stopping = true;
    log_number("stopping", "", "signal", number);
    network_stop(s->network);
    if (s->inside) network_stop(s->inside);
    uv_timer_start(&s->stop, on_stop, 0, STOP_POLL_MS);
}

/* Allows as many open files as possible: every connection takes one. */
static void raise_limits(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static bool open_files(struct shell *s, struct message *error) {
    const char *why, *folder = s->config->web;
    s->page = files_open(folder, &why);
    if (s->page && s->config->pages) {
        folder = s->config->pages;
        s->pages = files_open(folder, &why);
    }
    if (s->page && (s->pages || !s->config->pages)) return true;
    *error = MESSAGE("cli.error.file", TEXT("file", folder, strlen(folder)),
                     TEXT("why", why, strlen(why)));
    return false;
}

static void open_loop(struct shell *s) {
    static const int stops[2] = {SIGTERM, SIGINT};
    bool done = uv_loop_init(&s->loop) == 0 && uv_timer_init(&s->loop, &s->tick) == 0 &&
                uv_timer_init(&s->loop, &s->stop) == 0 &&
                uv_prepare_init(&s->loop, &s->prepare) == 0 &&
                uv_async_init(&s->loop, &s->stored, on_stored) == 0 &&
                uv_async_init(&s->loop, &s->worked, on_worked) == 0;
    for (unsigned i = 0; i < 2 && done; i++) {
        done = uv_signal_init(&s->loop, &s->signals[i]) == 0 &&
               uv_signal_start(&s->signals[i], on_signal, stops[i]) == 0;
        s->signals[i].data = s;
    }
    ensure(done);
    s->tick.data = s->stop.data = s->prepare.data = s->stored.data = s->worked.data = s;
}

static struct network *listen_at(const struct network_config *config, struct message *error) {
    const char *why;
    struct network *network = network_open(config, &why);
    if (!network)
        *error = MESSAGE("cli.error.listen", TEXT("host", config->host, strlen(config->host)),
                         TEXT("port", config->port, strlen(config->port)),
                         TEXT("why", why, strlen(why)));
    return network;
}

static bool open_net(struct shell *s, struct message *error) {
    const struct shell_config *c = s->config;
    struct network_config config = {.host = c->host,
                                    .port = c->port,
                                    .trusted = c->trusted_proxy,
                                    .per_address_max = c->per_address_max,
                                    .secure = s->secure,
                                    .handler = &s->handler,
                                    .loop = &s->loop},
                          inside = {.host = c->metrics_host,
                                    .port = c->metrics_port,
                                    .per_address_max = c->per_address_max,
                                    .handler = &s->inside_handler,
                                    .loop = &s->loop};
    s->network = listen_at(&config, error);
    if (s->network && c->metrics_host) s->inside = listen_at(&inside, error);
    return s->network && (s->inside || !c->metrics_host);
}

static bool open_core(struct shell *s, struct message *error) {
    struct core_settings settings = core_settings_default();
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    settings.build = TAFELRUNDE_BUILD;
    settings.shared = store_is_shared(s->config->database);
    settings.nets = s->config->nets;
    settings.unlimited = s->config->unlimited;
    settings.thinkers = s->config->thinkers ? s->config->thinkers
                        : cores > 2         ? (unsigned)cores - 1
                                            : 1;
    settings.push = s->config->push;
    settings.webhooks = s->config->webhooks;
    if (s->config->silence_s) settings.silence_ms = 1000 * (int64_t)s->config->silence_s;
    if (s->config->no_pauses)
        settings.forced_pause_ms = settings.think_min_ms = settings.think_max_ms =
            settings.notice_ms = 0;
    s->store = store_open(
        &(struct store_config){.path = s->config->database, .notify = wake, .context = &s->stored},
        error);
    if (!s->store) return false;
    s->workers = workers_open(&(struct workers_config){
        .thinkers = settings.thinkers,
        .client = {.contact = s->secure ? s->config->public_url : NULL, .ca = s->config->notice_ca},
        .notify = wake,
        .context = &s->worked,
    });
    if (s->workers) s->core = core_open(&settings, &s->effects, now_ms(s));
    if (s->core) return true;
    *error = MESSAGE("error.memory");
    return false;
}

/* Hands the last completions to the core. If work was left undone, the core is not freed: it ends
 * with the process. */
static void close_core(struct shell *s) {
    struct core *core = s->core;
    bool idle = true;
    if (s->workers) {
        on_worked(&s->worked);
        idle = workers_close(s->workers);
    }
    if (core && idle) core_close(core);
    s->core = NULL;
    for (struct store_batch *batch; (batch = s->done);) {
        s->done = batch->next;
        store_batch_free(batch);
    }
    if (s->store) store_close(s->store);
}

/* Closes only the shell's own handles; network.c closes those of its sockets. */
static void close_all(struct shell *s) {
    void *handles[] = {&s->signals[0], &s->signals[1], &s->tick,  &s->stop,
                       &s->prepare,    &s->stored,     &s->worked};
    close_core(s);
    backup_close(s->backup);
    if (s->network) network_close(s->network);
    if (s->inside) network_close(s->inside);
    for (size_t i = 0; i < sizeof handles / sizeof handles[0]; i++) uv_close(handles[i], NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (s->network) network_free(s->network);
    if (s->inside) network_free(s->inside);
    ensure(uv_loop_close(&s->loop) == 0);
    backup_free(s->backup);
    files_close(s->page);
    files_close(s->pages);
    free(s->upgrades);
}

static bool open_backup(struct shell *s, struct message *error) {
    if (!s->config->backup.folder) return true;
    s->backup = backup_open(&s->config->backup, s->config->database, &s->loop, error);
    return s->backup != NULL;
}

bool shell_run(const struct shell_config *config, struct message *error) {
    struct shell shell =
                     {
                         .effects = {do_send, do_close, do_reply, do_submit, do_work, do_random,
                                     do_log, do_is_congested},
                         .handler = {on_request, on_open, on_opened, on_message, on_close, on_gone},
                         .inside_handler = {.request = on_inside_request,
                                            .open = on_inside_open,
                                            .gone = on_inside_gone},
                         .config = config,
                         .began_ms = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_MONOTONIC),
                         .secure =
                             config->public_url && strncmp(config->public_url, "https:", 6) == 0,
                     },
                 *s = &shell;
    umask(077); /* the database and its copies are for their owner alone */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit then fails like a full disk */
    raise_limits();
    open_loop(s);
    bool open =
        open_files(s, error) && open_core(s, error) && open_backup(s, error) && open_net(s, error);
    if (open) {
        uv_prepare_start(&s->prepare, on_prepare);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        log_number("stopped", "", "", 0);
        open = !core_has_failed(s->core);
        if (!open)
            *error = MESSAGE("error.store.unreadable", TEXT("file", store_name(config->database),
                                                            strlen(store_name(config->database))));
    }
    close_all(s);
    return open;
}
