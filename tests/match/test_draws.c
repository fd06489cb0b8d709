/* The committed randomness of a table. The numbers come from Python's hashlib, which shares
 * nothing with our BLAKE2b:
 *
 *   b2 = hashlib.blake2b
 *   seed = bytes(range(32)); table = b"ABCDEFGHIJKLMNOPQRSTUV"
 *   ent = [b"\x11" * 32, bytes(32), bytes(range(32, 64))]
 *   key = b2(seed + b"".join(ent), digest_size=32).digest()
 *   block = lambda j, k, i: b2(struct.pack("<3I", j, k, i), digest_size=64, key=key).digest()
 *   words = lambda j, k, i: struct.unpack("<8Q", block(j, k, i)) */
#include "match/draws.h"

#include "core/hex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char table[] = "ABCDEFGHIJKLMNOPQRSTUV";

static void make_seed(uint8_t seed[SEED_SIZE]) {
    for (unsigned i = 0; i < SEED_SIZE; i++) seed[i] = (uint8_t)i;
}

static void make_key(uint8_t key[HASH_SIZE]) {
    uint8_t seed[SEED_SIZE], entropy[3][SEED_SIZE] = {{0}};
    make_seed(seed);
    memset(entropy[0], 0x11, SEED_SIZE);
    for (unsigned i = 0; i < SEED_SIZE; i++) entropy[2][i] = (uint8_t)(32 + i);
    draws_key(seed, (const uint8_t(*)[SEED_SIZE])entropy, 3, key);
}

static void assert_hex(const uint8_t *bytes, const char *expected) {
    char text[2 * HASH_SIZE + 1];
    hex_write(bytes, HASH_SIZE, text);
    assert_string_equal(text, expected);
}

static struct outcome_list weighted(unsigned stream, const uint32_t *weights, unsigned count) {
    struct outcome_list o = {.count = (uint16_t)count, .stream = (uint16_t)stream};
    for (unsigned i = 0; i < count; i++) {
        o.weights[i] = weights[i];
        o.total += weights[i];
        o.actions[i] = (uint16_t)(100 + i);
    }
    return o;
}

/* ── commitment and key ────────────────────────────────────────────────── */

/* b2(b"tafelrunde commit" + table + seed, digest_size=32).hexdigest() */
static void the_commitment_is_the_hash_of_label_table_and_seed(void **state) {
    uint8_t seed[SEED_SIZE], commitment[HASH_SIZE];
    (void)state;
    make_seed(seed);
    draws_commitment(table, seed, commitment);
    assert_hex(commitment, "0c90dcb3f0cc4c97200c9e65c4f5009608643deba0b480e710ec5bc38b168f4e");
}

static void another_table_or_seed_has_another_commitment(void **state) {
    uint8_t seed[SEED_SIZE], one[HASH_SIZE], other[HASH_SIZE];
    (void)state;
    make_seed(seed);
    draws_commitment(table, seed, one);
    draws_commitment("ABCDEFGHIJKLMNOPQRSTUW", seed, other);
    assert_memory_not_equal(one, other, HASH_SIZE);
    seed[31] ^= 1;
    draws_commitment(table, seed, other);
    assert_memory_not_equal(one, other, HASH_SIZE);
}

/* key.hex(), and with the entropy of two seats: b2(seed + b"".join(ent[:2]),
 * digest_size=32).hexdigest() */
static void the_key_is_the_hash_of_seed_and_entropy_by_seat(void **state) {
    uint8_t seed[SEED_SIZE], key[HASH_SIZE], entropy[2][SEED_SIZE] = {{0}};
    (void)state;
    make_key(key);
    assert_hex(key, "f933e2ef406bdbcff10949bb61b777773d73182f564e2efa99e5f98c266cf445");
    make_seed(seed);
    memset(entropy[0], 0x11, SEED_SIZE);
    draws_key(seed, (const uint8_t(*)[SEED_SIZE])entropy, 2, key);
    assert_hex(key, "70a030c2bb77344cce9a5bb13ec1f6f1beaf146c4ac4380eaf99f0021ccbb80d");
}

/* ── picking an outcome ────────────────────────────────────────────────── */

/* w divided by reduce(gcd, w); n = sum(w); the first word x < 2**64 // n * n of i = 0, 1, …; its
 * place is where x % n falls. */
