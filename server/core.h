/* The server without sockets, threads, clock or random source: sessions, tables, lobby, clocks,
 * chat, ratings.
 *
 * What happens comes in (a connection, a message, a request, a completion, the time), what is to
 * be done goes out through `struct core_shell`. So the whole server can be run from a seed
 * (tests/server/). All calls are made from one thread; the shell never calls back into the core
 * from within an effect: completions come later, from its loop.
 *
 *     core_now(core, ms);  core_text(core, connection, text, length);   →  shell->submit(…), shell->send(…), …
 *
 * A move is durable before anybody is told: what a table says is held until the batch with its
 * entries is done. */
#ifndef SERVER_CORE_H
#define SERVER_CORE_H

#include "core/game.h"
#include "match/draws.h"
#include "store/store.h"

enum {
    CORE_MESSAGE_MAX = 64 * 1024, /* of a client */
    CORE_BODY_MAX = 64 * 1024, /* of a request */
    CORE_REPLY_MAX = 8 * 1024 * 1024, /* to a request: an export is the longest */
    CORE_ADDRESS_MAX = 48, /* an IP address as text */
    CORE_TOKEN_LENGTH = 43, /* a session's token: 32 bytes as base64url */
    CORE_COOKIE_DAYS = 180,
    CORE_EFFORT = 8, /* an opponent's whole effort; its floor is one part */
    CORE_NOTICE_MAX = 200, /* of a notice */
};

/* The cookie and its value: the token. The shell reads it (or `Authorization: Bearer`) and sets
 * it. */
#define CORE_COOKIE "tafelrunde"

/* Limits and times, all documented in docs/operations.md; core_settings_default() fills them in. */
struct core_settings {
    const char *build;
    int64_t forced_pause_ms; /* before a step that everybody sees to be forced */
    int64_t think_min_ms, think_max_ms; /* an opponent's answer is shown after a time between */
    int64_t grace_ms; /* live: a seat that left is taken over after so long */
    int64_t reveal_ms; /* live: time to send the entropy */
    int64_t silence_ms; /* without pace: then others may replace or close */
    int64_t sleep_ms; /* a table without watchers leaves the memory */
    int64_t guest_days, open_days, over_days; /* pruning */
    unsigned tables_per_person; /* open at once */
    struct net_source *nets; /* of the opponents; NULL: they play positions out */
    const char *takeover_level; /* who plays on for somebody who left or ran out */
    bool unlimited; /* no limits by address: for load tests */
    bool push, webhooks; /* notices go out that way */
    unsigned thinkers; /* opponents that can think at once */
    int64_t notice_ms; /* so long after a turn began, if nobody came */
    bool shared; /* other servers may use the same store */
};
struct core_settings core_settings_default(void);

/* ---- work for other threads ---- */

enum core_work_kind { CORE_THINK, CORE_HASH, CORE_VERIFY, CORE_KEYS, CORE_NOTIFY };

/* Given away with shell->work, comes back through core_worked, filled in. */
struct core_work {
    enum core_work_kind kind;
    struct core_work *next; /* the shell's, while it has the work */
    union {
        struct { /* an opponent's answer: from the view alone */
            char table[STORE_ID]; /* the queue is fair by table */
            const struct game *game;
            const struct net *net;
            char level[STORE_LEVEL];
            unsigned seat;
            unsigned effort; /* of the level's, in parts of CORE_EFFORT */
            uint8_t seed[SEED_SIZE];
            _Alignas(8) uint8_t view[STATE_MAX];
            uint16_t action; /* out */
        } think;
        struct { /* argon2id; the password is wiped when it comes back */
            char password[256];
            size_t length;
            char hashed[STORE_PASSWORD]; /* CORE_HASH: out; CORE_VERIFY: in */
            bool good; /* out: hashed; or the password is the one */
        } secret;
        /* CORE_KEYS: out; this server's own, for push services (RFC 8292) */
        struct core_keys {
            uint8_t secret[32], open[65];
        } keys;
        struct { /* something for outside */
            char job[STORE_ID];
            struct store_target target;
            struct core_keys keys;
            char body[CORE_NOTICE_MAX];
            int64_t now_ms;
            unsigned status; /* out: of HTTP; 0: there was no answer */
        } notice;
    };
    void *context; /* the core's */
};

