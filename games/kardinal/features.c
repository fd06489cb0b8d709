/* The net's inputs for Kardinal & König: what a scoring now would bring each seat, how safe that
 * is, and how far each country, court and chain is from changing hands.
 *
 * Called for every seat of every leaf of a search, so it avoids popcounts and branches. */
#include "games/kardinal/features.h"

#include <string.h>

static FEATURES_NAMES(kardinal_seat_features, KARDINAL_SEAT_FEATURES);
static FEATURES_NAMES(kardinal_country_features, KARDINAL_COUNTRY_FEATURES);
FEATURES_NAMES(kardinal_features, KARDINAL_FEATURES_LIST);

enum { LANE = 12 }; /* bits per seat where the points of all seats are packed into one number */

static int16_t clip(int value) {
    return (int16_t)(value < INT8_MIN ? INT8_MIN : value > INT8_MAX ? INT8_MAX : value);
}

/* ---- cloisters ---- */

/* Section "Scoring" for all seats at once. */
static void score_country(const struct kardinal *s, unsigned country,
                          struct kardinal_prospect all[KARDINAL_SEATS]) {
    unsigned numbers = 0, total = 0; /* the occurring numbers of cloisters, as a mask */
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned n = s->seats[seat].cloisters_in[country];
        numbers |= 1u << n;
        total += n;
    }
    bool full = total == countries[country].count;
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned n = s->seats[seat].cloisters_in[country], higher = numbers >> n >> 1;
        unsigned points = n == 0 ? 0 : higher ? n + 1 + (unsigned)__builtin_ctz(higher) : total;
        all[seat].cloisters = (uint16_t)(all[seat].cloisters + points);
        all[seat].settled = (uint16_t)(all[seat].settled + (full ? points : 0));
    }
}

/* A country from one seat's perspective. */
struct outlook {
    int most, court_most; /* cloisters and councillors of the strongest other seat */
    int free;
    int gain; /* gain from one more cloister */
};

static struct outlook look_at_country(const struct kardinal *s, unsigned seat, unsigned country) {
    struct outlook outlook = {0};
    unsigned numbers = 0, total = 0, n = s->seats[seat].cloisters_in[country];
    for (unsigned other = 0; other < s->players; other++) {
        int theirs = s->seats[other].cloisters_in[country],
            sent = s->seats[other].councillors_in[country];
        total += (unsigned)theirs;
        if (other == seat) continue;
        numbers |= 1u << theirs;
        outlook.most = theirs > outlook.most ? theirs : outlook.most;
        outlook.court_most = sent > outlook.court_most ? sent : outlook.court_most;
    }
    unsigned above = numbers >> n >> 1, still_above = above >> 1;
    unsigned now = n == 0 ? 0 : above ? n + 1 + (unsigned)__builtin_ctz(above) : total;
    unsigned then = still_above ? n + 2 + (unsigned)__builtin_ctz(still_above) : total + 1;
    outlook.free = countries[country].count - (int)total;
    outlook.gain = (int)then - (int)now;
    return outlook;
}

/* ---- courts ---- */

struct courts {
    uint8_t majority[COUNTRIES]; /* a mask of seats */
    uint8_t most[COUNTRIES]; /* councillors of one seat */
    uint8_t all[COUNTRIES]; /* councillors of all seats */
    unsigned settled; /* masks of countries: full ones, and those without room at court */
};

static void look_at_courts(const struct kardinal *s, uint64_t taken, struct courts *courts) {
    courts->settled = 0;
    for (unsigned c = 0; c < COUNTRIES; c++) {
        unsigned most = 0, all = 0, majority = 0;
        for (unsigned seat = 0; seat < s->players; seat++) {
            unsigned n = s->seats[seat].councillors_in[c];
            most = n > most ? n : most;
            all += n;
        }
        for (unsigned seat = 0; seat < s->players; seat++)
            majority |= (unsigned)(s->seats[seat].councillors_in[c] == most) << seat;
        courts->majority[c] = (uint8_t)(most ? majority : 0);
        courts->most[c] = (uint8_t)most;
        courts->all[c] = (uint8_t)all;
        courts->settled |= (unsigned)(s->room[c] == 0 && !(country_spaces(c) & ~taken)) << c;
    }
}

/* Expands a set of seats to a one in each seat's lane. */
static uint64_t lanes(unsigned seats) {
    static const uint64_t ones[4] = {0, 1, (uint64_t)1 << LANE, 1 | (uint64_t)1 << LANE};
    return ones[seats & 3] | ones[seats >> 2 & 3] << 2 * LANE | ones[seats >> 4] << 4 * LANE;
}

