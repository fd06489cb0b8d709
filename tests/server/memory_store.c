#include "tests/server/memory_store.h"

#include "core/ensure.h"
#include "core/hex.h"

#include <stdlib.h>
#include <string.h>

enum { INDEXES = 2 }; /* by key; entries also by their ids */

struct rows {
    char *bytes;
    unsigned count, capacity;
    struct {
        uint32_t *heads, *next; /* row + 1; chains of rows with the same hash */
        unsigned size; /* number of heads, a power of two; 0: the index must be rebuilt */
    } index[INDEXES];
};

/* How to undo the operations of a failed batch. */
enum undo_what { UNDO_INSERT, UNDO_UPDATE, UNDO_ERASE };

struct undo {
    struct undo *next;
    enum undo_what what;
    enum store_type type;
    unsigned at;
    union store_row row;
};

struct memory_store {
    struct rows rows[STORE_TYPE_COUNT];
    struct undo *undo;
};

struct memory_store *memory_store_open(void) {
    struct memory_store *store = calloc(1, sizeof *store);
    ensure(store);
    return store;
}

static void forget_undo(struct memory_store *store) {
    while (store->undo) {
        struct undo *undo = store->undo;
        store->undo = undo->next;
        free(undo);
    }
}

static void forget_index(struct rows *rows) {
    for (unsigned i = 0; i < INDEXES; i++) {
        free(rows->index[i].heads);
        free(rows->index[i].next);
        rows->index[i].heads = rows->index[i].next = NULL;
        rows->index[i].size = 0;
    }
}

void memory_store_close(struct memory_store *store) {
    forget_undo(store);
    for (unsigned type = 0; type < STORE_TYPE_COUNT; type++) {
        forget_index(&store->rows[type]);
        free(store->rows[type].bytes);
    }
    free(store);
}

const void *memory_store_rows(const struct memory_store *store, enum store_type type,
                              unsigned *count) {
    *count = store->rows[type].count;
    return store->rows[type].bytes;
}

/* ---- rows ---- */

static void *row_at(struct memory_store *store, enum store_type type, unsigned at) {
    return store->rows[type].bytes + at * store_columns[type].size;
}

static bool same_column(const struct store_column *column, const void *a, const void *b) {
    const char *x = (const char *)a + column->offset, *y = (const char *)b + column->offset;
    return column->kind == STORE_TEXT ? strcmp(x, y) == 0 : memcmp(x, y, column->size) == 0;
}

static uint32_t add_hash(uint32_t h, const struct store_column *column, const void *row) {
    const uint8_t *bytes = (const uint8_t *)row + column->offset;
    size_t size = column->kind == STORE_TEXT ? strlen((const char *)bytes) : column->size;
    for (size_t i = 0; i < size; i++) h = (h ^ bytes[i]) * 16777619u;
    return h;
}

/* The columns of an index: the key, or table, kind, seat and id of an entry. */
static const uint8_t entry_id_columns[] = {0, 2, 3, 6}, key_columns[] = {0, 1};

static unsigned index_columns(enum store_type type, unsigned index, const uint8_t **columns) {
    *columns = index ? entry_id_columns : key_columns;
    return index ? sizeof entry_id_columns : store_columns[type].keys;
}

static uint32_t hash_of(enum store_type type, unsigned index, const void *row) {
    const uint8_t *columns;
    unsigned count = index_columns(type, index, &columns);
    uint32_t h = 2166136261u;
    for (unsigned i = 0; i < count; i++)
        h = add_hash(h, &store_columns[type].columns[columns[i]], row);
    return h ^ h >> 15;
}

static void link_row(struct memory_store *store, enum store_type type, unsigned index,
                     unsigned at) {
    struct rows *rows = &store->rows[type];
    uint32_t *head =
        &rows->index[index]
             .heads[hash_of(type, index, row_at(store, type, at)) & (rows->index[index].size - 1)];
    rows->index[index].next[at] = *head;
    *head = at + 1;
}

static void make_index(struct memory_store *store, enum store_type type, unsigned index) {
    struct rows *rows = &store->rows[type];
    unsigned size = 64;
    while (size < rows->capacity) size *= 2;
    rows->index[index].heads = calloc(size, sizeof(uint32_t));
    rows->index[index].next = calloc(rows->capacity + 1, sizeof(uint32_t));
    ensure(rows->index[index].heads && rows->index[index].next);
    rows->index[index].size = size;
    for (unsigned at = 0; at < rows->count; at++) link_row(store, type, index, at);
}

/* Returns the row with equal columns of the index; -1 if there is none. */
static int find(struct memory_store *store, enum store_type type, unsigned index, const void *row) {
    struct rows *rows = &store->rows[type];
    const uint8_t *columns;
    unsigned count = index_columns(type, index, &columns);
    if (!rows->index[index].size) make_index(store, type, index);
    for (uint32_t at =
             rows->index[index].heads[hash_of(type, index, row) & (rows->index[index].size - 1)];
         at; at = rows->index[index].next[at - 1]) {
        unsigned same = 0;
        while (same < count && same_column(&store_columns[type].columns[columns[same]], row,
                                           row_at(store, type, at - 1)))
            same++;
        if (same == count) return (int)at - 1;
    }
    return -1;
}

static void remember(struct memory_store *store, enum undo_what what, enum store_type type,
                     unsigned at, const void *row) {
    struct undo *undo = calloc(1, sizeof *undo);
    ensure(undo);
    undo->next = store->undo;
    undo->what = what;
    undo->type = type;
    undo->at = at;
    if (row) memcpy(&undo->row, row, store_columns[type].size);
    store->undo = undo;
}

static void insert(struct memory_store *store, enum store_type type, const void *row) {
    struct rows *rows = &store->rows[type];
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? 2 * rows->capacity : 16;
        rows->bytes = realloc(rows->bytes, rows->capacity * store_columns[type].size);
        ensure(rows->bytes);
        forget_index(rows);
    }
    memcpy(row_at(store, type, rows->count++), row, store_columns[type].size);
    for (unsigned i = 0; i < INDEXES; i++)
        if (rows->index[i].size) link_row(store, type, i, rows->count - 1);
    remember(store, UNDO_INSERT, type, rows->count - 1, NULL);
}

/* Keys and ids of entries never change. */
static void update(struct memory_store *store, enum store_type type, unsigned at, const void *row) {
    remember(store, UNDO_UPDATE, type, at, row_at(store, type, at));
    memcpy(row_at(store, type, at), row, store_columns[type].size);
}

