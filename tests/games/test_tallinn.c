/* The rules of Tallinn, sentence by sentence. */
#include "tests/games/tallinn.h"

/* ---- Components ---- */

/* "mmk": merchants, knights, monks of a half or start card, in letters. */
static void spell(const uint8_t *persons, char *text) {
    for (unsigned i = 0; i < persons[CLASS_M]; i++) *text++ = 'm';
    for (unsigned i = 0; i < persons[CLASS_K]; i++) *text++ = 'k';
    for (unsigned i = 0; i < persons[CLASS_O]; i++) *text++ = 'o';
    *text = 0;
}

static void the_halves_are_those_of_the_table(void **state) {
    (void)state;
    static const char *const halves[][3] = {
        {"1", "m", "kk"},   {"2", "m", "oo"},    {"3", "k", "mm"},  {"4", "k", "oo"},
        {"5", "o", "mm"},   {"6", "o", "kk"},    {"7", "mm", "ko"}, {"8", "ooo", "mko"},
        {"9", "kkk", "ko"}, {"10", "mmm", "mk"}, {"L", "mko", ""},
    };
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        for (unsigned half = 0; half < 2; half++) {
            char text[12];
            spell(influence_cards[card_of(halves[i][0], strlen(halves[i][0]))].halves[half].persons,
                  text);
            assert_string_equal(text, halves[i][1 + half]);
        }
}

static void there_are_ten_cards_and_the_legate(void **state) {
    (void)state;
    assert_int_equal(CARDS, 11);
    for (unsigned card = 0; card < CARDS; card++)
        assert_string_equal(influence_cards[card].code, tallinn_cards.codes[card]);
}

static void each_class_has_two_coin_halves_and_a_coin_is_for_the_class_it_stands_on(void **state) {
    (void)state;
    unsigned coins[CLASSES] = {0};
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned half = 0; half < 2; half++) {
            const struct half *h = &influence_cards[card].halves[half];
            if (!h->contest) continue;
            coins[h->contest - 1]++;
            assert_true(h->persons[h->contest - 1] > 0);
        }
    for (unsigned c = 0; c < CLASSES; c++) assert_int_equal(coins[c], 2);
}

static void only_half_b_of_the_legate_has_the_shields(void **state) {
    (void)state;
    for (unsigned card = 0; card < CARDS; card++)
        for (unsigned half = 0; half < 2; half++)
            assert_int_equal(influence_cards[card].halves[half].shields,
                             card == CARD_L && half == HALF_B);
}

static void the_six_start_cards_are_the_six_ordered_pairs_of_classes(void **state) {
    (void)state;
    static const char *const want[STARTS] = {"koo", "mkk", "mmk", "mmo", "kko", "moo"};
    unsigned pairs = 0;
    for (unsigned i = 0; i < STARTS; i++) {
        char text[8];
        unsigned two = 0, one = 0;
        spell(start_cards[i].persons, text);
        assert_string_equal(text, want[i]);
        for (unsigned c = 0; c < CLASSES; c++) {
            if (start_cards[i].persons[c] == 2) two = c;
            if (start_cards[i].persons[c] == 1) one = c;
        }
        assert_false(pairs >> (two * CLASSES + one) & 1);
        pairs |= 1u << (two * CLASSES + one);
    }
    assert_int_equal(__builtin_popcount(pairs), 6);
}

static void three_chronicle_cards_ask_to_own_and_three_to_give_up_one_of_each_class(void **state) {
    (void)state;
    static const uint8_t classes[] = {CLASS_M, CLASS_K, CLASS_O};
    static const uint8_t needs[2][2][2] = {{{3, 5}, {5, 8}}, {{2, 4}, {3, 5}}};
    for (unsigned i = 0; i < CHRONICLES; i++) {
        assert_int_equal(chronicle_cards[i].give_up, i >= 3);
        assert_int_equal(chronicle_cards[i].class, classes[i % 3]);
        assert_memory_equal(chronicle_cards[i].need, needs[i >= 3], sizeof chronicle_cards[i].need);
    }
}

static void the_reconstructed_rows_are_marked(void **state) {
    (void)state;
    for (unsigned card = 0; card < CARDS; card++)
        assert_int_equal(influence_cards[card].mark,
                         card == CARD_4 || card == CARD_7 || card == CARD_L ? 'S' : 'R');
    for (unsigned i = 0; i < STARTS; i++) assert_int_equal(start_cards[i].mark, 'S');
    for (unsigned i = 0; i < CHRONICLES; i++) assert_int_equal(chronicle_cards[i].mark, 'R');
}

static void the_options_default_to_the_base_game_and_towers_together(void **state) {
    (void)state;
    assert_int_equal(tallinn_game.option_count, 3);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(tallinn_game.options[i].fallback, 0);
    assert_string_equal(tallinn_game.options[2].values[0], "together");
    assert_int_equal(tallinn_game.players_min, 2);
    assert_int_equal(tallinn_game.players_max, 4);
}

/* ---- Setup ---- */

static void every_seat_starts_with_four_points(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 4, "");
    for (unsigned seat = 0; seat < 4; seat++) {
        expect_score(&t, seat, 4);
        expect_part(&t, "start", seat, 4);
    }
}

static void start_cards_are_dealt_in_seat_order_each_a_different_one_from_stream_0(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 3, "");
    expect_outcomes(&t, 0, "start 1:1, start 2:1, start 3:1, start 4:1, start 5:1, start 6:1");
    steps(&t, "chance start 3");
    expect_event(&t, "tallinn.event.start", "who=0 m=2 k=1 o=0");
    expect_outcomes(&t, 0, "start 1:1, start 2:1, start 4:1, start 5:1, start 6:1");
    steps(&t, "chance start 6; chance start 1");
    expect_persons(&t, 0, 2, 1, 0);
    expect_persons(&t, 1, 1, 0, 2);
    expect_persons(&t, 2, 0, 1, 2);
    expect_outcomes(&t, 2,
                    "draw 1:1, draw 10:1, draw 2:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw "
                    "7:1, draw 8:1, draw 9:1");
}

static void start_cards_are_open(void **state) {
    (void)state;
    struct table t, view;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, "chance start 3; chance start 1");
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->start, 3);
    expect_persons(&view, 0, 2, 1, 0);
}

static void the_chronicle_is_an_ordered_pair_of_different_cards_from_stream_1(void **state) {
    (void)state;
    struct table t;
    struct outcome_list pairs;
    table_open(&t, &tallinn_game, 2, "chronicle=true");
    steps(&t, "chance start 3; chance start 1");
    game_outcomes(&tallinn_game, t.state, &pairs);
    assert_int_equal(pairs.count, 30);
    assert_int_equal(pairs.total, 30);
    assert_int_equal(pairs.stream, 1);
    expect_can(&t, BY_CHANCE, "chronicle C5 C2");
    assert_false(is_legal(&t, BY_CHANCE, "chronicle C2 C2"));
    steps(&t, "chance chronicle C5 C2");
    assert_int_equal(state_of(&t)->chronicles[0], 5);
    assert_int_equal(state_of(&t)->chronicles[1], 2);
    expect_event(&t, "tallinn.view.chronicle_give_up", "number=1 class=k once=2 twice=4");
    expect_event(&t, "tallinn.view.chronicle_own", "number=2 class=k once=5 twice=8");
    expect_can(&t, BY_CHANCE, "draw 1");
}

static void without_the_chronicle_none_is_drawn(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, "chance start 3; chance start 1; chance draw L");
}

