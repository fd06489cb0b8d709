/* Writing JSON, reading back what was written, and messages as JSON. */
#define _POSIX_C_SOURCE 200809L /* fork: code that must trap runs in a child */

#include "tests/core/json_texts.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    return cmocka_run_group_tests(tests, NULL, NULL);
}
