/* Injects the n-th failure, for n = 1, 2, 3, … until a run passes: at every allocation of core,
 * match and store, every allocation inside SQLite, and every write to the disk. With PostgreSQL it
 * fails every own allocation and every transfer in either direction.
 *
 * Everything that was confirmed to a client is stored afterwards, and nothing is stored twice or in
 * part. Without memory a server ends at once instead of continuing with a partial state. If the
 * disk or SQLite's memory fails, the batch fails, and the next one works. */
#include "store/sqlite.h"
#include "tests/server/lossy.h"
#include "tests/server/players.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- own allocations ---- */

static unsigned fail_at, allocations; /* fail_at 0: no failure */

static bool fails(void) {
    return fail_at && ++allocations == fail_at;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

/* ---- a game on a file, in a child process ---- */

enum { PEOPLE = 2 };

/* What clients remember when the server is gone. */
struct memory {
    char table[STORE_ID];
    unsigned told[PEOPLE];
    bool over;
};

static char path[64], program[64] = "/proc/self/exe";

#ifdef __SANITIZE_ADDRESS__
enum { FEWER = 5 };
#else
enum { FEWER = 10 };
#endif

/* Tries all of the first failures, then ever fewer, unless there is time. */
static unsigned next_after(unsigned n) {
    return getenv("TAFELRUNDE_LONG") ? n + 1 : n + 1 + n / FEWER;
}

static struct backend *open_file(void) {
    struct message error;
    struct backend *file = sqlite_open(&(struct store_config){.path = path}, &error);
    if (!file) fail_msg("%s", error.key);
    return file;
}

static void do_batch(void *context, struct store_batch *batch) {
    struct backend *file = context;
    uint64_t us = 0;
    batch->next = NULL;
    file->do_group(file, batch, &us);
}

static void memory_name(char name[80]) {
    snprintf(name, 80, "%s.memory", path);
}

static struct memory *map_memory(void) {
    char name[80];
    memory_name(name);
    int fd = open(name, O_RDWR | O_CREAT, 0600);
    assert_true(fd >= 0 && ftruncate(fd, sizeof(struct memory)) == 0);
    struct memory *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(memory != MAP_FAILED);
    close(fd);
    return memory;
}

static void unlink_memory(void) {
    char name[80];
    memory_name(name);
    unlink(name);
}

static void play(struct memory *memory) {
    struct backend *file = open_file();
    struct world *w = world_open_on(1, do_batch, file);
    struct tales *tales = calloc(1, sizeof *tales);
    assert_non_null(tales);
    struct player people[PEOPLE];
    char secret[STORE_ID];
    people[0] = player_guest(w, tales, "Anna");
    people[1] = player_guest(w, tales, "Bert");
    make_table(&people[0], "template", 2, "", memory->table, secret);
    player_at(&people[0], memory->table, secret, 0);
    player_connect(&people[0]);
    sit_down(&people[1], memory->table, secret, 1);
    for (unsigned round = 0; round < 500 && !(people[0].over && people[1].over); round++) {
        for (unsigned i = 0; i < PEOPLE; i++) {
            player_listen(&people[i]);
            memory->told[i] = people[i].version;
            player_answer(&people[i]);
        }
        world_pass(w, 200);
    }
    memory->over = people[0].over && people[1].over;
    fail_at = 0;
    world_close(w);
    tales_close(tales);
    file->close(file);
}

/* Everything that was confirmed to a client is stored exactly once. */
static void look_after(const struct memory *memory) {
    struct backend *file = open_file();
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_TABLE_AT, memory->table, 0, 1);
    store_find(batch, STORE_ENTRIES_AT, memory->table, 0, 0);
    do_batch(file, batch);
    assert_int_equal(batch->status, STORE_DONE);
    const struct store_table *table = batch->ops[0].rows;
    const struct store_entry *entries = batch->ops[1].rows;
    unsigned count = batch->ops[1].count;
    assert_int_equal(table ? table->entries : 0, count);
    for (unsigned i = 0; i < count; i++) assert_int_equal(entries[i].version, i);
    for (unsigned i = 0; i < PEOPLE; i++) assert_true(memory->told[i] <= count);
    store_batch_free(batch);
    file->close(file);
}

