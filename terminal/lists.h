/* The board of every game that has none of its own: the position's lists side by side, one block
 * per heading, the player's own at the bottom. Long lists are cut, so that the log keeps its room;
 * the page of the whole position (V) shows everything. */
#ifndef TERMINAL_LISTS_H
#define TERMINAL_LISTS_H

#include "terminal/canvas.h"

/* Fits into canvas->room rows if there are at least two per block. */
void lists_draw(struct canvas *canvas, const void *view, unsigned seat);

#endif
