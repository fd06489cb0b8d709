#include "ai/search.h"

#include "core/ensure.h"

#include <string.h>

enum {
    PATH_MAX = 512,
    PROBES_MAX = 32,
    /* with foresight: how often a position is judged itself before its actions are looked at,
     * which costs as much as trying each */
    RIPE = 4,
};

/* where games are played out; a net's judgement is less noisy */
static const double exploration_random = 0.7;
static const double foresight_weight = 0.7; /* of what looks well and has been tried little */
static const double margin_share = 0.15; /* of a reward: by how much, not only whether */

/* Of a game without a table of its own: sound for small games, not tuned for any. */
static const struct tuning default_tuning = {
    .visits = {[0 ... SEATS_MAX] = {500, 2000, 16000}},
    .rollout_share = {1, 0, 0},
    .exploration = 0.35,
    .club_tolerance = 0.08,
};

const struct tuning *tuning_of(const struct game *game) {
    return game->tuning ? game->tuning : &default_tuning;
}

/* ---- the table ---- */

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
    return (x ^ x >> 32) | 1; /* never 0: that is a free slot */
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

/* A slot for the key, made if there is room; else NULL. */
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
                 double played_out, struct search_slot *slots, uint32_t size,
                 const uint8_t seed[32]) {
    ensure(size > 0 && (size & (size - 1)) == 0);
    memset(s, 0, sizeof *s);
    s->game = game;
    s->net = net;
    s->slots = slots;
    s->size = size;
    s->played_out = net ? played_out : 1;
    s->exploration =
        (1 - s->played_out) * tuning_of(game)->exploration + s->played_out * exploration_random;
    generator_seed_hash(&s->generator, seed);
    forget(s);
}

void search_begin(struct search *s, const void *view, unsigned seat) {
    ensure(state_viewer(view) == seat + 1);
    if (s->used > s->size / 2) forget(s);
    memcpy(s->view, view, s->game->state_size);
    s->seat = seat;
}

/* ---- one iteration ---- */

/* What was chosen on the way, and by whom. */
struct path {
    struct search_slot *slots[PATH_MAX];
    uint8_t seats[PATH_MAX];
    unsigned length;
};

/* A position as the searching seat sees it. */
static uint64_t seen_hash(const struct search *s, const void *state) {
    _Alignas(8) uint8_t view[STATE_MAX];
    memcpy(view, state, s->game->state_size);
    s->game->view(view, s->seat);
    return state_hash(s->game, view);
}

/* log2 by its leading digits: close, and the same everywhere. */
static double log2_of(uint32_t n) {
    unsigned whole = 31 - (unsigned)__builtin_clz(n);
    return whole + (double)n / (double)(1u << whole) - 1;
}

/* The upper confidence bound; what was never tried comes first. */
static double bound(const struct search_slot *slot, double exploration) {
    static const double untried = 100, log_2 = 0.6931471805599453;
    if (slot->visits == 0) return untried;
    return slot->total / slot->visits +
           exploration * __builtin_sqrt(log2_of(slot->offered + 1) * log_2 / slot->visits);
}

/* What a seat may do here. */
struct options {
    const void *state;
    uint64_t key;
    unsigned seat, count;
    uint16_t list[LEGAL_MAX];
};

/* The action with the best bound. Only what is tried takes a slot, and is offered from then on:
 * most actions of most positions never are. */
static unsigned choose(struct search *s, const struct options *o, struct search_slot **chosen) {
    unsigned best = o->count, equals = 0;
    double best_bound = -1;
    bool room = has_room(s);
    for (unsigned i = 0; i < o->count; i++) {
        struct search_slot *slot = find(s, mix(o->key, o->list[i] + 1u));
        if (!slot || (!slot->key && !room)) continue;
        if (slot->key) slot->offered++;
        double b = bound(slot, s->exploration);
        if (b > best_bound) best_bound = b, equals = 0;
        if (b == best_bound && generator_below(&s->generator, ++equals) == 0) best = i;
    }
    *chosen = best < o->count ? enter(s, mix(o->key, o->list[best] + 1u)) : NULL;
    if (*chosen && !(*chosen)->visits) (*chosen)->offered = 1;
    return best;
}

/* The slot of an action that has been looked at; NULL: there is no room. */
static struct search_slot *looked_at(struct search *s, const struct options *o, uint16_t action) {
    struct search_slot *slot = find(s, mix(o->key, action + 1u));
    if (slot && slot->key) return slot;
    if (!(slot = enter(s, mix(o->key, action + 1u)))) return NULL;
    /* draws are the same for all actions of a position */
    slot->total = first_sight(s->net, o->state, o->seat, action, s->generator);
    slot->promise = (float)net_exp((slot->total - 0.5) / s->foresight);
    return slot;
}

/* The mean reward of an action. */
static double value_of(const struct search *s, const struct search_slot *slot) {
    return slot->total / (slot->visits + (s->foresight > 0 ? 1 : 0));
}

static unsigned choose_promising(struct search *s, const struct search_slot *node,
                                 const struct options *o, struct search_slot **chosen) {
    struct search_slot *slots[LEGAL_MAX];
    double promises = 0, best_bound = -1;
    unsigned best = o->count;
    for (unsigned i = 0; i < o->count; i++)
        if ((slots[i] = looked_at(s, o, o->list[i]))) promises += (double)slots[i]->promise;
    generator_next(&s->generator);
    double weight = foresight_weight * __builtin_sqrt(node->visits) / promises;
    for (unsigned i = 0; i < o->count; i++) {
        double b = slots[i] ? value_of(s, slots[i]) +
                                  weight * (double)slots[i]->promise / (slots[i]->visits + 1)
                            : -1;
        if (b > best_bound) best_bound = b, best = i;
    }
    *chosen = best < o->count ? slots[best] : NULL;
    return best;
}

