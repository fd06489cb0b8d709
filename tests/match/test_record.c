/* Records: a written record is read and replayed to the same position, and every error is named.
 *
 * Most cases change one thing in the text of a short game of the template. */
#include "games/registry.h"
#include "match/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum { TEXT_MAX = 128 * 1024 };

/* ── helpers ────────────────────────────────────────────────── */

static const struct game *game_of(const char *id) {
    const struct game *game = games_find(id, strlen(id));
    assert_non_null(game);
    return game;
}

/* Seats in `persons` contribute entropy, the others are opponents. */
static void open_match(struct match *m, const struct game *game, unsigned players, unsigned number,
                       unsigned persons) {
    uint8_t options[OPTIONS_MAX] = {0}, seed[SEED_SIZE], entropy[SEED_SIZE], hash[HASH_SIZE];
    char id[TABLE_ID_LENGTH + 1];
    struct message error;
    for (unsigned i = 0; i < game->option_count; i++)
        options[i] = (uint8_t)((number >> i) % game->options[i].count);
    draws_simulated("records", number, seed, id);
    match_open(m, game, players, options, id, seed);
    for (unsigned seat = 0; seat < players; seat++) {
        bool person = persons & SEAT_BIT(seat);
        assert_true(match_sit(m, seat, person ? "person" : "random", person, &error));
    }
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned seat = 0; seat < players; seat++) {
            if (!(persons & SEAT_BIT(seat))) continue;
            struct blake2b b;
            memset(entropy, (int)(0x60 + seat), SEED_SIZE);
            blake2b_begin(&b, HASH_SIZE, NULL, 0);
            blake2b_add(&b, entropy, SEED_SIZE);
            blake2b_end(&b, hash);
            assert_true(pass ? match_reveal(m, seat, entropy, &error)
                             : match_hash(m, seat, hash, &error));
        }
    assert_int_equal(m->phase, MATCH_PLAYING);
}

/* Plays at most this many steps; false if the game is over. */
static bool play_steps(struct match *m, struct generator *g, unsigned steps) {
    uint16_t list[LEGAL_MAX];
    while (steps-- && m->phase == MATCH_PLAYING) {
        unsigned waiting = match_waiting(m), seat, repeated;
        struct message error;
        if (match_chance(m)) continue;
        seat = generator_below(g, m->players);
        if (generator_below(g, 6) == 0 && match_can_undo(m, seat) && m->length < 1000) {
            assert_true(match_undo(m, seat, "", &repeated, &error));
            continue;
        }
        while (!(waiting & SEAT_BIT(seat))) seat = generator_below(g, m->players);
        unsigned count = m->game->legal(m->state, seat, list);
        assert_true(match_answer(m, seat, match_question(m, seat), "",
                                 list[generator_below(g, count)], &repeated, &error));
    }
    return m->phase == MATCH_PLAYING;
}

/* Returns the text of the record on the heap, zero-terminated. */
static char *text_of(const struct match *m, unsigned observer) {
    char *text = malloc(TEXT_MAX);
    struct json_out out;
    json_begin(&out, text, TEXT_MAX - 1);
    match_write_record(m, observer, &out, NULL);
    assert_true(out.length <= out.size);
    text[out.length] = 0;
    return text;
}

static char *whole_game(const char *id, unsigned players, unsigned number, unsigned persons) {
    struct match m;
    struct generator g;
    generator_seed(&g, number);
    open_match(&m, game_of(id), players, number, persons);
    while (play_steps(&m, &g, 1000)) continue;
    char *text = text_of(&m, SPECTATOR);
    match_close(&m);
    return text;
}

/* The template with two seats, both keeping their cards: six steps. */
static char *short_game(void) {
    struct match m;
    unsigned repeated;
    struct message error;
    open_match(&m, game_of("template"), 2, 0, 1);
    while (m.phase == MATCH_PLAYING) {
        uint16_t list[LEGAL_MAX];
        if (match_chance(&m)) continue;
        unsigned seat = (unsigned)__builtin_ctz(match_waiting(&m));
        assert_true(m.game->legal(m.state, seat, list) > 0);
        assert_true(
            match_answer(&m, seat, match_question(&m, seat), "", list[0], &repeated, &error));
    }
    char *text = text_of(&m, SPECTATOR);
    match_close(&m);
    return text;
}

