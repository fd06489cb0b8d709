/* Reports, what moderators do about them, personal blocks, and blocked addresses. */
#include "tests/server/asking.h"
#include "tests/server/scene.h"

#include "server/state.h"

static void put_mark(struct world *w, const char *kind, const char *subject) {
    struct store_batch *batch = store_batch(NULL);
    struct store_mark *mark = &store_put(batch, STORE_MARK)->mark;
    strcpy(mark->kind, kind);
    strcpy(mark->subject, subject);
    memory_store_do(w->store, batch);
    assert_int_equal(batch->status, STORE_DONE);
    store_batch_free(batch);
}

static const struct store_person *person_called(struct world *w, const char *name) {
    unsigned count;
    const struct store_person *rows = memory_store_rows(w->store, STORE_PERSON, &count);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    fail_msg("nobody is called %s", name);
    return NULL;
}

/* An account with the role. */
static void make_moderator(struct world *w, char token[CORE_TOKEN_LENGTH + 1]) {
    sign_up(w, "Mona", token);
    put_mark(w, MARK_MODERATOR, person_called(w, "Mona")->id);
}

/* Anna is host; Björn has said something. */
static struct scene *scene_with_chat(uint64_t seed, char moderator[CORE_TOKEN_LENGTH + 1]) {
    struct scene *s = scene_of_people(seed, "template", 2, "");
    make_moderator(s->w, moderator);
    expect_done(&s->players[0], "'type':'chat','text':'Hallo'");
    expect_done(&s->players[1], "'type':'chat','text':'Du Tölpel'");
    all_listen(s);
    return s;
}

static void keep_report(struct world *w, char id[STORE_ID]) {
    struct json list = json_get(w->reply.json, "reports"), at = {0}, none, item;
    assert_true(json_next(list, &at, &none, &item));
    assert_true(json_read_text(json_get(item, "id"), id, STORE_ID, NULL));
}

/* Anna reports Björn's line; its id. */
static void report_line(struct scene *s, const char *moderator, char id[STORE_ID]) {
    struct world *w = s->w;
    POST(200, "{}", "/api/reports", s->players[0].token,
         "{'kind':'chat','reason':'insult','table':'%s','line':1}", s->table);
    GET(200, "'reason':'insult'", "/api/moderation", moderator);
    keep_report(w, id);
}

static void a_report_shows_its_context(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1], id[STORE_ID], path[100];
    struct scene *s = scene_with_chat(1, moderator);
    struct world *w = s->w;
    (void)state;
    report_line(s, moderator, id);
    snprintf(path, sizeof path, "/api/moderation/%s", id);
    GET(200, "'text':'Du Tölpel'", path, moderator);
    assert_true(says(w, "'name':'Anna','text':'Hallo'"));
    assert_true(says(w, "'reported':true"));
    assert_true(says(w, "'about':{'id':'"));
    assert_true(says(w, "'seats':['Anna','Björn']"));
    assert_true(says(w, "'reports':1"));
    /* nobody else sees it */
    GET(403, "server.error.moderator", path, s->players[0].token);
    GET(403, "server.error.moderator", "/api/moderation", s->players[1].token);
    GET(401, "server.error.session", "/api/moderation", "");
    GET(404, "server.error.no_report", "/api/moderation/nothing", moderator);
    scene_close(s);
}

static void wrong_reports_are_refused(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1];
    struct scene *s = scene_with_chat(2, moderator);
    struct world *w = s->w;
    const char *token = s->players[0].token;
    unsigned count;
    (void)state;
    POST(404, "server.error.nobody_there", "/api/reports", token,
         "{'kind':'chat','reason':'insult','table':'%s','line':0}", s->table); /* her own */
    POST(404, "server.error.nobody_there", "/api/reports", token,
         "{'kind':'chat','reason':'insult','table':'%s','line':99}", s->table);
    POST(404, "server.error.nobody_there", "/api/reports", token,
         "{'kind':'name','reason':'name','name':'Niemand'}");
    POST(404, "server.error.no_table", "/api/reports", token,
         "{'kind':'table','reason':'spam','table':'AAAAAAAAAAAAAAAAAAAAAA'}");
    POST(400, "server.error.report", "/api/reports", token,
         "{'kind':'chat','reason':'because','table':'%s','line':1}", s->table);
    POST(400, "server.error.report", "/api/reports", token,
         "{'kind':'chat','reason':'spam','table':'%s','seat':1}", s->table);
    POST(404, "server.error.nobody_there", "/api/reports", token, "{'kind':'name'}");
    memory_store_rows(w->store, STORE_REPORT, &count);
    assert_int_equal(count, 0);
    scene_close(s);
}

