#include "core/notation.h"

#include "core/ensure.h"

#include <string.h>

/* The number of values of a part. */
static unsigned radix(const struct notation_part *part) {
    return part->things->count + part->optional;
}

static unsigned part_count(const struct notation_verb *verb) {
    unsigned n = 0;
    while (n < NOTATION_PARTS_MAX && verb->parts[n].things) n++;
    return n;
}

unsigned notation_size(const struct notation_verb *verb) {
    unsigned size = 1;
    for (unsigned i = 0; i < part_count(verb); i++) size *= radix(&verb->parts[i]);
    return size;
}

static const struct notation_verb *verb_of(const struct notation *notation, uint16_t action) {
    ensure(action < notation->actions);
    unsigned low = 0, high = notation->verb_count;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (notation->verbs[middle].first <= action) low = middle;
        else high = middle;
    }
    return &notation->verbs[low];
}

struct notation_action notation_split(const struct notation *notation, uint16_t action) {
    struct notation_action split = {.verb = verb_of(notation, action)};
    unsigned rest = action - split.verb->first;
    for (unsigned i = NOTATION_PARTS_MAX; i-- > 0;) {
        const struct notation_part *part = &split.verb->parts[i];
        if (!part->things) continue;
        unsigned value = rest % radix(part);
        rest /= radix(part);
        if (part->optional) value = value == 0 ? THINGS_NONE : value - 1;
        split.values[i] = (uint8_t)value;
    }
    ensure(rest == 0);
    return split;
}

static size_t append(char *text, size_t length, const char *more) {
    size_t add = strlen(more);
    ensure(length + add < NOTATION_MAX);
    memcpy(text + length, more, add);
    return length + add;
}

size_t notation_write(const struct notation *notation, uint16_t action, char *text) {
    struct notation_action split = notation_split(notation, action);
    size_t length = append(text, 0, split.verb->word);
    for (unsigned i = 0; i < part_count(split.verb); i++) {
        const struct notation_part *part = &split.verb->parts[i];
        if (split.values[i] == THINGS_NONE) continue;
        if (!part->glued) length = append(text, length, " ");
        length = append(text, length, part->things->codes[split.values[i]]);
    }
    text[length] = 0;
    return length;
}

static int compare(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

uint16_t notation_read(const struct notation *notation, const char *text, size_t length) {
    unsigned low = 0, high = notation->actions;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        char candidate[NOTATION_MAX];
        size_t candidate_length = notation_write(notation, (uint16_t)middle, candidate);
        int order = compare(text, length, candidate, candidate_length);
        if (order == 0) return (uint16_t)middle;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NOTATION_NONE;
}

uint16_t notation_read_json(const struct notation *notation, struct json value) {
    char text[NOTATION_MAX];
    size_t length;
    return json_read_text(value, text, sizeof text, &length) ? notation_read(notation, text, length)
                                                             : NOTATION_NONE;
}

bool notation_veiled(const struct notation *notation, uint16_t action) {
    struct notation_action split = notation_split(notation, action);
    for (unsigned i = 0; i < part_count(split.verb); i++)
        if (split.values[i] != THINGS_NONE &&
            split.verb->parts[i].things->codes[split.values[i]][0] == '?')
            return true;
    return false;
}

/* The place of "?" among the codes of a part, or THINGS_NONE. */
static unsigned veiled_place(const struct notation_part *part) {
    for (unsigned i = 0; i < part->things->count; i++)
        if (part->things->codes[i][0] == '?') return i + part->optional;
    return THINGS_NONE;
}

uint16_t notation_veil(const struct notation *notation, uint16_t action) {
    const struct notation_verb *verb = verb_of(notation, action);
    unsigned rest = action - verb->first, stride = 1, veiled = verb->first;
    for (unsigned i = part_count(verb); i-- > 0;) {
        unsigned count = radix(&verb->parts[i]), place = veiled_place(&verb->parts[i]);
        veiled += stride * (place == THINGS_NONE ? rest % count : place);
        rest /= count;
        stride *= count;
    }
    return (uint16_t)veiled;
}

static void write_part(struct json_out *out, const char *type, const char *code) {
    json_array(out, NULL);
    json_text(out, NULL, type);
    json_text(out, NULL, code);
    json_array_end(out);
}

void notation_write_parts(const struct notation *notation, uint16_t action, struct json_out *out,
                          const char *name) {
    struct notation_action split = notation_split(notation, action);
    json_array(out, name);
    write_part(out, "verb", split.verb->word);
    for (unsigned i = 0; i < part_count(split.verb); i++) {
        const struct things *things = split.verb->parts[i].things;
        if (split.values[i] != THINGS_NONE)
            write_part(out, things->type, things->codes[split.values[i]]);
    }
    json_array_end(out);
}

static size_t append_key(char *key, size_t length, const char *more) {
    for (; *more; more++) {
        ensure(length + 1 < NOTATION_KEY_MAX);
        key[length++] = *more == ' ' ? '_' : *more;
    }
    key[length] = 0;
    return length;
}

void notation_sentence(const struct notation *notation, const char *game, uint16_t action,
                       char *key, struct message *message) {
    struct notation_action split = notation_split(notation, action);
    size_t length = append_key(key, 0, game);
    length = append_key(key, length, ".action.");
    length = append_key(key, length, split.verb->word);
    *message = (struct message){.key = key};
    unsigned params = 0;
    for (unsigned i = 0; i < part_count(split.verb); i++) {
        const struct notation_part *part = &split.verb->parts[i];
        if (split.values[i] == THINGS_NONE) continue;
        if (part->optional) {
            length = append_key(key, length, ".");
            length = append_key(key, length, part->things->type);
        }
        message->params[params++] = (struct param)THING(
            part->name ? part->name : part->things->type, part->things, split.values[i]);
    }
}
