/* practice: finds positions in which one choice is clearly the best, in games between opponents.
 * It also checks such positions (--check) or judges them again (--renew).
 *
 * A position is one line: {"record":{…the game so far…},"seat":0,"ask":{…the question…},
 * "choices":[{"do":"…","chance":71},…]}, best first. `chance` is the seat's share of first places,
 * in percent, after this choice if everybody then follows the net. The search must agree. */
#include "ai/train.h"
#include "cli/contest.h"
#include "program/data.h"
#include "cli/progress.h"
#include "cli/records.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECORD_MAX = 1 << 20,
    LINE_MAX = 1 << 17,
    ASK_MAX = 1 << 10,
    STEPS_MAX = 4096,
    SLOTS = 1 << 18,
    CHOICES_MIN = 3,
    CHOICES_MAX = 40, /* with fewer there is nothing to learn, with more nobody would look */
    GAMES_FEW = 24,
    GAMES_MANY = 160, /* games that continue from each choice */
    /* 1/SCREEN of the visits are enough to reject most positions */
    SCREEN = 16,
    VERBS_MAX = 16,
};
/* the least lead of the best choice over the next, by search and by continued games */
static const double margin = 0.15;

struct tutor {
    const struct game *game;
    const struct net *net;
    uint32_t visits;
    struct search_slot *slots;
    uint64_t seed;
};

struct choices {
    unsigned count;
    uint16_t action[CHOICES_MAX];
    double chance[CHOICES_MAX];
};

/* ---- judging ---- */

static uint16_t sensible(const struct tutor *t, const void *state, unsigned seat,
                         struct generator *generator) {
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, t->game->state_size);
    t->game->view(view, seat);
    return train_choose(t->net, view, seat, generator);
}

/* Plays one game on from a view after a given choice. Returns the seat's share of first place. */
static double play_on(const struct tutor *t, const void *view, unsigned seat, uint16_t action,
                      unsigned number) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct generator generator;
    struct result result = {0};
    unsigned winners = 0, players = state_players(t->game, view);
    memcpy(state, view, t->game->state_size);
    generator_seed(&generator, t->seed + number); /* compare all choices with the same draws */
    t->game->determinise(state, &generator);
    t->game->apply(state, seat, action, NULL);
    for (unsigned to_move; (to_move = t->game->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            t->game->chance(state, &outcomes);
            t->game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &generator), NULL);
            continue;
        }
        unsigned by = (unsigned)__builtin_ctz(to_move);
        t->game->apply(state, by, sensible(t, state, by, &generator), NULL);
    }
    t->game->result(state, &result);
    for (unsigned s = 0; s < players; s++) winners += result.place[s] == 1;
    return result.place[seat] == 1 ? 1.0 / winners : 0;
}

static double chance_of(const struct tutor *t, const void *view, unsigned seat, uint16_t action,
                        unsigned games) {
    double sum = 0;
    for (unsigned i = 0; i < games; i++) sum += play_on(t, view, seat, action, i);
    return sum / games;
}

/* Searches with this many visits. Returns the best choice and its lead over the next. */
static uint16_t search_best(const struct tutor *t, const void *view, unsigned seat, uint32_t visits,
                            double *lead) {
    struct search search;
    struct search_choice choices[LEGAL_MAX];
    uint8_t seed[32] = {0};
    search_open(&search, t->game, t->net, 0, t->slots, SLOTS, seed);
    search_begin(&search, view, seat);
    search_run(&search, visits);
    unsigned count = search_choices(&search, choices);
    /* A choice with few visits is not known to be worse, so each gets a minimum. */
    for (unsigned i = 1; i < count; i++)
        if (choices[i].visits < visits / 20)
            search_run_with(&search, choices[i].action, visits / 20 - choices[i].visits);
    count = search_choices(&search, choices);
    *lead = 1;
    for (unsigned i = 1; i < count; i++)
        if (choices[0].value - choices[i].value < *lead)
            *lead = choices[0].value - choices[i].value;
    return choices[0].action;
}

static void sort_choices(struct choices *c) {
    for (unsigned i = 1; i < c->count; i++)
        for (unsigned j = i; j > 0 && c->chance[j] > c->chance[j - 1]; j--) {
            double chance = c->chance[j];
            uint16_t action = c->action[j];
            c->chance[j] = c->chance[j - 1], c->action[j] = c->action[j - 1];
            c->chance[j - 1] = chance, c->action[j - 1] = action;
        }
}

static void play_choices(const struct tutor *t, const void *view, unsigned seat, unsigned games,
                         struct choices *c) {
    for (unsigned i = 0; i < c->count; i++)
        c->chance[i] = chance_of(t, view, seat, c->action[i], games);
    sort_choices(c);
}

