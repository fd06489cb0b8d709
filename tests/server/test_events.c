/* Tournaments, deals of the day and tables to watch, at one server. */
#include "tests/server/asking.h"
#include "tests/server/scene.h"

#include "core/hex.h"
#include "games/registry.h"
#include "match/daily.h"
#include "match/record.h"
#include "server/state.h"

enum { ENTRANTS_MAX = 8 };

/* A tournament of people, one of whom organises it. */
struct evening {
    struct world *w;
    struct tales *tales;
    struct player people[ENTRANTS_MAX];
    unsigned count;
    char id[STORE_ID];
};

static void ask(struct world *w, unsigned status, const char *part, const char *method,
                const char *path, const char *token, const char *body) {
    world_ask(w, method, path, token, "%s", body);
    expect(w, status, part);
}

static struct player account(struct world *w, struct tales *tales, const char *name) {
    struct player p = {.world = w, .tales = tales, .seat = -1};
    snprintf(p.name, sizeof p.name, "%s", name);
    sign_up(w, name, p.token);
    generator_seed(&p.chance, w->random.s[0]);
    return p;
}

static struct evening *open_evening(unsigned count, const char *more) {
    static const char *const names[ENTRANTS_MAX] = {"Anna", "Björn", "Chloé", "Dörte",
                                                    "Emil", "Fritz", "Gerda", "Hans"};
    struct evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    e->w = world_open(7);
    e->tales = new_tales();
    e->w->settings.unlimited = true;
    world_crash(e->w, 0);
    world_start(e->w);
    world_pass(e->w, 10000);
    for (unsigned i = 0; i < count; i++)
        e->people[i] =
            i ? player_guest(e->w, e->tales, names[i]) : account(e->w, e->tales, names[i]);
    e->count = count;
    char body[600];
    snprintf(body, sizeof body,
             "{'name':'Runde','game':'template','players':2,"
             "'pace':{'kind':'live','minutes':10,'increment_s':0}%s%s%s}",
             strstr(more, "'pause_s'") ? "" : ",'pause_s':0",
             strstr(more, "'rounds'") ? "" : ",'rounds':2", more);
    ask(e->w, 200, "'path':'/tournaments/", "POST", "/api/tournaments", e->people[0].token, body);
    assert_true(json_read_text(json_get(e->w->reply.json, "id"), e->id, sizeof e->id, NULL));
    return e;
}

static void close_evening(struct evening *e) {
    world_close(e->w);
    tales_close(e->tales);
    free(e);
}

static void act(struct evening *e, unsigned status, const char *part, unsigned who,
                const char *what, const char *more) {
    char path[64], body[400];
    snprintf(path, sizeof path, "/api/tournaments/%s", what);
    snprintf(body, sizeof body, "{'id':'%s'%s}", e->id, more);
    ask(e->w, status, part, "POST", path, e->people[who].token, body);
}

static struct json look(struct evening *e, const char *query, const char *token) {
    char path[80];
    snprintf(path, sizeof path, "/api/tournaments/%s%s", e->id, query);
    assert_int_equal(world_ask(e->w, "GET", path, token, "%s", ""), 200);
    return e->w->reply.json;
}

static struct json item(struct json list, unsigned number) {
    struct json at = {0}, none, value = {0};
    for (unsigned i = 0; i <= number; i++) assert_true(json_next(list, &at, &none, &value));
    return value;
}

static unsigned length(struct json list) {
    struct json at = {0}, none, value;
    unsigned count = 0;
    while (json_next(list, &at, &none, &value)) count++;
    return count;
}

static const struct store_table *tables_of_round(struct evening *e, int64_t round,
                                                 unsigned *count) {
    static struct store_table found[ENTRANTS_MAX];
    unsigned all;
    const struct store_table *rows = memory_store_rows(e->w->store, STORE_TABLE, &all);
    *count = 0;
    for (unsigned i = 0; i < all; i++)
        if (strcmp(rows[i].event, e->id) == 0 && rows[i].round == round)
            found[(*count)++] = rows[i];
    return found;
}

/* Takes a person to its table of this round; false: it has none. */
static bool go_to_table(struct evening *e, struct player *p, int64_t round) {
    unsigned tables, seats;
    const struct store_table *rows = tables_of_round(e, round, &tables);
    const struct store_seat *s = memory_store_rows(e->w->store, STORE_SEAT, &seats);
    for (unsigned i = 0; i < seats; i++)
        for (unsigned t = 0; t < tables; t++)
            if (strcmp(s[i].at, rows[t].id) == 0 && strcmp(s[i].name, p->name) == 0) {
                player_disconnect(p);
                player_at(p, rows[t].id, "", (int)s[i].seat);
                player_connect(p);
                return true;
            }
    return false;
}

static void play_round(struct evening *e, int64_t round) {
    struct player *there[ENTRANTS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < e->count; i++)
        if (go_to_table(e, &e->people[i], round)) there[count++] = &e->people[i];
    for (unsigned n = 0;; n++) {
        bool over = true;
        assert_true(n < 2000);
        for (unsigned i = 0; i < count; i++) {
            player_listen(there[i]);
            player_answer(there[i]);
            over &= there[i]->over;
        }
        if (over) break;
        world_pass(e->w, 200);
    }
    world_pass(e->w, 1000);
}

/* The first `count` people enter. */
static void enter(struct evening *e, unsigned count) {
    for (unsigned i = 0; i < count; i++) act(e, 200, "{}", i, "enter", "");
}

/* The first `count` people enter, then the organiser starts the tournament. */
static void start_with(struct evening *e, unsigned count) {
    enter(e, count);
    act(e, 200, "{}", 0, "start", "");
}

