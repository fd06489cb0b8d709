/* Property 7: every refusal names a rule, and every text exists in both languages. */
#include "core/text.h"
#include "tests/properties.h"

enum { SENTENCE_MAX = 4000, FAMILIES_MAX = 64 };

/* ---- formatting ---- */

static const char *const names[SEATS_MAX] = {"Ada", "Bo", "Cleo", NULL, "Eve"};

/* The families of things that were named in texts. */
static const struct things *families[FAMILIES_MAX];
static unsigned family_count;

static void note_family(const struct things *things) {
    for (unsigned i = 0; i < family_count; i++)
        if (families[i] == things) return;
    assert_true(family_count < FAMILIES_MAX);
    families[family_count++] = things;
}

static void expect_formats(const struct game *game, struct play *play,
                           const struct message *message, const struct reader *reader) {
    char text[SENTENCE_MAX];
    size_t length = text_format(reader, message, text, sizeof text);
    bool good = length > 0 && length < sizeof text && !strstr(text, "⟨");
    if (good) return;
    print_error("%s, %s: \"%s\"\n", message->key, reader->language == LANGUAGE_DE ? "de" : "en",
                text);
    if (play) play_fail(play, "%s cannot be said", message->key);
    fail_msg("%s: %s cannot be said", game->id, message->key);
}

/* Only collects families of things; formats nothing. */
static bool only_families;

static void note_families(const struct message *message) {
    for (const struct param *p = message->params; p->name; p++)
        if (p->kind == PARAM_THING || p->kind == PARAM_THINGS) note_family(p->things);
}

static void expect_sentence(const struct game *game, struct play *play,
                            const struct message *message) {
    const struct reader readers[] = {
        {.language = LANGUAGE_DE},
        {.language = LANGUAGE_EN},
        {.language = LANGUAGE_DE, .you = SEAT_BIT(0), .names = names},
        {.language = LANGUAGE_EN, .you = SEAT_BIT(1), .names = names},
        {.language = LANGUAGE_DE, .you = SEAT_BIT(0) | SEAT_BIT(1), .names = names},
    };
    note_families(message);
    if (only_families) return;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        expect_formats(game, play, message, &readers[i]);
}

/* ---- why not ---- */

static void expect_reason(struct play *play, unsigned seat, uint16_t action, bool legal) {
    const struct game *game = play->game;
    struct message reason = {0};
    bool refused = game_why_not(game, play->state, seat, action, &reason);
    PLAY_EXPECT(play, refused == !legal, "seat %u, %s: listed as %s, but why_not says %s", seat,
                action_text(game, action), legal ? "legal" : "not legal",
                refused ? reason.key : "that it is legal");
    if (!refused) return;
    PLAY_EXPECT(play, reason.key && *reason.key, "seat %u, %s: a refusal without a reason", seat,
                action_text(game, action));
    for (unsigned language = 0; language < LANGUAGES; language++) {
        const char *text = text_find((enum language)language, reason.key);
        PLAY_EXPECT(play, text && *text, "seat %u, %s: the reason %s is not in the catalogue", seat,
                    action_text(game, action), reason.key);
    }
    struct reader reader = {.language = action % 2 ? LANGUAGE_DE : LANGUAGE_EN,
                            .you = SEAT_BIT(seat)};
    expect_formats(game, play, &reason, &reader);
}

static void try_everything(struct play *play) {
    const struct game *game = play->game;
    for (unsigned seat = 0; seat < play->players; seat++) {
        uint16_t list[LEGAL_MAX];
        unsigned count = game->legal(play->state, seat, list), next = 0;
        for (unsigned action = 0; action < game->notation->actions; action++) {
            bool legal = next < count && list[next] == action;
            next += legal;
            expect_reason(play, seat, (uint16_t)action, legal);
        }
    }
}

void every_refusal_names_a_rule(void **state) {
    const struct game *game = *state;
    unsigned positions = 2000 / game->notation->actions;
    play_games(game, play_scale(30), positions < 3 ? 3 : positions, try_everything);
}

/* ---- all other texts ---- */

static struct play *speaking;

static void say(struct sink *sink, const struct event *event) {
    (void)sink;
    expect_sentence(speaking->game, speaking, &event->message);
}

static void speak(struct play *play) {
    const struct game *game = play->game;
    struct sink sink = {.event = say};
    speaking = play;
    game->describe(play->state, &sink);
    FOR_EACH_OBSERVER (o, play->players) {
        _Alignas(8) uint8_t view[STATE_MAX];
        uint16_t list[LEGAL_MAX];
        struct message message = {0};
        view_of(game, play->state, o, view);
        game->describe(view, &sink);
        unsigned count = o == SPECTATOR ? 0 : game->legal(view, o, list);
        if (count) {
            message = game->ask(view, o);
            expect_sentence(game, play, &message);
        }
        for (unsigned i = 0; i < count; i++) {
            message = game->preview(view, o, list[i]);
            if (message.key) expect_sentence(game, play, &message);
        }
    }
}

