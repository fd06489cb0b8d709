/* The deal of the day: which game is played on which day, and how it is dealt.
 *
 * Game, players and seat follow from the date, so every server, page and program agrees on them. A
 * server deals from a secret seed that it publishes after the day. Without a server the seed
 * follows from the date, too: that deal is another one, so it tells nothing about the server's. */
#ifndef MATCH_DAILY_H
#define MATCH_DAILY_H

#include "match/draws.h"

enum { DAY_LENGTH = 10 }; /* "2026-11-18" */
#define DAILY_LEVEL "club" /* of the opponents */
#define DAILY_MASTER "master" /* the level with which everybody is compared */

struct daily {
    char day[DAY_LENGTH + 1];
    const struct game *game;
    unsigned players;
    unsigned seat; /* the person's */
    uint8_t options[OPTIONS_MAX]; /* the game's defaults */
    char table[TABLE_ID_LENGTH + 1]; /* the id in the day's commitment */
    uint8_t seed[SEED_SIZE];
    uint8_t reserve[SEED_SIZE]; /* for the opponents' choices */
};

/* The deal without a server. False: not a date from 2000 to 2199. */
bool daily_of(const char *day, struct daily *daily) __attribute__((warn_unused_result));
/* Deals from another seed. */
void daily_set_seed(struct daily *daily, const uint8_t seed[SEED_SIZE]);
/* The day (UTC) of a time in ms since 1970, and the time at which a valid day begins. */
void daily_day(int64_t ms, char day[DAY_LENGTH + 1]);
int64_t daily_begin_ms(const char *day);

/* Members of an object: day, game, players, seat, options, level, table. */
void daily_write(struct json_out *out, const struct daily *daily);
/* The members `seed` and `reserve`. */
void daily_write_seed(struct json_out *out, const struct daily *daily);

#endif
