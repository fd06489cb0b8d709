#include "games/template/template.h"

#define OURS "this game is ours"

/* Everything printed on a card is in this table and nowhere else. */
/* clang-format off */
const struct template_card template_card_table[CARDS] = {
    /* code value mark  note */
    {"1",   1,    'S',  OURS},
    {"2",   2,    'S',  OURS},
    {"3",   3,    'S',  OURS},
    {"4",   4,    'S',  OURS},
    {"5",   5,    'S',  OURS},
    {"6",   6,    'S',  OURS},
    {"7",   7,    'S',  OURS},
    {"8",   8,    'S',  OURS},
    {"9",   9,    'S',  OURS ", only with the option joker"},
};
/* clang-format on */

static const struct column columns[] = {
    COLUMN(struct template_card, TEXT, "code", code),
    COLUMN(struct template_card, NUMBER, "value", value),
    COLUMN_MARK(struct template_card),
    COLUMN_NOTE(struct template_card),
};
static const struct component_table tables[] = {TABLE("card", template_card_table, columns)};
COMPONENTS(template, tables)
