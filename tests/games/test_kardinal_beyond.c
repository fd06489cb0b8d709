/* Kardinal & König beyond its rules: who knows what, texts, reading positions, and the inputs of
 * the net. */
#include "tests/games/kardinal.h"

/* ---- Who knows what ---- */

static void a_card_taken_openly_is_known_until_its_colour_is_played(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    steps(&t, "0 swap BB; 0 take FA; chance open ES");
    assert_int_equal(state_of(&t)->seats[0].known[COLOUR_FA], 1);
    turn_of(&t, 0);
    steps(&t, "0 swap BB; 0 blind; chance draw FA");
    assert_int_equal(state_of(&t)->seats[0].known[COLOUR_FA], 1); /* three FA, one of them known */
    turn_of(&t, 0);
    steps(&t, "0 c FK1 FA");
    assert_int_equal(state_of(&t)->seats[0].known[COLOUR_FA], 0);
    steps(&t, "0 blind; chance draw BB");
    turn_of(&t, 0);
    steps(&t, "0 swap FA"); /* the count does not go below zero */
    assert_int_equal(state_of(&t)->seats[0].known[COLOUR_FA], 0);
}

static void a_pair_takes_two_known_cards_away(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    hand(&t, 0, "FA FA BB");
    state_of(&t)->seats[0].known[COLOUR_FA] = 2;
    steps(&t, "0 c EN1 FA+FA");
    assert_int_equal(state_of(&t)->seats[0].known[COLOUR_FA], 0);
}

static void a_view_hides_hands_and_pile_and_keeps_counts(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    t.game->view(t.state, 0);
    assert_int_equal(state_of(&t)->seats[0].hand[COLOUR_BB], 2);
    assert_int_equal(state_of(&t)->seats[1].hand[COLOUR_ES], 0);
    assert_int_equal(state_of(&t)->seats[1].hand_count, 3);
    assert_int_equal(state_of(&t)->pile[COLOUR_ES], 0);
    assert_int_equal(state_of(&t)->pile_count, 34);
    expect_sound(&t);
}

/* Seat 0 has placed its first piece with FA, and only `done` is left. */
static void first_piece_placed(struct table *t, const char *cards) {
    begin(t, 3);
    build(t, 1, "FK1");
    hand(t, 0, cards);
    steps(t, "0 c FK2 FA");
}

static void a_forced_done_does_not_show_while_others_cannot_know(void **state) {
    struct table t;
    (void)state;
    first_piece_placed(&t, "FA BB LI");
    expect_legal(&t, 0, "done");
    assert_int_equal(game_forced(t.game, t.state, 0), NOTATION_NONE);
    t.game->view(t.state, 1); /* seat 0 may hold any card */
    expect_can(&t, 0, "c FK3 FA");
    expect_can(&t, 0, "c FK3 LI+LI");
    expect_can(&t, 0, "r FK FA");
    expect_can(&t, 0, "done");
}

static void a_forced_done_shows_where_known_cards_leave_nothing_else(void **state) {
    struct table t;
    (void)state;
    first_piece_placed(&t, "FA BB LI");
    state_of(&t)->seats[0].known[COLOUR_BB] = 1;
    t.game->view(t.state, SPECTATOR);
    expect_can(&t, 0, "c FK3 BB+BB"); /* the other card may be BB */
    expect_can(&t, 0, "c FK3 FA");
    assert_false(is_legal(&t, 0, "c FK3 LI+LI")); /* two LI are impossible */
    first_piece_placed(&t, "FA BB LI");
    state_of(&t)->seats[0].known[COLOUR_BB] = state_of(&t)->seats[0].known[COLOUR_LI] = 1;
    assert_int_equal(game_forced(t.game, t.state, 0), DO_DONE);
}

static void a_forced_done_shows_where_the_board_leaves_nothing_else(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "SC1 SC2");
    build(&t, 2, "SC3");
    send(&t, 1, "SC", 2);
    hand(&t, 0, "ES ES ES");
    steps(&t, "0 c SC4 ES");
    assert_int_equal(game_forced(t.game, t.state, 0), DO_DONE);
}

static void others_cannot_hold_cards_that_all_have_seen(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    hand(&t, 0, "FA BB ES");
    hand(&t, 1, "ES LI LI");
    hand(&t, 2, "ES LI LI");
    pile(&t, "FA FA FA BB BB BB LI LI"); /* all FR are discarded */
    turn_of(&t, 1);
    t.game->view(t.state, SPECTATOR);
    assert_false(is_legal(&t, 1, "swap FR"));
    assert_false(is_legal(&t, 1, "c FR1 FR"));
    expect_can(&t, 1, "c FR1 ES+ES");
    expect_can(&t, 1, "swap ES");
}

