/* Kardinal & König in notation, JSON and words. */
#include "games/kardinal/kardinal.h"

/* ---- things ---- */

#define PAYMENT_CODE(code) #code, #code "+" #code,

static const char *const colour_codes[] = {COLOUR_LIST(THINGS_CODE)};
static const char *const veiled_codes[] = {"?", COLOUR_LIST(THINGS_CODE)};
static const char *const payment_codes[] = {COLOUR_LIST(PAYMENT_CODE)};
static const char *const country_codes[] = {COUNTRY_LIST(THINGS_CODE)};
static const char *const space_codes[] = {SPACE_LIST(THINGS_CODE)};

const struct things kardinal_colours = THINGS_OF("kardinal", "card", colour_codes);
const struct things kardinal_payments = THINGS_OF("kardinal", "card", payment_codes);
const struct things kardinal_countries = THINGS_OF("kardinal", "country", country_codes);
const struct things kardinal_spaces = THINGS_OF("kardinal", "space", space_codes);
static const struct things veiled_colours = THINGS_OF("kardinal", "card", veiled_codes);

GAME_TABLES(kardinal, KARDINAL);

/* ---- why not ---- */

#define COUNTRY(number) THING("country", &kardinal_countries, number)
#define CARD(colour) THING("card", &kardinal_colours, colour)

/* Section "A turn", 4. */
static struct message why_not_paid(const struct kardinal *s, unsigned seat,
                                   struct kardinal_piece piece) {
    bool names = countries[piece.country].colour == piece.colour;
    uint8_t cards[COLOURS];
    kardinal_cards(s, seat, cards);
    if (!piece.pair && !names)
        return MESSAGE("kardinal.whynot.card_country", CARD(piece.colour), COUNTRY(piece.country));
    if (piece.pair && names)
        return MESSAGE("kardinal.whynot.pair_country", CARD(piece.colour), COUNTRY(piece.country));
    if (cards[piece.colour] == 0) return MESSAGE("kardinal.whynot.not_in_hand", CARD(piece.colour));
    return MESSAGE("kardinal.whynot.no_pair", CARD(piece.colour));
}

/* Section "A turn", 1, 5 and 6. */
static struct message why_not_placed(const struct kardinal *s, unsigned seat,
                                     struct kardinal_piece piece) {
    const struct kardinal_seat *t = &s->seats[seat];
    uint64_t taken = kardinal_taken(s);
    if (s->phase == PHASE_MORE && s->country != piece.country + 1)
        return MESSAGE("kardinal.whynot.one_country", COUNTRY(s->country - 1u));
    if (!piece.councillor) {
        if (taken >> piece.space & 1)
            return MESSAGE("kardinal.whynot.taken", THING("space", &kardinal_spaces, piece.space));
        if (t->cloisters_left == 0) return MESSAGE("kardinal.whynot.no_cloister_left");
    } else {
        if (!(taken & country_spaces(piece.country)))
            return MESSAGE("kardinal.whynot.country_empty", COUNTRY(piece.country));
        if (s->room[piece.country] == 0)
            return MESSAGE("kardinal.whynot.councillor_limit", COUNTRY(piece.country));
        if (t->councillors_left == 0) return MESSAGE("kardinal.whynot.no_councillor_left");
    }
    return why_not_paid(s, seat, piece);
}

static struct message why_not_drawn(uint16_t action) {
    if (action == DO_BLIND) return MESSAGE("kardinal.whynot.pile_gone");
    if (action >= DO_TAKE) return MESSAGE("kardinal.whynot.not_open", CARD(action - DO_TAKE));
    return MESSAGE("kardinal.whynot.draw_first");
}

struct message kardinal_why_not(const void *state, unsigned seat, uint16_t action) {
    const struct kardinal *s = state;
    if (s->phase == PHASE_DRAW) return why_not_drawn(action);
    if (action == DO_BLIND || action >= DO_TAKE) return MESSAGE("kardinal.whynot.when_draw");
    if (kardinal_places(action)) return why_not_placed(s, seat, kardinal_piece(action));
    if (s->phase == PHASE_MORE)
        return MESSAGE(action == DO_PASS ? "kardinal.whynot.pass_placed"
                                         : "kardinal.whynot.swap_placed");
    if (action == DO_DONE) return MESSAGE("kardinal.whynot.when_done");
    if (action == DO_PASS) return MESSAGE("kardinal.whynot.pass_draw");
    if (!kardinal_can_draw(s)) return MESSAGE("kardinal.whynot.swap_nothing");
    return MESSAGE("kardinal.whynot.not_in_hand", CARD(action - DO_SWAP));
}

/* ---- questions and previews ---- */

struct message kardinal_ask(const void *view, unsigned seat) {
    const struct kardinal *s = view;
    switch ((enum kardinal_phase)s->phase) {
    case PHASE_PLACE:
        return kardinal_can_draw(s) ? MESSAGE("kardinal.ask.place")
                                    : MESSAGE("kardinal.ask.place_last");
    case PHASE_MORE: return MESSAGE("kardinal.ask.more", COUNTRY(s->country - 1u));
    default:
        return MESSAGE("kardinal.ask.draw", NUMBER("n", KARDINAL_HAND - s->seats[seat].hand_count));
    }
}

