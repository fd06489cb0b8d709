/* Template ("Höchste Karte"): the smallest game that uses every feature. Copy this folder to add a
 * game; docs/adding-a-game.md says what else there is to do.
 *
 * 30 bytes; at most 16 steps per game. Everybody gets a card, may swap it once, then all are
 * shown: the highest wins.
 *
 *     DEAL ─ CHOOSE ─┬─ REDRAW ─┬─ SHOW ─ OVER
 *                    └──────────┘
 */
#ifndef GAMES_TEMPLATE_H
#define GAMES_TEMPLATE_H

#include "core/declare.h"
#include "games/template/components.h"

enum { TEMPLATE_SEATS_MIN = 2, TEMPLATE_SEATS = 4 };

/* clang-format off */

#define TEMPLATE_PHASES(X)                                                             \
    X(DEAL,   "deal",   CHANCE) /* one card per seat */                                \
    X(CHOOSE, "choose", SEATS)  /* all seats at once, secretly: keep or swap */        \
    X(REDRAW, "redraw", CHANCE) /* one card for each seat that swaps */                \
    X(SHOW,   "show",   SEATS)  /* in turn: show the card */                           \
    X(OVER,   "over",   NOBODY)

#define TEMPLATE_VERBS(X)                                                                      \
    /* name  word    actions    who     phases          reason in other phases         parts */ \
    X(DRAW,  "draw", CARDS + 1, CHANCE, 0,              NULL,                          {&veiled_cards})   \
    X(KEEP,  "keep", 1,         SEAT,   DURING(CHOOSE), "template.whynot.when_choose")         \
    X(SHOW,  "show", CARDS,     SEAT,   DURING(SHOW),   "template.whynot.when_show",   {&template_cards}) \
    X(SWAP,  "swap", 1,         SEAT,   DURING(CHOOSE), "template.whynot.when_choose")

/* Zero where there is nothing or nothing may be known. What everybody can count (`due`, `swapped`)
 * has a member of its own, so that it stays on a view. */
#define TEMPLATE_STATE(X)                                                    \
    X(EVERYONE, FLAG,  uint8_t, joker,,) /* option */                        \
    X(EVERYONE, INDEX, uint8_t, phase,, .things = &phases)                   \
    QUESTION(X)

#define TEMPLATE_SEAT(X)                                                                     \
    X(OWNER,    THING,  uint8_t, card,,  .things = &template_cards) /* public if `shown` */  \
    X(OWNER,    THING,  uint8_t, aside,, .things = &template_cards) /* swapped away */       \
    ANSWER(X, uint8_t)                                                                       \
    X(EVERYONE, NUMBER, uint8_t, due,,   .max = 1) /* cards still to draw now */             \
    X(EVERYONE, FLAG,   uint8_t, swapped,,)                                                  \
    X(EVERYONE, FLAG,   uint8_t, shown,,)

#define TEMPLATE_PARTS(X) X(CARD, "card") X(SWAPPED, "swapped")

/* clang-format on */

GAME_TYPES(template, TEMPLATE);

enum { VEILED = CARDS }; /* the position of "?" among the cards: after the digits */

/* The seat that draws in a chance phase: seat 0 first. */
static inline unsigned template_drawing(const struct template *s) {
    unsigned seat = 0;
    while (!s->seats[seat].due) seat++;
    return seat;
}

/* The cards that the state or view does not show. On a full state that is the deck. */
static inline unsigned template_unseen(const struct template *s) {
    unsigned cards = (1u << (CARDS - !s->joker)) - 1;
    for (unsigned seat = 0; seat < s->players; seat++)
        cards &= ~((1u << s->seats[seat].card | 1u << s->seats[seat].aside) >> 1);
    return cards;
}

extern const struct things template_cards;

#endif
