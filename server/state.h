/* Declarations shared by the files of the core. No other file includes this.
 *
 *     core.c           connections, completions, timers
 *     cluster.c        heartbeats and other servers
 *     deadlines.c      a heap of the rooms' next deadlines
 *     outbox.c         messages that wait until their entries are durable
 *     room.c           a table in memory: load, receive, write, send, unload
 *     room_watchers.c  which connections watch a table, and as which observers
 *     room_catch_up.c  long games for those who return, in slices
 *     room_people.c    messages other than moves: sit, leave, chat, agree, …
 *     room_time.c      clocks, opponents, takeovers: what happens without a message
 *     room_log.c       the log and its rows
 *     room_write.c     the server's own messages about a table
 *     room_event.c     tables of tournaments and of the deal of the day; the spectator delay
 *     calls.c          requests to /api/; their handlers are in calls_people.c, calls_account.c,
 *                      calls_tables.c, calls_reports.c, calls_moderation.c, calls_passkeys.c,
 *                      calls_studies.c, calls_finished.c
 *     moderation.c     muted people, blocked addresses, hidden lines of chat
 *     finished.c       what a finished game leaves behind: a row to find it by, its opening
 *     rating.c         ratings
 *     tournaments.h    tournaments, see there
 *     daily.c          the deal of the day
 *     notices.c        notices of turns for people who are away; calls_notices.c: their targets */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include "core/ensure.h"
#include "core/json.h"
#include "match/table.h"
#include "server/core.h"
#include "server/deadlines.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/outbox.h"
#include "server/passkey.h"

enum {
    TABLES_PER_CONNECTION = 16,
    QUEUE_MAX = 64, /* messages that wait until a session or a table is loaded */
    PENDING_MAX = 512, /* messages a table has applied that are not durable yet */
    WATCHERS_MAX = 2000, /* connections that watch one table */
    CHAT_STORED = 1000, /* lines of a table; older ones are removed */
    CHAT_KEPT = 50, /* lines sent to a new watcher */
    BARRED_MAX = 8, /* people a table keeps from sitting down because they lost their entropy */
    LOSSES_MAX = 3, /* that often a seat may lose its entropy; then it is freed */
    CODES = 8, /* recovery codes of an account */
    CODE_SIZE = 18, /* three groups of five letters, two hyphens and a zero */
    TURNS_KNOWN = 32, /* turns a connection remembers, so that it gets each only once */
    CHAT_LETTERS_MAX = 500,
    HOUR_MS = 3600 * 1000,
    HEARTBEAT_MS = 1000, /* while a live clock runs */
    SLOW_HEARTBEAT_MS = 60 * 1000,
    SHARED_HEARTBEAT_MS = 500, /* several servers on one store */
    ALONE_MS = 2000, /* without a heartbeat for this time, no other server is alive */
    DUE_EVERY_MS = 10 * 1000, /* how often the store is asked for unloaded tables that are due */
    DUE_AHEAD_MS = 30 * 1000, /* tables that are due within this time stay in memory */
    DUE_MAX = 1000, /* due tables loaded per query */
    DUE_MAX_SHARED = 100, /* the same with several servers, so that each takes a share */
    RETRY_MS = 1000, /* pause before a failed load of a table is tried again */
    SERVER_TIMEOUT_MS = 5000, /* a server without a heartbeat for this time counts as dead */
    SERVERS_MAX = 64,
    PRUNE_EVERY_MS = HOUR_MS,
    REPORT_DAYS = 365, /* reports are kept that long */
    STUDY_DAYS = 365, /* studies that nobody opens are kept that long */
    SLICES_PER_TICK = 4, /* of games for those who return */
    STAMPS_MAX = 64, /* versions that wait for the spectator delay */
};
#define DAY_MS (24 * (int64_t)HOUR_MS)

/* The context of every batch: its callback gets the completed batch. */
struct task {
    void (*stored)(struct core *core, struct task *task, struct store_batch *batch);
};

/* A message that waits in a queue. In a connection's queue it is unparsed text; in a room's queue
 * json_parse has accepted it. */
struct queued {
    struct queued *next;
    uint64_t connection;
    size_t length;
    char text[];
};

struct queue {
    struct queued *first, **last;
    unsigned count;
};

/* The person behind a connection. */
struct who {
    char id[STORE_ID]; /* "": there is no session */
    char name[STORE_NAME];
    bool guest;
};

