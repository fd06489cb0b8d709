#include "cli/sprt.h"

#include <math.h>
#include <stdio.h>

const double sprt_bound = 2.9444389791664403; /* log(0.95 / 0.05) */

/* The variance of fewer deals says too little. */
enum { DEALS_MIN = 10 };

bool sprt_read(struct sprt *s, const char *text) {
    char rest;
    return sscanf(text, "%lf,%lf%c", &s->elo[0], &s->elo[1], &rest) == 2 && s->elo[0] < s->elo[1] &&
           s->elo[0] >= -1000 && s->elo[1] <= 1000;
}

/* The share of first places at an Elo difference to all others, if first places are proportional
 * to strength (Luce). */
static double share_at(const struct sprt *s, double elo) {
    double strength = pow(10, elo / 400);
    return strength / (strength + s->players - 1);
}

/* One lost and one won deal more keep the variance above zero. */
double sprt_ratio(const struct sprt *s) {
    double n = s->deals + 2, mean = (s->sum + 1) / n,
           variance = (s->squares + 1 - n * mean * mean) / (n - 1), low = share_at(s, s->elo[0]),
           high = share_at(s, s->elo[1]);
    if (s->deals == 0) return 0;
    return s->deals * (high - low) * (2 * s->sum / s->deals - low - high) / (2 * variance);
}

enum sprt_verdict sprt_add(struct sprt *s, double share) {
    s->deals++;
    s->sum += share;
    s->squares += share * share;
    double ratio = sprt_ratio(s);
    if (s->deals < DEALS_MIN || fabs(ratio) < sprt_bound) return SPRT_OPEN;
    return ratio > 0 ? SPRT_HIGHER : SPRT_LOWER;
}
