/* One game being played: seating, answers, who is told what, undo, coming back.
 *
 * Rules about undo are tried on a toy whose course is a line of characters, so that every branch of the rule (docs/architecture.md) is
 * one row of a table:
 *
 *   a b c   a question to seat 0, 1, 2 alone: go 1 … 3      f   to seat 0: only go 1, and everybody sees it
 *   S T     to all seats; to seats 0 and 1: add 1 … 3 as     h   to seat 0: only the coin's number, which others do not know
 *           often as three times, then done                 *   chance: roll 1 … 3        .   chance: roll 1 alone
 *   !       chance: seat 0 gets a coin, deal 1 … 3          ?   chance: roll the coin's number
 *   v       chance: deal 1 alone, veiled to the others
 *
 * Properties are tried on random games of everything registered, and of the toy. */
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

/* ── the toy ──────────────────────────────────────────────────────────────────────────────────────── */

enum { TOY_ADD = 0, TOY_DEAL = 3, TOY_DONE = 7, TOY_GO = 8, TOY_ROLL = 11, TOY_ACTIONS = 14, TOY_SEATS = 3, TOY_ADDS = 3 };

struct toy_seat {
    uint8_t adds[TOY_ADDS]; /* secret until the reveal */
    uint8_t count;
};

/* As large as a state may be, so that everything that copies one has its hardest case. */
struct toy {
    uint8_t viewer, players, script, at;
    uint8_t asked, open;
    uint8_t coin, dealt;
    uint16_t trace; /* of all that is public */
    struct toy_seat seats[TOY_SEATS];
    uint8_t filler[STATE_MAX - 10 - TOY_SEATS * sizeof(struct toy_seat)];
};

_Static_assert(sizeof(struct toy) == STATE_MAX, "no padding");

enum { SCRIPTS_MAX = 40 };
static const char *scripts[SCRIPTS_MAX] = {"aab"}; /* the option's value chooses one */

static char toy_now(const struct toy *s) {
    return scripts[s->script][s->at];
}

static void toy_ask(struct toy *s) {
    unsigned asked = 0;
    switch (toy_now(s)) {
    case 'a': case 'f': case 'h': asked = 1; break;
    case 'b': asked = 2; break;
    case 'c': asked = 4; break;
    case 'S': asked = (1u << s->players) - 1; break;
    case 'T': asked = 3; break;
    default: break;
    }
    s->asked = s->open = (uint8_t)asked;
}

static void toy_setup(void *state, unsigned players, const uint8_t *options) {
    struct toy *s = state;
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->script = options[0];
    memset(s->filler, 0x77, sizeof s->filler);
    toy_ask(s);
}

static unsigned toy_to_move(const void *state) {
    const struct toy *s = state;
    return toy_now(s) == 0 ? 0 : s->asked ? s->open : CHANCE_BIT;
}

static unsigned toy_asked(const void *state) {
    return ((const struct toy *)state)->asked;
}

static unsigned toy_count(uint16_t first, unsigned count, uint16_t *list) {
    for (unsigned i = 0; i < count; i++) list[i] = (uint16_t)(first + i);
    return count;
}

static unsigned toy_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct toy *s = state;
    if (!(s->open & SEAT_BIT(seat))) return 0;
    switch (toy_now(s)) {
    case 'S': case 'T': {
        unsigned count = s->seats[seat].count < TOY_ADDS ? toy_count(TOY_ADD, 3, list) : 0;
        list[count] = TOY_DONE;
        return count + 1;
    }
    case 'f': return toy_count(TOY_GO, 1, list);
    case 'h': return s->coin ? toy_count((uint16_t)(TOY_GO + s->coin - 1), 1, list) : toy_count(TOY_GO, 3, list);
    default: return toy_count(TOY_GO, 3, list);
    }
}

static void toy_chance(const void *state, struct outcomes *out) {
    const struct toy *s = state;
    bool veiled = s->viewer > 1;
    out->stream = toy_now(s) == '!' ? 1 : 0;
    switch (toy_now(s)) {
    case '!': out->count = (uint16_t)(veiled ? toy_count(TOY_DEAL + 3, 1, out->actions) : toy_count(TOY_DEAL, 3, out->actions)); break;
    case 'v': out->count = (uint16_t)toy_count(veiled ? TOY_DEAL + 3 : TOY_DEAL, 1, out->actions); break;
    case '?': out->count = (uint16_t)(s->coin ? toy_count((uint16_t)(TOY_ROLL + s->coin - 1), 1, out->actions) : toy_count(TOY_ROLL, 3, out->actions)); break;
    case '.': out->count = (uint16_t)toy_count(TOY_ROLL, 1, out->actions); break;
    default: out->count = (uint16_t)toy_count(TOY_ROLL, 3, out->actions); break;
    }
    out->total = s->viewer ? 0 : out->count;
    for (unsigned i = 0; i < out->count; i++) out->weights[i] = !s->viewer;
}

static void toy_tell(struct sink *sink, unsigned seat, bool apart, unsigned number) {
    struct event event = {.seat = seat, .apart = apart, .message = MESSAGE("toy.event", NUMBER("n", number))};
    if (sink) sink->event(sink, &event);
}

static void toy_note(struct toy *s, unsigned value) {
    s->trace = (uint16_t)(s->trace * 31u + value);
}

static void toy_next(struct toy *s) {
    s->at++;
    toy_ask(s);
}

static bool toy_apply(void *state, unsigned by, uint16_t action, struct sink *sink) {
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

static bool toy_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason) {
    uint16_t list[LEGAL_MAX];
    unsigned count = toy_legal(state, seat, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i] == action) return false;
    *reason = MESSAGE("toy.whynot");
    return true;
}

static void toy_view(void *state, unsigned observer) {
    struct toy *s = state;
    unsigned own = observer < TOY_SEATS ? SEAT_BIT(observer) : 0;
    if (observer != 0) s->coin = 0;
    for (unsigned seat = 0; seat < s->players; seat++)
        if (seat != observer) memset(&s->seats[seat], 0, sizeof s->seats[seat]);
    s->open = (uint8_t)((s->open & own) | (s->asked & ~own));
    s->viewer = (uint8_t)(observer + 1);
}

static uint16_t toy_witness(const void *state, unsigned by, uint16_t action, unsigned observer) {
    (void)state;
    return by == BY_CHANCE && action >= TOY_DEAL && action < TOY_DONE && observer != 0 ? TOY_DEAL + 3 : action;
}

static void toy_determinise(void *view, struct generator *generator) {
    struct toy *s = view;
    if (s->dealt && !s->coin) s->coin = (uint8_t)(1 + generator_below(generator, 3));
    s->viewer = 0;
}

static void toy_result(const void *state, struct result *result) {
    const struct toy *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) {
        result->score[seat] = 0;
        result->place[seat] = 1;
    }
}

static void toy_components(struct json_out *out, const char *name) {
    json_object(out, name);
    json_object_end(out);
}

static void other_components(struct json_out *out, const char *name) {
    json_object(out, name);
    json_number(out, "more", 1);
    json_object_end(out);
}

static const char *const toy_codes[] = {"1", "2", "3", "?"};
static const struct things toy_numbers = {"toy", "number", toy_codes, 3}, toy_veiled = {"toy", "number", toy_codes, 4};
static const struct notation_verb toy_verbs[] = {
    {TOY_ADD,  "add",  false, {{.things = &toy_numbers}}},
    {TOY_DEAL, "deal", true,  {{.things = &toy_veiled}}},
    {TOY_DONE, "done", false, {{0}}},
    {TOY_GO,   "go",   false, {{.things = &toy_numbers}}},
    {TOY_ROLL, "roll", true,  {{.things = &toy_numbers}}},
};
static const struct notation toy_notation = {toy_verbs, COUNT(toy_verbs), TOY_ACTIONS};
static const char *const toy_values[SCRIPTS_MAX] = {"0"};
static const struct option toy_options[] = {{.key = "script", .values = toy_values, .count = 1}};

static const struct game toy_game = {
    .id = "toy", .name = "Toy", .rules = 1, .players_min = 2, .players_max = TOY_SEATS, .options = toy_options, .option_count = 1,
    .state_size = sizeof(struct toy), .steps_max = 2000, .notation = &toy_notation, .setup = toy_setup, .to_move = toy_to_move,
    .asked = toy_asked, .legal = toy_legal, .chance = toy_chance, .apply = toy_apply, .why_not = toy_why_not, .view = toy_view,
    .witness = toy_witness, .determinise = toy_determinise, .result = toy_result, .components = toy_components,
};

/* ── memory that runs out ─────────────────────────────────────────────────────────────────────────── */

static unsigned fails_at; /* the n-th request from now on finds no memory; 0: all do */

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_realloc(void *memory, size_t size) {
    if (fails_at && --fails_at == 0) return NULL;
    return __real_realloc(memory, size);
}

/* ── help ─────────────────────────────────────────────────────────────────────────────────────────── */

static const char table[] = "ABCDEFGHIJKLMNOPQRSTUV";

/* The seats and the spectator. */
#define EACH_OBSERVER(o, players) (unsigned o = 0; o < OBSERVERS; o = o + 1 == (players) ? SPECTATOR : o + 1)

static void seed_of(unsigned number, uint8_t seed[SEED_SIZE]) {
    memset(seed, 0, SEED_SIZE);
    memcpy(seed, &number, sizeof number);
}

/* A match of opponents alone: it begins at once. */
static void open_match(struct match *m, const struct game *game, unsigned players, const uint8_t *options, unsigned number) {
    uint8_t seed[SEED_SIZE];
    struct message error;
    seed_of(number, seed);
    match_open(m, game, players, options, table, seed);
    for (unsigned seat = 0; seat < players; seat++) assert_true(match_sit(m, seat, "random", false, &error));
    assert_int_equal(m->phase, MATCH_PLAYING);
}

