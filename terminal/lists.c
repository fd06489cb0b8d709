#include "terminal/lists.h"

#include <stdio.h>
#include <string.h>

enum {
    ENTRIES_MAX = 160,
    BLOCKS_MAX = 48,
    BLOCK_COLUMNS_MIN = 24,
    BLOCK_ROWS_MIN = 2,
    GAP = 2,
    INDENT = 2,
    LINE_MAX = 1024
};

/* A heading and the lines under it. */
struct block {
    unsigned first, count; /* entries, the heading included */
    unsigned seat; /* whose it is, or NOBODY */
    bool headed;
};

struct lists {
    struct sink sink; /* first */
    struct event entries[ENTRIES_MAX];
    unsigned entry_count;
    struct block blocks[BLOCKS_MAX];
    unsigned block_count;
    unsigned own; /* the seat that looks */
};

static void collect(struct sink *sink, const struct event *event) {
    struct lists *l = (struct lists *)sink;
    if (l->entry_count == ENTRIES_MAX) return;
    bool begins = event->apart || l->block_count == 0;
    if (begins && l->block_count < BLOCKS_MAX)
        l->blocks[l->block_count++] = (struct block){
            .first = l->entry_count,
            .seat = event->apart ? event->seat : NOBODY,
            .headed = event->apart,
        };
    l->entries[l->entry_count++] = *event;
    l->blocks[l->block_count - 1].count++;
}

/* ---- things that can be chosen ---- */

/* 0 the player's own, 1 everybody's, 2 another seat's. */
static unsigned rank_of(const struct lists *l, const struct block *block) {
    return block->seat == NOBODY ? 1 : block->seat == l->own ? 0 : 2;
}

static bool names(const struct param *param, const struct things *things, unsigned number) {
    if (param->things != things) return false;
    return param->kind == PARAM_THING ? param->number == (int32_t)number
                                      : param->kind == PARAM_THINGS && param->mask >> number & 1;
}

/* Whether a nearer block names the thing, too. The choice then means that one. */
static bool lies_nearer(const struct lists *l, unsigned rank, const struct things *things,
                        unsigned number) {
    for (unsigned b = 0; b < l->block_count; b++) {
        const struct block *block = &l->blocks[b];
        if (rank_of(l, block) >= rank) continue;
        for (unsigned i = 0; i < block->count; i++)
            for (const struct param *p = l->entries[block->first + i].message.params; p->name; p++)
                if (names(p, things, number)) return true;
    }
    return false;
}

struct place {
    unsigned row, column, columns;
};

/* Marks the things of a line that has been written from this place to before the row `end`. */
static void mark(struct canvas *c, const struct lists *l, const struct block *block,
                 const struct message *message, struct place at, unsigned end) {
    for (const struct param *p = message->params; p->name; p++) {
        if (p->kind != PARAM_THING && p->kind != PARAM_THINGS) continue;
        for (unsigned n = 0; n < p->things->count; n++) {
            if (!names(p, p->things, n)) continue;
            enum style style = canvas_mark(c, p->things->type, p->things->codes[n], STYLE_PLAIN);
            if (style == STYLE_PLAIN || lies_nearer(l, rank_of(l, block), p->things, n)) continue;
            for (unsigned row = at.row; row < end; row++)
                canvas_restyle(c, row, at.column, at.columns, style,
                               thing_name(c, p->things, n, ""));
        }
    }
}

/* ---- blocks ---- */

static void write_line(const struct canvas *c, const struct event *event, char text[LINE_MAX]) {
    text_format(c->reader, &event->message, text, LINE_MAX - sizeof "…");
}

/* Rows that a line takes. Below the canvas nothing is drawn. */
static unsigned line_rows(struct canvas *c, const char *text, unsigned columns) {
    return canvas_wrap(c, CANVAS_ROWS, 0, columns, INDENT, STYLE_PLAIN, text) - CANVAS_ROWS;
}

/* Rows that a block takes in full. */
static unsigned block_rows(struct canvas *c, const struct lists *l, const struct block *block,
                           unsigned columns) {
    char text[LINE_MAX];
    unsigned rows = block->headed;
    for (unsigned i = block->headed; i < block->count; i++) {
        write_line(c, &l->entries[block->first + i], text);
        rows += line_rows(c, text, columns - INDENT);
    }
    return rows;
}

