/* A player of its own in C: starts `tafelrunde engine`, has seat 0, answers at random, prints the result.
 *   bot PROGRAM GAME PLAYERS         docs/protocol.md explains the messages; bot.py is the same in Python */
#include "lib/tafelrunde.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static char table[64];    /* the table's id: every message names it */
static int answered = -1; /* the number of the last question        */

/* What stands between `before` and the next quote; NULL if it is not there. */
static char *member(const char *line, const char *before, char text[64]) {
    const char *at = strstr(line, before);
    return at && sscanf(at + strlen(before), "%63[^\"]", text) == 1 ? text : NULL;
}

static void say_hex(FILE *to, const char *what, const uint8_t bytes[32]) {
    fprintf(to, "{\"type\":\"entropy\",\"table\":\"%s\",\"seat\":0,\"%s\":\"", table, what);
    for (int i = 0; i < 32; i++) fprintf(to, "%02x", bytes[i]);
    fprintf(to, "\"}\n");
}

/* One of the question's legal answers, each of which has its "do". The same question comes again when others have answered
 * theirs: once is enough. */
static void answer(FILE *to, const char *line) {
    int q = atoi(strstr(line, "\"q\":") + strlen("\"q\":")), count = 0;
    char chosen[64] = "", step[64];
    if (q == answered) return;
    answered = q;
    for (const char *at = line; (at = strstr(at, "{\"do\":\"")); at++)
        if (member(at, "{\"do\":\"", step) && rand() % ++count == 0) strcpy(chosen, step);
    fprintf(to, "{\"type\":\"answer\",\"table\":\"%s\",\"seat\":0,\"q\":%d,\"id\":\"answer %d\",\"do\":\"%s\"}\n", table, q, q, chosen);
}

/* Starts the program with pipes to its standard input and from its standard output. */
static bool start(char *program, char *game, char *players, FILE **to, FILE **from) {
    char bots[64] = "person";
    int down[2], up[2];
    for (int i = 1; i < atoi(players) && i < TAFELRUNDE_SEATS_MAX; i++) strcat(bots, ",random");
    if (pipe(down) || pipe(up)) return false;
    if (fork() == 0) {
        dup2(down[0], 0), dup2(up[1], 1), close(down[1]), close(up[0]);
        execlp(program, program, "engine", game, "--players", players, "--bots", bots, (char *)NULL);
        _exit(127);
    }
    close(down[0]), close(up[1]);
    *to = fdopen(down[1], "w"), *from = fdopen(up[0], "r");
    return *to && *from;
}

int main(int argc, char **argv) {
    FILE *to, *from;
    uint8_t entropy[32], hash[32]; /* our share in the draws */
    char type[64], *line = NULL, *result;
    size_t size = 0;
    if (argc != 4) return fprintf(stderr, "usage: bot PROGRAM GAME PLAYERS\n"), 2;
    if (getrandom(entropy, sizeof entropy, 0) != sizeof entropy || !start(argv[1], argv[2], argv[3], &to, &from)) return perror("bot"), 1;
    srand(entropy[0]);
    while (getline(&line, &size, from) > 0 && member(line, "\"type\":\"", type)) {
        if (strcmp(type, "welcome") == 0) { /* first a hash of the share, so that nobody can choose theirs after seeing ours */
            member(line, "\"table\":\"", table);
            tafelrunde_blake2b(entropy, sizeof entropy, hash);
            say_hex(to, "hash", hash);
        } else if (strstr(line, "\"phase\":\"revealing\"")) say_hex(to, "value", entropy);
        else if (strcmp(type, "question") == 0) answer(to, line); /* stale if there was no choice: then the table was faster */
        else if (strcmp(type, "refused") == 0 && !strstr(line, "error.match.stale")) return fprintf(stderr, "bot: %s", line), 1;
        else if (strstr(line, "\"over\":true") && (result = strstr(line, "\"result\":")))
            return printf("%.*s}}\n", (int)strcspn(result + 9, "}"), result + 9), 0;
        fflush(to);
    }
    return fprintf(stderr, "bot: the table closed before the end\n"), 1;
}
