/* Studies behind short links: who may keep, see and remove them, and for how long. */
#include "tests/server/asking.h"

#include "server/state.h"

/* Keeps a study; its path in the API. */
static void keep(struct world *w, const char *token, const char *title, const char *more,
                 char path[100]) {
    char id[STORE_ID];
    POST(200, "'path':'/s/", "/api/studies", token,
         "{'game':'template','title':'%s','text':'H4sIAAAA-_'%s}", title, more);
    assert_true(json_read_text(json_get(w->reply.json, "id"), id, sizeof id, NULL));
    sprintf(path, "/api/studies/%s", id);
}

static unsigned rows(struct world *w, enum store_type type) {
    unsigned count;
    memory_store_rows(w->store, type, &count);
    return count;
}

static void a_study_opens_for_everybody_with_its_link(void **state) {
    struct world *w = world_open(1);
    char eva[CORE_TOKEN_LENGTH + 1], adam[CORE_TOKEN_LENGTH + 1], path[100];
    (void)state;
    sign_up(w, "Eva", eva);
    sign_up(w, "Adam", adam);
    keep(w, eva, "Mein Endspiel", "", path);
    GET(200, "'game':'template','title':'Mein Endspiel','name':'Eva','public':false", path, "");
    assert_true(says(w, "'mine':false,'text':'H4sIAAAA-_'"));
    GET(200, "'mine':false", path, adam);
    GET(200, "'mine':true", path, eva);
    GET(404, "server.error.no_study", "/api/studies/AAAAAAAAAAAAAAAAAAAAAA", eva);
    GET(404, "server.error.no_study", "/api/studies/kurz", eva);
    world_close(w);
}

static void only_public_studies_are_listed(void **state) {
    struct world *w = world_open(2);
    char eva[CORE_TOKEN_LENGTH + 1], path[100];
    (void)state;
    sign_up(w, "Eva", eva);
    keep(w, eva, "Nur per Link", "", path);
    world_pass(w, 1000);
    keep(w, eva, "Seht her", ",'public':true", path);
    GET(200, "'title':'Seht her'", "/api/studies", "");
    assert_false(says(w, "Nur per Link"));
    assert_false(says(w, "H4sI")); /* a list carries no texts */
    GET(200, "'studies':[]", "/api/studies?game=duell", "");
    GET(200, "Nur per Link", "/api/me/studies", eva);
    assert_true(says(w, "'title':'Seht her','name':'Eva','public':true"));
    GET(401, "server.error.session", "/api/me/studies", "");
    world_close(w);
}

static void only_its_owner_removes_a_study(void **state) {
    struct world *w = world_open(3);
    char eva[CORE_TOKEN_LENGTH + 1], adam[CORE_TOKEN_LENGTH + 1], path[100];
    (void)state;
    sign_up(w, "Eva", eva);
    sign_up(w, "Adam", adam);
    keep(w, eva, "Bleibt", "", path);
    const char *id = path + strlen("/api/studies/");
    POST(404, "server.error.no_study", "/api/studies/remove", adam, "{'id':'%s'}", id);
    POST(401, "server.error.session", "/api/studies/remove", "", "{'id':'%s'}", id);
    GET(200, "Bleibt", path, "");
    POST(200, "{}", "/api/studies/remove", eva, "{'id':'%s'}", id);
    GET(404, "server.error.no_study", path, eva);
    assert_int_equal(rows(w, STORE_STUDY) + rows(w, STORE_PART), 0);
    world_close(w);
}

