/* Duell der Baumeister beyond its rules: the value of a fight, reading positions, and the inputs of
 * the net. */
#include "tests/games/duell.h"

/* ---- the value of a fight ---- */

/* A second, brute-force implementation of a fight, with sums instead of a lead and without a table.
 * */
struct brute {
    int left[2][NEUTRALS + 1]; /* per seat: holder, other; the last entry is the personal seal */
    int flips[2], sum[2];
    int finished[2], lucky[2];
};

static double brute_next(struct brute b);

static const int faces[NEUTRALS + 1][2] = {{0, 5}, {1, 4}, {2, 3}, {2, 3}};

static double brute_sides(struct brute b, int who, int seal) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct brute stands = b;
        stands.sum[who] += faces[seal][i];
        double value = brute_next(stands);
        if (b.lucky[who]) {
            double again = 0;
            for (int j = 0; j < 2; j++) {
                struct brute repeated = b;
                repeated.lucky[who] = 0;
                repeated.sum[who] += faces[seal][j];
                again += brute_next(repeated) / 2;
            }
            if (who == 0 ? again > value : again < value) value = again;
        }
        sum += value / 2;
    }
    return sum;
}

/* The holder's chance. A seat may yield if that is better, which it never is. */
static double brute_next(struct brute b) {
    int who = b.flips[0] == 0 ? 0 : b.flips[1] == 0 ? 1 : b.sum[1] > b.sum[0] ? 0 : 1;
    double lost = who == 0 ? 0 : 1, best = lost;
    bool asked = false;
    for (int seal = 0; seal <= NEUTRALS && !b.finished[who]; seal++) {
        if (!b.left[who][seal]) continue;
        struct brute next = b;
        next.left[who][seal]--;
        next.flips[who]++;
        next.finished[who] = seal == NEUTRALS;
        double value = brute_sides(next, who, seal);
        if (!asked || (who == 0 ? value > best : value < best)) best = value;
        asked = true;
    }
    if (asked && b.flips[who] && (who == 0 ? lost > best : lost < best)) best = lost;
    return best;
}

static struct brute brute_of(const struct duell_fight *f) {
    struct brute b = {0};
    for (unsigned role = 0; role < ROLES; role++) {
        for (unsigned seal = 0; seal < NEUTRALS; seal++) b.left[role][seal] = f->seals[role][seal];
        b.left[role][NEUTRALS] = !f->finished[role];
        b.flips[role] = f->flipped[role];
        b.finished[role] = f->finished[role];
        b.lucky[role] = f->lucky == role + 1;
    }
    b.sum[0] = 10;
    b.sum[1] = 10 + f->lead;
    return b;
}

static void expect_brute(const struct duell_fight *f) {
    double found = (double)duell_fight_chance(f) / (double)(int)FIGHT_ONE,
           wanted = brute_next(brute_of(f));
    if (found == wanted) return;
    fail_msg("%g instead of %g: holder %u %u %u, other %u %u %u, lead %d, lucky %u, flipped %u %u, "
             "finished %u %u",
             found, wanted, f->seals[0][0], f->seals[0][1], f->seals[0][2], f->seals[1][0],
             f->seals[1][1], f->seals[1][2], f->lead, f->lucky, f->flipped[0], f->flipped[1],
             f->finished[0], f->finished[1]);
}

TEST(the_value_of_every_small_fight_agrees_with_brute_force) {
    (void)state;
    unsigned fights = 0;
    for (unsigned i = 0; i < 3 * 3 * 3 * 3 * 3 * 3; i++) {
        struct duell_fight f = {0};
        unsigned rest = i, seals = 0;
        for (unsigned role = 0; role < ROLES; role++)
            for (unsigned seal = 0; seal < NEUTRALS; seal++, rest /= 3)
                seals += f.seals[role][seal] = (uint8_t)(rest % 3);
        if (seals > 3 || f.seals[0][0] + f.seals[1][0] > 2) continue;
        for (f.lucky = 0; f.lucky <= ROLES; f.lucky++, fights++) expect_brute(&f);
        f.lucky = 0;
        f.flipped[0] = f.flipped[1] = 1;
        for (f.lead = -FIGHT_LEAD_MAX; f.lead <= FIGHT_LEAD_MAX; f.lead++)
            for (f.lucky = 0; f.lucky <= ROLES; f.lucky++)
                for (unsigned finished = 0; finished < 3; finished++, fights++) {
                    f.finished[0] = finished == 1;
                    f.finished[1] = finished == 2;
                    expect_brute(&f);
                }
    }
    assert_true(fights > 2500);
}

