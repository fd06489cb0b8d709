/* The server's own messages about a table: seats, clocks, chat, turns. */
#include "server/state.h"

#include "games/registry.h"
#include "match/daily.h"
#include "match/record.h"

#include <string.h>

const char *const pace_names[3] = {"none", "live", "relaxed"};
const char *const phase_names[3] = {"seating", "playing", "over"};

static void begin_for(struct core *core, struct json_out *out, const char *type, const char *table,
                      unsigned observer) {
    json_begin(out, core->buffer, sizeof core->buffer);
    json_object(out, NULL);
    json_text(out, "type", type);
    json_text(out, "table", table);
    if (observer == SPECTATOR) json_null(out, "seat");
    else json_number(out, "seat", observer);
}

static void begin(struct room *room, struct json_out *out, const char *type) {
    begin_for(room->core, out, type, room->id, SPECTATOR);
}

static void end(struct json_out *out) {
    json_object_end(out);
    ensure(out->length <= out->size);
}

static void write_mask(struct json_out *out, const char *name, unsigned mask) {
    json_array(out, name);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (mask & SEAT_BIT(seat)) json_number(out, NULL, seat);
    json_array_end(out);
}

void pace_write(struct json_out *out, const struct store_table *row) {
    json_object(out, "pace");
    json_text(out, "kind", pace_names[row->pace]);
    if (row->pace != STORE_NO_PACE) json_number(out, "time_ms", row->time_ms);
    if (row->pace == STORE_LIVE) json_number(out, "increment_ms", row->increment_ms);
    json_object_end(out);
}

void event_write(struct json_out *out, const struct store_table *row) {
    if (!row->event[0]) {
        json_null(out, "event");
    } else {
        bool daily = strlen(row->event) == DAY_LENGTH;
        json_object(out, "event");
        json_text(out, "kind", daily ? "daily" : "tournament");
        json_text(out, daily ? "day" : "id", row->event);
        if (!daily) json_number(out, "round", row->round + 1);
        json_object_end(out);
    }
    json_number(out, "delay_s", row->delay_ms / 1000);
}

static void write_text_or_null(struct json_out *out, const char *name, const char *text) {
    if (text[0]) json_text(out, name, text);
    else json_null(out, name);
}

/* `name` of the person, `level` of the opponent that plays now. A free seat has neither. */
static void write_seat_members(struct json_out *out, const struct store_seat *seat) {
    bool gone = seat->person[0] && !seat->name[0];
    if (gone) json_text(out, "name", "");
    else write_text_or_null(out, "name", seat->name);
    json_bool(out, "guest", seat->guest != 0);
    write_text_or_null(out, "level", seat->level);
}

static void write_clock_members(struct json_out *out, const struct room *room) {
    unsigned running = 0;
    json_array(out, "left_ms");
    for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++) {
        json_number(out, NULL, room_left_ms(room, seat));
        if (room->seats[seat].running_ms) running |= SEAT_BIT(seat);
    }
    json_array_end(out);
    write_mask(out, "running", running);
}

static void write_proposal(struct json_out *out, const struct store_table *row) {
    static const char *const names[] = {[PROPOSE_END] = "end", [PROPOSE_CLOSE] = "close"};
    if (row->proposal == PROPOSE_NOTHING || row->proposal == ORDER_STOP) {
        json_null(out, "proposal");
        return;
    }
    json_object(out, "proposal");
    json_text(out, "what", row->proposal >= PROPOSE_REPLACE ? "replace" : names[row->proposal]);
    if (row->proposal >= PROPOSE_REPLACE) json_number(out, "of", row->proposal - PROPOSE_REPLACE);
    write_mask(out, "agreed", (unsigned)row->agreed);
    json_object_end(out);
}

/* A running clock would tell what a spectator is to learn later. */
static bool sees_clock(const struct room *room, const struct connection *connection) {
    return !room->row.delay_ms || room_seats_of(room, connection->who.id);
}

void room_send_table_to(struct room *room, struct connection *connection) {
    const struct store_table *row = &room->row;
    const struct match *m = &room->table.match;
    struct json_out out;
    begin(room, &out, "table");
    write_mask(&out, "you", room_seats_of(room, connection->who.id));
    json_bool(&out, "host", connection->who.id[0] && strcmp(row->host, connection->who.id) == 0);
    json_bool(&out, "public", !row->secret[0]);
    pace_write(&out, row);
    json_bool(&out, "rated", row->rated != 0);
    json_bool(&out, "hints", row->hints != 0);
    event_write(&out, row);
    json_bool(&out, "sealed", room_is_sealed(room));
    json_number(&out, "effort", 100 * (CORE_EFFORT - room->effort_cut) / CORE_EFFORT);
    json_array(&out, "seats");
    for (unsigned seat = 0; seat < m->players; seat++) {
        struct store_seat now = room->seats[seat];
        strcpy(now.level, m->seats[seat].person ? "" : m->seats[seat].who);
        json_object(&out, NULL);
        write_seat_members(&out, &now);
        json_bool(&out, "present", now.person[0] && !room->absent_ms[seat]);
        json_object_end(&out);
    }
    json_array_end(&out);
    write_mask(&out, "silent", room_silent(room));
    write_proposal(&out, row);
    write_text_or_null(&out, "rematch", row->rematch);
    write_mask(&out, "again", row->phase == STORE_OVER ? (unsigned)row->agreed : 0);
    if (row->pace != STORE_NO_PACE && sees_clock(room, connection)) {
        json_object(&out, "clock");
        write_clock_members(&out, room);
        json_object_end(&out);
    } else {
        json_null(&out, "clock");
    }
    end(&out);
    room_post(room, TO_CONNECTION, connection->number, "", out.text, out.length);
}

