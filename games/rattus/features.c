/* The inputs of Rattus's net: cubes, the losses to expect from the plague, classes, and how near
 * the end is. The search calls this for every seat at every leaf. It must be fast, so losses are
 * counted for all faces of a set at once. */
#include "games/rattus/features.h"

#include "core/bits.h"

#include <string.h>

static FEATURES_NAMES(rattus_seat_features, RATTUS_SEAT_FEATURES);
static FEATURES_NAMES(rattus_outlook_features, RATTUS_OUTLOOK_FEATURES);
static FEATURES_NAMES(rattus_region_features, RATTUS_REGION_FEATURES);
FEATURES_NAMES(rattus_features, RATTUS_FEATURES_LIST);

static int16_t clip(int value) {
    return (int16_t)(value < INT8_MIN ? INT8_MIN : value > INT8_MAX ? INT8_MAX : value);
}

/* ---- expected losses ----
 *
 * For each seat, hits[i] is the set of faces that hit it at least i + 1 times. Summed over a set
 * of faces, a seat with c cubes loses as many cubes as hits[0] … hits[c - 1] have faces of the set.
 * Start faces and other faces have different probabilities. One 64-bit word counts both: the low
 * five bytes hold the other faces, the next two the start faces. */

/* HITS_MOST: a face hits a seat at most through majority or all, and through three classes. */
enum { START_SHIFT = 40 - FACE_S01, HITS_MOST = 4 };
enum { ODDS_ONE = 1 << 16 };

/* Moves the start faces up to byte 5, so that no byte holds both kinds. */
static uint64_t split_kinds(uint64_t faces) {
    return (faces & OTHER_FACES) | (faces & START_FACES) << START_SHIFT;
}

/* The faces that a token may have, and the probability of each start face and each other face, as
 * parts of ODDS_ONE. For several tokens together the probabilities are summed. */
struct token_odds {
    uint64_t faces;
    uint32_t start, other;
};

struct odds {
    struct token_odds tokens[3]; /* by origin */
    /* faces that hit a seat at least once, twice, …; [1] if it has the majority, [0] if not */
    uint64_t hits[RATTUS_SEATS][2][HITS_MOST];
    uint64_t within[LIMIT_MAX + 1]; /* faces that break out at this number of cubes */
};

/* Of the slots whose tokens have a face, the ones that the seat has looked at. */
static uint64_t slots_known(const struct rattus *s, unsigned seat, uint64_t faces) {
    uint64_t set = 0;
    for (; faces; faces &= faces - 1)
        if (s->seen[__builtin_ctzll(faces)] >> seat & 1) set |= faces & -faces;
    return set;
}

/* Counts as the seat's view does: faces that only other seats have seen are unseen. */
static void find_odds(const struct rattus *s, unsigned seat, struct odds *odds) {
    uint64_t unseen = s->unseen, faces = rattus_seen_slots(s);
    unsigned start = s->start_left, other = s->other_left, start_faces = 0, other_faces = 0;
    for (faces &= ~slots_known(s, seat, faces); faces; faces &= faces - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(faces), face = s->face[slot] - 1u;
        unseen |= (uint64_t)1 << face;
        if (s->origin[slot] == ORIGIN_SUPPLY) ++*(face >= FACE_S01 ? &start : &other);
    }
    start_faces = bits_count(unseen & START_FACES);
    other_faces = bits_count(unseen & OTHER_FACES);
    unsigned each_start = start_faces ? ODDS_ONE / start_faces : 0,
             each_other = other_faces ? ODDS_ONE / other_faces : 0, all = start + other;
    odds->tokens[ORIGIN_START] =
        (struct token_odds){split_kinds(unseen & START_FACES), each_start, 0};
    odds->tokens[ORIGIN_SUPPLY] =
        (struct token_odds){split_kinds(unseen), all ? each_start * start / all : 0,
                            all ? each_other * other / all : 0};
}

static void add_hits(uint64_t hits[HITS_MOST], uint64_t faces) {
    for (unsigned i = HITS_MOST - 1; i; i--) hits[i] |= hits[i - 1] & faces;
    hits[0] |= faces;
}

