/* The draw of a round.
 *
 * Two seats, Swiss: the entrants are taken in the order of the standings, group by group of equal
 * points. In a group, the best meets the best of the lower half, and so on. If their number is odd,
 * one of them floats down to the next group, not the same one twice in a row. A pair is taken only
 * if the others can still be paired without a rematch wherever that is possible at all; the size of
 * a maximum matching tells. More than MATCHING_MAX entrants who each met at most
 * TOURNAMENT_ROUNDS_MAX others can always be paired (Dirac's theorem), so that only the last few
 * need the matching.
 *
 * More seats: tables are filled in the order of the standings. Then everybody who would meet
 * somebody again changes places with the one for whom that brings most, until nothing improves. */
#include "core/blake2b.h"
#include "core/ensure.h"
#include "tournament/matching.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(MATCHING_MAX >= 2 * (TOURNAMENT_ROUNDS_MAX + 1), "see Dirac's theorem above");

enum { SWEEPS_MAX = 40 };

struct draw {
    const struct tournament *t;
    struct generator generator;
    struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX]; /* standings, best first */
    struct tournament_row before[TOURNAMENT_ENTRANTS_MAX]; /* a round ago */
    uint32_t points[TOURNAMENT_ENTRANTS_MAX]; /* by entrant */
    uint16_t filled[TOURNAMENT_ENTRANTS_MAX]; /* by entrant: tables with an opponent */
    bool floated[TOURNAMENT_ENTRANTS_MAX]; /* by entrant: met somebody behind, last round */
    uint16_t sat[TOURNAMENT_ENTRANTS_MAX][SEATS_MAX]; /* how often in this seat */
    uint8_t met[TOURNAMENT_ENTRANTS_MAX][TOURNAMENT_ENTRANTS_MAX];
    uint16_t order[TOURNAMENT_ENTRANTS_MAX]; /* those to be seated, best first */
    unsigned count;
    struct tournament_table *tables;
    unsigned table_count;
};

/* ---- what has been played ---- */

static void note_table(struct draw *d, const struct tournament_table *table) {
    for (unsigned seat = 0; seat < d->t->seats; seat++) {
        unsigned own = table->entrants[seat];
        if (own == TOURNAMENT_OPPONENT) continue;
        d->sat[own][seat]++;
        for (unsigned other = 0; other < d->t->seats; other++) {
            unsigned met = table->entrants[other];
            if (met != TOURNAMENT_OPPONENT && met != own) d->met[own][met]++;
        }
    }
}

/* Of the last round, with the points from before it. */
static void note_floats(struct draw *d, const struct tournament_table *table,
                        const uint32_t *points) {
    unsigned a = table->entrants[0], b = table->entrants[1];
    if (d->t->seats != 2 || a == TOURNAMENT_OPPONENT || b == TOURNAMENT_OPPONENT) return;
    d->floated[a] = points[a] > points[b];
    d->floated[b] = points[b] > points[a];
}

static void begin(struct draw *d, const struct tournament *t) {
    uint32_t points[TOURNAMENT_ENTRANTS_MAX];
    uint8_t hash[32];
    struct blake2b b;
    d->t = t;
    blake2b_begin(&b, sizeof hash, t->seed, sizeof t->seed);
    blake2b_add(&b, &(const uint8_t[]){'r', (uint8_t)t->round_count}, 2);
    blake2b_end(&b, hash);
    generator_seed_hash(&d->generator, hash);
    tournament_standings(t, t->round_count, d->rows);
    tournament_standings(t, t->round_count ? t->round_count - 1u : 0, d->before);
    for (unsigned i = 0; i < t->entrant_count; i++) {
        const struct tournament_row *row = &d->rows[i];
        d->points[row->entrant] = row->points;
        d->filled[row->entrant] = row->filled;
        points[d->before[i].entrant] = d->before[i].points;
        if (!t->withdrawn[row->entrant]) d->order[d->count++] = row->entrant;
    }
    for (unsigned i = 0; i < t->table_count; i++) {
        note_table(d, &t->tables[i]);
        if (t->tables[i].round + 1u == t->round_count) note_floats(d, &t->tables[i], points);
    }
}

/* ---- seats at a table ---- */

/* How unfair a seating is: how often everybody has had the same seat before. */
static unsigned unfairness(const struct draw *d, const uint16_t *entrants) {
    unsigned sum = 0;
    for (unsigned seat = 0; seat < d->t->seats; seat++) {
        if (entrants[seat] != TOURNAMENT_OPPONENT) sum += d->sat[entrants[seat]][seat];
    }
    return sum;
}

