#include "core/components.h"

#include <string.h>

static uint64_t load(const struct column *column, const uint8_t *at) {
    uint64_t value = 0;
    for (unsigned i = 0; i < column->size; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static void write_set(const struct column *column, uint64_t mask, struct json_out *out,
                      const char *name) {
    json_array(out, name);
    for (unsigned i = 0; i < column->code_count; i++)
        if (mask >> i & 1) json_text(out, NULL, column->codes[i]);
    json_array_end(out);
}

static void write_text(const struct column *column, const char *text, struct json_out *out,
                       const char *name) {
    if (!column->sparse || (text && *text)) json_text(out, name, text);
}

static void write_value(const struct column *column, const uint8_t *at, struct json_out *out,
                        const char *name) {
    uint64_t value = load(column, at);
    const char *text;
    switch (column->kind) {
    case COLUMN_TEXT:
        memcpy(&text, at, sizeof text);
        write_text(column, text, out, name);
        break;
    case COLUMN_NUMBER:
        if (value || !column->sparse) json_number(out, name, (int64_t)value);
        break;
    case COLUMN_FLAG: json_bool(out, name, value != 0); break;
    case COLUMN_CODE:
        if (value < column->code_count) json_text(out, name, column->codes[value]);
        break;
    case COLUMN_SET: write_set(column, value, out, name); break;
    case COLUMN_LETTER: json_text_n(out, name, (const char *)at, 1); break;
    case COLUMN_OWN: break;
    }
}

static void write_column(const struct column *column, const uint8_t *row, unsigned number,
                         struct json_out *out) {
    const uint8_t *at = row + column->offset;
    if (column->kind == COLUMN_OWN) {
        column->write(out, column->name, at, number);
        return;
    }
    if (column->count == 1) {
        write_value(column, at, out, column->name);
        return;
    }
    json_array(out, column->name);
    for (unsigned i = 0; i < column->count; i++)
        write_value(column, at + (size_t)i * column->size, out, NULL);
    json_array_end(out);
}

static void write_table(const struct component_table *table, struct json_out *out) {
    json_array(out, table->name);
    for (unsigned i = 0; i < table->count; i++) {
        unsigned number = table->order ? table->order[i] : i;
        const uint8_t *row = (const uint8_t *)table->rows + (size_t)number * table->row_size;
        json_object(out, NULL);
        for (unsigned c = 0; c < table->column_count; c++)
            write_column(&table->columns[c], row, number, out);
        json_object_end(out);
    }
    json_array_end(out);
}

void components_write(struct json_out *out, const char *name, const struct component_table *tables,
                      unsigned count) {
    json_object(out, name);
    for (unsigned i = 0; i < count; i++) write_table(&tables[i], out);
    json_object_end(out);
}