static void picks_are_those_of_the_formula_in_python(void **state) {
    static const struct {
        uint32_t weights[6];
        unsigned count;
        unsigned picks[8];
    } rows[] = {
        {{1, 1, 1, 1, 1, 1}, 6, {0, 2, 1, 3, 4, 4, 2, 5}},
        {{4, 2, 6, 8, 2}, 5, {2, 2, 2, 2, 3, 1, 4, 2}},
        {{5}, 1, {0, 0, 0, 0, 0, 0, 0, 0}},
        {{1500000000u, 1000000001u, 1}, 3, {1, 1, 0, 0, 1, 1, 0, 1}},
    };
    static const uint32_t where[8][2] = {{0, 0}, {0, 1}, {0, 2},  {1, 0},
                                         {2, 0}, {2, 1}, {15, 0}, {15, 70000}};
    uint8_t key[HASH_SIZE];
    (void)state;
    make_key(key);
    for (size_t r = 0; r < COUNT(rows); r++)
        for (size_t i = 0; i < COUNT(where); i++) {
            struct outcome_list o = weighted(where[i][0], rows[r].weights, rows[r].count);
            assert_int_equal(draws_pick(key, where[i][1], &o), rows[r].picks[i]);
        }
}

/* The formula of docs/records.md, implemented literally and slowly. `skipped` counts the rejected
 * words. */
static unsigned slow_pick(const uint8_t key[HASH_SIZE], uint32_t j, uint32_t k,
                          const uint32_t *weights, unsigned count, unsigned *skipped) {
    uint64_t divisor = 0, n = 0;
    for (uint64_t d = 1; d <= weights[0]; d++) {
        bool all = true;
        for (unsigned i = 0; i < count; i++) all &= weights[i] % d == 0;
        if (all) divisor = d;
    }
    for (unsigned i = 0; i < count; i++) n += weights[i] / divisor;
    unsigned __int128 limit = ((unsigned __int128)1 << 64) / n * n;
    for (uint32_t block = 0;; block++) {
        const uint32_t numbers[3] = {j, k, block};
        uint8_t input[12], output[64];
        struct blake2b b;
        for (unsigned i = 0; i < 12; i++) input[i] = (uint8_t)(numbers[i / 4] >> (8 * (i % 4)));
        blake2b_begin(&b, 64, key, HASH_SIZE);
        blake2b_add(&b, input, 12);
        blake2b_end(&b, output);
        for (unsigned w = 0; w < 8; w++) {
            uint64_t word = 0;
            for (unsigned i = 0; i < 8; i++) word |= (uint64_t)output[8 * w + i] << (8 * i);
            if (word >= limit) {
                ++*skipped;
                continue;
            }
            uint64_t at = word % n;
            for (unsigned i = 0; i < count; i++) {
                if (at < weights[i] / divisor) return i;
                at -= weights[i] / divisor;
            }
        }
    }
}

/* With 32-bit totals fewer than one word in four billion is rejected, so none is here; the formula
 * checks the bound itself. */
static void picks_agree_with_a_slow_implementation(void **state) {
    uint8_t key[HASH_SIZE];
    struct generator g;
    unsigned skipped = 0;
    (void)state;
    make_key(key);
    generator_seed(&g, 1);
    for (unsigned n = 0; n < 2000; n++) {
        uint32_t weights[8], count = 1 + generator_below(&g, 8), scale = 1 + generator_below(&g, 9),
                             stream = generator_below(&g, STREAMS_MAX);
        for (unsigned i = 0; i < count; i++) weights[i] = scale * (1 + generator_below(&g, 40));
        struct outcome_list o = weighted(stream, weights, count);
        assert_int_equal(draws_pick(key, n, &o),
                         slow_pick(key, stream, n, weights, count, &skipped));
    }
    assert_int_equal(skipped, 0);
}

static void a_common_factor_of_the_weights_changes_nothing(void **state) {
    static const uint32_t once[] = {3, 1, 7}, many[] = {3 * 97, 97, 7 * 97},
                          large[] = {3u << 28, 1u << 28, 7u << 28};
    uint8_t key[HASH_SIZE];
    (void)state;
    make_key(key);
    for (unsigned k = 0; k < 500; k++) {
        struct outcome_list a = weighted(4, once, 3), b = weighted(4, many, 3),
                            c = weighted(4, large, 3);
        assert_int_equal(draws_pick(key, k, &a), draws_pick(key, k, &b));
        assert_int_equal(draws_pick(key, k, &a), draws_pick(key, k, &c));
    }
}

