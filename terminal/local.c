#include "terminal/local.h"

#include "core/ensure.h"
#include "match/record.h"
#include "terminal/menu.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORD_MAX = 1 << 20, PATH_MAX_BYTES = 4096, PACE_MS = 350 };

/* ---- messages ---- */

/* Delivers messages for the seats held here; if there are none, those for the spectator. */
static void send_to(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    struct local *l = (struct local *)output;
    if (observer == SPECTATOR ? l->session->mine == 0 : l->session->mine >> observer & 1)
        session_receive(l->session, text, length);
}

static void reply(struct table_output *output, const char *text, size_t length) {
    session_receive(((struct local *)output)->session, text, length);
}

/* The table has a single output buffer, so messages sent while it writes are queued. */
static void enqueue(struct session *s, const char *text, size_t length) {
    struct local *l = s->transport;
    ensure(l->queued < sizeof l->queue / sizeof l->queue[0]);
    ensure((l->queue[l->queued++] = strndup(text, length)) != NULL);
}

static bool hand_over(struct local *l) {
    struct message reason;
    if (!l->queued) return false;
    char *text = l->queue[0];
    memmove(l->queue, l->queue + 1, --l->queued * sizeof l->queue[0]);
    table_receive_text(&l->table, l->session->mine, text, strlen(text), &reason);
    free(text);
    return true;
}

/* ---- opponents ---- */

static void rest(struct local *l) {
    if (l->paced) l->next_ms = clock_now() + PACE_MS;
}

static void on_choice(struct think_job *job) {
    struct local *l = job->owner;
    rest(l);
    /* the answer is stale if the player undid a step meanwhile */
    table_answer(&l->table, job->seat, job->question, job->choice);
}

static void let_think(struct local *l) {
    uint8_t seed[SEED_SIZE];
    unsigned owed = table_owed(&l->table);
    if (!owed || l->thinking.busy || local_pause_ms(l)) return;
    unsigned seat = (unsigned)__builtin_ctz(owed), question = match_question(&l->table.match, seat);
    table_opponent_seed(&l->table, seat, question, seed);
    bot_seed(&l->bots[seat], seed);
    think_choose(l->loop, &l->thinking, &l->bots[seat], table_cursor(&l->table, seat)->view, seat,
                 question);
}

uint64_t local_pause_ms(const struct local *l) {
    uint64_t until = l->next_ms > l->held_ms ? l->next_ms : l->held_ms,
             now = l->paced && until ? clock_now() : 0;
    return now && now < until ? until - now : 0;
}

void local_hold(struct local *l, unsigned ms) {
    l->held_ms = ms ? clock_now() + ms : 0;
}

void local_work(struct local *l) {
    while (hand_over(l)) {}
    while (!local_pause_ms(l) && (table_draw(&l->table) || table_play_forced(&l->table))) {
        rest(l);
        while (hand_over(l)) {}
    }
    if (!local_save(l) && !l->unsaved) {
        l->unsaved = true;
        session_note(l->session,
                     &MESSAGE("cli.error.write", TEXT("file", l->path, strlen(l->path))));
    }
    let_think(l);
}

/* ---- the file ---- */

/* FILE.table beside the record holds the unfinished game with its seed, to resume from. */
static void table_path(const struct local *l, char path[PATH_MAX_BYTES]) {
    snprintf(path, PATH_MAX_BYTES, "%s.table", l->path);
}

/* Whether the path is a regular file or does not exist yet, rather than a pipe or a device. */
static bool is_file(const char *path) {
    struct stat there;
    return stat(path, &there) != 0 || S_ISREG(there.st_mode);
}

/* Replaces a regular file atomically. A pipe or a device is written directly. */
static bool write_whole_file(const char *path, const char *text, size_t length, mode_t mode) {
    char beside[PATH_MAX_BYTES];
    bool plain = is_file(path);
    snprintf(beside, sizeof beside, "%s%s", path, plain ? ".new" : "");
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd < 0) return false;
    bool written = write(fd, text, length) == (ssize_t)length;
    written &= close(fd) == 0;
    if (plain && written) written = rename(beside, path) == 0;
    if (plain && !written) unlink(beside);
    return written;
}

