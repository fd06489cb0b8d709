/* How the opponents think here: see core/tuning.h. */
#include "games/kardinal/kardinal.h"

#include "core/tuning.h"

const struct tuning kardinal_tuning = {
    .visits = {[3 ... 5] = {300, 5000, 28000}},
    .rollout_share = {0, 0.5, 0.5},
    .exploration = 0.35,
    .tolerance = {0.08, 0.03, 0.004},
};
