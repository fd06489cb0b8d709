/* The rules pages, compiled in by tools/embed.py from games/GAME/rules.LANGUAGE.md. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "core/text.h"

struct rules_page {
    const char *game;
    const char *text[LANGUAGES];
};

extern const struct rules_page rules_pages[];
extern const unsigned rules_pages_count;

/* The page of a game in the reader's language. */
struct cli;
struct game;
const char *rules_of(const struct cli *cli, const struct game *game);

#endif
