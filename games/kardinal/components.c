#include "games/kardinal/kardinal.h"

/* A card can be used for any country of its colour; the countries name their colours below. */
/* clang-format off */
const struct card_colour card_colours[COLOURS] = {
    /*             code  cards  mark */
    [COLOUR_BB] = {"BB", 12,    'S'},
    [COLOUR_ES] = {"ES", 10,    'S'},
    [COLOUR_FA] = {"FA", 13,    'S'},
    [COLOUR_FR] = {"FR", 9,     'S'},
    [COLOUR_LI] = {"LI", 11,    'S'},
};
/* clang-format on */

#define SPACES_NOTE "the number of spaces"
#define AT_LEAST(n) "the number of spaces; at least " n " is certain"

/* clang-format off */
const struct country countries[COUNTRIES] = {
    /*              code  name          colour     first  spaces  mark  the mark says of */
    [COUNTRY_AR] = {"AR", "Aragon",     COLOUR_FA, AR1,   6,      'R',  SPACES_NOTE},
    [COUNTRY_BA] = {"BA", "Bayern",     COLOUR_BB, BA1,   6,      'R',  SPACES_NOTE},
    [COUNTRY_BU] = {"BU", "Burgund",    COLOUR_BB, BU1,   6,      'R',  SPACES_NOTE},
    [COUNTRY_EN] = {"EN", "England",    COLOUR_ES, EN1,   6,      'R',  SPACES_NOTE},
    [COUNTRY_FK] = {"FK", "Franken",    COLOUR_FA, FK1,   7,      'I',  AT_LEAST("7")},
    [COUNTRY_FR] = {"FR", "Frankreich", COLOUR_FR, FR1,   8,      'S',  SPACES_NOTE},
    [COUNTRY_IT] = {"IT", "Italien",    COLOUR_LI, IT1,   6,      'I',  AT_LEAST("6")},
    [COUNTRY_LO] = {"LO", "Lothringen", COLOUR_LI, LO1,   5,      'I',  AT_LEAST("5")},
    [COUNTRY_SC] = {"SC", "Schwaben",   COLOUR_ES, SC1,   4,      'S',  SPACES_NOTE},
};
/* clang-format on */

#define SEA_NOTE "that it crosses the sea is S, the pair R"

/* clang-format off */
const struct alliance alliances[ALLIANCES] = {
    /* countries                sea  mark        number */
    {{COUNTRY_EN, COUNTRY_FK},  1,   'R', SEA_NOTE}, /*  1 */
    {{COUNTRY_EN, COUNTRY_LO},  1,   'R', SEA_NOTE}, /*  2 */
    {{COUNTRY_EN, COUNTRY_FR},  1,   'R', SEA_NOTE}, /*  3 */
    {{COUNTRY_AR, COUNTRY_FR},  0,   'R', ""},       /*  4 */
    {{COUNTRY_AR, COUNTRY_BU},  1,   'R', SEA_NOTE}, /*  5 */
    {{COUNTRY_AR, COUNTRY_IT},  1,   'R', SEA_NOTE}, /*  6 */
    {{COUNTRY_FR, COUNTRY_LO},  0,   'R', ""},       /*  7 */
    {{COUNTRY_FR, COUNTRY_BU},  0,   'R', ""},       /*  8 */
    {{COUNTRY_LO, COUNTRY_FK},  0,   'R', ""},       /*  9 */
    {{COUNTRY_LO, COUNTRY_SC},  0,   'R', ""},       /* 10 */
    {{COUNTRY_BU, COUNTRY_SC},  0,   'R', ""},       /* 11 */
    {{COUNTRY_FK, COUNTRY_BA},  0,   'R', ""},       /* 12 */
    {{COUNTRY_SC, COUNTRY_BA},  0,   'R', ""},       /* 13 */
    {{COUNTRY_IT, COUNTRY_BU},  0,   'S', ""},       /* 14 */
    {{COUNTRY_IT, COUNTRY_BA},  1,   'S', ""},       /* 15 */
};
/* clang-format on */

#define TO(space) SPACE_BIT(space)

/* The names are those of real abbeys and sees. Which of them the board has, where they are and
 * how they are connected is reconstructed. */
