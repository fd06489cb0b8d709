/* BLAKE2b (RFC 7693), used for commitments, keys and the draws of a table. About 1 µs per 128
 * bytes. */
#ifndef CORE_BLAKE2B_H
#define CORE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum { BLAKE2B_BLOCK = 128, BLAKE2B_MAX = 64, HASH_SIZE = 32 };

struct blake2b {
    uint64_t h[8]; /* the chained value */
    uint64_t total[2]; /* bytes hashed so far */
    uint8_t block[BLAKE2B_BLOCK]; /* bytes not hashed yet */
    uint32_t filled;
    uint32_t size; /* size of the result in bytes */
};

/* 1 ≤ size ≤ 64, key_size ≤ 64 */
void blake2b_begin(struct blake2b *b, size_t size, const void *key, size_t key_size);
void blake2b_add(struct blake2b *b, const void *bytes, size_t length);
void blake2b_end(struct blake2b *b, void *result);
/* one call, without a key */
void blake2b_hash(const void *bytes, size_t length, uint8_t hash[HASH_SIZE]);

#endif
