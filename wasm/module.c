/* The engine as WebAssembly, for a browser's worker or Node: it replays records and runs one local
 * table.
 *
 * The module imports nothing and exports its memory and the functions below. Input goes through
 * a buffer, output is JSON Lines; both are UTF-8 without a terminating zero. Call _initialize()
 * once, then
 *
 *     const at = exports.buffer(bytes.length);                    // 0: out of memory
 *     new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
 *     exports.receive(bytes.length);
 *     while (exports.run()) {}                                    // with pauses for people
 *     new Uint8Array(exports.memory.buffer, exports.output(), exports.output_length());
 *     exports.clear();
 *
 * Any call may grow the memory, so memory.buffer must be read again after it. Unless stated
 * otherwise a function returns 1, or 0 with an error line.
 *
 *     buffer(size)      makes room for an input of that size; returns its address
 *     replay(length)    replays the record in the buffer
 *     open(length)      opens a local table; after an error the previous one stays open
 *     receive(length)   passes a message (docs/protocol.md) to the table, for the seats of people
 *     run()             one action of the table or its opponents; 0: nothing to do
 *     output(), output_length(), clear()   the lines since the last clear
 *     resume(length)    opens a table and restores its log; the setup also has `entropy` and
 *                       `log`. The draws among the first `given` entries need not follow from
 *                       the seed: somebody plays on from a position of their own
 *     log(from)         the table's log from that entry on
 *     verify(length)    replays the record in the buffer and checks its draws
 *     describe(length)  a view (of any message) as lists with headings, and its standing as
 *                       data
 *     daily(length)     the deal of {"day":"2026-11-18"} for those without a server
 *     net(length)       loads the net file in the buffer, for tables opened and searches begun
 *                       from then on; after an error the previous net stays
 *     owed()            the opponents that owe an answer, at a table with `elsewhere`
 *     answer(length)    such an answer
 *     analyse(length), analyse_run(steps), analysis()              see wasm/analyse.c
 *     think(length), think_run(visits), think_result(), merge(length)   see wasm/think.c
 *     study(length), weigh(length), weigh_run(visits), weighed(), parts(length)
 *                                                                  see wasm/study.c
 *
 * A table is opened with all of these, `bots` by seat:
 *
 *     {"game":"tallinn","players":2,"options":{"legate":false,…},"bots":["person","random"],
 *      "seed":"64 hex digits","reserve":"64 more","table":"22 base64url"}
 *
 * With "elsewhere":true the opponents think outside the table: run() skips them, owed() says who
 * is asked what, and answer({"seat":1,"q":7,"do":"play 7a"}) gives their answers; `q` is
 * optional. Without it no level may have a time limit, because the module has no clock.
 *
 * An entry of the log is {"by":0,"do":"play 7a","id":"x"}, {"by":"chance","do":"draw 7"},
 * {"by":0,"do":"done","forced":true} if the table played it, or {"by":0,"undo":true}; `id` only
 * if the step had one. Repeating all entries must produce the same log.
 *
 * A line of output is one of
 *
 *     {"steps":120,"hash":"16 hex digits"}       a record was replayed to this state
 *     {"error":{"key":…,"params":{…}},"step":7}  the error; `step` if it is in a record's step
 *     {"from":3,"log":[{…},…]}                   the log from there on
 *     {"lines":[{"heading":true,"seat":0,"key":…,"params":{…}},…],"standing":{…}}
 *                                                a view in words; `seat` may be null.
 *                                                `standing` is what boards need beyond the
 *                                                view (struct game), or null
 *     {"daily":{"day":…,"game":…,"players":…,"seat":…,"options":{…},"level":…,"table":…,
 *      "seed":…,"reserve":…}}                    the deal of a day; what `open` needs
 *     {"owed":{"seat":1,"q":7,"level":"club","view":{…},"seed":"64 hex digits"}}
 *                                                an opponent owes an answer
 *     {"thought":{…}}, {"do":"play 7a"}          see wasm/think.c
 *     {"analysis":{…}}                           see wasm/analyse.c
 *     {"to":0,"message":{…}}                     for the person in that seat
 *     {"to":"spectator","message":{…}}           for spectators
 *     {"to":null,"message":{…}}                  the reply to the message just received
 *
 * Opponents' seats get no messages. If a message does not fit into memory, the module traps. */
