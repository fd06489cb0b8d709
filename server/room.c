#include "server/state.h"

#include "games/registry.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* An undo costs its sender nothing, but it is written and goes to everybody. */
static const struct limit undo_limit = {.burst = 20, .interval_ms = 1000};

static void schedule(struct room *room) {
    int64_t due = room_due_ms(room), slice = room_catch_up_due(room);
    if (slice < due) due = slice;
    if (due == INT64_MAX) deadlines_remove(&room->core->deadlines, &room->deadline);
    else deadlines_set(&room->core->deadlines, &room->deadline, due);
}

/* ---- sending ---- */

void room_post(struct room *room, enum outgoing_to to, uint64_t number, const char *person,
               const char *text, size_t length) {
    outbox_append(&room->outbox, to, number, person, text, length);
}

static void send_to(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    room_post((struct room *)output, TO_OBSERVER, observer, "", text, length);
}

static void reply(struct table_output *output, const char *text, size_t length) {
    struct room *room = (struct room *)output;
    if (room->past_outbox) room->core->shell->send(room->core->shell, room->asker, text, length);
    else room_post(room, TO_CONNECTION, room->asker, "", text, length);
}

static void refuse_as(struct room *room, unsigned observer, const char *id,
                      const struct message *reason) {
    struct json_out out;
    json_begin(&out, room->core->buffer, sizeof room->core->buffer);
    refused_write(&out, room->id, observer, id, reason);
    room->core->figures.refused++;
    room_post(room, TO_CONNECTION, room->asker, "", out.text, out.length);
}

void room_refuse(struct room *room, const char *id, const struct message *reason) {
    refuse_as(room, SPECTATOR, id, reason);
}

/* A message with an id is a move of a seat: its sender listens as that seat. */
static void refuse_message(struct room *room, struct json message, const struct message *reason) {
    char id[MATCH_ID_MAX + 1];
    int64_t seat;
    bool named = json_read_text(json_get(message, "id"), id, sizeof id, NULL);
    bool seated = named && json_read_number(json_get(message, "seat"), &seat) && seat >= 0 &&
                  seat < SEATS_MAX;
    refuse_as(room, seated ? (unsigned)seat : SPECTATOR, named ? id : "", reason);
}

static void send_out(void *context, const struct outgoing *item) {
    struct room *room = context;
    struct core *core = room->core;
    switch (item->to) {
    case TO_OBSERVER:
        for (unsigned i = 0; i < room->watcher_count; i++) {
            const struct watcher *w = &room->watchers[i];
            if ((w->observers & ~w->behind) >> item->number & 1 &&
                w->from[item->number] < item->serial)
                core->shell->send(core->shell, w->connection->number, item->text, item->length);
        }
        return;
    case TO_CONNECTION:
        if (core_connection(core, item->number))
            core->shell->send(core->shell, item->number, item->text, item->length);
        return;
    case TO_PERSON:
        if (item->number)
            core_send_turn(core, item->person, (int64_t)item->number, item->text, item->length);
        else core_send_turn_over(core, room, item->person, item->text, item->length);
        return;
    }
}

/* Sends all that waits. Only for replies that depend on no write. */
static void send_all(struct room *room) {
    outbox_flush_all(&room->outbox, send_out, room);
}

/* ---- loading ---- */

static void unload(struct room *room) {
    while (room->watcher_count) {
        room->core->shell->close(room->core->shell, room->watchers[0].connection->number, 1013);
        room_detach(room, &room->watchers[0]);
    }
    if (room->live_clock) room->core->clocks_running--;
    deadlines_remove(&room->core->deadlines, &room->deadline);
    map_remove(&room->core->rooms, room->id);
    room_close(room);
}

/* Forgets everything that was loaded from the store. */
static void clear_loaded(struct room *room) {
    while (room->chat) {
        struct chat_line *line = room->chat;
        room->chat = line->next;
        free(line);
    }
    room->chat_new = NULL;
    room->chat_count = 0;
    room->chat_number = 0;
    free(room->blocks);
    room->blocks = NULL;
    room->block_count = 0;
    if (room->extra) store_batch_free(room->extra);
    room->extra = NULL;
    if (room->table.match.game) table_close(&room->table);
    memset(&room->table, 0, sizeof room->table);
    if (room->seats) memset(room->seats, 0, (size_t)room->row.players * sizeof *room->seats);
    free(room->broken);
    room->broken = NULL;
    if (room->damaged) room->core->figures.tables_damaged--;
    room->damaged = false;
    memset(room->answers, 0, sizeof room->answers);
    room->forced_ms = 0;
}

