/* Rattus in notation, JSON and words. */
#include "games/rattus/rattus.h"

#include "core/ensure.h"

/* ---- things ---- */

#define FACE_CODES                                                                                 \
    "N01", "N02", "N03", "N04", "N05", "N06", "N07", "N08", "N09", "N10", "N11", "N12", "N13",     \
        "N14", "N15", "N16", "N17", "N18", "N19", "N20", "N21", "N22", "N23", "N24", "N25", "N26", \
        "N27", "N28", "N29", "N30", "N31", "N32", "N33", "N34", "N35", "N36", "N37", "S01", "S02", \
        "S03", "S04", "S05", "S06", "S07", "S08", "S09", "S10", "S11", "S12"

static const char *const region_codes[] = {"AN", "BU", "GA", "GE", "HI", "HU",
                                           "IT", "PO", "RU", "SC", "TA", "TU"};
static const char *const class_codes[] = {"B", "C", "K", "P", "R", "W"};
static const char *const peasant_codes[] = {"P"};
static const char *const face_codes[] = {FACE_CODES};
static const char *const veiled_codes[] = {"?", FACE_CODES};
static const char *const position_codes[] = {"1", "2", "3"};
static const char *const origin_codes[] = {"start", "supply"};
static const char *const seat_codes[] = {"0", "1", "2", "3"};
static const char *const phase_codes[] = {"start",  "settle", "free", "peek",   "look", "swap",
                                          "spread", "knight", "turn", "reveal", "last", "over"};

const struct things rattus_regions = THINGS_OF("rattus", "region", region_codes);
const struct things rattus_classes = THINGS_OF("rattus", "class", class_codes);
const struct things rattus_faces = THINGS_OF("rattus", "face", face_codes);
static const struct things peasants = THINGS_OF("rattus", "class", peasant_codes);
static const struct things veiled_faces = THINGS_OF("rattus", "face", veiled_codes);
static const struct things positions = THINGS_OF("rattus", "position", position_codes);
static const struct things cubes = THINGS_OF("rattus", "cubes", position_codes);
static const struct things origins = THINGS_OF("rattus", "origin", origin_codes);
static const struct things seats = THINGS_OF("rattus", "seat", seat_codes);
static const struct things phases = THINGS_OF("rattus", "phase", phase_codes);

_Static_assert(sizeof region_codes / sizeof region_codes[0] == REGIONS, "one code per region");
_Static_assert(sizeof class_codes / sizeof class_codes[0] == CLASSES, "one code per class");
_Static_assert(sizeof face_codes / sizeof face_codes[0] == FACES, "one code per face");
_Static_assert(sizeof phase_codes / sizeof phase_codes[0] == PHASES, "one code per phase");

/* ---- notation ---- */

/* `plague GA` is a step of chance before the first turn, and a seat's step in every turn. A verb
 * has only one entry, so it is listed as a seat's. */
/* clang-format off */
static const struct notation_verb verbs[] = {
    /* first         word          chance parts                                                                       */
    {DO_CLASS,      "class",      false, {{.things = &rattus_classes}}},
    {DO_DONE,       "done",       false, {{0}}},
    {DO_GROW,       "grow",       false, {{.things = &rattus_regions}, {.things = &peasants, .optional = true}}},
    {DO_KEEP,       "keep",       false, {{0}}},
    {DO_KING,       "king",       false, {{.things = &rattus_regions}}},
    {DO_KNIGHT,     "knight",     false, {{.things = &rattus_regions}}},
    {DO_KNIGHT_NO,  "knight no",  false, {{0}}},
    {DO_KNIGHT_YES, "knight yes", false, {{0}}},
    {DO_MERCHANT,   "merchant",   false, {{.things = &rattus_regions}, {.things = &rattus_regions, .name = "region2"}, {.things = &cubes}}},
    {DO_MONK,       "monk",       false, {{.things = &rattus_regions}, {.things = &positions}, {.things = &rattus_regions, .name = "region2"}}},
    {DO_PEASANT,    "peasant",    false, {{.things = &rattus_regions}}},
    {DO_PEEK,       "peek",       true,  {{.things = &veiled_faces}}},
    {DO_PLAGUE,     "plague",     false, {{.things = &rattus_regions}}, .drawn = true},
    {DO_RAT,        "rat",        false, {{.things = &rattus_regions}}},
    {DO_REVEAL,     "reveal",     true,  {{.things = &rattus_faces}}},
    {DO_SETTLE,     "settle",     false, {{.things = &rattus_regions}}},
    {DO_SWAP,       "swap",       false, {{0}}},
    {DO_TURN,       "turn",       true,  {{.things = &positions}}},
    {DO_WITCH,      "witch",      false, {{.things = &rattus_regions}, {.things = &positions}}},
    {DO_WITCH_STOP, "witch stop", false, {{0}}},
};
/* clang-format on */

