/* What people do about each other: reports to the moderators, and personal blocks. */
#include "server/state.h"

#include "server/names.h"

#include <stdio.h>
#include <string.h>

enum { BLOCKS_SHOWN = 500 };

/* against floods of reports: by person and by address */
static const struct limit report_limit = {.burst = 10, .interval_ms = 10 * 60 * 1000};

/* ---- whom it is about ---- */

void about_find(struct core *core, struct call *call,
                void (*then)(struct core *, struct call *, struct store_batch *)) {
    char table[STORE_ID], study[STORE_ID];
    int64_t line = -1;
    struct store_batch *batch = store_batch(NULL);
    if (json_read_text(json_get(call->json, "table"), table, sizeof table, NULL)) {
        if (!json_read_number(json_get(call->json, "line"), &line)) line = -1;
        store_find(batch, STORE_TABLE_AT, table, 0, 1);
        store_find(batch, STORE_SEATS_AT, table, 0, 0);
        store_find(batch, STORE_CHAT_NEAR, table, line, 0);
    } else if (json_read_text(json_get(call->json, "study"), study, sizeof study, NULL)) {
        store_find(batch, STORE_STUDY_AT, study, 0, 1);
    } else if (json_read_text(json_get(call->json, "name"), call->text, STORE_NAME, NULL) &&
               name_fold(call->text, call->folded)) {
        store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
    }
    call_find(core, call, batch, then);
}

/* May the caller see the table? */
static bool is_open_to(const struct call *call, const struct store_batch *batch,
                       const struct store_table *table) {
    const struct store_op *found = store_found(batch, STORE_SEATS_AT, NULL);
    const struct store_seat *seats = found->rows;
    char secret[STORE_ID];
    if (!table->secret[0] || strcmp(table->host, call->me.id) == 0) return true;
    for (unsigned i = 0; i < found->count; i++)
        if (strcmp(seats[i].person, call->me.id) == 0) return true;
    return json_read_text(json_get(call->json, "secret"), secret, sizeof secret, NULL) &&
           secret_equal(secret, table->secret);
}

static void take(struct call *call, const char *person, const char *name) {
    strcpy(call->found.id, person);
    strcpy(call->found.name, name);
}

/* The chat line, the seat's person or the table's host. */
static void take_at_table(struct call *call, const struct store_batch *batch,
                          const struct store_table *table, const struct store_chat **line) {
    const struct store_op *seats = store_found(batch, STORE_SEATS_AT, NULL),
                          *lines = store_found(batch, STORE_CHAT_NEAR, NULL);
    const struct store_seat *seat = seats->rows;
    const struct store_chat *said = lines->rows;
    int64_t number;
    bool by_seat = json_read_number(json_get(call->json, "seat"), &number),
         by_line = !by_seat && json_read_number(json_get(call->json, "line"), &number);
    for (unsigned i = 0; i < seats->count; i++)
        if (by_seat ? seat[i].seat == number : !by_line && strcmp(seat[i].person, table->host) == 0)
            take(call, seat[i].person, seat[i].name);
    if (!by_seat && !by_line && !call->found.id[0]) take(call, table->host, "");
    for (unsigned i = 0; by_line && i < lines->count; i++) {
        if (said[i].number != number) continue;
        take(call, said[i].person, said[i].name);
        *line = &said[i];
    }
}

bool about_found(struct core *core, struct call *call, const struct store_batch *batch,
                 const struct store_chat **line) {
    const struct store_op *tables = store_found(batch, STORE_TABLE_AT, NULL),
                          *people = store_found(batch, STORE_PERSON_NAMED, NULL),
                          *studies = store_found(batch, STORE_STUDY_AT, NULL);
    const struct store_study *study = studies ? studies->rows : NULL;
    const struct store_table *table = tables ? tables->rows : NULL;
    const struct store_person *person = people ? people->rows : NULL;
    *line = NULL;
    if (call_failed(core, call, batch)) return false;
    if (tables && (!table || !is_open_to(call, batch, table))) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_table"));
        return false;
    }
    if (studies && !study) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_study"));
        return false;
    }
    if (table) take_at_table(call, batch, table, line);
    if (person) take(call, person->id, person->name);
    if (study) take(call, study->person, study->name);
    if (call->found.id[0] && strcmp(call->found.id, call->me.id) != 0) return true;
    call_refuse(core, call, 404, &MESSAGE("server.error.nobody_there"));
    return false;
}

