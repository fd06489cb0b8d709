/* Random play of one game: whole games and nothing else. test_instructions.py counts the
 * instructions of this program. Prints how many decisions were made, and the compiler.
 *
 *     instructions GAME PLAYERS GAMES */
#include "core/game.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define COMPILER "clang " NUMBER_TEXT(__clang_major__)
#else
#define COMPILER "gcc " NUMBER_TEXT(__GNUC__)
#endif
#define NUMBER_TEXT(number) NUMBER_TEXT_OF(number)
#define NUMBER_TEXT_OF(number) #number

/* Returns how many decisions were made. */
static unsigned long play(const struct game *game, unsigned players, struct generator *generator) {
    _Alignas(64) uint8_t state[STATE_MAX];
    uint8_t options[OPTIONS_MAX];
    uint16_t list[LEGAL_MAX];
    struct outcomes outcomes;
    struct result result;
    unsigned long decisions = 0;
    for (unsigned i = 0; i < game->option_count; i++) options[i] = game->options[i].fallback;
    game->setup(state, players, options);
    for (unsigned to_move; (to_move = game->to_move(state));) {
        if (to_move & CHANCE_BIT) {
            game->chance(state, &outcomes);
            game->apply(state, BY_CHANCE, outcomes_draw(&outcomes, generator), NULL);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(to_move), count = game->legal(state, seat, list);
        uint16_t action = list[count == 1 ? 0 : generator_below(generator, count)];
        game->apply(state, seat, action, NULL);
        decisions++;
    }
    game->result(state, &result);
    return decisions;
}

int main(int argc, char **argv) {
    const struct game *game = argc == 4 ? games_find(argv[1], strlen(argv[1])) : NULL;
    unsigned long decisions = 0;
    struct generator generator;
    if (!game) return 2;
    generator_seed(&generator, 7);
    for (unsigned long left = strtoul(argv[3], NULL, 10); left > 0; left--)
        decisions += play(game, (unsigned)strtoul(argv[2], NULL, 10), &generator);
    printf("%lu %s\n", decisions, COMPILER);
    return 0;
}
