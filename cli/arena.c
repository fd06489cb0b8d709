/* arena: measures which opponents win. Every deal is played once per rotation of the seats, so
 * that neither seat nor cards favour anybody. */
#include "cli/contest.h"
#include "cli/progress.h"
#include "cli/sprt.h"
#include "examples/scripted/scripted.h"
#include "program/data.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS_MAX = 64 };

struct outcome_row {
    bool known; /* played in this run, or read from the results file */
    double first[SEATS_MAX]; /* share of the first place, by bot */
    int score[SEATS_MAX];
};

struct arena {
    struct game_choice choice;
    const char *seed;
    unsigned games;
    struct outcome_row *rows; /* one per game, in order: threads do not affect the result */
    FILE *results; /* --results: gets one line per finished game; or NULL */
    pthread_mutex_t writing; /* held while writing results and judging deals */
    struct sprt sprt; /* --sprt: players is 0 without it */
    unsigned judged; /* leading deals that the test has seen */
    _Atomic(enum sprt_verdict) verdict;
    atomic_uint next, done;
    atomic_bool failed;
};

/* ---- the results file: the head says what is played; then one line per finished game, which a
 * resumed run skips ---- */

enum { LINE_MAX_BYTES = 2048 };

static void write_head(const struct arena *a, struct json_out *out) {
    json_object(out, NULL);
    json_text(out, "game", a->choice.game->id);
    json_number(out, "players", a->choice.players);
    json_number(out, "rules", a->choice.game->rules);
    json_number(out, "search", SEARCH_REVISION);
    json_text(out, "net", a->choice.means.net ? a->choice.means.net->id : "");
    if (a->choice.first_net) json_text(out, "first_net", a->choice.first_net->id);
    record_write_options(out, "options", a->choice.game, a->choice.options);
    json_array(out, "bots");
    for (unsigned bot = 0; bot < a->choice.players; bot++) {
        char name[BOT_NAME_MAX + 1];
        bot_name(a->choice.levels[bot], name);
        json_text(out, NULL, name);
    }
    json_array_end(out);
    json_array(out, "visits"); /* levels may be retuned under the same name */
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_number(out, NULL,
                    bot_visits(a->choice.levels[bot], a->choice.game, a->choice.players));
    json_array_end(out);
    json_array(out, "played_out");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_real(out, NULL, bot_rollout_share(a->choice.levels[bot], a->choice.game));
    json_array_end(out);
    json_array(out, "foresight");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_real(out, NULL, bot_prior_temperature(a->choice.levels[bot], a->choice.game));
    json_array_end(out);
    json_array(out, "leeway");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_real(out, NULL, bot_tolerance(a->choice.levels[bot], a->choice.game));
    json_array_end(out);
    json_array(out, "tried");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_number(out, NULL, bot_visit_ratio(a->choice.levels[bot]));
    json_array_end(out);
    json_text(out, "seed", a->seed);
    if (a->choice.cheats) json_bool(out, "cheats", true);
    json_object_end(out);
    json_line(out);
}

static void keep_row(struct arena *a, unsigned game) {
    char line[LINE_MAX_BYTES];
    struct json_out out;
    json_begin(&out, line, sizeof line);
    json_object(&out, NULL);
    json_number(&out, "game", game);
    json_array(&out, "first");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_real(&out, NULL, a->rows[game].first[bot]);
    json_array_end(&out);
    json_array(&out, "score");
    for (unsigned bot = 0; bot < a->choice.players; bot++)
        json_number(&out, NULL, a->rows[game].score[bot]);
    json_array_end(&out);
    json_object_end(&out);
    json_line(&out);
    fwrite(line, 1, out.length, a->results);
    fflush(a->results);
}

/* A share of first place is 0 or 1/k. The file has it rounded; this restores the exact value. */
static bool read_share(struct json value, double *share) {
    static const char *const written[] = {"0", "1", "0.5", "0.333333", "0.25", "0.2"};
    static const double shares[] = {0, 1, 0.5, 1.0 / 3, 0.25, 0.2};
    for (unsigned i = 0; i < 6; i++)
        if (strlen(written[i]) == value.length &&
            memcmp(written[i], value.text, value.length) == 0) {
            *share = shares[i];
            return true;
        }
    return false;
}