TEST(the_value_of_larger_fights_agrees_with_brute_force) {
    (void)state;
    static const uint8_t hands[][ROLES][NEUTRALS] = {{{1, 1, 1}, {1, 1, 0}},
                                                     {{0, 2, 1}, {2, 0, 1}},
                                                     {{1, 0, 2}, {0, 3, 0}},
                                                     {{0, 0, 5 - 1}, {1, 1, 0}}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++)
        for (unsigned lucky = 0; lucky <= ROLES; lucky++) {
            struct duell_fight f = {.lucky = (uint8_t)lucky};
            memcpy(f.seals, hands[i], sizeof f.seals);
            f.flipped[0] = f.flipped[1] = i != 3;
            f.lead = (int8_t)(i == 1 ? 3 : i == 2 ? -2 : 0);
            expect_brute(&f);
        }
}

/* Waleran's chance after a step, which may end the fight. */
static unsigned chance_after(const struct duell *s, unsigned by, uint16_t action) {
    struct duell next = *s;
    duell_game.apply(&next, by, action, NULL);
    if (duell_fighting(&next)) return duell_fight_of_seat(&next, 0);
    if (next.phase == PHASE_KEEP) return next.seat == 1 ? FIGHT_ONE : 0;
    return next.seats[0].cards & s->seats[0].cards & s->seats[1].cards ? FIGHT_ONE : 0;
}

/* The chance computed with the steps of the engine: the best action, the mean over the sides. */
static unsigned engine_chance(const struct duell *s) {
    if (duell_game.to_move(s) & CHANCE_BIT) {
        struct outcome_list o;
        game_outcomes(&duell_game, s, &o);
        return (chance_after(s, BY_CHANCE, o.actions[0]) +
                chance_after(s, BY_CHANCE, o.actions[1])) /
               2;
    }
    uint16_t list[LEGAL_MAX];
    unsigned count = duell_game.legal(s, s->seat, list), best = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned value = chance_after(s, s->seat, list[i]);
        if (i == 0 || (s->seat == 0 ? value > best : value < best)) best = value;
    }
    return best;
}

/* Gives the card lucky to this seat only, which happens rarely in a real game. */
static void give_only_lucky(struct duell *s, unsigned seat) {
    s->seats[seat].hand |= 1u << ONCE_LUCKY;
    s->seats[seat ^ 1].hand &= (uint8_t)~(1u << ONCE_LUCKY);
}

static void follow_fights(uint64_t seed, bool with_lucky) {
    struct generator g;
    _Alignas(8) uint8_t bytes[STATE_MAX];
    struct duell *s = (struct duell *)bytes;
    generator_seed(&g, seed);
    duell_game.setup(s, 2, NULL);
    for (unsigned to_move; (to_move = duell_game.to_move(s)) != 0;) {
        if (duell_fighting(s)) {
            if (with_lucky && s->phase == PHASE_FLIP) give_only_lucky(s, seed & 1);
            assert_int_equal(duell_fight_of_seat(s, 0), engine_chance(s));
        }
        if (to_move & CHANCE_BIT) {
            struct outcomes o;
            duell_game.chance(s, &o);
            duell_game.apply(s, BY_CHANCE, outcomes_draw(&o, &g), NULL);
        } else {
            uint16_t list[LEGAL_MAX];
            unsigned seat = (unsigned)__builtin_ctz(to_move);
            duell_game.apply(s, seat, list[generator_below(&g, duell_game.legal(s, seat, list))],
                             NULL);
        }
    }
}

