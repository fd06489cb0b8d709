/* Tallinn by rules of thumb: hold as many majorities as possible now and at the end, and trigger a
 * contest when it pays. The styles hurry or keep their contests for later. */
#include "core/bits.h"
#include "examples/scripted/scripted.h"
#include "games/tallinn/tallinn.h"

#include <string.h>

struct style {
    double contest; /* weight of points that a contest brings now */
    double reserve; /* what a coin is worth that is not played yet */
    double spread; /* what a person more is worth, whatever majorities it makes */
    double towers; /* weight of the towers' majority */
};
enum { NUMBERS = sizeof(struct style) / sizeof(double) };

static const struct style *style_of(const struct script *script) {
    return (const struct style *)script->style;
}

static unsigned tower_most(const struct tallinn_seat *t) {
    unsigned persons[CLASSES], most = 0;
    tallinn_tower_persons(t, persons);
    for (unsigned c = 0; c < CLASSES; c++)
        if (persons[c] > most) most = persons[c];
    return most;
}

/* Points of the final comparisons as the displays stand. */
static double standing(const struct tallinn *s, unsigned seat, const struct style *style) {
    const struct tallinn_seat *t = &s->seats[seat];
    double sum = 0;
    for (unsigned c = 0; c < CLASSES; c++) {
        sum += style->spread * t->persons[c];
        for (unsigned other = 0; other < s->players; other++)
            if (other != seat)
                sum += tallinn_compare(t->persons[c], s->seats[other].persons[c], WIN_CLASS,
                                       TIE_CLASS);
    }
    for (unsigned other = 0; other < s->players; other++)
        if (other != seat)
            sum += style->towers * tallinn_compare(tower_most(t), tower_most(&s->seats[other]) + 1,
                                                   WIN_TOWERS, TIE_TOWERS);
    return sum + 0.3 * tower_most(t);
}

static double contest(const struct tallinn *s, unsigned seat, unsigned class, unsigned extra) {
    double sum = 0;
    for (unsigned other = 0; other < s->players; other++)
        if (other != seat)
            sum += tallinn_compare(s->seats[seat].persons[class] + extra,
                                   s->seats[other].persons[class], WIN_CONTEST, TIE_CONTEST);
    return sum;
}

static void show(struct tallinn_seat *t, const struct half *half, int sign) {
    for (unsigned c = 0; c < CLASSES; c++)
        t->persons[c] = (uint8_t)(t->persons[c] + sign * half->persons[c]);
}

static double play_worth(const struct tallinn *s, unsigned seat, uint16_t action,
                         const struct style *style) {
    struct tallinn next = *s;
    const struct half *half = &influence_cards[play_card(action)].halves[play_half(action)],
                      *other = &influence_cards[play_card(action)].halves[!play_half(action)];
    show(&next.seats[seat], half, 1);
    double sum = standing(&next, seat, style);
    if (half->contest)
        sum += style->contest * contest(&next, seat, half->contest - 1u, 0) + 1 - style->reserve;
    if (other->contest) sum -= style->reserve / 2;
    if (half->shields) sum += style->contest;
    return sum;
}

static double tower_worth(const struct tallinn *s, unsigned seat, uint16_t action,
                          const struct style *style) {
    struct tallinn next = *s;
    struct tallinn_seat *t = &next.seats[seat];
    if (action == DO_TOWER_NONE) return standing(s, seat, style);
    if (action >= DO_TOWER_HAND) {
        t->secret |= (uint16_t)(1u << veiled_card(action - DO_TOWER_HAND));
        return standing(&next, seat, style) - 2 * style->spread;
    }
    unsigned card = action - DO_TOWER, half = t->shown[HALF_B] >> card & 1;
    show(t, &influence_cards[card].halves[half], -1);
    t->towers |= (uint16_t)(1u << card);
    return standing(&next, seat, style);
}

/* With the expansions: exchanges nothing, gives up nothing, takes any class. */
static double worth_of_rest(const struct tallinn *s, unsigned seat, uint16_t action) {
    unsigned place = action - DO_CONTEST;
    if (s->phase != PHASE_CONTEST) return action == DO_DONE;
    return place == CONTEST_NONE ? 0 : contest(s, seat, place - (place > CONTEST_NONE), 2);
}