/* The action that must be tried; if it is not there, nothing. */
static unsigned choose_only(struct search *s, const struct options *o,
                            struct search_slot **chosen) {
    unsigned i = 0;
    while (i < o->count && o->list[i] + 1u != s->only) i++;
    if (i == o->count) *chosen = NULL;
    else if (s->foresight > 0) *chosen = looked_at(s, o, o->list[i]);
    else if ((*chosen = enter(s, mix(o->key, s->only)))) (*chosen)->offered++;
    return i;
}

/* Keys of a question put to several: its start, the seat, and what that seat has answered so
 * far. */
struct question {
    uint64_t start;
    uint64_t answered[SEATS_MAX];
    bool known;
    bool answering; /* somebody has begun to answer */
};

static uint64_t key_of(struct search *s, struct question *q, const void *state, unsigned seat) {
    if (!q->known)
        *q = (struct question){
            .start = seen_hash(s, state), .known = true, .answering = q->answering};
    return mix(mix(q->start, seat + 1), q->answered[seat]);
}

static void step(struct search *s, void *state, unsigned by, uint16_t action, struct question *q) {
    bool several = game_asks_several(s->game, state),
         closed = s->game->apply(state, by, action, NULL);
    if (by == BY_CHANCE || closed) q->known = q->answering = false;
    else q->answered[by] = mix(q->answered[by], action), q->answering = several;
}

static void step_chance(struct search *s, void *state, struct question *q) {
    struct outcomes outcomes;
    s->game->chance(state, &outcomes);
    step(s, state, BY_CHANCE, outcomes_draw(&outcomes, &s->generator), q);
}

/* Down the remembered part; stops where a position is new, or the table is full. Of several
 * asked at once the searching seat answers first: what others answer is often new, and it would
 * be left without an answer of its own. Returns whether it stopped among the answers to a
 * question put to several. */
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
        if (!node || node->visits++ < (s->foresight > 0 && !first ? RIPE : 1)) break;
        unsigned i = s->only && first   ? choose_only(s, &o, &slot)
                     : s->foresight > 0 ? choose_promising(s, node, &o, &slot)
                                        : choose(s, &o, &slot);
        if (!slot) break;
        path->slots[path->length] = slot;
        path->seats[path->length++] = (uint8_t)o.seat;
        step(s, state, o.seat, o.list[i], &q);
    }
    return q.answering;
}

/* One step at random: of chance, or of the first seat that is to move; true if it closed a
 * question. */
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

void play_out(const struct game *game, void *state, struct generator *generator) {
    for (unsigned to_move; (to_move = game->to_move(state));)
        step_random(game, state, to_move, generator);
}

void settle(const struct game *game, void *state, bool answering, struct generator *generator) {
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

void judge_state(const struct net *net, const void *state, struct judgement *judgement) {
    if (net->game->to_move(state)) net_judge(net, state, judgement);
    else judge_result(net->game, state, net->players, judgement);
}

double first_sight(const struct net *net, const void *state, unsigned seat, uint16_t action,
                   struct generator luck) {
    _Alignas(8) uint8_t next[STATE_MAX];
    struct judgement judgement;
    memcpy(next, state, net->game->state_size);
    bool several = game_asks_several(net->game, next),
         closed = net->game->apply(next, seat, action, NULL);
    settle(net->game, next, several && !closed, &luck);
    judge_state(net, next, &judgement);
    return reward_of(&judgement, net->players, seat);
}

double reward_of(const struct judgement *judgement, unsigned players, unsigned seat) {
    double best_other = -32768;
    for (unsigned other = 0; other < players; other++)
        if (other != seat && judgement->score[other] > best_other)
            best_other = judgement->score[other];
    double lead = judgement->score[seat] - best_other, size = lead < 0 ? -lead : lead;
    return (1 - margin_share) * judgement->first[seat] +
           margin_share * (0.5 + 0.5 * lead / (size + 8));
}

static void add_rewards(const struct judgement *judgement, unsigned players, double share,
                        double reward[SEATS_MAX]) {
    for (unsigned seat = 0; seat < players; seat++)
        reward[seat] += share * reward_of(judgement, players, seat);
}

/* What a position is worth to each seat: in a net's eyes, played out at random, or so much of
 * each. Where it ended there is nothing to judge. */
static void judge(struct search *s, void *state, bool answering, unsigned players,
                  double reward[SEATS_MAX]) {
    struct judgement judgement;
    double played_out = s->played_out;
    if (played_out < 1) settle(s->game, state, answering, &s->generator);
    if (!s->game->to_move(state)) played_out = 1;
    if (played_out < 1) {
        net_judge(s->net, state, &judgement);
        add_rewards(&judgement, players, 1 - played_out, reward);
    }
    if (played_out > 0) {
        play_out(s->game, state, &s->generator);
        judge_result(s->game, state, players, &judgement);
        add_rewards(&judgement, players, played_out, reward);
    }
}

static void iterate(struct search *s) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct path path;
    double reward[SEATS_MAX] = {0};
    memcpy(state, s->view, s->game->state_size);
    s->game->determinise(state, &s->generator);
    unsigned players = state_players(s->game, state);
    path.length = 0;
    bool answering = descend(s, state, &path);
    judge(s, state, answering, players, reward);
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

/* Into its place in a list of `count`: most visited first, equals in the order of their numbers. */
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
