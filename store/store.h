/* The server's storage: batches of operations on typed rows.
 *
 * A store is asynchronous: a submitted batch comes back completed later, never from within the
 * submission. Batches run and complete in the order of submission, and each sees all earlier ones.
 * A batch is atomic. STORE_DONE means durable: synced to disk, with one sync for many batches.
 *
 *     struct store_batch *batch = store_batch(context);
 *     store_put(batch, STORE_TABLE)->table = …;
 *     store_add(batch, STORE_ENTRY)->entry = …;
 *     store_find(batch, STORE_CHAT_AT, table, 0, 50);
 *     shell->submit(shell, batch);                      // gives up ownership
 *     … the same pointer comes back: batch->status, store_found(batch, STORE_CHAT_AT, NULL)->rows …
 *     store_batch_free(batch);
 *
 * Rows are plain structs: zero-terminated texts, 64-bit numbers. store/rows.c lists their columns
 * once, for writing and reading. An entry takes 80 bytes here and about 40 on disk. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 23, /* 22 characters of base64url and a zero */
    STORE_NAME = 64, /* a person's name: 24 letters of up to two bytes */
    STORE_LEVEL = 17,
    STORE_PASSWORD = 128, /* argon2id in its own text format */
    STORE_CHAT_TEXT = 1001,
    STORE_DATA = 2049, /* JSON of a job or a value */
    STORE_KEY = 65,
    STORE_URL = 1025,
    STORE_SECRET = 89, /* a public key of P-256 as base64url, or 32 bytes as hex */
    STORE_ORIGIN_TEXT = 34, /* a letter for the kind and 32 hex digits */
    STORE_DEVICE = 33,
    STORE_DAY = 11, /* "2026-11-18" and a zero */
    STORE_TITLE = 256, /* a tournament's name: 60 letters */
    STORE_REMARK = 600, /* one line of 140 letters */
    STORE_SEATS = 5, /* most seats of a table */
    STORE_HASH = 32,
    STORE_LOG_HASH = 2 * STORE_HASH + 1, /* as hex digits */
    STORE_WHY = 801, /* why a moderator did something: 200 letters */
    STORE_CREDENTIAL = 513, /* a passkey's id: up to 384 bytes as base64url */
    STORE_CHOICE = 80,
    STORE_FIRST = 60, /* a first place; it can be shared by up to five */
    STORE_PUBLIC_KEY = 131, /* a passkey's key: up to 65 bytes as hex digits */
};

/* A guest or an account. */
struct store_person {
    char id[STORE_ID];
    char name[STORE_NAME]; /* "": deleted */
    char folded[STORE_NAME]; /* of an account: unique; "" of a guest */
    char password[STORE_PASSWORD]; /* "" of a guest */
    int64_t created_ms, seen_ms;
    /* set only by the operator: STORE_PUT does not change it in an existing row */
    int64_t blocked;
};

struct store_session {
    uint8_t token[STORE_HASH]; /* BLAKE2b-256 of the token: the database alone allows no login */
    char person[STORE_ID];
    int64_t created_ms, seen_ms;
    char device[STORE_DEVICE]; /* browser and system, such as "Firefox Linux"; or "" */
};

enum store_phase { STORE_SEATING, STORE_PLAYING, STORE_OVER };
enum store_pace { STORE_NO_PACE, STORE_LIVE, STORE_RELAXED };

struct store_table {
    char id[STORE_ID];
    char secret[STORE_ID]; /* part of a private table's link; "": public */
    char game[STORE_LEVEL];
    char components[STORE_LEVEL];
    int64_t rules, players;
    uint8_t options[4];
    uint8_t seed[STORE_HASH], reserve[STORE_HASH];
    int64_t pace; /* enum store_pace */
    int64_t time_ms, increment_ms; /* live: per seat, and per turn; relaxed: time_ms per turn */
    int64_t rated, hints;
    char host[STORE_ID];
    char rematch[STORE_ID]; /* the rematch's table, or "" */
    int64_t phase; /* enum store_phase */
    int64_t entries; /* length of its log, with the entries that were removed */
    int64_t waiting; /* mask of seats that owe an answer or entropy */
    int64_t proposal, agreed; /* the open proposal (0: none); who agrees to it, or to a rematch */
    int64_t created_ms;
    int64_t changed_ms; /* the last write, to STORE_CHANGED_MS; exact if there is a delay */
    int64_t wake_ms; /* when it is due without a message, in served time; 0: never */
    int64_t revision; /* counts the row's writes */
    char keeper[STORE_ID]; /* the server that holds the lease, if several share the store */
    int64_t kept_ms; /* end of the lease, in served time */
    int64_t log_rows; /* rows of its log */
    char log_hash[STORE_LOG_HASH]; /* of these rows, see store/log.h; "": not known */
    char event[STORE_ID]; /* the tournament's id or the day it belongs to; or "" */
    int64_t round; /* of the tournament, from 0 */
    int64_t sealed; /* other tables have the same deal: only its players may see it */
    int64_t delay_ms; /* spectators see it so much later */
};

