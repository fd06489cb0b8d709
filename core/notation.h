/* The table of a game's actions, from which reading, writing, completion and sentences follow.
 *
 * A verb's row is a word and up to four parts, each one of a family of things:
 *
 *     first      word     parts
 *     PLAY       "play"   {card, half}          play 10a, play 10b, play 1a, …
 *
 * The actions of a verb are numbered from `first` in mixed radix, the last part running fastest.
 * Rows and codes are ordered so that numbers follow the byte order of the notation (a test
 * checks it): lists by number are sorted by text, and reading is a binary search. Not every
 * number has to be legal somewhere: "c FK3 BB" can be read, and why_not explains what is wrong. */
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
    /* name of its parameter in the sentence ("region2"); NULL: the type's name */
    const char *name;
    bool glued; /* written without a space before it: "7a" */
    /* the part may be absent, which is one more value, first in order ("grow GA", "grow GA P") */
    bool optional;
};

struct notation_verb {
    uint16_t first; /* number of its first action */
    const char *word; /* may hold a space: "tower hand" */
    bool chance; /* a chance step */
    struct notation_part parts[NOTATION_PARTS_MAX]; /* the list ends at the first without things */
    /* a seat's verb: the phases in which it is possible, as a mask, and the reason in any other
     * phase; 0: the game's `why_not` names all reasons */
    uint32_t phases;
    const char *when;
    bool drawn; /* a seat's step that chance takes, too */
};

struct notation {
    const struct notation_verb *verbs; /* in byte order */
    unsigned verb_count;
    uint16_t actions; /* number of actions */
};

/* An action decomposed: the verb's row and one value per part (THINGS_NONE: an optional part
 * that is absent). */
struct notation_action {
    const struct notation_verb *verb;
    uint8_t values[NOTATION_PARTS_MAX];
};

unsigned notation_size(const struct notation_verb *verb); /* how many actions the verb has */
struct notation_action notation_split(const struct notation *notation, uint16_t action);

/* Writes the notation, zero-terminated, into NOTATION_MAX bytes; returns its length. */
size_t notation_write(const struct notation *notation, uint16_t action, char *text);

/* The action that a text denotes, or NOTATION_NONE. */
uint16_t notation_read(const struct notation *notation, const char *text, size_t length);
/* The same of a JSON string. */
uint16_t notation_read_json(const struct notation *notation, struct json value);

/* Is some part of it hidden ("?"), because this is how a seat saw somebody else's step? */
bool notation_veiled(const struct notation *notation, uint16_t action);

/* How somebody sees the action who may not see the parts that can be hidden ("?"); itself if it has
 * none. */
uint16_t notation_veil(const struct notation *notation, uint16_t action);

/* [["verb","play"],["card","7"],["half","a"]] */
void notation_write_parts(const struct notation *notation, uint16_t action, struct json_out *out,
                          const char *name);

/* The sentence of an action: key GAME.action.VERB (spaces become "_") with one THING parameter
 * per part, named by its type, or as the part says where a verb has two of one type. `key` is
 * memory of the caller, NOTATION_KEY_MAX bytes. An absent part has no parameter; a verb with an
 * optional part has a second key, GAME.action.VERB.TYPE, for when it is present. */
enum { NOTATION_KEY_MAX = 96 };
void notation_sentence(const struct notation *notation, const char *game, uint16_t action,
                       char *key, struct message *message);

#endif
