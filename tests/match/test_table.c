/* Tests a table through its JSON lines only. Every message that a table sends here is parsed and
 * checked for what all messages must have. */
#include "games/registry.h"
#include "core/hex.h"
#include "match/record.h"
#include "match/opponents.h"
#include "tests/changes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum { SENT_MAX = 20000, REPLY = OBSERVERS };

/* ── helpers ────────────────────────────────────────────────── */

struct sent {
    unsigned to; /* an observer, or REPLY */
    char *text;
    struct json json;
    char *changes; /* of an update with changes: as it came; `text` has the whole view */
};

struct desk {
    struct table_output output;
    struct table table;
    struct opponents opponents;
    struct adviser adviser;
    struct sent sent[SENT_MAX];
    unsigned count;
    unsigned mark; /* index of the first message of the last action */
    enum table_outcome outcome; /* of the last message */
    char buffer[TABLE_MESSAGE_MAX];
    char id[TABLE_ID_LENGTH + 1];
    bool twin; /* begins amid a game, so it cannot complete updates */
};

/* The last update before this one that an observer was sent with a version. */
static const struct sent *earlier_update(const struct desk *d, struct json seat, int64_t version) {
    for (unsigned i = d->count - 1; i-- > 0;) {
        int64_t number;
        struct json of = json_get(d->sent[i].json, "seat");
        if (json_is(json_get(d->sent[i].json, "type"), "update") && of.length == seat.length &&
            memcmp(of.text, seat.text, of.length) == 0 &&
            json_read_number(json_get(d->sent[i].json, "version"), &number) && number == version)
            return &d->sent[i];
    }
    fail_msg("changes of version %d, which was not sent", (int)version);
    return NULL;
}

/* Completes an update as a client does. */
static void complete(const struct desk *d, struct sent *s) {
    struct json since = json_get(s->json, "since"), before = {0};
    static char text[TABLE_MESSAGE_MAX];
    int64_t version;
    if (since.length) {
        assert_true(json_read_number(since, &version));
        before = earlier_update(d, json_get(s->json, "seat"), version)->json;
    }
    changes_complete(s->json, before, text, sizeof text);
    if (since.length) s->changes = s->text;
    else free(s->text);
    s->text = strdup(text);
    size_t where;
    assert_int_equal(json_parse(s->text, strlen(s->text), &s->json, &where), JSON_OK);
}

static void keep(struct desk *d, unsigned to, const char *text, size_t length) {
    struct sent *s = &d->sent[d->count++];
    size_t where;
    int64_t seat;
    assert_true(d->count < SENT_MAX && length <= TABLE_MESSAGE_MAX);
    s->to = to;
    s->text = malloc(length + 1);
    memcpy(s->text, text, length);
    s->text[length] = 0;
    assert_null(memchr(text, '\n', length)); /* one message per line */
    assert_int_equal(json_parse(s->text, length, &s->json, &where), JSON_OK);
    assert_int_equal(json_type(s->json), JSON_OBJECT);
    assert_int_equal(json_type(json_get(s->json, "type")), JSON_TEXT);
    assert_true(json_is(json_get(s->json, "table"), d->id));
    if (to == SPECTATOR) assert_int_equal(json_type(json_get(s->json, "seat")), JSON_NULL);
    if (to < SEATS_MAX)
        assert_true(json_read_number(json_get(s->json, "seat"), &seat) && seat == to);
    if (json_is(json_get(s->json, "type"), "update") && !d->twin) complete(d, s);
}

static void on_tell(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    keep((struct desk *)output, observer, text, length);
}

static void on_reply(struct table_output *output, const char *text, size_t length) {
    keep((struct desk *)output, REPLY, text, length);
}

static struct desk *desk_open(const struct game *game, unsigned players, unsigned number,
                              unsigned persons) {
    struct desk *d = calloc(1, sizeof *d);
    struct table_setup setup = {.game = game, .players = players};
    for (unsigned i = 0; i < game->option_count; i++)
        setup.options[i] = (uint8_t)((number >> i) % game->options[i].count);
    for (unsigned seat = 0; seat < players; seat++)
        setup.levels[seat].kind = persons & SEAT_BIT(seat) ? BOT_PERSON : BOT_RANDOM;
    draws_simulated("reserves", number, setup.reserve, setup.id);
    draws_simulated("tables", number, setup.seed, setup.id);
    memcpy(d->id, setup.id, sizeof d->id);
    d->output = (struct table_output){on_tell, on_reply};
    assert_true(table_open(&d->table, &setup, "test build", d->buffer, &d->output));
    assert_true(opponents_open(&d->opponents, &setup, NULL));
    adviser_open(&d->adviser, NULL);
    d->table.adviser = &d->adviser.asked;
    return d;
}

static void desk_close(struct desk *d) {
    for (unsigned i = 0; i < d->count; i++) {
        free(d->sent[i].text);
        free(d->sent[i].changes);
    }
    opponents_close(&d->opponents);
    table_close(&d->table);
    free(d);
}

static const struct game *game_of(const char *id) {
    const struct game *game = games_find(id, strlen(id));
    assert_non_null(game);
    return game;
}

/* The outcome agrees with the messages. */
static void expect_outcome(const struct desk *d, const struct message *reason) {
    const struct json first = d->mark < d->count ? d->sent[d->mark].json : (struct json){0};
    bool refused = json_is(json_get(first, "type"), "refused");
    assert_int_equal(refused, d->outcome == TABLE_REFUSED);
    if (refused) assert_true(json_is(json_get(json_get(first, "reason"), "key"), reason->key));
}

/* Sends a text to the table, from a block of exactly its size, as a client with these seats. */
static void say_raw(struct desk *d, unsigned seats, const char *text, size_t length) {
    char *copy = malloc(length);
    memcpy(copy, text, length);
    d->mark = d->count;
    struct message reason;
    d->outcome = table_receive_text(&d->table, seats, copy, length, &reason);
    expect_outcome(d, &reason);
    free(copy);
}

