#include "tests/server/lossy.h"

#include "core/ensure.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILES = 8,
    NAME_MAX_BYTES = 128,
    FILE_MAX = 4 << 20,
    SECTOR = 512,
    SHM_REGIONS = 8,
    SHM_REGION = 32768
};

struct image {
    uint8_t bytes[FILE_MAX];
    int64_t size;
    bool exists;
};

struct file {
    char name[NAME_MAX_BYTES];
    struct image now, synced;
    void *shared[SHM_REGIONS];
};

static struct {
    struct file *files[FILES];
    unsigned syncs, die_at, writes, full_at;
    enum lossy_death how;
    uint32_t random;
    _Atomic bool dead; /* read while the writer runs */
} disk;

struct handle {
    sqlite3_file base;
    struct file *file;
};

static struct file *find(const char *name, bool make) {
    for (unsigned i = 0; i < FILES; i++) {
        if (!disk.files[i]) {
            if (!make) return NULL;
            disk.files[i] = calloc(1, sizeof **disk.files);
            ensure(disk.files[i] && strlen(name) < NAME_MAX_BYTES);
            strcpy(disk.files[i]->name, name);
        }
        if (strcmp(disk.files[i]->name, name) == 0) return disk.files[i];
    }
    never();
}

static struct file *of(sqlite3_file *file) {
    return ((struct handle *)file)->file;
}

static uint32_t draw(void) {
    disk.random = disk.random * 1664525u + 1013904223u;
    return disk.random >> 8;
}

/* Copies only the used part; everything beyond it is zero. */
static void copy_image(struct image *to, const struct image *from) {
    memcpy(to->bytes, from->bytes, (size_t)(to->size > from->size ? to->size : from->size));
    to->size = from->size;
    to->exists = from->exists;
}

static void erase(struct image *image) {
    memset(image->bytes, 0, (size_t)image->size);
    image->size = 0;
    image->exists = false;
}

/* ---- a file ---- */

static int on_close(sqlite3_file *file) {
    (void)file;
    return SQLITE_OK;
}

static int on_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at) {
    if (disk.dead) return SQLITE_IOERR_READ;
    struct image *image = &of(file)->now;
    int64_t there = image->size - at;
    if (there < 0) there = 0;
    if (there > count) there = count;
    memcpy(bytes, image->bytes + at, (size_t)there);
    memset((char *)bytes + there, 0, (size_t)(count - there));
    return there == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int on_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
    if (disk.dead) return SQLITE_IOERR_WRITE;
    if (disk.full_at && ++disk.writes >= disk.full_at) return SQLITE_FULL;
    struct image *image = &of(file)->now;
    ensure(at + count <= FILE_MAX);
    memcpy(image->bytes + at, bytes, (size_t)count);
    if (at + count > image->size) image->size = at + count;
    return SQLITE_OK;
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (disk.dead) return SQLITE_IOERR_TRUNCATE;
    struct image *image = &of(file)->now;
    if (size < image->size) {
        memset(image->bytes + size, 0, (size_t)(image->size - size));
        image->size = size;
    }
    return SQLITE_OK;
}

static int on_sync(sqlite3_file *file, int flags) {
    (void)flags;
    if (disk.dead) return SQLITE_IOERR_FSYNC;
    struct file *f = of(file);
    bool dies = ++disk.syncs == disk.die_at;
    if (!dies || disk.how == LOSSY_AFTER) copy_image(&f->synced, &f->now);
    disk.dead = dies;
    return dies ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *size) {
    *size = of(file)->now.size;
    return SQLITE_OK;
}

static int on_lock(sqlite3_file *file, int level) {
    (void)file, (void)level;
    return SQLITE_OK;
}

static int on_check_lock(sqlite3_file *file, int *held) {
    (void)file;
    *held = 0;
    return SQLITE_OK;
}

static int on_control(sqlite3_file *file, int op, void *argument) {
    (void)file, (void)op, (void)argument;
    return SQLITE_NOTFOUND;
}

static int on_sector(sqlite3_file *file) {
    (void)file;
    return SECTOR;
}

static int on_characteristics(sqlite3_file *file) {
    (void)file;
    return 0;
}

static int on_shm_map(sqlite3_file *file, int region, int size, int extend,
                      void volatile **memory) {
    struct file *f = of(file);
    ensure(region < SHM_REGIONS && size == SHM_REGION);
    if (!f->shared[region] && extend) f->shared[region] = calloc(1, SHM_REGION);
    *memory = f->shared[region];
    return SQLITE_OK;
}

