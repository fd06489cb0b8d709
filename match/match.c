#include "match/match.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

const char *const match_ended_names[ENDED_WAYS] = {"agreed", "resigned", "expired"};

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

/* ---- opening and seating ---- */

void match_open(struct match *m, const struct game *game, unsigned players, const uint8_t *options,
                const char *table, const uint8_t seed[SEED_SIZE]) {
    ensure(players >= game->players_min && players <= game->players_max);
    memset(m, 0, sizeof *m);
    m->game = game;
    m->players = players;
    memcpy(m->options, options, game->option_count);
    memcpy(m->table, table, TABLE_ID_LENGTH);
    memcpy(m->seed, seed, SEED_SIZE);
    draws_commitment(m->table, m->seed, m->commitment);
    game_components_hash(game, m->components);
    game->setup(m->state, players, m->options);
}

void match_close(struct match *m) {
    for (unsigned o = 0; o < OBSERVERS; o++) free(m->visible[o]);
    free(m->log);
}

unsigned match_seats(const struct match *m) {
    return (1u << m->players) - 1;
}

unsigned match_people(const struct match *m) {
    unsigned people = 0;
    for (unsigned seat = 0; seat < m->players; seat++)
        people |= (unsigned)m->seats[seat].person << seat;
    return people;
}

unsigned match_owes(const struct match *m) {
    unsigned owes = 0;
    for (unsigned seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seats[seat];
        bool missing =
            m->phase == MATCH_SEATING ? !s->hashed : m->phase == MATCH_REVEALING && !s->revealed;
        if (s->person && missing) owes |= SEAT_BIT(seat);
    }
    return owes;
}

static bool all_taken(const struct match *m) {
    for (unsigned seat = 0; seat < m->players; seat++)
        if (!m->seats[seat].who[0]) return false;
    return true;
}

/* Enters the next phase when nobody owes a hash or entropy. */
static void advance_phase(struct match *m) {
    if (m->phase == MATCH_SEATING && all_taken(m) && match_owes(m) == 0) m->phase = MATCH_REVEALING;
    if (m->phase != MATCH_REVEALING || match_owes(m) != 0) return;
    draws_key(m->seed, (const uint8_t(*)[SEED_SIZE])m->entropy, m->players, m->key);
    m->phase = MATCH_PLAYING;
}

bool match_sit(struct match *m, unsigned seat, const char *who, bool person,
               struct message *error) {
    if (seat >= m->players)
        return refuse(error, MESSAGE("error.match.seat", NUMBER("players", m->players)));
    if (m->phase != MATCH_SEATING) return refuse(error, MESSAGE("error.match.started"));
    if (m->seats[seat].who[0]) return refuse(error, MESSAGE("error.match.taken"));
    ensure(who[0] && strlen(who) <= MATCH_WHO_MAX);
    strcpy(m->seats[seat].who, who);
    strcpy(m->seats[seat].first, who);
    m->seats[seat].person = person;
    advance_phase(m);
    return true;
}

bool match_leave(struct match *m, unsigned seat, struct message *error) {
    if (seat >= m->players)
        return refuse(error, MESSAGE("error.match.seat", NUMBER("players", m->players)));
    if (m->phase != MATCH_SEATING) return refuse(error, MESSAGE("error.match.started"));
    m->seats[seat] = (struct match_seat){0};
    return true;
}

bool match_hash(struct match *m, unsigned seat, const uint8_t hash[HASH_SIZE],
                struct message *error) {
    if (seat >= m->players || !m->seats[seat].person)
        return refuse(error, MESSAGE("error.match.no_entropy"));
    struct match_seat *s = &m->seats[seat];
    if (m->phase != MATCH_SEATING) return refuse(error, MESSAGE("error.match.started"));
    if (s->hashed) return refuse(error, MESSAGE("error.match.hashed"));
    memcpy(s->hash, hash, HASH_SIZE);
    s->hashed = true;
    advance_phase(m);
    return true;
}

