/* What a net is told of a position: the classes and towers as they stand, and what each seat can still add.
 *
 * Numbers are about 64 for "yes" or "much". Of the other seats only what everybody knows is used: cards not yet seen are one set,
 * whether they are in the hand, in the pile or a hidden tower. */
#include "core/bits.h"
#include "core/ensure.h"
#include "games/tallinn/tallinn.h"

#include <string.h>

enum { YES = 64, OTHERS = TALLINN_SEATS - 1 };

static int16_t clip(int value) {
    return (int16_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

static int16_t yes(bool is) {
    return is ? YES : 0;
}

static int16_t *put_set(unsigned set, int16_t *out) {
    for (unsigned i = 0; i < CARDS; i++) out[i] = (int16_t)((set >> i & 1) * YES);
    return out + CARDS;
}

static int16_t *put_classes(const uint8_t *numbers, unsigned scale, int16_t *out) {
    for (unsigned c = 0; c < CLASSES; c++) out[c] = clip((int)(numbers[c] * scale));
    return out + CLASSES;
}

/* ---- what is counted first ---- */

/* What a set of cards shows on both halves together, and its coins. */
struct tally {
    uint8_t persons[CLASSES];
    uint8_t coins[1 + CLASSES]; /* coins[0]: halves without one */
};

static struct tally tally_of(unsigned cards) {
    struct tally t = {{0}, {0}};
    for EACH_BIT(card, cards) {
        const struct half *a = &influence_cards[card].halves[HALF_A], *b = &influence_cards[card].halves[HALF_B];
        for (unsigned c = 0; c < CLASSES; c++) t.persons[c] = (uint8_t)(t.persons[c] + a->persons[c] + b->persons[c]);
        t.coins[a->contest]++;
        t.coins[b->contest]++;
    }
    return t;
}

/* A seat as the looking seat sees it. */
struct standing {
    struct tally towers;   /* those it knows of                        */
    unsigned tower_cards;
    unsigned most;         /* of one class on them                     */
    int points;            /* so far                                   */
    int final;             /* if the game were scored now              */
};

static struct standing standing_of(const struct tallinn_seat *t, bool own) {
    struct standing s = {.tower_cards = t->towers | (own ? t->secret : 0u), .points = tallinn_points(t)};
    s.towers = tally_of(s.tower_cards);
    uint8_t *persons = s.towers.persons;
    unsigned rarest = 0;
    for (unsigned c = 1; c < CLASSES; c++)
        if (persons[c] < persons[rarest]) rarest = c;
    persons[rarest] = (uint8_t)(persons[rarest] + 2 * (s.tower_cards >> CARD_L & 1));
    for (unsigned c = 0; c < CLASSES; c++)
        if (persons[c] > s.most) s.most = persons[c];
    s.final = s.points;
    return s;
}

static int compare(unsigned mine, unsigned theirs, int win) {
    return mine > theirs ? win : mine == theirs && mine ? win / 2 : 0;
}

/* Section "Final scoring" as things stand, for two seats: each class, and the towers one knows of. */
static void score_pair(const struct tallinn_seat *a, const struct tallinn_seat *b, struct standing *mine, struct standing *theirs) {
    enum { WIN_CLASS = 4, WIN_TOWERS = 6, TRIBUTE_LEAD = 5 };
    for (unsigned c = 0; c < CLASSES; c++) {
        int lead = a->persons[c] - b->persons[c], tribute = (lead >= TRIBUTE_LEAD) - (lead <= -TRIBUTE_LEAD);
        mine->final += compare(a->persons[c], b->persons[c], WIN_CLASS) + tribute;
        theirs->final += compare(b->persons[c], a->persons[c], WIN_CLASS) - tribute;
    }
    mine->final += compare(mine->most, theirs->most, WIN_TOWERS);
    theirs->final += compare(theirs->most, mine->most, WIN_TOWERS);
}

/* ---- chronicle ---- */

enum { CHRONICLE_FEATURES = 2 * 3 };

/* How far a seat is for each chronicle card still to come: what its cards show of the class, and whether that is enough. */
static int16_t *put_chronicle(const struct tallinn *s, const struct tallinn_seat *t, int16_t *out) {
    memset(out, 0, CHRONICLE_FEATURES * sizeof *out);
    for (unsigned second = 0; second < 2 && s->chronicle; second++) {
        if (s->round > (second ? 7u + s->legate : 4u)) continue;
        const struct chronicle_card *card = &chronicle_cards[s->chronicles[second] - 1];
        unsigned shown = t->persons[card->class] - start_cards[t->start - 1].persons[card->class];
        out[second * 3] = clip(10 * (int)shown);
        out[second * 3 + 1] = yes(shown >= card->need[second][0]);
        out[second * 3 + 2] = yes(shown >= card->need[second][1]);
    }
    return out + CHRONICLE_FEATURES;
}

/* ---- the course ---- */

enum { COURSE_FEATURES = 6 + 2 + 1 + TALLINN_HAND + 3 + 2 * (CLASSES + 1) };

static int16_t *put_course(const struct tallinn *s, unsigned seat, int16_t *out) {
    static const uint8_t phases[] = {PHASE_EXCHANGE, PHASE_PLAY, PHASE_CONTEST, PHASE_TOWER, PHASE_DROP, PHASE_LEGATE};
    const struct tallinn_seat *t = &s->seats[seat];
    for (unsigned i = 0; i < sizeof phases; i++) *out++ = yes(s->phase == phases[i]);
    *out++ = yes(s->asked >> seat & 1);
    *out++ = yes(s->waiting >> seat & 1);
    *out++ = (int16_t)((t->hand_count + t->pile_count + t->under_count) * 9);
    for (unsigned i = 0; i < TALLINN_HAND; i++) *out++ = yes(t->hand_count == i);
    *out++ = yes(s->legate);
    *out++ = yes(s->chronicle);
    *out++ = yes(s->leader);
    memset(out, 0, 2 * (CLASSES + 1) * sizeof *out);
    for (unsigned second = 0; second < 2 && s->chronicle; second++) {
        if (s->round > (second ? 7u + s->legate : 4u)) continue;
        const struct chronicle_card *card = &chronicle_cards[s->chronicles[second] - 1];
        out[second * (CLASSES + 1) + card->class] = YES;
        out[second * (CLASSES + 1) + CLASSES] = yes(card->give_up);
    }
    return out + 2 * (CLASSES + 1);
}

/* ---- seats ---- */

enum { OWN_FEATURES = 3 + 6 * CLASSES + 3 * CARDS + 2 + 3 + CHRONICLE_FEATURES };

/* What a contest for each class would bring now, with a coin of the hand. */
static int16_t *put_contests(const struct tallinn *s, unsigned seat, const struct tally *hand, int16_t *out) {
    enum { WIN_CONTEST = 2 };
    for (unsigned c = 0; c < CLASSES; c++) {
        int points = 0;
        for (unsigned other = 0; other < s->players; other++)
            if (other != seat) points += compare(s->seats[seat].persons[c] + 1u, s->seats[other].persons[c], WIN_CONTEST);
        *out++ = clip(hand->coins[1 + c] ? 20 * points : 0);
    }
    return out;
}

static int16_t *put_own(const struct tallinn *s, unsigned seat, const struct standing *mine, int best_other, int16_t *out) {
    const struct tallinn_seat *t = &s->seats[seat];
    unsigned left = tallinn_unseen(s, seat) & ~(unsigned)t->secret, towers = (unsigned)__builtin_popcount(mine->tower_cards);
    struct tally hand = tally_of(t->hand), pile = tally_of(left & ~(unsigned)t->hand);
    *out++ = clip(3 * mine->points);
    *out++ = clip(2 * mine->final);
    *out++ = clip(5 * (mine->final - best_other));
    out = put_classes(t->persons, 8, out);
    out = put_classes(hand.persons, 8, out);
    out = put_classes(pile.persons, 5, out);
    out = put_classes(pile.coins + 1, 32, out);
    out = put_contests(s, seat, &hand, out);
    out = put_classes(mine->towers.persons, 12, out);
    out = put_set(t->hand, out);
    out = put_set(left & ~(unsigned)t->hand, out);
    out = put_set(t->shown[0] | t->shown[1], out);
    *out++ = yes(t->shown[HALF_A] >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_B] >> CARD_L & 1);
    *out++ = clip(12 * (int)mine->most);
    *out++ = clip(20 * (int)towers);
    *out++ = clip(4 * (mine->towers.persons[0] + mine->towers.persons[1] + mine->towers.persons[2])); /* breaks ties */
    return put_chronicle(s, t, out);
}

enum { OTHER_FEATURES = 2 + 8 * CLASSES + 3 + 5 + 1 + CHRONICLE_FEATURES };

/* Margins of a class to another seat: more, equally many, tribute either way. */
static int16_t *put_margins(const struct tallinn_seat *mine, const struct tallinn_seat *theirs, int16_t *out) {
    enum { TRIBUTE_LEAD = 5 };
    for (unsigned c = 0; c < CLASSES; c++) {
        int lead = mine->persons[c] - theirs->persons[c];
        *out++ = yes(lead > 0);
        *out++ = yes(lead == 0);
        *out++ = yes(lead >= TRIBUTE_LEAD);
        *out++ = yes(lead <= -TRIBUTE_LEAD);
    }
    return out;
}

static int16_t *put_other(const struct tallinn *s, unsigned seat, unsigned other, const struct standing *mine, const struct standing *theirs, int16_t *out) {
    const struct tallinn_seat *t = &s->seats[other];
    unsigned unseen = tallinn_unseen(s, other), known = (unsigned)__builtin_popcount(theirs->tower_cards);
    struct tally left = tally_of(unseen);
    *out++ = clip(4 * (mine->points - theirs->points));
    *out++ = clip(4 * (mine->final - theirs->final));
    out = put_classes(t->persons, 8, out);
    out = put_margins(&s->seats[seat], t, out);
    out = put_classes(left.persons, 5, out);
    out = put_classes(left.coins + 1, 32, out);
    out = put_classes(theirs->towers.persons, 12, out);
    *out++ = yes(unseen >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_A] >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_B] >> CARD_L & 1);
    *out++ = clip(12 * (int)theirs->most);
    *out++ = clip(12 * ((int)mine->most - (int)theirs->most));
    *out++ = clip(20 * (int)known);
    *out++ = clip(32 * t->secret_count);
    *out++ = clip(20 * t->hand_count);
    *out++ = yes(s->asked >> other & 1);
    return put_chronicle(s, t, out);
}

