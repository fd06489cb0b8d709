#include "program/cli.h"

#include "program/data.h"
#include "games/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { SENTENCE_MAX = 8192 };

void say(const struct cli *cli, FILE *file, const struct message *message) {
    char text[SENTENCE_MAX];
    text_format(&cli->reader, message, text, sizeof text);
    fprintf(file, "%s\n", text);
}

int fail(const struct cli *cli, const struct message *reason) {
    fputs("tafelrunde: ", stderr);
    say(cli, stderr, reason);
    return EXIT_FAILURE;
}

int fail_usage(const struct cli *cli, const struct message *reason) {
    fail(cli, reason);
    return EXIT_WRONG_USAGE;
}

const char *words(const struct cli *cli, const char *key) {
    const char *text = text_find(cli->reader.language, key);
    return text ? text : key;
}

unsigned text_width(const char *text) {
    unsigned width = 0;
    for (; *text; text++) width += (*text & 0xc0) != 0x80;
    return width;
}

void localise_number(const struct cli *cli, char *text) {
    char *point = strchr(text, '.');
    if (point && cli->reader.language == LANGUAGE_DE) *point = ',';
}

void print_cell(const char *text, int width) {
    int length = (int)text_width(text);
    printf("%*s%s", width > length ? width - length : 1, "", text);
}

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

/* ---- game, players, options, opponents ---- */

bool refuse_game(const char *word, struct message *error) {
    struct guess guess = guess_begin(word, strlen(word));
    for (unsigned i = 0; i < games_count; i++) guess_try(&guess, games[i]->id);
    return refuse(error, MESSAGE("cli.error.game", TEXT("word", word, strlen(word)), GUESS(guess)));
}

bool choose_game(const struct cli *cli, const struct game **game, struct message *error) {
    const char *word = cli->args.words[0];
    if (!word) return refuse(error, MESSAGE("cli.error.game_missing"));
    if (cli->args.word_count > 1)
        return refuse(error, MESSAGE("cli.error.too_many",
                                     TEXT("word", cli->args.words[1], strlen(cli->args.words[1]))));
    *game = games_find(word, strlen(word));
    if (*game) return true;
    return refuse_game(word, error);
}

/* Always false: the option has other values. They are kept for as long as the program runs. */
static bool refuse_value(const struct option *option, const char *value, struct message *error) {
    static char known[256];
    size_t length = 0;
    for (unsigned v = 0; v < option->count && length < sizeof known; v++)
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", v ? ", " : "",
                                   option->values[v]);
    return refuse(
        error, MESSAGE("library.error.value", TEXT("key", option->key, strlen(option->key)),
                       TEXT("value", value, strlen(value)), TEXT("known", known, strlen(known))));
}

/* Reads "K=V" into the options. */
static bool choose_option(const struct game *game, const char *word, uint8_t *options,
                          struct message *error) {
    const char *equals = strchr(word, '=');
    for (unsigned i = 0; equals && i < game->option_count; i++) {
        const struct option *option = &game->options[i];
        if (strlen(option->key) != (size_t)(equals - word) ||
            memcmp(option->key, word, strlen(option->key)) != 0)
            continue;
        for (unsigned v = 0; v < option->count; v++)
            if (strcmp(option->values[v], equals + 1) == 0) {
                options[i] = (uint8_t)v;
                return true;
            }
        return refuse_value(option, equals + 1, error);
    }
    return refuse(error, MESSAGE("cli.error.option", TEXT("word", word, strlen(word)),
                                 TEXT("game", game->id, strlen(game->id))));
}

/* Reads "scripted:NAME" if the command seats scripted players. */
static bool choose_script(const struct game_choice *choice, const char *word, size_t length,
                          struct bot_level *level) {
    size_t front = sizeof bot_script_prefix - 1;
    if (!choice->script || length < front || memcmp(word, bot_script_prefix, front) != 0)
        return false;
    *level = (struct bot_level){
        .kind = BOT_RANDOM, .script = choice->script(choice->game, word + front, length - front)};
    return level->script != NULL;
}

bool choose_level(const char *word, size_t length, bool people, struct bot_level *level,
                  struct message *error) {
    if (people && length == 6 && memcmp(word, "person", 6) == 0) {
        *level = (struct bot_level){.kind = BOT_PERSON};
        return true;
    }
    if (bot_find(word, length, level)) return true;
    struct guess guess = guess_begin(word, length);
    if (people) guess_try(&guess, "person");
    for (int kind = 0; kind < BOT_KINDS; kind++) guess_try(&guess, bot_kind_names[kind]);
    return refuse(error, MESSAGE("cli.error.level", TEXT("word", word, length), GUESS(guess)));
}

