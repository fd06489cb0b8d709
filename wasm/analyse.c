/* Luck and skill of a game (match/analyse.h), step by step in a worker, so that progress can be
 * shown and the work can be stopped.
 *
 *     analyse(length)      takes {"record":{…},"visits":100}: 1, or 0 with an error. The net of
 *                          the game judges, if it is loaded
 *     analyse_run(steps)   judges this many more steps; returns how many are left
 *     analysis()           {"analysis":{…}} once none is left: 1, or 0 with an error
 *
 * A few visits rely on the net; the same record with more visits gives better numbers. */
#include "wasm/module.h"

#include "core/ensure.h"
#include "match/analyse.h"

EXPORT("analyse") int module_analyse(size_t length);
EXPORT("analyse_run") int module_analyse_run(unsigned steps);
EXPORT("analysis") int module_analysis(void);

static struct {
    bool open;
    struct analysis analysis;
    struct net net;
} at_work;

int module_analyse(size_t length) {
    struct record record;
    struct record_error error;
    struct json root;
    int64_t visits;
    if (!read_root(length, &root, &error.message)) return fail(&error.message, -1);
    struct json text = json_get(root, "record");
    if (!json_read_number(json_get(root, "visits"), &visits) || visits < 1 ||
        visits > ANALYSE_VISITS_MAX) {
        bad_member(&error.message, "visits");
        return fail(&error.message, -1);
    }
    if (!record_read(&record, text.text, text.length, &error.message))
        return fail(&error.message, -1);
    if (at_work.open) analysis_close(&at_work.analysis);
    at_work.open =
        analysis_open(&at_work.analysis, &record,
                      net_for(record.game, record.players, &at_work.net), (uint32_t)visits, &error);
    return at_work.open ? 1 : fail(&error.message, (int)error.step);
}

int module_analyse_run(unsigned steps) {
    if (!at_work.open) return 0;
    while (steps-- && analysis_run(&at_work.analysis)) {}
    return (int)at_work.analysis.left;
}

int module_analysis(void) {
    enum { HEAD_MAX = 4096, STEP_MAX = 768 };
    if (!at_work.open || at_work.analysis.left)
        return fail(&MESSAGE("error.analyse.unfinished"), -1);
    struct json_out out = line_begin(HEAD_MAX + STEP_MAX * (size_t)at_work.analysis.count);
    analysis_write(&at_work.analysis, &out, "analysis");
    line_end(&out);
    return 1;
}
