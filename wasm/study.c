/* The analysis board: positions that people reach by their own steps, and what their choices are
 * worth (ai/weigh.h).
 *
 *     study(length)      takes {"game":"tallinn","players":2,"options":{…},
 *                        "steps":[[0,"play 7a"],…],"from":3,"observer":null}: the positions from
 *                        that step on, or an error.
 *                        With "root":{…}, a position, the steps begin there. `observer`: a seat
 *                        whose view is wanted; null: everything that the root shows
 *     weigh(length)      takes {"game":"tallinn","view":{…},"seat":0,"index":0}: begins to weigh
 *                        the choices of the seat. The net of the game judges, if it is loaded
 *     weigh_run(visits)  searches for this many visits
 *     weighed()          {"weighed":{…}}: what is known so far (ai/weigh.h)
 *     parts(length)      takes {"game":"tallinn","do":["play 7a",…]}: {"parts":[[…],…]}
 *
 * study writes one line per position and a last one with what can be done there:
 *
 *     {"at":3,"by":0,"do":"play 7a","parts":[…],"events":[…],"view":{…},"score":[4,4],
 *      "over":false}                              `by` to `events` are of the step before it, and
 *                                                absent at the root
 *     {"asks":[{"seat":0,"ask":{…},"legal":[{"do":"play 7a","parts":[…],"preview":{…}},…]},…],
 *      "chance":[{"do":"draw 3","parts":[…],"weight":1},…],"waiting":[0],"result":{…}}
 *
 * Nobody draws from a view, so all weights are 0 there. `result` is null before the end. */
#include "wasm/module.h"

#include "ai/weigh.h"
#include "core/ensure.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

EXPORT("study") int module_study(size_t length);
EXPORT("weigh") int module_weigh(size_t length);
EXPORT("weigh_run") int module_weigh_run(unsigned visits);
EXPORT("weighed") int module_weighed(void);
EXPORT("parts") int module_parts(size_t length);

struct study {
    const struct game *game;
    unsigned players;
    int64_t from, observer; /* observer: −1 for everything */
    struct json steps;
    _Alignas(8) uint8_t state[STATE_MAX];
    /* the observer sees less than the state: steps are shown as they change `observed` */
    bool witnesses;
    /* What the observer has learnt so far, step by step. It is not made anew from the state for
     * each step: that would hide the others' answers to a question that is still open. */
    _Alignas(8) uint8_t observed[STATE_MAX];
};

static bool read_start(struct study *s, struct json root, struct message *error) {
    uint8_t options[OPTIONS_MAX];
    int64_t players;
    struct json start = json_get(root, "root");
    if (json_type(start) != JSON_NONE) {
        if (!state_read(s->game, start, s->state, error)) return false;
        s->players = state_players(s->game, s->state);
        return true;
    }
    if (!json_read_number(json_get(root, "players"), &players) || players < s->game->players_min ||
        players > s->game->players_max)
        return refuse(error, MESSAGE("error.record.players", NUMBER("min", s->game->players_min),
                                     NUMBER("max", s->game->players_max)));
    if (!record_read_options(s->game, json_get(root, "options"), options, error)) return false;
    s->players = (unsigned)players;
    memset(s->state, 0, sizeof s->state);
    s->game->setup(s->state, s->players, options);
    return true;
}

static bool read_study(size_t length, struct study *s, struct message *error) {
    struct json root, observer;
    if (!read_root(length, &root, error) || !(s->game = find_game(root, error))) return false;
    if (!read_start(s, root, error)) return false;
    s->steps = json_get(root, "steps");
    if (json_type(s->steps) != JSON_ARRAY) return bad_member(error, "steps");
    if (!json_read_number(json_get(root, "from"), &s->from) || s->from < 0)
        return bad_member(error, "from");
    observer = json_get(root, "observer");
    s->observer = -1;
    if (json_type(observer) != JSON_NULL &&
        (!json_read_number(observer, &s->observer) || s->observer < 0 || s->observer >= s->players))
        return bad_member(error, "observer");
    unsigned viewer = state_viewer(s->state);
    /* a view cannot become another seat's */
    return viewer == 0 || (s->observer == (int64_t)viewer - 1) || bad_member(error, "observer");
}

