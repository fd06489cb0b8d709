/* Seeding of the fast generator (see random.h): from a number through splitmix64, as its authors
 * advise, so that similar seeds give unrelated sequences; or from a hash, which needs no mixing. */
#include "core/random.h"

#include "core/ensure.h"

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void generator_seed(struct generator *g, uint64_t seed) {
    for (int i = 0; i < 4; i++) g->s[i] = splitmix64(&seed);
    /* splitmix64 never gives the same word twice running */
    ensure((g->s[0] | g->s[1] | g->s[2] | g->s[3]) != 0);
}

void generator_seed_hash(struct generator *g, const uint8_t hash[32]) {
    uint64_t any = 0;
    for (int i = 0; i < 4; i++) {
        g->s[i] = 0;
        for (int k = 7; k >= 0; k--) g->s[i] = g->s[i] << 8 | hash[8 * i + k];
        any |= g->s[i];
    }
    if (any == 0) generator_seed(g, 0); /* the one state that reproduces itself */
}

uint64_t generator_again(struct generator *g, uint32_t n, uint64_t product) {
    uint32_t threshold = -n % n;
    while ((uint32_t)product < threshold) product = generator_product(g, n);
    return product;
}