void room_close(struct room *room) {
    queue_drop(&room->queue, room->queue.count);
    queue_drop(&room->pending, room->pending.count);
    outbox_roll_back(&room->outbox);
    clear_loaded(room);
    free(room->watchers);
    free(room->seats);
    free(room);
}

static bool break_with(struct room *room, struct message why) {
    room->broken = malloc(sizeof why);
    ensure(room->broken);
    *room->broken = why;
    return false;
}

/* Restores the seats with their hashes and entropy. */
static bool seat_all(struct room *room, struct message *error) {
    struct match *m = &room->table.match;
    for (unsigned seat = 0; seat < m->players; seat++) {
        const struct store_seat *s = &room->seats[seat];
        if (s->first[0] && !match_sit(m, seat, s->first, strcmp(s->first, "person") == 0, error))
            return false;
    }
    for (unsigned seat = 0; seat < m->players; seat++)
        if (room->seats[seat].hashed && !match_hash(m, seat, room->seats[seat].hash, error))
            return false;
    for (unsigned seat = 0; seat < m->players; seat++)
        if (room->seats[seat].revealed && !match_reveal(m, seat, room->seats[seat].entropy, error))
            return false;
    return true;
}

/* Never guesses at rules of another revision: such a table cannot be played on. Neither can one
 * whose rows are damaged. */
static bool build(struct room *room, const struct store_batch *batch) {
    const struct store_table *row = &room->row;
    struct table_setup setup = {.game = games_find(row->game, strlen(row->game)),
                                .players = (unsigned)row->players};
    struct message error;
    char components[COMPONENTS_HASH_SIZE];
    if (!setup.game) return break_with(room, MESSAGE("server.error.rules"));
    game_components_hash(setup.game, components);
    if (row->rules != setup.game->rules || strcmp(components, row->components) != 0)
        return break_with(room, MESSAGE("server.error.rules"));
    memcpy(setup.options, row->options, sizeof setup.options);
    memcpy(setup.seed, row->seed, SEED_SIZE);
    memcpy(setup.reserve, row->reserve, SEED_SIZE);
    memcpy(setup.id, row->id, sizeof setup.id);
    ensure(table_begin(&room->table, &setup, room->core->settings.build, room->core->table_buffer,
                       &room->output));
    const struct store_op *entries = store_found(batch, STORE_ENTRIES_AT, NULL);
    if (!seat_all(room, &error)) error = MESSAGE("server.error.damaged");
    else if (room_log_replay(room, entries->rows, entries->count, &error)) {
        table_restored(&room->table);
        return true;
    }
    room->damaged = true;
    return break_with(room, error);
}

