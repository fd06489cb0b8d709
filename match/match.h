/* One game being played: seats, the append-only log, which entries each observer may see, undo,
 * and draws.
 *
 * No I/O, no clock, no random source: seeds, entropy and decisions are parameters. The log is the
 * source of truth; the state follows from the steps that were not undone. An observer (a seat or
 * the spectator) has a version: the number of entries visible to it. In a simultaneous question,
 * the other seats' answers become visible at the reveal, in the order of seats. Answers that were
 * undone before it never do.
 *
 *     SEATING ── all seats taken, all hashes in ──▶ REVEALING ── all bytes in ──▶ PLAYING ──▶ OVER
 *        ▲                                              │
 *        └──────── somebody lost the bytes ─────────────┘
 *
 * About 1.3 KiB, plus 52 bytes per entry with two players. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "core/game.h"
#include "match/draws.h"

/* A seat may undo MATCH_TURN_UNDOS times per turn, and not at all once it sees MATCH_UNDO_MAX
 * entries. These limits count what the seat sees, not the log: otherwise a refusal would reveal
 * secret answers. A seat changes hands at most MATCH_SEAT_CHANGES times. Games end within 3 000
 * steps, so MATCH_LOG_MAX suffices for the public entries, the secret undos of five seats, all
 * changes of seats and the end: however often people undo, a takeover always has its place. */
enum {
    MATCH_ID_MAX = 24,
    MATCH_WHO_MAX = 16,
    MATCH_TURN_UNDOS = 30,
    MATCH_UNDO_MAX = 2500,
    MATCH_SEAT_CHANGES = 64,
    MATCH_LOG_MAX = 6 * MATCH_UNDO_MAX + 3200 + SEATS_MAX * MATCH_SEAT_CHANGES
};

enum match_phase { MATCH_SEATING, MATCH_REVEALING, MATCH_PLAYING, MATCH_OVER };

enum match_kind {
    ENTRY_STEP, /* a step `action` of seat `by` or of chance */
    ENTRY_UNDO, /* seat `by` took back its latest choice */
    ENTRY_SEAT, /* from now on `id` plays seat `by` */
    ENTRY_END, /* ended early by seat `by`; `action` is an enum match_ended */
    /* a step or an undo of seat `by` that match_compact removed; `forced` if its question was
     * simultaneous. It only keeps the numbers of what follows. */
    ENTRY_GONE,
};

enum match_ended { ENDED_AGREED, ENDED_RESIGNED, ENDED_EXPIRED, ENDED_WAYS };
extern const char *const match_ended_names[ENDED_WAYS];

struct match_entry {
    uint8_t kind;
    uint8_t by;
    uint16_t action;
    uint16_t seen[OBSERVERS]; /* the step as each observer sees it */
    uint8_t shared; /* belongs to a simultaneous question */
    uint8_t closed; /* the question's last answer: the reveal */
    uint8_t certain; /* of chance: mask of observers who could predict the outcome */
    uint8_t forced; /* played by the table */
    uint8_t undone; /* by a later entry */
    char id[MATCH_ID_MAX + 1]; /* chosen by the client; of ENTRY_SEAT: who plays */
};

struct match_seat {
    char who[MATCH_WHO_MAX + 1]; /* "person", a level, or "": free */
    char first[MATCH_WHO_MAX + 1]; /* `who` at the start of the game */
    bool person;
    bool hashed, revealed;
    uint8_t hash[HASH_SIZE]; /* of the entropy, if `hashed`; opponents have none */
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
    uint32_t draws[STREAMS_MAX]; /* chance steps so far, per stream */
    unsigned given; /* entries of a restored log whose draws were set by hand */
    struct match_entry *log;
    unsigned length, capacity;
    unsigned question_from; /* index of the present question's first entry */
    uint16_t *visible[OBSERVERS]; /* log indices of the entries each observer may see, in order */
    unsigned versions[OBSERVERS]; /* how many these are */
    _Alignas(8) uint8_t state[STATE_MAX];
};

/* A match with free seats. `options`: one value per option. */
void match_open(struct match *m, const struct game *game, unsigned players, const uint8_t *options,
                const char *table, const uint8_t seed[SEED_SIZE]);
void match_close(struct match *m);

/* Each returns false with the reason; then nothing has changed. */
bool match_sit(struct match *m, unsigned seat, const char *who, bool person, struct message *error)
    __attribute__((warn_unused_result));
