/* Training a net by self-play with TD(λ) (Sutton 1988, Tesauro 1995).
 *
 * A game begins with a cast of varied players: scripts, half of them with fresh random numbers for
 * this game, older nets, students that look one step ahead, and players at random. At some decision
 * the learner takes over all seats and plays to the end with a small search. So the positions come
 * from many kinds of players, and the results from good play. In half of the games the learner only
 * has one seat, to the end. It also tries actions at random now and then.
 *
 * Each position after the change is moved towards a mixture of the search's later judgements and
 * the result. What follows an action at random teaches nothing about the position before it.
 *
 * The same seed, number of games and batches give the same weights. Games may be played in any
 * order and on any thread: they are learnt from in the order of their numbers. */
#ifndef AI_TRAIN_H
#define AI_TRAIN_H

#include "ai/bot.h"

enum {
    TRAIN_HIDDEN = 64, /* hidden units, by default */
    TRAIN_BATCH = 128, /* games between two updates of the net */
    TRAIN_PASSES = 1, /* over the positions of a batch */
    TRAIN_STUDENT_GAMES = 2048, /* games in which the learner looks one step ahead, by default */
    TRAIN_VISITS = 120, /* visits of one decision in four of later games */
    TRAIN_VISITS_FEW = 24, /* of the other decisions */
    TRAIN_SLOTS = 1 << 13, /* size of the search's table */
    TRAIN_POSITIONS_MAX = 768, /* positions per game; later ones are ignored */
    TRAIN_PAST = 4, /* older nets in the cast */
    TRAIN_WEIGHTS_MAX = NET_ROWS_MAX * (FEATURES_MAX + 1) + NET_OUTPUTS * NET_HIDDEN_MAX,
};

/* The state of a training, which a file keeps between runs. */
struct trainer {
    const struct game *game;
    unsigned players;
    unsigned hidden; /* hidden units */
    uint8_t seed[32];
    uint64_t games; /* games learnt from so far */
    uint64_t changes; /* updates of the weights so far */
    uint64_t student_games; /* games in which the learner looks one step ahead */
    uint64_t seconds; /* that the training has taken so far, for the record */
    uint64_t length; /* mean number of decisions of a game, in 1/256ths */
    /* Adam (Kingma, Ba 2015) */
    float weights[TRAIN_WEIGHTS_MAX], mean[TRAIN_WEIGHTS_MAX], square[TRAIN_WEIGHTS_MAX];
    /* average of the weights over the last updates, which plays and is shipped (Polyak, Juditsky
     * 1992) */
    float average[TRAIN_WEIGHTS_MAX];
    /* earlier averages: after 2^n batches it replaces number n mod TRAIN_PAST */
    float past[TRAIN_PAST][TRAIN_WEIGHTS_MAX];
};

/* Who plays while the weights stay the same. */
struct train_cast {
    struct net now, past[TRAIN_PAST];
    unsigned past_count;
    const struct script *scripts; /* the game's, without strangers, or NULL */
    unsigned script_count;
    uint64_t student_games; /* of the trainer */
};

/* A game as it was played: each seat's features at each position, and the judgement of it. */
struct episode {
    unsigned count, decisions;
    int16_t (*features)[SEATS_MAX][FEATURES_MAX];
    struct judgement *judged;
    bool *random; /* the action here was random */
    struct judgement end;
};

/* Offset of the output weights, behind rows and biases. */
unsigned train_outputs_at(const struct trainer *t);

/* `hidden`: as net_clear expects it. */
void train_begin(struct trainer *t, const struct game *game, unsigned players, unsigned hidden,
                 const uint8_t seed[32]);
void train_net(const struct trainer *t, struct net *net); /* the averaged weights as integers */

/* false: out of memory */
bool episode_open(struct episode *e) __attribute__((warn_unused_result));
void episode_close(struct episode *e);

/* Prepares the cast of the next games. */
void train_cast(const struct trainer *t, const struct script *scripts, unsigned count,
                struct train_cast *cast);

/* Plays game number `number`, thinking in TRAIN_SLOTS slots. */
void train_play(const struct trainer *t, const struct train_cast *cast, uint64_t number,
                struct search_slot *slots, struct episode *e);

/* Learns from a batch of games; returns the mean cross entropy of the first place in bits. */
double train_learn(struct trainer *t, const struct episode *episodes, unsigned count);

/* A student's choice by one-step look-ahead, from the view of the seat that is to move. */
uint16_t train_choose(const struct net *net, const void *view, unsigned seat,
                      struct generator *generator);

/* The trainer as bytes and back; false if they are not a trainer of these features. Floats are
 * written bit by bit. */
enum { TRAIN_FILE_MAX = 2 * 1024 * 1024 };
size_t train_write(const struct trainer *t, void *bytes);
bool train_read(struct trainer *t, const struct game *game, unsigned players, const void *bytes,
                size_t size, struct message *error) __attribute__((warn_unused_result));

#endif
