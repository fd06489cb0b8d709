/* The server without sockets, threads, clock or random source: sessions, tables, lobby, clocks,
 * chat, ratings.
 *
 * Inputs are function calls: a connection, a message, a request, a completion, the time. Effects
 * go out through `struct core_shell`. Tests can therefore run the whole server from a seed
 * (tests/server/). All calls come from one thread. The shell never calls the core from within an
 * effect; completions follow later, from its loop.
 *
 *     core_now(core, ms);
 *     core_text(core, connection, text, length);   →  shell->submit(…), shell->send(…), …
 *
 * A move is durable before anybody learns of it: a table's messages wait in its outbox until the
 * batch with their entries is committed. */
#ifndef SERVER_CORE_H
#define SERVER_CORE_H

#include "core/game.h"
#include "match/draws.h"
#include "store/store.h"

enum {
    CORE_MESSAGE_MAX = 64 * 1024, /* bytes of one message from a client */
    CORE_BODY_MAX = 64 * 1024, /* bytes of a request's body */
    CORE_REPLY_MAX = 8 * 1024 * 1024, /* bytes of a reply; exports are the longest */
    CORE_ADDRESS_MAX = 48, /* an IP address as text */
    CORE_TOKEN_LENGTH = 43, /* of a session token: 32 bytes as base64url */
    CORE_COOKIE_DAYS = 180,
    CORE_EFFORT = 8, /* parts of an opponent's full effort; it always has at least one */
    CORE_NOTICE_MAX = 200, /* bytes of a notice's body, with the zero */
    CORE_ORIGIN_MAX = 256, /* an Origin header with a longer one knows no passkeys */
    /* bytes of a passkey's key, signature, authenticator data and client data */
    CORE_PASSKEY_KEY = 65,
    CORE_PASSKEY_SIGNATURE = 80,
    CORE_PASSKEY_DATA = 1024,
    CORE_PASSKEY_CLIENT = 2048,
};

/* The name of the cookie that holds the session token. The shell sets it, and reads the token
 * from it or from `Authorization: Bearer`. */
#define CORE_COOKIE "tafelrunde"
/* The cookie with a random name of the browser, of the same form as a token. It allows nothing; it
 * only says that somebody was signed in here before. */
#define CORE_DEVICE_COOKIE "tafelrunde_device"

/* Limits and times, documented in docs/operations.md. core_settings_default() has the defaults. */
struct core_settings {
    const char *build;
    int64_t forced_pause_ms; /* pause before the table plays a forced step */
    int64_t think_min_ms, think_max_ms; /* range of the random delay of opponents' answers */
    int64_t grace_ms; /* live: a disconnected player's seat is taken over after this time */
    int64_t reveal_ms; /* live: time to send the entropy */
    int64_t silence_ms; /* no pace: the others may then replace a player or close the table */
    int64_t sleep_ms; /* a table without watchers leaves the memory after this time */
    int64_t guest_days, open_days, over_days; /* age at which guests and tables are pruned */
    unsigned tables_per_person, tables_per_guest; /* limits of tables that are not over */
    unsigned entrants_max; /* of a tournament */
    struct net_source *nets; /* for the opponents; NULL: they use rollouts */
    const char *takeover_level; /* opponent for players who left or ran out of time */
    bool unlimited; /* no rate limits, and every rated game counts: for tests */
    bool push, webhooks; /* which kinds of notices are enabled */
    unsigned thinkers; /* threads that search for opponents */
    int64_t notice_ms; /* delay between the start of a turn and its notice */
    bool shared; /* other servers may use the same store */
};
struct core_settings core_settings_default(void);

/* ---- work for other threads ---- */

enum core_work_kind { CORE_THINK, CORE_HASH, CORE_VERIFY, CORE_PASSKEY, CORE_KEYS, CORE_NOTIFY };

/* The core hands it to shell->work. It comes back through core_worked with its results. */
struct core_work {
    enum core_work_kind kind;
    struct core_work *next; /* used by the shell while it holds the work */
    union {
        struct { /* CORE_THINK: an opponent's answer, from the seat's view alone */
            char table[STORE_ID]; /* tables take turns in the queue */
            const struct game *game;
            const struct net *net;
            char level[STORE_LEVEL];
            unsigned seat;
            unsigned effort; /* 1 to CORE_EFFORT: share of the level's visits */
            uint8_t seed[SEED_SIZE];
            _Alignas(8) uint8_t view[STATE_MAX];
            uint16_t action; /* out */
        } think;
        struct { /* CORE_HASH, CORE_VERIFY: argon2id; the worker wipes the password */
            char password[256];
            size_t length;
            char hashed[STORE_PASSWORD]; /* CORE_HASH: out; CORE_VERIFY: in */
            bool good; /* out: hashing worked, or the password is right */
        } secret;
        struct core_passkey { /* CORE_PASSKEY: a signature, or without one a new key */
            char domain[CORE_ORIGIN_MAX];
            int64_t algorithm; /* of COSE */
            uint8_t key[CORE_PASSKEY_KEY];
            uint8_t signature[CORE_PASSKEY_SIGNATURE];
            uint8_t data[CORE_PASSKEY_DATA]; /* of the authenticator */
            char client[CORE_PASSKEY_CLIENT]; /* JSON of the browser */
            size_t signature_size, data_size, client_size;
            bool good; /* out: it belongs to the domain, and the signature or key is valid */
        } passkey;
        /* CORE_KEYS, out: this server's own key pair for push services (RFC 8292) */
        struct core_keys {
            uint8_t secret[32], open[65];
        } keys;
        struct { /* CORE_NOTIFY: one notice to one target */
            char job[STORE_ID];
            struct store_target target;
            struct core_keys keys;
            char body[CORE_NOTICE_MAX];
            int64_t now_ms;
            unsigned status; /* out: HTTP status; 0: no response */
        } notice;
    };
    void *context; /* used by the core */
};

