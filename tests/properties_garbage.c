/* Property 7: an inconsistent position is refused, or it can be played to the end like any other.
 *
 * Positions of random games are written as JSON and damaged: bytes and tokens change, members come
 * from another position. If `check` accepts the result, it is viewed by every observer and played.
 * A `check` that accepts more of them than the limit leaves something out. So does one that accepts
 * a position that cannot be reached, in games small enough to try all steps.
 * This happens in a child process that keeps the current text in shared memory, so that the parent
 * can print it after a crash or a hang. */
#include "tests/properties.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    POOL = 24,
    EXTRA_STEPS = 50,
    HANG_SECONDS = 20,
    DIED_OF_DISAGREEMENT = 3,
    ACCEPTED_MAX = 16
};

struct shared {
    unsigned tried, accepted;
    char problem[400];
    char text[2 * JSON_TEXT_MAX];
};

struct garbage {
    const struct game *game;
    struct shared *shared;
    struct reach *reach; /* NULL if the game is too large */
    struct generator generator;
    char pool[POOL][JSON_TEXT_MAX];
};

static unsigned below(struct garbage *g, size_t n) {
    return generator_below(&g->generator, (uint32_t)n);
}

/* ---- damage ---- */

struct span {
    size_t at, length;
};

static size_t value_end(const char *text, size_t at) {
    unsigned depth = 0;
    bool quoted = false;
    for (; text[at]; at++) {
        char c = text[at];
        if (c == '"' && (at == 0 || text[at - 1] != '\\')) quoted = !quoted;
        if (quoted) continue;
        if (c == '[' || c == '{') depth++;
        else if (depth == 0 && (c == ',' || c == ']' || c == '}')) return at;
        else if (c == ']' || c == '}') depth--;
    }
    return at;
}

/* Returns a random value: one that follows a colon, a comma or an opening bracket. */
static struct span some_value(struct garbage *g, const char *text) {
    size_t length = strlen(text);
    for (unsigned tries = 0; tries < 1000; tries++) {
        size_t at = below(g, length);
        if (text[at] != ':' && text[at] != ',' && text[at] != '[') continue;
        size_t end = value_end(text, at + 1);
        if (end > at + 1 && !memchr(text + at + 1, ':', text[at + 1] == '"' ? end - at - 1 : 0))
            return (struct span){at + 1, end - at - 1};
    }
    return (struct span){0, 0};
}

static void replace(char *text, struct span span, const char *by, size_t length) {
    size_t all = strlen(text);
    if (all - span.length + length >= 2 * JSON_TEXT_MAX - 1) return;
    memmove(text + span.at + length, text + span.at + span.length, all - span.at - span.length + 1);
    memcpy(text + span.at, by, length);
}

static void swap_values(struct garbage *g, char *text) {
    struct span a = some_value(g, text), b = some_value(g, text);
    char first[JSON_TEXT_MAX], second[JSON_TEXT_MAX];
    if (a.at > b.at) {
        struct span swap = a;
        a = b;
        b = swap;
    }
    if (a.at + a.length > b.at || a.length >= JSON_TEXT_MAX || b.length >= JSON_TEXT_MAX) return;
    memcpy(first, text + a.at, a.length);
    memcpy(second, text + b.at, b.length);
    replace(text, b, first, a.length);
    replace(text, a, second, b.length);
}

/* Copies the value of a member from another position, the most plausible damage. */
static void splice(struct garbage *g, char *text) {
    const char *other = g->pool[below(g, POOL)], *found[64];
    struct span span = some_value(g, text);
    unsigned count = 0;
    char name[80];
    size_t start = span.at;
    if (span.length == 0 || text[span.at - 1] != ':') return;
    while (start > 0 && text[start - 1] != ',' && text[start - 1] != '{') start--;
    if (span.at - start >= sizeof name) return;
    memcpy(name, text + start, span.at - start);
    name[span.at - start] = 0;
    for (const char *at = other; count < 64 && (at = strstr(at, name)); at++)
        found[count++] = at + strlen(name);
    if (count == 0) return;
    const char *value = found[below(g, count)];
    replace(text, span, value, value_end(other, (size_t)(value - other)) - (size_t)(value - other));
}

