/* Tournaments: the draw keeps its promises over random histories, and standings follow the rules in
 * tournament/tournament.h. */
#include "core/ensure.h"
#include "tournament/matching.h"
#include "tournament/tournament.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    OPPONENT = TOURNAMENT_OPPONENT,
    HISTORY_MAX = TOURNAMENT_TABLES_MAX * TOURNAMENT_ROUNDS_MAX
};

/* A tournament that plays itself. */
struct evening {
    struct tournament t;
    struct tournament_table tables[HISTORY_MAX];
    bool withdrawn[TOURNAMENT_ENTRANTS_MAX];
    struct generator generator;
};

static struct evening evening; /* too large for a stack */

static struct evening *begin(unsigned entrants, unsigned seats, uint64_t seed) {
    memset(&evening, 0, sizeof evening);
    evening.t = (struct tournament){.seats = (uint8_t)seats,
                                    .entrant_count = (uint16_t)entrants,
                                    .seed = {(uint8_t)seed, (uint8_t)(seed >> 8)},
                                    .withdrawn = evening.withdrawn,
                                    .tables = evening.tables};
    generator_seed(&evening.generator, seed);
    return &evening;
}

/* Draws a round; its tables have no results yet. */
static struct tournament_table *draw(struct evening *e, unsigned *count) {
    struct tournament_table *tables = &e->tables[e->t.table_count];
    *count = tournament_draw(&e->t, tables);
    return tables;
}

static void take(struct evening *e, unsigned count) {
    e->t.table_count += count;
    e->t.round_count++;
}

/* Everybody gets a random score; the highest is first. Low ranges make ties. */
static void finish(struct evening *e, struct tournament_table *table, unsigned range) {
    for (unsigned seat = 0; seat < e->t.seats; seat++)
        table->score[seat] = (int16_t)generator_below(&e->generator, range);
    for (unsigned seat = 0; seat < e->t.seats; seat++) {
        table->place[seat] = 1;
        for (unsigned other = 0; other < e->t.seats; other++)
            if (table->score[other] > table->score[seat]) table->place[seat]++;
    }
    table->finished = true;
}

static unsigned play_round(struct evening *e, unsigned range) {
    unsigned count;
    struct tournament_table *tables = draw(e, &count);
    for (unsigned i = 0; i < count; i++) finish(e, &tables[i], range);
    take(e, count);
    return count;
}

static unsigned active(const struct evening *e) {
    unsigned count = 0;
    for (unsigned i = 0; i < e->t.entrant_count; i++) count += !e->withdrawn[i];
    return count;
}

static unsigned meetings(const struct evening *e, unsigned a, unsigned b) {
    unsigned count = 0;
    for (unsigned i = 0; i < e->t.table_count; i++) {
        bool has[2] = {false, false};
        for (unsigned seat = 0; seat < e->t.seats; seat++) {
            has[0] |= e->tables[i].entrants[seat] == a;
            has[1] |= e->tables[i].entrants[seat] == b;
        }
        count += has[0] && has[1];
    }
    return count;
}

/* ---- everybody plays exactly once ---- */

static void check_round(const struct evening *e, const struct tournament_table *tables,
                        unsigned count) {
    unsigned seen[TOURNAMENT_ENTRANTS_MAX] = {0}, opponents = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned seat = 0; seat < e->t.seats; seat++) {
            unsigned entrant = tables[i].entrants[seat];
            if (entrant == OPPONENT) opponents++;
            else seen[entrant]++;
        }
    for (unsigned i = 0; i < e->t.entrant_count; i++)
        assert_int_equal(seen[i], e->withdrawn[i] ? 0 : 1);
    assert_int_equal(count, (active(e) + e->t.seats - 1) / e->t.seats);
    assert_true(opponents < e->t.seats);
}