const struct notation rattus_notation = {
    .verbs = verbs, .verb_count = sizeof verbs / sizeof verbs[0], .actions = DO_ACTIONS};

/* ---- JSON members ---- */

static const struct field state_fields[] = {
    FIELD(struct rattus, NUMBER, viewer, 0, SPECTATOR + 1),
    FIELD(struct rattus, NUMBER, players, 2, RATTUS_SEATS),
    FIELD_OF(struct rattus, INDEX, phase, &phases),
    FIELD_OF(struct rattus, INDEX, seat, &seats),
    FIELD_OF(struct rattus, THING, plague, &rattus_regions),
    FIELD_OF(struct rattus, THING, ravage, &rattus_regions),
    FIELD_OF(struct rattus, THING, ender, &seats),
    FIELD(struct rattus, NUMBER, supply, 0, FACES),
    FIELD_OF(struct rattus, SET, unseen, &rattus_faces),
    FIELD_OF(struct rattus, SET, rats, &rattus_regions),
    FIELD(struct rattus, ACTION, looked, 0, 0),
    FIELD(struct rattus, NUMBER, start_left, 0, FACES_START),
    FIELD(struct rattus, NUMBER, other_left, 0, FACES_OTHER),
    FIELD(struct rattus, FLAG, took, 0, 0),
    FIELD(struct rattus, FLAG, grew, 0, 0),
    FIELD_OF(struct rattus, SET, used, &rattus_classes),
    FIELD(struct rattus, NUMBER, spread, 0, SPREAD_MAX),
    FIELD(struct rattus, FLAG, knight, 0, 0),
    FIELD_OF(struct rattus, THING, origin, &origins),
    FIELD(struct rattus, SEATS, seen, 0, 0),
    FIELD_OF(struct rattus, THING, face, &rattus_faces),
    FIELD_OF(struct rattus, THING, turned, &positions),
    FIELD(struct rattus, SPARE, spare, 0, 0),
};

static const struct field seat_fields[] = {
    FIELD_OF(struct rattus_seat, SET, present, &rattus_regions),
    FIELD(struct rattus_seat, NUMBER, cubes, 0, RATTUS_CUBES),
    FIELD(struct rattus_seat, NUMBER, castle, 0, RATTUS_CUBES),
    FIELD(struct rattus_seat, NUMBER, supply, 0, RATTUS_CUBES),
    FIELD_OF(struct rattus_seat, SET, classes, &rattus_classes),
    FIELD(struct rattus_seat, SPARE, spare, 0, 0),
};

const struct fields rattus_fields = FIELDS_OF(rattus, RATTUS_SEATS);

#define REGION(param, region) THING(param, &rattus_regions, region)
#define CLASS(param, class) THING(param, &rattus_classes, class)
#define FACE(param, face) THING(param, &rattus_faces, face)

/* ---- why an action is not legal ---- */

/* For each verb of a seat: the phases in which it is possible, the class whose power it uses
 * (THINGS_NONE if it uses none), and the message for any other phase. */