static void open_toy(struct match *m, const char *script) {
    const uint8_t options[OPTIONS_MAX] = {0};
    scripts[0] = script;
    open_match(m, &toy_game, 3, options, 7);
}

static uint16_t action_of(const struct match *m, const char *text) {
    uint16_t action = notation_read(m->game->notation, text, strlen(text));
    if (action == NOTATION_NONE) fail_msg("no such notation: %s", text);
    return action;
}

static void answer(struct match *m, unsigned seat, const char *text) {
    unsigned repeated;
    struct message error = {0};
    if (!match_answer(m, seat, match_question(m, seat), "", action_of(m, text), &repeated, &error)) fail_msg("%u %s is refused: %s", seat, text, error.key);
    assert_int_equal(repeated, 0);
}

static void expect_refused(struct match *m, unsigned seat, unsigned question, const char *id, uint16_t action, const char *key) {
    unsigned repeated = 99, length = m->length;
    uint64_t hash = state_hash(m->game, m->state);
    struct message error = {0};
    assert_false(match_answer(m, seat, question, id, action, &repeated, &error));
    assert_string_equal(error.key, key);
    assert_int_equal(repeated, 0);
    assert_int_equal(m->length, length);
    assert_true(state_hash(m->game, m->state) == hash);
}

static void undo(struct match *m, unsigned seat) {
    struct message error = {0};
    unsigned repeated;
    if (!match_undo(m, seat, "", &repeated, &error)) fail_msg("seat %u may not take back: %s", seat, error.key);
}

/* "0 go 1; chance; undo 0; seat 2; end 1" */
static void play(struct match *m, const char *list) {
    char copy[400], *save = NULL;
    struct message error;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *op = strtok_r(copy, ";", &save); op; op = strtok_r(NULL, ";", &save)) {
        while (*op == ' ') op++;
        if (strcmp(op, "chance") == 0) assert_true(match_chance(m));
        else if (strncmp(op, "undo ", 5) == 0) undo(m, (unsigned)atoi(op + 5));
        else if (strncmp(op, "seat ", 5) == 0) assert_true(match_change_seat(m, (unsigned)atoi(op + 5), "novice", false, &error));
        else if (strncmp(op, "end ", 4) == 0) assert_true(match_end(m, ENDED_AGREED, (unsigned)atoi(op + 4), &error));
        else answer(m, (unsigned)atoi(op), op + 2);
    }
}

/* The state, and the draws counted by stream, are what the standing steps make from the beginning. */
static void expect_replay(const struct match *m) {
    _Alignas(8) uint8_t state[STATE_MAX];
    uint32_t draws[STREAMS_MAX] = {0};
    m->game->setup(state, m->players, m->options);
    for (unsigned i = 0; i < m->length; i++) {
        const struct match_entry *e = &m->log[i];
        struct outcomes outcomes;
        if (e->kind != ENTRY_STEP || e->undone) continue;
        assert_true(game_allows(m->game, state, e->by, e->action));
        if (e->by == BY_CHANCE) {
            m->game->chance(state, &outcomes);
            unsigned pick = draws_pick(m->key, draws[outcomes.stream]++, &outcomes);
            assert_int_equal(outcomes.actions[pick], e->action);
        }
        m->game->apply(state, e->by, e->action, NULL);
    }
    assert_memory_equal(state, m->state, m->game->state_size);
    assert_memory_equal(draws, m->draws, sizeof draws);
}

/* ── seating, hashes, bytes ───────────────────────────────────────────────────────────────────────── */

static void bytes_of(unsigned seat, uint8_t entropy[SEED_SIZE], uint8_t hash[HASH_SIZE]) {
    struct blake2b b;
    memset(entropy, (int)(0x30 + seat), SEED_SIZE);
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, entropy, SEED_SIZE);
    blake2b_end(&b, hash);
}

static void open_empty(struct match *m) {
    uint8_t seed[SEED_SIZE], options[OPTIONS_MAX] = {0};
    scripts[0] = "aab";
    seed_of(3, seed);
    match_open(m, &toy_game, 3, options, table, seed);
}

static void sit(struct match *m, unsigned seat, bool person) {
    struct message error;
    assert_true(match_sit(m, seat, person ? "person" : "random", person, &error));
}

static void hash_in(struct match *m, unsigned seat) {
    uint8_t entropy[SEED_SIZE], hash[HASH_SIZE];
    struct message error;
    bytes_of(seat, entropy, hash);
    assert_true(match_hash(m, seat, hash, &error));
}

static bool reveal(struct match *m, unsigned seat, const char **key) {
    uint8_t entropy[SEED_SIZE], hash[HASH_SIZE];
    struct message error = {.key = ""};
    bytes_of(seat, entropy, hash);
    bool done = match_reveal(m, seat, entropy, &error);
    *key = error.key;
    return done;
}

static void expect_reveal_refused(struct match *m, unsigned seat, const char *key) {
    const char *found;
    struct match before = *m;
    assert_false(reveal(m, seat, &found));
    assert_string_equal(found, key);
    assert_memory_equal(&before, m, sizeof before);
}

static void the_game_begins_when_all_seats_hashes_and_bytes_are_in(void **state) {
    struct match m;
    const char *key;
    (void)state;
    open_empty(&m);
    assert_int_equal(m.phase, MATCH_SEATING);
    sit(&m, 0, true);
    hash_in(&m, 0);
    sit(&m, 1, false);
    assert_int_equal(m.phase, MATCH_SEATING);
    sit(&m, 2, true);
    assert_int_equal(m.phase, MATCH_SEATING);
    assert_int_equal(match_owes(&m), SEAT_BIT(2));
    hash_in(&m, 2);
    assert_int_equal(m.phase, MATCH_REVEALING);
    assert_int_equal(match_owes(&m), SEAT_BIT(0) | SEAT_BIT(2));
    assert_int_equal(match_waiting(&m), 0);
    assert_false(match_chance(&m));
    assert_true(reveal(&m, 2, &key));
    assert_int_equal(match_owes(&m), SEAT_BIT(0));
    assert_true(reveal(&m, 0, &key));
    assert_int_equal(m.phase, MATCH_PLAYING);
    assert_int_equal(match_owes(&m), 0);
    assert_int_equal(match_waiting(&m), SEAT_BIT(0));
    match_close(&m);
}

static void the_key_has_the_bytes_of_people_and_zeros_for_opponents(void **state) {
    struct match m;
    const char *text;
    uint8_t entropy[3][SEED_SIZE] = {{0}}, hash[HASH_SIZE], key[HASH_SIZE];
    (void)state;
    open_empty(&m);
    for (unsigned seat = 0; seat < 3; seat++) sit(&m, seat, seat != 1);
    hash_in(&m, 0);
    hash_in(&m, 2);
    assert_true(reveal(&m, 0, &text) && reveal(&m, 2, &text));
    bytes_of(0, entropy[0], hash);
    bytes_of(2, entropy[2], hash);
    draws_key(m.seed, (const uint8_t(*)[SEED_SIZE])entropy, 3, key);
    assert_memory_equal(m.key, key, HASH_SIZE);
    match_close(&m);
}