bool match_reveal(struct match *m, unsigned seat, const uint8_t entropy[SEED_SIZE],
                  struct message *error) {
    if (seat >= m->players || !m->seats[seat].person)
        return refuse(error, MESSAGE("error.match.no_entropy"));
    struct match_seat *s = &m->seats[seat];
    if (m->phase == MATCH_SEATING) return refuse(error, MESSAGE("error.match.too_early"));
    if (m->phase != MATCH_REVEALING || s->revealed)
        return refuse(error, MESSAGE("error.match.started"));
    uint8_t hash[HASH_SIZE];
    blake2b_hash(entropy, SEED_SIZE, hash);
    if (memcmp(hash, s->hash, HASH_SIZE) != 0)
        return refuse(error, MESSAGE("error.match.wrong_entropy"));
    memcpy(m->entropy[seat], entropy, SEED_SIZE);
    s->revealed = true;
    advance_phase(m);
    return true;
}

bool match_restart(struct match *m, const uint8_t seed[SEED_SIZE], struct message *error) {
    if (m->phase != MATCH_REVEALING) return refuse(error, MESSAGE("error.match.started"));
    memcpy(m->seed, seed, SEED_SIZE);
    memset(m->entropy, 0, sizeof m->entropy);
    draws_commitment(m->table, m->seed, m->commitment);
    m->phase = MATCH_SEATING;
    for (unsigned seat = 0; seat < m->players; seat++)
        m->seats[seat].hashed = m->seats[seat].revealed = false;
    return true;
}

/* ---- the log ---- */

/* Is this a seat that plays, or the spectator? */
static bool observes(const struct match *m, unsigned observer) {
    return observer < m->players || observer == SPECTATOR;
}

static bool reserve_entry(struct match *m) {
    if (m->length < m->capacity) return true;
    unsigned capacity = m->capacity + m->capacity / 2 + 8;
    struct match_entry *log = realloc(m->log, capacity * sizeof *log);
    if (!log) return false;
    m->log = log;
    for (unsigned o = 0; o < OBSERVERS; o++) {
        if (!observes(m, o)) continue;
        uint16_t *visible = realloc(m->visible[o], capacity * sizeof *visible);
        if (!visible) return false;
        m->visible[o] = visible;
    }
    m->capacity = capacity;
    return true;
}

/* A restored match may wait for days, so it gives back unused memory. A failed realloc leaves the
 * larger block. */
static void trim(struct match *m) {
    struct match_entry *log = realloc(m->log, m->length * sizeof *log);
    if (log) m->log = log;
    for (unsigned o = 0; o < OBSERVERS; o++) {
        uint16_t *visible =
            observes(m, o) ? realloc(m->visible[o], m->length * sizeof *visible) : NULL;
        if (visible) m->visible[o] = visible;
    }
    m->capacity = m->length;
}

static void show_to(struct match *m, unsigned observer, unsigned entry) {
    ensure(m->versions[observer] < m->capacity);
    _Static_assert(MATCH_LOG_MAX <= UINT16_MAX, "log indices fit");
    m->visible[observer][m->versions[observer]++] = (uint16_t)entry;
}

static void show_to_all(struct match *m, unsigned entry) {
    for (unsigned o = 0; o < OBSERVERS; o++)
        if (observes(m, o)) show_to(m, o, entry);
}

/* The reveal: the other seats' answers that were not undone, in the order of seats. */
static void show_answers(struct match *m, unsigned observer) {
    for (unsigned seat = 0; seat < m->players; seat++) {
        if (seat == observer) continue;
        for (unsigned i = m->question_from; i < m->length; i++) {
            const struct match_entry *e = &m->log[i];
            if (e->kind == ENTRY_STEP && e->by == seat && !e->undone) show_to(m, observer, i);
        }
    }
}

/* Makes the last entry visible to those who may see it now. */
static void show_last(struct match *m) {
    unsigned last = m->length - 1;
    const struct match_entry *e = &m->log[last];
    if (!e->shared) {
        show_to_all(m, last);
    } else {
        show_to(m, e->by, last);
        for (unsigned o = 0; o < OBSERVERS && e->closed; o++)
            if (observes(m, o)) show_answers(m, o);
    }
    if (e->kind == ENTRY_STEP && (!e->shared || e->closed)) m->question_from = m->length;
}