static void score_alliances(const struct kardinal *s, const struct courts *courts,
                            struct kardinal_prospect all[KARDINAL_SEATS]) {
    uint64_t points = 0, settled = 0;
    for (unsigned i = 0; i < ALLIANCES; i++) {
        unsigned a = alliances[i].countries[0], b = alliances[i].countries[1];
        uint64_t gain = lanes(courts->majority[a] & courts->majority[b]) *
                        (unsigned)(courts->all[a] + courts->all[b]);
        points += gain;
        settled += courts->settled >> a & courts->settled >> b & 1 ? gain : 0;
    }
    for (unsigned seat = 0; seat < s->players; seat++) {
        const unsigned lane = (1u << LANE) - 1;
        all[seat].alliances = (uint16_t)(points >> LANE * seat & lane);
        all[seat].settled = (uint16_t)(all[seat].settled + (settled >> LANE * seat & lane));
    }
}

/* ---- chains ---- */

/* Clusters: spaces connected by roads. */
struct cluster {
    uint64_t spaces, around; /* around: the spaces that its roads lead to */
    unsigned size;
    bool branches; /* a space that has three of them as neighbours */
};

static struct cluster find_cluster(uint64_t owned) {
    struct cluster found = {.spaces = owned & -owned};
    for (uint64_t rest = found.spaces; rest;) {
        uint64_t roads = spaces[__builtin_ctzll(rest)].roads, own = roads & owned,
                 but_one = own & (own - 1);
        found.around |= roads;
        found.branches |= (but_one & (but_one - 1)) != 0;
        rest = (rest & (rest - 1)) | (own & ~found.spaces);
        found.spaces |= own;
        found.size++;
    }
    return found;
}

/* Chain points, spaces where a cloister would join clusters into a chain, and spaces where it
 * would lengthen one. A cluster without a branch is a path or a ring and counts whole. */
static void score_chains(uint64_t owned, uint64_t free, struct kardinal_prospect *seat) {
    /* total size of the clusters beside each free space, as bit planes; 4 means four or more */
    uint64_t sum1 = 0, sum2 = 0, sum4 = 0;
    while (owned) {
        struct cluster cluster = find_cluster(owned);
        uint64_t around = cluster.around & free;
        owned &= ~cluster.spaces;
        if (cluster.size >= KARDINAL_CHAIN) {
            seat->chains =
                (uint16_t)(seat->chains +
                           (cluster.branches ? kardinal_chains(cluster.spaces) : cluster.size));
            seat->lengthen |= around;
            continue;
        }
        uint64_t one = cluster.size & 1 ? around : 0, two = cluster.size & 2 ? around : 0;
        uint64_t carry = sum1 & one, both = (sum2 & two) | (carry & (sum2 | two));
        sum1 ^= one;
        sum2 ^= two ^ carry;
        sum4 |= both;
    }
    seat->make = (sum1 & sum2) | sum4;
}

/* ---- all of it ---- */

/* Points that nothing can take away. Paths, rings and majorities only grow, so a chain keeps its
 * points. A full country keeps its points, and so does an alliance of two full countries whose
 * courts are full. */
static void find_prospects(const struct kardinal *s, uint64_t taken, const struct courts *courts,
                           struct kardinal_prospect all[KARDINAL_SEATS]) {
    uint64_t free = ~taken & (SPACE_BIT(SPACES) - 1);
    memset(all, 0, KARDINAL_SEATS * sizeof all[0]);
    for (unsigned c = 0; c < COUNTRIES; c++) score_country(s, c, all);
    score_alliances(s, courts, all);
    for (unsigned seat = 0; seat < s->players; seat++) {
        score_chains(s->seats[seat].cloisters, free, &all[seat]);
        all[seat].settled = (uint16_t)(all[seat].settled + s->seats[seat].first + all[seat].chains);
    }
}

void kardinal_prospects(const struct kardinal *s, struct kardinal_prospect all[KARDINAL_SEATS]) {
    uint64_t taken = kardinal_taken(s);
    struct courts courts;
    look_at_courts(s, taken, &courts);
    find_prospects(s, taken, &courts, all);
}

/* ---- writing the features ---- */

