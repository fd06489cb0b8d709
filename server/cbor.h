/* A strict reader of CBOR (RFC 8949), as authenticators write it: definite lengths, shortest forms,
 * no tags, no floating-point numbers. It reads over a buffer and allocates nothing.
 *
 *     struct cbor at = {bytes, bytes + size};
 *     if (!cbor_map(&at, &count)) … */
#ifndef SERVER_CBOR_H
#define SERVER_CBOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CBOR_DEPTH_MAX = 4 }; /* of values that are skipped */

struct cbor {
    const uint8_t *at, *end;
};

/* Each reads one value; false: there is no such value. The reader is then of no more use. */
bool cbor_number(struct cbor *c, int64_t *number) __attribute__((warn_unused_result));
bool cbor_bytes(struct cbor *c, const uint8_t **bytes, size_t *size)
    __attribute__((warn_unused_result));
/* Not zero-terminated, and not checked for UTF-8: compare it only. */
bool cbor_text(struct cbor *c, const char **text, size_t *size) __attribute__((warn_unused_result));
/* The pairs of the map follow. */
bool cbor_map(struct cbor *c, size_t *pairs) __attribute__((warn_unused_result));
/* Any value. */
bool cbor_skip(struct cbor *c) __attribute__((warn_unused_result));

#endif