struct connection {
    struct task task; /* looks up the session's person */
    uint64_t number;
    bool known; /* `who` is valid */
    bool looking_up; /* the lookup is in flight */
    bool gone; /* closed during the lookup, which frees it */
    uint64_t looked_at; /* core->person_changes when the lookup began */
    struct who who;
    char session[2 * HASH_SIZE + 1]; /* hash of its token as hex; "": none */
    char address[CORE_ADDRESS_MAX], device[CORE_TOKEN_LENGTH + 1];
    struct bucket messages; /* rate limit */
    struct bucket excesses; /* how often it may exceed that */
    struct room *rooms[TABLES_PER_CONNECTION];
    unsigned room_count;
    struct queue queue; /* messages that arrived before `known` */
    int64_t muted_ms; /* until then the person may not write in chats */
    char (*hidden)[STORE_ID]; /* whom the person has blocked; NULL: nobody */
    unsigned hidden_count;
    int64_t origin_ms; /* when core_note_origin last stored something; 0: never */
    uint64_t *turns; /* ring of TURNS_KNOWN hashes of turns sent to it; NULL: none yet */
    unsigned turn_count;
    struct connection *next; /* next connection of the same person */
};

/* A connection that watches a table. Serial numbers are the outbox's. */
struct watcher {
    struct connection *connection;
    unsigned observers; /* mask of the observers it watches as */
    uint64_t from[OBSERVERS]; /* per observer: ignore messages up to this serial number */
    unsigned confirmed; /* `observers` before the requests that are not durable yet */
    uint64_t since; /* last serial number when it began to watch */
    unsigned behind; /* mask of observers as which it is still catching up */
    unsigned reached[OBSERVERS]; /* per such observer: the last version it was sent */
};

/* The part of a catch-up that did not fit into one slice. */
struct rest {
    unsigned observer, version;
    bool there;
};

/* An opponent's answer that is not played yet. */
struct pending_answer {
    unsigned question; /* its number + 1; 0: none */
    bool ready; /* `action` is valid */
    uint16_t action;
    int64_t show_ms; /* play it at this time, not before */
};

/* How much has been sent to the watchers. After a rollback the room resends from here. */
struct sent_state {
    struct table_sent table;
    int64_t turns[SEATS_MAX]; /* room.turn_sent */
    unsigned noticed; /* room.noticed */
    int64_t chat_number; /* number of the first line that was not sent */
};

/* A version that spectators may see `delay_ms` after this time. */
struct stamp {
    unsigned version;
    int64_t at_ms;
};

struct chat_line {
    struct chat_line *next;
    struct store_chat row;
};

/* What a room is doing.
 *
 *     room_find ──▶ LOADING ── rows ──▶ READY ── something changed ──▶ WRITING ── durable ──▶ READY
 *
 *     LOADING   the store fails and somebody watches       ──▶ RETRYING ── later ──▶ LOADING
 *               another server wrote meanwhile             ──▶ LOADING_STALE ── rows ──▶ LOADING
 *     READY     another server wrote                       ──▶ LOADING
 *     WRITING   another server wrote                       ──▶ WRITING_STALE ── done ──▶ LOADING
 *               the batch was refused                      ──▶ LOADING
 *               the store failed                           ──▶ RETRYING ── later ──▶ LOADING
 *
 * A READY room without watchers leaves the memory after core_settings.sleep_ms. A LOADING one
 * leaves when the table does not exist or the store fails. */
enum room_state {
    ROOM_LOADING, /* its rows are being read; messages wait in `queue` */
    ROOM_LOADING_STALE, /* the same, and the rows are already out of date */
    ROOM_RETRYING, /* the store failed; messages are refused until the retry */
    ROOM_READY, /* its whole state is durable */
    ROOM_WRITING, /* a batch is in flight; new changes go into the next one */
    ROOM_WRITING_STALE, /* the same, and the batch will end in a revision conflict */
};