static void change_number(struct garbage *g, char *text) {
    struct span span = some_value(g, text);
    char number[24];
    int old = atoi(text + span.at);
    int length = snprintf(number, sizeof number, "%d",
                          below(g, 3)   ? old + (int)below(g, 3) - 1
                          : below(g, 8) ? (int)below(g, 13)
                                        : (int)below(g, 70000) - 300);
    if (span.length && (text[span.at] == '-' || (text[span.at] >= '0' && text[span.at] <= '9')))
        replace(text, span, number, (size_t)length);
}

static void remove_or_repeat(struct garbage *g, char *text) {
    struct span span = some_value(g, text);
    char copy[JSON_TEXT_MAX];
    if (span.length == 0 || span.length + 1 >= JSON_TEXT_MAX) return;
    bool comma_after = text[span.at + span.length] == ',', comma_before = text[span.at - 1] == ',';
    if (below(g, 2)) {
        copy[0] = ',';
        memcpy(copy + 1, text + span.at, span.length);
        replace(text, (struct span){span.at + span.length, 0}, copy, span.length + 1);
    } else if (comma_after) {
        replace(text, (struct span){span.at, span.length + 1}, "", 0);
    } else {
        replace(text, (struct span){span.at - comma_before, span.length + comma_before}, "", 0);
    }
}

static void change_bytes(struct garbage *g, char *text) {
    static const char likely[] = "0123456789,:[]{}\"-etrufalsn?\\";
    size_t length = strlen(text);
    struct span span = {below(g, length), 1 + below(g, 3)};
    if (span.at + span.length > length) return;
    char byte = below(g, 4) ? likely[below(g, sizeof likely - 1)] : (char)(1 + below(g, 255));
    replace(text, span, &byte, below(g, 2));
}

static void damage(struct garbage *g, char *text) {
    switch (below(g, 10)) {
    case 0: change_bytes(g, text); break;
    case 1: remove_or_repeat(g, text); break;
    case 2:
    case 3: swap_values(g, text); break;
    case 4:
    case 5: change_number(g, text); break;
    default: splice(g, text); break;
    }
}

/* ---- in the child ---- */

static void must(struct garbage *g, bool condition, const char *problem) {
    if (condition) return;
    snprintf(g->shared->problem, sizeof g->shared->problem, "%s", problem);
    _exit(DIED_OF_DISAGREEMENT);
}

static void ignore(struct sink *sink, const struct event *event) {
    (void)sink;
    (void)event;
}

/* Asks everything that a front end may ask about a position. */
static void look(struct garbage *g, const uint8_t *state) {
    const struct game *game = g->game;
    struct sink sink = {.event = ignore};
    struct result result;
    struct message message;
    unsigned players = state_players(game, state);
    game->describe(state, &sink);
    game->result(state, &result);
    for (unsigned seat = 0; seat < players; seat++) {
        uint16_t list[LEGAL_MAX];
        unsigned count = game->legal(state, seat, list);
        game_forced(game, state, seat);
        if (state_viewer(state) != 0 && state_viewer(state) != seat + 1) continue;
        if (count) game->ask(state, seat);
        for (unsigned i = 0; i < count; i++) game->preview(state, seat, list[i]);
        for (unsigned i = 0; i < 8; i++)
            game_why_not(game, state, seat, (uint16_t)below(g, game->notation->actions), &message);
    }
}

