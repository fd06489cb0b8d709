/* arena: which opponents win. Seats rotate over the same deals, so that neither seat nor cards decide. */
#include "cli/contest.h"
#include "cli/progress.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS_MAX = 64 };

struct outcome_row {
    double first[SEATS_MAX]; /* share of the first place, by bot */
    int score[SEATS_MAX];
};

struct arena {
    struct game_choice choice;
    const char *seed;
    unsigned games;
    struct outcome_row *rows; /* one a game: merged in order, whoever played it */
    atomic_uint next, done;
    atomic_bool failed;
};

/* Game g is deal g / players with the bots moved on by g mod players. */
static void play_one(struct arena *a, struct contest *c, unsigned game) {
    unsigned players = a->choice.players, rotation = game % players, winners = 0;
    struct record r = contest_head(c, a->seed, game / players), own = contest_head(c, a->seed, game);
    _Alignas(8) uint8_t state[STATE_MAX];
    struct result result = {0};
    contest_play(c, &r, own.seed, rotation, state, NULL);
    a->choice.game->result(state, &result);
    for (unsigned seat = 0; seat < players; seat++) winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < players; seat++) {
        unsigned bot = (seat + rotation) % players;
        a->rows[game].first[bot] = result.place[seat] == 1 ? 1.0 / winners : 0;
        a->rows[game].score[bot] = result.score[seat];
    }
}

static void *work(void *argument) {
    struct arena *a = argument;
    struct contest contest;
    if (contest_open(&contest, &a->choice))
        for (unsigned game; (game = atomic_fetch_add(&a->next, 1)) < a->games; atomic_fetch_add(&a->done, 1)) play_one(a, &contest, game);
    else
        atomic_store(&a->failed, true);
    contest_close(&contest);
    return NULL;
}

/* A worker a core; this thread shows how far they are. */
static bool play_all(struct arena *a) {
    pthread_t workers[WORKERS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores, started = 0;
    struct progress progress;
    progress_begin(&progress);
    while (started < wanted && pthread_create(&workers[started], NULL, work, a) == 0) started++;
    while (progress.shown && started && !atomic_load(&a->failed) && atomic_load(&a->done) < a->games) {
        progress_at(&progress, atomic_load(&a->done), a->games);
        usleep(100000);
    }
    for (unsigned i = 0; i < started; i++) pthread_join(workers[i], NULL);
    progress_end(&progress);
    return started > 0 && !atomic_load(&a->failed);
}

/* What one seat of a level reaches. */
struct standing {
    unsigned seats;
    double first, low, high, score;
};

/* The games of one deal belong together, so the interval is that of the mean over deals: the normal approximation with two deals
 * added, one all lost and one all won (Agresti and Coull), so that winning every game does not look certain. */
static struct standing standing_of(const struct arena *a, struct bot_level level) {
    struct standing s = {0};
    unsigned players = a->choice.players, deals = a->games / players;
    for (unsigned bot = 0; bot < players; bot++) s.seats += bot_same_level(a->choice.levels[bot], level);
    double most = 1.0 / s.seats, sum = 0, squares = 0;
    for (unsigned deal = 0; deal < deals; deal++) {
        double share = 0;
        for (unsigned game = deal * players; game < (deal + 1) * players; game++)
            for (unsigned bot = 0; bot < players; bot++) {
                if (!bot_same_level(a->choice.levels[bot], level)) continue;
                share += a->rows[game].first[bot];
                s.score += a->rows[game].score[bot];
            }
        share /= players * s.seats;
        sum += share;
        squares += share * share;
    }
    s.first = sum / deals;
    s.score /= (double)a->games * s.seats;
    double n = deals + 2, mean = (sum + most) / n, variance = (squares + most * most - n * mean * mean) / (n - 1), half = 1.96 * sqrt(variance / n);
    s.low = mean > half ? mean - half : 0;
    s.high = mean + half < most ? mean + half : most;
    return s;
}

/* The levels that take part, each once, in the order of --bots. */
static unsigned levels_of(const struct arena *a, struct bot_level levels[SEATS_MAX]) {
    unsigned count = 0;
    for (unsigned bot = 0; bot < a->choice.players; bot++) {
        bool known = false;
        for (unsigned i = 0; i < count; i++) known |= bot_same_level(levels[i], a->choice.levels[bot]);
        if (!known) levels[count++] = a->choice.levels[bot];
    }
    return count;
}

static void write_json(const struct arena *a) {
    char text[4096];
    struct bot_level levels[SEATS_MAX];
    unsigned count = levels_of(a, levels);
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "game", a->choice.game->id);
    json_number(&out, "players", a->choice.players);
    json_number(&out, "games", a->games);
    json_array(&out, "bots");
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, levels[i]);
        char name[BOT_NAME_MAX + 1];
        bot_name(levels[i], name);
        json_object(&out, NULL);
        json_text(&out, "bot", name);
        json_number(&out, "seats", s.seats);
        json_real(&out, "first", s.first);
        json_real(&out, "low", s.low);
        json_real(&out, "high", s.high);
        json_real(&out, "score_mean", s.score);
        json_object_end(&out);
    }
    json_array_end(&out);
    json_object_end(&out);
    json_line(&out);
    fwrite(text, 1, out.length < sizeof text ? out.length : sizeof text, stdout);
}

