/* Requests about tournaments. */
#include "server/tournaments.h"

#include "server/names.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 50, TRIES_MAX = 200 };
#define YEAR_MS (365 * DAY_MS)

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

/* ---- making one ---- */

static bool is_given(struct json json, const char *member) {
    enum json_type type = json_type(json_get(json, member));
    return type != JSON_NONE && type != JSON_NULL;
}

/* A time in the future; 0 if it is not given. */
static bool read_time(const struct core *core, struct json json, const char *member,
                      int64_t *time_ms) {
    if (!is_given(json, member)) return true;
    return json_read_number(json_get(json, member), time_ms) && *time_ms > core->now &&
           *time_ms <= core->now + YEAR_MS;
}

static bool read_remark(struct json json, const char *member, char text[STORE_REMARK]) {
    if (!is_given(json, member)) return true;
    return json_read_text(json_get(json, member), text, STORE_REMARK, NULL) &&
           (!text[0] || is_line(text, REMARK_LETTERS_MAX));
}

static bool read_words(struct json json, struct store_tournament *row, struct message *error) {
    if (!json_read_text(json_get(json, "name"), row->name, sizeof row->name, NULL) ||
        !is_line(row->name, TITLE_LETTERS_MAX))
        return refuse(error, MESSAGE("server.error.title", NUMBER("max", TITLE_LETTERS_MAX)));
    if (!read_remark(json, "note", row->note))
        return refuse(error, MESSAGE("server.error.remark", NUMBER("max", REMARK_LETTERS_MAX)));
    strcpy(row->level, "novice");
    return !is_given(json, "level") ||
           (json_read_text(json_get(json, "level"), row->level, sizeof row->level, NULL) &&
            level_exists(row->level)) ||
           refuse(error, MESSAGE("server.error.level"));
}

static bool read_schedule(const struct core *core, struct json json, struct store_tournament *row,
                          struct message *error) {
    int64_t rounds = 0;
    if (!read_time(core, json, "starts_ms", &row->starts_ms) ||
        !read_time(core, json, "ends_ms", &row->ends_ms) ||
        (row->ends_ms && row->ends_ms <= row->starts_ms))
        return refuse(error, MESSAGE("server.error.schedule"));
    if (is_given(json, "rounds") && (!json_read_number(json_get(json, "rounds"), &rounds) ||
                                     rounds < 1 || rounds > TOURNAMENT_ROUNDS_MAX))
        return refuse(error, MESSAGE("server.error.rounds", NUMBER("max", TOURNAMENT_ROUNDS_MAX)));
    if (!rounds && !row->ends_ms && row->system != STORE_ROUND_ROBIN)
        return refuse(error, MESSAGE("server.error.rounds", NUMBER("max", TOURNAMENT_ROUNDS_MAX)));
    row->rounds = rounds;
    row->pause_ms = -1;
    if (is_given(json, "pause_s") &&
        !json_limited(json, "pause_s", PAUSE_S_MAX, 1000, &row->pause_ms))
        return refuse(error, MESSAGE("server.error.pause", NUMBER("max", PAUSE_S_MAX)));
    return true;
}

static bool read_tournament(const struct core *core, struct json json, struct store_tournament *row,
                            struct message *error) {
    struct store_table play = {0};
    struct json system = json_get(json, "system");
    if (!read_words(json, row, error) || !table_read_play(json, &play, error)) return false;
    if (play.pace == STORE_NO_PACE) return refuse(error, MESSAGE("server.error.tournament_pace"));
    strcpy(row->game, play.game);
    row->players = play.players;
    memcpy(row->options, play.options, sizeof row->options);
    row->pace = play.pace;
    row->time_ms = play.time_ms;
    row->increment_ms = play.increment_ms;
    row->system = json_is(system, "round_robin") ? STORE_ROUND_ROBIN : STORE_SWISS;
    if ((is_given(json, "system") && !row->system && !json_is(system, "swiss")) ||
        (row->system == STORE_ROUND_ROBIN && row->players != 2))
        return refuse(error, MESSAGE("server.error.system"));
    row->rated = json_flag(json, "rated", false);
    row->equal_deals = json_flag(json, "equal_deals", false);
    row->listed = json_flag(json, "public", true);
    return read_schedule(core, json, row, error);
}

