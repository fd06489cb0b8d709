/* Ratings by Weng and Lin's Bayesian approximation (JMLR 12, 2011), Bradley–Terry with full
 * pairs: several players, ties, and an uncertainty for each. A player begins with mu 25 and
 * sigma 25/3; the leader board ranks by mu − 3 sigma. */
#ifndef SERVER_RATING_H
#define SERVER_RATING_H

#include "core/game.h"

#include <stdbool.h>

struct rating {
    double mu, sigma;
    unsigned place; /* in this game; equal places are ties */
    bool anchor; /* an opponent: affects others' ratings, its own is fixed */
};

struct rating rating_new(void);
struct rating rating_of_level(const char *level);
/* weights[i][j]: how much the result between i and j counts, from 0 to 1; NULL: fully. */
void rating_update(struct rating *ratings, unsigned count, double weights[][SEATS_MAX]);

#endif
