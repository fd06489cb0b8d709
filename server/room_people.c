/* Messages of people at a table other than moves. Each handler returns false with the reason and
 * then has changed nothing. */
#include "server/state.h"

#include "server/names.h"

#include <stdlib.h>
#include <string.h>

static const struct limit chat_limit = {.burst = 10, .interval_ms = 2000};
static const struct limit chat_storage_limit = {.burst = 500, .interval_ms = 3 * 60 * 1000};
static const struct limit rematch_limit = {.burst = 10, .interval_ms = 60 * 1000};

struct act {
    struct room *room;
    struct connection *connection;
    struct json message;
    unsigned seats; /* mask of the person's seats */
    unsigned playing; /* those of them that no opponent has taken over */
};

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

static struct match *match_of(const struct act *act) {
    return &act->room->table.match;
}

/* ---- reading ---- */

static bool read_seat(const struct act *act, const char *member, unsigned *seat,
                      struct message *error) {
    int64_t number;
    if (!json_read_number(json_get(act->message, member), &number) || number < 0 ||
        number >= match_of(act)->players)
        return refuse(error,
                      MESSAGE("error.match.seat", NUMBER("players", match_of(act)->players)));
    *seat = (unsigned)number;
    return true;
}

static bool read_own_seat(const struct act *act, const char *member, unsigned *seat,
                          struct message *error) {
    if (!read_seat(act, member, seat, error)) return false;
    return act->seats >> *seat & 1 || refuse(error, MESSAGE("error.protocol.seat"));
}

static bool is_playing(const struct act *act, struct message *error) {
    if (match_of(act)->phase == MATCH_OVER) return refuse(error, MESSAGE("server.error.over"));
    return match_of(act)->phase == MATCH_PLAYING ||
           refuse(error, MESSAGE("error.match.not_started"));
}

/* ---- seats before the game ---- */

void seat_clear(struct room *room, unsigned seat) {
    struct store_seat *s = &room->seats[seat];
    memset(s, 0, sizeof *s);
    strcpy(s->at, room->id);
    s->seat = seat;
    room->table_message_due = true;
    room_unwatch(room, seat);
    room_update_presence(room);
}

/* Two people with the same name at one table could not be told apart. */
static bool is_name_free(const struct act *act, struct message *error) {
    const struct who *who = &act->connection->who;
    char mine[STORE_NAME], theirs[STORE_NAME];
    if (!name_fold(who->name, mine))
        return refuse(error, MESSAGE("server.error.name", NUMBER("max", NAME_LETTERS_MAX)));
    for (unsigned seat = 0; seat < match_of(act)->players; seat++) {
        const struct store_seat *s = &act->room->seats[seat];
        if (!s->person[0] || strcmp(s->person, who->id) == 0 || !name_fold(s->name, theirs))
            continue;
        if (strcmp(mine, theirs) == 0) return refuse(error, MESSAGE("server.error.name_here"));
    }
    return true;
}

static bool is_host(const struct act *act) {
    return strcmp(act->room->row.host, act->connection->who.id) == 0;
}

static bool is_blocked(const struct act *act, struct message *error) {
    const struct room *room = act->room;
    for (unsigned i = 0; i < room->block_count; i++)
        if (strcmp(room->blocks[i].other, act->connection->who.id) == 0)
            return !refuse(error, MESSAGE("server.error.blocked_here"));
    return false;
}

/* The host has blocked the person, or the person has kept the game from beginning. */
static bool is_welcome(const struct act *act, struct message *error) {
    const struct room *room = act->room;
    const char *id = act->connection->who.id;
    if (is_blocked(act, error)) return false;
    for (unsigned i = 0; i < BARRED_MAX && !is_host(act); i++)
        if (strcmp(room->barred[i], id) == 0)
            return refuse(error, MESSAGE("server.error.lost_here", NUMBER("max", LOSSES_MAX)));
    return true;
}

static bool may_sit(const struct act *act, bool moves, struct message *error) {
    const struct room *room = act->room;
    if (strcmp(room->crowded, act->connection->who.id) == 0)
        return refuse(error, MESSAGE("server.error.many_tables",
                                     NUMBER("max", tables_max(room->core, &act->connection->who))));
    if (!is_welcome(act, error)) return false;
    if (!act->room->row.rated) return is_name_free(act, error);
    if (act->connection->who.guest) return refuse(error, MESSAGE("server.error.rated_guest"));
    if (act->seats && !moves) return refuse(error, MESSAGE("server.error.rated_twice"));
    return true;
}

