/* The rules of Kardinal & König, sentence by sentence. */
#include "tests/games/kardinal.h"

/* ---- Components ---- */

static void the_board_has_54_spaces_in_nine_countries(void **state) {
    static const struct {
        const char *code;
        unsigned spaces;
    } expected[] = {
        {"EN", 6}, {"FK", 7}, {"BA", 6}, {"IT", 6}, {"AR", 6},
        {"FR", 8}, {"LO", 5}, {"SC", 4}, {"BU", 6},
    };
    unsigned sum = 0;
    (void)state;
    assert_int_equal(SPACES, 54);
    for (unsigned i = 0; i < COUNTRIES; i++) {
        /* the order of scoring is the order of the list */
        const struct country *c = &countries[country_order[i]];
        assert_string_equal(c->code, expected[i].code);
        assert_int_equal(c->count, expected[i].spaces);
        assert_int_equal(country_sets[country_order[i]], (SPACE_BIT(c->count) - 1) << c->first);
        assert_int_equal(country_range[country_order[i]].first, c->first);
        assert_int_equal(country_range[country_order[i]].count, c->count);
        for (unsigned set = 0; set <= ALL_COLOURS; set++) {
            bool named = set >> c->colour & 1;
            assert_int_equal(named_by_cards[set].countries >> country_order[i] & 1, named);
            assert_int_equal(named_by_cards[set].spaces & country_sets[country_order[i]],
                             named ? country_sets[country_order[i]] : 0);
        }
        for (unsigned pair = 0; pair <= COLOURS; pair++) {
            const struct country_pieces *pieces = &country_pieces[pair][country_order[i]];
            bool single = pair == COLOURS || pair == c->colour;
            unsigned payment = single ? 2u * c->colour : 2 * pair + 1;
            assert_int_equal(pieces->cloister[0], DO_CLOISTER + 0u + PAYMENTS * c->first + payment);
            assert_int_equal(pieces->cloister[7], pieces->cloister[0]);
            assert_int_equal(pieces->councillor,
                             DO_COUNCILLOR + 0u + PAYMENTS * country_order[i] + payment);
            for (unsigned colour = 0; colour < COLOURS; colour++)
                assert_int_equal(pieces->payments >> 2 * colour & 3, colour == c->colour ? 1 : 2);
        }
        sum += c->count;
        for (unsigned space = c->first; space < c->first + 0u + c->count; space++) {
            assert_memory_equal(spaces[space].code, c->code, 2);
            assert_int_equal(spaces[space].code[2] - '1', space - c->first);
            assert_int_equal(space_countries[space], country_order[i]);
        }
    }
    assert_int_equal(sum, SPACES);
}

static void codes_stand_in_byte_order_in_every_table(void **state) {
    (void)state;
    for (unsigned i = 0; i < SPACES; i++) {
        assert_string_equal(spaces[i].code, kardinal_spaces.codes[i]);
        assert_true(i == 0 || strcmp(spaces[i - 1].code, spaces[i].code) < 0);
    }
    for (unsigned i = 0; i < COUNTRIES; i++)
        assert_string_equal(countries[i].code, kardinal_countries.codes[i]);
    for (unsigned i = 0; i < COLOURS; i++)
        assert_string_equal(card_colours[i].code, kardinal_colours.codes[i]);
}

static void there_are_68_roads_and_each_leads_both_ways(void **state) {
    unsigned ends = 0;
    (void)state;
    for (unsigned i = 0; i < SPACES; i++) {
        assert_true(spaces[i].roads != 0);
        assert_false(spaces[i].roads >> i & 1);
        assert_true(spaces[i].roads < SPACE_BIT(SPACES));
        for (unsigned j = 0; j < SPACES; j++) {
            assert_int_equal(spaces[i].roads >> j & 1, spaces[j].roads >> i & 1);
            ends += (unsigned)(spaces[i].roads >> j & 1);
        }
    }
    assert_int_equal(ends, 2 * 68);
}

/* Tells on which side of the line a–b the point c is. */
static int side(unsigned a, unsigned b, unsigned c) {
    int x = (spaces[b].x - spaces[a].x) * (spaces[c].y - spaces[a].y),
        y = (spaces[b].y - spaces[a].y) * (spaces[c].x - spaces[a].x);
    return (x > y) - (x < y);
}

static void no_two_roads_cross(void **state) {
    (void)state;
    for (unsigned a = 0; a < SPACES; a++)
        for (unsigned b = a + 1; b < SPACES; b++)
            for (unsigned c = 0; c < SPACES; c++)
                for (unsigned d = c + 1; d < SPACES; d++) {
                    if (!(spaces[a].roads >> b & 1) || !(spaces[c].roads >> d & 1)) continue;
                    if (a == c || a == d || b == c || b == d) continue;
                    if (side(a, b, c) == side(a, b, d) || side(c, d, a) == side(c, d, b)) continue;
                    fail_msg("%s–%s and %s–%s", spaces[a].code, spaces[b].code, spaces[c].code,
                             spaces[d].code);
                }
}

static uint64_t reach(unsigned from) {
    uint64_t found = SPACE_BIT(from), before = 0;
    while (found != before) {
        before = found;
        for (unsigned i = 0; i < SPACES; i++)
            if (found >> i & 1) found |= spaces[i].roads;
    }
    return found;
}

static void england_lies_apart_and_the_mainland_hangs_together(void **state) {
    (void)state;
    assert_int_equal(reach(EN1), country_spaces(COUNTRY_EN));
    assert_int_equal(reach(AR1), (SPACE_BIT(SPACES) - 1) & ~country_spaces(COUNTRY_EN));
}

static void spaces_have_names_and_lie_on_the_map(void **state) {
    (void)state;
    for (unsigned i = 0; i < SPACES; i++) {
        assert_true(spaces[i].name[0] && spaces[i].x > 0 && spaces[i].x < 1000 && spaces[i].y > 0 &&
                    spaces[i].y < 1000);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(spaces[i].name, spaces[j].name);
            assert_false(spaces[i].x == spaces[j].x && spaces[i].y == spaces[j].y);
        }
    }
    assert_string_equal(spaces[FK3].name, "Magdeburg");
}

