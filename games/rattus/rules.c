/* Rattus's course of play: which seat is asked what, which actions are legal, and what a step does.
 * "Section" refers to the rules. */
#include "games/rattus/rattus.h"

/* ---- setup ---- */

static void rattus_begin(struct rattus *s, const uint8_t *options) {
    const struct rattus_size *size = &rattus_sizes[s->players];
    (void)options;
    s->unseen = START_FACES | OTHER_FACES;
    s->start_left = size->start;
    s->other_left = (uint8_t)(FACES_OTHER - size->removed);
    s->supply = (uint8_t)(s->start_left + s->other_left);
    s->rats[0] = size->regions;
    FOR_EACH_BIT (region, size->regions) s->origin[region * RATS_MAX] = ORIGIN_START;
    for (unsigned seat = 0; seat < s->players; seat++) s->seats[seat].supply = RATTUS_CUBES;
}

/* ---- legal actions ---- */

static unsigned list_each(unsigned set, unsigned first, uint16_t *list) {
    return bits_list(set, (REGIONS + 7) / 8, first, 1, list);
}

unsigned rattus_growable(const struct rattus *s, const struct rattus_seat *t, unsigned *peasants) {
    *peasants = 0;
    if (s->grew || t->supply == 0) return 0;
    if ((t->classes & ~s->used) >> CLASS_P & 1) *peasants = rattus_in_play(s);
    return s->rats[0];
}

/* Moves member i of a set of up to 16 to 2 · i. */
static unsigned spread_by_two(unsigned set) {
    set = (set | set << 8) & 0x00ff00ffu;
    set = (set | set << 4) & 0x0f0f0f0fu;
    set = (set | set << 2) & 0x33333333u;
    return (set | set << 1) & 0x55555555u;
}

static unsigned list_grows(unsigned regions, unsigned peasants, uint16_t *list) {
    if (!peasants) return bits_list(regions, (REGIONS + 7) / 8, DO_GROW, 2, list);
    return bits_list(spread_by_two(regions) | spread_by_two(peasants) << 1, 2 * REGIONS / 8,
                     DO_GROW, 1, list);
}

/* Moving one, two or three cubes to each region, from a region 0. */
#define THREE_TO(region) {3 * (region), 3 * (region) + 1, 3 * (region) + 2}
static const bits_eight three_cubes_to[REGIONS] = {
    THREE_TO(0), THREE_TO(1), THREE_TO(2), THREE_TO(3), THREE_TO(4),  THREE_TO(5),
    THREE_TO(6), THREE_TO(7), THREE_TO(8), THREE_TO(9), THREE_TO(10), THREE_TO(11),
};

OWN_FRAME static unsigned list_merchants(const struct rattus *s, const struct rattus_seat *t,
                                         uint16_t *list) {
    uint16_t *next = list;
    unsigned in_play = rattus_in_play(s);
    FOR_EACH_BIT (from, t->present) {
        unsigned most = t->cubes[from] < MERCHANT_MAX ? t->cubes[from] : (unsigned)MERCHANT_MAX;
        bits_eight first = bits_all(DO_MERCHANT + from * REGIONS * MERCHANT_MAX);
        FOR_EACH_BIT (to, rattus_borders[from] & in_play) {
            /* Always write three and keep `most`: the list has room. */
            bits_eight actions = three_cubes_to[to] + first;
            memcpy(next, &actions, sizeof actions);
            next += most;
        }
    }
    return (unsigned)(next - list);
}

