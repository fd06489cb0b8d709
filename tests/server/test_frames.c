/* Lengths that a server states must not overflow in our own client. */
#include "program/socket.c"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static unsigned messages;

static void on_test_message(struct websocket *s, const char *text, size_t length) {
    (void)s, (void)text, (void)length;
    messages++;
}

static void the_length_of_a_frame_does_not_overflow(void **state) {
    struct websocket s = {.message = on_test_message};
    (void)state;
    for (unsigned more = 0; more < 20; more++) { /* head + payload would be 0 to 19 */
        uint64_t payload = (uint64_t)more - 10;
        uint8_t frame[64] = {0x81, 127};
        for (unsigned i = 0; i < 8; i++) frame[2 + i] = (uint8_t)(payload >> (56 - 8 * i));
        size_t taken = take_frame(&s, frame, sizeof frame);
        assert_int_equal(taken, more < 10 ? 0 : more);
    }
    assert_int_equal(messages, 10);
}

static void the_length_of_a_reply_does_not_overflow(void **state) {
    static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\n\r\nxx";
    char *reply = malloc(SOCKET_REPLY_MAX);
    int ends[2];
    (void)state;
    assert_non_null(reply);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, sizeof text - 1), sizeof text - 1);
    close(ends[1]);
    assert_false(read_reply(&(struct wire){.fd = ends[0]}, reply));
    close(ends[0]);
    free(reply);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_length_of_a_frame_does_not_overflow),
        cmocka_unit_test(the_length_of_a_reply_does_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
