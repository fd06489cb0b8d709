/* analyse: luck and skill in a recorded game (match/analyse.h), as a report, JSON or a chart. */
#include "program/data.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "match/analyse.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 5, JSON_STEP_MAX = 768, JSON_HEAD_MAX = 4096, NUMBER_MAX = 24, SENTENCE_MAX = 512 };

/* Percentage points with a sign and one decimal. */
static struct param points(const struct cli *cli, const char *name, int32_t part, bool sign,
                           char text[NUMBER_MAX]) {
    snprintf(text, NUMBER_MAX, sign ? "%+.1f" : "%.1f", 100.0 * part / analysis_one);
    localise_number(cli, text);
    return (struct param)TEXT(name, text, strlen(text));
}

/* ---- the report ---- */

static const int column_widths[] = {9, 9, 15, 20, 18, 10};

/* Lists the steps with the greatest weight, greatest first. Returns how many. */
static unsigned find_top(const struct analysis *a,
                         int32_t (*weigh)(const struct analysis *a,
                                          const struct analysis_step *step),
                         unsigned top[TOP]) {
    unsigned count = 0;
    for (unsigned i = 0; i < a->count; i++) {
        int32_t weight = weigh(a, &a->steps[i]);
        unsigned at = count;
        if (weight <= 0) continue;
        while (at > 0 && weigh(a, &a->steps[top[at - 1]]) < weight) at--;
        if (at == TOP) continue;
        if (count < TOP) count++;
        memmove(&top[at + 1], &top[at], (count - 1 - at) * sizeof *top);
        top[at] = i;
    }
    return count;
}

static unsigned luckiest(const struct analysis *a, const struct analysis_step *step) {
    unsigned lucky = 0;
    for (unsigned seat = 1; seat < a->players; seat++)
        if (step->change[seat] > step->change[lucky]) lucky = seat;
    return lucky;
}

static int32_t weigh_cost(const struct analysis *a, const struct analysis_step *step) {
    (void)a;
    return step->by == BY_CHANCE ? 0 : step->cost;
}

static int32_t weigh_luck(const struct analysis *a, const struct analysis_step *step) {
    return step->by == BY_CHANCE ? step->change[luckiest(a, step)] : 0;
}

static void print_choice(const struct cli *cli, const struct analysis *a, unsigned at) {
    const struct analysis_step *step = &a->steps[at];
    char did[SENTENCE_MAX], best[SENTENCE_MAX], cost[NUMBER_MAX], error[NUMBER_MAX];
    size_t did_length = say_action(cli, a->game, step->action, did, sizeof did),
           best_length = say_action(cli, a->game, step->best, best, sizeof best);
    printf("  ");
    say(cli, stdout,
        &MESSAGE("cli.analyse.choice", NUMBER("step", at + 1), SEAT("who", step->by),
                 TEXT("did", did, did_length), TEXT("best", best, best_length),
                 points(cli, "cost", step->cost, false, cost),
                 points(cli, "error", step->error, false, error)));
}

static void print_draw(const struct cli *cli, const struct analysis *a, unsigned at) {
    const struct analysis_step *step = &a->steps[at];
    char did[SENTENCE_MAX], luck[NUMBER_MAX], error[NUMBER_MAX];
    unsigned seat = luckiest(a, step);
    size_t length = say_action(cli, a->game, step->action, did, sizeof did);
    printf("  ");
    say(cli, stdout,
        &MESSAGE("cli.analyse.draw", NUMBER("step", at + 1), SEAT("who", seat),
                 TEXT("did", did, length), points(cli, "luck", step->change[seat], false, luck),
                 points(cli, "error", step->error, false, error)));
}

static void print_top(const struct cli *cli, const struct analysis *a, const char *head,
                      int32_t (*weigh)(const struct analysis *a, const struct analysis_step *step),
                      void (*print)(const struct cli *cli, const struct analysis *a, unsigned at)) {
    unsigned top[TOP], count = find_top(a, weigh, top);
    printf("\n%s\n", words(cli, head));
    for (unsigned i = 0; i < count; i++) print(cli, a, top[i]);
    if (count == 0) printf("  %s\n", words(cli, "cli.analyse.none"));
}

