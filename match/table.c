#include "match/table.h"

#include "core/ensure.h"
#include "games/registry.h"
#include "match/record.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- what observers have been sent ---- */

static size_t cursor_size(const struct table *t) {
    return (offsetof(struct cursor, view) + t->match.game->state_size + 7) / 8 * 8;
}

size_t table_cursors_size(const struct table *t) {
    return (t->match.players + 1) * cursor_size(t);
}

struct cursor *table_cursor(const struct table *t, unsigned observer) {
    ensure(observer < t->match.players || observer == SPECTATOR);
    return (struct cursor *)(t->cursors + (observer == SPECTATOR ? t->match.players : observer) *
                                              cursor_size(t));
}

/* ---- messages out ---- */

static void write_head(struct json_out *out, const char *type, const char *table,
                       unsigned observer) {
    json_object(out, NULL);
    json_text(out, "type", type);
    if (table) json_text(out, "table", table);
    else json_null(out, "table");
    if (observer == SPECTATOR) json_null(out, "seat");
    else json_number(out, "seat", observer);
}

static void begin(struct table *t, struct json_out *out, const char *type, unsigned observer) {
    json_begin(out, t->buffer, TABLE_MESSAGE_MAX);
    write_head(out, type, t->match.table, observer);
}

static void end(struct json_out *out) {
    json_object_end(out);
    ensure(out->length <= out->size);
}

static void send_to(struct table *t, struct json_out *out, unsigned observer) {
    end(out);
    t->output->send(t->output, observer, out->text, out->length);
}

static void reply(struct table *t, struct json_out *out) {
    end(out);
    t->output->reply(t->output, out->text, out->length);
}

static void write_seats(struct json_out *out, const char *name, unsigned mask) {
    json_array(out, name);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (mask & SEAT_BIT(seat)) json_number(out, NULL, seat);
    json_array_end(out);
}

static void write_by(struct json_out *out, unsigned by) {
    if (by == BY_CHANCE) json_text(out, "by", "chance");
    else json_number(out, "by", by);
}

static void write_do(struct json_out *out, const struct game *game, uint16_t action) {
    char text[NOTATION_MAX];
    json_text_n(out, "do", text, notation_write(game->notation, action, text));
}

void refused_write(struct json_out *out, const char *table, unsigned observer, const char *id,
                   const struct message *reason) {
    write_head(out, "refused", table, observer);
    if (id[0]) json_text(out, "id", id);
    else json_null(out, "id");
    message_write(out, "reason", reason);
    end(out);
}

struct event_writer {
    struct line_sink sink;
    struct json_out *out;
};

static void write_event(struct line_sink *sink, const struct event *event, unsigned line) {
    struct json_out *out = ((struct event_writer *)sink)->out;
    json_object(out, NULL);
    json_number(out, "line", line);
    message_write_members(out, &event->message);
    message_write_parts(out, &event->message);
    json_object_end(out);
}

static void write_score(struct json_out *out, const struct match *m, const void *view) {
    struct result result = {0};
    m->game->result(view, &result);
    json_array(out, "score");
    for (unsigned seat = 0; seat < m->players; seat++) json_number(out, NULL, result.score[seat]);
    json_array_end(out);
}

static void write_entry(struct json_out *out, const struct match *m, const struct match_entry *e,
                        unsigned observer) {
    switch ((enum match_kind)e->kind) {
    case ENTRY_STEP:
        json_text(out, "entry", "step");
        write_by(out, e->by);
        write_do(out, m->game, e->seen[observer]);
        if (e->by == observer && e->id[0]) json_text(out, "id", e->id);
        break;
    case ENTRY_UNDO:
    case ENTRY_GONE:
        json_text(out, "entry", "undo");
        write_by(out, e->by);
        if (e->by == observer && e->id[0]) json_text(out, "id", e->id);
        break;
    case ENTRY_SEAT:
        json_text(out, "entry", "seat");
        write_by(out, e->by);
        json_text(out, "who", e->id);
        break;
    case ENTRY_END:
        json_text(out, "entry", "end");
        write_by(out, e->by);
        json_text(out, "how", match_ended_names[e->action]);
        break;
    }
}

