/* engine: a table that speaks the message protocol on standard input and output, one message per
 * line. */
#include "program/pool.h"
#include "program/data.h"
#include "match/opponents.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 64 * 1024 };

static void put(const char *text, size_t length) {
    fwrite(text, 1, length, stdout);
    fputc('\n', stdout);
}

struct engine {
    struct table_output output;
    struct table table;
    struct opponents opponents;
    struct adviser adviser;
    char buffer[TABLE_MESSAGE_MAX];
};

/* Prints a message for a seat that the other program holds. A program without a seat gets the
 * spectator's messages instead. */
static void print_update(struct table_output *output, unsigned observer, const char *text,
                         size_t length) {
    unsigned seats = match_people(&((struct engine *)output)->table.match);
    if (observer == SPECTATOR ? seats == 0 : seats >> observer & 1) put(text, length);
}

static void print_reply(struct table_output *output, const char *text, size_t length) {
    (void)output;
    put(text, length);
}

/* Answers a hello on the program's behalf, so that the first line tells it the table's id. */
static void introduce(struct table *t) {
    struct message reason;
    char hello[128];
    int length = snprintf(hello, sizeof hello,
                          "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":null,\"protocol\":%d}",
                          t->match.table, PROTOCOL);
    table_receive_text(t, 0, hello, (size_t)length, &reason);
}

static void serve(struct engine *e) {
    struct table *t = &e->table;
    char *line = NULL;
    size_t size = 0;
    for (;;) {
        while (table_run(t) || opponents_answer(&e->opponents, t)) {}
        fflush(stdout);
        ssize_t length = getline(&line, &size, stdin);
        if (length < 0) break;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
        if (length == 0) continue;
        struct message reason;
        if (length > INPUT_MAX) length = 0; /* an empty message is refused with a reason */
        table_receive_text(t, match_people(&t->match), line, (size_t)length, &reason);
    }
    free(line);
}

static int engine(struct cli *cli) {
    struct game_choice choice;
    struct message error;
    if (!choose_setup(cli, &choice, true, &error)) return fail_usage(cli, &error);
    choice.means.pool = pool_of_all_cores();
    /* hints work without a net */
    if (!choice.means.net && !data_net(cli, choice.game, choice.players, &choice.means.net, &error))
        choice.means.net = NULL;
    struct table_setup setup = {.game = choice.game, .players = choice.players};
    memcpy(setup.options, choice.options, sizeof setup.options);
    memcpy(setup.levels, choice.levels, sizeof setup.levels);
    choose_seed(cli, setup.seed, setup.reserve, setup.id);
    struct engine *e = malloc(sizeof *e);
    if (!e) return fail(cli, &MESSAGE("error.memory"));
    e->output = (struct table_output){print_update, print_reply};
    bool open = table_open(&e->table, &setup, TAFELRUNDE_BUILD, e->buffer, &e->output);
    if (!open || !opponents_open(&e->opponents, &setup, &choice.means)) {
        if (open) table_close(&e->table);
        free(e);
        return fail(cli, &MESSAGE("error.memory"));
    }
    adviser_open(&e->adviser, choice.means.net);
    e->table.adviser = &e->adviser.asked;
    introduce(&e->table);
    serve(e);
    opponents_close(&e->opponents);
    table_close(&e->table);
    free(e);
    return EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",                "cli.default.players", "cli.arg.players", NULL},
    {"bots",    "cli.value.levels", "person",              "cli.arg.bots",    NULL},
    {"option",  "cli.value.option", "cli.default.option",  "cli.arg.option",  NULL},
    {"seed",    "cli.value.text",   "cli.default.seed",    "cli.arg.seed",    NULL},
    {0},
};
/* clang-format on */

const struct command engine_command = {.name = "engine",
                                       .help = "cli.help.engine",
                                       .words = "cli.value.game",
                                       .examples = "engine GAME\n"
                                                   "engine GAME --bots person,club --seed a",
                                       .known = known,
                                       .run = engine};
