/* Positions to and from JSON: a missing, unknown, duplicate or out-of-range member is refused by
 * name. */
#include "core/declare.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- helpers ---- */

static const char template_text[] =
    "{\"game\":\"template\",\"viewer\":0,\"players\":2,\"joker\":false,\"phase\":\"choose\","
    "\"asked\":[0,1],\"open\":[1],\"seats\":["
    "{\"card\":\"5\",\"aside\":null,\"answer\":\"keep\",\"due\":0,\"swapped\":false,\"shown\":"
    "false},"
    "{\"card\":\"1\",\"aside\":null,\"answer\":null,\"due\":0,\"swapped\":false,\"shown\":false}]}";

static const char tallinn_text[] =
    "{\"game\":\"tallinn\",\"viewer\":0,\"players\":2,\"legate\":false,\"chronicle\":false,"
    "\"leader\":false,\"phase\":\"play\",\"round\":3,"
    "\"asked\":[0,1],\"open\":[0,1],\"waiting\":[],\"drawing\":[],\"chronicles\":[],\"seats\":[{"
    "\"hand\":[\"1\",\"4\",\"7\"],"
    "\"pile\":[\"10\",\"2\",\"3\",\"6\",\"9\"],\"shown\":[[\"8\"],[\"5\"]],\"towers\":[],"
    "\"secret\":[],\"dropped\":[],\"dropping\":[],"
    "\"answer\":null,\"under\":[],\"hand_count\":3,\"pile_count\":5,\"under_count\":0,\"secret_"
    "count\":0,\"due\":0,\"start\":\"6\","
    "\"contest\":null,\"persons\":[0,3,5],\"parts\":[4,-3,0,0,0,0,0]},{\"hand\":[\"1\",\"3\",\"8\"]"
    ","
    "\"pile\":[\"2\",\"4\",\"5\",\"6\",\"9\"],\"shown\":[[],[\"10\",\"7\"]],\"towers\":[],"
    "\"secret\":[],\"dropped\":[],\"dropping\":[],"
    "\"answer\":null,\"under\":[],\"hand_count\":3,\"pile_count\":5,\"under_count\":0,\"secret_"
    "count\":0,\"due\":0,\"start\":\"4\","
    "\"contest\":null,\"persons\":[2,3,2],\"parts\":[4,0,0,0,0,0,0]}]}";

static bool read_text(const char *game, const char *text, void *state, struct message *error) {
    struct json value;
    size_t where;
    assert_int_equal(json_parse(text, strlen(text), &value, &where), JSON_OK);
    return state_read(games_find(game, strlen(game)), value, state, error);
}

/* Copies the text with its first `from` replaced. */
static void change(const char *text, const char *from, const char *to, char *changed, size_t size) {
    const char *at = strstr(text, from);
    if (!at) fail_msg("no %s in the position", from);
    int length = snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_true(length > 0 && (size_t)length < size);
}

/* Expects a refusal for this reason that names `member` (NULL: none). */
static void expect_refused(const char *game, const char *text, const char *from, const char *to,
                           const char *key, const char *member) {
    char changed[4096];
    struct message error = {0};
    _Alignas(8) uint8_t state[STATE_MAX];
    change(text, from, to, changed, sizeof changed);
    if (read_text(game, changed, state, &error)) fail_msg("%s for %s was accepted", to, from);
    assert_string_equal(error.key, key);
    if (!member) return;
    assert_int_equal(error.params[0].length, strlen(member));
    assert_memory_equal(error.params[0].text, member, strlen(member));
}

/* ---- positions of games ---- */

static void a_position_comes_back_as_it_was(void **state) {
    static const char *const texts[][2] = {{"template", template_text}, {"tallinn", tallinn_text}};
    (void)state;
    for (unsigned i = 0; i < COUNT(texts); i++) {
        char again[4096];
        struct json_out out;
        struct message error;
        _Alignas(8) uint8_t bytes[STATE_MAX];
        assert_true(read_text(texts[i][0], texts[i][1], bytes, &error));
        json_begin(&out, again, sizeof again);
        state_write(games_find(texts[i][0], strlen(texts[i][0])), bytes, &out, NULL);
        assert_int_equal(out.length, strlen(texts[i][1]));
        assert_memory_equal(again, texts[i][1], out.length);
    }
}

static void a_position_is_an_object_of_its_game(void **state) {
    (void)state;
    expect_refused("template", template_text, template_text, "[]", "error.position.object", NULL);
    expect_refused("template", template_text, "\"template\"", "\"tallinn\"", "error.position.game",
                   NULL);
    expect_refused("template", template_text, "\"template\"", "7", "error.position.game", NULL);
    expect_refused("template", template_text, "\"game\":\"template\",", "", "error.position.game",
                   NULL);
}