static void there_are_55_cards_of_five_colours_and_fewer_with_fewer_players(void **state) {
    static const struct {
        const char *code;
        unsigned cards;
        const char *countries;
    } expected[COLOURS] = {
        {"BB", 12, "BABU"}, {"ES", 10, "ENSC"}, {"FA", 13, "ARFK"},
        {"FR", 9, "FR"},    {"LI", 11, "ITLO"},
    };
    (void)state;
    for (unsigned i = 0; i < COLOURS; i++) {
        char named[20] = "";
        for (unsigned c = 0; c < COUNTRIES; c++)
            if (countries[c].colour == i) strcat(named, countries[c].code);
        assert_string_equal(card_colours[i].code, expected[i].code);
        assert_int_equal(card_colours[i].cards, expected[i].cards);
        assert_string_equal(named, expected[i].countries);
    }
    for (unsigned players = 3; players <= 5; players++) {
        struct table t;
        table_open(&t, &kardinal_game, players, "");
        assert_int_equal(state_of(&t)->pile_count, players * 5 + 30);
        for (unsigned i = 0; i < COLOURS; i++)
            assert_int_equal(state_of(&t)->pile[i], expected[i].cards - (5 - players));
    }
}

static void there_are_15_alliances_six_of_them_across_the_sea(void **state) {
    static const char *const pairs[ALLIANCES] = {"ENFK", "ENLO", "ENFR", "ARFR", "ARBU",
                                                 "ARIT", "FRLO", "FRBU", "LOFK", "LOSC",
                                                 "BUSC", "FKBA", "SCBA", "ITBU", "ITBA"};
    (void)state;
    for (unsigned i = 0; i < ALLIANCES; i++) {
        char pair[8];
        unsigned number = i + 1;
        snprintf(pair, sizeof pair, "%s%s", countries[alliances[i].countries[0]].code,
                 countries[alliances[i].countries[1]].code);
        assert_string_equal(pair, pairs[i]);
        assert_int_equal(alliances[i].sea,
                         number <= 3 || number == 5 || number == 6 || number == 15);
        assert_int_equal(alliances[i].mark, number >= 14 ? 'S' : 'R');
    }
}

static void every_row_says_where_it_comes_from(void **state) {
    static const char country_marks[COUNTRIES] = {'R', 'R', 'R', 'R', 'I', 'S', 'I', 'I', 'S'};
    char text[COMPONENTS_TEXT_MAX];
    struct json_out out;
    (void)state;
    for (unsigned i = 0; i < COUNTRIES; i++) assert_int_equal(countries[i].mark, country_marks[i]);
    for (unsigned i = 0; i < COLOURS; i++) assert_int_equal(card_colours[i].mark, 'S');
    for (unsigned i = 0; i < SPACES; i++) assert_int_equal(spaces[i].mark, 'R');
    json_begin(&out, text, sizeof text);
    kardinal_game.components(&out, NULL);
    assert_true(out.length <= out.size);
    struct json value;
    size_t where;
    assert_int_equal(json_parse(text, out.length, &value, &where), JSON_OK);
    assert_int_equal(json_type(json_get(value, "spaces")), JSON_ARRAY);
}

static void the_state_is_small(void **state) {
    (void)state;
    assert_true(kardinal_game.state_size <= 256);
}

static void every_seat_has_20_cloisters_8_councillors_and_no_points(void **state) {
    struct table t;
    (void)state;
    begin(&t, 5);
    for (unsigned seat = 0; seat < 5; seat++) {
        assert_int_equal(state_of(&t)->seats[seat].cloisters_left, 20);
        assert_int_equal(state_of(&t)->seats[seat].councillors_left, 8);
        expect_score(&t, seat, 0);
        expect_part(&t, "supply", seat, 28);
    }
}

/* ---- Setup ---- */

static void three_cards_are_dealt_to_each_seat_in_turn_and_two_laid_open(void **state) {
    struct table t;
    (void)state;
    table_open(&t, &kardinal_game, 3, "");
    expect_outcomes(&t, 0, "draw BB:10, draw ES:8, draw FA:11, draw FR:7, draw LI:9");
    steps(&t, "chance draw FR; chance draw FR; chance draw BB");
    expect_event(&t, "kardinal.event.deal", "who=0 card=BB");
    assert_int_equal(state_of(&t)->seats[0].hand[COLOUR_FR], 2);
    steps(&t, "chance draw ES; chance draw ES; chance draw ES; chance draw LI; chance draw LI; "
              "chance draw LI");
    expect_outcomes(&t, 0, "open BB:9, open ES:5, open FA:11, open FR:5, open LI:6");
    steps(&t, "chance open LI; chance open FA");
    expect_to_move(&t, "0");
    expect_sound(&t);
}

static void a_card_dealt_is_private_to_its_receiver(void **state) {
    struct table t;
    (void)state;
    table_open(&t, &kardinal_game, 3, "");
    steps(&t, "chance draw FR");
    uint16_t card = notation_read(t.game->notation, "draw FA", 7),
             veiled = notation_read(t.game->notation, "draw ?", 6);
    assert_int_equal(t.game->witness(t.state, BY_CHANCE, card, 0), card);
    assert_int_equal(t.game->witness(t.state, BY_CHANCE, card, 1), veiled);
    assert_int_equal(t.game->witness(t.state, BY_CHANCE, card, SPECTATOR), veiled);
    t.game->view(t.state, 1);
    expect_outcomes(&t, 0, "draw ?:0");
}

/* ---- A turn: placing ---- */

static void one_card_pays_for_a_piece_in_a_country_it_names(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_can(&t, 0, "c FK3 FA");
    expect_can(&t, 0, "c AR1 FA");
    expect_can(&t, 0, "c BU2 BB");
    expect_refused(&t, 0, "c FK3 BB", "kardinal.whynot.card_country");
    expect_refused(&t, 0, "c FR1 FR", "kardinal.whynot.not_in_hand");
}

