/* Reads any bytes as a record and replays an accepted one, with and without its draws. A refusal
 * has a reason. A replay ends in the position that its steps lead to, and the record is written
 * back the same. */
#include "core/ensure.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct counter {
    struct record_watcher watcher;
    const struct game *game;
    unsigned steps, players;
    bool ended;
};

static bool count_step(struct record_watcher *watcher, const void *state,
                       const struct record_step *step) {
    struct counter *c = (struct counter *)watcher;
    ensure(!c->ended && step->at == c->steps);
    c->ended = step->by == NOBODY;
    if (c->ended) return true;
    ensure(step->by < c->players || step->by == BY_CHANCE);
    ensure(game_allows(c->game, state, step->by, step->action));
    c->steps++;
    return true;
}

static bool replay(const struct record *r, void *state, bool check_draws) {
    struct counter c = {.watcher = {.step = count_step, .check_draws = check_draws},
                        .game = r->game,
                        .players = r->players};
    struct record_error error;
    if (record_replay(r, state, &c.watcher, &error)) {
        ensure(c.ended && c.steps <= r->game->steps_max);
        return true;
    }
    ensure(!c.ended && error.message.key && error.step <= c.steps);
    if (error.illegal) ensure(error.by < r->players || error.by == BY_CHANCE);
    return false;
}

/* Writes the head and reads it again. */
static void write_head(const struct record *r) {
    char text[4096];
    struct json_out out;
    struct record again;
    struct message error;
    json_begin(&out, text, sizeof text);
    record_begin(&out, NULL, r);
    json_array_end(&out);
    json_object_end(&out);
    ensure(out.length <= out.size);
    ensure(record_read(&again, text, out.length, &error));
    ensure(again.game == r->game && again.players == r->players && again.seat == r->seat &&
           again.persons == r->persons);
    ensure(memcmp(again.options, r->options, sizeof r->options) == 0 &&
           memcmp(again.entropy, r->entropy, sizeof r->entropy) == 0);
    ensure(again.has_seed == r->has_seed && memcmp(again.seed, r->seed, sizeof r->seed) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    _Alignas(8) uint8_t state[STATE_MAX], verified[STATE_MAX];
    char *text = malloc(size);
    struct record r;
    struct message error = {0};
    ensure(text || size == 0);
    if (size) memcpy(text, data, size);
    if (!record_read(&r, text, size, &error)) {
        ensure(error.key);
    } else {
        write_head(&r);
        bool legal = replay(&r, state, false), drawn = replay(&r, verified, true);
        ensure(legal || !drawn);
        if (drawn) ensure(memcmp(state, verified, r.game->state_size) == 0);
    }
    free(text);
    return 0;
}
