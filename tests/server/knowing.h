/* What each may know, worked out from the store's log alone: every frame that any server sends
 * is held against it. */
#ifndef TESTS_SERVER_KNOWING_H
#define TESTS_SERVER_KNOWING_H

#include "tests/server/world.h"

struct knowing;

struct knowing *knowing_open(void);
void knowing_close(struct knowing *knowing);

/* Fails the test if whoever has this session may not be sent this. */
void knowing_check(struct knowing *knowing, const struct memory_store *store, const char *token,
                   const char *text, size_t length);

unsigned knowing_updates(const struct knowing *knowing); /* that were held against the log */

#endif
