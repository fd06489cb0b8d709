/* The one table of a game's actions: it drives notation in and out, parts, completion and
 * sentences.
 *
 * A verb's row is a word and up to four parts, each one of a family of things:
 *
 *     first      word     parts
 *     PLAY       "play"   {card, half}          play 10a, play 10b, play 1a, …
 *
 * The actions of a verb are numbered in mixed radix, the last part running fastest, from `first`
 * on. Rows and codes stand so that numbers follow the byte order of notation (a test checks it):
 * lists in the order of numbers are sorted, and reading is a binary search. Not every number
 * needs to be legal somewhere: "c FK3 BB" can be read, and why_not says what is wrong with it. */
#ifndef CORE_NOTATION_H
#define CORE_NOTATION_H

#include "core/json.h"
#include "core/message.h"
#include "core/things.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NOTATION_PARTS_MAX = 4, NOTATION_MAX = 48, NOTATION_NONE = 0xffff };

struct notation_part {
    const struct things *things;
    /* of its parameter in the sentence, where the type's is taken: "region2"; NULL: the type's */
    const char *name;
    bool glued; /* stands without a space before it: "7a" */
    bool optional; /* one more value, first in order: the part is absent ("grow GA", "grow GA P") */
};

struct notation_verb {
    uint16_t first; /* number of its first action */
    const char *word; /* may hold a space: "tower hand" */
    bool chance; /* a step of chance, not of a seat */
    struct notation_part parts[NOTATION_PARTS_MAX]; /* ends at the first without things */
};

struct notation {
    const struct notation_verb *verbs; /* in byte order */
    unsigned verb_count;
    uint16_t actions; /* numbers in all */
};

/* An action taken apart: the verb's row and a value a part (THINGS_NONE: an optional part that
 * is absent). */
struct notation_action {
    const struct notation_verb *verb;
    uint8_t values[NOTATION_PARTS_MAX];
};

unsigned notation_size(const struct notation_verb *verb); /* how many actions the verb has */
struct notation_action notation_split(const struct notation *notation, uint16_t action);

/* Writes the notation, ended by zero; returns its length. `text` holds NOTATION_MAX bytes. */
size_t notation_write(const struct notation *notation, uint16_t action, char *text);

/* The action of a text, or NOTATION_NONE. */
uint16_t notation_read(const struct notation *notation, const char *text, size_t length);
/* The same of a JSON string. */
uint16_t notation_read_json(const struct notation *notation, struct json value);

/* Is some part of it veiled with "?": a step as a seat saw it that may not know more? */
bool notation_veiled(const struct notation *notation, uint16_t action);

/* [["verb","play"],["card","7"],["half","a"]] */
void notation_write_parts(const struct notation *notation, uint16_t action, struct json_out *out,
                          const char *name);

/* The sentence of an action: key GAME.action.VERB (spaces are "_"), a THING parameter a part,
 * named by its type (or as the part says, where a verb has two of one type). `key` is the
 * caller's memory, NOTATION_KEY_MAX bytes. An absent part has no parameter: its verb's row then
 * needs a second key, GAME.action.VERB.TYPE, used when the part is there. */
enum { NOTATION_KEY_MAX = 96 };
void notation_sentence(const struct notation *notation, const char *game, uint16_t action,
                       char *key, struct message *message);

#endif
