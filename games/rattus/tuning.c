/* The search settings of Rattus's opponents; core/tuning.h explains the members. */
#include "games/rattus/rattus.h"

#include "core/tuning.h"

const struct tuning rattus_tuning = {
    .visits = {[2 ... 4] = {1200, 12000, 150000}},
    .rollout_share = {1, 1, 0},
    .exploration = 0.2,
    .prior_temperature = 0.03,
    .club_tolerance = 0.08,
};