/* Reads one level for all seats, or one per seat, separated by commas. */
static bool choose_levels(const char *list, struct game_choice *choice, bool people,
                          struct message *error) {
    unsigned count = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        if (count == choice->players)
            return refuse(error, MESSAGE("cli.error.levels", NUMBER("players", choice->players)));
        struct bot_level *level = &choice->levels[count++];
        if (!choose_script(choice, word, length, level) &&
            !choose_level(word, length, people, level, error))
            return false;
        word += length;
        if (!*word) break;
    }
    if (count == 1)
        for (; count < choice->players; count++) choice->levels[count] = choice->levels[0];
    if (count == choice->players) return true;
    return refuse(error, MESSAGE("cli.error.levels", NUMBER("players", choice->players)));
}

/* As many players as --bots names levels if the game allows it, else the fewest. */
static long default_players(const struct game *game, const char *bots) {
    long named = 1;
    for (; bots && *bots; bots++) named += *bots == ',';
    return named >= game->players_min && named <= game->players_max ? named : game->players_min;
}

static bool choose_players(const struct cli *cli, struct game_choice *choice, bool people,
                           struct message *error) {
    if (!choose_game(cli, &choice->game, error)) return false;
    const char *bots = args_value(&cli->args, "bots", 0);
    long players = default_players(choice->game, bots);
    if (!args_number(&cli->args, "players", choice->game->players_min, choice->game->players_max,
                     &players, error))
        return false;
    choice->players = (unsigned)players;
    for (unsigned i = 0; i < choice->game->option_count; i++)
        choice->options[i] = choice->game->options[i].fallback;
    for (unsigned n = 0; args_value(&cli->args, "option", n); n++)
        if (!choose_option(choice->game, args_value(&cli->args, "option", n), choice->options,
                           error))
            return false;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        choice->levels[seat].kind = people ? BOT_PERSON : BOT_CLUB;
    if (bots && !choose_levels(bots, choice, people, error)) return false;
    bool net = false;
    for (unsigned seat = 0; seat < choice->players; seat++)
        net |= bot_uses_net(choice->levels[seat], choice->game);
    choice->means.clock = clock_now;
    return !net || data_net(cli, choice->game, choice->players, &choice->means.net, error);
}

bool choose_setup(const struct cli *cli, struct game_choice *choice, bool people,
                  struct message *error) {
    memset(choice, 0, sizeof *choice);
    return choose_players(cli, choice, people, error);
}

bool choose_match(const struct cli *cli, struct game_choice *choice, find_script *script,
                  struct message *error) {
    memset(choice, 0, sizeof *choice);
    choice->script = script;
    return choose_players(cli, choice, false, error);
}

/* ---- files and seeds ---- */

char *read_file(const char *path, size_t *length, struct message *error) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, used = 0;
    if (!file) {
        const char *why = strerror(errno);
        *error = MESSAGE("cli.error.file", TEXT("file", path, strlen(path)),
                         TEXT("why", why, strlen(why)));
        return NULL;
    }
    do {
        size = size ? 2 * size : 65536;
        char *more = realloc(text, size);
        if (!more) break;
        text = more;
        used += fread(text + used, 1, size - used, file);
    } while (used == size);
    bool whole = !ferror(file) && text && used < size;
    if (file != stdin) fclose(file);
    if (whole) {
        *length = used;
        return text;
    }
    free(text);
    *error = MESSAGE("cli.error.read", TEXT("file", path, strlen(path)));
    return NULL;
}

void random_bytes(void *bytes, size_t size) {
    if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}

uint64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void choose_seed(const struct cli *cli, uint8_t seed[SEED_SIZE], uint8_t reserve[SEED_SIZE],
                 char table[TABLE_ID_LENGTH + 1]) {
    const char *text = args_value(&cli->args, "seed", 0);
    uint8_t id[16];
    if (text) {
        draws_simulated(text, 1, reserve, table);
        draws_simulated(text, 0, seed, table);
        return;
    }
    random_bytes(seed, SEED_SIZE);
    random_bytes(reserve, SEED_SIZE);
    random_bytes(id, sizeof id);
    draws_write_id(id, table);
}

/* ---- shared output ---- */

size_t say_action(const struct cli *cli, const struct game *game, uint16_t action, char *text,
                  size_t size) {
    char key[NOTATION_KEY_MAX];
    struct message message;
    notation_sentence(game->notation, game->id, action, key, &message);
    return text_format(&cli->reader, &message, text, size);
}

void write_to_move(struct json_out *out, const struct game *game, const void *state) {
    unsigned to_move = game->to_move(state);
    if (to_move & CHANCE_BIT) {
        json_text(out, "to_move", "chance");
        return;
    }
    json_array(out, "to_move");
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (to_move & SEAT_BIT(seat)) json_number(out, NULL, seat);
    json_array_end(out);
}