/* Ignores a truncated line, whose game is then played again, and games beyond this run. */
static void read_row(struct arena *a, const char *line, size_t length) {
    struct json row, at, none, value;
    struct outcome_row read = {.known = true};
    int64_t game, score;
    size_t where;
    unsigned firsts = 0, scores = 0;
    if (json_parse(line, length, &row, &where) != JSON_OK ||
        !json_read_number(json_get(row, "game"), &game) || game < 0 || game >= a->games)
        return;
    at = (struct json){0};
    while (firsts < a->choice.players && json_next(json_get(row, "first"), &at, &none, &value) &&
           read_share(value, &read.first[firsts]))
        firsts++;
    at = (struct json){0};
    while (scores < a->choice.players && json_next(json_get(row, "score"), &at, &none, &value) &&
           json_read_number(value, &score))
        read.score[scores++] = (int)score;
    if (firsts == a->choice.players && scores == a->choice.players) a->rows[game] = read;
}

/* Reads the games already played if the file belongs to this match, and opens it to append. */
static bool open_results(struct arena *a, const char *path, struct message *error) {
    char head[LINE_MAX_BYTES];
    struct json_out out;
    json_begin(&out, head, sizeof head);
    write_head(a, &out);
    size_t length = 0;
    char *text = access(path, F_OK) == 0 ? read_file(path, &length, error) : NULL;
    if (access(path, F_OK) == 0 && !text) return false;
    bool fits = out.length <= out.size &&
                (length == 0 || (length >= out.length && memcmp(text, head, out.length) == 0));
    for (size_t at = out.length; fits && at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        if (end) read_row(a, text + at, (size_t)(end - text) - at);
        at = end ? (size_t)(end - text) + 1 : length;
    }
    bool cut = length > 0 && text[length - 1] != '\n';
    free(text);
    if (!fits) {
        *error = MESSAGE("cli.error.results", TEXT("file", path, strlen(path)));
        return false;
    }
    a->results = fopen(path, "a");
    if (a->results && length == 0) fwrite(head, 1, out.length, a->results);
    if (a->results && cut) fputc('\n', a->results);
    if (a->results && fflush(a->results) == 0) return true;
    *error = MESSAGE("cli.error.write", TEXT("file", path, strlen(path)));
    return false;
}

/* ---- playing ---- */

/* Game g is deal g / players with the bots rotated by g mod players seats. */
static void play_one(struct arena *a, struct contest *c, unsigned game) {
    unsigned players = a->choice.players, rotation = game % players, winners = 0;
    struct record r = contest_head(c, a->seed, game / players),
                  own = contest_head(c, a->seed, game);
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
    pthread_mutex_lock(&a->writing);
    a->rows[game].known = true;
    if (a->results) keep_row(a, game);
    pthread_mutex_unlock(&a->writing);
}

/* Judges the deals that are complete, in their order, so that threads do not affect the result. */
static void judge_deals(struct arena *a) {
    unsigned players = a->choice.players;
    pthread_mutex_lock(&a->writing);
    while (!atomic_load(&a->verdict) && a->judged < a->games / players) {
        double share = 0;
        unsigned from = a->judged * players, game = from;
        for (; game < from + players && a->rows[game].known; game++)
            share += a->rows[game].first[0] / players;
        if (game < from + players) break;
        a->judged++;
        atomic_store(&a->verdict, sprt_add(&a->sprt, share));
    }
    pthread_mutex_unlock(&a->writing);
}

static void *work(void *argument) {
    struct arena *a = argument;
    struct contest contest;
    if (!contest_open(&contest, &a->choice)) atomic_store(&a->failed, true);
    for (unsigned game;
         !atomic_load(&a->failed) && !progress_stopped() && !atomic_load(&a->verdict) &&
         (game = atomic_fetch_add(&a->next, 1)) < a->games;
         atomic_fetch_add(&a->done, 1)) {
        if (!a->rows[game].known) play_one(a, &contest, game);
        if (a->sprt.players) judge_deals(a);
    }
    contest_close(&contest);
    return NULL;
}