/* A table in memory. */
struct room {
    struct table_output output; /* first member: receives the table's messages */
    struct task task;
    struct core *core;
    char id[STORE_ID];
    enum room_state state;
    int64_t retry_ms; /* RETRYING: time of the next attempt */
    struct message *broken; /* once loaded: why the table cannot be played; else NULL */
    bool damaged; /* broken because its rows are damaged: it is never written again */
    struct table table;
    struct store_table row;
    struct store_seat *seats; /* row.players of them; NULL before the first load */
    /* hashes of the rows last submitted, and of what in them does not move (store_moving) */
    uint64_t row_stored, seats_stored[SEATS_MAX];
    uint64_t row_still, seats_still[SEATS_MAX];
    unsigned entries_stored; /* log entries already submitted */
    struct watcher *watchers;
    unsigned watcher_count, watcher_capacity;
    struct queue queue; /* messages that arrived while it was loading */
    struct queue pending; /* messages that were applied but are not durable yet */
    unsigned pending_mark; /* how many of them the batch in flight covers */
    struct sent_state sent; /* valid if `was_ready` */
    struct sent_state sent_mark; /* becomes `sent` when the batch in flight is durable */
    bool was_ready; /* it has been READY at least once */
    struct outbox outbox; /* messages that are not sent yet */
    bool table_message_due, clock_message_due; /* the next advance sends it to all watchers */
    uint64_t asker; /* connection of the message being handled: replies go there */
    bool past_outbox; /* replies are sent at once: they tell nothing that is not durable */
    struct rest rest; /* of the message being handled */
    bool somebody_behind; /* a watcher may be catching up */
    unsigned next_slice; /* index of the watcher whose turn it is; counts on */
    int64_t turn_sent[SEATS_MAX]; /* start of the turn last sent to the seat's player; 0: none */
    unsigned noticed; /* mask of seats that have a notice of their present turn */
    unsigned silent_sent; /* room_silent as last sent */
    struct pending_answer answers[SEATS_MAX];
    unsigned effort_cut; /* parts of CORE_EFFORT that opponents save because many wait */
    unsigned forced_at; /* length of the log when the pending forced step was found */
    int64_t forced_ms; /* when to play it; 0: none is pending */
    int64_t absent_ms[SEATS_MAX]; /* since when the player is disconnected; 0: connected */
    struct chat_line *chat, **chat_last; /* the last lines, oldest first */
    struct chat_line *chat_new; /* the first line that is not submitted yet, or NULL */
    unsigned chat_count; /* lines in `chat` */
    int64_t chat_number; /* number of the next line */
    struct store_block *blocks; /* whom the host keeps from its tables; NULL: nobody */
    unsigned block_count;
    char barred[BARRED_MAX][STORE_ID]; /* a ring of people who lost their entropy too often */
    unsigned barred_count;
    char crowded[STORE_ID]; /* the person whose sit hit STORE_LIMIT and is refused now; or "" */
    struct store_batch *extra; /* further rows for the next batch, or NULL */
    struct stamp stamps[STAMPS_MAX]; /* with a spectator delay: oldest first */
    unsigned stamp_count;
    unsigned shown; /* the latest version whose delay is over */
    bool live_clock; /* counted in core.clocks_running */
    int64_t idle_ms; /* when the last watcher left */
    struct deadline deadline; /* when room_tick is due */
};

struct call;

struct core {
    struct core_settings settings;
    struct core_shell *shell;
    int64_t now;
    int64_t lost_ms; /* total time without any server, which clocks do not charge */
    int64_t lost_at_ms; /* last heartbeat before the latest such gap */
    bool ready, failed, stopping;
    bool lapsed; /* writing a heartbeat failed: there may be a gap */
    bool waited; /* at the start it has waited for heartbeats of others */
    uint64_t person_changes; /* how many changes of people were announced */
    bool missed; /* the lookup of somebody's turn failed: look again */
    char id[STORE_ID]; /* this server's, if several share the store; else "" */
    char alive[SERVERS_MAX][STORE_ID]; /* ids of the other live servers */
    unsigned alive_count;
    char gone[STORE_KEY]; /* key of a dead server's row, to be removed; "": none */
    struct task beat, due, prune, touch, keys;
    bool beating, finding_due, pruning, working_jobs;
    int64_t next_beat_ms, next_due_ms, next_prune_ms;
    struct map connections; /* by number */
    struct map people; /* connections by person's id, chained by `next` */
    struct map rooms; /* by table's id */
    struct deadlines deadlines; /* of the rooms */
    struct call *calls;
    struct limits limits;
    char (*banned)[CORE_ADDRESS_MAX]; /* addresses from which nobody may connect */
    unsigned banned_count;
    bool has_keys; /* `push_keys` is valid: push notices can be sent */
    struct core_keys push_keys;
    unsigned thinking; /* CORE_THINK works in flight */
    unsigned turns, sending; /* notice jobs in progress, per kind */
    unsigned stepping; /* tournaments whose next step is being computed */
    struct task deal, closing; /* of the deals of the day */
    bool dealing; /* today's deal is being stored */
    char day[STORE_DAY]; /* the last day whose deal exists */
    unsigned clocks_running; /* rooms whose live clock runs */
    unsigned slices; /* how many this tick may still send */
    unsigned in_flight; /* batches */
    struct core_figures figures;
    char buffer[TABLE_MESSAGE_MAX]; /* scratch space for the message being written */
    char table_buffer[TABLE_MESSAGE_MAX];
};

