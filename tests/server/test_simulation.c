/* Simulates evenings from a seed. Each has several tables and people who come and go, repeat
 * messages, take back and send nonsense, at one server or at several on one store. Notifications
 * between servers come late, twice, in any order or never. The store fails, and a failed batch may
 * have been stored or not. Servers crash at any moment, with pending writes lost or done, and
 * sometimes no server runs for hours.
 *
 * No update is ever contradicted, and every game comes to its end. Pages without a table are
 * informed about turns at whichever server they are connected. Nobody loses time while no server
 * runs. A failure names its seed: `test_simulation SEED` repeats that evening alone. */
#include "tests/server/knowing.h"
#include "tests/server/players.h"

#include "games/registry.h"
#include "match/opening.h"
#include "match/record.h"

enum {
    PEOPLE_MAX = 24,
    SERVERS_MAX = 3,
    STEPS_MAX = 3000000,
    SHORT_EVENINGS = 1000,
    QUIET_ONE_IN = 400
};

/* The parameters of an evening. */
struct plan {
    unsigned tables, servers, crash_one_in, fail_one_in;
    const struct game *game; /* NULL: any */
};

/* A person's second page, which shows no table. */
struct page {
    struct world *world;
    uint64_t socket; /* 0: none */
    int64_t since; /* since when it was their turn at the last check */
};

struct evening {
    uint64_t seed;
    struct world *worlds[SERVERS_MAX];
    unsigned servers;
    struct tales *tales;
    struct knowing *knowing;
    struct player people[PEOPLE_MAX];
    struct page pages[PEOPLE_MAX];
    unsigned count;
    char tables[TABLES_MAX][STORE_ID];
    unsigned table_count;
    unsigned crashes, crash_one_in;
    struct generator *g;
};

static unsigned steps_spent, crashes_seen, updates_told, updates_checked, turns_told;
static unsigned openings_counted; /* first decisions of finished public tables */
static uint64_t only; /* only this seed; 0: all */
static uint64_t present; /* the seed of the current evening; 0: none */

static unsigned below(struct evening *e, unsigned n) {
    return generator_below(e->g, n);
}

static bool is_up(const struct world *w) {
    return w->core != NULL;
}

/* Returns a running server; NULL if none is. */
static struct world *any_server(struct evening *e) {
    unsigned from = below(e, e->servers);
    for (unsigned i = 0; i < e->servers; i++)
        if (is_up(e->worlds[(from + i) % e->servers])) return e->worlds[(from + i) % e->servers];
    return NULL;
}

static void pass(struct evening *e, int64_t ms) {
    for (unsigned i = 0; i < e->servers; i++) e->worlds[i]->now += ms;
}

static struct player *newcomer(struct evening *e) {
    char name[24];
    struct player *p = &e->people[e->count];
    assert_true(e->count < PEOPLE_MAX);
    snprintf(name, sizeof name, "Gast %u", e->count);
    *p = player_guest(e->worlds[0], e->tales, name);
    e->count++;
    return p;
}

/* Creates a table with at least two people, the rest random; one person watches. */
static void lay_table(struct evening *e, const struct game *game) {
    static const char *const paces[] = {"",
                                        ",'pace':{'kind':'live','minutes':200,'increment_s':30}",
                                        ",'pace':{'kind':'relaxed','days':3}"};
    unsigned players = game->players_min +
                       below(e, (unsigned)(game->players_max - game->players_min) + 1),
             people = 1;
    char more[300] = ",'seats':['me'", secret[STORE_ID], *table = e->tables[e->table_count++];
    for (unsigned seat = 1; seat < players; seat++) {
        bool person = seat == 1 || below(e, 2);
        strcat(more, person ? ",'person'" : ",'random'");
        people |= (unsigned)person << seat;
    }
    strcat(more, "]");
    strcat(more, paces[below(e, 3)]);
    if (below(e, 2)) strcat(more, ",'public':false");
    struct player *host = newcomer(e);
    make_table(host, game->id, players, more, table, secret);
    player_at(host, table, secret, 0);
    player_connect(host);
    for (unsigned seat = 1; seat < players; seat++)
        if (people >> seat & 1) sit_down(newcomer(e), table, secret, seat);
    struct player *watcher = newcomer(e);
    player_at(watcher, table, secret, -1);
    player_connect(watcher);
}