static void erase(struct memory_store *store, enum store_type type, unsigned at) {
    struct rows *rows = &store->rows[type];
    remember(store, UNDO_ERASE, type, at, row_at(store, type, at));
    memmove(row_at(store, type, at), row_at(store, type, at + 1),
            (rows->count - at - 1) * store_columns[type].size);
    rows->count--;
    forget_index(rows);
}

static void roll_back(struct memory_store *store) {
    for (const struct undo *undo = store->undo; undo; undo = undo->next) {
        struct rows *rows = &store->rows[undo->type];
        size_t size = store_columns[undo->type].size;
        char *at = row_at(store, undo->type, undo->at);
        if (undo->what == UNDO_INSERT) rows->count--;
        if (undo->what == UNDO_ERASE) memmove(at + size, at, (rows->count++ - undo->at) * size);
        if (undo->what != UNDO_INSERT) memcpy(at, &undo->row, size);
        if (undo->what != UNDO_UPDATE) forget_index(rows);
    }
}

/* ---- writing ---- */

/* Checks uniqueness beyond the key. */
static bool clashes(struct memory_store *store, enum store_type type, const union store_row *row,
                    int same) {
    if (type == STORE_ENTRY && row->entry.id[0] && row->entry.kind < 2) {
        int at = find(store, type, 1, row);
        return at >= 0 && at != same;
    }
    for (unsigned i = 0;
         type == STORE_PERSON && row->person.folded[0] && i < store->rows[type].count; i++) {
        const struct store_person *other = row_at(store, type, i);
        if ((int)i != same && strcmp(other->folded, row->person.folded) == 0) return true;
    }
    return false;
}

static void erase_where(struct memory_store *store, enum store_type type, size_t offset,
                        const char *text) {
    for (unsigned at = store->rows[type].count; at-- > 0;)
        if (strcmp((const char *)row_at(store, type, at) + offset, text) == 0)
            erase(store, type, at);
}

static void remove_table(struct memory_store *store, unsigned at) {
    char id[STORE_ID];
    strcpy(id, ((struct store_table *)row_at(store, STORE_TABLE, at))->id);
    erase(store, STORE_TABLE, at);
    erase_where(store, STORE_SEAT, offsetof(struct store_seat, at), id);
    erase_where(store, STORE_ENTRY, offsetof(struct store_entry, at), id);
    erase_where(store, STORE_CHAT, offsetof(struct store_chat, at), id);
    erase_where(store, STORE_PLAYED, offsetof(struct store_played, at), id);
}

/* Tells whether this is the next revision of a row. */
static bool counts_on(const struct store_op *op, const void *row) {
    if (op->type == STORE_TABLE)
        return op->row.table.revision == ((const struct store_table *)row)->revision + 1;
    if (op->type == STORE_TOURNAMENT)
        return op->row.tournament.revision == ((const struct store_tournament *)row)->revision + 1;
    return op->type != STORE_RATING ||
           op->row.rating.games == ((const struct store_rating *)row)->games + 1;
}

static bool write_row(struct memory_store *store, const struct store_op *op) {
    int at = find(store, op->type, 0, &op->row);
    if (op->does == STORE_REMOVE) {
        if (at >= 0 && op->type == STORE_TABLE) remove_table(store, (unsigned)at);
        else if (at >= 0) erase(store, op->type, (unsigned)at);
        return true;
    }
    if ((op->does == STORE_ADD && at >= 0) || clashes(store, op->type, &op->row, at)) return false;
    if (op->does == STORE_PUT && at >= 0 && !counts_on(op, row_at(store, op->type, (unsigned)at)))
        return false;
    union store_row row = op->row;
    if (at >= 0 && op->type == STORE_PERSON)
        row.person.blocked =
            ((struct store_person *)row_at(store, op->type, (unsigned)at))->blocked;
    if (at >= 0 && op->type == STORE_OPENING) {
        const struct store_opening *known = row_at(store, op->type, (unsigned)at);
        row.opening.offered += known->offered;
        row.opening.chosen += known->chosen;
        row.opening.firsts += known->firsts;
    }
    if (at >= 0) update(store, op->type, (unsigned)at, &row);
    else insert(store, op->type, &op->row);
    return true;
}

/* ---- sweeps ---- */

static struct store_person *person_of(struct memory_store *store, const char *id) {
    union store_row row = {0};
    strcpy(row.person.id, id);
    int at = find(store, STORE_PERSON, 0, &row);
    return at < 0 ? NULL : row_at(store, STORE_PERSON, (unsigned)at);
}

static void put_person(struct memory_store *store, const struct store_person *person) {
    union store_row row = {.person = *person};
    update(store, STORE_PERSON, (unsigned)find(store, STORE_PERSON, 0, &row), &row);
}

#define EACH_ROW(store, kind, row, at)                          \
    for (unsigned at = 0; at < (store)->rows[kind].count; at++) \
        for (struct row *r = row_at(store, kind, at); r; r = NULL)

static bool sits_at(struct memory_store *store, const char *person, const char *table) {
    EACH_ROW (store, STORE_SEAT, store_seat, at)
        if (strcmp(r->at, table) == 0 && strcmp(r->person, person) == 0) return true;
    return false;
}

/* Replaces the name of a person everywhere; `guest` < 0 leaves the flag unchanged. */
static void name_everywhere(struct memory_store *store, const char *id, const char *name,
                            int guest) {
    EACH_ROW (store, STORE_TABLE, store_table, at) {
        struct store_table table = *r;
        if (!sits_at(store, id, table.id)) continue;
        table.revision++;
        update(store, STORE_TABLE, at, &table);
    }
    EACH_ROW (store, STORE_SEAT, store_seat, at) {
        struct store_seat seat = *r;
        if (strcmp(seat.person, id) != 0) continue;
        strcpy(seat.name, name);
        if (guest >= 0) seat.guest = guest;
        update(store, STORE_SEAT, at, &seat);
    }
    EACH_ROW (store, STORE_CHAT, store_chat, at) {
        struct store_chat line = *r;
        if (strcmp(line.person, id) != 0) continue;
        strcpy(line.name, name);
        update(store, STORE_CHAT, at, &line);
    }
    EACH_ROW (store, STORE_RATING, store_rating, at) {
        struct store_rating rating = *r;
        if (strcmp(rating.person, id) != 0) continue;
        strcpy(rating.name, name);
        update(store, STORE_RATING, at, &rating);
    }
}

