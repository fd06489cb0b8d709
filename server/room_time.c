/* What happens at a table without a message: draws, forced steps, opponents, clocks, takeovers. */
#include "server/state.h"

#include <string.h>

enum {
    EXPIRED_TURN_MS = 5000, /* per turn, once a seat has run out and its increment is shorter */
    MASTER_PAUSES = 4, /* a master's delay is this many times as long */
    RATED_MOVES_MIN = 10, /* of everybody, in a rated game that somebody left or resigned */
    LATE_STEP_MS = 1000, /* late answers are delayed to whole steps, to hide how long they took */
};

static struct match *match_of(struct room *room) {
    return &room->table.match;
}

/* Mask of seats whose next step is forced. */
static unsigned forced_seats(const struct room *room) {
    const struct match *m = &room->table.match;
    unsigned forced = 0;
    for (unsigned waiting = match_waiting(m); waiting; waiting &= waiting - 1) {
        unsigned seat = (unsigned)__builtin_ctz(waiting);
        if (game_forced(m->game, m->state, seat) != NOTATION_NONE) forced |= SEAT_BIT(seat);
    }
    return forced;
}

static bool full(const struct room *room) {
    const struct match *m = &room->table.match;
    for (unsigned seat = 0; seat < m->players; seat++)
        if (!m->seats[seat].who[0]) return false;
    return true;
}

/* ---- the lease: only one of several servers runs a table ---- */

bool room_has_lease(const struct room *room) {
    const struct core *core = room->core;
    return !core->settings.shared || strcmp(room->row.keeper, core->id) == 0 ||
           room->row.kept_ms <= core_served(core);
}

/* Will the table be due before a new lease ends? */
static bool has_duty(const struct room *room) {
    int64_t wake = room_wake_ms(room);
    return wake && wake <= core_served(room->core) + STORE_TABLE_LEASE_MS;
}

void room_renew_lease(struct room *room) {
    const struct core *core = room->core;
    int64_t until = core_served(core) + STORE_TABLE_LEASE_MS;
    bool kept = strcmp(room->row.keeper, core->id) == 0 &&
                until - room->row.kept_ms < STORE_TABLE_LEASE_MS / 2;
    if (!core->settings.shared || kept || !room_has_lease(room) || !has_duty(room)) return;
    strcpy(room->row.keeper, core->id);
    room->row.kept_ms = until;
}

/* ---- forced steps, opponents ---- */

static bool play_forced(struct room *room) {
    unsigned seat, length = match_of(room)->length;
    if (match_forced(match_of(room), &seat) == NOTATION_NONE) {
        room->forced_ms = 0;
        return false;
    }
    if (!room->forced_ms || room->forced_at != length) {
        room->forced_at = length;
        room->forced_ms = room->core->now + room->core->settings.forced_pause_ms;
    }
    return room->forced_ms <= room->core->now && table_play_forced(&room->table);
}

/* Independent of the position: the delay must reveal nothing about the opponent's hand. */
static int64_t pause_of_opponent(struct core *core, const char *level) {
    uint32_t random;
    int64_t times = strncmp(level, "master", 6) == 0 ? MASTER_PAUSES : 1,
            span = core->settings.think_max_ms - core->settings.think_min_ms;
    core->shell->random(core->shell, &random, sizeof random);
    return times * (core->settings.think_min_ms + (int64_t)((uint64_t)span * random >> 32));
}

/* Under load, opponents at tables that count for nothing search less, down to an eighth, so that
 * nobody waits long. */
static unsigned effort_now(const struct room *room) {
    unsigned each = room->core->thinking / room->core->settings.thinkers, effort = CORE_EFFORT;
    bool fair = room->row.rated || room->row.event[0];
    for (unsigned most = 8; each >= most && effort > 1 && !fair; most *= 2) effort /= 2;
    return effort;
}

/* Deterministic: the same question of a table gets the same answer at the same effort, also after
 * a restart. */
