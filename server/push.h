/* Web Push: encrypts messages for a browser (RFC 8291) and identifies this server to push services
 * (RFC 8292). */
#ifndef SERVER_PUSH_H
#define SERVER_PUSH_H

#include "server/core.h"

enum {
    PUSH_POINT = 65,
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_HEAD = PUSH_SALT + 4 + 1 + PUSH_POINT, /* header of RFC 8188 */
    PUSH_MORE = PUSH_HEAD + 1 + 16, /* overhead per message */
    PUSH_TOKEN_MAX = 1024,
};

bool push_keys_make(struct core_keys *keys) __attribute__((warn_unused_result));

/* `sealed` needs length + PUSH_MORE bytes. `sender` must be a fresh key pair per message. False:
 * the browser's key is invalid. */
bool push_seal(const uint8_t browser[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
               const struct core_keys *sender, const uint8_t salt[PUSH_SALT], const char *text,
               size_t length, uint8_t *sealed) __attribute__((warn_unused_result));

/* Writes the `Authorization` header for the push service at `url`. `contact` may be NULL. */
bool push_authorize(const struct core_keys *keys, const char *url, const char *contact,
                    int64_t now_ms, char value[PUSH_TOKEN_MAX]) __attribute__((warn_unused_result));

#endif
