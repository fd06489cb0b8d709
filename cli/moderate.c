/* admin: who is blocked, who moderates, what was reported and done. Every change is a row of the
 * audit log. */
#include "cli/admin.h"

#include "core/ensure.h"
#include "match/draws.h"
#include "server/limits.h"
#include "server/names.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { LISTED = 1000, DATE_SIZE = 24 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return 1000 * (int64_t)now.tv_sec + now.tv_nsec / 1000000;
}

static const char *date_of(int64_t ms, char text[DATE_SIZE]) {
    struct tm tm;
    time_t at = (time_t)(ms / 1000);
    strftime(text, DATE_SIZE, "%Y-%m-%d %H:%M", gmtime_r(&at, &tm));
    return text;
}

#define WORD(name, text) TEXT(name, text, strlen(text))

static void log_action(const struct admin *a, struct store_batch *batch, const char *what,
                       const char *about, const char *name) {
    struct store_action *action = &store_add(batch, STORE_ACTION)->action;
    const char *why = args_value(&a->cli->args, "why", 0);
    uint8_t bytes[16];
    ensure(getrandom(bytes, sizeof bytes, 0) == (ssize_t)sizeof bytes);
    draws_write_id(bytes, action->id);
    action->at_ms = now_ms();
    strcpy(action->what, what);
    strcpy(action->about, about);
    strcpy(action->about_name, name);
    strncat(action->why, why ? why : "", sizeof action->why - 1);
}

/* ---- whom a word means ---- */

/* An account's name, or the id of a person as `people`, `blocked` and `reports` list it. False with
 * the reason: there is nobody. */
static bool find_person(struct admin *a, struct store_person *person, struct message *error) {
    char folded[STORE_NAME] = "";
    size_t length = strlen(a->word);
    if (length >= STORE_NAME || !name_fold(a->word, folded)) folded[0] = 0;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PERSON_NAMED, folded, 0, 1);
    store_find(batch, STORE_PERSON_AT, draws_is_id(a->word, length) ? a->word : "", 0, 1);
    bool done = admin_do(a, batch, error);
    const struct store_person *named = batch->ops[0].rows,
                              *found = named ? named : batch->ops[1].rows;
    if (done && found) *person = *found;
    else if (done) *error = MESSAGE("cli.error.nobody", WORD("name", a->word));
    store_batch_free(batch);
    return done && found;
}

/* An IP address as the server counts it: IPv6 by /64. */
static bool is_address(const char *word, char subject[STORE_KEY]) {
    uint8_t bytes[16];
    char text[STORE_KEY] = "";
    strncat(text, word, sizeof text - 1);
    text[strcspn(text, "/")] = 0; /* as `blocked` lists them */
    if (inet_pton(AF_INET, text, bytes) != 1 && inet_pton(AF_INET6, text, bytes) != 1) return false;
    limits_subject(text, subject, STORE_KEY);
    return true;
}

static bool finish(struct admin *a, struct store_batch *batch, const char *done_key,
                   const char *name, struct message *error) {
    bool done = admin_do(a, batch, error);
    store_batch_free(batch);
    if (done) say(a->cli, stdout, &MESSAGE(done_key, WORD("name", name)));
    return done;
}

static struct store_mark *add_mark(const struct admin *a, struct store_batch *batch, bool on,
                                   const char *kind, const char *subject) {
    struct store_mark *mark =
        &(on ? store_put(batch, STORE_MARK) : store_remove(batch, STORE_MARK))->mark;
    const char *why = args_value(&a->cli->args, "why", 0);
    strcpy(mark->kind, kind);
    strcpy(mark->subject, subject);
    strncat(mark->why, why ? why : "", sizeof mark->why - 1);
    mark->created_ms = now_ms();
    return mark;
}

/* ---- blocks ---- */

static bool set_blocked(struct admin *a, bool blocked, struct message *error) {
    struct store_person person;
    char address[STORE_KEY];
    const char *key = blocked ? "cli.admin.block" : "cli.admin.unblock",
               *what = blocked ? "block" : "unblock";
    struct store_batch *batch;
    if (is_address(a->word, address)) {
        batch = store_batch(NULL);
        add_mark(a, batch, blocked, MARK_ADDRESS, address);
        log_action(a, batch, what, address, "");
        return finish(a, batch, key, address, error);
    }
    if (!find_person(a, &person, error)) return false;
    batch = store_batch(NULL);
    store_put_blocked(batch, &person, blocked);
    log_action(a, batch, what, person.id, person.name);
    return finish(a, batch, key, person.name, error);
}

bool admin_block(struct admin *a, struct message *error) {
    return set_blocked(a, true, error);
}

bool admin_unblock(struct admin *a, struct message *error) {
    return set_blocked(a, false, error);
}

