/* A game's rules page.
 *
 * A page is Markdown with one paragraph per line. A heading may end with an anchor: {#grow}. A line
 * "> [NAME] …" is an example. rules.json has its position, its steps, and an action that the rules
 * refuse. The engine plays every example each time, so the page shows what the rules really do.
 *
 * Braces hold a path into the played examples, so that no number is typed by hand:
 *
 *     {NAME.steps.0.score.1}                            a member
 *     {NAME.steps.0.events.cloisters:0:FK.params.points}  seat 0's event with this name and thing
 *     {NAME.view.players~}                              the number as a word
 *     {NAME.view.seats.0.towers.#~einen~keinen}         likewise, with words for one and for none
 *     {R.alliances.number.countries:country}            rows of a component table with this mark
 *     {rows.cards.code:card.A.B}                        rows as lines of a Markdown table
 *
 * At the end of a path, # counts the elements, #X counts the occurrences of X, and + adds up.
 *
 * The page starts with the provenance of the component tables. An owner may have corrected them; an
 * example that no longer fits is replaced by a note. A test checks that none of ours is missing. */
#include "program/rules.h"

#include "program/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXAMPLES_MAX = 1 << 20,
    PATH_MAX_LENGTH = TEXT_KEY_MAX,
    SENTENCE_MAX = 512,
    NAME_MAX_LENGTH = 32
};

struct page {
    const struct cli *cli;
    const struct game *game;
    const struct rules_page *source;
    struct reader reader;
    char names[SEATS_MAX][NAME_MAX_LENGTH]; /* the players' names in examples */
    const char *named[SEATS_MAX];
    struct json shared, examples; /* rules.json; the examples as played */
    char *played; /* the text behind `examples` */
    struct json tables; /* the component tables */
    char components[COMPONENTS_TEXT_MAX];
};

static const struct rules_page *page_of(const struct game *game) {
    for (unsigned i = 0; i < rules_pages_count; i++)
        if (strcmp(rules_pages[i].game, game->id) == 0) return &rules_pages[i];
    return NULL;
}

/* ---- provenance ---- */

/* Writes a member of a row: numbers as digits, codes as names, several joined by dashes. */
static bool print_member(const struct page *p, struct json value, const char *type, FILE *file) {
    struct json at = {0}, none, one;
    char code[64], key[TEXT_KEY_MAX];
    if (json_type(value) == JSON_ARRAY) {
        for (bool more = json_next(value, &at, &none, &one); more;) {
            if (!print_member(p, one, type, file)) return false;
            more = json_next(value, &at, &none, &one);
            if (more) fputs(type ? "–" : " / ", file);
        }
        return true;
    }
    if (!type) return fprintf(file, "%.*s", (int)value.length, value.text) > 0;
    if (!json_read_text(value, code, sizeof code, NULL)) return false;
    snprintf(key, sizeof key, "%s.part.%s.%s", p->game->id, type, code);
    const char *word = text_find(p->reader.language, key);
    return word && fputs(word, file) >= 0;
}

/* "number.countries:country" becomes "1 England–Franken". `column` separates the members, if
 * given. */
static bool print_row(const struct page *p, struct json row, const char *members,
                      const char *column, FILE *file) {
    char text[PATH_MAX_LENGTH], *rest = text;
    const char *between = "";
    strcpy(text, members);
    for (char *name; (name = strsep(&rest, "."));) {
        char *type = name;
        strsep(&type, ":");
        fputs(between, file);
        if (!print_member(p, json_get(row, name), type, file)) return false;
        between = column ? column : type ? "–" : " ";
    }
    return true;
}

/* "cards.code:card.A.B": one line of a Markdown table per row. */
static bool print_rows(const struct page *p, char *members, FILE *file) {
    struct json at = {0}, none, row, rows = json_get(p->tables, strsep(&members, "."));
    const char *separator = "";
    while (json_next(rows, &at, &none, &row)) {
        fprintf(file, "%s| ", separator);
        if (!members || !print_row(p, row, members, " | ", file)) return false;
        fputs(" |", file);
        separator = "\n";
    }
    return *separator;
}