static const struct verb_phase {
    uint16_t first, last;
    uint8_t phases[2];
    uint8_t class;
    const char *wrong_time;
} verb_phases[] = {
    {DO_CLASS, DO_DONE - 1, {PHASE_FREE, PHASE_FREE}, THINGS_NONE, "rattus.whynot.when_class"},
    {DO_DONE, DO_DONE, {PHASE_LAST, PHASE_LAST}, THINGS_NONE, "rattus.whynot.when_done"},
    {DO_GROW, DO_KEEP - 1, {PHASE_FREE, PHASE_FREE}, THINGS_NONE, "rattus.whynot.when_grow"},
    {DO_KEEP, DO_KEEP, {PHASE_SWAP, PHASE_SWAP}, THINGS_NONE, "rattus.whynot.when_swap"},
    {DO_KING, DO_KNIGHT - 1, {PHASE_FREE, PHASE_LAST}, CLASS_R, "rattus.whynot.when_power"},
    {DO_KNIGHT,
     DO_KNIGHT_NO - 1,
     {PHASE_LAST, PHASE_LAST},
     CLASS_K,
     "rattus.whynot.when_last_knight"},
    {DO_KNIGHT_NO,
     DO_KNIGHT_YES,
     {PHASE_KNIGHT, PHASE_KNIGHT},
     THINGS_NONE,
     "rattus.whynot.when_knight"},
    {DO_MERCHANT, DO_MONK - 1, {PHASE_FREE, PHASE_LAST}, CLASS_B, "rattus.whynot.when_power"},
    {DO_MONK, DO_PEASANT - 1, {PHASE_FREE, PHASE_LAST}, CLASS_C, "rattus.whynot.when_power"},
    {DO_PEASANT, DO_PEEK - 1, {PHASE_LAST, PHASE_LAST}, CLASS_P, "rattus.whynot.when_peasant"},
    {DO_PLAGUE, DO_RAT - 1, {PHASE_FREE, PHASE_FREE}, THINGS_NONE, "rattus.whynot.when_plague"},
    {DO_RAT, DO_REVEAL - 1, {PHASE_SPREAD, PHASE_SPREAD}, THINGS_NONE, "rattus.whynot.when_rat"},
    {DO_SETTLE,
     DO_SWAP - 1,
     {PHASE_SETTLE, PHASE_SETTLE},
     THINGS_NONE,
     "rattus.whynot.when_settle"},
    {DO_SWAP, DO_SWAP, {PHASE_SWAP, PHASE_SWAP}, THINGS_NONE, "rattus.whynot.when_swap"},
    {DO_WITCH, DO_WITCH_STOP - 1, {PHASE_FREE, PHASE_LAST}, CLASS_W, "rattus.whynot.when_power"},
    {DO_WITCH_STOP,
     DO_WITCH_STOP,
     {PHASE_LOOK, PHASE_LOOK},
     THINGS_NONE,
     "rattus.whynot.when_stop"},
};

static const struct verb_phase *verb_phase(uint16_t action) {
    for (size_t i = 0; i < sizeof verb_phases / sizeof verb_phases[0]; i++)
        if (action >= verb_phases[i].first && action <= verb_phases[i].last) return &verb_phases[i];
    never();
}

/* Would this verb be possible now if the witch's power were not still in progress? */
static bool witch_in_progress(const struct rattus *s, const struct verb_phase *verb) {
    unsigned turn_phase = s->ender ? PHASE_LAST : PHASE_FREE;
    return (s->phase == PHASE_LOOK || s->phase == PHASE_SWAP) &&
           (verb->phases[0] == turn_phase || verb->phases[1] == turn_phase);
}

static bool wrong_time(const struct rattus *s, uint16_t action, struct message *reason) {
    const struct verb_phase *verb = verb_phase(action);
    if (s->phase == verb->phases[0] || s->phase == verb->phases[1]) return false;
    if (s->phase == PHASE_LOOK && verb->class == CLASS_W) return false;
    return message_set(reason, MESSAGE(witch_in_progress(s, verb) ? "rattus.whynot.witch_first"
                                                                  : verb->wrong_time));
}

/* A power needs its class card and can be used once per turn. The witch's second look is part of
 * the same use. */
static bool no_power(const struct rattus *s, const struct rattus_seat *t, uint16_t action,
                     struct message *reason) {
    unsigned class = verb_phase(action)->class;
    if (class == THINGS_NONE || s->phase == PHASE_LOOK) return false;
    if (!(t->classes >> class & 1))
        return message_set(reason, MESSAGE("rattus.whynot.no_card", CLASS("class", class)));
    if (s->used >> class & 1)
        return message_set(reason, MESSAGE("rattus.whynot.used", CLASS("class", class)));
    return false;
}

/* Names the first region of the action that is not in play with this number of seats. */
static bool not_in_play(const struct rattus *s, uint16_t action, struct message *reason) {
    struct notation_action split = notation_split(&rattus_notation, action);
    for (unsigned i = 0; i < NOTATION_PARTS_MAX && split.verb->parts[i].things; i++) {
        if (split.verb->parts[i].things != &rattus_regions ||
            rattus_in_play(s) >> split.values[i] & 1)
            continue;
        return message_set(reason,
                           MESSAGE("rattus.whynot.not_in_play", REGION("region", split.values[i]),
                                   NUMBER("players", s->players)));
    }
    return false;
}

