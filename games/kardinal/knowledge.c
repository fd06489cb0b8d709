/* Who knows what: views, witnesses, determinisation, and the consistency of positions that were
 * read. */
#include "games/kardinal/kardinal.h"

static unsigned sum_of(const uint8_t cards[COLOURS]) {
    unsigned sum = 0;
    for (unsigned c = 0; c < COLOURS; c++) sum += cards[c];
    return sum;
}

/* ---- what a viewer can tell of hidden cards ---- */

/* The cards that an observer sees in a seat's hand. */
static const uint8_t *seen_in_hand(const struct kardinal *s, unsigned seat) {
    return hidden_from_viewer(s, seat) ? s->seats[seat].known : s->seats[seat].hand;
}

void kardinal_unseen(const struct kardinal *s, uint8_t unseen[COLOURS]) {
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned seen = s->discards[c] + kardinal_open_of(s, c) + (s->pile_known ? s->pile[c] : 0u);
        for (unsigned seat = 0; seat < s->players; seat++) seen += seen_in_hand(s, seat)[c];
        unseen[c] = (uint8_t)(kardinal_deck(s, c) - seen);
    }
}

void kardinal_cards(const struct kardinal *s, unsigned seat, uint8_t most[COLOURS]) {
    const struct kardinal_seat *t = &s->seats[seat];
    if (!hidden_from_viewer(s, seat)) {
        memcpy(most, t->hand, COLOURS);
        return;
    }
    uint8_t unseen[COLOURS];
    unsigned unknown = t->hand_count - sum_of(t->known);
    kardinal_unseen(s, unseen);
    for (unsigned c = 0; c < COLOURS; c++)
        most[c] = (uint8_t)(t->known[c] + (unseen[c] < unknown ? unseen[c] : unknown));
}

/* ---- views ---- */

/* Beyond what the members say: a reshuffled pile is public until somebody draws blind. */
void kardinal_view(void *state, unsigned observer) {
    struct kardinal *s = state;
    uint8_t pile[COLOURS];
    memcpy(pile, s->pile, sizeof pile);
    fields_hide(&kardinal_fields, s, observer);
    if (s->pile_known) memcpy(s->pile, pile, sizeof pile);
}

WITNESS_BY_VERBS(kardinal, s->turn)

/* The unseen cards are in the pile and in the unknown places of other hands; every way to
 * distribute them is equally likely. */
void kardinal_determinise(void *view, struct generator *generator) {
    struct kardinal *s = view;
    uint8_t unseen[COLOURS];
    ensure(s->viewer != 0);
    kardinal_unseen(s, unseen);
    unsigned left = sum_of(unseen);
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct kardinal_seat *t = &s->seats[seat];
        if (!hidden_from_viewer(s, seat)) continue;
        memcpy(t->hand, t->known, COLOURS);
        for (unsigned n = sum_of(t->known); n < t->hand_count; n++) {
            unsigned at = generator_below(generator, left--), c = 0;
            while (at >= unseen[c]) at -= unseen[c++];
            unseen[c]--;
            t->hand[c]++;
        }
    }
    if (!s->pile_known) memcpy(s->pile, unseen, COLOURS);
    ensure(left == (s->pile_known ? 0u : s->pile_count));
    s->viewer = 0;
}

/* ---- positions that were read ---- */

static bool check_pieces(const struct kardinal *s) {
    uint64_t taken = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct kardinal_seat *t = &s->seats[seat];
        unsigned cloisters = 0, councillors = 0;
        if (taken & t->cloisters) return false;
        taken |= t->cloisters;
        for (unsigned c = 0; c < COUNTRIES; c++) {
            if (t->cloisters_in[c] != __builtin_popcountll(t->cloisters & country_spaces(c)))
                return false;
            cloisters += t->cloisters_in[c];
            councillors += t->councillors_in[c];
        }
        if (cloisters + t->cloisters_left != KARDINAL_CLOISTERS ||
            councillors + t->councillors_left != KARDINAL_COUNCILLORS)
            return false;
        if (t->first && s->runs == 0) return false;
    }
    return true;
}

static bool check_room(const struct kardinal *s) {
    for (unsigned c = 0; c < COUNTRIES; c++) {
        unsigned most = 0, councillors = 0;
        for (unsigned seat = 0; seat < s->players; seat++) {
            const struct kardinal_seat *t = &s->seats[seat];
            if (t->cloisters_in[c] > most) most = t->cloisters_in[c];
            councillors += t->councillors_in[c];
        }
        if (councillors + s->room[c] != most) return false;
    }
    return true;
}

