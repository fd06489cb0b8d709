/* The rules of the template game, and a model for the test of a new game: one test per sentence of
 * the rules. */
#include "games/template/template.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct table t;

static void everybody_gets_a_card(void **state) {
    (void)state;
    table_open(&t, &template_game, 2, "");
    expect_outcomes(
        &t, 0, "draw 1:1, draw 2:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw 7:1, draw 8:1");
    steps(&t, "chance draw 3");
    expect_event(&t, "template.event.draw", "who=0 card=3");
    expect_outcomes(&t, 0, "draw 1:1, draw 2:1, draw 4:1, draw 5:1, draw 6:1, draw 7:1, draw 8:1");
}

static void the_joker_is_a_nine(void **state) {
    (void)state;
    table_open(&t, &template_game, 4, "joker=true");
    steps(&t, "chance draw 9; chance draw 1; chance draw 2; chance draw 3");
    steps(&t, "0 keep; 1 keep; 2 keep; 3 keep; 0 show 9; 1 show 1; 2 show 2; 3 show 3");
    expect_score(&t, 0, 9);
    expect_place(&t, 0, 1);
}

static void all_choose_at_once_and_swaps_are_drawn_in_the_order_of_seats(void **state) {
    (void)state;
    table_open(&t, &template_game, 3, "");
    steps(&t, "chance draw 1; chance draw 2; chance draw 8");
    expect_to_move(&t, "0 1 2");
    expect_legal(&t, 1, "keep, swap");
    steps(&t, "1 swap; 2 keep");
    expect_to_move(&t, "0");
    /* nobody learns an answer before the last one is in */
    assert_int_equal(count_events(&t, "template.event.swap"), 0);
    steps(&t, "0 swap");
    expect_event(&t, "template.event.swap", "who=1");
    expect_event(&t, "template.event.keep", "who=2");
    /* swapped cards are out of the game */
    expect_outcomes(&t, 0, "draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw 7:1");
    steps(&t, "chance draw 7; chance draw 6");
    expect_event(&t, "template.event.draw", "who=1 card=6");
    expect_to_move(&t, "0");
}

static void the_highest_card_wins(void **state) {
    (void)state;
    table_open(&t, &template_game, 2, "");
    steps(&t, "chance draw 5; chance draw 2; 0 keep; 1 swap; chance draw 6");
    expect_legal(&t, 0, "show 5");
    expect_score(&t, 0, 0); /* nothing counts before it is shown */
    steps(&t, "0 show 5; 1 show 6");
    expect_to_move(&t, "over");
    expect_score(&t, 1, 6);
    expect_place(&t, 0, 2);
    expect_place(&t, 1, 1);
    expect_part(&t, "card", 0, 5);
    expect_part(&t, "swapped", 0, 0);
    expect_part(&t, "swapped", 1, 1);
}

static void four_can_swap_even_without_the_joker(void **state) {
    (void)state;
    table_open(&t, &template_game, 4, "");
    steps(&t, "chance draw 1; chance draw 2; chance draw 3; chance draw 4; 0 swap; 1 swap; 2 swap; "
              "3 swap");
    steps(&t, "chance draw 5; chance draw 6; chance draw 7");
    expect_outcomes(&t, 0, "draw 8:1");
}

static void every_refusal_has_its_reason(void **state) {
    (void)state;
    table_open(&t, &template_game, 2, "");
    expect_refused(&t, 0, "keep", "common.whynot.chance_to_move");
    steps(&t, "chance draw 5; chance draw 2");
    expect_refused(&t, 0, "show 5", "template.whynot.when_show");
    expect_refused(&t, 0, "draw 4", "common.whynot.chance_step");
    steps(&t, "0 keep");
    expect_refused(&t, 0, "swap", "common.whynot.answered");
    steps(&t, "1 keep");
    expect_refused(&t, 0, "swap", "template.whynot.when_choose");
    expect_refused(&t, 0, "show 2", "template.whynot.not_yours");
    expect_refused(&t, 1, "show 2", "common.whynot.not_to_move");
    steps(&t, "0 show 5; 1 show 2");
    expect_refused(&t, 0, "keep", "common.whynot.over");
}

static void others_see_a_card_only_when_it_is_shown(void **state) {
    (void)state;
    struct table seen;
    table_open(&t, &template_game, 2, "");
    steps(&t, "chance draw 5; chance draw 2; 0 swap; 1 keep; chance draw 6");
    seen = t;
    template_game.view(seen.state, 1);
    const struct template *s = (const struct template *)seen.state;
    assert_int_equal(s->seats[0].card, 0);
    assert_int_equal(s->seats[0].aside, 0);
    assert_int_equal(s->seats[0].swapped, 1);
    assert_int_equal(s->seats[1].card, 2);
    expect_legal(&seen, 0, "show 1, show 3, show 4, show 5, show 6, show 7, show 8");
    steps(&seen, "0 show 6");
    assert_int_equal(s->seats[0].card, 6);
}

static void the_component_table_is_what_the_rules_say(void **state) {
    (void)state;
    for (unsigned i = 0; i < CARDS; i++) {
        assert_int_equal(template_card_table[i].value, i + 1);
        assert_string_equal(template_card_table[i].code, template_cards.codes[i]);
        assert_int_equal(template_card_table[i].mark, 'S');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_gets_a_card),
        cmocka_unit_test(the_joker_is_a_nine),
        cmocka_unit_test(all_choose_at_once_and_swaps_are_drawn_in_the_order_of_seats),
        cmocka_unit_test(the_highest_card_wins),
        cmocka_unit_test(four_can_swap_even_without_the_joker),
        cmocka_unit_test(every_refusal_has_its_reason),
        cmocka_unit_test(others_see_a_card_only_when_it_is_shown),
        cmocka_unit_test(the_component_table_is_what_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