static bool is_shared(const struct match *m) {
    unsigned asked = m->game->asked(m->state);
    return (asked & (asked - 1)) != 0;
}

static void witness(const struct match *m, struct match_entry *e) {
    for (unsigned o = 0; o < OBSERVERS; o++)
        e->seen[o] =
            observes(m, o) ? m->game->witness(m->state, e->by, e->action, o) : NOTATION_NONE;
}

/* Mask of observers who can predict the outcome. */
static uint8_t certain(const struct match *m) {
    unsigned mask = 0;
    for (unsigned o = 0; o < OBSERVERS; o++) {
        _Alignas(8) uint8_t view[STATE_MAX];
        struct outcome_list outcomes;
        if (!observes(m, o)) continue;
        memcpy(view, m->state, m->game->state_size);
        m->game->view(view, o);
        game_outcomes(m->game, view, &outcomes);
        if (outcomes.count == 1 && !notation_veiled(m->game->notation, outcomes.actions[0]))
            mask |= 1u << o;
    }
    return (uint8_t)mask;
}

/* Applies and logs a legal step. The caller has called reserve_entry. */
static void step(struct match *m, unsigned by, uint16_t action, const char *id, bool forced) {
    struct match_entry e = {
        .kind = ENTRY_STEP, .by = (uint8_t)by, .action = action, .forced = forced};
    memcpy(e.id, id, strlen(id));
    witness(m, &e);
    if (by == BY_CHANCE) e.certain = certain(m);
    e.shared = is_shared(m);
    e.closed = m->game->apply(m->state, by, action, NULL);
    m->log[m->length++] = e;
    show_last(m);
    if (m->game->to_move(m->state) == 0) m->phase = MATCH_OVER;
}

unsigned match_waiting(const struct match *m) {
    if (m->phase != MATCH_PLAYING) return 0;
    return m->game->to_move(m->state) & match_seats(m);
}

unsigned match_question(const struct match *m, unsigned seat) {
    unsigned count = 0;
    for (unsigned i = 0; i < m->versions[seat]; i++)
        count += match_is_move(&m->log[m->visible[seat][i]]);
    return count;
}

/* Finds an earlier entry of the seat with this id; `place` is its index + 1. Of removed entries
 * only undos have kept their ids. */
static bool find_id(const struct match *m, unsigned seat, enum match_kind kind, const char *id,
                    unsigned *place) {
    for (unsigned i = m->length; id[0] && i-- > 0;) {
        const struct match_entry *e = &m->log[i];
        if ((e->kind == kind || (e->kind == ENTRY_GONE && kind == ENTRY_UNDO)) && e->by == seat &&
            strcmp(e->id, id) == 0) {
            *place = i + 1;
            return true;
        }
    }
    return false;
}

static bool not_playing(const struct match *m, struct message *error) {
    return refuse(error, m->phase == MATCH_OVER ? MESSAGE("common.whynot.over")
                                                : MESSAGE("error.match.not_started"));
}

bool match_answer(struct match *m, unsigned seat, unsigned question, const char *id,
                  uint16_t action, unsigned *repeated, struct message *error) {
    *repeated = 0;
    if (seat >= m->players)
        return refuse(error, MESSAGE("error.match.seat", NUMBER("players", m->players)));
    if (strlen(id) > MATCH_ID_MAX)
        return refuse(error, MESSAGE("error.match.id", NUMBER("max", MATCH_ID_MAX)));
    if (find_id(m, seat, ENTRY_STEP, id, repeated)) return true;
    if (m->phase != MATCH_PLAYING) return not_playing(m, error);
    if (question != match_question(m, seat)) return refuse(error, MESSAGE("error.match.stale"));
    if (action >= m->game->notation->actions) return refuse(error, MESSAGE("error.match.notation"));
    if (game_why_not(m->game, m->state, seat, action, error)) return false;
    if (!reserve_entry(m)) return refuse(error, MESSAGE("error.memory"));
    step(m, seat, action, id, false);
    return true;
}

