/* Training a net by self-play with TD(λ) (Sutton 1988, Tesauro 1995).
 *
 * In the first games a student looks one step ahead: it deals the hidden cards once, tries every
 * action and takes the one whose position it values most. After that it uses a small search with
 * a master's priors, which teaches more (docs/lab/training.md). A few actions are random. Each
 * position of a game is then moved towards a mixture of the judgements after it and the result.
 *
 * The same seed, number of games and batches give the same weights. Games may be played in any
 * order and on any thread: they are learnt from in the order of their numbers. */
#ifndef AI_TRAIN_H
#define AI_TRAIN_H

#include "ai/search.h"

enum {
    TRAIN_BATCH = 32, /* games between two updates of the net */
    TRAIN_STUDENT_GAMES = 4096, /* games with one-step look-ahead */
    TRAIN_VISITS = 80, /* visits per decision in later games */
    TRAIN_SLOTS = 1 << 13, /* size of the search's table */
    TRAIN_POSITIONS_MAX = 768, /* positions per game; later ones are ignored */
    TRAIN_WEIGHTS_MAX = NET_ROWS * (FEATURES_MAX + 1) + NET_OUTPUTS * NET_HIDDEN,
};

/* The state of a training, which a file keeps between runs. */
struct trainer {
    const struct game *game;
    unsigned players;
    uint8_t seed[32];
    uint64_t games; /* games learnt from so far */
    uint64_t changes; /* updates of the weights so far */
    /* Adam (Kingma, Ba 2015) */
    float weights[TRAIN_WEIGHTS_MAX], mean[TRAIN_WEIGHTS_MAX], square[TRAIN_WEIGHTS_MAX];
    /* average of the weights over the last updates, which plays and is shipped (Polyak, Juditsky
     * 1992) */
    float average[TRAIN_WEIGHTS_MAX];
};

/* A game as it was played: each seat's features at each position, and the net's judgement of it. */
struct episode {
    unsigned count;
    int16_t (*features)[SEATS_MAX][FEATURES_MAX];
    struct judgement *judged;
    struct judgement end;
};

/* Offset of the output weights, behind rows and biases. */
#define TRAIN_WEIGHTS_OUT(game) (NET_ROWS * ((game)->feature_count + 1))

void train_begin(struct trainer *t, const struct game *game, unsigned players,
                 const uint8_t seed[32]);
void train_net(const struct trainer *t, struct net *net); /* the averaged weights as integers */

/* false: out of memory */
bool episode_open(struct episode *e) __attribute__((warn_unused_result));
void episode_close(struct episode *e);

/* Plays game number `number` with the net, thinking in TRAIN_SLOTS slots. */
void train_play(const struct trainer *t, const struct net *net, uint64_t number,
                struct search_slot *slots, struct episode *e);

/* Learns from a batch of games; returns the mean cross entropy of the first place in bits. */
double train_learn(struct trainer *t, const struct episode *episodes, unsigned count);

/* A student's choice by one-step look-ahead, from the view of the seat that is to move. */
uint16_t train_choose(const struct net *net, const void *view, unsigned seat,
                      struct generator *generator);

/* The trainer as bytes and back; false if they are not a trainer of these features. Floats are
 * written bit by bit. */
enum { TRAIN_FILE_MAX = 512 * 1024 };
size_t train_write(const struct trainer *t, void *bytes);
bool train_read(struct trainer *t, const struct game *game, unsigned players, const void *bytes,
                size_t size, struct message *error) __attribute__((warn_unused_result));

#endif
