/* Rattus by rules of thumb: count cubes, fear the plague where it can be next turn, and send it to
 * the others. The styles prefer different classes. */
#include "core/bits.h"
#include "examples/scripted/scripted.h"
#include "games/rattus/features.h"

#include <string.h>

struct style {
    double classes[CLASSES]; /* what holding a class is worth, in cubes */
    double castle; /* a cube there, beyond what a cube on the board is worth */
    double fear, hope; /* weight of own expected losses, and of the others' */
    double malice; /* weight of the strongest other seat's cubes */
    double deny; /* what a class in another's hands costs, as a share of its worth */
    double near, next, far; /* how likely the plague strikes at a distance of one, two, more */
};
enum { NUMBERS = sizeof(struct style) / sizeof(double) };

static const struct style *style_of(const struct script *script) {
    return (const struct style *)script->style;
}

/* How likely the plague strikes a region. */
static double threat(const struct rattus *s, unsigned region, const struct style *style) {
    bool ravages = s->phase == PHASE_SPREAD || s->phase == PHASE_KNIGHT || s->phase == PHASE_TURN ||
                   s->phase == PHASE_REVEAL;
    if (s->ender || (ravages && s->plague == region + 1)) return 1;
    double most = rattus_reach(s, 1) >> region & 1   ? style->near
                  : rattus_reach(s, 2) >> region & 1 ? style->next
                                                     : style->far;
    unsigned least = s->supply;
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].supply < least) least = s->seats[seat].supply;
    double late = least < 10 ? 0.09 * (10 - least) : 0; /* the final plague strikes everywhere */
    return late > most ? late : most;
}

/* Cubes of a seat that are likely to last. */
static double lasting(const struct rattus *s, unsigned seat, double fear, const struct style *style,
                      const uint16_t losses[REGIONS][RATTUS_SEATS]) {
    double cubes = RATTUS_CUBES - s->seats[seat].supply;
    FOR_EACH_BIT (region, s->seats[seat].present)
        cubes -= fear * threat(s, region, style) * losses[region][seat] / (double)LOSS_ONE;
    return cubes;
}

static double position(const struct rattus *s, unsigned seat, const struct style *style) {
    uint16_t losses[REGIONS][RATTUS_SEATS];
    rattus_expected_losses(s, seat, losses);
    double worth =
        lasting(s, seat, style->fear, style, losses) + style->castle * s->seats[seat].castle;
    double best = 0;
    for (unsigned other = 0; other < s->players; other++) {
        if (other == seat) continue;
        double cubes = lasting(s, other, style->hope, style, losses);
        best = cubes > best ? cubes : best;
        FOR_EACH_BIT (class, s->seats[other].classes) worth -= style->deny * style->classes[class];
    }
    FOR_EACH_BIT (class, s->seats[seat].classes) worth += style->classes[class];
    return worth - style->malice * best;
}

/* Does the action end the seat's choice of powers? Other actions are taken only if they help. */
static bool ends(uint16_t action) {
    return (action >= DO_PLAGUE && action < DO_RAT) || action == DO_DONE || action == DO_KEEP ||
           action == DO_WITCH_STOP;
}

static double worth(const struct script *script, const void *view, unsigned seat, uint16_t action) {
    static const double later = 1000;
    const struct style *style = style_of(script);
    struct rattus next;
    memcpy(&next, view, sizeof next);
    rattus_game.apply(&next, seat, action, NULL);
    double after = position(&next, seat, style);
    if (ends(action)) return after - later;
    bool must = action >= DO_GROW && action < DO_KEEP;
    bool pays = must || after > position(view, seat, style) + 0.01;
    return pays ? after : after - 2 * later;
}

static uint16_t choose(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator) {
    return scripted_best(script, &rattus_game, view, seat, worth, generator);
}

/* ---- a stranger: counts rats and cubes on the fingers instead of tokens ---- */

struct habit {
    double classes[CLASSES]; /* what a class is worth to take, or to take away */
    double crowd; /* how many of its cubes a rat endangers where the seat has most */
    double guest; /* where another seat has most */
    double symbols; /* more for each class of the seat */
    double close, away; /* how likely the plague comes from one step away, and from further */
    double envy; /* weight of the others' cubes */
    double castle; /* a cube in the castle */
};
enum { HABITS = sizeof(struct habit) / sizeof(double) };

