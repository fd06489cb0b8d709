#include "match/record.h"

#include "core/ensure.h"
#include "games/registry.h"

#include <string.h>

static const char format[] = "tafelrunde-record/1";

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

static bool bad_member(struct message *error, const char *member) {
    return refuse(error, MESSAGE("error.record.member", TEXT("member", member, strlen(member))));
}

/* ---- reading the head ---- */

static bool read_option(const struct option *option, struct json value, uint8_t *chosen) {
    bool flag;
    if (option->flag) {
        if (!json_read_bool(value, &flag)) return false;
        *chosen = flag;
        return true;
    }
    for (unsigned v = 0; v < option->count; v++)
        if (json_is(value, option->values[v])) {
            *chosen = (uint8_t)v;
            return true;
        }
    return false;
}

bool record_read_options(const struct game *game, struct json value, uint8_t *options,
                         struct message *error) {
    unsigned members = 0;
    struct json at = {0}, name, member;
    if (json_type(value) != JSON_OBJECT) return bad_member(error, "options");
    while (json_next(value, &at, &name, &member)) members++;
    for (unsigned i = 0; i < game->option_count; i++) {
        const char *key = game->options[i].key;
        if (!read_option(&game->options[i], json_get(value, key), &options[i]))
            return refuse(error, MESSAGE("error.record.option", TEXT("option", key, strlen(key))));
    }
    if (members != game->option_count) return bad_member(error, "options");
    return true;
}

static bool read_entropy(struct record *r, struct json value) {
    struct json at = {0}, none, item;
    unsigned seat = 0;
    if (json_type(value) != JSON_ARRAY) return false;
    for (; json_next(value, &at, &none, &item); seat++) {
        if (seat == r->players) return false;
        if (json_type(item) == JSON_NULL) continue;
        if (!draws_read_json(item, r->entropy[seat])) return false;
        r->persons |= SEAT_BIT(seat);
    }
    return seat == r->players;
}

/* Reads the game and compares rules and components with this program's. */
static bool read_game(struct record *r, struct json root, struct message *error) {
    char id[32], components[COMPONENTS_HASH_SIZE], ours[COMPONENTS_HASH_SIZE];
    size_t length;
    int64_t rules;
    if (!json_read_text(json_get(root, "game"), id, sizeof id, &length))
        return bad_member(error, "game");
    r->game = games_find(id, length);
    if (!r->game) {
        struct json game = json_get(root, "game");
        return refuse(error, MESSAGE("error.record.game", TEXT("game", game.text, game.length)));
    }
    if (!json_read_number(json_get(root, "rules"), &rules)) return bad_member(error, "rules");
    if (rules != r->game->rules)
        return refuse(error, MESSAGE("error.record.rules", NUMBER("ours", r->game->rules)));
    if (!json_read_text(json_get(root, "components"), components, sizeof components, &length))
        return bad_member(error, "components");
    game_components_hash(r->game, ours);
    if (strcmp(components, ours) != 0) return refuse(error, MESSAGE("error.record.components"));
    memcpy(r->components, ours, sizeof ours);
    return true;
}

static bool read_players(struct record *r, struct json root, struct message *error) {
    int64_t players;
    if (!json_read_number(json_get(root, "players"), &players) || players < r->game->players_min ||
        players > r->game->players_max)
        return refuse(error, MESSAGE("error.record.players", NUMBER("min", r->game->players_min),
                                     NUMBER("max", r->game->players_max)));
    r->players = (unsigned)players;
    return record_read_options(r->game, json_get(root, "options"), r->options, error);
}

static bool read_seat(struct record *r, struct json value) {
    int64_t seat;
    r->seat = -1;
    if (json_type(value) == JSON_NONE) return true;
    if (json_type(value) == JSON_NULL) {
        r->seat = SPECTATOR;
        return true;
    }
    if (!json_read_number(value, &seat) || seat < 0 || seat >= r->players) return false;
    r->seat = (int)seat;
    return true;
}

