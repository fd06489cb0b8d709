/* The points of Kardinal & König: cloisters, alliances, chains, places. */
#include "games/kardinal/kardinal.h"

/* ---- cloisters ---- */

/* Section "Scoring": rank 1 scores all cloisters of the country; every other rank scores as many
 * as a seat of the rank above has. */
struct kardinal_claim kardinal_cloisters(const struct kardinal *s, unsigned seat,
                                         unsigned country) {
    unsigned mine = s->seats[seat].cloisters_in[country], total = 0, above = 0;
    unsigned higher = 0; /* the greater numbers of cloisters as a mask: equal ones share a rank */
    if (mine == 0) return (struct kardinal_claim){0};
    for (unsigned other = 0; other < s->players; other++) {
        unsigned theirs = s->seats[other].cloisters_in[country];
        total += theirs;
        if (theirs <= mine) continue;
        higher |= 1u << theirs;
        if (above == 0 || theirs < above) above = theirs;
    }
    unsigned rank = 1;
    for (; higher; higher &= higher - 1) rank++;
    return (struct kardinal_claim){.rank = rank, .points = rank == 1 ? total : above};
}

static unsigned cloister_points(const struct kardinal *s, unsigned seat) {
    unsigned points = 0;
    for (unsigned c = 0; c < COUNTRIES; c++) points += kardinal_cloisters(s, seat, c).points;
    return points;
}

void kardinal_interim(struct kardinal *s, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++)
        s->seats[seat].first = (uint8_t)cloister_points(s, seat);
    if (sink) kardinal_tell_interim(s, sink);
}

/* ---- alliances ---- */

struct kardinal_court kardinal_court(const struct kardinal *s, unsigned country) {
    struct kardinal_court court = {0};
    unsigned most = 1;
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned n = s->seats[seat].councillors_in[country];
        court.councillors += n;
        if (n > most) court.majority = 0, most = n;
        if (n == most) court.majority |= SEAT_BIT(seat);
    }
    return court;
}

static void look_at_courts(const struct kardinal *s, struct kardinal_court courts[COUNTRIES]) {
    for (unsigned c = 0; c < COUNTRIES; c++) courts[c] = kardinal_court(s, c);
}

/* ---- chains ----
 *
 * Finds the greatest number of cloisters on disjoint simple paths of at least four nodes.
 *
 * On a tree this is a small dynamic program, and a seat's cloisters usually form trees: leaves
 * are merged into their neighbours until nothing, or only the cycles (the 2-core), is left. A
 * node keeps what can be gained with it, relative to what its branches bring alone:
 *
 *     sum        the branches alone, the node being in no chain with them
 *     end[l]     the node ends a path of l nodes into a branch (4: four or more); end[1] is 1
 *     through    the node is inside a chain that joins two branches
 *
 * On cycles, a node with three ways out (roads, or all its branches together) leaves one of them
 * unused: three smaller problems, of which the best counts. Random final boards take well under
 * a microsecond per seat; tests/games/bench_chains.c searches for slow ones. */

enum { NONE = -100, ROW = KARDINAL_CHAIN };

struct node {
    uint64_t roads; /* roads to nodes that may still be used */
    int8_t sum;
    int8_t end[ROW + 1]; /* indexed by length, from 1 */
    int8_t through;
    int8_t spare;
};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void lift(int8_t *value, int to) {
    if (to > *value) *value = (int8_t)to;
}

/* The greatest gain of a node if the rest of the graph does not use it. */
static int alone(const struct node *n) {
    return larger(0, larger(n->end[ROW], n->through));
}

static bool has_branches(const struct node *n) {
    return n->end[2] != NONE;
}

static void merge(struct node *into, const struct node *leaf) {
    int gain = alone(leaf);
    int row[ROW + 1]; /* relative to the leaf's own gain */
    for (unsigned l = 1; l <= ROW; l++) row[l] = leaf->end[l] - gain;
    int two_or_more = larger(row[2], larger(row[3], row[4]));
    int any = larger(row[1], two_or_more);
    lift(&into->through, into->end[2] + two_or_more);
    lift(&into->through, larger(into->end[3], into->end[4]) + any);
    lift(&into->end[2], 1 + row[1]);
    lift(&into->end[3], 1 + row[2]);
    lift(&into->end[4], 1 + larger(row[3], row[4]));
    into->sum = (int8_t)(into->sum + leaf->sum + gain);
}