/* ---- tournaments ---- */

static void a_tournament_is_played_to_its_end(void **state) {
    (void)state;
    struct evening *e = open_evening(5, ",'equal_deals':true");
    start_with(e, e->count);
    for (int64_t round = 0; round < 2; round++) {
        unsigned count;
        const struct store_table *tables = tables_of_round(e, round, &count);
        assert_int_equal(count, 3); /* one of them with an opponent */
        for (unsigned i = 0; i < count; i++)
            assert_memory_equal(tables[i].seed, tables[0].seed, STORE_HASH);
        play_round(e, round);
    }
    struct json all = look(e, "?as=json", "");
    assert_true(json_is(json_get(all, "phase"), "over"));
    assert_int_equal(length(json_get(all, "tables")), 6);
    assert_int_equal(length(json_get(all, "standings")), 5);
    assert_int_equal(json_type(json_get(all, "seed")), JSON_TEXT);
    int64_t first, last, number;
    assert_true(
        json_read_number(json_get(item(json_get(all, "standings"), 0), "matchpoints"), &first));
    assert_true(
        json_read_number(json_get(item(json_get(all, "standings"), 4), "matchpoints"), &last));
    assert_true(first >= last);
    assert_true(json_read_number(json_get(all, "finished"), &number) && number == 2);
    look(e, "?as=csv", "");
    assert_non_null(strstr(e->w->reply.body, "rank,name,matchpoints,points,opposition,played,round "
                                             "1,round 2\r\n1,"));
    close_evening(e);
}

/* Which key the table's refusal had; "": it welcomed the person. */
static const char *knock(struct evening *e, struct player *p, const char *table) {
    player_disconnect(p);
    player_at(p, table, "", -1);
    p->refused[0] = 0;
    player_connect(p);
    world_settle(e->w);
    player_listen(p);
    return p->refused;
}

static char *record_of(struct player *p, const char *seat) {
    char *found = NULL;
    world_deafen(p->world, p->socket);
    world_say(p->world, p->socket, "{'type':'record','table':'%s','seat':%s}", p->table, seat);
    for (char *text; (text = world_hear(p->world, p->socket)); free(text))
        if (strstr(text, "\"record\":")) found = strdup(text);
    assert_non_null(found);
    return found;
}

static void play_alone(struct evening *e, struct player **players, unsigned count) {
    for (unsigned n = 0; !players[0]->over; n++) {
        assert_true(n < 2000);
        for (unsigned i = 0; i < count; i++) {
            player_listen(players[i]);
            player_answer(players[i]);
        }
        world_pass(e->w, 200);
    }
}

/* With equal deals nobody learns from another table before the round is over. */
static void a_round_opens_when_its_last_table_is_over(void **state) {
    (void)state;
    struct evening *e = open_evening(5, ",'equal_deals':true,'rated':false");
    struct player *stranger = &e->people[4], *pair[2] = {0};
    start_with(e, 4);
    for (unsigned i = 0; i < 4; i++) assert_true(go_to_table(e, &e->people[i], 0));
    pair[0] = &e->people[0];
    for (unsigned i = 1; i < 4; i++)
        if (strcmp(e->people[i].table, pair[0]->table) == 0) pair[1] = &e->people[i];
    play_alone(e, pair, 2);
    /* the table is over: neither results nor the seed are known yet */
    char done[STORE_ID], path[64], *record;
    strcpy(done, pair[0]->table);
    struct json tables = json_get(look(e, "", ""), "tables");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(json_type(json_get(item(tables, i), "score")), JSON_NULL);
        assert_int_equal(json_type(json_get(item(tables, i), "table")), JSON_NULL);
    }
    assert_false(says(e->w, "'score':["));
    snprintf(path, sizeof path, "/api/tables/%s", done);
    ask(e->w, 404, "no_table", "GET", path, stranger->token, "");
    ask(e->w, 404, "no_table", "GET", path, "", "");
    assert_string_equal(knock(e, stranger, done), "server.error.no_table");
    ask(e->w, 200, "{'tables':[]}", "GET", "/api/watch", "", "");
    record = record_of(pair[0], pair[0]->seat ? "1" : "0");
    assert_null(strstr(record, "\"seed\""));
    assert_null(strstr(record, "\"result\""));
    free(record);
    unsigned versions = pair[0]->version, updates = 0;
    player_disconnect(pair[0]);
    pair[0]->version = 0;
    player_connect(pair[0]);
    for (char *text; (text = world_hear(e->w, pair[0]->socket)); free(text)) {
        assert_null(strstr(text, "\"seed\""));
        updates += strstr(text, "\"update\"") != NULL;
    }
    assert_true(updates > 0 && updates <= versions);
    /* the other players cannot look at it, either */
    for (unsigned i = 0; i < 4; i++)
        if (strcmp(e->people[i].table, done) != 0) {
            struct player other = e->people[i];
            other.socket = 0;
            assert_string_equal(knock(e, &other, done), "server.error.no_table");
            player_disconnect(&other);
        }
    play_round(e, 0);
    assert_string_equal(knock(e, stranger, done), "");
    record = record_of(stranger, "null");
    assert_non_null(strstr(record, "\"seed\""));
    free(record);
    assert_true(json_is(json_get(look(e, "?round=1", ""), "phase"), "running"));
    assert_true(says(e->w, "'score':["));
    close_evening(e);
}

