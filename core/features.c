#include "core/features.h"

#include <string.h>

static unsigned size_of(const struct feature *list) {
    unsigned size = 0;
    for (; list->name; list++)
        size += (list->count ? list->count : 1) * (list->group ? size_of(list->group) : 1);
    return size;
}

/* Appends as much as fits, and the terminating zero. */
static void append(struct feature_text *text, const char *more, size_t length) {
    size_t room = sizeof text->name - 1 - text->length;
    length = length < room ? length : room;
    memcpy(text->name + text->length, more, length);
    text->length += length;
    text->name[text->length] = 0;
}

static void append_number(struct feature_text *text, unsigned number) {
    if (number >= 10) append_number(text, number / 10);
    append(text, &"0123456789"[number % 10], 1);
}

struct feature_text feature_name(const struct feature *list, unsigned number) {
    struct feature_text text = {{0}, 0};
    while (list->name) {
        unsigned each = list->group ? size_of(list->group) : 1,
                 all = each * (list->count ? list->count : 1);
        if (number >= all) {
            number -= all;
            list++;
            continue;
        }
        if (text.length) append(&text, ".", 1);
        append(&text, list->name, strlen(list->name));
        if (list->count) {
            append(&text, ".", 1);
            append_number(&text, number / each);
        }
        if (!list->group) break;
        number %= each;
        list = list->group;
    }
    return text;
}