/* The view that an observer has before an update. */
struct earlier {
    unsigned version; /* 0: it has none, so the update has the whole view */
    _Alignas(8) uint8_t view[STATE_MAX];
};

/* Begins an `update`: the events of the observer's next entry follow. */
static void begin_update(struct table *t, const struct cursor *c, bool whole,
                         struct earlier *earlier, struct json_out *out) {
    earlier->version = whole ? 0 : c->version;
    if (earlier->version) memcpy(earlier->view, c->view, t->match.game->state_size);
    begin(t, out, "update", c->observer);
    json_array(out, "events");
}

/* `e`: the entry that the cursor has reached; NULL: there was none, so nothing is written. */
static bool finish_update(const struct table *t, const struct cursor *c,
                          const struct earlier *earlier, const struct match_entry *e,
                          struct json_out *out) {
    const struct match *m = &t->match;
    if (!e) return false;
    json_array_end(out);
    json_number(out, "version", c->version);
    if (!earlier->version || e->kind == ENTRY_UNDO || e->kind == ENTRY_GONE) {
        json_number(out, "steps_stand", c->steps);
        json_number(out, "events_stand", c->events);
        json_number(out, "lines", c->lines.count);
    }
    write_entry(out, m, e, c->observer);
    write_score(out, m, c->view);
    bool over = c->version == m->versions[c->observer] && m->phase == MATCH_OVER;
    json_bool(out, "over", over);
    if (over && m->game->to_move(m->state) == 0)
        record_write_result(out, "result", m->game, m->players, m->state);
    if (over && !t->sealed) draws_write_json(out, "seed", m->seed);
    if (!earlier->version) {
        state_write(m->game, c->view, out, "view");
        return true;
    }
    json_number(out, "since", earlier->version);
    state_write_changes(m->game, earlier->view, c->view, out, "changes");
    return true;
}

/* Writes an `update` with the observer's next entry; false: there is none. */
static bool write_update(struct table *t, struct cursor *c, bool whole, struct json_out *out) {
    struct event_writer writer = {{write_event}, out};
    struct earlier earlier;
    begin_update(t, c, whole, &earlier, out);
    return finish_update(t, c, &earlier, cursor_next(c, &t->match, &writer.sink), out);
}

/* The same for somebody who returns. */
static bool write_missed(struct table *t, struct cursor *c, unsigned until, bool whole,
                         struct json_out *out) {
    struct event_writer writer = {{write_event}, out};
    struct earlier earlier;
    begin_update(t, c, whole, &earlier, out);
    return finish_update(t, c, &earlier, cursor_catch_up(c, &t->match, until, &writer.sink), out);
}

static void write_choice(struct json_out *out, const struct table *t, unsigned seat,
                         uint16_t action) {
    const struct match *m = &t->match;
    const void *view = table_cursor(t, seat)->view;
    struct message preview = m->game->preview(view, seat, action);
    json_object(out, NULL);
    write_do(out, m->game, action);
    notation_write_parts(m->game->notation, action, out, "parts");
    if (preview.key) message_write(out, "preview", &preview);
    json_bool(out, "final", match_is_final(m, seat, action));
    json_object_end(out);
}

static void write_question(struct table *t, unsigned seat, struct json_out *out) {
    const struct match *m = &t->match;
    const void *view = table_cursor(t, seat)->view;
    uint16_t list[LEGAL_MAX];
    struct message ask = m->game->ask(view, seat);
    begin(t, out, "question", seat);
    json_number(out, "q", table_cursor(t, seat)->questions);
    message_write(out, "ask", &ask);
    json_bool(out, "undo", match_can_undo(m, seat));
    json_array(out, "legal");
    unsigned count = m->game->legal(view, seat, list);
    for (unsigned i = 0; i < count; i++) write_choice(out, t, seat, list[i]);
    json_array_end(out);
}

/* Whose answers the table waits for: public and without a version. Also whether this observer may
 * undo: a seat that waits for the others' answers gets no question that would say so. */
static void write_waiting(struct table *t, unsigned observer, struct json_out *out) {
    begin(t, out, "waiting", observer);
    write_seats(out, "seats", match_waiting(&t->match));
    write_seats(out, "entropy", match_owes(&t->match));
    json_bool(out, "undo", match_can_undo(&t->match, observer));
    static const char *const phases[] = {"seating", "revealing", "playing", "over"};
    json_text(out, "phase", phases[t->match.phase]);
}

