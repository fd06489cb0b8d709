/* What the server keeps, and how it asks for it: batches of operations on typed rows.
 *
 * A store is asynchronous: a batch is submitted, and comes back completed, later, never from
 * within the submission. Batches are done and come back in the order of submission; a batch sees
 * all that was submitted before it. A batch is done whole or not at all, and STORE_DONE means
 * durable: synced to the disk, many batches with one sync.
 *
 *     struct store_batch *batch = store_batch(context);
 *     store_put(batch, STORE_TABLE)->table = …;
 *     store_add(batch, STORE_ENTRY)->entry = …;
 *     store_find(batch, STORE_CHAT_AT, table, 0, 50);
 *     shell->submit(shell, batch);                      // given away
 *     … the same pointer comes back: batch->status, store_found(batch, STORE_CHAT_AT, NULL)->rows …
 *     store_batch_free(batch);
 *
 * Rows are plain structs: texts ended by zero, every number 64 bits. store/rows.c has their
 * columns, in one table that makes schema, writing and reading. An entry is 80 bytes here and
 * about 40 on disk. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 23, /* 22 characters of base64url and the zero */
    STORE_NAME = 64, /* a person's name: 24 letters of up to two bytes */
    STORE_LEVEL = 17,
    STORE_PASSWORD = 128, /* argon2id in its own text format */
    STORE_CHAT_TEXT = 1001,
    STORE_DATA = 2049, /* JSON of a job or a value */
    STORE_KEY = 65,
    STORE_URL = 1025,
    STORE_SECRET = 89, /* a public key of P-256 as base64url, or 32 bytes as hex */
    STORE_HASH = 32,
};

/* A guest or an account. */
struct store_person {
    char id[STORE_ID];
    char name[STORE_NAME]; /* "": deleted */
    char folded[STORE_NAME]; /* of an account: unique; "" of a guest */
    char password[STORE_PASSWORD]; /* "" of a guest */
    int64_t created_ms, seen_ms;
    /* set by the operator alone: STORE_PUT never changes it in a row that is there */
    int64_t blocked;
};

struct store_session {
    uint8_t token[STORE_HASH]; /* BLAKE2b-256 of the token: who reads the file cannot log in */
    char person[STORE_ID];
    int64_t created_ms, seen_ms;
};

enum store_phase { STORE_SEATING, STORE_PLAYING, STORE_OVER };
enum store_pace { STORE_NO_PACE, STORE_LIVE, STORE_RELAXED };

struct store_table {
    char id[STORE_ID];
    char secret[STORE_ID]; /* of a table by link only; "": public */
    char game[STORE_LEVEL];
    char components[STORE_LEVEL];
    int64_t rules, players;
    uint8_t options[4];
    uint8_t seed[STORE_HASH], reserve[STORE_HASH];
    int64_t pace; /* enum store_pace */
    int64_t time_ms, increment_ms; /* live: for each seat, and a turn; relaxed: time_ms a turn */
    int64_t rated, hints;
    char host[STORE_ID];
    char rematch[STORE_ID]; /* the table at which the same people play again; "" */
    int64_t phase; /* enum store_phase */
    int64_t entries; /* of its log */
    int64_t waiting; /* seats that owe an answer, or entropy: a mask */
    int64_t proposal, agreed; /* what is proposed (0: nothing), and who agrees: a mask */
    int64_t created_ms, changed_ms;
    /* when it has something to do by itself, in served time; 0: never */
    int64_t wake_ms;
    int64_t revision; /* counts the row's writes */
    char keeper[STORE_ID]; /* the server that does it, of several … */
    int64_t kept_ms; /* … until then, in served time */
};

struct store_seat {
    char at[STORE_ID]; /* the table */
    int64_t seat;
    char person[STORE_ID]; /* whose seat it is; "": an opponent's, or free */
    char name[STORE_NAME]; /* that person's, as shown at the table */
    int64_t guest;
    char first[STORE_LEVEL]; /* who played it first: "person", a level, or "": free */
    char level[STORE_LEVEL]; /* the opponent that plays it now; "": the person */
    int64_t hashed, revealed;
    uint8_t hash[STORE_HASH], entropy[STORE_HASH];
    int64_t left_ms; /* on its clock when it last stopped */
    int64_t running_ms; /* since when it runs, in served time; 0: it does not */
    int64_t expired; /* ran out: only the increment a turn from now on */
    int64_t score, place; /* when the game is over; place 0: none */
    char here[STORE_ID]; /* the server, of several, at which the person is; "" */
};

