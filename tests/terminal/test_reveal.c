/* What the terminal shows while the log's entries appear one after the other: for every entry of
 * random games a board that can be drawn, and scores that lead from one step to the next. */
#include "games/registry.h"
#include "terminal/boards.h"
#include "terminal/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { GAMES_EACH = 4, COLUMNS = 80, ROWS = 16 };

/* A table of opponents only, and a spectator at it. */
struct watched {
    struct table_output output; /* first */
    struct table table;
    struct session session;
    char buffer[TABLE_MESSAGE_MAX], hello[512];
};

static struct canvas canvas;

static void receive(struct table_output *output, unsigned observer, const char *text,
                    size_t length) {
    if (observer == SPECTATOR) session_receive(&((struct watched *)output)->session, text, length);
}

static void reply(struct table_output *output, const char *text, size_t length) {
    receive(output, SPECTATOR, text, length);
}

static void keep(struct session *s, const char *text, size_t length) {
    struct watched *w = s->transport;
    assert_true(length < sizeof w->hello);
    memcpy(w->hello, text, length);
    w->hello[length] = 0;
}

static struct watched *watch(const struct game *game, unsigned players, unsigned number) {
    struct watched *w = calloc(1, sizeof *w);
    struct table_setup setup = {.game = game, .players = players, .seed = {(uint8_t)number}};
    struct message reason;
    assert_non_null(w);
    for (unsigned i = 0; i < game->option_count; i++)
        setup.options[i] = (uint8_t)(number % game->options[i].count);
    for (unsigned seat = 0; seat < players; seat++) setup.levels[seat].kind = BOT_RANDOM;
    memset(setup.id, 'a', TABLE_ID_LENGTH);
    w->output = (struct table_output){.send = receive, .reply = reply};
    session_open(&w->session, LANGUAGE_EN);
    w->session.transport = w;
    w->session.send = keep;
    assert_true(table_open(&w->table, &setup, "test", w->buffer, &w->output));
    memcpy(w->session.table, setup.id, sizeof w->session.table);
    session_hello(&w->session, SPECTATOR);
    assert_int_equal(table_receive_text(&w->table, 0, w->hello, strlen(w->hello), &reason),
                     TABLE_ACCEPTED);
    return w;
}

static void leave(struct watched *w) {
    table_close(&w->table);
    session_close(&w->session);
    free(w);
}

static void draw(const struct session *s, unsigned shown) {
    struct reader reader = session_reader(s, SPECTATOR);
    canvas_begin(&canvas, COLUMNS, ROWS);
    canvas.reader = &reader;
    canvas.game = s->game;
    canvas.chosen = NOTATION_NONE;
    boards_draw(&canvas, session_view_at(s, SPECTATOR, shown), SPECTATOR);
    assert_true(canvas.rows > 0);
}

/* The entries since `from`, as the face shows them. In a game that counts every point as it is
 * told, the scores of all entries lie between those before and after the step. */
static void look_at_entries(const struct session *s, unsigned from) {
    const struct watch *w = &s->watches[SPECTATOR];
    struct result after = {0};
    int scores[SEATS_MAX];
    for (unsigned shown = from + 1; shown <= w->log_count; shown++) {
        const struct log_entry *one = &w->log[shown - 1];
        int before[SEATS_MAX];
        draw(s, shown);
        session_scores_at(s, SPECTATOR, shown - 1, before);
        session_scores_at(s, SPECTATOR, shown, scores);
        bool within = shown > 1 && w->log[shown - 2].step == one->step;
        for (unsigned seat = 0; seat < s->players && within && one->points; seat++)
            assert_int_equal(scores[seat] - before[seat], seat == one->seat ? one->points : 0);
    }
    session_scores_at(s, SPECTATOR, w->log_count, scores);
    s->game->result(w->view, &after);
    for (unsigned seat = 0; seat < s->players; seat++)
        assert_int_equal(scores[seat], after.score[seat]);
}

/* One step of somebody; false at the end. */
static bool go_on(struct table *t, unsigned *random) {
    uint16_t list[LEGAL_MAX];
    if (table_draw(t) || table_play_forced(t)) return true;
    unsigned owed = table_owed(t);
    if (!owed) return false;
    unsigned seat = (unsigned)__builtin_ctz(owed),
             count = t->match.game->legal(table_cursor(t, seat)->view, seat, list);
    *random = *random * 1103515245 + 12345;
    assert_true(
        table_answer(t, seat, match_question(&t->match, seat), list[(*random >> 16) % count]));
    return true;
}

static void play(const struct game *game, unsigned players, unsigned number, unsigned *points) {
    struct watched *w = watch(game, players, number);
    struct watch *seen = &w->session.watches[SPECTATOR];
    unsigned random = number, from = 0;
    while (go_on(&w->table, &random)) {
        assert_false(w->session.failed);
        look_at_entries(&w->session, from);
        for (; from < seen->log_count; from++) *points += seen->log[from].points != 0;
    }
    assert_true(w->session.over);
    leave(w);
}

static void every_entry_has_its_board_and_scores(void **state) {
    unsigned points = 0;
    (void)state;
    for (unsigned i = 0; i < games_count; i++)
        for (unsigned players = games[i]->players_min; players <= games[i]->players_max; players++)
            for (unsigned number = 0; number < GAMES_EACH; number++)
                play(games[i], players, number, &points);
    assert_true(points > 100); /* or nothing was compared */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_entry_has_its_board_and_scores)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
