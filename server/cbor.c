#include "server/cbor.h"

/* Major types, the upper three bits of a value's first byte. */
enum { UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE };
enum { FALSE = 20, TRUE, NIL };

/* Reads a value's first byte and the number in or behind it, which must have the shortest form. */
static bool head(struct cbor *c, unsigned *major, uint64_t *number) {
    if (c->at == c->end) return false;
    unsigned first = *c->at++, low = first & 31;
    *major = first >> 5;
    *number = low;
    if (low < 24) return true;
    if (low > 27) return false; /* reserved, or of indefinite length */
    size_t size = (size_t)1 << (low - 24);
    if ((size_t)(c->end - c->at) < size) return false;
    *number = 0;
    for (size_t i = 0; i < size; i++) *number = *number << 8 | *c->at++;
    return size == 1 ? *number >= 24 : *number >> 4 * size != 0;
}

static bool of_type(struct cbor *c, unsigned wanted, uint64_t *number) {
    unsigned major;
    return head(c, &major, number) && major == wanted;
}

bool cbor_number(struct cbor *c, int64_t *number) {
    unsigned major;
    uint64_t read;
    if (!head(c, &major, &read) || major > NEGATIVE || read > INT64_MAX) return false;
    *number = major == NEGATIVE ? -1 - (int64_t)read : (int64_t)read;
    return true;
}

static bool span(struct cbor *c, unsigned major, const uint8_t **bytes, size_t *size) {
    uint64_t length;
    if (!of_type(c, major, &length) || length > (size_t)(c->end - c->at)) return false;
    *bytes = c->at;
    *size = (size_t)length;
    c->at += length;
    return true;
}

bool cbor_bytes(struct cbor *c, const uint8_t **bytes, size_t *size) {
    return span(c, BYTES, bytes, size);
}

bool cbor_text(struct cbor *c, const char **text, size_t *size) {
    return span(c, TEXT, (const uint8_t **)text, size);
}

bool cbor_map(struct cbor *c, size_t *pairs) {
    uint64_t count;
    if (!of_type(c, MAP, &count) || count > (size_t)(c->end - c->at) / 2) return false;
    *pairs = (size_t)count;
    return true;
}

static bool skip(struct cbor *c, unsigned depth) {
    unsigned major;
    uint64_t number;
    size_t left;
    if (!head(c, &major, &number)) return false;
    left = (size_t)(c->end - c->at);
    switch (major) {
    case UNSIGNED:
    case NEGATIVE: return true;
    case BYTES:
    case TEXT: c->at += number <= left ? number : 0; return number <= left;
    case ARRAY:
    case MAP:
        if (depth == CBOR_DEPTH_MAX || number > left) return false;
        for (uint64_t i = number * (major == MAP ? 2 : 1); i > 0; i--)
            if (!skip(c, depth + 1)) return false;
        return true;
    case SIMPLE: return number >= FALSE && number <= NIL;
    default: return false;
    }
}

bool cbor_skip(struct cbor *c) {
    return skip(c, 0);
}