static double worth(const struct script *script, const void *view, unsigned seat, uint16_t action) {
    const struct tallinn *s = view;
    const struct style *style = style_of(script);
    if (s->phase == PHASE_PLAY) return play_worth(s, seat, action, style);
    if (s->phase == PHASE_TOWER) return tower_worth(s, seat, action, style);
    return worth_of_rest(s, seat, action);
}

static uint16_t choose(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator) {
    return scripted_best(script, &tallinn_game, view, seat, worth, generator);
}

/* ---- strangers: what may still come, not only what lies there ---- */

struct outlook {
    double class, towers; /* weight of the final comparisons */
    double sure; /* persons ahead that are as good as won, with one card each still to come */
    double wider; /* more of them for each such card */
    double unseen; /* a person on cards not yet shown, relative to one that is */
    double now; /* weight of the points that a contest brings now */
    double nerve; /* persons that the others add in the same moment, in the contest */
    double coin; /* a coin not played yet, where the class is led; elsewhere half */
    double tribute; /* weight of a lead of five */
    double reach; /* a person on the towers, whatever majority it makes */
    double build; /* a tower, whatever it shows */
    double flank; /* weight of the class in which the seat stands worst */
};
enum { OUTLOOKS = sizeof(struct outlook) / sizeof(double) };

static void persons_of(unsigned cards, unsigned persons[CLASSES], unsigned coins[CLASSES]) {
    memset(persons, 0, CLASSES * sizeof *persons);
    memset(coins, 0, CLASSES * sizeof *coins);
    FOR_EACH_BIT (card, cards)
        for (unsigned half = 0; half < 2; half++) {
            const struct half *h = &influence_cards[card].halves[half];
            for (unsigned c = 0; c < CLASSES; c++) persons[c] += h->persons[c];
            if (h->contest) coins[h->contest - 1]++;
        }
}

/* From −1, lost, to 1, won. */
static double hope(double lead, double width) {
    double share = lead / width;
    return share > 1 ? 1 : share < -1 ? -1 : share;
}

struct rival {
    double ahead[CLASSES]; /* of the seat, as it may end */
    unsigned cards; /* that the two may still play */
};

static struct rival compare(const struct tallinn *s, unsigned seat, unsigned other,
                            const struct outlook *o) {
    const struct tallinn_seat *mine = &s->seats[seat], *theirs = &s->seats[other];
    unsigned own[CLASSES], foreign[CLASSES], coins[CLASSES];
    struct rival r;
    persons_of(tallinn_unseen(s, seat) & ~(unsigned)mine->secret, own, coins);
    persons_of(tallinn_unseen(s, other), foreign, coins);
    r.cards = 0u + mine->hand_count + mine->pile_count + theirs->hand_count + theirs->pile_count;
    for (unsigned c = 0; c < CLASSES; c++)
        r.ahead[c] = (double)mine->persons[c] - theirs->persons[c] +
                     o->unseen * ((double)own[c] - foreign[c]);
    return r;
}

/* The final comparisons with one other seat, from the seat's side. */
static double versus(const struct tallinn *s, unsigned seat, unsigned other,
                     const struct outlook *o) {
    struct rival r = compare(s, seat, other, o);
    const double win = o->class * (double)WIN_CLASS, lead = TRIBUTE_LEAD;
    double width = o->sure + o->wider * r.cards, sum = 0, worst = 1;
    for (unsigned c = 0; c < CLASSES; c++) {
        double here = hope(r.ahead[c], width);
        worst = here < worst ? here : worst;
        sum += win * here + o->tribute * (r.ahead[c] >= lead) - o->tribute * (r.ahead[c] <= -lead);
    }
    sum -= (1 - o->flank) * win * worst;
    double tall = (double)tower_most(&s->seats[seat]) - tower_most(&s->seats[other]) -
                  0.5 * s->seats[other].secret_count;
    return sum + o->towers * (double)WIN_TOWERS * hope(tall, 1 + width / 2);
}

