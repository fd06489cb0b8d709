/* Passkeys: signatures that are right and wrong in every way, challenges, the second factor. */
#include "tests/server/asking.h"
#include "tests/server/authenticator.h"

#include "server/cbor.h"
#include "server/signature.h"
#include "server/state.h"

enum { ANSWER_MAX = 8192 };

/* Eva has an account; `token` is her session. */
struct eva {
    struct world *w;
    struct authenticator a;
    char token[CORE_TOKEN_LENGTH + 1], device[CORE_TOKEN_LENGTH + 1];
    char code[CODE_SIZE];
    char challenge[PASSKEY_CHALLENGE_TEXT], user[STORE_ID], answer[ANSWER_MAX];
};

static void keep_text(struct world *w, const char *member, char *text, size_t size) {
    assert_true(json_read_text(json_get(w->reply.json, member), text, size, NULL));
}

static void open_eva(struct eva *e, uint64_t seed, bool eddsa) {
    struct world *w = e->w = world_open(seed);
    struct json list, at = {0}, none, item;
    authenticator_open(&e->a, eddsa, (uint8_t)seed);
    w->check_passkey = signature_check;
    w->settings.unlimited = true;
    world_crash(w, 0);
    world_start(w);
    world_settle(w);
    sign_up(w, "Eva", e->token);
    list = json_get(w->reply.json, "codes");
    assert_true(json_next(list, &at, &none, &item) &&
                json_read_text(item, e->code, CODE_SIZE, NULL));
    strcpy(e->device, w->reply.device);
    w->device = e->device;
}

static void close_eva(struct eva *e) {
    authenticator_close(&e->a);
    world_close(e->w);
}

/* Gets a challenge for a new passkey. */
static void begin(struct eva *e) {
    struct world *w = e->w;
    POST(200, "'challenge':'", "/api/me/passkeys/begin", e->token, "{'password':'geheim 123'}");
    keep_text(w, "challenge", e->challenge, sizeof e->challenge);
    keep_text(w, "user", e->user, sizeof e->user);
}

static unsigned finish(struct eva *e) {
    authenticator_make(&e->a, e->challenge, e->answer, sizeof e->answer);
    return world_ask(e->w, "POST", "/api/me/passkeys/add", e->token, "{%s}", e->answer);
}

static void register_passkey(struct eva *e) {
    begin(e);
    assert_int_equal(finish(e), 200);
}

/* Gets a challenge for signing in. */
static void knock(struct eva *e) {
    struct world *w = e->w;
    POST(200, "'challenge':'", "/api/passkeys/begin", "", "{}");
    keep_text(w, "challenge", e->challenge, sizeof e->challenge);
}

static unsigned answer(struct eva *e) {
    authenticator_sign(&e->a, e->challenge, e->user, e->answer, sizeof e->answer);
    return world_ask(e->w, "POST", "/api/passkeys/login", "", "{%s}", e->answer);
}

static unsigned sign_in(struct eva *e) {
    knock(e);
    return answer(e);
}

static const struct store_passkey *stored(struct eva *e, unsigned *count) {
    return memory_store_rows(e->w->store, STORE_PASSKEY, count);
}

static void both_algorithms_sign_in(void **state) {
    (void)state;
    for (unsigned eddsa = 0; eddsa < 2; eddsa++) {
        struct eva eva, *e = &eva;
        char token[CORE_TOKEN_LENGTH + 1];
        open_eva(e, 1 + eddsa, eddsa);
        struct world *w = e->w;
        register_passkey(e);
        GET(200, "'passkeys':[{'id':'", "/api/me/security", e->token);
        assert_true(says(w, "'device':'Firefox, Linux'"));
        assert_true(says(w, "'second':false"));
        assert_int_equal(sign_in(e), 200);
        expect(w, 200, "'name':'Eva'");
        keep_token(w, token);
        GET(200, "'guest':false", "/api/me", token);
        e->a.extended = true; /* what the authenticator adds is ignored */
        assert_int_equal(sign_in(e), 200);
        close_eva(e);
    }
}

static void registering_needs_the_password_and_an_account(void **state) {
    struct eva eva, *e = &eva;
    char guest[CORE_TOKEN_LENGTH + 1];
    (void)state;
    open_eva(e, 3, false);
    struct world *w = e->w;
    POST(403, "server.error.login", "/api/me/passkeys/begin", e->token,
         "{'password':'falsch 123'}");
    POST(401, "server.error.session", "/api/me/passkeys/begin", "", "{'password':'geheim 123'}");
    POST(200, "Gast", "/api/guest", "", "{'name':'Gast'}");
    keep_token(w, guest);
    POST(409, "server.error.guest", "/api/me/passkeys/begin", guest, "{'password':'geheim 123'}");
    close_eva(e);
}