/* Each token of a region can go to the same regions. */
OWN_FRAME static unsigned list_monks(const struct rattus *s, uint16_t *list) {
    /* read once: compilers cannot know that the list is no part of the state */
    unsigned two = s->rats[1], three = s->rats[2], to = rattus_in_play(s) & ~three;
    const bits_eight next_token = bits_all(REGIONS), eight = bits_all(8);
    uint16_t *next = list;
    FOR_EACH_BIT (from, s->rats[0]) {
        unsigned room = rattus_borders[from] & to, low = bits_count_8[room & 255],
                 all = low + bits_count_8[room >> 8],
                 rats = 1 + (two >> from & 1) + (three >> from & 1);
        bits_eight first = bits_all(DO_MONK + from * RATS_MAX * REGIONS),
                   a = bits_places_8[room & 255] + first,
                   b = bits_places_8[room >> 8] + eight + first;
        for (; rats; rats--) {
            memcpy(next, &a, sizeof a);
            memcpy(next + low, &b, sizeof b);
            next += all;
            a += next_token;
            b += next_token;
        }
    }
    return (unsigned)(next - list);
}

/* Moves member i of a set of regions to 3 · i: the slots of the regions' first tokens. */
#define BY_THREE(i) ((i) & 1) | ((i) & 2) << 2 | ((i) & 4) << 4 | ((i) & 8) << 6
static uint64_t spread_by_three(unsigned set) {
    static const uint16_t four[16] = {
        BY_THREE(0),  BY_THREE(1),  BY_THREE(2),  BY_THREE(3),  BY_THREE(4),  BY_THREE(5),
        BY_THREE(6),  BY_THREE(7),  BY_THREE(8),  BY_THREE(9),  BY_THREE(10), BY_THREE(11),
        BY_THREE(12), BY_THREE(13), BY_THREE(14), BY_THREE(15),
    };
    _Static_assert(RATS_MAX == 3 && REGIONS == 12, "three times four regions");
    return four[set & 15] | (uint64_t)four[set >> 4 & 15] << 12 | (uint64_t)four[set >> 8] << 24;
}

/* Lists every token except the one that the witch has already looked at. */
OWN_FRAME static unsigned list_looks(const struct rattus *s, uint16_t *list) {
    uint64_t slots = spread_by_three(s->rats[0]) | spread_by_three(s->rats[1]) << 1 |
                     spread_by_three(s->rats[2]) << 2;
    if (s->looked[0]) slots &= ~((uint64_t)1 << (s->looked[0] - 1u - DO_WITCH));
    return bits_list(slots, (REGIONS * RATS_MAX + 7) / 8, DO_WITCH, 1, list);
}

unsigned rattus_reach(const struct rattus *s, unsigned steps) {
    unsigned reach = 1u << s->plague >> 1, added = reach;
    for (unsigned step = 0; step < steps; step++) {
        unsigned near = 0;
        FOR_EACH_BIT (region, added) near |= rattus_borders[region];
        added = near & rattus_in_play(s) & ~reach;
        reach |= added;
    }
    return reach;
}

/* Section "A turn": the plague moves last, and only after the seat has placed its cubes.
 * `powers` are those that add actions. Compiled twice: most lists have none of them. */
static inline __attribute__((always_inline)) unsigned list_turn(const struct rattus *s,
                                                                unsigned powers, uint16_t *list) {
    const struct rattus_seat *t = &s->seats[s->seat];
    unsigned count = 0, peasants, growable = rattus_growable(s, t, &peasants);
    bool grows = growable | peasants;
    if (!s->took) count += bits_list(~(unsigned)t->classes & HITS_CLASSES, 1, DO_CLASS, 1, list);
    if (grows) count += list_grows(growable, peasants, list + count);
    if (powers >> CLASS_R & 1)
        count += list_each(t->present & ~(unsigned)s->rats[0], DO_KING, list + count);
    if (powers >> CLASS_B & 1) count += list_merchants(s, t, list + count);
    if (powers >> CLASS_C & 1) count += list_monks(s, list + count);
    if (!grows) {
        unsigned here = 1u << s->plague >> 1;
        unsigned reach = t->classes >> CLASS_K & 1 ? rattus_reach(s, 2) & ~here
                                                   : rattus_neighbours(s, s->plague - 1u);
        count += list_each(reach, DO_PLAGUE, list + count);
    }
    if (powers >> CLASS_W & 1) count += list_looks(s, list + count);
    return count;
}