static void everybody_has_one_seat_per_round(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 60; seed++) {
        unsigned seats = 2 + seed % 4;
        struct evening *e = begin(2 + seed, seats, seed);
        for (unsigned round = 0; round < 9 && active(e); round++) {
            unsigned count;
            struct tournament_table *tables = draw(e, &count);
            check_round(e, tables, count);
            for (unsigned i = 0; i < count; i++) finish(e, &tables[i], 4);
            take(e, count);
            /* some leave, and some enter later */
            if (generator_below(&e->generator, 2))
                e->withdrawn[generator_below(&e->generator, e->t.entrant_count)] = true;
            if (generator_below(&e->generator, 3) == 0) e->t.entrant_count++;
        }
    }
}

/* ---- rematches ---- */

/* The most pairs among those in the set who have not met, by trying everything. */
static unsigned most_fresh(const struct evening *e, unsigned set, int8_t *known) {
    if (known[set] >= 0) return (unsigned)known[set];
    unsigned a = (unsigned)__builtin_ctz(set), rest = set & (set - 1), most;
    if (!set) return 0;
    most = most_fresh(e, rest, known); /* a is left over */
    for (unsigned left = rest; left; left &= left - 1) {
        unsigned b = (unsigned)__builtin_ctz(left);
        if (meetings(e, a, b)) continue;
        unsigned found = 1 + most_fresh(e, rest & ~(1u << b), known);
        if (found > most) most = found;
    }
    known[set] = (int8_t)most;
    return most;
}

static void nobody_meets_twice_while_that_can_be_avoided(void **state) {
    static int8_t known[1 << 10];
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        struct evening *e = begin(4 + seed % 7, 2, seed);
        for (unsigned round = 0; round < 12; round++) {
            unsigned count, set = 0, pairs = 0, fresh = 0;
            struct tournament_table *tables = draw(e, &count);
            for (unsigned i = 0; i < count; i++) {
                const uint16_t *pair = tables[i].entrants;
                if (pair[0] == OPPONENT || pair[1] == OPPONENT) continue;
                set |= 1u << pair[0] | 1u << pair[1];
                pairs++;
                fresh += meetings(e, pair[0], pair[1]) == 0;
            }
            memset(known, -1, sizeof known);
            known[0] = 0;
            assert_int_equal(fresh, most_fresh(e, set, known));
            assert_int_equal(pairs, e->t.entrant_count / 2);
            for (unsigned i = 0; i < count; i++) finish(e, &tables[i], 2);
            take(e, count);
        }
    }
}

static void a_large_swiss_has_no_rematch(void **state) {
    (void)state;
    struct evening *e = begin(200, 2, 7);
    for (unsigned round = 0; round < 20; round++) {
        unsigned count;
        struct tournament_table *tables = draw(e, &count);
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(meetings(e, tables[i].entrants[0], tables[i].entrants[1]), 0);
            finish(e, &tables[i], 2);
        }
        take(e, count);
    }
}

/* ---- score groups ---- */

static uint32_t points_of(const struct evening *e, unsigned entrant) {
    static struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    tournament_standings(&e->t, e->t.round_count, rows);
    for (unsigned i = 0;; i++)
        if (rows[i].entrant == entrant) return rows[i].points;
}

static void equals_meet_and_at_most_one_of_a_group_floats(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 10; seed++) {
        struct evening *e = begin(64, 2, seed);
        e->t.equal_deals = seed % 2; /* matchpoints rank, but points make the groups */
        for (unsigned round = 0; round < 4; round++) {
            unsigned count, floats = 0;
            struct tournament_table *tables = draw(e, &count);
            for (unsigned i = 0; i < count; i++)
                floats +=
                    points_of(e, tables[i].entrants[0]) != points_of(e, tables[i].entrants[1]);
            /* after n rounds without ties there are n + 1 groups */
            assert_true(floats <= round);
            for (unsigned i = 0; i < count; i++) {
                finish(e, &tables[i], 2);
                tables[i].place[0] = 1;
                tables[i].place[1] = 2;
            }
            take(e, count);
        }
    }
}

