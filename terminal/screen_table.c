#include "terminal/boards.h"
#include "terminal/paint.h"
#include "terminal/screen.h"

enum {
    WIDE_COLUMNS = 104,
    BOARD_COLUMNS = 80,
    LOG_COLUMNS_MAX = 56,
    SEAT_COLUMNS = 20,
    QUESTION_ROWS = 2,
    NOTICE_ROWS = 3,
    NOTICE_INDENT = 2,
    LOG_ROWS_MIN = 2,
    CHOICES_MIN = 4
};

static unsigned paint_entry(const struct front *f, unsigned i, unsigned row, unsigned column,
                            unsigned columns, unsigned rows) {
    const struct watch *w = watch_of(f);
    const struct log_entry *one = &w->log[i];
    bool begins = i == 0 || w->log[i - 1].line != one->line, fresh = i >= of(f)->fresh;
    enum style style = fresh ? STYLE_PLAIN : STYLE_DIM;
    if (begins)
        paint(row, column, 1, one->seat < SEATS_MAX ? (enum style)(STYLE_SEAT + one->seat) : style,
              one->seat < SEATS_MAX ? seat_marks[one->seat] : "·");
    return paint_wrapped(row, column + 2, columns - 2, 0, rows, style, one->text);
}

/* Paints as many whole entries as fit, the latest at the bottom. */
static void paint_log(const struct front *f, unsigned row, unsigned column, unsigned rows,
                      unsigned columns) {
    const struct watch *w = watch_of(f);
    unsigned count = least(of(f)->shown, w->log_count), first = count, taken = 0;
    while (first > 0) {
        unsigned more = wrapped_rows(columns - 2, 0, w->log[first - 1].text);
        if (taken + more > rows) break;
        taken += more;
        first--;
    }
    if (first == count && first > 0) { /* even the last entry is too long: show its beginning */
        paint_entry(f, first - 1, row, column, columns, rows);
        return;
    }
    for (unsigned i = first; i < count; i++) row += paint_entry(f, i, row, column, columns, rows);
}

/* "▸● Anna: 12" in this many columns, with an opponent's level if there is room. A long name is
 * cut. */
static void paint_seat(const struct front *f, unsigned seat, int score, unsigned column,
                       unsigned columns) {
    const struct session *s = &f->session;
    const char *level = session_level(s, seat);
    char name[NAME_MAX_BYTES + sizeof "…"], text[2 * sizeof name + 64], points[16];
    screen_seat_name(f, seat, name, NAME_MAX_BYTES);
    snprintf(points, sizeof points, ": %d", score);
    unsigned room = columns - 1 - text_columns("▸● ") - text_columns(points);
    bool has_room = level && text_columns(name) + text_columns(level) + 3 <= room;
    text_shorten(name, room);
    snprintf(text, sizeof text, "%s%s %s%s%s%s%s", s->waiting & SEAT_BIT(seat) ? "▸" : " ",
             seat_marks[seat], name, has_room ? " (" : "", has_room ? level : "",
             has_room ? ")" : "", points);
    paint(0, column, columns, (enum style)(STYLE_SEAT + seat), text);
}

static void paint_seats(const struct front *f) {
    const struct session *s = &f->session;
    int scores[SEATS_MAX];
    unsigned columns = (unsigned)COLS, at = 0;
    session_scores_at(s, of(f)->observer, of(f)->shown, scores);
    if (text_columns(s->game->name) + 2 + SEAT_COLUMNS * s->players <= columns)
        at = paint(0, 0, columns, STYLE_HEAD, s->game->name) + 2;
    unsigned each = (columns - at) / s->players;
    for (unsigned seat = 0; seat < s->players; seat++)
        paint_seat(f, seat, scores[seat], at + seat * each, each);
}

/* The layout of the screen. */
struct layout {
    /* columns of everything but the log, if the log is beside the board */
    unsigned left;
    unsigned board, log, question, choices, notice; /* rows */
};

static void draw_board(const struct front *f, unsigned columns, unsigned room) {
    struct canvas *c = &of(f)->canvas;
    struct reader reader = session_reader(&f->session, of(f)->observer);
    canvas_begin(c, columns, room);
    c->reader = &reader;
    c->game = f->session.game;
    c->legal = watch_of(f)->legal;
    c->legal_count = is_asked(f) && !is_behind(f) ? watch_of(f)->legal_count : 0;
    c->chosen = is_behind(f) ? NOTATION_NONE : choices_pointed(f);
    boards_draw(c, session_view_at(&f->session, of(f)->observer, of(f)->shown), of(f)->observer);
    c->reader = NULL;
}

