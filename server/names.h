/* People's names: Latin letters with diacritics, digits, space, - and _. Names are compared without
 * case and diacritics, so that nobody can pass for somebody else. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include "store/store.h"

enum { NAME_LETTERS_MAX = 24 };

/* Checks a name and folds it ("Jörg ß" → "jorg ss"); false: invalid. A name has no leading,
 * trailing or double spaces and at least one letter or digit. */
bool name_fold(const char *name, char folded[STORE_NAME]) __attribute__((warn_unused_result));

#endif
