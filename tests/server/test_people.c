/* Requests about guests, accounts, lobby and ratings. */
#include "tests/server/asking.h"

#include "core/ensure.h"
#include "server/names.h"
#include "server/limits.h"
#include "server/rating.h"
#include "server/state.h"

#include <math.h>

/* ---- names ---- */

static void names_are_folded_without_case_and_diacritics(void **state) {
    static const struct {
        const char *name, *folded;
    } good[] = {{"Anna", "anna"},
                {"Jörg", "jorg"},
                {"STRAẞE", "strasse"},
                {"Straße", "strasse"},
                {"Ærøskøbing", "aeroskobing"},
                {"Łódź 2", "lodz 2"},
                {"x_-9", "x_-9"},
                {"ȘȚ", "st"},
                {"Œuvre", "oeuvre"},
                {"abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"}};
    static const char *const bad[] = {"",
                                      " ",
                                      " a",
                                      "a ",
                                      "a  b",
                                      "-",
                                      "_ _",
                                      "a\tb",
                                      "a<b",
                                      "日本",
                                      "a×b",
                                      "Анна",
                                      "abcdefghijklmnopqrstuvwxy",
                                      "a\u0301",
                                      "ƀ",
                                      "ÿ\u200d"};
    char folded[STORE_NAME];
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(name_fold(good[i].name, folded));
        assert_string_equal(folded, good[i].folded);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(name_fold(bad[i], folded));
}

/* ---- limits ---- */

static void a_limit_lets_a_burst_through_and_then_one_at_a_time(void **state) {
    struct limits *limits = calloc(1, sizeof *limits);
    const struct limit limit = {.burst = 3, .interval_ms = 1000};
    (void)state;
    assert_non_null(limits);
    for (unsigned i = 0; i < 3; i++) assert_true(limits_take(limits, &limit, "a", 5000));
    assert_false(limits_take(limits, &limit, "a", 5000));
    assert_true(limits_take(limits, &limit, "b", 5000)); /* others are not limited */
    assert_false(limits_take(limits, &limit, "a", 5999));
    assert_true(limits_take(limits, &limit, "a", 6000));
    assert_false(limits_take(limits, &limit, "a", 6000));
    for (unsigned i = 0; i < 3; i++) assert_true(limits_take(limits, &limit, "a", 60000));
    free(limits);
}

/* ---- guests and accounts ---- */

static void a_guest_becomes_an_account_with_all_its_seats(void **state) {
    struct world *w = world_open(1);
    struct tales *tales = calloc(1, sizeof *tales);
    char guest[CORE_TOKEN_LENGTH + 1], account[CORE_TOKEN_LENGTH + 1], table[STORE_ID],
        secret[STORE_ID];
    (void)state;
    struct player p = player_guest(w, tales, "Jörg");
    strcpy(guest, p.token);
    GET(200, "{'name':'Jörg','guest':true,", "/api/me", guest);
    make_table(&p, "rattus", 2, "", table, secret);
    player_at(&p, table, "", 0);
    player_connect(&p);
    POST(400, "server.error.password", "/api/signup", guest, "{'name':'Jörg','password':'kurz'}");
    POST(400, "server.error.name", "/api/signup", guest, "{'name':'<b>','password':'lang genug'}");
    POST(200, "'guest':false", "/api/signup", guest, "{'name':'Jörg','password':'lang genug'}");
    keep_token(w, account);
    world_settle(w);
    player_listen(&p);
    assert_non_null(strstr(p.said, "{\"name\":\"Jörg\",\"guest\":false,")); /* at the table, too */
    /* the old session is gone */
    GET(401, "server.error.session", "/api/me", guest);
    GET(200, table, "/api/me/tables", account);
    assert_true(says(w, "'you':[0]"));
    POST(409, "server.error.account", "/api/signup", account,
         "{'name':'Jörg 2','password':'lang genug'}");
    POST(409, "server.error.account", "/api/guest", account, "{'name':'Jörg 2'}");
    /* the name is taken */
    POST(409, "server.error.name_taken", "/api/signup", "",
         "{'name':'JORG','password':'lang genug'}");
    POST(409, "server.error.name_taken", "/api/guest", "", "{'name':'jorg'}");
    world_close(w);
    tales_close(tales);
}