static void think(struct room *room, unsigned seat, unsigned question) {
    struct core *core = room->core;
    const struct match *m = match_of(room);
    struct core_work *work = work_new(CORE_THINK);
    table_opponent_seed(&room->table, seat, question, work->think.seed);
    strcpy(work->think.table, room->id);
    strcpy(work->think.level, m->seats[seat].who);
    work->think.game = m->game;
    struct net_source *nets = room->core->settings.nets;
    work->think.net = nets ? nets->find(nets, m->game, m->players) : NULL;
    work->think.seat = seat;
    work->think.effort = effort_now(room);
    room->table_message_due |= room->effort_cut != CORE_EFFORT - work->think.effort;
    room->effort_cut = CORE_EFFORT - work->think.effort;
    core->thinking++;
    memcpy(work->think.view, table_cursor(&room->table, seat)->view, m->game->state_size);
    room->answers[seat] =
        (struct pending_answer){.question = question + 1,
                                .show_ms = core->now + pause_of_opponent(core, m->seats[seat].who)};
    core->shell->work(core->shell, work);
}

void room_take_answer(struct room *room, const struct core_work *work) {
    unsigned seat = work->think.seat;
    struct pending_answer *answer = &room->answers[seat];
    if (answer->question != table_cursor(&room->table, seat)->questions + 1 ||
        memcmp(work->think.view, table_cursor(&room->table, seat)->view,
               match_of(room)->game->state_size) != 0)
        return;
    answer->ready = true;
    answer->action = work->think.action;
    while (room->core->settings.think_max_ms && answer->show_ms < room->core->now)
        answer->show_ms += LATE_STEP_MS;
    room_advance_and_save(room);
}

static bool opponents_answer(struct room *room) {
    for (unsigned asked = table_owed(&room->table); asked; asked &= asked - 1) {
        unsigned seat = (unsigned)__builtin_ctz(asked),
                 question = table_cursor(&room->table, seat)->questions;
        struct pending_answer *answer = &room->answers[seat];
        if (answer->question != question + 1) think(room, seat, question);
        else if (answer->ready && answer->show_ms <= room->core->now &&
                 table_answer(&room->table, seat, question, answer->action))
            return true;
    }
    return false;
}

/* ---- clocks ---- */

/* Seats whose clock runs: they owe an answer or, at a full table before the game, a hash or
 * entropy. */
static unsigned owing(const struct room *room) {
    const struct match *m = &room->table.match;
    if (m->phase == MATCH_PLAYING) return match_waiting(m) & match_people(m) & ~forced_seats(room);
    return full(room) ? match_owes(m) : 0;
}

int64_t room_left_ms(const struct room *room, unsigned seat) {
    const struct store_seat *s = &room->seats[seat];
    int64_t left =
        s->running_ms ? s->left_ms - (core_served(room->core) - s->running_ms) : s->left_ms;
    return left > 0 ? left : 0;
}

/* Was the last entry the seat's own undo? Then its clock continues where it stopped. */
static bool took_back(const struct match *m, unsigned seat) {
    return m->length && m->log[m->length - 1].kind == ENTRY_UNDO &&
           m->log[m->length - 1].by == seat;
}

/* Has the seat changed hands, and nobody moved since? Then it is the same turn. */
static bool came_back(const struct match *m, unsigned seat) {
    bool changed = false;
    for (unsigned i = m->length; i > 0 && m->log[i - 1].kind == ENTRY_SEAT; i--)
        changed |= m->log[i - 1].by == seat;
    return changed;
}

/* Was the seat's last entry an answer of the person who plays it? */
static bool has_answered(const struct match *m, unsigned seat) {
    for (unsigned i = m->length; i-- > 0;)
        if (m->log[i].by == seat) return m->log[i].kind == ENTRY_STEP && !m->log[i].forced;
    return false;
}

