/* The module's opponents: their nets, what a table asks of them, and searches in workers of
 * their own.
 *
 *     think(length)      begins to search a view: 1, or 0 with an error
 *     think_run(visits)  searches for at most this many visits; returns how many the level still
 *                        wants. A level with a time limit always wants 2³¹ − 1, because the
 *                        caller has the clock
 *     think_result()     the choices so far: 1, or 0 with an error
 *     merge(length)      the level's pick after these searches: 1, or 0 with an error
 *
 * think takes {"game":"tallinn","view":{…},"seat":1,"level":"club","seed":"64 hex digits"}, as
 * in a line of owed(). Several workers share one decision with the same seed and
 * "workers":3,"index":0 … 2: each draws independently and searches its share of the visits. With
 * "keep":true the statistics of the same opponent's last decision are kept, if there are any,
 * and then the seed is ignored. The level "adviser" is the one that gives hints.
 * think_result() lists every legal action, most visited first:
 *
 *     {"thought":{"visits":500,"choices":[{"do":"play 7a","visits":312,"value":0.61},…]}}
 *
 * merge takes {"game":"tallinn","level":"club","seed":"64 hex digits",
 * "thoughts":[{"visits":…,"choices":[…]},…]}, in the order of `index`, and answers
 * {"do":"play 7a"}: visits and values are added by action, then the level picks as usual. */
#include "wasm/module.h"

#include "core/ensure.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

EXPORT("net") int module_net(size_t length);
EXPORT("owed") int module_owed(void);
EXPORT("answer") int module_answer(size_t length);
EXPORT("think") int module_think(size_t length);
EXPORT("think_run") int module_think_run(unsigned visits);
EXPORT("think_result") int module_think_result(void);
EXPORT("merge") int module_merge(size_t length);

enum { GAMES_MAX = 16, WORKERS_MAX = 64 };

static struct net *nets[GAMES_MAX][SEATS_MAX + 1];

static struct net **net_place(const struct game *game, unsigned players) {
    unsigned number = 0;
    while (games[number] != game) number++;
    ensure(number < GAMES_MAX && players <= SEATS_MAX);
    return &nets[number][players];
}

const struct net *net_for(const struct game *game, unsigned players, struct net *copy) {
    const struct net *net = *net_place(game, players);
    if (net) *copy = *net;
    return net ? copy : NULL;
}

int module_net(size_t length) {
    static struct net read;
    struct json head;
    struct message error;
    int64_t players;
    ensure(length <= module.in.size);
    if (!net_head(module.in.bytes, length, &head)) return fail(&MESSAGE("error.net.format"), -1);
    const struct game *game = find_game(head, &error);
    if (!game) return fail(&error, -1);
    if (!feature_count(game) || !json_read_number(json_get(head, "players"), &players) ||
        players < game->players_min || players > game->players_max)
        return fail(&MESSAGE("error.net.broken"), -1);
    if (!net_read(&read, game, (unsigned)players, module.in.bytes, length, NULL, &error))
        return fail(&error, -1);
    struct net **place = net_place(game, (unsigned)players);
    if (!*place && !(*place = aligned_alloc(_Alignof(struct net), sizeof **place)))
        return fail(&MESSAGE("error.memory"), -1);
    **place = read;
    return 1;
}

/* ---- what a table asks of its opponents ---- */

static unsigned owed_now(void) {
    return module.open && module.elsewhere ? table_owed(&module.table) : 0;
}

int module_owed(void) {
    if (!module.open) return fail(&MESSAGE("error.table.none"), -1);
    for (unsigned owed = owed_now(); owed; owed &= owed - 1) {
        unsigned seat = (unsigned)__builtin_ctz(owed);
        const struct match *m = &module.table.match;
        const struct cursor *cursor = table_cursor(&module.table, seat);
        uint8_t seed[SEED_SIZE];
        table_opponent_seed(&module.table, seat, cursor->questions, seed);
        struct json_out out = line_begin(LINE_MAX_BYTES);
        json_object(&out, "owed");
        json_number(&out, "seat", seat);
        json_number(&out, "q", cursor->questions);
        json_text(&out, "level", m->seats[seat].who);
        state_write(m->game, cursor->view, &out, "view");
        draws_write_json(&out, "seed", seed);
        json_object_end(&out);
        line_end(&out);
    }
    return 1;
}

