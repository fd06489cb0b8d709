/* Shared by the tests of a match: a toy game whose course is a line of characters, so that every
 * branch of a rule is one row of a table, and helpers to play it.
 *
 *   a b c   a question to seat 0, 1 or 2 alone: go 1 … 3
 *   f       to seat 0: only go 1, and everybody sees it
 *   h       to seat 0: only the coin's number, which others do not know
 *   S T     to all seats; to seats 0 and 1: add 1 … 3 up to three times, then done
 *   *       chance: roll 1 … 3
 *   .       chance: roll 1 alone
 *   !       chance: seat 0 gets a coin, deal 1 … 3
 *   ?       chance: roll the coin's number
 *   v       chance: deal 1 alone, hidden from the others */
#ifndef TESTS_MATCH_TOY_H
#define TESTS_MATCH_TOY_H

#include "core/ensure.h"
#include "games/registry.h"
#include "match/match.h"
#include "match/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum {
    TOY_ADD = 0,
    TOY_DEAL = 3,
    TOY_DONE = 7,
    TOY_GO = 8,
    TOY_ROLL = 11,
    TOY_ACTIONS = 14,
    TOY_SEATS = 3,
    TOY_ADDS = 3
};

struct toy_seat {
    uint8_t adds[TOY_ADDS]; /* secret until the reveal */
    uint8_t count;
};

/* As large as a state may be, the hardest case for all copies. */
struct toy {
    uint8_t viewer, players, script, at;
    uint8_t asked, open;
    uint8_t coin, dealt;
    uint16_t trace; /* hash of everything public */
    struct toy_seat seats[TOY_SEATS];
    uint8_t filler[STATE_MAX - 10 - TOY_SEATS * sizeof(struct toy_seat)];
};

_Static_assert(sizeof(struct toy) == STATE_MAX, "no padding");

enum { SCRIPTS_MAX = 40 };
static const char *scripts[SCRIPTS_MAX] = {"aab"}; /* the option's value chooses one */

static inline char toy_now(const struct toy *s) {
    return scripts[s->script][s->at];
}

static inline void toy_ask(struct toy *s) {
    unsigned asked = 0;
    switch (toy_now(s)) {
    case 'a':
    case 'f':
    case 'h': asked = 1; break;
    case 'b': asked = 2; break;
    case 'c': asked = 4; break;
    case 'S': asked = (1u << s->players) - 1; break;
    case 'T': asked = 3; break;
    default: break;
    }
    s->asked = s->open = (uint8_t)asked;
}

static inline void toy_setup(void *state, unsigned players, const uint8_t *options) {
    struct toy *s = state;
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->script = options[0];
    memset(s->filler, 0x77, sizeof s->filler);
    toy_ask(s);
}

static inline unsigned toy_to_move(const void *state) {
    const struct toy *s = state;
    return toy_now(s) == 0 ? 0 : s->asked ? s->open : CHANCE_BIT;
}

static inline unsigned toy_asked(const void *state) {
    return ((const struct toy *)state)->asked;
}

static inline unsigned toy_count(uint16_t first, unsigned count, uint16_t *list) {
    for (unsigned i = 0; i < count; i++) list[i] = (uint16_t)(first + i);
    return count;
}

static inline unsigned toy_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct toy *s = state;
    if (!(s->open & SEAT_BIT(seat))) return 0;
    switch (toy_now(s)) {
    case 'S':
    case 'T': {
        unsigned count = s->seats[seat].count < TOY_ADDS ? toy_count(TOY_ADD, 3, list) : 0;
        list[count] = TOY_DONE;
        return count + 1;
    }
    case 'f': return toy_count(TOY_GO, 1, list);
    case 'h':
        return s->coin ? toy_count((uint16_t)(TOY_GO + s->coin - 1), 1, list)
                       : toy_count(TOY_GO, 3, list);
    default: return toy_count(TOY_GO, 3, list);
    }
}

static inline void toy_chance(const void *state, struct outcomes *out) {
    const struct toy *s = state;
    bool veiled = s->viewer > 1;
    switch (toy_now(s)) {
    case '!': outcomes_uniform(out, veiled ? 8 : 7, TOY_DEAL, 1); break;
    case 'v': outcomes_uniform(out, veiled ? 8 : 1, TOY_DEAL, 0); break;
    case '?': outcomes_uniform(out, s->coin ? 1u << (s->coin - 1) : 7, TOY_ROLL, 0); break;
    case '.': outcomes_uniform(out, 1, TOY_ROLL, 0); break;
    default: outcomes_uniform(out, 7, TOY_ROLL, 0); break;
    }
}