/* One person does something. */
static void move(struct evening *e, struct player *p) {
    static const char *const nonsense[] = {
        "{",
        "{'type':'answer','table':'%s','seat':0,'q':0,'id':'n','do':'x'}",
        "{'type':'hello','table':'%s','seat':4,'protocol':3}",
        "{'type':'agree','table':'%s'}",
        "{'type':'reclaim','table':'%s','seat':0}",
        "{'type':'why','table':'%s','seat':1,'do':'keep'}"};
    if (p->socket && !world_is_open(p->world, p->socket)) p->socket = 0;
    if (!p->socket) {
        struct world *w = below(e, 3) == 0 ? any_server(e) : NULL;
        if (!w) return;
        p->world = w;
        player_connect(p);
        return;
    }
    player_listen(p);
    switch (below(e, 40)) {
    case 0: player_disconnect(p); break;
    case 1: player_repeat(p); break;
    case 2:
        if (p->seat >= 0)
            world_say(p->world, p->socket, "{'type':'undo','table':'%s','seat':%d,'id':'u%u'}",
                      p->table, p->seat, p->serial++);
        break;
    case 3:
        world_say(p->world, p->socket, "{'type':'chat','table':'%s','text':'Nummer %u'}", p->table,
                  p->serial);
        break;
    case 4: {
        char text[200];
        snprintf(text, sizeof text, nonsense[below(e, sizeof nonsense / sizeof nonsense[0])],
                 p->table);
        world_say(p->world, p->socket, "%s", text);
        break;
    }
    case 5:
        if (p->seat >= 0)
            world_say(p->world, p->socket,
                      "{'type':'answer','table':'%s','seat':%d,'q':%u,'id':'s%u','do':'%s'}",
                      p->table, p->seat, p->q / 2, p->serial++, p->choice);
        break;
    default: player_answer(p);
    }
}

static void die(struct evening *e, struct world *w) {
    world_crash(w, below(e, w->batch_count + 1));
    for (unsigned i = 0; i < e->count; i++) {
        if (e->pages[i].world == w) e->pages[i].socket = 0;
        if (e->people[i].world != w) continue;
        e->people[i].socket = 0;
        e->people[i].asked = false;
    }
    e->crashes++;
}

/* Restarts stopped servers. If none runs, up to two days pass, or the clock is set back by up to
 * one. */
static void revive(struct evening *e) {
    struct world *w = e->worlds[below(e, e->servers)];
    if (!any_server(e)) pass(e, ((int64_t)below(e, 72 * 3600) - 24 * 3600) * 1000);
    if (!is_up(w)) world_start(w);
}

/* Lets time, stores and servers act. */
static void turn(struct evening *e) {
    struct world *w = any_server(e);
    if (!w || below(e, 50) == 0) revive(e);
    if (!w) return;
    switch (below(e, 12)) {
    case 0: world_work(w); break;
    case 1:
        pass(e, below(e, 700));
        /* the time of a running server does not go back */
        if (below(e, 10) == 0) core_now(w->core, w->now - below(e, 100000));
        core_now(w->core, w->now);
        if (core_next(w->core) <= w->now) core_tick(w->core);
        break;
    case 2: world_close_sockets(w); break;
    case 3:
    case 4: world_hear_others(w); break;
    default: world_store(w);
    }
    if (core_has_failed(w->core) || (e->crash_one_in && below(e, e->crash_one_in) == 0)) die(e, w);
}

