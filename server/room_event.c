/* Tables of tournaments and of the deal of the day, and tables with a spectator delay: who may see
 * how much of them, and what happens at their end. */
#include "server/state.h"

#include "match/daily.h"

#include <limits.h>
#include <string.h>

enum { ARRIVE_MS = 3 * 60 * 1000 }; /* a live table's players have this long to come to it */
#define NOT_YET_MS (INT64_MAX / 2) /* due time of a job that waits for its round */

bool room_is_daily(const struct room *room) {
    return strlen(room->row.event) == DAY_LENGTH;
}

/* When the day of a daily table ends. */
static int64_t day_end_ms(const struct room *room) {
    return daily_begin_ms(room->row.event) + DAY_MS;
}

bool room_is_sealed(const struct room *room) {
    if (!room->row.sealed) return false;
    return !room_is_daily(room) || room->core->now < day_end_ms(room);
}

/* ---- the spectator delay ---- */

/* The versions of the spectator that are durable, each with the time at which it became so. If
 * there are too many, the last ones share a time: they are shown later than necessary, not
 * earlier. */
static void note_version(struct room *room, int64_t at_ms) {
    unsigned version = room->sent.table.versions[SPECTATOR];
    struct stamp *last = room->stamps + room->stamp_count;
    if (!room->row.delay_ms || room->broken || version <= room->shown) return;
    if (room->stamp_count && last[-1].version >= version) return;
    if (room->stamp_count == STAMPS_MAX) last--;
    else room->stamp_count++;
    *last = (struct stamp){.version = version, .at_ms = at_ms};
}

void room_note_shown(struct room *room) {
    note_version(room, room->core->now);
}

void room_note_loaded(struct room *room) {
    note_version(room, room->row.changed_ms);
}

void room_update_limits(struct room *room) {
    unsigned passed = 0;
    bool over = room->table.match.phase == MATCH_OVER;
    room->table.sealed = room_is_sealed(room);
    while (passed < room->stamp_count &&
           room->stamps[passed].at_ms + room->row.delay_ms <= room->core->now)
        room->shown = room->stamps[passed++].version;
    room->stamp_count -= passed;
    memmove(room->stamps, room->stamps + passed, room->stamp_count * sizeof room->stamps[0]);
    room->table.spectators_until = room->row.delay_ms && !over ? room->shown : UINT_MAX;
}

int64_t room_delay_due(const struct room *room) {
    return room->stamp_count ? room->stamps[0].at_ms + room->row.delay_ms : INT64_MAX;
}

/* ---- clocks ---- */

int64_t room_absent_until(const struct room *room, int64_t gone_ms) {
    int64_t until = gone_ms + room->core->settings.grace_ms,
            arrive = room->row.created_ms + ARRIVE_MS;
    return room->row.event[0] && until < arrive ? arrive : until;
}

/* A table of a tournament goes on also if nobody is there to see that somebody is away. */
int64_t room_event_wake_ms(const struct room *room) {
    int64_t wake = INT64_MAX;
    if (room->row.proposal == ORDER_STOP) return 1;
    if (room_is_daily(room)) return day_end_ms(room) + DAY_MS;
    if (!room->row.event[0] || room->row.pace != STORE_LIVE) return wake;
    for (unsigned seat = 0; seat < (unsigned)room->row.players; seat++) {
        int64_t began = room->seats[seat].running_ms;
        if (!began || !room->absent_ms[seat]) continue;
        int64_t until = room_absent_until(room, began + room->core->lost_ms) - room->core->lost_ms;
        if (until < wake) wake = until;
    }
    return wake;
}

void room_expire(struct room *room) {
    struct message error;
    bool late = room_is_daily(room) && room->core->now >= day_end_ms(room) + DAY_MS,
         stopped = room->row.proposal == ORDER_STOP;
    if ((!late && !stopped) || room->table.match.phase != MATCH_PLAYING) return;
    ensure(table_end(&room->table, ENDED_EXPIRED, 0, &error));
}

/* ---- the end ---- */

/* The attempt counts if the person has played all of it, within the day. A master has no person,
 * and its attempt never counts. */
static void finish_attempt(struct room *room) {
    struct daily daily;
    ensure(daily_of(room->row.event, &daily));
    const struct store_seat *seat = &room->seats[daily.seat];
    bool ended = match_ended(&room->table.match) != NULL, person = seat->person[0] != 0,
         counts = person && !ended && !seat->expired && room->core->now < day_end_ms(room);
    if (ended && !person) return; /* without a score of its own */
    struct store_attempt *row = &store_put(room_extra_batch(room), STORE_ATTEMPT)->attempt;
    strcpy(row->day, room->row.event);
    strcpy(row->person, person ? seat->person : DAILY_MASTER);
    strcpy(row->name, seat->name);
    strcpy(row->at, room->id);
    row->begun_ms = room->row.created_ms;
    row->ended_ms = counts ? room->core->now : -1;
    row->score = seat->score;
    row->place = seat->place;
}

void room_finish_event(struct room *room) {
    if (!room->row.event[0]) return;
    if (room_is_daily(room)) {
        finish_attempt(room);
        return;
    }
    store_sweep(room_extra_batch(room), STORE_WAKE_TOURNAMENT, room->row.event, room->core->now);
    room->core->next_due_ms = room->core->now;
}

int64_t room_finished_due_ms(const struct room *room) {
    if (!room_is_sealed(room)) return room->core->now;
    return room_is_daily(room) ? day_end_ms(room) : NOT_YET_MS;
}
