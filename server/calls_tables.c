/* Requests about games and tables. */
#include "server/state.h"

#include "games/registry.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_MAX = 50,
    BOARDS_MAX = 6, /* tables that one request for a list may wake */
    MINUTES_MAX = 24 * 60,
    INCREMENT_S_MAX = 600,
    DAYS_MAX = 30,
    DELAY_S_MAX = 900
};

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

/* ---- the games ---- */

static void write_option(struct json_out *out, const struct option *option) {
    json_object(out, NULL);
    json_text(out, "key", option->key);
    json_bool(out, "flag", option->flag);
    json_array(out, "values");
    for (unsigned i = 0; i < option->count; i++) json_text(out, NULL, option->values[i]);
    json_array_end(out);
    json_text(out, "fallback", option->values[option->fallback]);
    json_object_end(out);
}

void call_games(struct core *core, struct call *call) {
    struct json_out out = call_begin(core);
    json_array(&out, "games");
    for (unsigned i = 0; i < games_count; i++) {
        json_object(&out, NULL);
        json_text(&out, "id", games[i]->id);
        json_text(&out, "name", games[i]->name);
        json_number(&out, "players_min", games[i]->players_min);
        json_number(&out, "players_max", games[i]->players_max);
        json_array(&out, "options");
        for (unsigned option = 0; option < games[i]->option_count; option++)
            write_option(&out, &games[i]->options[option]);
        json_array_end(&out);
        json_object_end(&out);
    }
    json_array_end(&out);
    levels_write(&out, "levels");
    call_end(core, call, &out);
}

/* ---- making a table ---- */

static bool read_game(struct json json, struct store_table *table, const struct game **game,
                      struct message *error) {
    int64_t players;
    size_t length;
    struct json name = json_get(json, "game");
    if (!json_read_text(name, table->game, sizeof table->game, &length) ||
        !(*game = games_find(table->game, length)))
        return refuse(error, MESSAGE("error.record.game",
                                     TEXT("game", name.text, name.length < 40 ? name.length : 0)));
    if (!json_read_number(json_get(json, "players"), &players) || players < (*game)->players_min ||
        players > (*game)->players_max)
        return refuse(error, MESSAGE("error.record.players", NUMBER("min", (*game)->players_min),
                                     NUMBER("max", (*game)->players_max)));
    table->players = players;
    table->rules = (*game)->rules;
    game_components_hash(*game, table->components);
    for (unsigned i = 0; i < (*game)->option_count; i++)
        table->options[i] = (*game)->options[i].fallback;
    if (json_type(json_get(json, "options")) == JSON_NONE) return true;
    return record_read_options(*game, json_get(json, "options"), table->options, error);
}

bool json_limited(struct json json, const char *member, int64_t most, int64_t unit,
                  int64_t *value) {
    int64_t number;
    if (!json_read_number(json_get(json, member), &number) || number < 0 || number > most)
        return false;
    *value = number * unit;
    return true;
}

/* {"kind":"none"}, {"kind":"live","minutes":15,"increment_s":10}, {"kind":"relaxed","days":3} */
static bool read_pace(struct json json, struct store_table *table) {
    struct json pace = json_get(json, "pace"), kind = json_get(pace, "kind");
    if (json_type(pace) == JSON_NONE || json_is(kind, "none")) return true;
    if (json_is(kind, "live")) {
        table->pace = STORE_LIVE;
        return json_limited(pace, "minutes", MINUTES_MAX, 60 * 1000, &table->time_ms) &&
               table->time_ms &&
               json_limited(pace, "increment_s", INCREMENT_S_MAX, 1000, &table->increment_ms);
    }
    table->pace = STORE_RELAXED;
    return json_is(kind, "relaxed") &&
           json_limited(pace, "days", DAYS_MAX, DAY_MS, &table->time_ms) && table->time_ms;
}

bool table_read_play(struct json json, struct store_table *table, struct message *error) {
    const struct game *game;
    if (!read_game(json, table, &game, error)) return false;
    return read_pace(json, table) ||
           refuse(error, MESSAGE("server.error.pace", NUMBER("minutes", MINUTES_MAX),
                                 NUMBER("seconds", INCREMENT_S_MAX), NUMBER("days", DAYS_MAX)));
}

/* `seats` has one item per seat: "me", "person" (free) or a level. Without it the caller gets
 * seat 0 and the others are free. */
static bool read_seats(struct json json, const struct who *who, const struct store_table *table,
                       struct store_seat *seats, struct message *error) {
    struct json list = json_get(json, "seats"), at = {0}, none, item;
    unsigned seat = 0, mine = 0;
    bool given = json_type(list) == JSON_ARRAY;
    for (; seat < (unsigned)table->players; seat++) {
        struct store_seat *s = &seats[seat];
        if (given && !json_next(list, &at, &none, &item))
            return refuse(error, MESSAGE("server.error.seats"));
        strcpy(s->at, table->id);
        s->seat = seat;
        if (given ? json_is(item, "me") : seat == 0) {
            strcpy(s->person, who->id);
            strcpy(s->name, who->name);
            strcpy(s->first, "person");
            s->guest = who->guest;
            mine++;
        } else if (given && !json_is(item, "person")) {
            if (!json_read_text(item, s->first, sizeof s->first, NULL) || !level_exists(s->first))
                return refuse(error, MESSAGE("server.error.level"));
            strcpy(s->level, s->first);
        }
    }
    if (given && json_next(list, &at, &none, &item))
        return refuse(error, MESSAGE("server.error.seats"));
    if (table->rated && who->guest) return refuse(error, MESSAGE("server.error.rated_guest"));
    return !table->rated || mine <= 1 || refuse(error, MESSAGE("server.error.rated_twice"));
}

