/* Random play through the public header; python/bench.py compares it with the same from Python.
 *   bench_library GAME PLAYERS GAMES
 * prints the decisions per second of processor time and the sum of all scores. */
#include "lib/tafelrunde.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    const struct tafelrunde_game *game = argc == 4 ? tafelrunde_find(argv[1]) : NULL;
    if (!game) return fprintf(stderr, "usage: bench_library GAME PLAYERS GAMES\n"), 2;
    unsigned players = (unsigned)strtoul(argv[2], NULL, 10);
    size_t games = strtoul(argv[3], NULL, 10);
    struct tafelrunde_tally tally = {
        .scores = calloc(games * TAFELRUNDE_SEATS_MAX + 1, sizeof *tally.scores),
        .places = calloc(games * TAFELRUNDE_SEATS_MAX + 1, sizeof *tally.places),
        .decisions = calloc(games + 1, sizeof *tally.decisions),
    };
    struct tafelrunde_error error;
    if (!tally.scores || !tally.places || !tally.decisions) return 1;
    double decisions = 0, start = now();
    long scores = 0;
    if (tafelrunde_playouts(game, players, NULL, 1, games, &tally, &error))
        return fprintf(stderr, "%s\n", error.text[TAFELRUNDE_EN]), 1;
    double took = now() - start;
    for (size_t i = 0; i < games; i++) decisions += tally.decisions[i];
    for (size_t i = 0; i < games * players; i++) scores += tally.scores[i];
    printf("%.0f %ld\n", decisions / took, scores);
    free(tally.scores);
    free(tally.places);
    free(tally.decisions);
    return 0;
}