/* Does a CORE_THINK. Pure: any thread may call it. */
void core_think(struct core_work *work);

/* ---- what goes out ---- */

struct core_reply {
    unsigned status; /* HTTP status */
    const char *body; /* JSON; valid only during the call */
    size_t length;
    const char *set_token; /* NULL: leave the cookie alone; "": remove it; else its new value */
    const char *set_device; /* the device's new cookie, or NULL */
    const char *download; /* file name for a download, or NULL */
    const char *type; /* media type of the body; NULL: JSON */
    unsigned retry_s; /* Retry-After, if not 0 */
};

struct core_shell {
    void (*send)(struct core_shell *shell, uint64_t connection, const char *text, size_t length);
    /* With a close code of RFC 6455. core_closed follows later. */
    void (*close)(struct core_shell *shell, uint64_t connection, unsigned code);
    void (*reply)(struct core_shell *shell, uint64_t request, const struct core_reply *reply);
    void (*submit)(struct core_shell *shell, struct store_batch *batch);
    void (*work)(struct core_shell *shell, struct core_work *work);
    void (*random)(struct core_shell *shell, void *bytes, size_t size);
    /* For the log: no secrets, no text that people wrote. `table` may be "". */
    void (*log)(struct core_shell *shell, const char *what, const char *table, int64_t number);
    /* Does the connection have unsent data? */
    bool (*is_congested)(struct core_shell *shell, uint64_t connection);
};

/* ---- what comes in ---- */

struct core;

/* NULL: out of memory. The core first reads the store; every input is welcome meanwhile. */
struct core *core_open(const struct core_settings *settings, struct core_shell *shell,
                       int64_t now_ms);
/* True once the first read is done. Until then requests are refused. */
bool core_is_ready(const struct core *core);
/* True if the first read failed. The program should then end. */
bool core_has_failed(const struct core *core);
/* Call it when all batches and works are back. It sends nothing. */
void core_close(struct core *core);

/* Sets the time in ms since 1970. Call it before every other call. An earlier time than before is
 * ignored. */
void core_now(struct core *core, int64_t now_ms);
/* When core_tick is due; INT64_MAX: nothing is scheduled. */
int64_t core_next(const struct core *core);
void core_tick(struct core *core);

/* Whoever connects or asks. Missing texts are "". */
struct core_visitor {
    const char *address, *token, *device;
    const char *agent; /* User-Agent */
};

/* A WebSocket. `connection` is the shell's number for it, never 0 and never
 * reused: a late message for a closed connection must not reach somebody else. */
void core_connected(struct core *core, uint64_t connection, const struct core_visitor *visitor);
void core_text(struct core *core, uint64_t connection, const char *text, size_t length);
void core_closed(struct core *core, uint64_t connection);

/* A request to /api/…. The core answers it exactly once, possibly later. The shell has checked
 * Origin and size. */
struct core_request {
    uint64_t id; /* chosen by the shell */
    const char *method, *path; /* "POST", "/api/tables"; without the query */
    const char *query; /* "game=tallinn", still encoded; or "" */
    const char *origin; /* the page that asks; "": a program */
    struct core_visitor visitor;
    const char *body;
    size_t length;
};
void core_request(struct core *core, const struct core_request *request);
/* The client has closed the request: no reply is needed. */
void core_request_gone(struct core *core, uint64_t id);

/* Another server changed something, see store_announces; both "": anything may have changed. The
 * core reloads the table, sends new turns to their players and closes connections whose sessions
 * have ended. */
void core_store_changed(struct core *core, const char *table, const char *person);

/* A batch or a work is completed. */
void core_stored(struct core *core, struct store_batch *batch);
void core_worked(struct core *core, struct core_work *work);

/* For a graceful stop: writes a last heartbeat. Call it until it returns true: then no batch is
 * in flight. */
bool core_stop(struct core *core);

/* For /metrics. */
struct core_figures {
    uint64_t connections, tables_awake, moves, refused, batches, batches_failed, opponent_answers,
        chat, requests, notices, tables_damaged;
};
struct core_figures core_figures(const struct core *core);

#endif
