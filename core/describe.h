/* A game described as JSON: all that its declaration says, for programs that know no game by
 * name. The page's types, the Python package and the tests are made from this one text;
 * docs/library.md explains its members. */
#ifndef CORE_DESCRIBE_H
#define CORE_DESCRIBE_H

#include "core/game.h"

enum { DESCRIPTION_MAX = COMPONENTS_TEXT_MAX + 40 * 1024 };

/* Writes the members of one game's description into the object that `out` is in. Opponents are
 * not among them: they belong to ai/. */
void game_describe(const struct game *game, struct json_out *out);

#endif
