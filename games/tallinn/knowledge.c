/* Who knows what: views, witnesses, determinisation, and the consistency of positions that were
 * read. */
#include "core/tuning.h"
#include "games/tallinn/tallinn.h"

#include <string.h>

/* Beyond what the members say: when the game is over, towers from the hand are public; until all
 * have exchanged, nobody knows how many cards the others put under their piles. */
void tallinn_view(void *state, unsigned observer) {
    struct tallinn *s = state;
    fields_hide(&tallinn_fields, s, observer);
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        if (s->phase == PHASE_OVER) t->secret = tallinn_unseen(s, seat);
        if (s->phase == PHASE_EXCHANGE && seat != observer) t->under_count = 0;
    }
}

WITNESS_BY_VERBS(tallinn, tallinn_drawing(s))

/* A seat's unseen cards can change places without changing anything that was seen, so every way
 * to distribute them over hand, pile and hidden towers is equally likely. */
static void deal_unseen(const struct tallinn *s, unsigned seat, struct tallinn_seat *t,
                        struct generator *generator) {
    uint8_t cards[CARDS];
    unsigned count = 0;
    for (unsigned set = tallinn_unseen(s, seat); set; set &= set - 1)
        cards[count++] = (uint8_t)__builtin_ctz(set);
    for (unsigned i = count; i > 1; i--) {
        unsigned j = generator_below(generator, i);
        uint8_t swap = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = swap;
    }
    const uint8_t *next = cards;
    for (unsigned i = 0; i < t->hand_count; i++) t->hand |= (uint16_t)(1u << *next++);
    for (unsigned i = 0; i < t->pile_count; i++) t->pile |= (uint16_t)(1u << *next++);
    for (unsigned i = 0; i < t->secret_count; i++) t->secret |= (uint16_t)(1u << *next++);
    for (unsigned i = 0; i < t->under_count; i++) t->under[i] = (uint8_t)(*next++ + 1);
    ensure(next == cards + count);
}

void tallinn_determinise(void *view, struct generator *generator) {
    struct tallinn *s = view;
    ensure(s->viewer != 0);
    for (unsigned seat = 0; seat < s->players && s->phase != PHASE_OVER; seat++)
        if (hidden_from_viewer(s, seat)) deal_unseen(s, seat, &s->seats[seat], generator);
    s->viewer = 0;
}

/* ---- the last rounds of two ---- */

/* With an empty pile a seat's cards are public, unless some are in the hand and some are hidden
 * towers. With two cards left to play the tree is small enough to solve; giving up cards for the
 * chronicle takes several steps and comes before. */
static bool seat_open(const struct tallinn *s, const struct tallinn_seat *t) {
    enum { LAST_CARDS = 2 };
    return !t->pile_count && !t->under_count && !(t->secret_count && t->hand_count) &&
           t->hand_count + (s->phase != PHASE_PLAY) <= LAST_CARDS;
}

uint32_t tallinn_situation(const void *state) {
    const struct tallinn *s = state;
    if (s->players != 2 || s->phase < PHASE_PLAY || s->phase == PHASE_DRAW ||
        s->phase == PHASE_DROP || s->phase == PHASE_OVER)
        return 0;
    return seat_open(s, &s->seats[0]) && seat_open(s, &s->seats[1]) ? SITUATION_ALONE : 0;
}

/* ---- a position that was read ---- */

static unsigned count_under(const struct tallinn_seat *t, uint16_t *set) {
    unsigned count = 0;
    *set = 0;
    for (; count < TALLINN_HAND && t->under[count]; count++)
        *set |= (uint16_t)(1u << (t->under[count] - 1));
    return count;
}

static unsigned popcount(unsigned set) {
    return (unsigned)__builtin_popcount(set);
}

/* Every card of the deck is in exactly one place, and the counts agree. During the exchange the
 * cards put under the pile are still in the hand. */
