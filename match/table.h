/* A table that speaks the message protocol (docs/protocol.md): a match and what each observer
 * has been sent. JSON text in, JSON text out; the same behind a WebSocket, `postMessage` and
 * `tafelrunde engine`. Who may speak for which seat is decided outside and handed in. The table
 * itself thinks for nobody: opponents' answers come from outside (match/opponents.h in the same
 * process), and so do hints. A local table (table_open) has everybody seated from the start, a
 * server's (table_begin) is seated bit by bit. */
#ifndef MATCH_TABLE_H
#define MATCH_TABLE_H

#include "ai/bot.h"
#include "match/match.h"

enum { PROTOCOL = 1, TABLE_MESSAGE_MAX = 256 * 1024 };

/* Where messages go: to everybody who watches as `observer`, or to the one who asked. */
struct table_output {
    void (*send)(struct table_output *output, unsigned observer, const char *text, size_t length);
    void (*reply)(struct table_output *output, const char *text, size_t length);
    unsigned unwatched; /* mask of observers nobody watches as: nothing is written for them */
};

struct table;

/* Who is asked for hints: gives all legal actions, most visited first. Returns how many; 0: there
 * is not enough memory. */
struct table_adviser {
    unsigned (*advise)(struct table_adviser *adviser, const struct table *t, unsigned seat,
                       struct search_choice choices[LEGAL_MAX]);
};

struct table {
    struct match match;
    const char *build; /* names the program's build */
    uint8_t *cursors; /* what has been sent to each observer: table_cursor */
    struct table_adviser *adviser; /* NULL: it gives no hints */
    uint8_t reserve[SEED_SIZE]; /* never published: further seeds come from it */
    unsigned waiting_sent[OBSERVERS]; /* who was last said to owe an answer, to each */
    char *buffer; /* TABLE_MESSAGE_MAX bytes, of the caller */
    struct table_output *output;
};

/* How a local table is made. */
struct table_setup {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    struct bot_level levels[SEATS_MAX]; /* BOT_PERSON: a person */
    uint8_t seed[SEED_SIZE];
    /* a second secret, not to be told from the seed: opponents' choices, and seeds if the draws
     * begin again */
    uint8_t reserve[SEED_SIZE];
    char id[TABLE_ID_LENGTH + 1];
};

/* What an observer has been sent. Its view is as large as the game's state, not more. */
struct cursor *table_cursor(const struct table *t, unsigned observer);
size_t table_cursors_size(const struct table *t);

/* False: there is not enough memory. */
bool table_open(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                struct table_output *output) __attribute__((warn_unused_result));
void table_close(struct table *t);

/* What became of a message. */
enum table_outcome {
    TABLE_ACCEPTED,
    TABLE_REPEATED, /* its id was known: the earlier answer was sent again, nothing else happened */
    TABLE_REFUSED, /* nothing happened; whoever asked was told why */
};

/* A message (a JSON object) from somebody who may speak for these seats and listen as these
 * observers. `reason` is set if it is refused; it may point into the message. */
enum table_outcome table_receive(struct table *t, unsigned seats, struct json message,
                                 struct message *reason);

/* The same for front ends to which messages come as text. */
enum table_outcome table_receive_text(struct table *t, unsigned seats, const char *text,
                                      size_t length, struct message *reason);

/* Writes a whole `refused` message. `table`: NULL if it is about none; `id`: of the message that
 * is refused, "" if it had none. */
void refused_write(struct json_out *out, const char *table, unsigned observer, const char *id,
                   const struct message *reason);

/* One thing the table does by itself: a draw, or a step that everybody sees to be forced. False:
 * it waits for an answer, or the game is over. */
bool table_run(struct table *t);

/* ---- opponents ---- */

/* Opponents that owe an answer which is theirs to choose. */
unsigned table_owed(const struct table *t);

/* What an opponent draws from for its answer: the same question at the same table gets the same
 * answer, whenever it is asked. */
void table_opponent_seed(const struct table *t, unsigned seat, unsigned question,
                         uint8_t seed[SEED_SIZE]);

/* an opponent's; false: too late */
bool table_answer(struct table *t, unsigned seat, unsigned question, uint16_t action);

/* ---- a server's table ---- */

/* A table without anybody; `setup->levels` plays no part. */
bool table_begin(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                 struct table_output *output) __attribute__((warn_unused_result));

/* After a stored table was put together again in t->match: everybody has been told of
 * everything. */
void table_restored(struct table *t);

/* What observers have been told, to take it up there again. */
struct table_sent {
    unsigned versions[OBSERVERS], waiting[OBSERVERS];
    uint8_t seed[SEED_SIZE];
};
void table_note_sent(const struct table *t, struct table_sent *sent);

/* After a stored table was put together again: everybody was told so much, and is told the rest
 * now. */
void table_send_since(struct table *t, const struct table_sent *sent);

/* As in match.h, and everybody is told. Whoever leaves while entropy is being revealed makes the
 * draws begin again. */
bool table_sit(struct table *t, unsigned seat, const char *who, bool person, struct message *error)
    __attribute__((warn_unused_result));
bool table_leave(struct table *t, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
bool table_change_seat(struct table *t, unsigned seat, const char *who, bool person,
                       struct message *error) __attribute__((warn_unused_result));
bool table_end(struct table *t, enum match_ended how, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
/* a draw, if chance is to move: was it? */
bool table_draw(struct table *t);
/* a step that everybody sees to be forced */
bool table_play_forced(struct table *t);

#endif