#include "wasm/module.h"

#include "core/ensure.h"
#include "core/hex.h"
#include "games/registry.h"
#include "match/daily.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

EXPORT("buffer") char *module_buffer(size_t size);
EXPORT("replay") int module_replay(size_t length);
EXPORT("open") int module_open(size_t length);
EXPORT("receive") int module_receive(size_t length);
EXPORT("run") int module_run(void);
EXPORT("output") const char *module_output(void);
EXPORT("output_length") size_t module_output_length(void);
EXPORT("clear") void module_clear(void);

struct module module;

static bool grow(struct text *text, size_t size) {
    size_t wanted = text->size ? text->size : 65536;
    if (size <= text->size) return true;
    for (; wanted < size; wanted *= 2)
        if (wanted > SIZE_MAX / 2) return false;
    char *bytes = realloc(text->bytes, wanted);
    if (!bytes) return false;
    text->bytes = bytes;
    text->size = wanted;
    return true;
}

/* ---- lines out ---- */

struct json_out line_begin(size_t size) {
    struct json_out out;
    ensure(grow(&module.out, module.out.length + size));
    json_begin(&out, module.out.bytes + module.out.length, size);
    json_object(&out, NULL);
    return out;
}

void line_end(struct json_out *out) {
    json_object_end(out);
    json_line(out);
    ensure(out->length <= out->size);
    module.out.length += out->length;
}

/* A reason may quote its input, which may be too long; then only its key is written. */
int fail(const struct message *reason, int step) {
    struct json_out out = line_begin(LINE_MAX_BYTES);
    message_write(&out, "error", reason);
    if (out.length > LINE_MAX_BYTES / 2) {
        out = line_begin(LINE_MAX_BYTES);
        message_write(&out, "error", &(struct message){.key = reason->key});
    }
    if (step >= 0) json_number(&out, "step", step);
    line_end(&out);
    return 0;
}

enum { ENVELOPE_MAX = 64 };

static void send_to(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    (void)output;
    if (observer != SPECTATOR && !module.table.match.seats[observer].person) return;
    struct json_out out = line_begin(length + ENVELOPE_MAX);
    if (observer == SPECTATOR) json_text(&out, "to", "spectator");
    else json_number(&out, "to", observer);
    json_raw(&out, "message", text, length);
    line_end(&out);
}

static void reply(struct table_output *output, const char *text, size_t length) {
    (void)output;
    struct json_out out = line_begin(length + ENVELOPE_MAX);
    json_null(&out, "to");
    json_raw(&out, "message", text, length);
    line_end(&out);
}

/* ---- replaying ---- */

struct counter {
    struct record_watcher watcher;
    unsigned steps;
};

static bool count(struct record_watcher *watcher, const void *state,
                  const struct record_step *step) {
    (void)state;
    ((struct counter *)watcher)->steps = step->at;
    return true;
}

static void write_hash(struct json_out *out, uint64_t hash) {
    uint8_t bytes[8];
    char text[2 * sizeof bytes + 1];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    hex_write(bytes, sizeof bytes, text);
    json_text(out, "hash", text);
}

static int replay(size_t length, bool check_draws) {
    struct record record;
    struct record_error error;
    struct counter counter = {.watcher = {.step = count, .check_draws = check_draws}};
    _Alignas(8) uint8_t state[STATE_MAX];
    ensure(length <= module.in.size);
    if (!record_read(&record, module.in.bytes, length, &error.message))
        return fail(&error.message, -1);
    /* a record without a seed cannot be checked, and must not pass for one that was */
    if (check_draws && !record.has_seed) return fail(&MESSAGE("error.record.no_seed"), -1);
    if (!record_replay(&record, state, &counter.watcher, &error))
        return fail(&error.message, (int)error.step);
    struct json_out out = line_begin(LINE_MAX_BYTES);
    json_number(&out, "steps", counter.steps);
    write_hash(&out, state_hash(record.game, state));
    line_end(&out);
    return 1;
}

int module_replay(size_t length) {
    return replay(length, false);
}

/* ---- opening a table ---- */

bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

