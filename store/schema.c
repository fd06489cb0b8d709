/* The schema as a list of migrations. Released ones never change; new ones are added. */
#include "store/sqlite.h"

const char *const store_migrations[] = {
    /* 1: people, tables, their logs and chat */
    "CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, password "
    "TEXT NOT NULL, created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL,"
    " blocked INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX persons_folded ON persons (folded) WHERE folded <> '';"
    "CREATE INDEX persons_seen ON persons (seen_ms) WHERE password = '';"

    "CREATE TABLE sessions (token BLOB PRIMARY KEY, person TEXT NOT NULL, created_ms INTEGER NOT "
    "NULL, seen_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_person ON sessions (person);"
    "CREATE INDEX sessions_seen ON sessions (seen_ms);"

    "CREATE TABLE tables (id TEXT PRIMARY KEY, secret TEXT NOT NULL, game TEXT NOT NULL, "
    "components TEXT NOT NULL, rules INTEGER NOT NULL, players INTEGER NOT NULL,"
    " options BLOB NOT NULL, seed BLOB NOT NULL, reserve BLOB NOT NULL, restarts INTEGER NOT NULL, "
    "pace INTEGER NOT NULL, time_ms INTEGER NOT NULL,"
    " increment_ms INTEGER NOT NULL, rated INTEGER NOT NULL, hints INTEGER NOT NULL, host TEXT NOT "
    "NULL, rematch TEXT NOT NULL, phase INTEGER NOT NULL,"
    " entries INTEGER NOT NULL, waiting INTEGER NOT NULL, proposal INTEGER NOT NULL, agreed "
    "INTEGER NOT NULL, created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL,"
    " wake_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_open ON tables (created_ms, id) WHERE phase = 0 AND secret = '';"
    "CREATE INDEX tables_wake ON tables (wake_ms) WHERE wake_ms > 0;"
    "CREATE INDEX tables_changed ON tables (changed_ms) WHERE phase <> 1;"

    "CREATE TABLE seats (at TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, name TEXT "
    "NOT NULL, guest INTEGER NOT NULL, first TEXT NOT NULL, level TEXT NOT NULL,"
    " hashed INTEGER NOT NULL, revealed INTEGER NOT NULL, hash BLOB NOT NULL, entropy BLOB NOT "
    "NULL, left_ms INTEGER NOT NULL, running_ms INTEGER NOT NULL,"
    " expired INTEGER NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (at, "
    "seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (person, at) WHERE person <> '';"

    "CREATE TABLE entries (at TEXT NOT NULL, version INTEGER NOT NULL, kind INTEGER NOT NULL, "
    "\"by\" INTEGER NOT NULL, action INTEGER NOT NULL, forced INTEGER NOT NULL,"
    " id TEXT NOT NULL, PRIMARY KEY (at, version)) STRICT, WITHOUT ROWID;"
    /* only steps and undos: the id of a change of seats says who plays */
    "CREATE UNIQUE INDEX entries_id ON entries (at, kind, \"by\", id) WHERE id <> '' AND kind < 2;"

    "CREATE TABLE chat (at TEXT NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL, name TEXT "
    "NOT NULL, text TEXT NOT NULL, said_ms INTEGER NOT NULL,"
    " PRIMARY KEY (at, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX chat_person ON chat (person);"

    "CREATE TABLE settings (key TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;",

    /* 2: ratings and notices */
    "CREATE TABLE ratings (game TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, mu REAL "
    "NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,"
    " changed_ms INTEGER NOT NULL, PRIMARY KEY (game, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_person ON ratings (person);"
    "CREATE INDEX ratings_leaders ON ratings (game, (mu - 3 * sigma));"

    "CREATE TABLE history (person TEXT NOT NULL, at TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT "
    "NULL, sigma REAL NOT NULL, place INTEGER NOT NULL, players INTEGER NOT NULL,"
    " ended_ms INTEGER NOT NULL, PRIMARY KEY (person, at)) STRICT, WITHOUT ROWID;"

    "CREATE TABLE jobs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, person TEXT NOT NULL, data TEXT "
    "NOT NULL, due_ms INTEGER NOT NULL, tries INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX jobs_due ON jobs (due_ms);"
    "CREATE INDEX jobs_person ON jobs (person);",

    /* 3: where notices go */
    "CREATE TABLE targets (id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, url TEXT "
    "NOT NULL, secret TEXT NOT NULL, auth TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX targets_person ON targets (person);",

    /* 4: several servers */
    "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN keeper TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN kept_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN here TEXT NOT NULL DEFAULT '';",

    /* 5: a column that nothing read */
    "ALTER TABLE tables DROP COLUMN restarts;",

    /* 6: people among strangers; damaged logs are noticed */
    "ALTER TABLE seats ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;"

    "CREATE TABLE blocks (person TEXT NOT NULL, other TEXT NOT NULL, name TEXT NOT NULL, "
    "created_ms INTEGER NOT NULL, PRIMARY KEY (person, other)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX blocks_other ON blocks (other);"

    "CREATE TABLE origins (person TEXT NOT NULL, origin TEXT NOT NULL, seen_ms INTEGER NOT NULL, "
    "PRIMARY KEY (person, origin)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX origins_origin ON origins (origin);"

    "ALTER TABLE tables ADD COLUMN log_rows INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN log_hash TEXT NOT NULL DEFAULT '';"

    "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE codes (person TEXT NOT NULL, hash BLOB NOT NULL, created_ms INTEGER NOT NULL, "
    "PRIMARY KEY (person, hash)) STRICT, WITHOUT ROWID;",

    /* 7: tournaments, the deal of the day, spectator delays */
    "ALTER TABLE tables ADD COLUMN event TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN round INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN delay_ms INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_event ON tables (event, round) WHERE event <> '';"
    "CREATE INDEX tables_running ON tables (changed_ms, id) WHERE phase = 1 AND secret = '' AND "
    "sealed = 0;"

    "CREATE TABLE tournaments (id TEXT NOT NULL, name TEXT NOT NULL, note TEXT NOT NULL, host "
    "TEXT NOT NULL, host_name TEXT NOT NULL, game TEXT NOT NULL, level TEXT NOT NULL, players "
    "INTEGER NOT NULL, options BLOB NOT NULL, pace INTEGER NOT NULL, time_ms INTEGER NOT "
    "NULL, increment_ms INTEGER NOT NULL, rated INTEGER NOT NULL, equal_deals INTEGER NOT "
    "NULL, listed INTEGER NOT NULL, system INTEGER NOT NULL, rounds INTEGER NOT NULL, "
    "starts_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL, pause_ms INTEGER NOT NULL, seed "
    "BLOB NOT NULL, stage INTEGER NOT NULL, drawn INTEGER NOT NULL, finished INTEGER NOT "
    "NULL, ending INTEGER NOT NULL, next_ms INTEGER NOT NULL, entrants INTEGER NOT NULL, "
    "pairings INTEGER NOT NULL, notes INTEGER NOT NULL, created_ms INTEGER NOT NULL, "
    "changed_ms INTEGER NOT NULL, wake_ms INTEGER NOT NULL, revision INTEGER NOT NULL, "
    "PRIMARY KEY (id)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournaments_host ON tournaments (host);"
    "CREATE INDEX tournaments_wake ON tournaments (wake_ms) WHERE wake_ms > 0;"
    "CREATE INDEX tournaments_changed ON tournaments (changed_ms);"

    "CREATE TABLE entrants (at TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, guest "
    "INTEGER NOT NULL, number INTEGER NOT NULL, withdrawn INTEGER NOT NULL, entered_ms "
    "INTEGER NOT NULL, PRIMARY KEY (at, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX entrants_person ON entrants (person);"

    "CREATE TABLE pairings (at TEXT NOT NULL, number INTEGER NOT NULL, round INTEGER NOT "
    "NULL, table_id TEXT NOT NULL, entrants BLOB NOT NULL, finished INTEGER NOT NULL, "
    "corrected INTEGER NOT NULL, places BLOB NOT NULL, scores BLOB NOT NULL, lost INTEGER NOT "
    "NULL, PRIMARY KEY (at, number)) STRICT, WITHOUT ROWID;"

    "CREATE TABLE notes (at TEXT NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL, "
    "name TEXT NOT NULL, what TEXT NOT NULL, data TEXT NOT NULL, made_ms INTEGER NOT NULL, "
    "PRIMARY KEY (at, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX notes_person ON notes (person) WHERE person <> '';"

    "CREATE TABLE days (day TEXT NOT NULL, game TEXT NOT NULL, seed BLOB NOT NULL, closed "
    "INTEGER NOT NULL, played INTEGER NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (day)) "
    "STRICT, WITHOUT ROWID;"

    "CREATE TABLE attempts (day TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, at "
    "TEXT NOT NULL, begun_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, score INTEGER NOT "
    "NULL, place INTEGER NOT NULL, PRIMARY KEY (day, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX attempts_person ON attempts (person);",

    /* 8: moderation and passkeys */
    "CREATE TABLE marks (kind TEXT NOT NULL, subject TEXT NOT NULL, why TEXT NOT NULL, until_ms "
    "INTEGER NOT NULL, created_ms INTEGER NOT NULL, PRIMARY KEY (kind, subject)) STRICT, WITHOUT "
    "ROWID;"
    "CREATE INDEX marks_subject ON marks (subject);"

    "CREATE TABLE reports (id TEXT PRIMARY KEY, kind TEXT NOT NULL, reason TEXT NOT NULL, \"by\" "
    "TEXT NOT NULL, by_name TEXT NOT NULL, about TEXT NOT NULL, about_name TEXT NOT NULL, at TEXT "
    "NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, created_ms INTEGER NOT NULL, closed_ms "
    "INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX reports_open ON reports (created_ms) WHERE closed_ms = 0;"
    "CREATE INDEX reports_about ON reports (about);"

    "CREATE TABLE actions (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, \"by\" TEXT NOT NULL, "
    "by_name TEXT NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL, about_name TEXT NOT NULL, why "
    "TEXT NOT NULL, report TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX actions_at ON actions (at_ms);"
    "CREATE INDEX actions_about ON actions (about);"

    "CREATE TABLE passkeys (id TEXT PRIMARY KEY, person TEXT NOT NULL, credential TEXT NOT NULL, "
    "key TEXT NOT NULL, algorithm INTEGER NOT NULL, counter INTEGER NOT NULL, device TEXT NOT "
    "NULL, created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX passkeys_person ON passkeys (person);"

    "CREATE TABLE challenges (id TEXT PRIMARY KEY, bound TEXT NOT NULL, until_ms INTEGER NOT NULL) "
    "STRICT, WITHOUT ROWID;"
    "CREATE INDEX challenges_until ON challenges (until_ms);",

    /* 9: studies behind short links */
    "CREATE TABLE studies (id TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, game "
    "TEXT NOT NULL, title TEXT NOT NULL, listed INTEGER NOT NULL, created_ms INTEGER NOT NULL, "
    "seen_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX studies_person ON studies (person);"
    "CREATE INDEX studies_listed ON studies (created_ms, id) WHERE listed = 1;"
    "CREATE INDEX studies_seen ON studies (seen_ms);"

    "CREATE TABLE study_parts (at TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, "
    "PRIMARY KEY (at, number)) STRICT, WITHOUT ROWID;",

    /* 10: without an index that cost every move a page: a table's ids are checked when its log is
     * in memory, and its revision keeps two servers from adding to one log. With the indexes that
     * test_plans.c found missing. */
    "DROP INDEX entries_id;"
    "CREATE INDEX persons_name ON persons (name) WHERE name <> '';"
    "CREATE INDEX persons_blocked ON persons (id) WHERE blocked <> 0;"
    "CREATE INDEX origins_seen ON origins (seen_ms);"
    "CREATE INDEX reports_by ON reports (\"by\");"
    "CREATE INDEX reports_made ON reports (created_ms);"
    "CREATE INDEX actions_by ON actions (\"by\");",

    /* 11: finished games to search, openings. `result` and `listed` of games that are already over
     * follow from their rows; those with a job get theirs from it. */
    "CREATE TABLE played (at TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, game TEXT "
    "NOT NULL, result INTEGER NOT NULL, listed INTEGER NOT NULL, ended_ms INTEGER NOT NULL, "
    "PRIMARY KEY (at, seat)) STRICT, WITHOUT ROWID;"
    "INSERT INTO played SELECT seats.at, seats.seat, seats.person, tables.game, CASE WHEN "
    "seats.place = 0 THEN 4 WHEN seats.expired <> 0 OR seats.place > 1 THEN 3 WHEN (SELECT "
    "count(*) "
    "FROM seats AS others WHERE others.at = seats.at AND others.place = 1) > 1 THEN 2 ELSE 1 END, "
    "CASE WHEN tables.rated <> 0 AND tables.secret = '' THEN 1 ELSE 0 END, tables.changed_ms FROM "
    "seats JOIN tables ON tables.id = seats.at WHERE tables.phase = 2 AND NOT EXISTS (SELECT 1 "
    "FROM "
    "jobs WHERE jobs.id = tables.id);"
    "CREATE INDEX played_person ON played (person, ended_ms, at, seat) WHERE person <> '';"
    "CREATE INDEX played_listed ON played (ended_ms, at) WHERE listed = 1 AND seat = 0;"

    "CREATE TABLE openings (node TEXT NOT NULL, choice TEXT NOT NULL, offered INTEGER NOT NULL, "
    "chosen INTEGER NOT NULL, firsts INTEGER NOT NULL, PRIMARY KEY (node, choice)) STRICT, WITHOUT "
    "ROWID;",
};

