#include "program/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(struct message *error, const char *key, const char *word) {
    *error = MESSAGE(key, TEXT("word", word, strlen(word)));
    return false;
}

const struct arg args_common[] = {
    {"lang", "de|en", "cli.default.lang", "cli.arg.lang", NULL},
    {"help", NULL, NULL, "cli.arg.help", NULL},
    {0},
};

static const struct arg *find_in(const struct arg *known, const char *name, size_t length) {
    for (; known->name; known++)
        if (strlen(known->name) == length && memcmp(known->name, name, length) == 0) return known;
    return NULL;
}

static const struct arg *find(const struct arg *known, const char *name, size_t length) {
    const struct arg *arg = find_in(known, name, length);
    return arg ? arg : find_in(args_common, name, length);
}

/* ---- guesses ---- */

enum { GUESS_MAX = 24 };

/* Levenshtein distance with one row of the matrix; GUESS_MAX for long words. */
static unsigned count_edits(const char *a, size_t a_length, const char *b) {
    unsigned row[GUESS_MAX];
    size_t b_length = strlen(b);
    if (a_length >= GUESS_MAX || b_length >= GUESS_MAX) return GUESS_MAX;
    for (size_t j = 0; j <= b_length; j++) row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]), least = row[j - 1] + 1;
            diagonal = row[j];
            if (diagonal + 1 < least) least = diagonal + 1;
            row[j] = replaced < least ? replaced : least;
        }
    }
    return row[b_length];
}

struct guess guess_begin(const char *word, size_t length) {
    return (struct guess){word, length, NULL, length < 4 ? 2 : 3};
}

void guess_try(struct guess *guess, const char *candidate) {
    unsigned edits = count_edits(guess->word, guess->length, candidate);
    if (edits >= guess->edits || edits >= guess->length) return;
    guess->best = candidate;
    guess->edits = edits;
}

static bool refuse_option(struct message *error, const struct arg *known, const char *word,
                          size_t length) {
    struct guess guess = guess_begin(word + 2, length - 2);
    for (const struct arg *arg = known; arg->name; arg++) guess_try(&guess, arg->name);
    for (const struct arg *arg = args_common; arg->name; arg++) guess_try(&guess, arg->name);
    *error = MESSAGE("cli.error.unknown_option", TEXT("word", word, length), GUESS(guess));
    return false;
}

/* ---- reading ---- */

/* Reads "--name value" or "--name=value". Advances `argv` past a separate value. */
static bool read_option(struct args *args, char ***argv, const struct arg *known,
                        struct message *error) {
    const char *word = **argv, *name = word + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct arg *arg = find(known, name, length);
    if (!arg) return refuse_option(error, known, word, length + 2);
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
    *args = (struct args){.known = known};
    for (char **end = argv + argc; argv < end; argv++) {
        if (strcmp(*argv, "-h") == 0) args->help = true;
        else if (strncmp(*argv, "--", 2) == 0 && (*argv)[2]) {
            if (!read_option(args, &argv, known, error)) return false;
        } else if (args->word_count == ARGS_WORDS_MAX) {
            return refuse(error, "cli.error.too_many", *argv);
        } else {
            args->words[args->word_count++] = *argv;
        }
    }
    return true;
}

bool args_need(const struct args *args, const char *name, struct message *error) {
    const struct arg *arg = find(args->known, name, strlen(name));
    if (args_has(args, name)) return true;
    *error = MESSAGE("cli.error.required", TEXT("option", name, strlen(name)),
                     TEXT("example", arg->example, strlen(arg->example)));
    return false;
}

void args_add(struct args *args, const char *name, const char *value) {
    if (args->option_count == ARGS_OPTIONS_MAX) return;
    args->options[args->option_count].name = name;
    args->options[args->option_count++].value = value;
}

void args_drop(struct args *args, const char *name) {
    unsigned kept = 0;
    for (unsigned i = 0; i < args->option_count; i++)
        if (strcmp(args->options[i].name, name) != 0) args->options[kept++] = args->options[i];
    args->option_count = kept;
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

const char *args_text(const struct args *args, const char *name) {
    const char *text = args_value(args, name, 0);
    const struct arg *arg = find(args->known, name, strlen(name));
    return text ? text : arg ? arg->fallback : NULL;
}

/* The text of a number: the option's value, or a default that is a number; else NULL. */
static const char *number_text(const struct args *args, const char *name) {
    const char *text = args_text(args, name);
    return args_has(args, name) || (text && strspn(text, "0123456789.") == strlen(text)) ? text
                                                                                         : NULL;
}

bool args_number(const struct args *args, const char *name, long min, long max, long *number,
                 struct message *error) {
    const char *text = number_text(args, name);
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

bool args_ordinal(const struct args *args, const char *name, long count, long *number,
                  struct message *error) {
    long counted = *number + 1;
    if (!args_number(args, name, 1, count, &counted, error)) return false;
    *number = counted - 1;
    return true;
}

bool args_real(const struct args *args, const char *name, double min, double max, double *number,
               struct message *error) {
    const char *text = number_text(args, name);
    char *end;
    if (!text) return true;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= min && value <= max)) {
        *error = MESSAGE("cli.error.real", TEXT("option", name, strlen(name)), NUMBER("min", min),
                         NUMBER("max", max), TEXT("word", text, strlen(text)));
        return false;
    }
    *number = value;
    return true;
}
