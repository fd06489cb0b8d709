/* Positions of Rattus. */
#ifndef TESTS_GAMES_RATTUS_H
#define TESTS_GAMES_RATTUS_H

#include "games/rattus/features.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RED, YELLOW, GREEN, BLUE };

static inline struct rattus *at(struct table *t) {
    return (struct rattus *)t->state;
}

static inline unsigned region_number(const char *code) {
    unsigned region = things_find(&rattus_regions, code, strlen(code));
    assert_true(region < REGIONS);
    return region;
}

static inline unsigned face_number(const char *code) {
    unsigned face = things_find(&rattus_faces, code, strlen(code));
    assert_true(face < FACES);
    return face;
}

/* Removes the last token of a region, as if its face, the highest of its kind, had been turned up.
 * */
static inline void drop_rat(struct rattus *s, unsigned region) {
    unsigned position = rattus_rats(s, region) - 1, slot = region * RATS_MAX + position;
    uint64_t kind = s->unseen & (s->origin[slot] == ORIGIN_START ? START_FACES : OTHER_FACES);
    unsigned face = 63u - (unsigned)__builtin_clzll(kind);
    rattus_learn(s, slot, face);
    s->face[slot] = s->seen[slot] = s->origin[slot] = 0;
    s->rats[position] &= (uint16_t)~(1u << region);
}

static inline void add_rat(struct rattus *s, unsigned region) {
    unsigned position = rattus_rats(s, region);
    s->rats[position] |= (uint16_t)(1u << region);
    s->origin[region * RATS_MAX + position] = ORIGIN_SUPPLY;
    s->supply--;
}

/* Sets the number of tokens, as in "GA3 GE1". New ones come from the supply; surplus ones count as
 * turned up. */
static inline void rats(struct table *t, const char *list) {
    struct rattus *s = at(t);
    for (; *list; list += list[3] ? 4 : 3) {
        char code[3] = {list[0], list[1], 0};
        unsigned region = region_number(code), wanted = (unsigned)(list[2] - '0');
        while (rattus_rats(s, region) > wanted) drop_rat(s, region);
        while (rattus_rats(s, region) < wanted) add_rat(s, region);
    }
}

static inline void no_rats(struct table *t) {
    for (unsigned region = 0; region < REGIONS; region++)
        while (rattus_rats(at(t), region)) drop_rat(at(t), region);
}

static inline void cubes(struct table *t, unsigned seat, const char *code, unsigned count) {
    struct rattus_seat *own = &at(t)->seats[seat];
    unsigned region = region_number(code);
    own->cubes[region] = (uint8_t)(own->cubes[region] + count);
    own->supply = (uint8_t)(own->supply - count);
    own->present |= (uint16_t)(1u << region);
}

/* Gives the seat these class cards, as in "KP". */
static inline void cards(struct table *t, unsigned seat, const char *classes) {
    for (; *classes; classes++)
        at(t)->seats[seat].classes |= (uint8_t)(1u << things_find(&rattus_classes, classes, 1));
    if (at(t)->ender) at(t)->knight = rattus_final_knight(at(t));
}

/* Begins the free part of a seat's turn, with the plague in this region and no cube on the board.
 * */
static inline void turn(struct table *t, unsigned players, unsigned seat, const char *plague) {
    table_open(t, &rattus_game, players, "");
    at(t)->phase = PHASE_FREE;
    at(t)->seat = (uint8_t)seat;
    at(t)->plague = (uint8_t)(region_number(plague) + 1);
}

static inline void has_grown(struct table *t) {
    at(t)->grew = 1;
}

static inline void sound(struct table *t) {
    struct message error = {0};
    if (!state_check(&rattus_game, t->state, &error))
        fail_msg("the position makes no sense: %s", error.key);
}

/* Begins the last round, with `seat` first. */
static inline void last_round(struct table *t, unsigned players, unsigned ender,
                              const char *plague) {
    turn(t, players, ender, plague);
    at(t)->ender = (uint8_t)(ender + 1);
    at(t)->phase = PHASE_LAST;
    at(t)->seat = (uint8_t)((ender + players - 1) % players);
}

static inline unsigned cubes_of(struct table *t, unsigned seat, const char *code) {
    return at(t)->seats[seat].cubes[region_number(code)];
}

static inline unsigned rats_in(struct table *t, const char *code) {
    return rattus_rats(at(t), region_number(code));
}

static inline void expect_cubes(struct table *t, unsigned seat, const char *code, unsigned count) {
    assert_int_equal(cubes_of(t, seat, code), count);
}

/* Expects these legal actions with this verb, or "" for none. */
static inline void expect_verb(struct table *t, unsigned seat, const char *verb, const char *list) {
    uint16_t legal[LEGAL_MAX];
    char found[8000] = "", text[NOTATION_MAX];
    unsigned count = t->game->legal(t->state, seat, legal);
    size_t length = strlen(verb);
    for (unsigned i = 0; i < count; i++) {
        notation_write(t->game->notation, legal[i], text);
        if (strncmp(text, verb, length) != 0 || (text[length] && text[length] != ' ')) continue;
        if (*found) strcat(found, ", ");
        strcat(found, text);
    }
    assert_string_equal(found, list);
}

#endif
