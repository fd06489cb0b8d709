#include "match/opponents.h"

#include <string.h>

unsigned advise(const struct net *net, const struct game *game, unsigned players, const void *view,
                unsigned seat, const uint8_t seed[SEED_SIZE],
                struct search_choice choices[LEGAL_MAX]) {
    struct bot bot;
    if (!bot_open(&bot, bot_adviser(game, players), game, &(struct bot_means){.net = net}))
        return 0;
    bot_seed(&bot, seed);
    bot_begin(&bot, view, seat);
    bot_think(&bot, bot_visits_wanted(&bot));
    unsigned count = bot_choices(&bot, choices);
    bot_close(&bot);
    return count;
}

static unsigned on_asked(struct table_adviser *asked, const struct table *t, unsigned seat,
                         struct search_choice choices[LEGAL_MAX]) {
    const struct cursor *cursor = table_cursor(t, seat);
    uint8_t seed[SEED_SIZE];
    table_opponent_seed(t, seat, cursor->questions, seed);
    return advise(((struct adviser *)asked)->net, t->match.game, t->match.players, cursor->view,
                  seat, seed, choices);
}

void adviser_open(struct adviser *adviser, const struct net *net) {
    *adviser = (struct adviser){.asked = {on_asked}, .net = net};
}

bool opponents_open(struct opponents *opponents, const struct table_setup *setup,
                    const struct bot_means *means) {
    memset(opponents, 0, sizeof *opponents);
    for (unsigned seat = 0; seat < setup->players; seat++) {
        struct bot *bot = &opponents->bots[seat];
        uint8_t derived[SEED_SIZE];
        if (!bot_open(bot, setup->levels[seat], setup->game, means)) {
            opponents_close(opponents);
            return false;
        }
        draws_derive(setup->reserve, (uint8_t)seat, derived);
        bot_seed(bot, derived);
    }
    return true;
}

void opponents_close(struct opponents *opponents) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) bot_close(&opponents->bots[seat]);
}

bool opponents_answer(struct opponents *opponents, struct table *table) {
    unsigned owed = table_owed(table);
    if (!owed) return false;
    unsigned seat = (unsigned)__builtin_ctz(owed);
    const struct cursor *cursor = table_cursor(table, seat);
    return table_answer(table, seat, cursor->questions,
                        bot_choose(&opponents->bots[seat], cursor->view, seat));
}
