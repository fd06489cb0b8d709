/* The formatter in C; web/text.ts does the same, step by step.
 *
 * A pattern is walked as a span of bytes: the text between a `{` and its `}` is an argument, and
 * a branch of an argument is a pattern again. Nothing is compiled in advance, because a sentence
 * has a hundred bytes and is read by a person.
 *
 * The build has checked every pattern of the catalogue, so a malformed one comes from a test or
 * a fuzzer. It is shown in ⟨ ⟩, and the walk continues behind it. */
#include "core/text.h"

#include "core/ensure.h"

#include <string.h>

struct span {
    const char *at;
    const char *end;
};

struct out {
    char *text;
    size_t size; /* capacity */
    size_t length; /* bytes that the whole text needs so far */
};

/* Constant while one message is written. */
struct job {
    const struct reader *reader;
    const struct message *message;
    struct out *out;
};

enum argument_kind { ARGUMENT_PLAIN, ARGUMENT_PLURAL, ARGUMENT_SELECT };

/* {name}, {name.form}, {name, plural, branches}, {name, select, branches} */
struct argument {
    struct span name;
    struct span form; /* empty: the base form */
    enum argument_kind kind;
    struct span branches;
};

static void format_span(const struct job *job, struct span pattern, const int32_t *count,
                        unsigned depth);

const char *text_find(enum language language, const char *key) {
    ensure(language == LANGUAGE_DE || language == LANGUAGE_EN);
    unsigned low = 0, high = catalogue_size;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        int order = strcmp(key, catalogue[middle].key);
        if (order == 0) return catalogue[middle].text[language];
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

/* ---- out ------------------------------------------------------------------------------------- */

static void put(struct out *out, const char *bytes, size_t count) {
    if (count == 0) return;
    if (out->length < out->size) {
        size_t room = out->size - out->length;
        memcpy(out->text + out->length, bytes, count < room ? count : room);
    }
    out->length += count;
}

static void put_text(struct out *out, const char *text) {
    put(out, text, strlen(text));
}

static void put_span(struct out *out, struct span span) {
    put(out, span.at, (size_t)(span.end - span.at));
}

static void put_unknown(struct out *out, struct span what) {
    put_text(out, "⟨");
    put_span(out, what);
    put_text(out, "⟩");
}

/* Terminates the text. The byte that the zero replaces was written before: it tells whether a
 * character is cut in two. */
static void finish(struct out *out) {
    if (out->size == 0) return;
    size_t end = out->length;
    if (end >= out->size) {
        end = out->size - 1;
        while (end > 0 && ((unsigned char)out->text[end] & 0xC0) == 0x80) end--;
    }
    out->text[end] = '\0';
}

enum { DECIMAL_MAX = 12 };

/* The number's digits, with its sign, at the end of the buffer. */
static struct span decimal(int32_t number, char buffer[DECIMAL_MAX]) {
    uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    char *at = buffer + DECIMAL_MAX;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) *--at = '-';
    return (struct span){at, buffer + DECIMAL_MAX};
}

static void put_number(struct out *out, int32_t number) {
    char buffer[DECIMAL_MAX];
    put_span(out, decimal(number, buffer));
}

/* ---- reading a pattern ----------------------------------------------------------------------- */

static struct span span_of(const char *text) {
    return (struct span){text, text + strlen(text)};
}

static bool same(struct span a, struct span b) {
    size_t length = (size_t)(a.end - a.at);
    return length == (size_t)(b.end - b.at) && (length == 0 || memcmp(a.at, b.at, length) == 0);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Names, forms, codes, and the "=3" of a plural. */
static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '+' || c == '?' || c == '-' || c == '=';
}

static void skip_spaces(struct span *rest) {
    while (rest->at < rest->end && is_space(*rest->at)) rest->at++;
}

static struct span take_word(struct span *rest) {
    skip_spaces(rest);
    struct span word = {rest->at, rest->at};
    while (word.end < rest->end && is_word(*word.end)) word.end++;
    rest->at = word.end;
    skip_spaces(rest);
    return word;
}

static bool take_sign(struct span *rest, char sign) {
    if (rest->at == rest->end || *rest->at != sign) return false;
    rest->at++;
    return true;
}

/* Takes "{…}" up to the brace that closes it; false if none does, and then `rest` stays. */
static bool take_block(struct span *rest, struct span *inside) {
    if (rest->at == rest->end || *rest->at != '{') return false;
    size_t open = 0;
    for (const char *at = rest->at; at < rest->end; at++) {
        if (*at == '{') open++;
        if (*at == '}' && --open == 0) {
            *inside = (struct span){rest->at + 1, at};
            rest->at = at + 1;
            return true;
        }
    }
    return false;
}

