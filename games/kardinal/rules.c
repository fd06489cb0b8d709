/* The course of play of Kardinal & König: who is asked what, and what a step does. Section names
 * are those of the rules. */
#include "games/kardinal/kardinal.h"

/* ---- setup ---- */

static void kardinal_begin(struct kardinal *s, const uint8_t *options) {
    (void)options;
    for (unsigned c = 0; c < COLOURS; c++) {
        s->pile[c] = (uint8_t)kardinal_deck(s, c);
        s->pile_count = (uint8_t)(s->pile_count + s->pile[c]);
    }
    for (unsigned seat = 0; seat < s->players; seat++) {
        s->seats[seat].cloisters_left = KARDINAL_CLOISTERS;
        s->seats[seat].councillors_left = KARDINAL_COUNCILLORS;
    }
}

/* ---- legal actions ---- */

/* One byte per colour, as struct outcomes has it. */
static uint64_t cards_as_counts(const uint8_t cards[COLOURS]) {
    return cards[0] | (uint64_t)cards[1] << 8 | (uint64_t)cards[2] << 16 |
           (uint64_t)cards[3] << 24 | (uint64_t)cards[4] << 32;
}

/* The payments that a seat can make, regardless of the country: two bits per colour, for a single
 * card and for a pair. A hand has at most three cards of a colour, so the number in binary needs
 * only one change: two cards are also a single. */
static unsigned payments_of(const uint8_t cards[COLOURS]) {
    const unsigned singles = 0x155; /* every other payment */
    unsigned numbers = cards[0] | cards[1] * 4u | cards[2] * 16u | cards[3] * 64u | cards[4] * 256u;
    return numbers | (numbers >> 1 & singles);
}

static uint16_t *list_payments(uint16_t *next, unsigned first, unsigned payments) {
    FOR_EACH_BIT (payment, payments) *next++ = (uint16_t)(first + payment);
    return next;
}

/* Of a set of spaces, those of a country, from its first. */
static inline unsigned spaces_in(uint64_t set, unsigned country) {
    return (unsigned)(set >> country_range[country].first) &
           ((1u << country_range[country].count) - 1);
}

/* Section "A turn", 5: each of a set of spaces of a country with each payment. A hand of three
 * cards has at most two; a hidden hand may have more. */
static uint16_t *list_spaces(unsigned country, unsigned set, unsigned payments, uint16_t *next) {
    unsigned first = DO_CLOISTER + 0u + PAYMENTS * country_range[country].first,
             one = (unsigned)__builtin_ctz(payments), others = payments & (payments - 1);
    if (!(others & (others - 1)) && others)
        return next + bits_list_twice(set, first + one, (unsigned)__builtin_ctz(others) - one,
                                      PAYMENTS, next);
    FOR_EACH_BIT (i, set) next = list_payments(next, first + PAYMENTS * i, payments);
    return next;
}

/* How a hand pays for pieces. */
struct purse {
    unsigned colours; /* of its cards */
    unsigned payments; /* all of them */
    unsigned several; /* the countries that it has two payments for */
    const struct named_by_cards *pays; /* what it pays for */
    const struct country_pieces *pieces; /* and how */
};

/* A hand of three cards has at most one pair, which pays for every country: as a joker, or one of
 * its cards for a country that it names. Its third card is another payment where it is named. */
static inline struct purse purse_of_hand(const uint8_t cards[COLOURS]) {
    /* adding sets the high bit of a byte that is greater than 1 */
    const uint64_t more_than_one = 0x7e7e7e7e7e, high_bits = 0x8080808080;
    uint64_t counts = cards_as_counts(cards), pairs = (counts + more_than_one) & high_bits;
    unsigned colours = bits_nonzero(counts), pair;
    if (!pairs)
        return (struct purse){colours, 0, 0, &named_by_cards[colours], country_pieces[COLOURS]};
    pair = (unsigned)__builtin_ctzll(pairs) / 8;
    return (struct purse){colours, payments_of(cards),
                          named_by_cards[colours & ~(1u << pair)].countries,
                          &named_by_cards[ALL_COLOURS], country_pieces[pair]};
}