/* Without equal deals everybody may watch, and results are shown at once. */
static void without_equal_deals_one_may_watch(void **state) {
    (void)state;
    struct evening *e = open_evening(5, "");
    unsigned count;
    start_with(e, 4);
    const struct store_table *tables = tables_of_round(e, 0, &count);
    assert_int_equal(count, 2);
    assert_memory_not_equal(tables[0].seed, tables[1].seed, STORE_HASH);
    assert_string_equal(knock(e, &e->people[4], tables[0].id), "");
    world_pass(e->w, 1000);
    ask(e->w, 200, "'event':{'kind':'tournament'", "GET", "/api/watch", "", "");
    assert_int_equal(length(json_get(e->w->reply.json, "tables")), 2);
    assert_true(says(e->w, "'view':{"));
    close_evening(e);
}

/* A small board of each table that one may watch, and of one's own. */
static void a_round_shows_its_boards(void **state) {
    (void)state;
    for (unsigned equal = 0; equal < 2; equal++) {
        struct evening *e = open_evening(4, equal ? ",'equal_deals':true" : "");
        start_with(e, e->count);
        look(e, "", e->people[0].token);
        assert_false(says(e->w, "'view':"));
        look(e, "?boards=1", e->people[0].token); /* wakes the tables */
        world_pass(e->w, 1000);
        struct json tables = json_get(look(e, "?boards=1", e->people[0].token), "tables");
        unsigned boards = 0;
        for (unsigned i = 0; i < length(tables); i++)
            boards +=
                json_type(json_get(json_get(item(tables, i), "board"), "view")) == JSON_OBJECT;
        assert_int_equal(boards, equal ? 1 : 2);
        look(e, "?boards=1", "");
        assert_int_equal(says(e->w, "'view':{"), !equal);
        assert_true(equal || says(e->w, "'viewer':6"));
        close_evening(e);
    }
}

static void late_entries_and_withdrawals(void **state) {
    (void)state;
    struct evening *e = open_evening(5, "");
    int64_t number;
    enter(e, 4);
    act(e, 409, "server.error.organiser", 1, "start", "");
    act(e, 200, "{}", 0, "start", "");
    act(e, 409, "server.error.stage", 0, "start", "");
    act(e, 409, "server.error.stage", 0, "next", "");
    act(e, 200, "{}", 4, "enter", "");
    assert_false(go_to_table(e, &e->people[4], 0));
    act(e, 200, "{}", 1, "leave", "");
    act(e, 409, "server.error.not_entered", 1, "leave", "");
    act(e, 409, "server.error.not_entered", 0, "remove", ",'entrant':1");
    act(e, 409, "server.error.organiser", 2, "remove", ",'entrant':2");
    act(e, 200, "{}", 0, "remove", ",'entrant':2,'reason':'krank'");
    play_round(e, 0);
    assert_true(go_to_table(e, &e->people[4], 1));
    assert_false(go_to_table(e, &e->people[1], 1));
    assert_false(go_to_table(e, &e->people[2], 1));
    struct json all = look(e, "", e->people[1].token);
    assert_int_equal(length(json_get(all, "standings")), 5);
    assert_true(json_read_number(json_get(json_get(all, "you"), "entrant"), &number));
    assert_int_equal(number, 1);
    assert_true(says(e->w, "'what':'removed','entrant':2,'name':'Chloé','reason':'krank'"));
    close_evening(e);
}

/* Nobody comes: opponents play on, and the round is lost for both. */
static void who_is_absent_loses_the_round(void **state) {
    (void)state;
    struct evening *e = open_evening(2, ",'rounds':1");
    start_with(e, e->count);
    assert_true(go_to_table(e, &e->people[0], 0));
    world_pass(e->w, 150 * 1000);
    player_listen(&e->people[0]);
    assert_false(says(e->w, "'lost':[1]"));
    for (unsigned n = 0; n < 400 && !e->people[0].over; n++) {
        player_listen(&e->people[0]);
        player_answer(&e->people[0]);
        world_pass(e->w, 2000);
    }
    world_pass(e->w, 1000);
    struct json all = look(e, "", "");
    assert_true(json_is(json_get(all, "phase"), "over"));
    struct json table = item(json_get(all, "tables"), 0);
    int64_t away;
    assert_true(json_read_number(item(json_get(table, "lost"), 0), &away));
    assert_int_equal(away, 1 - e->people[0].seat);
    assert_true(json_is(json_get(item(json_get(all, "standings"), 0), "name"), "Anna"));
    assert_true(says(e->w, "'points':1,"));
    close_evening(e);
}

static void a_table_without_anybody_ends_too(void **state) {
    (void)state;
    struct evening *e = open_evening(2, ",'rounds':1");
    start_with(e, e->count);
    for (unsigned n = 0; n < 60; n++) world_pass(e->w, 10000);
    struct json all = look(e, "", "");
    assert_true(json_is(json_get(all, "phase"), "over"));
    assert_int_equal(length(json_get(item(json_get(all, "tables"), 0), "lost")), 2);
    close_evening(e);
}

