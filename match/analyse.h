/* What a game's luck and choices were worth: a whole record, judged after the event, with
 * everything open (docs/analysis.md).
 *
 * Each position on the way gets a value: every seat's chance of first place. The change that a
 * step brings belongs to whoever made it: luck, if it was a draw; a seat's choice, if it was an
 * answer. The changes add up to the result less the chance at the start, exactly: values are
 * whole millionths. Beside that each choice is compared with the best one by a search that sees
 * only what its seat saw.
 *
 * No I/O and no clock. The work is done step by step from the end, so that it can be shown and
 * stopped; the same record, net and visits give the same numbers everywhere. */
#ifndef MATCH_ANALYSE_H
#define MATCH_ANALYSE_H

#include "ai/search.h"
#include "match/record.h"

static const int32_t analysis_one = 1000000; /* certainty */

struct analysis_step {
    uint8_t by; /* a seat or BY_CHANCE */
    /* how many there were, at most 255; 1: nothing to choose, or draw */
    uint8_t choices;
    uint16_t action;
    uint16_t best; /* of a choice: what the search would have done */
    uint16_t question; /* how many steps ago the question put to several began */
    int32_t value[SEATS_MAX]; /* after the step */
    int32_t change[SEATS_MAX]; /* by it */
    int32_t cost; /* of a choice: the best one's value less its own, for its seat */
    int32_t error; /* standard error of the cost, or of a draw's change */
    uint32_t visits; /* of the search */
    bool several; /* an answer to a question put to several */
};

/* Where a seat's result came from: start + luck + own + others = result. */
struct analysis_seat {
    int32_t start, luck, own, others, result;
    int32_t cost; /* of its choices, in all */
    unsigned decisions; /* choices it had, with more than one way */
};

struct analysis {
    const struct game *game;
    const struct net *net;
    unsigned players, count, capacity;
    uint32_t visits;
    uint64_t seed;
    bool over; /* the game was played to its end */
    unsigned left; /* steps still to be judged: the first so many */
    struct analysis_step *steps;
    uint8_t *states; /* before each step, and after the last */
    int32_t (*values)[SEATS_MAX]; /* of these */
    struct search_slot *slots;
};

/* A whole record is replayed; false with the reason, and nothing is kept. `net` may be NULL:
 * then positions are played out at random. `visits`: of the search at each choice; from 512 on
 * values are refined by games played on, too. */
enum { ANALYSE_VISITS_MAX = 1000000 };
bool analysis_open(struct analysis *a, const struct record *r, const struct net *net,
                   uint32_t visits, struct record_error *error) __attribute__((warn_unused_result));
void analysis_close(struct analysis *a);

/* Judges one more step; false: all are. */
bool analysis_run(struct analysis *a);

/* Once all are: a seat's sums, and all of it as JSON. */
struct analysis_seat analysis_seat(const struct analysis *a, unsigned seat);
void analysis_write(const struct analysis *a, struct json_out *out, const char *name);

#endif
