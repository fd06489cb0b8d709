/* bench: speed of random play and of search on one thread. Random play means whole games with
 * setup, chance and scoring, all legal actions at every decision, and no events. The slowest
 * player count is reported. The signature is the same on every machine and compiler unless the
 * rules or the generator change. */
#include "program/data.h"
#include "cli/progress.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_GAMES = 2000, SLICES = 5, SEARCHED = 5000, SECONDS_MAX = 3600 };

/* The linker sends every allocation of the program here (see meson.build), so that bench can count
 * the bytes that playing allocates. */
static _Thread_local size_t allocated;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    allocated += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocated += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    allocated += size;
    return __real_realloc(memory, size);
}

struct tally {
    unsigned long games, decisions, forced, steps;
    uint64_t signature;
};

static void play(const struct game *game, unsigned players, struct generator *generator,
                 struct tally *tally) {
    _Alignas(64) uint8_t state[STATE_MAX];
    uint8_t options[OPTIONS_MAX];
    uint16_t list[LEGAL_MAX];
    struct outcomes outcomes;
    struct result result;
    for (unsigned i = 0; i < game->option_count; i++) options[i] = game->options[i].fallback;
    game->setup(state, players, options);
    for (unsigned to_move; (to_move = game->to_move(state)); tally->steps++) {
        if (to_move & CHANCE_BIT) {
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(state, seat, list);
        game->apply(state, seat, list[count == 1 ? 0 : generator_below(generator, count)], NULL);
        tally->decisions++;
        tally->forced += count == 1;
    }
    game->result(state, &result);
    tally->games++;
    tally->signature = (tally->signature ^ state_hash(game, state)) * 0x9e3779b97f4a7c15u +
                       (uint64_t)(uint16_t)result.score[0];
}

/* Plays to the first position in which a seat has a choice. Returns the seat. */
static unsigned first_decision(const struct game *game, unsigned players, uint64_t seed,
                               void *state) {
    struct generator generator;
    struct outcomes outcomes;
    uint16_t list[LEGAL_MAX];
    uint8_t options[OPTIONS_MAX];
    generator_seed(&generator, seed);
    for (unsigned i = 0; i < game->option_count; i++) options[i] = game->options[i].fallback;
    game->setup(state, players, options);
    for (;;) {
        unsigned to_move = game->to_move(state), seat = (unsigned)__builtin_ctz(to_move);
        if (to_move & CHANCE_BIT) {
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &generator), NULL);
        } else if (game->legal(state, seat, list) > 1) {
            return seat;
        } else {
            game->apply(state, seat, list[0], NULL);
        }
    }
}

static struct tally sign(const struct game *game) {
    struct tally tally = {0};
    for (unsigned players = game->players_min; players <= game->players_max; players++) {
        struct generator generator;
        generator_seed(&generator, players);
        for (unsigned i = 0; i < SIGNATURE_GAMES; i++) play(game, players, &generator, &tally);
    }
    return tally;
}

struct rate {
    double decisions, games, forced;
};

/* Iterations per second of a level's search at the first choice of a few games.
 * tests/wasm/speed.mjs measures the same in WebAssembly. */
static double measure_search(const struct game *game, unsigned players, int kind,
                             const struct net *net) {
    struct bot bot;
    double best = 0;
    if (!bot_open(&bot, (struct bot_level){.kind = kind}, game, &(struct bot_means){.net = net}))
        return 0;
    for (unsigned slice = 0; slice < SLICES; slice++) {
        _Alignas(8) uint8_t state[STATE_MAX], seed[32] = {(uint8_t)slice, 1};
        unsigned seat = first_decision(game, players, slice, state);
        bot_seed(&bot, seed);
        game->view(state, seat);
        search_begin(bot.search, state, seat);
        double start = seconds_now();
        search_run(bot.search, SEARCHED);
        double rate = (double)SEARCHED / (seconds_now() - start);
        if (rate > best) best = rate;
    }
    bot_close(&bot);
    return best;
}

/* Takes the best of a few slices, because other processes can only slow a slice down. */
static struct rate measure(const struct game *game, unsigned players, double seconds) {
    struct rate best = {0};
    for (unsigned slice = 0; slice < SLICES; slice++) {
        struct generator generator;
        struct tally tally = {0};
        generator_seed(&generator, 100 + slice);
        double start = seconds_now(), took;
        do
            for (unsigned i = 0; i < 100; i++) play(game, players, &generator, &tally);
        while ((took = seconds_now() - start) < seconds / (double)SLICES);
        if ((double)tally.decisions / took > best.decisions)
            best = (struct rate){(double)tally.decisions / took, (double)tally.games / took,
                                 (double)tally.forced / took};
    }
    return best;
}