static void there_are_as_many_seats_as_players(void **state) {
    static const char *const players[] = {"\"players\":1", "\"players\":5", "\"players\":\"2\"",
                                          "\"players\":-2", "\"player\":2"};
    static const char first[] = "{\"card\":\"5\",\"aside\":null,\"answer\":\"keep\",\"due\":0,"
                                "\"swapped\":false,\"shown\":false},";
    (void)state;
    for (unsigned i = 0; i < COUNT(players); i++)
        expect_refused("template", template_text, "\"players\":2", players[i],
                       "error.position.players", NULL);
    expect_refused("template", template_text, "\"seats\"", "\"seat\"", "error.position.players",
                   NULL);
    expect_refused("template", template_text, "\"seats\":[", "\"seats\":7,\"more\":[",
                   "error.position.players", NULL);
    expect_refused("template", template_text, first, "", "error.position.players", NULL);
    expect_refused("template", template_text, first, "7,", "error.position.players", NULL);
    expect_refused("template", template_text, "\"players\":2", "\"players\":3",
                   "error.position.players", NULL);
    expect_refused("tallinn", tallinn_text, "\"seats\":[", "\"seats\":[7,",
                   "error.position.players", NULL);
    expect_refused("template", template_text, "\"shown\":false}]}", "\"shown\":false},{}]}",
                   "error.position.players", NULL);
}

static void every_member_is_there_once_and_no_other(void **state) {
    (void)state;
    expect_refused("template", template_text, "\"joker\":false,", "", "error.position.missing",
                   "joker");
    expect_refused("template", template_text, "\"due\":0,", "", "error.position.missing", "due");
    expect_refused("template", template_text, "\"joker\":false", "\"joker\":false,\"jokers\":1",
                   "error.position.members", NULL);
    expect_refused("template", template_text, "\"joker\":false", "\"joker\":false,\"joker\":false",
                   "error.position.members", NULL);
    expect_refused("template", template_text, "\"due\":0", "\"due\":0,\"due\":0",
                   "error.position.members", NULL);
}

static void every_member_has_its_kind_and_its_bounds(void **state) {
    static const struct {
        const char *game, *member, *from, *to;
    } rows[] = {
        {"template", "viewer", "\"viewer\":0", "\"viewer\":7"},
        {"template", "viewer", "\"viewer\":0", "\"viewer\":-1"},
        {"template", "viewer", "\"viewer\":0", "\"viewer\":0.5"},
        {"template", "joker", "\"joker\":false", "\"joker\":0"},
        {"template", "phase", "\"choose\"", "\"chosen\""},
        {"template", "phase", "\"choose\"", "1"},
        {"template", "asked", "[0,1]", "[0,2]"},
        {"template", "asked", "[0,1]", "[0,0]"},
        {"template", "asked", "[0,1]", "[-1,0]"},
        {"template", "asked", "[0,1]", "[\"0\"]"},
        {"template", "asked", "[0,1]", "3"},
        {"template", "card", "\"card\":\"5\"", "\"card\":\"?\""},
        {"template", "card", "\"card\":\"5\"", "\"card\":5"},
        {"template", "card", "\"card\":\"5\"",
         "\"card\":\"a text that is longer than any code of any game can ever be, and then some\""},
        {"template", "answer", "\"keep\"", "\"kept\""},
        {"template", "answer", "\"keep\"", "3"},
        {"template", "due", "\"due\":0", "\"due\":2"},
        {"tallinn", "hand", "[\"1\",\"4\",\"7\"]", "[\"1\",\"4\",\"4\"]"},
        {"tallinn", "hand", "[\"1\",\"4\",\"7\"]", "[\"1\",\"4\",\"11\"]"},
        {"tallinn", "hand", "[\"1\",\"4\",\"7\"]", "[1,4,7]"},
        {"tallinn", "hand", "[\"1\",\"4\",\"7\"]", "\"1\""},
        {"tallinn", "shown", "[[\"8\"],[\"5\"]]", "[[\"8\"]]"},
        {"tallinn", "shown", "[[\"8\"],[\"5\"]]", "[[\"8\"],[\"5\"],[]]"},
        {"tallinn", "shown", "[[\"8\"],[\"5\"]]", "[\"8\",\"5\"]"},
        {"tallinn", "shown", "[[\"8\"],[\"5\"]]", "{}"},
        {"tallinn", "under", "\"under\":[]", "\"under\":[\"1\",\"2\",\"3\",\"6\"]"},
        {"tallinn", "under", "\"under\":[]", "\"under\":[null]"},
        {"tallinn", "under", "\"under\":[]", "\"under\":null"},
        {"tallinn", "persons", "[0,3,5]", "[0,3]"},
        {"tallinn", "persons", "[0,3,5]", "[0,3,5,0]"},
        {"tallinn", "persons", "[0,3,5]", "[0,3,41]"},
        {"tallinn", "parts", "[4,-3,", "[4,-31,"},
        {"tallinn", "start", "\"start\":\"6\"", "\"start\":\"7\""},
    };
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++)
        expect_refused(rows[i].game,
                       strcmp(rows[i].game, "template") == 0 ? template_text : tallinn_text,
                       rows[i].from, rows[i].to, "error.position.value", rows[i].member);
}

