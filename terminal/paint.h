/* Text and canvases on the terminal. Everything is counted in columns and rows; what does not
 * fit ends in "…". */
#ifndef TERMINAL_PAINT_H
#define TERMINAL_PAINT_H

#include "terminal/canvas.h"

void paint_begin(void); /* colours, if there are any */

/* Puts text into so many columns from `column` on; returns the column after it. */
unsigned paint(unsigned row, unsigned column, unsigned columns, enum style style, const char *text);

/* A line across, with a title. */
void paint_rule(unsigned row, unsigned column, unsigned columns, const char *title);

/* Rows of a canvas from `top` on. */
void paint_canvas(const struct canvas *c, unsigned top, unsigned rows, unsigned at_row,
                  unsigned at_column);

/* A text in as many rows as it takes, `rows` at most; returns how many. */
unsigned paint_wrapped(unsigned row, unsigned column, unsigned columns, unsigned indent,
                       unsigned rows, enum style style, const char *text);
/* Of its rows those from `first` on. */
void paint_part(unsigned row, unsigned column, unsigned columns, unsigned indent, unsigned first,
                unsigned rows, enum style style, const char *text);
/* How many it takes. */
unsigned wrapped_rows(unsigned columns, unsigned indent, const char *text);

#endif