/* Lists rows for "alliances.number.countries:country". False if there is no such table. */
static bool print_marked(const struct page *p, const char *mark, char *members, FILE *file) {
    struct json at = {0}, none, row, rows = json_get(p->tables, strsep(&members, "."));
    const char *separator = "";
    if (json_type(rows) != JSON_ARRAY) return false;
    while (json_next(rows, &at, &none, &row)) {
        if (!json_is(json_get(row, "mark"), mark)) continue;
        fputs(separator, file);
        if (!members || !print_row(p, row, members, NULL, file)) return false;
        separator = ", ";
    }
    if (!*separator) fputs(text_find(p->reader.language, "cli.rules.none"), file);
    return true;
}

enum { STATED, INFERRED, RECONSTRUCTED, MARKS };

static void count_marks(struct json rows, unsigned counts[MARKS]) {
    struct json at = {0}, none, row;
    while (json_next(rows, &at, &none, &row)) {
        struct json mark = json_get(row, "mark");
        counts[json_is(mark, "S") ? STATED : json_is(mark, "I") ? INFERRED : RECONSTRUCTED]++;
    }
}

static void print_counts(const char *name, const unsigned counts[MARKS], FILE *file) {
    fprintf(file, "| %s |", name);
    for (unsigned mark = 0; mark < MARKS; mark++) fprintf(file, " %u |", counts[mark]);
    fputs("\n", file);
}

/* One line per table, the total, and how an owner of the game can help. False if a table has no
 * name. */
static bool print_provenance(const struct page *p, FILE *file) {
    struct json at = {0}, name, rows;
    enum language language = p->reader.language;
    unsigned all[MARKS] = {0};
    fprintf(file, "%s\n\n%s\n| --- | --- | --- | --- |\n", text_find(language, "cli.rules.sources"),
            text_find(language, "cli.rules.sources_head"));
    while (json_next(p->tables, &at, &name, &rows)) {
        unsigned counts[MARKS] = {0};
        char key[TEXT_KEY_MAX];
        snprintf(key, sizeof key, "%s.components.%.*s", p->game->id, (int)name.length - 2,
                 name.text + 1);
        const char *word = text_find(language, key);
        if (!word) return false;
        count_marks(rows, counts);
        print_counts(word, counts, file);
        for (unsigned mark = 0; mark < MARKS; mark++) all[mark] += counts[mark];
    }
    print_counts(text_find(language, "cli.rules.sources_sum"), all, file);
    if (all[INFERRED] + all[RECONSTRUCTED])
        fprintf(file, "\n%s\n", text_find(language, "cli.rules.sources_help"));
    fputs("\n", file);
    return true;
}

/* ---- playing the examples ---- */

struct teller {
    struct sink sink;
    struct json_out *out;
};

static void tell(struct sink *sink, const struct event *event) {
    const struct teller *t = (const struct teller *)sink;
    json_object(t->out, NULL);
    json_number(t->out, "line", 0);
    message_write_members(t->out, &event->message);
    json_object_end(t->out);
}

/* Writes an observer's view and the score. */
static void write_view(const struct game *game, const void *state, unsigned observer,
                       struct json_out *out) {
    _Alignas(8) uint8_t view[STATE_MAX];
    struct result result = {0};
    memcpy(view, state, game->state_size);
    game->view(view, observer);
    state_write(game, view, out, "view");
    game->result(view, &result);
    json_array(out, "score");
    for (unsigned seat = 0; seat < state_players(game, view); seat++)
        json_number(out, NULL, result.score[seat]);
    json_array_end(out);
}

static void write_legal(const struct game *game, const void *state, unsigned seat,
                        struct json_out *out) {
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    char text[NOTATION_MAX];
    struct message preview;
    memcpy(view, state, game->state_size);
    game->view(view, seat);
    unsigned count = game->to_move(view) & SEAT_BIT(seat) ? game->legal(view, seat, list) : 0;
    json_array(out, "legal");
    for (unsigned i = 0; i < count; i++) {
        json_object(out, NULL);
        json_text_n(out, "do", text, notation_write(game->notation, list[i], text));
        notation_write_parts(game->notation, list[i], out, "parts");
        preview = game->preview(view, seat, list[i]);
        if (preview.key) message_write(out, "preview", &preview);
        json_bool(out, "final", true);
        json_object_end(out);
    }
    json_array_end(out);
}

