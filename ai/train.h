/* Learning to judge positions from games a net plays against itself: TD(λ) (Sutton 1988, Tesauro
 * 1995).
 *
 * In the first games a student looks one step ahead: it deals what it cannot see once, tries
 * every action and takes the one whose position it likes best. Once that is better than nothing
 * it searches a little, as a master does, which teaches more (docs/lab/training.md). Now and then it
 * does something else. Each position of such a game is then moved towards a mixture of the
 * judgements after it and the result. The same seed, number of games and batches give the same
 * weights, whoever plays the games in whatever order: they are learnt from in the order of their
 * numbers. */
#ifndef AI_TRAIN_H
#define AI_TRAIN_H

#include "ai/search.h"

enum {
    TRAIN_BATCH = 32, /* games between two changes of the net */
    TRAIN_STUDENT_GAMES = 4096, /* those with a look of one step only */
    TRAIN_VISITS = 80, /* of a position, after them */
    TRAIN_SLOTS = 1 << 13, /* of the search */
    TRAIN_POSITIONS_MAX = 768, /* of one game; what comes after them is not learnt from */
    TRAIN_WEIGHTS_MAX = NET_ROWS * (FEATURES_MAX + 1) + NET_OUTPUTS * NET_HIDDEN,
};

/* What is written down to go on later. */
struct trainer {
    const struct game *game;
    unsigned players;
    uint8_t seed[32];
    uint64_t games; /* learnt from so far */
    uint64_t changes; /* of the weights so far */
    /* Adam (Kingma, Ba 2015) */
    float weights[TRAIN_WEIGHTS_MAX], mean[TRAIN_WEIGHTS_MAX], square[TRAIN_WEIGHTS_MAX];
    /* of the weights over the last changes: what plays and is shipped (Polyak, Juditsky 1992) */
    float average[TRAIN_WEIGHTS_MAX];
};

/* A game as it was played: what each seat was told at each position, and what the net thought. */
struct episode {
    unsigned count;
    int16_t (*features)[SEATS_MAX][FEATURES_MAX];
    struct judgement *judged;
    struct judgement end;
};

/* Where the weights of the outputs begin, behind rows and biases. */
#define TRAIN_WEIGHTS_OUT(game) (NET_ROWS * ((game)->feature_count + 1))

void train_begin(struct trainer *t, const struct game *game, unsigned players,
                 const uint8_t seed[32]);
void train_net(const struct trainer *t, struct net *net); /* as it would be shipped */

/* false: there is not enough memory */
bool episode_open(struct episode *e) __attribute__((warn_unused_result));
void episode_close(struct episode *e);

/* Plays game number `number` with the net, thinking in TRAIN_SLOTS slots. */
void train_play(const struct trainer *t, const struct net *net, uint64_t number,
                struct search_slot *slots, struct episode *e);

/* Learns from a batch of games; returns the mean surprise (cross entropy of the first place, in
 * bits). */
double train_learn(struct trainer *t, const struct episode *episodes, unsigned count);

/* What a student does: the seat's own view, in which it is to move. */
uint16_t train_choose(const struct net *net, const void *view, unsigned seat,
                      struct generator *generator);

/* The trainer as bytes and back; false: they are no such thing, or of other features. Floats are
 * written as their bits. */
enum { TRAIN_FILE_MAX = 512 * 1024 };
size_t train_write(const struct trainer *t, void *bytes);
bool train_read(struct trainer *t, const struct game *game, unsigned players, const void *bytes,
                size_t size, struct message *error) __attribute__((warn_unused_result));

#endif
