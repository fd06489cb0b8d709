/* The rules of Rattus, sentence by sentence. */
#include "tests/games/rattus.h"

/* ---- components ---- */

static void eight_ten_or_twelve_regions_are_in_play(void **state) {
    (void)state;
    unsigned counts[] = {0, 0, 8, 10, 12};
    for (unsigned players = 2; players <= 4; players++) {
        unsigned in_play = 0;
        for (unsigned region = 0; region < REGIONS; region++)
            if (rattus_region_table[region].players <= players) in_play |= 1u << region;
        assert_int_equal(in_play, rattus_sizes[players].regions);
        assert_int_equal(__builtin_popcount(in_play), counts[players]);
    }
}

static void tables_and_codes_stand_in_one_order(void **state) {
    (void)state;
    for (unsigned i = 0; i < REGIONS; i++) {
        assert_string_equal(rattus_region_table[i].code, rattus_regions.codes[i]);
        assert_int_equal(rattus_region_table[rattus_last_order[i]].last, i);
    }
    for (unsigned i = 0; i < CLASSES; i++)
        assert_string_equal(rattus_class_table[i].code, rattus_classes.codes[i]);
    for (unsigned i = 0; i < FACES; i++)
        assert_string_equal(rattus_face_table[i].code, rattus_faces.codes[i]);
}

static void neighbours_are_as_the_rules_list_them(void **state) {
    (void)state;
    static const char *const listed[] = {
        "AN GA SC",          "HI GA IT",       "GA AN GE HI IT",    "GE GA HU IT PO SC",
        "IT GA GE HI HU TU", "SC AN GE PO RU", "PO GE HU RU SC TA", "HU BU GE IT PO TA",
        "BU HU TA TU",       "TU BU IT TA",    "RU PO SC TA",       "TA BU HU PO RU TU",
    };
    unsigned borders = 0;
    for (unsigned i = 0; i < REGIONS; i++) {
        char code[3] = {listed[i][0], listed[i][1], 0};
        unsigned region = region_number(code), wanted = 0;
        for (const char *next = listed[i] + 3; *next; next += next[2] ? 3 : 2)
            wanted |= 1u << region_number((char[3]){next[0], next[1], 0});
        assert_int_equal(rattus_borders[region], wanted);
        borders += (unsigned)__builtin_popcount(wanted);
    }
    assert_int_equal(rattus_border_count, 23);
    assert_int_equal(borders, 2 * rattus_border_count);
}

static void borders_are_symmetric(void **state) {
    (void)state;
    for (unsigned a = 0; a < REGIONS; a++) {
        assert_false(rattus_borders[a] >> a & 1);
        for (unsigned b = 0; b < REGIONS; b++)
            assert_int_equal(rattus_borders[a] >> b & 1, rattus_borders[b] >> a & 1);
    }
}

static void every_board_is_connected(void **state) {
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        unsigned reached = 1u << REGION_AN, before = 0;
        while (reached != before) {
            before = reached;
            for (unsigned region = 0; region < REGIONS; region++)
                if (before >> region & 1)
                    reached |= rattus_borders[region] & rattus_sizes[players].regions;
        }
        assert_int_equal(reached, rattus_sizes[players].regions);
    }
}

static void italia_is_two_steps_from_scandia_and_germania_does_not_touch_turcia(void **state) {
    (void)state;
    assert_false(rattus_borders[REGION_IT] >> REGION_SC & 1);
    assert_true(rattus_borders[REGION_IT] & rattus_borders[REGION_SC]);
    assert_false(rattus_borders[REGION_GE] >> REGION_TU & 1);
}

static void provenance_is_beside_each_border(void **state) {
    (void)state;
    for (unsigned i = 0; i < rattus_border_count; i++) {
        const struct rattus_border *b = &rattus_border_table[i];
        char mark = 'R';
        if ((b->a == REGION_GA && b->b == REGION_HI) || (b->a == REGION_RU && b->b == REGION_TA))
            mark = 'S';
        if ((b->a == REGION_AN && b->b == REGION_GA) || (b->a == REGION_HI && b->b == REGION_IT))
            mark = 'I';
        if (b->a == REGION_GE && (b->b == REGION_IT || b->b == REGION_SC)) mark = 'I';
        assert_int_equal(b->mark, mark);
        assert_true(b->a < b->b);
    }
}

static void there_are_twelve_start_tokens_and_37_others(void **state) {
    (void)state;
    unsigned kinds[2] = {0}, above_three = 0, ones = 0;
    for (unsigned i = 0; i < FACES; i++) {
        const struct rattus_face *face = &rattus_face_table[i];
        kinds[face->code[0] == 'S']++;
        assert_int_equal(face->code[0] == 'S', i >= FACE_S01);
        assert_in_range(face->limit, 1, 6);
        assert_true(face->hits != 0 &&
                    (face->hits & (HITS_MAJORITY | HITS_ALL)) != (HITS_MAJORITY | HITS_ALL));
        above_three += face->limit > 3;
        ones += face->limit == 1;
    }
    assert_int_equal(kinds[1], FACES_START);
    assert_int_equal(kinds[0], FACES_OTHER);
    assert_in_range(above_three * 100 / FACES, 57, 63); /* about 60 % */
    assert_in_range(ones * 100 / FACES, 8, 12); /* about 10 % */
}

/* steps_max relies on this. */
static void the_tokens_together_have_111_class_symbols(void **state) {
    (void)state;
    unsigned classes = 0, groups = 0;
    for (unsigned i = 0; i < FACES; i++) {
        classes += (unsigned)__builtin_popcount(rattus_face_table[i].hits & HITS_CLASSES);
        groups += (rattus_face_table[i].hits & ~HITS_CLASSES) != 0;
    }
    assert_int_equal(classes, 111);
    assert_int_equal(groups, 22);
}

