/* Notices of turns for people who are away: by Web Push, and by webhook at relaxed tables.
 *
 * If a player is not connected, the batch with the move that begins the turn also adds a "turn"
 * job. When it is due and the seat must still answer, it becomes one "send" job per target. Each is
 * retried with growing backoff and removed on success. A notice contains only the table's id and
 * the kind of the event. */
#include "server/state.h"

#include "core/blake2b.h"
#include "core/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOTICE_TRIES = 5,
    TURNS_MAX = 50,
    SENDING_MAX = 16, /* at once: few enough to finish before their leases end */
    GONE = 410,
    NOT_FOUND = 404,
};

static const char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64url_write(const uint8_t *bytes, size_t size, char *text) {
    for (size_t bit = 0; bit < 8 * size; bit += 6) {
        unsigned two =
            (unsigned)bytes[bit / 8] << 8 | (bit / 8 + 1 < size ? bytes[bit / 8 + 1] : 0u);
        *text++ = base64url[two >> (10 - bit % 8) & 63];
    }
    *text = 0;
}

bool base64url_read(const char *text, uint8_t *bytes, size_t size) {
    size_t length = strcspn(text, "=");
    uint32_t bits = 0;
    unsigned have = 0;
    if (length != (8 * size + 5) / 6) return false;
    for (size_t i = 0; i < length; i++) {
        const char *digit = strchr(base64url, text[i]);
        if (!digit) return false;
        bits = bits << 6 | (uint32_t)(digit - base64url);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        *bytes++ = (uint8_t)(bits >> have);
    }
    return true;
}

/* ---- the server's push keys ---- */

static void use_keys(struct core *core, const struct core_keys *keys) {
    core->push_keys = *keys;
    core->has_keys = true;
}

void notices_start(struct core *core, const struct store_value *value) {
    struct core_keys keys;
    if (!core->settings.push) return;
    if (!value) core->shell->work(core->shell, work_new(CORE_KEYS));
    else if (hex_read(value->data, (uint8_t *)&keys, sizeof keys)) use_keys(core, &keys);
    else core->shell->log(core->shell, "push_keys_damaged", "", 0);
}

static void keys_stored(struct core *core, struct task *task, struct store_batch *batch) {
    struct core_keys keys;
    (void)task;
    if (batch->status == STORE_DONE &&
        hex_read(store_written(batch, STORE_VALUE)->value.data, (uint8_t *)&keys, sizeof keys))
        use_keys(core, &keys);
    else core->shell->log(core->shell, "push_keys_failed", "", 0);
}

void notices_keys_made(struct core *core, const struct core_keys *keys) {
    struct store_batch *batch = store_batch(NULL);
    struct store_value *value = &store_add(batch, STORE_VALUE)->value;
    _Static_assert(2 * sizeof *keys < sizeof value->data, "keys fit");
    if (core->stopping) {
        store_batch_free(batch);
        return;
    }
    strcpy(value->key, NOTICE_KEYS);
    hex_write((const uint8_t *)keys, sizeof *keys, value->data);
    core->keys.stored = keys_stored;
    core_submit(core, &core->keys, batch);
}

/* ---- "turn" jobs ---- */

/* The id follows from the turn, so a job that several servers add exists once. */
static void name_turn(const struct store_seat *seat, char id[STORE_ID]) {
    char text[80];
    uint8_t hash[HASH_SIZE];
    int length = snprintf(text, sizeof text, "%s %d %lld", seat->at, (int)seat->seat,
                          (long long)seat->running_ms);
    blake2b_hash(text, (size_t)length, hash);
    draws_write_id(hash, id);
}