static bool check_cards(const struct tallinn *s, unsigned seat) {
    const struct tallinn_seat *t = &s->seats[seat];
    uint16_t under, unseen = tallinn_unseen(s, seat);
    unsigned under_count = count_under(t, &under),
             known = (unsigned)t->shown[0] | t->shown[1] | t->towers | t->dropped;
    bool hidden = hidden_from_viewer(s, seat), exchanging = s->phase == PHASE_EXCHANGE;
    if (popcount(t->shown[0]) + popcount(t->shown[1]) + popcount(t->towers) +
            popcount(t->dropped) !=
        popcount(known))
        return false;
    if (known & ~(unsigned)tallinn_deck(s)) return false;
    if (0u + t->hand_count + t->pile_count + t->secret_count + (exchanging ? 0u : t->under_count) !=
        popcount(unseen))
        return false;
    if (hidden) {
        bool secret_fits = s->phase == PHASE_OVER ? t->secret == unseen : t->secret == 0;
        return secret_fits && t->hand == 0 && t->pile == 0 && under_count == 0;
    }
    if (under_count != t->under_count || popcount(under) != under_count) return false;
    if (exchanging ? (under & ~t->hand) != 0 : (under & t->hand) != 0) return false;
    unsigned unknown = (unsigned)t->hand | t->pile | t->secret | under;
    return unknown == unseen && popcount(t->hand) == t->hand_count &&
           popcount(t->pile) == t->pile_count && popcount(t->secret) == t->secret_count;
}

/* The number of cards in the pile at this point of the game, including those put under it. */
static unsigned pile_expected(const struct tallinn *s) {
    unsigned cards = CARD_L + s->legate;
    if (s->phase < PHASE_EXCHANGE) return cards;
    unsigned drawn = TALLINN_HAND + 0u + s->round - (s->round > 0 && s->phase <= PHASE_DRAW);
    return cards > drawn ? cards - drawn : 0;
}

static bool check_pile(const struct tallinn *s, const struct tallinn_seat *t) {
    unsigned pile = t->pile_count + (s->phase == PHASE_EXCHANGE ? 0u : t->under_count);
    if (t->under_count && (!s->legate || s->phase < PHASE_EXCHANGE)) return false;
    if (s->phase < PHASE_DEAL) return pile == pile_expected(s) && t->due == TALLINN_HAND;
    if (s->phase == PHASE_DEAL)
        return t->due <= TALLINN_HAND && pile == pile_expected(s) - TALLINN_HAND + t->due;
    if (s->phase == PHASE_REDRAW)
        return t->due <= t->under_count &&
               t->pile_count == pile_expected(s) - t->under_count + t->due;
    if (s->phase == PHASE_DRAW) {
        unsigned before = pile_expected(s);
        return before == 0 ? t->due == 0 && pile == 0 : t->due <= 1 && pile == before - 1 + t->due;
    }
    return t->due == 0 && pile == pile_expected(s);
}

static bool check_persons(const struct tallinn *s, const struct tallinn_seat *t) {
    unsigned persons[CLASSES] = {0}, sum = 0, shown = 0;
    for (unsigned c = 0; c < CLASSES; c++) {
        if (t->start) persons[c] = start_cards[t->start - 1].persons[c];
        persons[c] += tallinn_chronicle_persons(t, tallinn_deck(s), c);
        if (t->persons[c] < persons[c]) return false;
        sum += t->persons[c];
        shown += persons[c];
    }
    bool shields = t->shown[HALF_B] >> CARD_L & 1;
    if (sum == shown) return s->phase != PHASE_OVER || !shields;
    return sum == shown + 2 && shields && s->phase >= PHASE_LEGATE;
}

/* The cards being given up must be legal one by one: each shows the class, and 1 × can be
 * reached. */
static bool check_dropping(const struct tallinn *s, unsigned seat) {
    struct tallinn before = *s;
    struct tallinn_seat *t = &before.seats[seat];
    uint16_t list[LEGAL_MAX];
    before.open = s->asked;
    t->dropping = 0;
    t->answer = 0;
    unsigned count = tallinn_game.legal(&before, seat, list), allowed = 0;
    for (unsigned i = 0; i < count; i++)
        if (list[i] != DO_DONE) allowed |= 1u << (list[i] - DO_DROP);
    return (s->seats[seat].dropping & ~allowed) == 0;
}

/* Steps of an answer belong to the current question, and a view has only its own. */
static bool check_answers(const struct tallinn *s, unsigned seat) {
    const struct tallinn_seat *t = &s->seats[seat];
    if (hidden_from_viewer(s, seat) &&
        (t->dropping || (s->phase == PHASE_EXCHANGE && t->under_count)))
        return false;
    if (t->contest && (s->phase != PHASE_CONTEST || t->contest > CLASSES)) return false;
    return !t->dropping || (s->phase == PHASE_DROP && check_dropping(s, seat));
}