/* The content of an observer's `waiting` as a number. It leaves out others' undos, which would
 * reveal secret answers. */
static unsigned waiting_now(const struct table *t, unsigned observer) {
    return match_waiting(&t->match) | match_owes(&t->match) << 8 | (unsigned)t->match.phase << 16 |
           (unsigned)match_can_undo(&t->match, observer) << 24;
}

static unsigned waiting_seats(unsigned waiting) {
    return waiting & 0xff;
}

static enum match_phase waiting_phase(unsigned waiting) {
    return (enum match_phase)(waiting >> 16 & 0xff);
}

/* A simultaneous question is sent again, with the same number, when a seat becomes the last one to
 * answer or stops being it: its final steps have changed. */
static bool must_ask(unsigned seat, unsigned before, unsigned now, bool news) {
    unsigned bit = SEAT_BIT(seat);
    if (!(now & bit)) return false;
    return news || !(before & bit) || (before == bit) != (now == bit);
}

/* The table plays forced steps itself instead of asking. */
static bool is_played_for(const struct table *t, unsigned seat) {
    return game_forced(t->match.game, t->match.state, seat) != NOTATION_NONE;
}

/* While chance is to move, the table goes on by itself at once: `waiting` and the question follow
 * with the draw. */
static bool is_amid_a_move(const struct table *t, unsigned waiting_sent) {
    return t->match.phase == MATCH_PLAYING && waiting_phase(waiting_sent) == MATCH_PLAYING &&
           t->match.game->to_move(t->match.state) & CHANCE_BIT;
}

/* Sends every observer what is new: updates, `waiting`, its question. */
static void publish(struct table *t) {
    struct json_out out;
    for (unsigned o = 0; o < OBSERVERS; o++) {
        if (o >= t->match.players && o != SPECTATOR) continue;
        unsigned waiting = waiting_now(t, o), before = t->waiting_sent[o];
        bool news = false;
        if (t->output->unwatched >> o & 1) {
            while (cursor_next(table_cursor(t, o), &t->match, NULL)) {}
            t->waiting_sent[o] = waiting;
            continue;
        }
        while (write_update(t, table_cursor(t, o), t->whole >> o & 1, &out)) {
            send_to(t, &out, o);
            t->whole &= ~(1u << o);
            news = true;
        }
        if (is_amid_a_move(t, before)) continue;
        if (waiting != before) {
            write_waiting(t, o, &out);
            send_to(t, &out, o);
        }
        t->waiting_sent[o] = waiting;
        if (o == SPECTATOR || !must_ask(o, waiting_seats(before), waiting_seats(waiting), news) ||
            is_played_for(t, o))
            continue;
        write_question(t, o, &out);
        send_to(t, &out, o);
    }
}

/* ---- messages in ---- */

struct request {
    unsigned observer;
    char id[MATCH_ID_MAX + 1];
    struct json json;
    struct message *reason; /* why it is refused */
};

static enum table_outcome refuse(struct table *t, const struct request *request,
                                 const struct message *reason) {
    struct json_out out;
    json_begin(&out, t->buffer, TABLE_MESSAGE_MAX);
    refused_write(&out, t->match.table, request->observer, request->id, reason);
    t->output->reply(t->output, out.text, out.length);
    if (reason != request->reason) *request->reason = *reason;
    return TABLE_REFUSED;
}

/* The last version that the observer may see. */
static unsigned latest(const struct table *t, unsigned observer) {
    unsigned version = t->match.versions[observer];
    return observer == SPECTATOR && t->spectators_until < version ? t->spectators_until : version;
}

static void write_welcome(struct table *t, unsigned observer, struct json_out *out) {
    const struct match *m = &t->match;
    begin(t, out, "welcome", observer);
    json_number(out, "protocol", PROTOCOL);
    json_text(out, "build", t->build);
    json_text(out, "game", m->game->id);
    json_number(out, "rules", m->game->rules);
    json_text(out, "components", m->components);
    json_number(out, "players", m->players);
    record_write_options(out, "options", m->game, m->options);
    draws_write_json(out, "commitment", m->commitment);
    json_array(out, "seats");
    for (unsigned seat = 0; seat < m->players; seat++) {
        json_object(out, NULL);
        json_text(out, "who", m->seats[seat].who);
        json_bool(out, "person", m->seats[seat].person);
        json_object_end(out);
    }
    json_array_end(out);
    json_number(out, "version", latest(t, observer));
}