static void created(struct core *core, struct call *call, struct store_batch *batch) {
    char path[64] = "/tournaments/";
    if (call_failed(core, call, batch)) return;
    struct json_out out = call_begin(core);
    const char *id = store_written(batch, STORE_TOURNAMENT)->tournament.id;
    json_text(&out, "id", id);
    strcat(path, id);
    json_text(&out, "path", path);
    call_end(core, call, &out);
}

static unsigned hosted(const struct store_batch *found, const char *person) {
    const struct store_op *op = store_found(found, STORE_TOURNAMENTS_OF, NULL);
    const struct store_tournament *rows = op->rows;
    unsigned count = 0;
    for (unsigned i = 0; i < op->count; i++) count += strcmp(rows[i].host, person) == 0;
    return count;
}

static void create_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    struct tourney e = {0};
    struct message error;
    struct store_note *note;
    if (!core->settings.unlimited && hosted(found, call->me.id) >= TOURNAMENTS_PER_HOST) {
        call_refuse(core, call, 409,
                    &MESSAGE("server.error.many_hosted", NUMBER("max", TOURNAMENTS_PER_HOST)));
        return;
    }
    if (!read_tournament(core, call->json, &e.row, &error)) {
        call_refuse(core, call, 400, &error);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    core_new_id(core, e.row.id);
    strcpy(e.row.host, call->me.id);
    strcpy(e.row.host_name, call->me.name);
    core->shell->random(core->shell, e.row.seed, sizeof e.row.seed);
    e.row.created_ms = core->now;
    struct json_out out = note_begin(&e, batch, "created", &call->me, core->now, &note);
    note_end(&out);
    tourney_put(core, &e, batch);
    call_find(core, call, batch, created);
}

void call_tournament_create(struct core *core, struct call *call) {
    if (!account_needed(core, call)) return;
    if (call_asks_twice(core, call)) { /* both would pass the limit */
        call_refuse(core, call, 429, &MESSAGE("server.error.too_often"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TOURNAMENTS_OF, call->me.id, 0, 0);
    call_find(core, call, batch, create_found);
}

/* ---- changing one: read, compute, write; again if another server was first ---- */

static void change_again(struct core *core, struct call *call);

static void changed(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT && call->tries++ < TRIES_MAX) {
        change_again(core, call);
        return;
    }
    if (call_failed(core, call, batch)) return;
    tourney_changed(core, call->text);
    struct json_out out = call_begin(core);
    call_end(core, call, &out);
}

static void change_found(struct core *core, struct call *call, struct store_batch *found) {
    struct tourney e;
    struct message error;
    if (call_failed(core, call, found)) return;
    enum tourney_found outcome = tourney_open(&e, found);
    if (outcome == TOURNEY_TORN) {
        change_again(core, call);
        return;
    }
    if (outcome == TOURNEY_MISSING) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_tournament"));
        return;
    }
    struct store_op *own = (struct store_op *)store_found(found, STORE_TOURNAMENTS_OF, NULL);
    call->others = own->count;
    struct store_batch *batch = store_batch(NULL);
    if (call->change(core, call, &e, batch, &error)) {
        tourney_put(core, &e, batch);
        call_find(core, call, batch, changed);
    } else {
        store_batch_free(batch);
        call_refuse(core, call, 409, &error);
    }
    tourney_close(&e);
}

static void change_again(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    tourney_find(batch, call->text);
    store_find(batch, STORE_TOURNAMENTS_OF, call->me.id, 0, TOURNAMENTS_PER_PERSON + 1);
    call_find(core, call, batch, change_found);
}

static void change(struct core *core, struct call *call, tournament_change *apply) {
    size_t length;
    if (!json_read_text(json_get(call->json, "id"), call->text, sizeof call->text, &length) ||
        !draws_is_id(call->text, length)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_tournament"));
        return;
    }
    call->change = apply;
    change_again(core, call);
}

/* ---- taking part ---- */