static inline void toy_tell(struct sink *sink, unsigned seat, bool apart, unsigned number) {
    struct event event = {
        .seat = seat, .apart = apart, .message = MESSAGE("toy.event", NUMBER("n", number))};
    if (sink) sink->event(sink, &event);
}

static inline void toy_note(struct toy *s, unsigned value) {
    s->trace = (uint16_t)(s->trace * 31u + value);
}

static inline void toy_next(struct toy *s) {
    s->at++;
    toy_ask(s);
}

static inline bool toy_apply(void *state, unsigned by, uint16_t action, struct sink *sink) {
    struct toy *s = state;
    char now = toy_now(s);
    if (by == BY_CHANCE) {
        if (action >= TOY_ROLL) {
            toy_note(s, action);
            toy_tell(sink, NOBODY, false, action);
        } else {
            s->coin = action == TOY_DEAL + 3 ? 0 : (uint8_t)(action - TOY_DEAL + 1);
            s->dealt = 1;
            toy_tell(sink, 0, true, s->coin);
        }
        toy_next(s);
        return false;
    }
    ensure(s->open & SEAT_BIT(by));
    if (now != 'S' && now != 'T') {
        toy_note(s, action);
        toy_tell(sink, by, false, action);
        toy_next(s);
        return true;
    }
    struct toy_seat *t = &s->seats[by];
    if (action != TOY_DONE) {
        t->adds[t->count++] = (uint8_t)(action + 1);
        return false;
    }
    s->open &= (uint8_t)~SEAT_BIT(by);
    if (s->open) return false;
    for (unsigned seat = 0; seat < s->players; seat++) {
        for (unsigned i = 0; i < s->seats[seat].count; i++) toy_note(s, s->seats[seat].adds[i]);
        toy_tell(sink, seat, true, s->seats[seat].count);
        memset(&s->seats[seat], 0, sizeof s->seats[seat]);
    }
    toy_next(s);
    return true;
}

static inline struct message toy_why_not(const void *state, unsigned seat, uint16_t action) {
    (void)state, (void)seat, (void)action;
    return MESSAGE("toy.whynot");
}

static inline void toy_view(void *state, unsigned observer) {
    struct toy *s = state;
    unsigned own = observer < TOY_SEATS ? SEAT_BIT(observer) : 0;
    if (observer != 0) s->coin = 0;
    for (unsigned seat = 0; seat < s->players; seat++)
        if (seat != observer) memset(&s->seats[seat], 0, sizeof s->seats[seat]);
    s->open = (uint8_t)((s->open & own) | (s->asked & ~own));
    s->viewer = (uint8_t)(observer + 1);
}

static inline uint16_t toy_witness(const void *state, unsigned by, uint16_t action,
                                   unsigned observer) {
    (void)state;
    return by == BY_CHANCE && action >= TOY_DEAL && action < TOY_DONE && observer != 0
               ? TOY_DEAL + 3
               : action;
}

static inline void toy_determinise(void *view, struct generator *generator) {
    struct toy *s = view;
    if (s->dealt && !s->coin) s->coin = (uint8_t)(1 + generator_below(generator, 3));
    s->viewer = 0;
}

static inline void toy_result(const void *state, struct result *result) {
    const struct toy *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) {
        result->score[seat] = 0;
        result->place[seat] = 1;
    }
}

static inline void toy_components(struct json_out *out, const char *name) {
    json_object(out, name);
    json_object_end(out);
}

static inline void other_components(struct json_out *out, const char *name) {
    json_object(out, name);
    json_number(out, "more", 1);
    json_object_end(out);
}

static const char *const toy_codes[] = {"1", "2", "3", "?"};
static const struct things toy_numbers = {"toy", "number", toy_codes, 3},
                           toy_veiled = {"toy", "number", toy_codes, 4};
/* clang-format off */
static const struct notation_verb toy_verbs[] = {
    {TOY_ADD,  "add",  false, {{.things = &toy_numbers}}},
    {TOY_DEAL, "deal", true,  {{.things = &toy_veiled}}},
    {TOY_DONE, "done", false, {{0}}},
    {TOY_GO,   "go",   false, {{.things = &toy_numbers}}},
    {TOY_ROLL, "roll", true,  {{.things = &toy_numbers}}},
};
/* clang-format on */
static const struct notation toy_notation = {toy_verbs, COUNT(toy_verbs), TOY_ACTIONS};
static const char *const toy_values[SCRIPTS_MAX] = {"0"};
static const struct option toy_options[] = {{.key = "script", .values = toy_values, .count = 1}};