static void a_pair_is_a_joker_for_a_country_its_colour_does_not_name(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_can(&t, 0, "c FK3 BB+BB");
    expect_can(&t, 0, "c EN1 BB+BB");
    expect_refused(&t, 0, "c BA1 BB+BB", "kardinal.whynot.pair_country");
    expect_refused(&t, 0, "c EN1 FA+FA", "kardinal.whynot.no_pair");
    expect_refused(&t, 0, "c EN1 FR+FR", "kardinal.whynot.not_in_hand");
}

static void a_cloister_needs_a_free_space(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK3");
    expect_refused(&t, 0, "c FK3 FA", "kardinal.whynot.taken");
    expect_can(&t, 0, "c FK4 FA");
}

static void an_empty_country_takes_one_cloister_and_nothing_else(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_refused(&t, 0, "r FK FA", "kardinal.whynot.country_empty");
    steps(&t, "0 c FK3 FA");
    expect_legal(&t, 0, "blind, take FA, take LI");
    expect_event(&t, "kardinal.event.cloister", "who=0 space=FK3 country=FK card=FA");
}

static void an_occupied_country_takes_two_pieces_and_then_placing_ends(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "BA1");
    steps(&t, "0 c BA2 BB");
    expect_can(&t, 0, "c BA3 BB");
    expect_can(&t, 0, "done");
    steps(&t, "0 c BA3 BB");
    expect_legal(&t, 0, "blind, take FA, take LI");
}

static void after_the_first_piece_done_is_asked_even_if_it_is_the_only_answer(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    hand(&t, 0, "FA BB LI");
    steps(&t, "0 c FK3 FA");
    expect_legal(&t, 0, "done");
    steps(&t, "0 done");
    expect_event(&t, "kardinal.event.done", "who=0");
    expect_legal(&t, 0, "blind, take FA, take LI");
}

static void all_pieces_of_a_turn_go_into_one_country(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "BA1 BU1");
    steps(&t, "0 c BA2 BB");
    expect_refused(&t, 0, "c BU2 BB", "kardinal.whynot.one_country");
    expect_refused(&t, 0, "r BU BB", "kardinal.whynot.one_country");
    expect_legal(&t, 0, "c BA3 BB, c BA4 BB, c BA5 BB, c BA6 BB, done, r BA BB");
}

static void whoever_has_no_cloister_left_places_none(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "EN1 EN2 EN3 EN4 EN5 EN6 SC1 SC2 SC3 SC4 LO1 LO2 LO3 LO4 LO5 FR1 FR2 FR3 FR4 FK1");
    assert_int_equal(state_of(&t)->seats[0].cloisters_left, 0);
    expect_refused(&t, 0, "c FK3 FA", "kardinal.whynot.no_cloister_left");
    expect_can(&t, 0, "r FK FA");
}

static void whoever_has_no_councillor_left_places_none(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FR1 FR2 FR3 FR4 FR5 FR6 FR7 FR8 FK1");
    send(&t, 0, "FR", 8);
    expect_refused(&t, 0, "r FK FA", "kardinal.whynot.no_councillor_left");
}

static void councillors_may_not_outnumber_the_most_cloisters(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    expect_can(&t, 0, "r FK FA"); /* also without an own cloister */
    send(&t, 2, "FK", 1);
    expect_refused(&t, 0, "r FK FA", "kardinal.whynot.councillor_limit");
}

static void a_cloister_can_make_room_for_a_councillor_in_the_same_turn(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "FK1");
    send(&t, 1, "FK", 1);
    expect_refused(&t, 0, "r FK FA", "kardinal.whynot.councillor_limit");
    steps(&t, "0 c FK2 FA");
    expect_can(&t, 0, "r FK BB+BB");
    steps(&t, "0 r FK BB+BB");
    expect_event(&t, "kardinal.event.councillor", "who=0 country=FK card=BB+BB");
    assert_int_equal(state_of(&t)->room[COUNTRY_FK], 0);
}

static void a_cloister_that_does_not_lead_makes_no_room(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1 FK2");
    send(&t, 1, "FK", 2);
    steps(&t, "0 c FK3 FA");
    expect_refused(&t, 0, "r FK BB+BB", "kardinal.whynot.councillor_limit");
}

static void played_cards_are_discarded_at_once(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    steps(&t, "0 c FK3 FA; 0 c FK4 BB+BB");
    assert_int_equal(state_of(&t)->discards[COLOUR_FA], 1);
    assert_int_equal(state_of(&t)->discards[COLOUR_BB], 2);
    assert_int_equal(state_of(&t)->seats[0].hand_count, 0);
}

/* ---- the worked examples on placing ---- */

static void example_5_three_equal_cards_never_make_three_pieces(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    hand(&t, 0, "FR FR FR");
    build(&t, 1, "FR1 FK1");
    steps(&t, "0 c FR2 FR; 0 c FR3 FR");
    expect_legal(&t, 0, "blind, take FA, take LI");
    begin(&t, 3);
    hand(&t, 0, "FR FR FR");
    build(&t, 1, "FR1 FK1");
    steps(&t, "0 c FK2 FR+FR");
    expect_legal(&t, 0, "done");
    expect_refused(&t, 0, "c FK3 FR", "kardinal.whynot.card_country");
}

static void example_6_a_card_and_a_pair(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    steps(&t, "0 c FK2 FA; 0 c FK3 BB+BB");
    expect_to_move(&t, "0");
    begin(&t, 3);
    build(&t, 1, "FK1");
    steps(&t, "0 r FK BB+BB; 0 c FK3 FA");
    begin(&t, 3); /* Franken empty */
    expect_can(&t, 0, "c FK2 FA");
    steps(&t, "0 c FK2 BB+BB");
    expect_legal(&t, 0, "blind, take FA, take LI");
}

