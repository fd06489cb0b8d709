/* Properties 1 and 2: a view is enough to play from, and shows nothing hidden. */
#include "tests/properties.h"

enum { ANSWERS_MAX = 64 };

/* ---- 1: follow every step on every view ---- */

struct answer {
    unsigned by;
    uint16_t action;
    uint16_t seen[OBSERVERS]; /* by each observer */
};

struct watch {
    struct play play;
    event_function *on_event;
    _Alignas(8) uint8_t views[OBSERVERS][STATE_MAX];
    _Alignas(8) uint8_t before[STATE_MAX]; /* when the question was asked */
    unsigned asked;
    struct answer answers[ANSWERS_MAX]; /* to it, in the order they came */
    unsigned answer_count;
    struct event_log full, log[OBSERVERS]; /* since it was asked */
};

static void expect_same_legal(struct watch *w, unsigned seat) {
    const struct game *game = w->play.game;
    uint16_t full[LEGAL_MAX], seen[LEGAL_MAX];
    unsigned count = game->legal(w->play.state, seat, full),
             seen_count = game->legal(w->views[seat], seat, seen);
    PLAY_EXPECT(&w->play, count == seen_count, "seat %u has %u legal actions, but %u on its view",
                seat, count, seen_count);
    for (unsigned i = 0; i < count; i++)
        PLAY_EXPECT(&w->play, full[i] == seen[i], "seat %u: %s is legal, on its view %s", seat,
                    action_text(game, full[i]), action_text(game, seen[i]));
}

static void expect_same_views(struct watch *w) {
    const struct game *game = w->play.game;
    FOR_EACH_OBSERVER (o, w->play.players) {
        _Alignas(8) uint8_t view[STATE_MAX];
        view_of(game, w->play.state, o, view);
        const char *difference = state_difference(game, w->views[o], view);
        PLAY_EXPECT(&w->play, !difference,
                    "observer %u: applying what it was told and its view differ at %s", o,
                    difference);
        if (o != SPECTATOR) expect_same_legal(w, o);
    }
}

/* Applies one witnessed step to a view; `last` tells whether it must close the question there. */
static void follow(struct watch *w, unsigned o, unsigned by, uint16_t seen, bool last) {
    const struct game *game = w->play.game;
    PLAY_EXPECT(&w->play, seen < game->notation->actions, "observer %u: the witness is no action",
                o);
    PLAY_EXPECT(&w->play, game_allows(game, w->views[o], by, seen),
                "observer %u is told %u %s, which its view does not list", o, by,
                action_text(game, seen));
    bool closed = game->apply(w->views[o], by, seen, &w->log[o].sink);
    PLAY_EXPECT(&w->play, closed == last, "observer %u: %u %s %s the question on its view", o, by,
                action_text(game, seen), closed ? "closed" : "did not close");
}

/* At the reveal the answers of others come in the order of seats; own ones are already there. */
static void reveal(struct watch *w) {
    FOR_EACH_OBSERVER (o, w->play.players) {
        unsigned left = 0;
        for (unsigned i = 0; i < w->answer_count; i++) left += w->answers[i].by != o;
        for (unsigned seat = 0; seat < w->play.players; seat++)
            for (unsigned i = 0; i < w->answer_count; i++)
                if (w->answers[i].by == seat && seat != o)
                    follow(w, o, seat, w->answers[i].seen[o], --left == 0);
    }
}

static bool event_log_has(const struct event_log *log, const struct message *message,
                          bool key_only) {
    for (unsigned i = 0; i < log->count; i++) {
        const struct message *m = &log->events[i].message;
        if (key_only ? strcmp(m->key, message->key) == 0 : message_same(m, message)) return true;
    }
    return false;
}

/* An event of an observer also happened in the full state, or is a hidden variant that the full
 * state does not use. */
static void expect_truth(struct watch *w) {
    FOR_EACH_OBSERVER (o, w->play.players)
        for (unsigned i = 0; i < w->log[o].count; i++) {
            const struct event *event = &w->log[o].events[i];
            bool same = event_log_has(&w->full, &event->message, false),
                 known_key = event_log_has(&w->full, &event->message, true);
            PLAY_EXPECT(&w->play, same || !known_key,
                        "observer %u is told %s with parameters that are not what happened", o,
                        event->message.key);
            PLAY_EXPECT(&w->play, event->seat == NOBODY || event->seat < w->play.players,
                        "an event of seat %u", event->seat);
        }
}