const unsigned store_versions = sizeof store_migrations / sizeof store_migrations[0];

#define OPEN_TABLES                                                                          \
    "FROM tables WHERE phase = 0 AND secret = '' AND (?1 = '' OR game = ?1) AND (?2 = 0 OR " \
    "created_ms < ?2) ORDER BY created_ms DESC, id DESC LIMIT ?3"
#define TABLES_OF                                                                            \
    "FROM tables WHERE id IN (SELECT at FROM seats WHERE person = ?1 AND person <> '') AND " \
    "(phase = 2) = (?2 = 1) ORDER BY changed_ms DESC, id DESC LIMIT ?3"

#define RUNNING_TABLES                                                                      \
    "FROM tables WHERE phase = 1 AND secret = '' AND sealed = 0 AND (?1 = '' OR game = ?1)" \
    " ORDER BY changed_ms DESC, id DESC LIMIT ?3"

#define OF_ROUND                                                                           \
    "event = ?1 AND event <> '' AND round = CASE WHEN ?2 < 0 THEN (SELECT drawn - 1 FROM " \
    "tournaments WHERE id = ?1) ELSE ?2 END"

#define NOT_BLOCKED                                                                \
    " AND NOT EXISTS (SELECT 1 FROM persons WHERE persons.id = studies.person AND" \
    " persons.blocked <> 0)"

