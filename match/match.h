/* One game being played: seats, the append-only log, who has been told what, undo, and its
 * draws.
 *
 * No I/O, no clock, no random source: seeds, entropy and decisions are handed in. The log is the
 * truth; the state is what its standing steps make. An observer (a seat or the spectator) has a
 * version: how many entries it has been told of. Other seats' answers to a question put to
 * several are told, in the order of seats, when the last one is in; what was taken back before
 * that is never told.
 *
 *     SEATING ── all seats taken, all hashes in ──▶ REVEALING ── all bytes in ──▶ PLAYING ──▶ OVER
 *        ▲                                              │
 *        └──────── somebody lost the bytes ─────────────┘
 *
 * About 1.3 KiB, and 52 bytes an entry at a table of two. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "core/game.h"
#include "match/draws.h"

/* A seat that has been told of MATCH_UNDO_MAX entries takes nothing back any more, and no seat
 * changes hands once all have been told of so many. What the log has beyond that is no measure:
 * secret answers would show in what a seat may do. Games end within 3 000 steps, so the log
 * never outgrows MATCH_LOG_MAX: what all know, and what each of five seats took back in secret. */
enum {
    MATCH_ID_MAX = 24,
    MATCH_WHO_MAX = 16,
    MATCH_UNDO_MAX = 2500,
    MATCH_LOG_MAX = 6 * MATCH_UNDO_MAX + 3200
};

enum match_phase { MATCH_SEATING, MATCH_REVEALING, MATCH_PLAYING, MATCH_OVER };

enum match_kind {
    ENTRY_STEP, /* by, action: somebody or chance did something */
    ENTRY_UNDO, /* by: a seat took back its latest choice */
    ENTRY_SEAT, /* by: a seat is from now on played by `id` */
    ENTRY_END, /* by: ended without a result, `action` is match_ended */
};

enum match_ended { ENDED_AGREED, ENDED_RESIGNED, ENDED_EXPIRED, ENDED_WAYS };
extern const char *const match_ended_names[ENDED_WAYS];

struct match_entry {
    uint8_t kind;
    uint8_t by;
    uint16_t action;
    uint16_t seen[OBSERVERS]; /* the step as each observer sees it */
    uint8_t shared; /* an answer to a question put to several */
    uint8_t closed; /* the question's last answer: the reveal */
    uint8_t certain; /* chance: observers whose view left one outcome */
    /* played by the table, because everybody saw that nothing else could be done */
    uint8_t forced;
    uint8_t undone; /* taken back by a later entry */
    char id[MATCH_ID_MAX + 1]; /* of the answer, chosen by the client; or who plays the seat */
};

struct match_seat {
    char who[MATCH_WHO_MAX + 1]; /* "person", a level, or "" for nobody */
    char first[MATCH_WHO_MAX + 1]; /* who sat there when the game began */
    bool person;
    bool hashed, revealed;
    uint8_t hash[HASH_SIZE]; /* of the entropy; opponents have none */
};

struct match {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    char components[COMPONENTS_HASH_SIZE];
    char table[TABLE_ID_LENGTH + 1];
    uint8_t seed[SEED_SIZE], commitment[HASH_SIZE], key[HASH_SIZE];
    uint8_t entropy[SEATS_MAX][SEED_SIZE];
    enum match_phase phase;
    struct match_seat seats[SEATS_MAX];
    uint32_t draws[STREAMS_MAX]; /* chance steps so far, by stream */
    struct match_entry *log;
    unsigned length, capacity;
    unsigned question_from; /* where the present question's answers begin */
    uint16_t *visible[OBSERVERS]; /* entries told, in order */
    unsigned versions[OBSERVERS]; /* how many */
    _Alignas(8) uint8_t state[STATE_MAX];
};

/* A table without people. `options`: a value an option. */
void match_open(struct match *m, const struct game *game, unsigned players, const uint8_t *options,
                const char *table, const uint8_t seed[SEED_SIZE]);
void match_close(struct match *m); /* gives the memory back */

/* Each returns false with the reason, and then nothing has changed. */
bool match_sit(struct match *m, unsigned seat, const char *who, bool person, struct message *error)
    __attribute__((warn_unused_result));
