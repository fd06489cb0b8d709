/* tournament: plays whole tournaments between opponents of known strength, and says how well the
 * standings tell who is stronger. */
#include "cli/contest.h"
#include "cli/progress.h"
#include "program/data.h"
#include "tournament/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS_MAX = 16, RECORD_MAX = 1 << 20 };
enum { HEAD_MAX = 4096, ROW_MAX = 256, TABLE_MAX = 256 }; /* bytes of JSON */

struct trial {
    struct game_choice choice;
    struct bot_level levels[LEVELS_MAX]; /* of the entrants in turn, the strongest first */
    struct bot_level fill; /* of the opponents that fill empty seats */
    unsigned level_count, rounds;
    const char *seed;
    unsigned number; /* of this tournament */
    struct tournament tournament;
    bool withdrawn[TOURNAMENT_ENTRANTS_MAX]; /* nobody is */
    struct tournament_table *tables;
    struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    FILE *records;
    char *buffer; /* RECORD_MAX bytes */
};

/* ---- playing ---- */

static struct bot_level level_of(const struct trial *t, unsigned entrant) {
    return entrant == TOURNAMENT_OPPONENT ? t->fill : t->levels[entrant % t->level_count];
}

/* The record's head. With equal deals, the tables of a round have the same seed but different
 * ids. */
static struct record head_of(const struct trial *t, const struct contest *c, unsigned table) {
    unsigned rounds = t->number * t->rounds; /* of earlier tournaments */
    struct record own = contest_head(c, t->seed, rounds * TOURNAMENT_TABLES_MAX + table),
                  deal = contest_head(c, t->seed, rounds + t->tables[table].round);
    if (!t->tournament.equal_deals) return own;
    memcpy(own.seed, deal.seed, sizeof own.seed);
    draws_commitment(own.table, own.seed, own.commitment);
    return own;
}

static bool write_record(const struct trial *t, const struct record *r, const void *state,
                         struct json_out *out) {
    record_end(out, r->game, r->players, state);
    json_line(out);
    return out->length <= out->size && fwrite(out->text, 1, out->length, t->records) == out->length;
}

static bool play_table(struct trial *t, unsigned number) {
    struct tournament_table *table = &t->tables[number];
    struct game_choice choice = t->choice;
    struct contest contest;
    struct json_out out;
    struct result result = {0};
    _Alignas(8) uint8_t state[STATE_MAX], bots_seed[SEED_SIZE];
    for (unsigned seat = 0; seat < choice.players; seat++)
        choice.levels[seat] = level_of(t, table->entrants[seat]);
    bool good = contest_open(&contest, &choice);
    if (good) {
        struct record r = head_of(t, &contest, number);
        json_begin(&out, t->buffer, RECORD_MAX);
        if (t->records) record_begin(&out, NULL, &r);
        draws_commitment(r.table, r.seed, bots_seed); /* opponents differ from table to table */
        contest_play(&contest, &r, bots_seed, 0, state, t->records ? &out : NULL);
        choice.game->result(state, &result);
        good = !t->records || write_record(t, &r, state, &out);
    }
    contest_close(&contest);
    memcpy(table->place, result.place, sizeof table->place);
    memcpy(table->score, result.score, sizeof table->score);
    table->finished = true;
    return good;
}

static bool play_round(struct trial *t, struct progress *progress, unsigned long *done,
                       unsigned long all) {
    struct tournament *tournament = &t->tournament;
    unsigned first = tournament->table_count,
             count = tournament_draw(tournament, &t->tables[first]);
    bool good = count > 0;
    for (unsigned i = first; good && i < first + count && !progress_stopped(); i++) {
        good = play_table(t, i);
        progress_at(progress, ++*done, all);
    }
    tournament->table_count += count;
    tournament->round_count++;
    return good;
}

/* Plays one tournament; false if memory or disk failed. */
static bool play_tournament(struct trial *t, struct progress *progress, unsigned long *done,
                            unsigned long all) {
    struct tournament *tournament = &t->tournament;
    char table[TABLE_ID_LENGTH + 1];
    bool good = true;
    tournament->table_count = tournament->round_count = 0;
    draws_simulated(t->seed, t->number, tournament->seed, table);
    for (unsigned round = 0; good && round < t->rounds && !progress_stopped(); round++)
        good = play_round(t, progress, done, all);
    tournament_standings(tournament, t->rounds, t->rows);
    return good;
}