static void note_entrant(struct core *core, struct call *call, struct tourney *e,
                         struct store_batch *batch, const char *what,
                         const struct store_entrant *entrant) {
    struct store_note *note;
    struct json_out out = note_begin(e, batch, what, &call->me, core->now, &note);
    char reason[STORE_REMARK] = "";
    json_number(&out, "entrant", entrant->number);
    json_text(&out, "name", entrant->name);
    if (read_remark(call->json, "reason", reason) && reason[0]) json_text(&out, "reason", reason);
    note_end(&out);
}

static bool is_name_free(const struct tourney *e, const struct store_person *me,
                         struct message *error) {
    char mine[STORE_NAME], theirs[STORE_NAME];
    for (unsigned i = 0; name_fold(me->name, mine) && i < e->entrant_count; i++)
        if (strcmp(e->entrants[i].person, me->id) != 0 && name_fold(e->entrants[i].name, theirs) &&
            strcmp(mine, theirs) == 0)
            return refuse(error, MESSAGE("server.error.name_here"));
    return true;
}

static bool may_enter(const struct core *core, const struct call *call, const struct tourney *e,
                      struct message *error) {
    const struct store_tournament *row = &e->row;
    bool all = row->system == STORE_ROUND_ROBIN, back = tourney_entrant(e, call->me.id) != NULL;
    unsigned most = all ? TOURNAMENT_ALL_MAX : core->settings.entrants_max;
    if (row->stage == STORE_ENDED || (all && row->stage != STORE_ENTERING))
        return refuse(error, MESSAGE("server.error.entry_closed"));
    if (!back && e->entrant_count >= most)
        return refuse(error, MESSAGE("server.error.full", NUMBER("max", most)));
    if (row->rated && !call->me.password[0])
        return refuse(error, MESSAGE("server.error.rated_guest"));
    if (call->others > TOURNAMENTS_PER_PERSON && !back && !core->settings.unlimited)
        return refuse(
            error, MESSAGE("server.error.many_tournaments", NUMBER("max", TOURNAMENTS_PER_PERSON)));
    return is_name_free(e, &call->me, error);
}

static bool enter(struct core *core, struct call *call, struct tourney *e,
                  struct store_batch *batch, struct message *error) {
    const struct store_entrant *before = tourney_entrant(e, call->me.id);
    if (!may_enter(core, call, e, error)) return false;
    if (before && !before->withdrawn) return true;
    struct store_entrant row = {.number = e->row.entrants, .entered_ms = core->now};
    if (before) row = *before;
    else e->row.entrants++;
    strcpy(row.at, e->row.id);
    strcpy(row.person, call->me.id);
    strcpy(row.name, call->me.name);
    row.guest = !call->me.password[0];
    row.withdrawn = 0;
    store_put(batch, STORE_ENTRANT)->entrant = row;
    note_entrant(core, call, e, batch, "entered", &row);
    return true;
}

void call_tournament_enter(struct core *core, struct call *call) {
    change(core, call, enter);
}

static bool withdraw(struct core *core, struct call *call, struct tourney *e,
                     struct store_batch *batch, const struct store_entrant *entrant,
                     const char *what) {
    struct store_entrant row = *entrant;
    row.withdrawn = 1;
    store_put(batch, STORE_ENTRANT)->entrant = row;
    note_entrant(core, call, e, batch, what, &row);
    return true;
}

static bool leave(struct core *core, struct call *call, struct tourney *e,
                  struct store_batch *batch, struct message *error) {
    const struct store_entrant *entrant = tourney_entrant(e, call->me.id);
    if (!entrant || entrant->withdrawn || e->row.stage == STORE_ENDED)
        return refuse(error, MESSAGE("server.error.not_entered"));
    return withdraw(core, call, e, batch, entrant, "left");
}

void call_tournament_leave(struct core *core, struct call *call) {
    change(core, call, leave);
}

/* ---- the organiser ---- */

static bool is_organiser(const struct call *call, const struct tourney *e, struct message *error) {
    return strcmp(e->row.host, call->me.id) == 0 ||
           refuse(error, MESSAGE("server.error.organiser"));
}

