#include "terminal/menu.h"

#include "core/hex.h"
#include "games/registry.h"
#include "match/record.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { SAVED_MAX = 9, ANSWER_MAX = 128 };

/* ---- files of saved games: games/GAME~LEVELS~NUMBER.jsonl, with .table beside it ---- */

static const char folder_name[] = "games", ending[] = ".jsonl.table";

bool menu_new_file(const struct game_choice *choice, char path[PATHS_MAX]) {
    struct message error;
    uint8_t number[8];
    char name[PATHS_MAX / 4], hex[2 * sizeof number + 1];
    random_bytes(number, sizeof number);
    hex_write(number, sizeof number, hex);
    hex[2 * sizeof number] = 0;
    size_t length = (size_t)snprintf(name, sizeof name, "%s/%s~", folder_name, choice->game->id);
    for (unsigned seat = 0; seat < choice->players; seat++) {
        char level[BOT_NAME_MAX + 1];
        bot_name(choice->levels[seat], level);
        length +=
            (size_t)snprintf(name + length, sizeof name - length, "%s%s", seat ? "," : "", level);
    }
    snprintf(name + length, sizeof name - length, "~%s.jsonl", hex);
    return paths_state(name, path, &error);
}

bool menu_latest_file(char path[PATHS_MAX]) {
    struct message error;
    return paths_state("games/latest.jsonl", path, &error);
}

struct saved {
    char path[PATHS_MAX]; /* without .table */
    char game[32], levels[ANSWER_MAX];
    time_t when;
};

/* Splits GAME~LEVELS~NUMBER.jsonl.table; false for other names. */
static bool read_name(const char *name, struct saved *saved) {
    size_t length = strlen(name);
    if (length <= sizeof ending || strcmp(name + length - strlen(ending), ending) != 0)
        return false;
    return sscanf(name, "%31[^~]~%127[^~]~", saved->game, saved->levels) == 2 &&
           games_find(saved->game, strlen(saved->game));
}

static int by_time(const void *a, const void *b) {
    const struct saved *x = a, *y = b;
    return (x->when < y->when) - (x->when > y->when);
}

/* Lists saved games, the latest first. */
static unsigned find_saved(struct saved list[SAVED_MAX]) {
    char folder[PATHS_MAX];
    struct message error;
    struct stat there;
    unsigned count = 0;
    if (!paths_state("games/", folder, &error)) return 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && count < SAVED_MAX && (entry = readdir(dir));) {
        struct saved *one = &list[count];
        if (!read_name(entry->d_name, one) || strlen(entry->d_name) + strlen(folder) >= PATHS_MAX)
            continue;
        strcpy(stpcpy(one->path, folder), entry->d_name);
        if (stat(one->path, &there) != 0) continue;
        one->path[strlen(one->path) - strlen(".table")] = 0;
        one->when = there.st_mtime;
        count++;
    }
    if (dir) closedir(dir);
    qsort(list, count, sizeof *list, by_time);
    return count;
}

/* ---- questions ---- */

/* Reads a line without its end; false at the end of the input. */
static bool read_answer(char answer[ANSWER_MAX]) {
    printf("> ");
    fflush(stdout);
    if (!fgets(answer, ANSWER_MAX, stdin)) return false;
    answer[strcspn(answer, "\n")] = 0;
    return true;
}

/* Asks for a number from 1; an empty answer is the first. False if the player leaves. */
static bool ask_number(struct cli *cli, unsigned count, unsigned *number) {
    char answer[ANSWER_MAX], *end;
    while (read_answer(answer)) {
        unsigned long given = answer[0] ? strtoul(answer, &end, 10) : 1;
        if (strcmp(answer, "q") == 0 || strcmp(answer, "Q") == 0) return false;
        *number = (unsigned)given - 1;
        if (given >= 1 && given <= count && (!answer[0] || !*end)) return true;
        say(cli, stdout, &MESSAGE("terminal.menu.again", NUMBER("n", count)));
    }
    return false;
}

/* Keeps the text of an argument for as long as the program runs. */
static void add(struct cli *cli, const char *name, const char *format, ...) {
    va_list values;
    char *text = NULL;
    va_start(values, format);
    if (vasprintf(&text, format, values) >= 0) args_add(&cli->args, name, text);
    va_end(values);
}

