/* The rules of Duell der Baumeister, sentence by sentence. */
#include "tests/games/duell.h"

/* ---- components ---- */

TEST(there_are_74_gold_and_each_begins_with_3) {
    NEW_TABLE;
    open_table(t);
    assert_int_equal(GOLD_ALL, 14 * 1 + 10 * 2 + 8 * 5); /* the coins of the rulebook */
    expect_gold(t, RED, 3);
    expect_gold(t, BLUE, 3);
    assert_int_equal(at(t)->bank, 68);
}

TEST(there_are_ten_neutral_seals_of_which_each_begins_with_three) {
    (void)state;
    const unsigned all[NEUTRALS] = {2, 4, 4};
    unsigned sum = 0, stack = 0;
    for (unsigned i = 0; i < NEUTRALS; i++) {
        const struct duell_seal *seal = &duell_seal_table[i];
        assert_int_equal(seal->start, 1);
        assert_int_equal(2 * seal->start + seal->stack, all[i]);
        assert_int_equal(seal->sides[0] + seal->sides[1], 5);
        sum += 2u * seal->start + seal->stack;
        stack += seal->stack;
    }
    assert_int_equal(sum, NEUTRAL_SEALS);
    assert_int_equal(stack, 4);
    assert_int_equal(duell_seal_table[SEAL_OWN].sides[0], 2);
    assert_int_equal(duell_seal_table[SEAL_OWN].sides[1], 3);
}

TEST(each_has_eleven_markers_of_which_wood_sand_and_stone_are_in_the_camp) {
    NEW_TABLE;
    open_table(t);
    unsigned markers = 0, camp = 0;
    for (unsigned m = 0; m < MATERIALS; m++) {
        markers += duell_material_table[m].markers;
        camp += duell_material_table[m].camp;
        assert_int_equal(seat_of(t, RED)->raw[m], BASIC >> m & 1);
        assert_int_equal(seat_of(t, RED)->supply[m] + seat_of(t, RED)->raw[m],
                         duell_material_table[m].markers);
    }
    assert_int_equal(markers, MARKERS);
    assert_int_equal(camp, 3);
}

TEST(each_stack_has_27_cards_and_each_colour_five_persons) {
    (void)state;
    unsigned cards[STACKS] = {0}, power[STACKS] = {0}, persons[DUELL_SEATS] = {0}, once = 0;
    for (unsigned i = 0; i < CARDS; i++) {
        const struct duell_card *card = &duell_card_table[i];
        assert_string_equal(card->code, duell_cards.codes[i]);
        for (unsigned stack = 0; stack < STACKS; stack++) {
            assert_true(card->copies[stack] <= 2);
            cards[stack] += card->copies[stack];
            if (card->kind == KIND_POWER) power[stack] += card->copies[stack];
        }
        if (card->colour != ANY_COLOUR) persons[card->colour] += card->copies[0] + card->copies[1];
        if (card->kind == KIND_ONCE)
            assert_string_equal(card->code, duell_onces.codes[card->which]);
        once += card->kind == KIND_ONCE;
    }
    assert_int_equal(cards[STACK_A], STACK_CARDS);
    assert_int_equal(cards[STACK_B], STACK_CARDS);
    assert_int_equal(power[STACK_A], 2);
    assert_int_equal(power[STACK_B], 2);
    assert_int_equal(persons[RED], 5);
    assert_int_equal(persons[BLUE], 5);
    assert_int_equal(once, ONCES);
}

TEST(nine_markers_of_three_sections_can_be_built) {
    (void)state;
    unsigned used[MATERIALS] = {0};
    for (unsigned i = 0; i < SECTIONS; i++) {
        assert_int_equal(duell_popcount(duell_section_table[i].needs), SECTION_PIECES);
        for (unsigned m = 0; m < MATERIALS; m++) used[m] += duell_section_table[i].needs >> m & 1;
    }
    for (unsigned m = 0; m < MATERIALS; m++)
        assert_true(used[m] <= duell_material_table[m].markers);
    assert_true(duell_section_table[SECTION_II].needs >> STONE & 1 &&
                duell_section_table[SECTION_II].needs >> SAND & 1);
}

TEST(every_row_of_the_component_tables_has_its_mark) {
    (void)state;
    static char text[COMPONENTS_TEXT_MAX];
    struct json_out out;
    struct json all, at_table = {0}, name, rows;
    size_t where;
    json_begin(&out, text, sizeof text);
    duell_components(&out, NULL);
    assert_true(out.length <= out.size);
    assert_int_equal(json_parse(text, out.length, &all, &where), JSON_OK);
    unsigned tables = 0;
    while (json_next(all, &at_table, &name, &rows)) {
        struct json at_row = {0}, none, row;
        tables++;
        while (json_next(rows, &at_row, &none, &row)) {
            struct json mark = json_get(row, "mark");
            assert_true(json_is(mark, "S") || json_is(mark, "I") || json_is(mark, "R"));
        }
    }
    assert_int_equal(tables, 5);
}

TEST(a_state_takes_at_most_256_bytes) {
    (void)state;
    assert_true(duell_game.state_size <= 256);
}

/* ---- setup and layout ---- */

TEST(the_seal_stack_is_drawn_by_the_copies_left) {
    NEW_TABLE;
    table_open(t, &duell_game, 2, "");
    expect_outcomes(t, 0, "stack 14:2, stack 23:2");
    steps(t, "chance stack 14");
    expect_outcomes(t, 0, "stack 14:1, stack 23:2");
    steps(t, "chance stack 14");
    expect_outcomes(t, 0, "stack 23:2");
    steps(t, "chance stack 23; chance stack 23");
    expect_stack(t, "14 14 23 23");
    expect_event(t, "duell.event.stack", "seal=23 n=4");
    expect_event(t, "duell.event.round", "round=1 stack=A who=0");
}

TEST(cards_are_dealt_by_the_copies_left_in_the_pass) {
    NEW_TABLE;
    open_table(t);
    struct outcome_list o;
    game_outcomes(&duell_game, t->state, &o);
    assert_int_equal(o.stream, 1);
    assert_int_equal(o.total, 27);
    assert_int_equal(o.count, 25);
    steps(t, "chance deal power; chance deal power; chance deal market2");
    expect_event(t, "duell.event.row", "row=1 first=power second=power third=market2");
    game_outcomes(&duell_game, t->state, &o);
    assert_int_equal(o.total, 24);
    assert_int_equal(o.count, 24); /* without power cards; one market is left */
    assert_false(game_allows(&duell_game, t->state, BY_CHANCE, (uint16_t)(DO_DEAL + CARD_POWER)));
    assert_true(game_allows(&duell_game, t->state, BY_CHANCE, (uint16_t)(DO_DEAL + CARD_MARKET2)));
    assert_false(game_allows(&duell_game, t->state, BY_CHANCE, (uint16_t)(DO_DEAL + CARD_MARKET3)));
}