static void forget_file(void) {
    char name[80];
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

/* Returns true if the run ended before the n-th failure. */
static bool run_with(unsigned n, struct memory *memory, unsigned *met) {
    int status;
    memset(memory, 0, sizeof *memory);
    forget_file();
    char number[12];
    snprintf(number, sizeof number, "%u", n);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execl(program, program, number, path, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    /* The process exited or reported out of memory; it did not read invalid memory. */
    bool ended = WIFEXITED(status) ? WEXITSTATUS(status) != 127
                                   : WTERMSIG(status) == SIGILL || WTERMSIG(status) == SIGTRAP ||
                                         WTERMSIG(status) == SIGABRT;
    if (!ended) fail_msg("allocation %u: status %d", n, status);
    ++*met;
    look_after(memory);
    return false;
}

static void no_allocation_that_fails_loses_anything(void **state) {
    (void)state;
    unsigned met = 0, n = 1;
    snprintf(path, sizeof path, "%s/tafelrunde-nth-%d.db",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    struct memory *memory = map_memory();
    while (!run_with(n, memory, &met)) n = FEWER > 5 ? n + 1 : next_after(n);
    look_after(memory);
    forget_file();
    unlink_memory();
    munmap(memory, sizeof *memory);
    print_message("# %u runs met a failure, the last of %u allocations\n", met, n);
    assert_true(met > 15);
}

/* ---- allocations of SQLite, and the disk ---- */

static sqlite3_mem_methods usual;
static unsigned sqlite_fail_at, sqlite_allocations;

static bool sqlite_fails(void) {
    return sqlite_fail_at && ++sqlite_allocations == sqlite_fail_at;
}

static void *sqlite_malloc(int size) {
    return sqlite_fails() ? NULL : usual.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size) {
    return sqlite_fails() ? NULL : usual.xRealloc(old, size);
}

static int spoil_memory(void **state) {
    (void)state;
    sqlite3_mem_methods ours;
    sqlite3_shutdown();
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) != SQLITE_OK) return 1;
    ours = usual;
    ours.xMalloc = sqlite_malloc;
    ours.xRealloc = sqlite_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &ours) == SQLITE_OK ? 0 : 1;
}

static struct store_batch *move(const char *at, unsigned version) {
    struct store_batch *batch = store_batch(NULL);
    struct store_entry *entry = &store_add(batch, STORE_ENTRY)->entry;
    strcpy(entry->at, at);
    entry->version = version;
    struct store_table *table = &store_put(batch, STORE_TABLE)->table;
    strcpy(table->id, at);
    table->entries = table->revision = version + 1;
    store_find(batch, STORE_ENTRIES_AT, at, 0, 0);
    return batch;
}

/* Makes three moves and repeats each failed one, which then succeeds. Returns the number of
 * failures; -1 if the file could not be opened. */
static int three_moves(void) {
    struct message error;
    struct backend *disk = sqlite_open(
        &(struct store_config){.path = "t.db", .vfs = LOSSY_VFS, .checkpoint_pages = 4}, &error);
    int failed = 0;
    if (!disk) return -1;
    for (unsigned version = 0; version < 3; version++) {
        struct store_batch *batch = move("a", version);
        do_batch(disk, batch);
        if (batch->status == STORE_FAILED) {
            failed++;
            sqlite_fail_at = 0;
            lossy_fill_at(0);
            assert_int_equal(batch->ops[2].count, 0);
            do_batch(disk, batch);
        }
        assert_int_equal(batch->status, STORE_DONE);
        assert_int_equal(batch->ops[2].count, version + 1);
        store_batch_free(batch);
    }
    disk->close(disk);
    return failed;
}

static void no_allocation_of_sqlite_that_fails_loses_anything(void **state) {
    (void)state;
    unsigned met = 0, n = 1;
    lossy_install();
    for (;; n = next_after(n)) {
        lossy_format();
        sqlite_allocations = 0;
        sqlite_fail_at = n;
        int failed = three_moves();
        bool passed = sqlite_allocations < n;
        sqlite_fail_at = 0;
        if (failed < 0) assert_int_equal(three_moves(), 0); /* no leftover blocks the next run */
        met += failed != 0;
        if (passed) break;
    }
    lossy_format();
    print_message("# %u runs met a failure, the last of %u allocations\n", met, n);
    assert_true(met > 20);
}

