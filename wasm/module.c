/* The engine as WebAssembly: records replayed, and a local table, in a browser's worker or in Node.
 *
 * The module imports nothing and exports its memory and the functions below. Text goes in through a buffer and
 * comes out as JSON Lines; both are UTF-8 and not ended by zero. Call _initialize() once, then
 *
 *     const at = exports.buffer(bytes.length);                       // 0: there is not enough memory
 *     new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
 *     exports.receive(bytes.length);
 *     while (exports.run()) {}                                       // with pauses, where people watch
 *     new Uint8Array(exports.memory.buffer, exports.output(), exports.output_length());
 *     exports.clear();
 *
 * Any call may grow the memory: take memory.buffer anew after it.
 *
 *     buffer(size)      makes room for an input of that size; returns where to put it
 *     replay(length)    replays the record in the buffer: 1, or 0 with an error
 *     open(length)      opens a local table: 1, or 0 with an error, and then a table that was open stays
 *     receive(length)   hands a message (docs/protocol.md) to the table for the seats that people hold: 1, or 0 with an error
 *     run()             one thing the table does by itself, as table_run: 1, or 0 if there is nothing
 *     output(), output_length(), clear()   what was said since the last clear
 *
 * A table is opened with all of these, `bots` by seat:
 *
 *     {"game":"tallinn","players":2,"options":{"legate":false,…},"bots":["person","random"],"seed":"64 hex digits","reserve":"64 more","table":"22 base64url"}
 *
 * and a line of output is one of
 *
 *     {"steps":120,"hash":"16 hex digits"}            a record was replayed to this state
 *     {"error":{"key":…,"params":{…}},"step":7}       what was wrong; `step` if it was one of a record
 *     {"to":0,"message":{…}}                          for whoever holds that seat
 *     {"to":"spectator","message":{…}}                for whoever watches
 *     {"to":null,"message":{…}}                       the answer to the message just received
 *
 * Nothing goes out to the seats of opponents. Where a message would not fit into memory the module traps. */
#include "core/ensure.h"
#include "games/registry.h"
#include "match/record.h"
#include "match/table.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name), used))

EXPORT("buffer")        char *module_buffer(size_t size);
EXPORT("replay")        int module_replay(size_t length);
EXPORT("open")          int module_open(size_t length);
EXPORT("receive")       int module_receive(size_t length);
EXPORT("run")           int module_run(void);
EXPORT("output")        const char *module_output(void);
EXPORT("output_length") size_t module_output_length(void);
EXPORT("clear")         void module_clear(void);

struct text {
    char *bytes;
    size_t size, length;
};

/* An instance has one of everything: this is the only state beside the stack. */
static struct {
    struct text in, out;
    bool open;
    struct table table;
    struct table_output table_output;
    char buffer[TABLE_MESSAGE_MAX];
} module;

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

enum { LINE_MAX_BYTES = 64 * 1024 }; /* of a line that holds no message of the table */

static struct json_out line_begin(size_t size) {
    struct json_out out;
    ensure(grow(&module.out, module.out.length + size));
    json_begin(&out, module.out.bytes + module.out.length, size);
    json_object(&out, NULL);
    return out;
}

static void line_end(struct json_out *out) {
    json_object_end(out);
    json_line(out);
    ensure(out->length <= out->size);
    module.out.length += out->length;
}

