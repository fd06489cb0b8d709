#include "ai/net.h"

#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>
#if defined __x86_64__
#include <immintrin.h>
#elif defined __SSE2__
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

/* A pair of features that has changed, and by how much. */
struct change {
    uint32_t at; /* the pair's place */
    int32_t by; /* two 16-bit numbers */
};

enum { PAIRS_AT_ONCE = 4, FEATURES_AT_ONCE = 2 * PAIRS_AT_ONCE };
typedef int16_t eight_features __attribute__((vector_size(16)));

/* Lists the changes from `known` to `features` and notes them. Most features stay the same. */
static unsigned find_changes(const struct net *net, const int16_t *features, int16_t *known,
                             struct change *changes) {
    struct change *next = changes;
    for (unsigned first = 0; first < net->pairs; first += PAIRS_AT_ONCE) {
        eight_features now, before, by;
        uint64_t halves[2];
        int32_t pairs[PAIRS_AT_ONCE];
        memcpy(&now, features + 2 * first, sizeof now);
        memcpy(&before, known + 2 * first, sizeof before);
        by = now - before;
        memcpy(halves, &by, sizeof by);
        if (!(halves[0] | halves[1])) continue;
        memcpy(pairs, &by, sizeof by);
        memcpy(known + 2 * first, &now, sizeof now);
        /* Always writes and counts only changes: no branch is predictable here. */
        for (unsigned i = 0; i < PAIRS_AT_ONCE; i++) {
            *next = (struct change){first + i, pairs[i]};
            next += pairs[i] != 0;
        }
    }
    return (unsigned)(next - changes);
}

/* Adds changes to the sums of a block, which fit into registers. */
static void sum_block(const struct net *net, const struct change *changes, unsigned count,
                      unsigned first, int32_t rows[NET_BLOCK]) {
    four sums[NET_BLOCK / 4];
    memcpy(sums, rows, sizeof sums);
    for (; count; count--, changes++) {
        four by = four_of(changes->by);
        for (unsigned i = 0; i < NET_BLOCK / 4; i++)
            sums[i] = four_add(sums[i], net->weights[changes->at] + first + 4 * i, by);
    }
    memcpy(rows, sums, sizeof sums);
}

/* The same with twice as wide vectors, for processors that have them. */
#if defined __x86_64__
__attribute__((target("avx2"))) static void sum_block_wide(const struct net *net,
                                                           const struct change *changes,
                                                           unsigned count, unsigned first,
                                                           int32_t rows[NET_BLOCK]) {
    _Static_assert(NET_BLOCK == 4 * 8 + 4, "four wide vectors and a narrow one");
    __m256i sums[4], by;
    __m128i last;
    memcpy(sums, rows, sizeof sums);
    memcpy(&last, rows + 32, sizeof last);
    for (; count; count--, changes++) {
        const int16_t(*weights)[2] = net->weights[changes->at] + first;
        by = _mm256_set1_epi32(changes->by);
        for (unsigned i = 0; i < 4; i++) {
            __m256i eight = _mm256_loadu_si256((const void *)(weights + 8 * i));
            sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(eight, by));
        }
        last = four_add(last, weights + 32, _mm256_castsi256_si128(by));
    }
    memcpy(rows, sums, sizeof sums);
    memcpy(rows + 32, &last, sizeof last);
}

static bool has_wide(void) {
    return __builtin_cpu_supports("avx2");
}
#else
#define sum_block_wide sum_block
#define has_wide() false
#endif

static void sum_changes(const struct net *net, const struct change *changes, unsigned count,
                        int32_t sums[NET_LANES]) {
    bool wide = has_wide();
    for (unsigned first = 0; first < net->hidden + NET_OUTPUTS; first += NET_BLOCK)
        if (wide) sum_block_wide(net, changes, count, first, sums + first);
        else sum_block(net, changes, count, first, sums + first);
}

/* `features` are padded with zeros to a multiple of FEATURES_AT_ONCE. */
static void judge_seat(const struct net *net, const int16_t *features, int16_t *known,
                       int32_t sums[NET_LANES], double outputs[NET_OUTPUTS]) {
    enum {
        SUM_ONE = NET_FEATURE_ONE * NET_WEIGHT_ONE,
        MOST = NET_HIDDEN_ONE * NET_HIDDEN_MOST,
        SHIFT = 9
    };
    _Static_assert(1 << SHIFT == SUM_ONE / NET_HIDDEN_ONE, "to units of hidden values");
    struct change changes[FEATURES_MAX / 2 + PAIRS_AT_ONCE];
    int16_t hidden[NET_HIDDEN_MAX];
    unsigned count = find_changes(net, features, known, changes);
    sum_changes(net, changes, count, sums);
    for (unsigned i = 0; i < net->hidden; i++) {
        /* A shift rounds negative numbers down and not to zero, but they become 0 anyway. */
        int32_t h = (sums[i] + net->bias[i] * NET_FEATURE_ONE) >> SHIFT;
        h = h < 0 ? 0 : h;
        hidden[i] = (int16_t)(h > MOST ? MOST : h);
    }
    for (unsigned o = 0; o < NET_OUTPUTS; o++) {
        unsigned row = net->hidden + o;
        outputs[o] =
            (double)(sums[row] + net->bias[row] * NET_FEATURE_ONE) / (int)SUM_ONE +
            (double)dot(net->out[o], hidden, net->hidden) / (NET_HIDDEN_ONE * NET_WEIGHT_ONE);
    }
}

void net_outputs(const struct net *net, const int16_t *features, double outputs[NET_OUTPUTS]) {
    int16_t padded[FEATURES_MAX] = {0}, known[FEATURES_MAX] = {0};
    _Alignas(16) int32_t sums[NET_LANES] = {0};
    memcpy(padded, features, 2 * net->pairs * sizeof *padded);
    judge_seat(net, padded, known, sums, outputs);
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

void net_judge_next(const struct net *net, struct net_memory *memory, const void *state,
                    struct judgement *judgement) {
    int16_t features[SEATS_MAX][FEATURES_MAX];
    double logits[SEATS_MAX], outputs[NET_OUTPUTS];
    unsigned count = feature_count(net->game), padding = -count % FEATURES_AT_ONCE;
    _Static_assert(FEATURES_MAX % FEATURES_AT_ONCE == 0, "room for the padding");
    net->game->tuning->features(state, features);
    for (unsigned seat = 0; seat < net->players; seat++) {
        memset(features[seat] + count, 0, padding * sizeof features[0][0]);
        judge_seat(net, features[seat], memory->features[seat], memory->sums[seat], outputs);
        logits[seat] = outputs[0];
        judgement->score[seat] = net_score_unit * outputs[1];
    }
    net_shares(logits, net->players, judgement->first);
}

void net_judge(const struct net *net, const void *state, struct judgement *judgement) {
    struct net_memory memory = {0};
    net_judge_next(net, &memory, state, judgement);
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
