/* What a fight is worth: the chance to win it, exactly, if both sides do all they can to win it
 * and do not count the cost in seals.
 *
 * Whoever is behind flips on, so in the end all seals lie there, the personal ones last, and the
 * totals decide: the holder wins if his is not lower. Which seal comes first does not matter,
 * unless somebody has `lucky`: then it is to be decided what to flip again, and a search over
 * all situations does that.
 *
 * Seals fall by halves and a fight has at most 13 flips (10 neutral seals, two personal ones,
 * one flipped again), so every chance is a whole number of 1/8192ths: integers, the same on
 * every machine. Without `lucky` it takes about 0.1 microseconds, with it 0.1 to 2 milliseconds
 * and a table of 16 KB on the stack. */
#ifndef GAMES_DUELL_FIGHT_H
#define GAMES_DUELL_FIGHT_H

#include "games/duell/duell.h"

enum { FIGHT_ONE = 1 << 13, FIGHT_LEAD_MAX = 5 };

enum fight_role { ROLE_HOLDER, ROLE_OTHER, ROLES };

enum fight_stage {
    FIGHT_DECIDE, /* whoever must flip first or is behind flips */
    FIGHT_SIDE, /* a seal of `role` is in the air */
    FIGHT_LUCKY, /* it has shown `side`; `role` may flip it again */
};

/* A situation of a fight. Roles instead of seats: the holder of the power sign wins ties. */
struct duell_fight {
    uint8_t seals[ROLES][NEUTRALS]; /* neutral ones, not yet flipped */
    uint8_t flipped[ROLES]; /* has flipped a seal at least */
    uint8_t finished[ROLES]; /* has flipped the personal seal */
    int8_t lead; /* the other's sum less the holder's; −5 … 5 in any fight */
    uint8_t lucky; /* who has that card: role + 1; 0: nobody */
    uint8_t stage;
    uint8_t role; /* FIGHT_SIDE, FIGHT_LUCKY: whose seal */
    uint8_t seal; /* the same: which */
    uint8_t side; /* FIGHT_LUCKY: what it shows, counted in `lead` */
};

/* The holder's chance to win, of FIGHT_ONE; the other's is the rest. */
unsigned duell_fight_chance(const struct duell_fight *fight);

/* The same as if nobody had `lucky`: what a seal shows stands. */
unsigned duell_fight_by_totals(const struct duell_fight *fight);

/* Is there a fight, or about to be one: have both claimed? */
bool duell_fighting(const struct duell *s);

/* The situation of a state in which there is. */
struct duell_fight duell_fight_of(const struct duell *s);

/* A seat's chance to win the fight of such a state. */
unsigned duell_fight_of_seat(const struct duell *s, unsigned seat);

#endif