static void print_seat(const struct cli *cli, const struct analysis *a, unsigned seat) {
    struct analysis_seat s = analysis_seat(a, seat);
    const int32_t parts[] = {s.start, s.luck, s.own, s.others, s.rest, s.result};
    char text[64];
    size_t length = text_format(&cli->reader, &MESSAGE("cli.analyse.seat", SEAT("who", seat)), text,
                                sizeof text);
    printf("%.*s%*s", (int)length, text, length < 10 ? (int)(10 - length) : 1, "");
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char number[NUMBER_MAX], error[NUMBER_MAX], cell[2 * NUMBER_MAX + 4];
        points(cli, "", parts[i], i >= 1 && i <= 4, number);
        points(cli, "", s.error, false, error);
        snprintf(cell, sizeof cell, i == 4 ? "%s ± %s" : "%s", number, error);
        print_cell(cell, column_widths[i]);
    }
    printf("\n");
}

/* How well a seat played, compared with the levels. */
static void print_grade(const struct cli *cli, const struct analysis *a, unsigned seat) {
    struct analysis_seat s = analysis_seat(a, seat);
    char mean[ANALYSIS_LEVELS + 1][NUMBER_MAX];
    int32_t n = s.decisions ? (int32_t)s.decisions : 1;
    say(cli, stdout,
        &MESSAGE("cli.analyse.decisions", SEAT("who", seat), NUMBER("all", s.decisions),
                 NUMBER("best", s.best), NUMBER("good", s.good), NUMBER("mistakes", s.mistakes)));
    printf("  ");
    say(cli, stdout,
        &MESSAGE("cli.analyse.mean", points(cli, "cost", s.cost / n, false, mean[0]),
                 points(cli, "novice", s.expected[0] / n, false, mean[1]),
                 points(cli, "club", s.expected[1] / n, false, mean[2]),
                 points(cli, "master", s.expected[2] / n, false, mean[3])));
    if (s.grade < 0) return;
    const int32_t unit = ANALYSIS_GRADE_MAX / 100;
    const char *grade = words(cli, analysis_grade_key(s.grade));
    printf("  ");
    say(cli, stdout,
        &MESSAGE("cli.analyse.graded", TEXT("grade", grade, strlen(grade)),
                 NUMBER("at", s.grade / unit), NUMBER("low", s.grade_low / unit),
                 NUMBER("high", s.grade_high / unit)));
}

static void print_report(const struct cli *cli, const struct analysis *a) {
    static const char *const columns[] = {"cli.analyse.start", "cli.analyse.luck",
                                          "cli.analyse.own",   "cli.analyse.others",
                                          "cli.analyse.rest",  "cli.analyse.result"};
    const char *how = words(cli, a->net ? "cli.analyse.net" : "cli.analyse.playouts");
    say(cli, stdout,
        &MESSAGE("cli.analyse.head", TEXT("game", a->game->name, strlen(a->game->name)),
                 NUMBER("players", a->players), NUMBER("steps", a->count),
                 NUMBER("visits", a->visits), TEXT("how", how, strlen(how))));
    printf("\n%-10s", "");
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        print_cell(words(cli, columns[i]), column_widths[i]);
    printf("\n");
    for (unsigned seat = 0; seat < a->players; seat++) print_seat(cli, a, seat);
    printf("\n");
    for (unsigned seat = 0; seat < a->players; seat++) print_grade(cli, a, seat);
    print_top(cli, a, "cli.analyse.choices", weigh_cost, print_choice);
    print_top(cli, a, "cli.analyse.draws", weigh_luck, print_draw);
}

/* ---- JSON ---- */

static int print_json(const struct cli *cli, const struct analysis *a) {
    struct json_out out;
    size_t size = JSON_HEAD_MAX + (size_t)a->count * JSON_STEP_MAX;
    char *text = malloc(size);
    if (!text) return fail(cli, &MESSAGE("error.memory"));
    json_begin(&out, text, size);
    analysis_write(a, &out, NULL);
    json_line(&out);
    fwrite(text, 1, out.length < size ? out.length : size, stdout);
    free(text);
    return EXIT_SUCCESS;
}

/* ---- the chart ---- */

static const double chart_left = 50, chart_top = 50, chart_width = 780, chart_height = 320;

