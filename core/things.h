/* A family of things that notation, JSON and sentences name by code: cards, spaces, classes. One
 * list serves all three: the catalogue key of code 7 of {"tallinn", "card"} is
 * "tallinn.part.card.7". Codes are listed in the order of their numbers in a state; where they
 * occur in notation, that is byte order (see notation.h). */
#ifndef CORE_THINGS_H
#define CORE_THINGS_H

#include <stddef.h>

struct things {
    const char *game; /* the id of the game they belong to */
    const char *type; /* "card" */
    const char *const *codes; /* "1", "10", "2", … */
    unsigned count; /* number of codes, at most 64 */
};

#define THINGS_OF(id, kind, list) \
    {.game = (id), .type = (kind), .codes = (list), .count = sizeof(list) / sizeof((list)[0])}

/* Of a list X(7) X(L) …: its codes. */
#define THINGS_CODE(code) #code,

enum { THINGS_NONE = 255 };

/* The number of a code, or THINGS_NONE. */
unsigned things_find(const struct things *things, const char *code, size_t length);

#endif
