/* JSON in and out, and messages as JSON. All texts are in heap blocks of exactly their size, so
 * that the address sanitizer sees a single byte read or written beyond them. */
#define _POSIX_C_SOURCE 200809L /* fork: code that must trap runs in a child */

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

static const struct json none = {0};

/* ── helpers ────────────────────────────────────────────────── */

/* Copies to a block of exactly this size; malloc(0) may be NULL, and so may an empty text. */
static char *exact(const char *text, size_t length) {
    char *copy = malloc(length);
    if (length > 0) {
        assert_non_null(copy);
        memcpy(copy, text, length);
    }
    return copy;
}

/* The text must be valid; the caller frees *copy when done with the value. */
static struct json parsed(const char *text, size_t length, char **copy) {
    struct json value;
    size_t where;
    *copy = exact(text, length);
    enum json_error error = json_parse(*copy, length, &value, &where);
    if (error != JSON_OK) fail_msg("refused at %zu: %.*s", where, (int)length, text);
    assert_int_equal(where, length);
    return value;
}

static void assert_span(struct json value, const char *expected) {
    assert_int_equal(value.length, strlen(expected));
    assert_memory_equal(value.text, expected, value.length);
}

static void assert_written(const struct json_out *out, const char *expected) {
    assert_true(out->length <= out->size);
    assert_int_equal(out->length, strlen(expected));
    assert_memory_equal(out->text, expected, out->length);
}