static bool sit(struct act *act, struct message *error) {
    struct room *room = act->room;
    unsigned seat, from = SEATS_MAX;
    bool moves = json_type(json_get(act->message, "from")) != JSON_NONE;
    if (!read_seat(act, "seat", &seat, error) ||
        (moves && !read_own_seat(act, "from", &from, error)))
        return false;
    if (match_of(act)->phase == MATCH_PLAYING || match_of(act)->phase == MATCH_OVER)
        return refuse(error, MESSAGE("error.match.started"));
    if (match_of(act)->seats[seat].who[0]) return refuse(error, MESSAGE("error.match.taken"));
    if (!may_sit(act, moves, error) || (moves && !table_leave(&room->table, from, error)))
        return false;
    if (moves) seat_clear(room, from);
    if (!table_sit(&room->table, seat, "person", true, error)) return false;
    seat_clear(room, seat);
    strcpy(room->seats[seat].person, act->connection->who.id);
    strcpy(room->seats[seat].name, act->connection->who.name);
    room->seats[seat].guest = act->connection->who.guest;
    store_limit(room_extra_batch(room), act->connection->who.id, room->id,
                tables_max(room->core, &act->connection->who));
    room_update_presence(room);
    return true;
}

static bool leave(struct act *act, struct message *error) {
    unsigned seat;
    if (!read_own_seat(act, "seat", &seat, error)) return false;
    if (match_of(act)->phase == MATCH_OVER) return refuse(error, MESSAGE("server.error.over"));
    if (match_of(act)->phase == MATCH_PLAYING) {
        if (!(act->playing >> seat & 1)) return refuse(error, MESSAGE("server.error.taken_over"));
        return room_take_over(act->room, seat, SEAT_LEFT, error);
    }
    if (!table_leave(&act->room->table, seat, error)) return false;
    seat_clear(act->room, seat);
    return true;
}

/* Adds a block of the host's to the next batch. */
static void block(struct room *room, const struct store_seat *seat) {
    struct store_block *row = &store_put(room_extra_batch(room), STORE_BLOCK)->block;
    strcpy(row->person, room->row.host);
    strcpy(row->other, seat->person);
    strcpy(row->name, seat->name);
    row->created_ms = room->core->now;
    room_add_block(room, row);
}

/* The host asks somebody to leave before the game, and may keep the person from coming back. */
static bool remove_person(struct act *act, struct message *error) {
    unsigned seat;
    bool blocks;
    struct room *room = act->room;
    if (!is_host(act)) return refuse(error, MESSAGE("server.error.host"));
    if (!read_seat(act, "seat", &seat, error)) return false;
    if (match_of(act)->phase == MATCH_PLAYING || match_of(act)->phase == MATCH_OVER)
        return refuse(error, MESSAGE("error.match.started"));
    struct store_seat gone = room->seats[seat];
    if (!gone.person[0] || act->seats >> seat & 1)
        return refuse(error, MESSAGE("server.error.nobody_there"));
    if (!table_leave(&room->table, seat, error)) return false;
    seat_clear(room, seat);
    if (json_read_bool(json_get(act->message, "block"), &blocks) && blocks) block(room, &gone);
    return true;
}

void room_note_loss(struct room *room, unsigned seat) {
    struct store_seat *s = &room->seats[seat];
    struct message error;
    if (++s->losses < LOSSES_MAX) return;
    strcpy(room->barred[room->barred_count++ % BARRED_MAX], s->person);
    if (table_leave(&room->table, seat, &error)) seat_clear(room, seat);
}

/* The host puts an opponent on a free seat, or takes it away again. */
static bool fill(struct act *act, struct message *error) {
    unsigned seat;
    char level[STORE_LEVEL];
    struct room *room = act->room;
    bool empty = json_type(json_get(act->message, "level")) == JSON_NULL;
    if (!is_host(act)) return refuse(error, MESSAGE("server.error.host"));
    if (!read_seat(act, "seat", &seat, error)) return false;
    if (match_of(act)->phase != MATCH_SEATING) return refuse(error, MESSAGE("error.match.started"));
    if (room->seats[seat].person[0]) return refuse(error, MESSAGE("error.match.taken"));
    if (!empty && (!json_read_text(json_get(act->message, "level"), level, sizeof level, NULL) ||
                   !level_exists(level)))
        return refuse(error, MESSAGE("server.error.level"));
    if (match_of(act)->seats[seat].who[0] && !table_leave(&room->table, seat, error)) return false;
    seat_clear(room, seat);
    return empty || table_sit(&room->table, seat, level, false, error);
}