static void every_seat_draws_three_cards_seat_0_first_each_from_its_own_stream(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, "chance start 3; chance start 1; chance draw 1; chance draw 10");
    expect_outcomes(
        &t, 2, "draw 2:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw 7:1, draw 8:1, draw 9:1");
    steps(&t, "chance draw 7");
    expect_outcomes(&t, 3,
                    "draw 1:1, draw 10:1, draw 2:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw "
                    "7:1, draw 8:1, draw 9:1");
    steps(&t, "chance draw 1; chance draw 2; chance draw 3");
    expect_to_move(&t, "0 1");
    expect_legal(&t, 0, "play 10a, play 10b, play 1a, play 1b, play 7a, play 7b");
    expect_legal(&t, 1, "play 1a, play 1b, play 2a, play 2b, play 3a, play 3b");
}

static void the_legate_is_in_the_pile_only_with_its_option(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, "chance start 3; chance start 1");
    expect_can(&t, BY_CHANCE, "draw L");
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, "chance start 3; chance start 1");
    assert_false(is_legal(&t, BY_CHANCE, "draw L"));
}

static void only_with_the_legate_the_seats_may_exchange(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    expect_to_move(&t, "0 1");
    expect_legal(&t, 0, "done, exchange 1, exchange 2, exchange 7");
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    expect_refused(&t, 0, "exchange 1", "tallinn.whynot.when_exchange");
}

static void an_exchange_is_repeated_until_done(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 exchange 2");
    expect_legal(&t, 0, "done, exchange 1, exchange 7");
    expect_refused(&t, 0, "exchange 2", "tallinn.whynot.exchanged");
    expect_refused(&t, 0, "exchange 9", "tallinn.whynot.not_in_hand");
    steps(&t, "0 exchange 7; 0 exchange 1");
    expect_legal(&t, 0, "done");
    steps(&t, "0 done");
    expect_to_move(&t, "1");
}

static void points_and_cards_move_only_when_all_are_done(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 exchange 2; 0 exchange 7; 0 done");
    expect_score(&t, 0, 4);
    assert_int_equal(seat_of(&t, 0)->hand_count, 3);
    steps(&t, "1 done");
    expect_score(&t, 0, 2);
    expect_part(&t, "start", 0, 2);
    expect_score(&t, 1, 4);
    assert_int_equal(seat_of(&t, 0)->hand, SET(1));
    expect_event(&t, "tallinn.event.exchange", "who=0 n=2");
    assert_int_equal(count_events(&t, "tallinn.event.exchange"), 1);
}

static void seat_0_draws_as_many_as_it_put_under_then_seat_1(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "1 exchange 4; 1 done; 0 exchange 2; 0 exchange 7; 0 done");
    expect_outcomes(
        &t, 2, "draw 10:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw 8:1, draw 9:1, draw L:1");
    steps(&t, "chance draw L; chance draw 3");
    expect_outcomes(
        &t, 3, "draw 1:1, draw 10:1, draw 2:1, draw 3:1, draw 6:1, draw 8:1, draw 9:1, draw L:1");
    steps(&t, "chance draw 1");
    expect_to_move(&t, "0 1");
    expect_legal(&t, 0, "play 1a, play 1b, play 3a, play 3b, play La, play Lb");
    expect_legal(&t, 1, "play 1a, play 1b, play 5a, play 5b, play 7a, play 7b");
}

static void what_is_drawn_cannot_be_exchanged_again(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 exchange 2; 0 done; 1 done; chance draw 9");
    expect_refused(&t, 0, "exchange 9", "tallinn.whynot.when_exchange");
    expect_refused(&t, 0, "done", "tallinn.whynot.when_done");
}

static void if_nobody_exchanges_the_first_round_begins(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 done; 1 done");
    assert_int_equal(state_of(&t)->round, 1);
    assert_int_equal(state_of(&t)->phase, PHASE_PLAY);
}

/* Tells whether the draws of round 6 are due. */
static bool draws_of_round_6(const void *state) {
    const struct tallinn *s = state;
    return s->round == 6 && s->phase == PHASE_DRAW;
}

static void cards_put_under_are_drawn_last_in_their_order_each_with_one_outcome(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "legate=true");
    steps(&t, two_hands);
    steps(&t, "0 exchange 7; 0 exchange 1; 0 exchange 2; 0 done; 1 exchange 5; 1 done");
    play_until(&t, 1, draws_of_round_6);
    expect_outcomes(&t, 2, "draw 7:1");
    steps(&t, "chance draw 7");
    assert_true(seat_of(&t, 0)->hand & SET(7));
    assert_int_equal(seat_of(&t, 0)->under[0], CARD_1 + 1);
    assert_int_equal(seat_of(&t, 0)->under[1], CARD_2 + 1);
    struct outcome_list of_seat_1;
    game_outcomes(&tallinn_game, t.state, &of_seat_1);
    assert_int_equal(of_seat_1.stream, 3);
    assert_int_equal(of_seat_1.count, 2); /* its own card is put under later */
    assert_false(is_legal(&t, BY_CHANCE, "draw 5"));
}

/* ---- A round: 1 and 2 ---- */

static void every_seat_with_a_card_in_hand_chooses_a_card_and_a_half(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 9);
    place(&t, 0, "start 1; hand 7");
    place(&t, 1, "start 2; secret 7");
    place(&t, 2, "start 3; hand 7 10");
    expect_to_move(&t, "0 2");
    expect_legal(&t, 0, "play 7a, play 7b");
    expect_legal(&t, 1, "");
    expect_legal(&t, 2, "play 10a, play 10b, play 7a, play 7b");
    expect_refused(&t, 1, "play 7a", "common.whynot.not_to_move");
    expect_refused(&t, 0, "play 9a", "tallinn.whynot.not_in_hand");
}

static void nothing_is_shown_before_the_last_answer_is_in(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    steps(&t, "1 play 7b");
    expect_persons(&t, 1, 1, 2, 0);
    assert_int_equal(t.event_count, 0);
    expect_to_move(&t, "0");
    expect_refused(&t, 1, "play 7a", "common.whynot.answered");
    steps(&t, "0 play 7a");
    expect_persons(&t, 1, 1, 3, 1);
    assert_int_equal(count_events(&t, "tallinn.event.play"), 2);
}

static void apply_says_that_the_last_answer_closes_the_question(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    assert_false(
        tallinn_game.apply(t.state, 1, notation_read(&tallinn_notation, "play 7b", 7), NULL));
    assert_true(
        tallinn_game.apply(t.state, 0, notation_read(&tallinn_notation, "play 7b", 7), NULL));
}

/* Example 2. */
static void half_a_of_card_7_activates_two_merchants_half_b_a_knight_and_a_monk(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    steps(&t, "0 play 7a; 1 play 7b");
    expect_persons(&t, 0, 2, 1, 2); /* start card 1: ook */
    expect_persons(&t, 1, 1, 3, 1); /* start card 2: kkm */
    expect_event(&t, "tallinn.event.play", "who=0 card=7 m=2 k=0 o=0");
    expect_event(&t, "tallinn.event.play", "who=1 card=7 m=0 k=1 o=1");
    assert_int_equal(seat_of(&t, 0)->hand, SET(1) | SET(2));
}

/* ---- A round: 3 and 4, contests ---- */

/* Example 3. */
static void a_contest_compares_only_its_class_and_gives_nobody_else_points(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 8);
    place(&t, 0, "start 1; hand 1; points 4"); /* merchants 1 */
    place(&t, 1, "start 2; hand 7; shown 3b 9a; points 4"); /* merchants 3 */
    place(&t, 2, "start 5; hand 9; shown 1b; points 4"); /* merchants 0 */
    steps(&t, "0 play 1a; 1 play 7b; 2 play 9b");
    expect_part(&t, "contests", 0, 2);
    expect_part(&t, "contests", 1, 0);
    expect_part(&t, "contests", 2, 0);
    assert_int_equal(count_events(&t, "tallinn.event.contest"), 1);
    expect_event(&t, "tallinn.event.contest", "who=0 class=m n=1 points=2");
}

