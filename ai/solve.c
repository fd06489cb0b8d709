#include "ai/solve.h"

#include "core/ensure.h"

#include <string.h>

/* ---- matrix games ---- */

static const double tiny = 1e-11;

/* A saddle point: the row guarantees as much as the column concedes. Most matrices have one. */
static bool saddle(double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], unsigned rows,
                   unsigned columns, unsigned *row, unsigned *column, double *value) {
    double warranted = -1, denied = 2;
    for (unsigned i = 0; i < rows; i++) {
        double least = 2;
        for (unsigned j = 0; j < columns; j++)
            if (worth[i][j] < least) least = worth[i][j];
        if (least > warranted) warranted = least, *row = i;
    }
    for (unsigned j = 0; j < columns; j++) {
        double most = -1;
        for (unsigned i = 0; i < rows; i++)
            if (worth[i][j] > most) most = worth[i][j];
        if (most < denied) denied = most, *column = j;
    }
    *value = warranted;
    return denied - warranted < tiny;
}

/* The simplex method with Bland's rule, which terminates: of all y ≥ 0 with (worth + 1) · y ≤ 1
 * in each row, find one with the greatest sum. That sum is 1 / (value + 1); y scaled by it is
 * the mixture of columns, and the final prices of the rows' slack variables are the mixture of
 * rows. */
double solve_matrix(double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], unsigned rows,
                    unsigned columns, double shares[SOLVE_ACTIONS_MAX],
                    double denies[SOLVE_ACTIONS_MAX]) {
    double table[SOLVE_ACTIONS_MAX + 1][2 * SOLVE_ACTIONS_MAX + 1] = {{0}}, value;
    unsigned basis[SOLVE_ACTIONS_MAX], all = rows + columns, row = 0, column = 0;
    ensure(rows > 0 && columns > 0 && rows <= SOLVE_ACTIONS_MAX && columns <= SOLVE_ACTIONS_MAX);
    if (saddle(worth, rows, columns, &row, &column, &value)) {
        for (unsigned i = 0; i < rows; i++) shares[i] = i == row;
        for (unsigned j = 0; j < columns; j++) denies[j] = j == column;
        return value;
    }
    for (unsigned i = 0; i < rows; i++) {
        for (unsigned j = 0; j < columns; j++) table[i][j] = worth[i][j] + 1;
        table[i][columns + i] = table[i][all] = 1;
        basis[i] = columns + i;
    }
    for (unsigned j = 0; j < columns; j++) table[rows][j] = -1;
    for (;;) {
        unsigned enter = 0, leave = rows;
        double least = 0;
        while (enter < all && table[rows][enter] > -tiny) enter++;
        if (enter == all) break;
        for (unsigned i = 0; i < rows; i++) {
            if (table[i][enter] < tiny) continue;
            double ratio = table[i][all] / table[i][enter];
            if (leave == rows || ratio < least || (ratio <= least && basis[i] < basis[leave]))
                leave = i, least = ratio;
        }
        ensure(leave < rows);
        double pivot = table[leave][enter];
        for (unsigned j = 0; j <= all; j++) table[leave][j] /= pivot;
        for (unsigned i = 0; i <= rows; i++) {
            double times = table[i][enter];
            if (i == leave) continue;
            for (unsigned j = 0; j <= all; j++) table[i][j] -= times * table[leave][j];
        }
        basis[leave] = enter;
    }
    double sum = table[rows][all];
    for (unsigned i = 0; i < rows; i++) shares[i] = table[rows][columns + i] / sum;
    for (unsigned j = 0; j < columns; j++) denies[j] = 0;
    for (unsigned i = 0; i < rows; i++)
        if (basis[i] < columns) denies[basis[i]] = table[i][all] / sum;
    return 1 / sum - 1;
}

/* ---- all ways to the end ---- */

static double worth_of(struct solver *s, const void *state);

