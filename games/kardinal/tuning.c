/* What opponents know of the game: see core/tuning.h. */
#include "games/kardinal/features.h"

const struct tuning kardinal_tuning = {
    .features = kardinal_features,
    .feature_names = kardinal_features_names,
    .feature_count = KARDINAL_FEATURES,
    .feature_revision = KARDINAL_FEATURE_REVISION,
    .visits = {[3 ... 5] = {300, 5000, 28000}},
    .rollout_share = {0, 0.5, 0.5},
    .exploration = 0.35,
    .tolerance = {0.08, 0.03, 0.004},
};
