#include "server/deadlines.h"

#include "core/ensure.h"

#include <stdlib.h>

static void put(struct deadlines *d, unsigned at, struct deadline *deadline) {
    d->heap[at] = deadline;
    deadline->slot = at + 1;
}

static void move_up(struct deadlines *d, unsigned at, struct deadline *deadline) {
    for (; at > 0 && d->heap[(at - 1) / 2]->due_ms > deadline->due_ms; at = (at - 1) / 2)
        put(d, at, d->heap[(at - 1) / 2]);
    put(d, at, deadline);
}

static void move_down(struct deadlines *d, unsigned at, struct deadline *deadline) {
    for (unsigned child; (child = 2 * at + 1) < d->count; at = child) {
        if (child + 1 < d->count && d->heap[child + 1]->due_ms < d->heap[child]->due_ms) child++;
        if (d->heap[child]->due_ms >= deadline->due_ms) break;
        put(d, at, d->heap[child]);
    }
    put(d, at, deadline);
}

void deadlines_remove(struct deadlines *d, struct deadline *deadline) {
    if (!deadline->slot) return;
    unsigned at = deadline->slot - 1;
    struct deadline *last = d->heap[--d->count];
    deadline->slot = 0;
    if (last == deadline) return;
    move_up(d, at, last);
    move_down(d, last->slot - 1, last);
}

void deadlines_set(struct deadlines *d, struct deadline *deadline, int64_t due_ms) {
    deadlines_remove(d, deadline);
    deadline->due_ms = due_ms;
    if (d->count == d->capacity) {
        d->capacity = d->capacity ? 2 * d->capacity : 64;
        d->heap = realloc(d->heap, d->capacity * sizeof(struct deadline *));
        ensure(d->heap);
    }
    move_up(d, d->count++, deadline);
}

struct deadline *deadlines_next(const struct deadlines *d) {
    return d->count ? d->heap[0] : NULL;
}

void deadlines_close(struct deadlines *d) {
    free(d->heap);
}
