/* The tafelrunde program: chooses the language and runs a command or prints the help. */
#include "program/cli.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
    &serve_command,  &play_command,       &simulate_command,   &arena_command,   &replay_command,
    &verify_command, &analyse_command,    &practice_command,   &inspect_command, &engine_command,
    &games_command,  &components_command, &rules_command,      &bench_command,   &train_command,
    &load_command,   &admin_command,      &tournament_command,
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
    say(cli, file, &MESSAGE("cli.help.head", NUMBER("n", games_offered)));
    fprintf(file, "\n");
    for (unsigned i = 0; i < COMMANDS; i++) {
        const char *text = words(cli, commands[i]->help);
        fprintf(file, "  %-12s %.*s\n", commands[i]->name, (int)strcspn(text, "\n"), text);
    }
    fprintf(file, "\n%s\n", words(cli, "cli.help.games_head"));
    for (unsigned i = 0; i < games_count; i++) list_game(cli, file, games[i]);
    fprintf(file, "\n%s\n", words(cli, "cli.help.foot"));
    return EXIT_SUCCESS;
}

/* "--bots LEVEL,…"; the width of the column if `print` is false. */
static unsigned name_option(const struct cli *cli, const struct arg *arg, bool print) {
    const char *value = arg->value ? words(cli, arg->value) : "";
    bool help = strcmp(arg->name, "help") == 0;
    if (print) printf("  %s--%s%s%s", help ? "-h, " : "", arg->name, arg->value ? " " : "", value);
    return (unsigned)strlen(arg->name) + (help ? 6 : 2) + text_width(value) + (arg->value ? 1 : 0);
}

static void print_options(const struct cli *cli, const struct arg *known, unsigned width) {
    for (const struct arg *arg = known; arg->name; arg++) {
        unsigned used = name_option(cli, arg, true);
        printf("%*s%s", (int)(width - used) + 2, "", words(cli, arg->help));
        if (arg->fallback)
            printf(" (%s: %s)", words(cli, "cli.help.fallback"), words(cli, arg->fallback));
        else if (arg->example) printf(" (%s)", words(cli, "cli.help.required"));
        printf("\n");
    }
}

/* The first game for two: examples name two levels. */
static const struct game *example_game(void) {
    for (unsigned i = 0; i < games_offered; i++)
        if (games[i]->players_min == 2) return games[i];
    return games[0];
}

static void print_examples(const struct cli *cli, const char *examples) {
    printf("\n%s\n", words(cli, "cli.help.examples_head"));
    printf("  tafelrunde ");
    while (*examples) {
        if (strncmp(examples, "GAME", 4) == 0) {
            printf("%s", example_game()->id);
            examples += 4;
            continue;
        }
        printf(*examples == '\n' ? "\n  tafelrunde " : "%c", *examples);
        examples++;
    }
    printf("\n");
}

/* The summary, the usage lines, one line per option, the explanation, examples. */
static void help_command(const struct cli *cli, const struct command *command) {
    const char *text = words(cli, command->help), *usage = words(cli, command->words);
    size_t summary = strcspn(text, "\n");
    unsigned width = 0;
    printf("%.*s\n\n", (int)summary, text);
    for (size_t length; length = strcspn(usage, "\n"), true; usage += length + 1) {
        printf("tafelrunde %s %.*s%s%s\n", command->name, (int)length, usage, length ? " " : "",
               words(cli, "cli.help.options"));
        if (!usage[length]) break;
    }
    const struct arg *const tables[] = {command->known, args_common};
    for (unsigned i = 0; i < 2; i++)
        for (const struct arg *arg = tables[i]; arg->name; arg++)
            if (name_option(cli, arg, false) > width) width = name_option(cli, arg, false);
    printf("\n");
    for (unsigned i = 0; i < 2; i++) print_options(cli, tables[i], width);
    if (text[summary]) printf("%s\n", text + summary + 1);
    print_examples(cli, command->examples);
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
    if (cli->args.help || args_has(&cli->args, "help")) {
        help_command(cli, command);
        return leave(cli, EXIT_SUCCESS);
    }
    if (!read) return fail_usage(cli, &error);
    return leave(cli, command->run(cli));
}

/* Without a command, prints the list of commands in the language of --lang. */
static int without_command(struct cli *cli, int argc, char **argv) {
    static const struct arg known[] = {{0}};
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
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return without_command(&cli, argc > 2 ? argc - 2 : 0, argv + 2);
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, word) == 0) return run(&cli, commands[i], argc - 2, argv + 2);
    if (!choose_language(&cli, &error)) return fail_usage(&cli, &error);
    struct guess guess = guess_begin(word, strlen(word));
    for (unsigned i = 0; i < COMMANDS; i++) guess_try(&guess, commands[i]->name);
    return fail_usage(
        &cli, &MESSAGE("cli.error.command", TEXT("word", word, strlen(word)), GUESS(guess)));
}