bool json_flag(struct json json, const char *member, bool fallback) {
    bool flag;
    return json_read_bool(json_get(json, member), &flag) ? flag : fallback;
}

static void new_secrets(struct core *core, struct store_table *table, bool is_public) {
    core_new_id(core, table->id);
    if (!is_public) core_new_id(core, table->secret);
    core->shell->random(core->shell, table->seed, sizeof table->seed);
    core->shell->random(core->shell, table->reserve, sizeof table->reserve);
    table->created_ms = table->changed_ms = core->now;
}

bool table_rows_new(struct core *core, struct json json, const struct who *who,
                    struct store_table *table, struct store_seat *seats, struct message *error) {
    memset(table, 0, sizeof *table);
    memset(seats, 0, SEATS_MAX * sizeof *seats);
    new_secrets(core, table, json_flag(json, "public", true));
    strcpy(table->host, who->id);
    table->rated = json_flag(json, "rated", false);
    table->hints = json_flag(json, "hints", true) && !table->rated;
    if (!table_read_play(json, table, error)) return false;
    if (json_type(json_get(json, "delay_s")) != JSON_NONE &&
        !json_limited(json, "delay_s", DELAY_S_MAX, 1000, &table->delay_ms))
        return refuse(error, MESSAGE("server.error.delay", NUMBER("max", DELAY_S_MAX)));
    if (!read_seats(json, who, table, seats, error)) return false;
    table->wake_ms = 1; /* due at once: a table of opponents alone begins by itself */
    return true;
}

void seat_without_entropy(struct store_seat *seat) {
    strcpy(seat->first, "person");
    seat->hashed = seat->revealed = 1;
    memset(seat->entropy, 0, sizeof seat->entropy);
    blake2b_hash(seat->entropy, sizeof seat->entropy, seat->hash);
}

void table_rows_rematch(struct core *core, const struct store_table *old,
                        const struct store_seat *old_seats, struct store_table *table,
                        struct store_seat *seats) {
    memset(table, 0, sizeof *table);
    memset(seats, 0, SEATS_MAX * sizeof *seats);
    new_secrets(core, table, true);
    /* the same link opens the rematch */
    memcpy(table->secret, old->secret, sizeof table->secret);
    memcpy(table->game, old->game, sizeof table->game);
    memcpy(table->components, old->components, sizeof table->components);
    memcpy(table->options, old->options, sizeof table->options);
    memcpy(table->host, old->host, sizeof table->host);
    table->rules = old->rules;
    table->players = old->players;
    table->pace = old->pace;
    table->time_ms = old->time_ms;
    table->increment_ms = old->increment_ms;
    table->rated = old->rated;
    table->hints = old->hints;
    table->delay_ms = old->delay_ms;
    for (unsigned seat = 0; seat < (unsigned)old->players; seat++) {
        struct store_seat *s = &seats[seat];
        const struct store_seat *from = &old_seats[seat];
        strcpy(s->at, table->id);
        s->seat = seat;
        strcpy(s->first, from->first);
        if (from->person[0]) {
            strcpy(s->person, from->person);
            strcpy(s->name, from->name);
            s->guest = from->guest;
        } else {
            strcpy(s->level, from->first);
        }
    }
}

static void created(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT) {
        struct who who;
        person_to_who(&call->me, &who);
        call_refuse(core, call, 409,
                    &MESSAGE("server.error.many_tables", NUMBER("max", tables_max(core, &who))));
        return;
    }
    if (call_failed(core, call, batch)) return;
    const struct store_table *table = &store_written(batch, STORE_TABLE)->table;
    struct json_out out = call_begin(core);
    json_text(&out, "table", table->id);
    if (table->secret[0]) json_text(&out, "secret", table->secret);
    else json_null(&out, "secret");
    json_text_begin(&out, "path");
    json_text_add(&out, "/t/", 3);
    json_text_add(&out, table->id, strlen(table->id));
    if (table->secret[0]) json_text_add(&out, "#", 1);
    json_text_add(&out, table->secret, strlen(table->secret));
    json_text_end(&out);
    room_find(core, table->id);
    call_end(core, call, &out);
}

unsigned tables_max(const struct core *core, const struct who *who) {
    if (core->settings.unlimited) return UINT32_MAX;
    return who->guest ? core->settings.tables_per_guest : core->settings.tables_per_person;
}

