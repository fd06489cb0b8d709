/* How the opponents think here: see core/tuning.h. */
#include "games/kardinal/kardinal.h"

#include "core/tuning.h"

const struct tuning kardinal_tuning = {
    .visits = {[3 ... 5] = {1500, 15000, 55000}},
    .rollout_share = {1, 1, 0.5},
    .exploration = 0.35,
    .club_tolerance = 0.04,
};
