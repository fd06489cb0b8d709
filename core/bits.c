/* The tables of bits.h. The preprocessor computes them, so that nothing has to be set up. */
#include "core/bits.h"

/* What is left of a set without its lowest 1, 2, … members. */
#define LESS_1(set) ((set) & ((set) - 1))
#define LESS_2(set) LESS_1(LESS_1(set))
#define LESS_4(set) LESS_2(LESS_2(set))
/* The lowest member. Of an empty set any number will do: that entry is never read. */
#define LOWEST(set) __builtin_ctz((set) | 256)
#define PLACES_TIMES(stride, set)            \
    {(stride) * LOWEST(set),                 \
     (stride) * LOWEST(LESS_1(set)),         \
     (stride) * LOWEST(LESS_2(set)),         \
     (stride) * LOWEST(LESS_1(LESS_2(set))), \
     (stride) * LOWEST(LESS_4(set)),         \
     (stride) * LOWEST(LESS_1(LESS_4(set))), \
     (stride) * LOWEST(LESS_2(LESS_4(set))), \
     (stride) * LOWEST(LESS_1(LESS_2(LESS_4(set))))}
#define PLACES(set) PLACES_TIMES(1, set)
#define PLACES_BY_TEN(set) PLACES_TIMES(10, set)

#define FOUR_SETS(row, set) row(set), row((set) + 1), row((set) + 2), row((set) + 3)
#define SIXTEEN_SETS(row, set)                                                 \
    FOUR_SETS(row, set), FOUR_SETS(row, (set) + 4), FOUR_SETS(row, (set) + 8), \
        FOUR_SETS(row, (set) + 12)
#define SIXTY_FOUR_SETS(row, set)                                                         \
    SIXTEEN_SETS(row, set), SIXTEEN_SETS(row, (set) + 16), SIXTEEN_SETS(row, (set) + 32), \
        SIXTEEN_SETS(row, (set) + 48)
#define ALL_SETS(row)                                                             \
    SIXTY_FOUR_SETS(row, 0), SIXTY_FOUR_SETS(row, 64), SIXTY_FOUR_SETS(row, 128), \
        SIXTY_FOUR_SETS(row, 192)

const uint8_t bits_count_8[256] = {ALL_SETS(__builtin_popcount)};
const bits_eight bits_places_8[256] = {ALL_SETS(PLACES)};
const bits_eight bits_places_8_by_ten[256] = {ALL_SETS(PLACES_BY_TEN)};
