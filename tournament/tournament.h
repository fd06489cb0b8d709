/* A tournament: who plays whom at which table, and who is ahead.
 *
 * The entrants and the tables of all rounds are the whole state. Everything else follows from
 * them: `tournament_draw` proposes the tables of the next round, and `tournament_standings` ranks
 * the entrants. Both depend on nothing but their argument, so every server that has the same rows
 * draws the same tables, and anybody can check a draw afterwards.
 *
 * All tables have the same number of seats. Where the entrants do not fill the last ones, opponents
 * (computer players) sit down, so that nobody has to wait.
 *
 * With equal deals, all tables of a round share their draws. Then everybody is also compared with
 * those who had the same seat elsewhere: two matchpoints for each whose score was lower, one for
 * each with the same score. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "core/game.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TOURNAMENT_ENTRANTS_MAX = 1024,
    TOURNAMENT_ROUNDS_MAX = 31, /* the pairing relies on it (see pairing.c) */
    TOURNAMENT_TABLES_MAX = (TOURNAMENT_ENTRANTS_MAX + 1) / 2, /* of one round */
    TOURNAMENT_ALL_MAX = 12, /* entrants of a round robin */
    TOURNAMENT_OPPONENT = 0xffff, /* the seat is an opponent's */
};

enum tournament_system {
    /* Two seats: equals meet, nobody meets twice. More seats: tables by standings, meetings repeat
     * as rarely as possible. The first round is drawn by lot. */
    TOURNAMENT_SWISS,
    TOURNAMENT_ROUND_ROBIN, /* two seats: everybody meets everybody */
};

struct tournament_table {
    uint16_t round; /* from 0 */
    uint16_t entrants[SEATS_MAX]; /* by seat; TOURNAMENT_OPPONENT */
    uint8_t place[SEATS_MAX]; /* as in struct result; valid once finished */
    int16_t score[SEATS_MAX]; /* likewise */
    uint8_t lost; /* seats whose entrant was absent: they count as last */
    bool finished;
};

struct tournament {
    enum tournament_system system;
    uint8_t seats; /* per table */
    bool equal_deals;
    uint8_t seed[32]; /* of the lots */
    uint16_t entrant_count;
    uint16_t round_count; /* drawn so far */
    uint32_t table_count;
    const bool *withdrawn; /* by entrant: gets no more tables */
    const struct tournament_table *tables; /* of all rounds, in order */
};

/* An entrant's line in the standings. Ties are broken in the order of the members: matchpoints only
 * with equal deals; then points; then the points of all people met; then a lot. */
struct tournament_row {
    uint16_t entrant;
    uint16_t rank; /* from 1; shared by those that only the lot separates */
    uint32_t matchpoints;
    /* Half points. At a table, each place is worth one point more than the place behind it, the
     * last one nothing; those who share places share their points. */
    uint32_t points;
    uint32_t opposition;
    uint32_t lot;
    uint16_t played; /* finished tables */
    uint16_t filled; /* tables with an opponent in it, finished or not */
};

/* One row per entrant, best first. Counts finished tables of the first `rounds` rounds. */
void tournament_standings(const struct tournament *t, unsigned rounds,
                          struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX]);

/* The half points and matchpoints of one seat of a finished table. */
unsigned tournament_points(const struct tournament *t, const struct tournament_table *table,
                           unsigned seat);
unsigned tournament_matchpoints(const struct tournament *t, const struct tournament_table *table,
                                unsigned seat);

/* Draws the tables of the next round, the best first; returns how many. The previous round is over:
 * its tables are finished. Allocates and frees its own memory; 0 if there is none, if nobody is
 * left, or if TOURNAMENT_ROUNDS_MAX rounds are over. */
unsigned tournament_draw(const struct tournament *t,
                         struct tournament_table tables[TOURNAMENT_TABLES_MAX]);

/* How many rounds a round robin of this many entrants has. */
unsigned tournament_round_robin_rounds(unsigned entrants);

#endif
