/* A game is one constant: struct game.
 *
 * A state is plain memory of `state_size` bytes without pointers or padding. Every position has
 * exactly one byte representation, so states are copied by memcpy, compared by memcmp and hashed
 * whole. The game's functions do no I/O, allocate nothing and keep no state of their own; they
 * are called millions of times per second.
 *
 * A step is taken by a seat (0 … players − 1) or by chance. Several seats may be to move at once:
 * they answer one question, and nobody sees an answer before the last one is in.
 *
 * A view is a state of the same layout in which everything that one observer may not know is
 * zero. On a view
 *   - `legal` of the viewer's own seat is the same as on the full state;
 *   - `legal` of another seat lists every step as the viewer might see it, including hidden ones
 *     (`exchange ?`). A seat with one entry on the spectator's view is forced, and everybody
 *     can see it;
 *   - `chance` gives what the viewer might see. The weights mean nothing there: nobody draws from
 *     a view, and game_outcomes makes them zero;
 *   - `apply` takes such steps, and reports the events that the viewer may know. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "core/bits.h"
#include "core/fields.h"
#include "core/json.h"
#include "core/message.h"
#include "core/notation.h"
#include "core/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SEATS_MAX = 5,
    SPECTATOR = 5, /* the observer without a seat */
    OBSERVERS = 6, /* the seats, then the spectator */
    BY_CHANCE = 7, /* `by` of a chance step */
    NOBODY = 8, /* `seat` of an event that names none */
    STATE_MAX = 512,
    LEGAL_MAX = 512,
    OUTCOMES_MAX = 64,
    OPTIONS_MAX = 4,
    RESULT_PARTS_MAX = 8,
    STREAMS_MAX = 16,
};

#define SEAT_BIT(seat) (1u << (seat))
#define CHANCE_BIT SEAT_BIT(BY_CHANCE)

/* Visits the observers of a game: its seats, then the spectator. */
#define FOR_EACH_OBSERVER(o, players) \
    for (unsigned o = 0; o < OBSERVERS; o = o + 1 == (players) ? SPECTATOR : o + 1)

/* A declared option. Its value is a number below `count`; with `flag` the values are false and
 * true. */
struct option {
    const char *key;
    const char *const *values;
    uint8_t count;
    uint8_t fallback; /* the default value */
    bool flag;
};

#define OPTION_VALUES(...)                        \
    .values = (const char *const[]){__VA_ARGS__}, \
    .count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)
/* An option that is off by default; one of several values, the first by default. */
#define OPTION_FLAG(name) {.key = name, OPTION_VALUES("false", "true"), .flag = true}
#define OPTION_CHOICE(name, ...) {.key = name, OPTION_VALUES(__VA_ARGS__)}

#define GAME_OPTIONS(...)                            \
    .options = (const struct option[]){__VA_ARGS__}, \
    .option_count = sizeof((const struct option[]){__VA_ARGS__}) / sizeof(struct option)

/* The outcomes of a chance step as a distribution. A draw needs only one of them, and listing all
 * costs several times as much, so `chance` lists nothing. Place i stands for action first + i. Its
 * weight is
 *   - byte i of `counts`, if that is not 0: like cards of up to eight kinds, fewer than 128;
 *   - else weights[0] for a member of sets[0] plus weights[1] for a member of sets[1]. Either both
 *     weights are 1, or every member of sets[0] is less than every member of sets[1]. */
struct outcomes {
    uint32_t total; /* the sum of the weights */
    uint16_t stream; /* the stream of draws that it counts in (match/draws.h) */
    uint16_t first;
    uint64_t counts;
    uint64_t sets[2];
    uint32_t weights[2];
};

/* The same as a list, in the order of the actions' numbers. */
struct outcome_list {
    uint32_t total; /* 0 on a view */
    uint16_t count;
    uint16_t stream;
    uint16_t actions[OUTCOMES_MAX];
    uint32_t weights[OUTCOMES_MAX];
};

/* An event, to be shown to people. Consecutive events of one seat form one line of the log,
 * unless `apart`. */
struct event {
    unsigned seat; /* whose line it belongs to, or NOBODY */
    bool apart;
    struct message message;
};

struct sink {
    void (*event)(struct sink *sink, const struct event *event);
};

/* Passes an event to the sink. */
void sink_tell(struct sink *sink, unsigned seat, bool apart, struct message message);

