/* The operator's log: one JSON object per line on standard error. It contains only event names,
 * numbers and table ids: no tokens, passwords, link secrets, chat or people's names. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdint.h>

/* `table` and `name` may be "" */
void log_number(const char *what, const char *table, const char *name, int64_t number);

#endif
