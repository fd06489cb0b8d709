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

static double worth(const struct script *script, const void *view, unsigned seat, uint16_t action) {
    const struct tallinn *s = view;
    const struct style *style = style_of(script);
    if (s->phase == PHASE_PLAY) return play_worth(s, seat, action, style);
    if (s->phase == PHASE_TOWER) return tower_worth(s, seat, action, style);
    if (s->phase == PHASE_CONTEST) {
        unsigned place = action - DO_CONTEST;
        return place == CONTEST_NONE ? 0 : contest(s, seat, place - (place > CONTEST_NONE), 2);
    }
    return action == DO_DONE ? 0.5 : 0; /* exchanges nothing, gives up nothing, takes any class */
}

static uint16_t choose(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator) {
    return scripted_best(script, &tallinn_game, view, seat, worth, generator);
}

/* clang-format off */
static const struct style styles[] = {
    /*              contest reserve spread towers */
    /* merchant */ {1.0,    1.0,    0.5,   0.6},
    /* mason */    {0.8,    2.0,    0.8,   1.0},
};
static const struct script scripts[] = {
    {"merchant", choose, (const double *)&styles[0], NUMBERS, false},
    {"mason", choose, (const double *)&styles[1], NUMBERS, false},
};
/* clang-format on */

const struct scripted_game scripted_tallinn = {&tallinn_game, scripts,
                                               sizeof scripts / sizeof *scripts};
