/* Passkeys (Web Authentication): registering and removing them, signing in with one alone or after
 * the password.
 *
 *     begin  ──▶ a challenge: stored, bound to the session or device, for some minutes
 *     finish ──▶ the challenge is used up ──▶ form ──▶ signature (on another thread) ──▶ stored
 *
 * A passkey alone must say that it has verified its owner by PIN or finger: then it is two factors
 * in one. After a password, a touch is enough. */
#include "server/state.h"

#include "core/hex.h"

#include <stdlib.h>
#include <string.h>

enum {
    PASSKEYS_MAX = 10, /* of an account */
    CHALLENGE_MS = 5 * 60 * 1000,
    BASE64_MAX = 4 * PASSKEY_ATTESTATION_MAX / 3 + 4,
};

static void refuse(struct core *core, struct call *call) {
    call_refuse(core, call, 403, &MESSAGE("server.error.passkey"));
}

static void succeeded(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

/* ---- reading ---- */

/* Bytes as base64url; false: missing, malformed or too many. */
static bool read_bytes(struct json json, const char *member, void *bytes, size_t max,
                       size_t *size) {
    char text[BASE64_MAX];
    size_t length;
    if (!json_read_text(json_get(json, member), text, sizeof text, &length)) return false;
    *size = length * 3 / 4;
    return *size > 0 && *size <= max && base64url_read(text, bytes, *size);
}

/* The browser's answer is in the same member of every body. */
static struct json answer_of(const struct call *call) {
    return json_get(call->json, "passkey");
}

/* Reads the client data and its challenge; false: the page or the purpose is another one. */
static bool read_client(struct call *call, const char *type, struct core_passkey *passkey) {
    return read_bytes(answer_of(call), "client", passkey->client, sizeof passkey->client,
                      &passkey->client_size) &&
           passkey_domain(call->origin, passkey->domain) &&
           passkey_read_client(passkey->client, passkey->client_size, type, call->origin,
                               call->challenge);
}

/* The row's id and the credential's one spelling. */
static void name_credential(const uint8_t *credential, size_t size, struct store_passkey *row) {
    uint8_t hash[STORE_HASH];
    blake2b_hash(credential, size, hash);
    hex_write(hash, sizeof hash, row->id);
    base64url_write(credential, size, row->credential);
}

/* ---- challenges ---- */

/* Registering belongs to a session, signing in to a device. */
static void bound_to(const struct call *call, bool session, char bound[STORE_KEY]) {
    if (session) strcpy(bound, call->session);
    else token_hash(call->device, bound);
}

/* Adds a new challenge to the batch and puts it into the call. */
static void add_challenge(struct core *core, struct call *call, bool session,
                          struct store_batch *batch) {
    struct store_challenge *row = &store_add(batch, STORE_CHALLENGE)->challenge;
    uint8_t bytes[PASSKEY_CHALLENGE];
    core->shell->random(core->shell, bytes, sizeof bytes);
    base64url_write(bytes, sizeof bytes, call->challenge);
    token_hash(call->challenge, row->id);
    bound_to(call, session, row->bound);
    row->until_ms = core->now + CHALLENGE_MS;
}

/* Uses the call's challenge up, whatever follows. */
static void take_challenge(struct core *core, struct call *call, struct store_batch *batch) {
    char id[STORE_KEY];
    token_hash(call->challenge, id);
    store_find(batch, STORE_CHALLENGE_TAKEN, id, core->now, 1);
}

/* Was the challenge ours, not used before, and given to the same session or device? Otherwise
 * refuses the call. */
static bool challenge_good(struct core *core, struct call *call, bool session,
                           const struct store_batch *found) {
    const struct store_challenge *row = store_found(found, STORE_CHALLENGE_TAKEN, NULL)->rows;
    char bound[STORE_KEY];
    bound_to(call, session, bound);
    if (row && secret_equal(row->bound, bound)) return true;
    call_refuse(core, call, 403, &MESSAGE("server.error.challenge"));
    return false;
}

static void write_credentials(struct json_out *out, const struct store_op *found) {
    const struct store_passkey *rows = found->rows;
    json_array(out, "credentials");
    for (unsigned i = 0; i < found->count; i++) json_text(out, NULL, rows[i].credential);
    json_array_end(out);
}

/* ---- registering ---- */

static void begun(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    json_text(&out, "challenge", call->challenge);
    json_text(&out, "user", call->me.id);
    json_text(&out, "name", call->me.name);
    write_credentials(&out, store_found(batch, STORE_PASSKEYS_OF, NULL));
    call_end(core, call, &out);
}

static void begin_verified(struct core *core, struct call *call, struct core_work *work) {
    if (!work->secret.good) {
        call_refuse(core, call, 403, &MESSAGE("server.error.login"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    add_challenge(core, call, true, batch);
    store_find(batch, STORE_PASSKEYS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, begun);
}

void call_passkey_begin(struct core *core, struct call *call) {
    if (account_needed(core, call)) account_verify(core, call, "password", begin_verified);
}

static void added(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT)
        call_refuse(core, call, 409, &MESSAGE("server.error.passkey_known"));
    else succeeded(core, call, batch);
}

static void add_checked(struct core *core, struct call *call, struct core_work *work) {
    if (!work->passkey.good) {
        refuse(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_add(batch, STORE_PASSKEY)->passkey = call->passkey;
    call_find(core, call, batch, added);
}

/* Fills in call.passkey and the work from the authenticator's answer. */
static bool read_new_key(struct core *core, struct call *call, struct core_passkey *work) {
    uint8_t attestation[PASSKEY_ATTESTATION_MAX];
    const uint8_t *bytes;
    size_t size;
    struct passkey_data data;
    struct store_passkey *row = &call->passkey;
    if (!read_client(call, "webauthn.create", work) ||
        !read_bytes(answer_of(call), "attestation", attestation, sizeof attestation, &size) ||
        !passkey_read_attestation(attestation, size, &bytes, &size) || size > sizeof work->data ||
        !passkey_read_data(bytes, size, true, &data) || !(data.flags & PASSKEY_PRESENT))
        return false;
    memcpy(work->data, bytes, work->data_size = size);
    work->algorithm = row->algorithm = data.algorithm;
    memcpy(work->key, data.key, sizeof work->key);
    hex_write(data.key, passkey_key_size(data.algorithm), row->key);
    name_credential(data.credential, data.credential_size, row);
    strcpy(row->person, call->me.id);
    strcpy(row->device, call->label);
    row->counter = data.counter;
    row->created_ms = row->seen_ms = core->now;
    return true;
}

static void add_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found) || !challenge_good(core, call, true, found)) return;
    if (store_found(found, STORE_PASSKEYS_OF, NULL)->count >= PASSKEYS_MAX) {
        call_refuse(core, call, 409,
                    &MESSAGE("server.error.passkeys_max", NUMBER("max", PASSKEYS_MAX)));
        return;
    }
    struct core_work *work = work_new(CORE_PASSKEY);
    if (read_new_key(core, call, &work->passkey)) {
        call_work(core, call, work, add_checked);
        return;
    }
    free(work);
    refuse(core, call);
}

/* The challenge proves that the password was given in this session a moment ago. */
void call_passkey_add(struct core *core, struct call *call) {
    struct core_passkey passkey;
    if (!read_client(call, "webauthn.create", &passkey)) {
        refuse(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    take_challenge(core, call, batch);
    store_find(batch, STORE_PASSKEYS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, add_found);
}

/* ---- signing in ---- */

static void challenge_stored(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    json_text(&out, "challenge", call->challenge);
    call_end(core, call, &out);
}

void call_passkey_challenge(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    account_name_device(core, call);
    add_challenge(core, call, false, batch);
    call_find(core, call, batch, challenge_stored);
}

/* A counter that does not rise means that there are two copies of the key. */
static bool counter_good(const struct store_passkey *row, int64_t counter) {
    return (row->counter == 0 && counter == 0) || counter > row->counter;
}

static void proof_checked(struct core *core, struct call *call, struct core_work *work) {
    struct passkey_data data;
    if (!work->passkey.good ||
        !passkey_read_data(work->passkey.data, work->passkey.data_size, false, &data) ||
        !counter_good(&call->passkey, data.counter)) {
        refuse(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    call->passkey.counter = data.counter;
    call->passkey.seen_ms = core->now;
    store_put(batch, STORE_PASSKEY)->passkey = call->passkey;
    account_enter(core, call, batch);
    account_store(core, call, batch);
}

/* Fills in the work from the authenticator's answer. `alone`: no password was given. */
static bool read_proof(struct call *call, bool alone, struct core_passkey *work) {
    struct json answer = answer_of(call);
    struct passkey_data data;
    if (!read_client(call, "webauthn.get", work) ||
        !read_bytes(answer, "data", work->data, sizeof work->data, &work->data_size) ||
        !read_bytes(answer, "signature", work->signature, sizeof work->signature,
                    &work->signature_size) ||
        !passkey_read_data(work->data, work->data_size, false, &data) ||
        !(data.flags & PASSKEY_PRESENT) || (alone && !(data.flags & PASSKEY_VERIFIED)))
        return false;
    work->algorithm = call->passkey.algorithm;
    return hex_read(call->passkey.key, work->key, passkey_key_size(work->algorithm));
}

static void check_proof(struct core *core, struct call *call, bool alone) {
    struct core_work *work = work_new(CORE_PASSKEY);
    if (read_proof(call, alone, &work->passkey)) {
        call_work(core, call, work, proof_checked);
        return;
    }
    free(work);
    refuse(core, call);
}

/* The passkey's owner is known, and must be the one whom the authenticator names. */
static void owner_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_person *person = store_found(found, STORE_PERSON_AT, NULL)->rows;
    if (!person || !json_is(json_get(answer_of(call), "user"), person->id)) {
        refuse(core, call);
    } else if (person->blocked) {
        call_refuse(core, call, 403, &MESSAGE("server.error.blocked"));
    } else {
        call->found = *person;
        check_proof(core, call, true);
    }
}

/* Finds the passkey that the answer names, and uses up the challenge. */
static void find_proof(struct core *core, struct call *call,
                       void (*then)(struct core *, struct call *, struct store_batch *)) {
    struct core_passkey passkey;
    uint8_t credential[STORE_CREDENTIAL];
    struct store_passkey named;
    size_t size;
    if (!read_client(call, "webauthn.get", &passkey) ||
        !read_bytes(answer_of(call), "credential", credential, (STORE_CREDENTIAL - 1) / 4 * 3,
                    &size)) {
        refuse(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    name_credential(credential, size, &named);
    take_challenge(core, call, batch);
    store_find(batch, STORE_PASSKEY_AT, named.id, 0, 1);
    call_find(core, call, batch, then);
}

/* Fills in call.passkey; otherwise refuses the call. */
static bool proof_named(struct core *core, struct call *call, const struct store_batch *found) {
    if (call_failed(core, call, found) || !challenge_good(core, call, false, found)) return false;
    const struct store_passkey *row = store_found(found, STORE_PASSKEY_AT, NULL)->rows;
    if (row) call->passkey = *row;
    else refuse(core, call);
    return row != NULL;
}

static void login_found(struct core *core, struct call *call, struct store_batch *found) {
    if (!proof_named(core, call, found)) return;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PERSON_AT, call->passkey.person, 0, 1);
    call_find(core, call, batch, owner_found);
}

void call_passkey_login(struct core *core, struct call *call) {
    find_proof(core, call, login_found);
}

/* ---- after the password ---- */

static void second_found(struct core *core, struct call *call, struct store_batch *found) {
    if (!proof_named(core, call, found)) return;
    if (strcmp(call->passkey.person, call->found.id) == 0) check_proof(core, call, false);
    else refuse(core, call);
}

static void second_asked(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    message_write(&out, "error", &MESSAGE("server.error.second"));
    json_text(&out, "challenge", call->challenge);
    write_credentials(&out, store_found(batch, STORE_PASSKEYS_OF, NULL));
    call_end_refused(core, call, &out, 403);
}

void passkey_after_password(struct core *core, struct call *call) {
    if (json_type(answer_of(call)) == JSON_OBJECT) {
        find_proof(core, call, second_found);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    account_name_device(core, call);
    add_challenge(core, call, false, batch);
    store_find(batch, STORE_PASSKEYS_OF, call->found.id, 0, 0);
    call_find(core, call, batch, second_asked);
}

/* ---- the list ---- */

void passkeys_write(struct json_out *out, const struct store_op *found) {
    const struct store_passkey *rows = found->rows;
    json_array(out, "passkeys");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(out, NULL);
        json_text(out, "id", rows[i].id);
        json_text(out, "device", rows[i].device);
        json_number(out, "created_ms", rows[i].created_ms);
        json_number(out, "seen_ms", rows[i].seen_ms);
        json_object_end(out);
    }
    json_array_end(out);
}

static void name_mark(const struct call *call, struct store_mark *mark) {
    strcpy(mark->kind, MARK_SECOND);
    strcpy(mark->subject, call->me.id);
}

/* Without any passkey the password is enough again. */
static void remove_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *passkeys = store_found(found, STORE_PASSKEYS_OF, NULL);
    const struct store_passkey *rows = passkeys->rows;
    unsigned i = 0;
    while (i < passkeys->count && !json_is(json_get(call->json, "id"), rows[i].id)) i++;
    if (i == passkeys->count) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_passkey"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    strcpy(store_remove(batch, STORE_PASSKEY)->passkey.id, rows[i].id);
    if (passkeys->count == 1) name_mark(call, &store_remove(batch, STORE_MARK)->mark);
    call_find(core, call, batch, succeeded);
}

static void switch_found(struct core *core, struct call *call, struct store_batch *found) {
    bool on = json_flag(call->json, "on", false);
    if (call_failed(core, call, found)) return;
    if (on && !store_found(found, STORE_PASSKEYS_OF, NULL)->count) {
        call_refuse(core, call, 409, &MESSAGE("server.error.no_passkey"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    struct store_mark *mark =
        on ? &store_put(batch, STORE_MARK)->mark : &store_remove(batch, STORE_MARK)->mark;
    name_mark(call, mark);
    mark->created_ms = core->now;
    call_find(core, call, batch, succeeded);
}

/* Somebody at an open page must not be able to weaken the account: both need the password. */
static void find_mine(struct core *core, struct call *call, const struct core_work *verified,
                      void (*then)(struct core *, struct call *, struct store_batch *)) {
    if (!verified->secret.good) {
        call_refuse(core, call, 403, &MESSAGE("server.error.login"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PASSKEYS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, then);
}

static void remove_verified(struct core *core, struct call *call, struct core_work *work) {
    find_mine(core, call, work, remove_found);
}

static void switch_verified(struct core *core, struct call *call, struct core_work *work) {
    find_mine(core, call, work, switch_found);
}

void call_passkey_remove(struct core *core, struct call *call) {
    if (account_needed(core, call)) account_verify(core, call, "password", remove_verified);
}

void call_passkey_second(struct core *core, struct call *call) {
    if (account_needed(core, call)) account_verify(core, call, "password", switch_verified);
}