static bool reclaim(struct act *act, struct message *error) {
    unsigned seat;
    if (!read_own_seat(act, "seat", &seat, error) || !is_playing(act, error)) return false;
    if (act->playing >> seat & 1) return refuse(error, MESSAGE("server.error.not_taken_over"));
    act->room->table_message_due = true;
    return table_change_seat(&act->room->table, seat, "person", true, error);
}

/* ---- ending by agreement ---- */

/* Everybody who still plays must agree; silent seats count only for ending by agreement. */
static bool decide(struct act *act, struct message *error) {
    struct room *room = act->room;
    int64_t proposal = room->row.proposal;
    unsigned voters = match_people(match_of(act)), by = (unsigned)__builtin_ctz(act->playing);
    if (proposal != PROPOSE_END) voters &= ~room_silent(room);
    room->row.agreed |= act->playing;
    room->table_message_due = true;
    if (voters & ~(unsigned)room->row.agreed) return true;
    room->row.proposal = room->row.agreed = 0;
    if (proposal == PROPOSE_END) return table_end(&room->table, ENDED_AGREED, by, error);
    if (proposal == PROPOSE_CLOSE) return table_end(&room->table, ENDED_EXPIRED, by, error);
    return room_take_over(room, (unsigned)proposal - PROPOSE_REPLACE, SEAT_REPLACED, error);
}

static bool may_vote(const struct act *act, struct message *error) {
    if (!is_playing(act, error)) return false;
    return act->playing || refuse(error, MESSAGE("error.protocol.seat"));
}

static bool propose(struct act *act, struct message *error) {
    struct json what = json_get(act->message, "what");
    unsigned of = 0;
    int64_t proposal = json_is(what, "end")       ? PROPOSE_END
                       : json_is(what, "close")   ? PROPOSE_CLOSE
                       : json_is(what, "replace") ? PROPOSE_REPLACE
                                                  : PROPOSE_NOTHING;
    if (!may_vote(act, error)) return false;
    if (proposal == PROPOSE_NOTHING) return refuse(error, MESSAGE("server.error.proposal"));
    if (proposal == PROPOSE_REPLACE && !read_seat(act, "of", &of, error)) return false;
    if (proposal == PROPOSE_REPLACE ? !(room_silent(act->room) >> of & 1)
                                    : proposal == PROPOSE_CLOSE && !room_silent(act->room))
        return refuse(
            error,
            MESSAGE("server.error.not_silent",
                    NUMBER("days", (act->room->core->settings.silence_ms + DAY_MS - 1) / DAY_MS)));
    act->room->row.proposal = proposal + of;
    act->room->row.agreed = 0;
    return decide(act, error);
}

static bool agree(struct act *act, struct message *error) {
    if (!may_vote(act, error)) return false;
    if (!act->room->row.proposal) return refuse(error, MESSAGE("server.error.no_proposal"));
    return decide(act, error);
}

static bool decline(struct act *act, struct message *error) {
    if (!may_vote(act, error)) return false;
    if (!act->room->row.proposal) return refuse(error, MESSAGE("server.error.no_proposal"));
    act->room->row.proposal = act->room->row.agreed = 0;
    act->room->table_message_due = true;
    return true;
}

static bool resign(struct act *act, struct message *error) {
    unsigned seat;
    if (!read_own_seat(act, "seat", &seat, error) || !is_playing(act, error)) return false;
    if (match_of(act)->players > 2) return refuse(error, MESSAGE("server.error.resign"));
    return table_end(&act->room->table, ENDED_RESIGNED, seat, error);
}

/* ---- chat, rematch ---- */

/* Counts letters, not bytes. Control characters are not allowed. */
bool is_line(const char *text, unsigned letters_max) {
    unsigned letters = 0;
    bool seen = false;
    for (; *text; text++) {
        if ((uint8_t)*text < 0x20 || *text == 0x7f) return false;
        letters += ((uint8_t)*text & 0xc0) != 0x80;
        seen |= *text != ' ';
    }
    return seen && letters <= letters_max;
}

