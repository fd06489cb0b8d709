/* The outbox of a table: messages wait until the entries they report are durable.
 *
 *     outbox_append ──▶ waiting ── outbox_mark: a batch with their entries is in flight
 *                                        │
 *              the batch is durable: outbox_flush sends what was waiting at the mark
 *              conflict or failure:  outbox_roll_back drops everything
 *
 * So nobody ever sees a move that a crash or another server's write could take back. */
#ifndef SERVER_OUTBOX_H
#define SERVER_OUTBOX_H

#include "store/store.h"

enum outgoing_to { TO_OBSERVER, TO_CONNECTION, TO_PERSON };

struct outgoing {
    struct outgoing *next;
    enum outgoing_to to;
    uint64_t serial;
    /* by `to`: the observer; the connection; or the start of the person's turn, 0: it is over */
    uint64_t number;
    char person[STORE_ID];
    size_t length;
    char text[];
};

/* Serial numbers count the appended messages from 1. */
struct outbox {
    struct outgoing *first, **last;
    uint64_t appended; /* serial number of the last message */
    uint64_t marked; /* of the last message at the mark */
    uint64_t sent; /* of the last message that was sent */
};

void outbox_append(struct outbox *outbox, enum outgoing_to to, uint64_t number, const char *person,
                   const char *text, size_t length);
void outbox_mark(struct outbox *outbox);
void outbox_roll_back(struct outbox *outbox);

/* Sends what was waiting at the mark. */
void outbox_flush(struct outbox *outbox, void (*send)(void *context, const struct outgoing *item),
                  void *context);
/* Sends everything; only for messages that depend on no write. */
void outbox_flush_all(struct outbox *outbox,
                      void (*send)(void *context, const struct outgoing *item), void *context);

#endif
