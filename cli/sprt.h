/* A sequential probability ratio test between two strengths (Wald 1945), in the style of
 * fishtest: a match stops as soon as it is clear which of two Elo differences fits better.
 *
 * The games of one deal are one observation: the share of first places of the first opponent,
 * averaged over all seats. Both hypotheses use the variance seen so far (generalised SPRT). */
#ifndef CLI_SPRT_H
#define CLI_SPRT_H

#include <stdbool.h>

enum sprt_verdict { SPRT_OPEN, SPRT_LOWER, SPRT_HIGHER };

struct sprt {
    double elo[2]; /* the lower and the higher hypothesis */
    unsigned players;
    unsigned deals;
    double sum, squares; /* of the shares */
};

/* Reads "0,20"; false if that is not two numbers in ascending order. */
bool sprt_read(struct sprt *s, const char *text);

/* Adds the share of one deal and judges. Each kind of error has a probability of 5 %. */
enum sprt_verdict sprt_add(struct sprt *s, double share);

/* The log likelihood ratio so far; the match stops below −sprt_bound and above sprt_bound. */
double sprt_ratio(const struct sprt *s);
extern const double sprt_bound;

#endif
