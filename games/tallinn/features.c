/* The net's inputs: the current classes and towers, and what each seat can still add. "Yes" or
 * "much" is about 64.
 *
 * Of the other seats only public knowledge is used: their unseen cards form one set, whether
 * they are in the hand, in the pile or hidden towers. */
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

static int16_t *put_classes(const uint8_t *numbers, unsigned scale, int16_t *out) {
    for (unsigned c = 0; c < CLASSES; c++) out[c] = clip((int)(numbers[c] * scale));
    return out + CLASSES;
}

/* ---- what is counted first ---- */

/* The persons on both halves of a set of cards, and its coins. */
struct tally {
    uint8_t persons[CLASSES];
    uint8_t coins[1 + CLASSES]; /* coins[0]: halves without a coin */
};

static struct tally tally_of(unsigned cards) {
    struct tally t = {{0}, {0}};
    FOR_EACH_BIT (card, cards) {
        const struct half *a = &influence_cards[card].halves[HALF_A],
                          *b = &influence_cards[card].halves[HALF_B];
        for (unsigned c = 0; c < CLASSES; c++)
            t.persons[c] = (uint8_t)(t.persons[c] + a->persons[c] + b->persons[c]);
        t.coins[a->contest]++;
        t.coins[b->contest]++;
    }
    return t;
}

/* A seat as the viewer sees it. */
struct standing {
    struct tally towers; /* those that the viewer knows */
    struct tally left; /* cards that may still be played */
    unsigned tower_cards;
    unsigned cards; /* number of cards still to be played */
    unsigned most; /* of one class on the towers */
    unsigned reach; /* the same with one more card, if another tower can be built */
    int points; /* so far */
    int final; /* if the game were scored now */
    int soft; /* expected result of each comparison, in 1/16ths */
};

/* The greatest number of one class if one of these cards became a tower. */
static unsigned best_with(const uint8_t towers[CLASSES], unsigned cards) {
    unsigned best = 0;
    FOR_EACH_BIT (card, cards) {
        const struct half *halves = influence_cards[card].halves;
        for (unsigned c = 0; c < CLASSES; c++) {
            unsigned reach = 0u + towers[c] + halves[0].persons[c] + halves[1].persons[c];
            if (reach > best) best = reach;
        }
    }
    return best;
}

static struct standing standing_of(const struct tallinn *game, unsigned seat, bool own) {
    const struct tallinn_seat *t = &game->seats[seat];
    unsigned hidden = own ? t->secret : 0, left = tallinn_unseen(game, seat) & ~hidden,
             building = game->phase == PHASE_TOWER ? game->asked | game->waiting : 0u;
    struct standing s = {.tower_cards = t->towers | hidden,
                         .cards = 0u + t->hand_count + t->pile_count + t->under_count,
                         .points = tallinn_points(t)};
    s.towers = tally_of(s.tower_cards);
    s.left = tally_of(left);
    uint8_t *persons = s.towers.persons;
    unsigned rarest = 0;
    for (unsigned c = 1; c < CLASSES; c++)
        if (persons[c] < persons[rarest]) rarest = c;
    persons[rarest] = (uint8_t)(persons[rarest] + 2 * (s.tower_cards >> CARD_L & 1));
    for (unsigned c = 0; c < CLASSES; c++)
        if (persons[c] > s.most) s.most = persons[c];
    bool coins = s.left.coins[1] || s.left.coins[2] || s.left.coins[3] || left >> CARD_L & 1;
    s.reach = coins || building >> seat & 1 ? best_with(persons, left | t->shown[0] | t->shown[1])
                                            : s.most;
    s.final = s.points;
    s.soft = 16 * s.points;
    return s;
}

/* Who will have more, −16 … 16, from the expected lead and how much it may still change. */
static int outlook(int lead, int width) {
    int ratio = 16 * lead / width;
    return ratio < -16 ? -16 : ratio > 16 ? 16 : ratio;
}

static int class_outlook(const struct tallinn_seat *a, const struct tallinn_seat *b,
                         const struct standing *mine, const struct standing *theirs, unsigned c) {
    int lead =
        2 * (a->persons[c] - b->persons[c]) + mine->left.persons[c] - theirs->left.persons[c];
    return outlook(lead, 1 + (int)(mine->cards + theirs->cards));
}

static int tower_outlook(const struct standing *mine, const struct standing *theirs) {
    return outlook((int)(mine->most + mine->reach) - (int)(theirs->most + theirs->reach),
                   1 + (int)(mine->cards + theirs->cards) / 2);
}