static bool start(struct core *core, struct call *call, struct tourney *e,
                  struct store_batch *batch, struct message *error) {
    if (!is_organiser(call, e, error)) return false;
    if (e->row.stage != STORE_ENTERING) return refuse(error, MESSAGE("server.error.stage"));
    if (tourney_active(e) < 2) return refuse(error, MESSAGE("server.error.few_entrants"));
    tourney_start(core, e, batch, &call->me);
    return true;
}

void call_tournament_start(struct core *core, struct call *call) {
    change(core, call, start);
}

static bool next(struct core *core, struct call *call, struct tourney *e, struct store_batch *batch,
                 struct message *error) {
    if (!is_organiser(call, e, error)) return false;
    if (e->row.stage != STORE_RUNNING || e->row.finished < e->row.drawn ||
        tourney_is_last(core, e) || !tourney_draw(core, e, batch, &call->me))
        return refuse(error, MESSAGE("server.error.stage"));
    return true;
}

void call_tournament_next(struct core *core, struct call *call) {
    change(core, call, next);
}

/* The clock that runs to the first or next round; NULL: there is none. */
static int64_t *clock_of(struct store_tournament *row) {
    if (row->stage == STORE_ENTERING) return &row->starts_ms;
    bool between = row->stage == STORE_RUNNING && row->finished == row->drawn;
    return between ? &row->next_ms : NULL;
}

/* `add_s` sets the clock later, or starts one that stands; `stop` leaves the draw to the
 * organiser. */
static bool set_clock(struct core *core, struct call *call, struct tourney *e,
                      struct store_batch *batch, struct message *error) {
    struct store_note *note;
    int64_t *due = clock_of(&e->row), add_ms = 0;
    bool stops = json_flag(call->json, "stop", false);
    if (!is_organiser(call, e, error)) return false;
    if (!due || (stops && !*due)) return refuse(error, MESSAGE("server.error.stage"));
    if (!stops && (!json_limited(call->json, "add_s", PAUSE_S_MAX, 1000, &add_ms) || !add_ms))
        return refuse(error, MESSAGE("server.error.clock", NUMBER("max", PAUSE_S_MAX)));
    int64_t until = stops ? 0 : (*due > core->now ? *due : core->now) + add_ms;
    if (until > core->now + YEAR_MS || (until && e->row.ends_ms && e->row.ends_ms <= until))
        return refuse(error, MESSAGE("server.error.schedule"));
    *due = until;
    struct json_out out =
        note_begin(e, batch, stops ? "stopped" : "extended", &call->me, core->now, &note);
    if (until) json_number(&out, "until_ms", until);
    note_end(&out);
    return true;
}

void call_tournament_clock(struct core *core, struct call *call) {
    change(core, call, set_clock);
}

static bool end(struct core *core, struct call *call, struct tourney *e, struct store_batch *batch,
                struct message *error) {
    struct store_note *note;
    if (!is_organiser(call, e, error)) return false;
    if (e->row.stage == STORE_ENDED || e->row.ending)
        return refuse(error, MESSAGE("server.error.stage"));
    if (e->row.finished == e->row.drawn) {
        tourney_end(core, e, batch, &call->me);
        return true;
    }
    e->row.ending = 1;
    struct json_out out = note_begin(e, batch, "ending", &call->me, core->now, &note);
    note_end(&out);
    return true;
}

void call_tournament_end(struct core *core, struct call *call) {
    change(core, call, end);
}

static bool remove_entrant(struct core *core, struct call *call, struct tourney *e,
                           struct store_batch *batch, struct message *error) {
    int64_t number;
    if (!is_organiser(call, e, error)) return false;
    if (!json_read_number(json_get(call->json, "entrant"), &number) || number < 0 ||
        number >= e->entrant_count || e->entrants[number].withdrawn || e->row.stage == STORE_ENDED)
        return refuse(error, MESSAGE("server.error.not_entered"));
    return withdraw(core, call, e, batch, &e->entrants[number], "removed");
}

void call_tournament_remove(struct core *core, struct call *call) {
    change(core, call, remove_entrant);
}

