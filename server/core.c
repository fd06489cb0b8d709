#include "server/state.h"

#include "core/hex.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The web page sends a few messages per second; programs may be faster. */
static const struct limit message_limit = {.burst = 200, .interval_ms = 20};
/* A client that keeps exceeding that limit is not our page, and is disconnected. */
static const struct limit excess_limit = {.burst = 100, .interval_ms = 1000};
static const struct limit connect_limit = {.burst = 60, .interval_ms = 500};

struct core_settings core_settings_default(void) {
    return (struct core_settings){
        .build = TAFELRUNDE_BUILD,
        .forced_pause_ms = 400,
        .think_min_ms = 700,
        .think_max_ms = 1600,
        .grace_ms = 60 * 1000,
        .reveal_ms = 60 * 1000,
        .silence_ms = 7 * DAY_MS,
        .sleep_ms = 30 * 1000,
        .guest_days = 90,
        .open_days = 14,
        .over_days = 3650,
        .tables_per_person = 50,
        .tables_per_guest = 6,
        .entrants_max = 256,
        .takeover_level = "novice",
        .notice_ms = 10 * 1000,
        .thinkers = 1,
    };
}

/* ---- small things ---- */

void core_submit(struct core *core, struct task *task, struct store_batch *batch) {
    batch->context = task;
    core->in_flight++;
    core->figures.batches++;
    core->shell->submit(core->shell, batch);
}

void core_new_id(struct core *core, char id[STORE_ID]) {
    uint8_t bytes[16];
    core->shell->random(core->shell, bytes, sizeof bytes);
    draws_write_id(bytes, id);
}

bool core_within_limit(struct core *core, const struct limit *limit, const char *subject) {
    if (core->settings.unlimited || limits_take(&core->limits, limit, subject, core->now))
        return true;
    core->figures.refused++;
    return false;
}

void core_charge(struct core *core, struct connection *connection, unsigned messages) {
    bucket_charge(&connection->messages, &message_limit, messages, core->now);
}

bool secret_equal(const char *a, const char *b) {
    size_t length = strlen(a);
    unsigned different = 0;
    if (length != strlen(b)) return false; /* the length is not secret */
    for (size_t i = 0; i < length; i++) different |= (unsigned)(a[i] ^ b[i]);
    return different == 0;
}

void queue_add(struct queue *queue, uint64_t connection, const char *text, size_t length) {
    struct queued *item = malloc(sizeof *item + length);
    ensure(item);
    *item = (struct queued){.connection = connection, .length = length};
    memcpy(item->text, text, length);
    if (!queue->first) queue->last = &queue->first;
    *queue->last = item;
    queue->last = &item->next;
    queue->count++;
}

struct queued *queue_take(struct queue *queue) {
    struct queued *item = queue->first;
    if (!item) return NULL;
    queue->first = item->next;
    queue->count--;
    return item;
}

void queue_drop(struct queue *queue, unsigned count) {
    for (; count; count--) free(queue_take(queue));
}

void token_hash(const char *token, char hex[2 * HASH_SIZE + 1]) {
    uint8_t hash[HASH_SIZE];
    blake2b_hash(token, strlen(token), hash);
    hex_write(hash, HASH_SIZE, hex);
}

void origin_of(const char *kind, const char *text, char origin[STORE_ORIGIN_TEXT]) {
    char hash[2 * HASH_SIZE + 1];
    token_hash(text, hash);
    snprintf(origin, STORE_ORIGIN_TEXT, "%.1s%.32s", kind, hash);
}

void origin_put(struct core *core, struct store_batch *batch, const char *person, const char *kind,
                const char *text) {
    if (!text[0]) return;
    struct store_origin *row = &store_put(batch, STORE_ORIGIN)->origin;
    strcpy(row->person, person);
    origin_of(kind, text, row->origin);
    row->seen_ms = core->now;
}

static void key_of(uint64_t number, char key[MAP_KEY]) {
    snprintf(key, MAP_KEY, "%" PRIx64, number);
}

