/* Tallinn's components, with the provenance of each row: S stated by the rulebook, I follows
 * from it, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line. */
#ifndef GAMES_TALLINN_COMPONENTS_H
#define GAMES_TALLINN_COMPONENTS_H

#include "core/components.h"

enum { CLASS_K, CLASS_M, CLASS_O, CLASSES };
/* clang-format off */
enum { CARD_1, CARD_10, CARD_2, CARD_3, CARD_4, CARD_5, CARD_6, CARD_7, CARD_8, CARD_9, CARD_L, CARDS };
/* clang-format on */
enum { STARTS = 6, CHRONICLES = 6 };
enum { HALF_A, HALF_B };

struct half {
    uint8_t persons[CLASSES];
    uint8_t contest; /* a coin: the class + 1 */
    uint8_t shields; /* the legate's: a contest of a chosen class */
};

struct influence_card {
    const char *code;
    struct half halves[2];
    char mark;
    const char *note; /* what the mark refers to, if not the whole row */
};

struct start_card {
    const char *code;
    uint8_t persons[CLASSES];
    char mark;
};

struct chronicle_card {
    const char *code;
    uint8_t give_up; /* 0: own, 1: give up */
    uint8_t class;
    uint8_t need[2][2]; /* as I and as II: for 1 ×, for 2 × */
    char mark;
    const char *note;
};

extern const struct influence_card influence_cards[CARDS];
extern const struct start_card start_cards[STARTS];
extern const struct chronicle_card chronicle_cards[CHRONICLES];

#endif