/* while seating */
bool match_leave(struct match *m, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
bool match_hash(struct match *m, unsigned seat, const uint8_t hash[HASH_SIZE],
                struct message *error) __attribute__((warn_unused_result));
bool match_reveal(struct match *m, unsigned seat, const uint8_t entropy[SEED_SIZE],
                  struct message *error) __attribute__((warn_unused_result));
/* Somebody's bytes are lost: everybody begins again with new hashes and this seed. */
bool match_restart(struct match *m, const uint8_t seed[SEED_SIZE], struct message *error)
    __attribute__((warn_unused_result));

unsigned match_seats(const struct match *m); /* mask of all seats */
unsigned match_people(const struct match *m); /* those that people hold */
/* seats that owe an answer now; everybody may know */
unsigned match_waiting(const struct match *m);
/* before the game: people whose hash or bytes are missing */
unsigned match_owes(const struct match *m);

/* The number of a seat's present question: how many steps and undos it has been told of. */
unsigned match_question(const struct match *m, unsigned seat);

/* A seat answers its question. `id` (may be "") makes a repeat harmless: `repeated` gets the
 * earlier entry's place + 1. */
bool match_answer(struct match *m, unsigned seat, unsigned question, const char *id,
                  uint16_t action, unsigned *repeated, struct message *error)
    __attribute__((warn_unused_result));

/* The table's own steps. */
/* draws, if chance is to move: was it? */
bool match_chance(struct match *m);
/* a step everybody sees to be forced, or NOTATION_NONE */
uint16_t match_forced(const struct match *m, unsigned *seat);
/* plays it, if there is one: was there? */
bool match_play_forced(struct match *m);

/* An undo takes back a seat's latest choice and all that followed from it: draws with one
 * outcome, forced steps. `id` as in an answer. */
bool match_can_undo(const struct match *m, unsigned seat);
bool match_undo(struct match *m, unsigned seat, const char *id, unsigned *repeated,
                struct message *error) __attribute__((warn_unused_result));

/* Could the step not be taken back, once what follows from it has happened? */
bool match_is_final(const struct match *m, unsigned seat, uint16_t action);

bool match_change_seat(struct match *m, unsigned seat, const char *who, bool person,
                       struct message *error) __attribute__((warn_unused_result));
bool match_end(struct match *m, enum match_ended how, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
/* NULL: it was not ended without a result */
const struct match_entry *match_ended(const struct match *m);

/* Restores a log by doing it all again, in an open match that has all its people, hashes and
 * bytes. Of an entry only kind, by, action, forced and id count; the rest follows. Steps must be
 * legal and draws those that the key gives; false with the reason, and the match is as before. */
bool match_restore(struct match *m, const struct match_entry *log, unsigned length,
                   struct message *error) __attribute__((warn_unused_result));

/* The one decision which events make one line of the log: those of one seat, or of nobody, in a
 * row, unless told apart. */
enum { LINES_NONE = NOBODY + 1 };

struct lines {
    unsigned count;
    unsigned last; /* seat of the last line, or NOBODY; LINES_NONE at first */
};

unsigned lines_place(struct lines *lines, const struct event *event); /* the event's line, from 0 */

/* What an observer sees, entry by entry. */
struct cursor {
    unsigned observer;
    unsigned version; /* entries seen */
    unsigned questions; /* steps and undos among them */
    unsigned steps; /* steps that stand */
    unsigned events; /* events that stand */
    struct lines lines; /* and the lines they make */
    /* last: of it only as much is used as the game's state has */
    _Alignas(8) uint8_t view[STATE_MAX];
};

/* Events with the line of the log they belong to. */
struct line_sink {
    void (*event)(struct line_sink *sink, const struct event *event, unsigned line);
};

void cursor_open(struct cursor *c, const struct match *m, unsigned observer, unsigned version);

/* Goes one entry on; NULL if there is none. `sink` may be NULL. */
const struct match_entry *cursor_next(struct cursor *c, const struct match *m,
                                      struct line_sink *sink);

#endif