static void start_live_clock(struct room *room, unsigned seat) {
    struct store_seat *s = &room->seats[seat];
    const struct match *m = match_of(room);
    int64_t increment = room->row.increment_ms,
            late = increment > EXPIRED_TURN_MS ? increment : EXPIRED_TURN_MS;
    if (m->phase != MATCH_PLAYING) s->left_ms = room->core->settings.reveal_ms;
    else if (s->expired & SEAT_RAN_OUT && !(came_back(m, seat) && s->left_ms > 0))
        s->left_ms = late;
    else if (took_back(m, seat)) s->left_ms -= increment;
}

static void start_clock(struct room *room, unsigned seat) {
    struct store_seat *s = &room->seats[seat];
    const struct match *m = match_of(room);
    bool again = m->phase == MATCH_PLAYING && (took_back(m, seat) || came_back(m, seat));
    s->running_ms = core_served(room->core);
    if (room->row.pace == STORE_RELAXED && !(again && s->left_ms > 0))
        s->left_ms = room->row.time_ms;
    if (room->row.pace == STORE_LIVE) start_live_clock(room, seat);
}

/* Only an answer earns the increment: leaving and coming back must not gain time. */
static void stop_clock(struct room *room, unsigned seat) {
    struct store_seat *s = &room->seats[seat];
    s->left_ms = room_left_ms(room, seat);
    s->running_ms = 0;
    if (room->row.pace == STORE_LIVE && match_of(room)->phase == MATCH_PLAYING &&
        has_answered(match_of(room), seat))
        s->left_ms += room->row.increment_ms;
}

static void note_live_clock(struct room *room, bool live) {
    struct core *core = room->core;
    if (live == room->live_clock) return;
    room->live_clock = live;
    core->clocks_running += live ? 1u : -1u;
    if (live && core->next_beat_ms > core->now + HEARTBEAT_MS)
        core->next_beat_ms = core->now + HEARTBEAT_MS;
}

static void run_clocks(struct room *room) {
    unsigned run = owing(room);
    for (unsigned seat = 0; seat < match_of(room)->players; seat++) {
        bool runs = run >> seat & 1, ran = room->seats[seat].running_ms != 0;
        if (runs == ran) continue;
        if (runs) start_clock(room, seat);
        else stop_clock(room, seat);
        room->clock_message_due = true;
    }
    note_live_clock(room, run && room->row.pace == STORE_LIVE);
}

/* When the others may replace the seat, in served time; INT64_MAX: not at all. */
static int64_t silent_from(const struct room *room, unsigned seat) {
    int64_t since = room->table.match.phase == MATCH_PLAYING && room->row.pace == STORE_NO_PACE
                        ? room->seats[seat].running_ms
                        : 0;
    return since ? since + room->core->settings.silence_ms : INT64_MAX;
}

unsigned room_silent(const struct room *room) {
    unsigned silent = 0;
    for (unsigned seat = 0; seat < room->table.match.players; seat++)
        if (silent_from(room, seat) <= core_served(room->core)) silent |= SEAT_BIT(seat);
    return silent;
}

/* When the seat is taken over or, before the game, freed; INT64_MAX: not at all. */
static int64_t deadline(const struct room *room, unsigned seat) {
    const struct store_seat *s = &room->seats[seat];
    if (!s->running_ms || room->row.pace == STORE_NO_PACE) return INT64_MAX;
    int64_t began = s->running_ms + room->core->lost_ms, end = began + s->left_ms,
            gone = room->absent_ms[seat];
    if (room->row.pace != STORE_LIVE || !gone || room->table.match.phase != MATCH_PLAYING)
        return end;
    if (gone < began) gone = began;
    int64_t until = room_absent_until(room, gone);
    return until < end ? until : end;
}

bool room_take_over(struct room *room, unsigned seat, int64_t why, struct message *error) {
    if (!table_change_seat(&room->table, seat, room->core->settings.takeover_level, false, error))
        return false;
    room->seats[seat].expired |= why;
    room->table_message_due = true;
    return true;
}

static void free_seat(struct room *room, unsigned seat) {
    struct message error;
    if (table_leave(&room->table, seat, &error)) seat_clear(room, seat);
}

