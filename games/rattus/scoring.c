/* Rattus's losses and results: what a token does when it is turned up, and scores and places. */
#include "games/rattus/rattus.h"

#define REGION(param, region) THING(param, &rattus_regions, region)

/* Returns one cube from the region to the seat's supply; false if the seat has none there. */
static bool lose(struct rattus_seat *t, unsigned region) {
    if (t->cubes[region] == 0) return false;
    if (--t->cubes[region] == 0) t->present &= (uint16_t)~(1u << region);
    t->supply++;
    return true;
}

/* A tie for the majority hits every tied seat. */
static void strike_majority(struct rattus *s, unsigned region, struct sink *sink) {
    unsigned most = 1;
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].cubes[region] > most) most = s->seats[seat].cubes[region];
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (s->seats[seat].cubes[region] != most) continue;
        lose(&s->seats[seat], region);
        TELL(NOBODY, false, "rattus.event.lost_majority", SEAT("who", seat), NUMBER("n", most));
    }
}

static void strike_all(struct rattus *s, unsigned region, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++)
        if (lose(&s->seats[seat], region) && sink)
            TELL(NOBODY, false, "rattus.event.lost_all", SEAT("who", seat));
}

static void strike_class(struct rattus *s, unsigned region, unsigned class, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!rattus_has(s, seat, class)) continue;
        bool lost = lose(&s->seats[seat], region);
        TELL(NOBODY, false, lost ? "rattus.event.lost_class" : "rattus.event.spared",
             SEAT("who", seat), THING("class", &rattus_classes, class));
        return;
    }
}

static void tell_token(struct sink *sink, unsigned region, unsigned face, unsigned cubes,
                       unsigned neutral) {
    const struct rattus_face *row = &rattus_face_table[face];
    const char *key = cubes + neutral >= row->limit ? "rattus.event.outbreak" : "rattus.event.calm";
    TELL(NOBODY, true, key, REGION("region", region), THING("face", &rattus_faces, face),
         NUMBER("limit", row->limit), NUMBER("n", cubes), NUMBER("neutral", neutral));
}

/* Rules, section "A turn", 3. With the knight, the plague piece counts towards the limit of its
 * region, but never towards majority or all. */
static void strike(struct rattus *s, unsigned region, unsigned face, struct sink *sink) {
    const struct rattus_face *row = &rattus_face_table[face];
    unsigned cubes = rattus_cubes_in(s, region),
             neutral = s->knight && s->plague == region + 1 ? KNIGHT_CUBES : 0;
    if (sink) tell_token(sink, region, face, cubes, neutral);
    if (cubes + neutral < row->limit) return;
    if (row->hits & HITS_MAJORITY) strike_majority(s, region, sink);
    if (row->hits & HITS_ALL) strike_all(s, region, sink);
    for (unsigned classes = row->hits & HITS_CLASSES; classes; classes &= classes - 1)
        strike_class(s, region, (unsigned)__builtin_ctz(classes), sink);
    if (!sink) return;
    if (rattus_cubes_in(s, region) == cubes) TELL(NOBODY, false, "rattus.event.harmless");
    if (!(rattus_peopled(s) >> region & 1))
        TELL(NOBODY, false, "rattus.event.deserted", REGION("region", region));
}

/* Compiled apart, as steps are (core/declare.h). */
LOUDLY static void strike_loudly(struct rattus *s, unsigned region, unsigned face,
                                 struct sink *sink) {
    strike(s, region, face, sink);
}

QUIETLY static void strike_quietly(struct rattus *s, unsigned region, unsigned face) {
    strike(s, region, face, NULL);
}

void rattus_strike(struct rattus *s, unsigned region, unsigned face, struct sink *sink) {
    if (sink) strike_loudly(s, region, face, sink);
    else strike_quietly(s, region, face);
}

/* Rules, section "The end": ties go to the seat that comes first clockwise after the ender. Before
 * the end, the seat whose turn it is counts as the ender. */
void rattus_result(const void *state, struct result *result) {
    const struct rattus *s = state;
    unsigned ender = s->ender ? s->ender - 1u : s->seat;
    int16_t after[RATTUS_SEATS];
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct rattus_seat *t = &s->seats[seat];
        result->score[seat] = (int16_t)(RATTUS_CUBES - t->supply);
        result->parts[PART_REGIONS][seat] = (int16_t)(RATTUS_CUBES - t->supply - t->castle);
        result->parts[PART_CASTLE][seat] = t->castle;
        result->parts[PART_SUPPLY][seat] = t->supply;
        after[seat] = (int16_t)((ender + s->players - seat) % s->players);
    }
    places_by_score(result, s->players, after);
}
