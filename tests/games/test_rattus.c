/* Rattus, rule by rule; then who knows what, and whether drawing late is shuffling first. */
#include "games/rattus/rattus.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RED, YELLOW, GREEN, BLUE };

/* ---- given a position ---- */

static struct rattus *at(struct table *t) {
    return (struct rattus *)t->state;
}

static unsigned region_number(const char *code) {
    unsigned region = things_find(&rattus_regions, code, strlen(code));
    assert_true(region < REGIONS);
    return region;
}

static unsigned face_number(const char *code) {
    unsigned face = things_find(&rattus_faces, code, strlen(code));
    assert_true(face < FACES);
    return face;
}

/* Takes the last token of a region out of the game, as if its face, the highest of its kind, had been turned up. */
static void drop_rat(struct rattus *s, unsigned region) {
    unsigned position = rattus_rats(s, region) - 1, slot = region * RATS_MAX + position;
    uint64_t kind = s->unseen & (s->origin[slot] == ORIGIN_START ? START_FACES : OTHER_FACES);
    unsigned face = 63u - (unsigned)__builtin_clzll(kind);
    rattus_learn(s, slot, face);
    s->face[slot] = s->seen[slot] = s->origin[slot] = 0;
    s->rats[position] &= (uint16_t)~(1u << region);
}

static void add_rat(struct rattus *s, unsigned region) {
    unsigned position = rattus_rats(s, region);
    s->rats[position] |= (uint16_t)(1u << region);
    s->origin[region * RATS_MAX + position] = ORIGIN_SUPPLY;
    s->supply--;
}

/* "GA3 GE1": so many tokens there; what is missing comes from the supply, what is too much has been turned up. */
static void rats(struct table *t, const char *list) {
    struct rattus *s = at(t);
    for (; *list; list += list[3] ? 4 : 3) {
        char code[3] = {list[0], list[1], 0};
        unsigned region = region_number(code), wanted = (unsigned)(list[2] - '0');
        while (rattus_rats(s, region) > wanted) drop_rat(s, region);
        while (rattus_rats(s, region) < wanted) add_rat(s, region);
    }
}

static void no_rats(struct table *t) {
    for (unsigned region = 0; region < REGIONS; region++)
        while (rattus_rats(at(t), region)) drop_rat(at(t), region);
}

static void cubes(struct table *t, unsigned seat, const char *code, unsigned count) {
    struct rattus_seat *own = &at(t)->seats[seat];
    unsigned region = region_number(code);
    own->cubes[region] = (uint8_t)(own->cubes[region] + count);
    own->supply = (uint8_t)(own->supply - count);
    own->present |= (uint16_t)(1u << region);
}

/* The seat has these class cards: "KP". */
static void cards(struct table *t, unsigned seat, const char *classes) {
    for (; *classes; classes++) at(t)->seats[seat].classes |= (uint8_t)(1u << things_find(&rattus_classes, classes, 1));
}

/* The free part of a seat's turn, with the plague somewhere and no cube on the board. */
static void turn(struct table *t, unsigned players, unsigned seat, const char *plague) {
    table_open(t, &rattus_game, players, "");
    at(t)->phase = PHASE_FREE;
    at(t)->seat = (uint8_t)seat;
    at(t)->plague = (uint8_t)(region_number(plague) + 1);
}

static void has_grown(struct table *t) {
    at(t)->grew = 1;
}

static void sound(struct table *t) {
    struct message error = {0};
    if (!rattus_game.check(t->state, &error)) fail_msg("the position makes no sense: %s", error.key);
}

/* The last round, with `seat` first to play it. */
static void last_round(struct table *t, unsigned players, unsigned ender, const char *plague) {
    turn(t, players, ender, plague);
    at(t)->ender = (uint8_t)(ender + 1);
    at(t)->phase = PHASE_LAST;
    at(t)->seat = (uint8_t)((ender + players - 1) % players);
}

static unsigned cubes_of(struct table *t, unsigned seat, const char *code) {
    return at(t)->seats[seat].cubes[region_number(code)];
}

static unsigned rats_in(struct table *t, const char *code) {
    return rattus_rats(at(t), region_number(code));
}

static void expect_cubes(struct table *t, unsigned seat, const char *code, unsigned count) {
    assert_int_equal(cubes_of(t, seat, code), count);
}

/* Those of the legal actions that begin with a verb, or "". */
static void expect_verb(struct table *t, unsigned seat, const char *verb, const char *list) {
    uint16_t legal[LEGAL_MAX];
    char found[8000] = "", text[NOTATION_MAX];
    unsigned count = t->game->legal(t->state, seat, legal);
    size_t length = strlen(verb);
    for (unsigned i = 0; i < count; i++) {
        notation_write(t->game->notation, legal[i], text);
        if (strncmp(text, verb, length) != 0 || (text[length] && text[length] != ' ')) continue;
        if (*found) strcat(found, ", ");
        strcat(found, text);
    }
    assert_string_equal(found, list);
}

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
    for (unsigned i = 0; i < CLASSES; i++) assert_string_equal(rattus_class_table[i].code, rattus_classes.codes[i]);
    for (unsigned i = 0; i < FACES; i++) assert_string_equal(rattus_face_table[i].code, rattus_faces.codes[i]);
}

static void neighbours_are_as_the_rules_list_them(void **state) {
    (void)state;
    static const char *const listed[] = {
        "AN GA SC", "HI GA IT", "GA AN GE HI IT", "GE GA HU IT PO SC", "IT GA GE HI HU TU", "SC AN GE PO RU",
        "PO GE HU RU SC TA", "HU BU GE IT PO TA", "BU HU TA TU", "TU BU IT TA", "RU PO SC TA", "TA BU HU PO RU TU",
    };
    unsigned borders = 0;
    for (unsigned i = 0; i < REGIONS; i++) {
        char code[3] = {listed[i][0], listed[i][1], 0};
        unsigned region = region_number(code), wanted = 0;
        for (const char *next = listed[i] + 3; *next; next += next[2] ? 3 : 2) wanted |= 1u << region_number((char[3]){next[0], next[1], 0});
        assert_int_equal(rattus_borders[region], wanted);
        borders += (unsigned)__builtin_popcount(wanted);
    }
    assert_int_equal(borders, 2 * BORDERS);
}