/* Replaces the first `from` in a text by `to`; frees the old text. */
static char *changed(char *text, const char *from, const char *to) {
    char *at = strstr(text, from), *other = malloc(strlen(text) + strlen(to) + 1);
    if (!at) fail_msg("no %s in %s", from, text);
    sprintf(other, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return other;
}

/* Replaces the value of a member, up to (not including) the next member. */
static char *with_member(char *text, const char *member, const char *value) {
    char name[64], *other = malloc(strlen(text) + strlen(value) + 1);
    struct json root, old;
    size_t where;
    snprintf(name, sizeof name, "%s", member);
    assert_int_equal(json_parse(text, strlen(text), &root, &where), JSON_OK);
    old = json_get(root, name);
    assert_true(old.length > 0);
    sprintf(other, "%.*s%s%s", (int)(old.text - text), text, value, old.text + old.length);
    free(text);
    return other;
}

static char *without(char *text, const char *member) {
    struct json root, old;
    size_t where, name = strlen(member) + 3;
    assert_int_equal(json_parse(text, strlen(text), &root, &where), JSON_OK);
    old = json_get(root, member);
    assert_true(old.length > 0);
    char *begin = text + (old.text - text) - name, *end = text + (old.text - text) + old.length;
    if (*end == ',') end++;
    else begin--;
    memmove(begin, end, strlen(end) + 1);
    return text;
}

static char *with_more(char *text, const char *members) {
    char *other = malloc(strlen(text) + strlen(members) + 2);
    sprintf(other, "%.*s,%s}", (int)strlen(text) - 1, text, members);
    free(text);
    return other;
}

/* Counts the steps and writes the record again. */
struct writer {
    struct record_watcher watcher;
    const struct game *game;
    struct json_out out;
    unsigned steps;
    bool ended;
    unsigned stop_at;
};

static bool write_step(struct record_watcher *watcher, const void *state,
                       const struct record_step *step) {
    struct writer *w = (struct writer *)watcher;
    (void)state;
    assert_int_equal(step->at, w->steps);
    if (w->stop_at && step->at == w->stop_at) return false;
    w->ended = step->by == NOBODY;
    if (w->ended) return true;
    assert_true(game_allows(w->game, state, step->by, step->action));
    record_add_step(&w->out, w->game, step->by, step->action);
    w->steps++;
    return true;
}

/* Reads and replays a text from a block of exactly its size; returns the key of the error, or "".
 * `e` may be NULL. */
static const char *wrong(const char *text, bool verify, struct record_error *e, void *state) {
    _Alignas(8) uint8_t own[STATE_MAX];
    size_t length = strlen(text);
    char *copy = malloc(length);
    struct record r;
    struct record_error error = {0};
    struct message message = {0};
    static char again[TEXT_MAX];
    const char *key = "";
    memcpy(copy, text, length);
    if (!record_read(&r, copy, length, &message)) {
        key = message.key;
    } else {
        struct writer w = {.watcher = {.step = write_step, .check_draws = verify}, .game = r.game};
        json_begin(&w.out, again, sizeof again);
        if (!record_replay(&r, state ? state : own, &w.watcher, &error)) {
            key = error.message.key;
            assert_false(w.ended);
        } else {
            assert_true(w.ended);
        }
    }
    assert_non_null(key);
    if (e) *e = error;
    free(copy);
    return key;
}

static void expect(char *text, const char *key) {
    assert_string_equal(wrong(text, false, NULL, NULL), key);
    free(text);
}

static void expect_verified(char *text, const char *key) {
    assert_string_equal(wrong(text, true, NULL, NULL), key);
    free(text);
}

/* ── identity ────────────────────────────────────────────────── */

static void records_replay_to_the_position_they_were_written_from(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned number = 0; number < 6; number++) {
            struct match m;
            struct generator generator;
            _Alignas(8) uint8_t last[STATE_MAX];
            unsigned players = games[g]->players_min +
                               number % (games[g]->players_max - games[g]->players_min + 1u);
            generator_seed(&generator, number);
            open_match(&m, games[g], players, number, number % 3);
            while (play_steps(&m, &generator, 1000)) continue;
            char *text = text_of(&m, number % players);
            assert_string_equal(wrong(text, false, NULL, last), "");
            assert_memory_equal(last, m.state, m.game->state_size);
            /* the draws are those of the seed */
            assert_string_equal(wrong(text, true, NULL, last), "");
            free(text);
            match_close(&m);
        }
}

static void a_record_that_is_read_and_written_is_the_same_text(void **state) {
    static char again[TEXT_MAX];
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned number = 0; number < 4; number++) {
            _Alignas(8) uint8_t last[STATE_MAX];
            struct record r;
            struct record_error error;
            struct message message;
            char *text = whole_game(games[g]->id, games[g]->players_max, number, 1);
            struct writer w = {.watcher = {.step = write_step}, .game = games[g]};
            json_begin(&w.out, again, sizeof again);
            assert_true(record_read(&r, text, strlen(text), &message));
            assert_int_equal(r.persons, 1);
            assert_int_equal(r.seat, -1);
            record_begin(&w.out, NULL, &r);
            assert_true(record_replay(&r, last, &w.watcher, &error));
            record_end(&w.out, games[g], r.players, last);
            assert_int_equal(w.out.length, strlen(text));
            assert_memory_equal(again, text, w.out.length);
            free(text);
        }
}

