/* Messages of a table that wait until what they tell is durable.
 *
 *     outbox_append ──▶ waiting ── outbox_mark: a batch with their entries is on its way
 *                                        │
 *              the batch is durable: outbox_flush sends what was waiting at the mark
 *              the batch came to nothing: outbox_roll_back forgets all that waits
 *
 * So nobody is ever told what a crash, or another server's write, could take back. */
#ifndef SERVER_OUTBOX_H
#define SERVER_OUTBOX_H

#include "store/store.h"

enum outgoing_to { TO_OBSERVER, TO_CONNECTION, TO_PERSON };

struct outgoing {
    struct outgoing *next;
    enum outgoing_to to;
    uint64_t serial;
    /* the observer, the connection, or since when it is the person's turn, 0: no more */
    uint64_t number;
    char person[STORE_ID];
    size_t length;
    char text[];
};

/* Serial numbers count messages from 1, in the order in which they were appended. */
struct outbox {
    struct outgoing *first, **last;
    uint64_t appended; /* the last message's number */
    uint64_t marked; /* of the last one that the batch on its way is for */
    uint64_t sent; /* of the last one that was sent */
};

void outbox_append(struct outbox *outbox, enum outgoing_to to, uint64_t number, const char *person,
                   const char *text, size_t length);
void outbox_mark(struct outbox *outbox);
void outbox_roll_back(struct outbox *outbox);

/* Sends what was waiting at the mark; or all, where nothing of it is to become durable. */
void outbox_flush(struct outbox *outbox, void (*send)(void *context, const struct outgoing *item),
                  void *context);
void outbox_flush_all(struct outbox *outbox,
                      void (*send)(void *context, const struct outgoing *item), void *context);

#endif
