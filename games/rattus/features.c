/* What a net is told of Rattus: cubes, what the plague is expected to take of them, classes, and
 * how near the end is. Called for every seat of every leaf of a search, so losses are counted
 * for all faces of a set at once. */
#include "core/bits.h"
#include "games/rattus/rattus.h"

#include <string.h>

static int16_t clip(int value) {
    return (int16_t)(value < INT8_MIN ? INT8_MIN : value > INT8_MAX ? INT8_MAX : value);
}

/* ---- expected losses ----
 *
 * Faces that hit a seat at least once, twice, … are sets; a seat with c cubes loses, summed up
 * over the faces of a set, as many as there are faces in the first c of these. Two kinds of
 * faces have two probabilities, so both are counted at once: the bytes of a number hold other
 * faces (five of them) and start faces (two). */

enum { START_SHIFT = 40 - FACE_S01, HITS_MOST = 4 }; /* majority or all, and three classes */
enum { ODDS_ONE = 1 << 16 };

static uint64_t apart(uint64_t faces) {
    return (faces & OTHER_FACES) | (faces & START_FACES) << START_SHIFT;
}

/* What a token may be: a set of faces and the chance of each. Chances of several add up. */
struct token_odds {
    uint64_t faces;
    uint32_t start, other;
};

struct odds {
    struct token_odds tokens[3]; /* by origin */
    /* faces that hit so often; with most cubes there */
    uint64_t hits[RATTUS_SEATS][2][HITS_MOST];
    uint64_t within[LIMIT_MAX + 1];
};

/* As the view of a seat counts them: what only others have looked at is unseen. */
static void find_odds(const struct rattus *s, unsigned seat, struct odds *odds) {
    uint64_t unseen = s->unseen;
    unsigned start = s->start_left, other = s->other_left, start_faces = 0, other_faces = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (!s->face[slot] || s->seen[slot] >> seat & 1) continue;
        unsigned face = s->face[slot] - 1u;
        unseen |= (uint64_t)1 << face;
        if (s->origin[slot] == ORIGIN_SUPPLY) ++*(face >= FACE_S01 ? &start : &other);
    }
    start_faces = (unsigned)__builtin_popcountll(unseen & START_FACES);
    other_faces = (unsigned)__builtin_popcountll(unseen & OTHER_FACES);
    unsigned each_start = start_faces ? ODDS_ONE / start_faces : 0,
             each_other = other_faces ? ODDS_ONE / other_faces : 0, all = start + other;
    odds->tokens[ORIGIN_START] = (struct token_odds){apart(unseen & START_FACES), each_start, 0};
    odds->tokens[ORIGIN_SUPPLY] = (struct token_odds){
        apart(unseen), all ? each_start * start / all : 0, all ? each_other * other / all : 0};
}

static void add_hits(uint64_t hits[HITS_MOST], uint64_t faces) {
    for (unsigned i = HITS_MOST - 1; i; i--) hits[i] |= hits[i - 1] & faces;
    hits[0] |= faces;
}

static void find_hits(const struct rattus *s, struct odds *odds) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        uint64_t *hits = odds->hits[seat][0];
        memset(hits, 0, sizeof odds->hits[seat][0]);
        hits[0] = apart(rattus_faces_hitting[CLASSES + 1]);
        FOR_EACH_BIT (class, s->seats[seat].classes)
            add_hits(hits, apart(rattus_faces_hitting[class]));
        memcpy(odds->hits[seat][1], hits, sizeof odds->hits[seat][0]);
        add_hits(odds->hits[seat][1], apart(rattus_faces_hitting[CLASSES]));
    }
    for (unsigned n = 0; n <= LIMIT_MAX; n++) odds->within[n] = apart(rattus_faces_within[n]);
}

/* The ones of each byte. */
static uint64_t count_bytes(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
}

/* What `cubes` cubes of a seat lose to one token, on average, of which only these faces break
 * out. */
static int loss_of(const struct token_odds *token, const uint64_t hits[HITS_MOST], uint64_t faces,
                   unsigned cubes) {
    uint64_t counts = 0;
    faces &= token->faces;
    for (unsigned i = 0; i < HITS_MOST && i < cubes; i++) counts += count_bytes(faces & hits[i]);
    uint64_t others = (counts << 24) * 0x0101010101010101 >> 56,
             starts = (counts >> 40) + (counts >> 48);
    return (int)((others * token->other + (starts & 0xff) * token->start) / (ODDS_ONE / LOSS_ONE));
}

