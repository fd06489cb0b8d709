/* Duell der Baumeister's components, with the provenance of each row: S stated by the rulebook,
 * I follows from it, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line.
 *
 * Materials, seals and cards are numbered in the byte order of their codes. */
#ifndef GAMES_DUELL_COMPONENTS_H
#define GAMES_DUELL_COMPONENTS_H

#include "core/json.h"

#include <stdint.h>

enum { RED, BLUE, DUELL_SEATS }; /* Waleran, Philip */
enum { STACK_A, STACK_B, STACKS };
enum { GOLD_ALL = 74, GOLD_START = 3 };

enum { ORE, SAND, STONE, WOOD, WOOL, MATERIALS };
enum { MARKERS = 11 }; /* of a seat */

enum { SEAL_05, SEAL_14, SEAL_23, NEUTRALS, SEAL_OWN = NEUTRALS, SEALS };
enum { NEUTRAL_SEALS = 10, FLIPS_MAX = NEUTRAL_SEALS + 1 };

enum { SECTION_I, SECTION_II, SECTION_III, SECTIONS };
enum { SECTION_PIECES = 3 };

enum {
    CARD_ARCHDEACON,
    CARD_ARCHITECT,
    CARD_BUILDER,
    CARD_CARPENTER1,
    CARD_CELLARER,
    CARD_COUNTESS,
    CARD_FOREMAN,
    CARD_FOUNDER2,
    CARD_FOUNDER3,
    CARD_GOLD3,
    CARD_GOLD4,
    CARD_GOLD5,
    CARD_GOLD6,
    CARD_HERBWIFE,
    CARD_INFLUENCE,
    CARD_JOURNEYMAN,
    CARD_LABOUR,
    CARD_LUCKY,
    CARD_MARKET2,
    CARD_MARKET3,
    CARD_MASON1,
    CARD_MIXER1,
    CARD_ORE,
    CARD_POWER,
    CARD_SAND,
    CARD_SHERIFF,
    CARD_SITE,
    CARD_STEWARD,
    CARD_STONE,
    CARD_TITHE,
    CARD_WEAVER1,
    CARD_WEAVER2,
    CARD_WOOD,
    CARD_WOOL,
    CARD_WOOLTRADER,
    CARDS
};
enum { STACK_CARDS = 27 };

/* The "1 ×" cards, in the order of their codes too. */
enum { ONCE_JOURNEYMAN, ONCE_LABOUR, ONCE_LUCKY, ONCE_SITE, ONCE_TITHE, ONCES };

enum card_kind {
    KIND_POWER, /* the power sign */
    KIND_INCOME, /* gold; the only kind that a tithe doubles */
    KIND_INFLUENCE, /* seals from the stack, for gold each */
    KIND_MATERIAL, /* amount markers from supply to camp */
    KIND_CRAFTSMAN, /* convert the material, for gold each */
    KIND_MARKET, /* buy materials or sell wool: see the markets */
    KIND_FREE, /* amount conversions of wood, sand or stone */
    KIND_FETCH, /* gold, then a wood, sand or stone */
    KIND_WOOLTRADER, /* amount wool, then sell wool for gold each */
    KIND_CHEAP, /* a piece costs gold this round */
    KIND_SEAL, /* the opponent gives up a seal, the top one is taken */
    KIND_ROB, /* up to so much gold from the opponent */
    KIND_GIFT, /* gold */
    KIND_ONCE, /* kept in the hand */
};

enum { ANY_COLOUR = DUELL_SEATS };

struct duell_card {
    const char *code;
    uint8_t copies[STACKS];
    uint8_t kind;
    uint8_t colour; /* whose person card, or ANY_COLOUR */
    uint8_t gold; /* income, price or reduction, as the kind says */
    uint8_t which; /* the material, the market or the "1 ×" card, as the kind says */
    uint8_t amount;
    char mark;
    const char *note; /* what the mark says of, where it is not the whole row */
};

struct duell_material {
    const char *raw;
    const char *worked[DUELL_SEATS]; /* by seat: bars or a bell */
    uint8_t markers; /* of each seat */
    uint8_t camp; /* of these, raw in the camp at the start */
    char mark;
};

struct duell_seal {
    const char *code;
    uint8_t sides[2];
    uint8_t start; /* each seat has at the start */
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

/* What a market takes for a marker (0: does not sell it) and gives for wool. */
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

void duell_components(struct json_out *out, const char *name);

#endif