static void say(struct desk *d, unsigned observer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(struct desk *d, unsigned observer, const char *format, ...) {
    char members[1000], text[1200], seat[12] = "null";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(members, sizeof members, format, arguments);
    va_end(arguments);
    if (observer != SPECTATOR) snprintf(seat, sizeof seat, "%u", observer);
    int length =
        snprintf(text, sizeof text, "{\"table\":\"%s\",\"seat\":%s,%s}", d->id, seat, members);
    say_raw(d, 0xff, text, (size_t)length);
}

/* The number of messages of the last action to an observer, and the n-th of them. */
static unsigned got(const struct desk *d, unsigned to) {
    unsigned count = 0;
    for (unsigned i = d->mark; i < d->count; i++) count += d->sent[i].to == to;
    return count;
}

static const struct sent *nth(const struct desk *d, unsigned to, unsigned n) {
    for (unsigned i = d->mark; i < d->count; i++)
        if (d->sent[i].to == to && n-- == 0) return &d->sent[i];
    fail_msg("no such message to %u", to);
    return NULL;
}

static bool is_type(const struct sent *s, const char *type) {
    return json_is(json_get(s->json, "type"), type);
}

static int64_t number_of(struct json object, const char *member) {
    int64_t number = -1;
    if (!json_read_number(json_get(object, member), &number))
        fail_msg("no number %s in %.*s", member, (int)object.length, object.text);
    return number;
}

static bool flag_of(struct json object, const char *member) {
    bool flag = false;
    if (!json_read_bool(json_get(object, member), &flag))
        fail_msg("no flag %s in %.*s", member, (int)object.length, object.text);
    return flag;
}

static bool same_span(struct json a, struct json b) {
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* Expects that the last action sent only a refusal for this reason. */
static void expect_refused(const struct desk *d, const char *key, const char *id) {
    const struct sent *s = nth(d, REPLY, 0);
    if (!is_type(s, "refused")) fail_msg("not refused: %s", s->text);
    struct json reason = json_get(json_get(s->json, "reason"), "key");
    if (!json_is(reason, key))
        fail_msg("refused for %.*s, not %s", (int)reason.length, reason.text, key);
    if (id) assert_true(json_is(json_get(s->json, "id"), id));
    else assert_int_equal(json_type(json_get(s->json, "id")), JSON_NULL);
    FOR_EACH_OBSERVER (o, d->table.match.players) assert_int_equal(got(d, o), 0);
}

/* Returns the last message of a type that an observer got. */
static const struct sent *latest(const struct desk *d, unsigned observer, const char *type) {
    for (unsigned i = d->count; i-- > 0;)
        if (d->sent[i].to == observer && is_type(&d->sent[i], type)) return &d->sent[i];
    return NULL;
}

static const struct sent *update_of(const struct desk *d, unsigned observer, int64_t version) {
    for (unsigned i = 0; i < d->count; i++)
        if (d->sent[i].to == observer && is_type(&d->sent[i], "update") &&
            number_of(d->sent[i].json, "version") == version)
            return &d->sent[i];
    return NULL;
}

static void hex_of(unsigned seat, char value[65], char hash[65]) {
    uint8_t entropy[SEED_SIZE], bytes[HASH_SIZE];
    struct blake2b b;
    memset(entropy, (int)(0x21 + seat), SEED_SIZE);
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, entropy, SEED_SIZE);
    blake2b_end(&b, bytes);
    hex_write(entropy, SEED_SIZE, value);
    hex_write(bytes, HASH_SIZE, hash);
}

static void say_hash(struct desk *d, unsigned seat) {
    char value[65], hash[65];
    hex_of(seat, value, hash);
    say(d, seat, "\"type\":\"entropy\",\"id\":\"h\",\"hash\":\"%s\"", hash);
}

static void say_value(struct desk *d, unsigned seat) {
    char value[65], hash[65];
    hex_of(seat, value, hash);
    say(d, seat, "\"type\":\"entropy\",\"id\":\"v\",\"value\":\"%s\"", value);
}

static void begin_game(struct desk *d, unsigned persons) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (persons & SEAT_BIT(seat)) say_hash(d, seat);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (persons & SEAT_BIT(seat)) say_value(d, seat);
    assert_int_equal(d->table.match.phase, MATCH_PLAYING);
}

static bool run_once(struct desk *d) {
    d->mark = d->count;
    return table_run(&d->table) || opponents_answer(&d->opponents, &d->table);
}

static void run(struct desk *d) {
    unsigned mark = d->mark;
    for (unsigned i = 0; run_once(d); i++) assert_true(i < 5000);
    d->mark = mark;
}

/* Returns the seats of the last `waiting`, which is the same for everybody. */
static unsigned waiting_of(const struct desk *d) {
    struct json at = {0}, none, item;
    const struct sent *s = latest(d, SPECTATOR, "waiting");
    unsigned seats = 0;
    int64_t seat;
    assert_non_null(s);
    while (json_next(json_get(s->json, "seats"), &at, &none, &item)) {
        assert_true(json_read_number(item, &seat));
        seats |= SEAT_BIT(seat);
    }
    return seats;
}

/* Answers the last question with one of the actions listed in it. */
static void client_answers(struct desk *d, unsigned seat, struct generator *g, unsigned serial) {
    const struct sent *question = latest(d, seat, "question");
    struct json at = {0}, none, item, legal = json_get(question->json, "legal");
    char action[NOTATION_MAX];
    unsigned count = 0;
    while (json_next(legal, &at, &none, &item)) count++;
    assert_true(count > 0);
    unsigned pick = generator_below(g, count);
    at = (struct json){0};
    do assert_true(json_next(legal, &at, &none, &item));
    while (pick--);
    assert_true(json_read_text(json_get(item, "do"), action, sizeof action, NULL));
    int64_t q = number_of(question->json, "q");
    say(d, seat, "\"type\":\"answer\",\"q\":%d,\"id\":\"%u\",\"do\":\"%s\"", (int)q, serial,
        action);
    assert_int_equal(got(d, REPLY), 0);
}

static unsigned pick_seat(struct generator *g, unsigned mask) {
    unsigned seat;
    do seat = generator_below(g, SEATS_MAX);
    while (!(mask & SEAT_BIT(seat)));
    return seat;
}