/* The token that is turned up next is any of the region alike: the hidden ones together, then
 * each that the seat knows. */
struct turned_odds {
    struct token_odds of[1 + RATS_MAX];
    unsigned count, tokens;
};

static struct turned_odds odds_of(const struct rattus *s, const struct odds *odds, unsigned seat,
                                  unsigned region) {
    struct turned_odds turned = {.count = 1, .tokens = rattus_rats(s, region)};
    uint32_t tokens = turned.tokens;
    for (unsigned slot = region * RATS_MAX, end = slot + tokens; slot < end; slot++) {
        if (s->face[slot] && s->seen[slot] >> seat & 1) {
            turned.of[turned.count++] = (struct token_odds){
                apart((uint64_t)1 << (s->face[slot] - 1)), ODDS_ONE / tokens, ODDS_ONE / tokens};
            continue;
        }
        const struct token_odds *hidden = &odds->tokens[s->origin[slot]];
        turned.of[0].faces |= hidden->faces;
        turned.of[0].start += hidden->start;
        turned.of[0].other += hidden->other;
    }
    turned.of[0].start /= tokens;
    turned.of[0].other /= tokens;
    return turned;
}

__attribute__((noinline)) static int loss_to(const struct turned_odds *turned,
                                             const uint64_t hits[HITS_MOST], uint64_t faces,
                                             unsigned cubes) {
    int loss = 0;
    for (unsigned i = 0; i < turned->count; i++)
        loss += loss_of(&turned->of[i], hits, faces, cubes);
    return loss;
}

/* The next token; `left` are the cubes of each seat in 1/256ths, `neutral` those of the knight. */
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
        int loss = loss_to(turned, hits, odds->within[whole], cubes ? cubes : 1);
        if (more)
            loss += (loss_to(turned, hits, odds->within[whole + 1], cubes ? cubes : 1) - loss) *
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
        struct turned_odds turned = odds_of(s, &odds, seat, region);
        for (unsigned i = 0; i < turned.tokens; i++)
            strike(&odds, &turned, s->players, neutral, left);
        for (unsigned i = 0; i < RATTUS_SEATS; i++)
            losses[region][i] = (uint16_t)(s->seats[i].cubes[region] * LOSS_ONE - left[i]);
    }
}

/* ---- what is told ---- */

/* Where the plague stands, one step away, two, and the rest. */
static void find_rings(const struct rattus *s, unsigned rings[RATTUS_RINGS]) {
    unsigned near = 0, next = 0;
    rings[0] = 1u << s->plague >> 1;
    FOR_EACH_BIT (region, rings[0]) near |= rattus_neighbours(s, region);
    FOR_EACH_BIT (region, near) next |= rattus_neighbours(s, region);
    rings[1] = near;
    rings[2] = next & ~near & ~rings[0];
    rings[3] = rattus_in_play(s) & ~rings[0] & ~near & ~next;
}

/* In cubes · 256: the score if the final plague came now. */
static int projected(const struct rattus *s, unsigned seat,
                     const uint16_t losses[REGIONS][RATTUS_SEATS]) {
    int loss = 0;
    for (unsigned region = 0; region < REGIONS; region++) loss += losses[region][seat];
    return LOSS_ONE * (RATTUS_CUBES - s->seats[seat].supply) - loss;
}

static bool about_to_ravage(const struct rattus *s) {
    return s->phase == PHASE_SPREAD || s->phase == PHASE_KNIGHT;
}

/* The last round goes counter-clockwise from the ender. */
static bool last_to_come(const struct rattus *s, unsigned seat) {
    unsigned ender = s->ender - 1u, players = s->players;
    return s->ender && (ender + players - seat) % players > (ender + players - s->seat) % players;
}

static int scaled(int loss, int by) {
    return loss * by / LOSS_ONE;
}

static void tell_board(const struct rattus *s, unsigned seat, const unsigned rings[RATTUS_RINGS],
                       const uint16_t losses[REGIONS][RATTUS_SEATS],
                       struct rattus_told_seat *told) {
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
        told->ring_cubes[ring] = clip(8 * cubes);
        told->ring_loss[ring] = clip(scaled(loss, 16));
    }
    told->sheltered = (int16_t)(6 * sheltered);
    told->worst = clip(scaled(worst, 24));
    told->imminent = about_to_ravage(s) ? clip(scaled(losses[s->plague - 1][seat], 24)) : 0;
    told->regions = (int16_t)(10 * regions);
}

