/* The store of the simulated servers: the real SQLite store, on a database in memory. A batch is
 * executed at once; the caller decides when that counts as durable and what a crash loses. */
#ifndef TESTS_SERVER_MEMORY_STORE_H
#define TESTS_SERVER_MEMORY_STORE_H

#include "store/store.h"

struct memory_store;

struct memory_store *memory_store_open(void);
void memory_store_close(struct memory_store *store);
/* sets status, failed and the rows found */
void memory_store_do(struct memory_store *store, struct store_batch *batch);

/* All rows of a type as they are now, by key. They are valid until the next call with this type. */
const void *memory_store_rows(struct memory_store *store, enum store_type type, unsigned *count);

#endif
