/* Requests to /api/: routing, limits, sessions, replies. */
#include "server/state.h"

#include "core/hex.h"

#include <stdlib.h>
#include <string.h>

static const struct limit request_limit = {.burst = 100, .interval_ms = 100};
/* calls that hash a password or check a signature */
static const struct limit costly_limit = {.burst = 10, .interval_ms = 6000};
/* calls that create rows: guests, tables, targets */
static const struct limit making_limit = {.burst = 30, .interval_ms = 20 * 1000};

/* the same over days: how much storage one address or account may take */
static const struct limit storage_limit = {.burst = 300, .interval_ms = 5 * 60 * 1000};

enum { HASHES_MAX = 64, HASHES_PER_ADDRESS = 4 }; /* waiting at once */

enum needs { ANYBODY, SESSION };

/* `{}` in a path stands for call.argument. */
static const struct route {
    const char *method, *path;
    call_handler *run;
    enum needs needs;
    const struct limit *limit;
} routes[] = {
    /* method, path, handler, needs, limit */
    {"POST", "/api/guest", call_guest, ANYBODY, &making_limit},
    {"POST", "/api/signup", call_signup, ANYBODY, &costly_limit},
    {"POST", "/api/login", call_login, ANYBODY, &costly_limit},
    {"POST", "/api/recover", call_recover, ANYBODY, &costly_limit},
    {"POST", "/api/passkeys/begin", call_passkey_challenge, ANYBODY, &costly_limit},
    {"POST", "/api/passkeys/login", call_passkey_login, ANYBODY, &costly_limit},
    {"POST", "/api/logout", call_logout, SESSION, &request_limit},
    {"POST", "/api/password", call_password, SESSION, &costly_limit},
    {"GET", "/api/me", call_me, SESSION, &request_limit},
    {"GET", "/api/me/tables", call_my_tables, SESSION, &request_limit},
    {"GET", "/api/me/security", call_security, SESSION, &request_limit},
    {"POST", "/api/me/sessions/end", call_end_session, SESSION, &request_limit},
    {"POST", "/api/me/codes", call_codes, SESSION, &costly_limit},
    {"POST", "/api/me/passkeys/begin", call_passkey_begin, SESSION, &costly_limit},
    {"POST", "/api/me/passkeys/add", call_passkey_add, SESSION, &costly_limit},
    {"POST", "/api/me/passkeys/remove", call_passkey_remove, SESSION, &costly_limit},
    {"POST", "/api/me/passkeys/second", call_passkey_second, SESSION, &costly_limit},
    {"GET", "/api/me/blocks", call_blocks, SESSION, &request_limit},
    {"POST", "/api/me/blocks/add", call_block, SESSION, &making_limit},
    {"POST", "/api/me/blocks/remove", call_unblock, SESSION, &request_limit},
    {"POST", "/api/me/warning", call_heed, SESSION, &request_limit},
    {"POST", "/api/reports", call_report, SESSION, &making_limit},
    {"GET", "/api/moderation", call_reports, SESSION, &request_limit},
    {"GET", "/api/moderation/{}", call_one_report, SESSION, &request_limit},
    {"POST", "/api/moderation/act", call_act, SESSION, &request_limit},
    {"GET", "/api/me/export", call_export, SESSION, &making_limit},
    {"POST", "/api/me/delete", call_delete, SESSION, &costly_limit},
    {"GET", "/api/games", call_games, ANYBODY, &request_limit},
    {"GET", "/api/tables", call_tables, ANYBODY, &request_limit},
    {"POST", "/api/tables", call_create, SESSION, &making_limit},
    {"GET", "/api/tables/{}", call_table, ANYBODY, &request_limit},
    {"GET", "/api/people/{}", call_person, ANYBODY, &request_limit},
    {"GET", "/api/leaders", call_leaders, ANYBODY, &request_limit},
    {"GET", "/api/watch", call_watch, ANYBODY, &request_limit},
    {"GET", "/api/daily", call_daily, ANYBODY, &request_limit},
    {"GET", "/api/daily/{}", call_daily, ANYBODY, &request_limit},
    {"POST", "/api/daily", call_attempt, SESSION, &making_limit},
    {"GET", "/api/days", call_days, ANYBODY, &request_limit},
    {"GET", "/api/tournaments", call_tournaments, ANYBODY, &request_limit},
    {"POST", "/api/tournaments", call_tournament_create, SESSION, &making_limit},
    {"POST", "/api/tournaments/enter", call_tournament_enter, SESSION, &making_limit},
    {"POST", "/api/tournaments/leave", call_tournament_leave, SESSION, &making_limit},
    {"POST", "/api/tournaments/start", call_tournament_start, SESSION, &making_limit},
    {"POST", "/api/tournaments/next", call_tournament_next, SESSION, &making_limit},
    {"POST", "/api/tournaments/clock", call_tournament_clock, SESSION, &making_limit},
    {"POST", "/api/tournaments/end", call_tournament_end, SESSION, &making_limit},
    {"POST", "/api/tournaments/remove", call_tournament_remove, SESSION, &making_limit},
    {"POST", "/api/tournaments/correct", call_tournament_correct, SESSION, &making_limit},
    {"GET", "/api/tournaments/{}", call_tournament, ANYBODY, &request_limit},
    {"GET", "/api/finished", call_finished, ANYBODY, &request_limit},
    {"GET", "/api/me/finished", call_my_finished, SESSION, &request_limit},
    {"POST", "/api/openings", call_openings, ANYBODY, &request_limit},
    {"GET", "/api/studies", call_studies, ANYBODY, &request_limit},
    {"POST", "/api/studies", call_study_keep, SESSION, &making_limit},
    {"POST", "/api/studies/remove", call_study_remove, SESSION, &request_limit},
    {"GET", "/api/studies/{}", call_study, ANYBODY, &request_limit},
    {"GET", "/api/me/studies", call_my_studies, SESSION, &request_limit},
    {"GET", "/api/notices", call_notices, SESSION, &request_limit},
    {"POST", "/api/notices/push", call_push, SESSION, &making_limit},
    {"POST", "/api/notices/webhook", call_webhook, SESSION, &making_limit},
    {"POST", "/api/notices/remove", call_unsubscribe, SESSION, &request_limit},
};