/* Cubes of a seat, less those that the rats among them endanger. */
static double secure(const struct rattus *s, unsigned seat, const struct habit *h) {
    const struct rattus_seat *t = &s->seats[seat];
    double sum = (1 + h->castle) * t->castle;
    FOR_EACH_BIT (region, t->present) {
        double cubes = t->cubes[region], all = rattus_cubes_in(s, region),
               share = (2 * cubes >= all ? h->crowd : h->guest) +
                       h->symbols * __builtin_popcount(t->classes),
               lost = rattus_rats(s, region) * share * (all < 3 ? 0.5 : 1);
        bool here = s->plague == region + 1 && s->phase != PHASE_FREE,
             near = s->plague && rattus_borders[region] >> (s->plague - 1) & 1;
        double chance = here || s->ender ? 1 : near ? h->close : h->away;
        sum += cubes - chance * (lost < cubes ? lost : cubes);
    }
    return sum;
}

static double count_up(const struct rattus *s, unsigned seat, const struct habit *h) {
    double sum = secure(s, seat, h), most = 0;
    for (unsigned other = 0; other < s->players; other++) {
        double theirs = other == seat ? 0 : secure(s, other, h);
        most = theirs > most ? theirs : most;
    }
    FOR_EACH_BIT (class, s->seats[seat].classes) sum += h->classes[class];
    return sum - h->envy * most;
}

static double habitual(const struct script *script, const void *view, unsigned seat,
                       uint16_t action) {
    const struct habit *h = (const struct habit *)script->style;
    struct rattus next;
    memcpy(&next, view, sizeof next);
    rattus_game.apply(&next, seat, action, NULL);
    double gain = count_up(&next, seat, h) - count_up(view, seat, h);
    bool grows = action >= DO_GROW && action < DO_KEEP;
    return ends(action) ? gain - 100 : grows || gain > 0.05 ? gain : gain - 200;
}

static uint16_t choose_by_habit(const struct script *script, const void *view, unsigned seat,
                                struct generator *generator) {
    return scripted_best(script, &rattus_game, view, seat, habitual, generator);
}

/* ---- strangers that look at places: how near the plague is, the rats, who has the most ---- */

struct manner {
    double classes[CLASSES]; /* what holding a class is worth, in cubes */
    double castle; /* a cube in the castle, beyond one on the board */
    double here, near, far; /* cubes that a rat costs, by the plague's distance */
    double most; /* price per rat of having the most cubes in a region */
    double few; /* part of the danger that is left in a region with at most two cubes */
    double regions; /* a region with cubes of the seat */
    double haven; /* a cube in a region without rats */
    double spite; /* weight of the best other seat */
};
enum { MANNERS = sizeof(struct manner) / sizeof(double) };

/* The price of the rats in a region for a seat with cubes there. */
static double danger(const struct rattus *s, unsigned seat, unsigned region,
                     const struct manner *m) {
    double rats = rattus_rats(s, region), cubes = s->seats[seat].cubes[region], price;
    if (s->ender || (s->plague == region + 1 && s->phase != PHASE_FREE)) price = m->here;
    else if (rattus_reach(s, 1) >> region & 1 && s->plague != region + 1) price = m->near;
    else price = m->far;
    bool most = true;
    for (unsigned other = 0; other < s->players; other++)
        most &= s->seats[other].cubes[region] <= s->seats[seat].cubes[region];
    double classes = __builtin_popcount(s->seats[seat].classes),
           lost = rats * price * (1 + 0.4 * classes + (most ? m->most : 0));
    if (rattus_cubes_in(s, region) < 3) lost *= m->few;
    return lost < cubes ? lost : cubes;
}

static double standing(const struct rattus *s, unsigned seat, const struct manner *m) {
    const struct rattus_seat *t = &s->seats[seat];
    double sum = (1 + m->castle) * t->castle;
    FOR_EACH_BIT (region, t->present) {
        sum += t->cubes[region] + m->regions - danger(s, seat, region, m);
        if (rattus_rats(s, region) == 0) sum += m->haven * t->cubes[region];
    }
    FOR_EACH_BIT (class, t->classes) sum += m->classes[class];
    return sum;
}

