/* Everything is public; this file checks the consistency of positions that were read. */
#include "games/duell/duell.h"
#include "games/duell/fight.h"

static bool turn_phase(const struct duell *s) {
    return s->phase >= PHASE_EVALUATE && s->phase <= PHASE_BUILD;
}

static bool fight_phase(const struct duell *s) {
    return s->phase >= PHASE_FLIP && s->phase <= PHASE_KEEP;
}

/* Every marker is in exactly one place; only needed materials are built in. */
static bool check_markers(const struct duell_seat *t) {
    for (unsigned m = 0; m < MATERIALS; m++) {
        unsigned count = 0u + t->supply[m] + t->raw[m] + t->worked[m];
        for (unsigned i = 0; i < SECTIONS; i++) count += t->built[i] >> m & 1;
        if (count != duell_material_table[m].markers) return false;
    }
    for (unsigned i = 0; i < SECTIONS; i++)
        if (t->built[i] & ~duell_section_table[i].needs) return false;
    return true;
}

static bool check_seals(const struct duell *s) {
    unsigned count[SEALS] = {0}, stacked = 0;
    for (; stacked < NEUTRAL_SEALS && s->stack[stacked]; stacked++) count[s->stack[stacked] - 1]++;
    if (stacked != s->stack_count) return false;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        const struct duell_seat *t = &s->seats[seat];
        for (unsigned i = 0; i < t->flips; i++) {
            if (t->flipped[i] == SEAL_OWN + 1 && i + 1u < t->flips) return false;
            count[t->flipped[i] - 1]++;
        }
        for (unsigned i = 0; i < NEUTRALS; i++) count[i] += t->seals[i];
    }
    for (unsigned i = 0; i < NEUTRALS; i++) {
        unsigned all = duell_seal_table[i].stack + 2u * duell_seal_table[i].start;
        if (s->phase == PHASE_STACK ? count[i] > all : count[i] != all) return false;
    }
    return true;
}

/* A list that was read ends at its first zero. */
static bool check_lists(const struct duell *s) {
    unsigned dealt = 0;
    while (dealt < POSITIONS && s->layout[dealt]) dealt++;
    if (dealt != s->dealt) return false;
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        unsigned flips = 0;
        while (flips < FLIPS_MAX && s->seats[seat].flipped[flips]) flips++;
        if (flips != s->seats[seat].flips) return false;
    }
    return true;
}

/* The rest of the pass and the layout together are all its cards, nine fewer each round. */
static bool check_deck(const struct duell *s) {
    if (s->phase == PHASE_STACK) return s->deck[0] == 0 && s->deck[1] == 0 && s->dealt == 0;
    unsigned stack = duell_pass_stack(s),
             left = STACK_CARDS - POSITIONS * ((s->round - 1u) % PASS_ROUNDS);
    uint8_t count[CARDS];
    for (unsigned card = 0; card < CARDS; card++)
        count[card] = (uint8_t)((s->deck[0] >> card & 1) + (s->deck[1] >> card & 1));
    for (unsigned i = 0; i < s->dealt; i++) count[s->layout[i] - 1]++;
    unsigned cards = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        if (count[card] > duell_card_table[card].copies[stack]) return false;
        cards += count[card];
    }
    return (s->deck[1] & ~s->deck[0]) == 0 && cards == left &&
           (s->dealt == POSITIONS) == (s->phase != PHASE_DEAL);
}

/* A kept card has been dealt and is not waiting to be used. */
static bool check_hand(const struct duell *s, unsigned seat) {
    const struct duell_seat *t = &s->seats[seat];
    if (t->tithe && s->round <= PASS_ROUNDS) return false;
    for (unsigned card = 0; card < CARDS; card++) {
        const struct duell_card *row = &duell_card_table[card];
        if (row->kind != KIND_ONCE || !(t->hand >> row->which & 1)) continue;
        unsigned stack = row->copies[STACK_A] ? STACK_A : STACK_B;
        if (s->round <= stack * PASS_ROUNDS) return false;
        if (duell_pass_stack(s) != stack) continue;
        if (s->deck[0] >> card & 1) return false;
        for (unsigned i = 0; i < s->dealt; i++)
            if (s->layout[i] == card + 1 &&
                (!turn_phase(s) || (s->seats[0].cards | s->seats[1].cards) >> i & 1) &&
                s->phase != PHASE_OVER)
                return false;
    }
    return true;
}