/* The same in tournaments and at the deals of the day. */
static void name_at_events(struct memory_store *store, const char *id, const char *name,
                           int guest) {
    EACH_ROW (store, STORE_ENTRANT, store_entrant, at) {
        struct store_entrant entrant = *r;
        if (strcmp(entrant.person, id) != 0) continue;
        strcpy(entrant.name, name);
        if (guest >= 0) entrant.guest = guest;
        update(store, STORE_ENTRANT, at, &entrant);
    }
    EACH_ROW (store, STORE_ATTEMPT, store_attempt, at) {
        struct store_attempt attempt = *r;
        if (strcmp(attempt.person, id) != 0) continue;
        strcpy(attempt.name, name);
        update(store, STORE_ATTEMPT, at, &attempt);
    }
    EACH_ROW (store, STORE_NOTE, store_note, at) {
        struct store_note note = *r;
        if (strcmp(note.person, id) != 0) continue;
        strcpy(note.name, name);
        if (guest < 0) memset(note.person, 0, sizeof note.person);
        update(store, STORE_NOTE, at, &note);
    }
    EACH_ROW (store, STORE_TOURNAMENT, store_tournament, at) {
        struct store_tournament tournament = *r;
        if (strcmp(tournament.host, id) != 0) continue;
        strcpy(tournament.host_name, name);
        update(store, STORE_TOURNAMENT, at, &tournament);
    }
}

static void name_at_studies(struct memory_store *store, const char *id, const char *name) {
    EACH_ROW (store, STORE_STUDY, store_study, at) {
        struct store_study study = *r;
        if (strcmp(study.person, id) != 0) continue;
        strcpy(study.name, name);
        update(store, STORE_STUDY, at, &study);
    }
}

static void remove_study(struct memory_store *store, const char *id) {
    erase_where(store, STORE_STUDY, offsetof(struct store_study, id), id);
    erase_where(store, STORE_PART, offsetof(struct store_part, at), id);
}

/* Removes studies of a person; without one, those not seen since then. */
static void remove_studies(struct memory_store *store, const char *person, int64_t before) {
    for (unsigned at = store->rows[STORE_STUDY].count; at-- > 0;) {
        const struct store_study *study = row_at(store, STORE_STUDY, at);
        char id[STORE_ID];
        if (person ? strcmp(study->person, person) != 0 : study->seen_ms >= before) continue;
        strcpy(id, study->id);
        remove_study(store, id);
    }
}

static void see_study(struct memory_store *store, const char *id, int64_t now) {
    EACH_ROW (store, STORE_STUDY, store_study, at) {
        struct store_study study = *r;
        if (strcmp(study.id, id) != 0) continue;
        study.seen_ms = now;
        update(store, STORE_STUDY, at, &study);
    }
}

static void erase_blocks(struct memory_store *store, const char *id) {
    erase_where(store, STORE_BLOCK, offsetof(struct store_block, person), id);
    erase_where(store, STORE_BLOCK, offsetof(struct store_block, other), id);
}

/* Empties the names of a deleted person in the audit log, and removes the rest. */
static void forget_moderation(struct memory_store *store, const char *id) {
    erase_where(store, STORE_PASSKEY, offsetof(struct store_passkey, person), id);
    erase_where(store, STORE_MARK, offsetof(struct store_mark, subject), id);
    erase_where(store, STORE_REPORT, offsetof(struct store_report, by), id);
    erase_where(store, STORE_REPORT, offsetof(struct store_report, about), id);
    EACH_ROW (store, STORE_ACTION, store_action, at) {
        struct store_action action = *r;
        if (strcmp(action.by, id) == 0) memset(action.by_name, 0, sizeof action.by_name);
        if (strcmp(action.about, id) == 0) memset(action.about_name, 0, sizeof action.about_name);
        update(store, STORE_ACTION, at, &action);
    }
}

static void prune_reports(struct memory_store *store, int64_t before) {
    for (unsigned at = store->rows[STORE_REPORT].count; at-- > 0;)
        if (((struct store_report *)row_at(store, STORE_REPORT, at))->created_ms < before)
            erase(store, STORE_REPORT, at);
    for (unsigned at = store->rows[STORE_MARK].count; at-- > 0;) {
        const struct store_mark *mark = row_at(store, STORE_MARK, at);
        if (strcmp(mark->kind, MARK_ADDRESS) != 0 &&
            (strlen(mark->subject) >= STORE_ID || !person_of(store, mark->subject)))
            erase(store, STORE_MARK, at);
    }
}

static void rename_all(struct memory_store *store, const char *id) {
    const struct store_person *found = person_of(store, id);
    if (!found) return;
    struct store_person person = *found;
    name_everywhere(store, id, person.name, !person.password[0]);
    name_at_events(store, id, person.name, !person.password[0]);
    name_at_studies(store, id, person.name);
    EACH_ROW (store, STORE_BLOCK, store_block, at) {
        struct store_block block = *r;
        if (strcmp(block.other, id) != 0) continue;
        strcpy(block.name, person.name);
        update(store, STORE_BLOCK, at, &block);
    }
}

static void forget(struct memory_store *store, const char *id) {
    const struct store_person *found = person_of(store, id);
    if (!found) return;
    struct store_person person = *found;
    person.name[0] = person.folded[0] = person.password[0] = 0;
    put_person(store, &person);
    erase_where(store, STORE_SESSION, offsetof(struct store_session, person), id);
    erase_where(store, STORE_RATING, offsetof(struct store_rating, person), id);
    erase_where(store, STORE_HISTORY, offsetof(struct store_history, person), id);
    erase_where(store, STORE_JOB, offsetof(struct store_job, person), id);
    erase_where(store, STORE_TARGET, offsetof(struct store_target, person), id);
    erase_blocks(store, id);
    erase_where(store, STORE_ORIGIN, offsetof(struct store_origin, person), id);
    erase_where(store, STORE_CODE, offsetof(struct store_code, person), id);
    erase_where(store, STORE_ATTEMPT, offsetof(struct store_attempt, person), id);
    forget_moderation(store, id);
    remove_studies(store, id, 0);
    name_everywhere(store, id, "", -1);
    name_at_events(store, id, "", -1);
    EACH_ROW (store, STORE_CHAT, store_chat, at) {
        struct store_chat line = *r;
        if (strcmp(line.person, id) != 0) continue;
        memset(line.person, 0, sizeof line.person);
        update(store, STORE_CHAT, at, &line);
    }
    EACH_ROW (store, STORE_PLAYED, store_played, at) {
        struct store_played played = *r;
        if (strcmp(played.person, id) != 0) continue;
        memset(played.person, 0, sizeof played.person);
        update(store, STORE_PLAYED, at, &played);
    }
}

static struct store_session *session_of(struct memory_store *store, const char *token,
                                        unsigned *place) {
    EACH_ROW (store, STORE_SESSION, store_session, at) {
        char text[2 * STORE_HASH + 1];
        hex_write(r->token, STORE_HASH, text);
        if (strcmp(text, token) != 0) continue;
        *place = at;
        return r;
    }
    return NULL;
}

