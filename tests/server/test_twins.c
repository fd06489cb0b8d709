/* Proves by twins that nothing hidden leaves the server.
 *
 * A game is played identically in two worlds up to a random moment. Then everything that one
 * observer may not know is drawn again in the second world (determinise): cards, choices, the
 * entropy of the others, the key. From there on the others answer differently if the observer sees
 * `?` or nothing, and identically if it sees the step. Draws that it sees are also identical. Every
 * byte that the observer receives, whatever it asks, must be the same in both worlds, as long as
 * what it sees can be the same.
 *
 * Four leaks are planted, one at a time, into the functions that write messages (with the --wrap of
 * the linker): each must be found. */
#include "tests/server/players.h"

#include "games/registry.h"
#include "match/record.h"
#include "server/state.h"

enum { STEPS_SEEN_MAX = 64, KEY_TRIES = 400, LONG_PAIRS = 110 * 1000 };

/* ---- planted leaks ---- */

enum plant { PLANT_NOTHING, PLANT_VERSION, PLANT_SIZE, PLANT_ORDER, PLANT_ERROR, PLANTS };
static const char *const plant_names[PLANTS] = {"nothing", "a version counted too early", "a size",
                                                "an order", "an error text"};

static enum plant planted;
static const struct match *inside_of; /* the match of the world that is sending */
static bool postponed, postponed_value;

static bool secret_bit(void) {
    return inside_of && state_hash(inside_of->game, inside_of->state) & 1;
}

void __real_json_number(struct json_out *out, const char *name, int64_t number);
void __wrap_json_number(struct json_out *out, const char *name, int64_t number);
void __wrap_json_number(struct json_out *out, const char *name, int64_t number) {
    bool leaks = planted == PLANT_VERSION && inside_of && name && strcmp(name, "version") == 0;
    /* counts entries that this observer does not know */
    __real_json_number(out, name, leaks ? (int64_t)inside_of->length : number);
}

void __real_state_write(const struct game *game, const void *state, struct json_out *out,
                        const char *name);
void __wrap_state_write(const struct game *game, const void *state, struct json_out *out,
                        const char *name);
void __wrap_state_write(const struct game *game, const void *state, struct json_out *out,
                        const char *name) {
    __real_state_write(game, state, out, name);
    if (planted == PLANT_SIZE && secret_bit() && out->length < out->size)
        out->text[out->length++] = ' ';
}

void __real_json_bool(struct json_out *out, const char *name, bool value);
void __wrap_json_bool(struct json_out *out, const char *name, bool value);
void __wrap_json_bool(struct json_out *out, const char *name, bool value) {
    if (planted == PLANT_ORDER && secret_bit() && name && strcmp(name, "undo") == 0) {
        postponed = true;
        postponed_value = value;
        return;
    }
    __real_json_bool(out, name, value);
}

void __real_json_object_end(struct json_out *out);
void __wrap_json_object_end(struct json_out *out);
void __wrap_json_object_end(struct json_out *out) {
    if (postponed) __real_json_bool(out, "undo", postponed_value);
    postponed = false;
    __real_json_object_end(out);
}

bool __real_game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                         struct message *reason);
bool __wrap_game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                         struct message *reason);
bool __wrap_game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                         struct message *reason) {
    bool not = __real_game_why_not(game, state, seat, action, reason);
    if (not&&planted == PLANT_ERROR && secret_bit()) *reason = MESSAGE("common.whynot.answered");
    return not;
}

/* ---- two worlds ---- */

struct twin {
    struct world *w;
    struct player people[SEATS_MAX];
    struct player watcher;
    char table[STORE_ID];
    struct room *room;
    struct match *m;
};

struct pair {
    const struct game *game;
    unsigned players, observer;
    struct twin twins[2];
    struct tales *tales[2];
    struct generator g;
    bool parted; /* a secret answer differs, so the reveal ends the comparison */
    bool differs; /* a leak */
    unsigned steps, frames;
    size_t bytes;
    unsigned serial;
};

