#include "tests/server/world.h"

#include "core/ensure.h"

#include <string.h>

/* ---- callbacks of the core ---- */

static struct world *world_of(struct core_shell *shell) {
    return (struct world *)shell;
}

static struct socket *socket_of(struct world *w, uint64_t number) {
    for (unsigned i = 0; i < SOCKETS_MAX; i++)
        if (w->sockets[i].open && w->sockets[i].number == number) return &w->sockets[i];
    return NULL;
}

static void on_send(struct core_shell *shell, uint64_t connection, const char *text,
                    size_t length) {
    struct world *w = world_of(shell);
    struct socket *s = socket_of(w, connection);
    if (w->dead || !s) return;
    if (w->sent) w->sent(w->sent_context, w->store, s->token, text, length);
    struct frame *frame = malloc(sizeof *frame + length + 1);
    ensure(frame);
    frame->next = NULL;
    frame->length = length;
    memcpy(frame->text, text, length);
    frame->text[length] = 0;
    if (!s->first) s->last = &s->first;
    *s->last = frame;
    s->last = &frame->next;
}

static void on_close(struct core_shell *shell, uint64_t connection, unsigned code) {
    struct socket *s = socket_of(world_of(shell), connection);
    ensure(code >= 1000 && code < 5000);
    world_of(shell)->last_close = code;
    if (s) s->closing = true;
}

static void on_reply(struct core_shell *shell, uint64_t request, const struct core_reply *reply) {
    struct world *w = world_of(shell);
    size_t where;
    if (w->dead || request != w->next_request) return;
    ensure(!w->reply.there); /* one reply per request */
    w->reply.there = true;
    w->reply.status = reply->status;
    w->reply.length = reply->length;
    free(w->reply.body);
    w->reply.body = malloc(reply->length + 1);
    ensure(w->reply.body);
    memcpy(w->reply.body, reply->body, reply->length);
    w->reply.body[reply->length] = 0;
    w->reply.token[0] = 0;
    if (reply->set_token) strcpy(w->reply.token, reply->set_token);
    w->reply.device[0] = 0;
    if (reply->set_device) strcpy(w->reply.device, reply->set_device);
    ensure(reply->type ||
           json_parse(w->reply.body, reply->length, &w->reply.json, &where) == JSON_OK);
}

static void on_submit(struct core_shell *shell, struct store_batch *batch) {
    struct world *w = world_of(shell);
    batch->next = NULL;
    if (!w->batches) w->batches_last = &w->batches;
    *w->batches_last = batch;
    w->batches_last = &batch->next;
    w->batch_count++;
}

static void on_work(struct core_shell *shell, struct core_work *work) {
    struct world *w = world_of(shell);
    work->next = NULL;
    if (!w->works) w->works_last = &w->works;
    *w->works_last = work;
    w->works_last = &work->next;
}

static void on_random(struct core_shell *shell, void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)generator_next(&world_of(shell)->random);
}

static void on_log(struct core_shell *shell, const char *what, const char *table, int64_t number) {
    struct world *w = world_of(shell);
    (void)table, (void)number;
    w->logged++;
    snprintf(w->last_log, sizeof w->last_log, "%s", what);
}

static bool on_is_congested(struct core_shell *shell, uint64_t connection) {
    (void)connection;
    return world_of(shell)->congested;
}

/* ---- opening, crashing, closing ---- */

void world_start(struct world *w) {
    w->dead = false;
    w->core = core_open(&w->settings, &w->shell, w->now);
    ensure(w->core);
}

static struct world *world_new(uint64_t seed) {
    struct world *w = calloc(1, sizeof *w);
    ensure(w);
    w->beside = w;
    w->shell = (struct core_shell){on_send, on_close,  on_reply, on_submit,
                                   on_work, on_random, on_log,   on_is_congested};
    w->settings = core_settings_default();
    generator_seed(&w->random, seed);
    generator_seed(&w->chance, seed + 1);
    w->now = 1800000000000 + (int64_t)(seed % 1000);
    w->next_socket = 1;
    w->address = "192.0.2.1";
    w->device = "";
    w->origin = "https://spiel.example";
    return w;
}

static struct world *started(struct world *w) {
    world_start(w);
    world_settle(w);
    return w;
}

struct world *world_open(uint64_t seed) {
    struct world *w = world_new(seed);
    w->store = memory_store_open();
    return started(w);
}

struct world *world_open_on(uint64_t seed, void (*disk)(void *context, struct store_batch *batch),
                            void *context) {
    struct world *w = world_new(seed);
    w->disk = disk;
    w->disk_context = context;
    return started(w);
}

struct world *world_open_beside(struct world *w, uint64_t seed) {
    struct world *other = world_new(seed);
    other->store = w->store;
    other->now = w->now;
    other->settings = w->settings;
    other->beside = w->beside;
    w->beside = other;
    world_start(other);
    return other;
}

