#include "tests/server/knowing.h"

#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"
#include "games/registry.h"
#include "match/match.h"

enum { KNOWN_MAX = 16, TEXT_MAX = 64 * 1024, SHOWN = 60 };

/* A table as its rows describe it. */
struct known {
    char id[STORE_ID];
    int64_t entries;
    struct match match;
    struct cursor cursors[OBSERVERS];
    /* The view of each observer at each version that it was sent; NULL: it was not. The stored log
     * does not contain all of them: steps that were taken back are removed from it. */
    uint8_t *views[OBSERVERS][MATCH_LOG_MAX + 1];
};

struct knowing {
    struct known tables[KNOWN_MAX];
    unsigned count, updates;
    char text[TEXT_MAX];
};

struct knowing *knowing_open(void) {
    struct knowing *knowing = calloc(1, sizeof *knowing);
    ensure(knowing);
    return knowing;
}

void knowing_close(struct knowing *knowing) {
    for (unsigned i = 0; i < knowing->count; i++) {
        struct known *known = &knowing->tables[i];
        if (known->match.game) match_close(&known->match);
        for (unsigned o = 0; o < OBSERVERS; o++)
            for (unsigned v = 0; v <= MATCH_LOG_MAX; v++) free(known->views[o][v]);
    }
    free(knowing);
}

unsigned knowing_updates(const struct knowing *knowing) {
    return knowing->updates;
}

/* ---- rows ---- */

static const struct store_table *table_row(struct memory_store *store, const char *id) {
    unsigned count;
    const struct store_table *rows = memory_store_rows(store, STORE_TABLE, &count);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].id, id) == 0) return &rows[i];
    return NULL;
}

static const struct store_seat *seat_row(struct memory_store *store, const char *table,
                                         int64_t seat) {
    unsigned count;
    const struct store_seat *rows = memory_store_rows(store, STORE_SEAT, &count);
    for (unsigned i = 0; i < count; i++)
        if (rows[i].seat == seat && strcmp(rows[i].at, table) == 0) return &rows[i];
    return NULL;
}

/* Returns the owner of a session; "" if none. */
static const char *person_of(struct memory_store *store, const char *token) {
    unsigned count;
    const struct store_session *rows = memory_store_rows(store, STORE_SESSION, &count);
    uint8_t hash[STORE_HASH];
    blake2b_hash(token, strlen(token), hash);
    for (unsigned i = 0; i < count; i++)
        if (memcmp(rows[i].token, hash, STORE_HASH) == 0) return rows[i].person;
    return "";
}

/* ---- replaying the table ---- */

static void sit_all(struct match *m, struct memory_store *store, const char *table) {
    struct message error;
    for (unsigned seat = 0; seat < m->players; seat++) {
        const struct store_seat *row = seat_row(store, table, seat);
        assert_true(row &&
                    match_sit(m, seat, row->first, strcmp(row->first, "person") == 0, &error));
    }
    for (unsigned seat = 0; seat < m->players; seat++) {
        const struct store_seat *row = seat_row(store, table, seat);
        if (row->hashed) assert_true(match_hash(m, seat, row->hash, &error));
    }
    for (unsigned seat = 0; seat < m->players; seat++) {
        const struct store_seat *row = seat_row(store, table, seat);
        if (row->revealed) assert_true(match_reveal(m, seat, row->entropy, &error));
    }
}

static void replay(struct match *m, struct memory_store *store, const struct store_table *row) {
    unsigned count;
    const struct store_entry *rows = memory_store_rows(store, STORE_ENTRY, &count);
    struct match_entry *log = calloc((size_t)row->entries + 1, sizeof *log);
    struct message error;
    ensure(log);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(rows[i].at, row->id) != 0) continue;
        assert_true(rows[i].version < row->entries);
        int64_t places = rows[i].kind == ENTRY_GONE ? rows[i].action : 1;
        assert_true(places >= 1 && rows[i].version + places <= row->entries);
        struct match_entry *e = &log[rows[i].version];
        for (int64_t n = 0; n < places; n++)
            e[n] = (struct match_entry){.kind = (uint8_t)rows[i].kind,
                                        .by = (uint8_t)rows[i].by,
                                        .action = (uint16_t)rows[i].action,
                                        .forced = rows[i].forced != 0};
        memcpy(e[places - 1].id, rows[i].id, sizeof e->id);
    }
    if (row->entries && !match_restore(m, log, (unsigned)row->entries, &error))
        fail_msg("the log cannot be replayed: %s", error.key);
    free(log);
}

static struct known *known_table(struct knowing *knowing, struct memory_store *store,
                                 const struct store_table *row) {
    struct known *known = knowing->tables;
    while (known < knowing->tables + knowing->count && strcmp(known->id, row->id) != 0) known++;
    if (known == knowing->tables + knowing->count) {
        assert_true(knowing->count++ < KNOWN_MAX);
        strcpy(known->id, row->id);
    }
    if (known->match.game && known->entries == row->entries) return known;
    if (known->match.game) match_close(&known->match);
    match_open(&known->match, games_find(row->game, strlen(row->game)), (unsigned)row->players,
               row->options, row->id, row->seed);
    sit_all(&known->match, store, row->id);
    replay(&known->match, store, row);
    known->entries = row->entries;
    return known;
}

