#include "ai/search.h"

#include "core/ensure.h"

#include <string.h>

enum {
    PATH_MAX = 512,
    PROBES_MAX = 32,
    /* with priors, a leaf is expanded on its fifth visit, because expanding costs one net call
     * per action */
    EXPAND_AFTER_VISITS = 4,
};

/* exploration where rollouts judge, which are noisier than a net */
static const double rollout_exploration = 0.7;
static const double prior_weight = 0.7; /* weight of the prior term (PUCT) */
static const double lead_share = 0.15; /* weight of the lead in a reward */

/* Of a game without a table of its own: sound for small games, not tuned for any. */
static const struct tuning default_tuning = {
    .visits = {[0 ... SEATS_MAX] = {500, 2000, 16000}},
    .rollout_share = {1, 0, 0},
    .exploration = 0.35,
    .tolerance = {0.15, 0.08, 0.004},
};

const struct tuning *tuning_of(const struct game *game) {
    return game->tuning ? game->tuning : &default_tuning;
}

/* ---- the table ---- */

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
    return (x ^ x >> 32) | 1; /* never 0, which marks a free slot */
}

static struct search_slot *find(struct search *s, uint64_t key) {
    for (uint32_t at = (uint32_t)(key >> 17), probe = 0; probe < PROBES_MAX; probe++, at++) {
        struct search_slot *slot = &s->slots[at & (s->size - 1)];
        if (slot->key == key || slot->key == 0) return slot;
    }
    return NULL;
}

static bool has_room(const struct search *s) {
    return s->used < s->size - s->size / 8;
}

/* The slot of the key, created if there is room; else NULL. */
static struct search_slot *enter(struct search *s, uint64_t key) {
    struct search_slot *slot = find(s, key);
    if (!slot || slot->key == key) return slot;
    if (!has_room(s)) return NULL;
    s->used++;
    slot->key = key;
    return slot;
}

static void forget(struct search *s) {
    memset(s->slots, 0, s->size * sizeof *s->slots);
    s->used = 0;
}

void search_open(struct search *s, const struct game *game, const struct net *net,
                 double rollout_share, struct search_slot *slots, uint32_t size,
                 const uint8_t seed[32]) {
    ensure(size > 0 && (size & (size - 1)) == 0);
    memset(s, 0, sizeof *s);
    s->game = game;
    s->net = net;
    s->slots = slots;
    s->size = size;
    s->rollout_share = net ? rollout_share : 1;
    s->exploration = (1 - s->rollout_share) * tuning_of(game)->exploration +
                     s->rollout_share * rollout_exploration;
    s->averages_draws = tuning_of(game)->averages_draws;
    generator_seed_hash(&s->generator, seed);
    forget(s);
}

void search_begin(struct search *s, const void *view, unsigned seat) {
    ensure(state_viewer(view) == seat + 1);
    if (s->used > s->size / 2) forget(s);
    memcpy(s->view, view, s->game->state_size);
    s->seat = seat;
    s->seen = (struct judgement){0};
    s->leaves = 0;
    s->tally = NULL;
}

/* ---- one iteration ---- */

/* The actions chosen on the way down, and by whom. */
struct path {
    struct search_slot *slots[PATH_MAX];
    uint8_t seats[PATH_MAX];
    unsigned length;
    unsigned root; /* the first action's place in the list of legal ones */
};

/* Hash of a position as the searching seat sees it. */
static uint64_t view_hash(const struct search *s, const void *state) {
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, s->game->state_size);
    s->game->view(view, s->seat);
    return state_hash(s->game, view);
}

/* log2, interpolated linearly between powers of two: close enough, and the same on every
 * machine. */
static double log2_of(uint32_t n) {
    unsigned whole = 31 - (unsigned)__builtin_clz(n);
    return whole + (double)n / (double)(1u << whole) - 1;
}

/* The upper confidence bound (UCB); untried actions come first. */
static double upper_bound(const struct search_slot *slot, double exploration) {
    static const double untried = 100, log_2 = 0.6931471805599453;
    if (slot->visits == 0) return untried;
    return slot->total / slot->visits +
           exploration * __builtin_sqrt(log2_of(slot->offered + 1) * log_2 / slot->visits);
}

/* The choice of one seat at a node. */
struct options {
    const void *state;
    uint64_t key;
    unsigned seat, count;
    uint16_t list[LEGAL_MAX];
};

