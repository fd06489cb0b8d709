/* The server's figures in the text format of Prometheus. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "server/backup.h"
#include "server/core.h"
#include "server/network.h"
#include "store/run.h"

enum { METRICS_MAX = 8192 };

struct metrics {
    struct network_counts net;
    struct core_figures core;
    struct store_figures store;
    bool backups; /* `backup` is valid */
    struct backup_figures backup;
    unsigned opponents_waiting;
    /* the longest call of the core: by the clock, and by the processor alone */
    uint64_t worst_us, worst_cpu_us;
};

size_t metrics_write(const struct metrics *metrics, char text[METRICS_MAX]);

#endif
