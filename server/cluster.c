/* Several servers on one store: heartbeats, gaps in them, which servers are alive, and changes that
 * the others announce.
 *
 * Servers communicate only through the store. Each writes heartbeats; without one for
 * SERVER_TIMEOUT_MS a server counts as dead. A single server writes them, too, because clocks need
 * to know for how long no server was running. */
#include "server/state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- heartbeats ---- */

int64_t core_served(const struct core *core) {
    return core->now - core->lost_ms;
}

static void put_value(struct store_batch *batch, const char *key, const char *format, ...) {
    struct store_value *value = &store_put(batch, STORE_VALUE)->value;
    va_list arguments;
    strcpy(value->key, key);
    va_start(arguments, format);
    vsnprintf(value->data, sizeof value->data, format, arguments);
    va_end(arguments);
}

static void put_heartbeat(const struct core *core, struct store_batch *batch) {
    put_value(batch, "heartbeat", "%lld", (long long)core->now);
}

static void beat_at(struct core *core, int64_t ms) {
    core->beating = false;
    core->next_beat_ms = ms;
}

/* ---- gaps: clocks do not run while no server is running ----
 *
 * A gap is the time between the last durable heartbeat and the next one, whether the servers or
 * the store were down. It is negative if the machine's clock was set back. The heartbeat before it
 * identifies the gap. Counting it adds a row with that key, so only one of several servers can. */

static void look_for_gap(struct core *core);

/* Reading or counting the gap failed: a starting server gives up, a running one tries again. */
static bool gap_failed(struct core *core, const struct store_batch *batch) {
    if (batch->status == STORE_DONE) return false;
    core->failed = !core->ready;
    beat_at(core, core->now + HEARTBEAT_MS);
    return true;
}

static void resume_serving(struct core *core) {
    size_t at = 0;
    core->lapsed = false;
    beat_at(core, core->now);
    if (core->ready) return;
    core->ready = true;
    for (struct room *room; (room = map_next(&core->rooms, &at));) room_load(room);
}

static void gap_counted(struct core *core, struct task *task, struct store_batch *batch) {
    (void)task;
    if (batch->status == STORE_CONFLICT) look_for_gap(core);
    else if (!gap_failed(core, batch)) {
        sscanf(store_written(batch, STORE_VALUE)->value.data, "%" SCNd64 " %" SCNd64,
               &core->lost_ms, &core->lost_at_ms);
        resume_serving(core);
    }
}

static void count_gap(struct core *core, int64_t heartbeat) {
    struct store_batch *batch = store_batch(NULL);
    long long lost = core->lost_ms + core->now - heartbeat;
    put_value(batch, "lost", "%lld %lld", lost, (long long)heartbeat);
    put_heartbeat(core, batch);
    snprintf(store_remove(batch, STORE_VALUE)->value.key, STORE_KEY, "gap %lld",
             (long long)core->lost_at_ms);
    snprintf(store_add(batch, STORE_VALUE)->value.key, STORE_KEY, "gap %lld", (long long)heartbeat);
    core->beat.stored = gap_counted;
    core_submit(core, &core->beat, batch);
}

static void gap_found(struct core *core, struct task *task, struct store_batch *batch) {
    const struct store_value *heartbeat = store_found(batch, STORE_VALUE_AT, "heartbeat")->rows,
                             *lost = store_found(batch, STORE_VALUE_AT, "lost")->rows;
    int64_t beat_ms = heartbeat ? strtoll(heartbeat->data, NULL, 10) : 0, lost_ms = 0, at_ms = 0;
    (void)task;
    if (gap_failed(core, batch)) return;
    if (lost) sscanf(lost->data, "%" SCNd64 " %" SCNd64, &lost_ms, &at_ms);
    bool counted = core->ready && lost_ms != core->lost_ms,
         others = core->settings.shared && llabs(core->now - beat_ms) < ALONE_MS;
    if (!core->ready && !core->waited)
        notices_start(core, store_found(batch, STORE_VALUE_AT, NOTICE_KEYS)->rows);
    core->lost_ms = lost_ms;
    core->lost_at_ms = at_ms;
    if (beat_ms && others && !core->ready && !core->waited) {
        core->waited = true;
        beat_at(core, core->now + ALONE_MS);
    } else if (beat_ms && !counted && !others) {
        count_gap(core, beat_ms);
    } else {
        resume_serving(core);
    }
}