/* The action with the greatest bound. Only tried actions take a slot, and are counted as offered
 * from then on: most actions of most nodes are never tried. */
static unsigned choose_ucb(struct search *s, const struct options *o, struct search_slot **chosen) {
    unsigned best = o->count, equals = 0;
    double best_bound = -1;
    bool room = has_room(s);
    for (unsigned i = 0; i < o->count; i++) {
        struct search_slot *slot = find(s, mix(o->key, o->list[i] + 1u));
        if (!slot || (!slot->key && !room)) continue;
        if (slot->key) slot->offered++;
        double b = upper_bound(slot, s->exploration);
        if (b > best_bound) best_bound = b, equals = 0;
        if (b == best_bound && generator_below(&s->generator, ++equals) == 0) best = i;
    }
    *chosen = best < o->count ? enter(s, mix(o->key, o->list[best] + 1u)) : NULL;
    if (*chosen && !(*chosen)->visits) (*chosen)->offered = 1;
    return best;
}

/* The slot of an action, with its prior; NULL if there is no room. */
static struct search_slot *expand_action(struct search *s, const struct options *o,
                                         uint16_t action) {
    struct search_slot *slot = find(s, mix(o->key, action + 1u));
    if (slot && slot->key) return slot;
    if (!(slot = enter(s, mix(o->key, action + 1u)))) return NULL;
    /* the same draws for all actions of a node */
    slot->total = action_value(s->net, &s->memory, o->state, o->seat, action, s->generator);
    slot->prior = (float)net_exp((slot->total - 0.5) / s->prior_temperature);
    return slot;
}

/* The mean reward of an action. */
static double value_of(const struct search *s, const struct search_slot *slot) {
    return slot->total / (slot->visits + (s->prior_temperature > 0 ? 1 : 0));
}

/* Mixes the priors of a root's actions with random numbers, of which a few are large. */
static void add_noise(struct search *s, struct search_slot *const *slots, unsigned count,
                      double priors) {
    double noise[LEGAL_MAX], sum = 0;
    for (unsigned i = 0; i < count; i++) {
        double u = (double)(generator_below(&s->generator, 1 << 20) + 1) / (1 << 20);
        sum += noise[i] = u * u * u * u * u * u;
    }
    for (unsigned i = 0; i < count; i++)
        if (slots[i])
            slots[i]->prior = (float)((1 - s->root_noise) * (double)slots[i]->prior +
                                      s->root_noise * priors * noise[i] / sum);
}

static unsigned choose_puct(struct search *s, const struct search_slot *node, bool root,
                            const struct options *o, struct search_slot **chosen) {
    struct search_slot *slots[LEGAL_MAX];
    double priors = 0, best_bound = -1;
    unsigned best = o->count;
    for (unsigned i = 0; i < o->count; i++)
        if ((slots[i] = expand_action(s, o, o->list[i]))) priors += (double)slots[i]->prior;
    generator_next(&s->generator);
    if (root && s->root_noise > 0 && s->leaves == 1) add_noise(s, slots, o->count, priors);
    double weight = prior_weight * __builtin_sqrt(node->visits) / priors;
    for (unsigned i = 0; i < o->count; i++) {
        double b = slots[i] ? value_of(s, slots[i]) +
                                  weight * (double)slots[i]->prior / (slots[i]->visits + 1)
                            : -1;
        if (b > best_bound) best_bound = b, best = i;
    }
    *chosen = best < o->count ? slots[best] : NULL;
    return best;
}

/* The action set by search_run_with; none if it is not legal in this deal. */
static unsigned choose_only(struct search *s, const struct options *o,
                            struct search_slot **chosen) {
    unsigned i = 0;
    while (i < o->count && o->list[i] + 1u != s->only) i++;
    if (i == o->count) *chosen = NULL;
    else if (s->prior_temperature > 0) *chosen = expand_action(s, o, o->list[i]);
    else if ((*chosen = enter(s, mix(o->key, s->only)))) (*chosen)->offered++;
    return i;
}

/* Where an iteration is in the tree. Node keys within a simultaneous question: its start, the
 * seat, and that seat's answers so far. */
struct question {
    uint64_t start;
    uint64_t answered[SEATS_MAX];
    bool known;
    bool answering; /* a simultaneous question is partly answered */
    /* If draws are averaged: */
    bool drawn; /* there was a draw since the last action */
    unsigned mover; /* the seat that acted last */
    uint64_t before; /* the position before that draw */
    uint64_t trail; /* the position before the first averaged draw, and the actions since; or 0 */
};