static inline uint16_t *list_cloisters_in(uint64_t free, unsigned country, unsigned several,
                                          unsigned payments, const struct country_pieces *pieces,
                                          uint16_t *next) {
    const struct country_pieces *c = &pieces[country];
    unsigned set = spaces_in(free, country);
    if (several >> country & 1) return list_spaces(country, set, payments & c->payments, next);
    return next + bits_list_from(set, c->cloister, PAYMENTS, next);
}

/* Not a loop, so that a country's shifts and masks are constants. */
OWN_FRAME static uint16_t *list_cloisters(uint64_t free, unsigned several, unsigned payments,
                                          const struct country_pieces *pieces, uint16_t *next) {
#define CLOISTERS_IN(code) \
    next = list_cloisters_in(free, COUNTRY_##code, several, payments, pieces, next);
    COUNTRY_LIST(CLOISTERS_IN)
    return next;
}

/* With the hands that have several payments somewhere. */
OWN_FRAME static uint16_t *list_councillors_by_each(const struct purse *purse, unsigned in,
                                                    uint16_t *next) {
    FOR_EACH_BIT (country, in) {
        const struct country_pieces *c = &purse->pieces[country];
        if (purse->several >> country & 1)
            next = list_payments(next, DO_COUNCILLOR + PAYMENTS * country,
                                 purse->payments & c->payments);
        else *next++ = c->councillor;
    }
    return next;
}

/* Section "A turn", 6; a country without cloisters has no room. */
static inline uint16_t *list_councillors(const struct kardinal *s, const struct purse *purse,
                                         uint16_t *next) {
    _Static_assert(COUNTRIES == 9, "eight in a word, and one more");
    unsigned room = bits_nonzero(bits_word(s->room)) | (unsigned)(s->room[8] != 0) << 8;
    unsigned in = room & purse->pays->countries;
    if (in & purse->several) return list_councillors_by_each(purse, in, next);
    FOR_EACH_BIT (country, in) *next++ = purse->pieces[country].councillor;
    return next;
}

/* The first piece of a turn goes anywhere. */
static inline unsigned list_first(const struct kardinal *s, unsigned seat,
                                  const struct purse *purse, uint16_t *list) {
    const struct kardinal_seat *t = &s->seats[seat];
    bool can_draw = kardinal_can_draw(s);
    uint16_t *next = list;
    if (t->cloisters_left)
        next = list_cloisters(~kardinal_taken(s) & purse->pays->spaces, purse->several,
                              purse->payments, purse->pieces, next);
    if (!can_draw) *next++ = DO_PASS;
    if (t->councillors_left) next = list_councillors(s, purse, next);
    if (can_draw) next += bits_list(purse->colours, 1, DO_SWAP, 1, next);
    return (unsigned)(next - list);
}

OWN_FRAME static unsigned list_own_first(const struct kardinal *s, unsigned seat, uint16_t *list) {
    struct purse purse = purse_of_hand(s->seats[seat].hand);
    return list_first(s, seat, &purse, list);
}

/* The second goes into the same country. */
OWN_FRAME static unsigned list_second(const struct kardinal *s, unsigned seat,
                                      const uint8_t cards[COLOURS], uint16_t *list) {
    const struct kardinal_seat *t = &s->seats[seat];
    unsigned country = s->country - 1u,
             payments = payments_of(cards) & country_pieces[COLOURS][country].payments;
    uint16_t *next = list;
    if (t->cloisters_left && payments)
        next = list_spaces(country, spaces_in(~kardinal_taken(s), country), payments, next);
    *next++ = DO_DONE;
    if (t->councillors_left && s->room[country])
        next = list_payments(next, DO_COUNCILLOR + PAYMENTS * country, payments);
    return (unsigned)(next - list);
}

/* Another seat's hand may hold any of the cards that it can hold, even several pairs. */
OWN_FRAME static unsigned list_hidden(const struct kardinal *s, unsigned seat, uint16_t *list) {
    const unsigned pairs = 0x2aa;
    uint8_t most[COLOURS];
    kardinal_cards(s, seat, most);
    if (s->phase == PHASE_MORE) return list_second(s, seat, most, list);
    unsigned colours = bits_nonzero(cards_as_counts(most)), payments = payments_of(most);
    const struct named_by_cards *pays = &named_by_cards[payments & pairs ? ALL_COLOURS : colours];
    struct purse purse = {colours, payments, pays->countries, pays, country_pieces[COLOURS]};
    return list_first(s, seat, &purse, list);
}

static unsigned list_draw(const struct kardinal *s, uint16_t *list) {
    unsigned count = 0;
    if (s->pile_count) list[count++] = DO_BLIND;
    if (s->open[0]) list[count++] = (uint16_t)(DO_TAKE + s->open[0] - 1);
    if (s->open[1] && s->open[1] != s->open[0])
        list[count++] = (uint16_t)(DO_TAKE + s->open[1] - 1);
    return count;
}

static unsigned kardinal_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct kardinal *s = state;
    if (seat != s->turn || !(SEATS_PHASES >> s->phase & 1)) return 0;
    if (s->phase == PHASE_DRAW) return list_draw(s, list);
    if (hidden_from_viewer(s, seat)) return list_hidden(s, seat, list);
    if (s->phase == PHASE_PLACE) return list_own_first(s, seat, list);
    return list_second(s, seat, s->seats[seat].hand, list);
}