static void wrong_seats_hashes_and_bytes_are_refused(void **state) {
    struct match m;
    struct message error;
    const char *key;
    uint8_t wrong[SEED_SIZE] = {1};
    (void)state;
    open_empty(&m);
    assert_false(match_sit(&m, 3, "person", true, &error));
    assert_string_equal(error.key, "error.match.seat");
    assert_false(match_hash(&m, 0, wrong, &error)); /* nobody sits there */
    assert_string_equal(error.key, "error.match.no_entropy");
    sit(&m, 0, true);
    assert_false(match_sit(&m, 0, "person", true, &error));
    assert_string_equal(error.key, "error.match.taken");
    expect_reveal_refused(&m, 0, "error.match.too_early");
    sit(&m, 1, false);
    sit(&m, 2, true);
    hash_in(&m, 0);
    assert_false(match_hash(&m, 0, wrong, &error));
    assert_string_equal(error.key, "error.match.hashed");
    assert_false(match_hash(&m, 1, wrong, &error)); /* an opponent adds none */
    assert_string_equal(error.key, "error.match.no_entropy");
    assert_false(match_hash(&m, 7, wrong, &error));
    assert_string_equal(error.key, "error.match.no_entropy");
    expect_reveal_refused(&m, 0, "error.match.too_early");
    hash_in(&m, 2);
    assert_false(match_hash(&m, 2, wrong, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_sit(&m, 1, "person", true, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_reveal(&m, 2, wrong, &error));
    assert_string_equal(error.key, "error.match.wrong_entropy");
    expect_reveal_refused(&m, 1, "error.match.no_entropy");
    expect_reveal_refused(&m, 9, "error.match.no_entropy");
    assert_true(reveal(&m, 2, &key));
    expect_reveal_refused(&m, 2, "error.match.started");
    assert_true(reveal(&m, 0, &key));
    expect_reveal_refused(&m, 0, "error.match.started");
    match_close(&m);
}

static void nothing_is_played_before_the_game_has_begun(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    sit(&m, 0, true);
    expect_refused(&m, 0, 0, "x", TOY_GO, "error.match.not_started");
    unsigned repeated;
    assert_false(match_undo(&m, 0, "", &repeated, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_end(&m, ENDED_AGREED, 0, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_change_seat(&m, 0, "random", false, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_can_undo(&m, 0));
    unsigned seat;
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE);
    match_close(&m);
}

static void lost_bytes_begin_again_with_the_same_seats(void **state) {
    struct match m;
    struct message error;
    const char *key;
    uint8_t seed[SEED_SIZE], commitment[HASH_SIZE];
    (void)state;
    open_empty(&m);
    seed_of(4, seed);
    for (unsigned seat = 0; seat < 3; seat++) sit(&m, seat, seat != 1);
    assert_false(match_restart(&m, seed, &error)); /* nothing is lost yet */
    hash_in(&m, 0);
    hash_in(&m, 2);
    assert_true(reveal(&m, 0, &key));
    assert_true(match_restart(&m, seed, &error));
    assert_int_equal(m.phase, MATCH_SEATING);
    assert_string_equal(m.seats[2].who, "person");
    assert_int_equal(match_owes(&m), SEAT_BIT(0) | SEAT_BIT(2));
    draws_commitment(table, seed, commitment);
    assert_memory_equal(m.commitment, commitment, HASH_SIZE);
    for (unsigned i = 0; i < SEED_SIZE; i++) assert_int_equal(m.entropy[0][i], 0);
    hash_in(&m, 2);
    hash_in(&m, 0);
    assert_true(reveal(&m, 0, &key) && reveal(&m, 2, &key));
    assert_int_equal(m.phase, MATCH_PLAYING);
    assert_false(match_restart(&m, seed, &error));
    assert_string_equal(error.key, "error.match.started");
    match_close(&m);
}

/* ── answers ──────────────────────────────────────────────────────────────────────────────────────── */

static void wrong_answers_are_refused_and_change_nothing(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aa*bS");
    expect_refused(&m, 3, 0, "", TOY_GO, "error.match.seat");
    expect_refused(&m, SPECTATOR, 0, "", TOY_GO, "error.match.seat");
    expect_refused(&m, 0, 0, "0123456789012345678901234", TOY_GO, "error.match.id");
    expect_refused(&m, 0, 1, "", TOY_GO, "error.match.stale");
    expect_refused(&m, 0, 0, "", TOY_ACTIONS, "error.match.notation");
    expect_refused(&m, 0, 0, "", NOTATION_NONE, "error.match.notation");
    expect_refused(&m, 0, 0, "", TOY_ADD, "toy.whynot");
    expect_refused(&m, 0, 0, "", TOY_ROLL, "common.whynot.chance_step");
    expect_refused(&m, 1, 0, "", TOY_GO, "common.whynot.not_to_move");
    play(&m, "0 go 1");
    expect_refused(&m, 0, 0, "", TOY_GO, "error.match.stale");
    play(&m, "0 go 2");
    expect_refused(&m, 1, 2, "", TOY_GO, "common.whynot.chance_to_move");
    play(&m, "chance; 1 go 1; 2 done");
    expect_refused(&m, 2, match_question(&m, 2), "", TOY_DONE, "common.whynot.answered");
    play(&m, "0 done; 1 done");
    expect_refused(&m, 1, match_question(&m, 1), "", TOY_GO, "common.whynot.over");
    match_close(&m);
}

static void a_repeated_id_is_applied_once(void **state) {
    struct match m, again;
    unsigned repeated;
    struct message error;
    (void)state;
    open_toy(&m, "aabS");
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 0);
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 1);
    assert_int_equal(m.length, 1);
    assert_true(match_answer(&m, 0, 1, "first", TOY_GO + 2, &repeated, &error)); /* whatever else it says */
    assert_int_equal(repeated, 1);
    undo(&m, 0);
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error)); /* taken back: it stays taken back */
    assert_int_equal(repeated, 1);
    assert_int_equal(m.length, 2);
    assert_true(match_answer(&m, 0, 2, "second", TOY_GO, &repeated, &error));
    assert_true(match_answer(&m, 0, 3, "012345678901234567890123", TOY_GO, &repeated, &error));
    assert_true(match_answer(&m, 1, 4, "first", TOY_GO, &repeated, &error)); /* ids are the seat's own */
    assert_int_equal(repeated, 0);
    assert_int_equal(m.length, 5);

    open_toy(&again, "aabS");
    assert_true(match_resume(&again, m.log, m.length, NULL, 0, &error));
    assert_true(match_answer(&again, 0, 3, "012345678901234567890123", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 4);
    assert_true(match_answer(&again, 1, 4, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 5);
    assert_int_equal(again.length, 5);
    play(&again, "0 done; 1 done; 2 done");
    assert_int_equal(again.phase, MATCH_OVER);
    assert_true(match_answer(&again, 0, 0, "second", TOY_GO, &repeated, &error)); /* even when all is over */
    assert_int_equal(repeated, 3);
    match_close(&again);
    match_close(&m);
}

static void answers_without_an_id_are_never_repeats(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aaab");
    play(&m, "0 go 1; 0 go 1; 0 go 1");
    assert_int_equal(m.length, 3);
    match_close(&m);
}

/* ── versions ─────────────────────────────────────────────────────────────────────────────────────── */

static void expect_versions(const struct match *m, unsigned a, unsigned b, unsigned c, unsigned spectator) {
    assert_int_equal(m->versions[0], a);
    assert_int_equal(m->versions[1], b);
    assert_int_equal(m->versions[2], c);
    assert_int_equal(m->versions[SPECTATOR], spectator);
}

static void secret_answers_are_told_and_counted_at_the_reveal_in_seat_order(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aSb");
    play(&m, "0 go 1");
    expect_versions(&m, 1, 1, 1, 1);
    unsigned question = match_question(&m, 0);
    play(&m, "2 add 1; 2 add 2; 2 done; 1 add 3");
    expect_versions(&m, 1, 2, 4, 1);
    assert_int_equal(match_question(&m, 0), question); /* not stale because others answered */
    play(&m, "0 done");
    expect_versions(&m, 2, 2, 4, 1);
    assert_int_equal(match_waiting(&m), SEAT_BIT(1));
    play(&m, "1 done");
    expect_versions(&m, 7, 7, 7, 7);
    /* entries: 0 go; 1, 2, 3 of seat 2; 4 of seat 1; 5 of seat 0; 6 of seat 1 */
    static const uint16_t told[OBSERVERS][7] = {{0, 5, 4, 6, 1, 2, 3}, {0, 4, 6, 5, 1, 2, 3}, {0, 1, 2, 3, 5, 4, 6}, {0}, {0}, {0, 5, 4, 6, 1, 2, 3}};
    for EACH_OBSERVER(o, 3) assert_memory_equal(m.told[o], told[o], sizeof told[o]);
    play(&m, "1 go 1");
    expect_versions(&m, 8, 8, 8, 8);
    match_close(&m);
}

static void answers_taken_back_are_never_told_to_others(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "Sb");
    play(&m, "0 add 1; undo 0; 0 add 2; 0 done; undo 0; undo 0; 0 add 3; 0 done");
    expect_versions(&m, 8, 0, 0, 0);
    assert_int_equal(match_question(&m, 0), 8);
    assert_int_equal(match_question(&m, 1), 0);
    play(&m, "1 done; 2 done");
    expect_versions(&m, 10, 4, 4, 4);
    static const uint16_t told[] = {6, 7, 8, 9};
    assert_memory_equal(m.told[SPECTATOR], told, sizeof told);
    match_close(&m);
}

static void changes_of_hands_and_ends_are_told_to_all_at_once(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "Sb");
    play(&m, "0 add 1; seat 1");
    expect_versions(&m, 2, 1, 1, 1);
    assert_int_equal(match_question(&m, 1), 0); /* no question becomes stale by it */
    play(&m, "0 done; end 2");
    expect_versions(&m, 4, 2, 2, 2);
    match_close(&m);
}

/* ── undo, by the rule ────────────────────────────────────────────────────────────────────────────── */

