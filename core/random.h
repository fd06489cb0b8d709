/* A small, fast, seeded generator (xoshiro256++) for simulations, searches and determinisation.
 * The draws of a table come from match/draws.h instead. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

struct generator {
    uint64_t s[4];
};

void generator_seed(struct generator *g, uint64_t seed); /* spread by splitmix64 */
/* little-endian words; an all-zero state is replaced */
void generator_seed_hash(struct generator *g, const uint8_t hash[32]);

static inline uint64_t generator_rotl(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t generator_next(struct generator *g) {
    uint64_t *s = g->s, result = generator_rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = generator_rotl(s[3], 45);
    return result;
}

/* Uniform below n (n > 0), without bias: Lemire's multiplication with rejection. */
static inline uint32_t generator_below(struct generator *g, uint32_t n) {
    uint64_t m = (generator_next(g) >> 32) * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold) m = (generator_next(g) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

#endif
