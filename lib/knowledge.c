/* What a seat knows: features, a step as an observer sees it, and everything that an observer has
 * learnt in a game. */
#include "lib/internal.h"

#include "core/text.h"

#include <stdio.h>
#include <string.h>

static bool is_observer(unsigned observer, unsigned players) {
    return observer < players || observer == SPECTATOR;
}

int tafelrunde_features(const struct tafelrunde_game *game, const void *state, unsigned seat,
                        int8_t features[TAFELRUNDE_FEATURES_MAX], struct tafelrunde_error *error) {
    const struct game *g = of(game);
    int16_t rows[SEATS_MAX][FEATURES_MAX];
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, g->state_size);
    if (seat == SPECTATOR) return fail_seat(error, state_players(g, state));
    int code = tafelrunde_view(game, view, seat, error);
    if (code || !feature_count(g)) return code;
    g->tuning->features(view, rows);
    for (unsigned i = 0; i < feature_count(g); i++) features[i] = (int8_t)rows[seat][i];
    return TAFELRUNDE_OK;
}

size_t tafelrunde_feature_name(const struct tafelrunde_game *game, unsigned number, char *text,
                               size_t size) {
    struct feature_text whole = {{0}, 0};
    if (feature_count(of(game))) whole = feature_name(of(game)->tuning->feature_names, number);
    if (size) snprintf(text, size, "%s", whole.name);
    return whole.length;
}

unsigned tafelrunde_witness(const struct tafelrunde_game *game, const void *state, unsigned by,
                            unsigned step, unsigned observer) {
    const struct game *g = of(game);
    if (!is_observer(observer, state_players(g, state)) || step >= g->notation->actions)
        return TAFELRUNDE_NONE;
    return g->witness(state, by, (uint16_t)step, observer);
}

/* ---- everything that an observer has learnt ---- */

/* A text that is cut at `size`; `length` is what it needs. */
struct line {
    char *text;
    size_t size, length;
};

static void append(struct line *line, const char *word) {
    size_t length = strlen(word), room = line->length < line->size ? line->size - line->length : 0;
    if (room) snprintf(line->text + line->length, room, "%s", word);
    line->length += length;
}

static void append_setup(struct line *line, const struct game *g, unsigned players,
                         const uint8_t *options, unsigned observer) {
    char word[64];
    snprintf(word, sizeof word, "%s %u", g->id, players);
    append(line, word);
    for (unsigned i = 0; i < g->option_count; i++) {
        unsigned value = options ? options[i] : g->options[i].fallback;
        snprintf(word, sizeof word, " %s=%s", g->options[i].key, g->options[i].values[value]);
        append(line, word);
    }
    snprintf(word, sizeof word, observer == SPECTATOR ? " spectator:" : " seat %u:", observer);
    append(line, word);
}

static void append_step(struct line *line, const struct game *g, unsigned by, uint16_t step) {
    char word[NOTATION_MAX + 16], notation[NOTATION_MAX];
    notation_write(g->notation, step, notation);
    if (by == BY_CHANCE) snprintf(word, sizeof word, " chance %s;", notation);
    else snprintf(word, sizeof word, " %u %s;", by, notation);
    append(line, word);
}

/* Answers to a question that several seats are asked, until the last one is in. A seat may need
 * several steps for its answer. */
struct answers {
    unsigned count;
    struct tafelrunde_move seen[64];
};

/* Notes a step of the history before it is applied: at once, or when the question closes. */
static void note_step(struct line *line, struct answers *answers, const struct game *g,
                      const void *state, struct tafelrunde_move move, unsigned observer) {
    uint16_t seen = g->witness(state, move.by, move.step, observer);
    if (move.by == observer || !game_asks_several(g, state)) append_step(line, g, move.by, seen);
    else if (answers->count < sizeof answers->seen / sizeof answers->seen[0])
        answers->seen[answers->count++] = (struct tafelrunde_move){move.by, seen};
}

int tafelrunde_information_state(const struct tafelrunde_game *game, unsigned players,
                                 const uint8_t *options, const struct tafelrunde_move *history,
                                 size_t moves, unsigned observer, char *text, size_t size,
                                 size_t *length, struct tafelrunde_error *error) {
    const struct game *g = of(game);
    _Alignas(8) uint8_t state[STATE_MAX];
    struct answers answers = {0};
    struct line line = {.text = text, .size = size};
    int code = tafelrunde_setup(game, players, options, state, error);
    if (code) return code;
    if (!is_observer(observer, players)) return fail_seat(error, players);
    append_setup(&line, g, players, options, observer);
    for (size_t i = 0; i < moves; i++) {
        code = tafelrunde_why_not(game, state, history[i].by, history[i].step, error);
        if (code) return code;
        note_step(&line, &answers, g, state, history[i], observer);
        if (!g->apply(state, history[i].by, history[i].step, NULL)) continue;
        for (unsigned a = 0; a < answers.count; a++)
            append_step(&line, g, answers.seen[a].by, answers.seen[a].step);
        answers.count = 0;
    }
    *length = line.length;
    return TAFELRUNDE_OK;
}

/* ---- a position as people read it ---- */

struct text_sink {
    struct sink sink;
    struct reader reader;
    struct line line;
};

static void write_event(struct sink *sink, const struct event *event) {
    struct text_sink *out = (struct text_sink *)sink;
    char sentence[512];
    text_format(&out->reader, &event->message, sentence, sizeof sentence);
    append(&out->line, event->apart ? "" : "  ");
    append(&out->line, sentence);
    append(&out->line, "\n");
}

size_t tafelrunde_text(const struct tafelrunde_game *game, const void *state, int language,
                       char *text, size_t size) {
    unsigned viewer = state_viewer(state);
    struct text_sink out = {
        .sink = {write_event},
        .reader = {.language = language == TAFELRUNDE_DE ? LANGUAGE_DE : LANGUAGE_EN,
                   .you = viewer && viewer <= SEATS_MAX ? SEAT_BIT(viewer - 1) : 0},
        .line = {.text = text, .size = size},
    };
    if (size) text[0] = 0;
    of(game)->describe(state, &out.sink);
    return out.line.length;
}