/* Frequencies are within five standard deviations, for weights whose total nearly fills 32 bits and
 * for small ones. */
static void outcomes_come_as_often_as_their_weights_say(void **state) {
    static const uint32_t large[] = {2147483647u, 1431655765u, 715827882u}, small[] = {1, 2, 5};
    static const uint32_t *const tables[] = {large, small};
    uint8_t key[HASH_SIZE];
    const unsigned draws = 8000;
    (void)state;
    make_key(key);
    for (unsigned t = 0; t < 2; t++) {
        unsigned counts[3] = {0};
        struct outcome_list o = weighted(t, tables[t], 3);
        for (unsigned k = 0; k < draws; k++) counts[draws_pick(key, k, &o)]++;
        for (unsigned i = 0; i < 3; i++) {
            double p = (double)o.weights[i] / o.total, difference = counts[i] - draws * p;
            assert_true(difference * difference < 25 * draws * p * (1 - p));
        }
    }
}

static void streams_and_draws_are_independent_of_each_other(void **state) {
    static const uint32_t weights[] = {1, 1};
    uint8_t key[HASH_SIZE];
    unsigned by_stream = 0, by_draw = 0, by_key = 0;
    (void)state;
    make_key(key);
    for (unsigned k = 0; k < 1000; k++) {
        struct outcome_list a = weighted(0, weights, 2), b = weighted(1, weights, 2);
        unsigned pick = draws_pick(key, k, &a);
        by_stream += pick == draws_pick(key, k, &b);
        by_draw += pick == draws_pick(key, k + 1, &a);
        key[0] ^= 1;
        by_key += pick == draws_pick(key, k, &a);
        key[0] ^= 1;
    }
    assert_in_range(by_stream, 420, 580);
    assert_in_range(by_draw, 420, 580);
    assert_in_range(by_key, 420, 580);
}

/* ── what follows from seeds ────────────────────────────────────────────────── */

/* b2(b"abc/12", digest_size=32).hexdigest(); base64.urlsafe_b64encode(b2(b"tafelrunde table" +
 * b"abc/12", digest_size=32).digest()[:16])[:22] */
static void simulated_games_have_their_numbered_seeds_and_ids(void **state) {
    static const struct {
        const char *text;
        unsigned game;
        const char *seed, *id;
    } rows[] = {
        {"abc", 0, "76eb7c56e5940f6031b7a60cb6d9103369df4b946183d69ab2fa8df648e2a85b",
         "TDn4NcFWoB_QZuXKggQHGg"},
        {"abc", 12, "abc03e08e8013ffeab4d1be2c253435fc56d5295977c58e68e8cc0b8e586e07d",
         "6rZCwGcjWApP5FWbfTXvRg"},
        {"Köln", 4294967295u, "39dfb1939b869c806f80575fb149cf8b74abf67963c606195a1f01b445350808",
         "DTYz2yPE_weYWPIobrds6g"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t seed[SEED_SIZE];
        char id[TABLE_ID_LENGTH + 1];
        draws_simulated(rows[i].text, rows[i].game, seed, id);
        assert_hex(seed, rows[i].seed);
        assert_string_equal(id, rows[i].id);
        assert_true(draws_is_id(id, strlen(id)));
    }
}

/* b2(b"tafelrunde derive" + seed + bytes([what]), digest_size=32).hexdigest() for what = 0 and 5 */
static void derived_secrets_differ_by_what_they_are_for(void **state) {
    uint8_t seed[SEED_SIZE], derived[SEED_SIZE];
    (void)state;
    make_seed(seed);
    draws_derive(seed, 0, derived);
    assert_hex(derived, "edce1309b08a46e7885f99ee74cfc0d4831ec23d6d5bcd938348a7307d83ca09");
    draws_derive(seed, SEATS_MAX, derived);
    assert_hex(derived, "72739700af3bd4899dc649c5df10d93a8b4c6bf17c4c5fcdf07d9f3e7a32b71d");
}

static void a_derived_secret_may_take_the_place_of_the_seed(void **state) {
    uint8_t seed[SEED_SIZE];
    (void)state;
    make_seed(seed);
    draws_derive(seed, SEATS_MAX, seed);
    assert_hex(seed, "72739700af3bd4899dc649c5df10d93a8b4c6bf17c4c5fcdf07d9f3e7a32b71d");
}

/* ── hex digits and ids ────────────────────────────────────────────────── */

static void hex_survives_writing_and_reading(void **state) {
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        uint8_t bytes[3] = {(uint8_t)first, 0, (uint8_t)(255 - first)}, again[3];
        char *text = malloc(7);
        hex_write(bytes, 3, text);
        assert_int_equal(strlen(text), 6);
        assert_true(hex_read(text, again, 3));
        assert_memory_equal(bytes, again, 3);
        free(text);
    }
}