/* `score`, one number per seat, and `lost`, a list of seats. */
static bool read_result(struct json json, unsigned seats, struct tournament_table *result) {
    struct json at = {0}, none, item;
    int64_t number;
    unsigned count = 0;
    if (json_type(json_get(json, "score")) != JSON_ARRAY) return false;
    while (json_next(json_get(json, "score"), &at, &none, &item)) {
        if (count == seats || !json_read_number(item, &number) || number < INT16_MIN ||
            number > INT16_MAX)
            return false;
        result->score[count++] = (int16_t)number;
    }
    result->lost = 0;
    at = (struct json){0};
    if (is_given(json, "lost") && json_type(json_get(json, "lost")) != JSON_ARRAY) return false;
    while (is_given(json, "lost") && json_next(json_get(json, "lost"), &at, &none, &item)) {
        if (!json_read_number(item, &number) || number < 0 || number >= seats) return false;
        result->lost |= (uint8_t)SEAT_BIT(number);
    }
    for (unsigned seat = 0; seat < seats; seat++) {
        result->place[seat] = 1;
        for (unsigned other = 0; other < seats; other++)
            if (result->score[other] > result->score[seat]) result->place[seat]++;
    }
    return count == seats;
}

static void note_correction(struct core *core, struct call *call, struct tourney *e,
                            struct store_batch *batch, const struct store_pairing *row,
                            const struct tournament_table *result, const char *reason) {
    struct store_note *note;
    struct json_out out = note_begin(e, batch, "corrected", &call->me, core->now, &note);
    json_number(&out, "table", row->number);
    json_number(&out, "round", row->round + 1);
    json_array(&out, "score");
    for (unsigned seat = 0; seat < (unsigned)e->row.players; seat++)
        json_number(&out, NULL, result->score[seat]);
    json_array_end(&out);
    json_array(&out, "lost");
    for (unsigned seat = 0; seat < (unsigned)e->row.players; seat++)
        if (result->lost & SEAT_BIT(seat)) json_number(&out, NULL, seat);
    json_array_end(&out);
    if (reason[0]) json_text(&out, "reason", reason);
    note_end(&out);
}

/* The last table of a round may be corrected: then the round is over. A table that is still played
 * ends without a result of its own, so that nobody plays on for nothing. */
static bool correct(struct core *core, struct call *call, struct tourney *e,
                    struct store_batch *batch, struct message *error) {
    int64_t number;
    char reason[STORE_REMARK] = "";
    if (!is_organiser(call, e, error)) return false;
    if (!json_read_number(json_get(call->json, "table"), &number) || number < 0 ||
        number >= e->pairing_count ||
        !read_result(call->json, (unsigned)e->row.players, &e->results[number]))
        return refuse(error, MESSAGE("server.error.correction"));
    if (!read_remark(call->json, "reason", reason))
        return refuse(error, MESSAGE("server.error.remark", NUMBER("max", REMARK_LETTERS_MAX)));
    struct store_pairing row = e->pairings[number];
    row.corrected = 1;
    e->results[number].finished = true;
    pairing_set_result(&row, &e->results[number], (unsigned)e->row.players);
    note_correction(core, call, e, batch, &row, &e->results[number], reason);
    tourney_step(core, e, batch);
    /* after tourney_step, which writes the result of an unfinished table without the correction */
    store_put(batch, STORE_PAIRING)->pairing = row;
    store_sweep(batch, STORE_STOP_TABLE, row.table_id, ORDER_STOP);
    return true;
}

void call_tournament_correct(struct core *core, struct call *call) {
    change(core, call, correct);
}

/* ---- reading ---- */

static void write_list(struct core *core, struct call *call, struct store_batch *batch) {
    if (call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_TOURNAMENTS, NULL);
    if (!found) found = store_found(batch, STORE_TOURNAMENTS_OF, NULL);
    const struct store_tournament *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "tournaments");
    for (unsigned i = 0; i < found->count; i++) {
        json_object(&out, NULL);
        tournament_write_head(&out, &rows[i], call->known ? call->me.id : "");
        json_object_end(&out);
    }
    json_array_end(&out);
    call_end(core, call, &out);
}