/* ---- core.c ---- */

void core_submit(struct core *core, struct task *task, struct store_batch *batch);
/* Looks for a session and its person. */
void core_find_session(struct core *core, struct store_batch *batch, const char *token_hex);
/* Stores, at most once a day, that the session that core_find_session found was seen. */
void core_note_seen(struct core *core, const struct store_batch *found, const char *token_hex);
/* Stores, at most every six hours, from where the account of the connection plays rated games. */
void core_note_origin(struct core *core, struct connection *connection);
void core_new_id(struct core *core, char id[STORE_ID]);
/* Takes one from the subject's rate limit; false: exceeded. */
bool core_within_limit(struct core *core, const struct limit *limit, const char *subject);
/* Sends the turn to every connection of the person that has not got it yet. */
void core_send_turn(struct core *core, const char *person, int64_t since_ms, const char *text,
                    size_t length);
/* Sends the end of a turn to the person's connections that do not watch the room. */
void core_send_turn_over(struct core *core, struct room *room, const char *person, const char *text,
                         size_t length);
/* Sends a refusal that belongs to no table. */
void core_send_error(struct core *core, uint64_t connection, const struct message *reason);
/* NULL: it is closed. */
struct connection *core_connection(const struct core *core, uint64_t number);
void queue_add(struct queue *queue, uint64_t connection, const char *text, size_t length);
/* NULL: the queue is empty. The caller frees the item. */
struct queued *queue_take(struct queue *queue);
/* Drops the first `count` items. */
void queue_drop(struct queue *queue, unsigned count);
/* Compares in constant time, except for the length. */
bool secret_equal(const char *a, const char *b);
/* The hash of a token as the store keeps it. */
void token_hash(const char *token, char hex[2 * HASH_SIZE + 1]);

/* Kinds of store_origin: addresses are kept for two days, devices as long as cookies. */
#define ORIGIN_ADDRESS "a"
#define ORIGIN_DEVICE "d"
void origin_of(const char *kind, const char *text, char origin[STORE_ORIGIN_TEXT]);
/* Adds to the batch that the account was seen there; "": unknown, adds nothing. */
void origin_put(struct core *core, struct store_batch *batch, const char *person, const char *kind,
                const char *text);

struct core_work *work_new(enum core_work_kind kind);
bool level_exists(const char *level); /* think.c */
void levels_write(struct json_out *out, const char *name);

/* Makes a connection pay for an expensive answer, as for so many messages. */
void core_charge(struct core *core, struct connection *connection, unsigned messages);

/* ---- moderation.c ---- */

/* Looks for mutes and blocks of the session's person; moderation_found puts them into the
 * connection. */
void moderation_find(struct store_batch *batch, const char *token_hex);
void moderation_found(struct core *core, struct connection *connection,
                      const struct store_batch *batch);
/* Has the connection's person blocked this one? */
bool moderation_hides(const struct connection *connection, const char *person);
bool moderation_is_active(const struct core *core, const struct store_mark *mark);
/* The active mark of this kind among those found; NULL: none. */
const struct store_mark *moderation_mark(const struct core *core, const struct store_op *marks,
                                         const char *kind);
/* `address` as limits_subject writes it. */
bool moderation_is_banned(const struct core *core, const char *address);
/* Reads all blocked addresses; moderation_found_banned closes their connections. */
void moderation_find_banned(struct store_batch *batch);
void moderation_found_banned(struct core *core, const struct store_batch *batch);

/* ---- cluster.c ---- */

/* Reads the last heartbeat and the gaps so far. The core is not ready before that. */
void cluster_start(struct core *core);
void cluster_tick(struct core *core);
int64_t cluster_next(const struct core *core); /* when cluster_tick is due */
/* Announces that this server ends. Call it first while `core->stopping` is not set. */
void cluster_stop(struct core *core);
int64_t core_served(const struct core *core); /* served time: `now` less all gaps */
/* Is this another server, and alive? "" is none. */
bool core_is_alive(const struct core *core, const char *server);

/* ---- room.c ---- */