/* ---- comparing ---- */

static void check_hidden(const struct store_table *row, const char *text, size_t length) {
    char hex[2 * STORE_HASH + 1];
    hex_write(row->reserve, STORE_HASH, hex);
    if (memmem(text, length, hex, strlen(hex))) fail_msg("the reserve is told: %.*s", SHOWN, text);
    hex_write(row->seed, STORE_HASH, hex);
    if (row->phase != STORE_OVER && memmem(text, length, hex, strlen(hex)))
        fail_msg("the seed is told before the end: %.*s", SHOWN, text);
}

static const void *view_at(const struct known *known, unsigned observer, int64_t version) {
    const void *view =
        version > 0 && version <= MATCH_LOG_MAX ? known->views[observer][version] : NULL;
    if (!view)
        fail_msg("observer %u gets changes of version %d, which was not sent", observer,
                 (int)version);
    return view;
}

/* Checks the view of an update, or its changes of a view that was sent before. */
static void check_view(struct knowing *knowing, struct known *known, const struct cursor *c,
                       struct json message) {
    const struct game *game = known->match.game;
    struct json view = json_get(message, "view");
    struct json_out out;
    int64_t since;
    json_begin(&out, knowing->text, TEXT_MAX);
    if (view.length) {
        state_write(game, c->view, &out, NULL);
    } else {
        assert_true(json_read_number(json_get(message, "since"), &since));
        view = json_get(message, "changes");
        state_write_changes(game, view_at(known, c->observer, since), c->view, &out, NULL);
    }
    ensure(out.length < TEXT_MAX);
    if (view.length != out.length || memcmp(view.text, out.text, out.length) != 0)
        fail_msg("observer %u has another view: %.*s, not %.*s", c->observer, (int)view.length,
                 view.text, (int)out.length, out.text);
    uint8_t **last = &known->views[c->observer][c->version];
    if (!*last) *last = malloc(game->state_size);
    ensure(*last);
    memcpy(*last, c->view, game->state_size);
}

/* Checks the step and the view of an update. Versions count only the entries that this observer
 * gets from the stored log. */
static void check_update(struct knowing *knowing, struct known *known, unsigned observer,
                         struct json message, const char *text) {
    const struct match *m = &known->match;
    struct cursor *c = &known->cursors[observer];
    int64_t version;
    char does[64];
    assert_true(json_read_number(json_get(message, "version"), &version));
    if (version < 1 || version > m->versions[observer])
        fail_msg("observer %u is told of version %d of %u: %.*s", observer, (int)version,
                 m->versions[observer], SHOWN, text);
    if (c->version == 0 || c->version > version) cursor_open(c, m, observer, (unsigned)version);
    while (c->version < version) cursor_next(c, m, NULL);
    const struct match_entry *e = &m->log[m->visible[observer][version - 1]];
    if (e->kind == ENTRY_STEP) {
        size_t length = notation_write(m->game->notation, e->seen[observer], does);
        does[length] = 0;
        if (!json_is(json_get(message, "do"), does))
            fail_msg("observer %u sees %s: %.*s", observer, does, SHOWN, text);
    }
    check_view(knowing, known, c, message);
    knowing->updates++;
}

void knowing_check(struct knowing *knowing, struct memory_store *store, const char *token,
                   const char *text, size_t length) {
    struct json message;
    size_t where;
    char type[16], table[STORE_ID];
    int64_t seat = SPECTATOR;
    assert_int_equal(json_parse(text, length, &message, &where), JSON_OK);
    assert_true(json_read_text(json_get(message, "type"), type, sizeof type, NULL));
    /* not about a table */
    if (strcmp(type, "refused") == 0 ||
        !json_read_text(json_get(message, "table"), table, sizeof table, NULL))
        return;
    const struct store_table *row = table_row(store, table);
    assert_non_null(row);
    check_hidden(row, text, length);
    if (json_read_number(json_get(message, "seat"), &seat)) {
        const struct store_seat *own = seat_row(store, table, seat);
        if (!own || strcmp(own->person, person_of(store, token)) != 0)
            fail_msg("somebody else is told what seat %d knows: %.*s", (int)seat, (int)length,
                     text);
    }
    if (strcmp(type, "turn") == 0) {
        bool turn = row->phase == STORE_PLAYING && seat_row(store, table, seat)->running_ms,
             awaited = false;
        assert_true(json_read_bool(json_get(message, "awaited"), &awaited));
        /* a turn may be reported as over after the next one began at another server */
        if (awaited && !turn) fail_msg("it is not their turn: %.*s", (int)length, text);
    }
    if (strcmp(type, "update") == 0)
        check_update(knowing, known_table(knowing, store, row), (unsigned)seat, message, text);
}