/* The same answers in another order across seats lead to the same bytes and events. */
static void expect_commuting(struct watch *w) {
    const struct game *game = w->play.game;
    _Alignas(8) uint8_t state[STATE_MAX];
    struct event_log log;
    bool done[ANSWERS_MAX] = {0}, closed = false;
    memcpy(state, w->before, game->state_size);
    event_log_begin(&log);
    for (unsigned n = 0; n < w->answer_count; n++) {
        unsigned pick, first = 0;
        do pick = generator_below(&w->play.generator, w->answer_count);
        while (done[pick]);
        while (done[first] || w->answers[first].by != w->answers[pick].by) first++;
        done[first] = true;
        const struct answer *a = &w->answers[first];
        PLAY_EXPECT(&w->play, game_allows(game, state, a->by, a->action),
                    "in another order of answers %u %s is not legal", a->by,
                    action_text(game, a->action));
        closed = game->apply(state, a->by, a->action, &log.sink);
        PLAY_EXPECT(&w->play, closed == (n + 1 == w->answer_count),
                    "in another order of answers the question closes at another time");
    }
    const char *difference = state_difference(game, state, w->play.state);
    PLAY_EXPECT(&w->play, !difference, "another order of answers leads elsewhere: %s", difference);
    PLAY_EXPECT(&w->play, log.count == w->full.count,
                "another order of answers tells another story");
    for (unsigned i = 0; i < log.count; i++)
        PLAY_EXPECT(&w->play, message_same(&log.events[i].message, &w->full.events[i].message),
                    "another order of answers tells another story");
}

static void close_step(struct watch *w) {
    expect_truth(w);
    FOR_EACH_OBSERVER (o, w->play.players)
        for (unsigned i = 0; w->on_event && i < w->log[o].count; i++)
            w->on_event(&w->play, o, &w->log[o].events[i]);
    for (unsigned i = 0; w->on_event && i < w->full.count; i++)
        w->on_event(&w->play, OBSERVERS, &w->full.events[i]);
    FOR_EACH_OBSERVER (o, w->play.players) event_log_begin(&w->log[o]);
    event_log_begin(&w->full);
    w->answer_count = 0;
}

static void watch_step(struct watch *w, unsigned by, uint16_t action) {
    const struct game *game = w->play.game;
    struct answer a = {.by = by, .action = action};
    if (w->answer_count == 0) {
        memcpy(w->before, w->play.state, game->state_size);
        w->asked = game->asked(w->play.state);
    }
    FOR_EACH_OBSERVER (o, w->play.players) a.seen[o] = game->witness(w->play.state, by, action, o);
    bool closed = play_apply(&w->play, by, action, &w->full.sink);
    if (by == BY_CHANCE) {
        PLAY_EXPECT(&w->play, !closed, "a chance step closed a question");
        FOR_EACH_OBSERVER (o, w->play.players) follow(w, o, by, a.seen[o], false);
        close_step(w);
    } else {
        bool alone = !(w->asked & (w->asked - 1));
        PLAY_EXPECT(&w->play, w->asked & SEAT_BIT(by), "seat %u moved but was not asked", by);
        PLAY_EXPECT(&w->play, a.seen[by] == action, "a seat sees its own step otherwise: %s",
                    action_text(game, a.seen[by]));
        PLAY_EXPECT(&w->play, closed || !alone,
                    "a step of the only seat asked did not close the question");
        PLAY_EXPECT(&w->play, w->answer_count < ANSWERS_MAX, "too many answers");
        w->answers[w->answer_count++] = a;
        follow(w, by, by, action, alone);
        if (closed) {
            reveal(w);
            if (!alone) expect_commuting(w);
            close_step(w);
        }
    }
    expect_same_views(w);
}

static void watch_game(struct watch *w, const struct game *game, unsigned config, uint64_t seed) {
    unsigned by;
    uint16_t action;
    play_begin(&w->play, game, config, seed);
    w->answer_count = 0;
    event_log_begin(&w->full);
    FOR_EACH_OBSERVER (o, w->play.players) {
        event_log_begin(&w->log[o]);
        view_of(game, w->play.state, o, w->views[o]);
    }
    expect_same_views(w);
    while (play_choose(&w->play, &by, &action)) watch_step(w, by, action);
}

void watch_games(const struct game *game, unsigned games, event_function *on_event) {
    static struct watch watch;
    struct watch *w = &watch;
    w->on_event = on_event;
    unsigned configs = play_configs(game);
    if (games < configs) games = configs;
    for (unsigned i = 0; i < games; i++) watch_game(w, game, i % configs, i);
}

void a_view_is_enough_to_play_from(void **state) {
    watch_games(*state, play_scale(150), NULL);
}

/* ---- 2: a view and all texts for a seat do not depend on hidden information ---- */

/* Three states with the same knowledge: the full state, the view of the seat, and another full
 * state with that view. */
struct same {
    const void *states[3];
    const char *names[3];
};

static void expect_same_reason(struct play *play, const struct same *same, unsigned seat,
                               uint16_t action) {
    const struct game *game = play->game;
    struct message first = {0};
    bool refused = game_why_not(game, same->states[0], seat, action, &first);
    for (unsigned i = 1; i < 3; i++) {
        struct message other = {0};
        bool also = game_why_not(game, same->states[i], seat, action, &other);
        PLAY_EXPECT(play, also == refused, "seat %u, %s: refused in one of state and %s only", seat,
                    action_text(game, action), same->names[i]);
        PLAY_EXPECT(play, !refused || message_same(&first, &other),
                    "seat %u, %s: refused for %s, but in %s for %s (or other parameters)", seat,
                    action_text(game, action), first.key, same->names[i], other.key);
    }
}