static bool is_line(unsigned positions) {
    for (unsigned i = 0; i < LINES; i++)
        if (duell_lines[i] == positions) return true;
    return false;
}

static bool part_of_line(unsigned positions) {
    for (unsigned i = 0; i < LINES; i++)
        if (!(positions & ~(unsigned)duell_lines[i])) return true;
    return false;
}

/* The owners of the layout's positions. */
static bool check_claims(const struct duell *s) {
    unsigned holder = s->seats[s->holder].cards, other = s->seats[s->holder ^ 1].cards;
    if (s->phase < PHASE_CLAIM || s->phase == PHASE_OVER) return !holder && !other;
    if (s->phase == PHASE_CLAIM)
        return !other && (s->seat == s->holder ? !holder : is_line(holder));
    if (fight_phase(s)) return is_line(holder) && is_line(other) && duell_cross(holder, other);
    unsigned mine = s->seats[s->seat].cards;
    if (holder & other || !part_of_line(holder) || !part_of_line(other)) return false;
    if (s->seat == s->holder ? duell_popcount(other) < 2 : holder != 0) return false;
    return mine == 0 || (s->phase != PHASE_BUILD && !(s->phase == PHASE_FREE && !s->card));
}

/* Can the first `flips` seals of a seat show this sum? */
static bool check_sum(const struct duell_seat *t, unsigned flips, unsigned sum) {
    uint64_t sums = 1;
    for (unsigned i = 0; i < flips; i++) {
        const uint8_t *sides = duell_seal_table[t->flipped[i] - 1].sides;
        sums = sums << sides[0] | sums << sides[1];
    }
    return sums >> sum & 1;
}

static bool shows(const struct duell_seat *t, unsigned side) {
    const uint8_t *sides = duell_seal_table[t->flipped[t->flips - 1] - 1].sides;
    return side == sides[0] || side == sides[1];
}

/* Undoes the current flip, if there is one: before it, it was the seat's turn, and nobody led by
 * more than a seal can show. */
static bool check_fight(const struct duell *s) {
    struct duell before = *s;
    struct duell_seat *t = &before.seats[s->seat];
    bool air = s->phase == PHASE_SIDE, lucky = s->phase == PHASE_LUCKY;
    if (!lucky && s->side) return false;
    if (!fight_phase(s))
        return !s->seats[0].flips && !s->seats[1].flips && !s->seats[0].sum && !s->seats[1].sum;
    if (air || lucky) {
        if (!t->flips ||
            (lucky && (!(t->hand >> ONCE_LUCKY & 1) || !shows(t, s->side) || t->sum < s->side)))
            return false;
        t->sum = (uint8_t)(t->sum - s->side);
        t->flips--;
    }
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++)
        if (!check_sum(&before.seats[seat], before.seats[seat].flips, before.seats[seat].sum))
            return false;
    int lead = before.seats[0].sum - before.seats[1].sum;
    if (lead < -FIGHT_LEAD_MAX || lead > FIGHT_LEAD_MAX || duell_flipper(&before) != s->seat)
        return false;
    unsigned kinds = duell_used_kinds(t);
    if (s->phase == PHASE_KEEP)
        return s->seats[0].flips && s->seats[1].flips && (kinds & (kinds - 1));
    if (!before.seats[s->holder].flips && before.seats[s->holder ^ 1].flips) return false;
    return duell_can_flip(t);
}

static bool lies_in_layout(const struct duell *s) {
    for (unsigned i = 0; i < s->dealt; i++)
        if (s->layout[i] == s->card) return true;
    return false;
}

