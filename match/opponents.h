/* Opponents and hints of a local table, computed in its own process.
 *
 * A server's table uses neither: its opponents search on other threads (server/think.c), and
 * clients compute their own hints. */
#ifndef MATCH_OPPONENTS_H
#define MATCH_OPPONENTS_H

#include "match/table.h"

/* A hint is the result of a club player's search on the seat's view (bot_adviser). `choices` gets
 * all legal actions, most visited first. Returns their number; 0: out of memory. */
unsigned advise(const struct net *net, const struct game *game, unsigned players, const void *view,
                unsigned seat, const uint8_t seed[SEED_SIZE],
                struct search_choice choices[LEGAL_MAX]);

/* The same as a table_adviser. */
struct adviser {
    struct table_adviser asked; /* first member: for table.adviser */
    const struct net *net; /* may be NULL */
};
void adviser_open(struct adviser *adviser, const struct net *net);

struct opponents {
    struct bot bots[SEATS_MAX];
};

/* Opens the opponents of `setup`; their seeds come from its reserve. False: out of memory. */
bool opponents_open(struct opponents *opponents, const struct table_setup *setup,
                    const struct bot_means *means) __attribute__((warn_unused_result));
void opponents_close(struct opponents *opponents);

/* One opponent that owes an answer gives it; false: none does. */
bool opponents_answer(struct opponents *opponents, struct table *table);

#endif
