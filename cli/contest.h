/* Plays whole games between opponents, with the draws of a real table, for simulate, arena and
 * practice. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "program/cli.h"
#include "match/record.h"

struct contest {
    struct game_choice choice;
    char components[COMPONENTS_HASH_SIZE];
    struct bot bots[SEATS_MAX]; /* one per seat, as in --bots */
    struct game open; /* the game with nothing hidden, for --cheat */
    struct tuning open_tuning;
    unsigned long steps, decisions;
};

/* False if memory is short; close it all the same. */
bool contest_open(struct contest *c, const struct game_choice *choice)
    __attribute__((warn_unused_result));
void contest_close(struct contest *c);

/* The head of the record of game number `game` of a seed. */
struct record contest_head(const struct contest *c, const char *seed, unsigned game);

/* Plays one game to its end. Bot (seat + rotation) mod players has the seat. The steps go to `out`
 * unless it is NULL. */
void contest_play(struct contest *c, const struct record *r, const uint8_t bots_seed[SEED_SIZE],
                  unsigned rotation, void *state, struct json_out *out);

/* Opens the file of --records, "-" for standard output; without the option `file` stays as it
 * is. */
bool contest_records(const struct cli *cli, FILE **file, struct message *error)
    __attribute__((warn_unused_result));

#endif
