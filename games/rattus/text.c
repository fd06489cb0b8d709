/* Rattus in notation, JSON and words. */
#include "games/rattus/rattus.h"

/* ---- things ---- */

#define FACE_CODES                                                                                 \
    "N01", "N02", "N03", "N04", "N05", "N06", "N07", "N08", "N09", "N10", "N11", "N12", "N13",     \
        "N14", "N15", "N16", "N17", "N18", "N19", "N20", "N21", "N22", "N23", "N24", "N25", "N26", \
        "N27", "N28", "N29", "N30", "N31", "N32", "N33", "N34", "N35", "N36", "N37", "S01", "S02", \
        "S03", "S04", "S05", "S06", "S07", "S08", "S09", "S10", "S11", "S12"

static const char *const region_codes[] = {REGION_LIST(THINGS_CODE)};
static const char *const class_codes[] = {CLASS_LIST(THINGS_CODE)};
static const char *const peasant_codes[] = {"P"};
static const char *const face_codes[] = {FACE_CODES};
static const char *const veiled_codes[] = {"?", FACE_CODES};
static const char *const position_codes[] = {"1", "2", "3"};
static const char *const origin_codes[] = {"start", "supply"};
static const char *const seat_codes[] = {"0", "1", "2", "3"};

const struct things rattus_regions = THINGS_OF("rattus", "region", region_codes);
const struct things rattus_classes = THINGS_OF("rattus", "class", class_codes);
const struct things rattus_faces = THINGS_OF("rattus", "face", face_codes);
static const struct things peasants = THINGS_OF("rattus", "class", peasant_codes);
static const struct things veiled_faces = THINGS_OF("rattus", "face", veiled_codes);
static const struct things positions = THINGS_OF("rattus", "position", position_codes);
static const struct things cubes = THINGS_OF("rattus", "cubes", position_codes);
static const struct things origins = THINGS_OF("rattus", "origin", origin_codes);
static const struct things seats = THINGS_OF("rattus", "seat", seat_codes);

_Static_assert(sizeof face_codes / sizeof face_codes[0] == FACES, "one code per face");

GAME_TABLES(rattus, RATTUS);

#define REGION(param, region) THING(param, &rattus_regions, region)
#define CLASS(param, class) THING(param, &rattus_classes, class)
#define FACE(param, face) THING(param, &rattus_faces, face)

/* How many cubes the plague piece counts for in its region: none without the knight. */
void rattus_standing(const void *view, struct json_out *out) {
    const struct rattus *s = view;
    json_number(out, "neutral", s->knight ? KNIGHT_CUBES : 0);
}

/* ---- why an action is not legal ---- */

/* While the witch's power is in progress, a turn's verbs wait for its end. */
static struct message witch_first(const struct rattus *s, uint16_t action) {
    const struct notation_verb *verb = notation_split(&rattus_notation, action).verb;
    unsigned turn = s->ender ? DURING(LAST) : DURING(FREE);
    if (!(WITCHING >> s->phase & 1) || (s->phase == PHASE_LOOK && IS(action, WITCH)))
        return MESSAGE_NONE;
    return MESSAGE(verb->phases & turn ? "rattus.whynot.witch_first" : verb->when);
}

/* The class whose power the action uses, or THINGS_NONE. */
static unsigned power_of(uint16_t action) {
    if (IS(action, KING)) return CLASS_R;
    if (IS(action, KNIGHT)) return CLASS_K;
    if (IS(action, MERCHANT)) return CLASS_B;
    if (IS(action, MONK)) return CLASS_C;
    if (IS(action, PEASANT)) return CLASS_P;
    return IS(action, WITCH) ? CLASS_W : THINGS_NONE;
}

/* A power needs its class card and can be used once per turn. The witch's second look is part of
 * the same use. */
static struct message no_power(const struct rattus *s, const struct rattus_seat *t,
                               uint16_t action) {
    unsigned class = power_of(action);
    if (class == THINGS_NONE || s->phase == PHASE_LOOK) return MESSAGE_NONE;
    if (!(t->classes >> class & 1)) return MESSAGE("rattus.whynot.no_card", CLASS("class", class));
    if (s->used >> class & 1) return MESSAGE("rattus.whynot.used", CLASS("class", class));
    return MESSAGE_NONE;
}