/* The organiser enters results; everybody sees that. */
static void the_organiser_corrects(void **state) {
    (void)state;
    struct evening *e = open_evening(4, "");
    enter(e, e->count);
    act(e, 409, "server.error.correction", 0, "correct", ",'table':0,'score':[1,2]");
    act(e, 200, "{}", 0, "start", "");
    act(e, 409, "server.error.organiser", 1, "correct", ",'table':0,'score':[1,2]");
    act(e, 409, "server.error.correction", 0, "correct", ",'table':0,'score':[1]");
    act(e, 409, "server.error.correction", 0, "correct", ",'table':2,'score':[1,2]");
    act(e, 409, "server.error.correction", 0, "correct", ",'table':0,'score':[1,2],'lost':[2]");
    act(e, 200, "{}", 0, "correct", ",'table':0,'score':[7,3],'reason':'Strom weg'");
    look(e, "", "");
    assert_true(says(e->w, "'score':[7,3],'place':[1,2],'points':[1,0]"));
    act(e, 200, "{}", 0, "correct", ",'table':1,'score':[4,4],'lost':[0]");
    /* that was the last table: the next round is drawn */
    struct json all = look(e, "?round=1", "");
    int64_t number;
    assert_true(json_read_number(json_get(all, "round"), &number) && number == 2);
    assert_true(says(e->w, "'score':[4,4],'place':[1,1],'points':[0,1]"));
    assert_true(says(e->w, "'by':'Anna','what':'corrected','table':0,'round':1,'score':[7,3],"
                           "'lost':[],'reason':'Strom weg'"));
    act(e, 200, "{}", 0, "correct", ",'table':0,'score':[3,7]");
    look(e, "?round=1", "");
    assert_true(says(e->w, "'score':[3,7],'place':[2,1],'points':[0,1]"));
    act(e, 200, "{}", 0, "end", "");
    act(e, 409, "server.error.stage", 0, "end", "");
    play_round(e, 1);
    assert_true(json_is(json_get(look(e, "", ""), "phase"), "over"));
    close_evening(e);
}

static const struct store_table *row_of(struct world *w, const char *id) {
    unsigned all;
    const struct store_table *rows = memory_store_rows(w->store, STORE_TABLE, &all);
    for (unsigned i = 0; i < all; i++)
        if (strcmp(rows[i].id, id) == 0) return &rows[i];
    fail_msg("no table %s", id);
    return NULL;
}

/* Nobody plays on at a table whose result was entered, and nobody is sent there to watch. */
static void a_corrected_table_ends(void **state) {
    (void)state;
    struct evening *e = open_evening(4, ",'rated':false");
    struct player *p = &e->people[0];
    unsigned count;
    char id[STORE_ID];
    int64_t number;
    start_with(e, e->count);
    assert_true(go_to_table(e, p, 0));
    player_listen(p);
    strcpy(id, p->table);
    assert_true(
        json_read_number(json_get(json_get(look(e, "", p->token), "you"), "table"), &number));
    ask(e->w, 200, id, "GET", "/api/watch", "", "");
    char body[80];
    snprintf(body, sizeof body, ",'table':%d,'score':[7,3]", (int)number);
    act(e, 200, "{}", 0, "correct", body);
    world_pass(e->w, 1000);
    player_listen(p);
    assert_true(p->over);
    assert_int_equal(row_of(e->w, id)->phase, STORE_OVER);
    assert_int_equal(row_of(e->w, id)->wake_ms, 0);
    world_ask(e->w, "GET", "/api/watch", "", "%s", "");
    assert_false(says(e->w, id));
    look(e, "", "");
    assert_true(says(e->w, "'score':[7,3],'place':[1,2],'points':[1,0]"));
    /* the other table of the round is not concerned */
    const struct store_table *rows = tables_of_round(e, 0, &count);
    assert_int_equal(count, 2);
    assert_int_equal((rows[0].phase == STORE_OVER) + (rows[1].phase == STORE_OVER), 1);
    act(e, 200, "{}", 0, "correct", body); /* again: it has ended already */
    world_pass(e->w, 1000);
    assert_int_equal(row_of(e->w, id)->phase, STORE_OVER);
    close_evening(e);
}

/* A result that the organiser enters tells about the deal that others still play. */
static void a_correction_with_equal_deals_is_hidden(void **state) {
    (void)state;
    struct evening *e = open_evening(4, ",'equal_deals':true");
    start_with(e, e->count);
    act(e, 200, "{}", 0, "correct", ",'table':0,'score':[7,3],'lost':[1],'reason':'Strom weg'");
    for (unsigned n = 0; n < 2; n++) {
        look(e, n ? "?as=json" : "", "");
        assert_false(says(e->w, "[7,3]"));
        assert_true(says(e->w, "'by':'Anna','what':'corrected','table':0,'round':1,"
                               "'reason':'Strom weg'"));
    }
    act(e, 200, "{}", 0, "correct", ",'table':1,'score':[4,4]");
    look(e, "", "");
    assert_true(says(e->w, "'what':'corrected','table':0,'round':1,'score':[7,3],'lost':[1],"));
    close_evening(e);
}

static void a_tournament_starts_at_its_time(void **state) {
    (void)state;
    struct evening *e = open_evening(2, "");
    char body[300];
    snprintf(body, sizeof body,
             "{'name':'Um acht','game':'template','players':2,'rounds':1,'public':false,"
             "'pace':{'kind':'relaxed','days':1},'starts_ms':%lld}",
             (long long)e->w->now + 60000);
    ask(e->w, 200, "'id':", "POST", "/api/tournaments", e->people[0].token, body);
    assert_true(json_read_text(json_get(e->w->reply.json, "id"), e->id, sizeof e->id, NULL));
    ask(e->w, 200, "'name':'Runde'", "GET", "/api/tournaments", "", "");
    assert_false(says(e->w, "Um acht"));
    ask(e->w, 200, "'name':'Um acht'", "GET", "/api/tournaments?mine=1", e->people[0].token, "");
    enter(e, e->count);
    world_pass(e->w, 50000);
    assert_true(json_is(json_get(look(e, "", ""), "phase"), "entry"));
    world_pass(e->w, 25000);
    assert_true(json_is(json_get(look(e, "", e->people[0].token), "phase"), "running"));
    assert_true(says(e->w, "'table':'"));
    unsigned count;
    const struct store_table *table = tables_of_round(e, 0, &count);
    assert_int_equal(count, 1);
    assert_string_equal(table->secret, e->id);
    close_evening(e);
}

