#include "terminal/menu.h"

#include "core/hex.h"
#include "games/registry.h"
#include "match/record.h"
#include "terminal/asking.h"
#include "terminal/lobby.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { SAVED_MAX = 9, LEVELS_MAX = 128 };

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
    char game[32], levels[LEVELS_MAX];
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

/* Keeps the text of an argument for as long as the program runs. */
static void add(struct cli *cli, const char *name, const char *format, ...) {
    va_list values;
    char *text = NULL;
    va_start(values, format);
    if (vasprintf(&text, format, values) >= 0) args_add(&cli->args, name, text);
    va_end(values);
}

/* Asks who plays the other seats. */
static bool ask_level(struct cli *cli) {
    unsigned number;
    say(cli, stdout, &MESSAGE("terminal.menu.level"));
    unsigned levels = list_levels(cli, 0);
    printf("%4u  %s\n", levels + 1, words(cli, "terminal.menu.people"));
    if (!ask_number(cli, levels + 1, &number)) return false;
    add(cli, "bots", "%s", number < levels ? asked_level(number) : "person");
    return true;
}

static void add_setup(struct cli *cli, const struct game *game, unsigned players,
                      const uint8_t *options) {
    cli->args.words[cli->args.word_count++] = game->id;
    add(cli, "players", "%u", players);
    for (unsigned i = 0; i < game->option_count; i++)
        add(cli, "option", "%s=%s", game->options[i].key, game->options[i].values[options[i]]);
}

static bool ask_game(struct cli *cli, const struct game *game) {
    struct game_choice choice = {.game = game};
    if (!ask_players(cli, &choice) || !ask_level(cli) || !ask_options(cli, &choice)) return false;
    add_setup(cli, game, choice.players, choice.options);
    return true;
}

/* Finds a table at a server. */
static bool go_online(struct cli *cli, int *status) {
    static char link[LINK_MAX];
    struct message error;
    if (lobby_run(cli, link, &error)) {
        add(cli, "table", "%s", link);
        return true;
    }
    if (error.key) *status = fail(cli, &error);
    return false;
}

/* ---- resuming ---- */

static bool resume(struct cli *cli, const struct saved *saved, int *status) {
    struct record record;
    struct message error;
    size_t length;
    char path[PATHS_MAX + sizeof ".table"];
    snprintf(path, sizeof path, "%s.table", saved->path);
    char *text = read_file(path, &length, &error);
    if (!text || !record_read(&record, text, length, &error)) {
        *status = fail(cli, &error);
        free(text);
        return false;
    }
    add_setup(cli, record.game, record.players, record.options);
    add(cli, "bots", "%s", saved->levels);
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

bool menu_run(struct cli *cli, int *status) {
    static struct saved saved[SAVED_MAX];
    unsigned count, number;
    *status = EXIT_SUCCESS;
    if (args_has(&cli->args, "server")) return go_online(cli, status);
    count = find_saved(saved);
    say(cli, stdout, &MESSAGE("terminal.menu.title"));
    for (unsigned i = 0; i < count; i++) list_saved(cli, &saved[i], i + 1);
    list_games(cli, count);
    unsigned online = count + games_offered;
    printf("%4u  %s\n", online + 1, words(cli, "terminal.menu.online"));
    if (!ask_number(cli, online + 1, &number)) return false;
    if (number == online) return go_online(cli, status);
    if (number >= count) return ask_game(cli, games[number - count]);
    return resume(cli, &saved[number], status);
}