static void say_person(const struct admin *a, const struct store_person *person) {
    char date[DATE_SIZE];
    say(a->cli, stdout,
        &MESSAGE(person->password[0] ? "cli.admin.account" : "cli.admin.guest",
                 WORD("id", person->id), WORD("name", person->name),
                 WORD("seen", date_of(person->seen_ms, date))));
}

static void say_people(const struct admin *a, const struct store_op *found) {
    const struct store_person *rows = found->rows;
    for (unsigned i = 0; i < found->count; i++) say_person(a, &rows[i]);
}

/* Lists accounts, guests and addresses that are blocked. */
bool admin_blocked(struct admin *a, struct message *error) {
    struct store_batch *batch = store_batch(NULL);
    char date[DATE_SIZE];
    store_find(batch, STORE_PERSONS_BLOCKED, "", 0, LISTED);
    store_find(batch, STORE_MARKS_OF, MARK_ADDRESS, 0, LISTED);
    bool done = admin_do(a, batch, error);
    if (done) say_people(a, &batch->ops[0]);
    const struct store_mark *rows = batch->ops[1].rows;
    for (unsigned i = 0; done && i < batch->ops[1].count; i++)
        say(a->cli, stdout,
            &MESSAGE("cli.admin.address", WORD("address", rows[i].subject),
                     WORD("since", date_of(rows[i].created_ms, date)), WORD("why", rows[i].why)));
    store_batch_free(batch);
    return done;
}

/* Lists everybody of this name: guests share names. */
bool admin_people(struct admin *a, struct message *error) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_PERSONS_CALLED, strlen(a->word) < STORE_NAME ? a->word : "", 0, LISTED);
    bool done = admin_do(a, batch, error);
    if (done) say_people(a, &batch->ops[0]);
    if (done && batch->ops[0].count == 0) {
        *error = MESSAGE("cli.error.nobody", WORD("name", a->word));
        done = false;
    }
    store_batch_free(batch);
    return done;
}

/* ---- the moderator role ---- */

static bool set_moderator(struct admin *a, bool on, struct message *error) {
    struct store_person person;
    if (!find_person(a, &person, error)) return false;
    if (!person.password[0]) { /* a guest cannot sign in again */
        *error = MESSAGE("cli.error.nobody", WORD("name", a->word));
        return false;
    }
    struct store_batch *batch = store_batch(NULL);
    add_mark(a, batch, on, MARK_MODERATOR, person.id);
    log_action(a, batch, on ? "grant" : "revoke", person.id, person.name);
    return finish(a, batch, on ? "cli.admin.grant" : "cli.admin.revoke", person.name, error);
}

bool admin_grant(struct admin *a, struct message *error) {
    return set_moderator(a, true, error);
}

bool admin_revoke(struct admin *a, struct message *error) {
    return set_moderator(a, false, error);
}

/* ---- reports and the audit log ---- */

bool admin_reports(struct admin *a, struct message *error) {
    struct store_batch *batch = store_batch(NULL);
    char date[DATE_SIZE];
    store_find(batch, STORE_REPORTS_OPEN, "", 0, LISTED);
    bool done = admin_do(a, batch, error);
    const struct store_report *rows = batch->ops[0].rows;
    for (unsigned i = 0; done && i < batch->ops[0].count; i++)
        say(a->cli, stdout,
            &MESSAGE("cli.admin.report", WORD("date", date_of(rows[i].created_ms, date)),
                     WORD("kind", rows[i].kind), WORD("reason", rows[i].reason),
                     WORD("by", rows[i].by_name), WORD("about", rows[i].about_name),
                     WORD("id", rows[i].about), WORD("table", rows[i].at),
                     WORD("text", rows[i].text)));
    if (done && batch->ops[0].count == 0) say(a->cli, stdout, &MESSAGE("cli.admin.no_reports"));
    store_batch_free(batch);
    return done;
}

bool admin_log(struct admin *a, struct message *error) {
    struct store_batch *batch = store_batch(NULL);
    char date[DATE_SIZE];
    store_find(batch, STORE_ACTIONS, "", 0, LISTED);
    bool done = admin_do(a, batch, error);
    const struct store_action *rows = batch->ops[0].rows;
    for (unsigned i = 0; done && i < batch->ops[0].count; i++)
        say(a->cli, stdout,
            &MESSAGE(rows[i].by[0] ? "cli.admin.action" : "cli.admin.action_own",
                     WORD("date", date_of(rows[i].at_ms, date)), WORD("by", rows[i].by_name),
                     WORD("what", rows[i].what), WORD("name", rows[i].about_name),
                     WORD("about", rows[i].about), WORD("why", rows[i].why)));
    store_batch_free(batch);
    return done;
}