static void bad_hex_is_refused_and_changes_nothing(void **state) {
    static const char *const bad[] = {"",       "0",       "01020",        "0102030",
                                      "01020g", "01020A",  "0x0203",       " 10203",
                                      "01 203", "01020\n", "0102\xc3\xa4", "010203 "};
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint8_t bytes[3] = {7, 8, 9};
        assert_false(hex_read(bad[i], bytes, 3));
        assert_memory_equal(bytes, ((uint8_t[]){7, 8, 9}), 3);
    }
}

/* base64.urlsafe_b64encode(…)[:22] */
static void ids_are_base64url_without_padding(void **state) {
    uint8_t bytes[16];
    char id[TABLE_ID_LENGTH + 1];
    (void)state;
    for (unsigned i = 0; i < 16; i++) bytes[i] = (uint8_t)(240 + i);
    draws_write_id(bytes, id);
    assert_string_equal(id, "8PHy8_T19vf4-fr7_P3-_w");
    for (unsigned i = 0; i < 16; i++) bytes[i] = (uint8_t)(16 * i);
    draws_write_id(bytes, id);
    assert_string_equal(id, "ABAgMEBQYHCAkKCwwNDg8A");
    memset(bytes, 0xff, 16);
    draws_write_id(bytes, id);
    assert_string_equal(id, "_____________________w");
    memset(bytes, 0, 16);
    draws_write_id(bytes, id);
    assert_string_equal(id, "AAAAAAAAAAAAAAAAAAAAAA");
}

static void what_is_no_id_is_refused(void **state) {
    (void)state;
    assert_true(draws_is_id("ABCDEFGHIJKLMNOPQRSTUV", 22));
    assert_true(draws_is_id("abcdefghij0123456789-_", 22));
    assert_false(draws_is_id("ABCDEFGHIJKLMNOPQRSTUV", 21));
    assert_false(draws_is_id("ABCDEFGHIJKLMNOPQRSTUVW", 23));
    assert_false(draws_is_id("", 0));
    static const char *const bad[] = {"ABCDEFGHIJKLMNOPQRSTU=",       "ABCDEFGHIJKLMNOPQRSTU+",
                                      "ABCDEFGHIJKLMNOPQRSTU/",       " BCDEFGHIJKLMNOPQRSTUV",
                                      "ABCDEFGHIJKLMNOPQRST\xc3\xa4", "ABCDEFGHIJ\0LMNOPQRSTUV"};
    for (size_t i = 0; i < COUNT(bad); i++) assert_false(draws_is_id(bad[i], 22));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_commitment_is_the_hash_of_label_table_and_seed),
        cmocka_unit_test(another_table_or_seed_has_another_commitment),
        cmocka_unit_test(the_key_is_the_hash_of_seed_and_entropy_by_seat),
        cmocka_unit_test(picks_are_those_of_the_formula_in_python),
        cmocka_unit_test(picks_agree_with_a_slow_implementation),
        cmocka_unit_test(a_common_factor_of_the_weights_changes_nothing),
        cmocka_unit_test(outcomes_come_as_often_as_their_weights_say),
        cmocka_unit_test(streams_and_draws_are_independent_of_each_other),
        cmocka_unit_test(simulated_games_have_their_numbered_seeds_and_ids),
        cmocka_unit_test(derived_secrets_differ_by_what_they_are_for),
        cmocka_unit_test(a_derived_secret_may_take_the_place_of_the_seed),
        cmocka_unit_test(hex_survives_writing_and_reading),
        cmocka_unit_test(bad_hex_is_refused_and_changes_nothing),
        cmocka_unit_test(ids_are_base64url_without_padding),
        cmocka_unit_test(what_is_no_id_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
