/* How a game's position is drawn. A game without a board of its own (terminal/GAME.c) is shown
 * as headed lists. */
#ifndef TERMINAL_BOARDS_H
#define TERMINAL_BOARDS_H

#include "terminal/canvas.h"

struct board {
    const char *game;
    const char *legend; /* key of what its signs mean */
    /* Draws what `view` shows; `seat` is whose table it is, or SPECTATOR. Fits in 80 columns;
     * uses more, and rows up to canvas->room, where they are. */
    void (*draw)(struct canvas *canvas, const void *view, unsigned seat);
};

/* Draws the position with the game's board, or as lists. */
void boards_draw(struct canvas *canvas, const void *view, unsigned seat);

/* The key of what a game's signs mean; NULL: it has no board. */
const char *boards_legend(const char *game);

/* The position as headed lists. */
void boards_describe(struct canvas *canvas, const void *view);

#endif
