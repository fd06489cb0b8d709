/* Committed randomness: a table's draws follow from a committed seed and from its people's entropy.
 *
 *   commitment = BLAKE2b-256("tafelrunde commit" ‖ table id ‖ seed)
 *                published when the table is made
 *   key        = BLAKE2b-256(seed ‖ entropy of seat 0 ‖ …)
 *                an opponent's entropy is 32 zero bytes
 *   words      = BLAKE2b-512, keyed with key, over j ‖ k ‖ i
 *                draw k of stream j, block i = 0, 1, …
 *
 * docs/records.md specifies this for implementers, with a worked example. */
#ifndef MATCH_DRAWS_H
#define MATCH_DRAWS_H

#include "core/blake2b.h"
#include "core/game.h"

enum { TABLE_ID_LENGTH = 22, SEED_SIZE = 32 };

void draws_commitment(const char *table, const uint8_t seed[SEED_SIZE],
                      uint8_t commitment[HASH_SIZE]);
void draws_key(const uint8_t seed[SEED_SIZE], const uint8_t entropy[][SEED_SIZE], unsigned players,
               uint8_t key[HASH_SIZE]);

/* Draw k of the outcomes' stream: an index into the outcomes. */
unsigned draws_pick(const uint8_t key[HASH_SIZE], uint32_t k, const struct outcome_list *outcomes);

/* Seed and table id of a simulation's game, from its text seed and number. */
void draws_simulated(const char *text, unsigned game, uint8_t seed[SEED_SIZE],
                     char table[TABLE_ID_LENGTH + 1]);

/* Derives a secret from another by a hash, so that it does not reveal the other. Each use has its
 * own number `what`. */
void draws_derive(const uint8_t seed[SEED_SIZE], uint8_t what, uint8_t derived[SEED_SIZE]);

/* Hashes and seeds as JSON strings of 64 hex digits. */
void draws_write_json(struct json_out *out, const char *name, const uint8_t bytes[HASH_SIZE]);
bool draws_read_json(struct json value, uint8_t bytes[HASH_SIZE])
    __attribute__((warn_unused_result));

/* Table ids: 16 bytes in base64url. */
void draws_write_id(const uint8_t bytes[16], char table[TABLE_ID_LENGTH + 1]);
bool draws_is_id(const char *text, size_t length);

#endif
