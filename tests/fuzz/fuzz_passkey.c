/* Fuzzes what browsers send for passkeys. The first byte says what the rest is: an attestation
 * object, authenticator data with or without a key, client data, or an origin. For any input, spans
 * lie inside it, and a key has a known algorithm. */
#include "core/ensure.h"
#include "server/cbor.h"
#include "server/passkey.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_data(const uint8_t *bytes, size_t size, bool made) {
    struct passkey_data data;
    if (!passkey_read_data(bytes, size, made, &data)) return;
    ensure(((data.flags & PASSKEY_KEY) != 0) == made && data.counter >= 0);
    if (!made) return;
    ensure(data.algorithm == PASSKEY_ES256 || data.algorithm == PASSKEY_EDDSA);
    ensure(data.credential_size > 0 && data.credential_size < STORE_CREDENTIAL);
    ensure(data.credential > bytes && data.credential + data.credential_size < bytes + size);
}

static void check_attestation(const uint8_t *bytes, size_t size) {
    const uint8_t *found;
    size_t found_size;
    if (!passkey_read_attestation(bytes, size, &found, &found_size)) return;
    ensure(found > bytes && found + found_size <= bytes + size);
    check_data(found, found_size, true);
}

static void check_client(const char *text, size_t size) {
    char challenge[PASSKEY_CHALLENGE_TEXT];
    if (passkey_read_client(text, size, "webauthn.get", "https://spiel.example", challenge))
        ensure(strlen(challenge) == PASSKEY_CHALLENGE_TEXT - 1);
}

static void check_origin(const uint8_t *bytes, size_t size) {
    char *text = strndup((const char *)bytes, size), domain[CORE_ORIGIN_MAX];
    ensure(text);
    if (passkey_domain(text, domain)) ensure(domain[0] && strstr(text, domain));
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    /* a block of exactly this size, so that the sanitizer sees reads beyond it */
    uint8_t *bytes = malloc(size);
    ensure(bytes);
    memcpy(bytes, data + 1, --size);
    struct cbor c = {bytes, bytes + size};
    if (cbor_skip(&c)) ensure(c.at > bytes && c.at <= c.end);
    switch (data[0] % 5) {
    case 0: check_attestation(bytes, size); break;
    case 1: check_data(bytes, size, true); break;
    case 2: check_data(bytes, size, false); break;
    case 3: check_client((const char *)bytes, size); break;
    case 4: check_origin(bytes, size); break;
    }
    free(bytes);
    return 0;
}
