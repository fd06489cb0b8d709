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

static unsigned lowest(uint64_t set) {
    return (unsigned)__builtin_ctzll(set);
}

/* The payments that a seat can make, regardless of the country. */
static unsigned open_purse(const uint8_t cards[COLOURS]) {
    unsigned purse = 0;
    for (unsigned c = 0; c < COLOURS; c++) {
        unsigned single = cards[c] != 0, pair = cards[c] > 1;
        purse |= (single | pair << 1) << (2 * c);
    }
    return purse;
}

/* Section "A turn", 4: a card that names the country, or a pair that does not. */
static unsigned payments_for(unsigned purse, unsigned country) {
    const unsigned pairs = 0x2aa; /* every other payment */
    unsigned named = 2u * countries[country].colour;
    return purse & ((pairs & ~(2u << named)) | 1u << named);
}

static uint16_t *list_payments(uint16_t *next, unsigned first, unsigned payments) {
    return next + bits_list(payments, (PAYMENTS + 3) / 4, first, 1, next);
}

static uint16_t *list_spaces(uint16_t *next, uint64_t free, unsigned country, unsigned payments) {
    free &= country_spaces(country);
    if (payments & (payments - 1)) {
        for (; free; free &= free - 1)
            next = list_payments(next, DO_CLOISTER + PAYMENTS * lowest(free), payments);
        return next;
    }
    /* Usually there is only one way to pay. A country has at most eight spaces, which are
     * consecutive. */
    unsigned offset = countries[country].first;
    return next + bits_list(free >> offset, 2, DO_CLOISTER + PAYMENTS * offset + lowest(payments),
                            PAYMENTS, next);
}

/* Section "A turn", 5: free spaces of consecutive countries. */
static uint16_t *list_cloisters(const struct kardinal *s, unsigned purse, unsigned first,
                                unsigned end, uint16_t *next) {
    uint64_t free = ~kardinal_taken(s);
    for (unsigned country = first; country < end; country++) {
        unsigned payments = payments_for(purse, country);
        if (payments) next = list_spaces(next, free, country, payments);
    }
    return next;
}

/* Section "A turn", 6; a country without cloisters has no room. */
static uint16_t *list_councillors(const struct kardinal *s, unsigned purse, unsigned first,
                                  unsigned end, uint16_t *next) {
    for (unsigned country = first; country < end; country++)
        if (s->room[country])
            next = list_payments(next, DO_COUNCILLOR + PAYMENTS * country,
                                 payments_for(purse, country));
    return next;
}

static unsigned list_place(const struct kardinal *s, unsigned seat, uint16_t *list) {
    const struct kardinal_seat *t = &s->seats[seat];
    uint16_t *next = list;
    uint8_t cards[COLOURS];
    kardinal_cards(s, seat, cards);
    unsigned purse = open_purse(cards);
    bool can_draw = kardinal_can_draw(s);
    if (t->cloisters_left) next = list_cloisters(s, purse, 0, COUNTRIES, next);
    if (!can_draw) *next++ = DO_PASS;
    if (t->councillors_left) next = list_councillors(s, purse, 0, COUNTRIES, next);
    for (unsigned c = 0; c < COLOURS && can_draw; c++)
        if (cards[c]) *next++ = (uint16_t)(DO_SWAP + c);
    return (unsigned)(next - list);
}

static unsigned list_more(const struct kardinal *s, unsigned seat, uint16_t *list) {
    const struct kardinal_seat *t = &s->seats[seat];
    unsigned country = s->country - 1u;
    uint16_t *next = list;
    uint8_t cards[COLOURS];
    kardinal_cards(s, seat, cards);
    unsigned purse = open_purse(cards);
    if (t->cloisters_left) next = list_cloisters(s, purse, country, country + 1, next);
    *next++ = DO_DONE;
    if (t->councillors_left) next = list_councillors(s, purse, country, country + 1, next);
    return (unsigned)(next - list);
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
    if (seat != s->turn) return 0;
    switch ((enum kardinal_phase)s->phase) {
    case PHASE_PLACE: return list_place(s, seat, list);
    case PHASE_MORE: return list_more(s, seat, list);
    case PHASE_DRAW: return list_draw(s, list);
    default: return 0;
    }
}

/* ---- chance ---- */

static bool draws_privately(const struct kardinal *s) {
    return s->phase == PHASE_DEAL || s->phase == PHASE_BLIND;
}

static void kardinal_chance(const void *state, struct outcomes *out) {
    const struct kardinal *s = state;
    bool draws = draws_privately(s);
    out->count = out->stream = 0;
    out->total = 0;
    if (draws && hidden_from_viewer(s, s->turn)) {
        out->actions[0] = DRAW_VEILED;
        outcomes_uniform(out, 1, 0);
        return;
    }
    uint8_t unseen[COLOURS];
    const uint8_t *cards = s->pile;
    if (s->viewer && !s->pile_known) {
        kardinal_unseen(s, unseen);
        cards = unseen;
    }
    unsigned count = 0, first = draws ? DRAW_FIRST : DO_OPEN;
    for (unsigned c = 0; c < COLOURS; c++) {
        out->actions[count] = (uint16_t)(first + c);
        out->weights[count] = cards[c];
        out->total += cards[c];
        count += cards[c] != 0;
    }
    out->count = (uint16_t)count;
}

/* ---- the turn's end ---- */

/* Section "A turn": depends on board and supplies, not on the cards held. */
bool kardinal_nobody_can_place(const struct kardinal *s) {
    bool space = kardinal_taken(s) != SPACE_BIT(SPACES) - 1, court = false;
    for (unsigned c = 0; c < COUNTRIES; c++) court |= s->room[c] != 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (space && s->seats[seat].cloisters_left) return false;
        if (court && s->seats[seat].councillors_left) return false;
    }
    return true;
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

static void put_cloister(struct kardinal *s, unsigned seat, unsigned space, unsigned country) {
    struct kardinal_seat *t = &s->seats[seat];
    unsigned others = 0;
    for (unsigned other = 0; other < s->players; other++)
        if (other != seat && s->seats[other].cloisters_in[country] > others)
            others = s->seats[other].cloisters_in[country];
    t->cloisters |= SPACE_BIT(space);
    t->cloisters_left--;
    t->cloisters_in[country]++;
    if (t->cloisters_in[country] > others) s->room[country]++; /* the maximum grows */
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
static void place(struct kardinal *s, unsigned action, struct sink *sink) {
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

static void answer(struct kardinal *s, unsigned action, struct sink *sink) {
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

static void kardinal_step(struct kardinal *s, unsigned by, unsigned action, struct sink *sink) {
    if (by != BY_CHANCE) answer(s, action, sink);
    else if (draws_privately(s)) draw_card(s, action, sink);
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
    .features = kardinal_features,
    .feature_count = KARDINAL_FEATURES,
    .feature_revision = KARDINAL_FEATURE_REVISION,
};
