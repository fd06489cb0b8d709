/* Alone in its file: <term.h> takes ordinary words for itself. */
#include "terminal/screen.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool screen_is_possible(void) {
    int error;
    return setupterm(NULL, STDOUT_FILENO, &error) == OK && cursor_address && *cursor_address;
}
