#include "terminal/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

enum { LETTERS_MIN = 3 };

const char *const seat_marks[SEATS_MAX] = {"●", "■", "▲", "◆", "✚"};

void canvas_begin(struct canvas *c, unsigned columns, unsigned room) {
    memset(c->cells, 0, sizeof c->cells);
    c->columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    c->room = room;
    c->rows = 0;
}

/* Reads the next character of UTF-8 text. Invalid bytes become "?". */
static wchar_t next_character(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    unsigned length = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    uint32_t c = length == 1 ? at[0] : at[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *text += 1;
            return L'?';
        }
        c = c << 6 | (at[i] & 0x3fu);
    }
    *text += length;
    return (wchar_t)(c < ' ' || c == 0x7f ? L' ' : (wchar_t)c);
}

unsigned text_columns(const char *text) {
    unsigned columns = 0;
    for (; *text; columns++) next_character(&text);
    return columns;
}

void text_shorten(char *text, unsigned columns) {
    const char *at = text;
    if (text_columns(text) <= columns) return;
    for (unsigned i = 1; i < columns; i++) next_character(&at);
    strcpy(text + (at - text), "…");
}

unsigned canvas_put(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const char *text) {
    if (row >= CANVAS_ROWS) return column;
    if (*text && row >= c->rows) c->rows = row + 1;
    for (; *text && column < c->columns; column++)
        c->cells[row][column] = (struct cell){next_character(&text), (uint8_t)style};
    return column;
}

unsigned canvas_cut(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                    enum style style, const char *text) {
    unsigned whole = c->columns;
    if (column + columns < whole) c->columns = column + columns;
    column = canvas_put(c, row, column, style, text);
    c->columns = whole;
    return column;
}

/* The number of cells that the text takes here, or 0 if another text stands here. */
static unsigned stands_at(const struct cell *cells, unsigned columns, const char *text) {
    unsigned length = 0;
    for (; *text; length++)
        if (length == columns || cells[length].c != next_character(&text)) return 0;
    return length;
}

void canvas_restyle(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                    enum style style, const char *text) {
    if (row >= CANVAS_ROWS) return;
    struct cell *cells = &c->cells[row][column];
    for (unsigned at = 0; at < columns; at++) {
        unsigned length = stands_at(&cells[at], columns - at, text);
        bool begins = at == 0 || !iswalnum((wint_t)cells[at - 1].c),
             ends = at + length == columns || !iswalnum((wint_t)cells[at + length].c);
        for (unsigned i = 0; begins && ends && i < length; i++)
            cells[at + i].style = (uint8_t)style;
    }
}

unsigned canvas_print(struct canvas *c, unsigned row, unsigned column, enum style style,
                      const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return canvas_put(c, row, column, style, text);
}

unsigned canvas_say(struct canvas *c, unsigned row, unsigned column, enum style style,
                    const struct message *message) {
    char text[1024];
    text_format(c->reader, message, text, sizeof text);
    return canvas_put(c, row, column, style, text);
}

const char *canvas_word(const struct canvas *c, const char *key) {
    const char *text = text_find(c->reader->language, key);
    return text ? text : key;
}

/* Columns that the words take if names are cut to this many letters. */
static unsigned words_columns(const struct word *words, unsigned count, unsigned letters) {
    unsigned columns = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned name = text_columns(words[i].name);
        columns += (i > 0) + text_columns(words[i].lead) + (name < letters ? name : letters);
    }
    return columns;
}

unsigned canvas_words(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                      const struct word *words, unsigned count) {
    unsigned letters = CANVAS_COLUMNS;
    while (letters > LETTERS_MIN && words_columns(words, count, letters) > columns) letters--;
    for (unsigned i = 0; i < count; i++) {
        column = canvas_put(c, row, column + (i > 0), words[i].style, words[i].lead);
        column = canvas_cut(c, row, column, letters, words[i].style, words[i].name);
    }
    return column;
}

unsigned canvas_seat(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned seat) {
    char name[1024];
    text_format(c->reader,
                c->reader->you == SEAT_BIT(seat) ? &MESSAGE("terminal.you")
                                                 : &MESSAGE("terminal.name", SEAT("who", seat)),
                name, sizeof name - sizeof "…");
    text_shorten(name, columns - 2);
    return canvas_print(c, row, column, (enum style)(STYLE_SEAT + seat), "%s %s", seat_marks[seat],
                        name);
}

/* Bytes of the text that fit into this many columns, broken after a word if possible. */
static size_t line_length(const char *text, unsigned columns) {
    const char *at = text, *space = NULL;
    for (unsigned used = 0; *at && used < columns; used++) {
        if (*at == ' ') space = at;
        next_character(&at);
    }
    if (!*at || *at == ' ' || !space) return (size_t)(at - text);
    return (size_t)(space - text);
}

unsigned canvas_wrap(struct canvas *c, unsigned row, unsigned column, unsigned columns,
                     unsigned indent, enum style style, const char *text) {
    for (bool first = true; *text && columns > indent; first = false, row++) {
        char line[1024];
        size_t length = line_length(text, first ? columns : columns - indent);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        canvas_put(c, row, column + (first ? 0 : indent), style, line);
        text += length;
        while (*text == ' ') text++;
    }
    return row;
}

void canvas_box(struct canvas *c, unsigned row, unsigned column, unsigned rows, unsigned columns,
                enum style style) {
    for (unsigned i = 0; i < rows; i++) {
        bool top = i == 0, bottom = i + 1 == rows;
        canvas_put(c, row + i, column, style, top ? "┌" : bottom ? "└" : "│");
        for (unsigned k = 1; (top || bottom) && k + 1 < columns; k++)
            canvas_put(c, row + i, column + k, style, "─");
        canvas_put(c, row + i, column + columns - 1, style, top ? "┐" : bottom ? "┘" : "│");
    }
}

bool action_has(const struct game *game, uint16_t action, const char *type, const char *code) {
    struct notation_action split = notation_split(game->notation, action);
    for (unsigned i = 0; i < NOTATION_PARTS_MAX && split.verb->parts[i].things; i++) {
        const struct things *things = split.verb->parts[i].things;
        if (split.values[i] != THINGS_NONE && strcmp(things->type, type) == 0 &&
            strcmp(things->codes[split.values[i]], code) == 0)
            return true;
    }
    return false;
}

enum style canvas_mark(const struct canvas *c, const char *type, const char *code,
                       enum style otherwise) {
    if (c->chosen != NOTATION_NONE && action_has(c->game, c->chosen, type, code))
        return STYLE_CHOSEN;
    for (unsigned i = 0; i < c->legal_count; i++)
        if (action_has(c->game, c->legal[i], type, code)) return STYLE_LEGAL;
    return otherwise;
}

const char *thing_name(const struct canvas *c, const struct things *things, unsigned number,
                       const char *form) {
    char key[TEXT_KEY_MAX + 16];
    const char *text = NULL;
    for (unsigned plain = !*form; !text && plain < 2; plain++) {
        snprintf(key, sizeof key, "%s.part.%s.%s%s%s", things->game, things->type,
                 things->codes[number], plain ? "" : ".", plain ? "" : form);
        text = text_find(c->reader->language, key);
    }
    return text ? text : things->codes[number];
}
