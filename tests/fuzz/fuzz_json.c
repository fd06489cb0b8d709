/* Parses any bytes. An accepted text is walked, written again and must then say the same. A refused
 * text must be valid up to the position of the error. */
#include "core/ensure.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Copies to a heap block of exactly this size, so that the address sanitizer sees one byte too
 * many. */
static char *exact(const void *bytes, size_t size) {
    char *copy = malloc(size);
    ensure(copy != NULL || size == 0);
    if (size > 0) memcpy(copy, bytes, size);
    return copy;
}

/* Reads a string into a buffer of exactly its size, then into one byte less. Returns NULL for a
 * string with U+0000, which must be refused. */
static char *read_text(struct json value, size_t *length) {
    char *text = malloc(value.length), *small;
    ensure(text != NULL);
    /* unescaping only shrinks, so the buffer is large enough */
    if (!json_read_text(value, text, value.length, length)) {
        ensure(!json_is(value, ""));
        free(text);
        return NULL;
    }
    ensure(*length < value.length && text[*length] == '\0' && strlen(text) == *length);
    ensure(json_is(value, text));

    size_t untouched = 4711;
    small = malloc(*length + 1);
    ensure(small != NULL);
    memset(small, 0x55, *length + 1);
    ensure(!json_read_text(value, small, *length, &untouched) && untouched == 4711);
    for (size_t i = 0; i <= *length; i++) ensure(small[i] == 0x55);
    ensure(json_read_text(value, small, *length + 1, &untouched) && untouched == *length);
    ensure(memcmp(small, text, *length + 1) == 0);
    free(small);
    return text;
}

static void write_value(struct json_out *out, const char *name, struct json value, int depth);

/* The writer takes no name with U+0000; a fixed name keeps the number of members. */
static void write_member(struct json_out *out, struct json container, struct json name,
                         struct json value, int depth) {
    if (json_type(name) == JSON_NONE) {
        write_value(out, NULL, value, depth);
        return;
    }
    size_t length;
    char *text = read_text(name, &length);
    if (text != NULL) {
        struct json found = json_get(container, text);
        /* the first member of that name */
        ensure(json_type(found) != JSON_NONE && found.text <= value.text);
    }
    write_value(out, text != NULL ? text : "zero", value, depth);
    free(text);
}

static void write_container(struct json_out *out, const char *name, struct json container,
                            int depth) {
    bool object = json_type(container) == JSON_OBJECT;
    ensure(depth < JSON_DEPTH_MAX);
    if (object) {
        json_object(out, name);
    } else {
        json_array(out, name);
    }
    struct json at = {0}, member, value;
    while (json_next(container, &at, &member, &value)) {
        ensure(json_type(member) == (object ? JSON_TEXT : JSON_NONE));
        ensure(value.text > container.text &&
               value.text + value.length < container.text + container.length);
        write_member(out, container, member, value, depth + 1);
    }
    ensure(!json_next(container, &at, &member, &value));
    if (object) {
        json_object_end(out);
    } else {
        json_array_end(out);
    }
}

static void write_text(struct json_out *out, const char *name, struct json value) {
    size_t length;
    char *text = read_text(value, &length);
    if (text != NULL) {
        json_text_n(out, name, text, length);
    } else {
        json_raw(out, name, value.text, value.length);
    }
    free(text);
}

static void write_number(struct json_out *out, const char *name, struct json value) {
    int64_t number;
    if (json_read_number(value, &number)) {
        json_number(out, name, number);
    } else {
        json_raw(out, name, value.text, value.length);
    }
}

static void write_value(struct json_out *out, const char *name, struct json value, int depth) {
    bool flag = false;
    switch (json_type(value)) {
    case JSON_NULL: json_null(out, name); return;
    case JSON_BOOL:
        ensure(json_read_bool(value, &flag));
        json_bool(out, name, flag);
        return;
    case JSON_NUMBER: write_number(out, name, value); return;
    case JSON_TEXT: write_text(out, name, value); return;
    case JSON_ARRAY:
    case JSON_OBJECT: write_container(out, name, value, depth); return;
    case JSON_NONE: break;
    }
    ensure(false);
}

