#include "ai/train.h"

#include "core/blake2b.h"
#include "core/ensure.h"

#include <stdlib.h>
#include <string.h>

static const double trace = 0.95; /* λ */
static const double whim = 0.08; /* share of random actions */
/* of the search; varied good play teaches most */
static const double train_exploration = 0.35;
/* weight of the score in the loss, relative to the first place */
static const double score_weight = 0.2;
/* learning rate; falls with the square root of the updates */
static const double first_rate = 0.002;
static const double rate_changes = 4000;
/* updates that the average spans, about; at the start a tenth of all */
static const double averaged = 2000;
enum { SAMPLE = 64 }; /* positions per update of the weights */

static unsigned weights_count(const struct game *game) {
    return TRAIN_WEIGHTS_OUT(game) + NET_OUTPUTS * NET_HIDDEN;
}

/* The weights, as one list: rows, biases, outputs. */
static float *row_of(const struct game *game, float *weights, unsigned row) {
    return weights + row * game->feature_count;
}

static float *bias_of(const struct game *game, float *weights) {
    return weights + NET_ROWS * game->feature_count;
}

static float *out_of(const struct game *game, float *weights, unsigned output) {
    return weights + TRAIN_WEIGHTS_OUT(game) + output * NET_HIDDEN;
}

static double uniform(struct generator *g) {
    return (double)(generator_next(g) >> 11) / 9007199254740992.0;
}

void train_begin(struct trainer *t, const struct game *game, unsigned players,
                 const uint8_t seed[32]) {
    struct generator generator;
    memset(t, 0, sizeof *t);
    t->game = game;
    t->players = players;
    memcpy(t->seed, seed, sizeof t->seed);
    generator_seed_hash(&generator, seed);
    float spread = (float)(1 / __builtin_sqrt(game->feature_count));
    for (unsigned row = 0; row < NET_HIDDEN; row++)
        for (unsigned i = 0; i < game->feature_count; i++)
            row_of(game, t->weights, row)[i] = spread * (float)(2 * uniform(&generator) - 1);
    memcpy(t->average, t->weights, sizeof t->average);
}

