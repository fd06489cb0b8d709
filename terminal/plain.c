/* The plain face: the game line by line, for screen readers, scripts and output without a terminal.
 * Every choice is a numbered sentence. Notation is accepted, too. */
#include "terminal/front.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 4096 };

struct plain {
    struct sink described; /* first */
    const struct front *front;
    char input[INPUT_MAX];
    size_t used;
    unsigned observer; /* whose view is shown; NOBODY at first */
    unsigned printed[OBSERVERS]; /* log entries printed so far */
    unsigned last_line[OBSERVERS];
    bool asked; /* the prompt has been printed */
    bool curtain; /* hides the game until the next player confirms */
    bool gathering; /* has said that the table waits for players */
    unsigned question; /* 1 + the question for which the position was printed */
    bool over;
};

static struct plain *of(const struct front *f) {
    return f->face;
}

static void print_described(struct sink *sink, const struct event *event) {
    const struct plain *p = (struct plain *)sink;
    char text[NOTICE_MAX];
    struct reader reader = session_reader(&p->front->session, p->observer);
    text_format(&reader, &event->message, text, sizeof text);
    printf("%s%s\n", event->apart ? "" : "  ", text);
}

static void print_position(const struct front *f) {
    printf("\n");
    f->session.game->describe(f->session.watches[of(f)->observer].view, &of(f)->described);
    printf("\n");
}

static void print_news(const struct front *f) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    unsigned *printed = &of(f)->printed[of(f)->observer],
             *last = &of(f)->last_line[of(f)->observer];
    if (*printed > w->log_count) *printed = w->log_count;
    for (; *printed < w->log_count; (*printed)++) {
        const struct log_entry *one = &w->log[*printed];
        printf("%s%s\n", one->line + 1 == *last ? "    " : "  · ", one->text);
        *last = one->line + 1;
    }
}

static void print_notice(struct front *f) {
    if (f->session.notice[0]) printf("%s\n", f->session.notice);
    f->session.notice[0] = 0;
    if (!f->hinted) return;
    char text[NOTICE_MAX];
    front_hint_text(f, text, sizeof text);
    printf("%s\n", text);
    f->hinted = false;
    of(f)->asked = false;
}

/* Prints the choices whose notation begins with the text, or all. */
static unsigned print_choices(const struct front *f, const char *begin) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    unsigned shown = 0;
    for (unsigned i = 0; i < w->legal_count; i++) {
        char notation[NOTATION_MAX], text[NOTICE_MAX];
        notation_write(f->session.game->notation, w->legal[i], notation);
        if (strncmp(notation, begin, strlen(begin)) != 0) continue;
        front_choice(f, of(f)->observer, w->legal[i], text, sizeof text);
        printf("%4u  %-16s %s\n", i + 1, notation, text);
        shown++;
    }
    return shown;
}

static void prompt(const struct front *f) {
    printf("> ");
    fflush(stdout);
    of(f)->asked = true;
}

static void ask(struct front *f) {
    char text[NOTICE_MAX];
    const struct watch *w = &f->session.watches[of(f)->observer];
    if (of(f)->question != w->question + 1) print_position(f);
    of(f)->question = w->question + 1;
    front_question(f, of(f)->observer, text, sizeof text);
    printf("%s\n", text);
    print_choices(f, "");
    prompt(f);
}

static void print_row(void *context, const struct score_row *row) {
    const struct front *f = context;
    printf("%s:", row->name);
    for (unsigned seat = 0; seat < f->session.players; seat++)
        printf("%s %d", seat ? "," : "", row->values[seat]);
    printf("\n");
}