#define PLAYED_LIKE                                                                         \
    "(?7 = '' OR game = ?7) AND ended_ms >= ?2 AND (ended_ms < ?10 OR (ended_ms = ?10 AND " \
    "(at < ?4 OR (at = ?4 AND seat < ?5))))"
#define LATEST_PLAYED " ORDER BY ended_ms DESC, at DESC, seat DESC LIMIT ?3"

/* A number as text. */
#define MS(number) MS_TEXT(number)
#define MS_TEXT(number) #number

/* clang-format off */
const char *const store_query_sql[STORE_QUERY_COUNT] = {
    [STORE_PERSON_AT]          = "FROM persons WHERE id = ?1",
    [STORE_PERSON_NAMED]       = "FROM persons WHERE folded = ?1 AND folded <> ''",
    [STORE_PERSON_OF_SESSION]  = "FROM persons WHERE id = (SELECT person FROM sessions"
                                 " WHERE token = ?1 AND seen_ms >= ?2)",
    [STORE_SESSIONS_OF]        = "FROM sessions WHERE person = ?1 ORDER BY token LIMIT ?3",
    [STORE_TABLE_AT]           = "FROM tables WHERE id = ?1",
    [STORE_TABLES_AFTER]       = "FROM tables WHERE id > ?1 ORDER BY id LIMIT ?3",
    [STORE_SEATS_AT]           = "FROM seats WHERE at = ?1 ORDER BY seat LIMIT ?3",
    [STORE_ENTRIES_AT]         = "FROM entries WHERE at = ?1 ORDER BY version LIMIT ?3",
    [STORE_CHAT_AT]            = "FROM (SELECT * FROM chat WHERE at = ?1 ORDER BY number DESC"
                                 " LIMIT ?3) AS latest ORDER BY number",
    [STORE_OPEN_TABLES]        = OPEN_TABLES,
    [STORE_SEATS_OF_OPEN]      = "FROM seats WHERE at IN (SELECT id " OPEN_TABLES ")"
                                 " ORDER BY at, seat",
    [STORE_TABLES_OF]          = TABLES_OF,
    [STORE_SEATS_OF_TABLES_OF] = "FROM seats WHERE at IN (SELECT id " TABLES_OF ")"
                                 " ORDER BY at, seat",
    [STORE_TABLES_DUE]         = "FROM tables WHERE wake_ms > 0 AND wake_ms <= ?2"
                                 " ORDER BY wake_ms, id LIMIT ?3",
    [STORE_TABLES_TAKEN]       = "UPDATE tables SET keeper = ?1, kept_ms = ?2 + "
                                 MS(STORE_TABLE_LEASE_MS) ", revision = revision + 1 WHERE id IN"
                                 " (SELECT id FROM tables"
                                 " WHERE wake_ms > 0 AND wake_ms <= ?2 AND kept_ms <= ?2"
                                 " ORDER BY wake_ms, id LIMIT ?3 " STORE_LOCK ")",
    [STORE_CHAT_OF]            = "FROM chat WHERE person = ?1 ORDER BY at, number LIMIT ?3",
    [STORE_LEADERS]            = "FROM ratings WHERE game = ?1 ORDER BY mu - 3 * sigma DESC, person"
                                 " LIMIT ?3",
    [STORE_RATINGS_OF]         = "FROM ratings WHERE person = ?1 ORDER BY game LIMIT ?3",
    [STORE_HISTORY_OF]         = "FROM history WHERE person = ?1 ORDER BY ended_ms DESC, at DESC"
                                 " LIMIT ?3",
    [STORE_JOBS_TAKEN]         = "UPDATE jobs SET due_ms = ?2 + " MS(STORE_JOB_LEASE_MS)
                                 " * (1 + 15 * tries * tries), tries = tries + 1 WHERE id IN"
                                 " (SELECT id FROM jobs"
                                 " WHERE kind = ?1 AND due_ms <= ?2 ORDER BY due_ms, id LIMIT ?3 "
                                 STORE_LOCK ")",
    [STORE_JOBS_OF]            = "FROM jobs WHERE person = ?1 ORDER BY id LIMIT ?3",
    [STORE_VALUE_AT]           = "FROM settings WHERE key = ?1",
    [STORE_SERVERS]            = "FROM settings WHERE key >= 'server ' AND key < 'server!'"
                                 " ORDER BY key LIMIT ?3",
    [STORE_TARGET_AT]          = "FROM targets WHERE id = ?1",
    [STORE_TARGETS_OF]         = "FROM targets WHERE person = ?1 ORDER BY id LIMIT ?3",
    [STORE_BLOCKS_OF]          = "FROM blocks WHERE person = ?1 ORDER BY other LIMIT ?3",
    [STORE_BLOCKS_AT]          = "FROM blocks WHERE person = (SELECT host FROM tables WHERE id = ?1)"
                                 " ORDER BY other LIMIT ?3",
    [STORE_ORIGINS_OF]         = "FROM origins WHERE person = ?1 AND seen_ms >= ?2 ORDER BY origin"
                                 " LIMIT ?3",
    [STORE_SESSION_AT]         = "FROM sessions WHERE token = ?1",
    [STORE_CODES_OF]           = "FROM codes WHERE person = ?1 ORDER BY hash LIMIT ?3",
    [STORE_RUNNING_TABLES]     = RUNNING_TABLES,
    [STORE_SEATS_OF_RUNNING]   = "FROM seats WHERE at IN (SELECT id " RUNNING_TABLES ")"
                                 " ORDER BY at, seat",
    [STORE_TOURNAMENT_AT]      = "FROM tournaments WHERE id = ?1",
    [STORE_TOURNAMENTS]        = "FROM tournaments WHERE listed = 1 AND (stage = 2) = (?2 = 1)"
                                 " ORDER BY changed_ms DESC, id DESC LIMIT ?3",
    [STORE_TOURNAMENTS_OF]     = "FROM tournaments WHERE (host = ?1 OR id IN (SELECT at FROM"
                                 " entrants WHERE person = ?1 AND (withdrawn = 0 OR ?2 = 1)))"
                                 " AND (stage = 2) = (?2 = 1)"
                                 " ORDER BY changed_ms DESC, id DESC LIMIT ?3",
    [STORE_TOURNAMENTS_DUE]    = "FROM tournaments WHERE wake_ms > 0 AND wake_ms <= ?2"
                                 " ORDER BY wake_ms, id LIMIT ?3",
    [STORE_ENTRANTS_AT]        = "FROM entrants WHERE at = ?1 ORDER BY number, person LIMIT ?3",
    [STORE_PAIRINGS_AT]        = "FROM pairings WHERE at = ?1 ORDER BY number LIMIT ?3",
    [STORE_TABLES_OF_ROUND]    = "FROM tables WHERE " OF_ROUND " ORDER BY id LIMIT ?3",
    [STORE_SEATS_OF_ROUND]     = "FROM seats WHERE at IN (SELECT id FROM tables WHERE "
                                 OF_ROUND " ORDER BY id LIMIT ?3) ORDER BY at, seat",
    [STORE_NOTES_AT]           = "FROM notes WHERE at = ?1 ORDER BY number DESC LIMIT ?3",
    [STORE_DAY_AT]             = "FROM days WHERE day = ?1",
    [STORE_DAYS_OF_MONTH]      = "FROM days WHERE substr(day, 1, 7) = ?1 AND day >= ?1"
                                 " AND day < ?1 || '~' ORDER BY day LIMIT ?3",
    [STORE_ATTEMPTS_AT]        = "FROM attempts WHERE day = ?1 ORDER BY person LIMIT ?3",
    [STORE_ATTEMPTS_OF]        = "FROM attempts WHERE person = ?1 ORDER BY day DESC LIMIT ?3",
    [STORE_PERSONS_CALLED]     = "FROM persons WHERE name = ?1 AND name <> ''"
                                 " ORDER BY seen_ms DESC, id LIMIT ?3",
    [STORE_PERSONS_BLOCKED]    = "FROM persons WHERE blocked <> 0 ORDER BY id LIMIT ?3",
    [STORE_MARKS_OF]           = "FROM marks WHERE kind = ?1 ORDER BY subject LIMIT ?3",
    [STORE_MARKS_ON]           = "FROM marks WHERE subject = ?1 ORDER BY kind LIMIT ?3",
    [STORE_MARKS_OF_SESSION]   = "FROM marks WHERE subject = (SELECT person FROM sessions"
                                 " WHERE token = ?1) ORDER BY kind LIMIT ?3",
    [STORE_BLOCKS_OF_SESSION]  = "FROM blocks WHERE person = (SELECT person FROM sessions"
                                 " WHERE token = ?1) ORDER BY other LIMIT ?3",
    [STORE_REPORT_AT]          = "FROM reports WHERE id = ?1",
    [STORE_REPORTS_OPEN]       = "FROM reports WHERE closed_ms = 0"
                                 " ORDER BY created_ms DESC, id LIMIT ?3",
    [STORE_REPORTS_ABOUT]      = "FROM reports WHERE about = ?1 AND about <> ''"
                                 " ORDER BY created_ms DESC, id LIMIT ?3",
    [STORE_ACTIONS]            = "FROM actions ORDER BY at_ms DESC, id LIMIT ?3",
    [STORE_ACTIONS_ON]         = "FROM actions WHERE about = ?1 ORDER BY at_ms DESC, id LIMIT ?3",
    [STORE_CHAT_NEAR]          = "FROM chat WHERE at = ?1 AND number >= ?2 - 10"
                                 " AND number <= ?2 + 10 ORDER BY number LIMIT ?3",
    [STORE_PASSKEY_AT]         = "FROM passkeys WHERE id = ?1",
    [STORE_PASSKEYS_OF]        = "FROM passkeys WHERE person = ?1 ORDER BY id LIMIT ?3",
    [STORE_CHALLENGE_TAKEN]    = "UPDATE challenges SET until_ms = 0"
                                 " WHERE id = ?1 AND until_ms > ?2",
    [STORE_ORIGINS_AT]         = "FROM origins WHERE origin = ?1 ORDER BY person LIMIT ?3",
    [STORE_STUDY_AT]           = "FROM studies WHERE id = ?1" NOT_BLOCKED,
    [STORE_STUDIES]            = "FROM studies WHERE listed = 1 AND (?1 = '' OR game = ?1)"
                                 " AND (?2 = 0 OR created_ms < ?2)" NOT_BLOCKED
                                 " ORDER BY created_ms DESC, id DESC LIMIT ?3",
    [STORE_STUDIES_OF]         = "FROM studies WHERE person = ?1"
                                 " ORDER BY created_ms DESC, id DESC LIMIT ?3",
    [STORE_PARTS_AT]           = "FROM study_parts WHERE at = ?1 ORDER BY number LIMIT ?3",
    [STORE_PARTS_OF]           = "FROM study_parts WHERE at IN (SELECT id FROM studies"
                                 " WHERE person = ?1) ORDER BY at, number LIMIT ?3",
    [STORE_PLAYED_OF]          = "FROM played WHERE person = ?6 AND person <> '' AND listed >= ?9"
                                 " AND (?8 = 0 OR result = ?8) AND " PLAYED_LIKE
                                 " AND (?1 = '' OR EXISTS (SELECT 1 FROM seats WHERE"
                                 " seats.at = played.at AND seats.seat <> played.seat AND"
                                 " ((seats.name = ?1 AND seats.person <> '')"
                                 " OR '=' || seats.first = ?1)))" LATEST_PLAYED,
    [STORE_PLAYED_LISTED]      = "FROM played WHERE listed = 1 AND seat = 0 AND " PLAYED_LIKE
                                 LATEST_PLAYED,
    [STORE_OPENINGS_AT]        = "FROM openings WHERE node = ?1 ORDER BY choice LIMIT ?3",
};
/* clang-format on */

