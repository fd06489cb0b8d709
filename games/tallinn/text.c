/* Tallinn in notation, JSON and words. */
#include "games/tallinn/tallinn.h"

/* ---- things ---- */

static const char *const card_codes[] = {"1", "10", "2", "3", "4", "5", "6", "7", "8", "9", "L"};
static const char *const veiled_codes[] = {"1", "10", "2", "3", "4", "5",
                                           "6", "7",  "8", "9", "?", "L"};
static const char *const play_codes[] = {"10", "1", "2", "3", "4", "5", "6", "7", "8", "9", "L"};
static const char *const half_codes[] = {"a", "b"};
static const char *const class_codes[] = {"k", "m", "o"};
static const char *const contest_codes[] = {"k", "m", "none", "o"};
static const char *const start_codes[] = {"1", "2", "3", "4", "5", "6"};
static const char *const chronicle_codes[] = {"C1", "C2", "C3", "C4", "C5", "C6"};
static const char *const seat_codes[] = {"0", "1", "2", "3"};

const struct things tallinn_cards = THINGS_OF("tallinn", "card", card_codes);
const struct things tallinn_classes = THINGS_OF("tallinn", "class", class_codes);
const struct things tallinn_halves = THINGS_OF("tallinn", "half", half_codes);
const struct things tallinn_starts = THINGS_OF("tallinn", "start", start_codes);
const struct things tallinn_chronicles = THINGS_OF("tallinn", "chronicle", chronicle_codes);
static const struct things veiled_cards = THINGS_OF("tallinn", "card", veiled_codes);
static const struct things play_cards = THINGS_OF("tallinn", "card", play_codes);
static const struct things contest_classes = THINGS_OF("tallinn", "class", contest_codes);
static const struct things seats = THINGS_OF("tallinn", "seat", seat_codes);

GAME_TABLES(tallinn, TALLINN);

/* ---- events ---- */

#define PERSONS(list) \
    NUMBER("m", (list)[CLASS_M]), NUMBER("k", (list)[CLASS_K]), NUMBER("o", (list)[CLASS_O])

void tallinn_tell_play(struct sink *sink, unsigned seat, unsigned card, unsigned half) {
    const struct half *shows = &influence_cards[card].halves[half];
    if (shows->shields) {
        TELL(seat, true, "tallinn.event.play_shields", SEAT("who", seat));
        return;
    }
    TELL(seat, true, "tallinn.event.play", SEAT("who", seat), THING("card", &tallinn_cards, card),
         PERSONS(shows->persons));
}

/* ---- why not ---- */

static struct message why_not_drop(const struct tallinn *s, const struct tallinn_seat *t,
                                   unsigned card) {
    bool second;
    const struct chronicle_card *chronicle = tallinn_chronicle(s, &second);
    unsigned need = chronicle->need[second][0], half = t->shown[HALF_B] >> card & 1;
    struct param of = THING("class", &tallinn_classes, chronicle->class);
    if (t->dropping >> card & 1)
        return MESSAGE("tallinn.whynot.dropped", THING("card", &tallinn_cards, card));
    if (!((t->shown[0] | t->shown[1]) >> card & 1))
        return MESSAGE("tallinn.whynot.not_shown", THING("card", &tallinn_cards, card));
    if (!influence_cards[card].halves[half].persons[chronicle->class])
        return MESSAGE("tallinn.whynot.drop_class", THING("card", &tallinn_cards, card), of);
    return MESSAGE("tallinn.whynot.drop_reach", of, NUMBER("need", need));
}

static struct message why_not_done(const struct tallinn *s, const struct tallinn_seat *t) {
    bool second;
    const struct chronicle_card *chronicle = tallinn_chronicle(s, &second);
    return MESSAGE("tallinn.whynot.drop_more", THING("class", &tallinn_classes, chronicle->class),
                   NUMBER("n", tallinn_chronicle_persons(t, t->dropping, chronicle->class)),
                   NUMBER("need", chronicle->need[second][0]));
}

