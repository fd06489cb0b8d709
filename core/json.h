/* JSON in and out, without allocation.
 *
 * Out: text grows in a buffer of the caller. What does not fit is counted but not written, so
 * `length` is always what the whole text needs, and `length <= size` means that it is complete.
 * Every writing function takes the member's name, or NULL inside an array and at the top level.
 *
 * In: a value is the span of text that holds it. json_parse checks the whole text once (RFC
 * 8259, strict UTF-8, no lone surrogates, depth and size limits); after that the other functions
 * may trust what they walk over. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 16, JSON_SIZE_MAX = 16 * 1024 * 1024 };

struct json_out {
    char *text; /* not zero-terminated */
    size_t size; /* capacity */
    size_t length; /* bytes that the whole text needs so far */
    bool comma; /* the next value needs a comma before it */
};

void json_begin(struct json_out *out, char *text, size_t size);
void json_object(struct json_out *out, const char *name);
void json_object_end(struct json_out *out);
void json_array(struct json_out *out, const char *name);
void json_array_end(struct json_out *out);
/* zero-terminated */
void json_text(struct json_out *out, const char *name, const char *text);
void json_text_n(struct json_out *out, const char *name, const char *text, size_t length);
void json_number(struct json_out *out, const char *name, int64_t number);
/* at most 6 decimals, no exponent; |number| < 1e12 */
void json_real(struct json_out *out, const char *name, double number);
void json_bool(struct json_out *out, const char *name, bool value);
void json_null(struct json_out *out, const char *name);
/* a whole JSON value */
void json_raw(struct json_out *out, const char *name, const char *text, size_t length);
/* ends a line of JSON Lines */
void json_line(struct json_out *out);

/* A string value written piece by piece: json_text_begin, json_text_add …, json_text_end. */
void json_text_begin(struct json_out *out, const char *name);
void json_text_add(struct json_out *out, const char *text, size_t length);
void json_text_end(struct json_out *out);

enum json_type { JSON_NONE, JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json {
    const char *text; /* the value's first character */
    size_t length; /* 0: no value */
};

enum json_error {
    JSON_OK,
    JSON_TOO_LARGE,
    JSON_TOO_DEEP,
    JSON_BAD_UTF8,
    JSON_BAD_SYNTAX,
    JSON_CUT_OFF,
    JSON_TRAILING
};

/* Checks the whole text: one value with optional white space around it. `value` is set on
 * success, `where` (a byte offset) always. */
enum json_error json_parse(const char *text, size_t length, struct json *value, size_t *where)
    __attribute__((warn_unused_result));

enum json_type json_type(struct json value);

/* Walks over an object's members or an array's values:
 *     struct json at = {0}, name, value;
 *     while (json_next(object, &at, &name, &value)) …
 * `name` is the member's name as a JSON string (no value in arrays). */
bool json_next(struct json container, struct json *at, struct json *name, struct json *value);

/* no value if there is no such member; the first if there are several */
struct json json_get(struct json object, const char *name);
bool json_is(struct json value, const char *text); /* is it a string with this text? */

/* Each returns false, and changes nothing, if the value is not of that type or does not fit. */
/* integers only */
bool json_read_number(struct json value, int64_t *number) __attribute__((warn_unused_result));
/* up to 15 digits, no exponent */
bool json_read_real(struct json value, double *number) __attribute__((warn_unused_result));
bool json_read_bool(struct json value, bool *flag) __attribute__((warn_unused_result));
/* unescaped, zero-terminated; U+0000 inside is refused */
bool json_read_text(struct json value, char *text, size_t size, size_t *length)
    __attribute__((warn_unused_result));

#endif