/* A table by link is not for everybody, and neither are its lines. */
static void strangers_report_nothing_at_a_private_table(void **state) {
    struct scene *s = scene_of_people(3, "template", 2, ",'public':false");
    struct world *w = s->w;
    char token[CORE_TOKEN_LENGTH + 1];
    (void)state;
    expect_done(&s->players[1], "'type':'chat','text':'unter uns'");
    POST(200, "Xaver", "/api/guest", "", "{'name':'Xaver'}");
    keep_token(w, token);
    POST(404, "server.error.no_table", "/api/reports", token,
         "{'kind':'chat','reason':'insult','table':'%s','line':0}", s->table);
    POST(200, "{}", "/api/reports", token,
         "{'kind':'chat','reason':'insult','table':'%s','line':0,'secret':'%s'}", s->table,
         s->secret);
    scene_close(s);
}

static void floods_of_reports_are_limited(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1];
    struct scene *s = scene_with_chat(4, moderator);
    struct world *w = s->w;
    unsigned count, passed = 0;
    (void)state;
    w->settings.unlimited = false;
    for (unsigned i = 0; i < 30; i++)
        passed += world_ask(w, "POST", "/api/reports", s->players[0].token,
                            "{'kind':'%s','reason':'spam','table':'%s','seat':1}", "name",
                            s->table) == 200;
    memory_store_rows(w->store, STORE_REPORT, &count);
    assert_int_equal(count, 1); /* the same thing is reported once */
    assert_true(passed >= 1 && passed <= 10);
    scene_close(s);
}

static void act(struct world *w, const char *moderator, const char *id, const char *what,
                const char *more) {
    POST(200, "{}", "/api/moderation/act", moderator,
         "{'report':'%s','what':'%s','why':'Beleidigung am Tisch'%s}", id, what, more);
}

static void moderators_mute_and_warn(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1], id[STORE_ID];
    struct scene *s = scene_with_chat(5, moderator);
    struct world *w = s->w;
    (void)state;
    report_line(s, moderator, id);
    POST(400, "server.error.why", "/api/moderation/act", moderator,
         "{'report':'%s','what':'mute','hours':1,'why':'  '}", id);
    POST(409, "server.error.hours", "/api/moderation/act", moderator,
         "{'report':'%s','what':'mute','hours':0,'why':'weil'}", id);
    POST(403, "server.error.moderator", "/api/moderation/act", s->players[0].token,
         "{'report':'%s','what':'mute','hours':1,'why':'weil'}", id);
    act(w, moderator, id, "mute", ",'hours':2");
    world_settle(w);
    expect_refused(&s->players[1], "server.error.muted", "'type':'chat','text':'Wieso?'");
    expect_done(&s->players[0], "'type':'chat','text':'Danke'");
    GET(200, "'reports':[]", "/api/moderation", moderator);
    assert_true(says(w, "'by':'Mona','operator':false,'what':'mute','about':'Björn','why':'Bel"));
    world_pass(w, 2 * HOUR_MS + 1000);
    player_connect(&s->players[1]);
    expect_done(&s->players[1], "'type':'chat','text':'Entschuldige'");
    act(w, moderator, id, "warn", "");
    GET(200, "'warning':'Beleidigung am Tisch'", "/api/me", s->players[1].token);
    POST(200, "{}", "/api/me/warning", s->players[1].token, "{}");
    GET(200, "'warning':''", "/api/me", s->players[1].token);
    scene_close(s);
}

