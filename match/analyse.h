/* Separates luck from skill in a complete record, with everything revealed (docs/analysis.md).
 *
 * Each position gets a value: every seat's chance of first place. The change by a draw is luck, the
 * change by an answer belongs to its seat. The changes add up exactly to the result less the
 * chance at the start, because values are whole millionths. Each choice is also compared with the
 * best one by a search on the seat's own view.
 *
 * No I/O and no clock. analysis_run judges one step at a time, from the end, so that front ends can
 * show progress and stop. The same record, net and visits give the same numbers everywhere. */
#ifndef MATCH_ANALYSE_H
#define MATCH_ANALYSE_H

#include "ai/search.h"
#include "match/record.h"

static const int32_t analysis_one = 1000000; /* certainty */

struct analysis_step {
    uint8_t by; /* a seat or BY_CHANCE */
    uint8_t choices; /* number of legal actions or outcomes, at most 255 */
    uint16_t action;
    uint16_t best; /* of a choice: the search's favourite */
    uint16_t question; /* if `several`: how many steps ago the question began */
    int32_t value[SEATS_MAX]; /* after the step */
    int32_t change[SEATS_MAX]; /* by the step */
    int32_t cost; /* of a choice: the best action's value less its own, for its seat */
    int32_t error; /* standard error of the cost, or of a draw's change */
    uint32_t visits; /* of the search */
    bool several; /* an answer to a simultaneous question */
};

/* A seat's result as a sum: start + luck + own + others = result. */
struct analysis_seat {
    int32_t start, luck, own, others, result;
    int32_t cost; /* of all its choices */
    unsigned decisions; /* its answers with more than one legal action */
};

struct analysis {
    const struct game *game;
    const struct net *net;
    unsigned players, count, capacity;
    uint32_t visits;
    uint64_t seed;
    bool over; /* the game was played to its end */
    unsigned left; /* the first `left` steps are not judged yet */
    struct analysis_step *steps;
    uint8_t *states; /* before each step, and after the last */
    int32_t (*values)[SEATS_MAX]; /* of `states` */
    struct search_slot *slots;
};

/* Replays a complete record; false with the reason: nothing needs closing. Without a net, rollouts
 * judge positions. `visits`: of the search per choice; from 512 on, rollouts refine the net's
 * values. */
enum { ANALYSE_VISITS_MAX = 1000000 };
bool analysis_open(struct analysis *a, const struct record *r, const struct net *net,
                   uint32_t visits, struct record_error *error) __attribute__((warn_unused_result));
void analysis_close(struct analysis *a);

/* Judges one more step; false: all are judged. */
bool analysis_run(struct analysis *a);

/* Once all steps are judged: one seat's sums, and everything as JSON. */
struct analysis_seat analysis_seat(const struct analysis *a, unsigned seat);
void analysis_write(const struct analysis *a, struct json_out *out, const char *name);

#endif