struct connection *core_connection(const struct core *core, uint64_t number) {
    char key[MAP_KEY];
    key_of(number, key);
    return map_get(&core->connections, key);
}

/* A connection may get a turn from the room and from a lookup. This makes sending idempotent. */
static bool knows_turn(struct connection *c, uint64_t turn) {
    if (!c->turns) c->turns = calloc(TURNS_KNOWN, sizeof *c->turns);
    ensure(c->turns);
    for (unsigned i = 0; i < TURNS_KNOWN; i++)
        if (c->turns[i] == turn) return true;
    c->turns[c->turn_count++ % TURNS_KNOWN] = turn;
    return false;
}

void core_send_turn(struct core *core, const char *person, int64_t since_ms, const char *text,
                    size_t length) {
    uint64_t turn = (uint64_t)since_ms;
    for (size_t i = 0; i < length; i++) turn = (turn ^ (uint8_t)text[i]) * 0x100000001b3u;
    for (struct connection *c = map_get(&core->people, person); c; c = c->next)
        if (!knows_turn(c, turn)) core->shell->send(core->shell, c->number, text, length);
}

/* Watchers of the room see it anyway. The known turns are cleared: if another server reopens a
 * turn, it must be sent again. */
void core_send_turn_over(struct core *core, struct room *room, const char *person, const char *text,
                         size_t length) {
    for (struct connection *c = map_get(&core->people, person); c; c = c->next) {
        if (room_watcher(room, c)) continue;
        if (c->turns) memset(c->turns, 0, TURNS_KNOWN * sizeof *c->turns);
        core->shell->send(core->shell, c->number, text, length);
    }
}

void core_send_error(struct core *core, uint64_t connection, const struct message *reason) {
    struct json_out out;
    json_begin(&out, core->buffer, sizeof core->buffer);
    refused_write(&out, NULL, SPECTATOR, "", reason);
    core->figures.refused++;
    core->shell->send(core->shell, connection, out.text, out.length);
}

/* ---- connections ---- */

static void connection_free(struct connection *c) {
    queue_drop(&c->queue, c->queue.count);
    free(c->turns);
    free(c->hidden);
    free(c);
}

static void link_person(struct core *core, struct connection *c) {
    c->next = map_get(&core->people, c->who.id);
    map_put(&core->people, c->who.id, c);
}

static void unlink_person(struct core *core, struct connection *c) {
    struct connection *first = map_get(&core->people, c->who.id);
    if (first == c) {
        if (c->next) map_put(&core->people, c->who.id, c->next);
        else map_remove(&core->people, c->who.id);
        return;
    }
    while (first->next != c) first = first->next;
    first->next = c->next;
}

static void receive(struct core *core, struct connection *c, const char *text, size_t length) {
    struct json message;
    char id[STORE_ID];
    size_t where, id_length;
    if (json_parse(text, length, &message, &where) != JSON_OK ||
        json_type(message) != JSON_OBJECT) {
        core_send_error(core, c->number, &MESSAGE("error.protocol.json", NUMBER("where", where)));
        return;
    }
    if (!json_read_text(json_get(message, "table"), id, sizeof id, &id_length) ||
        !draws_is_id(id, id_length)) {
        core_send_error(core, c->number, &MESSAGE("server.error.table"));
        return;
    }
    room_receive(room_find(core, id), c, message);
}

/* The person is known now: handles the messages that waited for it. */
static void identify(struct core *core, struct connection *c) {
    c->known = true;
    if (c->who.id[0]) link_person(core, c);
    for (struct queued *item; (item = queue_take(&c->queue));) {
        receive(core, c, item->text, item->length);
        free(item);
    }
}

static void find_person(struct core *core, struct connection *c) {
    struct store_batch *batch = store_batch(NULL);
    c->looking_up = true;
    c->looked_at = core->person_changes;
    core_find_session(core, batch, c->session);
    moderation_find(batch, c->session);
    core_submit(core, &c->task, batch);
}