/* ---- other servers ---- */

static void forget_heard(struct world *w) {
    while (w->heard) {
        struct heard *heard = w->heard;
        w->heard = heard->next;
        free(heard);
    }
    w->missed = false;
}

/* Notifies the other servers of the changes of a batch. */
static void tell_others(struct world *w, const struct store_batch *batch) {
    for (struct world *other = w->beside; other != w; other = other->beside)
        for (unsigned i = 0; !other->dead && i < batch->count; i++) {
            const char *table, *person;
            if (!store_announces(batch, i, &table, &person)) continue;
            struct heard *heard = calloc(1, sizeof *heard);
            ensure(heard);
            strcpy(heard->table, table);
            strcpy(heard->person, person);
            heard->next = other->heard;
            other->heard = heard;
        }
}

static void do_batch(struct world *w, struct store_batch *batch) {
    if (w->disk) w->disk(w->disk_context, batch);
    else memory_store_do(w->store, batch);
    if (batch->status == STORE_DONE) tell_others(w, batch);
}

/* Delivers one pending notification, perhaps twice or never. After a loss the server knows that it
 * missed something. */
bool world_hear_others(struct world *w) {
    unsigned skip = generator_below(&w->chance, 3),
             fate = w->fail_one_in ? generator_below(&w->chance, 20) : 2;
    struct heard **at = &w->heard;
    core_now(w->core, w->now);
    if (!*at) {
        if (!w->missed) return false;
        w->missed = false;
        core_store_changed(w->core, "", "");
        return true;
    }
    for (; skip && (*at)->next; skip--) at = &(*at)->next;
    struct heard *heard = *at;
    if (fate == 0) w->missed = true;
    else core_store_changed(w->core, heard->table, heard->person);
    if (fate == 1) return true;
    *at = heard->next;
    free(heard);
    return true;
}

static struct store_batch *take_batch(struct world *w) {
    struct store_batch *batch = w->batches;
    if (!batch) return NULL;
    w->batches = batch->next;
    w->batch_count--;
    return batch;
}

static void socket_free(struct world *w, struct socket *s) {
    world_deafen(w, s->number);
    s->open = s->closing = false;
}

void world_crash(struct world *w, unsigned durable) {
    w->dead = true;
    struct store_batch *batch;
    for (batch = w->batches; batch && durable; batch = batch->next, durable--) {
        do_batch(w, batch);
        for (unsigned i = 0; i < batch->count; i++) {
            free(batch->ops[i].rows);
            batch->ops[i].rows = NULL;
            batch->ops[i].count = 0;
        }
    }
    while (w->batches || w->works) {
        while ((batch = take_batch(w))) {
            batch->status = STORE_FAILED;
            core_stored(w->core, batch);
        }
        while (w->works) {
            struct core_work *work = w->works;
            w->works = work->next;
            if (work->kind == CORE_THINK) {
                work->think.table[0] = 0; /* cancelled */
            }
            core_worked(w->core, work);
        }
    }
    core_close(w->core);
    w->core = NULL;
    forget_heard(w);
    for (unsigned i = 0; i < SOCKETS_MAX; i++)
        if (w->sockets[i].open) socket_free(w, &w->sockets[i]);
}

void world_close(struct world *w) {
    struct memory_store *store = w->store;
    struct world *at = w;
    do {
        struct world *next = at->beside;
        if (at->core) world_crash(at, 0);
        free(at->reply.body);
        free(at);
        at = next;
    } while (at != w);
    if (store) memory_store_close(store);
}

/* ---- events ---- */

bool world_store(struct world *w) {
    struct store_batch *batch = take_batch(w);
    if (!batch) return false;
    core_now(w->core, w->now);
    bool fails = w->fail_one_in && generator_below(&w->chance, w->fail_one_in) == 0;
    if (!fails || generator_below(&w->chance, 2)) do_batch(w, batch);
    for (unsigned i = 0; fails && i < batch->count; i++) {
        free(batch->ops[i].rows);
        batch->ops[i].rows = NULL;
        batch->ops[i].count = 0;
    }
    if (fails) batch->status = STORE_FAILED;
    core_stored(w->core, batch);
    return true;
}

/* A fast substitute for a password hash; the core does not look inside. */
static void fake_hash(const struct core_work *work, char hashed[STORE_PASSWORD]) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < work->secret.length; i++)
        h = (h ^ (uint8_t)work->secret.password[i]) * 16777619u;
    snprintf(hashed, STORE_PASSWORD, "fake$%08x", h);
}

