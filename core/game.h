/* A game is one constant: struct game.
 *
 * A state is plain memory of `state_size` bytes: no pointers, no padding, one byte image a
 * position; it is copied by memcpy and hashed whole. The game's functions do no I/O, allocate
 * nothing and keep nothing; they are called millions of times a second.
 *
 * Steps are by a seat (0 … players − 1) or by chance. Several seats may be to move at once:
 * together they were asked one question, and nobody learns an answer before the last one is in.
 *
 * A view is a state of the same layout in which what one observer may not know is zero. On a
 * view
 *   - `legal` of the viewer's own seat is what it is in the full state;
 *   - `legal` of another seat lists every step the viewer might be told of, veiled ones
 *     (`exchange ?`) included, so a seat whose list on the public view has one entry is forced,
 *     and everybody can see it;
 *   - `chance` lists what the viewer might be told, with weights of zero: nobody draws from a
 *     view;
 *   - `apply` takes such steps, and tells the events as the viewer may know them. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "core/fields.h"
#include "core/json.h"
#include "core/message.h"
#include "core/notation.h"
#include "core/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEATS_MAX = 5,
    SPECTATOR = 5, /* an observer without a seat */
    OBSERVERS = 6, /* the seats, then the spectator */
    BY_CHANCE = 7, /* who made a chance step */
    NOBODY = 8, /* of an event that names no seat */
    STATE_MAX = 512,
    LEGAL_MAX = 512,
    OUTCOMES_MAX = 64,
    OPTIONS_MAX = 4,
    RESULT_PARTS_MAX = 8,
    STREAMS_MAX = 16,
    FEATURES_MAX = 256,
    EFFORTS = 3,
    SITUATION_ALONE = 1,
};

#define SEAT_BIT(seat) (1u << (seat))
#define CHANCE_BIT SEAT_BIT(BY_CHANCE)

/* A declared option. Its value is a number below `count`; `flag`: the values are false and true. */
struct option {
    const char *key;
    const char *const *values;
    uint8_t count;
    uint8_t fallback; /* the value if nobody chooses */
    bool flag;
};

/* The outcomes of a chance step, in the order of their numbers. */
struct outcomes {
    uint32_t total; /* the sum of the weights; 0 on a view */
    uint16_t count;
    uint16_t stream; /* what the draw is counted in */
    uint16_t actions[OUTCOMES_MAX];
    uint32_t weights[OUTCOMES_MAX];
};

/* Something that happened, for people. Events of one seat in a row make one line of the log,
 * unless `apart`. */
struct event {
    unsigned seat; /* whose line it belongs to, or NOBODY */
    bool apart;
    struct message message;
};

struct sink {
    void (*event)(struct sink *sink, const struct event *event);
};

/* Tells something, to a sink that is there. */
void sink_tell(struct sink *sink, unsigned seat, bool apart, struct message message);

struct result {
    int16_t score[SEATS_MAX];
    uint8_t place[SEATS_MAX]; /* 1 + the number of seats strictly better */
    int16_t parts[RESULT_PARTS_MAX][SEATS_MAX];
};

struct game {
    const char *id;
    const char *name; /* as people know it: the same in every language */
    uint16_t rules; /* revision of the rules */
    uint8_t players_min, players_max;
    const struct option *options;
    unsigned option_count;
    size_t state_size;
    unsigned steps_max; /* every game ends within so many steps */
    /* by number of players, how often a novice, a club player and a master look at a position:
     * about 50 ms, 0.5 s and 3 s a turn */
    uint32_t visits[SEATS_MAX + 1][EFFORTS];
    /* how much of a position's worth each of them finds by playing it out at random; the rest is
     * a net's judgement */
    double played_out[EFFORTS];
    /* weight of what a search has tried little, where a net judges: the better of those measured */
    double exploration;
    /* of a master's search (ai/search.h); 0: none. The better of those measured, too */
    double foresight;
    /* how much worse than the best, as win chance, a club player's choice may be: people vary,
     * too */
    double leeway;
    const char *const *parts; /* names of the breakdown's parts, in order */
    unsigned part_count;
    const struct notation *notation;
    const struct fields *fields;

    /* The state before the first step; `options` holds a value an option. */
    void (*setup)(void *state, unsigned players, const uint8_t *options);

    /* A mask of seats, CHANCE_BIT, or 0: the game is over. */
    unsigned (*to_move)(const void *state);

    /* All seats of the present question, answered or not; 0 if there is none. */
    unsigned (*asked)(const void *state);

    /* The legal actions of a seat, in order, into a list of LEGAL_MAX; returns how many. A seat
     * that is not to move has none. */
    unsigned (*legal)(const void *state, unsigned seat, uint16_t *list);

    /* The outcomes of the present chance step. */
    void (*chance)(const void *state, struct outcomes *outcomes);

