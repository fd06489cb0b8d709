/* Requests about finished games: searching them, and what was chosen at the first decisions.
 *
 * Everybody finds rated games of public tables, and people their own games. A game is found once
 * its job is done (server/finished.c), so nothing that is sealed appears. Pages follow a cursor, not
 * a number, so games that end meanwhile move nothing. */
#include "server/state.h"

#include "games/registry.h"
#include "match/opening.h"
#include "match/record.h"
#include "server/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FOUND_MAX = 20, /* rows of a page */
    STEPS_MAX = 128, /* of a position whose opening is asked for */
    OPENING_ROWS_MAX = 1000, /* OPENING_CHOICES_MAX for each of who chose */
};

/* ---- reading a search ---- */

struct finding {
    struct store_played like; /* the query's row: what to look for, and from where on */
    int64_t since_ms;
    char other[STORE_NAME]; /* opponent, or whose public games; "": anybody's */
};

static const char *const result_names[] = {"", "won", "shared", "lost", "ended"};

static bool read_result(const char *text, int64_t *result) {
    for (unsigned i = 0; i < sizeof result_names / sizeof result_names[0]; i++)
        if (strcmp(text, result_names[i]) == 0) {
            *result = i;
            return true;
        }
    return false;
}

/* The cursor "MS.SEAT.TABLE" of the last row that was shown. */
static bool read_cursor(const char *text, struct store_played *like) {
    long long ended_ms;
    unsigned seat;
    int used = 0;
    if (sscanf(text, "%15lld.%1u.%n", &ended_ms, &seat, &used) != 2 || !used ||
        !draws_is_id(text + used, strlen(text + used)))
        return false;
    like->ended_ms = ended_ms;
    like->seat = seat;
    strcpy(like->at, text + used);
    return true;
}

static bool read_game_name(const struct call *call, char game[STORE_LEVEL]) {
    if (!call_query(call, "game", game, STORE_LEVEL)) game[0] = 0;
    return !game[0] || games_find(game, strlen(game));
}

/* False: a parameter is none of those that docs/protocol.md names. */
static bool read_search(const struct call *call, struct finding *s) {
    char text[64];
    memset(s, 0, sizeof *s);
    int64_t until_ms = call_query_number(call, "until");
    s->like.ended_ms = until_ms > 0 ? until_ms : INT64_MAX;
    s->since_ms = call_query_number(call, "since");
    if (!read_game_name(call, s->like.game)) return false;
    if (call_query(call, "result", text, sizeof text) && !read_result(text, &s->like.result))
        return false;
    if (call_query(call, "before", text, sizeof text) && text[0] && !read_cursor(text, &s->like))
        return false;
    char *who = s->other + 1;
    if (call_query(call, "with", who, sizeof s->other - 1) && who[0]) {
        s->other[0] = '=';
        return strcmp(who, "person") == 0 || level_exists(who);
    }
    if (!call_query(call, "name", s->other, sizeof s->other)) s->other[0] = 0;
    return true;
}

/* ---- searching ---- */

/* Whose games; "": all public ones. */
static const char *searched_person(const struct call *call) {
    return call->flag ? call->me.id : call->found.id;
}

static bool finds_nothing(const struct call *call, const struct finding *s) {
    return !call->flag && s->other[0] && !call->found.id[0];
}

static enum store_query add_query(const struct call *call, struct store_batch *batch) {
    struct finding s;
    const char *person = searched_person(call);
    enum store_query query = person[0] ? STORE_PLAYED_OF : STORE_PLAYED_LISTED;
    if (!read_search(call, &s)) never(); /* it was read before */
    struct store_played *like =
        &store_find_like(batch, query, call->flag ? s.other : "", s.since_ms, FOUND_MAX + 1)
             ->played;
    *like = s.like;
    like->listed = !call->flag;
    strcpy(like->person, person);
    return query;
}

static bool is_repeated(const struct store_played *rows, unsigned i) {
    return i > 0 && strcmp(rows[i].at, rows[i - 1].at) == 0;
}

static void write_found(struct json_out *out, const struct call *call,
                        const struct store_batch *batch, const struct store_played *row) {
    const struct store_op *table = store_found(batch, STORE_TABLE_AT, row->at),
                          *seats = store_found(batch, STORE_SEATS_AT, row->at);
    if (!table || !table->rows) return; /* it ended, or was removed, between the two batches */
    json_object(out, NULL);
    summary_write_members(out, table->rows, seats->rows, seats->count,
                          call->known ? call->me.id : "");
    json_number(out, "ended_ms", row->ended_ms);
    if (call->flag) json_text(out, "result", result_names[row->result]);
    json_object_end(out);
}

static void tables_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = &batch->ops[0];
    const struct store_played *rows = found->rows;
    unsigned count = found->count > FOUND_MAX ? FOUND_MAX : found->count;
    struct json_out out = call_begin(core);
    json_array(&out, "games");
    for (unsigned i = 0; i < count; i++)
        if (!is_repeated(rows, i)) write_found(&out, call, batch, &rows[i]);
    json_array_end(&out);
    if (found->count > FOUND_MAX) {
        const struct store_played *last = &rows[FOUND_MAX - 1];
        char cursor[64];
        snprintf(cursor, sizeof cursor, "%lld.%u.%s", (long long)last->ended_ms,
                 (unsigned)last->seat, last->at);
        json_text(&out, "next", cursor);
    } else {
        json_null(&out, "next");
    }
    call_end(core, call, &out);
}