static void tell_seat(const struct rattus *s, unsigned seat, struct rattus_told_seat *told) {
    const struct rattus_seat *t = &s->seats[seat];
    told->there = 32;
    told->to_move = s->seat == seat ? 64 : 0;
    told->ender = s->ender == seat + 1 ? 64 : 0;
    told->last_to_come = last_to_come(s, seat) ? 64 : 0;
    told->cubes = (int16_t)(6 * (RATTUS_CUBES - t->supply));
    told->castle = (int16_t)(6 * t->castle);
    told->supply = (int16_t)(6 * t->supply);
    told->supply_low = (int16_t)(t->supply < 6 ? 20 * (6 - t->supply) : 0);
    for (unsigned class = 0; class < CLASSES; class ++)
        told->classes[class] = t->classes >> class & 1 ? 64 : 0;
}

static unsigned stage_of(const struct rattus *s) {
    unsigned least = RATTUS_CUBES;
    if (s->ender) return 3;
    for (unsigned seat = 0; seat < s->players; seat++)
        least = s->seats[seat].supply < least ? s->seats[seat].supply : least;
    return s->supply > 16 && least > 9 ? 0 : s->supply > 8 && least > 5 ? 1 : 2;
}

static void tell_course(const struct rattus *s, const unsigned rings[RATTUS_RINGS],
                        struct rattus_features *f) {
    f->stage[stage_of(s)] = 64;
    f->tokens = (int16_t)(3 * s->supply);
    f->tokens_low = (int16_t)(s->supply < 6 ? 20 * (6 - s->supply) : 0);
    for (unsigned i = 0; i < RATS_MAX; i++)
        f->rats[i] = (int16_t)(10 * __builtin_popcount(s->rats[i]));
    f->far_rats = (int16_t)(16 * __builtin_popcount(s->rats[1] & (rings[2] | rings[3])));
    f->settle = s->phase == PHASE_SETTLE ? 64 : 0;
    f->free = s->phase == PHASE_FREE ? 64 : 0;
    f->witch = s->phase == PHASE_LOOK || s->phase == PHASE_SWAP ? 64 : 0;
    f->spread = (int16_t)(32 * s->spread);
    f->knight = s->phase == PHASE_KNIGHT ? 64 : 0;
    f->took = s->took ? 64 : 0;
    f->grew = s->grew ? 64 : 0;
    f->powers =
        (int16_t)(20 * __builtin_popcount(s->seats[s->seat].classes & ~s->used & HITS_CLASSES));
}

static void tell_one(const struct rattus *s, unsigned seat, int16_t *features) {
    struct rattus_features *f = (struct rattus_features *)features;
    uint16_t losses[REGIONS][RATTUS_SEATS];
    unsigned rings[RATTUS_RINGS];
    memset(f, 0, sizeof *f);
    rattus_expected_losses(s, seat, losses);
    find_rings(s, rings);
    int own = projected(s, seat, losses), best = INT16_MIN, second = INT16_MIN;
    for (unsigned i = 0; i < s->players; i++) {
        unsigned at = seat + i < s->players ? seat + i : seat + i - s->players;
        int score = projected(s, at, losses);
        tell_seat(s, at, &f->seats[i]);
        tell_board(s, at, rings, losses, &f->seats[i]);
        f->seats[i].ahead = clip(i ? scaled(score - own, 10) : scaled(own, 6));
        f->seats[i].loss =
            clip(scaled(LOSS_ONE * (RATTUS_CUBES - s->seats[at].supply) - score, 12));
        if (i == 0) continue;
        second = score > best ? best : score > second ? score : second;
        best = score > best ? score : best;
    }
    f->lead[stage_of(s)] = clip(scaled(own - best, 12));
    f->second_lead = s->players > 2 ? clip(scaled(own - second, 12)) : 0;
    tell_course(s, rings, f);
}

void rattus_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    const struct rattus *s = state;
    for (unsigned seat = 0; seat < s->players; seat++) tell_one(s, seat, features[seat]);
}
