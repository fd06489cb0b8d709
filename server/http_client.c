#include "server/http_client.h"

#include "core/hex.h"
#include "server/state.h"
#include "server/push.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SEND_MS = 5000,
    ANSWER_MAX = 16 * 1024,
    KEEP_S = 24 * 3600,
    HEADER_MAX = PUSH_TOKEN_MAX + 40
};

bool http_client_start(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* ---- allowed addresses ---- */

/* IPv4 ranges that are not public (RFC 6890 and others). */
static const struct {
    uint32_t net;
    unsigned bits;
} not_public[] = {
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
    {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4},
};

static bool is_public_4(uint32_t address) {
    for (size_t i = 0; i < sizeof not_public / sizeof not_public[0]; i++)
        if ((address ^ not_public[i].net) >> (32 - not_public[i].bits) == 0) return false;
    return true;
}

static uint32_t word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Public IPv6 is 2000::/3, without ranges that embed IPv4 addresses or are reserved. */
static bool is_public_6(const uint8_t a[16]) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff},
                         translated[12] = {0x00, 0x64, 0xff, 0x9b};
    if (memcmp(a, mapped, 12) == 0 || memcmp(a, translated, 12) == 0)
        return is_public_4(word(a + 12));
    if (a[0] == 0x20 && a[1] == 0x02) return is_public_4(word(a + 2));
    if (word(a) == 0x20010db8 || word(a) >> 9 == 0x20010000 >> 9) return false;
    return a[0] >> 5 == 1;
}

bool address_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return is_public_4(
            ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return is_public_6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
    return false;
}

static bool is_this_machine(const struct sockaddr *address) {
    return address->sa_family == AF_INET &&
           ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address) {
    const struct http_client *client = context;
    (void)purpose;
    if (!address_is_public(&address->addr) && !(client->ca && is_this_machine(&address->addr)))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* ---- sending ---- */

/* Discards the response; aborts if it is longer than ANSWER_MAX. */
static size_t take_answer(char *bytes, size_t size, size_t count, void *context) {
    size_t *taken = context;
    (void)bytes;
    *taken += size * count;
    return *taken <= ANSWER_MAX ? size * count : 0;
}

static struct curl_slist *add_header(struct curl_slist *list, const char *name, const char *value) {
    char line[HEADER_MAX];
    ensure(snprintf(line, sizeof line, "%s: %s", name, value) < (int)sizeof line);
    struct curl_slist *longer = curl_slist_append(list, line);
    ensure(longer);
    return longer;
}

/* Returns the HTTP status; 0: no response. */
static unsigned post(const struct http_client *client, const char *url, struct curl_slist *headers,
                     const void *body, size_t length) {
    CURL *curl = curl_easy_init();
    size_t taken = 0;
    long status = 0;
    if (!curl) return 0;
    bool set = curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)SEND_MS) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, client) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_WRITEDATA, &taken) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)length) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body) == CURLE_OK &&
               (!client->ca || curl_easy_setopt(curl, CURLOPT_CAINFO, client->ca) == CURLE_OK);
    if (set && curl_easy_perform(curl) == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(curl);
    return (unsigned)status;
}

/* ---- notices ---- */

static unsigned send_push(const struct http_client *client, const struct core_work *work) {
    const struct store_target *target = &work->notice.target;
    uint8_t browser[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT],
        sealed[CORE_NOTICE_MAX + PUSH_MORE];
    size_t length = strlen(work->notice.body);
    struct core_keys sender;
    char authorization[PUSH_TOKEN_MAX], keep[16];
    bool good = base64url_read(target->secret, browser, sizeof browser) &&
                base64url_read(target->auth, auth, sizeof auth) &&
                RAND_bytes(salt, sizeof salt) == 1 && push_keys_make(&sender) &&
                push_authorize(&work->notice.keys, target->url, client->contact,
                               work->notice.now_ms, authorization);
    /* malformed keys: a retry would not help */
    if (!good || !push_seal(browser, auth, &sender, salt, work->notice.body, length, sealed))
        return 400;
    snprintf(keep, sizeof keep, "%d", KEEP_S);
    struct curl_slist *headers = add_header(NULL, "Authorization", authorization);
    headers = add_header(headers, "Content-Encoding", "aes128gcm");
    headers = add_header(headers, "Content-Type", "application/octet-stream");
    headers = add_header(headers, "TTL", keep);
    headers = add_header(headers, "Topic",
                         work->notice.job); /* a repeated notice replaces the first one */
    unsigned status = post(client, target->url, headers, sealed, length + PUSH_MORE);
    curl_slist_free_all(headers);
    return status;
}

/* Signs the body by HMAC-SHA256 with the secret that the subscriber got. */
static unsigned send_webhook(const struct http_client *client, const struct core_work *work) {
    const struct store_target *target = &work->notice.target;
    size_t length = strlen(work->notice.body);
    uint8_t secret[32], mac[32];
    char hex[sizeof "sha256=" + 2 * sizeof mac] = "sha256=";
    if (!hex_read(target->secret, secret, sizeof secret)) return 400;
    ensure(HMAC(EVP_sha256(), secret, sizeof secret, (const uint8_t *)work->notice.body, length,
                mac, NULL));
    hex_write(mac, sizeof mac, hex + strlen(hex));
    struct curl_slist *headers = add_header(NULL, "Content-Type", "application/json");
    headers = add_header(headers, "Tafelrunde-Signature", hex);
    headers = add_header(headers, "Tafelrunde-Notice", work->notice.job);
    unsigned status = post(client, target->url, headers, work->notice.body, length);
    curl_slist_free_all(headers);
    return status;
}

void http_client_do(const struct http_client *client, struct core_work *work) {
    if (work->kind == CORE_KEYS) ensure(push_keys_make(&work->keys));
    else
        work->notice.status = strcmp(work->notice.target.kind, "push") == 0
                                  ? send_push(client, work)
                                  : send_webhook(client, work);
}
