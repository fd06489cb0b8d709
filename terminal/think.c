#include "terminal/think.h"

#include "core/ensure.h"

#include <string.h>

static void choose(uv_work_t *work) {
    struct think_job *t = work->data;
    t->choice = bot_choose(t->bot, t->view, t->seat);
}

static void advise_player(uv_work_t *work) {
    struct think_job *t = work->data;
    t->choice_count = advise(t->net, t->game, t->players, t->view, t->seat, t->seed, t->choices);
    t->choice = t->choices[0].action;
}

static void after(uv_work_t *work, int status) {
    struct think_job *t = work->data;
    (void)status;
    t->busy = false;
    t->done(t);
}

static void start(uv_loop_t *loop, struct think_job *t, const struct game *game, const void *view,
                  unsigned seat, unsigned question, void (*how)(uv_work_t *)) {
    ensure(!t->busy);
    t->busy = true;
    t->game = game;
    t->seat = seat;
    t->question = question;
    t->work.data = t;
    memcpy(t->view, view, game->state_size);
    ensure(uv_queue_work(loop, &t->work, how, after) == 0);
}

void think_choose(uv_loop_t *loop, struct think_job *t, struct bot *bot, const void *view,
                  unsigned seat, unsigned question) {
    t->bot = bot;
    start(loop, t, bot->game, view, seat, question, choose);
}

void think_advise(uv_loop_t *loop, struct think_job *t, const struct game *game, unsigned players,
                  const struct net *net, const uint8_t seed[SEED_SIZE], const void *view,
                  unsigned seat, unsigned question) {
    t->players = players;
    t->net = net;
    memcpy(t->seed, seed, SEED_SIZE);
    start(loop, t, game, view, seat, question, advise_player);
}
