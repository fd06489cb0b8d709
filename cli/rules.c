/* rules: prints the rules page of a game. */
#include "program/rules.h"

#include "program/cli.h"

#include <stdlib.h>

static int rules(struct cli *cli) {
    const struct game *game;
    struct message error;
    if (!choose_game(cli, &game, &error)) return fail_usage(cli, &error);
    if (args_has(&cli->args, "json")) return rules_print_json(cli, game);
    return rules_print(cli, game, stdout, &error) ? EXIT_SUCCESS : fail(cli, &error);
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"json", NULL, NULL, "cli.arg.json", NULL},
    {0},
};
/* clang-format on */

const struct command rules_command = {.name = "rules",
                                      .help = "cli.help.rules",
                                      .words = "cli.value.game",
                                      .examples = "rules GAME\n"
                                                  "rules GAME --lang de",
                                      .known = known,
                                      .run = rules};
