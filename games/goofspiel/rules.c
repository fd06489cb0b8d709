/* Goofspiel, the worked example of docs/adding-a-game.md: the whole game but its cards.
 *
 *     [BURY] ─ a round:  TURN ─ BID ─┬─ OVER
 *                ▲──────────────────┘
 */
#include "games/goofspiel/components.h"

/* clang-format off */
/* With the option, all first put a card aside. Then chance turns up a prize, and all bid at once. */
#define GOOFSPIEL_PHASES(X) X(BURY, "bury", SEATS) X(TURN, "turn", CHANCE) X(BID, "bid", SEATS) X(OVER, "over", NOBODY)

#define GOOFSPIEL_VERBS(X)                                                                   \
    /* name word    actions    who     phases        reason in other phases        parts */ \
    X(BID,  "bid",  CARDS,     SEAT,   DURING(BID),  "goofspiel.whynot.when_bid",  {&goofspiel_cards})  \
    X(BURY, "bury", CARDS + 1, SEAT,   DURING(BURY), "goofspiel.whynot.when_bury", {&goofspiel_veiled}) \
    X(TURN, "turn", CARDS,     CHANCE, 0,            NULL,                         {&goofspiel_prizes})

#define GOOFSPIEL_STATE(X)                                                                     \
    X(EVERYONE, FLAG,  uint8_t,  bury,,) /* option */                                          \
    X(EVERYONE, INDEX, uint8_t,  phase,,  .things = &phases)                                   \
    QUESTION(X)                                                                                \
    X(EVERYONE, SET,   uint16_t, stakes,, .things = &goofspiel_prizes, .says = "goofspiel.view.stakes")  \
    X(EVERYONE, SET,   uint16_t, left,,   .things = &goofspiel_prizes, .says = "goofspiel.view.left")

#define GOOFSPIEL_SEAT(X)                                                                      \
    X(EVERYONE, SET,   uint16_t, hand,,   .things = &goofspiel_cards,  .says = "goofspiel.view.hand") /* with the buried one */ \
    X(EVERYONE, SET,   uint16_t, won,,    .things = &goofspiel_prizes, .says = "goofspiel.view.won")     \
    X(OWNER,    THING, uint8_t,  buried,, .things = &goofspiel_cards,  .says = "goofspiel.view.buried")  \
    ANSWER(X, uint8_t)

#define GOOFSPIEL_PARTS(X) X(PRIZES, "prizes")
/* clang-format on */

GAME_IN_ONE_FILE(goofspiel, GOOFSPIEL);

static void goofspiel_begin(struct goofspiel *s, const uint8_t *options) {
    s->bury = options[0];
    s->left = ALL_CARDS;
    for (unsigned seat = 0; seat < s->players; seat++) s->seats[seat].hand = ALL_CARDS;
    ASK(s, s->bury ? PHASE_BURY : PHASE_TURN, s->bury ? ALL_SEATS(s) : 0);
}

/* On a view that does not know the buried card, it is one of the hand. */
static unsigned goofspiel_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct goofspiel *s = state;
    unsigned hand = s->seats[seat].hand & ~(1u << s->seats[seat].buried >> 1);
    if (!(s->open & SEAT_BIT(seat))) return 0;
    if (s->phase == PHASE_BURY && hidden_from_viewer(s, seat)) hand = 1u << CARDS; /* "?" */
    return bits_list(hand, 2, s->phase == PHASE_BID ? DO_BID : DO_BURY, 1, list);
}

static void goofspiel_chance(const void *state, struct outcomes *out) {
    const struct goofspiel *s = state;
    outcomes_uniform(out, s->left, DO_TURN, 0);
}

static void goofspiel_draw(struct goofspiel *s, unsigned action, struct sink *sink) {
    s->left &= (uint16_t)~(1u << (action - DO_TURN));
    s->stakes |= (uint16_t)(1u << (action - DO_TURN));
    TELL(NOBODY, true, "goofspiel.event.turn", THING("prize", &goofspiel_prizes, action - DO_TURN));
    ASK(s, PHASE_BID, ALL_SEATS(s));
}

