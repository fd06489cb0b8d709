#include "ai/bot.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

/* How each level thinks. A slot has 24 bytes. */
static const struct manner {
    uint32_t slots;
    bool net;    /* positions are judged by a net, if there is one */
    bool varied; /* takes any choice that is nearly the best        */
} manners[BOT_KINDS] = {
    [BOT_NOVICE] = {.slots = 1 << 16, .varied = true},
    [BOT_CLUB] = {.slots = 1 << 17, .net = true},
    [BOT_MASTER] = {.slots = 1 << 19, .net = true},
};

const char *const bot_kind_names[BOT_KINDS] = {"random", "novice", "club", "master"};

/* ---- names ---- */

/* Up to eight digits, as a number. */
static bool read_digits(const char *text, size_t length, uint32_t *number) {
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    }
    return length > 0 && length <= 8;
}

/* "5000" visits, or "1.5s" with up to three decimals. */
static bool read_effort(const char *text, size_t length, struct bot_level *level) {
    uint32_t whole, parts = 0;
    if (length == 0 || text[length - 1] != 's') return read_digits(text, length, &level->visits) && level->visits > 0;
    const char *end = text + length - 1, *point = memchr(text, '.', length);
    if (!read_digits(text, (size_t)((point ? point : end) - text), &whole) || whole > 600) return false;
    if (point && (end - point > 4 || !read_digits(point + 1, (size_t)(end - point - 1), &parts))) return false;
    for (long digits = point ? end - point - 1 : 3; digits < 3; digits++) parts *= 10;
    level->milliseconds = whole * 1000 + parts;
    return level->milliseconds > 0;
}

bool bot_find(const char *name, size_t length, struct bot_level *level) {
    const char *colon = memchr(name, ':', length);
    size_t word = colon ? (size_t)(colon - name) : length;
    for (int i = 0; i < BOT_KINDS; i++) {
        if (strlen(bot_kind_names[i]) != word || memcmp(bot_kind_names[i], name, word) != 0) continue;
        *level = (struct bot_level){.kind = i};
        return length <= BOT_NAME_MAX && (!colon || (i != BOT_RANDOM && read_effort(colon + 1, length - word - 1, level)));
    }
    return false;
}

