/* The game as a full screen: seats above, the board, the log, what is asked with its choices, and one line to type in.
 *
 *     ┌────────────────────────────┐      with 104 columns or more the log stands beside the board
 *     │ seats and scores           │
 *     │ board (scrolls)            │
 *     │ log                        │
 *     │ question                   │
 *     │ choices                    │
 *     │ > typed                    │
 *     │ keys                       │
 *     └────────────────────────────┘ */
#include "terminal/screen.h"

#include "terminal/boards.h"
#include "terminal/front.h"

#include <ctype.h>
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 72, LEAST_ROWS = 20, WIDE_COLUMNS = 104, BOARD_COLUMNS = 80, LOG_COLUMNS_MAX = 56, SEAT_COLUMNS = 20, SCORE_NAMES = 26, SCORE_COLUMNS = 10, TYPED_MAX = 64, SAID_MAX = 2048, NOTICE_ROWS = 3, LOG_ROWS_MIN = 2, CHOICES_MIN = 4 };
enum { KEY_ESCAPE = 27, KEY_RETURN = '\r', KEY_TAB = '\t', KEY_ERASE = 127 };

enum mode { MODE_PLAY, MODE_CONFIRM, MODE_LEAVE, MODE_CURTAIN, MODE_PAGE, MODE_SAY };

/* A page over the board: paragraphs, wrapped as the window is. */
struct page {
    const char *title;
    struct line {
        char *text;
        enum style style;
        unsigned indent;
    } *lines;
    unsigned count, room;
    unsigned top;
};

struct screen {
    enum mode mode;
    unsigned observer;                /* whose table is shown; NOBODY before the first */
    unsigned question;                /* of `matches`, + 1                             */
    char typed[TYPED_MAX];
    char said[SAID_MAX];              /* after a slash */
    unsigned matches[LEGAL_MAX];      /* choices that what is typed leaves             */
    unsigned match_count, pointer;
    bool moved;                       /* the pointer, since something was typed        */
    unsigned board_top, board_rows;   /* first row shown; how many can be              */
    unsigned fresh;                   /* log entries that were there when the person last acted */
    bool result_shown;
    struct page page;
    struct canvas canvas;
    SCREEN *terminal;
};

static volatile sig_atomic_t stopped;

static struct screen *of(const struct front *f) {
    return f->face;
}

/* ---- paint ---- */

/* Colours of 256, of 8, and what shows without any. */
static const struct {
    short many, few;
    attr_t attributes;
} looks[STYLES] = {
    [STYLE_PLAIN]    = {-1, -1, 0},
    [STYLE_DIM]      = {245, -1, A_DIM},
    [STYLE_BOLD]     = {-1, -1, A_BOLD},
    [STYLE_HEAD]     = {180, COLOR_YELLOW, A_BOLD},
    [STYLE_LEGAL]    = {-1, -1, A_UNDERLINE},
    [STYLE_CHOSEN]   = {-1, -1, A_REVERSE | A_BOLD},
    [STYLE_WARN]     = {215, COLOR_YELLOW, A_BOLD},
    [STYLE_SEAT]     = {209, COLOR_RED, A_BOLD},     /* vermilion, lapis, verdigris, ochre, plum, as on the page: told apart by their marks, too */
    [STYLE_SEAT + 1] = {75, COLOR_BLUE, A_BOLD},
    [STYLE_SEAT + 2] = {79, COLOR_GREEN, A_BOLD},
    [STYLE_SEAT + 3] = {220, COLOR_YELLOW, A_BOLD},
    [STYLE_SEAT + 4] = {176, COLOR_MAGENTA, A_BOLD},
    [STYLE_TINT]     = {150, COLOR_GREEN, 0},
    [STYLE_TINT + 1] = {117, COLOR_CYAN, 0},
    [STYLE_TINT + 2] = {216, COLOR_RED, 0},
    [STYLE_TINT + 3] = {229, COLOR_YELLOW, 0},
    [STYLE_TINT + 4] = {183, COLOR_MAGENTA, 0},
    [STYLE_TINT + 5] = {252, -1, 0},
};

