#include "server/signature.h"

#include "core/ensure.h"
#include "server/passkey.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <string.h>

enum { HASH = crypto_hash_sha256_BYTES, SIGNED_MAX = CORE_PASSKEY_DATA + HASH };

/* The authenticator data begins with the hash of the domain for which the key was made. */
static bool right_domain(const struct core_passkey *passkey) {
    uint8_t hash[HASH];
    crypto_hash_sha256(hash, (const uint8_t *)passkey->domain, strlen(passkey->domain));
    return passkey->data_size >= HASH && sodium_memcmp(hash, passkey->data, HASH) == 0;
}

/* NULL: no point of the curve. */
static EVP_PKEY *p256_key(const uint8_t point[CORE_PASSKEY_KEY]) {
    /* SubjectPublicKeyInfo of RFC 5480 up to the point */
    static const uint8_t prefix[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48,
                                     0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
                                     0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
    uint8_t whole[sizeof prefix + CORE_PASSKEY_KEY];
    const uint8_t *at = whole;
    memcpy(whole, prefix, sizeof prefix);
    memcpy(whole + sizeof prefix, point, CORE_PASSKEY_KEY);
    return d2i_PUBKEY(NULL, &at, sizeof whole);
}

static bool check_es256(const struct core_passkey *passkey, const uint8_t *text, size_t size) {
    EVP_PKEY *key = p256_key(passkey->key);
    EVP_MD_CTX *context = key ? EVP_MD_CTX_new() : NULL;
    bool good = key && !passkey->signature_size;
    if (context && passkey->signature_size)
        good =
            EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
            EVP_DigestVerify(context, passkey->signature, passkey->signature_size, text, size) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

static bool check_eddsa(const struct core_passkey *passkey, const uint8_t *text, size_t size) {
    uint8_t unused[crypto_scalarmult_curve25519_BYTES];
    if (!passkey->signature_size) /* a new key: is it a usable point? */
        return crypto_sign_ed25519_pk_to_curve25519(unused, passkey->key) == 0;
    return passkey->signature_size == crypto_sign_BYTES &&
           crypto_sign_verify_detached(passkey->signature, text, size, passkey->key) == 0;
}

void signature_check(struct core_work *work) {
    struct core_passkey *passkey = &work->passkey;
    uint8_t text[SIGNED_MAX];
    ensure(passkey->data_size <= sizeof passkey->data &&
           passkey->client_size <= sizeof passkey->client);
    memcpy(text, passkey->data, passkey->data_size);
    crypto_hash_sha256(text + passkey->data_size, (const uint8_t *)passkey->client,
                       passkey->client_size);
    passkey->good = right_domain(passkey);
    if (!passkey->good) return;
    size_t size = passkey->data_size + HASH;
    if (passkey->algorithm == PASSKEY_ES256) passkey->good = check_es256(passkey, text, size);
    else passkey->good = passkey->algorithm == PASSKEY_EDDSA && check_eddsa(passkey, text, size);
}
