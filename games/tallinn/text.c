/* Tallinn in notation, JSON and words. */
#include "games/tallinn/tallinn.h"

#include "core/ensure.h"

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
static const char *const phase_codes[] = {"start", "chronicle", "deal", "exchange", "redraw",
                                          "play",  "contest",   "lots", "tower",    "draw",
                                          "drop",  "legate",    "over"};

const struct things tallinn_cards = THINGS_OF("tallinn", "card", card_codes);
const struct things tallinn_classes = THINGS_OF("tallinn", "class", class_codes);
const struct things tallinn_halves = THINGS_OF("tallinn", "half", half_codes);
const struct things tallinn_starts = THINGS_OF("tallinn", "start", start_codes);
const struct things tallinn_chronicles = THINGS_OF("tallinn", "chronicle", chronicle_codes);
static const struct things veiled_cards = THINGS_OF("tallinn", "card", veiled_codes);
static const struct things play_cards = THINGS_OF("tallinn", "card", play_codes);
static const struct things contest_classes = THINGS_OF("tallinn", "class", contest_codes);
static const struct things seats = THINGS_OF("tallinn", "seat", seat_codes);
static const struct things phases = THINGS_OF("tallinn", "phase", phase_codes);

_Static_assert(sizeof phase_codes / sizeof phase_codes[0] == PHASES, "a code a phase");

/* ---- notation ---- */

/* clang-format off */
static const struct notation_verb verbs[] = {
    /* first          word                    parts */
    {DO_CHRONICLE,  "chronicle",  true,  {{&tallinn_chronicles},
                                          {&tallinn_chronicles, .name = "chronicle2"}}},
    {DO_CONTEST,    "contest",    false, {{&contest_classes}}},
    {DO_DONE,       "done",       false, {{0}}},
    {DO_DRAW,       "draw",       true,  {{&veiled_cards}}},
    {DO_DROP,       "drop",       false, {{&tallinn_cards}}},
    {DO_EXCHANGE,   "exchange",   false, {{&veiled_cards}}},
    {DO_FIRST,      "first",      true,  {{&seats}}},
    {DO_LEGATE,     "legate",     false, {{&tallinn_classes}}},
    {DO_PLAY,       "play",       false, {{&play_cards}, {&tallinn_halves, .glued = true}}},
    {DO_START,      "start",      true,  {{&tallinn_starts}}},
    {DO_TOWER,      "tower",      false, {{&tallinn_cards}}},
    {DO_TOWER_HAND, "tower hand", false, {{&veiled_cards}}},
    {DO_TOWER_NONE, "tower none", false, {{0}}},
};
/* clang-format on */

const struct notation tallinn_notation = {
    .verbs = verbs, .verb_count = sizeof verbs / sizeof verbs[0], .actions = DO_ACTIONS};

/* ---- members ---- */

static const struct field state_fields[] = {
    FIELD(struct tallinn, NUMBER, viewer, 0, SPECTATOR + 1),
    FIELD(struct tallinn, NUMBER, players, 2, TALLINN_SEATS),
    FIELD(struct tallinn, FLAG, legate, 0, 0),
    FIELD(struct tallinn, FLAG, chronicle, 0, 0),
    FIELD(struct tallinn, FLAG, leader, 0, 0),
    FIELD_OF(struct tallinn, INDEX, phase, &phases),
    FIELD(struct tallinn, NUMBER, round, 0, CARDS),
    FIELD(struct tallinn, SEATS, asked, 0, 0),
    FIELD(struct tallinn, SEATS, open, 0, 0),
    FIELD(struct tallinn, SEATS, waiting, 0, 0),
    FIELD(struct tallinn, SEATS, drawing, 0, 0),
    FIELD(struct tallinn, SPARE, spare, 0, 0),
    FIELD_OF(struct tallinn, LIST, chronicles, &tallinn_chronicles),
};

static const struct field seat_fields[] = {
    FIELD_OF(struct tallinn_seat, SET, hand, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, pile, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, shown, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, towers, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, secret, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, dropped, &tallinn_cards),
    FIELD_OF(struct tallinn_seat, SET, dropping, &tallinn_cards),
    FIELD(struct tallinn_seat, ACTION, answer, 0, 0),
    FIELD_OF(struct tallinn_seat, LIST, under, &tallinn_cards),
    FIELD(struct tallinn_seat, NUMBER, hand_count, 0, TALLINN_HAND),
    FIELD(struct tallinn_seat, NUMBER, pile_count, 0, CARDS),
    FIELD(struct tallinn_seat, NUMBER, under_count, 0, TALLINN_HAND),
    FIELD(struct tallinn_seat, NUMBER, secret_count, 0, CARDS),
    FIELD(struct tallinn_seat, NUMBER, due, 0, TALLINN_HAND),
    FIELD_OF(struct tallinn_seat, THING, start, &tallinn_starts),
    FIELD_OF(struct tallinn_seat, THING, contest, &tallinn_classes),
    FIELD(struct tallinn_seat, NUMBER, persons, 0, 40),
    FIELD(struct tallinn_seat, NUMBER, parts, -30, 60),
};

const struct fields tallinn_fields = FIELDS_OF(tallinn, TALLINN_SEATS);

/* ---- events ---- */

#define PERSONS(list) \
    NUMBER("m", (list)[CLASS_M]), NUMBER("k", (list)[CLASS_K]), NUMBER("o", (list)[CLASS_O])