bool match_chance(struct match *m) {
    if (m->phase != MATCH_PLAYING || !(m->game->to_move(m->state) & CHANCE_BIT) ||
        !reserve_entry(m))
        return false;
    struct outcome_list outcomes;
    game_outcomes(m->game, m->state, &outcomes);
    unsigned pick = draws_pick(m->key, m->draws[outcomes.stream]++, &outcomes);
    step(m, BY_CHANCE, outcomes.actions[pick], "", false);
    return true;
}

uint16_t match_forced(const struct match *m, unsigned *seat) {
    for (unsigned waiting = match_waiting(m); waiting; waiting &= waiting - 1) {
        *seat = (unsigned)__builtin_ctz(waiting);
        uint16_t action = game_forced(m->game, m->state, *seat);
        if (action != NOTATION_NONE) return action;
    }
    return NOTATION_NONE;
}

bool match_play_forced(struct match *m) {
    unsigned seat;
    uint16_t action = match_forced(m, &seat);
    if (action == NOTATION_NONE || !reserve_entry(m)) return false;
    step(m, seat, action, "", true);
    return true;
}

/* ---- undo ---- */

/* Index of the choice that an undo would take back; m->length: none. */
static unsigned undo_from(const struct match *m, unsigned seat) {
    bool shared = is_shared(m);
    if (m->phase != MATCH_PLAYING || seat >= m->players || m->versions[seat] >= MATCH_UNDO_MAX)
        return m->length;
    if (!shared && m->game->to_move(m->state) != SEAT_BIT(seat)) return m->length;
    for (unsigned i = m->length; i-- > 0;) {
        const struct match_entry *e = &m->log[i];
        if (shared && i < m->question_from) return m->length;
        if (e->kind == ENTRY_SEAT && e->by == seat)
            return m->length; /* earlier choices are another player's */
        if (e->kind != ENTRY_STEP || e->undone) continue;
        if (e->by == seat && e->shared == shared) {
            if (!e->forced) return i;
            continue; /* it would be forced again */
        }
        if (shared && e->by != seat) continue;
        if (e->by == BY_CHANCE && e->certain & SEAT_BIT(seat)) continue;
        return m->length;
    }
    return m->length;
}

/* Has the seat used up the undos of its turn? A turn begins after the last step of others, in a
 * simultaneous question after the last reveal. */
static bool undos_used_up(const struct match *m, unsigned seat) {
    bool shared = is_shared(m);
    unsigned undos = 0;
    for (unsigned i = m->length; i-- > (shared ? m->question_from : 0);) {
        const struct match_entry *e = &m->log[i];
        if (e->kind == ENTRY_UNDO && e->by == seat) undos++;
        bool own = e->by == seat || (e->by == BY_CHANCE && e->certain & SEAT_BIT(seat));
        if (!shared && e->kind == ENTRY_STEP && !e->undone && (!own || e->shared)) break;
    }
    return undos >= MATCH_TURN_UNDOS;
}

bool match_can_undo(const struct match *m, unsigned seat) {
    return undo_from(m, seat) < m->length && !undos_used_up(m, seat);
}

/* Rebuilds the state from the steps that are not undone. */
static void rebuild(struct match *m) {
    m->game->setup(m->state, m->players, m->options);
    memset(m->draws, 0, sizeof m->draws);
    for (unsigned i = 0; i < m->length; i++) {
        const struct match_entry *e = &m->log[i];
        if (e->kind != ENTRY_STEP || e->undone) continue;
        if (e->by == BY_CHANCE) {
            struct outcomes outcomes;
            m->game->chance(m->state, &outcomes);
            m->draws[outcomes.stream]++;
        }
        m->game->apply(m->state, e->by, e->action, NULL);
    }
}

/* Takes back everything from the choice at `from` on. The caller has called reserve_entry. */
static void take_back(struct match *m, unsigned seat, unsigned from, const char *id) {
    bool shared = m->log[from].shared;
    for (unsigned i = from; i < m->length; i++)
        if (!shared || m->log[i].by == seat) m->log[i].undone = true;
    struct match_entry e = {.kind = ENTRY_UNDO, .by = (uint8_t)seat, .shared = shared};
    memcpy(e.id, id, strlen(id));
    m->log[m->length++] = e;
    show_last(m);
    rebuild(m);
}