static void look_for_gap(struct core *core) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_VALUE_AT, "heartbeat", 0, 1);
    store_find(batch, STORE_VALUE_AT, "lost", 0, 1);
    store_find(batch, STORE_VALUE_AT, NOTICE_KEYS, 0, 1);
    core->beating = true;
    core->beat.stored = gap_found;
    core_submit(core, &core->beat, batch);
}

/* ---- which servers are alive ---- */

bool core_is_alive(const struct core *core, const char *server) {
    for (unsigned i = 0; server[0] && i < core->alive_count; i++)
        if (strcmp(core->alive[i], server) == 0) return true;
    return false;
}

static void server_key(const struct core *core, char key[STORE_KEY]) {
    snprintf(key, STORE_KEY, "server %s", core->id);
}

/* Finds the live servers. Presence at the tables depends on them. */
static void count_alive(struct core *core, const struct store_op *found) {
    char before[sizeof core->alive];
    const struct store_value *rows = found->rows;
    size_t at = 0;
    memcpy(before, core->alive, sizeof before);
    memset(core->alive, 0, sizeof core->alive);
    core->alive_count = 0;
    core->gone[0] = 0;
    for (unsigned i = 0; i < found->count; i++) {
        const char *id = rows[i].key + strlen("server ");
        /* a heartbeat in the future was written before the clock was set back */
        int64_t silent = llabs(core->now - strtoll(rows[i].data, NULL, 10));
        if (silent > HOUR_MS) strcpy(core->gone, rows[i].key);
        if (silent < SERVER_TIMEOUT_MS && core->alive_count < SERVERS_MAX &&
            strlen(id) < STORE_ID && strcmp(id, core->id) != 0)
            strcpy(core->alive[core->alive_count++], id);
    }
    if (memcmp(before, core->alive, sizeof before) == 0) return;
    for (struct room *room; (room = map_next(&core->rooms, &at));) {
        room_update_presence(room);
        room_advance_and_save(room);
    }
}

/* ---- changes by other servers ---- */

/* A query about a person who is connected here. */
struct lookup {
    struct task task;
    char person[STORE_ID];
};

static void look_up(struct core *core, const char *person, struct store_batch *batch,
                    void (*stored)(struct core *, struct task *, struct store_batch *)) {
    struct lookup *lookup = calloc(1, sizeof *lookup);
    ensure(lookup);
    lookup->task.stored = stored;
    strcpy(lookup->person, person);
    core_submit(core, &lookup->task, batch);
}

static bool is_played(const struct store_op *tables, const char *id) {
    const struct store_table *rows = tables->rows;
    for (unsigned i = 0; i < tables->count; i++)
        if (strcmp(rows[i].id, id) == 0) return rows[i].phase == STORE_PLAYING;
    return false;
}

static void send_turns(struct core *core, struct task *task, const struct store_batch *batch,
                       enum store_query tables, enum store_query seats) {
    const struct store_op *found = store_found(batch, seats, NULL);
    const struct store_seat *rows = found->rows;
    struct lookup *lookup = (struct lookup *)task;
    core->missed |= batch->status != STORE_DONE;
    for (unsigned i = 0; i < found->count; i++) {
        const struct store_seat *s = &rows[i];
        struct json_out out;
        if (!s->running_ms || strcmp(s->person, lookup->person) != 0 ||
            !is_played(store_found(batch, tables, NULL), s->at))
            continue;
        turn_write(core, &out, s->at, (unsigned)s->seat, true);
        core_send_turn(core, s->person, s->running_ms, out.text, out.length);
    }
    free(lookup);
}

static void turns_found(struct core *core, struct task *task, struct store_batch *batch) {
    send_turns(core, task, batch, STORE_TABLES_OF, STORE_SEATS_OF_TABLES_OF);
}

static void turns_at_found(struct core *core, struct task *task, struct store_batch *batch) {
    send_turns(core, task, batch, STORE_TABLE_AT, STORE_SEATS_AT);
}

static void find_turns(struct core *core, const char *person) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLES_OF, person, 0, 0);
    store_find(batch, STORE_SEATS_OF_TABLES_OF, person, 0, 0);
    look_up(core, person, batch, turns_found);
}

static void find_turns_at(struct core *core, const char *person, const char *table) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, table, 0, 1);
    store_find(batch, STORE_SEATS_AT, table, 0, 0);
    look_up(core, person, batch, turns_at_found);
}

