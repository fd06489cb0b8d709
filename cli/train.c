/* train: trains a game's net by self-play. A run can be interrupted and resumed. The same seed
 * gives the same net. */
#include "ai/train.h"
#include "cli/contest.h"
#include "cli/progress.h"
#include "examples/scripted/scripted.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WORKERS_MAX = 64,
    MILESTONES = 8,
    YARDSTICKS_MAX = 8,
    YARDSTICK_DEALS = 12,
    CALIBRATION_GAMES = 300,
    DECILES = 10,
    PATH_SIZE = 4096
};

/* How often first place followed, by the chance that the net gave it. */
struct calibration {
    unsigned positions[DECILES]; /* one per seat and decision */
    double foreseen[DECILES], happened[DECILES]; /* sums */
};

struct training {
    struct trainer trainer;
    struct train_cast cast;
    uint64_t started; /* the clock when this run began, in milliseconds, less earlier runs' time */
    struct episode episodes[TRAIN_BATCH];
    char seed[128];
    uint64_t goal;
    uint64_t students; /* --students */
    unsigned hidden; /* --hidden */
    const char *output;
    struct bot yardsticks[YARDSTICKS_MAX]; /* the strangers, or one searcher */
    unsigned yardstick_count;
    struct calibration calibration; /* at the end */
    double surprise, strength; /* latest values: a moving average, and the last measurement */
    atomic_uint next;
    atomic_bool failed; /* memory ran out */
};

/* ---- one batch: one worker per core plays, then one thread learns in order, so that the result
 * does not depend on the number of cores ---- */

static void set_cast(struct training *t) {
    unsigned count, strangers;
    const struct script *scripts = scripted_of(t->trainer.game, &count);
    scripted_strangers(t->trainer.game, &strangers);
    train_cast(&t->trainer, scripts, count - strangers, &t->cast);
}

static void *work(void *argument) {
    struct training *t = argument;
    struct search_slot *slots = malloc(TRAIN_SLOTS * sizeof *slots);
    if (!slots) atomic_store(&t->failed, true);
    for (unsigned i; slots && (i = atomic_fetch_add(&t->next, 1)) < TRAIN_BATCH;)
        train_play(&t->trainer, &t->cast, t->trainer.games + i, slots, &t->episodes[i]);
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
    set_cast(t);
    atomic_store(&t->next, 0);
    while (started + 1 < wanted && pthread_create(&workers[started], NULL, work, t) == 0) started++;
    work(t);
    for (unsigned i = 0; i < started; i++) pthread_join(workers[i], NULL);
    if (atomic_load(&t->failed)) return false;
    double surprise = train_learn(&t->trainer, t->episodes, TRAIN_BATCH);
    t->surprise = t->surprise == 0 ? surprise : 0.95 * t->surprise + 0.05 * surprise;
    return true;
}

/* ---- strength: one student at every seat in turn, among strangers, or searchers with
 * random rollouts if the game has none. Calibration: games of these among themselves, which the net
 * never met in training ---- */

static unsigned yardstick_visits(const struct game *game, unsigned players) {
    return tuning_of(game)->visits[players][TUNING_NOVICE] / 10;
}

/* Who plays the seats: the student, or yardsticks alone. */
struct measured {
    struct training *t;
    struct bot *seats[SEATS_MAX]; /* NULL: the student */
    struct generator generator;
    unsigned count; /* of positions */
    double first[TRAIN_POSITIONS_MAX][SEATS_MAX]; /* the net's judgement of them */
    bool noting;
};

static void note_position(struct measured *m, const void *state) {
    struct judgement judgement;
    if (!m->noting || game_asks_several(m->t->trainer.game, state) ||
        m->count == TRAIN_POSITIONS_MAX)
        return;
    net_judge(&m->t->cast.now, state, &judgement);
    memcpy(m->first[m->count++], judgement.first, sizeof judgement.first);
}

static uint16_t measured_choice(struct measured *m, const void *state, unsigned seat) {
    const struct game *game = m->t->trainer.game;
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, game->state_size);
    game->view(view, seat);
    return m->seats[seat] ? bot_choose(m->seats[seat], view, seat)
                          : train_choose(&m->t->cast.now, view, seat, &m->generator);
}

static void measure_game(struct measured *m, unsigned n, struct judgement *end) {
    const struct game *game = m->t->trainer.game;
    unsigned players = m->t->trainer.players;
    _Alignas(8) uint8_t state[STATE_MAX];
    uint8_t seed[32] = {(uint8_t)n, (uint8_t)(n >> 8)}, options[OPTIONS_MAX];
    for (unsigned i = 0; i < OPTIONS_MAX; i++)
        options[i] = i < game->option_count ? game->options[i].fallback : 0;
    generator_seed_hash(&m->generator, seed);
    for (unsigned seat = 0; seat < players; seat++)
        if (m->seats[seat]) bot_seed(m->seats[seat], seed);
    game->setup(state, players, options);
    m->count = 0;
    for (unsigned to_move; (to_move = game->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &m->generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move);
        note_position(m, state);
        game->apply(state, seat, measured_choice(m, state, seat), NULL);
    }
    judge_result(game, state, players, end);
}