static bool read_argument(struct span inside, struct argument *argument) {
    struct span rest = inside;
    *argument = (struct argument){.name = take_word(&rest)};
    argument->form = (struct span){rest.at, rest.at};
    if (same(argument->name, span_of(""))) return false;
    if (take_sign(&rest, '.')) argument->form = take_word(&rest);
    if (rest.at == rest.end) return true;

    if (!take_sign(&rest, ',')) return false;
    struct span kind = take_word(&rest);
    if (same(kind, span_of("plural"))) argument->kind = ARGUMENT_PLURAL;
    else if (same(kind, span_of("select"))) argument->kind = ARGUMENT_SELECT;
    else return false;
    if (!take_sign(&rest, ',')) return false;
    argument->branches = rest;
    return true;
}

/* The branch for the first of `wanted` that has one. */
static bool choose(struct span branches, const struct span *wanted, unsigned count,
                   struct span *chosen) {
    for (unsigned i = 0; i < count; i++) {
        struct span rest = branches;
        while (rest.at < rest.end) {
            struct span selector = take_word(&rest);
            if (!take_block(&rest, chosen)) break;
            if (same(selector, wanted[i])) return true;
        }
    }
    return false;
}

/* ---- writing parameters ---------------------------------------------------------------------- */

static const struct param *find_param(const struct message *message, struct span name) {
    for (unsigned i = 0; i < MESSAGE_PARAMS_MAX && message->params[i].name; i++) {
        if (same(name, span_of(message->params[i].name))) return &message->params[i];
    }
    return NULL;
}

static const char *thing_code(const struct things *things, int64_t number) {
    return number >= 0 && number < things->count ? things->codes[number] : NULL;
}

static void put_thing_key(struct out *out, const struct things *things, const char *code) {
    put_text(out, things->game);
    put_text(out, ".part.");
    put_text(out, things->type);
    if (!code) return;
    put_text(out, ".");
    put_text(out, code);
}

/* The thing's text in that form, else its base form, else NULL. A key that is too long is cut to
 * a length that no key of the catalogue has. */
static const char *find_thing(enum language language, const struct things *things, const char *code,
                              struct span form) {
    char buffer[TEXT_KEY_MAX + 1];
    struct out key = {.text = buffer, .size = sizeof buffer};
    put_thing_key(&key, things, code);
    finish(&key);
    const char *base = text_find(language, buffer);
    if (same(form, span_of(""))) return base;
    put_text(&key, ".");
    put_span(&key, form);
    finish(&key);
    const char *text = text_find(language, buffer);
    return text ? text : base;
}

static void put_thing(const struct job *job, const struct things *things, int64_t number,
                      struct span form) {
    const char *code = thing_code(things, number);
    const char *text = code ? find_thing(job->reader->language, things, code, form) : NULL;
    if (text) {
        put_text(job->out, text);
        return;
    }
    put_text(job->out, "⟨");
    put_thing_key(job->out, things, code);
    put_text(job->out, "⟩");
}

static void put_and(const struct job *job) {
    const char *word = text_find(job->reader->language, "common.text.and");
    put_text(job->out, " ");
    put_text(job->out, word ? word : "⟨common.text.and⟩");
    put_text(job->out, " ");
}

static void put_things(const struct job *job, const struct param *param, struct span form) {
    uint64_t left = param->mask;
    while (left) {
        put_thing(job, param->things, __builtin_ctzll(left), form);
        left &= left - 1;
        if (!left) break;
        if (left & (left - 1)) put_text(job->out, ", ");
        else put_and(job);
    }
}

static void put_seat(const struct job *job, int32_t seat, unsigned depth) {
    const char *const *names = job->reader->names;
    if (seat >= 0 && names && names[seat]) {
        put_text(job->out, names[seat]);
        return;
    }
    const char *pattern = text_find(job->reader->language, "common.seat");
    if (!pattern) {
        put_text(job->out, "⟨common.seat⟩");
        return;
    }
    struct message message = MESSAGE("common.seat", NUMBER("n", (int64_t)seat + 1));
    struct job inner = {job->reader, &message, job->out};
    format_span(&inner, span_of(pattern), NULL, depth + 1);
}

