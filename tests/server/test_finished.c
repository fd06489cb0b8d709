/* Finished games: who finds which, in which order, and how openings are counted. */
#include "tests/server/asking.h"
#include "tests/server/scene.h"

#include "games/registry.h"
#include "match/opening.h"
#include "server/state.h"

/* A game of two accounts, played to its end. */
struct evening {
    struct world *w;
    struct tales *tales;
    struct player people[2];
    char table[STORE_ID], secret[STORE_ID];
};

static void sign_in(struct evening *e, unsigned who, const char *name) {
    struct player *p = &e->people[who];
    *p = (struct player){.world = e->w, .tales = e->tales, .seat = -1};
    snprintf(p->name, sizeof p->name, "%s", name);
    sign_up(e->w, name, p->token);
    generator_seed(&p->chance, 17 + who);
}

static struct evening *open_evening(uint64_t seed) {
    struct evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    e->w = world_open(seed);
    e->w->settings.unlimited = true;
    world_crash(e->w, 0);
    world_start(e->w);
    world_pass(e->w, 10000);
    e->tales = new_tales();
    sign_in(e, 0, "Eva");
    sign_in(e, 1, "Adam");
    return e;
}

static void close_evening(struct evening *e) {
    world_close(e->w);
    tales_close(e->tales);
    free(e);
}

/* Both sit down at a new table of this game. */
static void sit(struct evening *e, const char *game, const char *more) {
    tales_close(e->tales);
    e->tales = new_tales();
    for (unsigned i = 0; i < 2; i++) {
        e->people[i].tales = e->tales;
        e->people[i].version = 0;
        e->people[i].over = false;
        if (e->people[i].socket) player_disconnect(&e->people[i]);
    }
    make_table(&e->people[0], game, 2, more, e->table, e->secret);
    player_at(&e->people[0], e->table, e->secret, 0);
    player_connect(&e->people[0]);
    sit_down(&e->people[1], e->table, e->secret, 1);
}

static void play(struct evening *e, const char *game, const char *more) {
    sit(e, game, more);
    play_to_the_end(e->w, e->people, 2);
    world_pass(e->w, 2000);
}

static unsigned rows(struct world *w, enum store_type type) {
    unsigned count;
    memory_store_rows(w->store, type, &count);
    return count;
}

static bool lists(struct world *w, const char *table) {
    char part[40];
    snprintf(part, sizeof part, "'table':'%.22s'", table);
    return says(w, part);
}

static const char rated[] = ",'rated':true";

static void people_find_their_own_games(void **state) {
    struct evening *e = open_evening(1);
    struct world *w = e->w;
    const char *eva = e->people[0].token;
    char first[STORE_ID];
    (void)state;
    play(e, "template", ",'public':false");
    strcpy(first, e->table);
    play(e, "goofspiel", "");
    GET(200, "'result':'", "/api/me/finished", eva);
    assert_true(lists(w, first) && lists(w, e->table));
    GET(200, "'games':[{", "/api/me/finished?game=goofspiel", eva);
    assert_true(!lists(w, first) && lists(w, e->table));
    GET(200, "'games':[{", "/api/me/finished?name=Adam", eva);
    GET(200, "'games':[]", "/api/me/finished?name=Eva", eva); /* she is no opponent of herself */
    GET(200, "'games':[{", "/api/me/finished?with=person", eva);
    GET(200, "'games':[]", "/api/me/finished?with=club", eva);
    unsigned found = 0;
    static const char *const results[] = {"won", "shared", "lost"};
    for (unsigned i = 0; i < 3; i++) {
        char path[60];
        sprintf(path, "/api/me/finished?game=template&result=%s", results[i]);
        GET(200, "'games':[", path, eva);
        found += lists(w, first);
    }
    assert_int_equal(found, 1);
    GET(401, "server.error.session", "/api/me/finished", "");
    GET(200, "'games':[]", "/api/finished", eva); /* neither is rated and public */
    close_evening(e);
}