/* clang-format off */
const struct space spaces[SPACES] = {
    /*         code    name                      x    y    roads to                                                       mark */
    [AR1] = {"AR1", "Pamplona",                 136,  875, TO(AR2) | TO(AR3) | TO(FR7),               'R'},
    [AR2] = {"AR2", "San Juan de la Peña",      182,  897, TO(AR1) | TO(AR3),                         'R'},
    [AR3] = {"AR3", "Zaragoza",                 172,  955, TO(AR1) | TO(AR2) | TO(AR4),               'R'},
    [AR4] = {"AR4", "Poblet",                   266,  974, TO(AR3) | TO(AR6),                         'R'},
    [AR5] = {"AR5", "Ripoll",                   319,  918, TO(AR6) | TO(FR8),                         'R'},
    [AR6] = {"AR6", "Barcelona",                318,  973, TO(AR4) | TO(AR5),                         'R'},
    [BA1] = {"BA1", "Regensburg",               790,  451, TO(BA2) | TO(BA3) | TO(FK7),               'R'},
    [BA2] = {"BA2", "Freising",                 774,  493, TO(BA1) | TO(BA4) | TO(BA5) | TO(SC4),     'R'},
    [BA3] = {"BA3", "Melk",                     944,  505, TO(BA1) | TO(BA4),                         'R'},
    [BA4] = {"BA4", "Salzburg",                 836,  534, TO(BA2) | TO(BA3) | TO(BA6),               'R'},
    [BA5] = {"BA5", "Brixen",                   770,  608, TO(BA2) | TO(IT3),                         'R'},
    [BA6] = {"BA6", "Aquileia",                 851,  673, TO(BA4),                                   'R'},
    [BU1] = {"BU1", "Besançon",                 501,  573, TO(BU2) | TO(BU3) | TO(LO5),               'R'},
    [BU2] = {"BU2", "Cluny",                    436,  628, TO(BU1) | TO(BU4) | TO(FR5),               'R'},
    [BU3] = {"BU3", "Lausanne",                 530,  622, TO(BU1) | TO(SC3),                         'R'},
    [BU4] = {"BU4", "Lyon",                     445,  674, TO(BU2) | TO(BU5) | TO(BU6),               'R'},
    [BU5] = {"BU5", "Chartreuse",               490,  701, TO(BU4) | TO(IT1),                         'R'},
    [BU6] = {"BU6", "Arles",                    435,  816, TO(BU4) | TO(FR8),                         'R'},
    [EN1] = {"EN1", "Durham",                   139,   56, TO(EN2),                                   'R'},
    [EN2] = {"EN2", "York",                     163,  112, TO(EN1) | TO(EN3) | TO(EN4),               'R'},
    [EN3] = {"EN3", "Lincoln",                  189,  162, TO(EN2) | TO(EN5),                         'R'},
    [EN4] = {"EN4", "Gloucester",               108,  256, TO(EN2) | TO(EN5),                         'R'},
    [EN5] = {"EN5", "Westminster",              208,  281, TO(EN3) | TO(EN4) | TO(EN6),               'R'},
    [EN6] = {"EN6", "Canterbury",               266,  296, TO(EN5),                                   'R'},
    [FK1] = {"FK1", "Bremen",                   633,  173, TO(FK2) | TO(LO1),                         'R'},
    [FK2] = {"FK2", "Corvey",                   662,  262, TO(FK1) | TO(FK3) | TO(FK4),               'R'},
    [FK3] = {"FK3", "Magdeburg",                768,  238, TO(FK2) | TO(FK7),                         'R'},
    [FK4] = {"FK4", "Fulda",                    675,  346, TO(FK2) | TO(FK5) | TO(FK6),               'R'},
    [FK5] = {"FK5", "Mainz",                    608,  384, TO(FK4) | TO(LO3) | TO(SC1),               'R'},
    [FK6] = {"FK6", "Würzburg",                 688,  398, TO(FK4) | TO(FK7),                         'R'},
    [FK7] = {"FK7", "Bamberg",                  733,  391, TO(BA1) | TO(FK3) | TO(FK6),               'R'},
    [FR1] = {"FR1", "Rouen",                    267,  422, TO(FR2) | TO(FR4),                         'R'},
    [FR2] = {"FR2", "Saint-Denis",              327,  456, TO(FR1) | TO(FR3) | TO(FR5),               'R'},
    [FR3] = {"FR3", "Reims",                    406,  434, TO(FR2) | TO(LO2) | TO(LO5),               'R'},
    [FR4] = {"FR4", "Tours",                    247,  562, TO(FR1) | TO(FR5) | TO(FR7),               'R'},
    [FR5] = {"FR5", "Fleury",                   324,  534, TO(BU2) | TO(FR2) | TO(FR4) | TO(FR6),     'R'},
    [FR6] = {"FR6", "Limoges",                  274,  669, TO(FR5) | TO(FR8),                         'R'},
    [FR7] = {"FR7", "Bordeaux",                 187,  737, TO(AR1) | TO(FR4) | TO(FR8),               'R'},
    [FR8] = {"FR8", "Toulouse",                 283,  822, TO(AR5) | TO(BU6) | TO(FR6) | TO(FR7),     'R'},
    [IT1] = {"IT1", "Novalesa",                 549,  713, TO(BU5) | TO(IT2),                         'R'},
    [IT2] = {"IT2", "Mailand",                  652,  695, TO(IT1) | TO(IT3),                         'R'},
    [IT3] = {"IT3", "Verona",                   738,  696, TO(BA5) | TO(IT2) | TO(IT4),               'R'},
    [IT4] = {"IT4", "Nonantola",                740,  748, TO(IT3) | TO(IT5),                         'R'},
    [IT5] = {"IT5", "Lucca",                    714,  805, TO(IT4) | TO(IT6),                         'R'},
    [IT6] = {"IT6", "Rom",                      810,  938, TO(IT5),                                   'R'},
    [LO1] = {"LO1", "Utrecht",                  458,  240, TO(FK1) | TO(LO2) | TO(LO3),               'R'},
    [LO2] = {"LO2", "Lüttich",                  480,  340, TO(FR3) | TO(LO1) | TO(LO4),               'R'},
    [LO3] = {"LO3", "Köln",                     546,  319, TO(FK5) | TO(LO1) | TO(LO4),               'R'},
    [LO4] = {"LO4", "Trier",                    530,  401, TO(LO2) | TO(LO3) | TO(LO5),               'R'},
    [LO5] = {"LO5", "Metz",                     509,  444, TO(BU1) | TO(FR3) | TO(LO4) | TO(SC2),     'R'},
    [SC1] = {"SC1", "Hirsau",                   630,  470, TO(FK5) | TO(SC2),                         'R'},
    [SC2] = {"SC2", "Straßburg",                583,  481, TO(LO5) | TO(SC1) | TO(SC3),               'R'},
    [SC3] = {"SC3", "Reichenau",                646,  542, TO(BU3) | TO(SC2) | TO(SC4),               'R'},
    [SC4] = {"SC4", "Augsburg",                 733,  495, TO(BA2) | TO(SC3),                         'R'},
};
/* clang-format on */

