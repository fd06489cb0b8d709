/* The components of Kardinal & König, with the provenance of each row: S stated by the rulebook,
 * I follows from it, R reconstructed. Owners of the printed game correct rows with
 * tools/components.py (docs/correcting-a-table.md); it reads components.c, one row per line.
 *
 * Colours, countries and spaces are numbered in the byte order of their codes, so a country's
 * spaces follow one another. */
#ifndef GAMES_KARDINAL_COMPONENTS_H
#define GAMES_KARDINAL_COMPONENTS_H

#include "core/json.h"

#include <stdint.h>

enum { COLOUR_BB, COLOUR_ES, COLOUR_FA, COLOUR_FR, COLOUR_LI, COLOURS };
enum {
    COUNTRY_AR,
    COUNTRY_BA,
    COUNTRY_BU,
    COUNTRY_EN,
    COUNTRY_FK,
    COUNTRY_FR,
    COUNTRY_IT,
    COUNTRY_LO,
    COUNTRY_SC,
    COUNTRIES
};
enum { ALLIANCES = 15, KARDINAL_CLOISTERS = 20, KARDINAL_COUNCILLORS = 8 };

enum {
    AR1,
    AR2,
    AR3,
    AR4,
    AR5,
    AR6,
    BA1,
    BA2,
    BA3,
    BA4,
    BA5,
    BA6,
    BU1,
    BU2,
    BU3,
    BU4,
    BU5,
    BU6,
    EN1,
    EN2,
    EN3,
    EN4,
    EN5,
    EN6,
    FK1,
    FK2,
    FK3,
    FK4,
    FK5,
    FK6,
    FK7,
    FR1,
    FR2,
    FR3,
    FR4,
    FR5,
    FR6,
    FR7,
    FR8,
    IT1,
    IT2,
    IT3,
    IT4,
    IT5,
    IT6,
    LO1,
    LO2,
    LO3,
    LO4,
    LO5,
    SC1,
    SC2,
    SC3,
    SC4,
    SPACES
};

#define SPACE_BIT(space) ((uint64_t)1 << (space))

struct card_colour {
    const char *code;
    uint8_t cards; /* with five players; one less with four, two less with three */
    char mark;
};

struct country {
    const char *code;
    const char *name;
    uint8_t colour; /* of the cards that name it */
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
    uint8_t sea; /* drawn across the sea; it is no road */
    char mark;
    const char *note;
};

extern const struct card_colour card_colours[COLOURS];
extern const struct country countries[COUNTRIES];
extern const struct space spaces[SPACES];
extern const struct alliance alliances[ALLIANCES]; /* number 1 first */
/* of scoring: the outer ring, then the inner, clockwise */
extern const uint8_t country_order[COUNTRIES];
extern const uint8_t space_countries[SPACES];

static inline uint64_t country_spaces(unsigned country) {
    return (SPACE_BIT(countries[country].count) - 1) << countries[country].first;
}

void kardinal_components(struct json_out *out, const char *name);

#endif
