#include "terminal/think.h"

#include "core/ensure.h"

#include <string.h>

static void choose(uv_work_t *work) {
    struct thought *t = work->data;
    t->choice = bot_choose(t->bot, t->view, t->seat);
}

static void weigh(uv_work_t *work) {
    struct thought *t = work->data;
    bot_begin(t->bot, t->view, t->seat);
    bot_think(t->bot, bot_visits_wanted(t->bot));
    t->choice_count = bot_choices(t->bot, t->choices);
    t->choice = t->choices[0].action;
}

static void after(uv_work_t *work, int status) {
    struct thought *t = work->data;
    (void)status;
    t->busy = false;
    t->done(t);
}

static void start(uv_loop_t *loop, struct thought *t, struct bot *bot, const void *view,
                  unsigned seat, unsigned question, void (*how)(uv_work_t *)) {
    ensure(!t->busy);
    t->busy = true;
    t->bot = bot;
    t->seat = seat;
    t->question = question;
    t->work.data = t;
    memcpy(t->view, view, bot->game->state_size);
    ensure(uv_queue_work(loop, &t->work, how, after) == 0);
}

void think_choose(uv_loop_t *loop, struct thought *t, struct bot *bot, const void *view,
                  unsigned seat, unsigned question) {
    start(loop, t, bot, view, seat, question, choose);
}

void think_weigh(uv_loop_t *loop, struct thought *t, struct bot *bot, const void *view,
                 unsigned seat, unsigned question) {
    start(loop, t, bot, view, seat, question, weigh);
}
