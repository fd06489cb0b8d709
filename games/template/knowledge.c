/* Who knows what: views, witnesses, determinisation, and the consistency of positions that were
 * read. */
#include "games/template/template.h"

/* Beyond what the members say: a card that was shown stays visible. */
void template_view(void *state, unsigned observer) {
    struct template *s = state;
    struct template full = *s;
    fields_hide(&template_fields, s, observer);
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].shown) s->seats[seat].card = full.seats[seat].card;
}

WITNESS_BY_VERBS(template, template_drawing(s))

/* Does the seat hold a card, and has it put one aside, even if the viewer does not know which? */
static bool holds(const struct template *s, const struct template_seat *t) {
    return s->phase != PHASE_DEAL || !t->due;
}

static bool has_aside(const struct template_seat *t) {
    return t->swapped && !t->due;
}

static uint8_t take(unsigned *cards, struct generator *generator) {
    unsigned set = *cards;
    for (unsigned skip = generator_below(generator, (uint32_t)__builtin_popcount(set)); skip;
         skip--)
        set &= set - 1;
    *cards &= ~(set & -set);
    return (uint8_t)(__builtin_ctz(set) + 1);
}

/* The exact distribution: draws are uniform and choices reveal nothing, so every arrangement of
 * the unseen cards is equally likely. */
void template_determinise(void *view, struct generator *generator) {
    struct template *s = view;
    unsigned cards = template_unseen(s);
    ensure(s->viewer != 0);
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct template_seat *t = &s->seats[seat];
        if (!hidden_from_viewer(s, seat)) continue;
        if (holds(s, t) && !t->shown) t->card = take(&cards, generator);
        if (has_aside(t)) t->aside = take(&cards, generator);
    }
    s->viewer = 0;
}

/* ---- positions that were read: the other files rely on all of this ---- */

static bool check_seat(const struct template *s, unsigned seat) {
    const struct template_seat *t = &s->seats[seat];
    bool hidden = hidden_from_viewer(s, seat);
    if (t->swapped && s->phase < PHASE_REDRAW) return false;
    if (t->due && s->phase != PHASE_DEAL && !(s->phase == PHASE_REDRAW && t->swapped)) return false;
    if ((t->card != 0) != (holds(s, t) && (!hidden || t->shown))) return false;
    return (t->aside != 0) == (has_aside(t) && !hidden);
}

/* Each card is in exactly one place, and the joker exists only with its option. */
static bool check_cards(const struct template *s) {
    unsigned seen = s->joker ? 1 : 1 | 1u << CARDS;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const uint8_t places[2] = {s->seats[seat].card, s->seats[seat].aside};
        for (unsigned i = 0; i < 2; i++) {
            if (places[i] && seen >> places[i] & 1) return false;
            seen |= 1u << places[i];
        }
    }
    return true;
}

/* Draws and reveals go in seat order, and the question is the phase's. */
static bool check_course(const struct template *s) {
    unsigned due = 0, shown = 0, all = (1u << s->players) - 1, asked = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        bool draws = s->phase == PHASE_DEAL || s->seats[seat].swapped;
        if (due && draws && !s->seats[seat].due) return false;
        due |= s->seats[seat].due;
        shown |= (unsigned)s->seats[seat].shown << seat;
    }
    if ((due != 0) != (s->phase == PHASE_DEAL || s->phase == PHASE_REDRAW)) return false;
    if ((s->phase < PHASE_SHOW && shown) || (shown == all) != (s->phase == PHASE_OVER) ||
        (shown & (shown + 1)))
        return false;
    if (s->phase == PHASE_CHOOSE) asked = all;
    if (s->phase == PHASE_SHOW) asked = shown + 1;
    return s->asked == asked;
}

struct message template_check(const void *state) {
    const struct template *s = state;
    if (!check_course(s)) return MESSAGE("template.error.course");
    for (unsigned seat = 0; seat < s->players; seat++)
        if (!check_seat(s, seat)) return MESSAGE("template.error.seat");
    return check_cards(s) ? MESSAGE_NONE : MESSAGE("template.error.cards");
}
