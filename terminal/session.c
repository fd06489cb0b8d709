#include "terminal/session.h"

#include "core/ensure.h"
#include "core/hex.h"
#include "games/registry.h"
#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_open(struct session *s, enum language language) {
    memset(s, 0, sizeof *s);
    s->language = language;
}

static void free_log(struct watch *w, unsigned from) {
    for (unsigned i = from; i < w->log_count; i++) {
        free(w->log[i].text);
        free(w->log[i].view);
    }
    w->log_count = from;
}

void session_close(struct session *s) {
    for (unsigned o = 0; o < OBSERVERS; o++) {
        free_log(&s->watches[o], 0);
        free(s->watches[o].log);
        free(s->watches[o].steps);
    }
    free(s->record);
}

struct reader session_reader(const struct session *s, unsigned observer) {
    return (struct reader){.language = s->language,
                           .you = observer < SEATS_MAX ? SEAT_BIT(observer) : 0,
                           .names = s->name_list};
}

void session_note(struct session *s, const struct message *message) {
    struct reader reader = session_reader(s, session_observer(s));
    text_format(&reader, message, s->notice, sizeof s->notice);
    s->changes++;
}

static void fail_with(struct session *s, struct message why) {
    session_note(s, &why);
    s->failed = true;
}

/* ---- messages in JSON as sentences ---- */

/* A thing is written by its basic name. Only errors take this path, and they need no other form. */
static void read_param(const struct reader *reader, struct json value, struct param *param,
                       char *text, size_t size) {
    int64_t number;
    struct json seat = json_get(value, "seat"),
                said = json_type(value) == JSON_OBJECT ? json_get(value, "text") : value;
    if (json_read_number(value, &number)) {
        *param =
            (struct param){.name = param->name, .kind = PARAM_NUMBER, .number = (int32_t)number};
    } else if (json_type(seat) != JSON_NONE && json_read_number(seat, &number)) {
        *param = (struct param){.name = param->name, .kind = PARAM_SEAT, .number = (int32_t)number};
    } else {
        size_t length;
        if (!json_read_text(said, text, size, &length)) length = 0;
        const char *known = text_find(reader->language, text);
        *param = (struct param){.name = param->name,
                                .kind = PARAM_TEXT,
                                .text = known ? known : text,
                                .length = known ? strlen(known) : length};
    }
}

size_t session_format(const struct reader *reader, struct json message, char *text, size_t size) {
    char key[TEXT_KEY_MAX], names[MESSAGE_PARAMS_MAX][64], texts[MESSAGE_PARAMS_MAX][512] = {{0}};
    struct message m = {.key = key};
    struct json at = {0}, name, value;
    if (!json_read_text(json_get(message, "key"), key, sizeof key, NULL)) return 0;
    for (unsigned n = 0;
         n < MESSAGE_PARAMS_MAX && json_next(json_get(message, "params"), &at, &name, &value);
         n++) {
        if (!json_read_text(name, names[n], sizeof names[n], NULL)) return 0;
        m.params[n].name = names[n];
        read_param(reader, value, &m.params[n], texts[n], sizeof texts[n]);
    }
    return text_format(reader, &m, text, size);
}

void session_defuse(char *text) {
    for (uint8_t *c = (uint8_t *)text; *c; c++) {
        if (*c < ' ' || *c == 0x7f) *c = '?';
        if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) c[0] = c[1] = '?';
    }
}

/* ---- the log ---- */

static void add_entry(struct session *s, unsigned observer, struct log_entry one) {
    struct watch *w = &s->watches[observer];
    if (w->log_count == w->log_room) {
        w->log_room = w->log_room ? 2 * w->log_room : 64;
        w->log = realloc(w->log, w->log_room * sizeof *w->log);
        ensure(w->log);
    }
    one.step = w->step_count;
    one.text = strdup(one.text);
    one.view = malloc(s->game->state_size);
    ensure(one.text && one.view);
    memcpy(one.view, w->view, s->game->state_size);
    w->log[w->log_count++] = one;
}

/* Adds a sentence that belongs to no step, on its own line. */
static void log_apart(struct session *s, unsigned observer, const struct message *message) {
    char text[NOTICE_MAX];
    struct reader reader = session_reader(s, observer);
    struct watch *w = &s->watches[observer];
    text_format(&reader, message, text, sizeof text);
    w->lines.count++;
    w->lines.last = LINES_NONE;
    add_entry(s, observer,
              (struct log_entry){.text = text, .line = w->lines.count - 1, .seat = NOBODY});
}

