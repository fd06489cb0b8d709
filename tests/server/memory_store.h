/* A store in memory: for the simulation, and to compare the real ones with. It does a batch at
 * once; when that counts as durable, and what is lost in a crash, is the caller's to decide. */
#ifndef TESTS_SERVER_MEMORY_STORE_H
#define TESTS_SERVER_MEMORY_STORE_H

#include "store/store.h"

struct memory_store;

struct memory_store *memory_store_open(void);
void memory_store_close(struct memory_store *store);
/* sets status, failed and the rows found */
void memory_store_do(struct memory_store *store, struct store_batch *batch);

/* All rows of a type, for tests. */
const void *memory_store_rows(const struct memory_store *store, enum store_type type,
                              unsigned *count);

#endif
