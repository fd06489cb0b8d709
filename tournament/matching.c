#include "tournament/matching.h"

#include <stdbool.h>
#include <string.h>

enum { NONE = MATCHING_MAX };

/* One search for an augmenting path. A blossom, a cycle of odd length, is treated as one vertex:
 * `base` names it. */
struct search {
    unsigned count;
    const uint64_t *edges;
    uint8_t mate[MATCHING_MAX]; /* or NONE */
    uint8_t parent[MATCHING_MAX]; /* the vertex before, on a path from the root; or NONE */
    uint8_t base[MATCHING_MAX];
    uint8_t queue[MATCHING_MAX];
    unsigned head, tail;
    uint64_t reached; /* vertices at an even distance from the root */
};

static void reach(struct search *s, unsigned vertex) {
    if (s->reached >> vertex & 1) return;
    s->reached |= UINT64_C(1) << vertex;
    s->queue[s->tail++] = (uint8_t)vertex;
}

/* Where the paths from the root to two vertices part. */
static unsigned common_base(const struct search *s, unsigned a, unsigned b) {
    uint64_t seen = 0;
    for (;;) {
        a = s->base[a];
        seen |= UINT64_C(1) << a;
        if (s->mate[a] == NONE) break;
        a = s->parent[s->mate[a]];
    }
    for (b = s->base[b]; !(seen >> b & 1); b = s->base[s->parent[s->mate[b]]]) {}
    return b;
}

/* Marks the vertices of a blossom along the path from `vertex` to its base. */
static uint64_t mark_path(struct search *s, unsigned vertex, unsigned base, unsigned child) {
    uint64_t blossom = 0;
    while (s->base[vertex] != base) {
        blossom |= UINT64_C(1) << s->base[vertex] | UINT64_C(1) << s->base[s->mate[vertex]];
        s->parent[vertex] = (uint8_t)child;
        child = s->mate[vertex];
        vertex = s->parent[child];
    }
    return blossom;
}

static void contract(struct search *s, unsigned a, unsigned b) {
    unsigned base = common_base(s, a, b);
    uint64_t blossom = mark_path(s, a, base, b) | mark_path(s, b, base, a);
    for (unsigned i = 0; i < s->count; i++) {
        if (!(blossom >> s->base[i] & 1)) continue;
        s->base[i] = (uint8_t)base;
        reach(s, i);
    }
}

/* Looks at one edge; true if it ends an augmenting path. */
static bool follow(struct search *s, unsigned from, unsigned to, unsigned root) {
    if (s->base[from] == s->base[to] || s->mate[from] == to) return false;
    if (to == root || (s->mate[to] != NONE && s->parent[s->mate[to]] != NONE)) {
        contract(s, from, to);
        return false;
    }
    if (s->parent[to] != NONE) return false;
    s->parent[to] = (uint8_t)from;
    if (s->mate[to] == NONE) return true;
    reach(s, s->mate[to]);
    return false;
}

/* The free end of an augmenting path from `root`, or NONE. */
static unsigned find_path(struct search *s, unsigned root) {
    memset(s->parent, NONE, sizeof s->parent);
    for (unsigned i = 0; i < s->count; i++) s->base[i] = (uint8_t)i;
    s->head = s->tail = 0;
    s->reached = 0;
    reach(s, root);
    while (s->head < s->tail) {
        unsigned from = s->queue[s->head++];
        for (uint64_t left = s->edges[from]; left; left &= left - 1) {
            unsigned to = (unsigned)__builtin_ctzll(left);
            if (follow(s, from, to, root)) return to;
        }
    }
    return NONE;
}

unsigned matching_size(unsigned count, const uint64_t edges[MATCHING_MAX]) {
    struct search s = {.count = count, .edges = edges};
    unsigned size = 0;
    memset(s.mate, NONE, sizeof s.mate);
    for (unsigned root = 0; root < count; root++) {
        if (s.mate[root] != NONE) continue;
        unsigned end = find_path(&s, root);
        if (end == NONE) continue;
        size++;
        while (end != NONE) {
            unsigned before = s.parent[end], next = s.mate[before];
            s.mate[end] = (uint8_t)before;
            s.mate[before] = (uint8_t)end;
            end = next;
        }
    }
    return size;
}
