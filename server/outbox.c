#include "server/outbox.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

void outbox_append(struct outbox *outbox, enum outgoing_to to, uint64_t number, const char *person,
                   const char *text, size_t length) {
    struct outgoing *item = malloc(sizeof *item + length);
    ensure(item);
    *item = (struct outgoing){
        .to = to, .serial = ++outbox->appended, .number = number, .length = length};
    strcpy(item->person, person);
    memcpy(item->text, text, length);
    if (!outbox->first) outbox->last = &outbox->first;
    *outbox->last = item;
    outbox->last = &item->next;
}

void outbox_mark(struct outbox *outbox) {
    outbox->marked = outbox->appended;
}

void outbox_roll_back(struct outbox *outbox) {
    while (outbox->first) {
        struct outgoing *item = outbox->first;
        outbox->first = item->next;
        free(item);
    }
}

void outbox_flush(struct outbox *outbox, void (*send)(void *context, const struct outgoing *item),
                  void *context) {
    while (outbox->first && outbox->first->serial <= outbox->marked) {
        struct outgoing *item = outbox->first;
        outbox->first = item->next;
        outbox->sent = item->serial;
        send(context, item);
        free(item);
    }
}

void outbox_flush_all(struct outbox *outbox,
                      void (*send)(void *context, const struct outgoing *item), void *context) {
    outbox_mark(outbox);
    outbox_flush(outbox, send, context);
}
