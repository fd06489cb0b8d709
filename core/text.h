/* Sentences for people: the catalogue (messages/ *.json, compiled in by tools/messages.py) and the
 * one formatter of C. web/text.ts is its twin; tests/text/vectors.json holds what both must say. */
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
    TEXT_DEPTH_MAX = 8, /* how deep patterns nest; tools/messages.py refuses more */
    TEXT_KEY_MAX = 96, /* bytes of the longest key with its form and zero; likewise */
};

/* Who reads, and what the seats are called. */
struct reader {
    enum language language;
    unsigned you; /* a mask: seats that read "you"; several are nobody */
    /* by seat; NULL, or a NULL name: "seat 2" from the catalogue, counted from 1 */
    const char *const *names;
};

/* The catalogue's raw text, or NULL. */
const char *text_find(enum language language, const char *key);

/* Writes the sentence, ended by zero, cut at `size` between characters; returns the length it
 * needs, like snprintf. A key or parameter that does not exist is written as itself in ⟨angle
 * brackets⟩, and so is a part of a pattern that makes no sense: visible, never fatal. */
size_t text_format(const struct reader *reader, const struct message *message, char *text,
                   size_t size);

/* The same for a pattern from elsewhere; the message's key plays no part. */
size_t text_format_pattern(const struct reader *reader, const char *pattern,
                           const struct message *message, char *text, size_t size);

#endif
