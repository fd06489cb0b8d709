/* Checking a whole text, then walking and reading it. */
#define _POSIX_C_SOURCE 200809L /* fork: code that must trap runs in a child */

#include "tests/core/json_texts.h"

static const struct json none = {0};

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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
