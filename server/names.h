/* People's names: Latin letters with diacritics, digits, space, - and _; the same name is the
 * same after case and diacritics are taken away, so that nobody can be mistaken for somebody
 * else. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include "store/store.h"

enum { NAME_LETTERS_MAX = 24 };

/* Checks a name and folds it ("Jörg ß" → "jorg ss"): false if it is none. No space at the ends,
 * none twice, at least one letter or digit. */
bool name_fold(const char *name, char folded[STORE_NAME]) __attribute__((warn_unused_result));

#endif