static void begin_colours(void) {
    if (getenv("NO_COLOR") || !has_colors()) return;
    start_color();
    use_default_colors();
    for (short style = 0; style < STYLES; style++) init_pair((short)(style + 1), COLORS >= 256 ? looks[style].many : looks[style].few, -1);
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

/* Puts text into so many columns from `column` on; returns the column after it. */
static unsigned paint(unsigned row, unsigned column, unsigned columns, enum style style, const char *text) {
    static struct canvas line; /* for its way of reading text */
    line.columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    unsigned used = canvas_put(&line, 0, 0, style, text);
    for (unsigned i = 0; i < used; i++) paint_cell(row, column + i, &line.cells[0][i]);
    return column + used;
}

static void paint_rule(unsigned row, unsigned column, unsigned columns, const char *title) {
    unsigned at = paint(row, column, columns, STYLE_DIM, "── ");
    at = paint(row, at, columns - (at - column), STYLE_HEAD, title);
    at = paint(row, at, 1, STYLE_DIM, " ");
    for (; at < column + columns; at++) paint(row, at, 1, STYLE_DIM, "─");
}

static void paint_canvas(const struct canvas *c, unsigned top, unsigned rows, unsigned at_row) {
    for (unsigned row = 0; row < rows && top + row < c->rows; row++)
        for (unsigned column = 0; column < c->columns; column++) paint_cell(at_row + row, column, &c->cells[top + row][column]);
}

/* A text in several rows; returns how many it takes, paints those below `rows_max`. */
static unsigned paint_wrapped(unsigned row, unsigned column, unsigned columns, unsigned indent, unsigned rows_max, enum style style, const char *text, bool only_count) {
    static struct canvas c;
    canvas_begin(&c, columns, CANVAS_ROWS);
    unsigned rows = canvas_wrap(&c, 0, 0, columns, indent, style, text);
    if (rows > rows_max) rows = rows_max;
    for (unsigned i = 0; !only_count && i < rows; i++)
        for (unsigned k = 0; k < c.columns; k++) paint_cell(row + i, column + k, &c.cells[i][k]);
    return rows;
}

/* ---- pages ---- */

static void page_add(struct page *page, enum style style, unsigned indent, const char *text) {
    if (page->count == page->room) {
        page->room = page->room ? 2 * page->room : 64;
        struct line *more = realloc(page->lines, page->room * sizeof *page->lines);
        if (!more) return;
        page->lines = more;
    }
    page->lines[page->count++] = (struct line){strdup(text), style, indent};
}

static void page_clear(struct page *page) {
    for (unsigned i = 0; i < page->count; i++) free(page->lines[i].text);
    free(page->lines);
    *page = (struct page){0};
}

static void open_page(struct front *f, const char *title) {
    page_clear(&of(f)->page);
    of(f)->page.title = words(f->cli, title);
    of(f)->mode = MODE_PAGE;
}

static unsigned page_rows(const struct page *page, unsigned columns) {
    unsigned rows = 0;
    for (unsigned i = 0; i < page->count; i++) {
        unsigned taken = paint_wrapped(0, 0, columns, page->lines[i].indent, CANVAS_ROWS, STYLE_PLAIN, page->lines[i].text, true);
        rows += taken ? taken : 1;
    }
    return rows;
}

static void paint_page(struct front *f) {
    struct page *page = &of(f)->page;
    unsigned columns = (unsigned)COLS, room = (unsigned)LINES - 2, rows = page_rows(page, columns - 2), row = 0;
    if (page->top + room > rows) page->top = rows > room ? rows - room : 0;
    paint_rule(0, 0, columns, page->title);
    for (unsigned i = 0; i < page->count && row < page->top + room; i++) {
        const struct line *line = &page->lines[i];
        unsigned taken = paint_wrapped(0, 0, columns - 2, line->indent, CANVAS_ROWS, line->style, line->text, true);
        if (taken == 0) taken = 1;
        if (row >= page->top) paint_wrapped(1 + row - page->top, 1, columns - 2, line->indent, room - (row - page->top), line->style, line->text, false);
        row += taken;
    }
    char where[64];
    snprintf(where, sizeof where, " %u–%u/%u", rows ? page->top + 1 : 0, page->top + room < rows ? page->top + room : rows, rows);
    paint((unsigned)LINES - 1, 0, columns, STYLE_DIM, words(f->cli, "terminal.pager"));
    paint((unsigned)LINES - 1, columns - text_columns(where), text_columns(where), STYLE_DIM, where);
}

static void page_log(struct front *f) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    open_page(f, "terminal.log");
    for (unsigned i = 0; i < w->log_count; i++) {
        const struct told *one = &w->log[i];
        char text[NOTICE_MAX + 8];
        bool begins = i == 0 || w->log[i - 1].line != one->line;
        snprintf(text, sizeof text, "%s %s", !begins ? " " : one->seat < SEATS_MAX ? seat_marks[one->seat] : "·", one->text);
        page_add(&of(f)->page, begins && one->seat < SEATS_MAX ? (enum style)(STYLE_SEAT + one->seat) : STYLE_PLAIN, 2, text);
    }
    of(f)->page.top = CANVAS_ROWS * CANVAS_ROWS; /* the end; painting brings it back */
}

static void seat_name(const struct front *f, unsigned seat, char *text, size_t size) {
    const struct session *s = &f->session;
    struct reader reader = session_reader(s, SPECTATOR);
    if (seat == of(f)->observer) snprintf(text, size, "%s", words(f->cli, "terminal.you"));
    else if (s->name_list[seat]) snprintf(text, size, "%s", s->name_list[seat]);
    else text_format(&reader, &MESSAGE("common.seat", NUMBER("n", seat + 1)), text, size);
}

