#include "server/rating.h"

#include "server/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_SEEN = 200 };
#define REPEAT_MS (30 * DAY_MS)

static const double mu_new = 25, sigma_new = 25.0 / 3, beta = 25.0 / 6, least = 0.0001;

struct rating rating_new(void) {
    return (struct rating){.mu = mu_new, .sigma = sigma_new};
}

/* How often a level beats the one below it in a game of two, as measured in docs/strength.md. A
 * novice has the rating with which people begin. */
static const struct {
    const char *level;
    double wins;
} anchors[] = {{"random", 0.5}, {"novice", 0.99}, {"club", 0.88}, {"master", 0.67}};

/* The difference between two levels is the one at which rating_update expects these wins. It is
 * fixed, so that ratings stay comparable for years. */
struct rating rating_of_level(const char *level) {
    struct rating rating = {.sigma = 1, .anchor = true};
    double c = sqrt(2 * rating.sigma * rating.sigma + 2 * beta * beta), mu = 0, novice = 0;
    for (size_t i = 0; i < sizeof anchors / sizeof anchors[0]; i++) {
        mu += c * log(anchors[i].wins / (1 - anchors[i].wins));
        if (strcmp(anchors[i].level, "novice") == 0) novice = mu;
        if (strncmp(level, anchors[i].level, strlen(anchors[i].level)) == 0) rating.mu = mu;
    }
    rating.mu += mu_new - novice;
    return rating;
}

void rating_update(struct rating *ratings, unsigned count, double weights[][SEATS_MAX]) {
    struct rating after[SEATS_MAX];
    ensure(count <= SEATS_MAX);
    for (unsigned i = 0; i < count; i++) {
        double variance = ratings[i].sigma * ratings[i].sigma, shift = 0, shrink = 0;
        for (unsigned q = 0; q < count; q++) {
            if (q == i) continue;
            double c = sqrt(variance + ratings[q].sigma * ratings[q].sigma + 2 * beta * beta);
            double p = 1 / (1 + exp((ratings[q].mu - ratings[i].mu) / c));
            double s = ratings[i].place < ratings[q].place    ? 1
                       : ratings[i].place == ratings[q].place ? 0.5
                                                              : 0;
            double weight = weights ? weights[i][q] : 1;
            shift += weight * variance / c * (s - p);
            shrink += weight * ratings[i].sigma / c * variance / (c * c) * p * (1 - p);
        }
        after[i] = ratings[i];
        if (ratings[i].anchor) continue;
        after[i].mu += shift;
        after[i].sigma = sqrt(variance * (1 - shrink > least ? 1 - shrink : least));
    }
    memcpy(ratings, after, count * sizeof *ratings);
}

/* ---- "rate" jobs: one per finished game with people, one at a time ---- */

struct rate_task {
    struct task task;
    struct store_table row;
    struct store_seat seats[SEATS_MAX];
    char data[STORE_DATA]; /* of the job */
    struct finished finished;
    bool rates;
};

static void finish(struct core *core, struct rate_task *task) {
    core->working_jobs = false;
    core->next_due_ms = core->now; /* look for another job */
    free(task);
}

static void rated(struct core *core, struct task *task, struct store_batch *batch) {
    if (batch->status != STORE_DONE)
        core->shell->log(core->shell, "rating_failed", ((struct rate_task *)task)->row.id,
                         batch->failed);
    core->working_jobs = false;
    if (batch->status == STORE_DONE) core->next_due_ms = core->now;
    free(task);
}

/* Players who left, resigned or ran out of time count as last. */
static unsigned place_of(const struct rate_task *task, unsigned seat) {
    const struct store_seat *s = &task->seats[seat];
    if (s->expired) return SEATS_MAX + 1;
    return s->place ? (unsigned)s->place : 1; /* after a resignation the other player is first */
}

static const struct store_rating *find_rating(const struct store_op *op, const char *game) {
    const struct store_rating *rows = op->rows;
    for (unsigned i = 0; i < op->count; i++)
        if (strcmp(rows[i].game, game) == 0) return &rows[i];
    return NULL;
}

static void write_rating(struct core *core, struct store_batch *batch, const struct rate_task *task,
                         unsigned seat, const struct rating *after,
                         const struct store_rating *before) {
    struct store_rating *row = &store_put(batch, STORE_RATING)->rating;
    strcpy(row->game, task->row.game);
    strcpy(row->person, task->seats[seat].person);
    strcpy(row->name, task->seats[seat].name);
    row->mu = after->mu;
    row->sigma = after->sigma;
    row->games = before ? before->games + 1 : 1;
    row->changed_ms = core->now;
    struct store_history *history = &store_add(batch, STORE_HISTORY)->history;
    strcpy(history->person, task->seats[seat].person);
    strcpy(history->at, task->row.id);
    strcpy(history->game, task->row.game);
    history->mu = after->mu;
    history->sigma = after->sigma;
    history->place = after->place < (unsigned)task->row.players ? after->place : task->row.players;
    history->players = task->row.players;
    history->ended_ms = task->row.changed_ms;
}

/* ---- how much a game counts: ratings must not be farmed (docs/security.md) ---- */

static const double private_weight = 0.5;