static void more_persons_give_two_points_equally_many_one_fewer_none(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 4, "", 8);
    place(&t, 0, "start 5; hand 3"); /* knights 3 */
    place(&t, 1, "start 2; hand 7"); /* knights 2 */
    place(&t, 2, "start 1; hand 7; shown 1b"); /* knights 3 */
    place(&t, 3, "start 3; hand 7; shown 9a"); /* knights 4 */
    steps(&t, "0 play 3a; 1 play 7a; 2 play 7a; 3 play 7a");
    expect_part(&t, "contests", 0, 3);
}

static void cards_played_this_round_count_and_every_contest_is_apart(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 8);
    place(&t, 0, "start 4; hand 3"); /* knights 1 */
    place(&t, 1, "start 6; hand 4"); /* knights 1 */
    steps(&t, "0 play 3a; 1 play 4a");
    expect_part(&t, "contests", 0, 1);
    expect_part(&t, "contests", 1, 1);
}

static void half_b_of_a_coin_card_triggers_nothing(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 8);
    place(&t, 0, "start 4; hand 3 4");
    place(&t, 1, "start 6; hand 4 5");
    steps(&t, "0 play 3b; 1 play 4b");
    expect_part(&t, "contests", 0, 0);
    assert_int_equal(state_of(&t)->phase, PHASE_PLAY); /* and there is no tower */
}

/* Only the shields can compete without a person, and they count as two. So a contest of zero
 * persons is tested in the final scoring. */
static void whoever_has_just_played_the_shields_chooses_a_class_or_none(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "legate=true", 8);
    place(&t, 0, "start 4; hand L");
    place(&t, 1, "start 6; hand 4");
    place(&t, 2, "start 5; hand L");
    steps(&t, "0 play Lb; 1 play 4a");
    steps(&t, "2 play Lb");
    expect_event(&t, "tallinn.event.play_shields", "who=0");
    expect_to_move(&t, "0 2");
    expect_legal(&t, 0, "contest k, contest m, contest none, contest o");
    steps(&t, "0 contest m");
    expect_to_move(&t, "2");
    expect_part(&t, "contests", 1, 0); /* contests are scored after the choice */
    steps(&t, "2 contest none");
    expect_event(&t, "tallinn.event.contest_none", "who=2");
    expect_part(&t, "contests", 0, 4);
    expect_part(&t, "contests", 1, 2);
}

static void half_a_of_the_legate_is_three_persons_and_no_contest(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 1");
    place(&t, 1, "start 6; hand 4 1");
    steps(&t, "0 play La; 1 play 4b");
    expect_persons(&t, 0, 3, 1, 2);
    assert_int_equal(state_of(&t)->phase, PHASE_PLAY);
}

static void the_shields_give_two_extra_persons_in_this_contest_and_to_their_owner_only(
    void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 7"); /* knights 0 */
    place(&t, 1, "start 6; hand 4 7"); /* knights 1 after the play */
    steps(&t, "0 play Lb; 1 play 4a; 0 contest k");
    expect_event(&t, "tallinn.event.contest", "who=0 class=k n=2 points=2");
    /* counts 0 knights there */
    expect_event(&t, "tallinn.event.contest", "who=1 class=k n=1 points=2");
    expect_persons(&t, 0, 2, 0, 1);
    steps(&t, "0 tower none; 1 tower none");
    expect_persons(&t, 0, 2, 0, 1);
}

static void two_extra_persons_can_make_a_tie(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 7");
    place(&t, 1, "start 5; hand 7 9");
    steps(&t, "0 play Lb; 1 play 7a; 0 contest k");
    expect_event(&t, "tallinn.event.contest", "who=0 class=k n=2 points=1");
}

static void shields_of_another_seat_add_nothing_to_what_one_is_compared_with(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 7"); /* knights 0 */
    place(&t, 1, "start 6; hand L 7"); /* knights 0 */
    steps(&t, "0 play Lb; 1 play Lb; 0 contest k; 1 contest k");
    expect_part(&t, "contests", 0, 2);
    expect_part(&t, "contests", 1, 2);
}

static void contest_none_triggers_nothing_and_allows_no_tower(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 7");
    place(&t, 1, "start 6; hand 4 7");
    steps(&t, "0 play Lb; 1 play 4a; 0 contest none");
    expect_part(&t, "contests", 0, 0);
    expect_to_move(&t, "1");
    expect_refused(&t, 1, "contest m", "tallinn.whynot.when_contest");
}

/* ---- A round: 5, towers ---- */

static void whoever_triggered_a_contest_decides_on_a_tower_all_at_once(void **state) {
    (void)state;
    struct table t;
    lay_towers(&t, "");
    expect_to_move(&t, "0 1");
    expect_legal(&t, 0, "tower 10, tower 3, tower 9, tower hand 7, tower hand 8, tower none");
    expect_legal(&t, 1, "tower 4, tower hand 1, tower hand 2, tower none");
    expect_refused(&t, 2, "tower 7", "common.whynot.not_to_move");
}

static void a_decision_on_a_tower_is_secret_until_all_have_decided(void **state) {
    (void)state;
    struct table t, view;
    lay_towers(&t, "");
    steps(&t, "0 tower 9");
    expect_persons(&t, 0, 3, 5, 1);
    assert_int_equal(seat_of(&t, 0)->towers, 0);
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->answer, 0);
    assert_int_equal(state_of(&view)->open, 3);
    steps(&t, "1 tower none");
    assert_int_equal(seat_of(&t, 0)->towers, SET(9));
    expect_event(&t, "tallinn.event.tower", "who=0 card=9");
    expect_event(&t, "tallinn.event.tower_none", "who=1");
}

static void a_card_turned_into_a_tower_no_longer_counts(void **state) {
    (void)state;
    struct table t;
    lay_towers(&t, "");
    expect_persons(&t, 0, 3, 5, 1);
    steps(&t, "0 tower 9; 1 tower none");
    expect_persons(&t, 0, 3, 2, 1);
    assert_int_equal(seat_of(&t, 0)->shown[HALF_A], SET(3));
}

static void the_card_just_played_may_be_the_tower(void **state) {
    (void)state;
    struct table t;
    lay_towers(&t, "");
    steps(&t, "0 tower 3; 1 tower 4");
    expect_persons(&t, 0, 3, 4, 1);
    expect_persons(&t, 1, 1, 0, 2);
    expect_part(&t, "contests", 0, 4); /* its contest still counts: 5 knights against 1 and 2 */
}

static void the_legate_of_the_display_may_be_the_tower(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 8);
    place(&t, 0, "start 4; hand L 7");
    place(&t, 1, "start 6; hand 4 7; shown La");
    steps(&t, "0 play Lb; 1 play 4a; 0 contest o");
    expect_legal(&t, 0, "tower L, tower hand 7, tower none");
    steps(&t, "0 tower L; 1 tower L");
    assert_int_equal(seat_of(&t, 0)->towers, SET(L));
    assert_int_equal(seat_of(&t, 0)->shown[HALF_B], 0);
    expect_persons(&t, 1, 1, 1, 2);
}