void room_send_table(struct room *room) {
    for (unsigned i = 0; i < room->watcher_count; i++)
        room_send_table_to(room, room->watchers[i].connection);
}

void room_send_clock(struct room *room) {
    struct json_out out;
    begin(room, &out, "clock");
    write_clock_members(&out, room);
    end(&out);
    for (unsigned i = 0; i < room->watcher_count; i++) {
        const struct connection *c = room->watchers[i].connection;
        if (sees_clock(room, c))
            room_post(room, TO_CONNECTION, c->number, "", out.text, out.length);
    }
}

static void write_line(struct json_out *out, const struct store_chat *line) {
    json_object(out, NULL);
    json_number(out, "number", line->number);
    json_text(out, "name", line->name);
    json_text(out, "text", line->text);
    json_number(out, "said_ms", line->said_ms);
    json_object_end(out);
}

void room_send_chat(struct room *room, const struct store_chat *line) {
    struct json_out out;
    begin(room, &out, "chat");
    json_array(&out, "lines");
    write_line(&out, line);
    json_array_end(&out);
    end(&out);
    for (unsigned i = 0; i < room->watcher_count; i++)
        if (!moderation_hides(room->watchers[i].connection, line->person))
            room_post(room, TO_CONNECTION, room->watchers[i].connection->number, "", out.text,
                      out.length);
}

void room_send_chat_to(struct room *room, struct connection *connection) {
    struct json_out out;
    if (!room->chat) return;
    begin(room, &out, "chat");
    json_array(&out, "lines");
    for (const struct chat_line *line = room->chat; line; line = line->next)
        if (!moderation_hides(connection, line->row.person)) write_line(&out, &line->row);
    json_array_end(&out);
    end(&out);
    room_post(room, TO_CONNECTION, connection->number, "", out.text, out.length);
}

void turn_write(struct core *core, struct json_out *out, const char *table, unsigned seat,
                bool awaited) {
    begin_for(core, out, "turn", table, seat);
    json_bool(out, "awaited", awaited);
    end(out);
}

/* Goes to all connections of the person, at any table: for the title, a sound, a notice. */
void room_send_turn(struct room *room, unsigned seat, int64_t since_ms) {
    struct json_out out;
    if (!room->seats[seat].person[0]) return;
    turn_write(room->core, &out, room->id, seat, since_ms != 0);
    room_post(room, TO_PERSON, (uint64_t)since_ms, room->seats[seat].person, out.text, out.length);
}

/* ---- lists ---- */

static void write_options(struct json_out *out, const struct store_table *row) {
    const struct game *game = games_find(row->game, strlen(row->game));
    if (game) record_write_options(out, "options", game, row->options);
    else json_null(out, "options");
}

void summary_write_members(struct json_out *out, const struct store_table *row,
                           const struct store_seat *seats, unsigned count, const char *person) {
    unsigned mine = 0;
    for (unsigned i = 0; i < count; i++)
        if (person[0] && strcmp(seats[i].at, row->id) == 0 && strcmp(seats[i].person, person) == 0)
            mine |= SEAT_BIT(seats[i].seat);
    json_text(out, "table", row->id);
    json_text(out, "game", row->game);
    json_number(out, "players", row->players);
    write_options(out, row);
    pace_write(out, row);
    json_bool(out, "public", !row->secret[0]);
    json_bool(out, "rated", row->rated != 0);
    json_bool(out, "hints", row->hints != 0);
    json_text(out, "phase", phase_names[row->phase]);
    json_number(out, "created_ms", row->created_ms);
    json_number(out, "changed_ms", row->changed_ms);
    event_write(out, row);
    write_mask(out, "waiting", row->delay_ms && !mine ? 0 : (unsigned)row->waiting);
    json_array(out, "seats");
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(seats[i].at, row->id) != 0) continue;
        json_object(out, NULL);
        write_seat_members(out, &seats[i]);
        if (row->phase == STORE_OVER && seats[i].place) {
            json_number(out, "score", seats[i].score);
            json_number(out, "place", seats[i].place);
        }
        json_object_end(out);
    }
    json_array_end(out);
    if (person[0]) {
        write_mask(out, "you", mine);
        json_bool(out, "turn", ((unsigned)row->waiting & mine) != 0);
        write_text_or_null(out, "secret", mine ? row->secret : "");
    }
}

void summary_write(struct json_out *out, const struct store_table *row,
                   const struct store_seat *seats, unsigned count, const char *person) {
    json_object(out, NULL);
    summary_write_members(out, row, seats, count, person);
    json_object_end(out);
}