/* Names the first region of the action that is not in play with this number of seats. */
static struct message not_in_play(const struct rattus *s, uint16_t action) {
    struct notation_action split = notation_split(&rattus_notation, action);
    for (unsigned i = 0; i < NOTATION_PARTS_MAX && split.verb->parts[i].things; i++) {
        if (split.verb->parts[i].things != &rattus_regions ||
            rattus_in_play(s) >> split.values[i] & 1)
            continue;
        return MESSAGE("rattus.whynot.not_in_play", REGION("region", split.values[i]),
                       NUMBER("players", s->players));
    }
    return MESSAGE_NONE;
}

static struct message not_adjacent(unsigned from, unsigned to) {
    if (from == to) return MESSAGE("rattus.whynot.itself", REGION("region", from));
    return MESSAGE("rattus.whynot.not_next", REGION("region", from), REGION("region2", to));
}

static struct message why_not_grow(const struct rattus *s, const struct rattus_seat *t,
                                   unsigned choice) {
    if (s->grew) return MESSAGE("rattus.whynot.grew");
    if (t->supply == 0) return MESSAGE("rattus.whynot.no_supply");
    if (choice % 2) return MESSAGE("rattus.whynot.no_card", CLASS("class", CLASS_P));
    return MESSAGE("rattus.whynot.no_rats", REGION("region", choice / 2));
}

static struct message why_not_king(const struct rattus_seat *t, unsigned region) {
    const char *why = t->cubes[region] ? "rattus.whynot.king_rats" : "rattus.whynot.no_cube";
    return MESSAGE(why, REGION("region", region));
}

static struct message why_not_merchant(const struct rattus *s, const struct rattus_seat *t,
                                       unsigned choice) {
    unsigned to = choice / MERCHANT_MAX % REGIONS, from = choice / MERCHANT_MAX / REGIONS;
    if (!(rattus_neighbours(s, from) >> to & 1)) return not_adjacent(from, to);
    return MESSAGE("rattus.whynot.few_cubes", REGION("region", from), NUMBER("n", t->cubes[from]));
}

static struct message why_not_monk(const struct rattus *s, unsigned choice) {
    unsigned to = choice % REGIONS, slot = choice / REGIONS, from = slot / RATS_MAX;
    if (!(rattus_neighbours(s, from) >> to & 1)) return not_adjacent(from, to);
    if (!s->origin[slot])
        return MESSAGE("rattus.whynot.no_token", REGION("region", from),
                       NUMBER("n", rattus_rats(s, from)));
    return MESSAGE("rattus.whynot.full", REGION("region", to));
}

static struct message why_not_witch(const struct rattus *s, unsigned slot) {
    unsigned region = slot / RATS_MAX;
    if (!s->origin[slot])
        return MESSAGE("rattus.whynot.no_token", REGION("region", region),
                       NUMBER("n", rattus_rats(s, region)));
    return MESSAGE("rattus.whynot.same_token");
}

static struct message why_not_plague(const struct rattus *s, const struct rattus_seat *t,
                                     unsigned region) {
    unsigned peasants_too;
    if (rattus_growable(s, t, &peasants_too) | peasants_too)
        return MESSAGE("rattus.whynot.grow_first");
    if (region == s->plague - 1u)
        return MESSAGE("rattus.whynot.plague_stays", REGION("region", region));
    if (t->classes >> CLASS_K & 1)
        return MESSAGE("rattus.whynot.too_far", REGION("region", s->plague - 1u),
                       REGION("region2", region));
    return not_adjacent(s->plague - 1u, region);
}

static struct message why_not_rat(const struct rattus *s, unsigned region) {
    if (!(rattus_neighbours(s, s->plague - 1u) >> region & 1))
        return not_adjacent(s->plague - 1u, region);
    return MESSAGE("rattus.whynot.full", REGION("region", region));
}