static void touch(struct memory_store *store, const char *token, int64_t now) {
    unsigned at;
    const struct store_session *found = session_of(store, token, &at);
    if (!found) return;
    struct store_session session = *found;
    session.seen_ms = now;
    update(store, STORE_SESSION, at, &session);
    const struct store_person *person = person_of(store, session.person);
    if (!person) return;
    struct store_person seen = *person;
    seen.seen_ms = now;
    put_person(store, &seen);
}

static bool is_in_use(struct memory_store *store, const struct store_person *person) {
    EACH_ROW (store, STORE_SESSION, store_session, at)
        if (strcmp(r->person, person->id) == 0) return true;
    EACH_ROW (store, STORE_SEAT, store_seat, at) {
        union store_row key = {0};
        if (strcmp(r->person, person->id) != 0) continue;
        strcpy(key.table.id, r->at);
        int table = find(store, STORE_TABLE, 0, &key);
        if (table >= 0 &&
            ((struct store_table *)row_at(store, STORE_TABLE, (unsigned)table))->phase !=
                STORE_OVER)
            return true;
    }
    return false;
}

static void prune_tables(struct memory_store *store, bool over, int64_t before) {
    for (unsigned at = store->rows[STORE_TABLE].count; at-- > 0;) {
        const struct store_table *table = row_at(store, STORE_TABLE, at);
        if (table->changed_ms < before && table->phase == (over ? STORE_OVER : STORE_SEATING))
            remove_table(store, at);
    }
}

static void prune_tournaments(struct memory_store *store, int64_t stage, int64_t before) {
    for (unsigned at = store->rows[STORE_TOURNAMENT].count; at-- > 0;) {
        const struct store_tournament *t = row_at(store, STORE_TOURNAMENT, at);
        char id[STORE_ID];
        if (t->changed_ms >= before || t->stage != stage) continue;
        strcpy(id, t->id);
        erase(store, STORE_TOURNAMENT, at);
        erase_where(store, STORE_ENTRANT, offsetof(struct store_entrant, at), id);
        erase_where(store, STORE_PAIRING, offsetof(struct store_pairing, at), id);
        erase_where(store, STORE_NOTE, offsetof(struct store_note, at), id);
    }
}

static void wake_tournament(struct memory_store *store, const char *id, int64_t wake_ms) {
    EACH_ROW (store, STORE_TOURNAMENT, store_tournament, at) {
        struct store_tournament tournament = *r;
        if (strcmp(tournament.id, id) != 0) continue;
        tournament.wake_ms = wake_ms;
        tournament.revision++;
        update(store, STORE_TOURNAMENT, at, &tournament);
    }
}

static void open_round(struct memory_store *store, const char *event, int64_t round) {
    EACH_ROW (store, STORE_TABLE, store_table, at) {
        struct store_table table = *r;
        union store_row key = {0};
        if (!event[0] || strcmp(table.event, event) != 0 || table.round != round) continue;
        table.sealed = 0;
        table.revision++;
        update(store, STORE_TABLE, at, &table);
        strcpy(key.job.id, table.id);
        int job_at = find(store, STORE_JOB, 0, &key);
        if (job_at < 0) continue;
        struct store_job job = *(struct store_job *)row_at(store, STORE_JOB, (unsigned)job_at);
        if (strcmp(job.kind, "rate") == 0) job.due_ms = 0;
        update(store, STORE_JOB, (unsigned)job_at, &job);
    }
}

static void stop_table(struct memory_store *store, const char *id, int64_t proposal) {
    EACH_ROW (store, STORE_TABLE, store_table, at) {
        struct store_table table = *r;
        if (strcmp(table.id, id) != 0 || !table.event[0] || table.phase != STORE_PLAYING) continue;
        table.proposal = proposal;
        table.wake_ms = 1;
        table.revision++;
        update(store, STORE_TABLE, at, &table);
    }
}

static void sweep(struct memory_store *store, const struct store_op *op) {
    switch (op->sweep) {
    case STORE_END_SESSIONS:
        erase_where(store, STORE_SESSION, offsetof(struct store_session, person), op->key);
        for (unsigned at = store->rows[STORE_TARGET].count; at-- > 0;) {
            const struct store_target *target = row_at(store, STORE_TARGET, at);
            if (strcmp(target->person, op->key) == 0 && strcmp(target->kind, "push") == 0)
                erase(store, STORE_TARGET, at);
        }
        break;
    case STORE_TOUCH: touch(store, op->key, op->number); break;
    case STORE_RENAME: rename_all(store, op->key); break;
    case STORE_FORGET: forget(store, op->key); break;
    case STORE_PRUNE_SESSIONS:
        for (unsigned at = store->rows[STORE_SESSION].count; at-- > 0;)
            if (((struct store_session *)row_at(store, STORE_SESSION, at))->seen_ms < op->number)
                erase(store, STORE_SESSION, at);
        break;
    case STORE_PRUNE_GUESTS:
        for (unsigned at = store->rows[STORE_PERSON].count; at-- > 0;) {
            const struct store_person *person = row_at(store, STORE_PERSON, at);
            if (!person->password[0] && person->seen_ms < op->number && !is_in_use(store, person))
                erase(store, STORE_PERSON, at);
        }
        for (unsigned at = store->rows[STORE_TARGET].count; at-- > 0;)
            if (!person_of(store, ((struct store_target *)row_at(store, STORE_TARGET, at))->person))
                erase(store, STORE_TARGET, at);
        for (unsigned at = store->rows[STORE_BLOCK].count; at-- > 0;) {
            const struct store_block *block = row_at(store, STORE_BLOCK, at);
            if (!person_of(store, block->person) || !person_of(store, block->other))
                erase(store, STORE_BLOCK, at);
        }
        for (unsigned at = store->rows[STORE_ORIGIN].count; at-- > 0;)
            if (!person_of(store, ((struct store_origin *)row_at(store, STORE_ORIGIN, at))->person))
                erase(store, STORE_ORIGIN, at);
        break;
    case STORE_PRUNE_OPEN:
        prune_tables(store, false, op->number);
        prune_tournaments(store, STORE_ENTERING, op->number);
        break;
    case STORE_PRUNE_OVER:
        prune_tables(store, true, op->number);
        prune_tournaments(store, STORE_ENDED, op->number);
        break;
    case STORE_WAKE_TOURNAMENT: wake_tournament(store, op->key, op->number); break;
    case STORE_OPEN_ROUND: open_round(store, op->key, op->number); break;
    case STORE_STOP_TABLE: stop_table(store, op->key, op->number); break;
    case STORE_PRUNE_CHALLENGES:
        for (unsigned at = store->rows[STORE_CHALLENGE].count; at-- > 0;)
            if (((struct store_challenge *)row_at(store, STORE_CHALLENGE, at))->until_ms <
                op->number)
                erase(store, STORE_CHALLENGE, at);
        break;
    case STORE_PRUNE_REPORTS: prune_reports(store, op->number); break;
    case STORE_SEE_STUDY: see_study(store, op->key, op->number); break;
    case STORE_REMOVE_STUDY: remove_study(store, op->key); break;
    case STORE_PRUNE_STUDIES: remove_studies(store, NULL, op->number); break;
    case STORE_END_CODES:
        erase_where(store, STORE_CODE, offsetof(struct store_code, person), op->key);
        break;
    case STORE_PRUNE_ORIGINS:
        for (unsigned at = store->rows[STORE_ORIGIN].count; at-- > 0;) {
            const struct store_origin *origin = row_at(store, STORE_ORIGIN, at);
            if (origin->origin[0] == op->key[0] && origin->seen_ms < op->number && op->key[0])
                erase(store, STORE_ORIGIN, at);
        }
        break;
    }
}

