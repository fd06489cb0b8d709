/* How the opponents of one game think: numbers that were measured, not rules.
 *
 * A game points at its table (games/GAME/tuning.c); ai/ reads it. The type is in core/ because
 * a game may include nothing from ai/. docs/strength.md has the levels, docs/lab/ the
 * experiments behind the numbers. */
#ifndef CORE_TUNING_H
#define CORE_TUNING_H

#include "core/game.h"

/* Columns of the tables below, weakest level first. */
enum { TUNING_NOVICE, TUNING_CLUB, TUNING_MASTER, TUNING_LEVELS };

struct tuning {
    /* Visits per turn, by number of players and level: about 50 ms, 0.5 s and 3 s per turn. */
    uint32_t visits[SEATS_MAX + 1][TUNING_LEVELS];

    /* Share of a leaf's value that comes from a random rollout, by level; the rest is the net's
     * judgement. */
    double rollout_share[TUNING_LEVELS];

    /* Weight of the exploration term (UCB) where a net judges the leaves. */
    double exploration;

    /* Temperature of the priors where a net judges, as a reward: an action that looks this much
     * worse gets a prior e times smaller. 0: no priors. */
    double prior_temperature;

    /* How much worse than the best, as win chance, a level's choice may be. */
    double tolerance[TUNING_LEVELS];
};

#endif
