/* Running public tables to watch, each with what a spectator sees now. */
#include "server/state.h"

#include <string.h>

enum { WATCH_MAX = 12 };

void room_write_board(struct json_out *out, struct room *room) {
    if (!room_is_playable(room) || !room->was_ready) {
        json_null(out, "score");
        json_null(out, "view");
        return;
    }
    struct cursor c;
    struct result result = {0};
    const struct match *m = &room->table.match;
    room_update_limits(room);
    unsigned version = room->sent.table.versions[SPECTATOR];
    if (room->table.spectators_until < version) version = room->table.spectators_until;
    cursor_open(&c, m, SPECTATOR, version);
    m->game->result(c.view, &result);
    json_array(out, "score");
    for (unsigned seat = 0; seat < m->players; seat++) json_number(out, NULL, result.score[seat]);
    json_array_end(out);
    state_write(m->game, c.view, out, "view");
}

static void watch_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_RUNNING_TABLES, NULL),
                          *seats = store_found(batch, STORE_SEATS_OF_RUNNING, NULL);
    const struct store_table *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "tables");
    for (unsigned i = 0; i < found->count; i++) {
        struct room *room = room_find(core, rows[i].id);
        json_object(&out, NULL);
        summary_write_members(&out, &rows[i], seats->rows, seats->count,
                              call->known ? call->me.id : "");
        json_number(&out, "watchers", room->watcher_count);
        room_write_board(&out, room);
        json_object_end(&out);
    }
    json_array_end(&out);
    call_end(core, call, &out);
}

/* ?game=tallinn */
void call_watch(struct core *core, struct call *call) {
    char game[STORE_LEVEL];
    struct store_batch *batch = store_batch(NULL);
    if (!call_query(call, "game", game, sizeof game)) game[0] = 0;
    store_find(batch, STORE_RUNNING_TABLES, game, 0, WATCH_MAX);
    store_find(batch, STORE_SEATS_OF_RUNNING, game, 0, WATCH_MAX);
    call_find(core, call, batch, watch_found);
}