#define IS_PERSON " AND EXISTS (SELECT 1 FROM persons WHERE id = ?1)"
#define OF_PERSON "person = ?1 AND person <> ''" IS_PERSON
#define NEW_REVISIONS                                                                              \
    "UPDATE tables SET revision = revision + 1 WHERE id IN (SELECT at FROM seats WHERE " OF_PERSON \
    ")"
/* "phase <> 1" is what tables_changed covers. */
#define PRUNED(phase_number) \
    "(SELECT id FROM tables WHERE phase = " #phase_number " AND phase <> 1 AND changed_ms < ?2)"
#define PRUNED_EVENTS(stage_number) \
    "(SELECT id FROM tournaments WHERE stage = " #stage_number " AND changed_ms < ?2)"
#define PRUNE(number)                                                 \
    {                                                                 \
        "DELETE FROM seats WHERE at IN " PRUNED(number),              \
        "DELETE FROM entries WHERE at IN " PRUNED(number),            \
        "DELETE FROM chat WHERE at IN " PRUNED(number),               \
        "DELETE FROM played WHERE at IN " PRUNED(number),             \
        "DELETE FROM tables WHERE id IN " PRUNED(number),             \
        "DELETE FROM entrants WHERE at IN " PRUNED_EVENTS(number),    \
        "DELETE FROM pairings WHERE at IN " PRUNED_EVENTS(number),    \
        "DELETE FROM notes WHERE at IN " PRUNED_EVENTS(number),       \
        "DELETE FROM tournaments WHERE id IN " PRUNED_EVENTS(number), \
    }