static void expect_same_words(struct play *play, const struct same *same, unsigned seat) {
    const struct game *game = play->game;
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(same->states[1], seat, list);
    struct message ask[3] = {0};
    if (count == 0) return;
    for (unsigned i = 0; i < 3; i++) ask[i] = game->ask(same->states[i], seat);
    for (unsigned i = 1; i < 3; i++)
        PLAY_EXPECT(play, message_same(&ask[0], &ask[i]), "seat %u is asked otherwise in %s", seat,
                    same->names[i]);
    for (unsigned a = 0; a < count; a++) {
        struct message first = game->preview(same->states[0], seat, list[a]);
        for (unsigned i = 1; i < 3; i++) {
            struct message other = game->preview(same->states[i], seat, list[a]);
            PLAY_EXPECT(play,
                        !first.key == !other.key && (!first.key || message_same(&first, &other)),
                        "seat %u: the preview of %s is another in %s", seat,
                        action_text(game, list[a]), same->names[i]);
        }
    }
}

static void expect_same_list(struct play *play, const void *state, const void *twin,
                             unsigned seat) {
    uint16_t a[LEGAL_MAX], b[LEGAL_MAX];
    unsigned n = play->game->legal(state, seat, a), m = play->game->legal(twin, seat, b);
    PLAY_EXPECT(play, n == m && memcmp(a, b, n * sizeof a[0]) == 0,
                "seat %u: its legal actions tell what is hidden from it", seat);
}

static void compare_twins(struct play *play) {
    const struct game *game = play->game;
    FOR_EACH_OBSERVER (o, play->players) {
        _Alignas(8) uint8_t view[STATE_MAX], twin[STATE_MAX], again[STATE_MAX];
        view_of(game, play->state, o, view);
        memcpy(twin, view, game->state_size);
        game->determinise(twin, &play->generator);
        view_of(game, twin, o, again);
        const char *difference = state_difference(game, view, again);
        PLAY_EXPECT(play, !difference, "observer %u: something hidden shows in its view at %s", o,
                    difference);
        PLAY_EXPECT(play, game->asked(view) == game->asked(play->state),
                    "observer %u: its view does not know who was asked", o);
        if (o == SPECTATOR) continue;
        struct same same = {{play->state, view, twin},
                            {"the state", "the seat's view", "another state with the same view"}};
        expect_same_list(play, play->state, twin, o);
        expect_same_words(play, &same, o);
        for (unsigned action = 0; action < game->notation->actions; action++)
            expect_same_reason(play, &same, o, (uint16_t)action);
    }
}

void what_is_hidden_changes_nothing_one_sees(void **state) {
    const struct game *game = *state;
    /* every action number is tried, so fewer positions in games with many actions */
    unsigned positions = 1000 / game->notation->actions;
    play_games(game, play_scale(60), positions < 2 ? 2 : positions, compare_twins);
}

/* ---- 3, without numbers ---- */

static void compare_views(struct play *play) {
    const struct game *game = play->game;
    _Alignas(8) uint8_t public_view[STATE_MAX], view[STATE_MAX], other[STATE_MAX];
    struct message error = {0};
    view_of(game, play->state, SPECTATOR, public_view);
    FOR_EACH_OBSERVER (o, play->players) {
        view_of(game, play->state, o, view);
        PLAY_EXPECT(play, state_viewer(view) == o + 1,
                    "observer %u: the first byte of its view is %u", o, state_viewer(view));
        view_of(game, view, o, other);
        const char *difference = state_difference(game, view, other);
        PLAY_EXPECT(play, !difference, "observer %u: the view of its view differs at %s", o,
                    difference);
        view_of(game, view, SPECTATOR, other);
        difference = state_difference(game, public_view, other);
        PLAY_EXPECT(play, !difference, "the public view made from that of %u differs at %s", o,
                    difference);
        PLAY_EXPECT(play, state_check(game, view, &error),
                    "observer %u: its view is refused by check: %s", o, error.key);
        memcpy(other, view, game->state_size);
        game->determinise(other, &play->generator);
        PLAY_EXPECT(play, state_viewer(other) == 0, "a determinised state is still a view");
        PLAY_EXPECT(play, state_check(game, other, &error),
                    "observer %u: a determinised state is refused by check: %s", o, error.key);
        game->view(other, o);
        difference = state_difference(game, view, other);
        PLAY_EXPECT(play, !difference, "observer %u: a determinised state has another view, at %s",
                    o, difference);
    }
}

void views_are_idempotent_and_determinise_back(void **state) {
    play_games(*state, play_scale(100), 0, compare_views);
}