static void the_second_pile_is_known_to_all_until_somebody_draws_blind(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    pile(&t, "ES");
    steps(&t, "0 swap FA; 0 take LI; chance open ES"); /* the discards have become the pile */
    struct kardinal all = *state_of(&t), seen = all;
    kardinal_view(&seen, SPECTATOR);
    assert_memory_equal(seen.pile, all.pile, COLOURS);
    struct generator g;
    generator_seed(&g, 1);
    for (unsigned i = 0; i < 20; i++) {
        struct kardinal drawn = seen;
        kardinal_determinise(&drawn, &g);
        assert_memory_equal(drawn.pile, all.pile, COLOURS);
    }
    steps(&t, "1 swap LI; 1 take ES; chance open BB"); /* everybody sees a refill */
    assert_int_equal(state_of(&t)->pile_known, 1);
    steps(&t, "2 swap LI; 2 blind; chance draw BB");
    assert_int_equal(state_of(&t)->pile_known, 0);
    t.game->view(t.state, 2);
    assert_int_equal(state_of(&t)->pile[COLOUR_BB], 0);
}

/* Seat 1 has one known ES and two unknown cards, seat 2 three unknown; the pile is two cards. */
static void small_position(struct table *t) {
    begin(t, 3);
    hand(t, 1, "ES BB LI");
    hand(t, 2, "LI LI ES");
    pile(t, "BB ES");
    state_of(t)->seats[1].known[COLOUR_ES] = 1;
    expect_sound(t);
    t->game->view(t->state, 0);
}

static unsigned choose(unsigned n, unsigned k) {
    unsigned ways = 1;
    if (k > n) return 0;
    for (unsigned i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

/* BB BB, ES ES, LI LI LI are unseen: every way to distribute them to two, three and two positions
 * is equally likely. */
static void determinisation_deals_the_unseen_cards_uniformly(void **state) {
    enum { DRAWS = 60000, KINDS = 3 };
    static const unsigned colours[KINDS] = {COLOUR_BB, COLOUR_ES, COLOUR_LI},
                          unseen[KINDS] = {2, 2, 3};
    static unsigned seen[4][4][4][4][4][4]; /* unknown cards of seat 1 and seat 2, by colour */
    struct table t;
    struct generator g;
    double chi = 0;
    unsigned cells = 0, counted = 0;
    (void)state;
    small_position(&t);
    generator_seed(&g, 5);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct kardinal s = *state_of(&t);
        kardinal_determinise(&s, &g);
        const uint8_t *a = s.seats[1].hand, *b = s.seats[2].hand;
        assert_true(a[COLOUR_ES] >= 1);
        seen[a[COLOUR_BB]][a[COLOUR_ES] - 1][a[COLOUR_LI]][b[COLOUR_BB]][b[COLOUR_ES]]
            [b[COLOUR_LI]]++;
        for (unsigned k = 0; k < KINDS; k++)
            assert_int_equal(a[colours[k]] - (k == 1) + b[colours[k]] + s.pile[colours[k]],
                             unseen[k]);
    }
    double total = choose(7, 2) * choose(5, 3);
    for (unsigned n = 0; n < 4096; n++) {
        unsigned a[KINDS] = {n & 3, n >> 2 & 3, n >> 4 & 3},
                 b[KINDS] = {n >> 6 & 3, n >> 8 & 3, n >> 10 & 3}, ways = 1;
        if (a[0] + a[1] + a[2] != 2 || b[0] + b[1] + b[2] != 3) continue;
        for (unsigned k = 0; k < KINDS; k++)
            ways *= a[k] > unseen[k] ? 0 : choose(unseen[k], a[k]) * choose(unseen[k] - a[k], b[k]);
        unsigned found = seen[a[0]][a[1]][a[2]][b[0]][b[1]][b[2]];
        counted += found;
        if (ways == 0) continue;
        double expected = (double)DRAWS * ways / total;
        chi += (found - expected) * (found - expected) / expected;
        cells++;
    }
    assert_int_equal(counted, DRAWS);
    assert_true(chi < 2.5 * cells); /* the expected value is about `cells` */
}

/* Returns the colours of the first and last card of the first pile in a random game. */
static void first_and_last(struct generator *g, unsigned *first, unsigned *last) {
    struct kardinal s;
    struct outcomes outcomes;
    uint16_t list[LEGAL_MAX];
    unsigned drawn = 0;
    kardinal_game.setup(&s, 3, NULL);
    while (s.runs == 0) {
        if (!(kardinal_game.to_move(&s) & CHANCE_BIT)) {
            unsigned count = kardinal_game.legal(&s, s.turn, list);
            kardinal_game.apply(&s, s.turn, list[generator_below(g, count)], NULL);
            continue;
        }
        kardinal_game.chance(&s, &outcomes);
        uint16_t card = outcomes_draw(&outcomes, g);
        *last = card >= DO_OPEN ? card - (unsigned)DO_OPEN : card - (unsigned)DRAW_FIRST;
        if (drawn++ == 0) *first = *last;
        kardinal_game.apply(&s, BY_CHANCE, card, NULL);
    }
    assert_int_equal(drawn, 45);
}

static void drawing_when_it_is_needed_is_the_same_as_shuffling_first(void **state) {
    enum { GAMES = 6000, CARDS = 45 };
    static const double cards[COLOURS] = {10, 8, 11, 7, 9};
    unsigned seen[COLOURS][COLOURS] = {0}, first = 0, last = 0;
    struct generator g;
    double chi = 0;
    (void)state;
    generator_seed(&g, 45);
    for (unsigned i = 0; i < GAMES; i++) {
        first_and_last(&g, &first, &last);
        seen[first][last]++;
    }
    for (unsigned a = 0; a < COLOURS; a++)
        for (unsigned b = 0; b < COLOURS; b++) {
            double expected =
                (double)GAMES * cards[a] * (cards[b] - (a == b)) / (double)(CARDS * (CARDS - 1));
            chi += (seen[a][b] - expected) * (seen[a][b] - expected) / expected;
        }
    assert_true(chi < 60); /* 24 degrees of freedom: less likely than one in ten thousand */
}

/* ---- texts ---- */

static void a_preview_says_what_a_piece_would_change(void **state) {
    struct table t;
    struct message message;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "FK1 FK2 FK4");
    build(&t, 1, "FK7");
    message = kardinal_preview(t.state, 0, notation_read(t.game->notation, "c FK6 FA", 8));
    assert_non_null(message.key);
    assert_string_equal(message.key, "kardinal.preview.points");
    /* one more cloister in Franken, and FK1 FK2 FK4 FK6 become a chain */
    assert_int_equal(message.params[0].number, 1 + 4);
    assert_null(kardinal_preview(t.state, 0, notation_read(t.game->notation, "swap FA", 7)).key);
}