static bool read_draws(struct record *r, struct json root, struct message *error) {
    struct json seed = json_get(root, "seed");
    size_t length;
    if (!json_read_text(json_get(root, "table"), r->table, sizeof r->table, &length) ||
        !draws_is_id(r->table, length))
        return bad_member(error, "table");
    if (!draws_read_json(json_get(root, "commitment"), r->commitment))
        return bad_member(error, "commitment");
    r->has_seed = json_type(seed) != JSON_NONE;
    if (r->has_seed && !draws_read_json(seed, r->seed)) return bad_member(error, "seed");
    if (!read_entropy(r, json_get(root, "entropy"))) return bad_member(error, "entropy");
    if (!read_seat(r, json_get(root, "seat")) || (r->seat >= 0 && r->has_seed))
        return bad_member(error, "seat");
    return true;
}

static bool read_json(const char *text, size_t length, struct json *root, struct message *error) {
    size_t where;
    switch (json_parse(text, length, root, &where)) {
    case JSON_OK: break;
    case JSON_CUT_OFF: return refuse(error, MESSAGE("error.json.cut_off", NUMBER("where", where)));
    default: return refuse(error, MESSAGE("error.json.syntax", NUMBER("where", where)));
    }
    if (json_type(*root) != JSON_OBJECT) return refuse(error, MESSAGE("error.record.format"));
    return true;
}

/* far more than there are, and few enough for a quadratic comparison */
enum { MEMBERS_MAX = 64, MEMBER_NAME_MAX = 32 };

static unsigned member_count(struct json object) {
    struct json at = {0}, name, value;
    unsigned count = 0;
    if (json_type(object) != JSON_OBJECT) return 0;
    while (json_next(object, &at, &name, &value)) count++;
    return count;
}

/* Programs disagree on which of two equal members counts, so records must not have any. */
static bool has_doubles(struct json object) {
    struct json at = {0}, name, value;
    while (json_next(object, &at, &name, &value)) {
        char text[MEMBER_NAME_MAX];
        struct json rest = at, other;
        if (!json_read_text(name, text, sizeof text, NULL))
            continue; /* too long: not one of ours */
        while (json_next(object, &rest, &other, &value))
            if (json_is(other, text)) return true;
    }
    return false;
}

static bool read_ended(struct record *r, struct json value) {
    int64_t seat;
    r->ended = value;
    if (json_type(value) == JSON_NONE) return true;
    for (unsigned how = 0; how < ENDED_WAYS; how++)
        if (json_is(json_get(value, "how"), match_ended_names[how]))
            return json_read_number(json_get(value, "seat"), &seat) && seat >= 0 &&
                   seat < r->players;
    return false;
}

bool record_read(struct record *r, const char *text, size_t length, struct message *error) {
    struct json root;
    memset(r, 0, sizeof *r);
    if (!read_json(text, length, &root, error)) return false;
    if (!json_is(json_get(root, "format"), format) || member_count(root) > MEMBERS_MAX ||
        has_doubles(root))
        return refuse(error, MESSAGE("error.record.format"));
    if (!read_game(r, root, error) || !read_players(r, root, error) || !read_draws(r, root, error))
        return false;
    r->steps = json_get(root, "steps");
    r->result = json_get(root, "result");
    if (!read_ended(r, json_get(root, "ended"))) return bad_member(error, "ended");
    if (json_type(r->steps) != JSON_ARRAY) return bad_member(error, "steps");
    return true;
}

/* ---- replaying ---- */

static bool stop(struct record_error *error, unsigned step, struct message why) {
    error->message = why;
    error->step = step;
    return false;
}

bool record_read_step(const struct game *game, unsigned players, struct json value,
                      struct record_step *step, struct record_error *error) {
    struct json at = {0}, none, by, text, more;
    int64_t seat = 0;
    struct message malformed = MESSAGE("error.record.step");
    if (json_type(value) != JSON_ARRAY || !json_next(value, &at, &none, &by) ||
        !json_next(value, &at, &none, &text) || json_next(value, &at, &none, &more))
        return stop(error, step->at, malformed);
    bool chance = json_is(by, "chance");
    if (!chance && (!json_read_number(by, &seat) || seat < 0 || seat >= players))
        return stop(error, step->at, malformed);
    step->by = chance ? BY_CHANCE : (unsigned)seat;
    if (json_type(text) != JSON_TEXT) return stop(error, step->at, malformed);
    step->action = notation_read_json(game->notation, text);
    if (step->action == NOTATION_NONE)
        return stop(error, step->at,
                    MESSAGE("error.record.notation", TEXT("do", text.text, text.length)));
    return true;
}

