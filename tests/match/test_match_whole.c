/* Plays random games of all registered games and of the toy: what every observer sees, what must
 * stay hidden, and restoring a stored log. */
#include "tests/match/toy.h"

/* ── random games ────────────────────────────────────────────────── */

enum { KEPT_MAX = 4000 };

/* The events of each version, with their lines. */
struct kept {
    struct line_sink sink;
    unsigned count;
    struct {
        unsigned seat, line;
        struct message message;
    } events[KEPT_MAX];
};

static void keep(struct line_sink *sink, const struct event *event, unsigned line) {
    struct kept *kept = (struct kept *)sink;
    assert_true(kept->count < KEPT_MAX);
    kept->events[kept->count].seat = event->seat;
    kept->events[kept->count].line = line;
    kept->events[kept->count++].message = event->message;
}

static bool same_message(const struct message *a, const struct message *b) {
    char texts[2][2048];
    struct json_out outs[2];
    json_begin(&outs[0], texts[0], sizeof texts[0]);
    json_begin(&outs[1], texts[1], sizeof texts[1]);
    message_write(&outs[0], NULL, a);
    message_write(&outs[1], NULL, b);
    return outs[0].length == outs[1].length && memcmp(texts[0], texts[1], outs[0].length) == 0;
}

/* The registered games in all player counts and some options, then the toy. */
static bool configuration(unsigned number, const struct game **game, unsigned *players,
                          uint8_t options[OPTIONS_MAX]) {
    static const char *const lines[] = {"!aa.abbSa?a*TTabhcfSv.a", "SaS.aaaTa?bbb.b*b",
                                        "aaaaaa..aaaabvbbbTbTbbS"};
    memset(options, 0, OPTIONS_MAX);
    for (unsigned g = 0; g < games_count; g++) {
        unsigned counts = games[g]->players_max - games[g]->players_min + 1u, sets = 4;
        if (number >= counts * sets) {
            number -= counts * sets;
            continue;
        }
        *game = games[g];
        *players = games[g]->players_min + number % counts;
        for (unsigned i = 0; i < games[g]->option_count; i++)
            options[i] = (uint8_t)(number / counts == 0
                                       ? games[g]->options[i].fallback
                                       : (number / counts + i) % games[g]->options[i].count);
        return true;
    }
    if (number >= COUNT(lines)) return false;
    *game = &toy_game;
    *players = 3;
    scripts[0] = lines[number];
    return true;
}

static unsigned pick_seat(struct generator *g, unsigned mask) {
    unsigned seat;
    do seat = generator_below(g, SEATS_MAX);
    while (!(mask & SEAT_BIT(seat)));
    return seat;
}

enum op_kind { OP_CHANCE, OP_ANSWER, OP_UNDO };

struct op {
    enum op_kind kind;
    unsigned seat;
    uint16_t action;
};

/* Chooses something that may happen next; false if the game is over. About one in `undos` is an
 * undo, where possible. */
static bool choose(const struct match *m, struct generator *g, unsigned undos, struct op *op) {
    uint16_t list[LEGAL_MAX];
    if (m->phase != MATCH_PLAYING) return false;
    op->seat = generator_below(g, m->players);
    if (m->length < 1500 && generator_below(g, undos) == 0 && match_can_undo(m, op->seat)) {
        op->kind = OP_UNDO;
        return true;
    }
    op->kind = match_waiting(m) ? OP_ANSWER : OP_CHANCE;
    if (op->kind == OP_CHANCE) return true;
    op->seat = pick_seat(g, match_waiting(m));
    unsigned count = m->game->legal(m->state, op->seat, list);
    assert_true(count > 0);
    op->action = list[generator_below(g, count)];
    return true;
}

static void act(struct match *m, const struct op *op) {
    unsigned repeated;
    struct message error = {0};
    if (op->kind == OP_CHANCE) assert_true(match_chance(m));
    else if (op->kind == OP_UNDO) undo(m, op->seat);
    else
        assert_true(match_answer(m, op->seat, match_question(m, op->seat), "", op->action,
                                 &repeated, &error));
}

static unsigned standing_answers(const struct match *m, unsigned from, unsigned seat_not) {
    unsigned count = 0;
    for (unsigned i = from; i < m->length; i++)
        count += m->log[i].kind == ENTRY_STEP && !m->log[i].undone && m->log[i].by != seat_not;
    return count;
}

