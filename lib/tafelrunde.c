/* The library (see tafelrunde.h): checks around struct game, so that no input of a caller
 * reaches the rules unchecked, and random play in bulk. Reasons become sentences here, because a
 * message may point into memory of the function that made it. */
#include "lib/internal.h"

#include "core/blake2b.h"
#include "core/describe.h"
#include "core/text.h"
#include "games/registry.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static_assert((int)TAFELRUNDE_SEATS_MAX == (int)SEATS_MAX &&
                  (int)TAFELRUNDE_SPECTATOR == (int)SPECTATOR &&
                  (int)TAFELRUNDE_CHANCE == (int)BY_CHANCE &&
                  (int)TAFELRUNDE_LEGAL_MAX == (int)LEGAL_MAX &&
                  (int)TAFELRUNDE_OUTCOMES_MAX == (int)OUTCOMES_MAX &&
                  (int)TAFELRUNDE_OPTIONS_MAX == (int)OPTIONS_MAX &&
                  (int)TAFELRUNDE_TOKENS_MAX == 1 + (int)NOTATION_PARTS_MAX &&
                  (int)TAFELRUNDE_PARTS_MAX == (int)RESULT_PARTS_MAX &&
                  (int)TAFELRUNDE_NONE == (int)NOTATION_NONE &&
                  (int)TAFELRUNDE_DE == (int)LANGUAGE_DE && (int)TAFELRUNDE_EN == (int)LANGUAGE_EN,
              "the header repeats numbers of core/, so that it needs no other");
static_assert(sizeof(struct tafelrunde_result) == sizeof(struct result) &&
                  offsetof(struct tafelrunde_result, place) == offsetof(struct result, place) &&
                  offsetof(struct tafelrunde_result, parts) == offsetof(struct result, parts),
              "results are handed on as they are");

int fail(struct tafelrunde_error *error, int code, unsigned by, const struct message *reason) {
    if (!error) return code;
    error->code = code;
    snprintf(error->key, sizeof error->key, "%s", reason->key);
    for (unsigned language = 0; language < LANGUAGES; language++) {
        struct reader reader = {.language = (enum language)language,
                                .you = by < SEATS_MAX ? SEAT_BIT(by) : 0};
        text_format(&reader, reason, error->text[language], sizeof error->text[language]);
    }
    return code;
}

int fail_seat(struct tafelrunde_error *error, unsigned players) {
    return fail(error, TAFELRUNDE_BAD_SEAT, NOBODY,
                &MESSAGE("error.match.seat", NUMBER("players", players)));
}