/* Shows a draw as the observer sees it. Answers appear after the reveal, so none is hidden. */
static void apply_seen(const struct game *game, void *state, unsigned observer, unsigned by,
                       uint16_t action, struct sink *sink) {
    uint16_t seen = by == BY_CHANCE ? game->witness(state, by, action, observer) : action;
    if (seen != action) {
        _Alignas(8) uint8_t view[STATE_MAX];
        memcpy(view, state, game->state_size);
        game->view(view, observer);
        game->apply(view, by, seen, sink);
        sink = NULL;
    }
    game->apply(state, by, action, sink);
}

/* Plays [[0,"grow GA"],["chance","reveal S01"]]. False at an illegal step. */
static bool play_steps(const struct game *game, struct json steps, void *state, unsigned observer,
                       struct json_out *out) {
    struct json at = {0}, none, step;
    unsigned version = 0;
    json_array(out, "steps");
    while (json_next(steps, &at, &none, &step)) {
        struct json walk = {0}, by, what;
        int64_t seat = BY_CHANCE;
        char text[NOTATION_MAX];
        if (!json_next(step, &walk, &none, &by) || !json_next(step, &walk, &none, &what))
            return false;
        if (!json_is(by, "chance") && !json_read_number(by, &seat)) return false;
        uint16_t action = notation_read_json(game->notation, what);
        if (action == NOTATION_NONE || !game_allows(game, state, (unsigned)seat, action))
            return false;
        struct teller teller = {{tell}, out};
        json_object(out, NULL);
        json_number(out, "version", ++version);
        json_text(out, "entry", "step");
        json_number(out, "steps_stand", version);
        if (seat == BY_CHANCE) json_text(out, "by", "chance");
        else json_number(out, "by", seat);
        json_text_n(out, "do", text, notation_write(game->notation, action, text));
        json_array(out, "events");
        apply_seen(game, state, observer, (unsigned)seat, action, &teller.sink);
        json_array_end(out);
        write_view(game, state, observer, out);
        json_bool(out, "over", game->to_move(state) == 0);
        json_object_end(out);
    }
    json_array_end(out);
    return true;
}

/* Plays {"seat":0,"position":{…},"do":[…],"why":"grow IT"}. Only the position is required.
 * Without a seat the view is the spectator's. */
static bool play_example(const struct game *game, struct json example, const char *name,
                         struct json_out *out) {
    _Alignas(8) uint8_t state[STATE_MAX];
    int64_t seat = SPECTATOR;
    struct message reason;
    struct json tried = json_get(example, "why");
    if (!state_read(game, json_get(example, "position"), state, &reason)) return false;
    if (json_type(json_get(example, "seat")) != JSON_NONE &&
        (!json_read_number(json_get(example, "seat"), &seat) || seat < 0 ||
         seat >= state_players(game, state)))
        return false;
    json_object(out, name);
    if (seat == SPECTATOR) json_null(out, "seat");
    else json_number(out, "seat", seat);
    write_view(game, state, (unsigned)seat, out);
    if (seat != SPECTATOR) write_legal(game, state, (unsigned)seat, out);
    if (json_type(tried) != JSON_NONE) {
        uint16_t action = notation_read_json(game->notation, tried);
        if (seat == SPECTATOR || action == NOTATION_NONE ||
            !game_why_not(game, state, (unsigned)seat, action, &reason))
            return false;
        json_object(out, "why");
        json_raw(out, "do", tried.text, tried.length);
        notation_write_parts(game->notation, action, out, "parts");
        message_write(out, "reason", &reason);
        json_object_end(out);
    }
    bool played = play_steps(game, json_get(example, "do"), state, (unsigned)seat, out);
    json_object_end(out);
    return played;
}

static bool read_names(struct page *p) {
    struct json at = {0}, none, name, all = json_get(p->shared, "names");
    for (unsigned seat = 0; json_next(all, &at, &none, &name); seat++) {
        if (seat == SEATS_MAX || !json_read_text(name, p->names[seat], sizeof p->names[seat], NULL))
            return false;
        p->named[seat] = p->names[seat];
    }
    p->reader.names = p->named;
    return true;
}

static bool play_examples(struct page *p, struct message *error) {
    struct json at = {0}, name, example, examples = json_get(p->shared, "examples");
    struct json_out out;
    size_t where;
    *error = MESSAGE("cli.rules.broken");
    if (!read_names(p)) return false;
    json_begin(&out, p->played, EXAMPLES_MAX);
    json_object(&out, NULL);
    while (json_next(examples, &at, &name, &example)) {
        char text[64];
        struct json_out before = out;
        if (!json_read_text(name, text, sizeof text, NULL)) return false;
        if (!play_example(p->game, example, text, &out)) out = before;
    }
    json_object_end(&out);
    return out.length <= out.size &&
           json_parse(p->played, out.length, &p->examples, &where) == JSON_OK;
}

