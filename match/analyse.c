#include "match/analyse.h"

#include "ai/train.h"
#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYOUTS_MIN = 64,
    PLAYOUTS_MAX = 1024, /* without a net */
    DEALS = 32, /* samples of pending draws and answers before the net can judge */
    ROLL_VISITS = 16, /* one short rollout per this many visits */
    ROLLS_MIN = 32, /* fewer would be worse than the net's judgement alone */
    ROLLS_MAX = 1024,
    ROLL_DECISIONS = 8, /* decisions per short rollout */
};

/* What the levels make of a search: each stops after its own visits and picks in its own way. */
struct level_picks {
    unsigned count;
    struct search_choice choices[LEGAL_MAX];
    uint32_t weights[LEGAL_MAX], sum;
};

struct analysis_work {
    struct weighing weighing;
    struct weighed choices[LEGAL_MAX];
    struct level_picks picks[ANALYSIS_LEVELS];
    struct search_slot slots[WEIGH_SLOTS];
};

static void *state_at(const struct analysis *a, unsigned step) {
    return a->states + (size_t)step * STATE_MAX;
}

static bool asks_several(const struct game *game, const void *state) {
    unsigned asked = game->asked(state);
    return asked & (asked - 1);
}

/* ---- reading a record ---- */

struct taker {
    struct record_watcher watcher;
    struct analysis *a;
    bool answering; /* a simultaneous question is partly answered */
    unsigned began; /* its first step */
    bool full; /* out of memory */
};

static bool make_room(struct analysis *a) {
    if (a->count < a->capacity) return true;
    unsigned capacity = a->capacity ? 2 * a->capacity : 256;
    void *steps = realloc(a->steps, capacity * sizeof *a->steps);
    if (steps) a->steps = steps;
    void *states = steps ? realloc(a->states, (size_t)(capacity + 1) * STATE_MAX) : NULL;
    if (states) a->states = states;
    void *values = states ? realloc(a->values, (capacity + 1) * sizeof *a->values) : NULL;
    if (!values) return false;
    a->values = values;
    a->capacity = capacity;
    return true;
}

static unsigned ways(const struct game *game, const void *state, unsigned by) {
    uint16_t list[LEGAL_MAX];
    struct outcome_list outcomes;
    if (by != BY_CHANCE) return game->legal(state, by, list);
    game_outcomes(game, state, &outcomes);
    return outcomes.count;
}

static bool take(struct record_watcher *watcher, const void *state,
                 const struct record_step *step) {
    struct taker *t = (struct taker *)watcher;
    struct analysis *a = t->a;
    _Alignas(8) uint8_t next[STATE_MAX];
    if (!make_room(a)) {
        t->full = true;
        return false;
    }
    memcpy(state_at(a, a->count), state, a->game->state_size);
    if (step->by == NOBODY) return true;
    bool several = step->by != BY_CHANCE && asks_several(a->game, state);
    if (several && !t->answering) t->began = a->count;
    memcpy(next, state, a->game->state_size);
    bool closed = a->game->apply(next, step->by, step->action, NULL);
    t->answering = several && !closed;
    unsigned choices = ways(a->game, state, step->by);
    a->steps[a->count] =
        (struct analysis_step){.by = (uint8_t)step->by,
                               .action = step->action,
                               .best = step->action,
                               .choices = (uint8_t)(choices < 255 ? choices : 255),
                               .several = several,
                               .question = (uint16_t)(several ? a->count - t->began : 0)};
    a->count++;
    return true;
}

static uint64_t seed_of(const struct record *r) {
    uint64_t seed = 0;
    for (unsigned i = 0; i < 8; i++) seed = seed << 8 | r->commitment[i];
    return seed;
}

static void judge_position(struct analysis *a, unsigned step);

