/* Web Push according to its RFCs, and which addresses count as external. */
#include "server/state.h"
#include "server/http_client.h"
#include "server/push.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* RFC 8291, section 5. */
static void a_message_is_sealed_as_in_the_example_of_the_rfc(void **state) {
    static const char text[] = "When I grow up, I want to be a watermelon";
    uint8_t browser[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT], sealed[sizeof text + PUSH_MORE];
    struct core_keys sender;
    char got[300];
    (void)state;
    assert_true(base64url_read(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        browser, sizeof browser));
    assert_true(base64url_read("BTBZMqHH6r4Tts7J_aSIgg", auth, sizeof auth));
    assert_true(base64url_read("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt));
    assert_true(base64url_read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", sender.secret,
                               sizeof sender.secret));
    assert_true(base64url_read(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        sender.open, sizeof sender.open));
    assert_true(push_seal(browser, auth, &sender, salt, text, sizeof text - 1, sealed));
    base64url_write(sealed, sizeof text - 1 + PUSH_MORE, got);
    assert_string_equal(
        got, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
             "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
             "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

static void a_point_that_is_none_is_refused(void **state) {
    uint8_t browser[PUSH_POINT] = {4, 1, 2, 3}, auth[PUSH_AUTH] = {0}, salt[PUSH_SALT] = {0},
            sealed[1 + PUSH_MORE];
    struct core_keys sender;
    (void)state;
    assert_true(push_keys_make(&sender));
    assert_false(push_seal(browser, auth, &sender, salt, "x", 1, sealed));
}

static void base64url_comes_back(void **state) {
    uint8_t bytes[70] = {0}, back[70];
    char text[100];
    (void)state;
    for (size_t size = 0; size < sizeof bytes; size++) {
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(i * 37 + size);
        base64url_write(bytes, size, text);
        assert_true(base64url_read(text, back, size));
        assert_memory_equal(back, bytes, size);
        assert_false(base64url_read(text, back, size + 1));
    }
    assert_false(base64url_read("AA+A", back, 3));
}

static bool is_public(const char *text) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

static void only_the_world_is_outside(void **state) {
    static const char *const in[] = {"127.0.0.1",
                                     "127.8.8.8",
                                     "0.0.0.0",
                                     "10.1.2.3",
                                     "172.16.0.1",
                                     "172.31.255.255",
                                     "192.168.1.1",
                                     "169.254.169.254",
                                     "100.64.0.1",
                                     "100.127.255.255",
                                     "192.0.0.8",
                                     "198.18.0.1",
                                     "224.0.0.1",
                                     "255.255.255.255",
                                     "::",
                                     "::1",
                                     "fe80::1",
                                     "fc00::1",
                                     "fdff::1",
                                     "ff02::1",
                                     "::ffff:127.0.0.1",
                                     "::ffff:10.0.0.1",
                                     "64:ff9b::a00:1",
                                     "64:ff9b:1::1",
                                     "2002:7f00:1::1",
                                     "2002:c0a8:101::",
                                     "2001::1",
                                     "2001:db8::1",
                                     "::127.0.0.1"};
    static const char *const out[] = {
        "8.8.8.8",         "172.15.255.255", "172.32.0.1",       "100.63.255.255",
        "100.128.0.1",     "192.167.0.1",    "223.255.255.255",  "2a00:1450::1",
        "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2001:4860:4860::8888"};
    (void)state;
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
        if (is_public(in[i])) fail_msg("%s is not outside", in[i]);
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
        if (!is_public(out[i])) fail_msg("%s is outside", out[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_sealed_as_in_the_example_of_the_rfc),
        cmocka_unit_test(a_point_that_is_none_is_refused),
        cmocka_unit_test(base64url_comes_back),
        cmocka_unit_test(only_the_world_is_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