static void nobody_floats_down_twice_in_a_row(void **state) {
    (void)state;
    struct evening *e = begin(6, 2, 3);
    unsigned floated = OPPONENT;
    play_round(e, 2);
    for (unsigned i = 0; i < 3; i++) { /* three winners: one of them floats */
        e->tables[i].place[0] = 1;
        e->tables[i].place[1] = 2;
    }
    for (unsigned round = 0; round < 2; round++) {
        unsigned count;
        struct tournament_table *tables = draw(e, &count);
        for (unsigned i = 0; i < count; i++) {
            const uint16_t *pair = tables[i].entrants;
            uint32_t a = points_of(e, pair[0]), b = points_of(e, pair[1]);
            unsigned down = a > b ? pair[0] : a < b ? pair[1] : OPPONENT;
            if (down == OPPONENT) continue;
            assert_int_not_equal(down, floated);
            floated = down;
            tables[i].place[0] = tables[i].place[1] = 1; /* they stay close */
            tables[i].finished = true;
        }
        for (unsigned i = 0; i < count; i++) tables[i].finished = true;
        for (unsigned i = 0; i < count; i++)
            if (!tables[i].place[0]) tables[i].place[0] = tables[i].place[1] = 1;
        take(e, count);
    }
    assert_int_not_equal(floated, OPPONENT);
}

/* ---- opponents fill empty seats ---- */

static void the_lowest_plays_the_opponent_and_nobody_does_twice(void **state) {
    static struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    (void)state;
    for (unsigned seed = 0; seed < 20; seed++) {
        struct evening *e = begin(21, 2, seed);
        unsigned times[21] = {0};
        for (unsigned round = 0; round < 12; round++) {
            unsigned count, alone = OPPONENT;
            tournament_standings(&e->t, round, rows);
            struct tournament_table *tables = draw(e, &count);
            for (unsigned i = 0; i < count; i++)
                for (unsigned seat = 0; seat < 2; seat++)
                    if (tables[i].entrants[seat] == OPPONENT) alone = tables[i].entrants[!seat];
            for (unsigned i = 21; i-- > 0;) { /* nobody below has not had one yet */
                if (rows[i].entrant == alone) break;
                assert_int_equal(times[rows[i].entrant], 1);
            }
            assert_int_equal(times[alone]++, 0);
            for (unsigned i = 0; i < count; i++) finish(e, &tables[i], 3);
            take(e, count);
        }
    }
}

static void opponents_spread_over_the_last_tables(void **state) {
    (void)state;
    struct evening *e = begin(13, 4, 1); /* four tables, three opponents */
    unsigned count;
    struct tournament_table *tables = draw(e, &count);
    assert_int_equal(count, 4);
    for (unsigned i = 0; i < count; i++) {
        unsigned opponents = 0;
        for (unsigned seat = 0; seat < 4; seat++) opponents += tables[i].entrants[seat] == OPPONENT;
        assert_int_equal(opponents, i == 0 ? 0 : 1);
    }
}

/* ---- more than two seats ---- */

static unsigned repeated_meetings(const struct evening *e) {
    unsigned sum = 0;
    for (unsigned a = 0; a < e->t.entrant_count; a++)
        for (unsigned b = a + 1; b < e->t.entrant_count; b++) {
            unsigned times = meetings(e, a, b);
            sum += times > 1 ? times - 1 : 0;
        }
    return sum;
}

static void meetings_repeat_rarely_at_larger_tables(void **state) {
    static const struct {
        unsigned entrants, seats, rounds, repeated;
    } rows[] = {
        {64, 4, 5, 0}, {40, 4, 5, 0}, {16, 4, 3, 2}, {15, 3, 4, 2}, {25, 5, 3, 3}, {100, 5, 6, 0},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned seed = 0; seed < 5; seed++) {
            struct evening *e = begin(rows[i].entrants, rows[i].seats, seed);
            for (unsigned round = 0; round < rows[i].rounds; round++) play_round(e, 50);
            unsigned repeated = repeated_meetings(e);
            assert_true(repeated <= rows[i].repeated);
        }
}