bool match_undo(struct match *m, unsigned seat, const char *id, unsigned *repeated,
                struct message *error) {
    *repeated = 0;
    if (strlen(id) > MATCH_ID_MAX)
        return refuse(error, MESSAGE("error.match.id", NUMBER("max", MATCH_ID_MAX)));
    if (find_id(m, seat, ENTRY_UNDO, id, repeated)) return true;
    unsigned from = undo_from(m, seat);
    if (m->phase != MATCH_PLAYING) return not_playing(m, error);
    if (from == m->length) return refuse(error, MESSAGE("error.match.undo"));
    if (undos_used_up(m, seat))
        return refuse(error, MESSAGE("error.match.undos", NUMBER("max", MATCH_TURN_UNDOS)));
    if (!reserve_entry(m)) return refuse(error, MESSAGE("error.memory"));
    take_back(m, seat, from, id);
    return true;
}

bool match_is_final(const struct match *m, unsigned seat, uint16_t action) {
    _Alignas(8) uint8_t view[STATE_MAX];
    const struct game *game = m->game;
    bool shared = is_shared(m);
    if (undos_used_up(m, seat)) return true;
    memcpy(view, m->state, game->state_size);
    game->view(view, seat);
    for (unsigned by = seat, version = m->versions[seat] + 1;; version++) {
        game->apply(view, by, action, NULL);
        unsigned to_move = game->to_move(view);
        if (to_move & CHANCE_BIT) {
            struct outcome_list outcomes;
            game_outcomes(game, view, &outcomes);
            if (outcomes.count != 1 || notation_veiled(game->notation, outcomes.actions[0]))
                return true;
            by = BY_CHANCE;
            action = outcomes.actions[0];
            continue;
        }
        if (version >= MATCH_UNDO_MAX) return true;
        if (shared && !(to_move & SEAT_BIT(seat))) return match_waiting(m) == SEAT_BIT(seat);
        if (!shared && (to_move != SEAT_BIT(seat) || game->asked(view) != SEAT_BIT(seat)))
            return true;
        by = seat;
        action = game_forced(game, view, seat);
        if (action == NOTATION_NONE) return false;
    }
}

/* ---- changing seats, ending ---- */

static unsigned changes_of(const struct match *m, unsigned seat) {
    unsigned count = 0;
    for (unsigned i = 0; i < m->length; i++)
        count += m->log[i].kind == ENTRY_SEAT && m->log[i].by == seat;
    return count;
}

/* The caller has called reserve_entry. */
static void change_seat(struct match *m, unsigned seat, const char *who, bool person) {
    struct match_entry e = {.kind = ENTRY_SEAT, .by = (uint8_t)seat, .action = person};
    ensure(who[0] && strlen(who) <= MATCH_WHO_MAX);
    strcpy(e.id, who);
    strcpy(m->seats[seat].who, who);
    m->seats[seat].person = person;
    m->log[m->length++] = e;
    show_last(m);
}

bool match_change_seat(struct match *m, unsigned seat, const char *who, bool person,
                       struct message *error) {
    if (seat >= m->players)
        return refuse(error, MESSAGE("error.match.seat", NUMBER("players", m->players)));
    if (m->phase != MATCH_PLAYING) return not_playing(m, error);
    if (changes_of(m, seat) + person >= MATCH_SEAT_CHANGES)
        return refuse(error, MESSAGE("error.match.changes"));
    if (!reserve_entry(m)) return refuse(error, MESSAGE("error.memory"));
    change_seat(m, seat, who, person);
    return true;
}

bool match_end(struct match *m, enum match_ended how, unsigned seat, struct message *error) {
    if (seat >= m->players)
        return refuse(error, MESSAGE("error.match.seat", NUMBER("players", m->players)));
    if (m->phase != MATCH_PLAYING) return not_playing(m, error);
    if (!reserve_entry(m)) return refuse(error, MESSAGE("error.memory"));
    m->log[m->length++] =
        (struct match_entry){.kind = ENTRY_END, .by = (uint8_t)seat, .action = (uint16_t)how};
    show_last(m);
    m->phase = MATCH_OVER;
    return true;
}

const struct match_entry *match_ended(const struct match *m) {
    if (m->length == 0 || m->log[m->length - 1].kind != ENTRY_END) return NULL;
    return &m->log[m->length - 1];
}

