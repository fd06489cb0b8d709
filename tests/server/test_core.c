/* Tests the core of the server in scenes: one player acts, and the others get messages. */
#include "tests/server/scene.h"

#include "games/registry.h"

/* ---- whole games ---- */

static void whole_games_of_people_and_opponents(void **state) {
    (void)state;
    for (unsigned g = 0; g < games_count; g++) {
        struct scene *s = scene_open(10 + g);
        char seats[100] = ",'seats':['me','person'";
        unsigned players = games[g]->players_max;
        for (unsigned i = 2; i < players; i++) strcat(seats, ",'random'");
        strcat(seats, "]");
        s->players[0] = player_guest(s->w, s->tales, "Anna");
        s->players[1] = player_guest(s->w, s->tales, "Bert");
        s->players[2] = player_guest(s->w, s->tales, "Zuschauer");
        make_table(&s->players[0], games[g]->id, players, seats, s->table, s->secret);
        assert_string_equal(s->secret, "");
        player_at(&s->players[0], s->table, "", 0);
        player_connect(&s->players[0]);
        sit_down(&s->players[1], s->table, "", 1);
        player_at(&s->players[2], s->table, "", -1);
        player_connect(&s->players[2]);
        play_to_the_end(s->w, s->players, 3);
        unsigned count, entries = s->tales->count;
        const struct store_table *table = memory_store_rows(s->w->store, STORE_TABLE, &count);
        assert_int_equal(count, 1);
        assert_int_equal(table->phase, STORE_OVER);
        assert_true(entries > 0 && table->entries > 0);
        assert_true(s->players[0].turns > 0);
        scene_close(s);
    }
}

/* ---- durability ---- */

static void a_move_is_durable_before_anybody_is_told(void **state) {
    (void)state;
    struct scene *s = scene_of_people(30, "tallinn", 2, "");
    all_listen(s);
    world_settle(s->w);
    all_listen(s);
    struct player *mover = s->players[0].asked ? &s->players[0] : &s->players[1],
                  *other = mover == s->players ? &s->players[1] : s->players;
    assert_true(mover->asked);
    unsigned version = mover->version;
    s->w->held = true;
    player_answer(mover);
    assert_true(s->w->batch_count > 0);
    world_settle(s->w);
    assert_null(world_hear(s->w, mover->socket));
    assert_null(world_hear(s->w, other->socket));
    /* other requests do not reveal the answer either before it is written */
    world_say(s->w, other->socket, "{'type':'at','table':'%s','seat':%d,'version':0}", s->table,
              other->seat);
    assert_null(world_hear(s->w, other->socket));
    s->w->held = false;
    world_settle(s->w);
    char *at = world_hear(s->w, other->socket);
    assert_non_null(at);
    free(at);
    all_listen(s);
    assert_true(mover->version > version);
    scene_close(s);
}

static void what_cannot_be_written_was_told_to_nobody_and_does_not_happen(void **state) {
    (void)state;
    struct scene *s = scene_of_people(31, "tallinn", 2, "");
    all_listen(s);
    world_settle(s->w);
    all_listen(s);
    struct player *mover = s->players[0].asked ? &s->players[0] : &s->players[1];
    unsigned version = mover->version, before, after;
    memory_store_rows(s->w->store, STORE_ENTRY, &before);
    s->w->fail_one_in = 1;
    player_answer(mover);
    memory_store_rows(s->w->store, STORE_ENTRY, &after);
    assert_int_equal(before, after);
    mover->was_refused = false;
    player_listen(mover);
    assert_true(mover->was_refused);
    assert_string_equal(mover->refused, "server.error.store");
    world_pass(s->w, 5000);
    expect_refused(mover, "server.error.store", "'type':'why','seat':%d,'do':'%s'", mover->seat,
                   mover->choice);
    s->w->fail_one_in = 0;
    world_pass(s->w, 5000);
    assert_true(world_is_open(s->w, mover->socket)); /* nobody was disconnected */
    player_listen(mover);
    assert_int_equal(mover->version, version);
    player_repeat(mover); /* the question is still open */
    player_listen(mover);
    assert_int_equal(mover->version > version, true);
    scene_close(s);
}

