/* The worker threads: searches wait in one queue that is fair by table and has low priority;
 * passwords do not wait for them. */
#include "server/workers.h"

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <cmocka.h>

enum { THOUGHTS_MAX = 32, LOW_PRIORITY = 10 };

static sem_t gate, some;
static char order[THOUGHTS_MAX + 1];
static unsigned begun;
static int niceness;

void __wrap_core_think(struct core_work *work);

/* The first search runs until all others wait. */
void __wrap_core_think(struct core_work *work) {
    if (begun == 0) {
        niceness = getpriority(PRIO_PROCESS, 0);
        sem_wait(&gate);
    }
    order[begun++] = work->think.table[0];
}

static void notify(void *context) {
    (void)context;
    sem_post(&some);
}

static struct core_work *work_of(enum core_work_kind kind) {
    struct core_work *work = calloc(1, sizeof *work);
    assert_non_null(work);
    work->kind = kind;
    return work;
}

static void submit_thought(struct workers *workers, char table) {
    struct core_work *work = work_of(CORE_THINK);
    work->think.table[0] = table;
    workers_submit(workers, work);
}

/* Waits for this many results and returns how many of them are passwords. */
static unsigned wait_for(struct workers *workers, unsigned count) {
    unsigned passwords = 0;
    while (count) {
        sem_wait(&some);
        for (struct core_work *work = workers_completed(workers), *next; work;
             work = next, count--) {
            next = work->next;
            passwords += work->kind == CORE_HASH && work->secret.good;
            free(work);
        }
    }
    return passwords;
}

static void tables_take_turns_and_passwords_do_not_wait(void **state) {
    (void)state;
    sem_init(&gate, 0, 0);
    sem_init(&some, 0, 0);
    struct workers *workers =
        workers_open(&(struct workers_config){.thinkers = 1, .notify = notify});
    assert_non_null(workers);
    submit_thought(workers, 'A');
    while (workers_waiting(workers)) sched_yield(); /* the search has begun */
    for (const char *table = "AAAABBC"; *table; table++) submit_thought(workers, *table);
    assert_int_equal(workers_waiting(workers), 7);
    struct core_work *hash = work_of(CORE_HASH);
    strcpy(hash->secret.password, "lang genug");
    hash->secret.length = strlen(hash->secret.password);
    workers_submit(workers, hash);
    assert_int_equal(wait_for(workers, 1), 1);
    assert_int_equal(workers_waiting(workers), 7);
    sem_post(&gate);
    assert_int_equal(wait_for(workers, 8), 0);
    assert_string_equal(order, "AABCABAA");
    assert_true(niceness >= LOW_PRIORITY);
    assert_true(workers_close(workers));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_take_turns_and_passwords_do_not_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