static void swap(uint16_t *a, uint16_t *b) {
    uint16_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Tries all orders of the seats from `from` on. Lots decide between equally fair ones. */
static void try_seatings(struct draw *d, uint16_t *entrants, unsigned from, unsigned *least,
                         unsigned *ties, uint16_t *best) {
    if (from == d->t->seats) {
        unsigned sum = unfairness(d, entrants);
        if (sum > *least) return;
        *ties = sum < *least ? 1 : *ties + 1;
        *least = sum;
        if (generator_below(&d->generator, *ties) == 0)
            memcpy(best, entrants, d->t->seats * sizeof *best);
        return;
    }
    for (unsigned i = from; i < d->t->seats; i++) {
        swap(&entrants[from], &entrants[i]);
        try_seatings(d, entrants, from + 1, least, ties, best);
        swap(&entrants[from], &entrants[i]);
    }
}

static void add_table(struct draw *d, const uint16_t *entrants) {
    struct tournament_table *table = &d->tables[d->table_count++];
    uint16_t tried[SEATS_MAX];
    unsigned least = UINT32_MAX, ties = 0;
    memset(table, 0, sizeof *table);
    table->round = d->t->round_count;
    memcpy(tried, entrants, d->t->seats * sizeof *tried);
    try_seatings(d, tried, 0, &least, &ties, table->entrants);
}

/* ---- two seats, Swiss ---- */

static bool fresh(const struct draw *d, unsigned a, unsigned b) {
    return d->met[d->order[a]][d->order[b]] == 0;
}

/* How many of those in the list, places in the order, can be paired without a rematch. */
static unsigned fresh_pairs(const struct draw *d, const uint16_t *list, unsigned count) {
    uint64_t edges[MATCHING_MAX] = {0};
    if (count > MATCHING_MAX) return count / 2;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++)
            if (a != b && fresh(d, list[a], list[b])) edges[a] |= UINT64_C(1) << b;
    return matching_size(count, edges);
}

/* Copies a list without two of its members. */
static unsigned without(const uint16_t *list, unsigned count, unsigned a, unsigned b,
                        uint16_t *rest) {
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++)
        if (i != a && i != b) rest[left++] = list[i];
    return left;
}

/* Those still to be paired, as places in the order. The first `group` of them are paired now. */
struct bracket {
    uint16_t list[TOURNAMENT_ENTRANTS_MAX];
    unsigned count, group;
    unsigned possible; /* pairs without a rematch */
};

/* Pairs the first of the bracket with number `other`, if that costs no pair without a rematch. */
static bool take_pair(struct draw *d, struct bracket *f, unsigned other) {
    uint16_t rest[TOURNAMENT_ENTRANTS_MAX];
    unsigned count = without(f->list, f->count, 0, other, rest),
             possible = fresh_pairs(d, rest, count);
    if (fresh(d, f->list[0], f->list[other]) + possible != f->possible) return false;
    add_table(d, (const uint16_t[]){d->order[f->list[0]], d->order[f->list[other]]});
    memcpy(f->list, rest, count * sizeof *rest);
    f->count = count;
    f->group -= 2;
    f->possible = possible;
    return true;
}

/* The first of the group meets the best of the lower half; if that cannot be, somebody below that,
 * then somebody above. */
static bool pair_first(struct draw *d, struct bracket *f, bool rematch) {
    unsigned half = f->group / 2;
    for (unsigned i = 0; i + 1 < f->group; i++) {
        unsigned other = half + i < f->group ? half + i : f->group - 1 - i;
        if (fresh(d, f->list[0], f->list[other]) == !rematch && take_pair(d, f, other)) return true;
    }
    return false;
}

/* Moves one of the group behind it, to the head of the next group. */
static void float_down(struct bracket *f, unsigned member) {
    uint16_t floater = f->list[member];
    f->group--;
    memmove(&f->list[member], &f->list[member + 1], (f->group - member) * sizeof *f->list);
    f->list[f->group] = floater;
}

/* The lowest of the group who did not float down in the last round. */
static unsigned floater(const struct draw *d, const struct bracket *f) {
    for (unsigned i = f->group; i-- > 0;)
        if (!d->floated[d->order[f->list[i]]]) return i;
    return f->group - 1;
}