static void a_repeat_after_a_crash_is_answered_again_but_not_applied_again(void **state) {
    (void)state;
    struct scene *s = scene_of_people(32, "tallinn", 2, "");
    all_listen(s);
    world_settle(s->w);
    all_listen(s);
    struct player *mover = s->players[0].asked ? &s->players[0] : &s->players[1];
    unsigned version = mover->version, before, after;
    s->w->held = true;
    player_answer(mover);
    world_crash(s->w, 1); /* written, but nobody was informed */
    memory_store_rows(s->w->store, STORE_ENTRY, &before);
    s->w->held = false;
    world_start(s->w);
    world_settle(s->w);
    mover->socket = 0;
    player_connect(mover);
    player_repeat(mover);
    world_settle(s->w);
    player_listen(mover);
    assert_true(mover->version > version);
    memory_store_rows(s->w->store, STORE_ENTRY, &after);
    assert_int_equal(before, after);
    scene_close(s);
}

static void tables_sleep_and_wake_on_demand(void **state) {
    (void)state;
    struct scene *s = scene_of_people(33, "tallinn", 2, "");
    all_listen(s);
    world_settle(s->w);
    all_listen(s);
    assert_int_equal(core_figures(s->w->core).tables_awake, 1);
    player_disconnect(&s->players[0]);
    player_disconnect(&s->players[1]);
    world_pass(s->w, 5 * 60 * 1000);
    assert_int_equal(core_figures(s->w->core).tables_awake, 0);
    player_connect(&s->players[0]);
    player_connect(&s->players[1]);
    assert_int_equal(core_figures(s->w->core).tables_awake, 1);
    play_to_the_end(s->w, s->players, 2);
    scene_close(s);
}

/* ---- joining a table ---- */

static void a_private_table_opens_with_its_link_only(void **state) {
    (void)state;
    struct scene *s = scene_open(40);
    s->players[0] = player_guest(s->w, s->tales, "Anna");
    s->players[1] = player_guest(s->w, s->tales, "Bert");
    make_table(&s->players[0], "rattus", 2, ",'public':false", s->table, s->secret);
    assert_int_equal(strlen(s->secret), 22);
    struct player *p = &s->players[1];
    player_at(p, s->table, "", -1);
    player_connect(p);
    player_listen(p);
    assert_string_equal(p->refused, "server.error.no_table");
    expect_refused(p, "server.error.no_table",
                   "'type':'hello','seat':null,'protocol':3,'secret':'AAAAAAAAAAAAAAAAAAAAAA'");
    expect_refused(p, "server.error.hello", "'type':'sit','seat':1");
    expect_done(p, "'type':'hello','seat':null,'protocol':3,'secret':'%s'", s->secret);
    expect_done(p, "'type':'sit','seat':1");
    /* a seated person no longer needs the link */
    player_disconnect(p);
    player_at(p, s->table, "", 1);
    p->was_refused = false;
    player_connect(p);
    player_listen(p);
    assert_false(p->was_refused);
    assert_int_equal(world_ask(s->w, "GET", "/api/tables", "", "%s", ""), 200);
    assert_null(strstr(s->w->reply.body, s->table));
    assert_int_equal(world_ask(s->w, "GET", "/api/me/tables", p->token, "%s", ""), 200);
    assert_non_null(strstr(s->w->reply.body, s->table));
    player_at(p, "AAAAAAAAAAAAAAAAAAAAAA", "", -1);
    expect_refused(p, "server.error.no_table", "'type':'hello','seat':null,'protocol':3");
    scene_close(s);
}

static void nobody_speaks_for_a_seat_of_others(void **state) {
    (void)state;
    struct scene *s = scene_of_people(41, "rattus", 2, "");
    all_listen(s);
    struct player *p = &s->players[1];
    expect_refused(p, "error.protocol.seat", "'type':'hello','seat':0,'protocol':3");
    expect_refused(p, "error.protocol.seat", "'type':'answer','seat':0,'q':0,'id':'x','do':'x'");
    expect_refused(p, "error.protocol.seat", "'type':'record','seat':0");
    expect_refused(p, "error.protocol.seat", "'type':'leave','seat':0");
    expect_refused(p, "error.protocol.seat", "'type':'resign','seat':0");
    expect_refused(p, "error.protocol.seat", "'type':'reclaim','seat':0");
    /* without a session one may only watch */
    struct player nobody = {.world = s->w, .tales = s->tales, .seat = -1};
    player_at(&nobody, s->table, "", -1);
    player_connect(&nobody);
    player_listen(&nobody);
    assert_false(nobody.was_refused);
    expect_refused(&nobody, "server.error.session", "'type':'chat','text':'hi'");
    expect_refused(&nobody, "server.error.session", "'type':'sit','seat':0");
    expect_refused(&nobody, "error.protocol.seat",
                   "'type':'answer','seat':0,'q':0,'id':'x','do':'x'");
    scene_close(s);
}