/* ---- how well the standings tell strength ---- */

/* The place of an entrant by strength alone, from 0; those of one level share the mean. */
static double place_by_strength(const struct trial *t, unsigned entrant) {
    unsigned count = t->tournament.entrant_count, level = entrant % t->level_count, stronger = 0,
             equal = 0;
    for (unsigned i = 0; i < count; i++) {
        stronger += i % t->level_count < level;
        equal += i % t->level_count == level;
    }
    return stronger + (equal - 1) / 2.0;
}

/* Likewise by the standings. */
static double place_by_standings(const struct trial *t, unsigned at) {
    unsigned equal = 0;
    for (unsigned i = 0; i < t->tournament.entrant_count; i++)
        equal += t->rows[i].rank == t->rows[at].rank;
    return t->rows[at].rank - 1 + (equal - 1) / 2.0;
}

/* Spearman's rank correlation: 1 if the standings are in the order of strength, 0 by chance. */
static double correlation(const struct trial *t) {
    unsigned count = t->tournament.entrant_count;
    double mean = (count - 1) / 2.0, both = 0, strength = 0, standings = 0;
    for (unsigned i = 0; i < count; i++) {
        double a = place_by_strength(t, t->rows[i].entrant) - mean,
               b = place_by_standings(t, i) - mean;
        both += a * b;
        strength += a * a;
        standings += b * b;
    }
    return strength > 0 && standings > 0 ? both / sqrt(strength * standings) : 0;
}

/* ---- output ---- */

struct summary {
    unsigned long tournaments;
    double sum, squares;
};

static double mean_of(const struct summary *s) {
    return s->sum / (double)s->tournaments;
}

/* Standard error of the mean. */
static double error_of(const struct summary *s) {
    double n = (double)s->tournaments;
    if (n < 2) return 0;
    double variance = (s->squares - s->sum * s->sum / n) / (n - 1);
    return sqrt((variance > 0 ? variance : 0) / n);
}

static void write_row(const struct trial *t, struct json_out *out,
                      const struct tournament_row *row) {
    char name[BOT_NAME_MAX + 1];
    bot_name(level_of(t, row->entrant), name);
    json_object(out, NULL);
    json_number(out, "rank", row->rank);
    json_number(out, "entrant", row->entrant);
    json_text(out, "level", name);
    json_number(out, "matchpoints", row->matchpoints);
    json_real(out, "points", row->points / 2.0);
    json_real(out, "opposition", row->opposition / 2.0);
    json_object_end(out);
}

static void write_played(const struct trial *t, struct json_out *out,
                         const struct tournament_table *table) {
    json_object(out, NULL);
    json_number(out, "round", table->round);
    json_array(out, "entrants"); /* by seat; null: an opponent */
    for (unsigned seat = 0; seat < t->tournament.seats; seat++)
        if (table->entrants[seat] == TOURNAMENT_OPPONENT) json_null(out, NULL);
        else json_number(out, NULL, table->entrants[seat]);
    json_array_end(out);
    json_array(out, "score");
    for (unsigned seat = 0; seat < t->tournament.seats; seat++)
        json_number(out, NULL, table->score[seat]);
    json_array_end(out);
    json_array(out, "place");
    for (unsigned seat = 0; seat < t->tournament.seats; seat++)
        json_number(out, NULL, table->place[seat]);
    json_array_end(out);
    json_object_end(out);
}

/* Standings and tables are those of the last tournament. */
static void write_json(const struct trial *t, const struct summary *s, struct json_out *out) {
    json_object(out, NULL);
    json_text(out, "game", t->choice.game->id);
    json_number(out, "players", t->choice.players);
    json_number(out, "entrants", t->tournament.entrant_count);
    json_number(out, "rounds", t->rounds);
    json_bool(out, "equal_deals", t->tournament.equal_deals);
    json_number(out, "tournaments", (int64_t)s->tournaments);
    json_real(out, "correlation", mean_of(s));
    json_real(out, "error", error_of(s));
    json_array(out, "standings");
    for (unsigned i = 0; i < t->tournament.entrant_count; i++) write_row(t, out, &t->rows[i]);
    json_array_end(out);
    json_array(out, "tables");
    for (unsigned i = 0; i < t->tournament.table_count; i++) write_played(t, out, &t->tables[i]);
    json_array_end(out);
    json_object_end(out);
    json_line(out);
}