/* Adds the next entrants with equal points to the group. */
static void widen(const struct draw *d, struct bracket *f) {
    uint32_t points = d->points[d->order[f->list[f->group]]];
    while (f->group < f->count && d->points[d->order[f->list[f->group]]] == points) f->group++;
}

static void pair_all(struct draw *d, struct bracket *f) {
    unsigned floating = 0; /* members that wait at the head of the next group */
    f->possible = fresh_pairs(d, f->list, f->count);
    while (f->count) {
        f->group = floating;
        if (f->group < f->count) widen(d, f);
        floating = 0;
        if (f->group % 2) {
            float_down(f, floater(d, f));
            floating++;
        }
        while (f->group) {
            bool last = f->group == f->count;
            if (pair_first(d, f, false) || (last && pair_first(d, f, true))) continue;
            ensure(!last);
            float_down(f, 0);
            floating++;
            if (f->group) {
                float_down(f, floater(d, f));
                floating++;
            }
        }
    }
}

/* The entrant that plays an opponent: one of those who did so least often; of these, if possible,
 * one without whom the others can be paired without a rematch; of these the lowest. */
static unsigned left_over(const struct draw *d, const struct bracket *f) {
    uint16_t rest[TOURNAMENT_ENTRANTS_MAX];
    unsigned found = f->count - 1, least = UINT32_MAX, most = 0;
    for (unsigned i = f->count; i-- > 0;) {
        unsigned filled = d->filled[d->order[f->list[i]]];
        if (filled > least) continue;
        unsigned pairs = fresh_pairs(d, rest, without(f->list, f->count, i, i, rest));
        if (filled == least && pairs <= most) continue;
        least = filled;
        most = pairs;
        found = i;
    }
    return found;
}

/* Groups have equal points, which are not what ranks entrants with equal deals. */
static void sort_by_points(struct draw *d) {
    for (unsigned i = 1; i < d->count; i++)
        for (unsigned j = i; j && d->points[d->order[j - 1]] < d->points[d->order[j]]; j--)
            swap(&d->order[j - 1], &d->order[j]);
}

static void draw_pairs(struct draw *d) {
    sort_by_points(d);
    struct bracket bracket = {.count = d->count};
    unsigned alone = TOURNAMENT_OPPONENT;
    for (unsigned i = 0; i < d->count; i++) bracket.list[i] = (uint16_t)i;
    if (d->count % 2) {
        unsigned at = left_over(d, &bracket);
        alone = d->order[bracket.list[at]];
        memmove(&bracket.list[at], &bracket.list[at + 1],
                (--bracket.count - at) * sizeof *bracket.list);
    }
    pair_all(d, &bracket);
    if (alone != TOURNAMENT_OPPONENT)
        add_table(d, (const uint16_t[]){(uint16_t)alone, TOURNAMENT_OPPONENT});
}

/* ---- two seats, round robin ---- */

unsigned tournament_round_robin_rounds(unsigned entrants) {
    return entrants < 2 ? entrants : entrants - 1 + entrants % 2;
}

/* The circle method: the first one stays, the others move on by one place per round. Opponents have
 * the places of those who have withdrawn, and the empty one if the number of entrants is odd. */
static void draw_round_robin(struct draw *d) {
    unsigned count = d->t->entrant_count + d->t->entrant_count % 2u, turning = count - 1;
    uint16_t by_lot[TOURNAMENT_ENTRANTS_MAX];
    struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX];
    tournament_standings(d->t, 0, rows);
    for (unsigned i = 0; i < count; i++)
        by_lot[i] = i < d->t->entrant_count ? rows[i].entrant : TOURNAMENT_OPPONENT;
    for (unsigned i = 0; i < count; i++)
        if (by_lot[i] != TOURNAMENT_OPPONENT && d->t->withdrawn[by_lot[i]])
            by_lot[i] = TOURNAMENT_OPPONENT;
    for (unsigned i = 0; i < count / 2; i++) {
        unsigned round = d->t->round_count, a = i ? 1 + (round + i - 1) % turning : 0,
                 b = 1 + (round + turning - 1 - i) % turning;
        const uint16_t pair[] = {by_lot[a], by_lot[b]};
        if (pair[0] != TOURNAMENT_OPPONENT || pair[1] != TOURNAMENT_OPPONENT) add_table(d, pair);
    }
}

/* ---- more seats ---- */