/* Rows are copied by memcpy with their padding, so equal rows have equal bytes. */
static uint64_t hash_row(const void *row, size_t size) {
    uint64_t hash = size, word;
    for (size_t at = 0; at < size; at += sizeof word) {
        memcpy(&word, (const char *)row + at, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

static uint64_t hash_table(const struct room *room) {
    _Static_assert(sizeof room->row % sizeof(uint64_t) == 0, "whole words");
    return hash_row(&room->row, sizeof room->row);
}

static uint64_t hash_seat(const struct room *room, unsigned seat) {
    _Static_assert(sizeof *room->seats % sizeof(uint64_t) == 0, "whole words");
    return hash_row(&room->seats[seat], sizeof *room->seats);
}

/* Without the columns that move. */
static uint64_t hash_still(enum store_type type, const void *row) {
    const struct store_moving *moving = &store_moving[type];
    union store_row still;
    memcpy(&still, row, store_columns[type].size);
    for (unsigned i = 0; i < moving->count; i++)
        memset((char *)&still + moving->columns[i].offset, 0, moving->columns[i].size);
    return hash_row(&still, store_columns[type].size);
}

static void note_table_stored(struct room *room) {
    room->row_stored = hash_table(room);
    room->row_still = hash_still(STORE_TABLE, &room->row);
    room->entries_stored = (unsigned)room->row.entries;
}

static void note_seat_stored(struct room *room, unsigned seat) {
    room->seats_stored[seat] = hash_seat(room, seat);
    room->seats_still[seat] = hash_still(STORE_SEAT, &room->seats[seat]);
}

static void note_stored(struct room *room) {
    note_table_stored(room);
    for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++)
        note_seat_stored(room, seat);
}

static void take_rows(struct room *room, const struct store_batch *batch) {
    const struct store_op *seats_found = store_found(batch, STORE_SEATS_AT, NULL),
                          *chat_found = store_found(batch, STORE_CHAT_AT, NULL);
    const struct store_seat *seats = seats_found->rows;
    const struct store_chat *chat = chat_found->rows;
    memcpy(&room->row, store_found(batch, STORE_TABLE_AT, NULL)->rows, sizeof room->row);
    size_t players = (size_t)room->row.players;
    if (!room->seats) room->seats = calloc(players, sizeof *room->seats);
    ensure(room->seats);
    for (unsigned i = 0; i < seats_found->count; i++)
        if (seats[i].seat >= 0 && seats[i].seat < room->row.players)
            memcpy(&room->seats[seats[i].seat], &seats[i], sizeof seats[i]);
    const struct store_op *entries = store_found(batch, STORE_ENTRIES_AT, NULL);
    room_log_learn_hash(room, entries->rows, entries->count);
    note_stored(room);
    const struct store_op *blocks = store_found(batch, STORE_BLOCKS_AT, NULL);
    for (unsigned i = 0; i < blocks->count; i++)
        room_add_block(room, (const struct store_block *)blocks->rows + i);
    for (unsigned i = 0; i < chat_found->count; i++) room_add_chat(room, &chat[i]);
    room->chat_new = NULL;
}

static bool is_hello(struct json message) {
    return json_is(json_get(message, "type"), "hello");
}

/* The queues of a room hold only messages that json_parse has accepted. */
static struct json message_of(const struct queued *item) {
    return (struct json){.text = item->text, .length = item->length};
}

/* Handles the messages that arrived during loading; refuses them if `refuse` is given. */
static void receive_queue(struct room *room, const struct message *refuse) {
    for (struct queued *item; (item = queue_take(&room->queue));) {
        struct connection *c = core_connection(room->core, item->connection);
        room->asker = item->connection;
        if (c && refuse) refuse_message(room, message_of(item), refuse);
        else if (c) room_receive(room, c, message_of(item));
        free(item);
    }
}

/* The store fails: refuses the messages that could not be written. Watchers stay; a connection
 * that says hello is closed and connects again. */
static void refuse_all(struct room *room) {
    for (struct queued *item; (item = queue_take(&room->queue));) {
        room->asker = item->connection;
        if (is_hello(message_of(item)))
            room->core->shell->close(room->core->shell, item->connection, 1013);
        else refuse_message(room, message_of(item), &MESSAGE("server.error.store"));
        free(item);
    }
    send_all(room);
}

/* A pause, so that a store that takes nothing is not asked at full speed. */
static void retry_later(struct room *room) {
    refuse_all(room);
    room->state = ROOM_RETRYING;
    room->retry_ms = room->core->now + RETRY_MS;
    schedule(room);
}

static void note_sent(struct room *room, struct sent_state *sent) {
    if (room->broken) return;
    table_note_sent(&room->table, &sent->table);
    memcpy(sent->turns, room->turn_sent, sizeof sent->turns);
    sent->noticed = room->noticed;
    sent->chat_number = room->chat_number;
}

/* After a reload: sends the watchers what has happened since `sent`. */
static void send_missed(struct room *room) {
    table_send_since(&room->table, &room->sent.table);
    memcpy(room->turn_sent, room->sent.turns, sizeof room->turn_sent);
    room->noticed = room->sent.noticed;
    for (const struct chat_line *line = room->chat; line; line = line->next)
        if (line->row.number >= room->sent.chat_number) room_send_chat(room, &line->row);
    room->table_message_due = true;
}

static void resume(struct room *room) {
    if (room->was_ready) {
        send_missed(room);
    } else {
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) room->absent_ms[seat] = room->core->now;
        for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++)
            room->turn_sent[seat] = room->seats[seat].running_ms;
        room->noticed = match_waiting(&room->table.match) | match_owes(&room->table.match);
        note_sent(room, &room->sent);
        room_note_loaded(room);
    }
    room->was_ready = true;
    room_update_limits(room);
    room_update_presence(room);
}

