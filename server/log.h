/* What happened, for whoever runs the server: one JSON object a line on standard error. Numbers,
 * names of things and ids of tables only: no token, password, link secret, chat or name of a
 * person gets here. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdint.h>

/* `table` and `name` may be "" */
void log_number(const char *what, const char *table, const char *name, int64_t number);

#endif
