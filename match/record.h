/* Records: the save format, the export and the test fixture (docs/records.md).
 *
 * The head is read at once; steps are parsed from the text one by one, so a record of any length
 * needs no further memory. A record made for one seat during play has `?` for what that seat may
 * not know. It is replayed on that seat's view. */
#ifndef MATCH_RECORD_H
#define MATCH_RECORD_H

#include "core/game.h"
#include "match/draws.h"
#include "match/match.h"

struct record {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    char components[COMPONENTS_HASH_SIZE];
    char table[TABLE_ID_LENGTH + 1];
    uint8_t commitment[HASH_SIZE];
    bool has_seed;
    uint8_t seed[SEED_SIZE];
    unsigned persons; /* seats that added entropy */
    uint8_t entropy[SEATS_MAX][SEED_SIZE];
    int seat; /* the observer it was made for during play; -1: complete */
    struct json steps, result, ended; /* point into the text */
};

/* A step of a record; `at` is its number. */
struct record_step {
    unsigned at, by;
    uint16_t action;
};

/* Reads and checks the head. `error` may point into the text. */
bool record_read(struct record *r, const char *text, size_t length, struct message *error)
    __attribute__((warn_unused_result));

/* Called before each step is applied, and once more at the end with by = NOBODY; false stops. */
struct record_watcher {
    bool (*step)(struct record_watcher *watcher, const void *state, const struct record_step *step);
    bool check_draws; /* also check that every draw follows from the seed */
    struct sink *sink; /* receives the events; may be NULL */
};

/* Replays the whole record. `state` (STATE_MAX bytes) becomes the last position. */
struct record_error {
    struct message message;
    unsigned step; /* number of the wrong step */
    bool illegal; /* step of `by` was illegal; the legal ones follow from `state` */
    unsigned by; /* valid if `illegal` */
};
bool record_replay(const struct record *r, void *state, struct record_watcher *watcher,
                   struct record_error *error) __attribute__((warn_unused_result));

/* Writing: head, steps, tail. `state` is the last position. Only finished games have a result. */
void record_begin(struct json_out *out, const char *name, const struct record *r);
void record_add_step(struct json_out *out, const struct game *game, unsigned by, uint16_t action);
void record_end(struct json_out *out, const struct game *game, unsigned players, const void *state);

/* One step, [by, "do"], and whether it is legal; false with the reason. `step->at` is set by the
 * caller. */
bool record_read_step(const struct game *game, unsigned players, struct json value,
                      struct record_step *step, struct record_error *error)
    __attribute__((warn_unused_result));
bool record_allows(const struct game *game, const void *state, const struct record_step *step,
                   struct record_error *error) __attribute__((warn_unused_result));

void record_write_options(struct json_out *out, const char *name, const struct game *game,
                          const uint8_t *options);
bool record_read_options(const struct game *game, struct json value, uint8_t *options,
                         struct message *error) __attribute__((warn_unused_result));
void record_write_breakdown(struct json_out *out, const struct game *game, unsigned players,
                            const struct result *result);
void record_write_result(struct json_out *out, const char *name, const struct game *game,
                         unsigned players, const void *state);

/* The record of a match: what the observer may know during the game, everything after it. */
void match_write_record(const struct match *m, unsigned observer, struct json_out *out,
                        const char *name);
/* What the observer may know, also after the game: without the seed. */
void match_write_own(const struct match *m, unsigned observer, struct json_out *out,
                     const char *name);
/* Everything at any time, also the seed: for the table's owner, to save and continue. */
void match_write_whole(const struct match *m, struct json_out *out, const char *name);

#endif
