#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include <stdbool.h>

/* Can the terminal place characters where one wants? */
bool screen_is_possible(void);

#endif
