/* Records: the save format, the export and the test fixture (docs/records.md).
 *
 * A record's head is read at once; its steps are walked over as they stand in the text, so a
 * record of any length needs no memory of its own. A record made for one seat during play has
 * `?` for what that seat may not know; it is replayed on that seat's views. */
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
    int seat; /* made for this observer during play; -1: whole */
    struct json steps, result, ended; /* in the text it was read from */
};

/* One step on its way: `at` counts them. */
struct record_step {
    unsigned at, by;
    uint16_t action;
};

/* Reads and checks the head. `errors` may point into the text. */
bool record_read(struct record *r, const char *text, size_t length, struct message *error)
    __attribute__((warn_unused_result));

/* Called before each step is applied, and once more at the end with by = NOBODY; false stops. */
struct record_watcher {
    bool (*step)(struct record_watcher *watcher, const void *state, const struct record_step *step);
    bool check_draws; /* also compare every chance step with the draw that the seed gives */
    struct sink *sink; /* hears the events; may be NULL */
};

/* Replays all of it: `state` (STATE_MAX bytes) ends as the last position. */
struct record_error {
    struct message message;
    unsigned step; /* which */
    bool illegal; /* then: what was legal is found in the state */
    unsigned by;
};
bool record_replay(const struct record *r, void *state, struct record_watcher *watcher,
                   struct record_error *error) __attribute__((warn_unused_result));

/* Writing: head, steps, tail. `state` is the last position; a game that is not over has no
 * result. */
void record_begin(struct json_out *out, const char *name, const struct record *r);
void record_add_step(struct json_out *out, const struct game *game, unsigned by, uint16_t action);
void record_end(struct json_out *out, const struct game *game, unsigned players, const void *state);

void record_write_options(struct json_out *out, const char *name, const struct game *game,
                          const uint8_t *options);
bool record_read_options(const struct game *game, struct json value, uint8_t *options,
                         struct message *error) __attribute__((warn_unused_result));
void record_write_breakdown(struct json_out *out, const struct game *game, unsigned players,
                            const struct result *result);
void record_write_result(struct json_out *out, const char *name, const struct game *game,
                         unsigned players, const void *state);

/* The record of a match: what the observer may know while it goes on, everything once it is
 * over. */
void match_write_record(const struct match *m, unsigned observer, struct json_out *out,
                        const char *name);
/* Everything at any time, the seed included: for whoever keeps the table, to go on from. */
void match_write_whole(const struct match *m, struct json_out *out, const char *name);

#endif