struct store_entry { /* of a table's log, append-only */
    char at[STORE_ID];
    int64_t version; /* from 0, without gaps */
    int64_t kind, by, action, forced; /* as in match_entry */
    char id[25]; /* unique by table, kind and seat, unless "" */
};

struct store_chat {
    char at[STORE_ID];
    int64_t number; /* from 0 */
    char person[STORE_ID];
    char name[STORE_NAME];
    char text[STORE_CHAT_TEXT];
    int64_t said_ms;
};

struct store_rating {
    char game[STORE_LEVEL];
    char person[STORE_ID];
    char name[STORE_NAME];
    double mu, sigma;
    int64_t games, changed_ms;
};

struct store_history { /* of a rating */
    char person[STORE_ID];
    char at[STORE_ID]; /* the table */
    char game[STORE_LEVEL];
    double mu, sigma; /* after it */
    int64_t place, players;
    int64_t ended_ms;
};

struct store_job { /* something to be done outside: a notice */
    char id[STORE_ID];
    char kind[STORE_LEVEL];
    char person[STORE_ID];
    char data[STORE_DATA];
    int64_t due_ms, tries;
};

struct store_target { /* where notices for a person go */
    char id[STORE_ID]; /* from person and url: the same place is kept once */
    char person[STORE_ID];
    char kind[STORE_LEVEL]; /* "push" or "webhook" */
    char url[STORE_URL];
    /* push: the browser's public key; webhook: what it is signed with */
    char secret[STORE_SECRET];
    char auth[STORE_ID]; /* push: the browser's secret */
    int64_t created_ms;
};

struct store_value { /* of the server: "heartbeat", keys made at first start */
    char key[STORE_KEY];
    char data[STORE_DATA];
};

/* Row types, with their keys (what makes a row the same) and what else is unique:
 *       type           member   struct         key                                            */
/* clang-format off */
#define STORE_TYPES(X)                                                                            \
    X(STORE_PERSON,  person,  store_person)  /* id; folded unless ""                          */ \
    X(STORE_SESSION, session, store_session) /* token                                         */ \
    X(STORE_TABLE,   table,   store_table)   /* id                                            */ \
    X(STORE_SEAT,    seat,    store_seat)    /* at, seat                                      */ \
    X(STORE_ENTRY,   entry,   store_entry)   /* at, version; at, kind, by, id unless id is "" (steps and undos only: kind < 2) */ \
    X(STORE_CHAT,    chat,    store_chat)    /* at, number                                    */ \
    X(STORE_RATING,  rating,  store_rating)  /* game, person                                  */ \
    X(STORE_HISTORY, history, store_history) /* person, at                                    */ \
    X(STORE_JOB,     job,     store_job)     /* id                                            */ \
    X(STORE_VALUE,   value,   store_value)   /* key                                           */ \
    X(STORE_TARGET,  target,  store_target)  /* id                                            */
/* clang-format on */

#define STORE_TYPE(type, member, row) type,
enum store_type { STORE_TYPES(STORE_TYPE) STORE_TYPE_COUNT };
#undef STORE_TYPE

#define STORE_MEMBER(type, member, row) struct row member;
union store_row {
    STORE_TYPES(STORE_MEMBER)
};
#undef STORE_MEMBER

/* What can be asked; `key`, `number` and `limit` are the query's. A limit of 0 is none.
 *       query                   gives          the rows with … */