static int64_t number_at(struct json json, const char *member) {
    int64_t number = 0; /* null */
    (void)!json_read_number(json_get(json, member), &number);
    return number;
}

/* The organiser stops the clock before a round, sets it later and lets it run again. */
static void the_organiser_sets_the_clock(void **state) {
    (void)state;
    struct evening *e = open_evening(2, ",'pause_s':60,'rounds':3");
    enter(e, e->count);
    act(e, 409, "server.error.organiser", 1, "clock", ",'add_s':300");
    act(e, 409, "server.error.stage", 0, "clock", ",'stop':true"); /* none runs */
    act(e, 409, "server.error.clock", 0, "clock", "");
    act(e, 409, "server.error.clock", 0, "clock", ",'add_s':0");
    act(e, 409, "server.error.clock", 0, "clock", ",'add_s':90000");
    act(e, 200, "{}", 0, "clock", ",'add_s':300");
    int64_t now = e->w->now;
    assert_true(number_at(look(e, "", ""), "starts_ms") == now + 300000);
    act(e, 200, "{}", 0, "clock", ",'add_s':60");
    assert_true(number_at(look(e, "", ""), "starts_ms") == now + 360000);
    assert_true(says(e->w, "'by':'Anna','what':'extended','until_ms':"));
    act(e, 200, "{}", 0, "start", "");
    act(e, 409, "server.error.stage", 0, "clock", ",'add_s':300"); /* during a round */
    play_round(e, 0);
    assert_true(number_at(look(e, "", ""), "next_ms") > e->w->now);
    act(e, 200, "{}", 0, "clock", ",'stop':true");
    world_pass(e->w, 10 * 60000);
    assert_int_equal(number_at(look(e, "", ""), "round"), 1);
    assert_true(says(e->w, "'by':'Anna','what':'stopped'}"));
    act(e, 200, "{}", 0, "clock", ",'add_s':300");
    world_pass(e->w, 4 * 60000);
    assert_int_equal(number_at(look(e, "", ""), "round"), 1);
    world_pass(e->w, 2 * 60000);
    assert_int_equal(number_at(look(e, "", ""), "round"), 2);
    act(e, 200, "{}", 0, "end", "");
    play_round(e, 1);
    act(e, 409, "server.error.stage", 0, "clock", ",'add_s':300");
    close_evening(e);
}

/* Nobody waits for ever for a round that its organiser does not draw, and who has withdrawn may
 * enter elsewhere. */
static void an_organiser_who_goes_blocks_nobody(void **state) {
    (void)state;
    struct evening *e = open_evening(2, ",'pause_s':null,'rounds':3");
    start_with(e, e->count);
    play_round(e, 0);
    ask(e->w, 200, e->id, "GET", "/api/tournaments?mine=1", e->people[1].token, "");
    act(e, 200, "{}", 1, "leave", "");
    world_ask(e->w, "GET", "/api/tournaments?mine=1", e->people[1].token, "%s", "");
    assert_false(says(e->w, e->id));
    act(e, 200, "{}", 1, "enter", "");
    world_pass(e->w, 13 * DAY_MS);
    assert_true(json_is(json_get(look(e, "", ""), "phase"), "running"));
    world_pass(e->w, 2 * DAY_MS);
    assert_true(json_is(json_get(look(e, "", ""), "phase"), "over"));
    ask(e->w, 200, e->id, "GET", "/api/tournaments?mine=1&over=1", e->people[1].token, "");
    close_evening(e);
}

static void wrong_tournaments_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *body, *key;
    } wrong[] = {
        {"{}", "server.error.title"},
        {"{'name':'','game':'template','players':2}", "server.error.title"},
        {"{'name':'a\\nb','game':'template','players':2}", "server.error.title"},
        {"{'name':'x','game':'halma','players':2}", "error.record.game"},
        {"{'name':'x','game':'template','players':9}", "error.record.players"},
        {"{'name':'x','game':'template','players':2,'rounds':3}", "server.error.tournament_pace"},
#define START \
    "{'name':'x','game':'template','players':2,'pace':{'kind':'live','minutes':5,'increment_s':0}"
        {START "}", "server.error.rounds"},
        {START ",'rounds':32}", "server.error.rounds"},
        {START ",'rounds':0}", "server.error.rounds"},
        {START ",'rounds':3,'pause_s':-1}", "server.error.pause"},
        {START ",'rounds':3,'system':'knockout'}", "server.error.system"},
        {START ",'rounds':3,'level':'god'}", "server.error.level"},
        {START ",'rounds':3,'starts_ms':5}", "server.error.schedule"},
        {START ",'rounds':3,'ends_ms':'x'}", "server.error.schedule"},
        {START ",'rounds':3,'note':5}", "server.error.remark"},
        {"{'name':'x','game':'template','players':3,'rounds':3,'system':'round_robin',"
         "'pace':{'kind':'live','minutes':5,'increment_s':0}}",
         "server.error.system"},
#undef START
    };
    struct evening *e = open_evening(2, "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ask(e->w, 400, wrong[i].key, "POST", "/api/tournaments", e->people[0].token, wrong[i].body);
    ask(e->w, 409, "server.error.guest", "POST", "/api/tournaments", e->people[1].token, "{}");
    ask(e->w, 404, "no_tournament", "GET", "/api/tournaments/AAAAAAAAAAAAAAAAAAAAAA", "", "");
    ask(e->w, 404, "no_tournament", "GET", "/api/tournaments/x", "", "");
    ask(e->w, 404, "no_tournament", "POST", "/api/tournaments/enter", e->people[1].token,
        "{'id':'AAAAAAAAAAAAAAAAAAAAAA'}");
    ask(e->w, 401, "session", "GET", "/api/tournaments?mine=1", "", "");
    act(e, 409, "server.error.few_entrants", 0, "start", "");
    close_evening(e);
}