static void from_round_two_on_equals_sit_together(void **state) {
    static struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    (void)state;
    struct evening *e = begin(64, 4, 5);
    unsigned count, spread = 0;
    play_round(e, 1000);
    tournament_standings(&e->t, 1, rows);
    struct tournament_table *tables = draw(e, &count);
    for (unsigned i = 0; i < count; i++) {
        unsigned first = 64, last = 0;
        for (unsigned at = 0; at < 64; at++)
            for (unsigned seat = 0; seat < 4; seat++)
                if (tables[i].entrants[seat] == rows[at].entrant) {
                    if (at < first) first = at;
                    last = at;
                }
        spread += last - first;
    }
    assert_true(spread < 16 * 8); /* by lot it would be about 16 × 39 */
}

/* ---- seats and lots ---- */

static void everybody_gets_every_seat_about_equally_often(void **state) {
    (void)state;
    for (unsigned seats = 2; seats <= 5; seats++) {
        struct evening *e = begin(40, seats, seats);
        unsigned sat[40][SEATS_MAX] = {{0}}, rounds = 2 * seats, uneven = 0;
        for (unsigned round = 0; round < rounds; round++) play_round(e, 20);
        for (unsigned i = 0; i < e->t.table_count; i++)
            for (unsigned seat = 0; seat < seats; seat++)
                if (e->tables[i].entrants[seat] != OPPONENT)
                    sat[e->tables[i].entrants[seat]][seat]++;
        for (unsigned i = 0; i < 40; i++)
            for (unsigned seat = 0; seat < seats; seat++) {
                assert_in_range(sat[i][seat], 0, 4);
                uneven += sat[i][seat] != 2;
            }
        assert_true(uneven < 40 * seats / 2);
    }
}

static void the_seed_decides_and_nothing_else(void **state) {
    static struct tournament_table kept[TOURNAMENT_TABLES_MAX];
    (void)state;
    unsigned count, same = 0;
    struct evening *e = begin(30, 3, 11);
    play_round(e, 5);
    struct tournament_table *tables = draw(e, &count);
    memcpy(kept, tables, count * sizeof *kept);
    draw(e, &count);
    assert_memory_equal(kept, tables, count * sizeof *kept);
    e->t.seed[5] ^= 1;
    draw(e, &count);
    for (unsigned i = 0; i < count; i++) same += memcmp(&kept[i], &tables[i], sizeof *kept) == 0;
    assert_true(same < count);
}

/* ---- round robin ---- */

static void in_a_round_robin_everybody_meets_everybody_once(void **state) {
    (void)state;
    for (unsigned entrants = 2; entrants <= TOURNAMENT_ALL_MAX; entrants++) {
        struct evening *e = begin(entrants, 2, entrants);
        e->t.system = TOURNAMENT_ROUND_ROBIN;
        unsigned rounds = tournament_round_robin_rounds(entrants);
        for (unsigned round = 0; round < rounds; round++) {
            unsigned count;
            struct tournament_table *tables = draw(e, &count);
            check_round(e, tables, count);
            for (unsigned i = 0; i < count; i++) finish(e, &tables[i], 3);
            take(e, count);
        }
        for (unsigned a = 0; a < entrants; a++)
            for (unsigned b = a + 1; b < entrants; b++) assert_int_equal(meetings(e, a, b), 1);
    }
}