/* A seating of the whole hall: `seats` places per table, in a row. */
struct hall {
    uint16_t at[TOURNAMENT_ENTRANTS_MAX + TOURNAMENT_TABLES_MAX]; /* rank or TOURNAMENT_OPPONENT */
    unsigned count;
    uint32_t repeat; /* the price of a repeated meeting: more than all distances together */
};

/* The price of a rank at the table of `place`, instead of the one who has that place. */
static uint64_t price(const struct draw *d, const struct hall *hall, unsigned rank,
                      unsigned place) {
    unsigned first = place - place % d->t->seats;
    uint64_t sum = 0;
    if (rank == TOURNAMENT_OPPONENT) return 0;
    for (unsigned i = first; i < first + d->t->seats; i++) {
        unsigned other = hall->at[i];
        if (i == place || other == TOURNAMENT_OPPONENT) continue;
        uint64_t times = d->met[d->order[rank]][d->order[other]];
        sum += times * times * hall->repeat;
        /* in the first round everybody is equal */
        if (d->t->round_count) sum += rank > other ? rank - other : other - rank;
    }
    return sum;
}

static bool repeats(const struct draw *d, const struct hall *hall, unsigned place) {
    return hall->at[place] != TOURNAMENT_OPPONENT &&
           price(d, hall, hall->at[place], place) >= hall->repeat;
}

/* Changes places with the one for whom that brings most. Opponents stay where they are. */
static bool change_place(struct draw *d, struct hall *hall, unsigned place) {
    unsigned best = place, own = hall->at[place];
    uint64_t most = 0, here = price(d, hall, own, place);
    for (unsigned other = 0; other < hall->count; other++) {
        unsigned theirs = hall->at[other];
        if (theirs == TOURNAMENT_OPPONENT || other / d->t->seats == place / d->t->seats) continue;
        uint64_t now = here + price(d, hall, theirs, other),
                 then = price(d, hall, own, other) + price(d, hall, theirs, place);
        if (then < now && now - then > most) {
            most = now - then;
            best = other;
        }
    }
    swap(&hall->at[place], &hall->at[best]);
    return best != place;
}

/* Opponents fill the last tables, one each as long as there are enough. */
static void fill_hall(struct draw *d, struct hall *hall) {
    unsigned tables = (d->count + d->t->seats - 1u) / d->t->seats,
             opponents = tables * d->t->seats - d->count, rank = 0;
    for (unsigned i = 0; i < tables; i++) {
        unsigned fewest = opponents / tables, here = fewest + (tables - i <= opponents % tables);
        for (unsigned seat = 0; seat < d->t->seats; seat++)
            hall->at[hall->count++] =
                seat + here < d->t->seats ? (uint16_t)rank++ : TOURNAMENT_OPPONENT;
    }
    hall->repeat = (uint32_t)(d->t->seats * d->count * d->count + 1);
}

static void draw_tables(struct draw *d) {
    struct hall hall = {0};
    bool changed = true;
    fill_hall(d, &hall);
    for (unsigned sweep = 0; changed && sweep < SWEEPS_MAX; sweep++) {
        changed = false;
        for (unsigned place = 0; place < hall.count; place++)
            if (repeats(d, &hall, place)) changed |= change_place(d, &hall, place);
    }
    for (unsigned i = 0; i < hall.count; i += d->t->seats) {
        uint16_t entrants[SEATS_MAX];
        for (unsigned seat = 0; seat < d->t->seats; seat++) {
            unsigned rank = hall.at[i + seat];
            entrants[seat] = rank == TOURNAMENT_OPPONENT ? TOURNAMENT_OPPONENT : d->order[rank];
        }
        add_table(d, entrants);
    }
}

unsigned tournament_draw(const struct tournament *t,
                         struct tournament_table tables[TOURNAMENT_TABLES_MAX]) {
    ensure(t->seats >= 2 && t->seats <= SEATS_MAX && t->entrant_count <= TOURNAMENT_ENTRANTS_MAX);
    if (t->round_count >= TOURNAMENT_ROUNDS_MAX) return 0;
    struct draw *d = calloc(1, sizeof *d);
    if (!d) return 0;
    d->tables = tables;
    begin(d, t);
    if (t->system == TOURNAMENT_ROUND_ROBIN) draw_round_robin(d);
    else if (t->seats == 2) draw_pairs(d);
    else draw_tables(d);
    unsigned count = d->table_count;
    free(d);
    return count;
}