static void example_7_room_for_councillors(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "FK1 FK2 FK3");
    build(&t, 1, "FK4 FK5");
    build(&t, 2, "FK6 FK7");
    assert_int_equal(state_of(&t)->room[COUNTRY_FK], 3);
    send(&t, 2, "FK", 3);
    expect_refused(&t, 0, "r FK FA", "kardinal.whynot.councillor_limit");
    hand(&t, 0, "FR ES ES");
    build(&t, 1, "FR1 FR2 FR3 FR4");
    send(&t, 1, "FR", 2);
    steps(&t, "0 r FR FR; 0 r FR ES+ES");
    assert_int_equal(state_of(&t)->room[COUNTRY_FR], 0);
}

static void example_8_italy_takes_any_two(void **state) {
    static const char *const ways[] = {"0 r IT LI; 0 r IT LI", "0 c IT5 LI; 0 c IT6 LI",
                                       "0 c IT5 LI; 0 r IT LI", "0 r IT LI; 0 c IT5 LI"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct table t;
        begin(&t, 4);
        hand(&t, 0, "LI LI BB");
        build(&t, 1, "IT1 IT2");
        build(&t, 3, "IT3 IT4");
        steps(&t, ways[i]);
        expect_legal(&t, 0, "blind, take FA, take LI");
    }
}

/* ---- swapping and passing ---- */

static void a_swap_discards_a_card_and_draws_one(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_refused(&t, 0, "swap FR", "kardinal.whynot.not_in_hand");
    steps(&t, "0 swap BB");
    expect_event(&t, "kardinal.event.swap", "who=0 card=BB");
    assert_int_equal(state_of(&t)->discards[COLOUR_BB], 1);
    expect_legal(&t, 0, "blind, take FA, take LI");
    steps(&t, "0 blind; chance draw ES");
    expect_to_move(&t, "1");
    assert_int_equal(state_of(&t)->seats[0].hand[COLOUR_ES], 1);
}

static void a_swap_is_a_whole_turn(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1");
    steps(&t, "0 c FK2 FA");
    expect_refused(&t, 0, "swap BB", "kardinal.whynot.swap_placed");
    expect_refused(&t, 0, "pass", "kardinal.whynot.pass_placed");
    expect_refused(&t, 0, "blind", "kardinal.whynot.when_draw");
}

static void done_comes_only_after_a_piece_and_cards_only_after_that(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_refused(&t, 0, "done", "kardinal.whynot.when_done");
    expect_refused(&t, 0, "take FA", "kardinal.whynot.when_draw");
    steps(&t, "0 c FK2 FA");
    expect_refused(&t, 0, "c FK3 BB+BB", "kardinal.whynot.draw_first");
    expect_refused(&t, 0, "done", "kardinal.whynot.draw_first");
    expect_refused(&t, 0, "take ES", "kardinal.whynot.not_open");
}

static void passing_is_for_when_nothing_is_left_to_draw(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    expect_refused(&t, 0, "pass", "kardinal.whynot.pass_draw");
    gone_for_good(&t, "ES");
    expect_refused(&t, 0, "pass", "kardinal.whynot.pass_draw");
    expect_can(&t, 0, "swap FA");
    gone_for_good(&t, "");
    expect_can(&t, 0, "pass");
    expect_refused(&t, 0, "swap FA", "kardinal.whynot.swap_nothing");
    expect_can(&t, 0, "c FK1 FA");
    steps(&t, "0 pass");
    expect_event(&t, "kardinal.event.pass", "who=0");
    assert_int_equal(state_of(&t)->seats[0].hand_count, 3);
    expect_to_move(&t, "1");
}

/* ---- drawing ---- */

static void after_placing_the_hand_is_filled_card_by_card_to_three(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    steps(&t, "0 c FK1 BB+BB");
    expect_legal(&t, 0, "blind, take FA, take LI");
    steps(&t, "0 take FA");
    expect_event(&t, "kardinal.event.take", "who=0 card=FA");
    expect_legal(&t, 0, "blind, take LI"); /* not refilled yet */
    steps(&t, "0 blind; chance draw ES");
    expect_event(&t, "kardinal.event.blind", "who=0");
    expect_event(&t, "kardinal.event.draw", "who=0 card=ES");
    expect_to_move(&t, "chance");
    steps(&t, "chance open BB");
    expect_event(&t, "kardinal.event.open", "card=BB");
    expect_to_move(&t, "1");
    assert_int_equal(state_of(&t)->seats[0].hand_count, 3);
}

static void two_open_cards_of_one_colour_are_one_choice(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    open_cards(&t, "LI LI");
    steps(&t, "0 swap FA");
    expect_legal(&t, 0, "blind, take LI");
    steps(&t, "0 take LI");
    assert_int_equal(kardinal_open_of(state_of(&t), COLOUR_LI), 1);
}

static void both_open_cards_are_replaced_after_the_turn(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    steps(&t, "0 c FK1 BB+BB; 0 take LI; 0 take FA");
    expect_to_move(&t, "chance");
    steps(&t, "chance open LI; chance open BB");
    assert_int_equal(state_of(&t)->open[0], COLOUR_BB + 1);
    assert_int_equal(state_of(&t)->open[1], COLOUR_LI + 1);
    expect_to_move(&t, "1");
}

static void drawing_is_compulsory_from_the_open_cards_after_the_pile_is_gone(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    gone_for_good(&t, "ES LI");
    steps(&t, "0 c FK1 FA");
    expect_legal(&t, 0, "take ES, take LI");
    expect_refused(&t, 0, "blind", "kardinal.whynot.pile_gone");
    steps(&t, "0 take LI");
    expect_to_move(&t, "1"); /* nothing is refilled */
    assert_int_equal(kardinal_open_count(state_of(&t)), 1);
}

static void drawing_ends_without_a_step_if_nothing_is_left(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    gone_for_good(&t, "LI");
    steps(&t, "0 c FK1 BB+BB; 0 take LI");
    expect_to_move(&t, "1");
    assert_int_equal(state_of(&t)->seats[0].hand_count, 2);
    steps(&t, "1 c FR1 FR");
    expect_to_move(&t, "2");
}

/* ---- the pile runs out ---- */