static void settle(struct evening *e) {
    for (unsigned round = 0; round < 4 * e->servers; round++)
        for (unsigned i = 0; i < e->servers; i++)
            if (is_up(e->worlds[i])) world_settle(e->worlds[i]);
}

/* ---- turns at tables that are not open ---- */

/* Returns since when it is a player's turn according to the store; 0 if it is not. */
static int64_t turn_since(const struct evening *e, const struct player *p) {
    unsigned count;
    const struct store_table *tables = memory_store_rows(e->worlds[0]->store, STORE_TABLE, &count);
    while (strcmp(tables->id, p->table) != 0) tables++;
    const struct store_seat *seats = memory_store_rows(e->worlds[0]->store, STORE_SEAT, &count);
    while (strcmp(seats->at, p->table) != 0 || seats->seat != p->seat) seats++;
    return tables->phase == STORE_PLAYING ? seats->running_ms : 0;
}

static bool hears_of_turn(struct page *page) {
    bool heard = false;
    for (char *text; (text = world_hear(page->world, page->socket)); free(text))
        heard |= strstr(text, "\"turn\"") != NULL;
    return heard;
}

/* Stops all faults for a moment: every page must then have been informed about turns. */
static void be_quiet(struct evening *e, const struct plan *plan) {
    for (unsigned i = 0; i < e->servers; i++) {
        e->worlds[i]->held = false;
        e->worlds[i]->fail_one_in = 0;
    }
    settle(e);
    for (unsigned i = 0; i < e->servers; i++)
        if (is_up(e->worlds[i]) && core_has_failed(e->worlds[i]->core)) die(e, e->worlds[i]);
    for (unsigned i = 0; i < 2 * e->servers; i++)
        if (is_up(e->worlds[i % e->servers])) world_pass(e->worlds[i % e->servers], 1000);
        else e->worlds[i % e->servers]->now += 1000;
    settle(e);
    for (unsigned i = 0; i < e->count; i++) {
        struct page *page = &e->pages[i];
        const struct player *p = &e->people[i];
        if (p->seat < 0) continue;
        int64_t since = turn_since(e, p);
        if (page->socket && !world_is_open(page->world, page->socket)) page->socket = 0;
        bool heard = page->socket && hears_of_turn(page);
        turns_told += heard;
        if (page->socket && since && since != page->since && !heard)
            fail_msg("%s was not told of a turn", p->name);
        if (!page->socket && (page->world = any_server(e)))
            page->socket = world_connect(page->world, p->token);
        else if (page->socket && below(e, 4) == 0) {
            world_hang_up(page->world, page->socket);
            page->socket = 0;
        }
        page->since = since;
    }
    settle(e);
    for (unsigned i = 0; i < e->servers; i++) {
        e->worlds[i]->held = true;
        e->worlds[i]->fail_one_in = plan->fail_one_in;
    }
}

/* Downtime has cost nobody a seat. */
static void check_clocks(const struct evening *e) {
    unsigned count;
    const struct store_seat *seats = memory_store_rows(e->worlds[0]->store, STORE_SEAT, &count);
    for (unsigned i = 0; i < count; i++)
        if (seats[i].expired & 1)
            fail_msg("seed %llu: a seat ran out", (unsigned long long)e->seed);
}

static bool all_over(const struct evening *e) {
    for (unsigned i = 0; i < e->count; i++)
        if (!e->people[i].over) return false;
    return true;
}

/* ---- afterwards ---- */

static char *record_of(struct player *p) {
    char seat[12] = "null", *found = NULL;
    if (p->seat >= 0) snprintf(seat, sizeof seat, "%d", p->seat);
    world_say(p->world, p->socket, "{'type':'record','table':'%s','seat':%s}", p->table, seat);
    for (char *text; (text = world_hear(p->world, p->socket)); free(text)) {
        char *record = strstr(text, ",\"record\":");
        if (!record) continue;
        free(found);
        found = strdup(record + strlen(",\"record\":"));
        found[strlen(found) - 1] = 0;
    }
    assert_non_null(found);
    return found;
}

