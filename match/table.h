/* A match behind the message protocol (docs/protocol.md), with what each observer has been sent.
 *
 * The same code runs behind a WebSocket, `postMessage` and `tafelrunde engine`. The caller decides
 * who may speak for which seat. It also provides opponents' answers and hints (match/opponents.h
 * for the same process). A local table (table_open) is fully seated from the start; a server's
 * (table_begin) starts with free seats. */
#ifndef MATCH_TABLE_H
#define MATCH_TABLE_H

#include "ai/bot.h"
#include "match/match.h"

enum { PROTOCOL = 3, TABLE_MESSAGE_MAX = 256 * 1024 };
#define TABLE_ALL (~0u) /* spectators_until: no limit */

/* Receives messages for all watchers of an observer (send) and for the asker alone (reply). */
struct table_output {
    void (*send)(struct table_output *output, unsigned observer, const char *text, size_t length);
    void (*reply)(struct table_output *output, const char *text, size_t length);
    /* Somebody who returns gets `slice` updates at once, or all if it is 0. If some are left, this
     * is called instead of the rest: go on with table_catch_up from `version` on. */
    void (*rest)(struct table_output *output, unsigned observer, unsigned version);
    unsigned slice;
    unsigned unwatched; /* mask of observers without watchers: their messages are not written */
};

struct table;

/* Gives hints: all legal actions, most visited first. Returns their number; 0: out of memory. */
struct table_adviser {
    unsigned (*advise)(struct table_adviser *adviser, const struct table *t, unsigned seat,
                       struct search_choice choices[LEGAL_MAX]);
};

struct table {
    struct match match;
    const char *build; /* the program's build, for `welcome` */
    uint8_t *cursors; /* one cursor per observer, see table_cursor */
    struct table_adviser *adviser; /* NULL: hints are refused */
    uint8_t reserve[SEED_SIZE]; /* secret from which further seeds are derived */
    /* Other tables with the same seed are still playing: even when the game is over, nobody gets
     * the seed, and the record is the observer's own. */
    bool sealed;
    unsigned spectators_until; /* spectators see the game up to this version; TABLE_ALL: all */
    /* Mask of observers whose next update has the whole view: those who watch may have another one
     * than the log now says, because steps that were taken back have been removed from it. */
    unsigned whole;
    unsigned waiting_sent[OBSERVERS]; /* per observer: the `waiting` last sent, as a number */
    char *buffer; /* TABLE_MESSAGE_MAX bytes, owned by the caller */
    struct table_output *output;
};

/* How a local table is made. */
struct table_setup {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    struct bot_level levels[SEATS_MAX]; /* BOT_PERSON: a person */
    uint8_t seed[SEED_SIZE];
    /* a second, independent secret: for opponents' choices and for new seeds after a restart */
    uint8_t reserve[SEED_SIZE];
    char id[TABLE_ID_LENGTH + 1];
};

/* What an observer has been sent. Only game->state_size bytes of its view exist. */
struct cursor *table_cursor(const struct table *t, unsigned observer);
size_t table_cursors_size(const struct table *t);

/* False: out of memory. */
bool table_open(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                struct table_output *output) __attribute__((warn_unused_result));
void table_close(struct table *t);

/* The outcome of a message. */
enum table_outcome {
    TABLE_ACCEPTED,
    TABLE_REPEATED, /* known id: the earlier reply was sent again, nothing else happened */
    TABLE_REFUSED, /* nothing happened; the asker got the reason */
};

/* Handles a message (a JSON object) from a client that may play these seats. `reason` is set if it
 * is refused; it may point into the message. */
enum table_outcome table_receive(struct table *t, unsigned seats, struct json message,
                                 struct message *reason);

/* The same for a message as text. */
enum table_outcome table_receive_text(struct table *t, unsigned seats, const char *text,
                                      size_t length, struct message *reason);

/* Writes a complete `refused` message. `table`: NULL if it concerns none. `id`: of the refused
 * message, or "". */
void refused_write(struct json_out *out, const char *table, unsigned observer, const char *id,
                   const struct message *reason);

/* Plays one draw or forced step. False: the table waits for an answer, or the game is over. */
bool table_run(struct table *t);

/* ---- opponents ---- */

/* Mask of opponents that owe an answer that is not forced. */
unsigned table_owed(const struct table *t);

/* The seed for an opponent's answer: the same question of a table always gets the same seed. */
void table_opponent_seed(const struct table *t, unsigned seat, unsigned question,
                         uint8_t seed[SEED_SIZE]);

/* An opponent answers; false: too late. */
bool table_answer(struct table *t, unsigned seat, unsigned question, uint16_t action);

/* ---- a server's table ---- */

/* A table with free seats; ignores `setup->levels`. */
bool table_begin(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                 struct table_output *output) __attribute__((warn_unused_result));

/* Call it after restoring t->match: counts everything as sent. */
void table_restored(struct table *t);

/* How much has been sent to each observer. */
struct table_sent {
    unsigned versions[OBSERVERS], waiting[OBSERVERS];
    uint8_t seed[SEED_SIZE];
};
void table_note_sent(const struct table *t, struct table_sent *sent);

/* Call it after restoring t->match: sends everything since `sent`. */
void table_send_since(struct table *t, const struct table_sent *sent);

/* Replies with at most `slice` updates after `*version` and none beyond `until`; then `*version` is
 * that of the last one. False: there was nothing left to send. */
bool table_catch_up(struct table *t, unsigned observer, unsigned *version, unsigned until);
/* Replies with `waiting` and the open question: the end of catching up. */
void table_caught_up(struct table *t, unsigned observer);

/* As in match.h; observers get updates. Leaving while entropy is being revealed restarts the
 * draws. */
bool table_sit(struct table *t, unsigned seat, const char *who, bool person, struct message *error)
    __attribute__((warn_unused_result));
bool table_leave(struct table *t, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
bool table_change_seat(struct table *t, unsigned seat, const char *who, bool person,
                       struct message *error) __attribute__((warn_unused_result));
bool table_end(struct table *t, enum match_ended how, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
/* Plays a draw if chance is to move; false: it is not. */
bool table_draw(struct table *t);
/* Plays the forced step; false: there is none. */
bool table_play_forced(struct table *t);

#endif