/* Section "Final scoring" as if the game ended now, for two seats: each class, and the towers
 * that the viewer knows. */
static void score_pair(const struct tallinn_seat *a, const struct tallinn_seat *b,
                       struct standing *mine, struct standing *theirs) {
    int soft = 0;
    for (unsigned c = 0; c < CLASSES; c++) {
        int lead = a->persons[c] - b->persons[c],
            tribute = (lead >= TRIBUTE_LEAD) - (lead <= -TRIBUTE_LEAD);
        mine->final +=
            tallinn_compare(a->persons[c], b->persons[c], WIN_CLASS, TIE_CLASS) + tribute;
        theirs->final +=
            tallinn_compare(b->persons[c], a->persons[c], WIN_CLASS, TIE_CLASS) - tribute;
        soft += WIN_CLASS / 2 * class_outlook(a, b, mine, theirs, c) + 16 * tribute;
    }
    mine->final += tallinn_compare(mine->most, theirs->most, WIN_TOWERS, TIE_TOWERS);
    theirs->final += tallinn_compare(theirs->most, mine->most, WIN_TOWERS, TIE_TOWERS);
    soft += WIN_TOWERS / 2 * tower_outlook(mine, theirs);
    mine->soft += soft;
    theirs->soft -= soft;
}

/* ---- chronicle ---- */

enum { CHRONICLE_FEATURES = 2 * 3 };

/* A seat's progress towards each chronicle card still to come: what its cards show of the class,
 * and whether that is enough. */
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
    static const uint8_t phases[] = {PHASE_EXCHANGE, PHASE_PLAY, PHASE_CONTEST,
                                     PHASE_TOWER,    PHASE_DROP, PHASE_LEGATE};
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

/* What a contest of a class would bring a seat now. */
static int contest_points(const struct tallinn *s, unsigned seat, unsigned class) {
    int points = 0;
    for (unsigned other = 0; other < s->players; other++)
        if (other != seat)
            points += tallinn_compare(s->seats[seat].persons[class] + 1u,
                                      s->seats[other].persons[class], WIN_CONTEST, TIE_CONTEST);
    return points;
}

static int16_t *put_contests(const struct tallinn *s, unsigned seat, const uint8_t coins[CLASSES],
                             int16_t *out) {
    for (unsigned c = 0; c < CLASSES; c++)
        *out++ = clip(coins[c] ? 20 * contest_points(s, seat, c) : 0);
    return out;
}

enum { OWN_FEATURES = 5 + 6 * CLASSES + 3 + 4 + CHRONICLE_FEATURES };

static int16_t *put_own(const struct tallinn *s, unsigned seat, const struct standing *mine,
                        int best_final, int best_soft, int16_t *out) {
    const struct tallinn_seat *t = &s->seats[seat];
    struct tally hand = tally_of(t->hand);
    *out++ = clip(3 * mine->points);
    *out++ = clip(2 * mine->final);
    *out++ = clip(5 * (mine->final - best_final));
    *out++ = clip((mine->soft - best_soft) / 2);
    *out++ = clip(2 * (mine->soft - best_soft) / (3 + (int)mine->cards));
    out = put_classes(t->persons, 8, out);
    out = put_classes(hand.persons, 8, out);
    out = put_classes(mine->left.persons, 5, out);
    out = put_classes(mine->left.coins + 1, 32, out);
    out = put_contests(s, seat, hand.coins + 1, out);
    out = put_classes(mine->towers.persons, 12, out);
    *out++ = yes(t->shown[HALF_A] >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_B] >> CARD_L & 1);
    *out++ = yes(t->hand >> CARD_L & 1);
    *out++ = clip(12 * (int)mine->most);
    *out++ = clip(12 * (int)best_with(mine->towers.persons, t->hand));
    *out++ = clip(20 * __builtin_popcount(mine->tower_cards));
    /* breaks ties */
    *out++ =
        clip(4 * (mine->towers.persons[0] + mine->towers.persons[1] + mine->towers.persons[2]));
    return put_chronicle(s, t, out);
}

enum { OTHER_FEATURES = 4 + 10 * CLASSES + 3 + 7 + 1 + CHRONICLE_FEATURES };