bool analysis_open(struct analysis *a, const struct record *r, const struct net *net,
                   uint32_t visits, struct record_error *error) {
    _Alignas(8) uint8_t state[STATE_MAX];
    memset(a, 0, sizeof *a);
    *a = (struct analysis){
        .game = r->game, .players = r->players, .net = net, .visits = visits, .seed = seed_of(r)};
    struct taker taker = {.watcher = {.step = take}, .a = a};
    ensure(!net || (net->game == r->game && net->players == r->players));
    if (r->seat >= 0) {
        *error = (struct record_error){.message = MESSAGE("error.analyse.whole")};
        return false;
    }
    bool good = record_replay(r, state, &taker.watcher, error);
    if (good && !taker.full) a->work = malloc(sizeof *a->work);
    if (good && a->work) {
        /* unrevealed answers have no value yet */
        if (taker.answering) a->count = taker.began;
        a->over = a->game->to_move(state_at(a, a->count)) == 0;
        a->left = a->count;
        judge_position(a, a->count);
        return true;
    }
    if (good) *error = (struct record_error){.message = MESSAGE("error.memory")};
    analysis_close(a);
    return false;
}

void analysis_close(struct analysis *a) {
    free(a->steps);
    free(a->states);
    free(a->values);
    free(a->work);
    memset(a, 0, sizeof *a);
}

/* ---- the value of a position ---- */

/* Short rollouts per position if this many positions are compared. */
static unsigned rolls_of(const struct analysis *a, unsigned positions) {
    uint32_t rolls = a->net ? a->visits / ROLL_VISITS / positions : 0;
    return rolls < ROLLS_MIN ? 0 : rolls < ROLLS_MAX ? rolls : ROLLS_MAX;
}

static unsigned playouts_of(const struct analysis *a) {
    return a->visits < PLAYOUTS_MIN   ? PLAYOUTS_MIN
           : a->visits < PLAYOUTS_MAX ? a->visits
                                      : PLAYOUTS_MAX;
}

/* A plausible action: the net's policy on the seat's view; without a net, at random. */
static uint16_t plausible(const struct analysis *a, const void *state, unsigned seat,
                          struct generator *generator) {
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    unsigned count = a->game->legal(state, seat, list);
    if (count == 1) return list[0];
    if (!a->net) return list[generator_below(generator, count)];
    memcpy(view, state, a->game->state_size);
    a->game->view(view, seat);
    return train_choose(a->net, view, seat, generator);
}

/* Plays this many decisions, then on to a position that a net can judge. */
static void roll(const struct analysis *a, void *state, bool answering, unsigned decisions,
                 struct generator *generator) {
    for (unsigned to_move;
         (to_move = a->game->to_move(state)) && (answering || decisions || to_move & CHANCE_BIT);) {
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            a->game->chance(state, &outcomes);
            a->game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move);
        bool several = asks_several(a->game, state);
        answering =
            !a->game->apply(state, seat, plausible(a, state, seat, generator), NULL) && several;
        if (decisions) decisions--;
    }
}

/* How a position is judged. */
struct effort {
    unsigned times; /* samples */
    unsigned decisions; /* rollout length per sample */
    bool answering; /* the position is within a simultaneous question */
};

/* The same number gives every position the same random numbers, so differences come from the
 * positions (common random numbers). */
static void sample(const struct analysis *a, const void *from, const struct effort *effort,
                   unsigned number, double first[SEATS_MAX]) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct generator generator;
    struct judgement judgement;
    memcpy(state, from, a->game->state_size);
    generator_seed(&generator, a->seed + number);
    roll(a, state, effort->answering, effort->decisions, &generator);
    if (!a->net) rollout(a->game, state, &generator);
    if (a->game->to_move(state)) net_judge(a->net, state, &judgement);
    else judge_result(a->game, state, a->players, &judgement);
    memcpy(first, judgement.first, sizeof judgement.first);
}

/* The effort per position if this many positions are compared. */
static struct effort effort_for(const struct analysis *a, const void *state, bool answering,
                                unsigned positions) {
    unsigned to_move = a->game->to_move(state), rolls = rolls_of(a, positions);
    struct effort effort = {.times = 1, .answering = answering};
    if (!to_move) return effort;
    if (!a->net) effort.times = playouts_of(a);
    else if (rolls) effort.times = rolls, effort.decisions = ROLL_DECISIONS;
    else if (answering || to_move & CHANCE_BIT) effort.times = DEALS;
    return effort;
}