static void what_is_no_search_is_refused(void **state) {
    static const char *const wrong[] = {"game=schach", "result=remis", "with=kaiser",
                                        "before=gestern", "before=1.0.kurz"};
    struct evening *e = open_evening(2);
    struct world *w = e->w;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char path[80];
        sprintf(path, "/api/me/finished?%s", wrong[i]);
        GET(400, "server.error.search", path, e->people[0].token);
        sprintf(path, "/api/finished?%s", wrong[i]);
        GET(400, "server.error.search", path, "");
    }
    close_evening(e);
}

static void everybody_finds_rated_games_of_public_tables(void **state) {
    struct evening *e = open_evening(3);
    struct world *w = e->w;
    char open[STORE_ID];
    (void)state;
    play(e, "template", rated);
    strcpy(open, e->table);
    play(e, "template", ",'rated':true,'public':false");
    assert_true(e->secret[0]);
    GET(200, "'name':'Eva'", "/api/finished", "");
    assert_true(lists(w, open));
    assert_false(lists(w, e->table));
    assert_false(says(w, "'result':") || says(w, e->secret));
    GET(200, "'games':[{", "/api/finished?name=eva", ""); /* names are compared as at sign-up */
    assert_false(lists(w, e->table));
    GET(200, "'games':[]", "/api/finished?name=Lilith", "");
    GET(200, "'games':[]", "/api/finished?game=duell", "");
    GET(200, "'games':[]", "/api/finished?until=1000", "");
    GET(200, "'games':[{", "/api/finished?since=1000", "");
    POST(200, "", "/api/me/delete", e->people[0].token, "{'password':'geheim 123'}");
    GET(200, "'games':[{", "/api/finished?name=Adam", "");
    assert_false(says(w, "Eva"));
    GET(200, "'games':[]", "/api/finished?name=Eva", "");
    close_evening(e);
}

static void a_running_game_is_not_found(void **state) {
    struct evening *e = open_evening(4);
    struct world *w = e->w;
    (void)state;
    sit(e, "template", rated);
    for (unsigned n = 0; n < 4; n++) {
        for (unsigned i = 0; i < 2; i++) player_listen(&e->people[i]);
        player_answer(&e->people[n % 2]);
        world_pass(w, 500);
    }
    GET(200, "'games':[]", "/api/me/finished", e->people[0].token);
    GET(200, "'games':[]", "/api/finished", "");
    assert_int_equal(rows(w, STORE_PLAYED) + rows(w, STORE_OPENING), 0);
    close_evening(e);
}

/* A page goes on after its last game, whatever ended meanwhile. */
static void pages_are_stable(void **state) {
    enum { GAMES = 23 };
    struct evening *e = open_evening(5);
    struct world *w = e->w;
    char tables[GAMES][STORE_ID], path[120], next[80];
    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        play(e, "template", rated);
        strcpy(tables[i], e->table);
    }
    GET(200, "'next':'", "/api/finished", "");
    for (unsigned i = 0; i < GAMES; i++) assert_int_equal(lists(w, tables[i]), i >= 3);
    assert_true(json_read_text(json_get(w->reply.json, "next"), next, sizeof next, NULL));
    play(e, "template", rated);
    sprintf(path, "/api/finished?before=%s", next);
    GET(200, "'next':null", path, "");
    assert_false(lists(w, e->table));
    for (unsigned i = 0; i < GAMES; i++) assert_int_equal(lists(w, tables[i]), i < 3);
    close_evening(e);
}

/* ---- openings ---- */

/* How often somebody chose at the first node. */
static unsigned counted(struct world *w, const char *game, const char *who) {
    unsigned times = 0;
    const char *draws = strcmp(game, "goofspiel") == 0 ? "['chance','turn 06']"
                                                       : "['chance','draw 3'],['chance','draw 7']";
    POST(200, "'choices':[", "/api/openings", "", "{'game':'%s','players':2,'steps':[%s]}", game,
         draws);
    struct json list = json_get(w->reply.json, "choices"), at = {0}, none, choice;
    while (json_next(list, &at, &none, &choice)) {
        int64_t chosen;
        assert_true(json_read_number(json_get(choice, "chosen"), &chosen));
        if (json_is(json_get(choice, "who"), who)) times += (unsigned)chosen;
    }
    return times;
}