void session_log(struct session *s, const struct message *message) {
    for (unsigned observer = 0; observer < OBSERVERS; observer++)
        if (s->watches[observer].there) log_apart(s, observer, message);
    s->changes++;
}

struct log_sink {
    struct sink sink;
    struct session *session;
    unsigned observer;
    bool silent;
};

static int named_points(const struct message *message) {
    for (const struct param *p = message->params; p->name; p++)
        if (p->kind == PARAM_NUMBER && strcmp(p->name, "points") == 0) return p->number;
    return 0;
}

static void log_event(struct sink *sink, const struct event *event) {
    struct log_sink *t = (struct log_sink *)sink;
    struct watch *w = &t->session->watches[t->observer];
    struct reader reader = session_reader(t->session, t->observer);
    unsigned line = lines_place(&w->lines, event);
    char text[NOTICE_MAX];
    if (t->silent) return;
    text_format(&reader, &event->message, text, sizeof text);
    add_entry(t->session, t->observer,
              (struct log_entry){.text = text,
                                 .line = line,
                                 .seat = (uint8_t)event->seat,
                                 .counted = true,
                                 .points = named_points(&event->message)});
}

static void begin_view(struct session *s, unsigned observer) {
    struct watch *w = &s->watches[observer];
    s->game->setup(w->view, s->players, s->options);
    s->game->view(w->view, observer);
    w->lines = (struct lines){.last = LINES_NONE};
}

static void look(struct session *s, unsigned observer, unsigned by, uint16_t action, bool silent) {
    struct log_sink log_sink = {
        .sink = {log_event}, .session = s, .observer = observer, .silent = silent};
    s->game->apply(s->watches[observer].view, by, action, &log_sink.sink);
}

static void add_step(struct session *s, unsigned observer, unsigned by, uint16_t action) {
    struct watch *w = &s->watches[observer];
    if (w->step_count == w->step_room) {
        w->step_room = w->step_room ? 2 * w->step_room : 256;
        w->steps = realloc(w->steps, w->step_room * sizeof *w->steps);
        ensure(w->steps);
    }
    w->steps[w->step_count].by = (uint8_t)by;
    w->steps[w->step_count++].action = action;
    look(s, observer, by, action, false);
    if (w->log_count) memcpy(w->log[w->log_count - 1].view, w->view, s->game->state_size);
}

/* After an undo, keeps this many steps and events. */
static void truncate_log(struct session *s, unsigned observer, unsigned steps, unsigned events) {
    struct watch *w = &s->watches[observer];
    unsigned keep = 0, counted = 0;
    while (keep < w->log_count && counted + w->log[keep].counted <= events)
        counted += w->log[keep++].counted;
    free_log(w, keep);
    w->step_count = steps < w->step_count ? steps : w->step_count;
    begin_view(s, observer);
    for (unsigned i = 0; i < w->step_count; i++)
        look(s, observer, w->steps[i].by, w->steps[i].action, true);
}

/* ---- what has appeared ---- */

const void *session_view_at(const struct session *s, unsigned observer, unsigned shown) {
    const struct watch *w = &s->watches[observer];
    return shown && shown < w->log_count ? w->log[shown - 1].view : w->view;
}

void session_scores_at(const struct session *s, unsigned observer, unsigned shown,
                       int scores[SEATS_MAX]) {
    const struct watch *w = &s->watches[observer];
    int pending[SEATS_MAX] = {0};
    bool any = false;
    unsigned last = shown;
    struct result result = {0};
    for (; shown && last < w->log_count && w->log[last].step == w->log[shown - 1].step; last++) {
        const struct log_entry *one = &w->log[last];
        if (one->seat < SEATS_MAX) pending[one->seat] += one->points;
        any |= one->points != 0;
    }
    /* A game may count all points of a scoring before it tells of the first ones. */
    s->game->result(session_view_at(s, observer, any ? last : shown), &result);
    for (unsigned seat = 0; seat < s->players; seat++)
        scores[seat] = result.score[seat] - pending[seat];
}

/* ---- messages from the table ---- */

