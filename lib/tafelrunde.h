/* The rules of the games as a library for other programs. docs/library.md shows it in use.
 *
 * A position is plain memory of the caller: tafelrunde_state_size() bytes, aligned to 8, without
 * pointers. Copy it by memcpy, keep arrays of it, compare it by memcmp. Only this library makes
 * positions: by tafelrunde_setup, or by tafelrunde_read_json, which checks its input.
 *
 * A step is a small number that means the same throughout a game. It is taken by a seat (from 0)
 * or by TAFELRUNDE_CHANCE. Several seats may be to move at once: they answer one question, and
 * nobody sees an answer before the last one is in.
 *
 * A view is a position in which everything that one observer may not know is zero. All functions
 * work on views, too. The viewer's own legal steps are those of the full position. For others,
 * and for chance, the lists have every step as the viewer might see it, with "?" for hidden
 * parts, and without weights.
 *
 * There is no global state, so any number of threads may call. Only two functions allocate:
 * tafelrunde_threads_open and tafelrunde_thinker_open. Texts are UTF-8. Functions that write a text
 * terminate it with zero, cut it at `size`, and return the length it needs, like snprintf.
 * Functions that fill a list write at most `size` entries and return how many there are. With a
 * size of 0 text or list may be NULL. Functions that can fail return TAFELRUNDE_OK or an error
 * code, with the reason in *error if that is not NULL; on failure nothing else changes. */
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
    TAFELRUNDE_ABI = 3, /* changes when anything below does */
    TAFELRUNDE_SEATS_MAX = 5,
    TAFELRUNDE_SPECTATOR = 5, /* the observer without a seat */
    TAFELRUNDE_CHANCE = 7, /* `by` of a chance step; its bit in masks is 1 << 7 */
    TAFELRUNDE_LEGAL_MAX = 512, /* no list of legal steps is longer */
    TAFELRUNDE_OUTCOMES_MAX = 64,
    TAFELRUNDE_OPTIONS_MAX = 4,
    TAFELRUNDE_TOKENS_MAX = 5, /* parts of a step: its verb and up to four more */
    TAFELRUNDE_PARTS_MAX = 8, /* parts of a score */
    TAFELRUNDE_FEATURES_MAX = 256,
    TAFELRUNDE_THREADS_MAX = 64,
    TAFELRUNDE_NONE = 65535, /* no step */
};

enum { TAFELRUNDE_DE, TAFELRUNDE_EN };

/* What went wrong. */
enum {
    TAFELRUNDE_OK,
    TAFELRUNDE_BAD_PLAYERS, /* not a number of players of this game */
    TAFELRUNDE_BAD_OPTION, /* no such option, or no such value */
    TAFELRUNDE_BAD_SEAT, /* no such seat or observer */
    TAFELRUNDE_BAD_STEP, /* not the number of a step */
    TAFELRUNDE_ILLEGAL, /* a step that the rules do not allow now; the reason says why */
    TAFELRUNDE_BAD_JSON, /* not JSON, or not a position of this game */
    TAFELRUNDE_BAD_VIEW, /* a view does not contain what another observer sees */
    TAFELRUNDE_BAD_LEVEL, /* no such level of opponents */
    TAFELRUNDE_BAD_NET, /* not a net of this game and number of players */
    TAFELRUNDE_BAD_BATCH, /* a batch without games or without one of its arrays */
    TAFELRUNDE_NO_MEMORY, /* memory or threads ran out */
    /* found by bindings such as Python's, see tafelrunde_misuse: */
    TAFELRUNDE_BAD_GAME, /* no such game */
    TAFELRUNDE_BAD_TYPE, /* an argument of the wrong type */
    TAFELRUNDE_BAD_THREADS, /* not a number of threads */
    TAFELRUNDE_NOT_RESET, /* an environment was used before its first reset */
};

struct tafelrunde_error {
    int code;
    char key[96]; /* key of the catalogue: stable, for programs */
    char text[2][512]; /* for people: German, English */
};

/* The error for a misuse that only a binding can detect: `what` was given, `wanted` was expected.
 * Returns the code. */