/* The key of a new question. Draws between two seats' turns are averaged: which of many outcomes
 * came does not matter, so that the next seat's answers are searched, too. Draws within a turn are
 * for its seat to react to. */
static uint64_t start_of(const struct search *s, struct question *q, const void *state,
                         unsigned seat) {
    if (q->drawn && seat != q->mover) q->trail = q->trail ? mix(q->trail, 1) : q->before;
    else if (q->drawn && q->trail) q->trail = mix(q->trail, view_hash(s, state));
    q->drawn = false;
    return q->trail ? q->trail : view_hash(s, state);
}

static uint64_t key_of(struct search *s, struct question *q, const void *state, unsigned seat) {
    if (!q->known) {
        q->start = start_of(s, q, state, seat);
        memset(q->answered, 0, sizeof q->answered);
        q->known = true;
    }
    return mix(mix(q->start, seat + 1), q->answered[seat]);
}

static void step(struct search *s, void *state, unsigned by, uint16_t action, struct question *q) {
    if (by == BY_CHANCE && s->averages_draws && !q->drawn) {
        if (!q->trail) q->before = view_hash(s, state);
        q->drawn = true;
    }
    bool several = game_asks_several(s->game, state),
         closed = s->game->apply(state, by, action, NULL);
    if (by != BY_CHANCE) q->mover = by;
    if (by != BY_CHANCE && q->trail) q->trail = mix(q->trail, action + 2u);
    if (by == BY_CHANCE || closed) q->known = q->answering = false;
    else q->answered[by] = mix(q->answered[by], action), q->answering = several;
}

static void step_chance(struct search *s, void *state, struct question *q) {
    struct outcomes outcomes;
    s->game->chance(state, &outcomes);
    step(s, state, BY_CHANCE, outcomes_draw(&outcomes, &s->generator), q);
}

/* Descends to a leaf: a new node, or any node once the table is full. Of several seats asked at
 * once the searching seat answers first; otherwise a new node for another seat's answer would
 * leave it without an answer of its own. Returns whether the leaf is inside a simultaneous
 * question. */
static bool descend(struct search *s, void *state, struct path *path) {
    struct question q = {.answering = game_asks_several(s->game, state)};
    struct options o;
    o.state = state;
    for (unsigned to_move; (to_move = s->game->to_move(state)) && path->length < PATH_MAX;) {
        if (to_move & CHANCE_BIT) {
            step_chance(s, state, &q);
            continue;
        }
        o.seat = to_move >> s->seat & 1 ? s->seat : (unsigned)__builtin_ctz(to_move);
        o.count = s->game->legal(state, o.seat, o.list);
        if (o.count == 1) {
            step(s, state, o.seat, o.list[0], &q);
            continue;
        }
        o.key = key_of(s, &q, state, o.seat);
        bool first = path->length == 0;
        struct search_slot *node = enter(s, o.key), *slot;
        if (!node ||
            node->visits++ < (s->prior_temperature > 0 && !first ? EXPAND_AFTER_VISITS : 1))
            break;
        unsigned i = s->only && first           ? choose_only(s, &o, &slot)
                     : s->prior_temperature > 0 ? choose_puct(s, node, first, &o, &slot)
                                                : choose_ucb(s, &o, &slot);
        if (!slot) break;
        if (first) path->root = i;
        path->slots[path->length] = slot;
        path->seats[path->length++] = (uint8_t)o.seat;
        step(s, state, o.seat, o.list[i], &q);
    }
    return q.answering;
}

/* One random step of chance or of the first seat that is to move; true if it closed a question. */
static bool step_random(const struct game *game, void *state, unsigned to_move,
                        struct generator *generator) {
    if (to_move & CHANCE_BIT) {
        struct outcomes outcomes;
        game->chance(state, &outcomes);
        return game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, generator), NULL);
    }
    uint16_t list[LEGAL_MAX];
    unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(state, seat, list);
    return game->apply(state, seat, list[count == 1 ? 0 : generator_below(generator, count)], NULL);
}

void rollout(const struct game *game, void *state, struct generator *generator) {
    for (unsigned to_move; (to_move = game->to_move(state));)
        step_random(game, state, to_move, generator);
}

