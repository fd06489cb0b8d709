/* What the tests of JSON share. All texts are in heap blocks of exactly their size, so that the
 * address sanitizer sees a single byte read or written beyond them. */
#ifndef TESTS_CORE_JSON_TEXTS_H
#define TESTS_CORE_JSON_TEXTS_H

#include "core/json.h"

#include "core/message.h"
#include "core/random.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A literal with its length: some texts hold a zero byte. */
struct literal {
    const char *text;
    size_t length;
};
#define LITERAL(string) {(string), sizeof(string) - 1}

/* Copies to a block of exactly this size; malloc(0) may be NULL, and so may an empty text. */
static inline char *exact(const char *text, size_t length) {
    char *copy = malloc(length);
    if (length > 0) {
        assert_non_null(copy);
        memcpy(copy, text, length);
    }
    return copy;
}

/* The text must be valid; the caller frees *copy when done with the value. */
static inline struct json parsed(const char *text, size_t length, char **copy) {
    struct json value;
    size_t where;
    *copy = exact(text, length);
    enum json_error error = json_parse(*copy, length, &value, &where);
    if (error != JSON_OK) fail_msg("refused at %zu: %.*s", where, (int)length, text);
    assert_int_equal(where, length);
    return value;
}

static inline void assert_span(struct json value, const char *expected) {
    assert_int_equal(value.length, strlen(expected));
    assert_memory_equal(value.text, expected, value.length);
}

static inline void assert_written(const struct json_out *out, const char *expected) {
    assert_true(out->length <= out->size);
    assert_int_equal(out->length, strlen(expected));
    assert_memory_equal(out->text, expected, out->length);
}

/* Tells whether this ends in a trap or in a report of the sanitizer. */
static inline bool traps(void (*act)(void)) {
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGILL, SIG_DFL); /* else cmocka would catch it and continue */
        signal(SIGTRAP, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(0);
        act();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#endif
