/* Weighs the choices of a seat: a search on its own view estimates what each action makes of
 * everybody's chance of first place, with the error of that estimate.
 *
 * The seed follows from the view, so the same position, net and visits give the same numbers in
 * `tafelrunde analyse`, in an analysis of a whole game and on the analysis board. Several workers
 * weigh one position with different indices. */
#ifndef AI_WEIGH_H
#define AI_WEIGH_H

#include "ai/search.h"

/* WEIGH_BEST: that many actions get comparable visits */
enum { WEIGH_SLOTS = 1 << 16, WEIGH_BEST = 5 };

struct weighing {
    struct search search;
    unsigned count; /* of legal actions */
    uint16_t list[LEGAL_MAX];
    struct search_tally tally[LEGAL_MAX];
    uint32_t evened; /* visits by weigh_evenly */
    uint16_t behind; /* the action that it tries now */
};

struct weighed {
    uint16_t action;
    uint32_t visits;
    double reward; /* what the search maximises: search.h */
    double chance[SEATS_MAX]; /* of first place, by seat */
    double error; /* standard error of the seat's own chance; 1 with fewer than two visits */
};

/* `slots`: WEIGH_SLOTS of them, owned by the caller. The seat is to move in its view. */
void weigh_begin(struct weighing *w, const struct game *game, const struct net *net,
                 struct search_slot *slots, const void *view, unsigned seat, unsigned index);

void weigh_run(struct weighing *w, uint32_t visits);
/* only this action, to learn more about it */
void weigh_action(struct weighing *w, uint16_t action, uint32_t visits);
/* Every other block of visits goes to the least visited of the best five, so that they can be
 * compared. How the visits are divided among calls makes no difference. */
void weigh_evenly(struct weighing *w, uint32_t visits);

/* All legal actions, most visited first; returns how many. */
unsigned weigh_choices(struct weighing *w, struct weighed choices[LEGAL_MAX]);

/* {"seat":0,"visits":2000,"choices":[{"do":"play 7a","visits":812,"chance":[0.61,0.39],
 * "error":0.004,"line":[[1,"play 3b"],…]},…]}: all legal actions that were visited, most visited
 * first; `line` for the best five. */
enum { WEIGHED_MAX = 256 * LEGAL_MAX };
void weigh_write(struct weighing *w, struct json_out *out, const char *name);

#endif