/* Adds a word to a list "a, b, c", as long as there is room. */
static void add_word(char *list, size_t size, const char *word) {
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

int tafelrunde_misuse(int code, const char *what, const char *wanted,
                      struct tafelrunde_error *error) {
    char known[256] = "";
    for (unsigned i = 0; i < games_count; i++) add_word(known, sizeof known, games[i]->id);
    struct param param = TEXT("what", what, strlen(what));
    switch (code) {
    case TAFELRUNDE_BAD_GAME:
        return fail(error, code, NOBODY,
                    &MESSAGE("library.error.game", param, TEXT("known", known, strlen(known))));
    case TAFELRUNDE_BAD_THREADS:
        return fail(
            error, code, NOBODY,
            &MESSAGE("library.error.threads", param, NUMBER("most", TAFELRUNDE_THREADS_MAX)));
    case TAFELRUNDE_NOT_RESET: return fail(error, code, NOBODY, &MESSAGE("library.error.reset"));
    case TAFELRUNDE_BAD_STEP:
        return fail(error, code, NOBODY, &MESSAGE("library.error.notation", param));
    default:
        return fail(error, TAFELRUNDE_BAD_TYPE, NOBODY,
                    &MESSAGE("library.error.type", param, TEXT("wanted", wanted, strlen(wanted))));
    }
}

/* ---- games ---- */

unsigned tafelrunde_abi(void) {
    return TAFELRUNDE_ABI;
}

const char *tafelrunde_version(void) {
    return TAFELRUNDE_BUILD;
}

unsigned tafelrunde_games(void) {
    return games_count;
}

const struct tafelrunde_game *tafelrunde_game(unsigned i) {
    return i < games_count ? (const struct tafelrunde_game *)games[i] : NULL;
}

const struct tafelrunde_game *tafelrunde_find(const char *id) {
    return (const struct tafelrunde_game *)games_find(id, strlen(id));
}

void tafelrunde_info(const struct tafelrunde_game *game, struct tafelrunde_info *info) {
    const struct game *g = of(game);
    struct game_extent extent = game_extent(g);
    *info = (struct tafelrunde_info){
        .id = g->id,
        .name = g->name,
        .rules = g->rules,
        .players_min = g->players_min,
        .players_max = g->players_max,
        .options = g->option_count,
        .parts = g->part_count,
        .actions = g->notation->actions,
        .seat_actions = extent.seat_actions,
        .chance_first = extent.chance_first,
        .chance_end = extent.chance_end,
        .outcomes_max = OUTCOMES_MAX,
        .features = feature_count(g),
        .steps_max = g->steps_max,
        .utility_min = -1,
        .utility_max = 1,
        .utility_sum = 0,
    };
    game_components_hash(g, info->components);
}

bool tafelrunde_option(const struct tafelrunde_game *game, unsigned i,
                       struct tafelrunde_option *option) {
    if (i >= of(game)->option_count) return false;
    const struct option *o = &of(game)->options[i];
    *option = (struct tafelrunde_option){.key = o->key,
                                         .values = o->values,
                                         .count = o->count,
                                         .fallback = o->fallback,
                                         .flag = o->flag};
    return true;
}

const char *tafelrunde_part(const struct tafelrunde_game *game, unsigned i) {
    return i < of(game)->part_count ? of(game)->parts[i] : NULL;
}

/* Ends a JSON text by zero, cut at `size`; returns the length that it needs. */
static size_t end_text(const struct json_out *out, char *text, size_t size) {
    if (size) text[out->length < size ? out->length : size - 1] = 0;
    return out->length;
}

size_t tafelrunde_describe(const struct tafelrunde_game *game, char *text, size_t size) {
    struct json_out out;
    json_begin(&out, text, size);
    json_object(&out, NULL);
    game_describe(of(game), &out);
    json_object_end(&out);
    return end_text(&out, text, size);
}

void tafelrunde_defaults(const struct tafelrunde_game *game,
                         uint8_t options[TAFELRUNDE_OPTIONS_MAX]) {
    memset(options, 0, TAFELRUNDE_OPTIONS_MAX);
    for (unsigned i = 0; i < of(game)->option_count; i++)
        options[i] = of(game)->options[i].fallback;
}

static int fail_no_option(struct tafelrunde_error *error, const struct game *g, const char *key) {
    char known[128] = "";
    for (unsigned i = 0; i < g->option_count; i++) add_word(known, sizeof known, g->options[i].key);
    return fail(error, TAFELRUNDE_BAD_OPTION, NOBODY,
                &MESSAGE("library.error.option", TEXT("key", key, strlen(key)),
                         NUMBER("count", g->option_count), TEXT("known", known, strlen(known))));
}

static int fail_value(struct tafelrunde_error *error, const struct option *option,
                      const char *value) {
    char known[128] = "";
    for (unsigned i = 0; i < option->count; i++) add_word(known, sizeof known, option->values[i]);
    return fail(error, TAFELRUNDE_BAD_OPTION, NOBODY,
                &MESSAGE("library.error.value", TEXT("key", option->key, strlen(option->key)),
                         TEXT("value", value, strlen(value)), TEXT("known", known, strlen(known))));
}

int tafelrunde_choose(const struct tafelrunde_game *game, const char *key, const char *value,
                      uint8_t options[TAFELRUNDE_OPTIONS_MAX], struct tafelrunde_error *error) {
    for (unsigned i = 0; i < of(game)->option_count; i++) {
        const struct option *option = &of(game)->options[i];
        if (strcmp(option->key, key) != 0) continue;
        for (unsigned v = 0; v < option->count; v++)
            if (strcmp(option->values[v], value) == 0) {
                options[i] = (uint8_t)v;
                return TAFELRUNDE_OK;
            }
        return fail_value(error, option, value);
    }
    return fail_no_option(error, of(game), key);
}

/* ---- positions ---- */

size_t tafelrunde_state_size(const struct tafelrunde_game *game) {
    return of(game)->state_size;
}

int check_setup(const struct game *g, unsigned players, const uint8_t *options,
                struct tafelrunde_error *error) {
    if (players < g->players_min || players > g->players_max)
        return fail(error, TAFELRUNDE_BAD_PLAYERS, NOBODY,
                    &MESSAGE("error.record.players", NUMBER("min", g->players_min),
                             NUMBER("max", g->players_max)));
    for (unsigned i = 0; options && i < g->option_count; i++)
        if (options[i] >= g->options[i].count) return fail_value(error, &g->options[i], "?");
    return TAFELRUNDE_OK;
}

int tafelrunde_setup(const struct tafelrunde_game *game, unsigned players, const uint8_t *options,
                     void *state, struct tafelrunde_error *error) {
    uint8_t defaults[OPTIONS_MAX];
    int code = check_setup(of(game), players, options, error);
    if (code) return code;
    tafelrunde_defaults(game, defaults);
    of(game)->setup(state, players, options ? options : defaults);
    return TAFELRUNDE_OK;
}

unsigned tafelrunde_players(const struct tafelrunde_game *game, const void *state) {
    return state_players(of(game), state);
}

int tafelrunde_viewer(const void *state) {
    return (int)state_viewer(state) - 1;
}

uint64_t tafelrunde_hash(const struct tafelrunde_game *game, const void *state) {
    return state_hash(of(game), state);
}

size_t tafelrunde_write_json(const struct tafelrunde_game *game, const void *state, char *text,
                             size_t size) {
    struct json_out out;
    json_begin(&out, text, size);
    state_write(of(game), state, &out, NULL);
    return end_text(&out, text, size);
}

int tafelrunde_read_json(const struct tafelrunde_game *game, const char *text, size_t length,
                         void *state, struct tafelrunde_error *error) {
    _Alignas(8) uint8_t read[STATE_MAX];
    struct json value;
    struct message why;
    size_t where;
    switch (json_parse(text, length, &value, &where)) {
    case JSON_OK: break;
    case JSON_CUT_OFF:
        return fail(error, TAFELRUNDE_BAD_JSON, NOBODY,
                    &MESSAGE("error.json.cut_off", NUMBER("where", where)));
    default:
        return fail(error, TAFELRUNDE_BAD_JSON, NOBODY,
                    &MESSAGE("error.json.syntax", NUMBER("where", where)));
    }
    if (!state_read(of(game), value, read, &why))
        return fail(error, TAFELRUNDE_BAD_JSON, NOBODY, &why);
    memcpy(state, read, of(game)->state_size);
    return TAFELRUNDE_OK;
}

/* ---- steps ---- */

unsigned tafelrunde_to_move(const struct tafelrunde_game *game, const void *state) {
    return of(game)->to_move(state);
}

unsigned tafelrunde_asked(const struct tafelrunde_game *game, const void *state) {
    return of(game)->asked(state);
}

unsigned tafelrunde_legal(const struct tafelrunde_game *game, const void *state, unsigned seat,
                          uint16_t *list, unsigned size) {
    uint16_t all[LEGAL_MAX];
    if (seat >= tafelrunde_players(game, state)) return 0;
    if (size >= LEGAL_MAX) return of(game)->legal(state, seat, list);
    unsigned count = of(game)->legal(state, seat, all);
    if (size) memcpy(list, all, (count < size ? count : size) * sizeof list[0]);
    return count;
}

unsigned tafelrunde_outcomes(const struct tafelrunde_game *game, const void *state, uint16_t *list,
                             uint32_t *weights, unsigned size, unsigned *stream) {
    struct outcome_list outcomes;
    if (!(of(game)->to_move(state) & CHANCE_BIT)) return 0;
    game_outcomes(of(game), state, &outcomes);
    unsigned fit = outcomes.count < size ? outcomes.count : size;
    if (fit) memcpy(list, outcomes.actions, fit * sizeof list[0]);
    if (weights && fit) memcpy(weights, outcomes.weights, fit * sizeof weights[0]);
    if (stream) *stream = outcomes.stream;
    return outcomes.count;
}

/* Why this is no possible draw: somebody else is to move, or it is none of the outcomes. */
static int why_not_chance(const struct game *g, const void *state, uint16_t step,
                          struct tafelrunde_error *error) {
    unsigned to_move = g->to_move(state);
    if (game_allows(g, state, BY_CHANCE, step)) return TAFELRUNDE_OK;
    if (to_move == 0)
        return fail(error, TAFELRUNDE_ILLEGAL, NOBODY, &MESSAGE("common.whynot.over"));
    return fail(error, TAFELRUNDE_ILLEGAL, NOBODY, &MESSAGE("error.record.outcome"));
}

int tafelrunde_why_not(const struct tafelrunde_game *game, const void *state, unsigned by,
                       unsigned step, struct tafelrunde_error *error) {
    const struct game *g = of(game);
    struct message why;
    if (by != BY_CHANCE && by >= tafelrunde_players(game, state))
        return fail_seat(error, tafelrunde_players(game, state));
    if (step >= g->notation->actions)
        return fail(error, TAFELRUNDE_BAD_STEP, NOBODY,
                    &MESSAGE("library.error.step", NUMBER("actions", g->notation->actions)));
    if (by == BY_CHANCE) return why_not_chance(g, state, (uint16_t)step, error);
    if (game_allows(g, state, by, (uint16_t)step)) return TAFELRUNDE_OK;
    if (!game_why_not(g, state, by, (uint16_t)step, &why))
        why = MESSAGE("common.whynot.not_to_move");
    return fail(error, TAFELRUNDE_ILLEGAL, by, &why);
}

int tafelrunde_apply(const struct tafelrunde_game *game, void *state, unsigned by, unsigned step,
                     struct tafelrunde_error *error) {
    int code = tafelrunde_why_not(game, state, by, step, error);
    if (code == TAFELRUNDE_OK) tafelrunde_apply_listed(game, state, by, step);
    return code;
}

void tafelrunde_apply_listed(const struct tafelrunde_game *game, void *state, unsigned by,
                             unsigned step) {
    of(game)->apply(state, by, (uint16_t)step, NULL);
}

/* ---- steps as text ---- */

size_t tafelrunde_notation(const struct tafelrunde_game *game, unsigned step, char *text,
                           size_t size) {
    char whole[NOTATION_MAX] = "";
    size_t length = step < of(game)->notation->actions
                        ? notation_write(of(game)->notation, (uint16_t)step, whole)
                        : 0;
    if (size) snprintf(text, size, "%s", whole);
    return length;
}

unsigned tafelrunde_step(const struct tafelrunde_game *game, const char *notation) {
    return notation_read(of(game)->notation, notation, strlen(notation));
}

unsigned tafelrunde_tokens(const struct tafelrunde_game *game, unsigned step,
                           struct tafelrunde_token tokens[TAFELRUNDE_TOKENS_MAX]) {
    if (step >= of(game)->notation->actions) return 0;
    struct notation_action split = notation_split(of(game)->notation, (uint16_t)step);
    unsigned count = 0;
    tokens[count++] = (struct tafelrunde_token){"verb", split.verb->word};
    for (unsigned i = 0; i < NOTATION_PARTS_MAX && split.verb->parts[i].things; i++) {
        const struct things *things = split.verb->parts[i].things;
        if (split.values[i] != THINGS_NONE)
            tokens[count++] =
                (struct tafelrunde_token){things->type, things->codes[split.values[i]]};
    }
    return count;
}

size_t tafelrunde_sentence(const struct tafelrunde_game *game, unsigned step, int language,
                           char *text, size_t size) {
    struct reader reader = {.language = language == TAFELRUNDE_DE ? LANGUAGE_DE : LANGUAGE_EN};
    char key[NOTATION_KEY_MAX];
    struct message message;
    if (size) text[0] = 0;
    if (step >= of(game)->notation->actions) return 0;
    notation_sentence(of(game)->notation, of(game)->id, (uint16_t)step, key, &message);
    return text_format(&reader, &message, text, size);
}

/* ---- knowledge ---- */

int tafelrunde_view(const struct tafelrunde_game *game, void *state, unsigned observer,
                    struct tafelrunde_error *error) {
    unsigned players = tafelrunde_players(game, state), viewer = state_viewer(state);
    if (observer != SPECTATOR && observer >= players) return fail_seat(error, players);
    if (viewer && viewer != observer + 1 && observer != SPECTATOR)
        return fail(error, TAFELRUNDE_BAD_VIEW, NOBODY, &MESSAGE("library.error.view"));
    of(game)->view(state, observer);
    return TAFELRUNDE_OK;
}

void tafelrunde_determinise(const struct tafelrunde_game *game, void *state, uint64_t seed) {
    struct generator generator;
    if (!state_viewer(state)) return;
    generator_seed(&generator, seed);
    of(game)->determinise(state, &generator);
}

/* ---- results and random play ---- */

void tafelrunde_result(const struct tafelrunde_game *game, const void *state,
                       struct tafelrunde_result *result) {
    struct result r;
    memset(&r, 0, sizeof r);
    of(game)->result(state, &r);
    memcpy(result, &r, sizeof r);
}

void utility_of(const struct result *result, unsigned players, double utility[SEATS_MAX]) {
    for (unsigned a = 0; a < players; a++) {
        int better = 0;
        for (unsigned b = 0; b < players; b++)
            better += (result->place[b] > result->place[a]) - (result->place[b] < result->place[a]);
        utility[a] = (double)better / (players - 1);
    }
}

void tafelrunde_utility(const struct tafelrunde_game *game, const void *state,
                        double utility[TAFELRUNDE_SEATS_MAX]) {
    struct result result;
    memset(utility, 0, TAFELRUNDE_SEATS_MAX * sizeof utility[0]);
    if (of(game)->to_move(state)) return;
    of(game)->result(state, &result);
    utility_of(&result, tafelrunde_players(game, state), utility);
}

/* Plays to the end; returns the number of decisions by seats. */
static uint32_t play(const struct game *g, void *state, struct generator *generator) {
    uint16_t list[LEGAL_MAX];
    struct outcomes outcomes;
    uint32_t decisions = 0;
    for (unsigned to_move; (to_move = g->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            g->chance(state, &outcomes);
            g->apply(state, BY_CHANCE, outcomes_draw(&outcomes, generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move), count = g->legal(state, seat, list);
        g->apply(state, seat, list[count == 1 ? 0 : generator_below(generator, count)], NULL);
        decisions++;
    }
    return decisions;
}

void tafelrunde_playouts_from(const struct tafelrunde_game *game, const void *state, uint64_t seed,
                              size_t games_wanted, const struct tafelrunde_tally *tally) {
    const struct game *g = of(game);
    unsigned players = tafelrunde_players(game, state);
    _Alignas(64) uint8_t copy[STATE_MAX];
    struct generator generator;
    struct result result;
    for (size_t i = 0; i < games_wanted; i++) {
        memcpy(copy, state, g->state_size);
        generator_seed(&generator, seed + i);
        if (state_viewer(copy)) g->determinise(copy, &generator);
        uint32_t decisions = play(g, copy, &generator);
        g->result(copy, &result);
        if (tally->scores)
            memcpy(tally->scores + i * players, result.score, players * sizeof result.score[0]);
        if (tally->places)
            memcpy(tally->places + i * players, result.place, players * sizeof result.place[0]);
        if (tally->decisions) tally->decisions[i] = decisions;
    }
}

int tafelrunde_playouts(const struct tafelrunde_game *game, unsigned players,
                        const uint8_t *options, uint64_t seed, size_t games_wanted,
                        const struct tafelrunde_tally *tally, struct tafelrunde_error *error) {
    _Alignas(64) uint8_t state[STATE_MAX];
    int code = tafelrunde_setup(game, players, options, state, error);
    if (code == TAFELRUNDE_OK) tafelrunde_playouts_from(game, state, seed, games_wanted, tally);
    return code;
}

void tafelrunde_blake2b(const void *bytes, size_t length, uint8_t hash[32]) {
    blake2b_hash(bytes, length, hash);
}