/* Tells whether this ends in a trap or in a report of the sanitizer. */
static bool traps(void (*act)(void)) {
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

/* ── valid and invalid texts ────────────────────────────────────────────────── */

static const struct literal valid[] = {
    LITERAL("null"),
    LITERAL("true"),
    LITERAL("false"),
    LITERAL("0"),
    LITERAL("-0"),
    LITERAL("7"),
    LITERAL("-12"),
    LITERAL("\"\""),
    LITERAL("[]"),
    LITERAL("{}"),
    LITERAL(" \t\r\n[ \t\r\n] \t\r\n"),
    LITERAL("{ }"),
    /* numbers */
    LITERAL("[123.456789]"),
    LITERAL("[0e+1]"),
    LITERAL("[0e1]"),
    LITERAL("[1E22]"),
    LITERAL("[1E-2]"),
    LITERAL("[1e+2]"),
    LITERAL("[0.5]"),
    LITERAL("[-0.0]"),
    LITERAL("[20e1]"),
    LITERAL("[-1.5E-10]"),
    LITERAL("[123e65]"),
    LITERAL("[-123123123123123123123123123123]"),
    LITERAL("[0.00000000000000000000000000000000000000000000000001]"),
    /* strings */
    LITERAL("\"a\""),
    LITERAL("[\"\\u0060\\u012a\\u12AB\"]"),
    LITERAL("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"),
    LITERAL("[\"\\\\u0000\"]"),
    LITERAL("[\"\\u0000\"]"),
    LITERAL("[\"\\uD801\\udc37\"]"),
    LITERAL("[\"\\uDBFF\\uDFFF\"]"),
    LITERAL("[\"\\ud83d\\ude39\\ud83d\\udc8d\"]"),
    LITERAL("[\"\\uFFFF\"]"),
    LITERAL("[\"\\ud7ff\\ue000\"]"),
    LITERAL("[\"\x7F\"]"),
    LITERAL("[\"\xC2\x80\xDF\xBF\"]"),
    LITERAL("[\"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\"]"),
    LITERAL("[\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"]"),
    LITERAL("[\"\xE2\x80\xA8\xE2\x80\xA9\"]"),
    LITERAL("[\"\xEF\xBB\xBF\"]"),
    LITERAL("\"M\xC3\xBCnze, Stra\xC3\x9F"
            "e, \xE2\x82\xAC, \xF0\x9F\x8E\xB2\""),
    LITERAL("[\"a/*b*/c//d#e\"]"),
    LITERAL("\"0123456\\n01234567\\t012345678\\\"\""),
    LITERAL("\"[{,:]}\""),
    /* containers */
    LITERAL("[[]   ]"),
    LITERAL("[null, 1, \"1\", {}]"),
    LITERAL("[1\n]"),
    LITERAL(" [1] "),
    LITERAL("[2] "),
    LITERAL("{\"a\":[]}"),
    LITERAL("{\"\":0}"),
    LITERAL("{\"a\":\"b\",\"a\":\"b\"}"),
    LITERAL("{\"\\u0000\":1}"),
    LITERAL("{\n\"a\" : \"b\" ,\n\"c\":{ \"d\" :[ ] } }"),
    LITERAL("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"),
    LITERAL("{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[]}]}]}]}]}]}]}]}"),
    LITERAL("[[[[[[[[[[[[[[[[],[]],[]]]]]]]]]]]]]],{}]"),
};

static const struct {
    enum json_error error;
    size_t where;
    struct literal literal;
} invalid[] = {
    /* cut off: the beginning of a valid text; the error is at the end */
    {JSON_CUT_OFF, 0, LITERAL("")},
    {JSON_CUT_OFF, 2, LITERAL(" \n")},
    {JSON_CUT_OFF, 1, LITERAL("[")},
    {JSON_CUT_OFF, 1, LITERAL("{")},
    {JSON_CUT_OFF, 1, LITERAL("\"")},
    {JSON_CUT_OFF, 3, LITERAL("tru")},
    {JSON_CUT_OFF, 4, LITERAL("fals")},
    {JSON_CUT_OFF, 1, LITERAL("n")},
    {JSON_CUT_OFF, 1, LITERAL("-")},
    {JSON_CUT_OFF, 2, LITERAL("1.")},
    {JSON_CUT_OFF, 2, LITERAL("1e")},
    {JSON_CUT_OFF, 3, LITERAL("1e+")},
    {JSON_CUT_OFF, 2, LITERAL("[1")},
    {JSON_CUT_OFF, 3, LITERAL("[1,")},
    {JSON_CUT_OFF, 4, LITERAL("{\"a\"")},
    {JSON_CUT_OFF, 5, LITERAL("{\"a\":")},
    {JSON_CUT_OFF, 6, LITERAL("{\"a\":1")},
    {JSON_CUT_OFF, 7, LITERAL("{\"a\":1,")},
    {JSON_CUT_OFF, 2, LITERAL("\"\\")},
    {JSON_CUT_OFF, 3, LITERAL("\"\\u")},
    {JSON_CUT_OFF, 6, LITERAL("\"\\u123")},
    {JSON_CUT_OFF, 7, LITERAL("\"\\ud83d")},
    {JSON_CUT_OFF, 8, LITERAL("\"\\ud83d\\")},
    {JSON_CUT_OFF, 9, LITERAL("\"\\ud83d\\u")},
    {JSON_CUT_OFF, 12, LITERAL("\"\\ud83d\\ude3")},
    {JSON_CUT_OFF, 2, LITERAL("\"\xC3")},
    {JSON_CUT_OFF, 3, LITERAL("\"\xE2\x82")},
    {JSON_CUT_OFF, 4, LITERAL("\"\xF0\x9F\x8E")},

    /* more after the value */
    {JSON_TRAILING, 1, LITERAL("01")},
    {JSON_TRAILING, 2, LITERAL("-01")},
    {JSON_TRAILING, 2, LITERAL("1 2")},
    {JSON_TRAILING, 2, LITERAL("[]]")},
    {JSON_TRAILING, 3, LITERAL("{} }")},
    {JSON_TRAILING, 2, LITERAL("\"\"x")},
    {JSON_TRAILING, 4, LITERAL("nulll")},
    {JSON_TRAILING, 1, LITERAL("1,")},
    {JSON_TRAILING, 4, LITERAL("true\0")},
    {JSON_TRAILING, 1, LITERAL("2x")},
    {JSON_TRAILING, 1, LITERAL("0x1")},
    {JSON_TRAILING, 3, LITERAL("1.5.5")},
    {JSON_TRAILING, 3, LITERAL("[] # no")},
    {JSON_TRAILING, 2, LITERAL("{}/**/")},
    {JSON_TRAILING, 2, LITERAL("[]\f")},
    {JSON_TRAILING, 1, LITERAL("1\xC2\xA0")},

    /* wrong at this byte: values */
    {JSON_BAD_SYNTAX, 0, LITERAL("x")},
    {JSON_BAD_SYNTAX, 0, LITERAL("\0")},
    {JSON_BAD_SYNTAX, 0, LITERAL("\xEF\xBB\xBF{}")},
    {JSON_BAD_SYNTAX, 0, LITERAL("\xFF")},
    {JSON_BAD_SYNTAX, 0, LITERAL("'a'")},
    {JSON_BAD_SYNTAX, 0, LITERAL("]")},
    {JSON_BAD_SYNTAX, 0, LITERAL("True")},
    {JSON_BAD_SYNTAX, 1, LITERAL("nUll")},
    {JSON_BAD_SYNTAX, 3, LITERAL("trux")},
    {JSON_BAD_SYNTAX, 4, LITERAL("[tru]")},
    {JSON_BAD_SYNTAX, 0, LITERAL("NaN")},
    {JSON_BAD_SYNTAX, 1, LITERAL("-Infinity")},
    {JSON_BAD_SYNTAX, 0, LITERAL("\f1")},
    /* numbers */
    {JSON_BAD_SYNTAX, 0, LITERAL("+1")},
    {JSON_BAD_SYNTAX, 0, LITERAL(".5")},
    {JSON_BAD_SYNTAX, 1, LITERAL("-.5")},
    {JSON_BAD_SYNTAX, 1, LITERAL("--1")},
    {JSON_BAD_SYNTAX, 1, LITERAL("- 1")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1.]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[0.e1]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1e]")},
    {JSON_BAD_SYNTAX, 4, LITERAL("[1e+]")},
    {JSON_BAD_SYNTAX, 4, LITERAL("[1e+-2]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1ee2]")},
    {JSON_BAD_SYNTAX, 2, LITERAL("[01]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[-012]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1 000]")},
    /* strings */
    {JSON_BAD_SYNTAX, 2, LITERAL("\"\\x41\"")},
    {JSON_BAD_SYNTAX, 2, LITERAL("\"\\'\"")},
    {JSON_BAD_SYNTAX, 2, LITERAL("\"\\\0\"")},
    {JSON_BAD_SYNTAX, 2, LITERAL("\"\\U0041\"")},
    {JSON_BAD_SYNTAX, 2, LITERAL("\"\\\xC3\xBC\"")},
    {JSON_BAD_SYNTAX, 3, LITERAL("\"\\uG041\"")},
    {JSON_BAD_SYNTAX, 6, LITERAL("\"\\u00a\"")},
    {JSON_BAD_SYNTAX, 5, LITERAL("\"\\u00 41\"")},
    {JSON_BAD_SYNTAX, 12, LITERAL("\"\\ud83d\\ude3x\"")},
    {JSON_BAD_SYNTAX, 1, LITERAL("\"\n\"")},
    {JSON_BAD_SYNTAX, 2, LITERAL("\"a\0\"")},
    {JSON_BAD_SYNTAX, 1, LITERAL("\"\x1F\"")},
    {JSON_BAD_SYNTAX, 9, LITERAL("\"01234567\t\"")},
    /* containers */
    {JSON_BAD_SYNTAX, 1, LITERAL("[,1]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1,]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1,,2]")},
    {JSON_BAD_SYNTAX, 3, LITERAL("[1 2]")},
    {JSON_BAD_SYNTAX, 2, LITERAL("[1}")},
    {JSON_BAD_SYNTAX, 4, LITERAL("[\"a\":1]")},
    {JSON_BAD_SYNTAX, 1, LITERAL("{]")},
    {JSON_BAD_SYNTAX, 1, LITERAL("{a:1}")},
    {JSON_BAD_SYNTAX, 1, LITERAL("{1:1}")},
    {JSON_BAD_SYNTAX, 1, LITERAL("{,}")},
    {JSON_BAD_SYNTAX, 4, LITERAL("{\"a\"}")},
    {JSON_BAD_SYNTAX, 4, LITERAL("{\"a\",1}")},
    {JSON_BAD_SYNTAX, 5, LITERAL("{\"a\":}")},
    {JSON_BAD_SYNTAX, 5, LITERAL("{\"a\"::1}")},
    {JSON_BAD_SYNTAX, 7, LITERAL("{\"a\":1,}")},
    {JSON_BAD_SYNTAX, 6, LITERAL("{\"a\":1]")},
    {JSON_BAD_SYNTAX, 7, LITERAL("{\"a\":1 \"b\":2}")},
    {JSON_BAD_SYNTAX, 7, LITERAL("{\"a\":1,2}")},
    {JSON_BAD_SYNTAX, 1, LITERAL("[/**/1]")},

    /* invalid UTF-8: the error is at the first byte */
    {JSON_BAD_UTF8, 1, LITERAL("\"\x80\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xBF\"")},
    {JSON_BAD_UTF8, 2, LITERAL("\"a\xC0\xAF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xC1\xBF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xC3\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xC3\xC3\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xE0\x9F\xBF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xE2\x82\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xED\xA0\x80\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xED\xBF\xBF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF0\x8F\xBF\xBF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF0\x9F\x8E\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF0\x9F\x8E\xC0\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF4\x90\x80\x80\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF5\x80\x80\x80\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xF8\x88\x80\x80\x80\"")},
    {JSON_BAD_UTF8, 9, LITERAL("\"01234567\xFF\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\xE0\x80")},
    {JSON_BAD_UTF8, 2, LITERAL("{\"\xFE\":1}")},
    /* lone surrogates, whatever follows */
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800\"")},
    {JSON_BAD_UTF8, 2, LITERAL("\"a\\uDBFFa\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\udc00\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\uDFFF\\ud800\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800\\n\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800\\\\\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800\\u0041\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800\\ud800\\udc00\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud83d\\ue000\"")},
    {JSON_BAD_UTF8, 1, LITERAL("\"\\ud800udc00\"")},
    {JSON_BAD_UTF8, 13, LITERAL("\"\\ud800\\udc00\\udc00\"")},

    /* deeper than JSON_DEPTH_MAX: the error is at the first bracket too many */
    {JSON_TOO_DEEP, 16, LITERAL("[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]")},
    {JSON_TOO_DEEP, 16, LITERAL("[[[[[[[[[[[[[[[[[")},
    {JSON_TOO_DEEP, 16, LITERAL("[[[[[[[[[[[[[[[[{}]]]]]]]]]]]]]]]]")},
    {JSON_TOO_DEEP, 19, LITERAL("[[[[[[[[[[[[[[[{\"\":[")},
    {JSON_TOO_DEEP, 22, LITERAL("[[[[[[[[[[[[[[[[],[],[[]]]]]]]]]]]]]]]]]]")},
};

