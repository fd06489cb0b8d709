/* Formats any bytes as a pattern, for any reader and into a buffer of any size. The first bytes
 * choose reader and size. */
#include "core/ensure.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 3 };

static const char *const codes[] = {"1", "10", "2", "99"};
static const struct things cards = {"sample", "card", codes, 4};
static const char *const names[] = {"Anna", NULL, "Jürg", "", "{n} # ⟨"};

static const struct message message = {
    .key = "",
    .params =
        {
            NUMBER("n", -3),
            NUMBER("o", 1),
            SEAT("s", 1),
            SEAT("t", 4),
            THING("x", &cards, 0),
            THINGS("y", &cards, 0xF),
            THING("z", &cards, THINGS_NONE),
            TEXT("w", "{n} ü", 6),
        },
};

/* The output is the beginning of the whole sentence, zero-terminated, and all of it if it fits. */
static void check(const struct reader *reader, const char *pattern, size_t size) {
    size_t length = text_format_pattern(reader, pattern, &message, NULL, 0);
    char *whole = malloc(length + 1);
    char *cut = malloc(size);
    ensure(whole && cut);
    ensure(text_format_pattern(reader, pattern, &message, whole, length + 1) == length);
    ensure(text_format_pattern(reader, pattern, &message, cut, size) == length);
    ensure(strlen(whole) == length);
    ensure(memchr(cut, '\0', size) != NULL);
    ensure(strncmp(whole, cut, strlen(cut)) == 0);
    ensure(size <= length || strcmp(whole, cut) == 0);
    free(whole);
    free(cut);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD) return 0;
    struct reader reader = {
        .language = data[0] & 1 ? LANGUAGE_EN : LANGUAGE_DE,
        .you = data[1],
        .names = data[0] & 2 ? names : NULL,
    };
    char *pattern = malloc(size - HEAD + 1);
    ensure(pattern);
    memcpy(pattern, data + HEAD, size - HEAD);
    pattern[size - HEAD] = '\0';
    check(&reader, pattern, 1u + data[2]);
    free(pattern);
    return 0;
}