static void borders_are_symmetric(void **state) {
    (void)state;
    for (unsigned a = 0; a < REGIONS; a++) {
        assert_false(rattus_borders[a] >> a & 1);
        for (unsigned b = 0; b < REGIONS; b++) assert_int_equal(rattus_borders[a] >> b & 1, rattus_borders[b] >> a & 1);
    }
}

static void every_board_is_connected(void **state) {
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        unsigned reached = 1u << REGION_AN, before = 0;
        while (reached != before) {
            before = reached;
            for (unsigned region = 0; region < REGIONS; region++)
                if (before >> region & 1) reached |= rattus_borders[region] & rattus_sizes[players].regions;
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
    for (unsigned i = 0; i < BORDERS; i++) {
        const struct rattus_border *b = &rattus_border_table[i];
        char mark = 'R';
        if ((b->a == REGION_GA && b->b == REGION_HI) || (b->a == REGION_RU && b->b == REGION_TA)) mark = 'S';
        if ((b->a == REGION_AN && b->b == REGION_GA) || (b->a == REGION_HI && b->b == REGION_IT)) mark = 'I';
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
        assert_true(face->hits != 0 && (face->hits & (HITS_MAJORITY | HITS_ALL)) != (HITS_MAJORITY | HITS_ALL));
        above_three += face->limit > 3;
        ones += face->limit == 1;
    }
    assert_int_equal(kinds[1], FACES_START);
    assert_int_equal(kinds[0], FACES_OTHER);
    assert_in_range(above_three * 100 / FACES, 57, 63); /* about 60 % */
    assert_in_range(ones * 100 / FACES, 8, 12);         /* about 10 % */
}

/* What steps_max counts on. */
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
    assert_int_equal(rattus_face_table[face_number("N06")].hits, HITS_MAJORITY | 1 << CLASS_B | 1 << CLASS_C);
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
            assert_int_equal(s->origin[slot], slot % 3 == 0 && rattus_in_play(s) >> slot / 3 & 1 ? ORIGIN_START : ORIGIN_NONE);
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
    expect_outcomes(&t, 0, "plague AN:1, plague GA:1, plague GE:1, plague HI:1, plague HU:1, plague IT:1, plague PO:1, plague SC:1");
    steps(&t, "chance plague IT");
    expect_event(&t, "rattus.event.start", "region=IT");
}