TEST(a_view_lists_what_may_be_dealt_but_nobody_draws_from_it) {
    NEW_TABLE;
    open_table(t);
    struct outcome_list o;
    duell_game.view(t->state, 1);
    game_outcomes(&duell_game, t->state, &o);
    assert_int_equal(o.count, 25);
    assert_int_equal(o.total, 0);
    for (unsigned i = 0; i < o.count; i++) assert_int_equal(o.weights[i], 0);
}

/* Counts the cards of the pass that are not on the table yet, from the table and from what was
 * seen. */
struct seen {
    unsigned count[CARDS], all;
};

static void expect_shuffled(const struct duell *s, const struct seen *seen) {
    struct outcome_list o;
    unsigned stack = (s->round - 1u) / 3 % 2, listed = 0;
    game_outcomes(&duell_game, s, &o);
    assert_int_equal(o.total, STACK_CARDS - seen->all);
    for (unsigned i = 0; i < o.count; i++) {
        unsigned card = o.actions[i] - DO_DEAL;
        assert_int_equal(o.weights[i], duell_card_table[card].copies[stack] - seen->count[card]);
        listed += o.weights[i];
    }
    assert_int_equal(listed, o.total);
}

TEST(dealing_one_by_one_is_shuffling_each_pass_first) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct generator g;
        struct duell s;
        struct seen seen = {{0}, 0};
        generator_seed(&g, seed);
        duell_game.setup(&s, 2, NULL);
        for (unsigned to_move; (to_move = duell_game.to_move(&s)) != 0;) {
            uint16_t list[LEGAL_MAX];
            struct outcomes o;
            if (!(to_move & CHANCE_BIT)) {
                unsigned seat = (unsigned)__builtin_ctz(to_move);
                duell_game.apply(&s, seat,
                                 list[generator_below(&g, duell_game.legal(&s, seat, list))], NULL);
                continue;
            }
            duell_game.chance(&s, &o);
            uint16_t drawn = outcomes_draw(&o, &g);
            if (s.phase == PHASE_DEAL) {
                if (s.round % 3 == 1 && s.dealt == 0) seen = (struct seen){{0}, 0};
                expect_shuffled(&s, &seen);
                seen.count[drawn - DO_DEAL]++;
                seen.all++;
            }
            duell_game.apply(&s, BY_CHANCE, drawn, NULL);
        }
    }
}

static bool deal_of_round(const struct duell *s, unsigned round) {
    return s->phase == PHASE_DEAL && s->round == round && s->dealt == 0;
}
static bool round_2(const void *s) {
    return deal_of_round(s, 2);
}
static bool round_4(const void *s) {
    return deal_of_round(s, 4);
}
static bool round_7(const void *s) {
    return deal_of_round(s, 7);
}
static bool round_10(const void *s) {
    return deal_of_round(s, 10);
}
static bool over(const void *s) {
    return ((const struct duell *)s)->phase == PHASE_OVER;
}

static unsigned deck_size(struct table *t) {
    return (unsigned)(__builtin_popcountll(at(t)->deck[0]) + __builtin_popcountll(at(t)->deck[1]));
}

TEST(twelve_rounds_are_three_each_with_a_b_a_b) {
    NEW_TABLE;
    open_table(t);
    assert_int_equal(deck_size(t), 27);
    play_until(t, 1, round_2);
    assert_int_equal(deck_size(t), 18);
    play_until(t, 1, round_4);
    assert_int_equal(deck_size(t), 27);
    assert_true(at(t)->deck[0] >> CARD_MARKET3 & 1);
    play_until(t, 1, round_7);
    assert_true(at(t)->deck[0] >> CARD_GOLD3 & 1);
    play_until(t, 1, round_10);
    assert_true(at(t)->deck[0] >> CARD_SHERIFF & 1);
    play_until(t, 1, over);
    assert_int_equal(at(t)->round, 12);
}

TEST(once_cards_of_a_stack_are_handed_back_before_its_second_pass) {
    NEW_TABLE;
    evaluate(t, 4, RED, "tithe wood sand");
    at(t)->round = 6; /* the last of the first pass with B */
    at(t)->deck[0] = 0;
    at(t)->seat = BLUE;
    seat_of(t, RED)->cards = seat_of(t, BLUE)->cards = 0;
    seat_of(t, RED)->hand = 1u << ONCE_LUCKY | 1u << ONCE_JOURNEYMAN;
    seat_of(t, BLUE)->hand = 1u << ONCE_SITE;
    steps(t, "1 done; 1 end");
    assert_int_equal(at(t)->round, 7);
    assert_int_equal(seat_of(t, RED)->hand, 1u << ONCE_JOURNEYMAN);
    assert_int_equal(seat_of(t, BLUE)->hand, 0);
    expect_event(t, "duell.event.handed_back", "who=0 cards=4");
    expect_event(t, "duell.event.handed_back", "who=1 cards=8");
}

/* ---- claim ---- */

TEST(the_holder_claims_first_any_line) {
    NEW_TABLE;
    lay_out(t, 1, RED, "");
    expect_to_move(t, "0");
    expect_legal(t, 0,
                 "claim c1, claim c2, claim c3, claim d1, claim d2, claim r1, claim r2, claim r3");
    lay_out(t, 1, BLUE, "");
    expect_to_move(t, "1");
}

TEST(row_against_row_is_not_allowed) {
    NEW_TABLE;
    lay_out(t, 1, RED, "");
    steps(t, "0 claim r1");
    expect_legal(t, 1, "claim c1, claim c2, claim c3, claim d1, claim d2");
    expect_refused(t, 1, "claim r2", "duell.whynot.parallel");
    expect_refused(t, 1, "claim r1", "duell.whynot.same_line");
}

TEST(diagonal_against_diagonal_crosses_in_the_middle) {
    NEW_TABLE;
    lay_out(t, 1, RED, "power gold3 gold4 gold5 gold6");
    steps(t, "0 claim d1");
    expect_legal(t, 1, "claim c1, claim c2, claim c3, claim d2, claim r1, claim r2, claim r3");
    steps(t, "1 claim d2");
    expect_event(t, "duell.event.claim", "who=1 line=d2 second=gold6");
    expect_event(t, "duell.event.contested", "card=gold6 position=5");
    expect_to_move(t, "0");
}

/* ---- fight ---- */

static void claim_both(struct table *t, unsigned holder) {
    lay_out(t, 1, holder, "gold3 wood sand");
    steps(t, holder == RED ? "0 claim r1; 1 claim c1" : "1 claim r1; 0 claim c1");
}

TEST(both_must_flip_once_the_holder_first) {
    NEW_TABLE;
    claim_both(t, RED);
    expect_legal(t, 0, "flip 05, flip 14, flip 23, flip own");
    expect_refused(t, 0, "yield", "duell.whynot.must_flip");
    steps(t, "0 flip 05");
    expect_event(t, "duell.event.flip", "who=0 seal=05");
    expect_outcomes(t, 2, "side 0:1, side 5:1");
    steps(t, "chance side 5");
    expect_legal(t, 1, "flip 05, flip 14, flip 23, flip own");
    expect_refused(t, 1, "yield", "duell.whynot.must_flip");
    steps(t, "1 flip own");
    expect_outcomes(t, 3, "side 2:1, side 3:1");
}