static int print_json(const struct cli *cli, const struct trial *t, const struct summary *s) {
    size_t size = HEAD_MAX + (size_t)t->tournament.entrant_count * ROW_MAX +
                  (size_t)t->tournament.table_count * TABLE_MAX;
    char *text = malloc(size);
    struct json_out out;
    if (!text) return fail(cli, &MESSAGE("error.memory"));
    json_begin(&out, text, size);
    write_json(t, s, &out);
    fwrite(text, 1, out.length, stdout);
    free(text);
    return EXIT_SUCCESS;
}

/* The columns of the standings. Matchpoints are only shown with equal deals. */
static void print_standings(const struct cli *cli, const struct trial *t) {
    static const char *const columns[] = {"cli.tournament.rank",   "cli.tournament.number",
                                          "cli.tournament.level",  "cli.tournament.matchpoints",
                                          "cli.tournament.points", "cli.tournament.opposition"};
    static const int widths[] = {5, 5, 18, 13, 8, 14};
    enum { COLUMNS = sizeof columns / sizeof *columns, MATCHPOINTS = 3 };
    for (unsigned i = 0; i < COLUMNS; i++)
        if (i != MATCHPOINTS || t->tournament.equal_deals)
            print_cell(words(cli, columns[i]), widths[i]);
    printf("\n");
    for (unsigned at = 0; at < t->tournament.entrant_count; at++) {
        const struct tournament_row *row = &t->rows[at];
        char cells[COLUMNS][BOT_NAME_MAX + 1];
        snprintf(cells[0], sizeof *cells, "%u", row->rank);
        snprintf(cells[1], sizeof *cells, "%u", row->entrant + 1);
        bot_name(level_of(t, row->entrant), cells[2]);
        snprintf(cells[3], sizeof *cells, "%u", row->matchpoints);
        snprintf(cells[4], sizeof *cells, "%.1f", row->points / 2.0);
        snprintf(cells[5], sizeof *cells, "%.1f", row->opposition / 2.0);
        localise_number(cli, cells[4]);
        localise_number(cli, cells[5]);
        for (unsigned i = 0; i < COLUMNS; i++)
            if (i != MATCHPOINTS || t->tournament.equal_deals) print_cell(cells[i], widths[i]);
        printf("\n");
    }
}

static void write_report(const struct cli *cli, const struct trial *t, const struct summary *s) {
    char mean[24], error[24];
    snprintf(mean, sizeof mean, "%.3f", mean_of(s));
    snprintf(error, sizeof error, "%.3f", error_of(s));
    localise_number(cli, mean);
    localise_number(cli, error);
    if (s->tournaments == 1) print_standings(cli, t);
    say(cli, stdout,
        &MESSAGE("cli.tournament.correlation", NUMBER("n", (long)s->tournaments),
                 TEXT("mean", mean, strlen(mean)), TEXT("error", error, strlen(error))));
}

/* ---- arguments ---- */

static bool read_levels(const struct cli *cli, struct trial *t, struct message *error) {
    const char *fill = args_text(&cli->args, "fill");
    if (!choose_level(fill, strlen(fill), false, &t->fill, error)) return false;
    for (const char *word = args_text(&cli->args, "field");; word++) {
        size_t length = strcspn(word, ",");
        if (t->level_count == LEVELS_MAX) {
            *error = MESSAGE("cli.error.field", NUMBER("max", LEVELS_MAX));
            return false;
        }
        if (!choose_level(word, length, false, &t->levels[t->level_count++], error)) return false;
        word += length;
        if (!*word) return true;
    }
}

static bool find_net(const struct cli *cli, struct trial *t, struct message *error) {
    for (unsigned i = 0; i < t->level_count; i++)
        if (bot_uses_net(t->levels[i], t->choice.game))
            return data_net(cli, t->choice.game, t->choice.players, &t->choice.means.net, error);
    return true;
}

