/* Who knows what: views, witnesses, determinisation, and whether a position that was read makes
 * sense. */
#include "core/ensure.h"
#include "games/template/template.h"

/* Others' cards, what they set aside and what they have answered is theirs; what can be counted
 * stays. */
void template_view(void *state, unsigned observer) {
    struct template *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct template_seat *t = &s->seats[seat];
        if (seat == observer) continue;
        t->aside = t->answer = 0;
        if (!t->shown) t->card = 0;
        /* that it has answered is not known here */
        s->open |= (uint8_t)(s->asked & SEAT_BIT(seat));
    }
    s->viewer = (uint8_t)(observer + 1);
}

uint16_t template_witness(const void *state, unsigned by, uint16_t action, unsigned observer) {
    return by == BY_CHANCE && template_drawing(state) != observer ? DO_DRAW + VEILED : action;
}

/* Does the seat hold a card, and has it put one aside, whether or not the viewer knows which? */
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

/* Exact: all draws are uniform and choices tell nothing, so every arrangement of the unseen
 * cards is equally likely. */
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

/* ---- a position that was read: everything the other files rely on must hold ---- */

static bool check_seat(const struct template *s, unsigned seat) {
    const struct template_seat *t = &s->seats[seat];
    bool hidden = hidden_from_viewer(s, seat), answered = s->asked & ~s->open & SEAT_BIT(seat);
    if (t->swapped && s->phase < PHASE_REDRAW) return false;
    if (t->due && s->phase != PHASE_DEAL && !(s->phase == PHASE_REDRAW && t->swapped)) return false;
    if ((t->card != 0) != (holds(s, t) && (!hidden || t->shown))) return false;
    if ((t->aside != 0) != (has_aside(t) && !hidden)) return false;
    if ((t->answer != 0) != (answered && s->phase == PHASE_CHOOSE) || (hidden && answered))
        return false;
    return t->answer == 0 || t->answer == DO_KEEP + 1 || t->answer == DO_SWAP + 1;
}

/* Each card is at one place, and the joker is there only with its option. */
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

/* Draws and shows go by seat, and the question is the one of the phase. */
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
    return s->asked == asked && (s->open != 0) == (asked != 0) && !(s->open & ~asked);
}

static bool bad(struct message *error, const char *key) {
    *error = MESSAGE(key);
    return false;
}

bool template_check(const void *state, struct message *error) {
    const struct template *s = state;
    if (s->viewer > s->players && s->viewer != SPECTATOR + 1)
        return bad(error, "error.position.viewer");
    if (!check_course(s)) return bad(error, "template.error.course");
    for (unsigned seat = 0; seat < s->players; seat++)
        if (!check_seat(s, seat)) return bad(error, "template.error.seat");
    return check_cards(s) || bad(error, "template.error.cards");
}
