/* Describes a game as JSON: everything in its declaration, for programs that treat all games alike.
 * The page's types, the Python package and the tests are generated from this description.
 * docs/library.md explains its members. */
#ifndef CORE_DESCRIBE_H
#define CORE_DESCRIBE_H

#include "core/game.h"

enum { DESCRIPTION_MAX = COMPONENTS_TEXT_MAX + 56 * 1024 };

/* Who takes which step numbers. A veiled step ("exchange ?") is how others see one, so that no
 * seat takes it. */
struct game_extent {
    unsigned seat_actions; /* how many steps a seat can take */
    unsigned chance_first, chance_end; /* the range of the steps that chance takes */
};
struct game_extent game_extent(const struct game *game);

/* Writes the members of a game's description into the JSON object that is open in `out`. The
 * caller adds the opponents, because they belong to ai/. */
void game_describe(const struct game *game, struct json_out *out);

#endif
