/* The rules of Goofspiel, one test per sentence. */
#include "games/goofspiel/components.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct game goofspiel_game;

static struct table t;

static void the_highest_bid_wins_the_prize(void **state) {
    (void)state;
    table_open(&t, &goofspiel_game, 3, "");
    steps(&t, "chance turn 10");
    expect_event(&t, "goofspiel.event.turn", "prize=10");
    expect_to_move(&t, "0 1 2");
    steps(&t, "2 bid 01; 0 bid 09");
    /* nobody learns a bid before the last one is in */
    assert_int_equal(count_events(&t, "goofspiel.event.bid"), 0);
    steps(&t, "1 bid 12");
    expect_event(&t, "goofspiel.event.bid", "who=0 card=09");
    expect_event(&t, "goofspiel.event.won", "who=1 prizes=0x200");
    expect_score(&t, 1, 10);
    expect_part(&t, "prizes", 1, 1);
    expect_place(&t, 1, 1);
    expect_place(&t, 0, 2);
}

static void tied_prizes_stay(void **state) {
    (void)state;
    table_open(&t, &goofspiel_game, 2, "");
    steps(&t, "chance turn 10; 0 bid 05; 1 bid 05");
    assert_int_equal(count_events(&t, "goofspiel.event.tie"), 1);
    expect_score(&t, 0, 0);
    steps(&t, "chance turn 03; 0 bid 06; 1 bid 04");
    expect_event(&t, "goofspiel.event.won", "who=0 prizes=0x204");
    expect_score(&t, 0, 13);
}

static void a_bid_is_out_of_the_game(void **state) {
    (void)state;
    table_open(&t, &goofspiel_game, 2, "");
    expect_outcomes(&t, 0,
                    "turn 01:1, turn 02:1, turn 03:1, turn 04:1, turn 05:1, turn 06:1, turn 07:1, "
                    "turn 08:1, turn 09:1, turn 10:1, turn 11:1, turn 12:1, turn 13:1");
    steps(&t, "chance turn 01; 0 bid 13; 1 bid 01; chance turn 02");
    expect_refused(&t, 0, "bid 13", "goofspiel.whynot.gone");
    expect_can(&t, 1, "bid 13");
    expect_refused(&t, 0, "bury 02", "goofspiel.whynot.when_bury");
}

static void a_buried_card_stays_hidden_and_cannot_be_bid(void **state) {
    (void)state;
    table_open(&t, &goofspiel_game, 2, "bury=true");
    expect_to_move(&t, "0 1");
    expect_refused(&t, 0, "bid 02", "goofspiel.whynot.when_bid");
    steps(&t, "0 bury 02; 1 bury 03; chance turn 07");
    expect_refused(&t, 0, "bid 02", "goofspiel.whynot.gone");
    struct table view = t;
    goofspiel_game.view(view.state, 1);
    expect_can(&view, 0, "bid 02");
    expect_refused(&view, 1, "bid 03", "goofspiel.whynot.gone");
}

static void with_a_buried_card_the_last_prize_is_not_turned_up(void **state) {
    static const char *const rounds[] = {"01", "02", "03", "04", "05", "06",
                                         "07", "08", "09", "10", "11", "12"};
    (void)state;
    table_open(&t, &goofspiel_game, 2, "bury=true");
    steps(&t, "0 bury 13; 1 bury 13");
    for (unsigned i = 0; i < 12; i++) {
        char round[80];
        expect_to_move(&t, "chance");
        snprintf(round, sizeof round, "chance turn %s; 0 bid %s; 1 bid %s", rounds[i], rounds[i],
                 rounds[11 - i]);
        steps(&t, round);
    }
    expect_to_move(&t, "over");
    expect_score(&t, 0, 7 + 8 + 9 + 10 + 11 + 12);
    expect_score(&t, 1, 1 + 2 + 3 + 4 + 5 + 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_bid_wins_the_prize),
        cmocka_unit_test(tied_prizes_stay),
        cmocka_unit_test(a_bid_is_out_of_the_game),
        cmocka_unit_test(a_buried_card_stays_hidden_and_cannot_be_bid),
        cmocka_unit_test(with_a_buried_card_the_last_prize_is_not_turned_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