static bool take_answer(struct json root, struct message *error) {
    struct table *t = &module.table;
    int64_t seat, question;
    struct json q = json_get(root, "q");
    if (!json_read_number(json_get(root, "seat"), &seat) || seat < 0 || seat >= t->match.players)
        return bad_member(error, "seat");
    const struct cursor *cursor = table_cursor(t, (unsigned)seat);
    if (json_type(q) == JSON_NONE) question = cursor->questions;
    else if (!json_read_number(q, &question)) return bad_member(error, "q");
    if (!(owed_now() & SEAT_BIT(seat)) || question != cursor->questions)
        return refuse(error, MESSAGE("error.table.not_owed"));
    uint16_t action = notation_read_json(t->match.game->notation, json_get(root, "do"));
    if (action == NOTATION_NONE) return refuse(error, MESSAGE("error.match.notation"));
    if (game_why_not(t->match.game, cursor->view, (unsigned)seat, action, error)) return false;
    return table_answer(t, (unsigned)seat, cursor->questions, action) ||
           refuse(error, MESSAGE("error.table.not_owed"));
}

int module_answer(size_t length) {
    struct message error;
    struct json root;
    if (!module.open) return fail(&MESSAGE("error.table.none"), -1);
    return read_root(length, &root, &error) && take_answer(root, &error) ? 1 : fail(&error, -1);
}

/* ---- thinking ---- */

static struct {
    bool open;
    struct bot bot;
    struct net net;
    unsigned seat;
    char net_id[sizeof((struct net *)0)->id];
    _Alignas(8) uint8_t view[STATE_MAX];
} thinker;

static bool read_level(struct json value, struct bot_level *level) {
    char name[BOT_NAME_MAX + 1];
    size_t length;
    return json_read_text(value, name, sizeof name, &length) && bot_find(name, length, level);
}

/* A whole number, or the default if there is none. */
static bool read_optional(struct json value, int64_t min, int64_t max, int64_t *number) {
    return json_type(value) == JSON_NONE ||
           (json_read_number(value, number) && *number >= min && *number <= max);
}

struct task {
    const struct game *game;
    struct bot_level level;
    int64_t seat, workers, index;
    bool keep;
    uint8_t seed[SEED_SIZE];
};

static bool read_task(struct json root, struct task *task, void *view, struct message *error) {
    uint16_t list[LEGAL_MAX];
    struct json keep = json_get(root, "keep");
    *task = (struct task){.workers = 1};
    if (!(task->game = find_game(root, error)) ||
        !state_read(task->game, json_get(root, "view"), view, error))
        return false;
    if (!json_read_number(json_get(root, "seat"), &task->seat) || task->seat < 0 ||
        state_viewer(view) != task->seat + 1)
        return bad_member(error, "seat");
    if (!task->game->legal(view, (unsigned)task->seat, list))
        return refuse(error, MESSAGE("error.table.not_owed"));
    struct json level = json_get(root, "level");
    if (json_is(level, "adviser"))
        task->level = bot_adviser(task->game, state_players(task->game, view));
    else if (!read_level(level, &task->level)) return bad_member(error, "level");
    if (!draws_read_json(json_get(root, "seed"), task->seed)) return bad_member(error, "seed");
    if (!read_optional(json_get(root, "workers"), 1, WORKERS_MAX, &task->workers))
        return bad_member(error, "workers");
    if (!read_optional(json_get(root, "index"), 0, task->workers - 1, &task->index))
        return bad_member(error, "index");
    return json_type(keep) == JSON_NONE || json_read_bool(keep, &task->keep) ||
           bad_member(error, "keep");
}

/* The first worker searches as a single one would. */
static void seed_worker(const struct task *task) {
    uint8_t seed[SEED_SIZE];
    memcpy(seed, task->seed, sizeof seed);
    if (task->index) draws_derive(task->seed, (uint8_t)task->index, seed);
    bot_seed(&thinker.bot, seed);
}

/* Each worker gets an equal share of the level's visits. */
static struct bot_level share(const struct task *task, unsigned players) {
    struct bot_level level = task->level;
    if (level.kind <= BOT_RANDOM || level.milliseconds) return level;
    uint32_t visits = bot_visits(level, task->game, players), workers = (uint32_t)task->workers;
    level.visits = (visits + workers - 1) / workers;
    return level;
}

int module_think(size_t length) {
    _Alignas(8) uint8_t view[STATE_MAX];
    struct message error;
    struct json root;
    struct task task;
    if (!read_root(length, &root, &error) || !read_task(root, &task, view, &error))
        return fail(&error, -1);
    unsigned players = state_players(task.game, view);
    struct bot_level level = share(&task, players);
    const struct net *net = *net_place(task.game, players);
    const char *net_id = net ? net->id : "";
    bool same = thinker.open && thinker.bot.game == task.game &&
                bot_same_level(thinker.bot.level, level) && strcmp(thinker.net_id, net_id) == 0;
    if (!same) {
        struct bot_means means = {.net = net_for(task.game, players, &thinker.net)};
        if (thinker.open) bot_close(&thinker.bot);
        thinker.open = bot_open(&thinker.bot, level, task.game, &means);
        if (!thinker.open) return fail(&MESSAGE("error.memory"), -1);
        strcpy(thinker.net_id, net_id);
    }
    if (!task.keep || !same || thinker.seat != task.seat) seed_worker(&task);
    thinker.seat = (unsigned)task.seat;
    memcpy(thinker.view, view, sizeof view);
    bot_begin(&thinker.bot, view, thinker.seat);
    /* all workers draw the same action from a solution */
    if (thinker.bot.solved) bot_seed(&thinker.bot, task.seed);
    return 1;
}

