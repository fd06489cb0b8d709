/* Duell by rules of thumb: every piece, marker, coin and seal has a price, and the player takes the
 * step after which it owns most. The styles prefer pieces or cards and seals. */
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

/* clang-format off */
static const struct style styles[] = {
    /*             piece section worked raw  gold  more  enough seal sign once fights */
    /* builder */ {4.5,  3.0,    2.4,   1.3, 0.25, 0.10, 10,    0.3, 0.5, 0.6, 1.2},
    /* fighter */ {4.0,  2.0,    2.0,   1.1, 0.20, 0.15, 14,    0.7, 1.2, 0.8, 0.5},
};
static const struct script scripts[] = {
    {"builder", choose, (const double *)&styles[0], NUMBERS, false},
    {"fighter", choose, (const double *)&styles[1], NUMBERS, false},
};
/* clang-format on */

const struct scripted_game scripted_duell = {&duell_game, scripts,
                                             sizeof scripts / sizeof *scripts};