static unsigned below(struct pair *pair, unsigned n) {
    return generator_below(&pair->g, n);
}

/* Opens a table with people only and without pauses. */
static void twin_open(struct twin *t, struct tales *tales, const struct game *game,
                      unsigned players, uint64_t seed) {
    char secret[STORE_ID], name[24], options[300] = ",";
    uint8_t values[OPTIONS_MAX];
    struct json_out out;
    for (unsigned i = 0; i < game->option_count; i++)
        values[i] = (uint8_t)((seed >> i) % game->options[i].count);
    json_begin(&out, options + 1, sizeof options - 2);
    record_write_options(&out, "options", game, values);
    options[1 + out.length] = 0;
    t->w = world_open(seed);
    t->w->settings.unlimited = true;
    t->w->settings.forced_pause_ms = 0;
    world_crash(t->w, 0);
    world_start(t->w);
    world_settle(t->w);
    for (unsigned i = 0; i < players; i++) {
        snprintf(name, sizeof name, "Platz %u", i);
        t->people[i] = player_guest(t->w, tales, name);
    }
    make_table(&t->people[0], game->id, players, options, t->table, secret);
    player_at(&t->people[0], t->table, "", 0);
    player_connect(&t->people[0]);
    for (unsigned i = 1; i < players; i++) sit_down(&t->people[i], t->table, "", i);
    t->watcher = (struct player){.world = t->w, .tales = tales};
    player_at(&t->watcher, t->table, "", -1);
    player_connect(&t->watcher);
    t->room = map_get(&t->w->core->rooms, t->table);
    t->m = &t->room->table.match;
    for (unsigned n = 0; t->m->phase != MATCH_PLAYING; n++) {
        assert_true(n < 20);
        for (unsigned i = 0; i < players; i++) player_listen(&t->people[i]);
    }
}

static struct player *observer_of(struct pair *pair, unsigned twin) {
    struct twin *t = &pair->twins[twin];
    return pair->observer == SPECTATOR ? &t->watcher : &t->people[pair->observer];
}

/* ---- comparing ---- */

/* Compares everything that the observer got since the last call. */
static void compare(struct pair *pair) {
    for (;;) {
        char *a = world_hear(pair->twins[0].w, observer_of(pair, 0)->socket),
             *b = world_hear(pair->twins[1].w, observer_of(pair, 1)->socket);
        if (!a && !b) return;
        pair->differs |= !a || !b || strcmp(a, b) != 0;
        if (pair->differs && planted == PLANT_NOTHING)
            fail_msg("%s, observer %u, after %u steps:\n%s\n%s", pair->game->id, pair->observer,
                     pair->steps, a ? a : "nothing", b ? b : "nothing");
        pair->frames++;
        if (a) pair->bytes += strlen(a);
        free(a);
        free(b);
        if (pair->differs) return;
    }
}

static void say_both(struct pair *pair, const char *text) {
    for (unsigned i = 0; i < 2; i++) {
        inside_of = pair->twins[i].m;
        world_say(pair->twins[i].w, observer_of(pair, i)->socket, "%s", text);
        inside_of = NULL;
    }
    compare(pair);
}

static void random_action(struct pair *pair, char text[NOTATION_MAX]) {
    const struct notation *notation = pair->game->notation;
    size_t length = notation_write(notation, (uint16_t)below(pair, notation->actions), text);
    text[length] = 0;
}