bool table_catch_up(struct table *t, unsigned observer, unsigned *version, unsigned until) {
    struct json_out out;
    struct cursor c;
    unsigned count = 0, reached = *version;
    cursor_open(&c, &t->match, observer, *version);
    while ((t->output->slice == 0 || count < t->output->slice) &&
           write_missed(t, &c, until, count == 0, &out)) {
        reply(t, &out);
        reached = c.version;
        count++;
    }
    /* Steps that were taken back at the end were left out: the client has an earlier version. */
    if (c.version != reached) t->whole |= 1u << observer;
    *version = c.version;
    return count > 0;
}

void table_caught_up(struct table *t, unsigned observer) {
    struct json_out out;
    write_waiting(t, observer, &out);
    reply(t, &out);
    if (observer == SPECTATOR || !(match_waiting(&t->match) & SEAT_BIT(observer)) ||
        is_played_for(t, observer))
        return;
    write_question(t, observer, &out);
    reply(t, &out);
}

/* Replies with the updates since `version`, `waiting` and the open question. */
static void catch_up(struct table *t, unsigned observer, unsigned version) {
    bool delayed = observer == SPECTATOR && t->spectators_until != TABLE_ALL;
    unsigned until = latest(t, observer);
    (void)table_catch_up(t, observer, &version, until);
    if (version < until || delayed) t->output->rest(t->output, observer, version);
    else table_caught_up(t, observer);
}

static enum table_outcome on_hello(struct table *t, const struct request *request) {
    int64_t protocol, version = 0;
    struct json_out out;
    unsigned o = request->observer;
    struct json last = json_get(request->json, "version");
    if (!json_read_number(json_get(request->json, "protocol"), &protocol) || protocol != PROTOCOL)
        return refuse(t, request, &MESSAGE("error.protocol.reload", NUMBER("protocol", PROTOCOL)));
    if (json_type(last) != JSON_NONE &&
        (!json_read_number(last, &version) || version < 0 || version > latest(t, o)))
        return refuse(t, request,
                      &MESSAGE("error.protocol.version", NUMBER("version", latest(t, o))));
    write_welcome(t, o, &out);
    reply(t, &out);
    catch_up(t, o, (unsigned)version);
    return TABLE_ACCEPTED;
}

static uint16_t read_action(const struct table *t, const struct request *request) {
    return notation_read_json(t->match.game->notation, json_get(request->json, "do"));
}

/* Replies to a repeated message with the update of the first one. */
static enum table_outcome repeat(struct table *t, unsigned seat, unsigned entry) {
    struct cursor c;
    struct json_out out;
    const struct match *m = &t->match;
    unsigned version = 0;
    while (m->visible[seat][version] != entry) version++;
    cursor_open(&c, m, seat, version);
    write_update(t, &c, true, &out);
    reply(t, &out);
    return TABLE_REPEATED;
}

/* The version at which a seat got this question. */
static unsigned version_of(const struct table *t, unsigned seat, unsigned question) {
    const struct match *m = &t->match;
    unsigned version = 0, count = 0;
    for (; count < question; version++) count += match_is_move(&m->log[m->visible[seat][version]]);
    return version;
}

/* Refuses a stale answer and sends what has changed since its question. */
static enum table_outcome on_answer(struct table *t, const struct request *request) {
    unsigned repeated, seat = request->observer;
    int64_t question;
    if (!request->id[0] || !json_read_number(json_get(request->json, "q"), &question) ||
        question < 0 || question > MATCH_LOG_MAX)
        return refuse(t, request, &MESSAGE("error.protocol.answer"));
    uint16_t action = read_action(t, request);
    if (action == NOTATION_NONE) return refuse(t, request, &MESSAGE("error.match.notation"));
    if (!match_answer(&t->match, seat, (unsigned)question, request->id, action, &repeated,
                      request->reason)) {
        refuse(t, request, request->reason);
        if (question < table_cursor(t, seat)->questions)
            catch_up(t, seat, version_of(t, seat, (unsigned)question));
        return TABLE_REFUSED;
    }
    if (repeated) return repeat(t, seat, repeated - 1);
    publish(t);
    return TABLE_ACCEPTED;
}

