/* Notices about turns reach absent players exactly once, whatever happens meanwhile. */
#include "tests/server/players.h"

#define PUSH_URL "https://push.example/abc"
#define HOOK_URL "https://hook.example/x"
#define BROWSER \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

struct scene {
    struct world *w;
    struct tales *tales;
    struct player people[3];
    char table[STORE_ID];
};

static void subscribe(struct scene *s) {
    unsigned status = world_ask(s->w, "POST", "/api/notices/push", s->people[0].token,
                                "{'endpoint':'" PUSH_URL "','keys':{'p256dh':'" BROWSER
                                "','auth':'BTBZMqHH6r4Tts7J_aSIgg'}}");
    assert_int_equal(status, 200);
}

/* Opens a table with two players who are both asked. */
static struct scene open_scene(const char *pace, bool push, bool webhooks) {
    struct scene s = {.w = world_open(1), .tales = calloc(1, sizeof *s.tales)};
    char secret[STORE_ID], more[100];
    s.w->settings.push = push;
    s.w->settings.webhooks = webhooks;
    s.w->notice_status = 201;
    world_crash(s.w, 0);
    world_start(s.w);
    world_settle(s.w);
    s.people[0] = player_guest(s.w, s.tales, "Anna");
    s.people[1] = player_guest(s.w, s.tales, "Berta");
    snprintf(more, sizeof more, ",'pace':{%s}", pace);
    make_table(&s.people[0], "template", 2, more, s.table, secret);
    player_at(&s.people[0], s.table, "", 0);
    player_connect(&s.people[0]);
    sit_down(&s.people[1], s.table, "", 1);
    for (unsigned n = 0; !s.people[0].asked || !s.people[1].asked; n++) {
        assert_true(n < 20);
        for (unsigned i = 0; i < 2; i++) player_listen(&s.people[i]);
    }
    return s;
}

static void scene_close(struct scene *s) {
    world_close(s->w);
    tales_close(s->tales);
}

static unsigned rows(struct scene *s, enum store_type type) {
    unsigned count;
    (void)memory_store_rows(s->w->store, type, &count);
    return count;
}

#define RELAXED "'kind':'relaxed','days':3"

static void who_is_away_gets_one_notice_a_turn(void **state) {
    struct scene s = open_scene(RELAXED, true, false);
    char expected[100];
    (void)state;
    subscribe(&s);
    subscribe(&s); /* subscribing twice has no effect */
    assert_int_equal(rows(&s, STORE_TARGET), 1);
    player_disconnect(&s.people[0]);
    world_pass(s.w, 9 * 1000);
    assert_int_equal(s.w->notices, 0);
    world_pass(s.w, 20 * 1000);
    assert_int_equal(s.w->notices, 1);
    snprintf(expected, sizeof expected, "{\"table\":\"%s\",\"key\":\"turn\"}", s.table);
    assert_string_equal(s.w->last_notice, expected);
    assert_string_equal(s.w->last_target, PUSH_URL);
    world_pass(s.w, 3600 * 1000);
    assert_int_equal(s.w->notices, 1);
    assert_int_equal(rows(&s, STORE_JOB), 0);
    scene_close(&s);
}

static void who_comes_back_in_time_gets_none(void **state) {
    struct scene s = open_scene(RELAXED, true, false);
    (void)state;
    subscribe(&s);
    player_disconnect(&s.people[0]);
    world_pass(s.w, 5 * 1000);
    player_connect(&s.people[0]);
    world_pass(s.w, 60 * 1000);
    assert_int_equal(s.w->notices, 0);
    assert_int_equal(rows(&s, STORE_JOB), 0);
    scene_close(&s);
}

static void a_notice_survives_a_crash_and_is_sent_once(void **state) {
    struct scene s = open_scene(RELAXED, true, false);
    char key[200];
    (void)state;
    subscribe(&s);
    world_ask(s.w, "GET", "/api/notices", s.people[0].token, "%s", "");
    snprintf(key, sizeof key, "%.100s", s.w->reply.body);
    player_disconnect(&s.people[0]);
    world_settle(s.w);
    for (unsigned i = 0; i < 3; i++) {
        world_crash(s.w, 0);
        world_start(s.w);
        world_settle(s.w);
    }
    assert_int_equal(s.w->notices, 0);
    world_pass(s.w, 60 * 1000);
    assert_int_equal(s.w->notices, 1);
    world_crash(s.w, 0);
    world_start(s.w);
    world_pass(s.w, 3600 * 1000);
    assert_int_equal(s.w->notices, 1);
    world_ask(s.w, "GET", "/api/notices", s.people[0].token, "%s", "");
    assert_memory_equal(s.w->reply.body, key, 100); /* the key of the server is unchanged */
    scene_close(&s);
}

