/* Guests, accounts, sessions. */
#include "server/state.h"

#include "core/hex.h"
#include "server/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSWORD_MIN = 8, PASSWORD_MAX = 200, LEADERS_MAX = 100, HISTORY_MAX = 100 };

/* login attempts per account from one address or from one device that was signed in before */
static const struct limit name_limit = {.burst = 10, .interval_ms = 60 * 1000};
/* the same from all addresses together, without those devices */
static const struct limit everywhere_limit = {.burst = 100, .interval_ms = 30 * 1000};

void person_to_who(const struct store_person *person, struct who *who) {
    strcpy(who->id, person->id);
    strcpy(who->name, person->name);
    who->guest = person->name[0] && !person->password[0]; /* a deleted person is no guest */
}

/* ---- reading ---- */

bool account_read_name(struct core *core, struct call *call) {
    if (json_read_text(json_get(call->json, "name"), call->text, STORE_NAME, NULL) &&
        name_fold(call->text, call->folded))
        return true;
    call_refuse(core, call, 400, &MESSAGE("server.error.name", NUMBER("max", NAME_LETTERS_MAX)));
    return false;
}

/* Work with the password in this member; NULL: the call was refused. */
struct core_work *account_read_password(struct core *core, struct call *call, const char *member,
                                        enum core_work_kind kind) {
    struct core_work *work = work_new(kind);
    if (json_read_text(json_get(call->json, member), work->secret.password, PASSWORD_MAX + 1,
                       &work->secret.length) &&
        work->secret.length >= PASSWORD_MIN)
        return work;
    free(work);
    call_refuse(core, call, 400,
                &MESSAGE("server.error.password", NUMBER("min", PASSWORD_MIN),
                         NUMBER("max", PASSWORD_MAX)));
    return NULL;
}

/* ---- sessions ---- */

static void new_token(struct core *core, char token[CORE_TOKEN_LENGTH + 1]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint8_t bytes[CORE_TOKEN_LENGTH];
    core->shell->random(core->shell, bytes, sizeof bytes);
    for (unsigned i = 0; i < CORE_TOKEN_LENGTH; i++) token[i] = digits[bytes[i] & 63];
    token[CORE_TOKEN_LENGTH] = 0;
}

void account_name_device(struct core *core, struct call *call) {
    if (call->device[0]) return;
    call->new_device = true;
    new_token(core, call->device);
}

/* Remembers that the account was signed in on this device. */
static void know_device(struct core *core, struct call *call, struct store_batch *batch) {
    account_name_device(core, call);
    origin_put(core, batch, call->found.id, ORIGIN_DEVICE, call->device);
    origin_put(core, batch, call->found.id, ORIGIN_ADDRESS, call->address);
}

/* Adds a session to the batch and puts its token into the call. The store gets only its hash. */
static void add_session(struct core *core, struct call *call, struct store_batch *batch,
                        const char *person) {
    struct store_session *session = &store_add(batch, STORE_SESSION)->session;
    char hash[2 * HASH_SIZE + 1];
    new_token(core, call->token);
    token_hash(call->token, hash);
    if (!hex_read(hash, session->token, sizeof session->token)) never();
    strcpy(session->person, person);
    session->created_ms = session->seen_ms = core->now;
    strcpy(session->device, call->label);
}

static void remove_session(struct call *call, struct store_batch *batch) {
    char hash[2 * HASH_SIZE + 1];
    if (!call->token[0]) return;
    token_hash(call->token, hash);
    struct store_session *session = &store_remove(batch, STORE_SESSION)->session;
    strcpy(session->person, call->me.id); /* so that the store announces it to other servers */
    if (!hex_read(hash, session->token, HASH_SIZE)) never();
}

void account_close_pages(struct core *core, const char *person) {
    for (struct connection *c = map_get(&core->people, person); c; c = c->next)
        core->shell->close(core->shell, c->number, 1008);
}

/* Closes the connections of the call's session or, if `others`, all but those. */
static void close_session(struct core *core, const struct call *call, bool others) {
    for (struct connection *c = map_get(&core->people, call->me.id); c; c = c->next)
        if ((strcmp(c->session, call->session) != 0) == others)
            core->shell->close(core->shell, c->number, 1008);
}

/* A new token replaces the old one: open connections now belong to the new session. */
static void renew_session(struct core *core, const struct call *call) {
    for (struct connection *c = call->session[0] ? map_get(&core->people, call->found.id) : NULL; c;
         c = c->next)
        if (strcmp(c->session, call->session) == 0) token_hash(call->token, c->session);
}

