/* JSON in and out (see json.h): the writer, then the check of a whole text, then walking and
 * reading.
 *
 * Messages have between a hundred bytes and some ten kilobytes, mostly short plain strings. Both
 * directions are therefore built around one function that finds the end of a run of plain
 * characters, eight at a time. */
#include "core/json.h"

#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

/* ── characters ────────────────────────────────────────────────── */

static bool is_plain(unsigned char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Are all eight bytes plain? A borrow can only spread from a byte that is not, so the answer is
 * exact. */
static bool is_plain_word(uint64_t word) {
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    uint64_t special = (quote - ones) | (backslash - ones) | (word - ones * 0x20) | word;
    return (special & highs) == 0;
}

/* Are these 4 to 8 bytes plain? The two loads overlap, which does not matter. */
static bool is_plain_end(const char *text, size_t length) {
    uint32_t first, last;
    memcpy(&first, text, sizeof first);
    memcpy(&last, &text[length - sizeof last], sizeof last);
    return is_plain_word(first | (uint64_t)last << 32);
}

/* The number of bytes from `at` that a JSON string holds verbatim: no escape, no UTF-8 to check.
 * Most texts are short, so the end is not looked at byte by byte either. */
static size_t plain_run(const char *text, size_t at, size_t length) {
    size_t end = at;
    uint64_t word;
    while (length - end >= sizeof word) {
        memcpy(&word, &text[end], sizeof word);
        if (!is_plain_word(word)) break;
        end += sizeof word;
    }
    if (length - end >= 4 && length - end < sizeof word && is_plain_end(&text[end], length - end))
        return length - at;
    while (end < length && is_plain((unsigned char)text[end])) end++;
    return end - at;
}

/* The length of the UTF-8 sequence at `at`, or 0 if it is invalid. If the text ends inside a
 * sequence that is valid so far, the length exceeds what is left. Table 3-7 of the Unicode
 * standard. */
static size_t utf8_sequence(const char *text, size_t at, size_t length) {
    unsigned char lead = (unsigned char)text[at];
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    size_t need = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80; /* overlong below */
    /* surrogates, too large */
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < need && i < length - at; i++) {
        unsigned char c = (unsigned char)text[at + i];
        if (c < low || c > high) return 0;
        low = 0x80;
        high = 0xBF;
    }
    return need;
}

static size_t utf8_encode(uint32_t code, char bytes[4]) {
    ensure(code < 0x110000);
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    bytes[0] = (char)((0xF00u >> size & 0xF0) | code); /* 110…, 1110…, 11110… */
    return size;
}

static bool is_high_surrogate(uint32_t code) {
    return code >= 0xD800 && code < 0xDC00;
}

static bool is_low_surrogate(uint32_t code) {
    return code >= 0xDC00 && code < 0xE000;
}

