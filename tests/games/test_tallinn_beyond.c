/* Tallinn beyond its rules: who knows what, reading positions, reasons, texts, and the inputs of
 * the net. */
#include "tests/games/tallinn.h"

/* ---- Who knows what ---- */

static void a_view_hides_hands_and_piles_of_others_and_keeps_the_counts(void **state) {
    (void)state;
    struct table t, view;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    look(&view, &t, 0);
    assert_int_equal(seat_of(&view, 0)->hand, SET(1) | SET(2) | SET(7));
    assert_int_equal(seat_of(&view, 1)->hand, 0);
    assert_int_equal(seat_of(&view, 1)->pile, 0);
    assert_int_equal(seat_of(&view, 1)->hand_count, 3);
    assert_int_equal(seat_of(&view, 1)->pile_count, 7);
    look(&view, &t, SPECTATOR);
    assert_int_equal(seat_of(&view, 0)->hand | seat_of(&view, 1)->hand, 0);
    expect_refused(&view, 0, "tower none", "tallinn.whynot.when_tower");
}

static void a_view_does_not_tell_who_has_answered(void **state) {
    (void)state;
    struct table t, view;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    steps(&t, "1 play 7b");
    look(&view, &t, 0);
    assert_int_equal(seat_of(&view, 1)->answer, 0);
    expect_to_move(&view, "0 1");
    look(&view, &t, 1);
    assert_int_not_equal(seat_of(&view, 1)->answer, 0);
    expect_to_move(&view, "0");
}

static void exchanges_are_hidden_while_they_are_made_their_cards_for_ever(void **state) {
    (void)state;
    struct table t, view;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    expect_witness(&t, "0", "exchange 2", 1, "exchange ?");
    expect_witness(&t, "0", "exchange 2", 0, "exchange 2");
    expect_witness(&t, "0", "done", 1, "done");
    steps(&t, "0 exchange 2");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->under_count, 0);
    assert_int_equal(seat_of(&view, 0)->under[0], 0);
    expect_legal(&view, 0, "done, exchange ?");
    steps(&t, "0 done; 1 done");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->under_count, 1);
    assert_int_equal(seat_of(&view, 0)->under[0], 0);
    assert_int_equal(seat_of(&view, 0)->hand_count, 2);
}

static void a_view_lists_as_plays_of_others_what_was_not_yet_seen(void **state) {
    (void)state;
    struct table t, view;
    lay_table(&t, 2, "", 8);
    place(&t, 0, "start 1; hand 7 8");
    place(&t, 1, "start 2; hand 7; secret 3");
    look(&view, &t, 0);
    expect_legal(&view, 1, "play 3a, play 3b, play 7a, play 7b");
}

static void towers_from_the_display_and_cards_given_up_are_known_to_all(void **state) {
    (void)state;
    struct table t, view;
    lay_table(&t, 2, "", 8);
    place(&t, 0, "start 1; hand 7 8; towers 3");
    place(&t, 1, "start 2; hand 7");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->towers, SET(3));
    assert_int_equal(seat_of(&view, 0)->dropped, seat_of(&t, 0)->dropped);
}

static void hidden_towers_are_turned_up_at_the_end(void **state) {
    (void)state;
    struct table t, view;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 3; hand 9; secret 1");
    place(&t, 1, "start 3; hand 9");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->secret, 0);
    finish(&t);
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->secret, SET(1));
    expect_part(&view, "towers", 0, 6);
}

static void the_final_choice_of_others_is_hidden_until_all_have_chosen(void **state) {
    (void)state;
    struct table t, view;
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 3; hand 9; shown 6a Lb");
    place(&t, 1, "start 3; hand 9; shown 6a Lb");
    finish(&t);
    steps(&t, "0 legate k");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->answer, 0);
    expect_to_move(&view, "0 1");
}

static void what_is_hidden_is_only_the_split_between_hand_pile_and_hidden_towers(void **state) {
    (void)state;
    struct table t, view;
    struct generator g;
    unsigned splits[CARDS] = {0};
    generator_seed(&g, 3);
    lay_table(&t, 2, "", 6);
    place(&t, 0, "start 1; hand 7 8");
    place(&t, 1, "start 2; hand 7; pile 9; secret 3; shown 4a");
    for (unsigned i = 0; i < 600; i++) {
        look(&view, &t, 0);
        tallinn_game.determinise(view.state, &g);
        const struct tallinn_seat *other = seat_of(&view, 1);
        assert_int_equal(other->hand | other->pile | other->secret, SET(7) | SET(9) | SET(3));
        assert_int_equal(seat_of(&view, 0)->hand, SET(7) | SET(8));
        splits[__builtin_ctz(other->hand)]++;
    }
    /* 200 each is expected */
    assert_true(splits[CARD_7] > 150 && splits[CARD_9] > 150 && splits[CARD_3] > 150);
}

