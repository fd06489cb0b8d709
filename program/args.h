/* Command-line arguments: words and --options. Each command lists its options; any other is wrong
 * usage. */
#ifndef PROGRAM_ARGS_H
#define PROGRAM_ARGS_H

#include "core/message.h"

#include <stdbool.h>

enum { ARGS_WORDS_MAX = 4, ARGS_OPTIONS_MAX = 32 };

/* One row of a command's table of options. Parsing, help, manual and completion all use it. */
struct arg {
    const char *name; /* without "--"; NULL ends the list */
    const char *value; /* placeholder of its value, as text or catalogue key; NULL: takes none */
    const char *fallback; /* its value if it is not given, as text or catalogue key; may be NULL */
    const char *help; /* catalogue key of the description */
    const char *example; /* of an option that is required; else NULL */
};

extern const struct arg args_common[]; /* options of every command */

struct args {
    const struct arg *known;
    const char *words[ARGS_WORDS_MAX];
    unsigned word_count;
    struct {
        const char *name, *value;
    } options[ARGS_OPTIONS_MAX];
    unsigned option_count;
    bool help; /* -h */
};

/* False with the reason. */
bool args_read(struct args *args, int argc, char **argv, const struct arg *known,
               struct message *error) __attribute__((warn_unused_result));

/* False with the reason if the required option is not there. */
bool args_need(const struct args *args, const char *name, struct message *error)
    __attribute__((warn_unused_result));

/* Adds an option as if it had been given, if there is room; removes all uses of one. */
void args_add(struct args *args, const char *name, const char *value);
void args_drop(struct args *args, const char *name);

bool args_has(const struct args *args, const char *name);

/* The value of the n-th use of an option (from 0), or NULL. */
const char *args_value(const struct args *args, const char *name, unsigned n);

/* The value of an option, else its default from the table. */
const char *args_text(const struct args *args, const char *name);

/* Read a number within limits. Without the option `number` gets the table's default if that is a
 * number; else it keeps its value. */
bool args_number(const struct args *args, const char *name, long min, long max, long *number,
                 struct message *error) __attribute__((warn_unused_result));
/* The same for a number that people count from 1; `number` counts from 0. */
bool args_ordinal(const struct args *args, const char *name, long count, long *number,
                  struct message *error) __attribute__((warn_unused_result));
bool args_real(const struct args *args, const char *name, double min, double max, double *number,
               struct message *error) __attribute__((warn_unused_result));

/* "Did you mean …?": the candidate with the fewest edits, if there are few enough. */
struct guess {
    const char *word;
    size_t length;
    const char *best; /* NULL if no candidate is near */
    unsigned edits; /* of the best one */
};

struct guess guess_begin(const char *word, size_t length);
void guess_try(struct guess *guess, const char *candidate);

/* The parameters "near" (1 or 0) and "guess" of a message. */
#define GUESS(g)                      \
    NUMBER("near", (g).best != NULL), \
        TEXT("guess", (g).best ? (g).best : "", (g).best ? strlen((g).best) : 0)

#endif