/* The score if the game ended now, including the interim scoring if it is still to come. */
static int score_now(const struct kardinal *s, unsigned seat, const struct kardinal_prospect *p) {
    return (s->runs ? s->seats[seat].first : p->cloisters) + p->cloisters + p->alliances +
           p->chains;
}

/* The turn is a feature of the seat that has it: a feature equal for all seats would not help to
 * rank them. */
static void tell_turn(const struct kardinal *s, struct kardinal_seat_features *f) {
    f->place = s->phase == PHASE_PLACE ? 64 : 0;
    f->more = s->phase == PHASE_MORE ? 64 : 0;
    f->draw =
        s->phase == PHASE_DRAW ? (int16_t)(32 * (KARDINAL_HAND - s->seats[s->turn].hand_count)) : 0;
}

static void tell_seat(const struct kardinal *s, unsigned seat, const struct kardinal_prospect *p,
                      struct kardinal_seat_features *f) {
    const struct kardinal_seat *t = &s->seats[seat];
    if (s->turn == seat) tell_turn(s, f);
    f->turn_to_come = seat > s->turn ? 64 : 0;
    f->first = clip(2 * t->first);
    f->cloisters = clip(2 * p->cloisters);
    f->alliances = clip(2 * p->alliances);
    f->chains = clip(5 * p->chains);
    f->settled = clip(2 * p->settled);
    f->cloisters_left = (int16_t)(5 * t->cloisters_left);
    f->councillors_left = (int16_t)(12 * t->councillors_left);
    f->make = p->make ? 64 : 0;
    f->make_two = p->make & (p->make - 1) ? 64 : 0;
    f->lengthen = p->lengthen ? 64 : 0;
}

/* A seat's position at each court: alliance points that depend on it, and those that one more
 * councillor would bring. */
struct ties {
    int gain[COUNTRIES], stake[COUNTRIES];
    int risk; /* alliance points that another seat can take away with one councillor */
};

static void weigh_courts(const struct kardinal *s, unsigned seat, const struct courts *courts,
                         struct ties *ties) {
    const struct kardinal_seat *t = &s->seats[seat];
    int holds[COUNTRIES], would_hold[COUNTRIES], weak[COUNTRIES]; /* 0 or −1, used as a mask */
    for (unsigned c = 0; c < COUNTRIES; c++) {
        unsigned majority = courts->majority[c];
        holds[c] = -(int)(majority >> seat & 1);
        would_hold[c] = -(t->councillors_in[c] + 1 >= courts->most[c]);
        weak[c] = -((majority & (majority - 1)) != 0 && s->room[c]);
        ties->gain[c] = ties->stake[c] = 0;
    }
    ties->risk = 0;
    for (unsigned i = 0; i < ALLIANCES; i++) {
        unsigned a = alliances[i].countries[0], b = alliances[i].countries[1];
        int value = courts->all[a] + courts->all[b], now = value & holds[a] & holds[b];
        ties->stake[a] += now;
        ties->stake[b] += now;
        ties->gain[a] += ((value + 1) & would_hold[a] & holds[b]) - now;
        ties->gain[b] += ((value + 1) & holds[a] & would_hold[b]) - now;
        ties->risk += now & (weak[a] | weak[b]);
    }
}

/* The best gain from one councillor where there is room. */
static int best_court(const struct kardinal *s, unsigned seat, const struct ties *ties) {
    int best = 0;
    for (unsigned c = 0; c < COUNTRIES; c++)
        best = s->room[c] && ties->gain[c] > best ? ties->gain[c] : best;
    return s->seats[seat].councillors_left ? best : 0;
}

static int courts_held(const struct courts *courts, unsigned seat) {
    int held = 0;
    for (unsigned c = 0; c < COUNTRIES; c++) held += courts->majority[c] >> seat & 1;
    return held;
}

static bool has_pair(const uint8_t hand[COLOURS]) {
    unsigned pair = 0;
    for (unsigned c = 0; c < COLOURS; c++) pair |= hand[c] > 1;
    return pair;
}

/* How many pieces the hand pays for in a country: cards that name it, and pairs that do not. */
static int payable(const uint8_t hand[COLOURS], bool pair, unsigned country) {
    unsigned named = hand[countries[country].colour];
    unsigned pieces = named + (pair && named < 2);
    return pieces < 2 ? (int)pieces : 2;
}