OWN_FRAME static unsigned list_with_powers(const struct rattus *s, unsigned powers,
                                           uint16_t *list) {
    return list_turn(s, powers, list);
}

/* Peasants and knights change other actions only. */
OWN_FRAME static unsigned list_free(const struct rattus *s, uint16_t *list) {
    const unsigned own = 1u << CLASS_R | 1u << CLASS_B | 1u << CLASS_C | 1u << CLASS_W;
    unsigned powers = s->seats[s->seat].classes & ~(unsigned)s->used & own;
    return powers ? list_with_powers(s, powers, list) : list_turn(s, 0, list);
}

/* Section "The end". */
OWN_FRAME static unsigned list_last(const struct rattus *s, uint16_t *list) {
    const struct rattus_seat *t = &s->seats[s->seat];
    unsigned count = 0, powers = t->classes & ~(unsigned)s->used;
    list[count++] = DO_DONE;
    if (powers >> CLASS_R & 1)
        count += list_each(t->present & ~(unsigned)s->rats[0], DO_KING, list + count);
    if (powers >> CLASS_K & 1) count += list_each(rattus_reach(s, 2), DO_KNIGHT, list + count);
    if (powers >> CLASS_B & 1) count += list_merchants(s, t, list + count);
    if (powers >> CLASS_C & 1) count += list_monks(s, list + count);
    if (powers >> CLASS_P & 1 && t->supply)
        count += list_each(rattus_in_play(s), DO_PEASANT, list + count);
    if (powers >> CLASS_W & 1) count += list_looks(s, list + count);
    return count;
}

static unsigned spread_room(const struct rattus *s) {
    return rattus_neighbours(s, s->plague - 1u) & ~(unsigned)s->rats[2];
}

static unsigned list_two(unsigned first, unsigned second, uint16_t *list) {
    list[0] = (uint16_t)first;
    list[1] = (uint16_t)second;
    return 2;
}

OWN_FRAME static unsigned list_second_looks(const struct rattus *s, uint16_t *list) {
    unsigned count = list_looks(s, list);
    list[count++] = DO_WITCH_STOP;
    return count;
}

static unsigned rattus_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct rattus *s = state;
    if (seat != s->seat) return 0;
    switch ((enum rattus_phase)s->phase) {
    case PHASE_SETTLE: return list_each(rattus_in_play(s), DO_SETTLE, list);
    case PHASE_FREE: return list_free(s, list);
    case PHASE_LOOK: return list_second_looks(s, list);
    case PHASE_SWAP: return list_two(DO_KEEP, DO_SWAP, list);
    case PHASE_SPREAD: return list_each(spread_room(s), DO_RAT, list);
    case PHASE_KNIGHT: return list_two(DO_KNIGHT_NO, DO_KNIGHT_YES, list);
    case PHASE_LAST: return list_last(s, list);
    default: return 0;
    }
}

/* ---- chance ---- */

static void rattus_chance(const void *state, struct outcomes *out) {
    const struct rattus *s = state;
    if (s->phase == PHASE_START) {
        outcomes_uniform(out, rattus_in_play(s), DO_PLAGUE, STREAM_START);
    } else if (s->phase == PHASE_TURN) {
        unsigned rats = rattus_rats(s, s->ravage - 1u);
        outcomes_uniform(out, (1u << rats) - 1, DO_TURN, STREAM_ORDER);
    } else if (s->phase == PHASE_REVEAL) {
        rattus_weigh(s, rattus_chance_slot(s), DO_REVEAL, out);
    } else if (!hidden_from_viewer(s, s->seat)) {
        rattus_weigh(s, rattus_chance_slot(s), DO_PEEK_FACE, out);
    } else {
        outcomes_uniform(out, 1, DO_PEEK_VEILED, STREAM_FACES);
    }
}

