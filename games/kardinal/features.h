/* The inputs of Kardinal & König's net, and what they are computed from. */
#ifndef KARDINAL_FEATURES_H
#define KARDINAL_FEATURES_H

#include "core/features.h"
#include "core/tuning.h"
#include "games/kardinal/kardinal.h"

/* What a seat would score now, the part of it that nothing can change any more, and the free
 * spaces where a cloister would help its chains. */
struct kardinal_prospect {
    uint16_t cloisters, alliances, chains;
    uint16_t settled; /* plus the interim points: its certain score */
    uint64_t make, lengthen; /* would join clusters into a new chain; would lengthen a chain */
};
void kardinal_prospects(const struct kardinal *s, struct kardinal_prospect all[KARDINAL_SEATS]);

enum { KARDINAL_STAGES = 5, KARDINAL_FEATURE_REVISION = 2 };

/* From one seat's perspective. */
/* clang-format off */
#define KARDINAL_SEAT_FEATURES(ONE, LIST, GROUP)                                             \
    ONE(place) ONE(more)                                                                     \
    ONE(draw) /* the rest of its turn */                                                     \
    ONE(turn_to_come) /* of this round; decides who moves last */                            \
    ONE(ahead) /* the viewer's; for itself: its score */                                     \
    ONE(first) ONE(cloisters) ONE(alliances) ONE(chains) ONE(settled) ONE(courts) /* held */ \
    ONE(court_gain) /* alliance points within reach of one councillor */                     \
    ONE(risk) /* alliance points within reach of another seat's councillor */                \
    ONE(cloisters_left) ONE(councillors_left) ONE(make) ONE(make_two)                        \
    ONE(lengthen) /* chains: is there a space for each? */
FEATURES_STRUCT(kardinal_seat_features, KARDINAL_SEAT_FEATURES);

#define KARDINAL_COUNTRY_FEATURES(ONE, LIST, GROUP)                                          \
    ONE(cloisters) /* its own */                                                             \
    ONE(margin) /* to the strongest other seat */                                            \
    ONE(free)                                                                                \
    ONE(gain) /* from one more cloister */                                                   \
    ONE(councillors) ONE(court_margin)                                                       \
    ONE(holds) ONE(room) ONE(court_gain) /* alliance points that a councillor would bring */ \
    ONE(court_stake) /* alliance points that depend on this court */                         \
    ONE(payable) /* pieces that the hand can pay for */
FEATURES_STRUCT(kardinal_country_features, KARDINAL_COUNTRY_FEATURES);

#define KARDINAL_FEATURES_LIST(ONE, LIST, GROUP)                                               \
    GROUP(seats, KARDINAL_SEATS, kardinal_seat_features)                                       \
    GROUP(countries, COUNTRIES, kardinal_country_features)                                     \
    LIST(lead, KARDINAL_STAGES) /* over the best other seat; tells more as the game goes on */ \
    ONE(second_lead)                                                                           \
    ONE(best_piece) /* points that the hand can reach */                                       \
    LIST(hand, COLOURS) ONE(pair) LIST(open, COLOURS) LIST(stage, KARDINAL_STAGES)             \
    ONE(pile)
FEATURES_STRUCT(kardinal_features, KARDINAL_FEATURES_LIST);
/* clang-format on */

enum { KARDINAL_FEATURES = FEATURES_IN(kardinal_features) };
_Static_assert(KARDINAL_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
extern const struct feature kardinal_features_names[];
void kardinal_features(const void *state, int16_t (*features)[FEATURES_MAX]);

#endif
