/* rules: a game's rules page, and what of its components is not stated by a rulebook. */
#include "cli/rules.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

const char *rules_of(const struct cli *cli, const struct game *game) {
    for (unsigned i = 0; i < rules_pages_count; i++)
        if (strcmp(rules_pages[i].game, game->id) == 0) return rules_pages[i].text[cli->reader.language];
    return NULL;
}

/* What names a row: its first member. */
static struct json row_name(struct json row) {
    struct json at = {0}, name, value = {0};
    json_next(row, &at, &name, &value);
    return value;
}

static void print_marked(struct json rows, const char *mark) {
    struct json at = {0}, none, row;
    const char *separator = "";
    while (json_next(rows, &at, &none, &row)) {
        char code[128];
        struct json head = row_name(row);
        if (!json_is(json_get(row, "mark"), mark)) continue;
        if (json_read_text(head, code, sizeof code, NULL)) printf("%s%s", separator, code);
        else printf("%s%.*s", separator, (int)head.length, head.text); /* a number */
        separator = ", ";
    }
}

static bool has_mark(struct json rows, const char *mark) {
    struct json at = {0}, none, row;
    while (json_next(rows, &at, &none, &row))
        if (json_is(json_get(row, "mark"), mark)) return true;
    return false;
}

static void print_provenance(const struct cli *cli, struct json tables) {
    static const char *const marks[] = {"R", "I"};
    static const char *const heads[] = {"cli.rules.reconstructed", "cli.rules.inferred"};
    for (unsigned m = 0; m < 2; m++) {
        struct json at = {0}, name, rows;
        bool any = false;
        while (json_next(tables, &at, &name, &rows)) {
            if (!has_mark(rows, marks[m])) continue;
            if (!any) printf("\n## %s\n\n", words(cli, heads[m]));
            any = true;
            printf("- %.*s: ", (int)name.length - 2, name.text + 1);
            print_marked(rows, marks[m]);
            printf("\n");
        }
    }
}

static int rules(struct cli *cli) {
    const struct game *game;
    struct message error;
    char text[COMPONENTS_TEXT_MAX];
    struct json_out out;
    struct json tables;
    size_t where;
    if (!choose_game(cli, &game, &error)) return fail_usage(cli, &error);
    json_begin(&out, text, sizeof text);
    game->components(&out, NULL);
    if (json_parse(text, out.length, &tables, &where) != JSON_OK) return fail(cli, &MESSAGE("error.json.syntax", NUMBER("where", where)));
    fputs(rules_of(cli, game), stdout);
    print_provenance(cli, tables);
    return EXIT_SUCCESS;
}

static const struct arg known[] = {{"lang", true}, {"help", false}, {0}};

const struct command rules_command = {.name = "rules", .help = "cli.help.rules", .known = known, .run = rules};
