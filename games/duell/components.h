/* Duell der Baumeister's components, with the provenance of each row: S stated by the rulebook,
 * I follows from it, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line.
 *
 * Materials, seals and cards are numbered in the byte order of their codes. */
#ifndef GAMES_DUELL_COMPONENTS_H
#define GAMES_DUELL_COMPONENTS_H

#include "core/components.h"

enum { RED, BLUE, DUELL_SEATS }; /* Waleran, Philip */
enum { STACK_A, STACK_B, STACKS };
enum { GOLD_ALL = 74, GOLD_START = 3 };

enum { ORE, SAND, STONE, WOOD, WOOL, MATERIALS };
enum { MARKERS = 11 }; /* of a seat */

enum { SEAL_05, SEAL_14, SEAL_23, NEUTRALS, SEAL_OWN = NEUTRALS, SEALS };
enum { NEUTRAL_SEALS = 10, FLIPS_MAX = NEUTRAL_SEALS + 1 };

enum { SECTION_I, SECTION_II, SECTION_III, SECTIONS };
enum { SECTION_PIECES = 3 };

/* clang-format off */
#define DUELL_CARD_LIST(X) \
    X(ARCHDEACON, "archdeacon") X(ARCHITECT, "architect") X(BUILDER, "builder") X(CARPENTER1, "carpenter1") \
    X(CELLARER, "cellarer") X(COUNTESS, "countess") X(FOREMAN, "foreman") X(FOUNDER2, "founder2") \
    X(FOUNDER3, "founder3") X(GOLD3, "gold3") X(GOLD4, "gold4") X(GOLD5, "gold5") \
    X(GOLD6, "gold6") X(HERBWIFE, "herbwife") X(INFLUENCE, "influence") X(JOURNEYMAN, "journeyman") \
    X(LABOUR, "labour") X(LUCKY, "lucky") X(MARKET2, "market2") X(MARKET3, "market3") \
    X(MASON1, "mason1") X(MIXER1, "mixer1") X(ORE, "ore") X(POWER, "power") \
    X(SAND, "sand") X(SHERIFF, "sheriff") X(SITE, "site") X(STEWARD, "steward") \
    X(STONE, "stone") X(TITHE, "tithe") X(WEAVER1, "weaver1") X(WEAVER2, "weaver2") \
    X(WOOD, "wood") X(WOOL, "wool") X(WOOLTRADER, "wooltrader")
/* clang-format on */
#define DUELL_CARD_NAME(name, code) CARD_##name,
#define DUELL_CARD_CODE(name, code) code,

enum { DUELL_CARD_LIST(DUELL_CARD_NAME) CARDS };
enum { STACK_CARDS = 27 };

/* The "1 ×" cards, also in the order of their codes. */
enum { ONCE_JOURNEYMAN, ONCE_LABOUR, ONCE_LUCKY, ONCE_SITE, ONCE_TITHE, ONCES };

enum card_kind {
    KIND_POWER, /* the power sign */
    KIND_INCOME, /* gold; the only kind that a tithe doubles */
    KIND_INFLUENCE, /* seals from the stack, at this price */
    KIND_MATERIAL, /* amount markers from supply to camp */
    KIND_CRAFTSMAN, /* convert the material, at this price */
    KIND_MARKET, /* buy materials or sell wool: see the markets */
    KIND_FREE, /* amount conversions of wood, sand or stone */
    KIND_FETCH, /* gold, then a wood, sand or stone */
    KIND_WOOLTRADER, /* amount wool, then sell wool for gold each */
    KIND_CHEAP, /* building a piece is cheaper this round */
    KIND_SEAL, /* the opponent gives up a seal, the top one of the stack is taken */
    KIND_ROB, /* up to that much gold from the opponent */
    KIND_GIFT, /* gold */
    KIND_ONCE, /* kept in the hand */
};

enum { ANY_COLOUR = DUELL_SEATS };

struct duell_card {
    const char *code;
    uint8_t copies[STACKS];
    uint8_t kind;
    uint8_t colour; /* owner's colour of a person card, or ANY_COLOUR */
    uint8_t gold; /* income, price or reduction, as the kind says */
    uint8_t which; /* the material, the market or the "1 ×" card, as the kind says */
    uint8_t amount;
    char mark;
    const char *note; /* what the mark refers to, if not the whole row */
};

struct duell_material {
    const char *raw;
    const char *worked[DUELL_SEATS]; /* by seat: bars or a bell */
    uint8_t markers; /* of each seat */
    uint8_t camp; /* of these, unworked in the camp at the start */
    char mark;
};

struct duell_seal {
    const char *code;
    uint8_t sides[2];
    uint8_t start; /* per seat at the start */
    uint8_t stack; /* in the stack at the start */
    char mark;
};

enum section_bonus { BONUS_SEALS, BONUS_GOLD, BONUS_FREE };

struct duell_section {
    const char *code;
    uint8_t needs; /* a set of materials */
    uint8_t bonus;
    uint8_t bonus_amount;
    char mark;
    const char *note;
};

/* Single numbers; the last three are the prices of the pieces built in a round. */
enum { NUMBER_GOLD, NUMBER_START, NUMBER_PIECE, DUELL_NUMBERS = NUMBER_PIECE + SECTION_PIECES };
struct duell_number {
    const char *what;
    uint8_t number;
    char mark;
};

/* A market's price per marker (0: not for sale), and what it pays for wool. */
enum { MARKET2, MARKET3, MARKETS };
struct duell_market {
    uint8_t price[MATERIALS];
    uint8_t wool;
};

extern const struct duell_card duell_card_table[CARDS];
extern const struct duell_material duell_material_table[MATERIALS];
extern const struct duell_seal duell_seal_table[SEALS];
extern const struct duell_section duell_section_table[SECTIONS];
extern const struct duell_market duell_market_table[MARKETS];
extern const struct duell_number duell_number_table[DUELL_NUMBERS];

#endif
