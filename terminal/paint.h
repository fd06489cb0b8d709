/* Paints text and canvases on the terminal. Text that does not fit ends in "…". */
#ifndef TERMINAL_PAINT_H
#define TERMINAL_PAINT_H

#include "terminal/canvas.h"

void paint_begin(void); /* sets up the colours */

/* Paints text into this many columns from `column` on. Returns the column after it. */
unsigned paint(unsigned row, unsigned column, unsigned columns, enum style style, const char *text);

/* Paints a horizontal line with a title. */
void paint_rule(unsigned row, unsigned column, unsigned columns, const char *title);

/* Paints the rows of a canvas from `top` on. */
void paint_canvas(const struct canvas *c, unsigned top, unsigned rows, unsigned at_row,
                  unsigned at_column);

/* Paints a text over at most `rows` rows. Returns how many it used. */
unsigned paint_wrapped(unsigned row, unsigned column, unsigned columns, unsigned indent,
                       unsigned rows, enum style style, const char *text);
/* The same from row `first` of the text on. */
void paint_part(unsigned row, unsigned column, unsigned columns, unsigned indent, unsigned first,
                unsigned rows, enum style style, const char *text);
/* How many rows a text takes. */
unsigned wrapped_rows(unsigned columns, unsigned indent, const char *text);

#endif