static void what_is_asked_fits_the_phase(void **state) {
    struct table t;
    struct message message;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    message = kardinal_ask(t.state, 0);
    assert_string_equal(message.key, "kardinal.ask.place");
    steps(&t, "0 c FK2 FA");
    message = kardinal_ask(t.state, 0);
    assert_string_equal(message.key, "kardinal.ask.more");
    steps(&t, "0 done");
    message = kardinal_ask(t.state, 0);
    assert_string_equal(message.key, "kardinal.ask.draw");
    begin(&t, 3);
    gone_for_good(&t, "");
    message = kardinal_ask(t.state, 0);
    assert_string_equal(message.key, "kardinal.ask.place_last");
}

/* ---- reading positions ---- */

static void expect_bad(struct kardinal s, const char *key) {
    struct message error = {0};
    assert_false(state_check(&kardinal_game, &s, &error));
    assert_string_equal(error.key, key);
}

static void impossible_positions_are_refused(void **state) {
    struct table t;
    struct kardinal s;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "FK1");
    s = *state_of(&t);
    s.pile[0]++;
    expect_bad(s, "kardinal.error.cards");
    s = *state_of(&t);
    s.seats[1].cloisters |= SPACE_BIT(FK1);
    expect_bad(s, "kardinal.error.pieces");
    s = *state_of(&t);
    s.room[COUNTRY_FK] = 2;
    expect_bad(s, "kardinal.error.room");
    s = *state_of(&t);
    s.phase = PHASE_MORE;
    expect_bad(s, "kardinal.error.course");
    /* there are three cards and two open ones */
    static const uint8_t phases[] = {PHASE_DEAL, PHASE_LAY, PHASE_DRAW, PHASE_BLIND, PHASE_REFILL};
    for (unsigned i = 0; i < sizeof phases; i++) {
        s = *state_of(&t);
        s.phase = phases[i];
        expect_bad(s, "kardinal.error.course");
    }
    s = *state_of(&t);
    s.turn = 3; /* there are three seats */
    expect_bad(s, "kardinal.error.course");
    s = *state_of(&t);
    s.country = COUNTRY_FK + 1; /* no piece was placed in this turn */
    expect_bad(s, "kardinal.error.course");
    s = *state_of(&t);
    s.pile_known = 1; /* only after the discards were shuffled */
    expect_bad(s, "kardinal.error.course");
    s = *state_of(&t);
    s.runs = 2; /* the pile is not gone */
    expect_bad(s, "kardinal.error.course");
    s = *state_of(&t);
    s.open[0] = state_of(&t)->open[1]; /* in the order of colours */
    s.open[1] = state_of(&t)->open[0];
    if (s.open[0] != s.open[1]) expect_bad(s, "kardinal.error.course");
    s = *state_of(&t);
    s.viewer = 5;
    expect_bad(s, "error.position.viewer");
}