static bool write_record(const char *path, const struct match *m, unsigned observer, mode_t mode) {
    struct json_out out;
    char *text = malloc(RECORD_MAX);
    if (!text) return false;
    json_begin(&out, text, RECORD_MAX);
    if (observer == NOBODY) match_write_whole(m, &out, NULL);
    else match_write_record(m, observer, &out, NULL);
    json_line(&out);
    bool written = out.length <= out.size && write_whole_file(path, text, out.length, mode);
    free(text);
    return written;
}

/* Keeps a finished game that was saved automatically in one file, until the next one. */
static void move_to_latest(struct local *l) {
    static char latest[PATHS_MAX];
    if (!l->automatic || !menu_latest_file(latest)) return;
    unlink(l->path);
    l->path = latest;
    l->automatic = false;
}

bool local_save(struct local *l) {
    char secret[PATH_MAX_BYTES];
    const struct match *m = &l->table.match;
    if (!l->path || m->length == l->saved || m->phase < MATCH_PLAYING) return true;
    unsigned mine = l->session->mine,
             observer = mine & (mine - 1) ? SPECTATOR : session_observer(l->session);
    table_path(l, secret);
    if (m->phase != MATCH_OVER && is_file(l->path) && !write_record(secret, m, NOBODY, 0600))
        return false;
    if (m->phase == MATCH_OVER) move_to_latest(l);
    if (!write_record(l->path, m, observer, 0644)) return false;
    if (m->phase == MATCH_OVER) unlink(secret);
    l->saved = m->length;
    return true;
}

/* ---- opening ---- */

static bool sit_down(struct local *l, const struct game_choice *choice,
                     const uint8_t reserve[SEED_SIZE]) {
    struct table_setup setup = {.game = choice->game, .players = choice->players};
    memcpy(setup.options, choice->options, sizeof setup.options);
    memcpy(setup.levels, choice->levels, sizeof setup.levels);
    memcpy(setup.seed, l->table.match.seed, SEED_SIZE);
    memcpy(setup.reserve, reserve, SEED_SIZE);
    memcpy(setup.id, l->table.match.table, sizeof setup.id);
    if (!table_open(&l->table, &setup, TAFELRUNDE_BUILD, l->buffer, &l->output)) return false;
    for (unsigned seat = 0; seat < choice->players; seat++) {
        if (choice->levels[seat].kind == BOT_PERSON) l->session->mine |= SEAT_BIT(seat);
        else if (!bot_open(&l->bots[seat], choice->levels[seat], choice->game, &choice->means))
            return false;
    }
    return true;
}

/* Turns the steps of a record into log entries. */
struct steps {
    struct record_watcher watcher; /* first */
    const struct game *game;
    struct match_entry *log;
    unsigned length;
};

/* A record does not say which steps the table played. They are those that everybody could see
 * were forced. */
static bool add_step(struct record_watcher *watcher, const void *state,
                     const struct record_step *step) {
    struct steps *s = (struct steps *)watcher;
    if (step->by == NOBODY) return true;
    if (s->length == MATCH_LOG_MAX) return false;
    s->log[s->length++] = (struct match_entry){
        .by = (uint8_t)step->by,
        .action = step->action,
        .forced = step->by != BY_CHANCE && game_forced(s->game, state, step->by) == step->action};
    return true;
}

static bool restore(struct match *m, const struct record *r, struct message *error) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct steps steps = {.watcher = {.step = add_step, .check_draws = true}, .game = r->game};
    struct record_error wrong;
    steps.log = calloc(MATCH_LOG_MAX, sizeof *steps.log);
    if (!steps.log) return *error = MESSAGE("error.memory"), false;
    bool good = record_replay(r, state, &steps.watcher, &wrong);
    if (!good) *error = wrong.message;
    good = good && match_restore(m, steps.log, steps.length, error);
    free(steps.log);
    return good;
}