static const struct game toy_game = {
    .id = "toy",
    .name = "Toy",
    .rules = 1,
    .players_min = 2,
    .players_max = TOY_SEATS,
    .options = toy_options,
    .option_count = 1,
    .state_size = sizeof(struct toy),
    .steps_max = 2000,
    .notation = &toy_notation,
    .setup = toy_setup,
    .to_move = toy_to_move,
    .asked = toy_asked,
    .legal = toy_legal,
    .chance = toy_chance,
    .apply = toy_apply,
    .why_not = toy_why_not,
    .view = toy_view,
    .witness = toy_witness,
    .determinise = toy_determinise,
    .result = toy_result,
    .components = toy_components,
};

/* ── helpers ────────────────────────────────────────────────── */

static const char table[] = "ABCDEFGHIJKLMNOPQRSTUV";

static inline void seed_of(unsigned number, uint8_t seed[SEED_SIZE]) {
    memset(seed, 0, SEED_SIZE);
    memcpy(seed, &number, sizeof number);
}

/* Opens a match with opponents only; it begins at once. */
static inline void open_match(struct match *m, const struct game *game, unsigned players,
                              const uint8_t *options, unsigned number) {
    uint8_t seed[SEED_SIZE];
    struct message error;
    seed_of(number, seed);
    match_open(m, game, players, options, table, seed);
    for (unsigned seat = 0; seat < players; seat++)
        assert_true(match_sit(m, seat, "random", false, &error));
    assert_int_equal(m->phase, MATCH_PLAYING);
}

static inline void open_toy(struct match *m, const char *script) {
    const uint8_t options[OPTIONS_MAX] = {0};
    scripts[0] = script;
    open_match(m, &toy_game, 3, options, 7);
}

static inline uint16_t action_of(const struct match *m, const char *text) {
    uint16_t action = notation_read(m->game->notation, text, strlen(text));
    if (action == NOTATION_NONE) fail_msg("no such notation: %s", text);
    return action;
}

static inline void answer(struct match *m, unsigned seat, const char *text) {
    unsigned repeated;
    struct message error = {0};
    if (!match_answer(m, seat, match_question(m, seat), "", action_of(m, text), &repeated, &error))
        fail_msg("%u %s is refused: %s", seat, text, error.key);
    assert_int_equal(repeated, 0);
}

static inline void expect_refused(struct match *m, unsigned seat, unsigned question, const char *id,
                                  uint16_t action, const char *key) {
    unsigned repeated = 99, length = m->length;
    uint64_t hash = state_hash(m->game, m->state);
    struct message error = {0};
    assert_false(match_answer(m, seat, question, id, action, &repeated, &error));
    assert_string_equal(error.key, key);
    assert_int_equal(repeated, 0);
    assert_int_equal(m->length, length);
    assert_true(state_hash(m->game, m->state) == hash);
}

static inline void undo(struct match *m, unsigned seat) {
    struct message error = {0};
    unsigned repeated;
    if (!match_undo(m, seat, "", &repeated, &error))
        fail_msg("seat %u may not take back: %s", seat, error.key);
}

/* "0 go 1; chance; undo 0; seat 2; end 1" */
static inline void play(struct match *m, const char *list) {
    char copy[400], *save = NULL;
    struct message error;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *op = strtok_r(copy, ";", &save); op; op = strtok_r(NULL, ";", &save)) {
        while (*op == ' ') op++;
        if (strcmp(op, "chance") == 0) assert_true(match_chance(m));
        else if (strncmp(op, "undo ", 5) == 0) undo(m, (unsigned)atoi(op + 5));
        else if (strncmp(op, "seat ", 5) == 0)
            assert_true(match_change_seat(m, (unsigned)atoi(op + 5), "novice", false, &error));
        else if (strncmp(op, "end ", 4) == 0)
            assert_true(match_end(m, ENDED_AGREED, (unsigned)atoi(op + 4), &error));
        else answer(m, (unsigned)atoi(op), op + 2);
    }
}

/* The state and the draws per stream equal those of a replay of the steps that were not taken back.
 * */
static inline void expect_replay(const struct match *m) {
    _Alignas(8) uint8_t state[STATE_MAX];
    uint32_t draws[STREAMS_MAX] = {0};
    m->game->setup(state, m->players, m->options);
    for (unsigned i = 0; i < m->length; i++) {
        const struct match_entry *e = &m->log[i];
        struct outcome_list outcomes;
        if (e->kind != ENTRY_STEP || e->undone) continue;
        assert_true(game_allows(m->game, state, e->by, e->action));
        if (e->by == BY_CHANCE) {
            game_outcomes(m->game, state, &outcomes);
            unsigned pick = draws_pick(m->key, draws[outcomes.stream]++, &outcomes);
            assert_int_equal(outcomes.actions[pick], e->action);
        }
        m->game->apply(state, e->by, e->action, NULL);
    }
    assert_memory_equal(state, m->state, m->game->state_size);
    assert_memory_equal(draws, m->draws, sizeof draws);
}

#endif