static void tournaments_are_limited(void **state) {
    (void)state;
    struct scene *s = scene_open(3);
    struct player host = account(s->w, s->tales, "Anna");
    for (unsigned i = 0; i < 4; i++)
        ask(s->w, i < 3 ? 200 : 409, i < 3 ? "'id':" : "server.error.many_hosted", "POST",
            "/api/tournaments", host.token,
            "{'name':'x','game':'template','players':2,'rounds':1,"
            "'pace':{'kind':'live','minutes':5,'increment_s':0}}");
    scene_close(s);
}

/* The seats of a tournament's table cannot be changed, and there is no early end. */
static void nobody_changes_a_table_of_a_tournament(void **state) {
    (void)state;
    struct evening *e = open_evening(2, "");
    struct player *p = &e->people[0];
    start_with(e, e->count);
    assert_true(go_to_table(e, p, 0));
    player_listen(p);
    expect_refused(p, "server.error.event", "'type':'resign','seat':%d", p->seat);
    expect_refused(p, "server.error.event", "'type':'propose','what':'end'");
    expect_refused(p, "server.error.event", "'type':'agree'");
    expect_refused(p, "server.error.event", "'type':'decline'");
    expect_refused(p, "server.error.event", "'type':'rematch'");
    expect_refused(p, "server.error.event", "'type':'fill','seat':1,'level':'random'");
    expect_refused(p, "server.error.event", "'type':'remove','seat':1");
    expect_refused(p, "server.error.event", "'type':'sit','seat':1");
    assert_true(table_says(p, "'event':{'kind':'tournament','id':'"));
    close_evening(e);
}

/* A rated game counts when its round is over, not before. */
static void ratings_wait_for_the_round(void **state) {
    (void)state;
    struct evening *e = open_evening(1, ",'equal_deals':true,'rated':true,'rounds':1");
    static const char *const names[] = {"Berta", "Carl", "Dora"};
    struct player *pair[2] = {0};
    unsigned count;
    for (unsigned i = 0; i < 3; i++) e->people[e->count++] = account(e->w, e->tales, names[i]);
    struct player guest = player_guest(e->w, e->tales, "Gast");
    char body[64];
    snprintf(body, sizeof body, "{'id':'%s'}", e->id);
    ask(e->w, 409, "server.error.rated_guest", "POST", "/api/tournaments/enter", guest.token, body);
    start_with(e, e->count);
    for (unsigned i = 0; i < 4; i++) assert_true(go_to_table(e, &e->people[i], 0));
    pair[0] = &e->people[0];
    for (unsigned i = 1; i < 4; i++)
        if (strcmp(e->people[i].table, pair[0]->table) == 0) pair[1] = &e->people[i];
    play_alone(e, pair, 2);
    world_pass(e->w, 120 * 1000);
    memory_store_rows(e->w->store, STORE_RATING, &count);
    assert_int_equal(count, 0);
    for (unsigned i = 0; i < 4; i++) player_disconnect(&e->people[i]);
    play_round(e, 0);
    world_pass(e->w, 20 * 1000);
    memory_store_rows(e->w->store, STORE_RATING, &count);
    assert_int_equal(count, 4);
    close_evening(e);
}

/* ---- the deal of the day ---- */

static void begin_attempt(struct player *p) {
    struct world *w = p->world;
    w->hasty = true; /* `club` takes seconds */
    char table[STORE_ID];
    struct daily daily;
    char day[DAY_LENGTH + 1];
    ask(w, 200, "'path':'/t/", "POST", "/api/daily", p->token, "{}");
    assert_true(json_read_text(json_get(w->reply.json, "table"), table, sizeof table, NULL));
    daily_day(w->now, day);
    assert_true(daily_of(day, &daily));
    player_at(p, table, "", (int)daily.seat);
    player_connect(p);
}

static void play_attempt(struct player *p) {
    for (unsigned n = 0; !p->over; n++) {
        assert_true(n < 5000);
        player_listen(p);
        player_answer(p);
        world_pass(p->world, 1000);
    }
}