void account_renamed(struct core *core, const struct store_person *person) {
    struct who who;
    person_to_who(person, &who);
    for (struct connection *c = map_get(&core->people, who.id); c; c = c->next) c->who = who;
    rooms_changed_for(core, who.id);
}

static void write_me(struct json_out *out, const struct store_person *person) {
    json_text(out, "name", person->name);
    json_bool(out, "guest", !person->password[0]);
    json_number(out, "created_ms", person->created_ms);
}

/* The person and the new session are stored: replies with both. */
static void person_stored(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT) {
        call_refuse(core, call, 409, &MESSAGE("server.error.name_taken"));
        return;
    }
    if (call_failed(core, call, batch)) return;
    if (call->flag) close_session(core, call, true);
    renew_session(core, call);
    account_renamed(core, &call->found);
    struct json_out out = call_begin(core);
    json_text(&out, "token", call->token);
    write_me(&out, &call->found);
    if (call->codes[0][0]) account_write_codes(&out, call);
    call_end_token(core, call, &out, call->token);
}

void account_store(struct core *core, struct call *call, struct store_batch *batch) {
    call_find(core, call, batch, person_stored);
}

void account_enter(struct core *core, struct call *call, struct store_batch *batch) {
    add_session(core, call, batch, call->found.id);
    know_device(core, call, batch);
}

/* ---- guests ---- */

static void find_named(struct core *core, struct call *call,
                       void (*then)(struct core *, struct call *, struct store_batch *)) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
    call_find(core, call, batch, then);
}

/* Checks that the name a guest wants belongs to no account. */
static void find_free_name(struct core *core, struct call *call,
                           void (*then)(struct core *, struct call *, struct store_batch *)) {
    if (call->known && call->me.password[0])
        call_refuse(core, call, 409, &MESSAGE("server.error.account"));
    else if (account_read_name(core, call)) find_named(core, call, then);
}

static bool is_free(struct core *core, struct call *call, const struct store_batch *found) {
    if (call_failed(core, call, found)) return false;
    if (!store_found(found, STORE_PERSON_NAMED, NULL)->count) return true;
    call_refuse(core, call, 409, &MESSAGE("server.error.name_taken"));
    return false;
}

/* Fills in call.found: the caller, or a new person, with the new name. */
static void name_person(struct core *core, struct call *call) {
    if (call->known) {
        call->found = call->me;
    } else {
        core_new_id(core, call->found.id);
        call->found.created_ms = core->now;
    }
    call->found.seen_ms = core->now;
    strcpy(call->found.name, call->text);
}

static void guest_named(struct core *core, struct call *call, struct store_batch *found) {
    if (!is_free(core, call, found)) return;
    struct store_batch *batch = store_batch(NULL);
    name_person(core, call);
    store_put(batch, STORE_PERSON)->person = call->found;
    if (call->known) store_sweep(batch, STORE_RENAME, call->found.id, 0);
    else add_session(core, call, batch, call->found.id);
    call_find(core, call, batch, person_stored);
}

void call_guest(struct core *core, struct call *call) {
    find_free_name(core, call, guest_named);
}

/* ---- accounts ---- */

bool account_hashed(struct core *core, struct call *call, const struct core_work *work) {
    if (work->secret.good) return true;
    call_refuse(core, call, 503, &MESSAGE("error.memory"));
    return false;
}

/* The guest becomes an account and keeps its seats. It gets a new session. */
static void signup_hashed(struct core *core, struct call *call, struct core_work *work) {
    if (!account_hashed(core, call, work)) return;
    struct store_batch *batch = store_batch(NULL);
    name_person(core, call);
    strcpy(call->found.folded, call->folded);
    strcpy(call->found.password, work->secret.hashed);
    store_put(batch, STORE_PERSON)->person = call->found;
    store_sweep(batch, STORE_RENAME, call->found.id, 0);
    remove_session(call, batch);
    account_enter(core, call, batch);
    account_new_codes(core, call, batch);
    account_store(core, call, batch);
}

static void signup_named(struct core *core, struct call *call, struct store_batch *found) {
    if (!is_free(core, call, found)) return;
    struct core_work *work = account_read_password(core, call, "password", CORE_HASH);
    if (work) call_work(core, call, work, signup_hashed);
}

void call_signup(struct core *core, struct call *call) {
    find_free_name(core, call, signup_named);
}

