/* The largest set of pairs in a small graph, for pairing.c: Edmonds' blossom algorithm. */
#ifndef TOURNAMENT_MATCHING_H
#define TOURNAMENT_MATCHING_H

#include <stdint.h>

enum { MATCHING_MAX = 64 };

/* `edges` has one row of bits per vertex and is symmetric; nobody is joined with itself. Returns
 * how many pairs can be made at most when every vertex is in at most one. */
unsigned matching_size(unsigned count, const uint64_t edges[MATCHING_MAX]);

#endif