TEST(a_tie_is_won_by_the_holder) {
    for (unsigned holder = 0; holder < 2; holder++) {
        NEW_TABLE;
        claim_both(t, holder);
        steps(t, holder == RED ? "0 flip 23; chance side 2; 1 flip own; chance side 2"
                               : "1 flip 23; chance side 2; 0 flip own; chance side 2");
        expect_event(t, "duell.event.beaten", "mine=2 theirs=2");
        expect_event(t, "duell.event.fight_won", "mine=2 theirs=2 card=gold3");
        expect_to_move(t, holder == RED ? "0" : "1");
        assert_int_equal(seat_of(t, holder)->cards, 0007);
        assert_int_equal(seat_of(t, holder ^ 1)->cards, 0110);
        expect_stack(t, "14 23 23 14 23");
    }
}

TEST(the_other_is_behind_while_not_higher_the_holder_while_lower) {
    NEW_TABLE;
    claim_both(t, RED);
    steps(t, "0 flip 23; chance side 2; 1 flip 14; chance side 1");
    expect_event(t, "duell.event.behind", "who=1 mine=1 theirs=2");
    expect_legal(t, 1, "flip 05, flip 23, flip own, yield");
    steps(t, "1 flip 23; chance side 2");
    expect_event(t, "duell.event.side", "who=1 side=2 sum=3");
    expect_to_move(t, "0");
    expect_legal(t, 0, "flip 05, flip 14, flip own, yield");
    steps(t, "0 flip 14; chance side 1"); /* 3 to 3 */
    expect_to_move(t, "1");
}

TEST(a_seal_is_flipped_once_a_fight) {
    NEW_TABLE;
    claim_both(t, RED);
    steps(t, "0 flip 23; chance side 2; 1 flip 14; chance side 4");
    expect_refused(t, 0, "flip 23", "duell.whynot.no_seal");
}

TEST(whoever_flipped_his_personal_seal_flips_nothing_more_and_loses_when_behind) {
    NEW_TABLE;
    claim_both(t, RED);
    steps(t, "0 flip own; chance side 3; 1 flip 14; chance side 4");
    expect_to_move(t, "0"); /* Waleran lost without being asked, and evaluates */
    assert_int_equal(at(t)->phase, PHASE_EVALUATE);
    expect_event(t, "duell.event.beaten", "who=0 mine=3 theirs=4");
    assert_int_equal(seat_of(t, RED)->cards, 0006);
}

TEST(the_loser_keeps_the_first_seal_of_the_kind_he_names_and_the_rest_goes_under_the_stack) {
    NEW_TABLE;
    claim_both(t, RED);
    seat_of(t, RED)->seals[SEAL_14] = 2;
    at(t)->stack[0] = SEAL_23 + 1;
    at(t)->stack[1] = SEAL_23 + 1;
    at(t)->stack[2] = SEAL_14 + 1;
    at(t)->stack[3] = 0;
    at(t)->stack_count = 3;
    expect_sound(t);
    steps(t, "0 flip 14; chance side 1; 1 flip 05; chance side 5; 0 flip 23; chance side 2; 0 flip "
             "14; chance side 1; 0 yield");
    expect_event(t, "duell.event.yield", "who=0");
    expect_legal(t, 0, "keep 14, keep 23");
    expect_refused(t, 0, "keep 05", "duell.whynot.not_flipped");
    steps(t, "0 keep 14");
    /* the winner's seals, then the loser's without his first 1/4 */
    expect_stack(t, "23 23 14 05 23 14");
    expect_seals(t, RED, 1, 1, 0);
    expect_event(t, "duell.event.keep", "who=0 seal=14");
    expect_event(t, "duell.event.spent", "who=0 n=2");
    expect_event(t, "duell.event.spent", "who=1 n=1");
    assert_int_equal(seat_of(t, RED)->cards, 0006);
    assert_int_equal(seat_of(t, BLUE)->cards, 0111);
}

TEST(a_loser_with_one_kind_is_not_asked_and_personal_seals_return) {
    NEW_TABLE;
    claim_both(t, RED);
    steps(t, "0 flip 05; chance side 0; 1 flip own; chance side 2; 0 yield");
    assert_int_equal(at(t)->phase, PHASE_EVALUATE);
    expect_seals(t, RED, 1, 1, 1);
    expect_seals(t, BLUE, 1, 1, 1);
    expect_stack(t, "14 23 23 14");
}

TEST(lucky_flips_the_seal_again_and_the_new_side_counts) {
    NEW_TABLE;
    claim_both(t, RED);
    at(t)->deck[0] &= ~((uint64_t)1 << CARD_LUCKY);
    give_hand(t, BLUE, ONCE_LUCKY);
    steps(t, "0 flip 23; chance side 3");
    expect_to_move(t, "1"); /* only one's own flip can be repeated */
    steps(t, "1 flip 05; chance side 0");
    expect_legal(t, 1, "lucky, stand");
    steps(t, "1 lucky");
    expect_event(t, "duell.event.lucky", "who=1 seal=05");
    expect_outcomes(t, 3, "side 0:1, side 5:1");
    steps(t, "chance side 5");
    assert_int_equal(seat_of(t, BLUE)->sum, 5);
    assert_int_equal(seat_of(t, BLUE)->hand, 0);
    expect_to_move(t, "0");
}

TEST(lucky_may_be_saved) {
    NEW_TABLE;
    claim_both(t, RED);
    at(t)->deck[0] &= ~((uint64_t)1 << CARD_LUCKY);
    give_hand(t, RED, ONCE_LUCKY);
    steps(t, "0 flip 05; chance side 5; 0 stand");
    expect_event(t, "duell.event.stand", "who=0");
    assert_int_equal(seat_of(t, RED)->hand, 1u << ONCE_LUCKY);
    expect_to_move(t, "1");
    steps(t, "1 flip own; chance side 2");
    expect_refused(t, 0, "lucky", "duell.whynot.when_lucky");
}

/* ---- evaluation ---- */

TEST(own_cards_are_used_once_each_in_any_order) {
    NEW_TABLE;
    evaluate(t, 1, RED, "gold3 wood gold6");
    expect_legal(t, 0, "done, use 1, use 2, use 3");
    steps(t, "0 use 3; 0 use 1");
    expect_gold(t, RED, 12);
    expect_event(t, "duell.event.income", "who=0 card=gold6 gold=6");
    expect_legal(t, 0, "done, use 2");
    expect_refused(t, 0, "use 1", "duell.whynot.not_yours");
    expect_refused(t, 0, "use 5", "duell.whynot.theirs");
}