static void seats_settle_with_two_cubes_there_and_back(void **state) {
    (void)state;
    struct table t;
    table_open(&t, &rattus_game, 3, "");
    steps(&t, "chance plague BU");
    expect_legal(&t, 0, "settle AN, settle BU, settle GA, settle GE, settle HI, settle HU, settle IT, settle PO, settle SC, settle TU");
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
    steps(&t, "0 king GA; 0 merchant GA AN 1; 0 monk GE 1 GA; 0 witch GA 1; chance peek S01; 0 witch stop");
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

static void with_fewer_cubes_in_supply_all_of_them_are_placed(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA3");
    cards(&t, RED, "P");
    cubes(&t, RED, "AN", 19);
    expect_can(&t, RED, "grow GA P"); /* legal even if the supply makes it the same */
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
    turn(&t, 2, RED, "IT"); /* no choice is legal: growing falls away */
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
    expect_event(&t, "rattus.event.monk", "who=0 position=1 region=GA region2=GE");
    assert_int_equal(rats_in(&t, "GA"), 1);
    assert_int_equal(rats_in(&t, "GE"), 2);
    assert_int_equal(at(&t)->origin[REGION_GA * 3], ORIGIN_SUPPLY); /* the gap closes */
    assert_int_equal(at(&t)->origin[REGION_GE * 3 + 1], ORIGIN_START); /* the newcomer is last */
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
                "merchant AN GA 1, merchant AN GA 2, merchant AN SC 1, merchant AN SC 2, merchant HI GA 1, merchant HI GA 2, merchant HI GA 3, "
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
    expect_legal(&t, RED, "witch AN 1, witch GA 2, witch GA 3, witch GE 1, witch HI 1, witch HU 1, witch IT 1, witch PO 1, witch SC 1, witch stop");
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

static void a_swap_within_a_region_changes_the_order(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA3");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S01; 0 witch GA 3; chance peek N01; 0 swap");
    assert_int_equal(at(&t)->face[REGION_GA * 3], face_number("N01") + 1);
    assert_int_equal(at(&t)->origin[REGION_GA * 3], ORIGIN_SUPPLY);
    assert_int_equal(at(&t)->face[REGION_GA * 3 + 2], face_number("S01") + 1);
    assert_int_equal(at(&t)->origin[REGION_GA * 3 + 2], ORIGIN_START);
}

static void looking_again_at_a_known_token_is_legal(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S01; 0 witch stop; 0 grow AN; 0 plague GE; 0 rat PO; 1 grow AN; 1 plague HU; 1 rat PO");
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
    expect_verb(&t, RED, "plague", "plague GA, plague GE, plague HI, plague IT, plague PO, plague SC");
    expect_refused(&t, RED, "plague AN", "rattus.whynot.plague_stays");
    expect_refused(&t, RED, "plague HU", "rattus.whynot.too_far");
}

static void one_rat_spreads_one_token_two_or_three_spread_two(void **state) {
    (void)state;
    static const struct { const char *rats; unsigned spread; } rows[] = {{"HI0", 0}, {"HI1", 1}, {"HI2", 2}, {"HI3", 2}};
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
        expect_to_move(&t, "1"); /* no cube there: nothing is turned up */
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
    steps(&t, "0 plague HI"); /* no room at all: no step */
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
    turn(&t, 2, RED, "GA"); /* another's knight asks nobody */
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
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT; 0 knight yes; chance reveal S08"); /* limit 3, M */
    expect_event(&t, "rattus.event.outbreak", "region=HI face=S08 limit=3 n=2 neutral=2");
    expect_to_move(&t, "chance");
    assert_int_equal(at(&t)->knight, 1);
    steps(&t, "chance reveal N31");
    assert_int_equal(at(&t)->knight, 0);
}

static void example_3_italia_to_scandia_with_the_knight(void **state) {
    (void)state;
    static const struct { const char *steps; unsigned left; } rows[] = {
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
    steps(&t, "chance reveal S01");
    expect_event(&t, "rattus.event.outbreak", "region=GA face=S01 limit=1 n=3 neutral=0");
    expect_event(&t, "rattus.event.lost_class", "who=2 class=B");
    expect_event(&t, "rattus.event.spared", "who=3 class=C");
    expect_cubes(&t, GREEN, "GA", 1);
    expect_cubes(&t, YELLOW, "GA", 1);
    steps(&t, "chance reveal N08");
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

static void tokens_are_turned_from_the_first_position_until_no_cube_is_left(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    rats(&t, "HI3");
    cards(&t, 1, "B");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 plague HI; 0 rat IT; 0 rat IT; chance reveal S01"); /* the start token lies first */
    expect_to_move(&t, "1");
    assert_int_equal(rats_in(&t, "HI"), 2); /* the others stay face down */
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
    steps(&t, "0 plague HI; 0 rat IT; chance reveal S08"); /* 3 M WR: the seat loses all three, the other none */
    expect_cubes(&t, 1, "HI", 0);
    expect_cubes(&t, RED, "HI", 2);
}

static void all_hits_every_seat_that_is_present(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "GA");
    rats(&t, "HI0 HI1"); /* one from the supply, so that another face can come */
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
    steps(&t, "0 plague HI; 0 rat IT; 0 knight yes; chance reveal S08"); /* 3 M WR: one cube and two for the piece */
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
    expect_to_move(&t, "1"); /* at the right of the ender, then counter-clockwise */
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
    expect_verb(&t, 1, "peasant", "peasant AN, peasant GA, peasant GE, peasant HI, peasant HU, peasant IT, peasant PO, peasant SC");
    expect_verb(&t, 1, "knight", "knight AN, knight GA, knight GE, knight HI, knight IT, knight PO, knight SC"); /* staying is allowed */
    expect_verb(&t, 1, "king", "king AN");
    expect_refused(&t, 1, "knight HU", "rattus.whynot.too_far");
    steps(&t, "1 peasant GA; 1 knight SC; 1 king AN; 1 monk SC 1 AN; 1 merchant GA HI 1; 1 witch IT 1; chance peek S01; 1 witch AN 1; chance peek S02; 1 swap");
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

static void the_knight_counts_in_the_final_plague_only_if_he_was_sent(void **state) {
    (void)state;
    struct table t;
    for (unsigned sent = 0; sent < 2; sent++) {
        last_round(&t, 2, RED, "GA");
        cards(&t, 1, "K");
        cubes(&t, 1, "GA", 1);
        cubes(&t, RED, "HI", 1);
        steps(&t, sent ? "1 knight GA; 1 done" : "1 done");
        steps(&t, "chance reveal S07"); /* 3 KR */
        expect_cubes(&t, 1, "GA", !sent);
        steps(&t, "chance reveal S08"); /* 3 M WR: not where the piece stands */
        expect_cubes(&t, RED, "HI", 1);
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

/* ---- tokens without faces ---- */

static void a_start_token_is_each_unseen_start_face_alike(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1");
    expect_outcomes(&t, 1, "peek S01:1, peek S02:1, peek S03:1, peek S04:1, peek S05:1, peek S06:1, peek S07:1, peek S08:1, peek S09:1, peek S10:1, peek S11:1, peek S12:1");
}

static void weights(struct table *t, const char *face, unsigned count, uint32_t weight) {
    struct outcomes o;
    t->game->chance(t->state, &o);
    assert_int_equal(o.count, count);
    assert_int_equal(o.stream, 1);
    uint16_t action = (uint16_t)(DO_PEEK_FACE + face_number(face));
    for (unsigned i = 0; i < o.count; i++)
        if (o.actions[i] == action) {
            assert_int_equal(o.weights[i], weight);
            return;
        }
    assert_int_equal(weight, 0);
}

static void a_supply_token_is_weighed_by_both_kinds(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA2 HI2");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 2");
    weights(&t, "S01", 49, 4 * 37); /* s · |U_N| */
    weights(&t, "N01", 49, 25 * 12); /* k · |U_S| */
    steps(&t, "chance peek N01; 0 witch HI 2");
    assert_int_equal(at(&t)->other_left, 24);
    weights(&t, "S01", 48, 4 * 36);
    weights(&t, "N02", 48, 24 * 12);
    weights(&t, "N01", 48, 0);
    steps(&t, "chance peek S05");
    assert_int_equal(at(&t)->start_left, 3);
    sound(&t);
}

static void outcomes_of_weight_zero_are_not_listed(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    rats(&t, "GA2");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 2"); /* with four every start token is on the board: s = 0 */
    weights(&t, "S01", 37, 0);
    weights(&t, "N01", 37, 37 * 12);
}

static void an_empty_pool_counts_as_one(void **state) {
    (void)state;
    struct table t;
    turn(&t, 4, RED, "IT");
    no_rats(&t);
    rats(&t, "GA1");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1");
    weights(&t, "N01", 37, 37);
}

static void what_was_looked_at_is_what_is_turned_up(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, RED, "W");
    cubes(&t, 1, "HI", 1);
    has_grown(&t);
    steps(&t, "0 witch HI 1; chance peek S12; 0 witch stop; 0 plague HI; 0 rat IT");
    expect_outcomes(&t, 1, "reveal S12:1");
    steps(&t, "chance reveal S12");
    sound(&t);
}

/* ---- who knows what ---- */

static struct rattus view_of(struct table *t, unsigned observer) {
    struct rattus view = *at(t);
    rattus_game.view(&view, observer);
    return view;
}

static void a_look_is_seen_by_that_seat_alone(void **state) {
    (void)state;
    struct table t;
    turn(&t, 3, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1");
    uint16_t peek = (uint16_t)(DO_PEEK_FACE + face_number("S03"));
    assert_int_equal(rattus_game.witness(t.state, BY_CHANCE, peek, RED), peek);
    assert_int_equal(rattus_game.witness(t.state, BY_CHANCE, peek, 1), DO_PEEK_VEILED);
    assert_int_equal(rattus_game.witness(t.state, BY_CHANCE, peek, SPECTATOR), DO_PEEK_VEILED);
    steps(&t, "chance peek S03");
    for (unsigned observer = 1; observer < 3; observer++) {
        struct rattus view = view_of(&t, observer);
        assert_int_equal(view.face[REGION_GA * 3], 0);
        assert_int_equal(view.seen[REGION_GA * 3], SEAT_BIT(RED)); /* everybody saw that a look took place */
        assert_true(view.unseen >> face_number("S03") & 1);
    }
    assert_int_equal(view_of(&t, RED).face[REGION_GA * 3], face_number("S03") + 1);
    assert_int_equal(view_of(&t, SPECTATOR).face[REGION_GA * 3], 0);
}

static void a_face_stays_known_wherever_its_token_goes(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "WC");
    steps(&t, "0 witch GA 1; chance peek S03; 0 witch HU 1; chance peek S04; 0 swap; 0 monk HU 1 GE");
    struct rattus own = view_of(&t, RED), other = view_of(&t, 1);
    assert_int_equal(own.face[REGION_GE * 3 + 1], face_number("S03") + 1);
    assert_int_equal(own.face[REGION_GA * 3], face_number("S04") + 1);
    assert_int_equal(other.face[REGION_GE * 3 + 1], 0);
    assert_int_equal(other.seen[REGION_GE * 3 + 1], SEAT_BIT(RED)); /* the token is followed by everybody's eye */
}

static void a_view_counts_what_others_saw_among_the_unseen(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "GA3");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 2; chance peek S03; 0 witch GA 3; chance peek N05; 0 keep");
    struct rattus own = view_of(&t, RED), other = view_of(&t, 1);
    assert_int_equal(own.start_left, 3);
    assert_int_equal(own.other_left, 24);
    assert_int_equal(other.start_left, 4);
    assert_int_equal(other.other_left, 25);
    assert_true(other.unseen == (START_FACES | OTHER_FACES));
}

/* Red knows a start face in Gallia, seat 1 another in Germania. */
static void two_secrets(struct table *t) {
    turn(t, 2, RED, "IT");
    rats(t, "HI0");
    cards(t, RED, "W");
    steps(t, "0 witch GA 1; chance peek S03; 0 witch stop; 0 grow AN; 0 plague HI; 1 class W; 1 witch GE 1; chance peek S04; 1 witch stop; 1 grow GE");
}

static void two_seats_may_know_different_tokens(void **state) {
    (void)state;
    struct table t;
    two_secrets(&t);
    struct rattus red = view_of(&t, RED), one = view_of(&t, 1);
    struct message error;
    assert_true(rattus_game.check(&red, &error) && rattus_game.check(&one, &error));
    assert_int_equal(red.face[REGION_GA * 3], face_number("S03") + 1);
    assert_int_equal(red.face[REGION_GE * 3], 0);
    assert_int_equal(one.face[REGION_GA * 3], 0);
    assert_int_equal(one.face[REGION_GE * 3], face_number("S04") + 1);
    assert_true(red.unseen >> face_number("S04") & 1);
    assert_false(red.unseen >> face_number("S03") & 1);
}

static void a_token_that_another_knows_can_be_anything_to_oneself(void **state) {
    (void)state;
    struct table t;
    two_secrets(&t);
    cubes(&t, 1, "GA", 1);
    steps(&t, "1 plague GA; 1 rat AN");
    expect_outcomes(&t, 1, "reveal S03:1"); /* red's secret */
    struct rattus red = view_of(&t, RED), one = view_of(&t, 1);
    struct outcomes o;
    rattus_game.chance(&red, &o);
    assert_int_equal(o.count, 1);
    rattus_game.chance(&one, &o);
    assert_int_equal(o.count, 10); /* of twelve, one was dropped in Hispania and one is known to the seat itself */
    assert_int_equal(o.total, 0);
    rattus_game.apply(&one, BY_CHANCE, (uint16_t)(DO_REVEAL + face_number("S03")), NULL);
    steps(&t, "chance reveal S03");
    struct rattus after = view_of(&t, 1);
    assert_memory_equal(&one, &after, sizeof after);
}

/* What undo must stop at: to the seat that looks, many faces were possible, though the engine knew the one. */
static void a_second_witch_learns_what_the_first_knew(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    rats(&t, "HI0");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1; chance peek S03; 0 witch stop; 0 grow AN; 0 plague HI; 1 class W; 1 witch GA 1");
    struct outcomes o;
    struct rattus one = view_of(&t, 1), red = view_of(&t, RED);
    rattus_game.chance(&one, &o);
    assert_int_equal(o.count, 11);
    rattus_game.chance(&red, &o);
    assert_int_equal(o.actions[0], DO_PEEK_VEILED);
    expect_outcomes(&t, 1, "peek S03:1");
    steps(&t, "chance peek S03");
    assert_int_equal(at(&t)->seen[REGION_GA * 3], SEAT_BIT(0) | SEAT_BIT(1));
    sound(&t);
}

static void previews_show_a_seat_its_own_looks_only(void **state) {
    (void)state;
    struct table t;
    struct message message;
    two_secrets(&t);
    at(&t)->used = 0;
    uint16_t gallia = (uint16_t)(DO_WITCH + REGION_GA * 3), germania = (uint16_t)(DO_WITCH + REGION_GE * 3);
    assert_false(rattus_game.preview(t.state, 1, gallia, &message));
    assert_true(rattus_game.preview(t.state, 1, germania, &message));
}

/* Seat 1 looked at two tokens from the supply; to red both kinds are open, jointly. */
static void determinising_draws_the_two_kinds_jointly(void **state) {
    (void)state;
    const unsigned draws = 40000;
    struct table t;
    struct generator g;
    unsigned both[2][2] = {{0}};
    turn(&t, 2, 1, "IT");
    rats(&t, "GA3");
    cards(&t, 1, "W");
    steps(&t, "1 witch GA 2; chance peek S03; 1 witch GA 3; chance peek N05; 1 keep");
    generator_seed(&g, 1347);
    for (unsigned i = 0; i < draws; i++) {
        struct rattus s = view_of(&t, RED);
        rattus_game.determinise(&s, &g);
        both[s.face[REGION_GA * 3 + 1] - 1 >= FACE_S01][s.face[REGION_GA * 3 + 2] - 1 >= FACE_S01]++;
        assert_true(s.face[REGION_GA * 3] == 0 && s.viewer == 0);
    }
    /* of 29 tokens 4 are start faces: 4 · 3, 4 · 25, 25 · 4, 25 · 24 of 29 · 28 */
    const double expected[2][2] = {{25.0 * 24, 25.0 * 4}, {4.0 * 25, 4.0 * 3}};
    double sum = 0;
    for (unsigned a = 0; a < 2; a++)
        for (unsigned b = 0; b < 2; b++) {
            double mean = expected[a][b] * draws / (29.0 * 28);
            sum += (both[a][b] - mean) * (both[a][b] - mean) / mean;
        }
    assert_true(sum < 21.1); /* chi-square, 3 degrees of freedom: one in ten thousand */
}

/* ---- positions that make no sense ---- */

/* The reason for which a position is refused. */
static void expect_bad(struct table *t, const char *reason) {
    struct message error = {0};
    assert_false(rattus_game.check(t->state, &error));
    assert_string_equal(error.key, reason);
}

static void positions_that_cannot_be_are_refused(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    sound(&t);
    at(&t)->seats[0].cubes[REGION_GA] = 1;
    expect_bad(&t, "rattus.error.cubes");
    turn(&t, 2, RED, "IT");
    at(&t)->plague = REGION_TA + 1;
    expect_bad(&t, "rattus.error.course");
    turn(&t, 2, RED, "IT");
    at(&t)->face[REGION_GA * 3] = 1;
    expect_bad(&t, "rattus.error.tokens");
    turn(&t, 2, RED, "IT");
    at(&t)->start_left = 3;
    expect_bad(&t, "rattus.error.faces");
    turn(&t, 2, RED, "IT");
    at(&t)->used = 1 << CLASS_W;
    expect_bad(&t, "rattus.error.turn");
    turn(&t, 2, RED, "IT"); /* without a rat nobody could grow, and nothing would ever end */
    no_rats(&t);
    expect_bad(&t, "rattus.error.plague");
    table_open(&t, &rattus_game, 2, "");
    steps(&t, "chance plague IT; 0 settle GA");
    at(&t)->seat = 0;
    expect_bad(&t, "rattus.error.settling");
}

/* ---- drawing late is shuffling first ---- */

/* The same game with everything shuffled first: each region holds its faces in order, the supply is a deck. */
struct dealt {
    uint8_t faces[REGIONS][RATS_MAX], count[REGIONS];
    uint8_t deck[FACES], next;
};

static void shuffle(uint8_t *list, unsigned count, struct generator *g) {
    for (unsigned i = count; i > 1; i--) {
        unsigned j = generator_below(g, i);
        uint8_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

/* Section "Setup", as at a table. */
static void deal(struct dealt *d, unsigned players, struct generator *g) {
    const struct rattus_size *size = &rattus_sizes[players];
    uint8_t start[FACES_START], others[FACES_OTHER];
    unsigned used = 0, count = 0;
    memset(d, 0, sizeof *d);
    for (unsigned i = 0; i < FACES_START; i++) start[i] = (uint8_t)(FACE_S01 + i);
    for (unsigned i = 0; i < FACES_OTHER; i++) others[i] = (uint8_t)i;
    shuffle(start, FACES_START, g);
    shuffle(others, FACES_OTHER, g);
    for (unsigned region = 0; region < REGIONS; region++)
        if (size->regions >> region & 1) d->faces[region][d->count[region]++] = start[used++];
    while (used < FACES_START) d->deck[count++] = start[used++];
    for (unsigned i = size->removed; i < FACES_OTHER; i++) d->deck[count++] = others[i];
    shuffle(d->deck, count, g);
}

static uint8_t lift(struct dealt *d, unsigned region, unsigned position) {
    uint8_t face = d->faces[region][position];
    memmove(&d->faces[region][position], &d->faces[region][position + 1], RATS_MAX - 1 - position);
    d->count[region]--;
    return face;
}

/* Moves the tokens of the shuffled game along; `s` is the state before the step. */
static void follow(struct dealt *d, const struct rattus *s, unsigned action) {
    if (action >= DO_MONK && action < DO_PEASANT) {
        unsigned to = (action - DO_MONK) % REGIONS, slot = (action - DO_MONK) / REGIONS;
        uint8_t face = lift(d, slot / RATS_MAX, slot % RATS_MAX);
        d->faces[to][d->count[to]++] = face;
    } else if (action >= DO_RAT && action < DO_REVEAL) {
        unsigned region = action - DO_RAT;
        d->faces[region][d->count[region]++] = d->deck[d->next++];
    } else if (action == DO_SWAP) {
        uint8_t *a = &d->faces[0][0] + (s->looked[0] - 1 - DO_WITCH), *b = &d->faces[0][0] + (s->looked[1] - 1 - DO_WITCH), swap = *a;
        *a = *b;
        *b = swap;
    }
}

/* What is compared of each game: which faces came when, and what became of it. */
enum { AT_REVEALS = 4, SCORES = RATTUS_CUBES + 1 };
struct sample {
    unsigned revealed[AT_REVEALS][FACES]; /* the 1st, 6th, 11th, 16th token turned up  */
    unsigned ever[FACES];                 /* turned up at some time                    */
    unsigned looked[FACES];               /* by a witch, first time in the game        */
    unsigned score[SCORES];               /* of seat 0                                 */
    unsigned from_supply[FACES_START];    /* start faces turned up from the supply     */
};

/* One game by one policy: seats choose at random, witches included. `d`: take the faces from there, else let the engine draw. */
static void sample_game(struct sample *sample, unsigned players, struct generator *g, struct dealt *d) {
    struct rattus s;
    struct outcomes o;
    struct result result;
    unsigned reveals = 0, looks = 0, from_supply = 0, to_move;
    rattus_game.setup(&s, players, NULL);
    while ((to_move = rattus_game.to_move(&s)) != 0) {
        uint16_t list[LEGAL_MAX], action;
        if (!(to_move & CHANCE_BIT)) {
            action = list[generator_below(g, rattus_game.legal(&s, s.seat, list))];
            if (d) follow(d, &s, action);
            rattus_game.apply(&s, s.seat, action, NULL);
            continue;
        }
        rattus_game.chance(&s, &o);
        action = outcomes_draw(&o, g);
        if (d && s.phase != PHASE_START) {
            unsigned slot = rattus_chance_slot(&s), first = s.phase == PHASE_PEEK ? DO_PEEK_FACE : DO_REVEAL;
            action = (uint16_t)(first + d->faces[slot / RATS_MAX][slot % RATS_MAX]);
            assert_true(game_allows(&rattus_game, &s, BY_CHANCE, action)); /* what was dealt is possible */
            if (s.phase == PHASE_REVEAL) lift(d, slot / RATS_MAX, 0);
        }
        if (s.phase == PHASE_REVEAL) {
            unsigned face = action - DO_REVEAL;
            if (reveals % 5 == 0 && reveals / 5 < AT_REVEALS) sample->revealed[reveals / 5][face]++;
            sample->ever[face]++;
            from_supply += face >= FACE_S01 && s.origin[rattus_chance_slot(&s)] == ORIGIN_SUPPLY;
            reveals++;
        } else if (s.phase == PHASE_PEEK && looks++ == 0) {
            sample->looked[action - DO_PEEK_FACE]++;
        }
        rattus_game.apply(&s, BY_CHANCE, action, NULL);
    }
    rattus_game.result(&s, &result);
    sample->score[result.score[0]]++;
    sample->from_supply[from_supply]++;
}

/* Are two samples of one size from the same distribution? P(X ≥ k + 2 √(k x) + 2 x) ≤ e^−x for k degrees of freedom; x = 12. */
static void expect_alike(const unsigned *a, const unsigned *b, unsigned cells, const char *what) {
    const double x = 12;
    double sum = 0, rest[2] = {0};
    unsigned used = 0;
    for (unsigned i = 0; i < cells; i++) {
        double difference = (double)a[i] - b[i], both = (double)a[i] + b[i];
        if (both < 10) {
            rest[0] += a[i];
            rest[1] += b[i];
            continue;
        }
        sum += difference * difference / both;
        used++;
    }
    if (rest[0] + rest[1] > 0) {
        sum += (rest[0] - rest[1]) * (rest[0] - rest[1]) / (rest[0] + rest[1]);
        used++;
    }
    double beyond = sum - used - 2 * x;
    if (beyond > 0 && beyond * beyond > 4 * used * x) fail_msg("%s: chi-square %.1f with %u cells", what, sum, used);
}

static void drawing_late_is_shuffling_first(void **state) {
    (void)state;
    enum { GAMES = 6000 };
    for (unsigned players = 2; players <= 4; players++) {
        struct sample late = {0}, first = {0};
        struct generator g;
        generator_seed(&g, 1347 + players);
        for (unsigned i = 0; i < GAMES; i++) sample_game(&late, players, &g, NULL);
        for (unsigned i = 0; i < GAMES; i++) {
            struct dealt d;
            deal(&d, players, &g);
            sample_game(&first, players, &g, &d);
        }
        for (unsigned n = 0; n < AT_REVEALS; n++) expect_alike(late.revealed[n], first.revealed[n], FACES, "the token turned up");
        expect_alike(late.looked, first.looked, FACES, "the first look");
        expect_alike(late.ever, first.ever, FACES, "tokens ever turned up");
        expect_alike(late.score, first.score, SCORES, "the score");
        expect_alike(late.from_supply, first.from_supply, FACES_START, "start faces from the supply");
    }
}

/* ---- the story ---- */

static void the_story_of_a_turn_is_told(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "GA");
    cards(&t, 1, "K");
    cubes(&t, 1, "HI", 3);
    steps(&t, "0 class K; 0 grow AN; 0 plague HI; 0 rat IT; 0 knight no; chance reveal S07");
    static const char *const story[] = {"rattus.event.class_from", "rattus.event.grow", "rattus.event.plague", "rattus.event.rat",
                                        "rattus.event.knight_no", "rattus.event.outbreak", "rattus.event.spared", "rattus.event.harmless"};
    assert_int_equal(t.event_count, sizeof story / sizeof story[0]);
    for (unsigned i = 0; i < t.event_count; i++) assert_string_equal(t.events[i].message.key, story[i]);
    expect_event(&t, "rattus.event.plague", "who=0 region=HI rats=1 n=3");
}

static void others_are_not_told_what_the_witch_saw(void **state) {
    (void)state;
    struct table t;
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    steps(&t, "0 witch GA 1");
    expect_event(&t, "rattus.event.witch", "who=0 region=GA position=1");
    rattus_game.view(t.state, 1);
    steps(&t, "chance peek ?");
    assert_int_equal(t.event_count, 0);
    expect_to_move(&t, "0");
}

/* ---- what a net is told ---- */

/* Random games of every size: each position in which a seat is asked. */
static void each_decision(unsigned games, void (*visit)(const struct rattus *s, struct generator *g)) {
    struct generator g;
    generator_seed(&g, 1348);
    for (unsigned i = 0; i < games; i++) {
        struct rattus s;
        unsigned to_move;
        rattus_game.setup(&s, 2 + i % 3, NULL);
        while ((to_move = rattus_game.to_move(&s)) != 0) {
            uint16_t list[LEGAL_MAX];
            struct outcomes o;
            if (to_move & CHANCE_BIT) {
                rattus_game.chance(&s, &o);
                rattus_game.apply(&s, BY_CHANCE, outcomes_draw(&o, &g), NULL);
            } else {
                visit(&s, &g);
                rattus_game.apply(&s, s.seat, list[generator_below(&g, rattus_game.legal(&s, s.seat, list))], NULL);
            }
        }
    }
}

static void sets_of_faces_follow_from_the_table(void **state) {
    (void)state;
    for (unsigned face = 0; face < FACES; face++) {
        const struct rattus_face *row = &rattus_face_table[face];
        assert_int_equal(face_number(row->code), face);
        for (unsigned symbol = 0; symbol < HITS_SYMBOLS; symbol++) assert_int_equal(rattus_faces_hitting[symbol] >> face & 1, row->hits >> symbol & 1);
        for (unsigned n = 0; n <= LIMIT_MAX; n++) assert_int_equal(rattus_faces_within[n] >> face & 1, row->limit <= n);
    }
}

/* What a seat loses in a region if it is ravaged now, on average over all that a view leaves open. */
static double lost_by_trying(const struct rattus *view, unsigned region, unsigned seat, unsigned cubes) {
    if (view->phase != PHASE_REVEAL) return cubes - view->seats[seat].cubes[region];
    struct outcomes faces;
    double sum = 0;
    rattus_weigh(view, region * RATS_MAX, DO_REVEAL, &faces);
    for (unsigned i = 0; i < faces.count; i++) {
        struct rattus next = *view;
        rattus_game.apply(&next, BY_CHANCE, faces.actions[i], NULL);
        sum += lost_by_trying(&next, region, seat, cubes) * faces.weights[i];
    }
    return sum / faces.total;
}

static double exact_loss(const struct rattus *s, unsigned looker, unsigned region, unsigned seat) {
    struct rattus view = *s;
    rattus_view(&view, looker);
    view.knight = s->knight && s->plague == region + 1;
    view.ender = 0;
    view.phase = PHASE_REVEAL;
    view.plague = view.ravage = (uint8_t)(region + 1);
    return lost_by_trying(&view, region, seat, s->seats[seat].cubes[region]);
}

/* By the number of tokens: how far expected losses are from the exact ones, all in all and at most. */
struct tried {
    double error, worst;
    unsigned count;
};
static struct tried tried[RATS_MAX + 1];

static void try_a_region(const struct rattus *s, struct generator *g) {
    uint16_t losses[REGIONS][RATTUS_SEATS];
    unsigned region = generator_below(g, REGIONS), looker = generator_below(g, s->players), tokens = rattus_rats(s, region);
    if (tokens == 3 && generator_below(g, 10)) return; /* that takes long */
    rattus_expected_losses(s, looker, losses);
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!s->seats[seat].cubes[region] || tokens == 0) {
            assert_int_equal(losses[region][seat], 0);
            continue;
        }
        struct tried *row = &tried[tokens];
        double error = losses[region][seat] / (double)LOSS_ONE - exact_loss(s, looker, region, seat);
        if (error < 0) error = -error;
        row->error += error;
        if (error > row->worst) row->worst = error;
        row->count++;
    }
}

static void expected_losses_are_what_all_faces_bring_on_average(void **state) {
    static const double most[RATS_MAX + 1] = {0, 0.003, 0.05, 0.08}; /* of a cube, on average: losses are about 0.4, 0.9 and 1.5 */
    (void)state;
    each_decision(60, try_a_region);
    for (unsigned tokens = 1; tokens <= RATS_MAX; tokens++) {
        assert_true(tried[tokens].count > 150);
        if (tried[tokens].error > most[tokens] * tried[tokens].count) fail_msg("%u tokens: %f", tokens, tried[tokens].error / tried[tokens].count);
    }
    assert_true(tried[1].worst < 0.01); /* one token is exact but for rounding */
}

static void a_witch_expects_what_she_has_seen(void **state) {
    (void)state;
    struct table t;
    uint16_t losses[REGIONS][RATTUS_SEATS];
    turn(&t, 2, RED, "IT");
    cards(&t, RED, "W");
    cubes(&t, RED, "GA", 2);
    steps(&t, "0 witch GA 1; chance peek S05; 0 witch stop"); /* 2 M PW: majority, and the witch herself */
    rattus_expected_losses(at(&t), RED, losses);
    assert_int_equal(losses[REGION_GA][RED], 2 * LOSS_ONE);
    rattus_expected_losses(at(&t), 1, losses);
    assert_in_range(losses[REGION_GA][RED], 1, LOSS_ONE);
}

static void tell_net(const struct rattus *s, unsigned seat, int16_t *features) {
    int16_t all[SEATS_MAX][FEATURES_MAX];
    memset(all, 0x55, sizeof all); /* none may be forgotten */
    rattus_features(s, all);
    memcpy(features, all[seat], RATTUS_FEATURES * sizeof *features);
}

static void expect_range(const struct rattus *s, struct generator *g) {
    (void)g;
    for (unsigned seat = 0; seat < s->players; seat++) {
        int16_t told[RATTUS_FEATURES];
        tell_net(s, seat, told);
        for (unsigned i = 0; i < RATTUS_FEATURES; i++)
            if (told[i] < INT8_MIN || told[i] > INT8_MAX) fail_msg("feature %u is %d", i, told[i]);
    }
}

static void features_stay_within_their_range(void **state) {
    (void)state;
    each_decision(300, expect_range);
}

static void expect_unchanged_by_the_hidden(const struct rattus *s, struct generator *g) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        int16_t told[RATTUS_FEATURES], again[RATTUS_FEATURES];
        struct rattus other = *s;
        rattus_view(&other, seat);
        rattus_determinise(&other, g);
        tell_net(s, seat, told);
        tell_net(&other, seat, again);
        assert_memory_equal(told, again, sizeof told);
    }
}