/* With other rules or components the same steps would lead to other positions. */
static bool same_rules(struct session *s, const struct game *game, struct json message) {
    char components[COMPONENTS_HASH_SIZE];
    int64_t rules;
    game_components_hash(game, components);
    if (json_read_number(json_get(message, "rules"), &rules) && rules == game->rules &&
        json_is(json_get(message, "components"), components))
        return true;
    fail_with(s, MESSAGE("terminal.other_rules"));
    return false;
}

static void read_who(struct session *s, struct json seats) {
    struct json at = {0}, none, seat;
    for (unsigned i = 0; i < s->players && json_next(seats, &at, &none, &seat); i++)
        if (!json_read_text(json_get(seat, "who"), s->who[i], sizeof s->who[i], NULL))
            s->who[i][0] = 0;
}

static void on_welcome(struct session *s, unsigned observer, struct json message) {
    char id[32];
    size_t length;
    int64_t players;
    struct message error;
    const struct game *game = json_read_text(json_get(message, "game"), id, sizeof id, &length)
                                  ? games_find(id, length)
                                  : NULL;
    if (!game || !same_rules(s, game, message)) {
        if (!game) fail_with(s, MESSAGE("terminal.other_rules"));
        return;
    }
    if (s->expected && s->expected != game) {
        fail_with(s,
                  MESSAGE("terminal.not_this_game", TEXT("game", game->name, strlen(game->name))));
        return;
    }
    if (!json_read_number(json_get(message, "players"), &players) || players < game->players_min ||
        players > game->players_max ||
        !record_read_options(game, json_get(message, "options"), s->options, &error) ||
        !draws_read_json(json_get(message, "commitment"), s->commitment)) {
        fail_with(s, MESSAGE("terminal.garbled"));
        return;
    }
    s->game = game;
    s->players = (unsigned)players;
    read_who(s, json_get(message, "seats"));
    struct watch *w = &s->watches[observer];
    free_log(w, 0);
    w->step_count = 0;
    w->there = true;
    w->asked = w->undo = w->hashed = w->revealed = false;
    w->answered = 0;
    begin_view(s, observer);
    s->changes++;
}

static unsigned read_seats(struct json list) {
    struct json at = {0}, none, seat;
    unsigned mask = 0;
    int64_t number;
    while (json_next(list, &at, &none, &seat))
        if (json_read_number(seat, &number) && number >= 0 && number < SEATS_MAX)
            mask |= SEAT_BIT(number);
    return mask;
}

static void send_members(struct session *s, unsigned observer, const char *members) {
    char text[512], seat[8] = "null";
    if (observer != SPECTATOR) snprintf(seat, sizeof seat, "%u", observer);
    int length =
        snprintf(text, sizeof text, "{\"table\":\"%s\",\"seat\":%s,%s}", s->table, seat, members);
    ensure(length > 0 && (size_t)length < sizeof text);
    s->send(s, text, (size_t)length);
}

/* A seat's random bytes follow from the secret, the table's commitment and the seat. They stay the
 * same if this program restarts, and change if the table restarts its draws. */
static void send_entropy(struct session *s, unsigned seat, bool reveal) {
    struct watch *w = &s->watches[seat];
    uint8_t bytes[SEED_SIZE], hash[HASH_SIZE];
    const uint8_t which = (uint8_t)seat;
    char members[160], digits[2 * HASH_SIZE + 1];
    struct blake2b b;
    if (reveal ? w->revealed : w->hashed) return;
    w->hashed = true;
    w->revealed |= reveal;
    blake2b_begin(&b, SEED_SIZE, s->secret, SEED_SIZE);
    blake2b_add(&b, s->commitment, HASH_SIZE);
    blake2b_add(&b, &which, 1);
    blake2b_end(&b, bytes);
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, bytes, SEED_SIZE);
    blake2b_end(&b, hash);
    hex_write(reveal ? bytes : hash, SEED_SIZE, digits);
    snprintf(members, sizeof members, "\"type\":\"entropy\",\"%s\":\"%s\"",
             reveal ? "value" : "hash", digits);
    send_members(s, seat, members);
}