/* ---- inputs of the net ---- */

/* Visits each position of random games of every size in which a seat is asked, and the end. */
static void each_position(unsigned games,
                          void (*visit)(const struct kardinal *s, struct generator *g)) {
    struct generator g;
    generator_seed(&g, 814);
    for (unsigned i = 0; i < games; i++) {
        struct kardinal s;
        unsigned to_move;
        kardinal_game.setup(&s, KARDINAL_SEATS_MIN + i % 3, NULL);
        while ((to_move = kardinal_game.to_move(&s)) != 0) {
            uint16_t list[LEGAL_MAX];
            struct outcomes o;
            if (to_move & CHANCE_BIT) {
                kardinal_game.chance(&s, &o);
                kardinal_game.apply(&s, BY_CHANCE, outcomes_draw(&o, &g), NULL);
            } else {
                visit(&s, &g);
                kardinal_game.apply(
                    &s, s.turn, list[generator_below(&g, kardinal_game.legal(&s, s.turn, list))],
                    NULL);
            }
        }
        visit(&s, &g);
    }
}

static struct kardinal_prospect prospects[KARDINAL_SEATS]; /* of the position before */

static void expect_prospects(const struct kardinal *s, struct generator *g) {
    struct result result;
    struct kardinal_prospect before[KARDINAL_SEATS];
    (void)g;
    memcpy(before, prospects, sizeof before);
    kardinal_prospects(s, prospects);
    kardinal_result(s, &result);
    for (unsigned seat = 0; seat < s->players; seat++) {
        assert_int_equal(prospects[seat].cloisters, result.parts[PART_CLOISTERS_FINAL][seat]);
        assert_int_equal(prospects[seat].alliances, result.parts[PART_ALLIANCES][seat]);
        assert_int_equal(prospects[seat].chains, result.parts[PART_CHAINS][seat]);
        assert_true(prospects[seat].settled >= before[seat].settled);
        assert_true(prospects[seat].settled <= result.score[seat]);
    }
    if (s->phase == PHASE_OVER) memset(prospects, 0, sizeof prospects);
}

static void prospects_are_the_score_as_things_stand_and_what_is_settled_stays(void **state) {
    (void)state;
    each_position(300, expect_prospects);
}

static void a_full_country_is_settled_and_so_is_an_alliance_of_two(void **state) {
    struct table t;
    struct kardinal_prospect all[KARDINAL_SEATS];
    (void)state;
    begin(&t, 3);
    build(&t, 0, "SC1 SC2 SC3");
    build(&t, 1, "LO1 LO2");
    send(&t, 0, "SC", 3);
    kardinal_prospects(state_of(&t), all);
    assert_int_equal(all[0].cloisters, 3);
    assert_int_equal(all[0].settled, 0);
    build(&t, 2, "SC4");
    kardinal_prospects(state_of(&t), all);
    assert_int_equal(all[0].settled, 4);
    assert_int_equal(all[2].settled, 3);
    send(&t, 0, "LO", 2); /* alliance 10: five councillors */
    kardinal_prospects(state_of(&t), all);
    assert_int_equal(all[0].alliances, 5);
    assert_int_equal(all[0].settled, 4);
    build(&t, 2, "LO3 LO4 LO5"); /* full, but there is room for a third councillor */
    kardinal_prospects(state_of(&t), all);
    assert_int_equal(all[0].settled, 4);
    send(&t, 0, "LO", 1);
    kardinal_prospects(state_of(&t), all);
    assert_int_equal(all[0].settled, 4 + 6);
}

