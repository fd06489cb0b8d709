/* The inputs of Tallinn's net. */
#ifndef TALLINN_FEATURES_H
#define TALLINN_FEATURES_H

#include "core/features.h"
#include "core/tuning.h"
#include "games/tallinn/tallinn.h"

enum { ASKED_PHASES = 6, CHRONICLE_CARDS = 2, TALLINN_FEATURE_REVISION = 2 };

/* From one seat's perspective; "yes" or "much" is about 64. */
/* clang-format off */
#define TALLINN_CHRONICLE_FEATURES(ONE, LIST, GROUP)                     \
    ONE(shown) /* of the card's class on the seat's own cards */         \
    ONE(enough) ONE(plenty) /* for the card's lower and higher demand */
FEATURES_STRUCT(tallinn_chronicle_features, TALLINN_CHRONICLE_FEATURES);

#define TALLINN_COMING_FEATURES(ONE, LIST, GROUP) LIST(class, CLASSES) ONE(give_up)
FEATURES_STRUCT(tallinn_coming_features, TALLINN_COMING_FEATURES);

#define TALLINN_MARGIN_FEATURES(ONE, LIST, GROUP)               \
    ONE(more)                                                   \
    ONE(equal) /* persons than the other seat */                \
    ONE(tribute) ONE(pays) /* it gets a tribute, or pays one */
FEATURES_STRUCT(tallinn_margin_features, TALLINN_MARGIN_FEATURES);

#define TALLINN_OTHER_FEATURES(ONE, LIST, GROUP)                                         \
    ONE(ahead_points) /* the viewer's lead so far */                                     \
    ONE(ahead_final) /* if the game were scored now */                                   \
    ONE(ahead) /* as the comparisons are expected to end */                              \
    ONE(ahead_late) /* the same; counts more as the end comes near */                    \
    LIST(persons, CLASSES) GROUP(margins, CLASSES, tallinn_margin_features)              \
    LIST(outlook, CLASSES) LIST(left, CLASSES)                                           \
    LIST(coins, CLASSES) /* on cards that may still be played */                         \
    LIST(contests, CLASSES) /* what a contest would bring it now */                      \
    LIST(towers, CLASSES) ONE(legate_unseen) ONE(legate_a) ONE(legate_b) ONE(tower_most) \
    ONE(tower_lead) ONE(tower_outlook) ONE(tower_reach) ONE(tower_cards)                 \
    ONE(hidden_towers) ONE(hand_count) ONE(asked)                                        \
    GROUP(chronicle, CHRONICLE_CARDS, tallinn_chronicle_features)
FEATURES_STRUCT(tallinn_other_features, TALLINN_OTHER_FEATURES);

#define TALLINN_FEATURES_LIST(ONE, LIST, GROUP)                                     \
    LIST(phase, ASKED_PHASES) ONE(asked)                                            \
    ONE(waiting) ONE(cards) /* still to be played */                                \
    LIST(hand_count, TALLINN_HAND) ONE(with_legate) ONE(with_chronicle) ONE(leader) \
    GROUP(coming, CHRONICLE_CARDS, tallinn_coming_features) ONE(points)             \
    ONE(final) /* if the game were scored now */                                    \
    ONE(ahead_final) /* of the best other seat */                                   \
    ONE(ahead) /* as the comparisons are expected to end */                         \
    ONE(ahead_late) /* the same; counts more as the end comes near */               \
    LIST(persons, CLASSES) LIST(hand, CLASSES) LIST(left, CLASSES)                  \
    LIST(coins, CLASSES) /* on cards that may still be played */                    \
    LIST(contests, CLASSES) /* what a contest from the hand would bring now */      \
    LIST(towers, CLASSES) ONE(legate_a) ONE(legate_b) ONE(legate_in_hand)           \
    ONE(tower_most)                                                                 \
    ONE(tower_reach) ONE(tower_cards) ONE(tower_persons) /* breaks ties */          \
    GROUP(chronicle, CHRONICLE_CARDS, tallinn_chronicle_features)                   \
    GROUP(others, TALLINN_SEATS - 1, tallinn_other_features)
FEATURES_STRUCT(tallinn_features, TALLINN_FEATURES_LIST);
/* clang-format on */

enum { TALLINN_FEATURES = FEATURES_IN(tallinn_features) };
_Static_assert(TALLINN_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
extern const struct feature tallinn_features_names[];
void tallinn_features(const void *state, int16_t (*features)[FEATURES_MAX]);

#endif
