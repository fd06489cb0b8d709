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

/* ---- strangers that count the board by hand ---- */

struct trade {
    double land; /* points of cloisters, each time that they may still score */
    double league; /* points of alliances */
    double court; /* having the most councillors at a court */
    double share; /* a councillor anywhere */
    double road; /* two neighbouring cloisters */
    double chain; /* a cloister in a chain */
    double regions; /* a country with a cloister */
    double piece; /* any piece on the board */
    double card, colours; /* a card in hand, and each different colour */
    double spite; /* weight of the best other seat */
};
enum { TRADES = sizeof(struct trade) / sizeof(double) };

static double count_courts(const struct kardinal *s, unsigned seat, const struct trade *t) {
    struct kardinal_court courts[COUNTRIES];
    double sum = 0;
    for (unsigned c = 0; c < COUNTRIES; c++) {
        courts[c] = kardinal_court(s, c);
        sum += courts[c].majority >> seat & 1 ? t->court : 0;
        sum += t->share * s->seats[seat].councillors_in[c];
    }
    for (unsigned i = 0; i < ALLIANCES; i++) {
        const struct kardinal_court *a = &courts[alliances[i].countries[0]],
                                    *b = &courts[alliances[i].countries[1]];
        if (a->majority & b->majority & 1u << seat)
            sum += t->league * (a->councillors + b->councillors);
    }
    return sum;
}

static double count_roads(const struct kardinal *s, unsigned seat, const struct trade *t) {
    uint64_t own = s->seats[seat].cloisters;
    double sum = t->chain * __builtin_popcountll(kardinal_best_chain(own));
    for (uint64_t rest = own; rest; rest &= rest - 1)
        sum += t->road / 2 * __builtin_popcountll(spaces[__builtin_ctzll(rest)].roads & own);
    return sum;
}

static double count_seat(const struct kardinal *s, unsigned seat, const struct trade *t) {
    const struct kardinal_seat *own = &s->seats[seat];
    double sum = count_courts(s, seat, t) + count_roads(s, seat, t);
    for (unsigned c = 0; c < COUNTRIES; c++) {
        sum += (s->runs ? 1 : 2) * t->land * kardinal_cloisters(s, seat, c).points;
        sum += own->cloisters_in[c] ? t->regions : 0;
    }
    int left = own->cloisters_left + own->councillors_left;
    return sum - t->piece * left;
}

static double compare(const struct kardinal *s, unsigned seat, const struct trade *t) {
    const struct kardinal_seat *own = &s->seats[seat];
    double best = -1000, cards = t->card * own->hand_count;
    for (unsigned c = 0; c < COLOURS; c++) cards += own->hand[c] ? t->colours : 0;
    for (unsigned other = 0; other < s->players; other++) {
        double theirs = other == seat ? best : count_seat(s, other, t);
        best = theirs > best ? theirs : best;
    }
    return count_seat(s, seat, t) + cards - t->spite * best;
}

static double counted(const struct script *script, const void *view, unsigned seat,
                      uint16_t action) {
    const struct trade *t = (const struct trade *)script->style;
    struct kardinal next;
    memcpy(&next, view, sizeof next);
    if (action == DO_BLIND) return compare(&next, seat, t) + t->card + 0.5 * t->colours;
    if (action >= DO_SWAP && action < DO_TAKE) return compare(&next, seat, t) - t->card;
    kardinal_game.apply(&next, seat, action, NULL);
    return compare(&next, seat, t);
}

static uint16_t choose_by_count(const struct script *script, const void *view, unsigned seat,
                                struct generator *generator) {
    return scripted_best(script, &kardinal_game, view, seat, counted, generator);
}

/* clang-format off */
static const struct trade trades[] = {
    /*             land league court share road chain regions piece card colours spite */
    /* envoy */   {0.6, 1.0,   1.5,  0.5,  0.0, 0.3,  0.3,    1.0,  0.6, 0.2,    0.3},
    /* roamer */  {0.7, 0.3,   0.2,  0.0,  1.0, 1.0,  0.0,    1.0,  0.6, 0.2,    0.2},
    /* settler */ {1.0, 0.4,   0.2,  0.0,  0.2, 0.3,  1.5,    1.0,  0.6, -0.2,   0.5},
};
static const struct style styles[] = {
    /*             cloisters alliances chains make malice piece */
    /* abbot */   {1.0,      0.5,      1.0,   1.0, 0.3,   1.5},
    /* courtier */{0.7,      1.2,      0.6,   0.3, 0.4,   1.2},
};
static const struct script scripts[] = {
    {"abbot", choose, (const double *)&styles[0], NUMBERS, false},
    {"courtier", choose, (const double *)&styles[1], NUMBERS, false},
    {"envoy", choose_by_count, (const double *)&trades[0], TRADES, true},
    {"roamer", choose_by_count, (const double *)&trades[1], TRADES, true},
    {"settler", choose_by_count, (const double *)&trades[2], TRADES, true},
};
/* clang-format on */

const struct scripted_game scripted_kardinal = {&kardinal_game, scripts,
                                                sizeof scripts / sizeof *scripts};
