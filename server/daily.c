/* The deal of the day.
 *
 * The first server to see a new day adds its row with a random seed and thereby publishes the
 * commitment. An account has one attempt per day: the row with its table exists once. The table is
 * sealed until the day is over, and its end writes the score in the same batch. After the day, the
 * first reader stores the distribution of the scores with the day.
 *
 * With the first attempt of a day a master begins one, too, at a table without people: everybody is
 * compared with it. Its row has the person DAILY_MASTER and never counts. */
#include "server/state.h"

#include "games/registry.h"
#include "match/daily.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS_SEEN = 400 }; /* of a person: enough for a year's streak */

_Static_assert((int)STORE_DAY == DAY_LENGTH + 1, "a day fits");

/* How often each score was reached, ascending. */
struct scores {
    struct {
        int64_t score, count;
    } *list;
    unsigned count;
    int64_t played;
};

static void scores_add(struct scores *scores, int64_t score, int64_t count) {
    unsigned at = scores->count;
    scores->played += count;
    while (at > 0 && scores->list[at - 1].score > score) at--;
    if (at > 0 && scores->list[at - 1].score == score) {
        scores->list[at - 1].count += count;
        return;
    }
    scores->list = realloc(scores->list, (scores->count + 1) * sizeof *scores->list);
    ensure(scores->list);
    memmove(scores->list + at + 1, scores->list + at, (scores->count - at) * sizeof *scores->list);
    scores->count++;
    scores->list[at].score = score;
    scores->list[at].count = count;
}

static void scores_close(struct scores *scores) {
    free(scores->list);
}

/* `attempts`: NULL if the day is closed, so that its row has the distribution. */
static struct scores scores_of(const struct store_day *day, const struct store_op *attempts) {
    struct scores scores = {0};
    const struct store_attempt *rows = attempts ? attempts->rows : NULL;
    const char *at = day->scores;
    long long score, count;
    int used;
    for (unsigned i = 0; attempts && i < attempts->count; i++)
        if (rows[i].ended_ms > 0) scores_add(&scores, rows[i].score, 1);
    while (!attempts && sscanf(at, "%lld:%lld%n", &score, &count, &used) == 2) {
        scores_add(&scores, score, count);
        at += used;
    }
    return scores;
}

/* ---- days ---- */

static bool is_over(const struct core *core, const char *day) {
    return core->now >= daily_begin_ms(day) + DAY_MS;
}

static void today(const struct core *core, char day[STORE_DAY]) {
    daily_day(core->now, day);
}

static void add_day(struct core *core, struct store_batch *batch, const char *day) {
    struct daily daily;
    struct store_day *row = &store_add(batch, STORE_DAY_ROW)->day;
    ensure(daily_of(day, &daily));
    strcpy(row->day, day);
    strcpy(row->game, daily.game->id);
    core->shell->random(core->shell, row->seed, sizeof row->seed);
}

/* Stores the distribution of a day that is over. */
static void close_day(struct store_batch *batch, const struct store_day *day,
                      const struct scores *scores) {
    struct store_day *row = &store_put(batch, STORE_DAY_ROW)->day;
    size_t length = 0;
    *row = *day;
    row->closed = 1;
    row->played = scores->played;
    for (unsigned i = 0; i < scores->count && length + 48 < sizeof row->scores; i++)
        length +=
            (size_t)snprintf(row->scores + length, sizeof row->scores - length, "%lld:%lld ",
                             (long long)scores->list[i].score, (long long)scores->list[i].count);
}

static void day_added(struct core *core, struct task *task, struct store_batch *batch) {
    (void)task;
    core->dealing = false;
    if (batch->status == STORE_DONE || batch->status == STORE_CONFLICT)
        strcpy(core->day, store_written(batch, STORE_DAY_ROW)->day.day);
}

void daily_tick(struct core *core) {
    char day[STORE_DAY];
    today(core, day);
    if (core->dealing || strcmp(core->day, day) == 0) return;
    struct store_batch *batch = store_batch(NULL);
    add_day(core, batch, day);
    core->dealing = true;
    core->deal.stored = day_added;
    core_submit(core, &core->deal, batch);
}

static bool deal_of(const struct store_day *row, struct daily *daily) {
    const struct game *game = games_find(row->game, strlen(row->game));
    if (!daily_of(row->day, daily) || game != daily->game) return false;
    daily_set_seed(daily, row->seed);
    return true;
}

/* ---- answers ---- */

static const struct store_attempt *attempt_at(const struct store_op *mine, const char *day) {
    const struct store_attempt *rows = mine ? mine->rows : NULL;
    for (unsigned i = 0; mine && i < mine->count; i++)
        if (strcmp(rows[i].day, day) == 0) return &rows[i];
    return NULL;
}

