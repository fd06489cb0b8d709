/* What browsers and authenticators say about passkeys (Web Authentication, level 2): reading and
 * checking its form. Pure functions; signatures are checked by signature.h on another thread.
 *
 * The client data is JSON: what was signed, for which page. The authenticator data is binary:
 *
 *     32 bytes   hash of the domain
 *      1         flags
 *      4         counter
 *     16, 2, n   only with PASSKEY_KEY: the model, the length of the credential's id, the id
 *      …         only with PASSKEY_KEY: the public key as a COSE map
 *      …         only with PASSKEY_EXTENDED: a CBOR map, ignored
 */
#ifndef SERVER_PASSKEY_H
#define SERVER_PASSKEY_H

#include "server/core.h"

/* Bits of the flags. */
enum {
    PASSKEY_PRESENT = 1, /* somebody touched the authenticator */
    PASSKEY_VERIFIED = 4, /* and proved by PIN or finger that it is theirs */
    PASSKEY_MAY_BACK_UP = 8,
    PASSKEY_BACKED_UP = 16,
    PASSKEY_KEY = 64,
    PASSKEY_EXTENDED = 128,
};

/* Algorithms of COSE (RFC 9053). */
enum { PASSKEY_ES256 = -7, PASSKEY_EDDSA = -8 };

enum { PASSKEY_CHALLENGE = 32, PASSKEY_CHALLENGE_TEXT = 44, PASSKEY_ATTESTATION_MAX = 4096 };

struct passkey_data {
    unsigned flags;
    int64_t counter;
    /* with PASSKEY_KEY: */
    const uint8_t *credential; /* inside the data */
    size_t credential_size;
    int64_t algorithm;
    uint8_t key[CORE_PASSKEY_KEY]; /* ES256: 4, x, y; EdDSA: the first 32 bytes */
};

/* Does the client data say that this page asked for this (`type`: "webauthn.create" or
 * "webauthn.get")? Then it gives the challenge. */
bool passkey_read_client(const char *text, size_t length, const char *type, const char *origin,
                         char challenge[PASSKEY_CHALLENGE_TEXT])
    __attribute__((warn_unused_result));
/* With a new key if `made`, otherwise without. */
bool passkey_read_data(const uint8_t *bytes, size_t size, bool made, struct passkey_data *data)
    __attribute__((warn_unused_result));
/* The authenticator data in an attestation object. Its statement is skipped: who built the
 * authenticator does not matter here. */
bool passkey_read_attestation(const uint8_t *bytes, size_t size, const uint8_t **data,
                              size_t *data_size) __attribute__((warn_unused_result));
/* The domain of an origin such as "https://example.org:8443"; addresses are none. */
bool passkey_domain(const char *origin, char domain[CORE_ORIGIN_MAX])
    __attribute__((warn_unused_result));
/* How many bytes a key of this algorithm has. */
size_t passkey_key_size(int64_t algorithm);

#endif