static void two_faces_are_stated_by_the_rulebook(void **state) {
    (void)state;
    for (unsigned i = 0; i < FACES; i++) {
        const struct rattus_face *face = &rattus_face_table[i];
        bool stated = strcmp(face->code, "S01") == 0 || strcmp(face->code, "N06") == 0;
        assert_int_equal(face->mark, stated ? 'S' : 'R');
    }
    assert_int_equal(rattus_face_table[face_number("S01")].limit, 1);
    assert_int_equal(rattus_face_table[face_number("S01")].hits, 1 << CLASS_B | 1 << CLASS_C);
    assert_int_equal(rattus_face_table[face_number("N06")].limit, 2);
    assert_int_equal(rattus_face_table[face_number("N06")].hits,
                     HITS_MAJORITY | 1 << CLASS_B | 1 << CLASS_C);
}

/* ---- setup ---- */

static void one_start_token_lies_in_each_region_and_the_rest_are_mixed(void **state) {
    (void)state;
    struct table t;
    unsigned supply[] = {0, 0, 29, 33, 37}, start[] = {0, 0, 4, 2, 0}, other[] = {0, 0, 25, 31, 37};
    for (unsigned players = 2; players <= 4; players++) {
        table_open(&t, &rattus_game, players, "");
        const struct rattus *s = at(&t);
        assert_int_equal(s->rats[0], rattus_in_play(s));
        assert_int_equal(s->rats[1] | s->rats[2], 0);
        for (unsigned slot = 0; slot < SLOTS; slot++)
            assert_int_equal(s->origin[slot], slot % 3 == 0 && rattus_in_play(s) >> slot / 3 & 1
                                                  ? ORIGIN_START
                                                  : ORIGIN_NONE);
        assert_int_equal(s->supply, supply[players]);
        assert_int_equal(s->start_left, start[players]);
        assert_int_equal(s->other_left, other[players]);
        sound(&t);
    }
}

static void the_plague_starts_in_any_region_in_play(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &rattus_game, 2, "");
    expect_to_move(&t, "chance");
    expect_outcomes(&t, 0,
                    "plague AN:1, plague GA:1, plague GE:1, plague HI:1, plague HU:1, plague IT:1, "
                    "plague PO:1, plague SC:1");
    steps(&t, "chance plague IT");
    expect_event(&t, "rattus.event.start", "region=IT");
}

static void seats_settle_with_two_cubes_there_and_back(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &rattus_game, 3, "");
    steps(&t, "chance plague BU");
    expect_legal(&t, 0,
                 "settle AN, settle BU, settle GA, settle GE, settle HI, settle HU, settle IT, "
                 "settle PO, settle SC, settle TU");
    expect_refused(&t, 0, "settle RU", "rattus.whynot.not_in_play");
    expect_refused(&t, 0, "grow GA", "rattus.whynot.when_grow");
    steps(&t, "0 settle GA; 1 settle GA; 2 settle TU");
    sound(&t);
    expect_to_move(&t, "2");
    steps(&t, "2 settle TU; 1 settle HI; 0 settle AN");
    expect_event(&t, "rattus.event.settle", "who=0 region=AN");
    expect_event(&t, "rattus.event.begin", "");
    expect_to_move(&t, "0");
    expect_cubes(&t, 0, "GA", 2);
    expect_cubes(&t, 0, "AN", 2);
    expect_cubes(&t, 2, "TU", 4);
    expect_refused(&t, 0, "settle GA", "rattus.whynot.when_settle");
    sound(&t);
}

/* ---- a turn: classes ---- */

static void a_class_is_taken_from_the_table_or_from_another_seat(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    cards(&t, RED, "P");
    cards(&t, BLUE, "KW");
    expect_verb(&t, RED, "class", "class B, class C, class K, class R, class W");
    expect_refused(&t, RED, "class P", "rattus.whynot.own_card");
    steps(&t, "0 class B");
    expect_event(&t, "rattus.event.class", "who=0 class=B");
    expect_refused(&t, RED, "class K", "rattus.whynot.took");
    turn(&t, 4, RED, "IT");
    cards(&t, BLUE, "KW");
    steps(&t, "0 class K");
    expect_event(&t, "rattus.event.class_from", "who=0 class=K from=3");
    assert_int_equal(at(&t)->seats[RED].classes, 1 << CLASS_K);
    assert_int_equal(at(&t)->seats[BLUE].classes, 1 << CLASS_W);
}

static void taking_a_class_is_optional(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    steps(&t, "0 grow AN; 0 plague HU; 0 rat GE");
    assert_int_equal(at(&t)->seats[RED].classes, 0);
    expect_to_move(&t, "1");
}

static void a_card_is_usable_from_the_moment_it_is_taken(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA0");
    cubes(&t, RED, "GA", 1);
    expect_refused(&t, RED, "king GA", "rattus.whynot.no_card");
    steps(&t, "0 class R; 0 king GA");
    expect_cubes(&t, RED, "GA", 0);
    assert_int_equal(at(&t)->seats[RED].castle, 1);
}

static void the_free_part_goes_in_any_order(void **state) {
    (void)state;
    struct table t;
    static const char *const orders[] = {
        "0 class R; 0 grow GE; 0 king GA; 0 merchant AN GA 1; 0 monk GE 1 GA",
        "0 monk GE 1 GA; 0 grow GA; 0 merchant AN GA 1; 0 class R",
        "0 merchant AN GA 1; 0 grow GE; 0 class R; 0 king GA; 0 monk HI 1 GA",
    };
    for (unsigned i = 0; i < 3; i++) {
        turn(&t, 2, RED, "IT");
        rats(&t, "GA0");
        cubes(&t, RED, "GA", 2);
        cubes(&t, RED, "AN", 1);
        cards(&t, RED, "BC");
        steps(&t, orders[i]);
        expect_to_move(&t, "0");
        sound(&t);
        expect_can(&t, RED, "plague GA");
    }
}