/* Rounds to whole millionths that add up to `sum`. */
static void quantise(const double *numbers, unsigned players, int32_t sum, int32_t *whole) {
    for (unsigned seat = 0; seat + 1 < players; seat++) {
        double scaled = numbers[seat] * analysis_one;
        whole[seat] = (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
        sum -= whole[seat];
    }
    whole[players - 1] = sum;
}

static void value_of(const struct analysis *a, const void *state, bool answering,
                     int32_t value[SEATS_MAX]) {
    struct effort effort = effort_for(a, state, answering, 1);
    double sum[SEATS_MAX] = {0}, first[SEATS_MAX];
    for (unsigned i = 0; i < effort.times; i++) {
        sample(a, state, &effort, i, first);
        for (unsigned seat = 0; seat < a->players; seat++) sum[seat] += first[seat];
    }
    for (unsigned seat = 0; seat < a->players; seat++) sum[seat] /= effort.times;
    quantise(sum, a->players, analysis_one, value);
}

static void judge_position(struct analysis *a, unsigned step) {
    value_of(a, state_at(a, step), false, a->values[step]);
}

/* ---- the change by a step ---- */

/* Luck of a draw: its outcome's value less the mean over all outcomes, judged with the same effort
 * and random numbers. */
static void judge_draw(struct analysis *a, unsigned at) {
    struct analysis_step *step = &a->steps[at];
    struct outcome_list outcomes;
    struct effort effort = {0};
    _Alignas(8) uint8_t states[OUTCOMES_MAX][STATE_MAX];
    double mean[SEATS_MAX] = {0}, squares[SEATS_MAX] = {0}, first[SEATS_MAX];
    game_outcomes(a->game, state_at(a, at), &outcomes);
    for (unsigned i = 0; i < outcomes.count; i++) {
        memcpy(states[i], state_at(a, at), a->game->state_size);
        a->game->apply(states[i], BY_CHANCE, outcomes.actions[i], NULL);
        struct effort one = effort_for(a, states[i], false, outcomes.count);
        if (one.times > effort.times) effort = one;
    }
    for (unsigned n = 0; n < effort.times && outcomes.count > 1; n++) {
        double luck[SEATS_MAX] = {0};
        for (unsigned i = 0; i < outcomes.count; i++) {
            double weight = (outcomes.actions[i] == step->action) -
                            (double)outcomes.weights[i] / outcomes.total;
            sample(a, states[i], &effort, n, first);
            for (unsigned seat = 0; seat < a->players; seat++) luck[seat] += weight * first[seat];
        }
        for (unsigned seat = 0; seat < a->players; seat++) {
            mean[seat] += luck[seat] / effort.times;
            squares[seat] += luck[seat] * luck[seat];
        }
    }
    quantise(mean, a->players, 0, step->change);
    for (unsigned seat = 0; seat < a->players && effort.times > 1; seat++) {
        double variance = squares[seat] / effort.times - mean[seat] * mean[seat],
               error = variance > 0 ? __builtin_sqrt(variance / (effort.times - 1)) : 0;
        if (analysis_one * error > step->error) step->error = (int32_t)(analysis_one * error);
    }
    for (unsigned seat = 0; seat < a->players; seat++)
        a->values[at][seat] = a->values[at + 1][seat] - step->change[seat];
}

static const struct weighed *find(const struct weighed *choices, unsigned count, uint16_t action) {
    for (unsigned i = 0; i < count; i++)
        if (choices[i].action == action) return &choices[i];
    never();
}

static void pick_as(struct weighing *w, int kind, struct level_picks *picks) {
    picks->count = search_choices(&w->search, picks->choices);
    picks->sum = bot_weights(w->search.game, (struct bot_level){.kind = kind}, picks->choices,
                             picks->count, picks->weights);
}

/* Runs the whole search, with a stop at each level's visits. */
static void weigh_for_levels(const struct analysis *a, struct weighing *w,
                             struct level_picks picks[ANALYSIS_LEVELS]) {
    uint32_t done = 0;
    for (unsigned i = 0; i < ANALYSIS_LEVELS; i++) {
        struct bot_level level = {.kind = BOT_NOVICE + (int)i};
        uint32_t wanted = bot_visits(level, a->game, a->players),
                 until = i + 1 == ANALYSIS_LEVELS || wanted > a->visits ? a->visits : wanted;
        if (until > done) weigh_run(w, until - done);
        if (until > done) done = until;
        pick_as(w, level.kind, &picks[i]);
    }
}

/* The mean cost of a level's picks, by the whole search. */
static int32_t cost_of(const struct level_picks *picks, const struct weighed *choices,
                       unsigned count, unsigned seat) {
    double cost = 0;
    for (unsigned i = 0; i < picks->count; i++) {
        if (picks->weights[i] == 0) continue;
        const struct weighed *choice = find(choices, count, picks->choices[i].action);
        double less = choices[0].chance[seat] - choice->chance[seat];
        if (less > 0 && choice->visits) cost += less * picks->weights[i] / picks->sum;
    }
    return (int32_t)(analysis_one * cost);
}

/* What the choice changed for every seat, compared with the best one. */
static void judge_cost(const struct analysis *a, struct analysis_step *step,
                       const struct weighed *best, const struct weighed *chosen) {
    double change[SEATS_MAX];
    for (unsigned seat = 0; seat < a->players; seat++)
        change[seat] = chosen->chance[seat] - best->chance[seat];
    quantise(change, a->players, 0, step->effect);
    if (step->effect[step->by] >= 0) {
        memset(step->effect, 0, sizeof step->effect);
        return;
    }
    step->best = best->action;
    step->cost = -step->effect[step->by];
    step->error = (int32_t)(analysis_one * __builtin_sqrt(best->error * best->error +
                                                          chosen->error * chosen->error));
}

/* Cost of a choice, by a search on the seat's view. The chosen action gets extra visits if it has
 * too few for a comparison. */
static void judge_choice(struct analysis *a, unsigned at) {
    struct analysis_step *step = &a->steps[at];
    struct weighing *w = &a->work->weighing;
    struct weighed *choices = a->work->choices;
    _Alignas(8) uint8_t view[STATE_MAX];
    if (step->choices == 1) return;
    memcpy(view, state_at(a, at), a->game->state_size);
    a->game->view(view, step->by);
    weigh_begin(w, a->game, a->net, a->work->slots, view, step->by, 0);
    weigh_for_levels(a, w, a->work->picks);
    unsigned count = weigh_choices(w, choices);
    const struct weighed *chosen = find(choices, count, step->action);
    if (chosen->visits < choices[0].visits) {
        weigh_action(w, step->action, (choices[0].visits - chosen->visits + 1) / 2);
        count = weigh_choices(w, choices);
        chosen = find(choices, count, step->action);
    }
    step->visits = search_visits(&w->search);
    step->chance = (int32_t)(analysis_one * chosen->chance[step->by]);
    for (unsigned i = 0; i < ANALYSIS_LEVELS; i++)
        step->expected[i] = cost_of(&a->work->picks[i], choices, count, step->by);
    if (chosen->visits) judge_cost(a, step, &choices[0], chosen);
}

/* ---- step by step ---- */

static unsigned question_end(const struct analysis *a, unsigned from) {
    unsigned to = from + 1;
    while (to < a->count && a->steps[to].several && a->steps[to].question == to - from) to++;
    return to;
}

/* All answers together make one change, which comes with the last of them. */
static void judge_question(struct analysis *a, unsigned from) {
    unsigned to = question_end(a, from);
    bool choice = false;
    for (unsigned i = from; i < to; i++) choice |= a->steps[i].choices > 1;
    if (!choice) {
        memcpy(a->values[from], a->values[to], sizeof a->values[to]);
        return;
    }
    judge_position(a, from);
    for (unsigned seat = 0; seat < a->players; seat++)
        a->steps[to - 1].change[seat] = a->values[to][seat] - a->values[from][seat];
}

/* With only one legal action the value does not change. */
static void judge_answer(struct analysis *a, unsigned at) {
    struct analysis_step *step = &a->steps[at];
    if (step->choices > 1) judge_position(a, at);
    else memcpy(a->values[at], a->values[at + 1], sizeof a->values[at]);
    for (unsigned seat = 0; seat < a->players; seat++)
        step->change[seat] = a->values[at + 1][seat] - a->values[at][seat];
}

/* Sets the values after each step, from the start. */
static void sum_up(struct analysis *a) {
    const int32_t *before = a->values[0];
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned seat = 0; seat < a->players; seat++)
            a->steps[i].value[seat] = before[seat] + a->steps[i].change[seat];
        before = a->steps[i].value;
    }
}

