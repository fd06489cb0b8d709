/* The inputs of Rattus's net, and what they are computed from. */
#ifndef RATTUS_FEATURES_H
#define RATTUS_FEATURES_H

#include "core/features.h"
#include "core/tuning.h"
#include "games/rattus/rattus.h"

/* The cubes that each seat is expected to lose per region if the plague ravaged every region now,
 * in 1/256ths, given what one seat knows of the tokens. The first token of a region is exact. The
 * later ones are approximate: they strike the average number of cubes that are left. */
enum { LOSS_ONE = 256 };
void rattus_expected_losses(const struct rattus *s, unsigned seat,
                            uint16_t losses[REGIONS][RATTUS_SEATS]);

enum { RATTUS_RINGS = 4, RATTUS_STAGES = 4, RATTUS_FEATURE_REVISION = 2 };

/* From one seat's perspective. That seat comes first, the others clockwise. */
/* clang-format off */
#define RATTUS_SEAT_FEATURES(ONE, LIST, GROUP)                                              \
    ONE(there) /* constant for each seat of the game, else 0 */                             \
    ONE(to_move) ONE(ender) /* it is this seat's turn; this seat ended the game */          \
    ONE(last_to_come) /* the seat still has its turn in the last round */                   \
    ONE(ahead) /* score if the final plague came now; others: less the first seat's */      \
    ONE(cubes) /* in regions and in the castle */                                           \
    ONE(castle) ONE(sheltered) /* cubes in the castle and in regions without rats */        \
    ONE(loss) /* expected loss if the final plague came now */                              \
    ONE(supply) ONE(supply_low) /* supply_low rises as the supply drops below six cubes */  \
    ONE(imminent) /* expected loss in the region that the plague is about to ravage */      \
    ONE(worst) /* largest expected loss in a region next to the plague */                   \
    ONE(regions) /* number of regions with cubes of the seat */                             \
    LIST(classes, CLASSES)                                                                  \
    /* cubes and expected loss in the plague's region, one step away, two steps, further */ \
    LIST(ring_cubes, RATTUS_RINGS) LIST(ring_loss, RATTUS_RINGS)
FEATURES_STRUCT(rattus_seat_features, RATTUS_SEAT_FEATURES);

/* What a seat can do and must fear next. */
#define RATTUS_OUTLOOK_FEATURES(ONE, LIST, GROUP)                                   \
    ONE(strike) /* the others' most loss, less its own, if it moved the plague */   \
    ONE(exposed) /* its largest expected loss where others could move the plague */ \
    ONE(growth) /* the most cubes that it can place in one region */                \
    ONE(safe_growth) /* the same where no other seat could move the plague */       \
    ONE(haven) /* cubes in regions without rats, which a king could take away */    \
    ONE(crowd) /* its cubes in the region where it has most */                      \
    ONE(majorities) /* regions with rats in which nobody has more cubes */          \
    ONE(unused) /* powers not used yet in its turn */
FEATURES_STRUCT(rattus_outlook_features, RATTUS_OUTLOOK_FEATURES);

#define RATTUS_REGION_FEATURES(ONE, LIST, GROUP)                                              \
    ONE(rats) ONE(own) ONE(others) /* tokens, cubes of the first seat, cubes of the others */ \
    ONE(plague)
FEATURES_STRUCT(rattus_region_features, RATTUS_REGION_FEATURES);

#define RATTUS_FEATURES_LIST(ONE, LIST, GROUP)                                                \
    GROUP(seats, RATTUS_SEATS, rattus_seat_features)                                          \
    /* the lead over the best other seat; only the current stage's entry is set, so that a */ \
    /* net can weigh a late lead more */                                                      \
    LIST(lead, RATTUS_STAGES)                                                                 \
    ONE(second_lead) /* the lead over the second best other seat */                           \
    LIST(stage, RATTUS_STAGES) /* only the current stage's entry is set */                    \
    ONE(tokens) ONE(tokens_low) /* in the supply; tokens_low rises as it drops below six */   \
    LIST(rats, RATS_MAX) /* number of regions with at least one, two, three tokens */         \
    ONE(far_rats) /* regions with two or more tokens, at least two steps from the plague */   \
    ONE(settle) ONE(free) ONE(witch) ONE(spread) ONE(knight) /* the phase */                  \
    ONE(took) ONE(grew) /* this turn a class has been taken, cubes have been placed */        \
    ONE(powers) /* number of powers that the seat to move has not used yet */                 \
    GROUP(outlook, RATTUS_SEATS, rattus_outlook_features)                                     \
    GROUP(regions, REGIONS, rattus_region_features)
FEATURES_STRUCT(rattus_features, RATTUS_FEATURES_LIST);
/* clang-format on */

enum { RATTUS_FEATURES = FEATURES_IN(rattus_features) };
_Static_assert(RATTUS_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
extern const struct feature rattus_features_names[];
void rattus_features(const void *state, int16_t (*features)[FEATURES_MAX]);

#endif
