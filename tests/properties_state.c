/* Properties 5 and 6: notation, JSON, the members of a state, limits and results. */
#include "tests/properties.h"

/* ---- notation ---- */

/* The parts together equal the notation. */
static void expect_parts(const struct game *game, uint16_t action, const char *text) {
    char json[1000], joined[NOTATION_MAX] = "", word[NOTATION_MAX], type[NOTATION_MAX];
    struct json_out out;
    struct json parts, at = {0}, none, part;
    size_t where, length;
    struct notation_action split = notation_split(game->notation, action);
    unsigned n = 0;
    json_begin(&out, json, sizeof json);
    notation_write_parts(game->notation, action, &out, NULL);
    assert_true(out.length <= out.size);
    assert_int_equal(json_parse(json, out.length, &parts, &where), JSON_OK);
    for (; json_next(parts, &at, &none, &part); n++) {
        struct json inner = {0}, value;
        assert_true(json_next(part, &inner, &none, &value) &&
                    json_read_text(value, type, sizeof type, &length));
        assert_true(json_next(part, &inner, &none, &value) &&
                    json_read_text(value, word, sizeof word, &length));
        if (n == 0) assert_string_equal(type, "verb");
        unsigned i = 0; /* the unused part of the row with this type and code */
        for (unsigned skip = n; n && i < NOTATION_PARTS_MAX; i++)
            if (split.values[i] != THINGS_NONE && --skip == 0) break;
        if (n && !split.verb->parts[i].glued) strcat(joined, " ");
        if (n) assert_string_equal(type, split.verb->parts[i].things->type);
        strcat(joined, word);
    }
    assert_string_equal(joined, text);
}

static void expect_rows(const struct game *game) {
    const struct notation *n = game->notation;
    unsigned first = 0;
    for (unsigned i = 0; i < n->verb_count; i++) {
        if (n->verbs[i].first != first)
            fail_msg("%s: the actions of \"%s\" begin at %u, not at %u", game->id, n->verbs[i].word,
                     n->verbs[i].first, first);
        first += notation_size(&n->verbs[i]);
    }
    if (first != n->actions)
        fail_msg("%s: the rows have %u actions, not %u", game->id, first, n->actions);
    assert_true(n->actions < NOTATION_NONE);
}

void notation_and_numbers_agree(void **state) {
    const struct game *game = *state;
    char text[NOTATION_MAX], before[NOTATION_MAX] = "";
    expect_rows(game);
    for (unsigned action = 0; action < game->notation->actions; action++) {
        size_t length = notation_write(game->notation, (uint16_t)action, text);
        assert_int_equal(length, strlen(text));
        if (strcmp(before, text) >= 0)
            fail_msg("%s: \"%s\" comes after \"%s\"", game->id, text, before);
        if (notation_read(game->notation, text, length) != action)
            fail_msg("%s: \"%s\" is read as another action", game->id, text);
        expect_parts(game, (uint16_t)action, text);
        memcpy(before, text, sizeof text);
        text[length] = ' ';
        assert_int_equal(notation_read(game->notation, text, length + 1), NOTATION_NONE);
    }
}

/* ---- JSON ---- */

static void expect_survival(struct play *play, const void *state, unsigned observer) {
    const struct game *game = play->game;
    char text[JSON_TEXT_MAX], again[JSON_TEXT_MAX];
    _Alignas(8) uint8_t read[STATE_MAX];
    struct message error = {0};
    struct json value;
    size_t where, length = state_text(game, state, text);
    memset(read, 0xA5, sizeof read);
    PLAY_EXPECT(play, json_parse(text, length, &value, &where) == JSON_OK,
                "the position is no JSON: %s", text);
    PLAY_EXPECT(play, state_read(game, value, read, &error),
                "the position of observer %u is refused: %s: %s", observer, error.key, text);
    const char *difference = state_difference(game, state, read);
    PLAY_EXPECT(play, !difference, "the position of observer %u is read otherwise: %s", observer,
                difference);
    state_text(game, read, again);
    assert_string_equal(text, again);
}

