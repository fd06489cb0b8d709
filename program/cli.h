/* Shared by all commands: language, errors, files, and the arguments that choose a game. */
#ifndef PROGRAM_CLI_H
#define PROGRAM_CLI_H

#include "program/args.h"
#include "core/game.h"
#include "core/text.h"
#include "match/table.h"

#include <stdio.h>

enum { EXIT_WRONG_USAGE = 2 };

struct cli {
    struct reader reader; /* the user's language */
    struct args args;
};

struct command {
    const char *name;
    const char *help; /* catalogue key: the summary, then paragraphs */
    const char
        *words; /* what follows the name, as text or catalogue key; one line per way to call */
    const char *examples; /* one per line, without "tafelrunde"; GAME stands for the first game */
    const struct arg *known;
    int (*run)(struct cli *cli);
};

extern const struct command admin_command, analyse_command, arena_command, bench_command,
    components_command, engine_command, games_command, inspect_command, load_command, play_command,
    practice_command, replay_command, rules_command, serve_command, simulate_command,
    tournament_command, train_command, verify_command;

/* Prints a sentence of the catalogue and a newline. */
void say(const struct cli *cli, FILE *file, const struct message *message);

/* Print the reason on standard error; return the exit status to leave with. */
int fail(const struct cli *cli, const struct message *reason);
int fail_usage(const struct cli *cli, const struct message *reason);

/* A catalogue text without parameters; a text that is no key stays as it is. */
const char *words(const struct cli *cli, const char *key);

typedef const struct script *find_script(const struct game *game, const char *name, size_t length);

/* A game from the first word; players, options and opponents from the options. */
struct game_choice {
    const struct game *game;
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    struct bot_level levels[SEATS_MAX];
    struct bot_means means; /* net, clock and threads of the opponents */
    /* finds a scripted player by its name, for commands that seat them; else NULL */
    find_script *script;
    const struct net *first_net; /* the first opponent's, if it differs from the others' */
    bool cheats; /* the first opponent sees everything, which bounds what skill can reach */
};
bool choose_game(const struct cli *cli, const struct game **game, struct message *error)
    __attribute__((warn_unused_result));
/* Always false: there is no such game. */
bool refuse_game(const char *word, struct message *error);
bool choose_setup(const struct cli *cli, struct game_choice *choice, bool people,
                  struct message *error) __attribute__((warn_unused_result));

/* The same without people, and "scripted:NAME" names a scripted player. */
bool choose_match(const struct cli *cli, struct game_choice *choice, find_script *script,
                  struct message *error) __attribute__((warn_unused_result));

/* Reads the name of a level; with `people` also "person". */
bool choose_level(const char *word, size_t length, bool people, struct bot_level *level,
                  struct message *error) __attribute__((warn_unused_result));

/* How many characters a text has. printf pads by bytes instead. */
unsigned text_width(const char *text);

/* Replaces the decimal point by a comma if the user's language has one. */
void localise_number(const struct cli *cli, char *text);

/* Prints a text at the right of a column, with at least one space before it. */
void print_cell(const char *text, int width);

/* Prints a game and its options, one line each. */
void list_game(const struct cli *cli, FILE *file, const struct game *game);

/* Reads a whole file ("-": standard input) into memory that the caller frees. NULL with the
 * reason. */
char *read_file(const char *path, size_t *length, struct message *error)
    __attribute__((warn_unused_result));

/* Derives a table's secrets and id from --seed, or draws them at random. */
void choose_seed(const struct cli *cli, uint8_t seed[SEED_SIZE], uint8_t reserve[SEED_SIZE],
                 char table[TABLE_ID_LENGTH + 1]);
void random_bytes(void *bytes, size_t size);

/* Writes an action as a sentence. Returns the length. */
size_t say_action(const struct cli *cli, const struct game *game, uint16_t action, char *text,
                  size_t size);

/* Milliseconds of a monotonic clock. */
uint64_t clock_now(void);

/* Writes the member "to_move": the seats to move, or "chance". */
void write_to_move(struct json_out *out, const struct game *game, const void *state);

#endif