static void each_power_is_used_once_a_turn(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA0 AN0");
    cubes(&t, RED, "GA", 3);
    cards(&t, RED, "BCRW");
    steps(&t, "0 king GA; 0 merchant GA AN 1; 0 monk GE 1 GA; 0 witch GA 1; chance peek S01; 0 "
              "witch stop");
    expect_refused(&t, RED, "king GA", "rattus.whynot.used");
    expect_refused(&t, RED, "merchant GA AN 1", "rattus.whynot.used");
    expect_refused(&t, RED, "monk GA 1 GE", "rattus.whynot.used");
    expect_refused(&t, RED, "witch HU 1", "rattus.whynot.used");
    steps(&t, "0 grow HU; 0 plague GE; 1 grow HU; 1 plague HU");
    assert_int_equal(at(&t)->used, 0);
}

/* ---- a turn: growing ---- */

static void example_1_as_many_cubes_as_rats(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA3 GE1");
    expect_verb(&t, RED, "grow", "grow GA, grow GE");
    expect_refused(&t, RED, "grow IT", "rattus.whynot.no_rats");
    steps(&t, "0 grow GA");
    expect_cubes(&t, RED, "GA", 3);
    expect_event(&t, "rattus.event.grow", "who=0 region=GA n=3 rats=3");
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA3 GE1");
    steps(&t, "0 grow GE");
    expect_cubes(&t, RED, "GE", 1);
    expect_refused(&t, RED, "grow GA", "rattus.whynot.grew");
}

static void example_4_peasants_place_one_more_also_where_no_rat_is(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA3");
    expect_refused(&t, RED, "grow IT P", "rattus.whynot.no_card");
    cards(&t, RED, "P");
    steps(&t, "0 grow GA P");
    expect_cubes(&t, RED, "GA", 4);
    expect_event(&t, "rattus.event.grow_peasants", "who=0 region=GA n=4 rats=3");
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA3");
    cards(&t, RED, "P");
    expect_can(&t, RED, "grow GA");
    expect_refused(&t, RED, "grow IT", "rattus.whynot.no_rats");
    steps(&t, "0 grow IT P");
    expect_cubes(&t, RED, "IT", 1);
}

static void example_5_the_church_moves_a_rat_on_after_the_cubes_have_grown(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA3");
    cards(&t, RED, "C");
    steps(&t, "0 grow GA");
    expect_cubes(&t, RED, "GA", 3);
    steps(&t, "0 monk GA 2 GE");
    assert_int_equal(rats_in(&t, "GA"), 2);
    assert_int_equal(rats_in(&t, "GE"), 1);
    expect_cubes(&t, RED, "GA", 3); /* the cubes stay */
    expect_refused(&t, RED, "grow GE", "rattus.whynot.grew");
}

static void with_fewer_cubes_in_supply_all_of_them_are_placed(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA3");
    cards(&t, RED, "P");
    cubes(&t, RED, "AN", 19);
    expect_can(&t, RED, "grow GA P"); /* legal even if the supply limits it to the same effect */
    steps(&t, "0 grow GA P");
    expect_cubes(&t, RED, "GA", 1);
    assert_int_equal(at(&t)->seats[RED].supply, 0);
}

static void the_plague_waits_until_the_cubes_are_placed(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    expect_verb(&t, RED, "plague", "");
    expect_refused(&t, RED, "plague GA", "rattus.whynot.grow_first");
    steps(&t, "0 grow GA");
    expect_verb(&t, RED, "plague", "plague GA, plague GE, plague HI, plague HU");
    turn(&t, 2, RED, "IT"); /* no choice is legal, so growing is skipped */
    cubes(&t, RED, "AN", 20);
    expect_refused(&t, RED, "grow GA", "rattus.whynot.no_supply");
    expect_can(&t, RED, "plague GA");
}

/* ---- a turn: powers ---- */

static void the_monk_moves_a_token_to_a_neighbour_with_fewer_than_three(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA2 IT3 GE1");
    cards(&t, RED, "C");
    expect_refused(&t, RED, "monk GA 1 IT", "rattus.whynot.full");
    expect_refused(&t, RED, "monk GA 1 PO", "rattus.whynot.not_next");
    expect_refused(&t, RED, "monk GA 3 GE", "rattus.whynot.no_token");
    expect_refused(&t, RED, "monk GA 1 TU", "rattus.whynot.not_in_play");
    steps(&t, "0 monk GA 1 GE");
    expect_event(&t, "rattus.event.monk", "who=0 region=GA region2=GE");
    assert_int_equal(rats_in(&t, "GA"), 1);
    assert_int_equal(rats_in(&t, "GE"), 2);
    assert_int_equal(at(&t)->origin[REGION_GA * 3], ORIGIN_SUPPLY); /* later tokens move up */
    assert_int_equal(at(&t)->origin[REGION_GE * 3 + 1], ORIGIN_START); /* the new token is last */
    sound(&t);
}

static void the_merchant_moves_one_to_three_cubes_to_a_neighbour(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "B");
    cubes(&t, RED, "AN", 2);
    cubes(&t, RED, "HI", 5);
    expect_verb(&t, RED, "merchant",
                "merchant AN GA 1, merchant AN GA 2, merchant AN SC 1, merchant AN SC 2, merchant "
                "HI GA 1, merchant HI GA 2, merchant HI GA 3, "
                "merchant HI IT 1, merchant HI IT 2, merchant HI IT 3");
    expect_refused(&t, RED, "merchant AN GA 3", "rattus.whynot.few_cubes");
    expect_refused(&t, RED, "merchant AN HU 1", "rattus.whynot.not_next");
    steps(&t, "0 merchant HI IT 3");
    expect_cubes(&t, RED, "HI", 2);
    expect_cubes(&t, RED, "IT", 3);
    expect_event(&t, "rattus.event.merchant", "who=0 n=3 region=HI region2=IT");
}