static bool go_on(struct record_watcher *watcher, const void *state,
                  const struct record_step *step) {
    (void)watcher, (void)state, (void)step;
    return true;
}

/* Clients that reconnect without any state get the same as those that stayed, and the record proves
 * every draw. */
static void look_back(struct evening *e) {
    char *first = NULL;
    for (unsigned i = 0; i < e->count; i++) {
        struct player *p = &e->people[i];
        unsigned version = p->version;
        player_disconnect(p);
        p->version = 0;
        player_connect(p);
        player_listen(p);
        assert_int_equal(p->version, version);
        char *record = record_of(p);
        if (i == 0 || strcmp(p->table, e->people[i - 1].table) != 0) {
            struct record r;
            struct record_error error;
            struct record_watcher watcher = {.step = go_on, .check_draws = true};
            _Alignas(8) uint8_t state[STATE_MAX];
            free(first);
            first = strdup(record);
            assert_true(record_read(&r, record, strlen(record), &error.message));
            assert_true(r.has_seed);
            if (!record_replay(&r, state, &watcher, &error))
                fail_msg("step %u: %s", error.step, error.message.key);
        }
        assert_string_equal(record, first);
        free(record);
    }
    free(first);
}

/* Lets the servers do the jobs of finished tables. One that died with a job in hand has left a
 * lease, which is longer with every try, and a machine's clock may have gone back by hours. */
static void do_jobs(struct evening *e) {
    for (unsigned n = 0, jobs = 1; jobs; n++) {
        assert_true(n < 1000);
        for (unsigned i = 0; i < e->servers; i++)
            world_pass(e->worlds[i], n ? 10 * 60 * 1000 : 10000);
        const struct store_job *all = memory_store_rows(e->worlds[0]->store, STORE_JOB, &jobs);
        for (unsigned i = jobs; i-- > 0;) jobs -= strcmp(all[i].kind, "rate") != 0;
    }
}

/* Every seat has one row to find its game by. */
static void check_played(struct memory_store *store) {
    unsigned seats, found;
    const struct store_seat *s = memory_store_rows(store, STORE_SEAT, &seats);
    const struct store_played *played = memory_store_rows(store, STORE_PLAYED, &found);
    assert_int_equal(found, seats);
    for (unsigned i = 0; i < seats; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k < found; k++)
            same += strcmp(s[i].at, played[k].at) == 0 && s[i].seat == played[k].seat;
        assert_int_equal(same, 1);
    }
}

static bool has_opening(struct memory_store *store, const struct store_table *table) {
    unsigned seats;
    const struct store_seat *s = memory_store_rows(store, STORE_SEAT, &seats);
    for (unsigned i = 0; i < seats; i++)
        if (strcmp(s[i].at, table->id) == 0 && !s[i].place) return false;
    return !table->secret[0];
}

/* How often somebody chose at a node. */
struct tally {
    char node[OPENING_NODE];
    int64_t chosen;
};

static struct tally *tally_of(struct tally *tallies, const char *node) {
    while (tallies->node[0] && strcmp(tallies->node, node) != 0) tallies++;
    strcpy(tallies->node, node);
    return tallies;
}

static const struct store_entry *entry_at(struct memory_store *store, const char *table,
                                          int64_t version) {
    unsigned count;
    const struct store_entry *log = memory_store_rows(store, STORE_ENTRY, &count);
    for (unsigned i = 0; i < count; i++)
        if (log[i].version == version && strcmp(log[i].at, table) == 0) return &log[i];
    return NULL; /* it belongs to a row of removed entries */
}

