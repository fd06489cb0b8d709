#include "games/duell/duell.h"

#define BIT(material) (1u << (material))

#define NUMBERS "the kind is S; which cards and how many are R"
#define PRICES "the kind is S; which, how many and the price are R"
#define PERSON "five person cards a side are S; names and texts are R"
#define ONCE "that there are \"1 ×\" cards is S; names and texts are R"

/* clang-format off */
const struct duell_card duell_card_table[CARDS] = {
    /*                   code          A  B   kind             colour      gold which            amount mark note */
    [CARD_POWER] =      {"power",      {2, 2}, KIND_POWER,      ANY_COLOUR, 0,   0,               0,     'R', NUMBERS},
    [CARD_GOLD3] =      {"gold3",      {1, 0}, KIND_INCOME,     ANY_COLOUR, 3,   0,               0,     'R', NUMBERS},
    [CARD_GOLD4] =      {"gold4",      {1, 1}, KIND_INCOME,     ANY_COLOUR, 4,   0,               0,     'R', NUMBERS},
    [CARD_GOLD5] =      {"gold5",      {1, 1}, KIND_INCOME,     ANY_COLOUR, 5,   0,               0,     'R', NUMBERS},
    [CARD_GOLD6] =      {"gold6",      {1, 1}, KIND_INCOME,     ANY_COLOUR, 6,   0,               0,     'R', NUMBERS},
    [CARD_INFLUENCE] =  {"influence",  {1, 1}, KIND_INFLUENCE,  ANY_COLOUR, 2,   0,               0,     'S', "how many is R"},
    [CARD_WOOD] =       {"wood",       {1, 1}, KIND_MATERIAL,   ANY_COLOUR, 0,   WOOD,            1,     'R', NUMBERS},
    [CARD_SAND] =       {"sand",       {1, 1}, KIND_MATERIAL,   ANY_COLOUR, 0,   SAND,            1,     'R', NUMBERS},
    [CARD_STONE] =      {"stone",      {1, 1}, KIND_MATERIAL,   ANY_COLOUR, 0,   STONE,           1,     'R', NUMBERS},
    [CARD_ORE] =        {"ore",        {1, 1}, KIND_MATERIAL,   ANY_COLOUR, 0,   ORE,             1,     'R', NUMBERS},
    [CARD_WOOL] =       {"wool",       {1, 1}, KIND_MATERIAL,   ANY_COLOUR, 0,   WOOL,            2,     'R', NUMBERS},
    [CARD_CARPENTER1] = {"carpenter1", {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 1,   WOOD,            0,     'R', PRICES},
    [CARD_MIXER1] =     {"mixer1",     {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 1,   SAND,            0,     'R', PRICES},
    [CARD_MASON1] =     {"mason1",     {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 1,   STONE,           0,     'R', PRICES},
    [CARD_WEAVER1] =    {"weaver1",    {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 1,   WOOL,            0,     'R', PRICES},
    [CARD_WEAVER2] =    {"weaver2",    {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 2,   WOOL,            0,     'R', PRICES},
    [CARD_FOUNDER2] =   {"founder2",   {1, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 2,   ORE,             0,     'R', PRICES},
    [CARD_FOUNDER3] =   {"founder3",   {0, 1}, KIND_CRAFTSMAN,  ANY_COLOUR, 3,   ORE,             0,     'R', PRICES},
    [CARD_MARKET2] =    {"market2",    {2, 0}, KIND_MARKET,     ANY_COLOUR, 0,   MARKET2,         0,     'R', PRICES},
    [CARD_MARKET3] =    {"market3",    {0, 1}, KIND_MARKET,     ANY_COLOUR, 0,   MARKET3,         0,     'R', PRICES},
    [CARD_FOREMAN] =    {"foreman",    {1, 0}, KIND_FREE,       RED,        0,   0,               1,     'R', PERSON},
    [CARD_BUILDER] =    {"builder",    {1, 0}, KIND_FREE,       BLUE,       0,   0,               1,     'R', PERSON},
    [CARD_COUNTESS] =   {"countess",   {1, 0}, KIND_FETCH,      RED,        2,   0,               1,     'R', PERSON},
    [CARD_WOOLTRADER] = {"wooltrader", {1, 0}, KIND_WOOLTRADER, BLUE,       2,   WOOL,            2,     'R', PERSON},
    [CARD_STEWARD] =    {"steward",    {0, 1}, KIND_CHEAP,      RED,        2,   0,               0,     'R', PERSON},
    [CARD_ARCHITECT] =  {"architect",  {0, 1}, KIND_CHEAP,      BLUE,       2,   0,               0,     'R', PERSON},
    [CARD_ARCHDEACON] = {"archdeacon", {0, 1}, KIND_SEAL,       RED,        0,   0,               1,     'R', PERSON},
    [CARD_HERBWIFE] =   {"herbwife",   {0, 1}, KIND_SEAL,       BLUE,       0,   0,               1,     'R', PERSON},
    [CARD_SHERIFF] =    {"sheriff",    {0, 1}, KIND_ROB,        RED,        3,   0,               0,     'R', PERSON},
    [CARD_CELLARER] =   {"cellarer",   {0, 1}, KIND_GIFT,       BLUE,       5,   0,               0,     'R', PERSON},
    [CARD_LUCKY] =      {"lucky",      {1, 0}, KIND_ONCE,       ANY_COLOUR, 0,   ONCE_LUCKY,      0,     'R', ONCE},
    [CARD_SITE] =       {"site",       {1, 0}, KIND_ONCE,       ANY_COLOUR, 0,   ONCE_SITE,       0,     'R', ONCE},
    [CARD_LABOUR] =     {"labour",     {1, 0}, KIND_ONCE,       ANY_COLOUR, 2,   ONCE_LABOUR,     0,     'R', ONCE},
    [CARD_TITHE] =      {"tithe",      {0, 1}, KIND_ONCE,       ANY_COLOUR, 0,   ONCE_TITHE,      0,     'R', ONCE},
    [CARD_JOURNEYMAN] = {"journeyman", {0, 1}, KIND_ONCE,       ANY_COLOUR, 2,   ONCE_JOURNEYMAN, 0,     'R', ONCE},
};

const struct duell_market duell_market_table[MARKETS] = {
    /*           price of a marker                                      for wool */
    [MARKET2] = {{[WOOD] = 2, [SAND] = 2, [STONE] = 2},                 2},
    [MARKET3] = {{[WOOD] = 2, [SAND] = 2, [STONE] = 2, [ORE] = 4},      3},
};

const struct duell_material duell_material_table[MATERIALS] = {
    /*         raw      worked: red, blue      markers camp mark */
    [WOOD] =  {"wood",  {"beam", "beam"},      2,      1,   'S'},
    [SAND] =  {"sand",  {"mortar", "mortar"},  2,      1,   'S'},
    [STONE] = {"stone", {"ashlar", "ashlar"},  2,      1,   'S'},
    [ORE] =   {"ore",   {"bars", "bell"},      1,      0,   'S'},
    [WOOL] =  {"wool",  {"cloth", "cloth"},    4,      0,   'S'},
};

const struct duell_seal duell_seal_table[SEALS] = {
    /*            code   sides   start stack mark */
    [SEAL_05] =  {"05",  {0, 5}, 1,    0,    'S'},
    [SEAL_14] =  {"14",  {1, 4}, 1,    2,    'S'},
    [SEAL_23] =  {"23",  {2, 3}, 1,    2,    'S'},
    [SEAL_OWN] = {"own", {2, 3}, 1,    0,    'S'},
};

const struct duell_section duell_section_table[SECTIONS] = {
    /*               code   needs                              bonus        amount mark note */
    [SECTION_I] =   {"I",   BIT(WOOD) | BIT(SAND) | BIT(STONE), BONUS_SEALS, 2,     'R', "the bonus is S"},
    [SECTION_II] =  {"II",  BIT(STONE) | BIT(SAND) | BIT(WOOL), BONUS_GOLD,  10,    'R', "ashlar, mortar and the bonus are S"},
    [SECTION_III] = {"III", BIT(WOOD) | BIT(ORE) | BIT(WOOL),   BONUS_FREE,  2,     'R', "the bonus is S, that it is two conversions in all R"},
};

const struct duell_number duell_number_table[DUELL_NUMBERS] = {
    /*                    what                                number      mark */
    [NUMBER_GOLD] =      {"gold in all",                      GOLD_ALL,   'S'},
    [NUMBER_START] =     {"gold of each seat at the start",   GOLD_START, 'S'},
    [NUMBER_PIECE] =     {"the first piece of a round costs", 2,          'S'},
    [NUMBER_PIECE + 1] = {"the second",                       4,          'S'},
    [NUMBER_PIECE + 2] = {"the third",                        6,          'S'},
};
/* clang-format on */

/* ---- as JSON ---- */

static const char *const bonuses[] = {[BONUS_SEALS] = "seals",
                                      [BONUS_GOLD] = "gold",
                                      [BONUS_FREE] = "conversions of wood, sand or stone"};
static const char *const kinds[] = {
    [KIND_POWER] = "change of power",
    [KIND_INCOME] = "income",
    [KIND_INFLUENCE] = "influence",
    [KIND_MATERIAL] = "material",
    [KIND_CRAFTSMAN] = "craftsman",
    [KIND_MARKET] = "market",
    [KIND_FREE] = "free conversion",
    [KIND_FETCH] = "gold and a material",
    [KIND_WOOLTRADER] = "wool and its sale",
    [KIND_CHEAP] = "price of a piece",
    [KIND_SEAL] = "a seal against a seal",
    [KIND_ROB] = "gold from the opponent",
    [KIND_GIFT] = "gold",
    [KIND_ONCE] = "1 ×",
};
static const char *const colours[] = {[RED] = "red", [BLUE] = "blue"};
static const char *const materials[] = {"ore", "sand", "stone", "wood", "wool"};

/* What the card is about: its material, or what its market sells and pays for wool. */
static void write_material(struct json_out *out, const char *name, const void *member,
                           unsigned number) {
    const struct duell_card *card = &duell_card_table[number];
    (void)member;
    if (card->kind == KIND_MATERIAL || card->kind == KIND_CRAFTSMAN)
        json_text(out, name, materials[card->which]);
}

static void write_market(struct json_out *out, const char *name, const void *member,
                         unsigned number) {
    const struct duell_card *card = &duell_card_table[number];
    (void)member;
    if (card->kind != KIND_MARKET) return;
    const struct duell_market *market = &duell_market_table[card->which];
    json_object(out, name);
    for (unsigned m = 0; m < MATERIALS; m++)
        if (market->price[m]) json_number(out, materials[m], market->price[m]);
    json_object_end(out);
    json_number(out, "for wool", market->wool);
}

static const struct column number_columns[] = {
    COLUMN(struct duell_number, TEXT, "what", what),
    COLUMN(struct duell_number, NUMBER, "number", number),
    COLUMN_MARK(struct duell_number),
};
static const struct column seal_columns[] = {
    COLUMN(struct duell_seal, TEXT, "code", code),
    COLUMN_PAIR(struct duell_seal, NUMBER, "sides", sides),
    COLUMN(struct duell_seal, NUMBER, "each seat", start),
    COLUMN(struct duell_seal, NUMBER, "stack", stack),
    COLUMN_MARK(struct duell_seal),
};
static const struct column material_columns[] = {
    COLUMN(struct duell_material, TEXT, "raw", raw),
    COLUMN(struct duell_material, TEXT, "Waleran", worked[RED]),
    COLUMN(struct duell_material, TEXT, "Philip", worked[BLUE]),
    COLUMN(struct duell_material, NUMBER, "markers", markers),
    COLUMN(struct duell_material, NUMBER, "camp", camp),
    COLUMN_MARK(struct duell_material),
};
static const struct column section_columns[] = {
    COLUMN(struct duell_section, TEXT, "code", code),
    COLUMN(struct duell_section, SET, "needs", needs, COLUMN_CODES(materials)),
    COLUMN(struct duell_section, CODE, "bonus", bonus, COLUMN_CODES(bonuses)),
    COLUMN(struct duell_section, NUMBER, "amount", bonus_amount),
    COLUMN_MARK(struct duell_section),
    COLUMN_NOTE(struct duell_section),
};
static const struct column card_columns[] = {
    COLUMN(struct duell_card, TEXT, "code", code),
    COLUMN(struct duell_card, NUMBER, "A", copies[STACK_A]),
    COLUMN(struct duell_card, NUMBER, "B", copies[STACK_B]),
    COLUMN(struct duell_card, CODE, "kind", kind, COLUMN_CODES(kinds)),
    COLUMN(struct duell_card, CODE, "colour", colour, COLUMN_CODES(colours)),
    COLUMN(struct duell_card, NUMBER, "gold", gold, .sparse = true),
    COLUMN(struct duell_card, OWN, "material", which, .write = write_material),
    COLUMN(struct duell_card, NUMBER, "amount", amount, .sparse = true),
    COLUMN(struct duell_card, OWN, "sells", which, .write = write_market),
    COLUMN_MARK(struct duell_card),
    COLUMN_NOTE(struct duell_card),
};
static const struct component_table tables[] = {
    TABLE("numbers", duell_number_table, number_columns),
    TABLE("seals", duell_seal_table, seal_columns),
    TABLE("materials", duell_material_table, material_columns),
    TABLE("sections", duell_section_table, section_columns),
    TABLE("cards", duell_card_table, card_columns),
};
COMPONENTS(duell, tables)