static char *write_number(char *at, uint32_t number) {
    char digits[10];
    unsigned count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

void bot_name(struct bot_level level, char name[BOT_NAME_MAX + 1]) {
    const char *kind = level.kind == BOT_PERSON ? "person" : bot_kind_names[level.kind];
    char *at = name + strlen(kind);
    memcpy(name, kind, strlen(kind));
    if (level.visits || level.milliseconds) *at++ = ':';
    if (level.visits) at = write_number(at, level.visits);
    if (level.milliseconds) {
        uint32_t rest = level.milliseconds % 1000;
        at = write_number(at, level.milliseconds / 1000);
        if (rest) *at++ = '.';
        for (uint32_t unit = 100; rest; rest %= unit, unit /= 10) *at++ = (char)('0' + rest / unit);
        *at++ = 's';
    }
    *at = 0;
}

bool bot_uses_net(struct bot_level level) {
    return level.kind >= 0 && manners[level.kind].net;
}

bool bot_same_level(struct bot_level a, struct bot_level b) {
    return a.kind == b.kind && a.visits == b.visits && a.milliseconds == b.milliseconds;
}

/* ---- playing ---- */

/* Outside the part that is solved: as a net sees it, or as it ended. */
static double judge_worth(const void *context, const void *state) {
    const struct net *net = context;
    struct judgement judgement;
    if (net->game->to_move(state)) net_judge(net, state, &judgement);
    else judge_result(net->game, state, net->players, &judgement);
    return reward_of(&judgement, net->players, 0);
}

bool bot_open(struct bot *bot, struct bot_level level, const struct game *game, const struct bot_means *means) {
    memset(bot, 0, sizeof *bot);
    bot->level = level;
    bot->game = game;
    if (level.kind <= BOT_RANDOM) return true;
    const struct manner *manner = &manners[level.kind];
    if (!level.visits && !level.milliseconds) bot->level.visits = game->visits[level.kind - BOT_NOVICE];
    if (means && level.milliseconds) bot->clock = means->clock;
    ensure(!level.milliseconds || bot->clock);
    bot->search.net = manner->net && means ? means->net : NULL;
    bot->slots = malloc(manner->slots * sizeof *bot->slots);
    const struct net *net = bot->search.net;
    bool exact = net && net->players == 2 && game->situation;
    if (exact && (bot->solver = malloc(sizeof *bot->solver))) {
        bot->solver->game = game;
        bot->solver->judge = judge_worth;
        bot->solver->context = net;
    }
    return bot->slots && (!exact || bot->solver);
}

void bot_seed(struct bot *bot, const uint8_t seed[32]) {
    uint8_t thoughts[32]; /* what it thinks and what it picks are drawn apart */
    generator_seed_hash(&bot->generator, seed);
    for (unsigned i = 0; i < sizeof thoughts; i++) thoughts[i] = (uint8_t)generator_next(&bot->generator);
    if (bot->slots) search_open(&bot->search, bot->game, bot->search.net, bot->slots, manners[bot->level.kind].slots, thoughts);
    bot->last_visits = 0;
}

void bot_close(struct bot *bot) {
    free(bot->slots);
    free(bot->solver);
    bot->slots = NULL;
    bot->solver = NULL;
}

/* A novice knows the rules and looks a little ahead. It varies: any choice that it has tried enough and thinks nearly as good as
 * the best may be taken, the better the likelier; never one that it thinks 15 points of win chance worse. */
static uint16_t choose_varied(struct bot *bot, const struct search_choice *choices, unsigned count) {
    static const double tolerance = 0.15;
    uint32_t weights[LEGAL_MAX], sum = 0;
    double best = choices[0].value;
    for (unsigned i = 1; i < count && choices[i].visits >= choices[0].visits / 4; i++)
        if (choices[i].value > best) best = choices[i].value;
    for (unsigned i = 0; i < count; i++) {
        double near = (choices[i].value - best + tolerance) / tolerance;
        bool tried = choices[i].visits > 0 && choices[i].visits >= choices[0].visits / 4;
        weights[i] = tried && near > 0 ? (uint32_t)(1000 * near * near * near) : 0;
        sum += weights[i];
    }
    if (sum == 0) return choices[0].action;
    uint32_t at = generator_below(&bot->generator, sum);
    unsigned i = 0;
    while (at >= weights[i]) at -= weights[i++];
    return choices[i].action;
}

/* What an earlier decision of the turn has already learnt of this position counts. */
static void think(struct bot *bot) {
    enum { SLICE = 64 };
    struct search *s = &bot->search;
    uint32_t known = search_visits(s);
    if (!bot->level.milliseconds) {
        if (known < bot->level.visits) search_run(s, bot->level.visits - known);
    } else {
        uint64_t limit = bot->level.milliseconds, start = bot->clock();
        if (known < bot->last_visits) limit = limit * (bot->last_visits - known) / bot->last_visits;
        else if (known) limit = 0;
        do search_run(s, SLICE);
        while (bot->clock() - start < limit);
    }
    bot->last_visits = search_visits(s);
}

static uint16_t draw_solution(struct bot *bot, const struct solution *solution) {
    double at = (double)(generator_next(&bot->generator) >> 11) / 9007199254740992.0;
    unsigned i = 0;
    while (i + 1 < solution->count && at >= solution->shares[i]) at -= solution->shares[i++];
    return solution->actions[i];
}

uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat) {
    uint16_t list[LEGAL_MAX];
    ensure(state_viewer(view) == seat + 1);
    unsigned count = bot->game->legal(view, seat, list);
    ensure(count > 0);
    if (count == 1) return list[0];
    if (bot->level.kind == BOT_RANDOM) return list[generator_below(&bot->generator, count)];
    struct solution solution;
    if (bot->solver && solve(bot->solver, view, seat, &solution)) return draw_solution(bot, &solution);
    struct search_choice choices[LEGAL_MAX];
    search_begin(&bot->search, view, seat);
    think(bot);
    count = search_choices(&bot->search, choices);
    return manners[bot->level.kind].varied ? choose_varied(bot, choices, count) : choices[0].action;
}
