#include "games/goofspiel/components.h"

/* clang-format off */
const struct goofspiel_card goofspiel_card_table[CARDS] = {
    /* code  value mark */
    {"01",   1,    'S'},
    {"02",   2,    'S'},
    {"03",   3,    'S'},
    {"04",   4,    'S'},
    {"05",   5,    'S'},
    {"06",   6,    'S'},
    {"07",   7,    'S'},
    {"08",   8,    'S'},
    {"09",   9,    'S'},
    {"10",   10,   'S'},
    {"11",   11,   'S'},
    {"12",   12,   'S'},
    {"13",   13,   'S'},
};
/* clang-format on */

static const char *const codes[] = {"01", "02", "03", "04", "05", "06", "07",
                                    "08", "09", "10", "11", "12", "13", "?"};
const struct things goofspiel_cards = THINGS_FIRST("goofspiel", "card", codes, CARDS);
const struct things goofspiel_prizes = THINGS_FIRST("goofspiel", "prize", codes, CARDS);
const struct things goofspiel_veiled = THINGS_FIRST("goofspiel", "card", codes, CARDS + 1);

static const struct column columns[] = {
    COLUMN(struct goofspiel_card, TEXT, "code", code),
    COLUMN(struct goofspiel_card, NUMBER, "value", value),
    COLUMN_MARK(struct goofspiel_card),
};
static const struct component_table tables[] = {TABLE("card", goofspiel_card_table, columns)};
void goofspiel_components(struct json_out *out, const char *name);
COMPONENTS(goofspiel, tables)