/* Tallies the decisions of a table before which their seat knew of none. */
static void tally_table(struct memory_store *store, const struct store_table *table,
                        struct tally *tallies) {
    static struct opening o;
    opening_begin(&o, games_find(table->game, strlen(table->game)), (unsigned)table->players,
                  table->options, table->components);
    for (int64_t version = 0; version < table->entries; version++) {
        const struct store_entry *e = entry_at(store, table->id, version);
        uint16_t choices[LEGAL_MAX];
        char node[OPENING_NODE];
        unsigned knowing = 0;
        if (e && e->kind == ENTRY_SEAT) return;
        if (!e || e->kind != ENTRY_STEP) continue;
        if (e->by != BY_CHANCE && !o.lengths[e->by] &&
            opening_choices(&o, (unsigned)e->by, choices, node))
            tally_of(tallies, node)->chosen++;
        assert_true(opening_step(&o, (unsigned)e->by, (uint16_t)e->action));
        for (unsigned seat = 0; seat < o.players; seat++) knowing += o.lengths[seat] > 0;
        if (knowing == o.players) return;
    }
}

/* Every opening was counted exactly once: as often as the logs say. */
static void check_openings(struct memory_store *store) {
    static struct tally tallies[PEOPLE_MAX + 1];
    unsigned tables, rows;
    memset(tallies, 0, sizeof tallies);
    const struct store_table *t = memory_store_rows(store, STORE_TABLE, &tables);
    const struct store_opening *all = memory_store_rows(store, STORE_OPENING, &rows);
    for (unsigned i = 0; i < tables; i++)
        if (has_opening(store, &t[i])) tally_table(store, &t[i], tallies);
    for (const struct tally *one = tallies; one->node[0]; one++) {
        int64_t chosen = 0;
        for (unsigned i = 0; i < rows; i++)
            if (strcmp(all[i].node, one->node) == 0) chosen += all[i].chosen;
        if (chosen != one->chosen)
            fail_msg("node %s: %d counted, %d played", one->node, (int)chosen, (int)one->chosen);
        openings_counted += (unsigned)chosen;
    }
}

/* Checks that a frame contains only what its receiver may know. */
static void on_sent(void *context, struct memory_store *store, const char *token, const char *text,
                    size_t length) {
    knowing_check(context, store, token, text, length);
}

static void open_servers(struct evening *e, const struct plan *plan) {
    e->servers = plan->servers;
    for (unsigned i = 0; i < plan->servers; i++) {
        e->worlds[i] =
            i ? world_open_beside(e->worlds[0], e->seed + 1000003 * i) : world_open(e->seed);
        e->worlds[i]->sent = on_sent;
        e->worlds[i]->sent_context = e->knowing;
        if (i) continue;
        e->worlds[0]->settings.unlimited = true;
        e->worlds[0]->settings.shared = plan->servers > 1;
        world_crash(e->worlds[0], 0);
        world_start(e->worlds[0]);
        world_pass(e->worlds[0], 10000);
    }
    settle(e);
}

static void spend(uint64_t seed, const struct plan *plan) {
    struct generator g;
    struct evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    generator_seed(&g, seed);
    e->g = &g;
    e->seed = present = seed;
    e->knowing = knowing_open();
    open_servers(e, plan);
    e->tales = calloc(1, sizeof *e->tales);
    assert_non_null(e->tales);
    for (unsigned i = 0; i < plan->tables; i++)
        lay_table(e, plan->game ? plan->game : games[(seed + i) % games_count]);
    e->crash_one_in = plan->crash_one_in;
    for (unsigned i = 0; i < e->servers; i++) {
        e->worlds[i]->fail_one_in = plan->fail_one_in;
        e->worlds[i]->held = true;
    }
    unsigned steps = 0;
    for (; !all_over(e); steps++) {
        if (steps > STEPS_MAX) fail_msg("seed %llu does not end", (unsigned long long)seed);
        if (steps % QUIET_ONE_IN == 0) be_quiet(e, plan);
        if (below(e, 3) == 0) move(e, &e->people[below(e, e->count)]);
        else turn(e);
    }
    for (unsigned i = 0; i < e->servers; i++) {
        if (is_up(e->worlds[i]) && core_has_failed(e->worlds[i]->core)) die(e, e->worlds[i]);
        if (!is_up(e->worlds[i])) world_start(e->worlds[i]);
        e->worlds[i]->held = false;
        e->worlds[i]->fail_one_in = 0;
    }
    settle(e);
    do_jobs(e);
    check_played(e->worlds[0]->store);
    check_openings(e->worlds[0]->store);
    look_back(e);
    check_clocks(e);
    steps_spent += steps;
    crashes_seen += e->crashes;
    updates_told += e->tales->count;
    updates_checked += knowing_updates(e->knowing);
    present = 0;
    world_close(e->worlds[0]);
    tales_close(e->tales);
    knowing_close(e->knowing);
    free(e);
}

