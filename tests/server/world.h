/* A world for the server's core: time, store, workers and clients, all from one seed. */
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

/* What other servers on the same store have done, on its way here. */
struct heard {
    struct heard *next;
    char table[STORE_ID], person[STORE_ID];
};

enum { SOCKETS_MAX = 64 };

struct world {
    struct core_shell shell; /* first */
    struct core *core;
    struct core_settings settings;
    struct memory_store *store;
    void (*disk)(void *context, struct store_batch *batch); /* in its place; NULL */
    void *disk_context;
    struct world *beside; /* a ring: the servers on one store */
    struct heard *heard;
    bool missed; /* some of it was lost */
    struct generator random; /* what the core is handed */
    struct generator chance; /* what befalls it */
    int64_t now;
    /* Hears of every frame that is sent, and to whose session; NULL */
    void (*sent)(void *context, const struct memory_store *store, const char *token,
                 const char *text, size_t length);
    void *sent_context;
    bool dead; /* crashing: nothing is heard any more */
    /* batches that fail; 0: none. Of every other one nobody knows that it was done */
    unsigned fail_one_in;
    bool held; /* batches stay until world_store */
    struct store_batch *batches, **batches_last;
    unsigned batch_count;
    struct core_work *works, **works_last;
    bool busy; /* works stay */
    unsigned notice_status; /* what those outside answer; 0: nothing */
    unsigned notices; /* that went out */
    char last_notice[CORE_NOTICE_MAX], last_target[STORE_URL];
    struct socket sockets[SOCKETS_MAX];
    uint64_t next_socket;
    uint64_t next_request;
    struct {
        bool there;
        unsigned status;
        char token[CORE_TOKEN_LENGTH + 1];
        char *body;
        size_t length;
        struct json json;
    } reply;
    unsigned logged;
    char last_log[64];
};

struct world *world_open(uint64_t seed);
/* what is stored is somebody else's business */
struct world *world_open_on(uint64_t seed, void (*disk)(void *context, struct store_batch *batch),
                            void *context);
/* another server on the same store; both know that there are several */
struct world *world_open_beside(struct world *w, uint64_t seed);
void world_close(struct world *w); /* with those beside it */

/* The server ends without a word: batches not yet done are lost, except the first `durable`,
 * which nobody was told of. */
void world_crash(struct world *w, unsigned durable);
void world_start(struct world *w);

/* does and completes the next batch: was there one? */
bool world_store(struct world *w);
bool world_work(struct world *w); /* likewise a work */
bool world_hear_others(struct world *w); /* something that another server did, in any order */
void world_close_sockets(struct world *w); /* closings that were asked for happen */
void world_settle(struct world *w); /* until nothing is left to do at this time */
void world_pass(struct world *w, int64_t ms); /* time goes by, and whatever it brings */

uint64_t world_connect(struct world *w, const char *token);
void world_hang_up(struct world *w, uint64_t socket);
bool world_is_open(struct world *w, uint64_t socket);
void world_send(struct world *w, uint64_t socket, const char *text, size_t length);
/* ' stands for " */
void world_say(struct world *w, uint64_t socket, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
char *world_hear(struct world *w, uint64_t socket); /* the next frame, to be freed; NULL: none */
void world_deafen(struct world *w, uint64_t socket); /* throws away what is there */

/* A request and its answer: the status; the body in w->reply.json. ' stands for " in the body. */
unsigned world_ask(struct world *w, const char *method, const char *path, const char *token,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