static bool chat(struct act *act, struct message *error) {
    struct room *room = act->room;
    struct store_chat line = {.number = room->chat_number, .said_ms = room->core->now};
    if (!json_read_text(json_get(act->message, "text"), line.text, sizeof line.text, NULL) ||
        !is_line(line.text, CHAT_LETTERS_MAX))
        return refuse(error, MESSAGE("server.error.chat", NUMBER("max", CHAT_LETTERS_MAX)));
    if (is_blocked(act, error)) return false;
    if (act->connection->muted_ms > room->core->now)
        return refuse(error, MESSAGE("server.error.muted"));
    if (!core_within_limit(room->core, &chat_limit, act->connection->who.id) ||
        !core_within_limit(room->core, &chat_storage_limit, act->connection->who.id))
        return refuse(error, MESSAGE("server.error.too_often"));
    strcpy(line.at, room->id);
    strcpy(line.person, act->connection->who.id);
    strcpy(line.name, act->connection->who.name);
    room_add_chat(room, &line);
    if (line.number >= CHAT_STORED) {
        struct store_chat *oldest = &store_remove(room_extra_batch(room), STORE_CHAT)->chat;
        strcpy(oldest->at, room->id);
        oldest->number = line.number - CHAT_STORED;
    }
    room_send_chat(room, &line);
    room->core->figures.chat++;
    return true;
}

static bool rematch(struct act *act, struct message *error) {
    struct room *room = act->room;
    struct store_table table;
    struct store_seat seats[SEATS_MAX];
    if (!act->seats) return refuse(error, MESSAGE("error.protocol.seat"));
    if (match_of(act)->phase != MATCH_OVER) return refuse(error, MESSAGE("server.error.not_over"));
    room->table_message_due = true;
    room->row.agreed |= act->seats; /* no proposal is open after the end */
    if (room->row.rematch[0]) return true;
    if (!core_within_limit(room->core, &rematch_limit, act->connection->who.id))
        return refuse(error, MESSAGE("server.error.too_often"));
    table_rows_rematch(room->core, &room->row, room->seats, &table, seats);
    memcpy(&store_add(room_extra_batch(room), STORE_TABLE)->table, &table, sizeof table);
    for (unsigned seat = 0; seat < match_of(act)->players; seat++)
        memcpy(&store_add(room_extra_batch(room), STORE_SEAT)->seat, &seats[seat],
               sizeof seats[seat]);
    strcpy(room->row.rematch, table.id);
    return true;
}

/* At a table of an event nobody changes who plays, or how it ends; one can only leave. */
static bool is_event(const struct act *act, struct message *error) {
    if (!act->room->row.event[0]) return false;
    *error = MESSAGE("server.error.event");
    return true;
}

static bool bye(struct act *act, struct message *error) {
    (void)error;
    room_remove_watcher(act->room, act->connection);
    return true;
}

static const struct {
    const char *type;
    bool (*act)(struct act *act, struct message *error);
    enum { ANYBODY, PEOPLE, NO_EVENT } who; /* NO_EVENT: people, but not at a table of an event */
} acts[] = {
    {"sit", sit, NO_EVENT},         {"leave", leave, PEOPLE},
    {"fill", fill, NO_EVENT},       {"reclaim", reclaim, PEOPLE},
    {"propose", propose, NO_EVENT}, {"agree", agree, NO_EVENT},
    {"decline", decline, NO_EVENT}, {"resign", resign, NO_EVENT},
    {"chat", chat, PEOPLE},         {"rematch", rematch, NO_EVENT},
    {"bye", bye, ANYBODY},          {"remove", remove_person, NO_EVENT},
};

bool room_act(struct room *room, struct connection *connection, struct json message,
              const char *id) {
    struct json type = json_get(message, "type");
    struct act act = {room, connection, message, room_seats_of(room, connection->who.id), 0};
    struct message error;
    act.playing = act.seats & match_people(&room->table.match);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (!json_is(type, acts[i].type)) continue;
        if (acts[i].who != ANYBODY && !connection->who.id[0])
            room_refuse(room, id, &MESSAGE("server.error.session"));
        else if ((acts[i].who == NO_EVENT && is_event(&act, &error)) || !acts[i].act(&act, &error))
            room_refuse(room, id, &error);
        return true;
    }
    return false;
}
