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

struct lister {
    struct sink sink; /* first */
    struct canvas *canvas;
    unsigned row;
};

static void list(struct sink *sink, const struct event *event) {
    struct lister *l = (struct lister *)sink;
    char text[1024];
    unsigned indent = event->apart ? 0 : 2;
    text_format(l->canvas->reader, &event->message, text, sizeof text);
    l->row = canvas_wrap(l->canvas, l->row, indent, l->canvas->columns - indent, 2,
                         event->apart ? STYLE_HEAD : STYLE_PLAIN, text);
}

void boards_describe(struct canvas *canvas, const void *view) {
    struct lister lister = {.sink = {list}, .canvas = canvas};
    canvas->game->describe(view, &lister.sink);
}

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
