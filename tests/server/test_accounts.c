/* Accounts that last: recovery codes and the list of sessions. */
#include "tests/server/asking.h"

#include "server/state.h"

/* The n-th code of the reply. */
static void keep_code(struct world *w, unsigned n, char code[CODE_SIZE]) {
    struct json list = json_get(w->reply.json, "codes"), at = {0}, none, item;
    for (unsigned i = 0; i <= n; i++) assert_true(json_next(list, &at, &none, &item));
    assert_true(json_read_text(item, code, CODE_SIZE, NULL));
    assert_int_equal(strlen(code), CODE_SIZE - 1);
}

static void a_recovery_code_opens_the_account_once(void **state) {
    struct world *w = world_open(1);
    char token[CORE_TOKEN_LENGTH + 1], code[CODE_SIZE], second[CODE_SIZE], shouted[CODE_SIZE];
    (void)state;
    sign_up(w, "Eva", token);
    keep_code(w, 0, code);
    keep_code(w, CODES - 1, second);
    assert_string_not_equal(code, second);
    uint64_t page = world_connect(w, token);
    world_settle(w);
    POST(403, "server.error.code", "/api/recover", "",
         "{'name':'Eva','code':'aaaaa-bbbbb-ccccc','password':'neu und lang'}");
    POST(403, "server.error.code", "/api/recover", "",
         "{'name':'Adam','code':'%s','password':'neu und lang'}", code);
    POST(400, "server.error.password", "/api/recover", "",
         "{'name':'Eva','code':'%s','password':'kurz'}", code);
    for (unsigned i = 0; i < CODE_SIZE; i++) /* hyphens and case do not matter */
        shouted[i] = code[i] == '-' ? ' ' : code[i] >= 'a' ? (char)(code[i] - 'a' + 'A') : code[i];
    POST(200, "'name':'Eva'", "/api/recover", "",
         "{'name':'eva','code':'%s','password':'neu und lang'}", shouted);
    world_settle(w);
    assert_false(world_is_open(w, page)); /* it is signed out */
    GET(401, "server.error.session", "/api/me", token);
    world_pass(w, 60 * 1000);
    POST(403, "server.error.code", "/api/recover", "",
         "{'name':'Eva','code':'%s','password':'neu und lang'}", code);
    POST(200, "Eva", "/api/login", "", "{'name':'Eva','password':'neu und lang'}");
    keep_token(w, token);
    GET(200, "'codes':7", "/api/me/security", token);
    world_close(w);
}

static void new_codes_replace_old_ones(void **state) {
    struct world *w = world_open(2);
    char token[CORE_TOKEN_LENGTH + 1], old[CODE_SIZE], fresh[CODE_SIZE];
    unsigned count;
    (void)state;
    sign_up(w, "Eva", token);
    keep_code(w, 3, old);
    POST(403, "server.error.login", "/api/me/codes", token, "{'password':'falsch 123'}");
    POST(200, "'codes':['", "/api/me/codes", token, "{'password':'geheim 123'}");
    keep_code(w, 3, fresh);
    const struct store_code *rows = memory_store_rows(w->store, STORE_CODE, &count);
    assert_int_equal(count, CODES);
    assert_null(memmem(rows, count * sizeof *rows, fresh, 5)); /* only hashes are kept */
    POST(403, "server.error.code", "/api/recover", "",
         "{'name':'Eva','code':'%s','password':'neu und lang'}", old);
    POST(200, "Eva", "/api/recover", "", "{'name':'Eva','code':'%s','password':'neu und lang'}",
         fresh);
    keep_token(w, token);
    POST(200, "{}", "/api/me/delete", token, "{'password':'neu und lang'}");
    memory_store_rows(w->store, STORE_CODE, &count);
    assert_int_equal(count, 0);
    POST(200, "Gast", "/api/guest", "", "{'name':'Gast'}");
    keep_token(w, token);
    POST(409, "server.error.guest", "/api/me/codes", token, "{'password':'geheim 123'}");
    world_close(w);
}

static void guessing_codes_is_slow(void **state) {
    struct world *w = world_open(3);
    unsigned tries = 0;
    (void)state;
    POST(200, "Eva", "/api/signup", "", "{'name':'Eva','password':'geheim 123'}");
    while (world_ask(w, "POST", "/api/recover", "",
                     "{'name':'Eva','code':'aaaaa','password':'neu und lang'}") == 403)
        assert_true(++tries < 20);
    expect(w, 429, "server.error.too_often");
    world_close(w);
}