static const struct {
    const char *script, *course;
    unsigned seat;
    bool can;
} undo_rows[] = {
    /* a seat's own latest steps, as long as it is to move */
    {"aab",   "",                                           0, false},
    {"aab",   "0 go 1",                                     0, true},
    {"aab",   "0 go 1",                                     1, false},
    {"aaab",  "0 go 1; 0 go 2; undo 0",                     0, true},
    {"aaab",  "0 go 1; 0 go 2; undo 0; undo 0",             0, false},
    {"aaab",  "0 go 1; undo 0; 0 go 3",                     0, true},
    {"aaab",  "0 go 1; undo 0; 0 go 3; undo 0",             0, false},
    /* the step that passes the move on cannot be taken back */
    {"aab",   "0 go 1; 0 go 2",                             0, false},
    {"aab",   "0 go 1; 0 go 2",                             1, false},
    {"aa",    "0 go 1; 0 go 2",                             0, false},
    /* no other seat's step lies between */
    {"abaa",  "0 go 1; 1 go 1",                             0, false},
    {"abaa",  "0 go 1; 1 go 1; 0 go 1",                     0, true},
    {"abaa",  "0 go 1; 1 go 1; 0 go 1; undo 0",             0, false},
    /* no chance step with several outcomes; one with a single outcome may */
    {"a*ab",  "0 go 1",                                     0, false},
    {"a*ab",  "0 go 1; chance",                             0, false},
    {"a*aab", "0 go 1; chance; 0 go 1",                     0, true},
    {"a*aab", "0 go 1; chance; 0 go 1; undo 0",             0, false},
    {"a.ab",  "0 go 1",                                     0, false},
    {"a.ab",  "0 go 1; chance",                             0, true},
    {"a..ab", "0 go 1; chance; chance",                     0, true},
    {"a.*ab", "0 go 1; chance; chance",                     0, false},
    {"a.aab", "0 go 1; chance; 0 go 1; undo 0",             0, true},
    {"a.aab", "0 go 1; chance; 0 go 1; undo 0; undo 0",     0, false},
    {"a.bb",  "0 go 1; chance",                             0, false},
    {"a.bb",  "0 go 1; chance",                             1, false},
    /* the outcome counts as single only where the seat knows it */
    {"!a?ab", "chance; 0 go 1; chance",                     0, true},
    {"!b?ba", "chance; 1 go 1; chance",                     1, false},
    {"avab",  "0 go 1; chance",                             0, true},
    {"bvba",  "1 go 1; chance",                             1, false},
    /* a simultaneous question: the own answers, whatever others did */
    {"Sb",    "",                                           0, false},
    {"Sb",    "0 add 1",                                    0, true},
    {"Sb",    "0 add 1",                                    1, false},
    {"Sb",    "0 done",                                     0, true},
    {"Sb",    "0 done; 1 done; 2 add 1",                    0, true},
    {"Sb",    "0 done; 1 done; 2 add 1",                    1, true},
    {"Sb",    "0 done; 1 done; 2 add 1",                    2, true},
    {"Sb",    "0 add 1; 1 done; 0 done; undo 0; 2 done",    0, true},
    {"Sb",    "0 add 1; 1 done; 0 done; undo 0; undo 0",    0, false},
    {"Sb",    "0 add 1; 1 done; 0 done; undo 0; undo 0",    1, true},
    {"Tc",    "0 done",                                     2, false},
    {"Tc",    "0 done",                                     0, true},
    /* not past the reveal */
    {"Sab",   "0 done; 1 done; 2 done",                     0, false},
    {"Sab",   "1 done; 2 done; 0 done",                     0, false},
    {"Saab",  "1 done; 2 done; 0 done; 0 go 1",             0, true},
    {"Saab",  "1 done; 2 done; 0 done; 0 go 1; undo 0",     0, false},
    {"SSb",   "0 done; 1 done; 2 done",                     2, false},
    {"SSb",   "0 done; 1 done; 2 done; 1 add 1",            0, false},
    {"SSb",   "0 done; 1 done; 2 done; 1 add 1; undo 1",    1, false},
    /* nothing from before a question put to several */
    {"aS",    "0 go 1",                                     0, false},
    {"aS",    "0 go 1; 0 add 1; undo 0",                    0, false},
    {"a.S",   "0 go 1; chance",                             0, false},
    {"aT",    "0 go 1; 1 add 1",                            0, false},
    /* changes of hands lie in nobody's way; an end does */
    {"aab",   "0 go 1; seat 1",                             0, true},
    {"aab",   "0 go 1; seat 2",                             0, true},
    {"aab",   "0 go 1; seat 0; seat 2",                     0, false}, /* another's choices are not one's own */
    {"Sb",    "0 done; seat 2",                             0, true},
    {"Sb",    "0 done; seat 0",                             0, false},
    {"aab",   "0 go 1; end 1",                              0, false},
    {"Sb",    "0 done; end 1",                              0, false},
};

static void undo_is_allowed_exactly_by_the_stated_rule(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(undo_rows); i++) {
        struct match m;
        struct message error = {0};
        open_toy(&m, undo_rows[i].script);
        play(&m, undo_rows[i].course);
        if (match_can_undo(&m, undo_rows[i].seat) != undo_rows[i].can)
            fail_msg("%s after \"%s\": seat %u should%s be able to take back", undo_rows[i].script, undo_rows[i].course, undo_rows[i].seat, undo_rows[i].can ? "" : " not");
        expect_replay(&m);
        unsigned length = m.length, repeated;
        assert_int_equal(match_undo(&m, undo_rows[i].seat, "", &repeated, &error), undo_rows[i].can);
        assert_int_equal(m.length, length + undo_rows[i].can);
        if (!undo_rows[i].can) assert_string_equal(error.key, m.phase == MATCH_OVER ? "common.whynot.over" : "error.match.undo");
        expect_replay(&m);
        match_close(&m);
    }
}

static void an_unknown_seat_cannot_take_back(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_toy(&m, "aab");
    play(&m, "0 go 1");
    for (unsigned seat = 3; seat < 9; seat++) {
        unsigned repeated;
        assert_false(match_can_undo(&m, seat));
        assert_false(match_undo(&m, seat, "", &repeated, &error));
    }
    match_close(&m);
}

static void an_undo_has_a_short_name_like_an_answer(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aab");
    answer(&m, 0, "go 1");
    assert_false(match_undo(&m, 0, "a name of twenty-five byte", &repeated, &error));
    assert_string_equal(error.key, "error.match.id");
    assert_int_equal(m.length, 1);
    match_close(&m);
}

static void a_repeated_undo_takes_back_once(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aaaab");
    play(&m, "0 go 1; 0 go 2; 0 go 3");
    assert_true(match_undo(&m, 0, "u1", &repeated, &error));
    assert_int_equal(repeated, 0);
    unsigned length = m.length;
    assert_true(match_undo(&m, 0, "u1", &repeated, &error));
    assert_int_equal(repeated, length);
    assert_int_equal(m.length, length);
    assert_true(match_undo(&m, 0, "u2", &repeated, &error));
    assert_int_equal(repeated, 0);
    expect_replay(&m);
    match_close(&m);
}

/* A certain chance step that was taken back with the step before it counts again, once: later draws do not shift. */
static void draws_repeat_after_undo(void **state) {
    struct match plain, undone;
    (void)state;
    for (unsigned number = 0; number < 20; number++) {
        uint8_t options[OPTIONS_MAX] = {0};
        scripts[0] = "Ta.aS***aab";
        open_match(&plain, &toy_game, 3, options, number);
        open_match(&undone, &toy_game, 3, options, number);
        play(&plain, "0 done; 1 add 2; 1 done; 0 go 2; chance; 0 go 3; 0 done; 1 done; 2 add 1; 2 done; chance; chance; chance");
        play(&undone, "1 add 1; undo 1; 1 add 2; 0 done; undo 0; 0 done; 1 done; 0 go 1; chance; undo 0; 0 go 2; chance; undo 0; 0 go 2; chance; 0 go 3;"
                      "2 add 1; 0 done; 2 add 2; undo 2; 1 done; 2 done; chance; chance; chance");
        assert_memory_equal(plain.state, undone.state, sizeof(struct toy));
        assert_memory_equal(plain.draws, undone.draws, sizeof plain.draws);
        match_close(&plain);
        match_close(&undone);
    }
}

static void taking_back_has_an_end(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_toy(&m, "aab");
    while (m.length < MATCH_UNDO_MAX - 1) {
        answer(&m, 0, "go 1");
        if (!match_can_undo(&m, 0)) break;
        undo(&m, 0);
    }
    assert_int_equal(m.length, MATCH_UNDO_MAX - 1 + (m.length & 1 ? 0 : 1));
    if (match_question(&m, 0) % 2 == 0) {
        assert_true(match_is_final(&m, 0, TOY_GO));
        answer(&m, 0, "go 1");
    }
    unsigned repeated;
    assert_false(match_can_undo(&m, 0));
    assert_false(match_undo(&m, 0, "", &repeated, &error));
    struct cursor c;
    cursor_open(&c, &m, 0, m.versions[0]);
    match_close(&m);
}

/* Near the end of undos, too, a seat must not see in its own that another has answered in secret, or how often. */
static void the_end_of_taking_back_shows_no_secret_answers(void **state) {
    (void)state;
    for (unsigned told = MATCH_UNDO_MAX - 5; told <= MATCH_UNDO_MAX; told++) {
        struct match m;
        open_toy(&m, "S");
        while (m.versions[0] + 2 < told) {
            answer(&m, 0, "add 1");
            undo(&m, 0);
        }
        answer(&m, 0, "add 1");
        bool can = match_can_undo(&m, 0), final = match_is_final(&m, 0, TOY_ADD);
        for (unsigned n = 0; n < 6; n++) {
            if (n < TOY_ADDS) answer(&m, 1, "add 2");
            else undo(&m, 1);
            assert_int_equal(match_can_undo(&m, 0), can);
            assert_int_equal(match_is_final(&m, 0, TOY_ADD), final);
        }
        assert_true(m.versions[0] + 6 == m.length);
        match_close(&m);
    }
}

static void changes_of_hands_cannot_fill_the_log(void **state) {
    struct match m;
    struct message error = {0};
    (void)state;
    open_toy(&m, "aab");
    for (unsigned i = 0; i < 2 * MATCH_LOG_MAX; i++)
        if (!match_change_seat(&m, 1, i % 2 ? "random" : "novice", false, &error)) break;
    assert_true(error.key != NULL);
    assert_true(m.length + toy_game.steps_max < MATCH_LOG_MAX);
    play(&m, "0 go 1; 0 go 1; 1 go 1");
    assert_int_equal(m.phase, MATCH_OVER);
    struct cursor c;
    for EACH_OBSERVER(o, 3) cursor_open(&c, &m, o, m.versions[o]);
    match_close(&m);
}

/* ── without memory ───────────────────────────────────────────────────────────────────────────────── */

/* Something that needs one more entry; false: it could not be done. */
enum deed { ANSWER, CHANCE, FORCED, TAKE_BACK, CHANGE, END, DEEDS };
static const char *const deed_scripts[DEEDS] = {"ab", "*b", "fb", "ab", "ab", "ab"};

static bool try_deed(struct match *m, enum deed deed, struct message *error) {
    unsigned repeated;
    switch (deed) {
    case ANSWER: return match_answer(m, 0, match_question(m, 0), "", TOY_GO, &repeated, error);
    case CHANCE: return match_chance(m);
    case FORCED: return match_play_forced(m);
    case TAKE_BACK: return match_undo(m, 0, "", &repeated, error);
    case CHANGE: return match_change_seat(m, 2, "novice", false, error);
    default: return match_end(m, ENDED_AGREED, 1, error);
    }
}