TEST(what_is_unused_is_forgone) {
    NEW_TABLE;
    evaluate(t, 1, RED, "gold3 wood gold6");
    steps(t, "0 done");
    expect_event(t, "duell.event.forgone", "who=0");
    expect_refused(t, 0, "use 1", "duell.whynot.when_use");
    expect_legal(t, 0, "end");
}

TEST(a_person_card_of_the_other_colour_cannot_be_used) {
    NEW_TABLE;
    evaluate(t, 1, RED, "builder foreman gold3");
    expect_legal(t, 0, "done, use 2, use 3");
    expect_refused(t, 0, "use 1", "duell.whynot.colour");
    steps(t, "0 done");
    expect_event(t, "duell.event.blocked", "who=0");
    evaluate(t, 1, BLUE, "builder foreman gold3");
    expect_legal(t, 1, "done, use 1, use 3");
}

TEST(power_must_be_used) {
    NEW_TABLE;
    evaluate(t, 1, BLUE, "gold3 power wood");
    at(t)->sign = RED;
    expect_refused(t, 1, "done", "duell.whynot.power_unused");
    steps(t, "1 use 2");
    assert_int_equal(at(t)->sign, BLUE);
    expect_event(t, "duell.event.power", "who=1");
    expect_can(t, 1, "done");
}

TEST(if_both_used_power_the_second_evaluation_decides) {
    NEW_TABLE;
    lay_out(t, 1, RED, "power gold3 wood ore gold4 sand gold5 power stone");
    steps(t,
          "0 claim r1; 1 claim c2; 0 flip own; chance side 3; 1 flip 05; chance side 0; 1 yield");
    steps(t, "0 use 1");
    expect_event(t, "duell.event.power_kept", "who=0");
    steps(t, "0 done; 0 end");
    expect_legal(t, 1, "use 5, use 8");
    steps(t, "1 use 8; 1 done; 1 end");
    assert_int_equal(at(t)->sign, BLUE);
    assert_int_equal(at(t)->round, 2);
    assert_int_equal(at(t)->holder, BLUE);
}

TEST(the_second_seat_evaluates_second_even_if_the_sign_has_moved) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood sand gold3");
    at(t)->sign = BLUE;
    steps(t, "0 done; 0 end");
    expect_to_move(t, "1");
    steps(t, "1 done; 1 end");
    assert_int_equal(at(t)->round, 2);
    assert_int_equal(at(t)->holder, BLUE);
}

TEST(income_comes_from_the_bank_as_far_as_it_goes) {
    NEW_TABLE;
    evaluate(t, 1, RED, "gold6 gold5");
    set_gold(t, 3, 67);
    steps(t, "0 use 1");
    expect_gold(t, RED, 7);
    steps(t, "0 use 2");
    expect_gold(t, RED, 7);
    expect_event(t, "duell.event.income", "who=0 card=gold5 gold=0");
}

TEST(influence_buys_seals_from_the_top_for_2_gold_each) {
    NEW_TABLE;
    evaluate(t, 1, RED, "influence");
    set_gold(t, 5, 3);
    steps(t, "0 use 1");
    expect_event(t, "duell.event.use", "who=0 card=influence");
    expect_legal(t, 0, "buy, enough");
    expect_refused(t, 0, "buy wood", "duell.whynot.buy_seals_only");
    steps(t, "0 buy; 0 buy");
    expect_event(t, "duell.event.pay", "who=0 gold=2");
    expect_event(t, "duell.event.seal_taken", "who=0 seal=23");
    expect_seals(t, RED, 1, 2, 2);
    expect_stack(t, "23 14");
    expect_gold(t, RED, 1);
    expect_legal(t, 0, "enough");
    expect_refused(t, 0, "buy", "duell.whynot.gold");
    steps(t, "0 enough");
    expect_legal(t, 0, "done");
}

TEST(an_empty_stack_sells_nothing) {
    NEW_TABLE;
    evaluate(t, 1, RED, "influence");
    set_gold(t, 20, 3);
    steps(t, "0 use 1; 0 buy; 0 buy; 0 buy; 0 buy");
    expect_refused(t, 0, "buy", "duell.whynot.stack_empty");
}

TEST(materials_come_from_the_supply_wool_twice_as_far_as_there_are_any) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood wool ore");
    steps(t, "0 use 1; 0 use 2; 0 use 3");
    expect_camp(t, RED, WOOD, 2, 0);
    expect_camp(t, RED, WOOL, 2, 0);
    expect_camp(t, RED, ORE, 1, 0);
    evaluate(t, 1, RED, "wood wool");
    for (unsigned i = 0; i < 3; i++) give_worked(t, RED, WOOL);
    give_worked(t, RED, WOOD);
    give_worked(t, RED, WOOD);
    steps(t, "0 use 1; 0 use 2");
    expect_camp(t, RED, WOOD, 0, 2);
    expect_camp(t, RED, WOOL, 1, 3);
    expect_event(t, "duell.event.material", "card=wood n=0");
    expect_event(t, "duell.event.material", "card=wool n=1");
}

TEST(a_craftsman_converts_any_number_at_his_price) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wool weaver2 carpenter1");
    set_gold(t, 4, 3);
    steps(t, "0 use 1; 0 use 2");
    expect_legal(t, 0, "convert, enough");
    steps(t, "0 convert; 0 convert");
    expect_camp(t, RED, WOOL, 0, 2);
    expect_gold(t, RED, 0);
    expect_event(t, "duell.event.convert", "material=wool worked=cloth gold=2");
    expect_refused(t, 0, "convert", "duell.whynot.no_raw");
    steps(t, "0 enough; 0 use 3");
    expect_refused(t, 0, "convert", "duell.whynot.gold");
    expect_refused(t, 0, "buy", "duell.whynot.when_buy");
    expect_refused(t, 0, "sell", "duell.whynot.when_sell");
    expect_refused(t, 0, "fetch wood", "duell.whynot.when_fetch");
    expect_legal(t, 0, "enough");
}

TEST(ore_becomes_bars_for_waleran_and_a_bell_for_philip) {
    for (unsigned seat = 0; seat < 2; seat++) {
        NEW_TABLE;
        evaluate(t, 4, seat, "ore founder3");
        steps(t, seat == RED ? "0 use 1; 0 use 2; 0 convert" : "1 use 1; 1 use 2; 1 convert");
        expect_event(t, "duell.event.convert",
                     seat == RED ? "worked=bars gold=3" : "worked=bell gold=3");
    }
}

