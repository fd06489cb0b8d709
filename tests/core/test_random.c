/* Compares the fast generator with numbers that were computed in Python from the published
 * definitions of splitmix64 and xoshiro256++. The sequence from {1, 2, 3, 4} is also that of the
 * Rust crate. */
#include "core/game.h"
#include "core/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_sequence(struct generator g, const uint64_t *expected, size_t count) {
    for (size_t i = 0; i < count; i++) assert_int_equal(generator_next(&g), expected[i]);
}

static uint64_t thousandth(struct generator g) {
    for (int i = 1; i < 1000; i++) generator_next(&g);
    return generator_next(&g);
}

static void the_state_1_2_3_4_gives_the_published_sequence(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    struct generator g = {.s = {1, 2, 3, 4}};
    assert_sequence(g, expected, 10);
    assert_int_equal(thousandth(g), 0xe82dbfdabb0d354u);
}

static void a_seed_is_spread_by_splitmix64(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 1234567); /* the example of Rosetta Code */
    assert_int_equal(g.s[0], 6457827717110365317u);
    assert_int_equal(g.s[1], 3203168211198807973u);
    assert_int_equal(g.s[2], 9817491932198370423u);
    assert_int_equal(g.s[3], 4593380528125082431u);
}

static void a_seed_gives_its_own_sequence(void **state) {
    (void)state;
    static const struct {
        uint64_t seed, first[5], thousandth;
    } table[] = {
        {0,
         {0x53175d61490b23dfu, 0x61da6f3dc380d507u, 0x5c0fdf91ec9a7bfcu, 0x02eebf8c3bbe5e1au,
          0x7eca04ebaf4a5eeau},
         0x376300fa032f6483u},
        {1,
         {0xcfc5d07f6f03c29bu, 0xbf424132963fe08du, 0x19a37d5757aaf520u, 0xbf08119f05cd56d6u,
          0x2f47184b86186fa4u},
         0x92d52100f9e1da0du},
        {42,
         {0xd0764d4f4476689fu, 0x519e4174576f3791u, 0xfbe07cfb0c24ed8cu, 0xb37d9f600cd835b8u,
          0xcb231c3874846a73u},
         0xa3ed059c1cc38790u},
        {UINT64_MAX,
         {0x56ccf8ce948e27b2u, 0xe68588432e5a5b90u, 0xe3e9b5a48119ca8bu, 0x460f19495532ae73u,
          0xa7d62040ea9263e1u},
         0x6e67f58f11f35060u},
        {0x123456789abcdefu,
         {0xb2f2a310e96bd1c5u, 0xb54062465b950493u, 0x87aca4a9668814b0u, 0xf13d2e2448a9cffbu,
          0xb7afdb427f6b86a2u},
         0x0e95e492e79688cfu},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct generator g;
        generator_seed(&g, table[i].seed);
        assert_sequence(g, table[i].first, 5);
        assert_int_equal(thousandth(g), table[i].thousandth);
    }
}

static void a_hash_is_read_as_little_endian_words(void **state) {
    (void)state;
    static const uint64_t expected[] = {0x171513110f151311u, 0xa2209f1d9c1e9d1bu,
                                        0xe0d100f0a090c0b0u, 0xf4601386bb253984u,
                                        0xf9bad1aa0181e716u};
    uint8_t hash[32];
    for (size_t i = 0; i < sizeof hash; i++) hash[i] = (uint8_t)i;
    struct generator g;
    generator_seed_hash(&g, hash);
    assert_int_equal(g.s[0], 0x0706050403020100u);
    assert_int_equal(g.s[3], 0x1f1e1d1c1b1a1918u);
    assert_sequence(g, expected, 5);
}

static void a_hash_of_zeros_is_mended(void **state) {
    (void)state;
    const uint8_t zeros[32] = {0};
    struct generator g, seeded;
    generator_seed_hash(&g, zeros);
    generator_seed(&seeded, 0);
    assert_memory_equal(&g, &seeded, sizeof g);
    assert_true(g.s[0] != 0 && g.s[1] != 0);
}

/* A single set bit is enough: only an all-zero state is replaced. */
static void a_hash_with_one_bit_is_taken_as_it_is(void **state) {
    (void)state;
    for (unsigned bit = 0; bit < 256; bit++) {
        uint8_t hash[32] = {0};
        uint64_t expected[4] = {0};
        hash[bit / 8] = (uint8_t)(1u << bit % 8);
        expected[bit / 64] = (uint64_t)1 << bit % 64;
        struct generator g;
        generator_seed_hash(&g, hash);
        assert_memory_equal(g.s, expected, sizeof expected);
    }
}

static void numbers_below_n_come_from_the_definition(void **state) {
    (void)state;
    static const struct {
        uint32_t n, drawn[8];
        uint64_t next; /* the following word, which shows how many words the rejections took */
    } table[] = {
        {1, {0, 0, 0, 0, 0, 0, 0, 0}, 0x352cf3daf095ccc7u},
        {2, {1, 0, 1, 1, 1, 1, 0, 1}, 0x352cf3daf095ccc7u},
        {6, {4, 1, 5, 4, 4, 3, 0, 3}, 0x352cf3daf095ccc7u},
        {1000, {814, 318, 983, 701, 793, 588, 125, 605}, 0x352cf3daf095ccc7u},
        {0x80000001u,
         {1505677232u, 1704037916u, 1262931840u, 269192319u, 2004347673u, 1201601868u, 1825425152u,
          1460302776u},
         0x11ccbfbb36590dbdu},
        {0xc0000000u,
         {2623060475u, 3169344956u, 403788479u, 1949235845u, 669103843u, 3006521509u, 223973324u,
          685509771u},
         0xce254eaf1b0177eu},
        {UINT32_MAX,
         {3497413966u, 1369325939u, 4225793274u, 3011354463u, 3408075831u, 2525863679u, 538384638u,
          2598981126u},
         0x352cf3daf095ccc7u},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct generator g;
        generator_seed(&g, 42);
        for (size_t k = 0; k < 8; k++)
            assert_int_equal(generator_below(&g, table[i].n), table[i].drawn[k]);
        assert_int_equal(generator_next(&g), table[i].next);
    }
}

