/* How the opponents think here: see core/tuning.h. */
#include "games/duell/duell.h"

#include "core/tuning.h"

const struct tuning duell_tuning = {
    .visits = {[2] = {200, 5000, 350000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.03,
    .tolerance = {0.08, 0.02, 0.004},
};
