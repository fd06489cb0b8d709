/* Separates luck from skill in a complete record, with everything revealed (docs/analysis.md).
 *
 * Each position gets a value: every seat's chance of first place. The change by a draw is luck.
 * Each choice is compared with the best one by a search on the seat's own view: what it cost its
 * seat, and what that brought the others. What these parts do not explain is the rest, so that the
 * sum is exactly the result less the chance at the start: all values are whole millionths.
 *
 * No I/O and no clock. analysis_run judges one step at a time, from the end, so that front ends can
 * show progress and stop. The same record, net and visits give the same numbers everywhere. */
#ifndef MATCH_ANALYSE_H
#define MATCH_ANALYSE_H

#include "ai/bot.h"
#include "ai/weigh.h"
#include "match/record.h"

static const int32_t analysis_one = 1000000; /* certainty */
static const int32_t analysis_good = 50000; /* a mistake that costs less is still a good choice */

enum {
    ANALYSIS_LEVELS = BOT_MASTER - BOT_NOVICE + 1, /* novice, club, master */
    ANALYSIS_GRADE_MAX = 1000,
    ANALYSIS_GRADED_MIN = 10, /* fewer decisions get no grade */
};

struct analysis_step {
    uint8_t by; /* a seat or BY_CHANCE */
    uint8_t choices; /* number of legal actions or outcomes, at most 255 */
    uint16_t action;
    uint16_t best; /* of a choice: the search's favourite */
    uint16_t question; /* if `several`: how many steps ago the question began */
    int32_t value[SEATS_MAX]; /* after the step */
    /* by the step; that of a simultaneous question comes with its last answer */
    int32_t change[SEATS_MAX];
    int32_t chance; /* of a choice: the seat's chance after it, by what it could know */
    int32_t cost; /* of a choice: the best action's chance less its own, for its seat */
    int32_t effect[SEATS_MAX]; /* of a choice: what that changed for each seat; sums to 0 */
    int32_t error; /* standard error of the cost, or of a draw's change */
    int32_t expected[ANALYSIS_LEVELS]; /* of a choice: the mean cost of the levels' picks */
    uint32_t visits; /* of the search */
    bool several; /* an answer to a simultaneous question */
};

/* A seat's result as a sum: start + luck + own + others + rest = result. */
struct analysis_seat {
    int32_t start, luck;
    int32_t own; /* its mistakes: never positive */
    int32_t others; /* what the others' mistakes brought it */
    int32_t rest, error; /* not explained by these; standard error of the sum of the parts */
    int32_t result;
    unsigned decisions; /* its answers with more than one legal action */
    unsigned best, good, mistakes; /* how many of them are which */
    int32_t cost; /* of all its choices */
    int32_t expected[ANALYSIS_LEVELS]; /* what the levels would have lost by them */
    /* its cost on a scale from novice (0) to master (ANALYSIS_GRADE_MAX), within one standard
     * error; −1: too few decisions, or the levels play alike */
    int32_t grade, grade_low, grade_high;
};

struct analysis_work;

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
    struct analysis_work *work;
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

/* The position before a step, or after the last. */
const void *analysis_state(const struct analysis *a, unsigned step);

/* Did the choice cost more than its error? */
bool analysis_is_mistake(const struct analysis_step *step);

/* The key of the words for a grade: "like a club player". */
const char *analysis_grade_key(int32_t grade);

/* Once all steps are judged: one seat's sums, and everything as JSON. */
struct analysis_seat analysis_seat(const struct analysis *a, unsigned seat);
void analysis_write(const struct analysis *a, struct json_out *out, const char *name);

#endif
