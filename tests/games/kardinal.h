/* Sets up positions of Kardinal & König: `hand`, `open` and `pile` move cards, `build` and `send`
 * place pieces. */
#ifndef TESTS_GAMES_KARDINAL_H
#define TESTS_GAMES_KARDINAL_H

#include "games/kardinal/features.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline struct kardinal *state_of(struct table *t) {
    return (struct kardinal *)t->state;
}

static inline unsigned find(const struct things *things, const char *code) {
    unsigned number = things_find(things, code, strlen(code));
    if (number == THINGS_NONE) fail_msg("no such %s: %s", things->type, code);
    return number;
}

/* Counts the colours of "FA BB BB". */
static inline void count_cards(const char *list, uint8_t cards[COLOURS]) {
    char copy[400], *save = NULL;
    memset(cards, 0, COLOURS);
    snprintf(copy, sizeof copy, "%s", list);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        unsigned colour = find(&kardinal_colours, word);
        if (colour < COLOURS) cards[colour]++;
    }
}

static inline void count_pile(struct kardinal *s) {
    s->pile_count = 0;
    for (unsigned c = 0; c < COLOURS; c++) s->pile_count = (uint8_t)(s->pile_count + s->pile[c]);
}

/* Returns these cards to the pile and takes the others from it. */
static inline void exchange(struct kardinal *s, uint8_t *cards, const uint8_t wanted[COLOURS]) {
    for (unsigned c = 0; c < COLOURS; c++) {
        s->pile[c] = (uint8_t)(s->pile[c] + cards[c]);
        assert_true(s->pile[c] >= wanted[c]);
        s->pile[c] = (uint8_t)(s->pile[c] - wanted[c]);
        cards[c] = wanted[c];
    }
    count_pile(s);
}

static inline void hand(struct table *t, unsigned seat, const char *list) {
    struct kardinal_seat *k = &state_of(t)->seats[seat];
    uint8_t wanted[COLOURS];
    count_cards(list, wanted);
    exchange(state_of(t), k->hand, wanted);
    k->hand_count = 0;
    for (unsigned c = 0; c < COLOURS; c++) k->hand_count = (uint8_t)(k->hand_count + wanted[c]);
}

static inline void open_cards(struct table *t, const char *list) {
    struct kardinal *s = state_of(t);
    uint8_t cards[COLOURS] = {0}, wanted[COLOURS];
    unsigned count = 0;
    for (unsigned c = 0; c < COLOURS; c++) cards[c] = (uint8_t)kardinal_open_of(s, c);
    count_cards(list, wanted);
    exchange(s, cards, wanted);
    s->open[0] = s->open[1] = 0;
    for (unsigned c = 0; c < COLOURS; c++)
        for (unsigned n = 0; n < wanted[c]; n++) s->open[count++] = (uint8_t)(c + 1);
}

/* Leaves only these cards in the pile; the rest is discarded. */
static inline void pile(struct table *t, const char *list) {
    struct kardinal *s = state_of(t);
    uint8_t wanted[COLOURS];
    count_cards(list, wanted);
    for (unsigned c = 0; c < COLOURS; c++) {
        assert_true(s->pile[c] >= wanted[c]);
        s->discards[c] = (uint8_t)(s->discards[c] + s->pile[c] - wanted[c]);
        s->pile[c] = wanted[c];
    }
    count_pile(s);
}

static inline void build(struct table *t, unsigned seat, const char *list) {
    char copy[400], *save = NULL;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        unsigned space = find(&kardinal_spaces, word);
        assert_false(kardinal_taken(state_of(t)) >> space & 1);
        kardinal_put(
            state_of(t), seat,
            (struct kardinal_piece){.space = (uint8_t)space, .country = space_countries[space]});
    }
}

static inline void send(struct table *t, unsigned seat, const char *country, unsigned count) {
    uint8_t number = (uint8_t)find(&kardinal_countries, country);
    while (count--)
        kardinal_put(state_of(t), seat,
                     (struct kardinal_piece){.councillor = true, .country = number});
}

static inline void turn_of(struct table *t, unsigned seat) {
    state_of(t)->turn = (uint8_t)seat;
}

static inline void expect_sound(struct table *t) {
    struct message error = {0};
    if (!state_check(&kardinal_game, t->state, &error)) fail_msg("not a position: %s", error.key);
}

/* The position after the deal: seat 0 holds FA BB BB, the others three cards each, LI and FA are
 * open. */
static inline void begin(struct table *t, unsigned players) {
    table_open(t, &kardinal_game, players, "");
    steps(t, "chance draw FA; chance draw BB; chance draw BB");
    for (unsigned seat = 1; seat < players; seat++)
        steps(t, "chance draw ES; chance draw FR; chance draw LI");
    steps(t, "chance open LI; chance open FA");
    expect_to_move(t, "0");
}

static inline uint64_t set_of(const char *list) {
    char copy[400], *save = NULL;
    uint64_t set = 0;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        set |= SPACE_BIT(find(&kardinal_spaces, word));
    return set;
}

/* The position after the second pile: it is empty, and `list` is open. */
static inline void gone_for_good(struct table *t, const char *list) {
    open_cards(t, list);
    pile(t, "");
    state_of(t)->runs = 2;
    expect_sound(t);
}

#endif