static bool not_adjacent(struct message *reason, unsigned from, unsigned to) {
    if (from == to)
        return message_set(reason, MESSAGE("rattus.whynot.itself", REGION("region", from)));
    return message_set(
        reason, MESSAGE("rattus.whynot.not_next", REGION("region", from), REGION("region2", to)));
}

static bool why_not_grow(const struct rattus *s, const struct rattus_seat *t, unsigned choice,
                         struct message *reason) {
    if (s->grew) return message_set(reason, MESSAGE("rattus.whynot.grew"));
    if (t->supply == 0) return message_set(reason, MESSAGE("rattus.whynot.no_supply"));
    if (choice % 2)
        return message_set(reason, MESSAGE("rattus.whynot.no_card", CLASS("class", CLASS_P)));
    return message_set(reason, MESSAGE("rattus.whynot.no_rats", REGION("region", choice / 2)));
}

static bool why_not_king(const struct rattus_seat *t, unsigned region, struct message *reason) {
    const char *why = t->cubes[region] ? "rattus.whynot.king_rats" : "rattus.whynot.no_cube";
    return message_set(reason, MESSAGE(why, REGION("region", region)));
}

static bool why_not_merchant(const struct rattus *s, const struct rattus_seat *t, unsigned choice,
                             struct message *reason) {
    unsigned to = choice / MERCHANT_MAX % REGIONS, from = choice / MERCHANT_MAX / REGIONS;
    if (!(rattus_neighbours(s, from) >> to & 1)) return not_adjacent(reason, from, to);
    return message_set(reason, MESSAGE("rattus.whynot.few_cubes", REGION("region", from),
                                       NUMBER("n", t->cubes[from])));
}

static bool why_not_monk(const struct rattus *s, unsigned choice, struct message *reason) {
    unsigned to = choice % REGIONS, slot = choice / REGIONS, from = slot / RATS_MAX;
    if (!(rattus_neighbours(s, from) >> to & 1)) return not_adjacent(reason, from, to);
    if (!s->origin[slot])
        return message_set(reason, MESSAGE("rattus.whynot.no_token", REGION("region", from),
                                           NUMBER("n", rattus_rats(s, from))));
    return message_set(reason, MESSAGE("rattus.whynot.full", REGION("region", to)));
}

static bool why_not_witch(const struct rattus *s, unsigned slot, struct message *reason) {
    unsigned region = slot / RATS_MAX;
    if (!s->origin[slot])
        return message_set(reason, MESSAGE("rattus.whynot.no_token", REGION("region", region),
                                           NUMBER("n", rattus_rats(s, region))));
    return message_set(reason, MESSAGE("rattus.whynot.same_token"));
}

static bool why_not_plague(const struct rattus *s, const struct rattus_seat *t, unsigned region,
                           struct message *reason) {
    unsigned peasants_too;
    if (rattus_growable(s, t, &peasants_too) | peasants_too)
        return message_set(reason, MESSAGE("rattus.whynot.grow_first"));
    if (region == s->plague - 1u)
        return message_set(reason, MESSAGE("rattus.whynot.plague_stays", REGION("region", region)));
    if (t->classes >> CLASS_K & 1)
        return message_set(reason,
                           MESSAGE("rattus.whynot.too_far", REGION("region", s->plague - 1u),
                                   REGION("region2", region)));
    return not_adjacent(reason, s->plague - 1u, region);
}

static bool why_not_rat(const struct rattus *s, unsigned region, struct message *reason) {
    if (!(rattus_neighbours(s, s->plague - 1u) >> region & 1))
        return not_adjacent(reason, s->plague - 1u, region);
    return message_set(reason, MESSAGE("rattus.whynot.full", REGION("region", region)));
}