/* ---- tokens and cubes ---- */

struct token {
    uint8_t origin, seen, face;
};

static struct token token_at(const struct rattus *s, unsigned slot) {
    return (struct token){s->origin[slot], s->seen[slot], s->face[slot]};
}

static void put_token(struct rattus *s, unsigned slot, struct token token) {
    s->origin[slot] = token.origin;
    s->seen[slot] = token.seen;
    s->face[slot] = token.face;
}

/* Puts a token behind those that the region already has. */
static void add_token(struct rattus *s, unsigned region, struct token token) {
    unsigned position = rattus_rats(s, region);
    s->rats[position] |= (uint16_t)(1u << region);
    put_token(s, region * RATS_MAX + position, token);
}

/* Removes a token; the later ones of the region move up, so that no gap remains. */
static struct token take_token(struct rattus *s, unsigned region, unsigned position) {
    unsigned last = rattus_rats(s, region) - 1, slot = region * RATS_MAX + position;
    struct token token = token_at(s, slot);
    for (; position < last; position++, slot++) put_token(s, slot, token_at(s, slot + 1));
    put_token(s, slot, (struct token){0});
    s->rats[last] &= (uint16_t)~(1u << region);
    return token;
}

static void place_cubes(struct rattus_seat *t, unsigned region, unsigned count) {
    t->supply = (uint8_t)(t->supply - count);
    t->cubes[region] = (uint8_t)(t->cubes[region] + count);
    t->present |= (uint16_t)(1u << region);
}

static void lift_cubes(struct rattus_seat *t, unsigned region, unsigned count) {
    t->cubes[region] = (uint8_t)(t->cubes[region] - count);
    if (t->cubes[region] == 0) t->present &= (uint16_t)~(1u << region);
}

/* ---- turns ---- */

#define REGION(param, region) THING(param, &rattus_regions, region)
#define CLASS(param, class) THING(param, &rattus_classes, class)

static void begin_turn(struct rattus *s, unsigned seat, enum rattus_phase phase) {
    s->seat = (uint8_t)seat;
    s->phase = (uint8_t)phase;
    s->used = s->took = s->grew = 0;
}

static void tell_result(const struct rattus *s, struct sink *sink) {
    struct result result = {0};
    rattus_result(s, &result);
    TELL(NOBODY, true, "rattus.event.over");
    for (unsigned seat = 0; seat < s->players; seat++)
        TELL(seat, true, "rattus.event.score", SEAT("who", seat), NUMBER("n", result.score[seat]),
             NUMBER("castle", s->seats[seat].castle), NUMBER("place", result.place[seat]));
}

/* Section "A turn", 3: if the region has several tokens, chance picks the one to turn up. */
OWN_FRAME static void ravage_region(struct rattus *s, unsigned region) {
    bool several = s->rats[1] >> region & 1;
    s->phase = several ? PHASE_TURN : PHASE_REVEAL;
    s->turned = !several;
    s->ravage = (uint8_t)(region + 1);
}

/* Section "The end": ravages the next region that has both tokens and cubes, in the order of the
 * final plague. A region that has been ravaged lacks one of them, so it is not found again. */
OWN_FRAME static void ravage_next(struct rattus *s, struct sink *sink) {
    unsigned left = s->rats[0] & rattus_peopled(s);
    s->phase = PHASE_OVER;
    s->ravage = 0;
    for (unsigned i = 0; left && i < REGIONS; i++) {
        unsigned region = rattus_last_order[i];
        if (!(left >> region & 1)) continue;
        ravage_region(s, region);
        return;
    }
    if (sink) tell_result(s, sink);
}

/* The last round goes counter-clockwise and skips the ender. */
OWN_FRAME static void next_last_turn(struct rattus *s, struct sink *sink) {
    unsigned next = (s->seat + s->players - 1u) % s->players;
    begin_turn(s, next, PHASE_LAST);
    if (next != s->ender - 1u) return;
    TELL(NOBODY, true, "rattus.event.final");
    ravage_next(s, sink);
}