static void public_games_are_counted_once(void **state) {
    struct evening *e = open_evening(6);
    struct world *w = e->w;
    (void)state;
    play(e, "goofspiel", "");
    assert_int_equal(counted(w, "goofspiel", "person"), 2); /* both answer the first question */
    play(e, "goofspiel", ",'public':false");
    assert_int_equal(counted(w, "goofspiel", "person"), 2);
    play(e, "goofspiel", rated);
    assert_int_equal(counted(w, "goofspiel", "person"), 4);
    assert_int_equal(counted(w, "goofspiel", "club"), 0);
    assert_int_equal(counted(w, "template", "person"), 0);
    close_evening(e);
}

/* The job of a finished table, as its end left it. */
static void leave_job_again(struct evening *e) {
    struct store_batch *batch = store_batch(NULL);
    struct store_job *job = &store_put(batch, STORE_JOB)->job;
    unsigned count, used;
    const struct store_entry *log = memory_store_rows(e->w->store, STORE_ENTRY, &count);
    strcpy(job->id, e->table);
    strcpy(job->kind, "rate");
    used = (unsigned)sprintf(job->data, "{\"rates\":false,\"steps\":[");
    for (unsigned i = 0; i < count && i < 60; i++) /* the table's only rows, in order */
        used += (unsigned)sprintf(job->data + used, "%s%d,%d", i ? "," : "", (int)log[i].by,
                                  (int)log[i].action);
    strcpy(job->data + used, "]}");
    memory_store_do(e->w->store, batch);
    assert_int_equal(batch->status, STORE_DONE);
    store_batch_free(batch);
}

/* Two servers may do the same job: one that was slow, and one that took it when the lease was
 * over. */
static void a_job_that_comes_back_counts_nothing(void **state) {
    struct evening *e = open_evening(10);
    struct world *w = e->w;
    (void)state;
    play(e, "goofspiel", "");
    assert_int_equal(counted(w, "goofspiel", "person"), 2);
    unsigned played = rows(w, STORE_PLAYED);
    leave_job_again(e);
    world_pass(w, 30000);
    assert_int_equal(counted(w, "goofspiel", "person"), 2);
    assert_int_equal(rows(w, STORE_PLAYED), played);
    close_evening(e);
}

/* An agreed end has no places, so it says nothing about the opening. */
static void a_game_without_a_result_is_not_counted(void **state) {
    struct evening *e = open_evening(7);
    struct world *w = e->w;
    (void)state;
    sit(e, "goofspiel", "");
    for (unsigned n = 0; n < 6; n++) {
        for (unsigned i = 0; i < 2; i++) player_listen(&e->people[i]);
        world_pass(w, 500);
    }
    for (unsigned i = 0; i < 2; i++) player_answer(&e->people[i]);
    world_pass(w, 1000);
    expect_done(&e->people[0], "'type':'propose','what':'end'");
    expect_done(&e->people[1], "'type':'agree','what':'end'");
    world_pass(w, 2000);
    GET(200, "'result':'ended'", "/api/me/finished", e->people[0].token);
    assert_int_equal(counted(w, "goofspiel", "person"), 0);
    close_evening(e);
}

/* The first game opens the first node, the second game the next one on its line. */
static void nodes_open_one_after_the_other(void **state) {
    struct evening *e = open_evening(8);
    unsigned before = 0;
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        unsigned nodes = 0, count;
        play(e, "rattus", "");
        const struct store_opening *all = memory_store_rows(e->w->store, STORE_OPENING, &count);
        for (unsigned k = 0; k < count; k++) {
            bool first = true;
            for (unsigned j = 0; j < k; j++) first &= strcmp(all[j].node, all[k].node) != 0;
            nodes += first;
            assert_true(all[k].chosen <= all[k].offered && all[k].offered <= (int64_t)i + 1);
            assert_int_equal(strncmp(all[k].choice, "person ", 7), 0);
            assert_true(all[k].firsts <= STORE_FIRST * all[k].chosen);
        }
        assert_true(nodes > before && nodes <= before + 1);
        before = nodes;
    }
    close_evening(e);
}

