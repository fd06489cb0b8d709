/* replay and verify: check records step by step. */
#include "cli/records.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 256 * 1024 };

/* Prints one game while it is replayed. */
struct printer {
    struct record_watcher watcher;
    struct sink sink;
    const struct cli *cli;
    const struct record *record;
    unsigned game;
    long stop; /* print the position before this step and stop; -1: to the end */
    bool trace, json, log;
    struct lines lines;
    char *buffer; /* LINE_MAX_BYTES bytes */
};

static void flush(struct printer *p, struct json_out *out) {
    json_object_end(out);
    json_line(out);
    fwrite(p->buffer, 1, out->length < LINE_MAX_BYTES ? out->length : LINE_MAX_BYTES, stdout);
}

static void write_legal(struct json_out *out, const struct game *game, const void *state) {
    unsigned to_move = game->to_move(state);
    char text[NOTATION_MAX];
    json_object(out, "legal");
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        uint16_t list[LEGAL_MAX];
        char name[2] = {(char)('0' + seat), 0};
        if (!(to_move & SEAT_BIT(seat))) continue;
        unsigned count = game->legal(state, seat, list);
        json_array(out, name);
        for (unsigned i = 0; i < count; i++)
            json_text_n(out, NULL, text, notation_write(game->notation, list[i], text));
        json_array_end(out);
    }
    json_object_end(out);
}

static void write_outcomes(struct json_out *out, const struct game *game, const void *state) {
    struct outcome_list outcomes;
    char text[NOTATION_MAX];
    game_outcomes(game, state, &outcomes);
    json_array(out, "outcomes");
    for (unsigned i = 0; i < outcomes.count; i++) {
        json_array(out, NULL);
        json_text_n(out, NULL, text, notation_write(game->notation, outcomes.actions[i], text));
        json_number(out, NULL, outcomes.weights[i]);
        json_array_end(out);
    }
    json_array_end(out);
}

static void print_trace(struct printer *p, const void *state, const struct record_step *step) {
    const struct game *game = p->record->game;
    unsigned to_move = game->to_move(state);
    struct json_out out;
    if (step->by == NOBODY && to_move) return;
    json_begin(&out, p->buffer, LINE_MAX_BYTES);
    json_object(&out, NULL);
    json_number(&out, "game", p->game);
    json_number(&out, "step", step->at);
    write_to_move(&out, game, state);
    if (to_move & CHANCE_BIT) write_outcomes(&out, game, state);
    else if (to_move) write_legal(&out, game, state);
    else record_write_result(&out, "result", game, p->record->players, state);
    flush(p, &out);
}

static void print_sentence(struct sink *sink, const struct event *event) {
    struct printer *p = (struct printer *)((char *)sink - offsetof(struct printer, sink));
    unsigned before = p->lines.count, line = lines_place(&p->lines, event);
    text_format(&p->cli->reader, &event->message, p->buffer, LINE_MAX_BYTES);
    if (line < before) printf(" %s", p->buffer);
    else printf("%s%s", before ? "\n" : "", p->buffer);
}

/* Prints the position before a step as JSON. */
static void print_position(struct printer *p, const void *state, unsigned step) {
    struct json_out out;
    json_begin(&out, p->buffer, LINE_MAX_BYTES);
    json_object(&out, NULL);
    json_number(&out, "game", p->game);
    json_number(&out, "step", step);
    state_write(p->record->game, state, &out, "state");
    flush(p, &out);
}

static bool watch(struct record_watcher *watcher, const void *state,
                  const struct record_step *step) {
    struct printer *p = (struct printer *)watcher;
    if (p->trace) print_trace(p, state, step);
    if (p->stop < 0 || step->at < (unsigned long)p->stop) return true;
    if (!p->trace) print_position(p, state, step->at);
    return false;
}

static void print_score(const struct printer *p, const void *state) {
    struct result result = {0};
    const struct game *game = p->record->game;
    game->result(state, &result);
    for (unsigned seat = 0; seat < p->record->players; seat++) {
        say(p->cli, stdout,
            &MESSAGE("cli.replay.place", NUMBER("place", result.place[seat]), SEAT("who", seat),
                     NUMBER("score", result.score[seat])));
        for (unsigned part = 0; part < game->part_count; part++) {
            char key[96];
            snprintf(key, sizeof key, "%s.score.%s", game->id, game->parts[part]);
            printf("   %5d  %s\n", result.parts[part][seat], words(p->cli, key));
        }
    }
}

static void print_end(struct printer *p, const void *state, unsigned steps) {
    const struct record *r = p->record;
    bool over = r->game->to_move(state) == 0;
    struct json_out out;
    if (p->json) {
        char hash[20];
        json_begin(&out, p->buffer, LINE_MAX_BYTES);
        json_object(&out, NULL);
        json_number(&out, "game", p->game);
        json_text(&out, "id", r->game->id);
        json_number(&out, "steps", steps);
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)state_hash(r->game, state));
        json_text(&out, "hash", hash);
        if (over) record_write_result(&out, "result", r->game, r->players, state);
        flush(p, &out);
    } else if (p->log) {
        printf("\n\n");
        if (over) print_score(p, state);
    } else {
        say(p->cli, stdout,
            &MESSAGE(over ? "cli.replay.finished" : "cli.replay.unfinished",
                     NUMBER("game", p->game + 1), NUMBER("steps", steps)));
    }
}