static enum table_outcome on_undo(struct table *t, const struct request *request) {
    unsigned repeated;
    if (!match_undo(&t->match, request->observer, request->id, &repeated, request->reason))
        return refuse(t, request, request->reason);
    if (repeated) return repeat(t, request->observer, repeated - 1);
    publish(t);
    return TABLE_ACCEPTED;
}

static enum table_outcome on_why(struct table *t, const struct request *request) {
    struct message reason;
    struct json_out out;
    const struct match *m = &t->match;
    uint16_t action = read_action(t, request);
    if (action == NOTATION_NONE) return refuse(t, request, &MESSAGE("error.match.notation"));
    begin(t, &out, "why", request->observer);
    write_do(&out, m->game, action);
    if (m->phase == MATCH_OVER) message_write(&out, "reason", &MESSAGE("common.whynot.over"));
    else if (m->phase != MATCH_PLAYING)
        message_write(&out, "reason", &MESSAGE("error.match.not_started"));
    else if (game_why_not(m->game, table_cursor(t, request->observer)->view, request->observer,
                          action, &reason))
        message_write(&out, "reason", &reason);
    else json_null(&out, "reason");
    reply(t, &out);
    return TABLE_ACCEPTED;
}

static enum table_outcome on_hint(struct table *t, const struct request *request) {
    struct search_choice choices[LEGAL_MAX];
    struct json_out out;
    unsigned count = 0, seat = request->observer;
    const char *why = NULL;
    if (!t->adviser) why = "error.protocol.no_hints";
    else if (!(match_waiting(&t->match) & SEAT_BIT(seat)) || is_played_for(t, seat))
        why = "error.table.not_owed";
    else if (!(count = t->adviser->advise(t->adviser, t, seat, choices))) why = "error.memory";
    if (why) return refuse(t, request, &MESSAGE(why));
    begin(t, &out, "hint", seat);
    json_number(&out, "q", table_cursor(t, seat)->questions);
    write_do(&out, t->match.game, choices[0].action);
    json_array(&out, "choices");
    for (unsigned i = 0; i < count; i++) {
        json_object(&out, NULL);
        write_do(&out, t->match.game, choices[i].action);
        json_number(&out, "visits", choices[i].visits);
        json_real(&out, "value", choices[i].value);
        json_object_end(&out);
    }
    json_array_end(&out);
    reply(t, &out);
    return TABLE_ACCEPTED;
}

static enum table_outcome on_at(struct table *t, const struct request *request) {
    int64_t version;
    struct json_out out;
    unsigned o = request->observer;
    if (!json_read_number(json_get(request->json, "version"), &version) || version < 0 ||
        version > latest(t, o))
        return refuse(t, request,
                      &MESSAGE("error.protocol.version", NUMBER("version", latest(t, o))));
    struct cursor c;
    cursor_open(&c, &t->match, o, (unsigned)version);
    begin(t, &out, "at", o);
    json_number(&out, "version", version);
    write_score(&out, &t->match, c.view);
    state_write(t->match.game, c.view, &out, "view");
    reply(t, &out);
    return TABLE_ACCEPTED;
}

/* Announces that the draws restart, with the abandoned seed and the new commitment. */
static void send_restart(struct table *t, const uint8_t abandoned[SEED_SIZE]) {
    struct json_out out;
    for (unsigned o = 0; o < OBSERVERS; o++) {
        if (o >= t->match.players && o != SPECTATOR) continue;
        begin(t, &out, "restart", o);
        draws_write_json(&out, "abandoned", abandoned);
        draws_write_json(&out, "commitment", t->match.commitment);
        send_to(t, &out, o);
    }
}

static bool restart(struct table *t, struct message *error) {
    uint8_t abandoned[SEED_SIZE], next[SEED_SIZE];
    memcpy(abandoned, t->match.seed, SEED_SIZE);
    draws_derive(t->reserve, SEATS_MAX, next);
    if (!match_restart(&t->match, next, error)) return false;
    draws_derive(t->reserve, SEATS_MAX + 1, t->reserve);
    send_restart(t, abandoned);
    return true;
}