/* Each fault alone is refused and leaves no row; without a fault it works. */
static void wrong_registrations_are_refused(void **state) {
    static const struct {
        const char *what;
        struct authenticator with;
    } faults[] = {
        {"type", {.type = "webauthn.get"}},
        {"origin", {.origin = "https://spiel.example.evil.example"}},
        {"scheme", {.origin = "http://spiel.example"}},
        {"domain", {.domain = "evil.example"}},
        {"frame", {.crossing = true}},
        {"nobody present", {.flags = PASSKEY_VERIFIED}},
        {"backed up", {.flags = PASSKEY_PRESENT | PASSKEY_BACKED_UP}},
        {"no point", {.off_curve = true}},
        {"cut off", {.cut = 1}},
        {"no key", {.cut = 80}},
        {"a byte too many", {.longer = true}},
        {"no credential", {.credential_size = 1}},
    };
    unsigned count;
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof faults / sizeof faults[0]; i++) {
        struct eva eva, *e = &eva;
        const struct authenticator *with = &faults[i / 2].with;
        open_eva(e, 10 + i, i % 2);
        begin(e);
        if (with->type) e->a.type = with->type;
        if (with->origin) e->a.origin = with->origin;
        if (with->domain) e->a.domain = with->domain;
        if (with->flags) e->a.flags = with->flags;
        if (with->credential_size) e->a.credential_size = 0;
        e->a.crossing = with->crossing;
        e->a.off_curve = with->off_curve;
        e->a.cut = with->cut;
        e->a.longer = with->longer;
        if (finish(e) != 403 || !says(e->w, "server.error.passkey"))
            fail_msg("%s: %u %s", faults[i / 2].what, e->w->reply.status, e->w->reply.body);
        stored(e, &count);
        assert_int_equal(count, 0);
        close_eva(e);
    }
}

static void a_challenge_works_once_and_here(void **state) {
    struct eva eva, *e = &eva;
    char other[CORE_TOKEN_LENGTH + 1], *mine;
    unsigned count;
    (void)state;
    open_eva(e, 4, false);
    struct world *w = e->w;
    begin(e);
    e->challenge[0] ^= 1; /* another one */
    assert_int_equal(finish(e), 403);
    expect(w, 403, "server.error.challenge");
    begin(e);
    world_pass(w, 6 * 60 * 1000); /* too late */
    assert_int_equal(finish(e), 403);
    begin(e);
    begin_session(w, "Eva", other); /* another session */
    mine = strdup(e->token);
    strcpy(e->token, other);
    assert_int_equal(finish(e), 403);
    strcpy(e->token, mine);
    free(mine);
    assert_int_equal(finish(e), 403); /* it is used up now */
    register_passkey(e);
    assert_int_equal(finish(e), 403);
    expect(w, 403, "server.error.challenge");
    stored(e, &count);
    assert_int_equal(count, 1);
    /* signing in: on the device that asked, once, soon */
    knock(e);
    w->device = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    assert_int_equal(answer(e), 403);
    w->device = e->device;
    assert_int_equal(answer(e), 403);
    knock(e);
    assert_int_equal(answer(e), 200);
    e->a.counter++;
    assert_int_equal(answer(e), 403);
    knock(e);
    world_pass(w, 6 * 60 * 1000);
    assert_int_equal(answer(e), 403);
    begin(e); /* a challenge of a session is none for signing in */
    assert_int_equal(answer(e), 403);
    world_pass(w, 2 * (int64_t)HOUR_MS);
    memory_store_rows(w->store, STORE_CHALLENGE, &count);
    assert_int_equal(count, 0); /* nothing stays behind */
    close_eva(e);
}

