/* Property 3: determinisation has the exact probability of every full state given a view.
 *
 * The exact distribution is computed without the code of the game. Starting from the setup, a list
 * of every full state that fits the knowledge of one seat is updated step by step (Bayes). Chance
 * outcomes count by their weights. All legal choices count equally, and so do hidden choices that
 * look the same. Cards that look alike are still different cards: playing one of them counts as
 * many choices as there are hidden ones (belief.h). If the list grows too long, the game is
 * skipped. */
#include "tests/belief.h"
#include "tests/properties.h"

enum { BELIEF_MAX = 2500, BELIEF_SLOTS = 8192, PENDING_MAX = 64, GROUPS = 64 };

struct belief {
    const struct game *game;
    unsigned observer;
    unsigned count;
    bool full; /* more states than fit */
    uint16_t slots[BELIEF_SLOTS]; /* index in the list + 1, by hash */
    double weights[BELIEF_MAX];
    _Alignas(8) uint8_t states[BELIEF_MAX][STATE_MAX];
};

static void belief_begin(struct belief *b, const struct game *game, unsigned observer) {
    b->game = game;
    b->observer = observer;
    b->count = 0;
    b->full = false;
    memset(b->slots, 0, sizeof b->slots);
    memset(b->weights, 0, sizeof b->weights);
}

/* ---- what games say about themselves ---- */

/* The build lists the games with a tests/games/belief_GAME.c: BELIEFS is X(game) X(game) … */
#define X(game) extern const struct belief_rules game##_belief;
BELIEFS
#undef X

static const struct belief_rules *const all_rules[] = {
#define X(game) &game##_belief,
    BELIEFS
#undef X
        NULL};

static const struct belief_rules *rules_of(const struct game *game) {
    for (unsigned i = 0; all_rules[i]; i++)
        if (strcmp(all_rules[i]->game, game->id) == 0) return all_rules[i];
    return NULL;
}

static double ways(const struct game *game, const uint8_t *state, unsigned seat, uint16_t action) {
    const struct belief_rules *rules = rules_of(game);
    return rules && rules->ways ? rules->ways(game, state, seat, action) : 1;
}

static bool exact(const struct game *game, const uint8_t *state) {
    const struct belief_rules *rules = rules_of(game);
    return !rules || !rules->exact || rules->exact(game, state);
}

/* ---- the list ---- */

/* Returns the slot of a state in the list, or the slot where it belongs. */
static unsigned find_slot(const struct belief *b, const void *state) {
    unsigned slot = (unsigned)(state_hash(b->game, state) % BELIEF_SLOTS);
    while (b->slots[slot] &&
           memcmp(b->states[b->slots[slot] - 1u], state, b->game->state_size) != 0)
        slot = (slot + 1) % BELIEF_SLOTS;
    return slot;
}

static void belief_add(struct belief *b, const void *state, double weight) {
    unsigned slot = find_slot(b, state);
    if (b->slots[slot] == 0) {
        if (b->count == BELIEF_MAX) {
            b->full = true;
            return;
        }
        memcpy(b->states[b->count], state, b->game->state_size);
        b->slots[slot] = (uint16_t)++b->count;
    }
    b->weights[b->slots[slot] - 1] += weight;
}

/* Adds all ways in which a step that looked like `seen` can have happened in one of the states. */
static void spread(struct belief *to, const uint8_t *state, double weight, unsigned by,
                   uint16_t seen) {
    const struct game *game = to->game;
    uint16_t list[LEGAL_MAX];
    double chances[OUTCOMES_MAX];
    unsigned count = 0;
    if (by == BY_CHANCE) {
        struct outcome_list o;
        game_outcomes(game, state, &o);
        for (unsigned i = 0; i < o.count; i++) {
            if (game->witness(state, by, o.actions[i], to->observer) != seen) continue;
            chances[count] = (double)o.weights[i] / o.total;
            list[count++] = o.actions[i];
        }
    } else {
        uint16_t legal[LEGAL_MAX];
        unsigned all = game->legal(state, by, legal);
        for (unsigned i = 0; i < all; i++)
            if (game->witness(state, by, legal[i], to->observer) == seen) list[count++] = legal[i];
    }
    for (unsigned i = 0; i < count; i++) {
        _Alignas(8) uint8_t next[STATE_MAX];
        memcpy(next, state, game->state_size);
        game->apply(next, by, list[i], NULL);
        belief_add(to, next,
                   weight *
                       (by == BY_CHANCE ? chances[i] : ways(game, state, by, list[i]) / count));
    }
}

static void belief_step(struct belief *b, unsigned by, uint16_t seen) {
    static struct belief next;
    double sum = 0;
    belief_begin(&next, b->game, b->observer);
    next.full = b->full;
    for (unsigned i = 0; i < b->count && !next.full; i++)
        spread(&next, b->states[i], b->weights[i], by, seen);
    for (unsigned i = 0; i < next.count; i++) sum += next.weights[i];
    for (unsigned i = 0; i < next.count; i++) next.weights[i] /= sum;
    memcpy(b, &next, offsetof(struct belief, states) + next.count * sizeof next.states[0]);
}

