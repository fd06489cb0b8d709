#include "match/draws.h"

#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>

void draws_commitment(const char *table, const uint8_t seed[SEED_SIZE],
                      uint8_t commitment[HASH_SIZE]) {
    static const char label[] = "tafelrunde commit";
    struct blake2b b;
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, label, sizeof label - 1);
    blake2b_add(&b, table, TABLE_ID_LENGTH);
    blake2b_add(&b, seed, SEED_SIZE);
    blake2b_end(&b, commitment);
}

void draws_key(const uint8_t seed[SEED_SIZE], const uint8_t entropy[][SEED_SIZE], unsigned players,
               uint8_t key[HASH_SIZE]) {
    struct blake2b b;
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, seed, SEED_SIZE);
    for (unsigned seat = 0; seat < players; seat++) blake2b_add(&b, entropy[seat], SEED_SIZE);
    blake2b_end(&b, key);
}

static void put32(uint8_t *at, uint32_t value) {
    for (unsigned i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void make_block(const uint8_t key[HASH_SIZE], uint32_t stream, uint32_t draw, uint32_t block,
                       uint8_t words[BLAKE2B_MAX]) {
    uint8_t where[12];
    struct blake2b b;
    put32(where, stream);
    put32(where + 4, draw);
    put32(where + 8, block);
    blake2b_begin(&b, BLAKE2B_MAX, key, HASH_SIZE);
    blake2b_add(&b, where, sizeof where);
    blake2b_end(&b, words);
}

/* Uniform below n: skips words at or above the greatest multiple of n within 2^64. */
static uint64_t below(const uint8_t key[HASH_SIZE], uint32_t stream, uint32_t draw, uint64_t n) {
    uint64_t skip = (0 - n) % n; /* 2^64 mod n; accepted words are below 2^64 - skip */
    for (uint32_t block = 0;; block++) {
        uint8_t words[BLAKE2B_MAX];
        make_block(key, stream, draw, block, words);
        for (unsigned i = 0; i < 8; i++) {
            uint64_t word = 0;
            for (unsigned byte = 8; byte-- > 0;) word = word << 8 | words[8 * i + byte];
            if (skip == 0 || word < 0 - skip) return word % n;
        }
    }
}

static uint32_t common_divisor(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned draws_pick(const uint8_t key[HASH_SIZE], uint32_t k, const struct outcome_list *outcomes) {
    ensure(outcomes->count > 0 && outcomes->total > 0);
    uint32_t divisor = 0;
    for (unsigned i = 0; i < outcomes->count; i++)
        divisor = common_divisor(outcomes->weights[i], divisor);
    uint64_t at = below(key, outcomes->stream, k, outcomes->total / divisor);
    unsigned i = 0;
    while (at >= outcomes->weights[i] / divisor) at -= outcomes->weights[i++] / divisor;
    ensure(i < outcomes->count);
    return i;
}

static unsigned write_decimal(unsigned number, char digits[10]) {
    unsigned length = 0;
    char reversed[10];
    do reversed[length++] = (char)('0' + number % 10);
    while (number /= 10);
    for (unsigned i = 0; i < length; i++) digits[i] = reversed[length - 1 - i];
    return length;
}

static void hash_numbered(const char *label, const char *text, unsigned game,
                          uint8_t hash[HASH_SIZE]) {
    char digits[10];
    struct blake2b b;
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, label, strlen(label));
    blake2b_add(&b, text, strlen(text));
    blake2b_add(&b, "/", 1);
    blake2b_add(&b, digits, write_decimal(game, digits));
    blake2b_end(&b, hash);
}

void draws_simulated(const char *text, unsigned game, uint8_t seed[SEED_SIZE],
                     char table[TABLE_ID_LENGTH + 1]) {
    uint8_t id[HASH_SIZE];
    hash_numbered("", text, game, seed);
    hash_numbered("tafelrunde table", text, game, id);
    draws_write_id(id, table);
}

void draws_derive(const uint8_t seed[SEED_SIZE], uint8_t what, uint8_t derived[SEED_SIZE]) {
    static const char label[] = "tafelrunde derive";
    struct blake2b b;
    blake2b_begin(&b, SEED_SIZE, NULL, 0);
    blake2b_add(&b, label, sizeof label - 1);
    blake2b_add(&b, seed, SEED_SIZE);
    blake2b_add(&b, &what, 1);
    blake2b_end(&b, derived);
}

void draws_write_json(struct json_out *out, const char *name, const uint8_t bytes[HASH_SIZE]) {
    char text[2 * HASH_SIZE + 1];
    hex_write(bytes, HASH_SIZE, text);
    json_text_n(out, name, text, 2 * HASH_SIZE);
}

bool draws_read_json(struct json value, uint8_t bytes[HASH_SIZE]) {
    char text[2 * HASH_SIZE + 1];
    return json_read_text(value, text, sizeof text, NULL) && hex_read(text, bytes, HASH_SIZE);
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void draws_write_id(const uint8_t bytes[16], char table[TABLE_ID_LENGTH + 1]) {
    for (unsigned i = 0; i < TABLE_ID_LENGTH; i++) {
        unsigned bit = 6 * i, high = (unsigned)bytes[bit / 8] << 8 |
                                     (bit / 8 + 1 < 16 ? bytes[bit / 8 + 1] : 0u);
        table[i] = base64[high >> (10 - bit % 8) & 63];
    }
    table[TABLE_ID_LENGTH] = 0;
}

bool draws_is_id(const char *text, size_t length) {
    if (length != TABLE_ID_LENGTH) return false;
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr(base64, text[i])) return false;
    return true;
}