/* clang-format off */
#define STORE_QUERIES(X)                                                                                                  \
    X(STORE_PERSON_AT,           STORE_PERSON)  /* id = key                                                          */ \
    X(STORE_PERSON_NAMED,        STORE_PERSON)  /* folded = key                                                      */ \
    X(STORE_PERSON_OF_SESSION,   STORE_PERSON)  /* the session whose token is key in hex, seen at number or later    */ \
    X(STORE_SESSIONS_OF,         STORE_SESSION) /* person = key                                                      */ \
    X(STORE_TABLE_AT,            STORE_TABLE)   /* id = key                                                          */ \
    X(STORE_SEATS_AT,            STORE_SEAT)    /* at = key, by seat                                                 */ \
    X(STORE_ENTRIES_AT,          STORE_ENTRY)   /* at = key, by version                                              */ \
    X(STORE_CHAT_AT,             STORE_CHAT)    /* at = key: the last `limit`, by number                             */ \
    X(STORE_OPEN_TABLES,         STORE_TABLE)   /* seating, public; game = key unless ""; created before number      */ \
                                                /*   unless 0; newest first (created_ms, then id, both descending)   */ \
    X(STORE_SEATS_OF_OPEN,       STORE_SEAT)    /* the seats of those tables (same key, number, limit), by seat      */ \
    X(STORE_TABLES_OF,           STORE_TABLE)   /* with a seat whose person = key; not over if number = 0, over if 1; */ \
                                                /*   latest changed first                                            */ \
    X(STORE_SEATS_OF_TABLES_OF,  STORE_SEAT)    /* the seats of those tables (same key, number, limit), by seat      */ \
    X(STORE_TABLES_DUE,          STORE_TABLE)   /* 0 < wake_ms <= number, earliest first                             */ \
    X(STORE_TABLES_TAKEN,        STORE_TABLE)   /* 0 < wake_ms <= number and kept by nobody then; from now on        */ \
                                                /*   the keeper is key, for STORE_TABLE_LEASE_MS; in any order              */ \
    X(STORE_CHAT_OF,             STORE_CHAT)    /* person = key                                                      */ \
    X(STORE_LEADERS,             STORE_RATING)  /* game = key; highest mu - 3 sigma first                            */ \
    X(STORE_RATINGS_OF,          STORE_RATING)  /* person = key, by game                                             */ \
    X(STORE_HISTORY_OF,          STORE_HISTORY) /* person = key, latest first                                        */ \
    X(STORE_JOBS_TAKEN,          STORE_JOB)     /* kind = key, due_ms <= number, the earliest first taken: one more  */ \
                                                /*   try, and due again later should whoever took it not remove it;  */ \
                                                /*   in any order                                                    */ \
    X(STORE_JOBS_OF,             STORE_JOB)     /* person = key                                                      */ \
    X(STORE_VALUE_AT,            STORE_VALUE)   /* key = key                                                         */ \
    X(STORE_SERVERS,             STORE_VALUE)   /* key = "server …", by key                                          */ \
    X(STORE_TARGET_AT,           STORE_TARGET)  /* id = key                                                          */ \
    X(STORE_TARGETS_OF,          STORE_TARGET)  /* person = key, by id                                               */
/* clang-format on */

#define STORE_QUERY(query, type) query,
enum store_query { STORE_QUERIES(STORE_QUERY) STORE_QUERY_COUNT };
#undef STORE_QUERY

/* Changes of many rows at once. */
enum store_sweep {
    /* removes the sessions of person = key, and the targets of kind "push": browsers are logged
     * out */
    STORE_END_SESSIONS,
    /* the session whose token is key in hex was seen at number, and so was its person */
    STORE_TOUCH,
    /* seats (name, guest), chat and ratings (name) of person = key follow the person's row; */
    STORE_RENAME,
    /*   guest: the person has no password; and the tables have a new revision */
    /* of a person = key who is deleted: as STORE_RENAME with the name ""; sessions, ratings, */
    STORE_FORGET,
    /*   history, jobs and targets are removed, `folded` and `password` become "" */
    STORE_PRUNE_SESSIONS, /* removes sessions not seen since number */
    /* removes persons without password not seen since number, who have no session and no seat at
     * a */
    STORE_PRUNE_GUESTS,
    /*   table that is not over; and the targets of whoever is no more */
    /* removes tables that are still seating and not changed since number, with all that is
     * theirs */
    STORE_PRUNE_OPEN,
    STORE_PRUNE_OVER, /* likewise tables that are over */
};