static void without_memory_nothing_changes_and_later_it_goes_on(void **state) {
    (void)state;
    for (unsigned deed = 0; deed < DEEDS; deed++)
        for (unsigned request = 1; request <= 1 + 4; request++) /* the log, and what each of three seats and the spectator was told */ {
            struct match m;
            struct message error = {.key = "error.memory"};
            open_toy(&m, deed == TAKE_BACK ? "aab" : deed_scripts[deed]);
            if (deed == TAKE_BACK) answer(&m, 0, "go 1");
            while (m.length < m.capacity) assert_true(match_change_seat(&m, 2, "random", false, &error));
            struct match before = m;
            fails_at = request;
            assert_false(try_deed(&m, deed, &error));
            assert_int_equal(fails_at, 0);
            assert_string_equal(error.key, "error.memory");
            assert_int_equal(m.length, before.length);
            assert_int_equal(m.phase, before.phase);
            assert_memory_equal(m.versions, before.versions, sizeof m.versions);
            assert_memory_equal(m.draws, before.draws, sizeof m.draws);
            assert_memory_equal(m.state, before.state, sizeof m.state);
            assert_true(try_deed(&m, deed, &error));
            assert_int_equal(m.length, before.length + 1);
            match_close(&m);
        }
}

static void without_memory_no_log_is_taken_up(void **state) {
    struct match m, again;
    struct message error;
    uint8_t *snapshot = malloc(SNAPSHOT_MAX);
    (void)state;
    open_toy(&m, "aab*S");
    play(&m, "0 go 1; undo 0; 0 go 2; seat 1");
    size_t size = match_snapshot(&m, snapshot);
    for (unsigned with = 0; with < 2; with++)
        for (unsigned request = 1; request <= 1 + 4; request++) /* the log, and what each of three seats and the spectator was told */ {
            open_toy(&again, "aab*S");
            struct match before = again;
            fails_at = request;
            assert_false(match_resume(&again, m.log, m.length, with ? snapshot : NULL, size, &error));
            assert_string_equal(error.key, "error.memory");
            assert_memory_equal(&again, &before, sizeof again);
            assert_true(match_resume(&again, m.log, m.length, with ? snapshot : NULL, size, &error));
            match_close(&again);
        }
    open_toy(&again, "aab*S");
    assert_false(match_resume(&again, m.log, MATCH_LOG_MAX + 1, NULL, 0, &error)); /* longer than any can be */
    assert_string_equal(error.key, "error.match.log");
    match_close(&again);
    match_close(&m);
    free(snapshot);
}

/* ── forced steps ─────────────────────────────────────────────────────────────────────────────────── */

static void a_step_is_forced_where_everybody_can_see_it(void **state) {
    struct match m;
    unsigned seat = 99;
    (void)state;
    open_toy(&m, "f!haS");
    assert_int_equal(match_forced(&m, &seat), TOY_GO);
    assert_int_equal(seat, 0);
    play(&m, "0 go 1");
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE); /* chance */
    play(&m, "chance");
    uint16_t list[LEGAL_MAX];
    assert_int_equal(toy_legal(m.state, 0, list), 1);
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE); /* forced, but only seat 0 knows */
    unsigned repeated;
    struct message error;
    assert_true(match_answer(&m, 0, match_question(&m, 0), "", list[0], &repeated, &error));
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE);
    play(&m, "0 go 2; 0 add 1; 0 add 1; 0 add 1");
    assert_int_equal(toy_legal(m.state, 0, list), 1);
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE); /* that it has added three is its secret */
    match_close(&m);
}

/* ── cursors, events, lines ───────────────────────────────────────────────────────────────────────── */

static void events_of_one_seat_in_a_row_make_one_line(void **state) {
    struct lines lines = {.last = LINES_NONE};
    (void)state;
    static const struct {
        unsigned seat;
        bool apart;
        unsigned line;
    } rows[] = {{0, false, 0}, {0, false, 0}, {1, false, 1}, {0, false, 2}, {0, true, 3}, {0, false, 3}, {NOBODY, false, 4}, {NOBODY, false, 4}, {NOBODY, true, 5}, {2, false, 6}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct event event = {.seat = rows[i].seat, .apart = rows[i].apart};
        assert_int_equal(lines_place(&lines, &event), rows[i].line);
    }
    assert_int_equal(lines.count, 7);
}

enum { KEPT_MAX = 4000 };

/* What was told at each version: events with their lines. */
struct kept {
    struct line_sink sink;
    unsigned count;
    struct {
        unsigned seat, line;
        struct message message;
    } events[KEPT_MAX];
};

static void keep(struct line_sink *sink, const struct event *event, unsigned line) {
    struct kept *kept = (struct kept *)sink;
    assert_true(kept->count < KEPT_MAX);
    kept->events[kept->count].seat = event->seat;
    kept->events[kept->count].line = line;
    kept->events[kept->count++].message = event->message;
}

static bool same_message(const struct message *a, const struct message *b) {
    char texts[2][2048];
    struct json_out outs[2];
    json_begin(&outs[0], texts[0], sizeof texts[0]);
    json_begin(&outs[1], texts[1], sizeof texts[1]);
    message_write(&outs[0], NULL, a);
    message_write(&outs[1], NULL, b);
    return outs[0].length == outs[1].length && memcmp(texts[0], texts[1], outs[0].length) == 0;
}

static void an_undo_takes_events_and_lines_back(void **state) {
    struct match m;
    struct cursor c;
    (void)state;
    open_toy(&m, "baaa*");
    play(&m, "1 go 1; 0 go 1; 0 go 2");
    cursor_open(&c, &m, SPECTATOR, 0);
    static const unsigned events[] = {1, 2, 3}, lines[] = {1, 2, 2};
    for (unsigned i = 0; i < 3; i++) {
        assert_non_null(cursor_next(&c, &m, NULL));
        assert_int_equal(c.events, events[i]);
        assert_int_equal(c.lines.count, lines[i]);
    }
    assert_null(cursor_next(&c, &m, NULL));
    play(&m, "undo 0; undo 0");
    assert_int_equal(cursor_next(&c, &m, NULL)->kind, ENTRY_UNDO);
    assert_int_equal(c.events, 2);
    assert_int_equal(c.lines.count, 2);
    assert_int_equal(cursor_next(&c, &m, NULL)->kind, ENTRY_UNDO);
    assert_int_equal(c.events, 1);
    assert_int_equal(c.lines.count, 1);
    assert_int_equal(c.questions, 5);
    play(&m, "0 go 3; 0 go 1; 0 go 1; chance");
    while (cursor_next(&c, &m, NULL)) continue;
    assert_int_equal(c.lines.count, 3);
    assert_int_equal(c.events, 5);
    match_close(&m);
}

/* ── random games ─────────────────────────────────────────────────────────────────────────────────── */

/* The registered games in all player counts and some options, then the toy. */
static bool configuration(unsigned number, const struct game **game, unsigned *players, uint8_t options[OPTIONS_MAX]) {
    static const char *const lines[] = {"!aa.abbSa?a*TTabhcfSv.a", "SaS.aaaTa?bbb.b*b", "aaaaaa..aaaabvbbbTbTbbS"};
    memset(options, 0, OPTIONS_MAX);
    for (unsigned g = 0; g < games_count; g++) {
        unsigned counts = games[g]->players_max - games[g]->players_min + 1u, sets = 4;
        if (number >= counts * sets) {
            number -= counts * sets;
            continue;
        }
        *game = games[g];
        *players = games[g]->players_min + number % counts;
        for (unsigned i = 0; i < games[g]->option_count; i++)
            options[i] = (uint8_t)(number / counts == 0 ? games[g]->options[i].fallback : (number / counts + i) % games[g]->options[i].count);
        return true;
    }
    if (number >= COUNT(lines)) return false;
    *game = &toy_game;
    *players = 3;
    scripts[0] = lines[number];
    return true;
}

static unsigned pick_seat(struct generator *g, unsigned mask) {
    unsigned seat;
    do seat = generator_below(g, SEATS_MAX);
    while (!(mask & SEAT_BIT(seat)));
    return seat;
}

enum op_kind { OP_CHANCE, OP_ANSWER, OP_UNDO };

struct op {
    enum op_kind kind;
    unsigned seat;
    uint16_t action;
};

/* Something that may happen next; false: the game is over. `undos`: about one in so many, where there can be one. */
static bool choose(const struct match *m, struct generator *g, unsigned undos, struct op *op) {
    uint16_t list[LEGAL_MAX];
    if (m->phase != MATCH_PLAYING) return false;
    op->seat = generator_below(g, m->players);
    if (m->length < 1500 && generator_below(g, undos) == 0 && match_can_undo(m, op->seat)) {
        op->kind = OP_UNDO;
        return true;
    }
    op->kind = match_waiting(m) ? OP_ANSWER : OP_CHANCE;
    if (op->kind == OP_CHANCE) return true;
    op->seat = pick_seat(g, match_waiting(m));
    unsigned count = m->game->legal(m->state, op->seat, list);
    assert_true(count > 0);
    op->action = list[generator_below(g, count)];
    return true;
}

static void act(struct match *m, const struct op *op) {
    unsigned repeated;
    struct message error = {0};
    if (op->kind == OP_CHANCE) assert_true(match_chance(m));
    else if (op->kind == OP_UNDO) undo(m, op->seat);
    else assert_true(match_answer(m, op->seat, match_question(m, op->seat), "", op->action, &repeated, &error));
}

static unsigned standing_answers(const struct match *m, unsigned from, unsigned seat_not) {
    unsigned count = 0;
    for (unsigned i = from; i < m->length; i++) count += m->log[i].kind == ENTRY_STEP && !m->log[i].undone && m->log[i].by != seat_not;
    return count;
}