/* Otherwise the time of a refusal would tell who has an account. */
static void an_unknown_name_costs_a_hash_as_well(void **state) {
    struct world *w = world_open(6);
    (void)state;
    POST(200, "Eva", "/api/signup", "", "{'name':'Eva','password':'geheim 123'}");
    unsigned before = w->hashes;
    POST(403, "server.error.login", "/api/login", "", "{'name':'Eva','password':'falsch 123'}");
    assert_int_equal(w->hashes, before + 1);
    POST(403, "server.error.login", "/api/login", "", "{'name':'Niemand','password':'falsch 123'}");
    assert_int_equal(w->hashes, before + 2);
    world_close(w);
}

static void sessions_are_listed_and_ended(void **state) {
    struct world *w = world_open(4);
    char here[CORE_TOKEN_LENGTH + 1], there[CORE_TOKEN_LENGTH + 1], id[40] = "";
    (void)state;
    sign_up(w, "Eva", here);
    world_pass(w, 60 * 1000);
    begin_session(w, "Eva", there);
    uint64_t own = world_connect(w, here), other = world_connect(w, there);
    world_settle(w);
    GET(200, "'device':'Firefox, Linux'", "/api/me/security", here);
    struct json list = json_get(w->reply.json, "sessions"), at = {0}, none, item;
    unsigned count = 0;
    for (bool is_here; json_next(list, &at, &none, &item); count++) {
        assert_true(json_read_bool(json_get(item, "here"), &is_here));
        if (!is_here) assert_true(json_read_text(json_get(item, "id"), id, sizeof id, NULL));
    }
    assert_int_equal(count, 2);
    POST(404, "server.error.no_session", "/api/me/sessions/end", here, "{'id':'0'}");
    POST(200, "{}", "/api/me/sessions/end", here, "{'id':'%s'}", id);
    world_settle(w);
    assert_true(world_is_open(w, own));
    assert_false(world_is_open(w, other));
    GET(401, "server.error.session", "/api/me", there);
    /* others' sessions cannot be ended */
    sign_up(w, "Adam", there);
    GET(200, "'here':true", "/api/me/security", here);
    list = json_get(w->reply.json, "sessions");
    at = (struct json){0};
    assert_true(json_next(list, &at, &none, &item));
    assert_true(json_read_text(json_get(item, "id"), id, sizeof id, NULL));
    POST(404, "server.error.no_session", "/api/me/sessions/end", there, "{'id':'%s'}", id);
    world_close(w);
}

/* Two devices, each used every day: neither may be forgotten. */
static void every_session_in_use_stays(void **state) {
    struct world *w = world_open(5);
    char tokens[2][CORE_TOKEN_LENGTH + 1];
    (void)state;
    sign_up(w, "Eva", tokens[0]);
    begin_session(w, "Eva", tokens[1]);
    for (unsigned day = 0; day < CORE_COOKIE_DAYS + 20; day++) {
        w->now += 23 * (int64_t)HOUR_MS; /* in one leap, then two hours step by step */
        world_pass(w, 2 * (int64_t)HOUR_MS);
        for (unsigned i = 0; i < 2; i++) GET(200, "Eva", "/api/me", tokens[i]);
    }
    world_close(w);
}

static void user_agents_become_devices(void **state) {
    static const char *const agents[][2] = {
        {"Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
         "Firefox, Linux"},
        {"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
         "Chrome, Android"},
        {"Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
         "Safari, iPhone"},
        {"tafelrunde/0.2.0", "Tafelrunde"},
        {"curl/8", ""},
        {"", ""},
    };
    char label[STORE_DEVICE];
    (void)state;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        device_label(agents[i][0], label);
        assert_string_equal(label, agents[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recovery_code_opens_the_account_once),
        cmocka_unit_test(new_codes_replace_old_ones),
        cmocka_unit_test(guessing_codes_is_slow),
        cmocka_unit_test(an_unknown_name_costs_a_hash_as_well),
        cmocka_unit_test(sessions_are_listed_and_ended),
        cmocka_unit_test(every_session_in_use_stays),
        cmocka_unit_test(user_agents_become_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
