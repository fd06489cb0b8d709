/* Plays the toy game: seating, answers, what observers are sent, undo by the rule
 * (docs/architecture.md), ends. */
#include "tests/match/toy.h"

/* ── seating, hashes, bytes ────────────────────────────────────────────────── */

static void bytes_of(unsigned seat, uint8_t entropy[SEED_SIZE], uint8_t hash[HASH_SIZE]) {
    struct blake2b b;
    memset(entropy, (int)(0x30 + seat), SEED_SIZE);
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, entropy, SEED_SIZE);
    blake2b_end(&b, hash);
}

static void open_empty(struct match *m) {
    uint8_t seed[SEED_SIZE], options[OPTIONS_MAX] = {0};
    scripts[0] = "aab";
    seed_of(3, seed);
    match_open(m, &toy_game, 3, options, table, seed);
}

static void sit(struct match *m, unsigned seat, bool person) {
    struct message error;
    assert_true(match_sit(m, seat, person ? "person" : "random", person, &error));
}

static void hash_in(struct match *m, unsigned seat) {
    uint8_t entropy[SEED_SIZE], hash[HASH_SIZE];
    struct message error;
    bytes_of(seat, entropy, hash);
    assert_true(match_hash(m, seat, hash, &error));
}

static bool reveal(struct match *m, unsigned seat, const char **key) {
    uint8_t entropy[SEED_SIZE], hash[HASH_SIZE];
    struct message error = {.key = ""};
    bytes_of(seat, entropy, hash);
    bool done = match_reveal(m, seat, entropy, &error);
    *key = error.key;
    return done;
}

static void expect_reveal_refused(struct match *m, unsigned seat, const char *key) {
    const char *found;
    struct match before = *m;
    assert_false(reveal(m, seat, &found));
    assert_string_equal(found, key);
    assert_memory_equal(&before, m, sizeof before);
}

static void the_game_begins_when_all_seats_hashes_and_bytes_are_in(void **state) {
    struct match m;
    const char *key;
    (void)state;
    open_empty(&m);
    assert_int_equal(m.phase, MATCH_SEATING);
    sit(&m, 0, true);
    hash_in(&m, 0);
    sit(&m, 1, false);
    assert_int_equal(m.phase, MATCH_SEATING);
    sit(&m, 2, true);
    assert_int_equal(m.phase, MATCH_SEATING);
    assert_int_equal(match_owes(&m), SEAT_BIT(2));
    hash_in(&m, 2);
    assert_int_equal(m.phase, MATCH_REVEALING);
    assert_int_equal(match_owes(&m), SEAT_BIT(0) | SEAT_BIT(2));
    assert_int_equal(match_waiting(&m), 0);
    assert_false(match_chance(&m));
    assert_true(reveal(&m, 2, &key));
    assert_int_equal(match_owes(&m), SEAT_BIT(0));
    assert_true(reveal(&m, 0, &key));
    assert_int_equal(m.phase, MATCH_PLAYING);
    assert_int_equal(match_owes(&m), 0);
    assert_int_equal(match_waiting(&m), SEAT_BIT(0));
    match_close(&m);
}

static void the_key_has_the_bytes_of_people_and_zeros_for_opponents(void **state) {
    struct match m;
    const char *text;
    uint8_t entropy[3][SEED_SIZE] = {{0}}, hash[HASH_SIZE], key[HASH_SIZE];
    (void)state;
    open_empty(&m);
    for (unsigned seat = 0; seat < 3; seat++) sit(&m, seat, seat != 1);
    hash_in(&m, 0);
    hash_in(&m, 2);
    assert_true(reveal(&m, 0, &text) && reveal(&m, 2, &text));
    bytes_of(0, entropy[0], hash);
    bytes_of(2, entropy[2], hash);
    draws_key(m.seed, (const uint8_t(*)[SEED_SIZE])entropy, 3, key);
    assert_memory_equal(m.key, key, HASH_SIZE);
    match_close(&m);
}