/* Returns a generator whose first word has this upper half, to test a boundary with one draw. With
 * s[0] = 0 the first word is s[3] rotated left by 23. */
static struct generator aimed(uint32_t high_half) {
    uint64_t first = (uint64_t)high_half << 32;
    return (struct generator){.s = {0, 0x9e3779b97f4a7c15u, 7, first >> 23 | first << 41}};
}

static void a_word_at_the_border_of_rejection_is_judged_exactly(void **state) {
    (void)state;
    struct generator g = aimed(0x12345678u);
    assert_int_equal(generator_next(&g) >> 32, 0x12345678u);

    /* n = 3: 2^32 mod 3 = 1, so only the half word 0 (product 0 < 1) is rejected. */
    struct generator thrown = aimed(0), after = aimed(0);
    generator_next(&after);
    uint32_t second = (uint32_t)((generator_next(&after) >> 32) * 3 >> 32);
    assert_int_equal(generator_below(&thrown, 3), second);
    assert_memory_equal(&thrown, &after, sizeof after);

    /* The boundaries between 0, 1 and 2, and the last word, are accepted. */
    static const uint32_t halves[] = {1,           0x55555555u, 0x55555556u,
                                      0xaaaaaaaau, 0xaaaaaaabu, UINT32_MAX};
    static const uint32_t results[] = {0, 0, 1, 1, 2, 2};
    for (size_t i = 0; i < 6; i++) {
        struct generator kept = aimed(halves[i]), once = kept;
        assert_int_equal(generator_below(&kept, 3), results[i]);
        generator_next(&once);
        assert_memory_equal(&kept, &once, sizeof once);
    }
}

/* Also where the first word is rejected. */
static void an_outcome_is_drawn_like_a_number(void **state) {
    static const uint32_t halves[] = {0, 1, 0x55555555u, 0x55555556u, 0xaaaaaaabu, UINT32_MAX};
    struct outcomes outcomes;
    (void)state;
    outcomes_counted(&outcomes, 1 << 2 | 1 << 9 | 1 << 17, 3, 100, 0);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        static const uint16_t actions[] = {102, 109, 117};
        struct generator number = aimed(halves[i]), outcome = number;
        uint32_t drawn = generator_below(&number, 3);
        assert_int_equal(outcomes_draw(&outcomes, &outcome), actions[drawn]);
        assert_memory_equal(&number, &outcome, sizeof number);
    }
}

/* For n = 2^31 + 1 nearly half of all words are rejected, and each result must come from exactly
 * one word. This replaces trying all words for a small n. */
static void each_result_has_equally_many_words(void **state) {
    (void)state;
    const uint32_t n = 0x80000001u;
    uint32_t last = 0, seen = 0;
    for (uint32_t half = 0; half < 200000; half++) {
        struct generator g = aimed(half), once = g;
        uint32_t result = generator_below(&g, n);
        generator_next(&once);
        if (memcmp(&g, &once, sizeof g) != 0) continue; /* rejected */
        if (seen > 0) assert_int_equal(result, last + 1);
        last = result;
        seen++;
    }
    assert_in_range(seen, 99990, 100010);
}

static double chi_square(uint64_t seed, uint32_t n, uint32_t draws) {
    uint32_t counts[1000] = {0};
    struct generator g;
    generator_seed(&g, seed);
    assert_true(n <= 1000);
    for (uint32_t i = 0; i < draws; i++) {
        uint32_t drawn = generator_below(&g, n);
        assert_true(drawn < n);
        counts[drawn]++;
    }
    double expected = (double)draws / n, sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

/* The mean is n - 1, the variance 2 (n - 1). Five deviations in both directions: too even is as
 * wrong as too uneven. */
static void numbers_below_n_are_uniform(void **state) {
    (void)state;
    static const uint32_t sizes[] = {2, 3, 5, 6, 7, 10, 52, 97, 128, 1000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double freedom = sizes[i] - 1.0, off = chi_square(2024 + i, sizes[i], 1000000) - freedom;
        assert_true(off * off < 25 * 2 * freedom);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_1_2_3_4_gives_the_published_sequence),
        cmocka_unit_test(a_seed_is_spread_by_splitmix64),
        cmocka_unit_test(a_seed_gives_its_own_sequence),
        cmocka_unit_test(a_hash_is_read_as_little_endian_words),
        cmocka_unit_test(a_hash_of_zeros_is_mended),
        cmocka_unit_test(a_hash_with_one_bit_is_taken_as_it_is),
        cmocka_unit_test(numbers_below_n_come_from_the_definition),
        cmocka_unit_test(a_word_at_the_border_of_rejection_is_judged_exactly),
        cmocka_unit_test(an_outcome_is_drawn_like_a_number),
        cmocka_unit_test(each_result_has_equally_many_words),
        cmocka_unit_test(numbers_below_n_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