/* Merges leaves until there are none; adds the gain of whole trees to `total` and returns the
 * nodes on cycles. */
static uint64_t strip(struct node *nodes, uint64_t alive, int *total) {
    for (uint64_t rest = alive; rest; rest &= rest - 1) {
        unsigned at = (unsigned)__builtin_ctzll(rest);
        while (alive >> at & 1) {
            uint64_t next = nodes[at].roads & alive;
            if (next & (next - 1)) break;
            alive &= ~SPACE_BIT(at);
            if (next == 0) {
                *total += nodes[at].sum + alone(&nodes[at]);
                break;
            }
            merge(&nodes[__builtin_ctzll(next)], &nodes[at]);
            at = (unsigned)__builtin_ctzll(next);
        }
    }
    return alive;
}

static uint64_t connected(const struct node *nodes, uint64_t alive) {
    uint64_t found = alive & -alive, rest = found;
    while (rest) {
        uint64_t more = nodes[__builtin_ctzll(rest)].roads & alive & ~found;
        rest &= rest - 1;
        rest |= more;
        found |= more;
    }
    return found;
}

/* An upper bound for the nodes on cycles: the best that each of them offers. */
static int most_of(const struct node *nodes, uint64_t alive) {
    int most = 0;
    for (; alive; alive &= alive - 1) {
        const struct node *n = &nodes[__builtin_ctzll(alive)];
        most += n->sum + larger(larger(1, n->end[2]), larger(n->end[3], alone(n)));
    }
    return most;
}

static int best_of_cycles(const struct node *nodes, uint64_t alive, int need);

static void copy(struct node *to, const struct node *from, uint64_t alive) {
    for (; alive; alive &= alive - 1) to[__builtin_ctzll(alive)] = from[__builtin_ctzll(alive)];
}

static int without_road(const struct node *nodes, uint64_t alive, unsigned from, unsigned to,
                        int need) {
    struct node fewer[SPACES];
    int total = 0;
    copy(fewer, nodes, alive);
    fewer[from].roads &= ~SPACE_BIT(to);
    fewer[to].roads &= ~SPACE_BIT(from);
    uint64_t left = strip(fewer, alive, &total);
    return total + best_of_cycles(fewer, left, need - total);
}

static int without_branches(const struct node *nodes, uint64_t alive, unsigned at, int need) {
    struct node fewer[SPACES];
    copy(fewer, nodes, alive);
    fewer[at].end[2] = fewer[at].end[3] = fewer[at].end[4] = fewer[at].through = NONE;
    return best_of_cycles(fewer, alive, need);
}

static bool three_ways_out(const struct node *n, uint64_t alive) {
    uint64_t roads = n->roads & alive, but_one = roads & (roads - 1);
    return has_branches(n) || (but_one & (but_one - 1));
}

/* A single ring: all of it, if it is long enough. */
static int best_of_ring(const struct node *nodes, uint64_t ring) {
    int sum = 0, length = 0;
    for (; ring; ring &= ring - 1, length++) sum += nodes[__builtin_ctzll(ring)].sum;
    return sum + (length >= ROW ? length : 0);
}

/* One connected core in which every node has at least two roads. */
static int best_of_core(const struct node *nodes, uint64_t core, int need) {
    uint64_t rest = core;
    while (rest && !three_ways_out(&nodes[__builtin_ctzll(rest)], core)) rest &= rest - 1;
    if (!rest) return best_of_ring(nodes, core);
    unsigned split = (unsigned)__builtin_ctzll(rest), ways = 0;
    int best = 0, most = most_of(nodes, core);
    if (has_branches(&nodes[split])) {
        best = without_branches(nodes, core, split, need);
        ways++;
    }
    for (uint64_t roads = nodes[split].roads & core; roads && ways < 3;
         roads &= roads - 1, ways++) {
        if (larger(best, need) >= most) break;
        best = larger(best, without_road(nodes, core, split, (unsigned)__builtin_ctzll(roads),
                                         larger(best, need)));
    }
    return best;
}