static double chart_x(const struct analysis *a, unsigned step) {
    return chart_left + chart_width * step / (a->count ? a->count : 1);
}

static double chart_y(int32_t value) {
    double part = (double)value / analysis_one;
    return chart_top + chart_height * (1 - (part < 0 ? 0 : part > 1 ? 1 : part));
}

/* Seats differ in colour, dash and mark, so that any one of the three tells them apart. */
static const struct look {
    const char *colour, *dash, *mark;
} looks[SEATS_MAX] = {
    {"#8c2f39", "none", "M-4 -4H4V4H-4Z"},        {"#1f5673", "8 4", "M0 -5L5 4H-5Z"},
    {"#5a6b1d", "2 3", "M0 -5L5 0L0 5L-5 0Z"},    {"#7a4b94", "12 4 2 4", "M-4 -4L4 4M-4 4L4 -4"},
    {"#a8620a", "5 2 1 2 1 2", "M0 -5V5M-5 0H5"},
};

static const int32_t *value_before(const struct analysis *a, unsigned step) {
    return step ? a->steps[step - 1].value : a->values[0];
}

static void draw_seat(const struct analysis *a, unsigned seat, FILE *file) {
    const struct look *look = &looks[seat];
    enum { MARKS = 8 };
    fprintf(file,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" d=\"M",
            look->colour, look->dash);
    for (unsigned i = 0; i <= a->count; i++)
        fprintf(file, "%s%.1f %.1f", i ? "L" : "", chart_x(a, i),
                chart_y(value_before(a, i)[seat]));
    fprintf(file, "\"/>\n");
    for (unsigned m = 0; m <= MARKS; m++) {
        unsigned at = (unsigned)((unsigned long)a->count * m / MARKS);
        fprintf(file,
                "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"2\" transform=\"translate(%.1f "
                "%.1f)\" d=\"%s\"/>\n",
                look->colour, look->colour, chart_x(a, at), chart_y(value_before(a, at)[seat]),
                look->mark);
    }
}

static void draw_legend(const struct cli *cli, unsigned seat, FILE *file) {
    const struct look *look = &looks[seat];
    char text[64];
    double x = chart_left + 150 * seat;
    text_format(&cli->reader, &MESSAGE("cli.analyse.seat", SEAT("who", seat)), text, sizeof text);
    fprintf(file,
            "<path stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" d=\"M%.0f "
            "36h40\"/><path fill=\"%s\" stroke=\"%s\" stroke-width=\"2\" "
            "transform=\"translate(%.0f 36)\" d=\"%s\"/><text x=\"%.0f\" y=\"41\">%s</text>\n",
            look->colour, look->dash, x, look->colour, look->colour, x + 20, look->mark, x + 48,
            text);
}

/* Marks lucky draws below the chart, in the seat's colour and with its mark. Costly choices are
 * numbered circles on the seat's line. */
static void draw_events(const struct analysis *a, FILE *file) {
    const int32_t lucky = analysis_one / 50;
    unsigned top[TOP], count = find_top(a, weigh_cost, top);
    double base = chart_top + chart_height + 12;
    for (unsigned i = 0; i < a->count; i++) {
        if (weigh_luck(a, &a->steps[i]) < lucky) continue;
        unsigned seat = luckiest(a, &a->steps[i]);
        double size = 60.0 * a->steps[i].change[seat] / analysis_one;
        fprintf(file,
                "<path stroke=\"%s\" stroke-width=\"2\" d=\"M%.1f %.1fv%.1f\"/><path fill=\"%s\" "
                "stroke=\"%s\" transform=\"translate(%.1f %.1f) scale(.6)\" d=\"%s\"/>\n",
                looks[seat].colour, chart_x(a, i + 1), base, 4 + size, looks[seat].colour,
                looks[seat].colour, chart_x(a, i + 1), base, looks[seat].mark);
    }
    for (unsigned i = 0; i < count; i++) {
        const struct analysis_step *step = &a->steps[top[i]];
        double x = chart_x(a, top[i] + 1), y = chart_y(step->value[step->by]);
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"#fff\" stroke=\"%s\" "
                "stroke-width=\"2\"/><text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" "
                "text-anchor=\"middle\">%u</text>\n",
                x, y, looks[step->by].colour, x, y + 4, i + 1);
    }
}

