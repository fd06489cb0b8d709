/* games: lists the games. --json prints everything the program knows about them, so that no other
 * program has to parse help texts. */
#include "program/cli.h"
#include "core/describe.h"
#include "core/ensure.h"
#include "games/registry.h"

#include <stdlib.h>

enum { LEVELS_MAX = 4 * 1024 };

void list_game(const struct cli *cli, FILE *file, const struct game *game) {
    fprintf(file, "  %-12s %s, ", game->id, game->name);
    say(cli, file,
        &MESSAGE("cli.help.players", NUMBER("min", game->players_min),
                 NUMBER("max", game->players_max),
                 NUMBER("more", game->players_max - game->players_min)));
    for (unsigned o = 0; o < game->option_count; o++) {
        fprintf(file, "  %-12s   --option %s=", "", game->options[o].key);
        for (unsigned v = 0; v < game->options[o].count; v++)
            fprintf(file, "%s%s", v ? "|" : "", game->options[o].values[v]);
        fprintf(file, "\n");
    }
}

static void write_level(const struct game *game, int kind, struct json_out *out) {
    struct bot_level level = {.kind = kind};
    json_object(out, NULL);
    json_text(out, "level", bot_kind_names[kind]);
    json_bool(out, "net", bot_uses_net(level, game));
    json_array(out, "turns");
    for (unsigned players = game->players_min; players <= game->players_max; players++) {
        json_object(out, NULL);
        json_number(out, "players", players);
        json_number(out, "visits", bot_visits(level, game, players));
        json_number(out, "turn_ms", bot_turn_ms(level));
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

/* One line per game keeps the text legible and differences between builds small. */
static void print_description(const struct game *game, const char *end) {
    char text[DESCRIPTION_MAX + LEVELS_MAX];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    game_describe(game, &out);
    json_bool(&out, "sample", games_is_sample(game));
    json_array(&out, "levels");
    for (int kind = 0; kind < BOT_KINDS; kind++) write_level(game, kind, &out);
    json_array_end(&out);
    json_object_end(&out);
    ensure(out.length <= out.size);
    printf("%.*s%s\n", (int)out.length, text, end);
}

static int run(struct cli *cli) {
    const struct game *one = NULL;
    struct message error;
    if (cli->args.word_count > 0 && !choose_game(cli, &one, &error)) return fail_usage(cli, &error);
    const struct game *const *first = one ? &one : games;
    unsigned count = one ? 1 : games_count;
    bool json = args_has(&cli->args, "json");
    if (json) printf("{\"build\":\"%s\",\"games\":[\n", TAFELRUNDE_BUILD);
    for (unsigned i = 0; i < count; i++) {
        if (json) print_description(first[i], i + 1 < count ? "," : "");
        else list_game(cli, stdout, first[i]);
    }
    if (json) printf("]}\n");
    return EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"json", NULL, NULL, "cli.arg.json", NULL},
    {0},
};
/* clang-format on */

const struct command games_command = {.name = "games",
                                      .help = "cli.help.games",
                                      .words = "cli.words.maybe_game",
                                      .examples = "games\n"
                                                  "games GAME --json",
                                      .known = known,
                                      .run = run};