static void find_hits(const struct rattus *s, struct odds *odds) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        uint64_t *hits = odds->hits[seat][0];
        memset(hits, 0, sizeof odds->hits[seat][0]);
        hits[0] = split_kinds(rattus_faces_hitting[CLASSES + 1]);
        FOR_EACH_BIT (class, s->seats[seat].classes)
            add_hits(hits, split_kinds(rattus_faces_hitting[class]));
        memcpy(odds->hits[seat][1], hits, sizeof odds->hits[seat][0]);
        add_hits(odds->hits[seat][1], split_kinds(rattus_faces_hitting[CLASSES]));
    }
    for (unsigned n = 0; n <= LIMIT_MAX; n++) odds->within[n] = split_kinds(rattus_faces_within[n]);
}

/* Counts the set bits of each byte. */
static uint64_t count_bytes(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
}

/* The expected loss of a seat with `cubes` cubes to one token, if only these faces break out. */
static int token_loss(const struct token_odds *token, const uint64_t hits[HITS_MOST],
                      uint64_t faces, unsigned cubes) {
    uint64_t counts = 0;
    faces &= token->faces;
    /* Each set contains the next one, and few faces hit a seat twice. */
    for (unsigned i = 0; i < HITS_MOST && i < cubes && faces & hits[i]; i++)
        counts += count_bytes(faces & hits[i]);
    uint64_t others = (counts << 24) * 0x0101010101010101 >> 56,
             starts = (counts >> 40) + (counts >> 48);
    return (int)((others * token->other + (starts & 0xff) * token->start) / (ODDS_ONE / LOSS_ONE));
}

/* The odds of the next token that is turned up: each token of the region is equally likely. Entry
 * 0 sums up the tokens that the seat does not know; one entry per known token follows. */
struct turned_odds {
    struct token_odds entries[1 + RATS_MAX];
    unsigned count; /* of entries */
    unsigned tokens; /* in the region */
};

static struct turned_odds turned_odds_of(const struct rattus *s, const struct odds *odds,
                                         unsigned seat, unsigned region) {
    struct turned_odds turned = {.count = 1, .tokens = rattus_rats(s, region)};
    uint32_t tokens = turned.tokens;
    for (unsigned slot = region * RATS_MAX, end = slot + tokens; slot < end; slot++) {
        if (s->face[slot] && s->seen[slot] >> seat & 1) {
            turned.entries[turned.count++] =
                (struct token_odds){split_kinds((uint64_t)1 << (s->face[slot] - 1)),
                                    ODDS_ONE / tokens, ODDS_ONE / tokens};
            continue;
        }
        const struct token_odds *hidden = &odds->tokens[s->origin[slot]];
        turned.entries[0].faces |= hidden->faces;
        turned.entries[0].start += hidden->start;
        turned.entries[0].other += hidden->other;
    }
    turned.entries[0].start /= tokens;
    turned.entries[0].other /= tokens;
    return turned;
}

__attribute__((noinline)) static int turned_loss(const struct turned_odds *turned,
                                                 const uint64_t hits[HITS_MOST], uint64_t faces,
                                                 unsigned cubes) {
    int loss = 0;
    for (unsigned i = 0; i < turned->count; i++)
        loss += token_loss(&turned->entries[i], hits, faces, cubes);
    return loss;
}

/* Subtracts the expected losses to the next token from `left`, the cubes of each seat in 1/256ths.
 * `neutral` is what the plague piece adds to the cubes of the region, in the same unit. */
static void strike(const struct odds *odds, const struct turned_odds *turned, unsigned players,
                   int neutral, int left[RATTUS_SEATS]) {
    int all = neutral, most = 0, losses[RATTUS_SEATS] = {0};
    for (unsigned seat = 0; seat < players; seat++) {
        all += left[seat];
        most = left[seat] > most ? left[seat] : most;
    }
    unsigned whole = (unsigned)(all / LOSS_ONE), more = (unsigned)(all % LOSS_ONE);
    if (whole >= LIMIT_MAX) whole = LIMIT_MAX, more = 0;
    for (unsigned seat = 0; seat < players; seat++) {
        if (!left[seat]) continue;
        const uint64_t *hits = odds->hits[seat][left[seat] + LOSS_ONE / 2 > most];
        unsigned cubes = (unsigned)(left[seat] + LOSS_ONE / 2) / LOSS_ONE;
        int loss = turned_loss(turned, hits, odds->within[whole], cubes ? cubes : 1);
        if (more)
            loss += (turned_loss(turned, hits, odds->within[whole + 1], cubes ? cubes : 1) - loss) *
                    (int)more / LOSS_ONE;
        if (left[seat] < LOSS_ONE) loss = loss * left[seat] / LOSS_ONE;
        losses[seat] = loss;
    }
    for (unsigned seat = 0; seat < players; seat++)
        left[seat] = left[seat] > losses[seat] ? left[seat] - losses[seat] : 0;
}

