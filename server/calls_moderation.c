/* What accounts with the moderator role see and do. Every action is a row of the audit log, written
 * in the same batch as its effect. */
#include "server/state.h"

#include "server/names.h"

#include <string.h>

enum { REPORTS_SHOWN = 100, ACTIONS_SHOWN = 100, WHY_LETTERS_MAX = 200, HOURS_MAX = 24 * 365 };

/* ---- who may ---- */

static void find_mine(const struct call *call, struct store_batch *batch) {
    store_find(batch, STORE_MARKS_ON, call->me.id, 0, 0);
}

/* Is the caller a moderator? Otherwise refuses the call. */
static bool may_moderate(struct core *core, struct call *call, const struct store_batch *batch) {
    if (call_failed(core, call, batch)) return false;
    if (moderation_mark(core, store_found(batch, STORE_MARKS_ON, call->me.id), MARK_MODERATOR))
        return true;
    call_refuse(core, call, 403, &MESSAGE("server.error.moderator"));
    return false;
}

/* ---- what they see ---- */

static void write_person(struct json_out *out, const char *member, const char *id,
                         const char *name) {
    json_object(out, member);
    json_text(out, "id", id);
    json_text(out, "name", name);
    json_object_end(out);
}

static void write_report(struct json_out *out, const char *member,
                         const struct store_report *report) {
    json_object(out, member);
    json_text(out, "id", report->id);
    json_text(out, "kind", report->kind);
    json_text(out, "reason", report->reason);
    write_person(out, "by", report->by, report->by_name);
    write_person(out, "about", report->about, report->about_name);
    bool of_study = strcmp(report->kind, "study") == 0;
    json_text(out, "table", of_study ? "" : report->at);
    json_text(out, "study", of_study ? report->at : "");
    json_text(out, "text", report->text);
    json_number(out, "created_ms", report->created_ms);
    json_number(out, "closed_ms", report->closed_ms);
    json_object_end(out);
}

static void write_actions(struct json_out *out, const struct store_op *found) {
    const struct store_action *rows = found->rows;
    json_array(out, "actions");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(out, NULL);
        json_number(out, "at_ms", rows[i].at_ms);
        json_text(out, "by", rows[i].by_name);
        json_bool(out, "operator", !rows[i].by[0]);
        json_text(out, "what", rows[i].what);
        json_text(out, "about", rows[i].about_name);
        json_text(out, "why", rows[i].why);
        json_object_end(out);
    }
    json_array_end(out);
}

static void reports_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (!may_moderate(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_REPORTS_OPEN, NULL);
    const struct store_report *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "reports");
    for (unsigned i = 0; i < found->count; i++) write_report(&out, NULL, &rows[i]);
    json_array_end(&out);
    write_actions(&out, store_found(batch, STORE_ACTIONS, NULL));
    call_end(core, call, &out);
}

void call_reports(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    find_mine(call, batch);
    store_find(batch, STORE_REPORTS_OPEN, "", 0, REPORTS_SHOWN);
    store_find(batch, STORE_ACTIONS, "", 0, ACTIONS_SHOWN);
    call_find(core, call, batch, reports_found);
}

static void write_lines(struct json_out *out, const struct store_op *found, int64_t reported) {
    const struct store_chat *rows = found->rows;
    json_array(out, "lines");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(out, NULL);
        json_text(out, "name", rows[i].name);
        json_text(out, "text", rows[i].text);
        json_number(out, "said_ms", rows[i].said_ms);
        json_bool(out, "reported", rows[i].number == reported);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_people(struct json_out *out, const struct store_op *found) {
    const struct store_seat *rows = found->rows;
    json_array(out, "seats");
    for (unsigned i = 0; i < found->count; i++)
        if (rows[i].person[0]) json_text(out, NULL, rows[i].name);
    json_array_end(out);
}

/* The report with the lines around it, the people at the table, and what is known of the person. */
static void context_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_report *report = store_found(batch, STORE_REPORT_AT, NULL)->rows;
    const struct store_person *person = store_found(batch, STORE_PERSON_AT, NULL)->rows;
    const struct store_table *table = store_found(batch, STORE_TABLE_AT, NULL)->rows;
    const struct store_op *marks = store_found(batch, STORE_MARKS_ON, NULL);
    const struct store_mark *mute = moderation_mark(core, marks, MARK_MUTE);
    if (!report) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_report"));
        return;
    }
    struct json_out out = call_begin(core);
    write_report(&out, "report", report);
    write_lines(&out, store_found(batch, STORE_CHAT_NEAR, NULL),
                strcmp(report->kind, "chat") == 0 ? report->number : -1);
    write_people(&out, store_found(batch, STORE_SEATS_AT, NULL));
    json_text(&out, "game", table ? table->game : "");
    json_text(&out, "name", person ? person->name : "");
    json_bool(&out, "guest", person && !person->password[0]);
    json_bool(&out, "blocked", person && person->blocked);
    json_bool(&out, "muted", mute != NULL);
    json_bool(&out, "moderator", moderation_mark(core, marks, MARK_MODERATOR) != NULL);
    json_number(&out, "reports", store_found(batch, STORE_REPORTS_ABOUT, NULL)->count);
    write_actions(&out, store_found(batch, STORE_ACTIONS_ON, NULL));
    call_end(core, call, &out);
}