/* In the last round no card changes hands, and the knight's owner moves the plague piece or leaves
 * it. Either way the piece counts, unless the ender or nobody owns the knight. */
bool rattus_final_knight(const struct rattus *s) {
    for (unsigned seat = 0; seat < s->players; seat++)
        if (rattus_has(s, seat, CLASS_K)) return seat != s->ender - 1u;
    return false;
}

OWN_FRAME static void end_turn(struct rattus *s, struct sink *sink) {
    bool cubes = s->seats[s->seat].supply != 0;
    s->knight = 0;
    if (s->supply && cubes) {
        begin_turn(s, (s->seat + 1u) % s->players, PHASE_FREE);
        return;
    }
    s->ender = (uint8_t)(s->seat + 1);
    s->knight = rattus_final_knight(s);
    TELL(s->seat, true, s->supply ? "rattus.event.end_cubes" : "rattus.event.end_tokens",
         SEAT("who", s->seat));
    next_last_turn(s, sink);
}

/* Section "A turn", 3: repeats while the plague's region has both a token and a cube, then ends the
 * turn. */
static void continue_ravage(struct rattus *s, struct sink *sink) {
    unsigned region = s->plague - 1u;
    if (s->rats[0] & rattus_peopled(s) & 1u << region) {
        ravage_region(s, region);
        return;
    }
    s->ravage = 0;
    end_turn(s, sink);
}

static void tell_spread_ended(const struct rattus *s, struct sink *sink) {
    const char *why = s->supply ? "rattus.event.spread_full" : "rattus.event.spread_empty";
    TELL(s->seat, false, why, REGION("region", s->plague - 1u));
}

/* Section "A turn", 1 and 2: asks for the next new token while one can be placed, then goes on to
 * the knight's question or to the ravage. */
static void continue_spread(struct rattus *s, struct sink *sink) {
    if (s->spread && s->supply && spread_room(s)) {
        s->phase = PHASE_SPREAD;
        return;
    }
    if (sink && s->spread) tell_spread_ended(s, sink);
    s->spread = 0;
    if (rattus_has(s, s->seat, CLASS_K) && s->rats[0] & rattus_peopled(s) & 1u << s->plague >> 1)
        s->phase = PHASE_KNIGHT;
    else continue_ravage(s, sink);
}

/* ---- steps of the free part and of the last round ---- */

static void do_class(struct rattus *s, unsigned class, struct sink *sink) {
    unsigned from = NOBODY;
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!rattus_has(s, seat, class)) continue;
        from = seat;
        s->seats[seat].classes &= (uint8_t)~(1u << class);
    }
    s->seats[s->seat].classes |= (uint8_t)(1u << class);
    s->took = 1;
    if (!sink) return;
    if (from == NOBODY)
        TELL(s->seat, false, "rattus.event.class", SEAT("who", s->seat), CLASS("class", class));
    else
        TELL(s->seat, false, "rattus.event.class_from", SEAT("who", s->seat), CLASS("class", class),
             SEAT("from", from));
}

static void do_grow(struct rattus *s, unsigned region, bool peasants, struct sink *sink) {
    struct rattus_seat *t = &s->seats[s->seat];
    unsigned rats = rattus_rats(s, region), count = rats + peasants;
    if (count > t->supply) count = t->supply;
    place_cubes(t, region, count);
    s->grew = 1;
    s->used |= (uint8_t)(peasants << CLASS_P);
    TELL(s->seat, false, peasants ? "rattus.event.grow_peasants" : "rattus.event.grow",
         SEAT("who", s->seat), REGION("region", region), NUMBER("n", count), NUMBER("rats", rats));
}