void rattus_expected_losses(const struct rattus *s, unsigned seat,
                            uint16_t losses[REGIONS][RATTUS_SEATS]) {
    struct odds odds;
    memset(losses, 0, REGIONS * sizeof losses[0]);
    find_odds(s, seat, &odds);
    find_hits(s, &odds);
    FOR_EACH_BIT (region, s->rats[0] & rattus_peopled(s)) {
        int left[RATTUS_SEATS],
            neutral = s->knight && s->plague == region + 1 ? KNIGHT_CUBES * LOSS_ONE : 0;
        for (unsigned i = 0; i < RATTUS_SEATS; i++) left[i] = s->seats[i].cubes[region] * LOSS_ONE;
        struct turned_odds turned = turned_odds_of(s, &odds, seat, region);
        for (unsigned i = 0; i < turned.tokens; i++)
            strike(&odds, &turned, s->players, neutral, left);
        for (unsigned i = 0; i < RATTUS_SEATS; i++)
            losses[region][i] = (uint16_t)(s->seats[i].cubes[region] * LOSS_ONE - left[i]);
    }
}

/* ---- features ---- */

/* The plague's region, the regions one step away, two steps away, and the rest. */
static void find_rings(const struct rattus *s, unsigned rings[RATTUS_RINGS]) {
    unsigned near = 0, next = 0;
    rings[0] = 1u << s->plague >> 1;
    FOR_EACH_BIT (region, rings[0]) near |= rattus_neighbours(s, region);
    FOR_EACH_BIT (region, near) next |= rattus_neighbours(s, region);
    rings[1] = near;
    rings[2] = next & ~near & ~rings[0];
    rings[3] = rattus_in_play(s) & ~rings[0] & ~near & ~next;
}

/* The seat's score if the final plague came now, in 1/256ths. */
static int projected_score(const struct rattus *s, unsigned seat,
                           const uint16_t losses[REGIONS][RATTUS_SEATS]) {
    int loss = 0;
    for (unsigned region = 0; region < REGIONS; region++) loss += losses[region][seat];
    return LOSS_ONE * (RATTUS_CUBES - s->seats[seat].supply) - loss;
}

static bool about_to_ravage(const struct rattus *s) {
    return s->phase == PHASE_SPREAD || s->phase == PHASE_KNIGHT;
}

/* Is the seat's turn in the last round still to come? The round goes counter-clockwise from the
 * ender. */
static bool last_to_come(const struct rattus *s, unsigned seat) {
    unsigned ender = s->ender - 1u, players = s->players;
    return s->ender && (ender + players - seat) % players > (ender + players - s->seat) % players;
}

static int scaled(int loss, int by) {
    return loss * by / LOSS_ONE;
}

static void write_board(const struct rattus *s, unsigned seat, const unsigned rings[RATTUS_RINGS],
                        const uint16_t losses[REGIONS][RATTUS_SEATS],
                        struct rattus_seat_features *out) {
    const struct rattus_seat *t = &s->seats[seat];
    int sheltered = t->castle, worst = 0, regions = 0;
    for (unsigned ring = 0; ring < RATTUS_RINGS; ring++) {
        int cubes = 0, loss = 0;
        FOR_EACH_BIT (region, rings[ring] & t->present) {
            cubes += t->cubes[region];
            sheltered += s->rats[0] >> region & 1 ? 0 : t->cubes[region];
            loss += losses[region][seat];
            worst = ring == 1 && losses[region][seat] > worst ? losses[region][seat] : worst;
            regions++;
        }
        out->ring_cubes[ring] = clip(8 * cubes);
        out->ring_loss[ring] = clip(scaled(loss, 16));
    }
    out->sheltered = (int16_t)(6 * sheltered);
    out->worst = clip(scaled(worst, 24));
    out->imminent = about_to_ravage(s) ? clip(scaled(losses[s->plague - 1][seat], 24)) : 0;
    out->regions = (int16_t)(10 * regions);
}