/* The highest bid takes all stakes; if several are highest, the stakes stay. */
static void award(struct goofspiel *s, struct sink *sink) {
    unsigned highest = 0, best = DO_BID;
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned bid = ANSWER_OF(s, seat);
        if (bid > best) highest = 0, best = bid;
        if (bid == best) highest |= SEAT_BIT(seat);
        s->seats[seat].hand &= (uint16_t)~(1u << (bid - DO_BID));
        TELL(seat, true, "goofspiel.event.bid", SEAT("who", seat),
             THING("card", &goofspiel_cards, bid - DO_BID));
    }
    unsigned winner = (unsigned)__builtin_ctz(highest), tie = highest & (highest - 1);
    TELL(tie ? NOBODY : winner, true, tie ? "goofspiel.event.tie" : "goofspiel.event.won",
         SEAT("who", winner), THINGS("prizes", &goofspiel_prizes, s->stakes));
    if (!tie) s->seats[winner].won |= s->stakes, s->stakes = 0;
}

static void goofspiel_close(struct goofspiel *s, unsigned asked, struct sink *sink) {
    FOR_EACH_BIT (seat, s->phase == PHASE_BURY ? asked : 0)
        s->seats[seat].buried = (uint8_t)((ANSWER_OF(s, seat) - DO_BURY + 1) % (CARDS + 1));
    if (s->phase == PHASE_BID) award(s, sink);
    ASK(s, s->seats[0].hand & (s->seats[0].hand - s->bury) ? PHASE_TURN : PHASE_OVER, 0);
}

COURSE_TOGETHER(goofspiel, GOOFSPIEL, ANSWER_IN_ONE_STEP)
VIEW_AND_WITNESS(goofspiel, NOBODY)
DESCRIBE_BY_MEMBERS(goofspiel, "goofspiel.view.table", "goofspiel.view.seat")

/* Each card that was not played is equally likely to be the buried one. */
void goofspiel_determinise(void *view, struct generator *generator) {
    struct goofspiel *s = view;
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->bury && s->phase != PHASE_BURY && hidden_from_viewer(s, seat))
            s->seats[seat].buried = (uint8_t)(1 + bits_pick(s->seats[seat].hand, generator));
    s->viewer = 0;
}

/* Each prize is in one place, and the seats have played as many cards as prizes were turned up. */
struct message goofspiel_check(const void *state) {
    const struct goofspiel *s = state;
    int rounds = CARDS - __builtin_popcount(s->left) - (s->phase == PHASE_BID);
    unsigned sum = s->left + s->stakes, all = s->left | s->stakes;
    bool fits = s->asked == (SEATS_PHASES >> s->phase & 1 ? ALL_SEATS(s) : 0) &&
                (rounds == CARDS - s->bury) == (s->phase == PHASE_OVER) &&
                (s->phase == PHASE_BURY ? s->bury && !rounds : s->phase != PHASE_BID || s->stakes);
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct goofspiel_seat *t = &s->seats[seat];
        bool knows = s->bury && s->phase != PHASE_BURY && !hidden_from_viewer(s, seat);
        fits = fits && __builtin_popcount(t->hand) == CARDS - rounds && (t->buried != 0) == knows &&
               (!t->buried || t->hand >> (t->buried - 1) & 1);
        sum += t->won, all |= t->won;
    }
    return fits && sum == ALL_CARDS && all == ALL_CARDS ? MESSAGE_NONE
                                                        : MESSAGE("goofspiel.error.position");
}

void goofspiel_result(const void *state, struct result *result) {
    const struct goofspiel *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) {
        int points = 0;
        FOR_EACH_BIT (prize, s->seats[seat].won) points += goofspiel_card_table[prize].value;
        result->score[seat] = (int16_t)points;
        result->parts[PART_PRIZES][seat] = (int16_t)__builtin_popcount(s->seats[seat].won);
    }
    places_by_score(result, s->players, NULL);
}

/* In its phase, a bid can fail only because the card is not in the hand any more. */
struct message goofspiel_why_not(const void *state, unsigned seat, uint16_t action) {
    (void)state, (void)seat;
    return MESSAGE("goofspiel.whynot.gone", THING("card", &goofspiel_cards, action - DO_BID));
}

struct message goofspiel_ask(const void *view, unsigned seat) {
    const struct goofspiel *s = view;
    (void)seat;
    return MESSAGE(s->phase == PHASE_BURY ? "goofspiel.ask.bury" : "goofspiel.ask.bid",
                   THINGS("prizes", &goofspiel_prizes, s->stakes));
}

const struct game goofspiel_game = {
    GAME_DERIVED(goofspiel, GOOFSPIEL),
    GAME_HIDES(goofspiel),
    GAME_OPTIONS(OPTION_FLAG("bury")),
    .name = "Goofspiel",
    .rules = 1,
    .steps_max = GOOFSPIEL_SEATS + CARDS * (1 + GOOFSPIEL_SEATS),
    .preview = preview_nothing,
    .check = goofspiel_check,
};