/* Who was told how much by the last entry, and in which order. */
static void expect_told(const struct match *m, const struct match *before) {
    const struct match_entry *e = &m->log[m->length - 1];
    unsigned asked = m->game->asked(before->state);
    bool shared = asked & (asked - 1);
    assert_int_equal(e->shared, shared);
    for EACH_OBSERVER(o, m->players) {
        unsigned news = m->versions[o] - before->versions[o], expected = shared ? e->by == o : 1;
        if (shared && e->closed) expected += standing_answers(m, before->question_from, o);
        assert_int_equal(news, expected);
        for (unsigned v = before->versions[o], last = 0; v < m->versions[o]; v++) {
            const struct match_entry *t = &m->log[m->told[o][v]];
            if (t->by == o || !shared) continue;
            assert_false(t->undone);
            assert_true(t->by >= last);
            last = t->by;
        }
    }
}

/* An observer's eyes all through a game, and what they saw. */
struct witness {
    struct cursor cursor;
    struct kept kept;
    unsigned versions;
    struct cursor *saved;  /* after each version           */
    unsigned *kept_before; /* events told until each version */
};

enum { SAVED_MAX = 2600 };

static struct witness *witness_open(const struct match *m, unsigned observer) {
    struct witness *w = calloc(1, sizeof *w);
    w->saved = calloc(SAVED_MAX, sizeof *w->saved);
    w->kept_before = calloc(SAVED_MAX, sizeof *w->kept_before);
    w->kept.sink.event = keep;
    cursor_open(&w->cursor, m, observer, 0);
    w->saved[0] = w->cursor;
    return w;
}

static void witness_look(struct witness *w, const struct match *m) {
    _Alignas(8) uint8_t view[STATE_MAX];
    while (cursor_next(&w->cursor, m, &w->kept.sink)) {
        assert_true(++w->versions < SAVED_MAX);
        w->saved[w->versions] = w->cursor;
        w->kept_before[w->versions] = w->kept.count;
    }
    assert_int_equal(w->cursor.version, m->versions[w->cursor.observer]);
    memcpy(view, m->state, m->game->state_size);
    m->game->view(view, w->cursor.observer);
    assert_memory_equal(w->cursor.view, view, m->game->state_size);
    if (w->cursor.observer != SPECTATOR) assert_int_equal(w->cursor.questions, match_question(m, w->cursor.observer));
}

/* Opened anywhere, a cursor shows what was seen then, and goes on with the same events. */
static void witness_again(const struct witness *w, const struct match *m) {
    struct kept *kept = calloc(1, sizeof *kept);
    unsigned stride = w->versions / 40 + 1;
    kept->sink.event = keep;
    for (unsigned v = 0; v <= w->versions; v += v + stride > w->versions && v < w->versions ? w->versions - v : stride) {
        struct cursor c;
        cursor_open(&c, m, w->cursor.observer, v);
        const struct cursor *s = &w->saved[v];
        assert_memory_equal(c.view, s->view, m->game->state_size);
        assert_int_equal(c.version, v);
        assert_int_equal(c.questions, s->questions);
        assert_int_equal(c.events, s->events);
        assert_int_equal(c.lines.count, s->lines.count);
        assert_int_equal(c.lines.last, s->lines.last);
        if (v == w->versions) break;
        kept->count = 0;
        cursor_next(&c, m, &kept->sink);
        assert_memory_equal(c.view, w->saved[v + 1].view, m->game->state_size);
        assert_int_equal(kept->count, w->kept_before[v + 1] - w->kept_before[v]);
        for (unsigned i = 0; i < kept->count; i++) {
            assert_int_equal(kept->events[i].seat, w->kept.events[w->kept_before[v] + i].seat);
            assert_int_equal(kept->events[i].line, w->kept.events[w->kept_before[v] + i].line);
            assert_true(same_message(&kept->events[i].message, &w->kept.events[w->kept_before[v] + i].message));
        }
    }
    free(kept);
}

static void witness_close(struct witness *w) {
    free(w->saved);
    free(w->kept_before);
    free(w);
}

static void cursors_show_at_every_version_what_was_seen_then(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m, before;
        struct witness *w[OBSERVERS] = {0};
        struct generator g;
        struct op op;
        generator_seed(&g, number);
        open_match(&m, game, players, options, number);
        for EACH_OBSERVER(o, players) w[o] = witness_open(&m, o);
        while (choose(&m, &g, 6, &op)) {
            before = m;
            act(&m, &op);
            expect_told(&m, &before);
            for EACH_OBSERVER(o, players) witness_look(w[o], &m);
            if (op.kind == OP_UNDO) expect_replay(&m);
        }
        expect_replay(&m);
        for EACH_OBSERVER(o, players) {
            witness_again(w[o], &m);
            witness_close(w[o]);
        }
        match_close(&m);
    }
}

/* Really taking the step, and the draws that follow from it, shows whether it was final. */
static void final_steps_are_those_that_cannot_be_taken_back(void **state) {
    const struct game *game;
    unsigned players, finals = 0, others = 0;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned round = 0; round < 3; round++)
        for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
            struct match m;
            struct generator g;
            struct op op;
            generator_seed(&g, 1000 + 100 * round + number);
            open_match(&m, game, players, options, number + 1000 * round);
            while (choose(&m, &g, 5, &op)) {
                bool final = op.kind == OP_ANSWER && match_is_final(&m, op.seat, op.action);
                act(&m, &op);
                if (op.kind != OP_ANSWER) continue;
                unsigned forced;
                while (match_chance(&m) || (match_forced(&m, &forced) != NOTATION_NONE && forced == op.seat && match_play_forced(&m))) continue;
                assert_int_equal(match_can_undo(&m, op.seat), !final);
                finals += final;
                others += !final;
            }
            match_close(&m);
        }
    assert_true(finals > 100 && others > 100);
}

/* Whoever has seen a card or token that it could not foretell cannot take back what led to it, in any game. */
static void nothing_is_taken_back_after_a_look(void **state) {
    const struct game *game;
    unsigned players, looks = 0;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m;
        struct generator g;
        struct op op;
        generator_seed(&g, number);
        open_match(&m, game, players, options, number);
        while (choose(&m, &g, 8, &op)) {
            act(&m, &op);
            if (op.kind != OP_CHANCE) continue;
            const struct match_entry *e = &m.log[m.length - 1];
            for (unsigned seat = 0; seat < players; seat++) {
                if (e->certain & SEAT_BIT(seat)) continue;
                assert_false(match_can_undo(&m, seat));
                looks++;
            }
        }
        match_close(&m);
    }
    assert_true(looks > 1000);
}

/* ── twins: what one seat may not know does not show ──────────────────────────────────────────────── */

static bool same_to(const struct match *a, uint16_t seen, const struct match *b, unsigned by, uint16_t action, unsigned observer) {
    (void)a;
    return b->game->witness(b->state, by, action, observer) == seen;
}

/* A key with which the twin's next draw looks the same to the observer. */
static bool find_key(struct match *b, uint16_t seen, unsigned observer, struct generator *g) {
    struct outcomes outcomes;
    b->game->chance(b->state, &outcomes);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned pick = draws_pick(b->key, b->draws[outcomes.stream], &outcomes);
        if (same_to(NULL, seen, b, BY_CHANCE, outcomes.actions[pick], observer)) return true;
        for (unsigned byte = 0; byte < HASH_SIZE; byte++) b->key[byte] = (uint8_t)generator_next(g);
    }
    return false;
}

static bool find_action(const struct match *b, unsigned by, uint16_t seen, unsigned observer, struct generator *g, uint16_t *action) {
    uint16_t list[LEGAL_MAX], fits[LEGAL_MAX];
    unsigned count = b->game->legal(b->state, by, list), n = 0;
    for (unsigned i = 0; i < count; i++)
        if (same_to(NULL, seen, b, by, list[i], observer)) fits[n++] = list[i];
    if (n) *action = fits[generator_below(g, n)];
    return n > 0;
}

/* Another state with the observer's view of `a`, in which the others have answered as far as in `a`, and will be seen to. */
static bool make_twin(const struct match *a, struct match *b, unsigned observer, struct generator *g) {
    for (unsigned attempt = 0; attempt < 4000; attempt++) {
        bool fits = true;
        memcpy(b->state, a->state, a->game->state_size);
        a->game->view(b->state, observer);
        a->game->determinise(b->state, g);
        unsigned asked = a->game->asked(a->state);
        for (unsigned i = a->question_from; i < a->length && fits && asked & (asked - 1); i++) {
            const struct match_entry *e = &a->log[i];
            uint16_t action;
            if (e->kind != ENTRY_STEP || e->undone || e->by == observer) continue;
            fits = find_action(b, e->by, e->seen[observer], observer, g, &action);
            if (fits) b->game->apply(b->state, e->by, action, NULL);
        }
        if (fits) return true;
    }
    return false;
}

static void expect_same_record(const struct match *a, const struct match *b, unsigned observer) {
    static char texts[2][64 * 1024];
    struct json_out outs[2];
    json_begin(&outs[0], texts[0], sizeof texts[0]);
    json_begin(&outs[1], texts[1], sizeof texts[1]);
    match_write_record(a, observer, &outs[0], NULL);
    match_write_record(b, observer, &outs[1], NULL);
    assert_true(outs[0].length <= outs[0].size && outs[0].length == outs[1].length);
    assert_memory_equal(texts[0], texts[1], outs[0].length);
}

