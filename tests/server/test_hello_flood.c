/* 87 bytes of `hello` at a long table order megabytes, without a session, and everybody else
 * waits until they are written. This checks the mechanism; measure_hello_flood.py measures the
 * time. */
#include "tests/server/scene.h"

enum { SLICE = 16, SLICES_PER_TICK = 4 };

struct heard_frames {
    unsigned all, updates, waiting;
    int64_t version, steps;
};

static void hear(struct world *w, uint64_t socket, struct heard_frames *heard) {
    for (char *text; (text = world_hear(w, socket)); free(text)) {
        struct json message;
        size_t where;
        assert_int_equal(json_parse(text, strlen(text), &message, &where), JSON_OK);
        heard->all++;
        heard->waiting += json_is(json_get(message, "type"), "waiting");
        if (!json_is(json_get(message, "type"), "update")) continue;
        int64_t version;
        assert_true(json_read_number(json_get(message, "version"), &version));
        assert_true(version > heard->version);
        heard->version = version;
        if (!json_read_number(json_get(message, "steps_stand"), &heard->steps))
            heard->steps += json_is(json_get(message, "entry"), "step");
        heard->updates++;
    }
}

static struct scene *a_long_game(uint64_t seed) {
    struct scene *s = scene_of_people(seed, "duell", 2, "");
    for (unsigned i = 0; i < 2; i++)
        while (s->players[i].version < 150 && !s->players[i].over) {
            all_listen(s);
            for (unsigned k = 0; k < 2; k++) player_answer(&s->players[k]);
            world_pass(s->w, 500);
        }
    all_listen(s);
    for (unsigned n = 0; n < 100 && !s->players[0].asked && !s->players[1].asked; n++) {
        world_pass(s->w, 500); /* chance and forced steps come first */
        all_listen(s);
    }
    return s;
}

static void say_hello(struct scene *s, uint64_t socket) {
    char text[200];
    int length =
        snprintf(text, sizeof text,
                 "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":null,\"protocol\":3}", s->table);
    world_send(s->w, socket, text, (size_t)length);
}

static void a_long_game_is_sent_in_slices(void **state) {
    (void)state;
    struct scene *s = a_long_game(41);
    struct heard_frames heard = {0};
    uint64_t stranger = world_connect(s->w, "");
    world_settle(s->w);
    say_hello(s, stranger);
    unsigned before = 0, ticks = 0;
    do {
        hear(s->w, stranger, &heard);
        assert_true(heard.all - before <= SLICE * SLICES_PER_TICK + 4);
        assert_true(ticks++ < 1000);
        before = heard.all;
        if (core_next(s->w->core) <= s->w->now) core_tick(s->w->core);
        else break;
    } while (true);
    assert_true(ticks > 150 / SLICE / SLICES_PER_TICK);
    assert_int_equal(heard.updates, heard.steps);
    assert_int_equal(heard.version, s->players[0].version);
    assert_int_equal(heard.waiting, 1);
    player_answer(&s->players[0]); /* from now on it hears of everything at once */
    player_answer(&s->players[1]);
    world_settle(s->w);
    hear(s->w, stranger, &heard);
    all_listen(s);
    assert_int_equal(heard.version, s->players[0].version);
    scene_close(s);
}

/* Somebody else's move is handled between two slices. */
static void others_are_served_in_between(void **state) {
    (void)state;
    struct scene *s = a_long_game(42);
    struct heard_frames heard = {0};
    struct player *p = s->players[0].asked ? &s->players[0] : &s->players[1];
    uint64_t stranger = world_connect(s->w, "");
    world_settle(s->w);
    say_hello(s, stranger);
    unsigned version = p->version;
    s->w->held = true;
    player_answer(p);
    while (world_store(s->w)) {}
    player_listen(p);
    assert_true(p->version > version); /* it got its update … */
    hear(s->w, stranger, &heard);
    assert_true(heard.updates <= SLICE); /* … before the stranger got the second slice */
    s->w->held = false;
    world_settle(s->w);
    hear(s->w, stranger, &heard);
    assert_int_equal(heard.version, p->version);
    scene_close(s);
}

static void who_does_not_read_gets_no_slices(void **state) {
    (void)state;
    struct scene *s = a_long_game(43);
    struct heard_frames heard = {0};
    uint64_t stranger = world_connect(s->w, "");
    world_settle(s->w);
    s->w->congested = true;
    say_hello(s, stranger);
    world_pass(s->w, 500);
    hear(s->w, stranger, &heard);
    assert_int_equal(heard.updates, SLICE);
    s->w->congested = false;
    world_pass(s->w, 500);
    hear(s->w, stranger, &heard);
    assert_int_equal(heard.version, s->players[0].version);
    scene_close(s);
}

/* Without the charge, 200 of them pass at once. */
static void a_long_answer_costs_more_than_a_short_one(void **state) {
    (void)state;
    struct scene *s = a_long_game(44);
    uint64_t stranger = world_connect(s->w, "");
    world_settle(s->w);
    unsigned answered = 0;
    bool refused = false;
    while (!refused) {
        say_hello(s, stranger);
        for (unsigned i = 0; i < 100; i++) core_tick(s->w->core);
        for (char *text; (text = world_hear(s->w, stranger)); free(text))
            refused |= strstr(text, "server.error.too_often") != NULL;
        answered++;
    }
    assert_in_range(answered, 5, 20);
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_game_is_sent_in_slices),
        cmocka_unit_test(others_are_served_in_between),
        cmocka_unit_test(who_does_not_read_gets_no_slices),
        cmocka_unit_test(a_long_answer_costs_more_than_a_short_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
