/* A connection that keeps exceeding its limit is closed with 1008; a disk that takes nothing
 * any more is not asked without a pause. */
#include "tests/server/scene.h"

static void a_client_that_keeps_exceeding_the_limit_is_disconnected(void **state) {
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

/* Reads, but does not write. */
struct full_disk {
    struct memory_store *store;
    unsigned refused;
};

static void refuse_writes(void *context, struct store_batch *batch) {
    struct full_disk *disk = context;
    if (!store_writes(batch)) {
        memory_store_do(disk->store, batch);
        return;
    }
    disk->refused++;
    batch->status = STORE_FAILED;
}

/* A clock has run out, so the table wants to write by itself again and again. */
static void a_full_disk_is_not_asked_without_a_pause(void **state) {
    struct scene *s =
        scene_of_people(52, "tallinn", 2, ",'pace':{'kind':'live','minutes':1,'increment_s':0}");
    struct full_disk disk = {.store = s->w->store};
    unsigned logged;
    (void)state;
    begin_playing(s);
    world_pass(s->w, 30 * 1000);
    s->w->disk = refuse_writes;
    s->w->disk_context = &disk;
    logged = s->w->logged;
    world_pass(s->w, 60 * 1000);
    assert_true(disk.refused > 10); /* heartbeats and the table */
    assert_true(disk.refused < 200);
    assert_true(s->w->logged - logged < 100);
    s->w->disk = NULL; /* there is room again: the table goes on by itself */
    world_pass(s->w, 10 * 1000);
    assert_true(world_is_open(s->w, s->players[0].socket));
    all_listen(s);
    assert_true(table_says(&s->players[0], "'level':'"));
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_that_keeps_exceeding_the_limit_is_disconnected),
        cmocka_unit_test(a_full_disk_is_not_asked_without_a_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