#ifdef __SANITIZE_ADDRESS__
enum { EVENINGS_DIVISOR = 20 }; /* each evening takes longer here, so only a part of them is run */
#else
enum { EVENINGS_DIVISOR = 1 };
#endif

static void spend_all(uint64_t from, unsigned count, struct plan plan) {
    steps_spent = crashes_seen = updates_told = updates_checked = turns_told = 0;
    openings_counted = 0;
    count =
        getenv("TAFELRUNDE_LONG") ? 10 * count : (count + EVENINGS_DIVISOR - 1) / EVENINGS_DIVISOR;
    for (unsigned i = 0; i < count; i++)
        if (!only || only == from + i) spend(from + i, &plan);
    print_message("# %u evenings from seed %llu: %u steps, %u crashes, %u updates told, %u held "
                  "against the log, %u times a page elsewhere was told of turns, %u first choices "
                  "counted\n",
                  count, (unsigned long long)from, steps_spent, crashes_seen, updates_told,
                  updates_checked, turns_told, openings_counted);
    if (!only) assert_int_equal(plan.crash_one_in != 0, crashes_seen != 0);
    if (!only) assert_true(turns_told != 0 && openings_counted != 0);
}

static void one_server_without_trouble(void **state) {
    (void)state;
    spend_all(100, 3, (struct plan){.tables = 4, .servers = 1});
}

static void one_server_that_dies(void **state) {
    (void)state;
    spend_all(200, 6, (struct plan){.tables = 3, .servers = 1, .crash_one_in = 500});
}

static void one_server_and_a_store_that_fails(void **state) {
    (void)state;
    spend_all(300, 6,
              (struct plan){.tables = 3, .servers = 1, .crash_one_in = 800, .fail_one_in = 60});
}

static void several_servers_without_trouble(void **state) {
    (void)state;
    spend_all(400, 4, (struct plan){.tables = 3, .servers = 3});
}

static void several_servers_with_all_of_it(void **state) {
    (void)state;
    spend_all(500, 8,
              (struct plan){.tables = 2, .servers = 3, .crash_one_in = 400, .fail_one_in = 60});
}

/* A small game, many times, with many faults. */
static void thousands_of_short_evenings(void **state) {
    (void)state;
    spend_all(10000, SHORT_EVENINGS,
              (struct plan){.tables = 1,
                            .servers = 2,
                            .crash_one_in = 150,
                            .fail_one_in = 30,
                            .game = games_find("template", 8)});
}

/* ---- who was first ---- */

static struct json said_at(const struct player *p, unsigned seat) {
    struct json message, at = {0}, none, item;
    size_t where;
    assert_int_equal(json_parse(p->said, strlen(p->said), &message, &where), JSON_OK);
    for (unsigned i = 0; i <= seat; i++)
        assert_true(json_next(json_get(message, "seats"), &at, &none, &item));
    return item;
}

