/* Text on a canvas: clipping, wrapping and shortening. */
#include "terminal/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static struct canvas canvas;

/* Returns a row as text; empty columns are spaces, trailing ones are left out. */
static const char *row_of(unsigned row) {
    static char text[4 * CANVAS_COLUMNS + 1];
    unsigned last = canvas.columns;
    int used = 0;
    while (last && !canvas.cells[row][last - 1].c) last--;
    for (unsigned i = 0; i < last; i++) {
        uint32_t c = canvas.cells[row][i].c ? (uint32_t)canvas.cells[row][i].c : ' ';
        if (c < 0x80) used += sprintf(text + used, "%c", (char)c);
        else if (c < 0x800)
            used += sprintf(text + used, "%c%c", (char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f)));
        else
            used += sprintf(text + used, "%c%c%c", (char)(0xe0 | c >> 12),
                            (char)(0x80 | (c >> 6 & 0x3f)), (char)(0x80 | (c & 0x3f)));
    }
    text[used] = 0;
    return text;
}

static void a_text_is_shortened_by_letters_not_bytes(void **state) {
    static const struct {
        const char *text;
        unsigned columns;
        const char *short_text;
    } rows[] = {{"König", 5, "König"}, {"König", 4, "Kön…"}, {"äöü", 2, "ä…"},
                {"äöü", 1, "…"},       {"", 0, ""},          {"● Anna", 3, "● …"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        strcpy(text, rows[i].text);
        text_shorten(text, rows[i].columns);
        assert_string_equal(text, rows[i].short_text);
        assert_true(text_columns(text) <= rows[i].columns);
    }
}

static void whole_words_are_restyled(void **state) {
    (void)state;
    canvas_begin(&canvas, 80, 10);
    canvas_put(&canvas, 0, 0, STYLE_PLAIN, "Karte 1, Karte 10, König und Karte 1");
    canvas_restyle(&canvas, 0, 2, 78, STYLE_LEGAL, "Karte 1");
    canvas_restyle(&canvas, 0, 0, 80, STYLE_CHOSEN, "König");
    for (unsigned i = 0; i < 36; i++)
        assert_int_equal(canvas.cells[0][i].style, i >= 19 && i < 24 ? STYLE_CHOSEN
                                                   : i >= 29         ? STYLE_LEGAL
                                                                     : STYLE_PLAIN);
}

static void things_side_by_side_are_whole_or_cut_alike(void **state) {
    const struct word words[] = {
        {"1 ", "Kaufmann", STYLE_PLAIN}, {"¢", "", STYLE_HEAD}, {"2 ", "Mönche", STYLE_PLAIN}};
    (void)state;
    canvas_begin(&canvas, 80, 10);
    assert_int_equal(canvas_words(&canvas, 0, 2, 21, words, 3), 2 + 21);
    assert_string_equal(row_of(0), "  1 Kaufmann ¢ 2 Mönche");
    canvas_words(&canvas, 1, 0, 20, words, 3);
    assert_string_equal(row_of(1), "1 Kaufman ¢ 2 Mönche");
    canvas_words(&canvas, 2, 0, 15, words, 3);
    assert_string_equal(row_of(2), "1 Kauf ¢ 2 Mönc");
    canvas_words(&canvas, 3, 0, 1, words, 3); /* at least three letters remain */
    assert_string_equal(row_of(3), "1 Kau ¢ 2 Mön");
    assert_int_equal(canvas_words(&canvas, 4, 7, 10, words, 0), 7);
}

static void a_text_is_wrapped_between_words(void **state) {
    (void)state;
    canvas_begin(&canvas, 12, 10);
    assert_int_equal(canvas_wrap(&canvas, 0, 0, 12, 2, STYLE_PLAIN, "Grüße aus dem Kloster Cluny"),
                     4);
    assert_string_equal(row_of(0), "Grüße aus");
    assert_string_equal(row_of(1), "  dem");
    assert_string_equal(row_of(2), "  Kloster");
    assert_string_equal(row_of(3), "  Cluny");
    /* no word fits */
    assert_int_equal(canvas_wrap(&canvas, 5, 0, 12, 0, STYLE_PLAIN, "Donaudampfschiff"), 7);
    assert_string_equal(row_of(5), "Donaudampfsc");
    assert_string_equal(row_of(6), "hiff");
    assert_int_equal(canvas_wrap(&canvas, 8, 0, 12, 0, STYLE_PLAIN, ""), 8);
}

static void nothing_is_written_beyond_the_edge(void **state) {
    (void)state;
    canvas_begin(&canvas, 5, 10);
    assert_int_equal(canvas_put(&canvas, 0, 3, STYLE_PLAIN, "abc"), 5);
    assert_string_equal(row_of(0), "   ab");
    assert_int_equal(canvas_put(&canvas, CANVAS_ROWS, 0, STYLE_PLAIN, "abc"), 0);
    assert_int_equal(canvas_put(&canvas, 1, 9, STYLE_PLAIN, "abc"), 9);
    canvas_put(&canvas, 2, 0, STYLE_PLAIN, "a\x1b[2J"); /* control characters are dropped */
    assert_string_equal(row_of(2), "a [2J");
    canvas_put(&canvas, 3, 0, STYLE_PLAIN, "\xff\xc3");
    assert_string_equal(row_of(3), "??");
    assert_int_equal(canvas.rows, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_shortened_by_letters_not_bytes),
        cmocka_unit_test(whole_words_are_restyled),
        cmocka_unit_test(things_side_by_side_are_whole_or_cut_alike),
        cmocka_unit_test(a_text_is_wrapped_between_words),
        cmocka_unit_test(nothing_is_written_beyond_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