/* ---- replies ---- */

static void call_free(struct core *core, struct call *call) {
    struct call **link = &core->calls;
    while (*link != call) link = &(*link)->next;
    *link = call->next;
    free(call->body);
    memset(call, 0, sizeof *call); /* it may have held a password */
    free(call);
}

static void answer(struct core *core, struct call *call, const struct core_reply *reply) {
    if (!call->gone) core->shell->reply(core->shell, call->id, reply);
    call_free(core, call);
}

struct json_out call_begin(struct core *core) {
    struct json_out out;
    json_begin(&out, core->buffer, sizeof core->buffer);
    json_object(&out, NULL);
    return out;
}

void call_end(struct core *core, struct call *call, struct json_out *out) {
    call_end_token(core, call, out, NULL);
}

static void end_with(struct core *core, struct call *call, struct json_out *out, unsigned status,
                     const char *token) {
    json_object_end(out);
    ensure(out->length <= out->size);
    answer(core, call,
           &(struct core_reply){.status = status,
                                .body = out->text,
                                .length = out->length,
                                .set_token = token,
                                .set_device = call->new_device ? call->device : NULL});
}

void call_end_token(struct core *core, struct call *call, struct json_out *out, const char *token) {
    end_with(core, call, out, 200, token);
}

void call_end_refused(struct core *core, struct call *call, struct json_out *out, unsigned status) {
    core->figures.refused++;
    end_with(core, call, out, status, NULL);
}

void call_end_text(struct core *core, struct call *call, const char *text, size_t length,
                   const char *download, const char *type) {
    answer(core, call,
           &(struct core_reply){
               .status = 200, .body = text, .length = length, .download = download, .type = type});
}