/* Sends a request in both worlds and compares the replies. */
static void ask(struct pair *pair) {
    char text[300], seat[12] = "null", action[NOTATION_MAX];
    const struct twin *a = &pair->twins[0];
    bool seated = pair->observer != SPECTATOR;
    unsigned version = a->m->versions[pair->observer];
    if (seated) snprintf(seat, sizeof seat, "%u", pair->observer);
    random_action(pair, action);
    switch (below(pair, seated ? 7 : 4)) {
    case 0:
        snprintf(text, sizeof text,
                 "{'type':'hello','table':'%s','seat':%s,'protocol':3,'version':%u}", a->table,
                 seat, below(pair, version + 1));
        break;
    case 1:
        snprintf(text, sizeof text, "{'type':'record','table':'%s','seat':%s}", a->table, seat);
        break;
    case 2:
        snprintf(text, sizeof text, "{'type':'at','table':'%s','seat':%s,'version':%u}", a->table,
                 seat, below(pair, version + 2));
        break;
    case 3:
        snprintf(text, sizeof text, "{'type':'rematch','table':'%s','seat':%s,'id':'r'}", a->table,
                 seat);
        break;
    case 4:
        snprintf(text, sizeof text,
                 "{'type':'answer','table':'%s','seat':%s,'q':%u,'id':'n%u','do':'no such %u'}",
                 a->table, seat, below(pair, 50), pair->serial, pair->serial);
        break;
    default:
        snprintf(text, sizeof text, "{'type':'why','table':'%s','seat':%s,'do':'%s'}", a->table,
                 seat, action);
    }
    pair->serial++;
    say_both(pair, text);
}

/* Sends an illegal answer at the right time; the reason must not reveal anything. */
static void ask_illegal(struct pair *pair) {
    char text[300], action[NOTATION_MAX];
    unsigned seat = pair->observer;
    const struct twin *a = &pair->twins[0];
    if (seat == SPECTATOR || !(match_waiting(a->m) >> seat & 1)) return;
    random_action(pair, action);
    uint16_t number = notation_read(pair->game->notation, action, strlen(action));
    if (number == NOTATION_NONE || game_allows(pair->game, a->m->state, seat, number)) return;
    snprintf(text, sizeof text,
             "{'type':'answer','table':'%s','seat':%u,'q':%u,'id':'i%u','do':'%s'}", a->table, seat,
             table_cursor(&a->room->table, seat)->questions, pair->serial++, action);
    say_both(pair, text);
}

static void ask_lists(struct pair *pair) {
    char path[100], *body = NULL;
    snprintf(path, sizeof path, "/api/tables/%s", pair->twins[0].table);
    for (unsigned i = 0; i < 2; i++) {
        struct world *w = pair->twins[i].w;
        world_ask(w, "GET", path, observer_of(pair, i)->token, "%s", "");
        if (i) pair->differs |= strcmp(body, w->reply.body) != 0;
        else body = strdup(w->reply.body);
    }
    free(body);
    if (pair->differs && planted == PLANT_NOTHING) fail_msg("%s: lists differ", pair->game->id);
}

/* ---- playing on ---- */

struct seen {
    unsigned count;
    struct {
        unsigned by;
        uint16_t action;
    } steps[STEPS_SEEN_MAX];
    bool closed, over;
};

static void see(struct pair *pair, struct seen *seen, void *state, unsigned by, uint16_t action) {
    assert_true(seen->count < STEPS_SEEN_MAX);
    seen->steps[seen->count].by = by;
    seen->steps[seen->count++].action = pair->game->witness(state, by, action, pair->observer);
    pair->game->apply(state, by, action, NULL);
}

/* Returns what the observer will see of this answer and its consequences, with this key. */
static struct seen foresee(struct pair *pair, const struct match *m, unsigned seat, uint16_t action,
                           const uint8_t *key) {
    const struct game *game = pair->game;
    _Alignas(8) uint8_t state[STATE_MAX];
    uint32_t draws[STREAMS_MAX];
    struct seen seen = {0};
    unsigned asked = game->asked(m->state);
    memcpy(state, m->state, game->state_size);
    memcpy(draws, m->draws, sizeof draws);
    if ((asked & (asked - 1)) != 0) seen.closed = game->apply(state, seat, action, NULL);
    else see(pair, &seen, state, seat, action);
    for (;;) {
        unsigned to_move = game->to_move(state);
        seen.over = to_move == 0;
        if (to_move & CHANCE_BIT) {
            struct outcome_list outcomes;
            game_outcomes(game, state, &outcomes);
            see(pair, &seen, state, BY_CHANCE,
                outcomes.actions[draws_pick(key, draws[outcomes.stream]++, &outcomes)]);
            continue;
        }
        unsigned by = 0;
        uint16_t forced = NOTATION_NONE;
        for (; to_move && forced == NOTATION_NONE; to_move &= to_move - 1)
            forced = game_forced(game, state, by = (unsigned)__builtin_ctz(to_move));
        if (forced == NOTATION_NONE) return seen;
        see(pair, &seen, state, by, forced);
    }
}

