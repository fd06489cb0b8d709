#include "ai/train.h"

#include "core/blake2b.h"
#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

static const double trace = 0.98; /* λ */
static const double whim = 0.03; /* share of the learner's actions that are random */
static const double noise = 0.25; /* share of noise in the priors at the root */
static const double prior_temperature = 0.05; /* in games whose masters have no priors */
/* weight of the score in the loss, relative to the first place */
static const double score_weight = 0.2;
/* learning rate; falls with the square root of the updates */
static const double first_rate = 0.002;
static const double rate_changes = 4000;
/* updates that the average spans, about; at the start a tenth of all */
static const double averaged = 8000;
enum { SAMPLE = 64 }; /* positions per update of the weights */

static unsigned rows_of(const struct trainer *t) {
    return t->hidden + NET_OUTPUTS;
}

unsigned train_outputs_at(const struct trainer *t) {
    return rows_of(t) * (feature_count(t->game) + 1);
}

static unsigned weights_count(const struct trainer *t) {
    return train_outputs_at(t) + NET_OUTPUTS * t->hidden;
}

/* The weights, as one list: those of each feature for all rows, biases, outputs. Most features of
 * a position are zero, so they are visited feature by feature. */
static float *in_of(const struct trainer *t, float *weights, unsigned feature) {
    return weights + feature * rows_of(t);
}

static float *bias_of(const struct trainer *t, float *weights) {
    return weights + rows_of(t) * feature_count(t->game);
}

static float *out_of(const struct trainer *t, float *weights, unsigned output) {
    return weights + train_outputs_at(t) + output * t->hidden;
}

static double uniform(struct generator *g) {
    return (double)(generator_next(g) >> 11) / 9007199254740992.0;
}

void train_begin(struct trainer *t, const struct game *game, unsigned players, unsigned hidden,
                 const uint8_t seed[32]) {
    struct generator generator;
    memset(t, 0, sizeof *t);
    t->game = game;
    t->players = players;
    t->hidden = hidden;
    t->length = 40 * 256; /* until it is known */
    t->student_games = TRAIN_STUDENT_GAMES;
    memcpy(t->seed, seed, sizeof t->seed);
    generator_seed_hash(&generator, seed);
    float spread = (float)(1 / __builtin_sqrt(feature_count(game)));
    for (unsigned i = 0; i < feature_count(game); i++)
        for (unsigned row = 0; row < hidden; row++)
            in_of(t, t->weights, i)[row] = spread * (float)(2 * uniform(&generator) - 1);
    memcpy(t->average, t->weights, sizeof t->average);
}