bool rattus_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason) {
    const struct rattus *s = state;
    const struct rattus_seat *t = &s->seats[seat];
    if (game_allows(&rattus_game, s, seat, action)) return false;
    if (wrong_time(s, action, reason) || not_in_play(s, action, reason) ||
        no_power(s, t, action, reason))
        return true;
    if (action < DO_DONE) {
        if (s->took) return message_set(reason, MESSAGE("rattus.whynot.took"));
        return message_set(reason,
                           MESSAGE("rattus.whynot.own_card", CLASS("class", action - DO_CLASS)));
    }
    if (action < DO_KEEP) return why_not_grow(s, t, action - DO_GROW, reason);
    if (action < DO_KNIGHT) return why_not_king(t, action - DO_KING, reason);
    if (action < DO_KNIGHT_NO)
        return message_set(reason,
                           MESSAGE("rattus.whynot.too_far", REGION("region", s->plague - 1u),
                                   REGION("region2", action - DO_KNIGHT)));
    if (action < DO_MONK) return why_not_merchant(s, t, action - DO_MERCHANT, reason);
    if (action < DO_PEASANT) return why_not_monk(s, action - DO_MONK, reason);
    if (action < DO_PEEK) return message_set(reason, MESSAGE("rattus.whynot.no_supply"));
    if (action < DO_RAT) return why_not_plague(s, t, action - DO_PLAGUE, reason);
    if (action < DO_REVEAL) return why_not_rat(s, action - DO_RAT, reason);
    return why_not_witch(s, action - DO_WITCH, reason);
}

/* ---- questions and previews ---- */

/* The face + 1 of a token that the witch has looked at; 0 if the viewer does not know it. */
static unsigned looked_face(const struct rattus *s, unsigned which) {
    return s->face[s->looked[which] - 1u - DO_WITCH];
}

static void ask_free(const struct rattus *s, const struct rattus_seat *t, struct message *message) {
    unsigned with_peasants;
    bool grow = rattus_growable(s, t, &with_peasants) | with_peasants;
    if (grow)
        *message = MESSAGE(s->took ? "rattus.ask.grow" : "rattus.ask.class_grow",
                           NUMBER("supply", t->supply));
    else
        *message = MESSAGE(s->took ? "rattus.ask.plague" : "rattus.ask.class_plague",
                           REGION("region", s->plague - 1u));
}

static void ask_swap(const struct rattus *s, struct message *message) {
    unsigned first = looked_face(s, 0), second = looked_face(s, 1);
    if (first && second)
        *message = MESSAGE("rattus.ask.swap", FACE("face", first - 1), FACE("face2", second - 1));
    else *message = MESSAGE("rattus.ask.swap_hidden");
}

void rattus_ask(const void *view, unsigned seat, struct message *message) {
    const struct rattus *s = view;
    unsigned plague = s->plague - 1u;
    switch ((enum rattus_phase)s->phase) {
    case PHASE_SETTLE: *message = MESSAGE("rattus.ask.settle"); break;
    case PHASE_FREE: ask_free(s, &s->seats[seat], message); break;
    case PHASE_LOOK: *message = MESSAGE("rattus.ask.look"); break;
    case PHASE_SWAP: ask_swap(s, message); break;
    case PHASE_SPREAD:
        *message = MESSAGE("rattus.ask.rat", REGION("region", plague), NUMBER("n", s->spread));
        break;
    case PHASE_KNIGHT:
        *message = MESSAGE("rattus.ask.knight", REGION("region", plague),
                           NUMBER("n", rattus_cubes_in(s, plague)),
                           NUMBER("rats", rattus_rats(s, plague)));
        break;
    default: *message = MESSAGE("rattus.ask.last"); break;
    }
}

static bool preview_class(const struct rattus *s, unsigned class, struct message *message) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!rattus_has(s, seat, class)) continue;
        *message = MESSAGE("rattus.preview.class", SEAT("from", seat));
        return true;
    }
    return false;
}

static bool preview_grow(const struct rattus *s, unsigned seat, unsigned choice,
                         struct message *message) {
    unsigned count = rattus_rats(s, choice / 2) + choice % 2, supply = s->seats[seat].supply;
    *message = MESSAGE("rattus.preview.grow", NUMBER("n", count < supply ? count : supply));
    return true;
}

/* Tells what is in the region that the plague would move to. */
static bool preview_region(const struct rattus *s, unsigned seat, unsigned region,
                           struct message *message) {
    *message = MESSAGE("rattus.preview.region", NUMBER("rats", rattus_rats(s, region)),
                       NUMBER("n", rattus_cubes_in(s, region)),
                       NUMBER("own", s->seats[seat].cubes[region]));
    return true;
}

/* Tells a face that the seat has already seen. A full state also holds faces that only others have
 * seen, so `seen` decides. */
