/* Runs the C formatter on tests/text/vectors.json (argv[1]) with the catalogue of sample.json, and
 * tests its use of buffers. */
#include "core/json.h"
#include "core/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEATS = 8, SET_MAX = 64, TEXT_SIZE = 4096 };

/* A vector and the memory of its message and reader. */
struct vector {
    struct message message;
    struct reader reader;
    bool own_pattern;
    char key[128];
    char pattern[TEXT_SIZE];
    char expect[TEXT_SIZE];
    char param_names[MESSAGE_PARAMS_MAX][64];
    char texts[MESSAGE_PARAMS_MAX][256];
    struct things things[MESSAGE_PARAMS_MAX];
    char keys[MESSAGE_PARAMS_MAX][SET_MAX][128]; /* split into game, type and code */
    const char *codes[MESSAGE_PARAMS_MAX][SET_MAX];
    char seat_names[SEATS][64];
    const char *names[SEATS];
};

static const char *vectors_path;

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    char *text = malloc((size_t)size);
    assert_non_null(text);
    *length = fread(text, 1, (size_t)size, file);
    assert_int_equal(*length, (size_t)size);
    fclose(file);
    return text;
}

static void read_text(struct json value, char *text, size_t size) {
    size_t length;
    assert_true(json_read_text(value, text, size, &length));
}

static int32_t read_number(struct json value) {
    int64_t number;
    assert_true(json_read_number(value, &number));
    assert_in_range(number + 2147483648, 0, 4294967295);
    return (int32_t)number;
}

/* Splits "game.part.type.code" in place and makes it code number `index` of parameter `param`. */
static void read_thing(struct vector *vector, unsigned param, unsigned index, struct json value) {
    assert_true(index < SET_MAX);
    char *key = vector->keys[param][index];
    read_text(value, key, sizeof vector->keys[param][index]);
    char *part = strstr(key, ".part.");
    char *code = strrchr(key, '.');
    assert_non_null(part);
    assert_true(part + strlen(".part.") < code);
    *part = *code = '\0';
    vector->codes[param][index] = code + 1;
    vector->things[param] =
        (struct things){key, part + strlen(".part."), vector->codes[param], index + 1};
    vector->message.params[param].things = &vector->things[param];
}

static void read_set(struct vector *vector, unsigned param, struct json value) {
    static const char *const no_codes[] = {""};
    vector->things[param] = (struct things){"sample", "card", no_codes, 0};
    vector->message.params[param].things = &vector->things[param];
    struct json at = {0}, name, thing;
    unsigned count = 0;
    while (json_next(value, &at, &name, &thing)) {
        vector->message.params[param].mask |= UINT64_C(1) << count;
        read_thing(vector, param, count++, thing);
    }
}

static void read_param(struct vector *vector, unsigned index, struct json name, struct json value) {
    assert_true(index < MESSAGE_PARAMS_MAX);
    struct param *param = &vector->message.params[index];
    read_text(name, vector->param_names[index], sizeof vector->param_names[index]);
    param->name = vector->param_names[index];
    if (json_type(value) == JSON_NUMBER) {
        param->kind = PARAM_NUMBER;
        param->number = read_number(value);
    } else if (json_type(value) == JSON_TEXT) {
        param->kind = PARAM_THING;
        read_thing(vector, index, 0, value);
    } else if (json_type(value) == JSON_ARRAY) {
        param->kind = PARAM_THINGS;
        read_set(vector, index, value);
    } else if (json_type(json_get(value, "seat")) == JSON_NUMBER) {
        param->kind = PARAM_SEAT;
        param->number = read_number(json_get(value, "seat"));
    } else {
        param->kind = PARAM_TEXT;
        read_text(json_get(value, "text"), vector->texts[index], sizeof vector->texts[index]);
        param->text = vector->texts[index];
        param->length = strlen(param->text);
    }
}

static void read_reader(struct vector *vector, struct json reader) {
    struct json at = {0}, name, value;
    while (json_next(json_get(reader, "you"), &at, &name, &value))
        vector->reader.you |= 1u << read_number(value);
    if (json_type(json_get(reader, "names")) != JSON_ARRAY) return;
    vector->reader.names = vector->names;
    unsigned seat = 0;
    at = (struct json){0};
    while (json_next(json_get(reader, "names"), &at, &name, &value)) {
        assert_true(seat < SEATS);
        if (json_type(value) == JSON_TEXT) {
            read_text(value, vector->seat_names[seat], sizeof vector->seat_names[seat]);
            vector->names[seat] = vector->seat_names[seat];
        }
        seat++;
    }
}

