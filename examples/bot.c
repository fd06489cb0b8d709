/* A player in C: starts `tafelrunde engine`, takes seat 0, answers at random, prints the result.
 *   bot PROGRAM GAME PLAYERS
 * docs/protocol.md explains the messages; bot.py does the same in Python. */
#include "lib/tafelrunde.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* The text between `before` and the next quote. */
static bool member(const char *line, const char *before, char text[64]) {
    const char *at = strstr(line, before);
    return at && sscanf(at + strlen(before), "%63[^\"]", text) == 1;
}

static void say_hex(FILE *to, const char *table, const char *what, const uint8_t bytes[32]) {
    fprintf(to, "{\"type\":\"entropy\",\"table\":\"%s\",\"seat\":0,\"%s\":\"", table, what);
    for (int i = 0; i < 32; i++) fprintf(to, "%02x%s", bytes[i], i == 31 ? "\"}\n" : "");
}

int main(int argc, char **argv) {
    int ends[2], q, count;
    uint8_t entropy[32], hash[32]; /* our share in the draws */
    char bots[64] = "person", table[64] = "", type[64], step[64], chosen[64] = "", *line = NULL;
    const char *at;
    size_t size = 0;
    if (argc != 4) return fprintf(stderr, "usage: bot PROGRAM GAME PLAYERS\n"), 2;
    for (int i = 1; i < atoi(argv[3]) && i < TAFELRUNDE_SEATS_MAX; i++) strcat(bots, ",random");
    if (getrandom(entropy, 32, 0) != 32 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return perror("bot"), 1;
    if (fork() == 0) { /* the engine, connected to our pipes */
        dup2(ends[1], 0), dup2(ends[1], 1);
        execlp(argv[1], argv[1], "engine", argv[2], "--players", argv[3], "--bots", bots,
               (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    srand(entropy[0]), tafelrunde_blake2b(entropy, sizeof entropy, hash);
    FILE *to = fdopen(ends[0], "w"), *from = fdopen(dup(ends[0]), "r");
    for (; to && from && getline(&line, &size, from) > 0 && member(line, "\"type\":\"", type);
         fflush(to))
        /* commits to our bytes, so that nobody can choose theirs after seeing ours */
        if (strcmp(type, "welcome") == 0 && member(line, "\"table\":\"", table))
            say_hex(to, table, "hash", hash);
        else if (strstr(line, "\"phase\":\"revealing\"")) say_hex(to, table, "value", entropy);
        else if (strcmp(type, "question") == 0 && (at = strstr(line, "\"q\":")) &&
                 sscanf(at, "\"q\":%d", &q) == 1) {
            /* picks one of the answers, each of which has its "do" */
            for (count = 0; (at = strstr(at, "{\"do\":\"")); at++)
                if (member(at, "{\"do\":\"", step) && rand() % ++count == 0) strcpy(chosen, step);
            fprintf(to,
                    "{\"type\":\"answer\",\"table\":\"%s\",\"seat\":0,\"q\":%d,\"id\":\"answer "
                    "%d\",\"do\":\"%s\"}\n",
                    table, q, q, chosen);
        } else if (strcmp(type, "refused") == 0 && !strstr(line, "error.match.stale"))
            /* a stale answer is harmless: it was forced, and the table has already played it */
            return fprintf(stderr, "bot: %s", line), 1;
        else if (strstr(line, "\"over\":true") && (at = strstr(line, "\"result\":")))
            return printf("%.*s}}\n", (int)strcspn(at + 9, "}"), at + 9), 0;
    return fprintf(stderr, "bot: the table closed before the end\n"), 1;
}
