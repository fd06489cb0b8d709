/* Draws Rattus: the regions in a grid that resembles the map, each with its rats, cubes and
 * neighbours. One line per player follows.
 *
 *     AN Anglia        SC Scandia       RU …
 *     ◈ ●2 ■1          ◈◈
 *     → GA SC          → AN GE PO
 */
#include "games/rattus/rattus.h"
#include "terminal/boards.h"

#include <stdio.h>

enum { MAP_COLUMNS = 5, MAP_ROWS = 3 };

/* The cell of each region in the grid, counted row by row. */
/* clang-format off */
static const uint8_t grid_cells[REGIONS] = {
    [REGION_AN] = 0,  [REGION_SC] = 2,                     [REGION_RU] = 3,
    [REGION_GA] = 5,  [REGION_GE] = 6,  [REGION_PO] = 7,                      [REGION_TA] = 9,
    [REGION_HI] = 10, [REGION_IT] = 11, [REGION_HU] = 12,  [REGION_BU] = 13,  [REGION_TU] = 14,
};
/* clang-format on */

/* Draws a token as ◈. If the viewer has seen its face, draws the limit and the symbols instead. */
static unsigned draw_rats(struct canvas *c, const struct rattus *s, unsigned region, unsigned row,
                          unsigned column) {
    for (unsigned i = 0; i < RATS_MAX; i++) {
        unsigned slot = RATS_MAX * region + i;
        if (!s->origin[slot]) continue;
        if (!s->face[slot]) {
            column = canvas_put(c, row, column, STYLE_WARN, "◈");
            continue;
        }
        const struct rattus_face *face = &rattus_face_table[s->face[slot] - 1];
        column = canvas_print(c, row, column, STYLE_WARN, "[%u", face->limit);
        for (unsigned class = 0; class < CLASSES; class ++)
            if (face->hits >> class & 1)
                column = canvas_put(c, row, column, STYLE_WARN, rattus_classes.codes[class]);
        column = canvas_put(c, row, column, STYLE_WARN,
                            face->hits & HITS_MAJORITY ? "+]"
                            : face->hits & HITS_ALL    ? "*]"
                                                       : "]");
    }
    return column;
}

static void draw_region(struct canvas *c, const struct rattus *s, unsigned region, unsigned row,
                        unsigned column, unsigned columns, bool neighbours) {
    unsigned all_columns = c->columns, at;
    c->columns = column + columns - 1 < all_columns ? column + columns - 1 : all_columns;
    enum style style = canvas_mark(c, "region", rattus_regions.codes[region], STYLE_BOLD);
    at = canvas_print(c, row, column, style, "%s %s", rattus_regions.codes[region],
                      thing_name(c, &rattus_regions, region, ""));
    if (s->plague == region + 1) canvas_put(c, row, at + 1, STYLE_WARN, "☠");
    at = draw_rats(c, s, region, row + 1, column);
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].cubes[region])
            at = canvas_print(c, row + 1, at + (at > column), (enum style)(STYLE_SEAT + seat),
                              "%s%u", seat_marks[seat], s->seats[seat].cubes[region]);
    at = canvas_put(c, row + 2, column, STYLE_DIM, neighbours ? "→" : "");
    for (unsigned other = 0; neighbours && other < REGIONS; other++)
        if (rattus_neighbours(s, region) >> other & 1)
            at = canvas_put(c, row + 2, at, STYLE_DIM, rattus_regions.codes[other]) + 1;
    c->columns = all_columns;
}

static void draw_classes(struct canvas *c, const struct rattus *s, unsigned mask, unsigned row,
                         unsigned column) {
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (!(mask >> class & 1)) continue;
        enum style style = canvas_mark(c, "class", rattus_classes.codes[class],
                                       s->used >> class & 1 ? STYLE_DIM : STYLE_PLAIN);
        column = canvas_print(c, row, column, style, "%s %s", rattus_classes.codes[class],
                              thing_name(c, &rattus_classes, class, "")) +
                 2;
    }
}

static void draw_seat(struct canvas *c, const struct rattus *s, unsigned seat, unsigned row) {
    const struct rattus_seat *t = &s->seats[seat];
    canvas_seat(c, row, 0, 13, seat);
    unsigned at = canvas_print(c, row, 14, STYLE_PLAIN, "♜%u", t->castle);
    at = canvas_print(c, row, at + 1, STYLE_DIM, "%s %u",
                      canvas_word(c, "rattus.board.supply_unit"), t->supply);
    draw_classes(c, s, t->classes, row, at + 2 > 32 ? at + 2 : 32);
}

static void draw(struct canvas *c, const void *view, unsigned seat) {
    const struct rattus *s = view;
    unsigned me = seat < s->players ? seat : 0, columns = c->columns / MAP_COLUMNS, taken = 0;
    unsigned region_rows = c->room >= 3 * MAP_ROWS + 2u + s->players ? 3 : 2, row = 1;
    if (columns > 24) columns = 24;
    unsigned at =
        canvas_say(c, 0, 0, STYLE_HEAD, &MESSAGE("rattus.board.supply", NUMBER("n", s->supply)));
    if (s->ender) canvas_put(c, 0, at + 2, STYLE_WARN, canvas_word(c, "rattus.board.last_round"));
    for (unsigned region = 0; region < REGIONS; region++)
        if (rattus_in_play(s) >> region & 1)
            draw_region(c, s, region, row + grid_cells[region] / MAP_COLUMNS * region_rows,
                        grid_cells[region] % MAP_COLUMNS * columns, columns, region_rows == 3);
    row += MAP_ROWS * region_rows;
    for (unsigned i = 0; i < s->players; i++) taken |= s->seats[i].classes;
    at = canvas_print(c, row, 0, STYLE_DIM, "%s: ", canvas_word(c, "rattus.board.free"));
    draw_classes(c, s, ~taken, row++, at);
    for (unsigned i = 0; i < s->players; i++) draw_seat(c, s, (me + i) % s->players, row++);
}

const struct board rattus_board = {.game = "rattus", .legend = "rattus.board.legend", .draw = draw};