static void wrong_seats_hashes_and_bytes_are_refused(void **state) {
    struct match m;
    struct message error;
    const char *key;
    uint8_t wrong[SEED_SIZE] = {1};
    (void)state;
    open_empty(&m);
    assert_false(match_sit(&m, 3, "person", true, &error));
    assert_string_equal(error.key, "error.match.seat");
    assert_false(match_hash(&m, 0, wrong, &error)); /* the seat is empty */
    assert_string_equal(error.key, "error.match.no_entropy");
    sit(&m, 0, true);
    assert_false(match_sit(&m, 0, "person", true, &error));
    assert_string_equal(error.key, "error.match.taken");
    expect_reveal_refused(&m, 0, "error.match.too_early");
    sit(&m, 1, false);
    sit(&m, 2, true);
    hash_in(&m, 0);
    assert_false(match_hash(&m, 0, wrong, &error));
    assert_string_equal(error.key, "error.match.hashed");
    assert_false(match_hash(&m, 1, wrong, &error)); /* an opponent contributes none */
    assert_string_equal(error.key, "error.match.no_entropy");
    assert_false(match_hash(&m, 7, wrong, &error));
    assert_string_equal(error.key, "error.match.no_entropy");
    expect_reveal_refused(&m, 0, "error.match.too_early");
    hash_in(&m, 2);
    assert_false(match_hash(&m, 2, wrong, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_sit(&m, 1, "person", true, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_reveal(&m, 2, wrong, &error));
    assert_string_equal(error.key, "error.match.wrong_entropy");
    expect_reveal_refused(&m, 1, "error.match.no_entropy");
    expect_reveal_refused(&m, 9, "error.match.no_entropy");
    assert_true(reveal(&m, 2, &key));
    expect_reveal_refused(&m, 2, "error.match.started");
    assert_true(reveal(&m, 0, &key));
    expect_reveal_refused(&m, 0, "error.match.started");
    match_close(&m);
}

static void nothing_is_played_before_the_game_has_begun(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    sit(&m, 0, true);
    expect_refused(&m, 0, 0, "x", TOY_GO, "error.match.not_started");
    unsigned repeated;
    assert_false(match_undo(&m, 0, "", &repeated, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_end(&m, ENDED_AGREED, 0, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_change_seat(&m, 0, "random", false, &error));
    assert_string_equal(error.key, "error.match.not_started");
    assert_false(match_can_undo(&m, 0));
    unsigned seat;
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE);
    match_close(&m);
}

static void lost_bytes_begin_again_with_the_same_seats(void **state) {
    struct match m;
    struct message error;
    const char *key;
    uint8_t seed[SEED_SIZE], commitment[HASH_SIZE];
    (void)state;
    open_empty(&m);
    seed_of(4, seed);
    for (unsigned seat = 0; seat < 3; seat++) sit(&m, seat, seat != 1);
    assert_false(match_restart(&m, seed, &error)); /* no entropy is lost yet */
    hash_in(&m, 0);
    hash_in(&m, 2);
    assert_true(reveal(&m, 0, &key));
    assert_true(match_restart(&m, seed, &error));
    assert_int_equal(m.phase, MATCH_SEATING);
    assert_string_equal(m.seats[2].who, "person");
    assert_int_equal(match_owes(&m), SEAT_BIT(0) | SEAT_BIT(2));
    draws_commitment(table, seed, commitment);
    assert_memory_equal(m.commitment, commitment, HASH_SIZE);
    for (unsigned i = 0; i < SEED_SIZE; i++) assert_int_equal(m.entropy[0][i], 0);
    hash_in(&m, 2);
    hash_in(&m, 0);
    assert_true(reveal(&m, 0, &key) && reveal(&m, 2, &key));
    assert_int_equal(m.phase, MATCH_PLAYING);
    assert_false(match_restart(&m, seed, &error));
    assert_string_equal(error.key, "error.match.started");
    match_close(&m);
}

static void a_seat_can_be_left_until_the_hashes_are_in(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    sit(&m, 0, true);
    hash_in(&m, 0);
    assert_true(match_leave(&m, 0, &error));
    assert_int_equal(match_people(&m), 0);
    assert_int_equal(match_owes(&m), 0);
    sit(&m, 0, true); /* another person with their own hash */
    assert_int_equal(match_owes(&m), 1);
    hash_in(&m, 0);
    sit(&m, 1, false);
    sit(&m, 2, false);
    assert_int_equal(m.phase, MATCH_REVEALING);
    assert_false(match_leave(&m, 0, &error));
    assert_string_equal(error.key, "error.match.started");
    assert_false(match_leave(&m, 3, &error));
    assert_string_equal(error.key, "error.match.seat");
    match_close(&m);
}

static void a_log_is_not_taken_up_before_the_people_are_there(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_empty(&m);
    assert_false(match_restore(&m, NULL, 0, &error));
    assert_string_equal(error.key, "error.match.not_started");
    match_close(&m);
}

/* ── answers ────────────────────────────────────────────────── */

static void wrong_answers_are_refused_and_change_nothing(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aa*bS");
    expect_refused(&m, 3, 0, "", TOY_GO, "error.match.seat");
    expect_refused(&m, SPECTATOR, 0, "", TOY_GO, "error.match.seat");
    expect_refused(&m, 0, 0, "0123456789012345678901234", TOY_GO, "error.match.id");
    expect_refused(&m, 0, 1, "", TOY_GO, "error.match.stale");
    expect_refused(&m, 0, 0, "", TOY_ACTIONS, "error.match.notation");
    expect_refused(&m, 0, 0, "", NOTATION_NONE, "error.match.notation");
    expect_refused(&m, 0, 0, "", TOY_ADD, "toy.whynot");
    expect_refused(&m, 0, 0, "", TOY_ROLL, "common.whynot.chance_step");
    expect_refused(&m, 1, 0, "", TOY_GO, "common.whynot.not_to_move");
    play(&m, "0 go 1");
    expect_refused(&m, 0, 0, "", TOY_GO, "error.match.stale");
    play(&m, "0 go 2");
    expect_refused(&m, 1, 2, "", TOY_GO, "common.whynot.chance_to_move");
    play(&m, "chance; 1 go 1; 2 done");
    expect_refused(&m, 2, match_question(&m, 2), "", TOY_DONE, "common.whynot.answered");
    play(&m, "0 done; 1 done");
    expect_refused(&m, 1, match_question(&m, 1), "", TOY_GO, "common.whynot.over");
    match_close(&m);
}

static void a_repeated_id_is_applied_once(void **state) {
    struct match m, again;
    unsigned repeated;
    struct message error;
    (void)state;
    open_toy(&m, "aabS");
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 0);
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 1);
    assert_int_equal(m.length, 1);
    /* even with another action */
    assert_true(match_answer(&m, 0, 1, "first", TOY_GO + 2, &repeated, &error));
    assert_int_equal(repeated, 1);
    undo(&m, 0);
    /* an answer that was taken back stays so */
    assert_true(match_answer(&m, 0, 0, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 1);
    assert_int_equal(m.length, 2);
    assert_true(match_answer(&m, 0, 2, "second", TOY_GO, &repeated, &error));
    assert_true(match_answer(&m, 0, 3, "012345678901234567890123", TOY_GO, &repeated, &error));
    /* ids are unique only per seat */
    assert_true(match_answer(&m, 1, 4, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 0);
    assert_int_equal(m.length, 5);

    open_toy(&again, "aabS");
    assert_true(match_restore(&again, m.log, m.length, &error));
    assert_true(match_answer(&again, 0, 3, "012345678901234567890123", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 4);
    assert_true(match_answer(&again, 1, 4, "first", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 5);
    assert_int_equal(again.length, 5);
    play(&again, "0 done; 1 done; 2 done");
    assert_int_equal(again.phase, MATCH_OVER);
    /* even after the end */
    assert_true(match_answer(&again, 0, 0, "second", TOY_GO, &repeated, &error));
    assert_int_equal(repeated, 3);
    match_close(&again);
    match_close(&m);
}

static void answers_without_an_id_are_never_repeats(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aaab");
    play(&m, "0 go 1; 0 go 1; 0 go 1");
    assert_int_equal(m.length, 3);
    match_close(&m);
}

/* ── versions ────────────────────────────────────────────────── */

static void expect_versions(const struct match *m, unsigned a, unsigned b, unsigned c,
                            unsigned spectator) {
    assert_int_equal(m->versions[0], a);
    assert_int_equal(m->versions[1], b);
    assert_int_equal(m->versions[2], c);
    assert_int_equal(m->versions[SPECTATOR], spectator);
}

static void secret_answers_are_told_and_counted_at_the_reveal_in_seat_order(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "aSb");
    play(&m, "0 go 1");
    expect_versions(&m, 1, 1, 1, 1);
    unsigned question = match_question(&m, 0);
    play(&m, "2 add 1; 2 add 2; 2 done; 1 add 3");
    expect_versions(&m, 1, 2, 4, 1);
    assert_int_equal(match_question(&m, 0), question); /* answers of others do not make it stale */
    play(&m, "0 done");
    expect_versions(&m, 2, 2, 4, 1);
    assert_int_equal(match_waiting(&m), SEAT_BIT(1));
    play(&m, "1 done");
    expect_versions(&m, 7, 7, 7, 7);
    /* entries: 0 go; 1, 2, 3 of seat 2; 4 of seat 1; 5 of seat 0; 6 of seat 1 */
    static const uint16_t told[OBSERVERS][7] = {
        {0, 5, 4, 6, 1, 2, 3}, {0, 4, 6, 5, 1, 2, 3}, {0, 1, 2, 3, 5, 4, 6}, {0}, {0},
        {0, 5, 4, 6, 1, 2, 3}};
    FOR_EACH_OBSERVER (o, 3) assert_memory_equal(m.visible[o], told[o], sizeof told[o]);
    play(&m, "1 go 1");
    expect_versions(&m, 8, 8, 8, 8);
    match_close(&m);
}

static void answers_taken_back_are_never_told_to_others(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "Sb");
    play(&m, "0 add 1; undo 0; 0 add 2; 0 done; undo 0; undo 0; 0 add 3; 0 done");
    expect_versions(&m, 8, 0, 0, 0);
    assert_int_equal(match_question(&m, 0), 8);
    assert_int_equal(match_question(&m, 1), 0);
    play(&m, "1 done; 2 done");
    expect_versions(&m, 10, 4, 4, 4);
    static const uint16_t told[] = {6, 7, 8, 9};
    assert_memory_equal(m.visible[SPECTATOR], told, sizeof told);
    match_close(&m);
}

static void changes_of_hands_and_ends_are_told_to_all_at_once(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "Sb");
    play(&m, "0 add 1; seat 1");
    expect_versions(&m, 2, 1, 1, 1);
    assert_int_equal(match_question(&m, 1), 0); /* it makes no question stale */
    play(&m, "0 done; end 2");
    expect_versions(&m, 4, 2, 2, 2);
    match_close(&m);
}

/* ── undo, by the rule ────────────────────────────────────────────────── */

static const struct {
    const char *script, *course;
    unsigned seat;
    bool can;
} undo_rows[] = {
    /* a seat's own latest steps, as long as it is to move */
    {"aab", "", 0, false},
    {"aab", "0 go 1", 0, true},
    {"aab", "0 go 1", 1, false},
    {"aaab", "0 go 1; 0 go 2; undo 0", 0, true},
    {"aaab", "0 go 1; 0 go 2; undo 0; undo 0", 0, false},
    {"aaab", "0 go 1; undo 0; 0 go 3", 0, true},
    {"aaab", "0 go 1; undo 0; 0 go 3; undo 0", 0, false},
    /* the step that passes the move on cannot be taken back */
    {"aab", "0 go 1; 0 go 2", 0, false},
    {"aab", "0 go 1; 0 go 2", 1, false},
    {"aa", "0 go 1; 0 go 2", 0, false},
    /* no other seat's step lies between */
    {"abaa", "0 go 1; 1 go 1", 0, false},
    {"abaa", "0 go 1; 1 go 1; 0 go 1", 0, true},
    {"abaa", "0 go 1; 1 go 1; 0 go 1; undo 0", 0, false},
    /* no chance step with several outcomes; one with a single outcome may */
    {"a*ab", "0 go 1", 0, false},
    {"a*ab", "0 go 1; chance", 0, false},
    {"a*aab", "0 go 1; chance; 0 go 1", 0, true},
    {"a*aab", "0 go 1; chance; 0 go 1; undo 0", 0, false},
    {"a.ab", "0 go 1", 0, false},
    {"a.ab", "0 go 1; chance", 0, true},
    {"a..ab", "0 go 1; chance; chance", 0, true},
    {"a.*ab", "0 go 1; chance; chance", 0, false},
    {"a.aab", "0 go 1; chance; 0 go 1; undo 0", 0, true},
    {"a.aab", "0 go 1; chance; 0 go 1; undo 0; undo 0", 0, false},
    {"a.bb", "0 go 1; chance", 0, false},
    {"a.bb", "0 go 1; chance", 1, false},
    /* the outcome counts as single only if the seat knows it */
    {"!a?ab", "chance; 0 go 1; chance", 0, true},
    {"!b?ba", "chance; 1 go 1; chance", 1, false},
    {"avab", "0 go 1; chance", 0, true},
    {"bvba", "1 go 1; chance", 1, false},
    /* a simultaneous question: own answers can be taken back, whatever others did */
    {"Sb", "", 0, false},
    {"Sb", "0 add 1", 0, true},
    {"Sb", "0 add 1", 1, false},
    {"Sb", "0 done", 0, true},
    {"Sb", "0 done; 1 done; 2 add 1", 0, true},
    {"Sb", "0 done; 1 done; 2 add 1", 1, true},
    {"Sb", "0 done; 1 done; 2 add 1", 2, true},
    {"Sb", "0 add 1; 1 done; 0 done; undo 0; 2 done", 0, true},
    {"Sb", "0 add 1; 1 done; 0 done; undo 0; undo 0", 0, false},
    {"Sb", "0 add 1; 1 done; 0 done; undo 0; undo 0", 1, true},
    {"Tc", "0 done", 2, false},
    {"Tc", "0 done", 0, true},
    /* not past the reveal */
    {"Sab", "0 done; 1 done; 2 done", 0, false},
    {"Sab", "1 done; 2 done; 0 done", 0, false},
    {"Saab", "1 done; 2 done; 0 done; 0 go 1", 0, true},
    {"Saab", "1 done; 2 done; 0 done; 0 go 1; undo 0", 0, false},
    {"SSb", "0 done; 1 done; 2 done", 2, false},
    {"SSb", "0 done; 1 done; 2 done; 1 add 1", 0, false},
    {"SSb", "0 done; 1 done; 2 done; 1 add 1; undo 1", 1, false},
    /* nothing from before a simultaneous question */
    {"aS", "0 go 1", 0, false},
    {"aS", "0 go 1; 0 add 1; undo 0", 0, false},
    {"a.S", "0 go 1; chance", 0, false},
    {"aT", "0 go 1; 1 add 1", 0, false},
    /* a change of players does not prevent undo; an end does */
    {"aab", "0 go 1; seat 1", 0, true},
    {"aab", "0 go 1; seat 2", 0, true},
    /* the choices of a former player cannot be taken back */
    {"aab", "0 go 1; seat 0; seat 2", 0, false},
    {"Sb", "0 done; seat 2", 0, true},
    {"Sb", "0 done; seat 0", 0, false},
    {"aab", "0 go 1; end 1", 0, false},
    {"Sb", "0 done; end 1", 0, false},
};

static void undo_is_allowed_exactly_by_the_stated_rule(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(undo_rows); i++) {
        struct match m;
        struct message error = {0};
        open_toy(&m, undo_rows[i].script);
        play(&m, undo_rows[i].course);
        if (match_can_undo(&m, undo_rows[i].seat) != undo_rows[i].can)
            fail_msg("%s after \"%s\": seat %u should%s be able to take back", undo_rows[i].script,
                     undo_rows[i].course, undo_rows[i].seat, undo_rows[i].can ? "" : " not");
        expect_replay(&m);
        unsigned length = m.length, repeated;
        assert_int_equal(match_undo(&m, undo_rows[i].seat, "", &repeated, &error),
                         undo_rows[i].can);
        assert_int_equal(m.length, length + undo_rows[i].can);
        if (!undo_rows[i].can)
            assert_string_equal(error.key,
                                m.phase == MATCH_OVER ? "common.whynot.over" : "error.match.undo");
        expect_replay(&m);
        match_close(&m);
    }
}

static void an_unknown_seat_cannot_take_back(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_toy(&m, "aab");
    play(&m, "0 go 1");
    for (unsigned seat = 3; seat < 9; seat++) {
        unsigned repeated;
        assert_false(match_can_undo(&m, seat));
        assert_false(match_undo(&m, seat, "", &repeated, &error));
    }
    match_close(&m);
}

static void an_undo_has_a_short_name_like_an_answer(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aab");
    answer(&m, 0, "go 1");
    assert_false(match_undo(&m, 0, "a name of twenty-five byte", &repeated, &error));
    assert_string_equal(error.key, "error.match.id");
    assert_int_equal(m.length, 1);
    match_close(&m);
}

static void a_repeated_undo_takes_back_once(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aaaab");
    play(&m, "0 go 1; 0 go 2; 0 go 3");
    assert_true(match_undo(&m, 0, "u1", &repeated, &error));
    assert_int_equal(repeated, 0);
    unsigned length = m.length;
    assert_true(match_undo(&m, 0, "u1", &repeated, &error));
    assert_int_equal(repeated, length);
    assert_int_equal(m.length, length);
    assert_true(match_undo(&m, 0, "u2", &repeated, &error));
    assert_int_equal(repeated, 0);
    expect_replay(&m);
    match_close(&m);
}

/* A chance step with one outcome that was taken back is counted once when it is repeated, so later
 * draws do not shift. */
static void draws_repeat_after_undo(void **state) {
    struct match plain, undone;
    (void)state;
    for (unsigned number = 0; number < 20; number++) {
        uint8_t options[OPTIONS_MAX] = {0};
        scripts[0] = "Ta.aS***aab";
        open_match(&plain, &toy_game, 3, options, number);
        open_match(&undone, &toy_game, 3, options, number);
        play(&plain, "0 done; 1 add 2; 1 done; 0 go 2; chance; 0 go 3; 0 done; 1 done; 2 add 1; 2 "
                     "done; chance; chance; chance");
        play(&undone, "1 add 1; undo 1; 1 add 2; 0 done; undo 0; 0 done; 1 done; 0 go 1; chance; "
                      "undo 0; 0 go 2; chance; undo 0; 0 go 2; chance; 0 go 3;"
                      "2 add 1; 0 done; 2 add 2; undo 2; 1 done; 2 done; chance; chance; chance");
        assert_memory_equal(plain.state, undone.state, sizeof(struct toy));
        assert_memory_equal(plain.draws, undone.draws, sizeof plain.draws);
        match_close(&plain);
        match_close(&undone);
    }
}

/* A seat may change its mind so often per turn, and no more. */
static void taking_back_has_an_end_in_every_turn(void **state) {
    struct match m;
    struct message error;
    unsigned repeated;
    (void)state;
    open_toy(&m, "aabaa");
    for (unsigned i = 0; i < MATCH_TURN_UNDOS; i++) {
        assert_false(match_is_final(&m, 0, TOY_GO));
        answer(&m, 0, "go 1");
        undo(&m, 0);
    }
    assert_true(match_is_final(&m, 0, TOY_GO));
    answer(&m, 0, "go 1");
    assert_false(match_can_undo(&m, 0));
    assert_false(match_undo(&m, 0, "", &repeated, &error));
    assert_string_equal(error.key, "error.match.undos");
    play(&m, "0 go 1; 1 go 1; 0 go 1");
    assert_true(match_can_undo(&m, 0)); /* the next turn has undos of its own */
    expect_replay(&m);
    match_close(&m);
}

/* Logs of older versions of the program have more undos. They are restored, and the seat still
 * changes hands. */
static void a_log_full_of_undos_is_restored_and_seats_still_change_hands(void **state) {
    enum { PAIRS = MATCH_UNDO_MAX / 2 };
    struct match m;
    struct message error;
    static struct match_entry log[2 * PAIRS];
    (void)state;
    for (unsigned i = 0; i < PAIRS; i++) {
        log[2 * i] = (struct match_entry){.kind = ENTRY_STEP, .action = TOY_GO};
        log[2 * i + 1] = (struct match_entry){.kind = ENTRY_UNDO};
    }
    open_toy(&m, "aab");
    assert_true(match_restore(&m, log, 2 * PAIRS, &error));
    answer(&m, 0, "go 1");
    assert_false(match_can_undo(&m, 0));
    assert_true(match_change_seat(&m, 0, "novice", false, &error));
    assert_true(match_end(&m, ENDED_RESIGNED, 0, &error));
    match_close(&m);
}

/* A seat near its limit of undos must not learn that another seat has answered in secret, or how
 * often. */
static void the_end_of_taking_back_shows_no_secret_answers(void **state) {
    (void)state;
    for (unsigned undos = MATCH_TURN_UNDOS - 3; undos <= MATCH_TURN_UNDOS; undos++) {
        struct match m;
        open_toy(&m, "S");
        for (unsigned i = 0; i < undos; i++) {
            answer(&m, 0, "add 1");
            undo(&m, 0);
        }
        answer(&m, 0, "add 1");
        bool can = match_can_undo(&m, 0), final = match_is_final(&m, 0, TOY_ADD);
        assert_int_equal(can, undos < MATCH_TURN_UNDOS);
        for (unsigned n = 0; n < 6; n++) {
            if (n < TOY_ADDS) answer(&m, 1, "add 2");
            else undo(&m, 1);
            assert_int_equal(match_can_undo(&m, 0), can);
            assert_int_equal(match_is_final(&m, 0, TOY_ADD), final);
        }
        assert_true(m.versions[0] + 6 == m.length);
        match_close(&m);
    }
}

/* What is left of a person who gets the seat back is always enough for the next takeover. */
static void a_seat_that_a_person_has_can_be_taken_over(void **state) {
    struct match m;
    struct message error = {0};
    bool person = true;
    (void)state;
    open_toy(&m, "aab");
    while (match_change_seat(&m, 1, person ? "novice" : "person", !person, &error))
        person = !person;
    assert_false(m.seats[1].person);
    assert_string_equal(error.key, "error.match.changes");
    match_close(&m);
}

static void changes_of_hands_cannot_fill_the_log(void **state) {
    struct match m;
    struct message error = {0};
    (void)state;
    open_toy(&m, "aab");
    for (unsigned i = 0; i < 2 * MATCH_LOG_MAX; i++)
        if (!match_change_seat(&m, 1, i % 2 ? "random" : "novice", false, &error)) break;
    assert_true(error.key != NULL);
    assert_true(m.length + toy_game.steps_max < MATCH_LOG_MAX);
    play(&m, "0 go 1; 0 go 1; 1 go 1");
    assert_int_equal(m.phase, MATCH_OVER);
    struct cursor c;
    FOR_EACH_OBSERVER (o, 3) cursor_open(&c, &m, o, m.versions[o]);
    match_close(&m);
}

/* ── failing allocations ────────────────────────────────────────────────── */

static unsigned fails_at; /* the n-th allocation from now on fails; 0: none does */

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_realloc(void *memory, size_t size) {
    if (fails_at && --fails_at == 0) return NULL;
    return __real_realloc(memory, size);
}

/* ── operations without memory ────────────────────────────────────────────────── */

/* Does something that needs one more entry; false if it failed. */
enum deed { ANSWER, CHANCE, FORCED, TAKE_BACK, CHANGE, END, DEEDS };
static const char *const deed_scripts[DEEDS] = {"ab", "*b", "fb", "ab", "ab", "ab"};

static bool try_deed(struct match *m, enum deed deed, struct message *error) {
    unsigned repeated;
    switch (deed) {
    case ANSWER: return match_answer(m, 0, match_question(m, 0), "", TOY_GO, &repeated, error);
    case CHANCE: return match_chance(m);
    case FORCED: return match_play_forced(m);
    case TAKE_BACK: return match_undo(m, 0, "", &repeated, error);
    case CHANGE: return match_change_seat(m, 2, "novice", false, error);
    default: return match_end(m, ENDED_AGREED, 1, error);
    }
}

static void without_memory_nothing_changes_and_later_it_goes_on(void **state) {
    (void)state;
    for (unsigned deed = 0; deed < DEEDS; deed++)
        for (unsigned request = 1; request <= 1 + 4;
             request++) /* the log, and the messages of three seats and the spectator */ {
            struct match m;
            struct message error = {.key = "error.memory"};
            open_toy(&m, deed == TAKE_BACK ? "aab" : deed_scripts[deed]);
            if (deed == TAKE_BACK) answer(&m, 0, "go 1");
            while (m.length < m.capacity)
                assert_true(match_change_seat(&m, 2, "random", false, &error));
            struct match before = m;
            fails_at = request;
            assert_false(try_deed(&m, deed, &error));
            assert_int_equal(fails_at, 0);
            assert_string_equal(error.key, "error.memory");
            assert_int_equal(m.length, before.length);
            assert_int_equal(m.phase, before.phase);
            assert_memory_equal(m.versions, before.versions, sizeof m.versions);
            assert_memory_equal(m.draws, before.draws, sizeof m.draws);
            assert_memory_equal(m.state, before.state, sizeof m.state);
            assert_true(try_deed(&m, deed, &error));
            assert_int_equal(m.length, before.length + 1);
            match_close(&m);
        }
}

static void without_memory_no_log_is_taken_up(void **state) {
    struct match m, again;
    struct message error;
    (void)state;
    open_toy(&m, "aab*S");
    play(&m, "0 go 1; undo 0; 0 go 2; seat 1");
    for (unsigned request = 1; request <= 1 + 4;
         request++) /* the log, and the messages of three seats and the spectator */ {
        open_toy(&again, "aab*S");
        struct match before = again;
        fails_at = request;
        assert_false(match_restore(&again, m.log, m.length, &error));
        assert_string_equal(error.key, "error.memory");
        assert_memory_equal(&again, &before, sizeof again);
        assert_true(match_restore(&again, m.log, m.length, &error));
        match_close(&again);
    }
    open_toy(&again, "aab*S");
    /* longer than the limit */
    assert_false(match_restore(&again, m.log, MATCH_LOG_MAX + 1, &error));
    assert_string_equal(error.key, "error.match.log");
    match_close(&again);
    match_close(&m);
}

/* ── forced steps ────────────────────────────────────────────────── */

static void a_step_is_forced_where_everybody_can_see_it(void **state) {
    struct match m;
    unsigned seat = 99;
    (void)state;
    open_toy(&m, "f!haS");
    assert_int_equal(match_forced(&m, &seat), TOY_GO);
    assert_int_equal(seat, 0);
    play(&m, "0 go 1");
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE); /* chance */
    play(&m, "chance");
    uint16_t list[LEGAL_MAX] = {0};
    assert_int_equal(toy_legal(m.state, 0, list), 1);
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE); /* forced, but only seat 0 knows it */
    unsigned repeated;
    struct message error;
    assert_true(match_answer(&m, 0, match_question(&m, 0), "", list[0], &repeated, &error));
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE);
    play(&m, "0 go 2; 0 add 1; 0 add 1; 0 add 1");
    assert_int_equal(toy_legal(m.state, 0, list), 1);
    /* the number of its additions is secret */
    assert_int_equal(match_forced(&m, &seat), NOTATION_NONE);
    match_close(&m);
}

