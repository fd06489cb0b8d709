/* The net's inputs: the current classes and towers, and what each seat can still add. "Yes" or
 * "much" is about 64.
 *
 * Of the other seats only public knowledge is used: their unseen cards form one set, whether
 * they are in the hand, in the pile or hidden towers. */
#include "games/tallinn/features.h"

#include "core/bits.h"

#include <string.h>

enum { YES = 64 };

static FEATURES_NAMES(tallinn_chronicle_features, TALLINN_CHRONICLE_FEATURES);
static FEATURES_NAMES(tallinn_coming_features, TALLINN_COMING_FEATURES);
static FEATURES_NAMES(tallinn_margin_features, TALLINN_MARGIN_FEATURES);
static FEATURES_NAMES(tallinn_other_features, TALLINN_OTHER_FEATURES);
FEATURES_NAMES(tallinn_features, TALLINN_FEATURES_LIST);

static int16_t clip(int value) {
    return (int16_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

static int16_t yes(bool is) {
    return is ? YES : 0;
}

static void write_classes(const uint8_t *numbers, unsigned scale, int16_t out[CLASSES]) {
    for (unsigned c = 0; c < CLASSES; c++) out[c] = clip((int)(numbers[c] * scale));
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

/* The chronicle card that is still to come, as the first or the second; NULL: none. */
static const struct chronicle_card *coming(const struct tallinn *s, unsigned second) {
    bool over = s->round > (second ? 7u + s->legate : 4u);
    return s->chronicle && !over ? &chronicle_cards[s->chronicles[second] - 1] : NULL;
}

static void write_chronicle(const struct tallinn *s, const struct tallinn_seat *t,
                            struct tallinn_chronicle_features f[CHRONICLE_CARDS]) {
    for (unsigned second = 0; second < CHRONICLE_CARDS; second++) {
        const struct chronicle_card *card = coming(s, second);
        f[second] = (struct tallinn_chronicle_features){0};
        if (!card) continue;
        unsigned shown = t->persons[card->class] - start_cards[t->start - 1].persons[card->class];
        f[second].shown = clip(10 * (int)shown);
        f[second].enough = yes(shown >= card->need[second][0]);
        f[second].plenty = yes(shown >= card->need[second][1]);
    }
}

/* ---- the course ---- */

static void write_course(const struct tallinn *s, unsigned seat, struct tallinn_features *f) {
    static const uint8_t phases[ASKED_PHASES] = {PHASE_EXCHANGE, PHASE_PLAY, PHASE_CONTEST,
                                                 PHASE_TOWER,    PHASE_DROP, PHASE_LEGATE};
    const struct tallinn_seat *t = &s->seats[seat];
    for (unsigned i = 0; i < ASKED_PHASES; i++) f->phase[i] = yes(s->phase == phases[i]);
    f->asked = yes(s->asked >> seat & 1);
    f->waiting = yes(s->waiting >> seat & 1);
    f->cards = (int16_t)((t->hand_count + t->pile_count + t->under_count) * 9);
    for (unsigned i = 0; i < TALLINN_HAND; i++) f->hand_count[i] = yes(t->hand_count == i);
    f->with_legate = yes(s->legate);
    f->with_chronicle = yes(s->chronicle);
    f->leader = yes(s->leader);
    for (unsigned second = 0; second < CHRONICLE_CARDS; second++) {
        const struct chronicle_card *card = coming(s, second);
        f->coming[second] = (struct tallinn_coming_features){0};
        if (!card) continue;
        f->coming[second].class[card->class] = YES;
        f->coming[second].give_up = yes(card->give_up);
    }
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

static void write_contests(const struct tallinn *s, unsigned seat, const uint8_t coins[CLASSES],
                           int16_t out[CLASSES]) {
    for (unsigned c = 0; c < CLASSES; c++)
        out[c] = clip(coins[c] ? 20 * contest_points(s, seat, c) : 0);
}

static void write_own(const struct tallinn *s, unsigned seat, const struct standing *mine,
                      int best_final, int best_soft, struct tallinn_features *f) {
    const struct tallinn_seat *t = &s->seats[seat];
    const uint8_t *towers = mine->towers.persons;
    struct tally hand = tally_of(t->hand);
    f->points = clip(3 * mine->points);
    f->final = clip(2 * mine->final);
    f->ahead_final = clip(5 * (mine->final - best_final));
    f->ahead = clip((mine->soft - best_soft) / 2);
    f->ahead_late = clip(2 * (mine->soft - best_soft) / (3 + (int)mine->cards));
    write_classes(t->persons, 8, f->persons);
    write_classes(hand.persons, 8, f->hand);
    write_classes(mine->left.persons, 5, f->left);
    write_classes(mine->left.coins + 1, 32, f->coins);
    write_contests(s, seat, hand.coins + 1, f->contests);
    write_classes(towers, 12, f->towers);
    f->legate_a = yes(t->shown[HALF_A] >> CARD_L & 1);
    f->legate_b = yes(t->shown[HALF_B] >> CARD_L & 1);
    f->legate_in_hand = yes(t->hand >> CARD_L & 1);
    f->tower_most = clip(12 * (int)mine->most);
    f->tower_reach = clip(12 * (int)best_with(towers, t->hand));
    f->tower_cards = clip(20 * __builtin_popcount(mine->tower_cards));
    f->tower_persons = clip(4 * (towers[0] + towers[1] + towers[2]));
    write_chronicle(s, t, f->chronicle);
}

static void write_margins(const struct tallinn_seat *mine, const struct tallinn_seat *theirs,
                          struct tallinn_margin_features f[CLASSES]) {
    for (unsigned c = 0; c < CLASSES; c++) {
        int lead = mine->persons[c] - theirs->persons[c];
        f[c].more = yes(lead > 0);
        f[c].equal = yes(lead == 0);
        f[c].tribute = yes(lead >= TRIBUTE_LEAD);
        f[c].pays = yes(lead <= -TRIBUTE_LEAD);
    }
}

static void write_other(const struct tallinn *s, unsigned seat, unsigned other,
                        const struct standing *mine, const struct standing *theirs,
                        struct tallinn_other_features *f) {
    const struct tallinn_seat *t = &s->seats[other];
    f->ahead_points = clip(4 * (mine->points - theirs->points));
    f->ahead_final = clip(4 * (mine->final - theirs->final));
    f->ahead = clip((mine->soft - theirs->soft) / 2);
    f->ahead_late = clip(2 * (mine->soft - theirs->soft) / (3 + (int)mine->cards));
    write_classes(t->persons, 8, f->persons);
    write_margins(&s->seats[seat], t, f->margins);
    for (unsigned c = 0; c < CLASSES; c++)
        f->outlook[c] = clip(4 * class_outlook(&s->seats[seat], t, mine, theirs, c));
    write_classes(theirs->left.persons, 5, f->left);
    write_classes(theirs->left.coins + 1, 32, f->coins);
    write_contests(s, other, theirs->left.coins + 1, f->contests);
    write_classes(theirs->towers.persons, 12, f->towers);
    f->legate_unseen = yes(tallinn_unseen(s, other) >> CARD_L & 1);
    f->legate_a = yes(t->shown[HALF_A] >> CARD_L & 1);
    f->legate_b = yes(t->shown[HALF_B] >> CARD_L & 1);
    f->tower_most = clip(12 * (int)theirs->most);
    f->tower_lead = clip(12 * ((int)mine->most - (int)theirs->most));
    f->tower_outlook = clip(4 * tower_outlook(mine, theirs));
    f->tower_reach = clip(12 * (int)theirs->reach);
    f->tower_cards = clip(20 * __builtin_popcount(theirs->tower_cards));
    f->hidden_towers = clip(32 * t->secret_count);
    f->hand_count = clip(20 * t->hand_count);
    f->asked = yes(s->asked >> other & 1);
    write_chronicle(s, t, f->chronicle);
}

/* ---- all ---- */

/* The counts of all seats as one of them sees them, who knows its own hidden towers; NOBODY: the
 * public counts. */
static void count_all(const struct tallinn *s, unsigned seat,
                      struct standing standings[TALLINN_SEATS]) {
    for (unsigned i = 0; i < s->players; i++) standings[i] = standing_of(s, i, i == seat);
    for (unsigned a = 0; a < s->players; a++)
        for (unsigned b = a + 1; b < s->players; b++)
            score_pair(&s->seats[a], &s->seats[b], &standings[a], &standings[b]);
}

static void write_features(const struct tallinn *s, unsigned seat, const struct standing *standings,
                           struct tallinn_features *f) {
    int best_final = -128, best_soft = -16 * 128;
    for (unsigned i = 0; i < s->players; i++)
        if (i != seat) {
            if (standings[i].final > best_final) best_final = standings[i].final;
            if (standings[i].soft > best_soft) best_soft = standings[i].soft;
        }
    write_course(s, seat, f);
    write_own(s, seat, &standings[seat], best_final, best_soft, f);
    for (unsigned i = 1; i < s->players; i++) {
        unsigned other = (seat + i) % s->players;
        write_other(s, seat, other, &standings[seat], &standings[other], &f->others[i - 1]);
    }
    memset(&f->others[s->players - 1], 0, (TALLINN_SEATS - s->players) * sizeof f->others[0]);
}

/* Only a seat with a hidden tower sees more than the public. */
void tallinn_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    const struct tallinn *s = state;
    struct standing all[TALLINN_SEATS], own[TALLINN_SEATS];
    count_all(s, NOBODY, all);
    for (unsigned seat = 0; seat < s->players; seat++) {
        bool hides = s->seats[seat].secret;
        if (hides) count_all(s, seat, own);
        write_features(s, seat, hides ? own : all, (struct tallinn_features *)features[seat]);
    }
}
