/* What moderators' decisions and personal blocks mean for connections: muted people, blocked
 * addresses, hidden lines of chat. The requests are in calls_reports.c and calls_moderation.c. */
#include "server/state.h"

#include <stdlib.h>
#include <string.h>

enum { BANNED_MAX = 10000, HIDDEN_MAX = 1000 };

/* ---- people ---- */

void moderation_find(struct store_batch *batch, const char *token_hex) {
    store_find(batch, STORE_MARKS_OF_SESSION, token_hex, 0, 0);
    store_find(batch, STORE_BLOCKS_OF_SESSION, token_hex, 0, HIDDEN_MAX);
}

bool moderation_is_active(const struct core *core, const struct store_mark *mark) {
    return mark->until_ms == 0 || mark->until_ms > core->now;
}

const struct store_mark *moderation_mark(const struct core *core, const struct store_op *marks,
                                         const char *kind) {
    const struct store_mark *rows = marks->rows;
    for (unsigned i = 0; i < marks->count; i++)
        if (strcmp(rows[i].kind, kind) == 0 && moderation_is_active(core, &rows[i]))
            return &rows[i];
    return NULL;
}

void moderation_found(struct core *core, struct connection *c, const struct store_batch *batch) {
    const struct store_op *blocks = store_found(batch, STORE_BLOCKS_OF_SESSION, c->session),
                          *marks = store_found(batch, STORE_MARKS_OF_SESSION, c->session);
    const struct store_block *rows = blocks->rows;
    const struct store_mark *mute = moderation_mark(core, marks, MARK_MUTE);
    c->muted_ms = !mute ? 0 : mute->until_ms ? mute->until_ms : INT64_MAX;
    c->hidden = realloc(c->hidden, (blocks->count + 1) * sizeof *c->hidden);
    ensure(c->hidden);
    c->hidden_count = blocks->count;
    for (unsigned i = 0; i < blocks->count; i++) strcpy(c->hidden[i], rows[i].other);
}

bool moderation_hides(const struct connection *c, const char *person) {
    for (unsigned i = 0; i < c->hidden_count; i++)
        if (strcmp(c->hidden[i], person) == 0) return true;
    return false;
}

/* ---- addresses ---- */

bool moderation_is_banned(const struct core *core, const char *address) {
    for (unsigned i = 0; i < core->banned_count; i++)
        if (strcmp(core->banned[i], address) == 0) return true;
    return false;
}

void moderation_find_banned(struct store_batch *batch) {
    store_find(batch, STORE_MARKS_OF, MARK_ADDRESS, 0, BANNED_MAX);
}

void moderation_found_banned(struct core *core, const struct store_batch *batch) {
    const struct store_op *found = store_found(batch, STORE_MARKS_OF, MARK_ADDRESS);
    const struct store_mark *rows = found->rows;
    core->banned = realloc(core->banned, (found->count + 1) * sizeof *core->banned);
    ensure(core->banned);
    core->banned_count = 0;
    for (unsigned i = 0; i < found->count; i++)
        if (moderation_is_active(core, &rows[i]) && strlen(rows[i].subject) < CORE_ADDRESS_MAX)
            strcpy(core->banned[core->banned_count++], rows[i].subject);
    size_t at = 0;
    for (struct connection *c; core->banned_count && (c = map_next(&core->connections, &at));)
        if (moderation_is_banned(core, c->address))
            core->shell->close(core->shell, c->number, 1008);
}