static void write_table(const struct cli *cli, const struct arena *a) {
    struct bot_level levels[SEATS_MAX];
    unsigned count = levels_of(a, levels);
    say(cli, stdout, &MESSAGE("cli.arena.head", TEXT("game", a->choice.game->name, strlen(a->choice.game->name)), NUMBER("players", a->choice.players),
                              NUMBER("games", a->games)));
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, levels[i]);
        char name[BOT_NAME_MAX + 1];
        bot_name(levels[i], name);
        printf("  %-14s  %u  %5.1f %%  (%.1f – %.1f)  %8.2f\n", name, s.seats, 100 * s.first, 100 * s.low, 100 * s.high, s.score);
    }
}

/* A bar a level with its interval, and a line at the fair share. */
static void write_svg(const struct cli *cli, const struct arena *a, FILE *file) {
    struct bot_level levels[SEATS_MAX];
    unsigned count = levels_of(a, levels), height = 60 + 40 * count;
    double fair = 1.0 / a->choice.players, left = 110, width = 460;
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 %u\" font-family=\"sans-serif\" font-size=\"14\">\n", height);
    fprintf(file, "<title>%s, %u: %s</title>\n<rect width=\"640\" height=\"%u\" fill=\"#fff\"/>\n", a->choice.game->id, a->choice.players, words(cli, "cli.arena.chart"), height);
    fprintf(file, "<text x=\"10\" y=\"24\">%s, %u: %s</text>\n", a->choice.game->id, a->choice.players, words(cli, "cli.arena.chart"));
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, levels[i]);
        char name[BOT_NAME_MAX + 1];
        bot_name(levels[i], name);
        double y = 40 + 40 * i;
        fprintf(file, "<text x=\"10\" y=\"%.0f\">%s × %u</text>\n", y + 18, name, s.seats);
        fprintf(file, "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"24\" fill=\"#5b7c99\"/>\n", left, y, width * s.first);
        fprintf(file, "<path d=\"M%.1f %.0fH%.1f\" stroke=\"#222\" stroke-width=\"3\"/>\n", left + width * s.low, y + 12, left + width * s.high);
        fprintf(file, "<text x=\"%.1f\" y=\"%.0f\">%.1f %%</text>\n", left + width * s.high + 6, y + 18, 100 * s.first);
    }
    fprintf(file, "<path d=\"M%.1f 34V%u\" stroke=\"#b33\" stroke-dasharray=\"4 3\"/>\n</svg>\n", left + width * fair, height - 16);
}

static int fail_svg(const struct cli *cli, const char *path) {
    return fail(cli, &MESSAGE("cli.error.write", TEXT("file", path, strlen(path))));
}

/* Plays and reports; the chart's file is open before, so that hours are not played for nothing. */
static int run(struct cli *cli, struct arena *a) {
    const char *path = args_value(&cli->args, "svg", 0);
    FILE *svg = path ? fopen(path, "w") : NULL;
    if (path && !svg) return fail_svg(cli, path);
    bool played = play_all(a);
    if (played && svg) write_svg(cli, a, svg);
    if (svg && fclose(svg) != 0) return fail_svg(cli, path);
    if (!played) return fail(cli, &MESSAGE("error.memory"));
    if (args_has(&cli->args, "json")) write_json(a);
    else write_table(cli, a);
    return EXIT_SUCCESS;
}

static int arena(struct cli *cli) {
    struct arena a = {.seed = "1"};
    struct message error;
    long games = 100;
    if (!choose_setup(cli, &a.choice, false, &error) || !args_number(&cli->args, "games", 1, 10000000, &games, &error)) return fail_usage(cli, &error);
    if (!args_has(&cli->args, "bots")) return fail_usage(cli, &MESSAGE("cli.error.bots_missing"));
    if (args_value(&cli->args, "seed", 0)) a.seed = args_value(&cli->args, "seed", 0);
    unsigned players = a.choice.players;
    a.games = ((unsigned)games + players - 1) / players * players; /* whole deals */
    a.rows = calloc(a.games, sizeof *a.rows);
    int status = a.rows ? run(cli, &a) : fail(cli, &MESSAGE("error.memory"));
    free(a.rows);
    return status;
}

static const struct arg known[] = {{"players", true}, {"bots", true}, {"games", true}, {"seed", true}, {"option", true},
                                   {"json", false}, {"svg", true}, {"lang", true}, {"help", false}, {0}};

const struct command arena_command = {.name = "arena", .help = "cli.help.arena", .known = known, .run = arena};