bool analysis_run(struct analysis *a) {
    if (a->left == 0) return false;
    unsigned at = --a->left;
    struct analysis_step *step = &a->steps[at];
    if (step->by == BY_CHANCE) {
        judge_draw(a, at);
    } else {
        judge_choice(a, at);
        if (!step->several) judge_answer(a, at);
        else if (step->question == 0) judge_question(a, at);
    }
    if (a->left == 0) sum_up(a);
    return a->left > 0;
}

/* ---- results ---- */

const void *analysis_state(const struct analysis *a, unsigned step) {
    ensure(step <= a->count);
    return state_at(a, step);
}

bool analysis_is_mistake(const struct analysis_step *step) {
    return step->by != BY_CHANCE && step->cost > step->error;
}

static void count_choice(struct analysis_seat *s, const struct analysis_step *step) {
    s->decisions++;
    s->cost += step->cost;
    for (unsigned i = 0; i < ANALYSIS_LEVELS; i++) s->expected[i] += step->expected[i];
    if (!analysis_is_mistake(step)) s->best++;
    else if (step->cost < analysis_good) s->good++;
    else s->mistakes++;
}

/* Where a mean cost lies between those of the levels, 0 … ANALYSIS_GRADE_MAX. */
static int32_t place_among(double cost, const double levels[ANALYSIS_LEVELS]) {
    const double share = (double)ANALYSIS_GRADE_MAX / (ANALYSIS_LEVELS - 1);
    double place = 0;
    for (unsigned i = 0; i + 1 < ANALYSIS_LEVELS; i++) {
        double from = levels[i], to = levels[i + 1];
        if (cost >= from || from <= to) continue;
        place = share * (i + (cost > to ? (from - cost) / (from - to) : 1));
    }
    return (int32_t)(place + 0.5);
}