/* Plays at most this many answers of people, with undos in between; false if the game is over. */
static bool clients_play(struct desk *d, struct generator *g, unsigned answers, unsigned undos) {
    static unsigned serial;
    run(d);
    while (answers-- && d->table.match.phase == MATCH_PLAYING) {
        unsigned seat = generator_below(g, d->table.match.players);
        if (undos && generator_below(g, undos) == 0 && match_can_undo(&d->table.match, seat) &&
            d->table.match.length < 800)
            say(d, seat, "\"type\":\"undo\"");
        else client_answers(d, pick_seat(g, waiting_of(d)), g, serial++);
        run(d);
    }
    return d->table.match.phase == MATCH_PLAYING;
}

/* ── whole games ────────────────────────────────────────────────── */

/* Expects that versions count up by one and that the last update is the end, with result and seed.
 * */
static void expect_story(const struct desk *d, unsigned observer) {
    int64_t version = 0;
    const struct sent *last = NULL;
    for (unsigned i = 0; i < d->count; i++) {
        const struct sent *s = &d->sent[i];
        if (s->to != observer || !is_type(s, "update")) continue;
        assert_int_equal(number_of(s->json, "version"), ++version);
        assert_true(!last || !flag_of(last->json, "over"));
        last = s;
    }
    assert_non_null(last);
    assert_true(flag_of(last->json, "over"));
    assert_int_equal(json_type(json_get(last->json, "result")), JSON_OBJECT);
    assert_int_equal(json_type(json_get(last->json, "seed")), JSON_TEXT);
}

static bool watch_nothing(struct record_watcher *watcher, const void *state,
                          const struct record_step *step) {
    (void)watcher, (void)state, (void)step;
    return true;
}

static void expect_verifiable(struct desk *d) {
    _Alignas(8) uint8_t last[STATE_MAX];
    struct record r;
    struct message message;
    struct record_error error;
    struct record_watcher watcher = {.step = watch_nothing, .check_draws = true};
    say(d, SPECTATOR, "\"type\":\"record\"");
    struct json record = json_get(nth(d, REPLY, 0)->json, "record");
    assert_true(record_read(&r, record.text, record.length, &message));
    assert_true(record_replay(&r, last, &watcher, &error));
    assert_memory_equal(last, d->table.match.state, r.game->state_size);
}

static void whole_games_are_played_through_messages(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned players = games[g]->players_min; players <= games[g]->players_max;
             players++) {
            unsigned persons = players % 2 ? 1 : (1u << players) - 1;
            struct desk *d = desk_open(games[g], players, players + 10 * g, persons);
            struct generator generator;
            generator_seed(&generator, players);
            begin_game(d, persons);
            while (clients_play(d, &generator, 1000, 7)) continue;
            FOR_EACH_OBSERVER (o, players) expect_story(d, o);
            expect_verifiable(d);
            assert_int_equal(waiting_of(d), 0);
            desk_close(d);
        }
}

static void opponents_play_by_themselves_and_always_the_same(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++) {
        struct desk *a = desk_open(games[g], games[g]->players_max, 3, 0),
                    *b = desk_open(games[g], games[g]->players_max, 3, 0);
        run(a);
        run(b);
        assert_int_equal(a->table.match.phase, MATCH_OVER);
        assert_int_equal(a->count, b->count);
        for (unsigned i = 0; i < a->count; i++)
            assert_string_equal(a->sent[i].text, b->sent[i].text);
        desk_close(a);
        desk_close(b);
    }
}

/* ── answers ────────────────────────────────────────────────── */

/* Returns a table of the template at which both seats are asked to keep or swap. */
static struct desk *choosing(void) {
    struct desk *d = desk_open(game_of("template"), 2, 0, 3);
    begin_game(d, 3);
    run(d);
    assert_int_equal(waiting_of(d), 3);
    return d;
}

static void a_secret_answer_is_told_to_its_seat_alone(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 1, "\"type\":\"answer\",\"q\":2,\"id\":\"x\",\"do\":\"keep\"");
    const struct sent *update = nth(d, 1, 0);
    assert_true(is_type(update, "update") && json_is(json_get(update->json, "do"), "keep") &&
                json_is(json_get(update->json, "id"), "x"));
    assert_int_equal(number_of(update->json, "version"), 3);
    for (unsigned i = d->mark; i < d->count; i++) {
        if (d->sent[i].to == 1) continue;
        /* others learn only whom the table waits for */
        assert_false(is_type(&d->sent[i], "update"));
        assert_null(strstr(d->sent[i].text, "\"do\":\"keep\",\"id\""));
    }
    assert_int_equal(waiting_of(d), 1);
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"y\",\"do\":\"swap\"");
    update = nth(d, SPECTATOR, 0);
    assert_true(is_type(update, "update") && json_is(json_get(update->json, "do"), "swap") &&
                number_of(update->json, "by") == 0);
    /* other observers do not get the id */
    assert_int_equal(json_type(json_get(update->json, "id")), JSON_NONE);
    update = nth(d, SPECTATOR, 1);
    assert_true(is_type(update, "update") && json_is(json_get(update->json, "do"), "keep") &&
                number_of(update->json, "by") == 1);
    desk_close(d);
}

static void a_repeat_is_answered_again_but_not_applied_again(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"x\",\"do\":\"keep\"");
    assert_int_equal(d->outcome, TABLE_ACCEPTED);
    const struct sent *first = nth(d, 0, 0);
    unsigned length = d->table.match.length;
    for (unsigned i = 0; i < 3; i++) {
        say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"x\",\"do\":\"keep\"");
        assert_int_equal(d->outcome, TABLE_REPEATED);
        assert_int_equal(d->count - d->mark, 1);
        assert_string_equal(nth(d, REPLY, 0)->text, first->text);
        assert_int_equal(d->table.match.length, length);
        /* the reveal does not change this */
        if (i == 0) say(d, 1, "\"type\":\"answer\",\"q\":2,\"id\":\"x\",\"do\":\"keep\"");
        length = d->table.match.length;
    }
    desk_close(d);
}

