#include "terminal/paint.h"
#include "terminal/screen.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    CHOICE_ROWS = 2,
    STEPS_FROM = 9, /* a list of so many choices becomes steps */
    SENTENCE_COLUMNS_MIN = 6, /* what a preview leaves of a sentence */
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

/* ---- steps: a long list shows what differs next, such as the countries, then their cities ---- */

/* Length of a notation up to the first part that ends after `from` bytes: a word, or the letters
 * before its digits. */
static size_t part_end(const char *text, size_t from) {
    size_t end = from + 1;
    if (!text[from]) return from;
    while (text[end] && text[end] != ' ' &&
           !(isdigit((unsigned char)text[end]) && isalpha((unsigned char)text[end - 1])))
        end++;
    return end;
}

/* Bytes that the notations of some matches have in common. */
static size_t common_length(const struct front *f, struct item item) {
    char first[NOTATION_MAX], text[NOTATION_MAX];
    notation_of(f, of(f)->matches[item.first], first);
    size_t same = strlen(first);
    for (unsigned i = 1; i < item.count; i++) {
        size_t length = 0;
        notation_of(f, of(f)->matches[item.first + i], text);
        while (length < same && text[length] == first[length]) length++;
        same = length;
    }
    return same;
}

/* Makes an item of each choice, or of those that go on alike. Matches are in the order of their
 * notations. */
static void make_items(struct front *f, bool steps) {
    struct screen *v = of(f);
    char text[NOTATION_MAX], begin[NOTATION_MAX] = "";
    v->item_count = 0;
    size_t from = steps ? common_length(f, (struct item){0, v->match_count}) : 0;
    for (unsigned i = 0; i < v->match_count; i++) {
        notation_of(f, v->matches[i], text);
        if (steps) text[part_end(text, from)] = 0;
        if (steps && i && strcmp(text, begin) == 0) v->items[v->item_count - 1].count++;
        else v->items[v->item_count++] = (struct item){i, 1};
        memcpy(begin, text, sizeof begin);
    }
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
    bool begun = v->match_count;
    for (unsigned i = 0; i < w->legal_count && !begun; i++)
        if (has_words(f, i, v->typed)) v->matches[v->match_count++] = i;
    make_items(f, begun && v->match_count >= STEPS_FROM);
}

/* Goes one step further: the typed text becomes what all choices of the item have in common. */
static void open_item(struct front *f) {
    struct screen *v = of(f);
    char text[NOTATION_MAX];
    notation_of(f, choice_at(v, v->pointer), text);
    text[common_length(f, v->items[v->pointer])] = 0;
    snprintf(v->typed, sizeof v->typed, "%s", text);
    narrow(f);
}

void choices_begin(struct front *f) {
    of(f)->typed[0] = 0;
    narrow(f);
}

uint16_t choices_pointed(const struct front *f) {
    const struct screen *v = of(f);
    if (!is_asked(f) || v->pointer >= v->item_count || v->items[v->pointer].count > 1)
        return NOTATION_NONE;
    return watch_of(f)->legal[choice_at(v, v->pointer)];
}

void choices_answer(struct front *f) {
    struct screen *v = of(f);
    unsigned choice = choice_at(v, v->pointer);
    const struct watch *w = watch_of(f);
    v->fresh = w->log_count;
    v->revealing = true; /* what follows is shown step by step */
    v->shown = w->log_count;
    if (f->local) f->local->paced = true;
    session_answer(&f->session, v->observer, w->legal[choice]);
}

static void note(struct front *f, const char *text) {
    snprintf(f->session.notice, sizeof f->session.notice, "%s", text);
}