int tafelrunde_misuse(int code, const char *what, const char *wanted,
                      struct tafelrunde_error *error);

/* ---- games ---- */

struct tafelrunde_game; /* a game; constant, valid as long as the library is loaded */

struct tafelrunde_info {
    const char *id; /* "tallinn" */
    const char *name; /* its title, the same in every language */
    char components[17]; /* hash of the component tables, as in records */
    unsigned rules; /* revision of the rules, as in records */
    unsigned players_min, players_max;
    unsigned options; /* counts: */
    unsigned parts; /* parts of a score */
    unsigned actions; /* step numbers, of seats and of chance: 0 … actions − 1 */
    unsigned seat_actions; /* how many of them a seat can take */
    unsigned chance_first, chance_end; /* chance takes steps from here to before there */
    unsigned outcomes_max; /* outcomes of one chance step, at most */
    unsigned features; /* numbers that describe a position to a net; 0: none */
    unsigned steps_max; /* an upper bound on the steps of a game */
    double utility_min, utility_max, utility_sum; /* see tafelrunde_utility */
};

struct tafelrunde_option {
    const char *key; /* "towers" */
    const char *const *values; /* their names, `count` of them; a flag's are "false", "true" */
    unsigned count;
    unsigned fallback; /* number of the default value */
    bool flag;
};

unsigned tafelrunde_abi(void); /* TAFELRUNDE_ABI of the library that is loaded */
const char *tafelrunde_version(void); /* of the release: "1.2.3" */

unsigned tafelrunde_games(void); /* number of games */
const struct tafelrunde_game *tafelrunde_game(unsigned i); /* NULL: there are fewer */
const struct tafelrunde_game *tafelrunde_find(const char *id); /* NULL: no such game */

void tafelrunde_info(const struct tafelrunde_game *game, struct tafelrunde_info *info);
/* false: no such */
bool tafelrunde_option(const struct tafelrunde_game *game, unsigned i,
                       struct tafelrunde_option *option);
/* name of a part of the score, or NULL */
const char *tafelrunde_part(const struct tafelrunde_game *game, unsigned i);

/* Everything about a game as JSON: names, options, verbs, view fields, result parts, component
 * tables. docs/library.md describes the members. */
size_t tafelrunde_describe(const struct tafelrunde_game *game, char *text, size_t size);

/* Options are one value number per option, in the game's order. Sets all defaults, then one by
 * name: */
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

/* The position as JSON with every member, and back. */
size_t tafelrunde_write_json(const struct tafelrunde_game *game, const void *state, char *text,
                             size_t size);
int tafelrunde_read_json(const struct tafelrunde_game *game, const char *text, size_t length,
                         void *state, struct tafelrunde_error *error);

/* ---- steps ---- */

/* Who is to move: a mask of seats, 1 << TAFELRUNDE_CHANCE, or 0 when the game is over. `asked`
 * includes seats that have already answered. */
unsigned tafelrunde_to_move(const struct tafelrunde_game *game, const void *state);
unsigned tafelrunde_asked(const struct tafelrunde_game *game, const void *state);

/* A seat's legal steps, ascending; none if it is not to move. */
unsigned tafelrunde_legal(const struct tafelrunde_game *game, const void *state, unsigned seat,
                          uint16_t *list, unsigned size);

/* The outcomes of the chance step that is due, ascending, with integer weights; none if chance
 * is not to move. `weights` and `stream` may be NULL. The stream is what is drawn from, such as
 * a pile or a die (docs/records.md). */
unsigned tafelrunde_outcomes(const struct tafelrunde_game *game, const void *state, uint16_t *list,
                             uint32_t *weights, unsigned size, unsigned *stream);

/* Takes a step if it is legal. */
int tafelrunde_apply(const struct tafelrunde_game *game, void *state, unsigned by, unsigned step,
                     struct tafelrunde_error *error);

/* The same without checks, for steps from the lists above. Any other step corrupts the position. */
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

