/* Solves a small part of a two-player game (struct game, `situation`) by trying everything to
 * the end of that part, where a judge values each position. Chance steps are averaged, a single
 * seat takes its best action, and a simultaneous question is a matrix game with a known optimal
 * mixture.
 *
 * The game is zero-sum: `worth` is the first seat's value, 0 … 1, and the second seat has the
 * rest. Only + − × ÷ of doubles are used, so results are the same on every machine. */
#ifndef AI_SOLVE_H
#define AI_SOLVE_H

#include "core/tuning.h"

enum { SOLVE_ACTIONS_MAX = 16, SOLVE_MEMORY = 1 << 13 };

/* The value to seat 0 of a full state outside the part, whether the game is over or not. */
typedef double solve_judge(const void *context, const void *state);

struct solver {
    const struct game *game;
    solve_judge *judge;
    const void *context;
    uint32_t situations[SOLVE_MEMORY]; /* 0: free */
    double worth[SOLVE_MEMORY];
};

struct solution {
    unsigned count;
    uint16_t actions[SOLVE_ACTIONS_MAX];
    double shares[SOLVE_ACTIONS_MAX]; /* probability of each; the sum is 1 */
    double values[SOLVE_ACTIONS_MAX]; /* value of each against the other side's best play */
    double worth; /* value to the seat that asked */
};

/* The optimal play of a seat from its own view, in which it is to move; false if the view is not
 * in such a part. */
bool solve(struct solver *s, const void *view, unsigned seat, struct solution *solution);

/* The value (entries are 0 … 1) of a matrix game to the player who chooses the row, with both
 * players' optimal mixtures: `shares` of the rows, `denies` of the columns. */
double solve_matrix(double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], unsigned rows,
                    unsigned columns, double shares[SOLVE_ACTIONS_MAX],
                    double denies[SOLVE_ACTIONS_MAX]);

#endif
