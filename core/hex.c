#include "core/hex.h"

unsigned hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return (unsigned)(digit - '0');
    if (digit >= 'a' && digit <= 'f') return (unsigned)(digit - 'a' + 10);
    return digit >= 'A' && digit <= 'F' ? (unsigned)(digit - 'A' + 10) : HEX_NONE;
}

void hex_write(const uint8_t *bytes, size_t size, char *text) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = 0;
}

static unsigned lower_digit(char digit) {
    return digit >= 'A' && digit <= 'F' ? HEX_NONE : hex_digit(digit);
}

bool hex_read(const char *text, uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < 2 * size; i++)
        if (lower_digit(text[i]) == HEX_NONE) return false;
    if (text[2 * size]) return false;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(lower_digit(text[2 * i]) << 4 | lower_digit(text[2 * i + 1]));
    return true;
}
