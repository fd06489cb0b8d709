#include "server/tournaments.h"

#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)STORE_SEATS >= (int)SEATS_MAX, "a pairing has room for all seats");
_Static_assert((int)STORE_SWISS == (int)TOURNAMENT_SWISS &&
                   (int)STORE_ROUND_ROBIN == (int)TOURNAMENT_ROUND_ROBIN,
               "systems are stored as they are");

/* ---- reading ---- */

void tourney_find(struct store_batch *batch, const char *id) {
    store_find(batch, STORE_TOURNAMENT_AT, id, 0, 1);
    store_find(batch, STORE_ENTRANTS_AT, id, 0, 0);
    store_find(batch, STORE_PAIRINGS_AT, id, 0, 0);
    store_find(batch, STORE_TABLES_OF_ROUND, id, LATEST_ROUND, 0);
    store_find(batch, STORE_SEATS_OF_ROUND, id, LATEST_ROUND, 0);
    /* the row again: a changed revision shows that another server wrote in between */
    store_find(batch, STORE_TOURNAMENT_AT, id, 0, 1);
}

static const void *rows_of(const struct store_batch *batch, enum store_query query,
                           unsigned *count) {
    const struct store_op *op = store_found(batch, query, NULL);
    *count = op->count;
    return op->rows;
}

const struct store_table *tourney_table(const struct tourney *e, const char *id) {
    for (unsigned i = 0; i < e->table_count; i++)
        if (strcmp(e->tables[i].id, id) == 0) return &e->tables[i];
    return NULL;
}

const struct store_entrant *tourney_entrant(const struct tourney *e, const char *person) {
    for (unsigned i = 0; i < e->entrant_count; i++)
        if (strcmp(e->entrants[i].person, person) == 0) return &e->entrants[i];
    return NULL;
}

/* The result of a table that is over, from its seats. One that was ended without a result has no
 * places: then those who did not leave share the first. */
static void read_seats(const struct tourney *e, const char *table,
                       struct tournament_table *result) {
    for (unsigned i = 0; i < e->seat_count; i++) {
        const struct store_seat *s = &e->seats[i];
        if (strcmp(s->at, table) != 0 || s->seat < 0 || s->seat >= SEATS_MAX) continue;
        result->score[s->seat] = (int16_t)s->score;
        result->place[s->seat] = (uint8_t)(s->place ? s->place : 1);
        if (s->person[0] && s->expired) result->lost |= (uint8_t)SEAT_BIT(s->seat);
    }
    result->finished = true;
}

