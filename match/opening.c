#include "match/opening.h"

#include "core/hex.h"
#include "core/notation.h"

#include <string.h>

enum { NODE_SIZE = (OPENING_NODE - 1) / 2 }; /* bytes of the hash */

void opening_begin(struct opening *o, const struct game *game, unsigned players,
                   const uint8_t *options, const char *components) {
    const uint8_t numbers[] = {(uint8_t)game->rules, (uint8_t)(game->rules >> 8), (uint8_t)players};
    memset(o, 0, sizeof *o);
    o->game = game;
    o->players = players;
    game->setup(o->state, players, options);
    for (unsigned seat = 0; seat < players; seat++) {
        blake2b_begin(&o->paths[seat], NODE_SIZE, NULL, 0);
        blake2b_add(&o->paths[seat], game->id, strlen(game->id) + 1);
        blake2b_add(&o->paths[seat], components, strlen(components) + 1);
        blake2b_add(&o->paths[seat], numbers, sizeof numbers);
        blake2b_add(&o->paths[seat], options, game->option_count);
    }
}

bool opening_is_over(const struct opening *o) {
    for (unsigned seat = 0; seat < o->players; seat++)
        if (o->lengths[seat] < OPENING_DECISIONS) return !o->game->to_move(o->state);
    return true;
}

unsigned opening_choices(const struct opening *o, unsigned seat, uint16_t *choices,
                         char node[OPENING_NODE]) {
    uint8_t hash[NODE_SIZE];
    struct blake2b path = o->paths[seat];
    if (o->lengths[seat] >= OPENING_DECISIONS) return 0;
    unsigned count = o->game->legal(o->state, seat, choices);
    if (count < 2 || count > OPENING_CHOICES_MAX) return 0;
    blake2b_end(&path, hash);
    hex_write(hash, sizeof hash, node);
    return count;
}

/* Adds a decision to a seat's path. `whose` is "=" for an answer of its own. */
static void add(struct opening *o, unsigned seat, const char *whose, uint16_t action) {
    char text[NOTATION_MAX];
    size_t length = notation_write(o->game->notation, action, text);
    blake2b_add(&o->paths[seat], whose, 1);
    blake2b_add(&o->paths[seat], text, length + 1);
    o->lengths[seat]++;
}

static void note(struct opening *o, unsigned by, uint16_t action) {
    const char whose = (char)('0' + by);
    uint16_t list[LEGAL_MAX];
    if (o->game->legal(o->state, by, list) < 2) return;
    if (game_asks_several(o->game, o->state)) {
        add(o, by, "=", action);
        return;
    }
    for (unsigned seat = 0; seat < o->players; seat++)
        add(o, seat, &whose, o->game->witness(o->state, by, action, seat));
}

bool opening_step(struct opening *o, unsigned by, uint16_t action) {
    if ((by != BY_CHANCE && by >= o->players) || !game_allows(o->game, o->state, by, action))
        return false;
    if (by != BY_CHANCE) note(o, by, action);
    o->game->apply(o->state, by, action, NULL);
    return true;
}
