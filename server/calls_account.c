/* What keeps an account its owner's: recovery codes, and the list of sessions. */
#include "server/state.h"

#include "core/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SESSION_ID = 16, /* hex digits of a hash that name its session */
    SESSIONS_SHOWN = 200,
};

/* ---- devices ---- */

/* The first match counts: many browsers also name the one they resemble. */
static const char *name_in(const char *agent, const char *const (*names)[2], unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (strstr(agent, names[i][0])) return names[i][1];
    return "";
}

void device_label(const char *agent, char label[STORE_DEVICE]) {
    static const char *const browsers[][2] = {
        {"Edg", "Edge"},
        {"OPR/", "Opera"},
        {"Firefox/", "Firefox"},
        {"FxiOS/", "Firefox"},
        {"SamsungBrowser", "Samsung Internet"},
        {"Chrome/", "Chrome"},
        {"CriOS/", "Chrome"},
        {"Safari/", "Safari"},
        {"tafelrunde", "Tafelrunde"},
    };
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},   {"Windows", "Windows"},
        {"Mac OS X", "macOS"},  {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
    };
    const char *browser = name_in(agent, browsers, sizeof browsers / sizeof browsers[0]),
               *system = name_in(agent, systems, sizeof systems / sizeof systems[0]);
    snprintf(label, STORE_DEVICE, "%s%s%s", browser, *browser && *system ? ", " : "", system);
}

/* ---- recovery codes ---- */

/* Hashes the letters of a code, so that hyphens, spaces and case do not matter. A code has 75
 * random bits, so a fast hash is enough. */
static void hash_code(const char *person, const char *code, uint8_t hash[STORE_HASH]) {
    char text[STORE_ID + CODE_SIZE] = "";
    size_t length = strlen(strcat(text, person));
    for (; *code && length + 1 < sizeof text; code++) {
        char letter = *code >= 'A' && *code <= 'Z' ? (char)(*code - 'A' + 'a') : *code;
        if (letter != '-' && letter != ' ') text[length++] = letter;
    }
    blake2b_hash(text, length, hash);
}

static void new_code(struct core *core, char code[CODE_SIZE]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* no l, o, 0, 1 */
    uint8_t bytes[CODE_SIZE];
    core->shell->random(core->shell, bytes, sizeof bytes);
    for (unsigned i = 0; i < CODE_SIZE; i++) code[i] = i % 6 == 5 ? '-' : letters[bytes[i] & 31];
    code[CODE_SIZE - 1] = 0;
}

void account_new_codes(struct core *core, struct call *call, struct store_batch *batch) {
    store_sweep(batch, STORE_END_CODES, call->found.id, 0);
    for (unsigned i = 0; i < CODES; i++) {
        struct store_code *row = &store_add(batch, STORE_CODE)->code;
        new_code(core, call->codes[i]);
        strcpy(row->person, call->found.id);
        hash_code(row->person, call->codes[i], row->hash);
        row->created_ms = core->now;
    }
}

void account_write_codes(struct json_out *out, const struct call *call) {
    json_array(out, "codes");
    for (unsigned i = 0; i < CODES; i++) json_text(out, NULL, call->codes[i]);
    json_array_end(out);
}

static void codes_stored(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    account_write_codes(&out, call);
    call_end(core, call, &out);
}

