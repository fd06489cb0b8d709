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

/* Parts of the same program: compilers address them directly. */
#pragma GCC visibility push(hidden)

/* For each set of eight places: how many members it has, and its members in order. The entries
 * after the members are unused. */
extern const uint8_t bits_count_8[256];
extern const bits_eight bits_places_8[256];
/* ten times each place, for lists of ten actions per place: SSE2 multiplies in four instructions */
extern const bits_eight bits_places_8_by_ten[256];

#pragma GCC visibility pop

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

/* The same for a set of eight places, and `first` given eight times. */
static inline unsigned bits_list_from(uint64_t set, bits_eight first, unsigned stride,
                                      uint16_t *list) {
    bits_eight eight =
        (stride == 10 ? bits_places_8_by_ten[set] : bits_places_8[set] * (uint16_t)stride) + first;
    memcpy(list, &eight, sizeof eight);
    return bits_count_8[set];
}

/* Writes first + stride · place and first + stride · place + step for every member of a set of
 * eight places; returns how many. The list needs room for 16 entries. */
static inline unsigned bits_list_twice(uint64_t set, unsigned first, unsigned step, unsigned stride,
                                       uint16_t *list) {
    bits_eight a = bits_places_8[set] * (uint16_t)stride + bits_all(first), b = a + bits_all(step),
               low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
               high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(list, &low, sizeof low);
    memcpy(list + 8, &high, sizeof high);
    return 2 * bits_count_8[set];
}

/* The same for the first four members of a set of eight places and a step of 1; returns how many
 * members the set has. The list needs room for 8 entries. */
static inline unsigned bits_list_pairs(uint64_t set, unsigned first, uint16_t *list) {
    bits_eight a = bits_places_8[set],
               pairs = __builtin_shufflevector(a, a, 0, 0, 1, 1, 2, 2, 3, 3);
    uint16_t n = (uint16_t)first, m = (uint16_t)(first + 1);
    pairs = pairs + pairs + (bits_eight){n, m, n, m, n, m, n, m};
    memcpy(list, &pairs, sizeof pairs);
    return bits_count_8[set];
}

/* Eight bytes as a number, the first lowest. Compilers make one load of it. */
static inline uint64_t bits_word(const uint8_t bytes[8]) {
    return bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* Which bytes of a word are not 0, as a set of eight places. No byte may exceed 128. The
 * multiplication moves bit 8 · i to bit 56 + i. */
static inline unsigned bits_nonzero(uint64_t word) {
    uint64_t some = (word + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
    return (unsigned)(some * 0x0102040810204080u >> 56);
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
