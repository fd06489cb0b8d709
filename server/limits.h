/* Rate limits: token buckets per address, person or name.
 *
 * There are 8 192 buckets, 192 KiB. If all candidates for a key are taken, the oldest one is
 * reused. That can only allow more, never less. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limit {
    unsigned burst; /* how many at once */
    int64_t interval_ms; /* then one per interval */
};

struct bucket {
    uint64_t key; /* 0: free */
    int64_t full_ms; /* when it will be full again if nothing is taken */
};

/* Takes one from a bucket; false: it is empty. */
bool bucket_take(struct bucket *bucket, const struct limit *limit, int64_t now_ms);

/* Whom limits count for an address: of IPv6 the /64, which one customer gets. */
void limits_subject(const char *address, char *subject, size_t size);

/* Takes so many, even if there are fewer: then it stays empty for longer. */
void bucket_charge(struct bucket *bucket, const struct limit *limit, unsigned count,
                   int64_t now_ms);

enum { LIMITS_BUCKETS = 8192 };

struct limits {
    uint64_t secret;
    struct bucket buckets[LIMITS_BUCKETS];
};

/* Takes one from the bucket of this limit and subject. */
bool limits_take(struct limits *limits, const struct limit *limit, const char *subject,
                 int64_t now_ms);

#endif
