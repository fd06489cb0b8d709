#include "terminal/screen.h"

#include "terminal/paint.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_COLUMNS = 72, LEAST_ROWS = 20 };
enum { KEY_ESCAPE = 27, KEY_RETURN = '\r', KEY_TAB = '\t', KEY_ERASE = 127 };

static volatile sig_atomic_t stopped;

void screen_seat_name(const struct front *f, unsigned seat, char *text, size_t size) {
    const struct session *s = &f->session;
    struct reader reader = session_reader(s, SPECTATOR);
    if (seat == of(f)->observer) snprintf(text, size, "%s", words(f->cli, "terminal.you"));
    else if (s->name_list[seat]) snprintf(text, size, "%s", s->name_list[seat]);
    else text_format(&reader, &MESSAGE("common.seat", NUMBER("n", seat + 1)), text, size);
}

void screen_add_letter(char *text, size_t size, int key) {
    size_t length = strlen(text);
    if (key < ' ' || key == KEY_ERASE || key > UINT8_MAX || length + 1 >= size) return;
    text[length] = (char)key;
    text[length + 1] = 0;
}

void screen_erase_letter(char *text) {
    size_t length = strlen(text);
    while (length && (text[length - 1] & 0xc0) == 0x80) length--;
    text[length ? length - 1 : 0] = 0;
}

static void paint_message(const struct front *f, const struct message *message) {
    char text[NOTICE_MAX];
    struct reader reader = session_reader(&f->session, SPECTATOR);
    text_format(&reader, message, text, sizeof text);
    unsigned columns = (unsigned)COLS > 4 ? (unsigned)COLS - 4 : (unsigned)COLS;
    paint_wrapped((unsigned)LINES / 2, (unsigned)COLS > 4 ? 2 : 0, columns, 0,
                  (unsigned)LINES - (unsigned)LINES / 2, STYLE_BOLD, text);
}

/* Chooses whose view is shown. A curtain hides it between seats with different knowledge. */
static void turn_round(struct front *f) {
    struct screen *v = of(f);
    const struct session *s = &f->session;
    unsigned next = session_observer(s);
    if (v->observer != NOBODY && (is_asked(f) || next >= SEATS_MAX || !s->watches[next].asked) &&
        (v->observer == SPECTATOR) == (s->mine == 0))
        next = v->observer;
    if (next != v->observer) {
        if (session_hides(s, v->observer, next) && !s->over) {
            v->mode = MODE_CURTAIN;
            flushinp(); /* keys typed for the last question must not open the curtain */
        }
        v->observer = next;
        v->question = 0;
        v->fresh = 0;
        v->revealing = false;
    }
    if (is_asked(f) && v->question != s->watches[next].question + 1) {
        v->question = s->watches[next].question + 1;
        if (v->mode == MODE_CONFIRM) v->mode = MODE_PLAY;
        choices_begin(f);
    }
    if (!is_asked(f) && v->mode == MODE_CONFIRM) v->mode = MODE_PLAY;
}

/* Lets the log's next entry appear when it is time, or all of them at once. */
static void reveal(struct front *f) {
    enum { LINE_MS = 300 };
    struct screen *v = of(f);
    unsigned count = watch_of(f)->log_count;
    uint64_t now = clock_now();
    f->pause_ms = f->busy_ms = 0;
    if (!v->revealing || v->shown > count) v->shown = count;
    if (v->shown == count) return;
    if (now - v->shown_ms >= LINE_MS) v->shown++, v->shown_ms = now;
    /* also after the last entry, which stays as long before the result covers it */
    f->pause_ms = (unsigned)(LINE_MS - (now - v->shown_ms));
    f->busy_ms = f->pause_ms + LINE_MS * (count - v->shown);
}

/* Opens the score page once all entries of a finished game have appeared. */
static void show_result(struct front *f) {
    struct screen *v = of(f);
    bool busy = v->mode == MODE_PAGE || v->mode == MODE_SAY || f->pause_ms;
    if (!f->session.over || v->result_shown || busy) return;
    v->result_shown = true;
    page_score(f);
}