static void print_result(struct front *f) {
    struct result result = {0};
    const struct session *s = &f->session;
    char text[NOTICE_MAX];
    struct reader reader = session_reader(s, of(f)->observer);
    printf("\n");
    front_result(f, of(f)->observer, text, sizeof text);
    printf("%s\n", text);
    s->game->result(s->watches[of(f)->observer].view, &result);
    for (unsigned seat = 0; seat < s->players && !s->ended[0]; seat++) {
        text_format(&reader,
                    &MESSAGE("cli.replay.place", NUMBER("place", result.place[seat]),
                             SEAT("who", seat), NUMBER("score", result.score[seat])),
                    text, sizeof text);
        printf("%s\n", text);
    }
    front_scores(f, of(f)->observer, print_row, f);
}

/* Says once that the table waits for players, so that nobody wonders about the silence. */
static void print_gathering(struct front *f) {
    char text[NOTICE_MAX];
    if (of(f)->gathering || f->session.playing || f->session.over) return;
    of(f)->gathering = true;
    front_question(f, of(f)->observer, text, sizeof text);
    printf("%s\n", text);
}

/* Hides the game before another player's turn at the same terminal. Clears the screen if
 * possible. */
static void draw_curtain(struct front *f, unsigned seat) {
    char text[NOTICE_MAX];
    struct reader reader = session_reader(&f->session, SPECTATOR);
    if (isatty(STDOUT_FILENO)) printf("\033[H\033[2J\033[3J");
    text_format(&reader, &MESSAGE("terminal.curtain", SEAT("who", seat)), text, sizeof text);
    printf("%s\n", text);
    of(f)->curtain = true;
    prompt(f);
}

/* ---- words ---- */

static void undo(struct front *f) {
    session_undo(&f->session, of(f)->observer);
    of(f)->question = 0;
}

static void hint(struct front *f) {
    front_hint(f, of(f)->observer);
}

static void print_log(struct front *f) {
    const struct watch *w = &f->session.watches[of(f)->observer];
    for (unsigned i = 0; i < w->log_count; i++) printf("  %s\n", w->log[i].text);
}

static void scores(struct front *f) {
    print_row(
        f, &(struct score_row){.name = words(f->cli, "terminal.seats"), .values = {1, 2, 3, 4, 5}});
    front_scores(f, of(f)->observer, print_row, f);
}

static void position(struct front *f) {
    print_position(f);
}

static void print_rule(void *context, bool heading, const char *text) {
    (void)context, (void)heading;
    printf("%s\n", text);
}

static void rules(struct front *f) {
    front_rules(f, print_rule, NULL);
}

static const struct {
    const char *word;
    void (*run)(struct front *f);
} commands[] = {{"u", undo},   {"h", hint},     {"l", print_log},
                {"s", scores}, {"v", position}, {"r", rules}};

static bool is_command(struct front *f, const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].word, word) == 0) {
            commands[i].run(f);
            return true;
        }
    return false;
}

static void take_choice(struct front *f, const char *word) {
    struct session *s = &f->session;
    const struct watch *w = &s->watches[of(f)->observer];
    char *end, text[NOTICE_MAX];
    unsigned long number = strtoul(word, &end, 10);
    uint16_t action = notation_read(s->game->notation, word, strlen(word));
    if (!*end && number >= 1 && number <= w->legal_count) action = w->legal[number - 1];
    for (unsigned i = 0; i < w->legal_count; i++)
        if (w->legal[i] == action) {
            session_answer(s, of(f)->observer, action);
            return;
        }
    if (*word && print_choices(f, word)) return;
    if (action == NOTATION_NONE) {
        struct reader reader = session_reader(s, of(f)->observer);
        text_format(&reader, &MESSAGE("cli.play.help", NUMBER("count", w->legal_count)), text,
                    sizeof text);
    } else {
        front_why_not(f, of(f)->observer, word, text, sizeof text);
    }
    printf("%s\n", text);
}

/* A game at a server's table may be followed by a rematch. */
static bool stays(const struct front *f) {
    return f->online && f->session.mine;
}