static void the_deal_of_the_day(void **state) {
    (void)state;
    struct scene *s = scene_open(5);
    struct world *w = s->w;
    struct player anna = account(w, s->tales, "Anna"), bert = account(w, s->tales, "Bert"),
                  guest = player_guest(w, s->tales, "Gast");
    char commitment[65], seed[65], day[DAY_LENGTH + 1], path[40];
    struct daily daily;
    ask(w, 200, "'seed':null", "GET", "/api/daily", "", "");
    assert_true(says(w, "'scores':null") && says(w, "'you':null") && says(w, "'over':false"));
    assert_true(
        json_read_text(json_get(w->reply.json, "commitment"), commitment, sizeof commitment, NULL));
    daily_day(w->now, day);
    assert_true(daily_of(day, &daily));
    assert_true(json_is(json_get(w->reply.json, "day"), day));
    assert_true(json_is(json_get(w->reply.json, "game"), daily.game->id));
    ask(w, 409, "server.error.guest", "POST", "/api/daily", guest.token, "{}");
    begin_attempt(&anna);
    char first[STORE_ID];
    strcpy(first, anna.table);
    begin_attempt(&bert);
    assert_string_not_equal(first, bert.table);
    ask(w, 200, first, "POST", "/api/daily", anna.token, "{}"); /* there is only one */
    ask(w, 404, "no_table", "GET", "/api/tables/x", "", "");
    player_disconnect(&guest);
    player_at(&guest, first, "", -1);
    player_connect(&guest);
    player_listen(&guest);
    assert_string_equal(guest.refused, "server.error.no_table");
    play_attempt(&anna);
    ask(w, 200, "'scores':[{'score':", "GET", "/api/daily", anna.token, "");
    assert_true(says(w, "'phase':'over'") && says(w, "'counts':true") && says(w, "'streak':1"));
    ask(w, 200, "'scores':null", "GET", "/api/daily", bert.token, "");
    assert_true(says(w, "'played':1") && says(w, "'phase':'playing'"));
    char *record = record_of(&anna, anna.seat == 0 ? "0" : anna.seat == 1 ? "1" : "2");
    assert_null(strstr(record, "\"seed\""));
    free(record);
    /* the day ends: the seed is published, and Bert's attempt no longer counts */
    world_pass(w, DAY_MS - (w->now - daily_begin_ms(day)) + 1000);
    snprintf(path, sizeof path, "/api/daily/%s", day);
    ask(w, 200, "'over':true", "GET", path, "", "");
    assert_true(says(w, "'scores':[{'score':") && says(w, "'played':1"));
    assert_true(json_read_text(json_get(w->reply.json, "seed"), seed, sizeof seed, NULL));
    uint8_t bytes[SEED_SIZE], again[HASH_SIZE];
    char text[65];
    assert_true(hex_read(seed, bytes, sizeof bytes));
    draws_commitment(daily.table, bytes, again);
    hex_write(again, sizeof again, text);
    assert_string_equal(text, commitment);
    play_attempt(&bert);
    ask(w, 200, "'played':1", "GET", path, bert.token, "");
    assert_true(says(w, "'phase':'over'") && says(w, "'counts':false"));
    record = record_of(&anna, "null");
    assert_non_null(strstr(record, seed));
    free(record);
    assert_non_null(strstr((record = record_of(&bert, "null")), seed));
    free(record);
    begin_attempt(&anna);
    play_attempt(&anna);
    ask(w, 200, "'streak':2", "GET", "/api/daily", anna.token, "");
    snprintf(path, sizeof path, "/api/days?month=%.7s", day);
    ask(w, 200, "'counts':true", "GET", path, anna.token, "");
    ask(w, 404, "no_day", "GET", "/api/daily/2026-02-30", "", "");
    ask(w, 404, "no_day", "GET", "/api/daily/2199-01-01", "", "");
    ask(w, 404, "no_day", "GET", "/api/days?month=2026-13", "", "");
    ask(w, 404, "no_day", "GET", "/api/daily/2020-01-01", "", "");
    scene_close(s);
}

/* Two people who do the same get the same: cards and opponents. */
static void everybody_has_the_same_deal(void **state) {
    (void)state;
    struct scene *s = scene_open(6);
    struct player people[2] = {account(s->w, s->tales, "Anna"), account(s->w, s->tales, "Bert")};
    char *records[2];
    for (unsigned i = 0; i < 2; i++) {
        begin_attempt(&people[i]);
        generator_seed(&people[i].chance, 99);
        play_attempt(&people[i]);
    }
    world_pass(s->w, 2 * DAY_MS);
    for (unsigned i = 0; i < 2; i++) {
        records[i] = record_of(&people[i], "null");
        assert_non_null(strstr(records[i], "\"steps\""));
    }
    assert_string_equal(strstr(records[0], "\"steps\""), strstr(records[1], "\"steps\""));
    for (unsigned i = 0; i < 2; i++) free(records[i]);
    scene_close(s);
}

static unsigned masters(struct world *w, const struct store_attempt **latest) {
    unsigned all, count = 0;
    const struct store_attempt *rows = memory_store_rows(w->store, STORE_ATTEMPT, &all);
    for (unsigned i = 0; i < all; i++)
        if (strcmp(rows[i].person, DAILY_MASTER) == 0) {
            *latest = &rows[i];
            count++;
        }
    return count;
}

/* A master plays each day's deal once, and is compared only with people who have played, too. */
static void a_master_plays_the_deal_of_the_day(void **state) {
    (void)state;
    struct scene *s = scene_open(12);
    struct world *w = s->w;
    struct player anna = account(w, s->tales, "Anna"), bert = account(w, s->tales, "Bert");
    const struct store_attempt *master = NULL;
    char day[DAY_LENGTH + 1], path[40], part[80], at[STORE_ID];
    daily_day(w->now, day);
    ask(w, 200, "'master':null", "GET", "/api/daily", anna.token, "");
    assert_int_equal(masters(w, &master), 0); /* nobody plays, so it does not, either */
    begin_attempt(&anna);
    begin_attempt(&bert);
    assert_int_equal(masters(w, &master), 1);
    strcpy(at, master->at);
    ask(w, 200, "'master':null", "GET", "/api/daily", anna.token, "");
    play_attempt(&anna);
    for (unsigned n = 0; n < 2000 && !master->ended_ms; n++) {
        world_pass(w, 2000);
        masters(w, &master);
    }
    assert_int_equal(master->ended_ms, -1);
    assert_int_equal(row_of(w, at)->phase, STORE_OVER);
    snprintf(part, sizeof part, "'master':{'score':%d,'place':%d,'table':null}", (int)master->score,
             (int)master->place);
    ask(w, 200, part, "GET", "/api/daily", anna.token, "");
    assert_true(says(w, "'played':1,"));
    ask(w, 200, "'master':null", "GET", "/api/daily", bert.token, "");
    ask(w, 200, "'master':null", "GET", "/api/daily", "", "");
    player_disconnect(&bert);
    player_at(&bert, at, "", -1);
    player_connect(&bert);
    player_listen(&bert);
    assert_string_equal(bert.refused, "server.error.no_table"); /* sealed like every attempt */
    world_pass(w, DAY_MS);
    snprintf(path, sizeof path, "/api/daily/%s", day);
    ask(w, 200, at, "GET", path, "", ""); /* with its table */
    for (unsigned n = 0; n < 2; n++) ask(w, 200, "'played':1,", "GET", path, "", "");
    begin_attempt(&anna);
    assert_int_equal(masters(w, &master), 2);
    scene_close(s);
}

