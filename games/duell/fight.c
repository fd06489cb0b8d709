#include "games/duell/fight.h"

#include "core/ensure.h"
#include "core/tuning.h"

#include <string.h>

/* ---- nobody has `lucky`: the totals ---- */

static int toward(unsigned role, unsigned side) {
    return role == ROLE_OTHER ? (int)side : -(int)side;
}

/* The distribution of the lead: at least `least`, and i more in `ways[i]` of 2 ^ seals cases. */
enum { SPREAD_MAX = 2 * 5 + 4 * 3 + 6 * 1 };
struct totals {
    int least;
    unsigned most, seals;
    uint16_t ways[SPREAD_MAX + 1];
};

static void add_seals(struct totals *t, unsigned role, unsigned seal, unsigned count) {
    int a = toward(role, duell_seal_table[seal].sides[0]),
        b = toward(role, duell_seal_table[seal].sides[1]);
    unsigned spread = (unsigned)(a < b ? b - a : a - b);
    t->least += (int)count * (a < b ? a : b);
    t->seals += count;
    for (; count; count--) {
        t->most += spread;
        ensure(t->most <= SPREAD_MAX);
        for (unsigned i = t->most; i >= spread; i--)
            t->ways[i] = (uint16_t)(t->ways[i] + t->ways[i - spread]);
    }
}

unsigned duell_fight_by_totals(const struct duell_fight *f) {
    struct totals t = {.least = f->lead, .ways = {1}};
    for (unsigned role = 0; role < ROLES; role++) {
        if (f->stage == FIGHT_SIDE && f->role == role) add_seals(&t, role, f->seal, 1);
        if (f->finished[role]) continue;
        add_seals(&t, role, SEAL_OWN, 1);
        for (unsigned seal = 0; seal < NEUTRALS; seal++)
            add_seals(&t, role, seal, f->seals[role][seal]);
    }
    unsigned good = 0;
    for (int i = 0; i <= (int)t.most && t.least + i <= 0; i++) good += t.ways[i];
    ensure(1u << t.seals <= FIGHT_ONE);
    return good * (FIGHT_ONE >> t.seals);
}

/* ---- somebody has it: every situation ---- */

/* A role's holdings are numbered 0 (finished) or 1 + its seals in mixed radix. With 2, 4 and 4
 * seals in the game both numbers together have most values if each role has half of them: (1 +
 * 2·3·3)². */
enum {
    HOLDINGS_MAX = 19 * 19,
    LEADS = 2 * FIGHT_LEAD_MAX + 1,
    TABLE_MAX = HOLDINGS_MAX * LEADS * 2,
    UNKNOWN = 0xffff,
};

struct table {
    uint8_t radix[ROLES][NEUTRALS];
    unsigned size[ROLES];
    uint16_t values[TABLE_MAX];
};

static unsigned value(struct table *t, const struct duell_fight *f);

static unsigned half(unsigned a, unsigned b) {
    ensure(((a + b) & 1) == 0);
    return (a + b) / 2;
}

/* The holder maximises, the other minimises. */
static unsigned better(unsigned role, unsigned a, unsigned b) {
    return (role == ROLE_HOLDER) == (a > b) ? a : b;
}

static unsigned value_with_side(struct table *t, const struct duell_fight *f, unsigned role,
                                unsigned side) {
    struct duell_fight next = *f;
    next.lead = (int8_t)(f->lead + toward(role, side));
    return value(t, &next);
}

/* A seal is in the air, and its side will stand. */
static unsigned value_of_side(struct table *t, const struct duell_fight *f, unsigned role,
                              unsigned seal) {
    const uint8_t *sides = duell_seal_table[seal].sides;
    return half(value_with_side(t, f, role, sides[0]), value_with_side(t, f, role, sides[1]));
}

/* A seal of the role with `lucky` shows a side, not yet counted. */
static unsigned value_of_choice(struct table *t, const struct duell_fight *f, unsigned role,
                                unsigned seal, unsigned side) {
    struct duell_fight again = *f;
    again.lucky = 0;
    return better(role, value_with_side(t, f, role, side), value_of_side(t, &again, role, seal));
}

static unsigned value_in_air(struct table *t, const struct duell_fight *f, unsigned role,
                             unsigned seal) {
    const uint8_t *sides = duell_seal_table[seal].sides;
    if (f->lucky != role + 1) return value_of_side(t, f, role, seal);
    return half(value_of_choice(t, f, role, seal, sides[0]),
                value_of_choice(t, f, role, seal, sides[1]));
}

static unsigned value_of_flip(struct table *t, const struct duell_fight *f, unsigned role,
                              unsigned seal) {
    struct duell_fight next = *f;
    next.flipped[role] = 1;
    if (seal == SEAL_OWN) {
        next.finished[role] = 1;
        /* useless from here on: fewer situations to distinguish */
        memset(next.seals[role], 0, NEUTRALS);
    } else {
        next.seals[role][seal]--;
    }
    return value_in_air(t, &next, role, seal);
}

/* Giving up never wins, so it is never better than flipping. */
static unsigned value_of_decision(struct table *t, const struct duell_fight *f, unsigned role) {
    unsigned best = value_of_flip(t, f, role, SEAL_OWN);
    for (unsigned seal = 0; seal < NEUTRALS; seal++)
        if (f->seals[role][seal]) best = better(role, best, value_of_flip(t, f, role, seal));
    return best;
}