static void put_param(const struct job *job, const struct param *param, struct span form,
                      unsigned depth) {
    bool thing = param->kind == PARAM_THING || param->kind == PARAM_THINGS;
    if (thing && !param->things) {
        put_unknown(job->out, span_of(param->name));
        return;
    }
    switch (param->kind) {
    case PARAM_NUMBER: put_number(job->out, param->number); return;
    case PARAM_SEAT: put_seat(job, param->number, depth); return;
    case PARAM_THING: put_thing(job, param->things, param->number, form); return;
    case PARAM_THINGS: put_things(job, param, form); return;
    case PARAM_TEXT: put(job->out, param->text, param->length); return;
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The count of a plural: a number, or the size of a set. */
static bool param_count(const struct param *param, int32_t *count) {
    if (param->kind == PARAM_NUMBER) *count = param->number;
    else if (param->kind == PARAM_THINGS) *count = __builtin_popcountll(param->mask);
    else return false;
    return true;
}

static bool is_you(const struct reader *reader, int32_t seat) {
    return seat >= 0 && seat < 32 && reader->you == 1u << seat;
}

/* The value of a select: a thing's code, or whether a seat is the reader's. */
static const char *param_code(const struct reader *reader, const struct param *param) {
    if (param->kind == PARAM_SEAT) return is_you(reader, param->number) ? "you" : "other";
    if (param->kind != PARAM_THING || !param->things) return NULL;
    const char *code = thing_code(param->things, param->number);
    return code ? code : "other";
}

static bool choose_plural(struct span branches, int32_t count, struct span *chosen) {
    char buffer[DECIMAL_MAX + 1];
    struct span exact = decimal(count, buffer + 1);
    buffer[exact.at - buffer - 1] = '=';
    exact.at--;
    struct span wanted[] = {exact, span_of(count == 1 ? "one" : "other"), span_of("other")};
    return choose(branches, wanted, 3, chosen);
}

static bool choose_select(struct span branches, const char *code, struct span *chosen) {
    struct span wanted[] = {span_of(code), span_of("other")};
    return choose(branches, wanted, 2, chosen);
}

/* `number` is what `#` stands for, or NULL outside a plural. */
static void format_argument(const struct job *job, struct span inside, const int32_t *number,
                            unsigned depth) {
    struct argument argument;
    if (!read_argument(inside, &argument)) {
        put_unknown(job->out, inside);
        return;
    }
    const struct param *param = find_param(job->message, argument.name);
    if (param && argument.kind == ARGUMENT_PLAIN) {
        put_param(job, param, argument.form, depth);
        return;
    }
    int32_t count = 0;
    const char *code = param ? param_code(job->reader, param) : NULL;
    bool plural = argument.kind == ARGUMENT_PLURAL;
    if (!param || (plural ? !param_count(param, &count) : !code)) {
        put_unknown(job->out, argument.name);
        return;
    }
    struct span chosen;
    bool found = plural ? choose_plural(argument.branches, count, &chosen)
                        : choose_select(argument.branches, code, &chosen);
    if (!found) put_unknown(job->out, inside);
    else format_span(job, chosen, plural ? &count : number, depth + 1);
}

static void format_span(const struct job *job, struct span pattern, const int32_t *count,
                        unsigned depth) {
    if (depth > TEXT_DEPTH_MAX) {
        put_unknown(job->out, pattern);
        return;
    }
    while (pattern.at < pattern.end) {
        struct span plain = {pattern.at, pattern.at};
        while (plain.end < pattern.end && *plain.end != '{' && (*plain.end != '#' || !count))
            plain.end++;
        put_span(job->out, plain);
        pattern.at = plain.end;

        struct span inside;
        if (count && take_sign(&pattern, '#')) {
            put_number(job->out, *count);
        } else if (take_block(&pattern, &inside)) {
            format_argument(job, inside, count, depth);
        } else if (pattern.at < pattern.end) { /* an unclosed brace */
            put_unknown(job->out, pattern);
            return;
        }
    }
}

/* ---- the two ways in ------------------------------------------------------------------------- */

size_t text_format_pattern(const struct reader *reader, const char *pattern,
                           const struct message *message, char *text, size_t size) {
    struct out out = {.text = text, .size = size};
    struct job job = {reader, message, &out};
    format_span(&job, span_of(pattern), NULL, 0);
    finish(&out);
    return out.length;
}

size_t text_format(const struct reader *reader, const struct message *message, char *text,
                   size_t size) {
    const char *pattern = text_find(reader->language, message->key);
    if (pattern) return text_format_pattern(reader, pattern, message, text, size);
    struct out out = {.text = text, .size = size};
    put_unknown(&out, span_of(message->key));
    finish(&out);
    return out.length;
}
