#include "ai/net.h"

#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>
#if defined __SSE2__
#include <emmintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

/* ---- judging ---- */

static int32_t dot(const int16_t *a, const int16_t *b, unsigned count) {
    int32_t sum = 0;
    for (unsigned i = 0; i < count; i++) sum += (int32_t)a[i] * b[i];
    return sum;
}

/* Four rows at once: their sums, and what a pair of features adds to them. */
#if defined __SSE2__
typedef __m128i four;
#define four_of(number) _mm_set1_epi32(number)
#define four_add(sum, weights, pair) \
    _mm_add_epi32(sum, _mm_madd_epi16(*(const __m128i *)(weights), pair))
#elif defined __wasm_simd128__
typedef v128_t four;
#define four_of(number) wasm_i32x4_splat(number)
#define four_add(sum, weights, pair) \
    wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(*(const v128_t *)(weights), pair))
#else
typedef struct {
    int32_t of[4];
} four;
#define four_of(number) ((four){{number, number, number, number}})
static four four_add(four sum, const int16_t weights[4][2], four pair) {
    int16_t features[4][2];
    memcpy(features, &pair, sizeof features);
    for (unsigned i = 0; i < 4; i++)
        sum.of[i] += weights[i][0] * features[i][0] + weights[i][1] * features[i][1];
    return sum;
}
#endif

/* Skips pairs of zeros: most features of a position are zero. A block's sums fit into registers. */
static void sum_block(const struct net *net, const int16_t *features, unsigned first,
                      int32_t rows[NET_BLOCK]) {
    four sums[NET_BLOCK / 4];
    for (unsigned i = 0; i < NET_BLOCK / 4; i++) sums[i] = four_of(0);
    for (unsigned at = 0; at < net->pairs; at++) {
        int32_t pair;
        memcpy(&pair, features + 2 * at, sizeof pair);
        if (pair == 0) continue;
        for (unsigned i = 0; i < NET_BLOCK / 4; i++)
            sums[i] = four_add(sums[i], net->weights[at] + first + 4 * i, four_of(pair));
    }
    memcpy(rows, sums, sizeof sums);
}

void net_outputs(const struct net *net, const int16_t *features, double outputs[NET_OUTPUTS]) {
    enum { SUM_ONE = NET_FEATURE_ONE * NET_WEIGHT_ONE, MOST = NET_HIDDEN_ONE * NET_HIDDEN_MOST };
    int32_t sums[NET_LANES];
    int16_t hidden[NET_HIDDEN_MAX];
    unsigned rows = net->hidden + NET_OUTPUTS;
    for (unsigned first = 0; first < rows; first += NET_BLOCK)
        sum_block(net, features, first, sums + first);
    for (unsigned row = 0; row < rows; row++) sums[row] += net->bias[row] * NET_FEATURE_ONE;
    for (unsigned i = 0; i < net->hidden; i++) {
        int32_t h = sums[i] / (SUM_ONE / NET_HIDDEN_ONE);
        hidden[i] = (int16_t)(h < 0 ? 0 : h > MOST ? MOST : h);
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++)
        outputs[o] =
            (double)sums[net->hidden + o] / (int)SUM_ONE +
            (double)dot(net->out[o], hidden, net->hidden) / (NET_HIDDEN_ONE * NET_WEIGHT_ONE);
}

double net_exp(double x) {
    static const double log_2 = 0.69314718055994531;
    if (x < -40) x = -40;
    if (x > 40) x = 40;
    int whole = (int)(x / log_2 + (x < 0 ? -0.5 : 0.5));
    /* |r| ≤ log 2 / 2: eleven terms reach the last bits */
    double r = x - whole * log_2, power = 1, sum = 1;
    for (int i = 1; i <= 11; i++) {
        power = power * r / i;
        sum += power;
    }
    return whole < 0 ? sum / (double)(1ull << -whole) : sum * (double)(1ull << whole);
}

void net_shares(const double *logits, unsigned players, double *shares) {
    double sum = 0, most = logits[0];
    for (unsigned seat = 1; seat < players; seat++)
        if (logits[seat] > most) most = logits[seat];
    for (unsigned seat = 0; seat < players; seat++)
        sum += shares[seat] = net_exp(logits[seat] - most);
    for (unsigned seat = 0; seat < players; seat++) shares[seat] /= sum;
}

void net_judge(const struct net *net, const void *state, struct judgement *judgement) {
    int16_t features[SEATS_MAX][FEATURES_MAX];
    double logits[SEATS_MAX], outputs[NET_OUTPUTS];
    net->game->tuning->features(state, features);
    for (unsigned seat = 0; seat < net->players; seat++) {
        if (feature_count(net->game) % 2) features[seat][feature_count(net->game)] = 0;
        net_outputs(net, features[seat], outputs);
        logits[seat] = outputs[0];
        judgement->score[seat] = net_score_unit * outputs[1];
    }
    net_shares(logits, net->players, judgement->first);
}

/* ---- files ---- */

static const char magic[] = "tafelrunde net 1\n";

/* Reads or writes all weights in the order of the file. */
struct walk {
    uint8_t *bytes;
    bool write;
};