static void what_is_no_opening_is_refused(void **state) {
    struct world *w = world_open(9);
    char steps[129 * 16] = "";
    (void)state;
    POST(400, "error.record.game", "/api/openings", "", "{'game':'schach','players':2,'steps':[]}");
    POST(400, "error.record.players", "/api/openings", "",
         "{'game':'rattus','players':9,'steps':[]}");
    POST(400, "server.error.opening", "/api/openings", "", "{'game':'rattus','players':2}");
    POST(400, "common.whynot.chance_to_move", "/api/openings", "",
         "{'game':'rattus','players':2,'steps':[[0,'settle AN']]}");
    for (unsigned i = 0; i < 129; i++) strcat(steps, i ? ",[0,'x']" : "[0,'x']");
    POST(400, "'error'", "/api/openings", "", "{'game':'rattus','players':2,'steps':[%s]}", steps);
    POST(200, "'seat':null", "/api/openings", "", "{'game':'rattus','players':2,'steps':[]}");
    world_close(w);
}

/* Two games with other draws and other answers of the opponents meet at the same node; what a seat
 * answered in secret is part of its own node only. */
static void a_node_holds_what_its_seat_knew(void **state) {
    static struct opening o;
    uint8_t options[OPTIONS_MAX] = {0};
    uint16_t choices[LEGAL_MAX];
    char root[2][OPENING_NODE], next[3][2][OPENING_NODE], components[COMPONENTS_HASH_SIZE];
    const struct game *game = games_find("goofspiel", 9);
    (void)state;
    game_components_hash(game, components);
    for (unsigned run = 0; run < 3; run++) {
        opening_begin(&o, game, 2, options, components);
        while (o.game->to_move(o.state) & CHANCE_BIT) {
            struct outcome_list outcomes;
            game_outcomes(game, o.state, &outcomes);
            assert_true(opening_step(&o, BY_CHANCE, outcomes.actions[run % outcomes.count]));
        }
        for (unsigned seat = 0; seat < 2; seat++)
            assert_true(opening_choices(&o, seat, choices, root[seat]) > 2);
        assert_string_equal(root[0], root[1]); /* nobody knows anything else */
        assert_true(opening_choices(&o, 0, choices, root[0]));
        uint16_t mine = choices[1], theirs = choices[run];
        assert_true(opening_step(&o, 0, mine));
        assert_true(opening_choices(&o, 1, choices, next[run][1]));
        assert_string_equal(next[run][1], root[0]); /* the answer is not known yet */
        assert_true(opening_step(&o, 1, theirs));
        while (o.game->to_move(o.state) & CHANCE_BIT) {
            struct outcome_list outcomes;
            game_outcomes(game, o.state, &outcomes);
            assert_true(opening_step(&o, BY_CHANCE, outcomes.actions[0]));
        }
        for (unsigned seat = 0; seat < 2; seat++)
            assert_true(opening_choices(&o, seat, choices, next[run][seat]));
    }
    assert_string_equal(next[0][0], next[1][0]);
    assert_string_equal(next[1][0], next[2][0]);
    assert_string_equal(next[1][1], next[1][0]); /* both had chosen the same */
    assert_string_not_equal(next[0][1], next[1][1]);
    assert_string_not_equal(next[0][0], root[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_find_their_own_games),
        cmocka_unit_test(what_is_no_search_is_refused),
        cmocka_unit_test(everybody_finds_rated_games_of_public_tables),
        cmocka_unit_test(a_running_game_is_not_found),
        cmocka_unit_test(pages_are_stable),
        cmocka_unit_test(public_games_are_counted_once),
        cmocka_unit_test(a_job_that_comes_back_counts_nothing),
        cmocka_unit_test(a_game_without_a_result_is_not_counted),
        cmocka_unit_test(nodes_open_one_after_the_other),
        cmocka_unit_test(what_is_no_opening_is_refused),
        cmocka_unit_test(a_node_holds_what_its_seat_knew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