static bool is_torn(const struct store_batch *batch) {
    const struct store_op *first = store_found(batch, STORE_TABLE_AT, NULL);
    const struct store_table *before = first->rows, *after = store_found_next(batch, first)->rows;
    return before && after && before->revision != after->revision;
}

/* A damaged table stays as it is, for the operator to look at, and in memory, so that it is named
 * once. */
static void set_aside(struct room *room) {
    struct core *core = room->core;
    core->shell->log(core->shell, "table_damaged", room->id, room->row.entries);
    core->figures.tables_damaged++;
}

static void loaded(struct core *core, struct task *task, struct store_batch *batch) {
    struct room *room = (struct room *)((char *)task - offsetof(struct room, task));
    if (batch->status == STORE_DAMAGED) {
        room->damaged = true;
        break_with(room, MESSAGE("server.error.damaged"));
        set_aside(room);
        room->state = ROOM_READY;
        receive_queue(room, NULL);
        room_advance_and_save(room);
        return;
    }
    if (batch->status != STORE_DONE && room->watcher_count) {
        retry_later(room);
        return;
    }
    if (room->state == ROOM_LOADING_STALE || is_torn(batch)) {
        room_load(room);
        return;
    }
    if (batch->status != STORE_DONE || !store_found(batch, STORE_TABLE_AT, NULL)->rows) {
        core->missed |= room->was_ready && batch->status != STORE_DONE;
        receive_queue(room, batch->status == STORE_DONE ? &MESSAGE("server.error.no_table")
                                                        : &MESSAGE("server.error.store"));
        send_all(room);
        unload(room);
        return;
    }
    take_rows(room, batch);
    room->state = ROOM_READY;
    if (build(room, batch)) {
        resume(room);
    } else if (room->damaged) {
        set_aside(room);
    } else if (room->row.phase != STORE_OVER) {
        core->shell->log(core->shell, "table_closed", room->id, room->row.rules);
        room->row.phase = STORE_OVER;
        room->row.wake_ms = 0;
    }
    receive_queue(room, NULL);
    room->crowded[0] = 0;
    room_advance_and_save(room);
}

void room_load(struct room *room) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, room->id, 0, 1);
    store_find(batch, STORE_SEATS_AT, room->id, 0, 0);
    store_find(batch, STORE_ENTRIES_AT, room->id, 0, 0);
    store_find(batch, STORE_CHAT_AT, room->id, 0, CHAT_KEPT);
    store_find(batch, STORE_BLOCKS_AT, room->id, 0, 0);
    /* the row again: a changed revision shows that another server wrote in between */
    store_find(batch, STORE_TABLE_AT, room->id, 0, 1);
    room->state = ROOM_LOADING;
    room->task.stored = loaded;
    core_submit(room->core, &room->task, batch);
}

struct room *room_find(struct core *core, const char *id) {
    struct room *room = map_get(&core->rooms, id);
    if (room) return room;
    room = calloc(1, sizeof *room);
    ensure(room);
    room->output = (struct table_output){.send = send_to, .reply = reply, .unwatched = ~0u};
    room_catch_up_open(room);
    room->core = core;
    room->idle_ms = core->now;
    strcpy(room->id, id);
    map_put(&core->rooms, id, room);
    if (core->ready) room_load(room);
    return room;
}

/* ---- writing ---- */

struct store_batch *room_extra_batch(struct room *room) {
    if (!room->extra) room->extra = store_batch(NULL);
    return room->extra;
}

void room_add_block(struct room *room, const struct store_block *block) {
    room->blocks = realloc(room->blocks, (room->block_count + 1) * sizeof *room->blocks);
    ensure(room->blocks);
    memcpy(&room->blocks[room->block_count++], block, sizeof *block);
}

void room_add_chat(struct room *room, const struct store_chat *row) {
    struct chat_line *line = calloc(1, sizeof *line);
    ensure(line);
    memcpy(&line->row, row, sizeof line->row);
    if (!room->chat) room->chat_last = &room->chat;
    *room->chat_last = line;
    room->chat_last = &line->next;
    if (!room->chat_new) room->chat_new = line;
    room->chat_number = row->number + 1;
    room->chat_count++;
    while (room->chat_count > CHAT_KEPT && room->chat != room->chat_new) {
        struct chat_line *old = room->chat;
        room->chat = old->next;
        room->chat_count--;
        free(old);
    }
}

