/* Low: a connection that keeps exceeding its limit is closed with 1008. */
#include "tests/server/scene.h"

static void who_keeps_exceeding_the_limit_is_shown_out(void **state) {
    (void)state;
    struct scene *s = scene_of_people(51, "template", 2, "");
    struct player *p = &s->players[0];
    for (unsigned i = 0; i < 250; i++) world_send(s->w, p->socket, "{}", 2); /* 50 too many */
    world_settle(s->w);
    assert_true(world_is_open(s->w, p->socket));
    for (unsigned n = 0; n < 10; n++) { /* a page that is a little too fast stays */
        world_pass(s->w, 1000);
        for (unsigned i = 0; i < 51; i++) world_send(s->w, p->socket, "{}", 2);
    }
    world_settle(s->w);
    assert_true(world_is_open(s->w, p->socket));
    for (unsigned i = 0; i < 400; i++) world_send(s->w, p->socket, "{}", 2);
    assert_int_equal(s->w->last_close, 1008);
    world_settle(s->w);
    assert_false(world_is_open(s->w, p->socket));
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_keeps_exceeding_the_limit_is_shown_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
