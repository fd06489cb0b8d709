/* simulate: plays whole games between opponents, with the draws of a real table. */
#include "cli/contest.h"
#include "cli/progress.h"
#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 1 << 20 };

struct simulation {
    struct contest contest;
    const char *seed;
    FILE *records;
    char *buffer; /* RECORD_MAX bytes */
    double wins[SEATS_MAX];
    long scores[SEATS_MAX];
};

static void add_result(struct simulation *sim, const void *state) {
    struct result result = {0};
    unsigned winners = 0;
    sim->contest.choice.game->result(state, &result);
    for (unsigned seat = 0; seat < sim->contest.choice.players; seat++)
        winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < sim->contest.choice.players; seat++) {
        sim->scores[seat] += result.score[seat];
        if (result.place[seat] == 1) sim->wins[seat] += 1.0 / winners;
    }
}

static bool simulate_game(struct simulation *sim, unsigned game) {
    struct record r = contest_head(&sim->contest, sim->seed, game);
    struct json_out out;
    _Alignas(8) uint8_t state[STATE_MAX];
    json_begin(&out, sim->buffer, RECORD_MAX);
    if (sim->records) record_begin(&out, NULL, &r);
    contest_play(&sim->contest, &r, r.seed, 0, state, sim->records ? &out : NULL);
    add_result(sim, state);
    if (!sim->records) return true;
    record_end(&out, r.game, r.players, state);
    json_line(&out);
    return out.length <= out.size && fwrite(out.text, 1, out.length, sim->records) == out.length;
}

/* Uses the record's buffer because a seed may be as long as a command line. */
static void write_json(const struct simulation *sim, long games, double seconds) {
    struct json_out out;
    json_begin(&out, sim->buffer, RECORD_MAX);
    json_object(&out, NULL);
    json_text(&out, "game", sim->contest.choice.game->id);
    json_number(&out, "players", sim->contest.choice.players);
    record_write_options(&out, "options", sim->contest.choice.game, sim->contest.choice.options);
    json_text(&out, "seed", sim->seed);
    json_number(&out, "games", games);
    json_number(&out, "steps", (int64_t)sim->contest.steps);
    json_number(&out, "decisions", (int64_t)sim->contest.decisions);
    json_real(&out, "seconds", seconds);
    json_array(&out, "wins");
    for (unsigned seat = 0; seat < sim->contest.choice.players; seat++)
        json_real(&out, NULL, sim->wins[seat]);
    json_array_end(&out);
    json_array(&out, "score_mean");
    for (unsigned seat = 0; seat < sim->contest.choice.players; seat++)
        json_real(&out, NULL, (double)sim->scores[seat] / (double)games);
    json_array_end(&out);
    json_object_end(&out);
    json_line(&out);
    ensure(out.length <= out.size);
    fwrite(out.text, 1, out.length, stdout);
}

static void write_table(const struct cli *cli, const struct simulation *sim, long games) {
    say(cli, stdout,
        &MESSAGE(
            "cli.simulate.head",
            TEXT("game", sim->contest.choice.game->name, strlen(sim->contest.choice.game->name)),
            NUMBER("games", games), NUMBER("steps", (long)sim->contest.steps),
            NUMBER("decisions", (long)sim->contest.decisions)));
    for (unsigned seat = 0; seat < sim->contest.choice.players; seat++) {
        char name[BOT_NAME_MAX + 1];
        bot_name(sim->contest.choice.levels[seat], name);
        printf("  %u  %-8s  %10.1f  %8.2f\n", seat + 1, name, sim->wins[seat],
               (double)sim->scores[seat] / (double)games);
    }
}

/* Plays until all games are over or Ctrl-C; `games` gets how many were played. False if a record
 * could not be written. */
static bool simulate_games(const struct cli *cli, struct simulation *sim, long *games,
                           double *seconds) {
    struct progress progress;
    bool written = true;
    progress_begin(&progress, cli);
    long played = 0;
    while (played < *games && written && !progress_stopped()) {
        written = simulate_game(sim, (unsigned)played++);
        progress_at(&progress, (unsigned long)played, (unsigned long)*games);
    }
    *games = played;
    progress_end(&progress);
    *seconds = seconds_now() - progress.started;
    return written;
}

static int run(struct cli *cli, struct simulation *sim, long games) {
    struct message error;
    double seconds;
    sim->buffer = malloc(RECORD_MAX);
    if (!sim->buffer) return fail(cli, &MESSAGE("error.memory"));
    if (!contest_records(cli, &sim->records, &error)) return fail(cli, &error);
    long wanted = games;
    bool written = simulate_games(cli, sim, &games, &seconds);
    if (sim->records && sim->records != stdout && fclose(sim->records) != 0) written = false;
    if (!written) return fail(cli, &MESSAGE("cli.error.output"));
    if (games > 0 && args_has(&cli->args, "json")) write_json(sim, games, seconds);
    else if (games > 0 && sim->records != stdout) write_table(cli, sim, games);
    return games == wanted
               ? EXIT_SUCCESS
               : progress_leave(cli, &MESSAGE("cli.stopped.games", NUMBER("games", games)));
}

static int simulate(struct cli *cli) {
    struct simulation sim = {.seed = args_text(&cli->args, "seed")};
    struct game_choice choice;
    struct message error;
    long games = 0;
    if (!choose_setup(cli, &choice, false, &error) ||
        !args_number(&cli->args, "games", 1, 1000000000, &games, &error))
        return fail_usage(cli, &error);
    int status = contest_open(&sim.contest, &choice) ? run(cli, &sim, games)
                                                     : fail(cli, &MESSAGE("error.memory"));
    contest_close(&sim.contest);
    free(sim.buffer);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",                "cli.default.players", "cli.arg.players", NULL},
    {"games",   "N",                "100",                 "cli.arg.games",   NULL},
    {"seed",    "cli.value.text",   "1",                   "cli.arg.seed",    NULL},
    {"bots",    "cli.value.levels", "club",                "cli.arg.bots",    NULL},
    {"option",  "cli.value.option", "cli.default.option",  "cli.arg.option",  NULL},
    {"records", "cli.value.file",   NULL,                  "cli.arg.records", NULL},
    {"json",    NULL,               NULL,                  "cli.arg.json",    NULL},
    {0},
};
/* clang-format on */

const struct command simulate_command = {
    .name = "simulate",
    .help = "cli.help.simulate",
    .words = "cli.value.game",
    .examples = "simulate GAME --bots random --games 1000\n"
                "simulate GAME --bots novice,club --records games.jsonl",
    .known = known,
    .run = simulate};