/* ---- finding ---- */

static bool has_session(struct memory_store *store, const struct store_op *op, const char *person) {
    unsigned at;
    const struct store_session *session = session_of(store, op->key, &at);
    return session && session->seen_ms >= op->number && strcmp(session->person, person) == 0;
}

static bool has_token(const struct store_session *session, const char *token) {
    char text[2 * STORE_HASH + 1];
    hex_write(session->token, STORE_HASH, text);
    return strcmp(text, token) == 0;
}

static bool is_of_session(struct memory_store *store, const char *token, const char *person) {
    unsigned at;
    const struct store_session *session = session_of(store, token, &at);
    return session && strcmp(session->person, person) == 0;
}

static bool is_host(struct memory_store *store, const char *table, const char *person) {
    EACH_ROW (store, STORE_TABLE, store_table, at)
        if (strcmp(r->id, table) == 0) return strcmp(r->host, person) == 0;
    return false;
}

static bool takes_part(struct memory_store *store, const struct store_tournament *t,
                       const char *person, bool over) {
    if (strcmp(t->host, person) == 0) return true;
    EACH_ROW (store, STORE_ENTRANT, store_entrant, at)
        if (strcmp(r->at, t->id) == 0 && strcmp(r->person, person) == 0)
            return over || !r->withdrawn;
    return false;
}

static int64_t latest_round(struct memory_store *store, const char *tournament) {
    EACH_ROW (store, STORE_TOURNAMENT, store_tournament, at)
        if (strcmp(r->id, tournament) == 0) return r->drawn - 1;
    return INT64_MIN; /* of none: no table has this round */
}

static bool matches_event(struct memory_store *store, const struct store_op *op, const void *row) {
    const struct store_table *table = row;
    const struct store_tournament *t = row;
    switch (op->query) {
    case STORE_RUNNING_TABLES:
        return table->phase == STORE_PLAYING && !table->secret[0] && !table->sealed &&
               (!op->key[0] || strcmp(table->game, op->key) == 0);
    case STORE_TABLES_OF_ROUND:
        return op->key[0] && strcmp(table->event, op->key) == 0 &&
               table->round == (op->number < 0 ? latest_round(store, op->key) : op->number);
    case STORE_TOURNAMENT_AT: return strcmp(t->id, op->key) == 0;
    case STORE_TOURNAMENTS: return t->listed == 1 && (t->stage == STORE_ENDED) == (op->number == 1);
    case STORE_TOURNAMENTS_OF:
        return (t->stage == STORE_ENDED) == (op->number == 1) &&
               takes_part(store, t, op->key, op->number == 1);
    case STORE_TOURNAMENTS_DUE: return t->wake_ms > 0 && t->wake_ms <= op->number;
    case STORE_ENTRANTS_AT: return strcmp(((const struct store_entrant *)row)->at, op->key) == 0;
    case STORE_PAIRINGS_AT: return strcmp(((const struct store_pairing *)row)->at, op->key) == 0;
    case STORE_NOTES_AT: return strcmp(((const struct store_note *)row)->at, op->key) == 0;
    case STORE_DAY_AT: return strcmp(((const struct store_day *)row)->day, op->key) == 0;
    case STORE_DAYS_OF_MONTH: {
        const char *day = ((const struct store_day *)row)->day;
        size_t length = strlen(day) < 7 ? strlen(day) : 7;
        return strlen(op->key) == length && memcmp(day, op->key, length) == 0;
    }
    case STORE_ATTEMPTS_AT: return strcmp(((const struct store_attempt *)row)->day, op->key) == 0;
    case STORE_ATTEMPTS_OF:
        return strcmp(((const struct store_attempt *)row)->person, op->key) == 0;
    default: never();
    }
}

static bool is_blocked(struct memory_store *store, const char *person) {
    const struct store_person *found = person_of(store, person);
    return found && found->blocked;
}

static bool is_part_of(struct memory_store *store, const char *person, const char *study) {
    EACH_ROW (store, STORE_STUDY, store_study, at)
        if (strcmp(r->id, study) == 0) return strcmp(r->person, person) == 0;
    return false;
}

/* Does somebody called `other` sit in another seat, or "=" and who plays it at the start? */
static bool sits_beside(struct memory_store *store, const struct store_played *played,
                        const char *other) {
    EACH_ROW (store, STORE_SEAT, store_seat, at)
        if (strcmp(r->at, played->at) == 0 && r->seat != played->seat &&
            ((r->person[0] && strcmp(r->name, other) == 0) ||
             (other[0] == '=' && strcmp(r->first, other + 1) == 0)))
            return true;
    return false;
}

static int compare_numbers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_played(const struct store_played *x, const struct store_played *y) {
    int order = compare_numbers(y->ended_ms, x->ended_ms);
    if (!order) order = strcmp(y->at, x->at);
    return order ? order : compare_numbers(y->seat, x->seat);
}

static bool matches_played(struct memory_store *store, const struct store_op *op,
                           const struct store_played *played) {
    const struct store_played *like = &op->row.played;
    if ((like->game[0] && strcmp(played->game, like->game) != 0) || played->ended_ms < op->number ||
        compare_played(like, played) >= 0)
        return false;
    if (op->query == STORE_PLAYED_LISTED) return played->listed == 1 && played->seat == 0;
    return played->person[0] && strcmp(played->person, like->person) == 0 &&
           played->listed >= like->listed && (!like->result || played->result == like->result) &&
           (!op->key[0] || sits_beside(store, played, op->key));
}