/* ---- all ---- */

enum { FEATURES = COURSE_FEATURES + OWN_FEATURES + OTHERS * OTHER_FEATURES };
_Static_assert((int)FEATURES == TALLINN_FEATURES, "the header says how many there are");

void tallinn_features(const void *state, unsigned seat, int16_t *features) {
    const struct tallinn *s = state;
    struct standing standings[TALLINN_SEATS];
    int best_other = -128;
    for (unsigned i = 0; i < s->players; i++) standings[i] = standing_of(&s->seats[i], i == seat);
    for (unsigned a = 0; a < s->players; a++)
        for (unsigned b = a + 1; b < s->players; b++) score_pair(&s->seats[a], &s->seats[b], &standings[a], &standings[b]);
    for (unsigned i = 0; i < s->players; i++)
        if (i != seat && standings[i].final > best_other) best_other = standings[i].final;
    int16_t *out = put_course(s, seat, features);
    out = put_own(s, seat, &standings[seat], best_other, out);
    for (unsigned i = 1; i < s->players; i++) {
        unsigned other = (seat + i) % s->players;
        out = put_other(s, seat, other, &standings[seat], &standings[other], out);
    }
    memset(out, 0, (size_t)(TALLINN_SEATS - s->players) * OTHER_FEATURES * sizeof *out);
    ensure(out + (TALLINN_SEATS - s->players) * OTHER_FEATURES == features + TALLINN_FEATURES);
}