static void show(struct front *f) {
    struct screen *v = of(f);
    const struct session *s = &f->session;
    if (session_ready(s)) turn_round(f);
    if (v->observer != NOBODY) {
        reveal(f);
        show_result(f);
    }
    erase();
    if (LINES < LEAST_ROWS || COLS < LEAST_COLUMNS)
        paint_message(f, &MESSAGE("terminal.small", NUMBER("columns", COLS), NUMBER("rows", LINES),
                                  NUMBER("want_columns", LEAST_COLUMNS),
                                  NUMBER("want_rows", LEAST_ROWS)));
    else if (v->observer == NOBODY) paint_message(f, &MESSAGE("terminal.gathering"));
    else if (v->mode == MODE_CURTAIN)
        paint_message(f, &MESSAGE("terminal.curtain_key", SEAT("who", v->observer)));
    else if (v->mode == MODE_PAGE) page_paint(f);
    else table_paint(f);
    curs_set(v->mode == MODE_SAY || (v->mode == MODE_PLAY && v->observer != NOBODY && is_asked(f))
                 ? 1
                 : 0);
    refresh();
    f->more = stopped; /* a signal outside poll must not delay the next frame */
}

/* ---- keys ---- */

static void undo(struct front *f) {
    struct screen *v = of(f);
    if (v->observer < SEATS_MAX && watch_of(f)->undo) session_undo(&f->session, v->observer);
    else session_note(&f->session, &MESSAGE("error.match.undo"));
}

/* Asks for a hint; with one on the screen, goes to it. */
static void hint(struct front *f) {
    if (front_hinted(f, of(f)->observer)) choices_point(f, f->hint.choice);
    else front_hint(f, of(f)->observer);
}

static void leave(struct front *f) {
    of(f)->mode = MODE_LEAVE;
}

static void begin_saying(struct front *f) {
    of(f)->said[0] = 0;
    if (f->online) of(f)->mode = MODE_SAY;
    else front_command(f, "");
}

static void say_key(struct front *f, int key) {
    switch (key) {
    case KEY_ESCAPE: of(f)->mode = MODE_PLAY; break;
    case KEY_RETURN:
    case '\n':
    case KEY_ENTER:
        of(f)->mode = MODE_PLAY;
        front_command(f, of(f)->said);
        break;
    case KEY_BACKSPACE:
    case KEY_ERASE:
    case '\b': screen_erase_letter(of(f)->said); break;
    default: screen_add_letter(of(f)->said, SAID_MAX, key);
    }
}

static void play_again(struct front *f) {
    f->after = AFTER_AGAIN;
}

static void change_seats(struct front *f) {
    f->after = AFTER_SEATS;
}

static void analyse(struct front *f) {
    f->after = AFTER_ANALYSIS;
}

static const struct {
    int key;
    void (*run)(struct front *f);
} after_commands[] = {{'N', play_again}, {'C', change_seats}, {'A', analyse}};

static bool is_after_command(struct front *f, int key) {
    for (size_t i = 0; i < sizeof after_commands / sizeof after_commands[0]; i++)
        if (after_commands[i].key == key && f->local && f->session.over) {
            after_commands[i].run(f);
            return true;
        }
    return false;
}

static const struct {
    int key;
    void (*run)(struct front *f);
} commands[] = {{'U', undo},         {'H', hint},      {'h', hint},       {'S', page_score},
                {'L', page_log},     {'V', page_view}, {'R', page_rules}, {'?', page_help},
                {'/', begin_saying}, {'Q', leave}};

static bool is_command(struct front *f, int key) {
    if (is_after_command(f, key)) return true;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        /* typed letters are part of the answer, but no answer has a question mark */
        if (commands[i].key == key && (!of(f)->typed[0] || key == '?')) {
            commands[i].run(f);
            return true;
        }
    return false;
}

