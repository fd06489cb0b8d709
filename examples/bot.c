/* A player of its own in C: starts `tafelrunde engine`, has seat 0, answers at random, prints the result.
 *   bot PROGRAM GAME PLAYERS         docs/protocol.md explains the messages; bot.py is the same in Python */
#include "lib/tafelrunde.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static char table[64]; /* the table's id: every message names it */

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

/* One of the question's legal answers: each has its "do". The number q makes an answer to it one that cannot come too late unnoticed. */
static void answer(FILE *to, const char *line) {
    unsigned q = (unsigned)atoi(strstr(line, "\"q\":") + 4), count = 0;
    char chosen[64] = "", step[64];
    for (const char *at = line; (at = strstr(at, "{\"do\":\"")); at++)
        if (member(at, "{\"do\":\"", step) && rand() % ++count == 0) strcpy(chosen, step);
    fprintf(to, "{\"type\":\"answer\",\"table\":\"%s\",\"seat\":0,\"q\":%u,\"id\":\"answer %u\",\"do\":\"%s\"}\n", table, q, q, chosen);
}

int main(int argc, char **argv) {
    char bots[64] = "person", type[64], *line = NULL;
    uint8_t entropy[32], hash[32];
    int down[2], up[2];
    size_t size = 0;
    if (argc != 4 || pipe(down) || pipe(up) || getrandom(entropy, sizeof entropy, 0) != sizeof entropy) return fprintf(stderr, "usage: bot PROGRAM GAME PLAYERS\n"), 2;
    srand(entropy[0]);
    for (int i = 1; i < atoi(argv[3]) && i < TAFELRUNDE_SEATS_MAX; i++) strcat(bots, ",random");
    if (fork() == 0) {
        dup2(down[0], 0), dup2(up[1], 1), close(down[1]), close(up[0]);
        execlp(argv[1], argv[1], "engine", argv[2], "--players", argv[3], "--bots", bots, (char *)NULL);
        _exit(127);
    }
    close(down[0]), close(up[1]);
    FILE *to = fdopen(down[1], "w"), *from = fdopen(up[0], "r");
    while (getline(&line, &size, from) > 0 && member(line, "\"type\":\"", type)) {
        if (strcmp(type, "welcome") == 0) { /* first a hash of our share in the draws, later the share itself */
            member(line, "\"table\":\"", table);
            tafelrunde_blake2b(entropy, sizeof entropy, hash);
            say_hex(to, "hash", hash);
        } else if (strstr(line, "\"phase\":\"revealing\"")) say_hex(to, "value", entropy);
        else if (strcmp(type, "question") == 0) answer(to, line);
        else if (strcmp(type, "refused") == 0) return fprintf(stderr, "%s", line), 1;
        else if (strcmp(type, "update") == 0 && strstr(line, "\"over\":true")) {
            char *result = strstr(line, "\"result\":") + strlen("\"result\":");
            return printf("%.*s\n", (int)(strstr(result, ",\"seed\"") - result), result), 0;
        }
        fflush(to);
    }
    return fprintf(stderr, "bot: the table closed before the end\n"), 1;
}