/* Compares the mean cost with what the levels would have lost at the same positions. */
static void grade(const struct analysis *a, unsigned seat, struct analysis_seat *s) {
    double levels[ANALYSIS_LEVELS], squares = 0, n = s->decisions;
    s->grade = -1;
    if (s->decisions < ANALYSIS_GRADED_MIN) return;
    double mean = s->cost / n;
    for (unsigned i = 0; i < ANALYSIS_LEVELS; i++) {
        levels[i] = s->expected[i] / n;
        if (i && levels[i] > levels[i - 1]) levels[i] = levels[i - 1];
    }
    if (levels[0] <= levels[ANALYSIS_LEVELS - 1]) return;
    for (unsigned i = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->steps[i];
        double off = step->cost - mean;
        if (step->by == seat && step->choices > 1) squares += off * off;
    }
    double error = __builtin_sqrt(squares / (n - 1) / n);
    s->grade = place_among(mean, levels);
    s->grade_low = place_among(mean + error, levels);
    s->grade_high = place_among(mean - error, levels);
}

struct analysis_seat analysis_seat(const struct analysis *a, unsigned seat) {
    struct analysis_seat s = {.start = a->values[0][seat], .result = a->values[a->count][seat]};
    double variance = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->steps[i];
        if (step->by == seat && step->choices > 1) count_choice(&s, step);
        if (step->by != BY_CHANCE && !analysis_is_mistake(step)) continue;
        if (step->by == BY_CHANCE) s.luck += step->change[seat];
        else if (step->by == seat) s.own += step->effect[seat];
        else s.others += step->effect[seat];
        variance += (double)step->error * step->error;
    }
    s.rest = s.result - s.start - s.luck - s.own - s.others;
    s.error = (int32_t)__builtin_sqrt(variance);
    grade(a, seat, &s);
    return s;
}

