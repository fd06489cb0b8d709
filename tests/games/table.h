/* A table for rule tests: given a position, when this step, then this result. Every function fails
 * the test (cmocka) and prints the actual and the expected value. Steps are written "chance draw 7"
 * or "2 play 7a". */
#ifndef TESTS_GAMES_TABLE_H
#define TESTS_GAMES_TABLE_H

#include "core/game.h"

enum { TABLE_EVENTS_MAX = 512 };

struct table {
    struct sink sink; /* keeps the events of the last `steps` call */
    const struct game *game;
    _Alignas(8) uint8_t state[STATE_MAX];
    struct event events[TABLE_EVENTS_MAX];
    unsigned event_count;
};

/* Begins a new game; options as "legate=true towers=leader", or "". */
void table_open(struct table *t, const struct game *game, unsigned players, const char *options);

/* Takes steps, separated by "; ", each of which must be legal. */
void steps(struct table *t, const char *list);

/* Plays random steps (chance and seats) until `until` returns true; fails after the game's
 * limit. */
void play_until(struct table *t, uint64_t seed, bool (*until)(const void *state));

/* Expects the complete legal list of a seat, sorted, separated by ", "; "" for none. */
void expect_legal(struct table *t, unsigned seat, const char *list);

/* Tells whether this action is legal. */
bool is_legal(struct table *t, unsigned seat, const char *action);
void expect_can(struct table *t, unsigned seat, const char *action);

/* Expects that the action is illegal for this reason (a message key). */
void expect_refused(struct table *t, unsigned seat, const char *action, const char *reason);

/* Expects these outcomes with weights, as in "draw 1:1, draw 10:1", and their stream. */
void expect_outcomes(struct table *t, unsigned stream, const char *list);

/* Expects who is to move: "0 2", "chance", "over". */
void expect_to_move(struct table *t, const char *who);

/* Expects an event with this key among those of the last `steps`, with parameters as in "who=2
 * points=3 class=m". */
void expect_event(struct table *t, const char *key, const char *params);
unsigned count_events(struct table *t, const char *key);

void expect_score(struct table *t, unsigned seat, int score);
void expect_place(struct table *t, unsigned seat, unsigned place);
void expect_part(struct table *t, const char *part, unsigned seat, int value);

#endif