static double compare(const struct rattus *s, unsigned seat, const struct manner *m) {
    double best = -RATTUS_CUBES;
    for (unsigned other = 0; other < s->players; other++) {
        double theirs = other == seat ? best : standing(s, other, m);
        best = theirs > best ? theirs : best;
    }
    return standing(s, seat, m) - m->spite * best;
}

static double mannered(const struct script *script, const void *view, unsigned seat,
                       uint16_t action) {
    const struct manner *m = (const struct manner *)script->style;
    struct rattus next;
    memcpy(&next, view, sizeof next);
    rattus_game.apply(&next, seat, action, NULL);
    double gain = compare(&next, seat, m) - compare(view, seat, m);
    bool grows = action >= DO_GROW && action < DO_KEEP;
    return ends(action) ? gain - 100 : grows || gain > 0.02 ? gain : gain - 200;
}

static uint16_t choose_by_manner(const struct script *script, const void *view, unsigned seat,
                                 struct generator *generator) {
    return scripted_best(script, &rattus_game, view, seat, mannered, generator);
}

/* clang-format off */
static const struct manner manners[] = {
    /*             B    C    K    P    R    W      castle here near  far   most few  regions haven spite */
    /* squire */  {{0.4, 0.2, 3.0, 1.5, 0.3, -1.0}, 0.0,  0.5, 0.20, 0.08, 0.6, 0.5, 0.0,   0.0,  0.5},
    /* hopper */  {{1.5, 0.5, 0.2, 1.5, 0.2, -1.0}, 0.0,  0.5, 0.20, 0.08, 2.0, 0.3, 0.6,   0.0,  0.3},
    /* steward */ {{0.5, 0.8, 0.0, 1.0, 3.0, -1.0}, 1.0,  0.5, 0.20, 0.10, 0.5, 0.5, 0.0,   0.5,  0.3},
};
static const struct habit habits[] = {
    /*             B    C    K    P    R    W     crowd guest symbols close away envy castle */
    /* reeve */   {{0.6, 0.3, -0.4, 11.5, 0.2, 0.0}, 0.33, -0.09, 0.26, 0.30, 0.19, 0.87, 0.53},
    /* miller */  {{0.8, 0.2, 0.4, 2.2, 0.6, 0.0}, 0.40, 0.20, 0.12,   0.40, 0.20, 0.8, 0.1},
};
static const struct style styles[] = {
    /*             B    C     K    P    R    W     castle fear hope malice deny near  next  far */
    /* knight */ {{0.4, 0.2,  2.0, 1.5, 0.2, -1.0}, 0.1,  1.4, 3.0, 0.30,  0.4, 0.30, 0.15, 0.10},
    /* king */   {{0.6, 0.3,  0.2, 1.5, 1.6, -1.0}, 0.6,  1.4, 2.0, 0.30,  0.4, 0.30, 0.10, 0.10},
    /* monk */   {{0.9, 1.8,  0.2, 1.0, 0.3, -1.0}, 0.2,  1.6, 2.0, 0.30,  0.3, 0.30, 0.10, 0.10},
    /* farmer */ {{0.2, -0.1, -0.2, 2.7, 0.0, -1.2}, 0.0, 1.6, 4.0, 0.28,  0.5, 0.30, 0.04, 0.15},
};
static const struct script scripts[] = {
    {"knight", choose, (const double *)&styles[0], NUMBERS, false},
    {"king", choose, (const double *)&styles[1], NUMBERS, false},
    {"monk", choose, (const double *)&styles[2], NUMBERS, false},
    {"farmer", choose, (const double *)&styles[3], NUMBERS, false},
    {"reeve", choose_by_habit, (const double *)&habits[0], HABITS, true},
    {"miller", choose_by_habit, (const double *)&habits[1], HABITS, true},
    {"squire", choose_by_manner, (const double *)&manners[0], MANNERS, true},
    {"hopper", choose_by_manner, (const double *)&manners[1], MANNERS, true},
    {"steward", choose_by_manner, (const double *)&manners[2], MANNERS, true},
};
/* clang-format on */

const struct scripted_game scripted_rattus = {&rattus_game, scripts,
                                              sizeof scripts / sizeof *scripts};
