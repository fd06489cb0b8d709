/* Tallinn's points: contests, chronicle, final scoring, places. */
#include "games/tallinn/tallinn.h"

/* The part of the score that a class's final scoring belongs to. */
static const uint8_t class_parts[CLASSES] = {
    [CLASS_M] = PART_MERCHANTS, [CLASS_K] = PART_KNIGHTS, [CLASS_O] = PART_MONKS};

/* The order in which the rules name the classes. */
static const uint8_t class_order[CLASSES] = {CLASS_M, CLASS_K, CLASS_O};

static void gain(struct tallinn_seat *t, unsigned part, int points) {
    t->parts[part] = (int8_t)(t->parts[part] + points);
}

/* Events are told apart from the scoring, which needs no stack without them. */
__attribute__((noinline)) static void tell_contest(struct sink *sink, unsigned seat, unsigned class,
                                                   unsigned mine, int points) {
    TELL(seat, true, "tallinn.event.contest", SEAT("who", seat),
         THING("class", &tallinn_classes, class), NUMBER("n", mine), NUMBER("points", points));
}

/* Section "A round", 4: each seat that triggered a contest scores it for itself alone; the
 * legate's two persons count only for their owner. */
void tallinn_contests(struct tallinn *s, unsigned with_legate, struct sink *sink) {
    FOR_EACH_BIT (seat, s->waiting) {
        struct tallinn_seat *t = &s->seats[seat];
        unsigned class = t->contest - 1u, mine = t->persons[class] + (with_legate >> seat & 1) * 2;
        int points = 0;
        for (unsigned other = 0; other < s->players; other++)
            if (other != seat)
                points +=
                    tallinn_compare(mine, s->seats[other].persons[class], WIN_CONTEST, TIE_CONTEST);
        t->contest = 0;
        gain(t, PART_CONTESTS, points);
        if (sink) tell_contest(sink, seat, class, mine, points);
    }
}

/* Section "A round", 5, `leader`: most points, then most towers. */
unsigned tallinn_leaders(const struct tallinn *s) {
    unsigned leaders = 0;
    int best = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct tallinn_seat *t = &s->seats[seat];
        if (!(s->waiting & SEAT_BIT(seat))) continue;
        int rank = tallinn_points(t) * 16 + __builtin_popcount(t->towers) + t->secret_count;
        if (leaders == 0 || rank > best) leaders = 0, best = rank;
        if (rank == best) leaders |= SEAT_BIT(seat);
    }
    return leaders;
}

/* Persons of a class on the visible halves of these cards. */
unsigned tallinn_chronicle_persons(const struct tallinn_seat *seat, uint16_t cards,
                                   unsigned class) {
    unsigned persons = 0;
    for (unsigned half = 0; half < 2; half++)
        for (unsigned set = seat->shown[half] & cards; set; set &= set - 1)
            persons += influence_cards[__builtin_ctz(set)].halves[half].persons[class];
    return persons;
}

void tallinn_chronicle_pay(struct tallinn *s, unsigned seat, const struct chronicle_card *card,
                           bool second, unsigned persons, struct sink *sink) {
    const uint8_t *need = card->need[second];
    int points = persons >= need[1] ? 2 * s->players : persons >= need[0] ? s->players : 0;
    gain(&s->seats[seat], PART_CHRONICLE, points);
    if ((points || !card->give_up))
        TELL(seat, !card->give_up, "tallinn.event.chronicle", SEAT("who", seat),
             THING("class", &tallinn_classes, card->class), NUMBER("n", persons),
             NUMBER("points", points));
}

unsigned tallinn_least(const struct tallinn_seat *seat) {
    unsigned least = seat->persons[0], classes = 0;
    for (unsigned c = 1; c < CLASSES; c++)
        if (seat->persons[c] < least) least = seat->persons[c];
    for (unsigned c = 0; c < CLASSES; c++) classes |= (unsigned)(seat->persons[c] == least) << c;
    return classes;
}

/* The persons of a half in the low bytes of a word, to be added together. The highest byte is not
 * needed; with it, compilers make one load of it. */
static uint32_t half_word(const struct half *h) {
    return h->persons[0] | (uint32_t)h->persons[1] << 8 | (uint32_t)h->persons[2] << 16 |
           (uint32_t)h->contest << 24;
}

