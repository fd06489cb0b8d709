/* Runs searches for opponents and hints on a libuv thread, so that keys keep working. */
#ifndef TERMINAL_THINK_H
#define TERMINAL_THINK_H

#include "match/opponents.h"

#include <uv.h>

struct think_job {
    uv_work_t work;
    bool busy;
    struct bot *bot; /* an opponent's search */
    const struct game *game; /* a hint's search: this and the next three */
    unsigned players;
    const struct net *net;
    uint8_t seed[SEED_SIZE];
    unsigned seat, question;
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t choice;
    struct search_choice choices[LEGAL_MAX]; /* the hint's result, most visited first */
    unsigned choice_count;
    void (*done)(struct think_job *job);
    void *owner;
};

/* Each job runs one search at a time and then calls `done` on the loop's thread. */

/* Searches for an opponent's answer. The caller has seeded the bot. */
void think_choose(uv_loop_t *loop, struct think_job *job, struct bot *bot, const void *view,
                  unsigned seat, unsigned question);

/* Searches for a hint. Sets `choice_count` to 0 if memory is short. */
void think_advise(uv_loop_t *loop, struct think_job *job, const struct game *game, unsigned players,
                  const struct net *net, const uint8_t seed[SEED_SIZE], const void *view,
                  unsigned seat, unsigned question);

#endif