static void find_about(const struct store_report *report, struct store_batch *batch) {
    store_find(batch, STORE_PERSON_AT, report->about, 0, 1);
    store_find(batch, STORE_MARKS_ON, report->about, 0, 0);
}

static void one_found(struct core *core, struct call *call, struct store_batch *found) {
    if (!may_moderate(core, call, found)) return;
    const struct store_report *report = store_found(found, STORE_REPORT_AT, NULL)->rows;
    if (!report) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_report"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_REPORT_AT, report->id, 0, 1);
    store_find(batch, STORE_CHAT_NEAR, report->at, report->number, 0);
    store_find(batch, STORE_TABLE_AT, report->at, 0, 1);
    store_find(batch, STORE_SEATS_AT, report->at, 0, 0);
    store_find(batch, STORE_REPORTS_ABOUT, report->about, 0, REPORTS_SHOWN);
    store_find(batch, STORE_ACTIONS_ON, report->about, 0, ACTIONS_SHOWN);
    find_about(report, batch);
    call_find(core, call, batch, context_found);
}

static void find_report(struct core *core, struct call *call, const char *id,
                        void (*then)(struct core *, struct call *, struct store_batch *)) {
    struct store_batch *batch = store_batch(NULL);
    find_mine(call, batch);
    store_find(batch, STORE_REPORT_AT, id, 0, 1);
    call_find(core, call, batch, then);
}

void call_one_report(struct core *core, struct call *call) {
    call->argument[STORE_ID - 1] = 0; /* a longer id belongs to no report */
    find_report(core, call, call->argument, one_found);
}

/* ---- what they do ---- */

/* What an action writes besides its row of the audit log. False with the reason: it cannot be
 * done. call.found is the person. */
typedef bool deed(struct core *core, struct call *call, const struct store_batch *found,
                  struct store_batch *batch, struct message *error);

static void put_mark(struct core *core, const struct call *call, struct store_batch *batch,
                     const char *kind, int64_t until_ms) {
    struct store_mark *mark = &store_put(batch, STORE_MARK)->mark;
    strcpy(mark->kind, kind);
    strcpy(mark->subject, call->found.id);
    mark->until_ms = until_ms;
    mark->created_ms = core->now;
    if (!json_read_text(json_get(call->json, "why"), mark->why, sizeof mark->why, NULL)) never();
}

static bool dismiss(struct core *core, struct call *call, const struct store_batch *found,
                    struct store_batch *batch, struct message *error) {
    (void)core, (void)call, (void)found, (void)batch, (void)error;
    return true;
}

static bool warn(struct core *core, struct call *call, const struct store_batch *found,
                 struct store_batch *batch, struct message *error) {
    (void)found, (void)error;
    put_mark(core, call, batch, MARK_WARNING, 0);
    return true;
}

static bool mute(struct core *core, struct call *call, const struct store_batch *found,
                 struct store_batch *batch, struct message *error) {
    int64_t hours;
    (void)found;
    if (!json_read_number(json_get(call->json, "hours"), &hours) || hours < 1 ||
        hours > HOURS_MAX) {
        *error = MESSAGE("server.error.hours", NUMBER("max", HOURS_MAX));
        return false;
    }
    put_mark(core, call, batch, MARK_MUTE, core->now + hours * HOUR_MS);
    return true;
}

static bool unmute(struct core *core, struct call *call, const struct store_batch *found,
                   struct store_batch *batch, struct message *error) {
    struct store_mark *mark = &store_remove(batch, STORE_MARK)->mark;
    (void)core, (void)found, (void)error;
    strcpy(mark->kind, MARK_MUTE);
    strcpy(mark->subject, call->found.id);
    return true;
}

static bool block(struct core *core, struct call *call, const struct store_batch *found,
                  struct store_batch *batch, struct message *error) {
    (void)core, (void)found, (void)error;
    store_put_blocked(batch, &call->found, true);
    return true;
}

static bool unblock(struct core *core, struct call *call, const struct store_batch *found,
                    struct store_batch *batch, struct message *error) {
    (void)core, (void)found, (void)error;
    store_put_blocked(batch, &call->found, false);
    return true;
}

static bool rename_person(struct core *core, struct call *call, const struct store_batch *found,
                          struct store_batch *batch, struct message *error) {
    (void)core;
    if (!call->folded[0]) {
        *error = MESSAGE("server.error.name", NUMBER("max", NAME_LETTERS_MAX));
        return false;
    }
    const struct store_person *other = store_found(found, STORE_PERSON_NAMED, NULL)->rows;
    if (other && strcmp(other->id, call->found.id) != 0) {
        *error = MESSAGE("server.error.name_taken");
        return false;
    }
    strcpy(call->found.name, call->text);
    if (call->found.password[0]) strcpy(call->found.folded, call->folded);
    store_put(batch, STORE_PERSON)->person = call->found;
    store_sweep(batch, STORE_RENAME, call->found.id, 0);
    return true;
}

