/* Positions of Duell der Baumeister. Seat 0 is Waleran, seat 1 Philip. */
#ifndef TESTS_GAMES_DUELL_H
#define TESTS_GAMES_DUELL_H

#include "games/duell/features.h"
#include "games/duell/fight.h"
#include "tests/games/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline struct duell *at(struct table *t) {
    return (struct duell *)t->state;
}

static inline struct duell_seat *seat_of(struct table *t, unsigned seat) {
    return &at(t)->seats[seat];
}

static inline void expect_sound(struct table *t) {
    struct message error = {0};
    if (!state_check(t->game, t->state, &error)) fail_msg("not a position: %s", error.key);
}

static inline void open_table(struct table *t) {
    table_open(t, &duell_game, 2, "");
    steps(t, "chance stack 14; chance stack 23; chance stack 23; chance stack 14");
}

static inline unsigned card_number(const char *code) {
    unsigned card = things_find(&duell_cards, code, strlen(code));
    if (card == THINGS_NONE) fail_msg("no such card: %s", code);
    return card;
}

static inline void take_from_deck(struct duell *s, unsigned card) {
    uint64_t bit = (uint64_t)1 << card;
    if (s->deck[1] & bit) s->deck[1] &= ~bit;
    else if (s->deck[0] & bit) s->deck[0] &= ~bit;
    else fail_msg("no %s left", duell_card_table[card].code);
}

/* Sets up the first round of a pass before the claims: these cards lie from position 1 on, then the
 * first ones of the stack. */
static inline void lay_out(struct table *t, unsigned round, unsigned holder, const char *cards) {
    open_table(t);
    struct duell *s = at(t);
    char copy[200], *save = NULL;
    s->round = (uint8_t)round;
    s->sign = s->holder = s->seat = (uint8_t)holder;
    s->deck[0] = s->deck[1] = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        unsigned copies = duell_card_table[card].copies[duell_pass_stack(s)];
        s->deck[0] |= (uint64_t)(copies > 0) << card;
        s->deck[1] |= (uint64_t)(copies > 1) << card;
    }
    snprintf(copy, sizeof copy, "%s", cards);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        take_from_deck(s, card_number(word));
        s->layout[s->dealt++] = (uint8_t)(card_number(word) + 1);
    }
    while (s->dealt < POSITIONS) {
        unsigned card = (unsigned)__builtin_ctzll(s->deck[0]);
        take_from_deck(s, card);
        s->layout[s->dealt++] = (uint8_t)(card + 1);
    }
    s->phase = PHASE_CLAIM;
    expect_sound(t);
}

/* Lets the holder evaluate these cards at positions 1, 2, 3; the opponent has two others. */
static inline void evaluate(struct table *t, unsigned round, unsigned seat, const char *cards) {
    lay_out(t, round, seat, cards);
    unsigned count = 0;
    for (const char *c = cards; *c; c++) count += c == cards || c[-1] == ' ';
    seat_of(t, seat)->cards = (uint16_t)((1u << count) - 1);
    seat_of(t, seat ^ 1)->cards = 0060; /* 5 and 6 */
    at(t)->phase = PHASE_EVALUATE;
    expect_sound(t);
}

static inline void set_gold(struct table *t, unsigned red, unsigned blue) {
    seat_of(t, RED)->gold = (uint8_t)red;
    seat_of(t, BLUE)->gold = (uint8_t)blue;
    at(t)->bank = (uint8_t)(GOLD_ALL - red - blue);
}

/* Not inlined, because gcc 12 then reports a false overflow at -O3. */
__attribute__((noinline, unused)) static void take_marker(struct duell_seat *t, unsigned material) {
    assert_true(material < MATERIALS);
    uint8_t *from = t->raw[material] ? t->raw : t->supply;
    assert_true(from[material] > 0);
    from[material]--;
}

static inline void give_worked(struct table *t, unsigned seat, unsigned material) {
    take_marker(seat_of(t, seat), material);
    seat_of(t, seat)->worked[material]++;
}

static inline void give_built(struct table *t, unsigned seat, unsigned section, unsigned material) {
    take_marker(seat_of(t, seat), material);
    seat_of(t, seat)->built[section] |= (uint8_t)(1u << material);
}

static inline void finish(struct table *t, unsigned seat, unsigned section) {
    for (unsigned m = 0; m < MATERIALS; m++)
        if (duell_section_table[section].needs >> m & 1) give_built(t, seat, section, m);
}

static inline void give_hand(struct table *t, unsigned seat, unsigned once) {
    seat_of(t, seat)->hand |= (uint8_t)(1u << once);
}

/* The whole stack of seals, top first. */
static inline void expect_stack(struct table *t, const char *list) {
    char found[60] = "";
    for (unsigned i = 0; i < at(t)->stack_count; i++) {
        if (i) strcat(found, " ");
        strcat(found, duell_seal_table[at(t)->stack[i] - 1].code);
    }
    assert_string_equal(found, list);
}

static inline void expect_seals(struct table *t, unsigned seat, unsigned n05, unsigned n14,
                                unsigned n23) {
    assert_int_equal(seat_of(t, seat)->seals[SEAL_05], n05);
    assert_int_equal(seat_of(t, seat)->seals[SEAL_14], n14);
    assert_int_equal(seat_of(t, seat)->seals[SEAL_23], n23);
}

static inline void expect_gold(struct table *t, unsigned seat, unsigned gold) {
    assert_int_equal(seat_of(t, seat)->gold, gold);
    assert_int_equal(at(t)->bank + seat_of(t, RED)->gold + seat_of(t, BLUE)->gold, GOLD_ALL);
}

static inline void expect_camp(struct table *t, unsigned seat, unsigned material, unsigned raw,
                               unsigned worked) {
    assert_int_equal(seat_of(t, seat)->raw[material], raw);
    assert_int_equal(seat_of(t, seat)->worked[material], worked);
}

#define TEST(name) static void name(void **state)
#define NEW_TABLE                    \
    struct table table, *t = &table; \
    (void)state

#endif