static int16_t whole(float weight) {
    float scaled = weight * (float)NET_WEIGHT_ONE;
    if (scaled > 32767) return 32767;
    if (scaled < -32767) return -32767;
    return (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static void make_net(const struct trainer *t, const float *average, struct net *net) {
    float *weights = (float *)(uintptr_t)average;
    net_clear(net, t->game, t->players, t->hidden);
    for (unsigned row = 0; row < rows_of(t); row++) {
        for (unsigned i = 0; i < feature_count(t->game); i++)
            net->weights[i / 2][row][i % 2] = whole(in_of(t, weights, i)[row]);
        net->bias[row] = whole(bias_of(t, weights)[row]);
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++)
        for (unsigned i = 0; i < t->hidden; i++) net->out[o][i] = whole(out_of(t, weights, o)[i]);
}

void train_net(const struct trainer *t, struct net *net) {
    make_net(t, t->average, net);
}

/* The number n of the last batch that was a power of two, 2^n; −1 before the first. */
static int last_power(uint64_t games) {
    uint64_t batches = games / TRAIN_BATCH;
    return batches ? 63 - __builtin_clzll(batches) : -1;
}

void train_cast(const struct trainer *t, const struct script *scripts, unsigned count,
                struct train_cast *cast) {
    train_net(t, &cast->now);
    cast->student_games = t->student_games;
    cast->scripts = scripts;
    cast->script_count = count;
    int kept = last_power(t->games) + 1;
    cast->past_count = kept < TRAIN_PAST ? (unsigned)kept : TRAIN_PAST;
    for (unsigned i = 0; i < cast->past_count; i++) make_net(t, t->past[i], &cast->past[i]);
}

/* ---- playing ---- */

bool episode_open(struct episode *e) {
    e->count = 0;
    e->features = malloc(TRAIN_POSITIONS_MAX * sizeof *e->features);
    e->judged = malloc(TRAIN_POSITIONS_MAX * sizeof *e->judged);
    e->random = malloc(TRAIN_POSITIONS_MAX * sizeof *e->random);
    return e->features && e->judged && e->random;
}

void episode_close(struct episode *e) {
    free(e->features);
    free(e->judged);
    free(e->random);
}

uint16_t train_choose(const struct net *net, const void *view, unsigned seat,
                      struct generator *generator) {
    const struct game *game = net->game;
    _Alignas(8) uint8_t dealt[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    struct net_memory memory = {0};
    unsigned count = game->legal(view, seat, list), best = 0;
    double best_reward = -1;
    if (count == 1) return list[0];
    memcpy(dealt, view, game->state_size);
    game->determinise(dealt, generator);
    for (unsigned i = 0; i < count; i++) {
        /* a copy of the generator, so that draws are the same for every action */
        double reward = action_value(net, &memory, dealt, seat, list[i], *generator);
        if (reward > best_reward) best_reward = reward, best = i;
    }
    generator_next(generator);
    return list[best];
}

/* Half of the games use the default options, half use random ones. */
static void choose_options(const struct game *game, struct generator *generator,
                           uint8_t options[OPTIONS_MAX]) {
    bool any = generator_below(generator, 2);
    for (unsigned i = 0; i < game->option_count; i++)
        options[i] = any ? (uint8_t)generator_below(generator, game->options[i].count)
                         : game->options[i].fallback;
}

/* ---- a game of training ---- */

enum player { PLAYS_SEARCH, PLAYS_STUDENT, PLAYS_PAST, PLAYS_SCRIPT, PLAYS_RANDOM };

/* Who plays a seat; `which` of the scripts or older nets. */
struct role {
    enum player player;
    unsigned which;
    double style[SCRIPT_NUMBERS_MAX]; /* of a script */
};

/* One game while it is played. */
struct stage {
    const struct train_cast *cast;
    const struct game *game;
    unsigned players;
    struct generator generator;
    struct search search;
    struct role early[SEATS_MAX], late[SEATS_MAX];
    unsigned change; /* the decision from which the late roles play */
};

/* A script as it is, or with numbers of its own and of others, from half as large to half as large
 * again: nobody knows the style of the next stranger. */
static struct role draw_script(struct stage *g) {
    const struct train_cast *cast = g->cast;
    struct role role = {PLAYS_SCRIPT, generator_below(&g->generator, cast->script_count), {0}};
    const struct script *own = &cast->scripts[role.which];
    bool varied = generator_below(&g->generator, 2);
    for (unsigned i = 0; i < own->numbers; i++) {
        const struct script *other =
            &cast->scripts[varied ? generator_below(&g->generator, cast->script_count) : 0];
        bool foreign =
            varied && other->numbers == own->numbers && generator_below(&g->generator, 2);
        role.style[i] = (foreign ? other : own)->style[i];
        if (varied) role.style[i] *= 0.5 + uniform(&g->generator);
    }
    return role;
}

/* A player of the cast that is not the learner. */
static struct role draw_role(struct stage *g) {
    const struct train_cast *cast = g->cast;
    unsigned at = generator_below(&g->generator, 10);
    if (at < 5 && cast->script_count) return draw_script(g);
    if (at < 7 && cast->past_count)
        return (struct role){PLAYS_PAST, generator_below(&g->generator, cast->past_count), {0}};
    return (struct role){at < 9 ? PLAYS_STUDENT : PLAYS_RANDOM, 0, {0}};
}

/* Half of the games are the learner's from the start. In the others it takes over at some
 * decision. In half of all games it has only one seat from then on. */
static void assign_roles(struct stage *g, uint64_t number, unsigned length) {
    struct role learner = {number < g->cast->student_games ? PLAYS_STUDENT : PLAYS_SEARCH, 0, {0}};
    unsigned alone = generator_below(&g->generator, g->players);
    bool mixed = generator_below(&g->generator, 2);
    for (unsigned seat = 0; seat < g->players; seat++) {
        g->early[seat] = draw_role(g);
        g->late[seat] = mixed && seat != alone ? draw_role(g) : learner;
    }
    g->change =
        generator_below(&g->generator, 2) ? 0 : generator_below(&g->generator, length * 3 / 4 + 1);
}

static uint16_t search_for(struct stage *g, const void *view, unsigned seat) {
    struct search_choice choices[LEGAL_MAX];
    struct search *s = &g->search;
    search_begin(s, view, seat);
    uint32_t known = search_visits(s),
             visits = generator_below(&g->generator, 4) ? TRAIN_VISITS_FEW : TRAIN_VISITS;
    if (known < visits) search_run(s, visits - known);
    search_choices(s, choices);
    return choices[0].action;
}

static uint16_t play_role(struct stage *g, const struct role *role, const void *state,
                          unsigned seat) {
    _Alignas(8) uint8_t view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    memcpy(view, state, g->game->state_size);
    g->game->view(view, seat);
    g->search.leaves = 0;
    switch (role->player) {
    case PLAYS_SEARCH: return search_for(g, view, seat);
    case PLAYS_STUDENT: return train_choose(&g->cast->now, view, seat, &g->generator);
    case PLAYS_PAST: return train_choose(&g->cast->past[role->which], view, seat, &g->generator);
    case PLAYS_SCRIPT: {
        struct script script = g->cast->scripts[role->which];
        script.style = role->style;
        return script.choose(&script, view, seat, &g->generator);
    }
    case PLAYS_RANDOM: break;
    }
    return list[generator_below(&g->generator, g->game->legal(view, seat, list))];
}

/* Writes down a position and what the search thought of it; if it did not search, what the net
 * thinks. */
static void note(struct stage *g, const void *state, bool random, struct episode *e) {
    if (e->count == TRAIN_POSITIONS_MAX) return;
    struct judgement *judged = &e->judged[e->count];
    g->game->tuning->features(state, e->features[e->count]);
    if (g->search.leaves && !random)
        for (unsigned seat = 0; seat < g->players; seat++) {
            judged->first[seat] = g->search.seen.first[seat] / g->search.leaves;
            judged->score[seat] = g->search.seen.score[seat] / g->search.leaves;
        }
    else net_judge(&g->cast->now, state, judged);
    e->random[e->count++] = random;
}

/* One decision of a seat with a choice. `answering`: a simultaneous question is partly answered,
 * in which the net cannot judge. */
static uint16_t decide(struct stage *g, const void *state, unsigned seat, bool answering,
                       struct episode *e) {
    bool late = e->decisions++ >= g->change;
    struct role role = late ? g->late[seat] : g->early[seat];
    if (late && role.player <= PLAYS_STUDENT && uniform(&g->generator) < whim)
        role.player = PLAYS_RANDOM;
    uint16_t action = play_role(g, &role, state, seat);
    if (late && !answering) note(g, state, role.player == PLAYS_RANDOM, e);
    return action;
}

static void open_stage(struct stage *g, const struct trainer *t, const struct train_cast *cast,
                       uint64_t number, struct search_slot *slots) {
    struct blake2b b;
    uint8_t hash[HASH_SIZE];
    g->cast = cast;
    g->game = t->game;
    g->players = t->players;
    blake2b_begin(&b, HASH_SIZE, t->seed, sizeof t->seed);
    for (unsigned i = 0; i < 8; i++) blake2b_add(&b, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
    blake2b_end(&b, hash);
    generator_seed_hash(&g->generator, hash);
    search_open(&g->search, t->game, &cast->now, 0, slots, TRAIN_SLOTS, hash);
    double own = tuning_of(t->game)->prior_temperature;
    g->search.prior_temperature = own > 0 ? own : prior_temperature;
    g->search.root_noise = noise;
    assign_roles(g, number, (unsigned)(t->length / 256));
}

void train_play(const struct trainer *t, const struct train_cast *cast, uint64_t number,
                struct search_slot *slots, struct episode *e) {
    const struct game *game = t->game;
    _Alignas(8) uint8_t state[STATE_MAX];
    struct stage stage;
    uint8_t options[OPTIONS_MAX] = {0};
    uint16_t list[LEGAL_MAX];
    bool answering = false;
    open_stage(&stage, t, cast, number, slots);
    choose_options(game, &stage.generator, options);
    game->setup(state, t->players, options);
    e->count = e->decisions = 0;
    for (unsigned to_move; (to_move = game->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &stage.generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move);
        uint16_t action = game->legal(state, seat, list) > 1
                              ? decide(&stage, state, seat, answering, e)
                              : list[0];
        bool several = game_asks_several(game, state);
        answering = !game->apply(state, seat, action, NULL) && several;
    }
    judge_result(game, state, t->players, &e->end);
}

/* ---- learning ---- */

struct sample {
    const int16_t (*features)[FEATURES_MAX]; /* by seat */
    struct judgement target;
};

/* One seat's forward pass, kept for backpropagation. */
struct pass {
    unsigned count; /* of features that are not zero */
    uint16_t used[FEATURES_MAX]; /* which */
    float input[FEATURES_MAX]; /* their values */
    float hidden[NET_HIDDEN_MAX];
    bool open[NET_HIDDEN_MAX]; /* not clipped, so the gradient passes */
};

static void add(float *to, const float *from, float times, unsigned count) {
    for (unsigned i = 0; i < count; i++) to[i] += times * from[i];
}

static void forward(struct trainer *t, const int16_t *features, struct pass *pass,
                    double outputs[NET_OUTPUTS]) {
    const float most = (float)NET_HIDDEN_MOST;
    float rows[NET_ROWS_MAX];
    memcpy(rows, bias_of(t, t->weights), rows_of(t) * sizeof *rows);
    pass->count = 0;
    for (unsigned i = 0; i < feature_count(t->game); i++) {
        if (!features[i]) continue;
        float input = (float)features[i] / (float)NET_FEATURE_ONE;
        pass->used[pass->count] = (uint16_t)i;
        pass->input[pass->count++] = input;
        add(rows, in_of(t, t->weights, i), input, rows_of(t));
    }
    for (unsigned i = 0; i < t->hidden; i++) {
        float h = rows[i];
        pass->open[i] = h > 0 && h < most;
        pass->hidden[i] = h < 0 ? 0 : h > most ? most : h;
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++) {
        const float *out = out_of(t, t->weights, o);
        float sum = rows[t->hidden + o];
        for (unsigned i = 0; i < t->hidden; i++) sum += out[i] * pass->hidden[i];
        outputs[o] = (double)sum;
    }
}

/* `slope[o]` is the derivative of the loss by output o. */
static void backward(struct trainer *t, const struct pass *pass, const double slope[NET_OUTPUTS],
                     float *gradient) {
    float rows[NET_ROWS_MAX] = {0};
    for (unsigned o = 0; o < NET_OUTPUTS; o++) {
        float s = (float)slope[o];
        add(rows, out_of(t, t->weights, o), s, t->hidden);
        add(out_of(t, gradient, o), pass->hidden, s, t->hidden);
        rows[t->hidden + o] = s;
    }
    for (unsigned i = 0; i < t->hidden; i++)
        if (!pass->open[i]) rows[i] = 0;
    add(bias_of(t, gradient), rows, 1, rows_of(t));
    for (unsigned i = 0; i < pass->count; i++)
        add(in_of(t, gradient, pass->used[i]), rows, pass->input[i], rows_of(t));
}

/* −log2 of a probability, by halving: only for display, never for learning. */
static double bits(double p) {
    double result = 0;
    if (p < 1e-9) p = 1e-9;
    while (p < 0.5) p *= 2, result += 1;
    return result + 2 * (1 - p);
}

/* Adds a position to the gradient; returns its cross entropy in bits. */
static double learn_one(struct trainer *t, const struct sample *sample, float *gradient) {
    struct pass passes[SEATS_MAX];
    double outputs[SEATS_MAX][NET_OUTPUTS], logits[SEATS_MAX], shares[SEATS_MAX], surprise = 0;
    for (unsigned seat = 0; seat < t->players; seat++) {
        forward(t, sample->features[seat], &passes[seat], outputs[seat]);
        logits[seat] = outputs[seat][0];
    }
    net_shares(logits, t->players, shares);
    for (unsigned seat = 0; seat < t->players; seat++) {
        double miss = outputs[seat][1] - sample->target.score[seat] / net_score_unit, most = 1;
        double slope[NET_OUTPUTS] = {shares[seat] - sample->target.first[seat],
                                     score_weight * (miss > most    ? most
                                                     : miss < -most ? -most
                                                                    : miss)};
        backward(t, &passes[seat], slope, gradient);
        surprise += sample->target.first[seat] * bits(shares[seat]);
    }
    return surprise;
}

static void change_weights(struct trainer *t, const float *gradient, unsigned samples) {
    const double keep_mean = 0.9, keep_square = 0.999;
    t->changes++;
    double rate = first_rate / __builtin_sqrt(1 + (double)t->changes / rate_changes), warm_mean = 1,
           warm_square = 1;
    uint64_t warm = t->changes < 5000 ? t->changes : 5000;
    for (uint64_t i = 0; i < warm; i++) warm_mean *= keep_mean, warm_square *= keep_square;
    float newest =
        (float)(1 / ((double)t->changes < 10 * averaged ? 1 + (double)t->changes / 10 : averaged));
    for (unsigned i = 0; i < weights_count(t); i++) {
        float g = gradient[i] / (float)samples;
        t->mean[i] = (float)keep_mean * t->mean[i] + (float)(1 - keep_mean) * g;
        t->square[i] = (float)keep_square * t->square[i] + (float)(1 - keep_square) * g * g;
        double mean = (double)t->mean[i] / (1 - warm_mean),
               square = (double)t->square[i] / (1 - warm_square);
        t->weights[i] -= (float)(rate * mean / (__builtin_sqrt(square) + 1e-8));
        float older = t->changes > 1 ? t->average[i] : t->weights[i];
        t->average[i] = older + newest * (t->weights[i] - older);
    }
}

/* The targets of a game's positions; returns how many teach something. */
static unsigned gather(const struct episode *e, unsigned players, struct sample *samples) {
    struct judgement target = e->end;
    unsigned count = 0;
    for (unsigned i = e->count; i-- > 0;) {
        double kept = e->random[i] ? 0 : trace;
        if (!e->random[i])
            samples[count++] =
                (struct sample){(const int16_t(*)[FEATURES_MAX])e->features[i], target};
        for (unsigned seat = 0; seat < players; seat++) {
            target.first[seat] = kept * target.first[seat] + (1 - kept) * e->judged[i].first[seat];
            target.score[seat] = kept * target.score[seat] + (1 - kept) * e->judged[i].score[seat];
        }
    }
    return count;
}

static void shuffle(struct sample *samples, unsigned count, struct generator *generator) {
    for (unsigned i = count; i > 1; i--) {
        unsigned other = generator_below(generator, i);
        struct sample swap = samples[i - 1];
        samples[i - 1] = samples[other];
        samples[other] = swap;
    }
}

/* One pass over the samples; returns the sum of the cross entropies. */
static double pass_over(struct trainer *t, const struct sample *samples, unsigned count,
                        float *gradient) {
    double surprise = 0;
    for (unsigned from = 0; from < count; from += SAMPLE) {
        unsigned to = from + SAMPLE < count ? from + SAMPLE : count;
        memset(gradient, 0, weights_count(t) * sizeof *gradient);
        for (unsigned i = from; i < to; i++) surprise += learn_one(t, &samples[i], gradient);
        change_weights(t, gradient, to - from);
    }
    return surprise;
}

/* Counts the games, and keeps the net after 2^n batches. */
static void count_games(struct trainer *t, const struct episode *episodes, unsigned count) {
    int before = last_power(t->games), after;
    for (unsigned i = 0; i < count; i++, t->games++)
        t->length = (t->length * 255 + episodes[i].decisions * 256u) / 256;
    after = last_power(t->games);
    if (after > before) memcpy(t->past[after % TRAIN_PAST], t->average, sizeof t->average);
}

double train_learn(struct trainer *t, const struct episode *episodes, unsigned count) {
    unsigned positions = 0, at = 0;
    for (unsigned i = 0; i < count; i++) positions += episodes[i].count;
    struct sample *samples = malloc((positions + 1) * sizeof *samples);
    float *gradient = malloc(sizeof t->weights);
    ensure(samples && gradient);
    for (unsigned i = 0; i < count; i++) at += gather(&episodes[i], t->players, samples + at);
    struct generator generator;
    generator_seed(&generator, t->games);
    double surprise = 0;
    for (unsigned pass = 0; pass < TRAIN_PASSES; pass++) {
        shuffle(samples, at, &generator);
        double sum = pass_over(t, samples, at, gradient);
        if (pass == 0) surprise = sum; /* before the net has seen these positions */
    }
    count_games(t, episodes, count);
    free(samples);
    free(gradient);
    return at ? surprise / at : 0;
}

/* ---- files: a head, the numbers, their hash ---- */

static const char magic[] = "tafelrunde training 4\n";

enum { LISTS = 4 + TRAIN_PAST }; /* lists with one number per weight */

struct head {
    char magic[sizeof magic];
    char game[16];
    uint32_t players, revision, features, hidden;
    uint64_t games, changes, seconds, length, student_games;
    uint8_t seed[32];
};

static struct head head_of(const struct trainer *t) {
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.game, t->game->id, strlen(t->game->id));
    head.players = t->players;
    head.revision = t->game->tuning->feature_revision;
    head.features = feature_count(t->game);
    head.hidden = t->hidden;
    head.games = t->games;
    head.changes = t->changes;
    head.seconds = t->seconds;
    head.student_games = t->student_games;
    head.length = t->length;
    memcpy(head.seed, t->seed, sizeof head.seed);
    return head;
}

static float *list_of(struct trainer *t, unsigned i) {
    float *const lists[LISTS - TRAIN_PAST] = {t->weights, t->mean, t->square, t->average};
    return i < LISTS - TRAIN_PAST ? lists[i] : t->past[i - (LISTS - TRAIN_PAST)];
}

size_t train_write(const struct trainer *t, void *bytes) {
    struct head head = head_of(t);
    size_t list = weights_count(t) * sizeof(float), size = sizeof head + LISTS * list;
    uint8_t *at = bytes;
    ensure(size + HASH_SIZE <= TRAIN_FILE_MAX);
    memcpy(at, &head, sizeof head);
    for (unsigned i = 0; i < LISTS; i++)
        memcpy(at + sizeof head + i * list, list_of((struct trainer *)(uintptr_t)t, i), list);
    blake2b_hash(bytes, size, at + size);
    return size + HASH_SIZE;
}

bool train_read(struct trainer *t, const struct game *game, unsigned players, const void *bytes,
                size_t size, struct message *error) {
    struct head head, expected;
    uint8_t hash[HASH_SIZE];
    const uint8_t *at = bytes;
    size_t list = 0;
    memset(t, 0, sizeof *t);
    t->game = game;
    t->players = players;
    if (size >= sizeof head + HASH_SIZE) {
        memcpy(&head, bytes, sizeof head);
        t->hidden = net_can_have(head.hidden) ? head.hidden : NET_HIDDEN_STEP;
        list = weights_count(t) * sizeof(float);
        t->games = head.games;
        t->changes = head.changes;
        t->seconds = head.seconds;
        t->student_games = head.student_games;
        t->length = head.length;
        memcpy(t->seed, head.seed, sizeof t->seed);
        expected = head_of(t);
        blake2b_hash(bytes, size - HASH_SIZE, hash);
    }
    if (size != sizeof head + LISTS * list + HASH_SIZE ||
        memcmp(hash, at + size - HASH_SIZE, HASH_SIZE) != 0 ||
        memcmp(&head, &expected, sizeof head) != 0) {
        *error = MESSAGE("error.train.file", TEXT("game", game->id, strlen(game->id)),
                         NUMBER("players", players));
        return false;
    }
    for (unsigned i = 0; i < LISTS; i++) memcpy(list_of(t, i), at + sizeof head + i * list, list);
    return true;
}
