/* play: plays a game in the terminal against opponents, with others at the same terminal, or at a
 * server's table. */
#include "program/pool.h"
#include "program/data.h"
#include "terminal/front.h"
#include "terminal/menu.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seats the players. --bots may name people. If it names none, the player has --seat (by default
 * the first) and opponents have the others. */
static bool choose_people(const struct cli *cli, struct game_choice *choice,
                          struct message *error) {
    long seat = 0;
    bool people = false;
    if (!choose_setup(cli, choice, true, error) ||
        !args_ordinal(&cli->args, "seat", choice->players, &seat, error))
        return false;
    for (unsigned i = 0; i < choice->players; i++) {
        if (!args_has(&cli->args, "bots")) choice->levels[i] = (struct bot_level){.kind = BOT_CLUB};
        people |= choice->levels[i].kind == BOT_PERSON;
    }
    if (!people || args_has(&cli->args, "seat"))
        choice->levels[seat] = (struct bot_level){.kind = BOT_PERSON};
    bool net = false;
    for (unsigned i = 0; i < choice->players; i++)
        net |= bot_uses_net(choice->levels[i], choice->game);
    choice->means.pool = pool_of_all_cores();
    if (data_net(cli, choice->game, choice->players, &choice->means.net, error)) return true;
    choice->means.net = NULL; /* hints work without a net */
    return !net;
}

/* Plain lines unless both input and output are a capable terminal. */
static const struct face *choose_face(const struct cli *cli) {
    bool plain = args_has(&cli->args, "plain") || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
                 !screen_is_possible();
    return plain ? &plain_face : &screen_face;
}

static int run(struct front *f, const struct game_choice *choice, const char *link,
               bool is_rematch) {
    const char *server = args_value(&f->cli->args, "server", 0);
    struct message error = MESSAGE("error.memory");
    if (link) f->online = calloc(1, sizeof *f->online);
    else f->local = calloc(1, sizeof *f->local);
    f->net = choice->means.net;
    bool open = link ? f->online && online_open(f->online, &f->session, f->cli, &f->loop, server,
                                                link, &error)
                     : f->local && local_open(f->local, &f->session, f->cli, &f->loop, choice,
                                              choose_face(f->cli) == &screen_face, &error);
    if (!open) {
        int failed = fail(f->cli, &error);
        if (f->local) local_close(f->local);
        return failed;
    }
    if (link) f->online->is_rematch = is_rematch;
    int status = front_run(f, choose_face(f->cli));
    /* A search may still be using this memory, so leave without freeing it. */
    if (f->hint.busy || (f->local && f->local->thinking.busy)) exit(status);
    if (f->local) local_close(f->local);
    if (f->online) online_close(f->online);
    return status;
}

/* Prepares what follows a finished game: another one, perhaps with everybody one seat further. */
static void prepare_next(const struct front *f, struct cli *cli, struct game_choice *choice) {
    struct bot_level first = choice->levels[0];
    args_drop(&cli->args, "seed"); /* it would deal the same cards */
    args_drop(&cli->args, "record");
    args_drop(&cli->args, "resumed");
    if (f->after != AFTER_SEATS) return;
    memmove(choice->levels, choice->levels + 1, (choice->players - 1) * sizeof first);
    choice->levels[choice->players - 1] = first;
}

/* Replaces this program by the analysis of the game that has just ended. */
static int analyse(const struct cli *cli, const char *path) {
    const char *language = cli->reader.language == LANGUAGE_DE ? "de" : "en";
    execl("/proc/self/exe", "tafelrunde", "analyse", path, "--lang", language, NULL);
    return EXIT_FAILURE;
}

static int play(struct cli *cli) {
    struct message error;
    struct game_choice choice = {0};
    const struct game *expected = NULL;
    int status;
    if (!args_has(&cli->args, "table") && cli->args.word_count == 0 && isatty(STDIN_FILENO) &&
        isatty(STDOUT_FILENO) && !menu_run(cli, &status))
        return status;
    bool online = args_has(&cli->args, "table");
    if (args_has(&cli->args, "server") && !online)
        return fail_usage(cli, &MESSAGE("terminal.table_missing"));
    if (!online && !choose_people(cli, &choice, &error)) return fail_usage(cli, &error);
    if (online && cli->args.word_count && !choose_game(cli, &expected, &error))
        return fail_usage(cli, &error);
    struct front *f = calloc(1, sizeof *f);
    if (!f) return fail(cli, &MESSAGE("error.memory"));
    f->cli = cli;
    const char *link = args_value(&cli->args, "table", 0);
    char again[sizeof f->online->address + TABLE_ID_LENGTH + sizeof "/t/"];
    for (bool is_rematch = false;; is_rematch = true) { /* the table, then its rematches */
        session_open(&f->session, cli->reader.language);
        f->session.expected = expected;
        uv_loop_init(&f->loop);
        status = run(f, &choice, link, is_rematch);
        bool joins_rematch = status == EXIT_SUCCESS && f->online && f->online->joins_rematch;
        bool more = status == EXIT_SUCCESS && f->local && f->after != AFTER_NOTHING;
        if (more && f->after == AFTER_ANALYSIS) return analyse(cli, f->local->path);
        if (more) prepare_next(f, cli, &choice);
        if (joins_rematch)
            snprintf(again, sizeof again, "%s/t/%s", f->online->address, f->online->rematch);
        if (online) link = again;
        session_close(&f->session);
        uv_loop_close(&f->loop);
        free(f->local);
        free(f->online);
        *f = (struct front){.cli = cli};
        if (!joins_rematch && !more) break;
    }
    free(f);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",                "cli.default.players", "cli.arg.players",     NULL},
    {"bots",    "cli.value.levels", "club",                "cli.arg.play_bots",   NULL},
    {"seat",    "N",                "cli.default.first",   "cli.arg.play_seat",   NULL},
    {"option",  "cli.value.option", "cli.default.option",  "cli.arg.option",      NULL},
    {"seed",    "cli.value.text",   "cli.default.seed",    "cli.arg.seed",        NULL},
    {"record",  "cli.value.file",   NULL,                  "cli.arg.play_record", NULL},
    {"plain",   NULL,               NULL,                  "cli.arg.plain",       NULL},
    {"table",   "LINK",             NULL,                  "cli.arg.table",       NULL},
    {"server",  "URL",              "cli.default.server",  "cli.arg.play_server", NULL},
    {"name",    "NAME",             "cli.default.name",    "cli.arg.name",        NULL},
    {0},
};
/* clang-format on */

const struct command play_command = {.name = "play",
                                     .help = "cli.help.play",
                                     .words = "cli.words.play",
                                     .examples = "play GAME\n"
                                                 "play GAME --bots novice --record evening.jsonl\n"
                                                 "play --table https://spiel.example/t/ID#SECRET",
                                     .known = known,
                                     .run = play};