static void a_stale_answer_is_refused_with_what_changed_since(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"a\",\"do\":\"keep\"");
    say(d, 1, "\"type\":\"answer\",\"q\":2,\"id\":\"b\",\"do\":\"keep\"");
    unsigned length = d->table.match.length;
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"c\",\"do\":\"swap\"");
    assert_int_equal(d->table.match.length, length);
    expect_refused(d, "error.match.stale", "c");
    assert_int_equal(got(d, REPLY), 5); /* refused, two updates, waiting, question */
    for (unsigned i = 0; i < 2; i++)
        assert_string_equal(nth(d, REPLY, 1 + i)->text, update_of(d, 0, 3 + i)->text);
    assert_true(is_type(nth(d, REPLY, 3), "waiting"));
    assert_string_equal(nth(d, REPLY, 4)->text, latest(d, 0, "question")->text);
    /* a future question: nothing has changed */
    say(d, 0, "\"type\":\"answer\",\"q\":7,\"id\":\"d\",\"do\":\"keep\"");
    expect_refused(d, "error.match.stale", "d");
    assert_int_equal(got(d, REPLY), 1);
    desk_close(d);
}

static void a_question_stays_good_when_others_answer_it(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 1, "\"type\":\"answer\",\"q\":2,\"id\":\"b\",\"do\":\"keep\"");
    say(d, 1, "\"type\":\"undo\"");
    say(d, 1, "\"type\":\"answer\",\"q\":4,\"id\":\"c\",\"do\":\"swap\"");
    assert_int_equal(number_of(latest(d, 0, "question")->json, "q"), 2);
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"a\",\"do\":\"keep\"");
    assert_int_equal(got(d, REPLY), 0);
    desk_close(d);
}

/* A choice in the open question says whether it is final now, not when the question was asked. */
static void the_last_to_answer_is_told_that_it_is_final(void **state) {
    struct desk *d = choosing();
    (void)state;
    assert_non_null(strstr(latest(d, 0, "question")->text, "\"final\":false"));
    say(d, 1, "\"type\":\"answer\",\"q\":2,\"id\":\"b\",\"do\":\"keep\"");
    assert_non_null(strstr(latest(d, 0, "question")->text, "\"final\":true"));
    assert_null(strstr(latest(d, 0, "question")->text, "\"final\":false"));
    say(d, 1, "\"type\":\"undo\"");
    assert_null(strstr(latest(d, 0, "question")->text, "\"final\":true"));
    desk_close(d);
}

static void wrong_answers_are_refused_with_the_reason(void **state) {
    struct desk *d = choosing();
    (void)state;
    static const struct {
        const char *members, *key, *id;
    } rows[] = {
        {"\"q\":2,\"id\":\"a\",\"do\":\"show 1\"", "template.whynot.when_show", "a"},
        {"\"q\":2,\"id\":\"a\",\"do\":\"draw 1\"", "common.whynot.chance_step", "a"},
        {"\"q\":2,\"id\":\"a\",\"do\":\"jump\"", "error.match.notation", "a"},
        {"\"q\":2,\"id\":\"a\",\"do\":7", "error.match.notation", "a"},
        {"\"q\":2,\"id\":\"a\"", "error.match.notation", "a"},
        {"\"q\":2,\"do\":\"keep\"", "error.protocol.answer", NULL},
        {"\"q\":2,\"id\":\"\",\"do\":\"keep\"", "error.protocol.answer", NULL},
        {"\"id\":\"a\",\"do\":\"keep\"", "error.protocol.answer", "a"},
        {"\"q\":-1,\"id\":\"a\",\"do\":\"keep\"", "error.protocol.answer", "a"},
        {"\"q\":\"2\",\"id\":\"a\",\"do\":\"keep\"", "error.protocol.answer", "a"},
        {"\"q\":2.5,\"id\":\"a\",\"do\":\"keep\"", "error.protocol.answer", "a"},
        {"\"q\":99999,\"id\":\"a\",\"do\":\"keep\"", "error.protocol.answer", "a"},
        {"\"q\":2,\"id\":7,\"do\":\"keep\"", "error.match.id", NULL},
        {"\"q\":2,\"id\":\"0123456789012345678901234\",\"do\":\"keep\"", "error.match.id", NULL},
    };
    unsigned length = d->table.match.length;
    for (size_t i = 0; i < COUNT(rows); i++) {
        say(d, 0, "\"type\":\"answer\",%s", rows[i].members);
        expect_refused(d, rows[i].key, rows[i].id);
        assert_int_equal(got(d, REPLY), 1);
        assert_int_equal(d->table.match.length, length);
    }
    desk_close(d);
}

/* ── addresses and garbage ────────────────────────────────────────────────── */

