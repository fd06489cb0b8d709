#include "tests/properties.h"

enum { STATES_MAX = 1 << 17, SLOTS = 4 * STATES_MAX };

/* All reachable states, one after the other; a table of slots finds them by their hash. */
struct reach {
    const struct game *game;
    unsigned count;
    uint32_t slots[SLOTS]; /* 1 + the number of a state; 0: empty */
    uint8_t (*states)[STATE_MAX];
};

static uint64_t hash(const uint8_t *state, size_t size) {
    uint64_t value = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < size; i++) value = (value ^ state[i]) * 1099511628211u;
    return value;
}

static uint32_t *slot_of(struct reach *r, const void *state) {
    size_t size = r->game->state_size, at = hash(state, size) % SLOTS;
    while (r->slots[at] && memcmp(r->states[r->slots[at] - 1], state, size) != 0)
        at = (at + 1) % SLOTS;
    return &r->slots[at];
}

/* False if there are too many. */
static bool add(struct reach *r, const void *state) {
    uint32_t *slot = slot_of(r, state);
    if (*slot) return true;
    if (r->count == STATES_MAX) return false;
    memcpy(r->states[r->count], state, r->game->state_size);
    *slot = ++r->count;
    return true;
}

static bool add_next(struct reach *r, unsigned from, unsigned by, uint16_t action) {
    _Alignas(8) uint8_t state[STATE_MAX];
    memcpy(state, r->states[from], STATE_MAX);
    r->game->apply(state, by, action, NULL);
    return add(r, state);
}

static bool add_all_next(struct reach *r, unsigned from) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct outcome_list outcomes;
    uint16_t list[LEGAL_MAX];
    memcpy(state, r->states[from], STATE_MAX);
    unsigned to_move = r->game->to_move(state);
    if (to_move & CHANCE_BIT) {
        game_outcomes(r->game, state, &outcomes);
        for (unsigned i = 0; i < outcomes.count; i++)
            if (!add_next(r, from, BY_CHANCE, outcomes.actions[i])) return false;
        return true;
    }
    for (unsigned seat = 0; to_move >> seat; seat++) {
        if (!(to_move & SEAT_BIT(seat))) continue;
        unsigned count = r->game->legal(state, seat, list);
        for (unsigned i = 0; i < count; i++)
            if (!add_next(r, from, seat, list[i])) return false;
    }
    return true;
}

struct reach *reach_open(const struct game *game) {
    struct reach *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->game = game;
    r->states = calloc(STATES_MAX, sizeof *r->states);
    assert_non_null(r->states);
    for (unsigned config = 0; config < play_configs(game); config++) {
        struct play play;
        play_begin(&play, game, config, 1);
        if (play.players == game->players_min) add(r, play.state);
    }
    for (unsigned i = 0; i < r->count; i++)
        if (!add_all_next(r, i)) {
            reach_close(r);
            return NULL;
        }
    print_message("# %s: all %u positions for %u players were listed\n", game->id, r->count,
                  game->players_min);
    return r;
}

bool reach_has(struct reach *r, const void *state) {
    return state_viewer(state) != 0 || state_players(r->game, state) != r->game->players_min ||
           *slot_of(r, state);
}

unsigned reach_count(const struct reach *r) {
    return r->count;
}

void reach_copy(const struct reach *r, unsigned number, void *state) {
    memcpy(state, r->states[number], STATE_MAX);
}

void reach_close(struct reach *r) {
    if (r) free(r->states);
    free(r);
}
