/* Points, matchpoints and the order of the entrants. */
#include "core/blake2b.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

static bool lost(const struct tournament_table *table, unsigned seat) {
    return table->lost >> seat & 1;
}

/* Whether a seat ended before another one: those who were absent are behind everybody else. */
static bool ahead(const struct tournament_table *table, unsigned seat, unsigned other) {
    if (lost(table, seat) != lost(table, other)) return lost(table, other);
    return !lost(table, seat) && table->place[seat] < table->place[other];
}

unsigned tournament_points(const struct tournament *t, const struct tournament_table *table,
                           unsigned seat) {
    unsigned points = 0;
    for (unsigned other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        if (ahead(table, seat, other)) points += 2;
        else if (!ahead(table, other, seat)) points += 1;
    }
    return points;
}

unsigned tournament_matchpoints(const struct tournament *t, const struct tournament_table *table,
                                unsigned seat) {
    const struct tournament_table *end = t->tables + t->table_count, *other = table;
    unsigned matchpoints = 0;
    if (!t->equal_deals || lost(table, seat)) return 0;
    while (other > t->tables && other[-1].round == table->round) other--;
    for (; other < end && other->round == table->round; other++) {
        if (other == table || !other->finished) continue;
        if (lost(other, seat) || table->score[seat] > other->score[seat]) matchpoints += 2;
        else if (table->score[seat] == other->score[seat]) matchpoints += 1;
    }
    return matchpoints;
}

static uint32_t draw_lot(const struct tournament *t, unsigned entrant) {
    struct blake2b b;
    uint8_t hash[4];
    blake2b_begin(&b, sizeof hash, t->seed, sizeof t->seed);
    blake2b_add(&b, &(const uint8_t[]){(uint8_t)entrant, (uint8_t)(entrant >> 8)}, 2);
    blake2b_end(&b, hash);
    return (uint32_t)hash[0] << 24 | (uint32_t)hash[1] << 16 | (uint32_t)hash[2] << 8 | hash[3];
}

static int descending(uint32_t a, uint32_t b) {
    return (a < b) - (a > b);
}

/* Negative: `a` is ahead. */
static int compare_results(const struct tournament_row *a, const struct tournament_row *b) {
    int order = descending(a->matchpoints, b->matchpoints);
    if (!order) order = descending(a->points, b->points);
    return order ? order : descending(a->opposition, b->opposition);
}

static int compare_rows(const void *one, const void *other) {
    const struct tournament_row *a = one, *b = other;
    int order = compare_results(a, b);
    if (!order) order = descending(a->lot, b->lot);
    return order ? order : descending(b->entrant, a->entrant);
}

static void add_table(const struct tournament *t, const struct tournament_table *table,
                      struct tournament_row *rows) {
    bool filled = false;
    for (unsigned seat = 0; seat < t->seats; seat++)
        filled |= table->entrants[seat] == TOURNAMENT_OPPONENT;
    for (unsigned seat = 0; seat < t->seats; seat++) {
        if (table->entrants[seat] == TOURNAMENT_OPPONENT) continue;
        struct tournament_row *row = &rows[table->entrants[seat]];
        row->filled += filled;
        if (!table->finished) continue;
        row->played++;
        row->points += tournament_points(t, table, seat);
        row->matchpoints += tournament_matchpoints(t, table, seat);
    }
}

static void add_opposition(const struct tournament *t, const struct tournament_table *table,
                           struct tournament_row *rows) {
    if (!table->finished) return;
    for (unsigned seat = 0; seat < t->seats; seat++)
        for (unsigned other = 0; other < t->seats; other++) {
            unsigned own = table->entrants[seat], met = table->entrants[other];
            if (seat == other || own == TOURNAMENT_OPPONENT || met == TOURNAMENT_OPPONENT) continue;
            rows[own].opposition += rows[met].points;
        }
}

void tournament_standings(const struct tournament *t, unsigned rounds,
                          struct tournament_row rows[TOURNAMENT_ENTRANTS_MAX]) {
    memset(rows, 0, t->entrant_count * sizeof *rows);
    for (unsigned i = 0; i < t->entrant_count; i++) {
        rows[i].entrant = (uint16_t)i;
        rows[i].lot = draw_lot(t, i);
    }
    for (unsigned i = 0; i < t->table_count; i++)
        if (t->tables[i].round < rounds) add_table(t, &t->tables[i], rows);
    for (unsigned i = 0; i < t->table_count; i++)
        if (t->tables[i].round < rounds) add_opposition(t, &t->tables[i], rows);
    qsort(rows, t->entrant_count, sizeof *rows, compare_rows);
    for (unsigned i = 0; i < t->entrant_count; i++)
        rows[i].rank = i && compare_results(&rows[i - 1], &rows[i]) == 0 ? rows[i - 1].rank
                                                                         : (uint16_t)(i + 1);
}
