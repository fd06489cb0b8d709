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

typedef uint16_t bits_eight __attribute__((vector_size(16)));

/* For each set of eight places: how many members it has, and its members in order. The entries
 * after the members are unused. */
extern const uint8_t bits_count_8[256];
extern const bits_eight bits_places_8[256];

/* Eight times the same number. */
static inline bits_eight bits_all(unsigned number) {
    uint16_t n = (uint16_t)number;
    return (bits_eight){n, n, n, n, n, n, n, n};
}

/* Writes first + stride · place for every member of a set of at most 8 · eights places; returns
 * how many. The list needs room for seven more entries, because whole vectors are stored. */
static inline unsigned bits_list(uint64_t set, unsigned eights, unsigned first, unsigned stride,
                                 uint16_t *list) {
    unsigned count = 0;
    for (unsigned i = 0; i < eights; i++, set >>= 8) {
        bits_eight eight =
            bits_places_8[set & 255] * (uint16_t)stride + bits_all(first + stride * 8 * i);
        memcpy(list + count, &eight, sizeof eight);
        count += bits_count_8[set & 255];
    }
    return count;
}

/* The number of members. Written out, because processors without an instruction for it call a
 * slower function of the compiler's library. */
static inline unsigned bits_count(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(set * 0x0101010101010101u >> 56);
}

/* A random member of a set that has one. */
static inline unsigned bits_pick(uint64_t set, struct generator *generator) {
    unsigned skip = generator_below(generator, bits_count(set));
    for (; skip; skip--) set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

#endif