TEST(in_every_fight_the_value_is_that_of_the_best_step_and_the_mean_of_the_sides) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) follow_fights(seed, false);
    for (uint64_t seed = 1; seed <= 4; seed++) follow_fights(seed, true);
}

TEST(even_the_largest_fight_has_an_exact_value) {
    (void)state;
    struct duell_fight f = {.seals = {{1, 2, 2}, {1, 2, 2}}, .lucky = ROLE_OTHER + 1};
    unsigned with = duell_fight_chance(&f);
    f.lucky = 0;
    unsigned without = duell_fight_chance(&f);
    assert_true(without > FIGHT_ONE / 2); /* the holder wins ties */
    assert_true(with < without);
    f = (struct duell_fight){.seals = {{2, 4, 4}, {0, 0, 0}}, .lucky = ROLE_HOLDER + 1};
    assert_int_equal(duell_fight_chance(&f), FIGHT_ONE); /* 0·2 + 1·4 + 2·4 + 2 is more than 3 */
}

TEST(equal_seals_favour_the_holder_by_half_a_tie) {
    (void)state;
    struct duell_fight f = {0};
    /* personal seals only: 3 of 4 outcomes are not lower */
    assert_int_equal(duell_fight_chance(&f), FIGHT_ONE * 3 / 4);
}

/* ---- reading positions ---- */

static void expect_bad(const struct table *t, const struct duell *changed, const char *key,
                       int line) {
    struct message error = {0};
    if (state_check(t->game, changed, &error))
        fail_msg("line %d: accepted, but wanted %s", line, key);
    if (strcmp(error.key, key) != 0) fail_msg("line %d: %s, but wanted %s", line, error.key, key);
}

/* Expects that the position with this change is refused for this reason. */
#define BAD(key, change)                                  \
    do {                                                  \
        struct duell s = *at(&t);                         \
        change;                                           \
        expect_bad(&t, &s, "duell.error." key, __LINE__); \
    } while (0)

static void impossible_positions_are_refused(void **state) {
    struct table t;
    struct message error;
    (void)state;
    lay_out(&t, 1, RED, "");
    at(&t)->viewer = 4;
    assert_false(state_check(&duell_game, t.state, &error));
    assert_string_equal(error.key, "error.position.viewer");
    at(&t)->viewer = 0;
    BAD("course", s.round = 0);
    BAD("course", s.dealt--);
    BAD("course", s.seats[RED].flips = 1);
    BAD("course", s.sign = BLUE);
    BAD("gold", s.bank++);
    BAD("seals", s.seats[BLUE].seals[SEAL_05]++);
    BAD("seals", s.stack_count--);
    BAD("deck", s.deck[0] &= s.deck[0] - 1);
    BAD("hand", s.seats[RED].hand = s.seats[BLUE].hand = 1u << ONCE_LUCKY);
    BAD("hand", s.seats[RED].tithe = 1);
    BAD("markers", s.seats[RED].raw[WOOD]++);
    BAD("markers", (s.seats[BLUE].built[SECTION_I] |= 1u << ORE, s.seats[BLUE].supply[ORE]--));
    BAD("claims", s.seats[BLUE].cards = duell_lines[0]);
    BAD("claims", (s.seat = BLUE, s.seats[RED].cards = 0013));
    BAD("fight", s.seats[RED].sum = 1);
    BAD("fight", s.side = 1);
    BAD("card", s.card = s.layout[0]);
    BAD("card", s.allowance = 1);
    BAD("card", s.buying = 1);
    BAD("turn", s.cheap = 1);
    BAD("turn", s.site = 1);
    BAD("turn", s.labour = 1);
    BAD("turn", s.pieces = 1);
    BAD("turn", s.sections = 1);
}