static bool matches_study(struct memory_store *store, const struct store_op *op, const void *row) {
    const struct store_study *study = row;
    const struct store_part *part = row;
    switch (op->query) {
    case STORE_STUDY_AT:
        return strcmp(study->id, op->key) == 0 && !is_blocked(store, study->person);
    case STORE_STUDIES:
        return study->listed == 1 && (!op->key[0] || strcmp(study->game, op->key) == 0) &&
               (!op->number || study->created_ms < op->number) && !is_blocked(store, study->person);
    case STORE_STUDIES_OF: return strcmp(study->person, op->key) == 0;
    case STORE_PARTS_AT: return strcmp(part->at, op->key) == 0;
    case STORE_PARTS_OF: return is_part_of(store, op->key, part->at);
    case STORE_PLAYED_OF:
    case STORE_PLAYED_LISTED: return matches_played(store, op, row);
    case STORE_OPENINGS_AT: return strcmp(((const struct store_opening *)row)->node, op->key) == 0;
    default: return matches_event(store, op, row);
    }
}

static bool matches(struct memory_store *store, const struct store_op *op, const void *row) {
    const struct store_table *table = row;
    switch (op->query) {
    case STORE_PERSON_AT: return strcmp(((const struct store_person *)row)->id, op->key) == 0;
    case STORE_PERSON_NAMED:
        return op->key[0] && strcmp(((const struct store_person *)row)->folded, op->key) == 0;
    case STORE_PERSON_OF_SESSION:
        return has_session(store, op, ((const struct store_person *)row)->id);
    case STORE_SESSIONS_OF:
        return strcmp(((const struct store_session *)row)->person, op->key) == 0;
    case STORE_TABLE_AT: return strcmp(table->id, op->key) == 0;
    case STORE_TABLES_AFTER: return strcmp(table->id, op->key) > 0;
    case STORE_SEATS_AT: return strcmp(((const struct store_seat *)row)->at, op->key) == 0;
    case STORE_ENTRIES_AT: return strcmp(((const struct store_entry *)row)->at, op->key) == 0;
    case STORE_CHAT_AT: return strcmp(((const struct store_chat *)row)->at, op->key) == 0;
    case STORE_OPEN_TABLES:
        return table->phase == STORE_SEATING && !table->secret[0] &&
               (!op->key[0] || strcmp(table->game, op->key) == 0) &&
               (!op->number || table->created_ms < op->number);
    case STORE_TABLES_OF:
        return (table->phase == STORE_OVER) == (op->number == 1) &&
               sits_at(store, op->key, table->id);
    case STORE_TABLES_DUE: return table->wake_ms > 0 && table->wake_ms <= op->number;
    case STORE_CHAT_OF: return strcmp(((const struct store_chat *)row)->person, op->key) == 0;
    case STORE_LEADERS: return strcmp(((const struct store_rating *)row)->game, op->key) == 0;
    case STORE_RATINGS_OF: return strcmp(((const struct store_rating *)row)->person, op->key) == 0;
    case STORE_HISTORY_OF: return strcmp(((const struct store_history *)row)->person, op->key) == 0;
    case STORE_TABLES_TAKEN:
        return table->wake_ms > 0 && table->wake_ms <= op->number && table->kept_ms <= op->number;
    case STORE_JOBS_TAKEN:
        return strcmp(((const struct store_job *)row)->kind, op->key) == 0 &&
               ((const struct store_job *)row)->due_ms <= op->number;
    case STORE_JOBS_OF: return strcmp(((const struct store_job *)row)->person, op->key) == 0;
    case STORE_VALUE_AT: return strcmp(((const struct store_value *)row)->key, op->key) == 0;
    case STORE_SERVERS: return strncmp(((const struct store_value *)row)->key, "server ", 7) == 0;
    case STORE_TARGET_AT: return strcmp(((const struct store_target *)row)->id, op->key) == 0;
    case STORE_TARGETS_OF: return strcmp(((const struct store_target *)row)->person, op->key) == 0;
    case STORE_BLOCKS_OF: return strcmp(((const struct store_block *)row)->person, op->key) == 0;
    case STORE_BLOCKS_AT: return is_host(store, op->key, ((const struct store_block *)row)->person);
    case STORE_ORIGINS_OF:
        return strcmp(((const struct store_origin *)row)->person, op->key) == 0 &&
               ((const struct store_origin *)row)->seen_ms >= op->number;
    case STORE_SESSION_AT: return has_token(row, op->key);
    case STORE_CODES_OF: return strcmp(((const struct store_code *)row)->person, op->key) == 0;
    case STORE_ORIGINS_AT: return strcmp(((const struct store_origin *)row)->origin, op->key) == 0;
    case STORE_PERSONS_CALLED:
        return op->key[0] && strcmp(((const struct store_person *)row)->name, op->key) == 0;
    case STORE_PERSONS_BLOCKED: return ((const struct store_person *)row)->blocked;
    case STORE_MARKS_OF: return strcmp(((const struct store_mark *)row)->kind, op->key) == 0;
    case STORE_MARKS_ON: return strcmp(((const struct store_mark *)row)->subject, op->key) == 0;
    case STORE_MARKS_OF_SESSION:
        return is_of_session(store, op->key, ((const struct store_mark *)row)->subject);
    case STORE_BLOCKS_OF_SESSION:
        return is_of_session(store, op->key, ((const struct store_block *)row)->person);
    case STORE_REPORT_AT: return strcmp(((const struct store_report *)row)->id, op->key) == 0;
    case STORE_REPORTS_OPEN: return ((const struct store_report *)row)->closed_ms == 0;
    case STORE_REPORTS_ABOUT:
        return strcmp(((const struct store_report *)row)->about, op->key) == 0;
    case STORE_ACTIONS: return true;
    case STORE_ACTIONS_ON: return strcmp(((const struct store_action *)row)->about, op->key) == 0;
    case STORE_CHAT_NEAR:
        return strcmp(((const struct store_chat *)row)->at, op->key) == 0 &&
               ((const struct store_chat *)row)->number >= op->number - 10 &&
               ((const struct store_chat *)row)->number <= op->number + 10;
    case STORE_PASSKEY_AT: return strcmp(((const struct store_passkey *)row)->id, op->key) == 0;
    case STORE_PASSKEYS_OF:
        return strcmp(((const struct store_passkey *)row)->person, op->key) == 0;
    case STORE_CHALLENGE_TAKEN:
        return strcmp(((const struct store_challenge *)row)->id, op->key) == 0 &&
               ((const struct store_challenge *)row)->until_ms > op->number;
    case STORE_SEATS_OF_OPEN:
    case STORE_SEATS_OF_TABLES_OF:
    case STORE_SEATS_OF_RUNNING:
    case STORE_SEATS_OF_ROUND:
    case STORE_QUERY_COUNT: break;
    default: return matches_study(store, op, row);
    }
    never();
}

