/* A table that speaks the message protocol (docs/protocol.md): a match, what each observer has been
 * sent, and the opponents. JSON text in, JSON text out; the same behind a WebSocket, `postMessage` and
 * `tafelrunde engine`. Who may speak for which seat is decided outside and handed in. */
#ifndef MATCH_TABLE_H
#define MATCH_TABLE_H

#include "ai/bot.h"
#include "match/match.h"

enum { PROTOCOL = 1, TABLE_MESSAGE_MAX = 256 * 1024 };

/* Where messages go: to everybody who watches as `observer`, or to the one who asked. */
struct table_output {
    void (*tell)(struct table_output *output, unsigned observer, const char *text, size_t length);
    void (*reply)(struct table_output *output, const char *text, size_t length);
};

struct table {
    struct match match;
    const char *build;                    /* names the program's build                       */
    struct cursor cursors[OBSERVERS];     /* what has been sent                              */
    struct bot bots[SEATS_MAX];           /* at seats that no person has                     */
    uint8_t reserve[SEED_SIZE];           /* never published: further seeds come from it     */
    unsigned waiting_told[OBSERVERS];     /* who was last said to owe an answer, to each     */
    char *buffer;                         /* TABLE_MESSAGE_MAX bytes, of the caller          */
    struct table_output *output;
};

/* How a local table is made. */
struct table_setup {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    struct bot_level levels[SEATS_MAX]; /* BOT_PERSON: a person */
    struct bot_means means;             /* of the opponents     */
    uint8_t seed[SEED_SIZE];
    uint8_t reserve[SEED_SIZE]; /* a second secret, not to be told from the seed: opponents' choices, and seeds if the draws begin again */
    char id[TABLE_ID_LENGTH + 1];
};

/* False: there is not enough memory. */
bool table_open(struct table *t, const struct table_setup *setup, const char *build, char *buffer, struct table_output *output) __attribute__((warn_unused_result));
void table_close(struct table *t);

/* A message from somebody who may speak for these seats and listen as these observers. */
void table_receive(struct table *t, unsigned seats, const char *text, size_t length);

/* One thing the table does by itself: a draw, a forced step, an opponent's answer. False: it waits for people, or the game is over. */
bool table_run(struct table *t);

#endif