/* Both rivals take the seat before either server has heard of the other. */
static void sit_at_once(struct evening *e, struct player *const rivals[2], const char *table) {
    for (unsigned i = 0; i < 2; i++) {
        player_listen(rivals[i]);
        rivals[i]->was_refused = false;
        e->worlds[i]->held = true;
        if (below(e, 2))
            world_say(e->worlds[i], rivals[i]->socket,
                      "{'type':'chat','table':'%s','text':'meiner'}", table);
        world_say(e->worlds[i], rivals[i]->socket, "{'type':'sit','table':'%s','seat':1}", table);
    }
    for (unsigned n = 0; n < 12; n++) {
        struct world *w = e->worlds[below(e, 2)];
        if (below(e, 4)) world_store(w);
        else world_hear_others(w);
    }
    for (unsigned i = 0; i < 2; i++) e->worlds[i]->held = false;
}

/* Two people at two servers want the same seat at the same moment, and a third one chats. The first
 * one in the store gets the seat for everybody, and the other is refused. */
static void want_one_seat(uint64_t seed) {
    struct evening e = {
        .seed = seed, .tales = calloc(1, sizeof *e.tales), .knowing = knowing_open()};
    struct generator g;
    char table[STORE_ID], secret[STORE_ID];
    assert_non_null(e.tales);
    generator_seed(&g, seed);
    e.g = &g;
    present = seed;
    open_servers(&e, &(struct plan){.servers = 2});
    for (unsigned i = 0; i < e.servers; i++) world_pass(e.worlds[i], 10000);
    struct player *host = newcomer(&e), *rivals[2] = {newcomer(&e), newcomer(&e)};
    make_table(host, "template", 2, ",'seats':['me','person']", table, secret);
    player_at(host, table, secret, 0);
    player_connect(host);
    for (unsigned i = 0; i < 2; i++) {
        rivals[i]->world = e.worlds[i];
        player_at(rivals[i], table, secret, -1);
        player_connect(rivals[i]);
    }
    settle(&e);
    sit_at_once(&e, rivals, table);
    settle(&e);
    for (unsigned i = 0; i < e.count; i++) player_listen(&e.people[i]);
    assert_int_equal(rivals[0]->was_refused + rivals[1]->was_refused, 1);
    struct player *first = rivals[rivals[0]->was_refused], *second = rivals[rivals[1]->was_refused];
    assert_ptr_not_equal(first, second);
    assert_string_equal(second->refused, "error.match.taken");
    for (unsigned i = 0; i < e.count; i++)
        if (!json_is(json_get(said_at(&e.people[i], 1), "name"), first->name))
            fail_msg("%s was told that %s sits there, not %s", e.people[i].name, e.people[i].said,
                     first->name);
    present = 0;
    world_close(e.worlds[0]);
    tales_close(e.tales);
    knowing_close(e.knowing);
}

static void one_seat_is_not_given_to_two(void **state) {
    (void)state;
    unsigned count = getenv("TAFELRUNDE_LONG") ? 2000 : 200 / EVENINGS_DIVISOR;
    for (unsigned i = 0; i < count; i++)
        if (!only || only == 50000 + i) want_one_seat(50000 + i);
}

static int name_seed(void **state) {
    (void)state;
    if (present) print_message("# it was seed %llu\n", (unsigned long long)present);
    present = 0;
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_server_without_trouble, name_seed),
        cmocka_unit_test_teardown(one_server_that_dies, name_seed),
        cmocka_unit_test_teardown(one_server_and_a_store_that_fails, name_seed),
        cmocka_unit_test_teardown(several_servers_without_trouble, name_seed),
        cmocka_unit_test_teardown(several_servers_with_all_of_it, name_seed),
        cmocka_unit_test_teardown(thousands_of_short_evenings, name_seed),
        cmocka_unit_test_teardown(one_seat_is_not_given_to_two, name_seed),
    };
    /* A seed plays that evening alone; a pattern such as several_* runs these tests alone. */
    if (argc > 1) only = strtoull(argv[1], NULL, 10);
    if (argc > 1 && !only) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