/* ---- chance ---- */

static bool draws_privately(const struct kardinal *s) {
    return s->phase == PHASE_DEAL || s->phase == PHASE_BLIND;
}

/* Cards that the viewer has not seen; one of them comes next, as far as it knows. */
OWN_FRAME static uint64_t unseen_counts(const struct kardinal *s) {
    uint8_t unseen[COLOURS];
    kardinal_unseen(s, unseen);
    return cards_as_counts(unseen);
}

static void kardinal_chance(const void *state, struct outcomes *out) {
    const struct kardinal *s = state;
    bool draws = draws_privately(s);
    if (draws && hidden_from_viewer(s, s->turn)) {
        outcomes_uniform(out, 1, DRAW_VEILED, 0);
        return;
    }
    uint64_t counts = s->viewer && !s->pile_known ? unseen_counts(s) : cards_as_counts(s->pile);
    outcomes_of_counts(out, counts, s->pile_count, draws ? DRAW_FIRST : DO_OPEN, 0);
}

/* ---- the turn's end ---- */

/* Section "A turn": depends on board and supplies, not on the cards held. */
bool kardinal_nobody_can_place(const struct kardinal *s) {
    unsigned cloisters = 0, councillors = 0, room = 0;
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        cloisters |= s->seats[seat].cloisters_left;
    if (cloisters && kardinal_taken(s) != SPACE_BIT(SPACES) - 1) return false;
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        councillors |= s->seats[seat].councillors_left;
    for (unsigned c = 0; c < COUNTRIES; c++) room |= s->room[c];
    return !councillors || !room;
}

static void end_game(struct kardinal *s, const char *why, struct sink *sink) {
    s->phase = PHASE_OVER;
    if (!sink) return;
    TELL(NOBODY, true, why);
    kardinal_tell_final(s, sink);
}