static void identified(struct core *core, struct task *task, struct store_batch *batch) {
    struct connection *c = (struct connection *)task;
    c->looking_up = false;
    if (c->gone) {
        connection_free(c);
        return;
    }
    if (batch->status != STORE_DONE) {
        core->shell->close(core->shell, c->number, 1013);
        return;
    }
    /* the session may have ended at another server during the lookup */
    if (c->looked_at != core->person_changes) {
        find_person(core, c);
        return;
    }
    const struct store_person *person = store_found(batch, STORE_PERSON_OF_SESSION, NULL)->rows;
    if (person) core_note_seen(core, batch, c->session);
    if (person && person->name[0] && !person->blocked) person_to_who(person, &c->who);
    moderation_found(core, c, batch);
    identify(core, c);
}

static void touched(struct core *core, struct task *task, struct store_batch *batch) {
    (void)core, (void)task, (void)batch;
}

void core_find_session(struct core *core, struct store_batch *batch, const char *token_hex) {
    store_find(batch, STORE_PERSON_OF_SESSION, token_hex, core->now - CORE_COOKIE_DAYS * DAY_MS, 1);
    store_find(batch, STORE_SESSION_AT, token_hex, 0, 1);
}

void core_note_seen(struct core *core, const struct store_batch *found, const char *token_hex) {
    const struct store_session *session = store_found(found, STORE_SESSION_AT, NULL)->rows;
    if (!session || core->now - session->seen_ms < DAY_MS) return;
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, STORE_TOUCH, token_hex, core->now);
    core_submit(core, &core->touch, batch);
}

void core_note_origin(struct core *core, struct connection *c) {
    if (c->who.guest || core->now - c->origin_ms < DAY_MS / 4) return;
    struct store_batch *batch = store_batch(NULL);
    c->origin_ms = core->now;
    origin_put(core, batch, c->who.id, ORIGIN_ADDRESS, c->address);
    origin_put(core, batch, c->who.id, ORIGIN_DEVICE, c->device);
    core_submit(core, &core->touch, batch);
}

void core_connected(struct core *core, uint64_t number, const struct core_visitor *visitor) {
    char key[MAP_KEY], hash[2 * HASH_SIZE + 1];
    struct connection *c = calloc(1, sizeof *c);
    ensure(c && number != 0);
    c->number = number;
    c->task.stored = identified;
    limits_subject(visitor->address, c->address, sizeof c->address);
    snprintf(c->device, sizeof c->device, "%s", visitor->device);
    key_of(number, key);
    map_put(&core->connections, key, c);
    core->figures.connections++;
    if (moderation_is_banned(core, c->address)) {
        core->shell->close(core->shell, number, 1008);
        return;
    }
    if (core->stopping || !core_within_limit(core, &connect_limit, c->address)) {
        core->shell->close(core->shell, number, 1013);
        return;
    }
    if (!visitor->token[0]) {
        identify(core, c);
        return;
    }
    token_hash(visitor->token, hash);
    strcpy(c->session, hash);
    find_person(core, c);
}

void core_text(struct core *core, uint64_t number, const char *text, size_t length) {
    struct connection *c = core_connection(core, number);
    if (!c || core->stopping) return;
    if (!core->settings.unlimited && !bucket_take(&c->messages, &message_limit, core->now)) {
        if (bucket_take(&c->excesses, &excess_limit, core->now))
            core_send_error(core, number, &MESSAGE("server.error.too_often"));
        else core->shell->close(core->shell, number, 1008);
        return;
    }
    if (length > CORE_MESSAGE_MAX) {
        core_send_error(core, number,
                        &MESSAGE("server.error.too_long", NUMBER("max", CORE_MESSAGE_MAX)));
        return;
    }
    if (c->known) receive(core, c, text, length);
    else if (c->queue.count < QUEUE_MAX) queue_add(&c->queue, number, text, length);
    else core->shell->close(core->shell, number, 1008);
}