bool record_allows(const struct game *game, const void *state, const struct record_step *step,
                   struct record_error *error) {
    if (game->to_move(state) == 0) return stop(error, step->at, MESSAGE("error.record.after_end"));
    if (game_allows(game, state, step->by, step->action)) return true;
    error->illegal = true;
    error->by = step->by;
    struct message why = MESSAGE("error.record.outcome");
    if (step->by != BY_CHANCE && !game_why_not(game, state, step->by, step->action, &why)) never();
    return stop(error, step->at, why);
}

struct replay_draws {
    uint8_t key[HASH_SIZE];
    uint32_t counts[STREAMS_MAX];
};

static bool is_drawn(const struct record *r, const void *state, struct replay_draws *draws,
                     const struct record_step *step, struct record_error *error) {
    struct outcome_list outcomes;
    if (step->by != BY_CHANCE) return true;
    game_outcomes(r->game, state, &outcomes);
    unsigned pick = draws_pick(draws->key, draws->counts[outcomes.stream]++, &outcomes);
    if (outcomes.actions[pick] == step->action) return true;
    return stop(error, step->at, MESSAGE("error.record.draw"));
}

static bool is_number(struct json array, unsigned index, int expected) {
    struct json at = {0}, none, item;
    int64_t number;
    for (unsigned i = 0; json_next(array, &at, &none, &item); i++)
        if (i == index) return json_read_number(item, &number) && number == expected;
    return false;
}

static unsigned array_length(struct json array) {
    struct json at = {0}, none, item;
    unsigned length = 0;
    if (json_type(array) != JSON_ARRAY) return 0;
    while (json_next(array, &at, &none, &item)) length++;
    return length;
}

static bool is_result(const struct record *r, const void *state) {
    struct result result = {0};
    r->game->result(state, &result);
    struct json score = json_get(r->result, "score"), place = json_get(r->result, "place"),
                breakdown = json_get(r->result, "breakdown");
    if (member_count(r->result) != 3 || member_count(breakdown) != r->game->part_count ||
        array_length(score) != r->players || array_length(place) != r->players)
        return false;
    for (unsigned seat = 0; seat < r->players; seat++)
        if (!is_number(score, seat, result.score[seat]) ||
            !is_number(place, seat, result.place[seat]))
            return false;
    for (unsigned part = 0; part < r->game->part_count; part++) {
        struct json values = json_get(breakdown, r->game->parts[part]);
        if (array_length(values) != r->players) return false;
        for (unsigned seat = 0; seat < r->players; seat++)
            if (!is_number(values, seat, result.parts[part][seat])) return false;
    }
    return true;
}

static bool check_end(const struct record *r, const void *state, unsigned steps,
                      struct record_error *error) {
    bool over = r->game->to_move(state) == 0, has_result = json_type(r->result) != JSON_NONE;
    if (!over && has_result) return stop(error, steps, MESSAGE("error.record.early_result"));
    if (!over || r->seat >= 0) return true;
    if (!has_result) return stop(error, steps, MESSAGE("error.record.no_result"));
    if (json_type(r->result) != JSON_OBJECT || !is_result(r, state))
        return stop(error, steps, MESSAGE("error.record.wrong_result"));
    if (json_type(r->ended) != JSON_NONE)
        return stop(error, steps, MESSAGE("error.record.member", TEXT("member", "ended", 5)));
    return true;
}

static bool check_commitment(const struct record *r, struct record_error *error) {
    uint8_t commitment[HASH_SIZE];
    if (!r->has_seed) return stop(error, 0, MESSAGE("error.record.no_seed"));
    draws_commitment(r->table, r->seed, commitment);
    if (memcmp(commitment, r->commitment, HASH_SIZE) != 0)
        return stop(error, 0, MESSAGE("error.record.commitment"));
    return true;
}