/* Removes from a position what an observer (a seat or TAFELRUNDE_SPECTATOR) may not know. */
int tafelrunde_view(const struct tafelrunde_game *game, void *state, unsigned observer,
                    struct tafelrunde_error *error);

/* Fills in the hidden parts of a view: every full position comes up with its probability given
 * the view. A full position stays unchanged. */
void tafelrunde_determinise(const struct tafelrunde_game *game, void *state, uint64_t seed);

/* How an observer sees a step that is about to be taken in a full position, with "?" for hidden
 * parts. TAFELRUNDE_NONE: no such observer or step. Answers to a question that several seats are
 * asked are seen only when the last one is in. */
unsigned tafelrunde_witness(const struct tafelrunde_game *game, const void *state, unsigned by,
                            unsigned step, unsigned observer);

/* A step that was taken. */
struct tafelrunde_move {
    uint16_t by; /* a seat or TAFELRUNDE_CHANCE */
    uint16_t step;
};

/* Everything that an observer has learnt in a game, in order, as one line of text: the setup, its
 * own steps, and the steps of others as it saw them. Two histories give the same text exactly if
 * the observer cannot tell them apart (perfect recall). `length` gets the length that the text
 * needs. The history is checked. */
int tafelrunde_information_state(const struct tafelrunde_game *game, unsigned players,
                                 const uint8_t *options, const struct tafelrunde_move *history,
                                 size_t moves, unsigned observer, char *text, size_t size,
                                 size_t *length, struct tafelrunde_error *error);

/* The numbers that our nets see of a seat's view: info.features of them, from −128 to 127, with
 * 64 as "one". They depend only on what the seat may know. */
int tafelrunde_features(const struct tafelrunde_game *game, const void *state, unsigned seat,
                        int8_t features[TAFELRUNDE_FEATURES_MAX], struct tafelrunde_error *error);

/* The name of a feature, such as "seats.0.ahead"; 0: no such feature. */
size_t tafelrunde_feature_name(const struct tafelrunde_game *game, unsigned number, char *text,
                               size_t size);

/* A position as lists with headings, as people read it. */
size_t tafelrunde_text(const struct tafelrunde_game *game, const void *state, int language,
                       char *text, size_t size);

/* ---- results and random play ---- */

struct tafelrunde_result {
    int16_t score[TAFELRUNDE_SEATS_MAX];
    uint8_t place[TAFELRUNDE_SEATS_MAX]; /* 1 + the number of seats strictly better */
    int16_t parts[TAFELRUNDE_PARTS_MAX][TAFELRUNDE_SEATS_MAX];
};

/* The current scores and places. */
void tafelrunde_result(const struct tafelrunde_game *game, const void *state,
                       struct tafelrunde_result *result);

/* What a finished game is worth to each seat: 1 for first place alone, −1 for last place alone,
 * equal steps between, ties shared. The sum is 0. All zero while the game goes on. */
void tafelrunde_utility(const struct tafelrunde_game *game, const void *state,
                        double utility[TAFELRUNDE_SEATS_MAX]);

/* Where bulk play writes its results; each may be NULL. */
struct tafelrunde_tally {
    int16_t *scores; /* games × players */
    uint8_t *places; /* games × players */
    uint32_t *decisions; /* per game: steps of seats */
};

/* Plays whole games at random. Game i depends only on seed + i, so a large number can be split
 * between threads. */
int tafelrunde_playouts(const struct tafelrunde_game *game, unsigned players,
                        const uint8_t *options, uint64_t seed, size_t games,
                        const struct tafelrunde_tally *tally, struct tafelrunde_error *error);

/* The same from a given position; each game determinises a view again. */
void tafelrunde_playouts_from(const struct tafelrunde_game *game, const void *state, uint64_t seed,
                              size_t games, const struct tafelrunde_tally *tally);

/* ---- many games at once ----
 *
 * A batch is arrays of the caller, one row per game. Every step takes one action in every game;
 * draws, and the steps of seats that the caller does not play, follow by themselves. A game that
 * ends begins again in the same step: `rewards`, `dones` and `scores` tell how it ended, everything
 * else is about the next game. The same seeds and actions give the same games, however many
 * threads work. */