static void draw_chart(const struct cli *cli, const struct analysis *a, FILE *file) {
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 460\" "
                  "font-family=\"sans-serif\" font-size=\"14\">\n");
    fprintf(file, "<title>%s: %s</title>\n<rect width=\"860\" height=\"460\" fill=\"#fff\"/>\n",
            a->game->id, words(cli, "cli.analyse.chart"));
    fprintf(file, "<text x=\"10\" y=\"20\">%s: %s</text>\n", a->game->id,
            words(cli, "cli.analyse.chart"));
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = chart_y(analysis_one / 100 * percent);
        fprintf(file,
                "<path stroke=\"#ccc\" d=\"M%.0f %.1fh%.0f\"/><text x=\"%.0f\" y=\"%.1f\" "
                "text-anchor=\"end\">%d %%</text>\n",
                chart_left, y, chart_width, chart_left - 6, y + 5, percent);
    }
    for (unsigned seat = 0; seat < a->players; seat++) draw_seat(a, seat, file);
    for (unsigned seat = 0; seat < a->players; seat++) draw_legend(cli, seat, file);
    draw_events(a, file);
    fprintf(file, "<text x=\"%.0f\" y=\"450\">%u %s</text>\n</svg>\n", chart_left, a->count,
            words(cli, "cli.analyse.steps"));
}

static int write_chart(const struct cli *cli, const struct analysis *a, const char *path) {
    FILE *file = fopen(path, "w");
    if (file) draw_chart(cli, a, file);
    if (!file || ferror(file) | fclose(file))
        return fail(cli, &MESSAGE("cli.error.write", TEXT("file", path, strlen(path))));
    return EXIT_SUCCESS;
}

/* ---- the choices at one step ---- */

static void print_choices(const struct cli *cli, const struct game *game, struct weighing *w) {
    struct weighed choices[LEGAL_MAX];
    unsigned count = weigh_choices(w, choices), seat = w->search.seat;
    for (unsigned i = 0; i < count && i < WEIGH_BEST && choices[i].visits; i++) {
        char did[SENTENCE_MAX], chance[NUMBER_MAX], error[NUMBER_MAX];
        size_t length = say_action(cli, game, choices[i].action, did, sizeof did);
        printf("  ");
        say(cli, stdout,
            &MESSAGE("cli.analyse.weighed", TEXT("did", did, length),
                     points(cli, "chance", (int32_t)(analysis_one * choices[i].chance[seat]), false,
                            chance),
                     points(cli, "error", (int32_t)(analysis_one * choices[i].error), false, error),
                     NUMBER("visits", choices[i].visits)));
    }
}

/* Weighs the choices of the seat that took the step, by what it could know before it. */
static int weigh_step(const struct cli *cli, const struct analysis *a, unsigned step,
                      uint32_t visits, bool json) {
    struct weighing *w = malloc(sizeof *w);
    struct search_slot *slots = malloc(WEIGH_SLOTS * sizeof *slots);
    char *text = malloc(WEIGHED_MAX);
    _Alignas(8) uint8_t view[STATE_MAX];
    unsigned seat = a->steps[step].by;
    bool good = w && slots && text;
    if (good) {
        struct json_out out;
        memcpy(view, analysis_state(a, step), a->game->state_size);
        a->game->view(view, seat);
        weigh_begin(w, a->game, a->net, slots, view, seat, 0);
        weigh_evenly(w, visits);
        json_begin(&out, text, WEIGHED_MAX);
        weigh_write(w, &out, NULL);
        json_line(&out);
        if (json) fwrite(text, 1, out.length < out.size ? out.length : out.size, stdout);
        else print_choices(cli, a->game, w);
    }
    free(text);
    free(slots);
    free(w);
    return good ? EXIT_SUCCESS : fail(cli, &MESSAGE("error.memory"));
}

/* ---- the games of a file ---- */

struct task {
    long game, visits, step; /* step: −1, or the only one to weigh */
    const char *chart;
    bool json;
};