/* ---- the text ---- */

/* Whether the parameter is this seat, or the thing with this code. */
static bool means(struct json value, const char *word) {
    char text[TEXT_KEY_MAX];
    int64_t seat;
    if (json_type(value) == JSON_OBJECT)
        return json_read_number(json_get(value, "seat"), &seat) && *word == '0' + seat && !word[1];
    return json_read_text(value, text, sizeof text, NULL) && strrchr(text, '.') &&
           strcmp(strrchr(text, '.') + 1, word) == 0;
}

/* "cloisters:0:FK" matches a message whose key ends in "cloisters" and that names seat 0 and FK. */
static bool message_fits(struct json message, const char *wanted) {
    char text[TEXT_KEY_MAX], key[TEXT_KEY_MAX], *rest = text;
    if (!json_read_text(json_get(message, "key"), key, sizeof key, NULL)) return false;
    strcpy(text, wanted);
    if (strcmp(strrchr(key, '.') + 1, strsep(&rest, ":")) != 0) return false;
    for (char *word; (word = strsep(&rest, ":"));) {
        struct json at = {0}, none, value, params = json_get(message, "params");
        bool found = false;
        while (!found && json_next(params, &at, &none, &value)) found = means(value, word);
        if (!found) return false;
    }
    return true;
}

/* An element of an array: by number, or the first message that matches. */
static struct json member(struct json value, const char *step) {
    struct json at = {0}, none, found = {0};
    char *end;
    if (json_type(value) != JSON_ARRAY) return json_get(value, step);
    long left = strtol(step, &end, 10);
    while (json_next(value, &at, &none, &found)) {
        if (!*end ? left-- == 0 : message_fits(found, step)) return found;
    }
    return (struct json){0};
}

/* "#", "#PO" and "+": counts or adds up the values at any depth. */
static int64_t count(struct json value, const char *how) {
    struct json at = {0}, none, one;
    int64_t sum = 0, number = 0;
    while (json_next(value, &at, &none, &one)) {
        bool inner = json_type(one) == JSON_ARRAY;
        if (*how == '+')
            sum += inner ? count(one, how) : json_read_number(one, &number) ? number : 0;
        else if (!how[1]) sum++;
        else sum += inner ? count(one, how) : json_is(one, how + 1);
    }
    return sum;
}

/* Writes digits, or a word if there are forms: "einen~keinen". False if there is no word. */
static bool print_number(const struct page *p, int64_t number, char *forms, FILE *file) {
    char text[SENTENCE_MAX];
    if (!forms) return fprintf(file, "%" PRId64, number) > 0;
    const char *one = strsep(&forms, "~"), *word = number == 0 ? forms : number == 1 ? one : text;
    if (word == text)
        text_format(&p->reader, &MESSAGE("cli.rules.number", NUMBER("n", number)), text,
                    sizeof text);
    return word && *word && fputs(word, file) >= 0;
}

/* Writes the value at a path like "grow.steps.0.score.1". False if there is none. */
static bool print_found(const struct page *p, const char *path, size_t length, FILE *file) {
    char text[PATH_MAX_LENGTH], *forms = text, *rest;
    struct json value = p->examples;
    int64_t number;
    if (length >= sizeof text) return false;
    memcpy(text, path, length);
    text[length] = 0;
    if (strncmp(text, "R.", 2) == 0 || strncmp(text, "I.", 2) == 0)
        return print_marked(p, *text == 'R' ? "R" : "I", text + 2, file);
    if (strncmp(text, "rows.", 5) == 0) return print_rows(p, text + 5, file);
    rest = strsep(&forms, "~");
    for (char *step; (step = strsep(&rest, "."));) {
        if (*step == '#' || *step == '+') return print_number(p, count(value, step), forms, file);
        value = member(value, step);
    }
    if (json_read_number(value, &number)) return print_number(p, number, forms, file);
    if (!json_read_text(value, text, sizeof text, NULL)) return false;
    const char *word = text_find(p->reader.language, text);
    return fputs(word ? word : text, file) >= 0;
}