static void what_is_no_study_is_refused(void **state) {
    struct world *w = world_open(4);
    char eva[CORE_TOKEN_LENGTH + 1], guest[CORE_TOKEN_LENGTH + 1];
    static char long_text[32 * 1024 + 2];
    (void)state;
    sign_up(w, "Eva", eva);
    POST(200, "", "/api/guest", "", "{'name':'Gast'}");
    keep_token(w, guest);
    memset(long_text, 'A', sizeof long_text - 1);
    POST(409, "server.error.guest", "/api/studies", guest,
         "{'game':'template','title':'x','text':'AAAA'}");
    POST(401, "server.error.session", "/api/studies", "",
         "{'game':'template','title':'x','text':'AAAA'}");
    POST(400, "error.record.game", "/api/studies", eva,
         "{'game':'schach','title':'x','text':'AAAA'}");
    POST(400, "server.error.study_title", "/api/studies", eva,
         "{'game':'template','title':' ','text':'AAAA'}");
    POST(400, "server.error.study_title", "/api/studies", eva,
         "{'game':'template','title':'zwei\\nZeilen','text':'AAAA'}");
    POST(400, "server.error.study_text", "/api/studies", eva,
         "{'game':'template','title':'x','text':''}");
    POST(400, "server.error.study_text", "/api/studies", eva,
         "{'game':'template','title':'x','text':'<script>'}");
    POST(400, "server.error.study_text", "/api/studies", eva,
         "{'game':'template','title':'x','text':'%s'}", long_text);
    assert_int_equal(rows(w, STORE_STUDY) + rows(w, STORE_PART), 0);
    long_text[sizeof long_text - 2] = 0; /* the longest that is kept */
    POST(200, "'path'", "/api/studies", eva, "{'game':'template','title':'x','text':'%s'}",
         long_text);
    char id[STORE_ID], path[100];
    assert_true(json_read_text(json_get(w->reply.json, "id"), id, sizeof id, NULL));
    sprintf(path, "/api/studies/%s", id);
    GET(200, "'text':'AAAA", path, "");
    assert_non_null(strstr(w->reply.body, long_text)); /* its parts are joined again */
    world_close(w);
}

static void an_account_keeps_a_limited_number(void **state) {
    struct world *w = world_open(5);
    char eva[CORE_TOKEN_LENGTH + 1], path[100];
    (void)state;
    sign_up(w, "Eva", eva);
    for (unsigned i = 0; i < 50; i++) {
        keep(w, eva, "Viele", "", path);
        world_pass(w, 20 * 1000); /* within the rate limit */
    }
    POST(409, "server.error.many_studies", "/api/studies", eva,
         "{'game':'template','title':'x','text':'AAAA'}");
    POST(200, "{}", "/api/studies/remove", eva, "{'id':'%s'}", path + strlen("/api/studies/"));
    keep(w, eva, "Wieder eine", "", path);
    world_close(w);
}

/* The server sleeps until the last day: nothing happens before. */
static void pass_days(struct world *w, unsigned days) {
    w->now += (days - 1) * DAY_MS;
    world_pass(w, DAY_MS);
}

/* A study lives for a year after it was last opened. */
static void studies_that_nobody_opens_expire(void **state) {
    struct world *w = world_open(6);
    char eva[CORE_TOKEN_LENGTH + 1], opened[100], forgotten[100];
    (void)state;
    sign_up(w, "Eva", eva);
    keep(w, eva, "Beliebt", "", opened);
    keep(w, eva, "Vergessen", "", forgotten);
    pass_days(w, 360);
    GET(200, "Beliebt", opened, "");
    pass_days(w, 10);
    GET(200, "Beliebt", opened, "");
    GET(404, "server.error.no_study", forgotten, "");
    assert_int_equal(rows(w, STORE_PART), 1);
    world_close(w);
}

static void studies_follow_their_owner(void **state) {
    struct world *w = world_open(7);
    char eva[CORE_TOKEN_LENGTH + 1], path[100];
    (void)state;
    sign_up(w, "Eva", eva);
    keep(w, eva, "Meine", ",'public':true", path);
    GET(200, "'studies':[{'id':'", "/api/me/export", eva);
    assert_true(says(w, "'text':'H4sIAAAA-_'"));
    POST(200, "{}", "/api/me/delete", eva, "{'password':'geheim 123'}");
    GET(404, "server.error.no_study", path, "");
    assert_int_equal(rows(w, STORE_STUDY) + rows(w, STORE_PART), 0);
    world_close(w);
}

