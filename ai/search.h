/* One searcher for every game: information-set Monte Carlo tree search over struct game.
 *
 * Each iteration deals the hidden things anew (determinise), walks down by upper confidence
 * bounds, judges the position there by a net, by playing the rest at random, or both, and gives
 * every seat its reward. What a step is remembered by is the view of the searching seat, so that
 * the search never tells apart what its seat could not; answers to one question put to several
 * are remembered by the question's start, so nobody reacts to an answer not yet shown.
 *
 * With foresight a net looks at every action of a position before any is tried, and those that
 * look well are tried first and more often (PUCT: Rosin 2011, Silver et al. 2017): seats further
 * down the tree then play sensibly, too, where bounds alone would have them try everything once.
 *
 * Memory is one table handed in; nothing is allocated. By iterations it is deterministic, and
 * the same on every compiler and in WebAssembly: only + − × ÷ and the square root of doubles. */
#ifndef AI_SEARCH_H
#define AI_SEARCH_H

#include "ai/net.h"
#include "core/tuning.h"

/* counts what makes it choose otherwise from the same seed: 2 since only what was tried takes a
 * slot */
enum { SEARCH_REVISION = 2 };

/* Statistics of a position or of an action in it; 24 bytes. */
struct search_slot {
    uint64_t key; /* 0: free */
    double total; /* rewards of the seat that acts; with foresight, the first look's, too */
    uint32_t visits;
    union {
        uint32_t offered; /* how often it could have been chosen: not always, with hidden cards */
        float promise; /* with foresight: how well it looked, the weight of trying it */
    };
};

struct search {
    const struct game *game;
    const struct net *net; /* NULL: play the rest at random */
    struct search_slot *slots;
    uint32_t size; /* slots there are, a power of two */
    uint32_t used;
    struct generator generator;
    /* how much of a position's worth that says; the rest is the net's judgement */
    double played_out;
    double exploration; /* weight of what has been tried little */
    /* 0: none; else how much worse, as a reward, an action looks that is tried e times less. Set
     * after search_open, where there is a net */
    double foresight;
    unsigned seat; /* whose search it is */
    uint32_t only; /* what it tries next, + 1; 0: anything */
    _Alignas(8) uint8_t view[STATE_MAX];
};

struct search_choice {
    uint16_t action;
    uint32_t visits;
    double value; /* mean reward of the seat, 0 … 1 */
};

/* How opponents think in a game: its own table, or the defaults of one that has none. */
const struct tuning *tuning_of(const struct game *game);

/* `size` is a power of two. `net` may be NULL: all is played out then. */
void search_open(struct search *s, const struct game *game, const struct net *net,
                 double played_out, struct search_slot *slots, uint32_t size,
                 const uint8_t seed[32]);

/* A position to think about: the seat's own view, in which it is to move. What was learnt before
 * stays, while there is room. */
void search_begin(struct search *s, const void *view, unsigned seat);
void search_run(struct search *s, uint32_t iterations);
/* the seat's next action is this one: to learn more of it */
void search_run_with(struct search *s, uint16_t action, uint32_t iterations);

/* How often the position has been visited, in this turn's earlier searches too. */
uint32_t search_visits(struct search *s);

/* The legal actions with what the search thinks of them, most visited first; returns how many. */
unsigned search_choices(struct search *s, struct search_choice choices[LEGAL_MAX]);

/* Adds what another search of the same position thought: visits and values by action. Both
 * lists, and the result, are most visited first, equals in the order of their numbers. Returns
 * how many there are; an action more than LEGAL_MAX is left out. */
unsigned search_merge(struct search_choice choices[LEGAL_MAX], unsigned count,
                      const struct search_choice *more, unsigned more_count);

/* ---- what playing and learning share ---- */

/* Plays on, at random, to where a net can judge: draws, and the answers still owed if somebody
 * has begun to answer a question put to several (`answering`). */
void settle(const struct game *game, void *state, bool answering, struct generator *generator);

/* Plays on at random to the end. */
void play_out(const struct game *game, void *state, struct generator *generator);

/* The end of the game as a net would judge it. */
void judge_result(const struct game *game, const void *state, unsigned players,
                  struct judgement *judgement);

/* A position where a net can judge, or the end of the game. */
void judge_state(const struct net *net, const void *state, struct judgement *judgement);

/* What a net says, at first sight, that an action brings its seat; what is to be drawn comes
 * from a copy of the generator. */
double first_sight(const struct net *net, const void *state, unsigned seat, uint16_t action,
                   struct generator luck);

/* What a seat strives for, 0 … 1: the first place and, for a smaller part, the lead over the
 * best other seat. */
double reward_of(const struct judgement *judgement, unsigned players, unsigned seat);

#endif