static void a_tower_from_the_hand_lies_face_down(void **state) {
    (void)state;
    struct table t, view;
    lay_towers(&t, "");
    expect_witness(&t, "0", "tower hand 7", 1, "tower hand ?");
    expect_witness(&t, "0", "tower hand 7", SPECTATOR, "tower hand ?");
    expect_witness(&t, "0", "tower hand 7", 0, "tower hand 7");
    expect_witness(&t, "0", "tower 9", 1, "tower 9");
    steps(&t, "0 tower hand 7; 1 tower hand 1");
    expect_event(&t, "tallinn.event.tower_hand", "who=0 card=7");
    assert_int_equal(seat_of(&t, 0)->secret, SET(7));
    assert_int_equal(seat_of(&t, 0)->hand, SET(8));
    expect_persons(&t, 0, 3, 5, 1);
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->secret, 0);
    assert_int_equal(seat_of(&view, 0)->secret_count, 1);
    assert_int_equal(seat_of(&view, 0)->hand_count, 1);
    assert_int_equal(seat_of(&view, 1)->secret, SET(1));
}

static void others_are_told_of_a_tower_from_the_hand_but_not_which(void **state) {
    (void)state;
    struct table t, view;
    lay_towers(&t, "");
    look(&view, &t, 2);
    expect_legal(&view, 0, "tower 10, tower 3, tower 9, tower hand ?, tower none");
    steps(&view, "0 tower hand ?; 1 tower none");
    expect_event(&view, "tallinn.event.tower_hidden", "who=0");
    assert_int_equal(count_events(&view, "tallinn.event.tower_hand"), 0);
    expect_refused(&t, 0, "tower hand ?", "common.whynot.veiled");
}

static void towers_are_refused_for_cards_that_are_elsewhere(void **state) {
    (void)state;
    struct table t;
    lay_towers(&t, "");
    expect_refused(&t, 0, "tower 7", "tallinn.whynot.not_shown");
    expect_refused(&t, 0, "tower hand 9", "tallinn.whynot.not_in_hand");
    expect_refused(&t, 0, "play 7a", "tallinn.whynot.when_play");
}

static void the_leader_in_points_decides_first_and_openly(void **state) {
    (void)state;
    struct table t, view;
    lay_table(&t, 3, "towers=leader", 8);
    place(&t, 0, "start 1; hand 3 7; points 4");
    place(&t, 1, "start 2; hand 4 7; points 6");
    place(&t, 2, "start 5; hand 3 7; points 9");
    steps(&t, "0 play 3a; 1 play 4a; 2 play 3a"); /* knights 2, 3, 3: 0, 3 and 3 points */
    expect_to_move(&t, "2");
    expect_refused(&t, 0, "tower none", "common.whynot.not_to_move");
    steps(&t, "2 tower 3");
    look(&view, &t, 0);
    assert_int_equal(seat_of(&view, 2)->towers, SET(3));
    expect_to_move(&t, "1");
    steps(&t, "1 tower none");
    expect_to_move(&t, "0");
    steps(&t, "0 tower none");
    assert_int_equal(state_of(&t)->phase, PHASE_PLAY);
}

static void equal_leaders_are_parted_by_their_towers_hidden_ones_too(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "towers=leader", 8);
    place(&t, 0, "start 4; hand 3; towers 9");
    place(&t, 1, "start 6; hand 4; towers 1; secret 2");
    steps(&t, "0 play 3a; 1 play 4a");
    expect_to_move(&t, "1");
    steps(&t, "1 tower none");
    expect_to_move(&t, "0");
}

static void still_equal_leaders_draw_lots_anew_before_each_decision(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 4, "towers=leader", 8);
    place(&t, 0, "start 1; hand 3 7; points 3");
    place(&t, 1, "start 3; hand 4 7; points 3");
    place(&t, 2, "start 1; hand 3 7; points 3");
    place(&t, 3, "start 5; hand 4 7; points 0");
    steps(&t, "0 play 3a; 1 play 4a; 2 play 3a; 3 play 4b"); /* knights 2 each: 3 points each */
    expect_outcomes(&t, 6, "first 0:1, first 1:1, first 2:1");
    steps(&t, "chance first 2");
    expect_event(&t, "tallinn.event.first", "who=2");
    expect_to_move(&t, "2");
    steps(&t, "2 tower 3");
    expect_outcomes(&t, 6, "first 0:1, first 1:1");
    steps(&t, "chance first 1; 1 tower none");
    expect_to_move(&t, "0"); /* only one seat: no lot */
}

static void together_needs_no_lots(void **state) {
    (void)state;
    struct table t;
    lay_towers(&t, "towers=together");
    assert_int_equal(state_of(&t)->phase, PHASE_TOWER);
    expect_to_move(&t, "0 1");
}

/* ---- A round: 6 ---- */

static void every_seat_with_a_pile_draws_a_card_seat_0_first(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    steps(&t, "0 play 7a; 1 play 7a");
    expect_outcomes(&t, 2, "draw 10:1, draw 3:1, draw 4:1, draw 5:1, draw 6:1, draw 8:1, draw 9:1");
    steps(&t, "chance draw 10");
    expect_outcomes(&t, 3, "draw 1:1, draw 10:1, draw 2:1, draw 3:1, draw 6:1, draw 8:1, draw 9:1");
    steps(&t, "chance draw 1");
    assert_int_equal(state_of(&t)->round, 2);
    expect_legal(&t, 0, "play 10a, play 10b, play 1a, play 1b, play 2a, play 2b");
}

static void a_draw_is_private(void **state) {
    (void)state;
    struct table t, view;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, two_hands);
    steps(&t, "0 play 7a; 1 play 7a");
    expect_witness(&t, "chance", "draw 10", 0, "draw 10");
    expect_witness(&t, "chance", "draw 10", 1, "draw ?");
    expect_witness(&t, "chance", "draw 10", SPECTATOR, "draw ?");
    look(&view, &t, 1);
    expect_outcomes(&view, 2, "draw ?:0");
    steps(&view, "chance draw ?");
    assert_int_equal(count_events(&view, "tallinn.event.draw"), 0);
    assert_int_equal(seat_of(&view, 0)->hand_count, 3);
    assert_int_equal(seat_of(&view, 0)->pile_count, 6);
}

static void with_empty_piles_nobody_draws(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 8);
    place(&t, 0, "start 1; hand 7 8");
    place(&t, 1, "start 2; hand 7 8");
    steps(&t, "0 play 7a; 1 play 7a");
    expect_to_move(&t, "0 1");
    assert_int_equal(state_of(&t)->round, 9);
}

/* ---- A round: 7, the chronicle ---- */

/* Sets up the play phase of a round in which a chronicle card is scored, with one card left in each
 * pile. */
static void lay_scoring(struct table *t, const char *options, unsigned round, const char *shown0,
                        const char *shown1) {
    char text[100];
    lay_table(t, 2, options, round);
    snprintf(text, sizeof text, "start 4; hand 4 6; pile 5; shown %s", shown0);
    place(t, 0, text);
    snprintf(text, sizeof text, "start 6; hand 4 6; pile 5; shown %s", shown1);
    place(t, 1, text);
}

static const char *const quiet_round = "0 play 6b; 1 play 6b; chance draw 5; chance draw 5";

static void the_first_chronicle_card_is_scored_after_the_draws_of_round_4(void **state) {
    (void)state;
    struct table t;
    lay_scoring(&t, "chronicle=true", 4, "7a 10b", "7a 10b"); /* merchants 3 */
    lay_chronicles(&t, 1, 2);
    steps(&t, "0 play 6b; 1 play 6b; chance draw 5");
    expect_part(&t, "chronicle", 0, 0);
    steps(&t, "chance draw 5");
    expect_part(&t, "chronicle", 0, 2);
    expect_event(&t, "tallinn.event.chronicle", "who=0 class=m n=3 points=2");
}