static bool same_sight(const struct seen *a, const struct seen *b) {
    return a->count == b->count && a->closed == b->closed && a->over == b->over &&
           memcmp(a->steps, b->steps, a->count * sizeof a->steps[0]) == 0;
}

/* Finds a key for the second world with which the observer sees the same. */
static bool align(struct pair *pair, unsigned seat, uint16_t a, uint16_t b, struct seen *sight) {
    *sight = foresee(pair, pair->twins[0].m, seat, a, pair->twins[0].m->key);
    for (unsigned n = 0; n < KEY_TRIES; n++) {
        struct seen other = foresee(pair, pair->twins[1].m, seat, b, pair->twins[1].m->key);
        if (same_sight(sight, &other)) return true;
        for (unsigned i = 0; i < HASH_SIZE; i++)
            pair->twins[1].m->key[i] = (uint8_t)generator_next(&pair->g);
    }
    return false;
}

/* Returns the answer in the other world: one that looks the same, or, if secret, any. */
static uint16_t counterpart(struct pair *pair, unsigned seat, uint16_t action, bool shared) {
    const struct game *game = pair->game;
    const struct match *a = pair->twins[0].m, *b = pair->twins[1].m;
    uint16_t list[LEGAL_MAX], fits[LEGAL_MAX];
    unsigned count = game->legal(b->state, seat, list), fitting = 0;
    bool alike = seat == pair->observer || (shared && below(pair, 8));
    for (unsigned i = 0; i < count; i++) {
        bool same = alike ? list[i] == action
                          : shared || game->witness(b->state, seat, list[i], pair->observer) ==
                                          game->witness(a->state, seat, action, pair->observer);
        if (same) fits[fitting++] = list[i];
    }
    return fitting ? fits[below(pair, fitting)] : NOTATION_NONE;
}

static void answer(struct pair *pair, unsigned twin, unsigned seat, uint16_t action) {
    struct twin *t = &pair->twins[twin];
    char text[NOTATION_MAX];
    text[notation_write(pair->game->notation, action, text)] = 0;
    inside_of = t->m;
    world_say(t->w, t->people[seat].socket,
              "{'type':'answer','table':'%s','seat':%u,'q':%u,'id':'t%u','do':'%s'}", t->table,
              seat, table_cursor(&t->room->table, seat)->questions, pair->serial, text);
    inside_of = NULL;
    for (unsigned i = 0; i < pair->players; i++)
        if (i != pair->observer) world_deafen(t->w, t->people[i].socket);
    if (pair->observer != SPECTATOR) world_deafen(t->w, t->watcher.socket);
}

/* Gives part of a secret answer, which nobody can see yet, in one world only. */
static bool step_alone(struct pair *pair, unsigned seat, uint16_t action) {
    const struct game *game = pair->game;
    const struct match *m = pair->twins[0].m;
    _Alignas(8) uint8_t state[STATE_MAX];
    memcpy(state, m->state, game->state_size);
    game->apply(state, seat, action, NULL);
    if (seat == pair->observer || game->to_move(state) != game->to_move(m->state) ||
        game->asked(state) != game->asked(m->state))
        return false;
    answer(pair, 0, seat, action);
    pair->serial++;
    pair->parted = true;
    pair->steps++;
    compare(pair);
    return true;
}

