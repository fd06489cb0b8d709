/* Applies the entries visible to an observer to its view. It never reads the full state; all that
 * clients get about a running game comes from here. */
#include "core/ensure.h"
#include "match/match.h"

#include <stddef.h>
#include <string.h>

/* Counts events and lines, then forwards to the outer sink. */
struct counting_sink {
    struct sink sink;
    struct cursor *cursor;
    struct line_sink *outer;
};

unsigned lines_place(struct lines *lines, const struct event *event) {
    if (event->apart || event->seat != lines->last) lines->count++;
    lines->last = event->seat;
    return lines->count - 1;
}

static void count_event(struct sink *sink, const struct event *event) {
    struct counting_sink *counting = (struct counting_sink *)sink;
    unsigned line = lines_place(&counting->cursor->lines, event);
    counting->cursor->events++;
    if (counting->outer) counting->outer->event(counting->outer, event, line);
}

static const struct match_entry *visible_entry(const struct match *m, unsigned observer,
                                               unsigned version) {
    return &m->log[m->visible[observer][version]];
}

/* Marks the steps that are not undone. Goes backwards: each undo cancels the seat's latest choice
 * before it and what followed. */
static void mark_standing(const struct match *m, unsigned observer, unsigned version,
                          uint8_t *stands) {
    unsigned undos = 0, seat = 0;
    memset(stands, 0, MATCH_LOG_MAX / 8 + 1);
    for (unsigned i = version; i-- > 0;) {
        const struct match_entry *e = visible_entry(m, observer, i);
        if (e->kind == ENTRY_UNDO) {
            ensure(undos == 0 || e->by == seat);
            seat = e->by;
            undos++;
        } else if (e->kind == ENTRY_STEP) {
            if (undos == 0) stands[i / 8] |= (uint8_t)(1u << i % 8);
            else if (e->by == seat && !e->forced) undos--;
        }
    }
}

static void apply_step(struct cursor *c, const struct match *m, const struct match_entry *e,
                       struct line_sink *outer) {
    struct counting_sink counting = {.sink = {count_event}, .cursor = c, .outer = outer};
    m->game->apply(c->view, e->by, e->seen[c->observer], &counting.sink);
    c->steps++;
}

void cursor_open(struct cursor *c, const struct match *m, unsigned observer, unsigned version) {
    uint8_t stands[MATCH_LOG_MAX / 8 + 1];
    ensure(version <= m->versions[observer] && version <= MATCH_LOG_MAX);
    memset(c, 0, offsetof(struct cursor, view) + m->game->state_size);
    c->observer = observer;
    c->version = version;
    c->lines.last = LINES_NONE;
    m->game->setup(c->view, m->players, m->options);
    m->game->view(c->view, observer);
    mark_standing(m, observer, version, stands);
    for (unsigned i = 0; i < version; i++) {
        const struct match_entry *e = visible_entry(m, observer, i);
        if (e->kind <= ENTRY_UNDO) c->questions++;
        if (stands[i / 8] >> i % 8 & 1) apply_step(c, m, e, NULL);
    }
}

const struct match_entry *cursor_next(struct cursor *c, const struct match *m,
                                      struct line_sink *sink) {
    if (c->version == m->versions[c->observer]) return NULL;
    const struct match_entry *e = visible_entry(m, c->observer, c->version);
    if (e->kind == ENTRY_UNDO) {
        cursor_open(c, m, c->observer, c->version + 1);
        return e;
    }
    c->version++;
    if (e->kind == ENTRY_STEP) {
        c->questions++;
        apply_step(c, m, e, sink);
    }
    return e;
}
