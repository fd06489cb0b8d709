/* Component tables as JSON: a game lists the columns of its rows, and this writes them.
 *
 *     static const struct column columns[] = {
 *         COLUMN(struct card, TEXT, "code", code), COLUMN(struct card, NUMBER, "value", value),
 *         COLUMN_MARK(struct card), COLUMN_NOTE(struct card)};
 *     static const struct component_table tables[] = {TABLE("card", card_table, columns)};
 *     COMPONENTS(template, tables) */
#ifndef CORE_COMPONENTS_H
#define CORE_COMPONENTS_H

#include "core/json.h"

#include <stdbool.h>
#include <stdint.h>

enum column_kind {
    COLUMN_TEXT, /* const char *; left out if sparse and empty */
    COLUMN_NUMBER, /* left out if sparse and zero */
    COLUMN_FLAG,
    COLUMN_CODE, /* a number, written as its code; left out if there is none */
    COLUMN_SET, /* a mask, written as a list of codes */
    COLUMN_LETTER, /* char */
    COLUMN_OWN, /* written by `write` */
};

struct column {
    const char *name;
    enum column_kind kind;
    uint16_t offset; /* in the row */
    uint8_t size; /* bytes per value */
    uint8_t count; /* more than 1 is written as a list */
    bool sparse;
    const char *const *codes; /* COLUMN_CODE, COLUMN_SET */
    unsigned code_count;
    /* COLUMN_OWN: writes the members of row `number` that belong here; `member` points at it */
    void (*write)(struct json_out *out, const char *name, const void *member, unsigned number);
};

#define COLUMN(type, kind_, label, member, ...) \
    {.name = label,                             \
     .kind = COLUMN_##kind_,                    \
     .offset = offsetof(type, member),          \
     .size = sizeof(((type *)0)->member),       \
     .count = 1,                                \
     ##__VA_ARGS__}
/* Of a member with two values: [3,5]. */
#define COLUMN_PAIR(type, kind_, label, member, ...) \
    {.name = label,                                  \
     .kind = COLUMN_##kind_,                         \
     .offset = offsetof(type, member),               \
     .size = sizeof(((type *)0)->member) / 2,        \
     .count = 2,                                     \
     ##__VA_ARGS__}
#define COLUMN_CODES(list) .codes = (list), .code_count = sizeof(list) / sizeof(list)[0]
#define COLUMN_MARK(type) COLUMN(type, LETTER, "mark", mark)
#define COLUMN_NOTE(type) COLUMN(type, TEXT, "note", note, .sparse = true)

struct component_table {
    const char *name;
    const void *rows;
    unsigned row_size, count;
    const struct column *columns;
    unsigned column_count;
    const uint8_t *order; /* the order in which rows are written; NULL: as they are */
};

#define TABLE(label, list, columns_, ...)                    \
    {.name = label,                                          \
     .rows = list,                                           \
     .row_size = sizeof(list)[0],                            \
     .count = sizeof(list) / sizeof(list)[0],                \
     .columns = columns_,                                    \
     .column_count = sizeof(columns_) / sizeof(columns_)[0], \
     ##__VA_ARGS__}

void components_write(struct json_out *out, const char *name, const struct component_table *tables,
                      unsigned count);

/* Defines NAME_components. */
#define COMPONENTS(game, tables)                                                 \
    void game##_components(struct json_out *out, const char *name) {             \
        components_write(out, name, tables, sizeof(tables) / sizeof(tables)[0]); \
    }

#endif
