/* What the files of the tournaments share:
 *
 *     tournaments.c        loads a tournament, starts it, draws and closes its rounds
 *     tournament_rows.c    between rows and tournament/tournament.h
 *     tournament_write.c   a tournament as JSON and CSV
 *     calls_tournaments.c  requests
 *
 * A tournament lives in the store alone. Every change reads its rows, computes, and writes one
 * batch that raises the revision; if another server was first, it begins again. So a round is drawn
 * exactly once, with all its tables, whatever dies. A table that is over raises the revision, too,
 * and makes the tournament due. */
#ifndef SERVER_TOURNAMENTS_H
#define SERVER_TOURNAMENTS_H

#include "server/state.h"
#include "tournament/tournament.h"

enum {
    TITLE_LETTERS_MAX = 60,
    REMARK_LETTERS_MAX = 140,
    TOURNAMENTS_PER_HOST = 3, /* that are not over */
    TOURNAMENTS_PER_PERSON = 8, /* that are not over, to take part in */
    PAUSE_S_MAX = 24 * 3600,
    IDLE_DAYS = 14, /* one that waits for its organiser ends after this time */
    NOTES_SHOWN = 100,
    TOURNAMENT_BOARDS = 12, /* of the tables of a round */
    LATEST_ROUND = -1, /* for STORE_TABLES_OF_ROUND */
};

/* A tournament with its rows, which belong to the batch that found them. */
struct tourney {
    struct store_tournament row; /* a copy, to be changed */
    const struct store_entrant *entrants; /* by number */
    unsigned entrant_count;
    const struct store_pairing *pairings; /* by number */
    unsigned pairing_count;
    const struct store_table *tables; /* of the latest round */
    unsigned table_count;
    const struct store_seat *seats; /* at these tables */
    unsigned seat_count;
    const struct store_op *notes; /* NULL: not read */
    bool withdrawn[TOURNAMENT_ENTRANTS_MAX];
    struct tournament_table *results; /* one per pairing, then room for another round */
    unsigned first[TOURNAMENT_ROUNDS_MAX + 2]; /* by round: its first pairing; then their number */
    struct tournament drawing; /* points to these */
};

/* Adds the queries to a batch. */
void tourney_find(struct store_batch *batch, const char *id);
enum tourney_found { TOURNEY_FOUND, TOURNEY_MISSING, TOURNEY_TORN };
/* TOURNEY_TORN: another server wrote in between; ask again. Otherwise close it. */
enum tourney_found tourney_open(struct tourney *e, const struct store_batch *batch);
void tourney_close(struct tourney *e);

/* ---- tournament_rows.c ---- */

const struct store_table *tourney_table(const struct tourney *e,
                                        const char *id); /* NULL: not loaded */
const struct store_entrant *tourney_entrant(const struct tourney *e, const char *person);
unsigned tourney_active(const struct tourney *e); /* entrants who get tables */
bool tourney_round_is_over(const struct tourney *e); /* is every table of the latest round? */
/* The result of a table as a pairing row. */
void pairing_set_result(struct store_pairing *row, const struct tournament_table *result,
                        unsigned seats);
/* Adds the rows of one more table. `seed`: of its draws. */
void tourney_add_table(struct core *core, struct tourney *e, struct store_batch *batch,
                       const struct tournament_table *table, const uint8_t seed[SEED_SIZE]);
/* Adds a line to the public log. `person` may be NULL: the server. */
struct json_out note_begin(struct tourney *e, struct store_batch *batch, const char *what,
                           const struct store_person *person, int64_t now_ms,
                           struct store_note **note);
void note_end(struct json_out *out);

/* ---- tournaments.c ---- */

/* Does what is due: starts, closes a round, draws, ends. */
void tourney_step(struct core *core, struct tourney *e, struct store_batch *batch);
/* Draws the next round now; false: nobody is left to play. */
bool tourney_draw(struct core *core, struct tourney *e, struct store_batch *batch,
                  const struct store_person *by);
void tourney_start(struct core *core, struct tourney *e, struct store_batch *batch,
                   const struct store_person *by);
bool tourney_is_last(const struct core *core, const struct tourney *e); /* no more rounds follow */
void tourney_end(struct core *core, struct tourney *e, struct store_batch *batch,
                 const struct store_person *by);
/* Adds the changed row itself; the last thing before the batch is submitted. */
void tourney_put(struct core *core, struct tourney *e, struct store_batch *batch);
/* The batch was done: wakes its new tables, and those that have been opened. */
void tourney_changed(struct core *core, const char *id);

/* ---- tournament_write.c ---- */

void tournament_write_head(struct json_out *out, const struct store_tournament *row,
                           const char *reader);
/* `round` from 0; -1: all rounds, with the whole log. `core`: NULL without the boards of running
 * tables. */
void tournament_write(struct json_out *out, const struct tourney *e, int round, const char *reader,
                      struct core *core);
/* Returns its length, at most `size`. */
size_t tournament_write_csv(char *text, size_t size, const struct tourney *e);

#endif
