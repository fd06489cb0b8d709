#include "games/tallinn/components.h"

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

static const char class_letters[CLASSES] = {[CLASS_K] = 'k', [CLASS_M] = 'm', [CLASS_O] = 'o'};

/* Persons as the rules write them: "mko", merchants first. */
static void write_persons(struct json_out *out, const char *name, const uint8_t persons[CLASSES]) {
    static const uint8_t order[CLASSES] = {CLASS_M, CLASS_K, CLASS_O};
    json_text_begin(out, name);
    for (unsigned i = 0; i < CLASSES; i++)
        for (unsigned n = 0; n < persons[order[i]]; n++)
            json_text_add(out, &class_letters[order[i]], 1);
    json_text_end(out);
}

static void write_mark(struct json_out *out, char mark, const char *note) {
    json_text_n(out, "mark", &mark, 1);
    if (note && *note) json_text(out, "note", note);
    json_object_end(out);
}

static void write_half(struct json_out *out, const char *name, const struct half *half) {
    json_object(out, name);
    write_persons(out, "persons", half->persons);
    if (half->contest) json_text_n(out, "coin", &class_letters[half->contest - 1], 1);
    if (half->shields) json_bool(out, "shields", true);
    json_object_end(out);
}

static void write_influence(struct json_out *out) {
    json_array(out, "influence");
    for (unsigned i = 0; i < CARDS; i++) {
        json_object(out, NULL);
        json_text(out, "code", influence_cards[i].code);
        write_half(out, "a", &influence_cards[i].halves[HALF_A]);
        write_half(out, "b", &influence_cards[i].halves[HALF_B]);
        write_mark(out, influence_cards[i].mark, influence_cards[i].note);
    }
    json_array_end(out);
}

static void write_starts(struct json_out *out) {
    json_array(out, "start");
    for (unsigned i = 0; i < STARTS; i++) {
        json_object(out, NULL);
        json_text(out, "code", start_cards[i].code);
        write_persons(out, "persons", start_cards[i].persons);
        write_mark(out, start_cards[i].mark, NULL);
    }
    json_array_end(out);
}

static void write_needs(struct json_out *out, const char *name, const uint8_t need[2]) {
    json_array(out, name);
    json_number(out, NULL, need[0]);
    json_number(out, NULL, need[1]);
    json_array_end(out);
}

static void write_chronicle(struct json_out *out) {
    json_array(out, "chronicle");
    for (unsigned i = 0; i < CHRONICLES; i++) {
        const struct chronicle_card *card = &chronicle_cards[i];
        json_object(out, NULL);
        json_text(out, "code", card->code);
        json_text(out, "kind", card->give_up ? "give up" : "own");
        json_text_n(out, "class", &class_letters[card->class], 1);
        write_needs(out, "I", card->need[0]);
        write_needs(out, "II", card->need[1]);
        write_mark(out, card->mark, card->note);
    }
    json_array_end(out);
}

void tallinn_components(struct json_out *out, const char *name) {
    json_object(out, name);
    write_influence(out);
    write_starts(out);
    write_chronicle(out);
    json_object_end(out);
}
