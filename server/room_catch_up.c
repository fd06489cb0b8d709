/* Somebody who returns to a long game gets it in slices, with other work in between: a `hello` is
 * short, but its answer may be a megabyte.
 *
 *     hello ──▶ welcome, first slice (outbox) ──▶ behind ── slices ──▶ waiting, question ──▶ live
 *
 * While a watcher is behind as an observer, it gets nothing else as that observer. The slices come
 * from the log and go past the outbox, so they stop where the durable entries end. */
#include "server/state.h"

#include <limits.h>

enum {
    SLICE = 16, /* updates */
    UPDATES_PER_TOKEN = 8, /* how many cost as much as a message to the server */
    CONGESTED_MS = 20, /* pause if the connection has unsent data */
};

static void rest(struct table_output *output, unsigned observer, unsigned version) {
    struct room *room = (struct room *)output;
    room->rest = (struct rest){.observer = observer, .version = version, .there = true};
}

void room_catch_up_open(struct room *room) {
    room->output.slice = SLICE;
    room->output.rest = rest;
}

static void charge(struct room *room, struct connection *connection, unsigned updates) {
    core_charge(room->core, connection, (updates + UPDATES_PER_TOKEN - 1) / UPDATES_PER_TOKEN);
}

void room_fall_behind(struct room *room, struct connection *connection) {
    struct watcher *w = room->rest.there ? room_watcher(room, connection) : NULL;
    unsigned observer = room->rest.observer;
    room->rest.there = false;
    if (!w) return;
    w->behind |= 1u << observer;
    w->reached[observer] = room->rest.version;
    w->from[observer] = room->outbox.appended;
    room->somebody_behind = true;
    charge(room, connection, SLICE);
}

/* Does everybody who watches know the table's present state? Then `waiting` and the question are
 * durable, too. */
static bool is_settled(const struct room *room) {
    return room->state == ROOM_READY && !room->outbox.first;
}

/* How far the observer may be told: what is durable, for spectators what their delay allows. */
static unsigned told_until(const struct room *room, unsigned observer) {
    unsigned durable = room->sent.table.versions[observer], shown = room->table.spectators_until;
    return observer == SPECTATOR && shown < durable ? shown : durable;
}

static bool is_delayed(const struct room *room, unsigned observer) {
    return observer == SPECTATOR && room->table.spectators_until != UINT_MAX;
}

/* An observer for whom the watcher can get something now; OBSERVERS: none. The welcome comes
 * first. */
static unsigned next_observer(const struct room *room, const struct watcher *w) {
    unsigned o = 0;
    while (o < OBSERVERS &&
           !(w->behind >> o & 1 && w->from[o] <= room->outbox.sent &&
             (w->reached[o] < told_until(room, o) || (is_settled(room) && !is_delayed(room, o)))))
        o++;
    return o;
}

int64_t room_catch_up_due(const struct room *room) {
    struct core *core = room->core;
    int64_t due = INT64_MAX;
    if (!room->somebody_behind || !room_is_playable(room)) return due;
    for (unsigned i = 0; i < room->watcher_count && due > core->now; i++) {
        const struct watcher *w = &room->watchers[i];
        if (!w->behind) continue;
        if (next_observer(room, w) == OBSERVERS) {
            int64_t delay = room_delay_due(room);
            if (delay < due) due = delay;
            continue;
        }
        bool congested = core->shell->is_congested(core->shell, w->connection->number);
        due = core->now + (congested ? CONGESTED_MS : 0);
    }
    return due;
}

static void send_slice(struct room *room, struct watcher *w, unsigned observer) {
    room->asker = w->connection->number;
    room->past_outbox = true;
    if (table_catch_up(&room->table, observer, &w->reached[observer], told_until(room, observer))) {
        charge(room, w->connection, SLICE);
    } else if (is_settled(room) && !is_delayed(room, observer)) {
        table_caught_up(&room->table, observer);
        w->behind &= ~(1u << observer);
        w->from[observer] = room->outbox.appended;
    }
    room->past_outbox = false;
}

/* Takes turns: begins with the watcher after the one that got the last slice. */
void room_catch_up(struct room *room) {
    struct core *core = room->core;
    bool behind = false;
    if (!room->somebody_behind || !room_is_playable(room)) return;
    room_update_limits(room);
    for (unsigned n = 0; n < room->watcher_count && core->slices; n++) {
        unsigned i = room->next_slice++ % room->watcher_count;
        struct watcher *w = &room->watchers[i];
        unsigned observer = w->behind ? next_observer(room, w) : OBSERVERS;
        behind |= w->behind != 0;
        if (observer == OBSERVERS || core->shell->is_congested(core->shell, w->connection->number))
            continue;
        core->slices--;
        send_slice(room, w, observer);
        return;
    }
    room->somebody_behind = behind || core->slices == 0;
}
