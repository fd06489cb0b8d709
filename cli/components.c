/* components: a game's tables with the provenance of every row.
 *
 * --csv writes all tables as one: a first column "table", then every column that a table has, in
 * the order in which they first appear; mark and note last. Each line has the same number of
 * fields (RFC 4180), so a spreadsheet can sort and filter it. A nested member has a dotted name
 * ("a.persons"). The items of a list share one field, separated by spaces.
 * tools/components.py reads the file back. */
#include "program/cli.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 48, COLUMN_NAME_MAX = 40, FIELD_MAX = 512 };

struct columns {
    char names[COLUMNS_MAX][COLUMN_NAME_MAX];
    unsigned count;
};

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

/* ---- as CSV ---- */

static void add_column(struct columns *columns, const char *name) {
    for (unsigned i = 0; i < columns->count; i++)
        if (strcmp(columns->names[i], name) == 0) return;
    if (columns->count == COLUMNS_MAX) abort();
    strcpy(columns->names[columns->count++], name);
}

/* Adds a row's members except mark and note. `prefix` is "", or the enclosing member: "a.". */
static void add_columns(struct columns *columns, struct json row, const char *prefix) {
    struct json at = {0}, name, value;
    while (json_next(row, &at, &name, &value)) {
        char path[COLUMN_NAME_MAX];
        bool inner = json_type(value) == JSON_OBJECT;
        if (json_is(name, "mark") || json_is(name, "note")) continue;
        int length = snprintf(path, sizeof path, "%s%.*s%s", prefix, (int)name.length - 2,
                              name.text + 1, inner ? "." : "");
        if (length >= (int)sizeof path) abort();
        if (inner) add_columns(columns, value, path);
        else add_column(columns, path);
    }
}

static struct json find_member(struct json row, const char *path) {
    const char *dot = strchr(path, '.');
    char name[COLUMN_NAME_MAX];
    if (!dot) return json_get(row, path);
    snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
    return json_get(json_get(row, name), dot + 1);
}

static void write_plain(struct json value, FILE *file) {
    char text[FIELD_MAX];
    struct json at = {0}, none, item;
    bool flag;
    if (json_type(value) == JSON_ARRAY)
        for (const char *between = ""; json_next(value, &at, &none, &item); between = " ") {
            fputs(between, file);
            write_plain(item, file);
        }
    else if (json_read_bool(value, &flag)) fputs(flag ? "yes" : "no", file);
    else if (json_read_text(value, text, sizeof text, NULL)) fputs(text, file);
    else fprintf(file, "%.*s", (int)value.length, value.text);
}

/* Prints a separator and a field. Semicolons are quoted, too: some spreadsheets split at them. */
static void print_field(struct json value, const char *separator) {
    char text[FIELD_MAX] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    if (!file) abort();
    write_plain(value, file);
    if (fclose(file) != 0) abort();
    bool quoted = strpbrk(text, ",;\"\r\n");
    printf(quoted ? "%s\"" : "%s", separator);
    for (const char *c = text; *c; c++) printf(*c == '"' ? "\"\"" : "%c", *c);
    if (quoted) printf("\"");
}

/* Starts with a byte order mark, without which Excel does not read UTF-8. */
static void print_csv(struct json tables) {
    struct columns columns = {.count = 0};
    struct json at = {0}, name, rows, walk = {0}, none, row;
    for (; json_next(tables, &at, &name, &rows); walk = (struct json){0})
        while (json_next(rows, &walk, &none, &row)) add_columns(&columns, row, "");
    add_column(&columns, "mark");
    add_column(&columns, "note");
    printf("\xEF\xBB\xBFtable");
    for (unsigned i = 0; i < columns.count; i++) printf(",%s", columns.names[i]);
    printf("\r\n");
    for (at = (struct json){0}; json_next(tables, &at, &name, &rows); walk = (struct json){0})
        while (json_next(rows, &walk, &none, &row)) {
            print_field(name, "");
            for (unsigned i = 0; i < columns.count; i++)
                print_field(find_member(row, columns.names[i]), ",");
            printf("\r\n");
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
    if (args_has(&cli->args, "json") && args_has(&cli->args, "csv"))
        return fail_usage(cli, &MESSAGE("cli.components.one_form"));
    if (args_has(&cli->args, "json")) {
        printf("%.*s\n", (int)out.length, text);
        return EXIT_SUCCESS;
    }
    if (json_parse(text, out.length, &value, &where) != JSON_OK)
        return fail(cli, &MESSAGE("error.json.syntax", NUMBER("where", where)));
    if (args_has(&cli->args, "csv")) print_csv(json_get(value, "tables"));
    else print_tables(cli, json_get(value, "tables"));
    return EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"json", NULL, NULL, "cli.arg.json", NULL},
    {"csv",  NULL, NULL, "cli.arg.csv",  NULL},
    {0},
};
/* clang-format on */

const struct command components_command = {.name = "components",
                                           .help = "cli.help.components",
                                           .words = "cli.value.game",
                                           .examples = "components GAME\n"
                                                       "components GAME --csv > components.csv",
                                           .known = known,
                                           .run = components};
