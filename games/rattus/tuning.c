/* The search settings of Rattus's opponents; core/tuning.h explains the members. */
#include "games/rattus/rattus.h"

#include "core/tuning.h"

const struct tuning rattus_tuning = {
    .visits = {[2 ... 4] = {200, 4000, 40000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.2,
    .prior_temperature = 0.03,
    .tolerance = {0.13, 0.07, 0.004},
};