/* Brings the rows up to date with the match. */
static void copy_match_to_rows(struct room *room) {
    const struct match *m = &room->table.match;
    struct store_table *row = &room->row;
    unsigned waiting = match_waiting(m);
    memcpy(row->seed, m->seed, SEED_SIZE);
    memcpy(row->reserve, room->table.reserve, SEED_SIZE);
    row->entries = m->length;
    row->waiting = waiting ? waiting : match_owes(m);
    row->phase = m->phase == MATCH_OVER      ? STORE_OVER
                 : m->phase == MATCH_PLAYING ? STORE_PLAYING
                                             : STORE_SEATING;
    row->wake_ms = room_wake_ms(room);
    room_renew_lease(room);
    for (unsigned seat = 0; seat < m->players; seat++) {
        struct store_seat *s = &room->seats[seat];
        const struct match_seat *from = &m->seats[seat];
        s->hashed = from->hashed;
        s->revealed = from->revealed;
        memcpy(s->hash, from->hash, HASH_SIZE);
        memcpy(s->entropy, m->entropy[seat], SEED_SIZE);
        strcpy(s->first, from->first);
        strcpy(s->level, from->person ? "" : from->who);
    }
}

static void put_seat(struct room *room, struct store_batch *batch, unsigned seat) {
    const struct store_seat *row = &room->seats[seat];
    if (hash_seat(room, seat) == room->seats_stored[seat]) return;
    bool moves = hash_still(STORE_SEAT, row) == room->seats_still[seat];
    union store_row *put = moves ? store_move(batch, STORE_SEAT) : store_put(batch, STORE_SEAT);
    memcpy(&put->seat, row, sizeof *row);
    note_seat_stored(room, seat);
}

static void put_table(struct room *room, struct store_batch *batch) {
    struct store_table *row = &room->row;
    bool moves = hash_still(STORE_TABLE, row) == room->row_still && !row->delay_ms &&
                 room->core->now - row->changed_ms < STORE_CHANGED_MS;
    if (!moves) row->changed_ms = room->core->now;
    row->revision++;
    union store_row *put = moves ? store_move(batch, STORE_TABLE) : store_put(batch, STORE_TABLE);
    memcpy(&put->table, row, sizeof *row);
    note_table_stored(room);
}

/* A batch with all changes since the last one; NULL: there are none. */
static struct store_batch *changes(struct room *room) {
    struct store_batch *batch = room_extra_batch(room);
    if (!room->broken) {
        copy_match_to_rows(room);
        room_log_write(room, batch);
    }
    for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++) put_seat(room, batch, seat);
    for (; room->chat_new; room->chat_new = room->chat_new->next)
        memcpy(&store_add(batch, STORE_CHAT)->chat, &room->chat_new->row,
               sizeof room->chat_new->row);
    if (batch->count || hash_table(room) != room->row_stored) put_table(room, batch);
    if (batch->count == 0) return NULL;
    room->extra = NULL;
    return batch;
}

/* Unsent messages are dropped; the messages that were not durable wait until the table is loaded
 * again. */
static void roll_back(struct room *room) {
    outbox_roll_back(&room->outbox);
    room_drop_unconfirmed(room);
    clear_loaded(room);
    room->queue = room->pending;
    room->pending = (struct queue){0};
    room->pending_mark = 0;
    deadlines_remove(&room->core->deadlines, &room->deadline);
}

/* Rolls back to the durable state, and handles once more what was not durable. */
static void reload(struct room *room) {
    roll_back(room);
    room_load(room);
}

void room_changed_elsewhere(struct room *room) {
    switch (room->state) {
    case ROOM_LOADING: room->state = ROOM_LOADING_STALE; return;
    case ROOM_WRITING: room->state = ROOM_WRITING_STALE; return;
    case ROOM_READY: reload(room); return;
    case ROOM_LOADING_STALE:
    case ROOM_WRITING_STALE:
    case ROOM_RETRYING: return; /* it will be loaded again anyway */
    }
}

