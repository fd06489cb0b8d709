/* How the opponents think here: see core/tuning.h. */
#include "games/tallinn/tallinn.h"

#include "core/tuning.h"

const struct tuning tallinn_tuning = {
    .visits = {[2] = {20000, 100000, 800000},
               [3] = {20000, 100000, 700000},
               [4] = {20000, 100000, 400000}},
    .rollout_share = {1, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.08,
    .club_tolerance = 0.10,
};
