/* Rattus's components, with the provenance of each row: S stated by the rulebook or a public
 * source, I follows from one, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line.
 *
 * Regions, classes and faces are numbered in the byte order of their codes, so that action
 * numbers follow notation; the order of the final plague is a column of its own. */
#ifndef GAMES_RATTUS_COMPONENTS_H
#define GAMES_RATTUS_COMPONENTS_H

#include "core/json.h"

#include <stdint.h>

enum {
    REGION_AN,
    REGION_BU,
    REGION_GA,
    REGION_GE,
    REGION_HI,
    REGION_HU,
    REGION_IT,
    REGION_PO,
    REGION_RU,
    REGION_SC,
    REGION_TA,
    REGION_TU,
    REGIONS
};
enum { CLASS_B, CLASS_C, CLASS_K, CLASS_P, CLASS_R, CLASS_W, CLASSES };
enum {
    FACES_OTHER = 37,
    FACES_START = 12,
    FACES = FACES_OTHER + FACES_START,
    FACE_S01 = FACES_OTHER
};
enum { RATTUS_SEATS = 4, RATTUS_CUBES = 20, RATS_MAX = 3, LIMIT_MAX = 6 };

/* What a face hits: a bit a class, and at most one of these. */
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
    uint8_t players; /* in play with so many seats and more */
    uint8_t last; /* place in the final plague */
    char mark;
};

struct rattus_border {
    uint8_t a, b;
    uint8_t sea; /* an arrow across the sea */
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
    uint8_t limit; /* 1 … 6 cubes */
    uint8_t hits; /* classes, majority or all */
    char mark;
};

/* What depends on how many play. */
struct rattus_size {
    uint16_t regions; /* those in play */
    uint8_t removed; /* of the other tokens, unseen */
    uint8_t start; /* start tokens left over, mixed into the supply */
};

extern const struct rattus_region rattus_region_table[REGIONS];
extern const struct rattus_border rattus_border_table[];
extern const unsigned rattus_border_count;
extern const struct rattus_class rattus_class_table[CLASSES];
extern const struct rattus_face rattus_face_table[FACES];
/* sets of faces: by class, majority, all */
extern const uint64_t rattus_faces_hitting[HITS_SYMBOLS];
/* with a limit of so many cubes or less */
extern const uint64_t rattus_faces_within[LIMIT_MAX + 1];
extern const struct rattus_size rattus_sizes[RATTUS_SEATS + 1]; /* by number of seats */
extern const uint16_t rattus_borders[REGIONS]; /* neighbours on the whole board */
extern const uint8_t rattus_last_order[REGIONS]; /* of the final plague */

void rattus_components(struct json_out *out, const char *name);

#endif