static void no_chronicle_card_is_scored_after_other_rounds(void **state) {
    (void)state;
    struct table t;
    for (unsigned round = 1; round <= 10; round++) {
        if (round == 4 || round == 7) continue;
        lay_scoring(&t, "chronicle=true", round, "7a 10a 3b", "1b");
        lay_chronicles(&t, 1, 1);
        steps(&t, quiet_round);
        expect_part(&t, "chronicle", 0, 0);
    }
}

static void the_second_is_scored_after_round_7_with_the_legate_after_round_8(void **state) {
    (void)state;
    struct table t;
    lay_scoring(&t, "chronicle=true", 7, "7a 10a", "1b");
    lay_chronicles(&t, 2, 1);
    steps(&t, quiet_round);
    expect_part(&t, "chronicle", 0, 2);
    lay_scoring(&t, "chronicle=true legate=true", 7, "7a 10a", "1b");
    lay_chronicles(&t, 2, 1);
    steps(&t, quiet_round);
    expect_part(&t, "chronicle", 0, 0);
    lay_scoring(&t, "chronicle=true legate=true", 8, "7a 10a", "1b");
    lay_chronicles(&t, 2, 1);
    steps(&t, quiet_round);
    expect_part(&t, "chronicle", 0, 2);
}

static void without_the_option_nothing_is_scored(void **state) {
    (void)state;
    struct table t;
    lay_scoring(&t, "", 4, "7a 10a 3b", "1b");
    steps(&t, quiet_round);
    expect_part(&t, "chronicle", 0, 0);
}

/* Expects points for owning merchants on influence cards: these cards, this round, and a multiple
 * of the number of players. */
static void expect_owning(const char *shown, unsigned round, int times) {
    struct table t;
    lay_scoring(&t, "chronicle=true", round, shown, "1b");
    lay_chronicles(&t, round == 4 ? 1 : 2, round == 4 ? 2 : 1);
    steps(&t, quiet_round);
    expect_part(&t, "chronicle", 0, times * 2);
}

static void owning_pays_once_from_3_and_twice_from_5_as_the_first_card(void **state) {
    (void)state;
    expect_owning("7a", 4, 0);
    expect_owning("10a", 4, 1);
    expect_owning("10a 1a", 4, 1);
    expect_owning("10a 7a", 4, 2);
}

static void owning_pays_once_from_5_and_twice_from_8_as_the_second_card(void **state) {
    (void)state;
    expect_owning("10a 1a", 7, 0);
    expect_owning("10a 7a", 7, 1);
    expect_owning("10a 7a 3b", 7, 1);
    expect_owning("10a 7a 3b 1a", 7, 2);
}

static void the_chronicle_pays_by_the_number_of_players(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 4, "chronicle=true", 4);
    lay_chronicles(&t, 3, 1);
    place(&t, 0, "start 1; hand 1 7; shown 8a 4b");
    place(&t, 1, "start 2; hand 1 7; shown 8a");
    place(&t, 2, "start 3; hand 1 7; shown 8b");
    place(&t, 3, "start 4; hand 1 7; shown 8a 2b");
    steps(&t, "0 play 1b; 1 play 1b; 2 play 1b; 3 play 1b");
    expect_part(&t, "chronicle", 0, 8);
    expect_part(&t, "chronicle", 1, 4);
    expect_part(&t, "chronicle", 2, 0);
    expect_part(&t, "chronicle", 3, 8);
    expect_event(&t, "tallinn.event.chronicle", "who=2 n=1 points=0");
}

static void start_card_towers_and_shields_do_not_count_as_owned_but_half_a_of_the_legate_does(
    void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "chronicle=true legate=true", 4);
    lay_chronicles(&t, 1, 2);
    place(&t, 0, "start 4; hand 4 6; shown 7a Lb; towers 10");
    place(&t, 1, "start 3; hand 4 6; shown 7a La");
    steps(&t, "0 play 6b; 1 play 6b");
    expect_part(&t, "chronicle", 0, 0);
    expect_part(&t, "chronicle", 1, 2);
}

static void giving_up_is_asked_of_all_at_once_after_the_draws(void **state) {
    (void)state;
    struct table t;
    lay_scoring(&t, "chronicle=true", 4, "7a", "1b");
    lay_chronicles(&t, 4, 2);
    steps(&t, "0 play 6b; 1 play 6b; chance draw 5");
    expect_to_move(&t, "chance");
    steps(&t, "chance draw 5");
    expect_to_move(&t, "0 1");
    expect_legal(&t, 0, "done, drop 7");
    expect_legal(&t, 1, "done");
}

static void what_the_dropped_visible_halves_show_counts_and_the_cards_leave_the_game(void **state) {
    (void)state;
    struct table t, view;
    lay_drop(&t, 4, "start 4; hand 1; shown 7a 10b 9a", "start 6; hand 1; shown 10a 3b");
    steps(&t, "0 drop 7; 0 done");
    expect_persons(&t, 0, 5, 4, 1); /* nothing changes before all are done */
    look(&view, &t, 1);
    assert_int_equal(seat_of(&view, 0)->dropping, 0);
    assert_int_equal(seat_of(&view, 0)->answer, 0);
    steps(&t, "1 drop 10; 1 drop 3; 1 done");
    expect_part(&t, "chronicle", 0, 2);
    expect_part(&t, "chronicle", 1, 4);
    expect_persons(&t, 0, 3, 4, 1);
    expect_persons(&t, 1, 1, 0, 2);
    assert_true(seat_of(&t, 0)->dropped & SET(7));
    assert_int_equal(seat_of(&t, 0)->shown[HALF_A], SET(9));
    expect_event(&t, "tallinn.event.drop", "who=0 cards=0x80");
    expect_event(&t, "tallinn.event.chronicle", "who=1 class=m n=5 points=4");
    assert_int_equal(CARD_7, 7);
}

static void whoever_gives_up_nothing_gets_nothing(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 4, "start 4; hand 1; shown 7a 10a", "start 6; hand 1; shown 10a 3b");
    steps(&t, "0 done; 1 done");
    expect_part(&t, "chronicle", 0, 0);
    assert_int_equal(t.event_count, 0);
    expect_persons(&t, 0, 7, 0, 1);
}

static void giving_up_pays_once_from_2_and_twice_from_4_as_the_first_card(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 4, "start 4; hand 6; shown 10a", "start 6; hand 6; shown 10a 1a");
    steps(&t, "0 drop 10; 0 done; 1 drop 10; 1 drop 1; 1 done");
    expect_part(&t, "chronicle", 0, 2);
    expect_part(&t, "chronicle", 1, 4);
}

static void giving_up_pays_once_from_3_and_twice_from_5_as_the_second_card(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 8, "start 4; hand 6; shown 10a 1a", "start 6; hand 6; shown 10a 7a");
    steps(&t, "0 drop 10; 0 drop 1; 0 done; 1 drop 10; 1 drop 7; 1 done");
    expect_part(&t, "chronicle", 0, 2);
    expect_part(&t, "chronicle", 1, 4);
}

static void a_display_that_cannot_reach_once_may_drop_nothing(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 8, "start 4; hand 6; shown 7a", "start 6; hand 6; shown 7a 1a");
    expect_legal(&t, 0, "done"); /* merchants of the start card do not count */
    expect_refused(&t, 0, "drop 7", "tallinn.whynot.drop_reach");
    expect_legal(&t, 1, "done, drop 1, drop 7");
}

static void after_the_first_drop_done_needs_once(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 8, "start 4; hand 6; shown 7a 1a 3b", "start 6; hand 6");
    steps(&t, "0 drop 7");
    expect_legal(&t, 0, "drop 1, drop 3");
    expect_refused(&t, 0, "done", "tallinn.whynot.drop_more");
    expect_refused(&t, 0, "drop 7", "tallinn.whynot.dropped");
    steps(&t, "0 drop 1");
    expect_legal(&t, 0, "done, drop 3"); /* more drops may follow */
}