/* ---- reading positions ---- */

static void expect_bad(struct table *t, const char *key) {
    struct message error = {0};
    assert_false(state_check(&tallinn_game, t->state, &error));
    assert_string_equal(error.key, key);
}

static void open_round(struct table *t) {
    struct message error;
    table_open(t, &tallinn_game, 2, "");
    steps(t, two_hands);
    steps(t, "0 play 7a; 1 play 7a; chance draw 10; chance draw 9");
    assert_true(state_check(&tallinn_game, t->state, &error));
}

static void a_position_that_makes_no_sense_is_refused_with_the_reason(void **state) {
    (void)state;
    struct table t;
    open_round(&t), state_of(&t)->viewer = 3, expect_bad(&t, "error.position.viewer");
    open_round(&t), state_of(&t)->round = 0, expect_bad(&t, "tallinn.error.course");
    open_round(&t), seat_of(&t, 1)->start = seat_of(&t, 0)->start,
                                expect_bad(&t, "tallinn.error.course");
    open_round(&t), seat_of(&t, 1)->hand ^= SET(8), expect_bad(&t, "tallinn.error.cards");
    open_round(&t), state_of(&t)->round = 3, expect_bad(&t, "tallinn.error.pile");
    open_round(&t), seat_of(&t, 1)->persons[CLASS_O]++, expect_bad(&t, "tallinn.error.persons");
    open_round(&t), state_of(&t)->open = 0, expect_bad(&t, "error.position.question");
    open_round(&t), seat_of(&t, 1)->answer = 1, expect_bad(&t, "error.position.question");
}

static void every_position_of_a_game_makes_sense(void **state) {
    (void)state;
    struct table t;
    struct message error;
    struct generator g;
    generator_seed(&g, 7);
    for (unsigned seed = 0; seed < 60; seed++) {
        static const char *const options[] = {"", "legate=true chronicle=true",
                                              "legate=true chronicle=true towers=leader"};
        table_open(&t, &tallinn_game, 2 + seed % 3, options[seed / 3 % 3]);
        for (unsigned to_move; (to_move = tallinn_game.to_move(t.state)) != 0;) {
            uint16_t legal[LEGAL_MAX];
            struct outcomes outcomes;
            if (!state_check(&tallinn_game, t.state, &error)) fail_msg("%s", error.key);
            unsigned by = to_move & CHANCE_BIT ? BY_CHANCE : (unsigned)__builtin_ctz(to_move);
            if (by == BY_CHANCE) tallinn_game.chance(t.state, &outcomes);
            unsigned count = by == BY_CHANCE ? 0 : tallinn_game.legal(t.state, by, legal);
            tallinn_game.apply(
                t.state, by,
                count ? legal[generator_below(&g, count)] : outcomes_draw(&outcomes, &g), NULL);
        }
    }
}

/* ---- reasons: wrong time, wrong seat ---- */

static void every_answer_has_its_time(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    expect_refused(&t, 0, "play 7a", "common.whynot.chance_to_move");
    steps(&t, two_hands);
    expect_refused(&t, 0, "play 7a", "tallinn.whynot.when_play");
    expect_refused(&t, 0, "exchange ?", "common.whynot.veiled");
    steps(&t, "0 done; 1 done");
    expect_refused(&t, 0, "contest m", "tallinn.whynot.when_contest");
    expect_refused(&t, 0, "done", "tallinn.whynot.when_done");
    expect_refused(&t, 0, "drop 7", "tallinn.whynot.when_drop");
    expect_refused(&t, 0, "exchange 7", "tallinn.whynot.when_exchange");
    expect_refused(&t, 0, "legate m", "tallinn.whynot.when_legate");
    expect_refused(&t, 0, "tower none", "tallinn.whynot.when_tower");
    expect_refused(&t, 0, "tower hand 7", "tallinn.whynot.when_tower");
    expect_refused(&t, 0, "draw 7", "common.whynot.chance_step");
    expect_refused(&t, 0, "start 1", "common.whynot.chance_step");
}

/* ---- texts ---- */

