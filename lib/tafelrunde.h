/* Tafelrunde for other programs: the games' rules as a library. docs/library.md shows it in use.
 *
 * A position is plain memory of the caller's: tafelrunde_state_size() bytes, aligned to 8, no
 * pointers in it. Copy it by memcpy, keep arrays of it, compare it by memcmp. It is made by this
 * library only: by tafelrunde_setup, or, from outside, by tafelrunde_read_json, which checks
 * what it reads.
 *
 * A step is a small number that means the same throughout a game. It is taken by a seat (from 0)
 * or by TAFELRUNDE_CHANCE. Several seats may be to move at once: they were asked one question,
 * and nobody learns an answer before the last is in.
 *
 * A view is a position in which what one observer may not know is zero. Everything below works
 * on views, too: the viewer's own legal steps are those of the full position; of others, and of
 * chance, everything is listed that the viewer might be told, with "?" for what stays hidden,
 * and without weights.
 *
 * Nothing is allocated or kept, so any number of threads may call. Texts are UTF-8. Functions
 * that write a text end it by zero, cut it at `size`, and return the length it needs, like
 * snprintf. Functions that fill a list write at most `size` entries and return how many there
 * are. With a size of 0 text or list may be NULL. Functions that can fail return TAFELRUNDE_OK
 * or what went wrong, with the reason in *error if that is not NULL; nothing else has then
 * changed. */
#ifndef TAFELRUNDE_H
#define TAFELRUNDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    TAFELRUNDE_ABI = 2, /* changes with everything below */
    TAFELRUNDE_SEATS_MAX = 5,
    TAFELRUNDE_SPECTATOR = 5, /* an observer without a seat */
    TAFELRUNDE_CHANCE = 7, /* who takes a chance step; its bit in masks is 1 << 7 */
    TAFELRUNDE_LEGAL_MAX = 512, /* no list of legal steps is longer */
    TAFELRUNDE_OUTCOMES_MAX = 64,
    TAFELRUNDE_OPTIONS_MAX = 4,
    TAFELRUNDE_TOKENS_MAX = 5, /* of a step: its verb and up to four parts */
    TAFELRUNDE_PARTS_MAX = 8, /* of a result's breakdown */
    TAFELRUNDE_NONE = 65535, /* no step */
};

enum { TAFELRUNDE_DE, TAFELRUNDE_EN };

/* What went wrong. */
enum {
    TAFELRUNDE_OK,
    TAFELRUNDE_BAD_PLAYERS, /* not a number of players of this game */
    TAFELRUNDE_BAD_OPTION, /* no such option, or no such value */
    TAFELRUNDE_BAD_SEAT, /* nobody sits there, or there is no such observer */
    TAFELRUNDE_BAD_STEP, /* not the number of a step */
    TAFELRUNDE_ILLEGAL, /* a step that the rules do not allow now; the reason says why */
    TAFELRUNDE_BAD_JSON, /* not JSON, or not a position of this game */
    TAFELRUNDE_BAD_VIEW, /* somebody's view does not hold what another one sees */
};

struct tafelrunde_error {
    int code;
    char key[96]; /* of the catalogue: stable, for programs */
    char text[2][512]; /* for people: German, English */
};

/* ---- games ---- */

struct tafelrunde_game; /* one of the games, constant and for ever */

struct tafelrunde_info {
    const char *id; /* "tallinn" */
    const char *name; /* as people know it, the same in every language */
    char components[17]; /* hash of the component tables, as in records */
    unsigned rules; /* revision of the rules, as in records */
    unsigned players_min, players_max;
    unsigned options; /* how many, likewise: */
    unsigned parts; /* of a result's breakdown */
    unsigned actions; /* numbers of steps: 0 … actions − 1 */
    unsigned steps_max; /* every game ends within so many steps */
};

struct tafelrunde_option {
    const char *key; /* "towers" */
    const char *const *values; /* their names, `count` of them; a flag's are "false", "true" */
    unsigned count;
    unsigned fallback; /* the number of the value if nobody chooses */
    bool flag;
};

unsigned tafelrunde_abi(void); /* TAFELRUNDE_ABI of the library that is loaded */
const char *tafelrunde_version(void); /* of the release: "1.2.3" */

unsigned tafelrunde_games(void); /* how many there are */
const struct tafelrunde_game *tafelrunde_game(unsigned i); /* NULL: there are not so many */
const struct tafelrunde_game *tafelrunde_find(const char *id); /* NULL: there is none */

void tafelrunde_info(const struct tafelrunde_game *game, struct tafelrunde_info *info);
/* false: no such */
bool tafelrunde_option(const struct tafelrunde_game *game, unsigned i,
                       struct tafelrunde_option *option);
/* name of a part of the breakdown, or NULL */
const char *tafelrunde_part(const struct tafelrunde_game *game, unsigned i);

/* Everything about a game as JSON: names, options, verbs, view fields, result parts, component
 * tables. docs/library.md describes the members. */
size_t tafelrunde_describe(const struct tafelrunde_game *game, char *text, size_t size);

/* Options are numbers of values, one an option, in the game's order. All defaults, then one
 * chosen by name: */
void tafelrunde_defaults(const struct tafelrunde_game *game,
                         uint8_t options[TAFELRUNDE_OPTIONS_MAX]);
