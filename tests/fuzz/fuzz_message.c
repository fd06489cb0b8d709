/* Sends lines of any bytes to a table in the middle of a game of the template, or of Tallinn if the
 * first byte is '2'. The first character of a line decides what is sent:
 *
 *   '{' and everything else   the line itself
 *   'A' x y                   a real answer: seat x, the y-th of its legal actions
 *   'U' x  'H' x  'T' x       an undo, a hello, an `at` of seat x (T: version y)
 *   'R'                       nothing: the table takes its next step by itself
 *
 * For any input, each reply is valid JSON, and the state equals a replay of the log. */
#include "core/ensure.h"
#include "games/registry.h"
#include "match/opponents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every input copies a table. Without these options the sanitizer would keep freed memory and its
 * origin, which costs more than the table. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_stack_use_after_return=0:quarantine_size_mb=4:malloc_context_size=2";
}

/* A hello repeats the whole log, and a mistake shows within a few lines, so many short games find
 * more than few long ones. */
enum { LINES_MAX = 12, MESSAGES_MAX = 12 };

static char buffer[TABLE_MESSAGE_MAX];
static unsigned messages; /* sent for this input */
/* whether to parse the output; it is expensive, so only every fourth input does */
static bool parse;

static void check_message(const char *text, size_t length) {
    struct json value;
    size_t where;
    messages++;
    ensure(length > 0 && length <= TABLE_MESSAGE_MAX);
    if (!parse) return;
    ensure(json_parse(text, length, &value, &where) == JSON_OK);
    ensure(json_type(json_get(value, "type")) == JSON_TEXT);
}

static void on_tell(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    (void)output;
    ensure(observer < OBSERVERS);
    check_message(text, length);
}

static void on_reply(struct table_output *output, const char *text, size_t length) {
    (void)output;
    check_message(text, length);
}

/* Opens a table with people at all seats, before the first step. */
static void begin_table(struct table *t, const char *id, unsigned players,
                        struct table_output *output) {
    struct table_setup setup = {.game = games_find(id, strlen(id)), .players = players};
    ensure(setup.game);
    for (unsigned seat = 0; seat < players; seat++)
        setup.levels[seat].kind = seat == 0 ? BOT_PERSON : BOT_RANDOM;
    draws_simulated("fuzz", 1, setup.reserve, setup.id);
    draws_simulated("fuzz", 0, setup.seed, setup.id);
    memcpy(setup.id, "fuzzfuzzfuzzfuzzfuzzfu", sizeof setup.id);
    static struct adviser adviser;
    ensure(table_open(t, &setup, "fuzz", buffer, output));
    adviser_open(&adviser, NULL);
    t->adviser = &adviser.asked;
    uint8_t entropy[SEED_SIZE] = {0}, hash[HASH_SIZE];
    struct blake2b b;
    struct message error;
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, entropy, SEED_SIZE);
    blake2b_end(&b, hash);
    ensure(match_hash(&t->match, 0, hash, &error) && match_reveal(&t->match, 0, entropy, &error));
}

static void ignore_tell(struct table_output *output, unsigned observer, const char *text,
                        size_t length) {
    (void)output, (void)observer, (void)text, (void)length;
}

static void ignore_reply(struct table_output *output, const char *text, size_t length) {
    (void)output, (void)text, (void)length;
}

/* The first steps are played once; every input continues from a copy. */
struct beginning {
    const char *id;
    unsigned players;
    struct table *table;
};

static void play_beginning(struct beginning *b) {
    static struct table_output output = {ignore_tell, ignore_reply};
    struct message error;
    b->table = malloc(sizeof *b->table);
    ensure(b->table);
    begin_table(b->table, b->id, b->players, &output);
    for (unsigned seat = 1; seat < b->players; seat++)
        ensure(match_change_seat(&b->table->match, seat, "person", true, &error));
    while (table_run(b->table)) continue;
}

static void *copy_of(const void *bytes, size_t size) {
    if (!bytes) return NULL; /* nothing was sent to an empty seat */
    void *copy = malloc(size);
    ensure(copy);
    return memcpy(copy, bytes, size);
}

