/* Property 4: chance. */
#include "tests/properties.h"

/* ---- every chance step ---- */

/* A draw is what walking through the list gives. */
static void expect_draw_by_list(struct play *play, const struct outcome_list *list) {
    struct outcomes outcomes;
    memset(&outcomes, 0xA5, sizeof outcomes);
    play->game->chance(play->state, &outcomes);
    struct generator a = play->generator, b = a;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t at = generator_below(&a, list->total);
        unsigned i = 0;
        while (at >= list->weights[i]) at -= list->weights[i++];
        uint16_t drawn = outcomes_draw(&outcomes, &b);
        PLAY_EXPECT(play, drawn == list->actions[i], "%s was drawn instead of outcome %u",
                    action_text(play->game, drawn), i);
    }
}

static void expect_sound_outcomes(struct play *play) {
    const struct game *game = play->game;
    if (!(game->to_move(play->state) & CHANCE_BIT)) return;
    struct outcome_list o;
    uint64_t sum = 0;
    memset(&o, 0xA5, sizeof o);
    game_outcomes(game, play->state, &o);
    PLAY_EXPECT(play, o.count > 0 && o.count <= OUTCOMES_MAX, "%u outcomes", o.count);
    PLAY_EXPECT(play, o.stream < STREAMS_MAX, "stream %u", o.stream);
    for (unsigned i = 0; i < o.count; i++) {
        const char *text = action_text(game, o.actions[i]);
        PLAY_EXPECT(play, o.actions[i] < game->notation->actions, "an outcome that is no action");
        PLAY_EXPECT(play, i == 0 || o.actions[i - 1] < o.actions[i],
                    "outcomes are not in order at %s", text);
        PLAY_EXPECT(play, !notation_veiled(game->notation, o.actions[i]), "%s in a full state",
                    text);
        PLAY_EXPECT(play, o.weights[i] > 0, "%s has weight zero", text);
        sum += o.weights[i];
    }
    PLAY_EXPECT(play, sum == o.total, "the weights add up to %llu, not to the total %u",
                (unsigned long long)sum, o.total);
    expect_draw_by_list(play, &o);
    FOR_EACH_OBSERVER (observer, play->players) {
        _Alignas(8) uint8_t view[STATE_MAX];
        struct outcome_list seen;
        memset(&seen, 0xA5, sizeof seen);
        view_of(game, play->state, observer, view);
        PLAY_EXPECT(play, game->to_move(view) == CHANCE_BIT,
                    "observer %u does not see that chance is to move", observer);
        game_outcomes(game, view, &seen);
        PLAY_EXPECT(play, seen.total == 0 && seen.count > 0 && seen.count <= OUTCOMES_MAX,
                    "observer %u: total %u, %u outcomes on its view", observer, seen.total,
                    seen.count);
        for (unsigned i = 0; i < seen.count; i++) {
            PLAY_EXPECT(play, seen.weights[i] == 0, "observer %u: a weight on its view", observer);
            PLAY_EXPECT(play, i == 0 || seen.actions[i - 1] < seen.actions[i],
                        "observer %u: outcomes on its view are not in order", observer);
        }
    }
}

void chance_lists_are_exact(void **state) {
    play_games(*state, play_scale(150), 0, expect_sound_outcomes);
}

/* ---- whole games: drawing on demand equals shuffling first ---- */

/* A stream that draws from one deck of different cards: any two positions hold any two cards with
 * equal probability. */
static const struct deck {
    const char *game;
    unsigned stream, cards;
    const char *first; /* notation of the first card's draw */
} decks[] = {
    {"tallinn", 2, 10, "draw 1"},
    {"template", 0, 8, "draw 1"},
};

enum { DECK_MAX = 10 };

static unsigned play_stream(const struct game *game, const struct deck *deck, uint64_t seed,
                            uint16_t *drawn) {
    struct play play;
    unsigned by, count = 0;
    uint16_t action;
    play_begin(&play, game, 0, seed);
    while (play_choose(&play, &by, &action)) {
        struct outcomes o;
        if (by == BY_CHANCE) {
            game->chance(play.state, &o);
            if (o.stream == deck->stream && count < DECK_MAX) drawn[count++] = action;
        }
        play_apply(&play, by, action, NULL);
    }
    return count;
}

static void expect_uniform(const struct deck *deck, unsigned counts[DECK_MAX][DECK_MAX],
                           unsigned games, const char *which) {
    double expected[DECK_MAX * DECK_MAX] = {0};
    unsigned observed[DECK_MAX * DECK_MAX] = {0};
    for (unsigned a = 0; a < deck->cards; a++)
        for (unsigned b = 0; b < deck->cards; b++) {
            observed[a * DECK_MAX + b] = counts[a][b];
            if (a != b)
                expected[a * DECK_MAX + b] = (double)games / (deck->cards * (deck->cards - 1));
        }
    if (!chi_square_agrees(expected, observed, DECK_MAX * DECK_MAX))
        fail_msg("%s: the %s draws are not distributed as from a shuffled deck", deck->game, which);
}

static void compare_deck(const struct game *game, const struct deck *deck) {
    unsigned next[DECK_MAX][DECK_MAX] = {0}, last[DECK_MAX][DECK_MAX] = {0},
             games = play_scale(2000);
    unsigned first = notation_read(game->notation, deck->first, strlen(deck->first));
    for (unsigned i = 0; i < games; i++) {
        uint16_t drawn[DECK_MAX];
        unsigned count = play_stream(game, deck, i, drawn);
        for (unsigned k = 0; k < count; k++)
            assert_in_range(drawn[k], first, first + deck->cards - 1);
        assert_true(count >= 2);
        next[drawn[0] - first][drawn[1] - first]++;
        last[drawn[0] - first][drawn[count - 1] - first]++;
    }
    expect_uniform(deck, next, games, "first two");
    expect_uniform(deck, last, games, "first and last");
}

static const struct deck *deck_of(const struct game *game) {
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++)
        if (strcmp(decks[i].game, game->id) == 0) return &decks[i];
    return NULL;
}

bool has_a_deck(const struct game *game) {
    return deck_of(game) != NULL;
}

void drawing_late_is_shuffling_first(void **state) {
    compare_deck(*state, deck_of(*state));
}