/* Checks which observers got how many versions by the last entry, and in which order. */
static void expect_versions(const struct match *m, const struct match *before) {
    const struct match_entry *e = &m->log[m->length - 1];
    unsigned asked = m->game->asked(before->state);
    bool shared = asked & (asked - 1);
    assert_int_equal(e->shared, shared);
    FOR_EACH_OBSERVER (o, m->players) {
        unsigned news = m->versions[o] - before->versions[o], expected = shared ? e->by == o : 1;
        if (shared && e->closed) expected += standing_answers(m, before->question_from, o);
        assert_int_equal(news, expected);
        for (unsigned v = before->versions[o], last = 0; v < m->versions[o]; v++) {
            const struct match_entry *t = &m->log[m->visible[o][v]];
            if (t->by == o || !shared) continue;
            assert_false(t->undone);
            assert_true(t->by >= last);
            last = t->by;
        }
    }
}

/* One observer through a whole game, and everything that it saw. */
struct witness {
    struct cursor cursor;
    struct kept kept;
    unsigned versions;
    struct cursor *saved; /* after each version */
    unsigned *kept_before; /* number of events until each version */
};

enum { SAVED_MAX = 2600 };

static struct witness *witness_open(const struct match *m, unsigned observer) {
    struct witness *w = calloc(1, sizeof *w);
    w->saved = calloc(SAVED_MAX, sizeof *w->saved);
    w->kept_before = calloc(SAVED_MAX, sizeof *w->kept_before);
    w->kept.sink.event = keep;
    cursor_open(&w->cursor, m, observer, 0);
    w->saved[0] = w->cursor;
    return w;
}

static void witness_look(struct witness *w, const struct match *m) {
    _Alignas(8) uint8_t view[STATE_MAX];
    while (cursor_next(&w->cursor, m, &w->kept.sink)) {
        assert_true(++w->versions < SAVED_MAX);
        w->saved[w->versions] = w->cursor;
        w->kept_before[w->versions] = w->kept.count;
    }
    assert_int_equal(w->cursor.version, m->versions[w->cursor.observer]);
    memcpy(view, m->state, m->game->state_size);
    m->game->view(view, w->cursor.observer);
    assert_memory_equal(w->cursor.view, view, m->game->state_size);
    if (w->cursor.observer != SPECTATOR)
        assert_int_equal(w->cursor.questions, match_question(m, w->cursor.observer));
}

/* A cursor opened at any version shows what was seen then and continues with the same events. */
static void witness_again(const struct witness *w, const struct match *m) {
    struct kept *kept = calloc(1, sizeof *kept);
    unsigned stride = w->versions / 40 + 1;
    kept->sink.event = keep;
    for (unsigned v = 0; v <= w->versions;
         v += v + stride > w->versions && v < w->versions ? w->versions - v : stride) {
        struct cursor c;
        cursor_open(&c, m, w->cursor.observer, v);
        const struct cursor *s = &w->saved[v];
        assert_memory_equal(c.view, s->view, m->game->state_size);
        assert_int_equal(c.version, v);
        assert_int_equal(c.questions, s->questions);
        assert_int_equal(c.events, s->events);
        assert_int_equal(c.lines.count, s->lines.count);
        assert_int_equal(c.lines.last, s->lines.last);
        if (v == w->versions) break;
        kept->count = 0;
        cursor_next(&c, m, &kept->sink);
        assert_memory_equal(c.view, w->saved[v + 1].view, m->game->state_size);
        assert_int_equal(kept->count, w->kept_before[v + 1] - w->kept_before[v]);
        for (unsigned i = 0; i < kept->count; i++) {
            assert_int_equal(kept->events[i].seat, w->kept.events[w->kept_before[v] + i].seat);
            assert_int_equal(kept->events[i].line, w->kept.events[w->kept_before[v] + i].line);
            assert_true(same_message(&kept->events[i].message,
                                     &w->kept.events[w->kept_before[v] + i].message));
        }
    }
    free(kept);
}

static void witness_close(struct witness *w) {
    free(w->saved);
    free(w->kept_before);
    free(w);
}