struct event_writer {
    struct sink sink;
    struct json_out *out;
    struct {
        unsigned count, last;
    } lines;
};

static void write_event(struct sink *sink, const struct event *event) {
    struct event_writer *w = (struct event_writer *)sink;
    if (event->apart || event->seat != w->lines.last) w->lines.count++;
    w->lines.last = event->seat;
    json_object(w->out, NULL);
    json_number(w->out, "line", w->lines.count - 1);
    message_write_members(w->out, &event->message);
    message_write_parts(w->out, &event->message);
    json_object_end(w->out);
}

static void write_action(struct json_out *out, const struct game *game, uint16_t action) {
    char text[NOTATION_MAX];
    json_text_n(out, "do", text, notation_write(game->notation, action, text));
    notation_write_parts(game->notation, action, out, "parts");
}

static void write_position(const struct study *s, struct json_out *out, unsigned at) {
    _Alignas(8) uint8_t view[STATE_MAX];
    struct result result = {0};
    memcpy(view, s->state, s->game->state_size);
    if (s->observer >= 0 && state_viewer(view) == 0) s->game->view(view, (unsigned)s->observer);
    s->game->result(s->state, &result);
    json_number(out, "at", at);
    json_bool(out, "over", s->game->to_move(s->state) == 0);
    json_array(out, "score");
    for (unsigned seat = 0; seat < s->players; seat++) json_number(out, NULL, result.score[seat]);
    json_array_end(out);
    state_write(s->game, view, out, "view");
    line_end(out);
}

/* Begins to follow what the observer learns. A root may have answers to an open question that
 * nobody else has seen: then steps are shown from the full state until the question is closed. */
static void begin_witness(struct study *s) {
    s->witnesses = s->observer >= 0 && state_viewer(s->state) == 0 &&
                   (s->game->asked(s->state) & ~s->game->to_move(s->state)) == 0;
    if (!s->witnesses) return;
    memcpy(s->observed, s->state, sizeof s->observed);
    s->game->view(s->observed, (unsigned)s->observer);
}

static void take_step(struct study *s, const struct record_step *step,
                      struct event_writer *writer) {
    bool shown = step->at + 1 >= (unsigned)s->from, witnessed = s->witnesses;
    uint16_t seen = step->action;
    struct json_out out;
    writer->out = &out;
    if (witnessed) seen = s->game->witness(s->state, step->by, step->action, (unsigned)s->observer);
    if (shown) {
        out = line_begin(LINE_MAX_BYTES);
        if (step->by == BY_CHANCE) json_text(&out, "by", "chance");
        else json_number(&out, "by", step->by);
        write_action(&out, s->game, seen);
        json_array(&out, "events");
    }
    if (witnessed) s->game->apply(s->observed, step->by, seen, shown ? &writer->sink : NULL);
    s->game->apply(s->state, step->by, step->action, shown && !witnessed ? &writer->sink : NULL);
    if (!witnessed) begin_witness(s);
    if (!shown) return;
    json_array_end(&out);
    write_position(s, &out, step->at + 1);
}

