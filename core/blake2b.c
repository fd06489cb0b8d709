/* BLAKE2b (RFC 7693) in portable C: words are assembled from bytes, so the machine's byte order
 * does not matter. gcc and clang turn that into single loads. */
#include "core/blake2b.h"

#include "core/ensure.h"

#include <string.h>

enum { ROUNDS = 12 };

static const uint64_t iv[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* Which word of the block each step of a round mixes in (RFC 7693, 2.7; rounds 10 and 11 repeat
 * 0 and 1). */
/* clang-format off */
static const uint8_t sigma[ROUNDS][16] = {
    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15},
    {14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3},
    {11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4},
    { 7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8},
    { 9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13},
    { 2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9},
    {12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11},
    {13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10},
    { 6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5},
    {10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0},
    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15},
    {14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3},
};
/* clang-format on */

static uint64_t load(const uint8_t *bytes) {
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static inline uint64_t rotr(uint64_t x, int k) {
    return (x >> k) | (x << (64 - k));
}

/* Macros, because the rounds must be unrolled for sigma to become constants: three times as
 * fast. */
#define MIX(a, b, c, d, x, y) \
    do {                      \
        a += b + (x);         \
        d = rotr(d ^ a, 32);  \
        c += d;               \
        b = rotr(b ^ c, 24);  \
        a += b + (y);         \
        d = rotr(d ^ a, 16);  \
        c += d;               \
        b = rotr(b ^ c, 63);  \
    } while (0)

#define ROUND(r)                                                         \
    do {                                                                 \
        MIX(v[0], v[4], v[8], v[12], m[sigma[r][0]], m[sigma[r][1]]);    \
        MIX(v[1], v[5], v[9], v[13], m[sigma[r][2]], m[sigma[r][3]]);    \
        MIX(v[2], v[6], v[10], v[14], m[sigma[r][4]], m[sigma[r][5]]);   \
        MIX(v[3], v[7], v[11], v[15], m[sigma[r][6]], m[sigma[r][7]]);   \
        MIX(v[0], v[5], v[10], v[15], m[sigma[r][8]], m[sigma[r][9]]);   \
        MIX(v[1], v[6], v[11], v[12], m[sigma[r][10]], m[sigma[r][11]]); \
        MIX(v[2], v[7], v[8], v[13], m[sigma[r][12]], m[sigma[r][13]]);  \
        MIX(v[3], v[4], v[9], v[14], m[sigma[r][14]], m[sigma[r][15]]);  \
    } while (0)

static void compress(uint64_t h[8], const uint8_t *block, const uint64_t total[2], uint64_t last) {
    uint64_t v[16], m[16];
    for (int i = 0; i < 16; i++) m[i] = load(&block[8 * i]);
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = iv[i];
    }
    v[12] ^= total[0];
    v[13] ^= total[1];
    v[14] ^= last;
    ROUND(0);
    ROUND(1);
    ROUND(2);
    ROUND(3);
    ROUND(4);
    ROUND(5);
    ROUND(6);
    ROUND(7);
    ROUND(8);
    ROUND(9);
    ROUND(10);
    ROUND(11);
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

static void count(struct blake2b *b, size_t length) {
    b->total[0] += length;
    if (b->total[0] < length) b->total[1]++;
}

void blake2b_begin(struct blake2b *b, size_t size, const void *key, size_t key_size) {
    ensure(size >= 1 && size <= BLAKE2B_MAX);
    ensure(key_size <= BLAKE2B_MAX && (key != NULL || key_size == 0));
    memset(b, 0, sizeof *b);
    memcpy(b->h, iv, sizeof b->h);
    b->h[0] ^= 0x01010000u | (uint64_t)key_size << 8 | size;
    b->size = (uint32_t)size;
    if (key_size == 0) return;
    memcpy(b->block, key, key_size);
    b->filled = BLAKE2B_BLOCK; /* a key is a block of its own before the data, padded with zeros */
}

/* The last block is compressed differently, so a full block waits here until another byte
 * follows. */
void blake2b_add(struct blake2b *b, const void *bytes, size_t length) {
    ensure(bytes != NULL || length == 0);
    ensure(b->filled <= BLAKE2B_BLOCK);
    if (length == 0) return;
    const uint8_t *from = bytes;
    size_t room = BLAKE2B_BLOCK - b->filled;
    if (length > room) {
        memcpy(&b->block[b->filled], from, room);
        count(b, BLAKE2B_BLOCK);
        compress(b->h, b->block, b->total, 0);
        b->filled = 0;
        from += room;
        length -= room;
        for (; length > BLAKE2B_BLOCK; from += BLAKE2B_BLOCK, length -= BLAKE2B_BLOCK) {
            count(b, BLAKE2B_BLOCK);
            compress(b->h, from, b->total, 0);
        }
    }
    memcpy(&b->block[b->filled], from, length);
    b->filled += (uint32_t)length;
}

void blake2b_end(struct blake2b *b, void *result) {
    ensure(b->size >= 1 && b->size <= BLAKE2B_MAX); /* started */
    ensure(b->filled <= BLAKE2B_BLOCK);
    memset(&b->block[b->filled], 0, BLAKE2B_BLOCK - b->filled);
    count(b, b->filled);
    compress(b->h, b->block, b->total, UINT64_MAX);
    uint8_t *to = result;
    for (uint32_t i = 0; i < b->size; i++) to[i] = (uint8_t)(b->h[i / 8] >> (8 * (i % 8)));
}

void blake2b_hash(const void *bytes, size_t length, uint8_t hash[HASH_SIZE]) {
    struct blake2b b;
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, bytes, length);
    blake2b_end(&b, hash);
}