void tallinn_tell_play(struct sink *sink, unsigned seat, unsigned card, unsigned half) {
    const struct half *shows = &influence_cards[card].halves[half];
    if (shows->shields) {
        sink_tell(sink, seat, true, MESSAGE("tallinn.event.play_shields", SEAT("who", seat)));
        return;
    }
    sink_tell(sink, seat, true,
              MESSAGE("tallinn.event.play", SEAT("who", seat), THING("card", &tallinn_cards, card),
                      PERSONS(shows->persons)));
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

/* The phase in which a seat can use each verb, and the message for any other phase. */
static const struct verb_phase {
    uint16_t first, last;
    uint8_t phases[2];
    const char *wrong_time;
} verb_phases[] = {
    {DO_CONTEST, DO_DONE - 1, {PHASE_CONTEST, PHASE_CONTEST}, "tallinn.whynot.when_contest"},
    {DO_DONE, DO_DONE, {PHASE_EXCHANGE, PHASE_DROP}, "tallinn.whynot.when_done"},
    {DO_DROP, DO_EXCHANGE - 1, {PHASE_DROP, PHASE_DROP}, "tallinn.whynot.when_drop"},
    {DO_EXCHANGE, DO_FIRST - 1, {PHASE_EXCHANGE, PHASE_EXCHANGE}, "tallinn.whynot.when_exchange"},
    {DO_LEGATE, DO_PLAY - 1, {PHASE_LEGATE, PHASE_LEGATE}, "tallinn.whynot.when_legate"},
    {DO_PLAY, DO_START - 1, {PHASE_PLAY, PHASE_PLAY}, "tallinn.whynot.when_play"},
    {DO_TOWER, DO_TOWER_NONE, {PHASE_TOWER, PHASE_TOWER}, "tallinn.whynot.when_tower"},
};

static struct message wrong_time(const struct tallinn *s, uint16_t action) {
    for (size_t i = 0; i < sizeof verb_phases / sizeof verb_phases[0]; i++) {
        const struct verb_phase *v = &verb_phases[i];
        if (action < v->first || action > v->last) continue;
        if (s->phase == v->phases[0] || s->phase == v->phases[1]) return MESSAGE_NONE;
        return MESSAGE(v->wrong_time);
    }
    never();
}

struct message tallinn_why_not(const void *state, unsigned seat, uint16_t action) {
    const struct tallinn *s = state;
    const struct tallinn_seat *t = &s->seats[seat];
    struct message wrong = wrong_time(s, action);
    if (wrong.key) return wrong;
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
    if (action >= DO_PLAY && action < DO_START) return preview_play(s, seat, action);
    if (action >= DO_TOWER && action < DO_TOWER_HAND) return preview_tower(action - DO_TOWER);
    if (action >= DO_TOWER_HAND && action < DO_TOWER_NONE)
        return preview_tower(veiled_card(action - DO_TOWER_HAND));
    if (action >= DO_CONTEST && action < DO_DONE && action != DO_CONTEST + CONTEST_NONE) {
        unsigned choice = action - DO_CONTEST, class = choice - (choice > CONTEST_NONE);
        return MESSAGE(
            "tallinn.preview.points",
            NUMBER("points", contest_now(s, seat, class, s->seats[seat].persons[class] + 2u)));
    }
    if (action >= DO_EXCHANGE && action < DO_FIRST) {
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
        sink_tell(
            sink, seat, false,
            MESSAGE("tallinn.view.counts", NUMBER("hand", t->hand_count), NUMBER("pile", pile)));
        if (t->secret_count && !t->secret)
            sink_tell(sink, seat, false,
                      MESSAGE("tallinn.view.hidden_towers", NUMBER("n", t->secret_count)));
    } else {
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.hand", THINGS("cards", &tallinn_cards, t->hand),
                          NUMBER("pile", pile)));
    }
    if (t->secret)
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.secret", THINGS("cards", &tallinn_cards, t->secret)));
}

static void describe_seat(const struct tallinn *s, unsigned seat, struct sink *sink) {
    const struct tallinn_seat *t = &s->seats[seat];
    sink_tell(sink, seat, true,
              MESSAGE("tallinn.view.seat", SEAT("who", seat), NUMBER("points", tallinn_points(t))));
    sink_tell(sink, seat, false, MESSAGE("tallinn.view.persons", PERSONS(t->persons)));
    if (t->start)
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.start", PERSONS(start_cards[t->start - 1].persons)));
    if (t->shown[0] | t->shown[1])
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.shown", THINGS("a", &tallinn_cards, t->shown[HALF_A]),
                          THINGS("b", &tallinn_cards, t->shown[HALF_B])));
    if (t->towers)
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.towers", THINGS("cards", &tallinn_cards, t->towers)));
    if (t->dropped)
        sink_tell(sink, seat, false,
                  MESSAGE("tallinn.view.dropped", THINGS("cards", &tallinn_cards, t->dropped)));
    describe_secrets(s, seat, sink);
}

void tallinn_tell_chronicle(struct sink *sink, unsigned card, bool second) {
    const struct chronicle_card *c = &chronicle_cards[card];
    sink_tell(sink, NOBODY, false,
              MESSAGE(c->give_up ? "tallinn.view.chronicle_give_up" : "tallinn.view.chronicle_own",
                      NUMBER("number", second + 1), THING("class", &tallinn_classes, c->class),
                      NUMBER("once", c->need[second][0]), NUMBER("twice", c->need[second][1])));
}

void tallinn_describe(const void *view, struct sink *sink) {
    const struct tallinn *s = view;
    sink_tell(sink, NOBODY, true, MESSAGE("tallinn.view.round", NUMBER("round", s->round)));
    for (unsigned i = 0; i < 2; i++)
        if (s->chronicles[i]) tallinn_tell_chronicle(sink, s->chronicles[i] - 1u, i);
    for (unsigned seat = 0; seat < s->players; seat++) describe_seat(s, seat, sink);
}
