/* Who thinks in the process of a local table: its opponents, and the adviser who gives hints.
 *
 * A server's table has neither: its opponents think on other threads (server/think.c), and
 * whoever wants a hint there asks an adviser of their own. */
#ifndef MATCH_OPPONENTS_H
#define MATCH_OPPONENTS_H

#include "match/table.h"

/* A hint is what a club player's search says of the seat's own view (bot_adviser). `choices` are
 * all legal actions, most visited first. Returns how many; 0: there is not enough memory. */
unsigned advise(const struct net *net, const struct game *game, unsigned players, const void *view,
                unsigned seat, const uint8_t seed[SEED_SIZE],
                struct search_choice choices[LEGAL_MAX]);

/* The same as a table asks for it. */
struct adviser {
    struct table_adviser asked; /* first: for table.adviser */
    const struct net *net; /* may be NULL */
};
void adviser_open(struct adviser *adviser, const struct net *net);

struct opponents {
    struct bot bots[SEATS_MAX];
};

/* Those of `setup`, drawing from its reserve. False: there is not enough memory. */
bool opponents_open(struct opponents *opponents, const struct table_setup *setup,
                    const struct bot_means *means) __attribute__((warn_unused_result));
void opponents_close(struct opponents *opponents);

/* One of those that owe an answer gives it; false: none does. */
bool opponents_answer(struct opponents *opponents, struct table *table);

#endif