/* Days in a row with an attempt that counts, up to today or yesterday. */
static unsigned streak(const struct core *core, const struct store_op *mine) {
    unsigned length = 0;
    char day[STORE_DAY];
    for (unsigned back = 0; mine && back < ATTEMPTS_SEEN; back++) {
        daily_day(core->now - back * DAY_MS, day);
        const struct store_attempt *attempt = attempt_at(mine, day);
        if (attempt && attempt->ended_ms > 0) length++;
        else if (back > 0) break;
    }
    return length;
}

static void write_attempt(struct json_out *out, const struct store_attempt *attempt,
                          const struct scores *scores) {
    if (!attempt) {
        json_null(out, "you");
        return;
    }
    int64_t beaten = 0;
    bool counts = attempt->ended_ms > 0;
    for (unsigned i = 0; i < scores->count; i++)
        if (scores->list[i].score < attempt->score) beaten += scores->list[i].count;
    json_object(out, "you");
    json_text(out, "table", attempt->at);
    json_text(out, "phase", attempt->ended_ms ? "over" : "playing");
    if (attempt->ended_ms) {
        json_number(out, "score", attempt->score);
        json_number(out, "place", attempt->place);
    } else {
        json_null(out, "score");
        json_null(out, "place");
    }
    if (counts) json_number(out, "beaten", beaten);
    else json_null(out, "beaten");
    json_bool(out, "counts", counts);
    json_object_end(out);
}

static void write_scores(struct json_out *out, const struct scores *scores, bool shown) {
    if (!shown) {
        json_null(out, "scores");
        return;
    }
    json_array(out, "scores");
    for (unsigned i = 0; i < scores->count; i++) {
        json_object(out, NULL);
        json_number(out, "score", scores->list[i].score);
        json_number(out, "count", scores->list[i].count);
        json_object_end(out);
    }
    json_array_end(out);
}

/* Scores tell about the deal, so a person sees them after their own attempt. */
static bool may_compare(const struct core *core, const struct store_day *row,
                        const struct store_op *mine) {
    const struct store_attempt *attempt = attempt_at(mine, row->day);
    return is_over(core, row->day) || (attempt && attempt->ended_ms);
}

static void write_day(const struct core *core, struct json_out *out, const struct store_day *row,
                      const struct scores *scores, const struct store_op *mine) {
    const struct store_attempt *attempt = attempt_at(mine, row->day);
    bool over = is_over(core, row->day);
    struct daily daily;
    if (!deal_of(row, &daily)) return;
    uint8_t commitment[HASH_SIZE];
    draws_commitment(daily.table, daily.seed, commitment);
    daily_write(out, &daily);
    draws_write_json(out, "commitment", commitment);
    if (over) {
        daily_write_seed(out, &daily);
    } else {
        json_null(out, "seed");
        json_null(out, "reserve");
    }
    json_number(out, "ends_ms", daily_begin_ms(row->day) + DAY_MS);
    json_bool(out, "over", over);
    json_number(out, "played", scores->played);
    write_scores(out, scores, may_compare(core, row, mine));
    write_attempt(out, attempt, scores);
}

static void stored_nothing(struct core *core, struct task *task, struct store_batch *batch) {
    (void)core, (void)task, (void)batch;
}

/* The row of a master who has played to the end, or NULL. */
static const struct store_attempt *master_of(const struct store_op *attempts) {
    const struct store_attempt *rows = attempts->rows;
    for (unsigned i = 0; i < attempts->count; i++)
        if (strcmp(rows[i].person, DAILY_MASTER) == 0 && rows[i].ended_ms) return &rows[i];
    return NULL;
}

/* `table` appears when the table may be seen. */
static void write_master(struct json_out *out, const struct store_attempt *master, bool over) {
    if (!master) {
        json_null(out, "master");
        return;
    }
    json_object(out, "master");
    json_number(out, "score", master->score);
    json_number(out, "place", master->place);
    if (over) json_text(out, "table", master->at);
    else json_null(out, "table");
    json_object_end(out);
}

static void find_mine(const struct call *call, struct store_batch *batch) {
    if (call->known) store_find(batch, STORE_ATTEMPTS_OF, call->me.id, 0, ATTEMPTS_SEEN);
}

/* ---- one day ---- */

static void find_day(struct core *core, struct call *call);