static void expect_ask(struct table *t, unsigned seat, const char *key) {
    struct message message;
    message = tallinn_game.ask(t->state, seat);
    assert_string_equal(message.key, key);
}

static void expect_preview(struct table *t, unsigned seat, const char *action, const char *key,
                           const char *params) {
    uint16_t number = notation_read(&tallinn_notation, action, strlen(action));
    struct event said = {0};
    said.message = tallinn_game.preview(t->state, seat, number);
    assert_non_null(said.message.key);
    t->events[0] = said;
    t->event_count = 1;
    expect_event(t, key, params);
}

static void each_question_is_asked_in_its_own_sentence(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    expect_ask(&t, 0, "tallinn.ask.exchange");
    steps(&t, "0 done; 1 done");
    expect_ask(&t, 0, "tallinn.ask.play");
    lay_towers(&t, "");
    expect_ask(&t, 0, "tallinn.ask.tower");
    lay_drop(&t, 4, "start 4; hand 6; shown 7a", "start 6; hand 6");
    expect_ask(&t, 0, "tallinn.ask.drop");
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 3; hand L; shown 6a");
    place(&t, 1, "start 3; hand 9");
    steps(&t, "0 play Lb; 1 play 9b");
    expect_ask(&t, 0, "tallinn.ask.contest");
    steps(&t, "0 contest none; 0 legate o");
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 3; hand 9; shown 6a Lb");
    place(&t, 1, "start 3; hand 9");
    finish(&t);
    expect_ask(&t, 0, "tallinn.ask.legate");
}

static void previews_say_what_an_answer_brings_as_things_stand(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "legate=true", 8);
    place(&t, 0, "start 4; hand 3 7 L");
    place(&t, 1, "start 6; hand L");
    place(&t, 2, "start 5; hand 7");
    expect_preview(&t, 0, "play 7b", "tallinn.preview.play", "m=0 k=1 o=1");
    expect_preview(&t, 0, "play 3a", "tallinn.preview.contest", "k=1 class=k points=2");
    expect_preview(&t, 0, "play Lb", "tallinn.preview.shields", "");
    expect_preview(&t, 0, "tower hand 7", "tallinn.preview.tower", "m=2 k=1 o=1");
    expect_preview(&t, 0, "tower hand L", "tallinn.preview.tower_legate", "m=1 k=1 o=1");
    expect_preview(&t, 0, "exchange 7", "tallinn.preview.points", "points=-1");
    steps(&t, "0 play 3a; 1 play Lb; 2 play 7a");
    /* 2 knights against 1 and 2 */
    expect_preview(&t, 1, "contest k", "tallinn.preview.points", "points=3");
    expect_preview(&t, 0, "tower 3", "tallinn.preview.tower", "m=2 k=1 o=0");
}

static void a_description_has_a_heading_for_the_round_and_one_a_seat(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "chronicle=true", 8);
    lay_chronicles(&t, 1, 5);
    place(&t, 0, "start 1; hand 7 8; shown 3b 9a; towers 10; secret 4");
    place(&t, 1, "start 2; hand 7; secret 3");
    tallinn_game.view(t.state, 0);
    t.event_count = 0;
    tallinn_game.describe(t.state, &t.sink);
    unsigned headings = 0;
    for (unsigned i = 0; i < t.event_count; i++) headings += t.events[i].apart;
    assert_int_equal(headings, 3);
    expect_event(&t, "tallinn.view.round", "round=8");
    expect_event(&t, "tallinn.view.chronicle_own", "number=1 class=m");
    expect_event(&t, "tallinn.view.chronicle_give_up", "number=2 class=k");
    expect_event(&t, "tallinn.view.seat", "who=0 points=0");
    expect_event(&t, "tallinn.view.start", "m=0 k=1 o=2");
    expect_event(&t, "tallinn.view.persons", "m=2 k=4 o=2");
    expect_event(&t, "tallinn.view.secret", "cards=0x10");
    expect_event(&t, "tallinn.view.counts", "hand=1 pile=0");
    expect_event(&t, "tallinn.view.hidden_towers", "n=1");
    assert_int_equal(count_events(&t, "tallinn.view.secret"), 1);
    assert_int_equal(count_events(&t, "tallinn.view.hand"), 1);
}

static void cards_being_exchanged_are_not_yet_described_as_in_the_pile(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 exchange 2");
    tallinn_game.view(t.state, 0);
    tallinn_game.describe(t.state, &t.sink);
    expect_event(&t, "tallinn.view.hand", "pile=8");
}