static void people_sit_change_and_leave_before_the_game(void **state) {
    (void)state;
    struct scene *s = scene_open(42);
    struct player *anna = &s->players[0], *bert = &s->players[1];
    *anna = player_guest(s->w, s->tales, "Anna");
    *bert = player_guest(s->w, s->tales, "Bert");
    make_table(anna, "kardinal", 3, "", s->table, s->secret);
    player_at(anna, s->table, "", 0);
    player_connect(anna);
    player_at(bert, s->table, "", -1);
    player_connect(bert);
    expect_refused(bert, "error.match.taken", "'type':'sit','seat':0");
    expect_refused(bert, "error.match.seat", "'type':'sit','seat':3");
    expect_done(bert, "'type':'sit','seat':1");
    assert_true(table_says(bert, "'you':[1]"));
    expect_refused(bert, "error.protocol.seat", "'type':'sit','seat':2,'from':0");
    expect_done(bert, "'type':'sit','seat':2,'from':1");
    assert_true(table_says(bert, "'you':[2]"));
    expect_refused(bert, "server.error.host", "'type':'fill','seat':1,'level':'random'");
    expect_refused(anna, "server.error.level", "'type':'fill','seat':1,'level':'grandmaster'");
    expect_refused(anna, "error.match.taken", "'type':'fill','seat':2,'level':'random'");
    expect_done(anna, "'type':'fill','seat':1,'level':'random'");
    assert_true(table_says(anna, "{'name':null,'guest':false,'level':'random','present':false}"));
    expect_done(anna, "'type':'fill','seat':1,'level':null");
    expect_done(bert, "'type':'leave','seat':2");
    assert_true(table_says(bert, "'you':[]"));
    /* names are unique at a table */
    struct player twin = player_guest(s->w, s->tales, "ÁNNA");
    player_at(&twin, s->table, "", -1);
    player_connect(&twin);
    expect_refused(&twin, "server.error.name_here", "'type':'sit','seat':1");
    scene_close(s);
}

/* A person who gave up a seat no longer gets its view; a person with a seat gets no other view. */
static void a_seat_is_seen_by_its_person_alone(void **state) {
    (void)state;
    struct scene *s = scene_open(43);
    struct player *anna = &s->players[0], *bert = &s->players[1], *chloe = &s->players[2];
    *anna = player_guest(s->w, s->tales, "Anna");
    *bert = player_guest(s->w, s->tales, "Bert");
    *chloe = player_guest(s->w, s->tales, "Chloé");
    make_table(anna, "tallinn", 2, "", s->table, s->secret);
    player_at(anna, s->table, "", -1);
    player_connect(anna);
    anna->seat = 0;
    world_say(s->w, anna->socket, "{'type':'hello','table':'%s','seat':0,'protocol':3}", s->table);
    sit_down(bert, s->table, "", 1);
    expect_done(bert, "'type':'leave','seat':1");
    bert->seat = -1;
    world_say(s->w, bert->socket, "{'type':'hello','table':'%s','seat':null,'protocol':3}",
              s->table);
    sit_down(chloe, s->table, "", 1);
    s->count = 3;
    begin_playing(s);
    /* on_update checks that each got only its own view */
    assert_true(anna->version > 0 && bert->version > 0 && chloe->version > 0);
    scene_close(s);
}

/* ---- entropy ---- */

static void lost_bytes_begin_again_without_losing_seats(void **state) {
    (void)state;
    struct scene *s = scene_of_people(50, "rattus", 2, "");
    struct player *anna = &s->players[0];
    player_listen(&s->players[1]); /* sends its hash; that of anna is still missing */
    player_listen(anna);
    player_disconnect(&s->players[1]); /* before the bytes are sent */
    unsigned count;
    const struct store_table *row = memory_store_rows(s->w->store, STORE_TABLE, &count);
    uint8_t seed[32];
    memcpy(seed, row->seed, 32);
    expect_done(anna, "'type':'entropy','seat':0,'lost':true");
    row = memory_store_rows(s->w->store, STORE_TABLE, &count);
    assert_memory_not_equal(row->seed, seed, 32);
    /* another device without the entropy may send new bytes */
    player_at(&s->players[1], s->table, "", 1);
    player_connect(&s->players[1]);
    play_to_the_end(s->w, s->players, 2);
    scene_close(s);
}

