/* Draws a game's position: with its board (terminal/GAME.c) if it has one, else as lists. */
#ifndef TERMINAL_BOARDS_H
#define TERMINAL_BOARDS_H

#include "terminal/canvas.h"

struct board {
    const char *game;
    const char *legend; /* catalogue key of the explanation of its signs */
    /* Draws a view of `seat` (or SPECTATOR). Fits into 80 columns; may use more columns, and up to
     * canvas->room rows, if they are available. */
    void (*draw)(struct canvas *canvas, const void *view, unsigned seat);
};

/* Draws the position with the game's board, or as lists side by side (lists.h). */
void boards_draw(struct canvas *canvas, const void *view, unsigned seat);

/* The catalogue key of the board's legend, or NULL without a board. */
const char *boards_legend(const char *game);

#endif
