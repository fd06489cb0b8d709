/* How the opponents think here: see core/tuning.h. */
#include "games/tallinn/tallinn.h"

#include "core/tuning.h"

const struct tuning tallinn_tuning = {
    .visits = {[2] = {200, 10000, 350000}, [3] = {200, 10000, 300000}, [4] = {200, 10000, 240000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.08,
    .tolerance = {0.12, 0.03, 0.004},
};