struct store_seat {
    char at[STORE_ID]; /* the table */
    int64_t seat;
    char person[STORE_ID]; /* its owner; "": an opponent's seat, or free */
    char name[STORE_NAME]; /* the owner's name */
    int64_t guest;
    char first[STORE_LEVEL]; /* who plays it at the start: "person", a level, or "": free */
    char level[STORE_LEVEL]; /* the opponent that plays it now; "": the person */
    int64_t hashed, revealed;
    uint8_t hash[STORE_HASH], entropy[STORE_HASH];
    int64_t left_ms; /* time left when its clock last stopped */
    int64_t running_ms; /* when its clock started, in served time; 0: stopped */
    int64_t expired; /* mask of SEAT_RAN_OUT, … in server/state.h */
    int64_t score, place; /* valid when the game is over; place 0: none */
    char here[STORE_ID]; /* the server the person is connected to, if several; or "" */
    int64_t losses; /* how often its client has lost the entropy */
};

struct store_entry { /* an entry of a table's log */
    char at[STORE_ID];
    int64_t version; /* from 0, without gaps */
    /* as in match_entry; STORE_ENTRY_GONE: `action` removed entries, then the next version */
    int64_t kind, by, action, forced;
    char id[25];
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

struct store_history { /* a rated game of a person */
    char person[STORE_ID];
    char at[STORE_ID]; /* the table */
    char game[STORE_LEVEL];
    double mu, sigma; /* after the game */
    int64_t place, players;
    int64_t ended_ms;
};

struct store_job { /* work that must survive a crash: a rating or a notice */
    char id[STORE_ID];
    char kind[STORE_LEVEL];
    char person[STORE_ID];
    char data[STORE_DATA];
    int64_t due_ms, tries;
};

struct store_target { /* where a person's notices go */
    char id[STORE_ID]; /* follows from person and url, so a target exists once */
    char person[STORE_ID];
    char kind[STORE_LEVEL]; /* "push" or "webhook" */
    char url[STORE_URL];
    char secret[STORE_SECRET]; /* push: the browser's public key; webhook: the HMAC key */
    char auth[STORE_ID]; /* push: the browser's secret */
    int64_t created_ms;
};

struct store_block { /* a person keeps another one from its tables and chat */
    char person[STORE_ID];
    char other[STORE_ID];
    char name[STORE_NAME]; /* the other's */
    int64_t created_ms;
};

struct store_code { /* a recovery code that was not used yet */
    char person[STORE_ID];
    uint8_t hash[STORE_HASH];
    int64_t created_ms;
};

/* A device or an address at which an account was signed in or played. */
struct store_origin {
    char person[STORE_ID];
    char origin[STORE_ORIGIN_TEXT]; /* 'd' or 'a', and a hash: ORIGIN_DEVICE in server/state.h */
    int64_t seen_ms;
};

enum store_system { STORE_SWISS, STORE_ROUND_ROBIN };
enum store_stage { STORE_ENTERING, STORE_RUNNING, STORE_ENDED }; /* like enum store_phase */

struct store_tournament {
    char id[STORE_ID];
    char name[STORE_TITLE], note[STORE_REMARK];
    char host[STORE_ID]; /* the organiser */
    char host_name[STORE_NAME];
    char game[STORE_LEVEL], level[STORE_LEVEL]; /* level: of opponents in empty seats */
    int64_t players;
    uint8_t options[4];
    int64_t pace, time_ms, increment_ms; /* as of a table */
    int64_t rated, equal_deals;
    int64_t listed; /* 0: by link only */
    int64_t system; /* enum store_system */
    int64_t rounds; /* 0: as many as there is time for */
    int64_t starts_ms, ends_ms; /* 0: by hand; no end */
    int64_t pause_ms; /* before the next round; -1: by hand */
    uint8_t seed[STORE_HASH]; /* of the lots */
    int64_t stage; /* enum store_stage */
    int64_t drawn, finished; /* rounds */
    int64_t ending; /* no more rounds are drawn */
    int64_t next_ms; /* when the next round is drawn; 0: not known */
    int64_t entrants, pairings, notes; /* how many rows of these there are */
    int64_t created_ms, changed_ms;
    int64_t wake_ms; /* when it is due without a request; 0: never */
    int64_t revision; /* counts the row's writes */
};

struct store_entrant {
    char at[STORE_ID]; /* the tournament */
    char person[STORE_ID];
    char name[STORE_NAME];
    int64_t guest;
    int64_t number; /* from 0, in the order of entry */
    int64_t withdrawn;
    int64_t entered_ms;
};

struct store_pairing { /* one table of a tournament */
    char at[STORE_ID];
    int64_t number; /* from 0, over all rounds */
    int64_t round;
    char table_id[STORE_ID];
    uint8_t entrants[2 * STORE_SEATS]; /* by seat, low byte first */
    /* valid once finished: */
    int64_t finished, corrected; /* corrected: the organiser entered the result */
    uint8_t places[STORE_SEATS];
    uint8_t scores[2 * STORE_SEATS]; /* two's complement, low byte first */
    int64_t lost; /* mask of seats whose entrant was absent */
};

struct store_note { /* a line of a tournament's public log */
    char at[STORE_ID];
    int64_t number; /* from 0 */
    char person[STORE_ID]; /* who did it; "": the server */
    char name[STORE_NAME];
    char what[STORE_LEVEL];
    char data[STORE_DATA]; /* members of a JSON object */
    int64_t made_ms;
};

struct store_day { /* a deal of the day */
    char day[STORE_DAY];
    char game[STORE_LEVEL];
    uint8_t seed[STORE_HASH];
    int64_t closed; /* after the day: `played` and `scores` are valid */
    int64_t played;
    char scores[STORE_DATA]; /* "SCORE:COUNT …", ascending */
};

struct store_attempt { /* at the deal of a day */
    char day[STORE_DAY];
    char person[STORE_ID];
    char name[STORE_NAME];
    char at[STORE_ID]; /* its table */
    int64_t begun_ms;
    int64_t ended_ms; /* 0: it goes on; -1: it is over and does not count */
    int64_t score, place;
};

/* What is kept about a person or an address besides its own row. */
struct store_mark {
    char kind[STORE_LEVEL]; /* MARK_MODERATOR, … below */
    char subject[STORE_KEY]; /* a person's id, or an address as limits_subject writes it */
    char why[STORE_WHY];
    int64_t until_ms; /* 0: for ever */
    int64_t created_ms;
};

#define MARK_MODERATOR "moderator" /* the account may act on reports */
#define MARK_MUTE "mute" /* the person may not write in chats */
#define MARK_WARNING "warning" /* a moderator's warning that was not confirmed yet */
#define MARK_ADDRESS "address" /* nobody may connect from there */
#define MARK_SECOND "second" /* the account's password alone is not enough: a passkey is needed */

/* Something that a person reported to the moderators. */
struct store_report {
    char id[STORE_ID]; /* follows from who reported what, so that it exists once */
    char kind[STORE_LEVEL]; /* "name", "chat" or "table" */
    char reason[STORE_LEVEL];
    char by[STORE_ID], by_name[STORE_NAME]; /* who reported it */
    char about[STORE_ID], about_name[STORE_NAME]; /* the person; of a table: its host */
    char at[STORE_ID]; /* the table, or "" */
    int64_t number; /* of the chat line */
    char text[STORE_CHAT_TEXT]; /* the chat line as it was */
    int64_t created_ms;
    int64_t closed_ms; /* 0: open */
};

/* What a moderator or the operator did: the audit log. Rows are never changed. */
struct store_action {
    char id[STORE_ID];
    int64_t at_ms;
    char by[STORE_ID], by_name[STORE_NAME]; /* "": the operator */
    char what[STORE_LEVEL]; /* "warn", "mute", "block", "rename", … */
    char about[STORE_KEY]; /* a person's id, or an address */
    char about_name[STORE_NAME];
    char why[STORE_WHY];
    char report[STORE_ID]; /* or "" */
};

/* A public key with which its person signs in (WebAuthn). */
struct store_passkey {
    char id[STORE_KEY]; /* hash of the credential as hex digits */
    char person[STORE_ID];
    char credential[STORE_CREDENTIAL]; /* base64url */
    char key[STORE_PUBLIC_KEY];
    int64_t algorithm; /* of COSE */
    int64_t counter; /* of the last signature; 0: the authenticator does not count */
    char device[STORE_DEVICE]; /* where it was made */
    int64_t created_ms, seen_ms;
};

/* A random number that a passkey must sign, once. */
struct store_challenge {
    char id[STORE_KEY]; /* hash of the number as hex digits */
    char bound[STORE_KEY]; /* hash of the session or device that it was given to */
    int64_t until_ms; /* 0: used */
};

/* A study of the analysis board behind a short link. Its text is in parts. */
struct store_study {
    char id[STORE_ID];
    char person[STORE_ID]; /* its owner */
    char name[STORE_NAME]; /* the owner's */
    char game[STORE_LEVEL];
    char title[STORE_TITLE];
    int64_t listed; /* 0: by link only */
    int64_t created_ms;
    int64_t seen_ms; /* when it was last opened, to the day */
};

struct store_part { /* a piece of a study's text */
    char at[STORE_ID]; /* the study */
    int64_t number; /* from 0 */
    char text[STORE_DATA];
};

/* A finished game from one seat, so that it can be searched. A table has one row per seat. */
struct store_played {
    char at[STORE_ID]; /* the table */
    int64_t seat;
    char person[STORE_ID]; /* its owner, or "" */
    char game[STORE_LEVEL];
    int64_t result; /* enum store_result */
    int64_t listed; /* rated and public: everybody may find it */
    int64_t ended_ms;
};

/* PLAYED_ENDED: the game ended early, and nobody won it. */
enum store_result { PLAYED_ANY, PLAYED_WON, PLAYED_SHARED, PLAYED_LOST, PLAYED_ENDED };

/* How often a choice was there and was made at a node (match/opening.h), and how that ended. */
struct store_opening {
    char node[STORE_KEY];
    char choice[STORE_CHOICE]; /* who chose ("person" or a level), a space, the notation */
    int64_t offered, chosen; /* games */
    int64_t firsts; /* first places among the chosen, in units of 1 / STORE_FIRST */
};

struct store_value { /* the servers' own data: heartbeats, gaps, push keys */
    char key[STORE_KEY];
    char data[STORE_DATA];
};

enum { STORE_ENTRY_GONE = 4 }; /* store_entry.kind: ENTRY_GONE */

/* Row types with their keys and further unique columns:
 *       type           member   struct         key                                            */
/* clang-format off */
#define STORE_TYPES(X)                                                                            \
    X(STORE_PERSON,  person,  store_person)  /* id; folded unless ""                          */ \
    X(STORE_SESSION, session, store_session) /* token                                         */ \
    X(STORE_TABLE,   table,   store_table)   /* id                                            */ \
    X(STORE_SEAT,    seat,    store_seat)    /* at, seat                                      */ \
    X(STORE_ENTRY,   entry,   store_entry)   /* at, version                                   */ \
    X(STORE_CHAT,    chat,    store_chat)    /* at, number                                    */ \
    X(STORE_RATING,  rating,  store_rating)  /* game, person                                  */ \
    X(STORE_HISTORY, history, store_history) /* person, at                                    */ \
    X(STORE_JOB,     job,     store_job)     /* id                                            */ \
    X(STORE_VALUE,   value,   store_value)   /* key                                           */ \
    X(STORE_TARGET,  target,  store_target)  /* id                                            */ \
    X(STORE_BLOCK,   block,   store_block)   /* person, other                                 */ \
    X(STORE_ORIGIN,  origin,  store_origin)  /* person, origin                                */ \
    X(STORE_CODE,    code,    store_code)    /* person, hash                                  */ \
    X(STORE_TOURNAMENT, tournament, store_tournament) /* id                                   */ \
    X(STORE_ENTRANT, entrant, store_entrant) /* at, person                                    */ \
    X(STORE_PAIRING, pairing, store_pairing) /* at, number                                    */ \
    X(STORE_NOTE,    note,    store_note)    /* at, number                                    */ \
    X(STORE_DAY_ROW, day,     store_day)     /* day                                           */ \
    X(STORE_ATTEMPT, attempt, store_attempt) /* day, person                                   */ \
    X(STORE_MARK,    mark,    store_mark)    /* kind, subject                                 */ \
    X(STORE_REPORT,  report,  store_report)  /* id                                            */ \
    X(STORE_ACTION,  action,  store_action)  /* id                                            */ \
    X(STORE_PASSKEY, passkey, store_passkey) /* id                                            */ \
    X(STORE_CHALLENGE, challenge, store_challenge) /* id                                      */ \
    X(STORE_STUDY,   study,   store_study)   /* id                                            */ \
    X(STORE_PART,    part,    store_part)    /* at, number                                    */ \
    X(STORE_PLAYED,  played,  store_played)  /* at, seat                                      */ \
    X(STORE_OPENING, opening, store_opening) /* node, choice                                  */
/* clang-format on */

#define STORE_TYPE(type, member, row) type,
enum store_type { STORE_TYPES(STORE_TYPE) STORE_TYPE_COUNT };
#undef STORE_TYPE

#define STORE_MEMBER(type, member, row) struct row member;
union store_row {
    STORE_TYPES(STORE_MEMBER)
};
#undef STORE_MEMBER

/* Queries; `key`, `number` and `limit` are parameters. A limit of 0 means no limit.
 *       query                    gives          rows with … */
/* clang-format off */
#define STORE_QUERIES(X)                                                                         \
    X(STORE_PERSON_AT,         STORE_PERSON)   /* id = key                                    */ \
    X(STORE_PERSON_NAMED,      STORE_PERSON)   /* folded = key                                */ \
    X(STORE_PERSON_OF_SESSION, STORE_PERSON)   /* whose session has the token `key` (hex)     */ \
                                               /* and was seen at `number` or later           */ \
    X(STORE_SESSIONS_OF,       STORE_SESSION)  /* person = key                                */ \
    X(STORE_TABLE_AT,          STORE_TABLE)    /* id = key                                    */ \
    X(STORE_TABLES_AFTER,      STORE_TABLE)    /* id > key, by id                             */ \
    X(STORE_SEATS_AT,          STORE_SEAT)     /* at = key, by seat                           */ \
    X(STORE_ENTRIES_AT,        STORE_ENTRY)    /* at = key, by version                        */ \
    X(STORE_CHAT_AT,           STORE_CHAT)     /* at = key: the last `limit`, by number       */ \
    X(STORE_OPEN_TABLES,       STORE_TABLE)    /* seating and public; game = key unless "";   */ \
                                               /* created before `number` unless 0; newest    */ \
                                               /* first (created_ms, id, both descending)     */ \
    X(STORE_SEATS_OF_OPEN,     STORE_SEAT)     /* seats of those tables (same key, number,    */ \
                                               /* limit), by seat                             */ \
    X(STORE_TABLES_OF,         STORE_TABLE)    /* with a seat of person = key; not over if    */ \
                                               /* number = 0, over if 1; last changed first   */ \
    X(STORE_SEATS_OF_TABLES_OF, STORE_SEAT)    /* seats of those tables (same key, number,    */ \
                                               /* limit), by seat                             */ \
    X(STORE_TABLES_DUE,        STORE_TABLE)    /* 0 < wake_ms <= number, earliest first       */ \
    X(STORE_TABLES_TAKEN,      STORE_TABLE)    /* 0 < wake_ms <= number, without a lease;     */ \
                                               /* gives server `key` a lease of               */ \
                                               /* STORE_TABLE_LEASE_MS; in any order          */ \
    X(STORE_CHAT_OF,           STORE_CHAT)     /* person = key                                */ \
    X(STORE_LEADERS,           STORE_RATING)   /* game = key; highest mu - 3 sigma first      */ \
    X(STORE_RATINGS_OF,        STORE_RATING)   /* person = key, by game                       */ \
    X(STORE_HISTORY_OF,        STORE_HISTORY)  /* person = key, latest first                  */ \
    X(STORE_JOBS_TAKEN,        STORE_JOB)      /* kind = key, due_ms <= number; takes the     */ \
                                               /* earliest: counts a try and moves due_ms to  */ \
                                               /* the end of its lease; in any order          */ \
    X(STORE_JOBS_OF,           STORE_JOB)      /* person = key                                */ \
    X(STORE_VALUE_AT,          STORE_VALUE)    /* key = key                                   */ \
    X(STORE_SERVERS,           STORE_VALUE)    /* key = "server …", by key                    */ \
    X(STORE_TARGET_AT,         STORE_TARGET)   /* id = key                                    */ \
    X(STORE_TARGETS_OF,        STORE_TARGET)   /* person = key, by id                         */ \
    X(STORE_BLOCKS_OF,         STORE_BLOCK)    /* person = key, by other                      */ \
    X(STORE_BLOCKS_AT,         STORE_BLOCK)    /* person is the host of table = key, by other */ \
    X(STORE_ORIGINS_OF,        STORE_ORIGIN)   /* person = key, seen at `number` or later, by */ \
                                               /* origin                                      */ \
    X(STORE_ORIGINS_AT,        STORE_ORIGIN)   /* origin = key, by person                     */ \
    X(STORE_SESSION_AT,        STORE_SESSION)  /* token = key (hex)                           */ \
    X(STORE_CODES_OF,          STORE_CODE)     /* person = key, by hash                       */ \
    X(STORE_RUNNING_TABLES,    STORE_TABLE)    /* playing, public and not sealed; game = key  */ \
                                               /* unless ""; last changed first               */ \
    X(STORE_SEATS_OF_RUNNING,  STORE_SEAT)     /* seats of those tables (same key, limit)     */ \
    X(STORE_TOURNAMENT_AT,     STORE_TOURNAMENT) /* id = key                                  */ \
    X(STORE_TOURNAMENTS,       STORE_TOURNAMENT) /* listed; ended if number = 1, otherwise    */ \
                                               /* not; last changed first                     */ \
    X(STORE_TOURNAMENTS_OF,    STORE_TOURNAMENT) /* person = key is host or entrant, and not  */ \
                                               /* withdrawn if number = 0; else as above,     */ \
                                               /* listed or not                               */ \
    X(STORE_TOURNAMENTS_DUE,   STORE_TOURNAMENT) /* 0 < wake_ms <= number, earliest first     */ \
    X(STORE_ENTRANTS_AT,       STORE_ENTRANT)  /* at = key, by number                         */ \
    X(STORE_PAIRINGS_AT,       STORE_PAIRING)  /* at = key, by number                         */ \
    X(STORE_TABLES_OF_ROUND,   STORE_TABLE)    /* event = key, round = number, by id; if      */ \
                                               /* number < 0 the tournament's latest round    */ \
    X(STORE_SEATS_OF_ROUND,    STORE_SEAT)     /* seats of those tables (same key, number)    */ \
    X(STORE_NOTES_AT,          STORE_NOTE)     /* at = key, latest first                      */ \
    X(STORE_DAY_AT,            STORE_DAY_ROW)  /* day = key                                   */ \
    X(STORE_DAYS_OF_MONTH,     STORE_DAY_ROW)  /* day begins with key ("2026-11"), by day     */ \
    X(STORE_ATTEMPTS_AT,       STORE_ATTEMPT)  /* day = key, by person                        */ \
    X(STORE_ATTEMPTS_OF,       STORE_ATTEMPT)  /* person = key, latest day first              */ \
    X(STORE_PERSONS_CALLED,    STORE_PERSON)   /* name = key, last seen first                 */ \
    X(STORE_PERSONS_BLOCKED,   STORE_PERSON)   /* blocked; by id                              */ \
    X(STORE_MARKS_OF,          STORE_MARK)     /* kind = key, by subject                      */ \
    X(STORE_MARKS_ON,          STORE_MARK)     /* subject = key, by kind                      */ \
    X(STORE_MARKS_OF_SESSION,  STORE_MARK)     /* on the person whose session has the token   */ \
                                               /* `key` (hex), by kind                        */ \
    X(STORE_BLOCKS_OF_SESSION, STORE_BLOCK)    /* the same for its blocks, by other           */ \
    X(STORE_REPORT_AT,         STORE_REPORT)   /* id = key                                    */ \
    X(STORE_REPORTS_OPEN,      STORE_REPORT)   /* not closed, newest first                    */ \
    X(STORE_REPORTS_ABOUT,     STORE_REPORT)   /* about = key, newest first                   */ \
    X(STORE_ACTIONS,           STORE_ACTION)   /* all, newest first                           */ \
    X(STORE_ACTIONS_ON,        STORE_ACTION)   /* about = key, newest first                   */ \
    X(STORE_CHAT_NEAR,         STORE_CHAT)     /* at = key, number - 10 to number + 10        */ \
    X(STORE_PASSKEY_AT,        STORE_PASSKEY)  /* id = key                                    */ \
    X(STORE_PASSKEYS_OF,       STORE_PASSKEY)  /* person = key, by id                         */ \
    X(STORE_CHALLENGE_TAKEN,   STORE_CHALLENGE) /* id = key, until_ms > number; uses it up:   */ \
                                               /* sets until_ms = 0                           */ \
    X(STORE_STUDY_AT,          STORE_STUDY)    /* id = key; none of a blocked person          */ \
    X(STORE_STUDIES,           STORE_STUDY)    /* listed; game = key unless ""; created       */ \
                                               /* before `number` unless 0; none of a blocked */ \
                                               /* person; newest first                        */ \
    X(STORE_STUDIES_OF,        STORE_STUDY)    /* person = key, newest first                  */ \
    X(STORE_PARTS_AT,          STORE_PART)     /* at = key, by number                         */ \
    X(STORE_PARTS_OF,          STORE_PART)     /* of all studies of person = key, by study    */ \
                                               /* and number                                  */ \
    X(STORE_PLAYED_OF,         STORE_PLAYED)   /* like the row of the operation: person;      */ \
                                               /* listed at least; game unless ""; result     */ \
                                               /* unless 0; before (ended_ms, at, seat);      */ \
                                               /* since number; with key unless "" in another */ \
                                               /* seat: a person's name, or "=" and who       */ \
                                               /* played it at the start; latest first        */ \
    X(STORE_PLAYED_LISTED,     STORE_PLAYED)   /* seat 0 of listed games: game, ended_ms, at, */ \
                                               /* seat and number as above; latest first      */ \
    X(STORE_OPENINGS_AT,       STORE_OPENING)  /* node = key, by choice                       */
/* clang-format on */

#define STORE_QUERY(query, type) query,
enum store_query { STORE_QUERIES(STORE_QUERY) STORE_QUERY_COUNT };
#undef STORE_QUERY

/* Changes of many rows at once. */
enum store_sweep {
    /* Removes all sessions of person = key and its "push" targets: logs out all browsers. */
    STORE_END_SESSIONS,
    /* Sets seen_ms = number for the session with the token `key` (hex) and for its person. */
    STORE_TOUCH,
    /* Copies name and guest (no password) of person = key into its seats, chat, ratings, attempts,
     * tournaments and studies, and raises the revision of its tables. The blocks of others get the
     * name, too. */
    STORE_RENAME,
    /* Deletes person = key: as STORE_RENAME with the name ""; chat lines lose the person, too.
     * Removes sessions, ratings, history, jobs, targets, blocks, origins, codes, attempts, marks,
     * passkeys, reports and studies, empties the names in actions, and empties `folded` and
     * `password`. */
    STORE_FORGET,
    STORE_PRUNE_SESSIONS, /* removes sessions not seen since number */
    /* Removes persons without password not seen since number, unless they have a session or a seat
     * at a table that is not over. Also removes targets, blocks and origins of persons that no
     * longer exist. */
    STORE_PRUNE_GUESTS,
    /* Removes tables that are still seating and not changed since number, with their rows; likewise
     * tournaments that have not begun. */
    STORE_PRUNE_OPEN,
    STORE_PRUNE_OVER, /* the same for tables and tournaments that are over */
    STORE_END_CODES, /* removes all recovery codes of person = key */
    STORE_PRUNE_CHALLENGES, /* removes challenges whose time ended before number */
    /* Removes reports made before number, and marks on persons that no longer exist. */
    STORE_PRUNE_REPORTS,
    STORE_PRUNE_ORIGINS, /* removes origins whose first letter is `key`, not seen since number */
    /* A table of tournament = key is over: sets its wake_ms = number and raises its revision. */
    STORE_WAKE_TOURNAMENT,
    /* Round `number` of tournament = key is over: its tables are no longer sealed, their revisions
     * rise, and their ratings become due. */
    STORE_OPEN_ROUND,
    /* Orders that table = key of an event ends, if it is still played: its proposal becomes
     * `number`, its revision rises, and it is due. */
    STORE_STOP_TABLE,
    STORE_SEE_STUDY, /* sets seen_ms = number for study = key */
    STORE_REMOVE_STUDY, /* removes study = key with its parts */
    STORE_PRUNE_STUDIES, /* removes studies not seen since number, with their parts */
};

enum store_does {
    /* Writes the whole row and replaces one with the same key; the numbers of an opening are added
     * to those of the present row. `revision` of a table or tournament and `games` of a rating must
     * be one more than in the present row. Otherwise the batch is STORE_CONFLICT: another server
     * bumped the revision first. */
    STORE_PUT,
    /* Writes only the columns of store_moving into the row, which exists. As STORE_PUT otherwise:
     * the row given is whole, and the revision must be the next one. */
    STORE_MOVE,
    STORE_ADD, /* inserts the row; STORE_CONFLICT if the key exists */
    STORE_REMOVE, /* removes the row with this key if it exists; a table with all its rows */
    STORE_FIND,
    STORE_SWEEP,
    /* STORE_CONFLICT if row.seat.person already has seats at `number` other tables than row.seat.at
     * that are not over. */
    STORE_LIMIT,
};

struct store_op {
    enum store_does does;
    enum store_type type; /* of `row`, or of the rows found */
    enum store_query query; /* STORE_FIND */
    enum store_sweep sweep; /* STORE_SWEEP */
    char key[STORE_KEY];
    int64_t number, limit;
    void *rows; /* found: a malloc'ed array of structs of `type`; NULL: none */
    unsigned count; /* of `rows` */
    union store_row row; /* last: only the bytes of its type are valid */
};

enum store_status {
    STORE_DONE, /* durable */
    STORE_CONFLICT, /* ops[failed] hit a revision conflict or a duplicate key; nothing was done */
    STORE_FAILED, /* the storage failed; the batch may or may not have been done */
    STORE_DAMAGED, /* rows to be read are damaged; nothing was done, and others go on */
};

struct store_batch {
    void *context; /* used by the submitter */
    struct store_op *ops; /* adding an operation invalidates pointers to earlier ones */
    unsigned count, capacity;
    enum store_status status; /* out */
    unsigned failed; /* out: index of the operation in conflict */
    struct store_batch *next; /* used by the store while it holds the batch */
};

/* These end the program if there is no memory. That is safe: nothing unsubmitted was confirmed to
 * anybody. */
struct store_batch *store_batch(void *context);
/* Each returns a zeroed row to fill in. */
union store_row *store_put(struct store_batch *batch, enum store_type type);
union store_row *store_move(struct store_batch *batch, enum store_type type);
union store_row *store_add(struct store_batch *batch, enum store_type type);
/* Needs only the key. */
union store_row *store_remove(struct store_batch *batch, enum store_type type);
void store_find(struct store_batch *batch, enum store_query query, const char *key, int64_t number,
                int64_t limit);
/* The same for a query by row; returns the zeroed row to fill in. */
union store_row *store_find_like(struct store_batch *batch, enum store_query query, const char *key,
                                 int64_t number, int64_t limit);
void store_sweep(struct store_batch *batch, enum store_sweep sweep, const char *key,
                 int64_t number);
/* Sets store_person.blocked, which a put leaves alone; blocking somebody ends their sessions. */
void store_put_blocked(struct store_batch *batch, const struct store_person *person, bool blocked);
void store_limit(struct store_batch *batch, const char *person, const char *table, int64_t most);
void store_batch_free(struct store_batch *batch); /* with the rows found */

/* Results of a completed batch: the first query of this kind (with this key, unless NULL), and the
 * next one of the same kind. NULL: there is none. */
const struct store_op *store_found(const struct store_batch *batch, enum store_query query,
                                   const char *key);
const struct store_op *store_found_next(const struct store_batch *batch, const struct store_op *op);
/* The first row of this type that the batch put or added; NULL: there is none. */
const union store_row *store_written(const struct store_batch *batch, enum store_type type);

/* The columns of a row type. */
enum store_column_kind { STORE_TEXT, STORE_NUMBER, STORE_REAL, STORE_BYTES };

struct store_column {
    const char *name;
    enum store_column_kind kind;
    size_t offset, size;
};

struct store_columns {
    const char *name; /* of the database table */
    size_t size; /* of the struct */
    unsigned count, keys; /* columns; the first `keys` are the key */
    const char *counted; /* column that every put must raise by one, or NULL */
    const struct store_column *columns;
};

/* Moves of a table within this time leave changed_ms, which is in an index, as it is. */
#define STORE_CHANGED_MS 10000
/* For how long a server may run a table without renewing the lease. */
#define STORE_TABLE_LEASE_MS 15000
/* A job that is not removed becomes due again after its lease, which grows with every try. */
#define STORE_JOB_LEASE_MS 60000

bool store_query_by_token(enum store_query query); /* is its key a token as hex? */
/* Does it use the operation's row? Its columns are the query's parameters from ?4 on. */
bool store_query_by_row(enum store_query query);
bool store_adds(enum store_type type); /* does a put add to the numbers of the present row? */
bool store_query_takes(enum store_query query); /* does it change the rows it finds? */
bool store_writes(const struct store_batch *batch);

/* What an operation announces to other servers, by ids alone: a changed table, with a person whose
 * turn may have begun there or ""; or, with `table` "", a person whose sessions or name changed, or
 * a tournament that has opened the tables of a round. False: nothing. */
bool store_announces(const struct store_batch *batch, unsigned op, const char **table,
                     const char **person);

extern const struct store_columns store_columns[STORE_TYPE_COUNT];
/* The columns that change with most moves. Of these only wake_ms is in an index, and only where a
 * clock runs, so that STORE_MOVE mostly writes one page per row. `count` 0: the type has none. */
struct store_moving {
    unsigned count;
    const struct store_column *columns;
};
extern const struct store_moving store_moving[STORE_TYPE_COUNT];
extern const enum store_type store_query_types[STORE_QUERY_COUNT]; /* row type of each query */

#endif
