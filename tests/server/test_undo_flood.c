/* Somebody who is losing alternates answers and undos to fill the log, so that no opponent can
 * take over and the game never ends. */
#include "tests/server/scene.h"

#include "store/log.h"

#define LIVE ",'pace':{'kind':'live','minutes':60,'increment_s':2}"

static const void *rows_of(struct scene *s, enum store_type type, unsigned *count) {
    return memory_store_rows(s->w->store, type, count);
}

static const struct store_table *table_row(struct scene *s) {
    unsigned count;
    const struct store_table *rows = rows_of(s, STORE_TABLE, &count);
    assert_int_equal(count, 1);
    return rows;
}

static const struct store_seat *seat_row(struct scene *s, int seat) {
    unsigned count;
    const struct store_seat *rows = rows_of(s, STORE_SEAT, &count);
    while (rows->seat != seat) rows++;
    return rows;
}

/* Answers, waits and takes it back; false: that was refused. Chooses the same answer next time, so
 * that it can be taken back again. */
static bool answer_and_undo(struct player *p, int64_t pause_ms) {
    char choice[sizeof p->choice];
    strcpy(choice, p->choice);
    player_answer(p);
    world_pass(p->world, pause_ms);
    player_listen(p);
    p->was_refused = false;
    world_say(p->world, p->socket, "{'type':'undo','table':'%s','seat':%d,'id':'u%u'}", p->table,
              p->seat, p->serial++);
    player_listen(p);
    if (!p->was_refused) strcpy(p->choice, choice);
    return !p->was_refused;
}

/* Plays until a player has an answer that it can take back, and has taken it back. */
static struct player *somebody_who_undoes(struct scene *s) {
    for (unsigned n = 0; n < 500; n++) {
        for (unsigned i = 0; i < s->count; i++) {
            player_listen(&s->players[i]);
            if (s->players[i].asked && answer_and_undo(&s->players[i], 0)) return &s->players[i];
        }
        world_pass(s->w, 2000);
    }
    fail_msg("nobody could take anything back");
    return NULL;
}

/* Answers and undoes up to `most` times; returns how often. */
static unsigned flood(struct player *p, unsigned most, int64_t pause_ms) {
    for (unsigned i = 0; i < most; i++) {
        player_listen(p);
        if (!p->asked || !answer_and_undo(p, pause_ms)) return i;
    }
    return most;
}

static void undos_have_a_budget_per_turn(void **state) {
    (void)state;
    struct scene *s = scene_of_people(31, "duell", 2, LIVE);
    begin_playing(s);
    struct player *p = somebody_who_undoes(s);
    unsigned undos = flood(p, MATCH_UNDO_MAX, 1500);
    assert_true(undos < MATCH_TURN_UNDOS);
    assert_string_equal(p->refused, "error.match.undos");
    scene_close(s);
}

static void undos_have_a_rate_limit(void **state) {
    (void)state;
    struct scene *s = scene_of_people(32, "duell", 2, LIVE);
    begin_playing(s);
    struct player *p = somebody_who_undoes(s);
    world_pass(s->w, 60 * 1000);
    assert_int_equal(flood(p, MATCH_UNDO_MAX, 0), 20);
    assert_string_equal(p->refused, "server.error.too_often");
    scene_close(s);
}

/* When the clock runs out an opponent takes over, as if there had been no flood. */
static void a_flooded_seat_is_taken_over_in_time(void **state) {
    (void)state;
    struct scene *s = scene_of_people(33, "duell", 2, LIVE);
    begin_playing(s);
    struct player *p = somebody_who_undoes(s);
    flood(p, MATCH_UNDO_MAX / 2 + 50, 1000);
    world_pass(s->w, 61 * 60 * 1000);
    assert_true(seat_row(s, 0)->expired == 1 || seat_row(s, 1)->expired == 1);
    scene_close(s);
}

/* Makes the seat's changes of hands so many that no opponent may take it over, as a log of an older
 * version of the program may have them. */