static uint16_t choose(struct garbage *g, const uint8_t *state, unsigned *by) {
    const struct game *game = g->game;
    unsigned to_move = game->to_move(state);
    if (to_move & CHANCE_BIT) {
        struct outcome_list o;
        uint64_t sum = 0;
        *by = BY_CHANCE;
        game_outcomes(game, state, &o);
        must(g, o.count > 0 && o.count <= OUTCOMES_MAX, "a chance step without outcomes");
        for (unsigned i = 0; i < o.count; i++) sum += o.weights[i];
        must(g, sum == o.total && (state_viewer(state) == 0) == (sum > 0),
             "the weights do not add up");
        if (state_viewer(state)) return o.actions[below(g, o.count)];
        struct outcomes outcomes;
        game->chance(state, &outcomes);
        return outcomes_draw(&outcomes, &g->generator);
    }
    must(g, !(to_move >> state_players(game, state)), "a seat is to move that is not there");
    do *by = below(g, SEATS_MAX);
    while (!(to_move & SEAT_BIT(*by)));
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(state, *by, list);
    must(g, count > 0 && count <= LEGAL_MAX, "a seat is to move but has no legal action");
    return list[below(g, count)];
}

static void play_out(struct garbage *g, uint8_t *state) {
    const struct game *game = g->game;
    struct sink sink = {.event = ignore};
    for (unsigned step = 0; game->to_move(state); step++) {
        unsigned by;
        must(g, step <= game->steps_max + EXTRA_STEPS, "the game does not end");
        if (step < 3 || below(g, 16) == 0) look(g, state);
        uint16_t action = choose(g, state, &by);
        FOR_EACH_OBSERVER (o, state_players(game, state))
            must(g, game->witness(state, by, action, o) < game->notation->actions,
                 "a witness that is no action");
        game->apply(state, by, action, &sink);
    }
    look(g, state);
}

/* A view of an accepted position is a position, and so is every state that fits the view. */
static void use_view(struct garbage *g, const uint8_t *state, unsigned observer) {
    const struct game *game = g->game;
    _Alignas(8) uint8_t view[STATE_MAX], twin[STATE_MAX], again[STATE_MAX];
    struct message error;
    view_of(game, state, observer, view);
    must(g, state_check(game, view, &error), "`check` accepts a position and refuses its view");
    memcpy(twin, view, game->state_size);
    game->determinise(twin, &g->generator);
    must(g, state_check(game, twin, &error),
         "`check` accepts a position and refuses another with the same view");
    view_of(game, twin, observer, again);
    const char *difference = state_difference(game, view, again);
    must(g, !difference, difference);
}

/* What an observer thinks possible includes the truth. Where the view leaves only a few states, the
 * position must be one of them: otherwise a card is in two places, or a hidden one cannot be there.
 * Answers that are still secret are not part of a determinised state. */
static void expect_possible(struct garbage *g, const uint8_t *state, unsigned observer) {
    enum { FEW = 4, DRAWS = 64 };
    const struct game *game = g->game;
    _Alignas(8) uint8_t view[STATE_MAX], twins[FEW + 1][STATE_MAX];
    unsigned found = 0;
    if (game_asks_several(game, state)) return;
    view_of(game, state, observer, view);
    for (unsigned draw = 0; draw < DRAWS && found <= FEW; draw++) {
        memcpy(twins[found], view, game->state_size);
        game->determinise(twins[found], &g->generator);
        if (memcmp(twins[found], state, game->state_size) == 0) return;
        unsigned same = 0;
        while (memcmp(twins[same], twins[found], game->state_size) != 0) same++;
        found += same == found;
    }
    must(g, found > FEW, "`check` accepts a position that is impossible for an observer");
}

static void use(struct garbage *g, const uint8_t *state) {
    const struct game *game = g->game;
    _Alignas(8) uint8_t copy[STATE_MAX], view[STATE_MAX];
    unsigned players = state_players(game, state);
    look(g, state);
    use_view(g, state, SPECTATOR);
    if (state_viewer(state) == 0)
        for (unsigned seat = 0; seat < players; seat++) {
            use_view(g, state, seat);
            expect_possible(g, state, seat);
        }
    memcpy(copy, state, game->state_size);
    play_out(g, copy);
    unsigned o = below(g, players + 1);
    if (o == players) o = SPECTATOR;
    if (state_viewer(state) != 0 && o != SPECTATOR) o = state_viewer(state) - 1;
    view_of(game, state, o, view);
    memcpy(copy, view, game->state_size);
    play_out(g, copy);
    memcpy(copy, view, game->state_size);
    game->determinise(copy, &g->generator);
    play_out(g, copy);
}

