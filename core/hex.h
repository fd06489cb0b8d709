/* Bytes as hexadecimal digits. */
#ifndef CORE_HEX_H
#define CORE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEX_NONE = 16 };

/* The value of a digit of either case; HEX_NONE: it is no digit. */
unsigned hex_digit(char digit);

/* Writes 2·size lower-case digits and a zero. */
void hex_write(const uint8_t *bytes, size_t size, char *text);

/* Reads exactly 2·size lower-case digits, ended by zero. Anything else is refused and leaves
 * `bytes` as they were. */
bool hex_read(const char *text, uint8_t *bytes, size_t size) __attribute__((warn_unused_result));

#endif