static uint16_t get16(const uint8_t *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

static void put16(uint8_t *at, uint16_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void read_pairing(const struct tourney *e, const struct store_pairing *row,
                         struct tournament_table *result) {
    const struct store_table *table = row->finished ? NULL : tourney_table(e, row->table_id);
    *result = (struct tournament_table){
        .round = (uint16_t)row->round, .lost = (uint8_t)row->lost, .finished = row->finished != 0};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        result->entrants[seat] = get16(row->entrants + 2 * seat);
        result->place[seat] = row->places[seat];
        result->score[seat] = (int16_t)get16(row->scores + 2 * seat);
    }
    if (table && table->phase == STORE_OVER) read_seats(e, row->table_id, result);
}

static void read_drawing(struct tourney *e) {
    e->results = calloc(e->pairing_count + TOURNAMENT_TABLES_MAX, sizeof *e->results);
    ensure(e->results && e->entrant_count <= TOURNAMENT_ENTRANTS_MAX);
    for (unsigned i = 0, round = 0; round <= TOURNAMENT_ROUNDS_MAX + 1; round++) {
        e->first[round] = i;
        for (; i < e->pairing_count && e->pairings[i].round == round; i++)
            read_pairing(e, &e->pairings[i], &e->results[i]);
    }
    for (unsigned i = 0; i < e->entrant_count; i++)
        e->withdrawn[i] = e->entrants[i].withdrawn || !e->entrants[i].name[0];
    e->drawing = (struct tournament){
        .system = e->row.system == STORE_ROUND_ROBIN ? TOURNAMENT_ROUND_ROBIN : TOURNAMENT_SWISS,
        .seats = (uint8_t)e->row.players,
        .equal_deals = e->row.equal_deals != 0,
        .entrant_count = (uint16_t)e->entrant_count,
        .round_count = (uint16_t)e->row.drawn,
        .table_count = e->pairing_count,
        .withdrawn = e->withdrawn,
        .tables = e->results,
    };
    memcpy(e->drawing.seed, e->row.seed, sizeof e->drawing.seed);
}

enum tourney_found tourney_open(struct tourney *e, const struct store_batch *batch) {
    const struct store_op *first = store_found(batch, STORE_TOURNAMENT_AT, NULL);
    const struct store_tournament *before = first->rows,
                                  *after = store_found_next(batch, first)->rows;
    memset(e, 0, sizeof *e);
    if (!before || !after) return TOURNEY_MISSING;
    if (before->revision != after->revision) return TOURNEY_TORN;
    e->row = *before;
    e->entrants = rows_of(batch, STORE_ENTRANTS_AT, &e->entrant_count);
    e->pairings = rows_of(batch, STORE_PAIRINGS_AT, &e->pairing_count);
    e->tables = rows_of(batch, STORE_TABLES_OF_ROUND, &e->table_count);
    e->seats = rows_of(batch, STORE_SEATS_OF_ROUND, &e->seat_count);
    e->notes = store_found(batch, STORE_NOTES_AT, NULL);
    read_drawing(e);
    return TOURNEY_FOUND;
}

void tourney_close(struct tourney *e) {
    free(e->results);
}

unsigned tourney_active(const struct tourney *e) {
    unsigned active = 0;
    for (unsigned i = 0; i < e->entrant_count; i++) active += !e->withdrawn[i];
    return active;
}

bool tourney_round_is_over(const struct tourney *e) {
    for (unsigned i = 0; i < e->pairing_count; i++)
        if (e->pairings[i].round == e->row.drawn - 1 && !e->results[i].finished) return false;
    return true;
}

/* ---- writing ---- */

void pairing_set_result(struct store_pairing *row, const struct tournament_table *result,
                        unsigned seats) {
    row->finished = 1;
    row->lost = result->lost;
    for (unsigned seat = 0; seat < seats; seat++) {
        row->places[seat] = result->place[seat];
        put16(row->scores + 2 * seat, (uint16_t)result->score[seat]);
    }
}

/* Everybody sits, and no entropy is awaited: all seats have added 32 zero bytes. */
static void add_seat(const struct tourney *e, struct store_batch *batch, const char *table,
                     unsigned seat, unsigned entrant) {
    struct store_seat *s = &store_add(batch, STORE_SEAT)->seat;
    strcpy(s->at, table);
    s->seat = seat;
    s->left_ms = e->row.time_ms;
    if (entrant == TOURNAMENT_OPPONENT) {
        strcpy(s->first, e->row.level);
        strcpy(s->level, e->row.level);
        return;
    }
    strcpy(s->person, e->entrants[entrant].person);
    strcpy(s->name, e->entrants[entrant].name);
    s->guest = e->entrants[entrant].guest;
    seat_without_entropy(s);
}

void tourney_add_table(struct core *core, struct tourney *e, struct store_batch *batch,
                       const struct tournament_table *table, const uint8_t seed[SEED_SIZE]) {
    const struct game *game = games_find(e->row.game, strlen(e->row.game));
    struct store_table *row = &store_add(batch, STORE_TABLE)->table;
    char id[STORE_ID];
    core_new_id(core, id);
    ensure(game);
    strcpy(row->id, id);
    if (!e->row.listed) strcpy(row->secret, e->row.id); /* the link is enough to watch */
    strcpy(row->game, e->row.game);
    game_components_hash(game, row->components);
    row->rules = game->rules;
    row->players = e->row.players;
    memcpy(row->options, e->row.options, sizeof row->options);
    memcpy(row->seed, seed, SEED_SIZE);
    core->shell->random(core->shell, row->reserve, sizeof row->reserve);
    row->pace = e->row.pace;
    row->time_ms = e->row.time_ms;
    row->increment_ms = e->row.increment_ms;
    row->rated = e->row.rated;
    row->phase = STORE_PLAYING;
    row->created_ms = row->changed_ms = core->now;
    row->wake_ms = 1;
    strcpy(row->event, e->row.id);
    row->round = table->round;
    row->sealed = e->row.equal_deals;
    for (unsigned seat = 0; seat < (unsigned)e->row.players; seat++)
        add_seat(e, batch, id, seat, table->entrants[seat]);
    struct store_pairing *pairing = &store_add(batch, STORE_PAIRING)->pairing;
    strcpy(pairing->at, e->row.id);
    strcpy(pairing->table_id, id);
    pairing->number = e->row.pairings++;
    pairing->round = table->round;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        put16(pairing->entrants + 2 * seat, table->entrants[seat]);
}

struct json_out note_begin(struct tourney *e, struct store_batch *batch, const char *what,
                           const struct store_person *person, int64_t now_ms,
                           struct store_note **note) {
    struct json_out out;
    *note = &store_add(batch, STORE_NOTE)->note;
    strcpy((*note)->at, e->row.id);
    (*note)->number = e->row.notes++;
    strcpy((*note)->what, what);
    (*note)->made_ms = now_ms;
    if (person) {
        strcpy((*note)->person, person->id);
        strcpy((*note)->name, person->name);
    }
    json_begin(&out, (*note)->data, sizeof(*note)->data - 1);
    json_object(&out, NULL);
    return out;
}

void note_end(struct json_out *out) {
    json_object_end(out);
    ensure(out->length <= out->size);
    out->text[out->length] = 0;
}