static void the_king_saves_a_cube_from_a_region_without_rats(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "AN0 HI0");
    cards(&t, RED, "R");
    cubes(&t, RED, "AN", 1);
    cubes(&t, RED, "GA", 1);
    expect_verb(&t, RED, "king", "king AN");
    expect_refused(&t, RED, "king GA", "rattus.whynot.king_rats");
    expect_refused(&t, RED, "king HI", "rattus.whynot.no_cube");
    steps(&t, "0 king AN");
    expect_event(&t, "rattus.event.king", "who=0 region=AN n=1");
    expect_part(&t, "castle", RED, 1);
    expect_score(&t, RED, 2);
    sound(&t);
}

static void the_witch_looks_at_two_tokens_and_swaps_or_keeps(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA3");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1");
    expect_to_move(&t, "chance");
    steps(&t, "chance peek S01");
    expect_event(&t, "rattus.event.peek", "who=0 face=S01");
    expect_legal(&t, RED,
                 "witch AN 1, witch GA 2, witch GA 3, witch GE 1, witch HI 1, witch HU 1, witch IT "
                 "1, witch PO 1, witch SC 1, witch stop");
    expect_refused(&t, RED, "witch GA 1", "rattus.whynot.same_token");
    expect_refused(&t, RED, "witch HU 2", "rattus.whynot.no_token");
    expect_refused(&t, RED, "grow GA", "rattus.whynot.witch_first");
    expect_refused(&t, RED, "swap", "rattus.whynot.when_swap");
    steps(&t, "0 witch HU 1; chance peek S02");
    expect_legal(&t, RED, "keep, swap");
    expect_refused(&t, RED, "witch stop", "rattus.whynot.when_stop");
    steps(&t, "0 swap");
    expect_event(&t, "rattus.event.swap", "who=0 region=GA region2=HU");
    assert_int_equal(at(&t)->face[REGION_GA * 3], face_number("S02") + 1);
    assert_int_equal(at(&t)->face[REGION_HU * 3], face_number("S01") + 1);
    sound(&t);
}

static void the_witch_may_keep_both_or_stop_after_one(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S01; 0 witch GE 1; chance peek S02; 0 keep");
    assert_int_equal(at(&t)->face[REGION_GA * 3], face_number("S01") + 1);
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S01; 0 witch stop");
    expect_event(&t, "rattus.event.witch_stop", "who=0");
    expect_refused(&t, RED, "witch GE 1", "rattus.whynot.used");
    sound(&t);
}

static void with_one_token_on_the_board_only_stop_follows(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    no_rats(&t);
    rats(&t, "GA1");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek N01");
    expect_legal(&t, RED, "witch stop");
}

static void two_looks_in_one_region_end_the_witch(void **state) {
    (void)state;
    struct table t;
    for (unsigned last = 0; last < 2; last++) {
        if (last) last_round(&t, 2, 1, "IT");
        else turn(&t, 2, RED, "IT");
        rats(&t, "GA3");
        cards(&t, RED, "W");
        steps(&t, "0 witch GA 1; chance peek S01; 0 witch GA 3; chance peek N01");
        expect_event(&t, "rattus.event.witch_same", "region=GA");
        expect_verb(&t, RED, "swap", "");
        expect_verb(&t, RED, "keep", "");
        expect_refused(&t, RED, "swap", "rattus.whynot.when_swap");
        expect_refused(&t, RED, "witch HU 1", "rattus.whynot.used");
        expect_can(&t, RED, last ? "done" : "grow GA");
        /* both stay in place */
        assert_int_equal(at(&t)->face[REGION_GA * 3], face_number("S01") + 1);
        assert_int_equal(at(&t)->face[REGION_GA * 3 + 2], face_number("N01") + 1);
        sound(&t);
    }
}

static void looking_again_at_a_known_token_is_legal(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S01; 0 witch stop; 0 grow AN; 0 plague GE; 0 rat PO; 1 "
              "grow AN; 1 plague HU; 1 rat PO");
    steps(&t, "0 witch GA 1");
    expect_outcomes(&t, 1, "peek S01:1");
    steps(&t, "chance peek S01; 0 witch GE 1");
}

/* ---- a turn: the plague ---- */

static void the_plague_moves_to_a_neighbour(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "AN");
    has_grown(&t);
    expect_verb(&t, RED, "plague", "plague GA, plague SC");
    expect_refused(&t, RED, "plague AN", "rattus.whynot.plague_stays");
    expect_refused(&t, RED, "plague HI", "rattus.whynot.not_next");
}

static void the_knight_moves_it_up_to_two_steps_but_not_back(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "AN");
    cards(&t, RED, "K");
    has_grown(&t);
    expect_verb(&t, RED, "plague",
                "plague GA, plague GE, plague HI, plague IT, plague PO, plague SC");
    expect_refused(&t, RED, "plague AN", "rattus.whynot.plague_stays");
    expect_refused(&t, RED, "plague HU", "rattus.whynot.too_far");
}

static void one_rat_spreads_one_token_two_or_three_spread_two(void **state) {
    (void)state;
    static const struct {
        const char *rats;
        unsigned spread;
    } rows[] = {{"HI0", 0}, {"HI1", 1}, {"HI2", 2}, {"HI3", 2}};
    struct table t;
    for (unsigned i = 0; i < 4; i++) {
        turn(&t, 2, RED, "GA");
        rats(&t, rows[i].rats);
        has_grown(&t);
        unsigned supply = at(&t)->supply;
        steps(&t, "0 plague HI");
        for (unsigned n = 0; n < rows[i].spread; n++) {
            expect_legal(&t, RED, "rat GA, rat IT");
            steps(&t, "0 rat GA");
        }
        expect_to_move(&t, "1"); /* without a cube nothing is turned up */
        assert_int_equal(at(&t)->supply, supply - rows[i].spread);
        assert_int_equal(rats_in(&t, "GA"), 1 + rows[i].spread);
        sound(&t);
    }
}