/* One worker per core plays; this thread shows the progress. */
static bool play_all(const struct cli *cli, struct arena *a) {
    pthread_t workers[WORKERS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cores < 1             ? 1
                      : cores > WORKERS_MAX ? WORKERS_MAX
                                            : (unsigned)cores,
             started = 0;
    struct progress progress;
    progress_begin(&progress, cli);
    while (started < wanted && pthread_create(&workers[started], NULL, work, a) == 0) started++;
    while (progress.shown && started && !atomic_load(&a->failed) && !progress_stopped() &&
           !atomic_load(&a->verdict) && atomic_load(&a->done) < a->games) {
        progress_at(&progress, atomic_load(&a->done), a->games);
        usleep(100000);
    }
    for (unsigned i = 0; i < started; i++) pthread_join(workers[i], NULL);
    progress_end(&progress);
    return started > 0 && !atomic_load(&a->failed);
}

/* Do two seats of --bots play alike? The first may have a net of its own. */
static bool same_bot(const struct arena *a, unsigned one, unsigned other) {
    return bot_same_level(a->choice.levels[one], a->choice.levels[other]) &&
           (!a->choice.first_net || (one == 0) == (other == 0));
}

/* A star marks the first opponent if it has a net of its own. */
enum { SHOWN_MAX = BOT_NAME_MAX + 1 };
static void shown_name(const struct arena *a, unsigned bot, char name[SHOWN_MAX + 1]) {
    bot_name(a->choice.levels[bot], name);
    if (bot == 0 && a->choice.first_net) memcpy(name + strlen(name), "*", 2);
}

/* The results of a level, per seat. */
struct standing {
    unsigned seats;
    double first, low, high, score;
};

/* Games of one deal are correlated, so the interval is that of the mean over deals. It is the
 * normal approximation with two deals added, one lost and one won (Agresti and Coull): otherwise
 * winning every game would look certain. */
static struct standing standing_of(const struct arena *a, unsigned of) {
    struct standing s = {0};
    unsigned players = a->choice.players, deals = a->games / players;
    for (unsigned bot = 0; bot < players; bot++) s.seats += same_bot(a, bot, of);
    double most = 1.0 / s.seats, sum = 0, squares = 0;
    for (unsigned deal = 0; deal < deals; deal++) {
        double share = 0;
        for (unsigned game = deal * players; game < (deal + 1) * players; game++)
            for (unsigned bot = 0; bot < players; bot++) {
                if (!same_bot(a, bot, of)) continue;
                share += a->rows[game].first[bot];
                s.score += a->rows[game].score[bot];
            }
        share /= players * s.seats;
        sum += share;
        squares += share * share;
    }
    s.first = sum / deals;
    s.score /= (double)a->games * s.seats;
    double n = deals + 2, mean = (sum + most) / n,
           variance = (squares + most * most - n * mean * mean) / (n - 1),
           half = 1.96 * sqrt(variance / n);
    s.low = mean > half ? mean - half : 0;
    s.high = mean + half < most ? mean + half : most;
    return s;
}

/* The Elo difference between a seat of this level and an average seat of the others, if first
 * places are proportional to strength (Luce). False if the level never or always comes first, or
 * if there are no others. */
static bool rating_at(const struct arena *a, unsigned seats, double first, int64_t *points) {
    double others = a->choice.players - seats, lost = 1 - seats * first;
    if (first <= 0 || lost < 1e-9 || others <= 0) return false;
    *points = llround(400 * log10(first * others / lost));
    return true;
}

/* The first seat of each distinct opponent of --bots, in its order. */
static unsigned distinct(const struct arena *a, unsigned bots[SEATS_MAX]) {
    unsigned count = 0;
    for (unsigned bot = 0; bot < a->choice.players; bot++) {
        bool known = false;
        for (unsigned i = 0; i < count; i++) known |= same_bot(a, bots[i], bot);
        if (!known) bots[count++] = bot;
    }
    return count;
}

static void write_rating(struct json_out *out, const char *name, const struct arena *a,
                         unsigned seats, double first) {
    int64_t points;
    if (rating_at(a, seats, first, &points)) json_number(out, name, points);
    else json_null(out, name);
}

static void write_json(struct arena *a) {
    char text[4096];
    unsigned bots[SEATS_MAX], count = distinct(a, bots);
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "game", a->choice.game->id);
    json_number(&out, "players", a->choice.players);
    json_number(&out, "games", a->games);
    json_array(&out, "bots");
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, bots[i]);
        char name[SHOWN_MAX + 1];
        shown_name(a, bots[i], name);
        json_object(&out, NULL);
        json_text(&out, "bot", name);
        json_number(&out, "seats", s.seats);
        json_real(&out, "first", s.first);
        json_real(&out, "low", s.low);
        json_real(&out, "high", s.high);
        json_real(&out, "score_mean", s.score);
        write_rating(&out, "rating", a, s.seats, s.first);
        write_rating(&out, "rating_low", a, s.seats, s.low);
        write_rating(&out, "rating_high", a, s.seats, s.high);
        json_object_end(&out);
    }
    json_array_end(&out);
    if (a->sprt.players) {
        static const char *const names[] = {"open", "lower", "higher"};
        json_object(&out, "sprt");
        json_text(&out, "verdict", names[atomic_load(&a->verdict)]);
        json_real(&out, "ratio", sprt_ratio(&a->sprt));
        json_object_end(&out);
    }
    json_object_end(&out);
    json_line(&out);
    fwrite(text, 1, out.length < sizeof text ? out.length : sizeof text, stdout);
}

