#include "cli/data.h"

#include "games/registry.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool data_find(const struct cli *cli, const char *name, char path[DATA_PATH_MAX]) {
    const char *chosen = args_value(&cli->args, "data", 0);
    char own[DATA_PATH_MAX];
    if (chosen) return (size_t)snprintf(path, DATA_PATH_MAX, "%s/%s", chosen, name) < DATA_PATH_MAX && access(path, R_OK) == 0;
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) return false;
    own[length] = 0;
    *strrchr(own, '/') = 0;
    static const char *const places[] = {"..", "../share/tafelrunde"};
    for (unsigned i = 0; i < 2; i++)
        if ((size_t)snprintf(path, DATA_PATH_MAX, "%s/%s/%s", own, places[i], name) < DATA_PATH_MAX && access(path, R_OK) == 0) return true;
    return false;
}

static struct net *load(const struct cli *cli, const struct game *game, unsigned players, struct message *error) {
    static char path[DATA_PATH_MAX], name[64]; /* the error may name it */
    snprintf(name, sizeof name, "nets/%s-%u.net", game->id, players);
    if (!data_find(cli, name, path)) {
        *error = MESSAGE("cli.error.no_net", TEXT("file", name, strlen(name)));
        return NULL;
    }
    size_t size;
    char *bytes = read_file(path, &size, error);
    struct net *net = bytes ? malloc(sizeof *net) : NULL;
    if (bytes && !net) *error = MESSAGE("error.memory");
    if (net && !net_read(net, game, players, bytes, size, NULL, error)) {
        free(net);
        net = NULL;
    }
    free(bytes);
    return net;
}

bool data_net(const struct cli *cli, const struct game *game, unsigned players, const struct net **net, struct message *error) {
    enum { GAMES_MAX = 16 };
    static struct net *loaded[GAMES_MAX][SEATS_MAX + 1];
    unsigned number = 0;
    while (games[number] != game) number++;
    *net = NULL;
    if (!game->features || number >= GAMES_MAX) return true;
    if (!loaded[number][players]) loaded[number][players] = load(cli, game, players, error);
    *net = loaded[number][players];
    return *net;
}
