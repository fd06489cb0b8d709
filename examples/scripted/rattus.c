/* Rattus by rules of thumb: count cubes, fear the plague where it can be next turn, and send it to
 * the others. The styles prefer different classes. */
#include "core/bits.h"
#include "examples/scripted/scripted.h"
#include "games/rattus/rattus.h"

#include <string.h>

struct style {
    double classes[CLASSES]; /* what holding a class is worth, in cubes */
    double castle; /* a cube there, beyond what a cube on the board is worth */
    double fear, hope; /* weight of own expected losses, and of the others' */
    double malice; /* weight of the strongest other seat's cubes */
    double deny; /* what a class in another's hands costs, as a share of its worth */
    double near, next, far; /* how likely the plague strikes at a distance of one, two, more */
};

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
        cubes -= fear * threat(s, region, style) * losses[region][seat] / LOSS_ONE;
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
    const struct style *style = script->style;
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

/* clang-format off */
static const struct style styles[] = {
    /*             B    C     K    P    R    W     castle fear hope malice deny near  next  far */
    /* knight */ {{0.4, 0.2,  2.0, 1.5, 0.2, -1.0}, 0.1,  1.4, 3.0, 0.30,  0.4, 0.30, 0.15, 0.10},
    /* king */   {{0.6, 0.3,  0.2, 1.5, 1.6, -1.0}, 0.6,  1.4, 2.0, 0.30,  0.4, 0.30, 0.10, 0.10},
    /* monk */   {{0.9, 1.8,  0.2, 1.0, 0.3, -1.0}, 0.2,  1.6, 2.0, 0.30,  0.3, 0.30, 0.10, 0.10},
    /* farmer */ {{0.2, -0.1, -0.2, 2.7, 0.0, -1.2}, 0.0, 1.6, 4.0, 0.28,  0.5, 0.30, 0.04, 0.15},
};
static const struct script scripts[] = {
    {"knight", choose, &styles[0]},
    {"king", choose, &styles[1]},
    {"monk", choose, &styles[2]},
    {"farmer", choose, &styles[3]},
};
/* clang-format on */

const struct scripted_game scripted_rattus = {&rattus_game, scripts,
                                              sizeof scripts / sizeof *scripts};