bool bad_member(struct message *error, const char *member) {
    return refuse(error, MESSAGE("error.record.member", TEXT("member", member, strlen(member))));
}

bool read_root(size_t length, struct json *root, struct message *error) {
    size_t where;
    ensure(length <= module.in.size);
    switch (json_parse(module.in.bytes, length, root, &where)) {
    case JSON_OK: break;
    case JSON_CUT_OFF: return refuse(error, MESSAGE("error.json.cut_off", NUMBER("where", where)));
    default: return refuse(error, MESSAGE("error.json.syntax", NUMBER("where", where)));
    }
    return json_type(*root) == JSON_OBJECT || refuse(error, MESSAGE("error.table.setup"));
}

const struct game *find_game(struct json root, struct message *error) {
    char id[32];
    size_t length;
    const struct game *game = NULL;
    struct json name = json_get(root, "game");
    if (json_type(name) != JSON_TEXT) {
        bad_member(error, "game");
        return NULL;
    }
    if (json_read_text(name, id, sizeof id, &length)) game = games_find(id, length);
    if (!game) refuse(error, MESSAGE("error.record.game", TEXT("game", name.text, name.length)));
    return game;
}

static bool read_game(struct table_setup *setup, struct json root, struct message *error) {
    int64_t players;
    const struct game *game = setup->game = find_game(root, error);
    if (!game) return false;
    if (!json_read_number(json_get(root, "players"), &players) || players < game->players_min ||
        players > game->players_max)
        return refuse(error, MESSAGE("error.record.players", NUMBER("min", game->players_min),
                                     NUMBER("max", game->players_max)));
    setup->players = (unsigned)players;
    return record_read_options(game, json_get(root, "options"), setup->options, error);
}

static bool read_bot(struct json value, struct bot_level *level) {
    char name[MATCH_WHO_MAX + 1];
    size_t length;
    *level = (struct bot_level){.kind = BOT_PERSON};
    return json_is(value, "person") ||
           (json_read_text(value, name, sizeof name, &length) && bot_find(name, length, level));
}

static bool read_bots(struct table_setup *setup, struct json value, bool elsewhere,
                      struct message *error) {
    struct json at = {0}, none, item;
    unsigned seat = 0;
    if (json_type(value) != JSON_ARRAY) return bad_member(error, "bots");
    for (; json_next(value, &at, &none, &item); seat++) {
        if (seat == setup->players || !read_bot(item, &setup->levels[seat]))
            return bad_member(error, "bots");
        /* there is no clock here */
        if (setup->levels[seat].milliseconds && !elsewhere) return bad_member(error, "bots");
    }
    return seat == setup->players || bad_member(error, "bots");
}

static bool read_setup(struct table_setup *setup, bool *elsewhere, size_t length,
                       struct message *error) {
    struct json root;
    memset(setup, 0, sizeof *setup);
    if (!read_root(length, &root, error) || !read_game(setup, root, error)) return false;
    struct json where = json_get(root, "elsewhere");
    *elsewhere = false;
    if (json_type(where) != JSON_NONE && !json_read_bool(where, elsewhere))
        return bad_member(error, "elsewhere");
    if (!read_bots(setup, json_get(root, "bots"), *elsewhere, error)) return false;
    if (!draws_read_json(json_get(root, "seed"), setup->seed)) return bad_member(error, "seed");
    if (!draws_read_json(json_get(root, "reserve"), setup->reserve))
        return bad_member(error, "reserve");
    if (!json_read_text(json_get(root, "table"), setup->id, sizeof setup->id, &length) ||
        !draws_is_id(setup->id, length))
        return bad_member(error, "table");
    return true;
}

static void close_table(void) {
    opponents_close(&module.opponents);
    table_close(&module.table);
    module.open = false;
}

int module_open(size_t length) {
    struct table_setup setup;
    struct message error;
    bool elsewhere;
    if (!read_setup(&setup, &elsewhere, length, &error)) return fail(&error, -1);
    if (module.open) close_table();
    struct bot_means means = {.net = net_for(setup.game, setup.players, &module.table_net)};
    module.elsewhere = elsewhere;
    module.table_output = (struct table_output){send_to, reply};
    module.open =
        table_open(&module.table, &setup, TAFELRUNDE_BUILD, module.buffer, &module.table_output);
    if (module.open && !elsewhere && !opponents_open(&module.opponents, &setup, &means))
        close_table();
    if (!module.open) return fail(&MESSAGE("error.memory"), -1);
    adviser_open(&module.adviser, means.net);
    module.table.adviser = &module.adviser.asked;
    return 1;
}