static void what_a_seat_cannot_know_does_not_change_its_features(void **state) {
    (void)state;
    each_decision(300, expect_unchanged_by_the_hidden);
}

/* Everybody moves up one seat. */
static struct rattus moved_up(const struct rattus *s) {
    struct rattus moved = *s;
    unsigned players = s->players;
    for (unsigned seat = 0; seat < players; seat++) moved.seats[(seat + 1) % players] = s->seats[seat];
    moved.seat = (uint8_t)((s->seat + 1u) % players);
    moved.ender = (uint8_t)(s->ender ? s->ender % players + 1 : 0);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        unsigned seen = (unsigned)s->seen[slot] << 1;
        moved.seen[slot] = (uint8_t)((seen | seen >> players) & (SEAT_BIT(players) - 1));
    }
    return moved;
}

static void expect_same_a_seat_up(const struct rattus *s, struct generator *g) {
    struct rattus moved = moved_up(s);
    (void)g;
    for (unsigned seat = 0; seat < s->players; seat++) {
        int16_t told[RATTUS_FEATURES], again[RATTUS_FEATURES];
        tell_net(s, seat, told);
        tell_net(&moved, (seat + 1) % s->players, again);
        assert_memory_equal(told, again, sizeof told);
    }
}

static void features_do_not_depend_on_the_number_of_a_seat(void **state) {
    (void)state;
    each_decision(300, expect_same_a_seat_up);
}