static void what_rfc_8259_allows_is_accepted(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(valid); i++) {
        char *copy;
        struct json value = parsed(valid[i].text, valid[i].length, &copy);
        assert_true(value.length > 0 && value.text >= copy &&
                    value.text + value.length <= copy + valid[i].length);
        assert_int_not_equal(json_type(value), JSON_NONE);
        free(copy);
    }
}

static void what_is_wrong_is_refused_with_its_kind_and_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(invalid); i++) {
        char *copy = exact(invalid[i].literal.text, invalid[i].literal.length);
        struct json value = {.text = "untouched", .length = 9};
        size_t where = SIZE_MAX;
        enum json_error error = json_parse(copy, invalid[i].literal.length, &value, &where);
        if (error != invalid[i].error || where != invalid[i].where) {
            fail_msg("row %zu, %s: error %d at %zu", i, invalid[i].literal.text, (int)error, where);
        }
        assert_span(value, "untouched");
        free(copy);
    }
}

/* The text before an error is valid: complete, or the beginning of a valid text. */
static void up_to_its_place_an_error_is_the_beginning_of_a_valid_text(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(invalid); i++) {
        size_t before = invalid[i].where, where;
        char *copy = exact(invalid[i].literal.text, before);
        struct json value;
        enum json_error expected = invalid[i].error == JSON_TRAILING ? JSON_OK : JSON_CUT_OFF;
        assert_int_equal(json_parse(copy, before, &value, &where), expected);
        assert_int_equal(where, before);
        free(copy);
    }
}

static void every_beginning_of_a_valid_container_is_cut_off(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(valid); i++) {
        char *copy;
        struct json value = parsed(valid[i].text, valid[i].length, &copy);
        if (json_type(value) < JSON_TEXT) { /* the beginning of a number is a number */
            free(copy);
            continue;
        }
        size_t end = (size_t)(value.text - copy) + value.length, where;
        free(copy);
        for (size_t length = 0; length < end; length++) {
            copy = exact(valid[i].text, length);
            assert_int_equal(json_parse(copy, length, &value, &where), JSON_CUT_OFF);
            assert_int_equal(where, length);
            free(copy);
        }
    }
}

static void a_text_may_be_as_large_as_the_limit_and_no_larger(void **state) {
    (void)state;
    size_t where = 0, length = JSON_SIZE_MAX;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, ' ', length + 1);
    text[length - 1] = '1';
    struct json value = none;
    assert_int_equal(json_parse(text, length, &value, &where), JSON_OK);
    assert_int_equal(where, length);
    assert_span(value, "1");
    assert_int_equal(json_parse(text, length + 1, &value, &where), JSON_TOO_LARGE);
    assert_int_equal(where, JSON_SIZE_MAX);
    free(text);
}

/* Checking all byte pairs and triples by name would be long, so well-formed ones are counted. */
static void exactly_the_unicode_scalar_values_are_utf8(void **state) {
    (void)state;
    unsigned count[3] = {0};
    char text[6] = {'"'};
    struct json value;
    size_t where;
    for (unsigned a = 0x80; a < 256; a++) {
        for (unsigned b = 0; b < 256; b++) {
            text[1] = (char)a, text[2] = (char)b, text[3] = '"';
            count[0] += json_parse(text, 4, &value, &where) == JSON_OK && b >= 0x80;
            for (unsigned c = 0x7F; c < 256; c++) {
                text[3] = (char)c, text[4] = '"';
                count[1] += a >= 0xE0 && json_parse(text, 5, &value, &where) == JSON_OK;
                if (a < 0xF0 || b < 0x7F) continue;
                for (unsigned d = 0x7F; d < 0xC2; d++) {
                    text[4] = (char)d, text[5] = '"';
                    count[2] += json_parse(text, 6, &value, &where) == JSON_OK;
                }
            }
        }
    }
    assert_int_equal(count[0], 0x800 - 0x80);
    assert_int_equal(count[1], 0x10000 - 0x800 - 0x800); /* without the surrogates */
    assert_int_equal(count[2], 0x110000 - 0x10000);
}

