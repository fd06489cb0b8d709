/* The log of a table and its rows. A run of removed entries is one row. */
#include "server/state.h"

#include "store/log.h"

#include <stdlib.h>
#include <string.h>

enum { COMPACT_EVERY = 32 }; /* entries */

_Static_assert(STORE_ENTRY_GONE == (int)ENTRY_GONE, "the same kind");

/* ---- reading ---- */

/* One row as entries from `at` on. Returns the entry after them, or `length` + 1 if it does not
 * fit. */
static unsigned expand(const struct store_entry *row, struct match_entry *log, unsigned at,
                       unsigned length) {
    int64_t count = row->kind == ENTRY_GONE ? row->action : 1;
    if (row->version != at || count < 1 || count > length - at) return length + 1;
    for (unsigned end = at + (unsigned)count; at < end; at++)
        log[at] = (struct match_entry){.kind = (uint8_t)row->kind,
                                       .by = (uint8_t)row->by,
                                       .action = (uint16_t)row->action,
                                       .forced = row->forced != 0};
    memcpy(log[at - 1].id, row->id, sizeof log[at - 1].id);
    return at;
}

bool room_log_replay(struct room *room, const struct store_entry *rows, unsigned count,
                     struct message *error) {
    unsigned at = 0;
    *error = MESSAGE("server.error.damaged");
    if (!store_log_is_whole(&room->row, rows, count) || room->row.entries < 0 ||
        room->row.entries > MATCH_LOG_MAX)
        return false;
    unsigned length = (unsigned)room->row.entries;
    struct match_entry *log = calloc(length + 1, sizeof *log);
    ensure(log);
    for (unsigned i = 0; i < count && at <= length; i++)
        at = at < length ? expand(&rows[i], log, at, length) : length + 1;
    struct message why;
    bool good =
        at == length && (length == 0 || match_restore(&room->table.match, log, length, &why));
    free(log);
    return good;
}

void room_log_learn_hash(struct room *room, const struct store_entry *rows, unsigned count) {
    if (room->row.log_hash[0]) return;
    store_log_begin(room->id, room->row.log_hash);
    for (unsigned i = 0; i < count; i++) store_log_add(room->row.log_hash, &rows[i]);
    room->row.log_rows = count;
}

/* ---- writing ---- */

/* How many entries the row at `i` stands for; 0: it belongs to the row before. */
static unsigned row_length(const struct match *m, unsigned i) {
    const struct match_entry *e = &m->log[i];
    unsigned length = 1;
    if (e->kind != ENTRY_GONE) return 1;
    if (i > 0 && e[-1].kind == ENTRY_GONE && e[-1].by == e->by && e[-1].shared == e->shared)
        return 0;
    while (i + length < m->length && e[length].kind == ENTRY_GONE && e[length].by == e->by &&
           e[length].shared == e->shared)
        length++;
    return length;
}

static struct store_entry row_of(const struct room *room, unsigned i) {
    const struct match *m = &room->table.match;
    const struct match_entry *e = &m->log[i];
    unsigned length = row_length(m, i);
    struct store_entry row;
    memset(&row, 0, sizeof row);
    strcpy(row.at, room->id);
    row.version = i;
    row.kind = e->kind;
    row.by = e->by;
    row.action = e->kind == ENTRY_GONE ? length : e->action;
    row.forced = e->forced;
    memcpy(row.id, e[length - 1].id, sizeof row.id);
    return row;
}

static void add_hash(struct room *room, const struct store_entry *row) {
    store_log_add(room->row.log_hash, row);
    room->row.log_rows++;
}

static void add_entries(struct room *room, struct store_batch *batch) {
    const struct match *m = &room->table.match;
    for (unsigned i = room->entries_stored; i < m->length; i++) {
        struct store_entry row = row_of(room, i);
        memcpy(&store_add(batch, STORE_ENTRY)->entry, &row, sizeof row);
        add_hash(room, &row);
        if (row.kind == ENTRY_STEP && row.by != BY_CHANCE) room->core->figures.moves++;
    }
}

/* Replaces the rows of removed entries. */
static void compact(struct room *room, struct store_batch *batch) {
    struct match *m = &room->table.match;
    uint8_t *was_row = malloc(m->length + 1);
    ensure(was_row);
    for (unsigned i = 0; i < m->length; i++) was_row[i] = row_length(m, i) > 0;
    bool compacted = match_compact(m);
    if (compacted) {
        store_log_begin(room->id, room->row.log_hash);
        room->row.log_rows = 0;
    }
    for (unsigned i = 0; compacted && i < m->length; i++) {
        if (row_length(m, i) == 0) {
            if (!was_row[i]) continue;
            struct store_entry *gone = &store_remove(batch, STORE_ENTRY)->entry;
            strcpy(gone->at, room->id);
            gone->version = i;
            continue;
        }
        struct store_entry row = row_of(room, i);
        if (row.kind == ENTRY_GONE) memcpy(&store_put(batch, STORE_ENTRY)->entry, &row, sizeof row);
        add_hash(room, &row);
    }
    free(was_row);
}

/* Looks for removable entries at the end of the game, and now and then before. */
void room_log_write(struct room *room, struct store_batch *batch) {
    const struct match *m = &room->table.match;
    add_entries(room, batch);
    bool now_and_then = m->length / COMPACT_EVERY != room->entries_stored / COMPACT_EVERY;
    if (now_and_then || (m->length > room->entries_stored && m->phase == MATCH_OVER))
        compact(room, batch);
}