static void who_owes_entropy_for_too_long_loses_the_seat(void **state) {
    (void)state;
    struct scene *s = scene_open(51);
    struct player *anna = &s->players[0], *bert = &s->players[1];
    *anna = player_guest(s->w, s->tales, "Anna");
    *bert = player_guest(s->w, s->tales, "Bert");
    make_table(anna, "rattus", 2, ",'pace':{'kind':'live','minutes':5,'increment_s':5}", s->table,
               s->secret);
    player_at(anna, s->table, "", 0);
    player_connect(anna);
    player_at(bert, s->table, "", -1);
    player_connect(bert);
    expect_done(bert, "'type':'sit','seat':1"); /* and no hash follows */
    for (unsigned i = 0; i < 59; i++) {
        world_pass(s->w, 1000);
        player_listen(anna);
    }
    player_listen(bert);
    assert_true(table_says(bert, "'you':[1]"));
    world_pass(s->w, 2000);
    player_listen(bert);
    assert_true(table_says(bert, "'you':[]"));
    scene_close(s);
}

/* ---- clocks ---- */

#define LIVE ",'pace':{'kind':'live','minutes':1,'increment_s':2}"

static struct player *asked_one(struct scene *s) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->players[i].asked) return &s->players[i];
    fail_msg("nobody is asked");
    return NULL;
}

static const struct store_seat *seat_row(struct scene *s, int seat) {
    unsigned count;
    const struct store_seat *rows = memory_store_rows(s->w->store, STORE_SEAT, &count);
    for (unsigned i = 0; i < count; i++)
        if (rows[i].seat == seat && strcmp(rows[i].at, s->table) == 0) return &rows[i];
    return NULL;
}

/* Returns when the answer of an opponent that searches for this long is shown. */
static int64_t shown_after(int64_t thinks_ms) {
    struct scene *s = scene_open(77);
    struct player *p = &s->players[0];
    s->count = 1;
    s->w->busy = true;
    *p = player_guest(s->w, s->tales, "Anna");
    make_table(p, "template", 2, ",'seats':['me','random']", s->table, s->secret);
    player_at(p, s->table, s->secret, 0);
    player_connect(p);
    begin_playing(s);
    player_answer(p);
    world_settle(s->w);
    all_listen(s);
    unsigned version = p->version;
    int64_t began = s->w->now;
    world_pass(s->w, thinks_ms);
    all_listen(s);
    assert_int_equal(p->version, version);
    s->w->busy = false;
    for (world_settle(s->w); p->version == version; world_pass(s->w, 1)) {
        assert_true(s->w->now - began <= thinks_ms + 1001);
        all_listen(s);
    }
    int64_t after = s->w->now - began;
    scene_close(s);
    return after;
}

static void an_opponent_that_is_late_is_shown_at_whole_seconds(void **state) {
    int64_t first = shown_after(10000);
    (void)state;
    for (int64_t more = 100; more < 1000; more += 300)
        assert_int_equal((shown_after(10000 + more) - first) % 1000, 0);
}

enum { MANY = 34 };

static void when_many_wait_opponents_think_less_and_the_table_says_so(void **state) {
    struct world *w = world_open(78);
    struct player p[MANY];
    struct tales *tales[MANY];
    char table[STORE_ID], secret[STORE_ID], said[32];
    (void)state;
    w->settings.unlimited = true;
    world_crash(w, 0);
    world_start(w);
    world_settle(w);
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(said, sizeof said, "Gast %u", i);
        p[i] = player_guest(w, tales[i] = new_tales(), said);
    }
    assert_int_equal(world_ask(w, "POST", "/api/signup", p[MANY - 1].token,
                               "{'name':'Rita','password':'lang genug'}"),
                     200);
    strcpy(p[MANY - 1].token, w->reply.token);
    w->busy = true;
    for (unsigned i = 0; i < MANY; i++) {
        bool rated = i == MANY - 1;
        unsigned effort = rated || i < 8 ? 8 : i < 16 ? 4 : i < 32 ? 2 : 1;
        make_table(&p[i], "template", 2,
                   rated ? ",'seats':['me','novice'],'rated':true,'hints':false"
                         : ",'seats':['me','novice']",
                   table, secret);
        player_at(&p[i], table, secret, 0);
        player_connect(&p[i]);
        for (unsigned n = 0; n < 6; n++) player_listen(&p[i]);
        const struct core_work *last = w->works;
        while (last && last->next) last = last->next;
        assert_true(last && last->kind == CORE_THINK && strcmp(last->think.table, table) == 0);
        assert_int_equal(last->think.effort, effort);
        snprintf(said, sizeof said, "\"effort\":%u,", 100 * effort / CORE_EFFORT);
        assert_non_null(strstr(p[i].said, said));
        player_answer(&p[i]); /* people do not wait for them */
        world_settle(w);
        player_listen(&p[i]);
        assert_false(p[i].was_refused);
    }
    world_close(w);
    for (unsigned i = 0; i < MANY; i++) tales_close(tales[i]);
}