const char *analysis_grade_key(int32_t grade) {
    static const char *const keys[] = {"common.grade.0", "common.grade.1", "common.grade.2",
                                       "common.grade.3", "common.grade.4"};
    const int32_t last = sizeof keys / sizeof keys[0] - 1;
    return keys[(grade * last + ANALYSIS_GRADE_MAX / 2) / ANALYSIS_GRADE_MAX];
}

static void write_part(struct json_out *out, const char *name, int32_t part) {
    json_real(out, name, (double)part / analysis_one);
}

static void write_parts(const struct analysis *a, struct json_out *out, const char *name,
                        const int32_t *parts) {
    json_array(out, name);
    for (unsigned seat = 0; seat < a->players; seat++) write_part(out, NULL, parts[seat]);
    json_array_end(out);
}

static void write_action(const struct analysis *a, struct json_out *out, const char *name,
                         uint16_t action) {
    char text[NOTATION_MAX];
    json_text_n(out, name, text, notation_write(a->game->notation, action, text));
}

static void write_step(const struct analysis *a, struct json_out *out, unsigned at) {
    const struct analysis_step *step = &a->steps[at];
    json_object(out, NULL);
    json_number(out, "step", at);
    if (step->by == BY_CHANCE) json_text(out, "by", "chance");
    else json_number(out, "by", step->by);
    write_action(a, out, "do", step->action);
    json_number(out, "choices", step->choices);
    write_parts(a, out, "value", step->value);
    write_parts(a, out, "change", step->change);
    if (step->choices > 1) write_part(out, "error", step->error);
    if (step->choices > 1 && step->by != BY_CHANCE) {
        write_action(a, out, "best", step->best);
        write_part(out, "chance", step->chance);
        write_part(out, "cost", step->cost);
        write_parts(a, out, "effect", step->effect);
        json_bool(out, "mistake", analysis_is_mistake(step));
        json_number(out, "visits", step->visits);
    }
    json_object_end(out);
}

static void write_grade(struct json_out *out, const struct analysis_seat *s) {
    const double whole = ANALYSIS_GRADE_MAX;
    json_object(out, "grade");
    json_real(out, "at", s->grade / whole);
    json_real(out, "low", s->grade_low / whole);
    json_real(out, "high", s->grade_high / whole);
    json_text(out, "key", analysis_grade_key(s->grade));
    json_object_end(out);
}

static void write_seat(const struct analysis *a, struct json_out *out, unsigned seat) {
    struct analysis_seat s = analysis_seat(a, seat);
    json_object(out, NULL);
    write_part(out, "start", s.start);
    write_part(out, "luck", s.luck);
    write_part(out, "own", s.own);
    write_part(out, "others", s.others);
    write_part(out, "rest", s.rest);
    write_part(out, "error", s.error);
    write_part(out, "result", s.result);
    json_number(out, "decisions", s.decisions);
    json_number(out, "best", s.best);
    json_number(out, "good", s.good);
    json_number(out, "mistakes", s.mistakes);
    write_part(out, "cost", s.cost);
    json_object(out, "expected");
    for (unsigned i = 0; i < ANALYSIS_LEVELS; i++)
        write_part(out, bot_kind_names[BOT_NOVICE + i], s.expected[i]);
    json_object_end(out);
    if (s.grade >= 0) write_grade(out, &s);
    else json_null(out, "grade");
    json_object_end(out);
}

void analysis_write(const struct analysis *a, struct json_out *out, const char *name) {
    json_object(out, name);
    json_text(out, "game", a->game->id);
    json_number(out, "players", a->players);
    json_bool(out, "over", a->over);
    json_number(out, "visits", a->visits);
    if (a->net) json_text(out, "net", a->net->id);
    else json_null(out, "net");
    json_array(out, "seats");
    for (unsigned seat = 0; seat < a->players; seat++) write_seat(a, out, seat);
    json_array_end(out);
    json_array(out, "steps");
    for (unsigned i = 0; i < a->count; i++) write_step(a, out, i);
    json_array_end(out);
    json_object_end(out);
}
