/* The data folder, with nets/GAME-N.net and the page: --data, else beside the build or under
 * share/tafelrunde. */
#ifndef PROGRAM_DATA_H
#define PROGRAM_DATA_H

#include "program/paths.h"

/* Finds a file of the data folder. False if there is none. */
bool data_find(const struct cli *cli, const char *name, char path[PATHS_MAX])
    __attribute__((warn_unused_result));

/* Finds the net of a game and player count. It is read once and kept until the program ends. A
 * game without nets gets NULL, which is no error. */
bool data_net(const struct cli *cli, const struct game *game, unsigned players,
              const struct net **net, struct message *error) __attribute__((warn_unused_result));

/* Reads the net of a game and player count from a file, which the caller frees; NULL with the
 * reason. */
struct net *data_net_file(const struct game *game, unsigned players, const char *path,
                          struct message *error) __attribute__((warn_unused_result));

/* Reads all nets. False if one is missing or broken. */
struct data_nets {
    struct net_source source;
    const struct cli *cli;
};
bool data_nets_open(struct data_nets *nets, const struct cli *cli, struct message *error)
    __attribute__((warn_unused_result));

#endif
