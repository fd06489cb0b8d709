/* A tournament as JSON and CSV. */
#include "server/tournaments.h"

#include "games/registry.h"
#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_or_null(struct json_out *out, const char *name, const char *text) {
    if (text[0]) json_text(out, name, text);
    else json_null(out, name);
}

static void number_or_null(struct json_out *out, const char *name, int64_t number) {
    if (number) json_number(out, name, number);
    else json_null(out, name);
}

static void half(struct json_out *out, const char *name, unsigned half_points) {
    json_real(out, name, half_points / 2.0);
}

void tournament_write_head(struct json_out *out, const struct store_tournament *row,
                           const char *reader) {
    static const char *const stages[] = {"entry", "running", "over"};
    const struct game *game = games_find(row->game, strlen(row->game));
    const struct store_table as_table = {
        .pace = row->pace, .time_ms = row->time_ms, .increment_ms = row->increment_ms};
    json_text(out, "id", row->id);
    json_number(out, "revision", row->revision);
    json_text(out, "name", row->name);
    json_text(out, "note", row->note);
    json_text(out, "organiser", row->host_name);
    json_text(out, "game", row->game);
    json_number(out, "players", row->players);
    if (game) record_write_options(out, "options", game, row->options);
    else json_null(out, "options");
    pace_write(out, &as_table);
    json_text(out, "system", row->system == STORE_ROUND_ROBIN ? "round_robin" : "swiss");
    number_or_null(out, "rounds", row->rounds);
    number_or_null(out, "starts_ms", row->starts_ms);
    number_or_null(out, "ends_ms", row->ends_ms);
    if (row->pause_ms < 0) json_null(out, "pause_s");
    else json_number(out, "pause_s", row->pause_ms / 1000);
    json_bool(out, "equal_deals", row->equal_deals != 0);
    json_bool(out, "rated", row->rated != 0);
    json_bool(out, "public", row->listed != 0);
    json_text(out, "level", row->level);
    json_number(out, "created_ms", row->created_ms);
    json_text(out, "phase", stages[row->stage]);
    json_number(out, "round", row->drawn);
    json_number(out, "finished", row->finished);
    json_bool(out, "ending", row->ending != 0);
    number_or_null(out, "next_ms", row->next_ms);
    json_number(out, "entrants", row->entrants);
    json_bool(out, "organised", reader[0] && strcmp(reader, row->host) == 0);
}

/* ---- what may be shown ---- */

/* With equal deals nobody learns results before the round is over: they tell about the deal. */
static bool is_shown(const struct tourney *e, unsigned pairing) {
    return e->results[pairing].finished &&
           (!e->row.equal_deals || e->pairings[pairing].round < e->row.finished);
}

static unsigned rounds_shown(const struct tourney *e) {
    return (unsigned)(e->row.equal_deals ? e->row.finished : e->row.drawn);
}

/* ---- tables ---- */

static int seat_of(const struct tourney *e, unsigned pairing, unsigned entrant) {
    for (unsigned seat = 0; seat < (unsigned)e->row.players; seat++)
        if (e->results[pairing].entrants[seat] == entrant) return (int)seat;
    return -1;
}