static void cursors_show_at_every_version_what_was_seen_then(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m, before;
        struct witness *w[OBSERVERS] = {0};
        struct generator g;
        struct op op;
        generator_seed(&g, number);
        open_match(&m, game, players, options, number);
        FOR_EACH_OBSERVER (o, players) w[o] = witness_open(&m, o);
        while (choose(&m, &g, 6, &op)) {
            before = m;
            act(&m, &op);
            expect_versions(&m, &before);
            FOR_EACH_OBSERVER (o, players) witness_look(w[o], &m);
            if (op.kind == OP_UNDO) expect_replay(&m);
        }
        expect_replay(&m);
        FOR_EACH_OBSERVER (o, players) {
            witness_again(w[o], &m);
            witness_close(w[o]);
        }
        match_close(&m);
    }
}

/* Takes the step and the draws that follow, to see whether it was final. */
static void final_steps_are_those_that_cannot_be_taken_back(void **state) {
    const struct game *game;
    unsigned players, finals = 0, others = 0;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned round = 0; round < 3; round++)
        for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
            struct match m;
            struct generator g;
            struct op op;
            generator_seed(&g, 1000 + 100 * round + number);
            open_match(&m, game, players, options, number + 1000 * round);
            while (choose(&m, &g, 5, &op)) {
                bool final = op.kind == OP_ANSWER && match_is_final(&m, op.seat, op.action);
                act(&m, &op);
                if (op.kind != OP_ANSWER) continue;
                unsigned forced;
                while (match_chance(&m) || (match_forced(&m, &forced) != NOTATION_NONE &&
                                            forced == op.seat && match_play_forced(&m)))
                    continue;
                assert_int_equal(match_can_undo(&m, op.seat), !final);
                finals += final;
                others += !final;
            }
            match_close(&m);
        }
    assert_true(finals > 100 && others > 100);
}

/* A seat that has seen an unpredictable card or token cannot take back the steps that led to it, in
 * any game. */
static void nothing_is_taken_back_after_a_look(void **state) {
    const struct game *game;
    unsigned players, looks = 0;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m;
        struct generator g;
        struct op op;
        generator_seed(&g, number);
        open_match(&m, game, players, options, number);
        while (choose(&m, &g, 8, &op)) {
            act(&m, &op);
            if (op.kind != OP_CHANCE) continue;
            const struct match_entry *e = &m.log[m.length - 1];
            for (unsigned seat = 0; seat < players; seat++) {
                if (e->certain & SEAT_BIT(seat)) continue;
                assert_false(match_can_undo(&m, seat));
                looks++;
            }
        }
        match_close(&m);
    }
    assert_true(looks > 1000);
}

/* ── twins: hidden information does not show ─────────────────────────────────────────── */

static bool same_to(const struct match *a, uint16_t seen, const struct match *b, unsigned by,
                    uint16_t action, unsigned observer) {
    (void)a;
    return b->game->witness(b->state, by, action, observer) == seen;
}

/* Finds a key with which the next draw of the twin looks the same to the observer. */
static bool find_key(struct match *b, uint16_t seen, unsigned observer, struct generator *g) {
    struct outcome_list outcomes;
    game_outcomes(b->game, b->state, &outcomes);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned pick = draws_pick(b->key, b->draws[outcomes.stream], &outcomes);
        if (same_to(NULL, seen, b, BY_CHANCE, outcomes.actions[pick], observer)) return true;
        for (unsigned byte = 0; byte < HASH_SIZE; byte++) b->key[byte] = (uint8_t)generator_next(g);
    }
    return false;
}

static bool find_action(const struct match *b, unsigned by, uint16_t seen, unsigned observer,
                        struct generator *g, uint16_t *action) {
    uint16_t list[LEGAL_MAX], fits[LEGAL_MAX];
    unsigned count = b->game->legal(b->state, by, list), n = 0;
    for (unsigned i = 0; i < count; i++)
        if (same_to(NULL, seen, b, by, list[i], observer)) fits[n++] = list[i];
    if (n) *action = fits[generator_below(g, n)];
    return n > 0;
}

/* Makes another state with the observer's view of `a`, in which the others have given as many
 * answers as in `a` and answers that will look the same. */
static bool make_twin(const struct match *a, struct match *b, unsigned observer,
                      struct generator *g) {
    for (unsigned attempt = 0; attempt < 4000; attempt++) {
        bool fits = true;
        memcpy(b->state, a->state, a->game->state_size);
        a->game->view(b->state, observer);
        a->game->determinise(b->state, g);
        unsigned asked = a->game->asked(a->state);
        for (unsigned i = a->question_from; i < a->length && fits && asked & (asked - 1); i++) {
            const struct match_entry *e = &a->log[i];
            uint16_t action;
            if (e->kind != ENTRY_STEP || e->undone || e->by == observer) continue;
            fits = find_action(b, e->by, e->seen[observer], observer, g, &action);
            if (fits) b->game->apply(b->state, e->by, action, NULL);
        }
        if (fits) return true;
    }
    return false;
}