static void on_event(struct play *play, unsigned observer, const struct event *event) {
    (void)observer;
    expect_sentence(play->game, play, &event->message);
}

static void expect_entry(const struct game *game, const char *format, const char *a,
                         const char *b) {
    char key[200];
    snprintf(key, sizeof key, format, game->id, a, b);
    for (unsigned language = 0; language < LANGUAGES; language++) {
        const char *text = text_find((enum language)language, key);
        if (!text || !*text) fail_msg("%s is not in the catalogue", key);
    }
}

static void say_actions(const struct game *game) {
    for (unsigned action = 0; action < game->notation->actions; action++) {
        char key[NOTATION_KEY_MAX];
        struct message message;
        notation_sentence(game->notation, game->id, (uint16_t)action, key, &message);
        expect_sentence(game, NULL, &message);
    }
}

void every_sentence_can_be_said(void **state) {
    const struct game *game = *state;
    family_count = 0;
    only_families = false;
    say_actions(game);
    for (unsigned i = 0; i < game->option_count; i++) {
        expect_entry(game, "%s.option.%s", game->options[i].key, "");
        for (unsigned v = 0; v < game->options[i].count && !game->options[i].flag; v++)
            expect_entry(game, "%s.option.%s.%s", game->options[i].key, game->options[i].values[v]);
    }
    for (unsigned i = 0; i < game->part_count; i++)
        expect_entry(game, "%s.score.%s", game->parts[i], "");
    play_games(game, play_scale(20), 10, speak);
    watch_games(game, play_scale(10), on_event);
    for (unsigned i = 0; i < family_count; i++)
        for (unsigned code = 0; code < families[i]->count; code++)
            expect_entry(game, "%s.part.%s.%s", families[i]->type, families[i]->codes[code]);
}

/* ---- the catalogue holds no unused text ---- */

/* If `key` begins with the text and ends or continues at a word boundary, returns the rest ("" or
 * ".acc"), else NULL. */
static const char *after(const char *key, const char *text) {
    size_t length = strlen(text);
    if (strncmp(key, text, length) != 0 || (key[length] && key[length] != '.')) return NULL;
    return key + length;
}

/* Matches TYPE.CODE, optionally with a form. */
static bool names_a_thing(const char *rest) {
    for (unsigned i = 0; i < family_count; i++) {
        const char *code = after(rest, families[i]->type);
        if (!code || !*code) continue;
        for (unsigned c = 0; c < families[i]->count; c++)
            if (after(code + 1, families[i]->codes[c])) return true;
    }
    return false;
}

static bool names_an_action(const struct game *game, const char *whole) {
    for (unsigned action = 0; action < game->notation->actions; action++) {
        char key[NOTATION_KEY_MAX];
        struct message message;
        notation_sentence(game->notation, game->id, (uint16_t)action, key, &message);
        if (strcmp(key, whole) == 0) return true;
    }
    return false;
}

static bool names_an_option(const struct game *game, const char *rest) {
    for (unsigned i = 0; i < game->option_count; i++) {
        const char *value = after(rest, game->options[i].key);
        if (!value) continue;
        if (!*value) return true;
        for (unsigned v = 0; v < game->options[i].count; v++)
            if (strcmp(value + 1, game->options[i].values[v]) == 0) return true;
    }
    return false;
}

static bool names_a_part(const struct game *game, const char *rest) {
    for (unsigned i = 0; i < game->part_count; i++)
        if (strcmp(rest, game->parts[i]) == 0) return true;
    return false;
}

static bool reachable(const struct game *game, const char *key) {
    const char *rest = after(key, game->id), *in;
    if (!rest || !*rest) return true;
    if ((in = after(rest + 1, "part"))) return names_a_thing(in + 1);
    if ((in = after(rest + 1, "action"))) return names_an_action(game, key);
    if ((in = after(rest + 1, "option"))) return names_an_option(game, in + 1);
    if ((in = after(rest + 1, "score"))) return names_a_part(game, in + 1);
    return true; /* tools/messages.py finds the others in the sources */
}

static void note_reasons(struct play *play) {
    for (unsigned action = 0; action < play->game->notation->actions; action++) {
        struct message reason = {0};
        if (game_why_not(play->game, play->state, action % play->players, (uint16_t)action,
                         &reason))
            note_families(&reason);
    }
}

static void note_fields(const struct field *list, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (list[i].things) note_family(list[i].things);
}

void the_catalogue_has_no_dead_names(void **state) {
    const struct game *game = *state;
    unsigned dead = 0;
    family_count = 0;
    only_families = true;
    say_actions(game);
    play_games(game, play_scale(10), 12, speak);
    watch_games(game, play_scale(10), on_event);
    play_games(game, play_scale(10), 2, note_reasons);
    note_fields(game->fields->state, game->fields->state_count);
    note_fields(game->fields->seat, game->fields->seat_count);
    for (unsigned i = 0; i < catalogue_size; i++) {
        if (reachable(game, catalogue[i].key)) continue;
        print_error("%s is never said\n", catalogue[i].key);
        dead++;
    }
    assert_int_equal(dead, 0);
}
