/* What the files of the library share. */
#ifndef LIB_INTERNAL_H
#define LIB_INTERNAL_H

#include "core/tuning.h"
#include "lib/tafelrunde.h"

static inline const struct game *of(const struct tafelrunde_game *game) {
    return (const struct game *)game;
}

/* Fill `error`, if it is not NULL, with a reason in all languages, and return the code. `by` is the
 * seat that the sentence addresses, or NOBODY. */
int fail(struct tafelrunde_error *error, int code, unsigned by, const struct message *reason);
int fail_seat(struct tafelrunde_error *error, unsigned players);
int check_setup(const struct game *g, unsigned players, const uint8_t *options,
                struct tafelrunde_error *error);

/* What a finished game is worth to each seat: tafelrunde_utility. */
void utility_of(const struct result *result, unsigned players, double utility[SEATS_MAX]);

/* The net files that the library contains (tools/embed.py). */
struct library_net {
    const char *name; /* "tallinn-2" */
    const uint8_t *bytes;
    size_t size;
};
extern const struct library_net library_nets[];
extern const unsigned library_nets_count;

#endif