static void expect_same_record(const struct match *a, const struct match *b, unsigned observer) {
    static char texts[2][64 * 1024];
    struct json_out outs[2];
    json_begin(&outs[0], texts[0], sizeof texts[0]);
    json_begin(&outs[1], texts[1], sizeof texts[1]);
    match_write_record(a, observer, &outs[0], NULL);
    match_write_record(b, observer, &outs[1], NULL);
    assert_true(outs[0].length <= outs[0].size && outs[0].length == outs[1].length);
    assert_memory_equal(texts[0], texts[1], outs[0].length);
}

static void expect_same_to(const struct match *a, const struct match *b, unsigned observer) {
    struct cursor one, other;
    unsigned seat_a = 9, seat_b = 9;
    uint16_t list[LEGAL_MAX];
    assert_int_equal(a->versions[observer], b->versions[observer]);
    cursor_open(&one, a, observer, a->versions[observer]);
    cursor_open(&other, b, observer, b->versions[observer]);
    assert_memory_equal(&one, &other, offsetof(struct cursor, view));
    assert_memory_equal(one.view, other.view, a->game->state_size);
    assert_int_equal(match_waiting(a), match_waiting(b));
    assert_int_equal(match_forced(a, &seat_a), match_forced(b, &seat_b));
    if (match_forced(a, &seat_a) != NOTATION_NONE) assert_int_equal(seat_a, seat_b);
    if (observer == SPECTATOR) return;
    assert_int_equal(match_question(a, observer), match_question(b, observer));
    assert_int_equal(match_can_undo(a, observer), match_can_undo(b, observer));
    unsigned count =
        match_waiting(a) & SEAT_BIT(observer) ? a->game->legal(one.view, observer, list) : 0;
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(match_is_final(a, observer, list[i]),
                         match_is_final(b, observer, list[i]));
}

/* Applies the same operation to the twin, as far as the observer can tell; false if this twin
 * cannot follow. */
static bool mirror(const struct match *a, struct match *b, const struct op *op, unsigned observer,
                   struct generator *g) {
    const struct match_entry *e = &a->log[a->length - 1];
    struct op own = *op;
    if (op->kind == OP_CHANCE && !find_key(b, e->seen[observer], observer, g)) return false;
    if (op->kind == OP_ANSWER &&
        !find_action(b, op->seat, e->seen[observer], observer, g, &own.action))
        return false;
    act(b, &own);
    return true;
}

/* `b` follows the log of `a` with other hidden information. A twin that can no longer follow is
 * made again. */
static void play_twins(const struct game *game, unsigned players, const uint8_t *options,
                       unsigned number, unsigned observer) {
    struct match a, b;
    struct generator g;
    struct op op;
    unsigned followed = 0;
    generator_seed(&g, 77 * number + observer);
    open_match(&a, game, players, options, number);
    open_match(&b, game, players, options, number);
    while (choose(&a, &g, 6, &op)) {
        struct match before = a;
        _Alignas(8) uint8_t earlier[STATE_MAX];
        memcpy(earlier, a.state, sizeof earlier);
        act(&a, &op);
        if (a.phase == MATCH_OVER) break;
        if (op.kind != OP_UNDO && mirror(&a, &b, &op, observer, &g)) {
            followed++;
        } else { /* copy the entry as the observer knows it, then make a new twin */
            if (op.kind == OP_UNDO) {
                act(&b, &op);
            } else {
                memcpy(b.state, before.state, sizeof earlier);
                memcpy(b.key, a.key, sizeof b.key);
                memcpy(b.draws, before.draws, sizeof b.draws);
                memcpy(b.state, earlier, sizeof earlier);
                act(&b, &op);
            }
            assert_true(make_twin(&a, &b, observer, &g));
        }
        expect_same_to(&a, &b, observer);
        if (op.kind != OP_CHANCE) expect_same_record(&a, &b, observer);
    }
    assert_true(followed > 0);
    match_close(&a);
    match_close(&b);
}