/* Gives one answer in each world; false if they differ visibly from here on. */
static bool step(struct pair *pair) {
    const struct match *a = pair->twins[0].m, *b = pair->twins[1].m;
    uint16_t list[LEGAL_MAX];
    struct seen sight;
    unsigned waiting = match_waiting(a) & match_waiting(b), asked = pair->game->asked(a->state);
    bool shared = (asked & (asked - 1)) != 0;
    if (!waiting || match_waiting(a) != match_waiting(b)) return false;
    unsigned n = below(pair, (unsigned)__builtin_popcount(waiting)), seat;
    while (n--) waiting &= waiting - 1;
    seat = (unsigned)__builtin_ctz(waiting);
    unsigned count = pair->game->legal(a->state, seat, list);
    uint16_t action = list[below(pair, count)];
    /* prefer an answer that is legal in both */
    for (unsigned tries = 0; tries < 8 && !game_allows(pair->game, b->state, seat, action); tries++)
        action = list[below(pair, count)];
    if (shared && below(pair, 2) && step_alone(pair, seat, action)) return true;
    uint16_t other = counterpart(pair, seat, action, shared);
    if (other == NOTATION_NONE) return false;
    if (shared && other != action) pair->parted = true;
    if (!align(pair, seat, action, other, &sight) || sight.over || (sight.closed && pair->parted))
        return false;
    answer(pair, 0, seat, action);
    answer(pair, 1, seat, other);
    pair->serial++;
    if (sight.closed) pair->parted = false;
    /* one world has finished a secret answer of several steps */
    if (match_waiting(a) != match_waiting(b)) return false;
    pair->steps++;
    compare(pair);
    return true;
}

/* Plays both worlds equally for this many steps, then draws again what the observer may not know.
 * */
static bool part(struct pair *pair, unsigned steps) {
    const struct game *game = pair->game;
    struct match *a = pair->twins[0].m, *b = pair->twins[1].m;
    for (unsigned n = 0; n < steps || game->asked(a->state) != match_waiting(a); n++) {
        uint16_t list[LEGAL_MAX];
        unsigned waiting = match_waiting(a);
        if (!waiting) return false;
        unsigned seat = (unsigned)__builtin_ctz(waiting);
        uint16_t action = list[below(pair, game->legal(a->state, seat, list))];
        for (unsigned i = 0; i < 2; i++) {
            answer(pair, i, seat, action);
            world_deafen(pair->twins[i].w, observer_of(pair, i)->socket);
        }
        pair->serial++;
    }
    if (a->phase != MATCH_PLAYING) return false;
    assert_memory_equal(a->state, b->state, game->state_size);
    game->view(b->state, pair->observer);
    game->determinise(b->state, &pair->g);
    for (unsigned i = 0; i < HASH_SIZE; i++) b->key[i] = (uint8_t)generator_next(&pair->g);
    for (unsigned seat = 0; seat < pair->players; seat++) {
        struct cursor *c = table_cursor(&pair->twins[1].room->table, seat);
        memcpy(c->view, b->state, game->state_size);
        game->view(c->view, seat);
        for (unsigned i = 0; i < SEED_SIZE && seat != pair->observer; i++)
            b->entropy[seat][i] = (uint8_t)generator_next(&pair->g);
    }
    if (pair->observer != SPECTATOR)
        assert_memory_equal(table_cursor(&pair->twins[1].room->table, pair->observer)->view,
                            table_cursor(&pair->twins[0].room->table, pair->observer)->view,
                            game->state_size);
    return true;
}

struct figures {
    unsigned twins, steps, frames, differing, leaks;
    size_t bytes;
};