static int compare_studies(enum store_query query, const void *a, const void *b) {
    const struct store_study *x = a, *y = b;
    const struct store_part *p = a, *q = b;
    int order = 0;
    switch (query) {
    case STORE_STUDIES:
    case STORE_STUDIES_OF:
        order = compare_numbers(y->created_ms, x->created_ms);
        return order ? order : strcmp(y->id, x->id);
    case STORE_PARTS_AT:
    case STORE_PARTS_OF:
        order = strcmp(p->at, q->at);
        return order ? order : compare_numbers(p->number, q->number);
    case STORE_PLAYED_OF:
    case STORE_PLAYED_LISTED: return compare_played(a, b);
    case STORE_OPENINGS_AT:
        return strcmp(((const struct store_opening *)a)->choice,
                      ((const struct store_opening *)b)->choice);
    default: return 0;
    }
}

static int compare_events(enum store_query query, const void *a, const void *b) {
    const struct store_table *x = a, *y = b;
    const struct store_tournament *t = a, *u = b;
    int order = 0;
    switch (query) {
    case STORE_RUNNING_TABLES:
        order = compare_numbers(y->changed_ms, x->changed_ms);
        return order ? order : strcmp(y->id, x->id);
    case STORE_TABLES_OF_ROUND: return strcmp(x->id, y->id);
    case STORE_TOURNAMENTS:
    case STORE_TOURNAMENTS_OF:
        order = compare_numbers(u->changed_ms, t->changed_ms);
        return order ? order : strcmp(u->id, t->id);
    case STORE_TOURNAMENTS_DUE:
        order = compare_numbers(t->wake_ms, u->wake_ms);
        return order ? order : strcmp(t->id, u->id);
    case STORE_ENTRANTS_AT:
        order = compare_numbers(((const struct store_entrant *)a)->number,
                                ((const struct store_entrant *)b)->number);
        return order ? order
                     : strcmp(((const struct store_entrant *)a)->person,
                              ((const struct store_entrant *)b)->person);
    case STORE_PAIRINGS_AT:
        return compare_numbers(((const struct store_pairing *)a)->number,
                               ((const struct store_pairing *)b)->number);
    case STORE_NOTES_AT:
        return compare_numbers(((const struct store_note *)b)->number,
                               ((const struct store_note *)a)->number);
    case STORE_DAYS_OF_MONTH:
        return strcmp(((const struct store_day *)a)->day, ((const struct store_day *)b)->day);
    case STORE_ATTEMPTS_AT:
        return strcmp(((const struct store_attempt *)a)->person,
                      ((const struct store_attempt *)b)->person);
    case STORE_ATTEMPTS_OF:
        return strcmp(((const struct store_attempt *)b)->day,
                      ((const struct store_attempt *)a)->day);
    default: return compare_studies(query, a, b);
    }
}

/* Ties are broken by id, so that the order is unique. */
static int by_number_of(enum store_query query, const void *a, const void *b) {
    const struct store_table *x = a, *y = b;
    const struct store_rating *r = a, *s = b;
    const struct store_history *g = a, *h = b;
    const struct store_job *i = a, *j = b;
    int order = 0;
    switch (query) {
    case STORE_SEATS_AT:
        return compare_numbers(((const struct store_seat *)a)->seat,
                               ((const struct store_seat *)b)->seat);
    case STORE_ENTRIES_AT:
        return compare_numbers(((const struct store_entry *)a)->version,
                               ((const struct store_entry *)b)->version);
    case STORE_CHAT_AT:
    case STORE_CHAT_NEAR:
        return compare_numbers(((const struct store_chat *)a)->number,
                               ((const struct store_chat *)b)->number);
    case STORE_TABLES_AFTER: return strcmp(x->id, y->id);
    case STORE_OPEN_TABLES:
        order = compare_numbers(y->created_ms, x->created_ms);
        return order ? order : strcmp(y->id, x->id);
    case STORE_TABLES_OF:
        order = compare_numbers(y->changed_ms, x->changed_ms);
        return order ? order : strcmp(y->id, x->id);
    case STORE_TABLES_DUE:
    case STORE_TABLES_TAKEN:
        order = compare_numbers(x->wake_ms, y->wake_ms);
        return order ? order : strcmp(x->id, y->id);
    case STORE_LEADERS: {
        double u = r->mu - 3 * r->sigma, v = s->mu - 3 * s->sigma;
        return u != v ? (u < v) - (u > v) : strcmp(r->person, s->person);
    }
    case STORE_RATINGS_OF: return strcmp(r->game, s->game);
    case STORE_HISTORY_OF:
        order = compare_numbers(h->ended_ms, g->ended_ms);
        return order ? order : strcmp(h->at, g->at);
    case STORE_TARGETS_OF:
        return strcmp(((const struct store_target *)a)->id, ((const struct store_target *)b)->id);
    case STORE_PERSONS_CALLED:
        order = compare_numbers(((const struct store_person *)b)->seen_ms,
                                ((const struct store_person *)a)->seen_ms);
        return order ? order
                     : strcmp(((const struct store_person *)a)->id,
                              ((const struct store_person *)b)->id);
    case STORE_PERSONS_BLOCKED:
        return strcmp(((const struct store_person *)a)->id, ((const struct store_person *)b)->id);
    case STORE_MARKS_OF:
        return strcmp(((const struct store_mark *)a)->subject,
                      ((const struct store_mark *)b)->subject);
    case STORE_MARKS_ON:
    case STORE_MARKS_OF_SESSION:
        return strcmp(((const struct store_mark *)a)->kind, ((const struct store_mark *)b)->kind);
    case STORE_REPORTS_OPEN:
    case STORE_REPORTS_ABOUT:
        order = compare_numbers(((const struct store_report *)b)->created_ms,
                                ((const struct store_report *)a)->created_ms);
        return order ? order
                     : strcmp(((const struct store_report *)a)->id,
                              ((const struct store_report *)b)->id);
    case STORE_ACTIONS:
    case STORE_ACTIONS_ON:
        order = compare_numbers(((const struct store_action *)b)->at_ms,
                                ((const struct store_action *)a)->at_ms);
        return order ? order
                     : strcmp(((const struct store_action *)a)->id,
                              ((const struct store_action *)b)->id);
    case STORE_PASSKEYS_OF:
        return strcmp(((const struct store_passkey *)a)->id, ((const struct store_passkey *)b)->id);
    case STORE_BLOCKS_OF:
    case STORE_BLOCKS_OF_SESSION:
    case STORE_BLOCKS_AT:
        return strcmp(((const struct store_block *)a)->other,
                      ((const struct store_block *)b)->other);
    case STORE_CODES_OF:
        return memcmp(((const struct store_code *)a)->hash, ((const struct store_code *)b)->hash,
                      STORE_HASH);
    case STORE_ORIGINS_OF:
        return strcmp(((const struct store_origin *)a)->origin,
                      ((const struct store_origin *)b)->origin);
    case STORE_ORIGINS_AT:
        return strcmp(((const struct store_origin *)a)->person,
                      ((const struct store_origin *)b)->person);
    case STORE_SERVERS:
        return strcmp(((const struct store_value *)a)->key, ((const struct store_value *)b)->key);
    case STORE_JOBS_TAKEN:
        order = compare_numbers(i->due_ms, j->due_ms);
        return order ? order : strcmp(i->id, j->id);
    default: return compare_events(query, a, b);
    }
}