/* Logging out closes the session's own connections, or those of all sessions. */
static void log_out(struct world *w, const char *here, const char *elsewhere) {
    uint64_t other = world_connect(w, elsewhere);
    world_settle(w);
    uint64_t own = world_connect(w, here);
    world_settle(w);
    POST(200, "{}", "/api/logout", here, "{'everywhere':false}");
    world_settle(w);
    assert_false(world_is_open(w, own));
    GET(401, "server.error.session", "/api/me", here);
    GET(200, "Eva", "/api/me", elsewhere);
    assert_true(world_is_open(w, other));
    POST(200, "{}", "/api/logout", elsewhere, "{'everywhere':true}");
    world_settle(w);
    assert_false(world_is_open(w, other));
    GET(401, "server.error.session", "/api/me", elsewhere);
}

static void passwords_begin_and_end_sessions(void **state) {
    struct world *w = world_open(2);
    char first[CORE_TOKEN_LENGTH + 1], second[CORE_TOKEN_LENGTH + 1], third[CORE_TOKEN_LENGTH + 1];
    (void)state;
    sign_up(w, "Eva", first);
    POST(403, "server.error.login", "/api/login", "", "{'name':'Eva','password':'geheim 124'}");
    POST(403, "server.error.login", "/api/login", "", "{'name':'Adam','password':'geheim 123'}");
    POST(200, "'name':'Eva'", "/api/login", "", "{'name':'EVA','password':'geheim 123'}");
    keep_token(w, second);
    POST(403, "server.error.login", "/api/password", first,
         "{'old':'falsch 123','new':'neu und lang'}");
    uint64_t own = world_connect(w, first), elsewhere = world_connect(w, second);
    world_settle(w);
    POST(200, "'token'", "/api/password", first, "{'old':'geheim 123','new':'neu und lang'}");
    keep_token(w, third);
    world_settle(w);
    assert_true(world_is_open(w, own));
    assert_false(world_is_open(w, elsewhere));
    /* all other sessions are closed */
    GET(401, "server.error.session", "/api/me", second);
    GET(200, "Eva", "/api/me", third);
    POST(403, "server.error.login", "/api/login", "", "{'name':'Eva','password':'geheim 123'}");
    world_pass(w, 60 * 1000);
    POST(200, "Eva", "/api/login", "", "{'name':'Eva','password':'neu und lang'}");
    keep_token(w, second);
    log_out(w, third, second);
    world_close(w);
}

static void guessing_passwords_is_slow(void **state) {
    struct world *w = world_open(3);
    unsigned tries = 0;
    (void)state;
    POST(200, "Eva", "/api/signup", "", "{'name':'Eva','password':'geheim 123'}");
    while (world_ask(w, "POST", "/api/login", "", "{'name':'Eva','password':'geraten 12'}") == 403)
        assert_true(++tries < 20);
    expect(w, 429, "server.error.too_often");
    world_close(w);
}

static void passwords_are_kept_hashed_and_tokens_too(void **state) {
    struct world *w = world_open(4);
    unsigned count;
    char token[CORE_TOKEN_LENGTH + 1];
    (void)state;
    sign_up(w, "Eva", token);
    const struct store_person *person = memory_store_rows(w->store, STORE_PERSON, &count);
    assert_string_equal(person->folded, "eva");
    assert_true(strncmp(person->password, "fake$", 5) == 0);
    for (enum store_type type = 0; type < STORE_TYPE_COUNT; type++) {
        const char *rows = memory_store_rows(w->store, type, &count);
        if (!count) continue;
        assert_null(memmem(rows, count * store_columns[type].size, "geheim", 6));
        assert_null(memmem(rows, count * store_columns[type].size, token, CORE_TOKEN_LENGTH));
    }
    world_close(w);
}