/* ---- comparing ---- */

/* A partition of the states into cells, with expected and observed counts. */
struct cells {
    double expected[256];
    unsigned observed[256];
};

static unsigned group_of(const struct game *game, const void *state) {
    return (unsigned)(state_hash(game, state) >> 32) % GROUPS;
}

static void expect_agreement(struct play *play, const struct cells *cells, const struct belief *b,
                             const char *what, size_t number) {
    PLAY_EXPECT(play, chi_square_agrees(cells->expected, cells->observed, 256),
                "observer %u: determinising draws from another distribution than the %u states "
                "that fit: %s %zu",
                b->observer, b->count, what, number);
}

/* Draws many full states from the view. Each must be in the list. The distribution of every byte
 * and of whole states must match; many states are compared in groups. */
static void compare(struct play *play, const struct belief *b, struct cells *cells,
                    unsigned draws) {
    const struct game *game = play->game;
    bool few = b->count * 8 <= draws && b->count <= 256;
    memset(cells, 0, (game->state_size + 1) * sizeof *cells);
    struct cells *whole = &cells[game->state_size];
    for (unsigned i = 0; i < b->count; i++) {
        const uint8_t *state = b->states[i];
        double expected = b->weights[i] * draws;
        for (size_t byte = 0; byte < game->state_size; byte++)
            cells[byte].expected[state[byte]] += expected;
        whole->expected[few ? i : group_of(game, state)] += expected;
    }
    for (unsigned n = 0; n < draws; n++) {
        _Alignas(8) uint8_t state[STATE_MAX];
        view_of(game, play->state, b->observer, state);
        game->determinise(state, &play->generator);
        unsigned at = b->slots[find_slot(b, state)];
        if (at == 0) {
            char json[JSON_TEXT_MAX];
            state_text(game, state, json);
            print_error("drawn: %s\n", json);
            play_fail(play, "observer %u: a determinised state cannot be, after what it was told",
                      b->observer);
        }
        for (size_t byte = 0; byte < game->state_size; byte++) cells[byte].observed[state[byte]]++;
        whole->observed[few ? at - 1 : group_of(game, state)]++;
    }
    for (size_t byte = 0; byte < game->state_size; byte++)
        expect_agreement(play, &cells[byte], b, "byte", byte);
    expect_agreement(play, whole, b, "whole states", 0);
}

/* ---- playing along ---- */

struct pending {
    unsigned count;
    struct {
        unsigned by;
        uint16_t seen;
    } answers[PENDING_MAX];
};

/* The answers of others become known at the reveal. */
static void learn(struct belief *b, struct pending *pending, const struct play *play, unsigned by,
                  uint16_t seen, bool closed) {
    if (by == BY_CHANCE || by == b->observer) {
        belief_step(b, by, seen);
    } else {
        assert_true(pending->count < PENDING_MAX);
        pending->answers[pending->count].by = by;
        pending->answers[pending->count++].seen = seen;
    }
    if (!closed) return;
    for (unsigned seat = 0; seat < play->players; seat++)
        for (unsigned i = 0; i < pending->count; i++)
            if (pending->answers[i].by == seat) belief_step(b, seat, pending->answers[i].seen);
    pending->count = 0;
}

/* Returns the number of compared positions that had hidden information. */
static unsigned follow_game(const struct game *game, unsigned config, uint64_t seed,
                            unsigned draws) {
    static struct belief b;
    static struct cells cells[STATE_MAX + 1];
    struct pending pending = {0};
    struct play play;
    unsigned by, compared = 0;
    uint16_t action;
    play_begin(&play, game, config, seed);
    unsigned observer = generator_below(&play.generator, play.players);
    belief_begin(&b, game, observer);
    belief_add(&b, play.state, 1);
    while (!b.full && exact(game, play.state) && play_choose(&play, &by, &action)) {
        if (b.count > 1 && generator_below(&play.generator, 4) == 0) {
            compare(&play, &b, cells, draws);
            compared++;
        }
        uint16_t seen = game->witness(play.state, by, action, observer);
        bool closed = play_apply(&play, by, action, NULL);
        learn(&b, &pending, &play, by, seen, closed);
        PLAY_EXPECT(&play, b.full || b.count > 0,
                    "observer %u: what it was told cannot have happened", observer);
    }
    return compared;
}

void determinisation_has_the_exact_distribution(void **state) {
    const struct game *game = *state;
    unsigned counts = game->players_max - game->players_min + 1u, configs = play_configs(game),
             compared = 0;
    /* with few players little is hidden */
    for (unsigned i = 0; i < play_scale(40) && compared < play_scale(80); i++)
        compared += follow_game(game, i * counts % configs, i, 1000);
    if (compared == 0)
        print_message("# %s: nothing is hidden, or too much to be listed\n", game->id);
}