static void on_waiting(struct session *s, unsigned observer, struct json message) {
    struct watch *w = &s->watches[observer];
    struct json phase = json_get(message, "phase");
    s->waiting = read_seats(json_get(message, "seats"));
    s->playing = json_is(phase, "playing");
    s->over |= json_is(phase, "over");
    if (!json_read_bool(json_get(message, "undo"), &w->undo)) w->undo = false;
    if (observer < SEATS_MAX && !(s->waiting & SEAT_BIT(observer))) w->asked = false;
    if (observer < SEATS_MAX && read_seats(json_get(message, "entropy")) & SEAT_BIT(observer))
        send_entropy(s, observer, json_is(phase, "revealing"));
    s->changes++;
}

static bool read_step(const struct session *s, struct json message, unsigned *by,
                      uint16_t *action) {
    int64_t seat;
    struct json who = json_get(message, "by");
    if (json_is(who, "chance")) *by = BY_CHANCE;
    else if (json_read_number(who, &seat) && seat >= 0 && seat < s->players) *by = (unsigned)seat;
    else return false;
    if (!json_is(json_get(message, "entry"), "step")) return true;
    *action = notation_read_json(s->game->notation, json_get(message, "do"));
    return *action != NOTATION_NONE;
}

const char *session_level(const struct session *s, unsigned seat) {
    static const struct {
        const char *level, *key;
    } levels[] = {{"random", "common.level.random"},
                  {"novice", "common.level.novice"},
                  {"club", "common.level.club"},
                  {"master", "common.level.master"}};
    size_t length = strcspn(s->who[seat], ":"); /* an effort may follow: "master:5000" */
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strlen(levels[i].level) == length &&
            strncmp(levels[i].level, s->who[seat], length) == 0)
            return text_find(s->language, levels[i].key);
    return NULL;
}

/* Notes that somebody else has taken over a seat. */
static void on_seat_change(struct session *s, unsigned observer, unsigned seat,
                           struct json message) {
    char who[MATCH_WHO_MAX + 1] = "";
    if (!json_read_text(json_get(message, "who"), who, sizeof who, NULL)) return;
    strcpy(s->who[seat], who);
    const char *level = session_level(s, seat);
    if (level)
        log_apart(s, observer,
                  &MESSAGE("terminal.seat_taken", SEAT("who", seat),
                           TEXT("level", level, strlen(level))));
    else log_apart(s, observer, &MESSAGE("terminal.seat_back", SEAT("who", seat)));
}

static void on_update(struct session *s, unsigned observer, struct json message) {
    struct watch *w = &s->watches[observer];
    struct json entry = json_get(message, "entry");
    unsigned by = 0;
    uint16_t action = NOTATION_NONE;
    int64_t steps, events;
    bool over = false;
    bool step = json_is(entry, "step");
    /* do not trust the table */
    if (!w->there || !read_step(s, message, &by, &action) ||
        (step && !game_allows(s->game, w->view, by, action))) {
        fail_with(s, MESSAGE("terminal.garbled"));
        return;
    }
    w->asked = false;
    if (step) add_step(s, observer, by, action);
    else if (json_is(entry, "seat")) on_seat_change(s, observer, by, message);
    else if (json_is(entry, "undo") && json_read_number(json_get(message, "steps_stand"), &steps) &&
             json_read_number(json_get(message, "events_stand"), &events))
        truncate_log(s, observer, (unsigned)steps, (unsigned)events);
    else if (json_is(entry, "end") &&
             !json_read_text(json_get(message, "how"), s->ended, sizeof s->ended, NULL))
        s->ended[0] = 0;
    if (json_is(entry, "end")) s->ended_by = by;
    if (json_read_bool(json_get(message, "over"), &over)) s->over |= over;
    s->changes++;
}

/* The choices come from our own view. The table only says which of them are final. */
static void on_question(struct session *s, unsigned seat, struct json message) {
    struct watch *w = &s->watches[seat];
    struct json at = {0}, none, choice;
    int64_t q;
    unsigned n = 0;
    if (!w->there || !json_read_number(json_get(message, "q"), &q)) return;
    w->legal_count = s->game->legal(w->view, seat, w->legal);
    while (json_next(json_get(message, "legal"), &at, &none, &choice) && n < w->legal_count)
        if (!json_read_bool(json_get(choice, "final"), &w->final[n++])) w->final[n - 1] = true;
    if (n != w->legal_count) {
        fail_with(s, MESSAGE("terminal.garbled"));
        return;
    }
    if (!json_read_bool(json_get(message, "undo"), &w->undo)) w->undo = false;
    w->question = (unsigned)q;
    w->asked = w->answered != w->question + 1;
    s->changes++;
}

