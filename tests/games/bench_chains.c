/* Measures how long it takes to score the chains of all seats: the mean over final boards of random
 * play, and the worst board that a search finds. Prints both in microseconds, with the board.
 *
 *     bench_chains [GAMES [ROUNDS [SEED]]] */
#include "games/kardinal/kardinal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7, STARTS = 40 };

struct board {
    uint64_t owned[KARDINAL_SEATS];
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static unsigned score(const struct board *board) {
    unsigned sum = 0;
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        sum += kardinal_chains(board->owned[seat]);
    return sum;
}

/* Takes the shortest of several runs, because the machine may be busy. */
static double time_of(const struct board *board, volatile unsigned *result) {
    double best = 1;
    for (unsigned i = 0; i < RUNS; i++) {
        double begun = seconds();
        *result = score(board);
        double took = seconds() - begun;
        if (took < best) best = took;
    }
    return best;
}

static void play(struct board *board, unsigned players, struct generator *g) {
    struct kardinal s;
    struct outcomes outcomes;
    uint16_t list[LEGAL_MAX];
    unsigned to_move;
    kardinal_game.setup(&s, players, NULL);
    while ((to_move = kardinal_game.to_move(&s))) {
        if (to_move & CHANCE_BIT) {
            kardinal_game.chance(&s, &outcomes);
            kardinal_game.apply(&s, BY_CHANCE, outcomes_draw(&outcomes, g), NULL);
        } else {
            unsigned count = kardinal_game.legal(&s, s.turn, list);
            kardinal_game.apply(&s, s.turn, list[generator_below(g, count)], NULL);
        }
    }
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        board->owned[seat] = s.seats[seat].cloisters;
}

static void average(unsigned games, struct generator *g) {
    for (unsigned players = KARDINAL_SEATS_MIN; players <= KARDINAL_SEATS; players++) {
        struct board *boards = malloc(games * sizeof *boards);
        volatile unsigned sum = 0;
        for (unsigned i = 0; i < games; i++) play(&boards[i], players, g);
        double best = 1e9;
        for (unsigned run = 0; run < RUNS; run++) {
            double begun = seconds();
            for (unsigned i = 0; i < games; i++) sum += score(&boards[i]);
            double took = seconds() - begun;
            if (took < best) best = took;
        }
        printf("%u players: %.2f µs a final board of random play, all seats (%u boards)\n", players,
               best / games * 1e6, games);
        free(boards);
    }
}

/* Gives a space to another seat, or to none. */
static void move(struct board *board, struct generator *g) {
    unsigned space = generator_below(g, SPACES), seat = generator_below(g, KARDINAL_SEATS + 1);
    for (unsigned other = 0; other < KARDINAL_SEATS; other++)
        board->owned[other] &= ~SPACE_BIT(space);
    if (seat == KARDINAL_SEATS || __builtin_popcountll(board->owned[seat]) == KARDINAL_CLOISTERS)
        return;
    board->owned[seat] |= SPACE_BIT(space);
}

static void grow(struct board *board, unsigned seat, struct generator *g) {
    uint64_t free = SPACE_BIT(SPACES) - 1, border;
    for (unsigned other = 0; other < KARDINAL_SEATS; other++) free &= ~board->owned[other];
    for (unsigned n = 0; n < KARDINAL_CLOISTERS && free; n++) {
        border = 0;
        for (uint64_t set = board->owned[seat]; set; set &= set - 1)
            border |= spaces[__builtin_ctzll(set)].roads;
        border &= free;
        if (!border) border = free;
        for (unsigned skip = generator_below(g, (uint32_t)__builtin_popcountll(border)); skip;
             skip--)
            border &= border - 1;
        board->owned[seat] |= border & -border;
        free &= ~(border & -border);
    }
}

/* Hill climbing from boards of three grown groups: accepts boards that are not faster, sometimes
 * after several moves at once. */
static void worst(unsigned rounds, struct generator *g) {
    struct board worst_board = {0};
    double worst_time = 0;
    volatile unsigned sum;
    for (unsigned start = 0; start < STARTS; start++) {
        struct board at = {0};
        for (unsigned seat = 0; seat < 3; seat++) grow(&at, seat, g);
        double slowest = time_of(&at, &sum);
        for (unsigned round = 0; round < rounds; round++) {
            struct board next = at;
            for (unsigned moves = 1 + generator_below(g, 3); moves; moves--) move(&next, g);
            double took = time_of(&next, &sum);
            if (took < slowest * 0.98) continue;
            at = next;
            slowest = took;
        }
        slowest = time_of(&at, &sum);
        if (slowest <= worst_time) continue;
        worst_time = slowest;
        worst_board = at;
    }
    printf("worst board found: %.2f µs, all seats:", time_of(&worst_board, &sum) * 1e6);
    for (unsigned seat = 0; seat < KARDINAL_SEATS; seat++)
        printf(" %#llx", (unsigned long long)worst_board.owned[seat]);
    printf(" (%u rounds from each of %u starts)\n", rounds, STARTS);
}

int main(int argc, char **argv) {
    struct generator g;
    unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 2000,
             rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 3000;
    generator_seed(&g, argc > 3 ? (uint64_t)atoi(argv[3]) : 1);
    average(games, &g);
    worst(rounds, &g);
    return 0;
}