static void ones_data_can_be_taken_away_and_deleted(void **state) {
    struct world *w = world_open(5);
    struct tales *tales = calloc(1, sizeof *tales);
    char table[STORE_ID], secret[STORE_ID];
    unsigned count;
    (void)state;
    POST(200, "Eva", "/api/signup", "", "{'name':'Eva','password':'geheim 123'}");
    struct player eva = {.world = w, .tales = tales, .seat = -1},
                  adam = player_guest(w, tales, "Adam");
    keep_token(w, eva.token);
    keep_token(w, adam.token);
    begin_session(w, "Eva", eva.token);
    make_table(&eva, "rattus", 2, "", table, secret);
    player_at(&eva, table, "", 0);
    player_connect(&eva);
    sit_down(&adam, table, "", 1);
    world_say(w, eva.socket, "{'type':'chat','table':'%s','text':'Hallo Adam'}", table);
    GET(200, "'targets':[]", "/api/me/export", eva.token);
    GET(200, "'text':'Hallo Adam'", "/api/me/export", eva.token);
    assert_true(says(w, table));
    assert_false(says(w, "fake$")); /* no hash leaves the server */
    POST(403, "server.error.login", "/api/me/delete", eva.token, "{'password':'falsch 123'}");
    POST(200, "{}", "/api/me/delete", eva.token, "{'password':'geheim 123'}");
    world_settle(w);
    assert_false(world_is_open(w, eva.socket));
    player_listen(&adam);
    assert_non_null(strstr(adam.said, "{\"name\":\"\",\"guest\":false,"));
    GET(404, "server.error.no_person", "/api/people/Eva", "");
    for (enum store_type type = 0; type < STORE_TYPE_COUNT; type++) {
        const char *rows = memory_store_rows(w->store, type, &count);
        if (count && type == STORE_PERSON)
            assert_string_equal(((const struct store_person *)rows)->name, "");
        if (type == STORE_SEAT) assert_string_equal(((const struct store_seat *)rows)->name, "");
        if (type == STORE_CHAT) {
            const struct store_chat *line = (const struct store_chat *)rows;
            assert_true(count == 1 && !line->name[0] && !line->person[0]);
        }
    }
    /* the name is free again */
    POST(200, "Eva", "/api/signup", "", "{'name':'Eva','password':'geheim 123'}");
    world_close(w);
    tales_close(tales);
}

static void blocked_people_are_disconnected(void **state) {
    struct world *w = world_open(6);
    unsigned count;
    char token[CORE_TOKEN_LENGTH + 1];
    (void)state;
    sign_up(w, "Eva", token);
    uint64_t page = world_connect(w, token);
    world_settle(w);
    core_store_changed(w->core, "", "");
    world_settle(w);
    assert_true(world_is_open(w, page));
    /* The operator edits the row and leaves the session, which store_put_blocked would end. */
    struct store_person person =
        *(const struct store_person *)memory_store_rows(w->store, STORE_PERSON, &count);
    struct store_batch *batch = store_batch(NULL);
    store_remove(batch, STORE_PERSON)->person = person;
    person.blocked = 1;
    store_add(batch, STORE_PERSON)->person = person;
    memory_store_do(w->store, batch);
    store_batch_free(batch);
    core_store_changed(w->core, "", "");
    world_settle(w);
    assert_false(world_is_open(w, page));
    GET(403, "server.error.blocked", "/api/me", token);
    POST(403, "server.error.blocked", "/api/login", "", "{'name':'Eva','password':'geheim 123'}");
    world_close(w);
}

static void guests_who_do_not_come_back_are_forgotten(void **state) {
    struct world *w = world_open(7);
    unsigned count;
    char token[CORE_TOKEN_LENGTH + 1];
    (void)state;
    w->settings.guest_days = 400; /* longer than a session */
    world_crash(w, 0);
    world_start(w);
    world_settle(w);
    POST(200, "Gast", "/api/guest", "", "{'name':'Gast'}");
    POST(200, "Treu", "/api/guest", "", "{'name':'Treu'}");
    keep_token(w, token);
    for (unsigned day = 0; day < 410; day += 100) {
        w->now += (int64_t)100 * 24 * 3600 * 1000;
        world_pass(w, 2 * 3600 * 1000);
        GET(200, "Treu", "/api/me", token);
    }
    memory_store_rows(w->store, STORE_PERSON, &count);
    assert_int_equal(count, 1);
    memory_store_rows(w->store, STORE_SESSION, &count);
    assert_int_equal(count, 1);
    world_close(w);
}

/* ---- the lobby ---- */