static void on_refused(struct session *s, unsigned observer, struct json message) {
    struct watch *w = &s->watches[observer];
    struct reader reader = session_reader(s, observer);
    if (session_format(&reader, json_get(message, "reason"), s->notice, sizeof s->notice))
        s->changes++;
    if (!s->game) s->failed = true;
    s->placed = true; /* there is no seat for us, so we watch */
    w->answered = 0;
    /* the question stays open */
    if (observer < SEATS_MAX && s->waiting & SEAT_BIT(observer) && w->legal_count) w->asked = true;
}

static void on_record(struct session *s, unsigned observer, struct json message) {
    struct json record = json_get(message, "record");
    (void)observer;
    free(s->record);
    s->record = malloc(record.length + 1);
    ensure(s->record);
    memcpy(s->record, record.text, record.length);
    s->record_length = record.length;
    s->changes++;
}

static void on_restart(struct session *s, unsigned observer, struct json message) {
    struct watch *w = &s->watches[observer];
    if (!draws_read_json(json_get(message, "commitment"), s->commitment))
        fail_with(s, MESSAGE("terminal.garbled"));
    w->hashed = w->revealed = false;
}

static const struct {
    const char *type;
    void (*receive)(struct session *s, unsigned observer, struct json message);
} handlers[] = {
    {"welcome", on_welcome},   {"waiting", on_waiting}, {"update", on_update},
    {"question", on_question}, {"refused", on_refused}, {"record", on_record},
    {"restart", on_restart},
};

void session_receive(struct session *s, const char *text, size_t length) {
    struct json message;
    size_t where;
    int64_t seat = SPECTATOR;
    if (s->failed) return;
    if (json_parse(text, length, &message, &where) != JSON_OK ||
        json_type(message) != JSON_OBJECT) {
        fail_with(s, MESSAGE("terminal.garbled"));
        return;
    }
    if (json_read_number(json_get(message, "seat"), &seat) && (seat < 0 || seat >= SEATS_MAX))
        return;
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (!json_is(json_get(message, "type"), handlers[i].type)) continue;
        handlers[i].receive(s, (unsigned)seat, message);
        return;
    }
    if (s->other) s->other(s, message);
}

/* ---- messages to the table ---- */

void session_hello(struct session *s, unsigned observer) {
    char members[64];
    snprintf(members, sizeof members, "\"type\":\"hello\",\"protocol\":%d", PROTOCOL);
    send_members(s, observer, members);
}

void session_answer(struct session *s, unsigned seat, uint16_t action) {
    char members[160], text[NOTATION_MAX];
    struct watch *w = &s->watches[seat];
    notation_write(s->game->notation, action, text);
    snprintf(members, sizeof members,
             "\"type\":\"answer\",\"q\":%u,\"id\":\"%02x%02x.%u.%u\",\"do\":\"%s\"", w->question,
             s->secret[0], s->secret[1], w->question, ++s->answers, text);
    s->notice[0] = 0;
    w->asked = false;
    w->answered = w->question + 1;
    s->changes++;
    send_members(s, seat, members);
}

void session_undo(struct session *s, unsigned seat) {
    s->notice[0] = 0;
    send_members(s, seat, "\"type\":\"undo\"");
}

void session_ask_record(struct session *s) {
    send_members(s, session_observer(s), "\"type\":\"record\"");
}

/* ---- observers ---- */

unsigned session_observer(const struct session *s) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (s->mine & SEAT_BIT(seat) && s->watches[seat].asked) return seat;
    return s->mine ? (unsigned)__builtin_ctz(s->mine) : SPECTATOR;
}

bool session_ready(const struct session *s) {
    return s->game && s->placed && s->watches[session_observer(s)].there;
}

bool session_hides(const struct session *s, unsigned a, unsigned b) {
    return a != b && a < SEATS_MAX && b < SEATS_MAX && s->watches[a].there && s->watches[b].there &&
           memcmp(s->watches[a].view + 1, s->watches[b].view + 1, s->game->state_size - 1) != 0;
}
