/* One search for every game: information-set Monte Carlo tree search over struct game.
 *
 * Each iteration deals the hidden cards again (determinise) and descends by upper confidence
 * bounds to a leaf. The leaf is judged by a net, by a random rollout, or by both, and every seat
 * gets its reward. Nodes are keyed by the view of the searching seat, so the search never
 * distinguishes what its seat cannot. Answers to a simultaneous question are keyed by the start
 * of the question, so nobody reacts to an answer that is not shown yet.
 *
 * Where a draw between two turns has many outcomes, no outcome is seen twice, and a tree would end
 * there. Such games average over the draws: nodes behind one are keyed by the position before it
 * and the actions since (open loop: Perez et al. 2015).
 *
 * With priors, a net looks at every action of a node before any is tried, and promising actions
 * are tried first and more often (PUCT: Rosin 2011, Silver et al. 2017). Seats further down the
 * tree then play sensibly, too, where bounds alone would try every action once.
 *
 * Memory is one table that the caller provides; nothing is allocated. Given a number of
 * iterations the search is deterministic on every compiler and in WebAssembly, because it uses
 * only + − × ÷ and the square root of doubles. */
#ifndef AI_SEARCH_H
#define AI_SEARCH_H

#include "ai/net.h"
#include "core/tuning.h"

/* counts changes that alter its choices for a given seed; 3: averages draws in some games */
enum { SEARCH_REVISION = 3 };

/* Statistics of a node, or of an action in it; 24 bytes. */
struct search_slot {
    uint64_t key; /* 0: free */
    /* sum of rewards of the acting seat; with priors it includes the net's first judgement */
    double total;
    uint32_t visits;
    union {
        uint32_t offered; /* how often it was legal: with hidden cards not on every visit */
        float prior; /* with priors: the unnormalised prior */
    };
};

/* What the leaves below one of the root's actions said. */
struct search_tally {
    uint32_t visits;
    double first[SEATS_MAX]; /* sums of the chances of first place */
    double squares; /* sum of the squares of the searching seat's chance */
};

struct search {
    const struct game *game;
    const struct net *net; /* NULL: leaves are judged by rollouts alone */
    struct search_slot *slots;
    uint32_t size; /* number of slots, a power of two */
    uint32_t used;
    struct generator generator;
    /* share of a leaf's value that comes from a rollout; the rest is the net's */
    double rollout_share;
    double exploration; /* weight of the exploration term */
    bool averages_draws; /* core/tuning.h */
    /* 0: no priors; else the temperature of the softmax over the net's judgements
     * (core/tuning.h). Set after search_open, if there is a net */
    double prior_temperature;
    /* share of random numbers in the priors of the root, so that training tries everything */
    double root_noise;
    struct judgement seen; /* sums over the leaves judged since search_begin, for training */
    uint32_t leaves; /* number of them */
    /* by the root's actions in the order of `legal`, LEGAL_MAX of them; NULL: not wanted. Set
     * after search_begin, zeroed by the caller */
    struct search_tally *tally;
    unsigned seat; /* the searching seat */
    struct net_memory memory; /* of the leaves judged by the net */
    uint32_t only; /* the only action tried at the root, + 1; 0: any */
    _Alignas(8) uint8_t view[STATE_MAX];
};

struct search_choice {
    uint16_t action;
    uint32_t visits;
    double value; /* mean reward of the seat, 0 … 1 */
};

/* The game's tuning, or the defaults if it has none. */
const struct tuning *tuning_of(const struct game *game);

/* `size` is a power of two. Without a net (NULL) all leaves are judged by rollouts. */
void search_open(struct search *s, const struct game *game, const struct net *net,
                 double rollout_share, struct search_slot *slots, uint32_t size,
                 const uint8_t seed[32]);

/* Sets the root: the seat's own view, in which it is to move. Statistics from earlier searches
 * are kept while there is room. */
void search_begin(struct search *s, const void *view, unsigned seat);
void search_run(struct search *s, uint32_t iterations);
/* tries only this action at the root, to learn more about it */
void search_run_with(struct search *s, uint16_t action, uint32_t iterations);

/* Visits of the root, including those of earlier searches in this turn. */
uint32_t search_visits(struct search *s);

/* The legal actions with their statistics, most visited first; returns how many. */
unsigned search_choices(struct search *s, struct search_choice choices[LEGAL_MAX]);

/* A step of the line that the search expects. */
struct search_step {
    uint8_t by;
    uint16_t action;
};

/* The line that follows an action of the root if everybody takes the most visited action. Hidden
 * cards are dealt once. It ends where chance has a choice, where nothing was visited at least
 * `least` times, or after `most` steps. Returns its length; the action itself is not in it. */
unsigned search_line(struct search *s, uint16_t action, uint32_t least, struct search_step *line,
                     unsigned most);

/* Adds the statistics of another search of the same position. Both lists, and the result, are
 * ordered by visits, equal ones by action number. Returns how many there are; actions beyond
 * LEGAL_MAX are dropped. */
unsigned search_merge(struct search_choice choices[LEGAL_MAX], unsigned count,
                      const struct search_choice *more, unsigned more_count);

/* ---- shared by search, training and analysis ---- */

/* Plays at random to a quiet position, in which a net can judge: no draw is due, and no
 * simultaneous question is partly answered. `answering`: one is now. */
void play_to_quiet(const struct game *game, void *state, bool answering,
                   struct generator *generator);

/* Plays at random to the end. */
void rollout(const struct game *game, void *state, struct generator *generator);

/* The result of a finished game as a judgement. */
void judge_result(const struct game *game, const void *state, unsigned players,
                  struct judgement *judgement);

/* Judges a quiet position by the net, or a finished game by its result. */
void judge_state(const struct net *net, struct net_memory *memory, const void *state,
                 struct judgement *judgement);

/* The net's judgement of one action: the reward of its seat after applying it and playing to a
 * quiet position. `luck` is a copy of the generator, so that draws are the same for every
 * action. */
double action_value(const struct net *net, struct net_memory *memory, const void *state,
                    unsigned seat, uint16_t action, struct generator luck);

/* The reward of a seat, 0 … 1: its share of first place and, with a smaller weight, its lead
 * over the best other seat. */
double reward_of(const struct judgement *judgement, unsigned players, unsigned seat);

#endif