static void no_write_that_fails_loses_anything(void **state) {
    (void)state;
    unsigned met = 0, n = 1;
    lossy_install();
    for (int failed = 1; failed; n++) {
        lossy_format();
        lossy_fill_at(n);
        failed = three_moves();
        lossy_fill_at(0);
        if (failed < 0) assert_int_equal(three_moves(), 0);
        met += failed != 0;
    }
    lossy_format();
    print_message("# %u runs met a failure, the last of %u writes\n", met, n - 1);
    assert_true(met > 10);
}

/* ---- PostgreSQL and the connection to it ---- */

static unsigned way_fail_at, way_calls;

static bool way_fails(int fd) {
    if (!way_fail_at || ++way_calls != way_fail_at) return false;
    shutdown(fd, SHUT_RDWR);
    errno = ECONNRESET;
    return true;
}

ssize_t send(int fd, const void *bytes, size_t size, int flags) {
    return way_fails(fd) ? -1 : sendto(fd, bytes, size, flags, NULL, 0);
}

ssize_t recv(int fd, void *bytes, size_t size, int flags) {
    return way_fails(fd) ? -1 : recvfrom(fd, bytes, size, flags, NULL, NULL);
}

/* A failed move may have been stored nevertheless; then it is found when it is tried again. */
static void three_moves_far_away(struct backend *far, const char *table, unsigned allocation,
                                 unsigned way) {
    for (unsigned version = 0; version < 3; version++) {
        struct store_batch *batch = move(table, version);
        fail_at = allocation;
        way_fail_at = way;
        do_batch(far, batch);
        fail_at = way_fail_at = 0;
        bool again = batch->status == STORE_FAILED;
        if (again) {
            assert_int_equal(batch->ops[2].count, 0);
            do_batch(far, batch);
        }
        assert_true(batch->status == STORE_DONE || (again && batch->status == STORE_CONFLICT));
        store_batch_free(batch);
    }
    struct store_batch *batch = store_batch(NULL);
    store_find(batch, STORE_ENTRIES_AT, table, 0, 0);
    do_batch(far, batch);
    assert_int_equal(batch->ops[0].count, 3);
    store_batch_free(batch);
}

static void nothing_that_fails_on_the_way_to_postgres_loses_anything(void **state) {
    const char *postgres = getenv("TAFELRUNDE_POSTGRES");
    struct message error;
    unsigned met[2] = {0};
    (void)state;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned n = 1;; n++) {
            char table[STORE_ID];
            struct backend *far = postgres_open(
                &(struct store_config){.path = postgres, .shared = true}, NULL, &error);
            if (!far) fail_msg("%s", error.key);
            snprintf(table, sizeof table, "%u %u", kind, n);
            allocations = way_calls = 0;
            three_moves_far_away(far, table, kind ? 0 : n, kind ? n : 0);
            far->close(far);
            if ((kind ? way_calls : allocations) < n) break;
            met[kind]++;
        }
    print_message("# %u allocations and %u times on the way failed\n", met[0], met[1]);
    assert_true(met[0] >= 3 && met[1] >= 6);
}

/* With arguments: runs one game that meets the n-th failure. */
int main(int argc, char **argv) {
    if (argc == 3) {
        snprintf(path, sizeof path, "%s", argv[2]);
        struct memory *memory = map_memory();
        fail_at = (unsigned)strtoul(argv[1], NULL, 10);
        play(memory);
        return allocations < strtoul(argv[1], NULL, 10) && memory->over ? 0 : 1;
    }
    const struct CMUnitTest far[] = {
        cmocka_unit_test(nothing_that_fails_on_the_way_to_postgres_loses_anything)};
    if (getenv("TAFELRUNDE_POSTGRES")) return cmocka_run_group_tests(far, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_allocation_that_fails_loses_anything),
        cmocka_unit_test_setup(no_allocation_of_sqlite_that_fails_loses_anything, spoil_memory),
        cmocka_unit_test(no_write_that_fails_loses_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
