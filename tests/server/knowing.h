/* Computes what each person may know from the store alone, and checks every frame that any server
 * sends against it. */
#ifndef TESTS_SERVER_KNOWING_H
#define TESTS_SERVER_KNOWING_H

#include "tests/server/world.h"

struct knowing;

struct knowing *knowing_open(void);
void knowing_close(struct knowing *knowing);

/* Fails the test if the owner of this session may not get this frame. */
void knowing_check(struct knowing *knowing, struct memory_store *store, const char *token,
                   const char *text, size_t length);

unsigned knowing_updates(const struct knowing *knowing); /* number of checked updates */

#endif