static void write_seats(struct json_out *out, const struct tourney *e,
                        const struct tournament_table *table) {
    json_array(out, "seats");
    for (unsigned seat = 0; seat < (unsigned)e->row.players; seat++) {
        unsigned entrant = table->entrants[seat];
        json_object(out, NULL);
        if (entrant == TOURNAMENT_OPPONENT) json_null(out, "entrant");
        else json_number(out, "entrant", entrant);
        if (entrant == TOURNAMENT_OPPONENT) json_null(out, "name");
        else json_text(out, "name", e->entrants[entrant].name);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_result(struct json_out *out, const struct tourney *e, unsigned pairing) {
    const struct tournament_table *table = &e->results[pairing];
    unsigned seats = (unsigned)e->row.players;
    json_array(out, "score");
    for (unsigned seat = 0; seat < seats; seat++) json_number(out, NULL, table->score[seat]);
    json_array_end(out);
    json_array(out, "place");
    for (unsigned seat = 0; seat < seats; seat++) json_number(out, NULL, table->place[seat]);
    json_array_end(out);
    json_array(out, "points");
    for (unsigned seat = 0; seat < seats; seat++)
        half(out, NULL, tournament_points(&e->drawing, table, seat));
    json_array_end(out);
    if (!e->row.equal_deals) {
        json_null(out, "matchpoints");
        return;
    }
    json_array(out, "matchpoints");
    for (unsigned seat = 0; seat < seats; seat++)
        json_number(out, NULL, tournament_matchpoints(&e->drawing, table, seat));
    json_array_end(out);
}

static void write_mask(struct json_out *out, const char *name, unsigned mask) {
    json_array(out, name);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (mask & SEAT_BIT(seat)) json_number(out, NULL, seat);
    json_array_end(out);
}

/* What a spectator sees now, for a small board. Of sealed tables only the players' own: the
 * spectator's view has nothing that they do not know. */
static void write_board(struct json_out *out, struct core *core, const char *table) {
    if (!core) {
        json_null(out, "board");
        return;
    }
    json_object(out, "board");
    room_write_board(out, room_find(core, table));
    json_object_end(out);
}

/* `core`: NULL without a board. */
static void write_table(struct json_out *out, const struct tourney *e, unsigned pairing, int me,
                        struct core *core) {
    const struct store_pairing *row = &e->pairings[pairing];
    const struct store_table *table = tourney_table(e, row->table_id);
    bool shown = is_shown(e, pairing), open = !e->row.equal_deals || row->round < e->row.finished,
         mine = me >= 0 && seat_of(e, pairing, (unsigned)me) >= 0,
         playing = table && table->phase == STORE_PLAYING && !row->finished;
    static const char *const results[] = {"score", "place", "points", "matchpoints"};
    json_object(out, NULL);
    json_number(out, "number", row->number);
    json_number(out, "round", row->round + 1);
    text_or_null(out, "table", open || mine ? row->table_id : "");
    text_or_null(out, "secret", !e->row.listed && (open || mine) ? e->row.id : "");
    json_text(out, "phase", playing ? "playing" : "over");
    json_bool(out, "watch", open);
    write_mask(out, "waiting", playing && (open || mine) ? (unsigned)table->waiting : 0);
    write_seats(out, e, &e->results[pairing]);
    if (shown) write_result(out, e, pairing);
    for (unsigned i = 0; !shown && i < 4; i++) json_null(out, results[i]);
    write_mask(out, "lost", shown ? e->results[pairing].lost : 0);
    json_bool(out, "corrected", shown && row->corrected);
    if (shown && table && table->phase == STORE_OVER)
        json_number(out, "ended_ms", table->changed_ms);
    else json_null(out, "ended_ms");
    write_board(out, playing && (open || mine) ? core : NULL, row->table_id);
    json_object_end(out);
}

/* Writing a board wakes its table, so only the reader's own and the first ones get it. */
static void write_tables(struct json_out *out, const struct tourney *e, int round, int me,
                         struct core *core) {
    unsigned boards = 0;
    json_array(out, "tables");
    for (unsigned i = 0; i < e->pairing_count; i++) {
        if (round >= 0 && e->pairings[i].round != round) continue;
        bool mine = me >= 0 && seat_of(e, i, (unsigned)me) >= 0;
        write_table(out, e, i, me, mine || boards++ < TOURNAMENT_BOARDS ? core : NULL);
    }
    json_array_end(out);
}

/* ---- standings ---- */

static void write_round(struct json_out *out, const struct tourney *e, unsigned round,
                        unsigned entrant) {
    for (unsigned i = e->first[round]; i < e->first[round + 1]; i++) {
        int seat = seat_of(e, i, entrant);
        if (seat < 0) continue;
        json_object(out, NULL);
        json_number(out, "table", e->pairings[i].number);
        if (is_shown(e, i)) {
            half(out, "points", tournament_points(&e->drawing, &e->results[i], (unsigned)seat));
            if (e->row.equal_deals)
                json_number(out, "matchpoints",
                            tournament_matchpoints(&e->drawing, &e->results[i], (unsigned)seat));
            else json_null(out, "matchpoints");
        } else {
            json_null(out, "points");
            json_null(out, "matchpoints");
        }
        json_object_end(out);
        return;
    }
    json_null(out, NULL);
}

static void write_row(struct json_out *out, const struct tourney *e,
                      const struct tournament_row *row) {
    json_object(out, NULL);
    number_or_null(out, "rank", e->row.drawn ? row->rank : 0);
    json_number(out, "entrant", row->entrant);
    json_text(out, "name", e->entrants[row->entrant].name);
    json_bool(out, "withdrawn", e->withdrawn[row->entrant]);
    if (e->row.equal_deals) json_number(out, "matchpoints", row->matchpoints);
    else json_null(out, "matchpoints");
    half(out, "points", row->points);
    half(out, "opposition", row->opposition);
    json_number(out, "played", row->played);
    json_array(out, "rounds");
    for (unsigned round = 0; round < (unsigned)e->row.drawn; round++)
        write_round(out, e, round, row->entrant);
    json_array_end(out);
    json_object_end(out);
}

static int by_entrant(const void *a, const void *b) {
    return ((const struct tournament_row *)a)->entrant -
           ((const struct tournament_row *)b)->entrant;
}

/* Entrants who left without having played are not in the standings. The caller frees them. */
static struct tournament_row *standings(const struct tourney *e, unsigned *count) {
    struct tournament_row *rows = calloc(TOURNAMENT_ENTRANTS_MAX, sizeof *rows);
    ensure(rows);
    *count = 0;
    tournament_standings(&e->drawing, rounds_shown(e), rows);
    if (!e->row.drawn) qsort(rows, e->entrant_count, sizeof *rows, by_entrant);
    for (unsigned i = 0; i < e->entrant_count; i++) {
        bool sat = false;
        for (unsigned table = 0; table < e->pairing_count && e->withdrawn[rows[i].entrant]; table++)
            sat |= seat_of(e, table, rows[i].entrant) >= 0;
        if (sat || !e->withdrawn[rows[i].entrant]) rows[(*count)++] = rows[i];
    }
    return rows;
}

/* ---- the whole ---- */

static void write_you(struct json_out *out, const struct tourney *e, const char *reader, int me) {
    int table = -1;
    if (!reader[0]) {
        json_null(out, "you");
        return;
    }
    for (unsigned i = 0; me >= 0 && i < e->pairing_count; i++)
        if (e->pairings[i].round == e->row.drawn - 1 && seat_of(e, i, (unsigned)me) >= 0)
            table = (int)e->pairings[i].number;
    json_object(out, "you");
    if (me < 0) json_null(out, "entrant");
    else json_number(out, "entrant", me);
    json_bool(out, "organiser", strcmp(reader, e->row.host) == 0);
    json_bool(out, "withdrawn", me >= 0 && e->withdrawn[me]);
    if (table < 0) json_null(out, "table");
    else json_number(out, "table", table);
    json_object_end(out);
}

/* A member of a note. A result that was entered during a round with equal deals is not shown before
 * the round is over, like all others. */
static void write_note_member(struct json_out *out, const char *key, struct json value,
                              bool sealed) {
    bool result = strcmp(key, "score") == 0 || strcmp(key, "lost") == 0;
    if (!sealed || !result) json_raw(out, key, value.text, value.length);
}

static bool is_sealed(const struct tourney *e, struct json data) {
    int64_t round;
    return e->row.equal_deals && json_read_number(json_get(data, "round"), &round) &&
           round > e->row.finished;
}

static void write_notes(struct json_out *out, const struct tourney *e) {
    const struct store_op *notes = e->notes;
    const struct store_note *rows = notes->rows;
    json_array(out, "log");
    for (unsigned i = 0; i < notes->count; i++) {
        struct json data, at = {0}, name, value;
        size_t where;
        json_object(out, NULL);
        json_number(out, "made_ms", rows[i].made_ms);
        text_or_null(out, "by", rows[i].name);
        json_text(out, "what", rows[i].what);
        if (json_parse(rows[i].data, strlen(rows[i].data), &data, &where) == JSON_OK)
            while (json_next(data, &at, &name, &value)) {
                char key[32];
                if (json_read_text(name, key, sizeof key, NULL))
                    write_note_member(out, key, value, is_sealed(e, data));
            }
        json_object_end(out);
    }
    json_array_end(out);
}

void tournament_write(struct json_out *out, const struct tourney *e, int round, const char *reader,
                      struct core *core) {
    const struct store_entrant *own = reader[0] ? tourney_entrant(e, reader) : NULL;
    int me = own ? (int)own->number : -1;
    unsigned count;
    struct tournament_row *rows = standings(e, &count);
    tournament_write_head(out, &e->row, reader);
    write_you(out, e, reader, me);
    json_array(out, "standings");
    for (unsigned i = 0; i < count; i++) write_row(out, e, &rows[i]);
    json_array_end(out);
    free(rows);
    write_tables(out, e, round, me, core);
    if (e->row.stage == STORE_ENDED) draws_write_json(out, "seed", e->row.seed);
    write_notes(out, e);
}

/* ---- CSV ---- */

struct csv {
    char *text;
    size_t size, length;
};

static void csv_add(struct csv *csv, const char *text, size_t length) {
    ensure(csv->length + length <= csv->size);
    memcpy(csv->text + csv->length, text, length);
    csv->length += length;
}

static void csv_half(struct csv *csv, unsigned half_points) {
    char number[32];
    csv_add(csv, number,
            (size_t)snprintf(number, sizeof number, ",%u%s", half_points / 2,
                             half_points % 2 ? ".5" : ""));
}

static void csv_number(struct csv *csv, unsigned value) {
    char number[16];
    csv_add(csv, number, (size_t)snprintf(number, sizeof number, ",%u", value));
}

static void csv_round(struct csv *csv, const struct tourney *e, unsigned round, unsigned entrant) {
    for (unsigned i = e->first[round]; i < e->first[round + 1]; i++) {
        int seat = seat_of(e, i, entrant);
        if (seat < 0 || !is_shown(e, i)) continue;
        if (e->row.equal_deals)
            csv_number(csv, tournament_matchpoints(&e->drawing, &e->results[i], (unsigned)seat));
        else csv_half(csv, tournament_points(&e->drawing, &e->results[i], (unsigned)seat));
        return;
    }
    csv_add(csv, ",", 1);
}

/* Names have no quotes and no commas (server/names.h). */
size_t tournament_write_csv(char *text, size_t size, const struct tourney *e) {
    struct csv csv = {.text = text, .size = size};
    unsigned count;
    struct tournament_row *rows = standings(e, &count);
    static const char head[] = "rank,name,matchpoints,points,opposition,played";
    csv_add(&csv, head, sizeof head - 1);
    for (unsigned round = 0; round < rounds_shown(e); round++) {
        char name[16];
        csv_add(&csv, name, (size_t)snprintf(name, sizeof name, ",round %u", round + 1));
    }
    for (unsigned i = 0; i < count; i++) {
        char rank[16];
        csv_add(&csv, "\r\n", 2);
        csv_add(&csv, rank, (size_t)snprintf(rank, sizeof rank, "%u,", rows[i].rank));
        csv_add(&csv, e->entrants[rows[i].entrant].name, strlen(e->entrants[rows[i].entrant].name));
        if (e->row.equal_deals) csv_number(&csv, rows[i].matchpoints);
        else csv_add(&csv, ",", 1);
        csv_half(&csv, rows[i].points);
        csv_half(&csv, rows[i].opposition);
        csv_number(&csv, rows[i].played);
        for (unsigned round = 0; round < rounds_shown(e); round++)
            csv_round(&csv, e, round, rows[i].entrant);
    }
    csv_add(&csv, "\r\n", 2);
    free(rows);
    return csv.length;
}
