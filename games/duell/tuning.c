/* What opponents know of the game: see core/tuning.h. */
#include "games/duell/features.h"

const struct tuning duell_tuning = {
    .features = duell_features,
    .feature_names = duell_features_names,
    .feature_count = DUELL_FEATURES,
    .feature_revision = DUELL_FEATURE_REVISION,
    .situation = duell_situation,
    .visits = {[2] = {200, 5000, 350000}},
    .rollout_share = {0, 0, 0},
    .exploration = 0.35,
    .prior_temperature = 0.03,
    .tolerance = {0.12, 0.02, 0.004},
};
