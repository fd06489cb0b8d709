/* Leaving a seat and reclaiming it gains no clock time. */
#include "tests/server/scene.h"

static const struct store_seat *seat_row(struct scene *s, int seat) {
    unsigned count;
    const struct store_seat *rows = memory_store_rows(s->w->store, STORE_SEAT, &count);
    while (rows->seat != seat) rows++;
    return rows;
}

static struct player *asked_one(struct scene *s) {
    all_listen(s);
    return s->players[0].asked ? &s->players[0] : &s->players[1];
}

/* Time left, as the row tells. */
static int64_t left_ms(struct scene *s, int seat) {
    const struct store_seat *row = seat_row(s, seat);
    return row->left_ms - (row->running_ms ? s->w->now - row->running_ms : 0);
}

static void leave_and_come_back(struct player *p, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        expect_done(p, "'type':'leave','seat':%d", p->seat);
        expect_done(p, "'type':'reclaim','seat':%d", p->seat);
    }
}

static void leaving_gains_no_time_at_a_live_table(void **state) {
    (void)state;
    struct scene *s =
        scene_of_people(71, "duell", 2, ",'pace':{'kind':'live','minutes':5,'increment_s':30}");
    begin_playing(s);
    struct player *p = asked_one(s);
    assert_true(p->asked);
    world_pass(s->w, 60 * 1000);
    int64_t before = left_ms(s, p->seat);
    leave_and_come_back(p, 10);
    assert_true(left_ms(s, p->seat) <= before);
    assert_true(left_ms(s, p->seat) > before - 10 * 1000);
    scene_close(s);
}

static void leaving_gains_no_time_at_a_relaxed_table(void **state) {
    (void)state;
    struct scene *s = scene_of_people(72, "duell", 2, ",'pace':{'kind':'relaxed','days':2}");
    begin_playing(s);
    struct player *p = asked_one(s);
    assert_true(p->asked);
    world_pass(s->w, 24 * 3600 * 1000);
    int64_t before = left_ms(s, p->seat);
    leave_and_come_back(p, 3);
    assert_true(left_ms(s, p->seat) <= before);
    scene_close(s);
}

static void an_answer_still_earns_the_increment(void **state) {
    (void)state;
    struct scene *s =
        scene_of_people(73, "duell", 2, ",'pace':{'kind':'live','minutes':5,'increment_s':30}");
    begin_playing(s);
    struct player *p = asked_one(s);
    int64_t before = left_ms(s, p->seat);
    for (unsigned n = 0; n < 50 && seat_row(s, p->seat)->running_ms; n++) {
        player_answer(p);
        player_listen(p);
    }
    assert_int_equal(seat_row(s, p->seat)->running_ms, 0);
    assert_true(left_ms(s, p->seat) > before);
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_gains_no_time_at_a_live_table),
        cmocka_unit_test(leaving_gains_no_time_at_a_relaxed_table),
        cmocka_unit_test(an_answer_still_earns_the_increment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
