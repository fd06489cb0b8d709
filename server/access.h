/* Access checks on requests: session tokens in cookies and headers, and the Origin. Pure
 * functions. */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include "server/core.h"
#include "server/network.h"

enum { ACCESS_COOKIE_MAX = 160 };

/* Does the Origin belong to this server? Browsers always send one, programs do not; without one the
 * answer is yes. If `public_url` is NULL, Origin must match the Host header. */
bool access_is_ours(const struct network_request *request, const char *public_url);

/* The session's token from the header or the cookie; "": none. Against cross-site requests, a
 * cookie counts only with an Origin of ours or in a GET or HEAD. */
void access_token(const struct network_request *request, const char *public_url,
                  char token[CORE_TOKEN_LENGTH + 1]);

/* The Set-Cookie value for a token; "" removes the cookie. */
void access_cookie(const char *token, bool secure, char text[ACCESS_COOKIE_MAX]);

/* The device's name from its cookie; "": none. */
void access_device(const struct network_request *request, char device[CORE_TOKEN_LENGTH + 1]);
void access_device_cookie(const char *device, bool secure, char text[ACCESS_COOKIE_MAX]);

/* Is the body empty or declared as JSON? Other sites' forms cannot send that type. */
bool access_is_json(const struct network_request *request);

#endif