static void read_vector(struct vector *vector, struct json json) {
    *vector = (struct vector){0};
    bool german = json_is(json_get(json, "language"), "de");
    assert_true(german || json_is(json_get(json, "language"), "en"));
    vector->reader.language = german ? LANGUAGE_DE : LANGUAGE_EN;
    read_reader(vector, json_get(json, "reader"));
    read_text(json_get(json, "expect"), vector->expect, sizeof vector->expect);

    struct json message = json_get(json, "message");
    read_text(json_get(message, "key"), vector->key, sizeof vector->key);
    vector->message.key = vector->key;
    vector->own_pattern = json_type(json_get(json, "pattern")) == JSON_TEXT;
    if (vector->own_pattern)
        read_text(json_get(json, "pattern"), vector->pattern, sizeof vector->pattern);
    struct json at = {0}, name, value;
    unsigned index = 0;
    while (json_next(json_get(message, "params"), &at, &name, &value))
        read_param(vector, index++, name, value);
}

static size_t format(const struct vector *vector, char *text, size_t size) {
    if (!vector->own_pattern) return text_format(&vector->reader, &vector->message, text, size);
    return text_format_pattern(&vector->reader, vector->pattern, &vector->message, text, size);
}

static void for_each_vector(void (*check)(const struct vector *vector, unsigned number)) {
    size_t length, where;
    char *text = read_file(vectors_path, &length);
    struct json list, at = {0}, name, value;
    assert_int_equal(json_parse(text, length, &list, &where), JSON_OK);
    struct vector *vector = malloc(sizeof *vector);
    assert_non_null(vector);
    unsigned number = 0;
    while (json_next(list, &at, &name, &value)) {
        read_vector(vector, value);
        check(vector, ++number);
    }
    assert_true(number >= 40);
    free(vector);
    free(text);
}

static unsigned failures;

static void expect_sentence(const struct vector *vector, unsigned number) {
    char text[TEXT_SIZE];
    size_t length = format(vector, text, sizeof text);
    if (strcmp(text, vector->expect) == 0 && length == strlen(text)) return;
    failures++;
    print_error("vector %u: %s\n  expected %s\n", number, vector->key, vector->expect);
    print_error("  said     %s (%zu)\n", text, length);
}