void call_refuse(struct core *core, struct call *call, unsigned status,
                 const struct message *reason) {
    struct json_out out = call_begin(core);
    message_write(&out, "error", reason);
    json_object_end(&out);
    ensure(out.length <= out.size);
    core->figures.refused++;
    answer(core, call,
           &(struct core_reply){.status = status,
                                .body = out.text,
                                .length = out.length,
                                .retry_s = status == 429 ? 10 : 0});
}

bool call_failed(struct core *core, struct call *call, const struct store_batch *batch) {
    if (batch->status == STORE_DONE) return false;
    call_refuse(core, call, 503, &MESSAGE("server.error.store"));
    return true;
}

/* ---- continuations ---- */

static void call_stored(struct core *core, struct task *task, struct store_batch *batch) {
    struct call *call = (struct call *)task;
    call->then(core, call, batch);
}

void call_find(struct core *core, struct call *call, struct store_batch *batch,
               void (*then)(struct core *, struct call *, struct store_batch *)) {
    call->then = then;
    core_submit(core, &call->task, batch);
}

bool call_asks_twice(const struct core *core, const struct call *call) {
    for (const struct call *other = core->calls; other; other = other->next)
        if (other != call && other->route == call->route && other->known &&
            strcmp(other->me.id, call->me.id) == 0)
            return true;
    return false;
}

/* A hash takes 64 MiB and a tenth of a second, so few wait, and few of them for one address. */
static bool may_hash(const struct core *core, const struct call *call) {
    unsigned all = 0, same = 0;
    for (const struct call *other = core->calls; other; other = other->next) {
        all += other->hashing;
        same += other->hashing && strcmp(other->address, call->address) == 0;
    }
    return all < HASHES_MAX && same < HASHES_PER_ADDRESS;
}

void call_work(struct core *core, struct call *call, struct core_work *work,
               void (*after)(struct core *, struct call *, struct core_work *)) {
    if (!may_hash(core, call)) {
        memset(work, 0, sizeof *work);
        free(work);
        call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
        return;
    }
    call->hashing = true;
    call->after = after;
    work->context = call;
    core->shell->work(core->shell, work);
}

/* ---- paths and queries ---- */

/* Matches a path with a route and extracts the argument. */
static bool fits(const char *route, const char *path, char *argument, size_t size) {
    const char *hole = strstr(route, "{}");
    argument[0] = 0;
    if (!hole) return strcmp(route, path) == 0;
    size_t before = (size_t)(hole - route), length = strlen(path);
    if (strncmp(route, path, before) != 0 || length <= before || length - before >= size ||
        strchr(path + before, '/'))
        return false;
    strcpy(argument, path + before);
    return true;
}

/* Decodes %41; in a query + is a space, so `plus` is ' '. */
static bool decode(const char *text, size_t length, char plus, char *out, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < length; i++, used++) {
        char c = text[i] == '+' ? plus : text[i];
        if (c == '%') {
            unsigned high = i + 2 < length ? hex_digit(text[i + 1]) : HEX_NONE,
                     low = high == HEX_NONE ? HEX_NONE : hex_digit(text[i + 2]);
            if (low == HEX_NONE) return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (used + 1 >= size || !c) return false;
        out[used] = c;
    }
    out[used] = 0;
    return true;
}

bool call_query(const struct call *call, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    for (const char *at = call->query; *at; at += strcspn(at, "&"), at += *at == '&') {
        size_t end = strcspn(at, "&");
        if (end > length && strncmp(at, name, length) == 0 && at[length] == '=')
            return decode(at + length + 1, end - length - 1, ' ', value, size);
    }
    return false;
}

int64_t call_query_number(const struct call *call, const char *name) {
    char text[24];
    return call_query(call, name, text, sizeof text) ? strtoll(text, NULL, 10) : 0;
}

/* ---- sessions and dispatch ---- */