static void bench_game(const struct cli *cli, const struct game *game, double seconds,
                       struct json_out *out) {
    struct rate rates[SEATS_MAX + 1] = {{0}}, *slowest = NULL;
    size_t before = allocated;
    for (unsigned players = game->players_min; players <= game->players_max; players++) {
        rates[players] = measure(game, players, seconds);
        if (!slowest || rates[players].decisions < slowest->decisions) slowest = &rates[players];
    }
    struct tally signature = sign(game);
    size_t bytes = allocated - before;
    const struct net *net;
    struct message error;
    double iterations = measure_search(game, game->players_min, BOT_NOVICE, NULL);
    bool judged = data_net(cli, game, game->players_min, &net, &error) && net;
    char text[20];
    json_object(out, game->id);
    json_real(out, "decisions_per_s", slowest->decisions);
    json_real(out, "forced_per_s", slowest->forced);
    json_real(out, "games_per_s", slowest->games);
    json_real(out, "iterations_per_s", iterations);
    if (judged)
        json_real(out, "iterations_per_s_net",
                  measure_search(game, game->players_min, BOT_MASTER, net));
    else json_null(out, "iterations_per_s_net");
    json_number(out, "state_bytes", (int64_t)game->state_size);
    json_number(out, "bytes_allocated", (int64_t)bytes);
    json_object(out, "decisions_per_s_by_players");
    for (unsigned players = game->players_min; players <= game->players_max; players++) {
        snprintf(text, sizeof text, "%u", players);
        json_real(out, text, rates[players].decisions);
    }
    json_object_end(out);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)signature.signature);
    json_text(out, "signature", text);
    json_object_end(out);
}

/* 0 if the member is null. */
static double rate_of(struct json value, const char *name) {
    return strtod(json_get(value, name).text, NULL);
}

/* The columns of the table and how wide they are. */
static const struct {
    const char *key;
    int width;
} columns[] = {
    {"cli.bench.decisions", 18}, {"cli.bench.games", 11}, {"cli.bench.novice", 20},
    {"cli.bench.master", 20},    {"cli.bench.state", 9},  {"cli.bench.allocated", 13},
    {"cli.bench.signature", 18},
};

static void print_head(const struct cli *cli) {
    printf("%-12s", words(cli, "cli.bench.game"));
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *text = words(cli, columns[i].key);
        printf("%*s%s", columns[i].width - (int)text_width(text), "", text);
    }
    printf("\n");
}

static void print_game(const struct game *game, struct json value) {
    char signature[20] = "";
    if (!json_read_text(json_get(value, "signature"), signature, sizeof signature, NULL)) return;
    struct json bytes = json_get(value, "bytes_allocated");
    printf("%-12s%18.0f%11.0f%20.0f%20.0f%9zu%13.*s%18s\n", game->id,
           rate_of(value, "decisions_per_s"), rate_of(value, "games_per_s"),
           rate_of(value, "iterations_per_s"), rate_of(value, "iterations_per_s_net"),
           game->state_size, (int)bytes.length, bytes.text, signature);
}

static int bench(struct cli *cli) {
    const struct game *only = NULL;
    struct message error;
    char text[8192];
    struct json_out out;
    struct json root;
    size_t where;
    double seconds = 0;
    if (cli->args.word_count && !choose_game(cli, &only, &error)) return fail_usage(cli, &error);
    if (!args_real(&cli->args, "seconds", 0, SECONDS_MAX, &seconds, &error))
        return fail_usage(cli, &error);
    struct progress progress;
    progress_begin(&progress, cli);
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    for (unsigned i = 0; i < games_count && !progress_stopped(); i++) {
        if (!only || games[i] == only) bench_game(cli, games[i], seconds, &out);
        progress_at(&progress, i + 1, games_count);
    }
    json_object_end(&out);
    progress_end(&progress);
    if (json_parse(text, out.length, &root, &where) != JSON_OK)
        return fail(cli, &MESSAGE("error.json.syntax", NUMBER("where", where)));
    if (args_has(&cli->args, "json")) {
        printf("%.*s\n", (int)out.length, text);
    } else {
        print_head(cli);
        for (unsigned i = 0; i < games_count; i++)
            if (json_get(root, games[i]->id).length)
                print_game(games[i], json_get(root, games[i]->id));
    }
    return progress_stopped() ? progress_leave(cli, &MESSAGE("cli.stopped.early")) : EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"seconds", "cli.value.seconds", "1",  "cli.arg.bench_seconds", NULL},
    {"json",    NULL,                NULL, "cli.arg.json",          NULL},
    {0},
};
/* clang-format on */

const struct command bench_command = {.name = "bench",
                                      .help = "cli.help.bench",
                                      .words = "cli.words.maybe_game",
                                      .examples = "bench\n"
                                                  "bench GAME --seconds 0.2",
                                      .known = known,
                                      .run = bench};