static void expect_same_to(const struct match *a, const struct match *b, unsigned observer) {
    struct cursor one, other;
    unsigned seat_a = 9, seat_b = 9;
    uint16_t list[LEGAL_MAX];
    assert_int_equal(a->versions[observer], b->versions[observer]);
    cursor_open(&one, a, observer, a->versions[observer]);
    cursor_open(&other, b, observer, b->versions[observer]);
    assert_memory_equal(&one, &other, offsetof(struct cursor, view));
    assert_memory_equal(one.view, other.view, a->game->state_size);
    assert_int_equal(match_waiting(a), match_waiting(b));
    assert_int_equal(match_forced(a, &seat_a), match_forced(b, &seat_b));
    if (match_forced(a, &seat_a) != NOTATION_NONE) assert_int_equal(seat_a, seat_b);
    if (observer == SPECTATOR) return;
    assert_int_equal(match_question(a, observer), match_question(b, observer));
    assert_int_equal(match_can_undo(a, observer), match_can_undo(b, observer));
    unsigned count = match_waiting(a) & SEAT_BIT(observer) ? a->game->legal(one.view, observer, list) : 0;
    for (unsigned i = 0; i < count; i++) assert_int_equal(match_is_final(a, observer, list[i]), match_is_final(b, observer, list[i]));
}

/* The same op in the twin, as far as the observer can tell; false: this twin cannot follow. */
static bool mirror(const struct match *a, struct match *b, const struct op *op, unsigned observer, struct generator *g) {
    const struct match_entry *e = &a->log[a->length - 1];
    struct op own = *op;
    if (op->kind == OP_CHANCE && !find_key(b, e->seen[observer], observer, g)) return false;
    if (op->kind == OP_ANSWER && !find_action(b, op->seat, e->seen[observer], observer, g, &own.action)) return false;
    act(b, &own);
    return true;
}

/* `b` follows the log of `a`, entry by entry, in its own hidden world. A twin that can no longer follow is drawn anew. */
static void play_twins(const struct game *game, unsigned players, const uint8_t *options, unsigned number, unsigned observer) {
    struct match a, b;
    struct generator g;
    struct op op;
    unsigned followed = 0;
    generator_seed(&g, 77 * number + observer);
    open_match(&a, game, players, options, number);
    open_match(&b, game, players, options, number);
    while (choose(&a, &g, 6, &op)) {
        struct match before = a;
        _Alignas(8) uint8_t earlier[STATE_MAX];
        memcpy(earlier, a.state, sizeof earlier);
        act(&a, &op);
        if (a.phase == MATCH_OVER) break;
        if (op.kind != OP_UNDO && mirror(&a, &b, &op, observer, &g)) {
            followed++;
        } else { /* take the entry over as the observer knows it; then a new world */
            if (op.kind == OP_UNDO) {
                act(&b, &op);
            } else {
                memcpy(b.state, before.state, sizeof earlier);
                memcpy(b.key, a.key, sizeof b.key);
                memcpy(b.draws, before.draws, sizeof b.draws);
                memcpy(b.state, earlier, sizeof earlier);
                act(&b, &op);
            }
            assert_true(make_twin(&a, &b, observer, &g));
        }
        expect_same_to(&a, &b, observer);
        if (op.kind != OP_CHANCE) expect_same_record(&a, &b, observer);
    }
    assert_true(followed > 0);
    match_close(&a);
    match_close(&b);
}

static void a_match_shows_nobody_what_is_hidden_from_him(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        play_twins(game, players, options, number, number % players);
        play_twins(game, players, options, number, SPECTATOR);
    }
}

/* A change of hands in the middle of a question: where it stands among the steps must not count secret answers. */
static void a_change_of_hands_does_not_count_secret_answers(void **state) {
    static char texts[2][8192];
    struct json_out outs[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct match m;
        open_toy(&m, "aS");
        play(&m, "0 go 1");
        play(&m, i ? "1 add 1; 1 add 2" : "1 add 3");
        play(&m, "seat 0; 2 done");
        json_begin(&outs[i], texts[i], sizeof texts[i]);
        match_write_record(&m, 2, &outs[i], NULL);
        assert_non_null(memmem(texts[i], outs[i].length, "[0,1,\"novice\"]", 14));
        match_close(&m);
    }
    assert_int_equal(outs[0].length, outs[1].length);
    assert_memory_equal(texts[0], texts[1], outs[0].length);
}

/* ── changes of hands, ends ───────────────────────────────────────────────────────────────────────── */

static void a_seat_may_change_hands(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_toy(&m, "aab");
    assert_true(match_change_seat(&m, 1, "0123456789abcdef", true, &error));
    assert_string_equal(m.seats[1].who, "0123456789abcdef");
    assert_string_equal(m.seats[1].first, "random");
    assert_true(m.seats[1].person);
    assert_false(match_change_seat(&m, 3, "random", false, &error));
    assert_string_equal(error.key, "error.match.seat");
    assert_int_equal(m.length, 1);
    assert_int_equal(m.log[0].kind, ENTRY_SEAT);
    match_close(&m);
}

static void a_game_can_end_without_a_result(void **state) {
    (void)state;
    for (unsigned how = 0; how < ENDED_WAYS; how++) {
        struct match m;
        struct message error;
        open_toy(&m, "aab");
        play(&m, "0 go 1");
        assert_null(match_ended(&m));
        assert_false(match_end(&m, (enum match_ended)how, 3, &error));
        assert_true(match_end(&m, (enum match_ended)how, 2, &error));
        assert_int_equal(m.phase, MATCH_OVER);
        assert_int_equal(match_ended(&m)->action, how);
        assert_int_equal(match_ended(&m)->by, 2);
        assert_int_equal(match_waiting(&m), 0);
        assert_false(match_chance(&m));
        assert_false(match_end(&m, (enum match_ended)how, 2, &error));
        assert_string_equal(error.key, "common.whynot.over");
        assert_false(match_change_seat(&m, 0, "random", false, &error));
        expect_refused(&m, 0, match_question(&m, 0), "", TOY_GO, "common.whynot.over");
        match_close(&m);
    }
}

static void a_finished_game_was_not_ended_without_a_result(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "ab");
    play(&m, "0 go 1; 1 go 1");
    assert_int_equal(m.phase, MATCH_OVER);
    assert_null(match_ended(&m));
    match_close(&m);
}

/* ── coming back ──────────────────────────────────────────────────────────────────────────────────── */

static void expect_same_match(const struct match *a, const struct match *b) {
    assert_memory_equal(a->state, b->state, a->game->state_size);
    assert_memory_equal(a->draws, b->draws, sizeof a->draws);
    assert_memory_equal(a->versions, b->versions, sizeof a->versions);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->phase, b->phase);
    for EACH_OBSERVER(o, a->players)
        if (a->versions[o]) assert_memory_equal(a->told[o], b->told[o], a->versions[o] * sizeof *a->told[o]);
    for (unsigned seat = 0; seat < a->players; seat++) {
        assert_int_equal(match_question(a, seat), match_question(b, seat));
        assert_int_equal(match_can_undo(a, seat), match_can_undo(b, seat));
        assert_string_equal(a->seats[seat].who, b->seats[seat].who);
        assert_int_equal(a->seats[seat].person, b->seats[seat].person);
    }
}

/* Only what happened is kept; who saw what and what was taken back follows. */
static void expect_bare_replay(const struct match *m, const uint8_t *options, unsigned number) {
    struct match again;
    struct message error;
    struct match_entry *bare = calloc(m->length + 1, sizeof *bare);
    for (unsigned i = 0; i < m->length; i++) {
        bare[i] = (struct match_entry){.kind = m->log[i].kind, .by = m->log[i].by, .action = m->log[i].action, .forced = m->log[i].forced};
        memcpy(bare[i].id, m->log[i].id, sizeof bare[i].id);
    }
    open_match(&again, m->game, m->players, options, number);
    assert_true(match_replay(&again, bare, m->length, &error));
    expect_same_match(m, &again);
    assert_memory_equal(again.log, m->log, m->length * sizeof *m->log);
    match_close(&again);
    if (m->phase == MATCH_OVER) { /* after the end there is nothing */
        bare[m->length] = (struct match_entry){.kind = ENTRY_SEAT, .id = "novice"};
        open_match(&again, m->game, m->players, options, number);
        assert_false(match_replay(&again, bare, m->length + 1, &error));
        assert_string_equal(error.key, "error.match.log");
        assert_int_equal(error.params[0].number, m->length);
        assert_int_equal(again.length, 0);
        match_close(&again);
    }
    free(bare);
}

static void a_stored_log_is_taken_up_where_it_was(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m;
        struct generator g;
        struct op op;
        generator_seed(&g, 2000 + number);
        open_match(&m, game, players, options, number);
        for (unsigned n = 0; choose(&m, &g, 5, &op); n++) {
            struct message error;
            act(&m, &op);
            if (n % 20 == 19 && m.phase == MATCH_PLAYING) assert_true(match_change_seat(&m, n % players, "novice", n & 1, &error));
            if (n % 7 != 0 && m.phase == MATCH_PLAYING) continue;
            expect_bare_replay(&m, options, number);
            for (unsigned with = 0; with < 2; with++) {
                struct match again;
                uint8_t *snapshot = malloc(SNAPSHOT_MAX);
                size_t size = match_snapshot(&m, snapshot);
                assert_true(size <= SNAPSHOT_MAX);
                open_match(&again, game, players, options, number);
                assert_true(match_resume(&again, m.log, m.length, with ? snapshot : NULL, with ? size : 0, &error));
                expect_same_match(&m, &again);
                assert_false(match_resume(&again, m.log, m.length, NULL, 0, &error)); /* once */
                struct op next;
                struct generator copy = g;
                if (choose(&again, &copy, 5, &next)) act(&again, &next);
                expect_replay(&again);
                match_close(&again);
                free(snapshot);
            }
        }
        match_close(&m);
    }
}

