/* The data folder: nets/GAME-N.net, the page. Named by --data, else found beside the build or
 * under share/tafelrunde. */
#ifndef PROGRAM_DATA_H
#define PROGRAM_DATA_H

#include "program/paths.h"

/* The path of a file of the data folder; false if there is no such file. */
bool data_find(const struct cli *cli, const char *name, char path[PATHS_MAX])
    __attribute__((warn_unused_result));

/* The net of a game and number of players, read once and kept until the program ends; a game
 * without nets has none, which is no error. */
bool data_net(const struct cli *cli, const struct game *game, unsigned players,
              const struct net **net, struct message *error) __attribute__((warn_unused_result));

/* All nets, read at once: false if one is missing or broken. */
struct data_nets {
    struct net_source source;
    const struct cli *cli;
};
bool data_nets_open(struct data_nets *nets, const struct cli *cli, struct message *error)
    __attribute__((warn_unused_result));

#endif