static void write_seat(const struct rattus *s, unsigned seat, struct rattus_seat_features *out) {
    const struct rattus_seat *t = &s->seats[seat];
    out->there = 32;
    out->to_move = s->seat == seat ? 64 : 0;
    out->ender = s->ender == seat + 1 ? 64 : 0;
    out->last_to_come = last_to_come(s, seat) ? 64 : 0;
    out->cubes = (int16_t)(6 * (RATTUS_CUBES - t->supply));
    out->castle = (int16_t)(6 * t->castle);
    out->supply = (int16_t)(6 * t->supply);
    out->supply_low = (int16_t)(t->supply < 6 ? 20 * (6 - t->supply) : 0);
    for (unsigned class = 0; class < CLASSES; class ++)
        out->classes[class] = t->classes >> class & 1 ? 64 : 0;
}

static unsigned stage_of(const struct rattus *s) {
    unsigned least = RATTUS_CUBES;
    if (s->ender) return 3;
    for (unsigned seat = 0; seat < s->players; seat++)
        least = s->seats[seat].supply < least ? s->seats[seat].supply : least;
    return s->supply > 16 && least > 9 ? 0 : s->supply > 8 && least > 5 ? 1 : 2;
}

static void write_course(const struct rattus *s, const unsigned rings[RATTUS_RINGS],
                         struct rattus_features *f) {
    f->stage[stage_of(s)] = 64;
    f->tokens = (int16_t)(3 * s->supply);
    f->tokens_low = (int16_t)(s->supply < 6 ? 20 * (6 - s->supply) : 0);
    for (unsigned i = 0; i < RATS_MAX; i++) f->rats[i] = (int16_t)(10 * bits_count(s->rats[i]));
    f->far_rats = (int16_t)(16 * bits_count(s->rats[1] & (rings[2] | rings[3])));
    f->settle = s->phase == PHASE_SETTLE ? 64 : 0;
    f->free = s->phase == PHASE_FREE ? 64 : 0;
    f->witch = s->phase == PHASE_LOOK || s->phase == PHASE_SWAP ? 64 : 0;
    f->spread = (int16_t)(32 * s->spread);
    f->knight = s->phase == PHASE_KNIGHT ? 64 : 0;
    f->took = s->took ? 64 : 0;
    f->grew = s->grew ? 64 : 0;
    f->powers = (int16_t)(20 * bits_count(s->seats[s->seat].classes & ~s->used & HITS_CLASSES));
}

/* The regions to which a seat could move the plague. */
static unsigned plague_reach(const struct rattus *s, unsigned seat, const unsigned rings[]) {
    return rings[1] | (s->seats[seat].classes >> CLASS_K & 1 ? rings[2] : 0);
}

/* Cubes that a seat could place in one of these regions. */
static int growth_in(const struct rattus *s, const struct rattus_seat *t, unsigned regions) {
    int rats = s->rats[2] & regions   ? 3
               : s->rats[1] & regions ? 2
               : s->rats[0] & regions ? 1
                                      : 0,
        cubes = regions ? rats + (t->classes >> CLASS_P & 1) : 0;
    return cubes < t->supply ? cubes : t->supply;
}

static void write_cubes(const struct rattus *s, unsigned seat,
                        struct rattus_outlook_features *out) {
    const struct rattus_seat *t = &s->seats[seat];
    int haven = 0, crowd = 0, majorities = 0;
    FOR_EACH_BIT (region, t->present) {
        int cubes = t->cubes[region], most = 0;
        for (unsigned i = 0; i < s->players; i++)
            most = s->seats[i].cubes[region] > most ? s->seats[i].cubes[region] : most;
        crowd = cubes > crowd ? cubes : crowd;
        if (s->rats[0] >> region & 1) majorities += cubes == most;
        else haven += cubes;
    }
    out->haven = clip(10 * haven);
    out->crowd = clip(10 * crowd);
    out->majorities = clip(16 * majorities);
}

