#include "ai/bot.h"

#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

/* What levels have in every game; core/tuning.h has the rest. A slot has 24 bytes. */
static const struct level_traits {
    uint32_t slots;
    uint32_t visit_ratio; /* see bot_visit_ratio */
    uint32_t turn_ms; /* see bot_turn_ms */
} level_traits[BOT_KINDS] = {
    [BOT_NOVICE] = {.slots = 1 << 16, .visit_ratio = 50, .turn_ms = 50},
    [BOT_CLUB] = {.slots = 1 << 18, .visit_ratio = 50, .turn_ms = 300},
    [BOT_MASTER] = {.slots = 1 << 20, .visit_ratio = 2, .turn_ms = 1500},
};

const char *const bot_kind_names[BOT_KINDS] = {"random", "novice", "club", "master"};

/* ---- names ---- */

/* Parses up to eight digits. */
static bool read_digits(const char *text, size_t length, uint32_t *number) {
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    }
    return length > 0 && length <= 8;
}

/* Parses "5000" visits, or "1.5s" with up to three decimals. */
static bool read_effort(const char *text, size_t length, struct bot_level *level) {
    uint32_t whole, parts = 0;
    if (length == 0 || text[length - 1] != 's')
        return read_digits(text, length, &level->visits) && level->visits > 0;
    const char *end = text + length - 1, *point = memchr(text, '.', length);
    if (!read_digits(text, (size_t)((point ? point : end) - text), &whole) || whole > 600)
        return false;
    if (point && (end - point > 4 || !read_digits(point + 1, (size_t)(end - point - 1), &parts)))
        return false;
    for (long digits = point ? end - point - 1 : 3; digits < 3; digits++) parts *= 10;
    level->milliseconds = whole * 1000 + parts;
    return level->milliseconds > 0;
}