void call_tournaments(struct core *core, struct call *call) {
    char text[2];
    int64_t over = call_query(call, "over", text, sizeof text) && text[0] == '1';
    bool mine = call_query(call, "mine", text, sizeof text) && text[0] == '1';
    if (mine && !call->known) {
        call_refuse(core, call, 401, &MESSAGE("server.error.session"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    if (mine) store_find(batch, STORE_TOURNAMENTS_OF, call->me.id, over, LIST_MAX);
    else store_find(batch, STORE_TOURNAMENTS, "", over, LIST_MAX);
    call_find(core, call, batch, write_list);
}

static void look_again(struct core *core, struct call *call);

/* The round that the reader asks for, from 0: the latest one unless `round` names another. */
static int round_asked(const struct call *call, const struct tourney *e) {
    int64_t round = call_query_number(call, "round");
    return round < 1 || round > e->row.drawn ? (int)e->row.drawn - 1 : (int)round - 1;
}

static void write_one(struct core *core, struct call *call, const struct tourney *e) {
    char as[8] = "", boards[2] = "", *text = malloc(CORE_REPLY_MAX);
    const char *reader = call->known ? call->me.id : "";
    struct json_out out;
    ensure(text);
    (void)call_query(call, "as", as, sizeof as);
    (void)call_query(call, "boards", boards, sizeof boards);
    if (strcmp(as, "csv") == 0) {
        size_t length = tournament_write_csv(text, CORE_REPLY_MAX, e);
        call_end_text(core, call, text, length, "tafelrunde.csv", "text/csv; charset=utf-8");
    } else {
        bool whole = strcmp(as, "json") == 0;
        json_begin(&out, text, CORE_REPLY_MAX);
        json_object(&out, NULL);
        tournament_write(&out, e, whole ? -1 : round_asked(call, e), reader,
                         boards[0] == '1' && !whole ? core : NULL);
        json_object_end(&out);
        if (out.length <= out.size)
            call_end_text(core, call, text, out.length, whole ? "tafelrunde.json" : NULL, NULL);
        else
            call_refuse(core, call, 413,
                        &MESSAGE("server.error.too_long", NUMBER("max", CORE_REPLY_MAX)));
    }
    free(text);
}

static void one_found(struct core *core, struct call *call, struct store_batch *found) {
    struct tourney e;
    if (call_failed(core, call, found)) return;
    enum tourney_found outcome = tourney_open(&e, found);
    if (outcome == TOURNEY_TORN) {
        look_again(core, call);
        return;
    }
    if (outcome == TOURNEY_MISSING) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_tournament"));
        return;
    }
    write_one(core, call, &e);
    tourney_close(&e);
}

static void look_again(struct core *core, struct call *call) {
    char as[8];
    struct store_batch *batch = store_batch(NULL);
    tourney_find(batch, call->argument);
    store_find(batch, STORE_NOTES_AT, call->argument, 0,
               call_query(call, "as", as, sizeof as) ? 0 : NOTES_SHOWN);
    call_find(core, call, batch, one_found);
}

/* The reader has seen this revision: is there anything new? */
static void revision_found(struct core *core, struct call *call, struct store_batch *found) {
    char text[24] = "";
    if (call_failed(core, call, found)) return;
    const struct store_tournament *row = store_found(found, STORE_TOURNAMENT_AT, NULL)->rows;
    (void)call_query(call, "revision", text, sizeof text);
    if (!row || strtoll(text, NULL, 10) != row->revision) {
        look_again(core, call);
        return;
    }
    struct json_out out = call_begin(core);
    json_number(&out, "revision", row->revision);
    json_bool(&out, "unchanged", true);
    call_end(core, call, &out);
}

void call_tournament(struct core *core, struct call *call) {
    char text[24];
    if (!draws_is_id(call->argument, strlen(call->argument))) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_tournament"));
        return;
    }
    if (!call_query(call, "revision", text, sizeof text)) {
        look_again(core, call);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TOURNAMENT_AT, call->argument, 0, 1);
    call_find(core, call, batch, revision_found);
}
