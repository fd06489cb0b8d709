/* The inputs of Duell der Baumeister's net. */
#ifndef DUELL_FEATURES_H
#define DUELL_FEATURES_H

#include "core/features.h"
#include "core/tuning.h"
#include "games/duell/duell.h"

/* Cards by what they do; materials, craftsmen and "1 ×" cards have one number each. */
enum {
    SLOT_POWER,
    SLOT_GOLD,
    SLOT_INFLUENCE,
    SLOT_MARKET,
    SLOT_FREE,
    SLOT_FETCH,
    SLOT_WOOLTRADER,
    SLOT_CHEAP,
    SLOT_SEAL,
    SLOT_ROB,
    SLOT_MATERIAL,
    SLOT_CRAFTSMAN = SLOT_MATERIAL + MATERIALS,
    SLOT_ONCE = SLOT_CRAFTSMAN + MATERIALS,
    SLOTS = SLOT_ONCE + ONCES
};

enum { GOLD_STEPS = 5, STACK_TOP = 2, ASKED_PHASES = 9, DUELL_FEATURE_REVISION = 2 };

/* "Yes" or "much" is about 64. Where it is one seat or the other, +64 is the viewer and −64 its
 * opponent. */
/* clang-format off */
#define DUELL_TURN_SECTION_FEATURES(ONE, LIST, GROUP)                  \
    ONE(open) /* neither seat has finished it: its bonus can be had */ \
    ONE(built) /* in this turn, by the seat whose turn it is */
FEATURES_STRUCT(duell_turn_section_features, DUELL_TURN_SECTION_FEATURES);

#define DUELL_SEAL_FEATURES(ONE, LIST, GROUP) LIST(seal, NEUTRALS)
FEATURES_STRUCT(duell_seal_features, DUELL_SEAL_FEATURES);

#define DUELL_MATERIAL_FEATURES(ONE, LIST, GROUP)                        \
    ONE(lacks) /* markers that the building still needs */               \
    ONE(worked) ONE(raw) /* how many of them are there, worked or not */
FEATURES_STRUCT(duell_material_features, DUELL_MATERIAL_FEATURES);

#define DUELL_SECTION_FEATURES(ONE, LIST, GROUP)    \
    ONE(pieces) /* built */                         \
    ONE(ready) /* the rest is there, worked */      \
    ONE(affordable) /* and so is the gold for it */
FEATURES_STRUCT(duell_section_features, DUELL_SECTION_FEATURES);

#define DUELL_SEAT_FEATURES(ONE, LIST, GROUP)                                   \
    ONE(gold) LIST(gold_steps, GOLD_STEPS) LIST(seals, NEUTRALS)                \
    GROUP(materials, MATERIALS, duell_material_features)                        \
    ONE(spare_wool) /* wool to sell */                                          \
    GROUP(sections, SECTIONS, duell_section_features) ONE(pieces) ONE(finished) \
    LIST(hand, ONCES) ONE(tithe)                                                \
    LIST(cards, SLOTS) /* of the layout, by the chance to get them */
FEATURES_STRUCT(duell_seat_features, DUELL_SEAT_FEATURES);

#define DUELL_FEATURES_LIST(ONE, LIST, GROUP)                                            \
    ONE(blue) ONE(acts) ONE(holder) ONE(sign) ONE(turn_to_come) ONE(other_turn_to_come)  \
    ONE(winning) /* if the game ended now */                                             \
    ONE(rounds_left) ONE(last_round) ONE(last_but_one) ONE(last_pass) ONE(claims_second) \
    LIST(round_of_pass, PASS_ROUNDS) ONE(stack_b) LIST(phase, ASKED_PHASES)              \
    GROUP(sections, SECTIONS, duell_turn_section_features)                               \
    GROUP(stack, STACK_TOP, duell_seal_features) ONE(stack_count) ONE(cheap) ONE(site)   \
    ONE(labour) ONE(pieces) ONE(allowance) ONE(buying)                                   \
    ONE(selling) /* if both built all they can right now */                              \
    ONE(ahead) ONE(ahead_sections) ONE(ahead_pieces) ONE(ahead_gold)                     \
    ONE(ahead_progress) /* invested in the building so far */                            \
    ONE(ahead_late) /* the same; counts more as the end comes near */                    \
    ONE(ahead_built) /* sections and pieces; counts more as the end comes near */        \
    /* the chance to win the fight that is on, or one that began now */ ONE(fight)       \
    ONE(next_fight) ONE(fight_sum) ONE(flips) ONE(other_flips)                           \
    GROUP(seats, DUELL_SEATS, duell_seat_features)                                       \
    LIST(deck, SLOTS) /* cards that may still be dealt in this pass */
FEATURES_STRUCT(duell_features, DUELL_FEATURES_LIST);
/* clang-format on */

enum { DUELL_FEATURES = FEATURES_IN(duell_features) };
_Static_assert(DUELL_FEATURES - 0u <= FEATURES_MAX - 0u, "a net has so many inputs");
extern const struct feature duell_features_names[];
void duell_features(const void *state, int16_t (*features)[FEATURES_MAX]);

#endif