static bool ask_players(struct cli *cli, const struct game *game, unsigned *players) {
    unsigned more = game->players_max - game->players_min, number = 0;
    if (more) say(cli, stdout, &MESSAGE("terminal.menu.players"));
    for (unsigned i = 0; more && i <= more; i++) printf("%4u  %u\n", i + 1, game->players_min + i);
    if (more && !ask_number(cli, more + 1, &number)) return false;
    *players = game->players_min + number;
    add(cli, "players", "%u", *players);
    return true;
}

static bool ask_level(struct cli *cli) {
    unsigned number;
    say(cli, stdout, &MESSAGE("terminal.menu.level"));
    for (unsigned i = BOT_NOVICE; i < BOT_KINDS; i++) {
        char key[64];
        snprintf(key, sizeof key, "common.level.%s", bot_kind_names[i]);
        printf("%4u  %s\n", i, words(cli, key));
    }
    printf("%4u  %s\n", BOT_KINDS, words(cli, "terminal.menu.people"));
    if (!ask_number(cli, BOT_KINDS, &number)) return false;
    add(cli, "bots", "%s", number + 1 < BOT_KINDS ? bot_kind_names[number + 1] : "person");
    return true;
}

static bool ask_options(struct cli *cli, const struct game *game) {
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option *option = &game->options[i];
        unsigned number;
        printf("%s\n", option->key);
        for (unsigned v = 0; v < option->count; v++)
            printf("%4u  %s\n", v + 1, option->values[(v + option->fallback) % option->count]);
        if (!ask_number(cli, option->count, &number)) return false;
        add(cli, "option", "%s=%s", option->key,
            option->values[(number + option->fallback) % option->count]);
    }
    return true;
}

/* ---- resuming ---- */

static bool resume(struct cli *cli, const struct saved *saved) {
    struct record record;
    struct message error;
    size_t length;
    char path[PATHS_MAX + sizeof ".table"];
    snprintf(path, sizeof path, "%s.table", saved->path);
    char *text = read_file(path, &length, &error);
    if (!text || !record_read(&record, text, length, &error)) {
        fail(cli, &error);
        free(text);
        return false;
    }
    cli->args.words[cli->args.word_count++] = record.game->id;
    add(cli, "players", "%u", record.players);
    add(cli, "bots", "%s", saved->levels);
    for (unsigned i = 0; i < record.game->option_count; i++)
        add(cli, "option", "%s=%s", record.game->options[i].key,
            record.game->options[i].values[record.options[i]]);
    add(cli, "record", "%s", saved->path);
    add(cli, "resumed", "");
    free(text);
    return true;
}

static void list_saved(const struct cli *cli, const struct saved *saved, unsigned number) {
    const struct game *game = games_find(saved->game, strlen(saved->game));
    char when[32];
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime(&saved->when));
    printf("%4u  ", number);
    say(cli, stdout,
        &MESSAGE("terminal.menu.resume", TEXT("game", game->name, strlen(game->name)),
                 TEXT("levels", saved->levels, strlen(saved->levels)),
                 TEXT("when", when, strlen(when))));
}

bool menu_run(struct cli *cli) {
    static struct saved saved[SAVED_MAX];
    unsigned count = find_saved(saved), number, players;
    say(cli, stdout, &MESSAGE("terminal.menu.title"));
    for (unsigned i = 0; i < count; i++) list_saved(cli, &saved[i], i + 1);
    for (unsigned i = 0; i < games_count; i++) {
        printf("%4u  %s, ", count + i + 1, games[i]->name);
        say(cli, stdout,
            &MESSAGE("cli.help.players", NUMBER("min", games[i]->players_min),
                     NUMBER("max", games[i]->players_max),
                     NUMBER("more", games[i]->players_max - games[i]->players_min)));
    }
    if (!ask_number(cli, count + games_count, &number)) return false;
    if (number < count) return resume(cli, &saved[number]);
    const struct game *game = games[number - count];
    cli->args.words[cli->args.word_count++] = game->id;
    return ask_players(cli, game, &players) && ask_level(cli) && ask_options(cli, game);
}
