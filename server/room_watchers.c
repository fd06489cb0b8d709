/* Which connections watch a table, as which observers, and from which message on. */
#include "server/state.h"

#include <stdlib.h>
#include <string.h>

struct watcher *room_watcher(struct room *room, const struct connection *connection) {
    for (unsigned i = 0; i < room->watcher_count; i++)
        if (room->watchers[i].connection == connection) return &room->watchers[i];
    return NULL;
}

static void update_unwatched(struct room *room) {
    unsigned watched = 0;
    for (unsigned i = 0; i < room->watcher_count; i++) watched |= room->watchers[i].observers;
    room->output.unwatched = ~watched;
}

/* Does it wait for a welcome that is still in the outbox? */
static bool is_unconfirmed(const struct room *room, const struct watcher *w) {
    for (unsigned o = 0; o < OBSERVERS; o++)
        if (w->observers >> o & 1 && w->from[o] > room->outbox.sent) return true;
    return false;
}

void room_watch(struct room *room, struct connection *connection, unsigned observer) {
    struct watcher *w = room_watcher(room, connection);
    if (!w) {
        if (room->watcher_count == room->watcher_capacity) {
            room->watcher_capacity += 1 + room->watcher_capacity / 2;
            room->watchers = realloc(room->watchers, room->watcher_capacity * sizeof *w);
            ensure(room->watchers);
        }
        w = &room->watchers[room->watcher_count++];
        *w = (struct watcher){.connection = connection, .since = room->outbox.appended};
        connection->rooms[connection->room_count++] = room;
        room_update_presence(room);
        room_send_table_to(room, connection);
        room_send_chat_to(room, connection);
    }
    if (!is_unconfirmed(room, w)) w->confirmed = w->observers;
    w->observers |= 1u << observer;
    w->behind &= ~(1u << observer);
    if (observer != SPECTATOR) w->observers &= ~(1u << SPECTATOR);
    w->from[observer] = room->outbox.appended;
    update_unwatched(room);
}

void room_unwatch(struct room *room, unsigned seat) {
    for (unsigned i = 0; i < room->watcher_count; i++)
        room->watchers[i].observers &= ~SEAT_BIT(seat);
    for (unsigned i = 0; i < room->watcher_count; i++) room->watchers[i].behind &= ~SEAT_BIT(seat);
    update_unwatched(room);
}

/* A watcher was removed; if it was the last one, the room is idle. */
static void note_departure(struct room *room) {
    update_unwatched(room);
    if (room->watcher_count) return;
    room->idle_ms = room->core->now;
    free(room->watchers);
    room->watchers = NULL;
    room->watcher_capacity = 0;
}

void room_detach(struct room *room, struct watcher *w) {
    struct connection *c = w->connection;
    for (unsigned i = 0; i < c->room_count; i++)
        if (c->rooms[i] == room) c->rooms[i--] = c->rooms[--c->room_count];
    *w = room->watchers[--room->watcher_count];
}

void room_drop_unconfirmed(struct room *room) {
    for (unsigned i = room->watcher_count; i-- > 0;) {
        struct watcher *w = &room->watchers[i];
        if (is_unconfirmed(room, w)) w->observers = w->confirmed;
        w->behind &= w->observers;
        if (w->since > room->outbox.sent) room_detach(room, w);
    }
    note_departure(room);
}

void room_remove_watcher(struct room *room, struct connection *connection) {
    struct watcher *w = room_watcher(room, connection);
    ensure(w);
    room_detach(room, w);
    note_departure(room);
    room_update_presence(room);
    room_advance_and_save(room);
}

unsigned room_seats_of(const struct room *room, const char *person) {
    unsigned mask = 0;
    for (unsigned seat = 0; person[0] && seat < (unsigned)room->row.players; seat++)
        if (strcmp(room->seats[seat].person, person) == 0) mask |= SEAT_BIT(seat);
    return mask;
}

bool room_may_enter(const struct room *room, const struct who *who, const char *secret) {
    if (room_is_sealed(room)) return room_seats_of(room, who->id) != 0;
    if (!room->row.secret[0] || room_seats_of(room, who->id)) return true;
    if (who->id[0] && strcmp(room->row.host, who->id) == 0) return true;
    return secret_equal(room->row.secret, secret);
}