static void wrong_signatures_are_refused(void **state) {
    struct eva eva, *e = &eva;
    (void)state;
    for (unsigned eddsa = 0; eddsa < 2; eddsa++) {
        open_eva(e, 40 + eddsa, eddsa);
        register_passkey(e);
        const struct authenticator good = e->a;
        for (unsigned i = 0; i < 13; i++) {
            uint32_t counter = e->a.counter;
            e->a = good;
            e->a.counter = counter + 1;
            switch (i) {
            case 0: e->a.flip = 9; break;
            case 1: e->a.flip = 60; break;
            case 2: e->a.type = "webauthn.create"; break;
            case 3: e->a.origin = "https://evil.example"; break;
            case 4: e->a.domain = "evil.example"; break;
            case 5: e->a.crossing = true; break;
            case 6: e->a.flags = PASSKEY_VERIFIED; break; /* nobody there */
            case 7: e->a.flags = PASSKEY_PRESENT; break; /* anybody there */
            case 8: e->a.cut = 1; break;
            case 9: e->a.credential[0] ^= 1; break; /* unknown */
            case 10: e->a.counter = 0; break; /* does not count any more */
            case 11: e->a.flags |= PASSKEY_KEY; break;
            case 12: e->a.longer = true; break;
            }
            if (sign_in(e) != 403 || !says(e->w, "server.error.passkey"))
                fail_msg("case %u: %u %s", i, e->w->reply.status, e->w->reply.body);
            e->a.counter = counter + 2;
        }
        uint32_t counter = e->a.counter;
        e->a = good;
        e->a.counter = counter + 1;
        assert_int_equal(sign_in(e), 200);
        e->a.counter -= 1; /* a copy with the same count */
        assert_int_equal(sign_in(e), 403);
        close_eva(e);
    }
}

static void an_authenticator_without_a_counter_works(void **state) {
    struct eva eva, *e = &eva;
    (void)state;
    open_eva(e, 5, true);
    e->a.counter = 0;
    register_passkey(e);
    assert_int_equal(sign_in(e), 200);
    assert_int_equal(sign_in(e), 200);
    e->a.flags |= PASSKEY_MAY_BACK_UP | PASSKEY_BACKED_UP;
    assert_int_equal(sign_in(e), 200);
    close_eva(e);
}

static void the_page_and_the_owner_must_fit(void **state) {
    struct eva eva, *e = &eva;
    (void)state;
    open_eva(e, 6, false);
    struct world *w = e->w;
    register_passkey(e);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const origins[] = {"", "https://192.0.2.1", "https://[2001:db8::1]"};
        knock(e);
        w->origin = e->a.origin = origins[i]; /* a program, and addresses */
        assert_int_equal(answer(e), 403);
    }
    w->origin = e->a.origin = "https://spiel.example";
    strcpy(e->user, "AAAAAAAAAAAAAAAAAAAAAA");
    assert_int_equal(sign_in(e), 403);
    begin(e); /* a port belongs to the origin, not to the domain */
    w->origin = e->a.origin = "https://spiel.example:8443";
    assert_int_equal(sign_in(e), 200);
    close_eva(e);
}

static void limits_hold(void **state) {
    struct eva eva, *e = &eva;
    unsigned count;
    (void)state;
    open_eva(e, 7, true);
    struct world *w = e->w;
    register_passkey(e);
    begin(e); /* the same again */
    assert_int_equal(finish(e), 409);
    expect(w, 409, "server.error.passkey_known");
    for (uint8_t i = 1; i < 10; i++) {
        e->a.credential[0] = (uint8_t)(7 + i);
        register_passkey(e);
    }
    e->a.credential[0] = 99;
    begin(e);
    assert_int_equal(finish(e), 409);
    expect(w, 409, "server.error.passkeys_max");
    stored(e, &count);
    assert_int_equal(count, 10);
    POST(403, "server.error.passkey", "/api/passkeys/login", "", "{}");
    POST(403, "server.error.passkey", "/api/passkeys/login", "", "{'passkey':7}");
    POST(403, "server.error.passkey", "/api/me/passkeys/add", e->token,
         "{'passkey':{'client':'!','attestation':''}}");
    close_eva(e);
}

/* ---- after the password ---- */

static void turn_on(struct eva *e) {
    struct world *w = e->w;
    POST(200, "{}", "/api/me/passkeys/second", e->token, "{'on':true,'password':'geheim 123'}");
}

/* Gets the challenge that follows the right password. */
static void ask_second(struct eva *e) {
    struct world *w = e->w;
    POST(403, "server.error.second", "/api/login", "", "{'name':'Eva','password':'geheim 123'}");
    keep_text(w, "challenge", e->challenge, sizeof e->challenge);
    assert_true(says(w, "'credentials':['"));
}

static unsigned log_in(struct eva *e, const char *password) {
    authenticator_sign(&e->a, e->challenge, e->user, e->answer, sizeof e->answer);
    return world_ask(e->w, "POST", "/api/login", "", "{'name':'Eva','password':'%s',%s}", password,
                     e->answer);
}

