/* Plays random games for the property tests and reports failures. */
#include "tests/properties.h"

unsigned play_scale(unsigned count) {
    return getenv("TAFELRUNDE_LONG") ? 10 * count : count;
}

/* ---- configurations ---- */

enum { OPTION_SETS_MAX = 8 };

static unsigned option_sets(const struct game *game) {
    unsigned sets = 1;
    for (unsigned i = 0; i < game->option_count; i++) sets *= game->options[i].count;
    return sets;
}

unsigned play_configs(const struct game *game) {
    unsigned sets = option_sets(game);
    return (game->players_max - game->players_min + 1u) *
           (sets < OPTION_SETS_MAX ? sets : OPTION_SETS_MAX);
}

/* With too many combinations each game takes a random one. */
static void choose_options(struct play *play, unsigned set) {
    const struct game *game = play->game;
    unsigned sets = option_sets(game);
    if (sets > OPTION_SETS_MAX) set = generator_below(&play->generator, sets);
    for (unsigned i = 0; i < game->option_count; i++) {
        play->options[i] = (uint8_t)(set % game->options[i].count);
        set /= game->options[i].count;
    }
}

/* ---- playing ---- */

void play_begin(struct play *play, const struct game *game, unsigned config, uint64_t seed) {
    unsigned counts = game->players_max - game->players_min + 1u;
    memset(play, 0, sizeof *play);
    play->game = game;
    play->seed = seed;
    generator_seed(&play->generator, seed * 1000003 + config);
    play->players = game->players_min + config % counts;
    choose_options(play, config / counts % OPTION_SETS_MAX);
    memset(play->state, 0xA5, sizeof play->state); /* setup must not rely on zeros */
    game->setup(play->state, play->players, play->options);
}

bool play_choose(struct play *play, unsigned *by, uint16_t *action) {
    const struct game *game = play->game;
    unsigned to_move = game->to_move(play->state);
    if (to_move == 0) return false;
    if (to_move & CHANCE_BIT) {
        struct outcomes outcomes;
        game->chance(play->state, &outcomes);
        PLAY_EXPECT(play, outcomes.total > 0, "a chance step without outcomes");
        *by = BY_CHANCE;
        *action = outcomes_draw(&outcomes, &play->generator);
        return true;
    }
    do *by = generator_below(&play->generator, SEATS_MAX);
    while (!(to_move & SEAT_BIT(*by)));
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(play->state, *by, list);
    PLAY_EXPECT(play, count > 0, "seat %u is to move but has no legal action", *by);
    *action = list[generator_below(&play->generator, count)];
    return true;
}

bool play_apply(struct play *play, unsigned by, uint16_t action, struct sink *sink) {
    char step[NOTATION_MAX + 16];
    int length = by == BY_CHANCE
                     ? snprintf(step, sizeof step, "chance %s; ", action_text(play->game, action))
                     : snprintf(step, sizeof step, "%u %s; ", by, action_text(play->game, action));
    /* the latest steps are enough */
    if (play->log_length + (size_t)length >= PLAY_LOG) play->log_length = 0;
    memcpy(play->log + play->log_length, step, (size_t)length + 1);
    play->log_length += (size_t)length;
    play->step++;
    PLAY_EXPECT(play, play->step <= play->game->steps_max, "not over after steps_max = %u steps",
                play->game->steps_max);
    return play->game->apply(play->state, by, action, sink);
}

static unsigned play_length(const struct game *game, unsigned config, uint64_t seed) {
    struct play play;
    unsigned by;
    uint16_t action;
    play_begin(&play, game, config, seed);
    while (play_choose(&play, &by, &action)) play_apply(&play, by, action, NULL);
    return play.step + 1;
}

void play_games(const struct game *game, unsigned games, unsigned positions,
                visit_function *visit) {
    unsigned configs = play_configs(game);
    if (games < configs) games = configs;
    for (unsigned i = 0; i < games; i++) {
        struct play play;
        struct generator which;
        unsigned by, length = positions ? play_length(game, i % configs, i) : 1;
        uint16_t action;
        generator_seed(&which, i + 77);
        play_begin(&play, game, i % configs, i);
        for (;;) {
            if (positions == 0 || generator_below(&which, length) < positions) visit(&play);
            if (!play_choose(&play, &by, &action)) break;
            play_apply(&play, by, action, NULL);
        }
    }
}

/* ---- reports ---- */