static void walk_weight(struct walk *w, int16_t *weight) {
    if (w->write) w->bytes[0] = (uint8_t)*weight, w->bytes[1] = (uint8_t)((uint16_t)*weight >> 8);
    else *weight = (int16_t)(w->bytes[0] | w->bytes[1] << 8);
    w->bytes += 2;
}

static void walk_row(struct walk *w, int16_t *row, unsigned count) {
    for (unsigned i = 0; i < count; i++) walk_weight(w, &row[i]);
}

static void walk_net(struct walk *w, struct net *net) {
    unsigned rows = net->hidden + NET_OUTPUTS;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned i = 0; i < feature_count(net->game); i++)
            walk_weight(w, &net->weights[i / 2][row][i % 2]);
    walk_row(w, net->bias, rows);
    for (unsigned o = 0; o < NET_OUTPUTS; o++) walk_row(w, net->out[o], net->hidden);
}

static size_t weights_size(const struct game *game, unsigned hidden) {
    size_t rows = hidden + NET_OUTPUTS;
    return 2 * (rows * (feature_count(game) + 1) + NET_OUTPUTS * hidden);
}

bool net_can_have(int64_t hidden) {
    return hidden > 0 && hidden <= NET_HIDDEN_MAX && hidden % NET_HIDDEN_STEP == 0;
}

void net_clear(struct net *net, const struct game *game, unsigned players, unsigned hidden) {
    ensure(net_can_have(hidden));
    memset(net, 0, sizeof *net);
    net->game = game;
    net->players = players;
    net->hidden = hidden;
    net->pairs = (feature_count(game) + 1) / 2;
    ensure(feature_count(game) && 2 * net->pairs <= FEATURES_MAX);
}

static bool is(struct json head, const char *name, int64_t expected) {
    int64_t number;
    return json_read_number(json_get(head, name), &number) && number == expected;
}

/* The number of hidden units; 0 if no net can have it. */
static unsigned hidden_of(struct json head) {
    int64_t hidden;
    return json_read_number(json_get(head, "hidden"), &hidden) && net_can_have(hidden)
               ? (unsigned)hidden
               : 0;
}

/* The end of the second line, or NULL if this is no net. */
static const char *head_end(const char *text, size_t size) {
    const size_t magic_size = sizeof magic - 1;
    const char *end = size > magic_size ? memchr(text + magic_size, '\n', size - magic_size) : NULL;
    return end && memcmp(text, magic, magic_size) == 0 ? end : NULL;
}

bool net_head(const void *bytes, size_t size, struct json *head) {
    const char *text = bytes, *end = head_end(text, size), *line = text + sizeof magic - 1;
    size_t where;
    return end && json_parse(line, (size_t)(end - line), head, &where) == JSON_OK;
}

bool net_read(struct net *net, const struct game *game, unsigned players, const void *bytes,
              size_t size, char *origin, struct message *error) {
    const size_t magic_size = sizeof magic - 1;
    uint8_t hash[HASH_SIZE];
    struct json head;
    size_t where;
    net->game = NULL;
    const char *text = bytes, *line_end = head_end(text, size);
    if (!line_end) {
        *error = MESSAGE("error.net.format");
        return false;
    }
    size_t line = (size_t)(line_end - text) - magic_size, front = magic_size + line + 1;
    bool whole = size >= front + HASH_SIZE;
    if (whole) blake2b_hash(bytes, size - HASH_SIZE, hash);
    if (!whole || memcmp(hash, text + size - HASH_SIZE, HASH_SIZE) != 0 || line >= NET_ORIGIN_MAX ||
        json_parse(text + magic_size, line, &head, &where) != JSON_OK) {
        *error = MESSAGE("error.net.broken");
        return false;
    }
    unsigned hidden = hidden_of(head);
    if (!json_is(json_get(head, "game"), game->id) || !is(head, "players", players) ||
        !is(head, "revision", game->tuning->feature_revision) ||
        !is(head, "features", feature_count(game)) || !hidden ||
        size != front + weights_size(game, hidden) + HASH_SIZE) {
        *error =
            MESSAGE("error.net.other", TEXT("game", game->id, strlen(game->id)),
                    NUMBER("players", players), NUMBER("revision", game->tuning->feature_revision));
        return false;
    }
    net_clear(net, game, players, hidden);
    struct walk walk = {.bytes = (uint8_t *)(uintptr_t)text + front};
    walk_net(&walk, net);
    hex_write(hash, sizeof net->id / 2, net->id);
    if (origin) {
        memcpy(origin, text + magic_size, line);
        origin[line] = 0;
    }
    return true;
}

size_t net_write(const struct net *net, const char *origin, void *bytes) {
    size_t magic_size = sizeof magic - 1, line = strlen(origin),
           size = magic_size + line + 1 + weights_size(net->game, net->hidden);
    ensure(line < NET_ORIGIN_MAX && size + HASH_SIZE <= NET_FILE_MAX);
    struct net copy = *net;
    char *text = bytes;
    memcpy(text, magic, magic_size);
    memcpy(text + magic_size, origin, line);
    text[magic_size + line] = '\n';
    struct walk walk = {.bytes = (uint8_t *)text + magic_size + line + 1, .write = true};
    walk_net(&walk, &copy);
    blake2b_hash(bytes, size, (uint8_t *)text + size);
    return size + HASH_SIZE;
}