static void the_password_alone_is_not_enough(void **state) {
    struct eva eva, *e = &eva;
    (void)state;
    open_eva(e, 8, false);
    struct world *w = e->w;
    POST(409, "server.error.no_passkey", "/api/me/passkeys/second", e->token,
         "{'on':true,'password':'geheim 123'}");
    register_passkey(e);
    POST(403, "server.error.login", "/api/me/passkeys/second", e->token,
         "{'on':true,'password':'falsch 123'}");
    turn_on(e);
    GET(200, "'second':true", "/api/me/security", e->token);
    POST(403, "server.error.login", "/api/login", "", "{'name':'Eva','password':'falsch 123'}");
    assert_false(says(w, "challenge")); /* strangers learn nothing */
    ask_second(e);
    assert_int_equal(log_in(e, "falsch 123"), 403);
    e->a.flags = PASSKEY_PRESENT; /* after the password a touch is enough */
    assert_int_equal(log_in(e, "geheim 123"), 200);
    ask_second(e);
    e->a.flip = 20;
    assert_int_equal(log_in(e, "geheim 123"), 403);
    e->a.flip = 0;
    assert_int_equal(log_in(e, "geheim 123"), 403); /* the challenge is used up */
    assert_int_equal(sign_in(e), 403); /* alone it must verify its owner */
    e->a.flags |= PASSKEY_VERIFIED;
    assert_int_equal(sign_in(e), 200);
    POST(200, "{}", "/api/me/passkeys/second", e->token, "{'on':false,'password':'geheim 123'}");
    POST(200, "Eva", "/api/login", "", "{'name':'Eva','password':'geheim 123'}");
    close_eva(e);
}

static void somebody_elses_passkey_is_no_second_factor(void **state) {
    struct eva eva, *e = &eva;
    struct authenticator own;
    char mine[CORE_TOKEN_LENGTH + 1];
    (void)state;
    open_eva(e, 9, false);
    struct world *w = e->w;
    register_passkey(e);
    turn_on(e);
    strcpy(mine, e->token);
    own = e->a;
    sign_up(w, "Adam", e->token);
    authenticator_open(&e->a, true, 77);
    register_passkey(e);
    ask_second(e);
    assert_int_equal(log_in(e, "geheim 123"), 403); /* Adam's key, Eva's name */
    assert_int_equal(sign_in(e), 200);
    expect(w, 200, "'name':'Adam'");
    e->a = own;
    strcpy(e->token, mine);
    close_eva(e);
}

static void recovery_codes_still_work(void **state) {
    struct eva eva, *e = &eva;
    unsigned count;
    char path[200];
    (void)state;
    open_eva(e, 30, false);
    struct world *w = e->w;
    register_passkey(e);
    turn_on(e);
    POST(200, "Eva", "/api/recover", "", "{'name':'Eva','code':'%s','password':'neu und lang'}",
         e->code);
    keep_token(w, e->token);
    const struct store_passkey *rows = stored(e, &count);
    snprintf(path, sizeof path, "{'id':'%s','password':'neu und lang'}", rows[0].id);
    POST(404, "server.error.no_passkey", "/api/me/passkeys/remove", e->token,
         "{'id':'00','password':'neu und lang'}");
    POST(403, "server.error.login", "/api/me/passkeys/remove", e->token,
         "{'id':'%s','password':'falsch 123'}", rows[0].id);
    POST(200, "{}", "/api/me/passkeys/remove", e->token, "%s", path);
    GET(200, "'passkeys':[],'second':false", "/api/me/security", e->token);
    POST(200, "Eva", "/api/login", "", "{'name':'Eva','password':'neu und lang'}");
    assert_int_equal(sign_in(e), 403); /* it is removed */
    close_eva(e);
}

static void blocked_and_deleted_accounts_stay_out(void **state) {
    struct eva eva, *e = &eva;
    unsigned count;
    (void)state;
    open_eva(e, 31, true);
    struct world *w = e->w;
    register_passkey(e);
    GET(200, "'passkeys':[{", "/api/me/export", e->token);
    const struct store_person *person = memory_store_rows(w->store, STORE_PERSON, &count);
    struct store_batch *batch = store_batch(NULL);
    store_put_blocked(batch, person, true);
    memory_store_do(w->store, batch);
    store_batch_free(batch);
    assert_int_equal(sign_in(e), 403);
    expect(w, 403, "server.error.blocked");
    person = memory_store_rows(w->store, STORE_PERSON, &count);
    batch = store_batch(NULL);
    store_put_blocked(batch, person, false);
    memory_store_do(w->store, batch);
    store_batch_free(batch);
    assert_int_equal(sign_in(e), 200);
    keep_token(w, e->token);
    POST(200, "{}", "/api/me/delete", e->token, "{'password':'geheim 123'}");
    stored(e, &count);
    assert_int_equal(count, 0);
    assert_int_equal(sign_in(e), 403);
    close_eva(e);
}

