/* What the files of the core share. Nobody else includes this.
 *
 *     core.c           connections, what comes back from the store, what is due
 *     cluster.c        heartbeats, other servers
 *     deadlines.c      which room wants to be called when
 *     outbox.c         messages that wait until what they tell is durable
 *     room.c           a table in memory: waking, writing down, telling, sleeping
 *     room_watchers.c  who watches a table, as whom
 *     room_people.c    what people do at a table beside playing: sit, leave, chat, agree, …
 *     room_time.c      clocks, opponents, taking over: what a table does by itself
 *     room_write.c     a server's messages about a table
 *     calls.c          requests to /api/; calls_people.c, calls_tables.c: what they do
 *     rating.c         ratings
 *     notices.c        turns told to those who are away; calls_notices.c: where to */
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

enum {
    TABLES_PER_CONNECTION = 16,
    QUEUE_MAX = 64, /* messages that wait for a session or a table */
    PENDING_MAX = 512, /* that a table has heard, but that are not durable yet */
    WATCHERS_MAX = 2000, /* at one table */
    CHAT_KEPT = 50, /* lines that are told to whoever comes */
    TURNS_KNOWN = 32, /* that a page was told of: it is not told again */
    CHAT_LETTERS_MAX = 500,
    HOUR_MS = 3600 * 1000,
    HEARTBEAT_MS = 1000, /* while a live clock runs */
    SLOW_HEARTBEAT_MS = 60 * 1000,
    SHARED_HEARTBEAT_MS = 500, /* one server of several */
    ALONE_MS = 2000, /* no heartbeat for so long: there is no other server */
    DUE_EVERY_MS = 10 * 1000, /* how often tables that are asleep are looked through */
    DUE_AHEAD_MS = 30 * 1000, /* those that have something to do within this time stay awake */
    DUE_MAX = 1000, /* of them, at once … */
    DUE_MAX_SHARED = 100, /* … or, of several servers, each */
    RETRY_MS = 1000, /* a table that could not be read is tried again */
    SERVER_TIMEOUT_MS = 5000, /* a server that was silent for so long is not there */
    SERVERS_MAX = 64,
    PRUNE_EVERY_MS = HOUR_MS,
};
#define DAY_MS (24 * (int64_t)HOUR_MS)

/* What comes back from the store belongs to one of these. */
struct task {
    void (*stored)(struct core *core, struct task *task, struct store_batch *batch);
};

/* A message that waits, in a list: before it is known who speaks as it came, at a table as the
 * JSON that it was found to be. */
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

/* Who speaks. */
struct who {
    char id[STORE_ID]; /* "": nobody, without a session */
    char name[STORE_NAME];
    bool guest;
};

struct connection {
    struct task task; /* finds out who it is */
    uint64_t number;
    bool known; /* who it is */
    bool looking_up, gone; /* that is being looked up; closed meanwhile */
    uint64_t looked_at; /* when, by core->person_changes */
    struct who who;
    char session[2 * HASH_SIZE + 1]; /* its token, hashed; "" */
    char address[CORE_ADDRESS_MAX];
    struct bucket messages;
    struct room *rooms[TABLES_PER_CONNECTION];
    unsigned room_count;
    struct queue queue; /* before it is known */
    uint64_t *turns; /* the last it was told of, hashed; NULL */
    unsigned turn_count;
    struct connection *next; /* of the same person */
};

/* Who watches a table. */
struct watcher {
    struct connection *connection;
    unsigned observers; /* as whom: a mask */
    uint64_t from[OBSERVERS]; /* what was said before this is not for it, as each */
    /* as whom it watched before it asked for what is not durable yet */
    unsigned confirmed;
    uint64_t since; /* it was not here before this was said */
};

/* An opponent's answer on its way. */
struct pending_answer {
    unsigned question; /* + 1; 0: none */
    bool ready;
    uint16_t action;
    int64_t show_ms;
};

/* What those who watch were told for good: what was said beyond it went with a batch that may
 * come to nothing. */
struct sent_state {
    struct table_sent table;
    int64_t turns[SEATS_MAX];
    unsigned noticed;
    int64_t chat_number;
};

struct chat_line {
    struct chat_line *next;
    struct store_chat row;
};

/* What a room is doing.
 *
 *     room_find ──▶ LOADING ── rows ──▶ READY ── something changed ──▶ WRITING ── durable ──▶ READY
 *
 *     LOADING   the store is away and somebody watches     ──▶ RETRYING ── later ──▶ LOADING
 *               another server wrote meanwhile             ──▶ LOADING_STALE ── rows ──▶ LOADING
 *     READY     another server wrote                       ──▶ LOADING
 *     WRITING   another server wrote                       ──▶ WRITING_STALE ── done ──▶ LOADING
 *               the batch was refused, or the store failed ──▶ LOADING
 *
 * A READY room that nobody watches leaves the memory when it has slept long enough, a LOADING one
 * when there is no such table or the store is away. */
