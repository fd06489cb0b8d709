/* components: a game's tables with the provenance of every row. */
#include "program/cli.h"

#include <stdlib.h>
#include <string.h>

static void print_value(struct json value) {
    char text[256];
    struct json at = {0}, name, item;
    const char *separator = "";
    switch (json_type(value)) {
    case JSON_TEXT:
        if (json_read_text(value, text, sizeof text, NULL)) printf("%s", *text ? text : "-");
        break;
    case JSON_ARRAY:
        while (json_next(value, &at, &name, &item)) {
            printf("%s", separator);
            print_value(item);
            separator = " ";
        }
        break;
    case JSON_OBJECT:
        while (json_next(value, &at, &name, &item)) {
            printf("%s%.*s=", separator, (int)name.length - 2, name.text + 1);
            print_value(item);
            separator = " ";
        }
        break;
    default: printf("%.*s", (int)value.length, value.text);
    }
}

static void print_row(struct json row) {
    struct json at = {0}, name, value, mark = json_get(row, "mark"), note = json_get(row, "note");
    printf("  %.1s ", mark.length > 2 ? mark.text + 1 : " ");
    while (json_next(row, &at, &name, &value)) {
        if (json_is(name, "mark") || json_is(name, "note")) continue;
        printf(" %.*s: ", (int)name.length - 2, name.text + 1);
        print_value(value);
        printf(";");
    }
    if (json_type(note) == JSON_TEXT) {
        printf("  (");
        print_value(note);
        printf(")");
    }
    printf("\n");
}

static void print_tables(const struct cli *cli, struct json tables) {
    struct json at = {0}, name, rows;
    printf("%s\n", words(cli, "cli.components.marks"));
    while (json_next(tables, &at, &name, &rows)) {
        struct json walk = {0}, none, row;
        printf("\n%.*s\n", (int)name.length - 2, name.text + 1);
        while (json_next(rows, &walk, &none, &row)) print_row(row);
    }
}

static int components(struct cli *cli) {
    const struct game *game;
    struct message error;
    char text[COMPONENTS_TEXT_MAX + 256], hash[COMPONENTS_HASH_SIZE];
    struct json_out out;
    struct json value;
    size_t where;
    if (!choose_game(cli, &game, &error)) return fail_usage(cli, &error);
    game_components_hash(game, hash);
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "game", game->id);
    json_number(&out, "rules", game->rules);
    json_text(&out, "components", hash);
    game->components(&out, "tables");
    json_object_end(&out);
    if (args_has(&cli->args, "json")) {
        printf("%.*s\n", (int)out.length, text);
        return EXIT_SUCCESS;
    }
    if (json_parse(text, out.length, &value, &where) != JSON_OK)
        return fail(cli, &MESSAGE("error.json.syntax", NUMBER("where", where)));
    print_tables(cli, json_get(value, "tables"));
    return EXIT_SUCCESS;
}

static const struct arg known[] = {{"json", false}, {"lang", true}, {"help", false}, {0}};

const struct command components_command = {
    .name = "components", .help = "cli.help.components", .known = known, .run = components};