static void do_king(struct rattus *s, unsigned region, struct sink *sink) {
    struct rattus_seat *t = &s->seats[s->seat];
    lift_cubes(t, region, 1);
    t->castle++;
    s->used |= 1u << CLASS_R;
    TELL(s->seat, false, "rattus.event.king", SEAT("who", s->seat), REGION("region", region),
         NUMBER("n", t->castle));
}

static void do_merchant(struct rattus *s, unsigned choice, struct sink *sink) {
    struct rattus_seat *t = &s->seats[s->seat];
    unsigned count = choice % MERCHANT_MAX + 1, to = choice / MERCHANT_MAX % REGIONS,
             from = choice / MERCHANT_MAX / REGIONS;
    lift_cubes(t, from, count);
    t->cubes[to] = (uint8_t)(t->cubes[to] + count);
    t->present |= (uint16_t)(1u << to);
    s->used |= 1u << CLASS_B;
    TELL(s->seat, false, "rattus.event.merchant", SEAT("who", s->seat), NUMBER("n", count),
         REGION("region", from), REGION("region2", to));
}

OWN_FRAME static void do_monk(struct rattus *s, unsigned choice, struct sink *sink) {
    unsigned to = choice % REGIONS, slot = choice / REGIONS, from = slot / RATS_MAX;
    add_token(s, to, take_token(s, from, slot % RATS_MAX));
    s->used |= 1u << CLASS_C;
    TELL(s->seat, false, "rattus.event.monk", SEAT("who", s->seat), REGION("region", from),
         REGION("region2", to));
}

static void do_peasant(struct rattus *s, unsigned region, struct sink *sink) {
    place_cubes(&s->seats[s->seat], region, 1);
    s->used |= 1u << CLASS_P;
    TELL(s->seat, false, "rattus.event.peasant", SEAT("who", s->seat), REGION("region", region));
}

static void do_last_knight(struct rattus *s, unsigned region, struct sink *sink) {
    s->plague = (uint8_t)(region + 1);
    s->used |= 1u << CLASS_K;
    TELL(s->seat, false, "rattus.event.last_knight", SEAT("who", s->seat),
         REGION("region", region));
}

static void do_plague(struct rattus *s, unsigned region, struct sink *sink) {
    unsigned rats = rattus_rats(s, region);
    s->plague = (uint8_t)(region + 1);
    s->used = s->took = s->grew = 0;
    s->spread = (uint8_t)(rats < SPREAD_MAX ? rats : SPREAD_MAX);
    TELL(s->seat, true, "rattus.event.plague", SEAT("who", s->seat), REGION("region", region),
         NUMBER("rats", rats), NUMBER("n", rattus_cubes_in(s, region)));
    continue_spread(s, sink);
}

static void do_look(struct rattus *s, unsigned action, struct sink *sink) {
    unsigned slot = action - DO_WITCH;
    s->looked[s->looked[0] != 0] = (uint16_t)(action + 1);
    s->used |= 1u << CLASS_W;
    s->phase = PHASE_PEEK;
    TELL(s->seat, false, "rattus.event.witch", SEAT("who", s->seat),
         REGION("region", slot / RATS_MAX));
}

/* A knight's owner who did not move the plague piece has left it where it is; the log says so. */
static void do_done(struct rattus *s, struct sink *sink) {
    if ((s->seats[s->seat].classes & ~s->used) >> CLASS_K & 1)
        TELL(s->seat, false, "rattus.event.stays", SEAT("who", s->seat),
             REGION("region", s->plague - 1u));
    TELL(s->seat, false, "rattus.event.done", SEAT("who", s->seat));
    next_last_turn(s, sink);
}