static void a_message_for_another_seat_or_table_is_refused(void **state) {
    struct desk *d = choosing();
    char text[400];
    (void)state;
    static const struct {
        const char *seat;
        unsigned seats;
        const char *key;
    } rows[] = {
        {"1", SEAT_BIT(0), "error.protocol.seat"}, {"0", 0, "error.protocol.seat"},
        {"2", 0xff, "error.protocol.seat"},        {"5", 0xff, "error.protocol.seat"},
        {"-1", 0xff, "error.protocol.seat"},       {"4294967296", 0xff, "error.protocol.seat"},
        {"\"0\"", 0xff, "error.protocol.seat"},    {"null", 0xff, "error.protocol.type"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        int n = snprintf(text, sizeof text,
                         "{\"type\":\"answer\",\"table\":\"%s\",\"seat\":%s,\"q\":2,\"id\":\"a\","
                         "\"do\":\"keep\"}",
                         d->id, rows[i].seat);
        say_raw(d, rows[i].seats, text, (size_t)n);
        expect_refused(d, rows[i].key, "a");
    }
    say_raw(d, 0xff, "{\"type\":\"hello\",\"table\":\"other\",\"seat\":0}", 41);
    expect_refused(d, "error.protocol.table", NULL);
    say_raw(d, 0xff, "{\"type\":\"hello\",\"seat\":0}", 25);
    expect_refused(d, "error.protocol.table", NULL);
    assert_int_equal(waiting_of(d), 3);
    desk_close(d);
}

static void garbage_is_refused_and_changes_nothing(void **state) {
    struct desk *d = choosing();
    static const char *const garbage[] = {"",
                                          " ",
                                          "x",
                                          "[]",
                                          "7",
                                          "null",
                                          "{",
                                          "{\"type\":",
                                          "\"hello\"",
                                          "{\"type\":\"hello\"} x",
                                          "\xff\xfe",
                                          "{\"a\":\"\xc3\"}",
                                          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                          "{\"type\":\"hello\",}"};
    static const char *const types[] = {"\"type\":\"jump\"",  "\"type\":7",
                                        "\"kind\":\"hello\"", "\"type\":null",
                                        "\"type\":\"Hello\"", "\"type\":\"\""};
    uint64_t hash = state_hash(d->table.match.game, d->table.match.state);
    (void)state;
    for (size_t i = 0; i < COUNT(garbage); i++) {
        say_raw(d, 0xff, garbage[i], strlen(garbage[i]));
        expect_refused(d, "error.protocol.json", NULL);
        assert_int_equal(got(d, REPLY), 1);
    }
    for (size_t i = 0; i < COUNT(types); i++) {
        say(d, 0, "%s,\"id\":\"i\"", types[i]);
        expect_refused(d, "error.protocol.type", "i");
    }
    assert_true(state_hash(d->table.match.game, d->table.match.state) == hash);
    desk_close(d);
}

static void a_spectator_may_look_but_not_act(void **state) {
    struct desk *d = choosing();
    static const char *const acts[] = {"\"type\":\"answer\",\"q\":2,\"id\":\"a\",\"do\":\"keep\"",
                                       "\"type\":\"undo\"", "\"type\":\"why\",\"do\":\"keep\"",
                                       "\"type\":\"entropy\",\"lost\":true"};
    (void)state;
    for (size_t i = 0; i < COUNT(acts); i++) {
        say(d, SPECTATOR, "%s", acts[i]);
        assert_true(is_type(nth(d, REPLY, 0), "refused"));
        assert_int_equal(d->count - d->mark, 1);
    }
    say(d, SPECTATOR, "\"type\":\"hello\",\"protocol\":3");
    assert_true(is_type(nth(d, REPLY, 0), "welcome"));
    say(d, SPECTATOR, "\"type\":\"at\",\"version\":1");
    assert_true(is_type(nth(d, REPLY, 0), "at"));
    say(d, SPECTATOR, "\"type\":\"record\"");
    assert_true(is_type(nth(d, REPLY, 0), "record"));
    desk_close(d);
}

/* ── reconnecting ────────────────────────────────────────────────── */

static void hello_tells_what_the_table_is(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 1, "\"type\":\"hello\",\"protocol\":3,\"build\":\"x\"");
    struct json welcome = nth(d, REPLY, 0)->json;
    assert_true(is_type(nth(d, REPLY, 0), "welcome"));
    assert_true(json_is(json_get(welcome, "game"), "template") &&
                json_is(json_get(welcome, "build"), "test build"));
    assert_int_equal(number_of(welcome, "protocol"), PROTOCOL);
    assert_int_equal(number_of(welcome, "rules"), 1);
    assert_int_equal(number_of(welcome, "players"), 2);
    assert_int_equal(number_of(welcome, "version"), 2);
    assert_true(json_is(json_get(welcome, "components"), d->table.match.components));
    assert_false(flag_of(json_get(welcome, "options"), "joker"));
    char hex[65];
    hex_write(d->table.match.commitment, HASH_SIZE, hex);
    assert_true(json_is(json_get(welcome, "commitment"), hex));
    hex_write(d->table.match.seed, SEED_SIZE, hex);
    /* the seed is still secret */
    for (unsigned i = 0; i < d->count; i++) assert_null(strstr(d->sent[i].text, hex));
    desk_close(d);
}

static void another_protocol_is_asked_to_reload(void **state) {
    struct desk *d = choosing();
    (void)state;
    static const char *const bad[] = {"\"protocol\":4", "\"protocol\":2", "\"protocol\":\"3\"",
                                      "\"x\":1"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        say(d, 0, "\"type\":\"hello\",\"id\":\"i\",%s", bad[i]);
        expect_refused(d, "error.protocol.reload", "i");
    }
    static const char *const versions[] = {"-1", "3", "\"0\"", "4294967296", "null", "0.5"};
    for (size_t i = 0; i < COUNT(versions); i++) {
        say(d, 0, "\"type\":\"hello\",\"protocol\":3,\"version\":%s", versions[i]);
        expect_refused(d, "error.protocol.version", NULL);
        say(d, 0, "\"type\":\"at\",\"version\":%s", versions[i]);
        expect_refused(d, "error.protocol.version", NULL);
    }
    desk_close(d);
}

/* A client that reconnects with any version gets the same updates that it would have got before,
 * except for steps that were taken back meanwhile. The first has the whole view. */
static void expect_catching_up(struct desk *d, unsigned o, unsigned version) {
    unsigned versions = d->table.match.versions[o], n = 0, reached = version;
    bool asked = o != SPECTATOR && match_waiting(&d->table.match) & SEAT_BIT(o);
    const struct sent *question = asked ? latest(d, o, "question") : NULL,
                      *waiting = latest(d, o, "waiting");
    say(d, o, "\"type\":\"hello\",\"protocol\":3,\"version\":%u", version);
    if (!is_type(nth(d, REPLY, n++), "welcome"))
        fail_msg("not welcome: %s", nth(d, REPLY, 0)->text);
    for (; is_type(nth(d, REPLY, n), "update"); n++) {
        unsigned v = (unsigned)number_of(nth(d, REPLY, n)->json, "version");
        assert_true(v > reached);
        assert_string_equal(nth(d, REPLY, n)->text, update_of(d, o, v)->text);
        assert_int_equal(nth(d, REPLY, n)->changes != NULL, n > 1);
        reached = v;
    }
    if (reached > 0)
        assert_true(same_span(json_get(update_of(d, o, reached)->json, "view"),
                              json_get(update_of(d, o, versions)->json, "view")));
    assert_string_equal(nth(d, REPLY, n++)->text, waiting->text);
    if (question) assert_string_equal(nth(d, REPLY, n++)->text, question->text);
    assert_int_equal(got(d, REPLY), n);
    say(d, o, "\"type\":\"at\",\"version\":%u", version);
    const struct sent *then = update_of(d, o, version);
    if (then) {
        assert_true(
            same_span(json_get(nth(d, REPLY, 0)->json, "view"), json_get(then->json, "view")));
        assert_true(
            same_span(json_get(nth(d, REPLY, 0)->json, "score"), json_get(then->json, "score")));
    }
}