static void a_seat_that_runs_out_is_taken_over_and_can_be_reclaimed(void **state) {
    (void)state;
    struct scene *s = scene_of_people(60, "tallinn", 2, LIVE);
    begin_playing(s);
    struct player *late = asked_one(s);
    world_pass(s->w, 50 * 1000);
    assert_string_equal(seat_row(s, late->seat)->level, "");
    world_pass(s->w, 15 * 1000);
    all_listen(s);
    assert_string_equal(seat_row(s, late->seat)->level, "novice");
    assert_int_equal(seat_row(s, late->seat)->expired, 1);
    assert_true(table_says(late, "'level':'novice'"));
    expect_refused(late, "server.error.taken_over",
                   "'type':'answer','seat':%d,'q':0,'id':'zz','do':'x'", late->seat);
    expect_done(late, "'type':'reclaim','seat':%d", late->seat);
    assert_string_equal(seat_row(s, late->seat)->level, "");
    expect_refused(late, "server.error.not_taken_over", "'type':'reclaim','seat':%d", late->seat);
    /* from now on each turn has only the increment, or 5 s */
    for (unsigned n = 0; n < 200 && !late->asked; n++) {
        for (unsigned i = 0; i < 2; i++) {
            player_listen(&s->players[i]);
            if (&s->players[i] != late) player_answer(&s->players[i]);
        }
        world_pass(s->w, 200);
    }
    if (late->asked) {
        world_pass(s->w, 5500);
        assert_string_equal(seat_row(s, late->seat)->level, "novice");
    }
    scene_close(s);
}

static void an_undo_gives_no_time(void **state) {
    (void)state;
    struct scene *s = scene_of_people(61, "template", 2, LIVE);
    begin_playing(s);
    struct player *p = &s->players[0];
    assert_true(p->asked);
    int64_t left = seat_row(s, 0)->left_ms - (s->w->now - seat_row(s, 0)->running_ms);
    for (unsigned n = 0; n < 5; n++) {
        world_pass(s->w, 1000);
        player_listen(p);
        player_answer(p);
        player_listen(p);
        expect_done(p, "'type':'undo','seat':0");
    }
    assert_int_equal(seat_row(s, 0)->left_ms, left - 5000);
    scene_close(s);
}

static void who_goes_away_is_taken_over_after_the_grace(void **state) {
    (void)state;
    struct scene *s =
        scene_of_people(62, "tallinn", 2, ",'pace':{'kind':'live','minutes':10,'increment_s':2}");
    begin_playing(s);
    struct player *away = asked_one(s);
    player_disconnect(away);
    world_pass(s->w, 55 * 1000);
    assert_string_equal(seat_row(s, away->seat)->level, "");
    world_pass(s->w, 7 * 1000);
    assert_string_equal(seat_row(s, away->seat)->level, "novice");
    assert_int_equal(seat_row(s, away->seat)->expired, 2);
    player_connect(away);
    player_listen(away);
    expect_done(away, "'type':'reclaim','seat':%d", away->seat);
    scene_close(s);
}

/* Returns the last remaining time that the seat got. */
static int64_t told_left(const struct player *p) {
    const char *at = strstr(p->said, "\"left_ms\":[");
    assert_non_null(at);
    at += strlen("\"left_ms\":[");
    for (int seat = 0; seat < p->seat; seat++) at = strchr(at, ',') + 1;
    return strtoll(at, NULL, 10);
}

/* The server crashes, is away for an hour, and restarts. */
static void lose_an_hour(struct world *w) {
    world_crash(w, 0);
    w->now += 3600 * 1000;
    world_start(w);
    world_settle(w);
}

static void come_back(struct player *p) {
    p->socket = 0;
    player_connect(p);
    player_listen(p);
}

static void time_is_charged_only_up_to_the_last_heartbeat(void **state) {
    (void)state;
    struct scene *s =
        scene_of_people(63, "tallinn", 2, ",'pace':{'kind':'live','minutes':10,'increment_s':0}");
    begin_playing(s);
    struct player *p = asked_one(s);
    int64_t since = seat_row(s, p->seat)->running_ms, left = seat_row(s, p->seat)->left_ms;
    assert_true(since > 0);
    world_pass(s->w, 10 * 1000);
    int64_t died = s->w->now;
    lose_an_hour(s->w);
    come_back(p);
    int64_t charged = left - told_left(p);
    assert_in_range(charged, died - since - 1000, died - since);
    scene_close(s);
}