void play_to_quiet(const struct game *game, void *state, bool answering,
                   struct generator *generator) {
    for (unsigned to_move; (to_move = game->to_move(state)) && (answering || to_move & CHANCE_BIT);)
        if (step_random(game, state, to_move, generator) && !(to_move & CHANCE_BIT))
            answering = false;
}

void judge_result(const struct game *game, const void *state, unsigned players,
                  struct judgement *judgement) {
    struct result result = {0};
    unsigned winners = 0;
    game->result(state, &result);
    for (unsigned seat = 0; seat < players; seat++) winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < players; seat++) {
        judgement->first[seat] = result.place[seat] == 1 ? 1.0 / winners : 0;
        judgement->score[seat] = result.score[seat];
    }
}

void judge_state(const struct net *net, struct net_memory *memory, const void *state,
                 struct judgement *judgement) {
    if (net->game->to_move(state)) net_judge_next(net, memory, state, judgement);
    else judge_result(net->game, state, net->players, judgement);
}

double action_value(const struct net *net, struct net_memory *memory, const void *state,
                    unsigned seat, uint16_t action, struct generator luck) {
    _Alignas(8) uint8_t next[STATE_MAX];
    struct judgement judgement;
    memcpy(next, state, net->game->state_size);
    bool several = game_asks_several(net->game, next),
         closed = net->game->apply(next, seat, action, NULL);
    play_to_quiet(net->game, next, several && !closed, &luck);
    judge_state(net, memory, next, &judgement);
    return reward_of(&judgement, net->players, seat);
}

double reward_of(const struct judgement *judgement, unsigned players, unsigned seat) {
    double best_other = -32768;
    for (unsigned other = 0; other < players; other++)
        if (other != seat && judgement->score[other] > best_other)
            best_other = judgement->score[other];
    double lead = judgement->score[seat] - best_other, size = lead < 0 ? -lead : lead;
    return (1 - lead_share) * judgement->first[seat] + lead_share * (0.5 + 0.5 * lead / (size + 8));
}

static void add_rewards(struct search *s, const struct judgement *judgement, unsigned players,
                        double share, double reward[SEATS_MAX]) {
    for (unsigned seat = 0; seat < players; seat++) {
        reward[seat] += share * reward_of(judgement, players, seat);
        s->seen.first[seat] += share * judgement->first[seat];
        s->seen.score[seat] += share * judgement->score[seat];
    }
}

/* Adds each seat's reward at a leaf: from the net, from a rollout, or weighted from both. A
 * finished game has its result. */
static void judge(struct search *s, void *state, bool answering, unsigned players,
                  double reward[SEATS_MAX]) {
    struct judgement judgement;
    double rollout_share = s->rollout_share;
    if (rollout_share < 1) play_to_quiet(s->game, state, answering, &s->generator);
    if (!s->game->to_move(state)) rollout_share = 1;
    if (rollout_share < 1) {
        net_judge_next(s->net, &s->memory, state, &judgement);
        add_rewards(s, &judgement, players, 1 - rollout_share, reward);
    }
    if (rollout_share > 0) {
        rollout(s->game, state, &s->generator);
        judge_result(s->game, state, players, &judgement);
        add_rewards(s, &judgement, players, rollout_share, reward);
    }
}

/* Counts the leaf just judged, given the sums before it. */
static void add_tally(struct search *s, unsigned root, const struct judgement *before,
                      unsigned players) {
    struct search_tally *tally = &s->tally[root];
    double own = s->seen.first[s->seat] - before->first[s->seat];
    tally->visits++;
    tally->squares += own * own;
    for (unsigned seat = 0; seat < players; seat++)
        tally->first[seat] += s->seen.first[seat] - before->first[seat];
}

static void iterate(struct search *s) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct path path;
    struct judgement before = s->seen;
    double reward[SEATS_MAX] = {0};
    memcpy(state, s->view, s->game->state_size);
    s->game->determinise(state, &s->generator);
    unsigned players = state_players(s->game, state);
    path.length = path.root = 0;
    bool answering = descend(s, state, &path);
    judge(s, state, answering, players, reward);
    s->leaves++;
    if (s->tally && path.length) add_tally(s, path.root, &before, players);
    for (unsigned i = 0; i < path.length; i++) {
        path.slots[i]->visits++;
        path.slots[i]->total += reward[path.seats[i]];
    }
}

