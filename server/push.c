#include "server/push.h"

#include "server/state.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>

enum { HASH = 32, TOKEN_HOURS = 12, RECORD = 4096 };

/* ---- keys ---- */

bool push_keys_make(struct core_keys *keys) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *secret = NULL;
    size_t length = 0;
    bool made = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) &&
                BN_bn2binpad(secret, keys->secret, sizeof keys->secret) == sizeof keys->secret &&
                EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, keys->open,
                                                sizeof keys->open, &length) &&
                length == sizeof keys->open;
    BN_clear_free(secret);
    EVP_PKEY_free(key);
    return made;
}

/* `secret` is NULL for another party's public key. Returns NULL if the key is invalid. */
static EVP_PKEY *key_of(const uint8_t open[PUSH_POINT], const uint8_t *secret) {
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, 32, NULL) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = NULL;
    bool good =
        build && context && (number || !secret) &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, open, PUSH_POINT) &&
        (!secret || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number));
    if (good) params = OSSL_PARAM_BLD_to_param(build);
    if (params && EVP_PKEY_fromdata_init(context) > 0 &&
        EVP_PKEY_fromdata(context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) <=
            0)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return key;
}

static bool agree(const struct core_keys *mine, const uint8_t theirs[PUSH_POINT],
                  uint8_t shared[HASH]) {
    EVP_PKEY *own = key_of(mine->open, mine->secret), *other = key_of(theirs, NULL);
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t length = HASH;
    bool agreed = context && other && EVP_PKEY_derive_init(context) > 0 &&
                  EVP_PKEY_derive_set_peer(context, other) > 0 &&
                  EVP_PKEY_derive(context, shared, &length) > 0 && length == HASH;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    return agreed;
}

/* ---- RFC 8291 ---- */

static void hmac(const uint8_t *key, size_t key_size, const uint8_t *data, size_t size,
                 uint8_t out[HASH]) {
    unsigned length;
    ensure(HMAC(EVP_sha256(), key, (int)key_size, data, size, out, &length) && length == HASH);
}

/* HKDF-Expand (RFC 5869) for up to 32 bytes: one block. */
static void expand(const uint8_t key[HASH], const uint8_t *info, size_t size, uint8_t out[HASH]) {
    uint8_t block[160];
    ensure(size < sizeof block);
    memcpy(block, info, size);
    block[size] = 1;
    hmac(key, HASH, block, size + 1, out);
}

static bool encrypt(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *text,
                    size_t size, uint8_t *out) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int length, rest;
    bool done = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) &&
                EVP_EncryptUpdate(context, out, &length, text, (int)size) &&
                EVP_EncryptFinal_ex(context, out + length, &rest) &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, out + size);
    EVP_CIPHER_CTX_free(context);
    return done;
}

bool push_seal(const uint8_t browser[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
               const struct core_keys *sender, const uint8_t salt[PUSH_SALT], const char *text,
               size_t length, uint8_t *sealed) {
    /* the final zero is part of each */
    static const char both[] = "WebPush: info", content[] = "Content-Encoding: aes128gcm",
                      once[] = "Content-Encoding: nonce";
    uint8_t shared[HASH], key[HASH], material[HASH], cipher_key[HASH], nonce[HASH],
        info[sizeof both + 2 * PUSH_POINT], plain[RECORD];
    if (length + PUSH_MORE > RECORD || !agree(sender, browser, shared)) return false;
    memcpy(info, both, sizeof both);
    memcpy(info + sizeof both, browser, PUSH_POINT);
    memcpy(info + sizeof both + PUSH_POINT, sender->open, PUSH_POINT);
    hmac(auth, PUSH_AUTH, shared, HASH, key);
    expand(key, info, sizeof info, material);
    hmac(salt, PUSH_SALT, material, HASH, key);
    expand(key, (const uint8_t *)content, sizeof content, cipher_key);
    expand(key, (const uint8_t *)once, sizeof once, nonce);
    memcpy(sealed, salt, PUSH_SALT);
    memcpy(sealed + PUSH_SALT, (const uint8_t[]){0, 0, RECORD >> 8, RECORD & 0xff, PUSH_POINT}, 5);
    memcpy(sealed + PUSH_SALT + 5, sender->open, PUSH_POINT);
    memcpy(plain, text, length);
    plain[length] = 2; /* padding delimiter of the last record */
    return encrypt(cipher_key, nonce, plain, length + 1, sealed + PUSH_HEAD);
}

/* ---- RFC 8292 ---- */

static bool sign(const struct core_keys *keys, const char *text, uint8_t signature[64]) {
    EVP_PKEY *key = key_of(keys->open, keys->secret);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[128];
    const uint8_t *at = der;
    size_t length = sizeof der;
    ECDSA_SIG *pair = NULL;
    bool done = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) > 0 &&
                EVP_DigestSign(context, der, &length, (const uint8_t *)text, strlen(text)) > 0 &&
                (pair = d2i_ECDSA_SIG(NULL, &at, (long)length)) != NULL;
    done = done && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}

bool push_authorize(const struct core_keys *keys, const char *url, const char *contact,
                    int64_t now_ms, char value[PUSH_TOKEN_MAX]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[400], origin[300], text[600], open[2 * PUSH_POINT], signed_text[100];
    uint8_t signature[64];
    struct json_out out;
    size_t host = 8 + strcspn(url + 8, "/?");
    if (host >= sizeof origin) return false;
    memcpy(origin, url, host);
    origin[host] = 0;
    json_begin(&out, claims, sizeof claims);
    json_object(&out, NULL);
    json_text(&out, "aud", origin);
    json_number(&out, "exp", now_ms / 1000 + TOKEN_HOURS * 3600);
    if (contact) json_text(&out, "sub", contact);
    json_object_end(&out);
    if (out.length > out.size) return false;
    base64url_write((const uint8_t *)head, sizeof head - 1, text);
    strcat(text, ".");
    base64url_write((const uint8_t *)claims, out.length, text + strlen(text));
    if (!sign(keys, text, signature)) return false;
    base64url_write(signature, sizeof signature, signed_text);
    base64url_write(keys->open, PUSH_POINT, open);
    return snprintf(value, PUSH_TOKEN_MAX, "vapid t=%s.%s, k=%s", text, signed_text, open) <
           PUSH_TOKEN_MAX;
}