const uint8_t country_order[COUNTRIES] = {
    COUNTRY_EN, COUNTRY_FK, COUNTRY_BA, COUNTRY_IT, COUNTRY_AR, /* the outer ring */
    COUNTRY_FR, COUNTRY_LO, COUNTRY_SC, COUNTRY_BU, /* the inner one */
};

/* Looked up often, in arrays that need no arithmetic to index. A test compares them with the
 * countries' rows. */
#define COUNTRY_OF_SPACES(code, first, last, colour, none) [first... last] = COUNTRY_##code,
const uint8_t space_countries[SPACES] = {COUNTRY_TABLE(COUNTRY_OF_SPACES, )};

#define SPACES_FROM(first, last) (2 * SPACE_BIT(last) - SPACE_BIT(first))
#define SPACES_OF_COUNTRY(code, first, last, colour, none) SPACES_FROM(first, last),
const uint64_t country_sets[COUNTRIES] = {COUNTRY_TABLE(SPACES_OF_COUNTRY, )};

/* Of a set of colours: what they name. */
#define IF_NAMED(set, colour, value) ((set) >> COLOUR_##colour & 1 ? (value) : 0)
#define COUNTRY_OF(code, first, last, colour, set) | IF_NAMED(set, colour, 1u << COUNTRY_##code)
#define SPACES_OF(code, first, last, colour, set) | IF_NAMED(set, colour, SPACES_FROM(first, last))
#define NAMED(set) \
    {.spaces = 0 COUNTRY_TABLE(SPACES_OF, set), .countries = 0 COUNTRY_TABLE(COUNTRY_OF, set)}