static struct layout arrange(const struct front *f, const char *question, const char *notice) {
    struct layout a = {.left = (unsigned)COLS};
    bool wide = COLS >= WIDE_COLUMNS;
    if (wide)
        a.left = (unsigned)COLS - BOARD_COLUMNS > LOG_COLUMNS_MAX ? (unsigned)COLS - LOG_COLUMNS_MAX
                                                                  : BOARD_COLUMNS;
    a.question = least(wrapped_rows(a.left, 0, question), QUESTION_ROWS);
    a.notice = least(wrapped_rows((unsigned)COLS, NOTICE_INDENT, notice), NOTICE_ROWS);
    unsigned rest = (unsigned)LINES - 3 - a.question - a.notice, count = choices_rows(f, a.left);
    /* Lists show what has become of everybody's answers only in the log. */
    unsigned log_rows = boards_legend(f->session.game->id) ? LOG_ROWS_MIN : (unsigned)LINES / 4,
             log = wide ? 0 : 1 + log_rows,
             most = (unsigned)LINES / 5 > CHOICES_MIN ? (unsigned)LINES / 5 : CHOICES_MIN;
    a.choices = least(most, count);
    /* The board's size must not depend on the question. */
    draw_board(f, a.left, (unsigned)LINES - 4 - most - log);
    /* A notice takes its rows from a long log, not from the board. */
    if (log > 1 + LOG_ROWS_MIN + a.notice) log -= a.notice;
    unsigned room = rest - a.choices - log;
    a.board = least(of(f)->canvas.rows, room);
    unsigned spare = room - a.board;
    a.choices += least(wide ? spare : spare / 2, count - a.choices);
    a.log = wide ? 0 : rest - a.board - a.choices - 1;
    return a;
}

/* Shows the end of a long line. */
static void paint_said(const struct front *f, unsigned row) {
    const char *said = of(f)->said;
    while (text_columns(said) + 3 > (unsigned)COLS) do
            said++;
        while ((*said & 0xc0) == 0x80);
    unsigned end = paint(row, 0, 1, STYLE_BOLD, "/");
    end = paint(row, end, (unsigned)COLS - end, STYLE_BOLD, said);
    mvaddstr((int)row, (int)end, "");
}

static void paint_typed(const struct front *f, unsigned row) {
    const struct screen *v = of(f);
    char text[TYPED_MAX + 8], rest[NOTATION_MAX];
    snprintf(text, sizeof text, "> %s", v->typed);
    unsigned end = paint(row, 0, (unsigned)COLS, STYLE_BOLD, text);
    if (choices_rest(f, rest)) paint(row, end, (unsigned)COLS - end, STYLE_DIM, rest);
    if (v->match_count > 1) {
        snprintf(text, sizeof text, "%u/%u", v->items[v->pointer].first + 1, v->match_count);
        paint(row, (unsigned)COLS - text_columns(text) - 1, 16, STYLE_DIM, text);
    }
    mvaddstr((int)row, (int)end, "");
}

static void current_notice(const struct front *f, char *text, size_t size) {
    const struct screen *v = of(f);
    text[0] = 0;
    if (v->mode == MODE_CONFIRM) snprintf(text, size, "%s", words(f->cli, "terminal.confirm"));
    else if (v->mode == MODE_LEAVE)
        snprintf(
            text, size, "%s",
            words(f->cli, f->local && f->local->path ? "terminal.quit_saved" : "terminal.quit"));
    else if (v->mode == MODE_SAY) snprintf(text, size, "%s", words(f->cli, "terminal.deeds"));
    else if (f->session.notice[0]) snprintf(text, size, "%s", f->session.notice);
    else if (front_hinted(f, v->observer)) front_hint_text(f, text, size);
}

/* The catalogue key of the last line: which keys do something now. */
static const char *keys_line(const struct front *f) {
    if (is_asked(f) && of(f)->typed[0]) return "terminal.keys_typed";
    if (is_asked(f)) return f->online ? "terminal.keys_online" : "terminal.keys";
    if (f->online) return "terminal.keys_listen";
    return f->session.over ? "terminal.keys_after" : "terminal.keys_watch";
}

void table_paint(struct front *f) {
    struct screen *v = of(f);
    char question[NOTICE_MAX], notice[2 * NOTICE_MAX];
    front_question(f, v->observer, question, sizeof question);
    current_notice(f, notice, sizeof notice);
    struct layout a = arrange(f, question, notice);
    unsigned row = 1;
    v->board_rows = a.board;
    if (v->board_top + a.board > v->canvas.rows) v->board_top = v->canvas.rows - a.board;
    paint_seats(f);
    paint_canvas(&v->canvas, v->board_top, a.board, row, 0);
    if (v->board_top + a.board < v->canvas.rows)
        paint(row + a.board - 1, a.left - 1, 1, STYLE_HEAD, "↓");
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
    paint_wrapped(row, 0, a.left, 0, a.question, STYLE_BOLD, question);
    choices_paint(f, row + a.question, a.choices, a.left);
    paint_wrapped(bottom, 0, (unsigned)COLS, NOTICE_INDENT, a.notice, STYLE_WARN, notice);
    paint((unsigned)LINES - 1, 0, (unsigned)COLS, STYLE_DIM, words(f->cli, keys_line(f)));
    if (v->mode == MODE_SAY) paint_said(f, (unsigned)LINES - 2);
    else if (is_asked(f)) paint_typed(f, (unsigned)LINES - 2);
}

void table_scroll(struct front *f, int way) {
    struct screen *v = of(f);
    int most = (int)v->canvas.rows - (int)v->board_rows,
        top = (int)v->board_top + way * (int)(v->board_rows / 2 + 1);
    if (most <= 0) choices_move(f, way * 5);
    else v->board_top = (unsigned)(top < 0 ? 0 : top > most ? most : top);
}
