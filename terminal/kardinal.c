/* Kardinal & König: one row per country with its spaces and courts. A large window shows the map
 * with its roads instead.
 *
 *     EN England     1● 2· 3· 4■ 5· 6·          Räte ●1 (+1)   ↔ FK LO FR
 */
#include "games/kardinal/kardinal.h"
#include "terminal/boards.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAP_ROWS_MIN = 15, SPACE_COLUMNS = 5, COURT_COLUMN = 46, ALLIED_COLUMN = 68 };

static enum style tint_of(unsigned country) {
    return (enum style)(STYLE_TINT + countries[country].colour);
}

static int owner_of(const struct kardinal *s, unsigned space) {
    for (unsigned seat = 0; seat < s->players; seat++)
        if (s->seats[seat].cloisters & SPACE_BIT(space)) return (int)seat;
    return -1;
}

/* "1●": the space's number within the country and its cloister's owner; "EN1●" on the map. */
static unsigned draw_space(struct canvas *c, const struct kardinal *s, unsigned space,
                           const char *name, unsigned row, unsigned column) {
    int owner = owner_of(s, space);
    enum style plain =
        owner >= 0 ? (enum style)(STYLE_SEAT + owner) : tint_of(space_countries[space]);
    enum style style = canvas_mark(c, "space", kardinal_spaces.codes[space], plain);
    column = canvas_put(c, row, column, style, name);
    return canvas_put(c, row, column, style == STYLE_CHOSEN ? style : plain,
                      owner >= 0 ? seat_marks[owner] : "·");
}

static unsigned draw_court(struct canvas *c, const struct kardinal *s, unsigned country,
                           unsigned row, unsigned column) {
    bool any = false;
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned n = s->seats[seat].councillors_in[country];
        if (n)
            column = canvas_print(c, row, column, (enum style)(STYLE_SEAT + seat), "♟%s%u",
                                  seat_marks[seat], n) +
                     1;
        any |= n;
    }
    if (s->room[country])
        column =
            canvas_print(c, row, column, STYLE_DIM, "%s%u", any ? "+" : "♟ +", s->room[country]);
    return column;
}

static void draw_country(struct canvas *c, const struct kardinal *s, unsigned country,
                         unsigned row) {
    enum style style =
        canvas_mark(c, "country", kardinal_countries.codes[country], tint_of(country));
    unsigned at;
    canvas_print(c, row, 0, style, "%s %s", kardinal_countries.codes[country],
                 thing_name(c, &kardinal_countries, country, ""));
    at = canvas_put(c, row, 14, STYLE_DIM, kardinal_colours.codes[countries[country].colour]) + 2;
    for (unsigned i = 0; i < countries[country].count; i++) {
        char number[12];
        snprintf(number, sizeof number, "%u", i + 1);
        at = draw_space(c, s, countries[country].first + i, number, row, at) + 1;
    }
    draw_court(c, s, country, row, COURT_COLUMN);
    at = canvas_put(c, row, ALLIED_COLUMN, STYLE_DIM, "↔");
    for (unsigned i = 0; i < ALLIANCES; i++)
        for (unsigned k = 0; k < 2; k++)
            if (alliances[i].countries[k] == country)
                at = canvas_put(c, row, at, STYLE_DIM,
                                kardinal_countries.codes[alliances[i].countries[1 - k]]) +
                     1;
}

static void draw_road(struct canvas *c, int row, int column, int to_row, int to_column) {
    int rows = to_row - row, columns = to_column - column,
        steps = abs(columns) > abs(rows) ? abs(columns) : abs(rows);
    for (int i = 1; i < steps; i++)
        canvas_put(c, (unsigned)(row + rows * i / steps), (unsigned)(column + columns * i / steps),
                   STYLE_DIM, "∙");
}

struct spot {
    int row, column;
};

/* Places each space as on the map, moved up or down if the cell is taken. */
static void find_spots(const struct canvas *c, unsigned rows, struct spot spots[SPACES]) {
    bool taken[CANVAS_ROWS][CANVAS_COLUMNS] = {{0}};
    for (unsigned i = 0; i < SPACES; i++) {
        int column = (int)(spaces[i].x * (c->columns - 2 * SPACE_COLUMNS) / 1000),
            wanted = (int)(spaces[i].y * (rows - 1) / 1000), row = wanted;
        for (int k = 0; k < 12; k++) {
            row = wanted + (k % 2 ? -1 : 1) * (k + 1) / 2;
            bool free = row >= 0 && row < (int)rows;
            for (int x = column; free && x < column + SPACE_COLUMNS; x++) free = !taken[row][x];
            if (free) break;
        }
        for (int x = column; row >= 0 && row < (int)rows && x < column + SPACE_COLUMNS; x++)
            taken[row][x] = true;
        spots[i] = (struct spot){row, column};
    }
}

