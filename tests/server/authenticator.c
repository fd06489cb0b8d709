#include "tests/server/authenticator.h"

#include "core/ensure.h"
#include "server/state.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER = 2048 };

struct bytes {
    uint8_t at[BUFFER];
    size_t size;
};

static void add(struct bytes *b, const void *bytes, size_t size) {
    ensure(b->size + size <= sizeof b->at);
    memcpy(b->at + b->size, bytes, size);
    b->size += size;
}

#define ADD(b, ...) add(b, (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})

void authenticator_open(struct authenticator *a, bool eddsa, uint8_t seed) {
    *a = (struct authenticator){.eddsa = eddsa,
                                .origin = "https://spiel.example",
                                .domain = "spiel.example",
                                .flags = PASSKEY_PRESENT | PASSKEY_VERIFIED,
                                .counter = 1,
                                .credential_size = sizeof a->credential};
    ensure(sodium_init() >= 0);
    memset(a->credential, seed, sizeof a->credential);
    if (eddsa) ensure(crypto_sign_keypair(a->open, a->secret) == 0);
    else a->p256 = EVP_EC_gen("P-256");
    ensure(eddsa || a->p256);
}

void authenticator_close(struct authenticator *a) {
    EVP_PKEY_free(a->p256);
}

static void add_key(const struct authenticator *a, struct bytes *b) {
    uint8_t point[65];
    size_t size;
    if (a->eddsa) {
        ADD(b, 0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32);
        add(b, a->open, 32);
        if (a->off_curve) memset(b->at + b->size - 32, 0, 32); /* a point of small order */
        return;
    }
    ensure(EVP_PKEY_get_octet_string_param(a->p256, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point,
                                           &size) &&
           size == sizeof point);
    if (a->off_curve) point[64] ^= 1;
    ADD(b, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32);
    add(b, point + 1, 32);
    ADD(b, 0x22, 0x58, 32);
    add(b, point + 33, 32);
}

static void make_data(struct authenticator *a, bool made, struct bytes *b) {
    uint8_t hash[32];
    uint32_t counter = a->counter;
    static const uint8_t model[16];
    b->size = 0;
    crypto_hash_sha256(hash, (const uint8_t *)a->domain, strlen(a->domain));
    add(b, hash, sizeof hash);
    ADD(b, (uint8_t)(a->flags | (made ? PASSKEY_KEY : 0) | (a->extended ? PASSKEY_EXTENDED : 0)));
    ADD(b, (uint8_t)(counter >> 24), (uint8_t)(counter >> 16), (uint8_t)(counter >> 8),
        (uint8_t)counter);
    if (made) {
        add(b, model, sizeof model);
        ADD(b, 0, (uint8_t)a->credential_size);
        add(b, a->credential, a->credential_size);
        add_key(a, b);
    }
    if (a->extended) ADD(b, 0xa1, 0x61, 'x', 0xf5);
    if (a->longer) ADD(b, 0);
    ensure(a->cut <= b->size);
    b->size -= a->cut;
}

static void make_client(const struct authenticator *a, const char *type, const char *challenge,
                        struct bytes *b) {
    int size =
        snprintf((char *)b->at, sizeof b->at,
                 "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":%s}",
                 a->type ? a->type : type, challenge, a->origin, a->crossing ? "true" : "false");
    b->size = (size_t)size;
}

static const char *base64(const struct bytes *b, char text[BUFFER * 2]) {
    base64url_write(b->at, b->size, text);
    return text;
}

void authenticator_make(struct authenticator *a, const char *challenge, char *json, size_t size) {
    struct bytes data = {.size = 0}, object = {.size = 0}, client;
    char texts[2][BUFFER * 2];
    make_data(a, true, &data);
    make_client(a, "webauthn.create", challenge, &client);
    ADD(&object, 0xa3, 0x63, 'f', 'm', 't', 0x64, 'n', 'o', 'n', 'e');
    ADD(&object, 0x67, 'a', 't', 't', 'S', 't', 'm', 't', 0xa0);
    ADD(&object, 0x68, 'a', 'u', 't', 'h', 'D', 'a', 't', 'a');
    if (data.size < 256) ADD(&object, 0x58, (uint8_t)data.size);
    else ADD(&object, 0x59, (uint8_t)(data.size >> 8), (uint8_t)data.size);
    add(&object, data.at, data.size);
    snprintf(json, size, "'passkey':{'client':'%s','attestation':'%s'}", base64(&client, texts[0]),
             base64(&object, texts[1]));
}

static void sign(const struct authenticator *a, const struct bytes *text, struct bytes *signature) {
    signature->size = sizeof signature->at;
    if (a->eddsa) {
        crypto_sign_detached(signature->at, NULL, text->at, text->size, a->secret);
        signature->size = crypto_sign_BYTES;
    } else {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        ensure(context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, a->p256) == 1 &&
               EVP_DigestSign(context, signature->at, &signature->size, text->at, text->size) == 1);
        EVP_MD_CTX_free(context);
    }
    if (a->flip) signature->at[(a->flip - 1) % signature->size] ^= 1;
}

void authenticator_sign(struct authenticator *a, const char *challenge, const char *user,
                        char *json, size_t size) {
    struct bytes data, client, text = {.size = 0}, signature, id = {.size = 0};
    char texts[4][BUFFER * 2];
    uint8_t hash[32];
    if (a->counter) a->counter++;
    make_data(a, false, &data);
    make_client(a, "webauthn.get", challenge, &client);
    crypto_hash_sha256(hash, client.at, client.size);
    add(&text, data.at, data.size);
    add(&text, hash, sizeof hash);
    sign(a, &text, &signature);
    add(&id, a->credential, a->credential_size);
    snprintf(json, size,
             "'passkey':{'credential':'%s','client':'%s','data':'%s','signature':'%s','user':'%s'}",
             base64(&id, texts[0]), base64(&client, texts[1]), base64(&data, texts[2]),
             base64(&signature, texts[3]), user);
}
