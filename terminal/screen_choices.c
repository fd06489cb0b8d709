#include "terminal/paint.h"
#include "terminal/screen.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    CHOICE_ROWS = 2,
    NOTATION_COLUMNS_MIN = 4,
    NOTATION_COLUMNS_MAX = 20,
    NUMBER_COLUMNS = 6,
    CHOICE_MAX = NOTICE_MAX + 64
};

static bool begins_with(const char *text, const char *begin) {
    return strncasecmp(text, begin, strlen(begin)) == 0;
}

static void notation_of(const struct front *f, unsigned choice, char text[NOTATION_MAX]) {
    notation_write(f->session.game->notation, watch_of(f)->legal[choice], text);
}

/* Whether a choice's number is what was typed, or its notation and sentence have every word. */
static bool has_words(const struct front *f, unsigned choice, const char *typed) {
    char text[CHOICE_MAX], notation[NOTATION_MAX], sentence[NOTICE_MAX], words[TYPED_MAX];
    snprintf(text, sizeof text, "%u", choice + 1);
    if (isdigit((unsigned char)typed[0])) return strcmp(text, typed) == 0;
    notation_of(f, choice, notation);
    front_choice(f, of(f)->observer, watch_of(f)->legal[choice], sentence, sizeof sentence);
    snprintf(text, sizeof text, "%s %s", notation, sentence);
    snprintf(words, sizeof words, "%s", typed);
    char *rest;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!strcasestr(text, word)) return false;
    return true;
}

/* Keeps the choices whose notation begins with what was typed; if there are none, those that have
 * its words. */
static void narrow(struct front *f) {
    struct screen *v = of(f);
    const struct watch *w = watch_of(f);
    v->match_count = v->pointer = 0;
    v->moved = false;
    for (unsigned i = 0; i < w->legal_count; i++) {
        char text[NOTATION_MAX];
        notation_of(f, i, text);
        if (begins_with(text, v->typed)) v->matches[v->match_count++] = i;
    }
    if (v->match_count) return;
    for (unsigned i = 0; i < w->legal_count; i++)
        if (has_words(f, i, v->typed)) v->matches[v->match_count++] = i;
}

void choices_begin(struct front *f) {
    of(f)->typed[0] = 0;
    narrow(f);
}

uint16_t choices_pointed(const struct front *f) {
    const struct screen *v = of(f);
    if (!is_asked(f) || v->pointer >= v->match_count) return NOTATION_NONE;
    return watch_of(f)->legal[v->matches[v->pointer]];
}

void choices_answer(struct front *f) {
    struct screen *v = of(f);
    unsigned choice = v->matches[v->pointer];
    const struct watch *w = watch_of(f);
    v->fresh = w->log_count;
    session_answer(&f->session, v->observer, w->legal[choice]);
}

static void note(struct front *f, const char *text) {
    snprintf(f->session.notice, sizeof f->session.notice, "%s", text);
}

void choices_choose(struct front *f) {
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
        text_format(&reader, &MESSAGE("terminal.many", NUMBER("n", v->match_count)), text,
                    sizeof text);
        note(f, text);
    } else if (watch_of(f)->final[v->matches[v->pointer]] && watch_of(f)->legal_count > 1) {
        v->mode = MODE_CONFIRM;
    } else {
        choices_answer(f);
    }
}

