/* Opponents and hints think on a thread of libuv's, so that keys are heard meanwhile. */
#ifndef TERMINAL_THINK_H
#define TERMINAL_THINK_H

#include "match/opponents.h"

#include <uv.h>

struct thought {
    uv_work_t work;
    bool busy;
    struct bot *bot; /* of an opponent */
    const struct game *game; /* of a hint: who is asked, and about what */
    unsigned players;
    const struct net *net;
    uint8_t seed[SEED_SIZE];
    unsigned seat, question;
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t choice;
    struct search_choice choices[LEGAL_MAX]; /* of a hint, most visited first */
    unsigned choice_count;
    void (*done)(struct thought *thought);
    void *owner;
};

/* One at a time; `done` is called on the loop. */

/* An opponent's answer; the caller has seeded the bot. */
void think_choose(uv_loop_t *loop, struct thought *thought, struct bot *bot, const void *view,
                  unsigned seat, unsigned question);

/* A hint; `choice_count` is 0 if there was not enough memory. */
void think_advise(uv_loop_t *loop, struct thought *thought, const struct game *game,
                  unsigned players, const struct net *net, const uint8_t seed[SEED_SIZE],
                  const void *view, unsigned seat, unsigned question);

#endif