static void compare(struct json a, struct json b);

static void compare_text(struct json a, struct json b) {
    size_t length;
    char *text = read_text(a, &length);
    if (text == NULL) {
        ensure(json_is(b, "zero") ||
               (a.length == b.length && memcmp(a.text, b.text, a.length) == 0));
    } else {
        ensure(json_is(b, text));
    }
    free(text);
}

static void compare_containers(struct json a, struct json b) {
    struct json at_a = {0}, at_b = {0}, name_a, name_b, value_a, value_b;
    while (json_next(a, &at_a, &name_a, &value_a)) {
        ensure(json_next(b, &at_b, &name_b, &value_b));
        if (json_type(a) == JSON_OBJECT) compare_text(name_a, name_b);
        compare(value_a, value_b);
    }
    ensure(!json_next(b, &at_b, &name_b, &value_b));
}

/* Compares two values; b was written from a. */
static void compare(struct json a, struct json b) {
    int64_t number_a, number_b;
    ensure(json_type(a) == json_type(b));
    switch (json_type(a)) {
    case JSON_ARRAY:
    case JSON_OBJECT: compare_containers(a, b); return;
    case JSON_TEXT: compare_text(a, b); return;
    case JSON_NUMBER:
        if (json_read_number(a, &number_a)) {
            ensure(json_read_number(b, &number_b) && number_a == number_b);
            return;
        }
        break;
    default: break;
    }
    ensure(a.length == b.length && memcmp(a.text, b.text, a.length) == 0);
}

/* Measures, then writes into exactly that size, then into half of it. */
static void write_again(struct json value) {
    struct json_out out;
    struct json again;
    size_t where;
    json_begin(&out, NULL, 0);
    write_value(&out, NULL, value, 0);
    size_t need = out.length;
    char *text = malloc(need), *half = malloc(need / 2);
    ensure(text != NULL);
    json_begin(&out, text, need);
    write_value(&out, NULL, value, 0);
    ensure(out.length == need);
    ensure(json_parse(text, need, &again, &where) == JSON_OK && where == need);
    ensure(again.text == text && again.length == need);
    compare(value, again);

    json_begin(&out, half, half != NULL ? need / 2 : 0);
    write_value(&out, NULL, value, 0);
    ensure(out.length == need);
    ensure(half == NULL || memcmp(half, text, need / 2) == 0);
    free(text);
    free(half);
}

/* The text before an error is valid: complete, or the beginning of a valid text. */
static void check_beginning(const char *text, enum json_error error, size_t length) {
    char *beginning = exact(text, length);
    struct json value;
    size_t where;
    enum json_error expected = error == JSON_TRAILING ? JSON_OK : JSON_CUT_OFF;
    ensure(json_parse(beginning, length, &value, &where) == expected && where == length);
    free(beginning);
}

/* The writer makes a valid JSON string from any bytes. */
static void check_writer(const char *text, size_t length) {
    struct json_out out;
    struct json value;
    size_t where;
    json_begin(&out, NULL, 0);
    json_text_n(&out, NULL, text, length);
    size_t need = out.length;
    char *json = malloc(need);
    ensure(json != NULL);
    json_begin(&out, json, need);
    json_text_n(&out, NULL, text, length);
    ensure(out.length == need);
    ensure(json_parse(json, need, &value, &where) == JSON_OK && json_type(value) == JSON_TEXT);
    free(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = exact(data, size);
    struct json value;
    size_t where;
    enum json_error error = json_parse(text, size, &value, &where);
    ensure(where <= size);
    if (error == JSON_OK) {
        ensure(where == size);
        write_again(value);
    } else {
        ensure(error == JSON_CUT_OFF ? where == size : where < size);
        check_beginning(text, error, where);
    }
    check_writer(text, size);
    free(text);
    return 0;
}