/* ── cursors, events, lines ────────────────────────────────────────────────── */

static void events_of_one_seat_in_a_row_make_one_line(void **state) {
    struct lines lines = {.last = LINES_NONE};
    (void)state;
    static const struct {
        unsigned seat;
        bool apart;
        unsigned line;
    } rows[] = {{0, false, 0},     {0, false, 0}, {1, false, 1},      {0, false, 2},
                {0, true, 3},      {0, false, 3}, {NOBODY, false, 4}, {NOBODY, false, 4},
                {NOBODY, true, 5}, {2, false, 6}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct event event = {.seat = rows[i].seat, .apart = rows[i].apart};
        assert_int_equal(lines_place(&lines, &event), rows[i].line);
    }
    assert_int_equal(lines.count, 7);
}

static void an_undo_takes_events_and_lines_back(void **state) {
    struct match m;
    struct cursor c;
    (void)state;
    open_toy(&m, "baaa*");
    play(&m, "1 go 1; 0 go 1; 0 go 2");
    cursor_open(&c, &m, SPECTATOR, 0);
    static const unsigned events[] = {1, 2, 3}, lines[] = {1, 2, 2};
    for (unsigned i = 0; i < 3; i++) {
        assert_non_null(cursor_next(&c, &m, NULL));
        assert_int_equal(c.events, events[i]);
        assert_int_equal(c.lines.count, lines[i]);
    }
    assert_null(cursor_next(&c, &m, NULL));
    play(&m, "undo 0; undo 0");
    assert_int_equal(cursor_next(&c, &m, NULL)->kind, ENTRY_UNDO);
    assert_int_equal(c.events, 2);
    assert_int_equal(c.lines.count, 2);
    assert_int_equal(cursor_next(&c, &m, NULL)->kind, ENTRY_UNDO);
    assert_int_equal(c.events, 1);
    assert_int_equal(c.lines.count, 1);
    assert_int_equal(c.questions, 5);
    play(&m, "0 go 3; 0 go 1; 0 go 1; chance");
    while (cursor_next(&c, &m, NULL)) continue;
    assert_int_equal(c.lines.count, 3);
    assert_int_equal(c.events, 5);
    match_close(&m);
}

