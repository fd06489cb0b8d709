/* What opponents know of the game: see core/tuning.h. */
#include "games/tallinn/features.h"

const struct tuning tallinn_tuning = {
    .features = tallinn_features,
    .feature_names = tallinn_features_names,
    .feature_count = TALLINN_FEATURES,
    .feature_revision = TALLINN_FEATURE_REVISION,
    .situation = tallinn_situation,
    .visits = {[2] = {200, 10000, 350000}, [3] = {200, 10000, 300000}, [4] = {200, 10000, 240000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.08,
    .tolerance = {0.14, 0.03, 0.004},
};
