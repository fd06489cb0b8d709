/* An opponent's answer from its seat's view and a seed. Any thread may call it. */
#include "server/state.h"

#include "ai/bot.h"

#include <stdlib.h>
#include <string.h>

bool level_exists(const char *level) {
    struct bot_level found; /* no own visits or time: clients must not choose the server's effort */
    return bot_find(level, strlen(level), &found) && !found.visits && !found.milliseconds;
}

struct core_work *work_new(enum core_work_kind kind) {
    struct core_work *work = calloc(1, sizeof *work);
    ensure(work);
    work->kind = kind;
    return work;
}

void core_think(struct core_work *work) {
    struct bot bot;
    struct bot_level level;
    struct bot_means means = {.net = work->think.net};
    /* a stored level that no longer exists */
    if (!bot_find(work->think.level, strlen(work->think.level), &level))
        level = (struct bot_level){.kind = BOT_RANDOM};
    if (work->think.effort < CORE_EFFORT)
        level.visits =
            bot_visits(level, work->think.game, state_players(work->think.game, work->think.view)) *
            work->think.effort / CORE_EFFORT;
    ensure(bot_open(&bot, level, work->think.game, &means));
    bot_seed(&bot, work->think.seed);
    work->think.action = bot_choose(&bot, work->think.view, work->think.seat);
    bot_close(&bot);
}

void levels_write(struct json_out *out, const char *name) {
    json_array(out, name);
    for (unsigned i = 0; i < BOT_KINDS; i++) json_text(out, NULL, bot_kind_names[i]);
    json_array_end(out);
}
