/* A small neural net that judges positions: one hidden layer over the features that a game
 * provides per seat (struct game, `features`). Its outputs, per seat, are the chance of first
 * place and the expected score.
 *
 * Weights are integers and sums are exact, so a judgement is the same on every compiler and in
 * WebAssembly. A net belongs to one game, one number of players and one revision of the
 * features; a file for anything else is refused:
 *
 *     tafelrunde net 1\n                          the format
 *     {"game":…,"players":…,"revision":…,"features":…,"hidden":…,…}\n   and how it was made
 *     the weights: 16-bit little-endian, row by row
 *     32 bytes: BLAKE2b-256 of everything before */
#ifndef AI_NET_H
#define AI_NET_H

#include "core/tuning.h"

enum {
    NET_HIDDEN_STEP = 32, /* a net has a multiple of this many hidden units */
    NET_HIDDEN_MAX = 128,
    NET_OUTPUTS = 2, /* chance of first place (a logit), expected score */
    NET_ROWS_MAX = NET_HIDDEN_MAX + NET_OUTPUTS, /* outputs also read the features directly */
    NET_BLOCK = 36, /* rows that are summed in one go: all of a net with 32 hidden units */
    NET_LANES = (NET_ROWS_MAX + NET_BLOCK - 1) / NET_BLOCK * NET_BLOCK, /* unused ones are zero */
    NET_FILE_MAX = 96 * 1024,
    NET_ORIGIN_MAX = 2048,
};

struct net {
    const struct game *game; /* NULL: none is loaded */
    unsigned players;
    char id[17]; /* first 16 hex digits of the file's hash, zero-terminated */
    unsigned hidden; /* number of hidden units */
    unsigned pairs; /* pairs of features; an odd last one is paired with zero */
    /* by pair of features, because one multiply-add instruction handles two of them */
    _Alignas(16) int16_t weights[FEATURES_MAX / 2][NET_LANES][2];
    int16_t bias[NET_ROWS_MAX];
    int16_t out[NET_OUTPUTS][NET_HIDDEN_MAX];
};

/* Finds the net of a game and number of players, or NULL if there is none. */
struct net_source {
    const struct net *(*find)(struct net_source *source, const struct game *game, unsigned players);
};

/* The value of a position for every seat, by a net or by the result. */
struct judgement {
    double first[SEATS_MAX]; /* share of first place; the sum is 1 */
    double score[SEATS_MAX];
};

/* Fixed-point units: a feature of 64, a weight of 1024 and a hidden value of 128 stand for 1. A
 * score output of 1 stands for net_score_unit points. */
enum { NET_FEATURE_ONE = 64, NET_WEIGHT_ONE = 1024, NET_HIDDEN_ONE = 128, NET_HIDDEN_MOST = 8 };
static const double net_score_unit = 16;

bool net_can_have(int64_t hidden); /* a net may have this many hidden units */
/* The features judged last and the sums of the first layer, by seat. Positions that are judged one
 * after another differ in few features, so only the changes are summed. Sums of integers are exact:
 * the judgement does not depend on what was judged before. All zero: nothing was. */
struct net_memory {
    _Alignas(16) int16_t features[SEATS_MAX][FEATURES_MAX];
    _Alignas(16) int32_t sums[SEATS_MAX][NET_LANES];
};

/* All weights zero. */
void net_clear(struct net *net, const struct game *game, unsigned players, unsigned hidden);

/* Reads a file; false with the reason, and then the net is unusable. `origin` gets the second
 * line, if it is not NULL; it has NET_ORIGIN_MAX bytes. */
bool net_read(struct net *net, const struct game *game, unsigned players, const void *bytes,
              size_t size, char *origin, struct message *error) __attribute__((warn_unused_result));

/* The second line of a file, unchecked; false if it is no net. */
bool net_head(const void *bytes, size_t size, struct json *head)
    __attribute__((warn_unused_result));

/* Writes a file with this second line, at most NET_FILE_MAX bytes; returns its size. */
size_t net_write(const struct net *net, const char *origin, void *bytes);

/* Judges a quiet position: a full state with a seat to move and no simultaneous question partly
 * answered. */
void net_judge(const struct net *net, const void *state, struct judgement *judgement);

/* The same with the memory of earlier judgements by the same net. */
void net_judge_next(const struct net *net, struct net_memory *memory, const void *state,
                    struct judgement *judgement);

/* A seat's raw outputs. The features are padded with zeros to whole pairs. */
void net_outputs(const struct net *net, const int16_t *features, double outputs[NET_OUTPUTS]);

/* Softmax: shares of first place from the seats' logits. */
void net_shares(const double *logits, unsigned players, double *shares);

/* e to the power of x by + − × ÷ alone, so that it is the same on every machine. */
double net_exp(double x);

#endif
