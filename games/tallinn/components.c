#include "games/tallinn/tallinn.h"

/* Persons in the order knights, merchants, monks. */
#define K(n) [CLASS_K] = (n)
#define M(n) [CLASS_M] = (n)
#define O(n) [CLASS_O] = (n)
#define COIN(c) .contest = CLASS_##c + 1

/* clang-format off */
const struct influence_card influence_cards[CARDS] = {
    /*          code   half a                        half b                            mark  note                              */
    [CARD_1] = {"1",   {{{M(1)}, COIN(M), 0},        {{K(2)}, 0, 0}},                  'R',  "two coin halves a class are S"},
    [CARD_2] = {"2",   {{{M(1)}, COIN(M), 0},        {{O(2)}, 0, 0}},                  'R',  "two coin halves a class are S"},
    [CARD_3] = {"3",   {{{K(1)}, COIN(K), 0},        {{M(2)}, 0, 0}},                  'R',  "two coin halves a class are S"},
    [CARD_4] = {"4",   {{{K(1)}, COIN(K), 0},        {{O(2)}, 0, 0}},                  'S',  "the number is R"},
    [CARD_5] = {"5",   {{{O(1)}, COIN(O), 0},        {{M(2)}, 0, 0}},                  'R',  "two coin halves a class are S"},
    [CARD_6] = {"6",   {{{O(1)}, COIN(O), 0},        {{K(2)}, 0, 0}},                  'R',  "two coin halves a class are S"},
    [CARD_7] = {"7",   {{{M(2)}, 0, 0},              {{K(1), O(1)}, 0, 0}},            'S',  "the number is R"},
    [CARD_8] = {"8",   {{{O(3)}, 0, 0},              {{K(1), M(1), O(1)}, 0, 0}},      'R',  "the total is S, the split R"},
    [CARD_9] = {"9",   {{{K(3)}, 0, 0},              {{K(1), O(1)}, 0, 0}},            'R',  ""},
    [CARD_10] = {"10", {{{M(3)}, 0, 0},              {{K(1), M(1)}, 0, 0}},            'R',  ""},
    [CARD_L] = {"L",   {{{K(1), M(1), O(1)}, 0, 0},  {{0}, 0, 1}},                     'S',  "only with the option legate"},
};

const struct start_card start_cards[STARTS] = {
    {"1", {O(2), K(1)}, 'S'},
    {"2", {K(2), M(1)}, 'S'},
    {"3", {M(2), K(1)}, 'S'},
    {"4", {M(2), O(1)}, 'S'},
    {"5", {K(2), O(1)}, 'S'},
    {"6", {O(2), M(1)}, 'S'},
};
/* clang-format on */

#define CHRONICLE_NOTE "that there are six, of two kinds, is S; the numbers are R"

/* clang-format off */
const struct chronicle_card chronicle_cards[CHRONICLES] = {
    /* code  give up  class    as I: 1 ×, 2 ×  as II    mark */
    {"C1",   0,       CLASS_M, {{3, 5},        {5, 8}}, 'R', CHRONICLE_NOTE},
    {"C2",   0,       CLASS_K, {{3, 5},        {5, 8}}, 'R', CHRONICLE_NOTE},
    {"C3",   0,       CLASS_O, {{3, 5},        {5, 8}}, 'R', CHRONICLE_NOTE},
    {"C4",   1,       CLASS_M, {{2, 4},        {3, 5}}, 'R', CHRONICLE_NOTE},
    {"C5",   1,       CLASS_K, {{2, 4},        {3, 5}}, 'R', CHRONICLE_NOTE},
    {"C6",   1,       CLASS_O, {{2, 4},        {3, 5}}, 'R', CHRONICLE_NOTE},
};
/* clang-format on */

/* ---- as JSON ---- */

static const char *const letters[CLASSES] = {[CLASS_K] = "k", [CLASS_M] = "m", [CLASS_O] = "o"};
static const char *const kinds[] = {"own", "give up"};

/* Persons as the rules write them: "mko", merchants first. */
static void write_persons(struct json_out *out, const char *name, const void *member,
                          unsigned number) {
    static const uint8_t order[CLASSES] = {CLASS_M, CLASS_K, CLASS_O};
    const uint8_t *persons = member;
    (void)number;
    json_text_begin(out, name);
    for (unsigned i = 0; i < CLASSES; i++)
        for (unsigned n = 0; n < persons[order[i]]; n++) json_text_add(out, letters[order[i]], 1);
    json_text_end(out);
}

static void write_half(struct json_out *out, const char *name, const void *member,
                       unsigned number) {
    const struct half *half = member;
    json_object(out, name);
    write_persons(out, "persons", half->persons, number);
    if (half->contest) json_text(out, "coin", letters[half->contest - 1]);
    if (half->shields) json_bool(out, "shields", true);
    json_object_end(out);
}

static const struct column influence[] = {
    COLUMN(struct influence_card, TEXT, "code", code),
    COLUMN(struct influence_card, OWN, "a", halves[HALF_A], .write = write_half),
    COLUMN(struct influence_card, OWN, "b", halves[HALF_B], .write = write_half),
    COLUMN_MARK(struct influence_card),
    COLUMN_NOTE(struct influence_card),
};
static const struct column starts[] = {
    COLUMN(struct start_card, TEXT, "code", code),
    COLUMN(struct start_card, OWN, "persons", persons, .write = write_persons),
    COLUMN_MARK(struct start_card),
};
static const struct column chronicle[] = {
    COLUMN(struct chronicle_card, TEXT, "code", code),
    COLUMN(struct chronicle_card, CODE, "kind", give_up, COLUMN_CODES(kinds)),
    COLUMN(struct chronicle_card, CODE, "class", class, COLUMN_CODES(letters)),
    COLUMN_PAIR(struct chronicle_card, NUMBER, "I", need[0]),
    COLUMN_PAIR(struct chronicle_card, NUMBER, "II", need[1]),
    COLUMN_MARK(struct chronicle_card),
    COLUMN_NOTE(struct chronicle_card),
};
static const struct component_table tables[] = {
    TABLE("influence", influence_cards, influence),
    TABLE("start", start_cards, starts),
    TABLE("chronicle", chronicle_cards, chronicle),
};
COMPONENTS(tallinn, tables)