static void refuse_wrong_tables(struct world *w, const char *token) {
    POST(401, "server.error.session", "/api/tables", "", "{'game':'tallinn','players':2}");
    POST(400, "error.record.game", "/api/tables", token, "{'game':'chess','players':2}");
    POST(400, "error.record.players", "/api/tables", token, "{'game':'tallinn','players':7}");
    POST(400, "error.record.option", "/api/tables", token,
         "{'game':'tallinn','players':2,'options':{'legate':7}}");
    POST(400, "server.error.pace", "/api/tables", token,
         "{'game':'tallinn','players':2,'pace':{'kind':'live','minutes':0,'increment_s':1}}");
    POST(400, "server.error.pace", "/api/tables", token,
         "{'game':'tallinn','players':2,'pace':{'kind':'soon'}}");
    POST(400, "server.error.seats", "/api/tables", token,
         "{'game':'tallinn','players':2,'seats':['me']}");
    POST(400, "server.error.seats", "/api/tables", token,
         "{'game':'tallinn','players':2,'seats':['me','person','person']}");
    POST(400, "server.error.level", "/api/tables", token,
         "{'game':'tallinn','players':2,'seats':['me','god']}");
    POST(400, "server.error.rated_guest", "/api/tables", token,
         "{'game':'tallinn','players':2,'rated':true}");
    POST(400, "server.error.body", "/api/tables", token, "[]");
    POST(404, "server.error.path", "/api/nothing", token, "{}");
    ASK(405, "server.error.path", "DELETE", "/api/tables", token, "{}");
}

