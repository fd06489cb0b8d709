/* Sets as masks, and lists made of them without a branch that depends on what is in the set:
 * legal lists are made millions of times a second, and a wrong guess costs more than a few
 * useless stores. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* FOR_EACH_BIT(place, set) …: the members of a set, in order. */
#define FOR_EACH_BIT(place, set)                                              \
    for (unsigned set_##place = (set), place;                                 \
         set_##place && (place = (unsigned)__builtin_ctz(set_##place), true); \
         set_##place &= set_##place - 1)

typedef uint16_t bits_four __attribute__((vector_size(8)));

/* The places of the ones of four bits, in order; what follows them does not matter. */
static const bits_four bits_places[16] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};
static const uint8_t bits_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Writes first + stride · place for every member of a set of at most 4 · fours places; returns
 * how many. The list needs room for three more. */
static inline unsigned bits_list(uint64_t set, unsigned fours, unsigned first, unsigned stride,
                                 uint16_t *list) {
    unsigned count = 0;
    for (unsigned i = 0; i < fours; i++, set >>= 4) {
        bits_four four =
            bits_places[set & 15] * (uint16_t)stride + (uint16_t)(first + stride * 4 * i);
        memcpy(list + count, &four, sizeof four);
        count += bits_counts[set & 15];
    }
    return count;
}

#endif
