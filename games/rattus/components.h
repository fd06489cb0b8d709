/* Rattus's components. Each row carries a provenance mark: S if the rulebook or a public source
 * states it, I if it follows from one, R if it is reconstructed. Owners of the printed game correct
 * rows with tools/components.py (docs/correcting-a-table.md). The tool reads components.c, so every
 * row there stays on one line.
 *
 * Regions, classes and faces are numbered in the byte order of their codes, so that action numbers
 * sort like their notation. The order of the final plague is a separate column. */
#ifndef GAMES_RATTUS_COMPONENTS_H
#define GAMES_RATTUS_COMPONENTS_H

#include "core/components.h"

/* clang-format off */
#define REGION_LIST(X) X(AN) X(BU) X(GA) X(GE) X(HI) X(HU) X(IT) X(PO) X(RU) X(SC) X(TA) X(TU)
#define CLASS_LIST(X) X(B) X(C) X(K) X(P) X(R) X(W)
/* clang-format on */
#define REGION_NAME(code) REGION_##code,
#define CLASS_NAME(code) CLASS_##code,

enum { REGION_LIST(REGION_NAME) REGIONS };
enum { CLASS_LIST(CLASS_NAME) CLASSES };
enum {
    FACES_OTHER = 37,
    FACES_START = 12,
    FACES = FACES_OTHER + FACES_START,
    FACE_S01 = FACES_OTHER
};
enum { RATTUS_SEATS = 4, RATTUS_CUBES = 20, RATS_MAX = 3, LIMIT_MAX = 6 };

/* What a face hits: one bit per class, and at most one of majority and all. */
enum {
    HITS_CLASSES = (1 << CLASSES) - 1,
    HITS_MAJORITY = 1 << CLASSES,
    HITS_ALL = 2 << CLASSES,
    HITS_SYMBOLS = CLASSES + 2
};

#define START_FACES ((((uint64_t)1 << FACES_START) - 1) << FACE_S01)
#define OTHER_FACES (((uint64_t)1 << FACES_OTHER) - 1)

struct rattus_region {
    const char *code;
    const char *name; /* as printed */
    uint8_t players; /* the region is in play from this number of seats on */
    uint8_t last; /* position in the order of the final plague, from 0 */
    char mark;
};

struct rattus_border {
    uint8_t a, b;
    uint8_t sea; /* 1: the border is an arrow across the sea */
    char mark;
};

struct rattus_class {
    const char *code;
    const char *name;
    const char *power;
    char mark;
};

struct rattus_face {
    const char *code;
    uint8_t limit; /* the token breaks out if the region has at least this many cubes, 1 … 6 */
    uint8_t hits; /* set of HITS_… and class bits */
    char mark;
};

/* What depends on the number of seats. */
struct rattus_size {
    uint16_t regions; /* set of regions in play */
    uint8_t removed; /* other tokens removed face down before the game */
    uint8_t start; /* start tokens without a region; they are mixed into the supply */
};

/* Parts of the same program: compilers address them directly. */
#pragma GCC visibility push(hidden)
extern const struct rattus_region rattus_region_table[REGIONS];
extern const struct rattus_border rattus_border_table[];
extern const unsigned rattus_border_count;
extern const struct rattus_class rattus_class_table[CLASSES];
extern const struct rattus_face rattus_face_table[FACES];
/* the set of faces with a symbol: first the classes, then majority, then all */
extern const uint64_t rattus_faces_hitting[HITS_SYMBOLS];
/* the set of faces that break out at a given number of cubes */
extern const uint64_t rattus_faces_within[LIMIT_MAX + 1];
extern const struct rattus_size rattus_sizes[RATTUS_SEATS + 1]; /* by number of seats */
extern const uint16_t rattus_borders[REGIONS]; /* neighbours on the whole board */
extern const uint8_t rattus_last_order[REGIONS]; /* the order of the final plague */
#pragma GCC visibility pop

#endif
