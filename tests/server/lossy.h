/* A disk for SQLite that forgets what was not synced. It lives in memory, counts its syncs and
 * dies at one of them. */
#ifndef TESTS_SERVER_LOSSY_H
#define TESTS_SERVER_LOSSY_H

#include <stdbool.h>
#include <stdint.h>

#define LOSSY_VFS "lossy"

enum lossy_death {
    LOSSY_BEFORE, /* the sync it dies at did nothing */
    LOSSY_AFTER, /* it was done, but nobody hears of it */
    LOSSY_TORN, /* some sectors written since the last sync survive, others do not */
    LOSSY_DEATHS,
};

void lossy_install(void);
void lossy_format(void); /* an empty disk */
/* counted from now on, from 1; 0: never */
void lossy_die_at(unsigned sync, enum lossy_death how, uint32_t seed);
/* this write, and those until the next call, find the disk full; 0: none */
void lossy_fill_at(unsigned write);
bool lossy_is_dead(void);
/* what was synced is all there is */
void lossy_reboot(void);
unsigned lossy_syncs(void); /* since lossy_die_at */

#endif
