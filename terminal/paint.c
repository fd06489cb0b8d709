#include "terminal/paint.h"

#include <curses.h>
#include <stdlib.h>

/* Colours on terminals with 256 and 8 colours, and attributes for terminals without colours. */
static const struct {
    short many, few;
    attr_t attributes;
} looks[STYLES] = {
    [STYLE_PLAIN] = {-1, -1, 0},
    [STYLE_DIM] = {245, -1, A_DIM},
    [STYLE_BOLD] = {-1, -1, A_BOLD},
    [STYLE_HEAD] = {180, COLOR_YELLOW, A_BOLD},
    [STYLE_LEGAL] = {-1, -1, A_UNDERLINE},
    [STYLE_CHOSEN] = {-1, -1, A_REVERSE | A_BOLD},
    [STYLE_WARN] = {215, COLOR_YELLOW, A_BOLD},
    /* vermilion, lapis, verdigris, ochre, plum, as on the page; marks differ, too */
    [STYLE_SEAT] = {209, COLOR_RED, A_BOLD},
    [STYLE_SEAT + 1] = {75, COLOR_BLUE, A_BOLD},
    [STYLE_SEAT + 2] = {79, COLOR_GREEN, A_BOLD},
    [STYLE_SEAT + 3] = {220, COLOR_YELLOW, A_BOLD},
    [STYLE_SEAT + 4] = {176, COLOR_MAGENTA, A_BOLD},
    [STYLE_TINT] = {150, COLOR_GREEN, 0},
    [STYLE_TINT + 1] = {117, COLOR_CYAN, 0},
    [STYLE_TINT + 2] = {216, COLOR_RED, 0},
    [STYLE_TINT + 3] = {229, COLOR_YELLOW, 0},
    [STYLE_TINT + 4] = {183, COLOR_MAGENTA, 0},
    [STYLE_TINT + 5] = {252, -1, 0},
};

void paint_begin(void) {
    if (getenv("NO_COLOR") || !has_colors()) return;
    start_color();
    use_default_colors();
    for (int style = 0; style < STYLES; style++)
        init_pair((short)(style + 1), COLORS >= 256 ? looks[style].many : looks[style].few, -1);
}

static attr_t look_of(enum style style) {
    bool coloured = COLOR_PAIRS > STYLES && !getenv("NO_COLOR");
    attr_t attributes = looks[style].attributes;
    if (coloured && style == STYLE_DIM) attributes = 0; /* grey is dim enough */
    return attributes | (coloured ? COLOR_PAIR(style + 1) : 0);
}

static void paint_cell(unsigned row, unsigned column, const struct cell *cell) {
    const wchar_t one[] = {cell->c, 0};
    if (!cell->c) return;
    attrset((int)look_of(cell->style));
    mvaddwstr((int)row, (int)column, one);
}

unsigned paint(unsigned row, unsigned column, unsigned columns, enum style style,
               const char *text) {
    static struct canvas line; /* decodes UTF-8 */
    line.columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    unsigned used = canvas_put(&line, 0, 0, style, text);
    if (used && text_columns(text) > used) line.cells[0][used - 1].c = L'…';
    for (unsigned i = 0; i < used; i++) paint_cell(row, column + i, &line.cells[0][i]);
    return column + used;
}

void paint_rule(unsigned row, unsigned column, unsigned columns, const char *title) {
    unsigned at = paint(row, column, columns, STYLE_DIM, "── ");
    at = paint(row, at, columns - (at - column), STYLE_HEAD, title);
    at = paint(row, at, 1, STYLE_DIM, " ");
    for (; at < column + columns; at++) paint(row, at, 1, STYLE_DIM, "─");
}

void paint_canvas(const struct canvas *c, unsigned top, unsigned rows, unsigned at_row,
                  unsigned at_column) {
    for (unsigned row = 0; row < rows && top + row < c->rows; row++)
        for (unsigned column = 0; column < c->columns; column++)
            paint_cell(at_row + row, at_column + column, &c->cells[top + row][column]);
}

/* Wraps the text on a temporary canvas. Returns its rows. */
static unsigned wrap(struct canvas *c, unsigned columns, unsigned indent, enum style style,
                     const char *text) {
    canvas_begin(c, columns, CANVAS_ROWS);
    return canvas_wrap(c, 0, 0, columns, indent, style, text);
}

unsigned wrapped_rows(unsigned columns, unsigned indent, const char *text) {
    static struct canvas c;
    return wrap(&c, columns, indent, STYLE_PLAIN, text);
}

void paint_part(unsigned row, unsigned column, unsigned columns, unsigned indent, unsigned first,
                unsigned rows, enum style style, const char *text) {
    static struct canvas c;
    wrap(&c, columns, indent, style, text);
    paint_canvas(&c, first, rows, row, column);
}

/* The first free column after everything in a row, or the last column. */
static unsigned last_column(const struct canvas *c, unsigned row) {
    unsigned column = c->columns - 1;
    while (column && !c->cells[row][column - 1].c) column--;
    return column;
}

unsigned paint_wrapped(unsigned row, unsigned column, unsigned columns, unsigned indent,
                       unsigned rows, enum style style, const char *text) {
    static struct canvas c;
    unsigned taken = wrap(&c, columns, indent, style, text);
    if (taken > rows) taken = rows;
    if (taken < c.rows && taken) canvas_put(&c, taken - 1, last_column(&c, taken - 1), style, "…");
    paint_canvas(&c, 0, taken, row, column);
    return taken;
}