void room_forget_sent_turns(struct room *room) {
    memset(room->turn_sent, 0, sizeof room->turn_sent);
    memset(room->sent.turns, 0, sizeof room->sent.turns);
    memset(room->sent_mark.turns, 0, sizeof room->sent_mark.turns);
}

/* Did somebody sit down at too many tables? Then that message is refused when it is handled again.
 */
static bool is_crowded(struct room *room, const struct store_batch *batch) {
    const struct store_op *op = &batch->ops[batch->failed];
    if (batch->status != STORE_CONFLICT || op->does != STORE_LIMIT) return false;
    strcpy(room->crowded, op->row.seat.person);
    return true;
}

/* The batch came back. If it is durable, the outbox is sent. After a revision conflict the room is
 * loaded again at once, after a failure in a moment. */
static void written(struct core *core, struct task *task, struct store_batch *batch) {
    struct room *room = (struct room *)((char *)task - offsetof(struct room, task));
    bool durable = batch->status == STORE_DONE, stale = room->state == ROOM_WRITING_STALE,
         usual =
             is_crowded(room, batch) || (core->settings.shared && batch->status == STORE_CONFLICT);
    room->state = ROOM_READY;
    if (durable) {
        outbox_flush(&room->outbox, send_out, room);
        queue_drop(&room->pending, room->pending_mark);
        room->sent = room->sent_mark;
        room_note_shown(room);
    } else if (!usual) {
        core->shell->log(core->shell,
                         batch->status == STORE_CONFLICT ? "write_conflict" : "write_failed",
                         room->id, room->row.entries);
    }
    if (durable && !stale) {
        room_advance_and_save(room);
        return;
    }
    if (batch->status == STORE_FAILED) {
        roll_back(room);
        retry_later(room);
    } else {
        reload(room);
    }
}

static void submit_changes(struct room *room, struct store_batch *batch) {
    room->task.stored = written;
    room->state = ROOM_WRITING;
    outbox_mark(&room->outbox);
    room->pending_mark = room->pending.count;
    note_sent(room, &room->sent_mark);
    core_submit(room->core, &room->task, batch);
}

void room_advance_and_save(struct room *room) {
    if (room->state < ROOM_READY) return;
    if (!room->broken) room_advance(room);
    if (room->state == ROOM_READY) {
        struct store_batch *batch = room->damaged ? NULL : changes(room);
        if (batch) {
            submit_changes(room, batch);
        } else {
            send_all(room);
            queue_drop(&room->pending, room->pending.count);
            note_sent(room, &room->sent);
            room_note_shown(room);
        }
    }
    schedule(room);
}

void room_tick(struct room *room) {
    if (room->state == ROOM_RETRYING) {
        deadlines_remove(&room->core->deadlines, &room->deadline);
        room_load(room);
        return;
    }
    bool sleeps = room->watcher_count == 0 && room->state == ROOM_READY &&
                  room->idle_ms + room->core->settings.sleep_ms <= room->core->now;
    room_advance_and_save(room);
    room_catch_up(room);
    schedule(room);
    if (!sleeps || room->state != ROOM_READY || room->damaged) return;
    int64_t wake = room->broken ? 0 : room_wake_ms(room);
    if (wake == 0 || wake > core_served(room->core) + DUE_AHEAD_MS) unload(room);
}

/* ---- messages ---- */

/* Makes place for another table: stops watching one that is over. */
static void forget_finished_table(struct connection *connection) {
    for (unsigned i = 0; i < connection->room_count; i++)
        if (connection->rooms[i]->row.phase == STORE_OVER) {
            room_remove_watcher(connection->rooms[i], connection);
            return;
        }
}

/* Counts refusals, too. */
static enum table_outcome hand_over(struct room *room, unsigned seats, struct json message) {
    struct message reason;
    enum table_outcome outcome = table_receive(&room->table, seats, message, &reason);
    if (outcome == TABLE_REFUSED) room->core->figures.refused++;
    return outcome;
}