static uint32_t surrogate_pair(uint32_t high, uint32_t low) {
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* ── writing ────────────────────────────────────────────────── */

/* Writes as much as fits: the buffer always holds a prefix of the whole text. */
static void put(struct json_out *out, const char *text, size_t length) {
    ensure(length <= SIZE_MAX - out->length);
    if (out->length < out->size && length > 0) {
        size_t room = out->size - out->length;
        memcpy(&out->text[out->length], text, length < room ? length : room);
    }
    out->length += length;
}

static void put_char(struct json_out *out, char c) {
    if (out->length < out->size) out->text[out->length] = c;
    out->length++;
    ensure(out->length != 0);
}

static void put_escape(struct json_out *out, unsigned char c) {
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    const char *known = c == 0 ? NULL : strchr(from, c);
    if (known != NULL) escape[1] = to[known - from];
    put(out, escape, known != NULL ? 2 : 6);
}

/* Writes the one character at `at` that is not plain; returns the bytes consumed. A byte that
 * belongs to no UTF-8 sequence becomes U+FFFD. */
static size_t put_special(struct json_out *out, const char *text, size_t at, size_t length) {
    unsigned char c = (unsigned char)text[at];
    if (c < 0x80) {
        put_escape(out, c);
        return 1;
    }
    size_t need = utf8_sequence(text, at, length);
    if (need == 0 || need > length - at) {
        put(out, "\xEF\xBF\xBD", 3);
        return 1;
    }
    put(out, &text[at], need);
    return need;
}

/* Writes what precedes a value: the comma and the member's name. */
static void put_before(struct json_out *out, const char *name) {
    if (out->comma) put_char(out, ',');
    out->comma = true;
    if (name == NULL) return;
    put_char(out, '"');
    json_text_add(out, name, strlen(name));
    put(out, "\":", 2);
}

static void put_opening(struct json_out *out, const char *name, char bracket) {
    put_before(out, name);
    put_char(out, bracket);
    out->comma = false;
}

static void put_closing(struct json_out *out, char bracket) {
    put_char(out, bracket);
    out->comma = true;
}

static void put_decimal(struct json_out *out, uint64_t number) {
    char text[20]; /* 18446744073709551615 */
    size_t at = sizeof text;
    do {
        text[--at] = digits[number % 10];
        number /= 10;
    } while (number > 0);
    put(out, &text[at], sizeof text - at);
}

void json_begin(struct json_out *out, char *text, size_t size) {
    ensure(text != NULL || size == 0);
    *out = (struct json_out){.text = text, .size = size};
}

void json_object(struct json_out *out, const char *name) {
    put_opening(out, name, '{');
}

void json_object_end(struct json_out *out) {
    put_closing(out, '}');
}

void json_array(struct json_out *out, const char *name) {
    put_opening(out, name, '[');
}

void json_array_end(struct json_out *out) {
    put_closing(out, ']');
}

void json_text(struct json_out *out, const char *name, const char *text) {
    ensure(text != NULL);
    json_text_n(out, name, text, strlen(text));
}

void json_text_n(struct json_out *out, const char *name, const char *text, size_t length) {
    json_text_begin(out, name);
    json_text_add(out, text, length);
    json_text_end(out);
}

void json_text_begin(struct json_out *out, const char *name) {
    put_before(out, name);
    put_char(out, '"');
}

/* Pieces are independent of each other, so a character must not be split between two. */
void json_text_add(struct json_out *out, const char *text, size_t length) {
    ensure(text != NULL || length == 0);
    size_t at = 0;
    while (at < length) {
        size_t run = plain_run(text, at, length);
        put(out, &text[at], run);
        at += run;
        if (at < length) at += put_special(out, text, at, length);
    }
}

void json_text_end(struct json_out *out) {
    put_char(out, '"');
}

void json_number(struct json_out *out, const char *name, int64_t number) {
    put_before(out, name);
    if (number < 0) put_char(out, '-');
    put_decimal(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* The millionths of 0 ≤ fraction < 1, rounded half up, without the error a product in double
 * has: 0.x × 64 is exact, and × 15625 (14 bits) is exact for each half of it cut at the 33rd
 * binary place. Below 2^-21 the lower half could be inexact, but then the result is 0 by a wide
 * margin. */
static uint32_t millionths(double fraction) {
    ensure(fraction >= 0 && fraction < 1);
    const double cut = 8589934592.0; /* 2^33 */
    double whole = fraction * 64;
    double high = (double)(uint64_t)(whole * cut) / cut, low = whole - high;
    double product = high * 15625, carry = low * 15625;
    uint32_t result = (uint32_t)product;
    double rest = product - result;
    return result + (carry >= 0.5 - rest);
}

void json_real(struct json_out *out, const char *name, double number) {
    ensure(number > -1e12 && number < 1e12); /* NaN fails both comparisons */
    double size = number < 0 ? -number : number;
    uint64_t whole = (uint64_t)size;
    uint32_t part = millionths(size - (double)whole);
    if (part == 1000000) {
        part = 0;
        whole++;
    }
    put_before(out, name);
    if (number < 0 && (whole > 0 || part > 0)) put_char(out, '-');
    put_decimal(out, whole);
    if (part == 0) return;
    put_char(out, '.');
    for (uint32_t unit = 100000; part > 0; unit /= 10) {
        put_char(out, digits[part / unit]);
        part %= unit;
    }
}

void json_bool(struct json_out *out, const char *name, bool value) {
    put_before(out, name);
    put(out, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json_out *out, const char *name) {
    put_before(out, name);
    put(out, "null", 4);
}

void json_raw(struct json_out *out, const char *name, const char *text, size_t length) {
    ensure(text != NULL && length > 0);
    put_before(out, name);
    put(out, text, length);
}

void json_line(struct json_out *out) {
    put_char(out, '\n');
    out->comma = false;
}

/* ── checking a whole text ────────────────────────────────────────────────── */

/* `at` advances over valid text. On an error it stays at the first byte that cannot continue a
 * valid text, or at the first byte of a broken character (an escape's backslash). */
struct parser {
    const char *text;
    size_t length;
    size_t at;
};

static void skip_space(struct parser *p) {
    while (p->at < p->length && is_space(p->text[p->at])) p->at++;
}

static enum json_error unexpected(const struct parser *p) {
    return p->at < p->length ? JSON_BAD_SYNTAX : JSON_CUT_OFF;
}

static bool accept(struct parser *p, char c) {
    if (p->at == p->length || p->text[p->at] != c) return false;
    p->at++;
    return true;
}

static enum json_error check_word(struct parser *p, const char *word) {
    for (; *word != '\0'; word++) {
        if (!accept(p, *word)) return unexpected(p);
    }
    return JSON_OK;
}

static enum json_error check_digits(struct parser *p) {
    if (p->at == p->length || !is_digit(p->text[p->at])) return unexpected(p);
    while (p->at < p->length && is_digit(p->text[p->at])) p->at++;
    return JSON_OK;
}

static enum json_error check_number(struct parser *p) {
    accept(p, '-');
    enum json_error error = accept(p, '0') ? JSON_OK : check_digits(p);
    if (error == JSON_OK && accept(p, '.')) error = check_digits(p);
    if (error == JSON_OK && (accept(p, 'e') || accept(p, 'E'))) {
        if (!accept(p, '+')) accept(p, '-');
        error = check_digits(p);
    }
    return error;
}

/* The four digits after \u. */
static enum json_error check_hex(struct parser *p, uint32_t *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        uint32_t value = p->at < p->length ? hex_digit(p->text[p->at]) : HEX_NONE;
        if (value == HEX_NONE) return unexpected(p);
        *code = *code << 4 | value;
    }
    return JSON_OK;
}

/* \uXXXX, after the u, of an escape that began at `start`. A high surrogate takes the low one
 * after it along. */
static enum json_error check_unicode(struct parser *p, size_t start) {
    uint32_t high, low = 0;
    enum json_error error = check_hex(p, &high);
    if (error != JSON_OK) return error;
    if (is_high_surrogate(high)) {
        if (accept(p, '\\') && accept(p, 'u')) {
            error = check_hex(p, &low);
        } else if (p->at == p->length) {
            error = JSON_CUT_OFF;
        }
        if (error != JSON_OK) return error;
    }
    if (is_high_surrogate(high) ? is_low_surrogate(low) : !is_low_surrogate(high)) return JSON_OK;
    p->at = start;
    return JSON_BAD_UTF8;
}

static enum json_error check_escape(struct parser *p) {
    size_t start = p->at++;
    if (p->at == p->length) return JSON_CUT_OFF;
    char c = p->text[p->at];
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL) return JSON_BAD_SYNTAX;
    p->at++;
    return c == 'u' ? check_unicode(p, start) : JSON_OK;
}

static enum json_error check_utf8(struct parser *p) {
    size_t need = utf8_sequence(p->text, p->at, p->length);
    if (need == 0) return JSON_BAD_UTF8;
    if (need > p->length - p->at) {
        p->at = p->length;
        return JSON_CUT_OFF;
    }
    p->at += need;
    return JSON_OK;
}

static enum json_error check_text(struct parser *p) {
    if (!accept(p, '"')) return unexpected(p);
    for (;;) {
        p->at += plain_run(p->text, p->at, p->length);
        if (p->at == p->length) return JSON_CUT_OFF;
        if (accept(p, '"')) return JSON_OK;
        unsigned char c = (unsigned char)p->text[p->at];
        if (c < 0x20) return JSON_BAD_SYNTAX;
        enum json_error error = c == '\\' ? check_escape(p) : check_utf8(p);
        if (error != JSON_OK) return error;
    }
}

static enum json_error check_value(struct parser *p, int depth);

static enum json_error check_member(struct parser *p, int depth) {
    enum json_error error = check_text(p);
    if (error != JSON_OK) return error;
    skip_space(p);
    if (!accept(p, ':')) return unexpected(p);
    skip_space(p);
    return check_value(p, depth);
}

/* An object or array at nesting depth `depth`. */
static enum json_error check_container(struct parser *p, int depth) {
    if (depth > JSON_DEPTH_MAX) return JSON_TOO_DEEP;
    bool object = p->text[p->at++] == '{';
    char closing = object ? '}' : ']';
    skip_space(p);
    if (accept(p, closing)) return JSON_OK;
    for (;;) {
        enum json_error error = object ? check_member(p, depth) : check_value(p, depth);
        if (error != JSON_OK) return error;
        skip_space(p);
        if (accept(p, closing)) return JSON_OK;
        if (!accept(p, ',')) return unexpected(p);
        skip_space(p);
    }
}

/* A value inside `depth` containers. Recursion ends at JSON_DEPTH_MAX. */
static enum json_error check_value(struct parser *p, int depth) {
    if (p->at == p->length) return JSON_CUT_OFF;
    switch (p->text[p->at]) {
    case '{':
    case '[': return check_container(p, depth + 1);
    case '"': return check_text(p);
    case 't': return check_word(p, "true");
    case 'f': return check_word(p, "false");
    case 'n': return check_word(p, "null");
    default: return check_number(p);
    }
}

enum json_error json_parse(const char *text, size_t length, struct json *value, size_t *where) {
    ensure(text != NULL || length == 0);
    ensure(value != NULL && where != NULL);
    *where = JSON_SIZE_MAX;
    if (length > JSON_SIZE_MAX) return JSON_TOO_LARGE;

    struct parser p = {.text = text, .length = length};
    skip_space(&p);
    size_t start = p.at;
    enum json_error error = check_value(&p, 0);
    size_t end = p.at;
    if (error == JSON_OK) {
        skip_space(&p);
        if (p.at < length) error = JSON_TRAILING;
    }
    *where = p.at;
    if (error == JSON_OK) *value = (struct json){.text = &text[start], .length = end - start};
    return error;
}

/* ── walking and reading: only over values that json_parse has checked ───────────────────────── */

enum json_type json_type(struct json value) {
    if (value.length == 0) return JSON_NONE;
    switch (value.text[0]) {
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case '"': return JSON_TEXT;
    case 't':
    case 'f': return JSON_BOOL;
    case 'n': return JSON_NULL;
    default: return JSON_NUMBER;
    }
}

/* The length of the string that begins at `at`, with its quotes. */
static size_t text_span(struct json in, size_t at) {
    size_t end = at + 1;
    for (;;) {
        end += plain_run(in.text, end, in.length);
        ensure(end < in.length);
        if (in.text[end] == '"') return end + 1 - at;
        end += in.text[end] == '\\' ? 2 : 1;
    }
}

/* The length of the object or array that begins at `at`: brackets are counted, strings jumped
 * over. */
static size_t container_span(struct json in, size_t at) {
    size_t end = at;
    int depth = 0;
    do {
        ensure(end < in.length);
        char c = in.text[end];
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') depth--;
        end += c == '"' ? text_span(in, end) : 1;
    } while (depth > 0);
    return end - at;
}

static size_t word_span(struct json in, size_t at) {
    size_t end = at;
    while (end < in.length && in.text[end] != ',' && in.text[end] != ']' && in.text[end] != '}' &&
           !is_space(in.text[end])) {
        end++;
    }
    ensure(end > at);
    return end - at;
}

/* The value that begins at `at`. */
static struct json value_at(struct json in, size_t at) {
    ensure(at < in.length);
    char c = in.text[at];
    size_t length = c == '"'               ? text_span(in, at)
                    : c == '{' || c == '[' ? container_span(in, at)
                                           : word_span(in, at);
    return (struct json){.text = &in.text[at], .length = length};
}

static size_t past_space(struct json in, size_t at) {
    while (at < in.length && is_space(in.text[at])) at++;
    ensure(at < in.length);
    return at;
}

/* `at` is the rest of the container: after the opening bracket, then after each value; at the
 * end it stays at the closing bracket. */
bool json_next(struct json container, struct json *at, struct json *name, struct json *value) {
    enum json_type type = json_type(container);
    struct json none = {0};
    if (name != NULL) *name = none;
    *value = none;
    if (type != JSON_OBJECT && type != JSON_ARRAY) return false;
    if (at->text == NULL)
        *at = (struct json){.text = &container.text[1], .length = container.length - 1};

    struct json left = *at;
    size_t i = past_space(left, 0);
    if (left.text[i] == ',') i = past_space(left, i + 1);
    *at = (struct json){.text = &left.text[i], .length = left.length - i};
    if (left.text[i] == ']' || left.text[i] == '}') return false;

    if (type == JSON_OBJECT) {
        struct json member = value_at(left, i);
        if (name != NULL) *name = member;
        i = past_space(left, i + member.length);
        ensure(left.text[i] == ':');
        i = past_space(left, i + 1);
    }
    *value = value_at(left, i);
    i += value->length;
    *at = (struct json){.text = &left.text[i], .length = left.length - i};
    return true;
}

struct json json_get(struct json object, const char *name) {
    struct json at = {0}, member, value;
    if (json_type(object) != JSON_OBJECT) return (struct json){0};
    while (json_next(object, &at, &member, &value)) {
        if (json_is(member, name)) return value;
    }
    return (struct json){0};
}

static uint32_t hex_code(const char *four) {
    return hex_digit(four[0]) << 12 | hex_digit(four[1]) << 8 | hex_digit(four[2]) << 4 |
           hex_digit(four[3]);
}

/* Decodes the escape at `text` to UTF-8; returns the bytes that the escape takes. */
static size_t unescape(const char *text, char bytes[4], size_t *size) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (text[1] != 'u') {
        const char *known = strchr(from, text[1]);
        ensure(known != NULL && *known != '\0');
        bytes[0] = to[known - from];
        *size = 1;
        return 2;
    }
    uint32_t code = hex_code(&text[2]);
    bool pair = is_high_surrogate(code);
    if (pair) code = surrogate_pair(code, hex_code(&text[8]));
    *size = utf8_encode(code, bytes);
    return pair ? 12 : 6;
}

/* The next piece of a string from *at on: a run of verbatim bytes, or one escape, decoded into
 * `bytes`. Returns false at the closing quote. */
static bool text_piece(struct json value, size_t *at, char bytes[4], const char **piece,
                       size_t *size) {
    size_t start = *at, end = start;
    ensure(start < value.length);
    while (value.text[end] != '"' && value.text[end] != '\\') {
        size_t run = plain_run(value.text, end, value.length);
        end += run > 0 ? run : 1;
        ensure(end < value.length);
    }
    if (end > start) {
        *piece = &value.text[start];
        *size = end - start;
        *at = end;
        return true;
    }
    if (value.text[start] == '"') return false;
    *piece = bytes;
    *at += unescape(&value.text[start], bytes, size);
    return true;
}

bool json_is(struct json value, const char *text) {
    ensure(text != NULL);
    if (json_type(value) != JSON_TEXT) return false;
    char bytes[4];
    const char *piece;
    size_t at = 1, size, done = 0, length = strlen(text);
    while (text_piece(value, &at, bytes, &piece, &size)) {
        if (size > length - done || memcmp(piece, &text[done], size) != 0) return false;
        done += size;
    }
    return done == length;
}

bool json_read_number(struct json value, int64_t *number) {
    if (json_type(value) != JSON_NUMBER) return false;
    bool negative = value.text[0] == '-';
    const uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t size = 0;
    for (size_t i = negative; i < value.length; i++) {
        if (!is_digit(value.text[i])) return false;
        uint64_t digit = (uint64_t)(value.text[i] - '0');
        if (size > (limit - digit) / 10) return false;
        size = size * 10 + digit;
    }
    /* The smallest number has no positive counterpart, so it is handled apart. */
    *number = negative && size > 0 ? -(int64_t)(size - 1) - 1 : (int64_t)size;
    return true;
}

bool json_read_real(struct json value, double *number) {
    enum { DIGITS_MAX = 15 };
    if (json_type(value) != JSON_NUMBER) return false;
    double size = 0, unit = 1;
    bool negative = value.text[0] == '-', point = false;
    unsigned count = 0;
    for (size_t i = negative; i < value.length; i++) {
        if (value.text[i] == '.') {
            point = true;
            continue;
        }
        if (!is_digit(value.text[i]) || ++count > DIGITS_MAX) return false;
        size = size * 10 + (value.text[i] - '0');
        if (point) unit *= 10;
    }
    /* both are whole numbers that a double holds exactly */
    *number = (negative ? -size : size) / unit;
    return true;
}

bool json_read_bool(struct json value, bool *flag) {
    if (json_type(value) != JSON_BOOL) return false;
    *flag = value.text[0] == 't';
    return true;
}

/* The length of the unescaped string; false if it contains U+0000. */
static bool text_length(struct json value, size_t *length) {
    char bytes[4];
    const char *piece;
    size_t at = 1, size, total = 0;
    while (text_piece(value, &at, bytes, &piece, &size)) {
        /* only an escape can encode it: a run has no control characters */
        if (piece[0] == '\0') return false;
        total += size;
    }
    *length = total;
    return true;
}

/* Measured first, because a string that does not fit must change nothing. */
bool json_read_text(struct json value, char *text, size_t size, size_t *length) {
    size_t need;
    if (json_type(value) != JSON_TEXT || !text_length(value, &need) || need >= size) return false;
    char bytes[4];
    const char *piece;
    size_t at = 1, piece_size, done = 0;
    while (text_piece(value, &at, bytes, &piece, &piece_size)) {
        memcpy(&text[done], piece, piece_size);
        done += piece_size;
    }
    ensure(done == need);
    text[done] = '\0';
    if (length != NULL) *length = done;
    return true;
}
