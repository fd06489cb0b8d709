/* Properties of every game: the invariants, tried on random games from fixed seeds.
 *
 *   properties_play.c     random games, and reports of failures
 *   properties_views.c    1, 2: views, witnesses, order of answers; hidden things change nothing
 *   properties_belief.c   3: determinisation against exact enumeration
 *   properties_chance.c   4: chance
 *   properties_state.c    5, 6: notation, JSON, limits, results
 *   properties_words.c    7: reasons and sentences
 *   properties_garbage.c  7: inconsistent positions
 *   properties_reach.c    all positions that can be reached, in games small enough
 *   properties_features.c the inputs of nets
 *
 * TAFELRUNDE_LONG=1 runs ten times as many games. */
#ifndef TESTS_PROPERTIES_H
#define TESTS_PROPERTIES_H

#include "core/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAY_LOG = 2000, EVENT_LOG_MAX = 256, JSON_TEXT_MAX = 16 * 1024 };

/* A random game being played. */
struct play {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    uint64_t seed;
    unsigned step; /* steps taken so far */
    struct generator generator;
    _Alignas(8) uint8_t state[STATE_MAX];
    char log[PLAY_LOG];
    size_t log_length;
};

/* Returns the count, times ten in a long run. */
unsigned play_scale(unsigned count);

/* Number of player counts times combinations of options (at most eight). */
unsigned play_configs(const struct game *game);
void play_begin(struct play *play, const struct game *game, unsigned config, uint64_t seed);
bool play_choose(struct play *play, unsigned *by, uint16_t *action); /* false: the game is over */
bool play_apply(struct play *play, unsigned by, uint16_t action, struct sink *sink);

/* Fails the test and prints game, seed and step. */
void play_fail(struct play *play, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
#define PLAY_EXPECT(play, condition, ...)               \
    do {                                                \
        if (!(condition)) play_fail(play, __VA_ARGS__); \
    } while (0)

/* Plays whole games, `games` in all but at least one per configuration, and visits about
 * `positions` positions of each (0: every one), including the last. */
typedef void visit_function(struct play *play);
void play_games(const struct game *game, unsigned games, unsigned positions, visit_function *visit);

/* Makes a view in a buffer of STATE_MAX bytes. */
void view_of(const struct game *game, const void *state, unsigned observer, void *view);

/* The name of the member that a byte of a state belongs to: "hand of seat 1". */
const char *member_name(const struct game *game, size_t byte);

/* Returns the name of the first member in which two states differ; NULL if they are equal. */
const char *state_difference(const struct game *game, const void *a, const void *b);

/* returned in one of a few rotating buffers */
const char *action_text(const struct game *game, uint16_t action);
bool message_same(const struct message *a, const struct message *b);
/* writes JSON into JSON_TEXT_MAX bytes, zero-terminated */
size_t state_text(const struct game *game, const void *state, char *text);

/* Keeps the events of a step. */
struct event_log {
    struct sink sink;
    unsigned count;
    struct event events[EVENT_LOG_MAX];
};
void event_log_begin(struct event_log *log);

/* Plays whole games and follows every step on the views of all observers (property 1). `on_event`,
 * if not NULL, gets every event with its observer; OBSERVERS means the full state. */
typedef void event_function(struct play *play, unsigned observer, const struct event *event);
void watch_games(const struct game *game, unsigned games, event_function *on_event);

/* All full positions of a game with its fewest players, by trying every step; NULL if there are too
 * many to try. `reach_has` is also true of views and of positions with more players. */
struct reach *reach_open(const struct game *game);
bool reach_has(struct reach *reach, const void *state);
unsigned reach_count(const struct reach *reach);
void reach_copy(const struct reach *reach, unsigned number, void *state); /* STATE_MAX bytes */
void reach_close(struct reach *reach);

/* Chi-square test: false if `observed` is a sample of `expected` with a probability below one in
 * ten million. Both have the same sum; cells with small expectations are merged. */
bool chi_square_agrees(const double *expected, const unsigned *observed, unsigned cells);

/* The tests; *state is the game. */
void a_view_is_enough_to_play_from(void **state);
void what_is_hidden_changes_nothing_one_sees(void **state);
void views_are_idempotent_and_determinise_back(void **state);
void determinisation_has_the_exact_distribution(void **state);
void chance_lists_are_exact(void **state);
void drawing_late_is_shuffling_first(void **state);
/* tells whether the game has a deck; otherwise its own test compares drawing with shuffling */
bool has_a_deck(const struct game *game);
void notation_and_numbers_agree(void **state);
void positions_survive_json(void **state);
void members_cover_the_state(void **state);
void games_end_and_lists_are_sound(void **state);
void every_refusal_names_a_rule(void **state);
void every_sentence_can_be_said(void **state);
void the_catalogue_has_no_dead_names(void **state);
void garbage_positions_are_refused_or_playable(void **state);
void a_net_is_told_small_numbers_that_its_seat_may_know(void **state);
void every_feature_has_a_name_of_its_own(void **state);
bool has_features(const struct game *game);

#endif
