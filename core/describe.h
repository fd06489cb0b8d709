/* Describes a game as JSON: everything in its declaration, for programs that treat all games alike.
 * The page's types, the Python package and the tests are generated from this description.
 * docs/library.md explains its members. */
#ifndef CORE_DESCRIBE_H
#define CORE_DESCRIBE_H

#include "core/game.h"

enum { DESCRIPTION_MAX = COMPONENTS_TEXT_MAX + 40 * 1024 };

/* Writes the members of a game's description into the JSON object that is open in `out`. The
 * caller adds the opponents, because they belong to ai/. */
void game_describe(const struct game *game, struct json_out *out);

#endif