/* With MARK_SECOND, a passkey follows the password. */
static void login_marked(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    if (moderation_mark(core, store_found(found, STORE_MARKS_ON, NULL), MARK_SECOND)) {
        passkey_after_password(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    account_enter(core, call, batch);
    account_store(core, call, batch);
}

static void login_verified(struct core *core, struct call *call, struct core_work *work) {
    if (work->kind != CORE_VERIFY || !work->secret.good) {
        call_refuse(core, call, 403, &MESSAGE("server.error.login"));
        return;
    }
    if (call->found.blocked) {
        call_refuse(core, call, 403, &MESSAGE("server.error.blocked"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_MARKS_ON, call->found.id, 0, 0);
    call_find(core, call, batch, login_marked);
}

/* Was the account signed in on this device before? */
static bool is_known(const struct store_batch *batch, const struct store_person *person) {
    const struct store_op *devices = store_found(batch, STORE_ORIGINS_AT, NULL);
    const struct store_origin *rows = devices->rows;
    for (unsigned i = 0; person && i < devices->count; i++)
        if (strcmp(rows[i].person, person->id) == 0) return true;
    return false;
}

/* Strangers who guess must not lock the owner out: each address and each device of the owner has a
 * limit of its own. */
static bool may_guess(struct core *core, const struct call *call, bool known) {
    char subject[STORE_NAME + CORE_ADDRESS_MAX + CORE_TOKEN_LENGTH];
    snprintf(subject, sizeof subject, "%s@%s", call->folded, known ? call->device : call->address);
    return core_within_limit(core, &name_limit, subject) &&
           (known || core_within_limit(core, &everywhere_limit, call->folded));
}

const struct store_person *account_found(struct core *core, struct call *call,
                                         const struct store_batch *found, bool *refused) {
    *refused = call_failed(core, call, found);
    if (*refused) return NULL;
    const struct store_person *person = store_found(found, STORE_PERSON_NAMED, NULL)->rows;
    *refused = !may_guess(core, call, is_known(found, person));
    if (*refused) call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
    return person;
}

/* An unknown name takes as long as a wrong password, so that timing reveals no accounts. */
static void login_named(struct core *core, struct call *call, struct store_batch *batch) {
    bool refused;
    const struct store_person *person = account_found(core, call, batch, &refused);
    if (refused) return;
    struct core_work *work =
        account_read_password(core, call, "password", person ? CORE_VERIFY : CORE_HASH);
    if (!work) return;
    if (person) call->found = *person;
    if (person) strcpy(work->secret.hashed, person->password);
    call_work(core, call, work, login_verified);
}

void account_find(struct core *core, struct call *call,
                  void (*then)(struct core *, struct call *, struct store_batch *)) {
    char origin[STORE_ORIGIN_TEXT];
    struct store_batch *batch = store_batch(NULL);
    origin_of(ORIGIN_DEVICE, call->device, origin);
    store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
    store_find(batch, STORE_ORIGINS_AT, origin, 0, 0);
    call_find(core, call, batch, then);
}

void call_login(struct core *core, struct call *call) {
    if (account_read_name(core, call)) account_find(core, call, login_named);
}

static void logged_out(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    if (call->flag) account_close_pages(core, call->me.id);
    else close_session(core, call, false);
    struct json_out out = call_begin(core);
    call_end_token(core, call, &out, "");
}

void call_logout(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    if (!json_read_bool(json_get(call->json, "everywhere"), &call->flag)) call->flag = false;
    if (call->flag) store_sweep(batch, STORE_END_SESSIONS, call->me.id, 0);
    else remove_session(call, batch);
    call_find(core, call, batch, logged_out);
}

/* ---- passwords ---- */

bool account_needed(struct core *core, struct call *call) {
    if (call->me.password[0]) return true;
    call_refuse(core, call, 409, &MESSAGE("server.error.guest"));
    return false;
}

static void password_hashed(struct core *core, struct call *call, struct core_work *work) {
    if (!account_hashed(core, call, work)) return;
    struct store_batch *batch = store_batch(NULL);
    call->found = call->me;
    strcpy(call->found.password, work->secret.hashed);
    store_put(batch, STORE_PERSON)->person = call->found;
    store_sweep(batch, STORE_END_SESSIONS, call->me.id, 0);
    add_session(core, call, batch, call->me.id);
    call->flag = true; /* closes the person's other sessions */
    call_find(core, call, batch, person_stored);
}

static void password_verified(struct core *core, struct call *call, struct core_work *work) {
    if (!work->secret.good) {
        call_refuse(core, call, 403, &MESSAGE("server.error.login"));
        return;
    }
    struct core_work *next = account_read_password(core, call, "new", CORE_HASH);
    if (next) call_work(core, call, next, password_hashed);
}

void account_verify(struct core *core, struct call *call, const char *member,
                    void (*after)(struct core *, struct call *, struct core_work *)) {
    struct core_work *work = account_read_password(core, call, member, CORE_VERIFY);
    if (!work) return;
    strcpy(work->secret.hashed, call->me.password);
    call_work(core, call, work, after);
}

void call_password(struct core *core, struct call *call) {
    if (account_needed(core, call)) account_verify(core, call, "old", password_verified);
}

/* ---- the caller's own data ---- */

static void me_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *marks = store_found(batch, STORE_MARKS_ON, NULL);
    const struct store_mark *mute = moderation_mark(core, marks, MARK_MUTE),
                            *warning = moderation_mark(core, marks, MARK_WARNING);
    struct json_out out = call_begin(core);
    write_me(&out, &call->me);
    json_bool(&out, "moderator", moderation_mark(core, marks, MARK_MODERATOR) != NULL);
    json_number(&out, "muted_ms", mute ? mute->until_ms : 0);
    json_text(&out, "warning", warning ? warning->why : "");
    call_end(core, call, &out);
}

void call_me(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_MARKS_ON, call->me.id, 0, 0);
    call_find(core, call, batch, me_found);
}

static void forgotten(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct store_person nobody = {0};
    strcpy(nobody.id, call->me.id);
    account_renamed(core, &nobody);
    account_close_pages(core, call->me.id);
    struct json_out out = call_begin(core);
    call_end_token(core, call, &out, "");
}

static void forget_me(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_sweep(batch, STORE_FORGET, call->me.id, 0);
    call_find(core, call, batch, forgotten);
}

static void delete_verified(struct core *core, struct call *call, struct core_work *work) {
    if (work->secret.good) forget_me(core, call);
    else call_refuse(core, call, 403, &MESSAGE("server.error.login"));
}

void call_delete(struct core *core, struct call *call) {
    if (call->me.password[0]) account_verify(core, call, "password", delete_verified);
    else forget_me(core, call);
}

static void write_ratings(struct json_out *out, const struct store_op *op) {
    const struct store_rating *rows = op->rows;
    json_array(out, "ratings");
    for (unsigned i = 0; i < op->count; i++) {
        json_object(out, NULL);
        json_text(out, "game", rows[i].game);
        json_text(out, "name", rows[i].name);
        json_real(out, "rating", rows[i].mu - 3 * rows[i].sigma);
        json_real(out, "mu", rows[i].mu);
        json_real(out, "sigma", rows[i].sigma);
        json_number(out, "games", rows[i].games);
        json_object_end(out);
    }
    json_array_end(out);
}

/* Did the batch find the table, and is it public? */
static bool is_public(const struct store_batch *batch, const char *id) {
    const struct store_op *found = store_found(batch, STORE_TABLE_AT, id);
    const struct store_table *row = found ? found->rows : NULL;
    return row && !row->secret[0];
}

/* Strangers do not get ids of tables that are not public. */
static void write_history(struct json_out *out, const struct store_batch *batch, bool stranger) {
    const struct store_op *op = store_found(batch, STORE_HISTORY_OF, NULL);
    const struct store_history *rows = op->rows;
    json_array(out, "history");
    for (unsigned i = 0; i < op->count; i++) {
        json_object(out, NULL);
        if (!stranger || is_public(batch, rows[i].at)) json_text(out, "table", rows[i].at);
        else json_null(out, "table");
        json_text(out, "game", rows[i].game);
        json_number(out, "place", rows[i].place);
        json_number(out, "players", rows[i].players);
        json_real(out, "mu", rows[i].mu);
        json_real(out, "sigma", rows[i].sigma);
        json_number(out, "ended_ms", rows[i].ended_ms);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_all_tables(struct json_out *out, const struct store_batch *batch,
                             const char *person) {
    const struct store_op *tables = store_found(batch, STORE_TABLES_OF, NULL),
                          *seats = store_found(batch, STORE_SEATS_OF_TABLES_OF, NULL);
    json_array(out, "tables");
    while (tables) { /* running tables, then finished ones */
        const struct store_table *rows = tables->rows;
        for (unsigned i = 0; i < tables->count; i++)
            summary_write(out, &rows[i], seats->rows, seats->count, person);
        tables = store_found_next(batch, tables);
        seats = store_found_next(batch, seats);
    }
    json_array_end(out);
}

static void write_all_chat(struct json_out *out, const struct store_op *op) {
    const struct store_chat *rows = op->rows;
    json_array(out, "chat");
    for (unsigned i = 0; i < op->count; i++) {
        json_object(out, NULL);
        json_text(out, "table", rows[i].at);
        json_text(out, "text", rows[i].text);
        json_number(out, "said_ms", rows[i].said_ms);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_targets(struct json_out *out, const struct store_op *op) {
    const struct store_target *rows = op->rows;
    json_array(out, "targets");
    for (unsigned i = 0; i < op->count; i++) {
        json_object(out, NULL);
        json_text(out, "kind", rows[i].kind);
        json_text(out, "url", rows[i].url);
        json_number(out, "created_ms", rows[i].created_ms);
        json_object_end(out);
    }
    json_array_end(out);
}

static void exported(struct core *core, struct call *call, struct store_batch *batch) {
    struct json_out out;
    if (call_failed(core, call, batch)) return;
    char *text = malloc(CORE_REPLY_MAX);
    ensure(text);
    json_begin(&out, text, CORE_REPLY_MAX);
    json_object(&out, NULL);
    write_me(&out, &call->me);
    write_all_tables(&out, batch, call->me.id);
    write_all_chat(&out, store_found(batch, STORE_CHAT_OF, NULL));
    write_ratings(&out, store_found(batch, STORE_RATINGS_OF, NULL));
    write_history(&out, batch, false);
    write_targets(&out, store_found(batch, STORE_TARGETS_OF, NULL));
    json_number(&out, "sessions", store_found(batch, STORE_SESSIONS_OF, NULL)->count);
    passkeys_write(&out, store_found(batch, STORE_PASSKEYS_OF, NULL));
    studies_export(&out, batch);
    json_object_end(&out);
    if (out.length <= out.size)
        call_end_text(core, call, text, out.length, "tafelrunde.json", NULL);
    else
        call_refuse(core, call, 500,
                    &MESSAGE("server.error.too_long", NUMBER("max", CORE_REPLY_MAX)));
    free(text);
}

void call_export(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    for (int64_t over = 0; over < 2; over++) {
        store_find(batch, STORE_TABLES_OF, call->me.id, over, 0);
        store_find(batch, STORE_SEATS_OF_TABLES_OF, call->me.id, over, 0);
    }
    store_find(batch, STORE_CHAT_OF, call->me.id, 0, 0);
    store_find(batch, STORE_RATINGS_OF, call->me.id, 0, 0);
    store_find(batch, STORE_HISTORY_OF, call->me.id, 0, 0);
    store_find(batch, STORE_SESSIONS_OF, call->me.id, 0, 0);
    store_find(batch, STORE_TARGETS_OF, call->me.id, 0, 0);
    store_find(batch, STORE_PASSKEYS_OF, call->me.id, 0, 0);
    store_find(batch, STORE_STUDIES_OF, call->me.id, 0, 0);
    store_find(batch, STORE_PARTS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, exported);
}

/* ---- profiles, leader boards ---- */

static void profile_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    write_me(&out, &call->found);
    write_ratings(&out, store_found(batch, STORE_RATINGS_OF, NULL));
    write_history(&out, batch, true);
    call_end(core, call, &out);
}

static void find_profile(struct call *call, struct store_batch *batch) {
    store_find(batch, STORE_RATINGS_OF, call->found.id, 0, 0);
    store_find(batch, STORE_HISTORY_OF, call->found.id, 0, HISTORY_MAX);
}

/* Asks again, for the tables of the history: only public ones are shown. */
static void history_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *history = store_found(found, STORE_HISTORY_OF, NULL);
    const struct store_history *rows = history->rows;
    struct store_batch *batch = store_batch(NULL);
    find_profile(call, batch);
    for (unsigned i = 0; i < history->count; i++)
        store_find(batch, STORE_TABLE_AT, rows[i].at, 0, 1);
    call_find(core, call, batch, profile_found);
}

static void person_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_person *person = store_found(found, STORE_PERSON_NAMED, NULL)->rows;
    if (!person) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_person"));
        return;
    }
    call->found = *person;
    struct store_batch *batch = store_batch(NULL);
    find_profile(call, batch);
    call_find(core, call, batch, history_found);
}

void call_person(struct core *core, struct call *call) {
    if (!name_fold(call->argument, call->folded)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_person"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PERSON_NAMED, call->folded, 0, 1);
    call_find(core, call, batch, person_found);
}

static void leaders_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    write_ratings(&out, store_found(batch, STORE_LEADERS, NULL));
    call_end(core, call, &out);
}

void call_leaders(struct core *core, struct call *call) {
    char game[STORE_LEVEL] = "";
    if (!call_query(call, "game", game, sizeof game)) game[0] = 0;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_LEADERS, game, 0, LEADERS_MAX);
    call_find(core, call, batch, leaders_found);
}