static void write_outlook(const struct rattus *s, unsigned seat, const unsigned rings[],
                          const uint16_t losses[REGIONS][RATTUS_SEATS],
                          struct rattus_outlook_features *out) {
    const struct rattus_seat *t = &s->seats[seat];
    unsigned feared = 0;
    int strike = INT16_MIN, exposed = 0;
    for (unsigned i = 0; i < s->players; i++)
        if (i != seat) feared |= plague_reach(s, i, rings);
    FOR_EACH_BIT (region, plague_reach(s, seat, rings)) {
        int gain = -2 * losses[region][seat];
        for (unsigned i = 0; i < s->players; i++) gain += losses[region][i];
        strike = gain > strike ? gain : strike;
    }
    FOR_EACH_BIT (region, feared & t->present)
        exposed = losses[region][seat] > exposed ? losses[region][seat] : exposed;
    out->strike = clip(scaled(strike, 16));
    out->exposed = clip(scaled(exposed, 16));
    out->growth = (int16_t)(20 * growth_in(s, t, rattus_in_play(s)));
    out->safe_growth = (int16_t)(20 * growth_in(s, t, rattus_in_play(s) & ~feared));
    out->unused =
        s->seat == seat ? (int16_t)(20 * bits_count(t->classes & ~s->used & HITS_CLASSES)) : 0;
    write_cubes(s, seat, out);
}

/* What is the same from every seat's perspective. */
static void write_common(const struct rattus *s, const unsigned rings[RATTUS_RINGS],
                         struct rattus_features *f) {
    memset(f, 0, sizeof *f);
    write_course(s, rings, f);
    FOR_EACH_BIT (region, rattus_in_play(s)) {
        f->regions[region].rats = (int16_t)(20 * rattus_rats(s, region));
        f->regions[region].plague = s->plague == region + 1 ? 64 : 0;
    }
}

/* All seats, judged by what one of them knows of the tokens. Seats that know the same share it. */
struct assessment {
    uint64_t known; /* see slots_known */
    int score[RATTUS_SEATS];
    struct rattus_seat_features seats[RATTUS_SEATS]; /* but `ahead` */
    struct rattus_outlook_features outlook[RATTUS_SEATS];
};

static void assess(const struct rattus *s, unsigned seat, const unsigned rings[RATTUS_RINGS],
                   struct assessment *a) {
    uint16_t losses[REGIONS][RATTUS_SEATS];
    rattus_expected_losses(s, seat, losses);
    for (unsigned at = 0; at < s->players; at++) {
        a->score[at] = projected_score(s, at, losses);
        write_seat(s, at, &a->seats[at]);
        write_board(s, at, rings, losses, &a->seats[at]);
        write_outlook(s, at, rings, losses, &a->outlook[at]);
        a->seats[at].loss =
            clip(scaled(LOSS_ONE * (RATTUS_CUBES - s->seats[at].supply) - a->score[at], 12));
    }
}

static void write_features(const struct rattus *s, unsigned seat, const struct assessment *a,
                           const struct rattus_features *common, struct rattus_features *f) {
    int own = a->score[seat], best = INT16_MIN, second = INT16_MIN;
    *f = *common;
    for (unsigned i = 0; i < s->players; i++) {
        unsigned at = seat + i < s->players ? seat + i : seat + i - s->players;
        int score = a->score[at];
        f->seats[i] = a->seats[at];
        f->outlook[i] = a->outlook[at];
        f->seats[i].ahead = clip(i ? scaled(score - own, 10) : scaled(own, 6));
        if (i == 0) continue;
        second = score > best ? best : score > second ? score : second;
        best = score > best ? score : best;
    }
    f->lead[stage_of(s)] = clip(scaled(own - best, 12));
    f->second_lead = s->players > 2 ? clip(scaled(own - second, 12)) : 0;
    FOR_EACH_BIT (region, rattus_in_play(s)) {
        int cubes = s->seats[seat].cubes[region], all = (int)rattus_cubes_in(s, region);
        f->regions[region].own = clip(10 * cubes);
        f->regions[region].others = clip(10 * (all - cubes));
    }
}

void rattus_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    const struct rattus *s = state;
    struct assessment all[RATTUS_SEATS];
    struct rattus_features common;
    unsigned rings[RATTUS_RINGS];
    uint64_t faces = rattus_seen_slots(s);
    find_rings(s, rings);
    write_common(s, rings, &common);
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned same = 0;
        all[seat].known = slots_known(s, seat, faces);
        while (all[same].known != all[seat].known) same++;
        if (same == seat) assess(s, seat, rings, &all[seat]);
        write_features(s, seat, &all[same], &common, (struct rattus_features *)features[seat]);
    }
}