static void new_tokens_come_from_the_supply(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    has_grown(&t);
    steps(&t, "0 plague HI");
    expect_refused(&t, RED, "rat AN", "rattus.whynot.not_next");
    steps(&t, "0 rat IT");
    expect_event(&t, "rattus.event.rat", "who=0 region=IT n=28");
    assert_int_equal(at(&t)->origin[REGION_IT * 3 + 1], ORIGIN_SUPPLY);
}

static void the_spread_ends_where_there_is_no_room(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI2 GA3 IT2");
    has_grown(&t);
    steps(&t, "0 plague HI");
    expect_legal(&t, RED, "rat IT");
    expect_refused(&t, RED, "rat GA", "rattus.whynot.full");
    steps(&t, "0 rat IT");
    expect_event(&t, "rattus.event.spread_full", "region=HI");
    expect_to_move(&t, "1");
    turn(&t, 2, RED, "GA");
    rats(&t, "HI2 GA3 IT3");
    has_grown(&t);
    steps(&t, "0 plague HI"); /* without room the step is skipped */
    expect_to_move(&t, "1");
}

static void the_spread_ends_with_the_supply(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI2");
    at(&t)->supply = 1;
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT");
    expect_event(&t, "rattus.event.spread_empty", "region=HI");
    expect_event(&t, "rattus.event.end_tokens", "who=0");
}

static void the_knight_is_asked_with_a_rat_and_a_cube_there(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, RED, "K");
    has_grown(&t);
    expect_refused(&t, RED, "knight yes", "rattus.whynot.when_knight");
    steps(&t, "0 plague HI; 0 rat IT");
    expect_to_move(&t, "1"); /* no cube */
    turn(&t, 2, RED, "GA");
    rats(&t, "HI0");
    cards(&t, RED, "K");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI");
    expect_to_move(&t, "1"); /* no rat */
    turn(&t, 2, RED, "GA");
    cards(&t, RED, "K");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT");
    expect_legal(&t, RED, "knight no, knight yes");
    expect_refused(&t, RED, "rat IT", "rattus.whynot.when_rat");
    turn(&t, 2, RED, "GA"); /* nobody is asked about another seat's knight */
    cards(&t, 1, "K");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT");
    expect_to_move(&t, "chance");
}

static void the_knight_is_asked_once_before_the_first_token(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI2");
    cards(&t, RED, "K");
    cubes(&t, 1, "HI", 2);
    has_grown(&t);
    /* limit 3, M */
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT; 0 knight yes; chance turn 1; chance reveal S08");
    expect_event(&t, "rattus.event.outbreak", "region=HI face=S08 limit=3 n=2 neutral=2");
    expect_to_move(&t, "chance");
    assert_int_equal(at(&t)->knight, 1);
    steps(&t, "chance reveal N31");
    assert_int_equal(at(&t)->knight, 0);
}

static void example_3_italia_to_scandia_with_the_knight(void **state) {
    (void)state;
    static const struct {
        const char *steps;
        unsigned left;
    } rows[] = {
        {"0 knight yes; chance reveal S06", 1}, /* limit 3 */
        {"0 knight yes; chance reveal S09", 1}, /* limit 4 */
        {"0 knight no; chance reveal S06", 2},
        {"0 knight no; chance reveal S09", 2},
    };
    struct table t;
    for (unsigned i = 0; i < 4; i++) {
        turn(&t, 4, RED, "IT");
        cards(&t, RED, "K");
        cards(&t, GREEN, "B");
        cubes(&t, GREEN, "SC", 2);
        has_grown(&t);
        steps(&t, "0 plague SC; 0 rat AN");
        steps(&t, rows[i].steps);
        expect_cubes(&t, GREEN, "SC", rows[i].left);
    }
}

/* ---- a turn: ravage ---- */

static void example_2_gallia_is_deserted(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "HI");
    rats(&t, "GA3 HI0");
    cards(&t, YELLOW, "K");
    cards(&t, GREEN, "PB");
    cards(&t, BLUE, "CWR");
    cubes(&t, GREEN, "GA", 2);
    cubes(&t, YELLOW, "GA", 1);
    has_grown(&t);
    steps(&t, "0 plague GA; 0 rat HI; 0 rat HI");
    assert_int_equal(rats_in(&t, "HI"), 2);
    steps(&t, "chance turn 1; chance reveal S01");
    expect_event(&t, "rattus.event.outbreak", "region=GA face=S01 limit=1 n=3 neutral=0");
    expect_event(&t, "rattus.event.lost_class", "who=2 class=B");
    expect_event(&t, "rattus.event.spared", "who=3 class=C");
    expect_cubes(&t, GREEN, "GA", 1);
    expect_cubes(&t, YELLOW, "GA", 1);
    steps(&t, "chance turn 1; chance reveal N08");
    expect_event(&t, "rattus.event.calm", "region=GA face=N08 limit=3 n=2 neutral=0");
    expect_cubes(&t, GREEN, "GA", 1);
    steps(&t, "chance reveal N06");
    expect_event(&t, "rattus.event.lost_majority", "who=1 n=1");
    expect_event(&t, "rattus.event.lost_majority", "who=2 n=1");
    expect_event(&t, "rattus.event.deserted", "region=GA");
    assert_int_equal(count_events(&t, "rattus.event.lost_class"), 0);
    expect_cubes(&t, GREEN, "GA", 0);
    expect_cubes(&t, YELLOW, "GA", 0);
    assert_int_equal(at(&t)->seats[GREEN].supply, 20);
    assert_int_equal(rats_in(&t, "GA"), 0);
    expect_to_move(&t, "1");
    sound(&t);
}

static void chance_picks_the_token_that_is_turned_up(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI3");
    cubes(&t, 1, "HI", 5);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT");
    expect_outcomes(&t, 2, "turn 1:1, turn 2:1, turn 3:1");
    sound(&t);
    steps(&t, "chance turn 2");
    sound(&t);
    steps(&t, "chance reveal N31"); /* a supply token with limit 6 */
    assert_int_equal(at(&t)->origin[REGION_HI * 3], ORIGIN_START);
    assert_int_equal(at(&t)->origin[REGION_HI * 3 + 1], ORIGIN_SUPPLY);
    expect_outcomes(&t, 2, "turn 1:1, turn 2:1");
    steps(&t, "chance turn 2; chance reveal N32"); /* the one that lay third */
    assert_int_equal(at(&t)->origin[REGION_HI * 3], ORIGIN_START);
    steps(&t, "chance reveal S12"); /* a single token needs no `turn` */
    expect_to_move(&t, "1");
    sound(&t);
}

