/* The terminal's generic board: blocks side by side, lists that are cut, things that are marked. */
#include "terminal/lists.h"
#include "games/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { SEATS = 4 };

static struct canvas canvas;
static struct game game; /* the template with a description of our own */
static const char *const codes[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const struct things cards = {"template", "card", codes, 9};
static unsigned lines_per_seat;

/* Every seat has the same cards: 1, 2, … */
static void describe(const void *view, struct sink *sink) {
    (void)view;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        sink_tell(sink, seat, true, MESSAGE("template.view.seat", SEAT("who", seat)));
        for (unsigned i = 0; i < lines_per_seat; i++)
            sink_tell(sink, seat, false, MESSAGE("template.view.card", THING("card", &cards, i)));
    }
}

static void draw(unsigned lines, unsigned columns, unsigned room) {
    static const struct reader reader = {.language = LANGUAGE_EN, .you = 1};
    static uint16_t legal;
    game = *games_find("template", strlen("template"));
    game.describe = describe;
    lines_per_seat = lines;
    legal = notation_read(game.notation, "show 2", strlen("show 2"));
    assert_int_not_equal(legal, NOTATION_NONE);
    canvas_begin(&canvas, columns, room);
    canvas.reader = &reader;
    canvas.game = &game;
    canvas.legal = &legal;
    canvas.legal_count = 1;
    canvas.chosen = NOTATION_NONE;
    lists_draw(&canvas, NULL, 0);
}

/* The first row with this text, from a row on, or CANVAS_ROWS. */
static unsigned row_with(const char *text, unsigned from) {
    for (unsigned row = from; row < canvas.rows; row++) {
        char line[CANVAS_COLUMNS + 1] = "";
        for (unsigned i = 0; i < canvas.columns; i++) {
            wchar_t c = canvas.cells[row][i].c;
            line[i] = c == 0 ? ' ' : c < 128 ? (char)c : '~';
        }
        if (strstr(line, text)) return row;
    }
    return CANVAS_ROWS;
}

static unsigned count_styled(enum style style) {
    unsigned count = 0;
    for (unsigned row = 0; row < canvas.rows; row++)
        for (unsigned i = 0; i < canvas.columns; i++)
            count += canvas.cells[row][i].c && canvas.cells[row][i].style == style;
    return count;
}

static void everything_is_shown_if_there_is_room(void **state) {
    (void)state;
    draw(5, 80, 40);
    assert_int_equal(row_with("+", 0), CANVAS_ROWS);
    assert_true(row_with("In hand: card 5", row_with("You", 0)) < CANVAS_ROWS);
    assert_int_equal(canvas.rows, 6 + 6); /* three blocks side by side, then one's own */
    assert_int_equal(row_with("Seat 2", 0), row_with("Seat 4", 0));
}

static void long_lists_are_cut_to_the_room(void **state) {
    (void)state;
    for (unsigned room = 8; room < 16; room++) {
        draw(9, 80, room);
        assert_true(canvas.rows <= room);
        assert_true(row_with("You", 0) > row_with("Seat 4", 0));
        assert_true(row_with("~ +", 0) < CANVAS_ROWS); /* … +4 */
    }
}

static void narrow_windows_get_fewer_columns(void **state) {
    (void)state;
    draw(1, 40, 20);
    assert_true(row_with("Seat 2", 0) < row_with("Seat 3", 0));
    assert_true(row_with("Seat 3", 0) < row_with("Seat 4", 0));
}

static void only_the_nearest_thing_is_marked(void **state) {
    (void)state;
    draw(3, 80, 40);
    assert_int_equal(count_styled(STYLE_LEGAL), strlen("card 2"));
    unsigned row = row_with("card 2", row_with("You", 0));
    assert_int_equal(canvas.cells[row][strlen("  In hand: ")].style, STYLE_LEGAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_shown_if_there_is_room),
        cmocka_unit_test(long_lists_are_cut_to_the_room),
        cmocka_unit_test(narrow_windows_get_fewer_columns),
        cmocka_unit_test(only_the_nearest_thing_is_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
