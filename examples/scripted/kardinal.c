/* Kardinal & König by rules of thumb: take the points that one piece brings now, and stay where a
 * majority can still grow. The styles prefer monasteries or courts. */
#include "examples/scripted/scripted.h"
#include "games/kardinal/features.h"

#include <string.h>

struct style {
    double cloisters, alliances, chains; /* weights of the points in sight */
    double make; /* a space that would make or lengthen a chain */
    double malice; /* weight of the best other seat's points */
    double piece; /* a piece on the board, whatever it scores now */
};
enum { NUMBERS = sizeof(struct style) / sizeof(double) };

static const struct style *style_of(const struct script *script) {
    return (const struct style *)script->style;
}

static double points(const struct kardinal_prospect *p, double rounds, const struct style *style) {
    return rounds * style->cloisters * p->cloisters + style->alliances * p->alliances +
           style->chains * p->chains + (p->make || p->lengthen ? style->make : 0);
}

/* Cards that pay for two pieces in one country help more than single ones. */
static double hand_worth(const struct kardinal_seat *t) {
    double sum = 0;
    for (unsigned c = 0; c < COLOURS; c++) sum += t->hand[c] + (t->hand[c] > 1 ? 0.6 : 0);
    return sum;
}

static double position(const struct kardinal *s, unsigned seat, const struct style *style) {
    struct kardinal_prospect all[KARDINAL_SEATS];
    const struct kardinal_seat *t = &s->seats[seat];
    double best = 0, rounds = s->runs ? 1 : 2;
    kardinal_prospects(s, all);
    for (unsigned other = 0; other < s->players; other++) {
        double theirs = points(&all[other], rounds, style);
        if (other != seat && theirs > best) best = theirs;
    }
    int pieces =
        KARDINAL_CLOISTERS + KARDINAL_COUNCILLORS - t->cloisters_left - t->councillors_left;
    return points(&all[seat], rounds, style) - style->malice * best + style->piece * pieces +
           0.8 * hand_worth(t);
}

static double worth(const struct script *script, const void *view, unsigned seat, uint16_t action) {
    struct kardinal next;
    memcpy(&next, view, sizeof next);
    if (action == DO_BLIND) return position(&next, seat, style_of(script)) + 1.0;
    if (action >= DO_SWAP && action < DO_TAKE) return position(&next, seat, style_of(script)) - 0.5;
    kardinal_game.apply(&next, seat, action, NULL);
    return position(&next, seat, style_of(script));
}

static uint16_t choose(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator) {
    return scripted_best(script, &kardinal_game, view, seat, worth, generator);
}

/* clang-format off */
static const struct style styles[] = {
    /*             cloisters alliances chains make malice piece */
    /* abbot */   {1.0,      0.5,      1.0,   1.0, 0.3,   1.5},
    /* courtier */{0.7,      1.2,      0.6,   0.3, 0.4,   1.2},
};
static const struct script scripts[] = {
    {"abbot", choose, (const double *)&styles[0], NUMBERS, false},
    {"courtier", choose, (const double *)&styles[1], NUMBERS, false},
};
/* clang-format on */

const struct scripted_game scripted_kardinal = {&kardinal_game, scripts,
                                                sizeof scripts / sizeof *scripts};
