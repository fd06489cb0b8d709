/* The exact chance to win a fight, if both sides play for the win regardless of the cost in
 * seals.
 *
 * The side that is behind keeps flipping, so in the end all seals are flipped, the personal ones
 * last, and the totals decide: the holder wins ties. The order of seals does not matter, unless
 * somebody has `lucky` and must decide what to flip again; a search over all situations solves
 * that.
 *
 * A flip has two equally likely sides and a fight has at most 13 flips (10 neutral seals, two
 * personal ones, one flipped again), so every chance is a whole number of 1/8192ths: integers,
 * the same on every machine. Without `lucky` it takes about 0.1 µs, with it 0.1 to 2 ms and a
 * table of 16 KB on the stack. */
#ifndef GAMES_DUELL_FIGHT_H
#define GAMES_DUELL_FIGHT_H

#include "games/duell/duell.h"

enum { FIGHT_ONE = 1 << 13, FIGHT_LEAD_MAX = 5 };

enum fight_role { ROLE_HOLDER, ROLE_OTHER, ROLES };

enum fight_stage {
    FIGHT_DECIDE, /* the role that must flip first or is behind flips */
    FIGHT_SIDE, /* a seal of `role` is in the air */
    FIGHT_LUCKY, /* it shows `side`; `role` may flip it again */
};

/* A situation of a fight, with roles instead of seats: the holder of the power sign wins ties. */
struct duell_fight {
    uint8_t seals[ROLES][NEUTRALS]; /* neutral seals not yet flipped */
    uint8_t flipped[ROLES]; /* has flipped at least one seal */
    uint8_t finished[ROLES]; /* has flipped the personal seal */
    int8_t lead; /* the other's sum minus the holder's; −5 … 5 in any fight */
    uint8_t lucky; /* owner of that card: role + 1; 0: nobody */
    uint8_t stage;
    uint8_t role; /* FIGHT_SIDE, FIGHT_LUCKY: whose seal */
    uint8_t seal; /* likewise: which seal */
    uint8_t side; /* FIGHT_LUCKY: the side it shows, counted in `lead` */
};

/* The holder's chance to win, out of FIGHT_ONE; the other has the rest. */
unsigned duell_fight_chance(const struct duell_fight *fight);

/* The same without `lucky`: every flip stands. */
unsigned duell_fight_by_totals(const struct duell_fight *fight);

/* Is there a fight, or will there be one, both having claimed? */
bool duell_fighting(const struct duell *s);

/* The situation of a state with a fight. */
struct duell_fight duell_fight_of(const struct duell *s);

/* A seat's chance to win the fight of such a state. */
unsigned duell_fight_of_seat(const struct duell *s, unsigned seat);

#endif