static void the_first_time_cloisters_are_scored_at_once_and_the_discards_become_the_pile(
    void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 1, "FK1 FK2");
    build(&t, 2, "FK3");
    pile(&t, "ES");
    steps(&t, "0 swap FA; 0 blind; chance draw ES");
    expect_event(&t, "kardinal.event.interim", "");
    expect_event(&t, "kardinal.event.cloisters", "who=1 country=FK rank=1 n=2 points=3");
    expect_event(&t, "kardinal.event.cloisters", "who=2 country=FK rank=2 n=1 points=2");
    expect_event(&t, "kardinal.event.interim_total", "who=1 sum=3");
    expect_event(&t, "kardinal.event.new_pile", "n=34");
    expect_part(&t, "cloisters_first", 1, 3);
    expect_part(&t, "cloisters_first", 2, 2);
    expect_to_move(&t, "1");
    assert_int_equal(state_of(&t)->pile_count, 34);
    assert_int_equal(state_of(&t)->discards[COLOUR_FA], 0);
    assert_int_equal(kardinal_open_of(state_of(&t), COLOUR_LI), 1); /* open cards stay */
    expect_sound(&t);
}

static void the_first_time_in_the_middle_of_a_draw_the_drawing_goes_on(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    pile(&t, "ES");
    build(&t, 1, "FK2");
    steps(&t, "0 c FK1 FA; 0 c FK3 BB+BB; 0 blind; chance draw ES");
    /* pieces of this turn count */
    expect_event(&t, "kardinal.event.cloisters", "who=0 country=FK rank=1 n=2 points=3");
    expect_legal(&t, 0, "blind, take FA, take LI");
    steps(&t, "0 take LI; 0 blind; chance draw FR; chance open LI");
    expect_to_move(&t, "1");
    assert_int_equal(state_of(&t)->runs, 1);
}

static void the_first_time_by_the_second_card_of_a_draw(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    pile(&t, "ES BB");
    steps(&t, "0 c FK1 BB+BB; 0 blind; chance draw ES; 0 blind; chance draw BB");
    assert_int_equal(state_of(&t)->runs, 1);
    expect_to_move(&t, "1");
}

static void the_first_time_by_a_refill_the_refilling_goes_on(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    pile(&t, "ES");
    steps(&t, "0 c FK1 BB+BB; 0 take LI; 0 take FA; chance open ES");
    expect_event(&t, "kardinal.event.interim", "");
    expect_to_move(&t, "chance");
    assert_int_equal(state_of(&t)->runs, 1);
    steps(&t, "chance open BB");
    expect_to_move(&t, "1");
}

static void the_first_time_by_the_refill_of_a_swap(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    pile(&t, "ES");
    steps(&t, "0 swap BB; 0 take LI; chance open ES");
    assert_int_equal(state_of(&t)->runs, 1);
    expect_to_move(&t, "1");
}

/* Begins the second run with only these cards in the pile. */
static void second_run(struct table *t, const char *list) {
    pile(t, list);
    state_of(t)->runs = 1;
    expect_sound(t);
}

static void the_second_time_the_round_is_played_out(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    second_run(&t, "ES");
    turn_of(&t, 1);
    steps(&t, "1 swap LI; 1 blind; chance draw ES");
    expect_event(&t, "kardinal.event.last_round", "last=2");
    assert_int_equal(count_events(&t, "kardinal.event.interim"), 0);
    expect_to_move(&t, "2");
    steps(&t, "2 swap LI; 2 take FA");
    expect_event(&t, "kardinal.event.end_round", "");
    expect_to_move(&t, "over");
}

static void the_second_time_in_the_turn_of_the_last_seat_ends_the_game_with_that_turn(
    void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    second_run(&t, "ES");
    turn_of(&t, 2);
    steps(&t, "2 swap LI; 2 take FA; chance open ES"); /* by a refill */
    expect_event(&t, "kardinal.event.last_round", "last=2");
    expect_to_move(&t, "over");
}

static void the_second_time_in_the_middle_of_a_draw_only_open_cards_are_left(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    second_run(&t, "ES");
    build(&t, 1, "FK2");
    steps(&t, "0 c FK1 FA; 0 c FK3 BB+BB; 0 blind; chance draw ES");
    expect_legal(&t, 0, "take FA, take LI");
    steps(&t, "0 take FA; 0 take LI");
    expect_to_move(&t, "1");
    expect_legal(&t, 2, "");
    expect_can(&t, 1, "pass");
}

static void the_second_time_by_the_first_of_two_refills_leaves_one_open_card(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    second_run(&t, "ES");
    steps(&t, "0 c FK1 BB+BB; 0 take LI; 0 take FA; chance open ES");
    expect_to_move(&t, "1");
    assert_int_equal(kardinal_open_count(state_of(&t)), 1);
}

static void the_game_ends_at_once_when_nobody_could_place_anything(void **state) {
    static const char *const all[5] = {
        "EN1 EN2 EN3 EN4 EN5 EN6 FK1 FK2 FK3 FK4 FK5 FK6",
        "BA1 BA2 BA3 BA4 BA5 BA6 IT1 IT2 IT3 IT4 IT5 IT6",
        "AR1 AR2 AR3 AR4 AR5 AR6 FR1 FR2 FR3 FR4 FR5 FR6 FR7",
        "LO1 LO2 LO3 LO4 LO5 FR8 SC1 SC2 SC3 SC4",
        "BU1 BU2 BU3 BU4 BU5 BU6",
    };
    struct table t;
    (void)state;
    begin(&t, 5);
    for (unsigned seat = 0; seat < 5; seat++) build(&t, seat, all[seat]);
    /* all are on the board */
    for (unsigned seat = 0; seat < 5; seat++) state_of(&t)->seats[seat].councillors_left = 0;
    steps(&t, "0 c FK7 FA; 0 done; 0 blind; chance draw FA");
    expect_event(&t, "kardinal.event.end_board", "");
    expect_to_move(&t, "over");
    /* the pile never ran out */
    for (unsigned seat = 0; seat < 5; seat++) expect_part(&t, "cloisters_first", seat, 0);
}

