/* train: trains a game's net by self-play. A run can be interrupted and resumed. The same seed
 * gives the same net. */
#include "ai/train.h"
#include "cli/contest.h"
#include "cli/progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS_MAX = 64, MILESTONES = 8, YARDSTICK_DEALS = 12, PATH_SIZE = 4096 };

struct training {
    struct trainer trainer;
    struct net net;
    struct episode episodes[TRAIN_BATCH];
    char seed[128];
    uint64_t goal;
    const char *output;
    struct bot yardstick;
    double surprise, strength; /* latest values: a moving average, and the last measurement */
    atomic_uint next;
    atomic_bool failed; /* memory ran out */
};

/* ---- one batch: one worker per core plays, then one thread learns in order, so that the result
 * does not depend on the number of cores ---- */

static void *work(void *argument) {
    struct training *t = argument;
    struct search_slot *slots = malloc(TRAIN_SLOTS * sizeof *slots);
    if (!slots) atomic_store(&t->failed, true);
    for (unsigned i; slots && (i = atomic_fetch_add(&t->next, 1)) < TRAIN_BATCH;)
        train_play(&t->trainer, &t->net, t->trainer.games + i, slots, &t->episodes[i]);
    free(slots);
    return NULL;
}

static bool learn_batch(struct training *t) {
    pthread_t workers[WORKERS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cores < 1             ? 1
                      : cores > WORKERS_MAX ? WORKERS_MAX
                                            : (unsigned)cores,
             started = 0;
    train_net(&t->trainer, &t->net);
    atomic_store(&t->next, 0);
    while (started + 1 < wanted && pthread_create(&workers[started], NULL, work, t) == 0) started++;
    work(t);
    for (unsigned i = 0; i < started; i++) pthread_join(workers[i], NULL);
    if (atomic_load(&t->failed)) return false;
    double surprise = train_learn(&t->trainer, t->episodes, TRAIN_BATCH);
    t->surprise = t->surprise == 0 ? surprise : 0.95 * t->surprise + 0.05 * surprise;
    return true;
}

/* ---- strength: one student against searchers with random rollouts, at every seat in turn ---- */

static unsigned yardstick_visits(const struct game *game, unsigned players) {
    return tuning_of(game)->visits[players][TUNING_NOVICE] / 10;
}

static double measure(struct training *t) {
    const struct game *game = t->trainer.game;
    unsigned players = t->trainer.players;
    double first = 0;
    train_net(&t->trainer, &t->net);
    for (unsigned n = 0; n < YARDSTICK_DEALS * players; n++) {
        _Alignas(8) uint8_t state[STATE_MAX], view[STATE_MAX];
        uint8_t seed[32] = {(uint8_t)n, (uint8_t)(n >> 8)}, options[OPTIONS_MAX];
        struct generator generator;
        struct judgement end;
        unsigned student = n % players;
        for (unsigned i = 0; i < OPTIONS_MAX; i++)
            options[i] = i < game->option_count ? game->options[i].fallback : 0;
        generator_seed_hash(&generator, seed);
        bot_seed(&t->yardstick, seed);
        game->setup(state, players, options);
        for (unsigned to_move; (to_move = game->to_move(state));) {
            if (to_move & CHANCE_BIT) {
                struct outcomes outcomes;
                game->chance(state, &outcomes);
                game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &generator), NULL);
                continue;
            }
            unsigned seat = (unsigned)__builtin_ctz(to_move);
            memcpy(view, state, game->state_size);
            game->view(view, seat);
            game->apply(state, seat,
                        seat == student ? train_choose(&t->net, view, seat, &generator)
                                        : bot_choose(&t->yardstick, view, seat),
                        NULL);
        }
        judge_result(game, state, players, &end);
        first += end.first[student];
    }
    return first / (YARDSTICK_DEALS * players);
}

/* ---- files ---- */

/* Writes a temporary file and renames it, so that the file is never half written. */
static bool write_whole(const char *path, const void *bytes, size_t size) {
    char aside[PATH_SIZE];
    if ((size_t)snprintf(aside, sizeof aside, "%s.part", path) >= sizeof aside) return false;
    FILE *file = fopen(aside, "wb");
    if (!file) return false;
    bool written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written && rename(aside, path) == 0;
}

static void write_origin(const struct training *t, char text[NET_ORIGIN_MAX]) {
    const struct trainer *trainer = &t->trainer;
    char command[256];
    struct json_out out;
    snprintf(command, sizeof command, "tafelrunde train %s --players %u --games %llu --seed %s",
             trainer->game->id, trainer->players, (unsigned long long)trainer->games, t->seed);
    json_begin(&out, text, NET_ORIGIN_MAX - 1);
    json_object(&out, NULL);
    json_text(&out, "game", trainer->game->id);
    json_number(&out, "players", trainer->players);
    json_number(&out, "revision", trainer->game->feature_revision);
    json_number(&out, "search", SEARCH_REVISION);
    json_number(&out, "features", trainer->game->feature_count);
    json_number(&out, "hidden", NET_HIDDEN);
    json_number(&out, "games", (int64_t)trainer->games);
    json_text(&out, "command", command);
    json_object(&out, "strength");
    json_text(&out, "of", "one student, a step ahead, among searchers that play out at random");
    json_number(&out, "visits", yardstick_visits(trainer->game, trainer->players));
    json_real(&out, "first", t->strength);
    json_object_end(&out);
    json_object_end(&out);
    text[out.length] = 0;
}

