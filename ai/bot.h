/* Opponents. A bot is handed a view of its seat, never a full state; its choices come from a seed of its own. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "ai/search.h"
#include "ai/solve.h"

/* Weakest first. */
enum bot_kind { BOT_PERSON = -1, BOT_RANDOM, BOT_NOVICE, BOT_CLUB, BOT_MASTER, BOT_KINDS };
extern const char *const bot_kind_names[BOT_KINDS];

/* Who plays a seat: "club", "master:5000" (visits of the position it is asked about), "master:1.5s" (time a turn, so not reproducible). */
struct bot_level {
    int kind;
    uint32_t visits;       /* 0: the level's own, by game */
    uint32_t milliseconds; /* 0: by visits                */
};

enum { BOT_NAME_MAX = 16 };

/* What an opponent may need beside its seed; all may be absent. */
struct bot_means {
    const struct net *net;        /* of the game and number of players; without it positions are played out at random */
    uint64_t (*clock)(void);      /* milliseconds; for a level with a time */
};

struct bot {
    struct bot_level level;
    const struct game *game;
    uint64_t (*clock)(void);
    struct generator generator;
    struct search search; /* of a level that thinks */
    struct search_slot *slots;
    struct solver *solver; /* of a level with a net, in a game of two that has exact parts */
    uint32_t last_visits; /* of the position it was last asked about */
};

/* The level with this name; false if there is none. */
bool bot_find(const char *name, size_t length, struct bot_level *level) __attribute__((warn_unused_result));
void bot_name(struct bot_level level, char name[BOT_NAME_MAX + 1]);
bool bot_uses_net(struct bot_level level);
bool bot_same_level(struct bot_level a, struct bot_level b);

/* False: there is not enough memory. */
bool bot_open(struct bot *bot, struct bot_level level, const struct game *game, const struct bot_means *means) __attribute__((warn_unused_result));
void bot_close(struct bot *bot);

/* Before each game: the same seed, the same choices. */
void bot_seed(struct bot *bot, const uint8_t seed[32]);

/* A legal action of the viewing seat, which is to move. Nothing is allocated here. */
uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat);

#endif