struct tafelrunde_batch {
    size_t games;
    unsigned players;
    uint8_t options[TAFELRUNDE_OPTIONS_MAX];
    unsigned played; /* mask of the seats that the caller plays; others play at random; 0: all */
    /* rows of tafelrunde_row_size bytes, aligned to 8 */
    void *states; /* the positions */
    void *observations; /* the views of the seats to act; may be NULL */
    /* one number per game */
    uint64_t *seeds; /* set them before a reset; every draw changes them */
    const int32_t *actions; /* what the seats do: read by tafelrunde_batch_step */
    uint8_t *seats; /* which seat is to act */
    uint8_t *dones; /* 1: the step ended the game */
    /* rows of other lengths; each may be NULL */
    uint8_t *masks; /* info.actions per game: 1 for a legal action; do not write to it */
    int8_t *features; /* info.features per game: of the seats to act */
    float *rewards; /* players per game: tafelrunde_utility where the game ended, else 0 */
    int16_t *scores; /* players per game: the final scores of the latest finished game */
};

/* Threads that wait for work. Closing waits for them. Opening returns NULL if `count` is 0 or above
 * TAFELRUNDE_THREADS_MAX, or if the system refuses. A step uses them and the calling thread; only
 * one step at a time may use them. They do not survive fork. */
struct tafelrunde_threads;
struct tafelrunde_threads *tafelrunde_threads_open(unsigned count);
void tafelrunde_threads_close(struct tafelrunde_threads *threads);

/* bytes of one position in a batch: the size of a state, rounded up to 8 */
size_t tafelrunde_row_size(const struct tafelrunde_game *game);

/* Begins every game. `threads` may be NULL: the calling thread does everything. */
int tafelrunde_batch_reset(const struct tafelrunde_game *game, const struct tafelrunde_batch *batch,
                           struct tafelrunde_threads *threads, struct tafelrunde_error *error);

/* Takes batch->actions. If one of them is not legal, nothing changes. With masks that check is one
 * look into the mask. */
int tafelrunde_batch_step(const struct tafelrunde_game *game, const struct tafelrunde_batch *batch,
                          struct tafelrunde_threads *threads, struct tafelrunde_error *error);

/* Picks a legal action in every game, all equally likely. The seeds do not change. */
void tafelrunde_batch_sample(const struct tafelrunde_game *game,
                             const struct tafelrunde_batch *batch, uint64_t seed, int32_t *actions);

/* ---- our players ---- */

struct tafelrunde_choice {
    uint16_t step;
    uint32_t visits; /* how often the search tried it; 0 if the level does not search */
    double value; /* the seat's expected reward, 0 … 1 */
};

/* A player with memory of its own. One thread at a time may use it; any number of thinkers may
 * think at once. */
struct tafelrunde_thinker;

/* `level` is "random", "novice", "club" or "master", or with visits per turn "master:5000". `net`
 * is the content of a net file; NULL: the library's own net of the game and number of players, if
 * there is one. Returns NULL on failure. */
struct tafelrunde_thinker *tafelrunde_thinker_open(const struct tafelrunde_game *game,
                                                   unsigned players, const char *level,
                                                   const void *net, size_t net_size,
                                                   struct tafelrunde_error *error);
void tafelrunde_thinker_close(struct tafelrunde_thinker *thinker);

/* Thinks about a seat's view in which the seat is to move; a full position is viewed first. Fills
 * all legal steps, most visited first, and the step that the level picks; `choices` may be NULL,
 * else it has TAFELRUNDE_LEGAL_MAX entries. Given visits, the same seed gives the same answer on
 * every machine. */
int tafelrunde_think(struct tafelrunde_thinker *thinker, const void *state, unsigned seat,
                     uint64_t seed, struct tafelrunde_choice *choices, unsigned *count,
                     unsigned *step, struct tafelrunde_error *error);

/* BLAKE2b-256, by which a client commits to its share of a table's draws (docs/protocol.md). */
void tafelrunde_blake2b(const void *bytes, size_t length, uint8_t hash[32]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