/* Rated games that both have played since `since_ms`. */
static unsigned games_together(const struct store_op *a, const struct store_op *b,
                               int64_t since_ms) {
    const struct store_history *x = a->rows, *y = b->rows;
    unsigned together = 0;
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count && x[i].ended_ms >= since_ms; j++)
            together += strcmp(x[i].at, y[j].at) == 0;
    return together;
}

static bool share_origin(const struct store_op *a, const struct store_op *b) {
    const struct store_origin *x = a->rows, *y = b->rows;
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++)
            if (strcmp(x[i].origin, y[j].origin) == 0) return true;
    return false;
}

/* Accounts on one device or address on the same day do not count for each other, repeated opponents
 * less and less, and tables by link only half. */
static double weight_of(const struct core *core, const struct rate_task *task,
                        const struct store_batch *found, unsigned i, unsigned j) {
    const char *a = task->seats[i].person, *b = task->seats[j].person;
    double weight = task->row.secret[0] ? private_weight : 1;
    if (!a[0] || !b[0] || core->settings.unlimited) return weight;
    if (share_origin(store_found(found, STORE_ORIGINS_OF, a),
                     store_found(found, STORE_ORIGINS_OF, b)))
        return 0;
    unsigned together =
        games_together(store_found(found, STORE_HISTORY_OF, a),
                       store_found(found, STORE_HISTORY_OF, b), task->row.changed_ms - REPEAT_MS);
    return weight / (1 + together / 2.0);
}

static bool counts(double weights[SEATS_MAX], unsigned players, unsigned seat) {
    for (unsigned i = 0; i < players; i++)
        if (i != seat && weights[i] > 0) return true;
    return false;
}

static void rate(struct core *core, const struct rate_task *task, const struct store_batch *found,
                 struct store_batch *batch) {
    struct rating ratings[SEATS_MAX];
    const struct store_rating *before[SEATS_MAX] = {0};
    unsigned players = (unsigned)task->row.players;
    for (unsigned seat = 0; seat < players; seat++) {
        if (task->seats[seat].person[0]) {
            before[seat] = find_rating(
                store_found(found, STORE_RATINGS_OF, task->seats[seat].person), task->row.game);
            ratings[seat] = rating_new();
            if (before[seat])
                ratings[seat] =
                    (struct rating){.mu = before[seat]->mu, .sigma = before[seat]->sigma};
        } else {
            ratings[seat] = rating_of_level(task->seats[seat].first);
        }
        ratings[seat].place = place_of(task, seat);
    }
    double weights[SEATS_MAX][SEATS_MAX];
    for (unsigned i = 0; i < players; i++)
        for (unsigned j = 0; j < players; j++) weights[i][j] = weight_of(core, task, found, i, j);
    rating_update(ratings, players, weights);
    for (unsigned seat = 0; seat < players; seat++)
        if (task->seats[seat].person[0] && task->seats[seat].name[0] &&
            counts(weights[seat], players, seat))
            write_rating(core, batch, task, seat, &ratings[seat], before[seat]);
}

static void ratings_found(struct core *core, struct task *task_, struct store_batch *found) {
    struct rate_task *task = (struct rate_task *)task_;
    if (found->status != STORE_DONE) {
        finish(core, task);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    if (task->rates) rate(core, task, found, batch);
    finished_write(&task->finished, found, batch);
    strcpy(store_remove(batch, STORE_JOB)->job.id, task->row.id);
    task->task.stored = rated;
    core_submit(core, &task->task, batch);
}

static void rated_table_found(struct core *core, struct task *task_, struct store_batch *found) {
    struct rate_task *task = (struct rate_task *)task_;
    struct store_batch *batch = store_batch(NULL);
    const struct store_table *row = store_found(found, STORE_TABLE_AT, NULL)->rows;
    const struct store_op *seats_found = store_found(found, STORE_SEATS_AT, NULL);
    const struct store_seat *seats = seats_found->rows;
    if (found->status != STORE_DONE || !row) {
        store_batch_free(batch);
        finish(core, task);
        return;
    }
    memcpy(&task->row, row, sizeof task->row);
    for (unsigned i = 0; i < seats_found->count; i++)
        memcpy(&task->seats[seats[i].seat], &seats[i], sizeof seats[i]);
    task->finished =
        (struct finished){.table = &task->row, .seats = task->seats, .data = task->data};
    task->rates = finished_rates(&task->finished);
    finished_find(&task->finished, batch);
    for (unsigned seat = 0; task->rates && seat < (unsigned)task->row.players; seat++) {
        const char *person = task->seats[seat].person;
        store_find(batch, STORE_RATINGS_OF, person, 0, 0);
        store_find(batch, STORE_HISTORY_OF, person, 0, HISTORY_SEEN);
        store_find(batch, STORE_ORIGINS_OF, person, task->row.changed_ms - DAY_MS, 0);
    }
    task->task.stored = ratings_found;
    core_submit(core, &task->task, batch);
}

void rating_jobs(struct core *core, const struct store_op *taken) {
    const struct store_job *job = taken->rows;
    if (!job) return;
    struct rate_task *task = calloc(1, sizeof *task);
    struct store_batch *batch = store_batch(NULL);
    ensure(task);
    task->task.stored = rated_table_found;
    strcpy(task->data, job->data);
    store_find(batch, STORE_TABLE_AT, job->id, 0, 1);
    store_find(batch, STORE_SEATS_AT, job->id, 0, 0);
    core->working_jobs = true;
    core_submit(core, &task->task, batch);
}