struct message rattus_why_not(const void *state, unsigned seat, uint16_t action) {
    const struct rattus *s = state;
    const struct rattus_seat *t = &s->seats[seat];
    struct message why = witch_first(s, action);
    if (!why.key) why = not_in_play(s, action);
    if (!why.key) why = no_power(s, t, action);
    if (why.key) return why;
    if (action < DO_DONE) {
        if (s->took) return MESSAGE("rattus.whynot.took");
        return MESSAGE("rattus.whynot.own_card", CLASS("class", action - DO_CLASS));
    }
    if (action < DO_KEEP) return why_not_grow(s, t, action - DO_GROW);
    if (action < DO_KNIGHT) return why_not_king(t, action - DO_KING);
    if (action < DO_KNIGHT_NO)
        return MESSAGE("rattus.whynot.too_far", REGION("region", s->plague - 1u),
                       REGION("region2", action - DO_KNIGHT));
    if (action < DO_MONK) return why_not_merchant(s, t, action - DO_MERCHANT);
    if (action < DO_PEASANT) return why_not_monk(s, action - DO_MONK);
    if (action < DO_PEEK) return MESSAGE("rattus.whynot.no_supply");
    if (action < DO_RAT) return why_not_plague(s, t, action - DO_PLAGUE);
    if (action < DO_REVEAL) return why_not_rat(s, action - DO_RAT);
    return why_not_witch(s, action - DO_WITCH);
}

/* ---- questions and previews ---- */

/* The face + 1 of a token that the witch has looked at; 0 if the viewer does not know it. */
static unsigned looked_face(const struct rattus *s, unsigned which) {
    return s->face[s->looked[which] - 1u - DO_WITCH];
}

static struct message ask_free(const struct rattus *s, const struct rattus_seat *t) {
    unsigned with_peasants;
    bool grow = rattus_growable(s, t, &with_peasants) | with_peasants;
    if (grow)
        return MESSAGE(s->took ? "rattus.ask.grow" : "rattus.ask.class_grow",
                       NUMBER("supply", t->supply));
    return MESSAGE(s->took ? "rattus.ask.plague" : "rattus.ask.class_plague",
                   REGION("region", s->plague - 1u));
}

static struct message ask_swap(const struct rattus *s) {
    unsigned first = looked_face(s, 0), second = looked_face(s, 1);
    if (first && second)
        return MESSAGE("rattus.ask.swap", FACE("face", first - 1), FACE("face2", second - 1));
    return MESSAGE("rattus.ask.swap_hidden");
}

struct message rattus_ask(const void *view, unsigned seat) {
    const struct rattus *s = view;
    unsigned plague = s->plague - 1u;
    switch ((enum rattus_phase)s->phase) {
    case PHASE_SETTLE: return MESSAGE("rattus.ask.settle");
    case PHASE_FREE: return ask_free(s, &s->seats[seat]);
    case PHASE_LOOK: return MESSAGE("rattus.ask.look");
    case PHASE_SWAP: return ask_swap(s);
    case PHASE_SPREAD:
        return MESSAGE("rattus.ask.rat", REGION("region", plague), NUMBER("n", s->spread));
    case PHASE_KNIGHT:
        return MESSAGE("rattus.ask.knight", REGION("region", plague),
                       NUMBER("n", rattus_cubes_in(s, plague)),
                       NUMBER("rats", rattus_rats(s, plague)));
    default: return MESSAGE("rattus.ask.last");
    }
}

static struct message preview_class(const struct rattus *s, unsigned class) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!rattus_has(s, seat, class)) continue;
        return MESSAGE("rattus.preview.class", SEAT("from", seat));
    }
    return MESSAGE_NONE;
}

static struct message preview_grow(const struct rattus *s, unsigned seat, unsigned choice) {
    unsigned count = rattus_rats(s, choice / 2) + choice % 2, supply = s->seats[seat].supply;
    return MESSAGE("rattus.preview.grow", NUMBER("n", count < supply ? count : supply));
}

/* Tells what is in the region that the plague would move to. */
static struct message preview_region(const struct rattus *s, unsigned seat, unsigned region) {
    return MESSAGE("rattus.preview.region", NUMBER("rats", rattus_rats(s, region)),
                   NUMBER("n", rattus_cubes_in(s, region)),
                   NUMBER("own", s->seats[seat].cubes[region]));
}