static void the_game_goes_on_while_a_councillor_could_be_placed_with_some_card(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    for (unsigned seat = 0; seat < 3; seat++) state_of(&t)->seats[seat].cloisters_left = 0;
    for (unsigned seat = 1; seat < 3; seat++) state_of(&t)->seats[seat].councillors_left = 0;
    assert_true(kardinal_nobody_can_place(state_of(&t))); /* no court has room */
    state_of(&t)->room[COUNTRY_SC] = 1;
    assert_false(kardinal_nobody_can_place(state_of(&t))); /* independent of the cards of seat 0 */
    state_of(&t)->seats[0].councillors_left = 0;
    assert_true(kardinal_nobody_can_place(state_of(&t)));
}

/* ---- Scoring ---- */

static void example_1_cloisters_by_rank(void **state) {
    struct table t;
    (void)state;
    begin(&t, 4);
    build(&t, 0, "FK1 FK2 FK3 FK4");
    build(&t, 1, "FK5 FK6");
    build(&t, 3, "FK7");
    expect_part(&t, "cloisters_final", 0, 7);
    expect_part(&t, "cloisters_final", 1, 4);
    expect_part(&t, "cloisters_final", 2, 0);
    expect_part(&t, "cloisters_final", 3, 2);
}

static void example_2_equal_numbers_share_a_rank_and_the_next_follows_directly(void **state) {
    struct table t;
    (void)state;
    begin(&t, 4);
    build(&t, 1, "LO1 LO2");
    build(&t, 2, "LO3 LO4");
    build(&t, 3, "LO5");
    expect_part(&t, "cloisters_final", 0, 0);
    expect_part(&t, "cloisters_final", 1, 5);
    expect_part(&t, "cloisters_final", 2, 5);
    expect_part(&t, "cloisters_final", 3, 2);
}

static void equal_lower_ranks_get_the_same_and_the_rank_below_them_theirs(void **state) {
    struct table t;
    (void)state;
    begin(&t, 4);
    build(&t, 0, "FR1 FR2 FR3");
    build(&t, 1, "FR4 FR5");
    build(&t, 2, "FR6 FR7");
    build(&t, 3, "FR8");
    expect_part(&t, "cloisters_final", 0, 8);
    expect_part(&t, "cloisters_final", 1, 3);
    expect_part(&t, "cloisters_final", 2, 3);
    expect_part(&t, "cloisters_final", 3, 2);
}

static void example_3_alliances_need_the_majority_in_both_countries(void **state) {
    enum { BLUE, RED, YELLOW };
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, YELLOW, "IT1 IT2 IT3 IT4 BU1 BU2 BA1 BA2 BA3");
    send(&t, BLUE, "IT", 2);
    send(&t, RED, "IT", 1);
    send(&t, YELLOW, "IT", 1);
    send(&t, BLUE, "BU", 1);
    send(&t, RED, "BU", 1);
    send(&t, RED, "BA", 2);
    send(&t, YELLOW, "BA", 1);
    expect_part(&t, "alliances", BLUE, 6); /* 14 alone: nobody gets anything for 15 */
    expect_part(&t, "alliances", RED, 0);
    expect_part(&t, "alliances", YELLOW, 0);
    expect_sound(&t);
}

static void several_seats_may_score_one_alliance_in_full(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 2, "EN1 EN2 FK1 FK2 FK3");
    send(&t, 0, "EN", 1);
    send(&t, 1, "EN", 1);
    send(&t, 0, "FK", 1);
    send(&t, 1, "FK", 1);
    send(&t, 2, "FK", 1);
    expect_part(&t, "alliances", 0, 5);
    expect_part(&t, "alliances", 1, 5);
    expect_part(&t, "alliances", 2, 0);
}

static void no_councillor_is_no_majority(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "EN1 EN2 FK1");
    send(&t, 0, "EN", 2);
    for (unsigned seat = 0; seat < 3; seat++) expect_part(&t, "alliances", seat, 0);
}

static void example_4_a_chain_across_borders_without_its_branch(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 2, "BU5 IT1 IT2 IT3 IT4 BA5");
    expect_part(&t, "chains", 2, 5);
    assert_int_equal(kardinal_best_chain(set_of("BU5 IT1 IT2 IT3 IT4")),
                     set_of("BU5 IT1 IT2 IT3 IT4"));
}

static void three_in_a_row_are_no_chain_and_four_are(void **state) {
    (void)state;
    assert_int_equal(kardinal_chains(set_of("IT1 IT2 IT3")), 0);
    assert_int_equal(kardinal_chains(set_of("IT1 IT2 IT3 IT4")), 4);
    assert_int_equal(kardinal_chains(set_of("IT1 IT2 IT4 IT5")), 0); /* broken */
    assert_int_equal(kardinal_chains(set_of("AR1 AR2 AR3")), 0); /* a ring of three */
    assert_int_equal(kardinal_chains(set_of("EN6 EN5 EN3 EN2 FK1")), 4);
}

static void a_star_of_four_is_no_chain(void **state) {
    (void)state;
    assert_int_equal(kardinal_chains(set_of("FK4 FK2 FK5 FK6")), 0);
}

static void a_ring_counts_whole(void **state) {
    (void)state;
    assert_int_equal(kardinal_chains(set_of("LO1 LO2 LO3 LO4")), 4);
    assert_int_equal(kardinal_chains(set_of("EN2 EN3 EN4 EN5")), 4);
    assert_int_equal(kardinal_chains(set_of("EN1 EN2 EN3 EN4 EN5 EN6")), 5);
}

static void several_chains_of_one_seat_count_each_and_no_cloister_twice(void **state) {
    uint64_t owned = set_of("EN1 EN2 EN3 EN5 IT1 IT2 IT3 IT4 IT5 BA5");
    (void)state;
    assert_int_equal(kardinal_chains(owned), 4 + 5);
    assert_int_equal(kardinal_best_chain(owned), set_of("IT1 IT2 IT3 IT4 IT5"));
    assert_int_equal(kardinal_best_chain(set_of("EN1 EN2 EN3 EN5 BA5")), set_of("EN1 EN2 EN3 EN5"));
    assert_int_equal(kardinal_best_chain(set_of("BA5")), 0);
}