static int on_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    (void)file, (void)offset, (void)count, (void)flags;
    return SQLITE_OK;
}

static void on_shm_barrier(sqlite3_file *file) {
    (void)file;
    __sync_synchronize();
}

static void forget_shared(struct file *f) {
    for (unsigned i = 0; i < SHM_REGIONS; i++) {
        free(f->shared[i]);
        f->shared[i] = NULL;
    }
}

static int on_shm_unmap(sqlite3_file *file, int remove) {
    if (remove) forget_shared(of(file));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2,
    on_close,
    on_read,
    on_write,
    on_truncate,
    on_sync,
    on_size,
    on_lock,
    on_lock,
    on_check_lock,
    on_control,
    on_sector,
    on_characteristics,
    on_shm_map,
    on_shm_lock,
    on_shm_barrier,
    on_shm_unmap,
};

/* ---- the disk ---- */

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                   int *out_flags) {
    (void)vfs;
    struct handle *handle = (struct handle *)file;
    handle->base.pMethods = NULL;
    if (disk.dead) return SQLITE_CANTOPEN;
    handle->file = find(name, true);
    handle->file->now.exists = true;
    handle->base.pMethods = &methods;
    if (out_flags) *out_flags = flags;
    return SQLITE_OK;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)sync;
    struct file *f = find(name, false);
    if (disk.dead) return SQLITE_IOERR_DELETE;
    if (!f || !f->now.exists) return SQLITE_IOERR_DELETE_NOENT;
    erase(&f->now);
    erase(&f->synced);
    return SQLITE_OK;
}

static int on_access(sqlite3_vfs *vfs, const char *name, int flags, int *there) {
    (void)vfs, (void)flags;
    struct file *f = find(name, false);
    *there = f && f->now.exists;
    return SQLITE_OK;
}

static int on_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
}

static int on_random(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    for (int i = 0; i < count; i++) bytes[i] = (char)draw();
    return count;
}

static int on_sleep(sqlite3_vfs *vfs, int us) {
    (void)vfs;
    return us;
}

static int on_time(sqlite3_vfs *vfs, double *days) {
    (void)vfs;
    *days = 2460000.5;
    return SQLITE_OK;
}

static int on_error(sqlite3_vfs *vfs, int count, char *text) {
    (void)vfs, (void)count, (void)text;
    return 0;
}

void lossy_install(void) {
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = sizeof(struct handle),
        .mxPathname = NAME_MAX_BYTES,
        .zName = LOSSY_VFS,
        .xOpen = on_open,
        .xDelete = on_delete,
        .xAccess = on_access,
        .xFullPathname = on_full_name,
        .xRandomness = on_random,
        .xSleep = on_sleep,
        .xCurrentTime = on_time,
        .xGetLastError = on_error,
    };
    ensure(sqlite3_vfs_register(&vfs, 0) == SQLITE_OK);
}

void lossy_format(void) {
    for (unsigned i = 0; i < FILES; i++) {
        if (disk.files[i]) forget_shared(disk.files[i]);
        free(disk.files[i]);
    }
    memset(&disk, 0, sizeof disk);
}

void lossy_die_at(unsigned sync, enum lossy_death how, uint32_t seed) {
    disk.syncs = 0;
    disk.die_at = sync;
    disk.how = how;
    disk.random = seed;
}

void lossy_fill_at(unsigned write) {
    disk.writes = 0;
    disk.full_at = write;
}

bool lossy_is_dead(void) {
    return disk.dead;
}

unsigned lossy_syncs(void) {
    return disk.syncs;
}

/* Sectors that differ from the synced image were written since the last sync; each may have reached
 * the disk. */
static void tear(struct file *f) {
    int64_t size = f->now.size > f->synced.size ? f->now.size : f->synced.size;
    for (int64_t at = 0; at < size; at += SECTOR) {
        if (memcmp(f->now.bytes + at, f->synced.bytes + at, SECTOR) == 0 || draw() & 1) continue;
        memcpy(f->synced.bytes + at, f->now.bytes + at, SECTOR);
        f->synced.exists = true;
        if (at + SECTOR > f->synced.size)
            f->synced.size = at + SECTOR < f->now.size ? at + SECTOR : f->now.size;
    }
}

void lossy_reboot(void) {
    for (unsigned i = 0; i < FILES && disk.files[i]; i++) {
        struct file *f = disk.files[i];
        if (disk.dead && disk.how == LOSSY_TORN) tear(f);
        copy_image(&f->now, &f->synced);
        forget_shared(f);
    }
    disk.dead = false;
    disk.die_at = 0;
}