static bool check_asked(const struct tallinn *s) {
    unsigned all = (1u << s->players) - 1, expected = 0;
    if (s->waiting && (!s->leader || (s->phase != PHASE_TOWER && s->phase != PHASE_LOTS)))
        return false;
    if (s->waiting & s->asked) return false;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct tallinn_seat *t = &s->seats[seat];
        bool shields = t->shown[HALF_B] >> CARD_L & 1;
        unsigned least = tallinn_least(t);
        if (s->phase == PHASE_PLAY && t->hand_count) expected |= SEAT_BIT(seat);
        if (s->phase == PHASE_CONTEST && shields && s->asked >> seat & 1)
            expected |= SEAT_BIT(seat);
        if (s->phase == PHASE_LEGATE && shields && (least & (least - 1)) && s->asked >> seat & 1)
            expected |= SEAT_BIT(seat);
    }
    bool second;
    const struct chronicle_card *card = tallinn_chronicle(s, &second);
    switch ((enum tallinn_phase)s->phase) {
    case PHASE_PLAY:
    case PHASE_CONTEST:
    case PHASE_LEGATE: return s->asked == expected && s->asked;
    case PHASE_EXCHANGE: return s->asked == all && s->legate;
    case PHASE_DROP: return s->asked == all && card && card->give_up;
    case PHASE_TOWER: return s->asked && (!s->leader || popcount(s->asked) == 1);
    case PHASE_LOTS: return !s->asked && s->leader && popcount(tallinn_leaders(s)) > 1;
    default: return s->asked == 0;
    }
}

static bool check_course(const struct tallinn *s) {
    unsigned starts = 0, dealt = 0, rounds = CARD_L + s->legate, due = 0, hands = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct tallinn_seat *t = &s->seats[seat];
        if (t->start) {
            if (dealt != seat || starts >> t->start & 1) return false;
            starts |= 1u << t->start;
            dealt++;
        }
        due |= (unsigned)(t->due != 0) << seat;
        hands |= t->hand_count;
    }
    bool drawing_phase = s->phase == PHASE_DEAL || s->phase == PHASE_REDRAW ||
                         s->phase == PHASE_DRAW || s->phase <= PHASE_CHRONICLE;
    if ((s->phase == PHASE_START) != (dealt < s->players)) return false;
    if (s->round > rounds || (s->round == 0) != (s->phase < PHASE_PLAY)) return false;
    if (drawing_phase != (due != 0) || s->drawing != due) return false;
    if (s->phase >= PHASE_LEGATE && (hands || s->round < rounds - TALLINN_HAND)) return false;
    if ((s->phase == PHASE_REDRAW || s->phase == PHASE_LEGATE) && !s->legate) return false;
    if (s->phase == PHASE_CHRONICLE && !s->chronicle) return false;
    bool drawn = s->chronicle && s->phase > PHASE_CHRONICLE;
    if (!drawn) return s->chronicles[0] == 0 && s->chronicles[1] == 0;
    return s->chronicles[0] && s->chronicles[1] && s->chronicles[0] != s->chronicles[1];
}

struct message tallinn_check(const void *state) {
    const struct tallinn *s = state;
    if (!check_course(s)) return MESSAGE("tallinn.error.course", SEAT("seat", 0));
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct tallinn_seat *t = &s->seats[seat];
        if (!check_cards(s, seat)) return MESSAGE("tallinn.error.cards", SEAT("seat", seat));
        if (!check_pile(s, t)) return MESSAGE("tallinn.error.pile", SEAT("seat", seat));
        if (!check_persons(s, t)) return MESSAGE("tallinn.error.persons", SEAT("seat", seat));
    }
    if (!check_asked(s)) return MESSAGE("tallinn.error.asked", SEAT("seat", 0));
    for (unsigned seat = 0; seat < s->players; seat++)
        if (!check_answers(s, seat)) return MESSAGE("tallinn.error.answers", SEAT("seat", seat));
    return MESSAGE_NONE;
}
