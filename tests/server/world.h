/* The environment of the core of a server: time, store, workers and clients, all determined by one
 * seed. */
#ifndef TESTS_SERVER_WORLD_H
#define TESTS_SERVER_WORLD_H

#include "core/json.h"
#include "server/core.h"
#include "tests/server/memory_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct frame {
    struct frame *next;
    size_t length;
    char text[];
};

struct socket {
    uint64_t number;
    char token[CORE_TOKEN_LENGTH + 1];
    bool open, closing;
    struct frame *first, **last;
};

/* Pending notifications from other servers on the same store. */
struct heard {
    struct heard *next;
    char table[STORE_ID], person[STORE_ID];
};

enum { SOCKETS_MAX = 64 };

struct world {
    struct core_shell shell; /* first */
    struct core *core;
    struct core_settings settings;
    struct memory_store *store; /* NULL: opened by world_open_on */
    /* executes the batches instead of `store`; NULL: none */
    void (*disk)(void *context, struct store_batch *batch);
    void *disk_context;
    struct world *beside; /* next server on the same store, in a ring */
    struct heard *heard;
    bool missed; /* some notifications were lost */
    struct generator random; /* random numbers for the core */
    struct generator chance; /* random faults */
    int64_t now;
    /* Called for every frame with the session of its receiver; may be NULL. */
    void (*sent)(void *context, struct memory_store *store, const char *token, const char *text,
                 size_t length);
    void *sent_context;
    bool dead; /* crashed: nothing is processed any more */
    /* one batch in so many fails; 0: none. Every other failed batch was stored nevertheless. */
    unsigned fail_one_in;
    bool held; /* batches wait for world_store */
    struct store_batch *batches, **batches_last;
    unsigned batch_count;
    struct core_work *works, **works_last;
    bool busy; /* worker jobs wait */
    bool hasty; /* all opponents play like `random` */
    bool congested; /* no connection takes data at the moment */
    unsigned hashes; /* passwords hashed or verified */
    unsigned notice_status; /* status of external services; 0: no answer */
    unsigned notices; /* number of notices sent */
    char last_notice[CORE_NOTICE_MAX], last_target[STORE_URL];
    struct socket sockets[SOCKETS_MAX];
    uint64_t next_socket;
    uint64_t next_request;
    const char *address, *device, *origin; /* of the next visitor */
    /* checks signatures of passkeys; NULL: all are wrong */
    void (*check_passkey)(struct core_work *work);
    struct {
        bool there;
        unsigned status;
        char token[CORE_TOKEN_LENGTH + 1], device[CORE_TOKEN_LENGTH + 1];
        char *body;
        size_t length;
        struct json json;
    } reply;
    unsigned last_close; /* code of the last connection that the core closed */
    unsigned logged;
    char last_log[64];
};

struct world *world_open(uint64_t seed);
/* `disk` executes the batches; there is no store in memory */
struct world *world_open_on(uint64_t seed, void (*disk)(void *context, struct store_batch *batch),
                            void *context);
/* opens another server on the same store; both know of each other */
struct world *world_open_beside(struct world *w, uint64_t seed);
void world_close(struct world *w); /* also closes the servers beside it */

/* Crashes the server: pending batches are lost, except the first `durable`, which are stored
 * without a reply. */
void world_crash(struct world *w, unsigned durable);
void world_start(struct world *w);

/* executes the next batch; false if there was none */
bool world_store(struct world *w);
bool world_work(struct world *w); /* executes the next worker job; false if there was none */
/* delivers a notification of another server, in any order */
bool world_hear_others(struct world *w);
void world_close_sockets(struct world *w); /* closes the sockets that the core asked to close */
void world_settle(struct world *w); /* runs until nothing is left to do at this time */
void world_pass(struct world *w, int64_t ms); /* lets time pass and runs what it triggers */

uint64_t world_connect(struct world *w, const char *token);
void world_hang_up(struct world *w, uint64_t socket);
bool world_is_open(struct world *w, uint64_t socket);
void world_send(struct world *w, uint64_t socket, const char *text, size_t length);
/* replaces ' by " in the text */
void world_say(struct world *w, uint64_t socket, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* returns the next frame, which the caller frees; NULL: none */
char *world_hear(struct world *w, uint64_t socket);
void world_deafen(struct world *w, uint64_t socket); /* discards all pending frames */

/* Sends a request and returns the status; the body is in w->reply.json. Replaces ' by " in the
 * body. */
unsigned world_ask(struct world *w, const char *method, const char *path, const char *token,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