static unsigned count_steps(const struct record *r) {
    struct json at = {0}, none, value;
    unsigned count = 0;
    while (json_next(r->steps, &at, &none, &value)) count++;
    return count;
}

static int replay_game(struct printer *p, const char *text, size_t length) {
    struct record record;
    struct record_error error;
    _Alignas(8) uint8_t state[STATE_MAX];
    if (!record_read(&record, text, length, &error.message))
        return records_fail(p->cli, p->game, &error.message);
    p->record = &record;
    p->lines = (struct lines){.last = LINES_NONE};
    p->watcher.sink = p->log ? &p->sink : NULL;
    if (p->stop >= 0 && (unsigned long)p->stop > count_steps(&record))
        return records_fail(p->cli, p->game,
                            &MESSAGE("cli.error.no_step", NUMBER("steps", count_steps(&record))));
    bool good = record_replay(&record, state, &p->watcher, &error);
    if (good && !p->trace && p->stop < 0 && !p->watcher.check_draws)
        print_end(p, state, count_steps(&record));
    if (good) return EXIT_SUCCESS;
    if (p->log && p->lines.count) printf("\n");
    fflush(stdout);
    return records_fail_step(p->cli, p->game, &record, state, &error);
}

/* Replays all games of a file, or only the one of --game. */
static int each_game(struct cli *cli, struct printer *p, struct record_file *file) {
    long wanted = -1;
    struct message error;
    const char *text;
    size_t length;
    int status = EXIT_SUCCESS;
    if (!args_ordinal(&cli->args, "game", 1000000000, &wanted, &error))
        return fail_usage(cli, &error);
    while (status == EXIT_SUCCESS && records_next(file, &text, &length)) {
        p->game = file->games - 1;
        if (wanted < 0 || wanted == (long)p->game) status = replay_game(p, text, length);
    }
    if (status != EXIT_SUCCESS) return status;
    if (file->games == 0) return fail(cli, &MESSAGE("cli.error.no_records"));
    if (wanted >= (long)file->games)
        return fail(cli, &MESSAGE("cli.error.no_game", NUMBER("games", file->games)));
    return EXIT_SUCCESS;
}

static unsigned count_games(const struct record_file *file) {
    struct record_file copy = *file;
    const char *text;
    size_t length;
    while (records_next(&copy, &text, &length)) {}
    return copy.games;
}

static int with_file(struct cli *cli, struct printer *p) {
    struct record_file file;
    struct message error;
    if (cli->args.word_count != 1) return fail_usage(cli, &MESSAGE("cli.error.file_missing"));
    if (!records_open(&file, cli->args.words[0], &error)) return fail(cli, &error);
    p->cli = cli;
    p->watcher.step = watch;
    p->sink.event = print_sentence;
    p->log = !p->trace && !p->json && p->stop < 0 && !p->watcher.check_draws &&
             (args_has(&cli->args, "game") || count_games(&file) == 1);
    p->buffer = malloc(LINE_MAX_BYTES);
    int status = p->buffer ? each_game(cli, p, &file) : fail(cli, &MESSAGE("error.memory"));
    if (status == EXIT_SUCCESS && p->watcher.check_draws)
        say(cli, stdout, &MESSAGE("cli.verify.good", NUMBER("games", file.games)));
    free(p->buffer);
    records_close(&file);
    return status;
}

static int replay(struct cli *cli) {
    struct printer p = {
        .stop = -1, .trace = args_has(&cli->args, "trace"), .json = args_has(&cli->args, "json")};
    struct message error;
    if (!args_ordinal(&cli->args, "step", 1000000, &p.stop, &error)) return fail_usage(cli, &error);
    return with_file(cli, &p);
}

/* clang-format off */
static const struct arg replay_known[] = { /* as in struct arg */
    {"game",  "N",  "cli.default.all_games", "cli.arg.game",  NULL},
    {"step",  "N",  NULL,                    "cli.arg.step",  NULL},
    {"trace", NULL, NULL,                    "cli.arg.trace", NULL},
    {"json",  NULL, NULL,                    "cli.arg.json",  NULL},
    {0},
};
/* clang-format on */

const struct command replay_command = {.name = "replay",
                                       .help = "cli.help.replay",
                                       .words = "cli.value.file",
                                       .examples = "replay games.jsonl --game 1\n"
                                                   "replay games.jsonl --trace",
                                       .known = replay_known,
                                       .run = replay};

static int verify(struct cli *cli) {
    struct printer p = {.stop = -1, .watcher = {.check_draws = true}};
    return with_file(cli, &p);
}

static const struct arg verify_known[] = {{0}};

const struct command verify_command = {.name = "verify",
                                       .help = "cli.help.verify",
                                       .words = "cli.value.file",
                                       .examples = "verify games.jsonl",
                                       .known = verify_known,
                                       .run = verify};