static void list_tables(struct world *w, struct player *p) {
    char table[STORE_ID], secret[STORE_ID], path[100];
    GET(200, "{'tables':[],'next':null}", "/api/tables", "");
    make_table(
        p, "tallinn", 3,
        ",'seats':['me','novice','person'],'pace':{'kind':'live','minutes':15,'increment_s':10}",
        table, secret);
    GET(200, table, "/api/tables", "");
    assert_true(says(w, "'seats':[{'name':'Anna','guest':true,'level':null},{'name':null,'guest':"
                        "false,'level':'novice'},{'name':null,'guest':false,'level':null}]"));
    assert_true(says(w, "'pace':{'kind':'live','time_ms':900000,'increment_ms':10000}"));
    assert_true(says(w, "'waiting':[],")); /* nobody has come yet */
    assert_false(says(w, "seed"));
    GET(200, table, "/api/tables?game=tallinn&pace=live", "");
    GET(200, "'tables':[]", "/api/tables?game=rattus", "");
    GET(200, "'tables':[]", "/api/tables?pace=relaxed", "");
    snprintf(path, sizeof path, "/api/tables/%s", table);
    GET(200, "'phase':'seating'", path, "");
    GET(404, "server.error.no_table", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA", "");
    GET(404, "server.error.path", "/api/tables/%00", "");
    GET(404, "server.error.path", "/api/tables/%4", "");
    GET(404, "server.error.no_table", "/api/tables/%41", "");
    GET(200, "'levels':['random'", "/api/games", "");
}

/* Makes as many tables as the person may have, of which it already has `has`. */
static void make_too_many_tables(struct world *w, const char *token, unsigned has, unsigned most) {
    unsigned made = 0;
    while (world_ask(w, "POST", "/api/tables", token, "{'game':'rattus','players':2}") == 200) {
        assert_true(++made < 100);
        world_pass(w, 60 * 1000);
    }
    expect(w, 409, "server.error.many_tables");
    assert_int_equal(has + made, most);
}

static void tables_are_made_listed_and_refused_when_wrong(void **state) {
    struct world *w = world_open(20);
    struct tales *tales = calloc(1, sizeof *tales);
    (void)state;
    struct player p = player_guest(w, tales, "Anna");
    refuse_wrong_tables(w, p.token);
    list_tables(w, &p);
    unsigned guests = core_settings_default().tables_per_guest;
    make_too_many_tables(w, p.token, 1, guests);
    POST(200, "Anna", "/api/signup", p.token, "{'name':'Anna','password':'geheim 123'}");
    keep_token(w, p.token);
    make_too_many_tables(w, p.token, guests, core_settings_default().tables_per_person);
    world_close(w);
    tales_close(tales);
}

static void requests_are_limited_by_address(void **state) {
    struct world *w = world_open(21);
    unsigned asked = 0;
    (void)state;
    while (world_ask(w, "GET", "/api/games", "", "%s", "") == 200) assert_true(++asked < 500);
    expect(w, 429, "server.error.too_often");
    world_pass(w, 1000);
    GET(200, "games", "/api/games", "");
    world_close(w);
}

/* One address and one table take a limited amount of storage. */
static void storage_is_limited(void **state) {
    struct world *w = world_open(41);
    struct tales *tales = calloc(1, sizeof *tales);
    char table[STORE_ID], secret[STORE_ID];
    unsigned guests = 0, count;
    (void)state;
    while (world_ask(w, "POST", "/api/guest", "", "{'name':'Gast'}") == 200) {
        assert_true(++guests < 1000);
        world_pass(w, 20 * 1000);
    }
    assert_true(guests >= 300 && guests < 330);
    w->address = "192.0.2.9";
    struct player p = player_guest(w, tales, "Anna");
    make_table(&p, "rattus", 2, "", table, secret);
    player_at(&p, table, "", 0);
    player_connect(&p);
    for (unsigned i = 0; i < CHAT_STORED + 10; i++) {
        world_say(w, p.socket, "{'type':'chat','table':'%s','text':'Zeile %u'}", table, i);
        world_pass(w, 3 * 60 * 1000);
        world_deafen(w, p.socket);
    }
    const struct store_chat *lines = memory_store_rows(w->store, STORE_CHAT, &count);
    assert_int_equal(count, CHAT_STORED);
    assert_int_equal(lines[0].number, 10);
    world_close(w);
    tales_close(tales);
}

/* ---- ratings ---- */

static void ratings_follow_places(void **state) {
    struct rating r[3] = {rating_new(), rating_new(), rating_new()};
    (void)state;
    r[0].place = 1;
    r[1].place = 2;
    r[2].place = 2;
    rating_update(r, 3, NULL);
    assert_true(r[0].mu > 25 && r[1].mu < 25);
    assert_true(fabs(r[1].mu - r[2].mu) < 1e-9); /* a tie is a tie */
    /* among equals the gains equal the losses */
    assert_true(fabs(r[0].mu + r[1].mu + r[2].mu - 75) < 1e-9);
    for (unsigned i = 0; i < 3; i++) assert_true(r[i].sigma < 25.0 / 3);
    /* Bradley–Terry with full pairs, computed by hand for two: c = sqrt(2·(25/3)² + 2·(25/6)²), mu
     * = 25 ± (25/3)²/c/2 */
    struct rating two[2] = {rating_new(), rating_new()};
    two[0].place = 1;
    two[1].place = 2;
    rating_update(two, 2, NULL);
    double c = sqrt(2 * (625.0 / 9) + 2 * (625.0 / 36));
    assert_true(fabs(two[0].mu - (25 + 625.0 / 9 / c / 2)) < 1e-9);
    /* the rating of an opponent is fixed, and beating a weak one gains little */
    struct rating person = rating_new(), weak = rating_of_level("random"),
                  strong = rating_of_level("master");
    assert_true(weak.mu < person.mu && rating_of_level("novice").mu == person.mu &&
                rating_of_level("club").mu > person.mu && rating_of_level("club").mu < strong.mu);
    person.place = 1;
    weak.place = strong.place = 2;
    struct rating a[2] = {person, weak}, b[2] = {person, strong};
    rating_update(a, 2, NULL);
    rating_update(b, 2, NULL);
    assert_true(a[1].mu == weak.mu && b[1].mu == strong.mu);
    assert_true(b[0].mu > a[0].mu && a[0].mu > 25);
}

/* Two accounts sit down at a rated table; guests and second seats are refused. */
static void begin_rated(struct world *w, struct tales *tales, struct player p[2], bool by_link,
                        char table[STORE_ID]) {
    char secret[STORE_ID], path[100];
    for (unsigned i = 0; i < 2; i++) {
        p[i] = (struct player){.world = w, .tales = tales, .seat = -1};
        generator_seed(&p[i].chance, i);
        w->address = i ? "192.0.2.2" : "192.0.2.1";
        POST(200, "token", "/api/signup", "", "{'name':'Spieler %u','password':'geheim 123'}", i);
        keep_token(w, p[i].token);
    }
    make_table(&p[0], "rattus", 2, by_link ? ",'rated':true,'public':false" : ",'rated':true",
               table, secret);
    w->address = "192.0.2.1";
    player_at(&p[0], table, secret, 0);
    player_connect(&p[0]);
    struct player guest = player_guest(w, tales, "Gast");
    player_at(&guest, table, secret, -1);
    player_connect(&guest);
    world_say(w, guest.socket, "{'type':'sit','table':'%s','seat':1}", table);
    player_listen(&guest);
    assert_string_equal(guest.refused, "server.error.rated_guest");
    world_say(w, p[0].socket, "{'type':'sit','table':'%s','seat':1}", table);
    player_listen(&p[0]);
    assert_string_equal(p[0].refused, "server.error.rated_twice");
    w->address = "192.0.2.2";
    sit_down(&p[1], table, secret, 1);
    for (unsigned n = 0; n < 8; n++) {
        player_listen(&p[n % 2]);
        world_pass(w, 500);
    }
    snprintf(path, sizeof path, "/api/tables/%s", table);
    GET(200, "'phase':'playing'", path, p[0].token);
    assert_true(says(w, "'waiting':[0],") != says(w, "'waiting':[1],")); /* whose turn it is */
}

/* Both make enough moves for a resignation to count. */
static void play_some_moves(struct world *w, struct player p[2]) {
    for (unsigned n = 0; p[0].answers < 12 || p[1].answers < 12; n++) {
        assert_true(n < 1000 && !p[0].over && !p[1].over);
        for (unsigned i = 0; i < 2; i++) {
            player_listen(&p[i]);
            player_answer(&p[i]);
            world_settle(w);
        }
        world_pass(w, 200);
    }
}

static void resign_and_crash(struct world *w, const struct player *p, const char *table,
                             unsigned crash) {
    w->held = crash > 0;
    world_say(w, p->socket, "{'type':'resign','table':'%s','seat':1}", table);
    for (unsigned n = 0; n < 2 * crash; n++) world_store(w);
    if (crash) world_crash(w, crash);
    w->held = false;
    if (crash) world_start(w);
    world_pass(w, 30 * 1000);
}

static void check_rated_once(struct world *w, const char *table, bool by_link) {
    unsigned count;
    const struct store_rating *ratings = memory_store_rows(w->store, STORE_RATING, &count);
    const struct store_table *row;
    if (count) {
        assert_int_equal(count, 2);
        assert_true(ratings[0].games == 1 && ratings[1].games == 1);
        assert_true((ratings[0].mu > 25) != (ratings[1].mu > 25));
        GET(200, "'ratings':[{'game':'rattus','name':'Spieler 0'", "/api/leaders?game=rattus", "");
        GET(200, "'place':1,'players':2", "/api/people/Spieler%200", "");
        GET(200, "'place':2,'players':2", "/api/people/spieler%201", "");
        /* strangers learn nothing of a table by link only */
        assert_true(says(w, by_link ? "'history':[{'table':null," : table));
        assert_true(says(w, table) != by_link);
    }
    row = memory_store_rows(w->store, STORE_TABLE, &count);
    memory_store_rows(w->store, STORE_HISTORY, &count);
    /* rated if, and only if, it is over */
    assert_int_equal(count, row->phase == STORE_OVER ? 2 : 0);
    memory_store_rows(w->store, STORE_JOB, &count);
    assert_int_equal(count, 0);
}

static void a_rated_game_is_rated_once_even_after_a_crash(void **state) {
    (void)state;
    for (unsigned crash = 0; crash < 4; crash++) {
        struct world *w = world_open(30 + crash);
        struct tales *tales = calloc(1, sizeof *tales);
        struct player p[2];
        char table[STORE_ID];
        bool by_link = crash % 2;
        begin_rated(w, tales, p, by_link, table);
        play_some_moves(w, p);
        resign_and_crash(w, &p[1], table, crash);
        check_rated_once(w, table, by_link);
        world_close(w);
        tales_close(tales);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_folded_without_case_and_diacritics),
        cmocka_unit_test(a_limit_lets_a_burst_through_and_then_one_at_a_time),
        cmocka_unit_test(a_guest_becomes_an_account_with_all_its_seats),
        cmocka_unit_test(passwords_begin_and_end_sessions),
        cmocka_unit_test(guessing_passwords_is_slow),
        cmocka_unit_test(passwords_are_kept_hashed_and_tokens_too),
        cmocka_unit_test(ones_data_can_be_taken_away_and_deleted),
        cmocka_unit_test(blocked_people_are_disconnected),
        cmocka_unit_test(guests_who_do_not_come_back_are_forgotten),
        cmocka_unit_test(tables_are_made_listed_and_refused_when_wrong),
        cmocka_unit_test(requests_are_limited_by_address),
        cmocka_unit_test(storage_is_limited),
        cmocka_unit_test(ratings_follow_places),
        cmocka_unit_test(a_rated_game_is_rated_once_even_after_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