static void try_text(struct garbage *g) {
    struct json value;
    struct message error = {0};
    size_t where;
    char *text = g->shared->text;
    _Alignas(8) uint8_t state[STATE_MAX];
    g->shared->tried++;
    if (json_parse(text, strlen(text), &value, &where) != JSON_OK) return;
    if (!state_read(g->game, value, state, &error)) {
        must(g, error.key && *error.key, "refused without a reason");
        return;
    }
    g->shared->accepted++;
    must(g, !g->reach || reach_has(g->reach, state),
         "`check` accepts a position that no game can reach");
    use(g, state);
}

static void try_many(struct garbage *g, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (i % 64 == 0) alarm(HANG_SECONDS);
        const char *whole = g->pool[below(g, POOL)];
        strcpy(g->shared->text, whole);
        for (unsigned n = 1 + below(g, 3); n || strcmp(g->shared->text, whole) == 0; n -= n != 0)
            damage(g, g->shared->text);
        try_text(g);
    }
}

/* ---- in the parent ---- */

/* Writes a position of a random game, full or as a view. */
static void fill(struct garbage *g, char *text, uint64_t seed) {
    const struct game *game = g->game;
    struct play play;
    unsigned by, config = below(g, play_configs(game)), length = 0, stop;
    uint16_t action;
    for (play_begin(&play, game, config, seed); play_choose(&play, &by, &action); length++)
        play_apply(&play, by, action, NULL);
    stop = below(g, length + 1);
    for (play_begin(&play, game, config, seed);
         play.step < stop && play_choose(&play, &by, &action);)
        play_apply(&play, by, action, NULL);
    if (below(g, 2)) game->view(play.state, below(g, 2) ? SPECTATOR : below(g, play.players));
    state_text(game, play.state, text);
}

/* Fills the pool from random games, or in every other round from the positions of a small game,
 * where every damage that `check` does not see is found. */
static void fill_pool(struct garbage *g, unsigned round) {
    _Alignas(8) uint8_t state[STATE_MAX];
    for (unsigned i = 0; i < POOL; i++)
        if (g->reach && round % 2) {
            reach_copy(g->reach, generator_below(&g->generator, reach_count(g->reach)), state);
            state_text(g->game, state, g->pool[i]);
        } else {
            fill(g, g->pool[i], round * POOL + i);
        }
}

static void run_child(struct garbage *g, unsigned count) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        try_many(g, count);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    if (WIFSIGNALED(status))
        snprintf(g->shared->problem, sizeof g->shared->problem, "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    print_error("%s: %s, try %u, position:\n%s\n", g->game->id, g->shared->problem,
                g->shared->tried, g->shared->text);
    fail_msg("a damaged position was accepted and then broke the game");
}

void garbage_positions_are_refused_or_playable(void **state) {
    static struct garbage garbage;
    struct garbage *g = &garbage;
    g->game = *state;
    g->shared =
        mmap(NULL, sizeof *g->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(g->shared != MAP_FAILED);
    g->reach = reach_open(g->game);
    /* a small game is quickly damaged in all ways */
    unsigned rounds = play_scale(g->reach ? 120 : 15);
    for (unsigned round = 0; round < rounds; round++) {
        generator_seed(&g->generator, round + 1);
        fill_pool(g, round);
        run_child(g, 400);
    }
    print_message("# %s: %u of %u damaged positions were accepted\n", g->game->id,
                  g->shared->accepted, g->shared->tried);
    assert_true(g->shared->accepted > 0);
    if (g->shared->accepted * ACCEPTED_MAX > g->shared->tried)
        fail_msg("%s: `check` accepts more than one in %u damaged positions", g->game->id,
                 (unsigned)ACCEPTED_MAX);
    reach_close(g->reach);
    munmap(g->shared, sizeof *g->shared);
}