static void two_chains_can_beat_the_longest(void **state) {
    uint64_t owned = set_of("BU5 IT1 IT2 IT3 IT4 BA5 BA2 BA1 BA3");
    (void)state;
    /* BU5 IT1 IT2 IT3 BA5 BA2 BA1 BA3 are eight in a row; BU5 … IT4 and BA5 … BA3 are nine
     * cloisters. */
    assert_int_equal(kardinal_chains(owned), 9);
    assert_int_equal(kardinal_best_chain(owned), set_of("BU5 IT1 IT2 IT3 IT4"));
    /* If the branch is too short for its own chain, the longest row is best. */
    assert_int_equal(kardinal_chains(set_of("IT1 IT2 IT3 IT4 IT5 BA5 BA2 BA1")), 6);
}

/* ---- a second computation of chains: the lowest space is in no chain, or in one of those through
 * it ---- */

enum { PATHS_MAX = 20000, MEMORY = 1 << 18 };

static struct {
    uint64_t paths[PATHS_MAX], keys[MEMORY];
    uint8_t values[MEMORY];
    unsigned count;
} slow;

/* A chain of eight or more splits into two of at least four. */
static void slow_paths(uint64_t owned, unsigned at, uint64_t row, unsigned length) {
    if (length >= 4 && slow.count < PATHS_MAX) slow.paths[slow.count++] = row;
    if (length == 7) return;
    for (uint64_t next = spaces[at].roads & owned & ~row; next; next &= next - 1)
        slow_paths(owned, (unsigned)__builtin_ctzll(next), row | (next & -next), length + 1);
}

static unsigned slow_slot(uint64_t key) {
    unsigned slot = (unsigned)(key * 0x9e3779b97f4a7c15u >> 46);
    while (slow.keys[slot] && slow.keys[slot] != key) slot = (slot + 1) % MEMORY;
    return slot;
}

static unsigned slow_best(uint64_t owned) {
    if (__builtin_popcountll(owned) < 4) return 0;
    unsigned slot = slow_slot(owned);
    if (slow.keys[slot]) return slow.values[slot];
    uint64_t lowest = owned & -owned;
    unsigned best = slow_best(owned & ~lowest);
    for (unsigned i = 0; i < slow.count; i++) {
        if (!(slow.paths[i] & lowest) || slow.paths[i] & ~owned) continue;
        unsigned with =
            (unsigned)__builtin_popcountll(slow.paths[i]) + slow_best(owned & ~slow.paths[i]);
        if (with > best) best = with;
    }
    slot = slow_slot(owned);
    slow.keys[slot] = owned;
    slow.values[slot] = (uint8_t)best;
    return best;
}

static unsigned slow_chains(uint64_t owned) {
    slow.count = 0;
    memset(slow.keys, 0, sizeof slow.keys);
    for (uint64_t rest = owned; rest; rest &= rest - 1)
        slow_paths(owned, (unsigned)__builtin_ctzll(rest), rest & -rest, 1);
    assert_true(slow.count < PATHS_MAX);
    return slow_best(owned);
}

/* Makes up to 20 cloisters, mostly connected. */
static uint64_t random_group(struct generator *g) {
    uint64_t owned = SPACE_BIT(generator_below(g, SPACES));
    unsigned size = 4 + generator_below(g, 17);
    while ((unsigned)__builtin_popcountll(owned) < size) {
        uint64_t border = 0;
        for (uint64_t rest = owned; rest; rest &= rest - 1)
            border |= spaces[__builtin_ctzll(rest)].roads;
        border &= ~owned;
        if (border == 0 || generator_below(g, 12) == 0) border = (SPACE_BIT(SPACES) - 1) & ~owned;
        for (unsigned skip = generator_below(g, (uint32_t)__builtin_popcountll(border)); skip;
             skip--)
            border &= border - 1;
        owned |= border & -border;
    }
    return owned;
}

static bool is_row(uint64_t set) {
    unsigned ends = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        if (__builtin_popcountll(spaces[__builtin_ctzll(rest)].roads & set) == 1) ends++;
    return ends <= 2;
}

static void chains_are_the_exact_optimum(void **state) {
    struct generator g;
    (void)state;
    generator_seed(&g, 20);
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t owned = random_group(&g), left = owned, chain;
        unsigned best = kardinal_chains(owned), counted = 0;
        assert_int_equal(best, slow_chains(owned));
        for (; (chain = kardinal_best_chain(left)); left &= ~chain) {
            assert_true((chain & ~left) == 0 && __builtin_popcountll(chain) >= 4 && is_row(chain));
            counted += (unsigned)__builtin_popcountll(chain);
        }
        assert_int_equal(counted, best); /* the chains of the events add up to the points */
    }
}

/* ---- the end ---- */

static void at_the_end_every_point_is_told(void **state) {
    struct table t;
    (void)state;
    begin(&t, 3);
    build(&t, 0, "BU5 IT1 IT2 IT3 IT4");
    build(&t, 1, "IT5 BU1");
    send(&t, 1, "IT", 1);
    send(&t, 1, "BU", 1);
    gone_for_good(&t, "");
    state_of(&t)->seats[0].first = 3;
    turn_of(&t, 2);
    steps(&t, "2 pass");
    expect_event(&t, "kardinal.event.cloisters", "who=0 country=IT rank=1 n=4 points=5");
    expect_event(&t, "kardinal.event.cloisters", "who=1 country=IT rank=2 n=1 points=4");
    expect_event(&t, "kardinal.event.cloisters", "who=1 country=BU rank=1 n=1 points=2");
    expect_event(&t, "kardinal.event.alliance", "who=1 number=14 country=IT other=BU points=2");
    char chain[60];
    snprintf(chain, sizeof chain, "who=0 points=5 spaces=%llu",
             (unsigned long long)set_of("BU5 IT1 IT2 IT3 IT4"));
    expect_event(&t, "kardinal.event.chain", chain);
    expect_event(&t, "kardinal.event.total", "who=0 sum=15 left=23 place=1");
    expect_score(&t, 0, 3 + 7 + 0 + 5);
    expect_score(&t, 1, 4 + 2 + 2);
}

