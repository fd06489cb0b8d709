#include "terminal/boards.h"
#include "terminal/lists.h"

#include <string.h>

/* The build lists the games with a board: TERMINAL_BOARDS is X(game) X(game) … */
#define X(game) extern const struct board game##_board;
TERMINAL_BOARDS
#undef X

static const struct board *const boards[] = {
#define X(game) &game##_board,
    TERMINAL_BOARDS
#undef X
};

static const struct board *find(const char *game) {
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i]->game, game) == 0) return boards[i];
    return NULL;
}

const char *boards_legend(const char *game) {
    const struct board *board = find(game);
    return board ? board->legend : NULL;
}

void boards_draw(struct canvas *canvas, const void *view, unsigned seat) {
    const struct board *board = find(canvas->game->id);
    if (board) board->draw(canvas, view, seat);
    else lists_draw(canvas, view, seat);
}