/* The change of the seat's score by a piece, if everything were scored now. */
struct message kardinal_preview(const void *view, unsigned seat, uint16_t action) {
    if (!kardinal_places(action)) return MESSAGE_NONE;
    struct kardinal after = *(const struct kardinal *)view;
    struct result now, then;
    kardinal_result(&after, &now);
    kardinal_put(&after, seat, kardinal_piece(action));
    kardinal_result(&after, &then);
    return MESSAGE("kardinal.preview.points", NUMBER("points", then.score[seat] - now.score[seat]));
}

/* ---- scorings ---- */

static void tell_cloisters(const struct kardinal *s, unsigned country, bool apart,
                           struct sink *sink) {
    for (unsigned rank = 1; rank <= s->players; rank++)
        for (unsigned seat = 0; seat < s->players; seat++) {
            struct kardinal_claim claim = kardinal_cloisters(s, seat, country);
            if (claim.rank != rank) continue;
            TELL(seat, apart, "kardinal.event.cloisters", SEAT("who", seat), COUNTRY(country),
                 NUMBER("rank", rank), NUMBER("n", s->seats[seat].cloisters_in[country]),
                 NUMBER("points", claim.points));
        }
}

static void tell_all_cloisters(const struct kardinal *s, bool apart, struct sink *sink) {
    for (unsigned i = 0; i < COUNTRIES; i++) tell_cloisters(s, country_order[i], apart, sink);
}

static void tell_alliances(const struct kardinal *s, bool apart, struct sink *sink) {
    for (unsigned i = 0; i < ALLIANCES; i++) {
        unsigned a = alliances[i].countries[0], b = alliances[i].countries[1];
        struct kardinal_court one = kardinal_court(s, a), other = kardinal_court(s, b);
        for (unsigned rest = one.majority & other.majority; rest; rest &= rest - 1) {
            unsigned seat = (unsigned)__builtin_ctz(rest);
            TELL(seat, apart, "kardinal.event.alliance", SEAT("who", seat), NUMBER("number", i + 1),
                 COUNTRY(a), THING("other", &kardinal_countries, b),
                 NUMBER("points", one.councillors + other.councillors));
        }
    }
}

static void tell_chains(const struct kardinal *s, bool apart, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        uint64_t left = s->seats[seat].cloisters, chain;
        for (; (chain = kardinal_best_chain(left)); left &= ~chain)
            TELL(seat, apart, "kardinal.event.chain", SEAT("who", seat),
                 NUMBER("points", __builtin_popcountll(chain)),
                 THINGS("spaces", &kardinal_spaces, chain));
    }
}

void kardinal_tell_interim(const struct kardinal *s, struct sink *sink) {
    TELL(NOBODY, true, "kardinal.event.interim");
    tell_all_cloisters(s, true, sink);
    for (unsigned seat = 0; seat < s->players; seat++)
        TELL(seat, true, "kardinal.event.interim_total", SEAT("who", seat),
             NUMBER("sum", s->seats[seat].first));
}

void kardinal_tell_final(const struct kardinal *s, struct sink *sink) {
    struct result result;
    kardinal_result(s, &result);
    TELL(NOBODY, true, "kardinal.event.final_cloisters");
    tell_all_cloisters(s, true, sink);
    TELL(NOBODY, true, "kardinal.event.final_alliances");
    tell_alliances(s, true, sink);
    TELL(NOBODY, true, "kardinal.event.final_chains");
    tell_chains(s, true, sink);
    for (unsigned seat = 0; seat < s->players; seat++)
        TELL(seat, true, "kardinal.event.total", SEAT("who", seat),
             NUMBER("sum", result.score[seat]), NUMBER("left", result.parts[PART_SUPPLY][seat]),
             NUMBER("place", result.place[seat]));
}

/* Reports what each part of the final scoring would bring now, and for what. */
static void tell_now(const struct kardinal *s, struct sink *sink) {
    TELL(NOBODY, true, "kardinal.view.now_cloisters");
    tell_all_cloisters(s, false, sink);
    TELL(NOBODY, true, "kardinal.view.now_alliances");
    tell_alliances(s, false, sink);
    TELL(NOBODY, true, "kardinal.view.now_chains");
    tell_chains(s, false, sink);
}

/* ---- the view as lists with headings ---- */

static void describe_cards(const char *key, unsigned seat, const uint8_t cards[COLOURS],
                           struct sink *sink) {
    for (unsigned c = 0; c < COLOURS; c++)
        if (cards[c]) TELL(seat, false, key, NUMBER("n", cards[c]), CARD(c));
}