static const struct store_person *person_called(struct world *w, const char *name) {
    unsigned count;
    const struct store_person *people = memory_store_rows(w->store, STORE_PERSON, &count);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(people[i].name, name) == 0) return &people[i];
    fail_msg("nobody is called %s", name);
    return NULL;
}

/* Reports a study to Mona, a moderator; the report's id. */
static void report_study(struct world *w, const char *by, const char *path, char moderator[],
                         char report[STORE_ID]) {
    struct store_batch *batch = store_batch(NULL);
    struct json at = {0}, none, item;
    sign_up(w, "Mona", moderator);
    struct store_mark *mark = &store_put(batch, STORE_MARK)->mark;
    strcpy(mark->kind, MARK_MODERATOR);
    strcpy(mark->subject, person_called(w, "Mona")->id);
    memory_store_do(w->store, batch);
    store_batch_free(batch);
    POST(404, "server.error.no_study", "/api/reports", by,
         "{'kind':'study','reason':'insult','study':'AAAAAAAAAAAAAAAAAAAAAA'}");
    POST(400, "server.error.report", "/api/reports", by,
         "{'kind':'name','reason':'insult','study':'%s'}", path + strlen("/api/studies/"));
    POST(200, "{}", "/api/reports", by, "{'kind':'study','reason':'insult','study':'%s'}",
         path + strlen("/api/studies/"));
    GET(200, "'kind':'study','reason':'insult'", "/api/moderation", moderator);
    assert_true(says(w, "'text':'Grob'"));
    assert_true(says(w, path + strlen("/api/studies/")));
    assert_true(json_next(json_get(w->reply.json, "reports"), &at, &none, &item));
    assert_true(json_read_text(json_get(item, "id"), report, STORE_ID, NULL));
}

static void moderators_remove_what_was_reported(void **state) {
    struct world *w = world_open(8);
    char eva[CORE_TOKEN_LENGTH + 1], adam[CORE_TOKEN_LENGTH + 1], mona[CORE_TOKEN_LENGTH + 1];
    char path[100], other[100], report[STORE_ID];
    (void)state;
    sign_up(w, "Eva", eva);
    sign_up(w, "Adam", adam);
    keep(w, eva, "Grob", ",'public':true", path);
    keep(w, eva, "Fein", ",'public':true", other);
    report_study(w, adam, path, mona, report);
    POST(403, "server.error.moderator", "/api/moderation/act", adam,
         "{'report':'%s','what':'remove_study','why':'Beleidigung'}", report);
    GET(200, "Grob", path, "");
    POST(200, "{}", "/api/moderation/act", mona,
         "{'report':'%s','what':'remove_study','why':'Beleidigung'}", report);
    GET(404, "server.error.no_study", path, "");
    GET(200, "Fein", other, "");
    GET(200, "'what':'remove_study','about':'Eva','why':'Beleidigung'", "/api/moderation", mona);
    /* blocking a person hides all of its studies, also by their links */
    POST(200, "{}", "/api/moderation/act", mona,
         "{'report':'%s','what':'block','why':'Beleidigung'}", report);
    GET(404, "server.error.no_study", other, "");
    GET(200, "'studies':[]", "/api/studies", "");
    world_close(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_opens_for_everybody_with_its_link),
        cmocka_unit_test(only_public_studies_are_listed),
        cmocka_unit_test(only_its_owner_removes_a_study),
        cmocka_unit_test(what_is_no_study_is_refused),
        cmocka_unit_test(an_account_keeps_a_limited_number),
        cmocka_unit_test(studies_that_nobody_opens_expire),
        cmocka_unit_test(studies_follow_their_owner),
        cmocka_unit_test(moderators_remove_what_was_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
