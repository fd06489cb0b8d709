/* All that opponents know of one game beyond its rules: what a net sees of a position, a part that
 * can be solved, and numbers that were measured.
 *
 * A game may point at such a table (games/GAME/tuning.c); ai/ reads it. The type is in core/
 * because a game may include nothing from ai/. docs/strength.md has the levels, docs/lab/ the
 * experiments behind the numbers. */
#ifndef CORE_TUNING_H
#define CORE_TUNING_H

#include "core/features.h"
#include "core/game.h"

/* Columns of the tables below, weakest level first. */
enum { TUNING_NOVICE, TUNING_CLUB, TUNING_MASTER, TUNING_LEVELS };

enum { FEATURES_MAX = 256, SITUATION_ALONE = 1 };

struct tuning {
    /* The inputs of a net (ai/net.h) for a full state: one row per seat, from that seat's
     * perspective, itself first and the others in turn order, absent seats zero. A row has
     * `feature_count` numbers from −128 to 127, with a usual spread of about 64;
     * `feature_revision` changes when their meaning does. Not called while a simultaneous
     * question is partly answered, nor before a chance step. NULL: the game has no net. */
    void (*features)(const void *state, int16_t (*features)[FEATURES_MAX]);
    const struct feature *feature_names; /* core/features.h */
    unsigned feature_count, feature_revision;

    /* Identifies a part of a two-player game that is small enough to be solved (ai/solve.h):
     * nothing in it is hidden, and each question is answered in one step. States with the same
     * number have the same value. SITUATION_ALONE: in the part, but not comparable with other
     * states. 0: not in the part. NULL: the game has no such part. */
    uint32_t (*situation)(const void *state);

    /* Visits per turn, by number of players and level: at most 50 ms, 0.3 s and 1.5 s per turn. */
    uint32_t visits[SEATS_MAX + 1][TUNING_LEVELS];

    /* Share of a leaf's value that comes from a random rollout, by level; the rest is the net's
     * judgement. */
    double rollout_share[TUNING_LEVELS];

    /* Weight of the exploration term (UCB) where a net judges the leaves. */
    double exploration;

    /* Temperature of the priors where a net judges, as a reward: an action that looks this much
     * worse gets a prior e times smaller. 0: no priors. */
    double prior_temperature;

    /* Does the search average over draws between two seats' turns, instead of telling their
     * outcomes apart? Only for games in which everybody sees every action. */
    bool averages_draws;

    /* How much worse than the best, as win chance, a level's choice may be. */
    double tolerance[TUNING_LEVELS];
};

/* How many inputs a net of this game has; 0: the game has no nets. */
static inline unsigned feature_count(const struct game *game) {
    return game->tuning ? game->tuning->feature_count : 0;
}

#endif