struct message tallinn_why_not(const void *state, unsigned seat, uint16_t action) {
    const struct tallinn *s = state;
    const struct tallinn_seat *t = &s->seats[seat];
    switch ((enum tallinn_phase)s->phase) {
    case PHASE_PLAY:
        return MESSAGE("tallinn.whynot.not_in_hand",
                       THING("card", &tallinn_cards, play_card(action)));
    case PHASE_DROP:
        return action == DO_DONE ? why_not_done(s, t) : why_not_drop(s, t, action - DO_DROP);
    case PHASE_LEGATE:
        return MESSAGE("tallinn.whynot.not_least",
                       THING("class", &tallinn_classes, action - DO_LEGATE));
    case PHASE_EXCHANGE: {
        unsigned card = veiled_card(action - DO_EXCHANGE);
        const char *why =
            t->hand >> card & 1 ? "tallinn.whynot.exchanged" : "tallinn.whynot.not_in_hand";
        return MESSAGE(why, THING("card", &tallinn_cards, card));
    }
    default: break;
    }
    if (action >= DO_TOWER_HAND)
        return MESSAGE("tallinn.whynot.not_in_hand",
                       THING("card", &tallinn_cards, veiled_card(action - DO_TOWER_HAND)));
    return MESSAGE("tallinn.whynot.not_shown", THING("card", &tallinn_cards, action - DO_TOWER));
}

/* ---- questions and previews ---- */

struct message tallinn_ask(const void *view, unsigned seat) {
    const struct tallinn *s = view;
    bool second;
    const struct chronicle_card *chronicle = tallinn_chronicle(s, &second);
    switch ((enum tallinn_phase)s->phase) {
    case PHASE_EXCHANGE:
        return MESSAGE("tallinn.ask.exchange", NUMBER("n", s->seats[seat].under_count));
    case PHASE_PLAY: return MESSAGE("tallinn.ask.play", NUMBER("round", s->round));
    case PHASE_CONTEST: return MESSAGE("tallinn.ask.contest");
    case PHASE_TOWER: return MESSAGE("tallinn.ask.tower");
    case PHASE_DROP:
        return MESSAGE("tallinn.ask.drop", THING("class", &tallinn_classes, chronicle->class),
                       NUMBER("once", chronicle->need[second][0]), NUMBER("points", s->players),
                       NUMBER("twice", chronicle->need[second][1]),
                       NUMBER("double", 2 * s->players));
    default: return MESSAGE("tallinn.ask.legate");
    }
}

/* What a contest would bring against the current displays. */
static int contest_now(const struct tallinn *s, unsigned seat, unsigned class, unsigned mine) {
    int points = 0;
    for (unsigned other = 0; other < s->players; other++) {
        unsigned theirs = s->seats[other].persons[class];
        if (other != seat) points += mine > theirs ? 2 : mine == theirs && mine;
    }
    return points;
}

static struct message preview_play(const struct tallinn *s, unsigned seat, unsigned action) {
    const struct half *shows = &influence_cards[play_card(action)].halves[play_half(action)];
    if (shows->shields) return MESSAGE("tallinn.preview.shields");
    if (!shows->contest) return MESSAGE("tallinn.preview.play", PERSONS(shows->persons));
    unsigned class = shows->contest - 1u,
             mine = s->seats[seat].persons[class] + shows->persons[class];
    return MESSAGE("tallinn.preview.contest", PERSONS(shows->persons),
                   THING("class", &tallinn_classes, class),
                   NUMBER("points", contest_now(s, seat, class, mine)));
}

static struct message preview_tower(unsigned card) {
    const struct half *halves = influence_cards[card].halves;
    unsigned sum[CLASSES];
    for (unsigned c = 0; c < CLASSES; c++) sum[c] = halves[0].persons[c] + halves[1].persons[c];
    return MESSAGE(card == CARD_L ? "tallinn.preview.tower_legate" : "tallinn.preview.tower",
                   PERSONS(sum));
}