static void codes_verified(struct core *core, struct call *call, struct core_work *work) {
    if (!work->secret.good) {
        call_refuse(core, call, 403, &MESSAGE("server.error.login"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    call->found = call->me;
    account_new_codes(core, call, batch);
    call_find(core, call, batch, codes_stored);
}

void call_codes(struct core *core, struct call *call) {
    if (account_needed(core, call)) account_verify(core, call, "password", codes_verified);
}

/* ---- recovering an account ---- */

/* The code is used up, the password new, and all other sessions end. */
static void recover_hashed(struct core *core, struct call *call, struct core_work *work) {
    if (!account_hashed(core, call, work)) return;
    struct store_batch *batch = store_batch(NULL);
    struct store_code *code = &store_remove(batch, STORE_CODE)->code;
    strcpy(code->person, call->found.id);
    hash_code(code->person, call->text, code->hash);
    strcpy(call->found.password, work->secret.hashed);
    store_put(batch, STORE_PERSON)->person = call->found;
    store_sweep(batch, STORE_END_SESSIONS, call->found.id, 0);
    account_enter(core, call, batch);
    call->me = call->found;
    call->flag = true; /* closes the person's other sessions */
    account_store(core, call, batch);
}

static void recover_codes(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *codes = store_found(found, STORE_CODES_OF, NULL);
    const struct store_code *rows = codes->rows;
    uint8_t hash[STORE_HASH];
    bool good = false;
    hash_code(call->found.id, call->text, hash);
    for (unsigned i = 0; i < codes->count; i++)
        good |= memcmp(rows[i].hash, hash, sizeof hash) == 0;
    if (!good || !call->found.id[0] || call->found.blocked) {
        call_refuse(core, call, 403,
                    call->found.blocked ? &MESSAGE("server.error.blocked")
                                        : &MESSAGE("server.error.code"));
        return;
    }
    struct core_work *work = account_read_password(core, call, "password", CORE_HASH);
    if (work) call_work(core, call, work, recover_hashed);
}

static void recover_named(struct core *core, struct call *call, struct store_batch *found) {
    bool refused;
    const struct store_person *person = account_found(core, call, found, &refused);
    if (refused) return;
    if (person) call->found = *person;
    if (!json_read_text(json_get(call->json, "code"), call->text, sizeof call->text, NULL))
        call->text[0] = 0;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_CODES_OF, call->found.id, 0, 0);
    call_find(core, call, batch, recover_codes);
}

void call_recover(struct core *core, struct call *call) {
    if (account_read_name(core, call)) account_find(core, call, recover_named);
}

/* ---- sessions ---- */

static void session_id(const struct store_session *session, char id[2 * STORE_HASH + 1]) {
    hex_write(session->token, STORE_HASH, id);
    id[SESSION_ID] = 0;
}

static void security_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_SESSIONS_OF, NULL);
    const struct store_session *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "sessions");
    for (unsigned i = 0; i < found->count; i++) {
        char id[2 * STORE_HASH + 1];
        session_id(&rows[i], id);
        json_object(&out, NULL);
        json_text(&out, "id", id);
        json_text(&out, "device", rows[i].device);
        json_number(&out, "created_ms", rows[i].created_ms);
        json_number(&out, "seen_ms", rows[i].seen_ms);
        json_bool(&out, "here", strncmp(call->session, id, SESSION_ID) == 0);
        json_object_end(&out);
    }
    json_array_end(&out);
    json_number(&out, "codes", store_found(batch, STORE_CODES_OF, NULL)->count);
    passkeys_write(&out, store_found(batch, STORE_PASSKEYS_OF, NULL));
    const struct store_op *marks = store_found(batch, STORE_MARKS_ON, NULL);
    json_bool(&out, "second", moderation_mark(core, marks, MARK_SECOND) != NULL);
    call_end(core, call, &out);
}

void call_security(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_SESSIONS_OF, call->me.id, 0, SESSIONS_SHOWN);
    store_find(batch, STORE_CODES_OF, call->me.id, 0, 0);
    store_find(batch, STORE_PASSKEYS_OF, call->me.id, 0, 0);
    store_find(batch, STORE_MARKS_ON, call->me.id, 0, 0);
    call_find(core, call, batch, security_found);
}

static void session_ended(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    for (struct connection *c = map_get(&core->people, call->me.id); c; c = c->next)
        if (strncmp(c->session, call->text, SESSION_ID) == 0)
            core->shell->close(core->shell, c->number, 1008);
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

static void session_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *sessions = store_found(found, STORE_SESSIONS_OF, NULL);
    const struct store_session *rows = sessions->rows;
    for (unsigned i = 0; i < sessions->count; i++) {
        char id[2 * STORE_HASH + 1];
        session_id(&rows[i], id);
        if (strcmp(id, call->text) != 0) continue;
        struct store_batch *batch = store_batch(NULL);
        store_remove(batch, STORE_SESSION)->session = rows[i];
        call_find(core, call, batch, session_ended);
        return;
    }
    call_refuse(core, call, 404, &MESSAGE("server.error.no_session"));
}

void call_end_session(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    if (!json_read_text(json_get(call->json, "id"), call->text, sizeof call->text, NULL))
        call->text[0] = 0;
    store_find(batch, STORE_SESSIONS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, session_found);
}