static void attempts_are_limited(void **state) {
    struct world *w = world_open(32);
    unsigned passed = 0;
    (void)state;
    while (world_ask(w, "POST", "/api/passkeys/begin", "", "{}") == 200) assert_true(++passed < 50);
    expect(w, 429, "server.error.too_often");
    world_close(w);
}

/* ---- the form ---- */

static void cbor_is_read_strictly(void **state) {
    static const struct {
        const char *what;
        uint8_t bytes[12];
        size_t size;
        bool good;
    } cases[] = {
        {"a number", {0x18, 24}, 2, true},
        {"not the shortest form", {0x18, 23}, 2, false},
        {"not the shortest form of two bytes", {0x19, 0, 255}, 3, false},
        {"of two bytes", {0x19, 1, 0}, 3, true},
        {"not the shortest form of four bytes", {0x1a, 0, 0, 255, 255}, 5, false},
        {"of four bytes", {0x1a, 0, 1, 0, 0}, 5, true},
        {"cut off", {0x1a, 0, 1, 0}, 4, false},
        {"nothing", {0}, 0, false},
        {"an endless text", {0x7f, 0x61, 'x', 0xff}, 4, false},
        {"an endless list", {0x9f, 0xff}, 2, false},
        {"a text that is longer than the rest", {0x62, 'x'}, 2, false},
        {"a list that is longer than the rest", {0x9a, 0xff, 0xff, 0xff, 0xff}, 5, false},
        {"nested", {0x81, 0x81, 0x81, 0x81, 0x00}, 5, true},
        {"nested too deep", {0x81, 0x81, 0x81, 0x81, 0x81, 0x00}, 6, false},
        {"a map", {0xa1, 0x01, 0xf5}, 3, true},
        {"half a pair", {0xa1, 0x01}, 2, false},
        {"a tag", {0xc0, 0x00}, 2, false},
        {"a float", {0xf9, 0x3c, 0x00}, 3, false},
        {"null", {0xf6}, 1, true},
        {"undefined", {0xf7}, 1, false},
        {"reserved", {0x1c}, 1, false},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cbor c = {cases[i].bytes, cases[i].bytes + cases[i].size};
        if (cbor_skip(&c) != cases[i].good) fail_msg("%s", cases[i].what);
        if (cases[i].good) assert_ptr_equal(c.at, c.end);
    }
    int64_t number;
    const uint8_t largest[] = {0x3b, 0x80, 0, 0, 0, 0, 0, 0, 0};
    struct cbor c = {largest, largest + sizeof largest};
    assert_false(cbor_number(&c, &number)); /* below the least 64-bit number */
}

static void domains_come_from_origins(void **state) {
    static const char *const bad[] = {"",
                                      "https://",
                                      "ftp://spiel.example",
                                      "https://192.0.2.1",
                                      "https://[::1]:80",
                                      "https://Spiel.example",
                                      "https://a_b.example",
                                      "spiel.example"};
    char domain[CORE_ORIGIN_MAX];
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (passkey_domain(bad[i], domain)) fail_msg("%s", bad[i]);
    assert_true(passkey_domain("http://localhost:8080", domain));
    assert_string_equal(domain, "localhost");
    assert_true(passkey_domain("https://xn--tafel-fsa.example", domain));
    assert_string_equal(domain, "xn--tafel-fsa.example");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_algorithms_sign_in),
        cmocka_unit_test(registering_needs_the_password_and_an_account),
        cmocka_unit_test(wrong_registrations_are_refused),
        cmocka_unit_test(a_challenge_works_once_and_here),
        cmocka_unit_test(wrong_signatures_are_refused),
        cmocka_unit_test(an_authenticator_without_a_counter_works),
        cmocka_unit_test(the_page_and_the_owner_must_fit),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(the_password_alone_is_not_enough),
        cmocka_unit_test(somebody_elses_passkey_is_no_second_factor),
        cmocka_unit_test(recovery_codes_still_work),
        cmocka_unit_test(blocked_and_deleted_accounts_stay_out),
        cmocka_unit_test(attempts_are_limited),
        cmocka_unit_test(cbor_is_read_strictly),
        cmocka_unit_test(domains_come_from_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
