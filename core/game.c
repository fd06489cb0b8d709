#include "core/game.h"

#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>

void sink_tell(struct sink *sink, unsigned seat, bool apart, struct message message) {
    struct event event = {.seat = seat, .apart = apart, .message = message};
    sink->event(sink, &event);
}

static inline uint64_t word_of(const uint8_t *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static inline uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

/* Multiply and fold: each step mixes eight bytes through a 64-bit product and its high bits. */
uint64_t state_hash(const struct game *game, const void *state) {
    const uint8_t *bytes = state;
    uint64_t hash = 0x9e3779b97f4a7c15u ^ game->state_size;
    size_t at = 0, size = game->state_size;
    /* one load: the length is known */
    for (; size - at >= 8; at += 8) hash = mixed(hash, word_of(bytes + at, 8));
    if (at < size) hash = mixed(hash, word_of(bytes + at, size - at));
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 29;
}

void state_write(const struct game *game, const void *state, struct json_out *out,
                 const char *name) {
    fields_write(game->fields, game->id, state, out, name);
}

bool state_read(const struct game *game, struct json value, void *state, struct message *error) {
    memset(state, 0, game->state_size);
    return fields_read(game->fields, game->id, value, state, error) && game->check(state, error);
}

uint16_t game_forced(const struct game *game, const void *state, unsigned seat) {
    _Alignas(8) uint8_t public_view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    memcpy(public_view, state, game->state_size);
    game->view(public_view, SPECTATOR);
    if (game->legal(public_view, seat, list) != 1 || notation_veiled(game->notation, list[0]))
        return NOTATION_NONE;
    /* The public view does not show whether the seat has already answered a simultaneous
     * question. */
    return game_allows(game, state, seat, list[0]) ? list[0] : NOTATION_NONE;
}

bool game_allows(const struct game *game, const void *state, unsigned by, uint16_t action) {
    if (by == BY_CHANCE) {
        if (!(game->to_move(state) & CHANCE_BIT)) return false;
        struct outcomes outcomes;
        game->chance(state, &outcomes);
        for (unsigned i = 0; i < outcomes.count; i++)
            if (outcomes.actions[i] == action) return true;
        return false;
    }
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(state, by, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}

bool game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                  struct message *reason) {
    unsigned to_move = game->to_move(state);
    if (to_move == 0) *reason = MESSAGE("common.whynot.over");
    else if (to_move & CHANCE_BIT) *reason = MESSAGE("common.whynot.chance_to_move");
    else if (game->asked(state) & ~to_move & SEAT_BIT(seat))
        *reason = MESSAGE("common.whynot.answered");
    else if (!(to_move & SEAT_BIT(seat))) *reason = MESSAGE("common.whynot.not_to_move");
    else if (notation_split(game->notation, action).verb->chance)
        *reason = MESSAGE("common.whynot.chance_step");
    else if (notation_veiled(game->notation, action) && !game_allows(game, state, seat, action))
        *reason = MESSAGE("common.whynot.veiled");
    else return game->why_not(state, seat, action, reason);
    return true;
}

void game_components_hash(const struct game *game, char hash[COMPONENTS_HASH_SIZE]) {
    char text[COMPONENTS_TEXT_MAX];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    game->components(&out, NULL);
    ensure(out.length <= out.size);
    struct blake2b b;
    uint8_t bytes[HASH_SIZE];
    blake2b_begin(&b, sizeof bytes, NULL, 0);
    blake2b_add(&b, text, out.length);
    blake2b_end(&b, bytes);
    hex_write(bytes, COMPONENTS_HASH_SIZE / 2, hash);
}
