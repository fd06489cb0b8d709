/* The tafelrunde program: chooses the language and runs a command or prints the help. */
#include "program/cli.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
    &serve_command,  &play_command,       &simulate_command, &arena_command,   &replay_command,
    &verify_command, &analyse_command,    &practice_command, &inspect_command, &engine_command,
    &games_command,  &components_command, &rules_command,    &bench_command,   &train_command,
    &load_command,   &admin_command,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static enum language language_of(const char *name, enum language otherwise) {
    if (!name || !*name) return otherwise;
    return strncmp(name, "de", 2) == 0 ? LANGUAGE_DE : LANGUAGE_EN;
}

/* --lang, else the environment's locale, else English. */
static bool choose_language(struct cli *cli, struct message *error) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *chosen = args_value(&cli->args, "lang", 0);
    cli->reader.language = LANGUAGE_EN;
    for (unsigned i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !*value) continue;
        cli->reader.language = language_of(value, LANGUAGE_EN);
        break;
    }
    if (chosen && strcmp(chosen, "de") != 0 && strcmp(chosen, "en") != 0) {
        *error = MESSAGE("cli.error.language", TEXT("word", chosen, strlen(chosen)));
        return false;
    }
    cli->reader.language = language_of(chosen, cli->reader.language);
    return true;
}

static int help(const struct cli *cli, FILE *file) {
    fprintf(file, "%s\n\n", words(cli, "cli.help.head"));
    for (unsigned i = 0; i < COMMANDS; i++) {
        const char *text = words(cli, commands[i]->help);
        fprintf(file, "  %-12s %.*s\n", commands[i]->name, (int)strcspn(text, "\n"), text);
    }
    fprintf(file, "\n%s\n", words(cli, "cli.help.games_head"));
    for (unsigned i = 0; i < games_count; i++) list_game(cli, file, games[i]);
    fprintf(file, "\n%s\n", words(cli, "cli.help.foot"));
    return EXIT_SUCCESS;
}

/* Output that could not be written is an error even if the command succeeded. */
static int leave(const struct cli *cli, int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    return fail(cli, &MESSAGE("cli.error.output"));
}

static int run(struct cli *cli, const struct command *command, int argc, char **argv) {
    struct message error;
    bool read = args_read(&cli->args, argc, argv, command->known, &error);
    struct message wrong_language;
    if (!choose_language(cli, &wrong_language)) return fail_usage(cli, &wrong_language);
    if (args_has(&cli->args, "help")) {
        printf("%s\n", words(cli, command->help));
        return leave(cli, EXIT_SUCCESS);
    }
    if (!read) return fail_usage(cli, &error);
    return leave(cli, command->run(cli));
}

/* Without a command, prints the list of commands in the language of --lang. */
static int without_command(struct cli *cli, int argc, char **argv) {
    static const struct arg known[] = {{"lang", true}, {0}};
    struct message error, wrong_language;
    bool read = args_read(&cli->args, argc, argv, known, &error);
    if (!choose_language(cli, &wrong_language)) return fail_usage(cli, &wrong_language);
    return read ? leave(cli, help(cli, stdout)) : fail_usage(cli, &error);
}

int main(int argc, char **argv) {
    struct cli cli = {0};
    struct message error;
    const char *word = argc > 1 ? argv[1] : "--help";
    if (strcmp(word, "--version") == 0) return printf("tafelrunde %s\n", TAFELRUNDE_BUILD) < 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "help") == 0)
        return without_command(&cli, argc > 2 ? argc - 2 : 0, argv + 2);
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, word) == 0) return run(&cli, commands[i], argc - 2, argv + 2);
    if (!choose_language(&cli, &error)) return fail_usage(&cli, &error);
    return fail_usage(&cli, &MESSAGE("cli.error.command", TEXT("word", word, strlen(word))));
}
