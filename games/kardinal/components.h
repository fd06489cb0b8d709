/* The components of Kardinal & König, with the provenance of each row: S stated by the rulebook,
 * I follows from it, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line.
 *
 * Colours, countries and spaces are numbered in the byte order of their codes, so the spaces of
 * a country are consecutive. */
#ifndef GAMES_KARDINAL_COMPONENTS_H
#define GAMES_KARDINAL_COMPONENTS_H

#include "core/bits.h"
#include "core/components.h"

/* clang-format off */
#define COLOUR_LIST(X) X(BB) X(ES) X(FA) X(FR) X(LI)
#define COUNTRY_LIST(X) X(AR) X(BA) X(BU) X(EN) X(FK) X(FR) X(IT) X(LO) X(SC)
#define SPACE_LIST(X)                                              \
    X(AR1) X(AR2) X(AR3) X(AR4) X(AR5) X(AR6)                      \
    X(BA1) X(BA2) X(BA3) X(BA4) X(BA5) X(BA6)                      \
    X(BU1) X(BU2) X(BU3) X(BU4) X(BU5) X(BU6)                      \
    X(EN1) X(EN2) X(EN3) X(EN4) X(EN5) X(EN6)                      \
    X(FK1) X(FK2) X(FK3) X(FK4) X(FK5) X(FK6) X(FK7)               \
    X(FR1) X(FR2) X(FR3) X(FR4) X(FR5) X(FR6) X(FR7) X(FR8)        \
    X(IT1) X(IT2) X(IT3) X(IT4) X(IT5) X(IT6)                      \
    X(LO1) X(LO2) X(LO3) X(LO4) X(LO5)                             \
    X(SC1) X(SC2) X(SC3) X(SC4)
/* clang-format on */

/* X(country, its first and last space, the colour of the cards that name it, …) */
#define COUNTRY_TABLE(X, ...)        \
    X(AR, AR1, AR6, FA, __VA_ARGS__) \
    X(BA, BA1, BA6, BB, __VA_ARGS__) \
    X(BU, BU1, BU6, BB, __VA_ARGS__) \
    X(EN, EN1, EN6, ES, __VA_ARGS__) \
    X(FK, FK1, FK7, FA, __VA_ARGS__) \
    X(FR, FR1, FR8, FR, __VA_ARGS__) \
    X(IT, IT1, IT6, LI, __VA_ARGS__) \
    X(LO, LO1, LO5, LI, __VA_ARGS__) \
    X(SC, SC1, SC4, ES, __VA_ARGS__)

#define COLOUR_NAME(code) COLOUR_##code,
#define COUNTRY_NAME(code) COUNTRY_##code,
#define SPACE_NAME(code) code,

enum { COLOUR_LIST(COLOUR_NAME) COLOURS };
enum { COUNTRY_LIST(COUNTRY_NAME) COUNTRIES };
enum { SPACE_LIST(SPACE_NAME) SPACES };
enum { ALLIANCES = 15, KARDINAL_CLOISTERS = 20, KARDINAL_COUNCILLORS = 8 };

#define SPACE_BIT(space) ((uint64_t)1 << (space))
#define ALL_COLOURS ((1u << COLOURS) - 1)

struct card_colour {
    const char *code;
    uint8_t cards; /* with five players; one less with four, two less with three */
    char mark;
};

struct country {
    const char *code;
    const char *name;
    uint8_t colour; /* colour of the cards that name it */
    uint8_t first, count; /* its spaces */
    char mark;
    const char *note;
};

struct space {
    const char *code;
    const char *name;
    uint16_t x, y; /* on a map of 1000 by 1000, y down */
    uint64_t roads; /* a set of spaces */
    char mark;
};

struct alliance {
    uint8_t countries[2];
    uint8_t sea; /* an alliance across the sea, which is no road */
    char mark;
    const char *note;
};

/* Parts of the same program: compilers address them directly. */
#pragma GCC visibility push(hidden)
extern const struct card_colour card_colours[COLOURS];
extern const struct country countries[COUNTRIES];
extern const struct space spaces[SPACES];
extern const struct alliance alliances[ALLIANCES]; /* number 1 first */
/* in scoring order: the outer ring, then the inner, clockwise */
extern const uint8_t country_order[COUNTRIES];
extern const uint8_t space_countries[SPACES];
extern const uint64_t country_sets[COUNTRIES]; /* the spaces of each */

/* What the cards of a set of colours name. */
struct named_by_cards {
    uint64_t spaces;
    uint16_t countries;
};
extern const struct named_by_cards named_by_cards[1 << COLOURS];

/* How pieces in a country are paid for. The actions are those of a hand that has only one payment;
 * they depend on the colour of its pair, or COLOURS without a pair. */
struct country_pieces {
    bits_eight cloister; /* the action on its first space, eight times */
    uint16_t councillor; /* the action */
    uint16_t payments; /* of all hands; bit 2 · colour: a single card; the next bit: a pair */
};
extern const struct country_pieces country_pieces[COLOURS + 1][COUNTRIES];

#pragma GCC visibility pop

/* The same in a form that compilers see through where the country is known. */
#define COUNTRY_RANGE(code, first, last, colour, none) {first, last - first + 1},
static const struct {
    uint8_t first, count;
} country_range[COUNTRIES] = {COUNTRY_TABLE(COUNTRY_RANGE, )};

static inline uint64_t country_spaces(unsigned country) {
    return country_sets[country];
}

#endif