/* The fast scan reads eight bytes at a time and must find a special byte in every position. */
static void a_special_byte_is_seen_at_every_place(void **state) {
    (void)state;
    for (size_t length = 1; length <= 20; length++) {
        for (size_t place = 0; place < length; place++) {
            for (unsigned c = 0; c < 256; c++) {
                char text[22];
                memset(text, 'a', sizeof text);
                text[0] = text[length + 1] = '"';
                text[place + 1] = (char)c;
                struct json value;
                size_t where, expected = length + 2;
                if (c >= 0x80 || c < 0x20) expected = place + 1;
                /* otherwise the closing quote is escaped */
                if (c == '"' || (c == '\\' && place + 1 < length)) expected = place + 2;
                enum json_error error = json_parse(text, length + 2, &value, &where);
                assert_int_equal(error == JSON_OK, c >= 0x20 && c < 0x80 && c != '"' && c != '\\');
                if (c < 0xC2 || c > 0xF4) assert_int_equal(where, expected);
            }
        }
    }
}

/* ── walking and reading ────────────────────────────────────────────────── */

static void a_type_is_told_by_the_value(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum json_type type;
    } table[] = {
        {" null ", JSON_NULL}, {"true", JSON_BOOL},  {"false", JSON_BOOL}, {"-1", JSON_NUMBER},
        {"0.5", JSON_NUMBER},  {"\"t\"", JSON_TEXT}, {" []", JSON_ARRAY},  {"\n{}", JSON_OBJECT},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy;
        assert_int_equal(json_type(parsed(table[i].text, strlen(table[i].text), &copy)),
                         table[i].type);
        free(copy);
    }
    assert_int_equal(json_type(none), JSON_NONE);
}

static void a_value_is_its_span_without_the_space_around(void **state) {
    (void)state;
    char *copy;
    assert_span(parsed(" \n[ 1 , 2 ]\t ", 13, &copy), "[ 1 , 2 ]");
    free(copy);
    assert_span(parsed("\r\n-1.5e3 ", 9, &copy), "-1.5e3");
    free(copy);
}

/* Walks and compares names and values in turn, up to NULL. */
static void assert_walk(const char *text, const char *const *expected) {
    char *copy;
    struct json container = parsed(text, strlen(text), &copy), at = {0}, name, value;
    bool object = json_type(container) == JSON_OBJECT;
    while (json_next(container, &at, &name, &value)) {
        if (object) {
            assert_non_null(*expected);
            assert_span(name, *expected++);
        } else {
            assert_int_equal(json_type(name), JSON_NONE);
        }
        assert_non_null(*expected);
        assert_span(value, *expected++);
    }
    assert_null(*expected);
    for (int again = 0; again < 3; again++) { /* the walk stays at its end */
        value = name = (struct json){.text = "x", .length = 1};
        assert_false(json_next(container, &at, &name, &value));
        assert_int_equal(json_type(name), JSON_NONE);
        assert_int_equal(json_type(value), JSON_NONE);
    }
    free(copy);
}

static void a_walk_over_an_array_gives_each_value_once(void **state) {
    (void)state;
    assert_walk("[]", (const char *const[]){NULL});
    assert_walk("[ \n ]", (const char *const[]){NULL});
    assert_walk("[1]", (const char *const[]){"1", NULL});
    assert_walk(" [ 1 ,true,null , \"a,]\\\"b\" ,[2,[3]],{\"x\":[4,\"}\"]},-5e-1 ] ",
                (const char *const[]){"1", "true", "null", "\"a,]\\\"b\"", "[2,[3]]",
                                      "{\"x\":[4,\"}\"]}", "-5e-1", NULL});
    assert_walk("[\"\\\\\",\"\\\\\\\"\",[\"]\"]]",
                (const char *const[]){"\"\\\\\"", "\"\\\\\\\"\"", "[\"]\"]", NULL});
}

static void a_walk_over_an_object_gives_each_member_once(void **state) {
    (void)state;
    assert_walk("{}", (const char *const[]){NULL});
    assert_walk("{\t}", (const char *const[]){NULL});
    assert_walk("{\"a\":1}", (const char *const[]){"\"a\"", "1", NULL});
    assert_walk("{ \"a:\" : 1 , \"}\":{\"b\":\"{\"} ,\"a:\":[ ],\"\":false}",
                (const char *const[]){"\"a:\"", "1", "\"}\"", "{\"b\":\"{\"}", "\"a:\"", "[ ]",
                                      "\"\"", "false", NULL});
}

static void there_is_nothing_to_walk_over_in_a_plain_value(void **state) {
    (void)state;
    static const char *const table[] = {"1", "\"[1]\"", "null", "true"};
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy;
        struct json value = parsed(table[i], strlen(table[i]), &copy), at = {0}, name, inner;
        assert_false(json_next(value, &at, &name, &inner));
        free(copy);
    }
    struct json at = {0}, name, inner;
    assert_false(json_next(none, &at, &name, &inner));
}

static void names_need_not_be_asked_for(void **state) {
    (void)state;
    char *copy;
    struct json object = parsed("{\"a\":7}", 7, &copy), at = {0}, value;
    assert_true(json_next(object, &at, NULL, &value));
    assert_span(value, "7");
    assert_false(json_next(object, &at, NULL, &value));
    free(copy);
}

static void a_member_is_found_by_its_unescaped_name(void **state) {
    (void)state;
    static const char text[] = "{\"x\":{\"b\":0},\"a\":1,\"\\u0062\":2,"
                               "\"m\\u00fc\":3,\"m\xC3\xBC\":4,\"\":5,\"a\":6,\"q\\\"\":7}";
    char *copy;
    struct json object = parsed(text, sizeof text - 1, &copy);
    assert_span(json_get(object, "a"), "1"); /* the first of two */
    assert_span(json_get(object, "b"), "2"); /* not the one inside x */
    assert_span(json_get(object, "m\xC3\xBC"), "3");
    assert_span(json_get(object, ""), "5");
    assert_span(json_get(object, "q\""), "7");
    assert_int_equal(json_type(json_get(object, "c")), JSON_NONE);
    assert_int_equal(json_type(json_get(object, "\\u0062")), JSON_NONE);
    assert_int_equal(json_type(json_get(object, "aa")), JSON_NONE);
    assert_int_equal(json_type(json_get(json_get(object, "a"), "a")), JSON_NONE);
    assert_int_equal(json_type(json_get(none, "a")), JSON_NONE);
    free(copy);
    struct json array = parsed("[\"a\",1]", 7, &copy);
    assert_int_equal(json_type(json_get(array, "a")), JSON_NONE);
    free(copy);
}