/* ---- inputs of the net ---- */

static void net_inputs(const struct tallinn *s, unsigned seat, int16_t *features) {
    int16_t all[SEATS_MAX][FEATURES_MAX];
    memset(all, 0x55, sizeof all); /* detects values that are not set */
    tallinn_features(s, all);
    memcpy(features, all[seat], TALLINN_FEATURES * sizeof *features);
}

static void expect_same_look(const struct tallinn *a, unsigned seat_a, const struct tallinn *b,
                             unsigned seat_b) {
    int16_t one[TALLINN_FEATURES], two[TALLINN_FEATURES];
    net_inputs(a, seat_a, one);
    net_inputs(b, seat_b, two);
    for (unsigned i = 0; i < TALLINN_FEATURES; i++)
        if (one[i] != two[i])
            fail_msg("round %u, seats %u and %u: feature %u is %d and %d", a->round, seat_a, seat_b,
                     i, one[i], two[i]);
}

/* Calls a visitor for every question of random games with all options, before any answer. */
static void each_question(unsigned games,
                          void (*visit)(const struct tallinn *s, struct generator *g)) {
    struct generator g;
    generator_seed(&g, 2024);
    for (unsigned i = 0; i < games; i++) {
        struct tallinn s;
        const uint8_t options[] = {i & 1, i >> 1 & 1, i >> 2 & 1};
        bool closed = true;
        tallinn_game.setup(&s, 2 + i / 8 % 3, options);
        for (unsigned to_move; (to_move = tallinn_game.to_move(&s));) {
            uint16_t list[LEGAL_MAX];
            struct outcomes outcomes;
            if (to_move & CHANCE_BIT) {
                tallinn_game.chance(&s, &outcomes);
                tallinn_game.apply(&s, BY_CHANCE, outcomes_draw(&outcomes, &g), NULL);
                closed = true;
                continue;
            }
            if (closed) visit(&s, &g);
            unsigned seat = (unsigned)__builtin_ctz(to_move),
                     count = tallinn_game.legal(&s, seat, list);
            closed = tallinn_game.apply(&s, seat, list[generator_below(&g, count)], NULL);
        }
    }
}

static uint8_t turned(unsigned seats, unsigned players) {
    return (uint8_t)((seats >> 1 | seats << (players - 1)) & ((1u << players) - 1));
}

static void visit_moved_up(const struct tallinn *s, struct generator *g) {
    struct tallinn moved = *s;
    unsigned last = s->players - 1u;
    (void)g;
    for (unsigned seat = 0; seat < s->players; seat++)
        moved.seats[seat] = s->seats[seat == last ? 0 : seat + 1];
    moved.asked = turned(s->asked, s->players);
    moved.open = turned(s->open, s->players);
    moved.waiting = turned(s->waiting, s->players);
    for (unsigned seat = 0; seat < s->players; seat++)
        expect_same_look(&moved, seat, s, seat == last ? 0 : seat + 1);
}

static void seats_moved_round_the_table_look_the_same_to_a_net(void **state) {
    (void)state;
    each_question(96, visit_moved_up);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_hides_hands_and_piles_of_others_and_keeps_the_counts),
        cmocka_unit_test(a_view_does_not_tell_who_has_answered),
        cmocka_unit_test(exchanges_are_hidden_while_they_are_made_their_cards_for_ever),
        cmocka_unit_test(a_view_lists_as_plays_of_others_what_was_not_yet_seen),
        cmocka_unit_test(towers_from_the_display_and_cards_given_up_are_known_to_all),
        cmocka_unit_test(hidden_towers_are_turned_up_at_the_end),
        cmocka_unit_test(the_final_choice_of_others_is_hidden_until_all_have_chosen),
        cmocka_unit_test(what_is_hidden_is_only_the_split_between_hand_pile_and_hidden_towers),
        cmocka_unit_test(a_position_that_makes_no_sense_is_refused_with_the_reason),
        cmocka_unit_test(every_position_of_a_game_makes_sense),
        cmocka_unit_test(every_answer_has_its_time),
        cmocka_unit_test(each_question_is_asked_in_its_own_sentence),
        cmocka_unit_test(previews_say_what_an_answer_brings_as_things_stand),
        cmocka_unit_test(a_description_has_a_heading_for_the_round_and_one_a_seat),
        cmocka_unit_test(cards_being_exchanged_are_not_yet_described_as_in_the_pile),
        cmocka_unit_test(seats_moved_round_the_table_look_the_same_to_a_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