static unsigned holdings(const struct table *t, const struct duell_fight *f, unsigned role) {
    if (f->finished[role]) return 0;
    unsigned number = 0;
    for (unsigned seal = 0; seal < NEUTRALS; seal++)
        number = number * t->radix[role][seal] + f->seals[role][seal];
    return 1 + number;
}

/* The situation between flips, independent of the stage. */
static unsigned value(struct table *t, const struct duell_fight *f) {
    if (!f->flipped[ROLE_HOLDER]) return value_of_decision(t, f, ROLE_HOLDER);
    if (!f->flipped[ROLE_OTHER]) return value_of_decision(t, f, ROLE_OTHER);
    unsigned behind = f->lead <= 0 ? ROLE_OTHER : ROLE_HOLDER;
    if (f->finished[behind]) return behind == ROLE_OTHER ? FIGHT_ONE : 0;
    unsigned at = holdings(t, f, ROLE_HOLDER) * t->size[ROLE_OTHER] + holdings(t, f, ROLE_OTHER);
    at = (at * LEADS + (unsigned)(f->lead + FIGHT_LEAD_MAX)) * 2 + (f->lucky != 0);
    ensure(at < TABLE_MAX);
    if (t->values[at] == UNKNOWN) t->values[at] = (uint16_t)value_of_decision(t, f, behind);
    return t->values[at];
}

static void prepare(struct table *t, const struct duell_fight *f) {
    for (unsigned role = 0; role < ROLES; role++) {
        t->size[role] = 1;
        for (unsigned seal = 0; seal < NEUTRALS; seal++) {
            t->radix[role][seal] = (uint8_t)(f->seals[role][seal] + 1);
            t->size[role] *= t->radix[role][seal];
        }
        t->size[role]++;
    }
    unsigned entries = t->size[ROLE_HOLDER] * t->size[ROLE_OTHER] * LEADS * 2;
    ensure(entries <= TABLE_MAX);
    memset(t->values, 0xff, entries * sizeof t->values[0]);
}

static unsigned chance_by_search(const struct duell_fight *fight) {
    struct table table;
    struct duell_fight f = *fight;
    prepare(&table, &f);
    if (f.stage == FIGHT_SIDE) return value_in_air(&table, &f, f.role, f.seal);
    if (f.stage == FIGHT_DECIDE) return value(&table, &f);
    f.lead = (int8_t)(f.lead - toward(f.role, f.side));
    return value_of_choice(&table, &f, f.role, f.seal, f.side);
}

unsigned duell_fight_chance(const struct duell_fight *fight) {
    ensure(fight->lead >= -FIGHT_LEAD_MAX && fight->lead <= FIGHT_LEAD_MAX &&
           fight->lucky <= ROLES);
    return fight->lucky ? chance_by_search(fight) : duell_fight_by_totals(fight);
}

bool duell_fighting(const struct duell *s) {
    return s->phase == PHASE_FLIP || s->phase == PHASE_SIDE || s->phase == PHASE_LUCKY;
}

struct duell_fight duell_fight_of(const struct duell *s) {
    struct duell_fight f = {.stage = s->phase == PHASE_SIDE    ? FIGHT_SIDE
                                     : s->phase == PHASE_LUCKY ? FIGHT_LUCKY
                                                               : FIGHT_DECIDE};
    ensure(duell_fighting(s));
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        const struct duell_seat *t = &s->seats[seat];
        unsigned role = seat == s->holder ? ROLE_HOLDER : ROLE_OTHER;
        f.flipped[role] = t->flips != 0;
        f.finished[role] = !duell_can_flip(t);
        for (unsigned seal = 0; seal < NEUTRALS; seal++)
            f.seals[role][seal] = f.finished[role] ? 0 : t->seals[seal];
        f.lead = (int8_t)(f.lead + toward(role, t->sum));
        if (t->hand >> ONCE_LUCKY & 1) f.lucky = (uint8_t)(role + 1);
    }
    if (f.stage != FIGHT_DECIDE) {
        const struct duell_seat *t = &s->seats[s->seat];
        f.role = s->seat == s->holder ? ROLE_HOLDER : ROLE_OTHER;
        f.seal = (uint8_t)(t->flipped[t->flips - 1] - 1);
        f.side = s->side;
    }
    return f;
}

unsigned duell_fight_of_seat(const struct duell *s, unsigned seat) {
    struct duell_fight f = duell_fight_of(s);
    unsigned holder = duell_fight_chance(&f);
    return seat == s->holder ? holder : FIGHT_ONE - holder;
}

/* The seals left, the lead and who may still act determine the rest: what has been flipped is
 * what is missing. The order in which seals go under the stack is ignored. Seals in the air, and
 * the choice after the fight, follow from these. */
uint32_t duell_situation(const void *state) {
    const struct duell *s = state;
    uint32_t number = 1;
    if (s->phase < PHASE_FLIP || s->phase > PHASE_KEEP) return 0;
    if (s->phase != PHASE_FLIP) return SITUATION_ALONE;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        const struct duell_seat *t = &s->seats[seat];
        for (unsigned seal = 0; seal < NEUTRALS; seal++)
            number =
                number * (duell_seal_table[seal].stack + 2u * duell_seal_table[seal].start + 1) +
                t->seals[seal];
        number = ((number * 2 + duell_can_flip(t)) * 2 + (t->flips != 0)) * 2 +
                 (t->hand >> ONCE_LUCKY & 1);
    }
    return number * (2 * FIGHT_LEAD_MAX + 1) +
           (uint32_t)(s->seats[0].sum + FIGHT_LEAD_MAX - s->seats[1].sum);
}
