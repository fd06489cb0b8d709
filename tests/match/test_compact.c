/* Steps that were taken back are left out when somebody returns, and removed from the log later. */
#include "tests/match/toy.h"

#include <stddef.h>

/* Restores a log with the little that a store keeps of it. */
static void restore_bare(struct match *m, const struct match *from) {
    struct match_entry *log = calloc(from->length + 1, sizeof *log);
    struct message error;
    assert_non_null(log);
    for (unsigned i = 0; i < from->length; i++) {
        log[i].kind = from->log[i].kind;
        log[i].by = from->log[i].by;
        log[i].action = from->log[i].action;
        log[i].forced = from->log[i].forced;
        memcpy(log[i].id, from->log[i].id, sizeof log[i].id);
    }
    if (!match_restore(m, log, from->length, &error)) fail_msg("%s", error.key);
    free(log);
}

static bool has_changed_hands(const struct match *m) {
    for (unsigned i = 0; i < m->length; i++)
        if (m->log[i].kind == ENTRY_SEAT) return true;
    return false;
}

/* Somebody who returns at any version ends with the present view, numbers included, and sees no
 * step that was taken back. (A change of hands was sent with the steps that stood then.) */
static void expect_catching_up(const struct match *m) {
    FOR_EACH_OBSERVER (o, 3) {
        struct cursor all, c;
        cursor_open(&all, m, o, m->versions[o]);
        for (unsigned v = 0; v <= m->versions[o]; v++) {
            const struct match_entry *e;
            cursor_open(&c, m, o, v);
            while ((e = cursor_catch_up(&c, m, m->versions[o], NULL)))
                if (!has_changed_hands(m)) assert_false(e->kind == ENTRY_STEP && e->undone);
            assert_memory_equal(&c, &all, offsetof(struct cursor, view) + m->game->state_size);
        }
    }
}

static void removed_entries_leave_all_numbers_as_they_were(void **state) {
    static const char *const plays[][2] = {
        /* script, play */
        {"aab", "0 go 1; 0 go 1; 1 go 1"},
        {"aab", "0 go 1; undo 0; 0 go 2; undo 0; 0 go 3; 0 go 2; 1 go 1"},
        {"aaab", "0 go 1; 0 go 2; undo 0; undo 0; 0 go 3; seat 1; undo 0; 0 go 1; 0 go 1; 0 go 2; "
                 "1 go 1"},
        {"aTb", "0 go 1; 0 add 1; 1 add 1; undo 0; 1 add 2; undo 1; undo 1; 0 done; undo 0; 0 add "
                "2; 1 done; 0 done; 1 go 1"},
        {"a.ab", "0 go 1; chance; 0 go 1; 1 go 1"},
        {"a.aab", "0 go 1; chance; 0 go 2; undo 0; undo 0; 0 go 2; chance; 0 go 1; 0 go 1; 1 go 1"},
    };
    (void)state;
    for (unsigned i = 0; i < COUNT(plays); i++) {
        struct match m, again;
        const char *script = plays[i][0];
        bool undoes = strstr(plays[i][1], "undo") != NULL;
        open_toy(&m, script);
        play(&m, plays[i][1]);
        assert_int_equal(m.phase, MATCH_OVER);
        expect_catching_up(&m);
        open_toy(&again, script);
        restore_bare(&again, &m);
        assert_int_equal(match_compact(&m), undoes);
        assert_false(match_compact(&m));
        struct match bare;
        open_toy(&bare, script);
        restore_bare(&bare, &m);
        const struct match *all[] = {&m, &bare};
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(all[k]->length, again.length);
            assert_memory_equal(all[k]->versions, again.versions, sizeof again.versions);
            assert_memory_equal(all[k]->state, again.state, sizeof(struct toy));
            for (unsigned seat = 0; seat < 3; seat++)
                assert_int_equal(match_question(all[k], seat), match_question(&again, seat));
            expect_catching_up(all[k]);
        }
        for (unsigned n = 0; n < m.length; n++)
            assert_false(m.log[n].kind == ENTRY_UNDO ||
                         (m.log[n].kind == ENTRY_STEP && m.log[n].undone));
        match_close(&bare);
        match_close(&again);
        match_close(&m);
    }
}

/* Before the end only old entries go, and only whole choices: an undo that is still in the log
 * finds its step. */
static void before_the_end_only_old_entries_go(void **state) {
    struct match m, bare;
    (void)state;
    char script[400] = "";
    for (unsigned i = 0; i < 80; i++) strcat(script, "aab");
    open_toy(&m, script);
    for (unsigned turn = 0; turn < 60; turn++) {
        play(&m, "0 go 1; undo 0; 0 go 2; undo 0; 0 go 1; 0 go 2; 1 go 1");
        unsigned length = m.length, undone = 0;
        match_compact(&m);
        assert_int_equal(m.length, length);
        for (unsigned i = 0; i < length; i++) {
            bool taken_back =
                m.log[i].kind == ENTRY_UNDO || (m.log[i].kind == ENTRY_STEP && m.log[i].undone);
            if (m.log[i].kind == ENTRY_GONE) assert_true(i + 100 < length);
            undone += taken_back;
        }
        assert_true(undone < 200);
        open_toy(&bare, script);
        restore_bare(&bare, &m);
        assert_memory_equal(bare.state, m.state, sizeof(struct toy));
        match_close(&bare);
    }
    assert_int_equal(m.log[0].kind, ENTRY_GONE);
    match_close(&m);
}

/* A repeated undo is recognised even if its entry has been removed. */
static void the_last_id_of_removed_undos_is_kept(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aab");
    answer(&m, 0, "go 1");
    assert_true(match_undo(&m, 0, "u1", &repeated, &error) && !repeated);
    play(&m, "0 go 1; 0 go 1; 1 go 1");
    assert_true(match_compact(&m));
    assert_true(match_undo(&m, 0, "u1", &repeated, &error));
    assert_int_equal(repeated, 2);
    match_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_entries_leave_all_numbers_as_they_were),
        cmocka_unit_test(before_the_end_only_old_entries_go),
        cmocka_unit_test(the_last_id_of_removed_undos_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