bool record_replay(const struct record *r, void *state, struct record_watcher *watcher,
                   struct record_error *error) {
    struct replay_draws draws = {0};
    struct record_step step = {0};
    struct json at = {0}, none, value;
    memset(error, 0, sizeof *error);
    r->game->setup(state, r->players, r->options);
    if (r->seat >= 0) r->game->view(state, (unsigned)r->seat);
    if (watcher->check_draws && !check_commitment(r, error)) return false;
    draws_key(r->seed, r->entropy, r->players, draws.key);
    for (; json_next(r->steps, &at, &none, &value); step.at++) {
        if (!record_read_step(r->game, r->players, value, &step, error) ||
            !record_allows(r->game, state, &step, error))
            return false;
        if (watcher->check_draws && !is_drawn(r, state, &draws, &step, error)) return false;
        if (!watcher->step(watcher, state, &step)) return true;
        r->game->apply(state, step.by, step.action, watcher->sink);
    }
    if (!check_end(r, state, step.at, error)) return false;
    step.by = NOBODY;
    watcher->step(watcher, state, &step);
    return true;
}

/* ---- writing ---- */

void record_write_options(struct json_out *out, const char *name, const struct game *game,
                          const uint8_t *options) {
    json_object(out, name);
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option *option = &game->options[i];
        if (option->flag) json_bool(out, option->key, options[i]);
        else json_text(out, option->key, option->values[options[i]]);
    }
    json_object_end(out);
}

void record_begin(struct json_out *out, const char *name, const struct record *r) {
    json_object(out, name);
    json_text(out, "format", format);
    json_text(out, "game", r->game->id);
    json_number(out, "rules", r->game->rules);
    json_text(out, "components", r->components);
    json_number(out, "players", r->players);
    record_write_options(out, "options", r->game, r->options);
    json_text_n(out, "table", r->table, TABLE_ID_LENGTH);
    draws_write_json(out, "commitment", r->commitment);
    if (r->has_seed) draws_write_json(out, "seed", r->seed);
    json_array(out, "entropy");
    for (unsigned seat = 0; seat < r->players; seat++) {
        if (r->persons & SEAT_BIT(seat)) draws_write_json(out, NULL, r->entropy[seat]);
        else json_null(out, NULL);
    }
    json_array_end(out);
    if (r->seat == SPECTATOR) json_null(out, "seat");
    else if (r->seat >= 0) json_number(out, "seat", r->seat);
    json_array(out, "steps");
}

void record_add_step(struct json_out *out, const struct game *game, unsigned by, uint16_t action) {
    char text[NOTATION_MAX];
    json_array(out, NULL);
    if (by == BY_CHANCE) json_text(out, NULL, "chance");
    else json_number(out, NULL, by);
    json_text_n(out, NULL, text, notation_write(game->notation, action, text));
    json_array_end(out);
}

void record_write_breakdown(struct json_out *out, const struct game *game, unsigned players,
                            const struct result *result) {
    json_object(out, "breakdown");
    for (unsigned part = 0; part < game->part_count; part++) {
        json_array(out, game->parts[part]);
        for (unsigned seat = 0; seat < players; seat++)
            json_number(out, NULL, result->parts[part][seat]);
        json_array_end(out);
    }
    json_object_end(out);
}

void record_write_result(struct json_out *out, const char *name, const struct game *game,
                         unsigned players, const void *state) {
    struct result result = {0};
    game->result(state, &result);
    json_object(out, name);
    json_array(out, "score");
    for (unsigned seat = 0; seat < players; seat++) json_number(out, NULL, result.score[seat]);
    json_array_end(out);
    json_array(out, "place");
    for (unsigned seat = 0; seat < players; seat++) json_number(out, NULL, result.place[seat]);
    json_array_end(out);
    record_write_breakdown(out, game, players, &result);
    json_object_end(out);
}

void record_end(struct json_out *out, const struct game *game, unsigned players,
                const void *state) {
    json_array_end(out);
    if (game->to_move(state) == 0) record_write_result(out, "result", game, players, state);
    json_object_end(out);
}

