#include "program/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(struct message *error, const char *key, const char *word) {
    *error = MESSAGE(key, TEXT("word", word, strlen(word)));
    return false;
}

static const struct arg *find(const struct arg *known, const char *name, size_t length) {
    for (; known->name; known++)
        if (strlen(known->name) == length && memcmp(known->name, name, length) == 0) return known;
    return NULL;
}

/* Reads "--name value" or "--name=value". Advances `argv` past a separate value. */
static bool read_option(struct args *args, char ***argv, const struct arg *known,
                        struct message *error) {
    const char *word = **argv, *name = word + 2, *equals = strchr(name, '=');
    const struct arg *arg = find(known, name, equals ? (size_t)(equals - name) : strlen(name));
    if (!arg) return refuse(error, "cli.error.unknown_option", word);
    if (args->option_count == ARGS_OPTIONS_MAX) return refuse(error, "cli.error.too_many", word);
    const char *value = NULL;
    if (!arg->value && equals) return refuse(error, "cli.error.no_value", word);
    if (arg->value) {
        value = equals ? equals + 1 : *++*argv;
        if (!value) return refuse(error, "cli.error.value_missing", word);
    }
    args->options[args->option_count].name = arg->name;
    args->options[args->option_count++].value = value;
    return true;
}

bool args_read(struct args *args, int argc, char **argv, const struct arg *known,
               struct message *error) {
    memset(args, 0, sizeof *args);
    for (char **end = argv + argc; argv < end; argv++) {
        if (strncmp(*argv, "--", 2) == 0 && (*argv)[2]) {
            if (!read_option(args, &argv, known, error)) return false;
        } else if (args->word_count == ARGS_WORDS_MAX) {
            return refuse(error, "cli.error.too_many", *argv);
        } else {
            args->words[args->word_count++] = *argv;
        }
    }
    return true;
}

bool args_has(const struct args *args, const char *name) {
    for (unsigned i = 0; i < args->option_count; i++)
        if (strcmp(args->options[i].name, name) == 0) return true;
    return false;
}

const char *args_value(const struct args *args, const char *name, unsigned n) {
    for (unsigned i = 0; i < args->option_count; i++)
        if (strcmp(args->options[i].name, name) == 0 && n-- == 0) return args->options[i].value;
    return NULL;
}

bool args_number(const struct args *args, const char *name, long min, long max, long *number,
                 struct message *error) {
    const char *text = args_value(args, name, 0);
    char *end;
    if (!text) return true;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < min || value > max) {
        *error = MESSAGE("cli.error.number", TEXT("option", name, strlen(name)), NUMBER("min", min),
                         NUMBER("max", max), TEXT("word", text, strlen(text)));
        return false;
    }
    *number = value;
    return true;
}
