/* inspect: shows one position from a file or a record, whole or as a seat sees it. */
#include "cli/records.h"

#include <stdlib.h>
#include <string.h>

enum { OUT_MAX = 256 * 1024 };

/* Replays a record up to a step and keeps the position before it. */
struct finder {
    struct record_watcher watcher;
    size_t state_size;
    unsigned long stop;
    bool found;
    _Alignas(8) uint8_t state[STATE_MAX];
};

static bool find(struct record_watcher *watcher, const void *state,
                 const struct record_step *step) {
    struct finder *f = (struct finder *)watcher;
    if (step->at < f->stop) return true;
    memcpy(f->state, state, f->state_size);
    f->found = true;
    return false;
}

static int from_open_record(struct cli *cli, const struct game *game, struct record_file *file,
                            long wanted, long step, void *state) {
    struct message error;
    const char *text;
    size_t length;
    bool found = false;
    while (records_next(file, &text, &length) && !(found = wanted == (long)file->games - 1)) {}
    if (!found) return fail(cli, &MESSAGE("cli.error.no_game", NUMBER("games", file->games)));
    struct record record;
    if (!record_read(&record, text, length, &error))
        return records_fail(cli, (unsigned)wanted, &error);
    if (record.game != game)
        return records_fail(cli, (unsigned)wanted,
                            &MESSAGE("cli.error.other_game",
                                     TEXT("game", record.game->id, strlen(record.game->id))));
    struct finder finder = {
        .watcher = {.step = find}, .stop = (unsigned long)step, .state_size = game->state_size};
    struct record_error broken;
    _Alignas(8) uint8_t last[STATE_MAX];
    if (!record_replay(&record, last, &finder.watcher, &broken))
        return records_fail_step(cli, (unsigned)wanted, &record, last, &broken);
    if (!finder.found)
        return records_fail(cli, (unsigned)wanted, &MESSAGE("cli.error.no_such_step"));
    memcpy(state, finder.state, game->state_size);
    return EXIT_SUCCESS;
}

static int from_record(struct cli *cli, const struct game *game, const char *path, void *state) {
    struct record_file file;
    struct message error;
    long step = -1, wanted = 0;
    if (!args_ordinal(&cli->args, "step", 1000000, &step, &error) ||
        !args_ordinal(&cli->args, "game", 1000000000, &wanted, &error))
        return fail_usage(cli, &error);
    if (step < 0) return fail_usage(cli, &MESSAGE("cli.error.step_missing"));
    if (!records_open(&file, path, &error)) return fail(cli, &error);
    int status = from_open_record(cli, game, &file, wanted, step, state);
    records_close(&file);
    return status;
}

static int from_file(struct cli *cli, const struct game *game, const char *path, void *state) {
    struct message error;
    struct json value;
    size_t length, where;
    char *text = read_file(path, &length, &error);
    if (!text) return fail(cli, &error);
    enum json_error parsed = json_parse(text, length, &value, &where);
    if (parsed != JSON_OK) {
        free(text);
        return fail(cli,
                    &MESSAGE(parsed == JSON_CUT_OFF ? "error.json.cut_off" : "error.json.syntax",
                             NUMBER("where", where)));
    }
    /* The output of `replay --step` has the position as a member. */
    if (json_type(json_get(value, "state")) == JSON_OBJECT) value = json_get(value, "state");
    int status = state_read(game, value, state, &error) ? EXIT_SUCCESS : fail(cli, &error);
    free(text);
    return status;
}

static unsigned seats_shown(const struct game *game, const void *state, long seat) {
    unsigned to_move = game->to_move(state) & (SEAT_BIT(SEATS_MAX) - 1);
    return seat < 0 ? to_move : to_move & SEAT_BIT(seat);
}

