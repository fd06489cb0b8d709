/* A small net that judges positions: one hidden layer over the numbers that a game tells of each
 * seat (struct game, `features`), and from it, seat by seat, the chance of first place and the
 * score to expect.
 *
 * Weights are integers and sums are exact, so that a judgement is the same on every compiler and
 * in WebAssembly. A net belongs to one game, one number of players and one revision of the
 * features; its file says so and is refused otherwise:
 *
 *     tafelrunde net 1\n                          the format
 *     {"game":…,"players":…,"revision":…,"features":…,"hidden":…,…}\n   and how it was made
 *     the weights: 16-bit little-endian, row by row
 *     32 bytes: BLAKE2b-256 of everything before
 * / */
#ifndef AI_NET_H
#define AI_NET_H

#include "core/game.h"

enum {
    NET_HIDDEN = 32,
    NET_OUTPUTS = 2, /* chance of first place (a logit), expected score */
    NET_ROWS = NET_HIDDEN + NET_OUTPUTS, /* the outputs also look at the features directly */
    NET_LANES = (NET_ROWS + 3) / 4 * 4, /* whole vectors of them; those beyond are zero */
    NET_FILE_MAX = 64 * 1024,
    NET_ORIGIN_MAX = 2048,
};

struct net {
    const struct game *game; /* NULL: none is loaded */
    unsigned players;
    char id[17]; /* the beginning of the file's hash, in hex; ended by zero */
    unsigned pairs; /* of features; one more than there are is zero */
    /* by pair of features, so that one multiplication adds two of them to a row */
    _Alignas(16) int16_t weights[FEATURES_MAX / 2][NET_LANES][2];
    int16_t bias[NET_ROWS];
    int16_t out[NET_OUTPUTS][NET_HIDDEN];
};

/* Where nets come from: the one of a game and number of players, or NULL if the game has none. */
struct net_source {
    const struct net *(*find)(struct net_source *source, const struct game *game, unsigned players);
};

/* What a net, or the end of the game, says of every seat. */
struct judgement {
    double first[SEATS_MAX]; /* share of the first place, adding up to 1 */
    double score[SEATS_MAX];
};

/* Units of the integers: a feature of 64, a weight of 1024 and a hidden value of 128 stand for
 * 1; a score output of 1 for this many points. */
enum { NET_FEATURE_ONE = 64, NET_WEIGHT_ONE = 1024, NET_HIDDEN_ONE = 128, NET_HIDDEN_MOST = 8 };
static const double net_score_unit = 16;

/* All weights zero. */
void net_clear(struct net *net, const struct game *game, unsigned players);

/* Reads a file's bytes; false with the reason, and the net is none. `origin` (may be NULL, else
 * NET_ORIGIN_MAX bytes) gets the second line. */
bool net_read(struct net *net, const struct game *game, unsigned players, const void *bytes,
              size_t size, char *origin, struct message *error) __attribute__((warn_unused_result));

/* Whose net is it? The second line of a file, which is not checked further; false: it is no net. */
bool net_head(const void *bytes, size_t size, struct json *head)
    __attribute__((warn_unused_result));

/* Writes a file of at most NET_FILE_MAX bytes with this second line; returns its size. */
size_t net_write(const struct net *net, const char *origin, void *bytes);

/* Judges a full state in which a seat is to move, nobody having answered yet if several are. */
void net_judge(const struct net *net, const void *state, struct judgement *judgement);

/* A seat's raw outputs for its features, padded with zeros to whole pairs. */
void net_outputs(const struct net *net, const int16_t *features, double outputs[NET_OUTPUTS]);

/* Shares of the first place from the seats' logits. */
void net_shares(const double *logits, unsigned players, double *shares);

/* e to the power of x by + − × ÷ alone: the same everywhere. */
double net_exp(double x);

#endif