/* Whether one choice is clearly the best for this seat. Fills in the choices if so. */
static bool judge(const struct tutor *t, const void *state, unsigned seat, struct choices *c) {
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    unsigned count = t->game->legal(state, seat, list);
    double lead;
    if (count < CHOICES_MIN || count > CHOICES_MAX) return false;
    memcpy(view, state, t->game->state_size);
    t->game->view(view, seat);
    search_best(t, view, seat, t->visits / SCREEN, &lead);
    if (lead < margin * 0.7) return false;
    uint16_t best = search_best(t, view, seat, t->visits, &lead);
    if (lead < margin) return false;
    c->count = count;
    memcpy(c->action, list, count * sizeof *list);
    play_choices(t, view, seat, GAMES_FEW, c);
    if (c->action[0] != best || c->chance[0] - c->chance[1] < margin * 0.7) return false;
    play_choices(t, view, seat, GAMES_MANY, c);
    return c->action[0] == best && c->chance[0] - c->chance[1] >= margin;
}

/* ---- finding ---- */

struct finder {
    struct record_watcher watcher;
    const struct tutor *tutor;
    const struct record *record;
    struct {
        uint8_t by;
        uint16_t action;
    } steps[STEPS_MAX];
    struct {
        char word[NOTATION_MAX];
        long found;
    } verbs[VERBS_MAX];
    long found, wanted;
    bool done; /* this game has given its position; one per game is enough */
    char *line;
};

/* The counter of positions whose best choice has this verb. It is limited for variety. */
static long *verb_found(struct finder *f, uint16_t action) {
    char text[NOTATION_MAX];
    notation_write(f->record->game->notation, action, text);
    text[strcspn(text, " ")] = 0;
    for (unsigned i = 0; i < VERBS_MAX; i++) {
        if (!*f->verbs[i].word) strcpy(f->verbs[i].word, text);
        if (strcmp(f->verbs[i].word, text) == 0) return &f->verbs[i].found;
    }
    return &f->verbs[VERBS_MAX - 1].found;
}

/* Writes the question put to the seat, which becomes the position's title. */
static void write_ask(struct json_out *out, const char *name, const struct game *game,
                      const void *state, unsigned seat) {
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, game->state_size);
    game->view(view, seat);
    struct message ask = game->ask(view, seat);
    message_write(out, name, &ask);
}

