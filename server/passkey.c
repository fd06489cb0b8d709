#include "server/passkey.h"

#include "core/json.h"
#include "server/cbor.h"

#include <string.h>

enum {
    DOMAIN_HASH = 32,
    HEAD = DOMAIN_HASH + 1 + 4,
    MODEL = 16,
    CREDENTIAL_MAX = (STORE_CREDENTIAL - 1) / 4 * 3,
    COORDINATE = 32,
};

/* Labels and values of COSE keys (RFC 9053). */
enum { KEY_TYPE = 1, KEY_ALGORITHM = 3, KEY_CURVE = -1, KEY_X = -2, KEY_Y = -3 };
enum { TYPE_OKP = 1, TYPE_EC2 = 2, CURVE_P256 = 1, CURVE_ED25519 = 6 };

bool passkey_read_client(const char *text, size_t length, const char *type, const char *origin,
                         char challenge[PASSKEY_CHALLENGE_TEXT]) {
    struct json client;
    size_t where;
    bool inside = false; /* a frame of another site */
    if (json_parse(text, length, &client, &where) != JSON_OK || json_type(client) != JSON_OBJECT ||
        !json_is(json_get(client, "type"), type) || !origin[0] ||
        !json_is(json_get(client, "origin"), origin))
        return false;
    struct json crossing = json_get(client, "crossOrigin");
    if (crossing.length && (!json_read_bool(crossing, &inside) || inside)) return false;
    return json_read_text(json_get(client, "challenge"), challenge, PASSKEY_CHALLENGE_TEXT,
                          &where) &&
           where == PASSKEY_CHALLENGE_TEXT - 1;
}

/* ---- keys ---- */

size_t passkey_key_size(int64_t algorithm) {
    return algorithm == PASSKEY_ES256 ? 1 + 2 * COORDINATE : COORDINATE;
}

struct cose {
    int64_t type, algorithm, curve;
    const uint8_t *x, *y;
    size_t x_size, y_size;
};

/* Reads the value of a label that must not have come before. */
static bool read_label(struct cbor *c, int64_t label, struct cose *key) {
    switch (label) {
    case KEY_TYPE: return !key->type && cbor_number(c, &key->type);
    case KEY_ALGORITHM: return !key->algorithm && cbor_number(c, &key->algorithm);
    case KEY_CURVE: return !key->curve && cbor_number(c, &key->curve);
    case KEY_X: return !key->x && cbor_bytes(c, &key->x, &key->x_size);
    case KEY_Y: return !key->y && cbor_bytes(c, &key->y, &key->y_size);
    default: return false;
    }
}

static bool read_key(struct cbor *c, struct passkey_data *data) {
    struct cose key = {0};
    size_t pairs;
    int64_t label;
    if (!cbor_map(c, &pairs)) return false;
    for (size_t i = 0; i < pairs; i++)
        if (!cbor_number(c, &label) || !read_label(c, label, &key)) return false;
    data->algorithm = key.algorithm;
    if (key.algorithm == PASSKEY_ES256 && key.type == TYPE_EC2 && key.curve == CURVE_P256 &&
        key.x_size == COORDINATE && key.y_size == COORDINATE) {
        data->key[0] = 4;
        memcpy(data->key + 1, key.x, COORDINATE);
        memcpy(data->key + 1 + COORDINATE, key.y, COORDINATE);
        return true;
    }
    if (key.algorithm == PASSKEY_EDDSA && key.type == TYPE_OKP && key.curve == CURVE_ED25519 &&
        key.x_size == COORDINATE && !key.y) {
        memcpy(data->key, key.x, COORDINATE);
        return true;
    }
    return false;
}

/* ---- authenticator data ---- */

static bool read_credential(struct cbor *c, struct passkey_data *data) {
    if ((size_t)(c->end - c->at) < MODEL + 2) return false;
    c->at += MODEL;
    data->credential_size = (size_t)c->at[0] << 8 | c->at[1];
    data->credential = c->at += 2;
    if (!data->credential_size || data->credential_size > CREDENTIAL_MAX ||
        data->credential_size > (size_t)(c->end - c->at))
        return false;
    c->at += data->credential_size;
    return read_key(c, data);
}

bool passkey_read_data(const uint8_t *bytes, size_t size, bool made, struct passkey_data *data) {
    struct cbor c = {bytes, bytes + size};
    size_t pairs;
    *data = (struct passkey_data){0};
    if (size < HEAD) return false;
    data->flags = bytes[DOMAIN_HASH];
    for (unsigned i = 0; i < 4; i++)
        data->counter = data->counter << 8 | bytes[DOMAIN_HASH + 1 + i];
    if (((data->flags & PASSKEY_KEY) != 0) != made) return false;
    if ((data->flags & PASSKEY_BACKED_UP) && !(data->flags & PASSKEY_MAY_BACK_UP)) return false;
    c.at += HEAD;
    if (made && !read_credential(&c, data)) return false;
    if (data->flags & PASSKEY_EXTENDED) {
        struct cbor map = c;
        if (!cbor_map(&map, &pairs) || !cbor_skip(&c)) return false;
    }
    return c.at == c.end;
}

static bool text_is(const char *text, size_t size, const char *wanted) {
    return size == strlen(wanted) && memcmp(text, wanted, size) == 0;
}

bool passkey_read_attestation(const uint8_t *bytes, size_t size, const uint8_t **data,
                              size_t *data_size) {
    struct cbor c = {bytes, bytes + size};
    const char *name, *format = NULL;
    size_t pairs, length, format_size;
    bool stated = false;
    *data = NULL;
    if (!cbor_map(&c, &pairs) || pairs != 3) return false;
    for (size_t i = 0; i < pairs; i++) {
        if (!cbor_text(&c, &name, &length)) return false;
        if (text_is(name, length, "fmt") && !format) {
            if (!cbor_text(&c, &format, &format_size)) return false;
        } else if (text_is(name, length, "attStmt") && !stated) {
            if (!cbor_skip(&c)) return false;
            stated = true;
        } else if (text_is(name, length, "authData") && !*data) {
            if (!cbor_bytes(&c, data, data_size)) return false;
        } else {
            return false;
        }
    }
    return c.at == c.end;
}

/* ---- the domain ---- */

bool passkey_domain(const char *origin, char domain[CORE_ORIGIN_MAX]) {
    const char *at = strncmp(origin, "https://", 8) == 0  ? origin + 8
                     : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                          : "";
    size_t length = strcspn(at, ":/");
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-.";
    if (!length || length >= CORE_ORIGIN_MAX || strspn(at, allowed) < length) return false;
    memcpy(domain, at, length);
    domain[length] = 0;
    return domain[length - 1] < '0' || domain[length - 1] > '9'; /* no address */
}