/* Copies what a table owns: its match and its sent messages. No seat has an opponent here. */
static struct table *copy_table(struct beginning *b, struct table_output *output) {
    if (!b->table) play_beginning(b);
    struct table *t = copy_of(b->table, sizeof *t);
    struct match *m = &t->match;
    m->log = copy_of(m->log, m->capacity * sizeof *m->log);
    for (unsigned o = 0; o < OBSERVERS; o++)
        m->visible[o] = copy_of(m->visible[o], m->capacity * sizeof *m->visible[o]);
    t->cursors = copy_of(t->cursors, table_cursors_size(t));
    t->output = output;
    return t;
}

static void say(struct table *t, unsigned seat, const char *members) {
    char text[400];
    int length = snprintf(text, sizeof text, "{\"table\":\"%s\",\"seat\":%u,%s}", t->match.table,
                          seat, members);
    struct message reason;
    table_receive_text(t, 0xff, text, (size_t)length, &reason);
}

static void real_answer(struct table *t, unsigned seat, unsigned pick) {
    uint16_t list[LEGAL_MAX];
    char action[NOTATION_MAX], members[200];
    unsigned count = t->match.game->legal(t->match.state, seat, list);
    if (count == 0) return;
    notation_write(t->match.game->notation, list[pick % count], action);
    snprintf(members, sizeof members, "\"type\":\"answer\",\"q\":%u,\"id\":\"%u\",\"do\":\"%s\"",
             match_question(&t->match, seat), t->match.length, action);
    say(t, seat, members);
}

static void receive(struct table *t, const char *line, size_t length) {
    unsigned x = length > 1 ? (uint8_t)line[1] : 0, y = length > 2 ? (uint8_t)line[2] : 0,
             seat = x % t->match.players;
    struct message reason;
    char members[100];
    switch (length ? line[0] : 0) {
    case 'A': real_answer(t, seat, y); break;
    case 'U': say(t, seat, "\"type\":\"undo\""); break;
    case 'H': say(t, seat, "\"type\":\"hello\",\"protocol\":3"); break;
    case 'T':
        snprintf(members, sizeof members, "\"type\":\"at\",\"version\":%u", y);
        say(t, seat, members);
        break;
    case 'R': table_run(t); break;
    default: table_receive_text(t, 0x0f, line, length, &reason); break;
    }
}

static void check_log(const struct match *m) {
    _Alignas(8) uint8_t state[STATE_MAX];
    m->game->setup(state, m->players, m->options);
    for (unsigned i = 0; i < m->length; i++) {
        const struct match_entry *e = &m->log[i];
        if (e->kind != ENTRY_STEP || e->undone) continue;
        ensure(game_allows(m->game, state, e->by, e->action));
        m->game->apply(state, e->by, e->action, NULL);
    }
    ensure(memcmp(state, m->state, m->game->state_size) == 0);
}

static void check_cursors(const struct table *t) {
    for (unsigned o = 0; o < OBSERVERS; o++) {
        _Alignas(8) uint8_t view[STATE_MAX];
        if (o >= t->match.players && o != SPECTATOR) continue;
        memcpy(view, t->match.state, t->match.game->state_size);
        t->match.game->view(view, o);
        ensure(table_cursor(t, o)->version == t->match.versions[o]);
        ensure(memcmp(view, table_cursor(t, o)->view, t->match.game->state_size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct beginning tables[] = {{.id = "template", .players = 2},
                                        {.id = "tallinn", .players = 2}};
    struct table_output output = {on_tell, on_reply};
    struct table *t = copy_table(&tables[size > 0 && data[0] == '2'], &output);
    messages = 0;
    parse = size % 4 == 0;
    for (size_t at = 0, lines = 0; at < size && lines < LINES_MAX && messages < MESSAGES_MAX;
         lines++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (data + at)) : size - at;
        char *line = malloc(length);
        ensure(line || length == 0);
        if (length) memcpy(line, data + at, length);
        receive(t, line, length);
        free(line);
        at += length + 1;
    }
    check_log(&t->match);
    check_cursors(t);
    free(t->cursors);
    match_close(&t->match);
    free(t);
    return 0;
}
