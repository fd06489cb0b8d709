/* The sequential test of arena: what it reads, when it stops, and on which side. */
#include "cli/sprt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void bounds_are_two_ascending_numbers(void **state) {
    static const char *const wrong[] = {"", "5", "5,5", "10,0", "0,20x", "0,2000", "a,b", "0;20"};
    struct sprt sprt = {0};
    (void)state;
    assert_true(sprt_read(&sprt, "-5.5,20"));
    assert_true(sprt.elo[0] == -5.5 && sprt.elo[1] == 20);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(sprt_read(&sprt, wrong[i]));
}

/* Deals with these shares in turn; returns the verdict, and how many deals it took. */
static enum sprt_verdict repeat(unsigned players, const double *shares, unsigned count,
                                unsigned most, unsigned *deals) {
    struct sprt sprt = {.elo = {0, 50}, .players = players};
    enum sprt_verdict verdict = SPRT_OPEN;
    for (*deals = 0; verdict == SPRT_OPEN && *deals < most; ++*deals)
        verdict = sprt_add(&sprt, shares[*deals % count]);
    return verdict;
}

static void it_stops_when_one_strength_fits_better(void **state) {
    static const double better[] = {1, 0.5, 1, 0.5}, worse[] = {0, 0.5, 0.5}, even[] = {1, 0},
                        third[] = {2.0 / 3, 1.0 / 3, 2.0 / 3};
    unsigned deals, more;
    (void)state;
    assert_int_equal(repeat(2, better, 4, 10000, &deals), SPRT_HIGHER);
    assert_int_equal(repeat(2, worse, 3, 10000, &deals), SPRT_LOWER);
    /* exactly the lower hypothesis, with much noise: it takes longer */
    assert_int_equal(repeat(2, even, 2, 10000, &more), SPRT_LOWER);
    assert_true(more > deals);
    /* a share above a half is needed with two players, above a third with three */
    assert_int_equal(repeat(3, third, 3, 10000, &deals), SPRT_HIGHER);
}

static void a_few_deals_never_decide(void **state) {
    static const double won[] = {1};
    unsigned deals;
    (void)state;
    assert_int_equal(repeat(2, won, 1, 9, &deals), SPRT_OPEN);
    assert_int_equal(repeat(2, won, 1, 100, &deals), SPRT_HIGHER);
    assert_true(deals >= 10);
}

static void the_ratio_is_that_of_the_normal_approximation(void **state) {
    struct sprt sprt = {.elo = {0, 200}, .players = 2};
    (void)state;
    assert_true(sprt_ratio(&sprt) == 0);
    for (unsigned i = 0; i < 8; i++) sprt_add(&sprt, i % 4 ? 1 : 0.5);
    /* ten deals with mean 0.8, sum of squares 7.5: variance 1.1 / 9; shares 0.5 and 0.7597 */
    double ratio = sprt_ratio(&sprt), expected = 8 * 0.25975 * (1.75 - 1.25975) / (2 * 1.1 / 9);
    assert_true(ratio > expected - 0.01 && ratio < expected + 0.01);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_two_ascending_numbers),
        cmocka_unit_test(it_stops_when_one_strength_fits_better),
        cmocka_unit_test(a_few_deals_never_decide),
        cmocka_unit_test(the_ratio_is_that_of_the_normal_approximation),
    };
    return cmocka_run_group_tests_name("sprt", tests, NULL, NULL);
}