/* Writes the members after the record and prints the line. */
static void write_choices(struct json_out *out, const struct game *game, const void *state,
                          unsigned seat, const struct choices *c) {
    char text[NOTATION_MAX];
    json_number(out, "seat", seat);
    write_ask(out, "ask", game, state, seat);
    json_array(out, "choices");
    for (unsigned i = 0; i < c->count; i++) {
        json_object(out, NULL);
        json_text_n(out, "do", text, notation_write(game->notation, c->action[i], text));
        json_number(out, "chance", (int64_t)(100 * c->chance[i] + 0.5));
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
    json_line(out);
    if (out->length <= out->size) fwrite(out->text, 1, out->length, stdout);
    fflush(stdout);
}

static void write_position(struct finder *f, const void *state, unsigned at, unsigned seat,
                           const struct choices *c) {
    struct json_out out;
    json_begin(&out, f->line, LINE_MAX);
    json_object(&out, NULL);
    record_begin(&out, "record", f->record);
    for (unsigned i = 0; i < at; i++)
        record_add_step(&out, f->record->game, f->steps[i].by, f->steps[i].action);
    json_array_end(&out);
    json_object_end(&out);
    write_choices(&out, f->record->game, state, seat, c);
}

static bool look(struct record_watcher *watcher, const void *state,
                 const struct record_step *step) {
    struct finder *f = (struct finder *)watcher;
    struct choices choices;
    if (f->done || progress_stopped() || step->by == NOBODY || step->at >= STEPS_MAX) return false;
    if (step->by != BY_CHANCE && judge(f->tutor, state, step->by, &choices)) {
        long *verb = verb_found(f, choices.action[0]);
        if (*verb < (f->wanted + 2) / 3) {
            write_position(f, state, step->at, step->by, &choices);
            (*verb)++;
            f->found++;
            f->done = true;
        }
    }
    f->steps[step->at].by = (uint8_t)step->by;
    f->steps[step->at].action = step->action;
    return true;
}

static bool search_game(struct finder *f, struct contest *contest, const char *seed,
                        unsigned number, char *text) {
    struct record r = contest_head(contest, seed, number), read;
    struct json_out out;
    struct message error;
    struct record_error broken;
    _Alignas(8) uint8_t state[STATE_MAX];
    json_begin(&out, text, RECORD_MAX);
    record_begin(&out, NULL, &r);
    contest_play(contest, &r, r.seed, 0, state, &out);
    record_end(&out, r.game, r.players, state);
    if (out.length > out.size || !record_read(&read, text, out.length, &error)) return false;
    f->record = &read;
    f->done = false;
    return record_replay(&read, state, &f->watcher, &broken);
}

static int find_positions(struct cli *cli, struct tutor *tutor, const struct game_choice *choice,
                          long games, long wanted) {
    struct contest contest;
    struct progress progress;
    const char *seed = args_text(&cli->args, "seed");
    long played = 0, found = 0;
    struct finder *finder = calloc(1, sizeof *finder);
    char *text = malloc(RECORD_MAX), *line = malloc(LINE_MAX);
    bool good = contest_open(&contest, choice) && finder && text && line;
    if (good) {
        *finder = (struct finder){
            .watcher = {.step = look}, .tutor = tutor, .wanted = wanted, .line = line};
        progress_begin(&progress, cli);
        for (; played < games && finder->found < wanted && good && !progress_stopped(); played++) {
            good = search_game(finder, &contest, seed, (unsigned)played, text);
            progress_at(&progress, (unsigned long)played + 1, (unsigned long)games);
        }
        found = finder->found;
        progress_end(&progress);
    }
    contest_close(&contest);
    free(finder);
    free(text);
    free(line);
    if (!good) return fail(cli, &MESSAGE("error.memory"));
    if (progress_stopped())
        return progress_leave(cli, &MESSAGE("cli.stopped.games", NUMBER("games", played)));
    return found ? EXIT_SUCCESS
                 : fail(cli, &MESSAGE("cli.practice.nothing", NUMBER("games", played)));
}

/* ---- checking ---- */

struct checker {
    struct record_watcher watcher;
    size_t state_size;
    _Alignas(8) uint8_t state[STATE_MAX];
};

static bool keep(struct record_watcher *watcher, const void *state,
                 const struct record_step *step) {
    struct checker *c = (struct checker *)watcher;
    (void)step;
    memcpy(c->state, state, c->state_size);
    return true;
}

/* Reads the best choice. False unless the choices are exactly the legal actions. */
static bool read_choices(const struct game *game, struct json choices, const void *state,
                         unsigned seat, uint16_t *best) {
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(state, seat, list), found = 0;
    struct json at = {0}, none, row;
    while (json_next(choices, &at, &none, &row)) {
        uint16_t action = notation_read_json(game->notation, json_get(row, "do"));
        if (found++ == 0) *best = action;
        bool legal = false;
        for (unsigned i = 0; i < count; i++) legal |= list[i] == action;
        if (!legal) return false;
    }
    return found == count;
}

/* Whether the line has the question the seat is asked. Spaces do not matter. */
static bool read_ask(const struct game *game, struct json ask, const void *state, unsigned seat) {
    char text[ASK_MAX];
    struct json_out out;
    size_t same = 0;
    json_begin(&out, text, sizeof text);
    write_ask(&out, NULL, game, state, seat);
    for (size_t i = 0; i < ask.length; i++) {
        if (ask.text[i] == ' ') continue;
        if (same >= out.length || ask.text[i] != text[same]) return false;
        same++;
    }
    return out.length <= out.size && same == out.length;
}

/* One line of a file, read and replayed. */
struct position {
    struct json record, choices;
    unsigned seat;
    uint16_t best;
    _Alignas(8) uint8_t state[STATE_MAX];
};

static bool read_position(const struct cli *cli, struct tutor *t, const char *text, size_t length,
                          struct position *p, struct message *error) {
    struct checker checker = {.watcher = {.step = keep}, .state_size = t->game->state_size};
    struct json value;
    struct record record;
    struct record_error broken;
    size_t where;
    int64_t seat;
    *error = MESSAGE("cli.practice.broken");
    if (json_parse(text, length, &value, &where) != JSON_OK) return false;
    p->record = json_get(value, "record");
    p->choices = json_get(value, "choices");
    if (!record_read(&record, p->record.text, p->record.length, error)) return false;
    *error = MESSAGE("cli.practice.broken");
    if (record.game != t->game || !json_read_number(json_get(value, "seat"), &seat) || seat < 0 ||
        seat >= (int64_t)record.players)
        return false;
    if (!record_replay(&record, p->state, &checker.watcher, &broken)) {
        *error = broken.message;
        return false;
    }
    p->seat = (unsigned)seat;
    if (!read_ask(t->game, json_get(value, "ask"), p->state, p->seat)) return false;
    return read_choices(t->game, p->choices, p->state, p->seat, &p->best) &&
           data_net(cli, t->game, record.players, &t->net, error);
}

/* Whether the search still finds the stated choice best, by the same margin. */
static bool check_position(const struct tutor *t, struct position *p, struct message *error) {
    double lead;
    t->game->view(p->state, p->seat);
    *error = MESSAGE("cli.practice.other");
    if (search_best(t, p->state, p->seat, t->visits, &lead) != p->best) return false;
    *error = MESSAGE("cli.practice.close");
    return lead >= margin;
}

/* Prints the position with newly judged choices if one is still clearly the best. */
static bool renew_position(const struct tutor *t, const struct position *p, struct message *error) {
    static char line[LINE_MAX];
    struct choices choices;
    struct json_out out;
    *error = MESSAGE("cli.practice.close");
    if (!judge(t, p->state, p->seat, &choices)) return false;
    json_begin(&out, line, sizeof line);
    json_object(&out, NULL);
    json_raw(&out, "record", p->record.text, p->record.length);
    write_choices(&out, t->game, p->state, p->seat, &choices);
    return true;
}

static int recheck_positions(struct cli *cli, struct tutor *tutor, const char *path, bool renew) {
    struct record_file file;
    struct position position;
    struct message error;
    const char *text;
    size_t length;
    if (!records_open(&file, path, &error)) return fail(cli, &error);
    int status = EXIT_SUCCESS;
    struct progress progress;
    progress_begin(&progress, cli);
    while (!progress_stopped() && records_next(&file, &text, &length))
        if (!read_position(cli, tutor, text, length, &position, &error) ||
            !(renew ? renew_position(tutor, &position, &error)
                    : check_position(tutor, &position, &error)))
            status = records_fail(cli, file.games - 1, &error);
    if (progress_stopped())
        status = progress_leave(cli, &MESSAGE("cli.stopped.positions", NUMBER("n", file.games)));
    else if (file.games == 0) status = fail(cli, &MESSAGE("cli.error.no_records"));
    else if (status == EXIT_SUCCESS && !renew)
        say(cli, stdout, &MESSAGE("cli.practice.good", NUMBER("n", file.games)));
    records_close(&file);
    return status;
}

static int practice(struct cli *cli) {
    struct tutor tutor = {0};
    struct game_choice choice;
    struct message error;
    const char *checked = args_value(&cli->args, "check", 0),
               *renewed = args_value(&cli->args, "renew", 0);
    long games = 0, wanted = 0, visits = 0;
    if (!choose_setup(cli, &choice, false, &error) ||
        !args_number(&cli->args, "games", 1, 1000000, &games, &error) ||
        !args_number(&cli->args, "count", 1, 1000, &wanted, &error) ||
        !args_number(&cli->args, "visits", 100, 10000000, &visits, &error))
        return fail_usage(cli, &error);
    if (!data_net(cli, choice.game, choice.players, &tutor.net, &error)) return fail(cli, &error);
    if (!tutor.net) return fail(cli, &MESSAGE("cli.practice.net"));
    tutor.game = choice.game;
    tutor.visits = (uint32_t)visits;
    tutor.slots = malloc(SLOTS * sizeof *tutor.slots);
    if (!tutor.slots) return fail(cli, &MESSAGE("error.memory"));
    int status = checked || renewed
                     ? recheck_positions(cli, &tutor, checked ? checked : renewed, !checked)
                     : find_positions(cli, &tutor, &choice, games, wanted);
    free(tutor.slots);
    return status;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"players", "N",                "cli.default.players", "cli.arg.players", NULL},
    {"games",   "N",                "1000",                "cli.arg.games",   NULL},
    {"count",   "N",                "12",                  "cli.arg.count",   NULL},
    {"seed",    "cli.value.text",   "1",                   "cli.arg.seed",    NULL},
    {"bots",    "cli.value.levels", "club",                "cli.arg.bots",    NULL},
    {"option",  "cli.value.option", "cli.default.option",  "cli.arg.option",  NULL},
    {"visits",  "N",                "20000",               "cli.arg.visits",  NULL},
    {"check",   "cli.value.file",   NULL,                  "cli.arg.check",   NULL},
    {"renew",   "cli.value.file",   NULL,                  "cli.arg.renew",   NULL},
    {0},
};
/* clang-format on */

const struct command practice_command = {.name = "practice",
                                         .help = "cli.help.practice",
                                         .words = "cli.value.game",
                                         .examples = "practice GAME --count 3 > positions.jsonl\n"
                                                     "practice GAME --check positions.jsonl",
                                         .known = known,
                                         .run = practice};