void notice_turn(struct room *room, unsigned seat) {
    struct core *core = room->core;
    struct json_out out;
    if ((!core->settings.push && !core->settings.webhooks) || !room->seats[seat].person[0]) return;
    struct store_job *job = &store_put(room_extra_batch(room), STORE_JOB)->job;
    name_turn(&room->seats[seat], job->id);
    strcpy(job->kind, "turn");
    strcpy(job->person, room->seats[seat].person);
    job->due_ms = core->now + core->settings.notice_ms;
    if (core->next_due_ms > job->due_ms) core->next_due_ms = job->due_ms;
    json_begin(&out, job->data, sizeof job->data - 1);
    json_object(&out, NULL);
    json_text(&out, "table", room->id);
    json_number(&out, "seat", seat);
    json_object_end(&out);
}

struct notice_task {
    struct task task;
    struct store_job job;
    char table[STORE_ID], target[STORE_ID], body[CORE_NOTICE_MAX];
    int64_t seat;
};

static bool read_job(struct notice_task *task) {
    struct json json;
    size_t where;
    if (json_parse(task->job.data, strlen(task->job.data), &json, &where) != JSON_OK) return false;
    if (strcmp(task->job.kind, "turn") == 0)
        return json_read_text(json_get(json, "table"), task->table, STORE_ID, NULL) &&
               json_read_number(json_get(json, "seat"), &task->seat);
    return json_read_text(json_get(json, "target"), task->target, STORE_ID, NULL) &&
           json_read_text(json_get(json, "body"), task->body, CORE_NOTICE_MAX, NULL);
}

static void job_removed(struct core *core, struct task *task, struct store_batch *batch) {
    (void)core, (void)batch;
    free(task);
}

/* When the last job of its kind is done, looks for more. */
static void finish_job(struct core *core, unsigned *count) {
    if (--*count == 0) core->next_due_ms = core->now;
}

static void submit(struct core *core, struct notice_task *task, struct store_batch *batch,
                   void (*stored)(struct core *, struct task *, struct store_batch *)) {
    task->task.stored = stored;
    core_submit(core, &task->task, batch);
}

/* Is the player connected, to this or another server? */
static bool is_here(const struct core *core, const struct notice_task *task,
                    const struct store_seat *seat) {
    const struct room *room = map_get(&core->rooms, task->table);
    return core_is_alive(core, seat->here) ||
           (room && room_is_playable(room) && !room->absent_ms[task->seat]);
}

static const struct store_seat *awaited_seat(const struct store_batch *found, int64_t number) {
    const struct store_table *table = store_found(found, STORE_TABLE_AT, NULL)->rows;
    const struct store_op *all = store_found(found, STORE_SEATS_AT, NULL);
    const struct store_seat *seats = all->rows;
    for (unsigned i = 0; table && table->phase != STORE_OVER && i < all->count; i++)
        if (seats[i].seat == number && table->waiting >> number & 1) return &seats[i];
    return NULL;
}

static bool is_for(const struct core *core, const struct store_target *target,
                   const struct store_table *table) {
    if (strcmp(target->kind, "push") == 0) return core->settings.push && core->has_keys;
    return core->settings.webhooks && table->pace == STORE_RELAXED;
}

static void add_send(struct core *core, struct store_batch *batch,
                     const struct store_target *target, const struct store_table *table) {
    struct store_job *job = &store_add(batch, STORE_JOB)->job;
    char body[CORE_NOTICE_MAX];
    struct json_out out;
    core_new_id(core, job->id);
    strcpy(job->kind, "send");
    strcpy(job->person, target->person);
    job->due_ms = core->now;
    json_begin(&out, body, sizeof body - 1);
    json_object(&out, NULL);
    json_text(&out, "table", table->id);
    json_text(&out, "key", table->phase == STORE_PLAYING ? "turn" : "start");
    json_object_end(&out);
    body[out.length] = 0;
    json_begin(&out, job->data, sizeof job->data - 1);
    json_object(&out, NULL);
    json_text(&out, "target", target->id);
    json_text(&out, "body", body);
    json_object_end(&out);
}

