/* The inputs of nets: small numbers, all set, that depend only on what the seat may know. */
#include "tests/properties.h"

#include "core/tuning.h"

enum { GAMES = 100 };

bool has_features(const struct game *game) {
    return feature_count(game) > 0;
}

/* Computes the inputs of a position whose question nobody has answered yet; false if nets are not
 * asked here. */
static bool net_inputs(const struct game *game, const void *state,
                       int16_t rows[SEATS_MAX][FEATURES_MAX]) {
    unsigned to_move = game->to_move(state);
    if (!to_move || to_move & CHANCE_BIT || to_move != game->asked(state)) return false;
    memset(rows, 0x55, SEATS_MAX * sizeof *rows); /* detects values that are not set */
    game->tuning->features(state, rows);
    return true;
}

static void expect_features(struct play *play) {
    const struct game *game = play->game;
    int16_t inputs[SEATS_MAX][FEATURES_MAX], again[SEATS_MAX][FEATURES_MAX];
    if (!net_inputs(game, play->state, inputs)) return;
    for (unsigned seat = 0; seat < play->players; seat++) {
        _Alignas(8) uint8_t determinised[STATE_MAX];
        view_of(game, play->state, seat, determinised);
        game->determinise(determinised, &play->generator);
        PLAY_EXPECT(play, net_inputs(game, determinised, again),
                    "seat %u is not asked in a position that it thinks possible", seat);
        for (unsigned i = 0; i < feature_count(game); i++) {
            struct feature_text name = feature_name(game->tuning->feature_names, i);
            PLAY_EXPECT(play, inputs[seat][i] >= INT8_MIN && inputs[seat][i] <= INT8_MAX,
                        "seat %u: %s is %d", seat, name.name, inputs[seat][i]);
            PLAY_EXPECT(play, inputs[seat][i] == again[seat][i],
                        "seat %u: %s is %d, and %d where only what is hidden differs", seat,
                        name.name, inputs[seat][i], again[seat][i]);
        }
    }
}

void a_net_is_told_small_numbers_that_its_seat_may_know(void **state) {
    play_games(*state, play_scale(GAMES), 0, expect_features);
}

void every_feature_has_a_name_of_its_own(void **state) {
    const struct game *game = *state;
    const struct feature *names = game->tuning->feature_names;
    struct feature_text seen[FEATURES_MAX];
    for (unsigned i = 0; i < feature_count(game); i++) {
        seen[i] = feature_name(names, i);
        assert_in_range(seen[i].length, 1, FEATURE_NAME_MAX - 2); /* not cut */
        for (unsigned other = 0; other < i; other++)
            assert_string_not_equal(seen[i].name, seen[other].name);
    }
    assert_string_equal(feature_name(names, feature_count(game)).name, "");
}
