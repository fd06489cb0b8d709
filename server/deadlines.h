/* Who wants to be called when: a heap by time, so that the next one is found at once among
 * thousands of rooms. */
#ifndef SERVER_DEADLINES_H
#define SERVER_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

/* Part of whatever waits; zeroed it waits for nothing. */
struct deadline {
    int64_t due_ms;
    unsigned slot; /* in the heap, + 1; 0: it is not there */
};

struct deadlines {
    struct deadline **heap; /* the parent of i is (i - 1) / 2, and is not due later */
    unsigned count, capacity;
};

void deadlines_set(struct deadlines *deadlines, struct deadline *deadline, int64_t due_ms);
void deadlines_remove(struct deadlines *deadlines, struct deadline *deadline);
struct deadline *deadlines_next(const struct deadlines *deadlines); /* NULL: nobody waits */
void deadlines_close(struct deadlines *deadlines);

#endif
