/* Requests about studies of the analysis board: short links that the server keeps.
 *
 * A study's text is what a long link carries in its fragment: compressed, as base64url. The server
 * never reads it; the page that opens it checks everything. */
#include "server/state.h"

#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

enum {
    STUDIES_PER_PERSON = 50,
    STUDY_TEXT_MAX = 32 * 1024, /* letters */
    STUDY_TITLE_MAX = 60,
    STUDIES_SHOWN = 50, /* of a list */
    PART_SIZE = STORE_DATA - 1,
};

static void refuse_none(struct core *core, struct call *call) {
    call_refuse(core, call, 404, &MESSAGE("server.error.no_study"));
}

/* ---- lists ---- */

static void write_members(struct json_out *out, const struct store_study *study) {
    json_text(out, "id", study->id);
    json_text(out, "game", study->game);
    json_text(out, "title", study->title);
    json_text(out, "name", study->name);
    json_bool(out, "public", study->listed);
    json_number(out, "created_ms", study->created_ms);
}

static void list(struct core *core, struct call *call, const struct store_batch *batch,
                 enum store_query query) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, query, NULL);
    const struct store_study *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "studies");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(&out, NULL);
        write_members(&out, &rows[i]);
        json_object_end(&out);
    }
    json_array_end(&out);
    if (found->count == STUDIES_SHOWN) json_number(&out, "next", rows[found->count - 1].created_ms);
    else json_null(&out, "next");
    call_end(core, call, &out);
}

static void public_found(struct core *core, struct call *call, struct store_batch *batch) {
    list(core, call, batch, STORE_STUDIES);
}

static void mine_found(struct core *core, struct call *call, struct store_batch *batch) {
    list(core, call, batch, STORE_STUDIES_OF);
}

/* ?game=tallinn&before=MS: public studies, newest first. `next` is the `before` of the next
 * request. */
void call_studies(struct core *core, struct call *call) {
    char game[STORE_LEVEL];
    struct store_batch *batch = store_batch(NULL);
    if (!call_query(call, "game", game, sizeof game)) game[0] = 0;
    int64_t number = call_query_number(call, "before");
    store_find(batch, STORE_STUDIES, game, number, STUDIES_SHOWN);
    call_find(core, call, batch, public_found);
}

void call_my_studies(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_STUDIES_OF, call->me.id, 0, STUDIES_PER_PERSON);
    call_find(core, call, batch, mine_found);
}

/* The text of one study among parts that are ordered by study and number. */
static void write_text(struct json_out *out, const char *id, const struct store_op *found) {
    const struct store_part *parts = found->rows;
    json_text_begin(out, "text");
    for (unsigned i = 0; i < found->count; i++)
        if (strcmp(parts[i].at, id) == 0) json_text_add(out, parts[i].text, strlen(parts[i].text));
    json_text_end(out);
}

void studies_export(struct json_out *out, const struct store_batch *batch) {
    const struct store_op *found = store_found(batch, STORE_STUDIES_OF, NULL);
    const struct store_study *rows = found->rows;
    json_array(out, "studies");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(out, NULL);
        write_members(out, &rows[i]);
        write_text(out, rows[i].id, store_found(batch, STORE_PARTS_OF, NULL));
        json_object_end(out);
    }
    json_array_end(out);
}

/* ---- opening one ---- */

/* Notes, at most once a day, that somebody opened the study: it is kept STUDY_DAYS longer. If that
 * fails, the next opening notes it. */
static void note_seen(struct core *core, const struct store_study *study) {
    if (core->now - study->seen_ms < DAY_MS) return;
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, STORE_SEE_STUDY, study->id, core->now);
    core_submit(core, &core->touch, batch);
}

static void study_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_study *study = store_found(batch, STORE_STUDY_AT, NULL)->rows;
    if (!study) {
        refuse_none(core, call);
        return;
    }
    note_seen(core, study);
    struct json_out out = call_begin(core);
    write_members(&out, study);
    json_bool(&out, "mine", call->known && strcmp(study->person, call->me.id) == 0);
    write_text(&out, study->id, store_found(batch, STORE_PARTS_AT, NULL));
    call_end(core, call, &out);
}

