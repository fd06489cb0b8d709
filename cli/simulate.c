/* simulate: whole games by opponents, with the draws a table would make. */
#include "cli/cli.h"
#include "cli/progress.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 1 << 20 };

struct totals {
    unsigned long steps, decisions;
    double wins[SEATS_MAX];
    long scores[SEATS_MAX];
};

struct simulation {
    struct game_choice choice;
    char components[COMPONENTS_HASH_SIZE];
    const char *seed;
    FILE *records;
    char *buffer; /* RECORD_MAX bytes */
    struct totals totals;
};

static struct record head_of(const struct simulation *sim, unsigned game) {
    struct record r = {.game = sim->choice.game, .players = sim->choice.players, .has_seed = true, .seat = -1};
    memcpy(r.options, sim->choice.options, sizeof r.options);
    memcpy(r.components, sim->components, sizeof r.components);
    draws_simulated(sim->seed, game, r.seed, r.table);
    draws_commitment(r.table, r.seed, r.commitment);
    return r;
}

static uint16_t choose(const struct simulation *sim, const void *state, unsigned seat, struct generator *generator) {
    const struct game *game = sim->choice.game;
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, game->state_size);
    game->view(view, seat);
    return bot_choose((enum bot_level)sim->choice.levels[seat], game, view, seat, generator);
}

/* Plays one game to its end, writing its steps to `out` if there is one. */
static void play(struct simulation *sim, const struct record *r, void *state, struct json_out *out) {
    const struct game *game = r->game;
    struct generator bots[SEATS_MAX];
    uint32_t counts[STREAMS_MAX] = {0};
    uint8_t key[HASH_SIZE], derived[SEED_SIZE];
    draws_key(r->seed, r->entropy, r->players, key);
    for (unsigned seat = 0; seat < r->players; seat++) {
        draws_derive(r->seed, (uint8_t)seat, derived);
        generator_seed_hash(&bots[seat], derived);
    }
    game->setup(state, r->players, r->options);
    for (unsigned to_move; (to_move = game->to_move(state)); sim->totals.steps++) {
        unsigned by = to_move & CHANCE_BIT ? BY_CHANCE : (unsigned)__builtin_ctz(to_move);
        uint16_t action;
        if (by == BY_CHANCE) {
            struct outcomes outcomes;
            game->chance(state, &outcomes);
            action = outcomes.actions[draws_pick(key, counts[outcomes.stream]++, &outcomes)];
        } else {
            action = choose(sim, state, by, &bots[by]);
            sim->totals.decisions++;
        }
        if (out) record_add_step(out, game, by, action);
        game->apply(state, by, action, NULL);
    }
}

static void add_result(struct simulation *sim, const void *state) {
    struct result result = {0};
    unsigned winners = 0;
    sim->choice.game->result(state, &result);
    for (unsigned seat = 0; seat < sim->choice.players; seat++) winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < sim->choice.players; seat++) {
        sim->totals.scores[seat] += result.score[seat];
        if (result.place[seat] == 1) sim->totals.wins[seat] += 1.0 / winners;
    }
}

static bool simulate_game(struct simulation *sim, unsigned game) {
    struct record r = head_of(sim, game);
    struct json_out out;
    _Alignas(8) uint8_t state[STATE_MAX];
    json_begin(&out, sim->buffer, RECORD_MAX);
    if (sim->records) record_begin(&out, NULL, &r);
    play(sim, &r, state, sim->records ? &out : NULL);
    add_result(sim, state);
    if (!sim->records) return true;
    record_end(&out, r.game, r.players, state);
    json_line(&out);
    return out.length <= out.size && fwrite(out.text, 1, out.length, sim->records) == out.length;
}

static void write_json(const struct simulation *sim, long games, double seconds) {
    char text[4096];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "game", sim->choice.game->id);
    json_number(&out, "players", sim->choice.players);
    record_write_options(&out, "options", sim->choice.game, sim->choice.options);
    json_text(&out, "seed", sim->seed);
    json_number(&out, "games", games);
    json_number(&out, "steps", (int64_t)sim->totals.steps);
    json_number(&out, "decisions", (int64_t)sim->totals.decisions);
    json_real(&out, "seconds", seconds);
    json_array(&out, "wins");
    for (unsigned seat = 0; seat < sim->choice.players; seat++) json_real(&out, NULL, sim->totals.wins[seat]);
    json_array_end(&out);
    json_array(&out, "score_mean");
    for (unsigned seat = 0; seat < sim->choice.players; seat++) json_real(&out, NULL, (double)sim->totals.scores[seat] / (double)games);
    json_array_end(&out);
    json_object_end(&out);
    json_line(&out);
    fwrite(text, 1, out.length < sizeof text ? out.length : sizeof text, stdout);
}

static void write_table(const struct cli *cli, const struct simulation *sim, long games) {
    say(cli, stdout, &MESSAGE("cli.simulate.head", TEXT("game", sim->choice.game->name, strlen(sim->choice.game->name)), NUMBER("games", games),
                              NUMBER("steps", (long)sim->totals.steps), NUMBER("decisions", (long)sim->totals.decisions)));
    for (unsigned seat = 0; seat < sim->choice.players; seat++)
        printf("  %u  %-8s  %10.1f  %8.2f\n", seat, bot_level_names[sim->choice.levels[seat]], sim->totals.wins[seat],
               (double)sim->totals.scores[seat] / (double)games);
}

static bool open_records(const struct cli *cli, struct simulation *sim, struct message *error) {
    const char *path = args_value(&cli->args, "records", 0);
    if (!path) return true;
    sim->records = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (sim->records) return true;
    *error = MESSAGE("cli.error.write", TEXT("file", path, strlen(path)));
    return false;
}

static int simulate(struct cli *cli) {
    struct simulation sim = {.seed = "1"};
    struct message error;
    long games = 100;
    if (!choose_setup(cli, &sim.choice, false, &error) || !args_number(&cli->args, "games", 1, 1000000000, &games, &error)) return fail_usage(cli, &error);
    if (args_value(&cli->args, "seed", 0)) sim.seed = args_value(&cli->args, "seed", 0);
    sim.buffer = malloc(RECORD_MAX);
    if (!sim.buffer) return fail(cli, &MESSAGE("error.memory"));
    if (!open_records(cli, &sim, &error)) {
        free(sim.buffer);
        return fail(cli, &error);
    }
    game_components_hash(sim.choice.game, sim.components);
    struct progress progress;
    progress_begin(&progress);
    bool written = true;
    for (long i = 0; i < games && written; i++) {
        written = simulate_game(&sim, (unsigned)i);
        progress_at(&progress, (unsigned long)i + 1, (unsigned long)games);
    }
    progress_end(&progress);
    if (sim.records && sim.records != stdout && fclose(sim.records) != 0) written = false;
    free(sim.buffer);
    if (!written) return fail(cli, &MESSAGE("cli.error.output"));
    if (args_has(&cli->args, "json")) write_json(&sim, games, seconds_now() - progress.started);
    else if (sim.records != stdout) write_table(cli, &sim, games);
    return EXIT_SUCCESS;
}

static const struct arg known[] = {
    {"players", true}, {"games", true}, {"seed", true}, {"bots", true}, {"option", true},
    {"records", true}, {"json", false}, {"lang", true}, {"help", false}, {0},
};

const struct command simulate_command = {.name = "simulate", .help = "cli.help.simulate", .known = known, .run = simulate};