static void a_match_shows_nobody_what_is_hidden_from_him(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        play_twins(game, players, options, number, number % players);
        play_twins(game, players, options, number, SPECTATOR);
    }
}

/* The position of a change of players within a question must not reveal the number of secret
 * answers. */
static void a_change_of_hands_does_not_count_secret_answers(void **state) {
    static char texts[2][8192];
    struct json_out outs[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct match m;
        open_toy(&m, "aS");
        play(&m, "0 go 1");
        play(&m, i ? "1 add 1; 1 add 2" : "1 add 3");
        play(&m, "seat 0; 2 done");
        json_begin(&outs[i], texts[i], sizeof texts[i]);
        match_write_record(&m, 2, &outs[i], NULL);
        assert_non_null(memmem(texts[i], outs[i].length, "[0,1,\"novice\"]", 14));
        match_close(&m);
    }
    assert_int_equal(outs[0].length, outs[1].length);
    assert_memory_equal(texts[0], texts[1], outs[0].length);
}

/* ── restoring ────────────────────────────────────────────────── */

static void expect_same_match(const struct match *a, const struct match *b) {
    assert_memory_equal(a->state, b->state, a->game->state_size);
    assert_memory_equal(a->draws, b->draws, sizeof a->draws);
    assert_memory_equal(a->versions, b->versions, sizeof a->versions);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->phase, b->phase);
    FOR_EACH_OBSERVER (o, a->players)
        if (a->versions[o])
            assert_memory_equal(a->visible[o], b->visible[o],
                                a->versions[o] * sizeof *a->visible[o]);
    for (unsigned seat = 0; seat < a->players; seat++) {
        assert_int_equal(match_question(a, seat), match_question(b, seat));
        assert_int_equal(match_can_undo(a, seat), match_can_undo(b, seat));
        assert_string_equal(a->seats[seat].who, b->seats[seat].who);
        assert_int_equal(a->seats[seat].person, b->seats[seat].person);
    }
}

/* The log stores only what happened; what observers saw and what was taken back follows from it. */
static void expect_bare_replay(const struct match *m, const uint8_t *options, unsigned number) {
    struct match again;
    struct message error;
    struct match_entry *bare = calloc(m->length + 1, sizeof *bare);
    for (unsigned i = 0; i < m->length; i++) {
        bare[i] = (struct match_entry){.kind = m->log[i].kind,
                                       .by = m->log[i].by,
                                       .action = m->log[i].action,
                                       .forced = m->log[i].forced};
        memcpy(bare[i].id, m->log[i].id, sizeof bare[i].id);
    }
    open_match(&again, m->game, m->players, options, number);
    assert_true(match_restore(&again, bare, m->length, &error));
    expect_same_match(m, &again);
    assert_memory_equal(again.log, m->log, m->length * sizeof *m->log);
    match_close(&again);
    if (m->phase == MATCH_OVER) { /* nothing follows the end */
        bare[m->length] = (struct match_entry){.kind = ENTRY_SEAT, .id = "novice"};
        open_match(&again, m->game, m->players, options, number);
        assert_false(match_restore(&again, bare, m->length + 1, &error));
        assert_string_equal(error.key, "error.match.log");
        assert_int_equal(error.params[0].number, m->length);
        assert_int_equal(again.length, 0);
        match_close(&again);
    }
    free(bare);
}

static void a_stored_log_is_taken_up_where_it_was(void **state) {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    (void)state;
    for (unsigned number = 0; configuration(number, &game, &players, options); number++) {
        struct match m;
        struct generator g;
        struct op op;
        generator_seed(&g, 2000 + number);
        open_match(&m, game, players, options, number);
        for (unsigned n = 0; choose(&m, &g, 5, &op); n++) {
            struct message error;
            act(&m, &op);
            if (n % 20 == 19 && m.phase == MATCH_PLAYING)
                assert_true(match_change_seat(&m, n % players, "novice", n & 1, &error));
            if (n % 7 != 0 && m.phase == MATCH_PLAYING) continue;
            expect_bare_replay(&m, options, number);
            struct match again;
            open_match(&again, game, players, options, number);
            assert_true(match_restore(&again, m.log, m.length, &error));
            expect_same_match(&m, &again);
            assert_false(match_restore(&again, m.log, m.length, &error)); /* once */
            struct op next;
            struct generator copy = g;
            if (choose(&again, &copy, 5, &next)) act(&again, &next);
            expect_replay(&again);
            match_close(&again);
        }
        match_close(&m);
    }
}