static void a_string_is_compared_unescaped(void **state) {
    (void)state;
    static const struct {
        bool same;
        const char *json, *text;
    } table[] = {
        {true, "\"\"", ""},
        {true, "\"ab\"", "ab"},
        {true, "\"a\\nb\"", "a\nb"},
        {true, "\"\\u0061\\u00e4\\u20AC\\ud83c\\udfb2\"", "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8E\xB2"},
        {true, "\"\xE2\x82\xAC\"", "\xE2\x82\xAC"},
        {false, "\"a\"", "ab"},
        {false, "\"ab\"", "a"},
        {false, "\"ab\"", "ac"},
        {false, "\"a\"", ""},
        {false, "\"\"", "a"},
        {false, "\"\\u0000\"", ""},
        {false, "\"a\\u0000\"", "a"},
        {false, "1", "1"},
        {false, "null", "null"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy, *text = exact(table[i].text, strlen(table[i].text) + 1);
        struct json value = parsed(table[i].json, strlen(table[i].json), &copy);
        assert_int_equal(json_is(value, text), table[i].same);
        free(copy);
        free(text);
    }
    assert_false(json_is(none, ""));
}

static void integers_are_read_up_to_the_limits(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t number;
    } table[] = {
        {"0", 0},
        {"-0", 0},
        {"7", 7},
        {"-7", -7},
        {"10", 10},
        {"1234567890123456789", 1234567890123456789},
        {"9223372036854775799", INT64_MAX - 8},
        {"9223372036854775800", INT64_MAX - 7},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807", -INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy;
        int64_t number = 99;
        assert_true(json_read_number(parsed(table[i].text, strlen(table[i].text), &copy), &number));
        assert_int_equal(number, table[i].number);
        free(copy);
    }
}

static void what_is_no_integer_is_not_read_as_one(void **state) {
    (void)state;
    static const char *const table[] = {
        "9223372036854775808",
        "-9223372036854775809",
        "9223372036854775810",
        "18446744073709551616",
        "1.0",
        "-0.0",
        "1e2",
        "1E0",
        "0e0",
        "99999999999999999999",
        "\"1\"",
        "true",
        "null",
        "[1]",
        "{\"a\":1}",
        "92233720368547758070",
    };
    int64_t number = 99;
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy;
        assert_false(json_read_number(parsed(table[i], strlen(table[i]), &copy), &number));
        free(copy);
    }
    assert_false(json_read_number(none, &number));
    assert_int_equal(number, 99);
}

static void only_true_and_false_are_read_as_bool(void **state) {
    (void)state;
    char *copy;
    bool flag = false;
    assert_true(json_read_bool(parsed("true", 4, &copy), &flag));
    assert_true(flag);
    free(copy);
    assert_true(json_read_bool(parsed("false", 5, &copy), &flag));
    assert_false(flag);
    free(copy);
    static const char *const table[] = {"0", "1", "null", "\"true\"", "[true]"};
    for (size_t i = 0; i < COUNT(table); i++) {
        flag = i % 2;
        assert_false(json_read_bool(parsed(table[i], strlen(table[i]), &copy), &flag));
        assert_int_equal(flag, i % 2);
        free(copy);
    }
    assert_false(json_read_bool(none, &flag));
}

/* Reads the value into buffers of every size up to two more than it needs. */
static void assert_text(const char *json, const char *expected) {
    char *copy;
    struct json value = parsed(json, strlen(json), &copy);
    size_t need = strlen(expected) + 1;
    for (size_t size = 0; size <= need + 2; size++) {
        char *text = malloc(size);
        size_t length = 4711;
        if (size > 0) memset(text, 0x55, size);
        assert_int_equal(json_read_text(value, text, size, &length), size >= need);
        if (size >= need) {
            assert_int_equal(length, need - 1);
            assert_string_equal(text, expected);
        } else {
            assert_int_equal(length, 4711);
            for (size_t i = 0; i < size; i++) assert_int_equal(text[i], 0x55);
        }
        free(text);
    }
    free(copy);
}

static void a_string_is_read_unescaped_if_it_fits(void **state) {
    (void)state;
    assert_text("\"\"", "");
    assert_text("\"a\"", "a");
    assert_text("\"a plain text longer than a word\"", "a plain text longer than a word");
    assert_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
    assert_text("\"\\u0001\\u007f\\u0080\\u07FF\"", "\x01\x7F\xC2\x80\xDF\xBF");
    assert_text("\"\\u0800\\uffff\\uD7FF\\uE000\"",
                "\xE0\xA0\x80\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80");
    assert_text("\"\\ud800\\udc00 \\uDBFF\\uDFFF\"", "\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF");
    assert_text("\"\\ud83c\\udfb2\"", "\xF0\x9F\x8E\xB2");
    assert_text("\"Gr\xC3\xB6\xC3\x9F"
                "e \xF0\x9F\x8E\xB2\\n\"",
                "Gr\xC3\xB6\xC3\x9F"
                "e \xF0\x9F\x8E\xB2\n");
}

static void only_strings_without_zero_are_read_as_text(void **state) {
    (void)state;
    static const char *const table[] = {
        "1", "null", "true", "[\"a\"]", "{\"a\":\"a\"}", "\"\\u0000\"", "\"ab\\u0000c\""};
    char text[16] = "untouched";
    size_t length = 4711;
    for (size_t i = 0; i < COUNT(table); i++) {
        char *copy;
        assert_false(
            json_read_text(parsed(table[i], strlen(table[i]), &copy), text, sizeof text, &length));
        free(copy);
    }
    assert_false(json_read_text(none, text, sizeof text, &length));
    assert_string_equal(text, "untouched");
    assert_int_equal(length, 4711);
}

/* ── writing ────────────────────────────────────────────────── */

static void write_everything(struct json_out *out) {
    json_object(out, NULL);
    json_text(out, "text", "M\xC3\xBCnze \"\\\"\n");
    json_number(out, "number", -42);
    json_real(out, "real", 12.25);
    json_bool(out, "yes", true);
    json_bool(out, "no", false);
    json_null(out, "null");
    json_array(out, "list");
    json_array(out, NULL);
    json_array_end(out);
    json_number(out, NULL, 1);
    json_object(out, NULL);
    json_object_end(out);
    json_text(out, NULL, "");
    json_null(out, NULL);
    json_array_end(out);
    json_object(out, "a\"b");
    json_raw(out, "raw", "[1, 2]", 6);
    json_text_n(out, "n", "ab\0c\x01", 5);
    json_object_end(out);
    json_text_begin(out, "pieces");
    json_text_add(out, "one", 3);
    json_text_add(out, "", 0);
    json_text_add(out, NULL, 0);
    json_text_add(out, "\ttwo", 4);
    json_text_end(out);
    json_object_end(out);
    json_line(out);
    json_array(out, NULL);
    json_array_end(out);
    json_line(out);
    json_bool(out, NULL, true);
}