static bool choose_system(const struct cli *cli, struct trial *t, struct message *error) {
    struct tournament *tournament = &t->tournament;
    bool all = args_has(&cli->args, "round-robin");
    long entrants = 0, rounds = 0;
    if (all && t->choice.players != 2) {
        *error = MESSAGE("cli.error.round_robin");
        return false;
    }
    if (!args_number(&cli->args, "entrants", 2, all ? TOURNAMENT_ALL_MAX : TOURNAMENT_ENTRANTS_MAX,
                     &entrants, error) ||
        !args_number(&cli->args, "rounds", 1, TOURNAMENT_ROUNDS_MAX, &rounds, error))
        return false;
    tournament->system = all ? TOURNAMENT_ROUND_ROBIN : TOURNAMENT_SWISS;
    tournament->seats = (uint8_t)t->choice.players;
    tournament->equal_deals = args_has(&cli->args, "equal-deals");
    tournament->entrant_count = (uint16_t)entrants;
    tournament->withdrawn = t->withdrawn;
    t->rounds = all ? tournament_round_robin_rounds((unsigned)entrants) : (unsigned)rounds;
    return true;
}

static bool open_trial(const struct cli *cli, struct trial *t, struct message *error) {
    size_t tables = (size_t)t->rounds * TOURNAMENT_TABLES_MAX;
    t->tables = calloc(tables, sizeof *t->tables);
    t->tournament.tables = t->tables;
    t->buffer = malloc(RECORD_MAX);
    if (!t->tables || !t->buffer) {
        *error = MESSAGE("error.memory");
        return false;
    }
    return contest_records(cli, &t->records, error);
}

static int play_all(struct cli *cli, struct trial *t, unsigned times) {
    struct summary s = {0};
    struct progress progress;
    unsigned seats = t->tournament.seats;
    unsigned long done = 0, all = (unsigned long)times * t->rounds *
                                  ((t->tournament.entrant_count + seats - 1u) / seats);
    bool good = true;
    progress_begin(&progress, cli);
    for (; good && t->number < times && !progress_stopped(); t->number++) {
        good = play_tournament(t, &progress, &done, all);
        if (!good || progress_stopped()) break;
        double r = correlation(t);
        s.tournaments++;
        s.sum += r;
        s.squares += r * r;
    }
    progress_end(&progress);
    bool quiet = t->records == stdout; /* the records are the output */
    if (t->records && !quiet && fclose(t->records) != 0) good = false;
    if (!good) return fail(cli, &MESSAGE("cli.error.output"));
    int status = EXIT_SUCCESS;
    if (s.tournaments && args_has(&cli->args, "json")) status = print_json(cli, t, &s);
    else if (s.tournaments && !quiet) write_report(cli, t, &s);
    return s.tournaments == times ? status : progress_leave(cli, &MESSAGE("cli.stopped.early"));
}

static int run(struct cli *cli) {
    static struct trial trial;
    struct message error;
    long times = 0;
    trial.seed = args_text(&cli->args, "seed");
    if (!choose_setup(cli, &trial.choice, false, &error) || !read_levels(cli, &trial, &error) ||
        !choose_system(cli, &trial, &error) ||
        !args_number(&cli->args, "times", 1, 100000, &times, &error))
        return fail_usage(cli, &error);
    int status = find_net(cli, &trial, &error) && open_trial(cli, &trial, &error)
                     ? play_all(cli, &trial, (unsigned)times)
                     : fail(cli, &error);
    free(trial.tables);
    free(trial.buffer);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players",     "N",                "cli.default.fewest",   "cli.arg.table_players", NULL},
    {"entrants",    "N",                "12",                   "cli.arg.entrants",      NULL},
    {"rounds",      "N",                "5",                    "cli.arg.rounds",        NULL},
    {"field",       "cli.value.levels", "club,novice,random",   "cli.arg.field",         NULL},
    {"fill",        "cli.value.level",  "novice",               "cli.arg.fill",          NULL},
    {"round-robin", NULL,               NULL,                   "cli.arg.round_robin",   NULL},
    {"equal-deals", NULL,               NULL,                   "cli.arg.equal_deals",   NULL},
    {"times",       "N",                "1",                    "cli.arg.times",         NULL},
    {"seed",        "cli.value.text",   "1",                    "cli.arg.seed",          NULL},
    {"option",      "cli.value.option", "cli.default.option",   "cli.arg.option",        NULL},
    {"records",     "cli.value.file",   NULL,                   "cli.arg.records",       NULL},
    {"json",        NULL,               NULL,                   "cli.arg.json",          NULL},
    {0},
};
/* clang-format on */

const struct command tournament_command = {
    .name = "tournament",
    .help = "cli.help.tournament",
    .words = "cli.value.game",
    .examples = "tournament GAME --entrants 24 --rounds 5 --field novice,random --equal-deals\n"
                "tournament GAME --field novice,random --times 20",
    .known = known,
    .run = run};