static void catching_up_equals_having_been_there(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned number = 0; number < 2; number++) {
            unsigned players = games[g]->players_max, persons = (1u << players) - 1;
            struct desk *d = desk_open(games[g], players, 20 + number, persons);
            struct generator generator;
            generator_seed(&generator, number);
            begin_game(d, persons);
            for (bool going = true; going && d->count < SENT_MAX / 2;) {
                going = clients_play(d, &generator, games[g]->steps_max > 100 ? 17 : 1, 5);
                FOR_EACH_OBSERVER (o, players) {
                    unsigned versions = d->table.match.versions[o];
                    expect_catching_up(
                        d, o, versions > 3 ? versions - 1 - generator_below(&generator, 3) : 0);
                }
            }
            expect_catching_up(d, number % players, 0);
            desk_close(d);
        }
}

/* ── asking, undoing, records ────────────────────────────────────────────────── */

static void why_tells_the_reason_and_never_acts(void **state) {
    struct desk *d = desk_open(game_of("template"), 2, 0, 3);
    (void)state;
    say(d, 0, "\"type\":\"why\",\"do\":\"keep\"");
    assert_true(json_is(json_get(json_get(nth(d, REPLY, 0)->json, "reason"), "key"),
                        "error.match.not_started"));
    desk_close(d);
    d = choosing();
    static const char *const rows[][2] = {{"show 1", "template.whynot.when_show"},
                                          {"draw 1", "common.whynot.chance_step"},
                                          {"keep", NULL},
                                          {"swap", NULL}};
    unsigned length = d->table.match.length;
    for (size_t i = 0; i < COUNT(rows); i++) {
        say(d, 0, "\"type\":\"why\",\"do\":\"%s\"", rows[i][0]);
        assert_int_equal(d->count - d->mark, 1);
        struct json answer = nth(d, REPLY, 0)->json;
        assert_true(json_is(json_get(answer, "do"), rows[i][0]));
        if (rows[i][1])
            assert_true(json_is(json_get(json_get(answer, "reason"), "key"), rows[i][1]));
        else assert_int_equal(json_type(json_get(answer, "reason")), JSON_NULL);
    }
    say(d, 0, "\"type\":\"why\",\"do\":\"jump\"");
    expect_refused(d, "error.match.notation", NULL);
    assert_int_equal(d->table.match.length, length);
    struct message error;
    assert_true(match_end(&d->table.match, ENDED_AGREED, 0, &error));
    say(d, 0, "\"type\":\"why\",\"do\":\"keep\"");
    assert_true(
        json_is(json_get(json_get(nth(d, REPLY, 0)->json, "reason"), "key"), "common.whynot.over"));
    desk_close(d);
}

static void an_undo_is_an_update_with_the_view_before(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 0, "\"type\":\"undo\",\"id\":\"u\"");
    expect_refused(d, "error.match.undo", "u");
    const struct sent *before = update_of(d, 0, 2);
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"a\",\"do\":\"keep\"");
    say(d, 0, "\"type\":\"undo\"");
    const struct sent *undo = nth(d, 0, 0);
    assert_true(is_type(undo, "update") && json_is(json_get(undo->json, "entry"), "undo"));
    assert_int_equal(number_of(undo->json, "version"), 4);
    assert_true(same_span(json_get(undo->json, "view"), json_get(before->json, "view")));
    assert_int_equal(number_of(undo->json, "events_stand"),
                     number_of(before->json, "events_stand"));
    assert_int_equal(number_of(undo->json, "lines"), number_of(before->json, "lines"));
    assert_int_equal(number_of(latest(d, 0, "question")->json, "q"), 4);
    for (unsigned i = d->mark; i < d->count; i++)
        assert_true(d->sent[i].to == 0 || !is_type(&d->sent[i], "update"));
    assert_int_equal(waiting_of(d), 3);
    desk_close(d);
}

static void a_repeated_undo_is_answered_again_but_not_applied_again(void **state) {
    struct desk *d = choosing();
    (void)state;
    say(d, 0, "\"type\":\"answer\",\"q\":2,\"id\":\"a\",\"do\":\"keep\"");
    say(d, 0, "\"type\":\"undo\",\"id\":\"u\"");
    unsigned length = d->table.match.length;
    say(d, 0, "\"type\":\"undo\",\"id\":\"u\"");
    assert_int_equal(d->table.match.length, length);
    assert_int_equal(d->count - d->mark, 1);
    assert_int_equal(d->outcome, TABLE_REPEATED);
    const struct sent *again = nth(d, REPLY, 0);
    assert_true(is_type(again, "update") && json_is(json_get(again->json, "entry"), "undo") &&
                json_is(json_get(again->json, "id"), "u"));
    assert_int_equal(number_of(again->json, "version"), 4);
    desk_close(d);
}

static void changes_of_hands_and_ends_are_updates_for_all(void **state) {
    struct message error;
    (void)state;
    FOR_EACH_OBSERVER (o, 2) {
        struct desk *d = choosing();
        assert_true(match_change_seat(&d->table.match, 1, "novice", false, &error));
        assert_true(match_end(&d->table.match, ENDED_RESIGNED, 1, &error));
        say(d, o, "\"type\":\"hello\",\"protocol\":3,\"version\":2");
        struct json seat = nth(d, REPLY, 1)->json, end = nth(d, REPLY, 2)->json;
        assert_true(json_is(json_get(seat, "entry"), "seat") &&
                    json_is(json_get(seat, "who"), "novice"));
        assert_int_equal(number_of(seat, "by"), 1);
        assert_int_equal(json_type(json_get(seat, "seed")), JSON_NONE);
        assert_true(json_is(json_get(end, "entry"), "end") &&
                    json_is(json_get(end, "how"), "resigned"));
        assert_int_equal(number_of(end, "by"), 1);
        /* after the end everything can be verified, */
        assert_int_equal(json_type(json_get(end, "seed")), JSON_TEXT);
        assert_int_equal(json_type(json_get(end, "result")), JSON_NONE); /* but nobody has won */
        desk_close(d);
    }
}

