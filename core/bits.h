/* Sets as bit masks, and lists made from them without data-dependent branches. Legal lists are
 * made millions of times per second, and a mispredicted branch costs more than a few useless
 * stores. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include "core/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* FOR_EACH_BIT(place, set) …: visits the members of a set in ascending order. */
#define FOR_EACH_BIT(place, set)                                              \
    for (unsigned set_##place = (set), place;                                 \
         set_##place && (place = (unsigned)__builtin_ctz(set_##place), true); \
         set_##place &= set_##place - 1)

typedef uint16_t bits_four __attribute__((vector_size(8)));

/* The positions of the one bits of a nibble, in order; the entries after them are unused. */
static const bits_four bits_places[16] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};
static const uint8_t bits_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Writes first + stride · place for every member of a set of at most 4 · fours places; returns
 * how many. The list needs room for three more entries, because whole nibbles are stored. */
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

/* A random member of a set that has one. */
static inline unsigned bits_pick(uint64_t set, struct generator *generator) {
    unsigned skip = generator_below(generator, (uint32_t)__builtin_popcountll(set));
    for (; skip; skip--) set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

#endif