/* No opponent can take over the seat, which has changed hands too often: it loses the game. */
static void lose(struct room *room, unsigned seat) {
    struct message error;
    ensure(table_end(&room->table, ENDED_RESIGNED, seat, &error));
}

/* Handles one seat whose time is over; false: there is none. */
static bool time_out(struct room *room) {
    for (unsigned seat = 0; seat < match_of(room)->players; seat++) {
        struct message error;
        if (deadline(room, seat) > room->core->now) continue;
        bool ran_out = room_left_ms(room, seat) == 0;
        if (match_of(room)->phase != MATCH_PLAYING) free_seat(room, seat);
        else if (!room_take_over(room, seat, ran_out ? SEAT_RAN_OUT : SEAT_LEFT, &error))
            lose(room, seat);
        run_clocks(room);
        return true;
    }
    return false;
}

void room_update_presence(struct room *room) {
    const struct core *core = room->core;
    for (unsigned seat = 0; room_is_playable(room) && seat < match_of(room)->players; seat++) {
        struct store_seat *s = &room->seats[seat];
        bool there = false;
        for (unsigned i = 0; i < room->watcher_count && s->person[0]; i++)
            there |= strcmp(room->watchers[i].connection->who.id, s->person) == 0;
        if (there) strcpy(s->here, core->id);
        else if (strcmp(s->here, core->id) == 0) memset(s->here, 0, sizeof s->here);
        there |= core_is_alive(core, s->here);
        if (there == !room->absent_ms[seat]) continue;
        room->absent_ms[seat] = there ? 0 : room->core->now;
        room->table_message_due = true;
    }
}

/* ---- beginning and end ---- */

static void begin(struct room *room) {
    for (unsigned seat = 0; seat < match_of(room)->players; seat++) {
        room->seats[seat].left_ms = room->row.time_ms;
        room->seats[seat].running_ms = 0;
    }
    room->row.phase = STORE_PLAYING;
    room->table_message_due = true;
}

/* Steps that the seat's person chose and did not take back. */
static int moves_of(const struct match *m, unsigned seat) {
    int moves = 0;
    for (unsigned i = 0; i < m->length; i++) {
        const struct match_entry *e = &m->log[i];
        if (e->by != seat) continue;
        if (e->kind == ENTRY_STEP && !e->forced) moves++;
        if (e->kind == ENTRY_UNDO) moves--;
    }
    return moves;
}

/* A game that somebody left or resigned counts only if everybody has made some moves: otherwise new
 * accounts could lose a hundred games a minute. */
static bool counts(const struct room *room) {
    const struct match *m = &room->table.match;
    bool early = match_ended(m) != NULL;
    if (early && match_ended(m)->action != ENDED_RESIGNED) return false;
    if (room->core->settings.unlimited) return true;
    for (unsigned seat = 0; seat < m->players; seat++) early |= room->seats[seat].expired != 0;
    for (unsigned seat = 0; early && seat < m->players; seat++)
        if (room->seats[seat].person[0] && moves_of(m, seat) < RATED_MOVES_MIN) return false;
    return true;
}

/* Stores the result. A job in the same batch does the rest, so that a crash neither loses nor
 * repeats it. */
static void finish(struct room *room) {
    const struct match *m = match_of(room);
    struct result result = {0};
    m->game->result(m->state, &result);
    for (unsigned seat = 0; seat < m->players; seat++) {
        room->seats[seat].score = result.score[seat];
        room->seats[seat].place = match_ended(m) ? 0 : result.place[seat];
        room->seats[seat].running_ms = 0;
    }
    if (match_ended(m) && match_ended(m)->action == ENDED_RESIGNED)
        room->seats[match_ended(m)->by].expired |= SEAT_LEFT;
    room->row.phase = STORE_OVER;
    room->row.proposal = room->row.agreed = 0;
    room->table_message_due = true;
    room_finish_event(room);
    finished_leave_job(room, room->row.rated && counts(room));
}