static void catch_up(struct core *core) {
    size_t at = 0;
    core->missed = false;
    for (struct connection *c; (c = map_next(&core->people, &at));) find_turns(core, c->who.id);
}

/* Closes connections whose sessions have ended; the others may have a new name. */
static void sessions_found(struct core *core, struct task *task, struct store_batch *batch) {
    struct lookup *lookup = (struct lookup *)task;
    for (struct connection *c = map_get(&core->people, lookup->person);
         c && batch->status == STORE_DONE; c = c->next) {
        const struct store_op *found = store_found(batch, STORE_PERSON_OF_SESSION, c->session);
        if (!found) continue; /* it connected after the query */
        const struct store_person *person = found->rows;
        moderation_found(core, c, batch);
        if (person && person->name[0] && !person->blocked) person_to_who(person, &c->who);
        else core->shell->close(core->shell, c->number, 1008);
    }
    free(lookup);
}

static void find_sessions(struct core *core, const char *person) {
    struct connection *c = map_get(&core->people, person);
    if (!c) return;
    struct store_batch *batch = store_batch(NULL);
    for (; c; c = c->next) {
        store_find(batch, STORE_PERSON_OF_SESSION, c->session,
                   core->now - CORE_COOKIE_DAYS * DAY_MS, 1);
        moderation_find(batch, c->session);
    }
    look_up(core, person, batch, sessions_found);
}

static void anything_changed(struct core *core) {
    struct connection *c;
    size_t at = 0;
    for (struct room *room; (room = map_next(&core->rooms, &at));) room_changed_elsewhere(room);
    for (at = 0; (c = map_next(&core->people, &at));) find_sessions(core, c->who.id);
    if (core->settings.shared) catch_up(core);
    core->next_due_ms = core->now; /* looks for blocked addresses, too */
}

void core_store_changed(struct core *core, const char *table, const char *person) {
    struct room *room = map_get(&core->rooms, table);
    core->person_changes += !table[0];
    if (!table[0] && !person[0]) {
        anything_changed(core);
    } else if (!table[0]) {
        rooms_changed_for(core, person);
        find_sessions(core, person);
    } else {
        bool here = person[0] && map_get(&core->people, person);
        if (here && room && room->was_ready) room_forget_sent_turns(room);
        else if (here) find_turns_at(core, person, table);
        if (room) room_changed_elsewhere(room);
    }
}

/* ---- the heartbeat ---- */

static void heartbeat_stored(struct core *core, struct task *task, struct store_batch *batch) {
    (void)task;
    core->lapsed = batch->status != STORE_DONE;
    beat_at(core, core->lapsed ? core->now + HEARTBEAT_MS : core->next_beat_ms);
    if (!core->settings.shared || core->lapsed || core->stopping) return;
    count_alive(core, store_found(batch, STORE_SERVERS, NULL));
    if (core->missed) catch_up(core);
}

static void beat(struct core *core) {
    struct store_batch *batch = store_batch(NULL);
    char key[STORE_KEY];
    put_heartbeat(core, batch);
    if (core->settings.shared) {
        server_key(core, key);
        put_value(batch, key, "%lld", (long long)core->now);
        store_find(batch, STORE_SERVERS, "", 0, 0);
        if (core->gone[0]) strcpy(store_remove(batch, STORE_VALUE)->value.key, core->gone);
    }
    core->beating = true;
    core->next_beat_ms = core->now + (core->settings.shared  ? SHARED_HEARTBEAT_MS
                                      : core->clocks_running ? HEARTBEAT_MS
                                                             : SLOW_HEARTBEAT_MS);
    core->beat.stored = heartbeat_stored;
    core_submit(core, &core->beat, batch);
}

void cluster_start(struct core *core) {
    if (core->settings.shared) core_new_id(core, core->id);
    look_for_gap(core);
}

int64_t cluster_next(const struct core *core) {
    return core->beating ? INT64_MAX : core->next_beat_ms;
}

void cluster_tick(struct core *core) {
    if (core->beating || core->now < core->next_beat_ms) return;
    if (core->lapsed || !core->ready) look_for_gap(core);
    else beat(core);
}

void cluster_stop(struct core *core) {
    if (!core->stopping) beat(core);
    if (!core->id[0]) return;
    struct store_batch *batch = store_batch(NULL);
    server_key(core, store_remove(batch, STORE_VALUE)->value.key);
    core->id[0] = 0;
    core_submit(core, &core->touch, batch);
}