static void moderators_rename_and_block(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1], id[STORE_ID];
    struct scene *s = scene_with_chat(6, moderator);
    struct world *w = s->w;
    unsigned count;
    (void)state;
    report_line(s, moderator, id);
    POST(409, "server.error.name_taken", "/api/moderation/act", moderator,
         "{'report':'%s','what':'rename','name':'mona','why':'weil'}", id);
    POST(409, "server.error.name'", "/api/moderation/act", moderator,
         "{'report':'%s','what':'rename','name':'<b>','why':'weil'}", id);
    act(w, moderator, id, "rename", ",'name':'Gast 7'");
    world_settle(w);
    assert_true(table_says(&s->players[0], "'name':'Gast 7'"));
    act(w, moderator, id, "block", "");
    world_settle(w);
    assert_false(world_is_open(w, s->players[1].socket));
    GET(401, "server.error.session", "/api/me", s->players[1].token);
    act(w, moderator, id, "unblock", "");
    assert_int_equal(person_called(w, "Gast 7")->blocked, 0);
    memory_store_rows(w->store, STORE_ACTION, &count);
    assert_int_equal(count, 3);
    scene_close(s);
}

static void moderators_leave_each_other_alone(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1], id[STORE_ID];
    struct scene *s = scene_with_chat(7, moderator);
    struct world *w = s->w;
    (void)state;
    report_line(s, moderator, id);
    put_mark(w, MARK_MODERATOR, person_called(w, "Björn")->id);
    POST(409, "server.error.is_moderator", "/api/moderation/act", moderator,
         "{'report':'%s','what':'block','why':'weil'}", id);
    act(w, moderator, id, "dismiss", "");
    scene_close(s);
}

/* Does the player get a frame with this text? */
static bool reads(struct player *p, const char *part) {
    bool found = false;
    for (char *text; (text = world_hear(p->world, p->socket)); free(text))
        found |= strstr(text, part) != NULL;
    return found;
}

/* Anna does not read Björn any more, now or after coming back; others do. */
static void a_personal_block_hides_lines(void **state) {
    char moderator[CORE_TOKEN_LENGTH + 1];
    struct scene *s = scene_with_chat(8, moderator);
    struct world *w = s->w;
    struct player *anna = &s->players[0], *bjoern = &s->players[1];
    (void)state;
    POST(200, "{}", "/api/me/blocks/add", anna->token, "{'table':'%s','line':1}", s->table);
    GET(200, "'name':'Björn'", "/api/me/blocks", anna->token);
    /* Anna is the host: he cannot write there at all */
    world_settle(w);
    expect_refused(bjoern, "server.error.blocked_here", "'type':'chat','text':'Na?'");
    /* the other way round he still reads her, until he blocks her */
    expect_done(anna, "'type':'chat','text':'eins'");
    assert_true(reads(bjoern, "\"text\":\"eins\""));
    POST(200, "{}", "/api/me/blocks/add", bjoern->token, "{'table':'%s','seat':0}", s->table);
    world_settle(w);
    expect_done(anna, "'type':'chat','text':'zwei'");
    assert_false(reads(bjoern, "zwei"));
    player_disconnect(bjoern);
    player_connect(bjoern);
    world_settle(w);
    assert_false(reads(bjoern, "eins"));
    player_disconnect(anna);
    player_connect(anna);
    world_settle(w);
    assert_true(reads(anna, "eins"));
    scene_close(s);
}

static void blocked_addresses_stay_out(void **state) {
    struct world *w = world_open(9);
    (void)state;
    w->address = "2001:db8::5";
    uint64_t page = world_connect(w, "");
    world_settle(w);
    assert_true(world_is_open(w, page));
    put_mark(w, MARK_ADDRESS, "2001:db8::/64");
    world_pass(w, 11 * 1000);
    assert_false(world_is_open(w, page));
    assert_int_equal(w->last_close, 1008);
    POST(403, "server.error.blocked", "/api/guest", "", "{'name':'Anna'}");
    world_connect(w, "");
    world_settle(w);
    assert_int_equal(w->last_close, 1008);
    w->address = "2001:db8:0:1::5"; /* another network */
    POST(200, "Anna", "/api/guest", "", "{'name':'Anna'}");
    world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_shows_its_context),
        cmocka_unit_test(wrong_reports_are_refused),
        cmocka_unit_test(strangers_report_nothing_at_a_private_table),
        cmocka_unit_test(floods_of_reports_are_limited),
        cmocka_unit_test(moderators_mute_and_warn),
        cmocka_unit_test(moderators_rename_and_block),
        cmocka_unit_test(moderators_leave_each_other_alone),
        cmocka_unit_test(a_personal_block_hides_lines),
        cmocka_unit_test(blocked_addresses_stay_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