static void a_log_that_ended_without_a_result_is_taken_up_as_over(void **state) {
    struct match m, again;
    struct message error;
    (void)state;
    open_toy(&m, "aab*S");
    play(&m, "0 go 1; 0 go 2; seat 1; end 2");
    assert_int_equal(match_people(&m), 0);
    open_toy(&again, "aab*S");
    assert_true(match_restore(&again, m.log, m.length, &error));
    expect_same_match(&m, &again);
    assert_int_equal(again.phase, MATCH_OVER);
    assert_true(match_ended(&again)->by == 2);
    match_close(&again);
    match_close(&m);
}

static void expect_log_refused(const struct match_entry *log, unsigned length, unsigned entry) {
    struct match m;
    struct message error = {0};
    open_toy(&m, "aab*S");
    struct match before = m;
    assert_false(match_restore(&m, log, length, &error));
    assert_string_equal(error.key, "error.match.log");
    assert_int_equal(error.params[0].number, entry);
    assert_memory_equal(&m, &before, sizeof m);
    match_close(&m);
}

/* A log of seven entries, of which the tests below damage one each. */
static void log_of_seven(struct match *m, struct match_entry log[8]) {
    open_toy(m, "aab*S");
    play(m, "0 go 1; 0 go 2; 1 go 3; chance; 2 add 1; 1 done; seat 1");
    assert_int_equal(m->length, 7);
    memcpy(log, m->log, sizeof log[0] * 7);
}

static void a_log_with_an_illegal_step_is_refused(void **state) {
    struct match m;
    struct match_entry log[8];
    (void)state;
    log_of_seven(&m, log);
    log[1].action = TOY_ADD;
    expect_log_refused(log, 7, 1);
    log[1] = m.log[1];
    log[1].by = 1;
    expect_log_refused(log, 7, 1);
    log[1] = m.log[1];
    log[2].action = TOY_ACTIONS;
    expect_log_refused(log, 7, 2);
    log[2] = m.log[2];
    log[3].action = TOY_DEAL;
    expect_log_refused(log, 7, 3);
    /* another outcome than the drawn one */
    log[3].action = m.log[3].action == TOY_ROLL ? TOY_ROLL + 1 : TOY_ROLL;
    expect_log_refused(log, 7, 3);
    log[3] = m.log[3];
    strcpy(log[0].id, "once"); /* an id belongs to one answer */
    strcpy(log[1].id, "once");
    expect_log_refused(log, 7, 1);
    log[0] = m.log[0];
    log[1] = m.log[1];
    log[0].forced = 1; /* it was not forced */
    expect_log_refused(log, 7, 0);
    log[0] = m.log[0];
    match_close(&m);
}

static void a_log_with_an_impossible_entry_is_refused(void **state) {
    struct match m;
    struct match_entry log[8];
    (void)state;
    log_of_seven(&m, log);
    log[6].id[0] = 0; /* no player */
    expect_log_refused(log, 7, 6);
    memset(log[6].id, 'x', MATCH_ID_MAX); /* too long for the name of a player */
    expect_log_refused(log, 7, 6);
    log[6].id[MATCH_ID_MAX] = 'x'; /* not terminated */
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[6].kind = ENTRY_END; /* an unknown kind of end */
    log[6].action = ENDED_WAYS;
    expect_log_refused(log, 7, 6);
    log[6].kind = ENTRY_UNDO; /* seat 0 has nothing to take back */
    log[6].by = 0;
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[6].by = 3; /* no such seat */
    expect_log_refused(log, 7, 6);
    log[6] = m.log[6];
    log[5].kind = 17;
    expect_log_refused(log, 7, 5);
    match_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cursors_show_at_every_version_what_was_seen_then),
        cmocka_unit_test(final_steps_are_those_that_cannot_be_taken_back),
        cmocka_unit_test(nothing_is_taken_back_after_a_look),
        cmocka_unit_test(a_match_shows_nobody_what_is_hidden_from_him),
        cmocka_unit_test(a_change_of_hands_does_not_count_secret_answers),
        cmocka_unit_test(a_stored_log_is_taken_up_where_it_was),
        cmocka_unit_test(a_log_that_ended_without_a_result_is_taken_up_as_over),
        cmocka_unit_test(a_log_with_an_illegal_step_is_refused),
        cmocka_unit_test(a_log_with_an_impossible_entry_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