/* Replaces the job by one per target, in one batch: nothing is lost or doubled. */
static void turn_found(struct core *core, struct task *task_, struct store_batch *found) {
    struct notice_task *task = (struct notice_task *)task_;
    const struct store_table *table = store_found(found, STORE_TABLE_AT, NULL)->rows;
    const struct store_op *all = store_found(found, STORE_TARGETS_OF, NULL);
    const struct store_target *targets = all->rows;
    finish_job(core, &core->turns);
    if (found->status != STORE_DONE) {
        free(task);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    const struct store_seat *seat = awaited_seat(found, task->seat);
    strcpy(store_remove(batch, STORE_JOB)->job.id, task->job.id);
    for (unsigned i = 0; seat && !is_here(core, task, seat) && i < all->count; i++)
        if (is_for(core, &targets[i], table)) add_send(core, batch, &targets[i], table);
    submit(core, task, batch, job_removed);
}

/* ---- "send" jobs ---- */

static void target_found(struct core *core, struct task *task_, struct store_batch *found) {
    struct notice_task *task = (struct notice_task *)task_;
    const struct store_target *target = store_found(found, STORE_TARGET_AT, NULL)->rows;
    if (found->status != STORE_DONE) {
        finish_job(core, &core->sending);
        free(task);
        return;
    }
    if (!target || strcmp(target->person, task->job.person) != 0) {
        finish_job(core, &core->sending);
        struct store_batch *batch = store_batch(NULL);
        strcpy(store_remove(batch, STORE_JOB)->job.id, task->job.id);
        submit(core, task, batch, job_removed);
        return;
    }
    struct core_work *work = work_new(CORE_NOTIFY);
    strcpy(work->notice.job, task->job.id);
    work->notice.target = *target;
    work->notice.keys = core->push_keys;
    strcpy(work->notice.body, task->body);
    work->notice.now_ms = core->now;
    work->context = task;
    core->shell->work(core->shell, work);
}

/* Removes a target that is gone. After a temporary failure the job stays; its lease decides when it
 * is tried again. */
void notice_sent(struct core *core, const struct core_work *work) {
    struct notice_task *task = work->context;
    unsigned status = work->notice.status;
    bool sent = status >= 200 && status < 300, gone = status == GONE || status == NOT_FOUND,
         wrong = status >= 300 && status < 500 && status != 429;
    core->figures.notices += sent;
    finish_job(core, &core->sending);
    if (!sent && !gone && !wrong && task->job.tries < NOTICE_TRIES) {
        free(task);
        return;
    }
    struct store_batch *batch = store_batch(NULL);
    strcpy(store_remove(batch, STORE_JOB)->job.id, task->job.id);
    if (gone) strcpy(store_remove(batch, STORE_TARGET)->target.id, work->notice.target.id);
    if (!sent && !gone) core->shell->log(core->shell, "notice_failed", "", status);
    submit(core, task, batch, job_removed);
}

static void begin_send(struct core *core, struct notice_task *task) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TARGET_AT, task->target, 0, 1);
    core->sending++;
    submit(core, task, batch, target_found);
}

static void begin_turn(struct core *core, struct notice_task *task) {
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, task->table, 0, 1);
    store_find(batch, STORE_TARGETS_OF, task->job.person, 0, 0);
    store_find(batch, STORE_SEATS_AT, task->table, 0, 0);
    core->turns++;
    submit(core, task, batch, turn_found);
}

unsigned notices_free(const struct core *core, const char *kind) {
    return strcmp(kind, "turn") == 0 ? TURNS_MAX - core->turns : SENDING_MAX - core->sending;
}

void notice_jobs(struct core *core, const struct store_op *taken) {
    const struct store_job *jobs = taken->rows;
    for (unsigned i = 0; i < taken->count; i++) {
        bool turn = strcmp(jobs[i].kind, "turn") == 0;
        struct notice_task *task = calloc(1, sizeof *task);
        ensure(task);
        task->job = jobs[i];
        if (!read_job(task)) {
            struct store_batch *batch = store_batch(NULL);
            strcpy(store_remove(batch, STORE_JOB)->job.id, jobs[i].id);
            submit(core, task, batch, job_removed);
        } else if (turn) {
            begin_turn(core, task);
        } else {
            begin_send(core, task);
        }
    }
}