enum room_state {
    ROOM_LOADING, /* its rows are on their way; what is said to it waits in `queue` */
    ROOM_LOADING_STALE, /* likewise, and they are already out of date */
    ROOM_RETRYING, /* they could not be read; what is said to it is refused */
    ROOM_READY, /* all that it knows is durable */
    ROOM_WRITING, /* a batch is on its way; what happens meanwhile goes into the next */
    ROOM_WRITING_STALE, /* likewise, and the batch will be refused */
};

/* A table in memory. */
struct room {
    struct table_output output; /* first: what the table says comes here */
    struct task task;
    struct core *core;
    char id[STORE_ID];
    enum room_state state;
    int64_t retry_ms; /* RETRYING: when */
    struct message *broken; /* once loaded: why it cannot be played; NULL */
    struct table table;
    struct store_table row;
    struct store_seat *seats; /* as many as play; NULL before it was read */
    uint64_t row_stored, seats_stored[SEATS_MAX]; /* as they are written down, hashed */
    unsigned entries_stored;
    struct watcher *watchers;
    unsigned watcher_count, watcher_capacity;
    struct queue queue; /* while it loads */
    struct queue pending; /* messages that were heard, but are not durable yet */
    unsigned pending_mark; /* those that the batch on its way is for */
    struct sent_state sent, sent_mark; /* for good; if the batch on its way is written */
    bool was_ready; /* once at least: `told` counts */
    struct outbox outbox; /* what it has said and nobody was told yet */
    bool table_message_due, clock_message_due; /* the server's messages are due */
    uint64_t asker; /* the connection whose message is looked at */
    int64_t turn_sent[SEATS_MAX]; /* since when it is a seat's turn, as it was told */
    unsigned noticed; /* those that got a notice of it */
    unsigned silent_sent; /* those that all know to be silent */
    struct pending_answer answers[SEATS_MAX];
    unsigned effort_cut; /* parts of CORE_EFFORT that opponents do without */
    unsigned forced_at; /* length of the log when a forced step was seen */
    int64_t forced_ms; /* and when it is played */
    int64_t absent_ms[SEATS_MAX]; /* since when nobody is there for the seat; 0: somebody is */
    struct chat_line *chat, **chat_last, *chat_new; /* the last lines; those not yet on their way */
    unsigned chat_count; /* lines in memory */
    int64_t chat_number; /* of the next line */
    struct store_batch *extra; /* further rows for the next batch, or NULL */
    bool live_clock; /* a live clock runs here */
    int64_t idle_ms; /* since when nobody watches */
    struct deadline deadline; /* when it does something by itself */
};

struct call;

struct core {
    struct core_settings settings;
    struct core_shell *shell;
    int64_t now;
    /* time that no server was there, in all; the heartbeat before the last gap */
    int64_t lost_ms, lost_at_ms;
    bool ready, failed, stopping;
    bool lapsed; /* a heartbeat could not be written: there may be a gap */
    bool waited; /* for heartbeats of others, at the start */
    uint64_t person_changes; /* how often something about people was heard */
    bool missed; /* somebody connected here may not have been told of a turn */
    char id[STORE_ID]; /* of several servers; "": there is only this one */
    char alive[SERVERS_MAX][STORE_ID]; /* the others that are there */
    unsigned alive_count;
    char gone[STORE_KEY]; /* one whose row can go */
    struct task beat, due, prune, touch, keys;
    bool beating, finding_due, pruning, working_jobs;
    int64_t next_beat_ms, next_due_ms, next_prune_ms;
    struct map connections, people, rooms; /* by number; by person's id, chained; by table's id */
    struct deadlines deadlines; /* of the rooms */
    struct call *calls;
    struct limits limits;
    bool has_keys; /* for push services: then `push` works */
    struct core_keys push_keys;
    unsigned thinking; /* thoughts that are on their way */
    unsigned turns, sending; /* jobs that are being worked at */
    unsigned clocks_running; /* rooms with a live clock that runs */
    unsigned in_flight; /* batches */
    struct core_figures figures;
    char buffer[TABLE_MESSAGE_MAX]; /* for whatever is written next */
    char table_buffer[TABLE_MESSAGE_MAX];
};

/* ---- core.c ---- */

