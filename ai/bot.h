/* Opponents. A bot gets the view of its seat, never a full state, and draws from a seed of its
 * own. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "ai/search.h"
#include "ai/solve.h"

/* Weakest first. */
enum bot_kind { BOT_PERSON = -1, BOT_RANDOM, BOT_NOVICE, BOT_CLUB, BOT_MASTER, BOT_KINDS };
extern const char *const bot_kind_names[BOT_KINDS];

/* A player that follows rules of its own, in games between opponents: see examples/scripted/. */
struct script {
    const char *name;
    /* picks a legal action of the viewing seat */
    uint16_t (*choose)(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator);
    const double *style; /* numbers for its own use */
    unsigned numbers; /* how many, at most SCRIPT_NUMBERS_MAX; training varies them */
    bool stranger; /* never takes part in training: nets are measured against it */
};
enum { SCRIPT_NUMBERS_MAX = 16 };

/* Who plays a seat: "club", "master:5000" (visits per turn), "master:1.5s" (time per turn, so not
 * reproducible), or a script. */
struct bot_level {
    int kind;
    uint32_t visits; /* 0: the level's own number for the game */
    uint32_t milliseconds; /* 0: by visits */
    const struct script *script; /* plays instead, and `kind` is BOT_RANDOM; or NULL */
};

enum { BOT_NAME_MAX = 24 };

/* A thread pool. `run` calls do_one(context, i) for each i below `count`, in any order and on
 * any thread, and returns when all are done. */
struct bot_pool {
    void (*run)(struct bot_pool *pool, void (*do_one)(void *context, unsigned i), void *context,
                unsigned count);
    unsigned count; /* number of threads */
};
enum { BOT_POOL_MAX = 16 };

/* What an opponent may use besides its seed; each may be absent. */
struct bot_means {
    /* the net of the game and number of players; without it leaves are judged by rollouts */
    const struct net *net;
    uint64_t (*clock)(void); /* milliseconds; needed by levels with a time limit */
    /* levels with a time limit run one search per thread (root parallelism) */
    struct bot_pool *pool;
};

struct bot {
    struct bot_level level;
    const struct game *game;
    uint64_t (*clock)(void);
    struct bot_pool *pool;
    const struct net *net;
    struct generator generator;
    unsigned searches; /* number of parallel searches; 0: the level does not search */
    struct search *search; /* that many, in one allocation */
    struct solver *solver; /* for levels with a net, in two-player games with a solvable part */
    bool solved; /* the current position was solved, not searched */
    struct solution solution;
    uint32_t last_visits; /* visits of the current position, over all searches */
};

/* What precedes a script's name where levels are named. */
static const char bot_script_prefix[] = "scripted:";

/* Parses the name of a level; false if there is none. Scripts are not known here. */
bool bot_find(const char *name, size_t length, struct bot_level *level)
    __attribute__((warn_unused_result));
void bot_name(struct bot_level level, char name[BOT_NAME_MAX + 1]);
/* Does the level judge leaves by a net, if there is one? */
bool bot_uses_net(struct bot_level level, const struct game *game);
/* Visits per turn; 0 if the level has a time limit or does not search. */
uint32_t bot_visits(struct bot_level level, const struct game *game, unsigned players);
/* The time per turn on one core for which the level's visits were chosen. */
uint32_t bot_turn_ms(struct bot_level level);
/* The level that gives hints: a club player with a tenth of a master's visits. */
struct bot_level bot_adviser(const struct game *game, unsigned players);
/* How a level searches and picks in a game: the share of rollouts in a leaf's value, the
 * temperature of its priors (core/tuning.h), how much worse than the best, as win chance, its
 * pick may be, and by which factor the pick may have fewer visits than the most visited
 * action. */
double bot_rollout_share(struct bot_level level, const struct game *game);
double bot_prior_temperature(struct bot_level level, const struct game *game);
double bot_tolerance(struct bot_level level, const struct game *game);
uint32_t bot_visit_ratio(struct bot_level level);
bool bot_same_level(struct bot_level a, struct bot_level b);

/* False: out of memory. */
bool bot_open(struct bot *bot, struct bot_level level, const struct game *game,
              const struct bot_means *means) __attribute__((warn_unused_result));
void bot_close(struct bot *bot);

/* Call before each game; the same seed gives the same choices. */
void bot_seed(struct bot *bot, const uint8_t seed[32]);

/* Picks a legal action of the viewing seat, which is to move. Allocates nothing. */
uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat);

/* The same in steps, for callers that search on other threads or watch the clock themselves:
 * begin, think as long as visits are wanted, then pick from the choices, or from several lists
 * merged. */
void bot_begin(struct bot *bot, const void *view, unsigned seat);
/* visits that the level still wants; UINT32_MAX: until the time is up */
uint32_t bot_visits_wanted(struct bot *bot);
void bot_think(struct bot *bot, uint32_t visits); /* searches for this many visits */
/* all legal actions, most visited first */
unsigned bot_choices(struct bot *bot, struct search_choice choices[LEGAL_MAX]);
/* How likely a searching level is to pick each choice: among near-equal ones with enough visits,
 * weighted by value. Returns the sum of the weights. */
uint32_t bot_weights(const struct game *game, struct bot_level level,
                     const struct search_choice *choices, unsigned count,
                     uint32_t weights[LEGAL_MAX]);
/* picks as the level does; count > 0 */
uint16_t bot_pick(const struct game *game, struct bot_level level,
                  const struct search_choice *choices, unsigned count, struct generator *generator);

#endif
