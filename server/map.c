#include "server/map.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const struct map *map, const char *key) {
    uint64_t h = map->secret ^ 0xcbf29ce484222325u;
    for (; *key; key++) h = (h ^ (uint8_t)*key) * 0x100000001b3u;
    h ^= h >> 31;
    h *= 0x9e3779b97f4a7c15u;
    return (size_t)(h ^ h >> 29);
}

/* The slot of the key, or the free slot where it belongs. */
static size_t find(const struct map *map, const char *key) {
    size_t at = hash(map, key) & (map->capacity - 1);
    while (map->slots[at].value && strcmp(map->slots[at].key, key) != 0)
        at = (at + 1) & (map->capacity - 1);
    return at;
}

void *map_get(const struct map *map, const char *key) {
    if (map->capacity == 0 || strlen(key) >= MAP_KEY) return NULL;
    return map->slots[find(map, key)].value;
}

static void grow(struct map *map) {
    struct map old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : 64;
    map->slots = calloc(map->capacity, sizeof *map->slots);
    ensure(map->slots);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].value) map->slots[find(map, old.slots[i].key)] = old.slots[i];
    free(old.slots);
}

void map_put(struct map *map, const char *key, void *value) {
    ensure(value && strlen(key) < MAP_KEY);
    if (4 * (map->count + 1) > 3 * map->capacity) grow(map);
    struct map_slot *slot = &map->slots[find(map, key)];
    if (!slot->value) {
        map->count++;
        strcpy(slot->key, key);
    }
    slot->value = value;
}

/* Moves the following entries up: they may have been displaced from the freed slot. */
void map_remove(struct map *map, const char *key) {
    if (!map_get(map, key)) return;
    size_t mask = map->capacity - 1, at = find(map, key);
    map->slots[at].value = NULL;
    map->count--;
    for (size_t next = (at + 1) & mask; map->slots[next].value; next = (next + 1) & mask) {
        struct map_slot moved = map->slots[next];
        map->slots[next].value = NULL;
        map->slots[find(map, moved.key)] = moved;
    }
}

void *map_next(const struct map *map, size_t *at) {
    while (*at < map->capacity)
        if (map->slots[(*at)++].value) return map->slots[*at - 1].value;
    return NULL;
}

void map_close(struct map *map) {
    free(map->slots);
    *map = (struct map){0};
}