static void day_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status != STORE_CONFLICT && call_failed(core, call, batch)) return;
    const struct store_op *found = store_found(batch, STORE_DAY_AT, NULL);
    if (!found) { /* it was just added, here or elsewhere */
        find_day(core, call);
        return;
    }
    const struct store_day *row = found->rows;
    char day[STORE_DAY];
    today(core, day);
    if (!row && strcmp(call->text, day) == 0) {
        struct store_batch *add = store_batch(NULL);
        add_day(core, add, day);
        call_find(core, call, add, day_found);
        return;
    }
    struct daily daily;
    if (!row || !deal_of(row, &daily)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_day"));
        return;
    }
    const struct store_op *mine = store_found(batch, STORE_ATTEMPTS_OF, NULL),
                          *attempts = store_found(batch, STORE_ATTEMPTS_AT, NULL);
    struct scores scores = scores_of(row, row->closed ? NULL : attempts);
    if (!row->closed && is_over(core, row->day)) {
        struct store_batch *close = store_batch(NULL);
        close_day(close, row, &scores);
        core_submit(core, &core->closing, close);
    }
    struct json_out out = call_begin(core);
    write_day(core, &out, row, &scores, mine);
    write_master(&out, may_compare(core, row, mine) ? master_of(attempts) : NULL,
                 is_over(core, row->day));
    json_number(&out, "streak", streak(core, mine));
    scores_close(&scores);
    call_end(core, call, &out);
}

static void find_day(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    core->closing.stored = stored_nothing;
    store_find(batch, STORE_DAY_AT, call->text, 0, 1);
    store_find(batch, STORE_ATTEMPTS_AT, call->text, 0, 0);
    find_mine(call, batch);
    call_find(core, call, batch, day_found);
}

void call_daily(struct core *core, struct call *call) {
    struct daily daily;
    char day[STORE_DAY];
    today(core, day);
    if (call->argument[0] &&
        (!daily_of(call->argument, &daily) || strcmp(call->argument, day) > 0)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_day"));
        return;
    }
    strcpy(call->text, call->argument[0] ? call->argument : day);
    find_day(core, call);
}

/* ---- a month ---- */

static void write_month(struct core *core, struct call *call, const struct store_batch *days,
                        const struct store_batch *attempts) {
    const struct store_op *found = store_found(days, STORE_DAYS_OF_MONTH, NULL),
                          *mine = store_found(days, STORE_ATTEMPTS_OF, NULL);
    const struct store_day *rows = found->rows;
    struct json_out out = call_begin(core);
    json_array(&out, "days");
    for (unsigned i = 0; i < found->count; i++) {
        struct daily daily;
        const struct store_op *live =
            attempts ? store_found(attempts, STORE_ATTEMPTS_AT, rows[i].day) : NULL;
        struct scores scores = scores_of(&rows[i], rows[i].closed ? NULL : live);
        if (deal_of(&rows[i], &daily)) {
            json_object(&out, NULL);
            daily_write(&out, &daily);
            json_bool(&out, "over", is_over(core, rows[i].day));
            json_number(&out, "played", scores.played);
            write_attempt(&out, attempt_at(mine, rows[i].day), &scores);
            json_object_end(&out);
        }
        scores_close(&scores);
    }
    json_array_end(&out);
    json_number(&out, "streak", streak(core, mine));
    call_end(core, call, &out);
}

static void live_found(struct core *core, struct call *call, struct store_batch *batch) {
    if (!call_failed(core, call, batch)) write_month(core, call, batch, batch);
}

/* Days that are not closed need their attempts. */
static void month_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_op *days = store_found(found, STORE_DAYS_OF_MONTH, NULL);
    const struct store_day *rows = days->rows;
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_DAYS_OF_MONTH, call->text, 0, 0);
    find_mine(call, batch);
    unsigned before = batch->count;
    for (unsigned i = 0; i < days->count; i++)
        if (!rows[i].closed) store_find(batch, STORE_ATTEMPTS_AT, rows[i].day, 0, 0);
    if (batch->count == before) {
        store_batch_free(batch);
        write_month(core, call, found, NULL);
    } else {
        call_find(core, call, batch, live_found);
    }
}