static void in_a_round_robin_an_opponent_replaces_those_who_leave(void **state) {
    (void)state;
    struct evening *e = begin(5, 2, 2);
    e->t.system = TOURNAMENT_ROUND_ROBIN;
    play_round(e, 3);
    e->withdrawn[1] = e->withdrawn[4] = true;
    for (unsigned round = 0; round < 4; round++) {
        unsigned count, seen = 0;
        struct tournament_table *tables = draw(e, &count);
        for (unsigned i = 0; i < count; i++)
            for (unsigned seat = 0; seat < 2; seat++)
                if (tables[i].entrants[seat] != OPPONENT) seen |= 1u << tables[i].entrants[seat];
        assert_int_equal(seen, 1 << 0 | 1 << 2 | 1 << 3);
        for (unsigned i = 0; i < count; i++) finish(e, &tables[i], 3);
        take(e, count);
    }
}

/* ---- points ---- */

static struct tournament_table table(unsigned round, const uint16_t *entrants, const int16_t *score,
                                     unsigned seats) {
    struct tournament_table made = {.round = (uint16_t)round, .finished = true};
    for (unsigned seat = 0; seat < seats; seat++) {
        made.entrants[seat] = entrants[seat];
        made.score[seat] = score[seat];
        made.place[seat] = 1;
        for (unsigned other = 0; other < seats; other++)
            if (score[other] > score[seat]) made.place[seat]++;
    }
    return made;
}

#define TABLE(round, seats, who, scores) \
    table(round, (const uint16_t[])who, (const int16_t[])scores, seats)
#define LIST(...) {__VA_ARGS__}

static void places_bring_points_and_shared_places_share_them(void **state) {
    (void)state;
    struct evening *e = begin(4, 4, 0);
    e->tables[0] = TABLE(0, 4, LIST(0, 1, 2, 3), LIST(20, 12, 12, 5));
    e->t.table_count = 1;
    const unsigned halves[] = {6, 3, 3, 0}; /* 3, 1½, 1½ and 0 points */
    for (unsigned seat = 0; seat < 4; seat++)
        assert_int_equal(tournament_points(&e->t, &e->tables[0], seat), halves[seat]);
}

static void an_absent_entrant_is_last_whatever_the_opponent_reaches(void **state) {
    (void)state;
    struct evening *e = begin(3, 3, 0);
    e->t.equal_deals = true;
    e->tables[0] = TABLE(0, 3, LIST(0, 1, 2), LIST(30, 20, 10));
    e->tables[1] = TABLE(0, 3, LIST(OPPONENT, OPPONENT, OPPONENT), LIST(25, 20, 15));
    e->tables[0].lost = 1;
    e->t.table_count = 2;
    const unsigned halves[] = {0, 4, 2}, matchpoints[] = {0, 1, 0};
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(tournament_points(&e->t, &e->tables[0], seat), halves[seat]);
        assert_int_equal(tournament_matchpoints(&e->t, &e->tables[0], seat), matchpoints[seat]);
    }
    assert_int_equal(tournament_matchpoints(&e->t, &e->tables[1], 0), 2);
}

static void matchpoints_compare_the_same_seat_with_the_same_cards(void **state) {
    static struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    (void)state;
    struct evening *e = begin(8, 2, 0);
    e->t.equal_deals = true;
    e->tables[0] = TABLE(0, 2, LIST(0, 1), LIST(10, 9));
    e->tables[1] = TABLE(0, 2, LIST(2, 3), LIST(12, 20));
    e->tables[2] = TABLE(0, 2, LIST(4, 5), LIST(10, 3));
    e->tables[3] = TABLE(0, 2, LIST(6, 7), LIST(2, 1));
    e->t.table_count = 4;
    e->t.round_count = 1;
    /* entrant 2 lost the game, but with these cards nobody did better */
    const uint32_t matchpoints[] = {3, 4, 6, 6, 3, 2, 0, 0};
    tournament_standings(&e->t, 1, rows);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(rows[i].matchpoints, matchpoints[rows[i].entrant]);
    assert_int_equal(rows[0].entrant, 3); /* as many matchpoints as 2, but more points */
    assert_int_equal(rows[1].entrant, 2);
    e->tables[1].finished = false;
    assert_int_equal(tournament_matchpoints(&e->t, &e->tables[0], 0), 3);
    e->t.equal_deals = false;
    assert_int_equal(tournament_matchpoints(&e->t, &e->tables[0], 0), 0);
}