/* Both halves of every tower; a legate adds two persons to the least frequent class. */
unsigned tallinn_tower_persons(const struct tallinn_seat *seat, unsigned persons[CLASSES]) {
    unsigned towers = seat->towers | seat->secret, total = 0, least = 0;
    uint32_t sums = 0;
    for (unsigned set = towers; set; set &= set - 1) {
        const struct half *halves = influence_cards[__builtin_ctz(set)].halves;
        sums += half_word(&halves[0]) + half_word(&halves[1]);
    }
    for (unsigned c = 0; c < CLASSES; c++) persons[c] = sums >> 8 * c & 255;
    for (unsigned c = 1; c < CLASSES; c++)
        if (persons[c] < persons[least]) least = c;
    if (towers >> CARD_L & 1) persons[least] += 2;
    for (unsigned c = 0; c < CLASSES; c++) total += persons[c];
    return total;
}

__attribute__((noinline)) static void tell_class(const struct tallinn *s, unsigned class,
                                                 struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++)
        TELL(seat, true, "tallinn.event.final", SEAT("who", seat),
             THING("class", &tallinn_classes, class), NUMBER("n", s->seats[seat].persons[class]),
             NUMBER("points", s->seats[seat].parts[class_parts[class]]));
}

static void score_class(struct tallinn *s, unsigned class, struct sink *sink) {
    unsigned part = class_parts[class], players = s->players;
    for (unsigned a = 1; a < players; a++)
        for (unsigned b = 0; b < a; b++) {
            unsigned mine = s->seats[a].persons[class], theirs = s->seats[b].persons[class];
            int tribute = (mine >= theirs + TRIBUTE_LEAD) - (theirs >= mine + TRIBUTE_LEAD);
            gain(&s->seats[a], part, tallinn_compare(mine, theirs, WIN_CLASS, TIE_CLASS) + tribute);
            gain(&s->seats[b], part, tallinn_compare(theirs, mine, WIN_CLASS, TIE_CLASS) - tribute);
        }
    if (sink) tell_class(s, class, sink);
}

static void score_towers(struct tallinn *s, struct sink *sink) {
    unsigned most[TALLINN_SEATS], best[TALLINN_SEATS] = {0};
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned persons[CLASSES];
        tallinn_tower_persons(&s->seats[seat], persons);
        for (unsigned i = CLASSES; i-- > 0;)
            if (persons[class_order[i]] >= persons[best[seat]]) best[seat] = class_order[i];
        most[seat] = persons[best[seat]];
    }
    for (unsigned a = 0; a < s->players; a++) {
        struct tallinn_seat *t = &s->seats[a];
        for (unsigned b = 0; b < s->players; b++)
            if (a != b)
                gain(t, PART_TOWERS, tallinn_compare(most[a], most[b], WIN_TOWERS, TIE_TOWERS));
        if (most[a])
            TELL(a, true, "tallinn.event.towers", SEAT("who", a),
                 THINGS("cards", &tallinn_cards, t->towers | t->secret),
                 THING("class", &tallinn_classes, best[a]), NUMBER("n", most[a]),
                 NUMBER("points", t->parts[PART_TOWERS]));
    }
}

/* Section "Final scoring", 1 and 2. No cards are left, so every card that is nowhere else is a
 * tower, even on a view. */
void tallinn_final(struct tallinn *s, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        t->secret = tallinn_unseen(s, seat);
        ensure(__builtin_popcount(t->secret) == t->secret_count);
    }
    for (unsigned i = 0; i < CLASSES; i++) score_class(s, class_order[i], sink);
    score_towers(s, sink);
}

void tallinn_result(const void *state, struct result *result) {
    const struct tallinn *s = state;
    unsigned persons[CLASSES];
    int16_t towers[TALLINN_SEATS];
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct tallinn_seat *t = &s->seats[seat];
        result->score[seat] = (int16_t)tallinn_points(t);
        towers[seat] = (int16_t)tallinn_tower_persons(t, persons);
        for (unsigned part = 0; part < PARTS; part++) result->parts[part][seat] = t->parts[part];
    }
    places_by_score(result, s->players, towers);
}