static void a_browser_that_is_gone_is_forgotten(void **state) {
    static const unsigned gone[] = {404, 410};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct scene s = open_scene(RELAXED, true, false);
        subscribe(&s);
        s.w->notice_status = gone[i];
        player_disconnect(&s.people[0]);
        world_pass(s.w, 60 * 1000);
        assert_int_equal(s.w->notices, 1);
        assert_int_equal(rows(&s, STORE_TARGET), 0);
        assert_int_equal(rows(&s, STORE_JOB), 0);
        scene_close(&s);
    }
}

static void what_fails_is_tried_again_and_given_up(void **state) {
    struct scene s = open_scene("'kind':'none'", true, false);
    (void)state;
    subscribe(&s);
    s.w->notice_status = 0;
    player_disconnect(&s.people[0]);
    world_pass(s.w, 30 * 1000);
    assert_int_equal(s.w->notices, 1);
    world_pass(s.w, 90 * 1000);
    assert_int_equal(s.w->notices, 2);
    world_pass(s.w, 24 * 3600 * 1000);
    assert_int_equal(s.w->notices, 5);
    assert_int_equal(rows(&s, STORE_JOB), 0);
    assert_int_equal(rows(&s, STORE_TARGET), 1); /* it may work the next time */
    scene_close(&s);
}

static void webhooks_are_for_relaxed_tables_where_allowed(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct scene s = open_scene(i == 1 ? "'kind':'none'" : RELAXED, false, i != 2);
        unsigned status = world_ask(s.w, "POST", "/api/notices/webhook", s.people[0].token,
                                    "{'url':'" HOOK_URL "'}");
        assert_int_equal(status, i == 2 ? 409 : 200);
        if (i < 2) assert_non_null(strstr(s.w->reply.body, "\"secret\":\""));
        player_disconnect(&s.people[0]);
        world_pass(s.w, 60 * 1000);
        assert_int_equal(s.w->notices, i == 0);
        scene_close(&s);
    }
}

static void wrong_places_are_refused_and_places_can_be_left(void **state) {
    static const char *const wrong[] = {
        "http://push.example/a", "https://", "https://a@b/", "https://a b/", "ftp://x/",
        "https://x/#y",          ""};
    struct scene s = open_scene(RELAXED, true, true);
    const char *token = s.people[0].token;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(
            world_ask(s.w, "POST", "/api/notices/webhook", token, "{'url':'%s'}", wrong[i]), 400);
    assert_int_equal(world_ask(s.w, "POST", "/api/notices/push", token,
                               "{'endpoint':'" PUSH_URL
                               "','keys':{'p256dh':'AAAA','auth':'AAAA'}}"),
                     400);
    assert_int_equal(world_ask(s.w, "GET", "/api/notices", "", "%s", ""), 401);
    subscribe(&s);
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(world_ask(s.w, "POST", "/api/notices/webhook", token,
                                   "{'url':'https://hook.example/%u'}", i),
                         200);
    assert_int_equal(
        world_ask(s.w, "POST", "/api/notices/webhook", token, "{'url':'https://hook.example/7'}"),
        409);
    /* a foreign target is not changed */
    assert_int_equal(
        world_ask(s.w, "POST", "/api/notices/remove", s.people[1].token, "{'url':'" PUSH_URL "'}"),
        200);
    assert_int_equal(rows(&s, STORE_TARGET), 8);
    assert_int_equal(world_ask(s.w, "POST", "/api/notices/remove", token, "{'url':'" PUSH_URL "'}"),
                     200);
    assert_int_equal(rows(&s, STORE_TARGET), 7);
    subscribe(&s);
    assert_int_equal(world_ask(s.w, "POST", "/api/logout", token, "{'everywhere':true}"), 200);
    assert_int_equal(rows(&s, STORE_TARGET), 7); /* browsers are logged out; webhooks stay */
    scene_close(&s);
}