/* A click points at a choice, a second one takes it; the wheel goes through the list. */
static void use_mouse(struct front *f) {
    MEVENT event;
    if (getmouse(&event) != OK) return;
    if (event.bstate & BUTTON4_PRESSED) choices_move(f, -1);
    else if (event.bstate & BUTTON5_PRESSED) choices_move(f, 1);
    else if ((event.bstate & BUTTON1_PRESSED) && choices_click(f, (unsigned)event.y))
        choices_choose(f);
}

static void play_key(struct front *f, int key) {
    f->session.notice[0] = 0;
    switch (key) {
    case KEY_MOUSE: use_mouse(f); break;
    case KEY_UP: choices_move(f, -1); break;
    case KEY_DOWN: choices_move(f, 1); break;
    case KEY_LEFT: choices_jump(f, -1); break;
    case KEY_RIGHT: choices_jump(f, 1); break;
    case KEY_HOME: choices_move(f, -LEGAL_MAX); break;
    case KEY_END: choices_move(f, LEGAL_MAX); break;
    case KEY_PPAGE: table_scroll(f, -1); break;
    case KEY_NPAGE: table_scroll(f, 1); break;
    case KEY_ESCAPE:
        f->hinted = false;
        if (is_asked(f)) choices_begin(f);
        break;
    case KEY_TAB: choices_complete(f); break;
    case KEY_RETURN:
    case '\n':
    case KEY_ENTER: choices_choose(f); break;
    case KEY_BACKSPACE:
    case KEY_ERASE:
    case '\b': choices_erase(f); break;
    default:
        if (!is_command(f, key)) choices_type(f, key);
    }
}

static void page_key(struct front *f, int key) {
    if (key == KEY_ESCAPE) of(f)->mode = MODE_PLAY;
    else if (!page_scroll(f, key)) is_command(f, key);
}

/* False when the player quits. */
static bool take_key(struct front *f, int key) {
    struct screen *v = of(f);
    bool yes = key == KEY_RETURN || key == '\n' || key == KEY_ENTER;
    if (key == KEY_RESIZE) return true;
    switch (v->mode) {
    case MODE_PLAY: play_key(f, key); break;
    case MODE_PAGE: page_key(f, key); break;
    case MODE_SAY: say_key(f, key); break;
    case MODE_CURTAIN:
        if (key == ' ') v->mode = MODE_PLAY;
        break;
    case MODE_LEAVE:
        if (yes || key == 'Q') return false;
        v->mode = MODE_PLAY;
        break;
    case MODE_CONFIRM:
        v->mode = MODE_PLAY;
        if (yes) choices_answer(f);
        else if (key != KEY_ESCAPE) play_key(f, key);
        break;
    }
    return f->after == AFTER_NOTHING;
}

static bool read_input(struct front *f) {
    for (int key; (key = getch()) != ERR;) {
        /* a key shows what is still to come at once */
        of(f)->revealing = false;
        if (f->local && of(f)->observer != NOBODY && !is_asked(f)) f->local->paced = false;
        if (!take_key(f, key)) return false;
    }
    return !stopped;
}

/* ---- the terminal ---- */

static void stop(int number) {
    stopped = number;
}

static bool open_screen(struct front *f) {
    struct screen *v = calloc(1, sizeof *v);
    if (!v) return false;
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    v->observer = NOBODY;
    f->face = v;
    set_escdelay(25);
    v->terminal = newterm(NULL, stdout, stdin);
    if (!v->terminal) return false;
    for (unsigned i = 0; i < 3; i++)
        sigaction((const int[]){SIGINT, SIGTERM, SIGHUP}[i],
                  &(struct sigaction){.sa_handler = stop}, NULL);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(0); /* a press counts at once */
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    paint_begin();
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

const struct face screen_face = {
    .open = open_screen, .show = show, .read_input = read_input, .close = close_screen};
