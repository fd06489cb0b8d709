/* Reads any bytes as a net and as a training file, for every game that has nets. The hash at the
 * end rejects nearly all of them, so each input is tried again with a corrected hash. An accepted
 * net judges positions, and writing it gives the same bytes. */
#include "ai/train.h"
#include "core/blake2b.h"
#include "core/ensure.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct net net;
static struct trainer trainer;

static void judge_start(const struct game *game, unsigned players) {
    _Alignas(8) uint8_t state[STATE_MAX];
    uint8_t options[OPTIONS_MAX] = {0};
    struct generator generator;
    struct judgement judgement;
    generator_seed(&generator, 1);
    game->setup(state, players, options);
    play_to_quiet(game, state, false, &generator);
    net_judge(&net, state, &judgement);
    for (unsigned seat = 0; seat < players; seat++)
        ensure(judgement.first[seat] >= 0 && judgement.first[seat] <= 1);
}

static void read_all(const uint8_t *data, size_t size) {
    static char origin[NET_ORIGIN_MAX], file[NET_FILE_MAX], state[TRAIN_FILE_MAX];
    struct message error = {0};
    struct json head;
    if (net_head(data, size, &head)) ensure(head.length > 0);
    for (unsigned g = 0; g < games_count; g++) {
        const struct game *game = games[g];
        if (!feature_count(game)) continue;
        if (net_read(&net, game, game->players_min, data, size, origin, &error)) {
            ensure(net_write(&net, origin, file) == size && memcmp(file, data, size) == 0);
            judge_start(game, game->players_min);
        } else {
            ensure(!net.game && error.key);
        }
        if (train_read(&trainer, game, game->players_min, data, size, &error))
            ensure(train_write(&trainer, state) == size && memcmp(state, data, size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_all(data, size);
    if (size < HASH_SIZE) return 0;
    uint8_t *mended = malloc(size);
    struct blake2b b;
    memcpy(mended, data, size);
    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, mended, size - HASH_SIZE);
    blake2b_end(&b, mended + size - HASH_SIZE);
    read_all(mended, size);
    free(mended);
    return 0;
}