static void a_drop_must_show_the_class(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 4, "start 4; hand 6; shown 7a 9a 3a Lb", "start 6; hand 6");
    expect_legal(&t, 0, "done, drop 7");
    expect_refused(&t, 0, "drop 9", "tallinn.whynot.drop_class");
    /* its merchants are on the other half */
    expect_refused(&t, 0, "drop 3", "tallinn.whynot.drop_class");
    expect_refused(&t, 0, "drop L", "tallinn.whynot.drop_class");
    expect_refused(&t, 0, "drop 2", "tallinn.whynot.not_shown");
}

static void half_a_of_the_legate_counts_and_may_be_dropped(void **state) {
    (void)state;
    struct table t;
    lay_drop(&t, 4, "start 4; hand 6; shown 1a La", "start 6; hand 6");
    steps(&t, "0 drop L; 0 drop 1; 0 done; 1 done");
    expect_part(&t, "chronicle", 0, 2);
    expect_persons(&t, 0, 2, 0, 1);
}

/* ---- the end ---- */

static void the_game_ends_when_no_seat_has_a_card_in_hand(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 9);
    place(&t, 0, "start 1; hand 7 8");
    place(&t, 1, "start 2; hand 7; secret 8");
    steps(&t, "0 play 7a; 1 play 7a");
    expect_to_move(&t, "0");
    steps(&t, "0 play 8a");
    expect_to_move(&t, "over");
    expect_refused(&t, 0, "play 7a", "common.whynot.over");
}

static void a_tower_decision_of_the_last_round_comes_before_the_end(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 1; hand 3");
    place(&t, 1, "start 2; hand 7");
    steps(&t, "0 play 3a; 1 play 7a");
    expect_legal(&t, 0, "tower 3, tower none");
    steps(&t, "0 tower 3");
    expect_to_move(&t, "over");
    expect_part(&t, "towers", 0, 6);
}

static bool is_over(const void *state) {
    return tallinn_game.to_move(state) == 0;
}

static void a_game_has_at_most_ten_rounds_with_the_legate_eleven(void **state) {
    (void)state;
    struct table t;
    for (unsigned seed = 0; seed < 40; seed++) {
        table_open(&t, &tallinn_game, 2 + seed % 3, seed % 2 ? "legate=true" : "");
        play_until(&t, seed, is_over);
        assert_true(state_of(&t)->round <= (seed % 2 ? 11 : 10));
        assert_true(state_of(&t)->round >= 5);
    }
}

/* ---- Final scoring ---- */

/* Example 1. */
static void the_rulebooks_final_scoring_ends_15_to_16(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 4; hand 7; shown 10a 3b 9a 4b 2b 6a; towers 8");
    place(&t, 1, "start 5; hand 7; shown 2a 1b 6b 8a 4b 3a; towers 9; secret 10");
    seat_of(&t, 0)->parts[PART_CONTESTS] = 8;
    seat_of(&t, 1)->parts[PART_CONTESTS] = 5;
    steps(&t, "0 play 7a; 1 play 7a");
    expect_persons(&t, 0, 9, 3, 6);
    expect_persons(&t, 1, 3, 7, 6);
    expect_part(&t, "merchants", 0, 5);
    expect_part(&t, "merchants", 1, -1);
    expect_part(&t, "knights", 0, 0);
    expect_part(&t, "knights", 1, 4);
    expect_part(&t, "monks", 0, 2);
    expect_part(&t, "monks", 1, 2);
    expect_part(&t, "towers", 0, 0);
    expect_part(&t, "towers", 1, 6);
    expect_score(&t, 0, 15);
    expect_score(&t, 1, 16);
    expect_place(&t, 0, 2);
    expect_place(&t, 1, 1);
    expect_event(&t, "tallinn.event.final", "who=0 class=m n=9 points=5");
    expect_event(&t, "tallinn.event.towers", "who=0 class=o n=4 points=0");
    expect_event(&t, "tallinn.event.towers", "who=1 class=k n=5 points=6");
}

/* The same example as a whole game, Malte against Heike, with the contests of the rulebook. The
 * four contests of Malte bring 8 points. Those of Heike, two for knights, one for monks and one for
 * merchants, bring 5. The rulebook leaves out the four points of the start. */
static void the_rulebooks_example_as_a_whole_game_with_its_contests(void **state) {
    static const struct {
        const char *steps;
        int malte, heike;
    } rounds[] = {
        {"0 play 9b; 1 play 6b; chance draw 8; chance draw 5", 0, 0},
        {"0 play 7a; 1 play 2a; 1 tower hand 9; chance draw 5; chance draw 10", 0, 2},
        {"0 play 3a; 1 play 5a; 0 tower hand 8; 1 tower hand 10; chance draw 10; chance draw 4", 2,
         2},
        {"0 play 5b; 1 play 4a; 1 tower none; chance draw 6; chance draw 7", 2, 3},
        {"0 play 10a; 1 play 7b; chance draw 2; chance draw 3", 2, 3},
        {"0 play 6a; 1 play 3a; 0 tower none; 1 tower none; chance draw 4; chance draw 1", 4, 5},
        {"0 play 2a; 1 play 1b; 0 tower none; chance draw 1; chance draw 8", 6, 5},
        {"0 play 4b; 1 play 8a", 6, 5},
        {"0 play 1a; 0 tower none", 8, 5},
    };
    static const struct {
        const char *part;
        int malte, heike;
    } parts[] = {
        {"start", 4, 4},   {"contests", 8, 5}, {"merchants", 5, -1},
        {"knights", 0, 4}, {"monks", 2, 2},    {"towers", 0, 6},
    };
    struct table t;
    (void)state;
    table_open(&t, &tallinn_game, 2, "");
    steps(&t, "chance start 1; chance start 4; chance draw 9; chance draw 7; chance draw 3; chance "
              "draw 6; chance draw 2; chance draw 9");
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        steps(&t, rounds[i].steps);
        expect_part(&t, "contests", 0, rounds[i].malte);
        expect_part(&t, "contests", 1, rounds[i].heike);
    }
    expect_to_move(&t, "over");
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        expect_part(&t, parts[i].part, 0, parts[i].malte);
        expect_part(&t, parts[i].part, 1, parts[i].heike);
    }
    expect_score(&t, 0, 4 + 15);
    expect_score(&t, 1, 4 + 16);
    expect_place(&t, 1, 1);
}

static void every_pair_of_seats_compares_each_class_for_four_or_two_points(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 10);
    place(&t, 0, "start 3; hand 9"); /* mm kk o */
    place(&t, 1, "start 3; hand 9"); /* mm kk o */
    place(&t, 2, "start 1; hand 9"); /* kk ooo */
    finish(&t);
    expect_part(&t, "merchants", 0, 6);
    expect_part(&t, "merchants", 1, 6);
    expect_part(&t, "merchants", 2, 0);
    expect_part(&t, "knights", 0, 4);
    expect_part(&t, "knights", 2, 4);
    expect_part(&t, "monks", 1, 2);
    expect_part(&t, "monks", 2, 8);
}

static void having_equally_none_gives_nothing(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 1; hand 9");
    place(&t, 1, "start 5; hand 9");
    finish(&t);
    expect_part(&t, "merchants", 0, 0);
    expect_part(&t, "merchants", 1, 0);
}