/* TELL(seat, apart, "game.event.key", parameters…): passes an event to the `sink` in scope, if
 * there is one. Without one it costs a comparison. */
#define TELL(seat, apart, ...)                                                                     \
    do {                                                                                           \
        if (__builtin_expect(sink != NULL, 0)) sink_tell(sink, seat, apart, MESSAGE(__VA_ARGS__)); \
    } while (0)

struct result {
    int16_t score[SEATS_MAX];
    uint8_t place[SEATS_MAX]; /* 1 + the number of seats strictly better */
    int16_t parts[RESULT_PARTS_MAX][SEATS_MAX];
};

/* Sets the places by score, then by `tie_break` (larger is better; NULL: none). */
void places_by_score(struct result *result, unsigned players, const int16_t *tie_break);

struct tuning;

struct game {
    const char *id;
    const char *name; /* its title, the same in every language */
    uint16_t rules; /* revision of the rules */
    uint8_t players_min, players_max;
    const struct option *options;
    unsigned option_count;
    size_t state_size;
    unsigned steps_max; /* an upper bound on the steps of a game */
    const struct tuning *tuning; /* for opponents (core/tuning.h); NULL: nothing, defaults */
    const char *const *parts; /* names of the score's parts, in order */
    unsigned part_count;
    const struct notation *notation;
    const struct fields *fields;

    /* The state before the first step; `options` holds one value per option. */
    void (*setup)(void *state, unsigned players, const uint8_t *options);

    /* The seats that are to move, as a mask; CHANCE_BIT; or 0 when the game is over. */
    unsigned (*to_move)(const void *state);

    /* All seats of the current question, whether they have answered or not; 0 if there is none. */
    unsigned (*asked)(const void *state);

    /* Lists the legal actions of a seat in ascending order into a list of LEGAL_MAX; returns how
     * many. A seat that is not to move has none. */
    unsigned (*legal)(const void *state, unsigned seat, uint16_t *list);

    /* The outcomes of the chance step that is due. */
    void (*chance)(const void *state, struct outcomes *outcomes);

    /* Applies one legal action of a seat, or one outcome; true if it closed the question. `sink`
     * may be NULL. */
    bool (*apply)(void *state, unsigned by, uint16_t action, struct sink *sink);

    /* Names the rule that makes an action illegal for a seat that is to move, in a phase in which
     * its verb is possible. Called for illegal actions only. Uses only what the seat may know.
     * Callers use game_why_not, which adds the reasons common to all games. */
    struct message (*why_not)(const void *state, unsigned seat, uint16_t action);

    /* Removes from a state, or from the observer's own view, what the observer may not know. The
     * spectator's view can be made from any view. */
    void (*view)(void *state, unsigned observer);

    /* How an observer sees a step taken in this state. Never called for answers that are still
     * secret. */
    uint16_t (*witness)(const void *state, unsigned by, uint16_t action, unsigned observer);

    /* Fills in the hidden parts of a view: every full state comes up with its probability given
     * the view. */
    void (*determinise)(void *view, struct generator *generator);

    /* Current scores and places, with the named parts. */
    void (*result)(const void *state, struct result *result);

    /* The question to a seat that is to move, in one sentence. */
    struct message (*ask)(const void *view, unsigned seat);

    /* The immediate effect of an action, or MESSAGE_NONE. */
    struct message (*preview)(const void *view, unsigned seat, uint16_t action);

    /* The view as lists with headings: an event that is `apart` is a heading. */
    void (*describe)(const void *view, struct sink *sink);

    /* What a board shows of a view beyond its own members, such as points per region, as members
     * of an object that is open. NULL: boards need nothing more. */
    void (*standing)(const void *view, struct json_out *out);

    /* Is a state that was read consistent as a whole? If not, the reason; else MESSAGE_NONE.
     * Viewer, question and answers have been checked before. NULL: its members have no
     * constraints between them. Callers use state_check. */
    struct message (*check)(const void *state);

    /* The component tables: {NAME:[{…,"mark":"S"|"I"|"R"}, …], …} */
    void (*components)(struct json_out *out, const char *name);
};

/* The first byte of every state says whose view it is: 0 for the full state, else the observer +
 * 1. */
static inline unsigned state_viewer(const void *state) {
    return *(const uint8_t *)state;
}

/* Does the viewer not see what is private to this seat? False on a full state. */
static inline bool hidden_from_viewer(const void *state, unsigned seat) {
    return state_viewer(state) != 0 && state_viewer(state) != seat + 1;
}

