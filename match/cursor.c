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
        c->questions += match_is_move(e);
        if (stands[i / 8] >> i % 8 & 1) apply_step(c, m, e, NULL);
    }
}

/* The end of a run of removed entries that begins at `version`. */
static unsigned gone_until(const struct match *m, unsigned observer, unsigned version) {
    while (version < m->versions[observer] &&
           visible_entry(m, observer, version)->kind == ENTRY_GONE)
        version++;
    return version;
}

const struct match_entry *cursor_next(struct cursor *c, const struct match *m,
                                      struct line_sink *sink) {
    if (c->version == m->versions[c->observer]) return NULL;
    const struct match_entry *e = visible_entry(m, c->observer, c->version);
    if (e->kind == ENTRY_UNDO || e->kind == ENTRY_GONE) {
        unsigned end =
            e->kind == ENTRY_UNDO ? c->version + 1 : gone_until(m, c->observer, c->version);
        cursor_open(c, m, c->observer, end);
        return visible_entry(m, c->observer, end - 1);
    }
    c->version++;
    if (e->kind == ENTRY_STEP) {
        c->questions++;
        apply_step(c, m, e, sink);
    }
    return e;
}

static bool is_standing(const uint8_t *stands, unsigned version) {
    return stands[version / 8] >> version % 8 & 1;
}

/* The next change of a seat or the end, from `version` on. Such an entry was sent with the position
 * at that time, so steps are left out only between two of them. */
static unsigned next_mark(const struct match *m, unsigned observer, unsigned version,
                          unsigned until) {
    while (version < until && match_is_move(visible_entry(m, observer, version))) version++;
    return version;
}

/* Does the view at the cursor contain steps that do not stand any more? If it is amid removed
 * entries, it may. */
static bool is_outdated(const struct cursor *c, const struct match *m, const uint8_t *stands) {
    unsigned steps = 0;
    for (unsigned i = 0; i < c->version; i++) steps += is_standing(stands, i);
    if (steps != c->steps) return true;
    return c->version > 0 && visible_entry(m, c->observer, c->version)->kind == ENTRY_GONE &&
           visible_entry(m, c->observer, c->version - 1)->kind == ENTRY_GONE;
}

const struct match_entry *cursor_catch_up(struct cursor *c, const struct match *m, unsigned until,
                                          struct line_sink *sink) {
    uint8_t stands[MATCH_LOG_MAX / 8 + 1];
    unsigned mark = next_mark(m, c->observer, c->version, until), next = c->version;
    mark_standing(m, c->observer, mark, stands);
    while (next < mark && !is_standing(stands, next)) next++;
    if (next > c->version && is_outdated(c, m, stands)) {
        cursor_open(c, m, c->observer, next);
        return visible_entry(m, c->observer, next - 1);
    }
    c->questions += next - c->version;
    c->version = next;
    return next < until ? cursor_next(c, m, sink) : NULL;
}
