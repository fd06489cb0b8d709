/* Kardinal: cards of one colour look alike, and the second run through the pile is approximate. */
#include "core/ensure.h"
#include "tests/belief.h"

#include <string.h>

static const uint8_t *seat_member(const struct game *game, const uint8_t *state, unsigned seat,
                                  const char *name) {
    const struct fields *f = game->fields;
    for (unsigned i = 0; i < f->seat_count; i++)
        if (f->seat[i].name && strcmp(f->seat[i].name, name) == 0)
            return state + f->seats_offset + (size_t)seat * f->seat_size + f->seat[i].offset;
    never(); /* every name here is a member's */
}

/* Cards that all know are played first (rules, "Who knows what"); the others are among
 * the hidden ones. */
static double kardinal_ways(const struct game *game, const uint8_t *state, unsigned seat,
                            uint16_t action) {
    static const char colours[] = "BBESFAFRLI";
    struct notation_action split = notation_split(game->notation, action);
    char text[NOTATION_MAX];
    notation_write(game->notation, action, text);
    const char *code = strrchr(text, ' ');
    if (!code || strcmp(split.verb->word, "take") == 0) return 1;
    bool pair = strchr(code, '+') != NULL;
    char colour[3] = {code[1], code[2], 0};
    size_t c = (size_t)(strstr(colours, colour) - colours) / 2;
    unsigned known = seat_member(game, state, seat, "known")[c],
             hidden = seat_member(game, state, seat, "hand")[c] - known;
    unsigned needed = pair + 1u > known ? pair + 1u - known : 0;
    return needed == 0 ? 1 : needed == 1 ? hidden : hidden * (hidden - 1) / 2.0;
}

/* A view does not distinguish hidden cards of the first pile from those of the second, although the
 * history does. So determinisation is exact only until the pile has run out. */
static bool kardinal_exact(const struct game *game, const uint8_t *state) {
    const struct fields *f = game->fields;
    for (unsigned i = 0; i < f->state_count; i++)
        if (f->state[i].name && strcmp(f->state[i].name, "runs") == 0)
            return state[f->state[i].offset] == 0;
    return true;
}

const struct belief_rules kardinal_belief = {
    .game = "kardinal", .ways = kardinal_ways, .exact = kardinal_exact};
