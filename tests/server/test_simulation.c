/* Evenings from a seed: several tables, people who come and go, repeat themselves, take back and talk nonsense; a store that
 * fails; a server that dies at any moment, with what was on its way to the disk lost or written. Whatever was told stays true. */
#include "tests/server/players.h"

#include "games/registry.h"
#include "match/record.h"

enum { PEOPLE_MAX = 24 };

struct evening {
    struct world *w;
    struct tales *tales;
    struct player people[PEOPLE_MAX];
    unsigned count;
    char tables[TABLES_MAX][STORE_ID];
    unsigned table_count;
    unsigned crashes, crash_one_in;
    struct generator *g;
};

static unsigned below(struct evening *e, unsigned n) {
    return generator_below(e->g, n);
}

static struct player *newcomer(struct evening *e) {
    char name[24];
    struct player *p = &e->people[e->count];
    assert_true(e->count < PEOPLE_MAX);
    snprintf(name, sizeof name, "Gast %u", e->count);
    *p = player_guest(e->w, e->tales, name);
    e->count++;
    return p;
}

/* A table with two people at least, the rest by chance; one of them watches. */
static void lay_table(struct evening *e, const struct game *game) {
    static const char *const paces[] = {"", ",'pace':{'kind':'live','minutes':200,'increment_s':30}", ",'pace':{'kind':'relaxed','days':3}"};
    unsigned players = game->players_min + below(e, (unsigned)(game->players_max - game->players_min) + 1), people = 1;
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
    static const char *const nonsense[] = {"{", "{'type':'answer','table':'%s','seat':0,'q':0,'id':'n','do':'x'}", "{'type':'hello','table':'%s','seat':4,'protocol':1}",
                                           "{'type':'agree','table':'%s'}", "{'type':'reclaim','table':'%s','seat':0}", "{'type':'why','table':'%s','seat':1,'do':'keep'}"};
    if (p->socket && !world_is_open(e->w, p->socket)) p->socket = 0;
    if (!p->socket) {
        if (below(e, 3) == 0) player_connect(p);
        return;
    }
    player_listen(p);
    switch (below(e, 40)) {
    case 0: player_disconnect(p); break;
    case 1: player_repeat(p); break;
    case 2:
        if (p->seat >= 0) world_say(e->w, p->socket, "{'type':'undo','table':'%s','seat':%d,'id':'u%u'}", p->table, p->seat, p->serial++);
        break;
    case 3: world_say(e->w, p->socket, "{'type':'chat','table':'%s','text':'Nummer %u'}", p->table, p->serial); break;
    case 4: {
        char text[200];
        snprintf(text, sizeof text, nonsense[below(e, sizeof nonsense / sizeof nonsense[0])], p->table);
        world_say(e->w, p->socket, "%s", text);
        break;
    }
    case 5:
        if (p->seat >= 0) world_say(e->w, p->socket, "{'type':'answer','table':'%s','seat':%d,'q':%u,'id':'s%u','do':'%s'}", p->table, p->seat, p->q / 2, p->serial++, p->choice);
        break;
    default: player_answer(p);
    }
}

static void die(struct evening *e) {
    world_crash(e->w, below(e, e->w->batch_count + 1));
    for (unsigned i = 0; i < e->count; i++) {
        e->people[i].socket = 0;
        e->people[i].asked = false;
    }
    e->w->now += below(e, 100000);
    world_start(e->w);
    e->crashes++;
}

/* What the world does by itself. */
static void turn(struct evening *e) {
    struct world *w = e->w;
    switch (below(e, 10)) {
    case 0: world_work(w); break;
    case 1:
        w->now += below(e, 700);
        core_now(w->core, w->now);
        if (core_next(w->core) <= w->now) core_tick(w->core);
        break;
    case 2: world_close_sockets(w); break;
    default: world_store(w);
    }
    if (e->crash_one_in && below(e, e->crash_one_in) == 0) die(e);
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

static bool go_on(struct record_watcher *watcher, const void *state, const struct record_step *step) {
    (void)watcher, (void)state, (void)step;
    return true;
}

/* Everybody who comes back from nothing is told the same as those who stayed, and the record proves every draw. */
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
            if (!record_replay(&r, state, &watcher, &error)) fail_msg("step %u: %s", error.step, error.message.key);
        }
        assert_string_equal(record, first);
        free(record);
    }
    free(first);
}

static void spend(uint64_t seed, unsigned tables, unsigned crash_one_in, unsigned fail_one_in) {
    struct generator g;
    struct evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    generator_seed(&g, seed);
    e->g = &g;
    e->w = world_open(seed);
    e->w->settings.unlimited = true;
    world_crash(e->w, 0);
    world_start(e->w);
    world_settle(e->w);
    e->tales = calloc(1, sizeof *e->tales);
    assert_non_null(e->tales);
    for (unsigned i = 0; i < tables; i++) lay_table(e, games[(seed + i) % games_count]);
    e->crash_one_in = crash_one_in;
    e->w->fail_one_in = fail_one_in;
    e->w->held = true;
    unsigned steps = 0;
    for (; !all_over(e); steps++) {
        if (steps > 3000000) fail_msg("seed %llu does not end", (unsigned long long)seed);
        if (below(e, 3) == 0) move(e, &e->people[below(e, e->count)]);
        else turn(e);
    }
    e->w->held = false;
    e->w->fail_one_in = 0;
    world_settle(e->w);
    look_back(e);
    if (crash_one_in) assert_true(e->crashes > 0);
    print_message("# seed %llu: %u steps, %u crashes, %u updates told\n", (unsigned long long)seed, steps, e->crashes, e->tales->count);
    world_close(e->w);
    tales_close(e->tales);
    free(e);
}

static unsigned evenings(void) {
    return getenv("TAFELRUNDE_LONG") ? 20 : 3;
}

static void evenings_without_trouble(void **state) {
    (void)state;
    for (unsigned i = 0; i < evenings(); i++) spend(100 + i, 4, 0, 0);
}

static void evenings_with_a_server_that_dies(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2 * evenings(); i++) spend(200 + i, 3, 500, 0);
}

static void evenings_with_a_store_that_fails(void **state) {
    (void)state;
    for (unsigned i = 0; i < evenings(); i++) spend(300 + i, 3, 0, 60);
}

static void evenings_with_all_of_it(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2 * evenings(); i++) spend(400 + i, 3, 800, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evenings_without_trouble),
        cmocka_unit_test(evenings_with_a_server_that_dies),
        cmocka_unit_test(evenings_with_a_store_that_fails),
        cmocka_unit_test(evenings_with_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