TEST(at_a_market_one_buys_or_sells_and_the_first_decides) {
    NEW_TABLE;
    evaluate(t, 1, RED, "market2 wool");
    set_gold(t, 5, 3);
    steps(t, "0 use 2; 0 use 1");
    expect_legal(t, 0, "buy sand, buy stone, buy wood, enough, sell");
    expect_refused(t, 0, "buy", "duell.whynot.buy_what");
    expect_refused(t, 0, "buy ore", "duell.whynot.market_lacks");
    expect_refused(t, 0, "convert", "duell.whynot.when_convert");
    steps(t, "0 buy wood");
    expect_event(t, "duell.event.buy", "who=0 material=wood gold=2");
    expect_legal(t, 0, "buy sand, buy stone, enough"); /* no wood is left */
    expect_refused(t, 0, "buy wood", "duell.whynot.no_supply");
    expect_refused(t, 0, "sell", "duell.whynot.market_buys");
    steps(t, "0 buy stone");
    expect_refused(t, 0, "buy sand", "duell.whynot.gold");
    expect_gold(t, RED, 1);
    evaluate(t, 1, RED, "market2 wool");
    steps(t, "0 use 2; 0 use 1; 0 sell; 0 sell");
    expect_gold(t, RED, 7);
    expect_legal(t, 0, "enough");
    expect_refused(t, 0, "buy wood", "duell.whynot.market_sells");
    expect_refused(t, 0, "sell", "duell.whynot.no_raw");
    assert_int_equal(seat_of(t, RED)->supply[WOOL], 4);
}

TEST(market3_sells_ore_for_4_and_pays_3_for_wool_and_a_short_bank_pays_what_it_has) {
    NEW_TABLE;
    evaluate(t, 4, RED, "market3 wool");
    set_gold(t, 4, 3);
    steps(t, "0 use 2; 0 use 1");
    expect_legal(t, 0, "buy ore, buy sand, buy stone, buy wood, enough, sell");
    steps(t, "0 buy ore");
    expect_gold(t, RED, 0);
    evaluate(t, 4, RED, "market3 wool");
    set_gold(t, 3, 69);
    steps(t, "0 use 2; 0 use 1; 0 sell; 0 sell");
    expect_gold(t, RED, 5);
    expect_event(t, "duell.event.sell", "who=0 gold=2");
    expect_event(t, "duell.event.sell", "who=0 gold=0");
}

TEST(foreman_and_builder_convert_one_wood_sand_or_stone_free) {
    NEW_TABLE;
    evaluate(t, 1, BLUE, "builder ore");
    steps(t, "1 use 2; 1 use 1");
    expect_legal(t, 1, "enough, free sand, free stone, free wood");
    expect_refused(t, 1, "free ore", "duell.whynot.basic_only");
    expect_refused(t, 1, "play site", "duell.whynot.when_play");
    steps(t, "1 free stone");
    expect_camp(t, BLUE, STONE, 0, 1);
    expect_gold(t, BLUE, 3);
    expect_legal(t, 1, "done"); /* without `enough` */
    evaluate(t, 1, RED, "foreman");
    for (unsigned i = 0; i < 2; i++) give_worked(t, RED, SAND);
    steps(t, "0 use 1");
    expect_refused(t, 0, "free sand", "duell.whynot.no_raw");
    steps(t, "0 enough");
    expect_legal(t, 0, "done");
}

TEST(the_countess_gives_2_gold_and_a_wood_sand_or_stone) {
    NEW_TABLE;
    evaluate(t, 1, RED, "countess");
    give_worked(t, RED, WOOD);
    give_worked(t, RED, WOOD);
    steps(t, "0 use 1");
    expect_gold(t, RED, 5);
    expect_legal(t, 0, "enough, fetch sand, fetch stone");
    expect_refused(t, 0, "fetch ore", "duell.whynot.basic_only");
    expect_refused(t, 0, "fetch wood", "duell.whynot.no_supply");
    steps(t, "0 fetch sand");
    expect_event(t, "duell.event.fetch", "who=0 material=sand");
    expect_camp(t, RED, SAND, 2, 0);
    expect_legal(t, 0, "done");
}

TEST(the_wool_trader_brings_two_wool_and_buys_any_raw_wool_for_2) {
    NEW_TABLE;
    evaluate(t, 1, BLUE, "wooltrader");
    steps(t, "1 use 1");
    expect_camp(t, BLUE, WOOL, 2, 0);
    expect_legal(t, 1, "enough, sell");
    steps(t, "1 sell; 1 sell");
    expect_gold(t, BLUE, 7);
    expect_legal(t, 1, "enough");
}

TEST(with_steward_or_architect_each_piece_costs_2) {
    for (unsigned seat = 0; seat < 2; seat++) {
        NEW_TABLE;
        evaluate(t, 4, seat, seat == RED ? "steward" : "architect");
        set_gold(t, 6, 6);
        for (unsigned m = SAND; m <= WOOD; m++) give_worked(t, seat, m);
        steps(t, seat == RED ? "0 use 1; 0 done; 0 build I wood; 0 build I sand; 0 build I stone"
                             : "1 use 1; 1 done; 1 build I wood; 1 build I sand; 1 build I stone");
        expect_gold(t, seat, 0);
        expect_event(t, "duell.event.cheap",
                     seat == RED ? "who=0 card=steward gold=2" : "who=1 card=architect gold=2");
    }
}

TEST(archdeacon_and_herbwife_make_the_opponent_give_a_seal_and_take_the_top_one) {
    NEW_TABLE;
    evaluate(t, 4, BLUE, "herbwife");
    steps(t, "1 use 1");
    expect_to_move(t, "0");
    expect_legal(t, 0, "give 05, give 14, give 23");
    expect_refused(t, 0, "done", "duell.whynot.when_done");
    steps(t, "0 give 05");
    expect_event(t, "duell.event.give", "who=0 seal=05");
    expect_stack(t, "23 23 14 05");
    expect_seals(t, BLUE, 1, 2, 1);
    expect_seals(t, RED, 0, 1, 1);
    expect_to_move(t, "1");
    expect_event(t, "duell.event.seal_taken", "who=1 seal=14");
}

TEST(from_an_empty_stack_the_archdeacon_gets_the_very_seal_given_up) {
    NEW_TABLE;
    evaluate(t, 4, RED, "archdeacon");
    for (unsigned i = 0; i < 4; i++) seat_of(t, RED)->seals[at(t)->stack[i] - 1]++;
    memset(at(t)->stack, 0, sizeof at(t)->stack);
    at(t)->stack_count = 0;
    seat_of(t, BLUE)->seals[SEAL_05] = 0;
    seat_of(t, RED)->seals[SEAL_05] = 2;
    steps(t, "0 use 1");
    expect_refused(t, 1, "give 05", "duell.whynot.no_seal");
    steps(t, "1 give 23");
    expect_stack(t, "");
    expect_seals(t, RED, 2, 3, 4);
}

TEST(an_opponent_without_neutral_seals_is_not_asked) {
    NEW_TABLE;
    evaluate(t, 4, RED, "archdeacon");
    for (unsigned i = 0; i < NEUTRALS; i++) {
        at(t)->stack[at(t)->stack_count++] = (uint8_t)(i + 1);
        seat_of(t, BLUE)->seals[i] = 0;
    }
    steps(t, "0 use 1");
    expect_to_move(t, "0");
    expect_seals(t, RED, 1, 2, 1);
    expect_stack(t, "23 23 14 05 14 23");
}