static void a_record_during_play_is_that_of_its_reader(void **state) {
    struct desk *d = choosing();
    (void)state;
    FOR_EACH_OBSERVER (o, 2) {
        say(d, o, "\"type\":\"record\"");
        struct json record = json_get(nth(d, REPLY, 0)->json, "record");
        struct record r;
        struct message message;
        assert_true(record_read(&r, record.text, record.length, &message));
        assert_int_equal(r.seat, o);
        assert_false(r.has_seed);
    }
    desk_close(d);
}

/* ── entropy ────────────────────────────────────────────────── */

static unsigned owed(const struct desk *d) {
    struct json at = {0}, none, item;
    unsigned seats = 0;
    int64_t seat;
    while (
        json_next(json_get(latest(d, SPECTATOR, "waiting")->json, "entropy"), &at, &none, &item)) {
        assert_true(json_read_number(item, &seat));
        seats |= SEAT_BIT(seat);
    }
    return seats;
}

static void hashes_then_bytes_begin_the_game(void **state) {
    struct desk *d = desk_open(game_of("template"), 3, 0, 5);
    (void)state;
    assert_false(table_run(&d->table));
    say_value(d, 0);
    expect_refused(d, "error.match.too_early", "v");
    say_hash(d, 0);
    assert_int_equal(owed(d), 4);
    say_hash(d, 0);
    expect_refused(d, "error.match.hashed", "h");
    say_hash(d, 1);
    expect_refused(d, "error.match.no_entropy", "h");
    say_hash(d, 2);
    assert_int_equal(owed(d), 5);
    assert_true(json_is(json_get(latest(d, 0, "waiting")->json, "phase"), "revealing"));
    say(d, 2, "\"type\":\"entropy\",\"id\":\"w\",\"value\":\"%064d\"", 0);
    expect_refused(d, "error.match.wrong_entropy", "w");
    static const char *const bad[] = {"\"value\":\"00\"", "\"hash\":7", "\"lost\":false", "\"x\":1",
                                      "\"lost\":1"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        say(d, 2, "\"type\":\"entropy\",%s", bad[i]);
        expect_refused(d, "error.protocol.entropy", NULL);
    }
    say_value(d, 2);
    assert_int_equal(owed(d), 1);
    say_value(d, 2);
    expect_refused(d, "error.match.started", "v");
    say_value(d, 0);
    assert_int_equal(owed(d), 0);
    assert_true(json_is(json_get(latest(d, 0, "waiting")->json, "phase"), "playing"));
    assert_true(table_run(&d->table));
    desk_close(d);
}

/* An abandoned seed does not reveal the next one. */
static void expect_not_derived(const uint8_t abandoned[SEED_SIZE], const uint8_t next[SEED_SIZE]) {
    for (unsigned what = 0; what < 256; what++) {
        uint8_t derived[SEED_SIZE];
        draws_derive(abandoned, (uint8_t)what, derived);
        assert_memory_not_equal(derived, next, SEED_SIZE);
    }
}

static void lost_bytes_publish_the_old_seed_and_begin_again(void **state) {
    struct desk *d = desk_open(game_of("template"), 2, 0, 3);
    uint8_t seed[SEED_SIZE], commitment[HASH_SIZE], old[HASH_SIZE], next[HASH_SIZE];
    char text[65];
    (void)state;
    say(d, 0, "\"type\":\"entropy\",\"id\":\"l\",\"lost\":true");
    expect_refused(d, "error.match.started", "l");
    for (unsigned round = 0; round < 3; round++) {
        memcpy(old, d->table.match.commitment, HASH_SIZE);
        say_hash(d, 0);
        say_hash(d, 1);
        say_value(d, 1);
        say(d, 0, "\"type\":\"entropy\",\"lost\":true");
        FOR_EACH_OBSERVER (o, 2) {
            const struct sent *restart = nth(d, o, 0);
            assert_true(is_type(restart, "restart"));
            assert_true(
                json_read_text(json_get(restart->json, "abandoned"), text, sizeof text, NULL) &&
                hex_read(text, seed, SEED_SIZE));
            draws_commitment(d->id, seed, commitment);
            /* the published seed matches the old commitment */
            assert_memory_equal(commitment, old, HASH_SIZE);
            assert_true(
                json_read_text(json_get(restart->json, "commitment"), text, sizeof text, NULL) &&
                hex_read(text, next, HASH_SIZE));
            assert_memory_equal(next, d->table.match.commitment, HASH_SIZE);
            assert_memory_not_equal(next, old, HASH_SIZE);
            expect_not_derived(seed, d->table.match.seed);
        }
        assert_int_equal(owed(d), 3);
        assert_true(json_is(json_get(latest(d, 1, "waiting")->json, "phase"), "seating"));
    }
    begin_game(d, 3);
    say(d, 0, "\"type\":\"entropy\",\"lost\":true");
    expect_refused(d, "error.match.started", NULL);
    desk_close(d);
}

/* ── twins: nothing hidden leaves the table ──────────────────────────────────────────────────── */

static const char *const twin_queries[] = {
    "\"type\":\"hello\",\"protocol\":3",   "\"type\":\"record\"",
    "\"type\":\"at\",\"version\":1",       "\"type\":\"why\",\"do\":\"keep\"",
    "\"type\":\"why\",\"do\":\"play 7a\"", "\"type\":\"why\",\"do\":\"tower hand 1\""};

/* Every reply to an observer is the same, whatever is hidden from it. */
static void expect_twin(struct desk *d, unsigned observer, struct generator *g) {
    const struct game *game = d->table.match.game;
    _Alignas(8) uint8_t kept[STATE_MAX];
    for (size_t i = 0; i < COUNT(twin_queries); i++) {
        say(d, observer, "%s", twin_queries[i]);
        unsigned from = d->mark, count = d->count - from;
        memcpy(kept, d->table.match.state, sizeof kept);
        game->view(d->table.match.state, observer);
        game->determinise(d->table.match.state, g);
        say(d, observer, "%s", twin_queries[i]);
        memcpy(d->table.match.state, kept, sizeof kept);
        assert_int_equal(d->count - d->mark, count);
        for (unsigned n = 0; n < count; n++)
            assert_string_equal(d->sent[from + n].text, d->sent[d->mark + n].text);
    }
}

