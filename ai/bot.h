/* Opponents. A bot is handed a view of its seat, never a full state; its choices come from a
 * seed of its own. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "ai/search.h"
#include "ai/solve.h"

/* Weakest first. */
enum bot_kind { BOT_PERSON = -1, BOT_RANDOM, BOT_NOVICE, BOT_CLUB, BOT_MASTER, BOT_KINDS };
extern const char *const bot_kind_names[BOT_KINDS];

/* Who plays a seat: "club", "master:5000" (visits of the position it is asked about),
 * "master:1.5s" (time a turn, so not reproducible). */
struct bot_level {
    int kind;
    uint32_t visits; /* 0: the level's own, by game */
    uint32_t milliseconds; /* 0: by visits */
};

enum { BOT_NAME_MAX = 16 };

/* Somebody who can do several things at once. `together` calls do(context, i) for each i below
 * `count`, in any order and on any thread, and returns when all are done. */
struct bot_crew {
    void (*together)(struct bot_crew *crew, void (*do_one)(void *context, unsigned i),
                     void *context, unsigned count);
    unsigned count; /* how many at once */
};
enum { BOT_CREW_MAX = 16 };

/* What an opponent may need beside its seed; all may be absent. */
struct bot_means {
    /* of the game and number of players; without it positions are played out at random */
    const struct net *net;
    uint64_t (*clock)(void); /* milliseconds; for a level with a time */
    /* a level with a time thinks on all of its threads, a search each (root parallelism) */
    struct bot_crew *crew;
};

struct bot {
    struct bot_level level;
    const struct game *game;
    uint64_t (*clock)(void);
    struct bot_crew *crew;
    const struct net *net;
    struct generator generator;
    unsigned searches; /* how many think at once; 0: the level does not think */
    struct search *search; /* so many, of one memory */
    struct solver *solver; /* of a level with a net, in a game of two that has exact parts */
    bool solved; /* the position it was last asked about */
    struct solution solution;
    uint32_t last_visits; /* of the position it was last asked about, by all of them */
};

/* The level with this name; false if there is none. */
bool bot_find(const char *name, size_t length, struct bot_level *level)
    __attribute__((warn_unused_result));
void bot_name(struct bot_level level, char name[BOT_NAME_MAX + 1]);
/* Positions are judged by a net, if there is one. */
bool bot_uses_net(struct bot_level level, const struct game *game);
/* How often it looks at a position; 0: it has a time instead, or does not think. */
uint32_t bot_visits(struct bot_level level, const struct game *game, unsigned players);
/* About how long it thinks per turn on one core: what its visits were chosen for. */
uint32_t bot_turn_ms(struct bot_level level);
/* Who gives hints: what a club player's search says, for a tenth of a master's visits. */
struct bot_level bot_adviser(const struct game *game, unsigned players);
/* How a level judges and chooses in a game: how much of a position's worth it plays out, its
 * search's foresight (ai/search.h), how much worse than the best, as win chance, its choice may
 * be, and how many times less often than the favourite it may have been tried (0: it takes the
 * favourite). */
double bot_played_out(struct bot_level level, const struct game *game);
double bot_foresight(struct bot_level level, const struct game *game);
double bot_leeway(struct bot_level level, const struct game *game);
uint32_t bot_tried(struct bot_level level);
bool bot_same_level(struct bot_level a, struct bot_level b);

/* False: there is not enough memory. */
bool bot_open(struct bot *bot, struct bot_level level, const struct game *game,
              const struct bot_means *means) __attribute__((warn_unused_result));
void bot_close(struct bot *bot);

/* Before each game: the same seed, the same choices. */
void bot_seed(struct bot *bot, const uint8_t seed[32]);

/* A legal action of the viewing seat, which is to move. Nothing is allocated here. */
uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat);

/* The same in pieces, for somebody who lets others think, or stops by a clock of his own: begin,
 * think while it wants to, and pick from the thought, or from several merged. */
void bot_begin(struct bot *bot, const void *view, unsigned seat);
/* visits that the level still wants; UINT32_MAX: as many as the time allows */
uint32_t bot_wants(struct bot *bot);
void bot_think(struct bot *bot, uint32_t visits); /* goes on for so many */
/* all legal actions, most visited first */
unsigned bot_thought(struct bot *bot, struct search_choice choices[LEGAL_MAX]);
/* the level's way of choosing; count > 0 */
uint16_t bot_pick(const struct game *game, struct bot_level level,
                  const struct search_choice *choices, unsigned count, struct generator *generator);

#endif
