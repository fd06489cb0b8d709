#include "cli/contest.h"

#include <string.h>

bool contest_open(struct contest *c, const struct game_choice *choice) {
    memset(c, 0, sizeof *c);
    c->choice = *choice;
    game_components_hash(choice->game, c->components);
    c->open = *choice->game;
    c->open.view = view_all;
    c->open.determinise = determinise_nothing;
    c->open_tuning = *tuning_of(choice->game);
    c->open_tuning.situation = NULL; /* the solver assumes that cards are hidden */
    c->open.tuning = &c->open_tuning;
    for (unsigned i = 0; i < choice->players; i++) {
        struct bot_means means = choice->means;
        if (i == 0 && choice->first_net) means.net = choice->first_net;
        if (!bot_open(&c->bots[i], choice->levels[i],
                      i == 0 && choice->cheats ? &c->open : choice->game, &means))
            return false;
    }
    return true;
}

void contest_close(struct contest *c) {
    for (unsigned i = 0; i < SEATS_MAX; i++) bot_close(&c->bots[i]);
}

struct record contest_head(const struct contest *c, const char *seed, unsigned game) {
    struct record r = {
        .game = c->choice.game, .players = c->choice.players, .has_seed = true, .seat = -1};
    memcpy(r.options, c->choice.options, sizeof r.options);
    memcpy(r.components, c->components, sizeof r.components);
    draws_simulated(seed, game, r.seed, r.table);
    draws_commitment(r.table, r.seed, r.commitment);
    return r;
}

static uint16_t choose(struct bot *bot, const void *state, unsigned seat) {
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, bot->game->state_size);
    bot->game->view(view, seat);
    return bot_choose(bot, view, seat);
}

void contest_play(struct contest *c, const struct record *r, const uint8_t bots_seed[SEED_SIZE],
                  unsigned rotation, void *state, struct json_out *out) {
    const struct game *game = r->game;
    uint32_t counts[STREAMS_MAX] = {0};
    uint8_t key[HASH_SIZE], derived[SEED_SIZE];
    draws_key(r->seed, r->entropy, r->players, key);
    for (unsigned i = 0; i < r->players; i++) {
        draws_derive(bots_seed, (uint8_t)i, derived);
        bot_seed(&c->bots[i], derived);
    }
    game->setup(state, r->players, r->options);
    for (unsigned to_move; (to_move = game->to_move(state)); c->steps++) {
        unsigned by = to_move & CHANCE_BIT ? BY_CHANCE : (unsigned)__builtin_ctz(to_move);
        uint16_t action;
        if (by == BY_CHANCE) {
            struct outcome_list outcomes;
            game_outcomes(game, state, &outcomes);
            action = outcomes.actions[draws_pick(key, counts[outcomes.stream]++, &outcomes)];
        } else {
            action = choose(&c->bots[(by + rotation) % r->players], state, by);
            c->decisions++;
        }
        if (out) record_add_step(out, game, by, action);
        game->apply(state, by, action, NULL);
    }
}

bool contest_records(const struct cli *cli, FILE **file, struct message *error) {
    const char *path = args_value(&cli->args, "records", 0);
    if (!path) return true;
    *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (*file) return true;
    *error = MESSAGE("cli.error.write", TEXT("file", path, strlen(path)));
    return false;
}