static void free_step(struct rattus *s, unsigned action, struct sink *sink) {
    switch (action) {
    case DO_CLASS ... DO_CLASS_LAST: do_class(s, action - DO_CLASS, sink); break;
    case DO_DONE: do_done(s, sink); break;
    case DO_GROW ... DO_GROW_LAST:
        do_grow(s, (action - DO_GROW) / 2, (action - DO_GROW) % 2, sink);
        break;
    case DO_KING ... DO_KING_LAST: do_king(s, action - DO_KING, sink); break;
    case DO_KNIGHT ... DO_KNIGHT_LAST: do_last_knight(s, action - DO_KNIGHT, sink); break;
    case DO_MERCHANT ... DO_MERCHANT_LAST: do_merchant(s, action - DO_MERCHANT, sink); break;
    case DO_MONK ... DO_MONK_LAST: do_monk(s, action - DO_MONK, sink); break;
    case DO_PEASANT ... DO_PEASANT_LAST: do_peasant(s, action - DO_PEASANT, sink); break;
    case DO_PLAGUE ... DO_PLAGUE_LAST: do_plague(s, action - DO_PLAGUE, sink); break;
    default: do_look(s, action, sink); break;
    }
}

/* ---- the other steps ---- */

/* Seats settle in order, then in reverse order. A seat with a full supply is in its first pass. */
static void settle_step(struct rattus *s, unsigned region, struct sink *sink) {
    struct rattus_seat *t = &s->seats[s->seat];
    bool first = t->supply == RATTUS_CUBES;
    TELL(s->seat, true, "rattus.event.settle", SEAT("who", s->seat), REGION("region", region));
    place_cubes(t, region, SETTLE_CUBES);
    if (!first && s->seat == 0) {
        begin_turn(s, 0, PHASE_FREE);
        TELL(NOBODY, true, "rattus.event.begin");
    } else if (!first) {
        s->seat--;
    } else if (s->seat + 1u < s->players) {
        s->seat++;
    }
}

static void end_witch(struct rattus *s) {
    s->looked[0] = s->looked[1] = 0;
    s->phase = s->ender ? PHASE_LAST : PHASE_FREE;
}

static void look_step(struct rattus *s, unsigned action, struct sink *sink) {
    if (action != DO_WITCH_STOP) {
        do_look(s, action, sink);
        return;
    }
    TELL(s->seat, false, "rattus.event.witch_stop", SEAT("who", s->seat));
    end_witch(s);
}

OWN_FRAME static void swap_step(struct rattus *s, unsigned action, struct sink *sink) {
    unsigned a = s->looked[0] - 1u - DO_WITCH, b = s->looked[1] - 1u - DO_WITCH;
    if (action == DO_SWAP) {
        struct token token = token_at(s, a);
        put_token(s, a, token_at(s, b));
        put_token(s, b, token);
    }
    if (action == DO_SWAP)
        TELL(s->seat, false, "rattus.event.swap", SEAT("who", s->seat),
             REGION("region", a / RATS_MAX), REGION("region2", b / RATS_MAX));
    else TELL(s->seat, false, "rattus.event.keep", SEAT("who", s->seat));
    end_witch(s);
}

static void spread_step(struct rattus *s, unsigned region, struct sink *sink) {
    add_token(s, region, (struct token){.origin = ORIGIN_SUPPLY});
    s->supply--;
    s->spread--;
    TELL(s->seat, false, "rattus.event.rat", SEAT("who", s->seat), REGION("region", region),
         NUMBER("n", s->supply));
    continue_spread(s, sink);
}

static void knight_step(struct rattus *s, unsigned action, struct sink *sink) {
    s->knight = action == DO_KNIGHT_YES;
    TELL(s->seat, false, s->knight ? "rattus.event.knight_yes" : "rattus.event.knight_no",
         SEAT("who", s->seat));
    continue_ravage(s, sink);
}

/* Two tokens of one region cannot be swapped, so the witch's power ends after the second look. */
static void after_look(struct rattus *s, struct sink *sink) {
    unsigned a = s->looked[0] - 1u - DO_WITCH, b = s->looked[1] - 1u - DO_WITCH;
    s->phase = s->looked[1] ? PHASE_SWAP : PHASE_LOOK;
    if (!s->looked[1] || a / RATS_MAX != b / RATS_MAX) return;
    TELL(s->seat, false, "rattus.event.witch_same", REGION("region", a / RATS_MAX));
    end_witch(s);
}

