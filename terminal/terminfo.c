/* In its own file because <term.h> defines ordinary words as macros. */
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