bool world_work(struct world *w) {
    struct core_work *work = w->works;
    char hashed[STORE_PASSWORD];
    if (!work) return false;
    w->works = work->next;
    core_now(w->core, w->now);
    w->hashes += work->kind == CORE_HASH || work->kind == CORE_VERIFY;
    switch (work->kind) {
    case CORE_THINK:
        if (w->hasty) strcpy(work->think.level, "random");
        core_think(work);
        break;
    case CORE_HASH:
        fake_hash(work, work->secret.hashed);
        work->secret.good = true;
        break;
    case CORE_VERIFY:
        fake_hash(work, hashed);
        work->secret.good = strcmp(hashed, work->secret.hashed) == 0;
        break;
    case CORE_PASSKEY:
        if (w->check_passkey) w->check_passkey(work);
        break;
    case CORE_KEYS: memset(&work->keys, 7, sizeof work->keys); break;
    case CORE_NOTIFY:
        w->notices++;
        strcpy(w->last_notice, work->notice.body);
        strcpy(w->last_target, work->notice.target.url);
        work->notice.status = w->notice_status;
        break;
    }
    core_worked(w->core, work);
    return true;
}

void world_close_sockets(struct world *w) {
    for (unsigned i = 0; i < SOCKETS_MAX; i++)
        if (w->sockets[i].open && w->sockets[i].closing) world_hang_up(w, w->sockets[i].number);
}

void world_settle(struct world *w) {
    for (unsigned n = 0;; n++) {
        ensure(n < 100000);
        core_now(w->core, w->now);
        if (core_next(w->core) <= w->now) core_tick(w->core);
        world_close_sockets(w);
        if (!w->held && world_store(w)) continue;
        if (!w->busy && world_work(w)) continue;
        if (!w->held && world_hear_others(w)) continue;
        if (core_next(w->core) > w->now) break;
    }
}

void world_pass(struct world *w, int64_t ms) {
    int64_t end = w->now + ms;
    for (;;) {
        world_settle(w);
        int64_t next = core_next(w->core);
        if (next > end) break;
        w->now = next;
    }
    w->now = end;
    world_settle(w);
}

/* ---- clients ---- */

uint64_t world_connect(struct world *w, const char *token) {
    unsigned i = 0;
    while (w->sockets[i].open) ensure(++i < SOCKETS_MAX);
    w->sockets[i] = (struct socket){.number = w->next_socket++, .open = true};
    snprintf(w->sockets[i].token, sizeof w->sockets[i].token, "%s", token);
    core_now(w->core, w->now);
    core_connected(
        w->core, w->sockets[i].number,
        &(struct core_visitor){.address = w->address, .token = token, .device = w->device});
    return w->sockets[i].number;
}

void world_hang_up(struct world *w, uint64_t number) {
    struct socket *s = socket_of(w, number);
    if (!s) return;
    core_now(w->core, w->now);
    core_closed(w->core, number);
    socket_free(w, s);
}

bool world_is_open(struct world *w, uint64_t number) {
    return socket_of(w, number) != NULL;
}

/* Sends from a block of exactly this size, so that a sanitizer sees reads beyond it. */
void world_send(struct world *w, uint64_t socket, const char *text, size_t length) {
    char *copy = malloc(length ? length : 1);
    ensure(copy);
    memcpy(copy, text, length);
    core_now(w->core, w->now);
    core_text(w->core, socket, copy, length);
    free(copy);
}

static char *quoted(const char *format, va_list arguments) {
    char *text;
    ensure(vasprintf(&text, format, arguments) >= 0);
    for (char *at = text; *at; at++)
        if (*at == '\'') *at = '"';
    return text;
}

void world_say(struct world *w, uint64_t socket, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = quoted(format, arguments);
    va_end(arguments);
    world_send(w, socket, text, strlen(text));
    free(text);
    if (!w->held) world_settle(w);
}

char *world_hear(struct world *w, uint64_t number) {
    struct socket *s = socket_of(w, number);
    if (!s || !s->first) return NULL;
    struct frame *frame = s->first;
    char *text = strdup(frame->text);
    ensure(text);
    s->first = frame->next;
    free(frame);
    return text;
}

void world_deafen(struct world *w, uint64_t number) {
    for (char *text; (text = world_hear(w, number));) free(text);
}

unsigned world_ask(struct world *w, const char *method, const char *path, const char *token,
                   const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *body = quoted(format, arguments), plain[256], *query;
    va_end(arguments);
    snprintf(plain, sizeof plain, "%s", path);
    query = strchr(plain, '?');
    if (query) *query++ = 0;
    w->reply.there = false;
    core_now(w->core, w->now);
    core_request(w->core, &(struct core_request){
                              .id = ++w->next_request,
                              .method = method,
                              .path = plain,
                              .query = query ? query : "",
                              .origin = w->origin,
                              .visitor = {.address = w->address,
                                          .token = token,
                                          .device = w->device,
                                          .agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"},
                              .body = body,
                              .length = strlen(body)});
    free(body);
    for (unsigned n = 0; !w->reply.there; n++) {
        ensure(n < 1000);
        if (!world_store(w)) world_work(w);
    }
    return w->reply.status;
}