static void describe_table(const struct kardinal *s, struct sink *sink) {
    TELL(NOBODY, true, "kardinal.view.table", NUMBER("runs", s->runs),
         NUMBER("pile", s->pile_count));
    for (unsigned i = 0; i < KARDINAL_OPEN; i++)
        if (s->open[i]) TELL(NOBODY, false, "kardinal.view.open", CARD(s->open[i] - 1u));
    if (s->pile_known) describe_cards("kardinal.view.pile", NOBODY, s->pile, sink);
    describe_cards("kardinal.view.discards", NOBODY, s->discards, sink);
}

static void describe_seat(const struct kardinal *s, unsigned seat, int score, struct sink *sink) {
    const struct kardinal_seat *t = &s->seats[seat];
    TELL(seat, true, "kardinal.view.seat", SEAT("who", seat), NUMBER("points", score));
    if (s->runs) TELL(seat, false, "kardinal.view.first", NUMBER("points", t->first));
    TELL(seat, false, "kardinal.view.supply", NUMBER("cloisters", t->cloisters_left),
         NUMBER("councillors", t->councillors_left));
    if (!hidden_from_viewer(s, seat)) {
        describe_cards("kardinal.view.hand", seat, t->hand, sink);
        return;
    }
    TELL(seat, false, "kardinal.view.hand_count", NUMBER("n", t->hand_count));
    describe_cards("kardinal.view.known", seat, t->known, sink);
}

static void describe_country(const struct kardinal *s, unsigned country, struct sink *sink) {
    const uint64_t here = country_spaces(country), taken = kardinal_taken(s) & here;
    TELL(NOBODY, true, "kardinal.view.country", COUNTRY(country), NUMBER("room", s->room[country]));
    if (here & ~taken)
        TELL(NOBODY, false, "kardinal.view.free",
             THINGS("spaces", &kardinal_spaces, here & ~taken));
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct kardinal_seat *t = &s->seats[seat];
        if (t->cloisters & here)
            TELL(seat, false, "kardinal.view.cloisters", SEAT("who", seat),
                 NUMBER("n", t->cloisters_in[country]),
                 THINGS("spaces", &kardinal_spaces, t->cloisters & here));
        if (t->councillors_in[country])
            TELL(seat, false, "kardinal.view.councillors", SEAT("who", seat),
                 NUMBER("n", t->councillors_in[country]));
    }
}

void kardinal_describe(const void *view, struct sink *sink) {
    const struct kardinal *s = view;
    struct result result;
    kardinal_result(s, &result);
    describe_table(s, sink);
    for (unsigned seat = 0; seat < s->players; seat++)
        describe_seat(s, seat, result.score[seat], sink);
    for (unsigned i = 0; i < COUNTRIES; i++) describe_country(s, country_order[i], sink);
    tell_now(s, sink);
}

/* ---- what a scoring would bring now, as data ---- */

static void write_claim(struct json_out *out, unsigned seat, unsigned points) {
    json_object(out, NULL);
    json_number(out, "seat", seat);
    json_number(out, "points", points);
}

static void write_cloisters(const struct kardinal *s, unsigned country, struct json_out *out) {
    json_object(out, NULL);
    json_text(out, "country", kardinal_countries.codes[country]);
    json_array(out, "claims");
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct kardinal_claim claim = kardinal_cloisters(s, seat, country);
        if (claim.rank == 0) continue;
        write_claim(out, seat, claim.points);
        json_number(out, "rank", claim.rank);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

static void write_alliance(const struct kardinal *s, unsigned alliance, struct json_out *out) {
    struct kardinal_court a = kardinal_court(s, alliances[alliance].countries[0]),
                          b = kardinal_court(s, alliances[alliance].countries[1]);
    json_object(out, NULL);
    json_number(out, "number", alliance + 1);
    json_array(out, "claims");
    for (unsigned rest = a.majority & b.majority; rest; rest &= rest - 1) {
        write_claim(out, (unsigned)__builtin_ctz(rest), a.councillors + b.councillors);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

static void write_chain(unsigned seat, uint64_t chain, struct json_out *out) {
    write_claim(out, seat, (unsigned)__builtin_popcountll(chain));
    json_array(out, "spaces");
    for (; chain; chain &= chain - 1)
        json_text(out, NULL, kardinal_spaces.codes[__builtin_ctzll(chain)]);
    json_array_end(out);
    json_object_end(out);
}

/* Countries in the order of scoring, alliances by number, chains by seat. */
void kardinal_standing(const void *view, struct json_out *out) {
    const struct kardinal *s = view;
    json_array(out, "cloisters");
    for (unsigned i = 0; i < COUNTRIES; i++) write_cloisters(s, country_order[i], out);
    json_array_end(out);
    json_array(out, "alliances");
    for (unsigned i = 0; i < ALLIANCES; i++) write_alliance(s, i, out);
    json_array_end(out);
    json_array(out, "chains");
    for (unsigned seat = 0; seat < s->players; seat++) {
        uint64_t left = s->seats[seat].cloisters, chain;
        for (; (chain = kardinal_best_chain(left)); left &= ~chain) write_chain(seat, chain, out);
    }
    json_array_end(out);
}