static void hello(struct room *room, struct connection *connection, struct json message,
                  const char *id) {
    char secret[STORE_ID] = "";
    int64_t seat = SPECTATOR;
    if (!json_read_text(json_get(message, "secret"), secret, sizeof secret, NULL)) secret[0] = 0;
    if (!room_may_enter(room, &connection->who, secret)) {
        room_refuse(room, id, &MESSAGE("server.error.no_table"));
        return;
    }
    if (!room_watcher(room, connection) && connection->room_count == TABLES_PER_CONNECTION)
        forget_finished_table(connection);
    if (!room_watcher(room, connection) &&
        (connection->room_count == TABLES_PER_CONNECTION || room->watcher_count == WATCHERS_MAX)) {
        room_refuse(room, id,
                    &MESSAGE("server.error.too_many_tables", NUMBER("max", TABLES_PER_CONNECTION)));
        return;
    }
    if (hand_over(room, room_seats_of(room, connection->who.id), message) == TABLE_REFUSED) return;
    if (!json_read_number(json_get(message, "seat"), &seat)) seat = SPECTATOR;
    room_watch(room, connection, (unsigned)seat);
    if (room->row.rated && seat != SPECTATOR) core_note_origin(room->core, connection);
    room_fall_behind(room, connection);
}

/* The seats among these that no opponent has taken over. */
static unsigned playable(const struct room *room, unsigned seats) {
    return seats & match_people(&room->table.match);
}

static void receive(struct room *room, struct connection *connection, struct json message) {
    struct json type = json_get(message, "type");
    char id[MATCH_ID_MAX + 1] = "";
    if (json_type(json_get(message, "id")) != JSON_NONE &&
        !json_read_text(json_get(message, "id"), id, sizeof id, NULL)) {
        room_refuse(room, "", &MESSAGE("error.match.id", NUMBER("max", MATCH_ID_MAX)));
        return;
    }
    if (is_hello(message)) {
        hello(room, connection, message, id);
        return;
    }
    if (!room_watcher(room, connection)) {
        room_refuse(room, id, &MESSAGE("server.error.hello"));
        return;
    }
    if (room_act(room, connection, message, id)) return;
    unsigned seats = room_seats_of(room, connection->who.id);
    bool undoes = json_is(type, "undo"), acts = undoes || json_is(type, "answer");
    int64_t seat;
    if (undoes && !core_within_limit(room->core, &undo_limit, connection->who.id)) {
        refuse_message(room, message, &MESSAGE("server.error.too_often"));
        return;
    }
    if (acts && json_read_number(json_get(message, "seat"), &seat) && seat >= 0 &&
        seat < SEATS_MAX && seats >> seat & 1 && !(playable(room, seats) >> seat & 1)) {
        refuse_message(room, message, &MESSAGE("server.error.taken_over"));
        return;
    }
    if (json_is(type, "record") && json_type(json_get(message, "seat")) == JSON_NULL &&
        room->table.spectators_until != UINT_MAX) {
        room_refuse(room, id, &MESSAGE("server.error.delayed"));
        return;
    }
    bool lost;
    if (hand_over(room, seats, message) == TABLE_ACCEPTED && json_is(type, "entropy") &&
        json_read_bool(json_get(message, "lost"), &lost) && lost &&
        json_read_number(json_get(message, "seat"), &seat))
        room_note_loss(room, (unsigned)seat);
    room_fall_behind(room, connection);
}

void room_receive(struct room *room, struct connection *connection, struct json message) {
    room->asker = connection->number;
    if (room_is_playable(room)) room_update_limits(room);
    switch (room->state) {
    case ROOM_RETRYING:
        refuse_message(room, message, &MESSAGE("server.error.store"));
        send_all(room);
        return;
    case ROOM_LOADING:
    case ROOM_LOADING_STALE:
        if (room->queue.count < QUEUE_MAX)
            queue_add(&room->queue, connection->number, message.text, message.length);
        else core_send_error(room->core, connection->number, &MESSAGE("server.error.too_often"));
        return;
    case ROOM_READY:
    case ROOM_WRITING:
    case ROOM_WRITING_STALE: break;
    }
    if (room->broken) {
        room_refuse(room, "", room->broken);
    } else if (room->pending.count == PENDING_MAX) {
        core_send_error(room->core, connection->number, &MESSAGE("server.error.too_often"));
        return;
    } else {
        queue_add(&room->pending, connection->number, message.text, message.length);
        receive(room, connection, message);
    }
    room_advance_and_save(room);
}

void rooms_changed_for(struct core *core, const char *person) {
    size_t at = 0;
    for (struct room *room; (room = map_next(&core->rooms, &at));)
        if (room_seats_of(room, person) || strcmp(room->row.event, person) == 0)
            room_changed_elsewhere(room);
}