/* ---- restoring ---- */

/* Are the members of a stored entry within their ranges? */
static bool is_sound(const struct match *m, const struct match_entry *e) {
    bool chance = e->kind == ENTRY_STEP && e->by == BY_CHANCE;
    if (e->kind > ENTRY_GONE || !(e->by < m->players || chance)) return false;
    if (e->id[MATCH_ID_MAX] || (e->kind == ENTRY_END && e->action >= ENDED_WAYS)) return false;
    return e->kind != ENTRY_SEAT || (e->id[0] && strlen(e->id) <= MATCH_WHO_MAX);
}

/* A draw that was set by hand: any outcome will do. */
static bool redo_given(struct match *m, uint16_t action) {
    struct outcomes outcomes;
    if (!game_allows(m->game, m->state, BY_CHANCE, action)) return false;
    m->game->chance(m->state, &outcomes);
    m->draws[outcomes.stream]++;
    step(m, BY_CHANCE, action, "", false);
    return true;
}

/* The caller has called reserve_entry. */
static bool redo_step(struct match *m, const struct match_entry *e) {
    unsigned place;
    if (e->by == BY_CHANCE && m->length < m->given) return redo_given(m, e->action);
    if (e->by == BY_CHANCE) return match_chance(m) && m->log[m->length - 1].action == e->action;
    if (e->action >= m->game->notation->actions ||
        !game_allows(m->game, m->state, e->by, e->action) ||
        find_id(m, e->by, ENTRY_STEP, e->id, &place))
        return false;
    if (e->forced && game_forced(m->game, m->state, e->by) != e->action) return false;
    step(m, e->by, e->action, e->id, e->forced);
    return true;
}

/* Repeats an undo. Older versions of the program had no limit per turn, so none applies. */
static bool redo_undo(struct match *m, const struct match_entry *e) {
    unsigned place, from = undo_from(m, e->by);
    if (from == m->length || find_id(m, e->by, ENTRY_UNDO, e->id, &place)) return false;
    take_back(m, e->by, from, e->id);
    return true;
}

static void redo_gone(struct match *m, const struct match_entry *e) {
    struct match_entry gone = {
        .kind = ENTRY_GONE, .by = e->by, .shared = e->forced, .forced = e->forced, .undone = true};
    memcpy(gone.id, e->id, sizeof gone.id);
    m->log[m->length++] = gone;
    show_last(m);
}

/* The caller has called reserve_entry. */
static bool redo(struct match *m, const struct match_entry *e) {
    struct message error;
    if (!is_sound(m, e) || m->phase != MATCH_PLAYING) return false;
    switch ((enum match_kind)e->kind) {
    case ENTRY_STEP: return redo_step(m, e);
    case ENTRY_UNDO: return redo_undo(m, e);
    case ENTRY_SEAT: change_seat(m, e->by, e->id, e->action); return true;
    case ENTRY_END: return match_end(m, (enum match_ended)e->action, e->by, &error);
    case ENTRY_GONE: redo_gone(m, e); return true;
    }
    never();
}

static bool redo_all(struct match *m, const struct match_entry *log, unsigned length,
                     struct message *error) {
    for (unsigned i = 0; i < length; i++) {
        if (!reserve_entry(m)) return refuse(error, MESSAGE("error.memory"));
        if (!redo(m, &log[i])) return refuse(error, MESSAGE("error.match.log", NUMBER("entry", i)));
    }
    return true;
}

bool match_restore(struct match *m, const struct match_entry *log, unsigned length,
                   struct message *error) {
    if (m->phase != MATCH_PLAYING || m->length != 0) return not_playing(m, error);
    if (length > MATCH_LOG_MAX)
        return refuse(error, MESSAGE("error.match.log", NUMBER("entry", MATCH_LOG_MAX)));
    struct match fresh = *m;
    if (redo_all(m, log, length, error)) {
        if (m->length) trim(m);
        return true;
    }
    match_close(m);
    *m = fresh;
    memset(m->visible, 0, sizeof m->visible);
    m->log = NULL;
    m->capacity = 0;
    return false;
}