TEST(the_sheriff_takes_up_to_3_gold_from_the_opponent) {
    NEW_TABLE;
    evaluate(t, 4, RED, "sheriff");
    set_gold(t, 0, 2);
    steps(t, "0 use 1");
    expect_gold(t, RED, 2);
    expect_gold(t, BLUE, 0);
    expect_event(t, "duell.event.rob", "who=0 from=1 gold=2");
}

TEST(the_cellarer_gives_5_gold_which_a_tithe_does_not_double) {
    NEW_TABLE;
    evaluate(t, 4, BLUE, "cellarer gold4");
    seat_of(t, BLUE)->tithe = 1;
    steps(t, "1 use 1");
    expect_gold(t, BLUE, 8);
    assert_int_equal(seat_of(t, BLUE)->tithe, 1);
}

/* ---- "1 ×" cards ---- */

TEST(once_cards_are_taken_into_the_hand) {
    NEW_TABLE;
    evaluate(t, 1, RED, "site labour lucky");
    steps(t, "0 use 1");
    expect_event(t, "duell.event.once", "who=0 card=site");
    assert_int_equal(seat_of(t, RED)->hand, 1u << ONCE_SITE);
    expect_can(t, 0, "play site"); /* immediately */
    expect_refused(t, 0, "play labour", "duell.whynot.not_in_hand");
    expect_refused(t, 0, "play lucky", "duell.whynot.when_lucky");
    expect_refused(t, 0, "play site wood", "duell.whynot.play_material");
}

TEST(tithe_doubles_the_next_income_and_needs_one_unused) {
    NEW_TABLE;
    evaluate(t, 4, RED, "gold6 gold4 wood");
    at(t)->deck[0] &= ~((uint64_t)1 << CARD_TITHE);
    give_hand(t, RED, ONCE_TITHE);
    steps(t, "0 play tithe; 0 use 1; 0 use 2");
    expect_gold(t, RED, 3 + 12 + 4);
    expect_event(t, "duell.event.income_twice", "card=gold6 gold=12");
    give_hand(t, RED, ONCE_TITHE);
    expect_refused(t, 0, "play tithe", "duell.whynot.tithe_income");
    steps(t, "0 done");
    expect_refused(t, 0, "play tithe", "duell.whynot.tithe_when");
}

TEST(a_tithe_without_income_waits_for_the_next_one) {
    NEW_TABLE;
    evaluate(t, 4, RED, "gold6 gold4 wood");
    give_hand(t, RED, ONCE_TITHE);
    steps(t, "0 play tithe; 0 done; 0 end; 1 done; 1 end");
    assert_int_equal(seat_of(t, RED)->tithe, 1);
    assert_int_equal(at(t)->round, 5);
}

TEST(a_journeyman_converts_one_raw_marker_of_any_kind_for_2_gold) {
    NEW_TABLE;
    evaluate(t, 4, RED, "ore gold4");
    give_hand(t, RED, ONCE_JOURNEYMAN);
    steps(t, "0 use 1");
    expect_legal(t, 0,
                 "done, play journeyman ore, play journeyman sand, play journeyman stone, play "
                 "journeyman wood, use 2");
    expect_refused(t, 0, "play journeyman", "duell.whynot.journeyman_what");
    expect_refused(t, 0, "play journeyman wool", "duell.whynot.no_raw");
    set_gold(t, 1, 3);
    expect_refused(t, 0, "play journeyman ore", "duell.whynot.gold");
    set_gold(t, 2, 3);
    steps(t, "0 done; 0 play journeyman ore; 0 end"); /* also beside build / end */
    expect_camp(t, RED, ORE, 0, 1);
    expect_gold(t, RED, 0);
}

TEST(labour_makes_the_next_piece_of_the_round_2_cheaper_but_not_below_0) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    set_gold(t, 4, 3);
    give_hand(t, RED, ONCE_LABOUR);
    give_worked(t, RED, WOOD);
    give_worked(t, RED, SAND);
    steps(t, "0 play labour; 0 done; 0 build I wood");
    expect_gold(t, RED, 4);
    steps(t, "0 build I sand");
    expect_gold(t, RED, 0);
    expect_event(t, "duell.event.build", "worked=mortar section=I gold=4");
}

TEST(site_opens_a_second_section_but_still_at_most_three_pieces) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    set_gold(t, 30, 3);
    give_hand(t, RED, ONCE_SITE);
    for (unsigned m = 0; m < MATERIALS; m++) give_worked(t, RED, m);
    give_worked(t, RED, WOOL);
    steps(t, "0 done; 0 build I wood");
    expect_refused(t, 0, "build II sand", "duell.whynot.one_section");
    steps(t, "0 play site; 0 build II sand");
    expect_event(t, "duell.event.play", "who=0 card=site");
    expect_refused(t, 0, "build III ore", "duell.whynot.two_sections");
    steps(t, "0 build II wool");
    expect_refused(t, 0, "build I stone", "duell.whynot.three_pieces");
    expect_legal(t, 0, "end");
    expect_gold(t, RED, 30 - 12);
}

TEST(site_and_labour_may_be_played_without_effect_and_end_with_the_turn) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    give_hand(t, RED, ONCE_SITE);
    give_hand(t, RED, ONCE_LABOUR);
    steps(t, "0 play site; 0 play labour; 0 done; 0 end");
    assert_int_equal(at(t)->site + at(t)->labour, 0);
    assert_int_equal(seat_of(t, RED)->hand, 0);
}

/* ---- building ---- */

TEST(example_1_philip_pays_6_for_two_pieces_and_gets_10_for_section_two) {
    NEW_TABLE;
    evaluate(t, 1, BLUE, "wood");
    set_gold(t, 3, 7);
    give_built(t, BLUE, SECTION_II, WOOL);
    give_worked(t, BLUE, STONE);
    give_worked(t, BLUE, SAND);
    steps(t, "1 done; 1 build II stone");
    expect_gold(t, BLUE, 5);
    steps(t, "1 build II sand");
    expect_gold(t, BLUE, 7 - 6 + 10);
    expect_event(t, "duell.event.build", "who=1 worked=mortar section=II gold=4");
    expect_event(t, "duell.event.section", "who=1 section=II");
    expect_event(t, "duell.event.bonus_gold", "who=1 gold=10");
    expect_legal(t, 1, "end");
}

TEST(pieces_cost_2_6_and_12_in_all_and_each_place_is_filled_once) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    set_gold(t, 12, 3);
    for (unsigned m = SAND; m <= WOOD; m++) give_worked(t, RED, m);
    give_worked(t, RED, WOOD);
    expect_refused(t, 0, "build I wood", "duell.whynot.when_build");
    steps(t, "0 done; 0 build I wood");
    expect_gold(t, RED, 10);
    expect_refused(t, 0, "build I wood", "duell.whynot.place_taken");
    expect_refused(t, 0, "build I wool", "duell.whynot.not_needed");
    expect_refused(t, 0, "build III wool", "duell.whynot.one_section");
    steps(t, "0 build I sand");
    expect_gold(t, RED, 6);
    steps(t, "0 build I stone");
    expect_gold(t, RED, 0);
    expect_refused(t, 0, "build I stone", "duell.whynot.section_finished");
}