/* ---- playing ---- */

int module_receive(size_t length) {
    ensure(length <= module.in.size);
    if (!module.open) return fail(&MESSAGE("error.table.none"), -1);
    struct message reason;
    table_receive_text(&module.table, match_people(&module.table.match), module.in.bytes, length,
                       &reason);
    return 1;
}

int module_run(void) {
    if (!module.open) return 0;
    return table_run(&module.table) ||
           (!module.elsewhere && opponents_answer(&module.opponents, &module.table));
}

/* ---- buffers ---- */

char *module_buffer(size_t size) {
    return size <= JSON_SIZE_MAX && grow(&module.in, size + 1) ? module.in.bytes : NULL;
}

const char *module_output(void) {
    return module.out.bytes;
}

size_t module_output_length(void) {
    return module.out.length;
}

void module_clear(void) {
    module.out.length = 0;
}

/* ---- for the page: saved tables, checked draws, views in words ---- */

EXPORT("resume") int module_resume(size_t length);
EXPORT("log") int module_log(unsigned from);
EXPORT("verify") int module_verify(size_t length);
EXPORT("describe") int module_describe(size_t length);
EXPORT("daily") int module_daily(size_t length);

int module_verify(size_t length) {
    return replay(length, true);
}

/* Everybody's random bytes, so that the game can begin. */
static bool take_entropy(struct match *m, struct json value, struct message *error) {
    uint8_t bytes[SEATS_MAX][SEED_SIZE], hash[HASH_SIZE];
    struct json at = {0}, none, item;
    unsigned seat = 0, people = match_people(m);
    if (json_type(value) != JSON_ARRAY) return bad_member(error, "entropy");
    for (; json_next(value, &at, &none, &item); seat++)
        if (seat == m->players || (people >> seat & 1 && !draws_read_json(item, bytes[seat])))
            return bad_member(error, "entropy");
    if (seat != m->players) return bad_member(error, "entropy");
    for (seat = 0; seat < m->players; seat++) {
        if (!(people >> seat & 1)) continue;
        blake2b_hash(bytes[seat], SEED_SIZE, hash);
        if (!match_hash(m, seat, hash, error)) return false;
    }
    for (seat = 0; seat < m->players; seat++)
        if (people >> seat & 1 && !match_reveal(m, seat, bytes[seat], error)) return false;
    return true;
}

static bool read_saved(const struct match *m, struct json value, struct match_entry *entry) {
    int64_t seat;
    bool flag;
    struct json by = json_get(value, "by"), id = json_get(value, "id");
    if (json_is(by, "chance")) entry->by = BY_CHANCE;
    else if (json_read_number(by, &seat) && seat >= 0 && seat < m->players)
        entry->by = (uint8_t)seat;
    else return false;
    if (json_type(id) != JSON_NONE && !json_read_text(id, entry->id, sizeof entry->id, NULL))
        return false;
    if (json_read_bool(json_get(value, "undo"), &flag) && flag) {
        entry->kind = ENTRY_UNDO;
        return true;
    }
    entry->forced = json_read_bool(json_get(value, "forced"), &flag) && flag;
    entry->action = notation_read_json(m->game->notation, json_get(value, "do"));
    return entry->action != NOTATION_NONE;
}

static bool take_log(struct match *m, struct json value, struct message *error) {
    struct json at = {0}, none, item;
    unsigned length = 0, read = 0;
    if (json_type(value) != JSON_ARRAY) return bad_member(error, "log");
    while (json_next(value, &at, &none, &item)) length++;
    struct match_entry *log = calloc(length + 1, sizeof *log);
    if (!log) return refuse(error, MESSAGE("error.memory"));
    for (at = (struct json){0}; json_next(value, &at, &none, &item); read++)
        if (!read_saved(m, item, &log[read])) break;
    bool restored = read == length
                        ? match_restore(m, log, length, error)
                        : refuse(error, MESSAGE("error.match.log", NUMBER("entry", read)));
    free(log);
    return restored;
}