static bool take_word(struct front *f, const char *word) {
    if (*word == '/') {
        of(f)->asked = false;
        front_command(f, word + 1);
        if (of(f)->over) prompt(f);
        return true;
    }
    of(f)->asked = false;
    if (strcmp(word, "q") == 0 || of(f)->over) return false;
    if (of(f)->curtain) {
        of(f)->curtain = false;
        return true;
    }
    if (!is_command(f, word)) take_choice(f, word);
    return true;
}

/* ---- the face ---- */

static bool open_plain(struct front *f) {
    struct plain *p = calloc(1, sizeof *p);
    if (!p) return false;
    *p = (struct plain){.described = {print_described}, .front = f, .observer = NOBODY};
    f->face = p;
    return true;
}

static void show(struct front *f) {
    const struct session *s = &f->session;
    if (!session_ready(s)) return;
    unsigned next = session_observer(s);
    if (of(f)->over || (of(f)->observer < SEATS_MAX && s->watches[of(f)->observer].asked))
        next = of(f)->observer;
    if (next != of(f)->observer && !of(f)->asked) {
        bool hides = session_hides(s, of(f)->observer, next);
        of(f)->observer = next;
        of(f)->question = 0;
        if (hides && !s->over) draw_curtain(f, next);
    }
    if (of(f)->curtain) return;
    print_gathering(f);
    bool interrupts =
        of(f)->asked &&
        (of(f)->printed[of(f)->observer] < s->watches[of(f)->observer].log_count || s->notice[0]);
    if (interrupts) printf("\n");
    print_news(f);
    print_notice(f);
    if (s->over && !of(f)->over) {
        print_result(f);
        of(f)->over = true;
        if (stays(f)) printf("%s\n", words(f->cli, "terminal.after"));
        if (stays(f)) prompt(f);
    } else if (interrupts && of(f)->asked) {
        prompt(f);
    } else if (!of(f)->over && s->watches[of(f)->observer].asked && !of(f)->asked &&
               !f->hint.busy) {
        ask(f);
    }
    fflush(stdout);
    bool line = memchr(of(f)->input, '\n', of(f)->used);
    f->more = (of(f)->over && !stays(f)) ||
              (of(f)->asked ? line || f->silent : line && of(f)->input[0] == '/');
}

static void fill_buffer(struct front *f) {
    ssize_t got = of(f)->used + 1 < INPUT_MAX
                      ? read(STDIN_FILENO, of(f)->input + of(f)->used, INPUT_MAX - 1 - of(f)->used)
                      : 0;
    if (got > 0) of(f)->used += (size_t)got;
    else f->silent = true;
    if (f->silent && of(f)->used && of(f)->input[of(f)->used - 1] != '\n')
        of(f)->input[of(f)->used++] = '\n';
}

/* Reads a line only after a prompt, so that lines typed ahead answer later questions. Lines with a
 * slash need no prompt. */
static bool read_input(struct front *f) {
    char word[INPUT_MAX];
    if (of(f)->over && !stays(f)) return false;
    char *end = memchr(of(f)->input, '\n', of(f)->used);
    if (!end && !f->silent) fill_buffer(f);
    end = memchr(of(f)->input, '\n', of(f)->used);
    if (!of(f)->asked && !(end && of(f)->input[0] == '/')) return true;
    if (!end) return !f->silent;
    size_t length = (size_t)(end - of(f)->input);
    memcpy(word, of(f)->input, length);
    word[length - (length && word[length - 1] == '\r')] = 0;
    word[length] = 0;
    of(f)->used -= length + 1;
    memmove(of(f)->input, end + 1, of(f)->used);
    return take_word(f, word);
}

static void close_plain(struct front *f) {
    if (session_ready(&f->session) && of(f)->observer != NOBODY && !of(f)->curtain && !of(f)->over)
        print_news(f);
    if (f->session.notice[0] && !f->session.failed) printf("%s\n", f->session.notice);
    fflush(stdout);
    free(f->face);
}

const struct face plain_face = {
    .open = open_plain, .show = show, .read_input = read_input, .close = close_plain};