static void only_from_five_more_the_other_pays_a_point(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 10);
    place(&t, 0, "start 5; hand 9; shown 10a 7a"); /* merchants 5 */
    place(&t, 1, "start 3; hand 9; shown 3b"); /* merchants 4 */
    place(&t, 2, "start 1; hand 9"); /* merchants 0 */
    finish(&t);
    expect_part(&t, "merchants", 0, 9);
    expect_part(&t, "merchants", 1, 4); /* a lead of four is not enough */
    expect_part(&t, "merchants", 2, -1);
}

static void a_payment_may_take_a_seat_below_zero(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 5; hand 9; shown 10a 7a 8a; towers 6");
    place(&t, 1, "start 5; hand 9");
    seat_of(&t, 0)->persons[CLASS_K] = 9; /* and more knights and monks than the other */
    finish(&t);
    expect_part(&t, "merchants", 1, -1);
    expect_part(&t, "knights", 1, -1);
    expect_part(&t, "monks", 1, 0);
    expect_score(&t, 1, -2);
    expect_place(&t, 1, 2);
}

static void nobody_pays_for_towers(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 3; hand 9; towers 10 3 7");
    place(&t, 1, "start 3; hand 9");
    finish(&t); /* 8 merchants against none */
    expect_part(&t, "towers", 0, 6);
    expect_part(&t, "towers", 1, 0);
}

static void the_class_most_frequent_on_both_halves_of_the_towers_counts(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 10);
    place(&t, 0, "start 3; hand 9; towers 1 6"); /* k 4, m 1, o 1 */
    place(&t, 1, "start 3; hand 9; secret 10"); /* m 4, k 1 */
    place(&t, 2, "start 3; hand 9; towers 7"); /* m 2, k 1, o 1 */
    finish(&t);
    expect_part(&t, "towers", 0, 9);
    expect_part(&t, "towers", 1, 9);
    expect_part(&t, "towers", 2, 0);
    expect_event(&t, "tallinn.event.towers", "who=0 class=k n=4 points=9");
}

static void seats_without_towers_get_nothing_for_being_equal(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "", 10);
    place(&t, 0, "start 3; hand 9");
    place(&t, 1, "start 3; hand 9");
    finish(&t);
    expect_part(&t, "towers", 0, 0);
    expect_part(&t, "towers", 1, 0);
    assert_int_equal(count_events(&t, "tallinn.event.towers"), 0);
}

static void the_shields_add_two_to_the_single_least_class_without_a_step(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 1; hand 9; shown Lb"); /* m 0, k 2, o 3 after 9b */
    place(&t, 1, "start 3; hand 9");
    finish(&t);
    expect_to_move(&t, "over");
    expect_persons(&t, 0, 2, 2, 3);
    expect_event(&t, "tallinn.event.legate", "who=0 class=m");
    expect_part(&t, "merchants", 0, 2);
}

static void where_several_are_least_the_owner_of_the_shields_chooses(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "legate=true", 11);
    place(&t, 0, "start 4; hand 9; shown 8a Lb"); /* m 2, k 1, o 5: single */
    place(&t, 1, "start 3; hand 9; shown 6a Lb"); /* m 2, k 2, o 2 */
    place(&t, 2, "start 6; hand 9; shown Lb"); /* m 1, k 1, o 3 */
    finish(&t);
    expect_to_move(&t, "1 2");
    expect_persons(&t, 0, 2, 3, 5);
    expect_legal(&t, 1, "legate k, legate m, legate o");
    expect_legal(&t, 2, "legate k, legate m");
    expect_refused(&t, 2, "legate o", "tallinn.whynot.not_least");
    steps(&t, "2 legate m");
    expect_persons(&t, 2, 1, 1, 3); /* secret until both have chosen */
    steps(&t, "1 legate k");
    expect_to_move(&t, "over");
    expect_persons(&t, 1, 2, 4, 2);
    expect_persons(&t, 2, 3, 1, 3);
}

static void the_start_card_counts_for_what_is_least(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 11);
    /* with the start card o 1 is least, without it m 0 */
    place(&t, 0, "start 3; hand 9; shown Lb");
    place(&t, 1, "start 3; hand 9");
    finish(&t);
    expect_persons(&t, 0, 2, 2, 3);
}

static void half_a_of_the_legate_adds_nothing_at_the_end(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 1; hand 9; shown La");
    place(&t, 1, "start 3; hand 9");
    finish(&t);
    expect_persons(&t, 0, 1, 3, 4);
}

static void a_legate_among_the_towers_adds_two_to_the_class_least_frequent_there(void **state) {
    (void)state;
    struct table t;
    unsigned persons[CLASSES];
    lay_table(&t, 3, "legate=true", 11);
    place(&t, 0, "start 3; hand 9; towers L 7"); /* m 3, k 2, o 2: +2 on k or o makes 4 */
    place(&t, 1, "start 3; hand 9; secret L"); /* 1 each: 3 */
    place(&t, 2, "start 3; hand 9; towers 8"); /* o 4 */
    finish(&t);
    expect_part(&t, "towers", 0, 9);
    expect_part(&t, "towers", 1, 0);
    expect_part(&t, "towers", 2, 9);
    assert_int_equal(tallinn_tower_persons(seat_of(&t, 1), persons), 5);
    place(&t, 0, "towers 1 6"); /* L 7 1 6: k 6, m 4, o 3 and then 5 */
    assert_int_equal(tallinn_tower_persons(seat_of(&t, 0), persons), 15);
    assert_int_equal(persons[CLASS_O], 5);
    assert_int_equal(persons[CLASS_K], 6);
}

static void a_tie_goes_to_whoever_has_more_persons_on_the_towers(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 3, "", 10);
    place(&t, 0, "start 3; hand 9; towers 1; points 4"); /* 3 persons, two alike */
    place(&t, 1, "start 3; hand 9; towers 7; points 4"); /* 4 persons, two alike */
    place(&t, 2, "start 3; hand 9; secret 2; points 4"); /* 3 persons, two alike */
    finish(&t);
    expect_score(&t, 0, 22);
    expect_score(&t, 1, 22);
    expect_place(&t, 1, 1);
    expect_place(&t, 0, 2);
    expect_place(&t, 2, 2); /* shared place */
}

static void a_legate_counts_five_in_the_tie(void **state) {
    (void)state;
    struct table t;
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 3; hand 9; towers L; points 7"); /* 3 of one class, 5 persons */
    place(&t, 1, "start 3; hand 9; towers 8; points 1"); /* 4 monks, 6 persons */
    finish(&t);
    expect_score(&t, 0, 13);
    expect_score(&t, 1, 13);
    expect_place(&t, 0, 2);
    lay_table(&t, 2, "legate=true", 11);
    place(&t, 0, "start 3; hand 9; towers L; points 1"); /* 5 persons */
    place(&t, 1, "start 3; hand 9; towers 7; points 7"); /* 4 persons */
    finish(&t);
    expect_score(&t, 0, 13);
    expect_place(&t, 0, 1);
    expect_place(&t, 1, 2);
}

