/* A disk in memory for SQLite that loses unsynced writes. It counts its syncs and fails at one of
 * them. */
#ifndef TESTS_SERVER_LOSSY_H
#define TESTS_SERVER_LOSSY_H

#include <stdbool.h>
#include <stdint.h>

#define LOSSY_VFS "lossy"

enum lossy_death {
    LOSSY_BEFORE, /* the failing sync did nothing */
    LOSSY_AFTER, /* it was done, but returns no answer */
    LOSSY_TORN, /* only some sectors written since the last sync survive */
    LOSSY_DEATHS,
};

void lossy_install(void);
void lossy_format(void); /* erases the disk */
/* the disk dies at this sync, counted from 1 from now on; 0: never */
void lossy_die_at(unsigned sync, enum lossy_death how, uint32_t seed);
/* this write and all until the next call fail with a full disk; 0: none */
void lossy_fill_at(unsigned write);
bool lossy_is_dead(void);
/* restarts with the synced data only */
void lossy_reboot(void);
unsigned lossy_syncs(void); /* since lossy_die_at */

#endif
