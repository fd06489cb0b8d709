/* Duell by rules of thumb: every piece, marker, coin and seal has a price, and the player takes the
 * step after which it owns most. The styles prefer pieces or cards and seals. */
#include "core/bits.h"
#include "examples/scripted/scripted.h"
#include "games/duell/duell.h"

#include <string.h>

struct style {
    double piece, section; /* built; a section on top */
    double worked, raw; /* a marker in the camp that an unfinished section needs */
    double gold, gold_more; /* a coin up to `enough`, and beyond */
    double enough;
    double seal, sign, once; /* a neutral seal, the power sign, a "1 ×" card */
    double fights; /* what the contested card must be worth for a seal more */
};
enum { NUMBERS = sizeof(struct style) / sizeof(double) };

static const struct style *style_of(const struct script *script) {
    return (const struct style *)script->style;
}

/* How many pieces of a material the building still needs. */
static unsigned needed(const struct duell_seat *t, unsigned material) {
    unsigned count = 0;
    for (unsigned i = 0; i < SECTIONS; i++)
        count += (duell_section_table[i].needs & ~t->built[i]) >> material & 1;
    return count;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static double owned(const struct duell_seat *t, const struct style *style) {
    double poor = t->gold < style->enough ? t->gold : style->enough;
    double sum = style->gold * poor + style->gold_more * (t->gold - poor) +
                 style->section * duell_finished_sections(t) +
                 style->once * duell_popcount(t->hand);
    for (unsigned i = 0; i < NEUTRALS; i++) sum += style->seal * t->seals[i];
    for (unsigned i = 0; i < SECTIONS; i++) sum += style->piece * duell_popcount(t->built[i]);
    for (unsigned m = 0; m < MATERIALS; m++) {
        unsigned open = needed(t, m), worked = least(t->worked[m], open),
                 raw = least(t->raw[m], open - worked);
        sum += style->worked * worked + style->raw * raw;
    }
    return sum;
}

static double position(const struct duell *s, unsigned seat, const struct style *style) {
    const char *by;
    double sum = owned(&s->seats[seat], style) - owned(&s->seats[seat ^ 1], style) +
                 (s->sign == seat ? style->sign : 0);
    if (s->phase == PHASE_OVER) sum += (duell_compare(s, &by) > 0) == (seat == 0) ? 100 : -100;
    return sum;
}

/* What a craftsman or a market would bring. */
static double trade(const struct duell_card *card, const struct duell_seat *t,
                    const struct style *style) {
    unsigned gold = card->gold, rich = gold ? t->gold / gold : 3, wanted = 0;
    if (card->kind == KIND_CRAFTSMAN) wanted = least(t->raw[card->which], needed(t, card->which));
    if (card->kind == KIND_FREE)
        for (unsigned m = SAND; m <= WOOD; m++) wanted |= t->raw[m] && needed(t, m);
    if (card->kind == KIND_MARKET)
        return t->gold > 4 ? style->raw : style->gold * 2 * least(t->raw[WOOL], 2);
    return (style->worked - style->raw - style->gold * card->gold / 2) * least(wanted, rich);
}

/* A card of the layout for a seat that may use it. */
static double card_worth(const struct duell_card *card, const struct duell *s, unsigned seat,
                         const struct style *style) {
    const struct duell_seat *t = &s->seats[seat];
    if (duell_blocked(card, seat)) return 0;
    switch (card->kind) {
    case KIND_POWER: return style->sign + 0.1;
    case KIND_INCOME:
    case KIND_GIFT: return (t->gold < style->enough ? style->gold : style->gold_more) * card->gold;
    case KIND_ROB: return 2 * style->gold * least(card->gold, s->seats[seat ^ 1].gold);
    case KIND_MATERIAL:
        return style->raw *
               least(needed(t, card->which) - least(needed(t, card->which), t->raw[card->which]),
                     card->amount);
    case KIND_FETCH:
    case KIND_WOOLTRADER: return style->raw + 2 * style->gold;
    case KIND_CHEAP: return 0.8;
    case KIND_SEAL: return 2 * style->seal;
    case KIND_INFLUENCE: return t->gold > 3 ? style->seal : 0;
    case KIND_ONCE: return style->once;
    default: return trade(card, t, style);
    }
}

static double line_worth(const struct duell *s, unsigned seat, unsigned line,
                         const struct style *style) {
    double sum = 0;
    for (unsigned i = 0; i < POSITIONS; i++) {
        if (!(duell_lines[line] >> i & 1)) continue;
        double share = s->seats[seat ^ 1].cards >> i & 1 ? 0.5 : 0.9;
        sum += share * (card_worth(duell_card_at(s, i), s, seat, style) +
                        0.3 * card_worth(duell_card_at(s, i), s, seat ^ 1, style));
    }
    return sum;
}

/* In a fight: seals with a high mean first cost more. Yields if the card is not worth a seal. */
static double flip_worth(const struct duell *s, unsigned seat, uint16_t action,
                         const struct style *style) {
    unsigned crossing = s->seats[0].cards & s->seats[1].cards;
    if (action == DO_YIELD) {
        if (!crossing) return 0;
        const struct duell_card *card = duell_card_at(s, (unsigned)__builtin_ctz(crossing));
        double stake = card_worth(card, s, seat, style) + card_worth(card, s, seat ^ 1, style);
        return stake < style->fights * (1 + s->seats[seat].flips) ? 1 : -1;
    }
    static const double order[SEALS] = {[SEAL_05] = -0.3, [SEAL_14] = -0.1, [SEAL_23] = 0};
    return order[action - DO_FLIP] - (action == DO_FLIP + SEAL_OWN ? 0.2 : 0);
}

static double worth(const struct script *script, const void *view, unsigned seat, uint16_t action) {
    const struct duell *s = view;
    const struct style *style = style_of(script);
    struct duell next;
    if (s->phase == PHASE_CLAIM) return line_worth(s, seat, action - DO_CLAIM, style);
    if (s->phase == PHASE_FLIP) return flip_worth(s, seat, action, style);
    if (s->phase == PHASE_LUCKY) return action == DO_LUCKY ? s->side < 2 : 0.5;
    memcpy(&next, s, sizeof next);
    duell_game.apply(&next, seat, action, NULL);
    bool ends = action == DO_DONE || action == DO_END || action == DO_ENOUGH;
    return position(&next, seat, style) + (ends ? 0 : 0.01);
}

static uint16_t choose(const struct script *script, const void *view, unsigned seat,
                       struct generator *generator) {
    return scripted_best(script, &duell_game, view, seat, worth, generator);
}

/* ---- a stranger: rehearses its turn with every line before it claims one ---- */

struct plan {
    double piece, section; /* built; a section on top */
    double late; /* a built piece counts that much more in the last round */
    double worked, raw; /* a marker that the building still needs and time allows */
    double gold, spare; /* a coin that can still be spent on pieces, and any other */
    double seal, sign, once;
    double envy; /* weight of what the opponent owns */
    double deny; /* weight of what the opponent could do with its best line */
    double risk; /* what of a contested card counts before the fight */
    double cost; /* of a seal flipped, for each point of its mean */
};
enum { PLANS = sizeof(struct plan) / sizeof(double) };

static double estate(const struct duell *s, unsigned seat, const struct plan *p) {
    const struct duell_seat *t = &s->seats[seat];
    unsigned left = ROUNDS - s->round + 1u, pieces = 0, ready = 0, begun = 0;
    for (unsigned i = 0; i < SECTIONS; i++) pieces += duell_popcount(t->built[i]);
    for (unsigned m = 0; m < MATERIALS; m++) {
        unsigned open = needed(t, m), worked = least(t->worked[m], open);
        ready += worked;
        begun += least(t->raw[m], open - worked);
    }
    unsigned room = least(3 * left, SECTIONS * SECTION_PIECES - pieces);
    ready = least(ready, room);
    begun = least(begun, room - ready);
    unsigned useful = least(t->gold, 3 * room + 2);
    double sum = pieces * p->piece * (1 + p->late * s->round / (double)ROUNDS) +
                 p->section * duell_finished_sections(t) + p->worked * ready + p->raw * begun +
                 p->gold * useful + p->spare * (t->gold - useful) + (s->sign == seat) * p->sign +
                 p->once * duell_popcount(t->hand);
    for (unsigned i = 0; i < NEUTRALS; i++) sum += p->seal * least(t->seals[i], 3);
    return sum;
}

static double estates(const struct duell *s, unsigned seat, const struct plan *p) {
    const char *by;
    double sum = estate(s, seat, p) - p->envy * estate(s, seat ^ 1, p);
    return s->phase != PHASE_OVER                         ? sum
           : (duell_compare(s, &by) > 0) == (seat == RED) ? 1000
                                                          : -1000;
}

/* The action of the seat's turn after which it owns most. */
static uint16_t thrifty(const struct duell *s, unsigned seat, const struct plan *p) {
    uint16_t list[LEGAL_MAX], best = 0;
    unsigned count = duell_game.legal(s, seat, list);
    double most = -1e9;
    for (unsigned i = 0; i < count; i++) {
        struct duell next = *s;
        duell_game.apply(&next, seat, list[i], NULL);
        bool ends = list[i] == DO_DONE || list[i] == DO_END || list[i] == DO_ENOUGH;
        double here = estates(&next, seat, p) + (ends ? 0 : 0.01);
        if (here > most) most = here, best = list[i];
    }
    return best;
}

/* What the seat owns after a turn with these cards. */
static double rehearse(const struct duell *s, unsigned seat, unsigned cards, const struct plan *p) {
    struct duell next = *s;
    next.phase = PHASE_EVALUATE;
    next.seat = (uint8_t)seat;
    next.seats[seat].cards = (uint16_t)cards;
    next.seats[seat ^ 1].cards = 0;
    while (next.phase != PHASE_OVER) {
        unsigned asked = next.phase == PHASE_GIVE ? seat ^ 1 : seat;
        uint16_t action = thrifty(&next, asked, p);
        if (action == DO_END) break;
        duell_game.apply(&next, asked, action, NULL);
    }
    return estates(&next, seat, p);
}

static double rehearse_claim(const struct duell *s, unsigned seat, unsigned line,
                             const struct plan *p) {
    unsigned mine = duell_lines[line], theirs = s->seats[seat ^ 1].cards;
    if (theirs)
        return p->risk * rehearse(s, seat, mine, p) +
               (1 - p->risk) * rehearse(s, seat, mine & ~theirs, p);
    double most = -1e9;
    for (unsigned other = 0; other < LINES; other++)
        if (duell_cross(duell_lines[other], mine)) {
            double here = rehearse(s, seat ^ 1, duell_lines[other], p);
            most = here > most ? here : most;
        }
    return rehearse(s, seat, mine, p) - p->deny * most;
}

/* How likely a flip puts the seat ahead, or level where that is enough. */
static double chance_of(const struct duell *s, unsigned seat, unsigned seal) {
    int lead = (int)s->seats[seat ^ 1].sum - (int)s->seats[seat].sum + (seat != s->holder);
    return 0.5 *
           ((duell_seal_table[seal].sides[0] >= lead) + (duell_seal_table[seal].sides[1] >= lead));
}

static double rehearse_flip(const struct duell *s, unsigned seat, uint16_t action,
                            const struct plan *p) {
    unsigned cards = s->seats[seat].cards, crossing = cards & s->seats[seat ^ 1].cards;
    double stake =
        rehearse(s, seat, cards, p) - rehearse(s, seat, cards & ~crossing, p) +
        p->envy * (rehearse(s, seat ^ 1, s->seats[seat ^ 1].cards, p) -
                   rehearse(s, seat ^ 1, s->seats[seat ^ 1].cards & (unsigned)~crossing, p));
    if (action == DO_YIELD) return 0;
    unsigned seal = action - DO_FLIP;
    double price = seal == SEAL_OWN ? 0.3 : p->cost * (seal == SEAL_05 ? 1.2 : 1);
    return stake * chance_of(s, seat, seal) - price;
}

static double planned(const struct script *script, const void *view, unsigned seat,
                      uint16_t action) {
    const struct plan *p = (const struct plan *)script->style;
    struct duell next;
    memcpy(&next, view, sizeof next);
    if (next.phase == PHASE_CLAIM) return rehearse_claim(&next, seat, action - DO_CLAIM, p);
    if (next.phase == PHASE_FLIP) return rehearse_flip(&next, seat, action, p);
    if (next.phase == PHASE_LUCKY) return action == DO_LUCKY ? next.side < 2 : 0.5;
    duell_game.apply(&next, seat, action, NULL);
    bool ends = action == DO_DONE || action == DO_END || action == DO_ENOUGH;
    return estates(&next, seat, p) + (ends ? 0 : 0.01);
}

static uint16_t choose_by_plan(const struct script *script, const void *view, unsigned seat,
                               struct generator *generator) {
    return scripted_best(script, &duell_game, view, seat, planned, generator);
}

/* ---- a stranger: finishes one section after the other ---- */

struct goal {
    double built, worked, raw; /* how far a missing place of a section has come */
    double steep; /* how much more the last place of a section counts than the first */
    double gold, enough, more; /* a coin up to `enough`, and beyond */
    double seal, sign, once;
    double rival; /* weight of the opponent */
    double fight; /* a seal is flipped while the card is worth that much */
};
enum { GOALS = sizeof(struct goal) / sizeof(double) };

/* Sections from the furthest on; each takes its markers from what the earlier ones leave. */
static double progress(const struct duell_seat *t, const struct goal *g) {
    uint8_t worked[MATERIALS], raw[MATERIALS];
    double sum = 0, best;
    unsigned left = (1u << SECTIONS) - 1, first = 0;
    memcpy(worked, t->worked, sizeof worked);
    memcpy(raw, t->raw, sizeof raw);
    for (; left; left &= ~(1u << first)) {
        best = -1;
        FOR_EACH_BIT (section, left) {
            unsigned missing = duell_section_table[section].needs & ~(unsigned)t->built[section];
            double far = g->built * (SECTION_PIECES - duell_popcount(missing));
            FOR_EACH_BIT (m, missing) far += worked[m] ? g->worked : raw[m] ? g->raw : 0;
            if (far > best) best = far, first = section;
        }
        FOR_EACH_BIT (m, duell_section_table[first].needs & ~(unsigned)t->built[first])
            worked[m] ? worked[m]-- : raw[m] ? raw[m]-- : 0;
        sum += best * (1 + g->steep * best / (3 * g->built));
    }
    return sum;
}

static double fortune(const struct duell *s, unsigned seat, const struct goal *g) {
    const struct duell_seat *t = &s->seats[seat];
    double poor = t->gold < g->enough ? t->gold : g->enough;
    unsigned seals = 0u + t->seals[SEAL_05] + t->seals[SEAL_14] + t->seals[SEAL_23];
    return progress(t, g) + g->gold * poor + g->more * (t->gold - poor) + g->seal * seals +
           g->sign * (s->sign == seat) + g->once * duell_popcount(t->hand);
}

/* What a card brings at once: some need another step, and get a guess. */
static double at_once(const struct duell *s, unsigned seat, unsigned position,
                      const struct goal *g) {
    const struct duell_card *card = duell_card_at(s, position);
    struct duell next = *s;
    uint16_t list[LEGAL_MAX];
    if (duell_blocked(card, seat)) return 0;
    next.phase = PHASE_EVALUATE;
    next.seat = (uint8_t)seat;
    next.seats[seat].cards = (uint16_t)(1u << position);
    double before = fortune(&next, seat, g), best = 0;
    duell_game.apply(&next, seat, (uint16_t)(DO_USE + position), NULL);
    if (card->kind == KIND_CHEAP) return 3 * g->gold;
    if (card->kind == KIND_ROB) return 2 * (fortune(&next, seat, g) - before);
    best = fortune(&next, seat, g) - before;
    if (next.phase != PHASE_CARD && next.phase != PHASE_FREE) return best;
    unsigned count = duell_game.legal(&next, seat, list);
    for (unsigned i = 0; i < count; i++) {
        struct duell after = next;
        duell_game.apply(&after, seat, list[i], NULL);
        double here = 1.3 * (fortune(&after, seat, g) - before);
        best = here > best ? here : best;
    }
    return best;
}

static double goal_claim(const struct duell *s, unsigned seat, unsigned line,
                         const struct goal *g) {
    double sum = 0;
    for (unsigned i = 0; i < POSITIONS; i++)
        if (duell_lines[line] >> i & 1)
            sum += (s->seats[seat ^ 1].cards >> i & 1 ? 0.6 : 1) *
                   (at_once(s, seat, i, g) + g->rival * at_once(s, seat ^ 1, i, g));
    return sum;
}

static double goal_flip(const struct duell *s, unsigned seat, uint16_t action,
                        const struct goal *g) {
    unsigned crossing = s->seats[0].cards & s->seats[1].cards,
             place = (unsigned)__builtin_ctz(crossing);
    double stake = at_once(s, seat, place, g) + g->rival * at_once(s, seat ^ 1, place, g);
    if (action == DO_YIELD) return stake > g->fight * (1 + s->seats[seat].flips) ? -1 : 10;
    unsigned seal = action - DO_FLIP;
    return 2 * chance_of(s, seat, seal) - 0.2 * (seal == SEAL_05) - 0.3 * (seal == SEAL_OWN);
}

static double driven(const struct script *script, const void *view, unsigned seat,
                     uint16_t action) {
    const struct goal *g = (const struct goal *)script->style;
    const char *by;
    struct duell next;
    memcpy(&next, view, sizeof next);
    if (next.phase == PHASE_CLAIM) return goal_claim(&next, seat, action - DO_CLAIM, g);
    if (next.phase == PHASE_FLIP) return goal_flip(&next, seat, action, g);
    if (next.phase == PHASE_LUCKY) return action == DO_LUCKY ? next.side < 2 : 0.5;
    duell_game.apply(&next, seat, action, NULL);
    bool ends = action == DO_DONE || action == DO_END || action == DO_ENOUGH;
    double won = next.phase != PHASE_OVER                           ? 0
                 : (duell_compare(&next, &by) > 0) == (seat == RED) ? 1000
                                                                    : -1000;
    return won + fortune(&next, seat, g) - g->rival * fortune(&next, seat ^ 1, g) +
           (ends ? 0 : 0.01);
}

static uint16_t choose_by_goal(const struct script *script, const void *view, unsigned seat,
                               struct generator *generator) {
    return scripted_best(script, &duell_game, view, seat, driven, generator);
}

/* clang-format off */
static const struct plan plans[] = {
    /*              piece section late worked raw  gold spare seal sign once envy deny risk cost */
    /* surveyor */ {5.0,  3.0,    0.5, 2.6,   1.4, 0.4, 0.05, 0.5, 1.0, 0.8, 0.5, 0.4, 0.6, 0.8},
};
static const struct goal goals[] = {
    /*             built worked raw  steep gold enough more seal sign once rival fight */
    /* glazier */ {4.0,  2.4,   1.2, 0.5,  0.4, 12,    0.1, 0.4, 0.8, 0.7, 0.4,  0.5},
};
static const struct style styles[] = {
    /*             piece section worked raw  gold  more  enough seal sign once fights */
    /* builder */ {4.5,  3.0,    2.4,   1.3, 0.25, 0.10, 10,    0.3, 0.5, 0.6, 1.2},
    /* fighter */ {4.0,  2.0,    2.0,   1.1, 0.20, 0.15, 14,    0.7, 1.2, 0.8, 0.5},
};
static const struct script scripts[] = {
    {"builder", choose, (const double *)&styles[0], NUMBERS, false},
    {"fighter", choose, (const double *)&styles[1], NUMBERS, false},
    {"surveyor", choose_by_plan, (const double *)&plans[0], PLANS, true},
    {"glazier", choose_by_goal, (const double *)&goals[0], GOALS, true},
};
/* clang-format on */

const struct scripted_game scripted_duell = {&duell_game, scripts,
                                             sizeof scripts / sizeof *scripts};