/* The room of a table; if it is not in memory, its loading begins. */
struct room *room_find(struct core *core, const char *id);
void room_load(struct room *room);
/* Is it loaded and not broken? */
static inline bool room_is_playable(const struct room *room) {
    return room->state >= ROOM_READY && !room->broken;
}
/* Is a batch of it in flight? */
static inline bool room_is_writing(const struct room *room) {
    return room->state >= ROOM_WRITING;
}
/* Handles a message for this table. */
void room_receive(struct room *room, struct connection *connection, struct json message);
/* Call it after every change: runs the table until it waits for somebody, submits the changes, and
 * sends what needs no write. */
void room_advance_and_save(struct room *room);
void room_tick(struct room *room); /* its deadline has passed */
void room_close(struct room *room);
/* Appends a message to the outbox. */
void room_post(struct room *room, enum outgoing_to to, uint64_t number, const char *person,
               const char *text, size_t length);
/* Refuses the asker's message. */
void room_refuse(struct room *room, const char *id, const struct message *reason);
/* Another server has written the table: it is loaded again. */
void room_changed_elsewhere(struct room *room);
/* The next advance sends all turns again. Connections drop those they already have. */
void room_forget_sent_turns(struct room *room);
/* The same for all tables at which the person sits, or that belong to the tournament. */
void rooms_changed_for(struct core *core, const char *person);
/* For further rows that must be written in the same batch as the table. */
struct store_batch *room_extra_batch(struct room *room);
void room_add_block(struct room *room, const struct store_block *block);
void room_add_chat(struct room *room, const struct store_chat *line);

/* ---- room_watchers.c ---- */

unsigned room_seats_of(const struct room *room, const char *person); /* mask of seats */
bool room_may_enter(const struct room *room, const struct who *who, const char *secret);
/* NULL: the connection does not watch. */
struct watcher *room_watcher(struct room *room, const struct connection *connection);
void room_watch(struct room *room, struct connection *connection, unsigned observer);
/* Nobody watches as this seat any more. */
void room_unwatch(struct room *room, unsigned seat);
void room_remove_watcher(struct room *room, struct connection *connection);
/* The same without sending anything. */
void room_detach(struct room *room, struct watcher *watcher);
/* After a rollback: removes watchers whose welcome was rolled back. They say hello again. */
void room_drop_unconfirmed(struct room *room);

/* ---- room_catch_up.c ---- */

void room_catch_up_open(struct room *room);
/* The watcher gets the rest of a catch-up later, if there is one. */
void room_fall_behind(struct room *room, struct connection *connection);
void room_catch_up(struct room *room); /* sends one slice to one watcher */
int64_t room_catch_up_due(const struct room *room); /* when it can; INT64_MAX: not by itself */

/* ---- room_people.c ---- */

void seat_clear(struct room *room, unsigned seat); /* makes it free */

/* One line of at most so many letters, without control characters, not empty? */
bool is_line(const char *text, unsigned letters_max);
/* True: the message was of a type handled here. False: it is for the table. */
/* Counts that the seat's client has lost its entropy; the third time the seat is freed. */
void room_note_loss(struct room *room, unsigned seat);
bool room_act(struct room *room, struct connection *connection, struct json message,
              const char *id);

/* ---- room_time.c ---- */

/* Runs draws, forced steps, opponents and clocks until the table waits for somebody. */
void room_advance(struct room *room);
/* When room_tick is due; INT64_MAX: never. */
int64_t room_due_ms(const struct room *room);
/* When the table must be loaded again if it is unloaded now, in served time; 0: never. */
int64_t room_wake_ms(const struct room *room);
/* Only one of several servers runs a table: the one that holds its lease. */
bool room_has_lease(const struct room *room);
/* Takes or renews the lease if the table will be due and no other server holds it. */
void room_renew_lease(struct room *room);
bool room_take_over(struct room *room, unsigned seat, int64_t why, struct message *error)
    __attribute__((warn_unused_result));
int64_t room_left_ms(const struct room *room, unsigned seat);
/* Mask of seats without an answer for core_settings.silence_ms: the others may replace them. */
unsigned room_silent(const struct room *room);
void room_update_presence(struct room *room); /* call it when a connection comes or goes */
/* A CORE_THINK work is done. */
void room_take_answer(struct room *room, const struct core_work *work);

enum { SEAT_RAN_OUT = 1, SEAT_LEFT = 2, SEAT_REPLACED = 4 }; /* store_seat.expired */

/* ---- room_event.c ---- */