bool bot_find(const char *name, size_t length, struct bot_level *level) {
    const char *colon = memchr(name, ':', length);
    size_t word = colon ? (size_t)(colon - name) : length;
    for (int i = 0; i < BOT_KINDS; i++) {
        if (strlen(bot_kind_names[i]) != word || memcmp(bot_kind_names[i], name, word) != 0)
            continue;
        *level = (struct bot_level){.kind = i};
        return length <= BOT_NAME_MAX &&
               (!colon || (i != BOT_RANDOM && read_effort(colon + 1, length - word - 1, level)));
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

static void write_script(const struct script *script, char name[BOT_NAME_MAX + 1]) {
    size_t front = sizeof bot_script_prefix - 1, length = strlen(script->name);
    ensure(front + length <= BOT_NAME_MAX);
    memcpy(name, bot_script_prefix, front);
    memcpy(name + front, script->name, length + 1);
}

void bot_name(struct bot_level level, char name[BOT_NAME_MAX + 1]) {
    const char *kind = level.kind == BOT_PERSON ? "person" : bot_kind_names[level.kind];
    if (level.script) {
        write_script(level.script, name);
        return;
    }
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

bool bot_uses_net(struct bot_level level, const struct game *game) {
    return level.kind >= BOT_NOVICE && bot_rollout_share(level, game) < 1;
}

uint32_t bot_visits(struct bot_level level, const struct game *game, unsigned players) {
    return level.visits || level.milliseconds || level.kind < BOT_NOVICE
               ? level.visits
               : tuning_of(game)->visits[players][level.kind - BOT_NOVICE];
}

uint32_t bot_turn_ms(struct bot_level level) {
    if (level.milliseconds) return level.milliseconds;
    return level.kind < BOT_NOVICE ? 0 : level_traits[level.kind].turn_ms;
}

struct bot_level bot_adviser(const struct game *game, unsigned players) {
    enum { PART = 10 };
    uint32_t visits = bot_visits((struct bot_level){.kind = BOT_MASTER}, game, players) / PART;
    return (struct bot_level){.kind = BOT_CLUB, .visits = visits ? visits : 1};
}

double bot_rollout_share(struct bot_level level, const struct game *game) {
    return level.kind < BOT_NOVICE ? 0 : tuning_of(game)->rollout_share[level.kind - BOT_NOVICE];
}

double bot_prior_temperature(struct bot_level level, const struct game *game) {
    return bot_uses_net(level, game) ? tuning_of(game)->prior_temperature : 0;
}

double bot_tolerance(struct bot_level level, const struct game *game) {
    return level.kind < BOT_NOVICE ? 0 : tuning_of(game)->tolerance[level.kind - BOT_NOVICE];
}

uint32_t bot_visit_ratio(struct bot_level level) {
    return level.kind < BOT_NOVICE ? 0 : level_traits[level.kind].visit_ratio;
}

bool bot_same_level(struct bot_level a, struct bot_level b) {
    return a.kind == b.kind && a.script == b.script && a.visits == b.visits &&
           a.milliseconds == b.milliseconds;
}

/* ---- playing ---- */

/* Judge of the solver: the net's value outside the solved part, or the result. */
static double judge_worth(const void *context, const void *state) {
    const struct net *net = context;
    struct net_memory memory = {0};
    struct judgement judgement;
    judge_state(net, &memory, state, &judgement);
    return reward_of(&judgement, net->players, 0);
}

bool bot_open(struct bot *bot, struct bot_level level, const struct game *game,
              const struct bot_means *means) {
    memset(bot, 0, sizeof *bot);
    bot->level = level;
    bot->game = game;
    if (level.kind <= BOT_RANDOM) return true;
    if (means && level.milliseconds) bot->clock = means->clock, bot->pool = means->pool;
    bot->net = means && bot_uses_net(level, game) ? means->net : NULL;
    bot->searches = !bot->pool                        ? 1
                    : bot->pool->count < BOT_POOL_MAX ? bot->pool->count
                                                      : BOT_POOL_MAX;
    bot->search = malloc(bot->searches * (sizeof *bot->search + level_traits[level.kind].slots *
                                                                    sizeof *bot->search->slots));
    bool exact = bot->net && bot->net->players == 2 && tuning_of(game)->situation;
    if (exact && (bot->solver = malloc(sizeof *bot->solver))) {
        bot->solver->game = game;
        bot->solver->judge = judge_worth;
        bot->solver->context = bot->net;
    }
    if (bot->search && (!exact || bot->solver)) return true;
    bot_close(bot);
    return false;
}

/* The searches and the final pick draw from separate generators. */
void bot_seed(struct bot *bot, const uint8_t seed[32]) {
    uint8_t thoughts[32];
    generator_seed_hash(&bot->generator, seed);
    for (unsigned i = 0; i < sizeof thoughts; i++)
        thoughts[i] = (uint8_t)generator_next(&bot->generator);
    struct search_slot *slots =
        bot->searches ? (struct search_slot *)(bot->search + bot->searches) : NULL;
    for (unsigned n = 0; n < bot->searches; n++) {
        uint32_t size = level_traits[bot->level.kind].slots;
        search_open(&bot->search[n], bot->game, bot->net, bot_rollout_share(bot->level, bot->game),
                    slots + n * (size_t)size, size, thoughts);
        if (bot->net)
            bot->search[n].prior_temperature = bot_prior_temperature(bot->level, bot->game);
        for (unsigned i = 0; n + 1 < bot->searches && i < sizeof thoughts; i++)
            thoughts[i] = (uint8_t)generator_next(&bot->generator);
    }
    bot->last_visits = 0;
}

void bot_close(struct bot *bot) {
    free(bot->search);
    free(bot->solver);
    bot->search = NULL;
    bot->solver = NULL;
    bot->searches = 0;
}

uint32_t bot_weights(const struct game *game, struct bot_level level,
                     const struct search_choice *choices, unsigned count,
                     uint32_t weights[LEGAL_MAX]) {
    double tolerance = bot_tolerance(level, game), best = choices[0].value;
    uint32_t enough = choices[0].visits / bot_visit_ratio(level), sum = 0;
    for (unsigned i = 1; i < count && choices[i].visits >= enough; i++)
        if (choices[i].value > best) best = choices[i].value;
    for (unsigned i = 0; i < count; i++) {
        double near = (choices[i].value - best + tolerance) / tolerance;
        bool tried = choices[i].visits > 0 && choices[i].visits >= enough;
        weights[i] = tried && near > 0 ? (uint32_t)(1000 * near * near * near) : 0;
        sum += weights[i];
    }
    if (sum == 0) sum = weights[0] = 1;
    return sum;
}

uint16_t bot_pick(const struct game *game, struct bot_level level,
                  const struct search_choice *choices, unsigned count,
                  struct generator *generator) {
    uint32_t weights[LEGAL_MAX];
    ensure(count > 0);
    if (count == 1) return choices[0].action;
    if (level.kind <= BOT_RANDOM) return choices[generator_below(generator, count)].action;
    uint32_t sum = bot_weights(game, level, choices, count, weights),
             at = sum > 1 ? generator_below(generator, sum) : 0;
    unsigned i = 0;
    while (at >= weights[i]) at -= weights[i++];
    return choices[i].action;
}

/* Draws an action from the solution's mixture and gives it the only visit, so that it is picked. */
static unsigned draw_solution(struct bot *bot, struct search_choice choices[LEGAL_MAX]) {
    const struct solution *solution = &bot->solution;
    double at = (double)(generator_next(&bot->generator) >> 11) / 9007199254740992.0;
    unsigned drawn = 0;
    while (drawn + 1 < solution->count && at >= solution->shares[drawn])
        at -= solution->shares[drawn++];
    for (unsigned i = 0; i < solution->count; i++) {
        struct search_choice choice = {
            .action = solution->actions[i], .visits = i == drawn, .value = solution->values[i]};
        search_merge(choices, i, &choice, 1);
    }
    return solution->count;
}

void bot_begin(struct bot *bot, const void *view, unsigned seat) {
    bot->solved = bot->solver && solve(bot->solver, view, seat, &bot->solution);
    for (unsigned n = 0; n < bot->searches; n++) search_begin(&bot->search[n], view, seat);
}

/* Visits from earlier decisions of the same turn count. */
uint32_t bot_visits_wanted(struct bot *bot) {
    uint16_t list[LEGAL_MAX];
    if (!bot->searches || bot->solved ||
        bot->game->legal(bot->search->view, bot->search->seat, list) == 1)
        return 0;
    if (bot->level.milliseconds) return UINT32_MAX;
    uint32_t known = search_visits(bot->search),
             visits =
                 bot_visits(bot->level, bot->game, state_players(bot->game, bot->search->view));
    return known < visits ? visits - known : 0;
}

void bot_think(struct bot *bot, uint32_t visits) {
    search_run(bot->search, visits);
}

unsigned bot_choices(struct bot *bot, struct search_choice choices[LEGAL_MAX]) {
    struct search_choice more[LEGAL_MAX];
    if (bot->solved) return draw_solution(bot, choices);
    unsigned count = search_choices(bot->search, choices);
    for (unsigned n = 1; n < bot->searches; n++)
        count = search_merge(choices, count, more, search_choices(&bot->search[n], more));
    return count;
}

static uint32_t all_visits(struct bot *bot) {
    uint32_t sum = 0;
    for (unsigned n = 0; n < bot->searches; n++) sum += search_visits(&bot->search[n]);
    return sum;
}

/* One search that runs until the time is up. */
struct until {
    struct bot *bot;
    uint64_t start, limit;
};

static void think_until(void *context, unsigned n) {
    enum { SLICE = 64 };
    const struct until *until = context;
    do search_run(&until->bot->search[n], SLICE);
    while (until->bot->clock() - until->start < until->limit);
}

static void think_timed(struct bot *bot) {
    ensure(bot->clock);
    struct until until = {.bot = bot, .start = bot->clock(), .limit = bot->level.milliseconds};
    uint32_t known = all_visits(bot);
    if (known < bot->last_visits)
        until.limit = until.limit * (bot->last_visits - known) / bot->last_visits;
    else if (known) until.limit = 0;
    if (bot->pool) bot->pool->run(bot->pool, think_until, &until, bot->searches);
    else think_until(&until, 0);
}

uint16_t bot_choose(struct bot *bot, const void *view, unsigned seat) {
    uint16_t list[LEGAL_MAX];
    struct search_choice choices[LEGAL_MAX];
    ensure(state_viewer(view) == seat + 1);
    unsigned count = bot->game->legal(view, seat, list);
    ensure(count > 0);
    if (count == 1) return list[0];
    if (bot->level.script)
        return bot->level.script->choose(bot->level.script, view, seat, &bot->generator);
    if (bot->level.kind == BOT_RANDOM) return list[generator_below(&bot->generator, count)];
    bot_begin(bot, view, seat);
    if (bot->level.milliseconds && !bot->solved) think_timed(bot);
    else bot_think(bot, bot_visits_wanted(bot));
    bot->last_visits = all_visits(bot);
    count = bot_choices(bot, choices);
    return bot_pick(bot->game, bot->level, choices, count, &bot->generator);
}