/* ---- the record of a match ---- */

static void write_ended(const struct match *m, struct json_out *out) {
    const struct match_entry *ended = match_ended(m);
    if (!ended) return;
    json_object(out, "ended");
    json_text(out, "how", match_ended_names[ended->action]);
    json_number(out, "seat", ended->by);
    json_object_end(out);
}

static void write_player(struct json_out *out, unsigned seat, unsigned from, const char *who) {
    json_array(out, NULL);
    json_number(out, NULL, seat);
    json_number(out, NULL, from);
    json_text(out, NULL, who);
    json_array_end(out);
}

/* Only if a seat changed hands: every seat's first player, then each change with the number of the
 * step after it. Steps are counted as in the record, without answers still secret. */
static void write_played_by(const struct match *m, struct json_out *out, unsigned observer,
                            bool whole) {
    bool changed = false;
    for (unsigned i = 0; i < m->length; i++) changed |= m->log[i].kind == ENTRY_SEAT;
    if (!changed) return;
    json_array(out, "played_by");
    for (unsigned seat = 0; seat < m->players; seat++)
        write_player(out, seat, 0, m->seats[seat].first);
    for (unsigned i = 0, steps = 0; i < (whole ? m->length : m->versions[observer]); i++) {
        const struct match_entry *e = &m->log[whole ? i : m->visible[observer][i]];
        if (e->kind == ENTRY_STEP && !e->undone) steps++;
        if (e->kind == ENTRY_SEAT) write_player(out, e->by, steps, e->id);
    }
    json_array_end(out);
}

static struct record head_of(const struct match *m, int observer, bool secrets) {
    struct record r = {
        .game = m->game, .players = m->players, .seat = observer, .has_seed = secrets};
    memcpy(r.options, m->options, sizeof r.options);
    memcpy(r.components, m->components, sizeof r.components);
    memcpy(r.table, m->table, sizeof r.table);
    memcpy(r.commitment, m->commitment, sizeof r.commitment);
    memcpy(r.seed, m->seed, sizeof r.seed);
    memcpy(r.entropy, m->entropy, sizeof r.entropy);
    for (unsigned seat = 0; seat < m->players; seat++)
        if (m->seats[seat].revealed && (secrets || (int)seat == observer))
            r.persons |= SEAT_BIT(seat);
    return r;
}

/* The steps visible to the observer that are not undone, in its order. */
static void write_visible(const struct match *m, unsigned observer, struct json_out *out) {
    for (unsigned i = 0; i < m->versions[observer]; i++) {
        const struct match_entry *e = &m->log[m->visible[observer][i]];
        if (e->kind == ENTRY_STEP && !e->undone)
            record_add_step(out, m->game, e->by, e->seen[observer]);
    }
}

static void write_tail(const struct match *m, struct json_out *out, unsigned observer, bool whole) {
    json_array_end(out);
    if (whole && m->game->to_move(m->state) == 0)
        record_write_result(out, "result", m->game, m->players, m->state);
    write_ended(m, out);
    write_played_by(m, out, observer, whole);
    json_object_end(out);
}

void match_write_whole(const struct match *m, struct json_out *out, const char *name) {
    struct record r = head_of(m, -1, true);
    record_begin(out, name, &r);
    for (unsigned i = 0; i < m->length; i++)
        if (m->log[i].kind == ENTRY_STEP && !m->log[i].undone)
            record_add_step(out, m->game, m->log[i].by, m->log[i].action);
    write_tail(m, out, SPECTATOR, true);
}

void match_write_own(const struct match *m, unsigned observer, struct json_out *out,
                     const char *name) {
    struct record r = head_of(m, (int)observer, false);
    record_begin(out, name, &r);
    write_visible(m, observer, out);
    write_tail(m, out, observer, false);
}

void match_write_record(const struct match *m, unsigned observer, struct json_out *out,
                        const char *name) {
    if (m->phase == MATCH_OVER) match_write_whole(m, out, name);
    else match_write_own(m, observer, out, name);
}