void core_think(struct core_work *work); /* does a CORE_THINK: pure, for any thread */

/* ---- what goes out ---- */

struct core_reply {
    unsigned status; /* of HTTP */
    const char *body; /* JSON; good only during the call */
    size_t length;
    const char *set_token; /* NULL: leave the cookie; "": remove it; else set it */
    const char *download; /* NULL, or the file name to offer */
    unsigned retry_s; /* Retry-After, if not 0 */
};

struct core_shell {
    void (*send)(struct core_shell *shell, uint64_t connection, const char *text, size_t length);
    /* of RFC 6455; core_closed follows, later */
    void (*close)(struct core_shell *shell, uint64_t connection, unsigned code);
    void (*reply)(struct core_shell *shell, uint64_t request, const struct core_reply *reply);
    void (*submit)(struct core_shell *shell, struct store_batch *batch);
    void (*work)(struct core_shell *shell, struct core_work *work);
    void (*random)(struct core_shell *shell, void *bytes, size_t size);
    /* For the log: no secrets, no text that somebody wrote. `table` may be "". */
    void (*log)(struct core_shell *shell, const char *what, const char *table, int64_t number);
};

/* ---- what comes in ---- */

struct core;

/* The core, before anything else; NULL: no memory. It begins by asking the store, and takes
 * everything at once. */
struct core *core_open(const struct core_settings *settings, struct core_shell *shell,
                       int64_t now_ms);
/* it has read what it begins with; before that requests are refused */
bool core_is_ready(const struct core *core);
/* what it begins with could not be read: there is no point in going on */
bool core_has_failed(const struct core *core);
/* when all batches and works are back; says nothing to anybody */
void core_close(struct core *core);

/* The time, in ms since 1970, before every other call; it never goes back (the core sees to
 * that). */
void core_now(struct core *core, int64_t now_ms);
/* when core_tick wants to be called; INT64_MAX: not by itself */
int64_t core_next(const struct core *core);
void core_tick(struct core *core);

/* A WebSocket. `token` may be "". `connection` is the shell's number for it, never 0 and never
 * used again: what waits for somebody who went away must not come to somebody else. */
void core_connected(struct core *core, uint64_t connection, const char *address, const char *token);
void core_text(struct core *core, uint64_t connection, const char *text, size_t length);
void core_closed(struct core *core, uint64_t connection);

/* A request to /api/…; it is answered exactly once, perhaps later. The shell has checked Origin
 * and size. */
struct core_request {
    uint64_t id; /* the shell's */
    const char *method, *path; /* "POST", "/api/tables"; without the query */
    const char *query; /* "game=tallinn", still encoded; or "" */
    const char *address, *token;
    const char *body;
    size_t length;
};
void core_request(struct core *core, const struct core_request *request);
/* nobody waits any more: no reply will come */
void core_request_gone(struct core *core, uint64_t id);

/* What another server did, as store_announces has it; both "": anything may have changed. Who is
 * awaited is told so, connections whose sessions are no more are closed. */
void core_store_changed(struct core *core, const char *table, const char *person);

void core_stored(struct core *core, struct store_batch *batch);
void core_worked(struct core *core, struct core_work *work);

/* For a graceful stop: clocks are written down; true when nothing is on its way to the store any
 * more. */
bool core_stop(struct core *core);

/* For /metrics. */
struct core_figures {
    uint64_t connections, tables_awake, moves, refused, batches, batches_failed, opponent_answers,
        chat, requests, notices;
};
struct core_figures core_figures(const struct core *core);

#endif
