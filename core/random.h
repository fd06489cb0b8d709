/* A small, fast, seeded generator (xoshiro256++) for simulations, searches and determinisation.
 * The draws of a table come from match/draws.h instead. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdbool.h>
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

/* Uniform below n (n > 0), without bias: Lemire's multiplication with rejection. The number is the
 * high half of a product whose low half is almost never less than n; then it may have to be drawn
 * again. That is compiled apart, so that the usual case needs few registers. */
static inline uint64_t generator_product(struct generator *g, uint32_t n) {
    return (generator_next(g) >> 32) * n;
}

static inline bool generator_doubts(uint64_t product, uint32_t n) {
    return __builtin_expect((uint32_t)product < n, 0);
}

uint64_t generator_again(struct generator *g, uint32_t n, uint64_t product);

static inline uint32_t generator_below(struct generator *g, uint32_t n) {
    uint64_t product = generator_product(g, n);
    if (generator_doubts(product, n)) product = generator_again(g, n, product);
    return (uint32_t)(product >> 32);
}

#endif