#define NAMED_BY_EIGHT(set)                                                                     \
    NAMED(set), NAMED(set + 1), NAMED(set + 2), NAMED(set + 3), NAMED(set + 4), NAMED(set + 5), \
        NAMED(set + 6), NAMED(set + 7)
const struct named_by_cards named_by_cards[1 << COLOURS] = {NAMED_BY_EIGHT(0), NAMED_BY_EIGHT(8),
                                                            NAMED_BY_EIGHT(16), NAMED_BY_EIGHT(24)};

/* Section "A turn", 4: without a pair a single card that names the country. A pair pays for every
 * country but those that its colour names. */
#define PAYMENT(colour, pair) \
    ((pair) == COLOURS || (pair) == COLOUR_##colour ? 2 * COLOUR_##colour : 2 * (pair) + 1)
#define EIGHT(number) {number, number, number, number, number, number, number, number}
#define PIECES_IN(code, first, last, colour, pair)                                    \
    {.cloister = EIGHT(DO_CLOISTER + PAYMENTS * first + PAYMENT(colour, pair)),       \
     .councillor = DO_COUNCILLOR + PAYMENTS * COUNTRY_##code + PAYMENT(colour, pair), \
     .payments = 0x2aa ^ 3 << 2 * COLOUR_##colour},
#define PIECES_WITH(pair) {COUNTRY_TABLE(PIECES_IN, pair)}
const struct country_pieces country_pieces[COLOURS + 1][COUNTRIES] = {
    PIECES_WITH(0), PIECES_WITH(1), PIECES_WITH(2),
    PIECES_WITH(3), PIECES_WITH(4), PIECES_WITH(COLOURS),
};

/* ---- as JSON ---- */

/* The countries whose cards have this colour. */
static void write_countries(struct json_out *out, const char *name, const void *member,
                            unsigned colour) {
    (void)member;
    json_array(out, name);
    for (unsigned c = 0; c < COUNTRIES; c++)
        if (countries[c].colour == colour) json_text(out, NULL, countries[c].code);
    json_array_end(out);
}

static void write_number(struct json_out *out, const char *name, const void *member,
                         unsigned number) {
    (void)member;
    json_number(out, name, number + 1);
}

static const char *const country_codes[] = {COUNTRY_LIST(THINGS_CODE)};
static const char *const space_codes[] = {SPACE_LIST(THINGS_CODE)};

static const struct column card_columns[] = {
    COLUMN(struct card_colour, TEXT, "code", code),
    COLUMN(struct card_colour, OWN, "countries", code, .write = write_countries),
    COLUMN(struct card_colour, NUMBER, "cards", cards),
    COLUMN_MARK(struct card_colour),
};
static const struct column country_columns[] = {
    COLUMN(struct country, TEXT, "code", code),
    COLUMN(struct country, TEXT, "name", name),
    COLUMN(struct country, NUMBER, "spaces", count),
    COLUMN_MARK(struct country),
    COLUMN_NOTE(struct country),
};
static const struct column alliance_columns[] = {
    COLUMN(struct alliance, OWN, "number", mark, .write = write_number),
    COLUMN_PAIR(struct alliance, CODE, "countries", countries, COLUMN_CODES(country_codes)),
    COLUMN(struct alliance, FLAG, "sea", sea),
    COLUMN_MARK(struct alliance),
    COLUMN_NOTE(struct alliance),
};
static const struct column space_columns[] = {
    COLUMN(struct space, TEXT, "code", code),
    COLUMN(struct space, TEXT, "name", name),
    COLUMN(struct space, NUMBER, "x", x),
    COLUMN(struct space, NUMBER, "y", y),
    COLUMN(struct space, SET, "roads", roads, COLUMN_CODES(space_codes)),
    COLUMN_MARK(struct space),
};
static const struct component_table tables[] = {
    TABLE("cards", card_colours, card_columns),
    TABLE("countries", countries, country_columns),
    TABLE("alliances", alliances, alliance_columns),
    TABLE("spaces", spaces, space_columns),
};
COMPONENTS(kardinal, tables)