void core_submit(struct core *core, struct task *task, struct store_batch *batch);
/* once a day that is written down */
void core_note_seen(struct core *core, const struct store_person *person, const char *token_hex);
void core_new_id(struct core *core, char id[STORE_ID]);
/* false: too often */
bool core_within_limit(struct core *core, const struct limit *limit, const char *subject);
/* to every page of the person that does not know */
void core_send_turn(struct core *core, const char *person, int64_t since_ms, const char *text,
                    size_t length);
void core_send_turn_over(struct core *core, struct room *room, const char *person, const char *text,
                         size_t length);
/* about nothing at a table */
void core_send_error(struct core *core, uint64_t connection, const struct message *reason);
/* NULL: closed */
struct connection *core_connection(const struct core *core, uint64_t number);
void queue_add(struct queue *queue, uint64_t connection, const char *text, size_t length);
/* NULL: empty; to be freed */
struct queued *queue_take(struct queue *queue);
/* the first of them */
void queue_drop(struct queue *queue, unsigned count);
bool secret_equal(const char *a, const char *b);
void token_hash(const char *token, char hex[2 * HASH_SIZE + 1]); /* as sessions are kept */

struct core_work *work_new(enum core_work_kind kind);
bool level_exists(const char *level); /* of an opponent: think.c */
void levels_write(struct json_out *out, const char *name);

/* ---- cluster.c ---- */

void cluster_start(struct core *core); /* before anything else: what is known of the time */
void cluster_tick(struct core *core);
int64_t cluster_next(const struct core *core); /* when it wants that */
/* says that it goes, once; `core->stopping` is not yet set the first time */
void cluster_stop(struct core *core);
int64_t core_served(const struct core *core); /* the time by which clocks run */
bool core_is_alive(const struct core *core, const char *server); /* of several; "" is none */

/* ---- room.c ---- */

/* in memory, or woken: then it is loading */
struct room *room_find(struct core *core, const char *id);
void room_load(struct room *room);
/* Can it be played? */
static inline bool room_is_playable(const struct room *room) {
    return room->state >= ROOM_READY && !room->broken;
}
/* Is a batch of it on its way? */
static inline bool room_is_writing(const struct room *room) {
    return room->state >= ROOM_WRITING;
}
/* a message that names this table */
void room_receive(struct room *room, struct connection *connection, struct json message);
/* after every change: goes on, writes down, tells */
void room_advance_and_save(struct room *room);
void room_tick(struct room *room); /* its time has come */
void room_close(struct room *room);
void room_post(struct room *room, enum outgoing_to to, uint64_t number, const char *person,
               const char *text, size_t length);
/* to the asker */
void room_refuse(struct room *room, const char *id, const struct message *reason);
/* by somebody else: it is read again */
void room_changed_elsewhere(struct room *room);
/* all who are awaited are told so, next time: pages that know it are not told again */
void room_forget_sent_turns(struct room *room);
void rooms_changed_for(struct core *core, const char *person); /* wherever the person sits */
/* for rows that are written together with the table */
struct store_batch *room_extra_batch(struct room *room);
void room_add_chat(struct room *room, const struct store_chat *line);

/* ---- room_watchers.c ---- */

unsigned room_seats_of(const struct room *room, const char *person); /* a mask */
bool room_may_enter(const struct room *room, const struct who *who, const char *secret);
/* NULL: it does not watch */
struct watcher *room_watcher(struct room *room, const struct connection *connection);
void room_watch(struct room *room, struct connection *connection, unsigned observer);
void room_unwatch(struct room *room, unsigned seat); /* nobody sees what this seat sees */
void room_remove_watcher(struct room *room,
                         struct connection *connection); /* a watcher went away */
void room_detach(struct room *room, struct watcher *watcher); /* the same, and nobody is told */
void room_drop_unconfirmed(struct room *room); /* after what they were promised came to nothing */

/* ---- room_people.c ---- */

void seat_clear(struct room *room, unsigned seat); /* nobody's any more */

/* True: it was one of the server's own messages, and is dealt with. */
bool room_act(struct room *room, struct connection *connection, struct json message,
              const char *id);

/* ---- room_time.c ---- */

void room_advance(struct room *room); /* whatever happens by itself now */
/* when it wants room_tick; INT64_MAX: never */
int64_t room_due_ms(const struct room *room);
int64_t room_wake_ms(const struct room *room); /* the same for the store, 0: never */
/* is it this server that does so, of several? */
bool room_has_lease(const struct room *room);
void room_renew_lease(struct room *room); /* from now on, if nobody else does */
bool room_take_over(struct room *room, unsigned seat, int64_t why, struct message *error)
    __attribute__((warn_unused_result));
