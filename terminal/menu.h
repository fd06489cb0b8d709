/* The menu of `play` without a game: what to play, or which saved game to resume. It answers by
 * adding to the arguments, as if they had been typed. */
#ifndef TERMINAL_MENU_H
#define TERMINAL_MENU_H

#include "program/paths.h"

/* False if the player leaves, or the input ends. */
bool menu_run(struct cli *cli);

/* A new file for a game that is saved automatically; its name says who plays. False if there is no
 * place for it. */
bool menu_new_file(const struct game_choice *choice, char path[PATHS_MAX]);

/* The file that keeps the latest finished game. */
bool menu_latest_file(char path[PATHS_MAX]);

#endif