static void end_turn(struct kardinal *s, struct sink *sink) {
    if (s->runs == 2 && s->turn + 1 == s->players) {
        end_game(s, "kardinal.event.end_round", sink);
    } else if (kardinal_nobody_can_place(s)) {
        end_game(s, "kardinal.event.end_board", sink);
    } else {
        s->turn = (uint8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
        s->phase = PHASE_PLACE;
    }
}

static void refill(struct kardinal *s, struct sink *sink) {
    if (s->pile_count && kardinal_open_count(s) < KARDINAL_OPEN) s->phase = PHASE_REFILL;
    else end_turn(s, sink);
}

/* Section "Drawing". Every turn begins with three cards, because nobody has a second turn once
 * the pile is gone for good. So the one card of a swap also makes three. */
static void go_on_drawing(struct kardinal *s, struct sink *sink) {
    s->country = 0;
    if (s->seats[s->turn].hand_count < KARDINAL_HAND && kardinal_can_draw(s)) s->phase = PHASE_DRAW;
    else refill(s, sink);
}

/* ---- the pile ---- */

static void run_out(struct kardinal *s, struct sink *sink) {
    s->runs++;
    if (s->runs == 2) {
        TELL(NOBODY, true, "kardinal.event.last_round", SEAT("last", s->players - 1));
        return;
    }
    kardinal_interim(s, sink);
    for (unsigned c = 0; c < COLOURS; c++) {
        s->pile[c] = s->discards[c];
        s->pile_count = (uint8_t)(s->pile_count + s->discards[c]);
        s->discards[c] = 0;
    }
    s->pile_known = 1;
    ensure(s->pile_count);
    TELL(NOBODY, true, "kardinal.event.new_pile", NUMBER("n", s->pile_count));
}

static void leave_pile(struct kardinal *s, struct sink *sink) {
    s->pile_count--;
    if (s->pile_count) return;
    s->pile_known = 0;
    run_out(s, sink);
}

/* Only its receiver sees the card, so from now on nobody knows the pile. */
static void draw_card(struct kardinal *s, unsigned action, struct sink *sink) {
    struct kardinal_seat *t = &s->seats[s->turn];
    t->hand_count++;
    s->pile_known = 0;
    if (action != DRAW_VEILED) t->hand[action - DRAW_FIRST]++;
    if (s->viewer) memset(s->pile, 0, sizeof s->pile);
    else s->pile[action - DRAW_FIRST]--;
    if (sink && action != DRAW_VEILED) {
        const char *key = s->phase == PHASE_DEAL ? "kardinal.event.deal" : "kardinal.event.draw";
        TELL(s->turn, false, key, SEAT("who", s->turn),
             THING("card", &kardinal_colours, action - DRAW_FIRST));
    }
    leave_pile(s, sink);
    if (s->phase == PHASE_BLIND) {
        go_on_drawing(s, sink);
    } else if (t->hand_count == KARDINAL_HAND) {
        s->phase = s->turn + 1 == s->players ? PHASE_LAY : PHASE_DEAL;
        s->turn = (uint8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
    }
}

static void open_card(struct kardinal *s, unsigned colour, struct sink *sink) {
    if (!s->viewer || s->pile_known) s->pile[colour]--;
    uint8_t other = s->open[0], card = (uint8_t)(colour + 1);
    s->open[0] = other && other < card ? other : card;
    s->open[1] = other && other < card ? card : other;
    TELL(NOBODY, false, "kardinal.event.open", THING("card", &kardinal_colours, colour));
    leave_pile(s, sink);
    if (s->phase == PHASE_REFILL) refill(s, sink);
    else if (kardinal_open_count(s) == KARDINAL_OPEN) s->phase = PHASE_PLACE;
}

/* ---- what a seat does ---- */

/* Section "Who knows what": a public card of that colour counts as the one that goes. */
static void discard(struct kardinal *s, unsigned seat, unsigned colour) {
    struct kardinal_seat *t = &s->seats[seat];
    if (!hidden_from_viewer(s, seat)) t->hand[colour]--;
    t->known[colour] = (uint8_t)(t->known[colour] - (t->known[colour] != 0));
    t->hand_count--;
    s->discards[colour]++;
}

/* The most cloisters of any seat. */
static unsigned most_cloisters(const struct kardinal *s, unsigned country) {
    unsigned most = 0;
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        if (s->seats[seat].cloisters_in[country] > most)
            most = s->seats[seat].cloisters_in[country];
    return most;
}

static void put_cloister(struct kardinal *s, unsigned seat, unsigned space, unsigned country) {
    struct kardinal_seat *t = &s->seats[seat];
    unsigned most = most_cloisters(s, country);
    t->cloisters |= SPACE_BIT(space);
    t->cloisters_left--;
    t->cloisters_in[country]++;
    if (t->cloisters_in[country] > most) s->room[country]++; /* the maximum grows */
}

void kardinal_put(struct kardinal *s, unsigned seat, struct kardinal_piece piece) {
    struct kardinal_seat *t = &s->seats[seat];
    if (!piece.councillor) {
        put_cloister(s, seat, piece.space, piece.country);
        return;
    }
    t->councillors_left--;
    t->councillors_in[piece.country]++;
    s->room[piece.country]--;
}

static void tell_piece(const struct kardinal *s, struct kardinal_piece piece, struct sink *sink) {
    struct param who = SEAT("who", s->turn),
                 country = THING("country", &kardinal_countries, piece.country);
    struct param card = THING("card", &kardinal_payments, 2 * piece.colour + piece.pair);
    bool first = s->phase == PHASE_PLACE;
    if (piece.councillor) TELL(s->turn, first, "kardinal.event.councillor", who, country, card);
    else
        TELL(s->turn, first, "kardinal.event.cloister", who,
             THING("space", &kardinal_spaces, piece.space), country, card);
}

/* Section "A turn", 2 and 3. */
OWN_FRAME static void place(struct kardinal *s, unsigned action, struct sink *sink) {
    struct kardinal_piece piece = kardinal_piece(action);
    bool last = s->phase == PHASE_MORE || !(kardinal_taken(s) & country_spaces(piece.country));
    discard(s, s->turn, piece.colour);
    if (piece.pair) discard(s, s->turn, piece.colour);
    kardinal_put(s, s->turn, piece);
    if (sink) tell_piece(s, piece, sink);
    if (last) {
        go_on_drawing(s, sink);
    } else {
        s->phase = PHASE_MORE;
        s->country = (uint8_t)(piece.country + 1);
    }
}

static void take(struct kardinal *s, unsigned colour, struct sink *sink) {
    struct kardinal_seat *t = &s->seats[s->turn];
    if (s->open[0] == colour + 1) s->open[0] = s->open[1];
    s->open[1] = 0;
    t->hand_count++;
    t->known[colour]++;
    if (!hidden_from_viewer(s, s->turn)) t->hand[colour]++;
    TELL(s->turn, false, "kardinal.event.take", SEAT("who", s->turn),
         THING("card", &kardinal_colours, colour));
    go_on_drawing(s, sink);
}

static void swap(struct kardinal *s, unsigned colour, struct sink *sink) {
    discard(s, s->turn, colour);
    TELL(s->turn, true, "kardinal.event.swap", SEAT("who", s->turn),
         THING("card", &kardinal_colours, colour));
    go_on_drawing(s, sink);
}

static void kardinal_answer(struct kardinal *s, unsigned seat, unsigned action, struct sink *sink) {
    (void)seat;
    struct param who = SEAT("who", s->turn);
    if (kardinal_places(action)) {
        place(s, action, sink);
    } else if (action >= DO_TAKE) {
        take(s, action - DO_TAKE, sink);
    } else if (action >= DO_SWAP) {
        swap(s, action - DO_SWAP, sink);
    } else if (action == DO_BLIND) {
        s->phase = PHASE_BLIND;
        TELL(s->turn, false, "kardinal.event.blind", who);
    } else if (action == DO_DONE) {
        TELL(s->turn, false, "kardinal.event.done", who);
        go_on_drawing(s, sink);
    } else {
        ensure(action == DO_PASS);
        TELL(s->turn, true, "kardinal.event.pass", who);
        end_turn(s, sink);
    }
}

static void kardinal_draw(struct kardinal *s, unsigned action, struct sink *sink) {
    if (draws_privately(s)) draw_card(s, action, sink);
    else open_card(s, action - DO_OPEN, sink);
}

COURSE_IN_TURN(kardinal, KARDINAL, s->turn)

/* ---- the game ---- */

const struct game kardinal_game = {
    GAME_DERIVED(kardinal, KARDINAL),
    GAME_HIDES(kardinal),
    .name = "Kardinal & König",
    .rules = 1,
    .steps_max = 400,
    .tuning = &kardinal_tuning,
    .preview = kardinal_preview,
    .standing = kardinal_standing,
    .check = kardinal_check,
};
