/* Who is let in: sessions in cookies and headers, and whether a page of ours speaks. Pure
 * functions. */
#ifndef SERVER_DOOR_H
#define SERVER_DOOR_H

#include "server/core.h"
#include "server/net.h"

enum { DOOR_COOKIE_MAX = 160 };

/* Is the page that sends it ours? Browsers say so in Origin; a program sends none. `public_url`
 * may be NULL: then the host that was asked for counts. */
bool door_is_ours(const struct net_request *request, const char *public_url);

/* The session's token, from the header or the cookie; "" if there is none. A cookie counts only
 * where it cannot have been sent by somebody else's page: with an Origin of ours, or in a
 * request that only reads. */
void door_token(const struct net_request *request, const char *public_url,
                char token[CORE_TOKEN_LENGTH + 1]);

/* The cookie that keeps a token; "" removes it. */
void door_cookie(const char *token, bool secure, char text[DOOR_COOKIE_MAX]);

/* May a request with this method and type bring a body of JSON? Forms of other pages cannot send
 * it. */
bool door_is_json(const struct net_request *request);

#endif
