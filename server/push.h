/* Web Push: a message that only the browser can read (RFC 8291), from a server that proves who
 * it is (RFC 8292). */
#ifndef SERVER_PUSH_H
#define SERVER_PUSH_H

#include "server/core.h"

enum {
    PUSH_POINT = 65,
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_HEAD = PUSH_SALT + 4 + 1 + PUSH_POINT, /* of RFC 8188 */
    PUSH_MORE = PUSH_HEAD + 1 + 16, /* what a message grows by */
    PUSH_TOKEN_MAX = 1024,
};

bool push_keys_make(struct core_keys *keys) __attribute__((warn_unused_result));

/* `sealed` takes length + PUSH_MORE bytes. `sender` is for this message alone. False: the
 * browser's key is none. */
bool push_seal(const uint8_t browser[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
               const struct core_keys *sender, const uint8_t salt[PUSH_SALT], const char *text,
               size_t length, uint8_t *sealed) __attribute__((warn_unused_result));

/* The value of `Authorization` for the push service at `url`. `contact` may be NULL. */
bool push_authorize(const struct core_keys *keys, const char *url, const char *contact,
                    int64_t now_ms, char value[PUSH_TOKEN_MAX]) __attribute__((warn_unused_result));

#endif
