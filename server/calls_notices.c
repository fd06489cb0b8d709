/* Requests about notices: where a person wants to be notified of turns. */
#include "server/state.h"

#include "core/hex.h"

#include <stdlib.h>
#include <string.h>

enum { TARGETS_MAX = 8, AUTH_SIZE = 16, POINT_SIZE = 65, HOOK_SECRET = 32 };

/* Accepts only https without user info. Which machine the host resolves to is checked when a
 * notice is sent (http_client.c). */
static bool read_url(struct core *core, struct call *call, const char *member,
                     char url[STORE_URL]) {
    bool good = json_read_text(json_get(call->json, member), url, STORE_URL, NULL) &&
                strncmp(url, "https://", 8) == 0;
    for (const char *at = url; good && *at; at++)
        good = *at > ' ' && *at < 0x7f && !strchr("\"<>\\^`{|}#", *at);
    size_t host = good ? strcspn(url + 8, "/?") : 0;
    if (host && !memchr(url + 8, '@', host)) return true;
    call_refuse(core, call, 400, &MESSAGE("server.error.url", NUMBER("max", STORE_URL - 1)));
    return false;
}

/* The id follows from person and URL, so subscribing is idempotent. */
static void target_id(const char *person, const char *url, char id[STORE_ID]) {
    uint8_t hash[16];
    struct blake2b b;
    blake2b_begin(&b, sizeof hash, NULL, 0);
    blake2b_add(&b, person, strlen(person) + 1);
    blake2b_add(&b, url, strlen(url));
    blake2b_end(&b, hash);
    draws_write_id(hash, id);
}

/* ---- listing ---- */

static void targets_listed(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_TARGETS_OF, NULL);
    const struct store_target *rows = found->rows;
    struct json_out out = call_begin(core);
    char key[STORE_SECRET];
    base64url_write(core->push_keys.open, POINT_SIZE, key);
    if (core->has_keys) json_text(&out, "push", key);
    else json_null(&out, "push");
    json_bool(&out, "webhooks", core->settings.webhooks);
    json_array(&out, "targets");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(&out, NULL);
        json_text(&out, "kind", rows[i].kind);
        json_text(&out, "url", rows[i].url);
        json_number(&out, "created_ms", rows[i].created_ms);
        json_object_end(&out);
    }
    json_array_end(&out);
    call_end(core, call, &out);
}

static void find_targets(struct core *core, struct call *call,
                         void (*then)(struct core *, struct call *, struct store_batch *)) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TARGETS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, then);
}

void call_notices(struct core *core, struct call *call) {
    find_targets(core, call, targets_listed);
}

/* ---- subscribing ---- */

static void subscribed(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_target *target = &store_written(batch, STORE_TARGET)->target;
    struct json_out out = call_begin(core);
    if (strcmp(target->kind, "webhook") == 0) json_text(&out, "secret", target->secret);
    call_end(core, call, &out);
}

static bool read_push(struct core *core, struct call *call, struct store_target *target) {
    struct json keys = json_get(call->json, "keys");
    uint8_t point[POINT_SIZE], auth[AUTH_SIZE];
    if (!read_url(core, call, "endpoint", target->url)) return false;
    strcpy(target->kind, "push");
    if (json_read_text(json_get(keys, "p256dh"), target->secret, sizeof target->secret, NULL) &&
        base64url_read(target->secret, point, sizeof point) && point[0] == 4 &&
        json_read_text(json_get(keys, "auth"), target->auth, sizeof target->auth, NULL) &&
        base64url_read(target->auth, auth, sizeof auth))
        return true;
    call_refuse(core, call, 400, &MESSAGE("server.error.push_keys"));
    return false;
}

static bool read_webhook(struct core *core, struct call *call, struct store_target *target) {
    uint8_t secret[HOOK_SECRET];
    if (!read_url(core, call, "url", target->url)) return false;
    strcpy(target->kind, "webhook");
    core->shell->random(core->shell, secret, sizeof secret);
    hex_write(secret, sizeof secret, target->secret);
    return true;
}

static void targets_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_TARGETS_OF, NULL);
    struct store_target target = {.created_ms = core->now};
    const struct store_target *rows = found->rows;
    bool there = false;
    if (!(call->flag ? read_push(core, call, &target) : read_webhook(core, call, &target))) return;
    target_id(call->me.id, target.url, target.id);
    strcpy(target.person, call->me.id);
    for (unsigned i = 0; i < found->count; i++) there |= strcmp(rows[i].id, target.id) == 0;
    if (!there && found->count >= TARGETS_MAX) {
        call_refuse(core, call, 409, &MESSAGE("server.error.targets", NUMBER("max", TARGETS_MAX)));
        return;
    }
    struct store_batch *change = store_batch(NULL);
    store_put(change, STORE_TARGET)->target = target;
    call_find(core, call, change, subscribed);
}

static void subscribe(struct core *core, struct call *call, bool push) {
    call->flag = push;
    if (push ? core->has_keys : core->settings.webhooks) find_targets(core, call, targets_found);
    else call_refuse(core, call, 409, &MESSAGE("server.error.no_notices"));
}

void call_push(struct core *core, struct call *call) {
    subscribe(core, call, true);
}

void call_webhook(struct core *core, struct call *call) {
    subscribe(core, call, false);
}

static void unsubscribed(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

void call_unsubscribe(struct core *core, struct call *call) {
    char url[STORE_URL];
    if (!read_url(core, call, "url", url)) return;
    struct store_batch *batch = store_batch(NULL);
    target_id(call->me.id, url, store_remove(batch, STORE_TARGET)->target.id);
    call_find(core, call, batch, unsubscribed);
}
