/* What a finished game leaves behind: a row per seat to find it by, and its opening, counted for
 * everybody.
 *
 * The job is part of the batch that ends the game, and one batch does it: it rates the players,
 * adds these rows and removes the job. The rows are added, not put, so a job that two servers do is
 * done once. Sealed tables wait until their round is over.
 *
 * Openings grow like a search tree: a game counts at the nodes that are known, and opens at most
 * one further node per line. So their number grows with that of the games, and deep nodes exist
 * only where games meet. A node has up to 200 choices for each of who chose; most have 5 to 60. */
#include "server/state.h"

#include "games/registry.h"
#include "match/opening.h"

#include <stdio.h>
#include <string.h>

enum { OPENING_STEPS = 128 }; /* steps of the log, with draws; all openings are over by then */

_Static_assert(STORE_CHOICE >= STORE_LEVEL + NOTATION_MAX, "who, a space and the notation");

/* ---- the job ---- */

/* The first steps, as pairs of who and what. A change of seats ends the opening: from there on
 * somebody else decides. */
static void write_steps(struct json_out *out, const struct match *m) {
    unsigned count = 0;
    json_array(out, "steps");
    for (unsigned i = 0; i < m->length && count < OPENING_STEPS; i++) {
        const struct match_entry *e = &m->log[i];
        if (e->kind == ENTRY_SEAT) break;
        if (e->kind != ENTRY_STEP || e->undone) continue;
        json_number(out, NULL, e->by);
        json_number(out, NULL, e->action);
        count++;
    }
    json_array_end(out);
}

static bool has_person(const struct room *room) {
    for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++)
        if (room->seats[seat].person[0]) return true;
    return false;
}

void finished_leave_job(struct room *room, bool rates) {
    struct json_out out;
    const struct match_entry *ended = match_ended(&room->table.match);
    if (!has_person(room)) return;
    struct store_job *job = &store_put(room_extra_batch(room), STORE_JOB)->job;
    strcpy(job->id, room->id);
    strcpy(job->kind, "rate");
    json_begin(&out, job->data, sizeof job->data - 1);
    json_object(&out, NULL);
    json_bool(&out, "rates", rates);
    if (ended && ended->action == ENDED_RESIGNED) json_number(&out, "resigned", ended->by);
    write_steps(&out, &room->table.match);
    json_object_end(&out);
    ensure(out.length <= out.size);
    job->data[out.length] = 0;
    job->due_ms = room_finished_due_ms(room);
    room->core->next_due_ms = room->core->now;
}

static struct json data_of(const struct finished *f) {
    struct json json;
    size_t where;
    if (json_parse(f->data, strlen(f->data), &json, &where) != JSON_OK) return (struct json){0};
    return json;
}

/* A job of an earlier version has no data: only rated games left one. */
bool finished_rates(const struct finished *f) {
    return !f->data[0] || json_flag(data_of(f), "rates", false);
}

/* ---- results ---- */

static unsigned firsts(const struct finished *f) {
    unsigned count = 0;
    for (unsigned seat = 0; seat < (unsigned)f->table->players; seat++)
        count += f->seats[seat].place == 1;
    return count;
}

/* As for ratings, a seat that somebody left, gave up or ran out of time in is last. */
static enum store_result result_of(const struct finished *f, unsigned seat) {
    const struct store_seat *s = &f->seats[seat];
    int64_t resigned;
    if (s->place && (s->expired || s->place > 1)) return PLAYED_LOST;
    if (s->place) return firsts(f) > 1 ? PLAYED_SHARED : PLAYED_WON;
    if (!json_read_number(json_get(data_of(f), "resigned"), &resigned)) return PLAYED_ENDED;
    if (resigned == seat) return PLAYED_LOST;
    return f->table->players == 2 ? PLAYED_WON : PLAYED_ENDED;
}

static void write_played(const struct finished *f, struct store_batch *batch) {
    for (unsigned seat = 0; seat < (unsigned)f->table->players; seat++) {
        struct store_played *row = &store_add(batch, STORE_PLAYED)->played;
        strcpy(row->at, f->table->id);
        row->seat = seat;
        if (f->seats[seat].name[0]) strcpy(row->person, f->seats[seat].person);
        strcpy(row->game, f->table->game);
        row->result = result_of(f, seat);
        row->listed = f->table->rated && !f->table->secret[0];
        row->ended_ms = f->table->changed_ms;
    }
}

