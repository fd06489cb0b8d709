/* Reads any bytes as a position of every game. An accepted position is written back the same, and
 * every observer can view it and it can be played to its end. */
#include "core/ensure.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WRITTEN_MAX = 32 * 1024 };

static void write_back(const struct game *game, const void *state) {
    static char text[WRITTEN_MAX];
    _Alignas(8) uint8_t again[STATE_MAX];
    struct json_out out;
    struct json value;
    struct message error;
    size_t where;
    json_begin(&out, text, sizeof text);
    state_write(game, state, &out, NULL);
    ensure(out.length <= out.size);
    ensure(json_parse(text, out.length, &value, &where) == JSON_OK);
    ensure(state_read(game, value, again, &error));
    ensure(memcmp(again, state, game->state_size) == 0);
}

static void ignore(struct sink *sink, const struct event *event) {
    (void)sink;
    ensure(event->message.key);
}

static void look(const struct game *game, const void *state, unsigned observer) {
    _Alignas(8) uint8_t view[STATE_MAX];
    struct sink sink = {ignore};
    struct result result = {0};
    memcpy(view, state, game->state_size);
    game->view(view, observer);
    game->describe(view, &sink);
    game->result(view, &result);
}

/* Takes one step of a position or view; false if it is over. */
static bool step(const struct game *game, void *state, struct generator *g) {
    uint16_t list[LEGAL_MAX];
    unsigned to_move = game->to_move(state);
    if (to_move == 0) return false;
    if (to_move & CHANCE_BIT) {
        struct outcomes outcomes;
        game->chance(state, &outcomes);
        ensure(outcomes.total > 0);
        game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, g), NULL);
        return true;
    }
    unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(state, seat, list);
    ensure(count > 0 && count <= LEGAL_MAX);
    game->apply(state, seat, list[generator_below(g, count)], NULL);
    return true;
}

static void play(const struct game *game, void *state, struct generator *g) {
    unsigned steps = 0;
    struct result result = {0};
    if (state_viewer(state)) game->determinise(state, g);
    look(game, state, 0);
    look(game, state, SPECTATOR);
    while (step(game, state, g)) ensure(steps++ < game->steps_max);
    game->result(state, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size);
    struct json value;
    size_t where;
    struct generator g;
    ensure(text || size == 0);
    if (size) memcpy(text, data, size);
    generator_seed(&g, size);
    if (json_parse(text, size, &value, &where) == JSON_OK)
        for (unsigned i = 0; i < games_count; i++) {
            _Alignas(8) uint8_t state[STATE_MAX];
            struct message error = {0};
            if (!state_read(games[i], value, state, &error)) {
                ensure(error.key);
                continue;
            }
            write_back(games[i], state);
            play(games[i], state, &g);
        }
    free(text);
    return 0;
}
