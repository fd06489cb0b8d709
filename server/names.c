#include "server/names.h"

#include <string.h>

/* U+00C0 to U+017F without case and diacritics. Capitals stand for pair(), ? is not allowed. */
static const char plain[] = "aaaaaaAceeeeiiiidnooooo?ouuuuyTSaaaaaaAceeeeiiiidnooooo?ouuuuyTy"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkklllllll"
                            "lllnnnnnnnnnooooooOOrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof plain == 0x180 - 0xC0 + 1, "one letter per code point");

static const char *pair(char letter) {
    switch (letter) {
    case 'A': return "ae";
    case 'S': return "ss";
    case 'T': return "th";
    case 'O': return "oe";
    case 'I': return "ij";
    default: return NULL;
    }
}

/* Folds one character of valid UTF-8, at most three bytes. Returns its length; 0: names may not
 * contain it. */
static size_t fold_letter(const char *at, char *folded) {
    unsigned c = (uint8_t)at[0];
    if (c < 0x80) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != ' ' && c != '-' && c != '_') return 0;
        folded[0] = (char)(letter ? c | 0x20 : c);
        folded[1] = 0;
        return 1;
    }
    if (strncmp(at, "ẞ", 3) == 0) {
        strcpy(folded, "ss");
        return 3;
    }
    if (c < 0xC3 || c > 0xC8) return 0;
    unsigned code = (c & 0x1f) << 6 | ((uint8_t)at[1] & 0x3f);
    char letter = code >= 0x218 && code <= 0x21b ? "sstt"[code - 0x218]
                  : code < 0x180                 ? plain[code - 0xC0]
                                                 : '?';
    if (letter == '?') return 0;
    const char two[] = {letter, 0};
    strcpy(folded, pair(letter) ? pair(letter) : two);
    return 2;
}

bool name_fold(const char *name, char folded[STORE_NAME]) {
    size_t length = 0;
    unsigned letters = 0;
    bool solid = false;
    if (strlen(name) >= STORE_NAME || name[0] == ' ') return false;
    for (; *name; letters++) {
        char letter[3];
        size_t size = fold_letter(name, letter);
        if (size == 0 || letters == NAME_LETTERS_MAX) return false;
        if (name[0] == ' ' && (name[1] == ' ' || !name[1])) return false;
        solid |= !strchr(" -_", letter[0]);
        strcpy(folded + length, letter);
        length += strlen(letter);
        name += size;
    }
    return solid;
}