static const char everything[] =
    "{\"text\":\"M\xC3\xBCnze "
    "\\\"\\\\\\\"\\n\",\"number\":-42,\"real\":12.25,\"yes\":true,\"no\":false,\"null\":null,"
    "\"list\":[[],1,{},\"\",null],\"a\\\"b\":{\"raw\":[1, "
    "2],\"n\":\"ab\\u0000c\\u0001\"},\"pieces\":\"one\\ttwo\"}\n"
    "[]\ntrue";

static void commas_and_names_stand_where_they_belong(void **state) {
    (void)state;
    char text[1000];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    write_everything(&out);
    assert_written(&out, everything);
}

static void too_small_a_buffer_holds_the_beginning_and_the_length_is_of_the_whole(void **state) {
    (void)state;
    size_t need = sizeof everything - 1;
    for (size_t size = 0; size <= need + 3; size++) {
        char *text = malloc(size);
        struct json_out out;
        if (size > 0) memset(text, 0x55, size);
        json_begin(&out, text, size);
        write_everything(&out);
        assert_int_equal(out.length, need);
        assert_int_equal(out.size, size);
        if (size > 0) assert_memory_equal(text, everything, size < need ? size : need);
        for (size_t i = need; i < size; i++) assert_int_equal(text[i], 0x55);
        free(text);
    }
    struct json_out out;
    json_begin(&out, NULL, 0); /* only measures */
    write_everything(&out);
    assert_int_equal(out.length, need);
}

static void assert_text_written(const char *text, size_t length, const char *expected) {
    char buffer[200], *copy = exact(text, length);
    struct json_out out;
    json_begin(&out, buffer, sizeof buffer);
    json_text_n(&out, NULL, copy, length);
    assert_written(&out, expected);
    free(copy);
}

static void control_characters_quote_and_backslash_are_escaped(void **state) {
    (void)state;
    assert_text_written("\"\\\b\f\n\r\t/", 8, "\"\\\"\\\\\\b\\f\\n\\r\\t/\"");
    assert_text_written("\0\x01\x0B\x0E\x1F\x7F", 6, "\"\\u0000\\u0001\\u000b\\u000e\\u001f\x7F\"");
    assert_text_written("0123456\n01234567\t012345678\"", 27,
                        "\"0123456\\n01234567\\t012345678\\\"\"");
}

static void valid_utf8_passes_through(void **state) {
    (void)state;
    assert_text_written("\xC2\x80\xE2\x82\xAC\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 13,
                        "\"\xC2\x80\xE2\x82\xAC\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
}

#define FFFD "\xEF\xBF\xBD"

static void each_byte_of_invalid_utf8_becomes_a_replacement_character(void **state) {
    (void)state;
    assert_text_written("\x80", 1, "\"" FFFD "\"");
    assert_text_written("a\xFFz", 3, "\"a" FFFD "z\"");
    assert_text_written("\xC3", 1, "\"" FFFD "\"");
    assert_text_written("\xC3z", 2, "\"" FFFD "z\"");
    assert_text_written("\xC0\xAF", 2, "\"" FFFD FFFD "\"");
    assert_text_written("\xED\xA0\x80", 3, "\"" FFFD FFFD FFFD "\"");
    assert_text_written("\xF0\x9F\x8E", 3, "\"" FFFD FFFD FFFD "\"");
    assert_text_written("\xE2\x82\xC3\xBC", 4, "\"" FFFD FFFD "\xC3\xBC\"");
    assert_text_written("\xF4\x90\x80\x80", 4, "\"" FFFD FFFD FFFD FFFD "\"");
}

static void integers_are_written_up_to_the_limits(void **state) {
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } table[] = {
        {0, "0"},
        {7, "7"},
        {-1, "-1"},
        {10, "10"},
        {99, "99"},
        {100, "100"},
        {-1000000, "-1000000"},
        {INT64_MAX, "9223372036854775807"},
        {INT64_MIN, "-9223372036854775808"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[30];
        struct json_out out;
        json_begin(&out, text, sizeof text);
        json_number(&out, NULL, table[i].number);
        assert_written(&out, table[i].text);
    }
}

static void assert_real(double number, const char *expected) {
    char text[40];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_real(&out, NULL, number);
    assert_written(&out, expected);
}

static void reals_have_as_many_decimals_as_they_need_and_six_at_most(void **state) {
    (void)state;
    static const struct {
        double number;
        const char *text;
    } table[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {3.0, "3"},
        {-3.0, "-3"},
        {0.5, "0.5"},
        {-0.5, "-0.5"},
        {12.25, "12.25"},
        {0.1, "0.1"},
        {100.0, "100"},
        {0.000001, "0.000001"},
        {0.05, "0.05"},
        {1.0 / 3, "0.333333"},
        {-2.0 / 3, "-0.666667"},
        {0.9999994, "0.999999"},
        {0.9999996, "1"},
        {-9.9999996, "-10"},
        {0.0000004, "0"},
        {-0.0000004, "0"}, /* no "-0" */
        {0.0000006, "0.000001"},
        {1e-300, "0"},
        {999999999999.5, "999999999999.5"},
        {-999999999999.9999, "-999999999999.999878"}, /* the exact value of the double */
        {123456789012.0, "123456789012"},
    };
    for (size_t i = 0; i < COUNT(table); i++) assert_real(table[i].number, table[i].text);
}

static void reals_are_read_as_they_are_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double number;
    } table[] = {{"0", 0},
                 {"-0", 0},
                 {"3", 3},
                 {"0.5", 0.5},
                 {"-12.25", -12.25},
                 {"0.333333", 0.333333},
                 {"999999999999.125", 999999999999.125},
                 {"0.000001", 0.000001}};
    static const char *const refused[] = {"1e5",   "1E-2", "0.1234567890123456",
                                          "\"1\"", "null", "[1]"};
    struct json value;
    size_t where;
    double number;
    for (size_t i = 0; i < COUNT(table); i++) {
        assert_int_equal(json_parse(table[i].text, strlen(table[i].text), &value, &where), JSON_OK);
        assert_true(json_read_real(value, &number));
        assert_true(number == table[i].number);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        number = 7;
        assert_int_equal(json_parse(refused[i], strlen(refused[i]), &value, &where), JSON_OK);
        assert_false(json_read_real(value, &number));
        assert_true(number == 7);
    }
}