void search_run(struct search *s, uint32_t iterations) {
    for (uint32_t i = 0; i < iterations; i++) iterate(s);
}

void search_run_with(struct search *s, uint16_t action, uint32_t iterations) {
    s->only = action + 1u;
    search_run(s, iterations);
    s->only = 0;
}

uint32_t search_visits(struct search *s) {
    struct question q = {0};
    const struct search_slot *node = find(s, key_of(s, &q, s->view, s->seat));
    return node && node->key ? node->visits : 0;
}

/* Inserts into a list of `count`: most visited first, equal ones by action number. */
static void insert(struct search_choice *choices, unsigned count, struct search_choice choice) {
    unsigned at = count;
    for (; at > 0 &&
           (choices[at - 1].visits < choice.visits ||
            (choices[at - 1].visits == choice.visits && choices[at - 1].action > choice.action));
         at--)
        choices[at] = choices[at - 1];
    choices[at] = choice;
}

unsigned search_choices(struct search *s, struct search_choice choices[LEGAL_MAX]) {
    uint16_t list[LEGAL_MAX];
    struct question q = {0};
    unsigned count = s->game->legal(s->view, s->seat, list);
    uint64_t key = key_of(s, &q, s->view, s->seat);
    for (unsigned i = 0; i < count; i++) {
        const struct search_slot *slot = find(s, mix(key, list[i] + 1u));
        struct search_choice choice = {.action = list[i]};
        if (slot && slot->key && slot->visits)
            choice = (struct search_choice){list[i], slot->visits, value_of(s, slot)};
        insert(choices, i, choice);
    }
    return count;
}

/* The most visited action of a node; `o->count` if none was visited at least `least` times. */
static unsigned most_visited(struct search *s, const struct options *o, uint32_t least) {
    unsigned best = o->count;
    for (unsigned i = 0; i < o->count; i++) {
        const struct search_slot *slot = find(s, mix(o->key, o->list[i] + 1u));
        if (!slot || !slot->key || slot->visits < least) continue;
        least = slot->visits + 1;
        best = i;
    }
    return best;
}

/* The next step of the line, if there is one. */
static bool expect(struct search *s, const void *state, struct question *q, uint32_t least,
                   struct search_step *next) {
    struct options o = {.state = state};
    struct outcome_list outcomes;
    unsigned to_move = s->game->to_move(state);
    if (to_move == 0) return false;
    if (to_move & CHANCE_BIT) {
        game_outcomes(s->game, state, &outcomes);
        *next = (struct search_step){BY_CHANCE, outcomes.actions[0]};
        return outcomes.count == 1;
    }
    o.seat = to_move >> s->seat & 1 ? s->seat : (unsigned)__builtin_ctz(to_move);
    o.count = s->game->legal(state, o.seat, o.list);
    *next = (struct search_step){(uint8_t)o.seat, o.list[0]};
    if (o.count == 1) return true;
    o.key = key_of(s, q, state, o.seat);
    unsigned best = most_visited(s, &o, least);
    if (best < o.count) next->action = o.list[best];
    return best < o.count;
}

unsigned search_line(struct search *s, uint16_t action, uint32_t least, struct search_step *line,
                     unsigned most) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct generator deal;
    unsigned length = 0;
    memcpy(state, s->view, s->game->state_size);
    generator_seed(&deal, 1);
    s->game->determinise(state, &deal);
    struct question q = {.answering = game_asks_several(s->game, state)};
    key_of(s, &q, state, s->seat);
    step(s, state, s->seat, action, &q);
    for (; length < most && expect(s, state, &q, least, &line[length]); length++)
        step(s, state, line[length].by, line[length].action, &q);
    return length;
}

unsigned search_merge(struct search_choice choices[LEGAL_MAX], unsigned count,
                      const struct search_choice *more, unsigned more_count) {
    for (unsigned i = 0; i < more_count; i++) {
        struct search_choice sum = more[i];
        unsigned at = 0;
        while (at < count && choices[at].action != sum.action) at++;
        if (at == LEGAL_MAX) continue;
        if (at == count) count++;
        else if (choices[at].visits) {
            sum.visits += choices[at].visits;
            sum.value =
                (sum.value * more[i].visits + choices[at].value * choices[at].visits) / sum.visits;
        }
        memmove(&choices[at], &choices[at + 1], (count - 1 - at) * sizeof *choices);
        insert(choices, count - 1, sum);
    }
    return count;
}
