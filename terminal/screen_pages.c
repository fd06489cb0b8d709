#include "terminal/boards.h"
#include "terminal/paint.h"
#include "terminal/screen.h"

#include <stdlib.h>
#include <string.h>

/* painting limits it to the last page */
enum {
    SCORE_NAMES = 26,
    SCORE_COLUMNS_ALL = 52,
    SCORE_COLUMNS_MAX = 20,
    SCORE_LINE_MAX = 512,
    PAGE_END = CANVAS_ROWS * CANVAS_ROWS
};

static void page_add(struct page *page, enum style style, unsigned indent, const char *text) {
    if (page->count == page->room) {
        page->room = page->room ? 2 * page->room : 64;
        struct line *more = realloc(page->lines, page->room * sizeof *page->lines);
        if (!more) return;
        page->lines = more;
    }
    page->lines[page->count++] = (struct line){strdup(text), style, indent};
}

void page_clear(struct page *page) {
    for (unsigned i = 0; i < page->count; i++) free(page->lines[i].text);
    free(page->lines);
    *page = (struct page){0};
}

static void open_page(struct front *f, const char *title) {
    page_clear(&of(f)->page);
    of(f)->page.title = words(f->cli, title);
    of(f)->mode = MODE_PAGE;
}

/* Rows that a line takes; an empty line takes one. */
static unsigned line_rows(const struct line *line, unsigned columns) {
    unsigned rows = wrapped_rows(columns, line->indent, line->text);
    return rows ? rows : 1;
}

static unsigned page_rows(const struct page *page, unsigned columns) {
    unsigned rows = 0;
    for (unsigned i = 0; i < page->count; i++) rows += line_rows(&page->lines[i], columns);
    return rows;
}

void page_paint(struct front *f) {
    struct page *page = &of(f)->page;
    unsigned columns = (unsigned)COLS, room = (unsigned)LINES - 2,
             rows = page_rows(page, columns - 2), row = 0;
    if (page->top + room > rows) page->top = rows > room ? rows - room : 0;
    paint_rule(0, 0, columns, page->title);
    for (unsigned i = 0; i < page->count && row < page->top + room; i++) {
        const struct line *line = &page->lines[i];
        unsigned taken = line_rows(line, columns - 2),
                 above = row < page->top ? least(page->top - row, taken) : 0,
                 at = row + above - page->top;
        if (above < taken)
            paint_part(1 + at, 1, columns - 2, line->indent, above, room - at, line->style,
                       line->text);
        row += taken;
    }
    char where[64];
    snprintf(where, sizeof where, " %u–%u/%u", rows ? page->top + 1 : 0,
             page->top + room < rows ? page->top + room : rows, rows);
    paint((unsigned)LINES - 1, 0, columns, STYLE_DIM, words(f->cli, "terminal.pager"));
    paint((unsigned)LINES - 1, columns - text_columns(where), text_columns(where), STYLE_DIM,
          where);
}

void page_log(struct front *f) {
    const struct watch *w = watch_of(f);
    open_page(f, "terminal.log");
    for (unsigned i = 0; i < w->log_count; i++) {
        const struct log_entry *one = &w->log[i];
        char text[NOTICE_MAX + 8];
        bool begins = i == 0 || w->log[i - 1].line != one->line;
        snprintf(text, sizeof text, "%s %s",
                 !begins                 ? " "
                 : one->seat < SEATS_MAX ? seat_marks[one->seat]
                                         : "·",
                 one->text);
        page_add(&of(f)->page,
                 begins && one->seat < SEATS_MAX ? (enum style)(STYLE_SEAT + one->seat)
                                                 : STYLE_PLAIN,
                 2, text);
    }
    of(f)->page.top = PAGE_END;
}

/* Writes the score's entry for one column. */
static void add_cell(char text[SCORE_LINE_MAX], unsigned columns, const char *cell) {
    size_t used = strlen(text);
    for (unsigned taken = text_columns(cell); taken < columns && used + 1 < SCORE_LINE_MAX; taken++)
        text[used++] = ' ';
    snprintf(text + used, SCORE_LINE_MAX - used, "%s", cell);
}

static unsigned score_columns(const struct front *f) {
    return least(SCORE_COLUMNS_MAX, SCORE_COLUMNS_ALL / f->session.players);
}

