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
        if (sink)
            sink_tell(sink, NOBODY, false,
                      MESSAGE("rattus.event.lost_majority", SEAT("who", seat), NUMBER("n", most)));
    }
}

static void strike_all(struct rattus *s, unsigned region, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++)
        if (lose(&s->seats[seat], region) && sink)
            sink_tell(sink, NOBODY, false, MESSAGE("rattus.event.lost_all", SEAT("who", seat)));
}

static void strike_class(struct rattus *s, unsigned region, unsigned class, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        if (!rattus_has(s, seat, class)) continue;
        bool lost = lose(&s->seats[seat], region);
        if (sink)
            sink_tell(sink, NOBODY, false,
                      MESSAGE(lost ? "rattus.event.lost_class" : "rattus.event.spared",
                              SEAT("who", seat), THING("class", &rattus_classes, class)));
        return;
    }
}

static void tell_token(struct sink *sink, unsigned region, unsigned face, unsigned cubes,
                       unsigned neutral) {
    const struct rattus_face *row = &rattus_face_table[face];
    const char *key = cubes + neutral >= row->limit ? "rattus.event.outbreak" : "rattus.event.calm";
    sink_tell(sink, NOBODY, true,
              MESSAGE(key, REGION("region", region), THING("face", &rattus_faces, face),
                      NUMBER("limit", row->limit), NUMBER("n", cubes), NUMBER("neutral", neutral)));
}

/* Rules, section "A turn", 3. With the knight, the plague piece counts towards the limit of its
 * region, but never towards majority or all. */
void rattus_strike(struct rattus *s, unsigned region, unsigned face, struct sink *sink) {
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
    if (rattus_cubes_in(s, region) == cubes)
        sink_tell(sink, NOBODY, false, MESSAGE("rattus.event.harmless"));
    if (!(rattus_peopled(s) >> region & 1))
        sink_tell(sink, NOBODY, false, MESSAGE("rattus.event.deserted", REGION("region", region)));
}

/* Rules, section "The end": ties go to the seat that comes first clockwise after the ender. Before
 * the end, the seat whose turn it is counts as the ender. */
void rattus_result(const void *state, struct result *result) {
    const struct rattus *s = state;
    unsigned ender = s->ender ? s->ender - 1u : s->seat, rank[RATTUS_SEATS];
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct rattus_seat *t = &s->seats[seat];
        result->score[seat] = (int16_t)(RATTUS_CUBES - t->supply);
        result->parts[PART_REGIONS][seat] = (int16_t)(RATTUS_CUBES - t->supply - t->castle);
        result->parts[PART_CASTLE][seat] = t->castle;
        result->parts[PART_SUPPLY][seat] = t->supply;
        rank[seat] = (unsigned)(RATTUS_CUBES - t->supply) * RATTUS_SEATS +
                     (ender + s->players - seat) % s->players;
    }
    for (unsigned a = 0; a < s->players; a++) {
        result->place[a] = 1;
        for (unsigned b = 0; b < s->players; b++)
            result->place[a] = (uint8_t)(result->place[a] + (rank[b] > rank[a]));
    }
}
