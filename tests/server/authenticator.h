/* A self-made authenticator: makes keys and signs as browsers do, correctly or with one fault. */
#ifndef TESTS_SERVER_AUTHENTICATOR_H
#define TESTS_SERVER_AUTHENTICATOR_H

#include "server/passkey.h"

#include <openssl/evp.h>

struct authenticator {
    bool eddsa; /* otherwise ES256 */
    const char *origin, *domain;
    unsigned flags; /* without PASSKEY_KEY */
    uint32_t counter; /* raised before every signature, unless 0 */
    uint8_t credential[32];
    size_t credential_size;
    EVP_PKEY *p256;
    uint8_t open[64], secret[64]; /* of EdDSA */
    /* faults */
    const char *type; /* instead of the right one; NULL: none */
    bool crossing; /* in a frame of another site */
    unsigned flip; /* this byte of the signature is wrong, counted from 1 */
    unsigned cut; /* so many bytes are missing at the end of the data */
    bool longer; /* a byte too many follows it */
    bool off_curve; /* the public key is no point */
    bool extended; /* with an extension */
};

/* `seed` decides about the credential. */
void authenticator_open(struct authenticator *a, bool eddsa, uint8_t seed);
void authenticator_close(struct authenticator *a);

/* The answer to a challenge as JSON with ' for ": the member `passkey`. */
void authenticator_make(struct authenticator *a, const char *challenge, char *json, size_t size);
void authenticator_sign(struct authenticator *a, const char *challenge, const char *user,
                        char *json, size_t size);

#endif