static enum table_outcome on_entropy(struct table *t, const struct request *request) {
    uint8_t bytes[HASH_SIZE];
    bool lost, done;
    *request->reason = MESSAGE("error.protocol.entropy");
    if (json_read_bool(json_get(request->json, "lost"), &lost) && lost)
        done = restart(t, request->reason);
    else if (draws_read_json(json_get(request->json, "hash"), bytes))
        done = match_hash(&t->match, request->observer, bytes, request->reason);
    else if (draws_read_json(json_get(request->json, "value"), bytes))
        done = match_reveal(&t->match, request->observer, bytes, request->reason);
    else done = false;
    if (!done) return refuse(t, request, request->reason);
    publish(t);
    return TABLE_ACCEPTED;
}

static enum table_outcome on_record(struct table *t, const struct request *request) {
    struct json_out out;
    begin(t, &out, "record", request->observer);
    if (t->sealed) match_write_own(&t->match, request->observer, &out, "record");
    else match_write_record(&t->match, request->observer, &out, "record");
    reply(t, &out);
    return TABLE_ACCEPTED;
}

static const struct {
    const char *type;
    enum table_outcome (*receive)(struct table *t, const struct request *request);
    bool spectators; /* spectators may send it, too */
} handlers[] = {
    {"hello", on_hello, true},      {"answer", on_answer, false}, {"undo", on_undo, false},
    {"why", on_why, false},         {"hint", on_hint, false},     {"at", on_at, true},
    {"entropy", on_entropy, false}, {"record", on_record, true},
};

/* Seat and id of a message; false with the reason. */
static bool read_request(const struct table *t, unsigned seats, struct request *request,
                         struct message *error) {
    struct json id = json_get(request->json, "id"), seat = json_get(request->json, "seat");
    int64_t number;
    if (json_type(id) != JSON_NONE && !json_read_text(id, request->id, sizeof request->id, NULL)) {
        *error = MESSAGE("error.match.id", NUMBER("max", MATCH_ID_MAX));
        return false;
    }
    bool here = json_is(json_get(request->json, "table"), t->match.table);
    if (here && json_type(seat) == JSON_NULL) return true;
    if (here && json_read_number(seat, &number) && number >= 0 && number < t->match.players &&
        seats & SEAT_BIT(number)) {
        request->observer = (unsigned)number;
        return true;
    }
    *error = MESSAGE(here ? "error.protocol.seat" : "error.protocol.table");
    return false;
}

enum table_outcome table_receive(struct table *t, unsigned seats, struct json message,
                                 struct message *reason) {
    struct request request = {.observer = SPECTATOR, .json = message, .reason = reason};
    if (!read_request(t, seats, &request, reason)) return refuse(t, &request, reason);
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (!json_is(json_get(message, "type"), handlers[i].type)) continue;
        if (request.observer == SPECTATOR && !handlers[i].spectators) break;
        return handlers[i].receive(t, &request);
    }
    return refuse(t, &request, &MESSAGE("error.protocol.type"));
}

enum table_outcome table_receive_text(struct table *t, unsigned seats, const char *text,
                                      size_t length, struct message *reason) {
    struct request request = {.observer = SPECTATOR, .reason = reason};
    struct json message;
    size_t where;
    if (json_parse(text, length, &message, &where) != JSON_OK || json_type(message) != JSON_OBJECT)
        return refuse(t, &request, &MESSAGE("error.protocol.json", NUMBER("where", where)));
    return table_receive(t, seats, message, reason);
}

/* ---- draws, forced steps, opponents ---- */

unsigned table_owed(const struct table *t) {
    unsigned owed = match_waiting(&t->match) & ~match_people(&t->match);
    for (unsigned seat = 0; seat < t->match.players; seat++)
        if (owed & SEAT_BIT(seat) && is_played_for(t, seat)) owed &= ~SEAT_BIT(seat);
    return owed;
}