/* ── changes of players, ends ────────────────────────────────────────────────── */

static void a_seat_may_change_hands(void **state) {
    struct match m;
    struct message error;
    (void)state;
    open_toy(&m, "aab");
    assert_true(match_change_seat(&m, 1, "0123456789abcdef", true, &error));
    assert_string_equal(m.seats[1].who, "0123456789abcdef");
    assert_string_equal(m.seats[1].first, "random");
    assert_true(m.seats[1].person);
    assert_false(match_change_seat(&m, 3, "random", false, &error));
    assert_string_equal(error.key, "error.match.seat");
    assert_int_equal(m.length, 1);
    assert_int_equal(m.log[0].kind, ENTRY_SEAT);
    match_close(&m);
}

static void a_game_can_end_without_a_result(void **state) {
    (void)state;
    for (unsigned how = 0; how < ENDED_WAYS; how++) {
        struct match m;
        struct message error;
        open_toy(&m, "aab");
        play(&m, "0 go 1");
        assert_null(match_ended(&m));
        assert_false(match_end(&m, (enum match_ended)how, 3, &error));
        assert_true(match_end(&m, (enum match_ended)how, 2, &error));
        assert_int_equal(m.phase, MATCH_OVER);
        assert_int_equal(match_ended(&m)->action, how);
        assert_int_equal(match_ended(&m)->by, 2);
        assert_int_equal(match_waiting(&m), 0);
        assert_false(match_chance(&m));
        assert_false(match_end(&m, (enum match_ended)how, 2, &error));
        assert_string_equal(error.key, "common.whynot.over");
        assert_false(match_change_seat(&m, 0, "random", false, &error));
        expect_refused(&m, 0, match_question(&m, 0), "", TOY_GO, "common.whynot.over");
        match_close(&m);
    }
}