void core_closed(struct core *core, uint64_t number) {
    char key[MAP_KEY];
    struct connection *c = core_connection(core, number);
    if (!c) return;
    key_of(number, key);
    map_remove(&core->connections, key);
    core->figures.connections--;
    if (c->known && c->who.id[0]) unlink_person(core, c);
    while (c->room_count) room_remove_watcher(c->rooms[c->room_count - 1], c);
    if (c->looking_up) c->gone = true;
    else connection_free(c);
}

/* ---- completions ---- */

void core_stored(struct core *core, struct store_batch *batch) {
    struct task *task = batch->context;
    core->in_flight--;
    if (batch->status == STORE_FAILED) core->figures.batches_failed++;
    task->stored(core, task, batch);
    store_batch_free(batch);
}

void core_worked(struct core *core, struct core_work *work) {
    if (work->kind == CORE_THINK) {
        struct room *room = map_get(&core->rooms, work->think.table);
        core->figures.opponent_answers++;
        core->thinking--;
        if (room && room_is_playable(room)) room_take_answer(room, work);
    } else if (work->kind == CORE_KEYS) {
        notices_keys_made(core, &work->keys);
    } else if (work->kind == CORE_NOTIFY) {
        notice_sent(core, work);
    } else {
        struct call *call = work->context;
        call->hashing = false;
        call->after(core, call, work);
    }
    memset(work, 0, sizeof *work);
    free(work);
}

/* ---- timers ---- */

/* Loads tables that are due and starts the jobs that were taken. */
static void due_found(struct core *core, struct task *task, struct store_batch *batch) {
    (void)task;
    core->finding_due = false;
    if (batch->status != STORE_DONE || core->stopping) return;
    moderation_found_banned(core, batch);
    const struct store_op *due =
        store_found(batch, core->settings.shared ? STORE_TABLES_TAKEN : STORE_TABLES_DUE, NULL);
    const struct store_table *rows = due->rows;
    for (unsigned i = 0; i < due->count; i++) {
        struct room *room = room_find(core, rows[i].id);
        /* taking the lease has raised the revision of the row in the store */
        if (room->state >= ROOM_READY && room->row.revision < rows[i].revision)
            room_changed_elsewhere(room);
    }
    for (const struct store_op *jobs = store_found(batch, STORE_JOBS_TAKEN, NULL); jobs;
         jobs = store_found_next(batch, jobs)) {
        if (strcmp(jobs->key, "rate") == 0) rating_jobs(core, jobs);
        else notice_jobs(core, jobs);
    }
    const struct store_op *tournaments = store_found(batch, STORE_TOURNAMENTS_DUE, NULL);
    if (tournaments) tournaments_due(core, tournaments);
}

static void take_jobs(const struct core *core, struct store_batch *batch, const char *kind,
                      unsigned most) {
    if (most) store_find(batch, STORE_JOBS_TAKEN, kind, core->now, most);
}

static void find_due(struct core *core) {
    struct store_batch *batch = store_batch(NULL);
    if (core->settings.shared)
        store_find(batch, STORE_TABLES_TAKEN, core->id, core_served(core), DUE_MAX_SHARED);
    else store_find(batch, STORE_TABLES_DUE, "", core_served(core) + DUE_AHEAD_MS, DUE_MAX);
    take_jobs(core, batch, "rate", core->working_jobs ? 0 : 1);
    take_jobs(core, batch, "turn", notices_free(core, "turn"));
    take_jobs(core, batch, "send", notices_free(core, "send"));
    tournaments_find_due(core, batch);
    moderation_find_banned(batch);
    core->finding_due = true;
    core->next_due_ms = core->now + DUE_EVERY_MS;
    core_submit(core, &core->due, batch);
}

static void pruned(struct core *core, struct task *task, struct store_batch *batch) {
    (void)task, (void)batch;
    core->pruning = false;
}

