/* The menu of `play` without a game: what to play, which saved game to resume, or which table of a
 * server to join. It answers by adding to the arguments, as if they had been typed. */
#ifndef TERMINAL_MENU_H
#define TERMINAL_MENU_H

#include "program/paths.h"

/* With --server it goes straight to that server's tables. False if the player leaves, the input
 * ends or something fails; `status` is then what to exit with. */
bool menu_run(struct cli *cli, int *status) __attribute__((warn_unused_result));

/* A new file for a game that is saved automatically; its name says who plays. False if there is no
 * place for it. */
bool menu_new_file(const struct game_choice *choice, char path[PATHS_MAX]);

/* The file that keeps the latest finished game. */
bool menu_latest_file(char path[PATHS_MAX]);

#endif