static void wear_out(struct scene *s, int seat) {
    struct store_table table = *table_row(s);
    struct store_batch *batch = store_batch(NULL);
    for (unsigned i = 0; i < MATCH_SEAT_CHANGES; i++) {
        struct store_entry *entry = &store_add(batch, STORE_ENTRY)->entry;
        strcpy(entry->at, table.id);
        entry->version = table.entries++;
        entry->kind = ENTRY_SEAT;
        entry->by = seat;
        entry->action = 1;
        strcpy(entry->id, "person");
    }
    table.revision++;
    table.log_rows = 0;
    memset(table.log_hash, 0, sizeof table.log_hash);
    memcpy(&store_put(batch, STORE_TABLE)->table, &table, sizeof table);
    memory_store_do(s->w->store, batch);
    assert_int_equal(batch->status, STORE_DONE);
    store_batch_free(batch);
}

static void a_seat_that_cannot_be_taken_over_loses(void **state) {
    (void)state;
    struct scene *s = scene_of_people(34, "duell", 2, LIVE);
    begin_playing(s);
    struct player *p = s->players[0].asked ? &s->players[0] : &s->players[1];
    assert_true(p->asked);
    world_crash(s->w, 100);
    wear_out(s, p->seat);
    world_start(s->w);
    for (unsigned i = 0; i < s->count; i++) player_connect(&s->players[i]);
    world_pass(s->w, 2 * 60 * 60 * 1000);
    unsigned count;
    const struct store_entry *rows = rows_of(s, STORE_ENTRY, &count), *last = rows;
    for (unsigned i = 0; i < count; i++)
        if (rows[i].version > last->version) last = &rows[i];
    assert_int_equal(last->kind, ENTRY_END);
    assert_int_equal(last->action, ENDED_RESIGNED);
    assert_int_equal(last->by, p->seat);
    assert_int_equal(table_row(s)->phase, STORE_OVER);
    assert_int_equal(seat_row(s, p->seat)->expired, 2); /* counts as last in a rating */
    scene_close(s);
}

/* Steps that were taken back are not kept for ever, and what is left is still whole. */
static void the_stored_log_forgets_what_was_taken_back(void **state) {
    (void)state;
    struct scene *s = scene_of_people(35, "duell", 2, ",'pace':{'kind':'relaxed','days':2}");
    begin_playing(s);
    unsigned undos = 0, most_rows = 0, count;
    for (unsigned n = 0; n < 4000 && !s->players[0].over; n++) {
        for (unsigned i = 0; i < s->count; i++) {
            player_listen(&s->players[i]);
            if (n % 2 == 0) undos += flood(&s->players[i], MATCH_TURN_UNDOS, 1500);
            player_answer(&s->players[i]);
        }
        rows_of(s, STORE_ENTRY, &count);
        if (count > most_rows) most_rows = count;
        world_pass(s->w, 1500);
        all_listen(s);
    }
    assert_true(s->players[0].over);
    const struct store_entry *rows = rows_of(s, STORE_ENTRY, &count);
    const struct store_table *table = table_row(s);
    assert_true(undos > 200);
    assert_true(table->entries > 2 * undos);
    print_message("# %u undos, %d entries, at most %u rows, %u at the end\n", undos,
                  (int)table->entries, most_rows, count);
    assert_true(most_rows < 2 * undos);
    assert_int_equal(table->log_rows, count);
    for (unsigned i = 0; i < count; i++) assert_int_not_equal(rows[i].kind, ENTRY_UNDO);
    world_crash(s->w, 100);
    world_start(s->w); /* reads the rows again */
    world_settle(s->w);
    struct player late = player_guest(s->w, s->tales, "Zuschauer");
    player_at(&late, s->table, s->secret, -1);
    player_connect(&late);
    player_listen(&late);
    assert_true(late.over);
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undos_have_a_budget_per_turn),
        cmocka_unit_test(undos_have_a_rate_limit),
        cmocka_unit_test(a_flooded_seat_is_taken_over_in_time),
        cmocka_unit_test(a_seat_that_cannot_be_taken_over_loses),
        cmocka_unit_test(the_stored_log_forgets_what_was_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
