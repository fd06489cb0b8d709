/* Opponents and hints think on a thread of libuv's, so that keys are heard meanwhile. */
#ifndef TERMINAL_THINK_H
#define TERMINAL_THINK_H

#include "ai/bot.h"

#include <uv.h>

struct thought {
    uv_work_t work;
    bool busy;
    struct bot *bot;
    unsigned seat, question;
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t choice;
    struct search_choice choices[LEGAL_MAX]; /* of a hint, most visited first */
    unsigned choice_count;
    void (*done)(struct thought *thought);
    void *owner;
};

/* One at a time; `done` is called on the loop. The caller has seeded the bot. */
void think_choose(uv_loop_t *loop, struct thought *thought, struct bot *bot, const void *view,
                  unsigned seat, unsigned question);
void think_weigh(uv_loop_t *loop, struct thought *thought, struct bot *bot, const void *view,
                 unsigned seat, unsigned question);

#endif
