#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void keep(struct sink *sink, const struct event *event) {
    struct table *t = (struct table *)sink;
    if (t->event_count < TABLE_EVENTS_MAX) t->events[t->event_count++] = *event;
}

static void set_option(const struct game *game, const char *word, uint8_t *values) {
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option *option = &game->options[i];
        size_t length = strlen(option->key);
        if (strncmp(word, option->key, length) != 0 || word[length] != '=') continue;
        for (unsigned v = 0; v < option->count; v++)
            if (strcmp(option->values[v], word + length + 1) == 0) {
                values[i] = (uint8_t)v;
                return;
            }
    }
    fail_msg("no such option: %s", word);
}

void table_open(struct table *t, const struct game *game, unsigned players, const char *options) {
    uint8_t values[OPTIONS_MAX];
    char copy[200], *save = NULL;
    memset(t, 0, sizeof *t);
    t->sink.event = keep;
    t->game = game;
    for (unsigned i = 0; i < game->option_count; i++) values[i] = game->options[i].fallback;
    snprintf(copy, sizeof copy, "%s", options);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        set_option(game, word, values);
    game->setup(t->state, players, values);
}

static uint16_t read_action(struct table *t, const char *text) {
    uint16_t action = notation_read(t->game->notation, text, strlen(text));
    if (action == NOTATION_NONE) fail_msg("no such notation: %s", text);
    return action;
}

void steps(struct table *t, const char *list) {
    char *copy = strdup(list), *save = NULL;
    t->event_count = 0;
    for (char *step = strtok_r(copy, ";", &save); step; step = strtok_r(NULL, ";", &save)) {
        while (*step == ' ') step++;
        char *text = strchr(step, ' ');
        if (!text) fail_msg("not a step: %s", step);
        *text++ = 0;
        unsigned by = strcmp(step, "chance") == 0 ? BY_CHANCE : (unsigned)atoi(step);
        uint16_t action = read_action(t, text);
        if (!game_allows(t->game, t->state, by, action)) fail_msg("not legal: %s %s", step, text);
        t->game->apply(t->state, by, action, &t->sink);
    }
    free(copy);
}

void play_until(struct table *t, uint64_t seed, bool (*until)(const void *state)) {
    struct generator g;
    generator_seed(&g, seed);
    for (unsigned step = 0; !until(t->state); step++) {
        unsigned to_move = t->game->to_move(t->state);
        if (to_move == 0 || step > t->game->steps_max) fail_msg("it did not come to that");
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            t->game->chance(t->state, &outcomes);
            t->game->apply(t->state, BY_CHANCE, outcomes_draw(&outcomes, &g), NULL);
        } else {
            unsigned seat = (unsigned)__builtin_ctz(to_move);
            uint16_t legal[LEGAL_MAX];
            unsigned count = t->game->legal(t->state, seat, legal);
            t->game->apply(t->state, seat, legal[generator_below(&g, count)], NULL);
        }
    }
}

void expect_legal(struct table *t, unsigned seat, const char *list) {
    uint16_t legal[LEGAL_MAX];
    char *found = calloc(LEGAL_MAX, NOTATION_MAX + 2), *end = found;
    unsigned count = t->game->legal(t->state, seat, legal);
    for (unsigned i = 0; i < count; i++) {
        if (i) end = stpcpy(end, ", ");
        end += notation_write(t->game->notation, legal[i], end);
    }
    assert_string_equal(found, list);
    free(found);
}

bool is_legal(struct table *t, unsigned seat, const char *action) {
    return game_allows(t->game, t->state, seat, read_action(t, action));
}

void expect_can(struct table *t, unsigned seat, const char *action) {
    if (!is_legal(t, seat, action)) fail_msg("seat %u should be able to %s", seat, action);
}

void expect_refused(struct table *t, unsigned seat, const char *action, const char *reason) {
    struct message why = {0};
    if (!game_why_not(t->game, t->state, seat, read_action(t, action), &why))
        fail_msg("%s is legal for seat %u", action, seat);
    if (is_legal(t, seat, action))
        fail_msg("%s is refused for %s, but listed as legal", action, why.key);
    assert_string_equal(why.key, reason);
}

void expect_outcomes(struct table *t, unsigned stream, const char *list) {
    struct outcome_list o;
    char found[OUTCOMES_MAX * (NOTATION_MAX + 16)] = "", *end = found;
    if (!(t->game->to_move(t->state) & CHANCE_BIT)) fail_msg("chance is not to move");
    game_outcomes(t->game, t->state, &o);
    for (unsigned i = 0; i < o.count; i++) {
        if (i) end = stpcpy(end, ", ");
        end += notation_write(t->game->notation, o.actions[i], end);
        end += sprintf(end, ":%u", o.weights[i]);
    }
    assert_string_equal(found, list);
    assert_int_equal(o.stream, stream);
}

void expect_to_move(struct table *t, const char *who) {
    char found[32] = "", *end = found;
    unsigned to_move = t->game->to_move(t->state);
    if (to_move == 0) strcpy(found, "over");
    else if (to_move & CHANCE_BIT) strcpy(found, "chance");
    else
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (to_move & SEAT_BIT(seat))
                end += sprintf(end, "%s%u", end == found ? "" : " ", seat);
    assert_string_equal(found, who);
}

static bool param_is(const struct event *event, const char *name, const char *value) {
    for (const struct param *p = event->message.params; p->name; p++) {
        if (strcmp(p->name, name) != 0) continue;
        if (p->kind == PARAM_THING) return strcmp(p->things->codes[p->number], value) == 0;
        if (p->kind == PARAM_THINGS) return p->mask == strtoull(value, NULL, 0);
        return p->number == atoi(value);
    }
    return false;
}

static bool params_match(const struct event *event, const char *params) {
    char copy[200], *save = NULL;
    snprintf(copy, sizeof copy, "%s", params);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        *value++ = 0;
        if (!param_is(event, word, value)) return false;
    }
    return true;
}

void expect_event(struct table *t, const char *key, const char *params) {
    for (unsigned i = 0; i < t->event_count; i++)
        if (strcmp(t->events[i].message.key, key) == 0 && params_match(&t->events[i], params))
            return;
    fail_msg("no event %s with %s", key, params);
}

unsigned count_events(struct table *t, const char *key) {
    unsigned count = 0;
    for (unsigned i = 0; i < t->event_count; i++)
        count += strcmp(t->events[i].message.key, key) == 0;
    return count;
}

void expect_score(struct table *t, unsigned seat, int score) {
    struct result result;
    t->game->result(t->state, &result);
    assert_int_equal(result.score[seat], score);
}

void expect_place(struct table *t, unsigned seat, unsigned place) {
    struct result result;
    t->game->result(t->state, &result);
    assert_int_equal(result.place[seat], place);
}

void expect_part(struct table *t, const char *part, unsigned seat, int value) {
    struct result result;
    t->game->result(t->state, &result);
    for (unsigned i = 0; i < t->game->part_count; i++)
        if (strcmp(t->game->parts[i], part) == 0) {
            assert_int_equal(result.parts[i][seat], value);
            return;
        }
    fail_msg("no part %s", part);
}