void call_days(struct core *core, struct call *call) {
    char day[STORE_DAY];
    struct daily daily;
    today(core, day);
    day[7] = 0;
    if (!call_query(call, "month", call->text, sizeof call->text)) strcpy(call->text, day);
    snprintf(day, sizeof day, "%.7s-01", call->text);
    if (strlen(call->text) != 7 || !daily_of(day, &daily)) {
        call_refuse(core, call, 404, &MESSAGE("server.error.no_day"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_DAYS_OF_MONTH, call->text, 0, 0);
    find_mine(call, batch);
    call_find(core, call, batch, month_found);
}

/* ---- an attempt ---- */

static void find_attempt(struct core *core, struct call *call);

static void write_table(struct core *core, struct call *call, const char *table) {
    char path[STORE_ID + 4];
    snprintf(path, sizeof path, "/t/%s", table);
    struct json_out out = call_begin(core);
    json_text(&out, "table", table);
    json_text(&out, "path", path);
    room_find(core, table);
    call_end(core, call, &out);
}

/* All attempts of a day have the same seed, and opponents that give the same answers. `me`: NULL
 * for the master. */
static void add_table(struct core *core, struct store_batch *batch, const struct daily *daily,
                      const struct store_person *me, const char *id) {
    struct store_table *row = &store_add(batch, STORE_TABLE)->table;
    strcpy(row->id, id);
    strcpy(row->game, daily->game->id);
    game_components_hash(daily->game, row->components);
    row->rules = daily->game->rules;
    row->players = daily->players;
    memcpy(row->options, daily->options, sizeof row->options);
    memcpy(row->seed, daily->seed, SEED_SIZE);
    memcpy(row->reserve, daily->reserve, SEED_SIZE);
    row->phase = STORE_PLAYING;
    row->created_ms = row->changed_ms = core->now;
    row->wake_ms = 1;
    strcpy(row->event, daily->day);
    row->sealed = 1;
    for (unsigned seat = 0; seat < daily->players; seat++) {
        struct store_seat *s = &store_add(batch, STORE_SEAT)->seat;
        strcpy(s->at, id);
        s->seat = seat;
        if (seat == daily->seat && me) {
            strcpy(s->person, me->id);
            strcpy(s->name, me->name);
            seat_without_entropy(s);
        } else {
            strcpy(s->level, seat == daily->seat ? DAILY_MASTER : DAILY_LEVEL);
            strcpy(s->first, s->level);
        }
    }
}

/* `me`: NULL for the master. */
static void add_attempt(struct core *core, struct store_batch *batch, const struct daily *daily,
                        const struct store_person *me, const char *id) {
    struct store_attempt *attempt = &store_add(batch, STORE_ATTEMPT)->attempt;
    strcpy(attempt->day, daily->day);
    strcpy(attempt->person, me ? me->id : DAILY_MASTER);
    if (me) strcpy(attempt->name, me->name);
    strcpy(attempt->at, id);
    attempt->begun_ms = core->now;
    add_table(core, batch, daily, me, id);
}

static void attempt_stored(struct core *core, struct call *call, struct store_batch *batch) {
    if (batch->status == STORE_CONFLICT && batch->ops[batch->failed].does == STORE_LIMIT) {
        struct who who;
        person_to_who(&call->me, &who);
        call_refuse(core, call, 409,
                    &MESSAGE("server.error.many_tables", NUMBER("max", tables_max(core, &who))));
    } else if (batch->status == STORE_CONFLICT) {
        find_attempt(core, call); /* it exists already */
    } else if (!call_failed(core, call, batch)) {
        core->next_due_ms = core->now; /* finds the master's table */
        write_table(core, call, store_written(batch, STORE_TABLE)->table.id);
    }
}

static void attempt_found(struct core *core, struct call *call, struct store_batch *found) {
    if (call_failed(core, call, found)) return;
    const struct store_day *row = store_found(found, STORE_DAY_AT, NULL)->rows;
    const struct store_attempt *before =
        attempt_at(store_found(found, STORE_ATTEMPTS_OF, call->me.id), call->text);
    struct daily daily;
    struct who who;
    char id[STORE_ID];
    if (before) {
        write_table(core, call, before->at);
        return;
    }
    if (!row || !deal_of(row, &daily)) {
        call_refuse(core, call, 503, &MESSAGE("server.error.store"));
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    person_to_who(&call->me, &who);
    core_new_id(core, id);
    store_limit(batch, call->me.id, id, tables_max(core, &who));
    add_attempt(core, batch, &daily, &call->me, id);
    if (!attempt_at(store_found(found, STORE_ATTEMPTS_OF, DAILY_MASTER), call->text)) {
        core_new_id(core, id);
        add_attempt(core, batch, &daily, NULL, id);
    }
    call_find(core, call, batch, attempt_stored);
}

static void find_attempt(struct core *core, struct call *call) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_DAY_AT, call->text, 0, 1);
    find_mine(call, batch);
    store_find(batch, STORE_ATTEMPTS_OF, DAILY_MASTER, 0, 1); /* the latest */
    call_find(core, call, batch, attempt_found);
}

void call_attempt(struct core *core, struct call *call) {
    if (!account_needed(core, call)) return;
    today(core, call->text);
    find_attempt(core, call);
}