static void tokens_are_turned_up_until_no_cube_is_left(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI3");
    cards(&t, 1, "B");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT; chance turn 1; chance reveal S01");
    expect_to_move(&t, "1");
    assert_int_equal(rats_in(&t, "HI"), 2); /* the others stay face down */
}

static void the_knights_neutral_cubes_alone_turn_up_nothing(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI2");
    cards(&t, RED, "K");
    cards(&t, 1, "B");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    /* 1 BC: the only cube is lost */
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT; 0 knight yes; chance turn 1; chance reveal S01");
    expect_to_move(&t, "1");
    assert_int_equal(rats_in(&t, "HI"), 1);
    last_round(&t, 2, RED, "HI");
    cards(&t, 1, "K");
    steps(&t, "1 knight GA; 1 done"); /* no cube on the board */
    expect_to_move(&t, "over");
}

static void below_the_limit_nothing_happens_and_the_token_is_gone(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, 1, "CW");
    cubes(&t, 1, "HI", 5);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; chance reveal S12"); /* limit 6 */
    expect_event(&t, "rattus.event.calm", "limit=6 n=5");
    expect_cubes(&t, 1, "HI", 5);
    assert_int_equal(rats_in(&t, "HI"), 0);
    assert_false(at(&t)->unseen >> face_number("S12") & 1);
}

static void the_limit_counts_the_cubes_of_all_colours(void **state) {
    (void)state;
    struct table t;
    turn(&t, 3, RED, "GA");
    cards(&t, 1, "W");
    for (unsigned seat = 0; seat < 3; seat++) cubes(&t, seat, "HI", 2);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; chance reveal S12"); /* limit 6, CW */
    expect_cubes(&t, 1, "HI", 1);
    expect_cubes(&t, 0, "HI", 2);
}

static void majority_comes_before_the_classes(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, 1, "WR");
    cubes(&t, RED, "HI", 2);
    cubes(&t, 1, "HI", 3);
    has_grown(&t);
    /* 3 M WR: the seat loses all three, the other none */
    steps(&t, "0 plague HI; 0 rat IT; chance reveal S08");
    expect_cubes(&t, 1, "HI", 0);
    expect_cubes(&t, RED, "HI", 2);
}

static void all_hits_every_seat_that_is_present(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "GA");
    rats(&t, "HI0 HI1"); /* one token from the supply, so that another face is possible */
    cards(&t, YELLOW, "B");
    cubes(&t, YELLOW, "HI", 3);
    cubes(&t, GREEN, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; chance reveal N18"); /* 4 A B */
    expect_event(&t, "rattus.event.lost_all", "who=1");
    expect_event(&t, "rattus.event.lost_all", "who=2");
    assert_int_equal(count_events(&t, "rattus.event.lost_all"), 2);
    expect_cubes(&t, YELLOW, "HI", 1);
    expect_cubes(&t, GREEN, "HI", 0);
}

static void the_piece_never_counts_for_majority(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, RED, "K");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    /* 3 M WR: one cube and two for the piece */
    steps(&t, "0 plague HI; 0 rat IT; 0 knight yes; chance reveal S08");
    expect_event(&t, "rattus.event.lost_majority", "who=1 n=1");
    expect_cubes(&t, 1, "HI", 0);
}

static void several_cards_cost_several_cubes(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, 1, "KR");
    cubes(&t, 1, "HI", 3);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; chance reveal S07"); /* 3 KR */
    expect_cubes(&t, 1, "HI", 1);
    assert_int_equal(at(&t)->seats[1].supply, 19);
    expect_event(&t, "rattus.event.lost_class", "who=1 class=K");
    expect_event(&t, "rattus.event.lost_class", "who=1 class=R");
}

/* ---- the end ---- */

static void the_game_ends_when_the_token_supply_has_run_out(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, GREEN, "GA");
    at(&t)->supply = 1;
    has_grown(&t);
    steps(&t, "2 plague HI; 2 rat IT");
    expect_event(&t, "rattus.event.end_tokens", "who=2");
    /* the seat to the right of the one that ended the game, then counter-clockwise */
    expect_to_move(&t, "1");
    steps(&t, "1 done");
    expect_to_move(&t, "0");
    steps(&t, "0 done");
    expect_to_move(&t, "3");
    steps(&t, "3 done");
    expect_to_move(&t, "over");
}

static void the_game_ends_when_a_seat_has_placed_every_cube(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cubes(&t, RED, "AN", 19);
    steps(&t, "0 grow GE; 0 plague HI; 0 rat IT");
    expect_event(&t, "rattus.event.end_cubes", "who=0");
    expect_to_move(&t, "1");
    assert_int_equal(at(&t)->phase, PHASE_LAST);
}

static void the_end_is_tested_after_the_ravage(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, RED, "B");
    cubes(&t, RED, "AN", 18);
    cubes(&t, RED, "HI", 1);
    steps(&t, "0 grow GE; 0 plague HI; 0 rat IT; chance reveal S01"); /* a cube comes back */
    expect_to_move(&t, "1");
    assert_int_equal(at(&t)->phase, PHASE_FREE);
    sound(&t);
}