void call_create(struct core *core, struct call *call) {
    struct store_table table;
    struct store_seat seats[SEATS_MAX];
    struct message error;
    struct who who;
    person_to_who(&call->me, &who);
    if (!table_rows_new(core, call->json, &who, &table, seats, &error)) {
        call_refuse(core, call, 400, &error);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_limit(batch, who.id, table.id, tables_max(core, &who));
    memcpy(&store_add(batch, STORE_TABLE)->table, &table, sizeof table);
    for (unsigned seat = 0; seat < (unsigned)table.players; seat++)
        memcpy(&store_add(batch, STORE_SEAT)->seat, &seats[seat], sizeof seats[seat]);
    call_find(core, call, batch, created);
}

/* ---- lists ---- */

struct list {
    const struct store_op *tables, *seats;
    const char *person; /* the reader, or "" */
    char pace[16]; /* only tables with this pace; "": all */
    unsigned boards; /* how many get their board; writing one wakes its table */
};

static void write_tables(struct core *core, struct json_out *out, struct list *list) {
    const struct store_table *rows = list->tables->rows;
    const struct store_op *seats = list->seats;
    json_array(out, "tables");
    for (unsigned i = 0; i < list->tables->count; i++) {
        if (list->pace[0] && strcmp(list->pace, pace_names[rows[i].pace]) != 0) continue;
        json_object(out, NULL);
        summary_write_members(out, &rows[i], seats->rows, seats->count, list->person);
        if (list->boards && rows[i].phase == STORE_PLAYING && !rows[i].sealed) {
            room_write_board(out, room_find(core, rows[i].id));
            list->boards--;
        }
        json_object_end(out);
    }
    json_array_end(out);
    if (list->tables->count == LIST_MAX) json_number(out, "next", rows[LIST_MAX - 1].created_ms);
    else json_null(out, "next");
}

static void list(struct core *core, struct call *call, const struct store_batch *batch,
                 enum store_query tables, enum store_query seats) {
    char boards[2];
    if (call_failed(core, call, batch)) return;
    struct list list = {
        .tables = store_found(batch, tables, NULL),
        .seats = store_found(batch, seats, NULL),
        .person = call->known ? call->me.id : "",
    };
    if (!call_query(call, "pace", list.pace, sizeof list.pace)) list.pace[0] = 0;
    if (call_query(call, "boards", boards, sizeof boards) && boards[0] == '1')
        list.boards = BOARDS_MAX;
    struct json_out out = call_begin(core);
    write_tables(core, &out, &list);
    call_end(core, call, &out);
}

static void open_found(struct core *core, struct call *call, struct store_batch *batch) {
    list(core, call, batch, STORE_OPEN_TABLES, STORE_SEATS_OF_OPEN);
}

static void mine_found(struct core *core, struct call *call, struct store_batch *batch) {
    list(core, call, batch, STORE_TABLES_OF, STORE_SEATS_OF_TABLES_OF);
}

/* ?game=tallinn&pace=live&before=MS: open tables, newest first. `next` is the `before` of the next
 * request. */
void call_tables(struct core *core, struct call *call) {
    char game[STORE_LEVEL];
    struct store_batch *batch = store_batch(NULL);
    if (!call_query(call, "game", game, sizeof game)) game[0] = 0;
    int64_t number = call_query_number(call, "before");
    store_find(batch, STORE_OPEN_TABLES, game, number, LIST_MAX);
    store_find(batch, STORE_SEATS_OF_OPEN, game, number, LIST_MAX);
    call_find(core, call, batch, open_found);
}

/* ?over=1: finished tables; otherwise the others. ?boards=1: with what a spectator sees now. */
void call_my_tables(struct core *core, struct call *call) {
    char over[2];
    struct store_batch *batch = store_batch(NULL);
    int64_t number = call_query(call, "over", over, sizeof over) && over[0] == '1';
    store_find(batch, STORE_TABLES_OF, call->me.id, number, LIST_MAX);
    store_find(batch, STORE_SEATS_OF_TABLES_OF, call->me.id, number, LIST_MAX);
    call_find(core, call, batch, mine_found);
}

static void table_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_SEATS_AT, NULL);
    const struct store_table *row = store_found(batch, STORE_TABLE_AT, NULL)->rows;
    const struct store_seat *seats = found->rows;
    bool mine = row && call->known && strcmp(row->host, call->me.id) == 0;
    for (unsigned i = 0; row && call->known && i < found->count; i++)
        mine |= strcmp(seats[i].person, call->me.id) == 0;
    if (!row || ((row->secret[0] || row->sealed) && !mine)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_table"));
        return;
    }
    struct json_out out = call_begin(core);
    json_array(&out, "tables");
    summary_write(&out, row, seats, found->count, call->known ? call->me.id : "");
    json_array_end(&out);
    call_end(core, call, &out);
}

void call_table(struct core *core, struct call *call) {
    if (!draws_is_id(call->argument, strlen(call->argument))) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_table"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, call->argument, 0, 1);
    store_find(batch, STORE_SEATS_AT, call->argument, 0, 0);
    call_find(core, call, batch, table_found);
}