static void the_parts_of_the_breakdown_add_up_to_the_score(void **state) {
    (void)state;
    struct table t;
    struct result result;
    for (unsigned seed = 0; seed < 60; seed++) {
        table_open(&t, &tallinn_game, 2 + seed % 3, "legate=true chronicle=true");
        play_until(&t, seed, is_over);
        tallinn_game.result(t.state, &result);
        for (unsigned seat = 0; seat < state_of(&t)->players; seat++) {
            int sum = 0;
            for (unsigned part = 0; part < tallinn_game.part_count; part++)
                sum += result.parts[part][seat];
            assert_int_equal(sum, result.score[seat]);
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_halves_are_those_of_the_table),
    cmocka_unit_test(there_are_ten_cards_and_the_legate),
    cmocka_unit_test(each_class_has_two_coin_halves_and_a_coin_is_for_the_class_it_stands_on),
    cmocka_unit_test(only_half_b_of_the_legate_has_the_shields),
    cmocka_unit_test(the_six_start_cards_are_the_six_ordered_pairs_of_classes),
    cmocka_unit_test(three_chronicle_cards_ask_to_own_and_three_to_give_up_one_of_each_class),
    cmocka_unit_test(the_reconstructed_rows_are_marked),
    cmocka_unit_test(the_options_default_to_the_base_game_and_towers_together),
    cmocka_unit_test(every_seat_starts_with_four_points),
    cmocka_unit_test(start_cards_are_dealt_in_seat_order_each_a_different_one_from_stream_0),
    cmocka_unit_test(start_cards_are_open),
    cmocka_unit_test(the_chronicle_is_an_ordered_pair_of_different_cards_from_stream_1),
    cmocka_unit_test(without_the_chronicle_none_is_drawn),
    cmocka_unit_test(every_seat_draws_three_cards_seat_0_first_each_from_its_own_stream),
    cmocka_unit_test(the_legate_is_in_the_pile_only_with_its_option),
    cmocka_unit_test(only_with_the_legate_the_seats_may_exchange),
    cmocka_unit_test(an_exchange_is_repeated_until_done),
    cmocka_unit_test(points_and_cards_move_only_when_all_are_done),
    cmocka_unit_test(seat_0_draws_as_many_as_it_put_under_then_seat_1),
    cmocka_unit_test(what_is_drawn_cannot_be_exchanged_again),
    cmocka_unit_test(if_nobody_exchanges_the_first_round_begins),
    cmocka_unit_test(cards_put_under_are_drawn_last_in_their_order_each_with_one_outcome),
    cmocka_unit_test(every_seat_with_a_card_in_hand_chooses_a_card_and_a_half),
    cmocka_unit_test(nothing_is_shown_before_the_last_answer_is_in),
    cmocka_unit_test(apply_says_that_the_last_answer_closes_the_question),
    cmocka_unit_test(half_a_of_card_7_activates_two_merchants_half_b_a_knight_and_a_monk),
    cmocka_unit_test(a_contest_compares_only_its_class_and_gives_nobody_else_points),
    cmocka_unit_test(more_persons_give_two_points_equally_many_one_fewer_none),
    cmocka_unit_test(cards_played_this_round_count_and_every_contest_is_apart),
    cmocka_unit_test(half_b_of_a_coin_card_triggers_nothing),
    cmocka_unit_test(whoever_has_just_played_the_shields_chooses_a_class_or_none),
    cmocka_unit_test(half_a_of_the_legate_is_three_persons_and_no_contest),
    cmocka_unit_test(the_shields_give_two_extra_persons_in_this_contest_and_to_their_owner_only),
    cmocka_unit_test(shields_of_another_seat_add_nothing_to_what_one_is_compared_with),
    cmocka_unit_test(two_extra_persons_can_make_a_tie),
    cmocka_unit_test(contest_none_triggers_nothing_and_allows_no_tower),
    cmocka_unit_test(whoever_triggered_a_contest_decides_on_a_tower_all_at_once),
    cmocka_unit_test(a_decision_on_a_tower_is_secret_until_all_have_decided),
    cmocka_unit_test(a_card_turned_into_a_tower_no_longer_counts),
    cmocka_unit_test(the_card_just_played_may_be_the_tower),
    cmocka_unit_test(the_legate_of_the_display_may_be_the_tower),
    cmocka_unit_test(a_tower_from_the_hand_lies_face_down),
    cmocka_unit_test(others_are_told_of_a_tower_from_the_hand_but_not_which),
    cmocka_unit_test(towers_are_refused_for_cards_that_are_elsewhere),
    cmocka_unit_test(the_leader_in_points_decides_first_and_openly),
    cmocka_unit_test(equal_leaders_are_parted_by_their_towers_hidden_ones_too),
    cmocka_unit_test(still_equal_leaders_draw_lots_anew_before_each_decision),
    cmocka_unit_test(together_needs_no_lots),
    cmocka_unit_test(every_seat_with_a_pile_draws_a_card_seat_0_first),
    cmocka_unit_test(a_draw_is_private),
    cmocka_unit_test(with_empty_piles_nobody_draws),
    cmocka_unit_test(the_first_chronicle_card_is_scored_after_the_draws_of_round_4),
    cmocka_unit_test(no_chronicle_card_is_scored_after_other_rounds),
    cmocka_unit_test(the_second_is_scored_after_round_7_with_the_legate_after_round_8),
    cmocka_unit_test(without_the_option_nothing_is_scored),
    cmocka_unit_test(owning_pays_once_from_3_and_twice_from_5_as_the_first_card),
    cmocka_unit_test(owning_pays_once_from_5_and_twice_from_8_as_the_second_card),
    cmocka_unit_test(the_chronicle_pays_by_the_number_of_players),
    cmocka_unit_test(
        start_card_towers_and_shields_do_not_count_as_owned_but_half_a_of_the_legate_does),
    cmocka_unit_test(giving_up_is_asked_of_all_at_once_after_the_draws),
    cmocka_unit_test(what_the_dropped_visible_halves_show_counts_and_the_cards_leave_the_game),
    cmocka_unit_test(whoever_gives_up_nothing_gets_nothing),
    cmocka_unit_test(giving_up_pays_once_from_2_and_twice_from_4_as_the_first_card),
    cmocka_unit_test(giving_up_pays_once_from_3_and_twice_from_5_as_the_second_card),
    cmocka_unit_test(a_display_that_cannot_reach_once_may_drop_nothing),
    cmocka_unit_test(after_the_first_drop_done_needs_once),
    cmocka_unit_test(a_drop_must_show_the_class),
    cmocka_unit_test(half_a_of_the_legate_counts_and_may_be_dropped),
    cmocka_unit_test(the_game_ends_when_no_seat_has_a_card_in_hand),
    cmocka_unit_test(a_tower_decision_of_the_last_round_comes_before_the_end),
    cmocka_unit_test(a_game_has_at_most_ten_rounds_with_the_legate_eleven),
    cmocka_unit_test(the_rulebooks_final_scoring_ends_15_to_16),
    cmocka_unit_test(the_rulebooks_example_as_a_whole_game_with_its_contests),
    cmocka_unit_test(every_pair_of_seats_compares_each_class_for_four_or_two_points),
    cmocka_unit_test(having_equally_none_gives_nothing),
    cmocka_unit_test(only_from_five_more_the_other_pays_a_point),
    cmocka_unit_test(a_payment_may_take_a_seat_below_zero),
    cmocka_unit_test(nobody_pays_for_towers),
    cmocka_unit_test(the_class_most_frequent_on_both_halves_of_the_towers_counts),
    cmocka_unit_test(seats_without_towers_get_nothing_for_being_equal),
    cmocka_unit_test(the_shields_add_two_to_the_single_least_class_without_a_step),
    cmocka_unit_test(where_several_are_least_the_owner_of_the_shields_chooses),
    cmocka_unit_test(the_start_card_counts_for_what_is_least),
    cmocka_unit_test(half_a_of_the_legate_adds_nothing_at_the_end),
    cmocka_unit_test(a_legate_among_the_towers_adds_two_to_the_class_least_frequent_there),
    cmocka_unit_test(a_tie_goes_to_whoever_has_more_persons_on_the_towers),
    cmocka_unit_test(a_legate_counts_five_in_the_tie),
    cmocka_unit_test(the_parts_of_the_breakdown_add_up_to_the_score),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