static void a_table_that_sleeps_through_two_gaps_pays_for_neither(void **state) {
    (void)state;
    struct scene *s = scene_of_people(66, "tallinn", 2, ",'pace':{'kind':'relaxed','days':2}");
    begin_playing(s);
    struct player *p = asked_one(s);
    int64_t since = s->w->now;
    player_disconnect(&s->players[0]);
    player_disconnect(&s->players[1]);
    world_pass(s->w, 600 * 1000);
    lose_an_hour(s->w);
    world_pass(s->w, 600 * 1000);
    lose_an_hour(s->w);
    come_back(p);
    int64_t charged = 2 * 24 * 3600 * 1000 - told_left(p),
            served = s->w->now - since - 2 * 3600 * 1000;
    /* beats are a minute apart while no live clock runs */
    assert_in_range(charged, served - 2 * 60 * 1000, served);
    scene_close(s);
}

static void a_relaxed_table_waits_for_days_without_anybody(void **state) {
    (void)state;
    struct scene *s = scene_of_people(64, "tallinn", 2, ",'pace':{'kind':'relaxed','days':2}");
    begin_playing(s);
    struct player *p = asked_one(s);
    int seat = p->seat;
    player_disconnect(&s->players[0]);
    player_disconnect(&s->players[1]);
    world_pass(s->w, 47 * 3600 * 1000);
    assert_int_equal(core_figures(s->w->core).tables_awake, 0);
    assert_string_equal(seat_row(s, seat)->level, "");
    world_pass(s->w, 2 * 3600 * 1000);
    assert_string_equal(seat_row(s, seat)->level, "novice");
    scene_close(s);
}

/* ---- ends ---- */

static void all_may_agree_to_end(void **state) {
    (void)state;
    struct scene *s = scene_of_people(70, "kardinal", 3, "");
    begin_playing(s);
    expect_refused(&s->players[0], "server.error.no_proposal", "'type':'agree','seat':0");
    expect_refused(&s->players[0], "server.error.proposal", "'type':'propose','what':'tea'");
    expect_refused(&s->players[0], "server.error.resign", "'type':'resign','seat':0");
    expect_refused(&s->players[0], "server.error.not_silent", "'type':'propose','what':'close'");
    expect_refused(&s->players[0], "server.error.not_over", "'type':'rematch'");
    expect_done(&s->players[0], "'type':'propose','what':'end'");
    assert_true(table_says(&s->players[2], "'proposal':{'what':'end','agreed':[0]}"));
    expect_done(&s->players[1], "'type':'decline'");
    assert_true(table_says(&s->players[2], "'proposal':null"));
    expect_done(&s->players[1], "'type':'propose','what':'end'");
    expect_done(&s->players[2], "'type':'agree'");
    all_listen(s);
    assert_false(s->players[0].over);
    expect_done(&s->players[0], "'type':'agree'");
    all_listen(s);
    assert_true(s->players[0].over && s->players[1].over && s->players[2].over);
    scene_close(s);
}

static void between_two_one_may_give_up_and_both_play_again(void **state) {
    (void)state;
    struct scene *s = scene_of_people(71, "rattus", 2, "");
    begin_playing(s);
    expect_done(&s->players[0], "'type':'resign','seat':0");
    all_listen(s);
    assert_true(s->players[1].over);
    expect_refused(&s->players[0], "server.error.over", "'type':'leave','seat':0");
    expect_done(&s->players[1], "'type':'rematch'");
    player_listen(&s->players[0]);
    struct json json, id;
    size_t where;
    char table[STORE_ID];
    assert_int_equal(json_parse(s->players[0].said, strlen(s->players[0].said), &json, &where),
                     JSON_OK);
    assert_true(table_says(&s->players[0], "'again':[1]"));
    expect_done(&s->players[0], "'type':'rematch'");
    assert_true(table_says(&s->players[1], "'again':[0,1]"));
    id = json_get(json, "rematch");
    assert_true(json_read_text(id, table, sizeof table, NULL));
    for (int i = 0; i < 2; i++) {
        player_disconnect(&s->players[i]);
        player_at(&s->players[i], table, "", i);
        player_connect(&s->players[i]);
    }
    play_to_the_end(s->w, s->players, 2);
    scene_close(s);
}