/* clang-format off */
const char *const store_sweep_sql[STORE_SWEEPS][STORE_SWEEP_STEPS] = {
    [STORE_END_SESSIONS]   = {"DELETE FROM sessions WHERE person = ?1",
                              "DELETE FROM targets WHERE person = ?1 AND kind = 'push'"},
    [STORE_TOUCH]          = {"UPDATE persons SET seen_ms = ?2"
                              " WHERE id = (SELECT person FROM sessions WHERE token = ?1)",
                              "UPDATE sessions SET seen_ms = ?2 WHERE token = ?1"},
    [STORE_RENAME]         = {"UPDATE seats SET (name, guest) ="
                              " (SELECT name, CASE password WHEN '' THEN 1 ELSE 0 END FROM persons"
                              " WHERE id = ?1) WHERE " OF_PERSON,
                              "UPDATE chat SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE " OF_PERSON,
                              "UPDATE ratings SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE " OF_PERSON,
                              "UPDATE blocks SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE other = ?1" IS_PERSON,
                              "UPDATE entrants SET (name, guest) ="
                              " (SELECT name, CASE password WHEN '' THEN 1 ELSE 0 END FROM persons"
                              " WHERE id = ?1) WHERE " OF_PERSON,
                              "UPDATE attempts SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE " OF_PERSON,
                              "UPDATE notes SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE " OF_PERSON,
                              "UPDATE tournaments SET host_name ="
                              " (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE host = ?1" IS_PERSON,
                              "UPDATE studies SET name = (SELECT name FROM persons WHERE id = ?1)"
                              " WHERE " OF_PERSON,
                              NEW_REVISIONS},
    [STORE_FORGET]         = {NEW_REVISIONS,
                              "UPDATE seats SET name = '' WHERE " OF_PERSON,
                              "UPDATE chat SET name = '', person = '' WHERE " OF_PERSON,
                              "DELETE FROM ratings WHERE " OF_PERSON,
                              "DELETE FROM history WHERE " OF_PERSON,
                              "DELETE FROM jobs WHERE " OF_PERSON,
                              "DELETE FROM targets WHERE " OF_PERSON,
                              "DELETE FROM blocks WHERE (person = ?1 OR other = ?1)" IS_PERSON,
                              "DELETE FROM origins WHERE " OF_PERSON,
                              "DELETE FROM codes WHERE " OF_PERSON,
                              "DELETE FROM attempts WHERE " OF_PERSON,
                              "UPDATE played SET person = '' WHERE " OF_PERSON,
                              "UPDATE entrants SET name = '' WHERE " OF_PERSON,
                              "UPDATE notes SET name = '', person = '' WHERE " OF_PERSON,
                              "UPDATE tournaments SET host_name = ''"
                              " WHERE host = ?1 AND EXISTS (SELECT 1 FROM persons WHERE id = ?1)",
                              "DELETE FROM study_parts WHERE at IN (SELECT id FROM studies WHERE "
                              OF_PERSON ")",
                              "DELETE FROM studies WHERE " OF_PERSON,
                              "DELETE FROM passkeys WHERE " OF_PERSON,
                              "DELETE FROM marks WHERE subject = ?1" IS_PERSON,
                              "DELETE FROM reports WHERE (\"by\" = ?1 OR about = ?1)" IS_PERSON,
                              "UPDATE actions SET by_name = '' WHERE \"by\" = ?1" IS_PERSON,
                              "UPDATE actions SET about_name = '' WHERE about = ?1" IS_PERSON,
                              "DELETE FROM sessions WHERE " OF_PERSON,
                              "UPDATE persons SET name = '', folded = '', password = ''"
                              " WHERE id = ?1"},
    [STORE_PRUNE_SESSIONS] = {"DELETE FROM sessions WHERE seen_ms < ?2"},
    [STORE_PRUNE_GUESTS]   = {"DELETE FROM persons WHERE password = '' AND seen_ms < ?2"
                              " AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = persons.id)"
                              " AND NOT EXISTS (SELECT 1 FROM seats"
                              " JOIN tables ON tables.id = seats.at"
                              " WHERE seats.person = persons.id AND seats.person <> ''"
                              " AND tables.phase <> 2)",
                              "DELETE FROM targets WHERE NOT EXISTS (SELECT 1 FROM persons"
                              " WHERE id = targets.person)",
                              "DELETE FROM blocks WHERE NOT EXISTS (SELECT 1 FROM persons"
                              " WHERE id = blocks.person)",
                              "DELETE FROM blocks WHERE NOT EXISTS (SELECT 1 FROM persons"
                              " WHERE id = blocks.other)",
                              "DELETE FROM origins WHERE NOT EXISTS (SELECT 1 FROM persons"
                              " WHERE id = origins.person)"},
    [STORE_PRUNE_OPEN]     = PRUNE(0),
    [STORE_PRUNE_OVER]     = PRUNE(2),
    [STORE_PRUNE_CHALLENGES] = {"DELETE FROM challenges WHERE until_ms < ?2"},
    [STORE_PRUNE_REPORTS]  = {"DELETE FROM reports WHERE created_ms < ?2",
                              "DELETE FROM marks WHERE kind <> '" MARK_ADDRESS "' AND NOT EXISTS"
                              " (SELECT 1 FROM persons WHERE id = marks.subject)"},
    [STORE_END_CODES]      = {"DELETE FROM codes WHERE person = ?1"},
    [STORE_PRUNE_ORIGINS]  = {"DELETE FROM origins WHERE substr(origin, 1, 1) = ?1"
                              " AND seen_ms < ?2"},
    [STORE_WAKE_TOURNAMENT] = {"UPDATE tournaments SET wake_ms = ?2, revision = revision + 1"
                              " WHERE id = ?1"},
    [STORE_OPEN_ROUND]     = {"UPDATE jobs SET due_ms = 0 WHERE kind = 'rate' AND id IN (SELECT id"
                              " FROM tables WHERE event = ?1 AND event <> '' AND round = ?2)",
                              "UPDATE tables SET sealed = 0, revision = revision + 1"
                              " WHERE event = ?1 AND event <> '' AND round = ?2"},
    [STORE_STOP_TABLE]     = {"UPDATE tables SET proposal = ?2, wake_ms = 1, revision = revision + 1"
                              " WHERE id = ?1 AND event <> '' AND phase = 1"},
    [STORE_SEE_STUDY]      = {"UPDATE studies SET seen_ms = ?2 WHERE id = ?1"},
    [STORE_REMOVE_STUDY]   = {"DELETE FROM study_parts WHERE at = ?1",
                              "DELETE FROM studies WHERE id = ?1"},
    [STORE_PRUNE_STUDIES]  = {"DELETE FROM study_parts WHERE at IN (SELECT id FROM studies"
                              " WHERE seen_ms < ?2)",
                              "DELETE FROM studies WHERE seen_ms < ?2"},
};
/* clang-format on */

const char *const store_limit_sql =
    "SELECT count(DISTINCT at) FROM seats JOIN tables ON tables.id = seats.at"
    " WHERE seats.person = ?1 AND seats.person <> '' AND seats.at <> ?2 AND tables.phase <> 2";

#define AT_TABLE "at = ?1 AND EXISTS (SELECT 1 FROM tables WHERE id = ?1)"

const char *const store_remove_table_sql[STORE_SWEEP_STEPS] = {
    "DELETE FROM seats WHERE " AT_TABLE, "DELETE FROM entries WHERE " AT_TABLE,
    "DELETE FROM chat WHERE " AT_TABLE, "DELETE FROM played WHERE " AT_TABLE};
