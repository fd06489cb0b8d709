/* Sentences for people: the catalogue (messages/ *.json, compiled in by tools/messages.py) and
 * its formatter. web/text.ts formats the same way; tests/text/vectors.json holds what both must
 * produce. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "core/message.h"

enum language { LANGUAGE_DE, LANGUAGE_EN, LANGUAGES };

struct catalogue_entry {
    /* sorted by byte; a thing's form is an entry of its own: "tallinn.part.card.7.acc" */
    const char *key;
    const char *text[LANGUAGES];
};

extern const struct catalogue_entry catalogue[];
extern const unsigned catalogue_size;

enum {
    TEXT_DEPTH_MAX = 8, /* maximum nesting of patterns; tools/messages.py refuses more */
    TEXT_KEY_MAX = 96, /* bytes of the longest key with its form and zero; checked likewise */
};

/* Who reads the text, and the names of the seats. */
struct reader {
    enum language language;
    unsigned you; /* a mask of the seats that are addressed as "you", if it is exactly one */
    /* by seat; NULL, or a NULL name: "seat 2" from the catalogue, counted from 1 */
    const char *const *names;
};

/* The catalogue's raw text, or NULL. */
const char *text_find(enum language language, const char *key);

/* Writes the sentence, zero-terminated and cut at `size` between characters; returns the length
 * it needs, like snprintf. An unknown key or parameter, or a malformed part of a pattern, is
 * shown in ⟨angle brackets⟩: visible, never fatal. */
size_t text_format(const struct reader *reader, const struct message *message, char *text,
                   size_t size);

/* The same for a pattern from elsewhere; the message's key is ignored. */
size_t text_format_pattern(const struct reader *reader, const char *pattern,
                           const struct message *message, char *text, size_t size);

#endif