/* Both limits of calls that create rows; the others have one. */
static bool within_limits(struct core *core, const struct call *call, const char *subject) {
    return core_within_limit(core, call->route->limit, subject) &&
           (call->route->limit != &making_limit ||
            core_within_limit(core, &storage_limit, subject));
}

static void run(struct core *core, struct call *call) {
    if (call->route->needs == SESSION && !call->known)
        call_refuse(core, call, 401, &MESSAGE("server.error.session"));
    else if (call->known && !within_limits(core, call, call->me.id))
        call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
    else call->route->run(core, call);
}

static void found_me(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_person *person = store_found(batch, STORE_PERSON_OF_SESSION, NULL)->rows;
    call->known = person && person->name[0];
    if (person) core_note_seen(core, batch, call->session);
    if (call->known) call->me = *person;
    if (call->known && person->blocked)
        call_refuse(core, call, 403, &MESSAGE("server.error.blocked"));
    else run(core, call);
}

static void find_me(struct core *core, struct call *call) {
    char hash[2 * HASH_SIZE + 1];
    struct store_batch *batch = store_batch(NULL);
    token_hash(call->token, hash);
    strcpy(call->session, hash);
    core_find_session(core, batch, hash);
    call_find(core, call, batch, found_me);
}

static bool read_body(struct call *call, const struct core_request *request) {
    size_t where;
    call->body = malloc(request->length + 1);
    ensure(call->body);
    memcpy(call->body, request->body, request->length);
    if (strcmp(request->method, "GET") == 0) return true;
    return json_parse(call->body, request->length, &call->json, &where) == JSON_OK &&
           json_type(call->json) == JSON_OBJECT;
}

static const struct route *find_route(struct call *call, const struct core_request *request,
                                      bool *path_known) {
    *path_known = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        char raw[sizeof call->argument];
        if (!fits(routes[i].path, request->path, raw, sizeof raw) ||
            !decode(raw, strlen(raw), '+', call->argument, sizeof call->argument))
            continue;
        *path_known = true;
        if (strcmp(routes[i].method, request->method) == 0) return &routes[i];
    }
    return NULL;
}

void core_request(struct core *core, const struct core_request *request) {
    struct call *call = calloc(1, sizeof *call);
    bool path_known;
    ensure(call);
    core->figures.requests++;
    call->id = request->id;
    call->task.stored = call_stored;
    call->next = core->calls;
    core->calls = call;
    call->route = find_route(call, request, &path_known);
    if (!call->route) {
        call_refuse(core, call, path_known ? 405 : 404, &MESSAGE("server.error.path"));
        return;
    }
    if (strlen(request->query) >= sizeof call->query ||
        strlen(request->visitor.token) > CORE_TOKEN_LENGTH || request->length > CORE_BODY_MAX) {
        call_refuse(core, call, 413,
                    &MESSAGE("server.error.too_long", NUMBER("max", CORE_BODY_MAX)));
        return;
    }
    strcpy(call->query, request->query);
    strcpy(call->token, request->visitor.token);
    strncat(call->device, request->visitor.device, sizeof call->device - 1);
    if (strlen(request->origin) < sizeof call->origin) strcpy(call->origin, request->origin);
    device_label(request->visitor.agent, call->label);
    limits_subject(request->visitor.address, call->address, sizeof call->address);
    if (moderation_is_banned(core, call->address))
        call_refuse(core, call, 403, &MESSAGE("server.error.blocked"));
    else if (core->stopping || !core->ready)
        call_refuse(core, call, 503, &MESSAGE("server.error.store"));
    else if (!within_limits(core, call, call->address))
        call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
    else if (!read_body(call, request)) call_refuse(core, call, 400, &MESSAGE("server.error.body"));
    else if (call->token[0]) find_me(core, call);
    else run(core, call);
}

void core_request_gone(struct core *core, uint64_t id) {
    for (struct call *call = core->calls; call; call = call->next)
        if (call->id == id) call->gone = true;
}

void calls_close(struct core *core) {
    while (core->calls) call_free(core, core->calls);
}