static void a_chain_is_one_cloister_away_where_three_or_more_would_meet(void **state) {
    struct table t;
    struct kardinal_prospect all[KARDINAL_SEATS];
    (void)state;
    begin(&t, 3);
    build(&t, 0, "IT2 IT3 IT4 EN1 EN3");
    kardinal_prospects(state_of(&t), all);
    assert_true(all[0].make == set_of("BA5 IT1 IT5"));
    assert_int_equal(all[0].lengthen, 0);
    build(&t, 0, "EN5");
    kardinal_prospects(state_of(&t), all);
    assert_true(all[0].make == set_of("BA5 EN2 IT1 IT5"));
    build(&t, 0, "IT5");
    build(&t, 1, "IT6");
    kardinal_prospects(state_of(&t), all);
    assert_true(all[0].lengthen == set_of("BA5 IT1"));
}

static void net_inputs(const struct kardinal *s, unsigned seat, int16_t *features) {
    int16_t all[SEATS_MAX][FEATURES_MAX];
    memset(all, 0x55, sizeof all); /* detects values that are not set */
    kardinal_features(s, all);
    memcpy(features, all[seat], KARDINAL_FEATURES * sizeof *features);
}

/* Moves everybody up one seat; only the set of seats still to move in this round changes. */
static void expect_same_a_seat_up(const struct kardinal *s, struct generator *g) {
    struct kardinal moved = *s;
    unsigned players = s->players;
    (void)g;
    for (unsigned seat = 0; seat < players; seat++)
        moved.seats[(seat + 1) % players] = s->seats[seat];
    moved.turn = (uint8_t)((s->turn + 1u) % players);
    for (unsigned seat = 0; seat < players; seat++) {
        struct kardinal_features inputs, again;
        net_inputs(s, seat, (int16_t *)&inputs);
        net_inputs(&moved, (seat + 1) % players, (int16_t *)&again);
        for (unsigned i = 0; i < KARDINAL_SEATS; i++)
            inputs.seats[i].turn_to_come = again.seats[i].turn_to_come = 0;
        assert_memory_equal(&inputs, &again, sizeof inputs);
    }
}

static void features_do_not_depend_on_the_number_of_a_seat(void **state) {
    (void)state;
    each_position(300, expect_same_a_seat_up);
}

static void leads_and_gains_are_those_of_the_board(void **state) {
    struct table t;
    struct kardinal_features f;
    (void)state;
    begin(&t, 3); /* seat 0 holds FA BB BB */
    build(&t, 0, "FK1 FK2");
    build(&t, 1, "FK3 FK4 FK5");
    net_inputs(state_of(&t), 0, (int16_t *)&f);
    assert_int_equal(f.lead[0], 4 * 2 * (3 - 5)); /* an intermediate scoring is still to come */
    assert_int_equal(f.second_lead, 4 * 2 * 3);
    const struct kardinal_country_features *franken = &f.countries[COUNTRY_FK];
    assert_int_equal(franken->margin, 14 * -1);
    assert_int_equal(franken->free, 12 * 2);
    assert_int_equal(franken->gain, 12 * (6 - 3)); /* a third would share the lead */
    assert_int_equal(franken->payable, 32 * 2); /* FA, and BB+BB */
    assert_int_equal(f.countries[COUNTRY_FR].payable, 32);
    assert_int_equal(f.best_piece, 8 * 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_taken_openly_is_known_until_its_colour_is_played),
        cmocka_unit_test(a_pair_takes_two_known_cards_away),
        cmocka_unit_test(a_view_hides_hands_and_pile_and_keeps_counts),
        cmocka_unit_test(a_forced_done_does_not_show_while_others_cannot_know),
        cmocka_unit_test(a_forced_done_shows_where_known_cards_leave_nothing_else),
        cmocka_unit_test(a_forced_done_shows_where_the_board_leaves_nothing_else),
        cmocka_unit_test(others_cannot_hold_cards_that_all_have_seen),
        cmocka_unit_test(the_second_pile_is_known_to_all_until_somebody_draws_blind),
        cmocka_unit_test(determinisation_deals_the_unseen_cards_uniformly),
        cmocka_unit_test(drawing_when_it_is_needed_is_the_same_as_shuffling_first),
        cmocka_unit_test(a_preview_says_what_a_piece_would_change),
        cmocka_unit_test(what_is_asked_fits_the_phase),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(prospects_are_the_score_as_things_stand_and_what_is_settled_stays),
        cmocka_unit_test(a_full_country_is_settled_and_so_is_an_alliance_of_two),
        cmocka_unit_test(a_chain_is_one_cloister_away_where_three_or_more_would_meet),
        cmocka_unit_test(features_do_not_depend_on_the_number_of_a_seat),
        cmocka_unit_test(leads_and_gains_are_those_of_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
