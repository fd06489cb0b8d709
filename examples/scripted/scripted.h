/* Players that follow rules of thumb. They see only the view of their seat and look one step
 * ahead, as a first bot of one's own would do: `arena --bots master,scripted:NAME` plays against
 * them, and training (ai/train.h) meets all but the strangers.
 *
 * A game has its players in examples/scripted/GAME.c, which ends with a table of them. Strangers
 * come last and think differently from the others: what a net is worth against them, it has not
 * learnt from them. */
#ifndef EXAMPLES_SCRIPTED_H
#define EXAMPLES_SCRIPTED_H

#include "ai/bot.h"

/* The players of one game. */
struct scripted_game {
    const struct game *game;
    const struct script *scripts;
    unsigned count;
};

/* The scripted players of a game; `count` gets their number, 0 if it has none. */
const struct script *scripted_of(const struct game *game, unsigned *count);

/* Those of them that training never meets. */
const struct script *scripted_strangers(const struct game *game, unsigned *count);

/* The one with this name, or NULL. */
const struct script *scripted_find(const struct game *game, const char *name, size_t length);

/* What a player thinks of one of its actions: the better, the higher. */
typedef double scripted_worth(const struct script *script, const void *view, unsigned seat,
                              uint16_t action);

/* The legal action that is worth most; equal ones are drawn at random. */
uint16_t scripted_best(const struct script *script, const struct game *game, const void *view,
                       unsigned seat, scripted_worth *worth, struct generator *generator);

#endif