/* A draw that is hidden from the spectator looks the same with other hidden information. */
static void expect_twin_draw(struct desk *d, struct generator *g) {
    struct match *m = &d->table.match;
    struct outcome_list outcomes;
    struct desk *other = calloc(1, sizeof *other);
    if (!(m->game->to_move(m->state) & CHANCE_BIT) || m->length == 0) {
        free(other);
        return;
    }
    other->table = d->table;
    other->output = d->output;
    other->table.output = &other->output;
    other->table.buffer = other->buffer;
    memcpy(other->id, d->id, sizeof d->id);
    struct match *twin = &other->table.match;
    other->twin = true;
    twin->log = malloc(m->capacity * sizeof *m->log);
    memcpy(twin->log, m->log, m->length * sizeof *m->log);
    for (unsigned o = 0; o < OBSERVERS; o++) {
        twin->visible[o] = malloc(m->capacity * sizeof **m->visible);
        if (m->versions[o])
            memcpy(twin->visible[o], m->visible[o], m->versions[o] * sizeof **m->visible);
    }
    other->table.cursors = malloc(table_cursors_size(&d->table));
    memcpy(other->table.cursors, d->table.cursors, table_cursors_size(&d->table));
    m->game->view(twin->state, SPECTATOR);
    m->game->determinise(twin->state, g);
    game_outcomes(m->game, m->state, &outcomes);
    bool hidden = m->game->witness(m->state, BY_CHANCE, outcomes.actions[0], SPECTATOR) !=
                  outcomes.actions[0];
    assert_true(run_once(d) && run_once(other));
    for (unsigned n = 0; hidden && n < got(d, SPECTATOR); n++) {
        const struct sent *s = nth(d, SPECTATOR, n);
        assert_string_equal(s->changes ? s->changes : s->text, nth(other, SPECTATOR, n)->text);
    }
    desk_close(other);
}

static void a_table_shows_nobody_what_is_hidden_from_him(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned number = 0; number < 2; number++) {
            unsigned players = games[g]->players_min +
                               number % (games[g]->players_max - games[g]->players_min + 1u),
                     persons = (1u << players) - 1, serial = 0;
            struct desk *d = desk_open(games[g], players, 30 + number, persons);
            struct generator generator;
            generator_seed(&generator, 50 + number);
            begin_game(d, persons);
            while (d->table.match.phase == MATCH_PLAYING && d->count < SENT_MAX / 2) {
                unsigned asked = games[g]->asked(d->table.match.state);
                /* without answers only views can differ */
                if (d->table.match.versions[SPECTATOR] && asked == match_waiting(&d->table.match))
                    FOR_EACH_OBSERVER (o, players)
                        if (generator_below(&generator, games[g]->steps_max > 100 ? 16 : 2) == 0)
                            expect_twin(d, o, &generator);
                unsigned length = d->table.match.length;
                expect_twin_draw(d, &generator);
                if (d->table.match.length == length && !run_once(d))
                    client_answers(d, pick_seat(&generator, waiting_of(d)), &generator,
                                   100000 + serial++);
            }
            desk_close(d);
        }
}

/* ── hints ────────────────────────────────────────────────── */

static void a_local_table_gives_hints_and_a_servers_does_not(void **state) {
    (void)state;
    struct desk *d = desk_open(game_of("template"), 2, 1, 3);
    say(d, 0, "\"type\":\"hint\",\"id\":\"h\"");
    expect_refused(d, "error.table.not_owed", "h");
    begin_game(d, 3);
    run(d);
    say(d, SPECTATOR, "\"type\":\"hint\"");
    expect_refused(d, "error.protocol.type", NULL);
    unsigned before = d->table.match.length;
    say(d, 0, "\"type\":\"hint\"");
    assert_int_equal(d->count - d->mark, 1);
    const struct sent *hint = nth(d, REPLY, 0);
    assert_true(is_type(hint, "hint"));
    assert_int_equal(number_of(hint->json, "q"), table_cursor(&d->table, 0)->questions);
    assert_int_equal(json_type(json_get(hint->json, "do")), JSON_TEXT);
    assert_int_equal(d->table.match.length, before); /* a hint changes nothing */
    d->table.adviser = NULL;
    say(d, 0, "\"type\":\"hint\",\"id\":\"x\"");
    expect_refused(d, "error.protocol.no_hints", "x");
    struct table_setup setup = {
        .game = game_of("template"), .players = 2, .id = "AAAAAAAAAAAAAAAAAAAAAA"};
    static struct table served;
    assert_true(table_begin(&served, &setup, "test build", d->buffer, &d->output));
    assert_null(served.adviser);
    table_close(&served);
    desk_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_played_through_messages),
        cmocka_unit_test(opponents_play_by_themselves_and_always_the_same),
        cmocka_unit_test(a_secret_answer_is_told_to_its_seat_alone),
        cmocka_unit_test(a_repeat_is_answered_again_but_not_applied_again),
        cmocka_unit_test(a_stale_answer_is_refused_with_what_changed_since),
        cmocka_unit_test(a_question_stays_good_when_others_answer_it),
        cmocka_unit_test(the_last_to_answer_is_told_that_it_is_final),
        cmocka_unit_test(wrong_answers_are_refused_with_the_reason),
        cmocka_unit_test(a_message_for_another_seat_or_table_is_refused),
        cmocka_unit_test(garbage_is_refused_and_changes_nothing),
        cmocka_unit_test(a_spectator_may_look_but_not_act),
        cmocka_unit_test(hello_tells_what_the_table_is),
        cmocka_unit_test(another_protocol_is_asked_to_reload),
        cmocka_unit_test(catching_up_equals_having_been_there),
        cmocka_unit_test(why_tells_the_reason_and_never_acts),
        cmocka_unit_test(an_undo_is_an_update_with_the_view_before),
        cmocka_unit_test(a_repeated_undo_is_answered_again_but_not_applied_again),
        cmocka_unit_test(changes_of_hands_and_ends_are_updates_for_all),
        cmocka_unit_test(a_record_during_play_is_that_of_its_reader),
        cmocka_unit_test(hashes_then_bytes_begin_the_game),
        cmocka_unit_test(lost_bytes_publish_the_old_seed_and_begin_again),
        cmocka_unit_test(a_local_table_gives_hints_and_a_servers_does_not),
        cmocka_unit_test(a_table_shows_nobody_what_is_hidden_from_him),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
