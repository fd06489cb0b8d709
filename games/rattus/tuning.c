/* What opponents know of the game: see core/tuning.h. */
#include "games/rattus/features.h"

const struct tuning rattus_tuning = {
    .features = rattus_features,
    .feature_names = rattus_features_names,
    .feature_count = RATTUS_FEATURES,
    .feature_revision = RATTUS_FEATURE_REVISION,
    .visits = {[2 ... 4] = {200, 4000, 40000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.2,
    .prior_temperature = 0.03,
    .averages_draws = true,
    .tolerance = {0.13, 0.07, 0.004},
};