static void the_others_may_go_on_without_somebody_silent(void **state) {
    (void)state;
    struct scene *s = scene_of_people(72, "kardinal", 3, "");
    begin_playing(s);
    struct player *silent = asked_one(s);
    struct player *a = &s->players[silent->seat == 0 ? 1 : 0],
                  *b = &s->players[silent->seat == 2 ? 1 : 2];
    int seat = silent->seat;
    player_disconnect(silent);
    world_pass(s->w, (int64_t)6 * 24 * 3600 * 1000);
    expect_refused(a, "server.error.not_silent", "'type':'propose','what':'replace','of':%d", seat);
    assert_true(table_says(b, "'silent':[]"));
    world_pass(s->w, (int64_t)25 * 3600 * 1000);
    char told[20];
    snprintf(told, sizeof told, "'silent':[%d]", seat);
    assert_true(table_says(b, told));
    expect_refused(a, "server.error.not_silent", "'type':'propose','what':'replace','of':%d",
                   a->seat);
    expect_done(a, "'type':'propose','what':'replace','of':%d", seat);
    expect_done(b, "'type':'agree'");
    assert_string_equal(seat_row(s, seat)->level, "novice");
    scene_close(s);
}

/* ---- chat ---- */

static void chat_reaches_all_and_is_kept(void **state) {
    (void)state;
    struct scene *s = scene_of_people(80, "rattus", 2, "");
    begin_playing(s);
    expect_done(&s->players[0], "'type':'chat','text':'Grüß euch! <b>'");
    player_listen(&s->players[1]);
    assert_int_equal(s->players[1].chats, 1);
    expect_refused(&s->players[0], "server.error.chat", "'type':'chat','text':''");
    expect_refused(&s->players[0], "server.error.chat", "'type':'chat','text':'a\\nb'");
    char text[1200];
    memset(text, 'x', 501);
    text[501] = 0;
    expect_refused(&s->players[0], "server.error.chat", "'type':'chat','text':'%s'", text);
    unsigned said = 0;
    for (s->players[0].was_refused = false; !s->players[0].was_refused; said++) {
        world_say(s->w, s->players[0].socket, "{'type':'chat','table':'%s','text':'again %u'}",
                  s->table, said);
        player_listen(&s->players[0]);
        assert_true(said < 20);
    }
    assert_string_equal(s->players[0].refused, "server.error.too_often");
    world_crash(s->w, 0);
    world_start(s->w);
    world_settle(s->w);
    s->players[1].socket = 0;
    s->players[1].chats = 0;
    player_connect(&s->players[1]);
    player_listen(&s->players[1]);
    assert_int_equal(s->players[1].chats, 1); /* all lines come in one message */
    unsigned count;
    memory_store_rows(s->w->store, STORE_CHAT, &count);
    assert_true(count >= 10);
    scene_close(s);
}

/* ---- many tables ---- */

/* Tells whether the page gets messages of this table after hello. */
static bool is_shown(struct world *w, uint64_t page, const char *table) {
    bool shown = false;
    world_say(w, page, "{'type':'hello','table':'%s','seat':null,'protocol':3}", table);
    for (char *text; (text = world_hear(w, page)); free(text))
        shown |= strstr(text, "\"type\":\"welcome\"") && strstr(text, table);
    return shown;
}

static void a_page_elsewhere_hears_of_a_turn_and_of_its_end(void **state) {
    (void)state;
    struct scene *s = scene_of_people(49, "tallinn", 2, ",'public':true");
    struct player other = s->players[0];
    char table[STORE_ID], secret[STORE_ID];
    make_table(&s->players[1], "tallinn", 2, ",'public':true", table, secret);
    other.socket = 0;
    player_at(&other, table, secret, -1);
    player_connect(&other);
    begin_playing(s);
    player_listen(&other);
    assert_int_equal(other.turns, 1);
    assert_int_equal(other.turns_over, 0);
    player_answer(&s->players[0]);
    all_listen(s);
    player_listen(&other);
    assert_int_equal(other.turns, 1);
    assert_int_equal(other.turns_over, 1);
    assert_int_equal(s->players[0].turns_over, 0); /* the player saw it at the table */
    player_disconnect(&other);
    scene_close(s);
}

