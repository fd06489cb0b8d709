/* The opening of a game: its first decisions, keyed by what the deciding seat knew of the others
 * before it.
 *
 * A decision is a step of a seat that had at least two legal actions. Draws and forced steps are
 * none. A *node* stands for everything that leads to a decision: the game with its revision,
 * components, players and options, and the decisions before it, as the seat sees them. Draws are
 * left out, because no two games share them. Of a simultaneous question only the seat's own answer
 * goes on, without the seat's number: otherwise hardly two games would meet at the second question.
 *
 *     Rattus, sequential:     "0:settle AN 1:settle PO 2:settle RU"  ▶ node of seat 3
 *     Tallinn, simultaneous:  "=:play 4a"                            ▶ node of its own seat
 *
 * About 2 KiB; a step costs one hash of a few bytes per seat. */
#ifndef MATCH_OPENING_H
#define MATCH_OPENING_H

#include "core/blake2b.h"
#include "core/game.h"

enum {
    OPENING_DECISIONS = 6, /* a node has fewer decisions before it */
    OPENING_CHOICES_MAX = 200, /* a decision with more choices is no node */
    OPENING_NODE = 33, /* 32 hex digits and a zero */
};

struct opening {
    const struct game *game;
    unsigned players;
    struct blake2b paths[SEATS_MAX]; /* the decisions so far, as each seat sees them */
    unsigned lengths[SEATS_MAX]; /* how many these are */
    _Alignas(8) uint8_t state[STATE_MAX];
};

/* `components`: the hash of the component tables. */
void opening_begin(struct opening *o, const struct game *game, unsigned players,
                   const uint8_t *options, const char *components);

/* The seat's node and legal actions (LEGAL_MAX) if it is to decide; 0: it is not, or this is no
 * longer the opening. */
unsigned opening_choices(const struct opening *o, unsigned seat, uint16_t *choices,
                         char node[OPENING_NODE]);

/* Applies a step; false: it is not legal. */
bool opening_step(struct opening *o, unsigned by, uint16_t action)
    __attribute__((warn_unused_result));

/* Is the opening over for every seat? */
bool opening_is_over(const struct opening *o);

#endif