int module_think_run(unsigned visits) {
    if (!thinker.open) return 0;
    uint32_t wanted = bot_visits_wanted(&thinker.bot);
    if (visits > wanted) visits = wanted;
    if (visits) bot_think(&thinker.bot, visits);
    wanted = bot_visits_wanted(&thinker.bot);
    return wanted > INT32_MAX ? INT32_MAX : (int)wanted;
}

static unsigned thought_now(struct search_choice choices[LEGAL_MAX]) {
    uint16_t list[LEGAL_MAX];
    if (thinker.bot.searches) return bot_choices(&thinker.bot, choices);
    unsigned count = thinker.bot.game->legal(thinker.view, thinker.seat, list);
    for (unsigned i = 0; i < count; i++) choices[i] = (struct search_choice){.action = list[i]};
    return count;
}

int module_think_result(void) {
    struct search_choice choices[LEGAL_MAX];
    char text[NOTATION_MAX];
    uint32_t visits = 0;
    if (!thinker.open) return fail(&MESSAGE("error.table.no_thought"), -1);
    unsigned count = thought_now(choices);
    for (unsigned i = 0; i < count; i++) visits += choices[i].visits;
    struct json_out out = line_begin(LINE_MAX_BYTES);
    json_object(&out, "thought");
    json_number(&out, "visits", visits);
    json_array(&out, "choices");
    for (unsigned i = 0; i < count; i++) {
        json_object(&out, NULL);
        json_text_n(&out, "do", text,
                    notation_write(thinker.bot.game->notation, choices[i].action, text));
        json_number(&out, "visits", choices[i].visits);
        json_real(&out, "value", choices[i].value);
        json_object_end(&out);
    }
    json_array_end(&out);
    json_object_end(&out);
    line_end(&out);
    return 1;
}

/* ---- several thoughts ---- */

static bool read_choice(const struct game *game, struct json value, struct search_choice *choice) {
    int64_t visits;
    choice->action = notation_read_json(game->notation, json_get(value, "do"));
    if (choice->action == NOTATION_NONE ||
        !json_read_real(json_get(value, "value"), &choice->value))
        return false;
    if (!json_read_number(json_get(value, "visits"), &visits) || visits < 0 ||
        visits > INT32_MAX / WORKERS_MAX)
        return false;
    choice->visits = (uint32_t)visits;
    return true;
}

static bool merge(struct json root, const struct game *game,
                  struct search_choice choices[LEGAL_MAX], unsigned *count, struct message *error) {
    struct json thoughts = json_get(root, "thoughts"), at = {0}, none, thought, item;
    unsigned workers = 0;
    for (*count = 0;
         json_type(thoughts) == JSON_ARRAY && json_next(thoughts, &at, &none, &thought);) {
        struct json list = json_get(thought, "choices"), inner = {0};
        if (json_type(list) != JSON_ARRAY || ++workers > WORKERS_MAX)
            return bad_member(error, "thoughts");
        while (json_next(list, &inner, &none, &item)) {
            struct search_choice choice;
            if (!read_choice(game, item, &choice)) return bad_member(error, "thoughts");
            *count = search_merge(choices, *count, &choice, 1);
        }
    }
    return *count > 0 || bad_member(error, "thoughts");
}

int module_merge(size_t length) {
    struct search_choice choices[LEGAL_MAX];
    struct message error;
    struct json root;
    struct bot_level level;
    struct bot chooser; /* in the same state as the generator of a bot with this seed */
    uint8_t seed[SEED_SIZE];
    char text[NOTATION_MAX];
    unsigned count;
    const struct game *game;
    if (!read_root(length, &root, &error) || !(game = find_game(root, &error)))
        return fail(&error, -1);
    if (!read_level(json_get(root, "level"), &level))
        return bad_member(&error, "level"), fail(&error, -1);
    if (!draws_read_json(json_get(root, "seed"), seed))
        return bad_member(&error, "seed"), fail(&error, -1);
    if (!merge(root, game, choices, &count, &error)) return fail(&error, -1);
    ensure(bot_open(&chooser, (struct bot_level){.kind = BOT_RANDOM}, game, NULL));
    bot_seed(&chooser, seed);
    uint16_t action = bot_pick(game, level, choices, count, &chooser.generator);
    struct json_out out = line_begin(LINE_MAX_BYTES);
    json_text_n(&out, "do", text, notation_write(game->notation, action, text));
    line_end(&out);
    return 1;
}