static bool is_same_table(const struct record *r, const struct game_choice *choice, unsigned mine) {
    return r->game == choice->game && r->players == choice->players && r->persons == mine &&
           r->has_seed && r->seat < 0 &&
           memcmp(r->options, choice->options, sizeof r->options) == 0;
}

/* Restores the stored game. It contains everybody's random bytes, so nobody sends them again. */
static bool take_up(struct local *l, const struct game_choice *choice, const struct record *r,
                    struct message *error) {
    struct match *m = &l->table.match;
    if (!is_same_table(r, choice, l->session->mine))
        return message_set(error,
                           MESSAGE("terminal.other_game", TEXT("file", l->path, strlen(l->path)))),
               false;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned seat = 0; seat < r->players; seat++) {
            uint8_t hash[HASH_SIZE];
            if (!(r->persons & SEAT_BIT(seat))) continue;
            blake2b_hash(r->entropy[seat], SEED_SIZE, hash);
            if (!(pass ? match_reveal(m, seat, r->entropy[seat], error)
                       : match_hash(m, seat, hash, error)))
                return false;
        }
    if (!restore(m, r, error)) return false;
    table_restored(&l->table);
    return true;
}

/* Reads the table stored beside the record. False if there is none or, with a reason, if it cannot
 * be resumed. */
static bool stored(const struct local *l, char **text, struct record *r, struct message *error) {
    char path[PATH_MAX_BYTES];
    struct stat there;
    size_t length;
    table_path(l, path);
    error->key = NULL;
    if (!is_file(l->path)) return false;
    if (stat(path, &there) != 0) {
        if (stat(l->path, &there) == 0 && there.st_size > 0)
            *error = MESSAGE("terminal.file_taken", TEXT("file", l->path, strlen(l->path)));
        return false;
    }
    *text = read_file(path, &length, error);
    return *text && record_read(r, *text, length, error);
}

bool local_open(struct local *l, struct session *s, const struct cli *cli, uv_loop_t *loop,
                const struct game_choice *choice, bool saves, struct message *error) {
    uint8_t reserve[SEED_SIZE];
    struct record record;
    struct message wrong = {0};
    memset(l, 0, sizeof *l);
    l->output = (struct table_output){.send = send_to, .reply = reply};
    l->session = s;
    l->cli = cli;
    l->loop = loop;
    l->path = args_value(&cli->args, "record", 0);
    if (!l->path && saves && menu_new_file(choice, l->own_path)) l->path = l->own_path;
    /* a game that the menu resumes was saved automatically, too */
    l->automatic = l->path && (l->path == l->own_path || args_has(&cli->args, "resumed"));
    l->thinking.done = on_choice;
    l->thinking.owner = l;
    s->transport = l;
    s->placed = true;
    s->send = enqueue;
    choose_seed(cli, l->table.match.seed, reserve, l->table.match.table);
    /* with --seed the players' random bytes must not vary */
    if (args_has(&cli->args, "seed")) draws_derive(l->table.match.seed, SEATS_MAX, s->secret);
    else random_bytes(s->secret, sizeof s->secret);
    bool again = l->path && stored(l, &l->stored, &record, &wrong);
    if (!again && wrong.key) {
        *error = wrong;
        return false;
    }
    if (again) {
        memcpy(l->table.match.seed, record.seed, SEED_SIZE);
        memcpy(l->table.match.table, record.table, sizeof record.table);
    }
    *error = MESSAGE("error.memory");
    bool open = sit_down(l, choice, reserve) && (!again || take_up(l, choice, &record, error));
    if (!open) return false;
    memcpy(s->table, l->table.match.table, sizeof s->table);
    l->output.unwatched = ~(s->mine ? s->mine : SEAT_BIT(SPECTATOR));
    l->saved = again ? l->table.match.length : 0;
    for (unsigned o = 0; o < OBSERVERS; o++)
        if (s->mine ? s->mine >> o & 1 : o == SPECTATOR) session_hello(s, o);
    return true;
}

void local_close(struct local *l) {
    for (unsigned i = 0; i < l->queued; i++) free(l->queue[i]);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) bot_close(&l->bots[seat]);
    table_close(&l->table);
    free(l->stored);
}