static void write_asked(const struct study *s, struct json_out *out, unsigned seat) {
    uint16_t list[LEGAL_MAX];
    unsigned count = s->game->legal(s->state, seat, list);
    struct message ask = s->game->ask(s->state, seat);
    json_object(out, NULL);
    json_number(out, "seat", seat);
    message_write(out, "ask", &ask);
    json_array(out, "legal");
    for (unsigned i = 0; i < count; i++) {
        struct message preview = s->game->preview(s->state, seat, list[i]);
        json_object(out, NULL);
        write_action(out, s->game, list[i]);
        if (preview.key) message_write(out, "preview", &preview);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

static void write_chance(const struct study *s, struct json_out *out, bool due) {
    struct outcome_list outcomes;
    json_array(out, "chance");
    if (due) game_outcomes(s->game, s->state, &outcomes);
    for (unsigned i = 0; due && i < outcomes.count; i++) {
        json_object(out, NULL);
        write_action(out, s->game, outcomes.actions[i]);
        json_number(out, "weight", outcomes.weights[i]);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_next(const struct study *s) {
    struct json_out out = line_begin(TABLE_MESSAGE_MAX);
    unsigned to_move = s->game->to_move(s->state), seats = to_move & (SEAT_BIT(SEATS_MAX) - 1);
    json_array(&out, "asks");
    for (unsigned left = seats; left; left &= left - 1)
        write_asked(s, &out, (unsigned)__builtin_ctz(left));
    json_array_end(&out);
    write_chance(s, &out, to_move & CHANCE_BIT);
    json_array(&out, "waiting");
    for (unsigned left = seats; left; left &= left - 1)
        json_number(&out, NULL, __builtin_ctz(left));
    json_array_end(&out);
    if (to_move) json_null(&out, "result");
    else record_write_result(&out, "result", s->game, s->players, s->state);
    line_end(&out);
}

int module_study(size_t length) {
    static struct study s;
    struct record_error error;
    struct record_step step = {0};
    struct event_writer writer = {.sink = {write_event}, .lines = {.last = NOBODY + 1}};
    struct json at = {0}, none, value;
    if (!read_study(length, &s, &error.message)) return fail(&error.message, -1);
    begin_witness(&s);
    if (s.from == 0) {
        struct json_out out = line_begin(LINE_MAX_BYTES);
        write_position(&s, &out, 0);
    }
    for (; json_next(s.steps, &at, &none, &value); step.at++) {
        if (!record_read_step(s.game, s.players, value, &step, &error) ||
            !record_allows(s.game, s.state, &step, &error)) {
            module.out.length = 0;
            return fail(&error.message, (int)step.at);
        }
        take_step(&s, &step, &writer);
    }
    write_next(&s);
    return 1;
}

/* ---- weighing ---- */

static struct {
    bool open;
    struct weighing weighing;
    struct net net;
    struct search_slot *slots;
} scales;

int module_weigh(size_t length) {
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    struct message error;
    struct json root;
    const struct game *game;
    int64_t seat, index;
    scales.open = false;
    if (!read_root(length, &root, &error) || !(game = find_game(root, &error)) ||
        !state_read(game, json_get(root, "view"), view, &error))
        return fail(&error, -1);
    if (!json_read_number(json_get(root, "seat"), &seat) || seat < 0 ||
        seat >= state_players(game, view) || (state_viewer(view) && state_viewer(view) != seat + 1))
        return bad_member(&error, "seat"), fail(&error, -1);
    if (!json_read_number(json_get(root, "index"), &index) || index < 0 || index > UINT8_MAX)
        return bad_member(&error, "index"), fail(&error, -1);
    if (state_viewer(view) == 0) game->view(view, (unsigned)seat);
    if (!game->legal(view, (unsigned)seat, list)) return fail(&MESSAGE("error.table.not_owed"), -1);
    if (!scales.slots) scales.slots = malloc(WEIGH_SLOTS * sizeof *scales.slots);
    if (!scales.slots) return fail(&MESSAGE("error.memory"), -1);
    weigh_begin(&scales.weighing, game, net_for(game, state_players(game, view), &scales.net),
                scales.slots, view, (unsigned)seat, (unsigned)index);
    scales.open = true;
    return 1;
}

int module_weigh_run(unsigned visits) {
    if (scales.open) weigh_evenly(&scales.weighing, visits);
    return scales.open;
}

int module_weighed(void) {
    if (!scales.open) return fail(&MESSAGE("error.table.no_thought"), -1);
    struct json_out out = line_begin(WEIGHED_MAX);
    weigh_write(&scales.weighing, &out, "weighed");
    line_end(&out);
    return 1;
}

/* ---- words ---- */

int module_parts(size_t length) {
    struct message error;
    struct json root, at = {0}, none, value;
    const struct game *game;
    if (!read_root(length, &root, &error) || !(game = find_game(root, &error)))
        return fail(&error, -1);
    struct json list = json_get(root, "do");
    if (json_type(list) != JSON_ARRAY) return bad_member(&error, "do"), fail(&error, -1);
    struct json_out out = line_begin(LINE_MAX_BYTES + 8 * length);
    json_array(&out, "parts");
    while (json_next(list, &at, &none, &value)) {
        uint16_t action = notation_read_json(game->notation, value);
        if (action == NOTATION_NONE) return bad_member(&error, "do"), fail(&error, -1);
        notation_write_parts(game->notation, action, &out, NULL);
    }
    json_array_end(&out);
    line_end(&out);
    return 1;
}