static void add_score_row(void *context, const struct score_row *row) {
    struct front *f = context;
    char text[SCORE_LINE_MAX], number[16];
    int used = snprintf(text, sizeof text, "%s", row->name);
    for (unsigned columns = text_columns(row->name); columns < SCORE_NAMES; columns++)
        text[used++] = ' ';
    text[used] = 0;
    for (unsigned seat = 0; seat < f->session.players; seat++) {
        snprintf(number, sizeof number, "%d", row->values[seat]);
        add_cell(text, score_columns(f), number);
    }
    page_add(&of(f)->page,
             row->kind == SCORE_ALL      ? STYLE_BOLD
             : row->kind == SCORE_BESIDE ? STYLE_DIM
                                         : STYLE_PLAIN,
             0, text);
}

static void add_score_head(struct front *f) {
    char text[SCORE_LINE_MAX];
    snprintf(text, sizeof text, "%*s", SCORE_NAMES, "");
    for (unsigned seat = 0; seat < f->session.players; seat++) {
        char name[NAME_MAX_BYTES], cell[NAME_MAX_BYTES + 8];
        screen_seat_name(f, seat, name, sizeof name);
        snprintf(cell, sizeof cell, "%s %s", seat_marks[seat], name);
        add_cell(text, score_columns(f),
                 text_columns(cell) < score_columns(f) ? cell : seat_marks[seat]);
    }
    page_add(&of(f)->page, STYLE_BOLD, 0, text);
}

struct page_sink {
    struct sink sink; /* first */
    struct front *front;
};

static void add_to_page(struct sink *sink, const struct event *event) {
    struct front *f = ((struct page_sink *)sink)->front;
    char text[NOTICE_MAX], line[NOTICE_MAX + 4];
    struct reader reader = session_reader(&f->session, of(f)->observer);
    text_format(&reader, &event->message, text, sizeof text);
    snprintf(line, sizeof line, "%s%s", event->apart ? "" : "  ", text);
    page_add(&of(f)->page, event->apart ? STYLE_HEAD : STYLE_PLAIN, 4, line);
}

/* The score by parts, then the position in words, which shows where the points come from. */
void page_score(struct front *f) {
    char text[NOTICE_MAX];
    struct page_sink sink = {{add_to_page}, f};
    const struct session *s = &f->session;
    open_page(f, "terminal.score");
    if (s->over) front_result(f, of(f)->observer, text, sizeof text);
    page_add(&of(f)->page, STYLE_HEAD, 0, s->over ? text : words(f->cli, "terminal.score_now"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    add_score_head(f);
    front_scores(f, of(f)->observer, add_score_row, f);
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    s->game->describe(watch_of(f)->view, &sink.sink);
}

void page_view(struct front *f) {
    struct page_sink sink = {{add_to_page}, f};
    open_page(f, "terminal.view");
    f->session.game->describe(watch_of(f)->view, &sink.sink);
}

static void add_rule(void *context, bool heading, const char *text) {
    struct front *f = context;
    page_add(&of(f)->page, heading ? STYLE_HEAD : STYLE_PLAIN, *text == '-' || *text == '>' ? 2 : 0,
             text);
}

void page_rules(struct front *f) {
    open_page(f, "terminal.rules");
    front_rules(f, add_rule, f);
}

static void add_paragraph(struct front *f, const char *key) {
    page_add(&of(f)->page, STYLE_PLAIN, 0, words(f->cli, key));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
}

void page_help(struct front *f) {
    const char *legend = boards_legend(f->session.game->id);
    open_page(f, "terminal.help_title");
    add_paragraph(f, "terminal.help_choose");
    add_paragraph(f, "terminal.help_type");
    add_paragraph(f, "terminal.help_marks");
    if (legend) add_paragraph(f, legend);
    add_paragraph(f, "terminal.help_keys");
    add_paragraph(f, "terminal.help_deeds");
}

bool page_scroll(struct front *f, int key) {
    struct page *page = &of(f)->page;
    unsigned room = (unsigned)LINES > 3 ? (unsigned)LINES - 3 : 1;
    switch (key) {
    case KEY_UP: page->top -= page->top > 0; return true;
    case KEY_DOWN: page->top++; return true;
    case KEY_PPAGE: page->top = page->top > room ? page->top - room : 0; return true;
    case KEY_NPAGE:
    case ' ': page->top += room; return true;
    case KEY_HOME: page->top = 0; return true;
    case KEY_END: page->top = PAGE_END; return true;
    default: return false;
    }
}
