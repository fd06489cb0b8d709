/* Sets up positions of Tallinn with `place`: cards of a seat that it does not name have left the
 * game. */
#ifndef TESTS_GAMES_TALLINN_H
#define TESTS_GAMES_TALLINN_H

#include "games/tallinn/features.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SET(card) ((uint16_t)(1u << CARD_##card))

static inline struct tallinn *state_of(struct table *t) {
    return (struct tallinn *)t->state;
}

static inline struct tallinn_seat *seat_of(struct table *t, unsigned seat) {
    return &state_of(t)->seats[seat];
}

static inline unsigned card_of(const char *text, size_t length) {
    unsigned card = things_find(&tallinn_cards, text, length);
    if (card == THINGS_NONE) fail_msg("no such card: %s", text);
    return card;
}

static inline void add_persons(struct tallinn_seat *seat, const uint8_t *persons) {
    for (unsigned c = 0; c < CLASSES; c++)
        seat->persons[c] = (uint8_t)(seat->persons[c] + persons[c]);
}

static inline void show(struct tallinn_seat *seat, const char *word) {
    size_t length = strlen(word) - 1;
    unsigned card = card_of(word, length), half = word[length] == 'b';
    seat->shown[half] |= (uint16_t)(1u << card);
    add_persons(seat, influence_cards[card].halves[half].persons);
}

static inline void put(struct tallinn_seat *seat, const char *where, const char *word) {
    if (strcmp(where, "shown") == 0) {
        show(seat, word);
        return;
    }
    if (strcmp(where, "start") == 0) {
        seat->start = (uint8_t)atoi(word);
        add_persons(seat, start_cards[seat->start - 1].persons);
        return;
    }
    if (strcmp(where, "points") == 0) {
        seat->parts[PART_START] = (int8_t)atoi(word);
        return;
    }
    uint16_t bit = (uint16_t)(1u << card_of(word, strlen(word)));
    if (strcmp(where, "hand") == 0) seat->hand |= bit, seat->hand_count++;
    else if (strcmp(where, "pile") == 0) seat->pile |= bit, seat->pile_count++;
    else if (strcmp(where, "towers") == 0) seat->towers |= bit;
    else if (strcmp(where, "secret") == 0) seat->secret |= bit, seat->secret_count++;
    else fail_msg("no such place: %s", where);
}

/* Sets up a table without cards, in the play phase of a round. */
static inline void lay_table(struct table *t, unsigned players, const char *options,
                             unsigned round) {
    table_open(t, &tallinn_game, players, options);
    struct tallinn *s = state_of(t);
    for (unsigned seat = 0; seat < players; seat++)
        memset(&s->seats[seat], 0, sizeof s->seats[seat]);
    s->drawing = 0;
    s->phase = PHASE_PLAY;
    s->round = (uint8_t)round;
}

/* Places cards, as in "start 3; hand 1 2; pile 4; shown 7a Lb; towers 9; secret 10; points 8".
 * Seats with a hand are asked. */
static inline void place(struct table *t, unsigned seat, const char *text) {
    char copy[200], *rest = NULL;
    struct tallinn *s = state_of(t);
    struct tallinn_seat *own = &s->seats[seat];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *list = strtok_r(copy, ";", &rest); list; list = strtok_r(NULL, ";", &rest)) {
        char *save = NULL, *where = strtok_r(list, " ", &save);
        for (char *word = strtok_r(NULL, " ", &save); word; word = strtok_r(NULL, " ", &save))
            put(own, where, word);
    }
    own->dropped = tallinn_unseen(s, seat) & (uint16_t)~(own->hand | own->pile | own->secret);
    if (own->hand) s->asked |= (uint8_t)SEAT_BIT(seat);
    s->open = s->asked;
}

static inline void ask_all(struct table *t, enum tallinn_phase phase) {
    struct tallinn *s = state_of(t);
    s->phase = (uint8_t)phase;
    s->asked = s->open = (uint8_t)((1u << s->players) - 1);
}

static inline void lay_chronicles(struct table *t, unsigned first, unsigned second) {
    state_of(t)->chronicles[0] = (uint8_t)first;
    state_of(t)->chronicles[1] = (uint8_t)second;
}

/* Makes a table that holds the view of an observer. */
static inline void look(struct table *view, const struct table *t, unsigned observer) {
    *view = *t;
    tallinn_game.view(view->state, observer);
}

static inline void expect_witness(struct table *t, const char *by, const char *action,
                                  unsigned observer, const char *seen) {
    char text[NOTATION_MAX];
    unsigned who = strcmp(by, "chance") == 0 ? BY_CHANCE : (unsigned)atoi(by);
    uint16_t number = notation_read(&tallinn_notation, action, strlen(action));
    notation_write(&tallinn_notation, tallinn_game.witness(t->state, who, number, observer), text);
    assert_string_equal(text, seen);
}

static inline void expect_persons(struct table *t, unsigned seat, unsigned m, unsigned k,
                                  unsigned o) {
    assert_int_equal(seat_of(t, seat)->persons[CLASS_M], m);
    assert_int_equal(seat_of(t, seat)->persons[CLASS_K], k);
    assert_int_equal(seat_of(t, seat)->persons[CLASS_O], o);
}

/* The first hands of two seats. */
static const char *const two_hands =
    "chance start 1; chance start 2; chance draw 1; chance draw 2; chance draw 7; chance draw 4; "
    "chance draw 5; chance draw 7";

/* Ends the game: the last card of each seat is 9b (a knight and a monk), which must not be in the
 * displays. */
static inline void finish(struct table *t) {
    struct tallinn *s = state_of(t);
    for (unsigned seat = 0; seat < s->players; seat++) {
        char step[20];
        snprintf(step, sizeof step, "%u play 9b", seat);
        steps(t, step);
    }
}

static inline void lay_towers(struct table *t, const char *options) {
    lay_table(t, 3, options, 8);
    place(t, 0, "start 4; hand 3 7 8; shown 9a 10b");
    place(t, 1, "start 6; hand 4 1 2");
    place(t, 2, "start 5; hand 7 9");
    steps(t, "0 play 3a; 1 play 4a; 2 play 7a");
}

static inline void lay_drop(struct table *t, unsigned round, const char *seat0, const char *seat1) {
    lay_table(t, 2, "chronicle=true legate=true", round);
    lay_chronicles(t, 4, 4); /* give up merchants */
    place(t, 0, seat0);
    place(t, 1, seat1);
    ask_all(t, PHASE_DROP);
}

#endif