static void survive(struct play *play) {
    _Alignas(8) uint8_t view[STATE_MAX];
    expect_survival(play, play->state, OBSERVERS);
    FOR_EACH_OBSERVER (o, play->players) {
        view_of(play->game, play->state, o, view);
        expect_survival(play, view, o);
    }
}

void positions_survive_json(void **state) {
    play_games(*state, play_scale(30), 12, survive);
}

/* ---- members ---- */

static void cover(const struct game *game, const struct field *list, unsigned count, size_t base,
                  uint8_t *covered) {
    for (unsigned i = 0; i < count; i++)
        for (size_t byte = 0; byte < (size_t)list[i].size * list[i].count; byte++) {
            size_t at = base + list[i].offset + byte;
            if (at >= game->state_size)
                fail_msg("%s: %s lies beyond the state", game->id, list[i].name);
            if (covered[at]++)
                fail_msg("%s: byte %zu (%s) belongs to two members", game->id, at, list[i].name);
        }
}

void members_cover_the_state(void **state) {
    const struct game *game = *state;
    const struct fields *f = game->fields;
    uint8_t covered[STATE_MAX] = {0};
    bool players = false;
    assert_in_range(game->state_size, 1, STATE_MAX);
    cover(game, f->state, f->state_count, 0, covered);
    for (unsigned seat = 0; seat < f->seats; seat++) {
        if (f->seat_count)
            cover(game, f->seat, f->seat_count, f->seats_offset + (size_t)seat * f->seat_size,
                  covered);
    }
    for (size_t i = 0; i < game->state_size; i++)
        if (!covered[i]) fail_msg("%s: byte %zu of the state belongs to no member", game->id, i);
    assert_string_equal(f->state[0].name, "viewer");
    assert_int_equal(f->state[0].offset, 0);
    assert_int_equal(f->state[0].size, 1);
    for (unsigned i = 0; i < f->state_count; i++)
        players |= f->state[i].offset == f->players_offset && f->state[i].size == 1;
    assert_true(players);
    assert_true(f->seats >= game->players_max && f->notation == game->notation);
    for (unsigned i = 0; i < game->part_count; i++)
        for (unsigned j = 0; j < i; j++) assert_string_not_equal(game->parts[i], game->parts[j]);
    assert_in_range(game->part_count, 1, RESULT_PARTS_MAX);
    assert_in_range(game->option_count, 0, OPTIONS_MAX);
    assert_in_range(game->players_min, 1, game->players_max);
    assert_in_range(game->players_max, game->players_min, SEATS_MAX);
}

/* ---- limits, lists, results ---- */

/* On a view the lists of other seats hold what an observer may see of them, so their steps may be
 * hidden. */
static void expect_sound_lists(struct play *play, const void *state, const char *where) {
    const struct game *game = play->game;
    unsigned to_move = game->to_move(state), asked = game->asked(state),
             all = (1u << play->players) - 1;
    PLAY_EXPECT(play, to_move == CHANCE_BIT || !(to_move & ~all), "%s: to_move is %x", where,
                to_move);
    PLAY_EXPECT(play, to_move == CHANCE_BIT ? asked == 0 : !(to_move & ~asked) && !(asked & ~all),
                "%s: to_move is %x, asked %x", where, to_move, asked);
    PLAY_EXPECT(play, to_move != 0 || asked == 0, "%s: over, but %x are asked", where, asked);
    for (unsigned seat = 0; seat < play->players; seat++) {
        uint16_t list[LEGAL_MAX + 1];
        list[LEGAL_MAX] = 0xA5A5;
        unsigned count = game->legal(state, seat, list);
        bool moves = to_move != CHANCE_BIT && to_move >> seat & 1,
             open = state_viewer(state) == 0 || state_viewer(state) == seat + 1;
        PLAY_EXPECT(play, count <= LEGAL_MAX && list[LEGAL_MAX] == 0xA5A5,
                    "%s: seat %u has %u legal actions", where, seat, count);
        PLAY_EXPECT(play, moves == (count != 0),
                    "%s: seat %u is %sto move and has %u legal actions", where, seat,
                    moves ? "" : "not ", count);
        for (unsigned i = 0; i < count; i++) {
            PLAY_EXPECT(play, list[i] < game->notation->actions, "%s: a legal action that is none",
                        where);
            PLAY_EXPECT(play, i == 0 || list[i - 1] < list[i],
                        "%s: seat %u: the list is not in order at %s", where, seat,
                        action_text(game, list[i]));
            PLAY_EXPECT(play, !notation_split(game->notation, list[i]).verb->chance,
                        "%s: seat %u has a step of chance", where, seat);
            PLAY_EXPECT(play, !open || !notation_veiled(game->notation, list[i]),
                        "%s: seat %u has %s", where, seat, action_text(game, list[i]));
        }
    }
}