void play_fail(struct play *play, const char *format, ...) {
    char text[1000], json[JSON_TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    print_error("%s: %s\n", play->game->id, text);
    print_error("  %u players, options", play->players);
    for (unsigned i = 0; i < play->game->option_count; i++)
        print_error(" %s=%s", play->game->options[i].key,
                    play->game->options[i].values[play->options[i]]);
    print_error(", seed %llu, step %u\n  steps: %s\n", (unsigned long long)play->seed, play->step,
                play->log);
    state_text(play->game, play->state, json);
    print_error("  state: %s\n", json);
    fail();
    abort();
}

const char *action_text(const struct game *game, uint16_t action) {
    static char texts[4][NOTATION_MAX];
    static unsigned next;
    char *text = texts[next++ % 4];
    if (action >= game->notation->actions) snprintf(text, NOTATION_MAX, "(no action: %u)", action);
    else notation_write(game->notation, action, text);
    return text;
}

void view_of(const struct game *game, const void *state, unsigned observer, void *view) {
    memcpy(view, state, game->state_size);
    game->view(view, observer);
}

static bool within(const struct field *field, size_t base, size_t byte) {
    return byte >= base + field->offset &&
           byte < base + field->offset + (size_t)field->size * field->count;
}

const char *member_name(const struct game *game, size_t byte) {
    static char name[80];
    const struct fields *f = game->fields;
    for (unsigned i = 0; i < f->state_count; i++)
        if (within(&f->state[i], 0, byte)) return f->state[i].name;
    for (unsigned seat = 0; seat < f->seats; seat++)
        for (unsigned i = 0; i < f->seat_count; i++)
            if (within(&f->seat[i], f->seats_offset + (size_t)seat * f->seat_size, byte)) {
                snprintf(name, sizeof name, "%s of seat %u",
                         f->seat[i].name ? f->seat[i].name : "spare", seat);
                return name;
            }
    return "no member";
}

const char *state_difference(const struct game *game, const void *a, const void *b) {
    static char text[160];
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < game->state_size; i++) {
        if (x[i] == y[i]) continue;
        snprintf(text, sizeof text, "%s: %u and %u", member_name(game, i), x[i], y[i]);
        return text;
    }
    return NULL;
}

size_t state_text(const struct game *game, const void *state, char *text) {
    struct json_out out;
    json_begin(&out, text, JSON_TEXT_MAX - 1);
    state_write(game, state, &out, NULL);
    assert_true(out.length <= out.size);
    text[out.length] = 0;
    return out.length;
}

/* ---- messages and events ---- */

static bool param_same(const struct param *a, const struct param *b) {
    if (strcmp(a->name, b->name) != 0 || a->kind != b->kind) return false;
    switch (a->kind) {
    case PARAM_NUMBER:
    case PARAM_SEAT: return a->number == b->number;
    case PARAM_THING: return a->things == b->things && a->number == b->number;
    case PARAM_THINGS: return a->things == b->things && a->mask == b->mask;
    case PARAM_TEXT: return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
    }
    return false;
}

bool message_same(const struct message *a, const struct message *b) {
    if (strcmp(a->key, b->key) != 0) return false;
    const struct param *p = a->params, *q = b->params;
    for (; p->name && q->name; p++, q++)
        if (!param_same(p, q)) return false;
    return !p->name && !q->name;
}

static void keep(struct sink *sink, const struct event *event) {
    struct event_log *log = (struct event_log *)sink;
    assert_true(log->count < EVENT_LOG_MAX);
    log->events[log->count++] = *event;
}

void event_log_begin(struct event_log *log) {
    log->sink.event = keep;
    log->count = 0;
}

/* P(X ≥ k + 2 √(k x) + 2 x) ≤ e^−x for chi-square with k degrees of freedom (Laurent and
 * Massart); x = 16. */
bool chi_square_agrees(const double *expected, const unsigned *observed, unsigned cells) {
    const double x = 16, enough = 5;
    double sum = 0, rest_expected = 0, rest_observed = 0;
    unsigned used = 0;
    for (unsigned i = 0; i < cells; i++) {
        double difference = observed[i] - expected[i];
        if (expected[i] <= 0 && observed[i] > 0) return false;
        if (expected[i] >= enough) {
            sum += difference * difference / expected[i];
            used++;
        } else {
            rest_expected += expected[i];
            rest_observed += observed[i];
        }
    }
    if (rest_expected >= enough) {
        sum += (rest_observed - rest_expected) * (rest_observed - rest_expected) / rest_expected;
        used++;
    } else if (rest_observed > rest_expected + 30) {
        return false;
    }
    double free = used > 1 ? used - 1 : 1, beyond = sum - free - 2 * x;
    return beyond <= 0 || beyond * beyond <= 4 * free * x;
}