/* The greatest gain of all cycles together, or anything not above `need` if that cannot be
 * reached. */
static int best_of_cycles(const struct node *nodes, uint64_t alive, int need) {
    /* decided so far; the upper bound with the rest */
    int total = 0, most = most_of(nodes, alive);
    while (alive && most > need) {
        uint64_t core = connected(nodes, alive);
        int at_most = most_of(nodes, core), others = most - at_most;
        int best = best_of_core(nodes, core, need - others);
        total += best;
        most = others + best;
        alive &= ~core;
    }
    return alive ? need : total;
}

unsigned kardinal_chains(uint64_t owned) {
    struct node nodes[SPACES];
    int total = 0;
    for (uint64_t rest = owned; rest; rest &= rest - 1) {
        unsigned at = (unsigned)__builtin_ctzll(rest);
        nodes[at] = (struct node){
            .roads = spaces[at].roads & owned, .end = {NONE, 1, NONE, NONE, NONE}, .through = NONE};
    }
    uint64_t core = strip(nodes, owned, &total);
    return (unsigned)(total + best_of_cycles(nodes, core, -1));
}

/* ---- finding a longest chain ---- */

struct longest {
    uint64_t owned, chain;
    unsigned total, length;
};

/* Visits every path that continues from here, and keeps the longest one that belongs to some
 * best set. */
static void walk(struct longest *found, unsigned at, uint64_t row, unsigned length) {
    if (length >= ROW && length > found->length &&
        kardinal_chains(found->owned & ~row) + length == found->total) {
        found->length = length;
        found->chain = row;
    }
    for (uint64_t next = spaces[at].roads & found->owned & ~row; next; next &= next - 1)
        walk(found, (unsigned)__builtin_ctzll(next), row | (next & -next), length + 1);
}

uint64_t kardinal_best_chain(uint64_t owned) {
    struct longest found = {.owned = owned, .total = kardinal_chains(owned)};
    if (found.total == 0) return 0;
    for (uint64_t rest = owned; rest; rest &= rest - 1)
        walk(&found, (unsigned)__builtin_ctzll(rest), rest & -rest, 1);
    return found.chain;
}

/* ---- the result ---- */

/* The final scoring as if the game ended now; once it is over, that is the result. */
void kardinal_result(const void *state, struct result *result) {
    const struct kardinal *s = state;
    struct kardinal_court courts[COUNTRIES];
    look_at_courts(s, courts);
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct kardinal_seat *t = &s->seats[seat];
        unsigned allied = 0;
        for (unsigned i = 0; i < ALLIANCES; i++) {
            const struct kardinal_court *a = &courts[alliances[i].countries[0]],
                                        *b = &courts[alliances[i].countries[1]];
            if (a->majority & b->majority & SEAT_BIT(seat))
                allied += a->councillors + b->councillors;
        }
        int16_t parts[PARTS] = {
            [PART_CLOISTERS_FIRST] = t->first,
            [PART_CLOISTERS_FINAL] = (int16_t)cloister_points(s, seat),
            [PART_ALLIANCES] = (int16_t)allied,
            [PART_CHAINS] = (int16_t)kardinal_chains(t->cloisters),
            [PART_SUPPLY] = (int16_t)(t->cloisters_left + t->councillors_left),
        };
        for (unsigned part = 0; part < PARTS; part++) result->parts[part][seat] = parts[part];
        result->score[seat] = (int16_t)(parts[PART_CLOISTERS_FIRST] + parts[PART_CLOISTERS_FINAL] +
                                        parts[PART_ALLIANCES] + parts[PART_CHAINS]);
    }
    /* section "Scoring": then most pieces left */
    places_by_score(result, s->players, result->parts[PART_SUPPLY]);
}