/* The share of first places of one student. */
static double measure(struct training *t) {
    static struct measured m;
    unsigned players = t->trainer.players, games = YARDSTICK_DEALS * players;
    struct judgement end;
    double first = 0;
    m = (struct measured){.t = t};
    set_cast(t);
    for (unsigned i = 0; i < t->yardstick_count * games; i++) {
        for (unsigned seat = 0; seat < players; seat++)
            m.seats[seat] = seat == i % players ? NULL : &t->yardsticks[i / games];
        measure_game(&m, i % games, &end);
        first += end.first[i % players];
    }
    return first / (games * t->yardstick_count);
}

/* Every game has another mixture of yardsticks. */
static void calibrate(struct training *t) {
    static struct measured m;
    struct calibration *c = &t->calibration;
    struct judgement end;
    *c = (struct calibration){0};
    m = (struct measured){.t = t, .noting = true};
    for (unsigned n = 0; n < CALIBRATION_GAMES; n++) {
        for (unsigned seat = 0; seat < t->trainer.players; seat++)
            m.seats[seat] =
                &t->yardsticks[(n + n / t->yardstick_count * seat + seat) % t->yardstick_count];
        measure_game(&m, n, &end);
        for (unsigned i = 0; i < m.count * t->trainer.players; i++) {
            unsigned seat = i % t->trainer.players;
            double first = m.first[i / t->trainer.players][seat];
            unsigned decile = first < 1 ? (unsigned)(first * (int)DECILES) : DECILES - 1;
            c->positions[decile]++;
            c->foreseen[decile] += first;
            c->happened[decile] += end.first[seat];
        }
    }
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

/* Per decile: positions, chance foreseen, share that happened. */
static void write_calibration(const struct calibration *c, struct json_out *out) {
    json_array(out, "calibration");
    for (unsigned i = 0; i < DECILES; i++) {
        unsigned n = c->positions[i];
        json_array(out, NULL);
        json_number(out, NULL, n);
        json_real(out, NULL, n ? (int)(1000 * c->foreseen[i] / n + 0.5) / 1000.0 : 0);
        json_real(out, NULL, n ? (int)(1000 * c->happened[i] / n + 0.5) / 1000.0 : 0);
        json_array_end(out);
    }
    json_array_end(out);
}

static void write_origin(const struct training *t, char text[NET_ORIGIN_MAX]) {
    const struct trainer *trainer = &t->trainer;
    char command[256];
    struct json_out out;
    snprintf(command, sizeof command,
             "tafelrunde train %s --players %u --hidden %u --games %llu --students %llu --seed %s",
             trainer->game->id, trainer->players, trainer->hidden,
             (unsigned long long)trainer->games, (unsigned long long)trainer->student_games,
             t->seed);
    json_begin(&out, text, NET_ORIGIN_MAX - 1);
    json_object(&out, NULL);
    json_text(&out, "game", trainer->game->id);
    json_number(&out, "players", trainer->players);
    json_number(&out, "revision", trainer->game->tuning->feature_revision);
    json_number(&out, "rules", trainer->game->rules);
    json_number(&out, "search", SEARCH_REVISION);
    json_number(&out, "features", feature_count(trainer->game));
    json_number(&out, "hidden", trainer->hidden);
    json_number(&out, "games", (int64_t)trainer->games);
    json_real(&out, "hours", (double)trainer->seconds / 3600);
    json_text(&out, "command", command);
    json_object(&out, "strength");
    json_text(&out, "of",
              t->yardsticks[0].level.script
                  ? "one student, a step ahead, among strangers"
                  : "one student, a step ahead, among searchers with rollouts");
    json_real(&out, "first", t->strength);
    json_object_end(&out);
    write_calibration(&t->calibration, &out);
    json_object_end(&out);
    text[out.length] = 0;
}

static bool write_files(struct training *t) {
    static char bytes[TRAIN_FILE_MAX];
    char origin[NET_ORIGIN_MAX], path[PATH_SIZE];
    t->trainer.seconds = (clock_now() - t->started) / 1000;
    write_origin(t, origin);
    set_cast(t);
    if (!write_whole(t->output, bytes, net_write(&t->cast.now, origin, bytes))) return false;
    return (size_t)snprintf(path, sizeof path, "%s.training", t->output) < sizeof path &&
           write_whole(path, bytes, train_write(&t->trainer, bytes));
}

/* ---- the run ---- */

static void report(const struct cli *cli, const struct training *t) {
    say(cli, stdout,
        &MESSAGE("cli.train.milestone", NUMBER("games", t->trainer.games),
                 NUMBER("surprise", (int)(1000 * t->surprise + 0.5)),
                 NUMBER("first", (int)(1000 * t->strength + 0.5) / 10)));
    for (unsigned i = 0; i < DECILES; i++) {
        double n = t->calibration.positions[i];
        if (n > 0)
            say(cli, stdout,
                &MESSAGE(
                    "cli.train.calibration", NUMBER("positions", n),
                    NUMBER("foreseen", (int)(1000 * t->calibration.foreseen[i] / n + 0.5) / 10),
                    NUMBER("happened", (int)(1000 * t->calibration.happened[i] / n + 0.5) / 10)));
    }
    fflush(stdout);
}

static int train_on(struct cli *cli, struct training *t) {
    struct progress progress;
    uint64_t start = t->trainer.games,
             step = t->goal / MILESTONES < TRAIN_BATCH ? TRAIN_BATCH : t->goal / MILESTONES;
    t->started = clock_now() - 1000 * t->trainer.seconds;
    progress_begin(&progress, cli);
    while (t->trainer.games < t->goal && !progress_stopped()) {
        uint64_t before = t->trainer.games / step;
        if (!learn_batch(t)) return fail(cli, &MESSAGE("error.memory"));
        progress_at(&progress, (unsigned long)(t->trainer.games - start),
                    (unsigned long)(t->goal - start));
        bool stop = t->trainer.games >= t->goal || progress_stopped();
        if (t->trainer.games / step == before && !stop) continue;
        t->strength = measure(t);
        if (stop) calibrate(t);
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
        train_begin(&t->trainer, game, players, t->hidden, seed);
        t->trainer.student_games = t->students;
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
    const struct bot_level searcher = {.kind = BOT_NOVICE,
                                       .visits = yardstick_visits(game, players)};
    unsigned count;
    const struct script *scripts = scripted_strangers(game, &count);
    t->yardstick_count = count == 0 ? 1 : count < YARDSTICKS_MAX ? count : YARDSTICKS_MAX;
    bool ready = true;
    for (unsigned i = 0; i < t->yardstick_count; i++)
        ready &= bot_open(&t->yardsticks[i],
                          count ? (struct bot_level){.kind = BOT_RANDOM, .script = &scripts[i]}
                                : searcher,
                          game, NULL);
    for (unsigned i = 0; i < TRAIN_BATCH; i++) ready &= episode_open(&t->episodes[i]);
    return ready;
}

static int train(struct cli *cli) {
    const struct game *game;
    struct message error;
    char fallback[64];
    long games = 0, students = 0, hidden = 0, players;
    if (!choose_game(cli, &game, &error)) return fail_usage(cli, &error);
    players = game->players_min;
    if (!args_number(&cli->args, "players", game->players_min, game->players_max, &players,
                     &error) ||
        !args_number(&cli->args, "games", 1, 100000000, &games, &error) ||
        !args_number(&cli->args, "students", 0, 100000000, &students, &error) ||
        !args_number(&cli->args, "hidden", 1, NET_HIDDEN_MAX, &hidden, &error))
        return fail_usage(cli, &error);
    if (!net_can_have(hidden))
        return fail_usage(cli, &MESSAGE("cli.error.train_hidden", NUMBER("step", NET_HIDDEN_STEP),
                                        NUMBER("most", NET_HIDDEN_MAX)));
    if (!feature_count(game))
        return fail(cli,
                    &MESSAGE("cli.error.train_game", TEXT("game", game->id, strlen(game->id))));
    struct training *t = calloc(1, sizeof *t);
    if (!t) return fail(cli, &MESSAGE("error.memory"));
    snprintf(fallback, sizeof fallback, "%s-%ld.net", game->id, players);
    snprintf(t->seed, sizeof t->seed, "%s", args_text(&cli->args, "seed"));
    t->output =
        args_value(&cli->args, "output", 0) ? args_value(&cli->args, "output", 0) : fallback;
    t->goal = (uint64_t)games;
    t->students = (uint64_t)students;
    t->hidden = (unsigned)hidden;
    int status = !prepare(t, game, (unsigned)players) ? fail(cli, &MESSAGE("error.memory"))
                 : !begin(cli, t, game, (unsigned)players, &error) ? fail(cli, &error)
                                                                   : train_on(cli, t);
    for (unsigned i = 0; i < TRAIN_BATCH; i++) episode_close(&t->episodes[i]);
    for (unsigned i = 0; i < t->yardstick_count; i++) bot_close(&t->yardsticks[i]);
    free(t);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",              "cli.default.fewest", "cli.arg.players", NULL},
    {"games",   "N",              "20000",              "cli.arg.games",   NULL},
    {"students", "N",             "2048",               "cli.arg.students", NULL},
    {"hidden",  "N",              "64",                 "cli.arg.hidden",  NULL},
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