bool room_is_daily(const struct room *room); /* an attempt at the deal of a day? */
/* Do others still play the same deal? Then only its players may see it. */
bool room_is_sealed(const struct room *room);
/* Notes which version is durable from now on, for the spectator delay. */
void room_note_shown(struct room *room);
void room_note_loaded(struct room *room); /* the same for a table as it was stored */
/* Tells the table how much of it may be seen now. */
void room_update_limits(struct room *room);
int64_t room_delay_due(const struct room *room); /* when spectators may see more */
/* When a player who left at this time loses the seat. */
int64_t room_absent_until(const struct room *room, int64_t gone_ms);
/* When the event needs the table, in served time; INT64_MAX: not by itself. */
int64_t room_event_wake_ms(const struct room *room);
/* Ends an attempt that nobody plays on, and a table whose result was entered. */
void room_expire(struct room *room);
void room_finish_event(struct room *room); /* the game is over: adds rows to the batch */
int64_t room_finished_due_ms(const struct room *room); /* when everybody may see its end */
void event_write(struct json_out *out, const struct store_table *row); /* room_write.c */

/* ---- room_log.c ---- */

/* Restores the match from the rows of its log; false with the reason: they are damaged. */
bool room_log_replay(struct room *room, const struct store_entry *rows, unsigned count,
                     struct message *error) __attribute__((warn_unused_result));
/* Computes the hash of rows that an older version of the program wrote. */
void room_log_learn_hash(struct room *room, const struct store_entry *rows, unsigned count);
/* Adds what is new in the log to the batch, and removes what was taken back long ago. */
void room_log_write(struct room *room, struct store_batch *batch);

/* ---- room_write.c ---- */

void room_send_table(struct room *room); /* to all watchers */
void room_send_table_to(struct room *room, struct connection *connection);
void room_send_clock(struct room *room);
void room_send_chat_to(struct room *room, struct connection *connection);
void room_send_chat(struct room *room, const struct store_chat *line);
/* `since_ms`: start of the turn; 0: it is over. */
void room_send_turn(struct room *room, unsigned seat, int64_t since_ms);
void turn_write(struct core *core, struct json_out *out, const char *table, unsigned seat,
                bool awaited);
void pace_write(struct json_out *out, const struct store_table *row); /* the member `pace` */
/* A table as an item of a list. `person`: the reader, or "". */
void summary_write_members(struct json_out *out, const struct store_table *table,
                           const struct store_seat *seats, unsigned count, const char *person);
void summary_write(struct json_out *out, const struct store_table *table,
                   const struct store_seat *seats, unsigned count, const char *person);
/* The members `score` and `view` of a running table, for a small board: the durable part of the
 * game, as far as spectators may see it. Both are null while the table is not loaded. */
void room_write_board(struct json_out *out, struct room *room);

/* store_table.proposal; PROPOSE_REPLACE + seat proposes to replace that seat. ORDER_STOP is no
 * proposal: an organiser has entered the result of the table, which ends as soon as it is loaded.
 * Tables of tournaments have no proposals. */
enum { PROPOSE_NOTHING, PROPOSE_END, PROPOSE_CLOSE, ORDER_STOP, PROPOSE_REPLACE = 16 };
extern const char *const pace_names[3];
extern const char *const phase_names[3];

/* ---- calls.c ---- */

struct tourney;
/* Changes a tournament; false with the reason: nothing is written. */
typedef bool tournament_change(struct core *core, struct call *call, struct tourney *e,
                               struct store_batch *batch, struct message *error);

struct call {
    struct task task;
    struct call *next;
    const struct route *route;
    uint64_t id;
    bool gone; /* the client closed the request: no reply */
    bool known; /* `me` is valid: there is a session */
    bool hashing; /* it waits for a password to be hashed */
    struct store_person me;
    char address[CORE_ADDRESS_MAX];
    char token[CORE_TOKEN_LENGTH + 1], device[CORE_TOKEN_LENGTH + 1];
    char label[STORE_DEVICE]; /* browser and system of the request */
    char origin[CORE_ORIGIN_MAX]; /* the page that asks; "": a program, or too long */
    bool new_device; /* the reply sets the cookie `device` */
    char session[2 * HASH_SIZE + 1]; /* hash of the request's token as hex */
    char argument[STORE_NAME * 3]; /* the path's variable part */
    char query[512];
    char *body;
    struct json json;
    void (*then)(struct core *core, struct call *call, struct store_batch *batch);
    void (*after)(struct core *core, struct call *call, struct core_work *work);
    /* scratch space of the handlers */
    struct store_person found;
    char text[256], folded[STORE_NAME];
    struct store_passkey passkey; /* the one that signs */
    char challenge[PASSKEY_CHALLENGE_TEXT];
    char codes[CODES][CODE_SIZE]; /* new recovery codes for the reply; "": none */
    bool flag;
    tournament_change *change;
    unsigned tries, others; /* conflicts so far; tournaments of the person */
    unsigned seat; /* whose opening is asked for */
};