static void sort(struct store_op *op) {
    size_t size = store_columns[op->type].size;
    char *rows = op->rows;
    union store_row moved;
    for (unsigned i = 1; i < op->count; i++) {
        unsigned at = i;
        memcpy(&moved, rows + i * size, size);
        for (; at > 0 && by_number_of(op->query, rows + (at - 1) * size, &moved) > 0; at--)
            memcpy(rows + at * size, rows + (at - 1) * size, size);
        memcpy(rows + at * size, &moved, size);
    }
}

static void add_found(struct store_op *op, const void *row) {
    size_t size = store_columns[op->type].size;
    if ((op->count & (op->count - 1)) == 0) {
        op->rows = realloc(op->rows, (op->count ? 2 * op->count : 1) * size);
        ensure(op->rows);
    }
    memcpy((char *)op->rows + op->count++ * size, row, size);
}

/* CHAT_AT keeps the last rows, the others the first. */
static void cut(struct store_op *op) {
    size_t size = store_columns[op->type].size;
    if (!op->limit || op->count <= (uint64_t)op->limit) return;
    unsigned more = op->count - (unsigned)op->limit;
    if (op->query == STORE_CHAT_AT)
        memmove(op->rows, (char *)op->rows + more * size, (op->count - more) * size);
    op->count -= more;
}

static void find_rows(struct memory_store *store, struct store_op *op) {
    for (unsigned at = 0; at < store->rows[op->type].count; at++)
        if (matches(store, op, row_at(store, op->type, at)))
            add_found(op, row_at(store, op->type, at));
    sort(op);
    cut(op);
}

/* Updates the rows that were found. */
static void take_rows(struct memory_store *store, struct store_op *op) {
    for (unsigned i = 0; i < op->count; i++) {
        struct store_table *table = (struct store_table *)op->rows + i;
        struct store_job *job = (struct store_job *)op->rows + i;
        if (op->query == STORE_CHALLENGE_TAKEN) {
            struct store_challenge *challenge = (struct store_challenge *)op->rows + i;
            challenge->until_ms = 0;
            update(store, STORE_CHALLENGE, (unsigned)find(store, STORE_CHALLENGE, 0, challenge),
                   challenge);
        } else if (op->query == STORE_TABLES_TAKEN) {
            memset(table->keeper, 0, sizeof table->keeper);
            strcpy(table->keeper, op->key);
            table->kept_ms = op->number + STORE_TABLE_LEASE_MS;
            table->revision++;
            update(store, STORE_TABLE, (unsigned)find(store, STORE_TABLE, 0, table), table);
        } else {
            job->due_ms = op->number + STORE_JOB_LEASE_MS * (1 + 15 * job->tries * job->tries);
            job->tries++;
            update(store, STORE_JOB, (unsigned)find(store, STORE_JOB, 0, job), job);
        }
    }
}

/* The query whose tables have the seats of this one; STORE_QUERY_COUNT: it is not of that kind. */
static enum store_query tables_of(enum store_query query) {
    switch (query) {
    case STORE_SEATS_OF_OPEN: return STORE_OPEN_TABLES;
    case STORE_SEATS_OF_TABLES_OF: return STORE_TABLES_OF;
    case STORE_SEATS_OF_RUNNING: return STORE_RUNNING_TABLES;
    case STORE_SEATS_OF_ROUND: return STORE_TABLES_OF_ROUND;
    default: return STORE_QUERY_COUNT;
    }
}

/* Finds the seats of the tables of another query, table by table. */
static void find_seats(struct memory_store *store, struct store_op *op) {
    struct store_op tables = *op;
    tables.query = tables_of(op->query);
    tables.type = STORE_TABLE;
    find_rows(store, &tables);
    for (unsigned i = 0; i < tables.count; i++) {
        struct store_op seats = {.query = STORE_SEATS_AT, .type = STORE_SEAT};
        strcpy(seats.key, ((const struct store_table *)tables.rows)[i].id);
        find_rows(store, &seats);
        for (unsigned seat = 0; seat < seats.count; seat++)
            add_found(op, (const struct store_seat *)seats.rows + seat);
        free(seats.rows);
    }
    free(tables.rows);
}

static bool within_limit(struct memory_store *store, const struct store_op *op) {
    int64_t tables = 0;
    EACH_ROW (store, STORE_TABLE, store_table, at)
        tables += r->phase != STORE_OVER && strcmp(r->id, op->row.seat.at) != 0 &&
                  op->row.seat.person[0] && sits_at(store, op->row.seat.person, r->id);
    return tables < op->number;
}

void memory_store_do(struct memory_store *store, struct store_batch *batch) {
    batch->status = STORE_DONE;
    for (unsigned i = 0; i < batch->count && batch->status == STORE_DONE; i++) {
        struct store_op *op = &batch->ops[i];
        if (op->does == STORE_SWEEP) sweep(store, op);
        else if (op->does == STORE_LIMIT)
            batch->status = within_limit(store, op) ? STORE_DONE : STORE_CONFLICT;
        else if (op->does != STORE_FIND)
            batch->status = write_row(store, op) ? STORE_DONE : STORE_CONFLICT;
        else if (tables_of(op->query) != STORE_QUERY_COUNT) find_seats(store, op);
        else find_rows(store, op);
        if (op->does == STORE_FIND && store_query_takes(op->query)) take_rows(store, op);
        if (batch->status == STORE_CONFLICT) batch->failed = i;
    }
    if (batch->status == STORE_CONFLICT) roll_back(store);
    forget_undo(store);
}