static void a_turn_that_was_read_asks_only_what_its_card_asks(void **state) {
    struct table t;
    (void)state;
    evaluate(&t, 1, RED, "market2 influence wood");
    BAD("claims", s.seats[RED].cards = 0043); /* positions 1, 2 and 6 lie in no line */
    BAD("claims", s.seats[BLUE].cards = 0041);
    BAD("claims", s.seats[BLUE].cards = 0040); /* a fight leaves the other at least two */
    BAD("claims", s.phase = PHASE_BUILD); /* nobody builds before all cards are used */
    BAD("turn", s.pieces = 1);
    BAD("card", s.phase = PHASE_CARD);
    /* wood needs no further choice */
    BAD("card", (s.phase = PHASE_CARD, s.card = s.layout[2]));
    /* whether or not the card is there */
    BAD("card", (s.phase = PHASE_CARD, s.card = (uint8_t)(card_number("gold6") + 1)));
    /* influence is not a market */
    BAD("card", (s.phase = PHASE_CARD, s.card = s.layout[1], s.buying = 1));
    BAD("card", (s.phase = PHASE_CARD, s.card = s.layout[0], s.buying = s.selling = 1));
    BAD("card", (s.phase = PHASE_CARD, s.card = s.layout[0], s.allowance = 1));
    BAD("card", (s.phase = PHASE_FREE, s.card = s.layout[0], s.allowance = 1));
    /* without section III there is no bonus */
    BAD("card", (s.phase = PHASE_FREE, s.card = 0, s.allowance = 1, s.seats[RED].cards = 0));
    BAD("card", (s.phase = PHASE_GIVE, s.card = s.layout[0]));
    at(&t)->phase = PHASE_BUILD;
    seat_of(&t, RED)->cards = 0;
    expect_sound(&t);
    BAD("turn", (s.pieces = 1, s.sections = 1u << SECTION_I)); /* nothing was built there */
    BAD("turn", s.pieces = 1);
    give_built(&t, RED, SECTION_I, WOOD);
    BAD("turn", s.sections = 1u << SECTION_I);
    BAD("turn", (s.sections = 1u << SECTION_I, s.pieces = 2));
    at(&t)->pieces = 1;
    at(&t)->sections = 1u << SECTION_I;
    expect_sound(&t);
}

static void what_is_asked_and_foretold_of_building_follows_the_sections(void **state) {
    struct table t;
    struct message message;
    (void)state;
    evaluate(&t, 1, RED, "wood");
    seat_of(&t, RED)->cards = 0;
    at(&t)->phase = PHASE_BUILD;
    set_gold(&t, 20, 20);
    unsigned needs = duell_section_table[SECTION_I].needs,
             last = 31u - (unsigned)__builtin_clz(needs);
    for (unsigned m = 0; m < last; m++)
        if (needs >> m & 1) give_built(&t, RED, SECTION_I, m);
    give_worked(&t, RED, last);
    uint16_t action = (uint16_t)(DO_BUILD + SECTION_I * MATERIALS + last);
    message = duell_preview(t.state, RED, action);
    assert_non_null(message.key);
    assert_string_equal(message.key, "duell.preview.build_first");
    finish(&t, BLUE, SECTION_I);
    message = duell_preview(t.state, RED, action);
    assert_non_null(message.key);
    assert_string_equal(message.key, "duell.preview.build_finish");
    finish(&t, RED, SECTION_II);
    finish(&t, RED, SECTION_III);
    message = duell_preview(t.state, RED, action);
    assert_non_null(message.key);
    assert_string_equal(message.key, "duell.preview.build_win");
    message = duell_ask(t.state, RED);
    assert_string_equal(message.key, "duell.ask.build");
    at(&t)->pieces = SECTION_PIECES;
    message = duell_ask(t.state, RED);
    assert_string_equal(message.key, "duell.ask.build_full");
}

/* ---- inputs of the net ---- */

static void net_inputs(const struct duell *s, unsigned seat, int16_t *features) {
    int16_t all[SEATS_MAX][FEATURES_MAX];
    memset(all, 0x55, sizeof all); /* detects values that are not set */
    duell_features(s, all);
    memcpy(features, all[seat], DUELL_FEATURES * sizeof *features);
}

static void expect_same_look(const struct duell *a, unsigned seat_a, const struct duell *b,
                             unsigned seat_b, unsigned from) {
    int16_t one[DUELL_FEATURES], two[DUELL_FEATURES];
    net_inputs(a, seat_a, one);
    net_inputs(b, seat_b, two);
    for (unsigned i = from; i < DUELL_FEATURES; i++)
        if (one[i] != two[i]) fail_msg("feature %u is %d and %d", i, one[i], two[i]);
}