/* Tells a face that the seat has already seen. A full state also holds faces that only others have
 * seen, so `seen` decides. */
static struct message preview_look(const struct rattus *s, unsigned seat, unsigned slot) {
    if (!(s->seen[slot] >> seat & 1) || !s->face[slot]) return MESSAGE_NONE;
    return MESSAGE("rattus.preview.known", FACE("face", s->face[slot] - 1u));
}

/* Tells a knight's owner that the plague piece stays where it is and still counts. */
static struct message preview_done(const struct rattus *s, unsigned seat) {
    if (!((s->seats[seat].classes & ~s->used) >> CLASS_K & 1)) return MESSAGE_NONE;
    return MESSAGE("rattus.preview.stays", REGION("region", s->plague - 1u));
}

struct message rattus_preview(const void *view, unsigned seat, uint16_t action) {
    const struct rattus *s = view;
    if (action < DO_DONE) return preview_class(s, action - DO_CLASS);
    if (action == DO_DONE) return preview_done(s, seat);
    if (IS(action, GROW)) return preview_grow(s, seat, action - DO_GROW);
    if (IS(action, KNIGHT)) return preview_region(s, seat, action - DO_KNIGHT);
    if (IS(action, PLAGUE)) return preview_region(s, seat, action - DO_PLAGUE);
    if (IS(action, WITCH)) return preview_look(s, seat, action - DO_WITCH);
    return MESSAGE_NONE;
}

/* ---- the view in words: lists with headings ---- */

static void describe_tokens(const struct rattus *s, unsigned region, struct sink *sink) {
    for (unsigned position = 0; position < rattus_rats(s, region); position++) {
        unsigned slot = region * RATS_MAX + position;
        struct param of = THING("origin", &origins, s->origin[slot] - 1);
        if (s->face[slot])
            TELL(NOBODY, false, "rattus.view.known", NUMBER("position", position + 1),
                 FACE("face", s->face[slot] - 1u), of);
        else
            TELL(NOBODY, false, "rattus.view.token", NUMBER("position", position + 1),
                 NUMBER("seen", s->seen[slot] != 0), of);
    }
}

static void describe_region(const struct rattus *s, unsigned region, struct sink *sink) {
    TELL(NOBODY, true, "rattus.view.region", REGION("region", region),
         NUMBER("plague", s->plague == region + 1));
    describe_tokens(s, region, sink);
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].cubes[region])
            TELL(NOBODY, false, "rattus.view.cubes", SEAT("who", seat),
                 NUMBER("n", s->seats[seat].cubes[region]));
}

static void describe_seat(const struct rattus *s, unsigned seat, struct sink *sink) {
    const struct rattus_seat *t = &s->seats[seat];
    TELL(seat, true, "rattus.view.seat", SEAT("who", seat), NUMBER("n", RATTUS_CUBES - t->supply));
    if (t->classes)
        TELL(seat, false, "rattus.view.classes", THINGS("classes", &rattus_classes, t->classes));
    TELL(seat, false, "rattus.view.counts", NUMBER("castle", t->castle),
         NUMBER("supply", t->supply));
}

void rattus_describe(const void *view, struct sink *sink) {
    const struct rattus *s = view;
    unsigned taken = 0;
    for (unsigned seat = 0; seat < s->players; seat++) taken |= s->seats[seat].classes;
    TELL(NOBODY, true, "rattus.view.table", NUMBER("supply", s->supply));
    if (taken != HITS_CLASSES)
        TELL(NOBODY, false, "rattus.view.free_classes",
             THINGS("classes", &rattus_classes, HITS_CLASSES & ~taken));
    if (s->knight) TELL(NOBODY, false, "rattus.view.knight");
    for (unsigned i = 0; i < REGIONS; i++)
        if (rattus_in_play(s) >> rattus_last_order[i] & 1)
            describe_region(s, rattus_last_order[i], sink);
    for (unsigned seat = 0; seat < s->players; seat++) describe_seat(s, seat, sink);
}
