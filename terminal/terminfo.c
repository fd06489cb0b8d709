/* Alone in its file: <term.h> takes ordinary words for itself. */
#include "terminal/front.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool screen_is_possible(void) {
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK) return false;
    bool possible = cursor_address && *cursor_address;
    del_curterm(cur_term);
    return possible;
}