/* The number of players of a state or view. */
static inline unsigned state_players(const struct game *game, const void *state) {
    return ((const uint8_t *)state)[game->fields->players_offset];
}

static inline unsigned state_phase(const struct game *game, const void *state) {
    return ((const uint8_t *)state)[game->fields->phase_offset];
}

/* Is the current question put to several seats? */
static inline bool game_asks_several(const struct game *game, const void *state) {
    unsigned asked = game->asked(state);
    return asked & (asked - 1);
}

/* Hash of the whole state, the same on every machine. */
uint64_t state_hash(const struct game *game, const void *state);

/* Writes a position with every member, so that reading it gives the same bytes. */
void state_write(const struct game *game, const void *state, struct json_out *out,
                 const char *name);

/* Writes the members that differ between two positions of a game: {"phase":"…","seats":[{},{…}]},
 * where `seats` has one object per seat, and is left out if they are all the same. */
void state_write_changes(const struct game *game, const void *before, const void *after,
                         struct json_out *out, const char *name);

/* Reads a position into a state of STATE_MAX bytes; false with the reason. */
bool state_read(const struct game *game, struct json value, void *state, struct message *error)
    __attribute__((warn_unused_result));

/* Is the state consistent: its viewer, its question with the answers, and what the game's `check`
 * says? */
bool state_check(const struct game *game, const void *state, struct message *error);

/* For games, and parts of them, where nothing is hidden. */
void view_all(void *state, unsigned observer);
uint16_t witness_all(const void *state, unsigned by, uint16_t action, unsigned observer);
void determinise_nothing(void *view, struct generator *generator);
/* Describes a view by its members: the heading `table`, then a line for each member that `says`
 * something; for each seat the heading `seat` with `who` and `points`, and its lines. A member
 * without a value is left out. */
void describe_members(const struct game *game, const void *view, const char *table,
                      const char *seat, struct sink *sink);
/* For games without previews. */
struct message preview_nothing(const void *view, unsigned seat, uint16_t action);

void outcomes_list(const struct outcomes *outcomes, struct outcome_list *list);

/* Lists the outcomes of the chance step that is due, on a state or a view. */
void game_outcomes(const struct game *game, const void *state, struct outcome_list *list);

/* Outcomes of equal weight: first + i for every i of a set that has `count` members. The members
 * are set one by one, because compilers clear a whole struct before they fill it. */
static inline void outcomes_counted(struct outcomes *outcomes, uint64_t set, unsigned count,
                                    unsigned first, unsigned stream) {
    outcomes->total = count;
    outcomes->stream = (uint16_t)stream;
    outcomes->first = (uint16_t)first;
    outcomes->counts = 0;
    outcomes->sets[0] = set;
    outcomes->sets[1] = 0;
    outcomes->weights[0] = outcomes->weights[1] = 1;
}

/* Outcomes by counts, of which there are `total`; at least one. Nobody looks at the sets then. */
static inline void outcomes_of_counts(struct outcomes *outcomes, uint64_t counts, unsigned total,
                                      unsigned first, unsigned stream) {
    outcomes->total = total;
    outcomes->stream = (uint16_t)stream;
    outcomes->first = (uint16_t)first;
    outcomes->counts = counts;
}

/* The same where the number of members is not known. */
static inline void outcomes_uniform(struct outcomes *outcomes, uint64_t set, unsigned first,
                                    unsigned stream) {
    outcomes_counted(outcomes, set, bits_count(set), first, stream);
}

/* Draws one of the outcomes with the fast generator. */
uint16_t outcomes_draw(const struct outcomes *outcomes, struct generator *generator);

/* The only answer of a seat, if the spectator's view shows that it has only one; else
 * NOTATION_NONE. */
uint16_t game_forced(const struct game *game, const void *state, unsigned seat);

/* The reason why a seat may not do this now; false if it may. */
bool game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                  struct message *reason);

/* Is the action legal for a seat, or listed as an outcome (by = BY_CHANCE)? */
bool game_allows(const struct game *game, const void *state, unsigned by, uint16_t action);

/* The first 8 bytes of BLAKE2b-256 over the text of the component tables, as 16 hex digits and a
 * terminating zero. */
enum { COMPONENTS_TEXT_MAX = 24 * 1024, COMPONENTS_HASH_SIZE = 17 };
void game_components_hash(const struct game *game, char hash[COMPONENTS_HASH_SIZE]);

#endif
