/* A hash table from short keys to pointers: tables by id, connections by number, people's
 * connections by their id. */
#ifndef SERVER_MAP_H
#define SERVER_MAP_H

#include <stddef.h>
#include <stdint.h>

enum { MAP_KEY = 24 };

struct map_slot {
    char key[MAP_KEY];
    void *value; /* NULL: free */
};

struct map {
    struct map_slot *slots;
    size_t capacity, count; /* a power of two; at most three quarters are taken */
    uint64_t secret; /* random, so that nobody can choose colliding keys */
};

/* NULL: the key is not there. Longer keys than MAP_KEY - 1 bytes never are. */
void *map_get(const struct map *map, const char *key);
/* Adds the key or replaces its value. Ends the program if there is no memory. */
void map_put(struct map *map, const char *key, void *value);
void map_remove(struct map *map, const char *key);
/* Iterates over all values, starting with *at = 0; NULL at the end. */
void *map_next(const struct map *map, size_t *at);
void map_close(struct map *map);

#endif