/* The card that asks for more. */
static bool check_card(const struct duell *s) {
    const struct duell_card *card = s->card ? &duell_card_table[s->card - 1] : NULL;
    if ((s->buying || s->selling) &&
        (s->phase != PHASE_CARD || !card || card->kind != KIND_MARKET || (s->buying && s->selling)))
        return false;
    if (card && (duell_blocked(card, s->seat) || !lies_in_layout(s))) return false;
    switch (s->phase) {
    case PHASE_CARD:
        return card && s->allowance == 0 &&
               (card->kind == KIND_INFLUENCE || card->kind == KIND_CRAFTSMAN ||
                card->kind == KIND_MARKET || card->kind == KIND_FETCH ||
                card->kind == KIND_WOOLTRADER);
    case PHASE_FREE:
        if (card) return card->kind == KIND_FREE && s->allowance && s->allowance <= card->amount;
        return s->allowance && s->allowance <= duell_section_table[SECTION_III].bonus_amount &&
               s->sections >> SECTION_III & 1 && duell_finished(&s->seats[s->seat], SECTION_III);
    case PHASE_GIVE:
        return card && card->kind == KIND_SEAL && s->allowance == 0 &&
               duell_any_seal(&s->seats[s->seat ^ 1]);
    default: return !card && s->allowance == 0;
    }
}

/* What was built in this turn. */
static bool check_turn(const struct duell *s) {
    bool building = s->phase == PHASE_BUILD || (s->phase == PHASE_FREE && !s->card);
    unsigned built = 0, sections = duell_popcount(s->sections);
    if (!turn_phase(s)) return !s->cheap && !s->site && !s->labour && !s->pieces && !s->sections;
    if (!building) return !s->pieces && !s->sections;
    for (unsigned i = 0; i < SECTIONS; i++)
        if (s->sections >> i & 1) {
            if (!s->seats[s->seat].built[i]) return false;
            built += duell_popcount(s->seats[s->seat].built[i]);
        }
    return s->pieces <= built && s->pieces >= sections && sections <= 1u + s->site &&
           (s->pieces > 0) == (sections > 0);
}

/* Where the game stands. */
static bool check_course(const struct duell *s) {
    unsigned red = duell_finished_sections(&s->seats[RED]),
             blue = duell_finished_sections(&s->seats[BLUE]);
    if ((s->round == 0) != (s->phase == PHASE_STACK)) return false;
    if (s->phase == PHASE_STACK) {
        unsigned left = 0;
        for (unsigned i = 0; i < NEUTRALS; i++) left += duell_seal_table[i].stack;
        if (s->stack_count >= left || s->sign || s->holder) return false;
        for (unsigned seat = 0; seat < DUELL_SEATS; seat++)
            for (unsigned i = 0; i < NEUTRALS; i++)
                if (s->seats[seat].seals[i] != duell_seal_table[i].start) return false;
    }
    if (s->phase <= PHASE_KEEP && s->sign != s->holder) return false;
    if ((s->phase == PHASE_STACK || s->phase == PHASE_DEAL) && s->seat != s->holder) return false;
    if (s->phase == PHASE_OVER)
        return red == SECTIONS ? blue < SECTIONS : blue == SECTIONS || s->round == ROUNDS;
    return red < SECTIONS && blue < SECTIONS;
}

struct message duell_check(const void *state) {
    const struct duell *s = state;
    if (!check_lists(s) || !check_course(s))
        return MESSAGE("duell.error.course", NUMBER("seat", 0));
    if (0u + s->bank + s->seats[0].gold + s->seats[1].gold != GOLD_ALL)
        return MESSAGE("duell.error.gold", NUMBER("seat", 0));
    if (!check_seals(s)) return MESSAGE("duell.error.seals", NUMBER("seat", 0));
    if (!check_deck(s)) return MESSAGE("duell.error.deck", NUMBER("seat", 0));
    if (s->seats[0].hand & s->seats[1].hand) return MESSAGE("duell.error.hand", NUMBER("seat", 0));
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        if (!check_markers(&s->seats[seat]))
            return MESSAGE("duell.error.markers", NUMBER("seat", seat));
        if (!check_hand(s, seat)) return MESSAGE("duell.error.hand", NUMBER("seat", seat));
    }
    if (!check_claims(s)) return MESSAGE("duell.error.claims", NUMBER("seat", 0));
    if (!check_fight(s)) return MESSAGE("duell.error.fight", NUMBER("seat", 0));
    if (!check_card(s)) return MESSAGE("duell.error.card", NUMBER("seat", 0));
    if (!check_turn(s)) return MESSAGE("duell.error.turn", NUMBER("seat", 0));
    return MESSAGE_NONE;
}