TEST(only_worked_markers_are_built_and_must_be_paid) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    set_gold(t, 1, 3);
    give_worked(t, RED, SAND);
    steps(t, "0 done");
    expect_refused(t, 0, "build I wood", "duell.whynot.not_worked");
    expect_refused(t, 0, "build I sand", "duell.whynot.gold");
    expect_legal(t, 0, "end");
}

TEST(the_first_to_finish_section_one_gets_the_top_two_seals) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    give_built(t, RED, SECTION_I, WOOD);
    give_built(t, RED, SECTION_I, SAND);
    give_worked(t, RED, STONE);
    steps(t, "0 done; 0 build I stone");
    expect_seals(t, RED, 1, 2, 2);
    expect_stack(t, "23 14");
    expect_event(t, "duell.event.bonus_seals", "who=0 section=I");
}

TEST(from_a_short_stack_bonus_one_is_what_there_is) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    give_built(t, RED, SECTION_I, WOOD);
    give_built(t, RED, SECTION_I, SAND);
    give_worked(t, RED, STONE);
    for (unsigned i = 1; i < 4; i++) seat_of(t, BLUE)->seals[at(t)->stack[i] - 1]++;
    memset(at(t)->stack + 1, 0, 3);
    at(t)->stack_count = 1;
    steps(t, "0 done; 0 build I stone");
    expect_seals(t, RED, 1, 2, 1);
    expect_stack(t, "");
    expect_event(t, "duell.event.stack_empty", "who=0");
}

TEST(the_second_to_finish_a_section_gets_nothing) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    finish(t, BLUE, SECTION_I);
    give_built(t, RED, SECTION_I, WOOD);
    give_built(t, RED, SECTION_I, SAND);
    give_worked(t, RED, STONE);
    steps(t, "0 done; 0 build I stone");
    expect_seals(t, RED, 1, 1, 1);
    assert_int_equal(count_events(t, "duell.event.bonus_seals"), 0);
}

TEST(the_first_to_finish_section_three_converts_twice_in_all) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    give_hand(t, RED, ONCE_SITE);
    give_built(t, RED, SECTION_III, ORE);
    give_built(t, RED, SECTION_III, WOOL);
    seat_of(t, RED)->supply[WOOD]--;
    seat_of(t, RED)->worked[WOOD]++;
    steps(t, "0 done; 0 build III wood");
    expect_event(t, "duell.event.bonus_free", "who=0 section=III n=2");
    expect_legal(t, 0, "enough, free sand, free stone, free wood");
    expect_refused(t, 0, "play site", "duell.whynot.when_play");
    steps(t, "0 free wood");
    expect_legal(t, 0, "enough, free sand, free stone");
    steps(t, "0 free sand");
    expect_camp(t, RED, SAND, 0, 1);
    expect_legal(t, 0, "end, play site");
}

TEST(bonus_three_may_be_declined) {
    NEW_TABLE;
    evaluate(t, 1, RED, "wood");
    give_built(t, RED, SECTION_III, ORE);
    give_built(t, RED, SECTION_III, WOOL);
    give_worked(t, RED, WOOD);
    steps(t, "0 done; 0 build III wood; 0 enough");
    expect_legal(t, 0, "end");
}

/* ---- the end ---- */

TEST(finishing_the_last_section_wins_at_once_without_bonus) {
    NEW_TABLE;
    evaluate(t, 4, RED, "wood");
    finish(t, RED, SECTION_I);
    finish(t, RED, SECTION_III);
    give_built(t, RED, SECTION_II, STONE);
    give_built(t, RED, SECTION_II, WOOL);
    give_worked(t, RED, SAND);
    steps(t, "0 done; 0 build II sand");
    expect_to_move(t, "over");
    expect_event(t, "duell.event.won_building", "who=0 building=castle");
    expect_gold(t, RED, 1);
    expect_score(t, 0, 9);
    expect_place(t, 0, 1);
    expect_place(t, 1, 2);
    expect_part(t, "sections", 0, 3);
    expect_part(t, "materials", 0, 9);
    expect_part(t, "gold", 0, 1);
    expect_sound(t);
}

/* Ends the second turn of the last round. */
static void last_end(struct table *t) {
    evaluate(t, 10, RED, "wood");
    at(t)->round = ROUNDS;
    at(t)->deck[0] = at(t)->deck[1] = 0;
    seat_of(t, RED)->cards = seat_of(t, BLUE)->cards = 0;
    at(t)->seat = BLUE;
    at(t)->phase = PHASE_BUILD;
}

TEST(after_round_12_more_finished_sections_win) {
    NEW_TABLE;
    last_end(t);
    finish(t, RED, SECTION_I);
    give_built(t, BLUE, SECTION_I, WOOD);
    give_built(t, BLUE, SECTION_I, SAND);
    give_built(t, BLUE, SECTION_II, STONE);
    give_built(t, BLUE, SECTION_II, WOOL);
    steps(t, "1 end");
    expect_to_move(t, "over");
    expect_score(t, 0, 3);
    expect_score(t, 1, 4);
    expect_place(t, 0, 1);
    expect_event(t, "duell.event.won_sections", "who=0");
    expect_sound(t);
}

TEST(then_more_materials_then_more_gold_then_philip) {
    NEW_TABLE;
    last_end(t);
    give_built(t, RED, SECTION_II, WOOL);
    set_gold(t, 0, 30);
    steps(t, "1 end");
    expect_event(t, "duell.event.won_materials", "who=0");
    expect_place(t, 0, 1);
    last_end(t);
    set_gold(t, 4, 3);
    steps(t, "1 end");
    expect_event(t, "duell.event.won_gold", "who=0");
    expect_place(t, 0, 1);
    last_end(t);
    steps(t, "1 end");
    expect_event(t, "duell.event.won_philip", "who=1");
    expect_place(t, 0, 2);
    expect_place(t, 1, 1);
}

/* ---- reasons ---- */