static void a_watcher_can_stop(void **state) {
    _Alignas(8) uint8_t last[STATE_MAX];
    static char again[4096];
    struct record r;
    struct record_error error;
    struct message message;
    char *text = short_game();
    (void)state;
    assert_true(record_read(&r, text, strlen(text), &message));
    struct writer w = {.watcher = {.step = write_step}, .game = r.game, .stop_at = 3};
    json_begin(&w.out, again, sizeof again);
    assert_true(record_replay(&r, last, &w.watcher, &error));
    assert_int_equal(w.steps, 3);
    assert_false(w.ended);
    free(text);
}

static void white_space_order_and_unknown_members_do_not_matter(void **state) {
    (void)state;
    expect(changed(short_game(), "\"game\":", " \"game\" :\n\t"), "");
    expect(with_more(short_game(), "\"note\":{\"by\":\"me\"}"), "");
    expect(changed(short_game(), "{\"format\":", "{\"note\":[],\"format\":"), "");
}

/* ── the head ────────────────────────────────────────────────── */

/* A member of the head, a wrong value for it, and the expected error. */
static const struct {
    const char *member, *value, *key;
} wrong_heads[] = {
    {"format", "\"tafelrunde-record/2\"", "error.record.format"},
    {"format", "1", "error.record.format"},
    {"game", "\"chess\"", "error.record.game"},
    {"game", "\"\"", "error.record.game"},
    {"game", "7", "error.record.member"},
    {"rules", "2", "error.record.rules"},
    {"rules", "65537", "error.record.rules"},
    {"rules", "\"1\"", "error.record.member"},
    {"components", "\"0123456789abcdef\"", "error.record.components"},
    {"components", "\"\"", "error.record.components"},
    {"components", "\"0123456789abcdef0\"", "error.record.member"},
    {"components", "null", "error.record.member"},
    {"players", "1", "error.record.players"},
    {"players", "5", "error.record.players"},
    {"players", "-1", "error.record.players"},
    {"players", "4294967298", "error.record.players"},
    {"players", "\"2\"", "error.record.players"},
    {"players", "2.5", "error.record.players"},
    {"options", "{}", "error.record.option"},
    {"options", "{\"joker\":1}", "error.record.option"},
    {"options", "{\"joker\":\"false\"}", "error.record.option"},
    {"options", "{\"joker\":false,\"x\":1}", "error.record.member"},
    {"options", "{\"joker\":false,\"joker\":true}", "error.record.member"},
    {"options", "[]", "error.record.member"},
    {"table", "\"short\"", "error.record.member"},
    {"table", "\"ABCDEFGHIJKLMNOPQRSTUVW\"", "error.record.member"},
    {"table", "\"ABCDEFGHIJKLMNOPQRSTU=\"", "error.record.member"},
    {"table", "null", "error.record.member"},
    {"commitment", "\"00\"", "error.record.member"},
    {"commitment", "null", "error.record.member"},
    {"seed", "\"00\"", "error.record.member"},
    {"seed", "null", "error.record.member"},
    {"entropy", "[null]", "error.record.member"},
    {"entropy", "[null,null,null]", "error.record.member"},
    {"entropy", "[null,\"00\"]", "error.record.member"},
    {"entropy", "[null,7]", "error.record.member"},
    {"entropy", "null", "error.record.member"},
    {"steps", "{}", "error.record.member"},
    {"steps", "null", "error.record.member"},
};

static void what_is_wrong_with_the_head_is_named(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(wrong_heads); i++) {
        char *text = with_member(short_game(), wrong_heads[i].member, wrong_heads[i].value);
        const char *key = wrong(text, false, NULL, NULL);
        if (strcmp(key, wrong_heads[i].key) != 0)
            fail_msg("%s: %s gives %s, not %s", wrong_heads[i].member, wrong_heads[i].value, key,
                     wrong_heads[i].key);
        free(text);
    }
}

