/* Limits count IPv6 by /64, and the queue of password hashes is bounded and fair. */
#include "tests/server/scene.h"

#include "server/limits.h"

static void a_whole_64_is_one_subject(void **state) {
    static const char *const same[][2] = {{"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"},
                                          {"192.0.2.1", "192.0.2.1"}};
    static const char *const different[][2] = {{"2001:db8:1:2::1", "2001:db8:1:3::1"},
                                               {"192.0.2.1", "192.0.2.2"}};
    char a[CORE_ADDRESS_MAX], b[CORE_ADDRESS_MAX];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        limits_subject(same[i][0], a, sizeof a);
        limits_subject(same[i][1], b, sizeof b);
        assert_string_equal(a, b);
        limits_subject(different[i][0], a, sizeof a);
        limits_subject(different[i][1], b, sizeof b);
        assert_string_not_equal(a, b);
    }
}

/* Asks from the n-th address of one /64 (`host`), or of the n-th /64. */
static unsigned ask_from(struct world *w, bool host, unsigned n) {
    char address[CORE_ADDRESS_MAX];
    snprintf(address, sizeof address, host ? "2001:db8::%x" : "2001:db8:0:%x::1", n + 1);
    w->address = address;
    unsigned status = world_ask(w, "GET", "/api/games", "", "%s", "");
    w->address = "192.0.2.1";
    return status;
}

static void requests_of_a_64_are_limited_together(void **state) {
    (void)state;
    struct world *w = world_open(61);
    unsigned passed = 0, elsewhere = 0;
    for (unsigned i = 0; i < 150; i++) passed += ask_from(w, true, i) == 200;
    assert_int_equal(passed, 100);
    for (unsigned i = 1; i < 150; i++) elsewhere += ask_from(w, false, i) == 200;
    assert_int_equal(elsewhere, 149);
    world_close(w);
}

/* Signs up without waiting for the hash; 0: it is accepted so far. */
static unsigned sign_up_from(struct world *w, const char *address, unsigned n) {
    char body[100];
    int length =
        snprintf(body, sizeof body, "{\"name\":\"Person %u\",\"password\":\"long and secret\"}", n);
    w->reply.there = false;
    core_now(w->core, w->now);
    core_request(w->core,
                 &(struct core_request){
                     .id = ++w->next_request,
                     .method = "POST",
                     .path = "/api/signup",
                     .query = "",
                     .origin = "",
                     .visitor = {.address = address, .token = "", .device = "", .agent = ""},
                     .body = body,
                     .length = (size_t)length});
    while (world_store(w)) {}
    return w->reply.there ? w->reply.status : 0;
}

static void waiting_hashes_are_few_and_fair(void **state) {
    (void)state;
    struct world *w = world_open(62);
    unsigned n = 0, accepted = 0;
    for (unsigned i = 0; i < 8; i++) accepted += sign_up_from(w, "192.0.2.7", n++) == 0;
    assert_int_equal(accepted, 4);
    assert_int_equal(w->reply.status, 429);
    for (unsigned i = 0; i < 100; i++) {
        char address[CORE_ADDRESS_MAX];
        snprintf(address, sizeof address, "198.51.100.%u", i);
        accepted += sign_up_from(w, address, n++) == 0;
    }
    assert_int_equal(accepted, 64);
    while (world_work(w)) {}
    while (world_store(w)) {}
    assert_int_equal(sign_up_from(w, "192.0.2.7", n++), 0); /* they are done: there is room again */
    while (world_work(w) || world_store(w)) {}
    world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_64_is_one_subject),
        cmocka_unit_test(requests_of_a_64_are_limited_together),
        cmocka_unit_test(waiting_hashes_are_few_and_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
