/* How the opponents think here: see core/tuning.h. */
#include "games/duell/duell.h"

#include "core/tuning.h"

const struct tuning duell_tuning = {
    .visits = {[2] = {6500, 100000, 500000}},
    .rollout_share = {1, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.03,
    .club_tolerance = 0.12,
};