static bool preview_look(const struct rattus *s, unsigned seat, unsigned slot,
                         struct message *message) {
    if (!(s->seen[slot] >> seat & 1) || !s->face[slot]) return false;
    *message = MESSAGE("rattus.preview.known", FACE("face", s->face[slot] - 1u));
    return true;
}

/* Tells a knight's owner that the plague piece stays where it is and still counts. */
static bool preview_done(const struct rattus *s, unsigned seat, struct message *message) {
    if (!((s->seats[seat].classes & ~s->used) >> CLASS_K & 1)) return false;
    *message = MESSAGE("rattus.preview.stays", REGION("region", s->plague - 1u));
    return true;
}

bool rattus_preview(const void *view, unsigned seat, uint16_t action, struct message *message) {
    const struct rattus *s = view;
    if (action < DO_DONE) return preview_class(s, action - DO_CLASS, message);
    if (action == DO_DONE) return preview_done(s, seat, message);
    if (action >= DO_GROW && action < DO_KEEP)
        return preview_grow(s, seat, action - DO_GROW, message);
    if (action >= DO_KNIGHT && action < DO_KNIGHT_NO)
        return preview_region(s, seat, action - DO_KNIGHT, message);
    if (action >= DO_PLAGUE && action < DO_RAT)
        return preview_region(s, seat, action - DO_PLAGUE, message);
    if (action >= DO_WITCH && action < DO_WITCH_STOP)
        return preview_look(s, seat, action - DO_WITCH, message);
    return false;
}

/* ---- the view in words: lists with headings ---- */

static void describe_tokens(const struct rattus *s, unsigned region, struct sink *sink) {
    for (unsigned position = 0; position < rattus_rats(s, region); position++) {
        unsigned slot = region * RATS_MAX + position;
        struct param of = THING("origin", &origins, s->origin[slot] - 1);
        if (s->face[slot])
            sink_tell(sink, NOBODY, false,
                      MESSAGE("rattus.view.known", NUMBER("position", position + 1),
                              FACE("face", s->face[slot] - 1u), of));
        else
            sink_tell(sink, NOBODY, false,
                      MESSAGE("rattus.view.token", NUMBER("position", position + 1),
                              NUMBER("seen", s->seen[slot] != 0), of));
    }
}

static void describe_region(const struct rattus *s, unsigned region, struct sink *sink) {
    sink_tell(sink, NOBODY, true,
              MESSAGE("rattus.view.region", REGION("region", region),
                      NUMBER("plague", s->plague == region + 1)));
    describe_tokens(s, region, sink);
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].cubes[region])
            sink_tell(sink, NOBODY, false,
                      MESSAGE("rattus.view.cubes", SEAT("who", seat),
                              NUMBER("n", s->seats[seat].cubes[region])));
}

static void describe_seat(const struct rattus *s, unsigned seat, struct sink *sink) {
    const struct rattus_seat *t = &s->seats[seat];
    sink_tell(
        sink, seat, true,
        MESSAGE("rattus.view.seat", SEAT("who", seat), NUMBER("n", RATTUS_CUBES - t->supply)));
    if (t->classes)
        sink_tell(sink, seat, false,
                  MESSAGE("rattus.view.classes", THINGS("classes", &rattus_classes, t->classes)));
    sink_tell(
        sink, seat, false,
        MESSAGE("rattus.view.counts", NUMBER("castle", t->castle), NUMBER("supply", t->supply)));
}

void rattus_describe(const void *view, struct sink *sink) {
    const struct rattus *s = view;
    unsigned taken = 0;
    for (unsigned seat = 0; seat < s->players; seat++) taken |= s->seats[seat].classes;
    sink_tell(sink, NOBODY, true, MESSAGE("rattus.view.table", NUMBER("supply", s->supply)));
    if (taken != HITS_CLASSES)
        sink_tell(sink, NOBODY, false,
                  MESSAGE("rattus.view.free_classes",
                          THINGS("classes", &rattus_classes, HITS_CLASSES & ~taken)));
    if (s->knight) sink_tell(sink, NOBODY, false, MESSAGE("rattus.view.knight"));
    for (unsigned i = 0; i < REGIONS; i++)
        if (rattus_in_play(s) >> rattus_last_order[i] & 1)
            describe_region(s, rattus_last_order[i], sink);
    for (unsigned seat = 0; seat < s->players; seat++) describe_seat(s, seat, sink);
}