static void an_option_has_one_of_its_values(void **state) {
    static const struct {
        const char *text, *key; /* NULL: valid */
    } rows[] = {
        {"{\"legate\":true,\"chronicle\":false,\"towers\":\"leader\"}", NULL},
        {"{\"legate\":true,\"chronicle\":false,\"towers\":\"nobody\"}", "error.record.option"},
        {"{\"legate\":true,\"chronicle\":false,\"towers\":1}", "error.record.option"},
        {"{\"legate\":\"leader\",\"chronicle\":false,\"towers\":\"leader\"}",
         "error.record.option"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t options[OPTIONS_MAX] = {0};
        struct message error = {0};
        struct json value;
        size_t where;
        assert_int_equal(json_parse(rows[i].text, strlen(rows[i].text), &value, &where), JSON_OK);
        assert_int_equal(record_read_options(games_find("tallinn", 7), value, options, &error),
                         rows[i].key == NULL);
        if (rows[i].key) assert_string_equal(error.key, rows[i].key);
        else assert_true(options[0] == 1 && options[1] == 0 && options[2] == 1);
    }
}

static void hashes_are_lower_case_hex_of_their_length(void **state) {
    static const char *const members[] = {"commitment", "seed"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        expect(with_member(short_game(), members[i],
                           "\"ABCDEF0000000000000000000000000000000000000000000000000000000000\""),
               "error.record.member");
        expect(with_member(short_game(), members[i],
                           "\"abcdef00000000000000000000000000000000000000000000000000000000001\""),
               "error.record.member");
        expect(with_member(short_game(), members[i],
                           "\"abcdef000000000000000000000000000000000000000000000000000000000x\""),
               "error.record.member");
    }
}

static void members_that_must_be_there_are_missed(void **state) {
    static const struct {
        const char *member, *key;
    } rows[] = {
        {"format", "error.record.format"},
        {"game", "error.record.member"},
        {"rules", "error.record.member"},
        {"components", "error.record.member"},
        {"players", "error.record.players"},
        {"options", "error.record.member"},
        {"table", "error.record.member"},
        {"commitment", "error.record.member"},
        {"entropy", "error.record.member"},
        {"steps", "error.record.member"},
        {"seed", ""},
        {"result", "error.record.no_result"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        expect(without(short_game(), rows[i].member), rows[i].key);
}

static void a_member_written_twice_is_refused(void **state) {
    static const char *const doubles[] = {
        "\"seed\":\"00\"",       "\"s\\u0065ed\":\"00\"", "\"steps\":[]", "\"result\":{}",
        "\"game\":\"template\"", "\"players\":2",         "\"format\":1", "\"x\":1,\"x\":1"};
    (void)state;
    for (size_t i = 0; i < COUNT(doubles); i++)
        expect(with_more(short_game(), doubles[i]), "error.record.format");
}

static void a_record_with_too_many_members_is_refused(void **state) {
    char *text = short_game();
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        char member[16];
        snprintf(member, sizeof member, "\"m%u\":%u", i, i);
        text = with_more(text, member);
    }
    expect(text, "error.record.format");
}

static void what_is_no_json_object_is_no_record(void **state) {
    static const struct {
        const char *text, *key;
    } rows[] = {
        {"", "error.json.cut_off"},     {"[]", "error.record.format"},
        {"7", "error.record.format"},   {"{}", "error.record.format"},
        {"{]", "error.json.syntax"},    {"\xff", "error.json.syntax"},
        {"{} {}", "error.json.syntax"}, {"null", "error.record.format"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) expect(strdup(rows[i].text), rows[i].key);
}

static void a_record_cut_off_anywhere_is_refused(void **state) {
    char *text = short_game();
    (void)state;
    for (size_t length = strlen(text); length-- > 0;) {
        char *copy = malloc(length);
        struct record r;
        struct message error;
        memcpy(copy, text, length);
        assert_false(record_read(&r, copy, length, &error));
        assert_string_equal(error.key, "error.json.cut_off");
        assert_int_equal(error.params[0].number, length);
        free(copy);
    }
    free(text);
}

/* ── steps ────────────────────────────────────────────────── */

static struct record_error error_of(char *text, const char *key, void *last) {
    struct record_error e;
    assert_string_equal(wrong(text, false, &e, last), key);
    free(text);
    return e;
}

static void the_first_illegal_step_is_named_with_its_reason_and_what_was_legal(void **state) {
    _Alignas(8) uint8_t last[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    const struct game *game = game_of("template");
    (void)state;
    struct record_error e = error_of(changed(short_game(), "[0,\"keep\"]", "[0,\"show 1\"]"),
                                     "template.whynot.when_show", last);
    assert_int_equal(e.step, 2);
    assert_true(e.illegal);
    assert_int_equal(e.by, 0);
    assert_int_equal(game->legal(last, e.by, list), 2);
    assert_int_equal(list[0], notation_read(game->notation, "keep", 4));
    assert_int_equal(list[1], notation_read(game->notation, "swap", 4));
    e = error_of(changed(short_game(), "[1,\"keep\"]", "[0,\"keep\"]"), "common.whynot.answered",
                 last);
    assert_int_equal(e.step, 3);
    assert_true(e.illegal);
    e = error_of(changed(short_game(), "[0,\"show", "[1,\"show"), "common.whynot.not_to_move",
                 last);
    assert_int_equal(e.step, 4);
    e = error_of(changed(short_game(), "[0,\"keep\"]", "[0,\"draw 1\"]"),
                 "common.whynot.chance_step", last);
    assert_int_equal(e.step, 2);
    e = error_of(changed(short_game(), "[\"chance\",\"draw", "[0,\"draw"),
                 "common.whynot.chance_to_move", last);
    assert_int_equal(e.step, 0);
}

static void an_outcome_that_cannot_be_is_named(void **state) {
    _Alignas(8) uint8_t last[STATE_MAX];
    struct outcome_list outcomes;
    (void)state;
    struct record_error e = error_of(
        changed(short_game(), "[\"chance\",\"draw", "[\"chance\",\"draw 9\"],[\"chance\",\"draw"),
        "error.record.outcome", last);
    assert_int_equal(e.step, 0);
    assert_true(e.illegal);
    assert_int_equal(e.by, BY_CHANCE);
    game_outcomes(game_of("template"), last, &outcomes);
    assert_int_equal(outcomes.count, 8);
    e = error_of(changed(short_game(), "[0,\"keep\"]", "[\"chance\",\"draw 1\"]"),
                 "error.record.outcome", last);
    assert_int_equal(e.step, 2);
    /* only records for a seat have it */
    e = error_of(
        changed(short_game(), "[\"chance\",\"draw", "[\"chance\",\"draw ?\"],[\"chance\",\"draw"),
        "error.record.outcome", last);
    assert_int_equal(e.step, 0);
}

static void malformed_steps_are_refused(void **state) {
    static const struct {
        const char *step, *key;
    } rows[] = {
        {"[0]", "error.record.step"},
        {"[]", "error.record.step"},
        {"[0,\"keep\",1]", "error.record.step"},
        {"{\"0\":\"keep\"}", "error.record.step"},
        {"null", "error.record.step"},
        {"\"keep\"", "error.record.step"},
        {"[2,\"keep\"]", "error.record.step"},
        {"[-1,\"keep\"]", "error.record.step"},
        {"[4294967296,\"keep\"]", "error.record.step"},
        {"[0.5,\"keep\"]", "error.record.step"},
        {"[\"0\",\"keep\"]", "error.record.step"},
        {"[null,\"keep\"]", "error.record.step"},
        {"[0,7]", "error.record.step"},
        {"[0,null]", "error.record.step"},
        {"[0,\"kepp\"]", "error.record.notation"},
        {"[0,\"\"]", "error.record.notation"},
        {"[0,\"keep \"]", "error.record.notation"},
        {"[0,\"Keep\"]", "error.record.notation"},
        {"[0,\"ke\\u0000ep\"]", "error.record.notation"},
        {"[0,"
         "\"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
         "\"]",
         "error.record.notation"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record_error e =
            error_of(changed(short_game(), "[0,\"keep\"]", rows[i].step), rows[i].key, NULL);
        assert_int_equal(e.step, 2);
        assert_false(e.illegal);
    }
    expect(changed(short_game(), "[0,\"keep\"]", "[0,\"\\u006beep\"]"), ""); /* the same word */
}

static void steps_after_the_end_are_refused(void **state) {
    (void)state;
    struct record_error e =
        error_of(changed(short_game(), "]],\"result\"", "],[0,\"keep\"]],\"result\""),
                 "error.record.after_end", NULL);
    assert_int_equal(e.step, 6);
}

/* ── the result ────────────────────────────────────────────────── */

static void every_number_of_the_result_is_checked(void **state) {
    char *text = short_game();
    unsigned digits = 0;
    (void)state;
    for (char *at = strstr(text, "\"result\""); *at; at++) {
        if (*at < '0' || *at > '9') continue;
        char *other = strdup(text);
        other[at - text] = *at == '9' ? '8' : (char)(*at + 1);
        expect(other, "error.record.wrong_result");
        digits++;
    }
    assert_int_equal(digits, 8); /* score, place, card, swapped */
    free(text);
}

static void every_member_of_the_result_is_checked(void **state) {
    static const char *const changes[][2] = {
        {"\"score\":", "\"scores\":"},
        {"\"place\":", "\"places\":"},
        {"\"breakdown\":{", "\"breakdown\":{\"more\":[0,0],"},
        {"\"card\":", "\"cards\":"},
        {"\"swapped\":", "\"swaps\":"},
        {"\"swapped\":[0,0]", "\"swapped\":[0,0,0]"},
        {"\"swapped\":[0,0]", "\"swapped\":[0]"},
        {"\"swapped\":[0,0]", "\"swapped\":0"},
        {"\"swapped\":[0,0]", "\"swapped\":[0,\"0\"]"},
        {"\"score\":[", "\"score\":[1,"},
        {"\"place\":[", "\"place\":[1,"},
        {"\"result\":{", "\"result\":{\"score\":[0,0],"},
        {"\"swapped\":[0,0]", "\"swapped\":[0,0],\"swapped\":[0,0]"},
    };
    static const char *const values[] = {"null", "[]", "{}", "7", "true"};
    (void)state;
    for (size_t i = 0; i < COUNT(changes); i++)
        expect(changed(short_game(), changes[i][0], changes[i][1]), "error.record.wrong_result");
    for (size_t i = 0; i < COUNT(values); i++)
        expect(with_member(short_game(), "result", values[i]), "error.record.wrong_result");
    expect(without(short_game(), "result"), "error.record.no_result");
}

static void an_unfinished_game_has_no_result(void **state) {
    char *text = short_game(), *last = strstr(text, ",[1,\"show"),
         *result = strstr(text, "],\"result\"");
    (void)state;
    memmove(last, result, strlen(result) + 1);
    struct record_error e = error_of(strdup(text), "error.record.early_result", NULL);
    assert_int_equal(e.step, 5);
    expect(without(text, "result"), "");
}

/* ── draws ────────────────────────────────────────────────── */

/* Other draws and choices under the same head: a valid record of a legal game, but not of this
 * table. */
static char *forged(const char *id, unsigned players) {
    char *text = whole_game(id, players, 5, 3), *other = malloc(TEXT_MAX);
    struct record r;
    struct message message;
    struct generator g;
    struct json_out out;
    _Alignas(8) uint8_t position[STATE_MAX];
    generator_seed(&g, 99);
    json_begin(&out, other, TEXT_MAX - 1);
    assert_true(record_read(&r, text, strlen(text), &message));
    record_begin(&out, NULL, &r);
    r.game->setup(position, r.players, r.options);
    for (unsigned to_move; (to_move = r.game->to_move(position)) != 0;) {
        struct outcomes outcomes;
        uint16_t list[LEGAL_MAX], action;
        unsigned by = BY_CHANCE;
        if (to_move & CHANCE_BIT) {
            r.game->chance(position, &outcomes);
            action = outcomes_draw(&outcomes, &g);
        } else {
            by = (unsigned)__builtin_ctz(to_move);
            action = list[generator_below(&g, r.game->legal(position, by, list))];
        }
        record_add_step(&out, r.game, by, action);
        r.game->apply(position, by, action, NULL);
    }
    record_end(&out, r.game, r.players, position);
    assert_true(out.length <= out.size);
    other[out.length] = 0;
    free(text);
    return other;
}

static void another_legal_game_with_the_right_result_is_a_valid_record(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++) {
        expect(forged(games[g]->id, games[g]->players_min), "");
        expect_verified(forged(games[g]->id, games[g]->players_min), "error.record.draw");
    }
}

static void verifying_finds_what_was_changed(void **state) {
    (void)state;
    expect_verified(short_game(), "");
    expect_verified(with_member(short_game(), "table", "\"ABCDEFGHIJKLMNOPQRSTUV\""),
                    "error.record.commitment");
    expect_verified(
        with_member(short_game(), "seed",
                    "\"0000000000000000000000000000000000000000000000000000000000000000\""),
        "error.record.commitment");
    expect_verified(
        with_member(short_game(), "commitment",
                    "\"0000000000000000000000000000000000000000000000000000000000000000\""),
        "error.record.commitment");
    expect_verified(without(short_game(), "seed"), "error.record.no_seed");
}

static void verifying_finds_changed_entropy(void **state) {
    char *text = whole_game("tallinn", 2, 3, 3), entropy[200];
    (void)state;
    expect_verified(strdup(text), "");
    snprintf(entropy, sizeof entropy, "[\"%064d\",null]", 1);
    expect_verified(with_member(strdup(text), "entropy", entropy), "error.record.draw");
    expect_verified(with_member(text, "entropy", "[null,null]"), "error.record.draw");
}

static void verifying_names_the_changed_draw(void **state) {
    char *text = whole_game("template", 4, 2, 0),
         *second = strstr(strstr(text, "draw ") + 1, "draw ");
    struct record_error e;
    (void)state;
    char first = strstr(text, "draw ")[5];
    for (char card = '1'; card <= '8'; card++) {
        if (card == first) continue;
        char *other = strdup(text);
        other[second - text + 5] = card;
        const char *key = wrong(other, true, &e, NULL);
        if (card == second[5]) {
            assert_string_equal(key, "");
        } else {
            assert_string_equal(key, "error.record.draw");
            assert_int_equal(e.step, 1);
            assert_false(e.illegal);
        }
        free(other);
    }
    free(text);
}

/* ── during play ────────────────────────────────────────────────── */

static void a_record_for_one_observer_replays_on_that_observers_views(void **state) {
    unsigned veiled = 0;
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned number = 0; number < 3; number++) {
            struct match m;
            struct generator generator;
            generator_seed(&generator, 40 + number);
            open_match(&m, games[g], games[g]->players_max, number, 3);
            /* everywhere in a short game */
            while (play_steps(&m, &generator, m.game->steps_max > 100 ? 23 : 1 + number))
                FOR_EACH_OBSERVER (o, m.players) {
                    _Alignas(8) uint8_t last[STATE_MAX], view[STATE_MAX];
                    struct record r;
                    struct message message;
                    char *text = text_of(&m, o);
                    assert_true(record_read(&r, text, strlen(text), &message));
                    assert_int_equal(r.seat, o);
                    assert_false(r.has_seed);
                    /* only its own entropy */
                    assert_int_equal(r.persons, o < 2 ? SEAT_BIT(o) : 0);
                    assert_null(strstr(text, "\"seed\""));
                    assert_null(strstr(text, "\"result\""));
                    veiled += strchr(text, '?') != NULL;
                    assert_string_equal(wrong(text, false, NULL, last), "");
                    memcpy(view, m.state, m.game->state_size);
                    m.game->view(view, o);
                    assert_memory_equal(last, view, m.game->state_size);
                    assert_string_equal(wrong(text, true, NULL, NULL), "error.record.no_seed");
                    free(text);
                }
            match_close(&m);
        }
    assert_true(veiled > 0);
}

static void an_observers_record_has_no_seed_and_a_seat_that_is_there(void **state) {
    static const char *const bad[] = {"2", "-1", "\"0\"", "5", "{}"};
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        char member[32];
        snprintf(member, sizeof member, "\"seat\":%s", bad[i]);
        expect(with_more(without(short_game(), "seed"), member), "error.record.member");
    }
    expect(with_more(short_game(), "\"seat\":0"), "error.record.member");
    expect(with_more(short_game(), "\"seat\":null"), "error.record.member");
}

static void an_observers_record_is_checked_against_its_views(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_match(&m, game_of("template"), 2, 0, 0);
    assert_true(match_chance(&m) && match_chance(&m));
    const uint16_t keep = notation_read(m.game->notation, "keep", 4);
    assert_true(match_answer(&m, 1, 2, "", keep, &repeated, &error));
    char *text = text_of(&m, 1);
    assert_non_null(strstr(text, "\"seat\":1"));
    assert_non_null(strstr(text, "\"steps\":[[\"chance\",\"draw ?\"],[\"chance\",\"draw "));
    assert_non_null(strstr(text, ",[1,\"keep\"]]"));
    /* the seat cannot know that */
    expect(changed(strdup(text), "draw ?", "draw 1"), "error.record.outcome");
    expect(changed(strdup(text), "[1,\"keep\"]", "[1,\"keep\"],[1,\"keep\"]"),
           "common.whynot.answered");
    /* shown at the reveal, in any order */
    expect(changed(strdup(text), "[1,\"keep\"]", "[0,\"keep\"],[1,\"keep\"]"), "");
    free(text);
    text = text_of(&m, 0);
    assert_null(strstr(text, "keep")); /* the other's answer is still secret */
    free(text);
    text = text_of(&m, SPECTATOR);
    assert_non_null(strstr(text, "\"seat\":null"));
    assert_non_null(strstr(text, "\"steps\":[[\"chance\",\"draw ?\"],[\"chance\",\"draw ?\"]]"));
    free(text);
    match_close(&m);
}

/* ── ends and changes of players ────────────────────────────────────────────────── */

static void a_game_ended_without_a_result_says_how_and_by_whom(void **state) {
    static const char *const texts[] = {"\"ended\":{\"how\":\"agreed\",\"seat\":1}",
                                        "\"ended\":{\"how\":\"resigned\",\"seat\":1}",
                                        "\"ended\":{\"how\":\"expired\",\"seat\":1}"};
    static const char *const bad[] = {"null",
                                      "7",
                                      "{}",
                                      "{\"how\":\"agreed\"}",
                                      "{\"how\":\"tired\",\"seat\":0}",
                                      "{\"how\":\"agreed\",\"seat\":2}",
                                      "{\"how\":\"agreed\",\"seat\":-1}"};
    (void)state;
    for (unsigned how = 0; how < ENDED_WAYS; how++) {
        struct match m;
        struct message error;
        open_match(&m, game_of("template"), 2, 0, 0);
        assert_true(match_chance(&m) && match_chance(&m));
        assert_true(match_end(&m, (enum match_ended)how, 1, &error));
        char *text = text_of(&m, SPECTATOR);
        assert_non_null(strstr(text, texts[how]));
        assert_null(strstr(text, "\"result\""));
        assert_non_null(strstr(text, "\"seed\""));
        expect_verified(strdup(text), "");
        for (size_t i = 0; i < COUNT(bad); i++)
            expect(with_member(strdup(text), "ended", bad[i]), "error.record.member");
        free(text);
        match_close(&m);
    }
    /* a finished game was not ended */
    expect(with_more(short_game(), texts[0]), "error.record.member");
}

static void where_seats_changed_hands_the_record_lists_who_played(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_match(&m, game_of("template"), 2, 0, 1);
    char *text = text_of(&m, SPECTATOR);
    assert_null(strstr(text, "played_by"));
    free(text);
    assert_true(match_chance(&m) && match_chance(&m));
    assert_true(match_change_seat(&m, 0, "random", false, &error));
    const uint16_t keep = notation_read(m.game->notation, "keep", 4);
    assert_true(match_answer(&m, 0, 2, "", keep, &repeated, &error));
    assert_true(match_undo(&m, 0, "", &repeated, &error));
    assert_true(match_answer(&m, 0, 4, "", keep, &repeated, &error));
    assert_true(match_change_seat(&m, 0, "person", true, &error));
    text = text_of(&m, 0);
    assert_non_null(strstr(
        text,
        "\"played_by\":[[0,0,\"person\"],[1,0,\"random\"],[0,2,\"random\"],[0,3,\"person\"]]"));
    expect(text, "");
    text = text_of(&m, 1); /* seat 1 does not know that seat 0 has answered */
    assert_non_null(strstr(
        text,
        "\"played_by\":[[0,0,\"person\"],[1,0,\"random\"],[0,2,\"random\"],[0,2,\"person\"]]"));
    expect(text, "");
    assert_true(match_end(&m, ENDED_EXPIRED, 0, &error));
    text = text_of(&m, 1);
    assert_non_null(strstr(
        text,
        "\"played_by\":[[0,0,\"person\"],[1,0,\"random\"],[0,2,\"random\"],[0,3,\"person\"]]"));
    expect_verified(text, "");
    match_close(&m);
}

static void what_was_taken_back_is_in_no_record(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_match(&m, game_of("template"), 2, 0, 0);
    assert_true(match_chance(&m) && match_chance(&m));
    assert_true(
        match_answer(&m, 0, 2, "", notation_read(m.game->notation, "swap", 4), &repeated, &error));
    assert_true(match_undo(&m, 0, "", &repeated, &error));
    assert_true(
        match_answer(&m, 0, 4, "", notation_read(m.game->notation, "keep", 4), &repeated, &error));
    char *text = text_of(&m, 0);
    assert_null(strstr(text, "[0,\"swap\"]"));
    assert_non_null(strstr(text, "[0,\"keep\"]"));
    free(text);
    match_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_replay_to_the_position_they_were_written_from),
        cmocka_unit_test(a_record_that_is_read_and_written_is_the_same_text),
        cmocka_unit_test(a_watcher_can_stop),
        cmocka_unit_test(white_space_order_and_unknown_members_do_not_matter),
        cmocka_unit_test(what_is_wrong_with_the_head_is_named),
        cmocka_unit_test(an_option_has_one_of_its_values),
        cmocka_unit_test(hashes_are_lower_case_hex_of_their_length),
        cmocka_unit_test(members_that_must_be_there_are_missed),
        cmocka_unit_test(a_member_written_twice_is_refused),
        cmocka_unit_test(a_record_with_too_many_members_is_refused),
        cmocka_unit_test(what_is_no_json_object_is_no_record),
        cmocka_unit_test(a_record_cut_off_anywhere_is_refused),
        cmocka_unit_test(the_first_illegal_step_is_named_with_its_reason_and_what_was_legal),
        cmocka_unit_test(an_outcome_that_cannot_be_is_named),
        cmocka_unit_test(malformed_steps_are_refused),
        cmocka_unit_test(steps_after_the_end_are_refused),
        cmocka_unit_test(every_number_of_the_result_is_checked),
        cmocka_unit_test(every_member_of_the_result_is_checked),
        cmocka_unit_test(an_unfinished_game_has_no_result),
        cmocka_unit_test(another_legal_game_with_the_right_result_is_a_valid_record),
        cmocka_unit_test(verifying_finds_what_was_changed),
        cmocka_unit_test(verifying_finds_changed_entropy),
        cmocka_unit_test(verifying_names_the_changed_draw),
        cmocka_unit_test(a_record_for_one_observer_replays_on_that_observers_views),
        cmocka_unit_test(an_observers_record_has_no_seed_and_a_seat_that_is_there),
        cmocka_unit_test(an_observers_record_is_checked_against_its_views),
        cmocka_unit_test(a_game_ended_without_a_result_says_how_and_by_whom),
        cmocka_unit_test(where_seats_changed_hands_the_record_lists_who_played),
        cmocka_unit_test(what_was_taken_back_is_in_no_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