/* Asks again, with the tables of the rows. */
static void rows_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *op = &found->ops[0];
    const struct store_played *rows = op->rows;
    struct store_batch *batch = store_batch(NULL);
    add_query(call, batch);
    for (unsigned i = 0; i < op->count && i < FOUND_MAX; i++) {
        if (is_repeated(rows, i)) continue;
        store_find(batch, STORE_TABLE_AT, rows[i].at, 0, 1);
        store_find(batch, STORE_SEATS_AT, rows[i].at, 0, 0);
    }
    call_find(core, call, batch, tables_found);
}

static void write_nothing(struct core *core, struct call *call) {
    struct json_out out = call_begin(core);
    json_array(&out, "games");
    json_array_end(&out);
    json_null(&out, "next");
    call_end(core, call, &out);
}

static void search_rows(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    add_query(call, batch);
    call_find(core, call, batch, rows_found);
}

/* The public games of an account. */
static void player_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_person *person = store_found(found, STORE_PERSON_NAMED, NULL)->rows;
    struct finding s;
    if (person) call->found = *person;
    if (!read_search(call, &s)) never(); /* it was read before */
    if (finds_nothing(call, &s)) write_nothing(core, call);
    else search_rows(core, call);
}

static void search(struct core *core, struct call *call, bool mine) {
    struct finding s;
    call->flag = mine;
    if (!read_search(call, &s)) {
        call_refuse(core, call, 400, &MESSAGE("server.error.search"));
    } else if (!mine && s.other[0]) {
        struct store_batch *batch = store_batch(NULL);
        if (!name_fold(s.other, call->folded)) call->folded[0] = 0;
        store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
        call_find(core, call, batch, player_found);
    } else {
        search_rows(core, call);
    }
}

/* ?game=tallinn&name=Eva&since=MS&until=MS&before=CURSOR: rated games of public tables, of this
 * account unless "". `next` is the `before` of the next request. */
void call_finished(struct core *core, struct call *call) {
    search(core, call, false);
}

/* The same of one's own games: `name` is an opponent's, or `with` is "person" or a level; and
 * result=won|shared|lost|ended. */
void call_my_finished(struct core *core, struct call *call) {
    search(core, call, true);
}

/* ---- openings ---- */

/* Replays the steps of a body; false with the reason. */
static bool replay(struct json steps, struct opening *o, struct message *error) {
    struct json at = {0}, none, value;
    struct record_error wrong;
    unsigned count = 0;
    *error = MESSAGE("server.error.opening", NUMBER("max", STEPS_MAX));
    if (json_type(steps) != JSON_ARRAY) return false;
    for (; json_next(steps, &at, &none, &value); count++) {
        struct record_step step = {.at = count};
        if (count == STEPS_MAX) return false;
        if (!record_read_step(o->game, o->players, value, &step, &wrong) ||
            !record_allows(o->game, o->state, &step, &wrong)) {
            *error = wrong.message;
            return false;
        }
        if (!opening_step(o, step.by, step.action)) return false;
    }
    return true;
}

static void write_choice(struct json_out *out, const struct store_opening *row) {
    size_t length = strcspn(row->choice, " ");
    json_object(out, NULL);
    json_text(out, "do", row->choice + length + (row->choice[length] == ' '));
    json_text_begin(out, "who");
    json_text_add(out, row->choice, length);
    json_text_end(out);
    json_number(out, "offered", row->offered);
    json_number(out, "chosen", row->chosen);
    json_real(out, "firsts", (double)row->firsts / (double)STORE_FIRST);
    json_object_end(out);
}

static void opening_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_OPENINGS_AT, NULL);
    const struct store_opening *rows = found->rows;
    struct json_out out = call_begin(core);
    json_number(&out, "seat", call->seat);
    json_array(&out, "choices");
    for (unsigned i = 0; i < found->count; i++) write_choice(&out, &rows[i]);
    json_array_end(&out);
    call_end(core, call, &out);
}

/* The node of the seat that the body names, or of the first that is to move. */
static bool find_node(const struct opening *o, struct json seat_wanted, unsigned *seat,
                      char node[OPENING_NODE]) {
    uint16_t choices[LEGAL_MAX];
    int64_t wanted = -1;
    bool named = json_read_number(seat_wanted, &wanted);
    for (*seat = 0; *seat < o->players; (*seat)++)
        if ((!named || wanted == *seat) && opening_choices(o, *seat, choices, node)) return true;
    return false;
}

/* {"game": "rattus", "players": 4, "options": {…}, "steps": [[0, "settle AN"], …], "seat": 1} */
void call_openings(struct core *core, struct call *call) {
    struct store_table table;
    struct message error;
    struct opening *o = calloc(1, sizeof *o);
    char node[OPENING_NODE];
    unsigned seat;
    ensure(o);
    memset(&table, 0, sizeof table);
    if (!table_read_play(call->json, &table, &error)) {
        call_refuse(core, call, 400, &error);
        free(o);
        return;
    }
    opening_begin(o, games_find(table.game, strlen(table.game)), (unsigned)table.players,
                  table.options, table.components);
    if (!replay(json_get(call->json, "steps"), o, &error)) {
        call_refuse(core, call, 400, &error);
    } else if (!find_node(o, json_get(call->json, "seat"), &seat, node)) {
        struct json_out out = call_begin(core);
        json_null(&out, "seat");
        json_array(&out, "choices");
        json_array_end(&out);
        call_end(core, call, &out);
    } else {
        struct store_batch *batch = store_batch(NULL);
        call->seat = seat;
        store_find(batch, STORE_OPENINGS_AT, node, 0, OPENING_ROWS_MAX);
        call_find(core, call, batch, opening_found);
    }
    free(o);
}