static void ties_go_to_whoever_has_most_pieces_left_and_are_shared_after_that(void **state) {
    struct table t;
    (void)state;
    begin(&t, 4);
    build(&t, 0, "EN1");
    build(&t, 1, "SC1");
    build(&t, 2, "IT1");
    send(&t, 1, "SC", 1); /* a councillor without an alliance */
    for (unsigned seat = 0; seat < 3; seat++) expect_score(&t, seat, 1);
    expect_place(&t, 0, 1);
    expect_place(&t, 2, 1);
    expect_place(&t, 1, 3);
    expect_place(&t, 3, 4);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_board_has_54_spaces_in_nine_countries),
    cmocka_unit_test(codes_stand_in_byte_order_in_every_table),
    cmocka_unit_test(there_are_68_roads_and_each_leads_both_ways),
    cmocka_unit_test(no_two_roads_cross),
    cmocka_unit_test(england_lies_apart_and_the_mainland_hangs_together),
    cmocka_unit_test(spaces_have_names_and_lie_on_the_map),
    cmocka_unit_test(there_are_55_cards_of_five_colours_and_fewer_with_fewer_players),
    cmocka_unit_test(there_are_15_alliances_six_of_them_across_the_sea),
    cmocka_unit_test(every_row_says_where_it_comes_from),
    cmocka_unit_test(the_state_is_small),
    cmocka_unit_test(every_seat_has_20_cloisters_8_councillors_and_no_points),
    cmocka_unit_test(three_cards_are_dealt_to_each_seat_in_turn_and_two_laid_open),
    cmocka_unit_test(a_card_dealt_is_private_to_its_receiver),
    cmocka_unit_test(one_card_pays_for_a_piece_in_a_country_it_names),
    cmocka_unit_test(a_pair_is_a_joker_for_a_country_its_colour_does_not_name),
    cmocka_unit_test(a_cloister_needs_a_free_space),
    cmocka_unit_test(an_empty_country_takes_one_cloister_and_nothing_else),
    cmocka_unit_test(an_occupied_country_takes_two_pieces_and_then_placing_ends),
    cmocka_unit_test(after_the_first_piece_done_is_asked_even_if_it_is_the_only_answer),
    cmocka_unit_test(all_pieces_of_a_turn_go_into_one_country),
    cmocka_unit_test(whoever_has_no_cloister_left_places_none),
    cmocka_unit_test(whoever_has_no_councillor_left_places_none),
    cmocka_unit_test(councillors_may_not_outnumber_the_most_cloisters),
    cmocka_unit_test(a_cloister_can_make_room_for_a_councillor_in_the_same_turn),
    cmocka_unit_test(a_cloister_that_does_not_lead_makes_no_room),
    cmocka_unit_test(played_cards_are_discarded_at_once),
    cmocka_unit_test(example_5_three_equal_cards_never_make_three_pieces),
    cmocka_unit_test(example_6_a_card_and_a_pair),
    cmocka_unit_test(example_7_room_for_councillors),
    cmocka_unit_test(example_8_italy_takes_any_two),
    cmocka_unit_test(a_swap_discards_a_card_and_draws_one),
    cmocka_unit_test(a_swap_is_a_whole_turn),
    cmocka_unit_test(done_comes_only_after_a_piece_and_cards_only_after_that),
    cmocka_unit_test(passing_is_for_when_nothing_is_left_to_draw),
    cmocka_unit_test(after_placing_the_hand_is_filled_card_by_card_to_three),
    cmocka_unit_test(two_open_cards_of_one_colour_are_one_choice),
    cmocka_unit_test(both_open_cards_are_replaced_after_the_turn),
    cmocka_unit_test(drawing_is_compulsory_from_the_open_cards_after_the_pile_is_gone),
    cmocka_unit_test(drawing_ends_without_a_step_if_nothing_is_left),
    cmocka_unit_test(the_first_time_cloisters_are_scored_at_once_and_the_discards_become_the_pile),
    cmocka_unit_test(the_first_time_in_the_middle_of_a_draw_the_drawing_goes_on),
    cmocka_unit_test(the_first_time_by_the_second_card_of_a_draw),
    cmocka_unit_test(the_first_time_by_a_refill_the_refilling_goes_on),
    cmocka_unit_test(the_first_time_by_the_refill_of_a_swap),
    cmocka_unit_test(the_second_time_the_round_is_played_out),
    cmocka_unit_test(the_second_time_in_the_turn_of_the_last_seat_ends_the_game_with_that_turn),
    cmocka_unit_test(the_second_time_in_the_middle_of_a_draw_only_open_cards_are_left),
    cmocka_unit_test(the_second_time_by_the_first_of_two_refills_leaves_one_open_card),
    cmocka_unit_test(the_game_ends_at_once_when_nobody_could_place_anything),
    cmocka_unit_test(the_game_goes_on_while_a_councillor_could_be_placed_with_some_card),
    cmocka_unit_test(example_1_cloisters_by_rank),
    cmocka_unit_test(example_2_equal_numbers_share_a_rank_and_the_next_follows_directly),
    cmocka_unit_test(equal_lower_ranks_get_the_same_and_the_rank_below_them_theirs),
    cmocka_unit_test(example_3_alliances_need_the_majority_in_both_countries),
    cmocka_unit_test(several_seats_may_score_one_alliance_in_full),
    cmocka_unit_test(no_councillor_is_no_majority),
    cmocka_unit_test(example_4_a_chain_across_borders_without_its_branch),
    cmocka_unit_test(three_in_a_row_are_no_chain_and_four_are),
    cmocka_unit_test(a_star_of_four_is_no_chain),
    cmocka_unit_test(a_ring_counts_whole),
    cmocka_unit_test(several_chains_of_one_seat_count_each_and_no_cloister_twice),
    cmocka_unit_test(two_chains_can_beat_the_longest),
    cmocka_unit_test(chains_are_the_exact_optimum),
    cmocka_unit_test(at_the_end_every_point_is_told),
    cmocka_unit_test(ties_go_to_whoever_has_most_pieces_left_and_are_shared_after_that),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
