/* Who is let in: sessions in cookies and headers, and whether a page of ours speaks. Pure
 * functions. */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include "server/core.h"
#include "server/network.h"

enum { ACCESS_COOKIE_MAX = 160 };

/* Is the page that sends it ours? Browsers say so in Origin; a program sends none. `public_url`
 * may be NULL: then the host that was asked for counts. */
bool access_is_ours(const struct network_request *request, const char *public_url);

/* The session's token, from the header or the cookie; "" if there is none. A cookie counts only
 * where it cannot have been sent by somebody else's page: with an Origin of ours, or in a
 * request that only reads. */
void access_token(const struct network_request *request, const char *public_url,
                  char token[CORE_TOKEN_LENGTH + 1]);

/* The cookie that keeps a token; "" removes it. */
void access_cookie(const char *token, bool secure, char text[ACCESS_COOKIE_MAX]);

/* May a request with this method and type bring a body of JSON? Forms of other pages cannot send
 * it. */
bool access_is_json(const struct network_request *request);

#endif