#define TEST(name) cmocka_unit_test(name)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(eight_ten_or_twelve_regions_are_in_play),
        TEST(tables_and_codes_stand_in_one_order),
        TEST(neighbours_are_as_the_rules_list_them),
        TEST(borders_are_symmetric),
        TEST(every_board_is_connected),
        TEST(italia_is_two_steps_from_scandia_and_germania_does_not_touch_turcia),
        TEST(provenance_is_beside_each_border),
        TEST(there_are_twelve_start_tokens_and_37_others),
        TEST(the_tokens_together_have_111_class_symbols),
        TEST(two_faces_are_stated_by_the_rulebook),
        TEST(one_start_token_lies_in_each_region_and_the_rest_are_mixed),
        TEST(the_plague_starts_in_any_region_in_play),
        TEST(seats_settle_with_two_cubes_there_and_back),
        TEST(a_class_is_taken_from_the_table_or_from_another_seat),
        TEST(taking_a_class_is_optional),
        TEST(a_card_is_usable_from_the_moment_it_is_taken),
        TEST(the_free_part_goes_in_any_order),
        TEST(each_power_is_used_once_a_turn),
        TEST(example_1_as_many_cubes_as_rats),
        TEST(example_4_peasants_place_one_more_also_where_no_rat_is),
        TEST(with_fewer_cubes_in_supply_all_of_them_are_placed),
        TEST(the_plague_waits_until_the_cubes_are_placed),
        TEST(the_monk_moves_a_token_to_a_neighbour_with_fewer_than_three),
        TEST(the_merchant_moves_one_to_three_cubes_to_a_neighbour),
        TEST(the_king_saves_a_cube_from_a_region_without_rats),
        TEST(the_witch_looks_at_two_tokens_and_swaps_or_keeps),
        TEST(the_witch_may_keep_both_or_stop_after_one),
        TEST(with_one_token_on_the_board_only_stop_follows),
        TEST(a_swap_within_a_region_changes_the_order),
        TEST(looking_again_at_a_known_token_is_legal),
        TEST(the_plague_moves_to_a_neighbour),
        TEST(the_knight_moves_it_up_to_two_steps_but_not_back),
        TEST(one_rat_spreads_one_token_two_or_three_spread_two),
        TEST(new_tokens_come_from_the_supply),
        TEST(the_spread_ends_where_there_is_no_room),
        TEST(the_spread_ends_with_the_supply),
        TEST(the_knight_is_asked_with_a_rat_and_a_cube_there),
        TEST(the_knight_is_asked_once_before_the_first_token),
        TEST(example_3_italia_to_scandia_with_the_knight),
        TEST(example_2_gallia_is_deserted),
        TEST(tokens_are_turned_from_the_first_position_until_no_cube_is_left),
        TEST(below_the_limit_nothing_happens_and_the_token_is_gone),
        TEST(the_limit_counts_the_cubes_of_all_colours),
        TEST(majority_comes_before_the_classes),
        TEST(all_hits_every_seat_that_is_present),
        TEST(the_piece_never_counts_for_majority),
        TEST(several_cards_cost_several_cubes),
        TEST(the_game_ends_when_the_token_supply_has_run_out),
        TEST(the_game_ends_when_a_seat_has_placed_every_cube),
        TEST(the_end_is_tested_after_the_ravage),
        TEST(the_last_round_has_only_powers),
        TEST(peasants_without_cubes_place_none),
        TEST(these_belong_to_the_last_round_alone),
        TEST(the_final_plague_goes_through_the_regions_in_order),
        TEST(the_knight_counts_in_the_final_plague_only_if_he_was_sent),
        TEST(the_score_is_what_is_on_the_board_and_in_the_castle),
        TEST(of_equals_the_seat_after_the_ender_is_first),
        TEST(a_start_token_is_each_unseen_start_face_alike),
        TEST(a_supply_token_is_weighed_by_both_kinds),
        TEST(outcomes_of_weight_zero_are_not_listed),
        TEST(an_empty_pool_counts_as_one),
        TEST(what_was_looked_at_is_what_is_turned_up),
        TEST(a_look_is_seen_by_that_seat_alone),
        TEST(a_face_stays_known_wherever_its_token_goes),
        TEST(a_view_counts_what_others_saw_among_the_unseen),
        TEST(two_seats_may_know_different_tokens),
        TEST(a_token_that_another_knows_can_be_anything_to_oneself),
        TEST(a_second_witch_learns_what_the_first_knew),
        TEST(previews_show_a_seat_its_own_looks_only),
        TEST(determinising_draws_the_two_kinds_jointly),
        TEST(positions_that_cannot_be_are_refused),
        TEST(drawing_late_is_shuffling_first),
        TEST(the_story_of_a_turn_is_told),
        TEST(others_are_not_told_what_the_witch_saw),
        TEST(sets_of_faces_follow_from_the_table),
        TEST(expected_losses_are_what_all_faces_bring_on_average),
        TEST(a_witch_expects_what_she_has_seen),
        TEST(features_stay_within_their_range),
        TEST(what_a_seat_cannot_know_does_not_change_its_features),
        TEST(features_do_not_depend_on_the_number_of_a_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
