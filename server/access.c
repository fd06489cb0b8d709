#include "server/access.h"

#include <stdio.h>
#include <string.h>

/* "https://example.org:8443/x" → "example.org:8443"; NULL: not http or https. */
static const char *authority(const char *url, size_t *length) {
    const char *at = strncasecmp(url, "https://", 8) == 0  ? url + 8
                     : strncasecmp(url, "http://", 7) == 0 ? url + 7
                                                           : NULL;
    if (at) *length = strcspn(at, "/?#");
    return at;
}

/* Compares scheme and authority. */
static bool same_origin(const char *a, const char *b) {
    size_t a_length, b_length;
    const char *a_at = authority(a, &a_length), *b_at = authority(b, &b_length);
    return a_at && b_at && a_at - a == b_at - b && a_length == b_length &&
           strncasecmp(a, b, (size_t)(a_at - a) + a_length) == 0;
}

bool access_is_ours(const struct network_request *request, const char *public_url) {
    size_t length;
    if (!request->origin[0]) return true;
    if (public_url) return same_origin(request->origin, public_url);
    const char *at = authority(request->origin, &length);
    return at && length == strlen(request->host) && length > 0 &&
           strncasecmp(at, request->host, length) == 0;
}

static bool is_token(const char *text, size_t length) {
    return length == CORE_TOKEN_LENGTH &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") >=
               length;
}

static void take_token(const char *text, size_t length, char token[CORE_TOKEN_LENGTH + 1]) {
    if (!is_token(text, length)) return;
    memcpy(token, text, length);
    token[length] = 0;
}

/* `name` with the "=". */
static void read_cookie(const struct network_request *request, const char *name,
                        char token[CORE_TOKEN_LENGTH + 1]) {
    size_t length = strlen(name);
    for (const char *at = request->cookie; *at; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " ");
        if (strncmp(at, name, length) != 0) continue;
        take_token(at + length, strcspn(at + length, "; "), token);
        return;
    }
}

void access_token(const struct network_request *request, const char *public_url,
                  char token[CORE_TOKEN_LENGTH + 1]) {
    token[0] = 0;
    if (strncasecmp(request->authorization, "Bearer ", 7) == 0) {
        take_token(request->authorization + 7, strlen(request->authorization + 7), token);
        return;
    }
    bool reads = request->method == NETWORK_GET || request->method == NETWORK_HEAD;
    if (!reads && !request->origin[0]) return;
    if (!access_is_ours(request, public_url)) return;
    read_cookie(request, CORE_COOKIE "=", token);
}

void access_device(const struct network_request *request, char device[CORE_TOKEN_LENGTH + 1]) {
    device[0] = 0;
    read_cookie(request, CORE_DEVICE_COOKIE "=", device);
}

static void write_cookie(const char *name, const char *token, bool secure,
                         char text[ACCESS_COOKIE_MAX]) {
    snprintf(text, ACCESS_COOKIE_MAX, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", name,
             token, token[0] ? CORE_COOKIE_DAYS * 24 * 3600 : 0, secure ? "; Secure" : "");
}

void access_cookie(const char *token, bool secure, char text[ACCESS_COOKIE_MAX]) {
    write_cookie(CORE_COOKIE, token, secure, text);
}

void access_device_cookie(const char *device, bool secure, char text[ACCESS_COOKIE_MAX]) {
    write_cookie(CORE_DEVICE_COOKIE, device, secure, text);
}

bool access_is_json(const struct network_request *request) {
    static const char json[] = "application/json";
    if (request->length == 0) return true;
    return strncasecmp(request->type, json, sizeof json - 1) == 0 &&
           strchr("; ", request->type[sizeof json - 1]);
}
