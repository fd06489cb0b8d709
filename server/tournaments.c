#include "server/tournaments.h"

#include <stdlib.h>
#include <string.h>

enum { DUE_TOURNAMENTS = 16 }; /* handled at once */

/* ---- what happens ---- */

static void note_round(struct tourney *e, struct store_batch *batch, const char *what,
                       const struct store_person *by, int64_t now_ms) {
    struct store_note *note;
    struct json_out out = note_begin(e, batch, what, by, now_ms, &note);
    if (e->row.drawn) json_number(&out, "round", e->row.drawn);
    note_end(&out);
}

bool tourney_is_last(const struct core *core, const struct tourney *e) {
    const struct store_tournament *row = &e->row;
    if (row->ending || tourney_active(e) < 2 || row->drawn >= TOURNAMENT_ROUNDS_MAX) return true;
    if (row->ends_ms && row->ends_ms <= core->now) return true;
    if (row->system == STORE_ROUND_ROBIN)
        return row->drawn >= tournament_round_robin_rounds(e->entrant_count);
    return row->rounds && row->drawn >= row->rounds;
}

void tourney_end(struct core *core, struct tourney *e, struct store_batch *batch,
                 const struct store_person *by) {
    e->row.stage = STORE_ENDED;
    e->row.next_ms = 0;
    note_round(e, batch, "ended", by, core->now);
}

bool tourney_draw(struct core *core, struct tourney *e, struct store_batch *batch,
                  const struct store_person *by) {
    struct tournament_table *tables = e->results + e->pairing_count;
    uint8_t seed[SEED_SIZE];
    unsigned count = tournament_draw(&e->drawing, tables);
    if (!count) return false;
    for (unsigned i = 0; i < count; i++) {
        if (i == 0 || !e->row.equal_deals) core->shell->random(core->shell, seed, sizeof seed);
        tourney_add_table(core, e, batch, &tables[i], seed);
    }
    e->row.drawn++;
    e->row.next_ms = 0;
    note_round(e, batch, "drawn", by, core->now);
    return true;
}

void tourney_start(struct core *core, struct tourney *e, struct store_batch *batch,
                   const struct store_person *by) {
    e->row.stage = STORE_RUNNING;
    note_round(e, batch, "started", by, core->now);
    if (!tourney_draw(core, e, batch, NULL)) tourney_end(core, e, batch, NULL);
}

/* The results are kept with the pairings, and everybody may see the tables. */
static void close_round(struct core *core, struct tourney *e, struct store_batch *batch) {
    for (unsigned i = 0; i < e->pairing_count; i++) {
        if (e->pairings[i].round != e->row.drawn - 1 || e->pairings[i].finished) continue;
        struct store_pairing *row = &store_put(batch, STORE_PAIRING)->pairing;
        *row = e->pairings[i];
        pairing_set_result(row, &e->results[i], (unsigned)e->row.players);
    }
    store_sweep(batch, STORE_OPEN_ROUND, e->row.id, e->row.drawn - 1);
    e->row.finished = e->row.drawn;
    note_round(e, batch, "closed", NULL, core->now);
    e->row.next_ms = e->row.pause_ms < 0 ? 0 : core->now + e->row.pause_ms;
}

static int64_t idle_until_ms(const struct store_tournament *row) {
    return row->changed_ms + IDLE_DAYS * DAY_MS;
}

/* Does it wait for an organiser who has gone? It would count among its entrants' for ever. */
static bool is_idle(const struct core *core, const struct store_tournament *row) {
    return !row->next_ms && idle_until_ms(row) <= core->now;
}

void tourney_step(struct core *core, struct tourney *e, struct store_batch *batch) {
    struct store_tournament *row = &e->row;
    if (row->stage == STORE_ENTERING && row->starts_ms && row->starts_ms <= core->now) {
        if (tourney_active(e) < 2) tourney_end(core, e, batch, NULL);
        else tourney_start(core, e, batch, NULL);
        return;
    }
    if (row->stage != STORE_RUNNING) return;
    bool playing = row->finished < row->drawn;
    if (playing && tourney_round_is_over(e)) close_round(core, e, batch);
    if (row->finished < row->drawn) return;
    if (tourney_is_last(core, e) || (!playing && is_idle(core, row)))
        tourney_end(core, e, batch, NULL);
    else if (row->next_ms && row->next_ms <= core->now && !tourney_draw(core, e, batch, NULL))
        tourney_end(core, e, batch, NULL);
}

void tourney_put(struct core *core, struct tourney *e, struct store_batch *batch) {
    struct store_tournament *row = &e->row;
    bool waits = row->stage == STORE_RUNNING && row->drawn == row->finished;
    row->changed_ms = core->now;
    row->wake_ms = row->stage == STORE_ENTERING ? row->starts_ms
                   : !waits                     ? 0
                   : row->next_ms               ? row->next_ms
                                                : idle_until_ms(row);
    row->revision++;
    memcpy(&store_put(batch, STORE_TOURNAMENT)->tournament, row, sizeof *row);
}

void tourney_changed(struct core *core, const char *id) {
    core->next_due_ms = core->now; /* finds its new tables */
    rooms_changed_for(core, id);
}

/* ---- tournaments that are due ---- */

struct step_task {
    struct task task;
    char id[STORE_ID];
};

static void step_end(struct core *core, struct step_task *task) {
    core->stepping--;
    free(task);
}

static void stepped(struct core *core, struct task *task_, struct store_batch *batch) {
    struct step_task *task = (struct step_task *)task_;
    if (batch->status == STORE_DONE) tourney_changed(core, task->id);
    else if (batch->status == STORE_CONFLICT) core->next_due_ms = core->now;
    step_end(core, task);
}

static void step_found(struct core *core, struct task *task_, struct store_batch *found) {
    struct step_task *task = (struct step_task *)task_;
    struct tourney *e = malloc(sizeof *e);
    ensure(e);
    bool there =
        found->status == STORE_DONE && !core->stopping && tourney_open(e, found) == TOURNEY_FOUND;
    if (there && e->row.wake_ms && e->row.wake_ms <= core->now) {
        struct store_batch *batch = store_batch(NULL);
        tourney_step(core, e, batch);
        tourney_put(core, e, batch);
        task->task.stored = stepped;
        core_submit(core, &task->task, batch);
    } else {
        step_end(core, task);
    }
    if (there) tourney_close(e);
    free(e);
}

void tournaments_find_due(struct core *core, struct store_batch *batch) {
    if (core->stepping == 0)
        store_find(batch, STORE_TOURNAMENTS_DUE, "", core->now, DUE_TOURNAMENTS);
}

void tournaments_due(struct core *core, const struct store_op *due) {
    const struct store_tournament *rows = due->rows;
    for (unsigned i = 0; i < due->count; i++) {
        struct step_task *task = calloc(1, sizeof *task);
        struct store_batch *batch = store_batch(NULL);
        ensure(task);
        task->task.stored = step_found;
        strcpy(task->id, rows[i].id);
        tourney_find(batch, task->id);
        core->stepping++;
        core_submit(core, &task->task, batch);
    }
}