void choices_choose(struct front *f) {
    struct screen *v = of(f);
    char text[NOTICE_MAX];
    if (!is_asked(f)) return;
    for (unsigned i = 0; v->typed[0] && i < v->item_count; i++) {
        notation_of(f, choice_at(v, i), text);
        if (v->items[i].count == 1 && strcasecmp(text, v->typed) == 0)
            v->pointer = i, v->moved = true;
    }
    if (v->match_count == 0) {
        front_why_not(f, v->observer, v->typed, text, sizeof text);
        note(f, text);
    } else if (v->items[v->pointer].count > 1 && (v->moved || !v->typed[0])) {
        open_item(f);
        v->moved = true; /* the pointer is where the player sees it */
    } else if (v->typed[0] && v->match_count > 1 && !v->moved) {
        struct reader reader = session_reader(&f->session, v->observer);
        text_format(&reader, &MESSAGE("terminal.many", NUMBER("n", v->match_count)), text,
                    sizeof text);
        note(f, text);
    } else if (watch_of(f)->final[choice_at(v, v->pointer)] && watch_of(f)->legal_count > 1) {
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
    if (pointer < v->item_count) v->pointer = pointer;
}

void choices_point(struct front *f, uint16_t action) {
    struct screen *v = of(f);
    char text[NOTATION_MAX];
    notation_write(f->session.game->notation, action, text);
    snprintf(v->typed, sizeof v->typed, "%s", text);
    narrow(f);
    if (v->item_count > 1) choices_begin(f); /* others begin with the same words: show all */
    for (unsigned i = 0; i < v->item_count; i++)
        if (watch_of(f)->legal[choice_at(v, i)] == action) v->pointer = i;
    v->moved = true;
}

bool choices_click(struct front *f, unsigned row) {
    struct screen *v = of(f);
    if (!is_asked(f) || row < v->list.row || row - v->list.row >= v->list.rows) return false;
    unsigned item = v->list.items[row - v->list.row];
    bool again = item == v->pointer;
    v->pointer = item;
    v->moved = true;
    return again;
}

/* Moves to the next choice of another kind, one whose notation differs before its last word. */
void choices_jump(struct front *f, int way) {
    struct screen *v = of(f);
    char here[NOTATION_MAX], there[NOTATION_MAX];
    if (!v->item_count) return;
    v->moved = true;
    notation_of(f, choice_at(v, v->pointer), here);
    char *last = strrchr(here, ' ');
    size_t same = last ? (size_t)(last - here) + 1 : strlen(here);
    for (unsigned i = 0; i < v->item_count; i++) {
        v->pointer = (v->pointer + (way > 0 ? 1 : v->item_count - 1)) % v->item_count;
        notation_of(f, choice_at(v, v->pointer), there);
        if (strncmp(here, there, same) != 0) return;
    }
}

void choices_move(struct front *f, int by) {
    struct screen *v = of(f);
    if (!v->item_count) return;
    int last = (int)v->item_count - 1, at = (int)v->pointer + by;
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
    notation_of(f, choice_at(v, v->pointer), text);
    text[common_length(f, v->items[v->pointer])] = 0;
    if (!begins_with(text, v->typed)) return false;
    memmove(text, text + strlen(v->typed), strlen(text) - strlen(v->typed) + 1);
    return true;
}

/* ---- the list ---- */

/* The notation at the start of an item's line. */
static void item_notation(const struct front *f, unsigned item, char text[NOTATION_MAX + 4]) {
    const struct item *one = &of(f)->items[item];
    char notation[NOTATION_MAX];
    notation_of(f, of(f)->matches[one->first], notation);
    if (one->count > 1) notation[common_length(f, *one)] = 0;
    size_t length = strlen(notation);
    while (length && notation[length - 1] == ' ') notation[--length] = 0;
    snprintf(text, NOTATION_MAX + 4, "%s%s", notation, one->count > 1 ? "…" : "");
}

/* Columns that the notations take. */
static unsigned notation_columns(const struct front *f) {
    unsigned longest = NOTATION_COLUMNS_MIN;
    for (unsigned i = 0; i < of(f)->item_count; i++) {
        char text[NOTATION_MAX + 4];
        item_notation(f, i, text);
        if (text_columns(text) > longest) longest = text_columns(text);
    }
    return least(longest, NOTATION_COLUMNS_MAX);
}

/* The name of a thing with this code, whichever part of an action it is. */
static const char *name_of_code(const struct front *f, const char *code) {
    const struct notation *notation = f->session.game->notation;
    for (unsigned v = 0; v < notation->verb_count; v++)
        for (unsigned p = 0; p < NOTATION_PARTS_MAX && notation->verbs[v].parts[p].things; p++) {
            const struct things *things = notation->verbs[v].parts[p].things;
            for (unsigned i = 0; i < things->count; i++) {
                if (strcmp(things->codes[i], code) != 0) continue;
                char key[TEXT_KEY_MAX + 16];
                snprintf(key, sizeof key, "%s.part.%s.%s", things->game, things->type, code);
                const char *name = text_find(f->session.language, key);
                if (name) return name;
            }
        }
    return NULL;
}

/* What the choices of an item are about: the thing that they share, or how their sentences begin.
 */
static void group_sentence(const struct front *f, const struct item *item, char text[NOTICE_MAX]) {
    const struct screen *v = of(f);
    char begin[NOTATION_MAX + 4], about[NOTICE_MAX], other[NOTICE_MAX];
    item_notation(f, (unsigned)(item - v->items), begin);
    begin[strlen(begin) - strlen("…")] = 0;
    const char *word = strrchr(begin, ' '), *name = word ? name_of_code(f, word + 1) : NULL;
    front_sentence(f, v->observer, watch_of(f)->legal[v->matches[item->first]], about,
                   sizeof about);
    for (unsigned i = 1; i < item->count && !name; i++) {
        size_t same = 0;
        front_sentence(f, v->observer, watch_of(f)->legal[v->matches[item->first + i]], other,
                       sizeof other);
        while (about[same] && about[same] == other[same]) same++;
        while (same && about[same - 1] != ' ') same--;
        about[same] = 0;
    }
    if (name) snprintf(about, sizeof about, "%s ", name);
    struct reader reader = session_reader(&f->session, v->observer);
    text_format(
        &reader,
        &MESSAGE("terminal.group", TEXT("about", about, strlen(about)), NUMBER("n", item->count)),
        text, NOTICE_MAX);
}

/* One item as text, and the preview that stands at the right edge. */
static void item_line(const struct front *f, unsigned item, unsigned notations,
                      char text[CHOICE_MAX], char preview[NOTICE_MAX]) {
    const struct screen *v = of(f);
    const struct item *one = &v->items[item];
    uint16_t action = watch_of(f)->legal[choice_at(v, item)];
    char notation[NOTATION_MAX + 4], sentence[NOTICE_MAX];
    bool advised = front_hinted(f, v->observer) && one->count == 1 && f->hint.choice == action;
    item_notation(f, item, notation);
    preview[0] = 0;
    if (one->count > 1) group_sentence(f, one, sentence);
    else {
        front_sentence(f, v->observer, action, sentence, sizeof sentence);
        front_preview(f, v->observer, action, preview, NOTICE_MAX);
    }
    snprintf(text, CHOICE_MAX, "%s%3u  %s%*s  %s",
             item == v->pointer ? "▶"
             : advised          ? "★"
                                : " ",
             choice_at(v, item) + 1, notation,
             (int)(notations > text_columns(notation) ? notations - text_columns(notation) : 0), "",
             sentence);
}

/* Whether a preview fits beside the sentence, with enough of the sentence left. */
static bool is_beside(const char *preview, unsigned indent, unsigned columns) {
    return preview[0] && indent + SENTENCE_COLUMNS_MIN + 2 + text_columns(preview) <= columns;
}

/* Adds a preview that does not fit beside the sentence. */
static void append_preview(char text[CHOICE_MAX], const char *preview) {
    size_t used = strlen(text);
    if (preview[0]) snprintf(text + used, CHOICE_MAX - used, " (%s)", preview);
}

/* Rows needed to show some items in full. */
static unsigned rows_of(const struct front *f, unsigned first, unsigned count, unsigned notations,
                        unsigned columns) {
    char text[CHOICE_MAX], preview[NOTICE_MAX];
    unsigned rows = 0, indent = notations + NUMBER_COLUMNS + 2;
    for (unsigned i = first; i < first + count; i++) {
        item_line(f, i, notations, text, preview);
        if (is_beside(preview, indent, columns)) {
            rows++;
            continue;
        }
        append_preview(text, preview);
        rows += least(wrapped_rows(columns, indent, text), CHOICE_ROWS);
    }
    return rows;
}

unsigned choices_rows(const struct front *f, unsigned columns) {
    return is_asked(f) ? rows_of(f, 0, of(f)->item_count, notation_columns(f), columns) : 0;
}

/* Paints one item; returns the rows that it took. The preview is never cut where it can stand
 * beside the sentence. */
static unsigned paint_item(const struct front *f, unsigned item, unsigned notations, unsigned row,
                           unsigned columns, bool whole) {
    char text[CHOICE_MAX], preview[NOTICE_MAX];
    unsigned indent = notations + NUMBER_COLUMNS + 2;
    enum style style = item == of(f)->pointer ? STYLE_CHOSEN : STYLE_PLAIN;
    item_line(f, item, notations, text, preview);
    if (is_beside(preview, indent, columns)) {
        unsigned right = columns - text_columns(preview);
        paint(row, 0, right - 2, style, text);
        paint(row, right, columns - right, style, preview);
        return 1;
    }
    append_preview(text, preview);
    if (whole) return paint_wrapped(row, 0, columns, indent, CHOICE_ROWS, style, text);
    paint(row, 0, columns, style, text);
    return 1;
}

/* Shows all items in full if they fit; else only the one at the pointer, and one row per other. */
void choices_paint(struct front *f, unsigned row, unsigned rows, unsigned columns) {
    struct screen *v = of(f);
    v->list.row = row;
    v->list.rows = 0;
    if (!is_asked(f) || !v->item_count) return;
    unsigned notations = notation_columns(f), first = 0, shown = v->item_count;
    bool whole = rows_of(f, 0, v->item_count, notations, columns) <= rows;
    if (!whole) {
        unsigned taken = rows_of(f, v->pointer, 1, notations, columns);
        shown = least(rows > taken ? rows - taken + 1 : 1, v->item_count);
        if (v->pointer > shown / 2) first = v->pointer - shown / 2;
        if (first + shown > v->item_count) first = v->item_count - shown;
    }
    for (unsigned i = first; i < first + shown; i++) {
        unsigned taken = paint_item(f, i, notations, row, columns, whole || i == v->pointer);
        for (row += taken; taken && v->list.rows < sizeof v->list.items / sizeof v->list.items[0];
             taken--)
            v->list.items[v->list.rows++] = (uint16_t)i;
    }
}