/* Leaving the table makes the attempt invalid, and an attempt that is left alone is closed. */
static void an_attempt_that_is_left_does_not_count(void **state) {
    (void)state;
    struct scene *s = scene_open(8);
    struct player anna = account(s->w, s->tales, "Anna"), bert = account(s->w, s->tales, "Bert");
    begin_attempt(&anna);
    player_listen(&anna);
    expect_done(&anna, "'type':'leave','seat':%d", anna.seat);
    for (unsigned n = 0; n < 2000 && !anna.over; n++) {
        world_pass(s->w, 2000);
        player_listen(&anna);
    }
    assert_true(anna.over);
    ask(s->w, 200, "'counts':false", "GET", "/api/daily", anna.token, "");
    assert_true(says(s->w, "'played':0"));
    begin_attempt(&bert);
    player_disconnect(&bert);
    world_pass(s->w, 3 * DAY_MS);
    unsigned count;
    const struct store_table *rows = memory_store_rows(s->w->store, STORE_TABLE, &count);
    for (unsigned i = 0; i < count; i++) assert_int_equal(rows[i].phase, STORE_OVER);
    scene_close(s);
}

/* ---- watching ---- */

static void spectators_see_a_delayed_table_later(void **state) {
    (void)state;
    struct scene *s = scene_of_people(9, "template", 2,
                                      ",'delay_s':60,'pace':{'kind':'live',"
                                      "'minutes':30,'increment_s':0}");
    struct player watcher = player_guest(s->w, s->tales, "Zenzi");
    begin_playing(s);
    player_at(&watcher, s->table, s->secret, -1);
    player_connect(&watcher);
    player_listen(&watcher);
    assert_int_equal(watcher.version, 0);
    assert_true(table_says(&watcher, "'clock':null") && table_says(&watcher, "'delay_s':60"));
    assert_true(table_says(&s->players[0], "'clock':{"));
    expect_refused(&watcher, "server.error.delayed", "'type':'record','seat':null");
    expect_refused(&watcher, "error.protocol.version", "'type':'at','seat':null,'version':1");
    unsigned dealt = s->players[0].version;
    assert_true(dealt > 0);
    world_pass(s->w, 40 * 1000);
    for (unsigned i = 0; i < 2; i++) {
        player_listen(&s->players[i]);
        player_answer(&s->players[i]);
    }
    world_pass(s->w, 30 * 1000);
    player_listen(&watcher);
    assert_int_equal(watcher.version, dealt); /* not yet what came 30 s ago */
    ask(s->w, 200, "'view':{", "GET", "/api/watch?game=template", "", "");
    assert_true(says(s->w, "'delay_s':60"));
    /* a list of one's own tables has boards only if asked, and only what spectators see */
    ask(s->w, 200, s->table, "GET", "/api/me/tables", s->players[0].token, "");
    assert_false(says(s->w, "'view':"));
    ask(s->w, 200, "'view':{", "GET", "/api/me/tables?boards=1", s->players[0].token, "");
    assert_true(says(s->w, "'viewer':6"));
    world_pass(s->w, 40 * 1000);
    player_listen(&watcher);
    assert_true(watcher.version > dealt);
    play_to_the_end(s->w, s->players, 2);
    world_pass(s->w, 1000);
    player_listen(&watcher);
    assert_true(watcher.over); /* at once */
    char *record = record_of(&watcher, "null");
    assert_non_null(strstr(record, "\"seed\""));
    free(record);
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tournament_is_played_to_its_end),
        cmocka_unit_test(a_round_opens_when_its_last_table_is_over),
        cmocka_unit_test(without_equal_deals_one_may_watch),
        cmocka_unit_test(a_round_shows_its_boards),
        cmocka_unit_test(late_entries_and_withdrawals),
        cmocka_unit_test(who_is_absent_loses_the_round),
        cmocka_unit_test(a_table_without_anybody_ends_too),
        cmocka_unit_test(the_organiser_corrects),
        cmocka_unit_test(a_corrected_table_ends),
        cmocka_unit_test(a_correction_with_equal_deals_is_hidden),
        cmocka_unit_test(a_tournament_starts_at_its_time),
        cmocka_unit_test(the_organiser_sets_the_clock),
        cmocka_unit_test(an_organiser_who_goes_blocks_nobody),
        cmocka_unit_test(wrong_tournaments_are_refused),
        cmocka_unit_test(tournaments_are_limited),
        cmocka_unit_test(nobody_changes_a_table_of_a_tournament),
        cmocka_unit_test(ratings_wait_for_the_round),
        cmocka_unit_test(the_deal_of_the_day),
        cmocka_unit_test(everybody_has_the_same_deal),
        cmocka_unit_test(a_master_plays_the_deal_of_the_day),
        cmocka_unit_test(an_attempt_that_is_left_does_not_count),
        cmocka_unit_test(spectators_see_a_delayed_table_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