static bool take_given(struct match *m, struct json value, struct message *error) {
    int64_t given = 0;
    if (json_type(value) != JSON_NONE &&
        (!json_read_number(value, &given) || given < 0 || given > MATCH_LOG_MAX))
        return bad_member(error, "given");
    m->given = (unsigned)given;
    return true;
}

int module_resume(size_t length) {
    struct message error;
    struct json root;
    size_t where;
    if (!module_open(length)) return 0;
    if (json_parse(module.in.bytes, length, &root, &where) != JSON_OK) never();
    if (take_given(&module.table.match, json_get(root, "given"), &error) &&
        take_entropy(&module.table.match, json_get(root, "entropy"), &error) &&
        take_log(&module.table.match, json_get(root, "log"), &error)) {
        table_restored(&module.table); /* sends nothing: clients that connect say hello */
        return 1;
    }
    close_table();
    return fail(&error, -1);
}

enum { SAVED_MAX = 192 }; /* bytes of an entry in JSON */

static void write_saved(struct json_out *out, const struct match *m, const struct match_entry *e) {
    char text[NOTATION_MAX];
    json_object(out, NULL);
    if (e->by == BY_CHANCE) json_text(out, "by", "chance");
    else json_number(out, "by", e->by);
    if (e->kind == ENTRY_UNDO) json_bool(out, "undo", true);
    else json_text_n(out, "do", text, notation_write(m->game->notation, e->action, text));
    if (e->forced) json_bool(out, "forced", true);
    if (e->id[0]) json_text(out, "id", e->id);
    json_object_end(out);
}

/* A local table's log has steps and undos only: nobody leaves it, and nobody ends it early. */
int module_log(unsigned from) {
    const struct match *m = &module.table.match;
    if (!module.open) return fail(&MESSAGE("error.table.none"), -1);
    if (from > m->length) from = m->length;
    struct json_out out = line_begin(ENVELOPE_MAX + SAVED_MAX * (size_t)(m->length - from));
    json_number(&out, "from", from);
    json_array(&out, "log");
    for (unsigned i = from; i < m->length; i++) write_saved(&out, m, &m->log[i]);
    json_array_end(&out);
    line_end(&out);
    return 1;
}

struct describer {
    struct sink sink;
    struct json_out *out;
};

static void write_line(struct sink *sink, const struct event *event) {
    struct json_out *out = ((struct describer *)sink)->out;
    json_object(out, NULL);
    json_bool(out, "heading", event->apart);
    if (event->seat < SEATS_MAX) json_number(out, "seat", event->seat);
    else json_null(out, "seat");
    message_write_members(out, &event->message);
    json_object_end(out);
}

static void write_standing(struct json_out *out, const struct game *game, const void *view) {
    if (!game->standing) return json_null(out, "standing");
    json_object(out, "standing");
    game->standing(view, out);
    json_object_end(out);
}

int module_describe(size_t length) {
    const struct game *game;
    struct message error;
    struct json root;
    struct json_out out;
    struct describer describer = {{write_line}, &out};
    _Alignas(8) uint8_t state[STATE_MAX];
    if (!read_root(length, &root, &error) || !(game = find_game(root, &error)))
        return fail(&error, -1);
    if (!state_read(game, root, state, &error)) return fail(&error, -1);
    out = line_begin(LINE_MAX_BYTES);
    json_array(&out, "lines");
    game->describe(state, &describer.sink);
    json_array_end(&out);
    write_standing(&out, game, state);
    line_end(&out);
    return 1;
}

int module_daily(size_t length) {
    struct message error;
    struct json root;
    struct json_out out;
    struct daily daily;
    char day[DAY_LENGTH + 1];
    if (!read_root(length, &root, &error)) return fail(&error, -1);
    if (!json_read_text(json_get(root, "day"), day, sizeof day, NULL) || !daily_of(day, &daily)) {
        bad_member(&error, "day");
        return fail(&error, -1);
    }
    out = line_begin(LINE_MAX_BYTES);
    json_object(&out, "daily");
    daily_write(&out, &daily);
    daily_write_seed(&out, &daily);
    json_object_end(&out);
    line_end(&out);
    return 1;
}