static double worth_after(struct solver *s, const void *state, unsigned by, uint16_t action) {
    _Alignas(8) uint8_t next[STATE_MAX];
    memcpy(next, state, s->game->state_size);
    s->game->apply(next, by, action, NULL);
    return worth_of(s, next);
}

static double worth_of_chance(struct solver *s, const void *state) {
    struct outcome_list outcomes;
    double sum = 0;
    game_outcomes(s->game, state, &outcomes);
    for (unsigned i = 0; i < outcomes.count; i++)
        sum += outcomes.weights[i] * worth_after(s, state, BY_CHANCE, outcomes.actions[i]);
    return sum / outcomes.total;
}

/* A seat's value from the first seat's, and the other way round. */
static double share_of(unsigned seat, double worth) {
    return seat == 0 ? worth : 1 - worth;
}

static void choose_alone(struct solver *s, const void *state, unsigned seat,
                         struct solution *best) {
    unsigned chosen = 0;
    for (unsigned i = 0; i < best->count; i++) {
        best->values[i] = share_of(seat, worth_after(s, state, seat, best->actions[i]));
        if (best->values[i] > best->values[chosen]) chosen = i;
    }
    best->worth = best->values[chosen];
    for (unsigned i = 0; i < best->count; i++) best->shares[i] = i == chosen;
}

static void choose_together(struct solver *s, const void *state, unsigned seat,
                            struct solution *best) {
    _Alignas(8) uint8_t answered[STATE_MAX];
    uint16_t theirs[LEGAL_MAX];
    double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], denies[SOLVE_ACTIONS_MAX];
    unsigned count = s->game->legal(state, seat ^ 1, theirs);
    ensure(count <= SOLVE_ACTIONS_MAX);
    for (unsigned i = 0; i < best->count; i++) {
        memcpy(answered, state, s->game->state_size);
        s->game->apply(answered, seat, best->actions[i], NULL);
        for (unsigned j = 0; j < count; j++)
            worth[i][j] = share_of(seat, worth_after(s, answered, seat ^ 1, theirs[j]));
    }
    best->worth = solve_matrix(worth, best->count, count, best->shares, denies);
    for (unsigned i = 0; i < best->count; i++) {
        best->values[i] = 0;
        for (unsigned j = 0; j < count; j++) best->values[i] += denies[j] * worth[i][j];
    }
}

static void choose(struct solver *s, const void *state, unsigned seat, struct solution *best) {
    uint16_t list[LEGAL_MAX];
    best->count = s->game->legal(state, seat, list);
    ensure(best->count > 0 && best->count <= SOLVE_ACTIONS_MAX);
    memcpy(best->actions, list, best->count * sizeof *list);
    if (s->game->asked(state) == SEAT_BIT(seat)) choose_alone(s, state, seat, best);
    else choose_together(s, state, seat, best);
}

static double worth_of(struct solver *s, const void *state) {
    unsigned to_move = s->game->to_move(state);
    uint32_t situation = to_move ? s->game->tuning->situation(state) : 0,
             at = situation % SOLVE_MEMORY;
    struct solution best;
    if (!situation) return s->judge(s->context, state);
    if (to_move & CHANCE_BIT) return worth_of_chance(s, state);
    if (situation != SITUATION_ALONE && s->situations[at] == situation) return s->worth[at];
    unsigned seat = (unsigned)__builtin_ctz(to_move);
    choose(s, state, seat, &best);
    double worth = share_of(seat, best.worth);
    if (situation != SITUATION_ALONE) s->situations[at] = situation, s->worth[at] = worth;
    return worth;
}

bool solve(struct solver *s, const void *view, unsigned seat, struct solution *solution) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct generator unused;
    const struct tuning *tuning = s->game->tuning;
    if (!tuning || !tuning->situation || !tuning->situation(view)) return false;
    generator_seed(&unused, 0);
    memcpy(state, view, s->game->state_size);
    s->game->determinise(state, &unused); /* nothing is hidden, so nothing is drawn */
    memset(s->situations, 0, sizeof s->situations);
    choose(s, state, seat, solution);
    return true;
}