static void meet(const struct game *game, uint64_t seed, struct figures *figures) {
    struct pair *pair = calloc(1, sizeof *pair);
    assert_non_null(pair);
    generator_seed(&pair->g, seed);
    pair->game = game;
    pair->players =
        game->players_min + below(pair, (unsigned)(game->players_max - game->players_min) + 1);
    pair->observer = below(pair, pair->players + 1);
    if (pair->observer == pair->players) pair->observer = SPECTATOR;
    for (unsigned i = 0; i < 2; i++) {
        pair->tales[i] = calloc(1, sizeof **pair->tales);
        twin_open(&pair->twins[i], pair->tales[i], game, pair->players, seed);
    }
    for (unsigned i = 0; i < 2; i++) world_deafen(pair->twins[i].w, observer_of(pair, i)->socket);
    enum plant plant = planted;
    planted = PLANT_NOTHING;
    bool parts = part(pair, below(pair, game->steps_max < 60 ? 4 : 40));
    planted = plant;
    if (parts) {
        assert_memory_not_equal(pair->twins[0].m->key, pair->twins[1].m->key, HASH_SIZE);
        bool different =
            memcmp(pair->twins[0].m->state, pair->twins[1].m->state, game->state_size) != 0;
        for (unsigned n = 0; n < 60 && !pair->differs && step(pair); n++) {
            for (unsigned q = below(pair, 3); q-- && !pair->differs;) ask(pair);
            if (!pair->differs) ask_illegal(pair);
            if (!pair->differs && below(pair, 8) == 0) ask_lists(pair);
        }
        figures->twins++;
        figures->differing += different;
        figures->steps += pair->steps;
        figures->frames += pair->frames;
        figures->bytes += pair->bytes;
        figures->leaks += pair->differs;
    }
    for (unsigned i = 0; i < 2; i++) {
        world_close(pair->twins[i].w);
        tales_close(pair->tales[i]);
    }
    free(pair);
}

/* Pairs per game. TAFELRUNDE_LONG=1 plays more than 100 000 in all, which takes a quarter of an
 * hour; TAFELRUNDE_TWINS=FIRST,COUNT plays these of the series. */
static unsigned pairs(unsigned *first) {
    const char *range = getenv("TAFELRUNDE_TWINS");
    unsigned count = 0;
    *first = 0;
    if (range) assert_int_equal(sscanf(range, "%u,%u", first, &count), 2);
    return range ? count : getenv("TAFELRUNDE_LONG") ? LONG_PAIRS / games_count + 1 : 16;
}

/* In Duell everybody sees the whole board, so its twins differ only in the key, which determines
 * all future draws, and in the entropy of the other. In every other game some twins must also
 * differ on the board. */
static void twins_receive_the_same_bytes(void **state) {
    unsigned open = 0, all = 0, first, count = pairs(&first);
    (void)state;
    for (unsigned g = 0; g < games_count; g++) {
        struct figures figures = {0};
        for (unsigned i = first; i < first + count; i++) meet(games[g], 1000 * g + i, &figures);
        print_message("# %s: %u twins, %u of them hide something else, %.1f steps each, %u "
                      "messages, %zu bytes compared\n",
                      games[g]->id, figures.twins, figures.differing,
                      figures.twins ? (double)figures.steps / figures.twins : 0, figures.frames,
                      figures.bytes);
        assert_true(figures.twins >= count / 2);
        assert_true(figures.steps > 0);
        open += figures.differing == 0;
        all += figures.twins;
    }
    print_message("# %u games in all\n", all);
    if (count > LONG_PAIRS / games_count) assert_true(all >= 100 * 1000);
    assert_true(open <= 1);
}

static void each_planted_leak_is_found(void **state) {
    unsigned first, count = pairs(&first);
    (void)state;
    for (enum plant plant = PLANT_VERSION; plant < PLANTS; plant++) {
        struct figures figures = {0};
        planted = plant;
        for (unsigned i = 0; figures.leaks == 0 && i < 40 * count; i++)
            meet(games[i % games_count], 9000 + i, &figures);
        planted = PLANT_NOTHING;
        print_message("# %s: found by twin %u\n", plant_names[plant], figures.twins);
        assert_int_equal(figures.leaks, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_receive_the_same_bytes),
        cmocka_unit_test(each_planted_leak_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
