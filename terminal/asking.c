#include "terminal/asking.h"

#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

bool ask_line(char answer[ANSWER_MAX]) {
    printf("> ");
    fflush(stdout);
    if (!fgets(answer, ANSWER_MAX, stdin)) return false;
    answer[strcspn(answer, "\n")] = 0;
    return true;
}

bool ask_number(const struct cli *cli, unsigned count, unsigned *number) {
    char answer[ANSWER_MAX], *end;
    while (ask_line(answer)) {
        unsigned long given = answer[0] ? strtoul(answer, &end, 10) : 1;
        if (strcmp(answer, "q") == 0 || strcmp(answer, "Q") == 0) return false;
        *number = (unsigned)given - 1;
        if (given >= 1 && given <= count && (!answer[0] || !*end)) return true;
        say(cli, stdout, &MESSAGE("terminal.menu.again", NUMBER("n", count)));
    }
    return false;
}

void list_games(const struct cli *cli, unsigned before) {
    for (unsigned i = 0; i < games_offered; i++) {
        printf("%4u  %s, ", before + i + 1, games[i]->name);
        say(cli, stdout,
            &MESSAGE("cli.help.players", NUMBER("min", games[i]->players_min),
                     NUMBER("max", games[i]->players_max),
                     NUMBER("more", games[i]->players_max - games[i]->players_min)));
    }
}

bool ask_players(const struct cli *cli, struct game_choice *choice) {
    const struct game *game = choice->game;
    unsigned more = game->players_max - game->players_min, number = 0;
    if (more) say(cli, stdout, &MESSAGE("terminal.menu.players"));
    for (unsigned i = 0; more && i <= more; i++) printf("%4u  %u\n", i + 1, game->players_min + i);
    if (more && !ask_number(cli, more + 1, &number)) return false;
    choice->players = game->players_min + number;
    return true;
}

/* A value of an option in words. */
static const char *value_words(const struct cli *cli, const struct game *game,
                               const struct option *option, unsigned value) {
    char key[TEXT_KEY_MAX];
    if (option->flag) return words(cli, value ? "terminal.menu.yes" : "terminal.menu.no");
    snprintf(key, sizeof key, "%s.option.%s.%s", game->id, option->key, option->values[value]);
    const char *known = text_find(cli->reader.language, key);
    return known ? known : option->values[value];
}

bool ask_options(const struct cli *cli, struct game_choice *choice) {
    for (unsigned i = 0; i < choice->game->option_count; i++) {
        const struct option *option = &choice->game->options[i];
        char key[TEXT_KEY_MAX];
        unsigned number;
        snprintf(key, sizeof key, "%s.option.%s", choice->game->id, option->key);
        const char *known = text_find(cli->reader.language, key);
        printf("%s\n", known ? known : option->key);
        for (unsigned v = 0; v < option->count; v++) {
            unsigned value = (v + option->fallback) % option->count;
            printf("%4u  %s\n", v + 1, value_words(cli, choice->game, option, value));
        }
        if (!ask_number(cli, option->count, &number)) return false;
        choice->options[i] = (uint8_t)((number + option->fallback) % option->count);
    }
    return true;
}

const char *asked_level(unsigned number) {
    return bot_kind_names[BOT_NOVICE + number];
}

unsigned list_levels(const struct cli *cli, unsigned before) {
    for (unsigned i = 0; i < BOT_KINDS - BOT_NOVICE; i++) {
        char key[TEXT_KEY_MAX];
        snprintf(key, sizeof key, "common.level.%s", asked_level(i));
        printf("%4u  %s\n", before + i + 1, words(cli, key));
    }
    return BOT_KINDS - BOT_NOVICE;
}
