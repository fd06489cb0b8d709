/* A heap of deadlines: finds the earliest one among thousands of rooms in constant time. */
#ifndef SERVER_DEADLINES_H
#define SERVER_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

/* A member of the object that waits. Zeroed, it is not scheduled. */
struct deadline {
    int64_t due_ms;
    unsigned slot; /* index in the heap + 1; 0: not scheduled */
};

struct deadlines {
    struct deadline **heap; /* the parent of i is (i - 1) / 2, and is not due later */
    unsigned count, capacity;
};

void deadlines_set(struct deadlines *deadlines, struct deadline *deadline, int64_t due_ms);
void deadlines_remove(struct deadlines *deadlines, struct deadline *deadline);
struct deadline *deadlines_next(const struct deadlines *deadlines); /* NULL: none is scheduled */
void deadlines_close(struct deadlines *deadlines);

#endif
