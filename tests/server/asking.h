/* Requests to one server, with what their replies must say. */
#ifndef TESTS_SERVER_ASKING_H
#define TESTS_SERVER_ASKING_H

#include "tests/server/players.h"

/* Does the reply contain this text, with ' for "? */
static inline bool says(struct world *w, const char *part) {
    char wanted[300];
    unsigned i = 0;
    for (; part[i]; i++) wanted[i] = part[i] == '\'' ? '"' : part[i];
    wanted[i] = 0;
    return strstr(w->reply.body, wanted) != NULL;
}

static inline void expect(struct world *w, unsigned status, const char *part) {
    if (w->reply.status != status || !says(w, part))
        fail_msg("%u %s, not %u %s", w->reply.status, w->reply.body, status, part);
}

#define ASK(status, part, method, path, token, ...)     \
    do {                                                \
        world_ask(w, method, path, token, __VA_ARGS__); \
        expect(w, status, part);                        \
    } while (0)

static inline void keep_token(struct world *w, char token[CORE_TOKEN_LENGTH + 1]) {
    assert_int_equal(strlen(w->reply.token), CORE_TOKEN_LENGTH);
    strcpy(token, w->reply.token);
}

#define GET(status, part, path, token) ASK(status, part, "GET", path, token, "%s", "")
#define POST(status, part, path, token, ...) ASK(status, part, "POST", path, token, __VA_ARGS__)

/* Opens a new account and keeps its session. */
static inline void sign_up(struct world *w, const char *name, char token[CORE_TOKEN_LENGTH + 1]) {
    POST(200, name, "/api/signup", "", "{'name':'%s','password':'geheim 123'}", name);
    keep_token(w, token);
}

/* Begins another session of an account. */
static inline void begin_session(struct world *w, const char *name,
                                 char token[CORE_TOKEN_LENGTH + 1]) {
    POST(200, name, "/api/login", "", "{'name':'%s','password':'geheim 123'}", name);
    keep_token(w, token);
}

#endif