int tafelrunde_choose(const struct tafelrunde_game *game, const char *key, const char *value,
                      uint8_t options[TAFELRUNDE_OPTIONS_MAX], struct tafelrunde_error *error);

/* ---- positions ---- */

size_t tafelrunde_state_size(const struct tafelrunde_game *game);

/* The position before the first step. `options` may be NULL: the defaults. */
int tafelrunde_setup(const struct tafelrunde_game *game, unsigned players, const uint8_t *options,
                     void *state, struct tafelrunde_error *error);

unsigned tafelrunde_players(const struct tafelrunde_game *game, const void *state);
/* whose view it is: a seat, TAFELRUNDE_SPECTATOR, or −1: a full position */
int tafelrunde_viewer(const void *state);
/* the same on every machine */
uint64_t tafelrunde_hash(const struct tafelrunde_game *game, const void *state);

/* The position as JSON, every member of it, and back. */
size_t tafelrunde_write_json(const struct tafelrunde_game *game, const void *state, char *text,
                             size_t size);
int tafelrunde_read_json(const struct tafelrunde_game *game, const char *text, size_t length,
                         void *state, struct tafelrunde_error *error);

/* ---- steps ---- */

/* Who is to move: a mask of seats, 1 << TAFELRUNDE_CHANCE, or 0: the game is over. `asked` has
 * those, too, who have answered. */
unsigned tafelrunde_to_move(const struct tafelrunde_game *game, const void *state);
unsigned tafelrunde_asked(const struct tafelrunde_game *game, const void *state);

/* A seat's legal steps, ascending; none if it is not to move. */
unsigned tafelrunde_legal(const struct tafelrunde_game *game, const void *state, unsigned seat,
                          uint16_t *list, unsigned size);

/* The outcomes of the present chance step, ascending, with integer weights; none if chance is
 * not to move. `weights` and `stream` may be NULL. The stream is the pile, die, … that is drawn
 * from (docs/records.md). */
unsigned tafelrunde_outcomes(const struct tafelrunde_game *game, const void *state, uint16_t *list,
                             uint32_t *weights, unsigned size, unsigned *stream);

/* Takes a step if it is legal. */
int tafelrunde_apply(const struct tafelrunde_game *game, void *state, unsigned by, unsigned step,
                     struct tafelrunde_error *error);

/* The same without looking: for steps that come from the lists above. Anything else breaks the
 * position. */
void tafelrunde_apply_listed(const struct tafelrunde_game *game, void *state, unsigned by,
                             unsigned step);

/* Why a step may not be taken; TAFELRUNDE_OK if it may. Uses only what the seat may know. */
int tafelrunde_why_not(const struct tafelrunde_game *game, const void *state, unsigned by,
                       unsigned step, struct tafelrunde_error *error);

/* ---- steps as text ---- */

struct tafelrunde_token {
    const char *type; /* "verb", "card", "space", … */
    const char *code; /* "play", "7", … */
};

/* 0: no such step */
size_t tafelrunde_notation(const struct tafelrunde_game *game, unsigned step, char *text,
                           size_t size);
/* or TAFELRUNDE_NONE */
unsigned tafelrunde_step(const struct tafelrunde_game *game, const char *notation);
unsigned tafelrunde_tokens(const struct tafelrunde_game *game, unsigned step,
                           struct tafelrunde_token tokens[TAFELRUNDE_TOKENS_MAX]);
size_t tafelrunde_sentence(const struct tafelrunde_game *game, unsigned step, int language,
                           char *text, size_t size);

/* ---- knowledge ---- */

/* Turns a position into what an observer (a seat or TAFELRUNDE_SPECTATOR) may know. */
int tafelrunde_view(const struct tafelrunde_game *game, void *state, unsigned observer,
                    struct tafelrunde_error *error);

/* Turns a view into a full position, drawn with its probability given the view. A full position
 * stays as it is. */
void tafelrunde_determinise(const struct tafelrunde_game *game, void *state, uint64_t seed);

/* ---- results and random play ---- */

struct tafelrunde_result {
    int16_t score[TAFELRUNDE_SEATS_MAX];
    uint8_t place[TAFELRUNDE_SEATS_MAX]; /* 1 + the number of seats strictly better */
    int16_t parts[TAFELRUNDE_PARTS_MAX][TAFELRUNDE_SEATS_MAX];
};

/* As things stand. */
void tafelrunde_result(const struct tafelrunde_game *game, const void *state,
                       struct tafelrunde_result *result);

/* Where bulk play writes to: any of them may be NULL. */
struct tafelrunde_tally {
    int16_t *scores; /* games × players */
    uint8_t *places; /* games × players */
    uint32_t *decisions; /* by game: steps of seats */
};

/* Whole games by random players. Game i depends on seed + i alone, so a large number may be
 * shared among threads. */
int tafelrunde_playouts(const struct tafelrunde_game *game, unsigned players,
                        const uint8_t *options, uint64_t seed, size_t games,
                        const struct tafelrunde_tally *tally, struct tafelrunde_error *error);

/* The same from a position on; a view is determinised anew for each game. */
void tafelrunde_playouts_from(const struct tafelrunde_game *game, const void *state, uint64_t seed,
                              size_t games, const struct tafelrunde_tally *tally);

/* BLAKE2b-256, with which a client commits itself to its share of a table's draws
 * (docs/protocol.md). */
void tafelrunde_blake2b(const void *bytes, size_t length, uint8_t hash[32]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