static void a_finished_game_was_not_ended_without_a_result(void **state) {
    struct match m;
    (void)state;
    open_toy(&m, "ab");
    play(&m, "0 go 1; 1 go 1");
    assert_int_equal(m.phase, MATCH_OVER);
    assert_null(match_ended(&m));
    match_close(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_begins_when_all_seats_hashes_and_bytes_are_in),
        cmocka_unit_test(the_key_has_the_bytes_of_people_and_zeros_for_opponents),
        cmocka_unit_test(wrong_seats_hashes_and_bytes_are_refused),
        cmocka_unit_test(nothing_is_played_before_the_game_has_begun),
        cmocka_unit_test(lost_bytes_begin_again_with_the_same_seats),
        cmocka_unit_test(a_seat_can_be_left_until_the_hashes_are_in),
        cmocka_unit_test(a_log_is_not_taken_up_before_the_people_are_there),
        cmocka_unit_test(wrong_answers_are_refused_and_change_nothing),
        cmocka_unit_test(a_repeated_id_is_applied_once),
        cmocka_unit_test(answers_without_an_id_are_never_repeats),
        cmocka_unit_test(secret_answers_are_told_and_counted_at_the_reveal_in_seat_order),
        cmocka_unit_test(answers_taken_back_are_never_told_to_others),
        cmocka_unit_test(changes_of_hands_and_ends_are_told_to_all_at_once),
        cmocka_unit_test(undo_is_allowed_exactly_by_the_stated_rule),
        cmocka_unit_test(an_unknown_seat_cannot_take_back),
        cmocka_unit_test(an_undo_has_a_short_name_like_an_answer),
        cmocka_unit_test(a_repeated_undo_takes_back_once),
        cmocka_unit_test(draws_repeat_after_undo),
        cmocka_unit_test(taking_back_has_an_end_in_every_turn),
        cmocka_unit_test(a_log_full_of_undos_is_restored_and_seats_still_change_hands),
        cmocka_unit_test(a_seat_that_a_person_has_can_be_taken_over),
        cmocka_unit_test(the_end_of_taking_back_shows_no_secret_answers),
        cmocka_unit_test(changes_of_hands_cannot_fill_the_log),
        cmocka_unit_test(without_memory_nothing_changes_and_later_it_goes_on),
        cmocka_unit_test(without_memory_no_log_is_taken_up),
        cmocka_unit_test(a_step_is_forced_where_everybody_can_see_it),
        cmocka_unit_test(events_of_one_seat_in_a_row_make_one_line),
        cmocka_unit_test(an_undo_takes_events_and_lines_back),
        cmocka_unit_test(a_seat_may_change_hands),
        cmocka_unit_test(a_game_can_end_without_a_result),
        cmocka_unit_test(a_finished_game_was_not_ended_without_a_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