/* Copies a line with its braces filled in. Anchors stay. */
static bool print_filled(const struct page *p, const char *line, size_t length, FILE *file) {
    for (const char *end = line + length, *open, *close; line < end; line = close + 1) {
        open = memchr(line, '{', (size_t)(end - line));
        close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;
        fwrite(line, 1, (size_t)((close ? open : end) - line), file);
        if (!close) return !open;
        if (open[1] == '#') fwrite(open, 1, (size_t)(close + 1 - open), file);
        else if (!print_found(p, open + 1, (size_t)(close - open - 1), file)) return false;
    }
    return true;
}

static void print_sentence(const struct page *p, const struct message *message, FILE *file) {
    char text[SENTENCE_MAX];
    text_format(&p->reader, message, text, sizeof text);
    fputs(text, file);
}

/* Tells an example in words, for readers without pictures: its log lines, and why an action is
 * refused. */
struct reciter {
    struct sink sink;
    const struct page *page;
    FILE *file;
    bool begun;
};

static void begin_item(struct reciter *r) {
    fputs(r->begun ? "> - " : ">\n> - ", r->file);
    r->begun = true;
}

static void recite(struct sink *sink, const struct event *event) {
    struct reciter *r = (struct reciter *)sink;
    begin_item(r);
    print_sentence(r->page, &event->message, r->file);
    fputs("\n", r->file);
}

static bool print_example(const struct page *p, const char *name, size_t length, FILE *file) {
    _Alignas(8) uint8_t state[STATE_MAX];
    char text[64];
    struct message reason;
    struct reciter reciter = {.sink = {recite}, .page = p, .file = file};
    struct json at = {0}, none, step;
    if (length >= sizeof text) return false;
    memcpy(text, name, length);
    text[length] = 0;
    struct json example = json_get(json_get(p->shared, "examples"), text);
    if (!state_read(p->game, json_get(example, "position"), state, &reason)) return false;
    uint16_t tried = notation_read_json(p->game->notation, json_get(example, "why"));
    int64_t seat = SPECTATOR;
    if (json_type(json_get(example, "seat")) != JSON_NONE &&
        !json_read_number(json_get(example, "seat"), &seat))
        return false;
    if (tried != NOTATION_NONE && game_why_not(p->game, state, (unsigned)seat, tried, &reason)) {
        char sentence[SENTENCE_MAX];
        say_action(p->cli, p->game, tried, sentence, sizeof sentence);
        begin_item(&reciter);
        fprintf(file, "*%s?* ", sentence);
        print_sentence(p, &reason, file);
        fputs("\n", file);
    }
    for (struct json steps = json_get(example, "do"); json_next(steps, &at, &none, &step);) {
        struct json walk = {0}, by, what;
        int64_t who = BY_CHANCE;
        if (!json_next(step, &walk, &none, &by) || !json_next(step, &walk, &none, &what) ||
            (!json_is(by, "chance") && !json_read_number(by, &who)))
            return false;
        apply_seen(p->game, state, (unsigned)seat, (unsigned)who,
                   notation_read_json(p->game->notation, what), &reciter.sink);
    }
    return true;
}

/* Writes the line of an example, "> [NAME] …". Its name ends at `name_end`. False if the example
 * does not fit the tables. */
static bool fill_example(const struct page *p, const char *line, size_t length,
                         const char *name_end, bool plain, FILE *file) {
    const char *name = line + 3;
    char text[64];
    if ((size_t)(name_end - name) >= sizeof text) return false;
    memcpy(text, name, (size_t)(name_end - name));
    text[name_end - name] = 0;
    if (json_type(json_get(p->examples, text)) == JSON_NONE) return false;
    if (!plain) return print_filled(p, line, length, file) && fputs("\n", file) >= 0;
    fputs(">", file);
    if (!print_filled(p, name_end + 1, (size_t)(line + length - name_end - 1), file)) return false;
    fputs("\n", file);
    return print_example(p, name, (size_t)(name_end - name), file);
}

