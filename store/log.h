/* The running hash of a table's log: h' = BLAKE2b-256(h, row), beginning with the table's id.
 *
 * It is kept in the table's row, together with the number of rows. Whoever reads the log computes
 * both again: a row that is missing, damaged or of another table is noticed, which SQLite's own
 * checks cannot do. */
#ifndef STORE_LOG_H
#define STORE_LOG_H

#include "store/store.h"

void store_log_begin(const char *table, char hash[STORE_LOG_HASH]);
void store_log_add(char hash[STORE_LOG_HASH], const struct store_entry *row);

/* Are these the rows that the table's row tells of? If it tells nothing, because an older version
 * of the program wrote it, the answer is yes. */
bool store_log_is_whole(const struct store_table *table, const struct store_entry *rows,
                        unsigned count);

#endif