static void show_face(struct rattus *s, unsigned slot, unsigned face, struct sink *sink) {
    rattus_learn(s, slot, face);
    TELL(s->seat, false, "rattus.event.peek", SEAT("who", s->seat),
         THING("face", &rattus_faces, face));
}

/* Only the witch sees the face; that she has looked is public. */
static void peek_step(struct rattus *s, unsigned action, struct sink *sink) {
    unsigned slot = rattus_chance_slot(s);
    s->seen[slot] |= (uint8_t)SEAT_BIT(s->seat);
    if (action != DO_PEEK_VEILED) show_face(s, slot, action - DO_PEEK_FACE, sink);
    after_look(s, sink);
}

static void turn_step(struct rattus *s, unsigned position) {
    s->turned = (uint8_t)(position + 1);
    s->phase = PHASE_REVEAL;
}

static void reveal_step(struct rattus *s, unsigned face, struct sink *sink) {
    unsigned region = s->ravage - 1u;
    rattus_learn(s, rattus_chance_slot(s), face);
    take_token(s, region, s->turned - 1u);
    s->turned = 0;
    rattus_strike(s, region, face, sink);
    if (s->ender) ravage_next(s, sink);
    else continue_ravage(s, sink);
}

static void start_plague(struct rattus *s, unsigned region, struct sink *sink) {
    s->plague = (uint8_t)(region + 1);
    s->phase = PHASE_SETTLE;
    TELL(NOBODY, true, "rattus.event.start", REGION("region", region));
}

static void rattus_draw(struct rattus *s, unsigned action, struct sink *sink) {
    if (s->phase == PHASE_REVEAL) reveal_step(s, action - DO_REVEAL, sink);
    else if (s->phase == PHASE_TURN) turn_step(s, action - DO_TURN);
    else if (s->phase == PHASE_PEEK) peek_step(s, action, sink);
    else start_plague(s, action - DO_PLAGUE, sink);
}

static void rattus_answer(struct rattus *s, unsigned seat, unsigned action, struct sink *sink) {
    (void)seat;
    switch ((enum rattus_phase)s->phase) {
    case PHASE_SETTLE: settle_step(s, action - DO_SETTLE, sink); break;
    case PHASE_FREE:
    case PHASE_LAST: free_step(s, action, sink); break;
    case PHASE_LOOK: look_step(s, action, sink); break;
    case PHASE_SWAP: swap_step(s, action, sink); break;
    case PHASE_SPREAD: spread_step(s, action - DO_RAT, sink); break;
    case PHASE_KNIGHT: knight_step(s, action, sink); break;
    default: never();
    }
}

COURSE_IN_TURN(rattus, RATTUS, s->seat)

/* ---- the game ---- */

/* Why 3000 steps are enough: every turn places at least one cube. There is always a region with a
 * rat to grow in, because a spread adds a token elsewhere before the first is turned up. Four seats
 * have 64 cubes in supply after settling. The 49 tokens together return at most 111 cubes through
 * class symbols and 4 · 22 through majority or all. So there are at most 263 turns. A turn has at
 * most ten steps: class, grow, monk, merchant, five of the witch, and plague. All other steps have
 * limits of their own: 37 new rats; `turn`, `reveal` and a knight for each of the 49 tokens; 80
 * cubes into the castle; 9 steps of setup; about 30 in the last round. */
const struct game rattus_game = {
    GAME_DERIVED(rattus, RATTUS),
    GAME_HIDES(rattus),
    .name = "Rattus",
    .rules = 2,
    .steps_max = 3000,
    .tuning = &rattus_tuning,
    .preview = rattus_preview,
    .standing = rattus_standing,
    .check = rattus_check,
};
