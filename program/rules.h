/* The rules pages, compiled in by tools/embed.py: games/GAME/rules.LANGUAGE.md, and
 * games/GAME/rules.json with what both languages share. */
#ifndef PROGRAM_RULES_H
#define PROGRAM_RULES_H

#include "core/text.h"

#include <stdio.h>

struct rules_page {
    const char *game;
    const char *text[LANGUAGES];
    const char *shared; /* {"names":[…],"examples":{NAME:{…}},"anchors":{KEY:ANCHOR}} */
};

extern const struct rules_page rules_pages[];
extern const unsigned rules_pages_count;

/* Writes a game's page in the reader's language with its examples played. False if the page is
 * broken. */
struct cli;
struct game;
bool rules_print(const struct cli *cli, const struct game *game, FILE *file, struct message *error)
    __attribute__((warn_unused_result));

/* Prints the page as JSON with the examples as data. Returns the exit status. */
int rules_print_json(const struct cli *cli, const struct game *game);

#endif
