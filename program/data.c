#include "program/data.h"

#include "core/tuning.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_at(const char *folder, const char *name, char path[PATHS_MAX]) {
    return (size_t)snprintf(path, PATHS_MAX, "%s/%s", folder, name) < PATHS_MAX &&
           access(path, R_OK) == 0;
}

/* Looks beside the build, then where it was installed. */
static bool find_usual(const char *name, char path[PATHS_MAX]) {
    static const char *const places[] = {"..", "../share/tafelrunde"};
    char own[PATHS_MAX], folder[PATHS_MAX + 32];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) return false;
    own[length] = 0;
    *strrchr(own, '/') = 0;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, "%s/%s", own, places[i]);
        if (is_at(folder, name, path)) return true;
    }
    return false;
}

bool data_find(const struct cli *cli, const char *name, char path[PATHS_MAX]) {
    const char *chosen = paths_setting(cli, "data");
    return chosen ? is_at(chosen, name, path) : find_usual(name, path);
}

struct net *data_net_file(const struct game *game, unsigned players, const char *path,
                          struct message *error) {
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

static struct net *load(const struct cli *cli, const struct game *game, unsigned players,
                        struct message *error) {
    static char path[PATHS_MAX], name[64]; /* static because the error may point to it */
    snprintf(name, sizeof name, "nets/%s-%u.net", game->id, players);
    /* --data may name a folder that has only a page */
    if (!data_find(cli, name, path) && !find_usual(name, path)) {
        *error = MESSAGE("cli.error.no_net", TEXT("file", name, strlen(name)));
        return NULL;
    }
    return data_net_file(game, players, path, error);
}

bool data_net(const struct cli *cli, const struct game *game, unsigned players,
              const struct net **net, struct message *error) {
    enum { GAMES_MAX = 16 };
    static struct net *loaded[GAMES_MAX][SEATS_MAX + 1];
    unsigned number = 0;
    while (games[number] != game) number++;
    *net = NULL;
    if (!feature_count(game) || number >= GAMES_MAX) return true;
    if (!loaded[number][players]) loaded[number][players] = load(cli, game, players, error);
    *net = loaded[number][players];
    return *net;
}

static const struct net *find_loaded(struct net_source *source, const struct game *game,
                                     unsigned players) {
    const struct net *net;
    struct message error;
    return data_net(((struct data_nets *)source)->cli, game, players, &net, &error) ? net : NULL;
}

bool data_nets_open(struct data_nets *nets, const struct cli *cli, struct message *error) {
    const struct net *net;
    *nets = (struct data_nets){{find_loaded}, cli};
    for (unsigned i = 0; i < games_count; i++)
        for (unsigned players = games[i]->players_min; players <= games[i]->players_max; players++)
            if (!data_net(cli, games[i], players, &net, error)) return false;
    return true;
}