static void ties_are_broken_by_the_points_of_those_met(void **state) {
    static struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    (void)state;
    struct evening *e = begin(4, 2, 0);
    e->tables[0] = TABLE(0, 2, LIST(0, 1), LIST(1, 0));
    e->tables[1] = TABLE(0, 2, LIST(2, 3), LIST(1, 0));
    e->tables[2] = TABLE(1, 2, LIST(0, 2), LIST(1, 0));
    e->tables[3] = TABLE(1, 2, LIST(1, 3), LIST(1, 0));
    e->t.table_count = 4;
    e->t.round_count = 2;
    tournament_standings(&e->t, 2, rows);
    assert_int_equal(rows[0].entrant, 0);
    /* 1 and 2 both won once and met 0 and 3 */
    assert_int_equal(rows[1].points, 2);
    assert_int_equal(rows[1].opposition, rows[2].opposition);
    assert_int_equal(rows[1].rank, 2);
    assert_int_equal(rows[2].rank, 2);
    assert_int_equal(rows[3].rank, 4);
    tournament_standings(&e->t, 1, rows); /* only the first round */
    assert_int_equal(rows[3].points, 0);
}

/* ---- the matching itself ---- */

static unsigned matching_by_trying(unsigned left, const uint64_t *edges) {
    if (!left) return 0;
    unsigned a = (unsigned)__builtin_ctz(left), rest = left & (left - 1),
             most = matching_by_trying(rest, edges);
    for (unsigned with = rest & (unsigned)edges[a]; with; with &= with - 1) {
        unsigned found = 1 + matching_by_trying(rest & ~(with & -with), edges);
        if (found > most) most = found;
    }
    return most;
}

static void a_matching_is_as_large_as_trying_everything_finds(void **state) {
    struct generator generator;
    (void)state;
    generator_seed(&generator, 9);
    for (unsigned n = 0; n < 3000; n++) {
        uint64_t edges[MATCHING_MAX] = {0};
        unsigned count = 1 + generator_below(&generator, 10),
                 density = 1 + generator_below(&generator, 6);
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = a + 1; b < count; b++)
                if (generator_below(&generator, density) == 0) {
                    edges[a] |= UINT64_C(1) << b;
                    edges[b] |= UINT64_C(1) << a;
                }
        assert_int_equal(matching_size(count, edges), matching_by_trying((1u << count) - 1, edges));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_one_seat_per_round),
        cmocka_unit_test(nobody_meets_twice_while_that_can_be_avoided),
        cmocka_unit_test(a_large_swiss_has_no_rematch),
        cmocka_unit_test(equals_meet_and_at_most_one_of_a_group_floats),
        cmocka_unit_test(nobody_floats_down_twice_in_a_row),
        cmocka_unit_test(the_lowest_plays_the_opponent_and_nobody_does_twice),
        cmocka_unit_test(opponents_spread_over_the_last_tables),
        cmocka_unit_test(meetings_repeat_rarely_at_larger_tables),
        cmocka_unit_test(from_round_two_on_equals_sit_together),
        cmocka_unit_test(everybody_gets_every_seat_about_equally_often),
        cmocka_unit_test(the_seed_decides_and_nothing_else),
        cmocka_unit_test(in_a_round_robin_everybody_meets_everybody_once),
        cmocka_unit_test(in_a_round_robin_an_opponent_replaces_those_who_leave),
        cmocka_unit_test(places_bring_points_and_shared_places_share_them),
        cmocka_unit_test(an_absent_entrant_is_last_whatever_the_opponent_reaches),
        cmocka_unit_test(matchpoints_compare_the_same_seat_with_the_same_cards),
        cmocka_unit_test(ties_are_broken_by_the_points_of_those_met),
        cmocka_unit_test(a_matching_is_as_large_as_trying_everything_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