static bool check_hand(const struct kardinal *s, unsigned seat) {
    const struct kardinal_seat *t = &s->seats[seat];
    if (sum_of(t->known) > t->hand_count) return false;
    if (hidden_from_viewer(s, seat)) return sum_of(t->hand) == 0;
    for (unsigned c = 0; c < COLOURS; c++)
        if (t->known[c] > t->hand[c]) return false;
    return sum_of(t->hand) == t->hand_count;
}

/* Every card of the deck is in one place; the unseen ones are as many as the places for them. */
static bool check_cards(const struct kardinal *s) {
    unsigned unknown = 0, unseen = 0;
    bool pile_seen = !s->viewer || s->pile_known;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct kardinal_seat *t = &s->seats[seat];
        if (!check_hand(s, seat)) return false;
        if (hidden_from_viewer(s, seat)) unknown += t->hand_count - sum_of(t->known);
    }
    if (sum_of(s->pile) != (pile_seen ? s->pile_count : 0u)) return false;
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned seen = s->discards[c] + kardinal_open_of(s, c) + s->pile[c];
        for (unsigned seat = 0; seat < s->players; seat++) seen += seen_in_hand(s, seat)[c];
        if (seen > kardinal_deck(s, c)) return false;
        unseen += kardinal_deck(s, c) - seen;
    }
    return unseen == unknown + (pile_seen ? 0u : s->pile_count);
}

static bool nothing_happened(const struct kardinal *s) {
    unsigned known = 0;
    for (unsigned seat = 0; seat < s->players; seat++) known += sum_of(s->seats[seat].known);
    return s->turn < s->players && kardinal_taken(s) == 0 && sum_of(s->discards) == 0 &&
           s->runs == 0 && known == 0;
}

static bool check_deal(const struct kardinal *s) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned n = s->seats[seat].hand_count;
        if (s->phase == PHASE_LAY ? n != KARDINAL_HAND
            : seat < s->turn      ? n != KARDINAL_HAND
            : seat == s->turn     ? n >= KARDINAL_HAND
                                  : n != 0)
            return false;
    }
    if (s->phase == PHASE_LAY) return s->turn == 0 && kardinal_open_count(s) < KARDINAL_OPEN;
    return kardinal_open_count(s) == 0;
}

/* A seat that waits for its turn has three cards. */
static bool check_waiting(const struct kardinal *s) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        bool waits = s->runs < 2 ? seat != s->turn : seat > s->turn;
        if (waits && s->seats[seat].hand_count != KARDINAL_HAND) return false;
    }
    return true;
}

static bool check_course(const struct kardinal *s) {
    unsigned hand = s->seats[s->turn].hand_count, open = kardinal_open_count(s);
    if ((s->runs == 2) != (s->pile_count == 0) || (s->pile_known && s->runs != 1)) return false;
    if ((s->country != 0) != (s->phase == PHASE_MORE)) return false;
    if (s->open[0] > s->open[1] && s->open[1]) return false;
    if (s->phase <= PHASE_LAY) return nothing_happened(s) && check_deal(s);
    if (!check_waiting(s)) return false;
    bool filled = open == KARDINAL_OPEN || s->runs == 2;
    switch ((enum kardinal_phase)s->phase) {
    case PHASE_PLACE: return hand == KARDINAL_HAND && filled;
    case PHASE_MORE:
        return hand > 0 && hand < KARDINAL_HAND && filled &&
               kardinal_taken(s) & country_spaces(s->country - 1u);
    case PHASE_DRAW: return hand < KARDINAL_HAND && kardinal_can_draw(s);
    case PHASE_BLIND: return hand < KARDINAL_HAND && s->pile_count;
    case PHASE_REFILL: return hand == KARDINAL_HAND && s->pile_count && open < KARDINAL_OPEN;
    default: return true;
    }
}

struct message kardinal_check(const void *state) {
    const struct kardinal *s = state;
    if (s->turn >= s->players) return MESSAGE("kardinal.error.course");
    if (!check_pieces(s)) return MESSAGE("kardinal.error.pieces");
    if (!check_room(s)) return MESSAGE("kardinal.error.room");
    if (!check_cards(s)) return MESSAGE("kardinal.error.cards");
    if (!check_course(s)) return MESSAGE("kardinal.error.course");
    return MESSAGE_NONE;
}