static void add_score_row(void *context, const struct score_row *row) {
    struct front *f = context;
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", row->name);
    for (unsigned columns = text_columns(row->name); columns < SCORE_NAMES && used + 1 < sizeof text; columns++) text[used++] = ' ';
    text[used] = 0;
    for (unsigned seat = 0; seat < f->session.players; seat++) used += (size_t)snprintf(text + used, sizeof text - used, "%*d", SCORE_COLUMNS, row->values[seat]);
    page_add(&of(f)->page, row->sum ? STYLE_BOLD : STYLE_PLAIN, 0, text);
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

/* Points by their parts, then the position in words, which says where they come from. */
static void page_score(struct front *f) {
    char text[NOTICE_MAX];
    struct page_sink sink = {{add_to_page}, f};
    const struct session *s = &f->session;
    open_page(f, "terminal.score");
    if (s->over) front_result(f, of(f)->observer, text, sizeof text);
    page_add(&of(f)->page, STYLE_HEAD, 0, s->over ? text : words(f->cli, "terminal.score_now"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    size_t used = (size_t)snprintf(text, sizeof text, "%*s", SCORE_NAMES, "");
    for (unsigned seat = 0; seat < s->players; seat++) {
        char name[NAME_MAX_BYTES], cell[NAME_MAX_BYTES + 8];
        seat_name(f, seat, name, sizeof name);
        snprintf(cell, sizeof cell, "%s %s", seat_marks[seat], name);
        for (unsigned columns = text_columns(cell); columns < SCORE_COLUMNS; columns++) text[used++] = ' ';
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", text_columns(cell) < SCORE_COLUMNS ? cell : seat_marks[seat]);
    }
    page_add(&of(f)->page, STYLE_BOLD, 0, text);
    front_scores(f, of(f)->observer, add_score_row, f);
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    s->game->describe(s->watches[of(f)->observer].view, &sink.sink);
}

static void page_view(struct front *f) {
    struct page_sink sink = {{add_to_page}, f};
    open_page(f, "terminal.view");
    f->session.game->describe(f->session.watches[of(f)->observer].view, &sink.sink);
}

static void add_lines(struct front *f, const char *text) {
    while (*text) {
        char line[2048];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        page_add(&of(f)->page, *line == '#' ? STYLE_HEAD : STYLE_PLAIN, line[0] == '-' || line[0] == '|' ? 2 : 0, line);
        text += length + (text[length] != 0);
    }
}

static void page_rules(struct front *f) {
    open_page(f, "terminal.rules");
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return;
    front_rules(f, file);
    if (fclose(file) == 0) add_lines(f, text);
    free(text);
}

static void page_help(struct front *f) {
    open_page(f, "terminal.help_title");
    add_lines(f, words(f->cli, "terminal.help_choose"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    add_lines(f, words(f->cli, "terminal.help_type"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    add_lines(f, words(f->cli, "terminal.help_marks"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    const char *legend = boards_legend(f->session.game->id);
    add_lines(f, words(f->cli, "terminal.help_keys"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    add_lines(f, words(f->cli, "terminal.help_deeds"));
    page_add(&of(f)->page, STYLE_PLAIN, 0, "");
    if (legend) add_lines(f, words(f->cli, legend));
}

/* ---- choices ---- */

static bool begins_with(const char *text, const char *begin) {
    return strncasecmp(text, begin, strlen(begin)) == 0;
}

static void notation_of(const struct front *f, unsigned choice, char text[NOTATION_MAX]) {
    notation_write(f->session.game->notation, f->session.watches[of(f)->observer].legal[choice], text);
}

/* What is typed leaves those whose notation begins so; or, if none does, those whose number or sentence has it. */
static void narrow(struct front *f) {
    struct screen *v = of(f);
    const struct watch *w = &f->session.watches[v->observer];
    v->match_count = v->pointer = 0;
    v->moved = false;
    for (unsigned i = 0; i < w->legal_count; i++) {
        char text[NOTATION_MAX];
        notation_of(f, i, text);
        if (begins_with(text, v->typed)) v->matches[v->match_count++] = i;
    }
    for (unsigned i = 0; !v->match_count && i < w->legal_count; i++) {
        char text[NOTICE_MAX];
        snprintf(text, sizeof text, "%u", i + 1);
        bool fits = strcmp(text, v->typed) == 0;
        front_choice(f, v->observer, w->legal[i], text, sizeof text);
        if (fits || (!isdigit((unsigned char)v->typed[0]) && strcasestr(text, v->typed))) v->matches[v->match_count++] = i;
    }
}

static bool is_asked(const struct front *f) {
    return of(f)->observer < SEATS_MAX && f->session.watches[of(f)->observer].asked;
}

static void begin_choice(struct front *f) {
    of(f)->typed[0] = 0;
    narrow(f);
}

static uint16_t pointed(const struct front *f) {
    const struct screen *v = of(f);
    if (!is_asked(f) || v->pointer >= v->match_count) return NOTATION_NONE;
    return f->session.watches[v->observer].legal[v->matches[v->pointer]];
}

static void answer(struct front *f) {
    struct screen *v = of(f);
    unsigned choice = v->matches[v->pointer];
    const struct watch *w = &f->session.watches[v->observer];
    v->mode = MODE_PLAY;
    v->fresh = w->log_count;
    session_answer(&f->session, v->observer, w->legal[choice]);
}

static void note(struct front *f, const char *text) {
    snprintf(f->session.notice, sizeof f->session.notice, "%s", text);
}

static void choose(struct front *f) {
    struct screen *v = of(f);
    char text[NOTICE_MAX];
    if (!is_asked(f)) return;
    for (unsigned i = 0; v->typed[0] && i < v->match_count; i++) {
        notation_of(f, v->matches[i], text);
        if (strcasecmp(text, v->typed) == 0) v->pointer = i, v->moved = true;
    }
    if (v->match_count == 0) {
        front_why_not(f, v->observer, v->typed, text, sizeof text);
        note(f, text);
    } else if (v->typed[0] && v->match_count > 1 && !v->moved) {
        struct reader reader = session_reader(&f->session, v->observer);
        text_format(&reader, &MESSAGE("terminal.many", NUMBER("n", v->match_count)), text, sizeof text);
        note(f, text);
    } else if (f->session.watches[v->observer].final[v->matches[v->pointer]] && f->session.watches[v->observer].legal_count > 1) {
        v->mode = MODE_CONFIRM;
    } else {
        answer(f);
    }
}

/* As far as all that fit agree. */
static void complete(struct front *f) {
    struct screen *v = of(f);
    char common[NOTATION_MAX], text[NOTATION_MAX];
    if (!is_asked(f) || !v->match_count) return;
    notation_of(f, v->matches[0], common);
    if (!begins_with(common, v->typed)) return; /* found by its sentence */
    for (unsigned i = 1; i < v->match_count; i++) {
        size_t same = 0;
        notation_of(f, v->matches[i], text);
        while (text[same] && text[same] == common[same]) same++;
        common[same] = 0;
    }
    unsigned pointer = v->pointer;
    if (strlen(common) == strlen(v->typed)) return;
    strcpy(v->typed, common);
    narrow(f);
    if (pointer < v->match_count) v->pointer = pointer;
}

/* The next choice up or down that is of another kind: whose notation differs before its last word. */
static void jump(struct front *f, int way) {
    struct screen *v = of(f);
    char here[NOTATION_MAX], there[NOTATION_MAX];
    if (!v->match_count) return;
    notation_of(f, v->matches[v->pointer], here);
    char *last = strrchr(here, ' ');
    size_t same = last ? (size_t)(last - here) + 1 : strlen(here);
    for (unsigned i = 0; i < v->match_count; i++) {
        v->pointer = (v->pointer + (way > 0 ? 1 : v->match_count - 1)) % v->match_count;
        notation_of(f, v->matches[v->pointer], there);
        if (strncmp(here, there, same) != 0) return;
    }
}

static void move_pointer(struct front *f, int by) {
    struct screen *v = of(f);
    if (!v->match_count) return;
    int last = (int)v->match_count - 1, at = (int)v->pointer + by;
    if (by == 1 && at > last) at = 0;
    if (by == -1 && at < 0) at = last;
    v->pointer = (unsigned)(at < 0 ? 0 : at > last ? last : at);
    v->moved = true;
}

/* ---- the table ---- */

static unsigned longest_notation(const struct front *f) {
    unsigned longest = 4;
    for (unsigned i = 0; i < of(f)->match_count; i++) {
        char text[NOTATION_MAX];
        notation_of(f, of(f)->matches[i], text);
        if (strlen(text) > longest) longest = (unsigned)strlen(text);
    }
    return longest < 20 ? longest : 20;
}

static void choice_line(const struct front *f, unsigned choice, bool here, char *text, size_t size) {
    const struct screen *v = of(f);
    uint16_t action = f->session.watches[v->observer].legal[choice];
    char notation[NOTATION_MAX], sentence[NOTICE_MAX];
    bool advised = f->hinted && f->hint.seat == v->observer && f->hint.choice == action;
    notation_of(f, choice, notation);
    front_choice(f, v->observer, action, sentence, sizeof sentence);
    snprintf(text, size, "%s%3u  %-*s  %s", here ? "▶" : advised ? "★" : " ", choice + 1, (int)longest_notation(f), notation, sentence);
}

/* Rows that the choice at the pointer takes. */
static unsigned pointer_rows(const struct front *f, unsigned columns) {
    char text[NOTICE_MAX + 64];
    choice_line(f, of(f)->matches[of(f)->pointer], true, text, sizeof text);
    return paint_wrapped(0, 0, columns, longest_notation(f) + 8, 2, STYLE_CHOSEN, text, true);
}

/* The choice at the pointer in full, in two rows if need be; of the others as much as fits. */
static void paint_choices(const struct front *f, unsigned row, unsigned rows, unsigned columns) {
    const struct screen *v = of(f);
    char text[NOTICE_MAX + 64];
    if (!v->match_count) return;
    unsigned indent = longest_notation(f) + 8, taken = pointer_rows(f, columns), shown = rows > taken ? rows - taken + 1 : 1, first = 0;
    if (v->match_count > shown && v->pointer > shown / 2) first = v->pointer - shown / 2;
    if (v->match_count > shown && first + shown > v->match_count) first = v->match_count - shown;
    for (unsigned i = first; i < first + shown && i < v->match_count; i++) {
        bool here = i == v->pointer;
        choice_line(f, v->matches[i], here, text, sizeof text);
        if (here) row += paint_wrapped(row, 0, columns, indent, 2, STYLE_CHOSEN, text, false);
        else paint(row++, 0, columns, STYLE_PLAIN, text);
    }
}

static unsigned paint_told(const struct front *f, unsigned i, unsigned row, unsigned column, unsigned columns, unsigned rows, bool only_count) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    const struct told *one = &w->log[i];
    bool begins = i == 0 || w->log[i - 1].line != one->line, fresh = i >= of(f)->fresh;
    enum style style = fresh ? STYLE_PLAIN : STYLE_DIM;
    if (begins && !only_count) paint(row, column, 1, one->seat < SEATS_MAX ? (enum style)(STYLE_SEAT + one->seat) : style, one->seat < SEATS_MAX ? seat_marks[one->seat] : "·");
    return paint_wrapped(row, column + 2, columns - 2, 0, rows, style, one->text, only_count);
}

/* The latest at the bottom; as many whole entries as there is room for. */
static void paint_log(const struct front *f, unsigned row, unsigned column, unsigned rows, unsigned columns) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    unsigned first = w->log_count, taken = 0;
    while (first > 0) {
        unsigned more = paint_told(f, first - 1, 0, column, columns, CANVAS_ROWS, true);
        if (taken + more > rows) break;
        taken += more;
        first--;
    }
    if (first == w->log_count && first > 0) { /* even the last is too long: its beginning */
        paint_told(f, first - 1, row, column, columns, rows, false);
        return;
    }
    for (unsigned i = first; i < w->log_count; i++) row += paint_told(f, i, row, column, columns, rows, false);
}

static void paint_seats(const struct front *f) {
    const struct session *s = &f->session;
    struct result result = {0};
    unsigned columns = (unsigned)COLS, at = 0;
    char text[NAME_MAX_BYTES + 64], name[NAME_MAX_BYTES];
    s->game->result(s->watches[of(f)->observer].view, &result);
    if (text_columns(s->game->name) + 2 + SEAT_COLUMNS * s->players <= columns) at = paint(0, 0, columns, STYLE_HEAD, s->game->name) + 2;
    unsigned each = (columns - at) / s->players;
    for (unsigned seat = 0; seat < s->players; seat++) {
        seat_name(f, seat, name, sizeof name);
        bool turn = s->waiting & SEAT_BIT(seat);
        const char *level = session_level(s, seat);
        snprintf(text, sizeof text, "%s%s %s%s%s%s %d", turn ? "▸" : " ", seat_marks[seat], name, level ? " (" : "", level ? level : "", level ? ")" : "", result.score[seat]);
        if (text_columns(text) > each) snprintf(text, sizeof text, "%s%s %s %d", turn ? "▸" : " ", seat_marks[seat], name, result.score[seat]);
        paint(0, at, each, (enum style)(STYLE_SEAT + seat), text);
        at += each;
    }
}

/* Which rows go to what. */
struct layout {
    unsigned left;                                   /* columns of all but the log, where that stands beside */
    unsigned notice, question;                       /* rows */
    unsigned board, log, choices;
};

static struct layout arrange(const struct front *f, const char *question, const char *notice) {
    struct screen *v = of(f);
    struct layout a = {.left = (unsigned)COLS};
    bool wide = COLS >= WIDE_COLUMNS;
    if (wide) a.left = (unsigned)COLS - BOARD_COLUMNS > LOG_COLUMNS_MAX ? (unsigned)COLS - LOG_COLUMNS_MAX : BOARD_COLUMNS;
    a.question = paint_wrapped(0, 0, a.left, 0, 2, STYLE_BOLD, question, true);
    a.notice = *notice ? paint_wrapped(0, 0, (unsigned)COLS, 2, NOTICE_ROWS, STYLE_WARN, notice, true) : 0;
    unsigned rest = (unsigned)LINES - 3 - a.question - a.notice, count = is_asked(f) && v->match_count ? v->match_count - 1 + pointer_rows(f, a.left) : 0;
    unsigned log = wide ? 0 : 1 + LOG_ROWS_MIN, most = (unsigned)LINES / 5 > CHOICES_MIN ? (unsigned)LINES / 5 : CHOICES_MIN;
    a.choices = most < count ? most : count;
    canvas_begin(&v->canvas, a.left, (unsigned)LINES - 4 - most - log); /* whatever is asked: a board keeps its shape */
    struct reader reader = session_reader(&f->session, v->observer);
    v->canvas.reader = &reader;
    v->canvas.game = f->session.game;
    v->canvas.legal = f->session.watches[v->observer].legal;
    v->canvas.legal_count = is_asked(f) ? f->session.watches[v->observer].legal_count : 0;
    v->canvas.chosen = pointed(f);
    boards_draw(&v->canvas, f->session.watches[v->observer].view, v->observer);
    unsigned room = rest - a.choices - log;
    a.board = v->canvas.rows < room ? v->canvas.rows : room;
    unsigned spare = room - a.board, wished = count - a.choices;
    unsigned more = wide ? spare : spare / 2;
    a.choices += more < wished ? more : wished;
    a.log = wide ? 0 : rest - a.board - a.choices - 1;
    return a;
}

/* The end of it, if it is long. */
static void paint_said(const struct front *f, unsigned row) {
    const char *said = of(f)->said;
    while (text_columns(said) + 3 > (unsigned)COLS)
        do said++;
        while ((*said & 0xc0) == 0x80);
    unsigned end = paint(row, 0, 1, STYLE_BOLD, "/");
    end = paint(row, end, (unsigned)COLS - end, STYLE_BOLD, said);
    mvaddstr((int)row, (int)end, "");
}

static void paint_input(const struct front *f, unsigned row) {
    const struct screen *v = of(f);
    char text[TYPED_MAX + 8], full[NOTATION_MAX];
    if (v->mode == MODE_SAY) paint_said(f, row);
    if (v->mode == MODE_SAY) return;
    if (!is_asked(f)) return;
    snprintf(text, sizeof text, "> %s", v->typed);
    unsigned end = paint(row, 0, (unsigned)COLS, STYLE_BOLD, text);
    if (v->typed[0] && v->match_count) {
        notation_of(f, v->matches[v->pointer], full);
        if (begins_with(full, v->typed)) paint(row, end, (unsigned)COLS - end, STYLE_DIM, full + strlen(v->typed));
    }
    if (v->match_count > 1) {
        snprintf(text, sizeof text, "%u/%u", v->pointer + 1, v->match_count);
        paint(row, (unsigned)COLS - text_columns(text) - 1, 16, STYLE_DIM, text);
    }
    mvaddstr((int)row, (int)end, "");
}

static void current_notice(const struct front *f, char *text, size_t size) {
    const struct screen *v = of(f);
    text[0] = 0;
    if (v->mode == MODE_CONFIRM) snprintf(text, size, "%s", words(f->cli, "terminal.confirm"));
    else if (v->mode == MODE_LEAVE) snprintf(text, size, "%s", words(f->cli, f->local && f->local->path ? "terminal.quit_saved" : "terminal.quit"));
    else if (v->mode == MODE_SAY) snprintf(text, size, "%s", words(f->cli, "terminal.deeds"));
    else if (f->session.notice[0]) snprintf(text, size, "%s", f->session.notice);
    else if (f->hinted && f->hint.seat == v->observer) front_hint_text(f, text, size);
}

static void paint_table(struct front *f) {
    struct screen *v = of(f);
    char question[NOTICE_MAX], notice[2 * NOTICE_MAX];
    front_question(f, v->observer, question, sizeof question);
    current_notice(f, notice, sizeof notice);
    struct layout a = arrange(f, question, notice);
    unsigned row = 1;
    v->board_rows = a.board;
    if (v->board_top + a.board > v->canvas.rows) v->board_top = v->canvas.rows - a.board;
    paint_seats(f);
    paint_canvas(&v->canvas, v->board_top, a.board, row);
    if (v->board_top + a.board < v->canvas.rows) paint(row + a.board - 1, a.left - 1, 1, STYLE_HEAD, "↓");
    if (v->board_top) paint(row, a.left - 1, 1, STYLE_HEAD, "↑");
    row += a.board;
    if (a.left < (unsigned)COLS) {
        unsigned beside = (unsigned)COLS - a.left - 2;
        paint_rule(1, a.left + 2, beside, words(f->cli, "terminal.log"));
        paint_log(f, 2, a.left + 2, (unsigned)LINES - 4 - a.notice, beside);
    } else {
        paint_rule(row++, 0, (unsigned)COLS, words(f->cli, "terminal.log"));
        paint_log(f, row, 0, a.log, (unsigned)COLS);
        row += a.log;
    }
    unsigned bottom = (unsigned)LINES - 2 - a.notice;
    row = bottom - a.choices - a.question;
    paint_wrapped(row, 0, a.left, 0, a.question, STYLE_BOLD, question, false);
    if (is_asked(f)) paint_choices(f, row + a.question, a.choices, a.left);
    paint_wrapped(bottom, 0, (unsigned)COLS, 2, a.notice, STYLE_WARN, notice, false);
    paint((unsigned)LINES - 1, 0, (unsigned)COLS, STYLE_DIM, words(f->cli, !is_asked(f) ? "terminal.keys_watch" : f->online ? "terminal.keys_online" : "terminal.keys"));
    paint_input(f, (unsigned)LINES - 2);
}

static void paint_message(const struct front *f, const struct message *message) {
    char text[NOTICE_MAX];
    struct reader reader = session_reader(&f->session, SPECTATOR);
    text_format(&reader, message, text, sizeof text);
    unsigned columns = (unsigned)COLS > 4 ? (unsigned)COLS - 4 : (unsigned)COLS;
    paint_wrapped((unsigned)LINES / 2, (unsigned)COLS > 4 ? 2 : 0, columns, 0, (unsigned)LINES - (unsigned)LINES / 2, STYLE_BOLD, text, false);
}

/* Whose table is shown; between seats that see different things a curtain falls. */
static void turn_round(struct front *f) {
    struct screen *v = of(f);
    const struct session *s = &f->session;
    unsigned next = session_observer(s);
    if (v->observer != NOBODY && (is_asked(f) || next >= SEATS_MAX || !s->watches[next].asked) && (v->observer == SPECTATOR) == (s->mine == 0)) next = v->observer;
    if (next != v->observer) {
        if (session_hides(s, v->observer, next) && !s->over) {
            v->mode = MODE_CURTAIN;
            flushinp(); /* keys meant for the last question open no curtain */
        }
        v->observer = next;
        v->question = 0;
        v->fresh = 0;
    }
    if (is_asked(f) && v->question != s->watches[next].question + 1) {
        v->question = s->watches[next].question + 1;
        if (v->mode == MODE_CONFIRM) v->mode = MODE_PLAY;
        begin_choice(f);
    }
    if (!is_asked(f) && v->mode == MODE_CONFIRM) v->mode = MODE_PLAY;
    if (s->over && !v->result_shown && v->mode != MODE_PAGE && v->mode != MODE_SAY) {
        v->result_shown = true;
        page_score(f);
    }
}

static void show(struct front *f) {
    struct screen *v = of(f);
    const struct session *s = &f->session;
    if (session_ready(s)) turn_round(f);
    erase();
    if (LINES < LEAST_ROWS || COLS < LEAST_COLUMNS)
        paint_message(f, &MESSAGE("terminal.small", NUMBER("columns", COLS), NUMBER("rows", LINES), NUMBER("want_columns", LEAST_COLUMNS), NUMBER("want_rows", LEAST_ROWS)));
    else if (v->observer == NOBODY) paint_message(f, &MESSAGE("terminal.gathering"));
    else if (v->mode == MODE_CURTAIN) paint_message(f, &MESSAGE("terminal.curtain_key", SEAT("who", v->observer)));
    else if (v->mode == MODE_PAGE) paint_page(f);
    else paint_table(f);
    curs_set(v->mode == MODE_SAY || (v->mode == MODE_PLAY && v->observer != NOBODY && is_asked(f)) ? 1 : 0);
    refresh();
    f->more = stopped; /* a signal outside of poll is no reason to wait */
}

/* ---- keys ---- */

static void type(struct front *f, int key) {
    struct screen *v = of(f);
    size_t length = strlen(v->typed);
    if (!is_asked(f) || length + 1 >= sizeof v->typed) return;
    v->typed[length] = (char)key;
    v->typed[length + 1] = 0;
    narrow(f);
}

static void erase_last(struct front *f) {
    struct screen *v = of(f);
    size_t length = strlen(v->typed);
    if (!is_asked(f) || length == 0) return;
    v->typed[length - 1] = 0;
    narrow(f);
}

static void undo(struct front *f) {
    struct screen *v = of(f);
    if (v->observer < SEATS_MAX && f->session.watches[v->observer].undo) session_undo(&f->session, v->observer);
    else session_note(&f->session, &MESSAGE("error.match.undo"));
}

static void hint(struct front *f) {
    front_hint(f, of(f)->observer);
}

static void leave(struct front *f) {
    of(f)->mode = MODE_LEAVE;
}

static void begin_saying(struct front *f) {
    of(f)->said[0] = 0;
    if (f->online) of(f)->mode = MODE_SAY;
    else front_deed(f, "");
}

/* Bytes come one by one, letters go whole. */
static void say_key(struct front *f, int key) {
    struct screen *v = of(f);
    size_t length = strlen(v->said);
    switch (key) {
    case KEY_ESCAPE: v->mode = MODE_PLAY; break;
    case KEY_RETURN: case '\n': case KEY_ENTER:
        v->mode = MODE_PLAY;
        front_deed(f, v->said);
        break;
    case KEY_BACKSPACE: case KEY_ERASE: case '\b':
        while (length && (v->said[length - 1] & 0xc0) == 0x80) length--;
        v->said[length ? length - 1 : 0] = 0;
        break;
    default:
        if (key < ' ' || key > UINT8_MAX || length + 1 >= sizeof v->said) break;
        v->said[length] = (char)key;
        v->said[length + 1] = 0;
    }
}

static const struct {
    int key;
    void (*run)(struct front *f);
} commands[] = {{'U', undo}, {'H', hint}, {'S', page_score}, {'L', page_log}, {'V', page_view}, {'R', page_rules}, {'?', page_help}, {'/', begin_saying}, {'Q', leave}};

static bool is_command(struct front *f, int key) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (commands[i].key == key && !of(f)->typed[0]) {
            commands[i].run(f);
            return true;
        }
    return false;
}

static void scroll_board(struct front *f, int way) {
    struct screen *v = of(f);
    int most = (int)v->canvas.rows - (int)v->board_rows, top = (int)v->board_top + way * (int)(v->board_rows / 2 + 1);
    if (most <= 0) move_pointer(f, way * 5);
    else v->board_top = (unsigned)(top < 0 ? 0 : top > most ? most : top);
}

static void play_key(struct front *f, int key) {
    struct screen *v = of(f);
    f->session.notice[0] = 0;
    switch (key) {
    case KEY_UP: move_pointer(f, -1); break;
    case KEY_DOWN: move_pointer(f, 1); break;
    case KEY_LEFT: jump(f, -1), v->moved = true; break;
    case KEY_RIGHT: jump(f, 1), v->moved = true; break;
    case KEY_HOME: move_pointer(f, -LEGAL_MAX); break;
    case KEY_END: move_pointer(f, LEGAL_MAX); break;
    case KEY_PPAGE: scroll_board(f, -1); break;
    case KEY_NPAGE: scroll_board(f, 1); break;
    case KEY_ESCAPE: f->hinted = false; if (is_asked(f)) begin_choice(f); break;
    case KEY_TAB: complete(f); break;
    case KEY_RETURN: case '\n': case KEY_ENTER: choose(f); break;
    case KEY_BACKSPACE: case KEY_ERASE: case '\b': erase_last(f); break;
    default:
        if (!is_command(f, key) && key >= ' ' && key < KEY_ERASE) type(f, key);
    }
}

static void page_key(struct front *f, int key) {
    struct page *page = &of(f)->page;
    unsigned room = (unsigned)LINES > 3 ? (unsigned)LINES - 3 : 1;
    switch (key) {
    case KEY_UP: page->top -= page->top > 0; break;
    case KEY_DOWN: page->top++; break;
    case KEY_PPAGE: page->top = page->top > room ? page->top - room : 0; break;
    case KEY_NPAGE: case ' ': page->top += room; break;
    case KEY_HOME: page->top = 0; break;
    case KEY_END: page->top = CANVAS_ROWS * CANVAS_ROWS; break;
    case KEY_ESCAPE: of(f)->mode = MODE_PLAY; break;
    default: is_command(f, key);
    }
}

/* False: the person leaves. */
static bool take_key(struct front *f, int key) {
    struct screen *v = of(f);
    bool yes = key == KEY_RETURN || key == '\n' || key == KEY_ENTER;
    if (key == KEY_RESIZE) return true;
    switch (v->mode) {
    case MODE_PLAY: play_key(f, key); break;
    case MODE_PAGE: page_key(f, key); break;
    case MODE_SAY: say_key(f, key); break;
    case MODE_CURTAIN: if (key == ' ') v->mode = MODE_PLAY; break;
    case MODE_LEAVE: if (yes || key == 'Q') return false; v->mode = MODE_PLAY; break;
    case MODE_CONFIRM:
        if (yes) answer(f);
        else v->mode = MODE_PLAY;
        break;
    }
    return true;
}

static bool hear(struct front *f) {
    for (int key; (key = getch()) != ERR;)
        if (!take_key(f, key)) return false;
    return !stopped;
}

/* ---- the terminal ---- */

static void stop(int number) {
    stopped = number;
}

static bool open_screen(struct front *f) {
    struct screen *v = calloc(1, sizeof *v);
    if (!v) return false;
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    v->observer = NOBODY;
    f->face = v;
    set_escdelay(25);
    v->terminal = newterm(NULL, stdout, stdin);
    if (!v->terminal) return false;
    for (unsigned i = 0; i < 3; i++) sigaction((const int[]){SIGINT, SIGTERM, SIGHUP}[i], &(struct sigaction){.sa_handler = stop}, NULL);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    begin_colours();
    return true;
}

static void close_screen(struct front *f) {
    if (!f->face) return;
    if (of(f)->terminal) {
        endwin();
        delscreen(of(f)->terminal);
    }
    page_clear(&of(f)->page);
    free(f->face);
}

const struct face screen_face = {.open = open_screen, .show = show, .hear = hear, .close = close_screen};