enum store_does {
    /* the row, whole; it replaces the one with the same key. Of a table `revision`, of a rating
     * `games` must be one */
    STORE_PUT,
    /* more than in the row that is there, or the batch is STORE_CONFLICT: somebody
                   * else was first */
    /* the row; if there is one with the same key the batch is STORE_CONFLICT and nothing is done */
    STORE_ADD,
    STORE_REMOVE, /* the row with this key, if there is one; of a table: all that is its, too */
    STORE_FIND, /* rows */
    STORE_SWEEP,
};

struct store_op {
    enum store_does does;
    enum store_type type; /* of `row`, or of the rows found */
    enum store_query query; /* STORE_FIND */
    enum store_sweep sweep; /* STORE_SWEEP */
    char key[STORE_KEY];
    int64_t number, limit;
    union store_row row;
    /* found: an array of structs of that type, from malloc; NULL if there are none */
    void *rows;
    unsigned count;
};

enum store_status {
    STORE_DONE, /* durable */
    STORE_CONFLICT, /* ops[failed] would have doubled a key, or what must be unique */
    /* the storage does not work; nothing was done, or it is not known whether: the server reads
     * it again */
    STORE_FAILED,
};

struct store_batch {
    void *context; /* the core's: what the completion is for */
    struct store_op *ops; /* grows; an op's address is good until the next one is made */
    unsigned count, capacity;
    enum store_status status; /* out */
    unsigned failed; /* out, of a conflict */
    struct store_batch *next; /* the store's, while it has the batch */
};

/* Each ends the program if there is no memory: what could not even be submitted was promised to
 * nobody. */
struct store_batch *store_batch(void *context);
/* zeroed, to be filled in */
union store_row *store_put(struct store_batch *batch, enum store_type type);
union store_row *store_add(struct store_batch *batch, enum store_type type);
/* only the key counts */
union store_row *store_remove(struct store_batch *batch, enum store_type type);
void store_find(struct store_batch *batch, enum store_query query, const char *key, int64_t number,
                int64_t limit);
void store_sweep(struct store_batch *batch, enum store_sweep sweep, const char *key,
                 int64_t number);
void store_batch_free(struct store_batch *batch); /* with the rows found */

/* What a batch that came back has found: the first query of this kind, with this key unless NULL;
 * and the next of the same kind. NULL: there is none. */
const struct store_op *store_found(const struct store_batch *batch, enum store_query query,
                                   const char *key);
const struct store_op *store_found_next(const struct store_batch *batch, const struct store_op *op);
/* The first row of this type that it has put or added; NULL: there is none. */
const union store_row *store_written(const struct store_batch *batch, enum store_type type);

/* The columns of a row type. */
enum store_column_kind { STORE_TEXT, STORE_NUMBER, STORE_REAL, STORE_BYTES };

struct store_column {
    const char *name;
    enum store_column_kind kind;
    size_t offset, size;
};

struct store_columns {
    const char *name; /* of the table in the database */
    size_t size; /* of the struct */
    unsigned count, keys; /* columns; the first `keys` are the key */
    const char *counted; /* must be one more at every write, or NULL */
    const struct store_column *columns;
};

#define STORE_TABLE_LEASE_MS 15000 /* a table is kept for so long */
#define STORE_JOB_LEASE_MS \
    60000 /* a job that is taken comes back after so long at the first try, and later and later after that */

bool store_query_takes(enum store_query query); /* it changes what it finds */
bool store_writes(const struct store_batch *batch);

/* What other servers are told of an operation, by ids alone: a table that has changed, perhaps
 * with somebody who may be awaited there now; or (`table` is "") somebody whose sessions or name
 * have changed. False: nothing. */
bool store_announces(const struct store_batch *batch, unsigned op, const char **table,
                     const char **person);

extern const struct store_columns store_columns[STORE_TYPE_COUNT];
extern const enum store_type store_query_types[STORE_QUERY_COUNT]; /* what a query gives */

#endif