void choices_complete(struct front *f) {
    struct screen *v = of(f);
    char common[NOTATION_MAX], text[NOTATION_MAX];
    if (!is_asked(f) || !v->match_count) return;
    notation_of(f, v->matches[0], common);
    if (!begins_with(common, v->typed)) return; /* matched by the sentence, not by the notation */
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

/* Moves to the next choice of another kind, one whose notation differs before its last word. */
void choices_jump(struct front *f, int way) {
    struct screen *v = of(f);
    char here[NOTATION_MAX], there[NOTATION_MAX];
    if (!v->match_count) return;
    v->moved = true;
    notation_of(f, v->matches[v->pointer], here);
    char *last = strrchr(here, ' ');
    size_t same = last ? (size_t)(last - here) + 1 : strlen(here);
    for (unsigned i = 0; i < v->match_count; i++) {
        v->pointer = (v->pointer + (way > 0 ? 1 : v->match_count - 1)) % v->match_count;
        notation_of(f, v->matches[v->pointer], there);
        if (strncmp(here, there, same) != 0) return;
    }
}

void choices_move(struct front *f, int by) {
    struct screen *v = of(f);
    if (!v->match_count) return;
    int last = (int)v->match_count - 1, at = (int)v->pointer + by;
    if (by == 1 && at > last) at = 0;
    if (by == -1 && at < 0) at = last;
    v->pointer = (unsigned)(at < 0 ? 0 : at > last ? last : at);
    v->moved = true;
}

void choices_type(struct front *f, int key) {
    if (!is_asked(f)) return;
    screen_add_letter(of(f)->typed, TYPED_MAX, key);
    narrow(f);
}

void choices_erase(struct front *f) {
    if (!is_asked(f) || !of(f)->typed[0]) return;
    screen_erase_letter(of(f)->typed);
    narrow(f);
}

bool choices_rest(const struct front *f, char text[NOTATION_MAX]) {
    const struct screen *v = of(f);
    if (!v->typed[0] || !v->match_count) return false;
    notation_of(f, v->matches[v->pointer], text);
    if (!begins_with(text, v->typed)) return false;
    memmove(text, text + strlen(v->typed), strlen(text) - strlen(v->typed) + 1);
    return true;
}

/* ---- the list ---- */

/* Columns that the notations take. */
static unsigned notation_columns(const struct front *f) {
    unsigned longest = NOTATION_COLUMNS_MIN;
    for (unsigned i = 0; i < of(f)->match_count; i++) {
        char text[NOTATION_MAX];
        notation_of(f, of(f)->matches[i], text);
        if (strlen(text) > longest) longest = (unsigned)strlen(text);
    }
    return least(longest, NOTATION_COLUMNS_MAX);
}

static void choice_line(const struct front *f, unsigned match, unsigned notations,
                        char text[CHOICE_MAX]) {
    const struct screen *v = of(f);
    unsigned choice = v->matches[match];
    uint16_t action = watch_of(f)->legal[choice];
    char notation[NOTATION_MAX], sentence[NOTICE_MAX];
    bool advised = f->hinted && f->hint.seat == v->observer && f->hint.choice == action;
    notation_of(f, choice, notation);
    front_choice(f, v->observer, action, sentence, sizeof sentence);
    snprintf(text, CHOICE_MAX, "%s%3u  %-*s  %s",
             match == v->pointer ? "▶"
             : advised           ? "★"
                                 : " ",
             choice + 1, (int)notations, notation, sentence);
}

/* Rows needed to show the choices from this one on in full. */
static unsigned rows_of(const struct front *f, unsigned first, unsigned count, unsigned notations,
                        unsigned columns) {
    char text[CHOICE_MAX];
    unsigned rows = 0;
    for (unsigned i = first; i < first + count; i++) {
        choice_line(f, i, notations, text);
        rows += least(wrapped_rows(columns, notations + NUMBER_COLUMNS + 2, text), CHOICE_ROWS);
    }
    return rows;
}

unsigned choices_rows(const struct front *f, unsigned columns) {
    return is_asked(f) ? rows_of(f, 0, of(f)->match_count, notation_columns(f), columns) : 0;
}

/* Shows all choices in full if they fit; else only the one at the pointer, and one row per other
 * choice. */
void choices_paint(const struct front *f, unsigned row, unsigned rows, unsigned columns) {
    const struct screen *v = of(f);
    char text[CHOICE_MAX];
    if (!is_asked(f) || !v->match_count) return;
    unsigned notations = notation_columns(f), indent = notations + NUMBER_COLUMNS + 2, first = 0,
             shown = v->match_count;
    bool whole = rows_of(f, 0, v->match_count, notations, columns) <= rows;
    if (!whole) {
        unsigned taken = rows_of(f, v->pointer, 1, notations, columns);
        shown = least(rows > taken ? rows - taken + 1 : 1, v->match_count);
        if (v->pointer > shown / 2) first = v->pointer - shown / 2;
        if (first + shown > v->match_count) first = v->match_count - shown;
    }
    for (unsigned i = first; i < first + shown; i++) {
        bool here = i == v->pointer;
        choice_line(f, i, notations, text);
        if (whole || here)
            row += paint_wrapped(row, 0, columns, indent, CHOICE_ROWS,
                                 here ? STYLE_CHOSEN : STYLE_PLAIN, text);
        else paint(row++, 0, columns, STYLE_PLAIN, text);
    }
}
