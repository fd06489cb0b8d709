/* Questions in plain lines, before a game begins: a list of numbered answers, or a line of text. */
#ifndef TERMINAL_ASKING_H
#define TERMINAL_ASKING_H

#include "program/cli.h"

enum { ANSWER_MAX = 256 };

/* Reads a line without its end; false at the end of the input. */
bool ask_line(char answer[ANSWER_MAX]) __attribute__((warn_unused_result));

/* Asks for one of `count` numbered answers. People count from 1, `number` from 0; an empty answer
 * is the first. False if the player leaves. */
bool ask_number(const struct cli *cli, unsigned count, unsigned *number)
    __attribute__((warn_unused_result));

/* Prints the offered games (all but samples) as answers, numbered after the first `before` ones. */
void list_games(const struct cli *cli, unsigned before);

/* Ask for the number of players, and for the options of choice->game. */
bool ask_players(const struct cli *cli, struct game_choice *choice)
    __attribute__((warn_unused_result));
bool ask_options(const struct cli *cli, struct game_choice *choice)
    __attribute__((warn_unused_result));

/* Prints the opponents' levels as answers, numbered after the first `before` ones; the number of
 * the answer, without those before, is a level from asked_level. */
unsigned list_levels(const struct cli *cli, unsigned before);
const char *asked_level(unsigned number);

#endif