/* Removes the study that was reported. */
static bool remove_study(struct core *core, struct call *call, const struct store_batch *found,
                         struct store_batch *batch, struct message *error) {
    const struct store_report *report = store_found(found, STORE_REPORT_AT, NULL)->rows;
    (void)core, (void)call;
    if (strcmp(report->kind, "study") != 0) {
        *error = MESSAGE("server.error.no_study");
        return false;
    }
    store_sweep(batch, STORE_REMOVE_STUDY, report->at, 0);
    return true;
}

static const struct {
    const char *what;
    deed *run;
    bool closes; /* the report */
} deeds[] = {
    {"dismiss", dismiss, true},
    {"warn", warn, true},
    {"mute", mute, true},
    {"unmute", unmute, false},
    {"block", block, true},
    {"unblock", unblock, false},
    {"rename", rename_person, true},
    {"remove_study", remove_study, true},
};
enum { DEEDS = sizeof deeds / sizeof deeds[0] };

static unsigned find_deed(const struct call *call) {
    unsigned i = 0;
    while (i < DEEDS && !json_is(json_get(call->json, "what"), deeds[i].what)) i++;
    return i;
}

/* A reason that somebody else can understand later: some letters, not too many. */
static bool read_why(const struct call *call, char why[STORE_WHY]) {
    unsigned letters = 0, spaces = 0;
    if (!json_read_text(json_get(call->json, "why"), why, STORE_WHY, NULL)) return false;
    for (const char *at = why; *at; at++) {
        letters += ((uint8_t)*at & 0xc0) != 0x80;
        spaces += *at == ' ';
        if ((uint8_t)*at < 0x20) return false;
    }
    return letters > spaces && letters <= WHY_LETTERS_MAX;
}

static void log_action(struct core *core, const struct call *call, struct store_batch *batch,
                       const struct store_report *report, const char *what) {
    struct store_action *action = &store_add(batch, STORE_ACTION)->action;
    core_new_id(core, action->id);
    action->at_ms = core->now;
    strcpy(action->by, call->me.id);
    strcpy(action->by_name, call->me.name);
    strcpy(action->what, what);
    strcpy(action->about, report->about);
    strcpy(action->about_name, report->about_name);
    strcpy(action->report, report->id);
    if (!read_why(call, action->why)) never();
}

/* Open pages learn of it at once; other servers are told by the store. */
static void acted(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT) {
        call_refuse(core, call, 409, &MESSAGE("server.error.name_taken"));
        return;
    }
    if (call_failed(core, call, batch)) return;
    if (json_is(json_get(call->json, "what"), "block")) account_close_pages(core, call->found.id);
    else if (json_is(json_get(call->json, "what"), "rename")) account_renamed(core, &call->found);
    else core_store_changed(core, "", call->found.id);
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

/* Moderators do not act on each other or on themselves: that is the operator's business. */
static void act(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_report *report = store_found(found, STORE_REPORT_AT, NULL)->rows;
    const struct store_person *person = store_found(found, STORE_PERSON_AT, NULL)->rows;
    const struct store_op *marks = store_found(found, STORE_MARKS_ON, NULL);
    unsigned i = find_deed(call);
    struct message error = MESSAGE("server.error.no_person");
    struct store_batch *batch = store_batch(NULL);
    bool good = report && (person || i == 0);
    if (good && person) call->found = *person;
    if (good && i > 0 && moderation_mark(core, marks, MARK_MODERATOR)) {
        error = MESSAGE("server.error.is_moderator");
        good = false;
    }
    if (!good || !deeds[i].run(core, call, found, batch, &error)) {
        store_batch_free(batch);
        call_refuse(core, call, 409, &error);
        return;
    }
    log_action(core, call, batch, report, deeds[i].what);
    if (deeds[i].closes) {
        struct store_report *closed = &store_put(batch, STORE_REPORT)->report;
        *closed = *report;
        closed->closed_ms = core->now;
    }
    call_find(core, call, batch, acted);
}

static void act_found(struct core *core, struct call *call, struct store_batch *found) {
    char why[STORE_WHY];
    if (!may_moderate(core, call, found)) return;
    const struct store_report *report = store_found(found, STORE_REPORT_AT, NULL)->rows;
    if (!report || find_deed(call) == DEEDS) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_report"));
        return;
    }
    if (!read_why(call, why)) {
        call_refuse(core, call, 400, &MESSAGE("server.error.why", NUMBER("max", WHY_LETTERS_MAX)));
        return;
    }
    if (!json_read_text(json_get(call->json, "name"), call->text, STORE_NAME, NULL) ||
        !name_fold(call->text, call->folded))
        call->folded[0] = 0;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_REPORT_AT, report->id, 0, 1);
    store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
    find_about(report, batch);
    call_find(core, call, batch, act);
}

/* {"report": ID, "what": "warn", "why": TEXT}; mute also has "hours", rename "name"; remove_study
 * needs a report about a study. */
void call_act(struct core *core, struct call *call) {
    char id[STORE_ID];
    if (!json_read_text(json_get(call->json, "report"), id, sizeof id, NULL)) id[0] = 0;
    find_report(core, call, id, act_found);
}