static int16_t whole(float weight) {
    float scaled = weight * (float)NET_WEIGHT_ONE;
    if (scaled > 32767) return 32767;
    if (scaled < -32767) return -32767;
    return (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

void train_net(const struct trainer *t, struct net *net) {
    float *weights = (float *)(uintptr_t)t->average;
    net_clear(net, t->game, t->players);
    for (unsigned row = 0; row < NET_ROWS; row++) {
        for (unsigned i = 0; i < t->game->feature_count; i++)
            net->weights[i / 2][row][i % 2] = whole(row_of(t->game, weights, row)[i]);
        net->bias[row] = whole(bias_of(t->game, weights)[row]);
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++)
        for (unsigned i = 0; i < NET_HIDDEN; i++)
            net->out[o][i] = whole(out_of(t->game, weights, o)[i]);
}

/* ---- playing ---- */

bool episode_open(struct episode *e) {
    e->count = 0;
    e->features = malloc(TRAIN_POSITIONS_MAX * sizeof *e->features);
    e->judged = malloc(TRAIN_POSITIONS_MAX * sizeof *e->judged);
    return e->features && e->judged;
}

void episode_close(struct episode *e) {
    free(e->features);
    free(e->judged);
}

uint16_t train_choose(const struct net *net, const void *view, unsigned seat,
                      struct generator *generator) {
    const struct game *game = net->game;
    _Alignas(8) uint8_t dealt[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(view, seat, list), best = 0;
    double best_reward = -1;
    if (count == 1) return list[0];
    memcpy(dealt, view, game->state_size);
    game->determinise(dealt, generator);
    for (unsigned i = 0; i < count; i++) {
        /* a copy of the generator, so that draws are the same for every action */
        double reward = action_value(net, dealt, seat, list[i], *generator);
        if (reward > best_reward) best_reward = reward, best = i;
    }
    generator_next(generator);
    return list[best];
}

static void note(const struct net *net, const void *state, struct episode *e) {
    if (e->count == TRAIN_POSITIONS_MAX) return;
    net->game->features(state, e->features[e->count]);
    net_judge(net, state, &e->judged[e->count++]);
}

/* Half of the games use the default options, half use random ones. */
static void choose_options(const struct game *game, struct generator *generator,
                           uint8_t options[OPTIONS_MAX]) {
    bool any = generator_below(generator, 2);
    for (unsigned i = 0; i < game->option_count; i++)
        options[i] = any ? (uint8_t)generator_below(generator, game->options[i].count)
                         : game->options[i].fallback;
}

static uint16_t search_for(struct search *s, const void *view, unsigned seat) {
    struct search_choice choices[LEGAL_MAX];
    search_begin(s, view, seat);
    uint32_t known = search_visits(s);
    if (known < TRAIN_VISITS) search_run(s, TRAIN_VISITS - known);
    search_choices(s, choices);
    return choices[0].action;
}

void train_play(const struct trainer *t, const struct net *net, uint64_t number,
                struct search_slot *slots, struct episode *e) {
    const struct game *game = t->game;
    struct search search;
    _Alignas(8) uint8_t state[STATE_MAX], view[STATE_MAX];
    struct generator generator;
    struct blake2b b;
    uint8_t hash[HASH_SIZE], options[OPTIONS_MAX] = {0};
    uint16_t list[LEGAL_MAX];
    bool answering = false;
    blake2b_begin(&b, HASH_SIZE, t->seed, sizeof t->seed);
    for (unsigned i = 0; i < 8; i++) blake2b_add(&b, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
    blake2b_end(&b, hash);
    generator_seed_hash(&generator, hash);
    choose_options(game, &generator, options);
    if (number >= TRAIN_STUDENT_GAMES) {
        search_open(&search, game, net, 0, slots, TRAIN_SLOTS, hash);
        search.exploration = train_exploration;
        search.prior_temperature = tuning_of(game)->prior_temperature;
    }
    game->setup(state, t->players, options);
    e->count = 0;
    for (unsigned to_move; (to_move = game->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            struct outcomes outcomes;
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, &generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(state, seat, list);
        uint16_t action = list[0];
        if (count > 1) {
            if (!answering) note(net, state, e);
            memcpy(view, state, game->state_size);
            game->view(view, seat);
            if (uniform(&generator) < whim) action = list[generator_below(&generator, count)];
            else
                action = number < TRAIN_STUDENT_GAMES ? train_choose(net, view, seat, &generator)
                                                      : search_for(&search, view, seat);
        }
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
    float input[FEATURES_MAX], hidden[NET_HIDDEN];
    bool open[NET_HIDDEN]; /* not clipped, so the gradient passes */
};

static float dot(const float *a, const float *b, unsigned count) {
    float parts[8] = {0}, sum = 0;
    unsigned i = 0;
    for (; i + 8 <= count; i += 8)
        for (unsigned k = 0; k < 8; k++) parts[k] += a[i + k] * b[i + k];
    for (; i < count; i++) sum += a[i] * b[i];
    for (unsigned k = 0; k < 8; k++) sum += parts[k];
    return sum;
}

static void add(float *to, const float *from, float times, unsigned count) {
    for (unsigned i = 0; i < count; i++) to[i] += times * from[i];
}

static void forward(const struct game *game, float *weights, const int16_t *features,
                    struct pass *pass, double outputs[NET_OUTPUTS]) {
    const float *bias = bias_of(game, weights), most = (float)NET_HIDDEN_MOST;
    for (unsigned i = 0; i < game->feature_count; i++)
        pass->input[i] = (float)features[i] / (float)NET_FEATURE_ONE;
    for (unsigned i = 0; i < NET_HIDDEN; i++) {
        float h = bias[i] + dot(row_of(game, weights, i), pass->input, game->feature_count);
        pass->open[i] = h > 0 && h < most;
        pass->hidden[i] = h < 0 ? 0 : h > most ? most : h;
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++)
        outputs[o] =
            (double)(bias[NET_HIDDEN + o] +
                     dot(row_of(game, weights, NET_HIDDEN + o), pass->input, game->feature_count) +
                     dot(out_of(game, weights, o), pass->hidden, NET_HIDDEN));
}

/* `slope[o]` is the derivative of the loss by output o. */
static void backward(const struct game *game, float *weights, const struct pass *pass,
                     const double slope[NET_OUTPUTS], float *gradient) {
    float *bias = bias_of(game, gradient), hidden[NET_HIDDEN] = {0};
    for (unsigned o = 0; o < NET_OUTPUTS; o++) {
        float s = (float)slope[o];
        add(hidden, out_of(game, weights, o), s, NET_HIDDEN);
        add(out_of(game, gradient, o), pass->hidden, s, NET_HIDDEN);
        add(row_of(game, gradient, NET_HIDDEN + o), pass->input, s, game->feature_count);
        bias[NET_HIDDEN + o] += s;
    }
    for (unsigned i = 0; i < NET_HIDDEN; i++) {
        if (!pass->open[i]) continue;
        bias[i] += hidden[i];
        add(row_of(game, gradient, i), pass->input, hidden[i], game->feature_count);
    }
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
        forward(t->game, t->weights, sample->features[seat], &passes[seat], outputs[seat]);
        logits[seat] = outputs[seat][0];
    }
    net_shares(logits, t->players, shares);
    for (unsigned seat = 0; seat < t->players; seat++) {
        double miss = outputs[seat][1] - sample->target.score[seat] / net_score_unit, most = 1;
        double slope[NET_OUTPUTS] = {shares[seat] - sample->target.first[seat],
                                     score_weight * (miss > most    ? most
                                                     : miss < -most ? -most
                                                                    : miss)};
        backward(t->game, t->weights, &passes[seat], slope, gradient);
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
    for (unsigned i = 0; i < weights_count(t->game); i++) {
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

static unsigned gather(const struct episode *e, unsigned players, struct sample *samples) {
    struct judgement target = e->end;
    for (unsigned i = e->count; i-- > 0;) {
        samples[i] = (struct sample){(const int16_t(*)[FEATURES_MAX])e->features[i], target};
        for (unsigned seat = 0; seat < players; seat++) {
            target.first[seat] =
                trace * target.first[seat] + (1 - trace) * e->judged[i].first[seat];
            target.score[seat] =
                trace * target.score[seat] + (1 - trace) * e->judged[i].score[seat];
        }
    }
    return e->count;
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
    for (unsigned i = positions; i > 1; i--) {
        unsigned other = generator_below(&generator, i);
        struct sample swap = samples[i - 1];
        samples[i - 1] = samples[other];
        samples[other] = swap;
    }
    double surprise = 0;
    for (unsigned from = 0; from < positions; from += SAMPLE) {
        unsigned to = from + SAMPLE < positions ? from + SAMPLE : positions;
        memset(gradient, 0, sizeof t->weights);
        for (unsigned i = from; i < to; i++) surprise += learn_one(t, &samples[i], gradient);
        change_weights(t, gradient, to - from);
    }
    t->games += count;
    free(samples);
    free(gradient);
    return positions ? surprise / positions : 0;
}

/* ---- files: a head, the numbers, their hash ---- */

static const char magic[] = "tafelrunde training 2\n";

enum { LISTS = 4 }; /* lists with one number per weight */

struct head {
    char magic[sizeof magic];
    char game[16];
    uint32_t players, revision, features, hidden;
    uint64_t games, changes;
    uint8_t seed[32];
};

static struct head head_of(const struct trainer *t) {
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.game, t->game->id, strlen(t->game->id));
    head.players = t->players;
    head.revision = t->game->feature_revision;
    head.features = t->game->feature_count;
    head.hidden = NET_HIDDEN;
    head.games = t->games;
    head.changes = t->changes;
    memcpy(head.seed, t->seed, sizeof head.seed);
    return head;
}

size_t train_write(const struct trainer *t, void *bytes) {
    struct head head = head_of(t);
    size_t list = weights_count(t->game) * sizeof(float), size = sizeof head + LISTS * list;
    uint8_t *at = bytes;
    ensure(size + HASH_SIZE <= TRAIN_FILE_MAX);
    memcpy(at, &head, sizeof head);
    const float *const lists[LISTS] = {t->weights, t->mean, t->square, t->average};
    for (unsigned i = 0; i < LISTS; i++) memcpy(at + sizeof head + i * list, lists[i], list);
    blake2b_hash(bytes, size, at + size);
    return size + HASH_SIZE;
}

bool train_read(struct trainer *t, const struct game *game, unsigned players, const void *bytes,
                size_t size, struct message *error) {
    struct head head, expected;
    uint8_t hash[HASH_SIZE];
    const uint8_t *at = bytes;
    size_t list = weights_count(game) * sizeof(float);
    memset(t, 0, sizeof *t);
    t->game = game;
    t->players = players;
    if (size >= sizeof head + HASH_SIZE) {
        memcpy(&head, bytes, sizeof head);
        t->games = head.games;
        t->changes = head.changes;
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
    float *const lists[LISTS] = {t->weights, t->mean, t->square, t->average};
    for (unsigned i = 0; i < LISTS; i++) memcpy(lists[i], at + sizeof head + i * list, list);
    return true;
}