static bool write_files(struct training *t) {
    static char bytes[TRAIN_FILE_MAX];
    char origin[NET_ORIGIN_MAX], path[PATH_SIZE];
    write_origin(t, origin);
    train_net(&t->trainer, &t->net);
    if (!write_whole(t->output, bytes, net_write(&t->net, origin, bytes))) return false;
    return (size_t)snprintf(path, sizeof path, "%s.training", t->output) < sizeof path &&
           write_whole(path, bytes, train_write(&t->trainer, bytes));
}

/* ---- the run ---- */

static void report(const struct cli *cli, const struct training *t) {
    say(cli, stdout,
        &MESSAGE("cli.train.milestone", NUMBER("games", t->trainer.games),
                 NUMBER("surprise", (int)(1000 * t->surprise + 0.5)),
                 NUMBER("first", (int)(1000 * t->strength + 0.5) / 10)));
    fflush(stdout);
}

static int train_on(struct cli *cli, struct training *t) {
    struct progress progress;
    uint64_t start = t->trainer.games,
             step = t->goal / MILESTONES < TRAIN_BATCH ? TRAIN_BATCH : t->goal / MILESTONES;
    progress_begin(&progress, cli);
    while (t->trainer.games < t->goal && !progress_stopped()) {
        uint64_t before = t->trainer.games / step;
        if (!learn_batch(t)) return fail(cli, &MESSAGE("error.memory"));
        progress_at(&progress, (unsigned long)(t->trainer.games - start),
                    (unsigned long)(t->goal - start));
        bool stop = t->trainer.games >= t->goal || progress_stopped();
        if (t->trainer.games / step == before && !stop) continue;
        t->strength = measure(t);
        report(cli, t);
        if (!write_files(t))
            return fail(cli,
                        &MESSAGE("cli.error.write", TEXT("file", t->output, strlen(t->output))));
    }
    progress_end(&progress);
    if (t->trainer.games < t->goal)
        return progress_leave(
            cli, &MESSAGE("cli.train.interrupted", TEXT("file", t->output, strlen(t->output))));
    if (start >= t->goal) say(cli, stdout, &MESSAGE("cli.train.enough", NUMBER("games", start)));
    return EXIT_SUCCESS;
}

static bool begin(struct cli *cli, struct training *t, const struct game *game, unsigned players,
                  struct message *error) {
    const char *resume = args_value(&cli->args, "resume", 0);
    uint8_t seed[SEED_SIZE];
    char table[TABLE_ID_LENGTH + 1];
    draws_simulated(t->seed, 0, seed, table);
    if (!resume) {
        train_begin(&t->trainer, game, players, seed);
        return true;
    }
    size_t size;
    char *bytes = read_file(resume, &size, error);
    bool read = bytes && train_read(&t->trainer, game, players, bytes, size, error);
    free(bytes);
    if (read && memcmp(t->trainer.seed, seed, sizeof seed) != 0) {
        *error = MESSAGE("cli.error.train_seed", TEXT("file", resume, strlen(resume)));
        return false;
    }
    return read;
}

static bool prepare(struct training *t, const struct game *game, unsigned players) {
    bool ready =
        bot_open(&t->yardstick,
                 (struct bot_level){.kind = BOT_NOVICE, .visits = yardstick_visits(game, players)},
                 game, NULL);
    for (unsigned i = 0; i < TRAIN_BATCH; i++) ready &= episode_open(&t->episodes[i]);
    return ready;
}

static int train(struct cli *cli) {
    const struct game *game;
    struct message error;
    char fallback[64];
    long games = 0, players;
    if (!choose_game(cli, &game, &error)) return fail_usage(cli, &error);
    players = game->players_min;
    if (!args_number(&cli->args, "players", game->players_min, game->players_max, &players,
                     &error) ||
        !args_number(&cli->args, "games", 1, 100000000, &games, &error))
        return fail_usage(cli, &error);
    if (!game->features)
        return fail(cli,
                    &MESSAGE("cli.error.train_game", TEXT("game", game->id, strlen(game->id))));
    struct training *t = calloc(1, sizeof *t);
    if (!t) return fail(cli, &MESSAGE("error.memory"));
    snprintf(fallback, sizeof fallback, "%s-%ld.net", game->id, players);
    snprintf(t->seed, sizeof t->seed, "%s", args_text(&cli->args, "seed"));
    t->output =
        args_value(&cli->args, "output", 0) ? args_value(&cli->args, "output", 0) : fallback;
    t->goal = (uint64_t)games;
    int status = !prepare(t, game, (unsigned)players) ? fail(cli, &MESSAGE("error.memory"))
                 : !begin(cli, t, game, (unsigned)players, &error) ? fail(cli, &error)
                                                                   : train_on(cli, t);
    for (unsigned i = 0; i < TRAIN_BATCH; i++) episode_close(&t->episodes[i]);
    bot_close(&t->yardstick);
    free(t);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",              "cli.default.fewest", "cli.arg.players", NULL},
    {"games",   "N",              "20000",              "cli.arg.games",   NULL},
    {"seed",    "cli.value.text", "1",                  "cli.arg.seed",    NULL},
    {"resume",  "cli.value.file", NULL,                 "cli.arg.resume",  NULL},
    {"output",  "cli.value.file", "cli.default.output", "cli.arg.output",  NULL},
    {0},
};
/* clang-format on */

const struct command train_command = {
    .name = "train",
    .help = "cli.help.train",
    .words = "cli.value.game",
    .examples = "train GAME --games 20000 --output GAME.net\n"
                "train GAME --games 40000 --output GAME.net --resume GAME.net.training",
    .known = known,
    .run = train};