/* Submits a batch; `then` gets it when it is completed. */
void call_find(struct core *core, struct call *call, struct store_batch *batch,
               void (*then)(struct core *, struct call *, struct store_batch *));
/* Has a password hashed or a signature checked; `after` gets the work when it is done. Refused if
 * too many wait. */
void call_work(struct core *core, struct call *call, struct core_work *work,
               void (*after)(struct core *, struct call *, struct core_work *));
/* Begins the JSON object of a reply. */
struct json_out call_begin(struct core *core);
/* Each of these replies and frees the call. call_end: status 200. */
void call_end(struct core *core, struct call *call, struct json_out *out);
void call_end_token(struct core *core, struct call *call, struct json_out *out, const char *token);
/* With an error that has more members than its reason. */
void call_end_refused(struct core *core, struct call *call, struct json_out *out, unsigned status);
void call_end_text(struct core *core, struct call *call, const char *text, size_t length,
                   const char *download, const char *type);
void call_refuse(struct core *core, struct call *call, unsigned status,
                 const struct message *reason);
/* Does the same person already wait for an answer to the same request? */
bool call_asks_twice(const struct core *core, const struct call *call);
/* A decoded parameter of the query; false: it is missing or malformed. */
bool call_query(const struct call *call, const char *name, char *value, size_t size);
/* The same as a number; 0: it is missing or none. */
int64_t call_query_number(const struct call *call, const char *name);
/* True if the batch was not done: then the call has been refused. */
bool call_failed(struct core *core, struct call *call, const struct store_batch *batch);
void calls_close(struct core *core);

/* ---- calls_people.c, calls_account.c, calls_tables.c ---- */

/* Each refuses the call if the body lacks what it reads. account_read_name fills in `text` and
 * `folded`; account_read_password returns work with the password in this member, or NULL. */
bool account_read_name(struct core *core, struct call *call);
struct core_work *account_read_password(struct core *core, struct call *call, const char *member,
                                        enum core_work_kind kind);
/* Is it an account? Otherwise refuses the call. */
bool account_needed(struct core *core, struct call *call);
/* Checks the caller's password in this member. */
void account_verify(struct core *core, struct call *call, const char *member,
                    void (*after)(struct core *, struct call *, struct core_work *));
/* Did hashing work? Otherwise refuses the call. */
bool account_hashed(struct core *core, struct call *call, const struct core_work *work);
/* Finds the account of this name, and who was signed in on this device before. */
void account_find(struct core *core, struct call *call,
                  void (*then)(struct core *, struct call *, struct store_batch *));
/* The account that account_find found; NULL: none. Refuses the call and sets `*refused` if there
 * were too many attempts. */
const struct store_person *account_found(struct core *core, struct call *call,
                                         const struct store_batch *found, bool *refused);
/* Gives the device a name if it has none. */
void account_name_device(struct core *core, struct call *call);
/* Adds a session of call.found, with a new token, and remembers the device. */
void account_enter(struct core *core, struct call *call, struct store_batch *batch);
/* Stores a batch that changes call.found and its session; then replies with both. */
void account_store(struct core *core, struct call *call, struct store_batch *batch);
/* Makes new recovery codes for call.found in place of all older ones. */
void account_new_codes(struct core *core, struct call *call, struct store_batch *batch);
void account_write_codes(struct json_out *out, const struct call *call);
/* Browser and system as a user agent names them; "" if unknown. */
void device_label(const char *agent, char label[STORE_DEVICE]);
/* Closes all connections of the person. */
void account_close_pages(struct core *core, const char *person);
/* Shows the new name at all tables of the person. */
void account_renamed(struct core *core, const struct store_person *person);

typedef void call_handler(struct core *core, struct call *call);
call_handler call_guest, call_signup, call_login, call_logout, call_password, call_me, call_export,
    call_delete, call_person, call_leaders;
call_handler call_recover, call_security, call_end_session, call_codes;
call_handler call_passkey_challenge, call_passkey_login, call_passkey_begin, call_passkey_add,
    call_passkey_remove, call_passkey_second;
/* The password of call.found was right, but it is not enough: checks the passkey in the body, or
 * asks for one. */