static int analyse_game(struct cli *cli, const struct task *task, unsigned game, const char *text,
                        size_t length) {
    struct record record;
    struct record_error error;
    struct analysis analysis;
    struct progress progress;
    const struct net *net;
    if (!record_read(&record, text, length, &error.message))
        return records_fail(cli, game, &error.message);
    if (!data_net(cli, record.game, record.players, &net, &error.message))
        return fail(cli, &error.message);
    if (!analysis_open(&analysis, &record, net, (uint32_t)task->visits, &error))
        return records_fail(cli, game, &error.message);
    if (task->step >= 0) {
        bool chosen =
            task->step < (long)analysis.count && analysis.steps[task->step].by != BY_CHANCE;
        int status = chosen ? weigh_step(cli, &analysis, (unsigned)task->step,
                                         (uint32_t)task->visits, task->json)
                            : records_fail(cli, game, &MESSAGE("cli.analyse.no_choice"));
        analysis_close(&analysis);
        return status;
    }
    progress_begin(&progress, cli);
    while (!progress_stopped() && analysis_run(&analysis))
        progress_at(&progress, analysis.count - analysis.left, analysis.count);
    progress_end(&progress);
    if (progress_stopped()) {
        analysis_close(&analysis);
        return progress_leave(cli, &MESSAGE("cli.stopped.early"));
    }
    int status = task->chart ? write_chart(cli, &analysis, task->chart) : EXIT_SUCCESS;
    if (status == EXIT_SUCCESS && task->json) status = print_json(cli, &analysis);
    else if (status == EXIT_SUCCESS) print_report(cli, &analysis);
    analysis_close(&analysis);
    return status;
}

static int each_game(struct cli *cli, const struct task *task, struct record_file *file) {
    const char *text, *next;
    size_t length, next_length;
    int status = EXIT_SUCCESS;
    for (bool more = records_next(file, &text, &length); more && status == EXIT_SUCCESS;
         text = next, length = next_length) {
        unsigned game = file->games - 1;
        more = records_next(file, &next, &next_length);
        if (task->chart && task->game < 0 && more)
            return fail_usage(cli, &MESSAGE("cli.analyse.one"));
        if (task->game >= 0 && task->game != (long)game) continue;
        if (game > 0 && task->game < 0 && !task->json) printf("\n");
        status = analyse_game(cli, task, game, text, length);
    }
    if (status != EXIT_SUCCESS) return status;
    if (file->games == 0) return fail(cli, &MESSAGE("cli.error.no_records"));
    if (task->game >= (long)file->games)
        return fail(cli, &MESSAGE("cli.error.no_game", NUMBER("games", file->games)));
    return EXIT_SUCCESS;
}

static int analyse(struct cli *cli) {
    struct task task = {.game = -1,
                        .step = -1,
                        .chart = args_value(&cli->args, "svg", 0),
                        .json = args_has(&cli->args, "json")};
    struct record_file file;
    struct message error;
    if (!args_ordinal(&cli->args, "game", 1000000000, &task.game, &error) ||
        !args_ordinal(&cli->args, "step", 1000000, &task.step, &error) ||
        !args_number(&cli->args, "visits", 1, ANALYSE_VISITS_MAX, &task.visits, &error))
        return fail_usage(cli, &error);
    if (cli->args.word_count != 1) return fail_usage(cli, &MESSAGE("cli.error.file_missing"));
    if (!records_open(&file, cli->args.words[0], &error)) return fail(cli, &error);
    int status = each_game(cli, &task, &file);
    records_close(&file);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"game",   "N",              "cli.default.all_games", "cli.arg.game",   NULL},
    {"step",   "N",              NULL,                    "cli.arg.weigh",  NULL},
    {"visits", "N",              "400",                   "cli.arg.visits", NULL},
    {"json",   NULL,             NULL,                    "cli.arg.json",   NULL},
    {"svg",    "cli.value.file", NULL,                    "cli.arg.svg",    NULL},
    {0},
};
/* clang-format on */

const struct command analyse_command = {.name = "analyse",
                                        .help = "cli.help.analyse",
                                        .words = "cli.value.file",
                                        .examples = "analyse games.jsonl\n"
                                                    "analyse games.jsonl --game 1 --svg chart.svg",
                                        .known = known,
                                        .run = analyse};