void call_study(struct core *core, struct call *call) {
    if (!draws_is_id(call->argument, strlen(call->argument))) {
        refuse_none(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_STUDY_AT, call->argument, 0, 1);
    store_find(batch, STORE_PARTS_AT, call->argument, 0, 0);
    call_find(core, call, batch, study_found);
}

/* ---- keeping one ---- */

static bool is_base64url(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') return false;
    }
    return length > 0;
}

static bool read_study(struct json json, struct store_study *study, struct message *error) {
    struct json game = json_get(json, "game");
    size_t length;
    if (!json_read_text(game, study->game, sizeof study->game, &length) ||
        !games_find(study->game, length)) {
        *error = MESSAGE("error.record.game",
                         TEXT("game", game.text, game.length < 40 ? game.length : 0));
        return false;
    }
    if (!json_read_text(json_get(json, "title"), study->title, sizeof study->title, NULL) ||
        !is_line(study->title, STUDY_TITLE_MAX)) {
        *error = MESSAGE("server.error.study_title", NUMBER("max", STUDY_TITLE_MAX));
        return false;
    }
    study->listed = json_flag(json, "public", false);
    return true;
}

static void add_parts(struct store_batch *batch, const char *id, const char *text, size_t length) {
    for (size_t at = 0; at < length; at += PART_SIZE) {
        struct store_part *part = &store_add(batch, STORE_PART)->part;
        strcpy(part->at, id);
        part->number = (int64_t)(at / PART_SIZE);
        memcpy(part->text, text + at, length - at < PART_SIZE ? length - at : PART_SIZE);
    }
}

static void kept(struct core *core, struct call *call, struct store_batch *batch) {
    char path[STORE_ID + 8] = "/s/";
    if (call_failed(core, call, batch)) return;
    const char *id = store_written(batch, STORE_STUDY)->study.id;
    struct json_out out = call_begin(core);
    json_text(&out, "id", id);
    strcat(path, id);
    json_text(&out, "path", path);
    call_end(core, call, &out);
}

static void keep_found(struct core *core, struct call *call, struct store_batch *found) {
    char text[STUDY_TEXT_MAX + 1];
    struct store_study study = {.created_ms = core->now, .seen_ms = core->now};
    struct message error;
    size_t length;
    if (call_failed(core, call, found)) return;
    if (store_found(found, STORE_STUDIES_OF, NULL)->count >= STUDIES_PER_PERSON) {
        call_refuse(core, call, 409,
                    &MESSAGE("server.error.many_studies", NUMBER("max", STUDIES_PER_PERSON)));
        return;
    }
    if (!read_study(call->json, &study, &error)) {
        call_refuse(core, call, 400, &error);
        return;
    }
    if (!json_read_text(json_get(call->json, "text"), text, sizeof text, &length) ||
        !is_base64url(text, length)) {
        call_refuse(core, call, 400,
                    &MESSAGE("server.error.study_text", NUMBER("max", STUDY_TEXT_MAX)));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    core_new_id(core, study.id);
    strcpy(study.person, call->me.id);
    strcpy(study.name, call->me.name);
    store_add(batch, STORE_STUDY)->study = study;
    add_parts(batch, study.id, text, length);
    call_find(core, call, batch, kept);
}

/* {"game": "tallinn", "title": TEXT, "public": false, "text": BASE64URL}, by an account. */
void call_study_keep(struct core *core, struct call *call) {
    if (!account_needed(core, call)) return;
    if (call_asks_twice(core, call)) { /* both would pass the limit */
        call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_STUDIES_OF, call->me.id, 0, STUDIES_PER_PERSON);
    call_find(core, call, batch, keep_found);
}

/* ---- removing one ---- */

static void removed(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

/* Only its owner may; moderators act on a report instead, which leaves a row in the audit log. */
static void remove_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_study *study = store_found(found, STORE_STUDY_AT, NULL)->rows;
    if (!study || strcmp(study->person, call->me.id) != 0) {
        refuse_none(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, STORE_REMOVE_STUDY, study->id, 0);
    call_find(core, call, batch, removed);
}

void call_study_remove(struct core *core, struct call *call) {
    char id[STORE_ID];
    if (!json_read_text(json_get(call->json, "id"), id, sizeof id, NULL)) id[0] = 0;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_STUDY_AT, id, 0, 1);
    call_find(core, call, batch, remove_found);
}