/* Margins of a class to another seat: more, equal, and tribute in either direction. */
static int16_t *put_margins(const struct tallinn_seat *mine, const struct tallinn_seat *theirs,
                            int16_t *out) {
    for (unsigned c = 0; c < CLASSES; c++) {
        int lead = mine->persons[c] - theirs->persons[c];
        *out++ = yes(lead > 0);
        *out++ = yes(lead == 0);
        *out++ = yes(lead >= TRIBUTE_LEAD);
        *out++ = yes(lead <= -TRIBUTE_LEAD);
    }
    return out;
}

static int16_t *put_other(const struct tallinn *s, unsigned seat, unsigned other,
                          const struct standing *mine, const struct standing *theirs,
                          int16_t *out) {
    const struct tallinn_seat *t = &s->seats[other];
    *out++ = clip(4 * (mine->points - theirs->points));
    *out++ = clip(4 * (mine->final - theirs->final));
    *out++ = clip((mine->soft - theirs->soft) / 2);
    *out++ = clip(2 * (mine->soft - theirs->soft) / (3 + (int)mine->cards));
    out = put_classes(t->persons, 8, out);
    out = put_margins(&s->seats[seat], t, out);
    for (unsigned c = 0; c < CLASSES; c++)
        *out++ = clip(4 * class_outlook(&s->seats[seat], t, mine, theirs, c));
    out = put_classes(theirs->left.persons, 5, out);
    out = put_classes(theirs->left.coins + 1, 32, out);
    out = put_contests(s, other, theirs->left.coins + 1, out);
    out = put_classes(theirs->towers.persons, 12, out);
    *out++ = yes(tallinn_unseen(s, other) >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_A] >> CARD_L & 1);
    *out++ = yes(t->shown[HALF_B] >> CARD_L & 1);
    *out++ = clip(12 * (int)theirs->most);
    *out++ = clip(12 * ((int)mine->most - (int)theirs->most));
    *out++ = clip(4 * tower_outlook(mine, theirs));
    *out++ = clip(12 * (int)theirs->reach);
    *out++ = clip(20 * __builtin_popcount(theirs->tower_cards));
    *out++ = clip(32 * t->secret_count);
    *out++ = clip(20 * t->hand_count);
    *out++ = yes(s->asked >> other & 1);
    return put_chronicle(s, t, out);
}

/* ---- all ---- */

enum { FEATURES = COURSE_FEATURES + OWN_FEATURES + OTHERS * OTHER_FEATURES };
_Static_assert((int)FEATURES == TALLINN_FEATURES, "the header says how many there are");

/* The counts of all seats as one of them sees them, who knows its own hidden towers; NOBODY: the
 * public counts. */
static void count_all(const struct tallinn *s, unsigned seat,
                      struct standing standings[TALLINN_SEATS]) {
    for (unsigned i = 0; i < s->players; i++) standings[i] = standing_of(s, i, i == seat);
    for (unsigned a = 0; a < s->players; a++)
        for (unsigned b = a + 1; b < s->players; b++)
            score_pair(&s->seats[a], &s->seats[b], &standings[a], &standings[b]);
}

static void tell_one(const struct tallinn *s, unsigned seat, const struct standing *standings,
                     int16_t *features) {
    int best_final = -128, best_soft = -16 * 128;
    for (unsigned i = 0; i < s->players; i++)
        if (i != seat) {
            if (standings[i].final > best_final) best_final = standings[i].final;
            if (standings[i].soft > best_soft) best_soft = standings[i].soft;
        }
    int16_t *out = put_course(s, seat, features);
    out = put_own(s, seat, &standings[seat], best_final, best_soft, out);
    for (unsigned i = 1; i < s->players; i++) {
        unsigned other = (seat + i) % s->players;
        out = put_other(s, seat, other, &standings[seat], &standings[other], out);
    }
    memset(out, 0, (size_t)(TALLINN_SEATS - s->players) * OTHER_FEATURES * sizeof *out);
    ensure(out + (TALLINN_SEATS - s->players) * OTHER_FEATURES == features + TALLINN_FEATURES);
}

/* Only a seat with a hidden tower sees more than the public. */
void tallinn_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    const struct tallinn *s = state;
    struct standing all[TALLINN_SEATS], own[TALLINN_SEATS];
    count_all(s, NOBODY, all);
    for (unsigned seat = 0; seat < s->players; seat++) {
        bool hides = s->seats[seat].secret;
        if (hides) count_all(s, seat, own);
        tell_one(s, seat, hides ? own : all, features[seat]);
    }
}