static void a_log_that_ended_without_a_result_is_taken_up_as_over(void **state) {
    struct match m, again;
    struct message error;
    (void)state;
    open_toy(&m, "aab*S");
    play(&m, "0 go 1; 0 go 2; seat 1; end 2");
    assert_int_equal(match_people(&m), 0);
    open_toy(&again, "aab*S");
    assert_true(match_resume(&again, m.log, m.length, NULL, 0, &error));
    expect_same_match(&m, &again);
    assert_int_equal(again.phase, MATCH_OVER);
    assert_true(match_ended(&again)->by == 2);
    match_close(&again);
    match_close(&m);
}

static void a_seat_can_be_left_until_the_hashes_are_in(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    sit(&m, 0, true);
    hash_in(&m, 0);
    assert_true(match_leave(&m, 0, &error));
    assert_int_equal(match_people(&m), 0);
    assert_int_equal(match_owes(&m), 0);
    sit(&m, 0, true); /* somebody else, with a hash of their own */
    assert_int_equal(match_owes(&m), 1);
    hash_in(&m, 0);
    sit(&m, 1, false);
    sit(&m, 2, false);
    assert_int_equal(m.phase, MATCH_REVEALING);
    assert_false(match_leave(&m, 0, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_leave(&m, 3, &error));
    assert_string_equal(error.key, "error.match.seat");
    match_close(&m);
}

static void a_log_is_not_taken_up_before_the_people_are_there(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    assert_false(match_resume(&m, NULL, 0, NULL, 0, &error));
    assert_string_equal(error.key, "error.match.not_started");
    match_close(&m);
}

/* A snapshot with one byte of the state changed shows whether it was used. */
static bool uses_snapshot(const struct game *game, const struct match *from, unsigned players, const struct match *log, size_t cut) {
    struct match again;
    struct message error;
    uint8_t *snapshot = malloc(SNAPSHOT_MAX), options[OPTIONS_MAX] = {0};
    struct match changed = *from;
    ((struct toy *)changed.state)->trace ^= 0x5555;
    size_t size = match_snapshot(&changed, snapshot);
    open_match(&again, game, players, options, 7);
    assert_true(match_resume(&again, log->log, log->length, snapshot, size - cut, &error));
    bool used = memcmp(again.state, changed.state, 64) == 0;
    if (!used) assert_memory_equal(again.state, log->state, 64);
    match_close(&again);
    free(snapshot);
    return used;
}

static void a_snapshot_of_something_else_is_ignored(void **state) {
    struct match m, other;
    (void)state;
    open_toy(&m, "aaab");
    play(&m, "0 go 1; 0 go 2");
    assert_true(uses_snapshot(&toy_game, &m, 3, &m, 0));
    assert_false(uses_snapshot(&toy_game, &m, 3, &m, 1));

    struct game rules = toy_game, components = toy_game, layout = toy_game, id = toy_game;
    rules.rules = 2;
    components.components = other_components;
    layout.state_size = sizeof(struct toy) - 8;
    id.id = "toys";
    const struct game *const others[] = {&rules, &components, &layout, &id};
    for (size_t i = 0; i < COUNT(others); i++) {
        uint8_t options[OPTIONS_MAX] = {0};
        open_match(&other, others[i], 3, options, 7);
        play(&other, "0 go 1; 0 go 2");
        assert_true(uses_snapshot(others[i], &other, 3, &other, 0));
        assert_false(uses_snapshot(&toy_game, &other, 3, &m, 0));
        match_close(&other);
    }
    open_toy(&other, "aaab");
    play(&other, "0 go 1");
    assert_false(uses_snapshot(&toy_game, &other, 3, &m, 0)); /* of an earlier entry */
    match_close(&other);
    match_close(&m);
}

static void expect_log_refused(const struct match_entry *log, unsigned length, unsigned entry) {
    struct match m;
    struct message error = {0};
    open_toy(&m, "aab*S");
    struct match before = m;
    assert_false(match_resume(&m, log, length, NULL, 0, &error));
    assert_string_equal(error.key, "error.match.log");
    assert_int_equal(error.params[0].number, entry);
    assert_memory_equal(&m, &before, sizeof m);
    match_close(&m);
}

static void a_log_with_an_illegal_step_is_refused(void **state) {
    struct match m;
    struct match_entry log[8];
    (void)state;
    open_toy(&m, "aab*S");
    play(&m, "0 go 1; 0 go 2; 1 go 3; chance; 2 add 1; 1 done; seat 1");
    assert_int_equal(m.length, 7);
    memcpy(log, m.log, sizeof log[0] * 7);
    log[1].action = TOY_ADD;
    expect_log_refused(log, 7, 1);
    log[1] = m.log[1];
    log[1].by = 1;
    expect_log_refused(log, 7, 1);
    log[1] = m.log[1];
    log[2].action = TOY_ACTIONS;
    expect_log_refused(log, 7, 2);
    log[2] = m.log[2];
    log[3].action = TOY_DEAL;
    expect_log_refused(log, 7, 3);
    log[3] = m.log[3];
    log[0].undone = 1; /* nobody took it back */
    expect_log_refused(log, 7, 0);
    log[0] = m.log[0];
    log[0].seen[1] = TOY_GO + 1; /* another step than the one that was taken */
    expect_log_refused(log, 7, 0);
    log[0] = m.log[0];
    log[0].forced = 1; /* there was a choice */
    expect_log_refused(log, 7, 0);
    log[0] = m.log[0];
    log[4].shared = 0; /* others' secret answers would be told */
    expect_log_refused(log, 7, 4);
    log[4] = m.log[4];
    log[3].shared = 1; /* chance answers no question */
    expect_log_refused(log, 7, 3);
    log[3] = m.log[3];
    log[6].kind = ENTRY_UNDO; /* then its answer would be marked as taken back */
    log[6].undone = 1;
    expect_log_refused(log, 7, 5);
    log[6] = m.log[6];
    log[6].id[0] = 0; /* played by nobody */
    expect_log_refused(log, 7, 6);
    memset(log[6].id, 'x', MATCH_ID_MAX); /* a name that is too long for a player */
    expect_log_refused(log, 7, 6);
    log[6].id[MATCH_ID_MAX] = 'x'; /* a text without an end */
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[6].kind = ENTRY_END; /* ended in a way that there is not */
    log[6].action = ENDED_WAYS;
    expect_log_refused(log, 7, 6);
    log[6].kind = ENTRY_UNDO; /* there is nothing of seat 0 to take back */
    log[6].by = 0;
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[6].by = 3; /* a seat that is not there */
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[4].seen[1] = TOY_ACTIONS;
    expect_log_refused(log, 7, 4);
    log[4] = m.log[4];
    log[5].kind = 17;
    expect_log_refused(log, 7, 5);
    match_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_begins_when_all_seats_hashes_and_bytes_are_in),
        cmocka_unit_test(the_key_has_the_bytes_of_people_and_zeros_for_opponents),
        cmocka_unit_test(wrong_seats_hashes_and_bytes_are_refused),
        cmocka_unit_test(nothing_is_played_before_the_game_has_begun),
        cmocka_unit_test(lost_bytes_begin_again_with_the_same_seats),
        cmocka_unit_test(wrong_answers_are_refused_and_change_nothing),
        cmocka_unit_test(a_repeated_id_is_applied_once),
        cmocka_unit_test(answers_without_an_id_are_never_repeats),
        cmocka_unit_test(secret_answers_are_told_and_counted_at_the_reveal_in_seat_order),
        cmocka_unit_test(answers_taken_back_are_never_told_to_others),
        cmocka_unit_test(changes_of_hands_and_ends_are_told_to_all_at_once),
        cmocka_unit_test(undo_is_allowed_exactly_by_the_stated_rule),
        cmocka_unit_test(an_unknown_seat_cannot_take_back),
        cmocka_unit_test(an_undo_has_a_short_name_like_an_answer),
        cmocka_unit_test(a_repeated_undo_takes_back_once),
        cmocka_unit_test(draws_repeat_after_undo),
        cmocka_unit_test(taking_back_has_an_end),
        cmocka_unit_test(the_end_of_taking_back_shows_no_secret_answers),
        cmocka_unit_test(changes_of_hands_cannot_fill_the_log),
        cmocka_unit_test(without_memory_nothing_changes_and_later_it_goes_on),
        cmocka_unit_test(without_memory_no_log_is_taken_up),
        cmocka_unit_test(a_step_is_forced_where_everybody_can_see_it),
        cmocka_unit_test(events_of_one_seat_in_a_row_make_one_line),
        cmocka_unit_test(an_undo_takes_events_and_lines_back),
        cmocka_unit_test(cursors_show_at_every_version_what_was_seen_then),
        cmocka_unit_test(final_steps_are_those_that_cannot_be_taken_back),
        cmocka_unit_test(nothing_is_taken_back_after_a_look),
        cmocka_unit_test(a_match_shows_nobody_what_is_hidden_from_him),
        cmocka_unit_test(a_change_of_hands_does_not_count_secret_answers),
        cmocka_unit_test(a_seat_may_change_hands),
        cmocka_unit_test(a_game_can_end_without_a_result),
        cmocka_unit_test(a_finished_game_was_not_ended_without_a_result),
        cmocka_unit_test(a_stored_log_is_taken_up_where_it_was),
        cmocka_unit_test(a_log_that_ended_without_a_result_is_taken_up_as_over),
        cmocka_unit_test(a_seat_can_be_left_until_the_hashes_are_in),
        cmocka_unit_test(a_log_is_not_taken_up_before_the_people_are_there),
        cmocka_unit_test(a_snapshot_of_something_else_is_ignored),
        cmocka_unit_test(a_log_with_an_illegal_step_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