struct message tallinn_preview(const void *view, unsigned seat, uint16_t action) {
    const struct tallinn *s = view;
    if (IS(action, PLAY)) return preview_play(s, seat, action);
    if (IS(action, TOWER)) return preview_tower(action - DO_TOWER);
    if (IS(action, TOWER_HAND)) return preview_tower(veiled_card(action - DO_TOWER_HAND));
    if (IS(action, CONTEST) && action != DO_CONTEST + CONTEST_NONE) {
        unsigned choice = action - DO_CONTEST, class = choice - (choice > CONTEST_NONE);
        return MESSAGE(
            "tallinn.preview.points",
            NUMBER("points", contest_now(s, seat, class, s->seats[seat].persons[class] + 2u)));
    }
    if (IS(action, EXCHANGE)) {
        return MESSAGE("tallinn.preview.points", NUMBER("points", -1));
    }
    return MESSAGE_NONE;
}

/* ---- the view as headed lists ---- */

static void describe_secrets(const struct tallinn *s, unsigned seat, struct sink *sink) {
    const struct tallinn_seat *t = &s->seats[seat];
    /* Cards being exchanged leave the hand only when all seats have finished. */
    unsigned pile = t->pile_count + (s->phase == PHASE_EXCHANGE ? 0u : t->under_count);
    if (hidden_from_viewer(s, seat)) {
        TELL(seat, false, "tallinn.view.counts", NUMBER("hand", t->hand_count),
             NUMBER("pile", pile));
        if (t->secret_count && !t->secret)
            TELL(seat, false, "tallinn.view.hidden_towers", NUMBER("n", t->secret_count));
    } else {
        TELL(seat, false, "tallinn.view.hand", THINGS("cards", &tallinn_cards, t->hand),
             NUMBER("pile", pile));
    }
    if (t->secret)
        TELL(seat, false, "tallinn.view.secret", THINGS("cards", &tallinn_cards, t->secret));
}

static void describe_seat(const struct tallinn *s, unsigned seat, struct sink *sink) {
    const struct tallinn_seat *t = &s->seats[seat];
    TELL(seat, true, "tallinn.view.seat", SEAT("who", seat), NUMBER("points", tallinn_points(t)));
    TELL(seat, false, "tallinn.view.persons", PERSONS(t->persons));
    if (t->start)
        TELL(seat, false, "tallinn.view.start", PERSONS(start_cards[t->start - 1].persons));
    if (t->shown[0] | t->shown[1])
        TELL(seat, false, "tallinn.view.shown", THINGS("a", &tallinn_cards, t->shown[HALF_A]),
             THINGS("b", &tallinn_cards, t->shown[HALF_B]));
    if (t->towers)
        TELL(seat, false, "tallinn.view.towers", THINGS("cards", &tallinn_cards, t->towers));
    if (t->dropped)
        TELL(seat, false, "tallinn.view.dropped", THINGS("cards", &tallinn_cards, t->dropped));
    describe_secrets(s, seat, sink);
}

void tallinn_tell_chronicle(struct sink *sink, unsigned card, bool second) {
    const struct chronicle_card *c = &chronicle_cards[card];
    TELL(NOBODY, false,
         c->give_up ? "tallinn.view.chronicle_give_up" : "tallinn.view.chronicle_own",
         NUMBER("number", second + 1), THING("class", &tallinn_classes, c->class),
         NUMBER("once", c->need[second][0]), NUMBER("twice", c->need[second][1]));
}

void tallinn_describe(const void *view, struct sink *sink) {
    const struct tallinn *s = view;
    TELL(NOBODY, true, "tallinn.view.round", NUMBER("round", s->round));
    for (unsigned i = 0; i < 2; i++)
        if (s->chronicles[i]) tallinn_tell_chronicle(sink, s->chronicles[i] - 1u, i);
    for (unsigned seat = 0; seat < s->players; seat++) describe_seat(s, seat, sink);
}