static void prune(struct core *core) {
    const struct core_settings *s = &core->settings;
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, STORE_PRUNE_SESSIONS, "", core->now - CORE_COOKIE_DAYS * DAY_MS);
    store_sweep(batch, STORE_PRUNE_OPEN, "", core->now - s->open_days * DAY_MS);
    store_sweep(batch, STORE_PRUNE_OVER, "", core->now - s->over_days * DAY_MS);
    store_sweep(batch, STORE_PRUNE_ORIGINS, ORIGIN_ADDRESS, core->now - 2 * DAY_MS);
    store_sweep(batch, STORE_PRUNE_ORIGINS, ORIGIN_DEVICE, core->now - CORE_COOKIE_DAYS * DAY_MS);
    store_sweep(batch, STORE_PRUNE_GUESTS, "", core->now - s->guest_days * DAY_MS);
    store_sweep(batch, STORE_PRUNE_CHALLENGES, "", core->now);
    store_sweep(batch, STORE_PRUNE_REPORTS, "", core->now - REPORT_DAYS * DAY_MS);
    store_sweep(batch, STORE_PRUNE_STUDIES, "", core->now - STUDY_DAYS * DAY_MS);
    core->pruning = true;
    core->next_prune_ms = core->now + PRUNE_EVERY_MS;
    core_submit(core, &core->prune, batch);
}

void core_now(struct core *core, int64_t now_ms) {
    if (now_ms > core->now) core->now = now_ms;
}

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t core_next(const struct core *core) {
    int64_t next = INT64_MAX;
    if (core->stopping || core->failed) return next;
    if (!core->ready) return cluster_next(core);
    const struct deadline *first = deadlines_next(&core->deadlines);
    if (first) next = first->due_ms;
    next = min64(next, cluster_next(core));
    if (!core->finding_due) next = min64(next, core->next_due_ms);
    if (!core->pruning) next = min64(next, core->next_prune_ms);
    return next;
}

void core_tick(struct core *core) {
    if (core->stopping || core->failed) return;
    cluster_tick(core);
    if (!core->ready) return;
    if (!core->finding_due && core->now >= core->next_due_ms) {
        find_due(core);
        daily_tick(core);
    }
    if (!core->pruning && core->now >= core->next_prune_ms) prune(core);
    struct deadline *first;
    core->slices = SLICES_PER_TICK;
    for (unsigned most = core->deadlines.count;
         most && core->slices && (first = deadlines_next(&core->deadlines)) &&
         first->due_ms <= core->now;
         most--)
        room_tick((struct room *)((char *)first - offsetof(struct room, deadline)));
}

bool core_stop(struct core *core) {
    if (core->ready) cluster_stop(core);
    core->stopping |= core->ready;
    return core->in_flight == 0;
}

/* ---- opening and closing ---- */

struct core *core_open(const struct core_settings *settings, struct core_shell *shell,
                       int64_t now_ms) {
    struct core *core = calloc(1, sizeof *core);
    uint64_t secrets[4];
    if (!core) return NULL;
    core->settings = *settings;
    core->shell = shell;
    core->now = now_ms;
    core->next_due_ms = now_ms;
    core->next_prune_ms = now_ms + 60 * 1000;
    core->due.stored = due_found;
    core->prune.stored = pruned;
    core->touch.stored = touched;
    shell->random(shell, secrets, sizeof secrets);
    core->connections.secret = secrets[0];
    core->people.secret = secrets[1];
    core->rooms.secret = secrets[2];
    core->limits.secret = secrets[3];
    cluster_start(core);
    return core;
}

bool core_has_failed(const struct core *core) {
    return core->failed;
}

bool core_is_ready(const struct core *core) {
    return core->ready;
}

void core_close(struct core *core) {
    size_t at = 0;
    for (struct connection *c; (c = map_next(&core->connections, &at));) connection_free(c);
    at = 0;
    for (struct room *room; (room = map_next(&core->rooms, &at));) room_close(room);
    calls_close(core);
    map_close(&core->connections);
    map_close(&core->people);
    map_close(&core->rooms);
    deadlines_close(&core->deadlines);
    free(core->banned);
    free(core);
}

struct core_figures core_figures(const struct core *core) {
    struct core_figures figures = core->figures;
    figures.tables_awake = core->rooms.count;
    return figures;
}