void passkey_after_password(struct core *core, struct call *call);
void passkeys_write(struct json_out *out, const struct store_op *found);
call_handler call_report, call_blocks, call_block, call_unblock, call_heed;
call_handler call_reports, call_one_report, call_act;
/* Whom a report or block is about: looks for the table with its seats and the chat line, for the
 * study, or for the account that the body names. */
void about_find(struct core *core, struct call *call,
                void (*then)(struct core *, struct call *, struct store_batch *));
/* Fills in call.found (id and name), and `line` with the chat line or NULL. Otherwise refuses the
 * call. */
bool about_found(struct core *core, struct call *call, const struct store_batch *batch,
                 const struct store_chat **line);
call_handler call_games, call_tables, call_create, call_my_tables, call_table;
call_handler call_finished, call_my_finished, call_openings;
call_handler call_studies, call_my_studies, call_study, call_study_keep, call_study_remove;
/* Writes the member `studies` of an export. */
void studies_export(struct json_out *out, const struct store_batch *batch);
call_handler call_watch, call_daily, call_days, call_attempt;
call_handler call_tournaments, call_tournament, call_tournament_create, call_tournament_enter,
    call_tournament_leave, call_tournament_start, call_tournament_next, call_tournament_clock,
    call_tournament_end, call_tournament_remove, call_tournament_correct;
/* How many tables that are not over the person may sit at. */
unsigned tables_max(const struct core *core, const struct who *who);
/* Game, players, options and pace of a body. */
bool table_read_play(struct json json, struct store_table *table, struct message *error)
    __attribute__((warn_unused_result));
bool json_flag(struct json json, const char *member, bool fallback);
/* A number from 0 to `most`, times `unit`; false: it is missing or another one. */
bool json_limited(struct json json, const char *member, int64_t most, int64_t unit, int64_t *value)
    __attribute__((warn_unused_result));
void person_to_who(const struct store_person *person, struct who *who);
bool table_rows_new(struct core *core, struct json json, const struct who *who,
                    struct store_table *table, struct store_seat *seats, struct message *error)
    __attribute__((warn_unused_result));
/* A person's seat at a table whose draws follow from its seed alone. */
void seat_without_entropy(struct store_seat *seat);
void table_rows_rematch(struct core *core, const struct store_table *old,
                        const struct store_seat *old_seats, struct store_table *table,
                        struct store_seat *seats);

/* ---- notices.c, calls_notices.c ---- */

#define NOTICE_KEYS "push keys"

/* `keys`: the stored push keys; NULL at the first start, then they are made. */
void notices_start(struct core *core, const struct store_value *keys);
void notices_keys_made(struct core *core, const struct core_keys *keys);
/* Adds a job for a notice to the batch that makes it the seat's turn. */
void notice_turn(struct room *room, unsigned seat);
/* How many more jobs of this kind may begin now. */
unsigned notices_free(const struct core *core, const char *kind);
void notice_jobs(struct core *core, const struct store_op *taken);
void notice_sent(struct core *core, const struct core_work *work);
/* Writes no padding; ends with a zero. */
void base64url_write(const uint8_t *bytes, size_t size, char *text);
/* Reads exactly `size` bytes. */
bool base64url_read(const char *text, uint8_t *bytes, size_t size)
    __attribute__((warn_unused_result));
call_handler call_notices, call_push, call_webhook, call_unsubscribe;

/* ---- tournaments.c ---- */

/* Asks for tournaments that are due, and does what they need. */
void tournaments_find_due(struct core *core, struct store_batch *batch);
void tournaments_due(struct core *core, const struct store_op *due);

/* ---- daily.c ---- */

void daily_tick(struct core *core); /* publishes the deal of a new day */

/* ---- finished.c ---- */

/* The job of a table that is over: who did how well, and how it began. */
struct finished {
    const struct store_table *table;
    const struct store_seat *seats; /* by number */
    const char *data; /* of the job */
};

/* Adds the job to the batch that ends the game. A table without people leaves none. */
void finished_leave_job(struct room *room, bool rates);
bool finished_rates(const struct finished *f); /* do ratings follow from it? */
/* Asks which nodes of the opening are known. */
void finished_find(const struct finished *f, struct store_batch *batch);
/* Adds the rows to find the game by, and counts its opening. */
void finished_write(const struct finished *f, const struct store_batch *found,
                    struct store_batch *batch);

/* ---- rating.c ---- */

void rating_jobs(struct core *core, const struct store_op *taken);

#endif
