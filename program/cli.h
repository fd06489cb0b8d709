/* What the commands share: language, errors, files, the arguments that name a game. */
#ifndef PROGRAM_CLI_H
#define PROGRAM_CLI_H

#include "program/args.h"
#include "core/game.h"
#include "core/text.h"
#include "match/table.h"

#include <stdio.h>

enum { EXIT_WRONG_USAGE = 2 };

struct cli {
    struct reader reader; /* language of the person at the terminal */
    struct args args;
};

struct command {
    const char *name;
    const char *help; /* catalogue key */
    const struct arg *known;
    int (*run)(struct cli *cli);
};

extern const struct command admin_command, analyse_command, arena_command, bench_command,
    components_command, engine_command, games_command, inspect_command, load_command, play_command,
    practice_command, replay_command, rules_command, serve_command, simulate_command, train_command,
    verify_command;

/* Prints a sentence of the catalogue and a line end. */
void say(const struct cli *cli, FILE *file, const struct message *message);

/* Print the reason on standard error; return the exit status to leave with. */
int fail(const struct cli *cli, const struct message *reason);
int fail_usage(const struct cli *cli, const struct message *reason);

/* A catalogue text without parameters. */
const char *words(const struct cli *cli, const char *key);

/* The first word as a game; the number of players, options and opponents as the options say. */
struct game_choice {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    struct bot_level levels[SEATS_MAX];
    struct bot_means means; /* of the opponents */
    /* the first of them sees everything: a measure of what luck leaves to choose */
    bool cheats;
};
bool choose_game(const struct cli *cli, const struct game **game, struct message *error)
    __attribute__((warn_unused_result));
bool choose_setup(const struct cli *cli, struct game_choice *choice, bool people,
                  struct message *error) __attribute__((warn_unused_result));

/* One line per game, and one per option. */
void list_game(const struct cli *cli, FILE *file, const struct game *game);

/* A whole file in memory of its own, or NULL with the reason. */
char *read_file(const char *path, size_t *length, struct message *error)
    __attribute__((warn_unused_result));

/* The table's secrets and id: of --seed, or the system's. */
void choose_seed(const struct cli *cli, uint8_t seed[SEED_SIZE], uint8_t reserve[SEED_SIZE],
                 char table[TABLE_ID_LENGTH + 1]);
void random_bytes(void *bytes, size_t size);

/* The sentence of an action. */
size_t say_action(const struct cli *cli, const struct game *game, uint16_t action, char *text,
                  size_t size);

/* Milliseconds of a clock that never goes back. */
uint64_t clock_now(void);

/* Members shared by several outputs. */
void write_to_move(struct json_out *out, const struct game *game, const void *state);

#endif