static void every_vector_says_what_it_should(void **state) {
    (void)state;
    for_each_vector(expect_sentence);
    assert_int_equal(failures, 0);
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The buffer has exactly `size` bytes, so that a sanitizer sees a write beyond it. */
static void expect_cut(const struct vector *vector, size_t size) {
    size_t whole = strlen(vector->expect);
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    assert_int_equal(format(vector, text, size), whole);
    const char *zero = memchr(text, '\0', size);
    assert_non_null(zero);
    size_t kept = (size_t)(zero - text);
    assert_memory_equal(text, vector->expect, kept);
    if (size > whole) {
        assert_int_equal(kept, whole);
    } else {
        assert_false(is_continuation(vector->expect[kept]));
        assert_true(kept + 4 >= size); /* at most one character is lost */
    }
    free(text);
}

static void expect_cuts(const struct vector *vector, unsigned number) {
    (void)number;
    for (size_t size = 1; size <= strlen(vector->expect) + 2; size++) expect_cut(vector, size);
    assert_int_equal(format(vector, NULL, 0), strlen(vector->expect));
}

static void every_vector_is_cut_between_characters_at_every_size(void **state) {
    (void)state;
    for_each_vector(expect_cuts);
}

/* ---- not covered by vectors ------------------------------------------------------------------ */

static const char *const codes[] = {"1", "10", "2"};
static const struct things cards = {"sample", "card", codes, 3};
static const struct reader german = {.language = LANGUAGE_DE};

static void expect_pattern(const struct reader *reader, const char *pattern, struct message message,
                           const char *expect) {
    char text[TEXT_SIZE];
    size_t length = text_format_pattern(reader, pattern, &message, text, sizeof text);
    assert_string_equal(text, expect);
    assert_int_equal(length, strlen(expect));
}

static void the_catalogue_is_sorted_and_every_key_is_found(void **state) {
    (void)state;
    assert_true(catalogue_size > 0);
    for (unsigned i = 0; i < catalogue_size; i++) {
        if (i > 0) assert_true(strcmp(catalogue[i - 1].key, catalogue[i].key) < 0);
        assert_true(strlen(catalogue[i].key) < TEXT_KEY_MAX);
        for (unsigned language = 0; language < LANGUAGES; language++) {
            assert_ptr_equal(text_find((enum language)language, catalogue[i].key),
                             catalogue[i].text[language]);
        }
    }
}

static void what_is_not_in_the_catalogue_is_not_found(void **state) {
    (void)state;
    assert_null(text_find(LANGUAGE_DE, ""));
    assert_null(text_find(LANGUAGE_DE, "a"));
    assert_null(text_find(LANGUAGE_EN, "sample.plain."));
    assert_null(text_find(LANGUAGE_EN, "sample.plai"));
    assert_null(text_find(LANGUAGE_EN, "zzz"));
}

static void things_that_do_not_exist_are_shown(void **state) {
    (void)state;
    expect_pattern(&german, "{x.acc}", MESSAGE("", THING("x", &cards, 3)), "⟨sample.part.card⟩");
    expect_pattern(&german, "{x}", MESSAGE("", THING("x", &cards, -1)), "⟨sample.part.card⟩");
    expect_pattern(&german, "{x, select, 1{eins} other{?}}",
                   MESSAGE("", THING("x", &cards, THINGS_NONE)), "?");
    expect_pattern(&german, "{x}", MESSAGE("", THINGS("x", &cards, UINT64_C(1) << 63 | 2)),
                   "das Siegel und ⟨sample.part.card⟩");
    expect_pattern(&german, "{x} {y}", MESSAGE("", THING("x", NULL, 0), THINGS("y", NULL, 1)),
                   "⟨x⟩ ⟨y⟩");
}

static void a_key_that_is_too_long_is_shown_whole(void **state) {
    (void)state;
    static const char code[] = "01234567890123456789012345678901234567890123456789"
                               "01234567890123456789012345678901234567890123456789";
    static const char *const long_codes[] = {code};
    static const struct things long_things = {"sample", "card", long_codes, 1};
    char expect[256];
    snprintf(expect, sizeof expect, "⟨sample.part.card.%s⟩", code);
    expect_pattern(&german, "{x.acc}", MESSAGE("", THING("x", &long_things, 0)), expect);
}

static void a_form_that_is_too_long_falls_back_to_the_base_form(void **state) {
    (void)state;
    char pattern[256] = "{x.";
    memset(pattern + 3, 'a', 200);
    strcpy(pattern + 203, "}");
    expect_pattern(&german, pattern, MESSAGE("", THING("x", &cards, 0)), "der Kämmerer");
}

static void text_need_not_end_by_zero(void **state) {
    (void)state;
    static const char bytes[] = {'a', 'b', 'c'};
    expect_pattern(&german, "{t}!", MESSAGE("", TEXT("t", bytes, 2)), "ab!");
    expect_pattern(&german, "{t}!", MESSAGE("", TEXT("t", NULL, 0)), "!");
}

static void seats_far_from_any_table_have_numbers(void **state) {
    (void)state;
    struct reader reader = {.language = LANGUAGE_EN, .you = 1};
    expect_pattern(&reader, "{a} {b}", MESSAGE("", SEAT("a", 31), SEAT("b", 1000000)),
                   "Seat 32 Seat 1000001");
    expect_pattern(&reader, "{a, select, you{x} other{y}}", MESSAGE("", SEAT("a", 32)), "y");
}

static void eight_parameters_are_all_found(void **state) {
    (void)state;
    struct message message =
        MESSAGE("", NUMBER("a", 1), NUMBER("b", 2), NUMBER("c", 3), NUMBER("d", 4), NUMBER("e", 5),
                NUMBER("f", 6), NUMBER("g", 7), NUMBER("h", 8));
    expect_pattern(&german, "{a}{b}{c}{d}{e}{f}{g}{h}{i}", message, "12345678⟨i⟩");
}

static void a_thousand_open_braces_do_no_harm(void **state) {
    (void)state;
    char pattern[1001], expect[1008];
    memset(pattern, '{', 1000);
    pattern[1000] = '\0';
    snprintf(expect, sizeof expect, "⟨%s⟩", pattern);
    expect_pattern(&german, pattern, MESSAGE("", NUMBER("n", 1)), expect);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s vectors.json\n", argv[0]);
        return 2;
    }
    vectors_path = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vector_says_what_it_should),
        cmocka_unit_test(every_vector_is_cut_between_characters_at_every_size),
        cmocka_unit_test(the_catalogue_is_sorted_and_every_key_is_found),
        cmocka_unit_test(what_is_not_in_the_catalogue_is_not_found),
        cmocka_unit_test(things_that_do_not_exist_are_shown),
        cmocka_unit_test(a_key_that_is_too_long_is_shown_whole),
        cmocka_unit_test(a_form_that_is_too_long_falls_back_to_the_base_form),
        cmocka_unit_test(text_need_not_end_by_zero),
        cmocka_unit_test(seats_far_from_any_table_have_numbers),
        cmocka_unit_test(eight_parameters_are_all_found),
        cmocka_unit_test(a_thousand_open_braces_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
