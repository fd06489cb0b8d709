/* Removes steps that were taken back from a log, so that nobody can fill it for ever by changing
 * their mind. The place of a removed entry stays: it takes no room in a store, and the numbers of
 * versions and questions stay as they were. */
#include "match/match.h"

#include <string.h>

enum {
    KEPT = 128, /* the latest entries, whose messages may be repeated */
    WORTHWHILE = 64, /* before the end, fewer entries are not worth a write */
};

static bool is_taken_back(const struct match_entry *e) {
    return e->kind == ENTRY_UNDO || (e->kind == ENTRY_STEP && e->undone);
}

/* Entries before this one may go. It is a step that ends a choice, so that no undo behind it
 * belongs to a step in front of it. */
static unsigned compact_until(const struct match *m) {
    if (m->phase == MATCH_OVER) return m->length;
    for (unsigned i = m->length > KEPT ? m->length - KEPT : 0; i > 0; i--) {
        const struct match_entry *e = &m->log[i];
        if (e->kind == ENTRY_STEP && !e->undone && (!e->shared || e->closed)) return i;
    }
    return 0;
}

/* A draw belongs to the choice before it. */
static void remove_entry(struct match *m, unsigned i) {
    struct match_entry *e = &m->log[i], gone = {.kind = ENTRY_GONE,
                                                .by = e->by == BY_CHANCE ? m->log[i - 1].by : e->by,
                                                .shared = e->shared,
                                                .forced = e->shared,
                                                .undone = true};
    if (e->kind == ENTRY_UNDO) memcpy(gone.id, e->id, sizeof gone.id);
    *e = gone;
}

bool match_compact(struct match *m) {
    unsigned until = compact_until(m), count = 0;
    for (unsigned i = 0; i < until; i++) count += is_taken_back(&m->log[i]);
    if (count < (m->phase == MATCH_OVER ? 1 : WORTHWHILE)) return false;
    for (unsigned i = 0; i < until; i++)
        if (is_taken_back(&m->log[i])) remove_entry(m, i);
    return true;
}