/* ---- openings ---- */

/* Public games that were played to an end. The deal of a day would count the same cards again and
 * again. */
static bool has_opening(const struct finished *f) {
    if (f->table->secret[0] || strlen(f->table->event) == STORE_DAY - 1) return false;
    for (unsigned seat = 0; seat < (unsigned)f->table->players; seat++)
        if (result_of(f, seat) == PLAYED_ENDED) return false;
    return true;
}

/* A decision of the opening, before it is taken. */
struct decision {
    unsigned seat, count;
    uint16_t action, choices[LEGAL_MAX];
    bool alone; /* not an answer to a simultaneous question */
    char node[OPENING_NODE];
};

struct replay {
    struct opening opening;
    struct json steps, at;
    struct decision decision;
};

static bool begin(struct replay *r, const struct finished *f) {
    const struct game *game = games_find(f->table->game, strlen(f->table->game));
    char components[COMPONENTS_HASH_SIZE];
    memset(r, 0, sizeof *r);
    if (!game || game->rules != f->table->rules || !has_opening(f)) return false;
    game_components_hash(game, components);
    if (strcmp(components, f->table->components) != 0) return false;
    opening_begin(&r->opening, game, (unsigned)f->table->players, f->table->options, components);
    r->steps = json_get(data_of(f), "steps");
    return json_type(r->steps) == JSON_ARRAY;
}

static bool next_number(struct replay *r, int64_t *number) {
    struct json none, value;
    return json_next(r->steps, &r->at, &none, &value) && json_read_number(value, number);
}

/* Goes on to the next decision. */
static bool next(struct replay *r) {
    int64_t by, action;
    struct decision *d = &r->decision;
    while (!opening_is_over(&r->opening) && next_number(r, &by) && next_number(r, &action)) {
        d->seat = (unsigned)by;
        d->action = (uint16_t)action;
        d->count = by < r->opening.players
                       ? opening_choices(&r->opening, d->seat, d->choices, d->node)
                       : 0;
        d->alone = !game_asks_several(r->opening.game, r->opening.state);
        if (!opening_step(&r->opening, d->seat, d->action)) return false;
        if (d->count) return true;
    }
    return false;
}

void finished_find(const struct finished *f, struct store_batch *batch) {
    struct replay r;
    if (!begin(&r, f)) return;
    while (next(&r)) store_find(batch, STORE_OPENINGS_AT, r.decision.node, 0, 1);
}

static void count_decision(const struct finished *f, const struct replay *r,
                           struct store_batch *batch) {
    const struct decision *d = &r->decision;
    const struct notation *notation = r->opening.game->notation;
    enum store_result result = result_of(f, d->seat);
    char text[NOTATION_MAX];
    for (unsigned i = 0; i < d->count; i++) {
        struct store_opening *row = &store_put(batch, STORE_OPENING)->opening;
        notation_write(notation, d->choices[i], text);
        strcpy(row->node, d->node);
        snprintf(row->choice, sizeof row->choice, "%s %s", f->seats[d->seat].first, text);
        row->offered = 1;
        if (d->choices[i] != d->action) continue;
        row->chosen = 1;
        if (result == PLAYED_WON) row->firsts = STORE_FIRST;
        if (result == PLAYED_SHARED) row->firsts = STORE_FIRST / firsts(f);
    }
}

/* `lost`: seats whose line has left the known nodes. */
static void count_opening(const struct finished *f, const struct store_batch *found,
                          struct store_batch *batch) {
    struct replay r;
    unsigned lost = 0;
    if (!begin(&r, f)) return;
    while (next(&r)) {
        if (lost >> r.decision.seat & 1) continue;
        count_decision(f, &r, batch);
        if (!store_found(found, STORE_OPENINGS_AT, r.decision.node)->count)
            lost |= r.decision.alone ? ~0u : SEAT_BIT(r.decision.seat);
    }
}

void finished_write(const struct finished *f, const struct store_batch *found,
                    struct store_batch *batch) {
    write_played(f, batch);
    count_opening(f, found, batch);
}