static void a_page_that_was_at_many_tables_forgets_one_that_is_over(void **state) {
    (void)state;
    struct scene *s = scene_of_people(95, "template", 2, "");
    begin_playing(s);
    char table[STORE_ID], secret[STORE_ID];
    /* accounts may have more tables than guests */
    world_ask(s->w, "POST", "/api/signup", s->players[0].token,
              "{'name':'Anna','password':'geheim 123'}");
    strcpy(s->players[0].token, s->w->reply.token);
    uint64_t page = world_connect(s->w, s->players[0].token);
    assert_true(is_shown(s->w, page, s->table));
    for (unsigned i = 1; i < 16; i++) {
        make_table(&s->players[0], "template", 2, "", table, secret);
        assert_true(is_shown(s->w, page, table));
    }
    make_table(&s->players[0], "template", 2, "", table, secret);
    assert_false(is_shown(s->w, page, table));
    world_say(s->w, s->players[0].socket, "{'type':'resign','table':'%s','seat':0}", s->table);
    assert_true(is_shown(s->w, page, table));
    make_table(&s->players[0], "template", 2, "", table, secret);
    assert_false(is_shown(s->w, page, table));
    scene_close(s);
}

/* ---- garbage ---- */

static void garbage_is_refused_and_changes_nothing(void **state) {
    (void)state;
    static const char *const garbage[] = {"",
                                          "{",
                                          "[]",
                                          "null",
                                          "{}",
                                          "{\"type\":1}",
                                          "{\"table\":1}",
                                          "{\"table\":\"x\"}",
                                          "\xff\xfe",
                                          "{\"type\":\"hello\"}"};
    struct scene *s = scene_of_people(90, "rattus", 2, "");
    begin_playing(s);
    struct player *p = &s->players[0];
    unsigned before, after;
    memory_store_rows(s->w->store, STORE_ENTRY, &before);
    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++) {
        p->was_refused = false;
        world_send(s->w, p->socket, garbage[i], strlen(garbage[i]));
        player_listen(p);
        assert_true(p->was_refused);
    }
    expect_refused(p, "error.protocol.type", "'type':'dance','seat':0");
    expect_refused(p, "error.match.id",
                   "'type':'chat','text':'x','id':'1234567890123456789012345'");
    expect_refused(p, "error.match.id", "'type':'chat','text':'x','id':7");
    memory_store_rows(s->w->store, STORE_ENTRY, &after);
    assert_int_equal(before, after);
    char *huge = malloc(CORE_MESSAGE_MAX + 1);
    memset(huge, ' ', CORE_MESSAGE_MAX + 1);
    p->was_refused = false;
    world_send(s->w, p->socket, huge, CORE_MESSAGE_MAX + 1);
    player_listen(p);
    assert_string_equal(p->refused, "server.error.too_long");
    free(huge);
    for (unsigned i = 0; i < 1000; i++) world_send(s->w, p->socket, "{}", 2);
    player_listen(p);
    assert_string_equal(p->refused, "server.error.too_often");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_of_people_and_opponents),
        cmocka_unit_test(a_move_is_durable_before_anybody_is_told),
        cmocka_unit_test(what_cannot_be_written_was_told_to_nobody_and_does_not_happen),
        cmocka_unit_test(a_repeat_after_a_crash_is_answered_again_but_not_applied_again),
        cmocka_unit_test(tables_sleep_and_wake_on_demand),
        cmocka_unit_test(a_private_table_opens_with_its_link_only),
        cmocka_unit_test(nobody_speaks_for_a_seat_of_others),
        cmocka_unit_test(people_sit_change_and_leave_before_the_game),
        cmocka_unit_test(a_seat_is_seen_by_its_person_alone),
        cmocka_unit_test(lost_bytes_begin_again_without_losing_seats),
        cmocka_unit_test(who_owes_entropy_for_too_long_loses_the_seat),
        cmocka_unit_test(an_opponent_that_is_late_is_shown_at_whole_seconds),
        cmocka_unit_test(when_many_wait_opponents_think_less_and_the_table_says_so),
        cmocka_unit_test(a_seat_that_runs_out_is_taken_over_and_can_be_reclaimed),
        cmocka_unit_test(an_undo_gives_no_time),
        cmocka_unit_test(who_goes_away_is_taken_over_after_the_grace),
        cmocka_unit_test(time_is_charged_only_up_to_the_last_heartbeat),
        cmocka_unit_test(a_table_that_sleeps_through_two_gaps_pays_for_neither),
        cmocka_unit_test(a_relaxed_table_waits_for_days_without_anybody),
        cmocka_unit_test(all_may_agree_to_end),
        cmocka_unit_test(between_two_one_may_give_up_and_both_play_again),
        cmocka_unit_test(the_others_may_go_on_without_somebody_silent),
        cmocka_unit_test(chat_reaches_all_and_is_kept),
        cmocka_unit_test(a_page_elsewhere_hears_of_a_turn_and_of_its_end),
        cmocka_unit_test(a_page_that_was_at_many_tables_forgets_one_that_is_over),
        cmocka_unit_test(garbage_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