static void done(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

/* ---- reports ---- */

static bool is_one_of(const char *word, const char *const *words, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return false;
}

/* Kind and reason; false: they are unknown. */
static bool read_kind(const struct call *call, struct store_report *report) {
    static const char *const kinds[] = {"name", "chat", "table", "study"};
    static const char *const reasons[] = {"insult", "spam", "name", "cheating", "other"};
    return json_read_text(json_get(call->json, "kind"), report->kind, sizeof report->kind, NULL) &&
           json_read_text(json_get(call->json, "reason"), report->reason, sizeof report->reason,
                          NULL) &&
           is_one_of(report->kind, kinds, sizeof kinds / sizeof kinds[0]) &&
           is_one_of(report->reason, reasons, sizeof reasons / sizeof reasons[0]);
}

/* Reporting the same thing again adds nothing. */
static void report_id(struct store_report *report) {
    char text[4 * STORE_ID + STORE_LEVEL + 24];
    uint8_t hash[HASH_SIZE];
    int length = snprintf(text, sizeof text, "report %s %s %s %s %lld", report->by, report->kind,
                          report->at, report->about, (long long)report->number);
    blake2b_hash(text, (size_t)length, hash);
    draws_write_id(hash, report->id);
}

static void report_stored(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT) batch->status = STORE_DONE; /* it was reported before */
    done(core, call, batch);
}

static void report_found(struct core *core, struct call *call, struct store_batch *found) {
    const struct store_chat *line;
    struct store_report report = {.created_ms = core->now};
    if (!about_found(core, call, found, &line)) return;
    const struct store_op *studies = store_found(found, STORE_STUDY_AT, NULL);
    if (!read_kind(call, &report) || (strcmp(report.kind, "chat") == 0) != (line != NULL) ||
        (strcmp(report.kind, "study") == 0) != (studies != NULL)) {
        call_refuse(core, call, 400, &MESSAGE("server.error.report"));
        return;
    }
    if (!json_read_text(json_get(call->json, studies ? "study" : "table"), report.at,
                        sizeof report.at, NULL))
        report.at[0] = 0;
    strcpy(report.by, call->me.id);
    strcpy(report.by_name, call->me.name);
    strcpy(report.about, call->found.id);
    strcpy(report.about_name, call->found.name);
    if (line) {
        report.number = line->number;
        strcpy(report.text, line->text);
    }
    if (studies) strcpy(report.text, ((const struct store_study *)studies->rows)->title);
    report_id(&report);
    struct store_batch *batch = store_batch(NULL);
    store_add(batch, STORE_REPORT)->report = report;
    call_find(core, call, batch, report_stored);
}

void call_report(struct core *core, struct call *call) {
    if (core_within_limit(core, &report_limit, call->me.id) &&
        core_within_limit(core, &report_limit, call->address))
        about_find(core, call, report_found);
    else call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
}

/* The person has read the moderators' warning. */
void call_heed(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    struct store_mark *mark = &store_remove(batch, STORE_MARK)->mark;
    strcpy(mark->kind, MARK_WARNING);
    strcpy(mark->subject, call->me.id);
    call_find(core, call, batch, done);
}

/* ---- personal blocks ---- */

static void blocks_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_BLOCKS_OF, NULL);
    const struct store_block *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "blocks");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(&out, NULL);
        json_text(&out, "id", rows[i].other);
        json_text(&out, "name", rows[i].name);
        json_number(&out, "created_ms", rows[i].created_ms);
        json_object_end(&out);
    }
    json_array_end(&out);
    call_end(core, call, &out);
}

void call_blocks(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_BLOCKS_OF, call->me.id, 0, BLOCKS_SHOWN);
    call_find(core, call, batch, blocks_found);
}

/* The person's tables in memory are loaded again with the new blocks, and connections learn whose
 * lines they hide. */
static void blocks_changed(struct core *core, struct call *call, struct store_batch *batch) {
    size_t at = 0;
    if (batch->status == STORE_DONE) {
        for (struct room *room; (room = map_next(&core->rooms, &at));)
            if (strcmp(room->row.host, call->me.id) == 0) room_changed_elsewhere(room);
        core_store_changed(core, "", call->me.id);
    }
    done(core, call, batch);
}

static void block_found(struct core *core, struct call *call, struct store_batch *found) {
    const struct store_chat *line;
    if (!about_found(core, call, found, &line)) return;
    struct store_batch *batch = store_batch(NULL);
    struct store_block *row = &store_put(batch, STORE_BLOCK)->block;
    strcpy(row->person, call->me.id);
    strcpy(row->other, call->found.id);
    strcpy(row->name, call->found.name);
    row->created_ms = core->now;
    call_find(core, call, batch, blocks_changed);
}

void call_block(struct core *core, struct call *call) {
    about_find(core, call, block_found);
}

void call_unblock(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    struct store_block *row = &store_remove(batch, STORE_BLOCK)->block;
    strcpy(row->person, call->me.id);
    if (!json_read_text(json_get(call->json, "id"), row->other, sizeof row->other, NULL))
        row->other[0] = 0;
    call_find(core, call, batch, blocks_changed);
}