static void the_last_round_has_only_powers(void **state) {
    (void)state;
    struct table t;
    last_round(&t, 2, RED, "AN");
    rats(&t, "AN0");
    cubes(&t, 1, "AN", 1);
    expect_legal(&t, 1, "done"); /* also for a seat without powers */
    expect_refused(&t, 1, "class K", "rattus.whynot.when_class");
    expect_refused(&t, 1, "grow GA", "rattus.whynot.when_grow");
    expect_refused(&t, 1, "plague GA", "rattus.whynot.when_plague");
    expect_refused(&t, 1, "peasant GA", "rattus.whynot.no_card");
    cards(&t, 1, "PBCKWR");
    expect_verb(&t, 1, "peasant",
                "peasant AN, peasant GA, peasant GE, peasant HI, peasant HU, peasant IT, peasant "
                "PO, peasant SC");
    /* staying is allowed */
    expect_verb(&t, 1, "knight",
                "knight AN, knight GA, knight GE, knight HI, knight IT, knight PO, knight SC");
    expect_verb(&t, 1, "king", "king AN");
    expect_refused(&t, 1, "knight HU", "rattus.whynot.too_far");
    steps(&t, "1 peasant GA; 1 knight SC; 1 king AN; 1 monk SC 1 AN; 1 merchant GA HI 1; 1 witch "
              "IT 1; chance peek S01; 1 witch AN 1; chance peek S02; 1 swap");
    expect_event(&t, "rattus.event.peasant", "who=1 region=GA");
    expect_event(&t, "rattus.event.last_knight", "who=1 region=SC");
    expect_legal(&t, 1, "done");
    expect_cubes(&t, 1, "HI", 1);
    assert_int_equal(at(&t)->plague, REGION_SC + 1);
    sound(&t);
}

static void peasants_without_cubes_place_none(void **state) {
    struct table t;
    (void)state;
    last_round(&t, 2, 0, "GA");
    cards(&t, 1, "P");
    cubes(&t, 1, "GA", RATTUS_CUBES);
    expect_verb(&t, 1, "peasant", "");
    expect_refused(&t, 1, "peasant GA", "rattus.whynot.no_supply");
}

static void these_belong_to_the_last_round_alone(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "AN");
    cards(&t, RED, "PK");
    expect_refused(&t, RED, "done", "rattus.whynot.when_done");
    expect_refused(&t, RED, "peasant GA", "rattus.whynot.when_peasant");
    expect_refused(&t, RED, "knight GA", "rattus.whynot.when_last_knight");
    steps(&t, "0 grow AN; 0 plague GA");
    expect_refused(&t, RED, "king GA", "rattus.whynot.when_power");
}

static void the_final_plague_goes_through_the_regions_in_order(void **state) {
    (void)state;
    struct table t;
    last_round(&t, 3, RED, "AN");
    cubes(&t, 1, "BU", 1);
    cubes(&t, 1, "GA", 1);
    cubes(&t, 0, "SC", 1);
    steps(&t, "2 done; 1 done");
    expect_event(&t, "rattus.event.final", "");
    assert_int_equal(at(&t)->ravage, REGION_GA + 1);
    sound(&t);
    steps(&t, "chance reveal S12");
    assert_int_equal(at(&t)->ravage, REGION_SC + 1);
    steps(&t, "chance reveal S11");
    assert_int_equal(at(&t)->ravage, REGION_BU + 1);
    steps(&t, "chance reveal S10");
    expect_to_move(&t, "over");
    assert_int_equal(count_events(&t, "rattus.event.rat"), 0); /* no spread */
    assert_int_equal(count_events(&t, "rattus.event.score"), 3);
    sound(&t);
}

/* Ends the game by the supply, so that the engine begins the last round. */
static void end_with_the_knight(struct table *t, unsigned owner) {
    turn(t, 2, RED, "IT");
    rats(t, "GA1 HI1 IT0 GE1");
    at(t)->supply = 1;
    if (owner < 2) cards(t, owner, "K");
    cubes(t, 1, "GE", 1);
    cubes(t, 1, "HU", 1);
    has_grown(t);
    steps(t, "0 plague HI; 0 rat GA");
    expect_to_move(t, "1");
}

static void the_knight_counts_in_the_final_plague_sent_or_not(void **state) {
    (void)state;
    static const struct {
        const char *steps;
        unsigned germania, hungaria;
    } rows[] = {
        {"1 knight GE; 1 done", 0, 1}, /* 3 KR, with two for the piece */
        {"1 knight HI; 1 done", 1, 1},
        {"1 done", 1, 1}, /* left in Hispania, where no cubes are */
    };
    struct table t;
    for (unsigned i = 0; i < 3; i++) {
        end_with_the_knight(&t, 1);
        steps(&t, rows[i].steps);
        steps(&t, "chance reveal S07; chance reveal S08"); /* 3 KR, 3 M WR */
        expect_cubes(&t, 1, "GE", rows[i].germania);
        expect_cubes(&t, 1, "HU", rows[i].hungaria);
    }
    /* staying with and without the power has the same effect */
    for (unsigned used = 0; used < 2; used++) {
        last_round(&t, 2, RED, "GA");
        cards(&t, 1, "K");
        cubes(&t, 1, "GA", 1);
        cubes(&t, RED, "HI", 1);
        steps(&t, used ? "1 knight GA; 1 done" : "1 done");
        assert_int_equal(count_events(&t, "rattus.event.stays"), !used);
        sound(&t);
        steps(&t, "chance reveal S07");
        expect_cubes(&t, 1, "GA", 0);
        steps(&t, "chance reveal S08"); /* the piece is elsewhere */
        expect_cubes(&t, RED, "HI", 1);
    }
}

static void the_piece_does_not_count_if_the_ender_has_the_knight_or_nobody(void **state) {
    (void)state;
    struct table t;
    for (unsigned owner = 0; owner < 3; owner++) {
        end_with_the_knight(&t, owner);
        assert_int_equal(at(&t)->knight, owner == 1);
        steps(&t, "1 done");
        assert_int_equal(at(&t)->knight, owner == 1);
    }
}