/* Odd 128ths are the only doubles exactly between two millionths. */
static void a_real_exactly_between_two_is_rounded_away_from_zero(void **state) {
    (void)state;
    assert_real(1.0 / 128, "0.007813"); /* 0.0078125 */
    assert_real(-1.0 / 128, "-0.007813");
    assert_real(3.0 / 128, "0.023438"); /* 0.0234375 */
    assert_real(5.0 / 128, "0.039063"); /* 0.0390625 */
    assert_real(127.0 / 128, "0.992188"); /* 0.9921875 */
    assert_real(1000000 + 1.0 / 128, "1000000.007813");
    assert_real(1.0 / 128 - 0x1p-59, "0.007812"); /* the double just below */
    assert_real(0.0000005, "0"); /* as a double just below the half … */
    assert_real(0.0000015, "0.000002"); /* … this one just above */
}

/* printf rounds exactly, too, except that it rounds a tie to even; so ties are left out. */
static void reals_agree_with_printf(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 5);
    for (int i = 0; i < 300000; i++) {
        double unit = (double)(generator_next(&g) >> 11) * 0x1p-53;
        static const double scales[] = {1, 1e-3, 1e-6, 10, 1e5, 1e11};
        double number = unit * scales[i % 6];
        /* Every other number is close to a half, where an inexact product would fail. */
        if (i % 2) number = ((double)generator_below(&g, 2000000000) + 0.5) / 1e6;
        if (i % 4 == 1) number /= 1e5;
        if (number * 128 == (double)(int64_t)(number * 128)) continue;
        char expected[64];
        snprintf(expected, sizeof expected, "%.6f", i % 3 ? number : -number);
        size_t end = strlen(expected);
        while (expected[end - 1] == '0') expected[--end] = '\0';
        if (expected[end - 1] == '.') expected[--end] = '\0';
        assert_real(i % 3 ? number : -number, strcmp(expected, "-0") == 0 ? "0" : expected);
    }
}

static void write_real(double number) {
    char text[40];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_real(&out, NULL, number);
}

static void write_nan(void) {
    write_real((double)__builtin_nanf(""));
}

static void write_infinity(void) {
    write_real((double)__builtin_inff());
}

static void write_minus_infinity(void) {
    write_real((double)-__builtin_inff());
}

static void write_too_large(void) {
    write_real(1e12);
}

static void write_large(void) {
    write_real(999999999999.9999);
}

static void a_real_that_cannot_be_written_traps(void **state) {
    (void)state;
    assert_true(traps(write_nan));
    assert_true(traps(write_infinity));
    assert_true(traps(write_minus_infinity));
    assert_true(traps(write_too_large));
    assert_false(traps(write_large));
}

/* ── round trips ────────────────────────────────────────────────── */

static void any_text_comes_back_as_it_went(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 11);
    static const char *const letters[] = {
        "a",    "\"",   "\\",   "/",        "\n",       "plain",        "u0041",
        "\x01", "\x1F", "\x7F", "\xC2\x80", "\xC3\xBC", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2",
    };
    for (int round = 0; round < 3000; round++) {
        char text[200] = "", json[600], back[200];
        unsigned count = generator_below(&g, 30);
        for (unsigned i = 0; i < count; i++)
            strcat(text, letters[generator_below(&g, COUNT(letters))]);
        struct json_out out;
        json_begin(&out, json, sizeof json);
        json_text(&out, NULL, text);
        char *copy;
        struct json value = parsed(json, out.length, &copy);
        size_t length;
        assert_true(json_read_text(value, back, sizeof back, &length));
        assert_string_equal(back, text);
        assert_true(json_is(value, text));
        free(copy);
    }
}

static void any_bytes_become_valid_json(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 12);
    for (int round = 0; round < 5000; round++) {
        char bytes[40], json[300], *copy;
        size_t length = generator_below(&g, sizeof bytes);
        for (size_t i = 0; i < length; i++) {
            bytes[i] = (char)(generator_below(&g, 2) ? generator_below(&g, 256)
                                                     : 0x80 + generator_below(&g, 128));
        }
        struct json_out out;
        json_begin(&out, json, sizeof json);
        json_text_n(&out, NULL, bytes, length);
        assert_true(out.length <= out.size);
        parsed(json, out.length, &copy);
        free(copy);
    }
}

static void any_integer_comes_back_as_it_went(void **state) {
    (void)state;
    struct generator g;
    generator_seed(&g, 13);
    for (int round = 0; round < 20000; round++) {
        uint64_t bits = generator_next(&g) >> generator_below(&g, 64);
        int64_t number, back;
        memcpy(&number, &bits, sizeof number);
        if (round % 2) number = number == INT64_MIN ? number : -number;
        char json[30], *copy;
        struct json_out out;
        json_begin(&out, json, sizeof json);
        json_number(&out, NULL, number);
        assert_true(json_read_number(parsed(json, out.length, &copy), &back));
        assert_int_equal(back, number);
        free(copy);
    }
}

static void what_is_written_can_be_walked(void **state) {
    (void)state;
    char *copy;
    size_t line = (size_t)(strchr(everything, '\n') - everything);
    struct json object = parsed(everything, line, &copy), at = {0}, name, value;
    size_t members = 0;
    while (json_next(object, &at, &name, &value)) members++;
    assert_int_equal(members, 9);
    assert_true(json_is(json_get(object, "text"), "M\xC3\xBCnze \"\\\"\n"));
    assert_true(json_is(json_get(object, "pieces"), "one\ttwo"));
    assert_span(json_get(json_get(object, "a\"b"), "raw"), "[1, 2]");
    free(copy);
}

/* ── messages ────────────────────────────────────────────────── */

static const char *const card_codes[] = {"1", "10", "2", "2a", "beyond the count"};
static const struct things cards = {
    .game = "tallinn", .type = "card", .codes = card_codes, .count = 4};