static void what_the_members_say_together_is_left_to_the_game(void **state) {
    (void)state;
    expect_refused("template", template_text, "\"card\":\"5\"", "\"card\":\"1\"",
                   "template.error.cards", NULL);
    expect_refused("tallinn", tallinn_text, "\"hand_count\":3", "\"hand_count\":2",
                   "tallinn.error.cards", NULL);
}

/* ---- members of every size ---- */

struct odd_seat {
    int8_t small;
    uint8_t nothing;
};

struct odd {
    uint64_t eight;
    uint32_t four;
    int16_t minus;
    uint8_t players, spare;
    struct odd_seat seats[2];
    uint8_t rest[4];
};

static const char *const odd_codes[64] = {
    [0] = "a", [1 ... 30] = "-", [31] = "b", [32 ... 62] = "-", [63] = "c"};
static const struct things odd_low = {"odd", "thing", odd_codes, 32},
                           odd_all = {"odd", "thing", odd_codes, 64};
/* clang-format off */
static const struct field odd_state[] = {
    DECLARE_FIELD(struct odd, EVERYONE, SET,    uint64_t, eight,, .things = &odd_all)
    DECLARE_FIELD(struct odd, EVERYONE, SET,    uint32_t, four,, .things = &odd_low)
    DECLARE_FIELD(struct odd, EVERYONE, NUMBER, int16_t, minus,, .min = -32768, .max = 32767)
    DECLARE_FIELD(struct odd, EVERYONE, NUMBER, uint8_t, players,, .min = 1, .max = 2)
    DECLARE_FIELD(struct odd, EVERYONE, SPARE,  uint8_t, spare,,)
    DECLARE_FIELD(struct odd, EVERYONE, SPARE,  uint8_t, rest, [4],)
};
static const struct field odd_seats[] = {
    DECLARE_FIELD(struct odd_seat, EVERYONE, NUMBER, int8_t, small,, .min = -128, .max = 127)
    DECLARE_FIELD(struct odd_seat, EVERYONE, SPARE,  uint8_t, nothing,,)
};
/* clang-format on */
static const struct fields odd_fields = {
    .state = odd_state,
    .state_count = COUNT(odd_state),
    .seat = odd_seats,
    .seat_count = COUNT(odd_seats),
    .seats_offset = offsetof(struct odd, seats),
    .seat_size = sizeof(struct odd_seat),
    .players_offset = offsetof(struct odd, players),
    .seats = 2,
};

static void members_of_every_size_and_sign_come_back(void **state) {
    const struct odd odd = {.eight = (uint64_t)1 << 63 | 1,
                            .four = 1u << 31 | 1,
                            .minus = -32768,
                            .players = 2,
                            .seats = {{-128, 0}, {127, 0}}};
    struct odd again = {0};
    char text[400];
    struct json_out out;
    struct json value;
    struct message error;
    size_t where;
    (void)state;
    json_begin(&out, text, sizeof text - 1);
    fields_write(&odd_fields, "odd", &odd, &out, NULL);
    assert_true(out.length < sizeof text);
    text[out.length] = 0;
    assert_string_equal(text, "{\"game\":\"odd\",\"eight\":[\"a\",\"c\"],\"four\":[\"a\",\"b\"],"
                              "\"minus\":-32768,\"players\":2,"
                              "\"seats\":[{\"small\":-128},{\"small\":127}]}");
    assert_int_equal(json_parse(text, out.length, &value, &where), JSON_OK);
    assert_true(fields_read(&odd_fields, "odd", value, &again, &error));
    assert_memory_equal(&again, &odd, sizeof odd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_comes_back_as_it_was),
        cmocka_unit_test(a_position_is_an_object_of_its_game),
        cmocka_unit_test(there_are_as_many_seats_as_players),
        cmocka_unit_test(every_member_is_there_once_and_no_other),
        cmocka_unit_test(every_member_has_its_kind_and_its_bounds),
        cmocka_unit_test(what_the_members_say_together_is_left_to_the_game),
        cmocka_unit_test(members_of_every_size_and_sign_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
