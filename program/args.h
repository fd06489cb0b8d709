/* Command-line arguments: words and --options. Each command lists its options; any other is wrong
 * usage. */
#ifndef PROGRAM_ARGS_H
#define PROGRAM_ARGS_H

#include "core/message.h"

#include <stdbool.h>

enum { ARGS_WORDS_MAX = 4, ARGS_OPTIONS_MAX = 32 };

struct arg {
    const char *name; /* without "--"; NULL ends the list */
    bool value; /* takes a value */
};

struct args {
    const char *words[ARGS_WORDS_MAX];
    unsigned word_count;
    struct {
        const char *name, *value;
    } options[ARGS_OPTIONS_MAX];
    unsigned option_count;
};

/* False with the reason. */
bool args_read(struct args *args, int argc, char **argv, const struct arg *known,
               struct message *error) __attribute__((warn_unused_result));

bool args_has(const struct args *args, const char *name);

/* The value of the n-th use of an option (from 0), or NULL. */
const char *args_value(const struct args *args, const char *name, unsigned n);

/* Reads a whole number within limits. Without the option `number` keeps its value. */
bool args_number(const struct args *args, const char *name, long min, long max, long *number,
                 struct message *error) __attribute__((warn_unused_result));

#endif