int64_t room_left_ms(const struct room *room, unsigned seat);
/* a mask: the others may go on without them */
unsigned room_silent(const struct room *room);
void room_update_presence(struct room *room); /* somebody came or went */
void room_take_answer(struct room *room, const struct core_work *work);

enum { SEAT_RAN_OUT = 1, SEAT_LEFT = 2, SEAT_REPLACED = 4 }; /* store_seat.expired */

/* ---- room_write.c ---- */

void room_send_table(struct room *room); /* to all who watch */
void room_send_table_to(struct room *room, struct connection *connection);
void room_send_clock(struct room *room);
void room_send_chat_to(struct room *room, struct connection *connection);
void room_send_chat(struct room *room, const struct store_chat *line);
void room_send_turn(struct room *room, unsigned seat, int64_t since_ms); /* 0: it is over */
void turn_write(struct core *core, struct json_out *out, const char *table, unsigned seat,
                bool awaited);
void summary_write(struct json_out *out, const struct store_table *table,
                   const struct store_seat *seats, unsigned count, const char *person);

/* store_table.proposal; replace: + seat */
enum { PROPOSE_NOTHING, PROPOSE_END, PROPOSE_CLOSE, PROPOSE_REPLACE = 16 };
extern const char *const pace_names[3];
extern const char *const phase_names[3];

/* ---- calls.c ---- */

struct call {
    struct task task;
    struct call *next;
    const struct route *route;
    uint64_t id;
    bool gone; /* nobody waits any more */
    bool known; /* there is a session */
    struct store_person me;
    char address[CORE_ADDRESS_MAX];
    char token[CORE_TOKEN_LENGTH + 1];
    char session[2 * HASH_SIZE + 1]; /* the token it came with, hashed */
    char argument[STORE_NAME * 3]; /* of the path */
    char query[512];
    char *body;
    struct json json;
    void (*then)(struct core *core, struct call *call, struct store_batch *batch);
    void (*after)(struct core *core, struct call *call, struct core_work *work);
    struct store_person found; /* what a call needs meanwhile */
    char text[256], folded[STORE_NAME];
    bool flag;
};

void call_find(struct core *core, struct call *call, struct store_batch *batch,
               void (*then)(struct core *, struct call *, struct store_batch *));
void call_work(struct core *core, struct call *call, struct core_work *work,
               void (*after)(struct core *, struct call *, struct core_work *));
/* an answer, an object */
struct json_out call_begin(struct core *core);
/* 200, and the call is over */
void call_end(struct core *core, struct call *call, struct json_out *out);
void call_end_token(struct core *core, struct call *call, struct json_out *out, const char *token);
void call_end_text(struct core *core, struct call *call, const char *text, size_t length,
                   const char *download);
void call_refuse(struct core *core, struct call *call, unsigned status,
                 const struct message *reason);
bool call_query(const struct call *call, const char *name, char *value, size_t size); /* decoded */
/* then it is over */
bool call_failed(struct core *core, struct call *call, const struct store_batch *batch);
void calls_close(struct core *core);

/* ---- calls_people.c, calls_tables.c ---- */

typedef void call_handler(struct core *core, struct call *call);
call_handler call_guest, call_signup, call_login, call_logout, call_password, call_me, call_export,
    call_delete, call_person, call_leaders;
call_handler call_games, call_tables, call_create, call_my_tables, call_table;
void person_to_who(const struct store_person *person, struct who *who);
bool table_rows_new(struct core *core, struct json json, const struct who *who,
                    struct store_table *table, struct store_seat *seats, struct message *error)
    __attribute__((warn_unused_result));
void table_rows_again(struct core *core, const struct store_table *old,
                      const struct store_seat *old_seats, struct store_table *table,
                      struct store_seat *seats);

/* ---- notices.c, calls_notices.c ---- */

#define NOTICE_KEYS "push keys"

/* keys: NULL at the first start */
void notices_start(struct core *core, const struct store_value *keys);
void notices_keys_made(struct core *core, const struct core_keys *keys);
/* leaves a job, together with what made it the seat's turn */
void notice_turn(struct room *room, unsigned seat);
/* jobs of this kind that can be begun */
unsigned notices_free(const struct core *core, const char *kind);
void notice_jobs(struct core *core, const struct store_op *taken);
void notice_sent(struct core *core, const struct core_work *work);
/* without padding, ended by zero */
void base64url_write(const uint8_t *bytes, size_t size, char *text);
/* exactly `size` bytes */
bool base64url_read(const char *text, uint8_t *bytes, size_t size)
    __attribute__((warn_unused_result));
call_handler call_notices, call_push, call_webhook, call_unsubscribe;

/* ---- rating.c ---- */

void rating_jobs(struct core *core, const struct store_op *taken);

#endif