static void write_inspect(const struct game *game, const void *state, long seat,
                          struct json_out *out) {
    const uint8_t *bytes = state;
    unsigned players = state_players(game, bytes);
    struct result result = {0};
    char text[NOTATION_MAX];
    game->result(state, &result);
    json_object(out, NULL);
    write_to_move(out, game, state);
    json_object(out, "legal");
    for (unsigned mask = seats_shown(game, state, seat); mask; mask &= mask - 1) {
        uint16_t list[LEGAL_MAX];
        unsigned by = (unsigned)__builtin_ctz(mask), count = game->legal(state, by, list);
        char name[2] = {(char)('0' + by), 0};
        json_array(out, name);
        for (unsigned i = 0; i < count; i++)
            json_text_n(out, NULL, text, notation_write(game->notation, list[i], text));
        json_array_end(out);
    }
    json_object_end(out);
    json_array(out, "score");
    for (unsigned s = 0; s < players; s++) json_number(out, NULL, result.score[s]);
    json_array_end(out);
    record_write_breakdown(out, game, players, &result);
    state_write(game, state, out, "view");
    json_object_end(out);
    json_line(out);
}

struct describer {
    struct sink sink;
    const struct cli *cli;
};

static void print_line(struct sink *sink, const struct event *event) {
    const struct describer *d = (struct describer *)sink;
    fputs(event->apart ? "\n" : "  ", stdout);
    say(d->cli, stdout, &event->message);
}

static void print_inspect(struct cli *cli, const struct game *game, const void *state, long seat) {
    struct describer describer = {{print_line}, cli};
    game->describe(state, &describer.sink);
    for (unsigned mask = seats_shown(game, state, seat); mask; mask &= mask - 1) {
        uint16_t list[LEGAL_MAX];
        unsigned by = (unsigned)__builtin_ctz(mask), count = game->legal(state, by, list);
        printf("\n");
        say(cli, stdout, &MESSAGE("cli.inspect.can", SEAT("who", by)));
        for (unsigned i = 0; i < count; i++) {
            char notation[NOTATION_MAX], sentence[512];
            notation_write(game->notation, list[i], notation);
            say_action(cli, game, list[i], sentence, sizeof sentence);
            printf("  %-20s %s\n", notation, sentence);
        }
    }
}

static int inspect(struct cli *cli) {
    const struct game *game;
    struct message error;
    _Alignas(8) uint8_t state[STATE_MAX];
    const char *state_path = args_value(&cli->args, "state", 0),
               *record_path = args_value(&cli->args, "record", 0);
    long seat = -1;
    if (!choose_game(cli, &game, &error) ||
        !args_ordinal(&cli->args, "seat", SEATS_MAX, &seat, &error))
        return fail_usage(cli, &error);
    if (!state_path == !record_path) return fail_usage(cli, &MESSAGE("cli.error.position_missing"));
    int status = state_path ? from_file(cli, game, state_path, state)
                            : from_record(cli, game, record_path, state);
    if (status != EXIT_SUCCESS) return status;
    unsigned viewer = state_viewer(state);
    if (seat >= (long)state_players(game, state))
        return fail_usage(
            cli, &MESSAGE("cli.error.seat", NUMBER("players", state_players(game, state))));
    if (seat >= 0 && viewer && viewer != (unsigned)seat + 1)
        return fail(cli, &MESSAGE("cli.error.viewer"));
    if (seat >= 0) game->view(state, (unsigned)seat);
    if (!args_has(&cli->args, "json")) {
        print_inspect(cli, game, state, seat);
        return EXIT_SUCCESS;
    }
    char *text = malloc(OUT_MAX);
    struct json_out out;
    if (!text) return fail(cli, &MESSAGE("error.memory"));
    json_begin(&out, text, OUT_MAX);
    write_inspect(game, state, seat, &out);
    fwrite(text, 1, out.length, stdout);
    free(text);
    return EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"state",  "cli.value.file", NULL,               "cli.arg.state",          NULL},
    {"record", "cli.value.file", NULL,               "cli.arg.inspect_record", NULL},
    {"step",   "N",              NULL,               "cli.arg.step",           NULL},
    {"game",   "N",              "1",                "cli.arg.game",           NULL},
    {"seat",   "N",              "cli.default.seat", "cli.arg.inspect_seat",   NULL},
    {"json",   NULL,             NULL,               "cli.arg.json",           NULL},
    {0},
};
/* clang-format on */

const struct command inspect_command = {.name = "inspect",
                                        .help = "cli.help.inspect",
                                        .words = "cli.words.inspect",
                                        .examples = "inspect GAME --record games.jsonl --step 10\n"
                                                    "inspect GAME --state position.json --seat 1",
                                        .known = known,
                                        .run = inspect};