static void send_turns(struct room *room) {
    for (unsigned seat = 0; seat < match_of(room)->players; seat++) {
        int64_t since = match_of(room)->phase == MATCH_PLAYING ? room->seats[seat].running_ms : 0;
        if (since != room->turn_sent[seat]) room_send_turn(room, seat, since);
        room->turn_sent[seat] = since;
    }
}

/* Players who must act but are not connected get one notice per turn. */
static void leave_notices(struct room *room) {
    unsigned owes = match_of(room)->phase == MATCH_OVER ? 0 : owing(room);
    room->noticed &= owes;
    for (unsigned left = owes & ~room->noticed; left; left &= left - 1) {
        unsigned seat = (unsigned)__builtin_ctz(left);
        if (!room->absent_ms[seat]) continue;
        notice_turn(room, seat);
        room->noticed |= SEAT_BIT(seat);
    }
}

void room_advance(struct room *room) {
    bool has_lease = room_has_lease(room);
    room_update_limits(room);
    if (has_lease) room_expire(room);
    do {
        while (table_draw(&room->table) ||
               (has_lease && (play_forced(room) || opponents_answer(room)))) {}
        if (match_of(room)->phase == MATCH_PLAYING && room->row.phase == STORE_SEATING) begin(room);
        run_clocks(room);
    } while (has_lease && time_out(room));
    if (match_of(room)->phase == MATCH_OVER && room->row.phase != STORE_OVER) finish(room);
    room_update_limits(room);
    send_turns(room);
    leave_notices(room);
    room->table_message_due |= room->silent_sent != room_silent(room);
    room->silent_sent = room_silent(room);
    if (room->table_message_due) room_send_table(room);
    else if (room->clock_message_due && room->row.pace != STORE_NO_PACE) room_send_clock(room);
    room->table_message_due = room->clock_message_due = false;
}

/* ---- deadlines ---- */

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t room_due_ms(const struct room *room) {
    const struct core *core = room->core;
    int64_t due = INT64_MAX;
    if (room->watcher_count == 0) due = room->idle_ms + core->settings.sleep_ms;
    if (due <= core->now)
        due = core->now + core->settings.sleep_ms; /* it could not be unloaded: try later */
    if (room->state == ROOM_RETRYING) return room->retry_ms;
    if (room->state < ROOM_READY) return INT64_MAX;
    if (room->broken) return due;
    if (core->settings.shared && !room_is_writing(room) && has_duty(room)) {
        bool has_lease = room_has_lease(room) && room->row.kept_ms > core_served(core);
        due = min64(due,
                    room->row.kept_ms + core->lost_ms - (has_lease ? STORE_TABLE_LEASE_MS / 2 : 0));
        if (due < core->now) due = core->now;
        if (!room_has_lease(room)) return due;
    }
    if (room->forced_ms) due = min64(due, room->forced_ms);
    for (unsigned seat = 0; seat < room->table.match.players; seat++) {
        due = min64(due, deadline(room, seat));
        int64_t silent = silent_from(room, seat);
        if (silent > core_served(core) && silent < INT64_MAX)
            due = min64(due, silent + core->lost_ms);
        if (table_owed(&room->table) >> seat & 1 && room->answers[seat].ready)
            due = min64(due, room->answers[seat].show_ms);
    }
    return due;
}

int64_t room_wake_ms(const struct room *room) {
    const struct match *m = &room->table.match;
    int64_t wake = room_event_wake_ms(room);
    if (m->phase == MATCH_OVER) return 0;
    /* the table itself has to act: wake it at once */
    if (m->phase == MATCH_PLAYING &&
        (table_owed(&room->table) || forced_seats(room) || m->game->to_move(m->state) & CHANCE_BIT))
        return 1;
    for (unsigned seat = 0; seat < m->players && room->row.pace != STORE_NO_PACE; seat++)
        if (room->seats[seat].running_ms)
            wake = min64(wake, room->seats[seat].running_ms + room->seats[seat].left_ms);
    return wake == INT64_MAX ? 0 : wake;
}