TEST(what_is_not_asked_now_is_refused_by_name) {
    NEW_TABLE;
    lay_out(t, 1, RED, "");
    expect_refused(t, 0, "build I wood", "duell.whynot.when_build");
    expect_refused(t, 0, "buy", "duell.whynot.when_buy");
    expect_refused(t, 0, "convert", "duell.whynot.when_convert");
    expect_refused(t, 0, "done", "duell.whynot.when_done");
    expect_refused(t, 0, "end", "duell.whynot.when_end");
    expect_refused(t, 0, "enough", "duell.whynot.when_enough");
    expect_refused(t, 0, "fetch wood", "duell.whynot.when_fetch");
    expect_refused(t, 0, "flip own", "duell.whynot.when_flip");
    expect_refused(t, 0, "free wood", "duell.whynot.when_free");
    expect_refused(t, 0, "give 05", "duell.whynot.when_give");
    expect_refused(t, 0, "keep 05", "duell.whynot.when_keep");
    expect_refused(t, 0, "lucky", "duell.whynot.when_lucky");
    expect_refused(t, 0, "stand", "duell.whynot.when_lucky");
    expect_refused(t, 0, "play site", "duell.whynot.when_play");
    expect_refused(t, 0, "sell", "duell.whynot.when_sell");
    expect_refused(t, 0, "use 1", "duell.whynot.when_use");
    expect_refused(t, 0, "yield", "duell.whynot.when_yield");
    expect_refused(t, 0, "side 3", "common.whynot.chance_step");
    expect_refused(t, 1, "claim r1", "common.whynot.not_to_move");
    steps(t, "0 claim r1; 1 claim c1");
    expect_refused(t, 0, "claim r2", "duell.whynot.when_claim");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(there_are_74_gold_and_each_begins_with_3),
    cmocka_unit_test(there_are_ten_neutral_seals_of_which_each_begins_with_three),
    cmocka_unit_test(each_has_eleven_markers_of_which_wood_sand_and_stone_are_in_the_camp),
    cmocka_unit_test(each_stack_has_27_cards_and_each_colour_five_persons),
    cmocka_unit_test(nine_markers_of_three_sections_can_be_built),
    cmocka_unit_test(every_row_of_the_component_tables_has_its_mark),
    cmocka_unit_test(a_state_takes_at_most_256_bytes),
    cmocka_unit_test(the_seal_stack_is_drawn_by_the_copies_left),
    cmocka_unit_test(cards_are_dealt_by_the_copies_left_in_the_pass),
    cmocka_unit_test(a_view_lists_what_may_be_dealt_but_nobody_draws_from_it),
    cmocka_unit_test(dealing_one_by_one_is_shuffling_each_pass_first),
    cmocka_unit_test(twelve_rounds_are_three_each_with_a_b_a_b),
    cmocka_unit_test(once_cards_of_a_stack_are_handed_back_before_its_second_pass),
    cmocka_unit_test(the_holder_claims_first_any_line),
    cmocka_unit_test(row_against_row_is_not_allowed),
    cmocka_unit_test(diagonal_against_diagonal_crosses_in_the_middle),
    cmocka_unit_test(both_must_flip_once_the_holder_first),
    cmocka_unit_test(a_tie_is_won_by_the_holder),
    cmocka_unit_test(the_other_is_behind_while_not_higher_the_holder_while_lower),
    cmocka_unit_test(a_seal_is_flipped_once_a_fight),
    cmocka_unit_test(whoever_flipped_his_personal_seal_flips_nothing_more_and_loses_when_behind),
    cmocka_unit_test(
        the_loser_keeps_the_first_seal_of_the_kind_he_names_and_the_rest_goes_under_the_stack),
    cmocka_unit_test(a_loser_with_one_kind_is_not_asked_and_personal_seals_return),
    cmocka_unit_test(lucky_flips_the_seal_again_and_the_new_side_counts),
    cmocka_unit_test(lucky_may_be_saved),
    cmocka_unit_test(own_cards_are_used_once_each_in_any_order),
    cmocka_unit_test(what_is_unused_is_forgone),
    cmocka_unit_test(a_person_card_of_the_other_colour_cannot_be_used),
    cmocka_unit_test(power_must_be_used),
    cmocka_unit_test(if_both_used_power_the_second_evaluation_decides),
    cmocka_unit_test(the_second_seat_evaluates_second_even_if_the_sign_has_moved),
    cmocka_unit_test(income_comes_from_the_bank_as_far_as_it_goes),
    cmocka_unit_test(influence_buys_seals_from_the_top_for_2_gold_each),
    cmocka_unit_test(an_empty_stack_sells_nothing),
    cmocka_unit_test(materials_come_from_the_supply_wool_twice_as_far_as_there_are_any),
    cmocka_unit_test(a_craftsman_converts_any_number_at_his_price),
    cmocka_unit_test(ore_becomes_bars_for_waleran_and_a_bell_for_philip),
    cmocka_unit_test(at_a_market_one_buys_or_sells_and_the_first_decides),
    cmocka_unit_test(market3_sells_ore_for_4_and_pays_3_for_wool_and_a_short_bank_pays_what_it_has),
    cmocka_unit_test(foreman_and_builder_convert_one_wood_sand_or_stone_free),
    cmocka_unit_test(the_countess_gives_2_gold_and_a_wood_sand_or_stone),
    cmocka_unit_test(the_wool_trader_brings_two_wool_and_buys_any_raw_wool_for_2),
    cmocka_unit_test(with_steward_or_architect_each_piece_costs_2),
    cmocka_unit_test(archdeacon_and_herbwife_make_the_opponent_give_a_seal_and_take_the_top_one),
    cmocka_unit_test(from_an_empty_stack_the_archdeacon_gets_the_very_seal_given_up),
    cmocka_unit_test(an_opponent_without_neutral_seals_is_not_asked),
    cmocka_unit_test(the_sheriff_takes_up_to_3_gold_from_the_opponent),
    cmocka_unit_test(the_cellarer_gives_5_gold_which_a_tithe_does_not_double),
    cmocka_unit_test(once_cards_are_taken_into_the_hand),
    cmocka_unit_test(tithe_doubles_the_next_income_and_needs_one_unused),
    cmocka_unit_test(a_tithe_without_income_waits_for_the_next_one),
    cmocka_unit_test(a_journeyman_converts_one_raw_marker_of_any_kind_for_2_gold),
    cmocka_unit_test(labour_makes_the_next_piece_of_the_round_2_cheaper_but_not_below_0),
    cmocka_unit_test(site_opens_a_second_section_but_still_at_most_three_pieces),
    cmocka_unit_test(site_and_labour_may_be_played_without_effect_and_end_with_the_turn),
    cmocka_unit_test(example_1_philip_pays_6_for_two_pieces_and_gets_10_for_section_two),
    cmocka_unit_test(pieces_cost_2_6_and_12_in_all_and_each_place_is_filled_once),
    cmocka_unit_test(only_worked_markers_are_built_and_must_be_paid),
    cmocka_unit_test(the_first_to_finish_section_one_gets_the_top_two_seals),
    cmocka_unit_test(from_a_short_stack_bonus_one_is_what_there_is),
    cmocka_unit_test(the_second_to_finish_a_section_gets_nothing),
    cmocka_unit_test(the_first_to_finish_section_three_converts_twice_in_all),
    cmocka_unit_test(bonus_three_may_be_declined),
    cmocka_unit_test(finishing_the_last_section_wins_at_once_without_bonus),
    cmocka_unit_test(after_round_12_more_finished_sections_win),
    cmocka_unit_test(then_more_materials_then_more_gold_then_philip),
    cmocka_unit_test(what_is_not_asked_now_is_refused_by_name),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
