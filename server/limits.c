#include "server/limits.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { NEAR = 8 };

bool bucket_take(struct bucket *bucket, const struct limit *limit, int64_t now_ms) {
    if (bucket->full_ms < now_ms) bucket->full_ms = now_ms;
    if (bucket->full_ms - now_ms > (int64_t)(limit->burst - 1) * limit->interval_ms) return false;
    bucket->full_ms += limit->interval_ms;
    return true;
}

void limits_subject(const char *address, char *subject, size_t size) {
    uint8_t bytes[16];
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, address, bytes) != 1) {
        snprintf(subject, size, "%s", address);
        return;
    }
    memset(bytes + 8, 0, 8);
    snprintf(subject, size, "%s/64", inet_ntop(AF_INET6, bytes, text, sizeof text));
}

void bucket_charge(struct bucket *bucket, const struct limit *limit, unsigned count,
                   int64_t now_ms) {
    if (bucket->full_ms < now_ms) bucket->full_ms = now_ms;
    bucket->full_ms += count * limit->interval_ms;
}

/* One bucket per limit and subject. */
static uint64_t key_of(const struct limits *limits, const struct limit *limit,
                       const char *subject) {
    uint64_t h = limits->secret ^ (uint64_t)limit->interval_ms << 32 ^ limit->burst;
    for (; *subject; subject++) h = (h ^ (uint8_t)*subject) * 0x100000001b3u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    return h ? h : 1;
}

bool limits_take(struct limits *limits, const struct limit *limit, const char *subject,
                 int64_t now_ms) {
    uint64_t key = key_of(limits, limit, subject);
    struct bucket *oldest = &limits->buckets[key % LIMITS_BUCKETS];
    for (unsigned i = 0; i < NEAR; i++) {
        struct bucket *bucket = &limits->buckets[(key + i) % LIMITS_BUCKETS];
        if (bucket->key == key) return bucket_take(bucket, limit, now_ms);
        if (bucket->full_ms < oldest->full_ms) oldest = bucket;
    }
    *oldest = (struct bucket){.key = key};
    return bucket_take(oldest, limit, now_ms);
}