static void a_thing_is_found_by_its_whole_code(void **state) {
    (void)state;
    for (unsigned i = 0; i < cards.count; i++) {
        char *code = exact(card_codes[i], strlen(card_codes[i]));
        assert_int_equal(things_find(&cards, code, strlen(card_codes[i])), i);
        free(code);
    }
    assert_int_equal(things_find(&cards, "10 ", 2), 1);
    assert_int_equal(things_find(&cards, "3", 1), THINGS_NONE);
    assert_int_equal(things_find(&cards, "", 0), THINGS_NONE);
    assert_int_equal(things_find(&cards, NULL, 0), THINGS_NONE);
    assert_int_equal(things_find(&cards, "101", 3), THINGS_NONE);
    assert_int_equal(things_find(&cards, "1\0", 2), THINGS_NONE);
}

static void assert_message(const struct message *message, const char *expected) {
    char text[1000];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    message_write(&out, NULL, message);
    assert_written(&out, expected);
}

static void a_message_without_parameters_has_an_empty_object_of_them(void **state) {
    (void)state;
    struct message message = {.key = "error.no"};
    assert_message(&message, "{\"key\":\"error.no\",\"params\":{}}");
}

static void each_kind_of_parameter_has_its_own_form(void **state) {
    (void)state;
    struct message message = MESSAGE("tallinn.event.x", SEAT("who", 2), THING("card", &cards, 1),
                                     NUMBER("points", -3), THINGS("set", &cards, 0xD),
                                     THINGS("empty", &cards, 0), TEXT("name", "J\"orgXX", 5));
    assert_message(
        &message,
        "{\"key\":\"tallinn.event.x\",\"params\":{\"who\":{\"seat\":2},"
        "\"card\":\"tallinn.part.card.10\",\"points\":-3,"
        "\"set\":[\"tallinn.part.card.1\",\"tallinn.part.card.2\",\"tallinn.part.card.2a\"],"
        "\"empty\":[],\"name\":{\"text\":\"J\\\"org\"}}}");
}

static void a_message_may_have_eight_parameters(void **state) {
    (void)state;
    struct message message =
        MESSAGE("k", NUMBER("a", 1), NUMBER("b", 2), NUMBER("c", 3), NUMBER("d", 4), NUMBER("e", 5),
                NUMBER("f", 6), NUMBER("g", 7), NUMBER("h", INT32_MIN));
    assert_message(
        &message,
        "{\"key\":\"k\",\"params\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,"
        "\"h\":-2147483648}}");
}

static void a_message_can_be_a_member(void **state) {
    (void)state;
    char text[100];
    struct json_out out;
    struct message message = {.key = "k"};
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    message_write(&out, "reason", &message);
    json_number(&out, "n", 1);
    json_object_end(&out);
    assert_written(&out, "{\"reason\":{\"key\":\"k\",\"params\":{}},\"n\":1}");
}

static void write_a_thing_too_many(void) {
    char text[100];
    struct json_out out;
    struct message message = MESSAGE("k", THINGS("set", &cards, 0x10));
    json_begin(&out, text, sizeof text);
    message_write(&out, NULL, &message);
}

static void write_a_thing_below_none(void) {
    char text[100];
    struct json_out out;
    struct message message = MESSAGE("k", THING("card", &cards, -1));
    json_begin(&out, text, sizeof text);
    message_write(&out, NULL, &message);
}

static void a_thing_that_does_not_exist_traps(void **state) {
    (void)state;
    assert_true(traps(write_a_thing_too_many));
    assert_true(traps(write_a_thing_below_none));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_rfc_8259_allows_is_accepted),
    cmocka_unit_test(what_is_wrong_is_refused_with_its_kind_and_place),
    cmocka_unit_test(up_to_its_place_an_error_is_the_beginning_of_a_valid_text),
    cmocka_unit_test(every_beginning_of_a_valid_container_is_cut_off),
    cmocka_unit_test(a_text_may_be_as_large_as_the_limit_and_no_larger),
    cmocka_unit_test(exactly_the_unicode_scalar_values_are_utf8),
    cmocka_unit_test(a_special_byte_is_seen_at_every_place),
    cmocka_unit_test(a_type_is_told_by_the_value),
    cmocka_unit_test(a_value_is_its_span_without_the_space_around),
    cmocka_unit_test(a_walk_over_an_array_gives_each_value_once),
    cmocka_unit_test(a_walk_over_an_object_gives_each_member_once),
    cmocka_unit_test(there_is_nothing_to_walk_over_in_a_plain_value),
    cmocka_unit_test(names_need_not_be_asked_for),
    cmocka_unit_test(a_member_is_found_by_its_unescaped_name),
    cmocka_unit_test(a_string_is_compared_unescaped),
    cmocka_unit_test(integers_are_read_up_to_the_limits),
    cmocka_unit_test(what_is_no_integer_is_not_read_as_one),
    cmocka_unit_test(only_true_and_false_are_read_as_bool),
    cmocka_unit_test(a_string_is_read_unescaped_if_it_fits),
    cmocka_unit_test(only_strings_without_zero_are_read_as_text),
    cmocka_unit_test(commas_and_names_stand_where_they_belong),
    cmocka_unit_test(too_small_a_buffer_holds_the_beginning_and_the_length_is_of_the_whole),
    cmocka_unit_test(control_characters_quote_and_backslash_are_escaped),
    cmocka_unit_test(valid_utf8_passes_through),
    cmocka_unit_test(each_byte_of_invalid_utf8_becomes_a_replacement_character),
    cmocka_unit_test(integers_are_written_up_to_the_limits),
    cmocka_unit_test(reals_have_as_many_decimals_as_they_need_and_six_at_most),
    cmocka_unit_test(reals_are_read_as_they_are_written),
    cmocka_unit_test(a_real_exactly_between_two_is_rounded_away_from_zero),
    cmocka_unit_test(reals_agree_with_printf),
    cmocka_unit_test(a_real_that_cannot_be_written_traps),
    cmocka_unit_test(any_text_comes_back_as_it_went),
    cmocka_unit_test(any_bytes_become_valid_json),
    cmocka_unit_test(any_integer_comes_back_as_it_went),
    cmocka_unit_test(what_is_written_can_be_walked),
    cmocka_unit_test(a_thing_is_found_by_its_whole_code),
    cmocka_unit_test(a_message_without_parameters_has_an_empty_object_of_them),
    cmocka_unit_test(each_kind_of_parameter_has_its_own_form),
    cmocka_unit_test(a_message_may_have_eight_parameters),
    cmocka_unit_test(a_message_can_be_a_member),
    cmocka_unit_test(a_thing_that_does_not_exist_traps),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