    /* One legal action of a seat, or one outcome; true if it closed the question. `sink` may be
     * NULL. */
    bool (*apply)(void *state, unsigned by, uint16_t action, struct sink *sink);

    /* Why an action is not legal for a seat that is to move, by the rule it breaks; false if it
     * is legal. Uses only what the seat may know. Call game_why_not, which knows the reasons
     * common to all games. */
    bool (*why_not)(const void *state, unsigned seat, uint16_t action, struct message *reason);

    /* Turns a state, or the observer's own view, into what the observer may know. The public
     * view may be made from any view. */
    void (*view)(void *state, unsigned observer);

    /* How an observer sees a step taken in this state; never called for answers that are still
     * secret. */
    uint16_t (*witness)(const void *state, unsigned by, uint16_t action, unsigned observer);

    /* Turns a view into a full state drawn with its probability given the view. */
    void (*determinise)(void *view, struct generator *generator);

    /* Scores and places as things stand, with the named parts. */
    void (*result)(const void *state, struct result *result);

    /* What is asked of a seat that is to move, in one sentence. */
    void (*ask)(const void *view, unsigned seat, struct message *message);

    /* What an action would bring as things stand; false: nothing to say. */
    bool (*preview)(const void *view, unsigned seat, uint16_t action, struct message *message);

    /* The view as headed lists: an event that is `apart` is a heading. */
    void (*describe)(const void *view, struct sink *sink);

    /* What a board shows of a view beyond its own members, such as points per region, as members
     * of an object that is open. NULL: boards need nothing more. */
    void (*standing)(const void *view, struct json_out *out);

    /* Does a state that was read make sense as a whole? The reason if not. */
    bool (*check)(const void *state, struct message *error);

    /* What a net is told (ai/net.h) of a full state, a row a seat, as that seat looks at it:
     * itself first, the others in turn order, absent ones zero. A row is `feature_count` numbers
     * from −128 to 127, the usual spread about 64; `feature_revision` changes with their
     * meaning. Not asked in the middle of a question put to several, nor where chance is to
     * move. NULL: the game has no net. */
    void (*features)(const void *state, int16_t (*features)[FEATURES_MAX]);
    unsigned feature_count, feature_revision;

    /* A part of a game of two that is small enough to be tried out to its end, with nothing
     * hidden in it and each question answered in one step (ai/solve.h): which of its situations
     * a state or view is in, where those with one number are worth the same; SITUATION_ALONE:
     * not compared with others; 0: it is not in such a part. NULL: the game has none. */
    uint32_t (*situation)(const void *state);

    /* The component tables: {NAME:[{…,"mark":"S"|"I"|"R"}, …], …} */
    void (*components)(struct json_out *out, const char *name);
};

/* The byte that says whose view a state is: 0, the full state; else the observer + 1. Every
 * state begins with it. */
static inline unsigned state_viewer(const void *state) {
    return *(const uint8_t *)state;
}

/* How many seats a state, or a view, has. */
static inline unsigned state_players(const struct game *game, const void *state) {
    return ((const uint8_t *)state)[game->fields->players_offset];
}

/* Is the present question put to several seats? */
static inline bool game_asks_several(const struct game *game, const void *state) {
    unsigned asked = game->asked(state);
    return asked & (asked - 1);
}

/* Hash of a whole state; the same on every machine. */
uint64_t state_hash(const struct game *game, const void *state);

/* Writes a position: every member, so that reading it gives the same bytes. */
void state_write(const struct game *game, const void *state, struct json_out *out,
                 const char *name);

/* Reads a position into a state of STATE_MAX bytes; false with the reason. */
bool state_read(const struct game *game, struct json value, void *state, struct message *error)
    __attribute__((warn_unused_result));

/* Draws one of the outcomes with the fast generator. */
static inline uint16_t outcomes_draw(const struct outcomes *outcomes, struct generator *generator) {
    uint32_t at = generator_below(generator, outcomes->total);
    if (outcomes->total == outcomes->count) return outcomes->actions[at]; /* all weights are 1 */
    unsigned i = 0;
    while (at >= outcomes->weights[i]) at -= outcomes->weights[i++];
    return outcomes->actions[i];
}

/* Can everybody see that a seat has but one answer? Then it, else NOTATION_NONE. */
uint16_t game_forced(const struct game *game, const void *state, unsigned seat);

/* Why a seat may not do this now; false if it may. */
bool game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                  struct message *reason);

/* Is the action legal for a seat, or listed as an outcome (by = BY_CHANCE)? */
bool game_allows(const struct game *game, const void *state, unsigned by, uint16_t action);

/* 16 hex digits, ended by zero: the first 8 bytes of BLAKE2b-256 over the text of the component
 * tables. */
enum { COMPONENTS_TEXT_MAX = 24 * 1024, COMPONENTS_HASH_SIZE = 17 };
void game_components_hash(const struct game *game, char hash[COMPONENTS_HASH_SIZE]);

#endif