/* Two servers on one store. */
static struct world *open_second(struct scene *s) {
    s->w->settings.shared = true;
    s->w->settings.sleep_ms = 1000;
    world_crash(s->w, 0);
    world_start(s->w);
    world_pass(s->w, 10 * 1000);
    struct world *other = world_open_beside(s->w, 2);
    other->notice_status = 201;
    for (unsigned i = 0; i < 8; i++) world_pass(i % 2 ? other : s->w, 1000);
    return other;
}

static void pass_both(struct scene *s, struct world *other, unsigned seconds) {
    for (unsigned i = 0; i < 2 * seconds; i++) world_pass(i % 2 ? other : s->w, 1000);
}

/* Makes it the turn of an absent player, at a table that is loaded on both servers. */
static struct world *await_absent(struct scene *s) {
    struct world *other = open_second(s);
    s->people[2] = player_guest(s->w, s->tales, "Zuschauer");
    player_at(&s->people[2], s->table, "", -1);
    player_connect(&s->people[2]);
    s->people[1].world = other;
    for (unsigned i = 0; i < 2; i++) {
        player_connect(&s->people[i]);
        pass_both(s, other, 1);
        player_listen(&s->people[i]);
    }
    player_answer(&s->people[0]);
    pass_both(s, other, 1);
    player_disconnect(&s->people[0]);
    pass_both(s, other, 1);
    player_answer(&s->people[1]);
    pass_both(s, other, 1);
    assert_int_equal(rows(s, STORE_JOB), 1);
    return other;
}

static void two_servers_send_one_notice_a_turn(void **state) {
    struct scene s = open_scene(RELAXED, true, false);
    (void)state;
    subscribe(&s);
    struct world *other = await_absent(&s);
    pass_both(&s, other, 100);
    assert_int_equal(s.w->notices + other->notices, 1);
    assert_int_equal(rows(&s, STORE_JOB), 0);
    scene_close(&s);
}

/* The job was taken but not sent; another server takes it after its lease. */
static void a_server_that_dies_with_a_notice_leaves_it_to_another(void **state) {
    struct scene s = open_scene(RELAXED, true, false);
    (void)state;
    subscribe(&s);
    struct world *other = await_absent(&s);
    s.w->busy = other->busy = true;
    for (unsigned i = 0; i < 40 && !s.w->works && !other->works; i++)
        world_pass(i % 2 ? other : s.w, 1000);
    struct world *dies = s.w->works ? s.w : other, *lives = dies == other ? s.w : other;
    assert_non_null(dies->works);
    world_crash(dies, 0);
    lives->busy = false;
    world_pass(lives, 50 * 1000);
    assert_int_equal(lives->notices, 0);
    world_pass(lives, 3600 * 1000);
    assert_int_equal(lives->notices, 1);
    assert_int_equal(rows(&s, STORE_JOB), 0);
    scene_close(&s);
}

/* The server that takes the job knows that the player is connected to either server, even if the
 * table is not loaded there. */
static void who_has_come_to_any_server_gets_no_notice(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct scene s = open_scene(RELAXED, true, false);
        subscribe(&s);
        /* the server that takes the job */
        struct world *other = await_absent(&s), *first = i & 2 ? other : s.w;
        s.people[0].world = i & 1 ? other : s.w;
        for (unsigned n = 0; n < 3; n++) player_disconnect(&s.people[n]);
        player_connect(&s.people[0]);
        for (unsigned n = 0; n < 200; n++)
            world_pass((n & 1) == (first == other) ? s.w : other, 1000);
        assert_int_equal(s.w->notices + other->notices, 0);
        assert_int_equal(rows(&s, STORE_JOB), 0);
        scene_close(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_away_gets_one_notice_a_turn),
        cmocka_unit_test(who_comes_back_in_time_gets_none),
        cmocka_unit_test(a_notice_survives_a_crash_and_is_sent_once),
        cmocka_unit_test(a_browser_that_is_gone_is_forgotten),
        cmocka_unit_test(what_fails_is_tried_again_and_given_up),
        cmocka_unit_test(webhooks_are_for_relaxed_tables_where_allowed),
        cmocka_unit_test(wrong_places_are_refused_and_places_can_be_left),
        cmocka_unit_test(two_servers_send_one_notice_a_turn),
        cmocka_unit_test(a_server_that_dies_with_a_notice_leaves_it_to_another),
        cmocka_unit_test(who_has_come_to_any_server_gets_no_notice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