/* Only while seating. */
bool match_leave(struct match *m, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
bool match_hash(struct match *m, unsigned seat, const uint8_t hash[HASH_SIZE],
                struct message *error) __attribute__((warn_unused_result));
bool match_reveal(struct match *m, unsigned seat, const uint8_t entropy[SEED_SIZE],
                  struct message *error) __attribute__((warn_unused_result));
/* A player has lost its entropy: everybody starts again with this seed and new hashes. */
bool match_restart(struct match *m, const uint8_t seed[SEED_SIZE], struct message *error)
    __attribute__((warn_unused_result));

unsigned match_seats(const struct match *m); /* mask of all seats */
unsigned match_people(const struct match *m); /* mask of seats that people play */
/* Mask of seats that owe an answer now; public. */
unsigned match_waiting(const struct match *m);
/* Before the game: mask of people whose hash or entropy is missing. */
unsigned match_owes(const struct match *m);

/* The number of a seat's present question: how many steps and undos are visible to it. */
unsigned match_question(const struct match *m, unsigned seat);

/* A seat answers its question. `id` (may be "") makes this idempotent: for a known one nothing
 * happens and `repeated` is the earlier entry's index + 1. */
bool match_answer(struct match *m, unsigned seat, unsigned question, const char *id,
                  uint16_t action, unsigned *repeated, struct message *error)
    __attribute__((warn_unused_result));

/* Plays a draw if chance is to move; false: it is not. */
bool match_chance(struct match *m);
/* The forced step and its seat, or NOTATION_NONE. */
uint16_t match_forced(const struct match *m, unsigned *seat);
/* Plays the forced step; false: there is none. */
bool match_play_forced(struct match *m);

/* Takes back a seat's latest choice with all that followed from it: certain draws, forced steps.
 * `id` and `repeated` as in match_answer. */
bool match_can_undo(const struct match *m, unsigned seat);
bool match_undo(struct match *m, unsigned seat, const char *id, unsigned *repeated,
                struct message *error) __attribute__((warn_unused_result));

/* Would an undo be impossible after this step and what follows from it? */
bool match_is_final(const struct match *m, unsigned seat, uint16_t action);

/* A person gets the seat only if an opponent could still take it over afterwards. */
bool match_change_seat(struct match *m, unsigned seat, const char *who, bool person,
                       struct message *error) __attribute__((warn_unused_result));
bool match_end(struct match *m, enum match_ended how, unsigned seat, struct message *error)
    __attribute__((warn_unused_result));
/* The entry that ended the game early; NULL: there is none. */
const struct match_entry *match_ended(const struct match *m);

/* Replays a log in a match that has all its people, hashes and entropy. It reads only kind, by,
 * action, forced and id of the entries; the rest follows. Steps must be legal and draws must follow
 * from the key, except among the first `given` entries. False with the reason: nothing has
 * changed. */
bool match_restore(struct match *m, const struct match_entry *log, unsigned length,
                   struct message *error) __attribute__((warn_unused_result));

/* Steps that were taken back, and their undos, become ENTRY_GONE: all of them once the game is
 * over, before that only old ones, and only if they are many. Recent ones stay, because their
 * messages may be repeated. No version or question changes its number. False: nothing to do. */
bool match_compact(struct match *m);

/* Does it count for the numbers of questions? */
static inline bool match_is_move(const struct match_entry *e) {
    return e->kind <= ENTRY_UNDO || e->kind == ENTRY_GONE;
}

/* Decides which events share a line of the displayed log: consecutive ones of the same seat, or of
 * nobody, unless `apart` is set. */
enum { LINES_NONE = NOBODY + 1 };

struct lines {
    unsigned count;
    unsigned last; /* seat of the last line, or NOBODY; at first LINES_NONE */
};

unsigned lines_place(struct lines *lines, const struct event *event); /* the event's line, from 0 */

/* An observer's view, advanced entry by entry. */
struct cursor {
    unsigned observer;
    unsigned version; /* entries applied */
    unsigned questions; /* steps and undos among them */
    unsigned steps; /* steps that are not undone */
    unsigned events; /* their events */
    struct lines lines; /* the lines of these events */
    /* last member: only game->state_size bytes of it are allocated and used */
    _Alignas(8) uint8_t view[STATE_MAX];
};

/* Receives events with their lines. */
struct line_sink {
    void (*event)(struct line_sink *sink, const struct event *event, unsigned line);
};

void cursor_open(struct cursor *c, const struct match *m, unsigned observer, unsigned version);

/* Applies the next entry; NULL: there is none. `sink` may be NULL. Removed entries count as one
 * undo. */
const struct match_entry *cursor_next(struct cursor *c, const struct match *m,
                                      struct line_sink *sink);

/* The same for somebody who returns, up to version `until`: leaves out steps that were taken back
 * since, and their undos. An undo is applied only if the view at the cursor contains that step. */
const struct match_entry *cursor_catch_up(struct cursor *c, const struct match *m, unsigned until,
                                          struct line_sink *sink);

#endif
