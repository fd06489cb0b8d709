#include "terminal/paint.h"

#include <curses.h>
#include <stdlib.h>

/* Which column of `looks` fits the terminal's depth. */
enum depth { DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_DIRECT, DEPTHS };

/* Colours by depth (-1: the terminal's own), and attributes that say the same without colours. Of
 * sixteen colours the upper eight are the bright ones, which are legible on black. */
/* clang-format off */
static const struct {
    int colours[DEPTHS];
    attr_t attributes;
} looks[STYLES] = { /*   8              16                     256  red-green-blue */
    [STYLE_PLAIN]    = {{-1,            -1,                     -1, -1},       0},
    [STYLE_DIM]      = {{-1,            COLOR_BLACK + 8,       245, 0x8a8a8a}, A_DIM},
    [STYLE_BOLD]     = {{-1,            -1,                     -1, -1},       A_BOLD},
    [STYLE_HEAD]     = {{COLOR_YELLOW,  COLOR_YELLOW,          180, 0xd7af87}, A_BOLD},
    [STYLE_LEGAL]    = {{-1,            -1,                     -1, -1},       A_UNDERLINE},
    [STYLE_CHOSEN]   = {{-1,            -1,                     -1, -1},       A_REVERSE | A_BOLD},
    [STYLE_WARN]     = {{COLOR_YELLOW,  COLOR_YELLOW + 8,      215, 0xffaf5f}, A_BOLD},
    /* vermilion, lapis, verdigris, ochre, plum, as on the page by candlelight; marks differ, too */
    [STYLE_SEAT]     = {{COLOR_RED,     COLOR_RED + 8,         209, 0xe8735a}, A_BOLD},
    [STYLE_SEAT + 1] = {{COLOR_BLUE,    COLOR_BLUE + 8,         75, 0x7fb0e6}, A_BOLD},
    [STYLE_SEAT + 2] = {{COLOR_GREEN,   COLOR_GREEN + 8,        79, 0x6fc398}, A_BOLD},
    [STYLE_SEAT + 3] = {{COLOR_YELLOW,  COLOR_YELLOW + 8,      220, 0xe3b04b}, A_BOLD},
    [STYLE_SEAT + 4] = {{COLOR_MAGENTA, COLOR_MAGENTA + 8,     176, 0xc79ad8}, A_BOLD},
    [STYLE_TINT]     = {{COLOR_GREEN,   COLOR_GREEN,           150, 0xafd787}, 0},
    [STYLE_TINT + 1] = {{COLOR_CYAN,    COLOR_CYAN,            117, 0x87d7ff}, 0},
    [STYLE_TINT + 2] = {{COLOR_RED,     COLOR_RED,             216, 0xffaf87}, 0},
    [STYLE_TINT + 3] = {{COLOR_YELLOW,  COLOR_YELLOW,          229, 0xffffaf}, 0},
    [STYLE_TINT + 4] = {{COLOR_MAGENTA, COLOR_MAGENTA,         183, 0xd7afff}, 0},
    [STYLE_TINT + 5] = {{-1,            COLOR_WHITE + 8,       252, 0xd0d0d0}, 0},
};
/* clang-format on */

/* With direct colour a number is not an index but red, green and blue. */
static enum depth terminal_depth(void) {
    if (COLORS > 256) return DEPTH_DIRECT;
    return COLORS == 256 ? DEPTH_256 : COLORS >= 16 ? DEPTH_16 : DEPTH_8;
}

static bool has_colours(void) {
    const char *unwanted = getenv("NO_COLOR");
    return has_colors() && !(unwanted && *unwanted);
}

void paint_begin(void) {
    if (!has_colours()) return;
    start_color();
    use_default_colors();
    enum depth depth = terminal_depth();
    for (int style = 0; style < STYLES; style++)
        init_extended_pair(style + 1, looks[style].colours[depth], -1);
}

static attr_t look_of(enum style style) {
    bool coloured = COLOR_PAIRS > STYLES && has_colours();
    attr_t attributes = looks[style].attributes;
    if (coloured && style == STYLE_DIM && COLORS > 8) attributes = 0; /* grey is dim enough */
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
