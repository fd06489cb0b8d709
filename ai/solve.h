/* Exact play of a small part of a game of two (struct game, `situation`): everything is tried to
 * the end of that part, where a judge says what each position is worth. Means are taken over
 * chance, the better where one seat chooses, and where both are asked at once it is a matrix
 * game, of which the best mixture is known.
 *
 * What one seat gains the other loses: worth is the first seat's, 0 … 1, and the second seat has
 * the rest. Only + − × ÷ of doubles: the same everywhere. */
#ifndef AI_SOLVE_H
#define AI_SOLVE_H

#include "core/game.h"

enum { SOLVE_ACTIONS_MAX = 16, SOLVE_MEMORY = 1 << 13 };

/* The worth, to seat 0, of a full state outside the part, over or not. */
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
    double shares[SOLVE_ACTIONS_MAX]; /* how often to take each, adding up to 1 */
    double values[SOLVE_ACTIONS_MAX]; /* what each is worth if the other side plays its best */
    double worth; /* to the seat that asked */
};

/* The best that a seat can do from its own view, in which it is to move; false: it is not in
 * such a part of the game. */
bool solve(struct solver *s, const void *view, unsigned seat, struct solution *solution);

/* The worth of a matrix game (0 … 1 each) to whoever chooses the row, the mixture of rows that
 * warrants it, and the mixture of columns that denies more. */
double solve_matrix(double worth[SOLVE_ACTIONS_MAX][SOLVE_ACTIONS_MAX], unsigned rows,
                    unsigned columns, double shares[SOLVE_ACTIONS_MAX],
                    double denies[SOLVE_ACTIONS_MAX]);

#endif
