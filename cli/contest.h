/* Whole games between opponents, with the draws that a table would make: what simulate and arena
 * share. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "program/cli.h"
#include "match/record.h"

struct contest {
    struct game_choice choice;
    char components[COMPONENTS_HASH_SIZE];
    struct bot bots[SEATS_MAX]; /* one a level that --bots names */
    struct game open; /* the game with nothing hidden, for one that cheats */
    unsigned long steps, decisions;
};

/* False: there is not enough memory. */
bool contest_open(struct contest *c, const struct game_choice *choice)
    __attribute__((warn_unused_result));
void contest_close(struct contest *c);

/* The head of game number `game` of a seed. */
struct record contest_head(const struct contest *c, const char *seed, unsigned game);

/* Plays one game to its end. Bot number (seat + rotation) mod players has the seat; `out` (may
 * be NULL) gets the steps. */
void contest_play(struct contest *c, const struct record *r, const uint8_t bots_seed[SEED_SIZE],
                  unsigned rotation, void *state, struct json_out *out);

#endif