/* "-12", or a dash if there is no rating. */
static const char *rating_text(const struct arena *a, unsigned seats, double first, char text[24]) {
    int64_t points;
    if (!rating_at(a, seats, first, &points)) return "–";
    snprintf(text, 24, "%+d", (int)points);
    return text;
}

static void write_verdict(const struct cli *cli, struct arena *a) {
    static const char *const keys[] = {"cli.arena.sprt_open", "cli.arena.sprt_lower",
                                       "cli.arena.sprt_higher"};
    char ratio[32];
    int length = snprintf(ratio, sizeof ratio, "%.2f", sprt_ratio(&a->sprt));
    struct message verdict = {.key = keys[atomic_load(&a->verdict)]};
    say(cli, stdout,
        &MESSAGE("cli.arena.sprt", TEXT("ratio", ratio, (size_t)length),
                 NUMBER("low", (int)a->sprt.elo[0]), NUMBER("high", (int)a->sprt.elo[1])));
    say(cli, stdout, &verdict);
}

static void write_table(const struct cli *cli, struct arena *a) {
    unsigned bots[SEATS_MAX], count = distinct(a, bots);
    say(cli, stdout,
        &MESSAGE("cli.arena.head", TEXT("game", a->choice.game->name, strlen(a->choice.game->name)),
                 NUMBER("players", a->choice.players), NUMBER("games", a->games)));
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, bots[i]);
        char name[SHOWN_MAX + 1];
        shown_name(a, bots[i], name);
        char rating[24], low[24], high[24];
        printf("  %-14s  %u  %5.1f %%  (%.1f – %.1f)  %8.2f  %s (%s … %s)\n", name, s.seats,
               100 * s.first, 100 * s.low, 100 * s.high, s.score,
               rating_text(a, s.seats, s.first, rating), rating_text(a, s.seats, s.low, low),
               rating_text(a, s.seats, s.high, high));
    }
    if (a->sprt.players) write_verdict(cli, a);
}

/* One bar per level with its interval, and a line at the fair share. */
static void write_svg(const struct cli *cli, const struct arena *a, FILE *file) {
    unsigned bots[SEATS_MAX], count = distinct(a, bots), height = 60 + 40 * count;
    double fair = 1.0 / a->choice.players, left = 110, width = 460;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 %u\" "
            "font-family=\"sans-serif\" font-size=\"14\">\n",
            height);
    fprintf(file, "<title>%s, %u: %s</title>\n<rect width=\"640\" height=\"%u\" fill=\"#fff\"/>\n",
            a->choice.game->id, a->choice.players, words(cli, "cli.arena.chart"), height);
    fprintf(file, "<text x=\"10\" y=\"24\">%s, %u: %s</text>\n", a->choice.game->id,
            a->choice.players, words(cli, "cli.arena.chart"));
    for (unsigned i = 0; i < count; i++) {
        struct standing s = standing_of(a, bots[i]);
        char name[SHOWN_MAX + 1];
        shown_name(a, bots[i], name);
        double y = 40 + 40 * i;
        fprintf(file, "<text x=\"10\" y=\"%.0f\">%s × %u</text>\n", y + 18, name, s.seats);
        fprintf(file,
                "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"24\" fill=\"#5b7c99\"/>\n",
                left, y, width * s.first);
        fprintf(file, "<path d=\"M%.1f %.0fH%.1f\" stroke=\"#222\" stroke-width=\"3\"/>\n",
                left + width * s.low, y + 12, left + width * s.high);
        fprintf(file, "<text x=\"%.1f\" y=\"%.0f\">%.1f %%</text>\n", left + width * s.high + 6,
                y + 18, 100 * s.first);
    }
    fprintf(file, "<path d=\"M%.1f 34V%u\" stroke=\"#b33\" stroke-dasharray=\"4 3\"/>\n</svg>\n",
            left + width * fair, height - 16);
}

static int fail_svg(const struct cli *cli, const char *path) {
    return fail(cli, &MESSAGE("cli.error.write", TEXT("file", path, strlen(path))));
}

/* After Ctrl-C, only the leading deals with all their games count. */
static void keep_whole_deals(struct arena *a) {
    unsigned known = 0;
    while (known < a->games && a->rows[known].known) known++;
    a->games = known / a->choice.players * a->choice.players;
}