static void draw_map(struct canvas *c, const struct kardinal *s, unsigned row, unsigned rows) {
    struct spot spots[SPACES];
    find_spots(c, rows, spots);
    for (unsigned i = 0; i < SPACES; i++)
        for (unsigned k = 0; k < i; k++)
            if (spaces[i].roads & SPACE_BIT(k))
                draw_road(c, (int)row + spots[i].row, spots[i].column + 2, (int)row + spots[k].row,
                          spots[k].column + 2);
    for (unsigned i = 0; i < SPACES; i++)
        draw_space(c, s, i, kardinal_spaces.codes[i], row + (unsigned)spots[i].row,
                   (unsigned)spots[i].column);
}

static unsigned draw_cards(struct canvas *c, unsigned row, unsigned column,
                           const uint8_t cards[COLOURS]) {
    for (unsigned i = 0; i < COLOURS; i++)
        if (cards[i])
            column = canvas_print(c, row, column,
                                  canvas_mark(c, "card", kardinal_colours.codes[i],
                                              (enum style)(STYLE_TINT + i)),
                                  "%u×%s", cards[i], kardinal_colours.codes[i]) +
                     1;
    return column;
}

static void draw_table(struct canvas *c, const struct kardinal *s, unsigned seat) {
    unsigned at =
        canvas_say(c, 0, 0, STYLE_HEAD, &MESSAGE("kardinal.board.run", NUMBER("runs", s->runs))) +
        2;
    at = canvas_say(c, 0, at, STYLE_DIM,
                    &MESSAGE("kardinal.board.pile", NUMBER("n", s->pile_count))) +
         2;
    at = canvas_put(c, 0, at, STYLE_DIM, canvas_word(c, "kardinal.board.open_card")) + 1;
    for (unsigned i = 0; i < KARDINAL_OPEN; i++)
        if (s->open[i])
            at = canvas_put(c, 0, at,
                            canvas_mark(c, "card", kardinal_colours.codes[s->open[i] - 1],
                                        (enum style)(STYLE_TINT + s->open[i] - 1)),
                            kardinal_colours.codes[s->open[i] - 1]) +
                 1;
    at = 0;
    for (unsigned i = 0; i < s->players; i++) {
        const struct kardinal_seat *t = &s->seats[i];
        at = canvas_print(c, 1, at, (enum style)(STYLE_SEAT + i), "%s", seat_marks[i]);
        at =
            canvas_print(c, 1, at, STYLE_PLAIN, "⌂%u ♟%u", t->cloisters_left, t->councillors_left) +
            1;
        if (i == seat)
            at = draw_cards(
                c, 1,
                canvas_print(c, 1, at, STYLE_BOLD, "%s ", canvas_word(c, "kardinal.board.hand")),
                t->hand);
        at++;
    }
}

/* Describes the space at the pointer and where its roads lead. */
static void draw_pointed(struct canvas *c, unsigned row) {
    for (unsigned i = 0; i < SPACES && c->chosen != NOTATION_NONE; i++) {
        if (!action_has(c->game, c->chosen, "space", kardinal_spaces.codes[i])) continue;
        unsigned at = canvas_print(c, row, 0, STYLE_BOLD, "%s %s", kardinal_spaces.codes[i],
                                   thing_name(c, &kardinal_spaces, i, ""));
        at = canvas_put(c, row, at + 1, STYLE_DIM, "—");
        for (unsigned k = 0; k < SPACES; k++)
            if (spaces[i].roads & SPACE_BIT(k))
                at = canvas_print(c, row, at + 1, STYLE_DIM, "%s %s", kardinal_spaces.codes[k],
                                  thing_name(c, &kardinal_spaces, k, "")) +
                     1;
    }
}

static void draw(struct canvas *c, const void *view, unsigned seat) {
    const struct kardinal *s = view;
    unsigned row = 2, list = COUNTRIES + row + 1;
    draw_table(c, s, seat);
    if (c->room >= list + MAP_ROWS_MIN) {
        draw_map(c, s, row, c->room - list);
        row = c->room - COUNTRIES - 1;
    }
    for (unsigned i = 0; i < COUNTRIES; i++) draw_country(c, s, country_order[i], row++);
    draw_pointed(c, row);
}

const struct board kardinal_board = {
    .game = "kardinal", .legend = "kardinal.board.legend", .draw = draw};