/* A reason may quote its input, which may be long: then its key has to do. */
static int fail(const struct message *reason, int step) {
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

static void tell(struct table_output *output, unsigned observer, const char *text, size_t length) {
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

static bool count(struct record_watcher *watcher, const void *state, const struct record_step *step) {
    (void)state;
    ((struct counter *)watcher)->steps = step->at;
    return true;
}

static void write_hash(struct json_out *out, uint64_t hash) {
    uint8_t bytes[8];
    char text[2 * sizeof bytes + 1];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    draws_write_hex(bytes, sizeof bytes, text);
    json_text(out, "hash", text);
}

int module_replay(size_t length) {
    struct record record;
    struct record_error error;
    struct counter counter = {.watcher = {.step = count}};
    _Alignas(8) uint8_t state[STATE_MAX];
    ensure(length <= module.in.size);
    if (!record_read(&record, module.in.bytes, length, &error.message)) return fail(&error.message, -1);
    if (!record_replay(&record, state, &counter.watcher, &error)) return fail(&error.message, (int)error.step);
    struct json_out out = line_begin(LINE_MAX_BYTES);
    json_number(&out, "steps", counter.steps);
    write_hash(&out, state_hash(record.game, state));
    line_end(&out);
    return 1;
}

/* ---- opening a table ---- */

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

static bool bad_member(struct message *error, const char *member) {
    return refuse(error, MESSAGE("error.record.member", TEXT("member", member, strlen(member))));
}

static bool read_root(const char *text, size_t length, struct json *root, struct message *error) {
    size_t where;
    switch (json_parse(text, length, root, &where)) {
    case JSON_OK: break;
    case JSON_CUT_OFF: return refuse(error, MESSAGE("error.json.cut_off", NUMBER("where", where)));
    default: return refuse(error, MESSAGE("error.json.syntax", NUMBER("where", where)));
    }
    return json_type(*root) == JSON_OBJECT || refuse(error, MESSAGE("error.table.setup"));
}

static bool read_game(struct table_setup *setup, struct json root, struct message *error) {
    char id[32];
    size_t length;
    int64_t players;
    struct json name = json_get(root, "game");
    if (json_type(name) != JSON_TEXT) return bad_member(error, "game");
    if (json_read_text(name, id, sizeof id, &length)) setup->game = games_find(id, length);
    if (!setup->game) return refuse(error, MESSAGE("error.record.game", TEXT("game", name.text, name.length)));
    const struct game *game = setup->game;
    if (!json_read_number(json_get(root, "players"), &players) || players < game->players_min || players > game->players_max)
        return refuse(error, MESSAGE("error.record.players", NUMBER("min", game->players_min), NUMBER("max", game->players_max)));
    setup->players = (unsigned)players;
    return record_read_options(game, json_get(root, "options"), setup->options, error);
}

static bool read_bot(struct json value, struct bot_level *level) {
    char name[MATCH_WHO_MAX + 1];
    size_t length;
    *level = (struct bot_level){.kind = BOT_PERSON};
    return json_is(value, "person") || (json_read_text(value, name, sizeof name, &length) && bot_find(name, length, level));
}

static bool read_bots(struct table_setup *setup, struct json value, struct message *error) {
    struct json at = {0}, none, item;
    unsigned seat = 0;
    if (json_type(value) != JSON_ARRAY) return bad_member(error, "bots");
    for (; json_next(value, &at, &none, &item); seat++)
        if (seat == setup->players || !read_bot(item, &setup->levels[seat])) return bad_member(error, "bots");
    return seat == setup->players || bad_member(error, "bots");
}

static bool read_setup(struct table_setup *setup, const char *text, size_t length, struct message *error) {
    struct json root;
    memset(setup, 0, sizeof *setup);
    if (!read_root(text, length, &root, error) || !read_game(setup, root, error)) return false;
    if (!read_bots(setup, json_get(root, "bots"), error)) return false;
    if (!draws_read_json(json_get(root, "seed"), setup->seed)) return bad_member(error, "seed");
    if (!draws_read_json(json_get(root, "reserve"), setup->reserve)) return bad_member(error, "reserve");
    if (!json_read_text(json_get(root, "table"), setup->id, sizeof setup->id, &length) || !draws_is_id(setup->id, length)) return bad_member(error, "table");
    return true;
}

int module_open(size_t length) {
    struct table_setup setup;
    struct message error;
    ensure(length <= module.in.size);
    if (!read_setup(&setup, module.in.bytes, length, &error)) return fail(&error, -1);
    if (module.open) table_close(&module.table);
    module.table_output = (struct table_output){tell, reply};
    module.open = table_open(&module.table, &setup, TAFELRUNDE_BUILD, module.buffer, &module.table_output);
    return module.open ? 1 : fail(&MESSAGE("error.memory"), -1);
}

/* ---- playing ---- */

int module_receive(size_t length) {
    ensure(length <= module.in.size);
    if (!module.open) return fail(&MESSAGE("error.table.none"), -1);
    table_receive(&module.table, match_people(&module.table.match), module.in.bytes, length);
    return 1;
}

int module_run(void) {
    return module.open && table_run(&module.table);
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