/* Plays and reports. The chart's file is opened first: a wrong path must not waste hours. */
static int run(struct cli *cli, struct arena *a) {
    const char *path = args_value(&cli->args, "svg", 0);
    FILE *svg = path ? fopen(path, "w") : NULL;
    if (path && !svg) return fail_svg(cli, path);
    unsigned wanted = a->games;
    bool played = play_all(cli, a);
    if (atomic_load(&a->verdict)) wanted = a->games = a->judged * a->choice.players;
    keep_whole_deals(a);
    if (played && svg && a->games) write_svg(cli, a, svg);
    if (svg && fclose(svg) != 0) return fail_svg(cli, path);
    if (!played) return fail(cli, &MESSAGE("error.memory"));
    if (a->games && args_has(&cli->args, "json")) write_json(a);
    else if (a->games) write_table(cli, a);
    if (a->games == wanted) return EXIT_SUCCESS;
    return progress_leave(cli, a->results
                                   ? &MESSAGE("cli.stopped.results", NUMBER("games", a->games))
                                   : &MESSAGE("cli.stopped.arena", NUMBER("games", a->games)));
}

/* --sprt ELO0,ELO1 */
static bool choose_test(const struct cli *cli, struct arena *a, struct message *error) {
    const char *bounds = args_value(&cli->args, "sprt", 0);
    if (!bounds) return true;
    a->sprt.players = a->choice.players;
    if (sprt_read(&a->sprt, bounds)) return true;
    *error = MESSAGE("cli.error.sprt", TEXT("word", bounds, strlen(bounds)));
    return false;
}

static int arena(struct cli *cli) {
    struct arena a = {.seed = args_text(&cli->args, "seed")};
    struct message error;
    long games = 0;
    if (!choose_match(cli, &a.choice, scripted_find, &error) ||
        !args_number(&cli->args, "games", 1, 10000000, &games, &error))
        return fail_usage(cli, &error);
    if (!args_need(&cli->args, "bots", &error)) return fail_usage(cli, &error);
    if (!choose_test(cli, &a, &error)) return fail_usage(cli, &error);
    struct net *own = NULL;
    const char *net = args_value(&cli->args, "net", 0);
    if (net && !(own = data_net_file(a.choice.game, a.choice.players, net, &error)))
        return fail(cli, &error);
    a.choice.first_net = own;
    a.choice.cheats = args_has(&cli->args, "cheat");
    unsigned players = a.choice.players;
    a.games = ((unsigned)games + players - 1) / players * players; /* whole deals */
    a.rows = calloc(a.games, sizeof *a.rows);
    const char *results = args_value(&cli->args, "results", 0);
    pthread_mutex_init(&a.writing, NULL);
    int status = !a.rows ? fail(cli, &MESSAGE("error.memory"))
                 : results && !open_results(&a, results, &error) ? fail(cli, &error)
                                                                 : run(cli, &a);
    if (a.results && fclose(a.results) != 0 && status == EXIT_SUCCESS)
        status = fail(cli, &MESSAGE("cli.error.write", TEXT("file", results, strlen(results))));
    pthread_mutex_destroy(&a.writing);
    free(a.rows);
    free(own);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"bots",    "cli.value.levels", NULL,                  "cli.arg.bots",    "novice,club"},
    {"players", "N",                "cli.default.players", "cli.arg.players", NULL},
    {"games",   "N",                "100",                 "cli.arg.games",   NULL},
    {"seed",    "cli.value.text",   "1",                   "cli.arg.seed",    NULL},
    {"option",  "cli.value.option", "cli.default.option",  "cli.arg.option",  NULL},
    {"results", "cli.value.file",   NULL,                  "cli.arg.results", NULL},
    {"sprt",    "ELO0,ELO1",        NULL,                  "cli.arg.sprt",    NULL},
    {"net",     "cli.value.file",   NULL,                  "cli.arg.net",     NULL},
    {"cheat",   NULL,               NULL,                  "cli.arg.cheat",   NULL},
    {"json",    NULL,               NULL,                  "cli.arg.json",    NULL},
    {"svg",     "cli.value.file",   NULL,                  "cli.arg.svg",     NULL},
    {0},
};
/* clang-format on */

const struct command arena_command = {
    .name = "arena",
    .help = "cli.help.arena",
    .words = "cli.words.arena",
    .examples = "arena GAME --bots novice,club\n"
                "arena GAME --bots master:1000,master:1000 --net NEW.net --games 4000 --sprt 0,20\n"
                "arena GAME --bots club,master --games 1000 --results club-master.jsonl",
    .known = known,
    .run = arena};
