/* Our players for other programs (tafelrunde.h). A thinker owns its memory: the net, the table of
 * the search and the solver. */
#include "lib/internal.h"

#include "ai/bot.h"
#include "core/blake2b.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tafelrunde_thinker {
    const struct game *game;
    unsigned players;
    struct bot bot;
    struct net net;
};

static const struct library_net *own_net(const struct game *game, unsigned players) {
    char name[64];
    snprintf(name, sizeof name, "%s-%u", game->id, players);
    for (unsigned i = 0; i < library_nets_count; i++)
        if (strcmp(library_nets[i].name, name) == 0) return &library_nets[i];
    return NULL;
}

/* Reads the given net, or the library's own; none if the game has none. */
static int read_net(struct tafelrunde_thinker *t, const void *bytes, size_t size,
                    struct tafelrunde_error *error) {
    const struct library_net *own = bytes ? NULL : own_net(t->game, t->players);
    struct message why;
    t->net.game = NULL;
    if (!bytes && !own) return TAFELRUNDE_OK;
    if (net_read(&t->net, t->game, t->players, own ? own->bytes : bytes, own ? own->size : size,
                 NULL, &why))
        return TAFELRUNDE_OK;
    return fail(error, TAFELRUNDE_BAD_NET, NOBODY, &why);
}

static int read_level(const char *name, struct bot_level *level, struct tafelrunde_error *error) {
    if (bot_find(name, strlen(name), level) && !level->milliseconds) return TAFELRUNDE_OK;
    return fail(error, TAFELRUNDE_BAD_LEVEL, NOBODY,
                &MESSAGE("library.error.level", TEXT("level", name, strlen(name))));
}

static int open_thinker(struct tafelrunde_thinker *t, const char *level_name, const void *net,
                        size_t net_size, struct tafelrunde_error *error) {
    struct bot_level level;
    int code = check_setup(t->game, t->players, NULL, error);
    if (!code) code = read_level(level_name, &level, error);
    if (!code) code = read_net(t, net, net_size, error);
    if (code) return code;
    struct bot_means means = {.net = t->net.game ? &t->net : NULL};
    if (bot_open(&t->bot, level, t->game, &means)) return TAFELRUNDE_OK;
    return fail(error, TAFELRUNDE_NO_MEMORY, NOBODY, &MESSAGE("error.memory"));
}

struct tafelrunde_thinker *tafelrunde_thinker_open(const struct tafelrunde_game *game,
                                                   unsigned players, const char *level,
                                                   const void *net, size_t net_size,
                                                   struct tafelrunde_error *error) {
    struct tafelrunde_thinker *t = calloc(1, sizeof *t);
    if (!t) {
        fail(error, TAFELRUNDE_NO_MEMORY, NOBODY, &MESSAGE("error.memory"));
        return NULL;
    }
    t->game = of(game);
    t->players = players;
    if (open_thinker(t, level, net, net_size, error) == TAFELRUNDE_OK) return t;
    free(t);
    return NULL;
}

void tafelrunde_thinker_close(struct tafelrunde_thinker *thinker) {
    if (!thinker) return;
    bot_close(&thinker->bot);
    free(thinker);
}

/* Every thought begins afresh, so that it depends on nothing but the view and the seed. */
static void seed_bot(struct bot *bot, uint64_t seed) {
    uint8_t bytes[8], hash[32];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(seed >> 8 * i);
    blake2b_hash(bytes, sizeof bytes, hash);
    bot_seed(bot, hash);
}

static unsigned list_choices(struct tafelrunde_thinker *t, const void *view, unsigned seat,
                             struct search_choice choices[LEGAL_MAX]) {
    uint16_t list[LEGAL_MAX];
    if (t->bot.searches) {
        bot_begin(&t->bot, view, seat);
        bot_think(&t->bot, bot_visits_wanted(&t->bot));
        return bot_choices(&t->bot, choices);
    }
    unsigned count = t->game->legal(view, seat, list);
    for (unsigned i = 0; i < count; i++) choices[i] = (struct search_choice){.action = list[i]};
    return count;
}

static int check_thought(const struct tafelrunde_thinker *t, const void *state, unsigned seat,
                         struct tafelrunde_error *error) {
    if (seat >= t->players) return fail_seat(error, t->players);
    if (state_players(t->game, state) != t->players)
        return fail(error, TAFELRUNDE_BAD_PLAYERS, NOBODY,
                    &MESSAGE("library.error.thinker", NUMBER("players", t->players)));
    if (t->game->to_move(state) & SEAT_BIT(seat)) return TAFELRUNDE_OK;
    return fail(error, TAFELRUNDE_ILLEGAL, seat, &MESSAGE("common.whynot.not_to_move"));
}

int tafelrunde_think(struct tafelrunde_thinker *thinker, const void *state, unsigned seat,
                     uint64_t seed, struct tafelrunde_choice *choices, unsigned *count,
                     unsigned *step, struct tafelrunde_error *error) {
    const struct game *g = thinker->game;
    _Alignas(8) uint8_t view[STATE_MAX];
    struct search_choice found[LEGAL_MAX];
    int code = check_thought(thinker, state, seat, error);
    if (code) return code;
    memcpy(view, state, g->state_size);
    code = tafelrunde_view((const struct tafelrunde_game *)g, view, seat, error);
    if (code) return code;
    seed_bot(&thinker->bot, seed);
    unsigned listed = list_choices(thinker, view, seat, found);
    if (step) *step = bot_pick(g, thinker->bot.level, found, listed, &thinker->bot.generator);
    if (count) *count = listed;
    for (unsigned i = 0; choices && i < listed; i++)
        choices[i] = (struct tafelrunde_choice){found[i].action, found[i].visits, found[i].value};
    return TAFELRUNDE_OK;
}