static void the_score_is_what_is_on_the_board_and_in_the_castle(void **state) {
    (void)state;
    struct table t;
    last_round(&t, 2, RED, "AN");
    rats(&t, "GA0");
    cubes(&t, 1, "GA", 4);
    cards(&t, 1, "R");
    steps(&t, "1 king GA; 1 done");
    expect_to_move(&t, "over");
    expect_score(&t, 1, 4);
    expect_part(&t, "regions", 1, 3);
    expect_part(&t, "castle", 1, 1);
    expect_part(&t, "supply", 1, 16);
    expect_event(&t, "rattus.event.score", "who=1 n=4 castle=1 place=1");
}

static void of_equals_the_seat_after_the_ender_is_first(void **state) {
    (void)state;
    struct table t;
    last_round(&t, 4, GREEN, "AN");
    no_rats(&t);
    for (unsigned seat = 0; seat < 4; seat++) cubes(&t, seat, "GA", 3);
    steps(&t, "1 done; 0 done; 3 done");
    expect_to_move(&t, "over");
    expect_place(&t, BLUE, 1);
    expect_place(&t, RED, 2);
    expect_place(&t, YELLOW, 3);
    expect_place(&t, GREEN, 4);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(eight_ten_or_twelve_regions_are_in_play),
    cmocka_unit_test(tables_and_codes_stand_in_one_order),
    cmocka_unit_test(neighbours_are_as_the_rules_list_them),
    cmocka_unit_test(borders_are_symmetric),
    cmocka_unit_test(every_board_is_connected),
    cmocka_unit_test(italia_is_two_steps_from_scandia_and_germania_does_not_touch_turcia),
    cmocka_unit_test(provenance_is_beside_each_border),
    cmocka_unit_test(there_are_twelve_start_tokens_and_37_others),
    cmocka_unit_test(the_tokens_together_have_111_class_symbols),
    cmocka_unit_test(two_faces_are_stated_by_the_rulebook),
    cmocka_unit_test(one_start_token_lies_in_each_region_and_the_rest_are_mixed),
    cmocka_unit_test(the_plague_starts_in_any_region_in_play),
    cmocka_unit_test(seats_settle_with_two_cubes_there_and_back),
    cmocka_unit_test(a_class_is_taken_from_the_table_or_from_another_seat),
    cmocka_unit_test(taking_a_class_is_optional),
    cmocka_unit_test(a_card_is_usable_from_the_moment_it_is_taken),
    cmocka_unit_test(the_free_part_goes_in_any_order),
    cmocka_unit_test(each_power_is_used_once_a_turn),
    cmocka_unit_test(example_1_as_many_cubes_as_rats),
    cmocka_unit_test(example_4_peasants_place_one_more_also_where_no_rat_is),
    cmocka_unit_test(example_5_the_church_moves_a_rat_on_after_the_cubes_have_grown),
    cmocka_unit_test(with_fewer_cubes_in_supply_all_of_them_are_placed),
    cmocka_unit_test(the_plague_waits_until_the_cubes_are_placed),
    cmocka_unit_test(the_monk_moves_a_token_to_a_neighbour_with_fewer_than_three),
    cmocka_unit_test(the_merchant_moves_one_to_three_cubes_to_a_neighbour),
    cmocka_unit_test(the_king_saves_a_cube_from_a_region_without_rats),
    cmocka_unit_test(the_witch_looks_at_two_tokens_and_swaps_or_keeps),
    cmocka_unit_test(the_witch_may_keep_both_or_stop_after_one),
    cmocka_unit_test(with_one_token_on_the_board_only_stop_follows),
    cmocka_unit_test(two_looks_in_one_region_end_the_witch),
    cmocka_unit_test(looking_again_at_a_known_token_is_legal),
    cmocka_unit_test(the_plague_moves_to_a_neighbour),
    cmocka_unit_test(the_knight_moves_it_up_to_two_steps_but_not_back),
    cmocka_unit_test(one_rat_spreads_one_token_two_or_three_spread_two),
    cmocka_unit_test(new_tokens_come_from_the_supply),
    cmocka_unit_test(the_spread_ends_where_there_is_no_room),
    cmocka_unit_test(the_spread_ends_with_the_supply),
    cmocka_unit_test(the_knight_is_asked_with_a_rat_and_a_cube_there),
    cmocka_unit_test(the_knight_is_asked_once_before_the_first_token),
    cmocka_unit_test(example_3_italia_to_scandia_with_the_knight),
    cmocka_unit_test(example_2_gallia_is_deserted),
    cmocka_unit_test(chance_picks_the_token_that_is_turned_up),
    cmocka_unit_test(tokens_are_turned_up_until_no_cube_is_left),
    cmocka_unit_test(the_knights_neutral_cubes_alone_turn_up_nothing),
    cmocka_unit_test(below_the_limit_nothing_happens_and_the_token_is_gone),
    cmocka_unit_test(the_limit_counts_the_cubes_of_all_colours),
    cmocka_unit_test(majority_comes_before_the_classes),
    cmocka_unit_test(all_hits_every_seat_that_is_present),
    cmocka_unit_test(the_piece_never_counts_for_majority),
    cmocka_unit_test(several_cards_cost_several_cubes),
    cmocka_unit_test(the_game_ends_when_the_token_supply_has_run_out),
    cmocka_unit_test(the_game_ends_when_a_seat_has_placed_every_cube),
    cmocka_unit_test(the_end_is_tested_after_the_ravage),
    cmocka_unit_test(the_last_round_has_only_powers),
    cmocka_unit_test(peasants_without_cubes_place_none),
    cmocka_unit_test(these_belong_to_the_last_round_alone),
    cmocka_unit_test(the_final_plague_goes_through_the_regions_in_order),
    cmocka_unit_test(the_knight_counts_in_the_final_plague_sent_or_not),
    cmocka_unit_test(the_piece_does_not_count_if_the_ender_has_the_knight_or_nobody),
    cmocka_unit_test(the_score_is_what_is_on_the_board_and_in_the_castle),
    cmocka_unit_test(of_equals_the_seat_after_the_ender_is_first),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