static double prospects(const struct tallinn *s, unsigned seat, const struct outlook *o) {
    const struct tallinn_seat *t = &s->seats[seat];
    unsigned persons[CLASSES], coins[CLASSES];
    double sum = o->reach * tower_most(t);
    persons_of(tallinn_unseen(s, seat) & ~(unsigned)t->secret, persons, coins);
    for (unsigned other = 0; other < s->players; other++) {
        if (other == seat) continue;
        sum += versus(s, seat, other, o);
        for (unsigned c = 0; c < CLASSES; c++)
            sum += o->coin * coins[c] * (t->persons[c] > s->seats[other].persons[c] ? 1 : 0.5);
    }
    return sum;
}

/* A contest of the class, when the others show a card in the same moment. */
static double challenge(const struct tallinn *s, unsigned seat, unsigned class,
                        const struct outlook *o) {
    double sum = 0;
    for (unsigned other = 0; other < s->players; other++)
        if (other != seat)
            sum += 1 + hope((double)s->seats[seat].persons[class] - s->seats[other].persons[class] -
                                o->nerve,
                            1.5);
    return sum;
}

static double foresee_play(const struct tallinn *s, unsigned seat, uint16_t action,
                           const struct outlook *o) {
    struct tallinn next = *s;
    unsigned card = play_card(action), which = play_half(action);
    const struct half *half = &influence_cards[card].halves[which];
    struct tallinn_seat *t = &next.seats[seat];
    show(t, half, 1);
    t->shown[which] |= (uint16_t)(1u << card);
    t->hand &= (uint16_t)~(1u << card);
    double sum = prospects(&next, seat, o);
    if (half->contest) sum += o->now * challenge(&next, seat, half->contest - 1u, o) + o->build;
    return sum + (half->shields ? 1 : 0);
}

static double foresee_tower(const struct tallinn *s, unsigned seat, uint16_t action,
                            const struct outlook *o) {
    struct tallinn next = *s;
    struct tallinn_seat *t = &next.seats[seat];
    if (action == DO_TOWER_NONE) return prospects(s, seat, o);
    if (action >= DO_TOWER_HAND) {
        unsigned card = veiled_card(action - DO_TOWER_HAND);
        t->secret |= (uint16_t)(1u << card);
        t->hand &= (uint16_t)~(1u << card);
        t->hand_count--;
        return prospects(&next, seat, o);
    }
    unsigned card = action - DO_TOWER, which = t->shown[HALF_B] >> card & 1;
    show(t, &influence_cards[card].halves[which], -1);
    t->shown[which] &= (uint16_t)~(1u << card);
    t->towers |= (uint16_t)(1u << card);
    return prospects(&next, seat, o);
}

static double foresee(const struct script *script, const void *view, unsigned seat,
                      uint16_t action) {
    const struct tallinn *s = view;
    const struct outlook *o = (const struct outlook *)script->style;
    if (s->phase == PHASE_PLAY) return foresee_play(s, seat, action, o);
    if (s->phase == PHASE_TOWER) return foresee_tower(s, seat, action, o);
    return worth_of_rest(s, seat, action);
}

static uint16_t choose_with_outlook(const struct script *script, const void *view, unsigned seat,
                                    struct generator *generator) {
    return scripted_best(script, &tallinn_game, view, seat, foresee, generator);
}

/* clang-format off */
static const struct outlook outlooks[] = {
    /*              class towers sure wider unseen now  nerve coin tribute reach build flank */
    /* alderman */ {1.0,  1.0,   1.0, 0.34, 0.25,  1.0, 0.5,  0.4, 0.8,    0.1,  0.15, 1.0},
    /* watchman */ {0.7,  0.7,   1.0, 0.3,  0.3,   0.8, 0.3,  0.2, 0.3,    0.63, 0.44, 0.4},
};
static const struct style styles[] = {
    /*              contest reserve spread towers */
    /* merchant */ {1.0,    1.0,    0.5,   0.6},
    /* mason */    {0.8,    2.0,    0.8,   1.0},
};
static const struct script scripts[] = {
    {"merchant", choose, (const double *)&styles[0], NUMBERS, false},
    {"mason", choose, (const double *)&styles[1], NUMBERS, false},
    {"alderman", choose_with_outlook, (const double *)&outlooks[0], OUTLOOKS, true},
    {"watchman", choose_with_outlook, (const double *)&outlooks[1], OUTLOOKS, true},
};
/* clang-format on */

const struct scripted_game scripted_tallinn = {&tallinn_game, scripts,
                                               sizeof scripts / sizeof *scripts};