void table_opponent_seed(const struct table *t, unsigned seat, unsigned question,
                         uint8_t seed[SEED_SIZE]) {
    const uint8_t what[] = {(uint8_t)seat, (uint8_t)question, (uint8_t)(question >> 8)};
    struct blake2b b;
    blake2b_begin(&b, SEED_SIZE, t->reserve, SEED_SIZE);
    blake2b_add(&b, what, sizeof what);
    blake2b_end(&b, seed);
}

static bool publish_if(struct table *t, bool done) {
    if (done) publish(t);
    return done;
}

bool table_draw(struct table *t) {
    return publish_if(t, match_chance(&t->match));
}

bool table_play_forced(struct table *t) {
    return publish_if(t, match_play_forced(&t->match));
}

bool table_answer(struct table *t, unsigned seat, unsigned question, uint16_t action) {
    struct message error;
    unsigned repeated;
    return publish_if(t, match_answer(&t->match, seat, question, "", action, &repeated, &error));
}

bool table_run(struct table *t) {
    return table_draw(t) || table_play_forced(t);
}

/* ---- seats ---- */

bool table_sit(struct table *t, unsigned seat, const char *who, bool person,
               struct message *error) {
    return publish_if(t, match_sit(&t->match, seat, who, person, error));
}

bool table_leave(struct table *t, unsigned seat, struct message *error) {
    if (t->match.phase == MATCH_REVEALING && !restart(t, error)) return false;
    return publish_if(t, match_leave(&t->match, seat, error));
}

bool table_change_seat(struct table *t, unsigned seat, const char *who, bool person,
                       struct message *error) {
    return publish_if(t, match_change_seat(&t->match, seat, who, person, error));
}

bool table_end(struct table *t, enum match_ended how, unsigned seat, struct message *error) {
    return publish_if(t, match_end(&t->match, how, seat, error));
}

/* ---- opening, restoring, closing ---- */

void table_restored(struct table *t) {
    for (unsigned o = 0; o < OBSERVERS; o++) {
        if (o >= t->match.players && o != SPECTATOR) continue;
        cursor_open(table_cursor(t, o), &t->match, o, t->match.versions[o]);
        t->waiting_sent[o] = waiting_now(t, o);
    }
    t->whole = ~0u;
}

void table_note_sent(const struct table *t, struct table_sent *sent) {
    for (unsigned o = 0; o < OBSERVERS; o++)
        if (o < t->match.players || o == SPECTATOR) sent->versions[o] = table_cursor(t, o)->version;
    memcpy(sent->waiting, t->waiting_sent, sizeof sent->waiting);
    memcpy(sent->seed, t->match.seed, SEED_SIZE);
}

void table_send_since(struct table *t, const struct table_sent *sent) {
    if (memcmp(sent->seed, t->match.seed, SEED_SIZE) != 0) send_restart(t, sent->seed);
    for (unsigned o = 0; o < OBSERVERS; o++)
        if ((o < t->match.players || o == SPECTATOR) && sent->versions[o] < t->match.versions[o])
            cursor_open(table_cursor(t, o), &t->match, o, sent->versions[o]);
    t->whole = ~0u;
    memcpy(t->waiting_sent, sent->waiting, sizeof sent->waiting);
    publish(t);
}

bool table_begin(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                 struct table_output *output) {
    memset(t, 0, sizeof *t);
    t->build = build;
    t->buffer = buffer;
    t->output = output;
    match_open(&t->match, setup->game, setup->players, setup->options, setup->id, setup->seed);
    memcpy(t->reserve, setup->reserve, SEED_SIZE);
    t->spectators_until = TABLE_ALL;
    t->cursors = malloc(table_cursors_size(t));
    if (!t->cursors) return false;
    table_restored(t);
    return true;
}

bool table_open(struct table *t, const struct table_setup *setup, const char *build, char *buffer,
                struct table_output *output) {
    if (!table_begin(t, setup, build, buffer, output)) return false;
    for (unsigned seat = 0; seat < setup->players; seat++) {
        struct message error;
        bool person = setup->levels[seat].kind == BOT_PERSON;
        char who[BOT_NAME_MAX + 1];
        bot_name(setup->levels[seat], who);
        if (!match_sit(&t->match, seat, who, person, &error)) never();
    }
    table_restored(t);
    return true;
}

void table_close(struct table *t) {
    free(t->cursors);
    match_close(&t->match);
}