static void draw_heading(struct canvas *c, const struct event *event, struct place at) {
    char text[LINE_MAX];
    enum style style = STYLE_HEAD;
    write_line(c, event, text);
    if (event->seat < SEATS_MAX) {
        style = (enum style)(STYLE_SEAT + event->seat);
        canvas_print(c, at.row, at.column, style, "%s ", seat_marks[event->seat]);
        at.column += 2;
        at.columns -= 2;
    }
    text_shorten(text, at.columns);
    canvas_put(c, at.row, at.column, style, text);
}

/* Draws a block in at most so many rows. If it needs more, every line gets one row, and the last
 * row counts those that are left out. Returns the rows used. */
static unsigned draw_block(struct canvas *c, const struct lists *l, const struct block *block,
                           struct place at, unsigned rows) {
    bool whole = block_rows(c, l, block, at.columns) <= rows;
    unsigned top = at.row, lines = block->count - block->headed, room = rows - block->headed,
             shown = whole || lines <= room ? lines : room - 1;
    if (block->headed) {
        draw_heading(c, &l->entries[block->first], at);
        at.row++;
    }
    at.column += INDENT;
    at.columns -= INDENT;
    for (unsigned i = 0; i < shown; i++) {
        const struct event *event = &l->entries[block->first + block->headed + i];
        char text[LINE_MAX];
        write_line(c, event, text);
        if (!whole) text_shorten(text, at.columns);
        unsigned end = canvas_wrap(c, at.row, at.column, at.columns, INDENT, STYLE_PLAIN, text);
        mark(c, l, block, &event->message, at, end);
        at.row = end;
    }
    if (shown < lines) canvas_print(c, at.row++, at.column, STYLE_DIM, "… +%u", lines - shown);
    return at.row - top;
}

/* ---- the whole ---- */

/* Draws the blocks that are not the player's own, several side by side. Returns the row after
 * them. */
static unsigned draw_others(struct canvas *c, const struct lists *l, unsigned room) {
    const struct block *others[BLOCKS_MAX];
    unsigned count = 0, row = 0;
    for (unsigned b = 0; b < l->block_count; b++)
        if (rank_of(l, &l->blocks[b]) > 0) others[count++] = &l->blocks[b];
    if (count == 0) return 0;
    unsigned across = c->columns / (BLOCK_COLUMNS_MIN + GAP);
    across = across == 0 ? 1 : across > count ? count : across;
    unsigned bands = (count + across - 1) / across, columns = c->columns / across;
    across = (count + bands - 1) / bands;
    columns = c->columns / across;
    for (unsigned i = 0; i < count; i += across, bands--) {
        unsigned most = room > row ? (room - row) / bands : 0, used = 0;
        if (most < BLOCK_ROWS_MIN) most = BLOCK_ROWS_MIN;
        for (unsigned k = 0; k < across && i + k < count; k++) {
            struct place at = {row, k * columns, columns - (k + 1 < across ? GAP : 0)};
            unsigned rows = draw_block(c, l, others[i + k], at, most);
            if (rows > used) used = rows;
        }
        row += used;
    }
    return row;
}

void lists_draw(struct canvas *c, const void *view, unsigned seat) {
    struct lists l = {.sink = {collect}, .own = seat};
    unsigned own = 0;
    c->game->describe(view, &l.sink);
    for (unsigned b = 0; b < l.block_count; b++)
        if (rank_of(&l, &l.blocks[b]) == 0) own += block_rows(c, &l, &l.blocks[b], c->columns);
    unsigned most = c->room / 2 > BLOCK_ROWS_MIN ? c->room / 2 : BLOCK_ROWS_MIN;
    if (own > most) own = most;
    unsigned row = draw_others(c, &l, c->room > own ? c->room - own : 0);
    for (unsigned b = 0; b < l.block_count; b++)
        if (rank_of(&l, &l.blocks[b]) == 0)
            row += draw_block(c, &l, &l.blocks[b], (struct place){row, 0, c->columns}, own);
}