static void expect_sound_result(struct play *play, const void *state) {
    struct result result;
    unsigned best = 0;
    memset(&result, 0xA5, sizeof result);
    play->game->result(state, &result);
    for (unsigned a = 0; a < play->players; a++) {
        unsigned better = 0;
        for (unsigned b = 0; b < play->players; b++) better += result.place[b] < result.place[a];
        PLAY_EXPECT(play, result.place[a] == better + 1, "seat %u has place %u, but %u are better",
                    a, result.place[a], better);
        best += result.place[a] == 1;
        for (unsigned part = 0; part < play->game->part_count; part++)
            PLAY_EXPECT(play, result.parts[part][a] != (int16_t)0xA5A5, "%s of seat %u is not set",
                        play->game->parts[part], a);
    }
    PLAY_EXPECT(play, best > 0, "nobody has the first place");
}

/* Scores and their parts use nothing that is hidden: they are the same on every view. Once the game
 * is over, so are the places. */
static void expect_same_result(struct play *play, const void *view, unsigned observer) {
    struct result full = {0}, seen = {0};
    play->game->result(play->state, &full);
    play->game->result(view, &seen);
    for (unsigned seat = 0; seat < play->players; seat++) {
        PLAY_EXPECT(play, seen.score[seat] == full.score[seat],
                    "observer %u: seat %u has %d points on its view, but %d in the state", observer,
                    seat, seen.score[seat], full.score[seat]);
        for (unsigned part = 0; part < play->game->part_count; part++)
            PLAY_EXPECT(play, seen.parts[part][seat] == full.parts[part][seat],
                        "observer %u: %s of seat %u depends on something hidden", observer,
                        play->game->parts[part], seat);
        PLAY_EXPECT(play, play->game->to_move(play->state) || seen.place[seat] == full.place[seat],
                    "observer %u: seat %u has place %u on its view, but %u at the end", observer,
                    seat, seen.place[seat], full.place[seat]);
    }
}

static void expect_clean_state(struct play *play, const uint8_t *state, const char *where) {
    const struct fields *f = play->game->fields;
    struct message error = {0};
    PLAY_EXPECT(play, state[f->players_offset] == play->players, "%s: players is %u", where,
                state[f->players_offset]);
    for (size_t i = (size_t)play->players * f->seat_size; i < (size_t)f->seats * f->seat_size; i++)
        PLAY_EXPECT(play, state[f->seats_offset + i] == 0, "%s: %s is %u, but nobody has it", where,
                    member_name(play->game, f->seats_offset + i), state[f->seats_offset + i]);
    PLAY_EXPECT(play, state_check(play->game, state, &error), "%s is refused by check: %s", where,
                error.key);
}

static void expect_sound(struct play *play) {
    _Alignas(8) uint8_t view[STATE_MAX];
    PLAY_EXPECT(play, state_viewer(play->state) == 0, "the full state names a viewer");
    expect_clean_state(play, play->state, "the state");
    expect_sound_lists(play, play->state, "the state");
    expect_sound_result(play, play->state);
    FOR_EACH_OBSERVER (o, play->players) {
        char where[40];
        snprintf(where, sizeof where, "the view of %u", o);
        view_of(play->game, play->state, o, view);
        expect_clean_state(play, view, where);
        expect_sound_lists(play, view, where);
        expect_sound_result(play, view);
        expect_same_result(play, view, o);
    }
}

void games_end_and_lists_are_sound(void **state) {
    play_games(*state, play_scale(150), 0, expect_sound);
}