/* Calls a visitor for every decision of random games. */
static void each_decision(unsigned games, void (*visit)(struct table *t)) {
    struct generator g;
    generator_seed(&g, 2024);
    while (games--) {
        struct table t;
        table_open(&t, &duell_game, 2, "");
        for (unsigned to_move; (to_move = duell_game.to_move(t.state));) {
            uint16_t list[LEGAL_MAX];
            struct outcomes outcomes;
            if (to_move & CHANCE_BIT) {
                duell_game.chance(t.state, &outcomes);
                duell_game.apply(t.state, BY_CHANCE, outcomes_draw(&outcomes, &g), NULL);
                continue;
            }
            visit(&t);
            unsigned seat = (unsigned)__builtin_ctz(to_move),
                     count = duell_game.legal(t.state, seat, list);
            duell_game.apply(t.state, seat, list[generator_below(&g, count)], NULL);
        }
    }
}

/* Rotates by 90°: position r, c goes to c, 2 − r. */
static unsigned turned(unsigned position) {
    return position % 3 * 3 + 2 - position / 3;
}

static void visit_turned(struct table *t) {
    struct duell other = *at(t);
    for (unsigned i = 0; i < POSITIONS; i++) other.layout[turned(i)] = at(t)->layout[i];
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        other.seats[seat].cards = 0;
        for (unsigned i = 0; i < POSITIONS; i++)
            other.seats[seat].cards |= (uint16_t)((seat_of(t, seat)->cards >> i & 1) << turned(i));
    }
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++)
        expect_same_look(at(t), seat, &other, seat, 0);
}

static void a_layout_turned_looks_the_same_to_a_net(void **state) {
    (void)state;
    each_decision(20, visit_turned);
}

/* Without person cards the seats differ only in who wins if everything is equal. */
static void visit_swapped(struct table *t) {
    enum { AFTER_COLOUR = 1 };
    struct duell *s = at(t), other;
    int red = seat_of(t, RED)->gold, blue = seat_of(t, BLUE)->gold;
    for (unsigned i = 0; i < POSITIONS; i++)
        if (duell_card_at(s, i)->colour != ANY_COLOUR) s->layout[i] = CARD_POWER + 1;
    for (unsigned card = 0; card < CARDS; card++)
        if (duell_card_table[card].colour != ANY_COLOUR) s->deck[0] &= ~((uint64_t)1 << card);
    if (s->card && duell_card_table[s->card - 1].colour != ANY_COLOUR) return;
    if (red == blue) return;
    other = *s;
    other.seats[RED] = s->seats[BLUE];
    other.seats[BLUE] = s->seats[RED];
    other.sign ^= 1;
    other.holder ^= 1;
    other.seat ^= 1;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++)
        expect_same_look(s, seat, &other, seat ^ 1, AFTER_COLOUR);
}

static void visit_swapped_copy(struct table *t) {
    struct table copy = *t;
    visit_swapped(&copy);
}

static void the_other_seats_side_of_the_board_looks_the_same_to_a_net(void **state) {
    (void)state;
    each_decision(20, visit_swapped_copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(a_turn_that_was_read_asks_only_what_its_card_asks),
        cmocka_unit_test(what_is_asked_and_foretold_of_building_follows_the_sections),
        cmocka_unit_test(the_value_of_every_small_fight_agrees_with_brute_force),
        cmocka_unit_test(the_value_of_larger_fights_agrees_with_brute_force),
        cmocka_unit_test(
            in_every_fight_the_value_is_that_of_the_best_step_and_the_mean_of_the_sides),
        cmocka_unit_test(even_the_largest_fight_has_an_exact_value),
        cmocka_unit_test(equal_seals_favour_the_holder_by_half_a_tie),
        cmocka_unit_test(a_layout_turned_looks_the_same_to_a_net),
        cmocka_unit_test(the_other_seats_side_of_the_board_looks_the_same_to_a_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