/* One seat's prospects in all countries. Returns the best gain from a piece that it can pay for. */
static int tell_countries(const struct kardinal *s, unsigned seat, const struct courts *courts,
                          const struct ties *ties, struct kardinal_country_features f[COUNTRIES]) {
    const struct kardinal_seat *t = &s->seats[seat];
    int best = 0;
    bool pair = has_pair(t->hand);
    for (unsigned c = 0; c < COUNTRIES; c++) {
        struct outlook outlook = look_at_country(s, seat, c);
        bool space = outlook.free && t->cloisters_left, court = s->room[c] && t->councillors_left;
        int pieces = space || court ? payable(t->hand, pair, c) : 0;
        int gain = space ? outlook.gain : 0, sent_gain = court ? ties->gain[c] : 0,
            more = gain > sent_gain ? gain : sent_gain;
        f[c].cloisters = (int16_t)(14 * t->cloisters_in[c]);
        f[c].margin = (int16_t)(14 * (t->cloisters_in[c] - outlook.most));
        f[c].free = (int16_t)(12 * outlook.free);
        f[c].gain = clip(12 * gain);
        f[c].councillors = (int16_t)(14 * t->councillors_in[c]);
        f[c].court_margin = (int16_t)(14 * (t->councillors_in[c] - outlook.court_most));
        f[c].room = (int16_t)(14 * s->room[c]);
        f[c].holds = courts->majority[c] >> seat & 1 ? 64 : 0;
        f[c].court_gain = clip(4 * sent_gain);
        f[c].court_stake = clip(4 * ties->stake[c]);
        f[c].payable = (int16_t)(32 * pieces);
        best = pieces && more > best ? more : best;
    }
    return best;
}

static unsigned stage_of(const struct kardinal *s) {
    return s->runs == 2 ? 4 : 2u * s->runs + (s->pile_count < 16);
}

/* Leads over the best and the second-best other seat. */
static void tell_leads(const int *scores, unsigned players, unsigned seat, int16_t *lead,
                       int16_t *second_lead) {
    int best = INT16_MIN, second = INT16_MIN;
    for (unsigned other = 0; other < players; other++) {
        int score = other == seat ? INT16_MIN : scores[other];
        second = score > best ? best : score > second ? score : second;
        best = score > best ? score : best;
    }
    *lead = clip(4 * (scores[seat] - best));
    *second_lead = clip(4 * (scores[seat] - second));
}

static void tell_cards(const struct kardinal *s, unsigned seat, struct kardinal_features *f) {
    const uint8_t *hand = s->seats[seat].hand;
    for (unsigned c = 0; c < COLOURS; c++) {
        f->hand[c] = (int16_t)(32 * hand[c]);
        f->open[c] = (int16_t)(32 * kardinal_open_of(s, c));
    }
    f->pair = has_pair(hand) ? 64 : 0;
}

void kardinal_features(const void *state, int16_t (*features)[FEATURES_MAX]) {
    const struct kardinal *s = state;
    struct kardinal_prospect all[KARDINAL_SEATS];
    struct kardinal_seat_features rows[KARDINAL_SEATS] = {{0}};
    struct courts courts;
    struct ties ties[KARDINAL_SEATS];
    int scores[KARDINAL_SEATS];
    uint64_t taken = kardinal_taken(s);
    look_at_courts(s, taken, &courts);
    find_prospects(s, taken, &courts, all);
    for (unsigned seat = 0; seat < s->players; seat++) {
        scores[seat] = score_now(s, seat, &all[seat]);
        tell_seat(s, seat, &all[seat], &rows[seat]);
        weigh_courts(s, seat, &courts, &ties[seat]);
        rows[seat].courts = (int16_t)(16 * courts_held(&courts, seat));
        rows[seat].court_gain = clip(5 * best_court(s, seat, &ties[seat]));
        rows[seat].risk = clip(4 * ties[seat].risk);
    }
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct kardinal_features *f = (struct kardinal_features *)features[seat];
        memset(f, 0, sizeof *f);
        for (unsigned i = 0; i < s->players; i++) {
            unsigned at = seat + i < s->players ? seat + i : seat + i - s->players;
            f->seats[i] = rows[at];
            f->seats[i].ahead = i == 0 ? clip(scores[at]) : clip(4 * (scores[at] - scores[seat]));
        }
        f->best_piece = clip(8 * tell_countries(s, seat, &courts, &ties[seat], f->countries));
        tell_leads(scores, s->players, seat, &f->lead[stage_of(s)], &f->second_lead);
        tell_cards(s, seat, f);
        f->stage[stage_of(s)] = 64;
        f->pile = (int16_t)(3 * s->pile_count);
    }
}