/* Writes an example into a separate buffer first, so that a failure leaves no fragment. */
static bool print_example_line(const struct page *p, const char *line, size_t length,
                               const char *name_end, bool plain, FILE *file) {
    char *text = NULL;
    size_t size = 0;
    FILE *beside = open_memstream(&text, &size);
    if (!beside) return false;
    bool fits = fill_example(p, line, length, name_end, plain, beside), good = fclose(beside) == 0;
    if (good && fits) fwrite(text, 1, size, file);
    else if (good) {
        print_sentence(
            p, &MESSAGE("cli.rules.example", TEXT("name", line + 3, (size_t)(name_end - line - 3))),
            file);
        fputs("\n", file);
    }
    free(text);
    return good;
}

/* `plain` is for reading. Otherwise anchors and names of examples stay, for the web page. */
static bool print_line(const struct page *p, const char *line, size_t length, bool plain,
                       FILE *file) {
    const char *name_end =
        length > 3 && memcmp(line, "> [", 3) == 0 ? memchr(line, ']', length) : NULL;
    const char *anchor = plain && line[0] == '#' ? memmem(line, length, " {#", 3) : NULL;
    if (name_end) return print_example_line(p, line, length, name_end, plain, file);
    if (!print_filled(p, line, anchor ? (size_t)(anchor - line) : length, file)) return false;
    return fputs("\n", file) >= 0;
}

static bool print_page(const struct page *p, bool plain, FILE *file, struct message *error) {
    const char *text = p->source->text[p->reader.language];
    bool provenance = false; /* it has been printed: before the first section */
    for (size_t length; *text; text += length + 1) {
        length = strcspn(text, "\n");
        *error = MESSAGE("cli.rules.placeholder", TEXT("line", text, length));
        if (!provenance && length > 2 && memcmp(text, "## ", 3) == 0) {
            if (!print_provenance(p, file)) return false;
            provenance = true;
        }
        if (!print_line(p, text, length, plain, file)) return false;
    }
    return true;
}

/* {"game","names","text","anchors","examples"} */
static int print_json(const struct page *p) {
    char *text = NULL, *whole;
    size_t length = 0;
    struct message error;
    struct json_out out;
    FILE *file = open_memstream(&text, &length);
    if (!file) return fail(p->cli, &MESSAGE("error.memory"));
    bool good = print_page(p, false, file, &error);
    if (fclose(file) != 0 || !good) return free(text), fail(p->cli, &error);
    size_t size = 2 * length + 2 * EXAMPLES_MAX;
    whole = malloc(size);
    if (!whole) return free(text), fail(p->cli, &MESSAGE("error.memory"));
    struct json anchors = json_get(p->shared, "anchors"), who = json_get(p->shared, "names");
    json_begin(&out, whole, size);
    json_object(&out, NULL);
    json_text(&out, "game", p->game->id);
    json_raw(&out, "names", who.text, who.length);
    json_text_n(&out, "text", text, length);
    json_raw(&out, "anchors", anchors.text, anchors.length);
    json_raw(&out, "examples", p->examples.text, p->examples.length);
    json_object_end(&out);
    json_line(&out);
    fwrite(whole, 1, out.length, stdout);
    free(whole);
    free(text);
    return EXIT_SUCCESS;
}

static bool page_open(struct page *page, const struct cli *cli, const struct game *game,
                      struct message *error) {
    size_t where;
    *page = (struct page){.cli = cli,
                          .game = game,
                          .source = page_of(game),
                          .reader = {.language = cli->reader.language},
                          .played = malloc(EXAMPLES_MAX)};
    struct json_out out;
    json_begin(&out, page->components, sizeof page->components);
    game->components(&out, NULL);
    if (!page->played) *error = MESSAGE("error.memory");
    else if (json_parse(page->components, out.length, &page->tables, &where) != JSON_OK)
        *error = MESSAGE("cli.rules.broken");
    else if (json_parse(page->source->shared, strlen(page->source->shared), &page->shared,
                        &where) != JSON_OK)
        *error = MESSAGE("error.json.syntax", NUMBER("where", where));
    else if (play_examples(page, error)) return true;
    free(page->played);
    return false;
}

bool rules_print(const struct cli *cli, const struct game *game, FILE *file,
                 struct message *error) {
    struct page page;
    if (!page_open(&page, cli, game, error)) return false;
    bool good = print_page(&page, true, file, error);
    free(page.played);
    return good;
}

int rules_print_json(const struct cli *cli, const struct game *game) {
    struct page page;
    struct message error;
    if (!page_open(&page, cli, game, &error)) return fail(cli, &error);
    int status = print_json(&page);
    free(page.played);
    return status;
}
