#include "games/template/components.h"

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

void template_components(struct json_out *out, const char *name) {
    json_object(out, name);
    json_array(out, "card");
    for (unsigned i = 0; i < CARDS; i++) {
        json_object(out, NULL);
        json_text(out, "code", template_card_table[i].code);
        json_number(out, "value", template_card_table[i].value);
        json_text_n(out, "mark", &template_card_table[i].mark, 1);
        json_text(out, "note", template_card_table[i].note);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}
