/* Compares BLAKE2b with RFC 7693, the published keyed vectors, libsodium, and itself fed in pieces.
 * */
#include "core/blake2b.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 1100 };

static void hash(void *result, size_t size, const void *key, size_t key_size, const void *bytes,
                 size_t length) {
    struct blake2b b;
    blake2b_begin(&b, size, key, key_size);
    blake2b_add(&b, bytes, length);
    blake2b_end(&b, result);
}

/* Bytes 0, 1, 2, … as the published vectors use them. */
static void count_up(uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)i;
}

static void assert_hex(const uint8_t *bytes, size_t size, const char *expected) {
    char hex[2 * BLAKE2B_MAX + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, size);
    assert_string_equal(hex, expected);
}

static void abc_hashes_as_in_appendix_a(void **state) {
    (void)state;
    uint8_t result[64];
    hash(result, 64, NULL, 0, "abc", 3);
    assert_hex(result, 64,
               "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
               "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

static void nothing_hashes_to_the_published_values(void **state) {
    (void)state;
    uint8_t result[64];
    hash(result, 64, NULL, 0, NULL, 0);
    assert_hex(result, 64,
               "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
               "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce");
    hash(result, 32, NULL, 0, NULL, 0);
    assert_hex(result, 32, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

/* blake2b_selftest of RFC 7693, appendix E: the hash of the hashes of many sizes, keyed and not. */
static void selftest_sequence(uint8_t *bytes, size_t length, uint32_t seed) {
    uint32_t a = 0xDEAD4BADu * seed, b = 1;
    for (size_t i = 0; i < length; i++) {
        uint32_t t = a + b;
        a = b;
        b = t;
        bytes[i] = (uint8_t)(t >> 24);
    }
}

static void the_selftest_of_appendix_e_passes(void **state) {
    (void)state;
    static const size_t sizes[] = {20, 32, 48, 64}, lengths[] = {0, 3, 128, 129, 255, 1024};
    uint8_t in[1024], key[64], result[64];
    struct blake2b grand;
    blake2b_begin(&grand, 32, NULL, 0);
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < 6; k++) {
            selftest_sequence(in, lengths[k], (uint32_t)lengths[k]);
            hash(result, sizes[i], NULL, 0, in, lengths[k]);
            blake2b_add(&grand, result, sizes[i]);
            selftest_sequence(key, sizes[i], (uint32_t)sizes[i]);
            hash(result, sizes[i], key, sizes[i], in, lengths[k]);
            blake2b_add(&grand, result, sizes[i]);
        }
    }
    blake2b_end(&grand, result);
    assert_hex(result, 32, "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

/* From the authors' blake2b-kat.txt: key 00 01 … 3f, input 00 01 … of the given length. */
static void keyed_hashes_match_the_published_vectors(void **state) {
    (void)state;
    static const struct {
        size_t length;
        const char *hash;
    } vectors[] = {
        {0, "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
            "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568"},
        {1, "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4"
            "187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd"},
        {255, "142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e9248"
              "4be1c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461"},
    };
    uint8_t key[64], in[255], result[64];
    count_up(key, sizeof key);
    count_up(in, sizeof in);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        hash(result, 64, key, sizeof key, in, vectors[i].length);
        assert_hex(result, 64, vectors[i].hash);
    }
}

static void every_split_gives_the_hash_of_the_whole(void **state) {
    (void)state;
    uint8_t in[400], key[32], whole[64], parts[64];
    count_up(in, sizeof in);
    count_up(key, sizeof key);
    for (size_t key_size = 0; key_size <= sizeof key; key_size += sizeof key) {
        hash(whole, 64, key, key_size, in, sizeof in);
        for (size_t first = 0; first <= sizeof in; first++) {
            for (size_t second = first; second <= sizeof in; second += 1 + first % 7) {
                struct blake2b b;
                blake2b_begin(&b, 64, key, key_size);
                blake2b_add(&b, in, first);
                blake2b_add(&b, &in[first], second - first);
                blake2b_add(&b, second < sizeof in ? &in[second] : NULL, sizeof in - second);
                blake2b_end(&b, parts);
                assert_memory_equal(parts, whole, 64);
            }
        }
    }
}

static void equal_pieces_of_any_size_give_the_hash_of_the_whole(void **state) {
    (void)state;
    uint8_t in[LONGEST], whole[32], parts[32];
    count_up(in, sizeof in);
    hash(whole, 32, NULL, 0, in, sizeof in);
    for (size_t step = 1; step <= sizeof in; step++) {
        struct blake2b b;
        blake2b_begin(&b, 32, NULL, 0);
        for (size_t at = 0; at < sizeof in; at += step) {
            blake2b_add(&b, &in[at], step < sizeof in - at ? step : sizeof in - at);
        }
        blake2b_end(&b, parts);
        assert_memory_equal(parts, whole, 32);
    }
}

static void libsodium_agrees_on_every_length(void **state) {
    (void)state;
    uint8_t in[LONGEST], key[64], ours[64], theirs[64];
    selftest_sequence(in, sizeof in, 1);
    selftest_sequence(key, sizeof key, 2);
    for (size_t length = 0; length <= sizeof in; length++) {
        for (size_t key_size = 0; key_size <= 64; key_size += 32) {
            hash(ours, 64, key, key_size, in, length);
            assert_int_equal(crypto_generichash(theirs, 64, in, length, key, key_size), 0);
            assert_memory_equal(ours, theirs, 64);
        }
    }
}

/* crypto_generichash takes no result below 16 bytes; the function below it does. */
static void libsodium_agrees_on_every_size_and_key_size(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 1, 64, 127, 128, 129, 256, 257};
    uint8_t in[257], key[64], ours[65], theirs[64];
    selftest_sequence(in, sizeof in, 3);
    selftest_sequence(key, sizeof key, 4);
    for (size_t size = 1; size <= 64; size++) {
        for (size_t key_size = 0; key_size <= 64; key_size++) {
            size_t length = lengths[(size + key_size) % 8];
            ours[size] = 0xA5; /* detects a write beyond the result */
            hash(ours, size, key, key_size, in, length);
            assert_int_equal(crypto_generichash_blake2b(theirs, size, in, length,
                                                        key_size > 0 ? key : NULL, key_size),
                             0);
            assert_memory_equal(ours, theirs, size);
            assert_int_equal(ours[size], 0xA5);
        }
    }
}

/* Hashing 2^64 bytes is impossible, so the test sets the counter. The expected result was computed
 * in Python. */
static void the_count_of_bytes_carries_into_the_second_word(void **state) {
    (void)state;
    uint8_t in[200] = {0}, result[64];
    struct blake2b b;
    blake2b_begin(&b, 64, NULL, 0);
    b.total[0] = UINT64_MAX - 127; /* as after 2^64 - 128 bytes: the next block carries */
    blake2b_add(&b, in, sizeof in);
    assert_int_equal(b.total[0], 0);
    assert_int_equal(b.total[1], 1);
    blake2b_end(&b, result);
    assert_hex(result, 64,
               "bcd3df08e76bc21fee9895fa57c6246d7b7a8a04d1d6d932d1673510044e68af"
               "46ff9117de759ae8b0ac74cb8feee5c3e149c7c135cbb18347491b0b68fcc7c3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abc_hashes_as_in_appendix_a),
        cmocka_unit_test(nothing_hashes_to_the_published_values),
        cmocka_unit_test(the_selftest_of_appendix_e_passes),
        cmocka_unit_test(keyed_hashes_match_the_published_vectors),
        cmocka_unit_test(every_split_gives_the_hash_of_the_whole),
        cmocka_unit_test(equal_pieces_of_any_size_give_the_hash_of_the_whole),
        cmocka_unit_test(libsodium_agrees_on_every_length),
        cmocka_unit_test(libsodium_agrees_on_every_size_and_key_size),
        cmocka_unit_test(the_count_of_bytes_carries_into_the_second_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
